"""Single key presses from the terminal."""

import contextlib
import os
import queue
import select
import termios
import threading
import tty

from streams import take_input

_ARROWS = {b"\x1b[D": "left", b"\x1b[C": "right", b"\x1b[A": "up", b"\x1b[B": "down"}


@contextlib.contextmanager
def keys(wake):
    """A queue of the keys pressed while the context is active; `wake` is called for each. Empty without a terminal.
    Takes standard input for good: nobody else in the process reads keys from it, or input of the surrounding shell."""
    pressed = queue.SimpleQueue()
    terminal = take_input()
    if not os.isatty(terminal):
        yield pressed
        return
    before = termios.tcgetattr(terminal)
    stop, stopping = os.pipe()

    def listen():
        while stop not in select.select([terminal, stop], [], [])[0]:
            data = os.read(terminal, 8)
            if not data:
                return
            pressed.put(_ARROWS.get(data) or data.decode("utf-8", "replace")[0])
            wake()

    listener = threading.Thread(target=listen, daemon=True)
    try:
        tty.setcbreak(terminal)
        listener.start()
        yield pressed
    finally:
        os.write(stopping, b".")
        listener.join()
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        os.close(stop)
        os.close(stopping)

"""Single keys from the terminal."""

import contextlib
import os
import queue
import select
import sys
import termios
import threading
import tty

_ARROWS = {b"\x1b[D": "left", b"\x1b[C": "right", b"\x1b[A": "up", b"\x1b[B": "down"}


@contextlib.contextmanager
def keys(wake):
    """A queue of the keys that are pressed while the context lasts; `wake` is called for each. Empty without a terminal."""
    pressed = queue.SimpleQueue()
    if not sys.stdin.isatty():
        yield pressed
        return
    terminal = sys.stdin.fileno()
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

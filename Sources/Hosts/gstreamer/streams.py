"""Standard input and output for the program alone, whatever the libraries do that it loads."""

import os


def take_input():
    """Returns a descriptor of its own for standard input. Descriptor 0 is at its end from now on, for everybody else.

    filesrc of GStreamer notes 0 for a file that it has closed. A thread of it that is still at work then reads what was meant
    for the program, or waits there for more and holds up its pipeline.
    """
    taken = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return taken


def take_output():
    """Returns a descriptor of its own for standard output. What others print goes to standard error from now on."""
    taken = os.dup(1)
    os.dup2(2, 1)
    return taken

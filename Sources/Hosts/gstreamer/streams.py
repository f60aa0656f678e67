"""Reserves standard input and output for the program, whatever the libraries that it loads do."""

import os


def take_input():
    """Returns a separate descriptor for standard input. For everybody else, descriptor 0 is at its end from now on.

    GStreamer's filesrc sets its descriptor to 0 when it closes a file. If one of its threads is still running, it reads what
    was meant for the program, or waits for more and blocks its pipeline.
    """
    taken = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return taken


def take_output():
    """Returns a separate descriptor for standard output. From now on, what others print goes to standard error."""
    taken = os.dup(1)
    os.dup2(2, 1)
    return taken

#!/usr/bin/python3
"""libvlc for `tapedeck certify`: commands on standard input, reports on standard output."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "gstreamer"))

import engine  # noqa: E402
import pipe  # noqa: E402

if __name__ == "__main__":
    sys.exit(pipe.run(lambda sources, clock: engine.Engine(sources, clock)))

#!/usr/bin/python3
"""The engine alone, for `tapedeck certify`: commands on standard input, reports on standard output.

Usage: tapedeck-gstreamer-engine.py [--real]

  --real  with loudspeakers and a window, instead of sinks that only wait
"""

import sys

import engine
import pipe

if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--real"]):
        sys.exit(__doc__)
    sinks = engine.real_sinks if sys.argv[1:] else engine.fake_sinks
    sys.exit(pipe.run(lambda sources, clock: engine.Engine(sources, sinks, clock)))

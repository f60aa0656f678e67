"""Serves folders of web-platform-tests on loopback with their own server: byte ranges, Python handlers, pipes.

    serve.py TESTS FOLDER...

Each folder gets its own port; the ports are printed, one per line, as the servers start. Ends with its standard input.
"""

import logging
import os
import runpy
import sys

tests, *folders = sys.argv[1:]
# This file adds the server's own libraries to the path.
runpy.run_path(os.path.join(tests, "tools", "localpaths.py"))

from wptserve.server import WebTestHttpd  # noqa: E402
from wptserve.stash import StashServer  # noqa: E402

# An error in a test's handler shows up in that test.
logging.disable(logging.CRITICAL)

# Python handlers keep state between requests in a process that this starts.
with StashServer():
    servers = [WebTestHttpd(host="127.0.0.1", port=0, doc_root=folder) for folder in folders]
    for server in servers:
        server.start()
        print(server.port, flush=True)
    sys.stdin.read()
    for server in servers:
        server.stop()

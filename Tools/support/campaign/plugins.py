"""Prepares workers. Like the units, this module is sent by value, and needs only what a worker has."""

import os
import signal
from typing import Any

from distributed import WorkerPlugin


class IgnoreInterrupts(WorkerPlugin):
    """Ctrl-C reaches all processes of a terminal, but only the campaign itself may react to it."""

    name = "tapedeck-ignore-interrupts"
    idempotent = True

    def setup(self, worker: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class SendProgram(WorkerPlugin):
    """Puts the executable into the folder of each worker, including those that join later."""

    idempotent = True

    def __init__(self, name: str, contents: bytes) -> None:
        self.name = name
        self.contents = contents

    def setup(self, worker: Any) -> None:
        path = os.path.join(worker.local_directory, self.name)
        partial = f"{path}.{os.getpid()}.partial"
        with open(partial, "wb") as stream:
            stream.write(self.contents)
        os.chmod(partial, 0o755)
        os.replace(partial, path)

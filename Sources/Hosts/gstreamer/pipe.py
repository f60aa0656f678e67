"""The engine pipe: lines of JSON between `tapedeck certify` and an engine, over standard input and output.

It uses only five names of the engine: `identity`, `perform(command, epoch, fields)`, `reports(timeout)`, `wake()` and
`shut_down()`; see engine.py. Any engine in Python can use it:

    import pipe
    pipe.run(lambda sources, clock: MyEngine(sources, clock))
"""

import json
import queue
import sys
import threading
import time

from streams import take_input, take_output
from texts import Texts


class Clock:
    """An estimate of the kit's clock, from the instants in its lines and the times at which they arrived."""

    def __init__(self):
        self._ahead = None

    def synchronize(self, instant):
        ahead = instant - time.monotonic_ns() // 1000
        # The line with the shortest delay is the most accurate.
        self._ahead = ahead if self._ahead is None else max(self._ahead, ahead)

    def now(self):
        """Microseconds; 0 before the first line."""
        return 0 if self._ahead is None else time.monotonic_ns() // 1000 + self._ahead


class Writer:
    def __init__(self, stream):
        self._stream = stream
        self._texts = Texts(lambda number, words: self.write({"k": "d", "text": number, "is": words}))

    def write(self, record):
        self._stream.write(json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n")

    def write_report(self, report):
        fields = self._texts.numbered(report.name, {"epoch": report.epoch, **report.fields})
        self.write({"k": "i", "t": report.at, "e": report.name, "a": fields})

    def flush(self):
        self._stream.flush()


def read(lines, sources, clock, commands, wake):
    """Puts commands into a queue as they arrive, and `None` at the end of input. Runs on its own thread."""
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            if record["k"] == "d" and "item" in record:
                sources[record["item"]] = record["source"]
            elif record["k"] == "o":
                if "t" in record:
                    clock.synchronize(record["t"])
                fields = dict(record["a"])
                commands.put((record["e"].removeprefix("engine."), fields.pop("epoch"), fields))
                wake()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            print(f"pipe: line {number} is no command: {error!r}; it is ignored", file=sys.stderr)
    commands.put(None)
    wake()


def run(make_engine, lines=None, output=None):
    """Serves an engine until the end of input. `make_engine(sources, clock)` creates it: `sources` maps items to addresses
    and grows, `clock()` is the clock of `Report.at`. Returns 0. Without `lines` and `output`, it takes over standard input
    and output before the engine starts."""
    lines = lines or open(take_input(), encoding="utf-8", errors="replace")
    output = output or open(take_output(), "w", encoding="utf-8")
    sources, clock, commands = {}, Clock(), queue.SimpleQueue()
    engine = make_engine(sources, clock.now)
    writer = Writer(output)
    writer.write({"k": "h", "engine": engine.identity})
    writer.flush()
    reader = threading.Thread(
        target=read, args=(lines, sources, clock, commands, engine.wake), daemon=True)
    reader.start()
    while True:
        _pass_on(engine.reports(timeout=None), writer)
        while not commands.empty():
            command = commands.get()
            if command is None:
                engine.shut_down()
                return 0
            engine.perform(*command)
            # Immediate reports do not wait until the next command is done.
            _pass_on(engine.reports(timeout=0), writer)


def _pass_on(reports, writer):
    for report in reports:
        writer.write_report(report)
    writer.flush()

"""The engine pipe, with a simulated engine. Needs neither GStreamer nor TapeDeck."""

import io
import json
import os
import queue
import subprocess
import sys
import textwrap
import unittest
from collections import namedtuple

import pipe

Report = namedtuple("Report", "name epoch fields at")


class Pretender:
    """Reports what it is told."""

    identity = "pretender 1"

    def __init__(self, sources, clock):
        self.sources, self.clock = sources, clock
        self.performed, self.is_shut = [], False
        self._bell = queue.SimpleQueue()
        self._reports = []

    def perform(self, command, epoch, fields):
        self.performed.append((command, epoch, fields))
        if command == "open":
            self._report("trackFound", epoch, kind="audio", track=0, language="en", title="")
            self._report("opened", epoch, duration=None, seekable=True)
            self._report("warned", epoch, failure="unknown", detail=0, text="en")

    def _report(self, name, epoch, **fields):
        self._reports.append(Report(name, epoch, fields, self.clock()))

    def reports(self, timeout=None):
        if not self._reports and timeout is None:
            self._bell.get(timeout=10)
        reports, self._reports = self._reports, []
        return reports

    def wake(self):
        self._bell.put(None)

    def shut_down(self):
        self.is_shut = True


def talk(*lines):
    """Runs the pipe with these lines. Returns its exit status, the engine's answers, and the engine."""
    engines, output = [], io.StringIO()

    def make(sources, clock):
        engines.append(Pretender(sources, clock))
        return engines[0]

    given = io.StringIO("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
    status = pipe.run(make, given, output)
    return status, [json.loads(line) for line in output.getvalue().splitlines()], engines[0]


class PipeTests(unittest.TestCase):
    OPEN = {"k": "o", "t": 1000, "e": "engine.open", "a": {"epoch": 3, "item": 7, "keepsBuffer": False}}

    def test_says_who_it_is_and_ends_with_its_input(self):
        status, said, engine = talk()
        self.assertEqual((status, said), (0, [{"k": "h", "engine": "pretender 1"}]))
        self.assertTrue(engine.is_shut)

    def test_commands_and_sources_arrive(self):
        _, _, engine = talk({"k": "d", "item": 7, "source": "/a b.mp4"}, self.OPEN)
        self.assertEqual(engine.performed, [("open", 3, {"item": 7, "keepsBuffer": False})])
        self.assertEqual(engine.sources, {7: "/a b.mp4"})

    def test_texts_are_defined_once_and_before_they_are_used(self):
        _, said, _ = talk(self.OPEN)
        self.assertEqual(said[1], {"k": "d", "text": 1, "is": "en"})
        self.assertEqual([line["e"] for line in said[2:]], ["trackFound", "opened", "warned"])
        self.assertEqual((said[2]["a"]["language"], said[2]["a"]["title"], said[4]["a"]["text"]), (1, 0, 1))
        self.assertIsNone(said[3]["a"]["duration"])

    def test_reports_have_the_time_of_the_other_side(self):
        _, said, _ = talk(self.OPEN)
        times = [line["t"] for line in said if line["k"] == "i"]
        self.assertTrue(all(time >= 1000 for time in times), times)
        self.assertEqual(times, sorted(times))

    def test_lines_that_are_no_commands_are_ignored(self):
        error = os.dup(2)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        try:
            status, _, engine = talk("no JSON\n", "[1]\n", "7\n", '{"k":"o"}\n', '{"k":"o","e":5,"a":[]}\n', "[" * 100_000 + "\n", "\n", self.OPEN)
        finally:
            os.dup2(error, 2)
            os.close(null)
            os.close(error)
        self.assertEqual(status, 0)
        self.assertEqual([command for command, _, _ in engine.performed], ["open"])

    def test_standard_streams_are_not_shared_with_what_the_engine_loads(self):
        # Like a filesrc that is closed while it reads, and a library that prints.
        program = textwrap.dedent("""
            import os, pipe, test_pipe
            class Thief(test_pipe.Pretender):
                def __init__(self, sources, clock):
                    super().__init__(sources, clock)
                    os.write(2, b"taken: %d" % len(os.read(0, 4096)))
                    print("a word of a library", flush=True)
            pipe.run(Thief)
            """)
        lines = [json.dumps(line) + "\n" for line in ({"k": "d", "item": 7, "source": "/é.mp4"}, self.OPEN)]
        here = os.path.dirname(__file__)
        answer = subprocess.run(
            [sys.executable, "-c", program], input="".join(lines), capture_output=True, encoding="utf-8", timeout=60,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([here, os.path.dirname(pipe.__file__)])})
        self.assertEqual(answer.stderr, "taken: 0a word of a library\n")
        said = [json.loads(line) for line in answer.stdout.splitlines()]
        self.assertEqual([line.get("e") for line in said if line["k"] != "d"], [None, "trackFound", "opened", "warned"])


if __name__ == "__main__":
    unittest.main()

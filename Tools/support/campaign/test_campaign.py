"""Campaigns find the same with any number of workers, whatever happens to them, and continue where they were stopped.

The real program finds nothing on demand. A stand-in takes its place, with the options, lines, files and exit codes of
`tapedeck fuzz`; one test holds these against the real program, the newest build.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
CAMPAIGN = ROOT / "Tools/campaign"
# Only a test that hangs takes so long.
PATIENCE = 120
# One of 7 seeds breaks a property, in one of 5 ways. It dies at the seed DIES, as in a trap. Once three
# ranges are done, the next ones wait while the folder HOLDS is there.
STAND_IN = '''#!/usr/bin/env python3
import json, os, pathlib, signal, sys, time
words = sys.argv[2:]
option = lambda name: words[words.index(name) + 1]
first, end = map(int, option("--seeds").split("..<"))
folder = pathlib.Path(option("--output"))
folder.mkdir(exist_ok=True)
holds = pathlib.Path(os.environ.get("HOLDS", "/nowhere"))
while holds.is_dir() and len(list(holds.iterdir())) >= 3:
    time.sleep(0.02)
lines = []
for seed in range(first, end):
    if seed == int(os.environ.get("DIES", -1)):
        note = folder / f"player-{time.time_ns()}.died.json"
        if not list(folder.glob("*.died.json")):
            note.write_text(json.dumps({"seed": seed}))
            os.kill(os.getpid(), signal.SIGILL)
        note = next(folder.glob("*.died.json"))
        lines.append({"property": "crashes-the-program", "seed": seed, "sessionSteps": 3, "note": str(note)})
    elif seed % 7 == 3:
        path = folder / f"breaks-{seed % 5}.trace.jsonl"
        path.write_text(f"way {seed % 5}\\n")
        lines.append({"property": "breaks", "seed": seed, "sessionSteps": 90, "shrunkSteps": 2 + seed % 5,
                      "trace": str(path), "replay": f"tapedeck check {path}"})
for line in lines:
    print(json.dumps({"kind": "finding", "model": option("--model"), "digest": str(line["seed"] % 5), **line}))
print(json.dumps({"kind": "unit", "sessions": end - first, "steps": 40 * (end - first), "digest": f"{first}",
                  "stopped": False}))
if holds.is_dir():
    (holds / str(first)).touch()
sys.exit(1 if lines else 0)
'''


class CampaignTests(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.program = self.scratch / "tapedeck"
        self.program.write_text(STAND_IN)
        self.program.chmod(0o755)

    def start(self, name, *words, seeds="0..<120", program=None, **environment):
        words = ["--seeds", seeds, "--unit", "10", "--tapedeck", program or self.program, *words]
        command = [sys.executable, CAMPAIGN, "--output", self.scratch / name, *words]
        process = subprocess.Popen(
            command, env={**os.environ, "TMPDIR": self.scratch, **environment}, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
        )
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def hold(self, name):
        folder = self.scratch / name
        folder.mkdir()
        return folder

    def run_whole(self, name, *words, code=1, **more):
        process = self.start(name, *words, **more)
        output, talk = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, talk)
        self.assertNotIn("Traceback", talk)
        return output, talk

    def lines(self, name):
        path = self.scratch / name / "results.jsonl"
        whole = path.read_text().split("\n")[:-1] if path.exists() else []
        return sorted(whole, key=lambda line: json.loads(line)["seeds"])

    def findings(self, name):
        return {path.name: path.read_bytes() for path in (self.scratch / name / "findings").iterdir()}

    def wait_for(self, process, name, ranges):
        limit = time.monotonic() + PATIENCE
        while len(self.lines(name)) < ranges:
            self.assertIsNone(process.poll(), "it ended too early")
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.02)

    def assert_same(self, name, other):
        """Every range once, with the same results, and findings that are the same byte for byte."""
        self.assertEqual(self.lines(name), self.lines(other))
        self.assertEqual(self.findings(name), self.findings(other))

    def test_the_findings_do_not_depend_on_the_workers(self):
        output, _ = self.run_whole("one", "--workers", "1")
        found = "breaks (5 in all), the shortest:\n  tapedeck check findings/breaks-0.trace.jsonl\n"
        self.assertEqual(output, found)
        self.assertEqual((len(self.lines("one")), len(self.findings("one"))), (12, 5))
        self.run_whole("two", "--workers", "2")
        self.assert_same("two", "one")
        holds = self.hold("holds")
        process = self.start("killed", "--workers", "2", HOLDS=holds)
        self.wait_for(process, "killed", 2)
        # The children of Dask that are not workers only keep account of resources.
        children = pathlib.Path(f"/proc/{process.pid}/task").glob("*/children")
        pids = [pid for path in children for pid in path.read_text().split()]
        workers = [pid for pid in pids if b"spawn_main" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]
        self.assertEqual(len(workers), 2)
        os.kill(int(workers[0]), signal.SIGKILL)
        holds.rename(self.scratch / "released")
        process.communicate(timeout=PATIENCE)
        self.assert_same("killed", "one")

    def test_the_same_command_runs_what_is_missing(self):
        self.run_whole("whole")
        process = self.start("parts", "--workers", "2", HOLDS=self.hold("first"))
        self.wait_for(process, "parts", 2)
        os.killpg(process.pid, signal.SIGINT)
        _, talk = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, talk)
        self.assertNotIn("Traceback", talk)
        process = self.start("parts", "--workers", "2", HOLDS=self.hold("second"))
        self.wait_for(process, "parts", 5)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        with (self.scratch / "parts/results.jsonl").open("a") as file:
            file.write('{"build":"to')
        _, talk = self.run_whole("parts")
        self.assertRegex(talk, r"results\.jsonl:\d+: torn")
        self.assertRegex(talk, r"[5-9] of 12 ranges are done")
        self.assert_same("parts", "whole")
        # All is there; the fuzzer's options and another build make other results.
        self.assertNotIn("2 workers", self.run_whole("parts")[1])
        self.run_whole("parts", "--", "--length", "5")
        self.program.write_text(STAND_IN + "# another build\n")
        self.run_whole("parts")
        self.assertEqual(len(self.lines("parts")), 36)
        with (self.scratch / "parts/results.jsonl").open("a") as file:
            file.write("{}\n")
        self.assertIn("results.jsonl:37: ", self.run_whole("parts", code=3)[1])

    def test_a_crash_is_a_finding_and_the_rest_of_its_range_runs(self):
        self.run_whole("crash", seeds="0..<30", DIES="15")
        properties = [[each["property"] for each in json.loads(line)["findings"]] for line in self.lines("crash")]
        self.assertEqual(properties, [["breaks"], ["breaks", "crashes-the-program", "breaks"], ["breaks"]])
        note = json.loads(self.lines("crash")[1])["findings"][1]["note"]
        self.assertRegex(note, r"findings/player-[0-9a-f]{16}\.died\.json")
        self.assertEqual((self.scratch / "crash" / note).read_text(), '{"seed": 15}')

    def test_wrong_usage(self):
        for words in "--model x", "--unit 0", "-- --seeds 1", "--workers x", "more":
            self.run_whole("wrong", *words.split(), code=2)
        for words in "--seeds 5..<5", f"--seeds 0..<{2**64 - 1}", f"--seeds 0..<{2**64}":
            self.run_whole("wrong", *words.split(), code=2)
        self.program.write_text("#!/bin/sh\necho 'no such option' >&2\nexit 2\n")
        self.assertIn("no such option", self.run_whole("wrong", code=2)[1])
        self.assertEqual(self.lines("wrong"), [])

    def test_the_real_program(self):
        built = [ROOT / ".build" / each / "tapedeck" for each in ("debug", "release", "lean/release")]
        program = max((path for path in built if path.exists()), key=lambda path: path.stat().st_mtime)
        self.run_whole("real", "--model", "world", "--", "--length", "20", seeds="5..<25", program=program, code=0)
        lines = [json.loads(line) for line in self.lines("real")]
        self.assertEqual([line["seeds"] for line in lines], [[5, 10], [10, 20], [20, 25]])
        words = ["fuzz", "--model", "world", "--seeds", "10..<20", "--length", "20", "--json"]
        unit = json.loads(subprocess.run([program, *words], capture_output=True, cwd=self.scratch).stdout)
        self.assertEqual((unit["digest"], unit["steps"]), (lines[1]["digest"], lines[1]["steps"]))


if __name__ == "__main__":
    unittest.main()

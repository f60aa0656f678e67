"""The programs of the guide do what it says."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HOSTS = pathlib.Path(__file__).parents[2]
TOOL = os.environ.get("TAPEDECK") or str(HOSTS.parents[1] / ".build/release/tapedeck")


class GuideTests(unittest.TestCase):
    def setUp(self):
        blocks = re.findall(r"```python ?(\w*)\n(.*?)```", (HOSTS / "README.md").read_text(), re.S)
        self.programs = {name: code for name, code in blocks}
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name):
        path = os.path.join(self.folder.name, "silence.py")
        with open(path, "w") as file:
            file.write(self.programs[""] + "\n\n" + self.programs[name])
        return path

    def run_it(self, *command):
        environment = {**os.environ, "PYTHONPATH": str(HOSTS / "gstreamer")}
        answer = subprocess.run(command, cwd=self.folder.name, env=environment, capture_output=True, text=True, timeout=300)
        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        return answer.stdout

    def test_its_engine_keeps_the_contract(self):
        program = self.write("certify")
        self.run_it(
            TOOL, "certify", "--sessions", "3", "--plays", "silence:8:8", "--fails", "missing", "--", sys.executable, program)

    def test_its_host_skips_and_records(self):
        said = self.run_it(sys.executable, self.write("host")).split()
        for word in ("willSkip", "didSkip", "ended", "closed"):
            self.assertIn(word, said)
        self.assertIn("ok", self.run_it(TOOL, "replay", "silence.trace"))

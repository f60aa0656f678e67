"""The code that the guide shows is that of the template, and its host does what the guide says."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HOSTS = pathlib.Path(__file__).parents[2]
ROOT = HOSTS.parents[1]
TOOL = os.environ.get("TAPEDECK") or str(ROOT / ".build/release/tapedeck")


class GuideTests(unittest.TestCase):
    def setUp(self):
        self.blocks = re.findall(r"```python (\w+)\n(.*?)```", (HOSTS / "README.md").read_text(), re.S)

    def test_the_lines_that_it_shows_are_those_of_the_template(self):
        template = (HOSTS / "gstreamer/template.py").read_text()
        shown = [method for name, code in self.blocks if name == "template" for method in code.split("\n\n")]
        self.assertGreater(len(shown), 10)
        for method in shown:
            self.assertIn(method.strip("\n") + "\n", template)

    def test_its_host_skips_and_records(self):
        program, = (code for name, code in self.blocks if name == "host")
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ROOT / "Traces/media/clip.mp4", os.path.join(folder, "clip.mp4"))
            said = self.run_it(folder, sys.executable, "-c", program).split()
            for word in ("willSkip", "didSkip", "ended", "closed"):
                self.assertIn(word, said)
            self.assertIn("ok", self.run_it(folder, TOOL, "replay", "clip.trace"))

    def run_it(self, folder, *command):
        environment = {**os.environ, "PYTHONPATH": str(HOSTS / "gstreamer")}
        answer = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        return answer.stdout

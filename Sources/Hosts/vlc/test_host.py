"""A player over libvlc. TAPEDECK is the command line; with TAPEDECK_RECORD=FOLDER the trace is kept there."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "gstreamer")]

import engine  # noqa: E402
from host import Host  # noqa: E402
from tapedeck import Player, Recording  # noqa: E402

SECOND = 1_000_000
TOOL = os.environ.get("TAPEDECK") or str(HERE.parents[2] / ".build/release/tapedeck")


class HostTests(unittest.TestCase):
    def test_a_segment_is_skipped(self):
        os.chdir(HERE.parents[2] / "Traces/media")
        trace = os.path.join(os.environ.get("TAPEDECK_RECORD") or tempfile.mkdtemp(), "vlc-skip.trace")
        said = []
        machine = engine.Engine({})
        player = Player("standard", record=Recording(trace, engine=machine.identity, tool="tapedeck-vlc 1"))
        host = Host(player, machine, lambda output: said.append(output.name))
        host.define(1, "clip.mp4")
        host.give("stageSegment", segment=1, start=2 * SECOND, end=8 * SECOND, is_blocked=True)
        host.give("commitSegments")
        host.give("load", item=1, autoplay=True, opens=True, is_local=True, start_anchor="start")
        host.run(until=lambda: player.get("state") == "ended" or "failed" in said)
        host.close()
        rest = iter(said)
        for word in ("prepared", "firstFrame", "willSkip", "seekEnded", "didSkip", "ended", "closed"):
            self.assertIn(word, rest, said)
        self.assertEqual(subprocess.run([TOOL, "replay", trace], capture_output=True).returncode, 0)


if __name__ == "__main__":
    unittest.main()

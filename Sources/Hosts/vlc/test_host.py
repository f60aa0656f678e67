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
        said = self.play("vlc-skip", "clip.mp4")
        rest = iter(said)
        for word in ("prepared", "firstFrame", "willSkip", "seekEnded", "didSkip", "ended", "closed"):
            self.assertIn(word, rest, said)

    @unittest.skipUnless("TAPEDECK_BREAK" in os.environ, "needs Tools/servers run")
    def test_without_ranges_what_is_blocked_plays_and_is_told(self):
        said = self.play("vlc-blocked", os.environ["TAPEDECK_BREAK"] + "/clip.mp4?after=100000000")
        rest = iter(said)
        for word in ("prepared", "firstFrame", "blockedPlaying", "blockedPlaying", "ended", "closed"):
            self.assertIn(word, rest, said)
        self.assertNotIn("willSkip", said)

    def play(self, name, source):
        """Plays to the end, from 2 s to 8 s blocked, and returns the names of the outputs."""
        os.chdir(HERE.parents[2] / "Traces/media")
        trace = os.path.join(os.environ.get("TAPEDECK_RECORD") or tempfile.mkdtemp(), name + ".trace")
        said = []
        machine = engine.Engine({})
        player = Player("standard", record=Recording(trace, engine=machine.identity, tool="tapedeck-vlc 1"))
        host = Host(player, machine, lambda output: said.append(output.name))
        host.define(1, source)
        host.give("stageSegment", segment=1, start=2 * SECOND, end=8 * SECOND, is_blocked=True)
        host.give("commitSegments")
        host.give("load", item=1, autoplay=True, opens=True, is_local="://" not in source, start_anchor="start")
        host.run(until=lambda: player.get("state") == "ended" or "failed" in said)
        host.close()
        self.assertEqual(subprocess.run([TOOL, "replay", trace], capture_output=True).returncode, 0)
        return said


if __name__ == "__main__":
    unittest.main()

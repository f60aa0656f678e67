"""The whole host with real media. The tests assert order and outcome, never how long something takes.

TAPEDECK is the command line; Tools/servers sets TAPEDECK_MEDIA and the others. With TAPEDECK_RECORD=FOLDER, the traces
are kept in that folder.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tapedeck import Player, Recording

import engine
from host import Host

SECOND = 1_000_000
HOSTS = pathlib.Path(__file__).parent.parent
ROOT = HOSTS.parents[2]
TOOL = os.environ.get("TAPEDECK") or str(ROOT / ".build/release/tapedeck")


def server(name):
    return os.environ.get("TAPEDECK_" + name, "")


class Session:
    """A player, an engine and a trace. `said` collects the player's outputs: all names, and the values of some."""

    def __init__(self, name, settings=None):
        folder = os.environ.get("TAPEDECK_RECORD") or tempfile.mkdtemp()
        self.trace = os.path.join(folder, f"gstreamer-{name}.trace")
        self.said = []
        self.machine = engine.Engine({}, engine.fake_sinks)
        recording = Recording(self.trace, engine=self.machine.identity, tool="tapedeck-gstreamer 1")
        self.player = Player("standard", settings=settings, record=recording)
        self.host = Host(self.player, self.machine, self._hear)
        self.give = self.host.give

    def _hear(self, output):
        self.said.append(output.name)
        if output.name == "playbackStateChanged":
            self.said.append(f"state={output.to}")
        elif output.name in ("failed", "warned"):
            self.said.append(f"{output.name}={output.failure}")
        elif output.name == "completion":
            self.said.append(f"{output.answer} {output.request}")

    def load(self, source, **fields):
        self.host.define(1, source)
        self.give("load", request=1, item=1, autoplay=True, opens=True, is_local="://" not in source, start_anchor="start", **fields)

    def until(self, *words):
        """Runs until these outputs have come in this order, with anything in between; fails after a minute."""
        end = self.machine.clock() + 60 * SECOND
        while not follows(self.said, words):
            self.host.step(1.0)
            if self.machine.clock() > end:
                raise AssertionError(f"expected {words}; got {self.said}")

    def position(self):
        return self.player.position(self.machine.clock())

    def until_position(self, position):
        while self.position() < position:
            self.host.step(0.05)

    def close(self):
        self.host.close()
        return self.trace


def follows(said, words):
    rest = iter(said)
    return all(word in rest for word in words)


class HostTests(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT / "Traces/media")

    def verify(self, session, *words):
        """Checks the order of the outputs, and that other programs can replay the trace and read the same from it."""
        trace = session.close()
        self.assertTrue(follows(session.said, words), session.said)
        answer = subprocess.run([TOOL, "replay", "--json", trace], capture_output=True, text=True)
        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        lines = subprocess.run([TOOL, "cat", trace], capture_output=True, text=True, check=True).stdout.splitlines()
        names = [line["e"] for line in map(json.loads, lines) if line["k"] == "o" and not line["e"].startswith("engine.")]
        self.assertTrue(follows(names, [word for word in words if "=" not in word and " " not in word]), names)
        oddities = [line["a"] for line in map(json.loads, lines) if line["k"] == "o" and line["e"] == "diagnostic"]
        self.assertEqual(oddities, [])

    def test_a_clip_to_its_end(self):
        session = Session("clip")
        session.give("setRate", rate=2000)
        session.load("clip.mp4")
        session.until("ended")
        self.verify(session, "prepared", "done 1", "state=playing", "firstFrame", "state=ended", "ended", "closed")

    def test_an_advert_is_skipped(self):
        session = Session("episode-skip")
        for number, start, end in ((1, 16_500_000, 28_000_000), (2, 52_000_000, 62_500_000)):
            session.give("stageSegment", segment=number, start=start, end=end, is_blocked=True)
        session.give("commitSegments")
        session.load("episode.m4a", start_offset=15 * SECOND)
        session.until("willSkip", "didSkip", "state=playing")
        self.assertGreaterEqual(session.position(), 28 * SECOND)
        session.give("seek", request=2, anchor="start", offset=90_500_000)
        session.until("done 2", "ended")
        self.verify(session, "willSkip", "seekBegan", "seekEnded", "didSkip", "done 2", "ended")

    @unittest.skipUnless(server("BREAK"), "needs Tools/servers run")
    def test_without_ranges_what_is_blocked_plays_and_is_told(self):
        session = Session("blocked")
        session.give("stageSegment", segment=1, start=2 * SECOND, end=5 * SECOND, is_blocked=True)
        session.give("commitSegments")
        session.load(server("BREAK") + "/clip.mp4?after=100000000")
        session.until("state=playing", "blockedPlaying", "blockedPlaying")
        self.assertNotIn("willSkip", session.said)
        self.verify(session, "state=playing", "blockedPlaying", "blockedPlaying")

    def test_seeks_while_it_plays(self):
        session = Session("seeks")
        session.load("clip.mp4")
        session.until("state=playing")
        # The second and the third seek come before the landing of the first is checked.
        now = session.machine.clock()
        for request, target in enumerate((5 * SECOND, 1 * SECOND, 8 * SECOND), 2):
            session.give("seek", at=now, request=request, anchor="start", offset=target)
        session.until("done 4", "state=playing")
        self.assertGreaterEqual(session.position(), 8 * SECOND)
        session.give("pause", request=5)
        session.until("state=paused")
        session.give("seek", request=6, anchor="start", offset=3 * SECOND)
        session.until("done 6")
        self.assertEqual((session.position(), session.player.get("state")), (3 * SECOND, "paused"))
        session.give("seek", request=7, anchor="start", offset=9 * SECOND)
        session.give("play", request=8)
        session.until("done 8", "ended")
        self.verify(session, "superseded 2", "superseded 3", "done 4", "state=paused", "done 6", "state=playing", "ended")

    def test_a_file_that_is_missing(self):
        session = Session("missing")
        session.load("missing.mp4")
        session.until("failed=notFound")
        self.verify(session, "failed")

    def test_a_file_that_is_no_media(self):
        session = Session("garbage")
        session.load("garbage.bin")
        session.until("failed=invalidData")
        self.verify(session, "failed")

    def test_codecs_that_are_missing(self):
        for kind, source in (("audio", "unsupported-audio.m4a"), ("video", "unsupported-video.mkv")):
            session = Session(f"unsupported-{kind}")
            session.load(source)
            session.until(f"failed={kind}CodecUnsupported")
            self.verify(session, "failed")

    def test_a_picture_that_changes_its_size(self):
        session = Session("sizes")
        session.load("clip-sizes.ts", start_offset=2 * SECOND)
        session.until("naturalSizeChanged", "state=playing", "naturalSizeChanged", "ended")
        self.verify(session, "naturalSizeChanged", "state=playing", "naturalSizeChanged", "ended")

    def test_a_file_that_was_cut_short(self):
        session = Session("cut-short")
        session.load("cut-short.m4a", start_offset=6 * SECOND)
        session.until("failed=endedEarly")
        self.verify(session, "state=playing", "failed=endedEarly")

    @unittest.skipUnless(server("STALL"), "needs Tools/servers run")
    def test_a_server_that_pauses(self):
        session = Session("stall")
        session.load(server("STALL") + "/clip.mp4?after=60000&for=6")
        session.until("stallBegan", "stallEnded", "ended")
        self.verify(session, "state=playing", "stallBegan", "state=stalled", "stallEnded", "state=playing", "ended")

    @unittest.skipUnless(server("STALL"), "needs Tools/servers run")
    def test_a_pause_during_a_stall_stays_a_pause(self):
        session = Session("stall-pause")
        session.load(server("STALL") + "/clip.mp4?after=60000&for=6")
        session.until("stallBegan")
        session.give("pause", request=2)
        while not session.player.get("bufferedUntil") > 9 * SECOND:
            session.host.step(0.2)
        self.assertEqual(session.player.get("state"), "paused")
        session.give("play", request=3)
        session.until("done 3", "ended")
        self.verify(session, "stallBegan", "state=paused", "stallEnded", "done 3", "state=playing", "ended")

    @unittest.skipUnless(server("OUTAGE"), "needs Tools/servers run")
    def test_a_server_that_goes_away_and_comes_back(self):
        session = Session("outage")
        session.load(server("OUTAGE") + "/clip.mp4")
        session.until("state=playing")
        session.until_position(SECOND)
        subprocess.run([ROOT / "Tools/servers", "outage", server("SERVERS")], check=True)
        session.until("retryScheduled")
        subprocess.run([ROOT / "Tools/servers", "recover", server("SERVERS")], check=True)
        session.until("retryScheduled", "state=playing", "ended")
        self.verify(session, "state=playing", "warned", "retryScheduled", "prepared", "state=playing", "ended")


class CommandTests(unittest.TestCase):
    """The program as users start it."""

    def run_host(self, *arguments):
        return subprocess.run(
            [sys.executable, HOSTS / "tapedeck-gstreamer.py", "--silent", *arguments], cwd=ROOT / "Traces/media",
            capture_output=True, text=True, timeout=60)

    def test_plays_and_is_quiet_in_a_pipe(self):
        answer = self.run_host("--start", "9", "clip.mp4")
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "", ""))

    def test_goes_on_after_what_fails(self):
        answer = self.run_host("missing.mp4", "garbage.bin")
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr, r"missing.mp4: notFound.*\ngarbage.bin: invalidData.*\n")

    def test_wrong_usage(self):
        for arguments in ((), ("--rate", "9", "clip.mp4"), ("--skip", "5-x", "clip.mp4"), ("--nonsense", "clip.mp4")):
            self.assertEqual(self.run_host(*arguments).returncode, 2, arguments)
        self.assertEqual(self.run_host("--segments", "missing.edl", "clip.mp4").returncode, 1)
        self.assertEqual(self.run_host("--record", "/missing/a.trace", "clip.mp4").returncode, 1)
        self.assertIn("Exit codes", self.run_host("--help").stdout)

    def test_ends_in_good_order_when_it_is_told_to(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "interrupted.trace")
            process = subprocess.Popen(
                [sys.executable, HOSTS / "tapedeck-gstreamer.py", "--silent", "--record", trace, "episode.m4a"],
                cwd=ROOT / "Traces/media")
            while not os.path.exists(trace) or os.path.getsize(trace) < 500:
                self.assertIsNone(process.poll())
            process.terminate()
            self.assertEqual(process.wait(20), 0)
            answer = subprocess.run([TOOL, "replay", trace], capture_output=True, text=True)
            self.assertIn("finished", answer.stdout)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Tests of tapedeck-mpv, without a screen and, except for one, without sound.

  Tools/mpv-player --test
  Tools/servers run -- Tools/mpv-player --test     with real servers, their stalls and outages as well
  Tools/devices run -- Tools/mpv-player --test     with a window and sound as well

Each run is recorded; `tapedeck replay` replays each trace, and the tests examine its notifications. They check what happens
and in which order, never when.
"""
import array
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
MEDIA = "Traces/media"
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
TAPEDECK = os.environ.get("TAPEDECK", str(ROOT / ".build/release/tapedeck"))
# A machine that is busy may take this long for any one run; nothing is asked of how long it takes.
PATIENCE = 240
HEADLESS = ["--vo", "null", "--ao", "null"]


class Run:
    def __init__(self, code, output, steps, trace):
        self.code, self.output, self.steps, self.trace = code, output, steps, trace

    def all(self, event, kind="o"):
        return [step["a"] for step in self.steps if step.get("k") == kind and step.get("e") == event]

    def order(self, *events):
        """Whether these outputs occur in this order, with anything in between."""
        names = iter(step.get("e") for step in self.steps if step.get("k") == "o")
        return all(event in names for event in events)


class PlayerTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def play(self, source, *options, program=PROGRAM):
        trace = f"{self.folder}/run.trace"
        done = subprocess.run(
            [program, source, *HEADLESS, "--record", trace, *options], cwd=ROOT, text=True, capture_output=True,
            stdin=subprocess.DEVNULL, timeout=PATIENCE)
        self.assertNotIn("Sanitizer", done.stderr)
        return self.read(done.returncode, done.stdout + done.stderr, trace)

    def read(self, code, output, trace):
        replay = subprocess.run([TAPEDECK, "replay", trace], cwd=ROOT, text=True, capture_output=True)
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
        text = subprocess.run([TAPEDECK, "cat", trace, "--to", "text"], cwd=ROOT, text=True, capture_output=True, check=True).stdout
        return Run(code, output, [json.loads(line) for line in text.splitlines() if line.startswith("{")], trace)

    def keep(self, run, name):
        """Keeps a trace as a golden trace: TAPEDECK_KEEP names the folder."""
        if "TAPEDECK_KEEP" in os.environ:
            shutil.copy(run.trace, f"{os.environ['TAPEDECK_KEEP']}/mpv-{name}.trace")

    # Files.

    def test_plays_to_its_end(self):
        run = self.play(f"{MEDIA}/clip.mp4", "--rate", "2")
        self.assertEqual(run.code, 0, run.output)
        self.assertTrue(run.order("prepared", "firstFrame", "ended", "closed"), run.output)
        self.assertLess(abs(run.all("ended")[0]["position"] - 10_000_000), 250_000)
        self.assertEqual(run.all("stallBegan"), [])
        self.assertEqual(run.all("diagnostic"), [])
        self.keep(run, "clip")

    def test_skips_what_is_blocked(self):
        run = self.play(
            f"{MEDIA}/episode.m4a", "--segments", f"{MEDIA}/episode.sponsorblock.json", "--start", "15", "--rate", "2",
            "--at", "30:quit")
        self.assertEqual(run.code, 0, run.output)
        self.assertTrue(run.order("willSkip", "seekBegan", "seekEnded", "didSkip"), run.output)
        self.assertEqual([skip["isFinished"] for skip in run.all("didSkip")], [True])
        self.assertGreaterEqual(run.all("seekEnded")[0]["position"], 27_950_000)
        self.keep(run, "episode-skip")

    def test_skips_chapters_by_their_title(self):
        run = self.play(f"{MEDIA}/episode.m4a", "--skip", "advert", "--start", "15.5", "--at", "28.5:quit")
        self.assertEqual(run.code, 0, run.output)
        self.assertEqual(len(run.all("didSkip")), 1, run.output)

    def test_plays_parts_without_sound(self):
        run = self.play(f"{MEDIA}/episode.m4a", "--segments", f"{MEDIA}/episode.edl", "--start", "4", "--at", "6.5:quit")
        self.assertEqual([change["muted"] for change in run.all("mutedChanged")], [True, False], run.output)
        self.keep(run, "episode-mute")

    def test_seeks_during_playback(self):
        run = self.play(
            f"{MEDIA}/clip.mp4", "--at", "1:seek=5", "--at", "5.5:seek=2", "--at", "2.5:seek=+6", "--at", "8.7:pause",
            "--at", "8.7:play")
        self.assertEqual(run.code, 0, run.output)
        self.assertEqual([seek["isFinished"] for seek in run.all("seekEnded")], [True] * 3)
        self.assertTrue(run.order("seekBegan", "seekEnded", "ended"))
        self.keep(run, "clip-seeks")

    def test_changes_rate_volume_and_subtitles(self):
        run = self.play(
            f"{MEDIA}/clip-subtitled.mkv", "--at", "0.5:rate=1.5", "--at", "1:volume=50", "--at", "1.5:subtitle", "--at", "2:audio",
            "--at", "2.5:mute")
        self.assertEqual(run.code, 0, run.output)
        self.assertTrue(run.order("rateChanged", "volumeChanged", "trackSelected", "mutedChanged", "ended"), run.output)
        self.assertTrue(run.all("subtitleChanged"))
        self.keep(run, "subtitled")

    def test_loops(self):
        run = self.play(f"{MEDIA}/clip.mp4", "--loop", "--start", "9", "--at", "0.5:quit")
        self.assertEqual(run.code, 0, run.output)
        self.assertTrue(run.order("looped"))

    def test_a_missing_file_fails(self):
        run = self.play(f"{MEDIA}/missing.mp4")
        self.assertEqual(run.code, 1)
        self.assertEqual([failure["failure"] for failure in run.all("failed")], ["notFound"])
        self.keep(run, "missing")

    def test_what_is_no_media_fails(self):
        for name in ["garbage.bin", "truncated.mp4", "empty.mp3", "escape.m3u8"]:
            run = self.play(f"{MEDIA}/{name}", "--set", "retryLimit=0")
            self.assertEqual(run.code, 1, name + run.output)
            self.assertEqual(len(run.all("failed")), 1, name)
            if name == "garbage.bin":
                self.keep(run, "garbage")

    def test_a_file_cut_short_fails_where_it_ends(self):
        run = self.play(f"{MEDIA}/cut-short.m4a", "--rate", "2", "--set", "retryLimit=0")
        self.assertEqual(run.code, 1, run.output)
        self.assertEqual([failure["failure"] for failure in run.all("failed")], ["endedEarly"])
        self.keep(run, "cut-short")

    # Usage.

    def test_wrong_usage_names_what_is_wrong(self):
        for options, words in [
            ([], "one source"), (["a", "b"], "one source"), (["--start", "x", "a"], "--start"), (["--at", "5", "a"], "--at"),
            (["--at", "5:fly", "a"], "--at"), (["--set", "nothing=1", "a"], "--set"), (["--preset", "x", "a"], "--preset"),
            (["--rate", "fast", "a"], "--rate"), (["--network", "x", "a"], "--network"), (["--option", "x", "a"], "--option"),
        ]:
            done = subprocess.run([PROGRAM, *options], text=True, capture_output=True, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2, options)
            self.assertIn(words, done.stderr)

    def test_damaged_segments_name_the_place(self):
        for text, words in [
            ("[{]", "line 1"), ("[1]", "segment 1"), ('[{"segment":[5,1]}]', "segment 1"),
            ('[{"segment":[1,5],"actionType":"jump"}]', "jump"), ("12 x 3\n", "line 1"), ("1 2 3\n1 2 9\n", "line 2"),
            ('{"chapters":[{"startTime":-1}]}', "chapter 1"),
            ('{"chapters":[{"startTime":0,"endTime":"9"}]}', 'chapter 1: expected "endTime"'), ("", None),
            ("\x1b[2J 1 3", "line 1"), ("[" * 5000, "line 1"),
        ]:
            path = f"{self.folder}/segments"
            pathlib.Path(path).write_text(text)
            done = subprocess.run(
                [PROGRAM, f"{MEDIA}/missing.mp4", *HEADLESS, "--segments", path], cwd=ROOT, text=True, capture_output=True,
                stdin=subprocess.DEVNULL, timeout=PATIENCE)
            self.assertEqual(done.returncode, 3 if words else 1, text[:40] + done.stderr)
            self.assertIn(words or "", done.stderr)
            self.assertNotIn("\x1b", done.stderr)

    def test_many_parts_over_many_muted_ones_are_not_millions_of_pieces(self):
        parts = [{"segment": [0, 9], "actionType": "chapter"} for _ in range(3000)]
        muted = [{"segment": [n / 1000, n / 1000 + 0.0005], "actionType": "mute"} for n in range(3000)]
        pathlib.Path(f"{self.folder}/segments").write_text(json.dumps(parts + muted))
        run = self.play(f"{MEDIA}/missing.mp4", "--segments", f"{self.folder}/segments")
        self.assertEqual(run.code, 1, run.output)
        self.assertLess(len(run.all("stageSegment", "i")), 120_000)
        self.assertGreater(len(run.all("stageSegment", "i")), 100_000)

    def test_texts_are_numbered_once_however_many_there_are(self):
        parts = [{"segment": [n / 1000, n / 1000 + 0.0005], "description": f"part {n % 50_000}"} for n in range(100_000)]
        pathlib.Path(f"{self.folder}/segments").write_text(json.dumps(parts))
        run = self.play(f"{MEDIA}/missing.mp4", "--segments", f"{self.folder}/segments")
        self.assertEqual(run.code, 1, run.output)
        titles = [step["title"] for step in run.all("stageSegment", "i")]
        self.assertEqual(titles, [1 + n % 50_000 for n in range(100_000)])

    # The engine pipe.

    def pipe(self, *lines):
        return subprocess.run(
            [PROGRAM, "--engine-pipe", *HEADLESS], cwd=ROOT, text=True, capture_output=True, input="".join(lines),
            timeout=PATIENCE)

    def test_pipe_ends_with_its_input(self):
        done = self.pipe()
        self.assertEqual(done.returncode, 0)
        self.assertEqual(json.loads(done.stdout)["k"], "h")

    def test_pipe_names_what_is_wrong(self):
        for line, words in [
            ("{", "line 1"), ("[]", '"k"'), ('{"k":"o","e":"engine.play"}', '"a"'),
            ('{"k":"o","e":"engine.play","a":{"epoch":1}}', "rate"), ('{"k":"o","e":"engine.play","a":{"epoch":1,"rate":"x"}}', "rate"),
            ('{"k":"o","e":"engine.play","a":{"epoch":-1,"rate":1}}', "epoch"), ('{"k":"d","item":"x"}', "item"),
            ("x" * (2 << 20), "longer"),
        ]:
            done = self.pipe(line + "\n")
            self.assertEqual(done.returncode, 2, line[:60])
            self.assertIn(words, done.stderr)

    def test_pipe_ignores_what_it_does_not_know(self):
        done = self.pipe(
            '{"k":"z"}\n', "\n", '{"k":"o","e":"engine.dance","a":{}}\n', '{"k":"o","e":"engine.play","a":{"epoch":7,"rate":1000}}\n',
            '{"k":"o","e":"engine.open","a":{"epoch":1,"item":9,"keepsBuffer":false}}\n', '{"k":"o","e":"engine.close","a":{"epoch":1}}\n')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([json.loads(line).get("e") for line in done.stdout.splitlines() if '"i"' in line], ["failed", "closed"])

    # Real servers.

    def server(self, name):
        if "TAPEDECK_" + name not in os.environ:
            self.skipTest("runs under Tools/servers run")
        return os.environ["TAPEDECK_" + name]

    def test_a_stall_is_held_and_ends(self):
        run = self.play(self.server("STALL") + "/clip.mp4?after=60000&for=8")
        self.assertEqual(run.code, 0, run.output)
        self.assertTrue(run.order("stallBegan", "stallEnded", "ended"), run.output)
        # mpv has been held: it moves again by the command to play that follows the stall, and not before.
        names = [step["e"] for step in run.steps if step.get("k") in "io"]
        starved = names.index("starved")
        self.assertLess(names.index("engine.play", starved), names.index("playbackStarted", starved))

    def test_a_broken_connection_is_retried_where_it_broke(self):
        run = self.play(
            self.server("BREAK") + "/clip.mp4?after=150000&times=1", "--set", "retryDelay=100000")
        self.assertEqual(run.code, 0, run.output)
        self.assertTrue(run.order("warned", "retryScheduled", "prepared", "ended"), run.output)

    def test_retries_come_to_an_end(self):
        run = self.play(
            self.server("BREAK") + "/clip.mp4?after=60000", "--set", "retryDelay=100000", "--set", "retryLimit=1")
        self.assertEqual(run.code, 1, run.output)
        self.assertTrue(run.order("retryScheduled", "failed"), run.output)

    def test_without_ranges_what_is_blocked_plays_and_is_told(self):
        with open(f"{self.folder}/blocked.edl", "w") as file:
            file.write("2 5 0\n")
        run = self.play(
            self.server("BREAK") + "/clip.mp4?after=100000000", "--segments", f"{self.folder}/blocked.edl", "--rate", "2")
        self.assertEqual(run.code, 0, run.output)
        self.assertEqual([(told["segment"], told["isSeekable"]) for told in run.all("blockedPlaying")], [(1, False), (0, False)])
        self.assertEqual(run.all("willSkip"), [])

    def test_an_outage_is_survived(self):
        address, servers = self.server("OUTAGE"), self.server("SERVERS")
        trace = f"{self.folder}/run.trace"
        player = subprocess.Popen(
            [PROGRAM, address + "/episode.m4a", *HEADLESS, "--record", trace, "--set", "retryDelay=300000", "--set", "retryLimit=40",
             "--set", "retryDelayMaximum=1000000", "--start", "60", "--rate", "2", "--at", "85:quit"],
            cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        lines, state = [], "up"
        for line in player.stdout:
            lines.append(line)
            if state == "up" and "playing" in line:
                subprocess.run([ROOT / "Tools/servers", "outage", servers], check=True)
                state = "down"
            elif state == "down" and "retry" in line:
                subprocess.run([ROOT / "Tools/servers", "recover", servers], check=True)
                state = "recovered"
        run = self.read(player.wait(PATIENCE), "".join(lines), trace)
        player.stdout.close()
        self.assertEqual(run.code, 0, run.output)
        if state != "up":
            subprocess.run([ROOT / "Tools/servers", "recover", servers], check=False)

    def test_http_failures_have_their_kind(self):
        run = self.play(self.server("STATUS") + "/404")
        self.assertEqual([failure["failure"] for failure in run.all("failed")], ["httpNotFound"], run.output)
        run = self.play(self.server("REFUSED") + "/clip.mp4", "--set", "retryLimit=0")
        self.assertEqual([failure["failure"] for failure in run.all("failed")], ["connect"], run.output)

    def test_a_network_that_is_lost_and_comes_back(self):
        run = self.play(
            f"{MEDIA}/clip.mp4", "--network", "wifi", "--at", "1:network=none", "--at", "2:network=wired", "--at", "2.5:quit")
        self.assertEqual(run.code, 0, run.output)
        self.assertEqual([change["network"] for change in run.all("networkChanged")], ["wifi", "none", "wired"])
        self.keep(run, "network")

    # A real network, in namespaces of its own: a device with a wireless and a cellular interface, and the servers beyond both.

    def play_on_device(self, place, changes, *options):
        """Plays something from the servers on the device. `changes` is what happens to its network, in order: part of a line
        that the player prints, and what is done when that line appears, in the words of Tools/namespaces."""
        tools = ROOT / "Tools"
        if subprocess.run([tools / "namespaces", "allowed"], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("needs root, for network namespaces")
        if shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin") is None:
            self.skipTest("needs nginx: Tools/install-dependencies servers")
        trace, lines, left = f"{self.folder}/run.trace", [], list(changes)
        script = 'echo "names $TAPEDECK_NAMESPACES"; place=$1; shift; exec "$0" device -- "$@" "$TAPEDECK_ACROSS$place"'
        player = subprocess.Popen(
            [tools / "namespaces", "run", "--", tools / "servers", "run", "--", "sh", "-c", script, tools / "namespaces", place, PROGRAM,
             *HEADLESS, "--record", trace, *options],
            cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        environment = dict(os.environ)
        for line in player.stdout:
            lines.append(line)
            if line.startswith("names "):
                environment["TAPEDECK_NAMESPACES"] = line.split()[1]
            elif left and left[0][0] in line:
                for network, state in left.pop(0)[1]:
                    subprocess.run([tools / "namespaces", network, state], check=True, env=environment)
        player.stdout.close()
        return self.read(player.wait(PATIENCE), "".join(lines), trace)

    def test_reception_that_is_lost_and_comes_back(self):
        run = self.play_on_device(
            "/slow/episode.m4a", [("playing", [("cellular", "down"), ("wifi", "lost")]), ("network: none", [("wifi", "up")])],
            "--at", "6:quit")
        self.assertEqual(run.code, 0, run.output)
        self.assertEqual([change["network"] for change in run.all("networkChanged")], ["wifi", "none", "wifi"])
        self.keep(run, "reception")

    def test_cellular_is_not_used_where_it_must_not_be(self):
        run = self.play_on_device(
            "/slow/episode.m4a", [("playing", [("wifi", "down")]), ("network: cellular", [("wifi", "up")])],
            "--set", "allowsCellular=0", "--set", "checksPolicyWhilePlaying=1", "--set", "resumesOnReconnect=1", "--at", "6:quit")
        self.assertEqual(run.code, 0, run.output)
        names = [step["a"]["network"] if step["e"] == "networkChanged" else step["e"] for step in run.steps if step.get("k") == "o"]
        over = [name for name in names if name in ("wifi", "cellular", "engine.open", "engine.close")]
        self.assertEqual(over, ["wifi", "engine.open", "cellular", "engine.close", "wifi", "engine.open", "engine.close"])


    # A screen and a loudspeaker.

    def test_picture_sound_and_keys_of_the_window(self):
        if "TAPEDECK_DISPLAY" not in os.environ:
            self.skipTest("runs under Tools/devices run")
        environment = {**os.environ, "DISPLAY": os.environ["TAPEDECK_DISPLAY"], "PULSE_SERVER": os.environ["TAPEDECK_PULSE"]}
        heard = pathlib.Path(os.environ["TAPEDECK_HEARD"])
        began, trace, picture = heard.stat().st_size, f"{self.folder}/run.trace", f"{self.folder}/screen.gray"
        player = subprocess.Popen(
            [PROGRAM, f"{MEDIA}/clip.mp4", "--vo", "x11", "--ao", "pulse", "--record", trace, "--at", "1:mute", "--at", "2.5:mute",
             "--at", "4:pause"],
            cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        self.addCleanup(player.kill)

        def command(*words):
            subprocess.run(words, check=True, env=environment, timeout=PATIENCE)

        lines, isPaused = [], False
        for line in player.stdout:
            lines.append(line)
            if "paused" in line and not isPaused:
                isPaused = True
                command("ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-video_size", "640x480", "-i", environment["DISPLAY"],
                        "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo", picture)
                command("xdotool", "mousemove", "320", "240", "key", "space")
            elif "playing" in line and isPaused:
                command("xdotool", "key", "q")
        player.stdout.close()
        run = self.read(player.wait(PATIENCE), "".join(lines), trace)
        self.assertEqual(run.code, 0, run.output)
        # The keys came from the window.
        self.assertEqual(len(run.all("toggle", kind="i")), 1, run.output)
        self.assertNotIn("ended", [step.get("e") for step in run.steps])
        # The test picture has bars of many kinds of gray.
        self.assertGreater(len(set(pathlib.Path(picture).read_bytes())), 16)
        sound = array.array("h", heard.read_bytes()[began:])
        isLoud = [max(map(abs, sound[start:start + 4800])) > 500 for start in range(0, len(sound) - 4800, 4800)]
        spans = [(key, len(list(group))) for key, group in itertools.groupby(isLoud)]
        while spans and not spans[0][0]:
            spans.pop(0)
        while spans and not spans[-1][0]:
            spans.pop()
        # Sound before the part without it, and after it. A busy machine has gaps that are shorter.
        self.assertTrue(any(not key and length > 9 for key, length in spans), spans)



if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=1)

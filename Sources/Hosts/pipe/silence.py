#!/usr/bin/env python3
"""An engine as a separate program: it plays silence, "silence:8" for eight seconds. A complete example of the pipe.

  tapedeck certify --plays silence:8:8 --fails nothing -- python3 Sources/Hosts/pipe/silence.py

The page EnginesInOtherLanguages of EngineContract explains the lines.
"""
import json
import select
import sys
import time


def say(line):
    print(json.dumps(line), flush=True)


def report(event, epoch, **fields):
    say({"k": "i", "e": event, "a": {"epoch": epoch, **fields}})


def now():
    return time.monotonic_ns() // 1000


class Playback:
    """One opening: the position of its playhead, since when it is valid, and the rate in thousandths."""

    def __init__(self, duration):
        self.duration = duration
        self.move(0, 0)
        self.shown = False

    def move(self, position, rate):
        self.place, self.rate, self.since = position, rate, now()

    def position(self):
        return min(self.duration, self.place + (now() - self.since) * self.rate // 1000)


class Engine:
    def __init__(self):
        self.sources = {}
        self.playbacks = {}

    def perform(self, command, fields):
        epoch = fields["epoch"]
        if command == "engine.open":
            return self.open(epoch, self.sources[fields["item"]])
        if command == "engine.close":
            self.playbacks.pop(epoch, None)
            return report("closed", epoch)
        playback = self.playbacks.get(epoch)
        if playback is None:
            return
        if command == "engine.play":
            playback.move(playback.position(), fields["rate"])
            report("playbackStarted", epoch, position=playback.place, rate=fields["rate"])
            if not playback.shown:
                report("firstFrame", epoch, kind="audio", position=playback.place)
                playback.shown = True
        elif command == "engine.pause":
            playback.move(playback.position(), 0)
            report("playbackStopped", epoch, position=playback.place)
        elif command == "engine.seek":
            playback.move(max(0, min(playback.duration, fields["target"])), 0)
            report("seekCompleted", epoch, serial=fields["serial"], position=playback.place, isFinished=True)
            report("buffered", epoch, until=playback.duration, isSaturated=True)
        elif command == "engine.reportPosition":
            report("positionReported", epoch, position=playback.position())
        elif command == "engine.captureStill":
            report("stillCaptured", epoch, serial=fields["serial"], isCaptured=False)
        elif command == "engine.selectTrack":
            track = 0 if fields["track"] == -2 and fields["kind"] == "audio" else fields["track"]
            report("trackSelected", epoch, kind=fields["kind"], track=track)

    def open(self, epoch, source):
        words = source.split(":")
        if len(words) != 2 or words[0] != "silence" or not words[1].isdecimal() or len(words[1]) > 9:
            return report("failed", epoch, failure="notFound")
        duration = int(words[1]) * 1_000_000
        self.playbacks[epoch] = Playback(duration)
        report("trackFound", epoch, kind="audio", track=0, isDefault=True)
        report("opened", epoch, duration=duration, seekable=True, audio=True)
        report("buffered", epoch, until=duration, isSaturated=True)

    def end_what_ends(self):
        for epoch, playback in self.playbacks.items():
            if playback.rate and playback.position() == playback.duration:
                playback.move(playback.duration, 0)
                report("ended", epoch, position=playback.duration)

    def until_something_ends(self):
        """Seconds; None while nothing moves."""
        ends = [(p.duration - p.position()) * 1000 / p.rate / 1e6 for p in self.playbacks.values() if p.rate]
        return min(ends, default=None)

    def run(self):
        say({"k": "h", "engine": "silence 1"})
        waiting = bytearray()
        while True:
            readable, _, _ = select.select([sys.stdin], [], [], self.until_something_ends())
            self.end_what_ends()
            if not readable:
                continue
            more = sys.stdin.buffer.read1(65536)
            if not more:
                return
            waiting += more
            if b"\n" not in more:
                continue
            *lines, waiting = waiting.split(b"\n")
            for line in map(json.loads, lines):
                if line["k"] == "d":
                    self.sources[line["item"]] = line["source"]
                elif line["k"] == "o":
                    self.perform(line["e"], line["a"])


if __name__ == "__main__":
    Engine().run()

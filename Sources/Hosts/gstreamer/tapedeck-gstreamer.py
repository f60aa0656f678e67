#!/usr/bin/env python3
"""A player: TapeDeck decides, GStreamer plays. See README.md."""

import argparse
import os
import signal
import sys

from tapedeck import Player, Recording

import engine
from host import Host
from keys import keys
from segments import SegmentError, read_edl, skipped

SECOND = 1_000_000


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="tapedeck-gstreamer",
        description="Plays files and addresses one after the other. TapeDeck decides, GStreamer plays.",
        epilog="Keys: space pauses and plays, left and right seek by 10 s, up and down change the volume, m mutes, + and - change "
        "the rate, n goes to the next, q quits. Exit codes: 0 everything was played, or you quit; 1 something could not be played, "
        "or a file could not be read or written; 2 wrong usage.")
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="a file or an address")
    parser.add_argument("--record", metavar="TRACE", help="record a trace, which `tapedeck replay TRACE` verifies")
    parser.add_argument("--segments", metavar="EDL", help="an edit decision list: what it leaves out is not played")
    parser.add_argument("--skip", metavar="RANGES", help="ranges that are not played, as 10-25,1:30-2:00")
    parser.add_argument("--start", metavar="SECONDS", type=float, default=0, help="where the first one starts")
    parser.add_argument("--rate", type=float, default=1.0, help="0.25 to 2; 0.5 is half as fast (default 1)")
    parser.add_argument("--silent", action="store_true", help="without sound and picture, in the time that it takes")
    parser.add_argument("--quiet", action="store_true", help="print only errors")
    return parser.parse_args(arguments)


class App:
    """What the user sees and can do."""

    def __init__(self, options, segments, player, engine, signals):
        self.options, self.segments, self.player, self.signals = options, segments, player, signals
        self.host = Host(player, engine, self.show)
        self.has_failed = self.is_over = False
        self._next = 0
        self._is_verbose = sys.stdout.isatty() and not options.quiet

    def load_next(self):
        if self._next == len(self.options.sources):
            self.is_over = True
            return
        source = self.options.sources[self._next]
        self._next += 1
        self.host.define(self._next, source)
        self.say(source)
        self.host.give(
            "load", item=self._next, autoplay=True, opens=True, is_local="://" not in source, start_anchor="start",
            start_offset=round(self.options.start * SECOND) if self._next == 1 else 0)

    def show(self, output):
        if output.name == "playbackStateChanged":
            self.say(f"  {output.to}")
        elif output.name == "metadataFound":
            self.say(f"  {self.host.texts.words(output.key)}: {self.host.texts.words(output.value)}")
        elif output.name == "willSkip":
            self.say(f"  skips to {self.segments[output.segment - 1][1] / SECOND:g} s")
        elif output.name == "warned":
            self.say(f"  {output.failure}: {self.host.texts.words(output.text)}")
        elif output.name == "failed":
            self.has_failed = True
            words = self.host.texts.words(output.text)
            print(f"{self.options.sources[self._next - 1]}: {output.failure}{': ' + words if words else ''}", file=sys.stderr)
            self.load_next()
        elif output.name == "ended":
            self.load_next()

    def say(self, words):
        if self._is_verbose:
            print(words, flush=True)

    def press(self, key):
        give, get = self.host.give, self.player.get
        if key == " ":
            give("toggle")
        elif key in ("left", "right"):
            give("seek", anchor="playhead", offset=10 * SECOND if key == "right" else -10 * SECOND)
        elif key in ("up", "down"):
            volume = max(0, min(1000, get("volumeLeft") + (50 if key == "up" else -50)))
            give("setVolume", left=volume, right=volume)
        elif key == "m":
            give("setMuted", muted=not get("muted"))
        elif key in "+-":
            give("setRate", rate=max(250, min(2000, get("rate") + (250 if key == "+" else -250))))
        elif key == "n":
            self.load_next()
        elif key == "q":
            self.is_over = True

    def run(self):
        with keys(self.host.engine.wake) as pressed:
            self.load_next()
            while not self.is_over and not self.signals:
                self.host.step()
                while not pressed.empty():
                    self.press(pressed.get())


def main(arguments=None):
    options = parse(arguments)
    try:
        segments = read_edl(options.segments) if options.segments else []
        segments += skipped(options.skip) if options.skip else []
        segments.sort()
    except OSError as error:
        print(f"tapedeck-gstreamer: {options.segments}: {error.strerror}", file=sys.stderr)
        return 1
    except SegmentError as error:
        print(f"tapedeck-gstreamer: {error}", file=sys.stderr)
        return 2
    if not 0.25 <= options.rate <= 2:
        print(f"tapedeck-gstreamer: --rate must be 0.25 to 2; found {options.rate:g}", file=sys.stderr)
        return 2
    machine = engine.Engine({}, engine.fake_sinks if options.silent else engine.real_sinks)
    # Before anything is written, which a signal would leave without its end.
    signals = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: (signals.append(number), machine.wake()))
    try:
        recording = Recording(options.record, engine=machine.identity, tool="tapedeck-gstreamer 1") if options.record else False
        player = Player("standard", record=recording)
    except OSError as error:
        print(f"tapedeck-gstreamer: {options.record}: {error.strerror}", file=sys.stderr)
        return 1
    app = App(options, segments, player, machine, signals)
    for number, (start, end) in enumerate(segments, 1):
        app.host.give("stageSegment", segment=number, start=start, end=end, is_blocked=True)
    if segments:
        app.host.give("commitSegments")
    if options.rate != 1:
        app.host.give("setRate", rate=round(options.rate * 1000))
    app.run()
    app.host.close()
    return 1 if app.has_failed else 0


if __name__ == "__main__":
    # A source that does not stop must not delay the end of the process.
    status = main()
    sys.stdout.flush()
    os._exit(status)

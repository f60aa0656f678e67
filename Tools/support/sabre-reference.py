#!/usr/bin/env python3
"""What a session of SABRE comes to, in exact fractions: the model that PlayerSimulation's SabreSession is compared with.

It shares nothing with the Swift code but the rules, which are written down in PlayerSimulation's documentation (Sabre.md),
and it rounds once, at the end.
"""
import argparse
import csv
import itertools
import json
import sys
import time
from fractions import Fraction
from pathlib import Path

EXAMPLES = """Examples:
  Tools/support/sabre-reference.py --media bbb.json --quality 3 trace.json
  Tools/support/sabre-reference.py --table Tests/PlayerSimulationTests/Networks >expected.csv
  Tools/support/sabre-reference.py --media bbb.json --quality 3 --seconds 2 trace.json    (sessions per second)

Exit codes: 0 printed, 1 not, 2 wrong usage.
"""


def read_json(path):
    """Reads numbers as they are written: a decimal fraction is not rounded to a binary one."""
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_float=Fraction)


class Network:
    """A position in a repeating list of periods (milliseconds, bits per millisecond, milliseconds of latency)."""

    def __init__(self, periods):
        self.periods = itertools.cycle([(p["duration_ms"], p["bandwidth_kbps"], p.get("latency_ms", 0)) for p in periods])
        self.enter()

    def enter(self):
        self.left, self.rate, self.latency = next(self.periods)
        self.left = Fraction(self.left)

    def spend(self, span):
        """Spends time within the period."""
        self.left -= span
        if not self.left:
            self.enter()
        return span

    def wait(self, span):
        while span > self.left:
            span -= self.spend(self.left)
        self.spend(span)

    def first_bit(self):
        """The time to the first bit. Latency is a unit: each period serves as much of it as its own latency allows."""
        took, share = Fraction(0), Fraction(1)
        while share * self.latency > self.left:
            share -= self.left / self.latency
            took += self.spend(self.left)
        return took + self.spend(share * self.latency)

    def receive(self, bits):
        took, bits = Fraction(0), Fraction(bits)
        while bits > self.left * self.rate:
            bits -= self.left * self.rate
            took += self.spend(self.left)
        return took + (self.spend(bits / self.rate) if bits else 0)


class Listener:
    """The buffer, and the listener who plays it."""

    def __init__(self):
        self.level = self.stalled = self.played = Fraction(0)
        self.stalls = 0

    def live(self, span):
        self.played += span
        if span > self.level:
            self.stalls += self.level > 0
            self.stalled += span - self.level
        self.level = max(Fraction(0), self.level - span)


def session(media, periods, quality, cap_ms):
    """Stalls, microseconds of stalls, microseconds from the first request to the last frame."""
    network, listener = Network(periods), Listener()
    segment = Fraction(media["segment_duration_ms"])
    for number, sizes in enumerate(media["segment_sizes_bits"]):
        excess = listener.level + segment - cap_ms
        if number and excess > 0:
            network.wait(excess)
            listener.live(excess)
        download = network.first_bit() + network.receive(sizes[quality])
        if number:
            listener.live(download)
        else:
            listener.played += download
        listener.level += segment
    return listener.stalls, round(listener.stalled * 1000), round((listener.played + listener.level) * 1000)


def print_table(folder):
    """Prints the results of every network in a folder with every quality of every media and two caps."""
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["media", "network", "quality", "cap_ms", "events", "rebuffer_us", "play_us"])
    for media_path in sorted(Path(folder).glob("media/*.json")):
        media = read_json(media_path)
        for path in sorted(Path(folder).glob("*.json")):
            periods = read_json(path)
            for quality in range(len(media["bitrates_kbps"])):
                for cap_ms in (25000, 7000):
                    row = session(media, periods, quality, cap_ms)
                    table.writerow([media_path.name, path.name, quality, cap_ms, *row])


def measure(sessions, seconds):
    """Runs the sessions until the time is up; prints sessions per second of processor time."""
    began, count = time.process_time(), 0
    while time.process_time() - began < seconds:
        for arguments in sessions:
            session(*arguments)
        count += len(sessions)
    print(count / (time.process_time() - began))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--media", help="media in the form of SABRE")
    parser.add_argument("--quality", type=int, action="append", help="from 0; may be given more than once")
    parser.add_argument("--cap", type=Fraction, default=Fraction(25), help="seconds that the buffer may hold (25)")
    parser.add_argument("--table", metavar="FOLDER", help="print the table of a folder of networks and media")
    parser.add_argument("--seconds", type=float, help="measure for this long instead of printing results")
    parser.add_argument("networks", nargs="*", help="networks in the form of SABRE")
    options = parser.parse_args()
    if options.table:
        return print_table(options.table)
    if not options.media or not options.networks:
        parser.error("give --media and a network, or --table")
    media = read_json(options.media)
    qualities = options.quality or [0]
    if not all(0 <= quality < len(media["bitrates_kbps"]) for quality in qualities):
        parser.error(f"--quality must be 0 to {len(media['bitrates_kbps']) - 1}")
    cap = options.cap * 1000
    sessions = [(media, read_json(path), quality, cap) for path in options.networks for quality in qualities]
    if options.seconds:
        return measure(sessions, options.seconds)
    for arguments in sessions:
        print(*session(*arguments), sep=",")


if __name__ == "__main__":
    main()

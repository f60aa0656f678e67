#!/usr/bin/env python3
"""Computes the metrics of `tapedeck stats` once more, from the text form of traces, and compares the two.

    recompute.py TRACE.trace.jsonl …                 prints the metrics, a JSON object on each line
    recompute.py --against TAPEDECK TRACE.trace.jsonl …   runs `TAPEDECK stats --each --json` on them and compares

It shares no code with the Swift, and follows the page Metrics. Exit codes: 0 equal, 1 different, 2 wrong usage.
"""

import json
import math
import subprocess
import sys
from fractions import Fraction

CLASSES = (
    "failed ended stopped interrupted blocked retrying preloading starting seeking rebuffering paused_rebuffering "
    "paused playing").split()


def half_up(value):
    """A fraction, rounded to the nearest integer."""
    return math.floor(value + Fraction(1, 2))


def quotient(part, whole, unit=1_000_000):
    return None if whole is None or whole <= 0 else (part * unit + whole // 2) // whole


def rank(values, percent):
    """The percentile by nearest rank."""
    return sorted(values)[max(1, math.ceil(len(values) * percent / 100)) - 1] if values else None


class Session:
    def __init__(self):
        self.begin = self.clock = None
        self.time = dict.fromkeys(CLASSES, 0)
        self.now = "stopped"
        # The values that notifications report.
        self.phase, self.state, self.supply = "empty", "idle", "unknown"
        self.intent = self.interrupted = self.background = self.delayed = self.played = False
        # The first start.
        self.newest = self.attempt = self.startup = self.valid = self.first_frame = None
        self.starts, self.ever_played = 0, False
        self.open_at = self.open_to_prepared = None
        # Waits.
        self.waits = self.longest = self.wait = self.wait_pauses = self.resuming = 0
        self.in_wait = False
        # Seeks and skips.
        self.seeks = self.superseded = self.landing = self.settling = 0
        self.latencies = []
        self.seek_since = self.landed_at = None
        self.skips = self.skipped = self.skip_time = self.heard = 0
        self.skip_since = self.skip_from = None
        self.skip_due = False
        # Failures.
        self.failures = self.warnings = self.retries = self.reloads = self.recovered = 0
        self.kind = self.failed_at = None
        self.failed_early = self.retried = False
        # The playhead, in thousandths of a microsecond.
        self.place = self.duration = self.length = self.farthest = self.until = None
        self.live_ever = self.edge = False
        self.rate, self.stream = 1000, "unknown"
        self.media = self.live_time = self.edge_time = self.jumps = 0
        self.lows, self.behind = [], []
        self.zero_date = self.clock_date = None
        # Bytes.
        self.bytes = self.bytes_before = self.fill_bytes = self.fill_time = 0
        self.has_bytes = False
        self.opening = self.filling = None

    @property
    def elapsed(self):
        return self.clock - self.begin

    def pass_time(self, instant):
        if self.begin is None:
            self.begin = self.clock = instant
        span = instant - self.clock
        if span <= 0:
            return
        self.clock = instant
        self.time[self.now] += span
        if self.now == "playing":
            self.move(span)
            if self.skip_due:
                self.heard += span
        elif self.now == "rebuffering":
            self.wait += span
            self.longest = max(self.longest, self.wait)
        elif self.now == "paused" and self.intent:
            self.resuming += span

    def move(self, span):
        self.media += span * self.rate
        if self.stream in ("live", "dvr"):
            self.live_time += span
            self.edge_time += span if self.edge else 0
        if self.place is None:
            return
        self.place += span * self.rate
        # At the end, and only there, the fraction of a microsecond is kept.
        if self.duration is not None and self.place // 1000 > self.duration:
            self.place = self.duration * 1000 + self.place % 1000
        if self.farthest is None or self.place // 1000 > self.farthest:
            self.farthest = self.place // 1000

    def put(self, place):
        if place is not None:
            self.place = place * 1000

    def low(self):
        if self.until is not None and self.place is not None and (
                self.duration is None or self.until < self.duration):
            self.lows.append(max(0, self.until - self.place // 1000))

    def step(self, record, outputs):
        self.pass_time(record["t"])
        name, fields = record["e"], record.get("a", {})
        before = self.now
        if before == "playing" and self.stream in ("live", "dvr") and None not in (
                self.place, self.zero_date, self.clock_date):
            self.behind.append(self.clock + self.clock_date - self.place // 1000 - self.zero_date)
        anew = name in ("load", "reload", "restart") and "request" in fields
        ignored = ended_unfinished = skipped_now = False
        at = self.elapsed
        for output in outputs:
            event, value = output["e"], output.get("a", {})
            if event == "completion":
                anew = anew and value["answer"] != "refused"
            elif event == "diagnostic":
                ignored = ignored or value["oddity"] in ("staleEpoch", "staleSerial", "unexpected")
            elif event == "engine.open":
                self.delayed, self.until = False, None
                self.open_at = at if self.open_at is None else self.open_at
                self.settle()
                self.bytes_before += self.bytes
                self.bytes, self.opening = 0, at
            elif event == "engine.seek":
                self.until = None
            elif event == "engine.catchUp":
                self.jumps += 1
            elif event == "itemChanged":
                self.played = False
                if value["to"]:
                    self.length = self.farthest = None
            elif event == "phaseChanged":
                self.phase = value["to"]
                if self.phase in ("empty", "idle") or self.phase == "opening" and value["reason"] == "command":
                    self.played = False
            elif event == "intentChanged":
                self.intent = value["playing"]
            elif event == "interruptionChanged":
                self.interrupted = value["isInterrupted"]
            elif event == "backgroundChanged":
                self.background = value["isInBackground"]
            elif event == "supplyChanged":
                self.supply = value["to"]
            elif event == "playbackStateChanged":
                self.state = value["to"]
            elif event == "prepared":
                if self.open_to_prepared is None and self.open_at is not None:
                    self.open_to_prepared = at - self.open_at
            elif event == "firstFrame":
                if self.first_frame is None and self.newest is not None:
                    self.first_frame = at - self.newest
            elif event == "seekBegan":
                self.superseded += ended_unfinished
                ended_unfinished = self.skip_due = False
                self.seeks += value["reason"] != "segment"
                self.landed_at = None
            elif event == "seekEnded":
                ended_unfinished = not value["isFinished"]
                self.landed_at = at
            elif event == "willSkip":
                self.skip_since, self.skip_from, self.skip_due = at, value["lastPosition"], True
            elif event == "didSkip":
                self.skip_due = False
                if self.skip_since is not None and value["isFinished"]:
                    skipped_now = True
                    self.skips += 1
                    self.skip_time += at - self.skip_since
                self.skip_since = None
            elif event == "retryScheduled":
                self.delayed = value["after"] is None or value["after"] > 0
                self.retries += 1
                self.retried = True
            elif event == "reloading":
                self.reloads += 1
            elif event == "failed":
                self.failures += 1
                self.kind, self.retried = value["failure"], False
                self.failed_at = at if self.failed_at is None else self.failed_at
                self.failed_early = self.failed_early or not self.ever_played
            elif event == "warned":
                self.warnings += 1
            elif event == "durationChanged":
                self.duration = value["duration"]
                self.length = self.length if self.duration is None else self.duration
            elif event == "effectiveRateChanged":
                self.rate = value["rate"]
            elif event == "positionJumped":
                self.put(value["to"])
            elif event == "streamTypeChanged":
                self.stream = value["type"]
                self.live_ever = self.live_ever or self.stream in ("live", "dvr")
            elif event == "atLiveEdgeChanged":
                self.edge = value["atEdge"]
        if "epoch" in fields and not ignored:
            self.report(name, fields, before)
        if name == "wallClock":
            self.clock_date = fields["date"] - self.clock
        if anew:
            self.played = False
        if self.phase != "opening":
            self.delayed = False
        if self.state == "playing":
            self.played = True
        self.now = self.classify()
        self.follow_start()
        if skipped_now and self.place is not None and self.skip_from is not None:
            self.skipped += max(0, self.place // 1000 - self.skip_from)
        if self.now != before:
            self.change(before)

    def report(self, name, fields, before):
        if name == "buffered":
            if before == "playing":
                self.low()
            self.until = fields["until"]
            if fields["bytesRead"] >= 0:
                self.has_bytes = True
                self.bytes = fields["bytesRead"]
                if self.opening is not None:
                    self.filling = (self.bytes, self.elapsed - self.opening)
                    if fields["isSaturated"]:
                        self.settle()
        elif name in ("playbackStarted", "playbackStopped", "starved", "positionReported", "seekCompleted", "ended"):
            self.put(fields["position"])
        elif name == "dateReference" and fields["position"] is not None:
            self.zero_date = fields["date"] - fields["position"]

    def settle(self):
        self.opening = None
        if self.filling:
            self.fill_bytes += self.filling[0]
            self.fill_time += self.filling[1]
        self.filling = None

    def classify(self):
        if self.phase in ("failed", "ended"):
            return self.phase
        if self.phase in ("empty", "idle"):
            return "stopped"
        if self.phase == "prepared" and self.state == "playing":
            return "playing"
        hidden = self.background and self.intent and self.state == "paused" and self.phase == "prepared"
        if self.interrupted or hidden:
            return "interrupted"
        if self.phase == "blocked":
            return "blocked"
        if self.phase == "opening":
            if self.delayed:
                return "retrying"
            return "preloading" if not self.intent else "rebuffering" if self.played else "starting"
        if self.intent and (not self.played or self.state == "ended"):
            return "starting"
        if self.state == "seeking":
            return "seeking"
        if self.state in ("stalled", "preparing"):
            return "rebuffering" if self.intent else "paused_rebuffering"
        return "paused_rebuffering" if not self.intent and "stalled" in self.supply else "paused"

    def follow_start(self):
        spoilers = self.seeks, self.retries + self.failures
        self.ever_played = self.ever_played or self.now == "playing"
        if self.attempt is None:
            if self.intent and not self.played and self.phase in ("opening", "prepared", "blocked"):
                self.newest = self.elapsed
                self.attempt = {"since": self.elapsed, "spoilers": spoilers, "clean": True}
                self.starts += 1
            return
        if self.now in ("stopped", "failed", "interrupted", "blocked"):
            self.attempt["clean"] = False
        if self.played:
            if self.startup is None:
                self.startup = self.elapsed - self.attempt["since"]
                self.valid = self.attempt["clean"] and self.attempt["spoilers"] == spoilers
            self.attempt = None
        elif not self.intent:
            self.attempt = None

    def change(self, before):
        at = self.elapsed
        if self.now == "rebuffering":
            if not self.in_wait:
                self.waits += 1
                self.wait = 0
            self.in_wait = True
        elif self.now == "paused_rebuffering":
            self.wait_pauses += before == "rebuffering"
        elif self.now not in ("interrupted", "retrying", "blocked"):
            self.in_wait = False
        if self.now == "seeking":
            self.seek_since = at
        elif self.seek_since is not None:
            if self.now in ("playing", "paused"):
                landed = max(self.seek_since, at if self.landed_at is None else self.landed_at)
                self.landing += landed - self.seek_since
                self.settling += at - landed
                self.latencies.append(at - self.seek_since)
            self.seek_since = None
        if before == "playing":
            self.low()
        if self.now == "playing" and self.retried:
            self.retried = False
            self.recovered += 1

    def metrics(self, is_over):
        t, play = self.time, self.time["playing"]
        waiting = t["starting"] + t["seeking"] + t["rebuffering"]
        watch, stall = waiting + play, t["rebuffering"]
        media = self.media // 1000
        length = self.length if self.length is not None and self.length > 0 else None
        fill_bytes, fill_time = self.fill_bytes, self.fill_time
        if self.filling:
            fill_bytes, fill_time = fill_bytes + self.filling[0], fill_time + self.filling[1]
        started = self.starts > 0
        early = not self.ever_played and self.failures == 0 and t["starting"] >= 1_000_000
        seeks = self.latencies
        return {
            "session_us": sum(t.values()), "startup_us": self.startup, "startup_valid": self.valid,
            "open_to_prepared_us": self.open_to_prepared, "play_to_first_frame_us": self.first_frame,
            "start_count": self.starts, "preload_us": t["preloading"],
            "exit_before_start": early if is_over and started else None,
            "startup_failure": self.failed_early if started else None, "play_us": play, "media_us": media,
            "watch_us": watch, "rebuffer_count": self.waits, "rebuffer_us": stall, "rebuffer_max_us": self.longest,
            "rebuffer_ratio_watch": quotient(stall, watch), "rebuffer_ratio_play": quotient(stall, play),
            "rebuffer_ratio_media": quotient(stall, length),
            "rebuffer_per_hour_play": quotient(self.waits, play, 3_600_000_000_000_000),
            "pause_rebuffer_count": self.wait_pauses, "connection_rebuffer_us": stall,
            "mean_time_between_rebuffers_us": play // self.waits if self.waits else None, "seek_count": self.seeks,
            "seek_superseded": self.superseded, "seek_us": t["seeking"], "seek_latency_p50_us": rank(seeks, 50),
            "seek_latency_p95_us": rank(seeks, 95), "seek_land_us": self.landing if seeks else None,
            "seek_resume_us": self.settling if seeks else None, "wait_ratio_watch": quotient(waiting, watch),
            "resume_us": self.resuming, "skip_count": self.skips, "skipped_us": self.skipped,
            "skip_latency_us": self.skip_time, "heard_blocked_us": self.heard, "retry_count": self.retries,
            "reload_count": self.reloads, "retry_us": t["retrying"], "retry_success": self.recovered,
            "failure_count": self.failures, "failure": self.kind, "failure_after_us": self.failed_at,
            "warnings": self.warnings,
            "live_latency_mean_us": sum(self.behind) // len(self.behind) if self.behind else None,
            "live_latency_p95_us": rank(self.behind, 95),
            "at_edge_ratio_live_play": quotient(self.edge_time, self.live_time) if self.live_ever else None,
            "catch_up_count": self.jumps if self.live_ever else None, "buffer_p5_us": rank(self.lows, 5),
            "buffer_min_us": min(self.lows, default=None),
            "bytes": self.bytes_before + self.bytes if self.has_bytes else None,
            "throughput_kbps": quotient(fill_bytes, fill_time, 8_000), "rate_mean_play": quotient(media, play),
            "completion_ratio_duration":
                quotient(max(0, min(self.farthest or 0, length)), length) if length else None,
            "interrupted_us": t["interrupted"], "blocked_us": t["blocked"],
            "mux_startup_score":
                None if self.startup is None else half_up(Fraction(800_000_000_000, 8_000_000 + self.startup)),
            "mux_smoothness_score": None if watch <= 0 else math.floor(
                500 * (100 / math.sqrt(1 + (self.waits / 2) ** 2) + 100 * math.exp(-10 * stall / watch)) + 0.5),
            "dropped_frames": None, "quality_switches": None,
        }


RATIOS = {
    "rebuffer_ratio_watch", "rebuffer_ratio_play", "rebuffer_ratio_media", "rebuffer_per_hour_play", "wait_ratio_watch",
    "at_edge_ratio_live_play", "rate_mean_play", "completion_ratio_duration"}
SCORES = {"mux_startup_score", "mux_smoothness_score"}


def count(path):
    """The classes and metrics of a trace, with ratios in millionths and scores in thousandths."""
    session, step, outputs, is_over = Session(), None, [], False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["k"] == "i":
                if step:
                    session.step(step, outputs)
                step, outputs = record, []
            elif record["k"] == "o":
                outputs.append(record)
            elif record["k"] == "z":
                is_over = True
    if step:
        session.step(step, outputs)
    assert sum(session.time.values()) == (session.elapsed if session.begin is not None else 0)
    return {name + "_us": time for name, time in session.time.items()}, session.metrics(is_over)


def as_integers(metrics):
    """The same from the command's JSON, where ratios and scores are decimals."""
    result = {}
    for key, value in metrics.items():
        scale = 1_000_000 if key in RATIOS else 1_000 if key in SCORES else None
        result[key] = value if value is None or scale is None else int(Fraction(value) * scale)
    return result


def compare(program, paths):
    run = subprocess.run([program, "stats", "--each", "--json", *paths], stdout=subprocess.PIPE, check=True)
    rows = [json.loads(line, parse_float=str) for line in run.stdout.decode().splitlines()]
    differences = 0
    for row in rows:
        classes, metrics = count(row["trace"])
        found = dict(row["classes"], **as_integers(row["metrics"]))
        wanted = dict(classes, **metrics)
        for key in sorted(found.keys() | wanted.keys()):
            if found.get(key, "missing") != wanted.get(key, "missing"):
                differences += 1
                print(f"{row['trace']}: {key}: tapedeck {found.get(key, 'missing')}, "
                      f"here {wanted.get(key, 'missing')}")
    if len(rows) != len(paths):
        differences += 1
        print(f"{len(paths)} traces, {len(rows)} rows")
    print(f"{len(rows)} sessions, {sum(len(row['metrics']) + len(row['classes']) for row in rows)} numbers, "
          f"{differences} differences")
    return 1 if differences else 0


def main(arguments):
    if arguments[:1] == ["--against"] and len(arguments) > 2:
        return compare(arguments[1], arguments[2:])
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr if arguments != ["--help"] else sys.stdout)
        return 0 if arguments == ["--help"] else 2
    for path in arguments:
        classes, metrics = count(path)
        print(json.dumps({"trace": path, "classes": classes, "metrics": metrics}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

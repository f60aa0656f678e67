"""A small player on PyPI's `transitions`: the same machine as msm.cpp, driven by the same inputs.

Prints nanoseconds per event, the best of several runs, and how often the playback state changed.
"""

import sys
import time

from transitions import Machine

NEVER = 2**63 - 1
STATES = ["idle", "preparing", "playing", "seeking", "paused", "stalled", "ended"]

# The number of an input's kind (see Vocabulary in PlayerCore) and the trigger it fires. Other kinds do nothing here.
TRIGGERS = {
    0: "deadline", 1: "load", 3: "play", 4: "pause", 9: "seek", 10: "set_rate", 11: "set_volume", 12: "set_muted",
    65: "begin_interruption", 66: "end_interruption", 67: "change_route", 129: "opened", 137: "buffered",
    139: "starved", 140: "started", 142: "position_reported", 143: "seek_completed", 145: "reach_end",
}

# Trigger, source, destination (None: no change), action, condition. The first row whose condition holds wins.
ROWS = [
    ("load", "*", "preparing", "open_item", None),
    ("opened", "preparing", None, "take_opened", "is_current"),
    ("started", ["preparing", "stalled", "seeking", "paused", "ended"], "playing", "take_position", "is_expected"),
    ("started", "playing", None, "take_position", "is_expected"),
    ("pause", ["preparing", "seeking"], "paused", "hold", "is_ready"),
    ("pause", ["playing", "stalled"], "paused", "hold", None),
    ("pause", "ended", None, "nothing", None),
    ("pause", "*", None, "hold", None),
    ("begin_interruption", ["preparing", "seeking"], "paused", "interrupt", "is_ready"),
    ("begin_interruption", ["playing", "stalled"], "paused", "interrupt", None),
    ("begin_interruption", "*", None, "interrupt", None),
    ("end_interruption", "*", None, "resume", None),
    ("change_route", ["preparing", "playing", "stalled", "seeking"], "paused", "hold", "is_pulled"),
    ("starved", "playing", "stalled", "take_starved", "is_current"),
    ("reach_end", "playing", "ended", "rest_at_end", "is_current"),
    ("seek", "preparing", "seeking", "begin_seek", "is_ready"),
    ("seek", ["playing", "stalled", "paused", "ended"], "seeking", "begin_seek", None),
    ("seek", "seeking", None, "begin_seek", None),
    ("seek_completed", "seeking", "paused", "take_landing", "is_landing_on_hold"),
    ("seek_completed", ["seeking", "ended"], None, "take_landing", "is_landing"),
    ("play", "ended", None, "start_over", None),
    ("play", "*", None, "want", None),
    ("buffered", "*", None, "take_buffered", "is_current"),
    ("position_reported", "*", None, "take_position", "is_expected"),
    ("set_rate", "*", None, "change_rate", None),
    ("set_volume", "*", None, "change_volume", None),
    ("set_muted", "*", None, "change_muted", None),
    ("deadline", "*", None, "probe", None),
]


class Player:
    """What the machine stores besides its state."""

    def __init__(self):
        self.outputs = []
        self.epoch = self.serial = self.now = 0
        self.anchor = self.anchored_at = self.target = self.duration = self.probed_at = 0
        self.rate, self.volume = 1000, (1000, 1000)
        self.wants_play = self.is_interrupted = self.is_open = self.is_seeking = self.is_driving = False
        self.is_playable = self.is_stalled = self.is_muted = False
        self.changes = 0

    def count_change(self, fields):
        self.changes += 1

    def say(self, command, argument=0):
        self.outputs.append((command, self.epoch, argument))

    def position(self):
        if self.is_seeking:
            return self.target
        if not self.is_driving:
            return self.anchor
        moved = (self.now - self.anchored_at) * self.rate // 1000
        return min(self.anchor + moved, max(self.duration, self.anchor))

    def rest(self, where):
        self.anchor, self.anchored_at, self.is_driving = where, self.now, False

    def may_run(self):
        return (
            self.is_open and not self.is_seeking and self.is_playable and self.wants_play and not self.is_interrupted
        )

    def steer(self):
        """Brings the engine in line with the desired playback."""
        if self.may_run() and not self.is_driving:
            self.is_driving = True
            self.anchored_at = self.probed_at = self.now
            self.say("play", self.rate)
        elif not self.may_run() and self.is_driving:
            self.rest(self.position())
            self.say("pause")

    def next_deadline(self):
        return self.probed_at + 10_000_000 if self.is_driving else NEVER

    # Actions

    def nothing(self, fields):
        pass

    def open_item(self, fields):
        if self.epoch:
            self.say("close")
        self.epoch += 1
        self.wants_play = fields[7] != 0
        self.is_open = self.is_seeking = self.is_playable = self.is_stalled = self.is_interrupted = False
        self.rest(0)
        self.say("open", fields[1])
        self.say("set_volume", self.volume)

    def take_opened(self, fields):
        self.is_open, self.duration = True, fields[1]
        self.steer()

    def take_buffered(self, fields):
        if not self.is_seeking:
            enough = 2_000_000 if self.is_stalled else 1_000_000
            if fields[3] or fields[1] - self.position() >= enough:
                self.is_playable, self.is_stalled = True, False
        self.steer()

    def take_position(self, fields):
        self.anchor, self.anchored_at = fields[1], self.now

    def take_starved(self, fields):
        self.rest(fields[1])
        self.is_playable, self.is_stalled = False, True

    def take_landing(self, fields):
        self.is_seeking = False
        self.rest(fields[2])
        self.steer()

    def begin_seek(self, fields):
        origin = self.position() if fields[1] == 1 else 0
        self.rest(self.position())
        self.seek_to(max(0, min(self.duration, origin + fields[2])))

    def start_over(self, fields):
        self.wants_play = True
        self.seek_to(0)

    def seek_to(self, target):
        self.target, self.is_seeking, self.is_playable = target, True, False
        self.serial += 1
        self.say("seek", self.serial)

    def want(self, fields):
        self.wants_play, self.is_interrupted = True, False
        self.steer()

    def hold(self, fields):
        self.wants_play = self.is_interrupted = False
        self.steer()

    def interrupt(self, fields):
        self.is_interrupted = True
        self.steer()

    def resume(self, fields):
        self.is_interrupted = False
        if not fields[0]:
            self.wants_play = False
        self.steer()

    def change_rate(self, fields):
        self.anchor, self.anchored_at, self.rate = self.position(), self.now, fields[1]
        if self.is_driving:
            self.say("play", self.rate)

    def change_volume(self, fields):
        self.volume = (fields[1], fields[2])
        self.say("set_volume", self.volume)

    def change_muted(self, fields):
        self.is_muted = fields[1] != 0
        self.say("set_volume", self.volume)

    def probe(self, fields):
        if self.now >= self.next_deadline():
            self.probed_at = self.now
            self.say("report_position")

    def rest_at_end(self, fields):
        self.rest(fields[1])

    # Conditions

    def is_current(self, fields):
        return fields[0] == self.epoch

    def is_expected(self, fields):
        return fields[0] == self.epoch and self.is_driving

    def is_landing(self, fields):
        return fields[0] == self.epoch and self.is_seeking and fields[1] == self.serial

    def is_landing_on_hold(self, fields):
        return self.is_landing(fields) and (not self.wants_play or self.is_interrupted)

    def is_pulled(self, fields):
        return fields[0] == 2

    def is_ready(self, fields):
        return self.is_open and not self.is_seeking


def make_player():
    player = Player()
    machine = Machine(player, states=STATES, initial="idle", auto_transitions=False, ignore_invalid_triggers=True)
    for trigger, source, destination, action, condition in ROWS:
        after = "count_change" if destination else None
        machine.add_transition(trigger, source, destination, conditions=condition, before=action, after=after)
    return player


def read(path):
    """Each input as (instant, trigger or None, fields)."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            numbers = [int(word) for word in line.split()]
            yield numbers[0], TRIGGERS.get(numbers[1]), numbers[2:]


def play(messages):
    player = make_player()
    pull = {name: getattr(player, name) for name in TRIGGERS.values()}
    began = time.perf_counter_ns()
    for instant, trigger, fields in messages:
        player.outputs.clear()
        player.now = max(player.now, instant)
        if trigger is not None:
            pull[trigger](fields)
        player.next_deadline()
    return (time.perf_counter_ns() - began) / len(messages), player.changes


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: with_transitions.py MIX")
    messages = list(read(sys.argv[1]))
    best, changes = min(play(messages) for _ in range(3))
    print(f"{best:.1f} {changes}")


main()

"""Runs the mix in a file through the Python package. Prints nanoseconds per input, taken one by one with its outputs, the same in
batches, the number of outputs, and the digest of the last state. calls.c describes the format of the file."""

import struct
import sys
import time

from tapedeck import Batch, Outputs, Player, vocabulary

RECORD = struct.Struct("<HHIq11qII")
UNKNOWN, NEVER = -(2**63), 2**63 - 1

settings, before, measured = {}, bytearray(), bytearray()
instants = []
for line in open(sys.argv[1], encoding="ascii"):
    mark, *rest = line.split()
    numbers = [int(word) for word in rest]
    if mark == "s":
        name, _, kind = next(setting for setting in vocabulary.SETTINGS if setting[1] == numbers[0])
        settings[name] = bool(numbers[1]) if kind in ("bool", "flag") else None if numbers[1] == NEVER else numbers[1]
        continue
    at, code, context, *fields = numbers
    fields += [0] * (11 - len(fields))
    (before if mark == "x" else measured).extend(RECORD.pack(code, 0, context, at, *fields, 0, 0))
    if mark == "i":
        instants.append(at)

calls = list(zip(Batch(measured), instants))
batches = [Batch(measured[start : start + 112_000]) for start in range(0, len(measured), 112_000)]


def made():
    player = Player(settings=settings)
    player.receive_many(Batch(before), outputs=False)
    return player


def least(play, rounds):
    best = float("inf")
    for _ in range(rounds):
        player = made()
        began = time.thread_time_ns()
        count = play(player)
        best = min(best, time.thread_time_ns() - began)
    return best / len(calls), count, player.digest


def one_by_one(player):
    receive = player.receive
    return sum(len(receive(given, at=at)) for given, at in calls)


outputs = Outputs()


def in_batches(player):
    return sum(len(player.receive_many(batch, outputs=outputs)) for batch in batches)


single, count, digest = least(one_by_one, 10)
batch, batch_count, batch_digest = least(in_batches, 40)
assert (count, digest) == (batch_count, batch_digest)
print(f"{single:.0f} {batch:.2f} {count} {digest}")

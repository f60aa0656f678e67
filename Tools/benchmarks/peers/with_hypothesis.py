"""The small player of Tests/ReducerTestingTests/Toys/ToyPlayer.swift for Hypothesis.

Prints four numbers: steps per second without a failure; seconds to find and shrink the defect; the steps this took; the
steps of the session that remains. Argument: how many sessions to draw for the first number.
"""

import contextlib
import io
import sys
import time

from hypothesis import HealthCheck, Phase, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test


class ToyPlayer(RuleBasedStateMachine):
    has_defect = True
    taken = 0
    last_failure = 0

    def __init__(self):
        super().__init__()
        self.is_playing = False
        self.failures = 0
        self.buffered = 0
        self.position = 0
        self.count = 0

    def check(self):
        ToyPlayer.taken += 1
        self.count += 1
        if self.failures >= 3 and self.buffered > 9000 and self.position > 30000 and self.has_defect:
            ToyPlayer.last_failure = self.count
            raise AssertionError("stuck")

    @rule()
    def play(self):
        self.is_playing = True
        self.check()

    @rule()
    def pause(self):
        self.is_playing = False
        self.check()

    @rule()
    def fail(self):
        self.failures += 1
        self.check()

    @rule(amount=st.integers(0, 11999))
    def buffer(self, amount):
        self.buffered = min(self.buffered + amount, 20000)
        self.check()

    @rule(place=st.integers(0, 35999))
    def seek(self, place):
        self.position = place
        self.check()


class SoundPlayer(ToyPlayer):
    has_defect = False


def run(machine, examples):
    """The seconds and the steps of a run, and whether it failed."""
    options = settings(
        max_examples=examples, stateful_step_count=100, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate, Phase.shrink], print_blob=False)
    ToyPlayer.taken = 0
    start = time.process_time()
    failed = False
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            run_state_machine_as_test(machine, settings=options)
        except BaseException as error:
            # Hypothesis raises the model's own error, alone or in a group; any other error is a bug of ours.
            if "stuck" not in repr(error) and "stuck" not in str(getattr(error, "exceptions", "")):
                raise
            failed = True
    return time.process_time() - start, ToyPlayer.taken, failed


def main():
    seconds, taken, _ = run(SoundPlayer, int(sys.argv[1]))
    found_in, found_steps, failed = run(ToyPlayer, 10000)
    if not failed:
        sys.exit("the defect was not found")
    print(taken / seconds, found_in, found_steps, ToyPlayer.last_failure)


main()

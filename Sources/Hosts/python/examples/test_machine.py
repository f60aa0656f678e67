"""Hypothesis searches for a session that breaks a promise of the player: commands, engine reports and time, in any order.

Use it as a starting point for your own: add the rules of your app, and what must hold there.
"""

from collections import deque
from typing import Deque, Dict, List, Tuple, Type, Union

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tapedeck.vocabulary import Anchor, FailureKind

from tapedeck import Input, Output, Player, Trace, inputs

SECOND = 1_000_000
DURATION = 60 * SECOND

positions = st.integers(0, DURATION)
lengths = st.sampled_from([0, 1, SECOND // 2, 3 * SECOND, 20 * SECOND])
failures: "st.SearchStrategy[FailureKind]" = st.sampled_from(["io", "connect", "httpNotFound", "endedEarly"])
Report = Union[Type[inputs.PlaybackStopped], Type[inputs.Starved], Type[inputs.PositionReported], Type[inputs.Ended]]
REPORTS: List[Report] = [inputs.PlaybackStopped, inputs.Starved, inputs.PositionReported, inputs.Ended]
anchors: "st.SearchStrategy[Anchor]" = st.sampled_from(["start", "playhead", "liveEdge", "defaultPosition"])


class Session(RuleBasedStateMachine):
    """A player with an engine that may report anything, late or never, as engines do."""

    def __init__(self) -> None:
        super().__init__()
        self.player = Player("standard", record=True)
        self.now = 0
        self.request = 0
        self.answers: Dict[int, str] = {}
        self.blocked: List[Tuple[int, int]] = []
        self.commands: Deque[Output] = deque()
        self.is_prompt = True

    def give(self, *given: Input) -> None:
        """Gives inputs, the reports of an engine that obeys at once, and due deadlines, until nothing more happens."""
        inbox = deque(given)
        for _ in range(1000):
            due = self.player.next_deadline
            if inbox:
                self.take(inbox.popleft())
            elif self.is_prompt and self.commands:
                inbox.extend(self.obeyed(self.commands.popleft()))
            elif due is not None and due <= self.now:
                self.take(inputs.Deadline())
            else:
                return
        raise AssertionError("the player and an obedient engine never come to rest")

    def take(self, given: Input) -> None:
        for output in self.player.receive(given, at=self.now):
            if output.name == "completion" and output.request:
                assert output.request not in self.answers, f"{output} is the second answer to this request"
                self.answers[output.request] = output.answer
            elif output.name.startswith("engine."):
                self.commands.append(output)

    def obeyed(self, command: Output) -> List[Input]:
        """What a well-behaved engine reports after it has carried out a command."""
        position = self.player.position(self.now)
        if command.name == "engine.open":
            opened = inputs.Opened(epoch=command.epoch, duration=DURATION, seekable=True, audio=True)
            return [opened, inputs.Buffered(epoch=command.epoch, until=DURATION, is_saturated=True)]
        if command.name == "engine.play":
            return [inputs.PlaybackStarted(epoch=command.epoch, position=position, rate=command.rate)]
        if command.name == "engine.pause":
            return [inputs.PlaybackStopped(epoch=command.epoch, position=position)]
        if command.name == "engine.seek":
            epoch, target = command.epoch, command.target
            landed = inputs.SeekCompleted(epoch=epoch, serial=command.serial, position=target, is_finished=True)
            return [landed, inputs.Buffered(epoch=epoch, until=DURATION, is_saturated=True)]
        if command.name == "engine.reportPosition":
            return [inputs.PositionReported(epoch=command.epoch, position=position)]
        return [inputs.Closed(epoch=command.epoch)] if command.name == "engine.close" else []

    def ask(self) -> int:
        self.request += 1
        return self.request

    # Time

    @rule(span=st.integers(0, 15 * SECOND))
    def time_passes(self, span: int) -> None:
        """The host's timer fires whenever the player has requested it: here it is never late."""
        until = self.now + span
        while (due := self.player.next_deadline) is not None and due <= until:
            self.now = max(self.now, due)
            self.give()
        self.now = until

    # The app

    @initialize(blocked=st.lists(st.tuples(positions, lengths), max_size=3))
    def load(self, blocked: List[Tuple[int, int]]) -> None:
        self.blocked = [(start, start + length) for start, length in blocked]
        for number, (start, end) in enumerate(self.blocked, 1):
            self.give(inputs.StageSegment(request=self.ask(), segment=number, start=start, end=end, is_blocked=True))
        self.give(inputs.CommitSegments(request=self.ask()))
        self.give(inputs.Load(request=self.ask(), item=1, autoplay=True, opens=True))

    @rule()
    def play(self) -> None:
        self.give(inputs.Play(request=self.ask()))

    @rule()
    def pause(self) -> None:
        self.give(inputs.Pause(request=self.ask()))

    @rule()
    def stop(self) -> None:
        self.give(inputs.Stop(request=self.ask()))

    @rule(anchor=anchors, offset=st.integers(-DURATION, DURATION))
    def seek(self, anchor: Anchor, offset: int) -> None:
        self.give(inputs.Seek(request=self.ask(), anchor=anchor, offset=offset))

    @rule(rate=st.sampled_from([500, 1000, 2000, 9000]))
    def set_rate(self, rate: int) -> None:
        self.give(inputs.SetRate(request=self.ask(), rate=rate))

    # The engine

    @precondition(lambda self: self.commands and not self.is_prompt)
    @rule(count=st.integers(1, 8))
    def the_engine_obeys(self, count: int) -> None:
        for _ in range(min(count, len(self.commands))):
            self.give(*self.obeyed(self.commands.popleft()))

    @rule(is_prompt=st.sampled_from([True, True, False]))
    def the_engine_changes(self, is_prompt: bool) -> None:
        """From now on the engine obeys at once, or only when it likes."""
        self.is_prompt = is_prompt
        self.give()

    @rule(until=positions)
    def some_is_buffered(self, until: int) -> None:
        self.give(inputs.Buffered(epoch=self.player.get("epoch"), until=until))

    @rule(off_by=st.integers(-SECOND, SECOND), kind=st.sampled_from(REPORTS))
    def it_reports_by_itself(self, off_by: int, kind: Report) -> None:
        """Approximately where the playhead is: an engine may stop, starve or jump for reasons of its own."""
        position = max(0, (self.player.position(self.now) or 0) + off_by)
        self.give(kind(epoch=self.player.get("epoch"), position=position))

    @rule(off_by=st.integers(-SECOND, SECOND), is_finished=st.booleans())
    def a_seek_lands_beside_its_target(self, off_by: int, is_finished: bool) -> None:
        serial, target = self.player.get("seek"), self.player.get("seekTarget")
        position = None if target is None else max(0, target + off_by)
        epoch = self.player.get("epoch")
        self.give(inputs.SeekCompleted(epoch=epoch, serial=serial, position=position, is_finished=is_finished))

    @rule(failure=failures)
    def it_fails(self, failure: FailureKind) -> None:
        self.give(inputs.Failed(epoch=self.player.get("epoch"), failure=failure))

    @precondition(lambda self: self.player.get("epoch") > 1)
    @rule()
    def an_older_opening_ends(self) -> None:
        before = self.player.get("state")
        self.give(inputs.Ended(epoch=self.player.get("epoch") - 1, position=DURATION))
        assert self.player.get("state") == before

    # What must hold

    @invariant()
    def blocked_media_is_never_played(self) -> None:
        if self.player.get("state") != "playing":
            return
        position = self.player.position(self.now)
        assert position is not None
        for start, end in self.blocked:
            assert not start <= position < end, f"plays at {position}, and {start} to {end} is blocked"

    @invariant()
    def no_deadline_lies_behind(self) -> None:
        due = self.player.next_deadline
        assert due is None or due > self.now

    @invariant()
    def copies_are_equal(self) -> None:
        digest = self.player.digest
        assert self.player.fork().digest == digest
        assert Player.from_snapshot(self.player.save()).digest == digest

    def teardown(self) -> None:
        """Every session is a trace, and every trace replays and obeys the laws of a player."""
        digest = self.player.digest
        trace = Trace(self.player.take_trace(end=True))
        report = trace.replay()
        assert report["verdict"] == "ok" and report["digest"] == digest
        assert trace.check() == []
        self.player.close()


Session.TestCase.settings = settings(max_examples=100, stateful_step_count=40, derandomize=True, deadline=None)
TestSession = Session.TestCase

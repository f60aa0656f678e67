"""Writing traces: in both forms, to files, and from changed inputs."""

import os
import stat
from pathlib import Path
from typing import Any, List

import pytest
from conftest import TEXT_TRACES, TRACES, make_playing

from tapedeck import Player, Recording, Trace, TraceError, inputs, outputs
from tapedeck.trace import Checkpoint, End, ForeignMessage, ItemDefinition, Loss, Mark, Record, Step, TextDefinition

CLIP = TRACES / "clip-pause.trace.jsonl"
SOME = 3


def failing() -> Trace:
    """A session with two openings, of which the second fails."""
    player = make_playing(record=Recording(engine="none", note="field", recorded_at=1_700_000_000_000_000))
    player.define_item(1, "https://example.org/a.mp4")
    player.receive("setMuted", at=3_000_000, request=2, muted=True)
    player.mark("here the user turned the page")
    player.receive("load", at=4_000_000, request=3, item=2, autoplay=True, opens=True)
    epoch = player.get("epoch")
    player.receive("opened", at=5_000_000, epoch=epoch, duration=90_000_000, seekable=True, audio=True)
    player.receive("seek", at=6_000_000, request=4, offset=20_000_000)
    player.receive("seekCompleted", at=6_500_000, epoch=epoch, serial=1, position=20_000_000, is_finished=True)
    player.receive("failed", at=7_000_000, epoch=epoch, failure="invalidData")
    return Trace(player.take_trace(end=True), name="field")


# Forms and files


def test_the_two_forms_have_the_same_records() -> None:
    for path in TEXT_TRACES[::SOME]:
        trace = Trace(path)
        binary = Trace(trace.to_bytes("binary"))
        assert (trace.format, binary.format) == ("text", "binary")
        assert binary.to_bytes("text") == path.read_bytes() == trace.to_bytes() == trace.to_bytes("text")
        assert binary.to_bytes("binary") == bytes(binary)


def test_a_torn_trace_is_converted_without_its_last_record() -> None:
    torn = Trace(CLIP.read_bytes()[:-10], name="torn")
    *records, loss = torn
    assert isinstance(loss, Loss)
    assert list(Trace(torn.to_bytes("binary"))) == records


def test_a_damaged_trace_is_not_converted(tmp_path: Path) -> None:
    text = CLIP.read_text("utf-8").splitlines(keepends=True)
    damaged = Trace("".join([*text[:21], "?", *text[22:]]).encode())
    path = tmp_path / "a.trace"
    path.write_bytes(b"before")
    with pytest.raises(TraceError, match="line 22 "):
        damaged.save(path, "binary")
    assert path.read_bytes() == b"before"
    # It can still be kept as it was read.
    damaged.save(path)
    assert path.read_bytes() == bytes(damaged)


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace, path, link = Trace(CLIP), tmp_path / "a.trace", tmp_path / "link.trace"
    trace.save(path)
    assert path.read_bytes() == bytes(trace)
    path.chmod(0o600)
    link.symlink_to(path)
    trace.save(link, format="binary")
    assert link.is_symlink() and Trace(path).format == "binary" and stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space left"):
            trace.save(path)
    assert path.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["a.trace", "link.trace"]


def test_where_it_cannot_be_saved(tmp_path: Path) -> None:
    trace = Trace(CLIP)
    with pytest.raises(FileNotFoundError, match=r"nowhere/a\.trace"):
        trace.save(tmp_path / "nowhere" / "a.trace")
    with pytest.raises(IsADirectoryError):
        trace.save(tmp_path)
    with pytest.raises(TypeError, match="path: expected the path of a file, found 3"):
        trace.save(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="format: expected one of binary, text, found 'json'"):
        trace.save(tmp_path / "a.trace", "json")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="format: expected one of binary, text, found 2"):
        trace.to_bytes(2)  # type: ignore[arg-type]
    assert os.listdir(tmp_path) == []


# Inputs


@pytest.mark.parametrize("path", TEXT_TRACES[::SOME], ids=lambda path: path.stem)
def test_the_same_inputs_make_the_same_trace(path: Path) -> None:
    trace = Trace(path)
    again = trace.with_inputs(trace)
    kinds = (Step, ItemDefinition, TextDefinition, Mark, End)
    expected: List[Record] = [record for record in trace if isinstance(record, kinds)]
    found: List[Record] = [record for record in again if isinstance(record, kinds)]
    if isinstance(expected[-1], End) and isinstance(found[-1], End):
        # How it ended was another matter.
        expected[-1] = expected[-1]._replace(ending=found[-1].ending, detail=found[-1].detail)
    assert found == expected or (not isinstance(expected[-1], End) and found[:-1] == expected)
    assert again.header.settings == trace.header.settings and again.header.engine == trace.header.engine
    assert again.replay()["verdict"] == "ok" and again.check() == []


def test_a_trace_of_inputs() -> None:
    load = inputs.Load(request=1, item=1, autoplay=True, opens=True)
    trace = Trace.from_inputs(
        [(0, load), Mark(0, "and then"), (10, "stop"), TextDefinition(3, "three")],
        preset="standard",
        settings={"retryLimit": 5},
        items={1: "a.mp4"},
        engine="none",
        note="by hand",
        recorded_at=7,
        name="mine",
    )
    kinds = [type(record) for record in trace if not isinstance(record, Checkpoint)]
    assert kinds == [ItemDefinition, Step, Mark, Step, TextDefinition, End]
    assert [step.at for step in trace.steps()] == [0, 10]
    first = next(trace.steps())
    assert first.input == load and any(isinstance(output, outputs.EngineOpen) for output in first.outputs)
    assert trace.name == "mine" and trace.header.settings["retryLimit"] == 5
    assert (trace.header.engine, trace.header.note, trace.header.recorded_at) == ("none", "by hand", 7)
    player = Player("standard", settings={"retryLimit": 5})
    player.receive(load, at=0)
    player.receive("stop", at=10)
    assert trace.replay()["verdict"] == "ok" and trace.replay()["digest"] == player.digest
    assert list(Trace.from_inputs([])) and Trace.from_inputs([]).replay()["inputs"] == 0


def test_steps_keep_their_meaning_without_those_before_them() -> None:
    trace = failing()
    steps = list(trace.steps())
    second = next(step.number for step in steps if step.input.name == "load" and step.number > 1)
    smaller = trace.with_inputs(step for step in steps if step.number >= second)
    found = [step.input for step in smaller.steps()]
    assert [message.name for message in found] == ["load", "opened", "seek", "seekCompleted", "failed"]
    # The second opening is now the first one, and the failure still belongs to the opening that plays.
    assert all(message.epoch == 1 for message in found if hasattr(message, "epoch"))
    assert any(isinstance(output, outputs.Failed) for step in smaller.steps() for output in step.outputs) == any(
        isinstance(output, outputs.Failed) for step in steps for output in step.outputs
    )
    assert smaller.items() == trace.items() and smaller.header.note == "field" and smaller.name == "field"
    assert smaller.header.recorded_at == trace.header.recorded_at
    assert smaller.replay()["verdict"] == "ok" and smaller.check() == []
    assert trace.with_inputs([], note="empty").header.note == "empty"


def test_steps_can_be_changed_by_hand() -> None:
    trace = failing()
    at: Any = {"opened": 8_000_000}

    def edited(step: Step) -> Step:
        message = step.input
        assert not isinstance(message, ForeignMessage)
        if isinstance(message, inputs.Opened):
            message = message.replace(duration=30_000_000)
        if isinstance(message, inputs.Failed):
            # A number that was edited stays.
            message = message.replace(epoch=77)
        return step._replace(at=at.get(message.name, step.at), input=message)

    steps = list(trace.with_inputs(map(edited, trace.steps())).steps())
    assert [step.at for step in steps if step.input.name == "opened"] == [8_000_000, 8_000_000]
    failed = steps[-1].input
    assert isinstance(failed, inputs.Failed) and failed.epoch == 77
    opened = max(step.number for step in steps if step.input.name == "opened")
    assert trace.with_inputs(trace.steps()).player(opened).get("duration") == 90_000_000
    assert trace.with_inputs(map(edited, trace.steps())).player(opened).get("duration") == 30_000_000


def test_shrinking_by_hand() -> None:
    trace = failing()

    def still_fails(candidate: Trace) -> bool:
        return any(isinstance(output, outputs.Failed) for step in candidate.steps() for output in step.outputs)

    assert still_fails(trace)
    steps = list(trace.steps())
    for step in list(steps):
        without = [other for other in steps if other.number != step.number]
        if still_fails(trace.with_inputs(without)):
            steps = without
    names = [step.input.name for step in steps]
    assert len(names) < 5 and names[0] == "load" and names[-1] == "failed"


def test_a_message_with_other_fields() -> None:
    seek = inputs.Seek(request=1, offset=5)
    assert seek.replace(offset=7, anchor="liveEdge") == inputs.Seek(request=1, offset=7, anchor="liveEdge")
    assert seek.offset == 5
    with pytest.raises(ValueError, match=r"field: expected one of .*offset.*, found 'ofset'; did you mean offset"):
        seek.replace(ofset=7)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (3, TypeError, "inputs: expected an iterable of"),
        ([3], TypeError, r"inputs\[0\]: expected \(at, input\), or a record of a trace, found 3"),
        ([(0, "play", {})], TypeError, r"inputs\[0\]: expected \(at, input\)"),
        ([inputs.Play()], TypeError, r"inputs\[0\]: expected \(at, input\), or a record of a trace, found Play"),
        ([(0, "play"), (0.5, "play")], TypeError, r"inputs\[1\]: at: expected microseconds as an int, found 0\.5"),
        ([(0, 5)], TypeError, r"inputs\[0\]: input: expected an object of tapedeck\.inputs, or its name, found 5"),
        ([(0, "plya")], ValueError, r"inputs\[0\]: .*'plya'; did you mean play"),
        ([(0, inputs.Load(item=-1))], ValueError, r"inputs\[0\]: load: .*item.* has no value -1"),
        ([Step(1, 0, ForeignMessage("dance", {}), [])], ValueError, r"inputs\[0\]: .* does not have the input dance"),
    ],
)
def test_wrong_inputs(given: Any, error: Any, words: str) -> None:
    for make in (Trace.from_inputs, Trace(CLIP).with_inputs):
        with pytest.raises(error, match=words):
            make(given)


def test_wrong_use() -> None:
    with pytest.raises(ValueError, match=r"settings\.retryLimt: there is no such setting; did you mean retryLimit"):
        Trace.from_inputs([], settings={"retryLimt": 1})
    with pytest.raises(TypeError, match=r"items: expected a mapping of numbers and words, found \[\]"):
        Trace.from_inputs([], items=[])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="item: expected 0 to"):
        Trace.from_inputs([], items={-1: "a"})
    with pytest.raises(TypeError, match="note: expected a str, found 3"):
        Trace(CLIP).with_inputs([], note=3)  # type: ignore[arg-type]

"""Traces of every kind are read, replayed, explained and compared as by the command line."""

import json
import os
import pickle
import random
import subprocess
from pathlib import Path
from typing import Any, List

import pytest
from conftest import TEXT_TRACES, TRACES, command_line, make_playing

from tapedeck import Player, Recording, Trace, TraceError, diff, explain, inputs, tables
from tapedeck.trace import End, ForeignMessage, ItemDefinition, Loss, Mark, Step, TextDefinition

CLIP = TRACES / "clip-pause.trace.jsonl"
ARCHIVES = sorted(
    path for path in (TRACES / "archive").glob("[0-9]*/*") if path.name.endswith((".trace", ".trace.jsonl"))
)
FILES = TEXT_TRACES + ARCHIVES


def test_golden_traces_regressions_and_the_archive_of_all_versions_are_replayed() -> None:
    assert len(FILES) > 200
    behaviour = Trace(CLIP).header.behaviour
    for path in FILES:
        trace = Trace(path)
        report = trace.replay()
        # Another behaviour may have other outputs.
        may_differ = path in ARCHIVES and trace.header.behaviour != behaviour
        assert report["verdict"] == "ok" or (may_differ and report["verdict"] == "differs"), f"{path}: {report}"


def test_replay_explain_and_diff_find_what_the_command_line_finds() -> None:
    tapedeck = command_line()
    if tapedeck is None:
        pytest.skip("the command line is not built")

    def run(*words: object) -> Any:
        result = subprocess.run([str(tapedeck), *map(str, words), "--json"], capture_output=True, text=True)
        return json.loads(result.stdout)

    for index, path in enumerate(TEXT_TRACES):
        trace = Trace(path)
        expected, found = run("replay", path), dict(trace.replay())
        # The elapsed time, and the line ending in a file.
        for report in (expected, found):
            report.pop("wall", None)
            report.pop("extent", None)
        assert found == expected
        if index % 3 == 0:
            assert trace.explain() == run("explain", path)
        if index % 7 == 0:
            other = TEXT_TRACES[(index + 1) % len(TEXT_TRACES)]
            assert trace.diff(Trace(other)) == run("diff", path, other)


@pytest.mark.parametrize("path", TEXT_TRACES, ids=lambda path: path.stem)
def test_its_inputs_can_be_given_to_a_player(path: Path) -> None:
    trace = Trace(path)
    player = Player(settings=trace.header.settings)
    records = list(trace)
    for record in records:
        if isinstance(record, Step):
            assert not isinstance(record.input, ForeignMessage)
            answers = player.receive(record.input, at=record.at)
            assert [answer.as_dict() for answer in answers] == [output.as_dict() for output in record.outputs]
    if isinstance(records[-1], End):
        assert records[-1].digest == player.digest == trace.player().digest


def test_records() -> None:
    trace = Trace(CLIP)
    first, *_, last = trace
    assert first == ItemDefinition(item=1, source="Traces/media/clip.mp4")
    assert isinstance(last, End) and last.ending == "finished"
    assert trace.items() == {1: "Traces/media/clip.mp4"}
    assert trace.header.engine.startswith("FFmpeg") and trace.header.tool.startswith("tapedeck")
    assert [step.number for step in trace.steps()] == list(range(1, last.number + 1))
    assert isinstance(next(trace.steps()).input, inputs.Load)


def test_what_was_recorded_here_is_read_here(tmp_path: Path) -> None:
    player = Player(record=Recording(engine="none", note="näh", recorded_at=1_700_000_000_000_000))
    player.receive("load", at=10, request=1, item=1)
    player.define_text(3, "drei")
    player.mark("here it went wrong")
    trace = Trace(player.take_trace(end=True))
    assert trace.header.note == "näh" and trace.header.recorded_at == 1_700_000_000_000_000
    assert [type(record) for record in trace] == [Step, TextDefinition, Mark, End]
    assert trace.replay()["digest"] == player.digest
    assert trace.texts() == {3: "drei"}
    trace.save(tmp_path / "a.trace")
    assert bytes(Trace(tmp_path / "a.trace")) == bytes(trace)
    assert list(pickle.loads(pickle.dumps(trace))) == list(trace)


def test_a_player_continues_from_any_step() -> None:
    trace = Trace(CLIP)
    steps = list(trace.steps())
    player = trace.player(10)
    for step in steps[10:]:
        assert not isinstance(step.input, ForeignMessage)
        player.receive(step.input, at=step.at)
    assert player.digest == trace.player().digest
    assert trace.player(0).digest == Player(settings=trace.header.settings).digest
    with pytest.raises(TraceError, match="there is no step 1000") as caught:
        trace.player(1000)
    assert caught.value.kind == "noSuchPlace"


def test_a_difference_has_its_place_and_the_fields_that_differ() -> None:
    text = CLIP.read_text("utf-8").replace('"to":"preparing"', '"to":"playing"')
    changed = Trace(text.encode(), name="changed")
    report = changed.replay()
    assert report["verdict"] == "differs" and report["trace"] == "changed"
    assert report["difference"]["kind"] == "output"
    assert report["difference"]["fields"] == [
        {"field": "playbackStateChanged.to", "expected": "playing", "got": "preparing"}
    ]
    comparison = diff(Trace(CLIP), changed)
    assert comparison["equal"] is False and comparison["steps"]["changed"] == 1 and comparison["b"] == "changed"
    assert explain(Trace(CLIP))["notPlaying"]


def test_words_of_other_vocabularies_stay_what_they_are() -> None:
    trace = Trace(TRACES.parent / "Tests/Corpus/versions/more.trace.jsonl")
    foreign = [
        message
        for step in trace.steps()
        for message in (step.input, *step.outputs)
        if isinstance(message, ForeignMessage)
    ]
    assert {"mix", "gainChanged"} <= {message.name for message in foreign}
    changed = next(message for message in foreign if message.name == "gainChanged")
    assert changed.as_dict() == {"reason": "command", "gain": -4, "mode": "loud"}
    number = next(step.number for step in trace.steps() if step.input.name == "mix")
    report = trace.replay()
    assert report["verdict"] == "unfollowed" and report["unfollowed"]["step"] == number
    with pytest.raises(TraceError, match=f"step {number}: this player does not have the input mix") as caught:
        trace.player()
    assert caught.value.kind == "unknownInput"
    assert trace.player(number - 1).get("clock") is not None
    pytest.importorskip("pyarrow")
    assert "gainChanged" in trace.to_arrow()["name"].to_pylist()


def test_a_damaged_trace_gives_what_is_readable_and_the_place() -> None:
    lines = CLIP.read_text("utf-8").split("\n")
    lines[9] = lines[9].replace('"k":"', '"k":"?')
    trace = Trace("\n".join(lines).encode(), name="mine")
    seen: List[object] = []
    with pytest.raises(TraceError, match=r"^mine: ") as caught:
        seen.extend(record for record in _each(trace, seen))
    assert caught.value.kind == "damaged" and caught.value.line == 10 and caught.value.offset
    assert seen
    assert pickle.loads(pickle.dumps(caught.value)).line == 10
    *_, torn = Trace(CLIP.read_bytes()[:5000])
    assert isinstance(torn, Loss) and torn.bytes > 0


def _each(trace: Trace, seen: List[object]) -> Any:
    for record in trace:
        seen.append(record)
    return []


WRONG = [
    (TypeError, r"^source: expected a path or bytes, found 5", lambda: Trace(5)),  # type: ignore[arg-type]
    (TypeError, r"^name: expected a str, found 3", lambda: Trace(b"", name=3)),  # type: ignore[arg-type]
    (FileNotFoundError, r"nowhere", lambda: Trace("/nowhere.trace")),
    (TraceError, r"^trace: .*trace", lambda: Trace(b"")),
    (TraceError, r"^x: ", lambda: Trace(b"hello", name="x")),
    (TypeError, r"^trace: expected a Trace, found 1", lambda: explain(1)),  # type: ignore[arg-type]
    (
        TypeError,
        r"^step: expected the number of a step as an int, or None, found 1\.5",
        lambda: Trace(CLIP).explain(1.5),
    ),  # type: ignore[arg-type]
    (ValueError, r"^step: expected the number of a step, from 1, found 0", lambda: Trace(CLIP).explain(0)),
    (TraceError, r"the steps are 1 … 28", lambda: Trace(CLIP).explain(29)),
    (TypeError, r"^other: expected a Trace, found None", lambda: diff(Trace(CLIP), None)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("kind", "words", "use"), WRONG, ids=[words for _, words, _ in WRONG])
def test_wrong_use(kind: "type[Exception]", words: str, use: Any) -> None:
    with pytest.raises(kind, match=words):
        use()


def test_no_bytes_lead_to_anything_but_an_error() -> None:
    source = random.Random(1)
    some = [path.read_bytes() for path in FILES if path.stat().st_size < 20_000]
    for _ in range(int(os.environ.get("TAPEDECK_HOSTILE", "300"))):
        data = bytearray(source.choice(some))
        for _ in range(source.randint(1, 6)):
            data[source.randrange(len(data))] = source.choice((0xFF, source.randrange(256)))
        if source.random() < 0.25:
            del data[source.randrange(len(data)) :]
        try:
            trace = Trace(data)
            list(trace)
            trace.replay()
            trace.explain()
        except TraceError:
            pass


def test_tables() -> None:
    pytest.importorskip("pyarrow")
    trace = Trace(TRACES / "episode-skip.trace.jsonl")
    steps = list(trace.steps())
    table = trace.to_arrow()
    assert table.num_rows == len(steps) + sum(len(step.outputs) for step in steps)
    assert table.column_names[:4] == ["step", "at", "direction", "name"]
    rows = [row for row in table.to_pylist() if row["name"] == "segmentStarted"]
    expected = [output for step in steps for output in step.outputs if output.name == "segmentStarted"]
    assert [row["segment"] for row in rows] == [output.as_dict()["segment"] for output in expected]
    staged = [row["title"] for row in table.to_pylist() if row["name"] == "stageSegment"]
    assert "Intro" in staged
    states = trace.to_arrow("playbackStateChanged")
    assert states.column_names == ["step", "at", "direction", "name", "reason", "from", "to"]
    assert states["to"].to_pylist()[0] == "preparing"
    assert trace.to_arrow("rotationChanged").num_rows == 0
    with pytest.raises(ValueError, match="did you mean playbackStateChanged"):
        trace.to_arrow("playbackstate_changed")


@pytest.mark.parametrize("path", TEXT_TRACES[::5], ids=lambda path: path.stem)
def test_tables_are_the_same_from_records_and_from_messages(path: Path) -> None:
    pytest.importorskip("pyarrow")
    numpy = pytest.importorskip("numpy")
    trace = Trace(path)
    for name in (None, "seek", "failed", "playbackStateChanged", "stageSegment", "diagnostic", "engine.pause"):
        kinds = [(is_output, kind) for is_output, kind in tables._KINDS if name in (None, kind.name)]
        schema = tables._Schema(kinds, every=name is not None)
        one, other = tables._from_messages(trace, schema, name), tables._from_records(trace, schema, numpy)
        assert one.schema == other.schema
        assert one.to_pylist() == other.to_pylist()


def test_tables_of_pandas_and_polars() -> None:
    trace = Trace(CLIP)
    pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    frame = trace.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == trace.to_arrow().num_rows
    polars = pytest.importorskip("polars")
    assert isinstance(trace.to_polars(), polars.DataFrame) and trace.to_polars().height == len(frame)


def test_a_recorded_session_is_explained() -> None:
    player = make_playing(record=True)
    player.receive("starved", at=5_000_000, epoch=player.get("epoch"), position=3_000_000)
    found = Trace(player.take_trace()).explain()
    assert found["state"] == "stalled" and any("data" in reason["words"] for reason in found["notPlaying"])

"""Checks traces against the laws of a player: the violations are those that the command line finds."""

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any, List

import pytest
from conftest import TEXT_TRACES, TRACES, command_line, make_playing

from tapedeck import Recording, Trace, TraceError, Violation, check

CLIP = TRACES / "clip-pause.trace.jsonl"


def changed(path: Path, seed: int) -> Trace:
    """The trace with some outputs left out, repeated, or with other numbers."""
    chance = random.Random(seed)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    outputs = [index for index, line in enumerate(lines) if line.startswith('{"k":"o"')]
    for index in chance.sample(outputs, min(len(outputs), 1 + seed % 7)):
        lines[index] = chance.choice(["", 2 * lines[index], re.sub(r"(\d)([,}]+\n)", r"\g<1>7\2", lines[index])])
    return Trace("".join(lines).encode(), name=f"{path.name} {seed}")


def test_golden_traces_and_those_of_hosts_keep_every_law() -> None:
    paths = TEXT_TRACES + sorted((TRACES / "hosts").glob("*.trace.jsonl"))
    assert len(paths) > 100
    for path in paths:
        try:
            assert Trace(path).check() == [], path
        except TraceError as error:
            assert error.kind == "notReplayable"


def test_damaged_traces_break_the_laws_that_the_command_line_finds(tmp_path: Path) -> None:
    tapedeck = command_line()
    if tapedeck is None:
        pytest.skip("the command line is not built")
    traces = [changed(path, seed) for seed, path in enumerate(TEXT_TRACES[::2])]
    paths: List[str] = []
    for index, trace in enumerate(traces):
        paths.append(str(tmp_path / f"{index}.trace"))
        trace.save(paths[-1])
    result = subprocess.run([tapedeck, "check", "--json", *paths], capture_output=True, text=True)
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(reports) == len(traces)
    count = 0
    for trace, report in zip(traces, reports):
        if "error" in report:
            with pytest.raises(TraceError):
                trace.check()
            continue
        found = trace.check()
        count += len(found)
        expected: List[Any] = [
            (issue["property"], issue["step"], issue["instant"], issue["severity"], issue["detail"], issue["title"])
            for issue in report["issues"]
        ]
        assert [tuple(violation[:6]) for violation in found] == expected, trace
    assert count > len(traces)


def test_a_violation_says_what_was_seen_and_where() -> None:
    trace = Trace(CLIP.read_text("utf-8").replace('"to":"preparing"', '"to":"playing"').encode(), name="changed")
    first = trace.check()[0]
    assert first.law == "recorded-otherwise" and first.severity == "error" and first.step > 0
    assert "to=playing" in first.message and "to=preparing" in first.message
    assert first.title and first.source.startswith("Sources/")
    assert str(first).startswith(f"step {first.step} at ") and "recorded-otherwise (error): recorded" in str(first)
    assert check(trace) == trace.check() and isinstance(first, Violation)
    assert trace.check(allow=["recorded-otherwise"]) == []
    assert trace.check(limit=0) == []
    assert len(trace.check(limit=1)) == 1
    assert len(trace.check(limit=None)) >= len(trace.check())


def test_what_is_recorded_here_keeps_every_law() -> None:
    player = make_playing(record=Recording(engine="none"))
    player.receive("starved", at=3_000_000, epoch=player.get("epoch"), position=1_000_000)
    player.receive("seek", at=4_000_000, request=2, offset=50_000_000)
    player.receive("deadline", at=900_000_000)
    assert Trace(player.take_trace(end=True)).check() == []


def test_what_cannot_be_checked() -> None:
    empty = Trace(CLIP.read_bytes().splitlines(keepends=True)[0], name="empty")
    with pytest.raises(TraceError, match=r"empty: .*it has no inputs") as caught:
        empty.check()
    assert caught.value.kind == "notReplayable"
    text = CLIP.read_text("utf-8").splitlines(keepends=True)
    with pytest.raises(TraceError, match="line 22 ") as caught:
        Trace("".join([*text[:21], "?", *text[22:]]).encode()).check()
    assert caught.value.kind == "damaged" and caught.value.line == 22


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"allow": "phantom-stall"}, TypeError, r"allow: expected ids of laws, as \[.*\], found 'phantom-stall'"),
        ({"allow": 3}, TypeError, "allow: expected ids of laws"),
        ({"allow": [3]}, TypeError, r"allow\[0\]: expected the id of a law"),
        ({"allow": ["a b"]}, ValueError, r"allow\[0\]: expected the id of a law, .* found 'a b'"),
        ({"allow": ["never-plays", "fantom-stall"]}, ValueError, "no law 'fantom-stall'; did you mean phantom-stall"),
        ({"limit": -1}, ValueError, "limit: expected 0 or more"),
        ({"limit": "1"}, TypeError, "limit: expected a number of violations"),
    ],
)
def test_wrong_use(options: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        Trace(CLIP).check(**options)


def test_only_traces_are_checked() -> None:
    with pytest.raises(TypeError, match="trace: expected a Trace, found b''"):
        check(b"")  # type: ignore[arg-type]

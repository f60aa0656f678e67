"""Misuse raises an error that names the argument, what was found and what was expected, and changes nothing."""

import re
from typing import Any, Callable

import pytest
from conftest import make_playing

from tapedeck import Batch, ClosedError, Player, Recording, SnapshotError, TapeDeckError, inputs

Use = Callable[[Any], Any]
WRONG = [
    (
        TypeError,
        "input: expected the name of an input, or an input of tapedeck.inputs, found None",
        lambda p: p.receive(None, at=0),
    ),
    (
        ValueError,
        "input: expected the name of an input, found 'laod'; did you mean load?",
        lambda p: p.receive("laod", at=0),
    ),
    (
        ValueError,
        "found 'playback_started'; did you mean playbackStarted?",
        lambda p: p.receive("playback_started", at=0),
    ),
    (
        TypeError,
        "load: there is no field itm; it has request, item, start_anchor",
        lambda p: p.receive("load", at=0, itm=1),
    ),
    (TypeError, "; did you mean item?", lambda p: p.receive("load", at=0, itm=1)),
    (TypeError, "deadline: there is no field item; it has none", lambda p: p.receive("deadline", at=0, item=1)),
    (
        TypeError,
        "seek.offset: expected microseconds as an int, or None, found 1.5",
        lambda p: p.receive("seek", at=0, offset=1.5),
    ),
    (TypeError, "load.item: expected an int, found True", lambda p: p.receive("load", at=0, item=True)),
    (TypeError, "load.item: expected an int, found None", lambda p: p.receive("load", at=0, item=None)),
    (
        ValueError,
        "seek.anchor: expected one of start, playhead, liveEdge",
        lambda p: p.receive("seek", at=0, anchor="nowhere"),
    ),
    (ValueError, "found 'live_edge'; did you mean liveEdge?", lambda p: p.receive("seek", at=0, anchor="live_edge")),
    (TypeError, "seek.anchor: expected one of start", lambda p: p.receive("seek", at=0, anchor=["start"])),
    (TypeError, "setMuted.muted: expected True or False, found 1", lambda p: p.receive("setMuted", at=0, muted=1)),
    (ValueError, "play.request: expected 0 to 4294967295, found -1", lambda p: p.receive("play", at=0, request=-1)),
    (ValueError, "seek.offset: expected a number of 64 bits", lambda p: p.receive("seek", at=0, offset=2**63)),
    (
        ValueError,
        "supplyChanged.supply: expected some of playable, playThrough",
        lambda p: p.receive("supplyChanged", at=0, supply="bar"),
    ),
    (
        ValueError,
        "setRotation: fields[0] (degrees) has no value 5000000000",
        lambda p: p.receive("setRotation", at=0, degrees=5 * 10**9),
    ),
    (TypeError, "missing 1 required keyword-only argument: 'at'", lambda p: p.receive("play")),
    (TypeError, "at: expected microseconds as an int, found None", lambda p: p.receive("play", at=None)),
    (TypeError, "at: expected microseconds as an int, found 1.0", lambda p: p.receive("play", at=1.0)),
    (ValueError, "at: expected a number of 64 bits, found 9223372036854775808", lambda p: p.receive("play", at=2**63)),
    (
        TypeError,
        "load: its fields are already in the input, found item",
        lambda p: p.receive(inputs.Load(), at=0, item=1),
    ),
    (
        TypeError,
        "set.value: expected True or False, found 'no'",
        lambda p: p.receive("set", at=0, setting="autoplay", value="no"),
    ),
    (ValueError, "preset: expected one of defaults, standard", lambda _: Player(preset="foo")),  # type: ignore[arg-type]
    (TypeError, "preset: expected one of defaults", lambda _: Player(preset=3)),  # type: ignore[arg-type]
    (TypeError, "settings: expected a mapping of names and values", lambda _: Player(settings=[])),  # type: ignore[arg-type]
    (
        ValueError,
        "settings.retryLimt: there is no such setting; did you mean retryLimit?",
        lambda _: Player(settings={"retryLimt": 1}),
    ),
    (
        ValueError,
        "settings.retry_limit: there is no such setting; did you mean retryLimit?",
        lambda _: Player(settings={"retry_limit": 1}),
    ),
    (ValueError, "settings.retryLimit is -4; expected 0 to 1000", lambda _: Player(settings={"retryLimit": -4})),
    (TypeError, "settings.retryLimit: expected an int, found '4'", lambda _: Player(settings={"retryLimit": "4"})),
    (TypeError, "record: expected True, a path, or a Recording, found 7", lambda _: Player(record=7)),  # type: ignore[arg-type]
    (TypeError, "record.engine: expected a str without zeros, found 5", lambda _: Player(record=Recording(engine=5))),  # type: ignore[arg-type]
    (
        TypeError,
        "record.file: expected a path, or a file that is open for writing bytes",
        lambda _: Player(record=Recording(file=5)),
    ),  # type: ignore[arg-type]
    (
        ValueError,
        "name: expected what a player shows, as state or settings.retryLimit, found 'sate'; did you mean state?",
        lambda p: p.get("sate"),
    ),
    (ValueError, "found 'next_deadline'; did you mean nextDeadline?", lambda p: p.get("next_deadline")),
    (TypeError, "name: expected what a player shows", lambda p: p.get(4)),
    (
        ValueError,
        "name: expected a field of the state, as retrying.count, found 'retrying.cuont'; did you mean retrying.count?",
        lambda p: p.field("retrying.cuont"),
    ),
    (TypeError, "at: expected microseconds as an int, found '5'", lambda p: p.position("5")),
    (TypeError, "words: expected a str, found 4", lambda p: p.mark(4)),
    (ValueError, "item: expected 0 to 4294967295, found -1", lambda p: p.define_item(-1, "x")),
    (TypeError, "source: expected a str, found b'x'", lambda p: p.define_item(1, b"x")),
    (TypeError, "snapshot: expected bytes, found 'x'", lambda p: p.restore("x")),
    (SnapshotError, "snapshot", lambda p: p.restore(bytes(100))),
    (TapeDeckError, "this player does not record", lambda p: p.take_trace()),
    (TypeError, "records: expected bytes", lambda p: p.receive_many(5)),
    (
        ValueError,
        "records: expected a whole number of records of 112 bytes, found '100 bytes'",
        lambda p: p.receive_many(bytes(100)),
    ),
    (TypeError, "outputs: expected True, False or Outputs", lambda p: p.receive_many(Batch(), outputs=None)),
    (ValueError, "inputs[1]: ", lambda p: p.receive_many(bytes(112) + b"\xff" * 112)),
]


@pytest.mark.parametrize(("kind", "words", "use"), WRONG, ids=[words[:60] for _, words, _ in WRONG])
def test_wrong_use(kind: "type[Exception]", words: str, use: Use) -> None:
    player = make_playing()
    before = player.digest
    with pytest.raises(kind, match=re.escape(words)):
        use(player)
    if "inputs[1]" not in words:
        assert player.digest == before


USES: "list[Use]" = [
    lambda p: p.receive("play", at=0),
    lambda p: p.receive_many(Batch()),
    lambda p: p.get("state"),
    lambda p: p.field("retrying.count"),
    lambda p: p.observe(),
    lambda p: p.position(0),
    lambda p: p.next_deadline,
    lambda p: p.digest,
    lambda p: p.save(),
    lambda p: p.restore(b""),
    lambda p: p.fork(),
    lambda p: p.mark("x"),
    lambda p: p.define_item(1, "x"),
    lambda p: p.define_text(1, "x"),
    lambda p: p.take_trace(),
    lambda p: p.__enter__(),
]


@pytest.mark.parametrize("use", USES)
def test_a_closed_player_says_so(use: Use) -> None:
    player = Player(record=True)
    player.close()
    player.close()
    with pytest.raises(ClosedError, match="the player is closed"):
        use(player)


def test_a_saved_state_with_any_byte_changed_is_refused_and_changes_nothing() -> None:
    snapshot = make_playing().save()
    player = Player()
    before = player.digest
    for place in range(0, len(snapshot), 7):
        damaged = bytearray(snapshot)
        damaged[place] ^= 0x10
        with pytest.raises(SnapshotError):
            player.restore(damaged)
    for length in range(0, len(snapshot), 11):
        with pytest.raises(SnapshotError):
            player.restore(snapshot[:length])
    assert player.digest == before


def test_what_cannot_even_be_printed_is_named() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(TypeError, match=r"load\.item: expected an int, found <.*Odd object"):
        Player().receive("load", at=0, item=Odd())  # type: ignore[call-overload]

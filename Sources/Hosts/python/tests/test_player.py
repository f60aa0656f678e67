"""The observable state of a player, and copies of a player."""

import copy
import pickle

import pytest
from conftest import make_playing

import tapedeck
from tapedeck import Player, inputs, outputs, vocabulary


def test_it_shows_what_it_does(playing: Player) -> None:
    fresh = Player()
    assert fresh.next_deadline is None
    assert fresh.get("duration") is None
    assert fresh.position() == 0 or fresh.position() is None
    assert playing.get("state") == "playing"
    assert playing.get("bufferState") == "playable+playThrough"
    assert playing.get("wantsPlay") is True
    assert playing.get("duration") == 90_000_000
    assert playing.position(12_000_000) == 10_000_000
    assert playing.position() == 0
    assert playing.next_deadline is not None and 2_000_000 < playing.next_deadline < 10**9
    assert playing.field("transport.wantsPlay") is True
    assert playing.field("loading.phase") == "prepared"
    assert len(playing.digest) == 16 and int(playing.digest, 16)


def test_an_observation_is_all_of_it(playing: Player) -> None:
    seen = playing.observe()
    assert seen.state == "playing" and seen.buffer_state == "playable+playThrough" and seen.digest == playing.digest
    assert len(seen) == len(vocabulary.KEYS)
    for (name, _, _), value in zip(vocabulary.KEYS, seen):
        assert playing.get(name) == value, name  # type: ignore[call-overload]


def test_every_field_of_the_state_can_be_asked(playing: Player) -> None:
    for name in vocabulary.STATE:
        playing.field(name)


def test_settings_and_presets() -> None:
    player = Player("standard", {"retryLimit": 7, "openTimeout": None, "autoplay": True, "retryDelayKind": "fixed"})
    assert player.get("settings.retryLimit") == 7
    assert player.get("settings.openTimeout") is None
    assert player.get("settings.autoplay") is True
    assert player.get("settings.retryDelayKind") == "fixed"
    assert player.get("settings.coalescesSeeks") is True
    # As the header of a text trace has them.
    assert Player(settings={"autoplay": 1, "retryDelayKind": 2}).get("settings.retryDelayKind") == "exponential"


@pytest.mark.parametrize(
    ("setting", "value"), [("openTimeout", None), ("autoplay", True), ("retryDelayKind", "fixed"), ("retryLimit", 4)]
)
def test_a_setting_is_changed_by_the_words_that_make_a_player(setting: vocabulary.SettingName, value: object) -> None:
    player = Player()
    given = player.receive("set", at=0, request=1, setting=setting, value=value)  # type: ignore[call-overload]
    assert any(isinstance(output, outputs.SettingChanged) and output.setting == setting for output in given)
    assert player.get(f"settings.{setting}") == value  # type: ignore[call-overload]


def test_outputs_are_immutable_records_with_names() -> None:
    player = Player()
    first, *_ = player.receive("load", at=5, item=7)
    assert isinstance(first, outputs.ItemChanged)
    assert repr(first) == "ItemChanged(reason='command', from_=0, to=7)"
    assert first.name == "itemChanged" and first.from_ == 0 and first.to == 7 and first.reason == "command"
    assert first.as_dict() == {"reason": "command", "from": 0, "to": 7}
    assert first == outputs.ItemChanged(reason="command", from_=0, to=7)
    assert first != ("command", 0, 7) and hash(first) == hash(outputs.ItemChanged(reason="command", from_=0, to=7))
    with pytest.raises(AttributeError):
        first.to = 8
    assert pickle.loads(pickle.dumps(first)) == first
    assert bool(inputs.Deadline()), "an input without fields is not nothing"
    one, other = (
        outputs.MutedChanged(reason="command", muted=True),
        outputs.LoopingChanged(reason="command", looping=True),
    )
    assert one != other  # type: ignore[comparison-overlap]


def test_an_input_may_be_an_object() -> None:
    one, other = Player(), Player()
    given = inputs.Load(request=1, item=1, start_anchor="defaultPosition", autoplay=True, opens=True)
    fields = {"start.anchor": "defaultPosition", "autoplay": True, "opens": True}
    assert one.receive(given, at=3) == other.receive("load", at=3, request=1, item=1, **fields)  # type: ignore[call-overload]
    assert one.digest == other.digest


def test_numbers_at_the_ends_are_exact() -> None:
    player = Player()
    player.receive("load", at=2**62 + 1, item=2**32 - 1)
    assert player.get("clock") == 2**62 + 1 and player.get("item") == 2**32 - 1
    player.receive("play", at=tapedeck.NEVER)
    assert player.get("clock") is None


def script(player: Player) -> "list[tapedeck.Output]":
    """Plays for a minute, and answers the requests to the engine."""
    answers: list[tapedeck.Output] = []
    while (at := player.next_deadline) is not None and at <= 60_000_000:
        given = player.receive("deadline", at=at)
        answers += given
        for output in given:
            if output.name == "engine.reportPosition":
                answers += player.receive("positionReported", at=at, epoch=output.epoch, position=player.position(at))
    return answers


def test_copies_go_on_as_the_original_and_share_nothing(playing: Player) -> None:
    playing.receive("stageSegment", at=2_000_000, segment=1, start=20_000_000, end=30_000_000, is_blocked=True)
    playing.receive("commitSegments", at=2_000_000)
    before = playing.digest
    copies = [
        playing.fork(),
        copy.copy(playing),
        copy.deepcopy(playing),
        Player.from_snapshot(playing.save()),
        pickle.loads(pickle.dumps(playing)),
    ]
    assert {made.digest for made in copies} == {before}
    answers = [script(made) for made in copies]
    assert any(output.name == "engine.seek" for output in answers[0])
    assert all(answer == answers[0] for answer in answers)
    assert playing.digest == before
    assert script(playing) == answers[0]


def test_a_snapshot_takes_the_settings_with_it() -> None:
    player = Player(settings={"retryLimit": 9})
    assert Player.from_snapshot(player.save()).get("settings.retryLimit") == 9
    assert Player.from_snapshot(bytearray(player.save())).save() == player.save()


def test_its_words_in_a_debugger(playing: Player) -> None:
    assert repr(playing) == f"<Player, playing, digest {playing.digest}>"
    playing.close()
    assert repr(playing) == "<Player, closed>" and playing.closed


def test_a_late_deadline_is_served_at_its_own_instant() -> None:
    early, late = make_playing(), make_playing()
    due = early.next_deadline
    assert due is not None
    assert (
        early.receive("deadline", at=due)
        == late.receive("deadline", at=due + 5_000_000)[: len(early.receive("prepare", at=due)) or None]
    )

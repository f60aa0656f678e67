"""Players on a virtual clock: what they do, and how they report misuse."""

import copy
import pickle
import threading
from typing import Any, Dict, List

import pytest

from tapedeck import (
    InUseError,
    Player,
    SimulationError,
    Trace,
    VirtualPlayer,
    inputs,
    outputs,
    simulation,
)
from tapedeck.simulation import ScenarioError
from tapedeck.trace import ForeignMessage
from tapedeck.virtual import TimedOutput

pytest.importorskip("wasmtime")
pytestmark = pytest.mark.skipif(not simulation._MODULE.exists(), reason="this wheel was made without simulations")

TRAIN: Dict[str, Any] = {
    "media": {"duration": "1 min", "video": "1.2M", "segments": "2 s"},
    "network": "3 Mbit/s, latency 80 ms",
    "engine": {"buffer": "6 s"},
}


def names(found: List[TimedOutput]) -> List[str]:
    return [output.name for _, output in found]


def test_it_stalls_in_a_tunnel_plays_behind_it_and_comes_to_its_end() -> None:
    player = VirtualPlayer(**TRAIN, record=True)
    player.at("10 s", "network none")
    assert "engine.open" in names(player.play())
    last = player.run_until("playing")[-1].output
    assert isinstance(last, outputs.PlaybackStateChanged) and last.to == "playing"
    stall = player.run_until("stallBegan")
    assert "stallBegan" in names(stall) and player.outputs == stall
    assert player.now == stall[-1].at > 10_000_000
    player.expect({"state": "stalled", "stalls": "1"})
    player.advance("5 s")
    player.expect("stalled")
    assert player.now == stall[-1].at + 5_000_000
    player.connect("wifi")
    player.run_until("playing", limit="10 s")
    player.pause()
    player.seek("0:30")
    player.set_rate(1500)
    player.play()
    assert "ended" in names(player.run_to_end())
    assert player.get("state") == player.observe().state == "ended"
    assert player.position == 60_000_000 and player.next_instant is player.next_deadline is None
    trace = Trace(player.take_trace(end=True))
    assert trace.replay()["verdict"] == "ok" and trace.replay()["digest"] == player.digest
    assert player.take_trace() == b""


@pytest.mark.parametrize(
    "options",
    [
        {"live": {"window": "2 h", "segments": "6 s"}},
        TRAIN,
        {**TRAIN, "preset": "srg", "segments": [{"id": 1, "from": "0:05", "to": "0:10", "blocked": True}]},
    ],
    ids=["live", "train", "segments"],
)
def test_what_it_shows_and_says_is_what_a_player_does_that_gets_the_same_inputs(options: Dict[str, Any]) -> None:
    virtual = VirtualPlayer(**options, record="text")
    said = virtual.outputs + virtual.play()
    said += virtual.advance("20 s")
    said += virtual.send(["seek to 0:07", "mute", inputs.SetLooping(looping=True), {"name": "setVolume", "left": 500}])
    said += virtual.advance("5 s")
    said += virtual.inject({"fault": "fails", "failure": "httpServerError", "detail": 503})
    trace = Trace(virtual.take_trace(end=True))
    player = Player(settings=trace.header.settings)
    expected: List[TimedOutput] = []
    for step in trace.steps():
        assert not isinstance(step.input, ForeignMessage)
        expected += [TimedOutput(step.at, output) for output in player.receive(step.input, at=step.at)]
    assert said == expected and len(said) > 20
    assert player.digest == virtual.digest
    shown, other = virtual.observe(), player.observe()
    assert shown._replace(position=None) == other._replace(position=None)
    assert shown.position == virtual.position == player.position(virtual.now)
    assert trace.check() == []


def test_the_same_calls_do_the_same_and_a_fork_goes_its_own_way() -> None:
    def run() -> VirtualPlayer:
        player = VirtualPlayer(**TRAIN, record="text")
        player.play()
        player.advance("20 s")
        return player

    a, b = run(), run()
    assert a.world_digest == b.world_digest
    fork = a.fork()
    fork.connect("none")
    fork.run_until("stalled")
    assert a.world_digest == b.world_digest == copy.deepcopy(b).world_digest != fork.world_digest
    a.run_to_end()
    b.run_to_end()
    assert a.take_trace(end=True) == b.take_trace(end=True)
    assert Trace(fork.take_trace(end=True)).replay()["verdict"] == "ok"


def test_a_condition_is_asked_after_each_input() -> None:
    player = VirtualPlayer(**TRAIN)
    player.play()
    asked = []

    def is_playing(found: VirtualPlayer, last: List[TimedOutput]) -> bool:
        assert found is player
        asked.append(last)
        return "playbackStateChanged" in names(last) and found.get("state") == "playing"

    found = player.run_until(is_playing)
    assert len(asked) > 2 and found == [output for last in asked for output in last]
    assert player.run_until(lambda *_: True) == []
    with pytest.raises(ZeroDivisionError):
        player.run_until(lambda *_: 1 // 0)
    with pytest.raises(SimulationError, match=r"did not come true within 2 s; the player is playing at \d") as caught:
        player.run_until(lambda *_: False, limit="2 s")
    assert caught.value.stop == "reached"


def test_what_does_not_come_is_an_error_that_says_so() -> None:
    player = VirtualPlayer(live={"window": "1 h"})
    with pytest.raises(SimulationError, match="'playing' was not reported until 0 s, when nothing more was due"):
        player.run_until("playing")
    player.play()
    with pytest.raises(SimulationError, match="'ended' was not reported within 60 s") as caught:
        player.run_until("ended", limit="1 min")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.stop, error.now, error.outputs) == ("reached", player.now, caught.value.outputs)
    with pytest.raises(SimulationError, match="there was no end within 60 s"):
        player.run_to_end(limit="1 min")
    with pytest.raises(AssertionError, match="state is playing, expected paused; muted is no, expected yes"):
        player.expect({"state": "paused", "muted": True})


def test_an_hour_takes_no_time() -> None:
    player = VirtualPlayer(media={"duration": "2 h"})
    player.play()
    player.advance("1 h")
    assert player.position is not None and player.position > 3_590_000_000


def test_items_faults_and_networks() -> None:
    player = VirtualPlayer(media=[{"duration": "1 min"}, {"duration": "2 min"}], networks={"cellular": "400k"})
    player.load(2, at="0:10", play=True)
    player.run_until("playing")
    assert player.get("duration") == 120_000_000 and player.get("item") == 2
    player.inject("outage")
    player.connect("cellular", "100k")
    player.heal()
    assert player.connect("wifi", [{"10 s": "3 Mbit/s"}, {"1 h": "1M"}]) is not None
    player.stop()
    player.load(4294967295, play=True)
    assert repr(player).startswith("<VirtualPlayer, ")
    assert VirtualPlayer(preset="defaults", load=False).get("state") == "idle"


def make() -> VirtualPlayer:
    return VirtualPlayer(**TRAIN)


@pytest.mark.parametrize(
    ("error", "words", "body"),
    [
        (TypeError, "name: expected a str with something in it, found ''", lambda: VirtualPlayer(name="")),
        (TypeError, "record: expected True, False, 'binary' or 'text', found 'xml'", lambda: VirtualPlayer(record="xml")),  # type: ignore[arg-type]
        (ScenarioError, r"media\.duraton: expected one of its keys, .*Did you mean 'duration'", lambda: VirtualPlayer(media={"duraton": 1})),
        (ScenarioError, r"media\[1\]\.duration: expected a time with its unit", lambda: VirtualPlayer(media=[{"duration": "1 s"}, {"duration": "5"}])),
        (ScenarioError, r"settings\.retryLimit: expected a whole number", lambda: VirtualPlayer(settings={"retryLimit": -1})),
        (ScenarioError, r"preset: expected one of its keys, found 'sgr'", lambda: VirtualPlayer(preset="sgr")),
        (ScenarioError, r"network: expected a network such as", lambda: VirtualPlayer(network="fast")),
        (ScenarioError, r"engine: expected keys such as .*, found 'recorded'", lambda: VirtualPlayer(engine="recorded")),
        (TypeError, "expected mappings, lists, words", lambda: VirtualPlayer(media={"duration": object()})),
        (ScenarioError, "input: expected something to do, found 'sek to 1:30'", lambda: make().send("sek to 1:30")),
        (ScenarioError, r"input\[1\]: expected something to do, found 'plai'", lambda: make().send(["play", "plai"])),
        (ScenarioError, r"input\.name: expected the name of an input.*Did you mean 'seek'", lambda: make().send({"name": "seekk"})),
        (TypeError, "input: expected an action such as 'play', .* found None", lambda: make().send(None)),  # type: ignore[arg-type]
        (TypeError, r"input\[0\]: expected an action", lambda: make().send([3])),  # type: ignore[list-item]
        (ScenarioError, r"fault\.fault: expected the name of a fault.*'openFails'", lambda: make().inject({"fault": "openFail"})),
        (ScenarioError, "instant: expected a time with its unit, .*, found 'soon'", lambda: make().at("soon", "play")),
        (ScenarioError, "input: expected something to do, found 'plai'", lambda: make().at("1 s", "plai")),
        (TypeError, r"by: expected microseconds as an int.*, found 1\.5", lambda: make().advance(1.5)),  # type: ignore[arg-type]
        (ValueError, "by: expected microseconds from 0 to a week, .*, found '8000 h'", lambda: make().advance("8000 h")),
        (TypeError, "to: expected microseconds as an int", lambda: make().advance_to(None)),  # type: ignore[arg-type]
        (ValueError, r"to: expected microseconds from 0 to 2 \*\* 53", lambda: make().seek(-1)),
        (TypeError, r"rate: expected thousandths as an int, found 1\.5", lambda: make().set_rate(1.5)),  # type: ignore[arg-type]
        (ValueError, "item: expected 0 to 4294967295, found -1", lambda: make().load(-1)),
        (TypeError, "play: expected True or False, found 1", lambda: make().load(1, play=1)),  # type: ignore[arg-type]
        (TypeError, "network: expected a str, found 3", lambda: make().connect(3)),  # type: ignore[arg-type]
        (ScenarioError, "network: expected one of unknown, none, .*Did you mean 'network wifi'", lambda: make().connect("wfi")),
        (ScenarioError, "over: expected a network such as .*, found 'fast'", lambda: make().connect("wifi", "fast")),
        (ScenarioError, "until: expected a state or something .*Did you mean 'playing'", lambda: make().run_until("plying")),
        (TypeError, "until: expected a str, or a function", lambda: make().run_until(7)),  # type: ignore[arg-type]
        (ScenarioError, r"expected\.stat: expected one of its keys", lambda: make().expect({"stat": "playing"})),
        (ValueError, "name: expected what a player shows, .*did you mean state", lambda: make().get("stat")),
        (TypeError, "end: expected True or False, found 1", lambda: make().take_trace(end=1)),  # type: ignore[arg-type]
        (TypeError, "a VirtualPlayer cannot be pickled", lambda: pickle.dumps(make())),
    ],
)  # fmt: skip
def test_wrong_use(error: Any, words: str, body: Any) -> None:
    with pytest.raises(error, match=words):
        body()


def test_wrong_use_moves_nothing() -> None:
    player = make()
    for wrong in ("plai", {"name": "seekk"}, ["play", 3]):
        with pytest.raises((ScenarioError, TypeError)):
            player.send(wrong)  # type: ignore[arg-type]
    assert player.world_digest == make().world_digest


def test_one_thread_at_a_time() -> None:
    player = make()
    player.play()
    with player._used():
        found: List[BaseException] = []

        def use() -> None:
            try:
                player.advance("1 s")
            except InUseError as error:
                found.append(error)

        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        assert len(found) == 1 and repr(player) == "<VirtualPlayer, in use>"
    player.advance("1 s")

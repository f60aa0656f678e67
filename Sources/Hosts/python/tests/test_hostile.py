"""What others wrote takes no longer than its length suggests, and an error shows only its beginning."""

import time
from typing import Any, Callable, Dict, List, Tuple

import pytest
from conftest import TRACES

from tapedeck import Batch, Player, Trace, VirtualPlayer, simulate, simulation
from tapedeck.simulation import ScenarioError
from tapedeck.trace import Mark

SHORT = 1 << 17
# A quadratic reader would take sixteen times as long for four times as much.
TIMES, MOST = 4, 8
# Seconds: what is shorter cannot be measured.
LEAST = 0.02
LONGEST_MESSAGE = 3000

LINES = (TRACES / "clip-pause.trace.jsonl").read_text("utf-8").splitlines()
needs_simulations = pytest.mark.skipif(
    not simulation._MODULE.exists(), reason="this wheel was made without simulations"
)


def trace(text: str) -> bytes:
    return f"{LINES[0]}\n{text}\n".encode()


def line(name: str, fields: str) -> bytes:
    return trace(f'{{"k":"i","n":1,"t":0,"e":"{name}","a":{fields}}}')


def read_all(data: bytes) -> None:
    for _ in Trace(data):
        pass


def inputs(count: int) -> bytes:
    step = '{{"k":"i","n":{0},"t":0,"e":"play","a":{{"request":{0}}}}}'
    return trace("\n".join(step.format(number + 1) for number in range(count >> 6)))


Case = Tuple[str, Callable[[int], Any], Callable[[Any], Any]]
CASES: "List[Case]" = [
    ("a setting", lambda n: {"x" * n: 1}, lambda given: Player(settings=given)),
    ("a value of a setting", lambda n: {"retryLimit": "x" * n}, lambda given: Player(settings=given)),
    ("a preset", lambda n: "x" * n, lambda given: Player(preset=given)),
    ("an input", lambda n: "x" * n, lambda given: Player().receive(given, at=0)),
    ("a field", lambda n: {"x" * n: 1}, lambda given: Player().receive("load", at=0, **given)),
    ("a word", lambda n: "x" * n, lambda given: Player().receive("seek", at=0, anchor=given)),
    (
        "words of a set",
        lambda n: "playable+" * (n // 9),
        lambda given: Player().receive("supplyChanged", at=0, supply=given),
    ),
    ("a number as a text", lambda n: "9" * n, lambda given: Player().receive("seek", at=0, offset=given)),
    ("a number of many bits", lambda n: 1 << n, lambda given: Player().receive("seek", at=0, offset=given)),
    ("a list of lists", lambda n: ["x" * 100] * (n >> 6), lambda given: Player().receive("seek", at=0, offset=given)),
    ("the time of an input", lambda n: "9" * n, lambda given: Player().receive("play", at=given)),
    ("a property", lambda n: "x" * n, lambda given: Player().get(given)),
    ("a field of the state", lambda n: "x" * n, lambda given: Player().field(given)),
    ("a mark", lambda n: "x" * n, lambda given: Player(record=True).mark(given)),
    ("an item", lambda n: "x" * n, lambda given: Player(record=True).define_item(1, given)),
    ("a state", lambda n: bytes(n), lambda given: Player().restore(given)),
    ("a batch", lambda n: bytes(112 * (n // 112)), lambda given: Player().receive_many(Batch(given))),
    ("the name of a trace", lambda n: "x" * n, lambda given: Trace(b"{", name=given)),
    ("a trace of letters", lambda n: b"x" * n, read_all),
    ("a trace of line ends", lambda n: b"\n" * n, read_all),
    ("a line with a long name", lambda n: line("x" * n, "{}"), read_all),
    ("a line with a long word", lambda n: line("seek", f'{{"anchor":"{"x" * n}"}}'), read_all),
    ("a line with a long number", lambda n: line("seek", f'{{"offset":{"9" * n}}}'), read_all),
    ("a line with brackets", lambda n: line("seek", "[" * n), read_all),
    ("many marks", lambda n: trace('{"k":"m","n":0,"x":"words"}\n' * (n >> 5)), read_all),
    ("many inputs", inputs, read_all),
    ("many inputs, replayed", inputs, lambda given: Trace(given).replay()),
    ("many inputs, checked", inputs, lambda given: Trace(given).check()),
    ("many inputs, to continue from", inputs, lambda given: Trace(given).player()),
    ("a law", lambda n: ["x" * n], lambda given: Trace(trace("")).check(allow=given)),
    ("many laws", lambda n: ["phantom-stall"] * (n >> 4), lambda given: Trace(trace("")).check(allow=given)),
]
SIMULATED: "List[Case]" = [
    ("a setting", lambda n: {"x" * n: 1}, lambda given: VirtualPlayer(settings=given)),
    ("a time", lambda n: {"duration": "9" * n}, lambda given: VirtualPlayer(media=given)),
    ("a key with many values", lambda n: {"x" * (n // 2): [1] * (n // 8)}, lambda given: VirtualPlayer(media=given)),
    ("an action", lambda n: "x" * n, lambda given: VirtualPlayer().send(given)),
    ("what is waited for", lambda n: "x" * n, lambda given: VirtualPlayer().run_until(given)),
    ("an expectation", lambda n: {"x" * n: 1}, lambda given: VirtualPlayer().expect(given)),
    ("a property", lambda n: "x" * n, lambda given: VirtualPlayer().get(given)),
]


def measured(read: Callable[[Any], Any], given: Any) -> Tuple[float, str]:
    """Seconds of the processor at best, which do not depend on what else runs, and the words of the error."""
    best, words = float("inf"), ""
    for _ in range(3):
        began = time.process_time()
        try:
            read(given)
        except Exception as error:
            words = str(error)
        best = min(best, time.process_time() - began)
    return best, words


def check_length(words: str, make: Callable[[int], Any], read: Callable[[Any], Any]) -> None:
    short, _ = measured(read, make(SHORT))
    long, message = measured(read, make(TIMES * SHORT))
    assert len(message) < LONGEST_MESSAGE, message[:200]
    assert long <= MOST * max(short, LEAST), f"{short} s, and {long} s for {TIMES} times as much"


@pytest.mark.parametrize(("words", "make", "read"), CASES, ids=[words for words, _, _ in CASES])
def test_any_length(words: str, make: Callable[[int], Any], read: Callable[[Any], Any]) -> None:
    check_length(words, make, read)


@needs_simulations
@pytest.mark.parametrize(("words", "make", "read"), SIMULATED, ids=[words for words, _, _ in SIMULATED])
def test_any_length_in_simulations(words: str, make: Callable[[int], Any], read: Callable[[Any], Any]) -> None:
    pytest.importorskip("wasmtime")
    check_length(words, make, read)


def references(depth: int) -> Any:
    """What a few lines of YAML with references are read as."""
    value: Any = "pause"
    for _ in range(depth):
        value = [value] * 10
    return value


@needs_simulations
def test_what_contains_itself_or_another_many_times_is_refused() -> None:
    pytest.importorskip("wasmtime")
    itself: Dict[str, Any] = {}
    itself["media"] = itself
    for use in (
        lambda: simulate({"scenario": "a", "steps": references(30)}),
        lambda: VirtualPlayer(media=references(30)),
        lambda: VirtualPlayer().send(references(30)),
        lambda: VirtualPlayer().expect({"state": references(30)}),
        lambda: simulate(itself),
    ):
        with pytest.raises(ScenarioError, match="expected at most 200000 values, found more"):
            use()


def test_what_contains_another_many_times_is_shown_in_short() -> None:
    with pytest.raises(TypeError, match="expected") as caught:
        Player().receive("load", at=0, item=references(30))
    assert len(str(caught.value)) < 300


def test_a_text_may_contain_any_line_end() -> None:
    words = "a\u2028b\u2029c\x85d\x0be\x1cf\rg\nh"
    player = Player(record=True)
    player.mark(words)
    recorded = Trace(player.take_trace(end=True))
    assert [record.words for record in recorded if isinstance(record, Mark)] == [words]
    assert [record.words for record in Trace(recorded.to_bytes("text")) if isinstance(record, Mark)] == [words]

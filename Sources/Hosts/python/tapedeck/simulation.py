"""Scenarios: a player over a simulated engine, media and network, on a virtual clock. An hour takes milliseconds.

The simulation is a WebAssembly module for all machines, run by wasmtime: ``pip install 'wasmtime>=20'``.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, List, Mapping, NamedTuple, Optional, Tuple

from tapedeck._arguments import wrong_type
from tapedeck.errors import TapeDeckError
from tapedeck.trace import Trace

_MODULE = Path(__file__).with_name("simulations.wasm")
_BINARY = 2
# The module accepts no larger arguments. A mapping that contains another one many times, as references in YAML make it, may be far
# larger than what it was read from.
_MOST_VALUES = 200_000
_MOST_CHARACTERS = 1 << 20


class ScenarioError(TapeDeckError, ValueError):
    """An error in a scenario or a part of one. `problems` lists each place as a path, what was expected there, and what was found.

    `where` is the argument that the paths lead into.
    """

    def __init__(self, problems: "List[Mapping[str, Any]]", where: str = "scenario") -> None:
        first = problems[0] if problems else {}
        place = ".".join(part for part in (where, str(first.get("path", ""))) if part).replace(".[", "[")
        advice = f". {first['advice']}" if first.get("advice") else ""
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{place}: expected {first.get('expected')}, found {first.get('found')}{advice}{more}")
        self.problems = [dict(problem) for problem in problems]
        self.where = where

    def __reduce__(self) -> "Tuple[Any, Tuple[Any, ...]]":
        return ScenarioError, (self.problems, self.where)


class Failure(NamedTuple):
    """An expectation that was not met, and its place in the scenario."""

    text: str
    path: Optional[str]


class Simulation(NamedTuple):
    """The outcome of a scenario."""

    name: str
    verdict: str
    """``"passed"``, ``"failed"``, or ``"played"`` when nothing was expected."""
    end: int
    """The virtual time at the end, in microseconds."""
    inputs: int
    digest: str
    failures: List[Failure]
    trace: Trace
    """It replays without the scenario."""


def simulate(scenario: Mapping[str, Any]) -> Simulation:
    """Plays a whole scenario: the content of a scenario file, as a mapping.

    The same scenario gives the same trace everywhere. An error in it raises a `ScenarioError` that names the place.
    """
    if not isinstance(scenario, Mapping):
        raise wrong_type("scenario", "a mapping with the content of a scenario file", scenario)
    machine = new_machine()
    machine.tell("simulate", "scenario", scenario, _BINARY)
    report = json.loads(machine.answer())
    machine.call("simulated")
    return Simulation(
        name=report["name"],
        verdict=report["verdict"],
        end=report["end"],
        inputs=report["inputs"],
        digest=report["digest"],
        failures=[Failure(failure["text"], failure.get("path")) for failure in report["failures"]],
        trace=Trace(machine.answer(), name=report["name"]),
    )


def _json(where: str, value: Any) -> bytes:
    check_size(where, value)
    try:
        return json.dumps(value, allow_nan=False, default=_plain).encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"{where}: expected mappings, lists, words, numbers, True, False and None: {error}") from None


def check_size(where: str, value: Any) -> None:
    values, characters, rest = 1, 0, [value]
    while rest:
        one = rest.pop()
        if isinstance(one, str):
            characters += len(one)
        elif isinstance(one, (Mapping, list, tuple)):
            # Counted before they are collected: there may be far too many.
            values += len(one)
            if isinstance(one, Mapping):
                characters += sum(len(key) for key in one if isinstance(key, str))
            if values <= _MOST_VALUES:
                rest.extend(one.values() if isinstance(one, Mapping) else one)
        for count, most, unit in ((values, _MOST_VALUES, "values"), (characters, _MOST_CHARACTERS, "bytes")):
            if count > most:
                raise ScenarioError(
                    [{"path": "", "expected": f"at most {most} {unit}", "found": "more", "advice": "Split it"}], where
                )


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"found {type(value).__name__}")


class Machine:
    """An instance of the module, for one scenario or one session: its state is in its memory, and is freed with it."""

    def __init__(self, wasmtime: Any, engine: Any, module: Any) -> None:
        self.trap = wasmtime.Trap
        self.store = wasmtime.Store(engine)
        self.exports: Any = wasmtime.Instance(self.store, module, []).exports(self.store)

    def tell(self, name: str, where: str, value: Any, *rest: int) -> int:
        """Calls a function with JSON. Errors are raised with the path into the argument."""
        given = _json(where, value)
        place = self.put(given)
        result: int = self.call(name, place, len(given), *rest)
        self.call("release", place)
        if result < 0:
            raise ScenarioError(json.loads(self.answer())["problems"], where)
        return result

    def ask(self, name: str, *arguments: int) -> bytes:
        """The answer of a function that takes no JSON."""
        self.call(name, *arguments)
        return self.answer()

    def copy(self) -> "Machine":
        made = new_machine()
        memory, other = self.exports["memory"], made.exports["memory"]
        size = memory.data_len(self.store)
        missing = size - other.data_len(made.store)
        if missing > 0:
            other.grow(made.store, missing // 65536)
        other.write(made.store, memory.read(self.store, 0, size), 0)
        return made

    def call(self, name: str, *arguments: int) -> Any:
        try:
            return self.exports[name](self.store, *arguments)
        except self.trap as trap:
            # The module traps when its memory cannot grow any more.
            raise MemoryError("there is not enough memory for this simulation") from trap

    def put(self, data: bytes) -> int:
        place: int = self.call("allocate", max(1, len(data))) & 0xFFFFFFFF
        if not place:
            raise MemoryError("there is not enough memory for this simulation")
        self.exports["memory"].write(self.store, data, place)
        return place

    def answer(self) -> bytes:
        place = self.call("answerPlace") & 0xFFFFFFFF
        return bytes(self.exports["memory"].read(self.store, place, place + self.call("answerLength")))


@cache
def _module() -> "Tuple[Any, Any, Any]":
    try:
        import wasmtime
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "simulations need wasmtime: pip install 'wasmtime>=20'", name="wasmtime"
        ) from error
    engine = wasmtime.Engine()
    return wasmtime, engine, wasmtime.Module.from_file(engine, str(_MODULE))


def new_machine() -> Machine:
    return Machine(*_module())

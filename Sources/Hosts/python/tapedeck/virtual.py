"""A player over a simulated engine, media and network, on a virtual clock: for tests of what an app does with a player.

Nothing takes real time: an hour takes milliseconds, and the same calls do the same on every machine. It needs wasmtime:
``pip install 'wasmtime>=20'``.
"""

import json
from typing import (
    Any,
    Callable,
    Dict,
    List,
    Literal,
    Mapping,
    NamedTuple,
    NoReturn,
    Optional,
    Sequence,
    Tuple,
    Union,
    cast,
)

from tapedeck import vocabulary
from tapedeck._arguments import excerpt, wrong_type, wrong_value
from tapedeck._codec import integer
from tapedeck._messages import InputMessage
from tapedeck.errors import InUseError, TapeDeckError
from tapedeck.inputs import Input
from tapedeck.outputs import Output
from tapedeck.simulation import Machine, check_size, new_machine
from tapedeck.trace import output_of
from tapedeck.vocabulary import Instant, MediaTime, Observation

Time = Union[int, str]
"""Microseconds, or a time with its unit: ``"10 s"``, ``"250 ms"``, ``"1:30"``."""

Action = Union[str, Mapping[str, Any], Input]
"""Something that happens: ``"seek to 1:30"`` or another short form of scenarios, ``{"fault": "openHangs"}``, or an input."""

# No call runs longer on the virtual clock.
_WEEK = 7 * 86_400_000_000
_FORMS = {False: 0, True: 2, "text": 1, "binary": 2}
# In the order of the cases of `VirtualSession.Stop`.
_STOPS = ("reached", "idle", "found", "stepped", "busy")
_NAMES = [name for name, _, _ in vocabulary.KEYS]


class TimedOutput(NamedTuple):
    """An output of a player, with its time in microseconds on the virtual clock."""

    at: int
    output: Output


class SimulationError(TapeDeckError, AssertionError):
    """A run did not reach what was expected.

    `stop` is why it ended: ``"reached"`` for the end of its time, ``"idle"`` if nothing more was due, or ``"busy"`` if engine and player
    kept each other busy; `now` is the virtual time, and `outputs` contains the outputs until then.
    """

    def __init__(self, message: str, stop: str, now: int, outputs: "List[TimedOutput]") -> None:
        super().__init__(message)
        self.stop = stop
        self.now = now
        self.outputs = outputs

    def __reduce__(self) -> "Tuple[Any, Tuple[Any, ...]]":
        return SimulationError, (str(self), self.stop, self.now, self.outputs)


class VirtualPlayer:
    """A player whose engine, media and network are simulated, on a virtual clock. Only one thread at a time may use it.

    Media, network, engine and settings are described in the words of scenario files. Numbers are in the units of `Player`
    (microseconds, thousandths, bits); strings have a unit: ``"20 s"``, ``"3 Mbit/s, latency 80 ms"``. An error in them raises a
    `ScenarioError` that names the place, such as ``media.duration``.

    :param media: for example ``{"duration": "10 min", "segments": "2 s", "video": "1.2M"}``, or a list of these; by default ten minutes.
    :param live: the same for live streams, for example ``{"window": "2 h"}``.
    :param network: a rate, or periods such as ``[{"10 s": "3 Mbit/s"}, {"5 s": "nothing"}]``.
    :param networks: others to switch to, by their paths, for example ``{"cellular": "400k"}``.
    :param engine: how long its operations take, for example ``{"open": "40 ms"}``, or ``"immediate"``.
    :param segments: those of the first item, for example ``[{"id": 1, "from": "0:05", "to": "0:10", "blocked": True}]``.
    :param load: how the first item is loaded at the beginning; False if it is not. The first `play` opens it.
    :param texts: the words that text 1, 2 and so on stand for.
    :param items: where the items come from, for the header of a trace.
    :param name: its name in traces.
    :param record: True to record a trace, which `take_trace` returns, or the form of the trace.
    """

    __slots__ = ("__weakref__", "_idle", "_outputs")

    def __init__(
        self,
        *,
        preset: Optional[str] = None,
        settings: Optional[Mapping[str, Any]] = None,
        media: "Union[Mapping[str, Any], Sequence[Mapping[str, Any]], None]" = None,
        live: "Union[Mapping[str, Any], Sequence[Mapping[str, Any]], None]" = None,
        network: "Union[int, str, Mapping[str, Any], Sequence[Mapping[str, str]], None]" = None,
        networks: Optional[Mapping[str, Any]] = None,
        engine: "Union[str, Mapping[str, Any], None]" = None,
        segments: "Optional[Sequence[Mapping[str, Any]]]" = None,
        load: "Union[bool, Mapping[str, Any], None]" = None,
        texts: "Optional[Sequence[str]]" = None,
        items: "Optional[Sequence[str]]" = None,
        name: str = "VirtualPlayer",
        record: "Union[bool, Literal['binary', 'text']]" = False,
    ) -> None:
        if not isinstance(name, str) or not name:
            raise wrong_type("name", "a str with something in it", name)
        if not isinstance(record, (bool, str)) or record not in _FORMS:
            raise wrong_type("record", "True, False, 'binary' or 'text'", record)
        setup: Dict[str, Any] = {
            "preset": None if preset == "defaults" else preset,
            "settings": settings,
            "media": media,
            "live": live,
            "network": network,
            "networks": networks,
            "engine": engine,
            "segments": segments,
            "load": load,
            "texts": texts,
            "items": items,
        }
        scenario = {"scenario": name, **{key: value for key, value in setup.items() if value is not None}}
        # Default media, for tests that need no particular one.
        if media is None and live is None:
            scenario["media"] = {"duration": "10 min"}
        machine = new_machine()
        machine.tell("begin", "", scenario, _FORMS[record])
        self._over(machine)
        self._take()

    def _over(self, machine: Machine) -> None:
        # A thread that takes it out of this list has it exclusively until it puts it back: pop is atomic.
        self._idle = [machine]
        self._outputs: List[TimedOutput] = []

    # State

    @property
    def now(self) -> int:
        """The virtual clock, in microseconds."""
        return int(self._number("now") or 0)

    @property
    def next_instant(self) -> Instant:
        """When something happens next; None if nothing more is due."""
        return self._number("nextInstant")

    @property
    def next_deadline(self) -> Instant:
        """When the player's deadline is due, which the virtual clock serves; None if there is no deadline."""
        return self._number("nextDeadline")

    @property
    def position(self) -> MediaTime:
        """The position of the playhead now, in microseconds; None if unknown."""
        return self._number("position")

    @property
    def digest(self) -> str:
        """The digest of the player, the same as that of `Player`."""
        return self._asked("digestOf", 0).decode()

    @property
    def world_digest(self) -> str:
        """A digest of player, engine, media, network and clock."""
        return self._asked("digestOf", 1).decode()

    @property
    def outputs(self) -> "List[TimedOutput]":
        """The outputs of the last call."""
        return list(self._outputs)

    def observe(self) -> Observation:
        """The whole observable state; `position` is the current one."""
        shown = self._observed()
        return Observation._make([shown[name] for name in _NAMES])

    def get(self, name: str) -> Any:
        """One part of the observable state, such as ``"state"``."""
        if not isinstance(name, str):
            raise wrong_type("name", "what a player shows, as state", name)
        shown = self._observed()
        if name not in shown:
            raise wrong_value("name", "what a player shows, as state", name, shown)
        return shown[name]

    def expect(self, expected: "Union[str, Mapping[str, Any]]") -> None:
        """Raises a `SimulationError` unless the player is as expected now.

        :param expected: a state, or properties as in the expectations of scenarios: ``{"state": "playing", "position": "10 s ± 50 ms"}``.
        """
        with self._used() as machine:
            machine.tell("differences", "expected", expected)
            differences = json.loads(machine.answer())
        if differences:
            self._fail(f"at {_seconds(self.now)}: {'; '.join(differences)}", "reached")

    # Actions

    def send(self, input: "Union[Action, Sequence[Action]]") -> "List[TimedOutput]":
        """Performs an action now, with everything that it causes at once. Returns the outputs.

        :param input: an action or an input, or a list of them.
        """
        return self._done("perform", "input", _plain(input, "input"))

    def at(self, instant: Time, input: "Union[Action, Sequence[Action]]") -> "VirtualPlayer":
        """Schedules an action for a time on the virtual clock; one in the past happens when time continues."""
        with self._used() as machine:
            machine.tell("plan", "", {"instant": _span(machine, "instant", instant), "input": _plain(input, "input")})
        return self

    def play(self) -> "List[TimedOutput]":
        return self.send("play")

    def pause(self) -> "List[TimedOutput]":
        return self.send("pause")

    def stop(self) -> "List[TimedOutput]":
        return self.send("stop")

    def seek(self, to: Time) -> "List[TimedOutput]":
        """Seeks to a position in the media."""
        with self._used() as machine:
            position = _span(machine, "to", to)
        return self.send(f"seek to {position} us")

    def set_rate(self, rate: int) -> "List[TimedOutput]":
        """:param rate: thousandths: 1000 is normal speed."""
        return self.send({"name": "setRate", "rate": integer(rate, "rate", "thousandths as an int")})

    def load(self, item: int, *, at: Optional[Time] = None, play: bool = False) -> "List[TimedOutput]":
        """Loads another item; 1 is the first of `media`."""
        item = integer(item, "item")
        if not 0 <= item < 2**32:
            raise wrong_value("item", f"0 to {2**32 - 1}", item)
        if type(play) is not bool:
            raise wrong_type("play", "True or False", play)
        start = ""
        if at is not None:
            with self._used() as machine:
                start = f" at {_span(machine, 'at', at)} us"
        return self.send(f"load item {item}{start}{' and play' if play else ''}")

    def inject(self, fault: Action) -> "List[TimedOutput]":
        """Starts a fault now: ``"outage"``, ``"server answers 503 to the next opening"``, ``{"fault": "openHangs", "count": 2}``."""
        return self._done("perform", "fault", _plain(fault, "fault"))

    def heal(self) -> "List[TimedOutput]":
        """Ends every fault."""
        return self.send("heal")

    def connect(self, network: str, over: Any = None) -> "List[TimedOutput]":
        """Connects by a path, over the network that `networks` has for it or over the given one.

        :param network: the path: ``"none"``, ``"wifi"``, ``"cellular"``, …
        :param over: a rate such as ``"1 Mbit/s, latency 80 ms"``, bits per second, or periods.
        """
        if not isinstance(network, str):
            raise wrong_type("network", "a str", network)
        if over is None:
            return self._done("perform", "network", f"network {network}")
        return self._done("perform", "", {"network": network, "over": over})

    # Time

    def advance(self, by: Time) -> "List[TimedOutput]":
        """Advances time, by at most a week. Returns the outputs."""
        return self._advanced("by", by)

    def advance_to(self, to: Time) -> "List[TimedOutput]":
        """Advances time until the virtual clock reaches an instant."""
        return self._advanced("to", to)

    def run_until(
        self, until: "Union[str, Callable[[VirtualPlayer, List[TimedOutput]], object]]", *, limit: Time = "1 h"
    ) -> "List[TimedOutput]":
        """Runs until something is reported, and returns the outputs up to and including it.

        :param until: ``"playing"``, ``"stallBegan"``, ``"failed with httpServerError"``, or a function that receives this player and the
            outputs of each input, and returns whether to stop.
        :param limit: the maximum time on the virtual clock. If `until` does not happen, a `SimulationError` is raised.
        """
        with self._used() as machine:
            most = _span(machine, "limit", limit, _WEEK)
        if callable(until):
            return self._run_until(until, most)
        if not isinstance(until, str):
            raise wrong_type("until", "a str, or a function of the player and the last outputs", until)
        stop = self._run({"until": until, "by": most}, "")
        outputs = self._take()
        if stop != "found":
            self._fail(f"'{excerpt(until)}' was not reported {self._end(stop, most)}", stop)
        return outputs

    def run_to_end(self, *, limit: Time = "1 h") -> "List[TimedOutput]":
        """Runs until nothing more is due, for example after the end of the media; raises a `SimulationError` after `limit`."""
        with self._used() as machine:
            most = _span(machine, "limit", limit, _WEEK)
        end = self.now + most
        every: List[TimedOutput] = []
        while True:
            stop = self._run({"to": end, "inputs": 100_000}, "")
            every += self._take()
            self._outputs = every
            if stop == "busy" or (stop != "stepped" and self.next_instant is not None):
                self._fail(f"there was no end {self._end(stop, most)}", stop)
            if stop != "stepped":
                return list(every)

    def _run_until(self, predicate: Any, most: int) -> "List[TimedOutput]":
        end = self.now + most
        every: List[TimedOutput] = []
        self._outputs = every
        is_enough = predicate(self, [])
        while not is_enough:
            stop = self._run({"to": end, "inputs": 1}, "")
            outputs = self._take()
            every += outputs
            self._outputs = every
            is_enough = predicate(self, outputs)
            if not is_enough and stop != "stepped":
                self._fail(f"the condition did not come true {self._end(stop, most)}", stop)
        self._outputs = every
        return list(every)

    # Whole sessions

    def fork(self) -> "VirtualPlayer":
        """A second player in a copy of the same world: what happens to one does not happen to the other."""
        made = VirtualPlayer.__new__(VirtualPlayer)
        with self._used() as machine:
            made._over(machine.copy())
        return made

    __copy__ = fork

    def __deepcopy__(self, memo: Dict[int, Any]) -> "VirtualPlayer":
        return self.fork()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a VirtualPlayer cannot be pickled: repeat its calls, which do the same everywhere")

    def take_trace(self, end: bool = False) -> bytes:
        """The bytes of the trace since the last call; with `end`, the last ones, which end it. Empty without `record`."""
        if type(end) is not bool:
            raise wrong_type("end", "True or False", end)
        return self._asked("takeTrace", int(end))

    def __repr__(self) -> str:
        try:
            return (
                f"<VirtualPlayer, {self.get('state')} at {_seconds(self.position)}, {_seconds(self.now)} on its clock>"
            )
        except InUseError:
            return "<VirtualPlayer, in use>"

    # Access

    def _used(self) -> "_Use":
        return _Use(self._idle)

    def _asked(self, name: str, *arguments: int) -> bytes:
        with self._used() as machine:
            return machine.ask(name, *arguments)

    def _number(self, name: str) -> Optional[int]:
        """A number of the machine, which represents an unknown time by NaN, and one that never comes by infinity."""
        with self._used() as machine:
            number: float = machine.call(name)
        return int(number) if number == number and abs(number) != float("inf") else None

    def _observed(self) -> Dict[str, Any]:
        return cast(Dict[str, Any], json.loads(self._asked("observe")))

    def _done(self, name: str, where: str, value: Any) -> "List[TimedOutput]":
        with self._used() as machine:
            machine.tell(name, where, value)
        return self._take()

    def _run(self, request: Mapping[str, Any], where: str) -> str:
        with self._used() as machine:
            return _STOPS[machine.tell("run", where, request)]

    def _advanced(self, word: str, time: Time) -> "List[TimedOutput]":
        with self._used() as machine:
            span = _span(machine, word, time, _WEEK)
        stop = self._run({word: span}, "")
        outputs = self._take()
        if stop == "busy":
            self._fail("engine and player keep each other busy", stop)
        return outputs

    def _take(self) -> "List[TimedOutput]":
        taken = json.loads(self._asked("takeOutputs"))
        self._outputs = [TimedOutput(one.pop("at"), cast(Output, output_of(one.pop("name"), one))) for one in taken]
        return list(self._outputs)

    def _end(self, stop: str, most: int) -> str:
        if stop == "busy":
            return f"until {_seconds(self.now)}, where engine and player keep each other busy"
        return (
            f"until {_seconds(self.now)}, when nothing more was due"
            if stop == "idle"
            else f"within {_seconds(most)}"
        )

    def _fail(self, message: str, stop: str) -> NoReturn:
        state, position = self.get("state"), _seconds(self.position)
        raise SimulationError(f"{message}; the player is {state} at {position}", stop, self.now, self.outputs)


class _Use:
    """The machine of a player, exclusively for one block."""

    __slots__ = ("_idle", "_machine")

    def __init__(self, idle: "List[Machine]") -> None:
        self._idle = idle

    def __enter__(self) -> Machine:
        try:
            self._machine = self._idle.pop()
        except IndexError:
            raise InUseError(
                "the player is in use: one thread at a time may call it, and no signal handler while it is called"
            ) from None
        return self._machine

    def __exit__(self, *_: object) -> None:
        self._idle.append(self._machine)


def _span(machine: Machine, where: str, value: Any, most: int = 2**53) -> int:
    """A time in microseconds."""
    expected = f'microseconds from 0 to {"a week" if most == _WEEK else "2 ** 53"}, or a time such as "10 s"'
    if isinstance(value, str):
        machine.tell("span", where, value)
        span = int(machine.answer())
    else:
        span = integer(value, where, 'microseconds as an int, or a time such as "10 s"')
    if not 0 <= span <= most:
        raise wrong_value(where, expected, value)
    return span


def _plain(given: Any, where: str) -> Any:
    """Inputs as objects, as in scenarios."""
    check_size(where, given)
    return _objects(given, where)


def _objects(given: Any, where: str) -> Any:
    if isinstance(given, InputMessage):
        fields = given.as_dict()
        # An input without a request gets a new number.
        if fields.get("request") == 0:
            del fields["request"]
        return {"name": given.name, **fields}
    if isinstance(given, (list, tuple)):
        return [_objects(one, f"{where}[{index}]") for index, one in enumerate(given)]
    if not isinstance(given, (str, Mapping)):
        raise wrong_type(where, "an action such as 'play', a mapping, an input, or a list of them", given)
    return given


def _seconds(microseconds: Optional[int]) -> str:
    return "an unknown position" if microseconds is None else f"{microseconds / 1e6:g} s"

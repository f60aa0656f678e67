"""Creates traces from inputs: a new player takes and records them."""

from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple

from tapedeck import vocabulary
from tapedeck._arguments import excerpt, wrong_type
from tapedeck._codec import integer
from tapedeck._messages import InputMessage, make
from tapedeck.errors import TraceError
from tapedeck.player import Player, Recording
from tapedeck.trace import Checkpoint, End, ForeignMessage, ItemDefinition, Loss, Mark, Step, TextDefinition, Trace

_SETTINGS = {name for name, _, _ in vocabulary.SETTINGS}
_NUMBERS = [
    "loading.epoch",
    "loading.nextEpoch",
    "closing.newest",
    "seeking.inFlight",
    "seeking.serial",
    "presentation.stillSerial",
]
_Roles = Dict[int, "Tuple[int, str]"]


def known_settings(trace: Trace) -> Dict[str, Any]:
    """The settings of a trace that this version has."""
    return {name: value for name, value in trace.header.settings.items() if name in _SETTINGS}


def record(
    given: "Iterable[Any]",
    preset: Any,
    settings: Any,
    recording: Recording,
    items: "Optional[Mapping[int, str]]",
    texts: "Optional[Mapping[int, str]]",
    original: Optional[Trace] = None,
) -> bytes:
    """The bytes of a trace of these inputs. Inputs that are steps of `original` keep their meaning."""
    try:
        records = list(given)
    except TypeError:
        raise wrong_type("inputs", "an iterable of (at, input) and of records of a trace", given) from None
    for index, one in enumerate(records):
        _check(one, f"inputs[{index}]")
    player = Player(preset, settings, record=recording)
    _define(player, records, items, texts)
    names = _Names(original) if original is not None and any(isinstance(one, Step) for one in records) else None
    for index, one in enumerate(records):
        try:
            _give(player, one, names)
        except (TypeError, ValueError) as error:
            if isinstance(error, TraceError):
                raise
            kind = TypeError if isinstance(error, TypeError) else ValueError
            raise kind(f"inputs[{index}]: {error}") from None
    return player.take_trace(end=True)


def _check(one: Any, where: str) -> None:
    if isinstance(one, Step):
        if isinstance(one.input, ForeignMessage):
            raise ValueError(f"{where}: this player does not have the input {excerpt(one.input.name)}; leave it out")
    elif not isinstance(one, (ItemDefinition, TextDefinition, Mark, Checkpoint, End, Loss)) and not (
        isinstance(one, tuple) and not isinstance(one, InputMessage) and len(one) == 2
    ):
        raise wrong_type(where, "(at, input), or a record of a trace", one)


def _define(player: Player, records: "List[Any]", items: Any, texts: Any) -> None:
    """Writes the definitions first, except those that are among the records."""
    for where, kind, words, define in (
        ("items", ItemDefinition, items, player.define_item),
        ("texts", TextDefinition, texts, player.define_text),
    ):
        if words is None:
            continue
        if not isinstance(words, Mapping):
            raise wrong_type(where, "a mapping of numbers and words", words)
        said = {one[0] for one in records if isinstance(one, kind)}
        for number, text in words.items():
            if number not in said:
                define(number, text)


def _give(player: Player, one: Any, names: "Optional[_Names]") -> None:
    if isinstance(one, Step):
        message = one.input
        assert isinstance(message, InputMessage)
        player.receive(message if names is None else names.resolved(one.number, message, player), at=one.at)
    elif isinstance(one, ItemDefinition):
        player.define_item(one.item, one.source)
    elif isinstance(one, TextDefinition):
        player.define_text(one.text, one.words)
    elif isinstance(one, Mark):
        player.mark(one.words)
    elif isinstance(one, (Checkpoint, End, Loss)):
        # Everything that follows from the inputs is recomputed.
        pass
    else:
        at, message = one
        if not isinstance(message, (str, InputMessage)):
            raise wrong_type("input", "an object of tapedeck.inputs, or its name", message)
        player.receive(message, at=integer(at, "at", "microseconds as an int"))


class _Names:
    """What the numbers that a player assigns to openings, seeks and still pictures meant in a trace.

    If an earlier input is removed, the second opening of a session may become its first: a report "of the current opening"
    stays one.
    """

    def __init__(self, trace: Trace) -> None:
        if trace.header.is_excerpt:
            raise TraceError(
                trace.name, "it is an excerpt, from which steps were left out: use Trace.from_inputs", "notReplayable"
            )
        self.inputs: Dict[int, InputMessage] = {}
        self.roles: Dict[int, _Roles] = {}
        player = Player(settings=known_settings(trace))
        for step in trace.steps():
            message = step.input
            if isinstance(message, ForeignMessage):
                raise TraceError(
                    trace.name,
                    f"step {step.number}: this player does not have the input {excerpt(message.name)}",
                    "unknownInput",
                )
            roles = _roles(message, player)
            if roles:
                self.inputs[step.number], self.roles[step.number] = message, roles
            player.receive(message, at=step.at)

    def resolved(self, step: int, message: Any, player: Player) -> Any:
        """The input with the numbers of this session; numbers that were changed by hand are kept."""
        original = self.inputs.get(step)
        if original is None or type(original) is not type(message):
            return message
        values = list(message._values())
        numbers = _numbers(player)
        for index, role in self.roles[step].items():
            if values[index] == original._values()[index]:
                values[index] = _number(role, numbers)
        return make(type(message), values)


def _numbers(player: Player) -> "Dict[str, int]":
    return {name: player.field(name) for name in _NUMBERS}


def _roles(message: InputMessage, player: Player) -> _Roles:
    """For each field with a number that the player assigned: which number it is, and how far it is from the current one."""
    roles: _Roles = {}
    if "epoch" not in message._fields:
        return roles
    numbers: Optional[Dict[str, int]] = None
    for index, (kind, value) in enumerate(zip(message._types, message._values())):
        if value == 0 or kind not in _CANDIDATES:
            continue
        numbers = numbers or _numbers(player)
        for distance, name in _CANDIDATES[kind]:
            if value == numbers[name] - distance:
                roles[index] = (distance, name)
                break
    return roles


# The order matters: a number may match several candidates.
_CANDIDATES: "Dict[str, List[Tuple[int, str]]]" = {
    "epoch": [(0, "loading.epoch"), (0, "loading.nextEpoch"), (0, "closing.newest"), (1, "loading.epoch")],
    "seek": [(0, "seeking.inFlight"), (0, "seeking.serial"), (1, "seeking.serial")],
    "still": [(0, "presentation.stillSerial")],
}


def _number(role: "Tuple[int, str]", numbers: "Mapping[str, int]") -> int:
    distance, name = role
    return max(0, numbers[name] - distance)

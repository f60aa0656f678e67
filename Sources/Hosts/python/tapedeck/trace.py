"""Reads, replays, explains, compares and checks traces with the code of the command line, in both forms and of every version."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Tuple,
    Union,
    cast,
)

from tapedeck import inputs, outputs, vocabulary
from tapedeck._arguments import excerpt, one_of, wrong_type, wrong_value
from tapedeck._codec import integer
from tapedeck._core import traces
from tapedeck._files import replace_file
from tapedeck._messages import Message, make
from tapedeck._types import NEVER
from tapedeck.checks import Violation, violations
from tapedeck.errors import TraceError
from tapedeck.inputs import Input
from tapedeck.outputs import Output
from tapedeck.player import Player, Recording
from tapedeck.reports import Comparison, Explanation, ReplayReport, Value
from tapedeck.vocabulary import Preset, Settings

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class ForeignMessage:
    """An input or an output of another vocabulary: one that this version does not have, or not with these fields."""

    __slots__ = ("_fields", "name")

    def __init__(self, name: str, fields: Mapping[str, Value]) -> None:
        self.name = name
        self._fields = dict(fields)

    def as_dict(self) -> Dict[str, Any]:
        """The fields by their names in the trace."""
        return dict(self._fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ForeignMessage) and (self.name, self._fields) == (other.name, other._fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"ForeignMessage({self.name!r}, {self._fields!r})"


class TraceHeader(NamedTuple):
    """The header of a trace."""

    version: int
    vocabulary: str
    state_layout: str
    behaviour: int
    settings: Dict[str, Value]
    """Those that differ from their defaults: ``Player(settings=…)`` takes them."""
    has_outputs: bool
    is_excerpt: bool
    engine: str
    tool: str
    note: str
    recorded_at: Optional[int]
    """Microseconds since 1970."""


class Step(NamedTuple):
    """One input and its outputs. Steps are numbered from 1."""

    number: int
    at: int
    input: Union[Input, ForeignMessage]
    outputs: List[Union[Output, ForeignMessage]]


class ItemDefinition(NamedTuple):
    """What the number of an item identifies: the address of the media."""

    item: int
    source: str


class TextDefinition(NamedTuple):
    """What the number of a text identifies."""

    text: int
    words: str


class Checkpoint(NamedTuple):
    """The whole state after a step."""

    number: int
    at: int
    state: Dict[str, Value]
    digest: str


class Mark(NamedTuple):
    """A remark after a step."""

    number: int
    words: str


class End(NamedTuple):
    """The end of the recording."""

    number: int
    inputs: int
    outputs: int
    digest: str
    ending: Literal["finished", "interrupted", "failed"]
    detail: str


class Loss(NamedTuple):
    """The trace ends inside a record, which begins at `offset`. Always the last of the records."""

    offset: int
    bytes: int


Record = Union[Step, ItemDefinition, TextDefinition, Checkpoint, Mark, End, Loss]
"""Any record of a trace."""

Format = Literal["binary", "text"]
"""The two forms of a trace: compact bytes, or lines of JSON that people can read."""

_FORMATS = ("binary", "text")


class Trace:
    """A trace in either form, of any version.

    :param source: the path of a file, or bytes.
    :param name: its name in errors; by default its path.
    """

    __slots__ = ("_data", "header", "name")

    def __init__(
        self, source: "Union[str, os.PathLike[str], bytes, bytearray, memoryview]", *, name: Optional[str] = None
    ) -> None:
        if name is not None and not isinstance(name, str):
            raise wrong_type("name", "a str", name)
        if isinstance(source, (str, os.PathLike)):
            self._data = Path(source).read_bytes()
            self.name = os.fspath(source) if name is None else name
        else:
            try:
                self._data = bytes(memoryview(source))
            except TypeError:
                raise wrong_type("source", "a path or bytes", source) from None
            self.name = "trace" if name is None else name
        self.header: TraceHeader = _header(json.loads(self._asked(lambda: traces().header(self._data))))

    def __bytes__(self) -> bytes:
        return self._data

    @classmethod
    def from_inputs(
        cls,
        inputs: "Iterable[Union[Tuple[int, Union[Input, str]], Record]]",
        *,
        preset: Preset = "defaults",
        settings: "Optional[Union[Settings, Mapping[str, Any]]]" = None,
        items: "Optional[Mapping[int, str]]" = None,
        texts: "Optional[Mapping[int, str]]" = None,
        engine: str = "",
        tool: str = "",
        note: str = "",
        recorded_at: "Union[int, datetime, None]" = None,
        name: Optional[str] = None,
    ) -> "Trace":
        """Creates a trace from inputs: a new player takes them, and its outputs and states are written with them.

        :param inputs: in order, each as ``(at, input)`` or as a `Step`, whose outputs are ignored. Definitions and remarks
            between them are written where they occur; checkpoints and ends are created anew.
        :param preset: the settings to start from; `settings` are those that differ.
        :param items: what the numbers of items identify; `texts` does the same for texts.

        A wrong input raises a `TypeError` or a `ValueError` that names its place, such as ``inputs[3]``.
        """
        from tapedeck._writing import record

        recording = Recording(engine=engine, tool=tool, note=note, recorded_at=recorded_at)
        return cls(record(inputs, preset, settings, recording, items, texts), name=name)

    def with_inputs(
        self,
        inputs: "Iterable[Union[Tuple[int, Union[Input, str]], Record]]",
        *,
        note: Optional[str] = None,
        name: Optional[str] = None,
    ) -> "Trace":
        """This trace with other inputs: ``trace.with_inputs(step for step in trace.steps() if step.number != 7)``.

        Settings, definitions and the rest of the header are those of this trace; outputs and states are recomputed, as in
        `from_inputs`. Steps of this trace keep their meaning: the numbers that the player assigns to openings, seeks and still
        pictures become those of the new session, so that a report still belongs to the same opening, unless they were changed by
        hand. Settings that this version does not have are left out.
        """
        from tapedeck._writing import known_settings, record

        if note is not None and not isinstance(note, str):
            raise wrong_type("note", "a str", note)
        header = self.header
        recording = Recording(
            engine=header.engine,
            tool=header.tool,
            note=header.note if note is None else note,
            recorded_at=header.recorded_at,
        )
        data = record(inputs, "defaults", known_settings(self), recording, self.items(), self.texts(), self)
        return Trace(data, name=self.name if name is None else name)

    @property
    def format(self) -> Format:
        """The form of this trace."""
        return "text" if self._data.lstrip()[:1] == b"{" else "binary"

    def to_bytes(self, format: Optional[Format] = None) -> bytes:
        """The trace in one of the two forms, without loss; without a form, the bytes as they were read.

        A conversion leaves out an incomplete last record, and raises a `TraceError` for a damaged trace.
        """
        if format is None:
            return self._data
        if not isinstance(format, str):
            raise wrong_type("format", one_of(_FORMATS), format)
        if format not in _FORMATS:
            raise wrong_value("format", one_of(_FORMATS), format, _FORMATS)
        return cast(bytes, self._asked(lambda: traces().convert(self._data, format == "binary")))

    def save(self, path: "Union[str, os.PathLike[str]]", format: Optional[Format] = None) -> None:
        """Writes the trace to a file, in one of the two forms or as it was read.

        An existing file is replaced as a whole, once everything is written.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise wrong_type("path", "the path of a file", path)
        replace_file(path, self.to_bytes(format))

    def __repr__(self) -> str:
        return f"<Trace {self.name}, {len(self._data)} bytes>"

    def __reduce__(self) -> "Tuple[Any, Tuple[Any, ...]]":
        return _reopened, (self._data, self.name)

    # Reading

    def __iter__(self) -> Iterator[Record]:
        """Its records in order. A damaged trace first gives its readable records, and then raises a `TraceError` with the place."""
        readable = traces().records(self._data)
        while True:
            lines = self._asked(lambda: next(readable))
            if lines is None:
                break
            # Records without a text form are empty.
            if lines:
                # Texts may contain what str.splitlines takes for the end of a line.
                yield _record([json.loads(line) for line in lines.rstrip("\n").split("\n")])
        loss = json.loads(self._asked(lambda: next(readable)) or "{}").get("loss")
        if loss:
            yield Loss(loss["offset"], loss["bytes"])

    def steps(self) -> Iterator[Step]:
        """Its steps in order."""
        for record in self:
            if isinstance(record, Step):
                yield record

    def items(self) -> Dict[int, str]:
        """The addresses of media, by the numbers of the items."""
        return {record.item: record.source for record in self if isinstance(record, ItemDefinition)}

    def texts(self) -> Dict[int, str]:
        """The words of texts, by their numbers."""
        return {record.text: record.words for record in self if isinstance(record, TextDefinition)}

    # Questions

    def replay(self) -> ReplayReport:
        """Feeds the inputs to a new player and compares all outputs, up to the first difference."""
        found = json.loads(self._asked(lambda: traces().replay(self._data)))
        verdict = "differs" if "difference" in found else "unfollowed" if "unfollowed" in found else "ok"
        return cast(ReplayReport, {"verdict": verdict, **found, "trace": self.name})

    def explain(self, step: Optional[int] = None) -> Explanation:
        """Explains why a step did what it did, and why nothing plays.

        Without a step: the last one that failed or began a stall, otherwise the last one.
        """
        number = 0 if step is None else integer(step, "step", "the number of a step as an int, or None")
        if step is not None and not 1 <= number < 2**53:
            raise wrong_value("step", "the number of a step, from 1", step)
        found = json.loads(self._asked(lambda: traces().explain(self._data, number)))
        return cast(Explanation, {**found, "trace": self.name})

    def diff(self, other: "Trace") -> Comparison:
        """How this trace, `a`, and another one, `b`, differ, step by step. At most a hundred differences are listed."""
        if not isinstance(other, Trace):
            raise wrong_type("other", "a Trace", other)
        names = f"{self.name}, {other.name}"
        found = json.loads(_asked(names, lambda: traces().diff(self._data, other._data)))
        return cast(Comparison, {**found, "a": self.name, "b": other.name})

    def check(self, *, allow: "Iterable[str]" = (), limit: Optional[int] = 10) -> "List[Violation]":
        """Checks whether the laws of a player hold: feeds the inputs to a new player, and checks each law after each input.

        Outputs that differ from the recorded ones violate ``recorded-otherwise``. A trace that this version recorded has no
        violations, unless the player has a bug: in that case, send us the trace.

        Three laws about copies of a player, which a trace cannot show, are checked only by the command line.

        :param allow: ids of laws that are not checked, such as ``["recorded-otherwise"]``; what their violations hid becomes visible.
        :param limit: the maximum number of violations listed for each law; None: all of them.
        """
        return violations(self._data, self.name, allow, limit)

    def player(self, step: Optional[int] = None) -> Player:
        """A player in the state after a step, by default the last: to continue from there, or to read what is not in the trace.

        Settings that this version does not have are left out.
        """
        number = None if step is None else integer(step, "step", "the number of a step as an int, or None")
        player = Player(settings={name: value for name, value in self.header.settings.items() if name in _SETTINGS})
        last = 0
        for last, at, given, _ in self.steps():
            if number is not None and last > number:
                return player
            if isinstance(given, ForeignMessage):
                raise TraceError(
                    self.name, f"step {last}: this player does not have the input {excerpt(given.name)}", "unknownInput"
                )
            player.receive(given, at=at)
        if number is not None and not 0 <= number <= last:
            raise TraceError(self.name, f"there is no step {number}: the steps are 1 … {last}", "noSuchPlace")
        return player

    # Tables

    def to_arrow(self, name: Optional[str] = None) -> "pyarrow.Table":
        """Its messages as a pyarrow table.

        Each row is an input or an output: ``step``, ``at``, ``direction``, ``name``, and a column for each field. A value is null if
        the message does not have the field, and for unknown, never and endless. Fields with the same name and different types become
        columns with the type in their name, such as ``from_phase``.

        :param name: only messages of this name, such as ``"playbackStateChanged"``, with only their own fields.
        """
        from tapedeck.tables import arrow

        return arrow(self, name)

    def to_pandas(self, name: Optional[str] = None) -> "pandas.DataFrame":
        """The table of `to_arrow` for pandas."""
        return self.to_arrow(name).to_pandas()

    def to_polars(self, name: Optional[str] = None) -> "polars.DataFrame":
        """The table of `to_arrow` for Polars."""
        import polars

        return cast("polars.DataFrame", polars.from_arrow(self.to_arrow(name)))

    def _pieces(self) -> "List[bytes]":
        """All steps as records of messages."""
        return cast("List[bytes]", self._asked(lambda: list(traces().messages(self._data))))

    def _asked(self, question: Any) -> Any:
        return _asked(self.name, question)


def explain(trace: Trace, step: Optional[int] = None) -> Explanation:
    """See `Trace.explain`."""
    if not isinstance(trace, Trace):
        raise wrong_type("trace", "a Trace", trace)
    return trace.explain(step)


def diff(a: Trace, b: Trace) -> Comparison:
    """See `Trace.diff`."""
    if not isinstance(a, Trace):
        raise wrong_type("a", "a Trace", a)
    return a.diff(b)


def _reopened(data: bytes, name: str) -> Trace:
    return Trace(data, name=name)


def _asked(name: str, question: Any) -> Any:
    try:
        return question()
    except traces().Fault as fault:
        found = json.loads(str(fault))
        raise TraceError(name, found["message"], found["kind"], found.get("offset"), found.get("line")) from None


def _header(line: Dict[str, Any]) -> TraceHeader:
    return TraceHeader(
        version=line["v"],
        vocabulary=line["voc"],
        state_layout=line["state"],
        behaviour=line["core"],
        settings=line["cfg"],
        has_outputs=line.get("outputs", True),
        is_excerpt=line.get("excerpt", False),
        engine=line.get("engine", ""),
        tool=line.get("tool", ""),
        note=line.get("note", ""),
        recorded_at=line.get("date"),
    )


class _Reader:
    """Reads messages of a family by the names of their kinds."""

    def __init__(self, kinds: "Mapping[int, type[Message]]") -> None:
        self.kinds = {kind.name: (kind, frozenset(kind._names)) for kind in kinds.values()}

    def message(self, line: Dict[str, Any]) -> Any:
        name, fields = line["e"], line.get("a", {})
        kind, names = self.kinds.get(name, (None, frozenset()))
        if kind is None or len(fields) != len(names) or not names.issuperset(fields):
            return ForeignMessage(name, fields)
        return make(kind, [fields[field] for field in kind._names])


_SETTINGS = {name for name, _, _ in vocabulary.SETTINGS}
_INPUTS, _OUTPUTS = _Reader(inputs.KINDS), _Reader(outputs.KINDS)


def output_of(name: str, fields: Dict[str, Any]) -> "Union[Output, ForeignMessage]":
    """An output from its name and its fields, in the words of traces."""
    return cast("Union[Output, ForeignMessage]", _OUTPUTS.message({"e": name, "a": fields}))


def _instant(line: Dict[str, Any]) -> int:
    at = line["t"]
    return NEVER if at is None else cast(int, at)


def _step(first: Dict[str, Any], rest: List[Dict[str, Any]]) -> Step:
    return Step(first["n"], _instant(first), _INPUTS.message(first), [_OUTPUTS.message(line) for line in rest])


def _definition(line: Dict[str, Any]) -> Record:
    return ItemDefinition(line["item"], line["source"]) if "item" in line else TextDefinition(line["text"], line["is"])


def _record(lines: List[Dict[str, Any]]) -> Record:
    """The lines of a record of a text trace as one object."""
    first, *rest = lines
    kind = first["k"]
    if kind == "i":
        return _step(first, rest)
    if kind == "d":
        return _definition(first)
    if kind == "c":
        return Checkpoint(first["n"], _instant(first), first["s"], first["d"])
    if kind == "m":
        return Mark(first["n"], first["x"])
    detail = first.get("by", first.get("why", ""))
    return End(first["n"], first["i"], first["o"], first["d"], first["end"], detail)

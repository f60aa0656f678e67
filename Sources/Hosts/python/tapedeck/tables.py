"""Messages of traces as pyarrow tables."""

import re
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from tapedeck import inputs, outputs, vocabulary
from tapedeck._arguments import wrong_type, wrong_value
from tapedeck._messages import Message
from tapedeck._types import NEVER, SENTINELS, is_number, reader
from tapedeck.batch import LAYOUT
from tapedeck.trace import Step, TextDefinition

if TYPE_CHECKING:
    import pyarrow

    from tapedeck.trace import Trace

_KINDS: "List[Tuple[bool, type[Message]]]" = [
    *((False, kind) for kind in inputs.KINDS.values()),
    *((True, kind) for kind in outputs.KINDS.values()),
]


def arrow(trace: "Trace", name: Optional[str]) -> "pyarrow.Table":
    if name is not None and not isinstance(name, str):
        raise wrong_type("name", "the name of an input or an output, or None", name)
    kinds = [(is_output, kind) for is_output, kind in _KINDS if name is None or kind.name == name]
    if not kinds:
        raise wrong_value("name", "the name of an input or an output", name, [kind.name for _, kind in _KINDS])
    schema = _Schema(kinds, every=name is not None)
    # Numbers can be used directly if they are this version's: the words of other traces exist only in their text.
    if int(trace.header.vocabulary, 16) == vocabulary.HASH:
        try:
            import numpy
        except ModuleNotFoundError:
            pass
        else:
            return _from_records(trace, schema, numpy)
    return _from_messages(trace, schema, name)


class _Column(NamedTuple):
    name: str
    type_name: str


class _Schema:
    """The columns for some kinds of messages, and where the fields of each kind go."""

    def __init__(self, kinds: "List[Tuple[bool, type[Message]]]", every: bool) -> None:
        types: Dict[str, Set[str]] = {}
        for _, kind in kinds:
            for field, type_name in zip(kind._names, kind._types):
                types.setdefault(field, set()).add(_stored(type_name))
        # Whether columns without any value are kept.
        self.every = every
        self.columns: Dict[str, str] = {}
        self.fields: Dict[Tuple[bool, str], List[_Column]] = {}
        self.by_code: Dict[Tuple[bool, int], Tuple[type[Message], List[_Column]]] = {}
        for is_output, kind in kinds:
            columns = []
            for field, type_name in zip(kind._names, kind._types):
                stored = _stored(type_name)
                name = _snake(field) if len(types[field]) == 1 else f"{_snake(field)}_{_snake(stored)}"
                self.columns.setdefault(name, stored)
                columns.append(_Column(name, type_name))
            self.fields[is_output, kind.name] = columns
            self.by_code[is_output, kind._code] = (kind, columns)


def _stored(type_name: str) -> str:
    """The type of a column. All numbers have one type in a table, whatever they mean; times have another."""
    if type_name == "code":
        return "input"
    if type_name in SENTINELS:
        return "time"
    return "number" if is_number(type_name) and type_name != "text" else type_name


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().replace(".", "_")


# From messages, one by one


def _from_messages(trace: "Trace", schema: _Schema, only: Optional[str]) -> "pyarrow.Table":
    import pyarrow

    steps: List[int] = []
    instants: List[Optional[int]] = []
    directions: List[str] = []
    names: List[str] = []
    columns: Dict[str, Tuple[List[int], List[Any]]] = {name: ([], []) for name in schema.columns}
    texts: Dict[int, str] = {}
    for number, at, is_output, message in _messages(trace, texts):
        if only is not None and message.name != only:
            continue
        if isinstance(message, Message):
            for (name, type_name), value in zip(schema.fields[is_output, message.name], message._values()):
                rows, values = columns[name]
                rows.append(len(steps))
                values.append((texts.get(value, f"text {value}") if value else None) if type_name == "text" else value)
        steps.append(number)
        instants.append(None if at == NEVER else at)
        directions.append("output" if is_output else "input")
        names.append(message.name)
    table: Dict[str, Any] = {
        "step": pyarrow.array(steps, pyarrow.int64()),
        "at": pyarrow.array(instants, pyarrow.int64()),
        "direction": pyarrow.array(directions, pyarrow.string()).dictionary_encode(),
        "name": pyarrow.array(names, pyarrow.string()).dictionary_encode(),
    }
    for name, (rows, values) in columns.items():
        if rows or schema.every:
            table[name] = _array(pyarrow, schema.columns[name], rows, values, len(steps))
    return pyarrow.table(table)


def _messages(trace: "Trace", texts: Dict[int, str]) -> Iterator[Tuple[int, int, bool, Any]]:
    for record in trace:
        if isinstance(record, TextDefinition):
            texts[record.text] = record.words
        if not isinstance(record, Step):
            continue
        yield record.number, record.at, False, record.input
        for answer in record.outputs:
            yield record.number, record.at, True, answer


def _array(pyarrow: Any, stored: str, rows: List[int], values: List[Any], count: int) -> Any:
    column: List[Any] = [None] * count
    for row, value in zip(rows, values):
        column[row] = value
    if stored == "bool":
        return pyarrow.array(column, pyarrow.bool_())
    if stored in ("number", "time"):
        return pyarrow.array(column, pyarrow.int64())
    words = [None if value is None else str(value) for value in column]
    return pyarrow.array(words, pyarrow.string()).dictionary_encode()


# From records, all at once


def _from_records(trace: "Trace", schema: _Schema, numpy: Any) -> "pyarrow.Table":
    import pyarrow

    data = b"".join(trace._pieces())
    records = numpy.frombuffer(data, dtype=numpy.dtype(LAYOUT))
    keys = records["code"].astype(numpy.int64) + 65536 * records["reserved"].astype(numpy.int64)
    wanted = numpy.array([code + 65536 * is_output for is_output, code in schema.by_code], numpy.int64)
    if schema.every:
        kept = numpy.isin(keys, wanted)
        records, keys = records[kept], keys[kept]
    count = len(records)
    order = numpy.argsort(keys, kind="stable")
    found, starts = numpy.unique(keys[order], return_index=True)
    names = numpy.zeros(count, numpy.int32)
    words: List[str] = []
    values: Dict[str, Any] = {}
    filled: Dict[str, Any] = {}
    for key, rows in zip(found.tolist(), numpy.split(order, starts[1:]) if count else ()):
        kind, columns = schema.by_code[key >= 65536, key % 65536]
        names[rows] = len(words)
        words.append(kind.name)
        for index, (name, type_name) in enumerate(columns):
            place = index - kind._has_context
            numbers = records["context"][rows] if place < 0 else records["fields"][rows, place]
            if name not in values:
                values[name], filled[name] = numpy.zeros(count, numpy.int64), numpy.zeros(count, bool)
            values[name][rows] = numbers
            # Unknown times, never, endless durations and missing texts are null.
            none = 0 if type_name == "text" else SENTINELS.get(type_name)
            filled[name][rows] = True if none is None else numbers != none
    at = records["time"].astype(numpy.int64)
    table: Dict[str, Any] = {
        "step": pyarrow.array(records["input"].astype(numpy.int64)),
        "at": pyarrow.array(at, mask=at == NEVER),
        "direction": _words_of(pyarrow, numpy, (keys >= 65536).astype(numpy.int32), ["input", "output"]),
        "name": _words_of(pyarrow, numpy, names, words),
    }
    texts = trace.texts() if any(filled[name].any() for name in values if schema.columns[name] == "text") else {}
    for name, stored in schema.columns.items():
        if name in values:
            table[name] = _column(pyarrow, numpy, stored, values[name], filled[name], texts)
        elif schema.every:
            table[name] = _array(pyarrow, stored, [], [], count)
    return pyarrow.table(table)


def _words_of(pyarrow: Any, numpy: Any, places: Any, words: List[str], mask: Any = None) -> Any:
    """A column of words, given by their indices in a list that may contain a word more than once."""
    each = {word: place for place, word in enumerate(dict.fromkeys(words))}
    places = numpy.array([each[word] for word in words], numpy.int32)[places] if words else places
    indices = pyarrow.array(places, pyarrow.int32(), mask=mask)
    return pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array(list(each), pyarrow.string()))


def _column(pyarrow: Any, numpy: Any, stored: str, values: Any, filled: Any, texts: Dict[int, str]) -> Any:
    if stored == "bool":
        return pyarrow.array(values != 0, mask=~filled)
    if stored in ("number", "time"):
        return pyarrow.array(values, mask=~filled)
    numbers, inverse = numpy.unique(values[filled], return_inverse=True)
    places = numpy.zeros(len(values), numpy.int32)
    places[filled] = inverse.reshape(-1)
    if stored == "text":
        words = [texts.get(number, f"text {number}") for number in numbers.tolist()]
    else:
        read = reader("code" if stored == "input" else stored)
        words = [str(read(number)) for number in numbers.tolist()]
    return _words_of(pyarrow, numpy, places, words, ~filled)

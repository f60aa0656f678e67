"""Messages of traces as tables of pyarrow."""

import re
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Set, Tuple

from tapedeck import inputs, outputs
from tapedeck._arguments import wrong_type, wrong_value
from tapedeck._messages import Message
from tapedeck._types import NEVER, is_number
from tapedeck.trace import Step, TextDefinition

if TYPE_CHECKING:
    import pyarrow

    from tapedeck.trace import Trace

_KINDS: List["type[Message]"] = [*inputs.KINDS.values(), *outputs.KINDS.values()]


def arrow(trace: "Trace", name: Optional[str]) -> "pyarrow.Table":
    import pyarrow

    if name is not None and not isinstance(name, str):
        raise wrong_type("name", "the name of an input or an output, or None", name)
    kinds = [kind for kind in _KINDS if name is None or kind.name == name]
    if not kinds:
        raise wrong_value("name", "the name of an input or an output", name, [kind.name for kind in _KINDS])
    steps: List[int] = []
    instants: List[Optional[int]] = []
    directions: List[str] = []
    names: List[str] = []
    columns = _Columns(kinds)

    texts: Dict[int, str] = {}
    for number, at, direction, message in _messages(trace, texts):
        if name is not None and message.name != name:
            continue
        steps.append(number)
        instants.append(None if at == NEVER else at)
        directions.append(direction)
        names.append(message.name)
        columns.add(message)
    table: Dict[str, Any] = {
        "step": pyarrow.array(steps, pyarrow.int64()),
        "at": pyarrow.array(instants, pyarrow.int64()),
        "direction": pyarrow.array(directions, pyarrow.string()).dictionary_encode(),
        "name": pyarrow.array(names, pyarrow.string()).dictionary_encode(),
    }
    for column, type_name, places, values in columns.filled(every=name is not None):
        if type_name == "text":
            # Words where the trace has them.
            values = [texts.get(value, f"text {value}") if value else None for value in values]
        table[column] = _array(pyarrow, type_name, places, values, len(steps))
    return pyarrow.table(table)


def _messages(trace: "Trace", texts: Dict[int, str]) -> Iterator[Tuple[int, int, str, Any]]:
    for record in trace:
        if isinstance(record, TextDefinition):
            texts[record.text] = record.words
        if not isinstance(record, Step):
            continue
        yield record.number, record.at, "input", record.input
        for answer in record.outputs:
            yield record.number, record.at, "output", answer


class _Columns:
    """For each field of some kinds its column: the rows in which it stands, and its values there."""

    def __init__(self, kinds: "List[type[Message]]") -> None:
        types: Dict[str, Set[str]] = {}
        for kind in kinds:
            for field, type_name in zip(kind._names, kind._types):
                types.setdefault(field, set()).add(_stored(type_name))
        self.columns: Dict[str, Tuple[str, List[int], List[Any]]] = {}
        self.by_kind: Dict[str, List[Tuple[List[int], List[Any]]]] = {}
        for kind in kinds:
            places = []
            for field, type_name in zip(kind._names, kind._types):
                stored = _stored(type_name)
                name = _snake(field) if len(types[field]) == 1 else f"{_snake(field)}_{_snake(stored)}"
                _, rows, values = self.columns.setdefault(name, (stored, [], []))
                places.append((rows, values))
            # An input and an output may have one name; rows tell them apart by what they are.
            self.by_kind[f"{kind.__module__}.{kind.name}"] = places
        self.count = 0

    def add(self, message: Any) -> None:
        places = self.by_kind.get(f"{type(message).__module__}.{message.name}", ())
        for (rows, values), value in zip(places, message.as_dict().values() if places else ()):
            rows.append(self.count)
            values.append(value)
        self.count += 1

    def filled(self, every: bool) -> Iterator[Tuple[str, str, List[int], List[Any]]]:
        for name, (stored, rows, values) in self.columns.items():
            if rows or every:
                yield name, stored, rows, values


def _stored(type_name: str) -> str:
    """Numbers of any meaning are one type to a table, times are another."""
    if type_name == "code":
        return "input"
    if type_name in ("time", "span", "instant"):
        return "time"
    return "number" if is_number(type_name) and type_name != "text" else type_name


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


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().replace(".", "_")

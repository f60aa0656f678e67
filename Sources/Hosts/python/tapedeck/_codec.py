"""Converts messages to records of 112 bytes and back: the layout of td_message, and how it represents the vocabulary's types."""

import operator
from struct import Struct
from struct import error as StructError
from typing import Any, Callable, Dict, List, Mapping, Tuple, Type, Union

from tapedeck import inputs, outputs, vocabulary
from tapedeck._arguments import excerpt, one_of, similar, wrong_type, wrong_value
from tapedeck._messages import InputMessage
from tapedeck._types import NEVER, SENTINELS, UNKNOWN, is_number

RECORD = Struct("<HHIq11qII")
"""code, count, context, time, eleven fields, input, reserved"""
SIZE = RECORD.size
_WORDS: Dict[str, Dict[str, int]] = vocabulary.ENUMERATIONS
_SETTINGS: Dict[str, str] = {name: type_name for name, _, type_name in vocabulary.SETTINGS}
_CONTEXT_LIMIT = 2**32


# Values into numbers


def integer(value: Any, where: str, expected: str = "an int") -> int:
    """Accepts any exact integer, including those of numpy, but no bool, which is a mistake where a number is expected."""
    if type(value) is bool:
        raise wrong_type(where, expected, value)
    try:
        number: int = operator.index(value)
    except TypeError:
        raise wrong_type(where, expected, value) from None
    if not UNKNOWN <= number <= NEVER:
        raise wrong_value(where, "a number of 64 bits", value)
    return number


def number_of(type_name: str, value: Any, where: str) -> int:
    """The number that represents a value of a type."""
    if type_name in SENTINELS:
        if value is None:
            return SENTINELS[type_name]
        return integer(value, where, "microseconds as an int, or None")
    if type_name in ("bool", "flag"):
        if type(value) is not bool:
            raise wrong_type(where, "True or False", value)
        return int(value)
    if type_name in _WORDS:
        if not isinstance(value, str):
            raise wrong_type(where, one_of(_WORDS[type_name]), value)
        number = _WORDS[type_name].get(value)
        if number is None:
            raise wrong_value(where, one_of(_WORDS[type_name]), value, _WORDS[type_name])
        return number
    if type_name in vocabulary.SETS:
        return _bits(vocabulary.SETS[type_name], value, where)
    return integer(value, where)


def number_of_setting(name: str, value: Any, where: str) -> int:
    """Accepts numbers as well as words: the header of a text trace contains settings as numbers."""
    type_name = _SETTINGS[name]
    if type_name in _WORDS and type(value) is int:
        return integer(value, where)
    if type_name == "flag" and type(value) is int and value in (0, 1):
        return int(value)
    return number_of(type_name, value, where)


def _bits(cases: Mapping[str, int], value: Any, where: str) -> int:
    expected = f"some of {', '.join(cases)} with + between them, or unknown"
    if not isinstance(value, str):
        raise wrong_type(where, expected, value)
    bits = 0
    for word in value.split("+") if value != "unknown" else ():
        if word not in cases:
            raise wrong_value(where, expected, value, cases)
        bits |= cases[word]
    return bits


# Inputs


_NUMBER, _FLAG, _WORD = range(3)


class InputKind:
    """Converts inputs of one kind to bytes."""

    __slots__ = ("has_context", "message", "name", "pack", "places", "start")

    def __init__(self, message: Type[InputMessage]) -> None:
        self.name = message.name
        self.message = message
        self.has_context = message._has_context
        count = len(message._fields) - message._has_context
        # code, count, context, time, fields
        self.start: List[int] = [message._code, count, 0, 0, *[0] * count]
        self.pack: Callable[..., bytes] = Struct(f"<HHIq{count}q").pack
        # By both names, Python's and the vocabulary's, so that fields of a trace can be passed on unchanged.
        self.places: Dict[str, Tuple[int, int, Mapping[Any, int], str]] = {}
        for index, (field, name, type_name) in enumerate(zip(message._fields, message._names, message._types)):
            is_context = message._has_context and index == 0
            place = 2 if is_context else 4 + index - message._has_context
            way = _NUMBER if is_number(type_name) else _FLAG if type_name == "bool" else _WORD
            entry = (place, way, _WORDS.get(type_name, {}), type_name)
            self.places[field] = self.places[name] = entry

    def encode(self, fields: Mapping[str, Any], at: int) -> bytes:
        values = self.start.copy()
        if type(at) is not int:
            at = integer(at, "at", "microseconds as an int")
        values[3] = at
        places = self.places
        for name, value in fields.items():
            try:
                place, way, words, type_name = places[name]
            except KeyError:
                raise self.unknown_field(name) from None
            # Common values come first, for speed; `number` handles all others, and reports errors.
            if way == _NUMBER and type(value) is int:
                values[place] = value
            elif way == _FLAG and (value is True or value is False):
                values[place] = int(value)
            elif way == _WORD and type(value) is str and value in words:
                values[place] = words[value]
            else:
                values[place] = self.number(name, type_name, value, fields)
        try:
            return self.pack(*values)
        except StructError:
            raise self.out_of_range(fields, at) from None

    def number(self, name: str, type_name: str, value: Any, fields: Mapping[str, Any]) -> int:
        where = f"{self.name}.{name}"
        # A setting's value may be written as when creating a player.
        if self.name == "set" and name == "value":
            setting = fields.get("setting", next(iter(_SETTINGS)))
            if setting in _SETTINGS:
                return number_of_setting(setting, value, where)
        return number_of(type_name, value, where)

    def unknown_field(self, name: str) -> TypeError:
        has = ", ".join(self.message._fields)
        known = f"it has {has}" if has else "it has none"
        return TypeError(
            f"{self.name}: there is no field {excerpt(name)}; {known}{similar(name, self.message._fields)}"
        )

    def out_of_range(self, fields: Mapping[str, Any], at: int) -> Exception:
        if not UNKNOWN <= at <= NEVER:
            return wrong_value("at", "a number of 64 bits", at)
        for name, value in fields.items():
            place, *_ = self.places[name]
            if type(value) is int and place == 2 and not 0 <= value < _CONTEXT_LIMIT:
                return wrong_value(f"{self.name}.{name}", f"0 to {_CONTEXT_LIMIT - 1}", value)
            if type(value) is int and not UNKNOWN <= value <= NEVER:
                return wrong_value(f"{self.name}.{name}", "a number of 64 bits", value)
        return wrong_value(self.name, "fields of 64 bits", dict(fields))


INPUTS: Dict[str, InputKind] = {kind.name: InputKind(kind) for kind in inputs.KINDS.values()}


def encode(given: Union[str, InputMessage], at: int, fields: Mapping[str, Any]) -> bytes:
    """An input as the first bytes of a record: up to its last field."""
    if type(given) is str:
        kind = INPUTS.get(given)
        if kind is None:
            raise wrong_value("input", "the name of an input", given, INPUTS)
        return kind.encode(fields, at)
    if isinstance(given, InputMessage):
        if fields:
            raise TypeError(
                f"{given.name}: its fields are already in the input, found {excerpt(', '.join(fields))} next to it"
            )
        return INPUTS[given.name].encode(dict(zip(given._fields, given._values())), at)
    if isinstance(given, str):
        return encode(str(given), at, fields)
    raise wrong_type("input", "the name of an input, or an input of tapedeck.inputs", given)


# Outputs, and inputs that are read back


def decode_outputs(records: Any) -> List[outputs.Output]:
    """All outputs in a buffer of records."""
    read = outputs.READ
    return [read[record[0]](record) for record in RECORD.iter_unpack(records)]


def decode_output(record: Tuple[int, ...]) -> outputs.Output:
    if record[0] not in outputs.READ:
        raise wrong_value("code", "the code of an output", record[0])
    return outputs.READ[record[0]](record)


def decode_input(record: Tuple[int, ...]) -> inputs.Input:
    if record[0] not in inputs.READ:
        raise wrong_value("code", "the code of an input", record[0])
    return inputs.READ[record[0]](record)

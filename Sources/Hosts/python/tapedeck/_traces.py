"""Reads traces with a C library in its own module."""

import json
from typing import Any, Iterator, Optional

from tapedeck._tapedeck_traces import ffi, lib

_TEXT = 400
_SIZE = 112
# Only whole steps are returned; none has more than a few dozen messages.
_ROOM = 8192


class Fault(Exception):
    """An error in a trace, as JSON: message, kind, offset, line."""


class _Reading:
    """An open trace, for one pass or one query."""

    def __init__(self, data: bytes) -> None:
        # The library does not copy the bytes.
        self.data = ffi.from_buffer(data)
        result, text = ffi.new("int32_t *"), ffi.new("char[]", _TEXT)
        handle = lib.tdp_trace_open(self.data, len(data), result, text, _TEXT)
        if not handle:
            _raise_memory(result[0])
            kind = "newerVersion" if result[0] == lib.TD_ERROR_VERSION else "notATrace"
            raise Fault(json.dumps({"message": ffi.string(text).decode(), "kind": kind}))
        self.handle = ffi.gc(handle, lib.td_trace_close)
        self.text = ffi.new("td_text *")

    def answer(self) -> str:
        return bytes(ffi.buffer(self.text.bytes, self.text.length)).decode() if self.text.length else ""

    def ask(self, result: int) -> int:
        if result < 0:
            _raise_memory(result)
            lib.td_trace_error(self.handle, self.text)
            raise Fault(self.answer())
        return result


def _raise_memory(result: int) -> None:
    if result == lib.TD_ERROR_MEMORY:
        raise MemoryError("there is not enough memory for this trace")


def header(data: bytes) -> str:
    """The header as the line of a text trace."""
    reading = _Reading(data)
    reading.ask(lib.td_trace_header(reading.handle, reading.text))
    return reading.answer()


def records(data: bytes) -> Iterator[Optional[str]]:
    """Each record as lines of a text trace; after the last one None, and then JSON about how the trace ends."""
    reading = _Reading(data)
    while reading.ask(lib.td_trace_next(reading.handle, reading.text)) != lib.TD_TRACE_ENDED:
        yield reading.answer()
    yield None
    yield reading.answer()


def messages(data: bytes) -> Iterator[Any]:
    """Complete steps as td_message records: ``input`` is the number of the step, and ``reserved`` is 1 in an output."""
    reading = _Reading(data)
    room, count = ffi.new("char[]", _SIZE * _ROOM), ffi.new("size_t *")
    while True:
        reading.ask(lib.tdp_trace_messages(reading.handle, room, _ROOM, count))
        if not count[0]:
            return
        yield bytes(ffi.buffer(room, _SIZE * count[0]))


def replay(data: bytes) -> str:
    reading = _Reading(data)
    reading.ask(lib.td_trace_replay(reading.handle, reading.text))
    return reading.answer()


def explain(data: bytes, step: int) -> str:
    reading = _Reading(data)
    reading.ask(lib.td_trace_explain(reading.handle, step, reading.text))
    return reading.answer()


def diff(a: bytes, b: bytes) -> str:
    first, second = _Reading(a), _Reading(b)
    first.ask(lib.td_trace_diff(first.handle, second.handle, first.text))
    return first.answer()


def check(data: bytes, allowed: str, limit: int) -> str:
    reading = _Reading(data)
    reading.ask(lib.td_trace_check(reading.handle, allowed.encode("ascii"), limit, reading.text))
    return reading.answer()


def convert(data: bytes, binary: bool) -> bytes:
    reading = _Reading(data)
    form = lib.TD_TRACE_BINARY if binary else lib.TD_TRACE_TEXT
    reading.ask(lib.td_trace_convert(reading.handle, form, reading.text))
    return bytes(ffi.buffer(reading.text.bytes, reading.text.length))

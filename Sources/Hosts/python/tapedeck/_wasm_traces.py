"""Reads traces in WebAssembly, with the code of the command line. `_native_traces` has the same functions."""

from functools import cache
from pathlib import Path
from typing import Any, Iterator, Optional

import wasmtime

_engine = wasmtime.Engine()
_module = wasmtime.Module.from_file(_engine, str(Path(__file__).with_name("traces.wasm")))

# As many as the C library lists.
_DIFFERENCES = 100


@cache
def _checks() -> Any:
    """The simulation module, which contains the laws; loaded on demand."""
    return wasmtime.Module.from_file(_engine, str(Path(__file__).with_name("simulations.wasm")))


class Fault(Exception):
    """An error in a trace, as JSON: message, kind, offset, line."""


class _Machine:
    """An instance, for one pass or one query; its memory is freed with it."""

    def __init__(self, module: Any = _module) -> None:
        self.store = wasmtime.Store(_engine)
        self.exports: Any = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.memory: Any = self.exports["memory"]

    def put(self, data: bytes) -> int:
        place: int = self.call("allocate", max(1, len(data))) & 0xFFFFFFFF
        if not place:
            raise MemoryError(f"there is not enough memory for a trace of {len(data)} bytes")
        self.memory.write(self.store, data, place)
        return place

    def call(self, name: str, *arguments: "int | float") -> Any:
        try:
            return self.exports[name](self.store, *arguments)
        except wasmtime.Trap as trap:
            # The module traps when its memory cannot grow any more.
            raise MemoryError("there is not enough memory for this trace") from trap

    def ask(self, name: str, *arguments: "int | float") -> int:
        result: int = self.call(name, *arguments)
        if result < 0:
            raise Fault(self.answer())
        return result

    def answer(self) -> str:
        return self.content().decode()

    def content(self) -> bytes:
        place = self.call("answerPlace") & 0xFFFFFFFF
        return bytes(self.memory.read(self.store, place, place + self.call("answerLength")))


def header(data: bytes) -> str:
    """The header as the line of a text trace."""
    machine = _Machine()
    machine.ask("open", machine.put(data), len(data))
    return machine.answer()


def records(data: bytes) -> Iterator[Optional[str]]:
    """Each record as lines of a text trace; after the last one None, and then JSON about how the trace ends."""
    machine = _Machine()
    machine.ask("open", machine.put(data), len(data))
    while machine.ask("next") == 1:
        yield machine.answer()
    yield None
    yield machine.answer()


def replay(data: bytes) -> str:
    machine = _Machine()
    machine.ask("replay", machine.put(data), len(data))
    return machine.answer()


def explain(data: bytes, step: int) -> str:
    machine = _Machine()
    machine.ask("explain", machine.put(data), len(data), float(step))
    return machine.answer()


def diff(a: bytes, b: bytes) -> str:
    machine = _Machine()
    machine.call("keep", machine.put(a), len(a))
    machine.ask("diff", machine.put(b), len(b), _DIFFERENCES)
    return machine.answer()


def check(data: bytes, allowed: str, limit: int) -> str:
    machine, ids = _Machine(_checks()), allowed.encode("ascii")
    machine.ask("check", machine.put(data), len(data), machine.put(ids), len(ids), limit)
    return machine.answer()


def convert(data: bytes, binary: bool) -> bytes:
    machine = _Machine()
    machine.ask("convert", machine.put(data), len(data), int(binary))
    return machine.content()

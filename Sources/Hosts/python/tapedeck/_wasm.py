"""The C library in WebAssembly, run by wasmtime, for machines without a compiled wheel: the class of `_native`, but slower.

Each player has its own instance of the module, whose memory is freed with the player.
"""

from pathlib import Path
from struct import unpack
from typing import Any, Callable, List, Optional, Tuple, Union

from tapedeck import vocabulary

try:
    import wasmtime
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "this wheel of tapedeck needs wasmtime: pip install 'wasmtime>=20'", name="wasmtime"
    ) from error

KIND = "wasm"
SIZE = 112
_TEXT = 240
_RESULT = 8

_engine = wasmtime.Engine()
_module = wasmtime.Module.from_file(_engine, str(Path(__file__).with_name("tapedeck.wasm")))


class _Machine:
    """One instance of the module."""

    def __init__(self) -> None:
        self.store = wasmtime.Store(_engine)
        exports: Any = wasmtime.Instance(self.store, _module, []).exports(self.store)
        self.memory: Any = exports["memory"]
        self.functions = {name: exports[name] for name in _EXPORTS}
        if not self.call("begin"):
            raise MemoryError("there is not enough memory for a player")
        # Room for a result, a number, and a text.
        self.scratch: int = self.allocate(_RESULT + 16 + _TEXT)

    def call(self, name: str, *arguments: int) -> Any:
        return self.functions[name](self.store, *arguments)

    def allocate(self, size: int) -> int:
        place: int = self.call("allocate", max(1, size))
        if not place:
            raise MemoryError("there is not enough memory")
        return place & 0xFFFFFFFF

    def release(self, place: int, size: int) -> None:
        self.call("release", place, max(1, size))

    def read(self, place: int, size: int) -> bytes:
        return bytes(self.memory.read(self.store, place, place + size))

    def write(self, place: int, data: bytes) -> None:
        self.memory.write(self.store, data, place)

    def number(self, place: int, layout: str = "<q", size: int = 8) -> int:
        return int(unpack(layout, self.read(place, size))[0])

    def text(self, place: int) -> str:
        place &= 0xFFFFFFFF
        end = place
        while self.read(end, 1) != b"\0":
            end += 1
        return self.read(place, end - place).decode()

    def with_bytes(self, data: bytes, body: Callable[[int], Any]) -> Any:
        """Calls `body` with the address of `data` in the memory of the instance, which is released afterwards."""
        place = self.allocate(len(data))
        try:
            self.write(place, data)
            return body(place)
        finally:
            self.release(place, len(data))


_EXPORTS = [export.name for export in _module.exports if isinstance(export.type, wasmtime.FuncType)]
_first = _Machine()
VERSION = _first.text(_first.call("tdp_version"))
VOCABULARY_HASH = _first.call("tdp_vocabulary_hash") & (2**64 - 1)
del _first


class Core:
    """One player. It has no lock and checks nothing; `Player` does both."""

    __slots__ = ("_handle", "_machine", "_place", "outputs")

    def __init__(self, machine: _Machine, handle: int) -> None:
        self._machine = machine
        self._handle = handle
        self._place = machine.call("tdp_outputs", handle)
        # The outputs of the last input, as bytes.
        self.outputs: Any = b""

    @classmethod
    def make(cls, preset: int, settings: bytes) -> "Union[Core, Tuple[int, str]]":
        machine = _Machine()
        place, text = machine.scratch, machine.scratch + _RESULT
        count = len(settings) // 16
        handle = machine.with_bytes(
            settings, lambda given: machine.call("tdp_create", preset, given, count, place, text, _TEXT)
        )
        if handle:
            return cls(machine, handle)
        return machine.number(place, "<i", 4), machine.text(text)

    def fork(self) -> "Optional[Core]":
        """A copy in its own instance."""
        made = Core.make(0, b"")
        result, snapshot = self.snapshot()
        return made if isinstance(made, Core) and result == 0 and made.restore(snapshot) == 0 else None

    def receiver(self) -> Callable[[bytes], int]:
        machine, handle, place = self._machine, self._handle, self._machine.allocate(SIZE)

        def receive(record: bytes) -> int:
            machine.write(place, record)
            count: int = machine.call("tdp_receive", handle, place)
            self.outputs = machine.read(self._place, SIZE * count) if count > 0 else b""
            return count

        return receive

    def receive_many(self, records: Any, first: int, outputs: Optional[bytearray], used: int) -> Tuple[int, int, int]:
        machine = self._machine
        # In pieces, so that the instance stays small.
        data = bytes(records[SIZE * first : SIZE * (first + 4096)])
        room = 0 if outputs is None else min(len(outputs) // SIZE - used, 4096 + vocabulary.OUTPUTS_MAX)
        numbers = machine.scratch
        place = machine.allocate(SIZE * room) if room else 0
        try:
            result = machine.with_bytes(
                data,
                lambda given: machine.call(
                    "tdp_receive_many", self._handle, given, len(data) // SIZE, place, room, numbers
                ),
            )
            taken, written = machine.number(numbers, "<I", 4), machine.number(numbers + 4, "<I", 4)
            if outputs is not None:
                outputs[SIZE * used : SIZE * (used + written)] = machine.read(place, SIZE * written)
        finally:
            if place:
                machine.release(place, SIZE * room)
        return result, taken, written

    def last_error(self) -> str:
        return self._machine.text(self._machine.call("tdp_last_error", self._handle))

    def get(self, key: int) -> int:
        value: int = self._machine.call("tdp_get", self._handle, key)
        return value

    def get_all(self) -> List[int]:
        return [self.get(number) for _, number, _ in vocabulary.KEYS]

    def field(self, name: str) -> int:
        machine, value = self._machine, self._machine.scratch
        machine.with_bytes(name.encode() + b"\0", lambda given: machine.call("tdp_field", self._handle, given, value))
        return machine.number(value)

    def position(self, instant: int) -> int:
        position: int = self._machine.call("tdp_position", self._handle, instant)
        return position

    def snapshot(self) -> Tuple[int, bytes]:
        machine, result = self._machine, self._machine.scratch
        needed = machine.call("tdp_snapshot", self._handle, 0, 0, result)
        place = machine.allocate(needed)
        try:
            machine.call("tdp_snapshot", self._handle, place, needed, result)
            return machine.number(result, "<i", 4), machine.read(place, needed)
        finally:
            machine.release(place, needed)

    def restore(self, snapshot: bytes) -> int:
        machine = self._machine
        result: int = machine.with_bytes(
            snapshot, lambda given: machine.call("tdp_restore", self._handle, given, len(snapshot))
        )
        return result

    def record(self, engine: bytes, tool: bytes, note: bytes, recorded_at: int) -> int:
        machine = self._machine
        second, third = len(engine) + 1, len(engine) + len(tool) + 2
        result: int = machine.with_bytes(
            b"".join(text + b"\0" for text in (engine, tool, note)),
            lambda given: machine.call("tdp_record", self._handle, given, given + second, given + third, recorded_at),
        )
        return result

    def define(self, kind: int, number: int, text: bytes) -> int:
        machine = self._machine
        result: int = machine.with_bytes(
            text,
            lambda given: machine.call(
                "tdp_define", self._handle, kind, number - (number >> 31 << 32), given, len(text)
            ),
        )
        return result

    def mark(self, text: bytes) -> int:
        machine = self._machine
        result: int = machine.with_bytes(text, lambda given: machine.call("tdp_mark", self._handle, given, len(text)))
        return result

    def flush(self) -> int:
        result: int = self._machine.call("tdp_flush", self._handle)
        return result

    def finish(self) -> int:
        result: int = self._machine.call("tdp_finish", self._handle)
        return result

    def cut(self) -> None:
        self._machine.call("tdp_cut", self._handle)

    def take(self) -> bytes:
        machine = self._machine
        count = machine.call("tdp_trace_count", self._handle)
        if not count:
            return b""
        place = machine.allocate(count)
        try:
            machine.call("tdp_trace_take", self._handle, place)
            return machine.read(place, count)
        finally:
            machine.release(place, count)

    def release(self) -> None:
        self.outputs = b""
        del self._machine

"""The C library, linked into a module that cffi builds."""

from functools import cache, partial
from typing import Any, Callable, List, Optional, Tuple, Union

from tapedeck import vocabulary
from tapedeck._tapedeck import ffi, lib
from tapedeck.errors import VersionError

VERSION: str = ffi.string(lib.tdp_version()).decode()
_TEXT = 240
SIZE = 112

_ALL_KEYS = ffi.new("uint32_t[]", [number for _, number, _ in vocabulary.KEYS])
_destroy = lib.tdp_destroy

if lib.tdp_vocabulary_hash() != vocabulary.HASH:
    raise VersionError(
        f"the core has the vocabulary {lib.tdp_vocabulary_hash():016x}, this package was made for {vocabulary.HASH:016x}: "
        "parts of two versions are installed; install tapedeck again"
    )


@cache
def traces() -> Any:
    """The module that reads traces; loaded on demand, because players do not need it."""
    from tapedeck import _traces

    return _traces


class Core:
    """One player. It has no lock and checks nothing; `Player` does both."""

    __slots__ = ("_handle", "_numbers", "outputs")

    def __init__(self, handle: Any) -> None:
        self._handle = ffi.gc(handle, _destroy)
        self._numbers: Any = None
        self.outputs: Any = ffi.buffer(lib.tdp_outputs(handle), SIZE * vocabulary.OUTPUTS_MAX)

    @classmethod
    def make(cls, preset: int, settings: bytes) -> "Union[Core, Tuple[int, str]]":
        """A player, or an error as a number and a text."""
        result, text = ffi.new("int32_t *"), ffi.new("char[]", _TEXT)
        handle = lib.tdp_create(preset, settings, len(settings) // 16, result, text, _TEXT)
        return cls(handle) if handle else (result[0], ffi.string(text).decode())

    def fork(self) -> "Optional[Core]":
        result = ffi.new("int32_t *")
        handle = lib.tdp_fork(self._handle, result)
        return Core(handle) if handle else None

    def receiver(self) -> Callable[[bytes], int]:
        """A function that takes an input, and returns the number of outputs in `outputs`, or an error."""
        return partial(lib.tdp_receive, self._handle)

    def receive_many(self, records: Any, first: int, outputs: Optional[bytearray], used: int) -> Tuple[int, int, int]:
        """Takes inputs from `first` on, writes outputs from `used` on. Returns the result and the numbers of inputs and outputs."""
        numbers = self._numbers
        if numbers is None:
            numbers = self._numbers = ffi.new("size_t[2]")
        # While these exist, nothing can resize the buffers, whatever other threads do.
        inputs, place, room = ffi.from_buffer(records), ffi.NULL, 0
        count = len(records) // SIZE - first
        if count <= 0:
            return 0, 0, 0
        if outputs is not None:
            place = ffi.from_buffer(outputs)
            room = len(outputs) // SIZE - used
        if first:
            inputs = inputs + SIZE * first
        if used:
            place = place + SIZE * used
        result = lib.tdp_receive_many(self._handle, inputs, count, place, room, numbers)
        return result, numbers[0], numbers[1]

    def last_error(self) -> str:
        text: bytes = ffi.string(lib.tdp_last_error(self._handle))
        return text.decode()

    def get(self, key: int) -> int:
        value: int = lib.tdp_get(self._handle, key)
        return value

    def get_all(self) -> List[int]:
        """The value of every key of the vocabulary."""
        count = len(_ALL_KEYS)
        values = ffi.new("int64_t[]", count)
        lib.tdp_get_many(self._handle, _ALL_KEYS, count, values)
        return list(ffi.unpack(values, count))

    def field(self, name: str) -> int:
        value = ffi.new("int64_t *")
        lib.tdp_field(self._handle, name.encode(), value)
        return int(value[0])

    def position(self, instant: int) -> int:
        position: int = lib.tdp_position(self._handle, instant)
        return position

    def snapshot(self) -> Tuple[int, bytes]:
        result = ffi.new("int32_t *")
        needed = lib.tdp_snapshot(self._handle, ffi.NULL, 0, result)
        bytes_ = ffi.new("char[]", needed)
        lib.tdp_snapshot(self._handle, bytes_, needed, result)
        return result[0], ffi.buffer(bytes_, needed)[:]

    def restore(self, snapshot: bytes) -> int:
        result: int = lib.tdp_restore(self._handle, snapshot, len(snapshot))
        return result

    def record(self, engine: bytes, tool: bytes, note: bytes, recorded_at: int) -> int:
        result: int = lib.tdp_record(self._handle, engine, tool, note, recorded_at)
        return result

    def define(self, kind: int, number: int, text: bytes) -> int:
        result: int = lib.tdp_define(self._handle, kind, number, text, len(text))
        return result

    def mark(self, text: bytes) -> int:
        result: int = lib.tdp_mark(self._handle, text, len(text))
        return result

    def flush(self) -> int:
        result: int = lib.tdp_flush(self._handle)
        return result

    def finish(self) -> int:
        result: int = lib.tdp_finish(self._handle)
        return result

    def cut(self) -> None:
        """Ends the player and cuts its recording short. Only `take` may be called afterwards."""
        lib.tdp_cut(self._handle)

    def take(self) -> bytes:
        """The bytes of the trace that have not been taken yet."""
        count = lib.tdp_trace_count(self._handle)
        if not count:
            return b""
        bytes_ = bytearray(count)
        lib.tdp_trace_take(self._handle, ffi.from_buffer(bytes_))
        return bytes(bytes_)

    def release(self) -> None:
        ffi.release(self._handle)

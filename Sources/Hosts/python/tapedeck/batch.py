"""Many messages in one buffer: consecutive records of the C library, 112 bytes each."""

from typing import TYPE_CHECKING, Any, Dict, Generic, Iterator, List, Optional, Tuple, TypeVar, Union, overload

from tapedeck._arguments import wrong_type, wrong_value
from tapedeck._codec import RECORD, SIZE, decode_input, decode_output, decode_outputs, encode
from tapedeck._messages import InputMessage
from tapedeck.inputs import Input
from tapedeck.outputs import Output

if TYPE_CHECKING:
    from tapedeck._overloads import Appending
else:
    Appending = object

T = TypeVar("T")

_INPUT = 104
"""The offset of the input's number in a record."""

LAYOUT = [
    ("code", "<u2"),
    ("count", "<u2"),
    ("context", "<u4"),
    ("time", "<i8"),
    ("fields", "<i8", (11,)),
    ("input", "<u4"),
    ("reserved", "<u4"),
]


class _Records(Generic[T]):
    """A sequence over a buffer of records. `numpy.asarray(batch)` returns the records as a structured array, without a copy."""

    __slots__ = ("_bytes", "_count")
    _bytes: bytearray
    # How many records are in use, where that is not the whole buffer.
    _count: Optional[int]

    def __init__(self, records: Any = b"") -> None:
        try:
            view = memoryview(records)
        except TypeError:
            raise wrong_type(
                "records", f"bytes, or what else has a buffer of records of {SIZE} bytes", records
            ) from None
        if view.nbytes % SIZE:
            raise wrong_value("records", f"a whole number of records of {SIZE} bytes", f"{view.nbytes} bytes")
        self._bytes = bytearray(view)
        self._count = None

    @property
    def data(self) -> memoryview:
        """The bytes of all records, to read and to write. Nothing can be appended while a view is in use."""
        return memoryview(self._bytes)[: SIZE * len(self)]

    def __buffer__(self, flags: int) -> memoryview:
        return self.data

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        return {"version": 3, "shape": (len(self),), "typestr": f"|V{SIZE}", "descr": LAYOUT, "data": self.data}

    def __len__(self) -> int:
        return len(self._bytes) // SIZE if self._count is None else self._count

    def _record(self, index: int) -> Tuple[int, ...]:
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"index: expected {-len(self)} to {len(self) - 1}, found {index}")
        return RECORD.unpack_from(self._bytes, SIZE * place)

    def _read(self, record: Tuple[int, ...]) -> T:
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> List[T]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[T, List[T]]:
        if isinstance(index, slice):
            return [self._read(self._record(place)) for place in range(*index.indices(len(self)))]
        return self._read(self._record(index))

    def __iter__(self) -> Iterator[T]:
        for place in range(len(self)):
            yield self._read(self._record(place))

    def times(self) -> List[int]:
        """When each of them happened, in microseconds."""
        return [record[3] for record in RECORD.iter_unpack(self.data)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Records) and type(self) is type(other) and self.data == other.data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)}>"


class Batch(_Records[Input], Appending):
    """Inputs for `Player.receive_many`. Create an empty batch and append, or pass a buffer of records, which is copied."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def append(self, input: "Union[str, InputMessage]", *, at: int, **fields: Any) -> None:
            """Adds an input, given as for `Player.receive`."""
            self._bytes += encode(input, at, fields).ljust(SIZE, b"\0")

    def clear(self) -> None:
        self._bytes.clear()

    def _read(self, record: Tuple[int, ...]) -> Input:
        message: Input = decode_input(record)
        return message


class Outputs(_Records[Output]):
    """The outputs of a batch, in order. They become objects when they are accessed."""

    __slots__ = ()

    @classmethod
    def _empty(cls) -> "Outputs":
        made = cls.__new__(cls)
        made._bytes = bytearray()
        made._count = 0
        return made

    def _clear(self) -> None:
        self._count = 0

    def _room(self, count: int, kept: int) -> bytearray:
        """The buffer, with room for `count` records; the first `kept` ones are kept."""
        if len(self._bytes) < SIZE * count:
            # A buffer with exported views cannot grow, so it is replaced.
            larger = bytearray(SIZE * count)
            larger[: SIZE * kept] = memoryview(self._bytes)[: SIZE * kept]
            self._bytes = larger
        self._count = kept
        return self._bytes

    def _add(self, count: int, first: int) -> None:
        """Adds `count` written outputs, for inputs from `first` on: the library counts from the first input of each call."""
        before = len(self)
        self._count = before + count
        if first:
            for place in range(SIZE * before + _INPUT, SIZE * self._count, SIZE):
                number = int.from_bytes(self._bytes[place : place + 4], "little") + first
                self._bytes[place : place + 4] = number.to_bytes(4, "little")

    def _read(self, record: Tuple[int, ...]) -> Output:
        message: Output = decode_output(record)
        return message

    def __iter__(self) -> Iterator[Output]:
        return iter(decode_outputs(self.data))

    def inputs(self) -> List[int]:
        """For each output, the index in the batch of the input that caused it."""
        return [record[-2] for record in RECORD.iter_unpack(self.data)]

"""What inputs and outputs have in common: immutable records with named fields."""

from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Tuple, Type, TypeVar

from tapedeck._arguments import one_of, wrong_value

M = TypeVar("M", bound="Message")

# Internally a message is a tuple, the fastest immutable object to create. That is no promise: types do not show it.
_tuple: Any = tuple
make: Any = tuple.__new__
if TYPE_CHECKING:

    class _Record: ...

else:
    _Record = tuple


def field(index: int) -> Any:
    return property(itemgetter(index))


class Message(_Record):
    """An input or an output. Two messages are equal if they are of the same kind and have equal fields."""

    __slots__ = ()
    # Fields are matched by their names, never by their places.
    __match_args__ = ()
    name: ClassVar[str]
    _code: ClassVar[int]
    _has_context: ClassVar[bool]
    _fields: ClassVar[Tuple[str, ...]]
    _names: ClassVar[Tuple[str, ...]]
    _types: ClassVar[Tuple[str, ...]]

    def as_dict(self) -> Dict[str, Any]:
        """The fields by their names in the vocabulary and in traces."""
        return dict(zip(self._names, self._values()))

    def replace(self: M, **fields: Any) -> M:
        """A copy with other values in some fields, for example ``input.replace(position=0)``."""
        for name in fields:
            if name not in self._fields:
                raise wrong_value("field", one_of(self._fields) if self._fields else "none", name, self._fields)
        changed: M = make(type(self), [fields.get(name, old) for name, old in zip(self._fields, self._values())])
        return changed

    __replace__ = replace

    def _values(self) -> Tuple[Any, ...]:
        values: Tuple[Any, ...] = _tuple(self)
        return values

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self._values()))})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and bool(_tuple.__eq__(self, other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.name, self._values()))

    def __bool__(self) -> bool:
        return True

    def __reduce__(self) -> "Tuple[Any, Tuple[Any, ...]]":
        return _remake, (type(self), self._values())


def _remake(kind: "Type[M]", values: "Tuple[Any, ...]") -> M:
    made: M = make(kind, values)
    return made


class InputMessage(Message):
    """What goes into a player."""

    __slots__ = ()


class OutputMessage(Message):
    """What comes out of a player."""

    __slots__ = ()

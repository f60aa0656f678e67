"""Error texts for wrong arguments: the name, what was expected, what was found, and what was perhaps meant.

Arguments may have any length, and contain each other any number of times: an error shows their beginning.
"""

import reprlib
from typing import Any, Iterable, Optional

_LENGTH = 80
_REPR = reprlib.Repr()
_REPR.maxlevel = 4
_REPR.maxdict = _REPR.maxlist = _REPR.maxtuple = _REPR.maxset = _REPR.maxfrozenset = _REPR.maxdeque = 40
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = 2 * _LENGTH
# The digits of a longer number take long.
_BITS = 1000


def wrong_type(where: str, expected: str, found: Any) -> TypeError:
    return TypeError(f"{where}: expected {expected}, found {show(found)}")


def wrong_value(where: str, expected: str, found: Any, known: Optional[Iterable[str]] = None) -> ValueError:
    advice = similar(found, known) if known is not None else ""
    return ValueError(f"{where}: expected {expected}, found {show(found)}{advice}")


def show(value: Any) -> str:
    """A readable form of a value in one line, whatever its `__repr__` does."""
    try:
        if isinstance(value, int) and value.bit_length() > _BITS:
            text = f"a number of {value.bit_length()} bits"
        elif isinstance(value, (str, bytes, bytearray)):
            text = repr(value[:_LENGTH])
        elif isinstance(value, (list, tuple, dict, set, frozenset)):
            text = _REPR.repr(value)
        else:
            text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return excerpt(" ".join(text.split()), _LENGTH)


def excerpt(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."


def similar(name: Any, names: Iterable[str]) -> str:
    # Loaded when needed, which is seldom.
    import difflib

    if not isinstance(name, str):
        return ""
    lower = {other.lower(): other for other in names}
    # No name is similar to one that is twice as long.
    if len(name) > 2 * max(map(len, lower), default=0):
        return ""
    plain = name.lower().replace("_", "")
    near = difflib.get_close_matches(plain, lower, n=1, cutoff=0.7)
    return f"; did you mean {lower[near[0]]}?" if near else ""


def one_of(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"

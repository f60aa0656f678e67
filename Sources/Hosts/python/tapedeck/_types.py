"""How 64-bit numbers represent the types of the vocabulary, and how they are read back."""

from typing import Any, Callable, Dict, Mapping

from tapedeck import vocabulary

UNKNOWN = -(2**63)
"""An unknown position, represented by None where that is possible."""
NEVER = 2**63 - 1
"""An instant that never comes, or an endless length of time, represented by None where that is possible."""

SENTINELS = {"time": UNKNOWN, "span": NEVER, "instant": NEVER}


class _Known(Dict[int, Any]):
    """Maps numbers to words; keeps a number that has no word."""

    def __missing__(self, number: int) -> int:
        return number


def table(type_name: str) -> Dict[int, Any]:
    """Maps numbers to the words of an enumeration, of a set or of the codes of inputs."""
    if type_name == "code":
        return _Known(vocabulary.INPUT_NAMES)
    if type_name in vocabulary.SETS:
        return _unions(vocabulary.SETS[type_name])
    return _Known({number: word for word, number in vocabulary.ENUMERATIONS[type_name].items()})


def _unions(cases: Mapping[str, int]) -> Dict[int, Any]:
    unions = _Known()
    for bits in range(1 << len(cases)):
        words = [word for index, word in enumerate(cases) if bits >> index & 1]
        unions[sum(cases[word] for word in words)] = "+".join(words) or "unknown"
    return unions


def is_number(type_name: str) -> bool:
    """Whether numbers of a type are kept as they are, apart from None for times."""
    words = type_name in vocabulary.ENUMERATIONS or type_name in vocabulary.SETS
    return not words and type_name not in ("bool", "flag", "digest", "code")


def reader(type_name: str) -> Callable[[int], Any]:
    """A function that converts a number to a value."""
    if type_name in ("bool", "flag"):
        return bool
    if type_name == "digest":
        return lambda number: f"{number & (2**64 - 1):016x}"
    if type_name in SENTINELS:
        sentinel = SENTINELS[type_name]
        return lambda number: None if number == sentinel else number
    return int if is_number(type_name) else table(type_name).__getitem__


_types = {type_name for _, _, type_name in (*vocabulary.KEYS, *vocabulary.SETTINGS)}.union(vocabulary.STATE.values())
READERS: Dict[str, Callable[[int], Any]] = {type_name: reader(type_name) for type_name in _types}

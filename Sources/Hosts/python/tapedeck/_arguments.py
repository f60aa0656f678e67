"""Error texts for wrong arguments: the name, what was expected, what was found, and what was perhaps meant."""

from typing import Any, Iterable, Optional


def wrong_type(where: str, expected: str, found: Any) -> TypeError:
    return TypeError(f"{where}: expected {expected}, found {show(found)}")


def wrong_value(where: str, expected: str, found: Any, known: Optional[Iterable[str]] = None) -> ValueError:
    advice = similar(found, known) if known is not None else ""
    return ValueError(f"{where}: expected {expected}, found {show(found)}{advice}")


def show(value: Any) -> str:
    """A readable form of a value in one line, whatever its `__repr__` does."""
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "..."


def similar(name: Any, names: Iterable[str]) -> str:
    # Loaded when needed, which is seldom.
    import difflib

    if not isinstance(name, str):
        return ""
    lower = {other.lower(): other for other in names}
    plain = name.lower().replace("_", "")
    near = difflib.get_close_matches(plain, lower, n=1, cutoff=0.7)
    return f"; did you mean {lower[near[0]]}?" if near else ""


def one_of(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"

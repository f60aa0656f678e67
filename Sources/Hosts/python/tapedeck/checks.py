"""Checks traces against the laws of a player, with the code of the command line."""

import json
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Literal, NamedTuple, Optional

from tapedeck._arguments import show, similar, wrong_type, wrong_value
from tapedeck._codec import integer
from tapedeck._core import traces
from tapedeck.errors import TraceError

if TYPE_CHECKING:
    from tapedeck.trace import Trace

# More issues than a trace can have.
_ALL = 2**31 - 1


class Violation(NamedTuple):
    """A law that does not hold at a step."""

    law: str
    """Its id, which `allow` takes: short, stable, named after the fault, such as ``"plays-although-paused"``."""
    step: int
    """The number of the step, from 1."""
    at: int
    """When it happened, in microseconds on the clock of the host."""
    severity: Literal["critical", "error", "warning"]
    """Critical: playback goes wrong; error: code that relies on notifications is misled; warning: few will notice."""
    message: str
    """What was observed."""
    title: str
    """What must hold."""
    source: str
    """Where the law is documented: pages of TapeDeck's repository."""

    def __str__(self) -> str:
        return f"step {self.step} at {self.at / 1e6:g} s: {self.law} ({self.severity}): {self.message or self.title}"


def check(trace: "Trace", *, allow: "Iterable[str]" = (), limit: Optional[int] = 10) -> List[Violation]:
    """See `Trace.check`."""
    from tapedeck.trace import Trace

    if not isinstance(trace, Trace):
        raise wrong_type("trace", "a Trace", trace)
    return trace.check(allow=allow, limit=limit)


def violations(data: bytes, name: str, allow: "Iterable[str]", limit: Optional[int]) -> List[Violation]:
    """What `Trace.check` returns, for the bytes of a trace."""
    allowed = _ids(allow)
    most = _ALL if limit is None else integer(limit, "limit", "a number of violations as an int, or None for all")
    if most < 0:
        raise wrong_value("limit", "0 or more violations, or None for all", limit)
    try:
        found: Dict[str, Any] = json.loads(traces().check(data, " ".join(allowed), min(most, _ALL)))
    except traces().Fault as fault:
        wrong = json.loads(str(fault))
        if wrong["kind"] == "misuse":
            unknown = next(one for one in allowed if one not in wrong["laws"])
            raise ValueError(f"allow: there is no law {show(unknown)}{similar(unknown, wrong['laws'])}") from None
        raise TraceError(name, wrong["message"], wrong["kind"], wrong.get("offset"), wrong.get("line")) from None
    return [
        Violation(
            law=issue["property"],
            step=issue["step"],
            at=issue["instant"],
            severity=issue["severity"],
            message=issue["detail"],
            title=issue["title"],
            source=issue["source"],
        )
        for issue in found["issues"]
    ]


def _ids(allow: Any) -> List[str]:
    expected = 'ids of laws, as ["phantom-stall"]'
    if isinstance(allow, (str, bytes)):
        raise wrong_type("allow", expected, allow)
    try:
        ids = list(allow)
    except TypeError:
        raise wrong_type("allow", expected, allow) from None
    for index, identifier in enumerate(ids):
        if not isinstance(identifier, str):
            raise wrong_type(f"allow[{index}]", "the id of a law, as 'phantom-stall'", identifier)
        if not identifier.replace("-", "").isalnum() or not identifier.isascii():
            raise wrong_value(f"allow[{index}]", "the id of a law, as 'phantom-stall'", identifier)
    return ids

"""Errors other than wrong types (TypeError), wrong values (ValueError) and too little memory (MemoryError)."""

from typing import Optional

from tapedeck._arguments import excerpt


class TapeDeckError(Exception):
    """The base class of all errors of this package, apart from Python's own."""


class ClosedError(TapeDeckError, ValueError):
    """The player was closed."""


class InUseError(TapeDeckError, RuntimeError):
    """Another thread is using this player, or a signal handler interrupted it. A player has one user at a time."""


class RecordingError(TapeDeckError, RuntimeError):
    """The player does not record, or its trace could not be written."""


class SnapshotError(TapeDeckError, ValueError):
    """The bytes of a saved state are damaged, or were written with another vocabulary."""


class VersionError(TapeDeckError, ImportError):
    """The parts of the package, or a trace and the package, have different versions."""


class TraceError(TapeDeckError, ValueError):
    """A trace cannot be read, or only in part, or does not support the operation.

    `kind` identifies the error for programs. `offset` is the offset of a byte in the trace, from 0, and `line` a line of a
    text trace, from 1, if there is such a place.
    """

    def __init__(
        self, trace: str, message: str, kind: str = "damaged", offset: Optional[int] = None, line: Optional[int] = None
    ) -> None:
        super().__init__(f"{excerpt(trace, 400)}: {message}")
        self.trace = trace
        self.message = message
        self.kind = kind
        self.offset = offset
        self.line = line

    def __reduce__(self) -> "tuple[type[TraceError], tuple[object, ...]]":
        return TraceError, (self.trace, self.message, self.kind, self.offset, self.line)

"""The decisions of a media player as a deterministic state machine, with traces that replay bit for bit.

Times are ints in microseconds; None means unknown, never or endless. Rates and volumes are thousandths: 1000 is normal speed.
Words in strings are those of the vocabulary and of traces, such as ``"playbackStateChanged"``; attributes and keyword arguments
are the same words in Python's spelling, such as ``is_blocked``.
"""

from tapedeck import inputs, outputs, vocabulary
from tapedeck._core import VERSION as __version__
from tapedeck._types import NEVER, UNKNOWN
from tapedeck.batch import Batch, Outputs
from tapedeck.checks import Violation, check
from tapedeck.errors import (
    ClosedError,
    InUseError,
    RecordingError,
    SnapshotError,
    TapeDeckError,
    TraceError,
    VersionError,
)
from tapedeck.inputs import Input
from tapedeck.outputs import Output
from tapedeck.player import Player, Recording
from tapedeck.simulation import simulate
from tapedeck.trace import Trace, diff, explain
from tapedeck.virtual import SimulationError, VirtualPlayer
from tapedeck.vocabulary import Observation, Settings

__all__ = [
    "NEVER",
    "UNKNOWN",
    "Batch",
    "ClosedError",
    "InUseError",
    "Input",
    "Observation",
    "Output",
    "Outputs",
    "Player",
    "Recording",
    "RecordingError",
    "Settings",
    "SimulationError",
    "SnapshotError",
    "TapeDeckError",
    "Trace",
    "TraceError",
    "VersionError",
    "Violation",
    "VirtualPlayer",
    "__version__",
    "check",
    "diff",
    "explain",
    "inputs",
    "outputs",
    "simulate",
    "vocabulary",
]

"""Reports about traces: the objects that the command line prints with ``--json``. Times are microseconds."""

from typing import Dict, List, Literal, Optional, TypedDict, Union

Value = Union[int, bool, str, None]


class FieldDifference(TypedDict):
    field: str
    a: str
    b: str


class ReplayedField(TypedDict):
    field: str
    expected: str
    got: str


class ReplayedStep(TypedDict):
    step: int
    instant: int
    input: str
    outputs: List[str]


class _Difference(TypedDict):
    kind: Literal["output", "missingOutput", "surplusOutput", "checkpoint", "inconsistentCheckpoint", "end"]
    step: int
    instant: int
    offset: int
    fields: List[ReplayedField]
    context: List[ReplayedStep]


class Difference(_Difference, total=False):
    """The first place where trace and player differ: `offset` is a byte of the trace, `line` a line of a text trace."""

    line: int
    output: int
    expected: str
    got: str


class _Unfollowed(TypedDict):
    step: int
    instant: int
    offset: int
    input: str
    lacks: List[str]


class Unfollowed(_Unfollowed, total=False):
    """An input that this player does not know."""

    line: int


class _ReplayReport(TypedDict):
    trace: str
    verdict: Literal["ok", "differs", "unfollowed"]
    inputs: int
    outputs: int
    checkpoints: int
    start: int
    lastStep: int
    lastInstant: int
    digest: str
    digestsCompared: bool


class ReplayReport(_ReplayReport, total=False):
    """What `Trace.replay` finds."""

    bytesLost: int
    uncompared: Dict[str, int]
    foreignSettings: Dict[str, int]
    unfollowed: Unfollowed
    difference: Difference


class _Cause(TypedDict):
    role: str
    words: str
    step: int
    instant: int
    input: str
    outputs: List[str]
    settings: Dict[str, Value]
    omitted: int
    repeated: bool
    causes: "List[Cause]"


class Cause(_Cause, total=False):
    """A step, and its causes."""

    slot: str
    due: int


class NotPlaying(TypedDict):
    axis: str
    since: int
    words: str


class Explanation(TypedDict):
    """What `Trace.explain` finds."""

    trace: str
    step: int
    why: Cause
    state: str
    notPlaying: List[NotPlaying]


class ComparedStep(TypedDict):
    step: int
    instant: int
    input: str


class _OutputDifference(TypedDict):
    change: Literal["changed", "onlyA", "onlyB"]
    fields: List[FieldDifference]


class OutputDifference(_OutputDifference, total=False):
    a: str
    b: str


class _StepDifference(TypedDict):
    fields: List[FieldDifference]
    outputs: List[OutputDifference]


class StepDifference(_StepDifference, total=False):
    a: ComparedStep
    b: ComparedStep


class SettingDifference(TypedDict):
    setting: str
    a: Value
    b: Value


class ItemDifference(TypedDict):
    onlyA: List[str]
    onlyB: List[str]


class StepCounts(TypedDict):
    equal: int
    changed: int
    onlyA: int
    onlyB: int


class StateDifference(TypedDict):
    a: int
    b: int
    recorded: bool
    fields: List[FieldDifference]


class _Comparison(TypedDict):
    a: str
    b: str
    equal: bool
    settings: List[SettingDifference]
    items: ItemDifference
    steps: StepCounts
    differences: List[StepDifference]
    omitted: int
    end: List[FieldDifference]
    lockstep: bool


class Comparison(_Comparison, total=False):
    """What `diff` finds."""

    state: Optional[StateDifference]

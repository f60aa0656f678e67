"""A player: takes inputs, and returns the outputs that they cause."""

import os
import warnings
from datetime import datetime, timedelta, timezone
from struct import pack
from typing import TYPE_CHECKING, Any, BinaryIO, Dict, List, Mapping, NamedTuple, NoReturn, Optional, Union, cast

from tapedeck import vocabulary
from tapedeck._arguments import excerpt, one_of, similar, wrong_type, wrong_value
from tapedeck._codec import SIZE, decode_outputs, encode, integer, number_of_setting
from tapedeck._core import Core
from tapedeck._messages import InputMessage
from tapedeck._types import NEVER, READERS, UNKNOWN
from tapedeck.batch import Batch, Outputs
from tapedeck.errors import ClosedError, InUseError, RecordingError, SnapshotError
from tapedeck.vocabulary import Instant, MediaTime, Observation, Preset, Settings

if TYPE_CHECKING:
    from tapedeck._overloads import Getting, Receiving
else:

    class Receiving:
        """Its methods are known to type checkers only."""

        __slots__ = ()

    class Getting(Receiving):
        __slots__ = ()


_ERROR = vocabulary.ERRORS
_SETTINGS = {name: (number, type_name) for name, number, type_name in vocabulary.SETTINGS}
_KEYS = {name: (number, type_name) for name, number, type_name in vocabulary.KEYS}
_KEYS.update(
    {
        f"settings.{name}": (vocabulary.KEY_SETTING + number, type_name)
        for name, (number, type_name) in _SETTINGS.items()
    }
)
_OBSERVED = [READERS[type_name] for _, _, type_name in vocabulary.KEYS]
_NEXT_DEADLINE, _CLOCK, _DIGEST = (_KEYS[name][0] for name in ("nextDeadline", "clock", "digest"))
_ITEM, _TEXT = 1, 2
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Recording(NamedTuple):
    """How a player is recorded."""

    file: "Union[str, os.PathLike[str], BinaryIO, None]" = None
    """Where the trace goes: a path, whose file is replaced, or a file open for writing bytes. None: `take_trace` returns it."""
    engine: str = ""
    """Name and version of the engine."""
    tool: str = ""
    """Name and version of the program."""
    note: str = ""
    """Free text."""
    recorded_at: Union[int, datetime, None] = None
    """When the recording begins: a datetime with a zone, or microseconds since 1970."""


class Player(Getting, Receiving):
    """The decisions of a media player, as a deterministic state machine. It plays nothing: your engine does.

    Only one thread at a time may use a player; a second one gets an `InUseError`. Players are independent of each other.

    :param preset: the settings to start from.
    :param settings: those that differ, by their names in the vocabulary, such as ``{"retryLimit": 5}``.
    :param record: True to record a trace that `take_trace` returns, a path to record into a file, or a `Recording`.
    """

    __slots__ = ("__weakref__", "_core", "_idle", "_sink", "_take")

    def __init__(
        self,
        preset: Preset = "defaults",
        settings: Optional[Union[Settings, Mapping[str, Any]]] = None,
        record: "Union[bool, str, os.PathLike[str], Recording]" = False,
    ) -> None:
        self._core: Optional[Core] = None
        self._sink: Optional[_Sink] = None
        sink = _sink(record)
        made = Core.make(_preset(preset), _settings(settings))
        if not isinstance(made, Core):
            code, text = made
            if code == _ERROR["TD_ERROR_MEMORY"]:
                raise MemoryError(text)
            _, is_setting, rest = text.partition("]: ")
            raise ValueError(f"settings.{rest}" if is_setting and text.startswith("settings[") else text)
        self._use(made)
        if sink is not None:
            self._record(sink)

    def _use(self, core: Core) -> None:
        self._core = core
        self._take = core.receiver()
        # A thread that takes the core out of this list has it exclusively until it puts it back: pop is atomic.
        self._idle = [core]

    @classmethod
    def from_snapshot(cls, snapshot: bytes) -> "Player":
        """A player in a state that `save` returned, settings included."""
        player = cls()
        player.restore(snapshot)
        return player

    # Inputs and outputs

    if not TYPE_CHECKING:

        def receive(self, input: "Union[str, InputMessage]", *, at: int, **fields: Any) -> "List[Output]":  # noqa: F821
            """Takes one input that happens at an instant, and returns the outputs that it causes, in order.

            The input is an object of `tapedeck.inputs`, or its name with its fields as keywords; omitted fields are 0, False or the
            first of their words. `at` is in microseconds on a clock of your choice. It advances the clock of the player, which never
            runs backwards. A deadline is served at its own instant, however late it comes.

            After each input, set a timer to `next_deadline`, and give ``"deadline"`` when it fires.
            """
            record = encode(input, at, fields)
            try:
                core = self._idle.pop()
            except IndexError:
                raise self._refusal() from None
            try:
                count = self._take(record)
                if count < 0:
                    self._fail(core, count)
                outputs = decode_outputs(core.outputs[: SIZE * count]) if count else []
                if self._sink is not None:
                    self._sink.drain(core)
            finally:
                self._idle.append(core)
            return outputs

    def receive_many(self, inputs: "Union[Batch, Any]", *, outputs: Union[bool, Outputs] = True) -> Outputs:
        """Takes inputs one after another, and returns the outputs of all of them.

        :param inputs: a `Batch`, or any buffer of records of 112 bytes.
        :param outputs: False to drop the outputs, which is faster. Or the outputs of an earlier
            call, which are overwritten and returned, so that no new memory is needed.

        An error names the first input that is wrong; those before it were taken.
        """
        if isinstance(outputs, Outputs):
            answer = outputs
        elif type(outputs) is bool:
            answer = Outputs._empty()
        else:
            raise wrong_type("outputs", "True, False or Outputs of an earlier call", outputs)
        records = inputs._bytes if isinstance(inputs, Batch) else Batch(inputs)._bytes
        core = self._alone()
        try:
            answer._clear()
            taken = count = result = 0
            # Another thread may resize the batch between two rounds.
            while taken < (total := len(records) // SIZE) and result >= 0:
                # Most sessions have fewer than three outputs per input; where there are more, another round takes the rest.
                needed = count + vocabulary.OUTPUTS_MAX + 3 * (total - taken)
                room = None if outputs is False else answer._room(needed, count)
                result, more, written = core.receive_many(records, taken, room, count)
                answer._add(written, taken)
                taken, count = taken + more, count + written
            if self._sink is not None:
                self._sink.drain(core)
            if result < 0:
                self._fail(core, result, f"inputs[{taken}]: ")
        finally:
            self._idle.append(core)
        return answer

    @property
    def next_deadline(self) -> Instant:
        """When the input ``"deadline"`` is due, in microseconds on your clock; None if there is no deadline."""
        number = self._get(_NEXT_DEADLINE)
        return None if number == NEVER else number

    # State

    def position(self, at: Optional[int] = None) -> MediaTime:
        """Where the playhead is at an instant if no input precedes it, in microseconds; without an instant, at the last input."""
        if at is not None:
            at = integer(at, "at", "microseconds as an int")
        core = self._alone()
        try:
            number = core.position(core.get(_CLOCK) if at is None else at)
        finally:
            self._idle.append(core)
        return None if number == UNKNOWN else number

    def observe(self) -> Observation:
        """The whole observable state."""
        with self._used() as core:
            numbers = core.get_all()
        return Observation._make([read(number) for read, number in zip(_OBSERVED, numbers)])

    if not TYPE_CHECKING:

        def get(self, name: str) -> Any:
            """One part of the observable state, such as ``"state"``, or a setting, such as ``"settings.retryLimit"``."""
            try:
                number, type_name = _KEYS[name]
            except (KeyError, TypeError):
                raise _unknown("name", "what a player shows, as state or settings.retryLimit", name, _KEYS) from None
            return READERS[type_name](self._get(number))

    def field(self, name: str) -> Any:
        """A field of the state by its name in the vocabulary, such as ``"retrying.count"``, including hidden fields.

        The names of such fields may change in the next version.
        """
        if not isinstance(name, str) or name not in vocabulary.STATE:
            raise _unknown("name", "a field of the state, as retrying.count", name, vocabulary.STATE)
        with self._used() as core:
            number = core.field(name)
        return READERS[vocabulary.STATE[name]](number)

    @property
    def digest(self) -> str:
        """A digest of the whole state: sixteen hexadecimal digits, the same on every machine for the same state."""
        return f"{self._get(_DIGEST) & (2**64 - 1):016x}"

    # Copies

    def save(self) -> bytes:
        """The whole state as bytes, including lists and settings: the same bytes on every machine."""
        with self._used() as core:
            result, snapshot = core.snapshot()
            if result < 0:
                self._fail(core, result)
        return snapshot

    def restore(self, snapshot: bytes) -> None:
        """Restores a saved state. Not possible while the player records: its trace could not be replayed."""
        try:
            given = bytes(memoryview(snapshot))
        except TypeError:
            raise wrong_type("snapshot", "bytes", snapshot) from None
        with self._used() as core:
            result = core.restore(given)
            if result < 0:
                self._fail(core, result)

    def fork(self) -> "Player":
        """A second player in the same state. It does not record."""
        with self._used() as core:
            made = core.fork()
        if made is None:
            raise MemoryError("there is not enough memory for a player")
        return self._over(made)

    @classmethod
    def _over(cls, core: Core) -> "Player":
        player = cls.__new__(cls)
        player._sink = None
        player._use(core)
        return player

    def __copy__(self) -> "Player":
        return self.fork()

    def __deepcopy__(self, memo: Dict[int, Any]) -> "Player":
        return self.fork()

    def __reduce__(self) -> "tuple[Any, tuple[bytes]]":
        if self._sink is not None:
            raise TypeError("a player that records cannot be pickled: its trace would be cut in two; pickle its fork()")
        return type(self).from_snapshot, (self.save(),)

    # Recording

    def define_item(self, item: int, source: str) -> None:
        """Writes to the trace what the number of an item identifies: the address of the media."""
        self._define(_ITEM, item, source, "item", "source")

    def define_text(self, text: int, words: str) -> None:
        """Writes to the trace what the number of a text identifies."""
        self._define(_TEXT, text, words, "text", "words")

    def _define(self, kind: int, number: int, words: str, where: str, what: str) -> None:
        number = integer(number, where)
        if not 0 <= number < 2**32:
            raise wrong_value(where, f"0 to {2**32 - 1}", number)
        text = _utf8(words, what)
        with self._used() as core:
            result = core.define(kind, number, text)
            if result < 0:
                self._fail(core, result)
            self._written(core)

    def mark(self, words: str) -> None:
        """Adds a remark to the trace, after the last input. Does nothing without a recording."""
        text = _utf8(words, "words")
        with self._used() as core:
            result = core.mark(text)
            if result < 0:
                self._fail(core, result)
            self._written(core)

    def take_trace(self, end: bool = False) -> bytes:
        """The bytes of the trace since the last call; with `end`, the last ones, which end the recording.

        A trace that goes to a file is not available here.
        """
        if type(end) is not bool:
            raise wrong_type("end", "True or False", end)
        with self._used() as core:
            if self._sink is None:
                raise RecordingError("this player does not record: make it with Player(record=True)")
            if self._sink.file is not None:
                raise RecordingError("the trace of this player goes to a file: close() ends it")
            result = core.finish() if end else core.flush()
            if result < 0:
                self._fail(core, result)
            return core.take()

    def _record(self, sink: "_Sink") -> None:
        with self._used() as core:
            result = core.record(sink.engine, sink.tool, sink.note, sink.recorded_at)
            if result < 0:
                self._fail(core, result)
            sink.open()
            self._sink = sink
            sink.drain(core)

    def _written(self, core: Core) -> None:
        """Raises an error if the trace could not be written, now or earlier."""
        if self._sink is not None:
            self._sink.drain(core)
            self._sink.check()

    # The end

    def close(self) -> None:
        """Ends the player and its recording. A player that is dropped ends automatically, with its trace unfinished."""
        if self._core is not None:
            self._end(self._alone(), finished=True)

    def _end(self, core: Core, finished: bool) -> None:
        sink, self._sink = self._sink, None
        self._core = None
        del self._take
        try:
            if sink is not None and sink.file is not None:
                if finished:
                    core.finish()
                core.cut()
                sink.write(core.take())
                sink.close()
                sink.check()
        finally:
            core.release()

    @property
    def closed(self) -> bool:
        return self._core is None

    def __enter__(self) -> "Player":
        if self._core is None:
            raise self._refusal()
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if kind is None:
            self.close()
        elif self._core is not None:
            # The trace is cut short, like the recording.
            self._end(self._alone(), finished=False)

    def __del__(self) -> None:
        sink = getattr(self, "_sink", None)
        if sink is not None and sink.file is not None and self._core is not None:
            warnings.warn(
                f"a player that records to {sink.name} was never closed", ResourceWarning, source=self, stacklevel=2
            )
            self._end(self._core, finished=False)

    def __repr__(self) -> str:
        if self._core is None:
            return "<Player, closed>"
        try:
            return f"<Player, {self.get('state')}, digest {self.digest}>"
        except InUseError:
            return "<Player, in use>"

    # Access

    def _used(self) -> "_Use":
        return _Use(self)

    def _get(self, number: int) -> int:
        core = self._alone()
        try:
            return core.get(number)
        finally:
            self._idle.append(core)

    def _alone(self) -> Core:
        """The core, for the caller alone, who must put it back."""
        try:
            return self._idle.pop()
        except IndexError:
            raise self._refusal() from None

    def _refusal(self) -> Exception:
        if self._core is None:
            return ClosedError("the player is closed")
        return InUseError(
            "the player is in use: one thread at a time may call it, and no signal handler while it is called"
        )

    def _fail(self, core: Core, result: int, where: str = "") -> NoReturn:
        text = where + core.last_error()
        if result == _ERROR["TD_ERROR_MEMORY"]:
            raise MemoryError(text)
        if result == _ERROR["TD_ERROR_DAMAGED"] or result == _ERROR["TD_ERROR_VERSION"]:
            raise SnapshotError(text)
        if result == _ERROR["TD_ERROR_STATE"] or result == _ERROR["TD_ERROR_WRITE"]:
            raise RecordingError(text)
        raise ValueError(text)


class _Use:
    """The core of a player, exclusively for one block."""

    __slots__ = ("_core", "_player")

    def __init__(self, player: Player) -> None:
        self._player = player

    def __enter__(self) -> Core:
        self._core = self._player._alone()
        return self._core

    def __exit__(self, *_: object) -> None:
        self._player._idle.append(self._core)


class _Sink:
    """The destination of a recording."""

    def __init__(self, recording: Recording) -> None:
        for name in ("engine", "tool", "note"):
            text = getattr(recording, name)
            if not isinstance(text, str) or "\0" in text:
                raise wrong_type(f"record.{name}", "a str without zeros", text)
        self.engine, self.tool, self.note = (
            _utf8(text, "record") for text in (recording.engine, recording.tool, recording.note)
        )
        self.recorded_at = _recorded_at(recording.recorded_at)
        self.target = recording.file
        self.name = str(getattr(recording.file, "name", recording.file))
        self.is_ours = isinstance(recording.file, (str, os.PathLike))
        if not self.is_ours and recording.file is not None and not callable(getattr(recording.file, "write", None)):
            raise wrong_type("record.file", "a path, or a file that is open for writing bytes", recording.file)
        self.file: Optional[BinaryIO] = None
        self.error: Optional[BaseException] = None

    def open(self) -> None:
        if self.is_ours:
            self.file = open(cast("Union[str, os.PathLike[str]]", self.target), "wb", buffering=0)  # noqa: SIM115
        elif self.target is not None:
            self.file = cast(BinaryIO, self.target)

    def drain(self, core: Core) -> None:
        """Writes the new bytes of the trace. Errors are kept until they are requested: a full disk does not stop a player."""
        if self.file is not None:
            self.write(core.take())

    def write(self, data: bytes) -> None:
        if self.error is not None or self.file is None:
            return
        try:
            rest = memoryview(data)
            while rest:
                written = self.file.write(rest)
                # Buffered files and custom ones write everything, and may return nothing.
                rest = rest[len(rest) if written is None else written :]
        except Exception as error:
            self.error = error

    def close(self) -> None:
        if self.is_ours and self.file is not None:
            try:
                self.file.close()
            except OSError as error:
                self.error = self.error or error

    def check(self) -> None:
        if self.error is not None:
            raise RecordingError(f"the trace could not be written to {self.name}: {self.error}") from self.error


def _sink(record: Any) -> Optional[_Sink]:
    if record is False:
        return None
    if record is True:
        return _Sink(Recording())
    if isinstance(record, (str, os.PathLike)):
        return _Sink(Recording(file=record))
    if isinstance(record, Recording):
        return _Sink(record)
    raise wrong_type("record", "True, a path, or a Recording", record)


def _preset(preset: Any) -> int:
    if not isinstance(preset, str):
        raise wrong_type("preset", one_of(vocabulary.PRESETS), preset)
    if preset not in vocabulary.PRESETS:
        raise wrong_value("preset", one_of(vocabulary.PRESETS), preset, vocabulary.PRESETS)
    return vocabulary.PRESETS[preset]


def _settings(settings: Any) -> bytes:
    if settings is None:
        return b""
    if not isinstance(settings, Mapping):
        raise wrong_type("settings", 'a mapping of names and values, as {"retryLimit": 5}', settings)
    records = []
    for name, value in settings.items():
        if name not in _SETTINGS:
            raise ValueError(f"settings.{excerpt(name)}: there is no such setting{similar(name, _SETTINGS)}")
        records.append(pack("<IIq", _SETTINGS[name][0], 0, number_of_setting(name, value, f"settings.{name}")))
    return b"".join(records)


def _recorded_at(value: Any) -> int:
    if value is None:
        return UNKNOWN
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise wrong_value("record.recorded_at", "a datetime with a time zone", value)
        return (value - _EPOCH) // timedelta(microseconds=1)
    return integer(value, "record.recorded_at", "a datetime with a time zone, or microseconds since 1970 as an int")


def _utf8(text: Any, where: str) -> bytes:
    if not isinstance(text, str):
        raise wrong_type(where, "a str", text)
    return text.encode("utf-8", "replace")


def _unknown(where: str, expected: str, name: Any, known: Mapping[str, Any]) -> Exception:
    if not isinstance(name, str):
        return wrong_type(where, expected, name)
    return wrong_value(where, expected, name, known)

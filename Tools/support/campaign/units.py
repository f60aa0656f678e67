"""Units: the pieces of a campaign. Each has a stable name, depends on no other, and may run anywhere and repeatedly."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import CampaignError

MODELS = ("player", "world")
# Seeds are unsigned 64-bit numbers.
SEED_LIMIT = 1 << 64
# A chunk of traces is sent to a worker in one message; a single trace larger than FILE_LIMIT cannot be sent at all.
CHUNK_FILES = 16
CHUNK_BYTES = 32 << 20
FILE_LIMIT = 256 << 20


@dataclass(frozen=True)
class FuzzUnit:
    """Sessions of one model, one for each seed of a half-open range; or a search that learns, with as many sessions."""

    model: str
    first: int
    end: int
    length: int | None
    coverage: bool = False

    @property
    def id(self) -> str:
        name = f"{'coverage' if self.coverage else 'fuzz'}/{self.model}/{self.seeds}"
        return name if self.length is None else f"{name}/{self.length}"

    @property
    def seeds(self) -> str:
        return f"{self.first}..<{self.end}"

    @property
    def arguments(self) -> list[str]:
        words = ["fuzz", "--model", self.model, "--seeds", self.seeds, *(["--coverage"] if self.coverage else [])]
        return words if self.length is None else [*words, "--length", str(self.length)]


@dataclass(frozen=True)
class TraceFile:
    """A trace to check, identified by its contents: the same bytes with another name are the same work."""

    path: Path
    sha256: str
    size: int


@dataclass(frozen=True)
class CheckUnit:
    """A few traces that are checked by one process."""

    files: tuple[TraceFile, ...]

    @property
    def id(self) -> str:
        contents = "\n".join(sorted(file.sha256 for file in self.files))
        return f"check/{hashlib.sha256(contents.encode()).hexdigest()[:16]}"


Unit = FuzzUnit | CheckUnit


def parse_seeds(text: str) -> tuple[int, int]:
    """`A..<B`, as everywhere in TapeDeck; underscores group digits."""
    found = re.fullmatch(r"([0-9][0-9_]*)\.\.<([0-9][0-9_]*)", text)
    if not found:
        raise CampaignError(f"--seeds: {text!r} is not a range of seeds; write A..<B, for example 0..<1000000 (in quotes)")
    first, end = (int(digits.replace("_", "")) for digits in found.groups())
    if end > SEED_LIMIT:
        raise CampaignError(f"--seeds: {end} is too large; seeds are less than 2 to the power of 64")
    if first >= end:
        raise CampaignError(f"--seeds: {text!r} is empty; the second number must be greater than the first")
    return first, end


def fuzz_units(
    models: Sequence[str], seeds: tuple[int, int], size: int, length: int | None, coverage: bool = False
) -> Iterator[FuzzUnit]:
    """Units of `size` seeds, the models in turn.

    They are cut at multiples of their size, so that a campaign with more seeds begins with the units of the one before.
    """
    first, end = seeds
    while first < end:
        next_first = min(end, (first // size + 1) * size)
        for model in models:
            yield FuzzUnit(model, first, next_first, length, coverage)
        first = next_first


def count_fuzz_units(models: Sequence[str], seeds: tuple[int, int], size: int) -> int:
    """How many units there will be, without creating them."""
    first, end = seeds
    return len(models) * ((end - 1) // size - first // size + 1)


def trace_files(paths: Sequence[Path]) -> list[TraceFile]:
    """The traces among these files and folders, without duplicate contents, in the order of their paths."""
    found: dict[str, TraceFile] = {}
    for path in paths:
        for file in _expanded(path):
            trace = _described(file)
            found.setdefault(trace.sha256, trace)
    return list(found.values())


def check_units(files: Sequence[TraceFile]) -> Iterator[CheckUnit]:
    chunk: list[TraceFile] = []
    for file in files:
        if chunk and (len(chunk) == CHUNK_FILES or sum(each.size for each in chunk) + file.size > CHUNK_BYTES):
            yield CheckUnit(tuple(chunk))
            chunk = []
        chunk.append(file)
    if chunk:
        yield CheckUnit(tuple(chunk))


def _expanded(path: Path) -> list[Path]:
    if path.is_dir():
        inside = sorted(
            file for pattern in ("*.trace", "*.trace.jsonl") for file in path.rglob(pattern) if file.is_file()
        )
        if not inside:
            raise CampaignError(
                f"{path}: no *.trace and no *.trace.jsonl in this folder; name files, or another folder"
            )
        return inside
    if not path.exists():
        raise CampaignError(f"{path}: no such file; check the name")
    if not path.is_file():
        raise CampaignError(f"{path}: not a regular file; name traces, or folders with traces")
    return [path]


def _described(path: Path) -> TraceFile:
    try:
        size = path.stat().st_size
        if size > FILE_LIMIT:
            raise CampaignError(
                f"{path}: {size} bytes are more than a campaign sends ({FILE_LIMIT}); use `tapedeck check` for this one"
            )
        with path.open("rb") as stream:
            return TraceFile(path, hashlib.file_digest(stream, "sha256").hexdigest(), size)
    except OSError as error:
        raise CampaignError(f"{path}: cannot be read: {error.strerror}; check its permissions") from error

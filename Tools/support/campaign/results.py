"""DIR/results.jsonl: one line for each run of a unit, never changed; safe to merge, concatenate and truncate."""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from .errors import DAMAGED, CampaignError
from .findings import PLACES
from .program import Identity

FORMAT = 1
HEADER: dict[str, Any] = {"kind": "campaign", "format": FORMAT}
# Properties of this run, not of the unit, so they differ from run to run.
CIRCUMSTANCES = ("run", "confirmed", "patience")
# These depend only on the program and the unit. The other outcomes mean that a run did not finish.
CERTAIN = ("finished", "crashed")

Line = dict[str, Any]


def text(line: Line) -> str:
    """The canonical form of a line: equal lines have equal bytes."""
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def essence(line: Line) -> Line:
    """What must be equal in every run of the unit by the same program.

    The places of findings are excluded: they follow from the findings themselves, and older campaigns knew only traces.
    """
    what = {key: value for key, value in line.items() if key not in CIRCUMSTANCES}
    what["findings"] = [{key: value for key, value in each.items() if key not in PLACES} for each in line["findings"]]
    return what


@dataclass
class Record:
    """All runs of one unit by one program."""

    lines: list[Line] = field(default_factory=list)

    @property
    def best(self) -> Line:
        """The run that counts: the earliest of those that came to an end."""
        return min(self.lines, key=lambda line: (line["outcome"] not in CERTAIN, _when(line["run"]), text(line)))

    @property
    def findings(self) -> list[Line]:
        """The findings of the run that counts, as stated by the equivalent run that names the most files."""
        found: list[Line] = Record(self._like(self.best)).fullest["findings"]
        return found

    @property
    def fullest(self) -> Line:
        """The run that names the most of what belongs to its findings, whichever was first."""
        return min(self.lines, key=lambda line: (-sum(map(len, line["findings"])), text(line)))

    def _like(self, version: Line) -> list[Line]:
        """The runs with the same result."""
        return [line for line in self.lines if text(essence(line)) == text(essence(version))]

    @property
    def runs(self) -> list[Line]:
        """Each run that came to an end, once, whichever files it was read from."""
        found = {}
        for line in self.lines:
            if line["outcome"] in CERTAIN:
                for run in (line["run"], *line.get("confirmed", [])):
                    found[text(run)] = run
        return sorted(found.values(), key=_when)

    @property
    def versions(self) -> list[Line]:
        """The distinct results of the runs. If there is more than one, the program is not deterministic."""
        certain = [line for line in self.lines if line["outcome"] in CERTAIN]
        found = {
            text(essence(line)): line for line in sorted(certain, key=lambda line: _when(line["run"]), reverse=True)
        }
        return [found[key] for key in sorted(found, key=lambda key: _when(found[key]["run"]))]

    def merged(self) -> list[Line]:
        """One line that names the runs which confirm it; several only if the runs contradict each other."""
        versions = self.versions
        if not versions:
            return [self.best]
        result = []
        for version in versions:
            same = Record(self._like(version))
            first, *others = same.runs
            line = {**essence(version), "findings": same.fullest["findings"], "run": first}
            result.append({**line, "confirmed": others} if others else line)
        return result


def _when(run: Line) -> tuple[float, str, str]:
    return run["began"], str(run["host"]), str(run["worker"])


Key = tuple[str, Identity]


class Results:
    """What is known, by unit and program."""

    def __init__(self) -> None:
        self.records: dict[Key, Record] = {}
        self.notes: list[str] = []

    def add(self, line: Line) -> None:
        self.records.setdefault((line["id"], Identity.of(line["program"])), Record()).lines.append(line)

    def of(self, program: Identity) -> dict[str, Record]:
        return {unit: record for (unit, who), record in self.records.items() if who == program}

    def of_unit(self, unit: str, program: Identity) -> Record:
        return self.records[unit, program]

    @property
    def programs(self) -> list[Identity]:
        """The programs; the one used last comes first."""
        last: dict[Identity, float] = {}
        for (_, program), record in self.records.items():
            last[program] = max(last.get(program, 0), *(line["run"]["began"] for line in record.lines))
        return sorted(last, key=lambda program: (-last[program], str(program)))

    def merged(self) -> Iterator[Line]:
        """All lines, in an order that depends only on the units."""
        for (_, _), record in sorted(self.records.items(), key=lambda item: (_natural(item[1].best), str(item[0][1]))):
            yield from record.merged()


def _natural(line: Line) -> tuple[str, int, str]:
    return str(line.get("model", "")), line.get("seeds", [0])[0], line["id"]


def read(paths: Iterable[Path]) -> Results:
    results = Results()
    for path in paths:
        try:
            contents = path.read_bytes()
        except FileNotFoundError as error:
            raise CampaignError(f"{path}: no such file; name a results.jsonl of a campaign, or its folder") from error
        except OSError as error:
            raise CampaignError(f"{path}: cannot be read: {error.strerror}; check its permissions") from error
        whole, torn = _split(contents)
        if torn:
            results.notes.append(f"{path}: the last line is torn and left out; its unit counts as not run")
        for number, line in enumerate(whole.split(b"\n")[:-1], 1):
            parsed = _parsed(path, number, line)
            if parsed["kind"] == "unit":
                results.add(parsed)
    return results


def _split(contents: bytes) -> tuple[bytes, bytes]:
    """The complete lines, and what a killed campaign left after them."""
    end = contents.rfind(b"\n") + 1
    return contents[:end], contents[end:]


def _parsed(path: Path, number: int, line: bytes) -> Line:
    def damaged(what: str) -> CampaignError:
        advice = "take this line away; its unit will run again"
        return CampaignError(f"{path}: line {number}: {what}; {advice}", DAMAGED)

    try:
        parsed = json.loads(line)
    except ValueError as error:
        raise damaged(f"no JSON ({error})") from error
    if not isinstance(parsed, dict) or parsed.get("kind") not in ("campaign", "unit"):
        raise damaged('expected an object with "kind" campaign or unit')
    if parsed["kind"] == "campaign":
        if parsed.get("format") != FORMAT:
            found = parsed.get("format")
            raise CampaignError(
                f"{path}: line {number}: format {found!r}, not {FORMAT}; use the Tools/campaign that wrote it",
                DAMAGED,
            )
        return parsed
    shape = {"id": str, "outcome": str, "program": dict, "run": dict, "findings": list}
    for key, kind in shape.items():
        if not isinstance(parsed.get(key), kind):
            raise damaged(f'field "{key}": expected {kind.__name__}, found {parsed.get(key)!r}')
    for key, needed in (
        ("program", ("version", "behaviour", "vocabulary", "build")),
        ("run", ("began", "host", "worker")),
    ):
        for name in needed:
            if name not in parsed[key]:
                raise damaged(f'field "{key}.{name}" is missing')
    if not isinstance(parsed["run"]["began"], int | float):
        raise damaged(f'field "run.began": expected a number, found {parsed["run"]["began"]!r}')
    if not all(
        isinstance(finding, dict) and isinstance(finding.get("property"), str) for finding in parsed["findings"]
    ):
        raise damaged('field "findings": expected objects with a property')
    return parsed


class ResultsFile:
    """The file of a running campaign. A line counts only if it is complete and on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise CampaignError(f"{path}: cannot be written: {error.strerror}; choose another --output") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise CampaignError(
                f"{path}: another campaign is writing here; wait for it, or choose another --output"
            ) from error

    def load(self) -> Results:
        """The results so far. An incomplete last line is cut off, so that the next line begins on a new line."""
        results = read([self.path])
        contents = self.path.read_bytes()
        whole, torn = _split(contents)
        if torn:
            os.ftruncate(self._file, len(whole))
        if not whole:
            self.append(HEADER)
        return results

    def append(self, line: Line) -> None:
        remaining = memoryview((text(line) + "\n").encode())
        while remaining:
            remaining = remaining[os.write(self._file, remaining) :]
        os.fsync(self._file)

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

"""DIR/coverage: everything that coverage-guided units have seen, in the form that `tapedeck fuzz --coverage` reads.

A file grows by what is new in each unit, and not at all when a unit is repeated: the marks are the union of those of
the units, in any order. Of several sessions that show the same mark, the first one is kept.
"""

import json
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .errors import DAMAGED, CampaignError
from .program import Identity

SUFFIX = ".coverage.jsonl"


class Memory:
    """One file: a header, marks with their counts, and sessions, each of them for a mark."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header: dict[str, Any] | None = None
        self.marks: set[str] = set()
        self.kept: set[str] = set()
        if path.exists():
            contents = path.read_bytes()
            whole = contents[: contents.rfind(b"\n") + 1]
            self._take(whole)
            # A killed campaign left a torn line; its unit is not among the results and runs again.
            if len(whole) < len(contents):
                with path.open("r+b") as stream:
                    stream.truncate(len(whole))

    def add(self, contents: bytes) -> None:
        """Appends what is new in another memory; it is on disk when this returns."""
        new = self._take(contents)
        if not new:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as stream:
            stream.write(
                "".join(json.dumps(line, sort_keys=True, separators=(",", ":")) + "\n" for line in new).encode()
            )
            stream.flush()
            os.fsync(stream.fileno())

    def _take(self, contents: bytes) -> list[dict[str, Any]]:
        """The lines that contain something new."""
        new = []
        for number, text in enumerate(contents.splitlines(), 1):
            try:
                line = json.loads(text)
                news = self._news(line)
            except (ValueError, KeyError, TypeError) as error:
                advice = "delete the file, and run its campaign in another folder or again"
                raise CampaignError(
                    f"{self.path}: line {number}: not what `tapedeck fuzz --coverage` writes ({error!r}); {advice}",
                    DAMAGED,
                ) from error
            if news:
                new.append(news)
        return new

    def _news(self, line: dict[str, Any]) -> dict[str, Any] | None:
        if "coverage" in line:
            if self.header in (None, line):
                is_first, self.header = self.header is None, line
                return line if is_first else None
            raise ValueError(f"a header that is not {self.header}")
        if "marks" in line:
            pairs = zip(line["marks"], line["counts"], strict=True)
            fresh = {mark: count for mark, count in pairs if mark not in self.marks}
            self.marks.update(fresh)
            return {"marks": list(fresh), "counts": list(fresh.values())} if fresh else None
        mark, _, _ = line["mark"], line["setup"], line["steps"]
        if mark in self.kept:
            return None
        self.kept.add(mark)
        return line


class Coverage:
    """The memories of a campaign: one for each program and model."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.memories: dict[Path, Memory] = {}

    def store(self, answer: dict[str, Any], program: Identity) -> None:
        """Moves the memories from an answer to the files."""
        for name, contents in answer.pop("memories", {}).items():
            self._memory(self._place(program) / f"{Path(name).name.removesuffix(SUFFIX)}{SUFFIX}").add(
                zlib.decompress(contents)
            )

    def unite(self, others: Iterable[Path]) -> None:
        """Adds everything that other campaigns have."""
        for other in others:
            for path in sorted(other.glob(f"*/*{SUFFIX}")):
                self._memory(self.folder / path.relative_to(other)).add(path.read_bytes())

    def counts(self, program: Identity | None) -> dict[str, tuple[int, int]]:
        """Marks seen and sessions kept, by model."""
        paths = sorted(self._place(program).glob(f"*{SUFFIX}")) if program else []
        return {
            path.name.removesuffix(SUFFIX): (len(memory.marks), len(memory.kept))
            for path in paths
            if (memory := self._memory(path))
        }

    def _place(self, program: Identity) -> Path:
        return self.folder / program.build[:16]

    def _memory(self, path: Path) -> Memory:
        if path not in self.memories:
            self.memories[path] = Memory(path)
        return self.memories[path]

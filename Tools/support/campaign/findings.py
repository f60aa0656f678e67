"""DIR/findings: the shrunk session of each finding, once: a trace, and for a world the scenario that it belongs to."""

import os
import re
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

# The fields of a finding that name files. The first one present is what is replayed, and decides which of two sessions is kept.
FILES = ("scenario", "trace")
# All fields that locate a finding: they are not part of what was found, and results of older campaigns may lack them.
PLACES = (*FILES, "replay")
# `.trace.jsonl`, `.world.trace.jsonl`, `.world.yaml`.
SUFFIX = re.compile(r"(\.world)?(\.trace\.jsonl|\.trace|\.yaml)$")


def named_files(finding: Mapping[str, Any]) -> list[str]:
    """The files in DIR/findings that a finding names. A name from a results file is not a path until it is checked."""
    names = (finding.get(key) for key in FILES)
    return [name for name in names if isinstance(name, str) and name and name == Path(name).name]


class Findings:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def store(self, answer: dict[str, Any]) -> None:
        """Writes the files of an answer, and makes its findings name the written files."""
        sent: dict[str, bytes] = answer.pop("traces", {})
        for finding in answer["findings"]:
            contents = {}
            for key in FILES:
                given = finding.get(key)
                if given not in sent:
                    continue
                name = self._name(finding, given)
                contents[name] = zlib.decompress(sent[given])
                finding[key] = name
                if finding.get("replay"):
                    finding["replay"] = str(finding["replay"]).replace(given, f"{self.folder.name}/{name}")
            self._keep(contents)

    def unite(self, findings: Iterable[Mapping[str, Any]], others: Iterable[Path]) -> None:
        """Copies the files of these findings from the folders of other campaigns."""
        folders = [other for other in others if other.exists() and other.resolve() != self.folder.resolve()]
        for names in dict.fromkeys(tuple(named_files(finding)) for finding in findings):
            for folder in folders:
                # All of them or none: a trace of one session beside the scenario of another would be useless.
                if all((folder / name).is_file() for name in names):
                    self._keep({name: (folder / name).read_bytes() for name in names})

    def _name(self, finding: dict[str, Any], given: str) -> str:
        """`<property>-<digest>`, reduced to letters, digits and dashes: both come from another program."""
        suffix = SUFFIX.search(given)
        words = [re.sub(r"[^a-z0-9]+", "-", str(finding[key]).lower()).strip("-") for key in ("property", "digest")]
        return "-".join(word[:80] or "unknown" for word in words) + (suffix.group() if suffix else ".trace")

    def _keep(self, contents: dict[str, bytes]) -> None:
        """Keeps the smaller of different sessions with the same name, so that the order of the units does not matter."""
        if not contents:
            return
        paths = [self.folder / name for name in contents]
        if all(path.exists() for path in paths):
            present = [path.read_bytes() for path in paths]
            if _order(present) <= _order(contents.values()):
                return
        self.folder.mkdir(parents=True, exist_ok=True)
        # The deciding file comes last: if the campaign is killed in between, the unit runs again and finds this incomplete.
        for name in reversed(contents):
            self._write(self.folder / name, contents[name])

    def _write(self, path: Path, contents: bytes) -> None:
        partial = path.with_name(f"{path.name}.partial")
        with partial.open("wb") as stream:
            stream.write(contents)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)


def _order(files: Iterable[bytes]) -> list[tuple[int, bytes]]:
    return [(len(contents), contents) for contents in files]

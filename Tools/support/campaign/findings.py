"""DIR/findings: the shrunk traces of what was found, each once."""

import os
import re
import zlib
from pathlib import Path
from typing import Any


class Findings:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def store(self, answer: dict[str, Any]) -> None:
        """Writes the traces of an answer and lets its findings name the files instead."""
        traces: dict[str, bytes] = answer.pop("traces", {})
        for finding in answer["findings"]:
            contents = traces.get(finding.get("trace") or "")
            if contents is not None:
                name = self._name(finding)
                self._keep(name, zlib.decompress(contents))
                finding["trace"] = name

    def _name(self, finding: dict[str, Any]) -> str:
        """`<property>-<digest>`, of nothing but letters, digits and dashes: both come from another program."""
        suffix = ".trace.jsonl" if finding["trace"].endswith(".jsonl") else ".trace"
        words = [re.sub(r"[^a-z0-9]+", "-", str(finding[key]).lower()).strip("-") for key in ("property", "digest")]
        return "-".join(word[:80] or "unknown" for word in words) + suffix

    def _keep(self, name: str, contents: bytes) -> None:
        """Of different traces with one name the smaller stays, so that the order of the units does not matter."""
        path = self.folder / name
        if path.exists():
            present = path.read_bytes()
            if (len(present), present) <= (len(contents), contents):
                return
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = self.folder / f"{name}.partial"
        with partial.open("wb") as stream:
            stream.write(contents)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)

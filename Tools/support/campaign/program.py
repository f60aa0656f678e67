"""The program that a campaign tests: where it is, its identity, and how it gets to the workers."""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import CampaignError


@dataclass(frozen=True)
class Identity:
    """Results of programs with different identities are kept apart."""

    version: str
    behaviour: int | None
    vocabulary: str | None
    build: str

    @staticmethod
    def of(line: dict[str, Any]) -> "Identity":
        return Identity(line["version"], line["behaviour"], line["vocabulary"], line["build"])

    def json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "behaviour": self.behaviour,
            "vocabulary": self.vocabulary,
            "build": self.build,
        }

    def __str__(self) -> str:
        behaviour = "" if self.behaviour is None else f", behaviour {self.behaviour}"
        return f"tapedeck {self.version}{behaviour}, build {self.build[:12]}"


def local_executable(path: Path) -> Path:
    """The executable on this machine."""
    path = path.resolve()
    if not path.is_file():
        raise CampaignError(f"{path}: no such program; build it, or name another with --tapedeck")
    if not os.access(path, os.X_OK):
        raise CampaignError(f"{path}: not executable; name the program itself with --tapedeck")
    return path


def sent_name(contents: bytes) -> str:
    """The name of an executable in the folder of a worker."""
    return f"tapedeck-{hashlib.sha256(contents).hexdigest()[:16]}"


def identity(descriptions: dict[str, dict[str, Any]]) -> Identity:
    """The one program of all workers, from what each of them reports."""
    known: dict[Identity, str] = {}
    for worker, found in descriptions.items():
        if "error" in found:
            raise CampaignError(
                f"worker {worker} cannot use the program: {found['error']}\n"
                "On other machines: --tapedeck-on-workers PATH, or --send with a program "
                "that was built with --static-swift-stdlib."
            )
        known.setdefault(_identity(worker, found), worker)
    if len(known) > 1:
        listed = "\n".join(f"  {worker}: {program}" for program, worker in known.items())
        raise CampaignError(
            f"the workers have different programs; install one on all of them, or use --send:\n{listed}"
        )
    return next(iter(known))


def _identity(worker: str, found: dict[str, Any]) -> Identity:
    unit: dict[str, Any] = {}
    if found["answer"] is not None:
        try:
            unit = json.loads(found["answer"])
            return Identity(found["version"], unit["behaviour"], unit["vocabulary"], found["build"])
        except (ValueError, KeyError, TypeError) as error:
            raise CampaignError(
                f"worker {worker}: what `tapedeck fuzz --json` printed is not understood ({error!r}); "
                "use the campaign and the program of one version"
            ) from error
    return Identity(found["version"], None, None, found["build"])

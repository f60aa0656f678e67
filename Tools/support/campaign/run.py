"""Runs a campaign: what is missing in its folder, and nothing twice except for verification."""

import hashlib
import shlex
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client

from . import cluster
from .coverage import Coverage
from .dispatch import Answer, Dispatcher
from .errors import FOUND, INTERRUPTED, OK, CampaignError
from .findings import Findings
from .program import Identity, identity, local_executable
from .progress import Progress, say
from .results import CERTAIN, Line, Results, ResultsFile
from .summary import Summary, grouped, summarize
from .units import CheckUnit, FuzzUnit, TraceFile, Unit, check_units, count_fuzz_units, fuzz_units
from .worker import describe


@dataclass(frozen=True)
class Options:
    """The options on the command line that concern the campaign as a whole."""

    output: Path
    tapedeck: Path
    tapedeck_on_workers: str | None
    send: bool
    scheduler: str | None
    workers: int
    dashboard: bool
    patience: float
    retry: bool
    self_verify: int


@dataclass(frozen=True)
class FuzzWork:
    models: Sequence[str]
    seeds: tuple[int, int]
    size: int
    length: int | None
    coverage: bool = False

    def questions(self) -> list[list[str]]:
        """The smallest unit of each model: the answer identifies the program, and shows whether it knows the model."""
        units = [FuzzUnit(model, 0, 1, 1, self.coverage) for model in self.models]
        return [[*unit.arguments, "--no-corpus", "--json"] for unit in units]

    def plan(self, done: dict[str, Line], retry: bool) -> tuple[Iterator[Unit], int, int]:
        """The units to run, the total number of units, and how many of them are done."""

        def is_open(unit: Unit) -> bool:
            return unit.id not in done or (retry and done[unit.id]["outcome"] not in CERTAIN)

        total = count_fuzz_units(self.models, self.seeds, self.size)
        waiting = sum(map(is_open, self._units()))
        return filter(is_open, self._units()), total, total - waiting

    def again(self, count: int) -> Sequence[Unit]:
        """Units from all over the campaign, to run again."""
        total = count_fuzz_units(self.models, self.seeds, self.size)
        chosen = {index * total // count for index in range(count)} if count else set()
        return [unit for index, unit in enumerate(self._units()) if index in chosen]

    def _units(self) -> Iterator[FuzzUnit]:
        return fuzz_units(self.models, self.seeds, self.size, self.length, self.coverage)


@dataclass(frozen=True)
class CheckWork:
    files: Sequence[TraceFile]

    def questions(self) -> list[list[str]]:
        return []

    def plan(self, done: dict[str, Line], retry: bool) -> tuple[Iterator[Unit], int, int]:
        # By file and not by unit: one more file in a folder must not cause the others to be checked again.
        ended = [line for line in done.values() if not retry or line["outcome"] in CERTAIN]
        known = {file["sha256"] for line in ended for file in line.get("files", ())}
        units = list(check_units([file for file in self.files if file.sha256 not in known]))
        before = sum(1 for line in ended if "files" in line)
        return iter(units), before + len(units), before

    def again(self, count: int) -> Sequence[Unit]:
        return list(check_units(self.files))[:count]


Work = FuzzWork | CheckWork


@dataclass
class Outcome:
    results: Results
    program: Identity
    summary: Summary
    code: int


def run(options: Options, work: Work, command: list[str]) -> Outcome:
    executable = None if options.tapedeck_on_workers else local_executable(options.tapedeck)
    with (
        ResultsFile(options.output / "results.jsonl") as file,
        cluster.opened(options.scheduler, options.workers, options.dashboard) as client,
    ):
        results = file.load()
        for note in results.notes:
            say(note)
        if options.dashboard:
            say(f"Dashboard: {client.dashboard_link}")
        path = options.tapedeck_on_workers or str(executable)
        if executable and options.send:
            path = cluster.send(client, executable)
        _wait_for_workers(client)
        program = identity(client.run(describe, path, work.questions()))
        return _Campaign(options, work, file, results, client, path, program).run(command)


def _wait_for_workers(client: Client) -> None:
    if not client.nthreads():
        say("The cluster has no workers yet; waiting for the first (Ctrl-C ends this) …")
    while not client.nthreads():
        time.sleep(0.2)


def _contents(file: TraceFile) -> bytes:
    try:
        contents = file.path.read_bytes()
    except OSError as error:
        raise CampaignError(
            f"{file.path}: can no longer be read: {error.strerror}; start the campaign again"
        ) from error
    if hashlib.sha256(contents).hexdigest() != file.sha256:
        raise CampaignError(f"{file.path}: changed while the campaign ran; start it again when the file is finished")
    return zlib.compress(contents)


class _Campaign:
    def __init__(
        self,
        options: Options,
        work: Work,
        file: ResultsFile,
        results: Results,
        client: Client,
        path: str,
        program: Identity,
    ) -> None:
        self.options = options
        self.work = work
        self.file = file
        self.results = results
        self.client = client
        self.path = path
        self.program = program
        self.findings = Findings(options.output / "findings")
        self.coverage = Coverage(options.output / "coverage")
        self.told: set[str] = set()
        self.unended: list[str] = []
        self.waits = False

    def run(self, command: list[str]) -> Outcome:
        others = [str(other) for other in self.results.programs if other != self.program]
        if others:
            say(f"Results of other programs are kept apart and not used: {'; '.join(others)}")
        done = {unit: record.best for unit, record in self.results.of(self.program).items()}
        units, total, before = self.work.plan(done, self.options.retry)
        if before:
            say(f"{grouped(before)} of {grouped(total)} units are already done")
        again = self.work.again(min(self.options.self_verify, total))
        self.progress = Progress(total + len(again), before)
        interrupted = False
        try:
            self._all(units)
            self._all(iter(again))
        except KeyboardInterrupt:
            interrupted = True
        except CampaignError as error:
            raise CampaignError(f"{error}\nTo continue: {shlex.join(command)}", error.code) from error
        finally:
            self.progress.clear()
        summary = summarize(self.results, self.program, total, self.unended)
        summary.coverage = self.coverage.counts(self.program)
        if interrupted:
            say(f"Interrupted; finished units are kept. To continue: {shlex.join(command)}")
            return Outcome(self.results, self.program, summary, INTERRUPTED)
        bad = summary.has_findings or summary.unended
        return Outcome(self.results, self.program, summary, FOUND if bad else OK)

    def _all(self, units: Iterator[Unit]) -> None:
        dispatcher = Dispatcher(self.client, self._order, self._tick)
        for unit, answer in dispatcher.answers(units):
            self._keep(unit, answer)

    def _order(self, unit: Unit) -> dict[str, Any]:
        common = {"program": self.path, "build": self.program.build, "patience": self.options.patience}
        if isinstance(unit, CheckUnit):
            files = [{"name": str(file.path), "sha256": file.sha256, "bytes": _contents(file)} for file in unit.files]
            return {**common, "kind": "check", "files": files}
        fuzz = {"model": unit.model, "first": unit.first, "end": unit.end, "length": unit.length}
        fuzz["coverage"] = unit.coverage
        return {**common, "kind": "fuzz", **fuzz}

    def _tick(self, workers: int, none_for_long: bool) -> None:
        self.progress.workers = workers
        self.progress.show()
        if none_for_long and not self.waits:
            self.progress.say("There are no workers; waiting for one (Ctrl-C ends the campaign, and nothing is lost)")
        self.waits = none_for_long

    def _keep(self, unit: Unit, answer: Answer) -> None:
        """Stores traces and memories first: a line in the results means that they exist."""
        self.progress.done += 1
        if answer["outcome"] == "failed":
            self.unended.append(unit.id)
            self.progress.say(f"{unit.id}: no result: {answer['why']}")
            return
        self.findings.store(answer)
        self.coverage.store(answer, self.program)
        line = self._line(unit, answer)
        self.file.append(line)
        self.results.add(line)
        self.progress.steps += answer.get("steps") or 0
        self._tell(line)
        self.progress.show()

    def _line(self, unit: Unit, answer: Answer) -> Line:
        what: Line = {"kind": "unit", "id": unit.id, "program": self.program.json()}
        if isinstance(unit, FuzzUnit):
            what |= {"model": unit.model, "seeds": [unit.first, unit.end], "length": unit.length}
            if unit.coverage:
                what["coverage"] = True
        return what | {key: value for key, value in answer.items() if key not in ("behaviour", "vocabulary")}

    def _tell(self, line: Line) -> None:
        """Reports each property once, when it is first found."""
        record = self.results.of_unit(line["id"], self.program)
        properties = [finding["property"] for finding in line["findings"]]
        if len(record.versions) > 1:
            properties.insert(0, "not-deterministic")
        self.progress.findings += len(properties)
        for name in dict.fromkeys(properties):
            if name not in self.told:
                self.told.add(name)
                self.progress.say(f"found: {name} (unit {line['id']})")

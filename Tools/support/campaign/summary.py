"""What a campaign has found, in numbers, in a table and as Markdown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .findings import named_files
from .program import Identity
from .results import CERTAIN, Line, Record, Results, essence, text

# The worst of all findings: no other result of the program can be trusted.
CONTRADICTION = "not-deterministic"


@dataclass
class Found:
    """A property that does not hold, with the easiest way to see that."""

    property: str
    units: int = 0
    digests: set[str] = field(default_factory=set)
    # The easiest for each model: the world's sessions are other files than the player's.
    examples: dict[str, Line] = field(default_factory=dict)

    def easiest(self) -> Line:
        return min(self.examples.values(), key=_ease)

    def add(self, finding: Line) -> None:
        self.units += 1
        self.digests.add(str(finding.get("digest")))
        model = str(finding.get("model"))
        self.examples[model] = min(self.examples.get(model, finding), finding, key=_ease)

    def json(self) -> Line:
        found = {"property": self.property, "units": self.units, "distinct": len(self.digests)}
        return {**found, "example": self.easiest(), "examples": [self.examples[model] for model in sorted(self.examples)]}


def _ease(finding: Line) -> tuple[int, int, str]:
    steps, seed = finding.get("shrunkSteps"), finding.get("seed")
    return steps if isinstance(steps, int) else 1 << 62, seed if isinstance(seed, int) else 1 << 64, text(finding)


@dataclass
class Share:
    """What one worker did."""

    units: int = 0
    steps: int = 0
    seconds: float = 0.0


@dataclass
class Summary:
    program: Identity | None
    records: list[Record]
    expected: int | None
    sessions: int = 0
    steps: int = 0
    traces: int = 0
    cpu: float = 0.0
    fuzz_cpu: float = 0.0
    wall: float = 0.0
    marks: int = 0
    marks_are_exact: bool = True
    run_again: int = 0
    contradictions: list[str] = field(default_factory=list)
    # Units for which another build with the same behaviour gives different answers.
    builds_disagree: list[str] = field(default_factory=list)
    findings: list[Found] = field(default_factory=list)
    workers: dict[str, Share] = field(default_factory=dict)
    unended: list[str] = field(default_factory=list)
    # For units that learn, by model: the distinct marks that all of them have seen, and the sessions kept.
    coverage: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def has_findings(self) -> bool:
        return bool(self.findings)

    @property
    def rate(self) -> int:
        """Steps per second of one core."""
        return round(self.steps / self.fuzz_cpu) if self.fuzz_cpu > 0 else 0

    def json(self) -> Line:
        return {
            "kind": "summary",
            "program": self.program.json() if self.program else None,
            "units": len(self.records),
            "units_expected": self.expected,
            "units_without_end": self.unended,
            "sessions": self.sessions,
            "steps": self.steps,
            "traces": self.traces,
            "cpu_seconds": round(self.cpu, 3),
            "wall_seconds": round(self.wall, 3),
            "steps_per_second_per_core": self.rate,
            "marks": self.marks,
            "marks_are_exact": self.marks_are_exact,
            "coverage": {model: {"marks": marks, "kept": kept} for model, (marks, kept) in self.coverage.items()},
            "findings": [found.json() for found in self.findings],
            "units_run_again": self.run_again,
            "contradictions": self.contradictions,
            "builds_disagree": self.builds_disagree,
            "workers": [{"worker": name, **vars(share)} for name, share in sorted(self.workers.items())],
        }


def summarize(
    results: Results, program: Identity | None, expected: int | None = None, unended: Sequence[str] = ()
) -> Summary:
    records = results.of(program) if program else {}
    summary = Summary(program, list(records.values()), expected, unended=list(unended))
    found: dict[str, Found] = {}
    marks: set[str] = set()
    for unit, record in sorted(records.items()):
        best = record.best
        summary.sessions += best.get("sessions") or 0
        summary.steps += best.get("steps") or 0
        summary.traces += len(best.get("files") or ())
        _add_marks(summary, marks, best.get("marks"))
        for line in record.lines:
            _add_run(summary, line)
        if len(record.versions) > 1:
            summary.contradictions.append(unit)
        elif len(record.runs) > 1:
            summary.run_again += 1
        for finding in record.findings:
            found.setdefault(finding["property"], Found(finding["property"])).add(finding)
    summary.marks = max(summary.marks, len(marks))
    summary.builds_disagree = _disagreements(results, program)
    summary.findings = sorted(found.values(), key=lambda each: (-each.units, each.property))
    if summary.contradictions:
        words = ", ".join(summary.contradictions[:3])
        worst = Found(CONTRADICTION, len(summary.contradictions), set(summary.contradictions), {"": {"detail": words}})
        summary.findings.insert(0, worst)
    summary.wall = sum(end - start for start, end in busy(line for each in records.values() for line in each.lines))
    return summary


def busy(lines: Iterable[Line]) -> list[tuple[float, float]]:
    """The periods in which anything ran: a campaign that continued the next day did not take a day."""
    spans: list[tuple[float, float]] = []
    for start, end in sorted(
        (run["began"], run["began"] + run.get("seconds", 0)) for run in (each["run"] for each in lines)
    ):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _add_marks(summary: Summary, marks: set[str], value: Any) -> None:
    """A program may report the marks themselves, which add up, or only their number, which does not."""
    if isinstance(value, list):
        marks.update(str(mark) for mark in value)
    elif isinstance(value, int):
        summary.marks = max(summary.marks, value)
        summary.marks_are_exact = False


def _add_run(summary: Summary, line: Line) -> None:
    run = line["run"]
    cpu = run.get("cpu", 0)
    summary.cpu += cpu
    # Speed includes only the units that count, each once; a repeated run is work, but adds no new steps.
    if line["outcome"] == "finished" and "steps" in line:
        summary.fuzz_cpu += cpu
    if run["host"] or run["worker"]:
        share = summary.workers.setdefault(worker_name(run), Share())
        share.units += 1
        share.steps += line.get("steps") or 0
        share.seconds += run.get("seconds", 0)


def worker_name(run: Line) -> str:
    return f"{run['host']}/{run['worker']}"


def _disagreements(results: Results, program: Identity | None) -> list[str]:
    """Units with different answers from different builds of the same behaviour and vocabulary."""
    said: dict[tuple[str, Any, Any], set[str]] = {}
    for (unit, who), record in results.records.items():
        if program and (who.behaviour, who.vocabulary) != (program.behaviour, program.vocabulary):
            continue
        for line in record.lines:
            if line["outcome"] in CERTAIN and who.behaviour is not None:
                # The version and build are what may differ.
                what = {key: value for key, value in essence(line).items() if key != "program"}
                said.setdefault((unit, who.behaviour, who.vocabulary), set()).add(f"{who.build} {text(what)}")
    return sorted(
        unit
        for (unit, _, _), answers in said.items()
        if len({each.split(" ", 1)[0] for each in answers}) > 1 and len({each.split(" ", 1)[1] for each in answers}) > 1
    )


# --- Words -------------------------------------------------------------------------------------------------------


def grouped(number: int) -> str:
    """Groups digits as in 12,345, as everywhere in TapeDeck."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    return f"{grouped(number)} {noun}" if number == 1 else f"{grouped(number)} {noun}s"


def duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02} min"


def facts(summary: Summary) -> list[tuple[str, str]]:
    units = grouped(len(summary.records))
    if summary.expected is not None:
        units += f" of {grouped(summary.expected)}"
    rows = [("program", str(summary.program)), ("units", units)]
    if summary.sessions or not summary.traces:
        rows.append(("sessions", grouped(summary.sessions)))
        rows.append(("steps", grouped(summary.steps)))
        rows.append(("steps/s, one core", grouped(summary.rate) if summary.rate else "–"))
        exactly = "" if summary.marks_are_exact or not summary.marks else "at least "
        if not summary.coverage:
            rows.append(("distinct marks", exactly + grouped(summary.marks)))
    for model, (marks, kept) in summary.coverage.items():
        rows.append((f"marks, {model}", f"{grouped(marks)} different ones, {counted(kept, 'session')} kept"))
    if summary.traces:
        rows.append(("traces", grouped(summary.traces)))
    rows.append(("time", f"{duration(summary.wall)}, {duration(summary.cpu)} of processors"))
    rows.append(("workers", grouped(len(summary.workers))))
    rows.append(("determinism", _determinism(summary)))
    if summary.builds_disagree:
        shown = ", ".join(summary.builds_disagree[:3])
        rows.append(
            (
                "builds",
                f"another build of this behaviour differs in {shown}: a build that is wrong, or a change "
                "of behaviour without a new behaviour version",
            )
        )
    if summary.unended:
        rows.append(("without an end", f"{grouped(len(summary.unended))}, first {summary.unended[0]}"))
    return rows


def _determinism(summary: Summary) -> str:
    if summary.contradictions:
        return f"BROKEN: {counted(len(summary.contradictions), 'unit')} with different answers from run to run"
    if summary.run_again:
        return f"{counted(summary.run_again, 'unit')} run again, all equal"
    return "no unit was run twice (see --self-verify)"


HEADINGS = ("property", "units", "distinct", "fewest steps", "example")


def finding_rows(summary: Summary) -> list[tuple[str, ...]]:
    return [
        (
            found.property,
            grouped(found.units),
            grouped(len(found.digests)),
            str(found.easiest().get("shrunkSteps") or "–"),
            _example(found.easiest()),
        )
        for found in summary.findings
    ]


def _example(finding: Line) -> str:
    if names := named_files(finding):
        return f"findings/{names[0]}"
    parts = [f"{finding['model']} seed {finding['seed']}"] if finding.get("seed") is not None else []
    parts += [str(finding[key]) for key in ("file", "detail") if finding.get(key)]
    return ": ".join(parts).replace("\n", " ")[:160]


def replays(summary: Summary) -> list[tuple[str, list[str]]]:
    """The commands that replay findings, in the folder of the campaign, each with the files that belong to it."""
    examples = [found.examples[model] for found in summary.findings for model in sorted(found.examples)]
    return [
        (" ".join(str(example["replay"]).split()), [f"findings/{name}" for name in named_files(example)])
        for example in examples
        if example.get("replay")
    ]


def table(summary: Summary, folder: Path | None = None) -> str:
    """The summary as a table for a terminal."""
    rows = facts(summary)
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:<{width}}  {value}" for name, value in rows]
    lines.append("")
    if not summary.findings:
        return "\n".join([*lines, "no findings"])
    cells = [HEADINGS, *finding_rows(summary)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADINGS))]
    for row in cells:
        columns = [
            cell.rjust(size) if 0 < index < 4 else cell.ljust(size)
            for index, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(columns).rstrip())
    if commands := replays(summary):
        lines += ["", f"To replay, in {folder or 'the folder of the campaign'}:"]
        lines += [f"  {command}{_beside(files)}" for command, files in commands]
    return "\n".join(lines)


def _beside(files: Sequence[str]) -> str:
    """Names the files other than the one that is replayed."""
    return f"  # trace: {', '.join(files[1:])}" if len(files) > 1 else ""


def markdown(summaries: Sequence[Summary], picture: str | None) -> str:
    lines = ["# Campaign", ""]
    for summary in summaries:
        lines += ["| | |", "|---|---|", *(f"| {name} | {_cell(value)} |" for name, value in facts(summary)), ""]
        if summary.findings:
            lines += [f"| {' | '.join(HEADINGS)} |", "|---|--:|--:|--:|---|"]
            lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in finding_rows(summary)]
            if commands := replays(summary):
                lines += ["", "To replay, in this folder:", "", "```sh"]
                lines += [f"{command}{_beside(files)}" for command, files in commands]
                lines.append("```")
        else:
            lines.append("No findings.")
        lines += ["", "| worker | units | steps | seconds |", "|---|--:|--:|--:|"]
        for name, share in sorted(summary.workers.items()):
            lines.append(f"| {_cell(name)} | {grouped(share.units)} | {grouped(share.steps)} | {share.seconds:.1f} |")
        lines.append("")
    if picture:
        lines += [f"![Steps, findings and workers]({picture})", ""]
    return "\n".join(lines)


def _cell(value: str) -> str:
    return value.replace("|", "\\|")

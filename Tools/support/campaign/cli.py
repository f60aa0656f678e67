"""The command line of campaigns. Modules that need Dask or plots are imported only when they are used."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from . import results as files
from .coverage import Coverage
from .errors import FOUND, INTERRUPTED, OK, CampaignError
from .findings import Findings
from .program import Identity
from .results import Results, essence, text
from .summary import Summary, markdown, summarize, table
from .units import MODELS, parse_seeds, trace_files

DESCRIPTION = """\
Runs campaigns of random sessions or of trace checks with Dask, on this machine or on many. A campaign is cut into
units that depend on nothing but the program. What a unit found is appended to DIR/results.jsonl, shrunk traces go to
DIR/findings (of worlds with their scenarios), what units with --coverage have seen to DIR/coverage, and at the end
DIR/summary.md, summary.svg and summary.png say what was done, and how findings are replayed. The same command again
runs only what is missing; results of another program (version, behaviour or build) are kept apart.

Exit codes: 0 all is well, 1 something was found (or units had no end), 2 wrong usage, 3 damaged results,
130 interrupted; what had ended is kept.
"""

EXAMPLES = """\
EXAMPLES
  Tools/campaign run --model world --seeds '0..<1000000' --unit 10000 --output nightly
  Tools/campaign run --model player --seeds '0..<100000' --self-verify 5 --output nightly
  Tools/campaign run --coverage --model player --model world --seeds '0..<1000000' --unit 100000 --output learned
  Tools/campaign run --seeds '0..<1000000000' --scheduler tcp://10.0.0.1:8786 --send --output nightly
  Tools/campaign check --output checked Traces ~/field/*.trace
  Tools/campaign stats --by preset --output fleet ~/field/*.tar
  Tools/campaign merge monday/results.jsonl tuesday/results.jsonl --output both.jsonl
  Tools/campaign summary nightly
  Tools/campaign selftest
"""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise CampaignError(f"{message}\nSee {self.prog} --help.")


def parser() -> Parser:
    shape = argparse.RawDescriptionHelpFormatter
    top = Parser(prog="Tools/campaign", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=shape)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    fuzz = commands.add_parser("run", help="random sessions, a range of seeds", formatter_class=shape, epilog=EXAMPLES)
    fuzz.add_argument(
        "--model", action="append", choices=MODELS, help="may be given more than once: in turn (default: player)"
    )
    fuzz.add_argument(
        "--seeds", required=True, metavar="A..<B", help="one session for each seed; quote it for the shell"
    )
    fuzz.add_argument("--unit", type=_positive, default=10_000, metavar="N", help="seeds of a unit (default 10000)")
    fuzz.add_argument("--length", type=_positive, metavar="N", help="steps of a session (default: the program's)")
    fuzz.add_argument(
        "--coverage",
        action="store_true",
        help="coverage-guided: units learn from what they see; the shared memory is in DIR/coverage",
    )
    _add_common(fuzz)

    check = commands.add_parser("check", help="the properties, over traces", formatter_class=shape, epilog=EXAMPLES)
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="traces, or folders with traces")
    _add_common(check)

    stats = commands.add_parser("stats", help="the numbers of many sessions", formatter_class=shape, epilog=EXAMPLES)
    stats.add_argument("files", nargs="+", type=Path, metavar="FILE", help="traces, folders, archives that workers see")
    stats.add_argument("--output", type=Path, required=True, metavar="DIR", help="where parts and the result are")
    stats.add_argument("--by", metavar="WHAT", help="as in `tapedeck stats`")
    stats.add_argument("--shard", type=_positive, default=10_000, metavar="N", help="traces of a shard (default 10000)")
    stats.add_argument("--json", action="store_true", help="the result as JSON")
    stats.add_argument("--workers", type=_positive, metavar="N", help="processes on this machine (default: one a core)")
    stats.add_argument("--scheduler", metavar="ADDRESS", help="an existing Dask cluster instead")
    stats.add_argument("--tapedeck-on-workers", metavar="PATH", help="where the program is on the workers")
    stats.add_argument(
        "--tapedeck", type=Path, metavar="PATH", help="the program here (default: the one that was built)"
    )

    merge = commands.add_parser("merge", help="results of several campaigns as one", formatter_class=shape)
    merge.add_argument("files", nargs="+", type=Path, metavar="RESULTS", help="results.jsonl files, or their folders")
    merge.add_argument("--output", type=Path, metavar="FILE", help="write to a file instead of standard output")
    merge.add_argument(
        "--canonical",
        action="store_true",
        help="only what must be equal everywhere, without who ran what and when: to compare campaigns with cmp",
    )

    summary = commands.add_parser("summary", help="the summary of a campaign, again", formatter_class=shape)
    summary.add_argument("directory", type=Path, metavar="DIR")
    summary.add_argument("--json", action="store_true", help="one JSON object for each program")

    commands.add_parser("selftest", help="two workers, one of which is killed; for Tools/test")
    return top


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--output", type=Path, required=True, metavar="DIR", help="where results are, or will be")
    command.add_argument("--json", action="store_true", help="the summary as JSON")
    command.add_argument("--self-verify", type=_natural, default=0, metavar="N", help="run N units again and compare")
    command.add_argument("--retry", action="store_true", help="repeat units that timed out or killed their worker last time")
    command.add_argument(
        "--unit-timeout", type=_positive, default=3600, metavar="S", help="seconds for a unit (default 3600)"
    )
    where = command.add_argument_group("where it runs")
    where.add_argument("--workers", type=_positive, metavar="N", help="processes on this machine (default: one a core)")
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="an existing Dask cluster instead, for example tcp://HOST:8786"
    )
    where.add_argument("--send", action="store_true", help="send the program to the workers")
    where.add_argument("--tapedeck-on-workers", metavar="PATH", help="where the program is on the workers")
    where.add_argument(
        "--tapedeck", type=Path, metavar="PATH", help="the program here (default: the one that was built)"
    )
    where.add_argument("--dashboard", action="store_true", help="Dask's dashboard, on 127.0.0.1")


def _positive(word: str) -> int:
    value = _natural(word)
    if value == 0:
        raise argparse.ArgumentTypeError("0 is too small; at least 1")
    return value


def _natural(word: str) -> int:
    try:
        value = int(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number") from None
    if value < 0:
        raise argparse.ArgumentTypeError(f"{word} is negative")
    return value


def main(words: Sequence[str]) -> int:
    signal.signal(signal.SIGTERM, _as_interrupt)
    try:
        options = parser().parse_args(words)
        _validate(options)
        if os.environ.get("TAPEDECK_CAMPAIGN_PARSE_ONLY"):
            return OK
        match options.command:
            case "run" | "check":
                return _campaign(options, list(words))
            case "stats":
                return _stats(options)
            case "merge":
                return _merge(options)
            case "summary":
                return _summary(options)
            case _:
                from .selftest import selftest

                return selftest(_default_tapedeck())
    except CampaignError as error:
        print(f"campaign: {error}", file=sys.stderr)
        return error.code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Most likely a full disk. Completed results are kept, and the next campaign handles a torn line.
        print(
            f"campaign: {error.filename or 'writing'}: {error.strerror or error}; make room and start again",
            file=sys.stderr,
        )
        return FOUND


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _default_tapedeck() -> Path:
    found = os.environ.get("TAPEDECK_CAMPAIGN_PROGRAM")
    if not found:
        raise CampaignError("which program? Start this with Tools/campaign, or name it with --tapedeck")
    return Path(found)


def _validate(options: argparse.Namespace) -> None:
    """Runs before anything is installed, built or started."""
    if options.command == "run":
        options.seeds = parse_seeds(options.seeds)
    if options.command not in ("run", "check"):
        return
    if options.scheduler is None and (options.send or options.tapedeck_on_workers):
        raise CampaignError("--send and --tapedeck-on-workers are for --scheduler; workers here use the program here")
    if options.scheduler is not None and options.workers:
        raise CampaignError("--workers is for workers on this machine; those of --scheduler are started elsewhere")
    if options.send and options.tapedeck_on_workers:
        raise CampaignError("--send and --tapedeck-on-workers exclude each other; choose one")


def _campaign(options: argparse.Namespace, words: list[str]) -> int:
    from .run import CheckWork, FuzzWork, Options, Work, run

    work: Work
    if options.command == "run":
        models = list(dict.fromkeys(options.model or MODELS[:1]))
        work = FuzzWork(models, options.seeds, options.unit, options.length, options.coverage)
    else:
        work = CheckWork(trace_files(options.files))
    chosen = Options(
        output=options.output,
        tapedeck=options.tapedeck or (Path() if options.tapedeck_on_workers else _default_tapedeck()),
        tapedeck_on_workers=options.tapedeck_on_workers,
        send=options.send,
        scheduler=options.scheduler,
        workers=options.workers or os.cpu_count() or 1,
        dashboard=options.dashboard,
        patience=options.unit_timeout,
        retry=options.retry,
        self_verify=options.self_verify,
    )
    outcome = run(chosen, work, ["Tools/campaign", *words])
    _write(options.output, outcome.results, outcome.summary)
    _print(outcome.summary, options.json, options.output)
    return int(outcome.code)


def _stats(options: argparse.Namespace) -> int:
    from .stats import Options, run

    return run(
        Options(
            files=options.files,
            output=options.output,
            by=options.by,
            size=options.shard,
            tapedeck=options.tapedeck or _default_tapedeck(),
            tapedeck_on_workers=options.tapedeck_on_workers,
            scheduler=options.scheduler,
            workers=options.workers or os.cpu_count() or 1,
            as_json=options.json,
        )
    )


def _write(folder: Path, results: Results, first: Summary) -> None:
    """Writes the summary of this program, then those of the other programs that have results here."""
    from . import plot

    others = [_summarized(results, program, folder) for program in results.programs if program != first.program]
    if first.records:
        plot.draw(first, folder)
    picture = "summary.svg" if first.records else None
    partial = folder / "summary.md.partial"
    partial.write_text(markdown([first, *others], picture))
    partial.replace(folder / "summary.md")


def _summarized(results: Results, program: Identity, folder: Path) -> Summary:
    summary = summarize(results, program)
    summary.coverage = Coverage(folder / "coverage").counts(program)
    return summary


def _print(summary: Summary, as_json: bool, folder: Path) -> None:
    print(json.dumps(summary.json(), ensure_ascii=False) if as_json else table(summary, folder))


def _resolved(paths: Sequence[Path]) -> list[Path]:
    return [path / "results.jsonl" if path.is_dir() else path for path in paths]


def _read(paths: Sequence[Path]) -> Results:
    results = files.read(_resolved(paths))
    for note in results.notes:
        print(note, file=sys.stderr)
    return results


def _merge(options: argparse.Namespace) -> int:
    results = _read(options.files)
    if options.canonical:
        lines = list(dict.fromkeys(text(essence(line)) for line in results.merged()))
    else:
        lines = [text(files.HEADER), *(text(line) for line in results.merged())]
    contents = "".join(f"{line}\n" for line in lines)
    if options.output:
        partial = options.output.with_name(f"{options.output.name}.partial")
        try:
            partial.write_text(contents)
            # Coverage and findings first: a line of the results implies that they exist.
            folders = [path.parent for path in _resolved(options.files)]
            Coverage(options.output.parent / "coverage").unite(folder / "coverage" for folder in folders)
            found = (finding for line in results.merged() for finding in line["findings"])
            Findings(options.output.parent / "findings").unite(found, [folder / "findings" for folder in folders])
            partial.replace(options.output)
        except OSError as error:
            raise CampaignError(
                f"{options.output}: cannot be written: {error.strerror}; choose another --output"
            ) from error
    else:
        sys.stdout.write(contents)
    summaries = [summarize(results, program) for program in results.programs]
    contradictions = sorted({unit for each in summaries for unit in (*each.contradictions, *each.builds_disagree)})
    for unit in contradictions:
        print(f"{unit}: different answers of the same program, or of two builds of one behaviour", file=sys.stderr)
    return FOUND if contradictions else OK


def _summary(options: argparse.Namespace) -> int:
    results = _read([options.directory])
    if not results.records:
        raise CampaignError(f"{options.directory}: no results yet; start the campaign with `Tools/campaign run`")
    folder = options.directory if options.directory.is_dir() else options.directory.parent
    summaries = [_summarized(results, program, folder) for program in results.programs]
    _write(folder, results, summaries[0])
    for number, summary in enumerate(summaries):
        if number and not options.json:
            print()
        _print(summary, options.json, folder)
    return FOUND if summaries[0].has_findings else OK

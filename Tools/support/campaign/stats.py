"""`tapedeck stats` over more sessions than one machine should read: workers count shards, which are merged exactly."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cloudpickle  # type: ignore[import-untyped]
from distributed import as_completed

from .cluster import opened
from .errors import FOUND, OK, CampaignError

# The exit code of `tapedeck stats` when some traces could not be read: the others are counted anyway.
UNREADABLE = 3


@dataclass(frozen=True)
class Shard:
    """Traces that one process counts. Its name depends on the traces, the grouping and the program."""

    name: str
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """The outcome of a shard."""

    code: int
    output: str
    errors: str


def shards(paths: Sequence[Path], size: int, salt: str) -> Iterator[Shard]:
    """One shard for each archive, and one for every `size` other traces."""
    loose = (file for path in paths for file in _files(path))
    archives: list[Path] = []
    traces: list[Path] = []
    for file in loose:
        (archives if file.suffix == ".tar" else traces).append(file)
    for archive in archives:
        yield _shard([archive], salt)
    for portion in _portions(traces, size):
        yield _shard(portion, salt)


def _portions(files: Sequence[Path], size: int) -> Iterator[Sequence[Path]]:
    for first in range(0, len(files), size):
        yield files[first : first + size]


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise CampaignError(f"{path}: no such trace, archive or folder")
    if not path.is_dir():
        return [path]
    endings = (".trace", ".trace.jsonl", ".tar")
    return sorted(file for file in path.rglob("*") if file.is_file() and file.name.endswith(endings))


def _shard(files: Sequence[Path], salt: str) -> Shard:
    contents = [salt]
    for file in files:
        status = file.stat()
        contents.append(f"{file.resolve()} {status.st_size} {status.st_mtime_ns}")
    return Shard(hashlib.sha256("\n".join(contents).encode()).hexdigest()[:24], tuple(str(f.resolve()) for f in files))


def count(program: str, words: Sequence[str], paths: Sequence[str]) -> Answer:
    """Runs on a worker, with one core."""
    command = [program, "stats", "--partial", "--cores", "1", *words, "--", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True)
class Options:
    """What the user requested."""

    files: Sequence[Path]
    output: Path
    by: str | None
    size: int
    tapedeck: Path
    tapedeck_on_workers: str | None
    scheduler: str | None
    workers: int
    as_json: bool


def run(options: Options) -> int:
    """Counts what has not been counted yet, and prints the result for everything."""
    words = [] if options.by is None else ["--by", options.by]
    build = hashlib.sha256(options.tapedeck.read_bytes()).hexdigest()
    wanted = list(shards(options.files, options.size, f"{build} {options.by}"))
    if not wanted:
        raise CampaignError("no traces: give traces, folders with *.trace or *.trace.jsonl, or tar archives of them")
    folder = options.output / "parts"
    folder.mkdir(parents=True, exist_ok=True)
    missing = [shard for shard in wanted if not (folder / f"{shard.name}.part").exists()]
    print(f"{len(wanted)} shards, {len(missing)} to count", file=sys.stderr)
    lost = _count_all(options, missing, words, folder)
    parts = [str(folder / f"{shard.name}.part") for shard in wanted if shard.name not in lost]
    code = _print(options, parts) if parts else FOUND
    return FOUND if lost else code


def _count_all(options: Options, missing: Sequence[Shard], words: Sequence[str], folder: Path) -> set[str]:
    """Counts these shards. Returns the names of those that could not be counted."""
    lost: set[str] = set()
    if not missing:
        return lost
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    program = options.tapedeck_on_workers or str(options.tapedeck.resolve())
    with opened(options.scheduler, options.workers, False) as client:
        futures = {client.submit(count, program, words, shard.paths, pure=False): shard for shard in missing}
        for future in as_completed(list(futures), loop=client.loop):  # type: ignore[no-untyped-call]
            shard = futures.pop(future)
            if future.status != "finished":
                lost.add(shard.name)
                print(f"campaign: {shard.paths[0]} …: its worker died {future.exception()!r}", file=sys.stderr)
                continue
            answer: Answer = future.result()
            sys.stderr.write(answer.errors)
            if answer.code not in (0, UNREADABLE):
                lost.add(shard.name)
                print(f"campaign: {shard.paths[0]} …: tapedeck ended with {answer.code}", file=sys.stderr)
                continue
            partial = folder / f"{shard.name}.partial"
            partial.write_text(answer.output)
            partial.replace(folder / f"{shard.name}.part")
            future.release()
    return lost


def _print(options: Options, parts: Sequence[str]) -> int:
    command = [str(options.tapedeck), "stats", "--merge"]
    stats = options.output / "stats.json"
    made = subprocess.run([*command, "--json", "--output", str(stats), *parts], check=False).returncode
    if made not in (0, UNREADABLE):
        raise CampaignError(f"tapedeck stats --merge ended with {made}")
    picture = [*command, "--plot", str(options.output / "stats.svg"), "--output", "/dev/null", *parts]
    subprocess.run(picture, check=False)
    if options.as_json:
        sys.stdout.write(stats.read_text())
        return OK
    return OK if subprocess.run([*command, *parts], check=False).returncode in (0, UNREADABLE) else FOUND

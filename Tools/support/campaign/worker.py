"""What a worker does with a unit. This module is sent to workers by value, so it stands alone and needs only Python.

Nothing is raised here: errors are part of the answer, so that they arrive in the same way from every kind of worker.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The program itself crashed. Any other signal came from outside: a user, or a kernel short of memory.
CRASHES = {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE}
ANSWER_LIMIT = 64 << 20
TRACE_LIMIT = 64 << 20
TRACES_LIMIT = 256 << 20
TALK_LIMIT = 2_000
# Seconds that a program has, after its time is over, to report what it has found.
LAST_WORDS = 10.0
# What a program stores before it shrinks it, in case it does not get to report it.
UNSHRUNK = re.compile(r"^(?P<property>.+)-(?P<digest>[0-9a-f]{16})\.unshrunk(?P<world>\.world)?\.(trace\.jsonl|yaml)$")


@dataclass
class Run:
    """One run of the program."""

    code: int
    output: bytes
    talk: str
    cpu: float
    timed_out: bool

    @property
    def crash(self) -> str | None:
        """The name of the signal with which the program crashed."""
        return signal.Signals(-self.code).name if self.code < 0 and -self.code in CRASHES else None

    @property
    def failure(self) -> str | None:
        """Why this run says nothing about the unit."""
        if self.code < 0:
            return f"{signal.Signals(-self.code).name} ended the program (memory may have been short)"
        if self.code not in (0, 1, 3):
            return f"exit code {self.code}: {self.talk or 'it said nothing'}"
        if len(self.output) > ANSWER_LIMIT:
            return f"it printed more than {ANSWER_LIMIT >> 20} MiB"
        return None


class Program:
    """The executable as this worker sees it, and the time it may take."""

    def __init__(self, path: str, patience: float) -> None:
        self.path = path
        self.patience = patience
        self.cpu = 0.0

    def run(self, arguments: list[str]) -> Run:
        # Files and not pipes: nothing has to be drained while the program runs, and nothing blocks it.
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as talk:
            process = subprocess.Popen(
                [*_lifeline(), self.path, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=talk,
                # Ctrl-C is for the campaign, which ends its units itself.
                start_new_session=True,
                # A crash is an answer here; a backtrace would only cost time.
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no"},
            )
            code, cpu, timed_out = self._wait(process)
            self.cpu += cpu
            output.seek(0)
            talk.seek(max(0, talk.seek(0, os.SEEK_END) - TALK_LIMIT))
            words = talk.read().decode(errors="replace").strip()
            return Run(code, output.read(ANSWER_LIMIT + 1), words, cpu, timed_out)

    def _wait(self, process: subprocess.Popen[bytes]) -> tuple[int, float, bool]:
        """The exit code (negative for a signal), the processor time in seconds, and whether the time ran out."""
        limit = time.monotonic() + self.patience
        pause, timed_out, killed = 0.001, False, False
        try:
            while True:
                # `wait4` and not `poll`, for the processor time of this one process.
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if not timed_out and time.monotonic() > limit:
                    # SIGTERM first: the program stores what it has found, as far as it is shrunk, and reports it.
                    timed_out = True
                    _kill(process.pid, signal.SIGTERM)
                if timed_out and not killed and time.monotonic() > limit + LAST_WORDS:
                    killed = True
                    _kill(process.pid)
                time.sleep(pause)
                pause = min(0.05, pause * 1.5)
        except BaseException:
            _kill(process.pid)
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_utime + usage.ru_stime, timed_out


def _kill(pid: int, number: int = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, number)


def _lifeline() -> list[str]:
    """On Linux, the program ends with the worker, even if the worker is killed: nobody would wait for its answer."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []


def build_of(path: str) -> str:
    """Identifies a build: the hash of the executable."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def located(path: str, worker: Any = None) -> str:
    """The path of a program; one that was sent to the workers is in the folder of each worker."""
    if not path.startswith("sent:"):
        return path
    from distributed import get_worker

    return os.path.join((worker or get_worker()).local_directory, path.removeprefix("sent:"))


def describe(path: str, questions: list[list[str]], dask_worker: Any = None) -> dict[str, Any]:
    """Identifies the program: its version, its build, and the last line of its answer to the last question."""
    path = located(path, dask_worker)
    try:
        build = build_of(path)
        program = Program(path, patience=120)
        version = program.run(["--version"])
        answers = [program.run(question) for question in questions]
    except OSError as error:
        return {"error": f"{path}: {error.strerror}"}
    for run in (version, *answers):
        if run.crash or run.failure or run.timed_out:
            return {"error": f"{path}: {run.crash or run.failure or 'no answer for 120 s'}"}
    lines = answers[-1].output.decode(errors="replace").splitlines() if answers else []
    return {
        "version": version.output.decode(errors="replace").strip(),
        "build": build,
        "answer": lines[-1] if lines else None,
    }


def run_unit(order: dict[str, Any]) -> dict[str, Any]:
    """Runs a unit. The answer has `outcome`: finished, crashed, timed-out or failed (with `why`)."""
    began, clock = time.time(), time.monotonic()
    program = Program(located(order["program"]), order["patience"])
    try:
        if build_of(program.path) != order["build"]:
            answer = _failed(f"{program.path} is another build than the campaign's")
        elif order["kind"] == "fuzz":
            answer = _fuzz(program, order)
        else:
            answer = _check(program, order)
    except OSError as error:
        answer = _failed(f"{error.filename or program.path}: {error.strerror}")
    answer["run"] = {
        "host": socket.gethostname(),
        "worker": _worker_name(),
        "began": round(began, 3),
        "seconds": round(time.monotonic() - clock, 3),
        "cpu": round(program.cpu, 3),
    }
    return answer


def _worker_name() -> str:
    try:
        from distributed import get_worker

        return str(get_worker().name)
    except (ImportError, ValueError):
        return str(os.getpid())


def _timed_out(order: dict[str, Any]) -> dict[str, Any]:
    finding = {"property": "times-out", "digest": "time", "detail": f"no end after {order['patience']:g} s"}
    return {"outcome": "timed-out", "patience": order["patience"], "findings": [finding]}


def _failed(why: str) -> dict[str, Any]:
    return {"outcome": "failed", "why": why}


# --- Sessions ----------------------------------------------------------------------------------------------------


def _fuzz(program: Program, order: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="tapedeck-unit-") as folder:
        run = program.run(_words(order, order["first"], order["end"], folder))
        if run.timed_out:
            return _with_found(_timed_out(order), order, run, folder)
        if run.crash and order["coverage"]:
            return _tried_again(program, order, run)
        if run.crash:
            return _narrowed(program, order, run, folder)
        if run.failure or run.code == 3:
            return _failed(run.failure or f"exit code 3: {run.talk}")
        try:
            return _fuzz_answer(run, folder)
        except (ValueError, KeyError, TypeError) as error:
            return _failed(f"its answer is not what `tapedeck fuzz --json` prints: {error!r}")


def _with_found(answer: dict[str, Any], order: dict[str, Any], run: Run, folder: str) -> dict[str, Any]:
    """Adds what was found before time ran out: as the program reports it, or else what it stored before shrinking."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        found = _fuzz_answer(run, folder)
        return {**answer, "findings": answer["findings"] + found["findings"], "traces": found["traces"]}
    findings, traces = [], {}
    for path in sorted(Path(folder).iterdir()):
        match = UNSHRUNK.match(path.name)
        # The trace beside a scenario is not a separate finding.
        if not match or (match["world"] and not path.name.endswith(".yaml")):
            continue
        finding = {"property": match["property"], "model": order["model"], "digest": match["digest"]}
        finding |= {"detail": "found before the time was over, and not shrunk"}
        beside = path.with_name(path.name.removesuffix(".yaml") + ".trace.jsonl")
        for key, file in (("scenario", path), ("trace", beside)) if match["world"] else (("trace", path),):
            if file.exists():
                finding[key] = file.name
                traces[file.name] = file
        findings.append(finding)
    return {**answer, "findings": answer["findings"] + findings, "traces": _packed(traces)}


def _words(order: dict[str, Any], first: int, end: int, folder: str) -> list[str]:
    length = [] if order["length"] is None else ["--length", str(order["length"])]
    seeds = ["--seeds", f"{first}..<{end}"]
    # A search that learns writes what it has seen into its folder, which starts empty: there is nothing to resume from.
    marks = ["--coverage"] if order["coverage"] else ["--no-corpus", "--marks"]
    # One core for each unit: the campaign knows how many there are.
    how = [*marks, "--workers", "1", "--output", folder, "--json"]
    return ["fuzz", "--model", order["model"], *seeds, *length, *how]


def _fuzz_answer(run: Run, folder: str) -> dict[str, Any]:
    findings: list[dict[str, Any]] = []
    traces: dict[str, Path] = {}
    unit: dict[str, Any] | None = None
    for line in _json_lines(run.output):
        if line["kind"] == "finding":
            keys = ("model", "property", "seed", "sessionSteps", "shrunkSteps", "digest")
            finding = {key: line.get(key) for key in keys}
            finding["property"] = str(line["property"])
            # For a world, the scenario, which is what replays it, and the trace beside it.
            for key in ("scenario", "trace"):
                if not line.get(key):
                    continue
                path = str(line[key])
                name = os.path.basename(path)
                finding[key] = name
                traces[name] = Path(folder, name)
                if line.get("replay"):
                    finding["replay"] = str(finding.get("replay", line["replay"])).replace(path, name)
            findings.append(finding)
        elif line["kind"] == "unit":
            unit = line
    if unit is None:
        raise ValueError("it ended without a line of the kind unit")
    for key in ("sessions", "steps"):
        if not isinstance(unit[key], int):
            raise ValueError(f"{key} is {unit[key]!r}, not a number")
    keys = ("sessions", "steps", "marks", "digest", "behaviour", "vocabulary")
    answer = {"outcome": "finished", **{key: unit.get(key) for key in keys}, "findings": findings}
    memories = sorted(Path(folder).glob("*.coverage.jsonl"))
    if memories:
        # Its digest is that of what it has seen.
        answer["digest"] = hashlib.sha256(b"".join(path.read_bytes() for path in memories)).hexdigest()[:16]
        answer["kept"] = unit.get("kept")
    packed = {path.name: zlib.compress(path.read_bytes()) for path in memories}
    return {**answer, "traces": _packed(traces), "memories": packed}


def _packed(traces: dict[str, Path]) -> dict[str, bytes]:
    """The traces and scenarios themselves, because the client may be on another machine."""
    packed, total = {}, 0
    for name, path in traces.items():
        size = path.stat().st_size
        total += size
        if size > TRACE_LIMIT or total > TRACES_LIMIT:
            raise ValueError(f"{name} is too large to be sent ({size} bytes)")
        packed[name] = zlib.compress(path.read_bytes())
    return packed


def _tried_again(program: Program, order: dict[str, Any], run: Run) -> dict[str, Any]:
    """Runs the unit again. A search that learns cannot be halved: what it tries depends on everything before."""
    with tempfile.TemporaryDirectory(prefix="tapedeck-unit-") as folder:
        again = program.run(_words(order, order["first"], order["end"], folder))
    return _crashed(order, run.crash, run.talk, again, order["first"])


def _narrowed(program: Program, order: dict[str, Any], run: Run, folder: str) -> dict[str, Any]:
    """Finds one seed of the unit that crashes the program: there is no trace, so the seed must suffice."""
    first, end, crash, talk = order["first"], order["end"], run.crash, run.talk
    while end - first > 1:
        middle = (first + end) // 2
        half = program.run(_words(order, first, middle, folder))
        if half.crash or half.timed_out:
            end, crash, talk = middle, half.crash or crash, half.talk
        else:
            first = middle
    again = program.run(_words(order, first, end, folder))
    return _crashed(order, crash, talk, again, first)


def _crashed(order: dict[str, Any], crash: str | None, talk: str, again: Run, seed: int) -> dict[str, Any]:
    finding = {
        "property": "crashes-the-program" if again.crash else "crashes-the-program-sometimes",
        "model": order["model"],
        "seed": seed if again.crash else None,
        "detail": f"{again.crash or crash}: {(again.talk or talk)[-300:]}".rstrip(": "),
        "digest": again.crash or crash,
    }
    return {"outcome": "crashed", "findings": [finding], "sessions": 0, "steps": 0, "digest": None, "marks": None}


# --- Traces ------------------------------------------------------------------------------------------------------


def _check(program: Program, order: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="tapedeck-unit-") as folder:
        files = [_unpacked(file, index, folder) for index, file in enumerate(order["files"])]
        run = program.run(["check", *files, "--json"])
        if run.code == 2 or (run.code < 0 and not run.crash and not run.timed_out):
            return _failed(run.failure or "unknown")
        verdicts = _verdicts(run) if not run.crash and not run.timed_out else {}
        # Traces without a verdict (a crash, a damaged file) are checked again, alone.
        late = {"verdict": "times-out", "issues": []} if run.timed_out and len(files) == 1 else None
        judged = [late or verdicts.get(path) or _alone(program, path) for path in files]
    results: list[dict[str, Any]] = []
    for file, path, verdict in zip(order["files"], files, judged, strict=True):
        if verdict.get("detail"):
            verdict = {**verdict, "detail": str(verdict["detail"]).replace(path, file["name"])}
        results.append({"name": file["name"], "sha256": file["sha256"], **verdict})
    outcome = "timed-out" if any(file["verdict"] == "times-out" for file in results) else "finished"
    return {"outcome": outcome, "files": results, "findings": _issues(results), "traces": {}}


def _unpacked(file: dict[str, Any], index: int, folder: str) -> str:
    suffix = ".trace.jsonl" if file["name"].endswith(".jsonl") else ".trace"
    path = os.path.join(folder, f"{index:03}{suffix}")
    with open(path, "wb") as stream:
        stream.write(zlib.decompress(file["bytes"]))
    return path


def _verdicts(run: Run) -> dict[str, dict[str, Any]]:
    """The verdicts by path. A trace without a line, or with an unintelligible one, has none."""
    verdicts = {}
    with contextlib.suppress(ValueError):
        for line in _json_lines(run.output):
            if isinstance(line.get("verdict"), str) and isinstance(line.get("issues") or [], list):
                verdict: dict[str, Any] = {"verdict": line["verdict"], "issues": line.get("issues") or []}
                error = line.get("error")
                if error:
                    verdict["detail"] = str(error.get("message") if isinstance(error, dict) else error)
                verdicts[str(line.get("trace"))] = verdict
    return verdicts


def _alone(program: Program, path: str) -> dict[str, Any]:
    run = program.run(["check", path, "--json"])
    if run.crash:
        return {"verdict": "crashes-the-program", "issues": [], "detail": run.crash}
    if run.timed_out:
        return {"verdict": "times-out", "issues": []}
    known = _verdicts(run).get(path)
    if known:
        return known
    talk = run.talk.replace(path, os.path.basename(path))
    return {
        "verdict": "damaged" if run.code == 3 else "unusable",
        "issues": [],
        "detail": talk or f"exit code {run.code}",
    }


def _issues(files: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One finding for each property and trace, and for each trace that cannot be judged."""
    findings = []
    for file in files:
        names = dict.fromkeys(str(issue.get("property")) for issue in file["issues"] if isinstance(issue, dict))
        if not names and file["verdict"] not in ("ok", "issues"):
            names = {file["verdict"]: None}
        for name in names:
            finding = {"property": name, "digest": file["sha256"][:16], "file": file["name"]}
            findings.append({**finding, "detail": file["detail"]} if file.get("detail") else finding)
    return findings


def _json_lines(output: bytes) -> list[dict[str, Any]]:
    lines = []
    for number, text in enumerate(output.decode().splitlines(), 1):
        if not text.strip():
            continue
        line = json.loads(text)
        if not isinstance(line, dict):
            raise ValueError(f"line {number} is no object")
        lines.append(line)
    return lines

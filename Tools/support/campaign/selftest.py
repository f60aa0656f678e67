"""Verifies what campaigns promise: a killed worker loses nothing, a killed campaign continues, twice counts once."""

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from .errors import DAMAGED, FOUND, INTERRUPTED, OK, USAGE

DOUBLE = Path(__file__).parent / "double.py"
# The number of sessions limits the run; the time only ends a test that hangs.
PATIENCE = 120
UNITS = 12


class Failure(Exception):
    """A promise that was not kept."""


def require(condition: bool, what: str) -> None:
    if not condition:
        raise Failure(what)


class Campaign:
    """`Tools/campaign` in its own process group, as a terminal would start it."""

    def __init__(self, *words: str, double: str = "") -> None:
        self.log = tempfile.TemporaryFile("w+")
        environment = {**os.environ, "TAPEDECK_DOUBLE": double}
        command = [sys.executable, "-m", "campaign", *words]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=self.log, text=True, start_new_session=True
        )

    def children(self) -> list[psutil.Process]:
        try:
            return list(psutil.Process(self.process.pid).children(recursive=True))
        except psutil.NoSuchProcess:
            return []

    def workers(self) -> list[psutil.Process]:
        """The workers of Dask, without the programs that they run or that have just ended."""
        found: dict[int, psutil.Process] = {}
        parents: dict[int, int] = {}
        for process in self.children():
            with contextlib.suppress(psutil.Error):
                if "spawn_main" in " ".join(process.cmdline()):
                    parents[process.pid] = process.ppid()
                    found[process.pid] = process
        # A program that a worker is just about to start still has the worker's name.
        return [process for pid, process in found.items() if parents[pid] not in found]

    def end(self, *codes: int) -> str:
        """Waits for the end, and checks that nothing is left behind. Returns the standard output."""
        children = self.children()
        try:
            output, _ = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure(f"no end after {PATIENCE} s:\n{self.talk()}") from None
        _, alive = psutil.wait_procs(children, timeout=10)
        require(not alive, f"processes are left behind: {alive}")
        require(self.process.returncode in codes, f"exit code {self.process.returncode}, not {codes}:\n{self.talk()}")
        require("Traceback" not in self.talk(), self.talk())
        require(
            bool(output) or INTERRUPTED in codes or USAGE in codes or DAMAGED in codes,
            f"it printed nothing:\n{self.talk()}",
        )
        return output

    def kill(self) -> None:
        """Kills all of it at once, as on a machine that loses power."""
        for process in [*self.children(), psutil.Process(self.process.pid)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()

    def talk(self) -> str:
        self.log.seek(0)
        return self.log.read()


def lines(folder: Path) -> list[dict[str, Any]]:
    """The complete lines of units that exist now."""
    path = folder / "results.jsonl"
    whole = path.read_text().split("\n")[:-1] if path.exists() else []
    return [line for line in map(json.loads, whole) if line["kind"] == "unit"]


def wait_for(campaign: Campaign, folder: Path, units: int) -> None:
    limit = time.monotonic() + PATIENCE
    while len(lines(folder)) < units:
        require(campaign.process.poll() is None, f"it ended too early:\n{campaign.talk()}")
        require(time.monotonic() < limit, f"no {units} units after {PATIENCE} s:\n{campaign.talk()}")
        time.sleep(0.02)


def canonical(*folders: Path) -> str:
    return Campaign("merge", "--canonical", *map(str, folders)).end(OK)


class Selftest:
    def __init__(self, tapedeck: Path, scratch: Path) -> None:
        self.scratch = scratch
        # The built program if it can fuzz, otherwise the stand-in. (Its help proves nothing: for an unknown command it
        # prints its own.)
        question = ["fuzz", "--model", "player", "--seeds", "0..<1", "--length", "1", "--no-corpus", "--json"]
        answer = subprocess.run([tapedeck, *question], capture_output=True, check=False)
        can_fuzz = answer.returncode in (OK, FOUND) and b'"unit"' in answer.stdout
        self.program = tapedeck
        self.tapedeck = tapedeck if can_fuzz else DOUBLE
        self.is_double = not can_fuzz
        self.size = 400 if can_fuzz else 100

    def words(
        self,
        name: str,
        *more: str,
        tapedeck: Path | None = None,
        units: int = UNITS,
        where: Sequence[str] = ("--workers", "2"),
    ) -> list[str]:
        seeds = f"0..<{units * self.size}"
        shape = ["--seeds", seeds, "--unit", str(self.size), "--model", "player", *where]
        program = ["--tapedeck", str(tapedeck or self.tapedeck)]
        return ["run", *shape, *program, "--output", str(self.scratch / name), *more]

    def undisturbed(self) -> None:
        """A campaign that nothing disturbs; units that run again agree."""
        output = Campaign(*self.words("undisturbed", "--self-verify", "2", "--json"), double="slow=0.1").end(OK, FOUND)
        summary = json.loads(output)
        require(summary["units"] == UNITS == summary["units_expected"], f"{summary['units']} units, not {UNITS}")
        require(summary["sessions"] == UNITS * self.size, f"{summary['sessions']} sessions")
        require(summary["units_run_again"] == 2 and not summary["contradictions"], "the units run again do not agree")
        for name in ("summary.md", "summary.png", "summary.svg"):
            require((self.scratch / "undisturbed" / name).stat().st_size > 200, f"no {name}")
        for line in lines(self.scratch / "undisturbed"):
            for finding in line["findings"]:
                trace = self.scratch / "undisturbed/findings" / finding["trace"]
                require(trace.stat().st_size > 0, f"no {trace.name}")

    def finding(self) -> None:
        """What is found comes back whole: of a world its scenario and its trace, and the command that replays it."""
        folder = self.scratch / "finding"
        words = self.words("finding", "--model", "world", "--json", tapedeck=DOUBLE, units=6)
        summary = json.loads(Campaign(*words, "--self-verify", "3").end(FOUND))
        require(not summary["contradictions"] and summary["units_run_again"] == 3, f"{summary['contradictions']}")
        found = self.found_in(folder)
        require({each["model"] for each in found} == {"player", "world"}, f"found: {found}")
        for each in found:
            keys = ("scenario", "trace") if each["model"] == "world" else ("trace",)
            require([key for key in ("scenario", "trace") if key in each] == list(keys), f"found: {each}")
            require(each["replay"].endswith(f" findings/{each[keys[0]]}"), f"replay: {each['replay']}")
        text = (folder / "summary.md").read_text()
        examples = summary["findings"][0]["examples"]
        require(len(examples) == 2, f"not an example of each model: {examples}")
        told = [(each["replay"], f"findings/{each['trace']}") for each in examples]
        require(all(command in text and trace in text for command, trace in told), f"not in the summary: {text}")
        self.replays(folder, found)
        self.is_merged_once(folder, found)

    def found_in(self, folder: Path) -> list[dict[str, Any]]:
        """The findings. Checks that the folder contains their files and nothing else."""
        found = [finding for line in lines(folder) for finding in line["findings"]]
        named = {each[key] for each in found for key in ("scenario", "trace") if key in each}
        present = {path.name for path in (folder / "findings").iterdir() if path.stat().st_size > 0}
        require(named == present and len(named) > 2, f"named {named}, present {present}")
        return found

    def replays(self, folder: Path, found: list[dict[str, Any]]) -> None:
        """Checks that each command does what it says; the stand-in's traces cannot be replayed."""
        if self.is_double:
            return
        for command in {each["replay"] for each in found if each["model"] == "world"}:
            name, *words = shlex.split(command)
            run = subprocess.run([self.program, *words], cwd=folder, capture_output=True, text=True, check=False)
            require(name == "tapedeck" and run.returncode == OK, f"{command}: {run.returncode}\n{run.stderr}")

    def is_merged_once(self, folder: Path, found: list[dict[str, Any]]) -> None:
        """Merges the results with themselves, and with older ones for the same units, which knew only traces."""
        present = {path.name: path.read_bytes() for path in (folder / "findings").iterdir()}
        old = self.scratch / "before-scenarios"
        old.mkdir()
        with (old / "results.jsonl").open("w") as stream:
            for line in lines(folder):
                # The older result came first, so that only its missing fields can speak against it.
                line["run"]["began"] -= 1_000
                for finding in line["findings"]:
                    finding.pop("scenario", None)
                    finding.pop("replay", None)
                    finding["trace"] = finding["trace"].replace(".world", "")
                stream.write(json.dumps(line) + "\n")
        Campaign("summary", str(old)).end(FOUND)
        united = self.scratch / "with-scenarios"
        united.mkdir()
        results = united / "results.jsonl"
        for others in ([folder, old], [old, folder], [united, old]):
            merging = Campaign("merge", *map(str, others), "--output", str(results))
            require(merging.process.wait() == OK, merging.talk())
            merged = self.found_in(united)
            require(sorted(map(str, merged)) == sorted(map(str, self.once(found))), f"{others}: {merged}")
            files = {path.name: path.read_bytes() for path in (united / "findings").iterdir()}
            require(files == present, f"{others}: {sorted(files)}, not {sorted(present)}")
            require(canonical(united) == canonical(folder), f"{others}: merged with what was before is not the same")

    @staticmethod
    def once(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Removes duplicates: units that ran again have found the same again."""
        return [json.loads(text) for text in dict.fromkeys(json.dumps(each) for each in found)]

    def killed_worker(self) -> None:
        """One of two workers is killed in mid-run: every unit ends once, and says what it says undisturbed."""
        folder = self.scratch / "killed-worker"
        campaign = Campaign(*self.words("killed-worker"), double="slow=0.4")
        wait_for(campaign, folder, 3)
        workers = campaign.workers()
        require(len(workers) == 2, f"{len(workers)} workers, not 2")
        os.kill(workers[0].pid, signal.SIGKILL)
        require(len(lines(folder)) < UNITS, "the worker was killed too late to prove anything")
        campaign.end(OK, FOUND)
        units = [line["id"] for line in lines(folder)]
        require(sorted(units) == sorted(set(units)) and len(units) == UNITS, f"not each unit once: {units}")
        require(canonical(folder) == canonical(self.scratch / "undisturbed"), "other results than undisturbed")

    def killed_campaign(self) -> None:
        """The whole campaign is killed, its last line is torn: the next one does the rest, and only that."""
        folder = self.scratch / "killed-campaign"
        campaign = Campaign(*self.words("killed-campaign"), double="slow=0.4")
        wait_for(campaign, folder, 4)
        campaign.kill()
        before = {line["id"]: line for line in lines(folder)}
        require(len(before) < UNITS, "the campaign was killed too late to prove anything")
        with (folder / "results.jsonl").open("a") as stream:
            stream.write('{"kind":"unit","id":"fuzz/pl')
        again = Campaign(*self.words("killed-campaign"), double="")
        again.end(OK, FOUND)
        after = {line["id"]: line for line in lines(folder)}
        require(len(lines(folder)) == len(after) == UNITS, f"{len(lines(folder))} lines for {UNITS} units")
        require(all(after[unit] == line for unit, line in before.items()), "units ran again that were there")
        require("torn" in again.talk(), "it did not tell of the torn line")
        require(canonical(folder) == canonical(self.scratch / "undisturbed"), "other results than undisturbed")
        require(canonical(folder, self.scratch / "killed-worker") == canonical(folder), "merged twice is not once")

    def interrupted(self) -> None:
        """Ctrl-C, which reaches every process: clean, told, and fast."""
        folder = self.scratch / "interrupted"
        campaign = Campaign(*self.words("interrupted"), double="slow=1.5")
        wait_for(campaign, folder, 2)
        os.killpg(campaign.process.pid, signal.SIGINT)
        campaign.end(INTERRUPTED)
        require("To continue: Tools/campaign run" in campaign.talk(), f"it does not say how to continue:\n{campaign.talk()}")
        require((folder / "summary.md").exists(), "no summary of what there is")

    def learning(self) -> None:
        """Units that learn: killed and run again, in halves and united, what was seen is the same."""
        folder = self.scratch / "learning"
        words = ["--coverage", "--json", "--model", "world"]
        campaign = Campaign(*self.words("learning", *words), double="slow=0.3")
        wait_for(campaign, folder, 3)
        campaign.kill()
        for memory in folder.glob("coverage/*/*"):
            with memory.open("a") as stream:
                stream.write('{"marks":["torn')
        summary = json.loads(Campaign(*self.words("learning", *words, "--self-verify", "2"), double="").end(OK, FOUND))
        require(summary["units"] == 2 * UNITS and not summary["contradictions"], f"{summary['units']} units")
        require(set(summary["coverage"]) == {"player", "world"}, f"{summary['coverage']}")
        require(all(seen["marks"] > 40 for seen in summary["coverage"].values()), f"{summary['coverage']}")
        half = json.loads(Campaign(*self.words("half", *words, units=UNITS // 2)).end(OK, FOUND))
        require(half["coverage"]["player"]["marks"] <= summary["coverage"]["player"]["marks"], "less was seen in all")
        require(canonical(folder, self.scratch / "half") == canonical(folder), "half of it again is not the same")
        united = self.scratch / "united"
        united.mkdir()
        for _ in range(2):
            folders = [str(self.scratch / "half"), str(folder)]
            Campaign("merge", *folders, "--output", str(united / "results.jsonl")).process.wait()
        again = json.loads(Campaign("summary", str(united), "--json").end(OK, FOUND))
        marks = {model: seen["marks"] for model, seen in again["coverage"].items()}
        require(marks == {model: seen["marks"] for model, seen in summary["coverage"].items()}, f"united: {marks}")

    def misbehaving(self) -> None:
        """Crashes, hangs and units that kill their worker are findings, each with its unit; the others end."""
        words = self.words("misbehaving", "--unit-timeout", "3", "--json", tapedeck=DOUBLE, units=6)
        hundred = 6 * self.size // 6
        seeds = {"crash": hundred + 7, "hang": 2 * hundred + 1, "kill": 3 * hundred + 1}
        double = " ".join(f"{word}={seed}" for word, seed in seeds.items())
        summary = json.loads(Campaign(*words, double=double).end(FOUND))
        found = {each["property"]: each for each in summary["findings"]}
        for name in ("crashes-the-program", "times-out", "kills-its-worker"):
            require(name in found and found[name]["units"] == 1, f"{name} is not found once: {sorted(found)}")
        require(found["crashes-the-program"]["example"]["seed"] == seeds["crash"], "not the seed that crashes")
        require(summary["units"] == 6, f"{summary['units']} units, not 6")
        # Findings of a unit that ran out of time are not lost.
        late = [each for line in lines(self.scratch / "misbehaving") for each in line["findings"]]
        late = [each for each in late if each["property"] == "found-in-time"]
        require(len(late) == 1 and (self.scratch / "misbehaving/findings" / late[0]["trace"]).exists(), f"lost: {late}")
        again = Campaign(*words, "--retry", double="")
        summary = json.loads(again.end(FOUND))
        require(
            {each["property"] for each in summary["findings"]} & {"times-out", "kills-its-worker"} == set(), "--retry"
        )

    def wavering(self) -> None:
        """A program with another digest each time: the worst of findings."""
        words = self.words("wavering", "--self-verify", "2", "--json", tapedeck=DOUBLE, units=3)
        summary = json.loads(Campaign(*words, double="waver").end(FOUND))
        require(summary["findings"][0]["property"] == "not-deterministic", f"not told: {summary['findings']}")
        require(len(summary["contradictions"]) == 2, f"{summary['contradictions']}")

    def checking(self) -> None:
        """Traces are checked once, whatever their names; a damaged one does not hide the others."""
        traces = self.scratch / "traces"
        traces.mkdir()
        for name, contents in {"good": "a", "same": "a", "bad": "an issue", "broken": "damaged"}.items():
            (traces / f"{name}.trace.jsonl").write_text(contents)
        words = [
            "check",
            "--tapedeck",
            str(DOUBLE),
            "--workers",
            "1",
            "--json",
            "--output",
            str(self.scratch / "checked"),
        ]
        summary = json.loads(Campaign(*words, str(traces)).end(FOUND))
        found = {each["property"] for each in summary["findings"]}
        require(found == {"zoo", "damaged"} and summary["traces"] == 3, f"{found}, {summary['traces']} traces")
        (traces / "new.trace.jsonl").write_text("new")
        summary = json.loads(Campaign(*words, str(traces)).end(FOUND))
        require(
            len(lines(self.scratch / "checked")) == 2 and summary["traces"] == 4, "not only the new trace was checked"
        )

    def elsewhere(self) -> None:
        """A cluster that knows nothing of campaigns: the program is sent, traces come back."""
        folder = self.scratch / "elsewhere"
        with ExitStack() as stack:
            address = self.start_cluster(stack)
            where = ["--send", "--scheduler", address]
            summary = json.loads(Campaign(*self.words("elsewhere", "--json", where=where)).end(OK, FOUND))
        require(summary["units"] == UNITS and not summary["contradictions"], f"{summary['units']} units, not {UNITS}")
        require(canonical(folder) == canonical(self.scratch / "undisturbed"), "other results than undisturbed")

    def start_cluster(self, stack: ExitStack) -> str:
        """Starts Dask's own programs, on loopback, with no way to import anything from this package."""
        file = self.scratch / "scheduler.json"
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        scratch = ["--local-directory", str(self.scratch / "dask"), "--no-nanny", "--nthreads", "1"]
        for role, more in (("scheduler", ["--port", "0"]), ("worker", scratch), ("worker", scratch)):
            common = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{role}", *common, *more],
                env=environment,
                cwd=self.scratch,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
        limit = time.monotonic() + PATIENCE
        while True:
            # Not there yet, or not yet complete.
            with contextlib.suppress(OSError, ValueError):
                return str(json.loads(file.read_text())["address"])
            require(time.monotonic() < limit, "Dask's scheduler does not start")
            time.sleep(0.05)

    def bad_input(self) -> None:
        """What is wrong is told with its place and what to do."""
        bad = self.scratch / "bad.jsonl"
        bad.write_text('{"kind":"campaign","format":1}\n{"kind":"unit","id":7}\n')
        merge = Campaign("merge", str(bad))
        merge.end(DAMAGED)
        require('line 2: field "id": expected str, found 7' in merge.talk(), merge.talk())
        for words in (["merge", "nowhere.jsonl"], ["run", "--seeds", "9..<1", "--output", "x"], ["summary", "nowhere"]):
            wrong = Campaign(*words)
            wrong.end(USAGE)
            require(wrong.talk().startswith("campaign: "), wrong.talk())


def selftest(tapedeck: Path) -> int:
    # A shell starts background processes with SIGINT ignored, and an ignored signal is inherited: without this the
    # campaigns below could not be interrupted there. In child processes a handler becomes the default.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    scratch = Path(tempfile.mkdtemp(prefix="tapedeck-selftest-"))
    test = Selftest(tapedeck, scratch)
    if test.is_double:
        print(f"{tapedeck} has no `fuzz`: the stand-in is used for everything", file=sys.stderr)
    parts = (
        test.killed_worker,
        test.killed_campaign,
        test.learning,
        test.finding,
        test.misbehaving,
        test.interrupted,
        test.checking,
        test.wavering,
        test.elsewhere,
        test.bad_input,
    )
    passed = [_passes(test.undisturbed)]
    # The others mostly wait, so running them in parallel costs little.
    with ThreadPoolExecutor(3) as pool:
        passed += pool.map(_passes, parts)
    shutil.rmtree(scratch, ignore_errors=True)
    print(f"{passed.count(True)} passed, {passed.count(False)} failed")
    return OK if all(passed) else FOUND


def _passes(part: Callable[[], None]) -> bool:
    began = time.monotonic()
    name = part.__name__
    try:
        part()
    except (Failure, OSError, ValueError, LookupError, psutil.Error) as failure:
        print(f"FAILED: {name}: {part.__doc__}\n  {failure!r}", flush=True)
        return False
    print(f"{name}: {(part.__doc__ or '').strip()} ({time.monotonic() - began:.1f} s)", flush=True)
    return True

"""Runs the program of all mutants in as many processes as there are cores: one that traps or hangs affects no other."""

import contextlib
import json
import os
import queue
import resource
import select
import subprocess
import tempfile
import threading
from dataclasses import dataclass

# The program reports every fifty sessions, which take milliseconds. If it is silent for this many seconds of work, it hangs. Work and not
# time, so that the load of the machine does not matter.
SILENCE_LIMIT = 8
MEMORY_LIMIT = 2 << 30


@dataclass
class Order:
    """What to do with one mutant."""

    number: int
    # `player`, `world`, or both, one after the other, joined by a plus.
    models: str
    # The only property that counts, or a minus followed by a comma-separated list of properties that do not count.
    properties: str
    # The number of sessions for each model, and the number of steps in each.
    sessions: int
    length: int
    shrinks: bool

    def line(self):
        return f"{self.number} {self.models} {self.properties} {self.sessions} {self.length} {int(self.shrinks)}\n"


def run(command, orders, jobs, progress):
    """The results by the numbers of the mutants."""
    waiting, results, lock = queue.Queue(), {}, threading.Lock()
    reasons = []
    for order in orders:
        waiting.put(order)

    def work():
        worker = None
        try:
            while not reasons:
                try:
                    order = waiting.get_nowait()
                except queue.Empty:
                    return
                worker = worker or _Worker(command)
                result = worker.do(order)
                if result.get("end"):
                    worker.stop()
                    worker = None
                with lock:
                    results[order.number] = result
                    progress(len(results), len(orders))
        except RuntimeError as error:
            reasons.append(str(error))
        finally:
            if worker:
                worker.stop()

    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if reasons:
        raise RuntimeError(reasons[0])
    if len(results) < len(orders):
        raise RuntimeError("a worker has given up; see its output above")
    return results


class _Worker:
    def __init__(self, command):
        # A mutant that traps is expected: no backtrace.
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
        self.words = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.words, env=environment,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT)))
        self.pending = b""
        # An exit before the first mutant is not a result of that mutant.
        if self._line() != b"ready":
            self.process.kill()
            self.process.wait()
            words = self._last_words()
            self.stop()
            raise RuntimeError(f"the program of the mutants does not start: {words}")

    def _last_words(self):
        self.words.seek(0)
        return self.words.read()[-2_000:].decode(errors="replace").strip() or f"status {self.process.returncode}"

    def do(self, order):
        """The program's result for the mutant; it contains `end` if the mutant ended the program: trap or hang."""
        try:
            self.process.stdin.write(order.line().encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            return {"number": order.number, "end": "trap"}
        while True:
            line = self._line()
            if line is None:
                return {"number": order.number, "end": "hang"}
            if line == b"":
                return {"number": order.number, "end": "trap"}
            if line.startswith(b"{"):
                return json.loads(line)

    def _line(self):
        begin = self._work()
        while b"\n" not in self.pending:
            if not select.select([self.process.stdout], [], [], 0.5)[0]:
                if self._work() - begin > SILENCE_LIMIT:
                    return None
                continue
            part = os.read(self.process.stdout.fileno(), 1 << 16)
            if not part:
                return b""
            self.pending += part
        line, self.pending = self.pending.split(b"\n", 1)
        return line

    def _work(self):
        """The processor time of the process, in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.words.close()
        # Only unread input is lost.
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()

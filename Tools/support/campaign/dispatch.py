"""Gives units to the workers and collects the answers, whatever happens to the workers."""

import queue
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from distributed import Client, Future, KilledWorker

from .errors import FOUND, CampaignError
from .units import Unit
from .worker import run_unit

# Worker deaths after which a unit is no longer tried; at the last one no other unit was running.
DEATHS = 3
# Attempts after which a unit that cannot be run is given up for now.
ATTEMPTS = 3
# Failures in a row, with no success among them, after which the campaign gives up: something is wrong with all units.
HOPELESS = 12
# How long a lack of workers goes unreported.
PATIENCE_FOR_WORKERS = 20.0

Answer = dict[str, Any]


class Dispatcher:
    """Keeps a few units in flight for each worker, so that memory does not grow with the campaign."""

    def __init__(
        self, client: Client, order: Callable[[Unit], dict[str, Any]], tick: Callable[[int, bool], None]
    ) -> None:
        def task(order: dict[str, Any]) -> Answer:
            return run_unit(order)

        # A function without an importable name: in a graph, Dask would send any other by its name.
        self._task = task
        self._client = client
        self._order = order
        # Called often, with the number of workers and whether there have been none for long.
        self._tick = tick
        self._name = uuid.uuid4().hex[:8]
        self._events: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._running: dict[str, tuple[Future[Any], Unit]] = {}
        self._suspects: list[Unit] = []
        self._again: list[Unit] = []
        self._alone: str | None = None
        self._deaths: Counter[str] = Counter()
        self._attempts: Counter[str] = Counter()
        self._submitted = 0
        self._failures_in_a_row = 0
        self._threads = 1
        self._threads_at = self._seen_workers_at = time.monotonic()

    def answers(self, units: Iterator[Unit]) -> Iterator[tuple[Unit, Answer]]:
        """Each unit exactly once, in the order in which they end."""
        self._look_at_workers()
        try:
            while self._refill(units):
                done = self._next_event()
                if done is not None and (ended := self._ended(done)):
                    yield ended
        finally:
            self._client.cancel([future for future, _ in self._running.values()], force=True)

    def _refill(self, units: Iterator[Unit]) -> bool:
        """Submits units as needed. Returns whether there is anything left to wait for."""
        if self._alone is not None:
            return True
        while len(self._running) < 3 * self._threads + 1:
            unit = self._again.pop() if self._again else next(units, None)
            if unit is None:
                break
            self._submit(unit)
        if not self._running and self._suspects:
            # With no other unit running, nothing else can be what kills the worker.
            self._alone = self._submit(self._suspects.pop(0))
        return bool(self._running)

    def _submit(self, unit: Unit) -> str:
        self._submitted += 1
        key = f"tapedeck-{self._name}-{self._submitted}-{unit.id}"
        future = self._client.submit(self._task, self._order(unit), key=key, pure=False, retries=2)
        self._running[key] = (future, unit)
        future.add_done_callback(self._events.put)
        return key

    def _next_event(self) -> Future[Any] | None:
        try:
            return self._events.get(timeout=0.25)
        except queue.Empty:
            return None
        finally:
            now = time.monotonic()
            if now - self._threads_at > 2:
                self._look_at_workers()
            self._tick(self._threads, now - self._seen_workers_at > PATIENCE_FOR_WORKERS)

    def _look_at_workers(self) -> None:
        if self._client.status not in ("running", "newly-created"):
            raise CampaignError("the scheduler is gone; finished units are kept", FOUND)
        self._threads_at = time.monotonic()
        self._threads = sum(self._client.nthreads().values())
        if self._threads:
            self._seen_workers_at = self._threads_at

    def _ended(self, future: Future[Any]) -> tuple[Unit, Answer] | None:
        if future.key not in self._running:
            return None
        _, unit = self._running.pop(future.key)
        was_alone, self._alone = self._alone == future.key, None if self._alone == future.key else self._alone
        try:
            error = future.exception() if future.status == "error" else None
            if future.status == "cancelled":
                self._look_at_workers()
                self._again.append(unit)
                return None
            if isinstance(error, KilledWorker):
                return self._worker_died(unit, error, was_alone)
            answer = future.result() if error is None else {"outcome": "failed", "why": repr(error)}
        finally:
            future.release()
        if answer["outcome"] != "failed":
            self._failures_in_a_row = 0
            return unit, answer
        return self._failed(unit, answer)

    def _worker_died(self, unit: Unit, error: KilledWorker, was_alone: bool) -> tuple[Unit, Answer] | None:
        """The cause may be this unit, another one that ran beside it, or neither."""
        self._deaths[unit.id] += getattr(error, "allowed_failures", 0) + 1
        deaths = self._deaths[unit.id]
        if was_alone and deaths >= DEATHS:
            finding = {"property": "kills-its-worker", "digest": "worker", "detail": f"{deaths} workers died with it"}
            run = {"host": "", "worker": "", "began": round(time.time(), 3), "seconds": 0, "cpu": 0}
            return unit, {"outcome": "killed-its-worker", "findings": [finding], "run": run}
        (self._suspects if deaths >= DEATHS - 1 else self._again).append(unit)
        return None

    def _failed(self, unit: Unit, answer: Answer) -> tuple[Unit, Answer] | None:
        self._attempts[unit.id] += 1
        self._failures_in_a_row += 1
        if self._failures_in_a_row >= HOPELESS:
            raise CampaignError(
                f"{unit.id}: {answer['why']}\n{HOPELESS} units failed in a row; the campaign gives up", FOUND
            )
        if self._attempts[unit.id] < ATTEMPTS:
            self._again.append(unit)
            return None
        return unit, answer

"""One line on a terminal while a campaign runs; in a CI log a line now and then; otherwise nothing."""

import os
import shutil
import sys
import time

from .summary import counted, grouped


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# Seconds between two lines in a CI log.
PERIOD = 30.0


class Progress:
    def __init__(self, units: int, done: int) -> None:
        self.units = units
        self.skipped = self.done = done
        self.findings = 0
        self.steps = 0
        self.workers = 0
        self._shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._lines = os.environ.get("CI", "").lower() not in ("", "0", "false") and not self._shown
        self._last = self._began if self._lines else 0.0
        self._written = False

    def show(self, force: bool = False) -> None:
        """Shows the progress, at most four times a second."""
        now = time.monotonic()
        if self._lines and now - self._last >= PERIOD:
            self._last = now
            say(self._line(now - self._began))
        if not self._shown or (now - self._last < 0.25 and not force):
            return
        self._last = now
        self._written = True
        line = self._line(now - self._began)[: shutil.get_terminal_size().columns - 1]
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def _line(self, elapsed: float) -> str:
        fresh = self.done - self.skipped
        parts = [
            f"{grouped(self.done)} of {grouped(self.units)} units",
            counted(self.findings, "finding"),
            counted(self.workers, "worker"),
        ]
        if self.steps and elapsed > 1:
            parts.append(f"{grouped(int(self.steps / elapsed))} steps/s")
        if fresh and self.done < self.units:
            left = (self.units - self.done) * elapsed / fresh
            parts.append(f"{int(left // 60)}:{int(left % 60):02} left")
        return " · ".join(parts)

    def clear(self) -> None:
        if self._written:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._written = False

    def say(self, text: str) -> None:
        """Prints a line that stays."""
        self.clear()
        say(text)

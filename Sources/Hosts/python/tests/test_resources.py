"""Memory, threads and signals."""

import contextlib
import resource
import signal
import sys
import threading
from typing import Any, List

import pytest
from conftest import make_playing

from tapedeck import Batch, InUseError, Player, Recording


def memory() -> float:
    """The resident memory of the process, in megabytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_hundred_thousand_players_leave_nothing() -> None:
    def some(count: int) -> None:
        for index in range(count):
            Player().receive("play", at=index)

    some(5_000)
    before = memory()
    some(95_000)
    assert memory() - before < 20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_recordings_snapshots_and_forks_leave_nothing() -> None:
    def some(count: int) -> None:
        for _ in range(count):
            player = Player(record=True)
            player.receive("load", at=0, item=1, opens=True, autoplay=True)
            player.take_trace()
            Player.from_snapshot(player.fork().save()).observe()

    some(500)
    before = memory()
    some(4500)
    assert memory() - before < 20


def test_each_thread_has_its_own_players() -> None:
    batch = Batch()
    for index in range(2000):
        batch.append("setMuted", at=index, muted=index % 2 == 0)
    digests: List[str] = []

    def work() -> None:
        player = Player()
        for _ in range(20):
            player.receive_many(batch)
        digests.append(player.digest)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(digests) == 8 and len(set(digests)) == 1


def test_a_player_in_use_says_so_and_comes_to_no_harm() -> None:
    """Two threads query while a third gives inputs: a call in between is refused, and what is taken is taken whole."""
    player, expected = make_playing(), make_playing()
    batch = Batch()
    for index in range(5000):
        batch.append("setMuted", at=3_000_000 + index, muted=index % 2 == 0)

    def poll() -> None:
        for _ in range(3000):
            with contextlib.suppress(InUseError):
                player.observe()

    threads = [threading.Thread(target=poll) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(100):
        try:
            player.receive_many(batch, outputs=False)
        except InUseError:
            continue
        expected.receive_many(batch, outputs=False)
    for thread in threads:
        thread.join()
    assert player.digest == expected.digest


def test_from_inside_a_call_the_player_is_in_use() -> None:
    """Simulates a signal handler deterministically: the file of a recording is written while the player is in use."""
    seen: List[Any] = []

    class Nosy:
        player: Any = None

        def write(self, _: object) -> None:
            if self.player is not None:
                for use in (
                    lambda: self.player.get("state"),
                    lambda: self.player.receive("play", at=1),
                    self.player.close,
                ):
                    with pytest.raises(InUseError, match="one thread at a time"):
                        use()
                    seen.append(use)

    file = Nosy()
    player = Player(record=Recording(file=file))  # type: ignore[arg-type]
    file.player = player
    player.receive("load", at=0, item=1)
    assert len(seen) == 3
    file.player = None
    player.close()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="has no timers")
def test_a_signal_in_between_changes_nothing() -> None:
    player, expected = Player(), Player()
    inside: List[str] = []

    def handler(*_: object) -> None:
        try:
            inside.append(player.digest)
        except InUseError:
            inside.append("in use")

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        at = 0
        while len(inside) < 50:
            at += 1
            assert player.receive("setMuted", at=at, muted=at % 2 == 0) == expected.receive(
                "setMuted", at=at, muted=at % 2 == 0
            )
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert player.digest == expected.digest

"""What the tests share. TAPEDECK_TRACES is the folder of golden traces; TAPEDECK is the command line, if it is built."""

import os
from pathlib import Path
from typing import Optional

import pytest

from tapedeck import Player

TRACES = Path(os.environ.get("TAPEDECK_TRACES", Path(__file__).resolve().parents[4] / "Traces"))
TEXT_TRACES = sorted(TRACES.glob("*.trace.jsonl")) + sorted((TRACES / "regressions").glob("*.trace.jsonl"))


def command_line() -> Optional[str]:
    path = os.environ.get("TAPEDECK", "")
    return path if path and os.access(path, os.X_OK) else None


def make_playing(**options: object) -> Player:
    """A player of ninety seconds of media, which started to play at the beginning when its clock was at two seconds."""
    player = Player(preset="standard", **options)  # type: ignore[arg-type]
    player.receive("load", at=0, request=1, item=1, autoplay=True, opens=True)
    epoch = player.get("epoch")
    player.receive("opened", at=1_000_000, epoch=epoch, duration=90_000_000, seekable=True, audio=True)
    player.receive("buffered", at=1_000_000, epoch=epoch, until=90_000_000, is_saturated=True)
    player.receive("playbackStarted", at=2_000_000, epoch=epoch, position=0, rate=1000)
    return player


@pytest.fixture
def playing() -> Player:
    return make_playing()

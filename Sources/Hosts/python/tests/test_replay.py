"""Every golden trace: the same outputs, message for message, and the same digests."""

import subprocess
from pathlib import Path

import pytest
from conftest import TEXT_TRACES, TRACES, command_line
from replaying import inputs_of, replay

from tapedeck import Player, Recording


def test_there_are_traces() -> None:
    assert len(TEXT_TRACES) > 100


@pytest.mark.parametrize("path", TEXT_TRACES, ids=lambda path: path.stem)
def test_single_inputs(path: Path) -> None:
    replay(path)


@pytest.mark.parametrize("path", TEXT_TRACES, ids=lambda path: path.stem)
def test_one_batch(path: Path) -> None:
    settings, batch, count, digest = inputs_of(path)
    player, quiet = Player(settings=settings), Player(settings=settings)
    assert len(player.receive_many(batch)) == count
    assert len(quiet.receive_many(batch, outputs=False)) == 0
    assert digest in ("", player.digest)
    assert player.digest == quiet.digest


def test_what_is_recorded_is_a_trace(tmp_path: Path) -> None:
    tapedeck = command_line()
    if tapedeck is None:
        pytest.skip("the command line is not built")
    path = TRACES / "clip-pause.trace.jsonl"
    recording = Recording(engine="none 1.0", tool="test_replay.py", note="Dürer", recorded_at=1_700_000_000_000_000)
    player = replay(path, record=recording)
    first = player.take_trace()
    (tmp_path / "taken.trace").write_bytes(first + player.take_trace(end=True))
    with replay(path, record=tmp_path / "file.trace"):
        pass
    result = subprocess.run(
        [tapedeck, "replay", str(tmp_path / "taken.trace"), str(tmp_path / "file.trace")],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr

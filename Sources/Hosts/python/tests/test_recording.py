"""Recording traces, to memory and to files."""

import gc
import io
import pickle
from datetime import datetime, timezone
from pathlib import Path

import pytest

from tapedeck import Player, Recording, RecordingError


def play(player: Player) -> None:
    player.define_item(1, "https://example.org/Größe.mp4")
    player.define_text(1, "a title")
    player.receive("load", at=0, item=1, autoplay=True, opens=True)
    player.mark("the user said: it hangs")
    player.receive("stop", at=1_000_000)


def test_a_trace_is_taken_in_parts() -> None:
    whole, parts = Player(record=True), Player(record=True)
    play(whole)
    first = parts.take_trace()
    play(parts)
    assert first and first[0] == 0x8B
    assert first + parts.take_trace() + parts.take_trace(end=True) == whole.take_trace(end=True)
    assert parts.take_trace() == b""


def test_a_path_a_file_and_memory_have_the_same_bytes(tmp_path: Path) -> None:
    options = {"engine": "none 1", "tool": "t", "note": "n", "recorded_at": datetime(2026, 1, 2, tzinfo=timezone.utc)}
    buffer = io.BytesIO()
    path = tmp_path / "a.trace"
    in_memory = Player(record=Recording(**options))  # type: ignore[arg-type]
    play(in_memory)
    for file in (buffer, path, str(tmp_path / "b.trace")):
        with Player(record=Recording(file=file, **options)) as player:  # type: ignore[arg-type]
            play(player)
            with pytest.raises(RecordingError, match="goes to a file"):
                player.take_trace()
    expected = in_memory.take_trace(end=True)
    assert buffer.getvalue() == path.read_bytes() == (tmp_path / "b.trace").read_bytes() == expected


def test_after_each_input_the_file_has_it(tmp_path: Path) -> None:
    path = tmp_path / "a.trace"
    player = Player(record=path)
    sizes = [path.stat().st_size]
    for at in range(3):
        player.receive("setMuted", at=at, muted=at % 2 == 0)
        sizes.append(path.stat().st_size)
    assert sizes == sorted(set(sizes))
    player.close()


def test_an_exception_cuts_the_trace_short(tmp_path: Path) -> None:
    finished, cut = tmp_path / "finished.trace", tmp_path / "cut.trace"
    with Player(record=finished) as player:
        play(player)
    with pytest.raises(ZeroDivisionError), Player(record=cut) as player:
        play(player)
        raise ZeroDivisionError
    assert finished.read_bytes() != cut.read_bytes()
    assert player.closed


def test_a_player_that_is_dropped_warns_as_a_file_does(tmp_path: Path) -> None:
    player = Player(record=tmp_path / "a.trace")
    play(player)
    with pytest.warns(ResourceWarning, match=r"a\.trace was never closed"):
        del player
        gc.collect()
    assert (tmp_path / "a.trace").stat().st_size > 0


def test_a_full_disk_does_not_stop_the_player() -> None:
    class Full(io.RawIOBase):
        def write(self, _: object) -> int:
            raise OSError(28, "No space left on device")

    player = Player(record=Recording(file=Full()))  # type: ignore[arg-type]
    assert player.receive("load", at=0, item=1)
    with pytest.raises(RecordingError, match="No space left on device"):
        player.mark("x")
    with pytest.raises(RecordingError, match="No space left on device"):
        player.close()
    assert player.closed


def test_what_cannot_be_opened_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Player(record=tmp_path / "nowhere" / "a.trace")


def test_without_a_recording_remarks_do_nothing() -> None:
    player = Player()
    play(player)
    with pytest.raises(RecordingError, match="does not record"):
        player.take_trace()


def test_a_recording_is_not_cut_in_two() -> None:
    player = Player(record=True)
    play(player)
    with pytest.raises(RecordingError):
        player.restore(player.save())
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(player)
    assert pickle.loads(pickle.dumps(player.fork())).digest == player.digest


def test_a_text_that_is_too_long_is_refused() -> None:
    player = Player(record=True)
    with pytest.raises(ValueError, match="expected"):
        player.mark("x" * 1_000_000)
    player.mark("\ud800 is not UTF-8")

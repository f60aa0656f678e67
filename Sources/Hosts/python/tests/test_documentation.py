"""The programs of the README and the examples run, and the types allow and reject what they should."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import TRACES

from tapedeck import simulation

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


def run(program: str) -> str:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, encoding="utf-8"
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_readme_begins_with_a_player() -> None:
    printed = run(PROGRAMS[0])
    assert "EnginePlay(epoch=1, rate=1000)" in printed
    assert "playing 10000000\n" in printed and "\nok\n" in printed and "data" in printed.splitlines()[-1]


def test_the_readme_has_batches() -> None:
    assert run(PROGRAMS[1]) == "2000 MutedChanged(reason='command', muted=True)\n"


def test_the_readme_has_traces() -> None:
    path = TRACES / "clip-pause.trace.jsonl"
    lines = run(PROGRAMS[2].replace('"episode.trace"', repr(str(path)))).splitlines()
    assert lines[0] == "1 0 load 6" and lines[-1] == "ok True"


def test_the_readme_checks_and_writes_traces(tmp_path: Path) -> None:
    path = TRACES / "clip-pause.trace.jsonl"
    program = PROGRAMS[3].replace('"episode.trace"', repr(str(path)))
    lines = run(program.replace('"smaller.trace"', repr(str(tmp_path / "smaller.trace")))).splitlines()
    assert lines == ["27 ok 0"] and (tmp_path / "smaller.trace").read_bytes()[0] == 0x8B


def test_the_readme_has_simulations() -> None:
    pytest.importorskip("wasmtime")
    if not simulation._MODULE.exists():
        pytest.skip("this wheel was made without simulations")
    verdict, end, replayed = run(PROGRAMS[4]).split()
    assert (verdict, replayed) == ("passed", "ok") and int(end) > 60_000_000


def test_the_readme_has_a_test_with_a_virtual_player() -> None:
    pytest.importorskip("wasmtime")
    if not simulation._MODULE.exists():
        pytest.skip("this wheel was made without simulations")
    assert run(PROGRAMS[5] + "\n\ntest_the_player_plays_on_after_a_tunnel()\nprint('passed')") == "passed\n"
    assert len(PROGRAMS) == 6


def test_the_loop_prints_what_the_loop_in_c_prints() -> None:
    printed = subprocess.run(
        [sys.executable, str(ROOT / "examples/loop.py")], capture_output=True, text=True, check=True
    )
    expected = TRACES.parent / "Sources/Hosts/c/player.txt"
    assert printed.stdout == expected.read_text()


def test_the_state_machine_finds_nothing() -> None:
    pytest.importorskip("hypothesis")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(ROOT / "examples")]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


def test_types(tmp_path: Path) -> None:
    """The types of the package, of the examples, and of what should and should not be allowed."""
    mypy = shutil.which("mypy", path=str(Path(sys.executable).parent))
    if mypy is None:
        pytest.skip("mypy is not installed")
    command = [mypy, "--strict", "--warn-unused-ignores", "--no-error-summary", "--cache-dir", "/dev/null"]
    command += ["--config-file", str(ROOT / "pyproject.toml"), "--python-executable", sys.executable]
    for arguments in (["-p", "tapedeck"], [str(HERE / "types_of_users.py")], [str(ROOT / "examples")]):
        result = subprocess.run(command + arguments, capture_output=True, text=True, cwd=tmp_path)
        assert result.returncode == 0, result.stdout + result.stderr

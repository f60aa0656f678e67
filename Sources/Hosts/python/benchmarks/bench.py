"""How long calls take, compared with the same calls in C in the same process, and with calls of other bindings that do nothing.

TAPEDECK_INCLUDE is the folder of the headers, TAPEDECK_LIBRARY the folder of libtapedeck.a. Every figure is the minimum of several
rounds; rounds in C and in Python alternate, so that a busy machine affects both.
"""

import ctypes
import importlib
import os
import subprocess
import sys
import tempfile
import timeit
from pathlib import Path
from typing import Any, Callable, Dict, List

from cffi import FFI

from tapedeck import Batch, Outputs, Player

ROUNDS = int(os.environ.get("TAPEDECK_ROUNDS", "15"))
INPUTS = 1000
C = """
#include <time.h>
#include <tapedeck.h>

static td_player *make(const char *snapshot, size_t size) {
  td_player *player;
  if (td_create(NULL, &player) == TD_OK) td_restore(player, snapshot, size);
  return player;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static double single(td_player *player, const char *inputs, size_t count) {
  td_message outputs[TD_OUTPUTS_MAX];
  size_t written;
  double begin = now();
  for (size_t index = 0; index < count; index++)
    td_receive(player, (const td_message *)inputs + index, outputs, TD_OUTPUTS_MAX, &written);
  return (now() - begin) / count;
}

static double many(td_player *player, const char *inputs, size_t count, char *outputs, size_t capacity) {
  size_t taken, written;
  double begin = now();
  td_receive_many(player, (const td_message *)inputs, count, &taken, (td_message *)outputs, capacity, &written);
  return (now() - begin) / count;
}

static void destroy(td_player *player) { td_destroy(player); }
static int nothing(int value) { return value; }
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        native = build(Path(folder))
        inputs(native)
        batches(native)
        peers(native, Path(folder))


def build(folder: Path) -> Any:
    """Compiles the measurements in C, with the library that the wheel also contains."""
    ffi = FFI()
    ffi.cdef("""
        typedef struct td_player td_player;
        td_player *make(const char *snapshot, size_t size);
        double single(td_player *player, const char *inputs, size_t count);
        double many(td_player *player, const char *inputs, size_t count, char *outputs, size_t capacity);
        void destroy(td_player *player);
        int nothing(int value);
    """)
    include, library = (os.path.abspath(os.environ[f"TAPEDECK_{name}"]) for name in ("INCLUDE", "LIBRARY"))
    ffi.set_source(
        "_bench", C, include_dirs=[include], extra_objects=[f"{library}/libtapedeck.a"], extra_compile_args=["-O2"]
    )
    ffi.compile(tmpdir=str(folder))
    sys.path.insert(0, str(folder))
    return importlib.import_module("_bench")


def playing() -> Player:
    player = Player("standard")
    player.receive("load", at=0, item=1, autoplay=True, opens=True)
    epoch = player.get("epoch")
    player.receive("opened", at=0, epoch=epoch, duration=3_600_000_000, seekable=True, audio=True)
    player.receive("buffered", at=0, epoch=epoch, until=3_600_000_000, is_saturated=True)
    player.receive("playbackStarted", at=0, epoch=epoch, position=0, rate=1000)
    return player


def workloads() -> Dict[str, Batch]:
    """What a playing player receives most: reports that change nothing, and commands with outputs."""
    reports, commands = Batch(), Batch()
    epoch = playing().get("epoch")
    for index in range(INPUTS):
        reports.append("positionReported", at=1000 * index, epoch=epoch, position=1000 * index)
        commands.append("setMuted", at=1000 * index, request=index, muted=index % 2 == 0)
    return {"positionReported, no output": reports, "setMuted, three outputs": commands}


def least(*measures: Callable[[], float]) -> List[float]:
    """The minimum of each measurement; the measurements take turns."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*rounds)]


def python(body: Callable[[], Any], number: int) -> Callable[[], float]:
    return lambda: timeit.timeit(body, number=number) / number * 1e9


def inputs(bench: Any) -> None:
    print("one input, ns                         C    Python")
    epoch = playing().get("epoch")
    for name, batch in workloads().items():
        snapshot = playing().save()

        def in_c(snapshot: bytes = snapshot, batch: Batch = batch) -> float:
            player = bench.lib.make(snapshot, len(snapshot))
            taken: float = bench.lib.single(player, bench.ffi.from_buffer(batch.data), INPUTS)
            bench.lib.destroy(player)
            return taken

        def in_python(is_report: bool = name.startswith("position")) -> float:
            player = playing()
            receive = player.receive
            begin = timeit.default_timer()
            if is_report:
                for index in range(INPUTS):
                    receive("positionReported", at=1000 * index, epoch=epoch, position=1000 * index)
            else:
                for index in range(INPUTS):
                    receive("setMuted", at=1000 * index, request=index, muted=index % 2 == 0)
            return (timeit.default_timer() - begin) / INPUTS * 1e9

        c, py = least(in_c, in_python)
        print(f"{name:30} {c:8.1f} {py:9.0f}")
    player = playing()
    for words, body in {
        "next_deadline": lambda: player.next_deadline,
        'get("state")': lambda: player.get("state"),
        "position(at)": lambda: player.position(5_000_000),
        "observe()": player.observe,
        "fork()": player.fork,
        "Player()": Player,
    }.items():
        (taken,) = least(python(body, 2000))
        print(f"{words:39} {taken:9.0f}")


def batches(bench: Any) -> None:
    print(f"\na batch of {INPUTS}, ns an input             C    Python    over C")
    for name, batch in workloads().items():
        snapshot = playing().save()
        room = bytearray(112 * (4 * INPUTS + 40))
        for words, kept in (("outputs=False", False), ("outputs used again", True)):
            outputs = Outputs(bytes(len(room)))

            def in_c(
                snapshot: bytes = snapshot, batch: Batch = batch, kept: bool = kept, room: bytearray = room
            ) -> float:
                player = bench.lib.make(snapshot, len(snapshot))
                place = bench.ffi.from_buffer(room) if kept else bench.ffi.NULL
                data = bench.ffi.from_buffer(batch.data)
                taken: float = bench.lib.many(player, data, INPUTS, place, 4 * INPUTS + 40 if kept else 0)
                bench.lib.destroy(player)
                return taken

            def in_python(
                snapshot: bytes = snapshot, batch: Batch = batch, kept: bool = kept, outputs: Outputs = outputs
            ) -> float:
                player = Player.from_snapshot(snapshot)
                begin = timeit.default_timer()
                player.receive_many(batch, outputs=outputs if kept else False)
                return (timeit.default_timer() - begin) / INPUTS * 1e9

            c, py = least(in_c, in_python)
            print(
                f"{name.split(',')[0]}, {words:18} {c:8.1f} {py:9.1f} {py - c:9.1f}".replace(
                    "setMuted,", "setMuted,        "
                )
            )


def peers(bench: Any, folder: Path) -> None:
    print("\na call that does nothing, ns")
    source, library = folder / "nothing.c", folder / "nothing.so"
    source.write_text("int nothing(int value) { return value; }\n")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    abi = FFI()
    abi.cdef("int nothing(int value);")
    loaded = abi.dlopen(str(library))
    foreign = ctypes.CDLL(str(library)).nothing
    foreign.argtypes, foreign.restype = [ctypes.c_int], ctypes.c_int
    for words, body in {
        "a function of Python": lambda: None,
        "cffi, API mode (this package)": lambda: bench.lib.nothing(5),
        "cffi, ABI mode": lambda: loaded.nothing(5),
        "ctypes": lambda: foreign(5),
    }.items():
        (taken,) = least(python(body, 20_000))
        print(f"{words:39} {taken:9.0f}")


if __name__ == "__main__":
    main()

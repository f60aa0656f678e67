#!/usr/bin/env python3
"""A stand-in for tapedeck that misbehaves on demand: the selftest of campaigns needs crashes that are certain.

TAPEDECK_DOUBLE is a list of words: crash=SEED, hang=SEED, kill=SEED (kills its worker), waver (never the same digest),
slow=SECONDS (each unit takes that long).
"""

import hashlib
import json
import os
import signal
import sys
import time
from pathlib import Path

WORDS = dict(word.partition("=")[::2] for word in os.environ.get("TAPEDECK_DOUBLE", "").split())


def option(name: str) -> str | None:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


def has(word: str, first: int, end: int) -> bool:
    return word in WORDS and first <= int(WORDS[word]) < end


def worker() -> int:
    """The worker's process: the parent, because setpriv replaces itself with the program."""
    return os.getppid()


def stored(folder: Path, model: str, seed: int) -> dict[str, str]:
    """Writes what the program stores for a finding in its folder: for a world, a scenario and a trace beside it."""
    if model != "world":
        trace = folder / f"seed-{seed}.trace.jsonl"
        trace.write_text(f'{{"a trace of":{seed % 3}}}\n')
        return {"trace": str(trace), "replay": f"tapedeck check {trace}"}
    # A scenario that the real program plays to its end.
    scenario = folder / f"seed-{seed}.world.yaml"
    media = f"media: {{duration: {seed % 3 + 2} s, segments: 1 s, audio: 64k}}"
    scenario.write_text(f"scenario: breaks plays-although-paused\n{media}\nnetwork: 1 Mbit/s\nsteps:\n  - play\n")
    trace = folder / f"seed-{seed}.world.trace.jsonl"
    trace.write_text(f'{{"a trace of world":{seed % 3}}}\n')
    return {"scenario": str(scenario), "trace": str(trace), "replay": f"tapedeck simulate --check {scenario}"}


def fuzz() -> int:
    first, end = map(int, (option("--seeds") or "0..<1").split("..<"))
    model, folder = option("--model"), option("--output")
    if folder:
        time.sleep(float(WORDS.get("slow", 0)))
        if has("kill", first, end):
            os.kill(worker(), signal.SIGKILL)
        if has("hang", first, end):
            # Already found, and being shrunk.
            name = f"found-in-time-{first:016x}.unshrunk.trace.jsonl"
            Path(folder, name).write_text('{"a trace of":"what was found"}\n')
            time.sleep(3600)
        if has("crash", first, end):
            os.kill(os.getpid(), signal.SIGILL)
    found = [seed for seed in range(first, end) if seed % 97 == 13][:1]
    for seed in found if folder else []:
        finding = {"kind": "finding", "model": model, "property": "plays-although-paused", "seed": seed}
        finding |= {"sessionSteps": 90, "shrunkSteps": 4, "digest": f"{seed % 3:016x}"}
        print(json.dumps(finding | stored(Path(str(folder)), str(model), seed)))
    learned = {}
    if folder and "--coverage" in sys.argv:
        marks = [f"{mark:x}" for mark in range(40 + min(400, first // 3))]
        memory = [{"coverage": 1, "model": model}, {"marks": marks, "counts": [1] * len(marks)}]
        memory += [{"mark": marks[-1], "chosen": 0, "setup": [first], "steps": [[0, 1]]}]
        Path(str(folder), f"{model}.coverage.jsonl").write_text("".join(json.dumps(line) + "\n" for line in memory))
        learned = {"kept": 1}
    text = f"{model} {first} {end}" + (str(time.time_ns()) if "waver" in WORDS else "")
    unit: dict[str, object] = {
        "kind": "unit",
        "model": model,
        "seeds": [first, end],
        "length": 40,
        "sessions": end - first,
    }
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    unit |= {
        "steps": 40 * (end - first),
        "findings": len(found),
        "marks": 40 + min(400, first // 3),
        "digest": digest,
    } | learned
    print(json.dumps({**unit, "behaviour": 1, "vocabulary": "0" * 16}))
    return 1 if found else 0


def check() -> int:
    worst = 0
    for path in sys.argv[2:-1]:
        contents = Path(path).read_bytes()
        if b"damaged" in contents:
            print(f"{path}: damaged", file=sys.stderr)
            worst = 3
            continue
        issues = [{"property": "zoo", "severity": "error", "step": 3}] if b"issue" in contents else []
        worst = max(worst, 1 if issues else 0)
        print(json.dumps({"trace": path, "verdict": "issues" if issues else "ok", "issues": issues}))
    return worst


if sys.argv[1] == "--version":
    print("0.0.0")
    sys.exit(0)
sys.exit({"fuzz": fuzz, "check": check}[sys.argv[1]]())

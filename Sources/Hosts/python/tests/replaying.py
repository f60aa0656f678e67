"""Replays a text trace input by input, and compares everything that results with what was recorded."""

import json
from pathlib import Path
from typing import Any, List, Tuple

from tapedeck import NEVER, Batch, Player


def replay(path: Path, **options: Any) -> Player:
    player = Player()
    expected: List[Tuple[str, Any]] = []
    found: List[Tuple[str, Any]] = []
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        if record["k"] == "o":
            expected.append((record["e"], record.get("a", {})))
            continue
        assert found == expected, f"{path.name}: before {line}"
        if record["k"] == "h":
            player = Player(settings=record["cfg"], **options)
        elif record["k"] == "d":
            if "item" in record:
                player.define_item(record["item"], record["source"])
            else:
                player.define_text(record["text"], record["is"])
        elif record["k"] == "i":
            found = [
                (output.name, output.as_dict())
                for output in player.receive(record["e"], at=instant(record), **record.get("a", {}))
            ]
            expected = []
        elif record["k"] in ("c", "z"):
            assert player.digest == record["d"], f"{path.name}: {line}"
    assert found == expected, f"{path.name}: at the end"
    return player


def instant(record: Any) -> int:
    return NEVER if record["t"] is None else int(record["t"])


def inputs_of(path: Path) -> Tuple[Any, Batch, int, str]:
    """The settings, all inputs in one batch, the number of their outputs, and the digest at the end."""
    settings: Any = {}
    batch = Batch()
    outputs, digest = 0, ""
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        if record["k"] == "h":
            settings = record["cfg"]
        elif record["k"] == "i":
            batch.append(record["e"], at=instant(record), **record.get("a", {}))
        elif record["k"] == "o":
            outputs += 1
        elif record["k"] == "z":
            digest = record["d"]
    return settings, batch, outputs, digest

"""Selects the core: the C library if there is one, else WebAssembly. TAPEDECK_CORE=native or wasm in the environment sets it."""

import importlib
import os
from functools import cache
from typing import TYPE_CHECKING, Any

from tapedeck import vocabulary
from tapedeck.errors import VersionError

_wanted = os.environ.get("TAPEDECK_CORE", "")
if _wanted not in ("", "native", "wasm"):
    raise ValueError(f"TAPEDECK_CORE: expected native or wasm, found {_wanted!r}")

if TYPE_CHECKING or _wanted == "native":
    from tapedeck import _native as core
elif _wanted == "wasm":
    from tapedeck import _wasm as core
else:
    try:
        from tapedeck import _native as core
    except ModuleNotFoundError as error:
        if error.name != "tapedeck._tapedeck":
            raise
        from tapedeck import _wasm as core

if core.VOCABULARY_HASH != vocabulary.HASH:
    raise VersionError(
        f"the core has the vocabulary {core.VOCABULARY_HASH:016x}, this package was made for {vocabulary.HASH:016x}: "
        "parts of two versions are installed; install tapedeck again"
    )

Core = core.Core
KIND = core.KIND
VERSION = core.VERSION


@cache
def traces() -> Any:
    """The module that reads traces; loaded on demand, because players do not need it."""
    return importlib.import_module(f"tapedeck._{KIND}_traces")


__all__ = ["KIND", "VERSION", "Core", "traces"]

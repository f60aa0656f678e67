"""Replaces files as a whole: a reader sees either the old content or the new, never anything in between."""

import contextlib
import os
import secrets
import stat
from typing import Union


def replace_file(path: "Union[str, os.PathLike[str]]", data: bytes) -> None:
    """Writes `data` to a new file next to `path`, which replaces `path` once all data is on disk.

    A link is kept and its target is replaced; an existing file keeps its permissions. Anything that is not a regular file,
    such as a pipe, is written to directly. Errors raise an `OSError`, and leave the file unchanged.
    """
    target = os.path.realpath(os.fspath(path))
    mode = None
    with contextlib.suppress(FileNotFoundError):
        mode = os.stat(target).st_mode
    if mode is not None and not stat.S_ISREG(mode):
        # This refuses a folder.
        with open(target, "wb", buffering=0) as file:
            _write(file.fileno(), data)
        return
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name[:100]}.{secrets.token_hex(8)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(beside, flags, 0o666)
    except OSError as error:
        # Names the requested file, not the temporary one.
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
    try:
        try:
            _write(descriptor, data)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, stat.S_IMODE(mode))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]

"""The cffi module built from binding.h and binding.c; TAPEDECK_INCLUDE and TAPEDECK_LIBRARY locate the C library."""

import os
from pathlib import Path

from cffi import FFI

here = Path(__file__).resolve().parent
ffi = FFI()
ffi.cdef("".join(line for line in (here / "binding.h").read_text().splitlines(True) if not line.startswith("//")))
ffi.set_source(
    "tapedeck._tapedeck",
    '#include "binding.c"',
    include_dirs=[str(here), os.environ["TAPEDECK_INCLUDE"]],
    depends=["binding.h", "binding.c"],
    extra_objects=[os.environ["TAPEDECK_LIBRARY"]],
    # Only the module's own function is visible from outside.
    extra_compile_args=["-std=c11", "-fvisibility=hidden", "-O2"],
    extra_link_args=["-Wl,--exclude-libs,ALL", "-Wl,-s"],
    py_limited_api=True,
)

"""Two wheels of one package: with TAPEDECK_LIBRARY set that with the C libraries in it, else that for every other machine."""

import os

from setuptools import setup

if "TAPEDECK_LIBRARY" in os.environ:
    setup(
        cffi_modules=["build_binding.py:ffi", "build_traces.py:ffi"],
        options={"bdist_wheel": {"py_limited_api": "cp39"}},
    )
else:
    setup()

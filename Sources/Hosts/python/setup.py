"""Two wheels of one package: with TAPEDECK_LIBRARY set the one with the C libraries, else the one for all other machines."""

import os

from setuptools import setup

if "TAPEDECK_LIBRARY" in os.environ:
    setup(
        cffi_modules=["build_binding.py:ffi", "build_traces.py:ffi"],
        options={"bdist_wheel": {"py_limited_api": "cp39"}},
    )
else:
    setup()

"""The wheel with the C libraries, which build_binding.py and build_traces.py find in the environment."""

from setuptools import setup

setup(
    cffi_modules=["build_binding.py:ffi", "build_traces.py:ffi"],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)

# SPDX-License-Identifier: Apache-2.0
"""Which compilers the tests of run-time kernels find on this machine."""

import functools
import shutil

import pytest
import tenorite as tn

#: Every architecture that kernels must compile for; no GPU is needed.
ARCHS = ("sm_80", "sm_90", "sm_100")


@functools.cache
def has(target, backend="nvrtc"):
    """Whether there is a compiler for the target."""
    text = 'extern "C" void f() {}' if target == "cpu" else "__device__ int x;"
    try:
        tn.compile(text, target=target, backend=backend)
    except tn.CompilerNotFound:
        return False
    return True


def require(target, backend="nvrtc"):
    """Skips the test where there is no compiler for the target."""
    if not has(target, backend):
        what = "C++ compiler" if target == "cpu" else backend.upper()
        pytest.skip(f"there is no {what} on this machine")


def host_compilers():
    """The C++ compilers in PATH, by name."""
    return [name for name in ("g++", "clang++") if shutil.which(name)]

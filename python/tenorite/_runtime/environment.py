# SPDX-License-Identifier: Apache-2.0
"""The environment variables that mean something to the package; README.md says what."""

import os

PREFIX = "TENORITE_"

# Those that the package reads, and those that only its build and its tests read.
AT_RUN_TIME = tuple(
    PREFIX + name
    for name in """CACHE CACHE_DIR CACHE_SIZE CAI_STREAM COMM_BEAT COMM_CHECK COMM_SILENCE
    COMPILE_TIMEOUT CPU_CHECK CXX CXXFLAGS
    DEVICE ERRORS FALLBACK FUSION INDEX64 MACHINE_CODE MATMUL_PRECISION MEMORY_LIMIT MEMORY_TRACE MIXED NUM_THREADS
    NVCC NVRTC POISON POOL PROGRESS RANDOM VECTOR_MATH""".split()
)
_BUILD = tuple(
    PREFIX + name
    for name in "ASSERTIONS CUDA CUDA_ARCHITECTURES SANITIZE TESTS".split()
)
_TESTS = (PREFIX + "TEST_", PREFIX + "FUZZ_", PREFIX + "UPDATE_", PREFIX + "LONG_")


def is_on(name):
    """Whether a variable that is 0 or 1 is set, and not to 0."""
    return os.environ.get(name, "0") not in ("", "0")


def settings():
    """(name, value) of the variables of ours that are set, by name."""
    return sorted(x for x in os.environ.items() if x[0].startswith(PREFIX))


def is_known(name):
    """Whether anything of the package, its build or its tests reads the variable."""
    return name in AT_RUN_TIME or name in _BUILD or name.startswith(_TESTS)


def likely_meant(name):
    """The variable whose name is most like an unknown one; None if none is."""
    import difflib  # slow to import

    close = difflib.get_close_matches(name, AT_RUN_TIME + _BUILD, n=1, cutoff=0.75)
    return close[0] if close else None

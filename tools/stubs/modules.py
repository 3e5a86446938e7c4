# SPDX-License-Identifier: Apache-2.0
"""Which modules have stubs."""

# Without the package's name; what several export is defined in the first of them.
MODULES = (
    "",
    "typing",
    "linalg",
    "fft",
    "fft.config",
    "random",
    "special",
    "cuda.device",
    "cuda.stream",
    "cuda.memory",
    "cuda.pinned_memory",
    "cuda.runtime",
    "cuda.nvtx",
    "cuda.profiler",
    "cuda.compiler",
    "cuda",
    "kernel_cache",
    "profiler",
    "polynomial.polyutils",
    "polynomial.chebyshev",
    "polynomial.hermite",
    "polynomial.hermite_e",
    "polynomial.laguerre",
    "polynomial.legendre",
    "polynomial.polynomial",
    "polynomial",
    "lib.stride_tricks",
    "lib.scimath",
    "lib.npyio",
    "lib",
    "testing",
)

# Modules that are NumPy's.
STAND_INS = {
    "char": "numpy.char",
    "core": "numpy",
    "ctypeslib": "numpy.ctypeslib",
    "dtypes": "numpy.dtypes",
    "exceptions": "numpy.exceptions",
    "f2py": "numpy.f2py",
    "ma": "numpy.ma",
    "rec": "numpy.rec",
    "strings": "numpy.strings",
    "lib.array_utils": "numpy.lib.array_utils",
    "lib.format": "numpy.lib.format",
    "lib.introspect": "numpy.lib.introspect",
    "lib.mixins": "numpy.lib.mixins",
}

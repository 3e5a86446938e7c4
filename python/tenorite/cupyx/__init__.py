# SPDX-License-Identifier: Apache-2.0
"""What CuPy keeps in `cupyx`, its package of names that NumPy does not have.

`from tenorite import cupyx` finds it, and `import cupyx` itself where
tenorite.cupy_compat is installed. What is `tenorite`'s own as well (rsqrt, the
profiler, special functions, transforms) is the same object here.
"""

from .._numpy.scatter import scatter_add, scatter_max, scatter_min
from .._numpy.ufuncs import rsqrt
from .._runtime.help import document as _document
from . import profiler
from ._errors import (
    DeviceSynchronized,
    allow_synchronize,
    errstate,
    geterr,
    seterr,
)
from ._gufunc import GeneralizedUFunc
from ._pinned import empty_like_pinned, empty_pinned, zeros_like_pinned, zeros_pinned
from ._runtime_info import get_runtime_info

__all__ = [
    "DeviceSynchronized",
    "GeneralizedUFunc",
    "allow_synchronize",
    "empty_like_pinned",
    "empty_pinned",
    "errstate",
    "get_runtime_info",
    "geterr",
    "jit",
    "profiler",
    "rsqrt",
    "scatter_add",
    "scatter_max",
    "scatter_min",
    "scipy",
    "seterr",
    "signal",
    "zeros_like_pinned",
    "zeros_pinned",
]

_document(globals()[name] for name in __all__ if name in globals())


_LATER = ("jit", "scipy", "signal")  # modules that are imported once they are asked for


def __getattr__(name):
    if name in _LATER:
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)

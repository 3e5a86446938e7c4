# SPDX-License-Identifier: Apache-2.0
"""NumPy's arrays and functions on CPUs and NVIDIA GPUs.

`import tenorite as np` runs NumPy programs; every array lives on a device,
`x.device`, and creation functions take `device=`.
"""

# Each section lists its public names in `__all__`; names with an underscore are for
# the core, which asks this module for them. The core comes first: it refuses
# sub-interpreters, before NumPy is loaded in one.

from . import _core
from ._array import methods as _array_methods
from ._array.convert import HasOwnOperations as _HasOwnOperations
from ._array.convert import MixedOperands as _MixedOperands
from ._array.convert import UnsupportedDtype as _UnsupportedDtype
from ._array.convert import UnsupportedOperation as _UnsupportedOperation
from ._array.cuda_interface import from_cuda_interface as _from_cuda_interface
from ._array.dtypes import *
from ._array.fallback import count_mixed_copy as _count_mixed_copy
from ._array.fallback import host_method as _host_method
from ._array.flat import *
from ._array.host_data import with_host_data as _with_host_data
from ._array.host_data import without_counterpart as _without_counterpart
from ._array.memory import view_of_host as _view_of_host
from ._array.overlap import *
from ._array.repr import *
from ._core import (
    CudaError,
    DeviceLostError,
    ElementwiseKernel,
    OutOfMemoryError,
    ReductionKernel,
    ndarray,
    ufunc,
)
from ._kernels.compile import *
from ._kernels.raw_kernels import *
from ._kernels.raw_kernels import kernel_of_module as _kernel_of_module
from ._kernels.recording import *
from ._kernels.recording import Config as _Config
from ._neighbours import attach as _attach_neighbours
from ._numpy import methods as _function_methods
from ._numpy.broadcast import *
from ._numpy.creation import *
from ._numpy.diagonals import *
from ._numpy.einsum import *
from ._numpy.foreign_operands import NO_VALUE as _NoValue
from ._numpy.foreign_operands import foreign_operand as _foreign_operand
from ._numpy.foreign_operands import foreign_operator as _foreign_operator
from ._numpy.foreign_operands import host_ufunc as _host_ufunc
from ._numpy.foreign_operands import initial_item as _initial_item
from ._numpy.grids import *
from ._numpy.histograms import *
from ._numpy.host_names import HOST_NAMES as _host_names
from ._numpy.host_names import host_object as _host_object
from ._numpy.indexing import *
from ._numpy.interpolation import *
from ._numpy.io import *
from ._numpy.joining import *
from ._numpy.manipulation import *
from ._numpy.math import *
from ._numpy.nanfunctions import *
from ._numpy.order_statistics import *
from ._numpy.padding import *
from ._numpy.products import *
from ._numpy.sets import *
from ._numpy.sorting import *
from ._numpy.sources import *
from ._numpy.statistics import *
from ._numpy.ufuncs import *
from ._numpy.ufuncs import ufunc_signature as _ufunc_signature
from ._numpy.windows import *
from ._runtime.compile_errors import *
from ._runtime.config import *
from ._runtime.device import *
from ._runtime.environment import is_on as _is_on
from ._runtime.fallbacks import *
from ._runtime.help import document as _document
from ._runtime.help import ufunc_doc as _ufunc_doc
from ._runtime.help import whole_doc as _whole_doc
from ._runtime.help import with_help as _with_help
from ._runtime.memo import *
from ._runtime.memory_report import describe_live as _describe_live
from ._runtime.package import name_as_public as _name_as_public
from ._runtime.version import *

_SUBMODULES = (
    "ctypeslib",
    "cublas",
    "cuda",
    "cupy_compat",
    "cupyx",
    "dask",
    "distributed",
    "fft",
    "kernel_cache",
    "lib",
    "linalg",
    "memory",
    "polynomial",
    "profiler",
    "random",
    "scipy",
    "special",
    "testing",
    "typing",
    "version",
)
# Modules that take time to import or are rarely needed, and their public names.
_LATE = {
    "_kernels.fuse": ("fuse",),
    "_kernels.translate.errors": ("KernelSyntaxError",),
    "_kernels.vectorize": ("vectorize",),
    "_numpy.about": ("__array_namespace_info__", "info", "show_runtime"),
    "_numpy.bits": ("packbits", "unpackbits"),
    "_numpy.iteration": ("nditer", "nested_iters"),
    "_numpy.polynomials": (
        "poly",
        "poly1d",
        "polyadd",
        "polyder",
        "polydiv",
        "polyfit",
        "polyint",
        "polymul",
        "polysub",
        "polyval",
        "roots",
    ),
    "_profiling.explain": ("explain",),
    "_profiling.profile": ("profile",),
    "cuda.memory": ("get_default_memory_pool",),
    "cuda.pinned_memory": ("get_default_pinned_memory_pool",),
    "profiler": ("benchmark", "time_range"),
}
_late_names = {name: module for module, names in _LATE.items() for name in names}

_array_methods.attach()
_function_methods.attach()


# The public names: those of the modules above, each of which lists its own.
__all__ = sorted(
    {name for name in globals() if not name.startswith("_")}
    | {
        "__array_api_version__",
        "__version__",
        "emath",
        *_SUBMODULES,
        *_late_names,
        *_host_names,
    }
)
globals().update(
    {name: _with_host_data(globals()[name]) for name in __all__ if name in globals()}
)
_name_as_public(globals()[name] for name in __all__ if name in globals())
_public = {id(x): _with_help(x) for x in map(globals().get, __all__)}
globals().update(
    {name: _public[id(globals()[name])] for name in __all__ if name in globals()}
)
_with_help(_Config)  # whose object is public


_attach_neighbours()
if _is_on("TENORITE_MEMORY_TRACE"):
    from .memory import record_history as _record_history

    _record_history()


def __getattr__(name):
    import importlib
    import sys

    import numpy

    if name in _SUBMODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _late_names:
        module = importlib.import_module(f"{__name__}.{_late_names[name]}")
        value = _with_host_data(getattr(module, name))
        _name_as_public([value])
        _document([value])
        globals()[name] = value  # found without this function from now on
        return value
    if name == "emath":
        return importlib.import_module(f"{__name__}.lib.scimath")
    if name in _host_names:
        return _host_object(name)
    if (theirs := _without_counterpart(name)) is not None:
        return theirs
    text = f"module {__name__!r} has no attribute {name!r}"
    if not name.startswith("_") and name not in dir(numpy):
        return _leaving(name)
    if not name.startswith("_"):
        text += (
            f": numpy.{name} has no counterpart here yet; call it with x.get() and "
            "bring the result back with tenorite.asarray()"
        )
    raise AttributeError(text, name=name, obj=sys.modules[__name__])


def _leaving(name):
    """What NumPy gives or says for a name that it no longer shows.

    With its warning, or its AttributeError in the name of this package.
    """
    import sys
    import warnings

    import numpy

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            theirs = getattr(numpy, name)
        except AttributeError as error:
            text = str(error).replace("module 'numpy'", f"module {__name__!r}")
            module = sys.modules[__name__]
            raise AttributeError(text, name=name, obj=module) from None
    for warning in found:
        _core.warn(str(warning.message), warning.category)
    return theirs


def __dir__():
    return sorted(set(__all__) | set(globals()))

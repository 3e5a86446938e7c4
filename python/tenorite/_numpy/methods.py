# SPDX-License-Identifier: Apache-2.0
"""Methods of ndarray that are functions as well: the array is an argument."""

import inspect
import types

from .._array.host_data import with_host_data
from .._core import Function, ndarray
from .._runtime.compiled_paths import compiled
from .._runtime.help import with_help
from . import indexing, manipulation, math, products, scatter, sorting, statistics


def _clip(self, /, min=None, max=None, out=None, **kwargs):
    """Items limited to [min, max]. See numpy.ndarray.clip.

    >>> np.arange(5).clip(1, 3)
    array([1, 1, 2, 3, 3])
    """
    return math.clip(self, min, max, out, **kwargs)


def _compress(self, /, condition, axis=None, out=None):
    """Slices where `condition` holds. See numpy.ndarray.compress.

    >>> np.array([1, 2, 3]).compress([True, False, True])
    array([1, 3])
    """
    return indexing.compress(condition, self, axis, out)


def _choose(self, /, *choices, out=None, mode="raise"):
    """Array made of items of choices[self]. See numpy.ndarray.choose.

    >>> np.array([0, 1, 0]).choose([1, 2, 3], [10, 20, 30])
    array([ 1, 20,  3])
    """
    if not choices:
        raise TypeError("choose() takes exactly 1 argument (0 given)")
    return indexing.choose(
        self, choices[0] if len(choices) == 1 else choices, out, mode
    )


def _to_dlpack(self, /):
    """DLPack capsule of the memory, which can be taken once. See cupy.ndarray.toDlpack.

    CuPy's older name of `x.__dlpack__()`.

    >>> np.from_dlpack(np.ones(2).toDlpack())
    array([1., 1.])
    """
    return self.__dlpack__()


# What NumPy says of it, beside what it takes.
_choose.__signature__ = inspect.signature(
    lambda self, /, choices, out=None, mode="raise": None
)


# The parameters that NumPy's signature has by position alone, after the array. Its
# methods take them by name all the same.
_METHODS = {
    "argpartition": (sorting.argpartition, "kth"),
    "argsort": (sorting.method_argsort,),
    "choose": (_choose,),
    "clip": (_clip,),
    "compress": (_compress,),
    "dot": (products.dot, "other"),
    "partition": (sorting.method_partition, "kth"),
    "ptp": (statistics.ptp,),
    "put": (indexing.put, "indices", "values"),
    "repeat": (manipulation.repeat, "repeats"),
    "round": (math.round,),
    "scatter_add": (scatter.scatter_add,),
    "scatter_max": (scatter.scatter_max,),
    "scatter_min": (scatter.scatter_min,),
    "searchsorted": (sorting.searchsorted, "v"),
    "sort": (sorting.method_sort,),
    "take": (indexing.take, "indices"),
    "toDlpack": (_to_dlpack,),
    "trace": (math.trace,),
}


def _as_method(function, *names):
    """The function as a method: `self` and these parameters come first."""
    if isinstance(function, Function):
        return compiled(_as_method(function.__wrapped__, *names))
    code = function.__code__
    given = ("self", *names)
    new = dict(zip(code.co_varnames, given, strict=False))
    method = types.FunctionType(
        code.replace(
            co_varnames=tuple(new.get(x, x) for x in code.co_varnames),
            co_cellvars=tuple(new.get(x, x) for x in code.co_cellvars),
            co_posonlyargcount=1,
        ),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    method.__kwdefaults__ = function.__kwdefaults__
    method.__doc__ = function.__doc__
    method.__module__ = function.__module__
    method.__qualname__ = function.__qualname__
    if names:
        shown = [*inspect.signature(method).parameters.values()]
        for i in range(len(given)):
            shown[i] = shown[i].replace(kind=inspect.Parameter.POSITIONAL_ONLY)
        method.__signature__ = inspect.Signature(shown)
    elif hasattr(function, "__signature__"):
        method.__signature__ = function.__signature__
    return method


def attach():
    """Give ndarray the methods of this module."""
    for name, (function, *names) in _METHODS.items():
        method = with_host_data(_as_method(function, *names))
        setattr(ndarray, name, with_help(method))

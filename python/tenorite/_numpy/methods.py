# SPDX-License-Identifier: Apache-2.0
"""Methods of ndarray that are functions as well: the array is an argument."""

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


# By position alone come the array and what has a name here.
_METHODS = {
    "argpartition": (sorting.argpartition, "kth"),
    "argsort": (sorting.method_argsort,),
    "choose": (indexing.choose,),
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
    "trace": (math.trace,),
}


def _as_method(function, *names):
    """The function as a method: `self` and these parameters by position alone."""
    if isinstance(function, Function):
        return compiled(_as_method(function.__wrapped__, *names))
    code = function.__code__
    given = ("self", *names)
    new = dict(zip(code.co_varnames, given, strict=False))
    method = types.FunctionType(
        code.replace(
            co_varnames=tuple(new.get(x, x) for x in code.co_varnames),
            co_cellvars=tuple(new.get(x, x) for x in code.co_cellvars),
            co_posonlyargcount=len(given),
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
    return method


def attach():
    """Give ndarray the methods of this module."""
    for name, (function, *names) in _METHODS.items():
        method = with_host_data(_as_method(function, *names))
        setattr(ndarray, name, with_help(method))

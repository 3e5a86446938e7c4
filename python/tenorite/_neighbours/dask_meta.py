# SPDX-License-Identifier: Apache-2.0
"""dask.array: metas of our arrays stay ours, and indices and values have no structure.

A meta is an array without items, which says of which library and dtype the chunks are.
What a reduction gives for it is a scalar, which dask forgets, or of which it makes an
array by numpy.array(): on the CPU device the meta then is of the wrong library, on a GPU
that is a TypeError, since items of a GPU are not copied to the host unasked. Some
functions forget metas altogether.

dask asks numpy.empty_like() for arrays of structures, and does without them where that
is a TypeError. Ours is an array of NumPy's, into which no GPU's items go.
"""

import functools
import importlib
import types

import numpy

from .._array.convert import is_supported
from .._array.memory import is_in_host_memory
from .._core import empty, ndarray, scalar
from .dask_chunks import mend_chunks


class _Numpy(types.ModuleType):
    """NumPy as a module of dask sees it, to whom our scalars are arrays of ours."""

    def __getattr__(self, name):
        value = getattr(numpy, name)
        setattr(self, name, value)  # found without this function from now on
        return value


class _Making(_Numpy):
    """For modules that call array() of a scalar."""

    @staticmethod
    def array(object, *args, **keywords):
        if isinstance(object, scalar) and not args and not keywords:
            return object[...]
        return numpy.array(object, *args, **keywords)


class _Asking(_Numpy):
    """For the module that forgets a meta for which isscalar() holds."""

    @staticmethod
    def isscalar(element):
        return not isinstance(element, scalar) and numpy.isscalar(element)


class _Structureless(_Numpy):
    """For modules that can do without arrays of structures."""

    @staticmethod
    def empty_like(prototype, *args, **keywords):
        dtype = keywords.get("dtype")
        if isinstance(prototype, ndarray) and numpy.dtype(dtype).names:
            raise TypeError(f"no device computes with dtype {numpy.dtype(dtype)}")
        return numpy.empty_like(prototype, *args, **keywords)


_MODULES = {
    "dask.array._reductions_generic": _Asking,
    "dask.array.core": _Making,
    "dask.array.reductions": _Structureless,
    "dask.array.routines": _Structureless,
    "dask.array.utils": _Making,
}
_TRANSFORMS = ("fft", "fft2", "fftn", "rfft", "rfft2", "rfftn", "hfft")
# Functions whose results forget the meta; of several results, it is the first one.
_FORGETTING = {
    "dask.array.fft": (
        *_TRANSFORMS,
        *(f"i{name}" for name in _TRANSFORMS),
    ),
    "dask.array.reductions": (
        "nanmedian",
        "nanquantile",
        "prefixscan_blelloch",
        "quantile",
    ),
    "dask.array.routines": ("coarsen", "gradient", "histogram", "ravel_multi_index"),
    "dask.array.slicing": ("concatenate_array_chunks", "slice_with_bool_dask_array"),
}
# Modules that have imported functions of others.
_PLACES = ("dask.array", "dask.array.core", "dask.array.linalg", "dask.array.routines")


def mend_metas(dask_array):
    """Gives the modules that NumPy, and has functions remember, where they are there."""
    _mend(dask_array, "dask.array.routines", "unique", _unique)
    _mend(dask_array, "dask.array.fft", "fft_wrap", _fft_wrap)
    mend_chunks([_imported(place) for place in _PLACES])
    for name, seen in _MODULES.items():
        module = _imported(name)
        if getattr(module, "np", None) is numpy:
            module.np = seen("numpy", numpy.__doc__)
    for name, functions in _FORGETTING.items():
        module = _imported(name)
        for function in functions:
            _mend(dask_array, name, function, _remembering)


def _meta_among(arguments):
    """The first meta of ours that an argument, or an array in a sequence, has."""
    for x in arguments:
        for y in x if isinstance(x, (list, tuple)) else (x,):
            meta = getattr(y, "_meta", None)
            if isinstance(meta, ndarray):
                return meta
    return None


def _mend(dask_array, home, name, mended):
    """Puts `mended(function, class of arrays)` into the places of a function."""
    module = _imported(home)
    original = getattr(module, name, None)
    if original is None:
        return
    new = mended(original, dask_array.Array)
    for place in (module, *map(_imported, _PLACES)):
        if getattr(place, name, None) is original:
            setattr(place, name, new)


def _imported(name):
    try:
        return importlib.import_module(name)
    except ImportError:  # another version of dask
        return None


def _remembering(function, array_class):
    """The function, whose result has our meta if an argument has one."""

    def mended(result, like):
        forgot = isinstance(result, array_class) and type(result._meta) is numpy.ndarray
        if not forgot or not is_supported(result.dtype):
            return result
        meta = empty((0,) * result.ndim, result.dtype, like.device)
        return array_class(result.dask, result.name, result.chunks, meta=meta)

    @functools.wraps(function)
    def remembering(*args, **keywords):
        result = function(*args, **keywords)
        like = _meta_among((*args, *keywords.values()))
        if like is None:
            return result
        if isinstance(result, list):  # of gradient
            return [mended(x, like) for x in result]
        if isinstance(result, tuple):
            return mended(result[0], like), *result[1:]
        return mended(result, like)

    return remembering


def _unique(function, array_class):
    """da.unique, which finds places and counts with structures alone.

    On the CPU device NumPy's arrays have them, on the same memory.
    """

    @functools.wraps(function)
    def unique(ar, *args, **keywords):
        meta = getattr(ar, "_meta", None)
        wants_more = any(args) or any(keywords.values())
        if wants_more and isinstance(meta, ndarray) and is_in_host_memory(meta):
            ar = ar.map_blocks(numpy.asarray)
        return function(ar, *args, **keywords)

    return unique


def _fft_wrap(function, array_class):
    """da.fft.fft_wrap, which makes functions of NumPy's that remember the meta as well.

    What other libraries' functions give for our arrays nobody knows here.
    """

    @functools.wraps(function)
    def fft_wrap(fft_func, *args, **keywords):
        made = function(fft_func, *args, **keywords)
        is_numpys = (getattr(fft_func, "__module__", None) or "").startswith("numpy.")
        return _remembering(made, array_class) if is_numpys else made

    return fft_wrap

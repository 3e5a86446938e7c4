# SPDX-License-Identifier: Apache-2.0
"""Statistics that ignore NaN.

Slices without any number give NaN and, where their values are on the host, NumPy's
warning; on a GPU it would wait for a copy, so there is none.
"""

import numpy

from .. import _core
from .._array.convert import as_operand
from .._array.memory import is_in_host_memory
from .._core import ufuncs
from .statistics import _ddof, _reduce, _var_about

__all__ = [
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmin",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
]

_NoValue = numpy._NoValue


def _numbers(a, where=_NoValue):
    """Mask of the items that count, or the given one where none can be NaN."""
    if a.dtype.kind not in "fc":
        return where
    valid = ufuncs["logical_not"](ufuncs["isnan"](a))
    if where is _NoValue or where is True or where is None:
        return valid
    return ufuncs["logical_and"](valid, as_operand(where, a))


def _warn_of_nans(a, result):
    """The warning of nanmax and nanmin; a list of theirs is no array to NumPy."""
    if result.dtype.kind in "fc" and is_in_host_memory(result):
        if bool(ufuncs["isnan"](result).any()):
            kind = "slice" if isinstance(a, _core.ndarray) else "axis"
            _core.warn(f"All-NaN {kind} encountered", RuntimeWarning)
    return result


def nansum(
    a,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NoValue,
    initial=_NoValue,
    where=_NoValue,
):
    """Sum along axes of the items that are not NaN. See numpy.nansum.

    >>> np.nansum(np.array([np.nan, 1.0, 2.0]))
    np.float64(3.0)
    """
    a = as_operand(a)
    valid = _numbers(a, where)
    return _reduce("sum", a, axis, dtype, out, keepdims, initial, valid)


def nanprod(
    a,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NoValue,
    initial=_NoValue,
    where=_NoValue,
):
    """Product along axes of the items that are not NaN. See numpy.nanprod.

    >>> np.nanprod(np.array([np.nan, 3.0, 2.0]))
    np.float64(6.0)
    """
    a = as_operand(a)
    valid = _numbers(a, where)
    return _reduce("prod", a, axis, dtype, out, keepdims, initial, valid)


def nanmax(a, axis=None, out=None, keepdims=_NoValue, initial=_NoValue, where=_NoValue):
    """Largest item along axes that is not NaN. See numpy.nanmax.

    >>> np.nanmax(np.array([np.nan, 1.0, 2.0]))
    np.float64(2.0)
    """
    result = _reduce("fmax", a, axis, None, out, keepdims, initial, where)
    return _warn_of_nans(a, result)


def nanmin(a, axis=None, out=None, keepdims=_NoValue, initial=_NoValue, where=_NoValue):
    """Smallest item along axes that is not NaN. See numpy.nanmin.

    >>> np.nanmin(np.array([np.nan, 1.0, 2.0]))
    np.float64(1.0)
    """
    result = _reduce("fmin", a, axis, None, out, keepdims, initial, where)
    return _warn_of_nans(a, result)


def _check_inexact(a, dtype, out):
    if a.dtype.kind not in "fc":
        return
    if dtype is not None and numpy.dtype(dtype).kind not in "fc":
        raise TypeError("If a is inexact, then dtype must be inexact")
    if out is not None and out.dtype.kind not in "fc":
        raise TypeError("If a is inexact, then out must be inexact")


def nanmean(a, axis=None, dtype=None, out=None, keepdims=_NoValue, *, where=_NoValue):
    """Mean along axes of the items that are not NaN. See numpy.nanmean.

    >>> np.nanmean(np.array([np.nan, 1.0, 2.0]))
    np.float64(1.5)
    """
    a = as_operand(a)
    _check_inexact(a, dtype, out)
    if a.dtype.kind not in "fc":
        return _reduce("mean", a, axis, dtype, out, keepdims, where=where)
    valid = _numbers(a, where)
    result = _reduce("mean", a, axis, dtype, out, keepdims, where=valid, warns=False)
    if is_in_host_memory(a) and bool(ufuncs["isnan"](result).any()):
        # Infinities of both signs make NaN as well.
        counted = _core.broadcast_to(valid, a.shape)
        if not bool(_reduce("any", counted, axis, None, None, keepdims).all()):
            _core.warn("Mean of empty slice", RuntimeWarning)
    return result


def _spread(name, a, axis, dtype, out, ddof, keepdims, where, mean, correction):
    a = as_operand(a)
    _check_inexact(a, dtype, out)
    ddof = _ddof(ddof, correction)
    valid = _numbers(a, where)
    is_inexact = a.dtype.kind in "fc"
    if mean is _NoValue:
        result = _reduce(
            name,
            a,
            axis,
            dtype,
            out,
            keepdims,
            where=valid,
            ddof=ddof,
            warns=not is_inexact,
        )
    else:
        result = _var_about(a, mean, axis, dtype, out, ddof, keepdims, valid)
        if name == "std":
            result = ufuncs["sqrt"](result, out=result)
    if not is_inexact:
        return result
    # Slices of too few items are NaN by themselves, but for larger corrections.
    is_certain = mean is _NoValue and ddof <= 1
    on_host = is_in_host_memory(a)
    if is_certain and not (on_host and bool(ufuncs["isnan"](result).any())):
        return result
    # Without degrees of freedom NumPy gives NaN here, not var()'s infinity.
    counted = _core.broadcast_to(valid, a.shape)
    count = _reduce("sum", counted, axis, None, None, keepdims)
    lacking = count <= ddof
    if on_host and bool(lacking.any()):
        _core.warn("Degrees of freedom <= 0 for slice.", RuntimeWarning)
    _core.copyto(result, numpy.nan, where=lacking)
    return result


def nanvar(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NoValue,
    *,
    where=_NoValue,
    mean=_NoValue,
    correction=_NoValue,
):
    """Variance along axes of the items that are not NaN. See numpy.nanvar.

    >>> np.nanvar(np.array([np.nan, 1.0, 3.0]))
    np.float64(1.0)
    """
    return _spread("var", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def nanstd(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NoValue,
    *,
    where=_NoValue,
    mean=_NoValue,
    correction=_NoValue,
):
    """Standard deviation along axes of the items that are not NaN. See numpy.nanstd.

    >>> np.nanstd(np.array([np.nan, 1.0, 3.0]))
    np.float64(1.0)
    """
    return _spread("std", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def _nanarg(name, a, filler, axis, out, keepdims):
    a = as_operand(a)
    if a.dtype.kind not in "fc":
        return _reduce(name, a, axis, None, out, keepdims)
    bad = ufuncs["isnan"](a)
    a = _core.select(bad, a.dtype.type(filler), a)
    lacking = _reduce("all", bad, axis, None, None, False) if a.size else None
    # In the same pass; `out` is written after the look alone.
    result = None if out is not None else _reduce(name, a, axis, None, None, keepdims)
    if lacking is not None and bool(lacking.any()):
        raise ValueError("All-NaN slice encountered")
    return _reduce(name, a, axis, None, out, keepdims) if result is None else result


def nanargmax(a, axis=None, out=None, *, keepdims=_NoValue):
    """Index of the first largest item that is not NaN.

    ValueError for a slice of NaNs only. See numpy.nanargmax.

    >>> np.nanargmax(np.array([np.nan, 1.0, 2.0]))
    np.int64(2)
    """
    return _nanarg("argmax", a, -numpy.inf, axis, out, keepdims)


def nanargmin(a, axis=None, out=None, *, keepdims=_NoValue):
    """Index of the first smallest item that is not NaN.

    ValueError for a slice of NaNs only. See numpy.nanargmin.

    >>> np.nanargmin(np.array([np.nan, 1.0, 2.0]))
    np.int64(1)
    """
    return _nanarg("argmin", a, numpy.inf, axis, out, keepdims)


def _nan_replaced(a, value):
    a = as_operand(a)
    if a.dtype.kind not in "fc":
        return a
    return _core.select(ufuncs["isnan"](a), a.dtype.type(value), a)


def nancumsum(a, axis=None, dtype=None, out=None):
    """Running sum that takes NaN for 0. See numpy.nancumsum.

    >>> np.nancumsum(np.array([2.0, np.nan, 3.0]))
    array([2., 2., 5.])
    """
    a = _nan_replaced(a, 0)
    return a.cumsum(axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    """Running product that takes NaN for 1. See numpy.nancumprod.

    >>> np.nancumprod(np.array([2.0, np.nan, 3.0]))
    array([2., 2., 6.])
    """
    a = _nan_replaced(a, 1)
    return a.cumprod(axis, dtype, out)

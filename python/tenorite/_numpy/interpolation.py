# SPDX-License-Identifier: Apache-2.0
"""One-dimensional linear interpolation."""

import numpy

from .. import _core
from .._array.convert import as_operand, as_operands, make_array
from .._array.memory import is_in_host_memory, on_host
from .._core import ufuncs
from .joining import concatenate

__all__ = ["interp"]

_FEW = 2**14  # items of x, for which NumPy's one pass costs least


def _periodic(x, xp, fp, period):
    if period == 0:
        raise ValueError("period must be a non-zero value")
    period = abs(period)
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if xp.shape[0] != fp.shape[0]:
        raise ValueError("fp and xp are not of the same length")
    x, xp = x % period, xp % period
    order = make_array(numpy.argsort(xp.get()), None, None, None, 0, xp.device)
    xp, fp = xp[order], fp[order]
    xp = concatenate((xp[-1:] - period, xp, xp[:1] + period))
    return x, xp, concatenate((fp[-1:], fp, fp[:1]))


def interp(x, xp, fp, left=None, right=None, period=None):
    """Piecewise linear interpolant through (xp, fp), at `x`; xp must increase.

    ValueError for empty samples and for lengths that differ. See numpy.interp.

    >>> np.interp(np.array([1.5]), [1.0, 2.0], [10.0, 20.0])
    array([15.])
    """
    x, xp, fp = as_operands([x, xp, fp])
    if x.size < _FEW and all(map(is_in_host_memory, (x, xp, fp))):
        return on_host(numpy.interp, x, xp, fp, left, right, period)
    if period is None and "c" in x.dtype.kind + xp.dtype.kind:
        raise TypeError(
            "Cannot cast array data from dtype('complex128') to dtype('float64') "
            "according to the rule 'safe'"
        )
    dtype = numpy.complex128 if fp.dtype.kind == "c" else numpy.float64
    x, xp = x.astype(float, copy=False), xp.astype(float, copy=False)
    fp = fp.astype(dtype, copy=False)
    if period is not None:
        left = right = None
        x, xp, fp = _periodic(x, xp, fp, period)
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("object too deep for desired array")
    n = xp.shape[0]
    if n == 0:
        raise ValueError("array of sample points is empty")
    if fp.shape[0] != n:
        raise ValueError("fp and xp are not of the same length.")
    left = fp[0] if left is None else as_operand(left, fp)
    right = fp[-1] if right is None else as_operand(right, fp)
    count = _core.searchsorted(xp, x, True)  # of items that are not above x
    at = ufuncs["maximum"](count, 1) - 1
    after = ufuncs["minimum"](at + 1, n - 1)

    def pick(values, where):
        return _core.take(values, where, "raise")

    x0, x1, y0, y1 = pick(xp, at), pick(xp, after), pick(fp, at), pick(fp, after)
    exact = (x0 == x) | (at == n - 1)
    width = _core.select(exact, 1.0, x1 - x0)
    with numpy.errstate(invalid="ignore"):  # of lines from or to infinity
        y = _line(width, x, x0, y0, x1, y1)
    y = _core.select(exact, y0, y)
    y = _core.select(x < xp[0], left, y)
    y = _core.select(x > xp[-1], right, y)
    isnan = ufuncs["isnan"](x)
    return _core.select(isnan, x.astype(dtype, copy=False), y)


def _line(width, x, x0, y0, x1, y1):
    """The line from the left end, from the right one where that is NaN."""
    if y0.dtype.kind == "c":
        out = _core.empty(x.shape, y0.dtype, x.device)
        for part in ("real", "imag"):
            a, b = getattr(y0, part), getattr(y1, part)
            _core.copyto(getattr(out, part), _line(width, x, x0, a, x1, b))
        return out
    isnan, slope = ufuncs["isnan"], (y1 - y0) / width
    y = slope * (x - x0) + y0
    y = _core.select(isnan(y), slope * (x - x1) + y1, y)
    return _core.select(isnan(y) & (y0 == y1), y0, y)

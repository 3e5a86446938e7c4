# SPDX-License-Identifier: Apache-2.0
"""Medians, percentiles and quantiles, and those that ignore NaN.

NumPy's formulas in NumPy's dtypes. Slices without any number give NaN and, where
their values are on the host, NumPy's warning.
"""

import functools
from typing import NamedTuple

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from .. import _core
from .._array.convert import UnsupportedDtype, as_operand, from_host, host_array
from .._array.memory import is_in_host_memory
from .._core import ndarray, ufuncs
from .nanfunctions import nanmean
from .sorting import _along
from .statistics import mean

__all__ = [
    "median",
    "nanmedian",
    "nanpercentile",
    "nanquantile",
    "percentile",
    "quantile",
]

_NoValue = numpy._NoValue


# ---- the virtual position of a quantile among n sorted items ----
#
# Hyndman and Fan, "Sample quantiles in statistical packages" (1996). `n` is a
# number or, where slices have lost their NaNs, an array; `xp` has what it needs.


def _between(alpha, beta):
    def position(xp, n, q):
        return n * q + (alpha + q * (1 - alpha - beta)) - 1

    return position


def _step(offset, is_lower):
    """The position rounded up, or down where `is_lower(part, position)` says so."""

    def position(xp, n, q):
        at = n * q - 1 - offset if offset else n * q - 1
        below = xp.floor(at)
        at = xp.where(is_lower(xp, at - below, below), below, below + 1)
        return xp.maximum(at, 0.0)

    return position


def _as_is(xp, part, position):
    return part


# Of each method: the position, and what becomes of its fraction; None where the
# position is whole already.
_METHODS = {
    "inverted_cdf": (_step(0, lambda xp, part, below: part == 0), None),
    "averaged_inverted_cdf": (
        lambda xp, n, q: n * q - 1,
        lambda xp, part, at: xp.where(part == 0, 0.5, 1.0),
    ),
    "closest_observation": (
        _step(0.5, lambda xp, part, below: (part == 0) & (below % 2 == 1)),
        None,
    ),
    "interpolated_inverted_cdf": (_between(0, 1), _as_is),
    "hazen": (_between(0.5, 0.5), _as_is),
    "weibull": (_between(0, 0), _as_is),
    "linear": (lambda xp, n, q: (n - 1) * q, _as_is),
    "median_unbiased": (_between(1 / 3.0, 1 / 3.0), _as_is),
    "normal_unbiased": (_between(3 / 8.0, 3 / 8.0), _as_is),
    "lower": (lambda xp, n, q: xp.floor((n - 1) * q), None),
    "higher": (lambda xp, n, q: xp.ceil((n - 1) * q), None),
    "midpoint": (
        lambda xp, n, q: 0.5 * (xp.floor((n - 1) * q) + xp.ceil((n - 1) * q)),
        lambda xp, part, at: xp.where(at % 1 == 0, 0.0, 0.5),
    ),
    "nearest": (lambda xp, n, q: xp.rint((n - 1) * q), None),
}


def _method(name):
    try:
        return _METHODS[name]
    except (KeyError, TypeError):
        raise ValueError(
            f"{name!r} is not a valid method. Use one of: {_METHODS.keys()}"
        ) from None


class _Device:
    """Our functions under the names that the formulas use."""

    floor = ufuncs["floor"]
    ceil = ufuncs["ceil"]
    rint = ufuncs["rint"]
    maximum = ufuncs["maximum"]
    where = _core.select


# ---- slices as lines ----


def _lines(a, axis):
    """The reduced axes as one, the last, and the shape with ones in their places."""
    if axis is None:
        return a.reshape(-1), (1,) * a.ndim
    axes = normalize_axis_tuple(axis, a.ndim)
    kept = tuple(i for i in range(a.ndim) if i not in axes)
    shape = tuple(1 if i in axes else n for i, n in enumerate(a.shape))
    if len(axes) == 1:
        return a.transpose((*kept, *axes)), shape
    order = (*kept, *sorted(axes))
    outer = tuple(a.shape[i] for i in kept)
    length = int(numpy.prod([a.shape[i] for i in axes], dtype=object))
    return a.transpose(order).reshape(*outer, length), shape


def _as_are(places):
    return places


def _ordered(lines, places):
    """Lines with the items of the sorted ones at ascending places, along the last axis.

    And a function that says where the item of each place is, the last one of all
    being last.
    """
    found = _core.items_at_ranks(lines, places) if places and lines.size else None
    if found is not None:
        return found, functools.partial(numpy.searchsorted, places)
    return _core.sort(lines, lines.ndim - 1, False, False), _as_are


def _at(lines, index):
    """Items at host positions along the last axis, whose axes come first."""
    axes = (lines.ndim - 1, *range(lines.ndim - 1))
    moved = lines.transpose(axes)
    if index.ndim == 0:
        return moved[int(index)]
    places = from_host(index.astype(numpy.intp), lines.device)
    return moved[places]


def _nans_kept(result, lines, extra):
    """`result` with NaN where a line has one, which is its last item then."""
    if lines.dtype.kind not in "fc":
        return result
    last = lines[..., -1]
    nan = ufuncs["isnan"](last)
    if result.ndim == 0 and extra == 0:
        return _core.select(nan, last.astype(result.dtype, copy=False), result)
    _core.copyto(result, last, where=nan, casting="unsafe")
    return result


def _finish(
    result,
    shape,
    out,
    keepdims,
    extra=0,
    casting="same_kind",
    is_array=False,
    spread=True,
):
    """The result in its place, or with the reduced axes as ones.

    One number is a scalar unless `is_array`, as NumPy's weighted ones are. With
    `spread` the result is broadcast to `out`.
    """
    keepdims = keepdims is not _NoValue and keepdims
    if keepdims:
        result = result.reshape(result.shape[:extra] + shape)
    if out is None:
        return result[...] if is_array else _core.as_scalar(result)
    if not isinstance(out, (ndarray, numpy.ndarray)):
        raise TypeError("return arrays must be of ArrayType")
    if out.shape != result.shape:
        if keepdims or not spread:
            raise ValueError(
                f"output parameter has the wrong shape: {out.shape}, not {result.shape}"
            )
        result = _core.broadcast_to(result, out.shape)
    _core.copyto(out, result, casting=casting)
    return out


# ---- medians ----


def _median(lines):
    n = lines.shape[-1]
    if n == 0:
        return mean(lines, axis=-1)
    half = n // 2
    low = half if n % 2 else half - 1
    places = {low, half} | ({n - 1} if lines.dtype.kind in "fc" else set())
    ordered, where = _ordered(lines, sorted(places))
    middle = ordered[..., int(where(low)) : int(where(half)) + 1]
    return _nans_kept(mean(middle, axis=-1), ordered, 0)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Median along axes; the mean of both middle items. See numpy.median.

    >>> np.median(np.array([3.0, 1.0, 2.0, 10.0]))
    np.float64(2.5)
    """
    a = as_operand(a)
    lines, shape = _lines(a, axis)
    result = _median(lines)
    return _finish(result, shape, out, keepdims, casting="unsafe", spread=False)


def _middle(lines, n):
    """Means of the items around the middle of the first n items of sorted lines."""
    half = n // 2
    even = n % 2 == 0
    high = _along(lines, ufuncs["minimum"](half, lines.shape[-1] - 1)[..., None], -1)
    low = _along(lines, ufuncs["maximum"](half - even, 0)[..., None], -1)
    both = _core.empty((*n.shape, 2), lines.dtype, lines.device)
    both[..., :1], both[..., 1:] = low, high
    return _core.select(even, mean(both, axis=-1), high[..., 0])


def _count_numbers(ordered):
    nan = ufuncs["isnan"](ordered)
    return ordered.shape[-1] - nan.sum(axis=-1)


def _warn_of_empty(flags):
    if is_in_host_memory(flags) and bool(flags.any()):
        _core.warn("All-NaN slice encountered", RuntimeWarning)


def _numbers_of_line(lines):
    """One line's items that are not NaN, or None: on GPUs their number would be
    waited for, and many lines may have different numbers of them.
    """
    if lines.ndim != 1 or not is_in_host_memory(lines):
        return None
    numbers = lines[ufuncs["logical_not"](ufuncs["isnan"](lines))]
    return numbers if numbers.size else None


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=_NoValue):
    """Median along axes of the items that are not NaN. See numpy.nanmedian.

    >>> np.nanmedian(np.array([np.nan, 1.0, 2.0]))
    np.float64(1.5)
    """
    a = as_operand(a)
    if a.size == 0:
        return nanmean(a, axis, out=out, keepdims=keepdims)
    lines, shape = _lines(a, axis)
    numbers = lines if a.dtype.kind not in "fc" else _numbers_of_line(lines)
    if numbers is not None:
        return _finish(_median(numbers), shape, out, keepdims, casting="unsafe")
    ordered = _core.sort(lines, lines.ndim - 1, False, False)
    n = _count_numbers(ordered)
    _warn_of_empty(n == 0)
    result = _core.select(n == 0, ordered[..., -1], _middle(ordered, n))
    return _finish(result, shape, out, keepdims, casting="unsafe")


# ---- quantiles ----


def _interpolated(low, high, part, rest, upper):
    """Between two items by a fraction, from the nearer one, as NumPy does it."""
    step = high - low
    if upper is True:
        return high - step * rest
    result = low + step * part
    if upper is False:
        return result
    return _core.select(upper, (high - step * rest).astype(result.dtype), result)


def _positions(at, n, inexact):
    """Whole positions beside virtual ones, on the host."""
    low = numpy.floor(at)
    high = low + 1
    above, below = at >= n - 1, at < 0
    if inexact:
        above = above | numpy.isnan(at)
    low = numpy.where(above, n - 1, numpy.where(below, 0, low))
    high = numpy.where(above, n - 1, numpy.where(below, 0, high))
    return low, high, above


class _Places(NamedTuple):
    """Where quantiles are among the sorted items of a line, on the host."""

    ranks: list  # ascending: of all items that are looked at
    low: numpy.ndarray  # the rank below each quantile, or at it
    high: numpy.ndarray | None  # above each; None where `low` is at all of them
    amounts: tuple | None  # of _interpolated()


def _find_places(method, n, ndim, inexact, weak, q):
    """Of `q` in lines of n items, in an array of so many axes."""
    position, fraction = _method(method)
    at = numpy.asarray(position(numpy, n, q))
    last = {n - 1} if inexact else set()
    if fraction is None or (method == "linear" and at.dtype.kind in "iu"):
        at = at.astype(numpy.intp)
        ranks = {rank + n if rank < 0 else rank for rank in at.ravel().tolist()}
        return _Places(sorted(ranks | last), at, None, None)
    low, high, above = _positions(at, n, inexact)
    ranks = {*low.ravel().astype(int).tolist(), *high.ravel().astype(int).tolist()}
    # NumPy counts from the end there, which its fractions show.
    before = numpy.where(above, -1, low).astype(numpy.intp)
    part = numpy.asanyarray(at - before)
    part = numpy.asanyarray(fraction(numpy, part, at), dtype=at.dtype)
    if weak:
        part = float(part)
    elif part.ndim == 0:
        part = part[()]
    else:
        part = part.reshape(at.shape + (1,) * (ndim - 1))
    upper = part >= 0.5
    amounts = part, 1 - part, upper if numpy.ndim(part) else bool(upper)
    return _Places(sorted(ranks | last), low, high, amounts)


# Programs ask for the same quantiles of equal shapes, and of few items these take
# longer to say than to find.
@functools.lru_cache(maxsize=64)
def _known_places(method, n, ndim, inexact, weak, bits, dtype, shape):
    q = numpy.frombuffer(bits, dtype).reshape(shape)
    return _find_places(method, n, ndim, inexact, weak, q)


def _quantiles(lines, q, method, weak):
    _method(method)
    key = method, lines.shape[-1], lines.ndim, lines.dtype.kind in "fc", weak
    if q.dtype.kind == "O" or q.size == 0:
        places = _find_places(*key, q)
    else:
        places = _known_places(*key, q.tobytes(), q.dtype, q.shape)
    ordered, where = _ordered(lines, places.ranks)
    low = _at(ordered, numpy.asarray(where(places.low)))
    if places.high is None:
        if low.ndim == 0 or places.low.ndim == 0:
            low = low.copy()
        return _nans_kept(low, ordered, q.ndim)
    high = _at(ordered, numpy.asarray(where(places.high)))
    amounts = places.amounts
    if numpy.ndim(amounts[0]):
        amounts = tuple(from_host(x, lines.device) for x in amounts)
    return _nans_kept(_interpolated(low, high, *amounts), ordered, q.ndim)


def _weighted(lines, weights, q):
    order = _core.argsort(lines, lines.ndim - 1, False)
    ordered = _along(lines, order, lines.ndim - 1)
    weights = _core.broadcast_to(weights, lines.shape)
    cdf = _along(weights, order, lines.ndim - 1).cumsum(axis=-1, dtype=numpy.float64)
    cdf = cdf / cdf[..., -1:]
    if bool(ufuncs["isnan"](cdf[..., -1]).any()):
        raise ValueError("Weights included NaN, inf or were all zero.")
    if q.dtype.kind == "f":
        cdf = cdf.astype(q.dtype, copy=False)
    # A quantile of 0 is the first item that has a weight.
    cdf = _core.select(cdf == 0, cdf.dtype.type(-1), cdf)
    result = _core.empty((q.size, *lines.shape[:-1]), lines.dtype, lines.device)
    for i, value in enumerate(q.ravel()):
        below = (cdf < value).sum(axis=-1)
        place = ufuncs["minimum"](below, lines.shape[-1] - 1)
        result[i] = _along(ordered, place[..., None], lines.ndim - 1)[..., 0]
    result = result.reshape(q.shape + lines.shape[:-1])
    return _nans_kept(result, ordered, q.ndim)


def _checked(a, q, scale, weights, method, axis):
    """The arguments of all four functions as arrays; NumPy's errors for them."""
    a = as_operand(a)
    if a.dtype.kind == "c":
        raise TypeError("a must be an array of real numbers")
    weak = type(q) in (int, float)
    q = host_array(q)
    if q.dtype.kind == "O":  # fractions: NumPy's arithmetic is theirs
        raise UnsupportedDtype(q.dtype)
    q = q if scale == 1 else numpy.true_divide(q, scale, out=...)
    nothing = q.ndim == 1 and q.size == 0
    if not (nothing or (q.min() >= 0 and q.max() <= 1)):
        raise ValueError(
            "Quantiles must be in the range [0, 1]"
            if scale == 1
            else "Percentiles must be in the range [0, 100]"
        )
    if weights is not None:
        if method != "inverted_cdf":
            raise ValueError(
                f"Only method 'inverted_cdf' supports weights. Got: {method}."
            )
        if axis is not None:
            axis = normalize_axis_tuple(axis, a.ndim, argname="axis")
        weights = _valid_weights(as_operand(weights, a), a, axis)
    return a, q, weights, weak


def _valid_weights(weights, a, axis):
    if a.shape != weights.shape:
        if axis is None:
            raise TypeError(
                "Axis must be specified when shapes of a and weights differ."
            )
        if weights.shape != tuple(a.shape[ax] for ax in axis):
            raise ValueError(
                "Shape of weights must be consistent with "
                "shape of a along specified axis."
            )
        order = sorted(range(len(axis)), key=axis.__getitem__)
        spread = [n if ax in axis else 1 for ax, n in enumerate(a.shape)]
        weights = weights.transpose(order).reshape(spread)
    if bool((weights < 0).any()):
        raise ValueError("Weights must be non-negative.")
    return _core.broadcast_to(weights, a.shape)


def _quantile(a, q, scale, axis, out, method, keepdims, weights):
    a, q, weights, weak = _checked(a, q, scale, weights, method, axis)
    return _of_all(a, q, weights, weak, axis, out, method, keepdims)


def _of_all(a, q, weights, weak, axis, out, method, keepdims):
    lines, shape = _lines(a, axis)
    if q.ndim > 2:
        raise ValueError("q must be a scalar or 1d")
    is_array = weights is not None
    if is_array:
        result = _weighted(lines, _lines(weights, axis)[0], q)
        # A NaN is no array in NumPy, unlike other numbers.
        is_array = result.ndim > 0 or not bool(ufuncs["isnan"](result))
    else:
        if lines.shape[-1] == 0:
            # NumPy has an exception for everything but no quantiles at all.
            host = numpy.empty(a.shape, a.dtype)
            numpy.quantile(host, q, axis, None, False, method)
        result = _quantiles(lines, q, method, weak)
        if not result.flags.c_contiguous:
            result = result.copy()  # in C order, whatever that of `a`
    return _finish(result, shape, out, keepdims, q.ndim, is_array=is_array)


def quantile(
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=False,
    *,
    weights=None,
):
    """Quantiles along axes for q in [0, 1]; the result's first axes are those of q.

    `weights` require the method "inverted_cdf". ValueError for q out of range.
    See numpy.quantile.

    >>> np.quantile(np.array([1.0, 2.0, 3.0, 4.0]), 0.25)
    np.float64(1.75)
    """
    return _quantile(a, q, 1, axis, out, method, keepdims, weights)


def percentile(
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=False,
    *,
    weights=None,
):
    """Percentiles along axes for q in [0, 100]; the result's first axes are those of q.

    ValueError for q out of range. See numpy.percentile.

    >>> np.percentile(np.array([1.0, 2.0, 3.0, 4.0]), 50)
    np.float64(2.5)
    """
    return _quantile(a, q, 100, axis, out, method, keepdims, weights)


# ---- without NaNs ----


def _nan_quantile_of(ordered, n, q, method, dtype):
    """One quantile of the first n items of sorted lines; q is a number."""
    position, fraction = _method(method)
    count = n.astype(numpy.float64)
    at = position(_Device, count, q)
    last = ufuncs["maximum"](n - 1, 0)

    def items(index):
        index = ufuncs["minimum"](ufuncs["maximum"](index, 0).astype(numpy.int64), last)
        return _along(ordered, index[..., None], ordered.ndim - 1)[..., 0]

    if fraction is None:
        return items(at).astype(dtype, copy=False)
    low = ufuncs["floor"](at)
    above = at >= count - 1
    part = at - _core.select(above, -1.0, _core.select(at < 0, 0.0, low))
    part = fraction(_Device, part, at)
    next_ = _core.select(at < 0, 0.0, low + 1)
    amounts = [x.astype(dtype) for x in (part, 1 - part)]
    return _interpolated(items(low), items(next_), *amounts, part >= 0.5)


def _nan_quantile(a, q, scale, axis, out, method, keepdims, weights):
    a, q, weights, weak = _checked(a, q, scale, weights, method, axis)
    if a.size == 0:
        return nanmean(a, axis, out=out, keepdims=keepdims)
    if a.dtype.kind != "f":
        return _of_all(a, q, weights, weak, axis, out, method, keepdims)
    lines, shape = _lines(a, axis)
    if q.ndim > 2:
        raise ValueError("q must be a scalar or 1d")
    _method(method)
    if weights is None and (numbers := _numbers_of_line(lines)) is not None:
        result = _quantiles(numbers, q, method, weak)
        return _finish(result, shape, out, keepdims, q.ndim, "unsafe")
    nan = ufuncs["isnan"](lines)
    if weights is not None:
        # Items that are NaN weigh nothing; they are last in any order.
        weights = _core.select(nan, 0.0, _lines(weights, axis)[0])
        replaced = _core.select(nan, a.dtype.type(numpy.inf), lines)
        empty = nan.all(axis=-1)
        _warn_of_empty(empty)
        weights = _core.select(empty[..., None], 1.0, weights)
        result = _weighted(replaced, weights, q)
        _core.copyto(result, numpy.nan, where=empty)
        return _finish(result, shape, out, keepdims, q.ndim, "unsafe", is_array=True)
    ordered = _core.sort(lines, lines.ndim - 1, False, False)
    n = _count_numbers(ordered)
    _warn_of_empty(n == 0)
    whole = _METHODS[method][1] is None
    dtype = a.dtype
    if not weak and not whole:
        dtype = numpy.promote_types(a.dtype, q.dtype if q.dtype.kind == "f" else "f8")
    result = _core.empty((q.size, *lines.shape[:-1]), dtype, a.device)
    for i, value in enumerate(q.ravel()):
        result[i] = _nan_quantile_of(ordered, n, float(value), method, dtype)
    _core.copyto(result, numpy.nan, where=n == 0)
    result = result.reshape(q.shape + lines.shape[:-1])
    return _finish(result, shape, out, keepdims, q.ndim, "unsafe")


def nanquantile(
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=_NoValue,
    *,
    weights=None,
):
    """Quantiles along axes of the items that are not NaN. See numpy.nanquantile.

    >>> np.nanquantile(np.array([np.nan, 1.0, 2.0]), 0.5)
    np.float64(1.5)
    """
    return _nan_quantile(a, q, 1, axis, out, method, keepdims, weights)


def nanpercentile(
    a,
    q,
    axis=None,
    out=None,
    overwrite_input=False,
    method="linear",
    keepdims=_NoValue,
    *,
    weights=None,
):
    """Percentiles along axes of the items that are not NaN. See numpy.nanpercentile.

    >>> np.nanpercentile(np.array([np.nan, 1.0, 2.0]), 50)
    np.float64(1.5)
    """
    return _nan_quantile(a, q, 100, axis, out, method, keepdims, weights)

# SPDX-License-Identifier: Apache-2.0
"""Counting and histograms.

Edges are made on the host from the least and the largest item; NumPy's rule
decides which bin an item belongs to. Weights are added in float64.
"""

import builtins
import operator

import numpy

from .. import _core
from .._array.convert import (
    as_operand,
    as_operands,
    beside,
    check_line,
    common_dtype,
    from_host,
    host_array,
    host_scalar,
    is_host_array,
)
from .._core import ndarray, ufuncs
from .._runtime.compiled_paths import compiled
from .._runtime.numpy_version import FROM_2_5
from .order_statistics import percentile
from .sorting import searchsorted, sort

__all__ = [
    "bincount",
    "digitize",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
]

# ---- numbers ----


def _least_and_largest(a):
    """Both as NumPy scalars, waiting once."""
    return _core.least_and_largest(a).get()


@compiled
def bincount(x, /, weights=None, minlength=0):
    """Number of occurrences of each integer from 0 on in the 1-d array `x`.

    The counts are int64. With `weights` the result has the float64 sums of the
    weights instead. ValueError for negative integers.
    See numpy.bincount.

    >>> np.bincount(np.array([0, 1, 1, 3]))
    array([1, 2, 0, 1])
    """
    if not isinstance(x, (ndarray, numpy.ndarray)) and hasattr(type(x), "__array__"):
        x = as_operand(x)
    if not isinstance(x, ndarray):
        if is_host_array(x) and isinstance(weights, ndarray):
            beside(x[:0], weights.device)
        h = numpy.asarray(x)
        if h.ndim > 1 and h is not x:
            numpy.bincount(x)  # raises in the words for sequences
        if h.dtype.kind == "f" and h is not x:  # NumPy takes lists of them
            if h.size and FROM_2_5:
                numpy.bincount(h)  # raises
            if h.size:
                _core.warn(
                    "Non-integer input passed to bincount. In a future version of "
                    "NumPy, this will be an error. (Deprecated NumPy 2.1)",
                    DeprecationWarning,
                )
            h = h.astype(numpy.intp)
        x = from_host(h, weights.device if isinstance(weights, ndarray) else None)
    check_line(x)
    if x.dtype.char not in "lq":
        x = _as_numbers(x)
    if minlength is None:
        raise TypeError("use 0 instead of None for minlength")
    minlength = operator.index(minlength)
    if not -(1 << 63) <= minlength < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    if x.size == 0:  # whatever the weights
        return _core.count_numbers(x, minlength)
    least, largest = _core.least_and_largest(x).tolist()
    if least < 0:
        raise ValueError("'list' argument must have no negative elements")
    length = max(minlength, largest + 1)
    if length >= 1 << 63:
        raise ValueError("Maximum allowed dimension exceeded")
    if weights is None:
        return _core.count_numbers(x, length)
    given, weights = weights, as_operand(weights, x)
    if isinstance(given, (list, tuple)) and (
        weights.ndim > 1 or weights.dtype.kind == "c"
    ):
        numpy.bincount([0], given)  # raises in the words for sequences
    check_line(weights)
    _check_real(weights)
    if weights.shape != x.shape:
        raise ValueError("The weights and list don't have the same length.")
    weights = weights.astype(numpy.float64, copy=False)
    return _core.sum_by_number(x.astype(numpy.int64, copy=False), weights, length)


def _as_numbers(x):
    """Integers or truths as NumPy reads them; its error for all else."""
    if x.dtype.kind in "fc" or not numpy.can_cast(x.dtype, numpy.intp, "same_kind"):
        numpy.bincount(numpy.empty(1, x.dtype))
    return x.astype(numpy.int64) if x.dtype == numpy.uint64 else x


def _check_real(x):
    if not numpy.can_cast(x.dtype, numpy.float64):
        raise TypeError(
            f"Cannot cast array data from {x.dtype!r} to dtype('float64') according "
            "to the rule 'safe'"
        )


def digitize(x, bins, right=False):
    """Number of the bin of each item between monotonic edges. See numpy.digitize.

    Bins include their left edges, or with `right` their right ones.

    >>> np.digitize(np.array([0.2, 6.4, 3.0]), [0.0, 1.0, 2.5, 4.0, 10.0])
    array([1, 4, 3])
    """
    x, bins = as_operands([x, bins])
    if x.dtype.kind == "c":
        raise TypeError("x may not be complex")
    check_line(bins)
    _check_real(bins)
    side = "left" if right else "right"
    if _rises(bins):
        return searchsorted(bins, x, side)
    return bins.shape[0] - searchsorted(bins[::-1], x, side)


# Edges that are fetched: one small copy takes less time than several launches.
_FEW_EDGES = 1 << 14


def _rises(edges):
    """Whether edges rise rather than fall, as the first two that differ do.

    ValueError for others; waits once for those that rise. A NaN is no larger than
    any number.
    """
    if edges.size <= _FEW_EDGES:
        edges = host_array(edges)
    before, after = edges[:-1], edges[1:]
    if before.size == 0 or (before <= after).all():
        return True
    differ, rise, fall = before != after, before < after, before > after
    rises_first = rise.any() & (rise.argmax() == differ.argmax())
    # One number, so that all of it is one pass and one copy to the host.
    flags = int(differ.any() + 2 * rise.any() + 4 * fall.any() + 8 * rises_first)
    differs, any_rises, any_falls, rises = (flags & bit for bit in (1, 2, 4, 8))
    if any_falls if rises else any_rises:
        raise ValueError("bins must be monotonically increasing or decreasing")
    return bool(rises or not differs)


# ---- edges ----


def _outer_edges(a, range):
    """NumPy's choice of the first and the last edge, on the host."""
    if range is not None:
        first, last = (host_scalar(x) for x in range)
        if first > last:
            raise ValueError("max must be larger than min in range parameter.")
        if not (numpy.isfinite(first) and numpy.isfinite(last)):
            raise ValueError(f"supplied range of [{first}, {last}] is not finite")
    elif a.size == 0:
        first, last = 0, 1
    else:
        first, last = _least_and_largest(a)
        if not (numpy.isfinite(first) and numpy.isfinite(last)):
            raise ValueError(f"autodetected range of [{first}, {last}] is not finite")
    if first == last:
        first, last = first - 0.5, last + 0.5
    return first, last


def _difference(last, first):
    """last - first, unsigned where both are integers."""
    dtype = numpy.result_type(last, first)
    if dtype.kind != "i":
        return numpy.subtract(last, first, dtype=dtype)
    unsigned = numpy.dtype(f"u{dtype.itemsize}")
    both = numpy.asarray(last, dtype), numpy.asarray(first, dtype)
    return numpy.subtract(*both, casting="unsafe", dtype=unsigned)


def _ptp(x):
    return _difference(*_least_and_largest(x)[::-1])


def _width_sqrt(x, range):
    return _ptp(x) / numpy.sqrt(x.size)


def _width_sturges(x, range):
    return _ptp(x) / (numpy.log2(x.size) + 1.0)


def _width_rice(x, range):
    return _ptp(x) / (2.0 * x.size ** (1.0 / 3))


def _width_scott(x, range):
    return (24.0 * numpy.pi**0.5 / x.size) ** (1.0 / 3.0) * x.std().get()[()]


def _width_stone(x, range):
    n, ptp = x.size, _ptp(x)
    if n <= 1 or ptp == 0:
        return 0

    def loss(bins):
        share = histogram(x, bins, range)[0].get() / n
        return (2 - (n + 1) * share.dot(share)) / (ptp / bins)

    most = builtins.max(100, int(numpy.sqrt(n)))
    bins = builtins.min(builtins.range(1, most + 1), key=loss)
    if bins == most:
        _core.warn("The number of bins estimated may be suboptimal.", RuntimeWarning)
    return ptp / bins


def _width_doane(x, range):
    n = x.size
    if n <= 2:
        return 0.0
    spread = numpy.sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)))
    sigma = x.std()
    if not float(sigma) > 0.0:
        return 0.0
    scaled = (x - x.mean()) / sigma
    skew = (scaled * scaled * scaled).mean().get()[()]
    more = numpy.log2(1.0 + numpy.absolute(skew) / spread)
    return _ptp(x) / (1.0 + numpy.log2(n) + more)


def _width_fd(x, range):
    high, low = percentile(x, [75, 25]).get()
    return 2.0 * (high - low) * x.size ** (-1.0 / 3.0)


def _width_auto(x, range):
    fd = builtins.max(_width_fd(x, range), _width_sqrt(x, range) / 2)
    return builtins.min(fd, _width_sturges(x, range))


_WIDTHS = {
    "stone": _width_stone,
    "auto": _width_auto,
    "doane": _width_doane,
    "fd": _width_fd,
    "rice": _width_rice,
    "scott": _width_scott,
    "sqrt": _width_sqrt,
    "sturges": _width_sturges,
}


def _estimated_bins(a, name, range, weights):
    """Outer edges and how many bins an estimator wants between them."""
    if name not in _WIDTHS:
        raise ValueError(f"{name!r} is not a valid estimator for `bins`")
    if weights is not None:
        raise TypeError(
            "Automated estimation of the number of "
            "bins is not supported for weighted data"
        )
    first, last = _outer_edges(a, range)
    if range is not None:
        a = a[(a >= first) & (a <= last)]
    if a.size == 0:
        return first, last, 1
    width = _WIDTHS[name](a, (first, last))
    if not width:
        return first, last, 1
    if a.dtype.kind in "iu" and width < 1:
        width = 1
    return first, last, int(numpy.ceil(_difference(last, first) / width))


def _bin_edges(a, bins, range, weights):
    """(edges, outer ones): on the host if evenly spaced, else (device array, None)."""
    if isinstance(bins, str):
        first, last, n = _estimated_bins(a, bins, range, weights)
    elif numpy.ndim(bins) == 0:
        try:
            n = operator.index(bins)
        except TypeError as error:
            raise TypeError(
                "`bins` must be an integer, a string, or an array"
            ) from error
        if n < 1:
            raise ValueError("`bins` must be positive, when an integer")
        first, last = _outer_edges(a, range)
    elif numpy.ndim(bins) == 1:
        edges = as_operand(bins, a)
        if bool((edges[:-1] > edges[1:]).any()):
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges, None
    else:
        raise ValueError("`bins` must be 1d, when an array")
    dtype = numpy.result_type(first, last, a.dtype)
    if dtype.kind in "iu":
        dtype = numpy.result_type(dtype, float)
    edges = numpy.linspace(first, last, n + 1, endpoint=True, dtype=dtype)
    if (edges[:-1] >= edges[1:]).any():
        raise ValueError(
            f"Too many bins for data range. Cannot create {n} finite-sized bins."
        )
    return edges, (first, last)


def _flat(a, weights):
    a = as_operand(a, weights if isinstance(weights, ndarray) else None)
    if a.dtype.kind == "b":
        _core.warn(
            f"Converting input from {a.dtype} to {numpy.uint8} for compatibility.",
            RuntimeWarning,
        )
        a = a.astype(numpy.uint8)
    if weights is not None:
        (weights,) = as_operands([as_operand(weights, a)])
        if weights.shape != a.shape:
            raise ValueError("weights should have the same shape as a.")
        weights = weights.ravel()
    return a.ravel(), weights


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The edges that histogram() would use. See numpy.histogram_bin_edges.

    >>> np.histogram_bin_edges(np.array([0.0, 4.0]), bins=4)
    array([0., 1., 2., 3., 4.])
    """
    a, weights = _flat(a, weights)
    edges, outer = _bin_edges(a, bins, range, weights)
    return edges if outer is None else from_host(edges, a.device)


# ---- histograms ----


def _sums(numbers, weights, n):
    """Sums of weights of any numeric dtype, in that dtype."""
    if weights.dtype.kind == "c":
        result = _core.empty((n,), weights.dtype, weights.device)
        for part in ("real", "imag"):
            values = getattr(weights, part).astype(numpy.float64)
            total = _core.sum_by_number(numbers, values, n)
            _core.copyto(getattr(result, part), total)
        return result
    total = _core.sum_by_number(numbers, weights.astype(numpy.float64), n)
    return total.astype(weights.dtype)


def _by_order(a, edges, weights):
    """Counts, or sums, from where the edges are among the sorted items."""
    dtype = numpy.promote_types(a.dtype, edges.dtype)
    edges = edges.astype(dtype, copy=False)
    if weights is None:
        line = sort(a.astype(dtype, copy=False))
        ends = _core.searchsorted(line, edges, False)
        if edges.size:
            ends[-1:] = _core.searchsorted(line, edges[-1:], True)
        return ends[1:] - ends[:-1]
    a = a.astype(dtype, copy=False)
    numbers = _core.searchsorted(edges, a, True) - 1
    last = ufuncs["equal"](a, edges[-1])
    n = edges.size - 1
    _core.copyto(numbers, n - 1, where=last)
    outside = ufuncs["logical_or"](numbers < 0, ufuncs["isnan"](a))
    _core.copyto(numbers, n, where=outside)
    return _sums(numbers, weights, n)


def histogram(a, bins=10, range=None, density=None, weights=None):
    """Items per bin (int64; sums of weights in their dtype), and the edges.

    Bins include their left edges, the last one both. With `density` the values
    are those of a probability density. See numpy.histogram.

    >>> np.histogram(np.array([1, 2, 1]), bins=[0, 1, 2, 3])
    (array([0, 2, 1]), array([0, 1, 2, 3]))
    """
    a, weights = _flat(a, weights)
    edges, outer = _bin_edges(a, bins, range, weights)
    if outer is None:
        result = edges
    else:
        result = from_host(edges, a.device)
    if a.dtype.kind == "c" or (outer is None and _needs_order(a, result)):
        n = _by_order(a, result, weights)
    else:
        even = None
        if outer is not None:
            even = (float(outer[0]), float(outer[1]), edges.dtype.char)
        lines = result.astype(numpy.float64, copy=False)
        if not lines.flags.c_contiguous:
            lines = lines.copy()
        if weights is None:
            n = _core.count_in_bins(a, lines, even)
        else:
            n = _sums(_core.bin_numbers(a, lines, even), weights, lines.size - 1)
    if density:
        width = result[1:] - result[:-1]
        return n / width.astype(float) / n.sum(), result
    return n, result


def _needs_order(a, edges):
    """Whether float64 cannot compare items with edges, or there is no bin."""
    wide = all(x.dtype.kind in "iu" and x.itemsize == 8 for x in (a, edges))
    return wide or edges.dtype.kind == "c" or edges.size < 2


def _dimension_edges(column, bins, range, i):
    """Edges along one dimension of histogramdd, on the device."""
    if numpy.ndim(bins) == 0:
        if bins < 1:
            raise ValueError(f"`bins[{i}]` must be positive, when an integer")
        first, last = _outer_edges(column, range)
        try:
            n = operator.index(bins)
        except TypeError as error:
            raise TypeError(f"`bins[{i}]` must be an integer, when a scalar") from error
        return from_host(numpy.linspace(first, last, n + 1), column.device)
    if numpy.ndim(bins) == 1:
        edges = as_operand(bins, column)
        if bool((edges[:-1] > edges[1:]).any()):
            raise ValueError(
                f"`bins[{i}]` must be monotonically increasing, when an array"
            )
        return edges
    raise ValueError(f"`bins[{i}]` must be a scalar or 1d array")


def _columns(sample):
    """The coordinates of a sample, a line for each dimension."""
    if isinstance(sample, ndarray) and sample.ndim == 2:
        return [sample[:, i] for i in builtins.range(sample.shape[1])]
    if not isinstance(sample, (list, tuple)):
        sample = as_operand(sample)
        if sample.ndim == 2:
            return _columns(sample)
        if sample.ndim > 2:
            raise ValueError("too many values to unpack (expected 2)")
        return _columns(sample.reshape(1, -1).T)
    parts = as_operands(list(sample))
    if all(part.ndim == 0 for part in parts):
        parts = as_operands([as_operand(sample)])
    if len({part.shape for part in parts}) > 1:
        numpy.array([numpy.empty(part.shape) for part in parts])  # raises
    if not parts:
        return parts
    if parts[0].ndim > 1:
        raise ValueError("too many values to unpack (expected 2)")
    dtype = common_dtype(parts)
    return [part.astype(dtype, copy=False) for part in parts]


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    """Histogram of points: float64 of as many axes as dimensions, and a list of edges.

    See numpy.histogramdd.

    >>> np.histogramdd(np.array([[0.0, 0.0], [1.0, 1.0]]), bins=2)[0]
    array([[1., 0.],
           [0., 1.]])
    """
    columns = _columns(sample)
    dimensions = len(columns)
    try:
        if len(bins) != dimensions:
            raise ValueError(
                "The dimension of bins must be equal to the dimension of the sample x."
            )
    except TypeError:
        bins = dimensions * [bins]
    if range is None:
        range = (None,) * dimensions
    elif len(range) != dimensions:
        raise ValueError("range argument must have one entry per dimension")
    if dimensions == 0:
        raise ValueError("object of too small depth for desired array")
    edges = [
        _dimension_edges(*each, i)
        for i, each in enumerate(zip(columns, bins, range, strict=True))
    ]
    flat = None
    shape = [e.size + 1 for e in edges]
    for column, e, n in zip(columns, edges, shape, strict=True):
        number = searchsorted(e, column, "right")
        number = number - (column == e[-1])
        flat = number if flat is None else flat * n + number
    hist = bincount(flat, weights, minlength=int(numpy.prod(shape)))
    hist = hist.reshape(shape).astype(float)[dimensions * (slice(1, -1),)]
    if density:
        total = hist.sum()
        for i, e in enumerate(edges):
            spread = [1] * dimensions
            spread[i] = e.size - 1
            hist = hist / (e[1:] - e[:-1]).reshape(spread)
        hist /= total
    return hist, edges


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """Histogram of points in a plane, and the edges along both axes.

    See numpy.histogram2d.

    >>> np.histogram2d(np.array([0.0, 1.0]), np.array([0.0, 1.0]), bins=2)[0]
    array([[1., 0.],
           [0., 1.]])
    """
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    try:
        n = len(bins)
    except TypeError:
        n = 1
    if n not in {1, 2}:
        edges = as_operand(
            bins, next((v for v in (x, y) if isinstance(v, ndarray)), None)
        )
        bins = [edges, edges]
    hist, edges = histogramdd([x, y], bins, range, density, weights)
    return hist, edges[0], edges[1]

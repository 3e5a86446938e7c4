# SPDX-License-Identifier: Apache-2.0
"""Peaks of signals. Their number depends on the values, so these are waited for."""

import math

import numpy

from ..._array.convert import as_operand
from ..._core import ndarray, ufuncs, warn
from ..._numpy.creation import arange, ascontiguousarray, empty, ones
from ..._numpy.indexing import nonzero, take
from ..._numpy.joining import stack
from ..._numpy.sorting import argsort
from .._kernels import KernelFile, blocks, launch

__all__ = [
    "argrelextrema",
    "argrelmax",
    "argrelmin",
    "find_peaks",
    "peak_prominences",
    "peak_widths",
]

_kernels = KernelFile(__file__, "peaks.cuh")


class PeakPropertyWarning(RuntimeWarning):
    """A property of a peak is not what one would expect of it."""


# ---- extrema among neighbours ----


def argrelextrema(data, comparator, axis=0, order=1, mode="clip"):
    """Indices of items for which `comparator` holds beside `order` items on each side.

    `mode` "clip" or "wrap" says what lies beyond the ends. See scipy.signal.argrelextrema.

    >>> from tenorite.scipy import signal
    >>> signal.argrelextrema(np.array([2, 1, 2]), np.less)
    (array([1]),)
    """
    if int(order) != order or order < 1:
        raise ValueError("Order must be an int >= 1")
    data = as_operand(data)
    length = data.shape[axis]
    places = arange(length, device=data.device)
    results = ones(data.shape, bool, device=data.device)
    for shift in range(1, int(order) + 1):
        for at in (places + shift, places - shift):
            results &= comparator(data, take(data, at, axis=axis, mode=mode))
    return nonzero(results)


def argrelmin(data, axis=0, order=1, mode="clip"):
    """Indices of items that are less than their neighbours. See scipy.signal.argrelmin.

    >>> from tenorite.scipy import signal
    >>> signal.argrelmin(np.array([2, 1, 2]))
    (array([1]),)
    """
    return argrelextrema(data, ufuncs["less"], axis, order, mode)


def argrelmax(data, axis=0, order=1, mode="clip"):
    """Indices of items that are greater than their neighbours.

    See scipy.signal.argrelmax.

    >>> from tenorite.scipy import signal
    >>> signal.argrelmax(np.array([1, 2, 1]))
    (array([1]),)
    """
    return argrelextrema(data, ufuncs["greater"], axis, order, mode)


# ---- peaks ----


def _line(x):
    x = as_operand(x)
    if x.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    return ascontiguousarray(x.astype(float, copy=False))


def _places(peaks, x):
    peaks = as_operand(peaks, x)
    if peaks.size == 0:
        peaks = empty(0, int, device=x.device)
    if not numpy.can_cast(peaks.dtype, int, "safe"):
        raise TypeError("cannot safely cast `peaks` to dtype('intp')")
    if peaks.ndim != 1:
        raise ValueError("`peaks` must be a 1-D array")
    peaks = ascontiguousarray(peaks.astype(int, copy=False))
    wrong = (peaks < 0) | (peaks >= x.size)
    if peaks.size and bool(wrong.any()):
        peak = int(peaks[wrong][0])
        raise ValueError(f"peak {peak} is not a valid index for `x`")
    return peaks


def _window_length(wlen):
    if wlen is None:
        return -1
    if not 1 < wlen:
        raise ValueError(f"`wlen` must be larger than 1, was {wlen}")
    return math.ceil(wlen)


def _prominences(x, peaks, wlen):
    count = peaks.size
    heights = empty(count, float, device=x.device)
    lefts, rights = (empty(count, int, device=x.device) for _ in range(2))
    sizes = numpy.int64(count), numpy.int64(wlen)
    arguments = (x, numpy.int64(x.size), peaks, *sizes, heights, lefts, rights)
    launch(_kernels("prominences"), blocks(count), arguments)
    if count and bool((heights == 0).any()):
        warn("some peaks have a prominence of 0", PeakPropertyWarning)
    return heights, lefts, rights


def _widths(x, peaks, rel_height, heights, lefts, rights):
    if rel_height < 0:
        raise ValueError("`rel_height` must be greater or equal to 0.0")
    count = peaks.size
    heights = ascontiguousarray(as_operand(heights, x).astype(float))
    lefts, rights = (
        ascontiguousarray(as_operand(a, x).astype(int)) for a in (lefts, rights)
    )
    if not (heights.shape == lefts.shape == rights.shape == peaks.shape):
        raise ValueError(
            "arrays in `prominence_data` must have the same shape as `peaks`"
        )
    wrong = (lefts < 0) | (lefts > peaks) | (peaks > rights) | (rights >= x.size)
    if count and bool(wrong.any()):
        raise ValueError(f"prominence data is invalid for peak {int(peaks[wrong][0])}")
    found = [empty(count, float, device=x.device) for _ in range(4)]
    sizes = numpy.int64(count), numpy.float64(rel_height)
    arguments = (x, peaks, *sizes, heights, lefts, rights, *found)
    launch(_kernels("widths"), blocks(count), arguments)
    if count and bool((found[0] == 0).any()):
        warn("some peaks have a width of 0", PeakPropertyWarning)
    return tuple(found)


def peak_prominences(x, peaks, wlen=None):
    """(prominences, left bases, right bases) of peaks of a line.

    See scipy.signal.peak_prominences.

    >>> from tenorite.scipy import signal
    >>> signal.peak_prominences(np.array([0.0, 2.0, 1.0]), np.array([1]))[0]
    array([1.])
    """
    x = _line(x)
    return _prominences(x, _places(peaks, x), _window_length(wlen))


def peak_widths(x, peaks, rel_height=0.5, prominence_data=None, wlen=None):
    """(widths, their levels, left ends, right ends) of peaks of a line.

    See scipy.signal.peak_widths.

    >>> from tenorite.scipy import signal
    >>> signal.peak_widths(np.array([0.0, 2.0, 0.0]), np.array([1]))[0]
    array([1.])
    """
    x = _line(x)
    peaks = _places(peaks, x)
    if prominence_data is None:
        prominence_data = _prominences(x, peaks, _window_length(wlen))
    return _widths(x, peaks, rel_height, *prominence_data)


def _bounds(interval, x, peaks):
    """The least and the largest value of a property, each for all or for each peak."""
    try:
        low, high = interval
    except (TypeError, ValueError):
        low, high = interval, None
    found = []
    for name, bound in (("lower", low), ("upper", high)):
        if isinstance(bound, (ndarray, numpy.ndarray)) and bound.ndim:
            if bound.size != x.size:
                raise ValueError(f"array size of {name} interval border must match x")
            bound = as_operand(bound, x)[peaks]
        found.append(bound)
    return found


def _within(values, low, high):
    keep = ones(values.shape, bool, device=values.device)
    if low is not None:
        keep &= values >= low
    if high is not None:
        keep &= values <= high
    return keep


class _Found:
    """Peaks, and their properties, of which some are left out in turn."""

    def __init__(self, x, peaks):
        self.x, self.peaks, self.properties = x, peaks, {}

    def keep(self, flags):
        self.peaks = self.peaks[flags]
        self.properties = {k: a[flags] for k, a in self.properties.items()}

    def select(self, values, interval):
        self.keep(_within(values, *_bounds(interval, self.x, self.peaks)))


def find_peaks(
    x,
    height=None,
    threshold=None,
    distance=None,
    prominence=None,
    width=None,
    wlen=None,
    rel_height=0.5,
    plateau_size=None,
):
    """(peaks, properties) of a line: local maxima that meet the conditions.

    A condition is the least value or the least and the largest one. See
    scipy.signal.find_peaks.

    >>> from tenorite.scipy import signal
    >>> signal.find_peaks(np.array([0.0, 2.0, 1.0, 3.0, 0.0]), height=2.5)[0]
    array([3])
    """
    x = _line(x)
    if distance is not None and distance < 1:
        raise ValueError("`distance` must be greater or equal to 1")
    ends = empty(x.size, int, device=x.device)
    launch(_kernels("local_maxima"), blocks(x.size), (x, ends, numpy.int64(x.size)))
    (lefts,) = nonzero(ends >= 0)
    rights = ends[lefts]
    found = _Found(x, (lefts + rights) // 2)
    if plateau_size is not None:
        sizes = rights - lefts + 1
        found.properties.update(
            plateau_sizes=sizes, left_edges=lefts, right_edges=rights
        )
        found.select(sizes, plateau_size)
    if height is not None:
        heights = x[found.peaks]
        found.properties["peak_heights"] = heights
        found.select(heights, height)
    if threshold is not None:
        top = x[found.peaks]
        steps = stack([top - x[found.peaks - 1], top - x[found.peaks + 1]])
        low, high = _bounds(threshold, x, found.peaks)
        found.properties["left_thresholds"] = steps[0]
        found.properties["right_thresholds"] = steps[1]
        found.keep(
            _within(steps.min(axis=0), low, None)
            & _within(steps.max(axis=0), None, high)
        )
    if distance is not None:
        found.keep(_distant(found.peaks, x[found.peaks], math.ceil(distance)))
    if prominence is not None or width is not None:
        data = _prominences(x, ascontiguousarray(found.peaks), _window_length(wlen))
        names = "prominences", "left_bases", "right_bases"
        found.properties.update(zip(names, data, strict=True))
    if prominence is not None:
        found.select(found.properties["prominences"], prominence)
    if width is not None:
        data = [found.properties[name] for name in names]
        data = _widths(x, ascontiguousarray(found.peaks), rel_height, *data)
        others = "widths", "width_heights", "left_ips", "right_ips"
        found.properties.update(zip(others, data, strict=True))
        found.select(data[0], width)
    return found.peaks, found.properties


def _distant(peaks, priority, distance):
    """Flags of the peaks that stay where others are nearer than `distance`."""
    keep = empty(peaks.size, bool, device=peaks.device)
    order = ascontiguousarray(argsort(priority))
    sizes = numpy.int64(peaks.size), numpy.int64(distance)
    arguments = (ascontiguousarray(peaks), order, *sizes, keep)
    launch(_kernels("keep_distant"), 1 if peaks.size else 0, arguments, 1)
    return keep

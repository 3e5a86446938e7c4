# SPDX-License-Identifier: Apache-2.0
"""numpy.pad: one axis after the other, each pad area from what is inside."""

import functools
import math

import numpy

from .. import _core
from .._array.convert import as_operand, host_array, make_array
from .creation import linspace
from .manipulation import moveaxis
from .order_statistics import median

__all__ = ["pad"]

_KEYWORDS = {
    "empty": (),
    "edge": (),
    "wrap": (),
    "constant": ("constant_values",),
    "linear_ramp": ("end_values",),
    "maximum": ("stat_length",),
    "mean": ("stat_length",),
    "median": ("stat_length",),
    "minimum": ("stat_length",),
    "reflect": ("reflect_type",),
    "symmetric": ("reflect_type",),
}


def _pairs(x, ndim, as_index=False):
    """`x` as (before, after) for each axis, by NumPy's broadcasting."""
    if x is None:
        return [(None, None)] * ndim
    x = host_array(x)
    if as_index:
        x = numpy.round(x).astype(numpy.intp, copy=False)
        if (x < 0).any():
            raise ValueError("index can't contain negative values")
    if x.ndim < 3 and (x.size == 1 or (x.size == 2 and x.shape != (2, 1))):
        # Scalars of NumPy, which are stored by other rules than Python's.
        x = x.ravel()
        return [(x[0], x[-1])] * ndim
    return numpy.broadcast_to(x, (ndim, 2)).tolist()


_WIDEST = 1 << 48  # what is more is NumPy's error


def _are_pairs(widths):
    """Whether these are (before, after) of each axis, as most programs give them."""
    return type(widths) in (tuple, list) and all(
        type(pair) is tuple
        and len(pair) == 2
        and type(pair[0]) is type(pair[1]) is int
        and 0 <= min(pair) <= max(pair) < _WIDEST
        for pair in widths
    )


def _widths(pad_width, ndim):
    if isinstance(pad_width, dict):
        widths = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            widths[axis] = (width, width) if isinstance(width, int) else tuple(width)
        pad_width = widths
    if type(pad_width) is int and 0 <= pad_width < _WIDEST:
        return [(pad_width, pad_width)] * ndim
    if _are_pairs(pad_width) and len(pad_width) == ndim:
        return pad_width
    pad_width = host_array(pad_width)
    if pad_width.dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    return _pairs(pad_width, ndim, as_index=True)


def pad(array, pad_width, mode="constant", **kwargs):
    """Larger copy of `array`; `pad_width` items before and after on each axis.

    `mode` is a name of numpy.pad's or a function of it.
    ValueError for unknown modes and keywords. See numpy.pad.

    >>> np.pad(np.array([1, 2]), 1)
    array([0, 1, 2, 0])
    """
    a = as_operand(array)
    widths = _widths(pad_width, a.ndim)
    if callable(mode):
        return _pad_by_function(a, widths, mode, kwargs)
    if mode not in _KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    unknown = set(kwargs) - set(_KEYWORDS[mode])
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    if mode == "constant":
        value = kwargs.get("constant_values", 0)
        if isinstance(value, (int, float)):
            return _filled_around(a, widths, value)
    if mode in ("constant", "empty"):
        out, inner = _enlarged(a, widths)
        if mode == "constant":
            values = _pairs(kwargs.get("constant_values", 0), a.ndim)
            for axis, pair in enumerate(values):
                for area, value in zip(
                    _areas(inner, out.shape, axis), pair, strict=True
                ):
                    out[area] = value
        return out
    if a.size == 0:
        for axis, pair in enumerate(widths):
            if a.shape[axis] == 0 and any(pair):
                raise ValueError(
                    f"can't extend empty axis {axis} using modes other than "
                    "'constant' or 'empty'"
                )
        return _enlarged(a, widths)[0]
    by_index = ("edge", "wrap", "reflect", "symmetric")
    if mode in by_index and kwargs.get("reflect_type", "even") != "odd":
        return _pad_by_index(a, widths, mode)
    if mode == "linear_ramp":
        return _pad_ramps(a, widths, _pairs(kwargs.get("end_values", 0), a.ndim))
    if mode in ("reflect", "symmetric"):
        return _pad_odd(a, widths, mode == "symmetric")
    lengths = _pairs(kwargs.get("stat_length"), a.ndim, as_index=True)
    return _pad_statistics(a, widths, mode, lengths)


def _enlarged(a, widths):
    """Unfilled array of the padded shape with `a` in it, and where `a` is."""
    shape = [n + sum(pair) for n, pair in zip(a.shape, widths, strict=True)]
    order = "F" if a.flags.fnc else "C"
    out = _core.empty(shape, a.dtype, a.device, order)
    inner = [
        slice(before, before + n)
        for n, (before, _) in zip(a.shape, widths, strict=True)
    ]
    out[tuple(inner)] = a
    return out, inner


def _areas(inner, shape, axis):
    """Index of the pad areas before and after, as wide as earlier axes' padding."""
    rest = tuple(inner[axis + 1 :])
    whole = (slice(None),) * axis
    before = slice(0, inner[axis].start)
    after = slice(inner[axis].stop, shape[axis])
    return (*whole, before, *rest), (*whole, after, *rest)


def _pad_by_function(a, widths, function, kwargs):
    out, inner = _enlarged(a, widths)
    for axis in range(out.ndim):
        for area in _areas(inner, out.shape, axis):
            out[area] = 0
    for axis in range(out.ndim):
        view = moveaxis(out, axis, -1)
        for at in numpy.ndindex(view.shape[:-1]):
            function(view[(*at, ...)], tuple(widths[axis]), axis, kwargs)
    return out


def _filled_around(a, widths, value):
    filling = _core.empty((), a.dtype, a.device, "C")
    filling[...] = numpy.asarray(value)[()]  # cast as NumPy's scalars are
    axes = []
    for n, (before, after) in zip(a.shape, widths, strict=True):
        ends = (_core.FILLED, 0, before), (_core.FILLED, 0, after)
        axes.append([ends[0], (0, 1, n), ends[1]])
    return _core.rearrange(a, axes, filling)


# Which item stands at a place outside of an axis of length n.
_ITEM_AT = {
    "edge": lambda at, n: min(max(at, 0), n - 1),
    "wrap": lambda at, n: at % n,
    "reflect": lambda at, n: n - 1 - abs(at % (2 * n - 2 or 1) - n + 1),
    "symmetric": lambda at, n: n - 1 - abs(2 * (at % (2 * n)) - 2 * n + 1) // 2,
}
# More copies than that take longer than gathering single items.
_MOST_PIECES = 32
_WIDEST_PIECES = 1024


@functools.lru_cache(256)
def _segments(n, before, after, mode):
    """Runs of items of an axis, padded, as (first, step, how many); None if too many."""
    if before + after > _WIDEST_PIECES:
        return None
    item_at = _ITEM_AT[mode]
    first = _runs([item_at(at, n) for at in range(-before, 0)])
    last = _runs([item_at(at, n) for at in range(n, n + after)])
    return (*first, (0, 1, n), *last)


def _runs(items):
    """Numbers as runs of steps of -1, 0 or 1."""
    runs = []
    for at in items:
        if runs:
            start, step, count = runs[-1]
            if count == 1 and abs(at - start) <= 1:
                step = at - start
            if at == start + count * step:
                runs[-1] = start, step, count + 1
                continue
        runs.append((at, 1, 1))
    return runs


def _pad_by_index(a, widths, mode):
    """Modes that repeat existing items: in pieces, or gathered if those are many."""
    axes = [
        _segments(n, *map(int, pair), mode)
        for n, pair in zip(a.shape, widths, strict=True)
    ]
    if None not in axes and math.prod(map(len, axes)) <= _MOST_PIECES:
        return _core.rearrange(a, axes)
    order = "F" if a.flags.fnc else "C"
    for axis, pair in enumerate(widths):
        if any(pair):
            source = numpy.pad(numpy.arange(a.shape[axis]), pair, mode)
            source = make_array(source, None, None, None, 0, a.device)
            a = _core.take(a, source, "raise", axis)
    return make_array(a, None, None, order, 0, a.device)


def _edge(out, inner, axis, last):
    """View of the first or last inside layer along an axis."""
    at = inner[axis].stop - 1 if last else inner[axis].start
    whole = (slice(None),) * axis
    return out[(*whole, slice(at, at + 1), *inner[axis + 1 :])]


def _pad_ramps(a, widths, ends):
    out, inner = _enlarged(a, widths)
    for axis, (width, end) in enumerate(zip(widths, ends, strict=True)):
        areas = _areas(inner, out.shape, axis)
        for last, (n, value) in enumerate(zip(width, end, strict=True)):
            if n:
                edge = _edge(out, inner, axis, last).squeeze(axis)
                ramp = linspace(value, edge, n, False, dtype=a.dtype, axis=axis)
                if last:
                    ramp = ramp[(slice(None),) * axis + (slice(None, None, -1),)]
                out[areas[last]] = ramp
    return out


def _statistic(part, mode, axis):
    if mode == "median":
        return median(part, axis=axis, keepdims=True)
    reduction = {"maximum": "max", "minimum": "min", "mean": "mean"}[mode]
    return _core.reduce(reduction, part, axis=axis, keepdims=True)


def _pad_statistics(a, widths, mode, lengths):
    out, inner = _enlarged(a, widths)
    for axis, (width, length) in enumerate(zip(widths, lengths, strict=True)):
        areas = _areas(inner, out.shape, axis)
        whole = (slice(None),) * axis
        n = a.shape[axis]
        stats = []
        for last, count in enumerate(length):
            count = n if count is None else min(count, n)
            if count == 0 and mode in ("maximum", "minimum"):
                raise ValueError("stat_length of 0 yields no value for padding")
            start = inner[axis].stop - count if last else inner[axis].start
            part = out[(*whole, slice(start, start + count), *inner[axis + 1 :])]
            stats.append(_statistic(part, mode, axis))
        for last, items in enumerate(width):
            if items:
                stat = stats[last]
                if mode in ("mean", "median") and a.dtype.kind in "iu":
                    stat = _core.ufuncs["rint"](stat)
                out[areas[last]] = stat
    return out


def _pad_odd(a, widths, include_edge):
    """Point reflection at the edges, again and again until the area is full."""
    out, inner = _enlarged(a, widths)
    for axis, (left, right) in enumerate(widths):
        whole, rest = (slice(None),) * axis, tuple(inner[axis + 1 :])
        n = a.shape[axis]
        if n == 1:
            for last, area in enumerate(_areas(inner, out.shape, axis)):
                out[area] = _edge(out, inner, axis, last)
            continue
        roi = out[(*whole, slice(None), *rest)]
        line = moveaxis(roi, axis, 0)
        _reflect_line(line, left, right, n, include_edge)
    return out


def _reflect_line(line, left, right, n, include_edge):
    total = line.shape[0]
    offset = 0 if include_edge else 1
    while left > 0 or right > 0:
        filled = total - left - right
        # Whole periods of the original only, or the phase would drift.
        period = n if include_edge else n - 1
        reach = filled // n * n if include_edge else (filled - 1) // period * period
        first, last = left, total - right - 1
        if left > 0:
            chunk = min(reach, left)
            source = line[first + offset : first + offset + chunk][::-1]
            line[first - chunk : first] = 2 * line[first : first + 1] - source
        if right > 0:
            chunk = min(reach, right)
            stop = last + 1 - offset
            source = line[stop - chunk : stop][::-1]
            line[last + 1 : last + 1 + chunk] = 2 * line[last : last + 1] - source
            right -= chunk
        if left > 0:
            left -= min(reach, left)

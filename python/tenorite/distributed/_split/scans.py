# SPDX-License-Identifier: Apache-2.0
"""Scans and positions of extremes along an axis that may be cut."""

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._core import ufuncs
from ..._numpy import statistics
from ..._numpy.creation import full
from ..._numpy.indexing import take_along_axis
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import reshape
from .array import Layout, is_small, made, split_array, with_parts
from .cuts import by_counts, unit_of
from .moves import at_standard, in_c_order, part_of, replicated
from .reductions import given
from .shapes import ravel


class Scan:
    """cumsum and its kin: within units, to which what comes before them is joined."""

    def __init__(self, function, join, neutral):
        self.function = function
        self.join = join
        self.neutral = neutral

    def __call__(self, a, axis=None, dtype=None, out=None):
        if axis is None:
            a, axis = ravel(a), 0
        axis = normalize_axis_index(axis, a.ndim)
        layout = a._layout
        if not layout.is_split or layout.axis != axis:
            result = with_parts(a, a.shape, lambda x: self.function(x, axis, dtype))
        elif is_small(a) or 0 in a.shape:
            scanned = self(replicated(a), axis, dtype)
            result = made(
                layout,
                a.shape,
                lambda s: part_of(scanned._parts[s], axis, *layout.ranges[s]).copy(),
                scanned.dtype,
            )
        else:
            result = self._along_cut(at_standard(a), axis, dtype)
        return given(result, out)

    def _along_cut(self, a, axis, dtype):
        unit = unit_of(a.shape[axis])
        layout, mesh = a._layout, a.mesh
        scans, totals, counts = {}, [None] * mesh.size, []
        for begin, end in layout.ranges:
            counts.append(-(-(end - begin) // unit))
        for shard in mesh.local:
            scans[shard] = self._in_units(a._parts[shard], axis, unit, dtype)
            last = [
                part_of(x, axis + 1, x.shape[axis + 1] - 1, x.shape[axis + 1])
                for x in scans[shard]
                if x.size
            ]
            if last:
                its = last[0] if len(last) == 1 else concatenate(last, axis=axis)
                totals[shard] = reshape(
                    its, (*its.shape[: axis + 1], *its.shape[axis + 2 :])
                )
        ranges = by_counts(counts)
        shape = (*a.shape[:axis], ranges[-1][1], *a.shape[axis + 1 :])
        dtype = scans[mesh.local[0]][0].dtype
        before = replicated(
            split_array(Layout(mesh, axis, ranges), shape, totals, dtype)
        )

        def part(shard):
            total = before._parts[shard]
            begin, end = ranges[shard]
            neutral = full(
                (*shape[:axis], 1, *shape[axis + 1 :]),
                self.neutral(dtype),
                dtype,
                device=mesh._device(shard),
            )
            sums = self.function(part_of(total, axis, 0, shape[axis] - 1), axis, dtype)
            sums = part_of(concatenate([neutral, sums], axis=axis), axis, begin, end)
            results, done = [], 0
            for x in scans[shard]:
                n = x.shape[axis]
                its = part_of(sums, axis, done, done + n)
                its = reshape(its, (*its.shape[: axis + 1], 1, *its.shape[axis + 1 :]))
                y = self.join(its, x)
                results.append(
                    reshape(
                        y,
                        (*y.shape[:axis], n * y.shape[axis + 1], *y.shape[axis + 2 :]),
                    )
                )
                done += n
            return results[0] if len(results) == 1 else concatenate(results, axis=axis)

        return made(layout, a.shape, part, dtype)

    def _in_units(self, x, axis, unit, dtype):
        """Scans of whole units, and of what is left: the axis is two of them."""
        n = x.shape[axis]
        full_units = n // unit
        cuts = [
            (0, full_units * unit, unit),
            (full_units * unit, n, n - full_units * unit),
        ]
        found = []
        for begin, end, length in cuts:
            if begin == end and (found or begin < n):
                continue
            y = part_of(x, axis, begin, end)
            y = in_c_order(y)
            length = max(length, 1)
            shape = (
                *y.shape[:axis],
                (end - begin) // length,
                length,
                *y.shape[axis + 1 :],
            )
            found.append(self.function(reshape(y, shape), axis + 1, dtype))
        return found


def _nothing(dtype):
    """What added changes no bit."""
    return -0.0 if dtype.kind in "fc" else 0


def _least(dtype):
    if dtype.kind in "fc":
        return -numpy.inf
    return False if dtype.kind == "b" else numpy.iinfo(dtype).min


def _greatest(dtype):
    if dtype.kind in "fc":
        return numpy.inf
    return True if dtype.kind == "b" else numpy.iinfo(dtype).max


cumsum = Scan(statistics.cumsum, ufuncs["add"], _nothing)
cumprod = Scan(statistics.cumprod, ufuncs["multiply"], lambda dtype: 1)
# The accumulate of a ufunc, by its name.
_ACCUMULATES = {
    "add": cumsum,
    "multiply": cumprod,
    "maximum": Scan(ufuncs["maximum"].accumulate, ufuncs["maximum"], _least),
    "minimum": Scan(ufuncs["minimum"].accumulate, ufuncs["minimum"], _greatest),
}


def accumulate_of(name):
    """ufunc.accumulate; None for ufuncs without an own way."""
    return _ACCUMULATES.get(name)


class Extreme:
    """argmax, argmin: of the parts, then of their values. The first of equals wins."""

    def __init__(self, name):
        self.function = getattr(statistics, name)

    def __call__(self, a, axis=None, out=None, *, keepdims=False):
        keepdims = keepdims is not numpy._NoValue and bool(keepdims)
        if not a._layout.is_split or a.size == 0:
            axes = (
                range(a.ndim) if axis is None else [normalize_axis_index(axis, a.ndim)]
            )
            shape = tuple(
                1 if i in axes else n
                for i, n in enumerate(a.shape)
                if keepdims or i not in axes
            )
            a = replicated(a)
            result = made(
                a._layout,
                shape,
                lambda s: self.function(a._parts[s], axis, keepdims=keepdims),
            )
            return given(result, out)
        if axis is None:
            if a.ndim > 1:
                found = self(ravel(a), 0)
                shape = (1,) * a.ndim if keepdims else ()
                return given(
                    with_parts(found, shape, lambda x: reshape(x, shape)[()]), out
                )
            axis = 0
        axis = normalize_axis_index(axis, a.ndim)
        if axis != a._layout.axis:
            kept = a._layout.axis - (axis < a._layout.axis and not keepdims)
            layout = Layout(a.mesh, kept, a._layout.ranges)
            shape = (*a.shape[:axis], *((1,) if keepdims else ()), *a.shape[axis + 1 :])
            result = made(
                layout,
                shape,
                lambda s: self.function(a._parts[s], axis, keepdims=keepdims),
            )
            return given(result, out)
        return given(self._along_cut(a, axis, keepdims), out)

    def _along_cut(self, a, axis, keepdims):
        mesh, order = a.mesh, a._layout.ranges
        counts = [int(end > begin) for begin, end in order]
        places, values = [None] * mesh.size, [None] * mesh.size
        for shard in mesh.local:
            if counts[shard]:
                x = a._parts[shard]
                at = self.function(x, axis, keepdims=True)
                places[shard] = at + order[shard][0]
                values[shard] = take_along_axis(x, at, axis)
        ranges = by_counts(counts, order)
        layout = Layout(mesh, axis, ranges)
        shape = (*a.shape[:axis], sum(counts), *a.shape[axis + 1 :])
        places = replicated(split_array(layout, shape, places, numpy.dtype(numpy.intp)))
        values = replicated(split_array(layout, shape, values, a.dtype))

        def part(shard):
            at = self.function(values._parts[shard], axis, keepdims=True)
            found = take_along_axis(places._parts[shard], at, axis)
            return found if keepdims else found[(slice(None),) * axis + (0,)]

        shape = (*a.shape[:axis], *((1,) if keepdims else ()), *a.shape[axis + 1 :])
        return made(Layout(mesh), shape, part)


argmax = Extreme("argmax")
argmin = Extreme("argmin")

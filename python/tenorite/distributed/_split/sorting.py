# SPDX-License-Identifier: Apache-2.0
"""Sorts of one axis that is cut, and what comes of sorted items."""

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._core import ufuncs
from ..._numpy import histograms, indexing, joining, sets, sorting, statistics
from ..._numpy.creation import array, zeros
from .array import Layout, SplitArray, is_small, made, split_array, with_parts
from .cuts import by_counts, length_of
from .elementwise import apply, as_input
from .gathering import on_whole
from .indexing import get
from .moves import at_standard, exchange, part_of, replicated, resplit
from .reductions import amax, amin
from .shapes import concatenate, ravel


def along_whole_axis(function):
    """For functions of lines, as sorts: where the axis is cut, another one is for a while."""

    def along(a, axis, *args, **keywords):
        layout = a._layout
        if not layout.is_split or layout.axis != axis:
            return with_parts(
                a, a.shape, lambda x: function(x, axis, *args, **keywords)
            )
        if a.ndim == 1 or is_small(a):
            whole = replicated(a)
            found = with_parts(
                whole, a.shape, lambda x: function(x, axis, *args, **keywords)
            )
            return made(
                layout,
                a.shape,
                lambda s: part_of(found._parts[s], axis, *layout.ranges[s]).copy(),
                found.dtype,
            )
        other = max((i for i in range(a.ndim) if i != axis), key=lambda i: a.shape[i])
        turned = resplit(a, other)
        found = with_parts(
            turned, a.shape, lambda x: function(x, axis, *args, **keywords)
        )
        return resplit(found, axis)

    return along


def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    if axis is None:
        a, axis = ravel(a), 0
    axis = normalize_axis_index(axis, a.ndim)
    options = {"kind": kind, "stable": stable}
    if not _is_long_line(a, axis):
        return along_whole_axis(sorting.sort)(a, axis, **options)
    if a.dtype.kind == "c":  # parts of equal items may have zeros of either sign
        options = {"stable": True}
    line = _sorted_line(a, options)
    if a.dtype.kind == "f" and kind != "stable" and not (stable or options["stable"]):
        _order_zeros(a, line)
    return line


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    if axis is None:
        a, axis = ravel(a), 0
    axis = normalize_axis_index(axis, a.ndim)
    if _is_long_line(a, axis):
        return on_whole("argsort", lambda x: sorting.argsort(x, stable=True), (a,))
    return along_whole_axis(lambda x, axis: sorting.argsort(x, axis, stable=True))(
        a, axis
    )


def _is_long_line(a, axis):
    layout = a._layout
    return layout.is_split and layout.axis == axis and a.ndim == 1 and not is_small(a)


def _sorted_line(a, options):
    """Parts are sorted, cut where the result's cuts fall, exchanged, and merged.

    Equal items keep the order of their parts, so that of stable sorts is a stable one.
    """
    a = at_standard(a)
    mesh, ranges = a.mesh, a._layout.ranges
    runs = [None if x is None else sorting.sort(x, **options) for x in a._parts]
    if mesh.size == 1:
        return made(a._layout, a.shape, lambda s: runs[s], a.dtype)
    counts = [high - low for low, high in ranges]
    cuts = [end for _, end in ranges[:-1]]
    places = _places_of(cuts, runs, counts, mesh, a.dtype)  # for each cut one per part
    places = [[0] * mesh.size, *places, counts]
    blocks = []
    for target in range(mesh.size):
        for source in range(mesh.size):
            low, high = places[target][source], places[target + 1][source]
            if low < high:
                block = runs[source][low:high] if mesh._has(source) else None
                blocks.append((source, target, (high - low,), a.dtype, block))
    found = exchange(mesh, blocks, runs)

    def part(shard):
        its = found[shard]
        if len(its) > 1:
            return sorting.sort(joining.concatenate(its), **options)
        if not its:
            return a._parts[shard][:0].copy()
        return its[0].copy()

    return made(a._layout, a.shape, part, a.dtype)


def _order_zeros(a, line):
    """Negative zeros before others, as many as the array had.

    Sorts that are not stable leave zeros in any order, and some lose their signs.
    """
    mesh, zeros_of, negative_of = line.mesh, {}, {}
    for shard in mesh.local:
        part = line._parts[shard]
        zeros_of[shard] = [
            int(sorting.searchsorted(part, 0.0, side)) for side in ("left", "right")
        ]
    table = mesh._tell(zeros_of)
    if all(low == high for low, high in table):
        return
    for shard in mesh.local:
        before = a._parts[shard]
        negative = statistics.sum(ufuncs["signbit"](before) & (before == 0))
        negative_of[shard] = [int(negative)]
    left = sum(negative for (negative,) in mesh._tell(negative_of))
    for shard, (low, high) in enumerate(table):
        negative = min(left, high - low)
        left -= negative
        if mesh._has(shard) and low < high:
            line._parts[shard][low : low + negative] = -0.0
            line._parts[shard][low + negative : high] = 0.0


# Items of each part and cut that are looked at in a round.
SAMPLES = 1024


def _places_of(cuts, runs, counts, mesh, dtype):
    """Where each cut of the sorted whole falls in each sorted part.

    The whole is in the order of values, then of parts. Each round looks at samples of
    what is left of the parts. Between two of them lie as many items as their places
    say, so that all but those near the cut are known to be before it or behind.
    """
    low = [[0] * mesh.size for _ in cuts]
    high = [list(counts) for _ in cuts]
    while True:
        open_cuts = [i for i in range(len(cuts)) if low[i] != high[i]]
        if not open_cuts:
            return low
        places = {
            (i, s): _spread(low[i][s], high[i][s])
            for i in open_cuts
            for s in range(mesh.size)
        }
        values = _values_at(places, open_cuts, runs, mesh, dtype)
        for i in open_cuts:
            its = [(places[i, s], values[i, s]) for s in range(mesh.size)]
            low[i], high[i] = _narrowed(cuts[i], low[i], high[i], its)


def _spread(low, high):
    """Up to SAMPLES places of a range, about as far from each other."""
    count = min(high - low, SAMPLES)
    return low + numpy.arange(count) * (high - low) // max(count, 1)


def _values_at(places, open_cuts, runs, mesh, dtype):
    """The items at places of the parts, which every process gets."""
    rows, counts = [None] * mesh.size, []
    for s in range(mesh.size):
        at = numpy.concatenate([places[i, s] for i in open_cuts])
        counts.append(at.size)
        if mesh._has(s):
            device = mesh._device(s)
            rows[s] = (
                runs[s][array(at, device=device)]
                if at.size
                else zeros(0, dtype, device=device)
            )
    layout = Layout(mesh, 0, by_counts(counts))
    line = replicated(split_array(layout, (sum(counts),), rows, dtype))
    line, found, begin = line._parts[mesh.local[0]].get(), {}, 0
    for s in range(mesh.size):
        for i in open_cuts:
            end = begin + places[i, s].size
            found[i, s] = line[begin:end]
            begin = end
    return found


def _narrowed(cut, low, high, samples):
    """Bounds of a cut's place in each part, from (places, values) of its samples."""
    size = len(low)
    part = numpy.repeat(range(size), [places.size for places, _ in samples])
    place = numpy.concatenate([places for places, _ in samples])
    values = numpy.concatenate([values for _, values in samples])
    order = numpy.argsort(values, kind="stable")  # of equal ones by parts
    part, place = part[order], place[order]
    # How many items come before each sample: those of its own part, and of the others
    # at least what is before their last sample before it, at most up to the next.
    least, most = place.copy(), place.copy()
    for s in range(size):
        mine = part == s
        before = numpy.maximum.accumulate(numpy.where(mine, place + 1, low[s]))
        after = numpy.where(mine, place, high[s])[::-1]
        after = numpy.minimum.accumulate(after)[::-1]
        least += numpy.where(mine, 0, before)
        most += numpy.where(mine, 0, after)
    low, high = list(low), list(high)
    for s in range(size):
        taken = place[(part == s) & (most < cut)]
        left = place[(part == s) & (least >= cut)]
        if taken.size:
            low[s] = max(low[s], int(taken.max()) + 1)
        if left.size:
            high[s] = min(high[s], int(left.min()))
    return low, high


def unique(
    ar,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    *,
    equal_nan=True,
    sorted=True,
):
    options = {
        "return_index": return_index,
        "return_inverse": return_inverse,
        "return_counts": return_counts,
        "axis": axis,
        "equal_nan": equal_nan,
    }
    if return_index or return_inverse or return_counts or axis is not None:
        return on_whole("unique", sets.unique, (ar,), options)
    if not ar._layout.is_split or is_small(ar):
        whole = replicated(ar)
        length = sets.unique(whole._parts[ar.mesh.local[0]], **options).shape
        return with_parts(whole, length, lambda x: sets.unique(x, **options))
    line = sort(ravel(ar), 0)
    differs = apply(_differs, [line[1:], line[:-1]], equal_nan=equal_nan)
    return concatenate([line[:1], get(line[1:], (differs,))])


def _differs(x, y, equal_nan):
    differ = x != y
    if equal_nan and x.dtype.kind in "fc":
        differ &= (x == x) | (y == y)
    return differ


def nonzero(a):
    """In C order, which is that of parts where the first axis is cut."""
    layout = a._layout
    if a.ndim == 0 or not layout.is_split:
        a = replicated(a)
        parts = {s: indexing.nonzero(a._parts[s]) for s in a.mesh.local}
        first = parts[a.mesh.local[0]]
        return tuple(
            made(a._layout, first[i].shape, lambda s, i=i: parts[s][i])
            for i in range(len(first))
        )
    a = resplit(a, 0)
    found = {s: indexing.nonzero(a._parts[s]) for s in a.mesh.local}
    counts = a.mesh._tell({s: [found[s][0].shape[0]] for s in a.mesh.local})
    ranges = by_counts([count for (count,) in counts], a._layout.ranges)
    target = Layout(a.mesh, 0, ranges)
    begins = [begin for begin, _ in a._layout.ranges]

    def of_axis(i):
        return made(
            target,
            (length_of(ranges),),
            lambda s: found[s][i] + begins[s] if i == 0 else found[s][i],
        )

    return tuple(map(of_axis, range(a.ndim)))


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def bincount(x, /, weights=None, minlength=0):
    if not x._layout.is_split or weights is not None or x.size == 0 or x.ndim != 1:
        options = {"weights": weights, "minlength": minlength}
        return on_whole("bincount", histograms.bincount, (x,), options)
    length = max(int(amax(x)) + 1, minlength)
    return _summed(x, length, lambda part: histograms.bincount(part, minlength=length))


def _summed(x, length, count):
    """Counts of the parts, added up on each shard."""
    mesh = x.mesh
    ranges = by_counts([1] * mesh.size)
    parts = [None if part is None else count(part)[None] for part in x._parts]
    several = replicated(
        split_array(Layout(mesh, 0, ranges), (mesh.size, length), parts)
    )
    return with_parts(several, (length,), lambda t: ufuncs["add"].reduce(t, 0))


def histogram(a, bins=10, range=None, density=None, weights=None):
    if weights is not None or isinstance(bins, str) or a.size == 0:
        options = {"bins": bins, "range": range, "density": density, "weights": weights}
        return on_whole("histogram", histograms.histogram, (a,), options)
    a = ravel(a) if a._layout.is_split else replicated(a)
    if not hasattr(bins, "__len__") and not isinstance(bins, SplitArray):
        if range is None:
            range = (float(amin(a)), float(amax(a)))
        sample = a._parts[a.mesh.local[0]][:0]
        edges = histograms.histogram_bin_edges(sample, bins, range)
    else:
        edges = as_input(bins, a.mesh)
        range = None
    n = len(edges) - 1

    def count(part):
        if range is not None:
            return histograms.histogram(part, bins, range)[0]
        return histograms.histogram(part, edges.to_device(part.device))[0]

    if not a._layout.is_split:
        counts = with_parts(a, (n,), count)
    else:
        counts = _summed(a, n, count)
    edges = made(
        Layout(a.mesh),
        (n + 1,),
        lambda s: edges.copy().to_device(a.mesh._device(s)),
    )
    if density:
        widths = edges[1:] - edges[:-1]
        return counts / widths / counts.sum(), edges
    return counts, edges

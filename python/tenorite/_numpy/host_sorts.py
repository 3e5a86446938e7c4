# SPDX-License-Identifier: Apache-2.0
"""Sorts on the CPU device by NumPy's vector instructions, on several threads.

NumPy's are the fastest for items of 4 and 8 bytes where neither positions nor
the bits of equal items are asked for; all others are the core's.
"""

import numpy

from .. import _core
from .._array.memory import allocate_like, host_view
from .._runtime.threads import for_pieces, in_parts, interruptible, threads_for

# Parts of a line are at most as many.
_MAX_PARTS = 256
# Where more places are asked for, rows are sorted; short ones always.
_MAX_PLACES, _SHORT_ROW = 8, 256
# In lines of so many items, what a sample says to be within such a share of a
# place is cut out first. That is three times the error of the sample.
_CUT_ITEMS, _NEAR = 1 << 17, 0.035


def suits(a):
    """Whether NumPy sorts such items faster than the core does."""
    return a.itemsize >= 4 and a.dtype.kind in "iuf" and str(a.device) == "cpu"


def suits_partition(a):
    """Whether NumPy partitions such items faster than the core sorts them."""
    return a.itemsize >= 4 and str(a.device) == "cpu"


def sort(a, axis):
    """Sorts a writeable array in place along a normalised axis."""
    if a.flags.c_contiguous and axis == a.ndim - 1 and threads_for(a.size) == 1:
        host_view(a).sort(axis=-1)
    else:
        _with_lines(a, a, axis, _sort_lines)


def sorted_copy(a, axis):
    """A copy in K order, sorted along a normalised axis."""
    return interruptible(lambda: _sorted_copy(a, axis), a.size)


def _sorted_copy(a, axis):
    if threads_for(a.size) == 1:
        result = a.copy(order="K")
        sort(result, axis)
        return result
    result = allocate_like(a)
    if _is_line(a, axis) and _line_parts(a.size) > 1:
        _sort_line(a.reshape(-1), result.reshape(-1))
    else:
        _with_lines(a, result, axis, _sort_lines)
    return result


def _is_line(a, axis):
    return a.size == a.shape[axis] and a.flags.c_contiguous


def _line_parts(n):
    """In how many parts a line of n items is sorted at the same time.

    Splitting costs a fifth of the time of a sort of so many items.
    """
    return min(threads_for(n // 4), _MAX_PARTS)


def _sort_line(a, out):
    """Sorts one dense line of many items into another."""
    h = host_view(out)
    parts = _line_parts(a.size)
    ends = _core.split_line(a, out, [i / parts for i in range(1, parts)])
    pieces = [slice(*pair) for pair in zip([0, *ends[:-1]], ends, strict=True)]
    for_pieces(lambda piece: h[piece].sort(), pieces, parts)


def partition(a, places, axis):
    """Partitions a writeable array in place along a normalised axis."""
    _partition(a, a, places, axis)


def partitioned(a, places, axis):
    """A partitioned copy, in K order."""
    result = allocate_like(a)
    interruptible(lambda: _partition(a, result, places, axis), a.size)
    return result


def _partition(a, out, places, axis):
    places = sorted(set(places))
    if a is not out and _is_line(a, axis) and _is_cut(a, a.size, places):
        return _partition_line(a.reshape(-1), out.reshape(-1), places)

    def rows(lines):
        if _is_cut(lines, lines.shape[1], places):
            for row in range(lines.shape[0]):
                _partition_line(lines[row].copy(), lines[row], places)
            return
        h = host_view(lines)
        parts = min(threads_for(h.size), h.shape[0])
        put = _put_in_places if suits(lines) else _partition_rows
        in_parts(lambda piece: put(h[piece], places), h.shape[0], parts)

    _with_lines(a, out, axis, rows)


def _is_cut(a, n, places):
    """Whether lines of n items are partitioned by cutting out what is near a place."""
    return n >= _CUT_ITEMS and len(places) <= _MAX_PLACES and suits(a)


def _partition_line(a, out, places):
    """Partitions one dense line of many items into another."""
    n = a.size
    cuts = []
    for place in places:
        low, high = place / n - _NEAR, place / n + _NEAR
        if cuts and low <= cuts[-1]:
            cuts[-1] = high
        else:
            cuts += [low, high]
    ends = _core.split_line(a, out, [cut for cut in cuts if 0 < cut < 1])
    h = host_view(out).reshape(1, -1)
    begin = 0
    for end in ends:
        inside = [place - begin for place in places if begin <= place < end]
        if inside:
            _put_in_places(h[:, begin:end], inside)
        begin = end


def _partition_rows(rows, places):
    rows.partition(places, axis=-1)


def _put_in_places(rows, places):
    """Partitions rows by NumPy's vector instructions, which serve one place a call."""
    n = rows.shape[1]
    if n <= _SHORT_ROW or len(places) > _MAX_PLACES:
        rows.sort(axis=-1)
        return
    middle = len(places) // 2
    place = places[middle]
    if place < n - 1:
        rows.partition(place, axis=-1)
    else:
        largest = rows.argmax(axis=-1, keepdims=True)  # or NaN
        item = numpy.take_along_axis(rows, largest, -1)
        numpy.put_along_axis(rows, largest, rows[:, -1:], -1)
        rows[:, -1:] = item
    if middle > 0:
        _put_in_places(rows[:, :place], places[:middle])
    if middle + 1 < len(places):
        _put_in_places(
            rows[:, place + 1 :], [p - place - 1 for p in places[middle + 1 :]]
        )


def argpartition(a, kth, axis):
    """Positions that partition an array with items along a normalised axis, int64."""
    others = [i for i in range(a.ndim) if i != axis]
    rows = a.transpose((*others, axis)).copy(order="C")
    result = _core.empty(rows.shape, "l", rows.device)
    n = a.shape[axis]
    lines, places = (host_view(x.reshape(-1, n)) for x in (rows, result))

    def part(piece):
        places[piece] = lines[piece].argpartition(kth, axis=-1)

    in_parts(part, lines.shape[0], min(threads_for(a.size), lines.shape[0]))
    back = list(range(len(others)))
    back.insert(axis, len(others))
    return result.transpose(back).copy(order="C")


def _with_lines(a, out, axis, work):
    """Calls work(lines) with the lines along an axis as dense rows, and stores them.

    `out` has the layout of `a`, or is `a`.
    """
    if a.size == 0:
        return
    strides = out.strides
    others = [i for i in range(a.ndim) if i != axis]
    others.sort(key=lambda i: -abs(strides[i]))
    lines, stored = (x.transpose((*others, axis)) for x in (a, out))
    if not stored.flags.c_contiguous:
        dense = lines.copy(order="C")
    else:
        dense = stored
        if a is not out:
            dense[...] = lines
    work(dense.reshape(-1, a.shape[axis]))
    if dense is not stored:
        stored[...] = dense


def _sort_lines(lines):
    rows, n = lines.shape
    threads = threads_for(lines.size)
    if rows >= threads or _line_parts(n) == 1:
        h = host_view(lines)
        in_parts(lambda piece: h[piece].sort(axis=-1), rows, min(rows, threads))
    else:
        for row in range(rows):
            _sort_line(lines[row].copy(), lines[row])

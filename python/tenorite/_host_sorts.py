# SPDX-License-Identifier: Apache-2.0
"""Sorts on the CPU device by NumPy's vector instructions, on several threads.

NumPy's are the fastest for items of 4 and 8 bytes where neither positions nor
the bits of equal items are asked for; all others are the core's.
"""

from . import _core, _primitives
from ._threads import for_pieces, in_parts, threads_for

# Parts of a line are at most as many.
_MAX_PARTS = 256


def suits(a):
    """Whether NumPy sorts such items faster than the core does."""
    return a.itemsize >= 4 and a.dtype.kind in "iuf" and str(a.device) == "cpu"


def suits_partition(a):
    """Whether NumPy partitions such items faster than the core sorts them."""
    return a.itemsize >= 4 and str(a.device) == "cpu"


def sort(a, axis):
    """Sorts a writeable array in place along a normalised axis."""
    if a.flags.c_contiguous and axis == a.ndim - 1 and threads_for(a.size) == 1:
        _primitives.host_view(a).sort(axis=-1)
    else:
        _with_lines(a, axis, _sort_lines)


def line_parts(n):
    """In how many parts a line of n items is sorted at the same time.

    Splitting costs a fifth of the time of a sort of so many items.
    """
    return min(threads_for(n // 4), _MAX_PARTS)


def is_one_line(a):
    """Whether an array is a dense line that is sorted in parts."""
    return a.ndim == 1 and a.flags.c_contiguous and line_parts(a.size) > 1


def sort_line_into(a, out):
    """Sorts one dense line of many items into another."""
    h = _primitives.host_view(out)
    ends = _core.split_line(a, out, line_parts(a.size))
    pieces = [slice(*pair) for pair in zip([0, *ends[:-1]], ends, strict=True)]
    for_pieces(lambda piece: h[piece].sort(), pieces)


def partition(a, kth, axis):
    """Partitions a writeable array in place along a normalised axis."""

    def rows(lines):
        h = _primitives.host_view(lines)
        parts = min(threads_for(h.size), h.shape[0])
        in_parts(lambda piece: h[piece].partition(kth, axis=-1), h.shape[0], parts)

    _with_lines(a, axis, rows)


def argpartition(a, kth, axis):
    """Positions that partition an array with items along a normalised axis, int64."""
    others = [i for i in range(a.ndim) if i != axis]
    rows = a.transpose((*others, axis)).copy(order="C")
    result = _core.empty(rows.shape, "l", rows.device)
    n = a.shape[axis]
    lines, places = (_primitives.host_view(x.reshape(-1, n)) for x in (rows, result))

    def part(piece):
        places[piece] = lines[piece].argpartition(kth, axis=-1)

    in_parts(part, lines.shape[0], min(threads_for(a.size), lines.shape[0]))
    back = list(range(len(others)))
    back.insert(axis, len(others))
    return result.transpose(back).copy(order="C")


def _with_lines(a, axis, work):
    """Calls work(lines) with the lines along an axis as dense rows, and stores them."""
    if a.size == 0:
        return
    strides = a.strides
    others = [i for i in range(a.ndim) if i != axis]
    others.sort(key=lambda i: -abs(strides[i]))
    lines = a.transpose((*others, axis))
    n = a.shape[axis]
    dense = lines if lines.flags.c_contiguous else lines.copy(order="C")
    work(dense.reshape(-1, n))
    if dense is not lines:
        lines[...] = dense


def _sort_lines(lines):
    rows, n = lines.shape
    threads = threads_for(lines.size)
    if rows >= threads or line_parts(n) == 1:
        h = _primitives.host_view(lines)
        in_parts(lambda piece: h[piece].sort(axis=-1), rows, min(rows, threads))
    else:
        for row in range(rows):
            sort_line_into(lines[row].copy(), lines[row])

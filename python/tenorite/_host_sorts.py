# SPDX-License-Identifier: Apache-2.0
"""Sorts on the CPU device by NumPy's vector instructions, on several threads.

NumPy's are the fastest for items of 4 and 8 bytes where neither positions nor
the bits of equal items are asked for; all others are the core's.
"""

from . import _core, _primitives
from ._threads import ends, in_parts, threads_for


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
    h = _primitives.host_view(lines)
    if threads == 1:
        h.sort(axis=-1)
    elif rows >= threads:
        in_parts(lambda piece: h[piece].sort(axis=-1), rows, threads)
    else:
        for row, line in enumerate(h):
            in_parts(lambda piece, line=line: line[piece].sort(), n, threads)
            _core.merge_runs(lines[row], ends(n, threads))

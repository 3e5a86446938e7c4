# SPDX-License-Identifier: Apache-2.0
"""Sorting and searching in sorted arrays.

NaNs are last, also in descending order; complex numbers are ordered by their
real, then by their imaginary parts. Positions are always those of a stable sort.
"""

import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import (
    as_operand,
    as_operands,
    asked_operand,
    check_answers_not,
    host_array,
    with_ndmin,
)
from .._core import ndarray
from .indexing import take_along_axis

__all__ = [
    "argpartition",
    "argsort",
    "lexsort",
    "partition",
    "searchsorted",
    "sort",
    "sort_complex",
    "top_k",
]

_NoValue = numpy._NoValue


def _is_stable(kind, order, stable):
    """Whether equal items keep their order; NumPy's errors for the arguments."""
    if kind is None and order is None:
        return bool(stable)
    numpy.empty(0).sort(kind=kind, order=order, stable=stable)
    return kind is not None and kind[0] in "sSmM"


def _line(a, axis):
    """The array and axis of a call in which None asks for all items in one line."""
    a = as_operand(a)
    if axis is None:
        return a.ravel(), 0
    return a, normalize_axis_index(operator.index(axis), a.ndim)


def _positions_line(a, axis):
    """The same for positions: at least one axis, and no bool for its number."""
    a = as_operand(a)
    if axis is None:
        return a.ravel(), 0
    a = with_ndmin(a, 1)
    return a, _core.axis_index(axis, a.ndim)


def sort(a, axis=-1, kind=None, order=None, *, stable=None, descending=_NoValue):
    """Sorted copy along an axis (None: of the raveled array). See numpy.sort.

    >>> np.sort(np.array([3, 1, 2]))
    array([1, 2, 3])
    """
    a = as_operand(a)
    stable = _is_stable(kind, order, stable)
    descending = descending is not _NoValue and bool(descending)
    a, axis = _line(a, axis)
    return _core.sort(a, axis, stable, descending)


def argsort(a, axis=-1, kind=None, order=None, *, stable=None, descending=_NoValue):
    """Positions that sort along an axis, int64; equal items keep their order.

    See numpy.argsort.

    >>> np.argsort(np.array([30, 10, 20]))
    array([1, 2, 0])
    """
    a = asked_operand(a, "argsort")
    _is_stable(kind, order, stable)
    descending = descending is not _NoValue and bool(descending)
    a, axis = _positions_line(a, axis)
    return _core.argsort(a, axis, descending)


def method_argsort(
    self, axis=-1, kind=None, order=None, *, stable=None, descending=None
):
    """Positions of the items in sorted order. See numpy.ndarray.argsort.

    >>> np.array([30, 10, 20]).argsort()
    array([1, 2, 0])
    """
    return argsort(self, axis, kind, order, stable=stable, descending=bool(descending))


def method_sort(self, axis=-1, kind=None, order=None, *, stable=None, descending=None):
    """Sort in place along an axis. See numpy.ndarray.sort.

    >>> x = np.array([3, 1, 2])
    >>> x.sort()
    >>> x
    array([1, 2, 3])
    """
    stable = _is_stable(kind, order, stable)
    axis = normalize_axis_index(operator.index(axis), self.ndim)
    _core.sort_in_place(self, axis, stable, bool(descending))


def sort_complex(a):
    """Copy as complex numbers, sorted along the last axis. See numpy.sort_complex.

    >>> np.sort_complex(np.array([2 + 1j, 1.0]))
    array([1.+0.j, 2.+1.j])
    """
    a = as_operand(a)
    if a.dtype.kind != "c":
        small = a.dtype.char in "bhBH"
        return sort(a).astype(numpy.complex64 if small else numpy.complex128)
    return sort(a)


def lexsort(keys, axis=-1):
    """Positions that sort by several keys, the last of them first. See numpy.lexsort.

    >>> np.lexsort((np.array([2, 1, 3]), np.array([0, 0, 0])))
    array([1, 0, 2])
    """
    if not isinstance(keys, ndarray) and not hasattr(keys, "__len__"):
        numpy.lexsort(keys)
    if (isinstance(keys, ndarray) and keys.ndim == 0) or len(keys) == 0:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    keys = as_operands(list(keys))
    if any(key.shape != keys[0].shape for key in keys):
        raise ValueError("all keys need to be the same shape")
    axis = operator.index(axis)
    if keys[0].ndim == 0:
        if axis not in (0, -1):
            normalize_axis_index(axis, 0)
        return _core.argsort(keys[0].reshape(1), 0, False)[0]
    axis = normalize_axis_index(axis, keys[0].ndim)
    order = _core.argsort(keys[0], axis, False)
    for key in keys[1:]:
        step = _core.argsort(_along(key, order, axis), axis, False)
        order = _along(order, step, axis)
    return order


def _along(a, order, axis):
    return (
        _core.take(a, order, "raise")
        if a.ndim == 1
        else take_along_axis(a, order, axis)
    )


# ---- partitions ----


def _places(kth, a, axis, kind, order):
    """The positions asked for, counted from 0; NumPy's errors for the arguments."""
    n = a.shape[axis]
    if kind != "introselect" or order is not None:
        numpy.empty(1).partition(0, kind=kind, order=order)
    h = host_array(kth)
    if h.dtype.kind not in "iu" or h.ndim > 1:
        numpy.empty(1).partition(h)
    places = [int(k) + n if k < 0 else int(k) for k in h.ravel()]
    for k in places:
        if not 0 <= k < n and a.size:
            raise ValueError(f"kth(={k}) out of bounds ({n})")
    return places


def _partition_in_place(a, kth, axis, kind, order):
    axis = normalize_axis_index(operator.index(axis), a.ndim)
    if not a.flags.writeable:
        raise ValueError("partition array is read-only")
    places = _places(kth, a, axis, kind, order)
    if not places or a.size == 0:
        return
    _core.partition_in_place(a, places, axis)


def partition(a, kth, axis=-1, kind="introselect", order=None):
    """Copy with the items at positions `kth` of the sorted axis in their places.

    Smaller items are before them, larger ones behind. See numpy.partition.

    >>> np.partition(np.array([30, 10, 20]), 0)[0]
    np.int64(10)
    """
    a, axis = _line(a, axis)
    axis = normalize_axis_index(axis, a.ndim)
    places = _places(kth, a, axis, kind, order)
    if not places or a.size == 0:
        return a.copy(order="K")
    return _core.partition(a, places, axis)


def method_partition(self, kth, axis=-1, kind="introselect", order=None):
    """Partition in place along an axis. See numpy.ndarray.partition.

    >>> x = np.array([30, 10, 20])
    >>> x.partition(0)
    >>> x[0]
    np.int64(10)
    """
    _partition_in_place(self, kth, axis, kind, order)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    """Positions that partition along an axis, int64. See numpy.argpartition.

    >>> np.argpartition(np.array([30, 10, 20]), 0)[0]
    np.int64(1)
    """
    a, axis = _positions_line(asked_operand(a, "argpartition"), axis)
    places = _places(kth, a, axis, kind, order)
    return _core.argpartition(a, places if a.size else [], axis)


def top_k(a, k, /, *, axis=-1, largest=True, sorted=True):
    """The k largest (or smallest) items along an axis, and their positions.

    A tuple of two arrays in which the axis has length k, the best items first;
    NaNs come after all numbers. ValueError where k is negative or larger than
    the axis.

    >>> np.top_k(np.array([3, 1, 2]), 2)
    (array([3, 2]), array([0, 2]))
    """
    a, axis = _line(a, axis)
    axis = normalize_axis_index(axis, a.ndim)
    k = operator.index(k)
    if not 0 <= k <= a.shape[axis]:
        raise ValueError(f"k(={k}) out of bounds ({a.shape[axis]})")
    largest = bool(largest)
    order = _core.first_positions(a, k, axis, largest) if k and a.size else None
    if order is None:
        first = (slice(None),) * axis + (slice(k),)
        order = _core.argsort(a, axis, largest)[first].copy()
    else:
        # Positions of equal items ascend, and a stable sort leaves them so.
        best = _core.argsort(_along(a, order, axis), axis, largest)
        order = _along(order, best, axis)
    return _along(a, order, axis), order


# ---- searches ----


def _is_right(side):
    if side not in ("left", "right"):
        numpy.empty(0).searchsorted(0, side=side)
    return side[0] in "rR"


def _check_sorter(sorter, a):
    sorter = as_operand(sorter, a)
    if sorter.dtype.kind not in "iub":
        raise TypeError("sorter must only contain integers")
    if sorter.ndim != 1:
        raise TypeError("could not parse sorter argument")
    if sorter.size != a.size:
        raise ValueError("sorter.size must equal a.size")
    if a.size and not 0 <= int(sorter.min()) <= int(sorter.max()) < a.size:
        raise ValueError("Sorter index out of range.")
    return sorter.astype(numpy.int64, copy=False)


def searchsorted(a, v, side="left", sorter=None):
    """Where `v` would be inserted into the sorted line `a`, int64.

    Before items that are equal, or with side "right" behind them. `sorter` has
    the positions that sort `a`. See numpy.searchsorted.

    >>> np.searchsorted(np.array([1, 3, 5]), [2, 5])
    array([1, 2])
    """
    check_answers_not(a, "searchsorted", "__array_wrap__")
    a, v = as_operands([a, v])
    right = _is_right(side)
    if a.ndim != 1:
        few = "of too small depth" if a.ndim == 0 else "too deep"
        raise ValueError(f"object {few} for desired array")
    dtype = numpy.promote_types(a.dtype, v.dtype)
    if sorter is not None:
        a = _core.take(a, _check_sorter(sorter, a), "raise")
    a, v = a.astype(dtype, copy=False), v.astype(dtype, copy=False)
    return _core.searchsorted(a, v, right)

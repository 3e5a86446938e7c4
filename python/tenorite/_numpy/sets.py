# SPDX-License-Identifier: Apache-2.0
"""Unique items and set operations, by sorting; results are always sorted."""

import typing

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import as_operand, as_operands
from .._core import ndarray, ufuncs
from .creation import asarray
from .joining import concatenate
from .sorting import _along, sort

__all__ = [
    "intersect1d",
    "isin",
    "setdiff1d",
    "setxor1d",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]


class UniqueAllResult(typing.NamedTuple):
    """Result of unique_all."""

    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray


class UniqueCountsResult(typing.NamedTuple):
    """Result of unique_counts."""

    values: ndarray
    counts: ndarray


class UniqueInverseResult(typing.NamedTuple):
    """Result of unique_inverse."""

    values: ndarray
    inverse_indices: ndarray


def _first_of_equals(line, equal_nan):
    """Which items of a sorted line begin a new value."""
    first = _core.first_of_equals(line)
    kind = line.dtype.kind
    if kind not in "fc" or (kind == "f" and equal_nan) or line.size == 0:
        return first
    nan = ufuncs["isnan"](line)
    if not equal_nan:
        return ufuncs["logical_or"](first, nan)
    # However their parts differ.
    again = ufuncs["logical_and"](nan[1:], nan[:-1])
    _core.copyto(first[1:], False, where=again)
    return first


def _numbers_of(first, order):
    """For each item before sorting, the number of its value."""
    inverse = _core.empty(order.shape, numpy.int64, order.device)
    inverse[order] = first.cumsum() - 1
    return inverse


def _counts(first):
    """How many items each value has, from where the values begin."""
    (begin,) = first.nonzero()
    n = as_operand([first.size], first)
    ends = concatenate((begin, n))
    return ends[1:] - ends[:-1]


def _with_extras(values, first, order, index, inverse, counts):
    result = (values,)
    if index:
        result += (order[first],)
    if inverse is not None:
        result += (_numbers_of(first, order).reshape(inverse),)
    if counts:
        result += (_counts(first),)
    return result if len(result) > 1 else result[0]


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
    """Sorted unique items, or subarrays along an axis.

    Then, as asked for, the positions of their first occurrences, for each item
    the position of its value, and how often each value occurs. See numpy.unique.

    >>> np.unique(np.array([2, 1, 2]), return_counts=True)
    (array([1, 2]), array([1, 2]))
    """
    ar = as_operand(ar)
    if axis is not None and ar.ndim != 1:
        return _unique_along(ar, return_index, return_inverse, return_counts, axis)
    if axis is not None:
        normalize_axis_index(axis, ar.ndim)
    line, order = ar.ravel(), None
    if return_index or return_inverse:
        order = _core.argsort(line, 0, False)
        line = _core.take(line, order, "raise")
    else:
        line = sort(line)
    first = _first_of_equals(line, equal_nan)
    shape = ar.shape if return_inverse else None
    return _with_extras(line[first], first, order, return_index, shape, return_counts)


def _unique_along(ar, return_index, return_inverse, return_counts, axis):
    try:
        axis = normalize_axis_index(axis, ar.ndim)
    except numpy.exceptions.AxisError:
        raise numpy.exceptions.AxisError(axis, ar.ndim) from None
    moved = _moved(ar, axis, 0)
    n = moved.shape[0]
    rows = moved.reshape(n, -1) if moved.size else moved.reshape(n, 0)
    order = _core.arange_fill(n, 0, 1, numpy.int64, ar.device)
    # From the last column to the first, each sort keeping the order before it.
    for column in range(rows.shape[1] - 1, -1, -1):
        key = _core.take(rows[:, column], order, "raise")
        order = _core.take(order, _core.argsort(key, 0, False), "raise")
    placed = _core.take(rows, order, "raise", 0)
    first = _core.empty((n,), bool, ar.device)
    first.fill(True)
    if n > 1:
        differ = ufuncs["not_equal"](placed[1:], placed[:-1])
        first[1:] = differ.any(axis=1)
    values = placed[first]
    values = _moved(values.reshape(values.shape[0], *moved.shape[1:]), 0, axis)
    shape = (n,) if return_inverse else None
    return _with_extras(values, first, order, return_index, shape, return_counts)


def _moved(a, source, destination):
    axes = [i for i in range(a.ndim) if i != source]
    axes.insert(destination, source)
    return a.transpose(axes)


def unique_all(x):
    """Unique values, their first positions, inverse and counts; NaNs all differ.

    See numpy.unique_all.

    >>> np.unique_all(np.array([2, 1, 2])).counts
    array([1, 2])
    """
    return UniqueAllResult(*unique(x, True, True, True, equal_nan=False))


def unique_counts(x):
    """Unique values and how often each occurs. See numpy.unique_counts.

    >>> np.unique_counts(np.array([2, 1, 2])).counts
    array([1, 2])
    """
    return UniqueCountsResult(*unique(x, return_counts=True, equal_nan=False))


def unique_inverse(x):
    """Unique values and for each item its value's position. See numpy.unique_inverse.

    >>> np.unique_inverse(np.array([2, 1, 2])).inverse_indices
    array([1, 0, 1])
    """
    return UniqueInverseResult(*unique(x, return_inverse=True, equal_nan=False))


def unique_values(x):
    """Unique values, sorted; NaNs all differ. See numpy.unique_values.

    >>> np.unique_values(np.array([2, 1, 2]))
    array([1, 2])
    """
    return unique(x, equal_nan=False)


# ---- sets ----


def _pair(ar1, ar2):
    return as_operands([ar1, ar2])


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Which items of `element` are among `test_elements`; NaNs never are.

    See numpy.isin.

    >>> np.isin(np.array([1, 2, 3]), [1, 3])
    array([ True, False,  True])
    """
    element, tests = _pair(element, test_elements)
    if kind not in {None, "sort", "table"}:
        raise ValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    if kind == "table" and not all(x.dtype.kind in "uib" for x in (element, tests)):
        raise ValueError(
            "The 'table' method is only supported for boolean or integer arrays. "
            "Please select 'sort' or None for kind."
        )
    if kind == "table" and tests.size and tests.dtype.kind != "b":
        least, largest = map(int, _core.least_and_largest(tests).get())
        if largest - least > numpy.iinfo(tests.dtype).max:
            raise RuntimeError(
                "You have specified kind='table', but the range of values in `ar2` or "
                "`ar1` exceed the maximum integer of the datatype. Please set `kind` "
                "to None or 'sort'."
            )
    found = _core.isin(element, tests, kind == "sort")
    return asarray(ufuncs["logical_not"](found)) if invert else found


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """Sorted unique items that are in both arrays.

    With `return_indices`, also the positions of their first occurrences in each.
    See numpy.intersect1d.

    >>> np.intersect1d(np.array([1, 3, 4]), [3, 1, 2])
    array([1, 3])
    """
    ar1, ar2 = _pair(ar1, ar2)
    if assume_unique:
        ar1, ar2 = ar1.ravel(), ar2.ravel()
    elif return_indices:
        ar1, at1 = unique(ar1, return_index=True)
        ar2, at2 = unique(ar2, return_index=True)
    else:
        ar1, ar2 = unique(ar1), unique(ar2)
    both = concatenate((ar1, ar2))
    if not return_indices:
        both = sort(both)
        return both[:-1][both[1:] == both[:-1]]
    order = _core.argsort(both, 0, False)
    both = _along(both, order, 0)
    mask = both[1:] == both[:-1]
    found, places1 = both[:-1][mask], order[:-1][mask]
    places2 = order[1:][mask] - ar1.size
    if not assume_unique:
        places1, places2 = at1[places1], at2[places2]
    return found, places1, places2


def setxor1d(ar1, ar2, assume_unique=False):
    """Sorted unique items of one but not of both. See numpy.setxor1d.

    >>> np.setxor1d(np.array([1, 2, 3]), [2, 4])
    array([1, 3, 4])
    """
    ar1, ar2 = _pair(ar1, ar2)
    if not assume_unique:
        ar1, ar2 = unique(ar1), unique(ar2)
    both = concatenate((ar1, ar2), axis=None)
    if both.size == 0:
        return both
    both = sort(both)
    differs = _core.empty((both.size + 1,), bool, both.device)
    differs.fill(True)
    differs[1:-1] = both[1:] != both[:-1]
    return both[differs[1:] & differs[:-1]]


def union1d(ar1, ar2):
    """Sorted unique items of either. See numpy.union1d.

    >>> np.union1d(np.array([1, 2]), [2, 3])
    array([1, 2, 3])
    """
    return unique(concatenate((ar1, ar2), axis=None))


def setdiff1d(ar1, ar2, assume_unique=False):
    """Unique items of `ar1` that `ar2` lacks; sorted unless `assume_unique`.

    See numpy.setdiff1d.

    >>> np.setdiff1d(np.array([1, 2, 3]), [2])
    array([1, 3])
    """
    ar1, ar2 = _pair(ar1, ar2)
    ar1 = ar1.ravel() if assume_unique else unique(ar1)
    return ar1[isin(ar1, ar2, assume_unique=True, invert=True)]

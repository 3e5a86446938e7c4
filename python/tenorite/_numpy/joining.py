# SPDX-License-Identifier: Apache-2.0
"""Arrays joined, split, and with items added or left out."""

import itertools
import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import (
    as_operand,
    as_operands,
    as_strong,
    check_dtype,
    common_dtype,
    host_array,
    make_array,
    weak_or_arrays,
    with_ndmin,
)
from .._array.memory import empty_permuted, host_items, host_view, is_in_host_memory
from .._core import ndarray
from .._runtime.compiled_paths import compiled
from .creation import ones
from .manipulation import atleast_3d, moveaxis, ndim

__all__ = [
    "append",
    "array_split",
    "block",
    "column_stack",
    "concat",
    "concatenate",
    "delete",
    "dsplit",
    "dstack",
    "hsplit",
    "hstack",
    "insert",
    "row_stack",
    "split",
    "stack",
    "unstack",
    "vsplit",
    "vstack",
]

_ALL = slice(None)


def _sequence(arrays):
    if not hasattr(arrays, "__getitem__"):
        raise TypeError(
            'arrays to stack must be passed as a "sequence" type such as list or tuple.'
        )
    return arrays


def _join(arrays, axis, out, dtype, casting):
    if out is not None and dtype is not None:
        raise TypeError(
            "concatenate() only takes `out` or `dtype` as an argument, "
            "but both were provided."
        )
    return _core.concatenate(arrays, axis, dtype, casting, out)


def _with_numbers(items, dtype, out):
    """The items, of which Python numbers have the dtype of the result if they can."""
    items = weak_or_arrays(items)
    if isinstance(out, ndarray):
        dtype = out.dtype
    dtype = common_dtype(items) if dtype is None else check_dtype(dtype)
    fits = {int: "iufc", float: "fc", complex: "c"}
    return [
        as_strong(x, dtype) if dtype.kind in fits.get(type(x), "") else x for x in items
    ]


@compiled
def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Join arrays along an existing axis (None: all of them raveled).

    ValueError for shapes that differ elsewhere. See numpy.concatenate.

    >>> np.concatenate((np.array([[1, 2]]), np.array([[3, 4]])), axis=1)
    array([[1, 2, 3, 4]])
    """
    arrays = list(arrays)
    if axis is None and arrays:
        arrays = _with_numbers(arrays, dtype, out)
    arrays = as_operands(arrays)
    if not arrays:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        arrays, axis = [a.ravel() for a in arrays], 0
    elif arrays[0].ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    else:
        axis = _core.axis_index(axis, arrays[0].ndim)
    return _join(arrays, axis, out, dtype, casting)


concat = concatenate


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Join arrays of one shape along a new axis. See numpy.stack.

    >>> np.stack((np.array([1, 2]), np.array([3, 4])), axis=1)
    array([[1, 3],
           [2, 4]])
    """
    arrays = as_operands(list(_sequence(arrays)))
    if not arrays:
        raise ValueError("need at least one array to stack")
    if any(a.shape != arrays[0].shape for a in arrays):
        raise ValueError("all input arrays must have the same shape")
    axis = normalize_axis_index(axis, arrays[0].ndim + 1)
    at = (_ALL,) * axis + (None,)
    return _join([a[at] for a in arrays], axis, out, dtype, casting)


def vstack(tup, *, dtype=None, casting="same_kind"):
    """Join rows: concatenate along axis 0 after atleast_2d. See numpy.vstack.

    >>> np.vstack((np.array([1, 2]), np.array([3, 4])))
    array([[1, 2],
           [3, 4]])
    """
    arrays = [with_ndmin(a, 2) for a in as_operands(list(_sequence(tup)))]
    return concatenate(arrays, 0, dtype=dtype, casting=casting)


def row_stack(tup, *, dtype=None, casting="same_kind"):
    """vstack() under a name that NumPy deprecates. See numpy.row_stack.

    >>> np.row_stack((np.array([1, 2]), np.array([3, 4])))
    array([[1, 2],
           [3, 4]])
    """
    _core.warn(
        "`row_stack` alias is deprecated. Use `np.vstack` directly.",
        DeprecationWarning,
    )
    return vstack(tup, dtype=dtype, casting=casting)


def hstack(tup, *, dtype=None, casting="same_kind"):
    """Join along axis 1, or 0 for 1-d arrays. See numpy.hstack.

    >>> np.hstack((np.array([1, 2]), np.array([3])))
    array([1, 2, 3])
    """
    arrays = [with_ndmin(a, 1) for a in as_operands(list(_sequence(tup)))]
    axis = 0 if arrays and arrays[0].ndim == 1 else 1
    return concatenate(arrays, axis, dtype=dtype, casting=casting)


def dstack(tup):
    """Join along axis 2 after atleast_3d. See numpy.dstack.

    >>> np.dstack((np.array([1, 2]), np.array([3, 4])))
    array([[[1, 3],
            [2, 4]]])
    """
    arrays = [atleast_3d(a) for a in as_operands(list(_sequence(tup)))]
    return concatenate(arrays, 2)


def column_stack(tup):
    """Join 1-d arrays as the columns of a 2-d array. See numpy.column_stack.

    >>> np.column_stack((np.array([1, 2]), np.array([3, 4])))
    array([[1, 3],
           [2, 4]])
    """
    arrays = as_operands(list(_sequence(tup)))
    return concatenate([with_ndmin(a, 2).T if a.ndim < 2 else a for a in arrays], 1)


def _block_depth(arrays, index=()):
    """Nesting depth of block()'s argument; ValueError if uneven."""

    def name(at):
        return "arrays" + "".join(f"[{i}]" for i in at if i is not None)

    if type(arrays) is tuple:
        raise TypeError(
            f"{name(index)} is a tuple. Only lists can be used to arrange blocks, "
            "and np.block does not allow implicit conversion from tuple to ndarray."
        )
    if type(arrays) is not list:
        return index
    if not arrays:
        raise ValueError(f"List at {name(index)} cannot be empty")
    paths = [_block_depth(a, (*index, i)) for i, a in enumerate(arrays)]
    for path in paths[1:]:
        if len(path) != len(paths[0]):
            raise ValueError(
                "List depths are mismatched. First element was at depth "
                f"{len(paths[0])}, but there is an element at depth {len(path)} "
                f"({name(path)})"
            )
    return paths[0]


def block(arrays):
    """Array assembled from nested lists of blocks. See numpy.block.

    >>> np.block([[np.ones((1, 2))], [np.zeros((1, 2))]])
    array([[1., 1.],
           [0., 0.]])
    """
    depth = len(_block_depth(arrays))
    leaves = []

    def collect(x):
        if type(x) is list:
            for item in x:
                collect(item)
        else:
            leaves.append(x)

    collect(arrays)
    leaves = as_operands(leaves)
    ndim = max(depth, *(a.ndim for a in leaves))
    supply = iter(leaves)

    def build(x, level):
        if type(x) is list:
            return concatenate([build(item, level + 1) for item in x], level - depth)
        return with_ndmin(next(supply), ndim)

    result = build(arrays, 0)
    return result[...].copy() if depth == 0 else result


def array_split(ary, indices_or_sections, axis=0):
    """Views of parts of `ary`, which may differ in length. See numpy.array_split.

    >>> np.array_split(np.arange(5), 2)
    [array([0, 1, 2]), array([3, 4])]
    """
    ary = as_operand(ary)
    total = ary.shape[axis]
    axis = normalize_axis_index(axis, ary.ndim)
    try:
        cuts = list(indices_or_sections)
    except TypeError:
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.") from None
        each, extras = divmod(total, sections)
        # Made as a whole, so that too many are a MemoryError at once.
        lengths = [0, *[each + 1] * extras, *[each] * (sections - extras)]
        cuts = itertools.accumulate(lengths)
    else:
        cuts = [0, *map(operator.index, cuts), total]
    prefix = (_ALL,) * axis
    return [ary[(*prefix, slice(a, b))] for a, b in itertools.pairwise(cuts)]


def split(ary, indices_or_sections, axis=0):
    """Views of equal parts, or of parts cut at indices. See numpy.split.

    >>> np.split(np.arange(4), 2)
    [array([0, 1]), array([2, 3])]
    """
    ary = as_operand(ary)
    try:
        len(indices_or_sections)
    except TypeError:
        if ary.shape[axis] % indices_or_sections:
            raise ValueError(
                "array split does not result in an equal division"
            ) from None
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    """split() along axis 1, or 0 for 1-d arrays. See numpy.hsplit.

    >>> np.hsplit(np.array([[1, 2], [3, 4]]), 2)
    [array([[1],
           [3]]), array([[2],
           [4]])]
    """
    ary = as_operand(ary)
    if ary.ndim == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    """split() along axis 0 of arrays with two axes or more. See numpy.vsplit.

    >>> np.vsplit(np.array([[1, 2], [3, 4]]), 2)
    [array([[1, 2]]), array([[3, 4]])]
    """
    if ndim(ary) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    """split() along axis 2. See numpy.dsplit.

    >>> [x.shape for x in np.dsplit(np.ones((2, 2, 4)), 2)]
    [(2, 2, 2), (2, 2, 2)]
    """
    if ndim(ary) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def unstack(x, /, *, axis=0):
    """Views of the slices along an axis; a tuple. See numpy.unstack.

    >>> np.unstack(np.array([[1, 2], [3, 4]]))
    (array([1, 2]), array([3, 4]))
    """
    x = as_operand(x)
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(moveaxis(x, axis, 0))


def append(arr, values, axis=None):
    """Copy of `arr` with `values` joined at its end. See numpy.append.

    >>> np.append(np.array([1, 2]), [3, 4])
    array([1, 2, 3, 4])
    """
    arr, values = as_operands([arr, values])
    if axis is None:
        arr, values, axis = arr.ravel(), values.ravel(), 0
    return concatenate((arr, values), axis)


def _order_like(arr):
    return "F" if arr.flags.fnc else "C"


def _along(arr, axis):
    if axis is not None:
        return arr, normalize_axis_index(axis, arr.ndim)
    if arr.ndim != 1:
        arr = arr.ravel()
    return arr, arr.ndim - 1


def _positions(obj, arr):
    """Indices of an axis of `arr`: many on its device stay there, others are NumPy's."""
    if isinstance(obj, ndarray) and obj.device == arr.device and obj.size > 1:
        return obj
    at = host_array(obj)
    if at.size == 0 and not isinstance(obj, (numpy.ndarray, ndarray)):
        at = at.astype(numpy.intp)
    return at


def _truths(n, at):
    """So many of them, beside the positions `at`."""
    make = ones if isinstance(at, ndarray) else numpy.ones
    return make(n, bool, device=at.device)


def insert(arr, obj, values, axis=None):
    """Copy of `arr` with `values` before the given indices. See numpy.insert.

    >>> np.insert(np.array([1, 3]), 1, 2)
    array([1, 2, 3])
    """
    arr = as_operand(arr, values if isinstance(values, ndarray) else None)
    if isinstance(values, ndarray):
        arr, values = as_operands([arr, values])
    if getattr(values, "dtype", arr.dtype) != arr.dtype:
        values = as_operand(values, arr).astype(arr.dtype)
    if arr.size and is_in_host_memory(arr):
        given = [host_items(x) if isinstance(x, ndarray) else x for x in (obj, values)]
        return _core.array_on_numpy(numpy.insert(host_view(arr), *given, axis), True)
    values = as_operand(values, arr, arr.dtype)
    order = _order_like(arr)
    arr, axis = _along(arr, axis)
    prefix, n = (_ALL,) * axis, arr.shape[axis]
    if isinstance(obj, slice):
        at = numpy.arange(*obj.indices(n), dtype=numpy.intp)
    else:
        at = _positions(obj, arr)
        if at.dtype == bool:
            if at.ndim != 1:
                raise ValueError(
                    "boolean array argument obj to insert must be one dimensional"
                )
            (at,) = at.nonzero()
        elif at.ndim > 1:
            raise ValueError(
                "index array argument obj to insert must be one dimensional or scalar"
            )
    if at.size == 1:
        index = at.item()
        if index < -n or index > n:
            raise IndexError(
                f"index {obj} is out of bounds for axis {axis} with size {n}"
            )
        index += n if index < 0 else 0
        values = with_ndmin(values.astype(arr.dtype, copy=False), arr.ndim)
        if at.ndim == 0:
            values = moveaxis(values, 0, axis)
        added = values.shape[axis]
        targets = [slice(None, index), slice(index, index + added)]
        targets += [slice(index + added, None)]
        sources = [arr[(*prefix, slice(None, index))], values]
        sources += [arr[(*prefix, slice(index, None))]]
    else:
        at, added = at.copy(), len(at)
        at[at < 0] += n
        if isinstance(at, ndarray) and at.dtype.kind in "iu":
            least, largest = _core.least_and_largest(at.astype(numpy.int64)).tolist()
            if least < 0 or largest > n:
                at = at.get()  # on the host the error comes at once
        ranks = at.argsort(kind="stable")
        old = _truths(n + added, at)
        at[ranks] += old[:added].cumsum() - 1
        old[at] = False
        targets = [make_array(x, None, None, None, 0, arr.device) for x in (at, old)]
        sources = [values, arr]
    lengths = (*arr.shape[:axis], n + added, *arr.shape[axis + 1 :])
    out = _core.empty(lengths, arr.dtype, arr.device, order)
    for target, source in zip(targets, sources, strict=True):
        out[(*prefix, target)] = source
    return out


def delete(arr, obj, axis=None):
    """Copy of `arr` without the given indices. See numpy.delete.

    >>> np.delete(np.array([1, 2, 3]), 1)
    array([1, 3])
    """
    arr = as_operand(arr)
    order = _order_like(arr)
    arr, axis = _along(arr, axis)
    n = arr.shape[axis]
    if isinstance(obj, slice):
        keep = numpy.ones(n, bool)
        keep[obj] = False
    else:
        at = _positions(obj, arr)
        if at.dtype == bool:
            if at.shape != (n,):
                raise ValueError(
                    "boolean array argument obj to delete must be one dimensional "
                    f"and match the axis length of {n}"
                )
            keep, order = ~at, None
        elif at.size == 1 and at.dtype.kind in "ui":
            index = at.item()
            if index < -n or index >= n:
                raise IndexError(
                    f"index {index} is out of bounds for axis {axis} with size {n}"
                )
            index %= n
            return _of_runs(arr, axis, [(0, index), (index + 1, n)], n - 1, order)
        else:
            keep, order = _truths(n, at), None
            keep[at,] = False
    return _kept(arr, axis, keep, order)


def _kept(arr, axis, keep, order):
    """Copy of the positions of `keep` along an axis, run by run or by a mask.

    Runs are looked for by the host, if the mask is there. Without an order the layout
    is that of what the mask selects.
    """
    if isinstance(keep, numpy.ndarray):
        edges = numpy.flatnonzero(keep[1:] != keep[:-1]) + 1
        if len(edges) <= 4:
            ends = [0, *edges.tolist(), len(keep)]
            runs = [r for r in itertools.pairwise(ends) if keep[r[0] : r[1]].any()]
            return _of_runs(arr, axis, runs, int(keep.sum()), order)
        keep = make_array(keep, None, None, None, 0, arr.device)
    kept = arr[(*(_ALL,) * axis, keep)]
    if order is None or (order == "C" and kept.flags.c_contiguous):
        return kept
    out = _core.empty(kept.shape, arr.dtype, arr.device, order)
    out[...] = kept
    return out


def _of_runs(arr, axis, runs, total, order):
    """Copy of runs of positions along an axis, `total` of them."""
    prefix = (_ALL,) * axis
    lengths = (*arr.shape[:axis], total, *arr.shape[axis + 1 :])
    if order is None:
        outer_first = sorted(range(arr.ndim), key=lambda i: -abs(arr.strides[i]))
        outer_first.remove(axis)
        out = empty_permuted(lengths, arr.dtype, arr.device, [axis, *outer_first])
    else:
        out = _core.empty(lengths, arr.dtype, arr.device, order)
    begin = 0
    for start, stop in runs:
        part = slice(begin, begin + stop - start)
        out[(*prefix, part)] = arr[(*prefix, slice(start, stop))]
        begin += stop - start
    return out

# SPDX-License-Identifier: Apache-2.0
"""Indexing routines: taking, putting, choosing and making indices.

Index arguments may be lists or host arrays; they go to the array's device.
"""

import builtins
import functools
import inspect
import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import (
    HasOwnOperations,
    UnsupportedDtype,
    as_operand,
    as_operands,
    as_output,
    as_strong,
    asked_operand,
    check_answers_not,
    check_dtype,
    check_integers,
    check_plain,
    common_dtype,
    from_host,
    holds_ours,
    host_array,
    is_weak,
    make_array,
    order_letter,
    weak_or_arrays,
    with_ndmin,
)
from .._array.fallback import in_numpy, may_fall_back
from .._array.memory import cycled, few_in_host_memory, host_view, on_host
from .._core import ndarray, scalar
from .._runtime.compiled_paths import compiled
from .._runtime.numpy_version import FROM_2_5
from .creation import arange, asarray, full, linspace, zeros_like
from .diagonals import tri
from .joining import concatenate, stack
from .manipulation import broadcast_arrays

_NoValue = numpy._NoValue

__all__ = [
    "argwhere",
    "c_",
    "choose",
    "compress",
    "diag_indices",
    "diag_indices_from",
    "diagonal",
    "extract",
    "fill_diagonal",
    "flatnonzero",
    "index_exp",
    "ix_",
    "mask_indices",
    "ndenumerate",
    "ndindex",
    "nonzero",
    "piecewise",
    "place",
    "put",
    "put_along_axis",
    "putmask",
    "r_",
    "ravel_multi_index",
    "s_",
    "select",
    "take",
    "take_along_axis",
    "tril_indices",
    "tril_indices_from",
    "triu_indices",
    "triu_indices_from",
    "unravel_index",
    "where",
]

ndindex = numpy.ndindex
s_ = numpy.s_
index_exp = numpy.index_exp


def _index_operand(x, a, casting="safe"):
    """`x` as an integer array on the device of `a`; TypeError for other kinds."""
    if not isinstance(x, ndarray):
        if not isinstance(x, numpy.ndarray):
            return make_array(x, numpy.intp, None, None, 0, a.device)
        x = from_host(x, a.device)
    if x.dtype.kind == "i":
        return x
    if not isinstance(x, scalar) or x.dtype.kind == "c":
        check_integers(x, casting)
    return x.astype(numpy.int64)


def _check_mode(mode):
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(
            f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{mode}')"
        )


def _bounded(indices, n, mode):
    """Indices brought into [0, n) by "wrap" or "clip"; as they are for "raise"."""
    if mode == "wrap":
        return indices % n
    if mode == "clip":
        return _core.clip(indices, 0, n - 1)
    return indices


def _into(out, result):
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError("output array does not match result of ndarray.take")
    if not FROM_2_5:  # NumPy makes the results in a copy of `out`
        _check_safe(out.dtype, result.dtype)
    elif not _core.can_cast(result.dtype, out.dtype, "same_kind"):
        _core.warn(
            "Implicit casting of output to a different kind is deprecated. In a "
            "future version, this will result in an error. (Deprecated NumPy 2.5)",
            DeprecationWarning,
        )
    _core.copyto(out, result, casting="unsafe")
    return out


def _check_safe(given, wanted):
    """TypeError unless a dtype casts to another one without loss."""
    if not _core.can_cast(given, wanted, "safe"):
        raise TypeError(
            f"Cannot cast array data from {given!r} to {wanted!r} according to "
            "the rule 'safe'"
        )


@compiled
def take(a, indices, axis=None, out=None, mode="raise"):
    """Items of `a` at `indices` along an axis (None: of the raveled array).

    Shape: that of `a` with the axis replaced by the shape of `indices`.
    IndexError for indices out of bounds. See numpy.take.

    >>> np.take(np.array([10, 20, 30]), [0, 2])
    array([10, 30])
    """
    a = asked_operand(a, "take")
    _check_mode(mode)
    indices = _index_operand(indices, a, "same_kind")
    n = a.size
    if axis is not None:
        axis = _core.axis_index(axis, builtins.max(a.ndim, 1))
        n = a.shape[axis] if a.ndim else 1
    if n == 0 and indices.size:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    if axis is None or a.ndim <= 1:
        return _into(out, _core.take(a, indices, mode))
    return _into(out, _core.take(a, indices, mode, axis))


def _along_axis(shape, indices, axis):
    """Index that pairs `indices` along an axis with every other position."""
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    ndim = len(shape)
    if ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    return tuple(
        indices
        if i == axis
        else arange(n, device=indices.device).reshape(
            (1,) * i + (-1,) + (1,) * (ndim - i - 1)
        )
        for i, n in enumerate(shape)
    )


def _flat_axis(arr, indices, axis):
    if axis is not None:
        return arr, normalize_axis_index(axis, arr.ndim)
    if indices.ndim != 1:
        raise ValueError("when axis=None, `indices` must have a single dimension.")
    return arr.ravel(), 0


def _given_indices(indices, arr):
    if isinstance(indices, ndarray):
        return indices
    return from_host(host_array(indices), arr.device)


def take_along_axis(arr, indices, axis=-1):
    """Items of `arr` at `indices`, which has the same number of axes.

    See numpy.take_along_axis.

    >>> np.take_along_axis(np.array([30, 10, 20]), np.array([1, 2, 0]))
    array([10, 20, 30])
    """
    arr = as_operand(arr)
    indices = _given_indices(indices, arr)
    arr, axis = _flat_axis(arr, indices, axis)
    return arr[_along_axis(arr.shape, indices, axis)]


def put_along_axis(arr, indices, values, axis):
    """Store `values` where take_along_axis would read. See numpy.put_along_axis.

    >>> x = np.array([[10, 30, 20]])
    >>> np.put_along_axis(x, np.array([[1]]), 99, axis=1)
    >>> x
    array([[10, 99, 20]])
    """
    indices = _given_indices(indices, arr)
    target, axis = _flat_axis(arr, indices, axis)
    if not is_weak(values):
        values = as_operand(values, arr)
    target[_along_axis(target.shape, indices, axis)] = values
    if target.ndim != arr.ndim and not _core.may_share_memory(target, arr):
        arr[...] = target.reshape(arr.shape)


def _require_array(a, function):
    if not isinstance(a, ndarray):
        raise TypeError(
            f"argument 1 must be tenorite.ndarray, not {type(a)}"
            if function == "put"
            else f"{function}: first argument must be an array"
        )


def _check_writeable(a, function):
    if not a.flags.writeable:
        raise ValueError(f"{function}: output array is read-only")


@compiled
def put(a, ind, v, mode="raise"):
    """Store `v` (repeated as needed) at flat positions `ind`. See numpy.put.

    >>> x = np.arange(4)
    >>> np.put(x, [0, 2], [-1, -2])
    >>> x
    array([-1,  1, -2,  3])
    """
    _require_array(a, "put")
    _check_writeable(a, "put")
    _check_mode(mode)
    ind = _index_operand(ind, a).ravel()
    v = as_operand(v, a, a.dtype).ravel()
    if ind.size == 0 or v.size == 0:
        return
    if a.size == 0:
        raise IndexError("cannot replace elements of an empty array")
    if v.size > 1 and v.size != ind.size:
        v = cycled(v, ind.size)
    if a.flags.c_contiguous:
        _core.put_flat(a, ind, v, mode)
    else:
        flat = a.ravel()
        _core.put_flat(flat, ind, v, mode)
        a[...] = flat.reshape(a.shape)


def place(arr, mask, vals):
    """Store successive items of `vals` where `mask` is true. See numpy.place.

    >>> x = np.arange(4)
    >>> np.place(x, x > 1, [7])
    >>> x
    array([0, 1, 7, 7])
    """
    _require_array(arr, "place")
    mask = as_operand(mask, arr).astype(bool, copy=False).ravel()
    if mask.size != arr.size:
        raise ValueError("place: mask and data must be the same size")
    vals = _as_items(vals, arr).ravel()
    n = mask.nonzero()[0].size
    if n == 0:
        return
    if vals.size == 0:
        raise ValueError("Cannot insert from an empty array!")
    arr[mask.reshape(arr.shape)] = cycled(vals.astype(arr.dtype, copy=False), n)


def _as_items(values, a):
    """`values` as an array of items for `a`: what is one already has to cast safely."""
    if is_weak(values) or isinstance(values, (list, tuple, numpy.generic, scalar)):
        return as_operand(values, a, a.dtype).astype(a.dtype, copy=False)
    values = as_operand(values, a)
    _check_safe(values.dtype, a.dtype)
    return values


def putmask(a, /, mask, values):
    """Store items of `values` at their own positions, where `mask` is true.

    See numpy.putmask.

    >>> x = np.arange(4)
    >>> np.putmask(x, x > 1, 9)
    >>> x
    array([0, 1, 9, 9])
    """
    _require_array(a, "putmask")
    _check_writeable(a, "putmask")
    mask = as_operand(mask, a).astype(bool, copy=False)
    if mask.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    if is_weak(values):
        # As items of `a`: a complex number is refused by real arrays.
        values = numpy.asarray(values, a.dtype)[()]
    else:
        values = _as_items(values, a)
        if values.size == 0:
            return
        if values.size > 1:
            values = cycled(values.ravel(), a.size).reshape(a.shape)
        else:
            values = values.reshape(())
    _core.copyto(a, values, casting="unsafe", where=mask.reshape(a.shape))


_MOST_CHOICES = 32  # that NumPy takes in any version


def choose(a, choices, out=None, mode="raise"):
    """Array made of items of choices[a], all broadcast together. See numpy.choose.

    >>> np.choose(np.array([0, 1, 0]), [[1, 2, 3], [10, 20, 30]])
    array([ 1, 20,  3])
    """
    check_answers_not(a, "choose", "__array_wrap__")
    _check_mode(mode)
    items = list(choices)
    if not items:
        raise ValueError("choose: need at least one choice")
    a, *items = weak_or_arrays([a, *items])
    arrays = [x for x in (a, *items) if isinstance(x, ndarray)]
    if out is None and len(items) < _MOST_CHOICES and few_in_host_memory(arrays):
        items = [host_view(x) if isinstance(x, ndarray) else x for x in items]
        return on_host(numpy.choose, a, items, None, mode)
    like = next(iter(arrays), None)
    a = _index_operand(as_operand(a, like), like)
    n = len(items)
    if mode == "raise":
        if bool(((a < 0) | (a >= n)).any()):
            raise ValueError("invalid entry in choice array")
    else:
        a = _bounded(a, n, mode)
    dtype = common_dtype(items)
    items = [as_operand(as_strong(x, dtype), a) for x in items]
    a, *items = broadcast_arrays(a, *items)
    if out is None:
        out = _core.empty(a.shape, dtype, a.device)
    elif out.shape != a.shape:
        raise TypeError("choose: invalid shape for output array.")
    elif not isinstance(out, ndarray):
        choose(a, items, as_output(out, a.device))
        return out
    result = out
    if builtins.any(_core.may_share_memory(out, x) for x in (a, *items)):
        result = _core.empty(out.shape, out.dtype, out.device)
    for i, item in enumerate(items):
        _core.copyto(result, item, casting="unsafe", where=a == i)
    if result is not out:
        out[...] = result
    return _core.as_scalar(out)  # as NumPy does with `out`, too


def compress(condition, a, axis=None, out=None):
    """Slices of `a` along an axis where `condition` holds. See numpy.compress.

    >>> np.compress([True, False, True], np.array([1, 2, 3]))
    array([1, 3])
    """
    a = asked_operand(a, "compress")
    condition = _given_indices(condition, a)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    if out is None and (axis is None or (a.ndim == 1 and axis in (0, -1))):
        return _items_where(condition, a.ravel())
    return take(a, nonzero(condition)[0], axis, out)


def _items_where(condition, items):
    """Of 1-d items, those at whose places the condition holds."""
    if condition.dtype == bool and condition.size == items.size:
        return items[condition]  # in one pass
    return take(items, nonzero(condition)[0])


def extract(condition, arr):
    """Items of `arr` where `condition` holds; 1-d. See numpy.extract.

    >>> np.extract([True, False, True], np.array([1, 2, 3]))
    array([1, 3])
    """
    arr = as_operand(arr)
    return _items_where(_given_indices(condition, arr).ravel(), arr.ravel())


def nonzero(a):
    """Indices of the items that are not zero; one array per axis. See numpy.nonzero.

    >>> np.nonzero(np.array([0, 3, 0, 5]))
    (array([1, 3]),)
    """
    return asked_operand(a, "nonzero").nonzero()


def flatnonzero(a):
    """Flat indices of the items that are not zero. See numpy.flatnonzero.

    >>> np.flatnonzero(np.array([[0, 1], [2, 0]]))
    array([1, 2])
    """
    return as_operand(a).ravel().nonzero()[0]


def argwhere(a):
    """Indices of the items that are not zero; shape (N, ndim). See numpy.argwhere.

    >>> np.argwhere(np.array([[0, 1], [2, 0]]))
    array([[0, 1],
           [1, 0]])
    """
    a = as_operand(a)
    if a.ndim == 0:
        return argwhere(with_ndmin(a, 1))[:, :0]
    return stack(a.nonzero()).T


def _shown_as_none(function):
    """Decorator: shows None, as NumPy does, where an argument may be left out."""
    signature = inspect.signature(function)
    shown = [
        p.replace(default=None) if p.default is _NoValue else p
        for p in signature.parameters.values()
    ]
    function.__signature__ = signature.replace(parameters=shown)
    return function


@compiled
@_shown_as_none
def where(condition, x=_NoValue, y=_NoValue, /):
    """`x` where `condition` holds, else `y`; all broadcast. Alone: nonzero().

    ValueError if only one of x and y is given. See numpy.where.

    >>> np.where(np.array([True, False]), np.array([1, 2]), -1)
    array([ 1, -1])
    """
    if x is _NoValue:
        return nonzero(condition)
    if y is _NoValue:
        raise ValueError("either both or neither of x and y should be given")
    condition, x, y = weak_or_arrays((condition, x, y))
    if is_weak(condition):
        like = next((a for a in (x, y) if not is_weak(a)), None)
        condition = as_operand(condition, like)
    if condition.dtype.kind != "b":
        condition = condition.astype(bool)
    return asarray(_core.select(condition, x, y))


def select(condlist, choicelist, default=0):
    """Items of the first choice whose condition holds. See numpy.select.

    >>> np.select([np.arange(4) < 2, np.arange(4) > 2], [np.arange(4), -np.arange(4)])
    array([ 0,  1,  0, -3])
    """
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    operands = weak_or_arrays([*condlist, *choicelist, default])
    n = len(condlist)
    condlist, choices = as_operands(operands[:n]), operands[n:]
    dtype = common_dtype(choices)
    for x in filter(is_weak, choices[:-1]):
        if not numpy.can_cast(numpy.asarray(x).dtype, dtype, "same_kind"):
            raise TypeError(
                f"Cannot cast array data from {numpy.asarray(x).dtype!r} to "
                f"{dtype!r} according to the rule 'same_kind'"
            )
    choices = [as_strong(x, dtype) for x in choices]
    for i, condition in enumerate(condlist):
        if condition.dtype.kind != "b":
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    shapes = [x.shape for x in (*condlist, *choices) if isinstance(x, ndarray)]
    shape = numpy.broadcast_shapes(*shapes)
    result = full(shape, choices[-1], dtype, device=condlist[0].device)
    for condition, choice in zip(condlist[::-1], choices[-2::-1], strict=True):
        _core.copyto(result, choice, casting="unsafe", where=condition)
    return result


def piecewise(x, condlist, funclist, *args, **kw):
    """Function defined by parts, evaluated on the items of each. See numpy.piecewise.

    >>> np.piecewise(np.arange(4.0), np.arange(4) < 2, [-1, 1])
    array([-1., -1.,  1.,  1.])
    """
    x = as_operand(x)
    arrays = (ndarray, numpy.ndarray)
    if isinstance(condlist, arrays):
        single = condlist.ndim == 0 or (condlist.ndim == 1 and x.ndim != 0)
    else:
        single = numpy.isscalar(condlist) or (
            not isinstance(condlist[0], (list, *arrays)) and x.ndim != 0
        )
    if single:
        condlist = [condlist]
    # Conditions are masks: like indices they may be arrays of NumPy.
    conditions = [make_array(c, bool, None, None, 0, x.device) for c in condlist]
    n = len(conditions)
    if n == len(funclist) - 1:
        covered = functools.reduce(operator.or_, conditions)
        conditions.append(~covered)
    elif n != len(funclist):
        raise ValueError(
            f"with {n} condition(s), either {n} or {n + 1} functions are expected"
        )
    y = zeros_like(x)
    for condition, function in zip(conditions, funclist, strict=True):
        if callable(function):
            values = x[condition]
            if values.size > 0:
                y[condition] = function(values, *args, **kw)
        else:
            y[condition] = function
    return y


def diagonal(a, offset=0, axis1=0, axis2=1):
    """Read-only view of the diagonals of a plane, as last axis. See numpy.diagonal.

    >>> np.diagonal(np.array([[1, 2], [3, 4]]))
    array([1, 4])
    """
    return as_operand(a).diagonal(offset, axis1, axis2)


def _diagonal_blocks(a, wrap):
    """Writeable views of the diagonal, one per square block of a tall matrix."""
    if a.ndim == 2:
        rows, columns = a.shape
        tops = range(0, rows, columns + 1) if wrap else (0,)
        blocks = [a[top : top + columns] for top in tops]
    else:
        blocks = [a]
    return [
        _core.as_strided(b, (builtins.min(b.shape),), (builtins.sum(b.strides),))
        for b in blocks
        if b.size
    ]


def fill_diagonal(a, val, wrap=False):
    """Store `val` on the main diagonal; in place. See numpy.fill_diagonal.

    >>> x = np.zeros((2, 2))
    >>> np.fill_diagonal(x, 5)
    >>> x
    array([[5., 0.],
           [0., 5.]])
    """
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    _require_array(a, "fill_diagonal")
    views = _diagonal_blocks(a, wrap)
    if isinstance(val, (ndarray, numpy.generic)) or numpy.ndim(val):
        val = as_operand(val, a).ravel()
        if val.size == 0:
            return
        supply = cycled(val, builtins.sum(v.size for v in views))
        begin = 0
        for view in views:
            view[...] = supply[begin : begin + view.size]
            begin += view.size
    else:
        for view in views:
            view[...] = val


def ix_(*args):
    """Open mesh from sequences: index arrays that broadcast. See numpy.ix_.

    >>> [x.shape for x in np.ix_(np.array([0, 1]), np.array([2, 3, 4]))]
    [(2, 1), (1, 3)]
    """
    arrays = [
        x if isinstance(x, ndarray) else from_host(_ix_host(x), None) for x in args
    ]
    n = len(arrays)
    out = []
    for i, x in enumerate(arrays):
        if x.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if x.dtype.kind == "b":
            (x,) = x.nonzero()
        out.append(x.reshape((1,) * i + (x.size,) + (1,) * (n - i - 1)))
    return tuple(out)


def _ix_host(x):
    h = host_array(x)
    return h.astype(numpy.intp) if h.size == 0 else h


def diag_indices(n, ndim=2, *, device=None):
    """Indices of the main diagonal of an array of n ** ndim. See numpy.diag_indices.

    >>> np.diag_indices(2)
    (array([0, 1]), array([0, 1]))
    """
    return (arange(n, device=device),) * ndim


def diag_indices_from(arr):
    """Indices of the main diagonal of `arr`. See numpy.diag_indices_from.

    >>> np.diag_indices_from(np.ones((2, 2)))
    (array([0, 1]), array([0, 1]))
    """
    if not arr.ndim >= 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim, device=arr.device)


def tril_indices(n, k=0, m=None, *, device=None):
    """Indices of the lower triangle of an n x m array. See numpy.tril_indices.

    >>> np.tril_indices(2)
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    return tri(n, m, k, dtype=bool, device=device).nonzero()


def triu_indices(n, k=0, m=None, *, device=None):
    """Indices of the upper triangle of an n x m array. See numpy.triu_indices.

    >>> np.triu_indices(2)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return (~tri(n, m, k - 1, dtype=bool, device=device)).nonzero()


def _square_of(arr):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return arr.shape


def tril_indices_from(arr, k=0):
    """Indices of the lower triangle of `arr`. See numpy.tril_indices_from.

    >>> np.tril_indices_from(np.ones((2, 2)))
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    n, m = _square_of(arr)
    return tril_indices(n, k, m, device=arr.device)


def triu_indices_from(arr, k=0):
    """Indices of the upper triangle of `arr`. See numpy.triu_indices_from.

    >>> np.triu_indices_from(np.ones((2, 2)))
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    n, m = _square_of(arr)
    return triu_indices(n, k, m, device=arr.device)


def mask_indices(n, mask_func, k=0):
    """Indices where mask_func(ones((n, n)), k) is not 0. See numpy.mask_indices.

    >>> np.mask_indices(2, np.triu)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return nonzero(mask_func(full((n, n), 1), k) != 0)


def _host_result(x):
    return from_host(x) if isinstance(x, numpy.ndarray) and x.ndim else x


def _lengths(shape):
    """A shape that NumPy has taken, as a tuple of Python's integers."""
    if isinstance(shape, ndarray):
        shape = shape.get()
    return tuple(map(int, numpy.atleast_1d(shape)))


def unravel_index(indices, shape, order="C"):
    """Coordinates of flat indices in an array of `shape`; a tuple.

    ValueError for indices out of bounds. See numpy.unravel_index.

    >>> np.unravel_index(np.array([5, 1]), (2, 3))
    (array([1, 0]), array([2, 1]))
    """
    if not isinstance(indices, ndarray):
        return tuple(map(_host_result, numpy.unravel_index(indices, shape, order)))
    if few_in_host_memory([indices]):
        return on_host(numpy.unravel_index, indices, shape, order)
    if not isinstance(shape, tuple) or shape:
        numpy.unravel_index(numpy.empty(0, numpy.intp), shape, order)  # its errors
    shape, order = _lengths(shape), order_letter(order, "C")
    if indices.dtype.kind not in "biu":
        raise TypeError("only int indices permitted")
    indices = indices.astype(numpy.int64, copy=False)
    n = int(numpy.prod(shape, dtype=object)) if shape else 1
    if indices.size:
        for bad in (indices.min(), indices.max()):
            if not 0 <= int(bad) < n:
                raise ValueError(
                    f"index {int(bad)} is out of bounds for array with size {n}"
                )
    if not shape and indices.ndim:
        raise ValueError("multiple indices are not supported for 0d arrays")
    out = []
    for length in shape[::-1] if order == "C" else shape:
        out.append(indices % length)
        indices = indices // length
    return tuple(out[::-1] if order == "C" else out)


# NumPy's numbers of what to do with indices out of bounds.
_MODES = {0: "raise", 1: "wrap", 2: "clip"}


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Flat indices of coordinates in an array of shape `dims`.

    ValueError for coordinates out of bounds. See numpy.ravel_multi_index.

    >>> np.ravel_multi_index(np.array([[1, 0], [2, 1]]), (2, 3))
    array([5, 1])
    """
    if not isinstance(multi_index, ndarray) and not builtins.any(
        isinstance(x, ndarray) for x in multi_index
    ):
        return _host_result(numpy.ravel_multi_index(multi_index, dims, mode, order))
    parts = as_operands(list(multi_index))
    if few_in_host_memory(parts):
        parts = tuple(map(host_view, parts))
        return on_host(numpy.ravel_multi_index, parts, dims, mode, order)
    nothing = (numpy.empty(0, numpy.intp),) * len(parts)
    numpy.ravel_multi_index(nothing, dims, mode, order)  # its errors
    dims, order = _lengths(dims), order_letter(order, "C")
    if 0 in dims and builtins.any(part.size for part in parts):
        raise ValueError("cannot unravel if shape has zero entries (is empty).")
    modes = (mode,) * len(dims) if isinstance(mode, (str, int)) else tuple(mode)
    modes = [_MODES.get(one, one) for one in modes]
    order_of = range(len(dims)) if order == "C" else range(len(dims) - 1, -1, -1)
    alone = len(dims) == 1  # its coordinates are the result, in memory of its own
    flat = None
    for i in order_of:
        part, n = parts[i], dims[i]
        if part.dtype.kind not in "biu":
            raise TypeError("only int indices permitted")
        part = part.astype(numpy.int64, copy=alone)
        if modes[i] == "raise":
            if part.size and bool(((part < 0) | (part >= n)).any()):
                raise ValueError("invalid entry in coordinates array")
        else:
            _check_mode(modes[i])
            part = _bounded(part, n, modes[i])
        flat = part if flat is None else flat * n + part
    return flat


class ndenumerate:
    """Iterator of (index, value) over a host copy of `arr`. See numpy.ndenumerate.

    >>> for index, item in np.ndenumerate(np.array([[1, 2]])):
    ...     print(index, int(item))
    (0, 0) 1
    (0, 1) 2
    """

    def __init__(self, arr):
        host = arr.get() if isinstance(arr, ndarray) else arr
        self._iterator = numpy.ndenumerate(host)

    def __next__(self):
        return next(self._iterator)

    def __iter__(self):
        return self


class _Concatenator:
    """numpy.r_ and numpy.c_: concatenation by indexing.

    With items that no device has NumPy's object of that name answers.
    """

    def __init__(self, name, axis=0, ndmin=1, trans1d=-1):
        self._name = name
        self.axis, self.ndmin, self.trans1d = axis, ndmin, trans1d

    def __len__(self):
        return 0

    def __getitem__(self, key):
        try:
            return self._joined(key)
        except UnsupportedDtype:
            theirs = getattr(numpy, self._name)
            items = key if isinstance(key, tuple) else (key,)
            if not holds_ours(items):
                return theirs[key]
            if not may_fall_back(items):
                raise
        return in_numpy(theirs.__getitem__, (key,), {}, f"numpy.{self._name}")

    def _joined(self, key):
        key = key if isinstance(key, tuple) else (key,)
        axis, ndmin, trans1d = self.axis, self.ndmin, self.trans1d
        if key and isinstance(key[0], str):
            axis, ndmin, trans1d = self._directive(key[0])
            key = key[1:]
        items, weak = [], []
        for item in key:
            if isinstance(item, str):
                raise ValueError("special directives must be the first entry.")
            if isinstance(item, slice):
                x = _slice_line(item)
            elif is_weak(item) or (
                isinstance(item, numpy.generic) and not isinstance(item, ndarray)
            ):
                items.append(item)
                weak.append(item)
                continue
            else:
                check_plain(item)
                x = make_array(item, None, None, None, 0, None)
            weak.append(x.dtype)
            items.append(self._shaped(x, ndmin, trans1d, isinstance(item, slice)))
        if not items:
            return concatenate(items)
        dtype = check_dtype(numpy.result_type(*weak))
        like = next((x for x in items if isinstance(x, ndarray)), None)
        device = None if like is None else like.device
        items = [
            x if isinstance(x, ndarray) else full((1,) * ndmin, x, dtype, device=device)
            for x in items
        ]
        return concatenate([x.astype(dtype, copy=False) for x in items], axis)

    @staticmethod
    def _directive(text):
        if text in ("r", "c"):
            raise HasOwnOperations("matrices are NumPy's")
        try:
            numbers = [int(part) for part in text.split(",")]
        except ValueError as error:
            shown = f" {text!r}" if "," in text else ""
            raise ValueError(f"unknown special directive{shown}") from error
        return (*numbers, *(0, 1, -1)[len(numbers) :])[:3]

    @staticmethod
    def _shaped(x, ndmin, trans1d, is_slice):
        before = x.ndim
        x = with_ndmin(x, ndmin)
        if trans1d == -1 or before >= ndmin:
            return x
        if is_slice:
            return x.swapaxes(-1, trans1d)
        added = ndmin - before
        trans = trans1d + added + 1 if trans1d < 0 else trans1d
        axes = list(range(ndmin))
        order = axes[:trans] + axes[added:] + axes[trans:added]
        return x.transpose(order)


def _slice_line(item):
    start, stop, step = item.start, item.stop, item.step
    start = 0 if start is None else start
    step = 1 if step is None else step
    if isinstance(step, (complex, numpy.complexfloating)):
        return linspace(start, stop, num=int(abs(step)))
    return arange(start, stop, step)


r_ = _Concatenator("r_")
c_ = _Concatenator("c_", -1, 2, 0)

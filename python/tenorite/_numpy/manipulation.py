# SPDX-License-Identifier: Apache-2.0
"""Shapes, axes and places of items: views where NumPy gives views, else copies."""

import math
import operator

import numpy
from numpy.exceptions import AxisError
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .. import _core
from .._array.convert import (
    MixedOperands,
    UnsupportedDtype,
    as_copy_mode,
    as_operand,
    as_operands,
    asked_operand,
    cast_indices,
    check_answers_not,
    check_host_mix,
    host_array,
    host_scalar,
    is_supported,
    make_array,
    with_ndmin,
)
from .._array.memory import cycled, host_items, host_view, is_in_host_memory
from .._core import ndarray
from .._runtime.compiled_paths import compiled

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "copyto",
    "expand_dims",
    "flip",
    "fliplr",
    "flipud",
    "matrix_transpose",
    "moveaxis",
    "ndim",
    "permute_dims",
    "ravel",
    "repeat",
    "reshape",
    "resize",
    "roll",
    "rollaxis",
    "rot90",
    "shape",
    "size",
    "squeeze",
    "swapaxes",
    "tile",
    "transpose",
    "trim_zeros",
]

_ALL = slice(None)

broadcast_shapes = numpy.broadcast_shapes


def shape(a):
    """Shape of an array or of nested sequences; a tuple. See numpy.shape.

    >>> np.shape(np.ones((2, 3)))
    (2, 3)
    """
    return a.shape if isinstance(a, ndarray) else numpy.shape(a)


def ndim(a):
    """Number of axes. See numpy.ndim.

    >>> np.ndim(np.ones((2, 3)))
    2
    """
    return a.ndim if isinstance(a, ndarray) else numpy.ndim(a)


def size(a, axis=None):
    """Number of items, in all or along some axes. See numpy.size.

    In all it is `a.size` of what has one, as the stored items of a sparse array.

    >>> np.size(np.ones((2, 3)))
    6
    """
    if axis is None:
        try:
            return a.size
        except AttributeError:
            return math.prod(shape(a))
    lengths = shape(a)
    axis = normalize_axis_tuple(axis, len(lengths))
    return math.prod(lengths[i] for i in axis)


def reshape(a, /, shape, order="C", *, copy=None):
    """View of `a` with another shape, or a copy where no view can be.

    ValueError if the sizes differ or copy=False cannot hold. See numpy.reshape.

    >>> np.reshape(np.arange(4), (2, 2))
    array([[0, 1],
           [2, 3]])
    """
    a = asked_operand(a, "reshape")
    if copy is None:
        return a.reshape(shape, order=order)
    if as_copy_mode(copy):
        return a.copy(order="F" if order == "F" else "C").reshape(shape, order=order)
    out = a.reshape(shape, order=order)
    if a.size and not _core.may_share_memory(a, out):
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return out


def ravel(a, order="C"):
    """1-d view of `a`, or a copy where no view can be. See numpy.ravel.

    >>> np.ravel(np.array([[1, 2], [3, 4]]))
    array([1, 2, 3, 4])
    """
    return as_operand(a).ravel(order)


def transpose(a, axes=None):
    """View with permuted (by default reversed) axes. See numpy.transpose.

    >>> np.transpose(np.array([[1, 2], [3, 4]]))
    array([[1, 3],
           [2, 4]])
    """
    a = asked_operand(a, "transpose")
    return a.transpose() if axes is None else a.transpose(axes)


permute_dims = transpose


def matrix_transpose(x, /):
    """View with the last two axes swapped. See numpy.matrix_transpose.

    >>> np.matrix_transpose(np.array([[1, 2], [3, 4]]))
    array([[1, 3],
           [2, 4]])
    """
    x = as_operand(x)
    if x.ndim < 2:
        raise ValueError(
            f"Input array must be at least 2-dimensional, but it is {x.ndim}"
        )
    return x.swapaxes(-1, -2)


def swapaxes(a, axis1, axis2):
    """View with two axes exchanged. See numpy.swapaxes.

    >>> np.swapaxes(np.ones((2, 3)), 0, 1).shape
    (3, 2)
    """
    a = asked_operand(a, "swapaxes")
    axis1 = normalize_axis_index(axis1, a.ndim, "axis1")
    axis2 = normalize_axis_index(axis2, a.ndim, "axis2")
    return a.swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    """View with axes moved to new positions. See numpy.moveaxis.

    >>> np.moveaxis(np.ones((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    a = asked_operand(a, "transpose")
    source = normalize_axis_tuple(source, a.ndim, "source")
    destination = normalize_axis_tuple(destination, a.ndim, "destination")
    if len(source) != len(destination):
        raise ValueError(
            "`source` and `destination` arguments must have the same number of elements"
        )
    order = [n for n in range(a.ndim) if n not in source]
    for dest, src in sorted(zip(destination, source, strict=True)):
        order.insert(dest, src)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    """View with `axis` moved before position `start`. See numpy.rollaxis.

    >>> np.rollaxis(np.ones((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    a = as_operand(a)
    n = a.ndim
    axis = normalize_axis_index(axis, n)
    given = start
    if start < 0:
        start += n
    if not 0 <= start < n + 1:
        raise AxisError(
            f"'start' arg requires {-n} <= start < {n + 1}, but {given} was passed in"
        )
    if axis < start:
        start -= 1
    if axis == start:
        return a[...]
    axes = list(range(n))
    axes.insert(start, axes.pop(axis))
    return a.transpose(axes)


def expand_dims(a, axis):
    """View with axes of length 1 inserted. See numpy.expand_dims.

    >>> np.expand_dims(np.array([1, 2]), 0)
    array([[1, 2]])
    """
    a = as_operand(a)
    axis = axis if type(axis) in (tuple, list) else (axis,)
    out_ndim = len(axis) + a.ndim
    axis = normalize_axis_tuple(axis, out_ndim)
    lengths = iter(a.shape)
    return a.reshape([1 if i in axis else next(lengths) for i in range(out_ndim)])


def squeeze(a, axis=None):
    """View without axes of length 1; ValueError for others. See numpy.squeeze.

    >>> np.squeeze(np.ones((1, 2, 1))).shape
    (2,)
    """
    return asked_operand(a, "squeeze").squeeze(axis)


def broadcast_to(array, shape, subok=False):
    """Read-only view of `array` in a larger shape. See numpy.broadcast_to.

    >>> np.broadcast_to(np.array([1, 2]), (2, 2))
    array([[1, 2],
           [1, 2]])
    """
    a = as_operand(array)
    if a.ndim and isinstance(shape, (tuple, list)) and not shape:
        raise ValueError("cannot broadcast a non-scalar to a scalar array")
    return _core.broadcast_to(a, shape)


def broadcast_arrays(*args, subok=False):
    """Views of the arguments in their common shape; a tuple. See numpy.broadcast_arrays.

    Arguments of dtypes that no device has are NumPy's arrays, the others ours.

    >>> [x.shape for x in np.broadcast_arrays(np.ones((2, 1)), np.ones(3))]
    [(2, 3), (2, 3)]
    """
    try:
        arrays = as_operands(args)
    except (MixedOperands, UnsupportedDtype):
        first = next((x for x in args if isinstance(x, ndarray)), None)
        arrays = [_operand_or_host_data(x, first) for x in args]
        if not any(isinstance(a, ndarray) for a in arrays):
            raise
    common = broadcast_shapes(*(a.shape for a in arrays))
    if not common:
        return tuple(a[...] for a in arrays)
    return tuple(a if a.shape == common else _stretched(a, common) for a in arrays)


def _operand_or_host_data(x, like):
    if isinstance(x, numpy.ndarray) and not is_supported(x.dtype):
        return x
    try:
        return as_operand(x, like)
    except UnsupportedDtype:
        return numpy.asarray(x)


def _stretched(a, shape):
    module = _core if isinstance(a, ndarray) else numpy
    return module.broadcast_to(a, shape)


def _each(arrays):
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


def atleast_1d(*arys):
    """The arguments with at least one axis. See numpy.atleast_1d.

    >>> np.atleast_1d(np.array(3.0))
    array([3.])
    """
    return _each([with_ndmin(a, 1) for a in as_operands(arys)])


def atleast_2d(*arys):
    """The arguments with at least two axes. See numpy.atleast_2d.

    >>> np.atleast_2d(np.array([1, 2]))
    array([[1, 2]])
    """
    return _each(
        [
            a.reshape(1, 1) if a.ndim == 0 else a[None] if a.ndim == 1 else a
            for a in as_operands(arys)
        ]
    )


def atleast_3d(*arys):
    """The arguments with at least three axes. See numpy.atleast_3d.

    >>> np.atleast_3d(np.array([1, 2])).shape
    (1, 2, 1)
    """
    views = {1: (None, _ALL, None), 2: (_ALL, _ALL, None)}
    return _each(
        [
            a.reshape(1, 1, 1) if a.ndim == 0 else a[views.get(a.ndim, ...)]
            for a in as_operands(arys)
        ]
    )


def _times(reps):
    """A number of repeats: integers, and truths of NumPy's and ours."""
    try:
        return operator.index(reps)
    except TypeError:
        reps = host_scalar(reps)
        if isinstance(reps, numpy.bool):
            return int(reps)
        numpy.tile(numpy.zeros(1), (reps,))  # raises in its own words
        raise


def tile(A, reps):
    """`A` repeated `reps` times along each axis. See numpy.tile.

    >>> np.tile(np.array([1, 2]), 2)
    array([1, 2, 1, 2])
    """
    try:
        reps = tuple(reps)
    except TypeError:
        reps = (reps,)
    a = with_ndmin(as_operand(A), len(reps))
    reps = (1,) * (a.ndim - len(reps)) + tuple(map(_times, reps))
    if all(r == 1 for r in reps):
        return a.copy(order="K")
    lengths = [r * n for r, n in zip(reps, a.shape, strict=True)]
    if a.size == 0:
        return a.reshape(lengths)
    if not (a.flags.c_contiguous or a.flags.f_contiguous):
        a = a.copy(order="C")  # whose items are read once for each repeat
    # One broadcast copy: an axis of repeats before each axis that is repeated.
    spread, unit = [], []
    for r, n in zip(reps, a.shape, strict=True):
        spread += [r, n] if r != 1 else [n]
        unit += [1, n] if r != 1 else [n]
    out = _core.empty(spread, a.dtype, a.device)
    out[...] = a.reshape(unit)
    return out.reshape(lengths)


def _repeat_on_device(a, counts, axis):
    """As `repeat`, by as many counts as items; the host sees only their sum."""
    counts = counts.astype(numpy.intp)
    if counts.min() < 0:
        raise ValueError("repeats may not contain negative values.")
    ends = counts.cumsum()
    total = int(ends[-1])
    # Where items begin the place moves on, past those that have no repeats.
    places = _core.empty((total + 1,), numpy.intp, a.device)
    places[...] = 0
    _core.ufuncs["add"].at(places, ends[:-1], 1)
    return a.take(places[:total].cumsum(), axis)


@compiled
def repeat(a, repeats, axis=None):
    """Each item repeated; counts are one for all or one per item. See numpy.repeat.

    Counts may be of any integer dtype, as in the array API.

    >>> np.repeat(np.array([1, 2]), 2)
    array([1, 1, 2, 2])
    """
    a = asked_operand(a, "repeat")
    if axis is None:
        a, axis = a.ravel(), 0
    else:
        a = with_ndmin(a, 1)
        axis = _core.axis_index(axis, a.ndim)
    n = a.shape[axis]
    if (
        isinstance(repeats, ndarray)
        and repeats.shape == (n,)
        and n > 1
        and repeats.dtype.kind in "iub"
        and not is_in_host_memory(repeats)
        and repeats.device == a.device
    ):
        return _repeat_on_device(a, repeats, axis)
    if getattr(repeats, "dtype", None) == numpy.uint64:
        repeats = host_array(repeats).astype(numpy.intp)
    if isinstance(repeats, ndarray) and repeats.ndim:
        repeats = host_items(repeats)
    counts = cast_indices(repeats)
    if counts.ndim > 1:
        raise ValueError("object too deep for desired array")
    if counts.size > 1 and is_in_host_memory(a):  # NumPy's checks are the same
        return _core.array_on_numpy(numpy.repeat(host_view(a), counts, axis), True)
    if n == 0 and counts.size == 1:  # whatever the count
        return a.copy()
    if counts.size and counts.min() < 0:
        raise ValueError(
            "repeats may not contain negative values."
            if counts.ndim
            else "negative dimensions are not allowed"
        )
    if counts.size == 1:
        count = int(counts.reshape(-1)[0])
        lengths = (*a.shape[: axis + 1], count, *a.shape[axis + 1 :])
        shape = (*a.shape[:axis], n * count, *a.shape[axis + 1 :])
        out = _core.empty(shape, a.dtype, a.device)
        out.reshape(lengths)[...] = a[(_ALL,) * (axis + 1) + (None,)]
        return out
    if counts.size != n:
        raise ValueError(
            f"operands could not be broadcast together with shape ({n},) "
            f"({counts.size},)"
        )
    source = numpy.repeat(numpy.arange(n), counts)
    return a[(_ALL,) * axis + (make_array(source, None, None, None, 0, a.device),)]


def resize(a, new_shape):
    """Array of `new_shape` filled with repeated copies of `a`. See numpy.resize.

    >>> np.resize(np.array([1, 2, 3]), (2, 2))
    array([[1, 2],
           [3, 1]])
    """
    a = as_operand(a).ravel()
    alone = isinstance(new_shape, (int, numpy.integer))
    new_shape = (new_shape,) if alone else tuple(new_shape)
    if any(n < 0 for n in new_shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    wanted = math.prod(new_shape)
    if a.size == 0 or wanted == 0:
        out = _core.empty(new_shape, a.dtype, a.device)
        out.fill(0)
        return out
    return cycled(a, wanted).reshape(new_shape)


@compiled
def roll(a, shift, axis=None):
    """Items moved along axes, coming back at the other end. See numpy.roll.

    >>> np.roll(np.arange(4), 1)
    array([3, 0, 1, 2])
    """
    a = as_operand(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    shifts = [0] * a.ndim
    if type(shift) is type(axis) is int:
        pairs = ((shift, normalize_axis_index(axis, a.ndim)),)
    else:
        axis = normalize_axis_tuple(axis, a.ndim, allow_duplicate=True)
        pairs = numpy.broadcast(host_array(shift), axis)
        if pairs.ndim > 1:
            raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    for distance, ax in pairs:
        shifts[ax] = (shifts[ax] + int(distance)) % (a.shape[ax] or 1)
    return _core.roll(a, shifts)


def flip(m, axis=None):
    """View with the order along some or all axes reversed. See numpy.flip.

    >>> np.flip(np.array([[1, 2], [3, 4]]), axis=1)
    array([[2, 1],
           [4, 3]])
    """
    check_answers_not(m, "ndim")  # whose items NumPy takes then
    m = as_operand(m)
    back = slice(None, None, -1)
    if axis is None:
        return m[(back,) * m.ndim]
    axis = normalize_axis_tuple(axis, m.ndim)
    return m[tuple(back if i in axis else _ALL for i in range(m.ndim))]


def flipud(m):
    """View with axis 0 reversed. See numpy.flipud.

    >>> np.flipud(np.array([[1, 2], [3, 4]]))
    array([[3, 4],
           [1, 2]])
    """
    m = as_operand(m)
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return m[::-1, ...]


def fliplr(m):
    """View with axis 1 reversed. See numpy.fliplr.

    >>> np.fliplr(np.array([[1, 2], [3, 4]]))
    array([[2, 1],
           [4, 3]])
    """
    m = as_operand(m)
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return m[:, ::-1]


def rot90(m, k=1, axes=(0, 1)):
    """View rotated by k quarter turns in a plane. See numpy.rot90.

    >>> np.rot90(np.array([[1, 2], [3, 4]]))
    array([[2, 4],
           [1, 3]])
    """
    axes = tuple(axes)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    m = as_operand(m)
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == m.ndim:
        raise ValueError("Axes must be different.")
    if not all(-m.ndim <= ax < m.ndim for ax in axes):
        raise ValueError(f"Axes={axes} out of range for array of ndim={m.ndim}.")
    k %= 4
    if k == 0:
        return m[:]
    if k == 2:
        return flip(m, axes)
    if k == 1:
        return flip(m, axes[1]).swapaxes(*axes)
    return flip(m.swapaxes(*axes), axes[1])


def trim_zeros(filt, trim="fb", axis=None):
    """View without the zeros at the edges; of a list a list. See numpy.trim_zeros.

    >>> np.trim_zeros(np.array([0, 1, 2, 0]))
    array([1, 2])
    """
    a = as_operand(filt)
    trim = trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = range(a.ndim)
    if axis is not None:
        axes = normalize_axis_tuple(axis, a.ndim, argname="axis")
    if a.ndim == 0:
        return a[...]
    cuts = [_ALL] * a.ndim
    places = a.nonzero()
    for ax in axes:
        if places[0].size == 0:
            cuts[ax] = slice(0, 0)
            continue
        first = int(places[ax].min()) if "f" in trim else None
        last = int(places[ax].max()) + 1 if "b" in trim else None
        cuts[ax] = slice(first, last)
    if a.ndim == 1 and not isinstance(filt, numpy.ndarray):
        return filt[cuts[0]]  # as it came
    return a[tuple(cuts)]


@compiled
def copyto(dst, src, casting="same_kind", where=True):
    """Copy `src` into `dst`, broadcasting, where `where` holds.

    TypeError for casts against the rule; ValueError for shapes. See numpy.copyto.

    >>> x = np.zeros(3)
    >>> np.copyto(x, [1, 2, 3])
    >>> x
    array([1., 2., 3.])
    """
    if not isinstance(dst, ndarray):
        raise TypeError(
            f"copyto() argument 1 must be tenorite.ndarray, not {type(dst).__name__}"
        )
    check_host_mix((dst, src, where))
    _core.copyto(dst, src, casting=casting, where=where)

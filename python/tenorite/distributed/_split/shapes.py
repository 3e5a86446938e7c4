# SPDX-License-Identifier: Apache-2.0
"""Other shapes of the same items, and arrays put together."""

import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from ..._array.convert import own_beside
from ..._core import ndarray
from ..._numpy import joining, manipulation
from .array import Layout, SplitArray, made, planned, split_array, with_parts
from .cuts import by_counts, standard
from .elementwise import (
    Place,
    as_input,
    assign,
    brought,
    copied,
    kind_of,
    layout_for,
    mesh_of,
)
from .moves import fetch, replicated, resplit, with_ranges


def transpose(a, axes=None):
    return _with_axes(a, numpy.transpose, axes)


def swapaxes(a, axis1, axis2):
    return _with_axes(a, numpy.swapaxes, axis1, axis2)


def moveaxis(a, source, destination):
    return _with_axes(a, numpy.moveaxis, source, destination)


def _with_axes(a, function, *args):
    """In the order that NumPy's function gives axes, which an empty array tells."""
    axes = function(numpy.empty(range(a.ndim), bool), *args).shape
    layout = a._layout
    if layout.is_split:
        layout = Layout(a.mesh, axes.index(layout.axis), layout.ranges)
    shape = tuple(a.shape[i] for i in axes)
    return with_parts(a, shape, lambda x: manipulation.transpose(x, axes), layout)


def expand_dims(a, axis):
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = a.ndim + len(axes)
    axes = normalize_axis_tuple(axes, ndim)
    key = tuple(None if i in axes else slice(None) for i in range(ndim))
    return a[key]


def squeeze(a, axis=None):
    if axis is None:
        axes = [i for i, n in enumerate(a.shape) if n == 1]
    else:
        axes = normalize_axis_tuple(axis, a.ndim)
        if any(a.shape[i] != 1 for i in axes):
            raise ValueError(
                "cannot select an axis to squeeze out which has size not equal to one"
            )
    return a[tuple(0 if i in axes else slice(None) for i in range(a.ndim))]


def reshape(a, shape, order="C", *, copy=None):
    """The items in C order have other indices: cuts go where the new first axis has them."""
    shape = _full_shape(a.size, shape)
    layout = a._layout
    if order != "C":
        return transpose(reshape(transpose(a), shape[::-1]))
    if not layout.is_split:
        return with_parts(a, shape, lambda x: manipulation.reshape(x, shape))
    if a.size == 0 or not shape:
        whole = replicated(a)
        result = with_parts(whole, shape, lambda x: manipulation.reshape(x, shape)[()])
        return resplit(result, 0) if shape else result
    axis = _kept_axis(a.shape, layout.axis, shape)
    if axis is not None:
        kept = Layout(a.mesh, axis, layout.ranges)

        def part(shard):
            x = a._parts[shard]
            return manipulation.reshape(x, kept.part_shape(shape, shard))

        return made(kept, shape, part, a.dtype)
    whole_rows = resplit(a, 0)
    flat = _flat(whole_rows)
    if len(shape) == 1:
        return flat if whole_rows is a else copied(flat)
    first = next((i for i, n in enumerate(shape) if n > 1), 0)
    inner = int(numpy.prod(shape[first + 1 :], dtype=numpy.intp))
    ranges = standard(shape[first], a.mesh.size)
    its = tuple((low * inner, high * inner) for low, high in ranges)
    if whole_rows is not a or its != flat._layout.ranges:
        flat = copied(with_ranges(flat, its))  # what did not move would be a view
    target = Layout(a.mesh, first, ranges)
    return made(
        target,
        shape,
        lambda s: manipulation.reshape(flat._parts[s], target.part_shape(shape, s)),
        a.dtype,
    )


def _flat(a):
    """Of an array split along its first axis."""
    inner = a.size // a.shape[0] if a.shape[0] else 0
    ranges = tuple((low * inner, high * inner) for low, high in a._layout.ranges)
    layout = Layout(a.mesh, 0, ranges)
    return made(
        layout, (a.size,), lambda s: manipulation.reshape(a._parts[s], -1), a.dtype
    )


def _full_shape(size, shape):
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    shape = [operator.index(n) for n in shape]
    known = int(numpy.prod([n for n in shape if n != -1], dtype=object))
    unknown = shape.count(-1)
    if unknown > 1:
        raise ValueError("can only specify one unknown dimension")
    if unknown and known and size % known == 0:
        shape = [size // known if n == -1 else n for n in shape]
    elif unknown or known != size:
        text = ",".join(map(str, shape)) + ("," if len(shape) == 1 else "")
        raise ValueError(f"cannot reshape array of size {size} into shape ({text})")
    return tuple(shape)


def _kept_axis(before, axis, after):
    """The axis of a new shape that is the one that is cut, where it is one of them."""
    ahead = int(numpy.prod(before[:axis], dtype=object))
    product = 1
    for i, n in enumerate(after):
        if product == ahead and n == before[axis]:
            return i
        product *= n
        if product > ahead:
            return None
    return None


def ravel(a, order="C"):
    return reshape(a, -1, "C" if order == "K" else order)


def flatten(a, order="C"):
    return copied(ravel(a, order))


def broadcast_to(a, shape, subok=False):
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    layout = a._layout
    if layout.is_split:
        axis = layout.axis + len(shape) - a.ndim
        if axis < 0 or a.shape[layout.axis] != shape[axis]:
            return broadcast_to(replicated(a), shape)
        layout = Layout(a.mesh, axis, layout.ranges)
    return made(
        layout,
        shape,
        lambda s: manipulation.broadcast_to(a._parts[s], layout.part_shape(shape, s)),
        a.dtype,
    )


def atleast_1d(*arrays):
    return _at_least(arrays, lambda a: a[None] if a.ndim == 0 else a)


def atleast_2d(*arrays):
    def two(a):
        return a[None, None] if a.ndim == 0 else a[None] if a.ndim == 1 else a

    return _at_least(arrays, two)


def _at_least(arrays, function):
    found = tuple(map(function, arrays))
    return found[0] if len(found) == 1 else found


def flip(m, axis=None):
    axes = range(m.ndim) if axis is None else normalize_axis_tuple(axis, m.ndim)
    key = tuple(
        slice(None, None, -1) if i in axes else slice(None) for i in range(m.ndim)
    )
    return m[key]


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def roll(a, shift, axis=None):
    """Along the axis that is cut each shard gets the items before its own from others."""
    if axis is None:
        return reshape(roll(ravel(a), shift, 0), a.shape)
    total = _shifts(shift, axis, a.ndim)
    layout = a._layout
    cut = layout.axis
    by = total.pop(cut, 0) % max(a.shape[cut], 1) if layout.is_split else 0
    if by:
        wanted = _rolled(layout, a.shape[cut], by)
        a = split_array(layout, a.shape, fetch(a, wanted), a.dtype)
    elif not total:
        return copied(a)
    if not total:
        return a
    shifts, axes = tuple(total.values()), tuple(total)
    return with_parts(a, a.shape, lambda x: manipulation.roll(x, shifts, axes))


def _shifts(shift, axis, ndim):
    """By how much along each axis."""
    if hasattr(shift, "__index__") and hasattr(axis, "__index__"):
        return {normalize_axis_index(axis, ndim): operator.index(shift)}
    shifts, axes = numpy.broadcast_arrays(
        numpy.atleast_1d(shift), numpy.atleast_1d(axis)
    )
    axes = normalize_axis_tuple(axes.tolist(), ndim, allow_duplicate=True)
    total = dict.fromkeys(axes, 0)
    for by, i in zip(shifts.tolist(), axes, strict=True):
        total[i] += by
    return total


@planned
def _rolled(layout, n, by):
    """What each shard has after a roll along the axis that is cut."""
    wanted = []
    for begin, end in layout.ranges:
        low, high = begin - by, end - by
        if high <= 0:
            wanted.append(((low + n, high + n),))
        elif low < 0:
            wanted.append(((low + n, n), (0, high)))
        else:
            wanted.append(((low, high),))
    return tuple(wanted)


def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind"):
    mesh = mesh_of([x for x in arrays if isinstance(x, SplitArray)])
    arrays = [as_input(x, mesh) for x in arrays]
    if axis is None:
        arrays = [
            ravel(x) if isinstance(x, SplitArray) else x.reshape(-1) for x in arrays
        ]
        axis = 0
    ndim = arrays[0].ndim
    axis = normalize_axis_index(axis, ndim)
    shape = _joined_shape(arrays, axis)
    options = {"dtype": dtype, "casting": casting}
    like = next(x for x in arrays if isinstance(x, SplitArray))
    split = next((x for x in arrays if _is_split(x)), None)
    if split is not None and split._layout.axis != axis:
        others = layout_for(
            [kind_of(x) for x in arrays if _is_split(x)], arrays[0].shape, mesh
        )
        if others.axis == axis:
            others = Layout(mesh, split._layout.axis, split._layout.ranges)
        columns = [brought(x, others, x.shape) for x in arrays]
        result = made(
            others,
            shape,
            lambda s: joining.concatenate([c[s] for c in columns], axis, **options),
        )
    elif split is not None:
        result = _along_cut(arrays, axis, shape, options, mesh)
    else:
        whole = Layout(like.mesh)
        columns = [brought(x, whole, x.shape) for x in arrays]
        result = made(
            whole,
            shape,
            lambda s: joining.concatenate([c[s] for c in columns], axis, **options),
        )
    if out is None:
        return result
    assign(out, result)
    return out


def _is_split(x):
    return isinstance(x, SplitArray) and x._layout.is_split


def _joined_shape(arrays, axis):
    first = arrays[0]
    for i, x in enumerate(arrays):
        if x.ndim != first.ndim:
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must "
                f"match exactly, but along dimension 0, the array at index 0 has "
                f"{first.ndim} dimension(s) and the array at index {i} has {x.ndim} "
                "dimension(s)"
            )
        for k, (n, m) in enumerate(zip(first.shape, x.shape, strict=True)):
            if n != m and k != axis:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis "
                    f"must match exactly, but along dimension {k}, the array at index 0 "
                    f"has size {n} and the array at index {i} has size {m}"
                )
    total = sum(x.shape[axis] for x in arrays)
    return (*first.shape[:axis], total, *first.shape[axis + 1 :])


def _along_cut(arrays, axis, shape, options, mesh):
    """New cuts, so that each shard has its share of what is put together."""
    layout = Layout(mesh, axis, standard(shape[axis], mesh.size))
    columns, begin = [], 0
    for x in arrays:
        n = x.shape[axis]
        ranges = [
            (min(max(low - begin, 0), n), min(max(high - begin, 0), n))
            for low, high in layout.ranges
        ]
        begin += n
        if isinstance(x, SplitArray):
            columns.append(fetch(resplit(x, axis), tuple((each,) for each in ranges)))
        else:
            columns.append(brought(x, Layout(mesh, axis, tuple(ranges)), x.shape))
    return made(
        layout,
        shape,
        lambda s: joining.concatenate([c[s] for c in columns], axis, **options),
    )


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    mesh = mesh_of([x for x in arrays if isinstance(x, SplitArray)])
    arrays = [as_input(x, mesh) for x in arrays]
    if len({x.shape for x in arrays}) > 1:
        raise ValueError("all input arrays must have the same shape")
    ndim = arrays[0].ndim + 1
    axis = normalize_axis_index(axis, ndim)
    key = (slice(None),) * axis + (None,)
    arrays = [x[key] for x in arrays]
    split = next((x for x in arrays if _is_split(x)), None)
    if split is not None and split._layout.axis == axis:
        arrays = [replicated(x) if _is_split(x) else x for x in arrays]
    return concatenate(arrays, axis, out, dtype=dtype, casting=casting)


def vstack(tup, *, dtype=None, casting="same_kind"):
    return concatenate([_two(x) for x in tup], 0, dtype=dtype, casting=casting)


def _two(x):
    if isinstance(x, (SplitArray, ndarray)) and x.ndim >= 2:
        return x
    if isinstance(x, SplitArray):
        return atleast_2d(x)
    return manipulation.atleast_2d(x)


def hstack(tup, *, dtype=None, casting="same_kind"):
    arrays = [
        atleast_1d(x) if isinstance(x, SplitArray) else manipulation.atleast_1d(x)
        for x in tup
    ]
    return concatenate(
        arrays, 0 if arrays[0].ndim == 1 else 1, dtype=dtype, casting=casting
    )


def dstack(tup, *, dtype=None, casting="same_kind"):
    arrays = []
    for x in tup:
        x = _two(x)
        arrays.append(x[:, :, None] if x.ndim == 2 else x)
    return concatenate(arrays, 2, dtype=dtype, casting=casting)


def split(ary, indices_or_sections, axis=0):
    if (
        not hasattr(indices_or_sections, "__len__")
        and ary.shape[axis] % indices_or_sections
    ):
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def array_split(ary, indices_or_sections, axis=0):
    n = ary.shape[axis]
    axis = normalize_axis_index(axis, ary.ndim)
    try:
        cuts = [0, *map(int, indices_or_sections), n]
    except TypeError:
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.") from None
        each, more = divmod(n, sections)
        counts = [each + 1] * more + [each] * (sections - more)
        cuts = [begin for begin, _ in by_counts(counts)] + [n]
    before = (slice(None),) * axis
    return [
        ary[(*before, slice(low, high))]
        for low, high in zip(cuts[:-1], cuts[1:], strict=True)
    ]


def repeat(a, repeats, axis=None):
    if axis is None:
        a, axis = ravel(a), 0
    axis = normalize_axis_index(axis, a.ndim)
    layout = a._layout
    if layout.is_split and layout.axis == axis:
        if not hasattr(repeats, "__index__"):
            return None
        times = max(operator.index(repeats), 0)
        ranges = tuple((low * times, high * times) for low, high in layout.ranges)
        layout = Layout(a.mesh, axis, ranges)
    elif isinstance(repeats, SplitArray):
        return None
    shape = list(a.shape)
    counts = numpy.broadcast_to(numpy.asarray(repeats), (shape[axis],))
    shape[axis] = int(counts.sum())
    return with_parts(a, shape, lambda x: manipulation.repeat(x, repeats, axis), layout)


def diff(a, n=1, axis=-1, prepend=numpy._NoValue, append=numpy._NoValue):
    if n == 0:
        return a
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    axis = normalize_axis_index(axis, a.ndim)
    if prepend is not numpy._NoValue or append is not numpy._NoValue:
        several = []
        for x in (prepend, a, append):
            if x is numpy._NoValue or x is None:
                continue
            if x is not a and numpy.ndim(x) == 0:
                x = numpy.broadcast_to(
                    x, (*a.shape[:axis], 1, *a.shape[axis + 1 :])
                ).copy()
                if isinstance(x, numpy.ndarray):
                    x = own_beside(x, Place(a.mesh))
            several.append(x)
        a = concatenate(several, axis)
    before = (slice(None),) * axis
    for _ in range(n):
        high, low = a[(*before, slice(1, None))], a[(*before, slice(None, -1))]
        a = high != low if a.dtype == bool else high - low
    return a

# SPDX-License-Identifier: Apache-2.0
"""x[key] and x[key] = value. Slices are views: items stay where they are."""

import operator

import numpy

from ..._core import ndarray
from ..._numpy.creation import array, empty
from .array import Layout, SplitArray, made, planned, split_array
from .cuts import by_counts, length_of, place_of, sliced, standard
from .elementwise import apply, as_input, assign, brought, check_fits, shape_of
from .gathering import changing_whole, on_whole
from .moves import exchange, joined, replicated, resplit


def is_basic(key):
    return all(
        x is None
        or x is Ellipsis
        or isinstance(x, slice)
        or (hasattr(x, "__index__") and not _is_array(x) and not isinstance(x, bool))
        for x in key
    )


def _is_array(x):
    if isinstance(x, (list, tuple, numpy.bool_)):
        return True
    return isinstance(x, (SplitArray, ndarray, numpy.ndarray)) and (
        x.ndim > 0 or x.dtype == bool
    )


def expanded(key, ndim):
    """The key with a slice for each axis that it leaves out."""
    used = sum(x is not None and x is not Ellipsis for x in key)
    if used > ndim:
        raise IndexError(
            f"too many indices for array: array is {ndim}-dimensional, but {used} were "
            "indexed"
        )
    whole = (slice(None),) * (ndim - used)
    dots = [i for i, x in enumerate(key) if x is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if not dots:
        return key + whole
    return key[: dots[0]] + whole + key[dots[0] + 1 :]


def get(a, key):
    key = key if isinstance(key, tuple) else (key,)
    if is_basic(key):
        return view(a, key)
    return _chosen(a, key)


def view(a, key):
    """A basic index."""
    layout, shape, keys = _view(a._layout, a._shape, tuple(map(_hashable, key)))
    parts = [
        None if part is None or its is None else part[its]
        for part, its in zip(a._parts, keys, strict=True)
    ]
    return split_array(layout, shape, parts, a._dtype)


def _hashable(x):
    """An entry of a basic index; slices are tuples."""
    if isinstance(x, slice):
        return x.start, x.stop, x.step
    return x if x is None or x is Ellipsis else operator.index(x)


@planned
def _view(layout, shape, key):
    """Layout and shape of a view, and the index of each shard's part."""
    key = tuple(slice(*x) if isinstance(x, tuple) else x for x in key)
    has_dots = any(x is Ellipsis for x in key)
    key = expanded(key, len(shape))
    found = _shape_of_view(shape, key)
    # An item is a scalar, unless the index has dots: then it is a view.
    dots = (Ellipsis,) if found or has_dots else ()
    size = layout.mesh.size
    if not layout.is_split:
        return layout, found, [key + dots] * size
    at, axis = _position(key, layout.axis), layout.axis
    n, entry = shape[axis], key[at]
    if not isinstance(entry, slice):
        owner, local = place_of(layout.ranges, entry % n)
        mine = (*key[:at], local, *key[at + 1 :], *dots)
        keys = [mine if shard == owner else None for shard in range(size)]
        return Layout(layout.mesh, owner=owner), found, keys
    start, stop, step = entry.indices(n)
    length = len(range(start, stop, step))
    ranges, begins = sliced(layout.ranges, start, step, length)
    new_axis = sum(x is None or isinstance(x, slice) for x in key[:at])
    keys = []
    for (begin, end), first in zip(ranges, begins, strict=True):
        last = first + (end - begin) * step
        its = slice(first, last if last >= 0 else None, step)
        its = its if begin < end else slice(0, 0)
        keys.append((*key[:at], its, *key[at + 1 :]))
    return Layout(layout.mesh, new_axis, ranges), found, keys


def _position(key, axis):
    """Where the entry of an axis stands in an expanded key."""
    seen = -1
    for at, x in enumerate(key):
        seen += x is not None
        if seen == axis:
            return at
    raise AssertionError("expanded keys have an entry for each axis")


def _shape_of_view(shape, key):
    lengths, found = list(shape), []
    for x in key:
        if x is None:
            found.append(1)
        elif isinstance(x, slice):
            found.append(len(range(*x.indices(lengths.pop(0)))))
        else:
            n, index = lengths.pop(0), operator.index(x)
            if not -n <= index < n:
                axis = len(shape) - len(lengths) - 1
                raise IndexError(
                    f"index {index} is out of bounds for axis {axis} with size {n}"
                )
    return (*found, *lengths)


def _mask_of(a, key):
    """The key if it is one array of bools as large as the first axes of `a`."""
    if len(key) != 1 or not _is_array(key[0]):
        return None
    mask = key[0]
    if isinstance(mask, (list, tuple)):
        mask = numpy.asarray(mask)
    if mask.dtype != bool or mask.ndim == 0 or mask.ndim > a.ndim:
        return None
    for axis, (n, m) in enumerate(zip(a.shape, mask.shape, strict=False)):
        if n != m:
            raise IndexError(
                "boolean index did not match indexed array along axis "
                f"{axis}; size of axis is {n} but size of corresponding boolean axis is {m}"
            )
    return mask


def _along_first(mask, a):
    """The mask split as `a` is, whose first axis is cut."""
    layout = Layout(a.mesh, 0, a._layout.ranges)
    parts = brought(as_input(mask, a.mesh), layout, mask.shape)
    return split_array(layout, mask.shape, parts)


def _chosen(a, key):
    """An index with arrays: masks, and positions along one axis."""
    mask = _mask_of(a, key)
    layout = a._layout
    if mask is not None and (
        layout.is_split or (isinstance(mask, SplitArray) and mask._layout.is_split)
    ):
        a = resplit(a, 0)
        mask = _along_first(mask, a)
        taken = [
            None if part is None else part[m]
            for part, m in zip(a._parts, mask._parts, strict=True)
        ]
        counts = a.mesh._tell({s: [taken[s].shape[0]] for s in a.mesh.local})
        ranges = by_counts([count for (count,) in counts], a._layout.ranges)
        shape = (length_of(ranges), *a.shape[mask.ndim :])
        return split_array(Layout(a.mesh, 0, ranges), shape, taken, a.dtype)
    positions = _positions(a, key) if layout.is_split and mask is None else None
    if positions is None:
        return on_whole("indexing", lambda x, k: x[k], (a, key))
    axis, index = positions
    if axis == layout.axis:
        return _items_at(a, _host_index(index, a.shape[axis], axis))
    return _taken(a, axis, index)


def _positions(a, key):
    """(axis, index) of a key with one array of positions beside whole axes; else None."""
    arrays = [x for x in key if _is_array(x)]
    others = [x for x in key if not _is_array(x)]
    if len(arrays) != 1 or any(x != slice(None) and x is not Ellipsis for x in others):
        return None
    index = arrays[0]
    if isinstance(index, (list, tuple)):
        index = numpy.asarray(index)
    if index.dtype.kind not in "iu" or index.ndim != 1:
        return None
    ones = tuple(0 if _is_array(x) else x for x in key)  # as long, to be expanded
    whole = expanded(ones, a.ndim)
    return next(i for i, x in enumerate(whole) if not isinstance(x, slice)), index


def _taken(a, axis, index):
    """Along an axis that is not cut."""
    if isinstance(index, SplitArray):
        index = replicated(index)
    shape = (*a.shape[:axis], index.shape[0], *a.shape[axis + 1 :])

    def part(shard):
        its = index
        if isinstance(index, SplitArray):
            its = index._parts[shard]
        elif isinstance(index, ndarray):
            its = index.to_device(a.mesh._device(shard))
        return a._parts[shard][(slice(None),) * axis + (its,)]

    return made(a._layout, shape, part, a.dtype)


def _host_index(index, n, axis):
    """Positions that every process has to know, from 0 to n - 1."""
    if not isinstance(index, numpy.ndarray):
        index = index.get()
    index = index.astype(numpy.int64)
    wrong = (index < -n) | (index >= n)
    if wrong.any():
        raise IndexError(
            f"index {index[wrong][0]} is out of bounds for axis {axis} with size {n}"
        )
    return numpy.where(index < 0, index + n, index)


def _owners(layout, index):
    """The shard of each position, and its place in the shard's part."""
    shards = [s for s, (low, high) in enumerate(layout.ranges) if low < high]
    shards.sort(key=lambda s: layout.ranges[s])
    begins = numpy.array([layout.ranges[s][0] for s in shards])
    at = numpy.searchsorted(begins, index, "right") - 1
    return numpy.array(shards)[at], index - begins[at]


def _items_at(a, index):
    """Along the axis that is cut: each shard sends each other one those that it wants."""
    layout, mesh, axis = a._layout, a.mesh, a._layout.axis
    shape = (*a.shape[:axis], len(index), *a.shape[axis + 1 :])
    target = Layout(mesh, axis, standard(len(index), mesh.size))
    before = (slice(None),) * axis
    blocks, orders = [], [[] for _ in range(mesh.size)]
    if len(index):
        owners, places = _owners(layout, index)
    for to, (low, high) in enumerate(target.ranges):
        for source in range(mesh.size):
            its = numpy.flatnonzero(owners[low:high] == source) if low < high else ()
            if len(its) == 0:
                continue
            block = None
            if mesh._has(source):
                part = a._parts[source]
                at = array(places[low:high][its], device=part.device)
                block = part[(*before, at)]
            size = (*a.shape[:axis], len(its), *a.shape[axis + 1 :])
            blocks.append((source, to, size, a.dtype, block))
            orders[to].append(its)
    found = exchange(mesh, blocks, a._parts)

    def part(shard):
        its = found[shard]
        if not its:
            its = target.part_shape(shape, shard)
            return empty(its, a.dtype, device=mesh._device(shard))
        if len(its) == 1:
            return its[0]
        order = numpy.argsort(numpy.concatenate(orders[shard]))
        return joined(its, axis)[(*before, array(order, device=its[0].device))]

    return made(target, shape, part, a.dtype)


def _set_items_at(a, axis, index, value):
    """Writes to positions along the axis that is cut: the last of equal ones stays."""
    layout, mesh = a._layout, a.mesh
    index = _host_index(index, a.shape[axis], axis)
    shape = (*a.shape[:axis], len(index), *a.shape[axis + 1 :])
    value = as_input(value, mesh)
    check_fits(shape_of(value), shape)
    while len(shape_of(value)) > len(shape):
        value = value[0]
    whole = brought(value, Layout(mesh), shape_of(value))
    own = axis - len(shape) + len(shape_of(value))  # the value's axis of positions
    is_long = own >= 0 and shape_of(value)[own] != 1
    before = (slice(None),) * axis
    if not len(index):
        return
    owners, places = _owners(layout, index)
    for shard in mesh.local:
        its = numpy.flatnonzero(owners == shard)
        if len(its):
            part, items = a._parts[shard], whole[shard]
            if is_long:
                items = items[(slice(None),) * own + (array(its, device=part.device),)]
            part[(*before, array(places[its], device=part.device))] = items


def set(a, key, value):
    key = key if isinstance(key, tuple) else (key,)
    if is_basic(key):
        if not any(x is Ellipsis for x in key):
            key = (*key, Ellipsis)  # of one item a view as well
        assign(view(a, key), value)
        return
    mask = _mask_of(a, key)
    if mask is not None and mask.ndim == a.ndim and getattr(value, "ndim", 0) == 0:
        if not isinstance(value, (list, tuple)):
            apply(_put, [mask, value], out=(a,))
            return
    positions = _positions(a, key) if a._layout.is_split and mask is None else None
    if positions is not None and positions[0] == a._layout.axis:
        _set_items_at(a, *positions, value)
        return

    def write(x, k, v):
        x[k] = v

    changing_whole("indexing", write, a, (key, value))


def _put(mask, value, out):
    out[0][mask] = value

# SPDX-License-Identifier: Apache-2.0
"""Functions of items at one place: each shard computes its part of the result."""

import math

import numpy

from ..._array.convert import as_operand
from ..._core import ndarray
from .array import Layout, SplitArray, made, remembered, split_array
from .cuts import between
from .moves import (
    on_owner,
    part_of,
    replicated,
    resplit,
    with_ranges,
)


def mesh_of(arrays):
    """The mesh of all of them; ValueError where there are several."""
    mesh = arrays[0].mesh
    for x in arrays[1:]:
        if x.mesh is not mesh:
            raise ValueError("the arrays are on different meshes; use to_device()")
    return mesh


def as_input(x, mesh):
    """An operand as a SplitArray, an array of one place, or a number as it is."""
    if type(x) is SplitArray or isinstance(x, ndarray):
        return x
    if isinstance(x, (int, float, complex, numpy.generic)) or x is None:
        return x
    if isinstance(x, (numpy.ndarray, list, tuple)) or hasattr(x, "__array__"):
        return as_operand(x, Place(mesh))
    return x


class Place:
    """What as_operand() asks of an array that another one is beside."""

    def __init__(self, mesh):
        self.device = mesh.devices[0]


def shape_of(x):
    return x.shape if isinstance(x, (SplitArray, ndarray)) else ()


def layout_for(operands, shape, mesh):
    """Where a result of that shape is computed, of operands' layouts and shapes."""
    splits = []
    for layout, its in operands:
        if layout is not None and layout.is_split:
            axis = layout.axis + len(shape) - len(its)
            if its[layout.axis] == shape[axis]:
                splits.append((math.prod(its), axis, layout.ranges))
    if splits:
        axis = max(splits, key=lambda each: each[0])[1]
        ranges = [ranges for _, its, ranges in splits if its == axis]
        return Layout(mesh, axis, between(ranges))
    for layout, _ in operands:
        if layout is not None and layout.is_lone:
            return Layout(mesh, owner=layout.owner)
    return Layout(mesh)


def kind_of(x):
    """What a plan has to know of an operand: its layout, if it has one, and shape."""
    if type(x) is SplitArray:
        return x._layout, x._shape
    return None, x.shape if isinstance(x, ndarray) else ()


def brought(x, layout, shape):
    """What each shard needs of an operand for its part of a result of that shape."""
    mesh = layout.mesh
    if not isinstance(x, (SplitArray, ndarray)):
        return [x] * mesh.size
    parts = [None] * mesh.size
    if isinstance(x, ndarray):
        for shard in layout.shards:
            piece = _piece(x, layout, shape, shard)
            parts[shard] = piece.to_device(mesh._device(shard))
        return parts
    if layout.is_lone:
        if x._layout.is_lone and x._layout.owner == layout.owner:
            return x._parts
        parts[layout.owner] = on_owner(x, layout.owner)
        return parts
    if layout.is_split and x._layout.is_split:
        axis = layout.axis - len(shape) + x.ndim
        if axis >= 0 and x.shape[axis] == shape[layout.axis]:
            return with_ranges(resplit(x, axis), layout.ranges)._parts
    x = replicated(x)
    for shard in layout.shards:
        parts[shard] = _piece(x._parts[shard], layout, shape, shard)
    return parts


def _piece(x, layout, shape, shard):
    """Of an array that is whole."""
    if not layout.is_split:
        return x
    axis = layout.axis - len(shape) + x.ndim
    if axis < 0 or x.shape[axis] != shape[layout.axis]:
        return x
    return part_of(x, axis, *layout.ranges[shard])


def _meeting(mesh, operands, targets):
    """Layout and shape of a result, and whether each operand is there already."""
    key = operands, targets
    plan = mesh._plans.get(key)
    if plan is None:
        whole = numpy.broadcast_shapes(*(shape for _, shape in operands))
        if targets:
            layout, shape = _layout_of_targets(targets, whole)
        else:
            layout, shape = layout_for(operands, whole, mesh), whole
        there = tuple(
            its is not None
            if mesh.size == 1
            else its is layout
            and (
                not layout.is_split
                or len(own) == len(shape)
                and own[layout.axis] == shape[layout.axis]
            )
            for its, own in operands
        )
        plan = remembered(mesh, key, (layout, shape, there))
    return plan


def apply(function, inputs, out=None, where=True, **keywords):
    """function(*inputs) of items, which broadcast; a tuple where it gives several.

    `out` is a tuple of SplitArrays or None; `where` and the keywords are as of ufuncs.
    """
    operands = inputs if where is True else [*inputs, where]
    targets = () if out is None else tuple(x for x in out if x is not None)
    mesh = mesh_of([x for x in (*operands, *targets) if type(x) is SplitArray])
    operands = [as_input(x, mesh) for x in operands]
    layout, shape, there = _meeting(
        mesh, tuple(map(kind_of, operands)), tuple(map(kind_of, targets))
    )
    columns = [
        x._parts if is_there else brought(x, layout, shape)
        for x, is_there in zip(operands, there, strict=True)
    ]
    masks = None if where is True else columns.pop()
    results = [None] * mesh.size
    for shard in layout.shards:
        if masks is not None:
            keywords["where"] = masks[shard]
        if targets:
            keywords["out"] = tuple(None if x is None else x._parts[shard] for x in out)
        results[shard] = function(*[column[shard] for column in columns], **keywords)
    if targets and len(targets) == len(out):
        return out[0] if len(out) == 1 else out
    first = next((x for x in results if x is not None), None)
    if first is None:  # of one shard that another process has
        first = function(*map(_sample, inputs))
    if isinstance(first, tuple):
        several = [
            split_array(
                layout,
                shape,
                [None if r is None else r[i] for r in results],
                first[i].dtype,
            )
            for i in range(len(first))
        ]
        return tuple(
            x if target is None else target
            for target, x in zip(out or [None] * len(several), several, strict=True)
        )
    return split_array(layout, shape, results, first.dtype)


def _sample(x):
    """An operand without items, for the dtype of what is computed elsewhere."""
    if isinstance(x, SplitArray):
        return numpy.empty(0, x.dtype)
    return numpy.empty(0, x.dtype) if isinstance(x, ndarray) else x


def _layout_of_targets(targets, whole):
    """Of an out=: it may be larger than what its operands broadcast to."""
    first, shape = targets[0]
    for layout, its in targets:
        if layout is None:
            raise TypeError("out must be arrays of the same mesh")
        if its != shape or layout is not first:
            raise ValueError("the arrays of out must have one shape and layout")
    if numpy.broadcast_shapes(shape, whole) != shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {_text(shape)} doesn't "
            f"match the broadcast shape {_text(whole)}"
        )
    return first, shape


def _text(shape):
    return "(" + ",".join(map(str, shape)) + ")"


def check_fits(shape, target):
    """ValueError unless an array of that shape broadcasts to the target's."""
    while len(shape) > len(target) and shape[0] == 1:
        shape = shape[1:]
    try:
        fits = numpy.broadcast_shapes(shape, target) == tuple(target)
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"could not broadcast input array from shape {_text(shape)} into shape "
            f"{_text(target)}"
        )


def assign(target, value):
    """target[...] = value: what is needed of it is brought before anything is written."""
    mesh = target.mesh
    value = as_input(value, mesh)
    layout, shape, kind = target._layout, target._shape, kind_of(value)
    if kind[0] is layout and kind[1] == shape:
        parts = value._parts
        for shard in layout.shards:
            target._parts[shard][...] = parts[shard]
        return
    while len(shape_of(value)) > target.ndim and shape_of(value)[0] == 1:
        value = value[0]
    check_fits(shape_of(value), target.shape)
    if mesh.size == 1 and type(value) is SplitArray:
        target._parts[0][...] = value._parts[0]
        return
    if isinstance(value, ndarray):  # of one place: the parts may be views of it
        value = value.copy() if value.ndim else value
    parts = brought(value, layout, target.shape)
    for shard in layout.shards:
        if target._parts[shard].size:
            target._parts[shard][...] = parts[shard]


def copied(a):
    """A new array of the same layout."""
    return made(a._layout, a.shape, lambda s: a._parts[s].copy(), a.dtype)

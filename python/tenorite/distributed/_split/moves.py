# SPDX-License-Identifier: Apache-2.0
"""Items brought to where they are needed.

What is moved follows from the layouts alone, which all processes know, and never from
what memory is alive; so all make the same moves in the same order.
"""

import numpy

from ..._numpy.creation import empty
from ..._numpy.joining import concatenate
from .array import Layout, made, planned, split_array
from .cuts import pieces, standard


def part_of(x, axis, begin, end):
    """x[..., begin:end, ...] of an array of one place."""
    if begin == 0 and end == x.shape[axis]:
        return x
    return x[(slice(None),) * axis + (slice(begin, end),)]


def in_c_order(x):
    """So that bits do not depend on how many parts it was put together from."""
    return x if x.flags.c_contiguous else x.copy(order="C")


def joined(parts, axis):
    return parts[0] if len(parts) == 1 else concatenate(parts, axis=axis)


@planned
def _pieces_of(layout, wanted):
    """For each shard what its items are made of, and all pieces that are sent.

    An own piece is (begin, end) in the shard's part, one that is sent its number.
    """
    sent, found = [], []
    for target, its in enumerate(wanted):
        found.append([])
        for begin, end in its:
            for source, low, high in pieces(layout.ranges, begin, end):
                first = layout.ranges[source][0]
                piece = low - first, high - first
                if source != target:
                    sent.append((source, target, *piece))
                    piece = len(sent) - 1
                found[-1].append(piece)
    return found, sent


def fetch(a, wanted):
    """For each shard the items of the axis that is cut: ranges, one after the other.

    `wanted` has ranges for each shard. Returns their arrays, None for shards of other
    processes; they may share memory with `a`.
    """
    layout, axis = a._layout, a._layout.axis
    mesh = layout.mesh
    found, sent = _pieces_of(layout, wanted)
    arrived = mesh._move([_message(a, axis, *each) for each in sent], a._parts)
    parts = [None] * mesh.size
    for shard in mesh.local:
        its = [
            arrived[x] if isinstance(x, int) else part_of(a._parts[shard], axis, *x)
            for x in found[shard]
        ]
        if its:
            parts[shard] = joined(its, axis)
        else:
            shape = (*a.shape[:axis], 0, *a.shape[axis + 1 :])
            parts[shard] = empty(shape, a.dtype, device=mesh._device(shard))
    return parts


def _message(a, axis, source, target, begin, end):
    shape = (*a.shape[:axis], end - begin, *a.shape[axis + 1 :])
    part = a._parts[source]
    piece = None if part is None else part_of(part, axis, begin, end)
    return source, target, shape, a.dtype, piece


def exchange(mesh, blocks, parts):
    """For each shard of this process the blocks that it gets, in their order.

    A block is (from, to, shape, dtype, array), as a message of Mesh._move; a shard's own
    ones are not copied. `parts` are the arrays that blocks are of.
    """
    messages = [block for block in blocks if block[0] != block[1]]
    arrived = iter(mesh._move(messages, parts))
    found = {shard: [] for shard in mesh.local}
    for source, target, *_, x in blocks:
        x = x if source == target else next(arrived)
        if target in found:
            found[target].append(x)
    return found


def with_ranges(a, ranges):
    """A split array with other ranges; it may share memory."""
    layout = a._layout
    if layout.ranges == ranges:
        return a
    parts = fetch(a, tuple((each,) for each in ranges))
    return split_array(
        Layout(layout.mesh, layout.axis, ranges), a.shape, parts, a.dtype
    )


def at_standard(a):
    """A split array with the ranges of a new one; it may share memory."""
    return with_ranges(a, standard(a.shape[a._layout.axis], a.mesh.size))


def on_owner(a, owner):
    """The whole of an array on one shard: its part there."""
    layout, mesh = a._layout, a.mesh
    if layout.is_replicated or layout.owner == owner:
        return a._parts[owner]
    if layout.is_split:
        everything = ((0, a.shape[layout.axis]),)
        wanted = tuple(everything if s == owner else () for s in range(mesh.size))
        return fetch(a, wanted)[owner]
    source = layout.owner
    return mesh._move([(source, owner, a.shape, a.dtype, a._parts[source])])[0]


def replicated(a):
    """The whole array on each shard; it may share memory."""
    layout, mesh = a._layout, a.mesh
    if layout.is_replicated:
        return a
    if layout.is_split:
        parts = fetch(a, (((0, a.shape[layout.axis]),),) * mesh.size)
    else:
        source = layout.owner
        x = a._parts[source]
        others = [shard for shard in range(mesh.size) if shard != source]
        arrived = mesh._move([(source, to, a.shape, a.dtype, x) for to in others])
        parts = [None] * mesh.size
        parts[source] = x
        for shard, x in zip(others, arrived, strict=True):
            parts[shard] = x
    return split_array(Layout(mesh), a.shape, parts, a.dtype)


def resplit(a, axis):
    """Split along another axis: every shard sends each of the others a block."""
    layout, mesh = a._layout, a.mesh
    if layout.is_split and layout.axis == axis:
        return a
    target = Layout(mesh, axis, standard(a.shape[axis], mesh.size))
    if not layout.is_split:
        whole = replicated(a)
        return made(
            target,
            a.shape,
            lambda s: part_of(whole._parts[s], axis, *target.ranges[s]),
            a.dtype,
        )
    order = sorted(range(mesh.size), key=lambda s: layout.ranges[s])
    blocks = []
    for to, (begin, end) in enumerate(target.ranges):
        for source in order:
            low, high = layout.ranges[source]
            if low == high or begin == end:
                continue
            block = None
            if mesh._has(source):
                block = part_of(a._parts[source], axis, begin, end)
            shape = list(a.shape)
            shape[axis], shape[layout.axis] = end - begin, high - low
            blocks.append((source, to, tuple(shape), a.dtype, block))
    found = exchange(mesh, blocks, a._parts)

    def part(shard):
        if not found[shard]:
            shape = target.part_shape(a.shape, shard)
            return empty(shape, a.dtype, device=mesh._device(shard))
        return joined(found[shard], layout.axis)

    return made(target, a.shape, part, a.dtype)


def whole(a):
    """The whole array in one place: the first device of this process."""
    return replicated(a)._parts[a.mesh.local[0]]


def to_host(a):
    """The whole array as a NumPy array."""
    layout, mesh = a._layout, a.mesh
    if not layout.is_split or mesh.communicator is not None:
        if layout.is_lone and mesh.communicator is None:
            return a._parts[layout.owner].get()
        return whole(a).get()
    result = numpy.empty(a.shape, a.dtype)
    for part, (begin, end) in zip(a._parts, layout.ranges, strict=True):
        if begin < end:
            part_of(result, layout.axis, begin, end)[...] = part.get()
    return result

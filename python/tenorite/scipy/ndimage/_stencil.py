# SPDX-License-Identifier: Apache-2.0
"""Filters over several axes on the device: footprints, and the kernels of stencil.cuh."""

import math

import numpy

from ..._numpy.creation import asarray
from .._kernels import KernelFile, blocks, c_type, launch, packed, per_thread, row_grid
from ._lines import (
    SPAN,
    Form,
    Operation,
    counted,
    extremum,
    is_misaligned,
    packed_weights,
)

_kernels = KernelFile(__file__, "border.cuh", "operations.cuh", "stencil.cuh")

# Windows of up to so many items are known to the code, and networks of ranks.
_FIXED = 64
_NETWORK = 49
_WIDE = 64  # shorter rows are not worth a block of their own

_RANKED = numpy.dtype([("count", "i8"), ("rank", "i8")])


def weighted(weights):
    """Sums of products with the weights of a window, float64 on the host."""
    length = len(weights)
    fixed = None
    if length <= _FIXED:
        fixed = Form(f"Weighted<{length}>", packed_weights(weights), fixed=True)
    general = Form("WeightedMany", counted(length), weights, spans=True)
    return Operation(length, fixed, general)


def offset_extremum(offsets, least):
    """The least item minus its offset, or the greatest plus it."""
    name = f"Offset<{'true' if least else 'false'}>"
    general = Form(name, counted(len(offsets)), offsets, spans=True)
    return Operation(len(offsets), None, general)


def ranked(length, rank, dtype):
    """Item `rank` of windows in ascending order, compared as items of `dtype`."""
    kind = c_type(dtype)
    fixed = None
    if length <= _NETWORK:
        name = f"Rank<{length}, {rank}, {kind}>"
        fixed = Form(name, counted(length), fixed=True, boxes=True)
    bits = c_type(f"u{dtype.itemsize}")
    is_float, is_signed = (
        "true" if dtype.kind in kinds else "false" for kinds in ("f", "i")
    )
    name = f"RankMany<{kind}, {bits}, {is_float}, {is_signed}>"
    return Operation(length, fixed, Form(name, packed(_RANKED, length, rank)))


def filter_windows(x, y, operation, footprint, origins, mode, constant):
    """Writes the operation on windows around each item to `y`.

    `x` and `y` are arrays of one shape in C order, with at least one axis;
    `footprint` says on the host which items around one are in its window, whose middle
    is `origins` items off. `mode` is a mode's number, `constant` what it takes.
    """
    if x.size == 0:
        return
    ndim, shape = x.ndim, x.shape
    strides = [math.prod(shape[d + 1 :]) for d in range(ndim)]
    steps = numpy.argwhere(footprint) - [
        size // 2 + origin
        for size, origin in zip(footprint.shape, origins, strict=True)
    ]
    offsets = steps @ numpy.array(strides, numpy.int64)
    is_near = numpy.abs(offsets).max() < 2**31 and numpy.abs(steps).max() < 2**15
    form = operation.form(x)
    loads = _loads(x, y) if form.boxes and is_near and footprint.all() else None
    fixed = len(steps) if form.fixed and is_near and len(steps) <= _FIXED else 0
    taps, memory = _places(fixed, steps, offsets, x.device)
    many = None if form.many is None else asarray(form.many, device=x.device)
    rows, n = x.size // shape[-1], shape[-1]
    before = numpy.maximum(-steps.min(axis=0), 0)
    after = numpy.maximum(steps.max(axis=0), 0)
    grid_type = numpy.dtype(
        [(name, "i8", (ndim,)) for name in ("shape", "before", "after")]
        + [("rows", "i8"), ("mode", "i8"), ("constant", "f8")]
    )
    grid = packed(grid_type, shape, tuple(before), tuple(after), rows, mode, constant)
    types = (c_type(x.dtype), c_type(y.dtype), form.expression, fixed, ndim)
    args = (x, y, form.value, many, taps, memory, grid)
    first, last = int(before[-1]), n - int(after[-1])
    if last - first < _WIDE or n >= 2**31:
        first = last = n
    elif loads is not None:
        width = footprint.shape[-1]
        starts = offsets[::width]
        first, last = _run_boxes(types, args, first, loads, starts, width)
    else:
        span = per_thread(x, 1, SPAN if form.spans else 1)
        ends = (numpy.int64(first), numpy.int64(last))
        grid_of_rows = row_grid(blocks(last - first, span), rows)
        launch(_kernels("middle", *types, span), grid_of_rows, (*args, *ends))
    if first + n - last:
        ends = (numpy.int64(first), numpy.int64(n - last))
        launch(
            _kernels("edges", *types), blocks(rows * (first + n - last)), (*args, *ends)
        )


def _loads(x, y):
    """Items that a thread of a GPU makes, and that it loads at once; None if it cannot."""
    count = per_thread(x, max(4, 8 // x.dtype.itemsize), 0)
    if not count or x.shape[-1] % count or is_misaligned(x, y):
        return None
    return count, min(count, 16 // x.dtype.itemsize)


def _run_boxes(types, args, first, loads, starts, width):
    """Makes the columns whose windows are loaded inside; says which.

    `starts` are the places of the rows of a window, seen from the item that is made;
    windows begin `first` items before it along the last axis.
    """
    x = args[0]
    n, before, (count, pack) = x.shape[-1], first, loads
    slack = -before % pack
    loaded = -(-(width + count - 1 + slack) // pack) * pack
    first = -(-(before + slack) // count) * count
    last = min(n, n + count + before + slack - loaded) // count * count
    if first >= last:
        return n, n
    dtype = numpy.dtype([("of", "i4", (len(starts),))])
    offsets = numpy.zeros((), dtype)
    offsets["of"] = starts
    ends = (numpy.int64(first), numpy.int64(last), offsets[()])
    grid = row_grid((last - first) // count, x.size // n)
    launch(_kernels("boxes", *types, width, count, pack, slack), grid, (*args, *ends))
    return first, last


def _places(fixed, steps, offsets, device):
    """The argument Taps<fixed, D>, and the array of what it does not hold."""
    count, ndim = steps.shape
    if not fixed:
        memory = numpy.concatenate([offsets, steps.ravel()]).astype(numpy.int64)
        return counted(count), asarray(memory, device=device)
    # The members of a struct in C++ are aligned.
    dtype = numpy.dtype(
        [("count", "i8"), ("offsets", "i4", (count,)), ("steps", "i2", (count, ndim))],
        align=True,
    )
    taps = numpy.zeros((), dtype)
    taps["count"], taps["offsets"], taps["steps"] = count, offsets, steps
    return taps[()], None


__all__ = ["extremum", "filter_windows", "offset_extremum", "ranked", "weighted"]

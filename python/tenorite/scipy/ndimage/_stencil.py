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
    packed_weights,
)

_kernels = KernelFile(
    __file__, "border.cuh", "grid.cuh", "operations.cuh", "stencil.cuh"
)

_FIXED = 64  # windows of up to so many items are known to the code
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


def offset_extremum(offsets, least, dtype):
    """The least item minus its offset, or the greatest plus it, in `dtype`."""
    name = f"Offset<{'true' if least else 'false'}, {c_type(dtype)}>"
    many = -offsets if least else offsets
    general = Form(name, counted(len(offsets)), many, spans=True)
    return Operation(len(offsets), None, general)


def ranked(length, rank, dtype):
    """Item `rank` of windows in ascending order, compared as items of `dtype`."""
    bits = c_type(f"u{dtype.itemsize}")
    is_float, is_signed = (
        "true" if dtype.kind in kinds else "false" for kinds in ("f", "i")
    )
    name = f"RankMany<{c_type(dtype)}, {bits}, {is_float}, {is_signed}>"
    return Operation(length, None, Form(name, packed(_RANKED, length, rank)))


def steps_of(footprint, origins):
    """Where the items of windows lie along each axis, seen from what they make."""
    return numpy.argwhere(footprint) - [
        size // 2 + origin
        for size, origin in zip(footprint.shape, origins, strict=True)
    ]


def _offsets(shape, steps):
    """The same in an array in C order."""
    strides = [math.prod(shape[d + 1 :]) for d in range(len(shape))]
    return steps @ numpy.array(strides, numpy.int64)


def fits_arguments(shape, steps):
    """Whether the arguments of a kernel hold the items of windows."""
    is_near = numpy.abs(_offsets(shape, steps)).max() < 2**31
    return len(steps) <= _FIXED and is_near and numpy.abs(steps).max() < 2**15


def in_arguments(shape, steps):
    """The argument Taps<N, D>."""
    count, ndim = steps.shape
    # The members of a struct in C++ are aligned.
    dtype = numpy.dtype(
        [("count", "i8"), ("offsets", "i4", (count,)), ("steps", "i2", (count, ndim))],
        align=True,
    )
    taps = numpy.zeros((), dtype)
    taps["count"], taps["offsets"] = count, _offsets(shape, steps)
    taps["steps"] = steps
    return taps[()]


def in_memory(shape, steps, device):
    """The argument Taps<0, D>, and the array of what it does not hold."""
    memory = numpy.concatenate([_offsets(shape, steps), steps.ravel()])
    return counted(len(steps)), asarray(memory.astype(numpy.int64), device=device)


def grid_of(shape, steps, mode, constant, reach=None):
    """The argument Grid<D>; `reach` is that of windows along the last axis."""
    ndim = len(shape)
    before = numpy.maximum(-steps.min(axis=0), 0)
    after = numpy.maximum(steps.max(axis=0), 0)
    if reach is not None:
        before[-1], after[-1] = reach
    dtype = numpy.dtype(
        [(name, "i8", (ndim,)) for name in ("shape", "before", "after")]
        + [("rows", "i8"), ("mode", "i8"), ("constant", "f8")]
    )
    rows = math.prod(shape[:-1])
    return packed(dtype, shape, tuple(before), tuple(after), rows, mode, constant)


def filter_windows(operation, x, y, footprint, origins, mode, constant):
    """Writes the operation on windows around each item to `y`.

    `x` and `y` are arrays of one shape in C order, with at least one axis;
    `footprint` says on the host which items around one are in its window, whose middle
    is `origins` items off. `mode` is a mode's number, `constant` what it takes.
    """
    if x.size == 0:
        return
    steps = steps_of(footprint, origins)
    form = operation.form(x)
    is_fixed = form.fixed and fits_arguments(x.shape, steps)
    if is_fixed:
        taps, memory = in_arguments(x.shape, steps), None
    else:
        taps, memory = in_memory(x.shape, steps, x.device)
    many = None if form.many is None else asarray(form.many, device=x.device)
    grid = grid_of(x.shape, steps, mode, constant)
    rows, n = x.size // x.shape[-1], x.shape[-1]
    fixed = len(steps) if is_fixed else 0
    types = (c_type(x.dtype), c_type(y.dtype), form.expression, fixed, x.ndim)
    args = (x, y, form.value, many, taps, memory, grid)
    first, last = int(grid["before"][-1]), n - int(grid["after"][-1])
    if last - first < _WIDE or n >= 2**31:
        first = last = n
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


__all__ = [
    "extremum",
    "filter_windows",
    "fits_arguments",
    "grid_of",
    "in_arguments",
    "in_memory",
    "offset_extremum",
    "ranked",
    "steps_of",
    "weighted",
]

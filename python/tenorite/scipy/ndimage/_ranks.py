# SPDX-License-Identifier: Apache-2.0
"""Ranks of windows on the device: which kernels of ranks.cuh make them."""

import functools
from typing import NamedTuple

import numpy

from ..._numpy.creation import asarray
from .._kernels import (
    KernelFile,
    blocks,
    c_type,
    is_misaligned,
    launch,
    packed,
    per_thread,
)
from ._networks import network_of_lines, network_text
from ._stencil import (
    filter_windows,
    fits_arguments,
    grid_of,
    in_arguments,
    in_memory,
    ranked,
    steps_of,
)

_FILES = ("border.cuh", "grid.cuh", "operations.cuh", "ranks.cuh")
_kernels = KernelFile(__file__, *_FILES)

_REGISTERS = 128  # that the items of windows may take on a GPU
_LONGEST = 1024  # windows whose networks are made on the CPU

_SPAN = 512  # bytes of neighbours that a thread of the CPU makes together

_NETWORK = numpy.dtype(
    [(name, "i8") for name in ("steps", "height", "width", "stride", "found", "rank")]
)


@functools.lru_cache(maxsize=64)
def _kernels_with(rows, width, rank, windows):
    """The kernels with a network in registers."""
    return KernelFile(__file__, *_FILES, text=network_text(rows, width, rank, windows))


class _Box(NamedTuple):
    """A window as rows of `width` items: their places along each axis, and the rank."""

    starts: numpy.ndarray
    width: int
    rank: int


def filter_ranks(rank, dtype, x, y, footprint, origins, mode, constant):
    """Writes item `rank` of windows, compared as items of `dtype`, to `y`.

    All else is as for filter_windows().
    """
    if x.size == 0:
        return
    steps = steps_of(footprint, origins)
    width = footprint.shape[-1] if footprint.all() else 1
    box = _Box(steps[::width], width, rank)
    if not per_thread(x, 1, 0):
        made = len(steps) <= _LONGEST and _in_lines(x, y, box, dtype, mode, constant)
    else:
        made = _in_registers(x, y, box, dtype, mode, constant)
    if not made:
        operation = ranked(len(steps), rank, dtype)
        filter_windows(operation, x, y, footprint, origins, mode, constant)


def _in_registers(x, y, box, dtype, mode, constant):
    """Makes the ranks by a network in registers; False if it does not fit them."""
    rows, width = len(box.starts), box.width
    words = blocks(dtype.itemsize, 4)
    count = max(4, 8 // x.itemsize) if width > 1 else 1
    while count > 1 and rows * (width + count - 1) * words > _REGISTERS:
        count //= 2
    if rows * (width + count - 1) * words > _REGISTERS or not fits_arguments(
        x.shape, box.starts
    ):
        return False
    first, last = box.starts[:, -1].min(), box.starts[:, -1].max()
    pack = min(count, 16 // x.itemsize)
    if x.shape[-1] % count or is_misaligned(x, y):
        pack = 1
    slack = int(first) % pack
    loaded = blocks(width + count - 1 + slack, pack) * pack
    reach = slack - first, max(last + loaded - slack, count) - 1
    grid = grid_of(x.shape, box.starts, mode, constant, reach)
    types = (c_type(x.dtype), c_type(y.dtype), c_type(dtype))
    sizes = (x.ndim, rows, width, count, pack, slack)
    kernel = _kernels_with(rows, width, box.rank, count)(
        "rank_in_registers", *types, *sizes
    )
    threads = blocks(x.shape[-1], count) * (x.size // x.shape[-1])
    taps = in_arguments(x.shape, box.starts)
    launch(kernel, blocks(threads), (x, y, taps, grid, numpy.int64(box.rank)))
    return True


def _in_lines(x, y, box, dtype, mode, constant):
    """Makes the ranks by a network on lines of neighbours."""
    rows = len(box.starts)
    span = _SPAN // dtype.itemsize
    stride = span + box.width - 1
    steps, lines, found = network_of_lines(rows, box.width, box.rank, stride)
    room = 1 << (lines * stride - 1).bit_length()
    sizes = (len(steps), rows, box.width, stride, found * stride, box.rank)
    grid = grid_of(x.shape, box.starts, mode, constant)
    types = (c_type(x.dtype), c_type(y.dtype), c_type(dtype))
    kernel = _kernels("rank_in_lines", *types, x.ndim, span, room)
    threads = blocks(x.shape[-1], span) * (x.size // x.shape[-1])
    taps, places = in_memory(x.shape, box.starts, x.device)
    args = (asarray(steps, device=x.device), packed(_NETWORK, *sizes))
    launch(kernel, blocks(threads, 1), (x, y, *args, taps, places, grid), 1)
    return True


__all__ = ["filter_ranks"]

# SPDX-License-Identifier: Apache-2.0
"""Convolutions by Fourier transforms, of whole inputs or of their blocks.

Where one input is much longer than the other along an axis, it is cut into blocks, of
which the convolutions are added up: transforms of some thousand points pass over memory
less often than that of all, and the shorter input is transformed for one block only.
"""

import math
import operator
from typing import NamedTuple

import numpy

from ..._array.convert import as_operands
from ..._numpy.creation import ascontiguousarray, empty
from ..._numpy.manipulation import broadcast_to
from .._kernels import BLOCK, KernelFile, blocks, c_type, launch, per_thread, row_grid
from ..fft import fftn, ifftn, irfftn, next_fast_len, rfftn
from ._convolution_shapes import check_pair, must_swap, parts_of_mode, take_parts

__all__ = ["fftconvolve", "oaconvolve"]

_kernels = KernelFile(__file__, "blocks.cuh")

# Blocks are so many times longer than the shorter input, and have so many points.
_TIMES = 8
_POINTS = 4096

_SPAN = 4096  # neighbours that a thread of the CPU makes together


def _axes_of(in1, in2, mode, axes):
    """(in1, in2, the axes along which both have several items), swapped if need be."""
    shape1, shape2 = in1.shape, in2.shape
    given = axes is not None
    if given:
        try:
            axes = [axes] if hasattr(axes, "__index__") else list(axes)
            axes = [operator.index(k) for k in axes]
        except TypeError:
            raise ValueError("axes must be a scalar or iterable of integers") from None
        axes = [k + in1.ndim if k < 0 else k for k in axes]
        if any(not 0 <= k < in1.ndim for k in axes):
            raise ValueError("axes exceeds dimensionality of input")
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
        if not axes:
            raise ValueError("when provided, axes cannot be empty")
    else:
        axes = list(range(in1.ndim))
    axes = [k for k in axes if shape1[k] != 1 and shape2[k] != 1]
    if not all(
        shape1[k] == shape2[k] or 1 in (shape1[k], shape2[k])
        for k in range(in1.ndim)
        if k not in axes
    ):
        raise ValueError(f"incompatible shapes for in1 and in2: {shape1} and {shape2}")
    if must_swap(mode, shape1, shape2, axes):
        in1, in2 = in2, in1
    return in1, in2, axes


def _product_of_spectra(in1, in2, points, axes):
    """The circular convolution of so many points along the axes."""
    if "c" in (in1.dtype.kind, in2.dtype.kind):
        product = fftn(in1, points, axes) * fftn(in2, points, axes)
        return ifftn(product, points, axes)
    return irfftn(rfftn(in1, points, axes) * rfftn(in2, points, axes), points, axes)


class _Blocks(NamedTuple):
    """Blocks along an axis of the inputs: `step` items in transforms of `points`."""

    points: int
    step: int
    count: int
    is_second: bool  # whether that is cut

    @property
    def overlap(self):
        """Items of the convolution of a block beyond the beginning of the next one."""
        return self.points - self.step


def _blocks_of(n, m):
    """The blocks along an axis of `n` and `m` items, None for a single one."""
    short, long = sorted((n, m))
    points = next_fast_len(max(_TIMES * short, _POINTS))
    if points >= long:
        return None
    step = points - short + 1
    return _Blocks(points, step, -(-long // step), m > n)


def _per_thread(x):
    """(neighbours that a thread makes, threads of a block)."""
    return per_thread(x, 1, _SPAN), per_thread(x, BLOCK, 1)


def _cut(x, axis, cut):
    """`x` with an axis as (blocks, points): its items, and zeros behind them."""
    x = ascontiguousarray(x)
    outer, inner = math.prod(x.shape[:axis]), math.prod(x.shape[axis + 1 :])
    shape = (*x.shape[:axis], cut.count, cut.points, *x.shape[axis + 1 :])
    y = empty(shape, x.dtype, device=x.device)
    sizes = (
        outer,
        cut.count,
        *(n * inner for n in (x.shape[axis], cut.step, cut.points)),
    )
    span, block = _per_thread(x)
    grid = row_grid(blocks(cut.points * inner, span), outer * cut.count, block)
    kernel = _kernels("cut_blocks", c_type(x.dtype), span)
    launch(kernel, grid, (x, y, *map(numpy.int64, sizes)), block)
    return y


def _join(x, axis, cut, part, more):
    """Blocks (axis, axis + 1), each on the end of the one before: a part of their sum.

    `part` is (first, length); `more`, which may be None, is added to each line.
    """
    x = ascontiguousarray(x)
    first, length = part
    before, behind = x.shape[:axis], x.shape[axis + 2 :]
    outer, inner = math.prod(before), math.prod(behind)
    y = empty((*before, length, *behind), x.dtype, device=x.device)
    if more is not None:
        more = ascontiguousarray(broadcast_to(more, (*before, *behind)))
    sizes = [n * inner for n in (cut.step, cut.points, cut.overlap, first, length)]
    sizes = (outer, cut.count, inner, *sizes)
    # The last block's overlap is a row of its own.
    span, block = _per_thread(x)
    grid = row_grid(blocks(cut.step * inner, span), outer * (cut.count + 1), block)
    kernel = _kernels("join_blocks", c_type(x.dtype), span)
    launch(kernel, grid, (x, more, y, *map(numpy.int64, sizes)), block)
    return y


def _in_blocks(in1, in2, axes, cuts, parts, spreads):
    """The convolution by blocks along the axes that `cuts` has, its parts of a mode.

    `spreads` makes NaNs and infinities reach all items along the axes, as transforms
    of whole inputs do.
    """
    inputs, places, points = [in1, in2], {}, []
    for axis in range(in1.ndim):
        place = axis + sum(k < axis for k in cuts)
        if axis in cuts:
            cut = cuts[axis]
            whole = inputs[not cut.is_second]
            inputs[cut.is_second] = _cut(inputs[cut.is_second], place, cut)
            inputs[not cut.is_second] = whole.reshape(
                (*whole.shape[:place], 1, *whole.shape[place:])
            )
            place += 1
        if axis in axes:
            places[axis] = place
            n = in1.shape[axis] + in2.shape[axis] - 1
            points.append(cuts[axis].points if axis in cuts else next_fast_len(n))
    whole = _product_of_spectra(*inputs, points, list(places.values()))
    more = None
    if spreads:
        # One item of a block's result is no number if any item of the block is none.
        key = [slice(None)] * whole.ndim
        for place in places.values():
            key[place] = slice(0, 1)
        taken = tuple(places[axis] - 1 for axis in cuts)
        more = (whole[tuple(key)] * 0).sum(axis=taken)
    for axis, cut in cuts.items():
        others = None
        if more is not None and axis == max(cuts):
            # The last join: `more` has an item along each of the axes.
            others = more.reshape((*more.shape[:axis], *more.shape[axis + 1 :]))
        whole = _join(whole, axis, cut, parts[axis], others)
    rest = [
        (0, n) if axis in cuts else part
        for axis, (part, n) in enumerate(zip(parts, whole.shape, strict=True))
    ]
    return whole if _is_all(rest, whole.shape) else take_parts(whole, rest)


def _is_all(parts, shape):
    return all(part == (0, n) for part, n in zip(parts, shape, strict=True))


def _convolve(in1, in2, mode, axes, spreads):
    in1, in2 = as_operands([in1, in2])
    if in1.ndim == in2.ndim == 0:
        return in1 * in2
    check_pair(in1, in2)
    if in1.size == 0 or in2.size == 0:
        return empty(0, device=in1.device)
    in1, in2, axes = _axes_of(in1, in2, mode, axes)
    shape1, shape2 = in1.shape, in2.shape
    parts = parts_of_mode(shape1, shape2, mode, axes)
    if not axes:
        return take_parts(in1 * in2, parts)
    cuts = {k: _blocks_of(shape1[k], shape2[k]) for k in sorted(axes)}
    cuts = {k: cut for k, cut in cuts.items() if cut is not None}
    if cuts:
        return _in_blocks(in1, in2, axes, cuts, parts, spreads)
    real = "c" not in (in1.dtype.kind, in2.dtype.kind)
    points = [next_fast_len(shape1[k] + shape2[k] - 1, real) for k in axes]
    return take_parts(_product_of_spectra(in1, in2, points, axes), parts)


def fftconvolve(in1, in2, mode="full", axes=None):
    """The convolution of two arrays by Fourier transforms, float64 of integers.

    `mode` "full", "same" (as `in1`) or "valid". A NaN reaches all items along the axes.
    See scipy.signal.fftconvolve.

    >>> from tenorite.scipy import signal
    >>> signal.fftconvolve(np.array([1.0, 2.0]), np.array([1.0, 1.0])).round(6)
    array([1., 3., 2.])
    """
    return _convolve(in1, in2, mode, axes, True)


def oaconvolve(in1, in2, mode="full", axes=None):
    """As fftconvolve(); a NaN reaches what blocks of the longer input have of it.

    See scipy.signal.oaconvolve.

    >>> from tenorite.scipy import signal
    >>> signal.oaconvolve(np.ones(64), np.ones(2)).shape
    (65,)
    """
    return _convolve(in1, in2, mode, axes, False)

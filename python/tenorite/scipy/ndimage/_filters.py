# SPDX-License-Identifier: Apache-2.0
"""Filters over several axes: correlation, means, extremes, ranks."""

import operator
import warnings
from collections.abc import Iterable
from functools import partial

import numpy

from ..._array.convert import host_array
from ..._numpy.creation import asarray
from ..._runtime.help import document as _document
from . import _stencil
from ._filters_1d import (
    constant_of,
    extremum_step,
    holds,
    in_parts,
    is_invalid_origin,
    mean_step,
)
from ._output import for_axes, output_for
from ._ranks import filter_ranks
from ._support import check_axes, check_dtype, mode_number, run_steps

__all__ = [
    "convolve",
    "correlate",
    "maximum_filter",
    "median_filter",
    "minimum_filter",
    "percentile_filter",
    "rank_filter",
    "uniform_filter",
]


# ---- windows of several axes ----


def over_all_axes(ndim, axes, footprint, name="footprint"):
    """A footprint with an axis for each of the image's; those not in `axes` have 1."""
    if len(axes) < ndim:
        if footprint.ndim != len(axes):
            raise RuntimeError(
                f"{name}.ndim ({footprint.ndim}) must match len(axes) ({len(axes)})"
            )
        others = tuple(axis for axis in range(ndim) if axis not in axes)
        footprint = numpy.expand_dims(footprint, others)
    return footprint


def origins_of(ndim, axes, origin):
    """The origin along each of the image's axes.

    As in SciPy, those of all axes are not put into another order by `axes`.
    """
    given = for_axes(origin, len(axes))
    if len(axes) == ndim:
        return given
    origins = [0] * ndim
    for axis, value in zip(axes, given, strict=True):
        origins[axis] = value
    return origins


def check_footprint(footprint, origins, ndim, axes, name="footprint"):
    """RuntimeError or ValueError, in SciPy's words."""
    sizes = [size for size in footprint.shape if size > 0]
    if len(sizes) != ndim:
        raise RuntimeError(
            f"{name}.ndim ({footprint.ndim}) must match len(axes) ({len(axes)})"
        )
    for origin, size in zip(origins, sizes, strict=True):
        if not 0 <= size // 2 + origin < size:
            raise ValueError("invalid origin")


def single_mode(mode, message):
    """The number of a mode; RuntimeError with the message for several ones."""
    if not isinstance(mode, str) and isinstance(mode, Iterable):
        raise RuntimeError(message)
    return mode_number(mode)


def window_dtype(x, mode):
    """The dtype of windows' items, to which SciPy casts the constant."""
    if x.dtype.kind == "b" and mode in ("constant", "grid-constant"):
        return numpy.dtype(numpy.uint8)  # whose 2 is no True
    return x.dtype


def check_window_dtypes(x, output):
    """RuntimeError, in the words that SciPy has for windows of several axes."""
    for dtype in (x.dtype, output.dtype):
        if dtype.char == "e":
            raise RuntimeError("array type not supported")
        check_dtype(dtype)


def run_windows(x, output, fill, footprint, origins, mode, cval):
    """Fills `output` by what `fill` does with windows around each item."""
    constant = constant_of(cval)

    def step(source, target):
        shape = source.shape
        if not shape:  # a single item: an image with one axis of 1
            source, target = source.reshape(1), target.reshape(1)
        places = footprint.reshape(footprint.shape or (1,))
        fill(source, target, places, origins or [0], mode, constant)

    return run_steps([step], x, output)


# ---- correlation ----


def _correlate(input, weights, output, mode, cval, origin, is_convolution, axes):
    x, weights = asarray(input), host_array(weights)
    if x.dtype.kind == "c" or weights.dtype.kind == "c":
        if weights.dtype.kind == "c" and not is_convolution:
            weights = weights.conj()

        def real_one(a, w, kind, constant):
            return _correlate(a, w, kind, mode, constant, origin, is_convolution, axes)

        return in_parts(real_one, x, weights, output, cval)
    axes = check_axes(axes, x.ndim)
    weights = over_all_axes(x.ndim, axes, weights.astype(numpy.float64), "weights")
    origins = origins_of(x.ndim, axes, origin)
    sizes = [size for size in weights.shape if size > 0]
    if len(sizes) != x.ndim:
        raise RuntimeError(
            f"weights.ndim ({len(sizes)}) must match len(axes) ({len(axes)})"
        )
    if is_convolution:
        weights = numpy.flip(weights)
        origins = [
            -origin - (1 - size % 2)
            for origin, size in zip(origins, weights.shape, strict=True)
        ]
    for value, size in zip(origins, sizes, strict=True):
        if is_invalid_origin(value, size):
            raise ValueError(
                "Invalid origin; origin must satisfy -(weights.shape[k] // 2) <= "
                "origin[k] <= (weights.shape[k]-1) // 2"
            )
    output = output_for(output, x)
    mode = single_mode(mode, "A sequence of modes is not supported")
    check_window_dtypes(x, output)
    # SciPy leaves out what is nothing.
    footprint = numpy.abs(weights) > numpy.finfo(float).eps
    if not footprint.any():
        output[...] = 0
        return output
    fill = partial(_stencil.filter_windows, _stencil.weighted(weights[footprint]))
    return run_windows(x, output, fill, footprint, origins, mode, cval)


def correlate(
    input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """Sums of products of weights with what is around each item.

    Results have the bits of SciPy's. See scipy.ndimage.correlate.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.correlate(np.array([[1, 2], [3, 4]]), np.array([[1, 0], [0, 1]]))
    array([[2, 3],
           [4, 5]])
    """
    return _correlate(input, weights, output, mode, cval, origin, False, axes)


def convolve(
    input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """Convolution with weights of as many axes. See scipy.ndimage.convolve.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.convolve(np.array([[1, 2], [3, 4]]), np.array([[1, 0], [0, 1]]))
    array([[5, 6],
           [7, 8]])
    """
    return _correlate(input, weights, output, mode, cval, origin, True, axes)


# ---- separable windows ----


def _per_axis(x, axes, size, origin, mode):
    """(axis, size, origin, mode) of the axes along which a window has several items."""
    axes = check_axes(axes, x.ndim)
    lists = (for_axes(value, len(axes)) for value in (size, origin, mode))
    rows = zip(axes, *lists, strict=True)
    return [row for row in rows if row[1] > 1]


def uniform_filter(
    input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """Means of boxes around each item. See scipy.ndimage.uniform_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.uniform_filter(np.array([[0, 9], [9, 18]]), size=2)
    array([[0, 4],
           [4, 8]])
    """
    x = asarray(input)
    is_complex = x.dtype.kind == "c"
    output = output_for(output, x, is_complex=is_complex)
    rows = _per_axis(x, axes, size, origin, mode)
    for _, size, origin, _ in rows:
        if not 0 <= size // 2 + origin < size:
            raise ValueError("invalid origin")
    if is_complex:
        for part, constant in (("real", numpy.real(cval)), ("imag", numpy.imag(cval))):
            steps = [
                mean_step(int(size), axis, mode, constant, origin)
                for axis, size, origin, mode in rows
            ]
            run_steps(steps, getattr(x, part), getattr(output, part))
        return output
    check_dtype(x.dtype)
    check_dtype(output.dtype)
    steps = [
        mean_step(int(size), axis, mode, cval, origin)
        for axis, size, origin, mode in rows
    ]
    return run_steps(steps, x, output)


def extremum_filter(
    input, size, footprint, structure, output, mode, cval, origin, least, axes=None
):
    """Least or greatest items of windows, minus or plus a structure's if there is one."""
    if size is not None and footprint is not None:
        warnings.warn(
            "ignoring size because footprint is set", UserWarning, stacklevel=4
        )
    if structure is not None:
        structure = host_array(structure).astype(numpy.float64)
        if footprint is None:
            footprint = numpy.ones(structure.shape, bool)
        footprint = host_array(footprint).astype(bool)
    elif footprint is None:
        if size is None:
            raise RuntimeError("no footprint provided")
    else:
        footprint = host_array(footprint).astype(bool)
        if not footprint.any():
            raise ValueError("All-zero footprint is not supported.")
        if footprint.all():
            size, footprint = footprint.shape, None
    x = asarray(input)
    if x.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    output = output_for(output, x)
    if footprint is None:
        check_dtype(x.dtype)
        check_dtype(output.dtype)
        rows = _per_axis(x, axes, size, origin, mode)
        steps, source = [], x
        for axis, size, origin, mode in rows:
            if not 0 <= size // 2 + origin < size:
                raise ValueError("invalid origin")
            steps.append(
                extremum_step(
                    source, output, int(size), axis, mode, cval, origin, least
                )
            )
            source = output  # whose dtype results between steps have
        return run_steps(steps, x, output)
    axes = check_axes(axes, x.ndim)
    footprint = over_all_axes(x.ndim, axes, footprint)
    origins = origins_of(x.ndim, axes, origin)
    check_footprint(footprint, origins, x.ndim, axes)
    if structure is not None and structure.ndim != len(axes):
        raise RuntimeError("structure array has incorrect shape")
    check_window_dtypes(x, output)
    number = single_mode(
        mode, "A sequence of modes is not supported for non-separable footprints"
    )
    if structure is not None:
        offsets = over_all_axes(x.ndim, axes, structure)[footprint]
        kind = x.dtype if x.dtype.kind != "b" else numpy.dtype(numpy.uint8)
        operation = _stencil.offset_extremum(offsets, least, kind)
    else:
        kind = window_dtype(x, mode)
        operation = _stencil.extremum(int(footprint.sum()), least, kind)
    fill = partial(_stencil.filter_windows, operation)
    return run_windows(x, output, fill, footprint, origins, number, cval)


def minimum_filter(
    input,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """Least items of what is around each. See scipy.ndimage.minimum_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.minimum_filter(np.array([[1, 2, 3], [4, 5, 6]]), size=3)
    array([[1, 1, 2],
           [1, 1, 2]])
    """
    return extremum_filter(
        input, size, footprint, None, output, mode, cval, origin, True, axes
    )


def maximum_filter(
    input,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """Greatest items of what is around each. See scipy.ndimage.maximum_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.maximum_filter(np.array([[1, 2, 3], [4, 5, 6]]), size=3)
    array([[5, 6, 6],
           [5, 6, 6]])
    """
    return extremum_filter(
        input, size, footprint, None, output, mode, cval, origin, False, axes
    )


# ---- ranks ----


def _rank_of(kind, rank, count):
    """The position in ascending order, of `count` items."""
    if kind == "median":
        return count // 2
    if kind == "percentile":
        if rank < 0.0:
            rank += 100.0
        if not 0 <= rank <= 100:
            raise RuntimeError("invalid percentile")
        return count - 1 if rank == 100.0 else int(float(count) * rank / 100.0)
    if rank < 0:
        rank += count
    if not 0 <= rank < count:
        raise RuntimeError("rank not within filter footprint size")
    return rank


def _ranked_as(x, mode, cval):
    """The dtype in which items are ranked; SciPy has another code for lines."""
    dtype = window_dtype(x, mode)
    if x.ndim == 1 and mode in ("constant", "grid-constant") and x.dtype.kind in "biu":
        return dtype if holds(dtype, int(constant_of(cval))) else numpy.dtype("l")
    return dtype


def _rank_filter(input, rank, size, footprint, output, mode, cval, origin, kind, axes):
    if size is not None and footprint is not None:
        warnings.warn(
            "ignoring size because footprint is set", UserWarning, stacklevel=4
        )
    x = asarray(input)
    if x.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    axes = check_axes(axes, x.ndim)
    if footprint is None:
        if size is None:
            raise RuntimeError("no footprint or filter size provided")
        footprint = numpy.ones(for_axes(size, len(axes)), bool)
    else:
        footprint = host_array(footprint).astype(bool)
    footprint = over_all_axes(x.ndim, axes, footprint)
    origins = origins_of(x.ndim, axes, origin)
    if not isinstance(mode, str) and isinstance(mode, Iterable):
        modes = ["constant"] * x.ndim
        for axis, value in zip(axes, for_axes(mode, len(axes)), strict=True):
            modes[axis] = value
        mode = modes
    check_footprint(footprint, origins, x.ndim, axes)
    count = int(footprint.sum())
    rank = _rank_of(kind, rank, count)
    if rank in (0, count - 1):
        return extremum_filter(
            x, None, footprint, None, output, mode, cval, origins, rank == 0
        )
    output = output_for(output, x)
    number = single_mode(
        mode, "A sequence of modes is not supported by non-separable rank filters"
    )
    check_window_dtypes(x, output)
    fill = partial(filter_ranks, rank, _ranked_as(x, mode, cval))
    return run_windows(x, output, fill, footprint, origins, number, cval)


def rank_filter(
    input,
    rank,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """Item `rank` in ascending order of what is around each item.

    See scipy.ndimage.rank_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.rank_filter(np.array([4, 1, 3, 2]), rank=-2, size=3)
    array([4, 3, 2, 2])
    """
    return _rank_filter(
        input,
        operator.index(rank),
        size,
        footprint,
        output,
        mode,
        cval,
        origin,
        "rank",
        axes,
    )


def median_filter(
    input,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """Medians of what is around each item. See scipy.ndimage.median_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.median_filter(np.array([4, 1, 3, 2]), size=3)
    array([4, 3, 2, 2])
    """
    return _rank_filter(
        input, 0, size, footprint, output, mode, cval, origin, "median", axes
    )


def percentile_filter(
    input,
    percentile,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    *,
    axes=None,
):
    """Percentiles of what is around each item. See scipy.ndimage.percentile_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.percentile_filter(np.array([4, 1, 3, 2]), percentile=20, size=3)
    array([1, 1, 1, 2])
    """
    return _rank_filter(
        input,
        percentile,
        size,
        footprint,
        output,
        mode,
        cval,
        origin,
        "percentile",
        axes,
    )


_document(globals()[name] for name in __all__)

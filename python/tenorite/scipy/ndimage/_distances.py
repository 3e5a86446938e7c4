# SPDX-License-Identifier: Apache-2.0
"""Distances of the items of an image to the nearest item that is 0."""

import math

import numpy

from ..._array.convert import as_operand, host_array
from ..._numpy.creation import arange, astype, empty
from ..._numpy.indexing import flatnonzero, where
from ..._numpy.manipulation import moveaxis
from ..._runtime.help import document as _document
from .._kernels import BLOCK, KernelFile, blocks, c_type, launch
from ._labels import neighbourhood
from ._morphology import binary_dilation
from ._output import for_axes, in_c_order, is_array, structure_dtype, writable

__all__ = [
    "distance_transform_bf",
    "distance_transform_cdt",
    "distance_transform_edt",
]

_kernels = KernelFile(__file__, "distances.cuh")

_LARGEST_BLOCK = 1024
_ROWS_OF_A_BLOCK = 4096
_NEIGHBOURS = 32  # fewer neighbouring lines than these are transposed


def _check_returned(distances, indices, return_distances, return_indices):
    wrong = []
    if not return_distances and not return_indices:
        wrong.append("at least one of return_distances/return_indices must be True")
    if is_array(distances) and not return_distances:
        wrong.append("return_distances must be True if distances is supplied")
    if is_array(indices) and not return_indices:
        wrong.append("return_indices must be True if indices is supplied")
    if wrong:
        raise RuntimeError(", ".join(wrong))


def _check_out(out, shape, dtype, name, error=RuntimeError):
    if out.shape != shape:
        raise error(f"{name} array has wrong shape")
    if out.dtype != dtype:
        raise error(f"{name} array must be {dtype}")


def _returned(found, given, input):
    """Results that no array was given for: none, one, or a tuple of them."""
    rest = []
    for result, out in zip(found, given, strict=True):
        if result is None:
            continue
        if is_array(out):
            writable(out, input)[...] = result
        else:
            rest.append(result)
    if len(rest) < 2:
        return rest[0] if rest else None
    return tuple(rest)


def _grid(shape, steps):
    rank = len(shape)
    value = numpy.zeros(
        (), structure_dtype(("n", "i8", (rank,)), ("step", "f8", (rank,)))
    )
    value["n"] = shape
    value["step"] = 1.0 if steps is None else steps
    return value[()]


def _steps_of(sampling, ndim):
    if sampling is None:
        return None
    return host_array(for_axes(sampling, ndim), numpy.float64).reshape(-1)


def distance_transform_edt(
    input,
    sampling=None,
    return_distances=True,
    return_indices=False,
    distances=None,
    indices=None,
):
    """Euclid's distance of each item to the nearest item that is 0, and its index.

    `sampling` is the distance of neighbours along each axis.

    See scipy.ndimage.distance_transform_edt.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.distance_transform_edt(np.array([[1, 1, 0], [1, 1, 1]]))
    array([[2.        , 1.        , 0.        ],
           [2.23606798, 1.41421356, 1.        ]])
    """
    _check_returned(distances, indices, return_distances, return_indices)
    input = as_operand(input)
    shape = input.shape or (1,)
    ndim = len(shape)
    steps = _steps_of(sampling, ndim)
    if is_array(indices):
        _check_out(indices, (ndim, *shape), "int32", "indices")
    if is_array(distances):
        _check_out(distances, shape, "float64", "distances")
    background = (input == 0).reshape(shape)
    found = _nearest_background(
        background, steps, return_distances, bool(return_indices)
    )
    return _returned(found, (distances, indices), input)


def _nearest_background(background, steps, return_distances, return_indices):
    shape, device = background.shape, background.device
    rank, count = len(shape), background.size
    wide = count >= 1 << 31
    index, dtype = ("long long", "q") if wide else ("int", "i")
    near = in_c_order(where(background, 0.0, float("inf")))
    # Without indices nobody looks at these.
    who = arange(count if return_indices else 1, dtype=dtype, device=device)
    who = who.reshape(shape) if return_indices else who
    for axis in range(rank if count else 0):
        step = 1.0 if steps is None else steps[axis]
        near, who = _nearest_along(near, who, axis, step, return_indices, index)
    made_distances = made_indices = None
    if return_distances:
        made_distances = empty(shape, "float64", device=device)
    if return_indices:
        made_indices = empty((rank, *shape), "i4", device=device)
    kernel = _kernels("tell_nearest", rank, return_indices, index)
    args = (
        near,
        who,
        made_distances,
        made_indices,
        _grid(shape, steps),
        numpy.int64(count),
    )
    launch(kernel, blocks(count), args)
    return made_distances, made_indices


def _nearest_along(near, who, axis, step, tells, index):
    """One more axis of the nearest items."""
    shape = near.shape
    n = shape[axis]
    inner = math.prod(shape[axis + 1 :])
    lines = near.size // n
    turned = inner < min(_NEIGHBOURS, lines)
    if turned:
        # Threads are neighbouring lines, whose items have to be neighbours too.
        near = in_c_order(moveaxis(near, axis, 0))
        who = in_c_order(moveaxis(who, axis, 0)) if tells else who
        inner = lines
    near_out = empty(near.shape, near.dtype, device=near.device)
    who_out = empty(who.shape, who.dtype, device=who.device)
    stack = empty(near.size, "i4", device=near.device)
    sizes = (numpy.int64(size) for size in (n, inner, lines))
    kernel = _kernels("nearest_of_lines", tells, index)
    args = near, who, near_out, who_out, stack, *sizes, numpy.float64(step)
    launch(kernel, blocks(lines), args)
    if turned:
        near_out = in_c_order(moveaxis(near_out, 0, axis))
        who_out = in_c_order(moveaxis(who_out, 0, axis)) if tells else who_out
    return near_out, who_out


_METRICS = {
    "euclidean": 1,
    "taxicab": 2,
    "cityblock": 2,
    "manhattan": 2,
    "chessboard": 3,
}


def _coordinates(who, shape):
    """The index of each item of flat indices, the axes first."""
    out = empty((len(shape), *shape), "i4", device=who.device)
    for axis in range(len(shape) - 1, -1, -1):
        out[axis] = who % shape[axis]
        who = who // shape[axis]
    return out


def distance_transform_bf(
    input,
    metric="euclidean",
    sampling=None,
    return_distances=True,
    return_indices=False,
    distances=None,
    indices=None,
):
    """Distances to the nearest item that is 0, from a comparison with all at the edge.

    `sampling` is for Euclid's distance alone. distance_transform_edt and
    distance_transform_cdt are faster. See scipy.ndimage.distance_transform_bf.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.distance_transform_bf(np.array([[1, 1, 0], [1, 1, 1]]), "taxicab")
    array([[2, 1, 0],
           [3, 2, 1]], dtype=uint32)
    """
    _check_returned(distances, indices, return_distances, return_indices)
    input = as_operand(input)
    image = in_c_order(input != 0)
    number = _METRICS.get(metric.lower())
    edges = binary_dilation(image, neighbourhood(image.ndim, image.ndim)) ^ image
    if number is None:
        raise RuntimeError("distance metric not supported")
    steps = _steps_of(sampling, image.ndim)
    shape, device, count = image.shape, image.device, image.size
    dtype = "float64" if number == 1 else "uint32"
    if return_distances and distances is not None:
        _check_out(distances, shape, dtype, "distances")
    if is_array(indices):
        if indices.dtype != "int32":
            raise RuntimeError("indices array must be int32")
        _check_out(indices, (image.ndim, *shape), "int32", "indices")
    listed = flatnonzero(edges)  # waits for their number
    index = "q" if count >= 1 << 31 else "i"
    made = empty(shape, dtype, device=device) if return_distances else None
    who = empty(shape, index, device=device) if return_indices else None
    # Nothing at the edge is as far as can be.
    far = numpy.finfo(numpy.float64).max if number == 1 else float(2**32 - 1)
    grid = _grid(
        shape or (1,), steps if number == 1 and steps is not None and shape else None
    )
    kernel = _kernels(
        "nearest_of_list",
        max(image.ndim, 1),
        number,
        c_type(dtype),
        c_type(index),
    )
    args = (
        image,
        listed,
        numpy.int64(listed.size),
        made,
        who,
        grid,
        numpy.int64(count),
        numpy.float64(far),
    )
    launch(kernel, blocks(count), args)
    found = made, None if who is None else _coordinates(who, shape)
    return _returned(found, (distances, indices), input)


def distance_transform_cdt(
    input,
    metric="chessboard",
    return_distances=True,
    return_indices=False,
    distances=None,
    indices=None,
):
    """Steps of each item to the nearest item that is 0; -1 where there is none.

    `metric` says which neighbours are one step away: a name, or a structure of three
    items along each axis. See scipy.ndimage.distance_transform_cdt.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.distance_transform_cdt(np.array([[1, 1, 0], [1, 1, 1]]), "taxicab")
    array([[2, 1, 0],
           [3, 2, 1]], dtype=int32)
    """
    _check_returned(distances, indices, return_distances, return_indices)
    input = as_operand(input)
    shape, ndim = input.shape, input.ndim
    if isinstance(metric, str):
        if metric not in _METRICS or metric == "euclidean":
            raise ValueError("invalid metric provided")
        structure = neighbourhood(ndim, 1 if _METRICS[metric] == 2 else ndim)
    else:
        try:
            structure = host_array(metric)
        except Exception as error:
            raise ValueError("invalid metric provided") from error
        if any(n != 3 for n in structure.shape):
            raise ValueError("metric sizes must be equal to 3")
        if structure.ndim != ndim:
            raise ValueError("invalid metric provided")
    if is_array(distances):
        if distances.dtype != "int32":
            raise ValueError("distances must be of int32 type")
        if distances.shape != shape:
            raise ValueError("distances has wrong shape")
    if is_array(indices):
        if indices.dtype != "int32":
            raise ValueError("indices array must be int32")
        if indices.shape != (ndim, *shape):
            raise ValueError("indices array has wrong shape")
    made = in_c_order(astype(where(input == 0, 0, -1), "int32", copy=False))
    who = None
    if return_indices:
        dtype = "q" if made.size >= 1 << 31 else "i"
        who = arange(made.size, dtype=dtype, device=made.device).reshape(shape)
    if made.size and ndim:
        _chamfer(made, who, structure.astype(bool))
    found = (
        made if return_distances else None,
        None if who is None else _coordinates(who, shape),
    )
    return _returned(found, (distances, indices), input)


def _chamfer(distances, who, structure):
    shape = distances.shape
    rank = len(shape)
    words = -(-(structure.size // 2) // 64)
    bits = numpy.zeros(words * 64, bool)
    bits[: structure.size // 2] = structure.ravel()[: structure.size // 2]
    value = numpy.zeros(
        (), structure_dtype(("n", "i8", (rank,)), ("bits", "u8", (words,)))
    )
    value["n"] = shape
    value["bits"] = numpy.packbits(bits, bitorder="little").view("u8")
    rows = distances.size // shape[-1]
    waves = sum((n - 1) << (rank - 1 - axis) for axis, n in enumerate(shape)) + 1
    kernel = _kernels(
        "chamfer_waves", rank, "int" if who is None else c_type(who.dtype)
    )
    # A block that waits for itself is faster than launches, if it has not too much to
    # do in each wave.
    whole = rows <= _ROWS_OF_A_BLOCK
    for backwards in (0, 1):
        for first in range(0, waves, waves if whole else 1):
            end = waves if whole else first + 1
            args = (
                distances,
                who,
                value[()],
                *(numpy.int64(x) for x in (rows, first, end)),
                numpy.int32(backwards),
            )
            grid = 1 if whole else blocks(rows)
            launch(kernel, grid, args, _LARGEST_BLOCK if whole else BLOCK)


_document(globals()[name] for name in __all__)

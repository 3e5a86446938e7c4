# SPDX-License-Identifier: Apache-2.0
"""Filters whose operation is the caller's function."""

import math
import warnings

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._array.convert import host_array
from ..._core import ReductionKernel
from ..._numpy.creation import asarray, empty
from ..._numpy.manipulation import moveaxis
from ..._numpy.padding import pad
from ..._runtime.help import document as _document
from ...lib.stride_tricks import sliding_window_view
from ._filters import check_footprint, check_window_dtypes, origins_of, over_all_axes
from ._filters_1d import constant_of
from ._output import for_axes, output_for
from ._support import check_axes, mode_number

__all__ = ["generic_filter", "generic_filter1d", "vectorized_filter"]

# The names that numpy.pad() has for modes.
_PADS = {0: "edge", 1: "wrap", 2: "symmetric", 3: "reflect", 4: "constant"}
_CHUNK = 2**26  # bytes of windows that are made at once


def _padded(x, widths, mode, constant):
    """The image with a border."""
    name = _PADS[mode]
    if name == "constant":
        return pad(x, widths, name, constant_values=constant)
    return pad(x, widths, name)


def _windows(x, footprint, origins, mode, constant):
    """Chunks of windows in C order, arrays of float64 (count, items of a window)."""
    widths = [
        (size // 2 + origin, size - 1 - size // 2 - origin)
        for size, origin in zip(footprint.shape, origins, strict=True)
    ]
    bordered = _padded(x.astype(numpy.float64), widths, mode, constant)
    views = sliding_window_view(bordered, footprint.shape)
    rows = max(1, _CHUNK // (8 * footprint.size * max(1, math.prod(x.shape[1:]))))
    chosen = numpy.flatnonzero(footprint)
    for start in range(0, x.shape[0], rows):
        view = views[start : start + rows]
        chunk = view.reshape(math.prod(view.shape[: x.ndim]), -1)
        yield chunk if len(chosen) == footprint.size else chunk[:, asarray(chosen)]


def generic_filter(
    input,
    function,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    extra_arguments=(),
    extra_keywords=None,
    *,
    axes=None,
):
    """A function of what is around each item, which it gets as float64 values.

    A ReductionKernel of one argument runs on the device. Any other function is called
    on the host for each item, with a NumPy array of one axis, as SciPy calls it. See
    scipy.ndimage.generic_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.generic_filter(np.array([1, 5, 2]), lambda x: x.max() - x.min(), size=3)
    array([4, 4, 3])
    """
    if size is not None and footprint is not None:
        warnings.warn(
            "ignoring size because footprint is set", UserWarning, stacklevel=2
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
    check_footprint(footprint, origins, x.ndim, axes)
    output = output_for(output, x)
    check_window_dtypes(x, output)
    number, constant = mode_number(mode), constant_of(cval)
    if x.size == 0:
        return output
    image = x if x.ndim else x.reshape(1)
    places = footprint if x.ndim else footprint.reshape(1)
    chunks = _windows(image, places, origins or [0], number, constant)
    results = empty(x.size, numpy.float64, device=x.device)
    start = 0
    for chunk in chunks:
        end = start + len(chunk)
        if isinstance(function, ReductionKernel):
            results[start:end] = function(chunk, axis=-1)
        else:
            results[start:end] = asarray(
                _on_host(chunk, function, extra_arguments, extra_keywords or {}),
                device=x.device,
            )
        start = end
    output[...] = results.reshape(x.shape)
    return output


def _on_host(windows, function, arguments, keywords):
    """The function of each window: it is Python, so that the values come to the host."""
    rows = windows.get()
    return numpy.array([float(function(x, *arguments, **keywords)) for x in rows])


def generic_filter1d(
    input,
    function,
    filter_size,
    axis=-1,
    output=None,
    mode="reflect",
    cval=0.0,
    origin=0,
    extra_arguments=(),
    extra_keywords=None,
):
    """A function of each line along an axis: `function(line, result, ...)`.

    It runs on the host, as SciPy calls it: `line` is a float64 array of NumPy with a
    border for windows of `filter_size` items, `result` what it fills. See
    scipy.ndimage.generic_filter1d.

    >>> from tenorite.scipy import ndimage
    >>> def sums(line, result):
    ...     result[...] = line[:-2] + line[1:-1] + line[2:]
    >>> ndimage.generic_filter1d(np.array([1, 5, 2]), sums, filter_size=3)
    array([7, 8, 9])
    """
    x = asarray(input)
    if x.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    output = output_for(output, x)
    if filter_size < 1:
        raise RuntimeError("invalid filter size")
    axis = normalize_axis_index(axis, x.ndim)
    before = filter_size // 2 + origin
    if not 0 <= before < filter_size:
        raise ValueError("invalid origin")
    check_window_dtypes(x, output)
    number, constant = mode_number(mode), constant_of(cval)
    if x.size == 0:
        return output
    widths = [(0, 0)] * (x.ndim - 1) + [(before, filter_size - 1 - before)]
    lines = _padded(
        moveaxis(x, axis, -1).astype(numpy.float64), widths, number, constant
    )
    lines = lines.get().reshape(-1, lines.shape[-1])  # the function is Python
    results = numpy.zeros((len(lines), x.shape[axis]))
    for line, result in zip(lines, results, strict=True):
        function(line.copy(), result, *extra_arguments, **(extra_keywords or {}))
    shape = [*x.shape[:axis], *x.shape[axis + 1 :], x.shape[axis]]
    results = asarray(results.reshape(shape), device=x.device)
    output[...] = moveaxis(results, -1, axis)
    return output


_VECTORIZED_MODES = {
    "reflect": "symmetric",
    "constant": "constant",
    "nearest": "edge",
    "mirror": "reflect",
    "wrap": "wrap",
    "grid-mirror": "reflect",
    "grid-constant": "constant",
    "grid-wrap": "wrap",
    "valid": "valid",
}


def _is_integer(x):
    return numpy.issubdtype(numpy.asarray(x).dtype, numpy.integer)


def _as_tuple(x, count):
    return (x,) * count if numpy.isscalar(x) else tuple(x)


def vectorized_filter(
    input,
    function,
    *,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=None,
    origin=None,
    axes=None,
    batch_memory=2**30,
):
    """A function of windows, called for many at once: `function(windows, axis=...)`.

    It gets arrays of ours, and so runs on the device. See
    scipy.ndimage.vectorized_filter.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.vectorized_filter(np.array([1.0, 5.0, 2.0]), np.mean, size=3)
    array([2.33333333, 2.66666667, 3.        ])
    """
    x = asarray(input)
    if not callable(function):
        raise ValueError("`function` must be a callable.")
    if size is None and footprint is None:
        raise ValueError("Either `size` or `footprint` must be provided.")
    if size is not None and footprint is not None:
        raise ValueError("Either `size` or `footprint` may be provided, not both.")
    axes = tuple(range(-x.ndim, 0)) if axes is None else _as_tuple(axes, 1)
    if len(axes) > x.ndim:
        raise ValueError(
            "The length of `axes` may not exceed the dimensionality of `input`"
            "(`input.ndim`)."
        )
    if size is not None:
        size = _as_tuple(size, len(axes))
        if not all(_is_integer(s) and s > 0 for s in size):
            raise ValueError("All elements of `size` must be positive integers.")
        called = function
    else:
        footprint = host_array(footprint).astype(bool)
        size = footprint.shape
        chosen = asarray(footprint, device=x.device)

        def called(windows, axis):
            return function(windows[..., chosen], axis=-1)

    if len(axes) != len(size):
        raise ValueError(
            "`axes` must be compatible with the dimensionality "
            "of the window specified by `size` or `footprint`."
        )
    origins = (0,) * len(axes) if origin is None else _as_tuple(origin, len(axes))
    if not all(map(_is_integer, origins)):
        raise ValueError("All elements of `origin` must be integers.")
    if len(origins) != len(axes):
        raise ValueError(
            "`origin` must be an integer or tuple of integers with length "
            "equal to the number of axes."
        )
    if mode not in _VECTORIZED_MODES:
        raise ValueError(f"`mode` must be one of {set(_VECTORIZED_MODES)}.")
    name = _VECTORIZED_MODES[mode]
    if name == "valid" and any(origins):
        raise ValueError("`mode='valid'` is incompatible with use of `origin`.")
    if cval is None:
        cval = 0.0
    elif name != "constant":
        raise ValueError("Use of `cval` is compatible only with `mode='constant'`.")
    if numpy.asarray(cval).dtype.kind not in "iufc":
        raise ValueError("`cval` must include only numbers.")
    memory = numpy.asarray(batch_memory)
    if memory.ndim or memory.dtype.kind not in "iuf" or memory <= 0:
        raise ValueError("`batch_memory` must be positive number.")
    if x.size == 0:
        return x
    if x.ndim == 0 and size == ():
        return asarray(function(x) if footprint is None else function(x[footprint]))
    last = tuple(range(-len(axes), 0))
    x = moveaxis(x, axes, last)
    if output is not None:
        output = moveaxis(output, axes, last)
    if name != "valid":
        widths = [(0, 0)] * (x.ndim - len(axes))
        widths += [
            (s // 2 + o, (s - 1) // 2 - o) for s, o in zip(size, origins, strict=True)
        ]
        options = {"constant_values": cval} if name == "constant" else {}
        x = pad(x, widths, name, **options)
    windows = sliding_window_view(x, size, last)
    return moveaxis(_in_batches(windows, called, output, last, memory), last, axes)


def _in_batches(windows, function, output, last, memory):
    """function(windows) in parts along the first axis that take up so much memory."""
    if not last:
        return function(windows, axis=last)
    bytes_each = math.prod(windows.shape[1:]) * windows.dtype.itemsize
    step = int(min(windows.shape[0], memory / bytes_each))
    if step < 1:
        raise ValueError("`batch_memory` is insufficient for minimum chunk size.")
    for start in range(0, windows.shape[0], step):
        part = function(windows[start : start + step], axis=last)
        if output is None:
            if step == windows.shape[0]:
                return part
            shape = windows.shape[: -len(last)]
            output = empty(shape, part.dtype, device=windows.device)
        output[start : start + step] = part
    return output


_document(globals()[name] for name in __all__)

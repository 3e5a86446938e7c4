# SPDX-License-Identifier: Apache-2.0
"""Filters along one axis."""

import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._array.convert import host_array
from ..._numpy.creation import asarray
from ..._runtime.help import document as _document
from . import _lines
from ._output import output_for
from ._support import check_dtype, mode_number, run_steps

__all__ = [
    "convolve1d",
    "correlate1d",
    "maximum_filter1d",
    "minimum_filter1d",
    "uniform_filter1d",
]


def constant_of(cval):
    """cval as a float; TypeError for complex numbers."""
    if isinstance(cval, (complex, numpy.complexfloating)):
        raise TypeError("must be real number, not complex")
    return float(cval)


def line_step(operation, axis, before, mode, cval):
    """A step of run_steps(): the operation on the windows along an axis."""
    mode, constant = mode_number(mode), constant_of(cval)

    def step(source, target):
        _lines.filter_lines(source, target, operation, axis, before, mode, constant)

    return step


def correlation_step(weights, axis, mode, cval, origin=0):
    """The step of correlate1d() with float64 weights of the host."""
    before = len(weights) // 2 + origin
    return line_step(_lines.correlation(weights), axis, before, mode, cval)


def _parts(function, x, weights, output, cval):
    """A correlation of complex numbers by those of their parts, in SciPy's order."""
    if x.dtype.kind == "c" and weights.dtype.kind == "c":
        real = function(x.real, weights.real, None, numpy.real(cval))
        real -= function(x.imag, weights.imag, None, numpy.imag(cval))
        imaginary = function(x.real, weights.imag, None, numpy.real(cval))
        imaginary += function(x.imag, weights.real, None, numpy.imag(cval))
    elif x.dtype.kind == "c":
        real = function(x.real, weights, None, numpy.real(cval))
        imaginary = function(x.imag, weights, None, numpy.imag(cval))
    else:
        if numpy.iscomplexobj(cval):
            raise ValueError(
                "Cannot provide a complex-valued cval when the input is real."
            )
        kind = output.real.dtype
        real = function(x, weights.real, kind, cval)
        imaginary = function(x, weights.imag, kind, cval)
    output.real = real
    output.imag = imaginary
    return output


def in_parts(function, x, weights, output, cval):
    """correlate() of complex numbers: `function(x, weights, output, cval)` of real ones.

    Parts are made in the dtype of the output's parts.
    """
    output = output_for(output, x, is_complex=True)
    kind = output.real.dtype
    return _parts(lambda a, w, _, c: function(a, w, kind, c), x, weights, output, cval)


def is_invalid_origin(origin, length):
    return origin < -(length // 2) or origin > (length - 1) // 2


def correlate1d(
    input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    """Sums of products of weights with neighbours along an axis.

    Results have the bits of SciPy's. See scipy.ndimage.correlate1d.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.correlate1d(np.array([2, 8, 0, 4, 1, 9, 9, 0]), weights=[1, 3])
    array([ 8, 26,  8, 12,  7, 28, 36,  9])
    """
    x, weights = asarray(input), host_array(weights)
    if x.dtype.kind == "c" or weights.dtype.kind == "c":
        if weights.dtype.kind == "c":
            weights = weights.conj().astype(numpy.complex128, copy=False)

        def real_one(a, w, kind, constant):
            return correlate1d(a, w, axis, kind, mode, constant, origin)

        return in_parts(real_one, x, weights, output, cval)
    target = output_for(output, x)
    weights = weights.astype(numpy.float64)
    if weights.ndim != 1 or len(weights) < 1:
        raise RuntimeError("no filter weights given")
    axis = normalize_axis_index(axis, x.ndim)
    if is_invalid_origin(origin, len(weights)):
        raise ValueError(
            "Invalid origin; origin must satisfy "
            "-(len(weights) // 2) <= origin <= (len(weights)-1) // 2"
        )
    check_dtype(x.dtype)
    check_dtype(target.dtype)
    return run_steps([correlation_step(weights, axis, mode, cval, origin)], x, target)


def convolve1d(
    input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    """Convolution with weights along an axis. See scipy.ndimage.convolve1d.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.convolve1d(np.array([2, 8, 0, 4, 1, 9, 9, 0]), weights=[1, 3])
    array([14, 24,  4, 13, 12, 36, 27,  0])
    """
    weights = host_array(weights)[::-1]
    origin = -origin
    if len(weights) % 2 == 0:
        origin -= 1
    if weights.dtype.kind == "c":
        weights = weights.conj()  # correlate1d() does so again
    return correlate1d(input, weights, axis, output, mode, cval, origin)


def check_window(size, origin):
    """RuntimeError or ValueError, in SciPy's words, for a window or where it lies."""
    size, origin = operator.index(size), operator.index(origin)
    if size < 1:
        raise RuntimeError("incorrect filter size")
    if not 0 <= size // 2 + origin < size:
        raise ValueError("invalid origin")


def mean_step(size, axis, mode, cval, origin=0):
    """The step of uniform_filter1d()."""
    return line_step(_lines.mean(size), axis, size // 2 + origin, mode, cval)


def uniform_filter1d(
    input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    """Means of windows of `size` items along an axis.

    Each mean is summed on its own, where SciPy updates one sum along the line: sums of
    integers are the same, others differ by SciPy's rounding. See
    scipy.ndimage.uniform_filter1d.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.uniform_filter1d(np.array([2, 8, 0, 4, 1, 9, 9, 0]), size=3)
    array([4, 3, 4, 1, 4, 6, 6, 3])
    """
    x = asarray(input)
    axis = normalize_axis_index(axis, x.ndim)
    if size < 1:
        raise RuntimeError("incorrect filter size")
    is_complex = x.dtype.kind == "c"
    output = output_for(output, x, is_complex=is_complex)
    check_window(size, origin)
    if is_complex:
        for part, constant in (("real", numpy.real(cval)), ("imag", numpy.imag(cval))):
            step = mean_step(size, axis, mode, constant, origin)
            run_steps([step], getattr(x, part), getattr(output, part))
        return output
    check_dtype(x.dtype)
    check_dtype(output.dtype)
    return run_steps([mean_step(size, axis, mode, cval, origin)], x, output)


def compared_as(x, output, mode, cval):
    """The dtype in which items are compared: the input's, if it holds the constant."""
    if mode not in ("constant", "grid-constant"):
        return x.dtype
    constant = constant_of(cval)
    if x.dtype.kind == "f":
        fits = output.dtype == x.dtype or float(x.dtype.type(constant)) == constant
    else:
        fits = constant.is_integer() and holds(x.dtype, constant)
    return x.dtype if fits else numpy.dtype(numpy.float64)


def holds(dtype, constant):
    """Whether a number is in the range of an integer dtype, or of bool."""
    if dtype.kind == "b":
        return 0 <= constant <= 1
    info = numpy.iinfo(dtype)
    return int(info.min) <= constant <= int(info.max)


def extremum_step(x, output, size, axis, mode, cval, origin, least):
    """The step of minimum_filter1d() and maximum_filter1d()."""
    kind = compared_as(x, output, mode, cval)
    operation = _lines.extremum(size, least, kind)
    return line_step(operation, axis, size // 2 + origin, mode, cval)


def _extremum_filter1d(input, size, axis, output, mode, cval, origin, least):
    x = asarray(input)
    if x.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    axis = normalize_axis_index(axis, x.ndim)
    if size < 1:
        raise RuntimeError("incorrect filter size")
    output = output_for(output, x)
    check_window(size, origin)
    check_dtype(x.dtype)
    check_dtype(output.dtype)
    step = extremum_step(x, output, size, axis, mode, cval, origin, least)
    return run_steps([step], x, output)


def minimum_filter1d(
    input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    """Least items of windows of `size` items along an axis.

    NaNs are passed over where a window has other items. See
    scipy.ndimage.minimum_filter1d.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.minimum_filter1d(np.array([2, 8, 0, 4, 1, 9, 9, 0]), size=3)
    array([2, 0, 0, 0, 1, 1, 0, 0])
    """
    return _extremum_filter1d(input, size, axis, output, mode, cval, origin, True)


def maximum_filter1d(
    input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0
):
    """Greatest items of windows of `size` items along an axis.

    NaNs are passed over where a window has other items. See
    scipy.ndimage.maximum_filter1d.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.maximum_filter1d(np.array([2, 8, 0, 4, 1, 9, 9, 0]), size=3)
    array([8, 8, 8, 4, 9, 9, 9, 9])
    """
    return _extremum_filter1d(input, size, axis, output, mode, cval, origin, False)


_document(globals()[name] for name in __all__)

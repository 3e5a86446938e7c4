# SPDX-License-Identifier: Apache-2.0
"""Filters of transforms: products with the transform of what is convolved with."""

import math

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._numpy.creation import asarray, empty
from ..._numpy.indexing import where
from ..._numpy.ufuncs import cos, sin, sqrt
from ..._runtime.help import document as _document
from ...special import j1
from ._output import for_axes

__all__ = ["fourier_ellipsoid", "fourier_gaussian", "fourier_shift", "fourier_uniform"]

_REAL = "fdFD"
_COMPLEX = "FD"


def _output(output, x, chars):
    """The array that gets the result; RuntimeError in SciPy's words."""
    if output is None:
        default = "d" if chars == _REAL else "D"
        output = x.dtype if x.dtype.char in chars else numpy.dtype(default)
    elif isinstance(output, type):
        output = numpy.dtype(output)
        if output.char not in chars:
            raise RuntimeError("output type not supported")
    elif output.shape != x.shape:
        raise RuntimeError("output shape not correct")
    dtype = getattr(output, "dtype", output)
    chars = _COMPLEX if x.dtype.kind == "c" else chars
    if x.size and (x.dtype.char == "e" or dtype.char not in chars):
        raise RuntimeError("data type not supported")
    return empty(x.shape, dtype, device=x.device) if output is dtype else output


def _frequencies(x, n, axis):
    """For each axis its signed frequencies in cycles per length, and the length.

    Along `axis` of a real transform of `n` items all are at least 0.
    """
    for k, size in enumerate(x.shape):
        steps = numpy.arange(size, dtype=numpy.float64)
        if n >= 0 and k == axis:
            yield steps, n
        else:
            steps[(size + 1) // 2 :] -= size
            yield steps, size


def _along(x, k, values):
    """Values for each position along an axis, as an array that broadcasts."""
    shape = [1] * x.ndim
    shape[k] = -1
    return asarray(values.reshape(shape), device=x.device)


def _filtered(x, factors, output):
    """The items times one factor for each axis, computed in double precision."""
    product = 1
    for k, factor in enumerate(factors):
        product = product * _along(x, k, factor)
    wide = "D" if x.dtype.kind == "c" else "d"
    output[...] = x.astype(wide) * product
    return output


def _filter(input, parameter, n, axis, output, factor):
    x = asarray(input)
    output = _output(output, x, _REAL)
    axis = normalize_axis_index(axis, x.ndim)
    parameters = for_axes(parameter, x.ndim)
    if x.size == 0:
        return output
    lines = zip(_frequencies(x, n, axis), parameters, strict=True)
    return _filtered(x, [factor(k, n, float(p)) for (k, n), p in lines], output)


def _bell(frequency, length, sigma):
    # As SciPy's: what is so small is nothing.
    exponent = -2.0 * (sigma * math.pi / length) ** 2 * frequency**2
    return numpy.where(numpy.abs(exponent) > 50.0, 0.0, numpy.exp(exponent))


def _box(frequency, length, size):
    return numpy.sinc(size / length * frequency)


def fourier_gaussian(input, sigma, n=-1, axis=-1, output=None):
    """The transform of an image, times that of a Gaussian.

    `n` is the length along `axis` of the image if the transform is a real one, else
    negative. See scipy.ndimage.fourier_gaussian.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.fourier_gaussian(np.ones(4), sigma=1)
    array([1.        , 0.29121293, 0.00719188, 0.29121293])
    """
    return _filter(input, sigma, n, axis, output, _bell)


def fourier_uniform(input, size, n=-1, axis=-1, output=None):
    """The transform of an image, times that of a box.

    `n` is as in fourier_gaussian(). See scipy.ndimage.fourier_uniform.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.fourier_uniform(np.ones(4), size=2).round(8)
    array([1.        , 0.63661977, 0.        , 0.63661977])
    """
    return _filter(input, size, n, axis, output, _box)


def fourier_ellipsoid(input, size, n=-1, axis=-1, output=None):
    """The transform of an image of up to three axes, times that of an ellipsoid.

    `n` is as in fourier_gaussian(). See scipy.ndimage.fourier_ellipsoid.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.fourier_ellipsoid(np.ones(4), size=2).round(8)
    array([1.        , 0.63661977, 0.        , 0.63661977])
    """
    x = asarray(input)
    if x.ndim > 3:
        raise NotImplementedError("Only 1d, 2d and 3d inputs are supported")
    output = _output(output, x, _REAL)
    if x.size == 0:
        return output
    axis = normalize_axis_index(axis, x.ndim)
    square = 0
    lines = zip(_frequencies(x, n, axis), for_axes(size, x.ndim), strict=True)
    for k, ((frequency, length), width) in enumerate(lines):
        square = square + _along(
            x, k, (math.pi * float(width) / length * frequency) ** 2
        )
    radius = sqrt(square)
    safe = where(radius > 0, radius, 1)
    if x.ndim == 1:
        factor = sin(safe) / safe
    elif x.ndim == 2:
        factor = 2.0 * j1(safe) / safe
    else:
        factor = 3.0 * (sin(safe) - safe * cos(safe)) / (safe * safe * safe)
    factor = where(radius > 0, factor, 1.0)
    output[...] = x.astype("D" if x.dtype.kind == "c" else "d") * factor
    return output


def fourier_shift(input, shift, n=-1, axis=-1, output=None):
    """The transform of an image that is shifted, from that of the image.

    `n` is as in fourier_gaussian(). See scipy.ndimage.fourier_shift.

    >>> from tenorite.scipy import ndimage
    >>> ndimage.fourier_shift(np.ones(4), shift=1).round(8)
    array([ 1.+0.j,  0.-1.j, -1.+0.j,  0.+1.j])
    """
    x = asarray(input)
    output = _output(output, x, _COMPLEX)
    axis = normalize_axis_index(axis, x.ndim)
    shifts = for_axes(shift, x.ndim)
    if x.size == 0:
        return output
    angle = 0
    lines = zip(_frequencies(x, n, axis), shifts, strict=True)
    for k, ((frequency, length), distance) in enumerate(lines):
        turns = -2.0 * math.pi * float(distance) / length * frequency
        angle = angle + _along(x, k, turns)
    output[...] = x.astype("D") * (cos(angle) + 1j * sin(angle))
    return output


_document(globals()[name] for name in __all__)

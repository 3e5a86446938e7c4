# SPDX-License-Identifier: Apache-2.0
"""Frequencies of transforms, and the order in which they are listed."""

import numpy

from .._array.convert import as_operand, check_dtype
from .._numpy.creation import arange, empty
from .._numpy.manipulation import roll

__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]

_INTEGERS = (int, numpy.integer)


def _halves(x, axes):
    """The axes to roll, and half of their lengths."""
    if axes is None:
        return tuple(range(x.ndim)), [length // 2 for length in x.shape]
    if isinstance(axes, _INTEGERS):
        return axes, x.shape[axes] // 2
    return axes, [x.shape[axis] // 2 for axis in axes]


def fftshift(x, axes=None):
    """`x` with its zero frequency moved to the middle of the axes (default: all).

    IndexError for an axis that is not there. See numpy.fft.fftshift.

    >>> np.fft.fftshift(np.arange(4))
    array([2, 3, 0, 1])
    """
    x = as_operand(x)
    axes, half = _halves(x, axes)
    return roll(x, half, axes)


def ifftshift(x, axes=None):
    """What fftshift moved, moved back. See numpy.fft.ifftshift.

    >>> np.fft.ifftshift(np.arange(4))
    array([2, 3, 0, 1])
    """
    x = as_operand(x)
    axes, half = _halves(x, axes)
    return roll(x, [-n for n in half] if type(half) is list else -half, axes)


def _in_dtype(frequencies, dtype):
    if dtype is None:
        return frequencies
    dtype = check_dtype(dtype)
    if dtype.kind != "f":
        raise ValueError("dtype must be a floating-point dtype")
    return frequencies.astype(dtype, copy=False)


def fftfreq(n, d=1.0, device=None, *, dtype=None):
    """The (n,) float64 frequencies of fft, in cycles per unit of the spacing `d`.

    They are rounded to the floating-point `dtype` if it is given. ValueError
    unless `n` is an integer. See numpy.fft.fftfreq.

    >>> np.fft.fftfreq(4)
    array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    if not isinstance(n, _INTEGERS):
        raise ValueError("n should be an integer")
    scale = 1.0 / (n * d)
    result = empty(n, int, device=device)
    middle = (n - 1) // 2 + 1
    result[:middle] = arange(0, middle, dtype=int, device=device)
    result[middle:] = arange(-(n // 2), 0, dtype=int, device=device)
    return _in_dtype(result * scale, dtype)


def rfftfreq(n, d=1.0, device=None, *, dtype=None):
    """The (n // 2 + 1,) float64 frequencies of rfft, in cycles per unit of `d`.

    They are rounded to the floating-point `dtype` if it is given. ValueError
    unless `n` is an integer. See numpy.fft.rfftfreq.

    >>> np.fft.rfftfreq(4)
    array([0.  , 0.25, 0.5 ])
    """
    if not isinstance(n, _INTEGERS):
        raise ValueError("n should be an integer")
    frequencies = arange(0, n // 2 + 1, dtype=int, device=device) * (1.0 / (n * d))
    return _in_dtype(frequencies, dtype)

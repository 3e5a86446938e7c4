# SPDX-License-Identifier: Apache-2.0
"""Window functions of signal processing, computed where their values will be."""

import math
from functools import partial

import numpy

from .. import _core
from .._array.convert import from_host
from .._core import ufuncs
from .creation import arange, full
from .math import i0

__all__ = ["bartlett", "blackman", "hamming", "hanning", "kaiser"]


def _window(name, values, device, M, *shape):
    """NumPy's window of M points; `values` makes it of the numbers as floats.

    NumPy itself makes those of one point or none, and what is not of float64.
    """
    numbers = numpy.array([0.0, M, *shape])[1:]
    if numbers.dtype != numpy.float64 or not numbers[0] > 1:
        return from_host(getattr(numpy, name)(M, *shape), device)
    return values(device, *numbers.tolist())


def _from_middle(device, M):
    """M numbers around 0 that are two apart."""
    return arange(1 - M, M, 2, device=device)


def _cosines(weights, device, M):
    """Sum of weights times cosines that make 0, 1, 2... half turns to each side."""
    points = _from_middle(device, M)
    result, *others = weights
    for turns, weight in enumerate(others, 1):
        cosine = ufuncs["cos"](points * (turns * math.pi) / (M - 1))
        result = result + weight * cosine
    return result


def _triangle(device, M):
    points = _from_middle(device, M)
    slope = points / (M - 1)
    return _core.select(points <= 0, 1 + slope, 1 - slope)


def _bessel(device, M, beta):
    half = (M - 1) / 2.0
    points = (arange(0, M, device=device) - half) / half
    in_middle = full((), beta, device=device)
    return i0(in_middle * ufuncs["sqrt"](1 - points * points)) / i0(in_middle)


def bartlett(M, *, device=None):
    """Triangular window of M points, zero at both ends. See numpy.bartlett.

    >>> np.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    return _window("bartlett", _triangle, device, M)


def blackman(M, *, device=None):
    """Window of M points from three cosines. See numpy.blackman.

    >>> np.blackman(3).shape
    (3,)
    """
    return _window("blackman", partial(_cosines, (0.42, 0.5, 0.08)), device, M)


def hamming(M, *, device=None):
    """Cosine window of M points on a pedestal. See numpy.hamming.

    >>> np.hamming(3)
    array([0.08, 1.  , 0.08])
    """
    return _window("hamming", partial(_cosines, (0.54, 0.46)), device, M)


def hanning(M, *, device=None):
    """Cosine window of M points, zero at both ends. See numpy.hanning.

    >>> np.hanning(3)
    array([0., 1., 0.])
    """
    return _window("hanning", partial(_cosines, (0.5, 0.5)), device, M)


def kaiser(M, beta, *, device=None):
    """Window of M points from a Bessel function of shape `beta`. See numpy.kaiser.

    >>> np.kaiser(3, 0.0)
    array([1., 1., 1.])
    """
    return _window("kaiser", _bessel, device, M, beta)

# SPDX-License-Identifier: Apache-2.0
"""Window functions of signal processing: NumPy's values, made on the host."""

import numpy

from .._array.convert import from_host

__all__ = ["bartlett", "blackman", "hamming", "hanning", "kaiser"]


def bartlett(M, *, device=None):
    """Triangular window of M points, zero at both ends. See numpy.bartlett.

    >>> np.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    return from_host(numpy.bartlett(M), device)


def blackman(M, *, device=None):
    """Window of M points from three cosines. See numpy.blackman.

    >>> np.blackman(3).shape
    (3,)
    """
    return from_host(numpy.blackman(M), device)


def hamming(M, *, device=None):
    """Cosine window of M points on a pedestal. See numpy.hamming.

    >>> np.hamming(3)
    array([0.08, 1.  , 0.08])
    """
    return from_host(numpy.hamming(M), device)


def hanning(M, *, device=None):
    """Cosine window of M points, zero at both ends. See numpy.hanning.

    >>> np.hanning(3)
    array([0., 1., 0.])
    """
    return from_host(numpy.hanning(M), device)


def kaiser(M, beta, *, device=None):
    """Window of M points from a Bessel function of shape `beta`. See numpy.kaiser.

    >>> np.kaiser(3, 0.0)
    array([1., 1., 1.])
    """
    return from_host(numpy.kaiser(M, beta), device)

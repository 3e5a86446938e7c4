# SPDX-License-Identifier: Apache-2.0
"""The chirp z-transform: a polynomial along a spiral, by Bluestein's convolution.

X[k] = sum of x[n] a^-n w^(n k), and n k = (n^2 + k^2 - (k - n)^2) / 2.
"""

import cmath
import math

import numpy

from ..._array.convert import as_operand, from_host, host_array
from ..._core import ufuncs
from ..._numpy.creation import arange, empty
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import moveaxis
from ..fft import fft, ifft, next_fast_len

__all__ = ["CZT", "ZoomFFT", "czt", "czt_points", "zoom_fft"]


def _check_count(count, letter, what):
    is_integer = isinstance(count, (int, numpy.integer))
    if not is_integer or count < 1:
        raise ValueError(
            f"Invalid number of CZT {what} points ({count}) specified. {letter} must be "
            "positive and integer type."
        )
    return int(count)


def _number(x):
    """A number, which may be an array of one item."""
    x = host_array(x)
    return x.item() if x.size == 1 else x


def _logarithm(x):
    return complex(-math.inf, 0) if x == 0 else cmath.log(x)


def _power(exponents, logarithm):
    """exp(exponents * logarithm), of a complex number; exponents are on the device."""
    size = ufuncs["exp"](exponents * logarithm.real)
    return size * _turned(exponents * logarithm.imag)


def _turned(angle):
    """exp(i angle)"""
    z = empty(angle.shape, "D", device=angle.device)
    z.real, z.imag = ufuncs["cos"](angle), ufuncs["sin"](angle)
    return z


class CZT:
    """A chirp z-transform of n items at m points a w^-k, the chirps computed once.

    See scipy.signal.CZT.

    >>> from tenorite.scipy import signal
    >>> transform = signal.CZT(4, 2)
    >>> abs(transform(np.ones(4))).round(6)
    array([4., 0.])
    """

    def __init__(self, n, m=None, w=None, a=1 + 0j):
        n = _check_count(n, "n", "data")
        m = n if m is None else _check_count(m, "m", "output")
        self.m, self.n = m, n
        self._is_circle = w is None
        self.w = cmath.exp(-2j * math.pi / m) if w is None else _number(w)
        self.a = _number(a)
        self._of_devices = {}

    def _half_chirp(self, k):
        """w^(k^2 / 2) of integers on the device."""
        if self._is_circle:
            # Of whole turns nothing is lost.
            return _turned((k * k % (2 * self.m)) * (-math.pi / self.m))
        return _power(0.5 * (k * k).astype(float), _logarithm(self.w))

    def _chirps(self, device):
        """(factors of the items, the transformed chirp, factors of the points)."""
        found = self._of_devices.get(str(device))
        if found is None:
            n, m = self.n, self.m
            k = arange(max(n, m), device=device)
            chirp = self._half_chirp(k)
            start = chirp[:n] * _power(-k[:n].astype(float), _logarithm(self.a))
            both_ways = 1 / concatenate([chirp[1:n][::-1], chirp[:m]])
            length = next_fast_len(n + m - 1)
            found = start, fft(both_ways, length), chirp[:m]
            self._of_devices[str(device)] = found
        return found

    def __call__(self, x, *, axis=-1):
        """The transform of `x` along an axis. See scipy.signal.CZT."""
        x = as_operand(x)
        if x.shape[axis] != self.n:
            raise ValueError(f"CZT defined for length {self.n}, not {x.shape[axis]}")
        start, transformed, end = self._chirps(x.device)
        lines = moveaxis(x, axis, -1)
        y = ifft(transformed * fft(lines * start, len(transformed)))
        y = y[..., self.n - 1 : self.n + self.m - 1] * end
        return moveaxis(y, -1, axis)

    def points(self):
        """The points of the transform. See scipy.signal.CZT.points.

        >>> from tenorite.scipy import signal
        >>> signal.CZT(4, 2).points().round(6)
        array([ 1.+0.j, -1.+0.j])
        """
        return czt_points(self.m, self.w, self.a)

    def __getstate__(self):
        return {**vars(self), "_of_devices": {}}


class ZoomFFT(CZT):
    """A Fourier transform of n items at m frequencies of a range.

    See scipy.signal.ZoomFFT.

    >>> from tenorite.scipy import signal
    >>> abs(signal.ZoomFFT(4, [0.0, 1.0], 2)(np.ones(4))).round(6)
    array([4., 0.])
    """

    def __init__(self, n, fn, m=None, *, fs=2, endpoint=False):
        n = _check_count(n, "n", "data")
        m = n if m is None else _check_count(m, "m", "output")
        fn = host_array(fn)
        if fn.size not in (1, 2):
            raise ValueError("fn must be a scalar or 2-length sequence")
        first, last = (0.0, fn.item()) if fn.size == 1 else fn.ravel().tolist()
        self.f1, self.f2, self.fs = first, last, fs
        if endpoint:
            scale = ((last - first) * m) / (fs * (m - 1))
        else:
            scale = (last - first) / fs
        self._angle = -2 * math.pi / m * scale
        start = cmath.exp(2j * math.pi * first / fs)
        super().__init__(n, m, cmath.exp(1j * self._angle), start)

    def _half_chirp(self, k):
        return _turned((k * k).astype(float) * (0.5 * self._angle))


def czt_points(m, w=None, a=1 + 0j):
    """The points a w^-k of a chirp z-transform. See scipy.signal.czt_points.

    >>> from tenorite.scipy import signal
    >>> signal.czt_points(2).round(6)
    array([ 1.+0.j, -1.+0.j])
    """
    m = _check_count(m, "m", "output")
    k = numpy.arange(m)
    a = 1.0 * _number(a)
    if w is None:
        return from_host(a * numpy.exp(2j * numpy.pi * k / m))
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return from_host(a * (1.0 * _number(w)) ** -k)


def czt(x, m=None, w=None, a=1 + 0j, *, axis=-1):
    """The chirp z-transform of `x` along an axis: at m points a w^-k.

    See scipy.signal.czt.

    >>> from tenorite.scipy import signal
    >>> abs(signal.czt(np.ones(4), 2)).round(6)
    array([4., 0.])
    """
    x = as_operand(x)
    return CZT(x.shape[axis], m, w, a)(x, axis=axis)


def zoom_fft(x, fn, m=None, *, fs=2, endpoint=False, axis=-1):
    """The Fourier transform of `x` along an axis at m frequencies of the range `fn`.

    See scipy.signal.zoom_fft.

    >>> from tenorite.scipy import signal
    >>> abs(signal.zoom_fft(np.ones(4), [0.0, 1.0], 2)).round(6)
    array([4., 0.])
    """
    x = as_operand(x)
    transform = ZoomFFT(x.shape[axis], fn, m, fs=fs, endpoint=endpoint)
    return transform(x, axis=axis)

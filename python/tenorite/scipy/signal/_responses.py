# SPDX-License-Identifier: Apache-2.0
"""Frequency responses of digital filters."""

import contextlib
import math
import operator

import numpy

from ..._array.convert import as_operand, as_operands
from ..._core import ufuncs
from ..._numpy.creation import empty, linspace, ones
from ..fft import fft
from ._filters import check_sos
from ._prototypes import check_rate

__all__ = ["freqz", "freqz_sos", "freqz_zpk", "sosfreqz"]


def _circle(w, sign=-1):
    """exp(-i w), the points of the unit circle."""
    z = empty(w.shape, "F" if w.dtype.char == "f" else "D", device=w.device)
    z.real, z.imag = ufuncs["cos"](w), sign * ufuncs["sin"](w)
    return z


def polynomial(z, c):
    """c[0] + c[1] z + ..., by Horner's rule, one recorded step for each coefficient."""
    value = c[-1] + 0 * z
    for k in range(len(c) - 2, -1, -1):
        value = value * z + c[k]
    return value


def _frequencies(worN, whole, fs, nyquist, dtype, device):
    """(frequencies in radians, their number if they are evenly spaced)."""
    worN = 512 if worN is None else worN
    count = None
    if numpy.ndim(worN) == 0:
        with contextlib.suppress(TypeError):
            count = operator.index(worN)
    if count is not None:
        if count < 0:
            raise ValueError(f"worN must be nonnegative, got {count}")
        end = 2 * math.pi if whole else math.pi
        inclusive = nyquist and not whole
        w = linspace(0, end, count, endpoint=inclusive, dtype=dtype, device=device)
        return w, count
    w = as_operand(worN)
    w = w.reshape(1) if w.ndim == 0 else w
    w = w.astype(float) if w.dtype.kind in "?biu" else w
    return 2 * math.pi * w / fs, None


def freqz(
    b,
    a=1,
    worN=512,
    whole=False,
    plot=None,
    fs=2 * math.pi,
    include_nyquist=False,
):
    """(frequencies, response) of the filter b / a, at so many points or those given.

    More axes of b and a broadcast with the frequencies. See scipy.signal.freqz.

    >>> from tenorite.scipy import signal
    >>> signal.freqz([0.5, 0.5], worN=2)[1].round(4)
    array([1. +0.j , 0.5-0.5j])
    """
    b, a = as_operands([b, a])
    b, a = (c.reshape(1) if c.ndim == 0 else c for c in (b, a))
    a = a.astype(float) if a.dtype.kind in "?biu" else a
    fs = check_rate(fs, allow_none=False)
    single = numpy.result_type(b.dtype, a.dtype).char in "fF"
    dtype = "f" if single else "d"
    b = b.astype(float) if b.dtype.kind in "?biu" else b
    w, count = _frequencies(worN, whole, fs, include_nyquist, dtype, b.device)
    w = w.astype(dtype, copy=False) if w.dtype.kind == "f" else w
    h = None
    if count is not None and a.size == 1 and a.ndim <= b.ndim <= 1:
        points = count
        if not whole:
            points = 2 * (count - 1) if include_nyquist else 2 * count
        if points >= b.size and points > 0:
            h = fft(b, points)[:count]
            h /= a  # in the dtype of the transform
    if h is None:
        z = _circle(w)
        h = polynomial(z, b) / polynomial(z, a)
    w = w * (fs / (2 * math.pi))
    if plot is not None:
        plot(w, h)
    return w, h


def freqz_sos(sos, worN=512, whole=False, fs=2 * math.pi):
    """(frequencies, response) of sections of order two. See scipy.signal.freqz_sos.

    >>> from tenorite.scipy import signal
    >>> signal.freqz_sos([[0.5, 0.5, 0.0, 1.0, 0.0, 0.0]], worN=2)[1].round(4)
    array([1. +0.j , 0.5-0.5j])
    """
    fs = check_rate(fs, allow_none=False)
    shape = check_sos(sos)
    if shape[0] == 0:
        raise ValueError("Cannot compute frequencies with no sections")
    sos = as_operand(sos).reshape(shape)
    h = 1.0
    for k in range(shape[0]):
        w, part = freqz(sos[k, :3], sos[k, 3:], worN, whole, fs=fs)
        h = h * part
    return w, h


def sosfreqz(*args, **kwargs):
    """freqz_sos() under its name of old. See scipy.signal.sosfreqz.

    >>> from tenorite.scipy import signal
    >>> signal.sosfreqz([[0.5, 0.5, 0.0, 1.0, 0.0, 0.0]], worN=2)[1].round(4)
    array([1. +0.j , 0.5-0.5j])
    """
    return freqz_sos(*args, **kwargs)


def product(z, roots):
    """The polynomial of these roots: one recorded step for each."""
    value = ones(z.shape, z.dtype, device=z.device)
    for k in range(roots.size):
        value = value * (z - roots[k])
    return value


def freqz_zpk(z, p, k, worN=512, whole=False, fs=2 * math.pi):
    """(frequencies, response) of zeros, poles and a gain. See scipy.signal.freqz_zpk.

    >>> from tenorite.scipy import signal
    >>> signal.freqz_zpk([-1.0], [0.0], 0.5, worN=2)[1].round(4)
    array([1. +0.j , 0.5-0.5j])
    """
    z, p = as_operands([z, p])
    z, p = (c.reshape(1) if c.ndim == 0 else c for c in (z, p))
    fs = check_rate(fs, allow_none=False)
    single = numpy.result_type(z.dtype, p.dtype).char in "fF"
    w, _ = _frequencies(worN, whole, fs, False, "f" if single else "d", z.device)
    points = _circle(w, 1)
    h = k * product(points, z) / product(points, p)
    return w * (fs / (2 * math.pi)), h

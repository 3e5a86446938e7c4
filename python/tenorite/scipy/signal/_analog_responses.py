# SPDX-License-Identifier: Apache-2.0
"""Frequency responses of analogue filters."""

import numpy

from ..._array.convert import as_operand, as_operands, host_array
from ..._core import ndarray
from ..._numpy.creation import empty, logspace
from ._responses import polynomial, product

__all__ = ["findfreqs", "freqs", "freqs_zpk"]


def _decades(zeros, poles):
    """Exponents of 10 between which zeros and poles have their effects."""
    poles = poles if len(poles) else numpy.array([-1000.0])
    corners = numpy.concatenate([poles, zeros[abs(zeros) < 1e5]])
    corners = corners[corners.imag >= 0]
    # An integrator counts as a corner at 1.
    real = abs(corners.real + (abs(corners) < 1e-10))
    last = numpy.log10((3 * real + 1.5 * corners.imag).max()) + 0.5
    first = numpy.log10(0.1 * (real + 2 * corners.imag).min()) - 0.5
    return numpy.round(first), numpy.round(last)


def _chosen(zeros, poles, N, device):
    first, last = _decades(zeros.astype(complex), poles.astype(complex))
    return logspace(first, last, N, device=device)


def findfreqs(num, den, N, kind="ba"):
    """N frequencies that show what zeros and poles do. See scipy.signal.findfreqs.

    >>> from tenorite.scipy import signal
    >>> signal.findfreqs([1.0], [1.0, 8.0, 25.0], 3)
    array([  1.,  10., 100.])
    """
    arrays = as_operands([num, den])
    zeros, poles = (numpy.atleast_1d(host_array(x)) for x in arrays)
    if kind == "ba":
        zeros, poles = numpy.roots(zeros), numpy.roots(poles)
    elif kind != "zp":
        raise ValueError("input must be one of {'ba', 'zp'}")
    return _chosen(zeros, poles, N, arrays[0].device)


def _count(worN):
    """The number of frequencies that are to be chosen, None if they are given."""
    if worN is None:
        return 200
    is_number = numpy.ndim(worN) == 0 and not isinstance(worN, ndarray)
    if isinstance(worN, ndarray) and worN.ndim == 0:
        worN, is_number = worN.get()[()], worN.dtype.kind in "iu"
    if is_number and isinstance(worN, (int, numpy.integer)):
        return int(worN)
    return None


def _imaginary(w):
    """i w"""
    w = w.astype(float) if w.dtype.kind in "?biu" else w
    if w.dtype.kind == "c":
        return 1j * w
    s = empty(w.shape, "F" if w.dtype.char == "f" else "D", device=w.device)
    s.real, s.imag = 0.0, w
    return s


def freqs(b, a, worN=200, plot=None):
    """(frequencies, response) of the analogue filter b / a, at so many frequencies or
    those given. See scipy.signal.freqs.

    >>> from tenorite.scipy import signal
    >>> signal.freqs([1.0], [1.0, 1.0], worN=[1.0])[1]
    array([0.5-0.5j])
    """
    b, a = (c.reshape(-1) if c.size == 1 else c for c in as_operands([b, a]))
    if b.ndim != 1 or a.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    count = _count(worN)
    if count is None:
        w = as_operand(worN, b)
        w = w.reshape(1) if w.ndim == 0 else w
    else:
        w = findfreqs(b, a, count)
        single = numpy.result_type(b.dtype, a.dtype).char in "fF"
        w = w.astype("f") if single else w
    s = _imaginary(w)
    h = _value(s, b) / _value(s, a)
    if plot is not None:
        plot(w, h)
    return w, h


def _value(s, c):
    """The polynomial whose coefficients begin with that of the highest power."""
    return polynomial(s, c[::-1]) if c.size else 0 * s


def freqs_zpk(z, p, k, worN=200):
    """(frequencies, response) of the analogue filter of zeros, poles and a gain.

    See scipy.signal.freqs_zpk.

    >>> from tenorite.scipy import signal
    >>> signal.freqs_zpk([], [-1.0], 1.0, worN=[1.0])[1]
    array([0.5-0.5j])
    """
    z, p = (c.reshape(1) if c.ndim == 0 else c for c in as_operands([z, p]))
    gain = host_array(k)
    if gain.size > 1:
        raise ValueError("k must be a single scalar gain")
    gain = gain.reshape(())[()]
    count = _count(worN)
    if count is None:
        w = as_operand(worN, z)
        w = w.reshape(1) if w.ndim == 0 else w
    else:
        w = findfreqs(z, p, count, kind="zp")
    s = _imaginary(w).astype("D", copy=False)
    return w, gain * product(s, z) / product(s, p)

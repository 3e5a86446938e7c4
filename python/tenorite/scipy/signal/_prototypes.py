# SPDX-License-Identifier: Apache-2.0
"""Analogue low-pass prototypes and their transformations: a few numbers, on the host.

The functions with public names return arrays of the default device, those with an
underscore NumPy's.
"""

import cmath
import math

import numpy

from ..._array.convert import as_operand, host_array

__all__ = [
    "bilinear_zpk",
    "buttap",
    "cheb1ap",
    "cheb2ap",
    "ellipap",
    "lp2bp_zpk",
    "lp2bs_zpk",
    "lp2hp_zpk",
    "lp2lp_zpk",
]


def placed(*values):
    """NumPy's arrays as arrays of ours; numbers as they are."""
    return tuple(as_operand(x) if isinstance(x, numpy.ndarray) else x for x in values)


_NONE = numpy.array([], complex)


def check_rate(fs, allow_none=True):
    """The sampling rate as a float, or None; SciPy's errors."""
    if fs is None:
        if not allow_none:
            raise ValueError("Sampling frequency can not be none.")
        return None
    if not numpy.isscalar(fs):
        raise ValueError("Sampling frequency fs must be a single scalar.")
    return float(host_array(fs))


def _check_order(N):
    if abs(int(N)) != N:
        raise ValueError("Filter order must be a nonnegative integer")


def _butterworth(N):
    _check_order(N)
    m = numpy.arange(-N + 1, N, 2)
    return numpy.array([]), -numpy.exp(1j * numpy.pi * m / (2 * N)), 1.0


def _chebyshev1(N, rp):
    _check_order(N)
    if N == 0:
        return numpy.array([]), _NONE, 10 ** (-rp / 20)
    ripple = math.sqrt(10 ** (0.1 * rp) - 1.0)
    mu = math.asinh(1 / ripple) / N
    angles = numpy.pi * numpy.arange(-N + 1, N, 2) / (2 * N)
    p = -numpy.sinh(mu + 1j * angles)
    k = numpy.prod(-p).real
    return numpy.array([]), p, k / math.sqrt(1 + ripple**2) if N % 2 == 0 else k


def _chebyshev2(N, rs):
    _check_order(N)
    if N == 0:
        return _NONE, _NONE, 1.0
    ripple = 1.0 / math.sqrt(10 ** (0.1 * rs) - 1)
    mu = math.asinh(1.0 / ripple) / N
    m = numpy.arange(-N + 1, N, 2)
    inner = m[m != 0]
    z = -numpy.conj(1j / numpy.sin(inner * numpy.pi / (2.0 * N)))
    p = -numpy.exp(1j * numpy.pi * m / (2 * N))
    p = math.sinh(mu) * p.real + 1j * math.cosh(mu) * p.imag
    p = 1.0 / p
    return z, p, (numpy.prod(-p) / numpy.prod(-z)).real


# ---- elliptic functions, by Landen's transformation (Orfanidis, 2006) ----


def _moduli(k):
    """Descending moduli of Landen's transformation, until nothing is left of them."""
    found = []
    while k > 1e-300 and len(found) < 12:
        # Of small moduli k / (1 + k') is k / 2 to the last digit.
        k = (k / (1 + math.sqrt((1 - k) * (1 + k)))) ** 2
        found.append(k)
    return found


def _cd(u, k):
    """The elliptic function cd of u quarter periods."""
    w = cmath.cos(u * cmath.pi / 2)
    for v in reversed(_moduli(k)):
        w = (1 + v) * w / (1 + v * w * w)
    return w


def _sn(u, k):
    return _cd(1 - u, k)


def _inverse_sn(w, k):
    """u with sn(u) = w, in quarter periods."""
    before = k
    for v in _moduli(k):
        w = w / (1 + cmath.sqrt(1 - w * w * before * before)) * 2 / (1 + v)
        before = v
    return 2 / cmath.pi * cmath.asin(w)


def _mean(a, b):
    """The arithmetic-geometric mean of two numbers above 0."""
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


def _modulus_of_degree(N, k1):
    """The modulus k whose periods suit those of k1 for a filter of order N."""
    # By the nome, which keeps the digits of a k near 1 and of a tiny k1.
    complementary = math.sqrt((1 - k1) * (1 + k1))
    q = math.exp(-math.pi * _mean(1, complementary) / _mean(1, k1) / N)
    above = math.fsum(q ** (i * (i + 1)) for i in range(8))
    below = 1 + 2 * math.fsum(q ** (i * i) for i in range(1, 9))
    return 4 * math.sqrt(q) * (above / below) ** 2


def _elliptic(N, rp, rs):
    _check_order(N)
    if N == 0:
        return _NONE, _NONE, 10 ** (-rp / 20)
    square, stop = (math.expm1(math.log(10) * 0.1 * x) for x in (rp, rs))
    if N == 1:
        p = -math.sqrt(1.0 / square)
        return _NONE, numpy.array([complex(p)]), -p
    if square >= stop or square / stop == 0:
        raise ValueError("Cannot design a filter with given rp and rs specifications.")
    ripple, k1 = math.sqrt(square), math.sqrt(square / stop)
    k = _modulus_of_degree(N, k1)
    v0 = (-1j * _inverse_sn(1j / ripple, k1) / N).real
    # From the middle of the band outwards, conjugates last: SciPy's order.
    inner = [i / N for i in range(N - 1 - N % 2, 0, -2)]
    z = numpy.array([1j / (k * _cd(u, k).real) for u in inner])
    p = numpy.array([(1j * _cd(u - 1j * v0, k)).conjugate() for u in inner])
    middle = [complex((1j * _sn(1j * v0, k)).real)] if N % 2 else []
    z = numpy.concatenate([z, z.conj()])
    p = numpy.concatenate([middle, p, p.conj()])
    gain = (numpy.prod(-p) / numpy.prod(-z)).real
    return z, p, gain / math.sqrt(1 + square) if N % 2 == 0 else gain


def buttap(N, *, xp=None, device=None):
    """(z, p, k) of Butterworth's analogue low-pass filter. See scipy.signal.buttap.

    >>> from tenorite.scipy import signal
    >>> signal.buttap(1)[1].real
    array([-1.])
    """
    return placed(*_butterworth(N))


def cheb1ap(N, rp, *, xp=None, device=None):
    """(z, p, k) of Chebyshev's analogue low-pass filter with `rp` decibels of ripple.

    See scipy.signal.cheb1ap.

    >>> from tenorite.scipy import signal
    >>> signal.cheb1ap(1, 3.0)[1].real.round(4)
    array([-1.0024])
    """
    return placed(*_chebyshev1(N, rp))


def cheb2ap(N, rs, *, xp=None, device=None):
    """(z, p, k) of Chebyshev's analogue low-pass filter, `rs` decibels down beyond 1.

    See scipy.signal.cheb2ap.

    >>> from tenorite.scipy import signal
    >>> signal.cheb2ap(1, 20.0)[1].real.round(4)
    array([-0.1005])
    """
    return placed(*_chebyshev2(N, rs))


def ellipap(N, rp, rs, *, xp=None, device=None):
    """(z, p, k) of the elliptic analogue low-pass filter. See scipy.signal.ellipap.

    >>> from tenorite.scipy import signal
    >>> signal.ellipap(1, 3.0, 20.0)[1].real.round(4)
    array([-1.0024])
    """
    return placed(*_elliptic(N, rp, rs))


# ---- transformations ----


def _hosts(z, p):
    return (numpy.atleast_1d(host_array(x)) for x in (z, p))


def _degree(z, p):
    """How many more poles there are than zeros."""
    if len(p) < len(z):
        raise ValueError(
            "Improper transfer function. Must have at least as many poles as zeros."
        )
    return len(p) - len(z)


def _ratio(above, below):
    return (numpy.prod(above) / numpy.prod(below)).real


def _to_lowpass(z, p, k, wo=1.0):
    z, p = _hosts(z, p)
    return wo * z, wo * p, k * float(wo) ** _degree(z, p)


def _to_highpass(z, p, k, wo=1.0):
    z, p = _hosts(z, p)
    zeros = numpy.zeros(_degree(z, p))
    return numpy.append(wo / z, zeros), wo / p, k * _ratio(-z, -p)


def _pairs(x, wo):
    """Both solutions s of s + wo^2 / s = 2 x."""
    x = x.astype(complex)
    root = numpy.sqrt(x**2 - wo**2)
    return numpy.concatenate([x + root, x - root])


def _to_bandpass(z, p, k, wo=1.0, bw=1.0):
    z, p = _hosts(z, p)
    degree = _degree(z, p)
    zeros = numpy.append(_pairs(z * bw / 2, wo), numpy.zeros(degree))
    return zeros, _pairs(p * bw / 2, wo), k * bw**degree


def _to_bandstop(z, p, k, wo=1.0, bw=1.0):
    z, p = _hosts(z, p)
    degree = _degree(z, p)
    ends = numpy.concatenate(
        [numpy.full(degree, 1j * wo), numpy.full(degree, -1j * wo)]
    )
    zeros = numpy.append(_pairs((bw / 2) / z, wo), ends)
    return zeros, _pairs((bw / 2) / p, wo), k * _ratio(-z, -p)


def _to_digital(z, p, k, fs):
    z, p = _hosts(z, p)
    ends = -numpy.ones(_degree(z, p))
    twice = 2.0 * fs
    gain = k * _ratio(twice - z, twice - p)
    zeros = numpy.append((twice + z) / (twice - z), ends)
    return zeros, (twice + p) / (twice - p), gain


def lp2lp_zpk(z, p, k, wo=1.0):
    """(z, p, k) of a low-pass filter for another cutoff. See scipy.signal.lp2lp_zpk.

    >>> from tenorite.scipy import signal
    >>> signal.lp2lp_zpk([], [-1.0], 1.0, 2.0)[1]
    array([-2.])
    """
    return placed(*_to_lowpass(z, p, k, float(wo)))


def lp2hp_zpk(z, p, k, wo=1.0):
    """(z, p, k) of a high-pass filter of a low-pass one. See scipy.signal.lp2hp_zpk.

    >>> from tenorite.scipy import signal
    >>> signal.lp2hp_zpk([], [-1.0], 1.0, 2.0)[1]
    array([-2.])
    """
    return placed(*_to_highpass(z, p, k, float(wo)))


def lp2bp_zpk(z, p, k, wo=1.0, bw=1.0):
    """(z, p, k) of a band-pass filter of a low-pass one. See scipy.signal.lp2bp_zpk.

    >>> from tenorite.scipy import signal
    >>> signal.lp2bp_zpk([], [-1.0], 1.0)[1].shape
    (2,)
    """
    return placed(*_to_bandpass(z, p, k, float(wo), float(bw)))


def lp2bs_zpk(z, p, k, wo=1.0, bw=1.0):
    """(z, p, k) of a band-stop filter of a low-pass one. See scipy.signal.lp2bs_zpk.

    >>> from tenorite.scipy import signal
    >>> signal.lp2bs_zpk([], [-1.0], 1.0)[1].shape
    (2,)
    """
    return placed(*_to_bandstop(z, p, k, float(wo), float(bw)))


def bilinear_zpk(z, p, k, fs):
    """(z, p, k) of the digital filter of an analogue one, by Tustin's transformation.

    See scipy.signal.bilinear_zpk.

    >>> from tenorite.scipy import signal
    >>> signal.bilinear_zpk([], [-2.0], 1.0, 1.0)[1]
    array([0.])
    """
    return placed(*_to_digital(z, p, k, check_rate(fs, allow_none=False)))


butterworth, chebyshev1 = _butterworth, _chebyshev1
chebyshev2, elliptic = _chebyshev2, _elliptic
to_lowpass, to_highpass, to_digital = _to_lowpass, _to_highpass, _to_digital
to_bandpass, to_bandstop = _to_bandpass, _to_bandstop

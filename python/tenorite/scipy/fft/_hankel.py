# SPDX-License-Identifier: Apache-2.0
"""Fast Hankel transforms of samples at logarithmic steps (Hamilton, 2000)."""

import math

import numpy

from ..._array.convert import as_operand
from ..._core import ufuncs, warn
from ..._numpy.creation import arange, asarray
from ._complex import irfft, rfft

__all__ = ["fht", "fhtoffset", "ifht"]

_LN_2 = math.log(2)
# Of Stirling's series: B(2k) / (2k (2k - 1)).
_STIRLING = (
    *(1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156),
    *(-3617 / 122400, 43867 / 244188),
)
_FAR = 12.0  # real parts from which the series has double precision


def _loggamma(z):
    """The principal logarithm of the gamma function of complex host numbers."""
    z = numpy.asarray(z, complex)
    before = numpy.zeros_like(z)
    lowest = z.real.min()
    for _ in range(math.ceil(_FAR - lowest) if abs(lowest) < math.inf else 0):
        near = z.real < _FAR
        before[near] += numpy.log(z[near])
        z = numpy.where(near, z + 1, z)
    square, series = 1 / (z * z), 0
    for factor in reversed(_STIRLING):
        series = series * square + factor
    whole = (z - 0.5) * numpy.log(z) - z + math.log(2 * math.pi) / 2
    return whole + series / z - before


def _is_pole(x):
    return x <= 0 and x % 1 == 0


def _gamma_ratio(above, below):
    """gamma(above) / gamma(below), also where one or both of them are infinite."""
    if _is_pole(above) and _is_pole(below):
        sign = -1 if (above - below) % 2 else 1
        return sign * math.exp(math.lgamma(1 - below) - math.lgamma(1 - above))
    if _is_pole(above):
        return math.inf
    return 0.0 if _is_pole(below) else math.gamma(above) / math.gamma(below)


def _coefficients(n, dln, mu, offset, bias, inverse):
    """Factors of the n // 2 + 1 frequencies; a few numbers, so the host computes them.

    UserWarning where the first is 0 or infinite, so that the transform is singular.
    """
    above, below = (mu + 1 + bias) / 2, (mu + 1 - bias) / 2
    y = numpy.linspace(0, numpy.pi * (n // 2) / (n * dln), n // 2 + 1)
    with numpy.errstate(all="ignore"):
        u, v = _loggamma(above + 1j * y), _loggamma(below + 1j * y)
        phase = u.imag + v.imag + 2 * (_LN_2 - offset) * y
        u = numpy.exp(u.real - v.real + _LN_2 * bias + 1j * phase)
    if n % 2 == 0:
        u.imag[-1] = 0
    if _is_pole(above) or _is_pole(below) or numpy.isinf(u[0]):
        u[0] = 2**bias * _gamma_ratio(above, below)
    if numpy.isinf(u[0]) and not inverse:
        warn("singular transform; consider changing the bias", UserWarning)
        u[0] = 0
    elif u[0] == 0 and inverse:
        warn("singular inverse transform; consider changing the bias", UserWarning)
        u[0] = numpy.inf
    return u


def _weights(n, dln, bias, offset, like):
    """Powers of the distances from the middle, for the bias."""
    steps = arange(n, dtype=float, device=like.device) - (n - 1) / 2
    return ufuncs["exp"](-bias * (steps * dln + offset))


def fht(a, dln, mu, offset=0.0, bias=0.0):
    """The Hankel transform of order `mu` of samples at steps `dln` of the logarithm.

    Along the last axis. UserWarning where it is singular. See scipy.fft.fht.

    >>> from tenorite.scipy import fft
    >>> fft.fht(np.ones(4), 0.5, 0.0).shape
    (4,)
    """
    a = as_operand(a)
    n = a.shape[-1]
    if bias != 0:
        a = a * _weights(n, dln, bias, 0.0, a)
    u = _coefficients(n, dln, mu, offset, bias, False)
    A = rfft(a)
    A *= asarray(u, device=a.device)  # in the precision of `a`
    A = irfft(A, n)[..., ::-1]
    return A * _weights(n, dln, bias, offset, a) if bias != 0 else A.copy()


def ifht(A, dln, mu, offset=0.0, bias=0.0):
    """The inverse of fht. See scipy.fft.ifht.

    >>> from tenorite.scipy import fft
    >>> x = np.arange(4.0)
    >>> bool(np.allclose(fft.ifht(fft.fht(x, 0.5, 0.0), 0.5, 0.0), x))
    True
    """
    A = as_operand(A)
    n = A.shape[-1]
    if bias != 0:
        A = A / _weights(n, dln, bias, offset, A)
    u = _coefficients(n, dln, mu, offset, bias, True)
    a = rfft(A)
    a /= asarray(u.conj(), device=A.device)
    a = irfft(a, n)[..., ::-1]
    return a / _weights(n, dln, bias, 0.0, a) if bias != 0 else a.copy()


def fhtoffset(dln, mu, initial=0.0, bias=0.0):
    """The offset near `initial` with the least ringing. See scipy.fft.fhtoffset.

    >>> from tenorite.scipy import fft
    >>> round(float(fft.fhtoffset(0.1, 2.0, 0.5)), 6)
    0.545458
    """
    y = numpy.pi / (2 * dln)
    above, below = (mu + 1 + bias) / 2, (mu + 1 - bias) / 2
    phase = _loggamma([above + 1j * y]).imag + _loggamma([below + 1j * y]).imag
    steps = (_LN_2 - initial) / dln + phase[0] / numpy.pi
    return initial + (steps - numpy.round(steps)) * dln

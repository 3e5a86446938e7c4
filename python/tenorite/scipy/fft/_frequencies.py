# SPDX-License-Identifier: Apache-2.0
"""Frequencies of transforms, and numbers of points that are transformed fast."""

import bisect
import functools
import operator

from ...fft import fftfreq as _fftfreq
from ...fft import fftshift, ifftshift
from ...fft import rfftfreq as _rfftfreq

__all__ = [
    "fftfreq",
    "fftshift",
    "ifftshift",
    "next_fast_len",
    "prev_fast_len",
    "rfftfreq",
]


def fftfreq(n, d=1.0, *, xp=None, device=None):
    """The (n,) float64 frequencies of fft; `xp` is accepted. See scipy.fft.fftfreq.

    >>> from tenorite.scipy import fft
    >>> fft.fftfreq(4)
    array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    return _fftfreq(n, d, device)


def rfftfreq(n, d=1.0, *, xp=None, device=None):
    """The float64 frequencies of rfft; `xp` is accepted. See scipy.fft.rfftfreq.

    >>> from tenorite.scipy import fft
    >>> fft.rfftfreq(4)
    array([0.  , 0.25, 0.5 ])
    """
    return _rfftfreq(n, d, device)


@functools.lru_cache(128)
def _products(primes, limit):
    """The numbers up to a limit whose prime factors are all among these, ascending."""
    found = [1]
    for prime in primes:
        powers, power = [], prime
        while power <= limit:
            powers.append(power)
            power *= prime
        found += [x * power for power in powers for x in found if x * power <= limit]
    return sorted(found)


def _fast_lengths(target, real):
    target = operator.index(target)
    if target < 0:
        raise ValueError("Target length must be positive")
    if target >= 1 << 60:
        raise ValueError("Target length is too large to perform an FFT")
    # A power of two lies between any number and its double.
    limit = 1 << max(target, 1).bit_length()
    return target, _products((2, 3, 5) if real else (2, 3, 5, 7, 11), limit)


def next_fast_len(target, real=False):
    """The least number of points from `target` on without a prime factor above 11.

    Above 5 for `real` transforms. See scipy.fft.next_fast_len.

    >>> from tenorite.scipy import fft
    >>> fft.next_fast_len(13)
    14
    """
    target, lengths = _fast_lengths(target, real)
    return lengths[bisect.bisect_left(lengths, target)] if target else 0


def prev_fast_len(target, real=False):
    """The largest number of points up to `target` without a prime factor above 11.

    Above 5 for `real` transforms. See scipy.fft.prev_fast_len.

    >>> from tenorite.scipy import fft
    >>> fft.prev_fast_len(13)
    12
    """
    target, lengths = _fast_lengths(target, real)
    return lengths[bisect.bisect_right(lengths, target) - 1] if target else 0

# SPDX-License-Identifier: Apache-2.0
"""Cepstra: transforms of the logarithms of spectra."""

from ..._array.convert import as_operand
from ..._numpy.ufuncs import absolute, exp, log
from ...fft import fft, ifft


def real_cepstrum(x, n=None, axis=-1):
    """The transform of the logarithm of the spectrum's size; real. See cupyx.signal.

    >>> from tenorite.cupyx import signal
    >>> signal.real_cepstrum(np.array([2.0, 0.0])).round(4)
    array([0.6931, 0.    ])
    """
    return ifft(log(absolute(fft(as_operand(x), n, axis))), n, axis).real


def minimum_phase(x, n=None):
    """The sequence of the same spectrum's size whose phase is least. See cupyx.signal.

    >>> from tenorite.cupyx import signal
    >>> signal.minimum_phase(np.array([1.0, 2.0, 0.0, 0.0])).round(1)
    array([ 2. ,  1.1,  0. , -0.1])
    """
    n = len(x) if n is None else n
    folded = real_cepstrum(x, n)
    odd = n % 2
    half = (n + odd) // 2
    folded[1:half] *= 2.0
    folded[half : half + 1] *= 1 - odd
    folded[half + 1 :] = 0
    return ifft(exp(fft(folded))).real

# SPDX-License-Identifier: Apache-2.0
"""Radar: matched filters, Doppler and the threshold of constant false alarm rates."""

from ..._core import ndarray
from ..._numpy.math import result_type
from ...fft import fft, fftfreq, ifft
from ...linalg import norm
from ...scipy.signal.windows import get_window


def _windowed(x, window):
    """`x` times a window along its last axis: a function of frequencies, values, a name."""
    if window is None:
        return x
    n = x.shape[-1]
    if callable(window):
        return x * window(fftfreq(n).astype(x.dtype))
    if not isinstance(window, ndarray):
        return x * get_window(window, n, False).astype(x.dtype)
    if window.shape != (n,):
        raise ValueError("window must have the same length as data")
    return x * window


def pulse_compression(x, template, normalize=False, window=None, nfft=None):
    """Received pulses, a row each, correlated with what was sent. See cupyx.signal.

    Shape (pulses, nfft); real for real arguments.

    >>> from tenorite.cupyx import signal
    >>> signal.pulse_compression(np.array([[0.0, 1.0, 2.0]]), np.array([1.0, 2.0]))
    array([[2., 5., 2.]])
    """
    _, samples = x.shape
    is_complex = result_type(x, template).kind == "c"
    template = _windowed(template, window)
    if normalize:
        template = template / norm(template)
    n = samples if nfft is None else nfft
    found = ifft(fft(x, n) * fft(template, n).conj(), n)
    return found if is_complex else found.real


def pulse_doppler(x, window=None, nfft=None):
    """Doppler spectra of pulses: the transform across the rows. See cupyx.signal.

    Shape (nfft, samples), complex.

    >>> from tenorite.cupyx import signal
    >>> signal.pulse_doppler(np.array([[1.0, 2.0], [1.0, 0.0]])).real
    array([[2., 2.],
           [0., 2.]])
    """
    pulses, _ = x.shape
    return fft(_windowed(x.T, window), pulses if nfft is None else nfft).T


def cfar_alpha(pfa, N):
    """The factor of a threshold from a false alarm's probability. See cupyx.signal.

    >>> from tenorite.cupyx import signal
    >>> signal.cfar_alpha(0.25, 2)
    2.0
    """
    return N * (pfa ** (-1.0 / N) - 1)

# SPDX-License-Identifier: Apache-2.0
"""Windows by which short-time Fourier transforms are undone.

Windows are short: they are looked at and computed on the host.
"""

import numpy

from ..._array.convert import as_operand, own_beside
from ..._array.memory import host_copy
from ..._core import ndarray

__all__ = ["closest_STFT_dual_window"]


def on_host(window):
    """The items of a window, as an array of NumPy."""
    return host_copy(window) if isinstance(window, ndarray) else numpy.asarray(window)


def power(win):
    return win.real**2 + win.imag**2


def _overlapped(x, hop):
    """The sum of a line and of itself, moved by all multiples of `hop`."""
    total = x.copy()
    for k in range(hop, len(x), hop):
        total[k:] += x[:-k]
        total[:-k] += x[k:]
    return total


def canonical_dual(win, hop):
    """The dual window of the least norm, of and as an array of NumPy."""
    if hop > len(win):
        raise ValueError(
            f"{hop=} is larger than window length of {len(win)} => STFT not invertible!"
        )
    if issubclass(win.dtype.type, numpy.integer):
        raise ValueError(
            "Parameter 'win' cannot be of integer type, but "
            f"{win.dtype=} => STFT not invertible!"
        )
    total = _overlapped(power(win), hop)
    if not (total >= numpy.finfo(win.dtype).resolution * total.max()).all():
        raise ValueError("Short-time Fourier Transform not invertible!")
    return win / total


def its_own_dual(win, hop):
    """The window, scaled so that it is its own dual window."""
    smallest = numpy.finfo(win.dtype).resolution * win.max()
    win = win.copy()
    for m in range(hop):
        size = numpy.linalg.norm(win[m::hop])
        if not size > smallest:
            raise ValueError(
                f"Parameter desired_win does not have valid STFT dual window for {hop=}!"
            )
        win[m::hop] /= size
    return win


def closest_STFT_dual_window(win, hop, desired_dual=None, *, scaled=True):
    """(dual window closest to a desired one, the factor that scales this).

    See scipy.signal.closest_STFT_dual_window.

    >>> from tenorite.scipy import signal
    >>> dual, factor = signal.closest_STFT_dual_window(np.ones(4), 2)
    >>> dual, factor
    (array([0.5, 0.5, 0.5, 0.5]), np.float64(0.5))
    """
    given = as_operand(win)
    win = on_host(given)
    desired = numpy.ones_like(win) if desired_dual is None else on_host(desired_dual)
    if not (win.ndim == 1 and win.shape == desired.shape):
        raise ValueError(
            "Parameters `win` and `desired_dual` are not 1d arrays of equal length "
            f"({win.shape=}, desired_dual.shape={desired.shape})!"
        )
    if not numpy.isfinite(win).all():
        raise ValueError("Parameter win must have finite entries!")
    if not numpy.isfinite(desired).all():
        raise ValueError("Parameter desired_dual must have finite entries!")
    if not (1 <= hop <= len(win) and isinstance(hop, (int, numpy.integer))):
        raise ValueError(
            f"Parameter {hop=} is not an integer between 1 and {len(win)=}!"
        )
    dual = canonical_dual(win, hop)
    projected = dual * _overlapped(win.conjugate() * desired, hop)
    factor = 1.0
    if scaled:
        numerator = projected.conjugate() @ dual
        denominator = power(projected).sum()
        if not (
            abs(numerator) > 0 and denominator > numpy.finfo(dual.dtype).resolution
        ):
            raise ValueError(
                "Unable to calculate scaled closest dual window due to numerically "
                "unstable scaling factor! Try setting parameter `scaled` to False."
            )
        factor = numerator / denominator
    return own_beside(dual + factor * (desired - projected), given), factor

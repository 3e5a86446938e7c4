# SPDX-License-Identifier: Apache-2.0
"""Analytic signals, trends and events."""

import math

import numpy

from ..._array.convert import as_operand, as_operands, host_array
from ..._core import ufuncs
from ..._numpy.creation import arange, empty
from ..._numpy.manipulation import moveaxis
from ..fft import fft, fft2, ifft, ifft2

__all__ = ["detrend", "hilbert", "hilbert2", "vectorstrength"]


def _check_real(x):
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")


def hilbert(x, N=None, axis=-1):
    """The analytic signal of real `x`, whose negative frequencies are 0.

    See scipy.signal.hilbert.

    >>> from tenorite.scipy import signal
    >>> signal.hilbert(np.array([1.0, 0.0, -1.0, 0.0])).imag.round(6)
    array([ 0.,  1.,  0., -1.])
    """
    x = as_operand(x)
    _check_real(x)
    N = x.shape[axis] if N is None else N
    if N <= 0:
        raise ValueError("N must be positive.")
    spectrum = moveaxis(fft(x, N, axis=axis), axis, -1)
    spectrum[..., 1 : (N + 1) // 2] *= 2.0
    spectrum[..., N // 2 + 1 :] = 0.0
    return ifft(moveaxis(spectrum, -1, axis), axis=axis)


def hilbert2(x, N=None, axes=(-2, -1)):
    """The analytic signal of real `x` along two axes. See scipy.signal.hilbert2.

    >>> from tenorite.scipy import signal
    >>> signal.hilbert2(np.ones((2, 2))).shape
    (2, 2)
    """
    x = as_operand(x)
    x = x.reshape((1,) * (2 - x.ndim) + x.shape) if x.ndim < 2 else x
    _check_real(x)
    if len(axes) != 2:
        raise ValueError("axes must be a tuple of length 2")
    if axes[0] == axes[1]:
        raise ValueError("axes must contain 2 distinct axes")
    if N is None:
        N = x.shape[axes[0]], x.shape[axes[1]]
    elif isinstance(N, int):
        if N <= 0:
            raise ValueError("N must be positive.")
        N = N, N
    elif len(N) != 2 or (host_array(N) <= 0).any():
        raise ValueError(
            "When given as a tuple, N must hold exactly two positive integers"
        )
    spectrum = moveaxis(fft2(x, N, axes=axes), axes, (-2, -1))
    first, second = ((n + 1) // 2 for n in N)
    spectrum[..., 1:first, :] *= 2.0
    spectrum[..., :, 1:second] *= 2.0
    spectrum[..., first:, :] = 0.0
    spectrum[..., :, second:] = 0.0
    return ifft2(moveaxis(spectrum, (-2, -1), axes), axes=axes)


def detrend(data, axis=-1, type="linear", bp=0, overwrite_data=False):
    """`data` without its mean or its straight line along an axis, between breakpoints.

    See scipy.signal.detrend.

    >>> from tenorite.scipy import signal
    >>> abs(signal.detrend(np.array([1.0, 2.0, 3.0]))).round(6)
    array([0., 0., 0.])
    """
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    data = as_operand(data)
    if type in ("constant", "c"):
        return data - data.mean(axis=axis, keepdims=True)
    length = data.shape[axis]
    breaks = numpy.unique(numpy.append(numpy.ravel(host_array(bp)), [0, length]))
    if (breaks > length).any():
        raise ValueError(
            "Breakpoints must be less than length of data along given axis."
        )
    dtype = data.dtype if data.dtype.char in "dfDF" else numpy.dtype(float)
    out = empty(data.shape, dtype, device=data.device)
    lines, rest = (moveaxis(x, axis, -1) for x in (data.astype(dtype, copy=False), out))
    for start, stop in zip(breaks[:-1].tolist(), breaks[1:].tolist(), strict=True):
        piece = lines[..., start:stop]
        count = stop - start
        mean = piece.mean(axis=-1, keepdims=True)
        place = arange(count, dtype=mean.real.dtype, device=data.device)
        place = place - (count - 1) / 2
        # Sums of squares of the places; one place has no slope.
        squares = count * (count**2 - 1) / 12 or 1.0
        slope = (piece * place).sum(axis=-1, keepdims=True) / squares
        rest[..., start:stop] = piece - (mean + slope * place)
    return out


def vectorstrength(events, period):
    """(strength, phase) of the mean of unit vectors at the events, by period.

    See scipy.signal.vectorstrength.

    >>> from tenorite.scipy import signal
    >>> signal.vectorstrength(np.array([0.0, 1.0, 2.0]), 1.0)[0].round(6)
    np.float64(1.0)
    """
    events, period = as_operands([events, period])
    if period.dtype.kind in "iu":
        period = period.astype(float)
    if events.ndim > 1:
        raise ValueError("events cannot have dimensions more than 1")
    if period.ndim > 1:
        raise ValueError("period cannot have dimensions more than 1")
    is_number = period.ndim == 0
    periods = period.reshape(-1)
    if bool((periods <= 0).any()):
        raise ValueError("periods must be positive")
    angles = 2 * math.pi / periods[:, None] * events.reshape(1, -1)
    cosine = ufuncs["cos"](angles).mean(axis=1)
    sine = ufuncs["sin"](angles).mean(axis=1)
    strength, phase = ufuncs["hypot"](cosine, sine), ufuncs["arctan2"](sine, cosine)
    return (strength[0], phase[0]) if is_number else (strength, phase)

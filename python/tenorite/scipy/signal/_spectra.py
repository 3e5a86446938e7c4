# SPDX-License-Identifier: Apache-2.0
"""Spectra of signals: averages over segments, and of samples at any times."""

import numpy

from ..._array.convert import as_operand, as_operands
from ..._core import ufuncs, warn
from ..._numpy.creation import empty, ones_like, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import moveaxis
from ..._numpy.order_statistics import median
from ..._numpy.products import matmul
from ..fft import fft, fftfreq, rfft, rfftfreq
from ._analytic import detrend as _detrend
from ._segments import (
    cut,
    in_precision_of,
    is_name,
)
from .windows import get_window

__all__ = [
    "coherence",
    "csd",
    "lombscargle",
    "periodogram",
    "welch",
]

_SCALES = {"spectrum": "magnitude", "density": "psd"}


def trend_remover(detrend, axis=-1):
    """What takes the trend out of segments, which lie along their last axis."""
    if not detrend:
        return lambda segments: segments
    if callable(detrend):
        if axis in (-1, None):
            return detrend
        return lambda segments: moveaxis(
            detrend(moveaxis(segments, -1, axis)), axis, -1
        )
    return lambda segments: _detrend(segments, type=detrend, axis=-1)


def transformed(x, window, remove, step, points, onesided):
    """Spectra of the segments of the last axis, (..., segments, frequencies)."""
    segments = remove(cut(x, len(window), step)) * window
    return rfft(segments, points) if onesided else fft(segments, points)


def frequencies_of(points, fs, onesided, device):
    make = rfftfreq if onesided else fftfreq
    return make(points, 1 / fs, device=device)


def doubled(spectra, points):
    """One-sided powers along the last axis, with those of the other side."""
    end = spectra.shape[-1] - (points % 2 == 0)
    spectra[..., 1:end] *= 2
    return spectra


def _median_bias(n):
    """By how much the median of n powers differs from their mean."""
    even = 2 * numpy.arange(1.0, (n - 1) // 2 + 1)
    return 1 + float(numpy.sum(1.0 / (even + 1) - 1.0 / even))


def _outer_shape(x, y, axis):
    shapes = [list(a.shape) for a in (x, y)]
    for shape in shapes:
        shape.pop(axis)
    try:
        return numpy.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError("x and y cannot be broadcast together.") from None


def csd(
    x,
    y,
    fs=1.0,
    window="hann_periodic",
    nperseg=None,
    noverlap=None,
    nfft=None,
    detrend="constant",
    return_onesided=True,
    scaling="density",
    axis=-1,
    average="mean",
):
    """(frequencies, cross spectral density) by Welch's method, conj(x) y.

    See scipy.signal.csd.

    >>> from tenorite.scipy import signal
    >>> signal.csd(np.ones(512), np.ones(512))[1].shape
    (129,)
    """
    same, axis = y is x, int(axis)
    x, y = as_operands([x, y])
    device = x.device
    if same:
        if x.size == 0:
            return (empty(x.shape, device=device),) * 2
        dtype = numpy.result_type(x.dtype, numpy.complex64)
    else:
        outer = _outer_shape(x, y, axis)
        if x.size == 0 or y.size == 0:
            shape = (*outer, min(x.shape[axis], y.shape[axis]))
            return (moveaxis(empty(shape, device=device), -1, axis),) * 2
        dtype = numpy.result_type(x.dtype, y.dtype, numpy.complex64)
    n = max(x.shape[axis], y.shape[axis])
    if is_name(window):
        nperseg = 256 if nperseg is None else int(nperseg)
        if nperseg < 1:
            raise ValueError(
                f"Parameter nperseg={nperseg!r} is not a positive integer!"
            )
        if n < nperseg:
            warn(
                f"nperseg={nperseg!r} is greater than signal length max(len(x), len(y)) "
                f"= {n}, using nperseg = {n}",
                UserWarning,
            )
            nperseg = n
        win = get_window(window, nperseg, device=device)
    else:
        win = as_operand(window, x)
        nperseg = len(win) if nperseg is None else nperseg
    if nperseg != len(win):
        raise ValueError(f"nperseg={nperseg!r} does not equal len(win)={len(win)!r}")
    nfft = nperseg if nfft is None else int(nfft)
    if nfft < nperseg:
        raise ValueError(
            f"nfft={nfft!r} must be greater than or equal to nperseg={nperseg!r}!"
        )
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError(
            f"noverlap={noverlap!r} must be less than nperseg={nperseg!r}!"
        )
    if scaling not in _SCALES:
        raise ValueError(f"Parameter scaling={scaling!r} not in {_SCALES}!")
    onesided = return_onesided and x.dtype.kind != "c"
    if onesided and y.dtype.kind == "c":
        raise ValueError(
            "Complex-valued `x` not allowed for self.onesided_fft='onesided'! Set "
            "property `fft_mode` to 'twosided' or 'centered'."
        )
    step = nperseg - noverlap
    remove = trend_remover(detrend)
    spectra = []
    for a in [x] if same else [x, y]:
        lines = moveaxis(a, axis, -1)
        if lines.shape[-1] < n:
            missing = (*lines.shape[:-1], n - lines.shape[-1])
            lines = concatenate([lines, zeros(missing, device=device)], axis=-1)
        window_there = in_precision_of(win, lines)
        spectra.append(transformed(lines, window_there, remove, step, nfft, onesided))
    if same:
        (s,) = spectra
        powers = s.real**2 + s.imag**2
    else:
        powers = spectra[0].conj() * spectra[1]
    if scaling == "density":
        size = win.real**2 + win.imag**2 if win.dtype.kind == "c" else win * win
        powers = powers / (fs * size.sum()).astype(powers.real.dtype)
    else:
        powers = powers / ufuncs["absolute"](win.sum() ** 2).astype(powers.real.dtype)
    if onesided:
        powers = doubled(powers, nfft)
    count = powers.shape[-2]
    if count == 1:
        powers = powers[..., 0, :]
    elif average == "median":
        if powers.dtype.kind == "c":
            powers = median(powers.real, axis=-2) + median(powers.imag, axis=-2) * 1j
        else:
            powers = median(powers, axis=-2)
        powers = powers / _median_bias(count)
    elif average == "mean":
        powers = powers.mean(axis=-2)
    else:
        raise ValueError(f"Parameter average={average!r} must be 'median' or 'mean'!")
    powers = moveaxis(powers, -1, axis)
    real = numpy.dtype(dtype.char.lower())
    powers = powers.astype(real if same else dtype, copy=False)
    return frequencies_of(nfft, fs, onesided, device), powers


def welch(
    x,
    fs=1.0,
    window="hann_periodic",
    nperseg=None,
    noverlap=None,
    nfft=None,
    detrend="constant",
    return_onesided=True,
    scaling="density",
    axis=-1,
    average="mean",
):
    """(frequencies, power spectral density) by Welch's method. See scipy.signal.welch.

    >>> from tenorite.scipy import signal
    >>> signal.welch(np.ones(512))[1].shape
    (129,)
    """
    frequencies, powers = csd(
        x,
        x,
        fs,
        window,
        nperseg,
        noverlap,
        nfft,
        detrend,
        return_onesided,
        scaling,
        axis,
        average,
    )
    return frequencies, powers.real


def periodogram(
    x,
    fs=1.0,
    window="boxcar",
    nfft=None,
    detrend="constant",
    return_onesided=True,
    scaling="density",
    axis=-1,
):
    """(frequencies, power spectral density) of the whole. See scipy.signal.periodogram.

    >>> from tenorite.scipy import signal
    >>> signal.periodogram(np.ones(8))[1].shape
    (5,)
    """
    x = as_operand(x)
    if x.size == 0:
        return (empty(x.shape, device=x.device),) * 2
    window = "boxcar" if window is None else window
    length = x.shape[axis]
    nperseg = length if nfft is None else min(nfft, length)
    if nfft is not None and nfft < length:
        key = [slice(None)] * x.ndim
        key[axis] = slice(0, nfft)
        x, nfft = x[tuple(key)], None
    if hasattr(window, "size") and window.size != nperseg:
        raise ValueError(
            "the size of the window must be the same size of the input on the specified "
            "axis"
        )
    return welch(
        x, fs, window, nperseg, 0, nfft, detrend, return_onesided, scaling, axis
    )


def coherence(
    x,
    y,
    fs=1.0,
    window="hann_periodic",
    nperseg=None,
    noverlap=None,
    nfft=None,
    detrend="constant",
    axis=-1,
):
    """(frequencies, coherence of two signals) by Welch's method.

    See scipy.signal.coherence.

    >>> from tenorite.scipy import signal
    >>> x = np.sin(np.arange(512.0))
    >>> signal.coherence(x, x)[1].round(6)[:2]
    array([1., 1.])
    """
    given = {"axis": axis, "detrend": detrend, "window": window, "nperseg": nperseg}
    given |= {"noverlap": noverlap, "nfft": nfft, "fs": fs}
    frequencies, of_x = welch(x, **given)
    _, of_y = welch(y, **given)
    _, of_both = csd(x, y, **given)
    return frequencies, ufuncs["absolute"](of_both) ** 2 / of_x / of_y


_NO_VALUE = numpy._NoValue


def lombscargle(
    x,
    y,
    freqs,
    *,
    precenter=_NO_VALUE,
    normalize=False,
    weights=None,
    floating_mean=False,
):
    """The periodogram of samples `y` at any times `x`, at angular frequencies.

    The products of all times and frequencies are made, so memory for them is needed. See
    scipy.signal.lombscargle.

    >>> from tenorite.scipy import signal
    >>> x = np.arange(8.0)
    >>> signal.lombscargle(x, np.sin(x), np.array([0.5, 1.0])).shape
    (2,)
    """
    x, y, freqs = (a.astype(float) for a in as_operands([x, y, freqs]))
    if weights is None:
        weights = ones_like(y)
    else:
        weights = as_operand(weights, x).astype(float)
    if not (x.ndim == 1 and x.size > 0 and x.shape == y.shape == weights.shape):
        raise ValueError(
            "Parameters x, y, weights must be 1-D arrays of equal non-zero length!"
        )
    if not (freqs.ndim == 1 and freqs.size > 0):
        raise ValueError("Parameter freqs must be a 1-D array of non-zero length!")
    if not bool((weights >= 0).all() & (weights.sum() > 0)):
        raise ValueError(
            "Parameter weights must have only non-negative entries which sum to a "
            "positive value!"
        )
    if isinstance(normalize, bool):
        normalize = "normalize" if normalize else "power"
    if normalize not in ("power", "normalize", "amplitude"):
        raise ValueError(
            "Normalize must be: False (or 'power'), True (or 'normalize'), or "
            "'amplitude'."
        )
    weights = weights * (1.0 / weights.sum())
    if precenter is not _NO_VALUE:
        warn(
            "Use of parameter 'precenter' is deprecated as of SciPy 1.17.0 and will be "
            "removed in 1.19.0. Please leave 'precenter' unspecified. Passing True to "
            "'precenter' can be exactly substituted by passing 'y = (y - y.mean())' into "
            "the input. Consider setting `floating_mean` to True instead.",
            DeprecationWarning,
        )
        y = y - y.mean() if precenter else y
    cos, sin = ufuncs["cos"], ufuncs["sin"]
    angles = x[:, None] * freqs
    c, s = cos(angles), sin(angles)

    def mean(a):
        return matmul(weights, a)

    # In the words of Zechmeister and Kürster (2009), turned by tau so that CS is 0.
    Y, CC, CS = mean(y), mean(c * c), mean(c * s)
    SS = 1.0 - CC
    if floating_mean:
        C, S = mean(c), mean(s)
        CC, SS, CS = CC - C * C, SS - S * S, CS - C * S
    tau = 0.5 * ufuncs["arctan2"](2.0 * CS, CC - SS)
    c, s = cos(angles - tau), sin(angles - tau)
    YC, YS = matmul(weights * y, c), matmul(weights * y, s)
    CC = mean(c * c)
    SS = 1.0 - CC
    if floating_mean:
        C, S = mean(c), mean(s)
        YC, YS = YC - Y * C, YS - Y * S
        CC, SS = CC - C * C, SS - S * S
    least = float(numpy.finfo(float).epsneg)
    a, b = YC / where(CC < least, least, CC), YS / where(SS < least, least, SS)
    if normalize == "amplitude":
        out = (a + 1j * b) * (cos(tau) + 1j * sin(tau))
        return out.squeeze()
    powers = 2.0 * (a * YC + b * YS)
    if normalize == "power":
        return (powers * (float(x.size) / 4.0)).squeeze()
    YY = matmul(weights * y, y) - (Y * Y if floating_mean else 0)
    return (powers * (0.5 / YY)).squeeze()

# SPDX-License-Identifier: Apache-2.0
"""Spectra of signals as they change with time, and back."""

import numpy

from ..._array.convert import as_operand
from ..._core import ufuncs, warn
from ..._numpy.creation import arange, empty, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import moveaxis, transpose
from ..._numpy.math import angle, unwrap
from ..._numpy.order_statistics import median
from ..fft import ifft, irfft
from ._extension import constant_extension, even_extension, odd_extension
from ._segments import (
    added_up,
    check_segments,
    in_precision_of,
    whole_window,
)
from ._spectra import doubled, frequencies_of, transformed, trend_remover

__all__ = ["check_COLA", "check_NOLA", "istft", "spectrogram", "stft"]

# ---- spectra by time ----


def _zeros_around(x, n, axis):
    end = zeros((*x.shape[:-1], n), x.dtype, device=x.device)
    return concatenate([end, x, end], axis=-1) if n > 0 else x


_BOUNDARIES = {
    "even": even_extension,
    "odd": odd_extension,
    "constant": constant_extension,
    "zeros": _zeros_around,
    None: None,
}


def _by_time(
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
    power,
    boundary=None,
    padded=False,
):
    """(frequencies, times, spectra): powers, or spectra themselves."""
    if boundary not in _BOUNDARIES:
        raise ValueError(
            f"Unknown boundary option '{boundary}', must be one of: {list(_BOUNDARIES)}"
        )
    axis = int(axis)
    x = as_operand(x)
    device = x.device
    dtype = numpy.result_type(x.dtype, numpy.complex64)
    if x.size == 0:
        return (empty(x.shape, device=device),) * 3
    lines = moveaxis(x, axis, -1) if x.ndim > 1 else x
    if nperseg is not None:
        nperseg = int(nperseg)
        if nperseg < 1:
            raise ValueError("nperseg must be a positive integer")
    win, nperseg = check_segments(window, nperseg, lines.shape[-1], lines)
    if nfft is None:
        nfft = nperseg
    elif nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    nfft = int(nfft)
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    step = nperseg - noverlap
    if boundary is not None:
        lines = _BOUNDARIES[boundary](lines, nperseg // 2, -1)
    if padded:
        missing = -(lines.shape[-1] - nperseg) % step % nperseg
        end = zeros((*lines.shape[:-1], missing), lines.dtype, device=device)
        lines = concatenate([lines, end], axis=-1)
    if scaling == "density":
        scale = 1.0 / (fs * (win * win).sum())
    elif scaling == "spectrum":
        scale = 1.0 / win.sum() ** 2
    else:
        raise ValueError(f"Unknown scaling: {scaling!r}")
    onesided = bool(return_onesided)
    if onesided and x.dtype.kind == "c":
        warn("Input data is complex, switching to return_onesided=False", UserWarning)
        onesided = False
    remove = trend_remover(detrend, axis)
    window_there = in_precision_of(win, lines)
    spectra = transformed(lines, window_there, remove, step, nfft, onesided)
    if power:
        spectra = spectra.real**2 + spectra.imag**2
    else:
        scale = ufuncs["sqrt"](scale)
    spectra = spectra * scale.astype(spectra.real.dtype)
    if power and onesided:
        spectra = doubled(spectra, nfft)
    count = spectra.shape[-2]
    times = (arange(count, dtype=float, device=device) * step + nperseg / 2) / float(fs)
    if boundary is not None:
        times = times - nperseg / 2 / fs
    spectra = spectra.astype(dtype.char.lower() if power else dtype, copy=False)
    # Frequencies along the axis, times along the last one.
    spectra = spectra.swapaxes(-1, -2)
    spectra = moveaxis(spectra, -2, axis - 1 if axis < 0 else axis)
    return frequencies_of(nfft, fs, onesided, device), times, spectra


_OUTPUTS = ["psd", "complex", "magnitude", "angle", "phase"]


def spectrogram(
    x,
    fs=1.0,
    window=("tukey_periodic", 0.25),
    nperseg=None,
    noverlap=None,
    nfft=None,
    detrend="constant",
    return_onesided=True,
    scaling="density",
    axis=-1,
    mode="psd",
):
    """(frequencies, times, spectra of the segments) of a signal.

    `mode` is "psd", "complex", "magnitude", "angle" or "phase". See
    scipy.signal.spectrogram.

    >>> from tenorite.scipy import signal
    >>> signal.spectrogram(np.ones(512))[2].shape
    (129, 2)
    """
    if mode not in _OUTPUTS:
        raise ValueError(f"unknown value for mode {mode}, must be one of {_OUTPUTS}")
    x = as_operand(x)
    win, nperseg = check_segments(window, nperseg, x.shape[axis], x)
    noverlap = nperseg // 8 if noverlap is None else noverlap
    given = (fs, win, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis)
    frequencies, times, spectra = _by_time(x, *given, power=mode == "psd")
    if mode == "magnitude":
        spectra = ufuncs["absolute"](spectra)
    elif mode in ("angle", "phase"):
        spectra = angle(spectra)
        if mode == "phase":
            spectra = unwrap(spectra, axis=axis - 1 if axis < 0 else axis)
    return frequencies, times, spectra


def stft(
    x,
    fs=1.0,
    window="hann_periodic",
    nperseg=256,
    noverlap=None,
    nfft=None,
    detrend=False,
    return_onesided=True,
    boundary="zeros",
    padded=True,
    axis=-1,
    scaling="spectrum",
):
    """(frequencies, times, spectra) of segments, from which istft() gives the signal.

    See scipy.signal.stft.

    >>> from tenorite.scipy import signal
    >>> signal.stft(np.ones(512))[2].shape
    (129, 5)
    """
    if scaling == "psd":
        scaling = "density"
    elif scaling != "spectrum":
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")
    given = (fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling)
    return _by_time(x, *given, axis, False, boundary, padded)


def istft(
    Zxx,
    fs=1.0,
    window="hann_periodic",
    nperseg=None,
    noverlap=None,
    nfft=None,
    input_onesided=True,
    boundary=True,
    time_axis=-1,
    freq_axis=-2,
    scaling="spectrum",
):
    """(times, signal) of spectra of segments, as stft() gives them.

    UserWarning where windows do not cover the signal, so that they are waited for. See
    scipy.signal.istft.

    >>> from tenorite.scipy import signal
    >>> signal.istft(signal.stft(np.ones(512))[2])[1].round(6)[:3]
    array([1., 1., 1.])
    """
    spectra = as_operand(Zxx)
    if spectra.dtype.kind != "c":
        spectra = spectra.astype("F" if spectra.dtype.char in "ef" else "D")
    freq_axis, time_axis = int(freq_axis), int(time_axis)
    ndim = spectra.ndim
    if ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    if freq_axis == time_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    count, rows = spectra.shape[time_axis], spectra.shape[freq_axis]
    usual = 2 * (rows - 1) if input_onesided else rows
    if nperseg is None:
        nperseg = usual
    else:
        nperseg = int(nperseg)
        if nperseg < 1:
            raise ValueError("nperseg must be a positive integer")
    if nfft is None:
        nfft = nperseg if input_onesided and nperseg == usual + 1 else usual
    elif nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    nfft = int(nfft)
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    step = nperseg - noverlap
    freq_axis, time_axis = freq_axis % ndim, time_axis % ndim
    others = [k for k in range(ndim) if k not in (freq_axis, time_axis)]
    spectra = transpose(spectra, [*others, time_axis, freq_axis])
    win = whole_window(window, nperseg, spectra)
    if len(win) != nperseg:
        raise ValueError(f"window must have length of {nperseg}")
    back = irfft if input_onesided else ifft
    segments = back(spectra, nfft)[..., :nperseg]
    win = win.astype(segments.dtype, copy=False)
    if scaling == "spectrum":
        scale = win.sum()
    elif scaling == "psd":
        scale = ufuncs["sqrt"](fs * (win**2).sum())
    else:
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")
    x = added_up(segments * (win * scale), step)
    squares = empty((count, nperseg), win.dtype, device=win.device)
    squares[...] = win**2
    weights = added_up(squares, step)
    if boundary:
        half = nperseg // 2
        # As SciPy's slice, which is empty for windows of one item.
        x, weights = (
            a[..., half : a.shape[-1] - half if half else 0] for a in (x, weights)
        )
    covered = weights.real > 1e-10
    if not bool(covered.all()):
        warn(
            "NOLA condition failed, STFT may not be invertible."
            + ("" if boundary else " Possibly due to missing boundary"),
            UserWarning,
        )
    x = x / where(covered, weights, 1.0)
    x = x.real if input_onesided else x
    if x.ndim > 1 and time_axis != ndim - 1:
        x = moveaxis(x, -1, time_axis - (freq_axis < time_axis))
    times = arange(x.shape[0], device=x.device) / float(fs)
    return times, x


def _check_overlap(nperseg, noverlap, dot=""):
    nperseg = int(nperseg)
    if nperseg < 1:
        raise ValueError("nperseg must be a positive integer")
    if noverlap >= nperseg:
        raise ValueError(f"noverlap must be less than nperseg{dot}")
    return nperseg, int(noverlap)


def _sums(window, nperseg, noverlap, power):
    win = whole_window(window, nperseg)
    if len(win) != nperseg:
        raise ValueError("window must have length of nperseg")
    win, step = win**power, nperseg - noverlap
    sums = zeros(step, win.dtype, device=win.device)
    for k in range(0, nperseg, step):
        piece = win[k : k + step]
        sums[: len(piece)] += piece
    return sums


def check_COLA(window, nperseg, noverlap, tol=1e-10):
    """Whether overlapping windows add up to a constant. See scipy.signal.check_COLA.

    >>> from tenorite.scipy import signal
    >>> bool(signal.check_COLA("hann", 8, 4))
    True
    """
    nperseg, noverlap = _check_overlap(nperseg, noverlap, ".")
    sums = _sums(window, nperseg, noverlap, 1)
    return ufuncs["absolute"](sums - median(sums)).max() < tol


def check_NOLA(window, nperseg, noverlap, tol=1e-10):
    """Whether overlapping windows cover everything. See scipy.signal.check_NOLA.

    >>> from tenorite.scipy import signal
    >>> bool(signal.check_NOLA("hann", 8, 4))
    True
    """
    nperseg, noverlap = _check_overlap(nperseg, noverlap)
    if noverlap < 0:
        raise ValueError("noverlap must be a nonnegative integer")
    return _sums(window, nperseg, noverlap, 2).min() > tol

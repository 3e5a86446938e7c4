# SPDX-License-Identifier: Apache-2.0
"""Filters, convolutions, resampling and spectra of long signals."""

import functools

import numpy

from ..pairs import Case

_TOLERANCE = {"float32": 1e-4, "float64": 1e-9}
_LENGTHS = (10_000_000, 1_000_000, 3_000)
_IMAGES = (2048, 512, 24)  # edges


@functools.lru_cache(maxsize=4)
def noise(shape, dtype, seed=0):
    """Noise upon a slow wave."""
    x = numpy.random.default_rng(seed).standard_normal(shape)
    return (x + numpy.sin(numpy.arange(shape[-1]) / 50)).astype(dtype)


@functools.cache
def _sections(dtype):
    """An elliptic low-pass filter of order 8, in second-order sections."""
    from scipy import signal

    return signal.ellip(8, 0.1, 60, 0.2, output="sos").astype(dtype)


@functools.cache
def _polynomials(dtype):
    """A Butterworth filter of order 4: numerator and denominator."""
    from scipy import signal

    return tuple(x.astype(dtype) for x in signal.butter(4, 0.2))


@functools.cache
def _taps(count, dtype):
    return (numpy.hanning(count + 2)[1:-1] / count * 2).astype(dtype)


def _kernel(n):
    """How long a filter suits a signal: 10^4 for 10^7."""
    return max(n // 1000, 9)


def _one(n, dtype):
    return (noise((n,), dtype),)


def _two(n, dtype):
    return noise((n,), dtype), noise((n,), dtype, seed=1)


def _with_sections(shape):
    return lambda n, dtype: (_sections(dtype), noise(shape(n), dtype))


def _image(n, dtype):
    return (noise((n, n), dtype),)


# name: (operands of a length and a dtype, what is called, the lengths). `sg` is signal.
_CASES = {
    "sosfilt 8 channels": (
        _with_sections(lambda n: (8, n)),
        lambda sg, sos, x: sg.sosfilt(sos, x),
    ),
    "sosfilt 8 channels axis=0": (
        _with_sections(lambda n: (n, 8)),
        lambda sg, sos, x: sg.sosfilt(sos, x, axis=0),
    ),
    "sosfiltfilt": (
        _with_sections(lambda n: (n,)),
        lambda sg, sos, x: sg.sosfiltfilt(sos, x),
    ),
    "lfilter order 4": (
        lambda n, dtype: (*_polynomials(dtype), noise((n,), dtype)),
        lambda sg, b, a, x: sg.lfilter(b, a, x),
    ),
    "lfilter 64 taps": (
        lambda n, dtype: (_taps(64, dtype), numpy.ones(1, dtype), noise((n,), dtype)),
        lambda sg, b, a, x: sg.lfilter(b, a, x),
    ),
    "filtfilt order 4": (
        lambda n, dtype: (*_polynomials(dtype), noise((n,), dtype)),
        lambda sg, b, a, x: sg.filtfilt(b, a, x),
    ),
    "fftconvolve n with n/1000": (
        lambda n, dtype: (noise((n,), dtype), _taps(_kernel(n), dtype)),
        lambda sg, x, h: sg.fftconvolve(x, h),
    ),
    "oaconvolve n with n/1000": (
        lambda n, dtype: (noise((n,), dtype), _taps(_kernel(n), dtype)),
        lambda sg, x, h: sg.oaconvolve(x, h),
    ),
    "convolve direct 64": (
        lambda n, dtype: (noise((n,), dtype), _taps(64, dtype)),
        lambda sg, x, h: sg.convolve(x, h, method="direct"),
    ),
    "resample_poly 3/2": (_one, lambda sg, x: sg.resample_poly(x, 3, 2)),
    "resample_poly 160/147": (_one, lambda sg, x: sg.resample_poly(x, 160, 147)),
    "upfirdn 101 taps 2/3": (
        lambda n, dtype: (_taps(101, dtype), noise((n,), dtype)),
        lambda sg, h, x: sg.upfirdn(h, x, up=2, down=3),
    ),
    "resample": (_one, lambda sg, x: sg.resample(x, x.size // 2 * 3)),
    "decimate 4": (_one, lambda sg, x: sg.decimate(x, 4)),
    "stft 1024": (_one, lambda sg, x: sg.stft(x, nperseg=1024)[-1]),
    "stft and istft 1024": (
        _one,
        lambda sg, x: sg.istft(sg.stft(x, nperseg=1024)[-1], nperseg=1024)[-1],
    ),
    "spectrogram 1024": (_one, lambda sg, x: sg.spectrogram(x, nperseg=1024)[-1]),
    "welch 1024": (_one, lambda sg, x: sg.welch(x, nperseg=1024)[-1]),
    "csd 1024": (_two, lambda sg, x, y: sg.csd(x, y, nperseg=1024)[-1]),
    "coherence 1024": (_two, lambda sg, x, y: sg.coherence(x, y, nperseg=1024)[-1]),
    "periodogram": (_one, lambda sg, x: sg.periodogram(x)[-1]),
    "hilbert": (_one, lambda sg, x: sg.hilbert(x)),
    "detrend": (_one, lambda sg, x: sg.detrend(x)),
    "savgol_filter 31": (_one, lambda sg, x: sg.savgol_filter(x, 31, 3)),
    "find_peaks": (_one, lambda sg, x: sg.find_peaks(x, height=1.0)[0]),
    "medfilt 7": (_one, lambda sg, x: sg.medfilt(x, 7)),
    "convolve2d 15": (
        lambda n, dtype: (noise((n, n), dtype), noise((15, 15), dtype)),
        lambda sg, x, h: sg.convolve2d(x, h, mode="same", boundary="symm"),
        _IMAGES,
    ),
    "medfilt2d 5": (_image, lambda sg, x: sg.medfilt2d(x, 5), _IMAGES),
    "wiener 5": (_image, lambda sg, x: sg.wiener(x, 5), _IMAGES),
}


def _case(name, dtype):
    operands, call, *lengths = _CASES[name]
    return Case(
        group="signal",
        name=name,
        dtype=dtype,
        operands=lambda n: operands(n, dtype),
        call=lambda side, *args: call(side.module("signal"), *args),
        sizes=lengths[0] if lengths else _LENGTHS,
        tolerance=_TOLERANCE[dtype],
    )


def cases():
    return [_case(name, dtype) for name in _CASES for dtype in ("float32", "float64")]

# SPDX-License-Identifier: Apache-2.0
"""Signals at other rates."""

import math
import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._array.convert import as_operand, as_operands
from ..._core import ndarray
from ..._numpy.creation import arange, ascontiguousarray, zeros
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import moveaxis
from ..._numpy.order_statistics import median
from ..._numpy.padding import pad
from ..fft import fft, fftfreq, fftshift, ifft, irfft, rfft
from ._convolution import filter_lines
from ._design import cheby1, firwin
from ._extension import part
from ._filters import sosfilt, sosfiltfilt
from .windows import get_window

__all__ = ["decimate", "resample", "resample_poly", "upfirdn"]

_MODES = [
    *("constant", "wrap", "edge", "smooth", "symmetric", "reflect", "antisymmetric"),
    *("antireflect", "line"),
]


def _output_length(taps, length, up, down):
    return ((length - 1) * up + taps - 1) // down + 1


def _line(x, axis, count, first, step, axis_numbers):
    """Items of a straight line, as many as numbers, along an axis."""
    shape = [1] * x.ndim
    shape[axis] = count
    return first + step * axis_numbers.reshape(shape)


def _extended(x, n, axis, mode, cval):
    """`x` with `n` items more at both ends."""
    widths = [(n, n) if k == axis else (0, 0) for k in range(x.ndim)]
    if mode == "constant":
        return pad(x, widths, constant_values=cval)
    if mode in ("wrap", "edge", "symmetric", "reflect"):
        return pad(x, widths, mode)
    if mode == "antireflect":
        return pad(x, widths, "reflect", reflect_type="odd")
    length = x.shape[axis]
    first, last = part(x, 0, 1, axis=axis), part(x, -1, None, axis=axis)
    if mode == "antisymmetric":
        # Mirrored at the ends with the other sign, and so on.
        mirrored = pad(x, widths, "symmetric")
        place = arange(-n, length + n, device=x.device) // length
        shape = [1] * x.ndim
        shape[axis] = -1
        return mirrored * (1 - 2 * (place % 2)).reshape(shape).astype(x.dtype)
    after = arange(1, n + 1, dtype=x.real.dtype, device=x.device)
    if length == 1:
        return pad(x, widths, "edge")
    if mode == "smooth":
        slopes = (
            part(x, 1, 2, axis=axis) - first,
            last - part(x, -2, -1, axis=axis),
        )
    else:  # the line through the first and the last item
        slopes = [(last - first) / (length - 1)] * 2
    before = _line(x, axis, n, first, -slopes[0], after[::-1])
    return concatenate(
        [before, x, _line(x, axis, n, last, slopes[1], after)], axis=axis
    )


def upfirdn(h, x, up=1, down=1, axis=-1, mode="constant", cval=0):
    """`x` with zeros between its items, filtered by `h`, and every `down`-th item of it.

    `mode` and `cval` say what stands beyond the ends. See scipy.signal.upfirdn.

    >>> from tenorite.scipy import signal
    >>> signal.upfirdn([1.0, 1.0], np.array([1.0, 2.0]), 2)
    array([1., 1., 2., 2.])
    """
    h, x = as_operands([h, x])
    if h.ndim != 1 or h.size == 0:
        raise ValueError("h must be 1-D with non-zero length")
    dtype = numpy.result_type(h.dtype, x.dtype, numpy.float32)
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError("Both up and down must be >= 1")
    mode = mode.lower()
    if mode not in _MODES:
        raise ValueError(f"Unknown mode: {mode}")
    axis = normalize_axis_index(axis, x.ndim)
    h, x = h.astype(dtype, copy=False), x.astype(dtype, copy=False)
    length, taps = x.shape[axis], h.size
    count = _output_length(taps, length, up, down)
    if mode == "constant" and type(cval) in (int, float) and cval == 0:
        return filter_lines(x, h, up, down, count, axis)
    beyond = -(-taps // up)
    # So many more that items of the result are `down` apart from the first one.
    beyond += -beyond % down
    extended = _extended(x, beyond, axis, mode, cval)
    skipped = beyond * up // down
    y = filter_lines(extended, h, up, down, skipped + count, axis)
    return ascontiguousarray(part(y, skipped, None, axis=axis))


def resample(x, num, t=None, axis=0, window=None, domain="time"):
    """`x` at `num` times along an axis, by Fourier transforms; with `t` also those.

    See scipy.signal.resample.

    >>> from tenorite.scipy import signal
    >>> signal.resample(np.array([1.0, 0.0, 1.0, 0.0]), 2).round(6)
    array([0.5, 0.5])
    """
    if domain not in ("time", "freq"):
        raise ValueError(f"Parameter domain={domain!r} not in ('time', 'freq')!")
    x = as_operand(x)
    x = moveaxis(x, axis, -1) if x.ndim > 1 else x
    length = x.shape[-1]
    factor = length / num
    few = min(num, length)
    weights = None
    if callable(window):
        weights = window(fftfreq(length, device=x.device))
    elif isinstance(window, (ndarray, numpy.ndarray)):
        if window.shape != (length,):
            raise ValueError(
                f"window.shape={window.shape!r} != ({length},), i.e., window length is "
                "not equal to number of frequency bins!"
            )
        weights = as_operand(window, x)
    elif window is not None:
        weights = fftshift(get_window(window, length, device=x.device))
    if domain == "time" and x.dtype.kind != "c":
        spectrum = rfft(x)
        if weights is not None:
            half = spectrum.shape[-1]
            weights = weights.copy()
            weights[1:half] = (weights[1:half] + weights[-half + 1 :][::-1]) / 2
            spectrum = (spectrum * weights[:half]).astype(spectrum.dtype)
        spectrum = spectrum[..., : few // 2 + 1].copy()
        if few % 2 == 0 and num != length:
            spectrum[..., few // 2] *= 2 if num < length else 0.5
        y = irfft(spectrum / factor, num)
    else:
        spectrum = fft(x) if domain == "time" else x
        spectrum = spectrum if weights is None else spectrum * weights
        half = few // 2 + 1
        other = zeros((*spectrum.shape[:-1], num), spectrum.dtype, device=x.device)
        other[..., :half] = spectrum[..., :half]
        if half < few:
            other[..., half - few :] = spectrum[..., half - few :]
        if few % 2 == 0:
            if num < length:
                other[..., -few // 2] += spectrum[..., -few // 2]
            elif length < num:
                other[..., few // 2] /= 2
                other[..., num - few // 2] = other[..., few // 2]
        y = ifft(other / factor)
    y = moveaxis(y, -1, axis) if y.ndim > 1 else y
    if t is None:
        return y
    t = as_operand(t, x)
    return y, t[0] + (t[1] - t[0]) * factor * arange(num, device=x.device)


def resample_poly(
    x, up, down, axis=0, window=("kaiser", 5.0), padtype="constant", cval=None
):
    """`x` at `up` / `down` times its rate along an axis, by a filter without recursion.

    See scipy.signal.resample_poly.

    >>> from tenorite.scipy import signal
    >>> signal.resample_poly(np.ones(8), 1, 2).shape
    (4,)
    """
    x = as_operand(x)
    if up != int(up):
        raise ValueError("up must be an integer")
    if down != int(down):
        raise ValueError("down must be an integer")
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError("up and down must be >= 1")
    if cval is not None and padtype != "constant":
        raise ValueError("cval has no effect when padtype is ", padtype)
    common = math.gcd(up, down)
    up, down = up // common, down // common
    if up == down == 1:
        return x.copy()
    length = x.shape[axis]
    count = -(-length * up // down)
    if isinstance(window, (list, ndarray, numpy.ndarray)):
        h = as_operand(window, x)
        if h.ndim > 1:
            raise ValueError("window must be 1-D")
        half = (h.size - 1) // 2
    else:
        rate = max(up, down)
        half = 10 * rate
        h = firwin(2 * half + 1, 1.0 / rate, window=window).to_device(x.device)
        h = h.astype(x.dtype) if x.dtype.kind in "fc" else h
    h = h * up
    before = down - half % down
    removed = (half + before) // down
    after = 0
    while _output_length(h.size + before + after, length, up, down) < count + removed:
        after += 1
    h = concatenate(
        [zeros(n, h.dtype, device=x.device) for n in (before,)]
        + [h, zeros(after, h.dtype, device=x.device)]
    )
    levels = {
        "mean": lambda: x.mean(axis=axis, keepdims=True),
        "median": lambda: median(x, axis=axis, keepdims=True),
        "minimum": lambda: x.min(axis=axis, keepdims=True),
        "maximum": lambda: x.max(axis=axis, keepdims=True),
    }
    level, options = None, {}
    if padtype in levels:
        level = levels[padtype]()
        x = x - level
    elif padtype in _MODES:
        options = {"mode": padtype}
        if padtype == "constant":
            options["cval"] = 0 if cval is None else cval
    else:
        raise ValueError(
            "padtype must be one of: maximum, mean, median, minimum, "
            + ", ".join(_MODES)
        )
    y = upfirdn(h, x, up, down, axis, **options)
    y = part(y, removed, removed + count, axis=axis)
    return y if level is None else y + level


def decimate(x, q, n=None, ftype="iir", axis=-1, zero_phase=True):
    """Every `q`-th item of `x` along an axis, of what a low-pass filter leaves of it.

    `ftype` is "iir" (Chebyshev's of order 8) or "fir". See scipy.signal.decimate.

    >>> from tenorite.scipy import signal
    >>> signal.decimate(np.ones(60), 2).shape
    (30,)
    """
    x = as_operand(x)
    q = operator.index(q)
    n = n if n is None else operator.index(n)
    dtype = x.dtype
    if dtype.kind not in "fc" or dtype.itemsize == 2:
        dtype = numpy.dtype(float)
    if ftype == "fir":
        n = 20 * q if n is None else n
        b = firwin(n + 1, 1.0 / q, window="hamming").to_device(x.device).astype(dtype)
        if zero_phase:
            return resample_poly(x, 1, q, axis=axis, window=b)
        count = -(-x.shape[axis] // q)
        return part(upfirdn(b, x, 1, q, axis), 0, count, axis=axis)
    if ftype != "iir":
        raise ValueError("invalid ftype")
    sos = cheby1(8 if n is None else n, 0.05, 0.8 / q, output="sos")
    sos = sos.to_device(x.device).astype(dtype)
    run = sosfiltfilt if zero_phase else sosfilt
    return part(run(sos, x, axis=axis), step=q, axis=axis)

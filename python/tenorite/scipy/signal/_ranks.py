# SPDX-License-Identifier: Apache-2.0
"""Medians and other ranks of windows, and Wiener's and Savitzky's filters."""

import math

import numpy

from ..._array.convert import as_operand, from_host, host_array
from ..._core import warn
from ..._numpy.creation import ascontiguousarray, empty
from ..._numpy.indexing import where
from ..._numpy.manipulation import moveaxis
from ..._numpy.padding import pad
from ..._numpy.products import matmul
from ..ndimage import rank_filter
from ..ndimage._filters_1d import correlation_step
from ..ndimage._support import run_steps
from ._convolution import convolve_lines, correlate
from ._extension import part

__all__ = [
    "medfilt",
    "medfilt2d",
    "order_filter",
    "savgol_coeffs",
    "savgol_filter",
    "wiener",
]


def _is_ranked(dtype):
    return dtype.kind in "iu" or dtype.char in "fd"


def order_filter(a, domain, rank):
    """Items of a rank of windows, where `domain` is not 0; zeros lie around.

    See scipy.signal.order_filter.

    >>> from tenorite.scipy import signal
    >>> signal.order_filter(np.array([3, 1, 2]), np.ones(3), 2)
    array([3, 3, 2])
    """
    a = as_operand(a)
    footprint = host_array(domain)
    for n in footprint.shape:
        if n % 2 != 1:
            raise ValueError(
                "Each dimension of domain argument should have an odd number of elements."
            )
    if not _is_ranked(a.dtype):
        raise ValueError(f"dtype={a.dtype} is not supported by order_filter")
    return rank_filter(a, rank, footprint=footprint, mode="constant")


def _sizes(kernel_size, ndim):
    sizes = numpy.asarray(3 if kernel_size is None else host_array(kernel_size))
    sizes = numpy.repeat(sizes, ndim) if sizes.shape == () else sizes
    for k in range(ndim):
        if sizes[k] % 2 != 1:
            raise ValueError("Each element of kernel_size should be odd.")
    return sizes


def _median(x, sizes):
    return rank_filter(x, math.prod(sizes) // 2, size=sizes, mode="constant")


def medfilt(volume, kernel_size=None):
    """Medians of windows of odd sizes (3), among zeros. See scipy.signal.medfilt.

    >>> from tenorite.scipy import signal
    >>> signal.medfilt(np.array([1.0, 9.0, 2.0, 3.0]))
    array([1., 2., 3., 2.])
    """
    volume = as_operand(volume)
    volume = volume.reshape(1) if volume.ndim == 0 else volume
    if not _is_ranked(volume.dtype):
        raise ValueError(f"dtype={volume.dtype} is not supported by medfilt")
    sizes = _sizes(kernel_size, volume.ndim)
    if any(n > m for n, m in zip(sizes, volume.shape, strict=False)):
        warn(
            "kernel_size exceeds volume extent: the volume will be zero-padded.",
            UserWarning,
        )
    return _median(volume, sizes)


def medfilt2d(input, kernel_size=3):
    """Medians of windows of an image, among zeros. See scipy.signal.medfilt2d.

    >>> from tenorite.scipy import signal
    >>> signal.medfilt2d(np.ones((3, 3)))[1]
    array([1., 1., 1.])
    """
    input = as_operand(input)
    if input.dtype.char not in "Bfd":
        return medfilt(input, kernel_size)
    sizes = _sizes(kernel_size, 2)
    if input.ndim != 2:
        few = "of too small depth" if input.ndim < 2 else "too deep"
        raise ValueError(f"object {few} for desired array")
    return _median(input, sizes)


def _window_sums(x, sizes):
    """Sums of windows among zeros: those of float64 along one axis after the other."""
    if len(sizes) != x.ndim or min(sizes, default=1) < 1 or x.dtype.char in "eFD":
        return correlate(x, from_host(numpy.ones(sizes), x.device), "same")
    steps = [
        correlation_step(numpy.ones((n,)), axis, "constant", 0.0)
        for axis, n in enumerate(sizes)
        if n > 1
    ]
    return run_steps(steps, x, empty(x.shape, numpy.float64, device=x.device))


def wiener(im, mysize=None, noise=None):
    """Wiener's filter of local means and variances. See scipy.signal.wiener.

    >>> from tenorite.scipy import signal
    >>> signal.wiener(np.arange(5.0), noise=100.0).round(3)
    array([0.333, 1.   , 2.   , 3.   , 2.333])
    """
    im = as_operand(im)
    sizes = [3] * im.ndim if mysize is None else mysize
    sizes = [sizes] * im.ndim if numpy.ndim(sizes) == 0 else list(sizes)
    count = float(math.prod(sizes))
    means = _window_sums(im, sizes) / count
    variances = _window_sums(im**2, sizes) / count - means**2
    noise = variances.mean() if noise is None else noise
    result = (im - means) * (1 - noise / variances) + means
    return where(variances < noise, means, result)


# ---- Savitzky's and Golay's ----


def _coefficients(window_length, polyorder, deriv, delta, pos, use):
    """The coefficients, which are few, on the host."""
    if polyorder >= window_length:
        raise ValueError("polyorder must be less than window_length.")
    if pos is None:
        pos = window_length // 2 - (0 if window_length % 2 else 0.5)
    if not 0 <= pos < window_length:
        raise ValueError("pos must be nonnegative and less than window_length.")
    if use not in ("conv", "dot"):
        raise ValueError("`use` must be 'conv' or 'dot'")
    if deriv > polyorder:
        return numpy.zeros(window_length)
    x = numpy.arange(-pos, window_length - pos, dtype=float)
    x = x[::-1] if use == "conv" else x
    powers = x ** numpy.arange(polyorder + 1)[:, None]
    wanted = numpy.zeros(polyorder + 1)
    wanted[deriv] = math.factorial(deriv) / delta**deriv
    return numpy.linalg.lstsq(powers, wanted, rcond=numpy.finfo(float).eps)[0]


def savgol_coeffs(
    window_length,
    polyorder,
    deriv=0,
    delta=1.0,
    pos=None,
    use="conv",
    *,
    xp=None,
    device=None,
):
    """Coefficients of the filter that fits polynomials to windows.

    See scipy.signal.savgol_coeffs.

    >>> from tenorite.scipy import signal
    >>> signal.savgol_coeffs(3, 1).round(4)
    array([0.3333, 0.3333, 0.3333])
    """
    found = _coefficients(window_length, polyorder, deriv, delta, pos, use)
    return from_host(numpy.ascontiguousarray(found), device)


def _edge_matrix(window_length, polyorder, deriv, delta, places):
    """What gives values at places of the polynomial that fits a window."""
    middle = (window_length - 1) / 2
    x = numpy.arange(window_length) - middle
    fit = numpy.linalg.pinv(numpy.vander(x, polyorder + 1, increasing=True))
    rows = numpy.zeros((len(places), polyorder + 1))
    for k in range(deriv, polyorder + 1):
        rows[:, k] = math.perm(k, deriv) * (places - middle) ** (k - deriv)
    return rows @ fit / delta**deriv


_MODES = {
    "mirror": "reflect",
    "constant": "constant",
    "nearest": "edge",
    "wrap": "wrap",
}


def savgol_filter(
    x,
    window_length,
    polyorder,
    deriv=0,
    delta=1.0,
    axis=-1,
    mode="interp",
    cval=0.0,
):
    """`x` smoothed along an axis by polynomials that fit windows, or its derivatives.

    `mode` "mirror", "constant", "nearest" or "wrap" extends it; with "interp" the first
    and the last polynomial give the items at the ends. See scipy.signal.savgol_filter.

    >>> from tenorite.scipy import signal
    >>> signal.savgol_filter(np.arange(5.0) ** 2, 3, 2)[1:].round(6)
    array([ 1.,  4.,  9., 16.])
    """
    if mode not in (*_MODES, "interp"):
        raise ValueError(
            "mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'."
        )
    x = as_operand(x)
    x = x if x.dtype.char in "fd" else x.astype(float)
    found = _coefficients(window_length, polyorder, deriv, delta, None, "conv")
    length = x.shape[axis]
    if mode == "interp" and window_length > length:
        raise ValueError(
            "If mode is 'interp', window_length must be less than or equal to the size "
            "of x."
        )
    if x.size == 0:
        return x.copy()
    half = window_length // 2
    # As scipy.ndimage: sums are of double precision.
    before, after = window_length - 1 - half, half
    lines = moveaxis(x, axis, -1).astype(float, copy=False)
    edges = [(0, 0)] * (x.ndim - 1) + [(before, after)]
    kind = _MODES.get(mode, "constant")
    options = {"constant_values": cval if mode == "constant" else 0.0}
    around = pad(lines, edges, kind, **(options if kind == "constant" else {}))
    taps = from_host(numpy.ascontiguousarray(found), x.device)
    whole = convolve_lines(around, taps, -1)
    y = part(whole, window_length - 1, window_length - 1 + length)
    if mode == "interp" and half:
        y = y.copy()
        ends = numpy.arange(half), numpy.arange(window_length - half, window_length)
        first, last = (
            from_host(
                _edge_matrix(window_length, polyorder, deriv, delta, at), x.device
            )
            for at in ends
        )
        y[..., :half] = matmul(lines[..., :window_length], first.T)
        y[..., length - half :] = matmul(lines[..., length - window_length :], last.T)
    return ascontiguousarray(moveaxis(y, -1, axis).astype(x.dtype, copy=False))

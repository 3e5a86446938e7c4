# SPDX-License-Identifier: Apache-2.0
"""Convolutions and correlations, as they are written; the choice of the way."""

import cmath
import math

import numpy

from ..._array.convert import as_operands, from_host, host_array
from ..._array.memory import is_in_host_memory
from ..._core import ufuncs, warn
from ..._numpy.creation import arange, ascontiguousarray, empty, zeros
from ..._numpy.padding import pad
from ..._numpy.statistics import convolve as _convolve_1d
from ..._numpy.statistics import correlate as _correlate_1d
from .._kernels import KernelFile, blocks, c_type, launch
from ._convolution_shapes import check_pair, must_swap
from ._fourier_convolution import fftconvolve

__all__ = [
    "choose_conv_method",
    "convolve",
    "convolve2d",
    "correlate",
    "correlate2d",
    "correlation_lags",
]

_kernels = KernelFile(__file__, "convolution.cuh")
_MODES = ("valid", "same", "full")
_BAD_MODE = "Acceptable mode flags are 'valid', 'same', or 'full'."
_BAD_METHOD = "Acceptable method flags are 'auto', 'direct', or 'fft'."


def _numbers(*values):
    return [numpy.int64(x) for x in values]


def filter_lines(x, h, up, down, count, axis):
    """Lines of `x` along an axis spread out by `up`, filtered by `h`, thinned by `down`.

    `count` items of each; both arrays are of one inexact dtype.
    """
    x, h = ascontiguousarray(x), ascontiguousarray(h)
    length = x.shape[axis]
    outer, inner = math.prod(x.shape[:axis]), math.prod(x.shape[axis + 1 :])
    shape = (*x.shape[:axis], count, *x.shape[axis + 1 :])
    y = empty(shape, x.dtype, device=x.device)
    sizes = _numbers(outer * inner, length, inner, len(h), up, down, count)
    kernel = _kernels("filter_lines", c_type(x.dtype))
    launch(kernel, blocks(outer * inner * count), (x, h, y, *sizes))
    return y


def convolve_lines(x, h, axis):
    """The full convolution of lines of `x` with `h`, of one inexact dtype."""
    axis %= x.ndim
    return filter_lines(x, h, 1, 1, x.shape[axis] + len(h) - 1, axis)


def _reversed(x):
    return x[(slice(None, None, -1),) * x.ndim]


def _conjugate(x):
    return x.conj() if x.dtype.kind == "c" else x


# ---- as they are written ----


def _correlate_windows(x, w, shape):
    """Sums of `w` times each window of `x`: a result of that shape, one dtype."""
    x, w = ascontiguousarray(x), ascontiguousarray(w)
    y = empty(shape, x.dtype, device=x.device)
    steps = [s // x.itemsize for s in x.strides]
    places = sum(
        numpy.arange(n).reshape(-1, *[1] * (w.ndim - 1 - k)) * steps[k]
        for k, n in enumerate(w.shape)
    )
    tables = (places.ravel(), numpy.array(shape), numpy.array(steps))
    tables = [from_host(t.astype(numpy.int64), x.device) for t in tables]
    kernel = _kernels("correlate_windows", c_type(x.dtype))
    sizes = (numpy.int32(x.ndim), *_numbers(w.size, y.size))
    launch(kernel, blocks(y.size), (x, w, y, *tables, *sizes))
    return y


def _direct_correlation(in1, in2, mode, filling=0):
    """Sums of products with `in2`, which is conjugated already, in their dtype."""
    dtype = numpy.result_type(in1.dtype, in2.dtype)
    in1, in2 = in1.astype(dtype, copy=False), in2.astype(dtype, copy=False)
    if mode == "valid":
        shape = [n - m + 1 for n, m in zip(in1.shape, in2.shape, strict=True)]
        return _correlate_windows(in1, in2, shape)
    edges = [(m - 1, m - 1) for m in in2.shape]
    shape = [n + m - 1 for n, m in zip(in1.shape, in2.shape, strict=True)]
    if mode == "same":
        edges = [(m // 2, m - 1 - m // 2) for m in in2.shape]
        shape = in1.shape
    return _correlate_windows(pad(in1, edges), in2, shape)


def _fits_numpy(in1, in2, mode):
    """Whether NumPy's functions of lines do the same."""
    if not in1.ndim == in2.ndim == 1 or 0 in (in1.size, in2.size):
        return False
    return mode in ("full", "valid") or in1.size >= in2.size


def correlate(in1, in2, mode="full", method="auto"):
    """The cross-correlation of two arrays of as many axes, `in2` conjugated.

    `mode` "full", "same" (as `in1`) or "valid"; `method` "direct", "fft" or "auto".
    See scipy.signal.correlate.

    >>> from tenorite.scipy import signal
    >>> signal.correlate(np.array([1, 2, 3]), np.array([0, 1]))
    array([1, 2, 3, 0])
    """
    in1, in2 = as_operands([in1, in2])
    if in1.ndim == in2.ndim == 0:
        return in1 * _conjugate(in2)
    check_pair(in1, in2)
    if mode not in _MODES:
        raise ValueError(_BAD_MODE)
    if method in ("fft", "auto"):
        return convolve(in1, _conjugate(_reversed(in2)), mode, method)
    if method != "direct":
        raise ValueError(_BAD_METHOD)
    if _fits_numpy(in1, in2, mode):
        return _correlate_1d(in1, in2, mode)
    swapped = (mode == "full" and in2.size > in1.size) or must_swap(
        mode, in1.shape, in2.shape
    )
    if swapped:
        in1, in2 = in2, in1
    out = _direct_correlation(in1, _conjugate(in2), mode)
    return _conjugate(_reversed(out)).copy() if swapped else out


def convolve(in1, in2, mode="full", method="auto"):
    """The convolution of two arrays of as many axes.

    `mode` "full", "same" (as `in1`) or "valid"; `method` "direct", "fft" or "auto".
    Of integers the result is exact: where "auto" would not be sure of that it is
    "direct". See scipy.signal.convolve.

    >>> from tenorite.scipy import signal
    >>> signal.convolve(np.array([1, 2, 3]), np.array([0, 1]))
    array([0, 1, 2, 3])
    """
    in1, in2 = as_operands([in1, in2])
    if in1.ndim == in2.ndim == 0:
        return in1 * in2
    if in1.ndim != in2.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    if must_swap(mode, in1.shape, in2.shape):
        in1, in2 = in2, in1
    if method == "auto":
        method = choose_conv_method(in1, in2, mode)
    if method == "fft":
        out = fftconvolve(in1, in2, mode)
        dtype = numpy.result_type(in1.dtype, in2.dtype)
        if dtype.kind in "iu":
            out = ufuncs["rint"](out)
        # One look, as SciPy has it; on a GPU it would wait.
        if out.size and is_in_host_memory(out):
            first = out[(0,) * out.ndim].item()
            if not cmath.isfinite(first):
                warn(_NOT_FINITE, RuntimeWarning)
        return out.astype(dtype, copy=False)
    if method != "direct":
        raise ValueError(_BAD_METHOD)
    if _fits_numpy(in1, in2, mode):
        return _convolve_1d(in1, in2, mode)
    return correlate(in1, _conjugate(_reversed(in2)), mode, "direct")


_NOT_FINITE = (
    "Use of fft convolution on input with NAN or inf results in NAN or inf output. "
    "Consider using method='direct' instead."
)

# Products that are done in the time of one step of a transform, and products that are
# done before a transform has begun: as measured for lines of 1000 to 100000 items.
_FFT_STEP = 6
_FFT_START = 1 << 16


def _costs(shape1, shape2, mode):
    """Numbers of products: (of transforms, as they are written)."""
    if mode == "full":
        out = [n + m - 1 for n, m in zip(shape1, shape2, strict=True)]
    elif mode == "valid":
        out = [abs(n - m) + 1 for n, m in zip(shape1, shape2, strict=True)]
    elif mode == "same":
        out = shape1
    else:
        raise ValueError(
            f"Acceptable mode flags are 'valid', 'same', or 'full', not mode={mode}"
        )
    points = math.prod(n + m - 1 for n, m in zip(shape1, shape2, strict=True))
    fewer = min(math.prod(shape1), math.prod(shape2))
    by_fft = 3 * points * math.log2(max(points, 2)) * _FFT_STEP + _FFT_START
    return by_fft, fewer * math.prod(out)


def choose_conv_method(in1, in2, mode="full", measure=False):
    """ "direct" or "fft", whichever convolve() is to use for arrays of such shapes.

    "direct" for integers that transforms would round; the largest are waited for. With
    `measure` also a dict of measured times. See scipy.signal.choose_conv_method.

    >>> from tenorite.scipy import signal
    >>> signal.choose_conv_method(np.ones(100_000), np.ones(50_000))
    'fft'
    """
    in1, in2 = as_operands([in1, in2])
    if measure:
        times = {
            method: _seconds(lambda: convolve(in1, in2, mode, method))  # noqa: B023
            for method in ("fft", "direct")
        }
        return min(times, key=times.get), times
    by_fft, direct = _costs(in1.shape, in2.shape, mode)
    if direct <= by_fft or in1.dtype.kind == in2.dtype.kind == "b":
        return "direct"
    if "i" in (kinds := {in1.dtype.kind, in2.dtype.kind}) or "u" in kinds:
        largest = min(in1.size, in2.size)
        for x in (in1, in2):
            largest *= int(ufuncs["absolute"](x).max())
        if largest > 2 ** numpy.finfo(float).nmant - 1:
            return "direct"
    return "fft"


def _seconds(call):
    """The least time of three calls, on whatever device they run."""
    import time

    best = math.inf
    for _ in range(4):  # the first compiles
        start = time.perf_counter()
        call().get()
        best = min(best, time.perf_counter() - start)
    return best


def correlation_lags(in1_len, in2_len, mode="full"):
    """By how many items the inputs of correlate() are shifted, int64.

    See scipy.signal.correlation_lags.

    >>> from tenorite.scipy import signal
    >>> signal.correlation_lags(3, 2)
    array([-1,  0,  1,  2])
    """
    if mode == "full":
        return arange(-in2_len + 1, in1_len)
    if mode == "same":
        lags = arange(-in2_len + 1, in1_len)
        start = lags.size // 2 - in1_len // 2
        return lags[start : start + in1_len]
    if mode == "valid":
        bound = in1_len - in2_len
        return arange(bound + 1) if bound >= 0 else arange(bound, 1)
    raise ValueError(f"Mode {mode} is invalid")


# ---- of images ----

_BOUNDARIES = {
    "fill": "constant",
    "pad": "constant",
    "wrap": "wrap",
    "circular": "wrap",
    "symm": "symmetric",
    "symmetric": "symmetric",
}


def _images(name, in1, in2):
    in1, in2 = as_operands([in1, in2])
    if not in1.ndim == in2.ndim == 2:
        raise ValueError(f"{name} inputs must both be 2-D arrays")
    return in1, in2


def _check_flags(mode, boundary):
    if mode not in _MODES:
        raise ValueError(_BAD_MODE)
    if boundary not in _BOUNDARIES:
        raise ValueError(
            "Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and "
            "'symmetric' (or 'symm')."
        )


def _filling(value, dtype):
    """A fill value as an item of the dtype; SciPy's errors for others."""
    value = host_array(value)
    if value.size != 1:
        raise ValueError("`fillvalue` must be scalar or an array with one element.")
    value = value.reshape(-1)[0]
    if isinstance(value, str):
        complex(value)  # or Python's ValueError
    try:
        number = complex(math.nan if value is None else value)  # as NumPy casts it
        if dtype.kind == "c":
            return dtype.type(number)
        if number.imag:
            raise ValueError("not a real number")
        real = int(number.real) if dtype.kind in "iu" else number.real
        with numpy.errstate(over="ignore"):
            return dtype.type(real)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            "could not cast `fillvalue` directly to the output type (it was first "
            "converted to complex)."
        ) from None


def _correlate_images(in1, in2, mode, boundary, fillvalue, before):
    """Sums of `in2` times windows of `in1` in its surroundings.

    `before` are the items of the windows of "same" before the item itself.
    """
    dtype = numpy.result_type(in1.dtype, in2.dtype)
    if dtype.char in "?e":
        raise ValueError("convolve2d not available for this type.")
    in1, in2 = in1.astype(dtype, copy=False), in2.astype(dtype, copy=False)
    if mode == "valid":
        shape = [n - m + 1 for n, m in zip(in1.shape, in2.shape, strict=True)]
        return _correlate_windows(in1, in2, shape)
    edges = [(m - 1, m - 1) for m in in2.shape]
    shape = [n + m - 1 for n, m in zip(in1.shape, in2.shape, strict=True)]
    if mode == "same":
        edges = [(k, m - 1 - k) for k, m in zip(before, in2.shape, strict=True)]
        shape = in1.shape
    options = {}
    if _BOUNDARIES[boundary] == "constant":
        options["constant_values"] = _filling(fillvalue, dtype)
    if in2.size == 0:
        return zeros(shape, dtype, device=in1.device)
    return _correlate_windows(
        pad(in1, edges, _BOUNDARIES[boundary], **options), in2, shape
    )


def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """The convolution of two images, in surroundings of "fill", "wrap" or "symm".

    See scipy.signal.convolve2d.

    >>> from tenorite.scipy import signal
    >>> signal.convolve2d(np.ones((2, 2)), np.ones((1, 2)), "same")
    array([[1., 2.],
           [1., 2.]])
    """
    in1, in2 = _images("convolve2d", in1, in2)
    if must_swap(mode, in1.shape, in2.shape):
        in1, in2 = in2, in1
    _check_flags(mode, boundary)
    before = [m // 2 for m in in2.shape]
    return _correlate_images(in1, _reversed(in2), mode, boundary, fillvalue, before)


def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """The cross-correlation of two images, `in2` conjugated, in such surroundings.

    See scipy.signal.correlate2d.

    >>> from tenorite.scipy import signal
    >>> signal.correlate2d(np.ones((2, 2)), np.ones((1, 2)), "same")
    array([[2., 1.],
           [2., 1.]])
    """
    in1, in2 = _images("correlate2d", in1, in2)
    swapped = must_swap(mode, in1.shape, in2.shape)
    if swapped:
        in1, in2 = in2, in1
    _check_flags(mode, boundary)
    before = [(m - 1) // 2 for m in in2.shape]
    out = _correlate_images(in1, _conjugate(in2), mode, boundary, fillvalue, before)
    return out[::-1, ::-1] if swapped else out

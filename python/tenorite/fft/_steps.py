# SPDX-License-Identifier: Apache-2.0
"""One-dimensional transforms as values: NumPy's checks, lengths and dtypes.

A call of any function is a list of these, checked before anything runs.
"""

import functools
import operator
import sys
from typing import NamedTuple

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import as_output, beside, is_host_array, mixed_devices
from .._runtime.numpy_version import FROM_2_5

# Items of irfft, parts of items of the others.
_REAL = {c: numpy.dtype(c if c in "ef" else "f" if c == "F" else "d") for c in "efF"}
_DOUBLE = numpy.dtype("d")
_COMPLEX = {"e": numpy.dtype("F"), "f": numpy.dtype("F"), "F": numpy.dtype("F")}
_COMPLEX_DOUBLE = numpy.dtype("D")

_INVERTED = {
    "backward": "forward",
    None: "forward",
    "ortho": "ortho",
    "forward": "backward",
}


def inverted(norm):
    """The `norm` that scales the other direction; ValueError for an unknown one."""
    try:
        return _INVERTED[norm]
    except KeyError:
        raise ValueError(
            f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".'
        ) from None


class Step(NamedTuple):
    """A transform "fft", "ifft", "rfft" or "irfft" along one axis, checked."""

    kind: str
    n: int  # points
    axis: int  # counted from the first
    norm: str | None
    factor: float  # of every item of the result
    shape: tuple  # of the result
    dtype: numpy.dtype  # of the result


def default_length(kind, shape, axis):
    """The `n` of a call without; IndexError for an axis that is not there."""
    return (shape[axis] - 1) * 2 if kind == "irfft" else shape[axis]


def _factor(n, norm, dtype):
    if norm is None or norm == "backward":
        return 1.0
    if norm == "ortho":
        return float(numpy.reciprocal(numpy.sqrt(n, dtype=dtype)))
    if norm == "forward":
        return float(numpy.reciprocal(n, dtype=dtype))
    comma = ", " if FROM_2_5 else ","
    raise ValueError(
        f'Invalid norm value {norm}; should be "backward"{comma}"ortho" or "forward".'
    )


def step(kind, shape, dtype, n, axis, norm):
    """The transform of an array of that shape and dtype; NumPy's exceptions."""
    if isinstance(n, _core.ndarray) and n.ndim == 0:
        n = n.item()  # arrays of two devices cannot be compared
    return _step(kind, shape, dtype, n, axis, norm)


# Calls of few items take less time than the checks of their arguments, of which
# programs have few.
@functools.lru_cache(maxsize=256, typed=True)
def _step(kind, shape, dtype, n, axis, norm):
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    real = _REAL.get(dtype.char, _DOUBLE)
    scaled = inverted(norm) if kind in ("ifft", "irfft") else norm
    factor = _factor(n, scaled, real)
    axis = normalize_axis_index(axis, len(shape))
    if kind != "rfft" and isinstance(n, (bool, numpy.bool)):
        raise TypeError("an integer is required")
    n = operator.index(n)
    if n > sys.maxsize:
        raise ValueError("Maximum allowed dimension exceeded")
    if kind == "rfft" and dtype.kind == "c":
        _refuse(kind, (1,) * len(shape), dtype, n, axis, norm)
    length = n // 2 + 1 if kind == "rfft" else n
    shape = (*shape[:axis], length, *shape[axis + 1 :])
    item = real if kind == "irfft" else _COMPLEX.get(dtype.char, _COMPLEX_DOUBLE)
    return Step(kind, n, axis, norm, factor, shape, item)


def check_out(out, a, shape, dtype, last):
    """`out` as an array for a last step that has an input of that shape and dtype.

    NumPy's exceptions where it does not fit.
    """
    found = getattr(out, "shape", None)
    if found is not None and (
        len(found) != len(shape) or found[last.axis] != last.shape[last.axis]
    ):
        raise ValueError("output array has wrong shape.")
    if type(out) is tuple:
        if len(out) != 1:
            raise ValueError(
                "The 'out' tuple must have exactly one entry per ufunc output"
            )
        (out,) = out
    if is_host_array(out):
        beside(out[:0], a.device)
    out = as_output(out, a.device)
    if out.device != a.device:
        raise mixed_devices(a.device, out.device)
    if not out.flags.writeable:
        raise ValueError("output array is read-only")
    fits = out.ndim == len(shape) and all(
        length in (1, size)
        for i, (length, size) in enumerate(zip(shape, out.shape, strict=True))
        if i != last.axis
    )
    if not fits or not numpy.can_cast(last.dtype, out.dtype, "same_kind"):
        _refuse(last.kind, shape, dtype, last.n, last.axis, last.norm, out)
    return out


def _refuse(kind, shape, dtype, n, axis, norm, out=None):
    """Raises what NumPy raises for arrays of these shapes and dtypes.

    Known to fail before NumPy computes; the arrays have one item of memory.
    """
    a = numpy.broadcast_to(numpy.zeros((), dtype), shape)
    if out is not None:
        item = numpy.zeros((), out.dtype)
        out = numpy.ndarray(out.shape, out.dtype, item, strides=(0,) * out.ndim)
    getattr(numpy.fft, kind)(a, n, axis, norm, out=out)
    raise AssertionError(f"numpy.fft.{kind} takes {shape} {dtype} with {out!r}")

# SPDX-License-Identifier: Apache-2.0
"""Arguments of functions that write an array: `output=`, modes, numbers for axes."""

import functools
import math

import numpy

from ..._array.convert import as_operand, as_output, is_supported
from ..._core import ndarray, warn
from ..._numpy.creation import ascontiguousarray, empty

# How lines continue beyond their ends, by SciPy's numbers.
_MODES = {
    "nearest": 0,
    "wrap": 1,
    "reflect": 2,
    "grid-mirror": 2,
    "mirror": 3,
    "constant": 4,
    "grid-wrap": 5,
    "grid-constant": 6,
}


def mode_number(mode):
    """The number of a mode of interpolation; RuntimeError for unknown ones."""
    number = _MODES.get(mode) if isinstance(mode, str) else None
    if number is None:
        raise RuntimeError("boundary mode not supported")
    return number


def for_axes(value, ndim):
    """A value for each axis: one for all of them, or a sequence; RuntimeError."""
    if isinstance(value, ndarray):
        value = value.get()  # numbers that launches need on the host
    if isinstance(value, str) or not numpy.iterable(value):
        return [value] * ndim
    values = list(value)
    if len(values) != ndim:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return values


def real_number(value):
    """A number as C's double; TypeError for what is none, in CPython's words."""
    return math.copysign(value, value)


def output_for(output, input, shape=None, is_complex=False):
    """The array that `output` asks for: one of that dtype, or that array itself.

    RuntimeError for arrays of another shape and for dtypes that cannot hold the result.
    """
    shape = tuple(input.shape) if shape is None else tuple(shape)
    device = input.device
    if output is None:
        dtype = numpy.promote_types(input.dtype, "F") if is_complex else input.dtype
    elif isinstance(output, (type, numpy.dtype)):
        dtype = numpy.dtype(output)
        if is_complex and dtype.kind != "c":
            warn("promoting specified output dtype to complex", UserWarning)
            dtype = numpy.promote_types(dtype, "F")
    elif isinstance(output, str):
        dtype = numpy.dtype(output)
        if is_complex and dtype.kind != "c":
            raise RuntimeError("output must have complex dtype")
        if not issubclass(dtype.type, numpy.number):
            raise RuntimeError("output must have numeric dtype")
    else:
        if not is_array(output):
            output = as_operand(output, input)
        if tuple(output.shape) != shape:
            raise RuntimeError("output shape not correct")
        if is_complex and output.dtype.kind != "c":
            raise RuntimeError("output must have complex dtype")
        return output
    if not is_supported(dtype):
        raise RuntimeError(f"array type {dtype!r} not supported")
    return empty(shape, dtype, device=device)


@functools.cache
def structure_dtype(*fields):
    """The dtype of a struct of C++ with these fields, which launches take by value."""
    return numpy.dtype(list(fields), align=True)


def in_c_order(x):
    """`x`, or a copy of it, as kernels take it: in C order, and aligned."""
    x = ascontiguousarray(x)
    return x if x.flags.aligned else x.copy()


def is_array(x):
    """Whether an `output=` is an array, ours or NumPy's, and not a dtype or a list."""
    return isinstance(x, (ndarray, numpy.ndarray))


def writable(output, like):
    """An output as an array of ours, beside arrays on the device of `like`."""
    return as_output(output, like.device)

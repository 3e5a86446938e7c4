# SPDX-License-Identifier: Apache-2.0
"""Dtypes of values and indices, shapes, axes: SciPy's rules, which need no arrays."""

import math
import numbers
import operator

import numpy

from ..._core import ndarray

INT32_MAX = numpy.iinfo(numpy.int32).max
# What sparse arrays hold, in the order in which SciPy looks for a type.
SUPPORTED = tuple(map(numpy.dtype, "?bBhHiIlLqQfdFD"))


def index_dtype(arrays=(), largest=None):
    """int32, or int64 if an array has more than that, or `largest` needs it."""
    arrays = arrays if isinstance(arrays, (tuple, list)) else (arrays,)
    wide = any(not numpy.can_cast(x.dtype, numpy.int32) for x in arrays)
    if largest is not None and largest > INT32_MAX:
        wide = True
    return numpy.dtype(numpy.int64 if wide else numpy.int32)


def not_integers(arrays):
    """Those of index arrays whose dtype decides alone, whatever they contain."""
    return [x for x in arrays if x.size and x.dtype.kind not in "biu"]


def value_dtype(dtype, of=None, default=None):
    """The dtype of values: what is asked for, else the array's, else the default."""
    if dtype is None:
        if of is not None:
            found = numpy.dtype(of.dtype)
        elif default is not None:
            return numpy.dtype(default)
        else:
            raise TypeError("could not interpret data type")
    else:
        found = numpy.dtype(dtype)
    if found not in SUPPORTED:
        raise ValueError(
            f"scipy.sparse does not support dtype {found}. "
            f"The only supported types are: {_NAMES}."
        )
    return found


_NAMES = (
    "bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, longlong, "
    "ulonglong, float32, float64, longdouble, complex64, complex128, clongdouble"
)


def upcast(*dtypes):
    """The dtype that holds the results of values of these."""
    found = numpy.result_type(*dtypes)
    for dtype in SUPPORTED:
        if numpy.can_cast(found, dtype):
            return dtype
    raise TypeError(f"no supported conversion for types: {dtypes!r}")


def sum_dtype(dtype):
    """That of sums: integers narrower than a long become one."""
    dtype = numpy.dtype(dtype)
    if dtype.kind == "u" and numpy.can_cast(dtype, numpy.uint):
        return numpy.dtype(numpy.uint)
    if numpy.can_cast(dtype, numpy.int_):
        return numpy.dtype(numpy.int_)
    return dtype


def is_integer(x):
    """Whether it is one whole number, which a float is too if nothing is lost."""
    if isinstance(x, (int, numpy.integer)):
        return True
    if isinstance(x, ndarray):
        return x.ndim == 0 and x.dtype.kind in "iu"
    if numpy.ndim(x) != 0:
        return False
    try:
        operator.index(x)
    except (TypeError, ValueError):
        try:
            whole = bool(int(x) == x)
        except (TypeError, ValueError, OverflowError):
            return False
        if whole:
            raise ValueError(
                "Inexact indices into sparse matrices are not allowed"
            ) from None
        return False
    return True


def is_scalar(x):
    """Whether it is a number, or an array without axes."""
    if isinstance(x, (ndarray, numpy.ndarray)):
        return x.ndim == 0
    return isinstance(x, (numbers.Number, numpy.generic)) or numpy.isscalar(x)


def is_dense(x):
    """Whether it is an array, of ours or NumPy's."""
    return isinstance(x, (ndarray, numpy.ndarray))


def is_shape(x, dimensions=(2,)):
    """Whether a tuple is a shape rather than arrays."""
    return len(x) in dimensions and all(map(is_length, x))


def is_length(n):
    if isinstance(n, (int, numpy.integer)):
        return True
    return isinstance(n, ndarray) and n.ndim == 0 and n.dtype.kind in "iu"


def checked_shape(args, current=None, dimensions=(2,)):
    """A shape as reshape() takes it: lengths or a tuple, -1 for what is left."""
    if len(args) == 0:
        raise TypeError("function missing 1 required positional argument: 'shape'")
    if len(args) == 1 and not is_integer_like(args[0]):
        shape = tuple(operator.index(n) for n in args[0])
    else:
        shape = tuple(operator.index(n) for n in args)
    if current is not None:
        shape = _reshaped(shape, math.prod(current))
    if len(shape) not in dimensions:
        raise ValueError(
            f"shape must have length in {dimensions}. Got new_shape={shape!r}"
        )
    if current is None and any(n < 0 for n in shape):
        raise ValueError("'shape' elements cannot be negative")
    return shape


def _reshaped(shape, size):
    unknown = [k for k, n in enumerate(shape) if n < 0]
    if len(unknown) > 1:
        raise ValueError("can only specify one unknown dimension")
    if not unknown:
        if math.prod(shape) != size:
            raise ValueError(f"cannot reshape array of size {size} into shape {shape}")
        return shape
    k = unknown[0]
    length, left = divmod(size, math.prod(shape[:k] + shape[k + 1 :]))
    if left:
        text = tuple("newshape" if n < 0 else n for n in shape)
        raise ValueError(f"cannot reshape array of size {size} into shape {text}")
    return (*shape[:k], length, *shape[k + 1 :])


def is_integer_like(x):
    """Whether operator.index() takes it."""
    try:
        operator.index(x)
    except TypeError:
        return False
    return True


def checked_axis(axis, ndim):
    """The axes to reduce as a tuple of numbers not below 0; None for all of them."""
    if axis is None:
        return None
    if axis == ():
        raise ValueError(
            "sparse does not accept 0D axis (). Either use toarray (for dense) "
            "or copy (for sparse)."
        )
    axes = axis if isinstance(axis, tuple) else (axis,)
    found = []
    for k in axes:
        if not isinstance(k, (int, numpy.integer)):
            raise TypeError(f"axis must be an integer/tuple of ints, not {type(k)}")
        if not -ndim <= k < ndim:
            raise ValueError("axis out of range for ndim")
        found.append(int(k) % ndim)
    if len(set(found)) != len(found):
        raise ValueError("duplicate value in axis")
    return None if len(found) == ndim else tuple(found)

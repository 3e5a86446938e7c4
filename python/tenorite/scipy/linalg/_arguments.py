# SPDX-License-Identifier: Apache-2.0
"""Matrices as arguments: dtypes that LAPACK has, stacks, and values that are finite."""

import math

import numpy

from ..._array.convert import as_operands, check_dtype
from ..._core import ufuncs
from ..._numpy.broadcast import broadcast_to

_BYTES_OF_SINGLE = 2  # integers that float32 holds


class LinAlgWarning(RuntimeWarning):
    """A matrix is singular, or nearly so. See scipy.linalg.LinAlgWarning.

    >>> from tenorite.scipy import linalg
    >>> issubclass(linalg.LinAlgWarning, RuntimeWarning)
    True
    """


def check_finite_values(*arrays):
    """ValueError for infinities and NaNs: waits for the values, as SciPy's default."""
    for a in arrays:
        if a.dtype.kind in "fc" and not bool(ufuncs["isfinite"](a).all()):
            raise ValueError("array must not contain infs or NaNs")


def as_arrays(*items, check_finite=True):
    """The items as arrays of one device."""
    arrays = as_operands(items)
    if check_finite:
        check_finite_values(*arrays)
    return arrays


def lapack_dtype(*arrays):
    """The dtype of single or double precision in which LAPACK takes the arrays."""
    double = any(
        a.dtype.char in "dD"
        or (a.dtype.kind in "iu" and a.dtype.itemsize > _BYTES_OF_SINGLE)
        for a in arrays
    )
    complex_ = any(a.dtype.kind == "c" for a in arrays)
    return numpy.dtype(
        {(0, 0): "f", (1, 0): "d", (0, 1): "F", (1, 1): "D"}[double, complex_]
    )


def in_lapack_dtype(*arrays):
    """The arrays in their lapack_dtype()."""
    dtype = lapack_dtype(*arrays)
    return [a.astype(dtype, copy=False) for a in arrays]


def in_common_dtype(*arrays):
    """The arrays in the dtype of LAPACK for numpy.result_type(); float64 for integers."""
    dtype = numpy.result_type(*(a.dtype for a in arrays))
    if dtype.kind not in "fc":
        dtype = numpy.dtype(float)
    elif dtype.char == "e":
        dtype = numpy.dtype("f")
    return [a.astype(dtype, copy=False) for a in arrays]


def inexact_dtype(*arrays):
    """numpy.result_type of arrays; float64 instead of integers."""
    dtype = numpy.result_type(*(a.dtype for a in arrays))
    return check_dtype(dtype if dtype.kind in "fc" else float)


def stacks_of(name, *arrays_and_ndims):
    """Arrays broadcast along the axes before their own last `ndim` ones.

    ValueError for stacks without members, which SciPy does not take.
    """
    shapes = [a.shape[: a.ndim - n] for a, n in arrays_and_ndims]
    if not any(shapes):
        return [a for a, _ in arrays_and_ndims]
    common = numpy.broadcast_shapes(*shapes)
    if math.prod(common) == 0:
        raise ValueError(f"`{name}` does not support zero-size batches.")
    return [
        a if before == common else broadcast_to(a, common + a.shape[a.ndim - n :])
        for (a, n), before in zip(arrays_and_ndims, shapes, strict=True)
    ]


def core_ndim(b):
    """The axes of a right-hand side that are its own: one for vectors, else two."""
    return 2 if b.ndim >= 2 else 1

# SPDX-License-Identifier: Apache-2.0
"""Student's t, F and beta distributions, by a kernel of the incomplete beta function."""

import numpy

from ..._array.convert import as_operand
from ..._numpy.creation import ascontiguousarray, empty, full_like
from ..._numpy.indexing import where
from ..._numpy.manipulation import broadcast_arrays
from ..._numpy.ufuncs import isinf, minimum
from ...special import ndtr
from .._kernels import KernelFile, blocks, launch

_kernels = KernelFile(__file__, "beta.cuh")
_LARGE = 1e300  # in the place of infinity, by which nothing may be divided


def _floats(*values):
    """The values as arrays of float64 on the device of the last one, broadcast."""
    like = values[-1]
    return broadcast_arrays(*(as_operand(v, like).astype(float) for v in values))


def incomplete_beta(a, b, x, y):
    """I_x(a, b) for y = 1 - x, of arrays of float64 of one shape."""
    shape = x.shape
    a, b, x, y = (ascontiguousarray(v) for v in (a, b, x, y))
    result = empty(shape, float, device=x.device)
    sizes = (a, b, x, y, result, numpy.int64(x.size))
    launch(_kernels("incomplete_beta"), blocks(x.size), sizes)
    return result


def _scalar(x, dtype):
    x = x.astype(dtype, copy=False)
    return x if x.ndim else x[()]


def _parts(ratio):
    """x and 1 - x for (1 - x) / x."""
    return where(ratio == _LARGE, 0.0, 1 / (1 + ratio)), ratio / (1 + ratio)


def student_below(df, t):
    """The distribution of Student's t at t."""
    dtype = t.dtype
    df, t = _floats(df, t)
    ratio = minimum(t * t / df, _LARGE)
    half = full_like(ratio, 0.5)
    tail = incomplete_beta(df / 2, half, *_parts(ratio)) / 2
    result = where(t > 0, 1 - tail, tail)
    result = where(isinf(df), ndtr(t), result)
    return _scalar(result, dtype)


def f_above(dfn, dfd, f):
    """How much of the F distribution is above f."""
    dtype = f.dtype
    dfn, dfd, f = _floats(dfn, dfd, f)
    ratio = minimum(dfn * f / dfd, _LARGE)
    return _scalar(incomplete_beta(dfd / 2, dfn / 2, *_parts(ratio)), dtype)


def correlation_below(half, r):
    """The distribution of r, of which (r + 1) / 2 is beta distributed."""
    dtype = r.dtype
    half, r = _floats(half, r)
    return _scalar(incomplete_beta(half, half, (1 + r) / 2, (1 - r) / 2), dtype)

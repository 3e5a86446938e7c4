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


def floats(*values):
    """The values as arrays of float64 on the device of the last one, broadcast."""
    like = values[-1]
    return broadcast_arrays(*(as_operand(v, like).astype(float) for v in values))


def _made(name, count, *values):
    """What a kernel makes of arrays of float64 of one shape: `count` arrays."""
    x = values[-1]
    results = [empty(x.shape, float, device=x.device) for _ in range(count)]
    values = [ascontiguousarray(v) for v in values]
    arguments = (*values, *results, numpy.int64(x.size))
    launch(_kernels(name), blocks(x.size), arguments)
    return results


def incomplete_beta(a, b, x, y):
    """I_x(a, b) for y = 1 - x, of arrays of float64 of one shape."""
    return _made("incomplete_beta", 1, a, b, x, y)[0]


def beta_powers(a, b, x, y):
    """x**a * y**b / B(a, b) for y = 1 - x, of arrays of float64 of one shape."""
    return _made("beta_powers", 1, a, b, x, y)[0]


def inverse_beta(a, b, p, q):
    """(x, 1 - x) with I_x(a, b) = p for q = 1 - p, of arrays of one shape."""
    return _made("inverse_beta", 2, a, b, p, q)


def _scalar(x, dtype):
    x = x.astype(dtype, copy=False)
    return x if x.ndim else x[()]


def _parts(ratio):
    """x and 1 - x for (1 - x) / x."""
    return where(ratio == _LARGE, 0.0, 1 / (1 + ratio)), ratio / (1 + ratio)


def student_below(df, t):
    """The distribution of Student's t at t."""
    dtype = t.dtype
    df, t = floats(df, t)
    ratio = minimum(t * t / df, _LARGE)
    half = full_like(ratio, 0.5)
    tail = incomplete_beta(df / 2, half, *_parts(ratio)) / 2
    result = where(t > 0, 1 - tail, tail)
    result = where(isinf(df), ndtr(t), result)
    return _scalar(result, dtype)


def f_above(dfn, dfd, f):
    """How much of the F distribution is above f."""
    dtype = f.dtype
    dfn, dfd, f = floats(dfn, dfd, f)
    ratio = minimum(dfn * f / dfd, _LARGE)
    return _scalar(incomplete_beta(dfd / 2, dfn / 2, *_parts(ratio)), dtype)


def correlation_below(half, r):
    """The distribution of r, of which (r + 1) / 2 is beta distributed."""
    dtype = r.dtype
    half, r = floats(half, r)
    return _scalar(incomplete_beta(half, half, (1 + r) / 2, (1 - r) / 2), dtype)

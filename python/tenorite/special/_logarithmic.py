# SPDX-License-Identifier: Apache-2.0
"""Sums of exponentials, scaled so that they neither over- nor underflow."""

from .._array.convert import as_operands
from .._core import as_scalar
from .._numpy.creation import astype
from .._numpy.indexing import where
from .._numpy.manipulation import broadcast_arrays
from .._numpy.math import angle, real, result_type
from .._numpy.statistics import max as largest
from .._numpy.ufuncs import absolute, exp, isfinite, log, log1p, sign

__all__ = ["log_softmax", "logsumexp", "softmax"]

_INFINITY = float("inf")


def _floating(*values):
    """The values as arrays of one inexact dtype; integers become float64."""
    arrays = as_operands(values)
    dtype = result_type(*(a.dtype for a in arrays))
    if dtype.kind not in "fc":
        dtype = "float64"
    return [astype(a, dtype, copy=False) for a in arrays]


def _finite_or_0(peak):
    return where(isfinite(peak), peak, 0)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    """log(sum(b * exp(a))) over the axes; NaN where a real sum is negative.

    With return_sign the logarithm of the sum's size and its sign (or phase).
    Elements whose weight `b` is 0 count for nothing, whatever they are. See
    scipy.special.logsumexp.

    >>> np.special.logsumexp(np.array([0.0, 0.0]))
    np.float64(0.6931471805599453)
    """
    if b is None:
        (a,) = _floating(a)
    else:
        a, b = broadcast_arrays(*_floating(a, b))
        a = where(b == 0, -_INFINITY, a)
    if a.ndim == 0:
        a = a.reshape(1)
        b = None if b is None else b.reshape(1)
        axis = (0,) if axis is None else axis
    size = real(a) if a.dtype.kind == "c" else a
    peak = largest(size, axis=axis, keepdims=True, initial=-_INFINITY)
    shift = _finite_or_0(peak)
    terms = exp(a - shift)
    if b is not None:
        terms = b * terms
    # The largest terms are summed apart, so that small others are not lost.
    top = size == peak
    head = where(top, terms, 0).sum(axis=axis, keepdims=True)
    rest = where(top, 0, terms).sum(axis=axis, keepdims=True)
    total = head + rest
    small = (absolute(rest) < absolute(head) / 2) & isfinite(head)
    near = log1p(where(small, rest / head, 0))
    if a.dtype.kind == "c":
        near = real(near)
    result = where(small, log(absolute(head)) + near, log(absolute(total))) + shift
    if return_sign:
        direction = sign(total)
    elif a.dtype.kind == "c":
        result = result + 1j * angle(total)
    else:
        result = where(total < 0, float("nan"), result)
    if not keepdims:
        result = as_scalar(result.squeeze(axis))
        direction = as_scalar(direction.squeeze(axis)) if return_sign else None
    return (result, direction) if return_sign else result


def softmax(x, axis=None):
    """exp(x) / sum(exp(x)) over the axes, shape as x. See scipy.special.softmax.

    >>> np.special.softmax(np.array([0.0, 0.0]))
    array([0.5, 0.5])
    """
    (x,) = _floating(x)
    powers = exp(x - largest(x, axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def log_softmax(x, axis=None):
    """log(softmax(x)) over the axes, accurate also where that is tiny.

    See scipy.special.log_softmax.

    >>> np.special.log_softmax(np.array([0.0, 0.0]))
    array([-0.69314718, -0.69314718])
    """
    (x,) = _floating(x)
    shifted = x - _finite_or_0(largest(x, axis=axis, keepdims=True))
    return shifted - log(exp(shifted).sum(axis=axis, keepdims=True))

# SPDX-License-Identifier: Apache-2.0
"""Matrices by their diagonals, and of powers."""

import operator

import numpy

from .. import _core
from .._array.convert import (
    as_operand,
    check_dtype,
    like_device,
    make_array,
)
from .._array.host_data import or_numpy
from .._core import ufuncs
from .._runtime.numpy_version import FROM_2_5
from .creation import _empty, arange, zeros

__all__ = [
    "diag",
    "diagflat",
    "eye",
    "identity",
    "tri",
    "tril",
    "triu",
    "vander",
]


@or_numpy
def eye(N, M=None, k=0, dtype=float, order="C", *, device=None, like=None):
    """N x M array of zeros with ones on the k-th diagonal. See numpy.eye.

    >>> np.eye(2, k=1)
    array([[0., 1.],
           [0., 0.]])
    """
    device = like_device(device, like)
    out = _empty((N, N if M is None else M), dtype, order, device)
    out.fill(0)
    k = operator.index(k)
    rows, columns = out.shape
    if -rows < k < columns:
        _diagonal_view(out, k).fill(1)
    return out


def _diagonal_view(a, k):
    """Writeable view of the k-th diagonal of the 2-d array `a`."""
    part = a[:, k:] if k >= 0 else a[-k:, :]
    length = max(0, min(part.shape))
    return _core.as_strided(part, (length,), (sum(part.strides),))


@or_numpy
def identity(n, dtype=None, *, like=None, device=None):
    """n x n identity matrix. See numpy.identity.

    >>> np.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return eye(n, dtype=dtype, device=device, like=like)


@or_numpy
def diag(v, k=0):
    """The k-th diagonal of a 2-d array, or the matrix with `v` on it. See numpy.diag.

    >>> np.diag(np.array([1, 2]))
    array([[1, 0],
           [0, 2]])
    """
    v = as_operand(v)
    if v.ndim == 1:
        n = v.shape[0] + abs(k)
        out = zeros((n, n), v.dtype, device=v.device)
        if v.shape[0]:
            _core.copyto(_diagonal_view(out, k), v)
        return out
    if v.ndim == 2:
        return v.diagonal(k)
    raise ValueError("Input must be 1- or 2-d.")


@or_numpy
def diagflat(v, k=0):
    """2-d array with the items of `v` on the k-th diagonal. See numpy.diagflat.

    >>> np.diagflat(np.array([[1], [2]]))
    array([[1, 0],
           [0, 2]])
    """
    return diag(as_operand(v).ravel(), k)


def _warn_unless_integers(*numbers):
    """NumPy's words, about the first of them that is none."""
    for x in numbers:
        if not hasattr(x, "__index__"):
            _core.warn(
                f"Cannot convert {type(x).__name__} safely to an integer. "
                "This will raise an error in future versions (Deprecated NumPy 2.5)",
                DeprecationWarning,
            )
            return


@or_numpy
def tri(N, M=None, k=0, dtype=float, *, like=None, device=None):
    """N x M array, 1 at and below the k-th diagonal, else 0. See numpy.tri.

    >>> np.tri(2, 3)
    array([[1., 0., 0.],
           [1., 1., 0.]])
    """
    device = like_device(device, like)
    M = N if M is None else M
    if FROM_2_5:
        _warn_unless_integers(N, M, k)
    rows = arange(N, device=device)
    mask = rows[:, None] >= arange(-k, M - k, device=device)
    return mask.astype(check_dtype(dtype), copy=False)


@or_numpy
def tril(m, k=0):
    """Copy of `m` with zeros above the k-th diagonal. See numpy.tril.

    >>> np.tril(np.array([[1, 2], [3, 4]]))
    array([[1, 0],
           [3, 4]])
    """
    m = make_array(m, None, None, None, 0, None)
    mask = tri(*m.shape[-2:], k=k, dtype=bool, device=m.device)
    return _core.select(mask, m, m.dtype.type(0))


@or_numpy
def triu(m, k=0):
    """Copy of `m` with zeros below the k-th diagonal. See numpy.triu.

    >>> np.triu(np.array([[1, 2], [3, 4]]))
    array([[1, 2],
           [0, 4]])
    """
    m = make_array(m, None, None, None, 0, None)
    mask = tri(*m.shape[-2:], k=k - 1, dtype=bool, device=m.device)
    return _core.select(mask, m.dtype.type(0), m)


def vander(x, N=None, increasing=False):
    """Vandermonde matrix of the 1-d array `x`. See numpy.vander.

    >>> np.vander(np.array([1, 2, 3]), 3)
    array([[1, 1, 1],
           [4, 2, 1],
           [9, 3, 1]])
    """
    x = as_operand(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    N = len(x) if N is None else N
    dtype = numpy.promote_types(x.dtype, int)
    v = _core.empty((len(x), N), dtype, x.device)
    ascending = v if increasing else v[:, ::-1]
    if N > 0:
        ascending[:, 0] = 1
    if N > 1:
        ascending[:, 1:] = x[:, None]
        powers = ascending[:, 1:]
        ufuncs["multiply"].accumulate(powers, out=powers, axis=1)
    return v

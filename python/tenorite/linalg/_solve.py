# SPDX-License-Identifier: Apache-2.0
"""Linear equations, inverses and least squares."""

import math

import numpy
from numpy.linalg import LinAlgError

from .. import _core as _library
from .._array.convert import as_operand, as_operands, is_short_float
from .._core import linalg as _core
from .._core import ufuncs
from .._numpy.creation import zeros, zeros_like
from .._numpy.products import matmul
from ._checks import (
    check_matrices,
    check_square,
    has_empty_matrices,
)
from ._decompositions import svd

__all__ = ["inv", "lstsq", "pinv", "solve", "tensorinv", "tensorsolve"]


def _fits(a, b):
    """Whether solve(a, b) is possible, `a` being square."""
    n = a.shape[-1]
    if b.ndim == 1:
        return b.shape[0] == n
    if b.ndim < 2 or b.shape[-2] != n:
        return False
    try:
        numpy.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    except ValueError:
        return False
    return True


def _refuse(a, b):
    """Raises what NumPy raises for shapes that do not fit."""
    items = (numpy.broadcast_to(numpy.zeros((), x.dtype), x.shape) for x in (a, b))
    with numpy.errstate(all="ignore"):
        numpy.linalg.solve(*items)
    raise AssertionError(f"numpy.linalg.solve takes {a.shape} and {b.shape}")


def solve(a, b):
    """x with a @ x = b, for (..., n, n) and (n,) or (..., n, k); stacks broadcast.

    LinAlgError where a matrix is singular, ValueError where shapes do not fit.
    See numpy.linalg.solve.

    >>> np.linalg.solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 4.0]))
    array([1., 1.])
    """
    a, b = as_operands([a, b])
    check_square(a)
    if not _fits(a, b):
        _refuse(a, b)
    if b.ndim == 1:
        return _core.solve(a, b[:, None])[..., 0]
    return _core.solve(a, b)


def tensorsolve(a, b, axes=None):
    """x with tensordot(a, x, x.ndim) = b. See numpy.linalg.tensorsolve.

    >>> np.linalg.tensorsolve(np.eye(4).reshape(2, 2, 4), np.ones((2, 2)))
    array([1., 1., 1., 1.])
    """
    a, b = as_operands([a, b])
    ndim = a.ndim
    if axes is not None:
        order = list(range(ndim))
        for axis in axes:
            order.remove(axis)
            order.insert(ndim, axis)
        a = a.transpose(order)
    shape = a.shape[-(ndim - b.ndim) :]
    size = math.prod(shape)
    if a.size != size**2:
        raise LinAlgError(
            "Input arrays must satisfy the requirement "
            f"{'':12}prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])"
        )
    return solve(a.reshape(size, size), b.ravel()).reshape(shape)


def inv(a):
    """Inverses of (..., n, n) matrices.

    LinAlgError where one is singular. See numpy.linalg.inv.

    >>> np.linalg.inv(np.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    a = as_operand(a)
    check_square(a)
    return _core.inv(a, False)


def tensorinv(a, ind=2):
    """The inverse for tensordot over `ind` axes. See numpy.linalg.tensorinv.

    >>> np.linalg.tensorinv(np.eye(4).reshape(2, 2, 2, 2)).shape
    (2, 2, 2, 2)
    """
    a = as_operand(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    shape = a.shape[ind:] + a.shape[:ind]
    return inv(a.reshape(math.prod(a.shape[ind:]), -1)).reshape(shape)


def pinv(a, rcond=None, hermitian=False, *, rtol=numpy._NoValue):
    """Pseudo-inverses of (..., m, n) matrices; (..., n, m).

    Singular values up to `rcond` (1e-15, or `rtol`) times the largest count as 0.
    LinAlgError for NaNs. See numpy.linalg.pinv.

    >>> np.linalg.pinv(np.array([[2.0, 0.0], [0.0, 4.0]])).round(6)
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    a = as_operand(a)
    by_default = rcond is None and rtol is numpy._NoValue
    if rcond is None:
        if rtol is numpy._NoValue:
            rcond = 1e-15
        elif rtol is None:
            rcond = max(a.shape[-2:]) * numpy.finfo(a.dtype).eps
        else:
            rcond = rtol
    elif rtol is not numpy._NoValue:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    rcond = as_operand(rcond, a)
    if has_empty_matrices(a):
        m, n = a.shape[-2:]
        return zeros((*a.shape[:-2], n, m), a.dtype, device=a.device)
    u, s, vt = svd(ufuncs["conjugate"](a), full_matrices=False, hermitian=hermitian)
    error = _core.resolution(s)
    if by_default and error > numpy.finfo(float).eps:
        # What would be 0 in double precision is not less than that.
        rcond = as_operand(max(a.shape[-2:]) * error, a)
    large = s > rcond[..., None] * s.max(axis=-1, keepdims=True)
    s = _inverted(s, large)
    return matmul(vt.swapaxes(-1, -2), s[..., None] * u.swapaxes(-1, -2))


def _inverted(s, where):
    """1 / s where that is asked for, else 0."""
    inverse = zeros_like(s)
    return ufuncs["divide"](1, s, out=inverse, where=where)


def lstsq(a, b, rcond=None):
    """x with the least norms of a @ x - b[:, i] and of x.

    Returns (x, sums of squares of a @ x - b, rank, singular values of a); the sums
    are empty unless m > n and the rank is n, so the rank is waited for. Singular
    values up to `rcond` (eps * max(m, n)) times the largest count as 0.
    LinAlgError for NaNs. See numpy.linalg.lstsq.

    >>> np.linalg.lstsq(np.array([[1.0], [1.0]]), np.array([1.0, 3.0]))[0].round(6)
    array([2.])
    """
    a, b = as_operands([a, b])
    is_vector = b.ndim == 1
    if is_vector:
        b = b[:, None]
    check_matrices(a, b)
    m, n = a.shape
    if m != b.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    if 0 in (m, n, b.shape[1]):
        x, sums, rank, s = _lstsq_of_nothing(a, b, rcond)
    else:
        rcond = None if rcond is None else float(rcond)
        x, sums, rank, s = _core.lstsq(a, b, rcond)
    if is_vector:
        x = x[:, 0]
    if m <= n or int(rank) != n:
        sums = sums[:0]
    return x, sums, rank, s


def _common_dtype(a, b):
    """The dtype in which equations are solved."""
    inexact = [x.dtype if x.dtype.kind in "fc" else numpy.dtype(float) for x in (a, b)]
    for dtype in inexact:
        if is_short_float(dtype):
            raise TypeError(f"array type {dtype.name} is unsupported in linalg")
    return _library.promote_types(*inexact)


def _lstsq_of_nothing(a, b, rcond):
    """lstsq where a matrix has no items."""
    (m, n), k, device = a.shape, b.shape[1], a.device
    dtype = _common_dtype(a, b)
    x = zeros((n, k), dtype, device=device)
    sums = zeros(k, x.real.dtype, device=device)
    if 0 not in (m, n):
        # Without right-hand sides there is still a rank.
        *_, rank, s = lstsq(a, zeros((m, 1), dtype, device=device), rcond)
        return x, sums, rank, s
    if n == 0:
        size = ufuncs["absolute"](b)
        sums = (size * size).sum(axis=0).astype(sums.dtype)
    return x, sums, zeros(1, numpy.int32, device=device)[0], sums[:0]

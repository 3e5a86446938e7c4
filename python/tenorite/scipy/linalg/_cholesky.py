# SPDX-License-Identifier: Apache-2.0
"""Cholesky factors of matrices, and equations that they solve."""

import numpy
from numpy.linalg import LinAlgError

from ..._core import linalg as _core
from ..._numpy.creation import empty
from .._failures import raised_here
from ._arguments import as_arrays, core_ndim, in_lapack_dtype, stacks_of
from ._triangular import Triangle, as_stack

__all__ = ["cho_factor", "cho_solve", "cholesky"]


def _factored(a, lower, check_finite):
    (a,) = as_arrays(a, check_finite=check_finite)
    a = a.reshape((1,) * (2 - a.ndim) + a.shape) if a.ndim < 2 else a
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(
            f"Expected a square matrix or batch thereof, got a1.shape={a.shape!r}"
        )
    (a,) = in_lapack_dtype(a)
    if a.size == 0:
        return empty(a.shape, a.dtype, device=a.device)
    # The library reads the lower half.
    half = a
    if not lower:
        half = a.swapaxes(-1, -2)
        half = half.conj() if a.dtype.kind == "c" else half
    try:
        with raised_here(half):
            factor = _core.cholesky(half, False)
    except LinAlgError:
        at, order = first_not_positive(half)
        raise LinAlgError(
            f"Internal potrf return info = [{order}] for slices [{at}]."
        ) from None
    if lower:
        return factor
    factor = factor.swapaxes(-1, -2)
    return factor.conj() if a.dtype.kind == "c" else factor


def first_not_positive(half):
    """(number in the stack, order of the leading minor) of what is not positive.

    Found on the host, on the way to an error, from the lower half of matrices.
    """
    for at, matrix in enumerate(half.reshape(-1, *half.shape[-2:]).get()):
        n = matrix.shape[-1]
        low, high = 0, n + 1  # the first is positive, the second is not
        while high - low > 1:
            middle = (low + high) // 2
            try:
                numpy.linalg.cholesky(matrix[:middle, :middle])
                low = middle
            except LinAlgError:
                high = middle
        if high <= n:
            return at, high
    return 0, half.shape[-1]


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """U with a = U^H U (`lower`: L with a = L L^H) of (..., n, n) matrices.

    One half of `a` is read. LinAlgError where one is not positive definite.
    See scipy.linalg.cholesky.

    >>> from tenorite.scipy import linalg
    >>> linalg.cholesky(np.array([[4.0, 0.0], [0.0, 9.0]]))
    array([[2., 0.],
           [0., 3.]])
    """
    return _factored(a, lower, check_finite)


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """The factor of cholesky() for cho_solve(), and `lower` for each matrix.

    See scipy.linalg.cho_factor.

    >>> from tenorite.scipy import linalg
    >>> linalg.cho_factor(np.array([[4.0, 0.0], [0.0, 9.0]]))[0]
    array([[2., 0.],
           [0., 3.]])
    """
    factor = _factored(a, lower, check_finite)
    if factor.ndim == 2:
        return factor, lower
    flags = empty(factor.shape[:-2], bool, device=factor.device)
    flags[...] = bool(lower)
    return factor, flags


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """x with a @ x = b, where cho_factor(a) is given. See scipy.linalg.cho_solve.

    >>> from tenorite.scipy import linalg
    >>> factor = linalg.cho_factor(np.array([[4.0, 0.0], [0.0, 2.0]]))
    >>> linalg.cho_solve(factor, np.array([4.0, 4.0]))
    array([1., 2.])
    """
    c, lower = c_and_lower
    c, b = as_arrays(c, b, check_finite=check_finite)
    c, b = stacks_of("cho_solve", (c, 2), (b, core_ndim(b)))
    if c.ndim < 2 or c.shape[-1] != c.shape[-2]:
        raise ValueError("The factored matrix c is not square.")
    is_vector = b.ndim == c.ndim - 1
    core = b.shape[-1:] if is_vector else b.shape[-2:]
    if c.shape[-1] != core[0]:
        raise ValueError(f"incompatible dimensions ({c.shape[-2:]} and {core})")
    c, b = in_lapack_dtype(c, b)
    if b.size == 0:
        return empty(b.shape, b.dtype, device=b.device)
    if hasattr(lower, "get"):
        lower = lower.get()  # cho_factor's flags of a stack
    lower = bool(numpy.all(lower))
    x = as_stack(b[..., None] if is_vector else b)
    stack, n = as_stack(c), c.shape[-1]
    for trans in (0, 2) if lower else (2, 0):
        Triangle(stack, lower, False, trans).solve(x, 0, n)
    return x.reshape(b.shape)

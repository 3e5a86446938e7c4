# SPDX-License-Identifier: Apache-2.0
"""LU factors with partial pivoting, by halves of the columns (Toledo, 1997).

Columns that are few are factored by a kernel; the rest is matrix products.
"""

import numpy

from ..._core import warn
from ..._numpy.creation import arange, empty, ones, zeros
from ..._numpy.diagonals import eye, tril, triu
from ..._numpy.products import matmul
from .._kernels import blocks, c_type, launch
from ._arguments import LinAlgWarning, as_arrays, core_ndim, in_lapack_dtype, stacks_of
from ._triangular import WIDTH, Triangle, as_stack, kernels

__all__ = ["lu", "lu_factor", "lu_solve"]

_REAL = {"f": "float", "d": "double", "F": "float", "D": "double"}


def _numbers(*values):
    return [numpy.int64(x) for x in values]


def exchange_rows(a, pivots, first, last, columns=None, backwards=False):
    """Exchanges rows of a stack (B, m, n), in columns (from, to), as pivots say."""
    start, stop = columns or (0, a.shape[-1])
    if start == stop or first == last:
        return
    kernel = kernels("exchange_rows", c_type(a.dtype))
    count = blocks(stop - start)
    m, n = a.shape[-2:]
    arguments = (
        *(a, *_numbers(start, m * n, n), numpy.int32(stop - start), pivots),
        *(numpy.int64(pivots.shape[-1]), numpy.int32(first), numpy.int32(last)),
        *(numpy.bool_(backwards), numpy.int32(count)),
    )
    launch(kernel, len(a) * count, arguments)


class _Factors:
    """A stack (B, m, n) that becomes its factors, and its pivots (B, min(m, n))."""

    def __init__(self, a):
        self.a = a
        self.rows, self.columns = a.shape[-2:]
        self.count = min(self.rows, self.columns)
        shape = len(a), max(self.count, 1)
        self.pivots = empty(shape, numpy.int32, device=a.device)
        if a.size == 0:
            return
        self._factor(0, self.count)
        if self.columns > self.count:
            self._update(0, self.count, self.columns)

    def _factor(self, first, last):
        if last - first <= WIDTH:
            self._factor_panel(first, last)
            return
        middle = first + max((last - first) // (2 * WIDTH), 1) * WIDTH
        self._factor(first, middle)
        self._update(first, middle, last)
        rest, done, after = (
            *(slice(middle, self.rows), slice(first, middle), slice(middle, last)),
        )
        self.a[:, rest, after] -= matmul(self.a[:, rest, done], self.a[:, done, after])
        self._factor(middle, last)
        exchange_rows(self.a, self.pivots, middle, last, (first, middle))

    def _update(self, first, middle, last):
        """Rows [first, middle) of U in columns [middle, last)."""
        exchange_rows(self.a, self.pivots, first, middle, (middle, last))
        triangle = Triangle(self.a, True, True)
        triangle.solve(self.a[:, :, middle:last], first, middle, (self.a, middle))

    def _factor_panel(self, first, last):
        a = self.a
        kernel = kernels("factor_panel", c_type(a.dtype), _REAL[a.dtype.char])
        sizes = (numpy.int32(x) for x in (self.rows, first, last))
        arguments = (
            *(a, *_numbers(self.rows * self.columns, self.columns), *sizes),
            *(self.pivots, numpy.int64(self.pivots.shape[-1])),
        )
        launch(kernel, len(a), arguments)


def factors(a):
    """LU factors of a stack of inexact matrices: (lu, pivots) of its shape."""
    found = _Factors(as_stack(a))
    count = min(a.shape[-2:])
    pivots = found.pivots[:, :count].reshape(*a.shape[:-2], count)
    return found.a.reshape(a.shape), pivots


def lu_factor(a, overwrite_a=False, check_finite=True):
    """LU factors of (..., m, n) matrices in one array, and the pivots, an int32 array.

    Row i was exchanged with row piv[i]. LinAlgWarning where U has a 0 on its diagonal;
    the values are waited for. See scipy.linalg.lu_factor.

    >>> from tenorite.scipy import linalg
    >>> lu, piv = linalg.lu_factor(np.array([[1.0, 2.0], [2.0, 2.0]]))
    >>> piv
    array([1, 1], dtype=int32)
    """
    (a,) = as_arrays(a, check_finite=check_finite)
    stacks_of("lu_factor", (a, 2))
    if a.size == 0:
        empty_lu = empty(a.shape, a.dtype, device=a.device)
        return empty_lu, arange(0, dtype=numpy.int32, device=a.device)
    if a.ndim < 2:
        raise ValueError("expected matrix")
    (a,) = in_lapack_dtype(a)
    lu, pivots = factors(a)
    zero = (lu.diagonal(0, -2, -1) == 0).reshape(-1, pivots.shape[-1])
    if bool(zero.any()):
        for row in zero.get():
            if row.any():
                warn(
                    f"Diagonal number {row.argmax() + 1} is exactly zero. Singular "
                    "matrix.",
                    LinAlgWarning,
                )
    return lu, pivots


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """x with a @ x = b, where lu_factor(a) is given. See scipy.linalg.lu_solve.

    `trans`: 1 for the transpose of `a`, 2 for its adjoint.

    >>> from tenorite.scipy import linalg
    >>> factors = linalg.lu_factor(np.array([[2.0, 0.0], [0.0, 4.0]]))
    >>> linalg.lu_solve(factors, np.array([2.0, 4.0]))
    array([1., 1.])
    """
    lu, pivots, b = as_arrays(*lu_and_piv, b, check_finite=False)
    if check_finite:
        as_arrays(b)
    lu, pivots, b = stacks_of("lu_solve", (lu, 2), (pivots, 1), (b, core_ndim(b)))
    is_vector = b.ndim == lu.ndim - 1
    core = b.shape[-1:] if is_vector else b.shape[-2:]
    if lu.shape[-2] != core[0]:
        raise ValueError(f"Shapes of lu {lu.shape[-2:]} and b {core} are incompatible")
    lu, b = in_lapack_dtype(lu, b)
    if b.size == 0:
        return empty(b.shape, b.dtype, device=b.device)
    if trans not in (0, 1, 2):
        raise ValueError("illegal value in 1th argument of internal gesv|posv")
    x = as_stack(b[..., None] if is_vector else b)
    stack = as_stack(lu)
    pivots = as_stack(pivots[..., None].astype(numpy.int32))[..., 0]
    n = stack.shape[-1]
    lower, upper = (
        Triangle(stack, True, True, trans),
        Triangle(stack, False, False, trans),
    )
    if trans:
        upper.solve(x, 0, n)
        lower.solve(x, 0, n)
        exchange_rows(x, pivots, 0, n, backwards=True)
    else:
        exchange_rows(x, pivots, 0, n)
        lower.solve(x, 0, n)
        upper.solve(x, 0, n)
    return x.reshape(b.shape)


def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    """P, L and U with a = P @ L @ U of (..., m, n) matrices.

    With `permute_l` P @ L and U; with `p_indices` P is an array of indices with
    a = L[P] @ U. See scipy.linalg.lu.

    >>> from tenorite.scipy import linalg
    >>> linalg.lu(np.array([[1.0, 2.0], [2.0, 2.0]]), p_indices=True)[0]
    array([1, 0], dtype=int32)
    """
    (a,) = as_arrays(a, check_finite=check_finite)
    if a.ndim < 2:
        raise ValueError("The input array must be at least two-dimensional.")
    (a,) = in_lapack_dtype(a)
    *before, m, n = a.shape
    count, device = min(m, n), a.device
    real = "f" if a.dtype.char in "fF" else "d"
    if a.size == 0:
        lower = empty((*before, m, count), a.dtype, device=device)
        upper = empty((*before, count, n), a.dtype, device=device)
        if permute_l:
            return lower, upper
        shape, dtype = (
            ((*before, 0), numpy.int32)
            if p_indices
            else (
                (*before, 0, 0),
                real,
            )
        )
        return empty(shape, dtype, device=device), lower, upper
    if (m, n) == (1, 1):
        one = ones(a.shape, a.dtype, device=device)
        if permute_l:
            return one, a.copy()
        indices = zeros((*before, 1), int, device=device)
        return (indices if p_indices else one.copy()), one, a.copy()
    found = _Factors(as_stack(a))
    # Rows of L as they stand in `a`: the exchanges undone.
    order = empty((len(found.a), m, 1), numpy.int32, device=device)
    order[...] = arange(m, dtype=numpy.int32, device=device)[:, None]
    exchange_rows(order, found.pivots, 0, count, backwards=True)
    lower = tril(found.a[:, :, :count], -1)
    lower += eye(m, count, dtype=a.dtype, device=device)
    upper = triu(found.a[:, :count]).reshape(*before, count, n)
    if permute_l:
        exchange_rows(lower, found.pivots, 0, count, backwards=True)
        return lower.reshape(*before, m, count), upper
    lower = lower.reshape(*before, m, count)
    if p_indices:
        return order.reshape(*before, m), lower, upper
    places = arange(m, dtype=numpy.int32, device=device)
    return (order == places).astype(real).reshape(*before, m, m), lower, upper

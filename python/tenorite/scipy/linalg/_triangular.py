# SPDX-License-Identifier: Apache-2.0
"""Triangular equations: blocks by a kernel, what couples them by matrix products."""

import math

import numpy
from numpy.linalg import LinAlgError

from ..._numpy.creation import ascontiguousarray, empty
from ..._numpy.products import matmul
from .._kernels import KernelFile, blocks, c_type, launch
from ._arguments import as_arrays, core_ndim, in_lapack_dtype, stacks_of

__all__ = ["solve_triangular"]

kernels = KernelFile(__file__, "linalg.cuh")

WIDTH = 32  # as in linalg.cuh
_TRANSPOSITIONS = {"N": 0, "T": 1, "C": 2}


class Triangle:
    """A stack (B, n, n), contiguous, of which one half is a triangular matrix.

    `trans` 1 and 2 stand for its transpose and its adjoint.
    """

    def __init__(self, a, lower, unit, trans=0):
        self.a = a
        self.unit = bool(unit)
        self.conjugate = trans == 2 and a.dtype.kind == "c"
        self.transposed = bool(trans)
        self.from_top = bool(lower) != self.transposed

    def block(self, rows, columns):
        """A part of the matrix, as it is multiplied with."""
        if not self.transposed:
            return self.a[:, rows, columns]
        part = self.a[:, columns, rows].swapaxes(-1, -2)
        return part.conj() if self.conjugate else part

    def solve(self, b, first, last, whole=None):
        """Solves the equations [first, last) in place of `b`, a stack (B, n, k).

        `whole` is the (array, first column) that `b` is a part of, if not all.
        """
        if last - first <= WIDTH:
            self._substitute(b, first, last, whole)
            return
        middle = first + (last - first) // (2 * WIDTH) * WIDTH
        middle = middle if middle > first else first + WIDTH
        halves = [(first, middle), (middle, last)]
        if not self.from_top:
            halves.reverse()
        done, left = halves
        self.solve(b, *done, whole)
        done, rest = slice(*done), slice(*left)
        b[:, rest] -= matmul(self.block(rest, done), b[:, done])
        self.solve(b, *left, whole)

    def _substitute(self, b, first, last, whole):
        a, n = self.a, self.a.shape[-1]
        rows, columns = b.shape[-2:]
        array, column = (b, 0) if whole is None else whole
        step = array.shape[-1]
        down, right = (1, n) if self.transposed else (n, 1)
        start = first
        if not self.from_top:
            start, down, right = last - 1, -down, -right
        kernel = kernels("substitute", c_type(a.dtype), self.conjugate, self.unit)
        count = blocks(columns)
        # The matrix may have more rows or columns than it has equations.
        arguments = (
            *(a, start * (n + 1), a.shape[-2] * n, down, right),
            *(array, start * step + column, array.shape[-2] * step),
            step if self.from_top else -step,
        )
        arguments = [numpy.int64(x) if type(x) is int else x for x in arguments]
        sizes = (numpy.int32(x) for x in (last - first, columns, count))
        launch(kernel, len(b) * count, (*arguments, *sizes))


def as_stack(a):
    """`a` as a new contiguous stack (B, m, n)."""
    out = empty((math.prod(a.shape[:-2]), *a.shape[-2:]), a.dtype, device=a.device)
    out.reshape(a.shape)[...] = a
    return out


def check_diagonal(a):
    """LinAlgError where a diagonal item is 0; waits for the values, as SciPy does."""
    diagonal = a.diagonal(0, -2, -1)
    zero = diagonal == 0
    if bool(zero.any()):
        at = int(numpy.argmax(zero.reshape(-1, zero.shape[-1]).any(axis=0).get()))
        raise LinAlgError(f"singular matrix: resolution failed at diagonal {at}")


def solve_triangular(
    a,
    b,
    trans=0,
    lower=False,
    unit_diagonal=False,
    overwrite_b=False,
    check_finite=True,
):
    """x with a @ x = b for triangular (..., n, n) and (n,) or (..., n, k).

    `trans`: 1 or "T" for the transpose of `a`, 2 or "C" for its adjoint. LinAlgError
    where a diagonal item is 0. See scipy.linalg.solve_triangular.

    >>> from tenorite.scipy import linalg
    >>> linalg.solve_triangular(np.array([[2.0, 1.0], [0.0, 4.0]]), np.array([4.0, 8.0]))
    array([1., 2.])
    """
    a, b = as_arrays(a, b, check_finite=check_finite)
    a, b = stacks_of("solve_triangular", (a, 2), (b, core_ndim(b)))
    is_vector = b.ndim == a.ndim - 1 and b.ndim >= 1
    rows = b.shape[-1] if is_vector else b.shape[-2] if b.ndim > 1 else b.shape[0]
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError("expected square matrix")
    if a.shape[-1] != rows:
        raise ValueError(
            f"shapes of a {a.shape[-2:]} and b "
            f"{b.shape[-1 if is_vector else -2 :]} are incompatible"
        )
    a, b = in_lapack_dtype(a, b)
    if b.size == 0:
        return empty(b.shape, b.dtype, device=b.device)
    trans = _TRANSPOSITIONS.get(trans, trans)
    if trans not in (0, 1, 2):
        raise ValueError("illegal value in 2-th argument of internal trtrs")
    if not unit_diagonal:
        check_diagonal(a)
    stack = a.reshape(-1, *a.shape[-2:])
    x = as_stack(b[..., None] if is_vector else b)
    triangle = Triangle(ascontiguousarray(stack), lower, unit_diagonal, trans)
    triangle.solve(x, 0, rows)
    return x.reshape(b.shape)

# SPDX-License-Identifier: Apache-2.0
"""Jacobians of right-hand sides, and the dense systems that are made of them."""

import math

from ..._array.convert import as_operand
from ..._numpy.creation import asarray, full
from ..._numpy.diagonals import eye
from ..._numpy.indexing import take_along_axis, where
from ..._numpy.joining import stack
from ..._numpy.ufuncs import absolute, maximum, minimum
from ..linalg import lu_factor, lu_solve
from ._solver import EPS


def is_sparse(x):
    return hasattr(x, "toarray") and hasattr(x, "format")


class Jacobian:
    """The Jacobian of a solver's function: of the caller's, a constant, or estimated.

    Evaluations are counted by the solver; those of the function for differences are
    not, as SciPy has it.
    """

    def __init__(self, solver, given):
        self._solver, self._given = solver, given
        self.is_constant = given is not None and not callable(given)
        n = solver.y.size
        self.identity = eye(n, dtype=solver.dtype, device=solver.y.device)
        if self.is_constant:
            self.first = self._checked(given)
            return
        self._steps = full(n, EPS**0.5, device=solver.y.device)
        self.first = self(solver.t, solver.y, solver.f)

    def __call__(self, t, y, f=None):
        """The Jacobian at a time; f is the function's value, where it is known."""
        self._solver.njev += 1
        if self._given is not None:
            return self._checked(self._given(t, y))
        return self._estimated(t, y, self._solver.uncounted(t, y) if f is None else f)

    def _checked(self, J):
        J = as_operand(J.toarray() if is_sparse(J) else J, self._solver.y)
        J = J.astype(self._solver.dtype)
        n = self._solver.y.size
        if J.shape != (n, n):
            raise ValueError(
                f"`jac` is expected to have shape {(n, n)}, but actually has {J.shape}."
            )
        return J

    def _estimated(self, t, y, f):
        """Forward differences, of which the relative steps adapt themselves.

        A step grows where the difference has few digits and shrinks where it is large
        (D. E. Salane, "Adaptive routines for forming Jacobians numerically", 1986).
        """
        solver = self._solver
        if y.size == 0:
            return self.identity
        scale = maximum(absolute(y), as_operand(solver.atol, y))
        direction = where(f.real >= 0, 1.0, -1.0)
        h = (y + self._steps * direction * scale) - y
        h = where(h == 0, self._steps, h)
        moved = y + self.identity * h  # a row for each item
        if solver.vectorized:
            values = asarray(solver._fun(t, moved.T), dtype=solver.dtype).T
        else:
            values = stack([solver.uncounted(t, moved[j]) for j in range(y.size)])
        change = values - f
        size = absolute(change)
        place = size.argmax(axis=1)[:, None]
        most = take_along_axis(size, place, axis=1)[:, 0]
        there = take_along_axis(absolute(values), place, axis=1)[:, 0]
        largest = maximum(absolute(f)[place[:, 0]], there)
        steps = where(most < EPS**0.75 * largest, 10 * self._steps, self._steps)
        steps = where(most > EPS**0.25 * largest, 0.1 * steps, steps)
        self._steps = minimum(maximum(steps, 1e3 * EPS), 0.1)
        return (change / h[:, None]).T


class Factors:
    """LU factors of a matrix, with which systems are solved; counted by the solver."""

    def __init__(self, solver, matrix):
        solver.nlu += 1
        self._lu = lu_factor(matrix)

    def solve(self, b):
        return lu_solve(self._lu, b, check_finite=False)


__all__ = ["Factors", "Jacobian", "is_sparse"]


class Convergence:
    """Of Newton's iterations in a step: sizes of changes, and what they foretell.

    There are no more than `most` iterations. `rate` is the quotient of the last two
    sizes, None before there are two.
    """

    def __init__(self, tolerance, most):
        self._tolerance, self._left = tolerance, most
        self._size = self.rate = None

    def is_lost(self, size):
        """Takes the size of a change; whether the iterations left cannot do."""
        if not math.isfinite(size):
            return True
        if self._size is not None:
            self.rate = size / self._size
        self._size, left, rate = size, self._left, self.rate
        self._left -= 1
        return rate is not None and (
            rate >= 1 or rate**left / (1 - rate) * size > self._tolerance
        )

    def is_done(self):
        """Whether the next changes are small enough together."""
        if self._size == 0:
            return True
        rate = self.rate
        return rate is not None and rate / (1 - rate) * self._size < self._tolerance

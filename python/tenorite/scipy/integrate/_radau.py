# SPDX-License-Identifier: Apache-2.0
"""Radau IIA, an implicit Runge-Kutta method of order 5 with three stages.

The systems of a step are solved by a simplified Newton iteration in coordinates in which
they are a real and a complex one; E. Hairer and G. Wanner, "Solving Ordinary Differential
Equations II", 1996, section IV.8. The host looks at the norm of each correction, and of
the error.
"""

import math

from ..._numpy.ufuncs import absolute, maximum
from ._jacobian import Convergence, Factors, Jacobian
from ._solver import (
    EPS,
    TOO_SMALL_STEP,
    Polynomial,
    Solver,
    combined,
    norm,
    rows,
    square,
)

_ROOT = math.sqrt(6)
_C = ((4 - _ROOT) / 10, (4 + _ROOT) / 10, 1.0)
_E = rows(((-13 - 7 * _ROOT) / 3, (-13 + 7 * _ROOT) / 3, -1 / 3))[0]
# Eigenvalues of the inverse of the method's matrix, one real and one of a pair.
_REAL = 3 + 3 ** (2 / 3) - 3 ** (1 / 3)
_COMPLEX = complex(
    3 + (3 ** (1 / 3) - 3 ** (2 / 3)) / 2, -(3 ** (5 / 6) + 3 ** (7 / 6)) / 2
)
# Its eigenvectors, in real form, with 1, 1, 0 as the last row; and the inverse of that.
_T = rows(
    (0.09443876248897524, -0.1412552950209542, 0.030029194105147424),
    (0.2502131229653333, 0.20412935229379994, -0.3829421127572619),
    (1, 1, 0),
)
_INVERSE = rows(
    (4.178718591551905, 0.32768282076106237, 0.5233764454994495),
    (-4.178718591551905, -0.32768282076106237, 0.47662355450055044),
    (0.5028726349457868, -2.571926949855605, 0.5960392048282249),
)
_MOST_ITERATIONS = 6
_LEAST_FACTOR, _MOST_FACTOR = 0.2, 10


def _interpolation():
    """Coefficients of x, x^2 and x^3 for the changes of the state at the stages."""
    parts = []
    for i, c in enumerate(_C):
        a, b = (x for j, x in enumerate(_C) if j != i)
        divisor = c * (c - a) * (c - b)
        parts.append((a * b / divisor, -(a + b) / divisor, 1 / divisor))
    return rows(*zip(*parts, strict=True))


_P = _interpolation()


def times(table, vectors):
    return [combined(row, vectors) for row in table]


def _predicted_factor(h, h_old, error, error_old):
    """What the step is multiplied by, from two errors (Gustafsson)."""
    if error == 0:
        return math.inf
    change = 1.0
    if error_old is not None and h_old is not None:
        change = h / h_old * (error_old / error) ** 0.25
    return min(1, change) * error**-0.25


class Radau(Solver):
    order = 3  # of the estimate of the error
    takes_complex = False
    options = ("jac", "jac_sparsity")

    def _prepare(self, jac, jac_sparsity):
        self.tolerance = max(10 * EPS / self.rtol, min(0.03, self.rtol**0.5))
        self.jacobian = Jacobian(self, jac)
        self.J, self.is_current = self.jacobian.first, True
        self.factors = self.last = None
        self.h_abs_old = self.error_old = None

    def _advance(self):
        least = self.least_step()
        h_abs, h_abs_old, error_old = self.h_abs, self.h_abs_old, self.error_old
        if not least <= h_abs <= self.max_step:
            h_abs = self.max_step if h_abs > self.max_step else least
            h_abs_old = error_old = None
        rejected = False
        while True:
            if h_abs < least:
                return TOO_SMALL_STEP
            t_new = self.next_time(h_abs)
            h = t_new - self.t
            h_abs = abs(h)
            found = self._solved(h)
            if found is None:
                h_abs *= 0.5
                self.factors = None
                continue
            Z, iterations, rate = found
            y_new = self.y + Z[2]
            error = self._error(y_new, Z, h, rejected)
            most = 2 * _MOST_ITERATIONS
            safety = 0.9 * (most + 1) / (most + iterations)
            factor = _predicted_factor(h_abs, h_abs_old, error, error_old)
            if not error > 1:
                break
            h_abs *= max(_LEAST_FACTOR, safety * factor)
            self.factors = None
            rejected = True
        is_slow = iterations > 2 and rate > 1e-3 and not self.jacobian.is_constant
        factor = min(_MOST_FACTOR, safety * factor)
        if not is_slow and factor < 1.2:
            factor = 1  # the factors serve again
        else:
            self.factors = None
        f_new = self.fun(t_new, y_new)
        if is_slow:
            self.J = self.jacobian(t_new, y_new, f_new)
        self.is_current = is_slow or self.jacobian.is_constant
        self.h_abs_old, self.error_old = self.h_abs, error
        self.h_abs = h_abs * factor
        self.last = Polynomial(self.t, h, self.y, times(_P, Z))
        self.t, self.y, self.f = t_new, y_new, f_new
        return None

    def _solved(self, h):
        """(changes at the stages, iterations, rate of convergence), or None."""
        scale = self.atol + absolute(self.y) * self.rtol
        start = [self.y * 0] * 3
        if self.last is not None:  # the last polynomial goes on
            start = [self.last(self.t + h * c) - self.y for c in _C]
        while True:
            if self.factors is None:
                I, J = self.jacobian.identity, self.J
                self.factors = [Factors(self, m / h * I - J) for m in (_REAL, _COMPLEX)]
            found = self._iterated(h, start, scale)
            if found is not None or self.is_current:
                return found
            self.J, self.is_current = self.jacobian(self.t, self.y, self.f), True
            self.factors = None

    def _iterated(self, h, Z, scale):
        W = times(_INVERSE, Z)
        convergence = Convergence(self.tolerance, _MOST_ITERATIONS)
        for k in range(_MOST_ITERATIONS):
            F = [
                self.fun(self.t + h * c, self.y + z) for c, z in zip(_C, Z, strict=True)
            ]
            real, first, second = times(_INVERSE, F)
            real = real - _REAL / h * W[0]
            both = (first + 1j * second) - _COMPLEX / h * (W[1] + 1j * W[2])
            pair = self.factors[1].solve(both)
            changes = (self.factors[0].solve(real), pair.real, pair.imag)
            sizes = sum(square(x / scale) for x in changes).sum()
            size = math.sqrt(float(sizes) / (3 * scale.size))
            if convergence.is_lost(size):
                return None
            W = [w + change for w, change in zip(W, changes, strict=True)]
            Z = times(_T, W)
            if convergence.is_done():
                return Z, k + 1, convergence.rate
        return None

    def _error(self, y_new, Z, h, rejected):
        ZE = combined(_E, Z) / h
        scale = self.atol + maximum(absolute(self.y), absolute(y_new)) * self.rtol
        error = self.factors[0].solve(self.f + ZE)
        size = norm(error / scale)
        if rejected and size > 1:
            f = self.fun(self.t, self.y + error)
            size = norm(self.factors[0].solve(f + ZE) / scale)
        return size

    def _between(self):
        return self.last


__all__ = ["Radau"]

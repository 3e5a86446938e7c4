# SPDX-License-Identifier: Apache-2.0
"""Backward differentiation formulas of order 1 to 5, with steps of changing size.

They have Klopfenstein's and Shampine's terms, and keep backward differences; L. F.
Shampine and M. W. Reichelt, "The MATLAB ODE Suite", SIAM J. Sci. Comput. 18, 1997. The
host looks at the norm of each correction, of the error, and of those of other orders.
"""

import math

import numpy

from ..._numpy.joining import stack
from ..._numpy.ufuncs import absolute
from ._jacobian import Convergence, Factors, Jacobian
from ._solver import EPS, TOO_SMALL_STEP, Between, Solver, combined, mean_square, norm

_MOST_ORDER, _MOST_ITERATIONS = 5, 4
_LEAST_FACTOR, _MOST_FACTOR = 0.2, 10
_KAPPA = (0, -0.1850, -1 / 9, -0.0823, -0.0415, 0)
_GAMMA = tuple(sum(1 / j for j in range(1, k + 1)) for k in range(_MOST_ORDER + 1))
_ALPHA = tuple((1 - k) * g for k, g in zip(_KAPPA, _GAMMA, strict=True))
_ERROR = tuple(
    k * g + 1 / (i + 1) for i, (k, g) in enumerate(zip(_KAPPA, _GAMMA, strict=True))
)


def _transfer(order, factor):
    """The matrix from differences to values at steps of another size."""
    i = numpy.arange(1, order + 1)
    table = numpy.zeros((order + 1, order + 1))
    table[1:, 1:] = (i[:, None] - 1 - factor * i) / i[:, None]
    table[0] = 1
    return numpy.cumprod(table, axis=0)


def _power(error, exponent):
    return error**exponent if error else math.inf


class Differences(Between):
    """The polynomial of which the parts are backward differences at its start."""

    def _at(self, x, y, parts):
        power, total = 1.0, y
        for k, part in enumerate(parts):
            power = power * ((x + k) / (k + 1))
            total = total + power * part
        return total


class Bdf(Solver):
    order = 1
    options = ("jac", "jac_sparsity")
    has_alternative_segments = True

    def _prepare(self, jac, jac_sparsity):
        self.tolerance = max(10 * EPS / self.rtol, min(0.03, self.rtol**0.5))
        self.jacobian = Jacobian(self, jac)
        self.J, self.factors = self.jacobian.first, None
        nothing = 0 * self.y
        change = self.f * (self.h_abs * self.direction)
        self.D = [self.y, change, *[nothing] * (_MOST_ORDER + 1)]
        self.equal_steps = 0  # steps of one size and order

    def _resize(self, factor):
        """Makes differences those of steps that are `factor` times as long."""
        n = self.order + 1
        table = _transfer(self.order, factor) @ _transfer(self.order, 1)
        columns = [dict(enumerate(column.tolist())) for column in table.T]
        self.D[:n] = [combined(column, self.D) for column in columns]
        self.equal_steps = 0

    def _advance(self):
        least = self.least_step()
        h_abs = min(max(self.h_abs, least), self.max_step)
        if h_abs != self.h_abs:
            self._resize(h_abs / self.h_abs)
        order = self.order
        is_current = self.jacobian.is_constant
        while True:
            if h_abs < least:
                return TOO_SMALL_STEP
            t_new = self.next_time(h_abs)
            h = t_new - self.t
            if t_new != self.t + h_abs * self.direction:  # the end is nearer
                self._resize(abs(h) / h_abs)
                self.factors = None
            h_abs = abs(h)
            y_predicted = sum(self.D[1 : order + 1], self.D[0])
            scale = self.atol + self.rtol * absolute(y_predicted)
            terms = {j: _GAMMA[j] / _ALPHA[order] for j in range(1, order + 1)}
            psi, c = combined(terms, self.D), h / _ALPHA[order]
            while True:
                if self.factors is None:
                    self.factors = Factors(self, self.jacobian.identity - c * self.J)
                found = self._iterated(t_new, y_predicted, c, psi, scale)
                if found is not None or is_current:
                    break
                self.J, is_current = self.jacobian(t_new, y_predicted), True
                self.factors = None
            if found is None:
                h_abs *= 0.5
                self._resize(0.5)
                self.factors = None
                continue
            y_new, d, iterations = found
            most = 2 * _MOST_ITERATIONS
            safety = 0.9 * (most + 1) / (most + iterations)
            scale = self.atol + self.rtol * absolute(y_new)
            error = norm(_ERROR[order] * d / scale)
            if not error > 1:
                break
            factor = max(_LEAST_FACTOR, safety * error ** (-1 / (order + 1)))
            h_abs *= factor
            self._resize(factor)  # the factors serve again
        self.equal_steps += 1
        self.t, self.y, self.h_abs = t_new, y_new, h_abs
        self._advance_differences(d)
        if self.equal_steps >= order + 1:
            self._choose_order(error, safety, scale)
        return None

    def _iterated(self, t, y, c, psi, scale):
        """(the state, its distance from the predicted one, iterations), or None."""
        d, convergence = 0.0, Convergence(self.tolerance, _MOST_ITERATIONS)
        for k in range(_MOST_ITERATIONS):
            change = self.factors.solve(c * self.fun(t, y) - psi - d)
            if convergence.is_lost(norm(change / scale)):
                return None
            y, d = y + change, d + change
            if convergence.is_done():
                return y, d, k + 1
        return None

    def _advance_differences(self, d):
        """Differences at the new time; d is that of the order after the method's."""
        D, order = self.D, self.order
        D[order + 2] = d - D[order + 1]
        D[order + 1] = d
        for i in reversed(range(order + 1)):
            D[i] = D[i] + D[i + 1]

    def _choose_order(self, error, safety, scale):
        """Takes the order, of three, that lets the next step be the longest."""
        order, errors = self.order, [math.inf, error, math.inf]
        places = {}
        if order > 1:
            places[0] = _ERROR[order - 1] * self.D[order]
        if order < _MOST_ORDER:
            places[2] = _ERROR[order + 1] * self.D[order + 2]
        sizes = stack([mean_square(x / scale) for x in places.values()]).get()
        for place, size in zip(places, sizes.tolist(), strict=True):
            errors[place] = math.sqrt(size)
        factors = [_power(e, -1 / (order + k)) for k, e in enumerate(errors)]
        self.order = order + factors.index(max(factors)) - 1
        factor = min(_MOST_FACTOR, safety * max(factors))
        self.h_abs *= factor
        self._resize(factor)
        self.factors = None

    def _between(self):
        h = self.h_abs * self.direction
        return Differences(self.t, h, self.D[0], self.D[1 : self.order + 1])


__all__ = ["Bdf"]

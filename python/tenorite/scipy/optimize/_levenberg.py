# SPDX-License-Identifier: Apache-2.0
"""Least squares as MINPACK's lmder and lmdif find them, with residuals on the device.

The host gets the triangle of a QR decomposition of the Jacobian, and finds the step by
singular values (J. J. More, "The Levenberg-Marquardt algorithm", 1977; J. J. More, B. S.
Garbow and K. E. Hillstrom, "User guide for MINPACK-1", 1980).
"""

import math

import numpy

from ..._numpy.products import vdot
from ._residuals import small_problem
from ._trust_region import EPS

_TINY = float(numpy.finfo(float).tiny)
_norm = numpy.linalg.norm


class _Steps:
    """Steps within a scaled radius, for the Jacobian of one point."""

    def __init__(self, J, f, scale):
        u, self.s, v = numpy.linalg.svd(J / scale)
        self.V, self.uf, self.scale = v.T, u.T @ f, scale
        self.slope = _norm((J / scale).T @ f)
        self.is_full = bool(self.s[-1] > 0)

    def _at(self, par):
        """(scaled step, its length, derivative of the length)."""
        if par:
            factors = self.s / (self.s**2 + par)
        else:
            positive = self.s > 0
            factors = numpy.where(positive, 1 / numpy.where(positive, self.s, 1), 0)
        along = factors * self.uf
        size = _norm(along)
        below = self.s**2 + par
        with numpy.errstate(divide="ignore", invalid="ignore"):
            slope = -numpy.sum(along**2 / below) / size
        return -self.V @ along, size, slope

    def within(self, radius, par):
        """(scaled step, parameter) with a length within a tenth of the radius."""
        step, size, slope = self._at(0.0)
        away = size - radius
        if away <= 0.1 * radius:
            return step, 0.0
        least = away * size / (radius * -slope) if self.is_full else 0.0
        most = self.slope / radius or _TINY / min(radius, 0.1)
        par = min(max(par, least), most) or self.slope / size
        for k in range(10):
            par = par or max(_TINY, 0.001 * most)
            step, size, slope = self._at(par)
            before, away = away, size - radius
            if abs(away) <= 0.1 * radius or k == 9:
                break
            if least == 0 and away <= before and before < 0:
                break
            if away > 0:
                least = max(least, par)
            elif away < 0:
                most = min(most, par)
            par = max(least, par + away * size / (radius * -slope))
        return step, par


def _ratio_and_radius(f, f_new, predicted, slope, size, radius, par):
    """(reduction, its share of the predicted one, next radius, next parameter)."""
    actual = 1 - (f_new / f) ** 2 if 0.1 * f_new < f else -1.0
    ratio = actual / predicted if predicted else 0.0
    if ratio <= 0.25:
        shrink = 0.5 if actual >= 0 else 0.5 * slope / (slope + 0.5 * actual)
        if 0.1 * f_new >= f or shrink < 0.1:
            shrink = 0.1
        return actual, ratio, shrink * min(radius, size / 0.1), par / shrink
    if par == 0 or ratio >= 0.75:
        return actual, ratio, size / 0.5, 0.5 * par
    return actual, ratio, radius, par


def levenberg(fun, jac, x, f, ftol, xtol, gtol, maxfev, factor, cost_of_jac):
    """(x, residuals, number of evaluations, triangle of the Jacobian, how it ended).

    The last Jacobian is that of the point before the last step. The numbers of the end
    are MINPACK's; a Jacobian counts for `cost_of_jac` evaluations.
    """
    count, par, scale = 1, 0.0, None
    length = math.sqrt(float(vdot(f, f)))
    while True:
        J, side = small_problem(jac(x, f), f, numpy.ones_like(x))
        count += cost_of_jac
        columns = numpy.sqrt((J * J).sum(axis=0))
        is_first = scale is None
        if is_first:
            scale = numpy.where(columns == 0, 1.0, columns)
            size_of_x = _norm(scale * x)
            radius = factor * size_of_x or factor
        cosine = 0.0
        if length:
            some = columns != 0
            slopes = abs(J.T @ side)[some] / (length * columns[some])
            cosine = slopes.max(initial=0.0)
        if cosine <= gtol:
            return x, f, count, J, 4
        scale = numpy.maximum(scale, columns)
        steps, ratio = _Steps(J, side, scale), 0.0
        while not ratio >= 1e-4:
            step, par = steps.within(radius, par)
            size, x_new = _norm(step), x + step / scale
            radius = min(radius, size) if is_first else radius
            f_new = fun(x_new)
            count += 1
            length_new = math.sqrt(float(vdot(f_new, f_new)))
            parts = (
                (_norm(J @ (step / scale)) / length) ** 2,
                par * (size / length) ** 2,
            )
            predicted = parts[0] + 2 * parts[1]
            actual, ratio, radius, par = _ratio_and_radius(
                length, length_new, predicted, -sum(parts), size, radius, par
            )
            if ratio >= 1e-4:
                x, f, length = x_new, f_new, length_new
                size_of_x, is_first = _norm(scale * x), False
            info = _ended(actual, predicted, ratio, radius, size_of_x, ftol, xtol)
            if not info and count >= maxfev:
                info = 5
            if not info:
                info = _stuck(actual, predicted, ratio, radius, size_of_x, cosine)
            if info:
                return x, f, count, J, info


def _ended(actual, predicted, ratio, radius, size, ftol, xtol):
    small = abs(actual) <= ftol and predicted <= ftol and 0.5 * ratio <= 1
    return int(small) + 2 * int(radius <= xtol * size)


def _stuck(actual, predicted, ratio, radius, size, cosine):
    """Where a tolerance is below what numbers can show."""
    if abs(actual) <= EPS and predicted <= EPS and 0.5 * ratio <= 1:
        return 6
    if radius <= EPS * size:
        return 7
    return 8 if cosine <= EPS else 0


def words(info, ftol, xtol, gtol, maxfev):
    """MINPACK's words of how it ended, as SciPy has them."""
    reductions = "Both actual and predicted relative reductions in the sum of squares"
    between = "relative error between two consecutive iterates is at"
    return {
        1: f"{reductions}\n  are at most {ftol:f}",
        2: f"The {between} most {xtol:f}",
        3: f"{reductions}\n  are at most {ftol:f} and the {between} \n  most {xtol:f}",
        4: "The cosine of the angle between func(x) and any column of the\n  Jacobian "
        f"is at most {gtol:f} in absolute value",
        5: f"Number of calls to function has reached maxfev = {maxfev}.",
        6: f"ftol={ftol:f} is too small, no further reduction in the sum of squares\n"
        "  is possible.",
        7: f"xtol={xtol:f} is too small, no further improvement in the approximate\n"
        "  solution is possible.",
        8: f"gtol={gtol:f} is too small, func(x) is orthogonal to the columns of\n"
        "  the Jacobian to machine precision.",
    }[info]


__all__ = ["levenberg", "words"]

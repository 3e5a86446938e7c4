# SPDX-License-Identifier: Apache-2.0
"""Steps along a line that satisfy Wolfe's conditions, by numbers of the host.

`phi(a)` gives the value and the slope of the objective at a step a, in one look at the
device. The first search is J. J. More and D. J. Thuente's (ACM Transactions on
Mathematical Software 20, 1994), the second one that of J. Nocedal and S. J. Wright's
"Numerical Optimization" (1999), algorithms 3.5 and 3.6.
"""

import math

import numpy

CONVERGED, WARNED, FAILED, NOT_FINISHED = (
    "converged",
    "warned",
    "failed",
    "not finished",
)


class MoreThuente:
    """A search for a step with enough decrease (`ftol`) and a small slope (`gtol`)."""

    def __init__(self, phi, ftol, gtol, xtol, least, most):
        self.phi, self.ftol, self.gtol, self.xtol = phi, ftol, gtol, xtol
        self.least, self.most = least, most

    def search(self, step, value, slope, count):
        """(step, value, slope, how it ended) after `count` trials at most."""
        if step < self.least or step > self.most or not slope < 0:
            return step, value, slope, FAILED
        self.first, self.first_slope = value, slope
        self.wanted = self.ftol * slope
        self.is_bracketed, self.is_first_stage = False, True
        self.width = self.most - self.least
        self.older_width = 2 * self.width
        self.best = self.other = (0.0, value, slope)
        self.low, self.high = 0.0, step + 4.0 * step
        for _ in range(count):
            value, slope = self.phi(step)
            ended = self._ended(step, value, slope)
            if ended:
                return step, value, slope, ended
            step = self._next(step, value, slope)
            if not math.isfinite(step):
                return step, value, slope, FAILED
        return step, value, slope, NOT_FINISHED

    def _ended(self, step, value, slope):
        goal = self.first + step * self.wanted
        if self.is_first_stage and value <= goal and slope >= 0:
            self.is_first_stage = False
        ended = None
        if self.is_bracketed and (
            step <= self.low
            or step >= self.high
            or self.high - self.low <= self.xtol * self.high
        ):
            ended = WARNED
        if step == self.most and value <= goal and slope <= self.wanted:
            ended = WARNED
        if step == self.least and (value > goal or slope >= self.wanted):
            ended = WARNED
        if value <= goal and abs(slope) <= self.gtol * -self.first_slope:
            ended = CONVERGED
        self.goal = goal
        return ended

    def _next(self, step, value, slope):
        if self.is_first_stage and value <= self.best[1] and value > self.goal:
            # The objective less the decrease that is wanted.
            def less(point):
                at, value, slope = point
                return at, value - at * self.wanted, slope - self.wanted

            def more(point):
                at, value, slope = point
                return at, value + at * self.wanted, slope + self.wanted

            found = self._trial(
                *map(less, (self.best, self.other)), less((step, value, slope))
            )
            self.best, self.other = more(found[0]), more(found[1])
        else:
            found = self._trial(self.best, self.other, (step, value, slope))
            self.best, self.other = found[:2]
        step = found[2]
        x, y = self.best[0], self.other[0]
        if self.is_bracketed:
            if abs(y - x) >= 0.66 * self.older_width:
                step = x + 0.5 * (y - x)
            self.older_width, self.width = self.width, abs(y - x)
            self.low, self.high = min(x, y), max(x, y)
        else:
            self.low, self.high = step + 1.1 * (step - x), step + 4.0 * (step - x)
        step = min(max(step, self.least), self.most)
        if self.is_bracketed and (
            step <= self.low
            or step >= self.high
            or self.high - self.low <= self.xtol * self.high
        ):
            step = x
        return step

    def _trial(self, best, other, last):
        """(best point, other end of the interval, next step)."""
        with numpy.errstate(all="ignore"):
            (x, fx, dx), (y, fy, dy), (s, fs, ds) = (
                tuple(map(numpy.float64, point)) for point in (best, other, last)
            )
            turned = numpy.sign(ds) * numpy.sign(dx)
            if fs > fx:
                step = _between_higher(x, fx, dx, s, fs, ds)
            elif turned < 0:
                step = _between_turned(x, fx, dx, s, fs, ds)
            elif abs(ds) < abs(dx):
                step = self._beyond(x, fx, dx, y, s, fs, ds)
            elif self.is_bracketed:
                step = _cubic(y, fy, dy, s, fs, ds, s > y)
            else:
                step = self.high if s > x else self.low
            if fs > fx or turned < 0:
                self.is_bracketed = True
            if fs > fx:
                return best, last, float(step)
            return last, best if turned < 0 else other, float(step)

    def _beyond(self, x, fx, dx, y, s, fs, ds):
        theta, size = _theta(x, fx, dx, s, fs, ds)
        root = max(0, (theta / size) ** 2 - (dx / size) * (ds / size))
        gamma = size * numpy.sqrt(root)
        gamma = -gamma if s > x else gamma
        r = ((gamma - ds) + theta) / ((gamma + (dx - ds)) + gamma)
        if r < 0 and gamma != 0:
            cubic = s + r * (x - s)
        else:
            cubic = self.high if s > x else self.low
        secant = s + (ds / (ds - dx)) * (x - s)
        is_nearer = abs(cubic - s) < abs(secant - s)
        if self.is_bracketed:
            step = cubic if is_nearer else secant
            limit = s + 0.66 * (y - s)
            return min(limit, step) if s > x else max(limit, step)
        step = cubic if abs(cubic - s) > abs(secant - s) else secant
        return min(max(step, self.low), self.high)


def _theta(x, fx, dx, s, fs, ds):
    theta = 3.0 * (fx - fs) / (s - x) + dx + ds
    return theta, max(abs(theta), abs(dx), abs(ds))


def _cubic(x, fx, dx, s, fs, ds, negative):
    """The minimum of the cubic through two points, from the second one."""
    theta, size = _theta(x, fx, dx, s, fs, ds)
    gamma = size * numpy.sqrt((theta / size) ** 2 - (dx / size) * (ds / size))
    gamma = -gamma if negative else gamma
    r = ((gamma - ds) + theta) / (((gamma - ds) + gamma) + dx)
    return s + r * (x - s)


def _between_higher(x, fx, dx, s, fs, ds):
    theta, size = _theta(x, fx, dx, s, fs, ds)
    gamma = size * numpy.sqrt((theta / size) ** 2 - (dx / size) * (ds / size))
    gamma = -gamma if s < x else gamma
    r = ((gamma - dx) + theta) / (((gamma - dx) + gamma) + ds)
    cubic = x + r * (s - x)
    square = x + ((dx / ((fx - fs) / (s - x) + dx)) / 2.0) * (s - x)
    if abs(cubic - x) <= abs(square - x):
        return cubic
    return cubic + (square - cubic) / 2.0


def _between_turned(x, fx, dx, s, fs, ds):
    cubic = _cubic(x, fx, dx, s, fs, ds, s > x)
    secant = s + (ds / (ds - dx)) * (x - s)
    return cubic if abs(cubic - s) > abs(secant - s) else secant


# ---- the other search ----


def nocedal_wright(phi, value, slope, step, c1, c2, most):
    """(step, value) with Wolfe's conditions, or None."""
    before, f_before, d_before = 0.0, value, slope
    step = min(step, most)
    for k in range(10):
        if step == 0 or before > most:
            return None
        f, d = phi(step)
        if f > value + c1 * step * slope or (f >= f_before and k):
            ends = (before, f_before, d_before), (step, f)
            return _zoom(phi, *ends, value, slope, c1, c2)
        if abs(d) <= -c2 * slope:
            return step, f
        if d >= 0:
            ends = (step, f, d), (before, f_before)
            return _zoom(phi, *ends, value, slope, c1, c2)
        before, f_before, d_before = step, f, d
        step = min(2 * step, most)
    return step, phi(step)[0]


def _zoom(phi, low, high, value, slope, c1, c2):
    older = 0.0, value
    for i in range(11):
        (a, fa, da), (b, fb) = low, high
        width = b - a
        left, right = min(a, b), max(a, b)
        step = _cubic_minimum(a, fa, da, b, fb, *older) if i else None
        if step is None or step > right - 0.2 * width or step < left + 0.2 * width:
            step = _square_minimum(a, fa, da, b, fb)
            margin = 0.1 * width
            if step is None or step > right - margin or step < left + margin:
                step = a + 0.5 * width
        f, d = phi(step)
        if f > value + c1 * step * slope or f >= fa:
            older, high = high, (step, f)
            continue
        if abs(d) <= -c2 * slope:
            return step, f
        if d * (b - a) >= 0:
            older, high = high, (a, fa)
        else:
            older = a, fa
        low = step, f, d
    return None


def _finite(function):
    def call(*args):
        try:
            with numpy.errstate(divide="raise", over="raise", invalid="raise"):
                found = function(*map(numpy.float64, args))
        except ArithmeticError:
            return None
        return float(found) if numpy.isfinite(found) else None

    return call


@_finite
def _cubic_minimum(a, fa, da, b, fb, c, fc):
    db, dc = b - a, c - a
    scale = (db * dc) ** 2 * (db - dc)
    one, two = fb - fa - da * db, fc - fa - da * dc
    A = (dc**2 * one - db**2 * two) / scale
    B = (db**3 * two - dc**3 * one) / scale
    return a + (-B + numpy.sqrt(B * B - 3 * A * da)) / (3 * A)


@_finite
def _square_minimum(a, fa, da, b, fb):
    db = b - a
    return a - da / (2.0 * ((fb - fa - da * db) / (db * db)))


__all__ = ["CONVERGED", "WARNED", "MoreThuente", "nocedal_wright"]

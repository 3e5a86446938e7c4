# SPDX-License-Identifier: Apache-2.0
"""The model of L-BFGS-B of a problem with bounds, and the line that it gives.

The Hessian is B = theta - W M W', of rows of W: the changes of the gradient and the
steps of the last pairs, on the device; M has as many rows as these and is on the host
(R. H. Byrd, J. Nocedal and R. B. Schnabel, Mathematical Programming 63, 1994). The
pieces of the path of the projected gradient are looked at all at once: a sort of the
times at which variables meet their bounds, and sums along them (R. H. Byrd, P. Lu, J.
Nocedal and C. Zhu, 1995; J. L. Morales and J. Nocedal, ACM Transactions on Mathematical
Software 38, 2011).
"""

import math

import numpy

from ..._array.convert import own_beside
from ..._numpy.creation import full, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.math import clip
from ..._numpy.products import matmul, vdot
from ..._numpy.sorting import argsort
from ..._numpy.statistics import argmax, cumsum
from ..._numpy.ufuncs import absolute, isinf, maximum, minimum
from ._lbfgs import EPS, LbfgsInvHessProduct
from ._objective import Line, looked

# Pieces of the path of which sums are made at once: most paths end early.
FIRST_PIECES = 1 << 16


class _BoundedLine(Line):
    """A line that ends at `end` at a step of 1; points do not leave the bounds."""

    def __init__(self, objective, x, end, low, high):
        super().__init__(objective, x, end - x)
        self._end, self._low, self._high = end, low, high

    def at(self, step):
        if step == 1:
            return self._end
        return clip(self.x + step * self.direction, self._low, self._high)


class Bounded:
    """The model of a problem with bounds (low, high), which may be infinite."""

    def __init__(self, objective, maxcor, low, high, is_boxed):
        self._objective, self.is_boxed = objective, is_boxed
        self._low, self._high = low, high
        # Two rows for each pair: the change of the gradient, and the step.
        self._rows = zeros((maxcor, 2, low.size), device=low.device)
        self._ss, self._sy = numpy.zeros((2, maxcor, maxcor))
        self._age = numpy.zeros(maxcor, int)
        self.forget()

    def forget(self):
        self.pairs, self._theta = 0, 1.0

    def gradient_size(self, x, gradient):
        beyond = where(
            gradient < 0,
            maximum(gradient, x - self._high),
            minimum(gradient, x - self._low),
        )
        return absolute(beyond).max()

    # ---- the Hessian ----

    def _w(self):
        """The rows in use, (2 * pairs, n)."""
        count = min(self.pairs, len(self._age))
        return self._rows[:count].reshape(2 * count, -1)

    def learn(self, s, y, curvature, yy):
        m = len(self._age)
        slot = self.pairs % m
        self._rows[slot, 0], self._rows[slot, 1] = y, s
        self._age[slot] = self.pairs
        self.pairs += 1
        products = matmul(self._w(), stack([y, s], axis=1)).get()
        products = products.reshape(-1, 2, 2)
        count = len(products)
        self._ss[slot, :count] = self._ss[:count, slot] = products[:, 1, 1]
        self._sy[slot, :count] = products[:, 0, 1]
        self._sy[:count, slot] = products[:, 1, 0]
        self._sy[slot, slot] = curvature
        self._theta = yy / curvature
        try:
            self._middle = self._inner(count)
        except numpy.linalg.LinAlgError:
            self.forget()

    def _inner(self, count):
        """M, of rows in the order of W; LinAlgError where B is not positive."""
        ss, sy = self._ss[:count, :count], self._sy[:count, :count]
        age = self._age[:count]
        d, lower = numpy.diag(sy), numpy.where(age[:, None] > age, sy, 0.0)
        if not (d > 0).all():
            raise numpy.linalg.LinAlgError
        ratio = lower / d
        a = self._theta * ss + ratio @ lower.T
        half = numpy.linalg.inv(numpy.linalg.cholesky(a))
        inverse = half.T @ half
        cross = inverse @ ratio
        m = numpy.empty((count, 2, count, 2))
        m[:, 0, :, 0] = ratio.T @ cross - numpy.diag(1 / d)
        m[:, 1, :, 0] = self._theta * cross
        m[:, 0, :, 1] = self._theta * cross.T
        m[:, 1, :, 1] = self._theta**2 * inverse
        return m.reshape(2 * count, 2 * count)

    def inverse(self, x):
        """The inverse Hessian of the pairs, the oldest one first."""
        count = min(self.pairs, len(self._age))
        order = numpy.argsort(self._age[:count]).tolist()
        if not count:
            return LbfgsInvHessProduct(*(self._rows[:0, i] for i in (1, 0)))
        return LbfgsInvHessProduct(
            *(stack([self._rows[k, i] for k in order]) for i in (1, 0))
        )

    # ---- the next line ----

    def line(self, x, gradient, is_first):
        """(line, slope, squared length of its direction, longest step)."""
        end, free = self._cauchy_point(x, gradient)
        if self.pairs:
            try:
                end = self._least(x, gradient, end, free)
            except numpy.linalg.LinAlgError:
                self.forget()
                return self.line(x, gradient, is_first)
        line = _BoundedLine(self._objective, x, end, self._low, self._high)
        d = line.direction
        numbers = vdot(gradient, d), vdot(d, d), self._room(x, d).min()
        slope, square, most = looked(*numbers)
        most = 1.0 if is_first else min(max(most, 0.0), 1e10)
        return line, slope, square, most

    def _room(self, x, d):
        """How far each variable may go along d."""
        wall = where(d < 0, self._low, self._high)
        return where(d == 0, math.inf, (wall - x) / where(d == 0, 1.0, d))

    def _cauchy_point(self, x, gradient):
        """(first minimum along the path of the projected gradient, free variables)."""
        low, high = self._low, self._high
        is_stuck = ((x <= low) & (gradient >= 0)) | ((x >= high) & (gradient <= 0))
        d = where(is_stuck, 0.0, -gradient)
        times = self._room(x, d)
        if self.pairs:
            at, passed = self._path(d, times)
        else:
            at, passed = 1.0, times <= 1.0
        there = where(passed, where(d > 0, high, low), clip(x + at * d, low, high))
        return there, ~(is_stuck | passed)

    def _path(self, d, times):
        """(time of the first minimum, variables that have met their bounds)."""
        n, order = d.size, argsort(times)
        first, size = 0, FIRST_PIECES
        while True:
            last = min(first + size, n)
            stop, piece, at = self._minimum(d, times, order, first, last)
            if stop or last == n:
                break
            first, size = last, size * 8
        count = int(piece) + first if stop else n
        passed = zeros(n, dtype=bool, device=d.device)
        passed[order[:count]] = True
        return (at if stop else math.inf), passed

    def _minimum(self, d, times, order, first, last):
        """(whether there is a minimum, its piece, its time) of pieces of the path.

        A piece lies between two times; at its begin as many variables as its number
        have met their bounds. Derivatives of the quadratic model along it are made of
        sums over variables that did and that did not.
        """
        w, theta, n = self._w(), self._theta, d.size
        middle = own_beside(self._middle, d)
        here = order[first:last]
        ends, parts = times[here], d[here]
        finite = where(isinf(ends), 0.0, ends)
        rows = w[:, here] * parts
        moved = rows * finite
        slopes = parts * parts
        # What the sums of this part lack: variables behind it, and before it.
        rest_slope, rest, before = 0.0, 0.0, 0.0
        begin = full(1, 0.0, device=d.device)
        if last < n:
            behind = d.copy()
            behind[order[:last]] = 0.0
            rest_slope, rest = vdot(behind, behind), matmul(w, behind)[:, None]
        if first:
            done = zeros(n, device=d.device)
            past = order[:first]
            done[past] = d[past] * times[past]
            before = matmul(w, done)[:, None]
            begin = times[order[first - 1 : first]]
        begins = concatenate([begin, finite[:-1]])
        g = cumsum(slopes[::-1])[::-1] + rest_slope
        p = cumsum(rows[:, ::-1], axis=1)[:, ::-1] + rest
        c = cumsum(moved, axis=1) - moved + before + begins * p
        mp = matmul(middle, p)
        slope = g * (theta * begins - 1) - (mp * c).sum(axis=0)
        curve = theta * g - (mp * p).sum(axis=0)
        curve = maximum(curve, EPS * theta * vdot(d, d))
        ahead = where(g > 0, -slope / where(g > 0, curve, 1.0), 0.0)
        ending = (ahead < ends - begins) | isinf(ends)
        piece = argmax(ending)
        return looked(ending[piece], piece, begins[piece] + maximum(ahead[piece], 0.0))

    def _least(self, x, gradient, cauchy, free):
        """The minimum of the model over the free variables, within the bounds."""
        w, theta = self._w(), self._theta
        count = len(w) // 2
        middle = own_beside(self._middle, x)
        moved = cauchy - x
        image = matmul(matmul(middle, matmul(w, moved)), w)
        r = where(free, image - gradient - theta * moved, 0.0)
        # Products of changes over the free variables, of steps over the others.
        chosen = stack([free, ~free]).astype(w.dtype)
        some = (w.reshape(count, 2, -1) * chosen).reshape(w.shape)
        look = concatenate([matmul(some, w.T), matmul(w, r)[:, None]], axis=1).get()
        inner, side = look[:, :-1].reshape(count, 2, count, 2), look[:, -1]
        age = self._age[:count]
        k = numpy.empty((count, 2, count, 2))
        k[:, 0, :, 0] = -inner[:, 0, :, 0] / theta - numpy.diag(
            numpy.diag(self._sy)[:count]
        )
        k[:, 1, :, 1] = inner[:, 1, :, 1] / theta
        newer = age[:, None] > age
        cross = numpy.where(newer, inner[:, 1, :, 0], -inner[:, 0, :, 1].T) / theta
        k[:, 1, :, 0], k[:, 0, :, 1] = cross, cross.T
        v = numpy.linalg.solve(k.reshape(2 * count, 2 * count), side)
        if not numpy.isfinite(v).all():
            raise numpy.linalg.LinAlgError
        step = (r + matmul(own_beside(v, x), w) / theta) / theta
        step = where(free, step, 0.0)
        low, high = self._low, self._high
        projected = clip(cauchy + step, low, high)
        # Where the projection goes up, the step ends at the first bound instead.
        room = self._room(cauchy, step)
        share = minimum(maximum(room.min(), 0.0), 1.0)
        cut = clip(cauchy + share * step, low, high)
        cut = where(room <= share, where(step < 0, low, high), cut)
        return where(vdot(projected - x, gradient) > 0, cut, projected)


__all__ = ["Bounded"]

# SPDX-License-Identifier: Apache-2.0
"""Steps of least squares in a trust region, on the host: problems of few parameters.

Without bounds a step is that of Levenberg and Marquardt (J. J. More, "The
Levenberg-Marquardt algorithm", 1977). With bounds variables are scaled by their
distance to them, and a step that would leave them is reflected (M. A. Branch, T. F.
Coleman and Y. Li, SIAM Journal on Scientific Computing 21, 1999).
"""

import math

import numpy

EPS = float(numpy.finfo(float).eps)
_norm = numpy.linalg.norm


class Region:
    """Steps of least squares within a radius, by singular values."""

    def __init__(self, J, f, m):
        u, self.s, v = numpy.linalg.svd(J, full_matrices=False)
        self.V, self.uf = v.T, u.T @ f
        n = J.shape[1]
        self.is_full = m >= n and self.s[-1] > EPS * m * self.s[0]

    def _distance(self, alpha, radius):
        """How far the step of a parameter is beyond the radius, and its derivative."""
        below = self.s**2 + alpha
        suf = self.s * self.uf
        size = _norm(suf / below)
        return size - radius, -numpy.sum(suf**2 / below**3) / size

    def step(self, radius, alpha):
        """(step, parameter of Levenberg and Marquardt)."""
        if self.is_full:
            p = -self.V @ (self.uf / self.s)
            if _norm(p) <= radius:
                return p, 0.0
        suf = self.s * self.uf
        high, low = _norm(suf) / radius, 0.0
        if self.is_full:
            distance, slope = self._distance(0.0, radius)
            low = -distance / slope
        elif alpha == 0:
            alpha = max(0.001 * high, math.sqrt(low * high))
        for _ in range(10):
            if alpha < low or alpha > high:
                alpha = max(0.001 * high, math.sqrt(low * high))
            distance, slope = self._distance(alpha, radius)
            high = alpha if distance < 0 else high
            ratio = distance / slope
            low = max(low, alpha - ratio)
            alpha -= (distance + radius) * ratio / radius
            if abs(distance) < 0.01 * radius:
                break
        p = -self.V @ (suf / (self.s**2 + alpha))
        return p * (radius / _norm(p)), alpha


class Quadratic:
    """The model p'(J'J + diag)p / 2 + g'p of scaled steps."""

    def __init__(self, J, g, diag):
        self.J, self.g, self.diag = J, g, diag

    def _product(self, p, q):
        return (self.J @ p) @ (self.J @ q) + (p * self.diag) @ q

    def __call__(self, p):
        return 0.5 * self._product(p, p) + self.g @ p

    def least(self, start, direction, low, high):
        """(t, value) of the minimum of start + t * direction, low <= t <= high."""
        a = 0.5 * self._product(direction, direction)
        b = self.g @ direction + self._product(start, direction)
        c = self(start)
        trials = [low, high]
        if a != 0:
            inner = -0.5 * b / a
            if low < inner < high:
                trials.append(inner)
        values = [t * (a * t + b) + c for t in trials]
        best = int(numpy.argmin(values))
        return trials[best], values[best]


# ---- bounds ----


def distances(x, g, low, high):
    """(distance to the bound that -g points to, its derivative); 1 and 0 without one."""
    v, dv = numpy.ones_like(x), numpy.zeros_like(x)
    up = (g < 0) & numpy.isfinite(high)
    down = (g > 0) & numpy.isfinite(low)
    v[up], dv[up] = high[up] - x[up], -1
    v[down], dv[down] = x[down] - low[down], 1
    return v, dv


def active(x, low, high, rtol):
    """-1 where x is at its lower bound, 1 at its upper one, 0 elsewhere."""
    found = numpy.zeros(x.shape, int)
    if rtol == 0:
        found[x <= low], found[x >= high] = -1, 1
        return found
    below, above = x - low, high - x
    near = [rtol * numpy.maximum(1, abs(b)) for b in (low, high)]
    at_low = numpy.isfinite(low) & (below <= numpy.minimum(above, near[0]))
    at_high = numpy.isfinite(high) & (above <= numpy.minimum(below, near[1]))
    found[at_low] = -1
    found[at_high] = 1
    return found


def inside(x, low, high, rstep):
    """x, moved off its bounds: by a relative step, or to the next number for 0."""
    side = active(x, low, high, rstep)
    if rstep == 0:
        lowest, highest = numpy.nextafter(low, high), numpy.nextafter(high, low)
    else:
        low_, high_ = (numpy.where(numpy.isfinite(b), b, 0.0) for b in (low, high))
        lowest = low_ + rstep * numpy.maximum(1, abs(low_))
        highest = high_ - rstep * numpy.maximum(1, abs(high_))
    x = numpy.where(side < 0, lowest, numpy.where(side > 0, highest, x))
    tight = (x < low) | (x > high)
    x[tight] = 0.5 * (low[tight] + high[tight])
    return x


def _to_bounds(x, step, low, high):
    """(factor of the step to the first bound, which variables meet theirs there)."""
    moves = step != 0
    room = numpy.full_like(x, numpy.inf)
    with numpy.errstate(over="ignore"):
        room[moves] = numpy.maximum(
            (low - x)[moves] / step[moves], (high - x)[moves] / step[moves]
        )
    least = room.min()
    return least, moves & (room == least)


def _to_radius(start, step, radius):
    """The factor above 0 at which start + factor * step leaves the region."""
    a, b = step @ step, start @ step
    c = start @ start - radius**2
    # The root that does not cancel, and the other one by their product.
    q = -(b + math.copysign(math.sqrt(max(b * b - a * c, 0.0)), b))
    return max(q / a, c / q) if q else math.sqrt(max(-c, 0.0) / a)


def bounded_step(model, x, d, p, radius, low, high, theta):
    """(step, the same scaled, reduction that the model promises).

    The best of three: the step up to the bound, its reflection there, and the step
    along the scaled gradient; all of them end within the bounds.
    """
    if numpy.all((x + d * p >= low) & (x + d * p <= high)):
        return d * p, p, -model(p)
    stride, hits = _to_bounds(x, d * p, low, high)
    mirrored = numpy.where(hits, -p, p)
    p = p * stride
    trials = []
    to_region = _to_radius(p, mirrored, radius)
    to_bound, _ = _to_bounds(x + d * p, d * mirrored, low, high)
    most = min(to_bound, to_region)
    if most > 0:
        least = (1 - theta) * stride / most
        most = theta * to_bound if most == to_bound else to_region
        if least <= most:
            t, value = model.least(p, mirrored, least, most)
            trials.append((value, p + t * mirrored))
    p = theta * p
    down = -model.g
    to_region = radius / _norm(down)
    to_bound, _ = _to_bounds(x, d * down, low, high)
    most = theta * to_bound if to_bound < to_region else to_region
    t, value = model.least(numpy.zeros_like(x), down, 0, most)
    trials = [(model(p), p), *trials, (value, t * down)]
    value, step = min(trials, key=lambda trial: trial[0])
    return d * step, step, -value


# ---- differences ----


def difference_steps(x, low, high, is_central):
    """(steps of differences within the bounds, which of them have one side)."""
    size = EPS ** (1 / 3 if is_central else 1 / 2)
    h = size * numpy.where(x >= 0, 1.0, -1.0) * numpy.maximum(1.0, abs(x))
    below, above = x - low, high - x
    most = numpy.maximum(below, above)
    toward = numpy.where(above >= below, 1.0, -1.0)
    if not is_central:
        fits = abs(h) <= most
        leaves = (x + h < low) | (x + h > high)
        h = numpy.where(fits, numpy.where(leaves, -h, h), toward * most)
        return h, numpy.ones(x.shape, bool)
    h = abs(h)
    central = (below >= h) & (above >= h)
    one_sided = numpy.minimum(h, 0.5 * most)
    nearest = numpy.minimum(below, above)
    # A step to both sides, if shorter, is better than one to a single side.
    shorter = ~central & (one_sided <= nearest)
    step = numpy.where(central, h, numpy.where(shorter, nearest, toward * one_sided))
    return step, ~(central | shorter)


__all__ = [
    "EPS",
    "Quadratic",
    "Region",
    "active",
    "bounded_step",
    "difference_steps",
    "distances",
    "inside",
]

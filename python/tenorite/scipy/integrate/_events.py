# SPDX-License-Identifier: Apache-2.0
"""Events of initial value problems: zeros of functions of time and state.

The host looks at the signs of all events once a step, and at one event in each step of
the search for a zero, for which states are those of the interpolant.
"""

import math

import numpy

from ..._array.convert import own_beside
from ..._core import ndarray
from ..._numpy.joining import stack

_EPS = float(numpy.finfo(float).eps)


class Event:
    """A function whose zeros are looked for, and those that were found."""

    def __init__(self, function, args):
        self._function, self._args = function, args
        terminal = getattr(function, "terminal", None)
        self.most = math.inf  # zeros at the last of which the integration ends
        if terminal:
            if not (int(terminal) == terminal and terminal > 0):
                raise ValueError(
                    "The `terminal` attribute of each event must be a boolean or "
                    "positive integer."
                )
            self.most = int(terminal)
        self.direction = float(getattr(function, "direction", 0))
        self.count, self.times, self.states = 0, [], []

    def __call__(self, t, y):
        return self._function(t, y, *self._args)

    def has_changed(self, before, now):
        up, down = before <= 0 <= now, before >= 0 >= now
        rises = up and self.direction > 0
        falls = down and self.direction < 0
        return rises or falls or ((up or down) and self.direction == 0)


class Events:
    """All events of a problem."""

    def __init__(self, functions, args, t, y):
        if callable(functions):
            functions = (functions,)
        self._events = [Event(functions[k], args) for k in range(len(functions))]
        self._values = self._at(t, y)

    def _at(self, t, y):
        """The values at a time, as floats; those of the device in one look."""
        values = [event(t, y) for event in self._events]
        if len(values) > 1 and all(
            isinstance(x, ndarray) and not x.ndim for x in values
        ):
            values = stack([x.astype(float) for x in values]).get()
        return [float(x) for x in values]

    def after(self, solver, interpolant):
        """Looks for zeros in the last step: whether it ends, when, and in which state.

        `interpolant` gives the function between the step's ends, and is called where
        there is something to look for.
        """
        before, self._values = self._values, self._at(solver.t, solver.y)
        active = [
            event
            for event, old, new in zip(self._events, before, self._values, strict=True)
            if event.has_changed(old, new)
        ]
        if not active:
            return False, solver.t, solver.y
        between, start, end = interpolant(), solver.t_old, solver.t
        found = []
        for event in active:
            event.count += 1
            t = _zero(lambda t, e=event: float(e(t, between(t))), start, end)
            found.append((t, event))
        ends = any(event.count >= event.most for event in active)
        if ends:
            found.sort(key=lambda x: x[0], reverse=end < start)
            last = next(k for k, (_, e) in enumerate(found) if e.count >= e.most)
            found = found[: last + 1]
        for t, event in found:
            event.times.append(t)
            event.states.append(between(t))
        return (True, t, event.states[-1]) if ends else (False, end, solver.y)

    def times(self, like):
        """The times of the zeros of each event."""
        return [own_beside(numpy.array(e.times, float), like) for e in self._events]

    def states(self, like):
        """The states at these times, (zeros, n)."""
        nothing = own_beside(numpy.zeros(0), like)
        return [stack(e.states) if e.states else nothing for e in self._events]


def _zero(f, a, b):
    """A zero of a function that has other signs at a and b, by Brent's method.

    R. P. Brent, "Algorithms for Minimization Without Derivatives", 1973, chapter 4.
    b is the best place so far, a the one before, and the zero is between b and c.
    """
    fa, fb = f(a), f(b)
    if fa == 0:
        return a
    if fb == 0:
        return b
    if (fa > 0) == (fb > 0):
        raise ValueError("f(a) and f(b) must have different signs")
    c, fc = a, fa
    step = last = b - a
    for _ in range(100):
        if (fb > 0) == (fc > 0):
            c, fc = a, fa
            step = last = b - a
        if abs(fc) < abs(fb):
            a, b, c = b, c, b
            fa, fb, fc = fb, fc, fb
        tolerance = 2 * _EPS * (1 + abs(b))
        half = (c - b) / 2
        if abs(half) <= tolerance or fb == 0:
            return b
        if abs(last) < tolerance or abs(fa) <= abs(fb):
            step = last = half
        else:
            p, q = _secant_or_parabola(a, b, c, fa, fb, fc)
            if 2 * abs(p) < min(
                3 * half * q * math.copysign(1, p) - abs(tolerance * q), abs(last * q)
            ):
                last, step = step, p / q
            else:
                step = last = half
        a, fa = b, fb
        b += step if abs(step) > tolerance else math.copysign(tolerance, half)
        fb = f(b)
    raise RuntimeError("Failed to converge after 100 iterations.")


def _secant_or_parabola(a, b, c, fa, fb, fc):
    """A step from b as a quotient: linear, or quadratic in the values."""
    s = fb / fa
    if a == c:
        return (c - b) * s, s - 1
    r, q = fb / fc, fa / fc
    p = s * ((c - b) * q * (q - r) - (b - a) * (r - 1))
    return p, (1 - q) * (r - 1) * (s - 1)


__all__ = ["Events"]

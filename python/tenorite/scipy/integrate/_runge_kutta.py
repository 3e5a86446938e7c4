# SPDX-License-Identifier: Apache-2.0
"""Explicit Runge-Kutta methods with steps of changing size.

States and stages are on the device. The host looks at the norm of the error of each
step, and so decides about its size; E. Hairer, S. P. Norsett and G. Wanner, "Solving
Ordinary Differential Equations I", 1993, section II.4.
"""

import math

from ..._numpy.joining import stack
from ..._numpy.ufuncs import absolute, maximum
from . import _dop853
from ._solver import (
    TOO_SMALL_STEP,
    Between,
    Polynomial,
    Solver,
    combined,
    norm,
    rows,
    square,
)

_SAFETY, _LEAST_FACTOR, _MOST_FACTOR = 0.9, 0.2, 10


class Method:
    """The coefficients of a method, and what it makes of stages."""

    def __init__(self, order, C, A, B, E, P):
        self.order, self.C, self.A, self.B = order, C, A, B
        self.E, self.P = E, P

    def error_norm(self, stages, h, scale):
        return norm(h * combined(self.E, stages) / scale)

    def interpolant(self, step):
        """The polynomial between two steps."""
        parts = [step.h * combined(column, step.stages) for column in self.P]
        return Polynomial(step.t_old, step.h, step.y_old, parts)


class Dop853(Method):
    def __init__(self):
        d = _dop853
        super().__init__(7, d.C, d.A, d.B, d.E5, None)

    def error_norm(self, stages, h, scale):
        five = combined(_dop853.E5, stages) / scale
        three = combined(_dop853.E3, stages) / scale
        sizes = stack([square(five).sum(), square(three).sum()]).get()
        five, three = (float(x) for x in sizes)
        if five == 0 and three == 0:
            return 0.0
        return abs(h) * five / math.sqrt((five + 0.01 * three) * scale.size)

    def interpolant(self, step):
        stages, h = list(step.stages), step.h
        for a, c in zip(_dop853.A_MORE, _dop853.C_MORE, strict=True):
            y = step.y_old + h * combined(a, stages)
            stages.append(step.fun(step.t_old + c * h, y))
        change = step.y - step.y_old
        parts = [
            change,
            h * stages[0] - change,
            2 * change - h * (step.f + stages[0]),
            *(h * combined(row, stages) for row in _dop853.D),
        ]
        return Alternating(step.t_old, h, step.y_old, parts)


_TABLES = {
    "RK23": Method(
        2,
        (0, 1 / 2, 3 / 4),
        rows((), (1 / 2,), (0, 3 / 4)),
        *rows((2 / 9, 1 / 3, 4 / 9), (5 / 72, -1 / 12, -1 / 9, 1 / 8)),
        rows((1, 0, 0, 0), (-4 / 3, 1, 4 / 3, -1), (5 / 9, -2 / 3, -8 / 9, 1)),
    ),
    "RK45": Method(
        4,
        (0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1),
        rows(
            (),
            (1 / 5,),
            (3 / 40, 9 / 40),
            (44 / 45, -56 / 15, 32 / 9),
            (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
            (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        ),
        *rows(
            (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
            (
                *(-71 / 57600, 0, 71 / 16695, -71 / 1920),
                *(17253 / 339200, -22 / 525, 1 / 40),
            ),
        ),
        rows(
            (1,),
            (
                *(-8048581381 / 2820520608, 0, 131558114200 / 32700410799),
                *(-1754552775 / 470086768, 127303824393 / 49829197408),
                *(-282668133 / 205662961, 40617522 / 29380423),
            ),
            (
                *(8663915743 / 2820520608, 0, -68118460800 / 10900136933),
                *(14199869525 / 1410260304, -318862633887 / 49829197408),
                *(2019193451 / 616988883, -110615467 / 29380423),
            ),
            (
                *(-12715105075 / 11282082432, 0, 87487479700 / 32700410799),
                *(-10690763975 / 1880347072, 701980252875 / 199316789632),
                *(-1453857185 / 822651844, 69997945 / 29380423),
            ),
        ),
    ),
    "DOP853": Dop853(),
}


class Alternating(Between):
    """Hairer's form: parts times x and 1 - x in turns."""

    def _at(self, x, y, parts):
        total = 0.0
        for i, part in enumerate(reversed(parts)):
            total = (total + part) * (x if i % 2 == 0 else 1 - x)
        return total + y


class RungeKutta(Solver):
    """Steps of a method of a table."""

    method = None

    def _advance(self):
        least = self.least_step()
        h_abs = min(max(self.h_abs, least), self.max_step)
        exponent = -1 / (self.order + 1)
        rejected = False
        while True:
            if h_abs < least:
                return TOO_SMALL_STEP
            t_new = self.next_time(h_abs)
            h = t_new - self.t
            h_abs = abs(h)
            y_new, stages = self._stages(t_new, h)
            size = maximum(absolute(self.y), absolute(y_new))
            error = self.method.error_norm(stages, h, self.atol + size * self.rtol)
            if error < 1:
                factor = _MOST_FACTOR
                if error:
                    factor = min(_MOST_FACTOR, _SAFETY * error**exponent)
                h_abs *= min(1, factor) if rejected else factor
                break
            factor = _SAFETY * error**exponent if error == error else 0.0
            h_abs *= max(_LEAST_FACTOR, factor)
            rejected = True
        self.y_old, self.stages, self.h = self.y, stages, h
        self.t, self.y, self.f, self.h_abs = t_new, y_new, stages[-1], h_abs
        return None

    def _stages(self, t_new, h):
        """(the state after a step, derivatives at all stages and at that state)."""
        stages = [self.f]
        for a, c in zip(self.method.A[1:], self.method.C[1:], strict=True):
            y = self.y + h * combined(a, stages)
            stages.append(self.fun(self.t + c * h, y))
        y_new = self.y + h * combined(self.method.B, stages)
        stages.append(self.fun(t_new, y_new))
        return y_new, stages

    def _between(self):
        return self.method.interpolant(self)


METHODS = {
    name: type(name, (RungeKutta,), {"method": method, "order": method.order})
    for name, method in _TABLES.items()
}

__all__ = ["METHODS"]

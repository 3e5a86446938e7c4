# SPDX-License-Identifier: Apache-2.0
"""Explicit Runge-Kutta methods with steps of changing size.

States and stages are on the device. The host looks at the norm of the error of each
step, and so decides about its size; E. Hairer, S. P. Norsett and G. Wanner, "Solving
Ordinary Differential Equations I", 1993, section II.4.
"""

import math
import warnings

import numpy

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray
from ..._numpy.creation import asarray
from ..._numpy.joining import stack
from ..._numpy.ufuncs import absolute, isfinite, maximum
from . import _dop853

_EPS = float(numpy.finfo(float).eps)
_SAFETY, _LEAST_FACTOR, _MOST_FACTOR = 0.9, 0.2, 10
TOO_SMALL_STEP = "Required step size is less than spacing between numbers."


def _rows(*rows):
    """Rows of a table as dicts of what is not 0."""
    return tuple({j: float(x) for j, x in enumerate(row) if x} for row in rows)


def combined(row, stages):
    """The sum of stages times their coefficients; None for no coefficient."""
    total = None
    for j, a in row.items():
        part = a * stages[j]
        total = part if total is None else total + part
    return total


def _square(x):
    return x.real * x.real + x.imag * x.imag if x.dtype.kind == "c" else x * x


def _mean_square(x):
    return _square(x).sum() / x.size


class Method:
    """The coefficients of a method, and what it makes of stages."""

    def __init__(self, order, C, A, B, E, P):
        self.order, self.C, self.A, self.B = order, C, A, B
        self.E, self.P = E, P

    def error_norm(self, stages, h, scale):
        return math.sqrt(float(_mean_square(h * combined(self.E, stages) / scale)))

    def interpolant(self, step):
        """The polynomial between two steps."""
        columns = [combined(column, step.stages) for column in self.P]
        return Polynomial(step, columns)


class Dop853(Method):
    def __init__(self):
        d = _dop853
        super().__init__(7, d.C, d.A, d.B, d.E5, None)

    def error_norm(self, stages, h, scale):
        five = combined(_dop853.E5, stages) / scale
        three = combined(_dop853.E3, stages) / scale
        sizes = stack([_square(five).sum(), _square(three).sum()]).get()
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
        return Alternating(step, parts)


METHODS = {
    "RK23": Method(
        2,
        (0, 1 / 2, 3 / 4),
        _rows((), (1 / 2,), (0, 3 / 4)),
        *_rows((2 / 9, 1 / 3, 4 / 9), (5 / 72, -1 / 12, -1 / 9, 1 / 8)),
        _rows((1, 0, 0, 0), (-4 / 3, 1, 4 / 3, -1), (5 / 9, -2 / 3, -8 / 9, 1)),
    ),
    "RK45": Method(
        4,
        (0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1),
        _rows(
            (),
            (1 / 5,),
            (3 / 40, 9 / 40),
            (44 / 45, -56 / 15, 32 / 9),
            (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
            (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        ),
        *_rows(
            (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
            (
                *(-71 / 57600, 0, 71 / 16695, -71 / 1920),
                *(17253 / 339200, -22 / 525, 1 / 40),
            ),
        ),
        _rows(
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


# ---- between two steps ----


class _Between:
    """A function of time between two steps: one state, or one for each time."""

    def __init__(self, step, parts):
        self.t_old, self.t, self.h = step.t_old, step.t, step.h
        self.y_old, self.parts = step.y_old, parts

    def __call__(self, t):
        t = numpy.asarray(t, dtype=float)
        if t.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        x = (t - self.t_old) / self.h
        if t.ndim == 0:
            return self._at(float(x), self.y_old, self.parts)
        columns = [part[:, None] for part in self.parts]
        return self._at(own_beside(x, self.y_old), self.y_old[:, None], columns)


class Polynomial(_Between):
    def _at(self, x, y_old, parts):
        power, total = x, x * parts[0]
        for part in parts[1:]:
            power = power * x
            total = total + power * part
        return self.h * total + y_old


class Alternating(_Between):
    def _at(self, x, y_old, parts):
        total = 0.0
        for i, part in enumerate(reversed(parts)):
            total = (total + part) * (x if i % 2 == 0 else 1 - x)
        return total + y_old


class Constant:
    def __init__(self, step):
        self.y = step.y

    def __call__(self, t):
        t = numpy.asarray(t, dtype=float)
        if t.ndim == 0:
            return self.y
        return self.y[:, None] + 0 * as_operand(t, self.y)


# ---- steps ----


def _checked_tolerances(rtol, atol, y):
    small = rtol < 100 * _EPS
    if bool(small.any()) if hasattr(small, "any") else small:
        warnings.warn(
            "At least one element of `rtol` is too small. "
            f"Setting `rtol = np.maximum(rtol, {100 * _EPS})`.",
            stacklevel=4,
        )
        rtol = maximum(rtol, 100 * _EPS)
    if not numpy.isscalar(atol):
        atol = as_operand(atol, y)
        if atol.ndim > 0 and atol.shape != y.shape:
            raise ValueError("`atol` has wrong shape.")
    negative = atol < 0
    if bool(negative.any()) if isinstance(negative, ndarray) else negative:
        raise ValueError("`atol` must be positive.")
    return rtol, atol


class Stepper:
    """A state that is carried forward, step by step."""

    def __init__(
        self,
        method,
        fun,
        t0,
        y0,
        t_bound,
        max_step=math.inf,
        rtol=1e-3,
        atol=1e-6,
        vectorized=False,
        first_step=None,
        **extraneous,
    ):
        if extraneous:
            names = ", ".join(f"`{x}`" for x in extraneous)
            warnings.warn(
                f"The following arguments have no effect for a chosen solver: {names}.",
                stacklevel=3,
            )
        y = as_operand(y0)
        self.dtype = "D" if y.dtype.kind == "c" else "d"
        self.y = y.astype(self.dtype, copy=False)
        if y.ndim != 1:
            raise ValueError("`y0` must be 1-dimensional.")
        if not bool(isfinite(self.y).all()):
            raise ValueError("All components of the initial state `y0` must be finite.")
        self.method, self._fun, self.vectorized = method, fun, vectorized
        self.t_old, self.t, self.t_bound = None, t0, t_bound
        self.direction = math.copysign(1.0, t_bound - t0) if t_bound != t0 else 1
        self.nfev = 0
        if max_step <= 0:
            raise ValueError("`max_step` must be positive.")
        self.max_step = max_step
        self.rtol, self.atol = _checked_tolerances(rtol, atol, self.y)
        self.f = self.fun(self.t, self.y)
        if first_step is None:
            self.h_abs = self._first_step()
        else:
            if first_step <= 0:
                raise ValueError("`first_step` must be positive.")
            if first_step > abs(t_bound - t0):
                raise ValueError("`first_step` exceeds bounds.")
            self.h_abs = first_step
        self.is_finished = False

    def fun(self, t, y):
        self.nfev += 1
        f = self._fun(t, y[:, None] if self.vectorized else y)
        f = asarray(f, dtype=self.dtype)
        return f.reshape(-1) if self.vectorized else f

    def _first_step(self):
        """SciPy's first step, for which the host looks twice."""
        if self.y.size == 0:
            return math.inf
        interval = abs(self.t_bound - self.t)
        if interval == 0.0:
            return 0.0
        scale = self.atol + absolute(self.y) * self.rtol
        sizes = stack([_mean_square(self.y / scale), _mean_square(self.f / scale)])
        d0, d1 = numpy.sqrt(sizes.get()).tolist()
        h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
        h0 = min(h0, interval)
        y1 = self.y + h0 * self.direction * self.f
        f1 = self.fun(self.t + h0 * self.direction, y1)
        d2 = math.sqrt(float(_mean_square((f1 - self.f) / scale))) / h0
        if d1 <= 1e-15 and d2 <= 1e-15:
            h1 = max(1e-6, h0 * 1e-3)
        else:
            h1 = (0.01 / max(d1, d2)) ** (1 / (self.method.order + 1))
        return min(100 * h0, h1, interval, self.max_step)

    def step(self):
        """Makes a step; returns why there is none, or None."""
        if self.y.size == 0 or self.t == self.t_bound:
            self.t_old, self.t = self.t, self.t_bound
            self.is_finished, self.is_constant = True, True
            return None
        least = 10 * abs(math.nextafter(self.t, self.direction * math.inf) - self.t)
        h_abs = min(max(self.h_abs, least), self.max_step)
        exponent = -1 / (self.method.order + 1)
        rejected = False
        while True:
            if h_abs < least:
                return TOO_SMALL_STEP
            t_new = self.t + h_abs * self.direction
            if self.direction * (t_new - self.t_bound) > 0:
                t_new = self.t_bound
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
        self.t_old, self.y_old, self.stages, self.h = self.t, self.y, stages, h
        self.t, self.y, self.f, self.h_abs = t_new, y_new, stages[-1], h_abs
        self.is_constant = False
        self.is_finished = self.direction * (self.t - self.t_bound) >= 0
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

    def interpolant(self):
        """The state as a function of the times of the last step."""
        return Constant(self) if self.is_constant else self.method.interpolant(self)


__all__ = ["METHODS", "Stepper"]

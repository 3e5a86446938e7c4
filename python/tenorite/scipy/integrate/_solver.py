# SPDX-License-Identifier: Apache-2.0
"""What all methods for initial value problems have: arguments, first steps, functions
of time between two steps.

States are on the device; the host decides about steps by a few numbers.
"""

import math
import warnings

import numpy

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray
from ..._numpy.creation import asarray
from ..._numpy.joining import stack
from ..._numpy.ufuncs import absolute, isfinite, maximum

EPS = float(numpy.finfo(float).eps)
TOO_SMALL_STEP = "Required step size is less than spacing between numbers."


def rows(*table):
    """Rows of a table as dicts of what is not 0."""
    return tuple({j: float(x) for j, x in enumerate(row) if x} for row in table)


def combined(row, stages):
    """The sum of stages times their coefficients; None for no coefficient."""
    total = None
    for j, a in row.items():
        part = a * stages[j]
        total = part if total is None else total + part
    return total


def square(x):
    return x.real * x.real + x.imag * x.imag if x.dtype.kind == "c" else x * x


def mean_square(x):
    return square(x).sum() / x.size


def norm(x):
    """The root of the mean square, which is looked at."""
    return math.sqrt(float(mean_square(x)))


# ---- between two steps ----


class Between:
    """A function of time: one state, or one for each time.

    x is the time since `start` in units of `h`; parts are what is made of the step.
    """

    def __init__(self, start, h, y, parts):
        self.start, self.h, self.y, self.parts = start, h, y, parts

    def __call__(self, t):
        t = numpy.asarray(t, dtype=float)
        if t.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        x = (t - self.start) / self.h
        if t.ndim == 0:
            return self._at(float(x), self.y, self.parts)
        columns = [part[:, None] for part in self.parts]
        return self._at(own_beside(x, self.y), self.y[:, None], columns)


class Polynomial(Between):
    """y and the powers of x times the parts."""

    def _at(self, x, y, parts):
        power, total = x, x * parts[0]
        for part in parts[1:]:
            power = power * x
            total = total + power * part
        return total + y


class Constant:
    def __init__(self, y):
        self.y = y

    def __call__(self, t):
        t = numpy.asarray(t, dtype=float)
        if t.ndim == 0:
            return self.y
        return self.y[:, None] + 0 * own_beside(t, self.y)


# ---- steps ----


def _checked_tolerances(rtol, atol, y):
    if not numpy.isscalar(rtol):
        rtol = as_operand(rtol, y)
    small = rtol < 100 * EPS
    if bool(small.any()) if hasattr(small, "any") else small:
        warnings.warn(
            "At least one element of `rtol` is too small. "
            f"Setting `rtol = np.maximum(rtol, {100 * EPS})`.",
            stacklevel=4,
        )
        rtol = maximum(rtol, 100 * EPS)
    if not numpy.isscalar(atol):
        atol = as_operand(atol, y)
        if atol.ndim > 0 and atol.shape != y.shape:
            raise ValueError("`atol` has wrong shape.")
    negative = atol < 0
    if bool(negative.any()) if isinstance(negative, ndarray) else negative:
        raise ValueError("`atol` must be positive.")
    return rtol, atol


class Solver:
    """A state that is carried forward, step by step.

    A method has `_advance()`, which makes a step, `_between()`, the order of its
    error for the first step, and maybe `_prepare()`, which takes its options.
    """

    order = None
    takes_complex = True
    options = ()
    has_alternative_segments = False  # a time of a step belongs to the interval behind
    is_constant = False

    def __init__(
        self,
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
        given = {name: extraneous.pop(name, None) for name in self.options}
        if extraneous:
            names = ", ".join(f"`{x}`" for x in extraneous)
            warnings.warn(
                f"The following arguments have no effect for a chosen solver: {names}.",
                stacklevel=3,
            )
        y = as_operand(y0)
        if y.dtype.kind == "c" and not self.takes_complex:
            raise ValueError(
                "`y0` is complex, but the chosen solver does not support integration in "
                "a complex domain."
            )
        self.dtype = "D" if y.dtype.kind == "c" else "d"
        self.y = y.astype(self.dtype, copy=False)
        if y.ndim != 1:
            raise ValueError("`y0` must be 1-dimensional.")
        if not bool(isfinite(self.y).all()):
            raise ValueError("All components of the initial state `y0` must be finite.")
        self._fun, self.vectorized = fun, vectorized
        self.t_old, self.t, self.t_bound = None, t0, t_bound
        self.direction = math.copysign(1.0, t_bound - t0) if t_bound != t0 else 1
        self.nfev = self.njev = self.nlu = 0
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
        self._prepare(**given)

    def _prepare(self):
        """Takes the options."""

    def fun(self, t, y):
        self.nfev += 1
        return self.uncounted(t, y)

    def uncounted(self, t, y):
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
        sizes = stack([mean_square(self.y / scale), mean_square(self.f / scale)])
        d0, d1 = numpy.sqrt(sizes.get()).tolist()
        h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
        h0 = min(h0, interval)
        y1 = self.y + h0 * self.direction * self.f
        f1 = self.fun(self.t + h0 * self.direction, y1)
        d2 = math.sqrt(float(mean_square((f1 - self.f) / scale))) / h0
        if d1 <= 1e-15 and d2 <= 1e-15:
            h1 = max(1e-6, h0 * 1e-3)
        else:
            h1 = (0.01 / max(d1, d2)) ** (1 / (self.order + 1))
        return min(100 * h0, h1, interval, self.max_step)

    def least_step(self):
        return 10 * abs(math.nextafter(self.t, self.direction * math.inf) - self.t)

    def next_time(self, h_abs):
        """The time after a step, which the end bounds."""
        t = self.t + h_abs * self.direction
        return self.t_bound if self.direction * (t - self.t_bound) > 0 else t

    def step(self):
        """Makes a step; returns why there is none, or None."""
        self.is_constant = self.y.size == 0 or self.t == self.t_bound
        t_old = self.t
        if self.is_constant:
            self.t_old, self.t = t_old, self.t_bound
            self.is_finished = True
            return None
        message = self._advance()
        if message is None:
            self.t_old = t_old
            self.is_finished = self.direction * (self.t - self.t_bound) >= 0
        return message

    def interpolant(self):
        """The state as a function of the times of the last step."""
        return Constant(self.y) if self.is_constant else self._between()


__all__ = [
    "EPS",
    "TOO_SMALL_STEP",
    "Between",
    "Polynomial",
    "Solver",
    "combined",
    "mean_square",
    "norm",
    "rows",
    "square",
]

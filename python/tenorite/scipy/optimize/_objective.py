# SPDX-License-Identifier: Apache-2.0
"""What minimizers share: objectives that are counted, lines, results, callbacks."""

import inspect

from ..._array.convert import as_operand
from ..._numpy.creation import asarray
from ..._numpy.joining import stack
from ..._numpy.products import vdot
from .._results import Result

__all__ = ["OptimizeResult"]


class OptimizeResult(Result):
    """What a solver found; items are attributes. See scipy.optimize.OptimizeResult.

    >>> from tenorite.scipy.optimize import OptimizeResult
    >>> OptimizeResult(x=1).x
    1
    """


def looked(*numbers):
    """Numbers of the device on the host, by one look."""
    return stack([asarray(x, dtype="d").reshape(()) for x in numbers]).get().tolist()


class Objective:
    """The function and its gradient, counted; both of one point are kept."""

    def __init__(self, fun, jac, args):
        self._fun, self._jac, self._args = fun, jac, args
        self.count = 0

    def value(self, x):
        value = self._fun(x, *self._args)
        return as_operand(value[0] if self._jac is True else value, x)

    def __call__(self, x):
        """(value on the device, gradient)."""
        self.count += 1
        value = self._fun(x, *self._args)
        if self._jac is True:
            value, gradient = value
        else:
            gradient = self._jac(x, *self._args)
        value = as_operand(value, x)
        if value.size != 1:
            raise ValueError(
                "The user-provided objective function must return a scalar value."
            )
        return value.reshape(()), as_operand(gradient, x).reshape(-1).astype(x.dtype)


class Line:
    """The objective along a line; the last point and its gradient are kept."""

    def __init__(self, objective, x, direction):
        self.objective, self.x, self.direction = objective, x, direction

    def at(self, step):
        return self.x + step * self.direction

    def __call__(self, step):
        self.step, self.point = step, self.at(step)
        value, self.gradient = self.objective(self.point)
        return looked(value, vdot(self.gradient, self.direction))


def stops(callback, x, value):
    """Calls the function of the caller's; whether it stops the solver."""
    if callback is None:
        return False
    names = inspect.signature(callback).parameters
    try:
        if set(names) == {"intermediate_result"}:
            callback(intermediate_result=OptimizeResult(x=x, fun=value))
        else:
            callback(x.copy())
    except StopIteration:
        return True
    return False

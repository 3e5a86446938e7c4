# SPDX-License-Identifier: Apache-2.0
"""L-BFGS: BFGS by the last pairs of a step and the change of the gradient.

The loop is that of L-BFGS-B (R. H. Byrd, P. Lu, J. Nocedal and C. Zhu, SIAM Journal on
Scientific Computing 16, 1995). A model of the objective gives the next line: the one
here knows of no bounds, `_lbfgs_bounds.py` has the other.
"""

import math

import numpy

from ..._array.convert import as_operand, own_beside
from ..._numpy.diagonals import eye
from ..._numpy.joining import stack
from ..._numpy.products import vdot
from ..._numpy.ufuncs import absolute
from ..sparse.linalg import LinearOperator
from ._line_search import CONVERGED, WARNED, MoreThuente
from ._objective import Line, OptimizeResult, looked, stops

__all__ = ["LbfgsInvHessProduct"]

EPS = float(numpy.finfo(float).eps)
_SMALL_GRADIENT = "CONVERGENCE: NORM OF PROJECTED GRADIENT <= PGTOL"
_SMALL_CHANGE = "CONVERGENCE: RELATIVE REDUCTION OF F <= FACTR*EPSMCH"
_ITERATIONS = "STOP: TOTAL NO. OF ITERATIONS REACHED LIMIT"
_EVALUATIONS = "STOP: TOTAL NO. OF F,G EVALUATIONS EXCEEDS LIMIT"
_STOPPED = "`callback` raised `StopIteration`."
_ABNORMAL = "ABNORMAL: "


def _two_loops(pairs, scale, x):
    """The inverse Hessian of pairs (s, y, 1 / y.s) times x; nothing is waited for."""
    factors = []
    for s, y, rho in reversed(pairs):
        factor = rho * vdot(s, x)
        factors.append(factor)
        x = x - factor * y
    x = x * scale
    for (s, y, rho), factor in zip(pairs, reversed(factors), strict=True):
        x = x + (factor - rho * vdot(y, x)) * s
    return x


class LbfgsInvHessProduct(LinearOperator):
    """The inverse Hessian of L-BFGS, of steps `sk` and changes of the gradient `yk`.

    See scipy.optimize.LbfgsInvHessProduct.

    >>> from tenorite.scipy.optimize import LbfgsInvHessProduct
    >>> h = LbfgsInvHessProduct(np.array([[1.0, 0.0]]), np.array([[2.0, 0.0]]))
    >>> h.matvec(np.array([1.0, 1.0]))
    array([0.5, 1. ])
    """

    def __init__(self, sk, yk):
        sk, yk = as_operand(sk), as_operand(yk)
        if sk.shape != yk.shape or sk.ndim != 2:
            raise ValueError("sk and yk must have matching shape, (n_corrs, n)")
        self.sk, self.yk, self.n_corrs = sk, yk, len(sk)
        self.rho = 1 / (sk * yk).sum(axis=1)
        self._pairs = list(zip(sk, yk, self.rho, strict=True))
        n = sk.shape[1]
        super().__init__(numpy.float64, (n, n))

    def _matvec(self, x):
        return _two_loops(self._pairs, 1.0, x.reshape(-1))

    def todense(self):
        """The matrix, (n, n). See scipy.optimize.LbfgsInvHessProduct.todense.

        >>> from tenorite.scipy.optimize import LbfgsInvHessProduct
        >>> h = LbfgsInvHessProduct(np.array([[1.0, 0.0]]), np.array([[2.0, 0.0]]))
        >>> h.todense()
        array([[0.5, 0. ],
               [0. , 1. ]])
        """
        one = eye(self.shape[0], dtype=self.sk.dtype, device=self.sk.device)
        return stack([self.matvec(row) for row in one], axis=1)


class Unbounded:
    """The model of a problem without bounds: pairs, and a scale of the Hessian."""

    is_boxed = False

    def __init__(self, objective, maxcor):
        self._objective, self._maxcor = objective, maxcor
        self.forget()

    def forget(self):
        self.pairs, self._scale = [], 1.0

    def gradient_size(self, x, gradient):
        """What is to become small, on the device."""
        return absolute(gradient).max()

    def line(self, x, gradient, is_first):
        """(line, slope, squared length of its direction, longest step)."""
        direction = -_two_loops(self.pairs, self._scale, gradient)
        slope, square = looked(vdot(gradient, direction), vdot(direction, direction))
        return Line(self._objective, x, direction), slope, square, 1e10

    def learn(self, s, y, curvature, yy):
        self.pairs = [*self.pairs, (s, y, 1 / curvature)][-self._maxcor :]
        self._scale = curvature / yy

    def inverse(self, x):
        """The inverse Hessian of the pairs, the oldest one first."""
        none = own_beside(numpy.zeros((0, x.size)), x)
        return LbfgsInvHessProduct(
            *(stack([p[i] for p in self.pairs]) if self.pairs else none for i in (0, 1))
        )


def _limit(stopped, count, maxiter, objective, maxfun):
    if stopped:
        return _STOPPED
    if count >= maxiter:
        return _ITERATIONS
    return _EVALUATIONS if objective.count > maxfun else None


def _searched(line, value, slope, square, is_short, most, maxls):
    """(step, value, slope there), or None where the search finds no step."""
    step = 1.0
    if is_short:
        step = min(1 / math.sqrt(square) if square else math.inf, most)
    if not slope < 0:
        return None
    search = MoreThuente(line, 1e-3, 0.9, 0.1, 0.0, most)
    *found, ended = search.search(step, value, slope, maxls)
    return found if ended in (CONVERGED, WARNED) else None


def lbfgs(
    objective,
    x,
    model,
    callback,
    ftol=2.2204460492503131e-09,
    gtol=1e-5,
    maxfun=15000,
    maxiter=15000,
    maxls=20,
):
    """The result of L-BFGS-B from x, with a model of the objective."""
    if not maxls > 0:
        raise ValueError("maxls must be positive.")
    count = 0
    value, gradient = objective(x)
    value, size = looked(value, model.gradient_size(x, gradient))
    message = _SMALL_GRADIENT if size <= gtol else None
    while message is None:
        line, slope, square, most = model.line(x, gradient, count == 0)
        is_short = count == 0 and not model.is_boxed
        found = _searched(line, value, slope, square, is_short, most, maxls)
        if found is None:
            if not model.pairs:
                message = _ABNORMAL
                break
            model.forget()  # what was known of the Hessian is given up
            continue
        before = value
        step, value, slope_there = found
        s, y = step * line.direction, line.gradient - gradient
        x, gradient = line.point, line.gradient
        count += 1
        size, yy = looked(model.gradient_size(x, gradient), vdot(y, y))
        stopped = stops(callback, x, value)
        message = _limit(stopped, count, maxiter, objective, maxfun)
        if message:
            break
        if size <= gtol:
            message = _SMALL_GRADIENT
            break
        if before - value <= ftol * max(abs(before), abs(value), 1.0):
            message = _SMALL_CHANGE
            break
        curvature = (slope_there - slope) * step
        if curvature > EPS * -slope * step:
            model.learn(s, y, curvature, yy)
    status = 0 if message.startswith("CONVERGENCE") else 2
    if status and (objective.count > maxfun or count >= maxiter):
        status = 1
    if message == _STOPPED:
        status = 99
    return OptimizeResult(
        fun=value,
        jac=gradient,
        nfev=objective.count,
        njev=objective.count,
        nit=count,
        status=status,
        message=message,
        x=x,
        success=status == 0,
        hess_inv=model.inverse(x),
    )

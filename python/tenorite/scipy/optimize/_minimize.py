# SPDX-License-Identifier: Apache-2.0
"""Minimization over arrays on the device: BFGS, and L-BFGS of problems without bounds.

Points, gradients and what is known of the Hessian are on the device; the host looks at
a value and a slope in each trial of a line search.
"""

import inspect
import math
import warnings

import numpy

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray
from ..._numpy.creation import asarray, eye
from ..._numpy.joining import stack
from ..._numpy.products import matmul, vdot
from ..._numpy.ufuncs import absolute, isnan
from .. import _host
from .._results import Result
from ..sparse.linalg import LinearOperator
from ._line_search import CONVERGED, WARNED, MoreThuente, nocedal_wright

__all__ = ["LbfgsInvHessProduct", "OptimizeResult", "minimize"]

_EPS = float(numpy.finfo(float).eps)
_OPTIONS = {
    "BFGS": "gtol norm maxiter xrtol c1 c2 disp return_all hess_inv0".split(),
    "L-BFGS-B": "maxcor ftol gtol maxfun maxiter maxls".split(),
}
_MESSAGES = {
    0: "Optimization terminated successfully.",
    1: "Maximum number of iterations has been exceeded.",
    2: "Desired error not necessarily achieved due to precision loss.",
    3: "NaN result encountered.",
    99: "`callback` raised `StopIteration`.",
}


class OptimizeResult(Result):
    """What a solver found; items are attributes. See scipy.optimize.OptimizeResult.

    >>> from tenorite.scipy.optimize import OptimizeResult
    >>> OptimizeResult(x=1).x
    1
    """


def _looked(*numbers):
    """Numbers of the device on the host, by one look."""
    return stack([asarray(x, dtype="d").reshape(()) for x in numbers]).get().tolist()


class _Objective:
    """The function and its gradient, counted; both of one point are kept."""

    def __init__(self, fun, jac, args):
        self._fun, self._jac, self._args = fun, jac, args
        self.count = 0

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


class _Line:
    """The objective along a line; the last point and its gradient are kept."""

    def __init__(self, objective, x, direction):
        self.objective, self.x, self.direction = objective, x, direction

    def __call__(self, step):
        self.step, self.point = step, self.x + step * self.direction
        value, self.gradient = self.objective(self.point)
        return _looked(value, vdot(self.gradient, self.direction))


def _norm(x, order):
    if order == math.inf:
        return absolute(x).max()
    if order == -math.inf:
        return absolute(x).min()
    return (absolute(x) ** order).sum() ** (1.0 / order)


def _stops(callback, x, value):
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


# ---- BFGS ----


def _step_of_line(line, value, slope, older, c1, c2):
    """(step, value) of a line search as SciPy's BFGS makes it, or None."""
    step = 1.0
    if slope != 0:
        step = min(1.0, 1.01 * 2 * (value - older) / slope)
        step = 1.0 if step < 0 else step
    search = MoreThuente(line, c1, c2, 1e-14, 1e-100, 1e100)
    found, f, _, ended = search.search(step, value, slope, 99)
    if ended == CONVERGED:
        return found, f
    found = nocedal_wright(line, value, slope, step, c1, c2, 1e100)
    if found and line.step != found[0]:
        line(found[0])
    return found


def _bfgs(
    objective,
    x,
    callback,
    gtol=1e-5,
    norm=math.inf,
    maxiter=None,
    xrtol=0,
    c1=1e-4,
    c2=0.9,
    disp=False,
    return_all=False,
    hess_inv0=None,
):
    maxiter = 200 * x.size if maxiter is None else maxiter
    if hess_inv0 is None:
        inverse = eye(x.size, dtype=x.dtype, device=x.device)
    else:
        inverse = as_operand(hess_inv0, x)
    value, gradient = objective(x)
    value, size, length = _looked(
        value, _norm(gradient, norm), vdot(gradient, gradient)
    )
    older = value + math.sqrt(length) / 2
    points, count, status = [x], 0, 0
    while size > gtol and count < maxiter:
        direction = -matmul(inverse, gradient)
        (slope,) = _looked(vdot(gradient, direction))
        line = _Line(objective, x, direction)
        found = _step_of_line(line, value, slope, older, c1, c2)
        if found is None:
            status = 2
            break
        older, (step, value) = value, found
        s, y = step * direction, line.gradient - gradient
        x, gradient = x + s, line.gradient
        points.append(x)
        count += 1
        if _stops(callback, x, value):
            status = 99
            break
        image = matmul(inverse, y)
        numbers = (
            _norm(gradient, norm),
            vdot(direction, direction),
            vdot(x, x),
            vdot(y, s),
        )
        size, moved, long, curvature = _looked(*numbers)
        if size <= gtol:
            break
        if step * math.sqrt(moved) <= xrtol * (xrtol + math.sqrt(long)):
            break
        if not math.isfinite(value):
            status = 2
            break
        rho = 1000.0 if curvature == 0 else 1.0 / curvature
        # (1 - rho s y') H (1 - rho y s') + rho s s', for a symmetric H.
        along = rho * (1 + rho * vdot(y, image)) * s
        inverse = inverse + (
            along[:, None] * s - rho * (image[:, None] * s + s[:, None] * image)
        )
    if status == 0 and count >= maxiter:
        status = 1
    elif status == 0 and (size != size or value != value or bool(isnan(x).any())):
        status = 3
    result = OptimizeResult(
        fun=value,
        jac=gradient,
        hess_inv=inverse,
        nfev=objective.count,
        njev=objective.count,
        status=status,
        success=status == 0,
        message=_MESSAGES[status],
        x=x,
        nit=count,
    )
    if return_all:
        result["allvecs"] = points
    if disp:
        _show(result)
    return result


def _show(result):
    if result.success:
        print(result.message)
    else:
        warnings.warn(result.message, RuntimeWarning, stacklevel=5)
    print(f"         Current function value: {result.fun:f}")
    print(f"         Iterations: {result.nit:d}")
    print(f"         Function evaluations: {result.nfev:d}")
    print(f"         Gradient evaluations: {result.njev:d}")


# ---- L-BFGS ----


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


def _lbfgs(
    objective,
    x,
    callback,
    maxcor=10,
    ftol=2.2204460492503131e-09,
    gtol=1e-5,
    maxfun=15000,
    maxiter=15000,
    maxls=20,
):
    if not maxls > 0:
        raise ValueError("maxls must be positive.")
    pairs, scale, count = [], 1.0, 0
    value, gradient = objective(x)
    value, size = _looked(value, absolute(gradient).max())
    message = None
    if size <= gtol:
        message = "CONVERGENCE: NORM OF PROJECTED GRADIENT <= PGTOL"
    while message is None:
        direction = -_two_loops(pairs, scale, gradient)
        slope, square = _looked(vdot(gradient, direction), vdot(direction, direction))
        line = _Line(objective, x, direction)
        step = 1.0 if count else min(1 / math.sqrt(square), 1e10)
        found = (step, value, slope, None)
        if slope < 0:
            search = MoreThuente(line, 1e-3, 0.9, 0.1, 0.0, 1e10)
            found = search.search(step, value, slope, maxls)
        if found[3] not in (CONVERGED, WARNED):
            if not pairs:
                message = "ABNORMAL: "
                break
            pairs, scale = [], 1.0  # what was known of the Hessian is given up
            continue
        before = value
        step, value, slope_there, _ = found
        s, y = step * direction, line.gradient - gradient
        x, gradient = line.point, line.gradient
        count += 1
        size, yy = _looked(absolute(gradient).max(), vdot(y, y))
        message = _limit(_stops(callback, x, value), count, maxiter, objective, maxfun)
        if message:
            break
        if size <= gtol:
            message = "CONVERGENCE: NORM OF PROJECTED GRADIENT <= PGTOL"
            break
        if before - value <= ftol * max(abs(before), abs(value), 1.0):
            message = "CONVERGENCE: RELATIVE REDUCTION OF F <= FACTR*EPSMCH"
            break
        curvature = (slope_there - slope) * step
        if curvature > _EPS * -slope * step:
            pairs = [*pairs, (s, y, 1 / curvature)][-maxcor:]
            scale = curvature / yy
    status = 0 if message.startswith("CONVERGENCE") else 2
    if status and (objective.count > maxfun or count >= maxiter):
        status = 1
    if message == _MESSAGES[99]:
        status = 99
    none = own_beside(numpy.zeros((0, x.size)), x)
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
        hess_inv=LbfgsInvHessProduct(
            *(stack([p[i] for p in pairs]) if pairs else none for i in (0, 1))
        ),
    )


def _limit(stops, count, maxiter, objective, maxfun):
    if count >= maxiter:
        return "STOP: TOTAL NO. OF ITERATIONS REACHED LIMIT"
    if objective.count > maxfun:
        return "STOP: TOTAL NO. OF F,G EVALUATIONS EXCEEDS LIMIT"
    return _MESSAGES[99] if stops else None


# ---- which of them ----


def _is_ours(fun, x0, method, jac, others, options):
    """Whether the problem is solved here: with a gradient, over an array of ours."""
    if not isinstance(x0, ndarray) or x0.dtype.kind == "c":
        return None
    if any(x is not None for x in others) or not (callable(jac) or jac is True):
        return None
    if hasattr(fun, "_theirs") or hasattr(jac, "_theirs"):
        return None
    name = "BFGS" if method is None else str(method).upper()
    if name not in _OPTIONS or set(options) - set(_OPTIONS[name]):
        return None
    return name


def minimize(
    fun,
    x0,
    args=(),
    method=None,
    jac=None,
    hess=None,
    hessp=None,
    bounds=None,
    constraints=(),
    tol=None,
    callback=None,
    options=None,
):
    """The minimum of fun(x, *args) near to `x0` (n,).

    With a gradient (`jac`, a function, or True where `fun` returns both), BFGS and
    L-BFGS-B without bounds run on the device of `x0`. Everything else is SciPy's, on
    the host. See scipy.optimize.minimize.

    >>> from tenorite.scipy.optimize import minimize
    >>> fun = lambda x: ((x - 3) ** 2).sum()
    >>> minimize(fun, np.zeros(2), jac=lambda x: 2 * (x - 3)).x
    array([3., 3.])
    """
    options = {} if options is None else dict(options)
    others = (hess, hessp, bounds, constraints or None)
    name = _is_ours(fun, x0, method, jac, others, options)
    if name is None:
        theirs = _host._attribute(__package__, "minimize")
        return theirs(
            fun,
            x0,
            args,
            method,
            jac,
            hess,
            hessp,
            bounds,
            constraints,
            tol,
            callback,
            options or None,
        )
    if x0.ndim != 1 and x0.size != 1:
        raise ValueError("'x0' must only have one dimension.")
    x = x0.reshape(-1)
    x = x.astype("d", copy=False) if x.dtype.kind != "f" or name != "BFGS" else x
    if tol is not None:
        options.setdefault("gtol", tol)
        if name == "L-BFGS-B":
            options.setdefault("ftol", tol)
    args = args if isinstance(args, tuple) else (args,)
    solver = _bfgs if name == "BFGS" else _lbfgs
    return solver(_Objective(fun, jac, args), x, callback, **options)

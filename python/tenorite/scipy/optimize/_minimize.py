# SPDX-License-Identifier: Apache-2.0
"""Minimization over arrays on the device: BFGS, and L-BFGS-B with and without bounds.

Points, gradients and what is known of the Hessian are on the device; the host looks at
a value and a slope in each trial of a line search.
"""

import math
import warnings

from ..._array.convert import as_operand
from ..._core import ndarray
from ..._numpy.diagonals import eye
from ..._numpy.math import clip
from ..._numpy.products import matmul, vdot
from ..._numpy.ufuncs import absolute, isnan
from .. import _host
from ._bounds import limits_of
from ._lbfgs import Unbounded, lbfgs
from ._lbfgs_bounds import Bounded
from ._line_search import CONVERGED, MoreThuente, nocedal_wright
from ._objective import Line, Objective, OptimizeResult, looked, stops

__all__ = ["minimize"]

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


def _norm(x, order):
    if order == math.inf:
        return absolute(x).max()
    if order == -math.inf:
        return absolute(x).min()
    return (absolute(x) ** order).sum() ** (1.0 / order)


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
    value, size, length = looked(value, _norm(gradient, norm), vdot(gradient, gradient))
    older = value + math.sqrt(length) / 2
    points, count, status = [x], 0, 0
    while size > gtol and count < maxiter:
        direction = -matmul(inverse, gradient)
        (slope,) = looked(vdot(gradient, direction))
        line = Line(objective, x, direction)
        found = _step_of_line(line, value, slope, older, c1, c2)
        if found is None:
            status = 2
            break
        older, (step, value) = value, found
        s, y = step * direction, line.gradient - gradient
        x, gradient = x + s, line.gradient
        points.append(x)
        count += 1
        if stops(callback, x, value):
            status = 99
            break
        image = matmul(inverse, y)
        numbers = (
            _norm(gradient, norm),
            vdot(direction, direction),
            vdot(x, x),
            vdot(y, s),
        )
        size, moved, long, curvature = looked(*numbers)
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


# ---- L-BFGS-B ----


def _lbfgsb(objective, x, callback, bounds=None, maxcor=10, **options):
    is_bounded = False
    if bounds is not None:
        low, high, (is_fixed, is_bounded, is_boxed) = limits_of(bounds, x)
        if is_fixed:
            return OptimizeResult(
                x=low,
                fun=looked(objective.value(low))[0],
                success=True,
                message="All independent variables were fixed by bounds.",
                nfev=1,
                njev=0,
                nhev=0,
            )
    if is_bounded:
        x = clip(x, low, high)
        model = Bounded(objective, maxcor, low, high, is_boxed)
    else:
        model = Unbounded(objective, maxcor)
    return lbfgs(objective, x, model, callback, **options)


# ---- which of them ----


def _is_ours(fun, x0, method, jac, bounds, others, options):
    """The method if it is solved here: with a gradient, over an array of ours."""
    if not isinstance(x0, ndarray) or x0.dtype.kind == "c":
        return None
    if any(x is not None for x in others) or not (callable(jac) or jac is True):
        return None
    if hasattr(fun, "_theirs") or hasattr(jac, "_theirs"):
        return None
    default = "BFGS" if bounds is None else "L-BFGS-B"
    name = default if method is None else str(method).upper()
    if name not in _OPTIONS or set(options) - set(_OPTIONS[name]):
        return None
    if bounds is not None and name == "BFGS":
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
    L-BFGS-B, the latter with `bounds` too, run on the device of `x0`. Everything else
    is SciPy's, on the host. See scipy.optimize.minimize.

    >>> from tenorite.scipy.optimize import minimize
    >>> fun = lambda x: ((x - 3) ** 2).sum()
    >>> minimize(fun, np.zeros(2), jac=lambda x: 2 * (x - 3)).x
    array([3., 3.])
    """
    options = {} if options is None else dict(options)
    others = (hess, hessp, constraints or None)
    name = _is_ours(fun, x0, method, jac, bounds, others, options)
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
    objective = Objective(fun, jac, args)
    if name == "BFGS":
        return _bfgs(objective, x, callback, **options)
    return _lbfgsb(objective, x, callback, bounds, **options)

# SPDX-License-Identifier: Apache-2.0
"""Nonlinear least squares of many residuals, by a trust region.

Residuals and their Jacobian are on the device. The host gets the triangle of its QR
decomposition, of the number of parameters, and finds the step (`_trust_region.py`).
"""

import contextlib
import warnings

import numpy

from ..._core import ndarray
from ..._numpy.creation import asarray
from ..._numpy.joining import stack
from ..._numpy.products import matmul
from ..._numpy.ufuncs import isfinite, sqrt
from .. import _host
from ._bounds import is_object, pair_of
from ._objective import OptimizeResult
from ._residuals import LOSSES, Residuals, SparseJacobian, small_problem
from ._trust_region import (
    EPS,
    Quadratic,
    Region,
    active,
    bounded_step,
    distances,
    inside,
)

__all__ = ["least_squares"]

_MESSAGES = {
    0: "The maximum number of function evaluations is exceeded.",
    1: "`gtol` termination condition is satisfied.",
    2: "`ftol` termination condition is satisfied.",
    3: "`xtol` termination condition is satisfied.",
    4: "Both `ftol` and `xtol` termination conditions are satisfied.",
}


def _next_radius(radius, actual, predicted, size):
    """(radius, how much of the predicted reduction there was)."""
    if predicted > 0:
        ratio = actual / predicted
    else:
        ratio = 1 if predicted == actual == 0 else 0
    if ratio < 0.25:
        return 0.25 * size, ratio
    return (2.0 * radius if ratio > 0.75 and size > 0.95 * radius else radius), ratio


def _status_of(actual, cost, step, x, ratio, ftol, xtol):
    small_change = actual < ftol * cost and ratio > 0.25
    small_step = step < xtol * (xtol + x)
    if small_change and small_step:
        return 4
    return 2 if small_change else 3 if small_step else None


def _fitted(residuals, x, f, J, tolerances, max_nfev, x_scale):
    """SciPy's trust region, which is the reflective one where there are bounds."""
    (ftol, xtol, gtol), bounds = tolerances, residuals.bounds
    norm = numpy.linalg.norm
    is_bounded = bool(numpy.isfinite(bounds).any())
    f_true, cost = f, float(residuals.cost(f))
    J, f = residuals.weighted(J, f)
    by_jacobian = isinstance(x_scale, str)
    inverse = None if by_jacobian else 1 / x_scale
    if by_jacobian:
        inverse = sqrt((J * J).sum(axis=0)).get()
        inverse[inverse == 0] = 1
    radius = None
    most = 100 * x.size if max_nfev is None else max_nfev
    count, slopes, alpha, status = 1, 1, 0.0, None
    while True:
        gradient = matmul(J.T, f)
        g, scale = gradient.get(), 1 / inverse
        # 1 and 0 in all places without bounds.
        v, dv = distances(x, g, *bounds)
        optimality = float(abs(g * v).max())
        v[dv != 0] *= inverse[dv != 0]
        if radius is None:
            radius = norm(x * inverse / v**0.5) or 1.0
        if optimality < gtol:
            status = 1
        if status is not None or count == most:
            break
        d = v**0.5 * scale
        small, side = small_problem(J, f, d)
        model = Quadratic(small, d * g, g * dv * scale)
        if is_bounded:
            all_rows = numpy.vstack([small, numpy.diag(model.diag**0.5)])
            region = Region(all_rows, numpy.append(side, numpy.zeros(x.size)), len(f))
        else:
            region = Region(small, side, len(f))
        theta = max(0.995, 1 - optimality)
        actual = -1
        while actual <= 0 and count < most:
            step, alpha = region.step(radius, alpha)
            if is_bounded:
                moved, step, predicted = bounded_step(
                    model, x, d, step, radius, *bounds, theta
                )
                x_new = inside(x + moved, *bounds, 0)
            else:
                moved, predicted = d * step, -model(step)
                x_new = x + moved
            f_new = residuals(x_new)
            count += 1
            size = norm(step)
            look = stack([residuals.cost(f_new), isfinite(f_new).all().astype("d")])
            cost_new, finite = look.get().tolist()
            if not finite:
                radius = 0.25 * size
                continue
            actual = cost - cost_new
            new, ratio = _next_radius(radius, actual, predicted, size)
            status = _status_of(actual, cost, norm(moved), norm(x), ratio, ftol, xtol)
            if status is not None:
                break
            alpha *= radius / new
            radius = new
        if actual > 0:
            x, f_true, cost = x_new, f_new, cost_new
            slopes += 1
            J, f = residuals.weighted(residuals.jacobian(x, f_true), f_true)
            if by_jacobian:
                inverse = numpy.maximum(sqrt((J * J).sum(axis=0)).get(), inverse)
    status = 0 if status is None else status
    there = residuals.there(x)
    mask = active(x, *bounds, xtol) if is_bounded else numpy.zeros_like(x)
    return OptimizeResult(
        x=there,
        cost=cost,
        fun=f_true,
        jac=J,
        grad=gradient,
        optimality=optimality,
        active_mask=residuals.there(mask),
        nfev=count,
        njev=slopes,
        status=status,
        message=_MESSAGES[status],
        success=status > 0,
    )


def _checked_scale(x_scale, n):
    """The scale of each parameter on the host, or 'jac'; None where SciPy decides."""
    if isinstance(x_scale, str) and x_scale == "jac":
        return x_scale
    if isinstance(x_scale, ndarray):
        x_scale = x_scale.get()
    try:
        scale = numpy.asarray(1.0 if x_scale is None else x_scale, dtype=float)
        valid = numpy.all(numpy.isfinite(scale)) and numpy.all(scale > 0)
    except (ValueError, TypeError):
        valid = False
    if not valid:
        raise ValueError("`x_scale` must be 'jac' or array_like with positive numbers.")
    if scale.ndim == 0:
        scale = numpy.full(n, scale)
    if scale.shape != (n,):
        raise ValueError("Inconsistent shapes between `x_scale` and `x0`.")
    return scale


def _checked_tolerances(stacklevel, **tolerances):
    found = []
    for name, tol in tolerances.items():
        if tol is None:
            tol = 0
        elif tol < EPS:
            warnings.warn(
                f"Setting `{name}` below the machine epsilon ({EPS:.2e}) effectively "
                "disables the corresponding termination condition.",
                stacklevel=stacklevel,
            )
        found.append(tol)
    if all(tol < EPS for tol in found):
        raise ValueError(
            "At least one of the tolerances must be higher than machine epsilon "
            f"({EPS:.2e})."
        )
    return found


def checked_bounds(bounds, n):
    """(lower, upper) of each parameter, on the host, as SciPy checks them."""
    if is_object(bounds):
        pair = pair_of(bounds)
    elif len(bounds) == 2:
        pair = bounds
    else:
        raise ValueError("`bounds` must contain 2 elements.")
    low, high = (
        numpy.asarray(b.get() if isinstance(b, ndarray) else b, dtype=float)
        for b in pair
    )
    low, high = (numpy.full(n, b) if b.ndim == 0 else b for b in (low, high))
    if low.shape != (n,) or high.shape != (n,):
        raise ValueError("Inconsistent shapes between bounds and `x0`.")
    if (low >= high).any():
        raise ValueError(
            "Each lower bound must be strictly less than each upper bound."
        )
    return low, high


def least_squares(
    fun,
    x0,
    jac="2-point",
    bounds=(-numpy.inf, numpy.inf),
    method="trf",
    ftol=1e-8,
    xtol=1e-8,
    gtol=1e-8,
    x_scale=None,
    loss="linear",
    f_scale=1.0,
    diff_step=None,
    tr_solver=None,
    tr_options=None,
    jac_sparsity=None,
    max_nfev=None,
    verbose=0,
    args=(),
    kwargs=None,
    callback=None,
    workers=None,
):
    """The x near to `x0` with the least sum of squares of fun(x, *args), (m,).

    The default method 'trf' runs on the device of `x0`, by dense Jacobians. Everything
    else is SciPy's, on the host. See scipy.optimize.least_squares.

    >>> from tenorite.scipy.optimize import least_squares
    >>> t = np.arange(5.0)
    >>> found = least_squares(lambda x: x[0] * np.exp(-x[1] * t) - np.exp(-t), np.ones(2))
    >>> found.x
    array([1., 1.])
    """
    given = (diff_step, tr_options, jac_sparsity, callback, workers)
    simple = (
        isinstance(x0, ndarray)
        and x0.dtype.kind in "biuf"
        and method == "trf"
        and (callable(jac) or jac in ("2-point", "3-point"))
        and not hasattr(fun, "_theirs")
        and isinstance(loss, str)
        and loss in LOSSES
        and tr_solver in (None, "exact")
        and not verbose
        and all(x is None for x in given)
    )
    if simple:
        if x0.ndim > 1:
            raise ValueError("`x0` must have at most 1 dimension.")
        x = x0.reshape(-1).astype("d").get()
        limits = checked_bounds(bounds, x.size)
        residuals = Residuals(
            fun, jac, args, kwargs, loss, f_scale, asarray(x0), limits
        )
        with contextlib.suppress(SparseJacobian):  # whose problems SciPy solves
            return fitted(residuals, x, ftol, xtol, gtol, x_scale, max_nfev, 3)
    theirs = _host._attribute(__package__, "least_squares")
    return theirs(
        fun,
        x0,
        jac=jac,
        bounds=bounds,
        method=method,
        ftol=ftol,
        xtol=xtol,
        gtol=gtol,
        x_scale=x_scale,
        loss=loss,
        f_scale=f_scale,
        diff_step=diff_step,
        tr_solver=tr_solver,
        tr_options=tr_options,
        jac_sparsity=jac_sparsity,
        max_nfev=max_nfev,
        verbose=verbose,
        args=args,
        kwargs=kwargs,
        callback=callback,
        workers=workers,
    )


def fitted(
    residuals,
    x,
    ftol=1e-8,
    xtol=1e-8,
    gtol=1e-8,
    x_scale=None,
    max_nfev=None,
    stacklevel=2,
):
    """The result for residuals of parameters x, which are on the host."""
    if max_nfev is not None and max_nfev <= 0:
        raise ValueError("`max_nfev` must be None or positive integer.")
    low, high = residuals.bounds
    if (low >= high).any():
        raise ValueError(
            "Each lower bound must be strictly less than each upper bound."
        )
    if not ((x >= low) & (x <= high)).all():
        raise ValueError("Initial guess is outside of provided bounds")
    x_scale = _checked_scale(x_scale, x.size)
    given = {"ftol": ftol, "xtol": xtol, "gtol": gtol}
    tolerances = _checked_tolerances(stacklevel + 2, **given)
    x = inside(x, low, high, 1e-10)
    f = residuals(x)
    if f.ndim != 1:
        raise ValueError(
            f"`fun` must return at most 1-d array_like. f0.shape: {f.shape}"
            if callable(residuals.jac)
            else "`f0` passed has more than 1 dimension."
        )
    if not bool(isfinite(f).all()):
        raise ValueError("Residuals are not finite in the initial point.")
    J = residuals.jacobian(x, f)
    if J.shape != (f.size, x.size):
        raise ValueError(
            "The return value of `jac` has wrong shape: expected "
            f"{(f.size, x.size)}, actual {J.shape}."
        )
    return _fitted(residuals, x, f, J, tolerances, max_nfev, x_scale)

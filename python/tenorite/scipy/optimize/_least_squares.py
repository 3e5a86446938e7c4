# SPDX-License-Identifier: Apache-2.0
"""Nonlinear least squares of many residuals, by a trust region.

Residuals and their Jacobian are on the device. The host gets the triangle of its QR
decomposition, of the number of parameters, and finds the step (`_trust_region.py`).
"""

import warnings

import numpy

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray
from ..._numpy.creation import asarray
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.products import matmul, vdot
from ..._numpy.ufuncs import arctan, isfinite, log1p, maximum, sqrt
from ...linalg import qr
from .. import _host
from ._bounds import is_object, pair_of
from ._objective import OptimizeResult
from ._trust_region import (
    EPS,
    Quadratic,
    Region,
    active,
    bounded_step,
    difference_steps,
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


def _huber(z):
    small = z <= 1
    root = sqrt(where(small, 1.0, z))
    return (
        where(small, z, 2 * root - 1),
        where(small, 1.0, 1 / root),
        where(small, 0.0, -0.5 / root**3),
    )


def _soft_l1(z):
    root = sqrt(1 + z)
    return 2 * (root - 1), 1 / root, -0.5 / root**3


def _cauchy(z):
    t = 1 + z
    return log1p(z), 1 / t, -1 / t**2


def _arctan(z):
    t = 1 + z**2
    return arctan(z), 1 / t, -2 * z / t**2


# Values and two derivatives of functions of the squared residuals.
_LOSSES = {
    "linear": None,
    "huber": _huber,
    "soft_l1": _soft_l1,
    "cauchy": _cauchy,
    "arctan": _arctan,
}


class _Residuals:
    """The function, its Jacobian, and what a loss makes of both."""

    def __init__(self, fun, jac, args, kwargs, loss, scale, like, bounds):
        self._fun, self._jac, self._bounds = fun, jac, bounds
        self._args, self._kwargs = args, {} if kwargs is None else kwargs
        self._loss, self._scale, self._like = _LOSSES[loss], scale, like

    def there(self, x):
        return own_beside(x, self._like)

    def __call__(self, x):
        found = self._fun(self.there(x), *self._args, **self._kwargs)
        found = as_operand(found, self._like)
        found = found.reshape(1) if found.ndim == 0 else found
        return found.astype("d", copy=False)

    def cost(self, f):
        if self._loss is None:
            return 0.5 * vdot(f, f)
        values = self._loss((f / self._scale) ** 2)[0]
        return 0.5 * self._scale**2 * values.sum()

    def jacobian(self, x, f):
        if callable(self._jac):
            found = self._jac(self.there(x), *self._args, **self._kwargs)
            found = as_operand(found, self._like).astype("d", copy=False)
            return found if found.ndim > 1 else found.reshape(1, found.size)
        return stack(list(self._differences(x, f)), axis=1)

    def _differences(self, x, f):
        """The columns of the Jacobian, by points that are within the bounds."""
        steps, is_one_sided = difference_steps(x, *self._bounds, self._jac == "3-point")
        for i, (h, one_sided) in enumerate(zip(steps, is_one_sided, strict=True)):
            ahead, other = x.copy(), x.copy()
            ahead[i] += h
            if self._jac == "2-point":
                yield (self(ahead) - f) / (ahead[i] - x[i])
            elif one_sided:
                other[i] += 2 * h
                yield (4 * self(ahead) - 3 * f - self(other)) / (other[i] - x[i])
            else:
                other[i] -= h
                yield (self(ahead) - self(other)) / (ahead[i] - other[i])

    def weighted(self, J, f):
        """Jacobian and residuals whose least squares are those of the loss."""
        if self._loss is None:
            return J, f
        _, first, second = self._loss((f / self._scale) ** 2)
        weight = sqrt(maximum(first + 2 * second / self._scale**2 * f**2, EPS))
        return J * weight[:, None], f * first / weight


def _small_problem(J, f, scale):
    """(matrix, vector) on the host with the same least squares as J * scale and f."""
    m, n = J.shape
    scaled = J * own_beside(scale, J)
    if m > n:
        q, r = qr(scaled)
        scaled, f = r, matmul(q.T, f)
    found = concatenate([scaled, f[:, None]], axis=1).get()
    return found[:, :n], found[:, n]


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


def _fitted(residuals, x, f, J, tolerances, max_nfev, x_scale, bounds):
    """SciPy's trust region, which is the reflective one where there are bounds."""
    ftol, xtol, gtol = tolerances
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
        small, side = _small_problem(J, f, d)
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


def _checked_tolerances(**tolerances):
    found = []
    for name, tol in tolerances.items():
        if tol is None:
            tol = 0
        elif tol < EPS:
            warnings.warn(
                f"Setting `{name}` below the machine epsilon ({EPS:.2e}) effectively "
                "disables the corresponding termination condition.",
                stacklevel=4,
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
        and loss in _LOSSES
        and tr_solver in (None, "exact")
        and not verbose
        and all(x is None for x in given)
    )
    if not simple:
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
    if max_nfev is not None and max_nfev <= 0:
        raise ValueError("`max_nfev` must be None or positive integer.")
    if x0.ndim > 1:
        raise ValueError("`x0` must have at most 1 dimension.")
    x = x0.reshape(-1).astype("d").get()
    bounds = checked_bounds(bounds, x.size)
    if not ((x >= bounds[0]) & (x <= bounds[1])).all():
        raise ValueError("Initial guess is outside of provided bounds")
    x_scale = _checked_scale(x_scale, x.size)
    tolerances = _checked_tolerances(ftol=ftol, xtol=xtol, gtol=gtol)
    x = inside(x, *bounds, 1e-10)
    residuals = _Residuals(fun, jac, args, kwargs, loss, f_scale, asarray(x0), bounds)
    f = residuals(x)
    if f.ndim != 1:
        raise ValueError(
            f"`fun` must return at most 1-d array_like. f0.shape: {f.shape}"
            if callable(jac)
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
    return _fitted(residuals, x, f, J, tolerances, max_nfev, x_scale, bounds)

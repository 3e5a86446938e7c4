# SPDX-License-Identifier: Apache-2.0
"""Fits of a function's parameters to data on the device."""

import inspect
import math

import numpy

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray, warn
from ..._numpy.joining import stack
from ..._numpy.ufuncs import isfinite, isnan
from ...linalg import cholesky
from .. import _host
from .._failures import raised_here
from ..linalg import solve_triangular
from ._bounds import is_object, pair_of
from ._least_squares import checked_bounds, fitted
from ._levenberg import levenberg, words
from ._residuals import LOSSES, Residuals, small_problem
from ._trust_region import EPS

__all__ = ["curve_fit"]

_OPTIONS = {
    "lm": {"ftol", "xtol", "gtol", "maxfev", "factor", "epsfcn"},
    "trf": {"ftol", "xtol", "gtol", "x_scale", "loss", "f_scale", "max_nfev", "maxfev"},
}


class _OptimizeWarning(UserWarning):
    """What SciPy warns of with its class of this name."""


def _optimize_warning():
    try:
        from scipy.optimize import OptimizeWarning as theirs
    except ImportError:
        return _OptimizeWarning
    return theirs


class _Model(Residuals):
    """Residuals f(xdata, *params) - ydata; parameters are numbers of the host."""

    def _call(self, function, x):
        return function(x)


# ---- data ----


def _floats(x, like, check_finite):
    x = as_operand(x, like).astype("d", copy=False)
    if check_finite and not bool(isfinite(x).all()):
        raise ValueError("array must not contain infs or NaNs")
    return x


def _without_nans(xdata, ydata, sigma, nan_policy):
    if nan_policy == "propagate":
        raise ValueError("`nan_policy='propagate'` is not supported by this function.")
    if nan_policy not in ("raise", "omit"):
        raise ValueError("nan_policy must be one of {None, 'raise', 'omit'}")
    lost = isnan(ydata)
    if isinstance(xdata, ndarray):
        of_x = isnan(xdata)
        lost = of_x.any(axis=tuple(range(of_x.ndim - 1))) | lost
    if not bool(lost.any()):
        return xdata, ydata, sigma
    if nan_policy == "raise":
        raise ValueError("The input contains nan values")
    kept = ~lost
    if sigma is not None and sigma.ndim:
        sigma = sigma[kept] if sigma.ndim == 1 else sigma[kept][:, kept]
    return xdata[..., kept], ydata[kept], sigma


def _weighting(sigma, size):
    """What divides residuals, or rows of a Jacobian, by their errors; None for none."""
    if sigma is None:
        return None
    if sigma.size == 1 or sigma.shape == (size,):
        weight = 1.0 / sigma.reshape(-1)
        return lambda a: a * (weight if a.ndim == 1 else weight[:, None])
    if sigma.shape != (size, size):
        raise ValueError("`sigma` has incorrect shape.")
    try:
        with raised_here(sigma):
            root = cholesky(sigma)
    except numpy.linalg.LinAlgError as e:
        raise ValueError("`sigma` must be positive definite.") from e
    return lambda a: solve_triangular(root, a, lower=True)


# ---- parameters ----


def _count_of(f):
    kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    count = sum(p.kind in kinds for p in inspect.signature(f).parameters.values())
    if count < 2:
        raise ValueError("Unable to determine number of fit parameters.")
    return count - 1


def _start(low, high):
    """A point within the bounds, 1 where there are none."""
    middle = numpy.ones_like(low)
    has_low, has_high = numpy.isfinite(low), numpy.isfinite(high)
    both = has_low & has_high
    middle[both] = 0.5 * (low[both] + high[both])
    middle[has_low & ~both] = low[has_low & ~both] + 1
    middle[has_high & ~both] = high[has_high & ~both] - 1
    return middle


def _is_unbounded(bounds):
    """Whether `bounds` is, without an error for what is no pair."""
    pair = pair_of(bounds) if is_object(bounds) else bounds
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return False
    low, high = (b.get() if isinstance(b, ndarray) else numpy.asarray(b) for b in pair)
    return not bool(((low > -math.inf).any()) or ((high < math.inf).any()))


# ---- the two methods ----


def _by_levenberg(
    model,
    p0,
    ftol=1.49012e-8,
    xtol=1.49012e-8,
    gtol=0.0,
    maxfev=0,
    factor=100,
    epsfcn=None,
):
    """(parameters, covariance or None, sum of squares, information, words, end)."""
    n = p0.size
    epsfcn = EPS if epsfcn is None else epsfcn
    f = model(p0)
    if n > f.size:
        raise TypeError(
            f"Improper input: func input vector length N={n} must"
            f" not exceed func output vector length M={f.size}"
        )

    def differences(x, f):
        columns = []
        for j in range(n):
            h = math.sqrt(max(epsfcn, EPS)) * (abs(x[j]) or 1.0)
            ahead = x.copy()
            ahead[j] += h
            columns.append((model(ahead) - f) / h)
        return stack(columns, axis=1)

    jac, cost = (model.jacobian, 0) if callable(model.jac) else (differences, n)
    maxfev = maxfev or (200 if cost else 100) * (n + 1)
    how = (ftol, xtol, gtol, maxfev)
    x, f, count, J, info = levenberg(model, jac, p0, f, *how, factor, cost)
    if info > 4:
        raise RuntimeError(f"Optimal parameters not found: {words(info, *how)}")
    try:
        inverse = numpy.linalg.inv(J)
        covariance = inverse @ inverse.T
    except numpy.linalg.LinAlgError:
        covariance = None
    squares = float((f * f).sum())
    return x, covariance, squares, {"fvec": f, "nfev": count}, words(info, *how), info


def _by_trust_region(model, p0, maxfev=None, **options):
    options.setdefault("max_nfev", maxfev)
    found = fitted(model, p0, stacklevel=4, **options)
    if not found.success:
        raise RuntimeError(f"Optimal parameters not found: {found.message}")
    J, _ = small_problem(found.jac, found.fun, numpy.ones_like(p0))
    _, s, v = numpy.linalg.svd(J, full_matrices=False)
    v = v[s > EPS * max(found.jac.shape) * s[0]]
    s = s[: len(v)]
    information = {"nfev": found.nfev, "fvec": found.fun}
    x = found.x.get()
    return x, v.T / s**2 @ v, 2 * found.cost, information, found.message, found.status


def _is_ours(f, xdata, ydata, method, jac, nan_policy, options):
    if not isinstance(xdata, ndarray) and not isinstance(ydata, ndarray):
        return False
    if method not in _OPTIONS or hasattr(f, "_theirs"):
        return False
    if any(getattr(a, "dtype", numpy.dtype("d")).kind == "c" for a in (xdata, ydata)):
        return False
    ways = (None,) if method == "lm" else (None, "2-point", "3-point")
    if not callable(jac) and jac not in ways:
        return False
    if set(options) - _OPTIONS[method]:
        return False
    loss = options.get("loss", "linear")
    return isinstance(loss, str) and loss in LOSSES


def curve_fit(
    f,
    xdata,
    ydata,
    p0=None,
    sigma=None,
    absolute_sigma=False,
    check_finite=None,
    bounds=(-numpy.inf, numpy.inf),
    method=None,
    jac=None,
    *,
    full_output=False,
    nan_policy=None,
    **kwargs,
):
    """(parameters, their covariance) of the least squares of f(xdata, *p) - ydata.

    Data stays on its device; the function gets parameters as numbers. The methods 'lm',
    the default without bounds, and 'trf' run here, others are SciPy's, on the host.
    With `full_output` the dict has `nfev` and `fvec`. See scipy.optimize.curve_fit.

    >>> from tenorite.scipy.optimize import curve_fit
    >>> x = np.arange(5.0)
    >>> parameters, covariance = curve_fit(lambda x, a, b: a * x + b, x, 2 * x + 1)
    >>> parameters.round(6)
    array([2., 1.])
    """
    chosen = method
    if method is None:
        chosen = "lm" if _is_unbounded(bounds) else "trf"
    if not _is_ours(f, xdata, ydata, chosen, jac, nan_policy, kwargs):
        theirs = _host._attribute(__package__, "curve_fit")
        return theirs(
            f,
            xdata,
            ydata,
            p0,
            sigma,
            absolute_sigma,
            check_finite,
            bounds,
            method,
            jac,
            full_output=full_output,
            nan_policy=nan_policy,
            **kwargs,
        )
    if p0 is None:
        n = _count_of(f)
    else:
        p0 = p0.get() if isinstance(p0, ndarray) else p0
        p0 = numpy.atleast_1d(numpy.asarray(p0, dtype=float)).reshape(-1)
        n = p0.size
    bounds = checked_bounds(bounds, n)
    p0 = _start(*bounds) if p0 is None else p0
    if chosen == "lm" and numpy.isfinite(bounds).any():
        raise ValueError(
            "Method 'lm' only works for unconstrained problems. "
            "Use 'trf' or 'dogbox' instead."
        )
    like = ydata if isinstance(ydata, ndarray) else xdata
    if check_finite is None:
        check_finite = nan_policy is None
    ydata = _floats(ydata, like, check_finite)
    if isinstance(xdata, (list, tuple, numpy.ndarray, ndarray)):
        xdata = _floats(xdata, like, check_finite)
    if ydata.size == 0:
        raise ValueError("`ydata` must not be empty!")
    sigma = None if sigma is None else as_operand(sigma, like).astype("d", copy=False)
    if not check_finite and nan_policy is not None:
        xdata, ydata, sigma = _without_nans(xdata, ydata, sigma, nan_policy)
    weighted = _weighting(sigma, ydata.size) or (lambda a: a)
    if chosen == "lm" and ydata.size != 1 and n > ydata.size:
        raise TypeError(
            f"The number of func parameters={n} must not"
            f" exceed the number of data points={ydata.size}"
        )

    def residuals(params):
        return weighted(as_operand(f(xdata, *params), like) - ydata)

    def jacobian(params):
        return weighted(as_operand(jac(xdata, *params), like).astype("d", copy=False))

    way = jacobian if callable(jac) else jac or "2-point"
    loss, f_scale = kwargs.pop("loss", "linear"), kwargs.pop("f_scale", 1.0)
    model = _Model(residuals, way, (), None, loss, f_scale, like, bounds)
    solve = _by_levenberg if chosen == "lm" else _by_trust_region
    popt, pcov, squares, information, message, end = solve(model, p0, **kwargs)
    size = information["fvec"].size
    if pcov is None or numpy.isnan(pcov).any() or not (absolute_sigma or size > n):
        pcov = numpy.full((n, n), math.inf)
        warn("Covariance of the parameters could not be estimated", _optimize_warning())
    elif not absolute_sigma:
        pcov = pcov * (squares / (size - n))
    popt, pcov = own_beside(popt, like), own_beside(pcov, like)
    if full_output:
        return popt, pcov, information, message, end
    return popt, pcov

# SPDX-License-Identifier: Apache-2.0
"""Newton's, Halley's and the secant method for all items of an array at once."""

import collections
import operator

import numpy

from ..._array.convert import as_operand
from ..._core import ndarray, warn
from ..._numpy.creation import full
from ..._numpy.indexing import where
from ..._numpy.joining import stack
from ..._numpy.ufuncs import absolute, sqrt
from .. import _host

__all__ = ["newton"]

_Found = collections.namedtuple("result", "root converged zero_der")


def newton(
    func,
    x0,
    fprime=None,
    args=(),
    tol=1.48e-8,
    maxiter=50,
    fprime2=None,
    x1=None,
    rtol=0.0,
    full_output=False,
    disp=True,
):
    """Roots of func(x, *args) near to the items of `x0`.

    With the derivative `fprime` by Newton's method, with `fprime2` by Halley's, else by
    secants. The host looks at each step at whether all have converged. A single number
    goes to SciPy. See scipy.optimize.newton.

    >>> from tenorite.scipy.optimize import newton
    >>> c = np.array([4.0, 9.0])
    >>> newton(lambda x: x * x - c, np.array([1.0, 1.0]), lambda x: 2 * x)
    array([2., 3.])
    """
    if not isinstance(x0, ndarray) or x0.size <= 1:
        theirs = _host._attribute(__package__, "newton")
        return theirs(
            func, x0, fprime, args, tol, maxiter, fprime2, x1, rtol, full_output, disp
        )
    if tol <= 0:
        raise ValueError(f"tol too small ({tol:g} <= 0)")
    maxiter = operator.index(maxiter)
    if maxiter < 1:
        raise ValueError("maxiter must be greater than 0")
    p = x0.astype(numpy.result_type(x0.dtype, float))

    def call(function, x):
        return as_operand(function(x, *args), x)

    with numpy.errstate(all="ignore"):
        if fprime is not None:
            found = _by_derivatives(call, func, fprime, fprime2, p, tol, maxiter)
        else:
            found = _by_secants(call, func, p, tol, maxiter)
    p, failures, is_steep, other = found
    flat = ~is_steep & failures
    _report(p, failures, flat, other, maxiter)
    return _Found(p, ~failures, flat) if full_output else p


def _looked(*conditions):
    return stack([c.any() for c in conditions]).get().tolist()


def _by_derivatives(call, func, fprime, fprime2, p, tol, maxiter):
    """(roots, which have not converged, which derivatives are not 0, None)."""
    failures = full(p.shape, True, device=p.device)
    is_steep = failures
    for _ in range(maxiter):
        value, slope = call(func, p), call(fprime, p)
        steep_now = slope != 0
        step = value / where(steep_now, slope, 1)
        if fprime2 is not None:
            step = step / (1.0 - 0.5 * step * call(fprime2, p) / slope)
        far = where(steep_now, absolute(step) >= tol, failures)
        any_value, any_steep, any_far = _looked(value != 0, steep_now, far & steep_now)
        if not any_value:
            return p, value != 0, is_steep, None
        is_steep = steep_now
        if not any_steep:
            break
        p, failures = where(steep_now, p - step, p), far
        if not any_far:
            break
    return p, failures, is_steep, None


def _by_secants(call, func, p, tol, maxiter):
    """(roots, which have not converged, which slopes are not 0, the points before)."""
    dx = float(numpy.finfo(float).eps) ** 0.33
    p1 = p * (1 + dx) + where(p >= 0, dx, -dx)
    q0, q1 = call(func, p), call(func, p1)
    failures = full(p.shape, True, device=p.device)
    active, is_steep = failures, failures
    for _ in range(maxiter):
        is_steep = q1 != q0
        step = q1 * (p1 - p) / where(is_steep, q1 - q0, 1)
        far = where(is_steep, absolute(step) >= tol, failures)
        any_steep, any_far = _looked(is_steep, far & is_steep)
        if not any_steep:
            p = (p1 + p) / 2.0
            break
        middle = where(~is_steep & active, (p1 + p) / 2.0, p)
        p = where(is_steep, p1 - step, middle)
        active, failures = active & is_steep, far
        if not any_far:
            break
        p1, p = p, p1
        q0, q1 = q1, call(func, p1)
    return p, failures, is_steep, p1


def _report(p, failures, flat, other, maxiter):
    """SciPy's warnings and its error, for which the host looks."""
    found = stack([flat.any(), flat.all(), failures.any(), failures.all()])
    any_flat, all_flat, any_failed, all_failed = found.get().tolist()
    if any_flat and other is not None:
        away = where(flat, other - p, 0)
        size = float(sqrt((away * away).sum()))
        if size > 0:
            warn(f"RMS of {size:g} reached", RuntimeWarning)
    elif any_flat:
        words = "all" if all_flat else "some"
        warn(f"{words} derivatives were zero", RuntimeWarning)
    elif any_failed:
        words = "all" if all_failed else "some"
        text = f"{words} failed to converge after {maxiter:d} iterations"
        if all_failed:
            raise RuntimeError(text)
        warn(text, RuntimeWarning)

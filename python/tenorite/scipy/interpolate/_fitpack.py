# SPDX-License-Identifier: Apache-2.0
"""FITPACK's functions of a spline (t, c, k): knots, as many coefficients, the degree.

Coefficients may be a list of arrays, of a curve, for which results are lists. See
Dierckx, Curve and surface fitting with splines, 1993.
"""

import operator

from ..._array.convert import as_operand, as_operands
from ..._numpy.creation import ascontiguousarray
from ..._numpy.indexing import where
from ..._numpy.joining import stack
from ..._numpy.ufuncs import maximum, minimum
from ._bsplines import BSpline, changed, values_at
from ._grids import like_among
from ._polynomials import points_in_line, scipys

__all__ = ["spalde", "splantider", "splder", "splev", "splint"]

# What points outside of the knots have: what `ext` means.
EXTRAPOLATE, ZEROS, RAISE, CONST = range(4)


def _ends(t, k):
    return t[k], t[len(t) - k - 1]


def evaluated(x, tck, order, ext):
    """Values or derivatives at points, float64 of their shape."""
    t, c, k = tck
    if not 0 <= order <= k:
        raise ValueError(f"0<=der={order}<=k={k} must hold")
    if ext not in (EXTRAPOLATE, ZEROS, RAISE, CONST):
        raise ValueError(f"ext = {ext} not in (0, 1, 2, 3) ")
    points, shape = points_in_line(x, t)
    first, last = _ends(t, k)
    outside = (points < first) | (points > last)
    if ext == RAISE and bool(outside.any()):
        raise ValueError("Found x value not in the domain")
    if ext == CONST and order == 0:
        points = maximum(minimum(points, last), first)
    t, c = (ascontiguousarray(a.astype("d", copy=False)) for a in (t, c))
    values = values_at(t, c[:, None], k, points, operator.index(order), True)[:, 0]
    if ext == ZEROS:
        values = where(outside, 0.0, values)
    return values.reshape(shape)


def orders_at(x, tck):
    """Derivatives of all orders at a point, (k + 1,), or a list of those at several."""
    t, _, k = tck
    x = as_operand(x, t).reshape(-1).astype("d", copy=False)
    first, last = _ends(t, k)
    if bool(((x < first) | (x > last)).any()):
        raise TypeError("Invalid input data. t(k)<=x<=t(n-k+1) must hold.")
    found = [evaluated(x, tck, order, EXTRAPOLATE) for order in range(k + 1)]
    found = stack(found, axis=1)
    return found[0] if len(found) == 1 else list(found)


def integral(a, b, tck):
    """The integral of a spline that is 0 outside of its knots."""
    return BSpline.construct_fast(*tck).integrate(a, b, extrapolate=False)[()]


def _of_each(function, tck, *others):
    """function(tck) of a spline over arrays of ours, or a list of those of a curve."""
    t, c, k = tck
    like = like_among(*others, t, c)
    t = as_operand(t, like)
    is_curve = isinstance(c, (list, tuple)) and hasattr(c[0], "__len__")
    if is_curve or getattr(c, "ndim", 1) > 1:
        return [function((t, as_operand(x, t), k)) for x in c]
    return function((t, as_operand(c, t), k))


def _of_one_column(name, tck, instead):
    if tck.c.ndim > 1:
        raise ValueError(
            f"Calling {name}() with BSpline objects with c.ndim > 1 is not allowed. "
            f"Use BSpline.{instead} instead."
        )


def splev(x, tck, der=0, ext=0):
    """Values or derivatives of a spline at points, float64 of their shape.

    See scipy.interpolate.splev.

    >>> from tenorite.scipy.interpolate import splev
    >>> tck = np.array([0.0, 0.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 4.0, 0, 0]), 1
    >>> splev(np.array([0.5, 1.5]), tck)
    array([0.5, 2.5])
    """
    if isinstance(tck, BSpline):
        _of_one_column("splev", tck, "__call__(x)")
        if ext != EXTRAPOLATE:
            raise ValueError(f"Extrapolation mode {ext} is not supported by BSpline.")
        return tck(x, der, extrapolate=True)
    return _of_each(lambda one: evaluated(x, one, der, ext), tck, x)


def splint(a, b, tck, full_output=0):
    """The integral from a to b of a spline, which is 0 outside of its knots.

    With `full_output` it is SciPy's, on the host. See scipy.interpolate.splint.

    >>> from tenorite.scipy.interpolate import splint
    >>> tck = np.array([0.0, 0.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 4.0, 0, 0]), 1
    >>> splint(0, 2, tck)
    np.float64(3.0)
    """
    if isinstance(tck, BSpline):
        _of_one_column("splint", tck, "integrate()")
        return tck.integrate(a, b, extrapolate=False)
    if full_output:
        return scipys("splint")(a, b, tck, full_output)
    return _of_each(lambda one: integral(a, b, one), tck)


def spalde(x, tck):
    """Derivatives of orders 0 to k of a spline at a point, (k + 1,); a list for several.

    See scipy.interpolate.spalde.

    >>> from tenorite.scipy.interpolate import spalde
    >>> tck = np.array([0.0, 0.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 4.0, 0, 0]), 1
    >>> spalde(1.5, tck)
    array([2.5, 3. ])
    """
    if isinstance(tck, BSpline):
        raise TypeError("spalde does not accept BSpline instances.")
    return _of_each(lambda one: orders_at(x, one), tck, x)


def splder(tck, n=1):
    """The spline of the derivative of order n, of degree k - n.

    See scipy.interpolate.splder.

    >>> from tenorite.scipy.interpolate import splder, splev
    >>> tck = np.array([0.0, 0.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 4.0, 0, 0]), 1
    >>> splev(1.5, splder(tck))
    array(3.)
    """
    if isinstance(tck, BSpline):
        return tck.derivative(n)
    t, c, k = tck
    return changed(*as_operands((t, c)), k, n)


def splantider(tck, n=1):
    """The spline of the antiderivative of order n, of degree k + n.

    See scipy.interpolate.splantider.

    >>> from tenorite.scipy.interpolate import splantider, splev
    >>> tck = np.array([0.0, 0.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 4.0, 0, 0]), 1
    >>> splev(2.0, splantider(tck))
    array(3.)
    """
    if isinstance(tck, BSpline):
        return tck.antiderivative(n)
    t, c, k = tck
    return changed(*as_operands((t, c)), k, -n)

# SPDX-License-Identifier: Apache-2.0
"""Sums of products of B-splines, one along each axis, and those through grids."""

import math
import operator
import types

import numpy

from ..._array.convert import as_operand, as_operands, host_array
from ..._numpy.creation import ascontiguousarray, empty, zeros
from ..._numpy.joining import concatenate, stack
from ..._numpy.manipulation import moveaxis
from ..._numpy.statistics import diff
from ..._numpy.ufuncs import isfinite
from .._kernels import blocks, c_type, launch, packed
from ._bsplines import basis, changed, kernels, make_interp_spline, padded
from ._polynomials import floating, holds, scipys

__all__ = ["NdBSpline"]


def _checked_degrees(k, ndim):
    degrees = k if hasattr(k, "__len__") else (k,) * ndim
    degrees = tuple(operator.index(x) for x in degrees)
    if len(degrees) != ndim:
        raise ValueError(f"len(t) = {ndim} != {len(k) = }.")
    return degrees


def _check_knots(t, k):
    """ValueError for knots that are none, for which it waits once for each axis."""
    for d, (knots, degree) in enumerate(zip(t, k, strict=True)):
        n = knots.shape[0] - degree - 1
        if degree < 0:
            raise ValueError(f"Spline degree in dimension {d} cannot be negative.")
        if knots.ndim != 1:
            raise ValueError(f"Knot vector in dimension {d} must be one-dimensional.")
        if n < degree + 1:
            raise ValueError(
                f"Need at least {2 * degree + 2} knots for degree {degree} in "
                f"dimension {d}."
            )
        falls, differ, finite = holds(
            (diff(knots) < 0).any(),
            (diff(knots[degree : n + 1]) != 0).any(),
            isfinite(knots).all(),
        )
        if falls:
            raise ValueError(
                f"Knots in dimension {d} must be in a non-decreasing order."
            )
        if not differ:
            raise ValueError(f"Need at least two internal knots in dimension {d}.")
        if not finite:
            raise ValueError(f"Knots in dimension {d} should not have nans or infs.")


class NdBSpline:
    """Sums of products of B-splines with knots `t`, one array for each of n axes.

    Coefficients `c` are (n1, ..., nn, ...), of float64 or complex128. See
    scipy.interpolate.NdBSpline.

    >>> from tenorite.scipy.interpolate import NdBSpline
    >>> t = np.array([0.0, 0.0, 1.0, 1.0])
    >>> NdBSpline((t, t), np.array([[0.0, 1.0], [2.0, 3.0]]), 1)(np.array([[0.5, 0.5]]))
    array([1.5])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, t, c, k, *, extrapolate=None):
        if not isinstance(t, tuple):
            raise ValueError(
                f"Expect `t` to be a tuple of array-likes. Got {t} instead."
            )
        self.k = _checked_degrees(k, len(t))
        c, *t = as_operands((c, *t))
        self.t = tuple(ascontiguousarray(x.astype("d", copy=False)) for x in t)
        _check_knots(self.t, self.k)
        self.extrapolate = True if extrapolate is None else bool(extrapolate)
        if c.ndim < len(t):
            raise ValueError(f"Coefficients must be at least {len(t)}-dimensional.")
        for d, (knots, degree) in enumerate(zip(self.t, self.k, strict=True)):
            n = len(knots) - degree - 1
            if c.shape[d] != n:
                raise ValueError(
                    f"Knots, coefficients and degree in dimension {d} are inconsistent: "
                    f"got {c.shape[d]} coefficients for {len(knots)} knots, need at "
                    f"least {n} for k={k}."
                )
        self.c = ascontiguousarray(floating(c))

    def _orders(self, nu, words):
        orders = host_array(nu, numpy.int64)
        if orders.shape != (len(self.t),):
            raise ValueError(
                f"invalid number of derivative orders {nu = } for ndim = {len(self.t)}."
            )
        if (orders < 0).any():
            raise ValueError(f"{words} must be positive, got {nu = }")
        return orders.tolist()

    def __call__(self, xi, *, nu=None, extrapolate=None):
        """Values or derivatives of orders `nu`, one for each axis, at points (..., n)."""
        ndim = len(self.t)
        nu = numpy.zeros(ndim, int) if nu is None else host_array(nu, numpy.int64)
        nu = self._orders(nu, "derivatives")
        xi = as_operand(xi, self.c).astype("d", copy=False)
        if xi.shape[-1] != ndim:
            raise ValueError(f"Shapes: xi.shape={xi.shape} and ndim={ndim}")
        extrapolate = self.extrapolate if extrapolate is None else bool(extrapolate)
        out = self._values(xi.reshape(-1, ndim), nu, extrapolate)
        return out.reshape(xi.shape[:-1] + self.c.shape[ndim:])

    def _values(self, points, nu, extrapolate):
        """Values at points (count, n), (count, columns)."""
        count, ndim = points.shape
        columns = math.prod(self.c.shape[ndim:])
        if any(order > k for order, k in zip(nu, self.k, strict=True)):
            return zeros((count, columns), self.c.dtype, device=self.c.device)
        out = empty((count, columns), self.c.dtype, device=self.c.device)
        if not out.size:
            return out
        made = [
            basis(t, len(t) - k - 1, k, ascontiguousarray(x), order, extrapolate)
            for t, k, x, order in zip(self.t, self.k, points.T, nu, strict=True)
        ]
        left = stack([intervals for intervals, _ in made])
        weights = concatenate([w.reshape(-1) for _, w in made])
        sizes = [count * (k + 1) for k in self.k]
        starts = [sum(sizes[:d]) for d in range(ndim)]
        strides = [columns * math.prod(self.c.shape[d + 1 : ndim]) for d in range(ndim)]
        fields = [(name, "i8", (ndim,)) for name in ("degree", "stride", "start")]
        axes = packed(numpy.dtype(fields), self.k, strides, starts)
        given = ascontiguousarray(self.c), numpy.int64(columns), axes, left, weights
        kernel = kernels("sums_of_products", c_type(out.dtype), ndim)
        launch(kernel, blocks(out.size), (*given, numpy.int64(count), out))
        return out

    def derivative(self, nu):
        """The spline of the derivative of orders `nu`, one for each axis.

        See scipy.interpolate.NdBSpline.derivative.

        >>> from tenorite.scipy.interpolate import NdBSpline
        >>> t = np.array([0.0, 0.0, 1.0, 1.0])
        >>> f = NdBSpline((t, t), np.array([[0.0, 1.0], [2.0, 3.0]]), 1)
        >>> f.derivative([1, 0])(np.array([[0.5, 0.5]]))
        array([2.])
        """
        t, c, k = list(self.t), self.c, list(self.k)
        for d, order in enumerate(self._orders(nu, "derivative orders")):
            rows = moveaxis(c, d, 0)
            if order > k[d]:
                shape = len(t[d]) - 1, *rows.shape[1:]
                rows, k[d] = zeros(shape, rows.dtype, device=rows.device), 0
            elif order:
                t[d], rows, k[d] = changed(t[d], padded(t[d], rows), k[d], order)
                rows = rows[: len(t[d]) - k[d] - 1]
            c = moveaxis(rows, 0, d)
        return NdBSpline(tuple(t), c, tuple(k), extrapolate=self.extrapolate)

    @classmethod
    def design_matrix(cls, xvals, t, k, extrapolate=True):
        """The products of B-splines at points (count, n), made by SciPy on the host.

        A sparse array. See scipy.interpolate.NdBSpline.design_matrix.

        >>> from tenorite.scipy.interpolate import NdBSpline
        >>> t = np.array([0.0, 0.0, 1.0, 1.0])
        >>> with np.config.using(fallback="allow"):
        ...     print(NdBSpline.design_matrix(np.array([[0.5, 0.0]]), (t, t), 1).toarray())
        [[0.5 0.  0.5 0. ]]
        """
        return scipys("NdBSpline").design_matrix(xvals, t, k, extrapolate)


def through_grid(points, values, k, check_finite=True):
    """The spline of degree k along each axis that goes through values on a grid.

    Its coefficients are those of splines along one axis after the other.
    """
    t, c = [], values
    for d, x in enumerate(points):
        made = make_interp_spline(x, c, k, axis=d, check_finite=check_finite)
        t.append(made.t)
        c = moveaxis(made.c, 0, d)
    return NdBSpline(tuple(t), c, k)

# SPDX-License-Identifier: Apache-2.0
"""Polynomials through points: Newton's form (Krogh) and the barycentric one.

Points of interpolation are few, those of evaluation may be many.
"""

import math
import types

import numpy

from ..._array.convert import as_operand, as_operands, host_array, own_beside
from ..._core import warn
from ..._numpy.creation import arange, ones, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.manipulation import moveaxis
from ..._numpy.products import matmul
from ._polynomials import floating, out_of_line

__all__ = [
    "BarycentricInterpolator",
    "KroghInterpolator",
    "barycentric_interpolate",
    "krogh_interpolate",
]

_TILE = 2**24  # items of matrices that are held


class _Interpolator:
    """Values `yi` along an axis, in which evaluation puts the axes of its points."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def _set_axis(self, yi, xi, axis):
        if (yi.shape or (1,))[axis] != len(xi):
            raise ValueError(
                "x and y arrays must be equal in length along interpolation axis."
            )
        self._y_axis = axis = axis % yi.ndim
        self._y_extra_shape = yi.shape[:axis] + yi.shape[axis + 1 :]
        is_complex = yi.dtype.kind == "c"
        self.dtype = numpy.complex128 if is_complex else numpy.float64

    def _columns(self, yi):
        yi = moveaxis(yi, self._y_axis, 0)
        return yi.reshape(len(yi), -1)

    def _line(self, x):
        """Points in one line, in an inexact dtype, and the shape that they had."""
        x = as_operand(x, self.xi)
        if x.dtype.kind not in "fc":
            x = x.astype("d")
        return x.reshape(-1), x.shape

    def _shaped(self, out, points, before=()):
        return out_of_line(out, points, self._y_extra_shape, self._y_axis, before)

    def __call__(self, x):
        """Values at points, whose axes stand where `yi` had its axis."""
        x, shape = self._line(x)
        return self._shaped(self._values(x), shape)


class KroghInterpolator(_Interpolator):
    """The polynomial with values `yi` at points `xi` (n,), in Newton's form.

    Of a point that is repeated the values are derivatives of ascending order. See
    scipy.interpolate.KroghInterpolator.

    >>> from tenorite.scipy.interpolate import KroghInterpolator
    >>> p = KroghInterpolator(np.array([0.0, 0.0, 1.0]), np.array([0.0, 2.0, 0.0]))
    >>> p(np.array([0.5, 2.0]))
    array([ 0.5, -4. ])
    """

    def __init__(self, xi, yi, axis=0):
        xi, yi = as_operands((xi, yi))
        self._set_axis(yi, xi, axis)
        self.xi, self.yi = xi, self._columns(yi)
        self.n, self.r = self.yi.shape
        if xi.size > 30:
            warn(
                f"{xi.size} degrees provided, degrees higher than about thirty cause "
                "problems with numerical instability with 'KroghInterpolator'",
                UserWarning,
            )
        zero = zeros((1, self.r), self.dtype, device=xi.device)
        self.c = concatenate([self._divided_differences(), zero])

    def _divided_differences(self):
        """Coefficients of Newton's polynomials, (n, r).

        A row becomes the difference of its point and the first i ones, for i up to its
        number. Of a repeated point rows end with the first one's, from derivatives.
        """
        at = self.xi.get()
        repeats = numpy.zeros(self.n, dtype=int)
        for k in range(1, self.n):
            repeats[k] = repeats[k - 1] + 1 if at[k] == at[k - 1] else 0
        if len(numpy.unique(at)) < numpy.sum(repeats == 0):
            raise ValueError("Elements of `xi` can't be equal.")
        number = numpy.arange(self.n)
        first = number - repeats
        scale = numpy.array([[float(math.factorial(s))] for s in repeats])
        c = floating(self.yi) / own_beside(scale, self.yi)
        for i in range(self.n - 1):
            for s in range(repeats.max() + 1):
                rows = own_beside(number[(repeats == s) & (first > i)], c)
                before = c[rows - 1] if s else c[i]
                c[rows] = (before - c[rows]) / (self.xi[i] - self.xi[rows])[:, None]
        return c

    def _values(self, x):
        product = 1.0
        out = zeros((len(x), self.r), self.dtype, device=x.device) + self.c[0]
        for k in range(1, self.n):
            product = (x - self.xi[k - 1]) * product
            out = out + product[:, None] * self.c[k]
        return out

    def derivatives(self, x, der=None):
        """Derivatives of orders 0 to der - 1 at points, (der, ...); all by default.

        See scipy.interpolate.KroghInterpolator.derivatives.

        >>> from tenorite.scipy.interpolate import KroghInterpolator
        >>> KroghInterpolator(np.array([0, 0, 0]), np.array([1, 2, 3])).derivatives(0)
        array([1., 2., 3.])
        """
        x, shape = self._line(x)
        found = stack(self._orders(x, self.n if der is None else der))
        return self._shaped(found, shape, (len(found),))

    def derivative(self, x, der=1):
        """The derivative of order `der` at points, shaped as values.

        See scipy.interpolate.KroghInterpolator.derivative.

        >>> from tenorite.scipy.interpolate import KroghInterpolator
        >>> KroghInterpolator(np.array([0, 0, 0]), np.array([1, 2, 3])).derivative(1)
        array(5.)
        """
        x, shape = self._line(x)
        return self._shaped(self._orders(x, der + 1)[der], shape)

    def _orders(self, x, count):
        """Derivatives of orders 0 to count - 1 at points, (points, r) each.

        Krogh, Efficient algorithms for polynomial interpolation and numerical
        differentiation, 1970.
        """
        n = self.n
        away = [(x - self.xi[k]).astype("d") for k in range(n - 1)]
        products = [ones(len(x), device=x.device)]
        for w in away:
            products.append(w * products[-1])
        found = [self._values(x)]
        for k in range(1, min(count, n)):
            total = self.c[k] + 0.0 * x[:, None]  # NaN of NaN, in the last order too
            for i in range(1, n - k):
                products[i] = away[k + i - 1] * products[i - 1] + products[i]
                total = total + products[i][:, None] * self.c[k + i]
            found.append(total * float(math.factorial(k)))
        nothing = zeros((len(x), self.r), self.dtype, device=x.device)
        return [*found, *[nothing] * (count - n)][:count]


def _by_name(interpolator, x, der):
    """Values or derivatives as krogh_interpolate() and its like return them."""
    orders = host_array(der)
    if orders.ndim:
        return interpolator.derivatives(x, int(orders.max()) + 1)[orders.tolist()]
    return interpolator.derivative(x, int(orders)) if orders else interpolator(x)


def krogh_interpolate(xi, yi, x, der=0, axis=0):
    """Values or derivatives at points `x` of the polynomial through others.

    As KroghInterpolator. See scipy.interpolate.krogh_interpolate.

    >>> from tenorite.scipy.interpolate import krogh_interpolate
    >>> krogh_interpolate(np.arange(3), np.arange(3) ** 2, np.array([1.5]), der=[0, 1])
    array([[2.25],
           [3.  ]])
    """
    return _by_name(KroghInterpolator(xi, yi, axis), x, der)


class BarycentricInterpolator(_Interpolator):
    """The polynomial with values `yi` at points `xi` (n,), in barycentric form.

    Berrut and Trefethen, Barycentric Lagrange interpolation, 2004. See
    scipy.interpolate.BarycentricInterpolator.

    >>> from tenorite.scipy.interpolate import BarycentricInterpolator
    >>> p = BarycentricInterpolator(np.arange(3.0), np.arange(3.0) ** 2)
    >>> p(np.array([1.5, 2.0]))
    array([2.25, 4.  ])
    """

    def __init__(self, xi, yi=None, axis=0, *, wi=None, rng=None, random_state=None):
        if random_state is not None and rng is not None:
            raise TypeError(
                "__init__() got multiple values for argument now known as `rng`. "
                "Specify one of `rng` or `random_state`."
            )
        given = as_operands([x for x in (xi, yi, wi) if x is not None])
        self.xi = given[0].astype("d", copy=False)
        self.n, self._y_axis = len(self.xi), axis
        self.set_yi(None if yi is None else given[1])
        self.wi = self._weights() if wi is None else given[-1]
        self._differences = None

    def _weights(self):
        """1 / prod(xi - other points), in units of the capacity of the interval.

        Factors are taken in an order that has nothing to do with the points', lest
        parts of the products overflow.
        """
        scale = 4.0 / (self.xi.max() - self.xi.min())
        order = numpy.random.default_rng(0).permutation(self.n)
        order = own_beside(order, self.xi)
        distances = scale * (self.xi[:, None] - self.xi[order])
        is_same = arange(self.n, device=self.xi.device)[:, None] == order
        products = where(is_same, 1.0, distances).prod(axis=1)
        if bool((products == 0.0).any()):
            raise ValueError("Interpolation points xi must be distinct.")
        return 1.0 / products

    def set_yi(self, yi, axis=None):
        """Sets the values at the points.

        See scipy.interpolate.BarycentricInterpolator.set_yi.

        >>> from tenorite.scipy.interpolate import BarycentricInterpolator
        >>> p = BarycentricInterpolator(np.arange(3.0))
        >>> p.set_yi(np.arange(3.0) ** 2)
        >>> p(1.5)
        array(2.25)
        """
        self._derived = None
        if yi is None:
            self.yi = None
            return
        yi = as_operand(yi, self.xi)
        axis = self._y_axis if axis is None else axis
        if axis is None:
            raise ValueError("no interpolation axis specified")
        self._set_axis(yi, self.xi, axis)
        self.yi = self._columns(yi)
        self.n, self.r = self.yi.shape

    def add_xi(self, xi, yi=None):
        """Adds points, and values at them where there are some.

        See scipy.interpolate.BarycentricInterpolator.add_xi.

        >>> from tenorite.scipy.interpolate import BarycentricInterpolator
        >>> p = BarycentricInterpolator(np.arange(2.0), np.arange(2.0) ** 2)
        >>> p.add_xi(np.array([2.0]), np.array([4.0]))
        >>> p(1.5)
        array(2.25)
        """
        if yi is None and self.yi is not None:
            raise ValueError("No update to yi provided!")
        if yi is not None:
            if self.yi is None:
                raise ValueError("No previous yi value to update!")
            yi = as_operand(yi, self.xi)
            axis, items = self._y_axis, self._y_extra_shape
            if moveaxis(yi, axis, 0).shape[1:] != items:
                shape = f"{items[-axis:]!r} + (N,) + {items[:-axis]!r}"
                raise ValueError(f"Data must be of shape {shape}")
            self.yi = concatenate([self.yi, self._columns(yi)])
        more = as_operand(xi, self.xi).astype("d", copy=False)
        self.xi = concatenate([self.xi, more])
        self.n, self.wi = len(self.xi), None
        self.wi = self._weights()
        self._differences = self._derived = None

    def _values(self, x):
        step = max(1, _TILE // max(self.n, 1))
        parts = [self._tile(x[k : k + step]) for k in range(0, len(x), step)]
        if not parts:
            return zeros((0, self.r), self.dtype, device=x.device)
        return parts[0] if len(parts) == 1 else concatenate(parts)

    def _tile(self, x):
        yi = floating(self.yi)
        away = x[:, None] - self.xi
        is_point = away == 0
        shares = self.wi / where(is_point, 1.0, away)
        values = matmul(shares, yi) / shares.sum(axis=1)[:, None]
        there = yi[is_point.argmax(axis=1)]
        return where(is_point.any(axis=1)[:, None], there, values)

    def derivatives(self, x, der=None):
        """Derivatives of orders 0 to der - 1 at points, (der, ...); all by default.

        See scipy.interpolate.BarycentricInterpolator.derivatives.

        >>> from tenorite.scipy.interpolate import BarycentricInterpolator
        >>> p = BarycentricInterpolator(np.arange(3.0), np.arange(3.0) ** 2)
        >>> p.derivatives(2.0)
        array([4., 4., 2.])
        """
        x, shape = self._line(x)
        count = self.n if der is None else der
        found = stack([self._order(x, k) for k in range(count)])
        return self._shaped(found, shape, (count,))

    def derivative(self, x, der=1):
        """The derivative of order `der` at points, shaped as values.

        See scipy.interpolate.BarycentricInterpolator.derivative.

        >>> from tenorite.scipy.interpolate import BarycentricInterpolator
        >>> p = BarycentricInterpolator(np.arange(3.0), np.arange(3.0) ** 2)
        >>> p.derivative(np.array([0.0, 2.0]))
        array([0., 4.])
        """
        x, shape = self._line(x)
        return self._shaped(self._order(x, der), shape)

    def _order(self, x, order):
        """The derivative of an order at points, (points, r)."""
        if order >= self.n:
            return zeros((len(x), self.r), self.dtype, device=x.device)
        if order == 0:
            return self._values(x)
        return self._derivative()._order(x, order - 1)

    def _derivative(self):
        """The polynomial through the derivatives at the points, (9.3) to (9.5) there."""
        if self._differences is None:
            away = self.xi[:, None] - self.xi
            number = arange(self.n, device=away.device)
            on_diagonal = number[:, None] == number
            shares = self.wi / (where(on_diagonal, 1.0, away) * self.wi[:, None])
            shares = where(on_diagonal, 0.0, shares)
            diagonal = -shares.sum(axis=1)[:, None]
            self._differences = where(on_diagonal, diagonal, shares)
        if self._derived is None:
            yi = matmul(self._differences, floating(self.yi))
            made = BarycentricInterpolator(self.xi, yi, wi=self.wi)
            made._differences = self._differences
            self._derived = made
        return self._derived


def barycentric_interpolate(xi, yi, x, axis=0, *, der=0, rng=None):
    """Values or derivatives at points `x` of the polynomial through others.

    As BarycentricInterpolator. See scipy.interpolate.barycentric_interpolate.

    >>> from tenorite.scipy.interpolate import barycentric_interpolate
    >>> barycentric_interpolate(np.arange(3), np.arange(3) ** 2, np.array([1.5, 2.0]))
    array([2.25, 4.  ])
    """
    return _by_name(BarycentricInterpolator(xi, yi, axis, rng=rng), x, der)

# SPDX-License-Identifier: Apache-2.0
"""Piecewise polynomials: an interval for each point, and a polynomial for each column."""

import math
import operator
import types

import numpy

from ..._array.convert import as_operand, as_operands, own_beside
from ..._core import ndarray, ufuncs
from ..._numpy.creation import ascontiguousarray, empty, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.manipulation import moveaxis
from ..._numpy.statistics import cumsum, diff
from .._host import attributes_of
from .._kernels import blocks, c_type, launch
from ._recursions import kernels, longs, run_rows

__all__ = ["PPoly"]

_of_scipy = attributes_of(__package__)


def holds(*conditions):
    """Whether conditions (0-d arrays or bools) hold; one wait for all of them."""
    arrays = [x for x in conditions if isinstance(x, ndarray)]
    found = iter(stack(arrays).get().tolist() if arrays else ())
    return [next(found) if isinstance(x, ndarray) else bool(x) for x in conditions]


def scipys(name):
    """SciPy's own class of that name, over arrays of ours."""
    return _of_scipy(name)


def floating(x):
    """float64 or complex128 of an array."""
    return x.astype("D" if x.dtype.kind == "c" else "d", copy=False)


def _of_order(c, order):
    """Coefficients with zeros for the higher powers that they lack."""
    zero = zeros((order - c.shape[0], *c.shape[1:]), c.dtype, device=c.device)
    return concatenate([zero, c])


def points_in_line(x, like):
    """Points as one line of float64 beside `like`, and the shape that they had."""
    points = as_operand(x, like)
    return ascontiguousarray(points.reshape(-1).astype("d", copy=False)), points.shape


def out_of_line(out, points, items, axis, before=()):
    """Values in SciPy's order of axes, of points and of items with those shapes.

    The axes of the points stand where the items had `axis`, behind those of shape
    `before`.
    """
    out = out.reshape(before + points + items)
    if not axis:
        return out
    axes, first = list(range(out.ndim)), len(before)
    middle = first + len(points)
    last = middle + axis
    order = axes[:first] + axes[middle:last] + axes[first:middle] + axes[last:]
    return out.transpose(order)


def _rising(count, nu):
    """(n)_nu for n = count ... 1, as host floats."""
    return [
        float(math.prod(range(n, n + nu))) if nu else 1.0 for n in range(count, 0, -1)
    ]


class PPoly:
    """Piecewise polynomials with coefficients `c` (k, m, ...) at breakpoints `x` (m + 1,).

    Between x[i] and x[i + 1] the value is sum(c[j, i] * (p - x[i]) ** (k - 1 - j)).
    See scipy.interpolate.PPoly.

    >>> from tenorite.scipy.interpolate import PPoly
    >>> p = PPoly(np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([0.0, 1.0, 2.0]))
    >>> p(np.array([0.5, 1.5]))
    array([0.5, 2. ])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, c, x, extrapolate=None, axis=0):
        c, x = as_operands((c, x))
        x = ascontiguousarray(x.astype("d", copy=False))
        if extrapolate is None:
            extrapolate = True
        elif extrapolate != "periodic":
            extrapolate = bool(extrapolate)
        self.extrapolate = extrapolate
        if c.ndim < 2:
            raise ValueError("Coefficients array must be at least 2-dimensional.")
        if not 0 <= axis < c.ndim - 1:
            raise ValueError(f"axis={axis} must be between 0 and {c.ndim - 1}")
        self.axis = axis
        if axis:
            c = moveaxis(moveaxis(c, axis + 1, 0), axis + 1, 0)
        if x.ndim != 1:
            raise ValueError("x must be 1-dimensional")
        if x.size < 2:
            raise ValueError("at least 2 breakpoints are needed")
        if c.shape[0] == 0:
            raise ValueError("polynomial must be at least of order 0")
        if c.shape[1] != x.size - 1:
            raise ValueError("number of coefficients != len(x)-1")
        dx = diff(x)
        if not any(holds((dx >= 0).all(), (dx <= 0).all())):
            raise ValueError("`x` must be strictly increasing or decreasing.")
        self.c, self.x = ascontiguousarray(floating(c)), x

    @classmethod
    def construct_fast(cls, c, x, extrapolate=None, axis=0):
        """A piecewise polynomial without checks.

        See scipy.interpolate.PPoly.construct_fast.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> PPoly.construct_fast(np.ones((1, 1)), np.array([0.0, 1.0]))(0.5)
        array(1.)
        """
        self = object.__new__(cls)
        self.c, self.x = as_operands((c, x))
        self.axis = axis
        self.extrapolate = True if extrapolate is None else extrapolate
        return self

    def _flat(self):
        """(x, c as (k, m, columns)), both in C order, since users may change them."""
        c = ascontiguousarray(self.c)
        shape = (*c.shape[:2], math.prod(c.shape[2:]))
        return ascontiguousarray(self.x), c.reshape(shape)

    def __call__(self, x, nu=0, extrapolate=None):
        """Values or derivatives at points; shaped as SciPy's."""
        if extrapolate is None:
            extrapolate = self.extrapolate
        nu = operator.index(nu)
        if nu < 0:
            raise ValueError("Order of derivative cannot be negative")
        points, shape = points_in_line(x, self.x)
        breaks, c = self._flat()
        if extrapolate == "periodic":
            first = breaks[0]
            points = first + (points - first) % (breaks[-1] - first)
            extrapolate = False
        out = _values(breaks, c, points, nu, bool(extrapolate))
        return out_of_line(out, shape, self.c.shape[2:], self.axis)

    def derivative(self, nu=1):
        """The piecewise polynomial of the derivative of order `nu`.

        See scipy.interpolate.PPoly.derivative.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> PPoly(np.array([[3.0], [1.0]]), np.array([0.0, 1.0])).derivative().c
        array([[3.]])
        """
        if nu < 0:
            return self.antiderivative(-nu)
        c = self.c[:-nu] if nu else self.c.copy()
        if c.shape[0] == 0:
            c = zeros((1, *c.shape[1:]), c.dtype, device=c.device)
        elif nu:
            c = c * self._column(_rising(c.shape[0], nu))
        return PPoly.construct_fast.__func__(type(self), c, self.x, *self._how())

    def _how(self):
        return self.extrapolate, self.axis

    def _column(self, values):
        """Numbers for each power, shaped for the coefficients."""
        column = numpy.array(values).reshape(-1, *[1] * (self.c.ndim - 1))
        return own_beside(column, self.c)

    def antiderivative(self, nu=1):
        """The piecewise polynomial of the antiderivative of order `nu`, continuous.

        See scipy.interpolate.PPoly.antiderivative.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> PPoly(np.array([[2.0]]), np.array([0.0, 1.0])).antiderivative().c
        array([[2.],
               [0.]])
        """
        if nu <= 0:
            return self.derivative(-nu)
        c = self.c
        steps = diff(self.x).reshape(-1, *[1] * (c.ndim - 2))
        for _ in range(nu):
            c = c / self._column(range(c.shape[0], 0, -1))
            # What each interval adds, by Horner's scheme, goes to those behind it.
            added = c[0]
            for k in range(1, c.shape[0]):
                added = added * steps + c[k]
            added = (added * steps)[:-1]
            zero = zeros((1, *c.shape[2:]), c.dtype, device=c.device)
            constant = concatenate([zero, cumsum(added, axis=0)])
            c = concatenate([c, constant[None]])
        extrapolate = self.extrapolate
        if extrapolate == "periodic":
            extrapolate = False
        make = PPoly.construct_fast.__func__
        return make(type(self), c, self.x, extrapolate, self.axis)

    def integrate(self, a, b, extrapolate=None):
        """The integrals from a to b, of the shape of c[0, 0].

        See scipy.interpolate.PPoly.integrate.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> PPoly(np.array([[2.0]]), np.array([0.0, 1.0])).integrate(0, 1)
        array(2.)
        """
        if extrapolate is None:
            extrapolate = self.extrapolate
        a, b = float(a), float(b)
        sign = 1.0
        if b < a:
            a, b, sign = b, a, -1.0
        x, c = self._flat()
        if extrapolate != "periodic":
            bounds = own_beside(numpy.array([a, b]), x)
            out = _integrals(x, c, bounds, bool(extrapolate))
        else:
            out = _periodic_integrals(x, c, a, b)
        return (out * sign).reshape(self.c.shape[2:])

    def extend(self, c, x):
        """Adds breakpoints and coefficients before or behind those that are there.

        See scipy.interpolate.PPoly.extend.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> p = PPoly(np.array([[2.0]]), np.array([0.0, 1.0]))
        >>> p.extend(np.array([[3.0]]), np.array([2.0]))
        >>> p.c
        array([[2., 3.]])
        """
        c, x = as_operand(c, self.c), as_operand(x, self.c)
        if c.ndim < 2:
            raise ValueError("invalid dimensions for c")
        if x.ndim != 1:
            raise ValueError("invalid dimensions for x")
        if x.shape[0] != c.shape[1]:
            raise ValueError(f"Shapes of x {x.shape} and c {c.shape} are incompatible")
        if c.shape[2:] != self.c.shape[2:] or c.ndim != self.c.ndim:
            raise ValueError(
                f"Shapes of c {c.shape} and self._c {self.c.shape} are incompatible"
            )
        if c.size == 0:
            return
        is_behind = self._is_behind(x)
        order = max(c.shape[0], self.c.shape[0])
        dtype = numpy.result_type(floating(c).dtype, self.c.dtype)
        parts = [_of_order(a.astype(dtype, copy=False), order) for a in (self.c, c)]
        points = [self.x, x.astype("d", copy=False)]
        if not is_behind:
            parts, points = parts[::-1], points[::-1]
        self.c, self.x = concatenate(parts, axis=1), concatenate(points)

    def _is_behind(self, x):
        """Whether breakpoints go behind ours, not before; waits for the answer."""
        dx, first, last = diff(x), self.x[0], self.x[-1]
        conditions = (dx >= 0).all(), (dx <= 0).all(), last >= first
        conditions += x[-1] >= x[0], x[-1] <= x[0]
        conditions += x[0] >= last, x[-1] <= first, x[0] <= last, x[-1] >= first
        found = holds(*conditions)
        if not any(found[:2]):
            raise ValueError("`x` is not sorted.")
        ascends, up, down, *where_it_goes = found[2:]
        behind, before = where_it_goes[:2] if ascends else where_it_goes[2:]
        if not (up if ascends else down):
            raise ValueError("`x` is in the different order than `self.x`.")
        if not behind and not before:
            raise ValueError(
                "`x` is neither on the left or on the right from `self.x`."
            )
        return behind

    def _theirs(self):
        return scipys("PPoly").construct_fast(self.c, self.x, *self._how())

    def solve(self, y=0.0, discontinuity=True, extrapolate=None):
        """Real points where the value is y, found by SciPy on the host.

        See scipy.interpolate.PPoly.solve.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> p = PPoly(np.array([[2.0], [-1.0]]), np.array([0.0, 1.0]))
        >>> with np.config.using(fallback="allow"):
        ...     print(p.solve())
        [0.5]
        """
        return self._theirs().solve(y, discontinuity, extrapolate)

    def roots(self, discontinuity=True, extrapolate=None):
        """Real roots, found by SciPy on the host. See scipy.interpolate.PPoly.roots.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> p = PPoly(np.array([[2.0], [-1.0]]), np.array([0.0, 1.0]))
        >>> with np.config.using(fallback="allow"):
        ...     print(p.roots())
        [0.5]
        """
        return self.solve(0, discontinuity, extrapolate)

    @classmethod
    def from_spline(cls, tck, extrapolate=None):
        """The piecewise polynomial of a spline (t, c, k), by SciPy on the host.

        See scipy.interpolate.PPoly.from_spline.

        >>> from tenorite.scipy.interpolate import PPoly
        >>> t = np.array([0.0, 0.0, 1.0, 1.0])
        >>> with np.config.using(fallback="allow"):
        ...     p = PPoly.from_spline((t, np.array([0.0, 2.0, 0.0, 0.0]), 1))
        >>> p(0.5)
        array(1.)
        """
        if hasattr(tck, "tck"):
            extrapolate = tck.extrapolate if extrapolate is None else extrapolate
            tck = tck.tck
        return cls._of(scipys("PPoly").from_spline(tck, extrapolate))

    @classmethod
    def from_bernstein_basis(cls, bp, extrapolate=None):
        """The piecewise polynomial of a BPoly, by SciPy on the host.

        See scipy.interpolate.PPoly.from_bernstein_basis.

        >>> from tenorite.scipy.interpolate import BPoly, PPoly
        >>> with np.config.using(fallback="allow"):
        ...     b = BPoly(np.array([[0.0], [2.0]]), np.array([0.0, 1.0]))
        ...     p = PPoly.from_bernstein_basis(b)
        >>> p(0.5)
        array(1.)
        """
        return cls._of(scipys("PPoly").from_bernstein_basis(bp, extrapolate))

    @classmethod
    def _of(cls, theirs):
        make = PPoly.construct_fast.__func__
        return make(cls, theirs.c, theirs.x, theirs.extrapolate, theirs.axis)


def _values(x, c, points, nu, extrapolate):
    """Values (points, columns) of polynomials c (k, m, columns)."""
    order, m, columns = c.shape
    count = points.size
    out = empty((count, columns), c.dtype, device=c.device)
    if out.size == 0:
        return out
    found = empty(count, "q", device=c.device)
    arguments = (x, *longs(x.size), points, *longs(count), extrapolate, found)
    launch(kernels("find_intervals"), blocks(count), arguments)
    sizes = longs(order, m, columns)
    arguments = (x, c, *sizes, points, found, *longs(count, nu), out)
    run_rows("values_at", (c_type(c.dtype),), count, columns, arguments)
    return out


def _integrals(x, c, bounds, extrapolate):
    out = empty(c.shape[2], c.dtype, device=c.device)
    sizes = longs(*c.shape)
    arguments = (x, c, *sizes, ascontiguousarray(bounds), extrapolate, out)
    launch(kernels("integrals", c_type(c.dtype)), blocks(c.shape[2]), arguments)
    return out


def _periodic_integrals(x, c, a, b):
    """Whole periods, and what is left as one or two parts, without a wait."""
    first, last = x[0], x[-1]
    period = last - first
    periods = ufuncs["floor_divide"](b - a, period)
    left = (b - a) % period
    start = first + (a - first) % period
    end = start + left
    splits = end > last
    whole = _integrals(x, c, stack([first, last]), False)
    part = _integrals(x, c, stack([start, where(splits, last, end)]), False)
    rest = _integrals(x, c, stack([first, where(splits, end - period, first)]), False)
    return where(periods > 0, whole * periods, 0) + part + where(splits, rest, 0)

# SPDX-License-Identifier: Apache-2.0
"""Sums of B-splines, and those through given points."""

import math
import operator
import types

import numpy
from numpy.lib.array_utils import normalize_axis_index
from numpy.linalg import LinAlgError

from ..._array.convert import as_operand, as_operands, own_beside
from ..._numpy.creation import arange, ascontiguousarray, empty, full, zeros
from ..._numpy.joining import concatenate, stack
from ..._numpy.manipulation import broadcast_to, moveaxis
from ..._numpy.statistics import cumsum, diff
from ..._numpy.ufuncs import isfinite, maximum, minimum
from .._kernels import KernelFile, blocks, c_type, launch, row_grid
from ..linalg import solve_banded
from ._polynomials import floating, holds, out_of_line, points_in_line, scipys
from ._recursions import longs

__all__ = ["BSpline", "make_interp_spline"]

kernels = KernelFile(__file__, "bsplines.cuh")
_WIDE = 64  # columns that are worth blocks of their own for each point
_SIDES = 64  # right sides that are solved together


def basis(t, n, k, points, nu, extrapolate):
    """(interval of each point, the k + 1 B-splines there or their derivatives)."""
    count = points.size
    left = empty(count, "q", device=t.device)
    weights = empty((count, k + 1), device=t.device)
    arguments = (t, *longs(n, k), points, *longs(count, nu), extrapolate, left, weights)
    launch(kernels("basis_at"), blocks(count), arguments)
    return left, weights


def values_at(t, c, k, points, nu, extrapolate):
    """Values (points, columns) of splines with coefficients c (n, columns)."""
    count, columns = points.size, c.shape[1]
    out = empty((count, columns), c.dtype, device=c.device)
    if out.size:
        left, weights = basis(t, len(t) - k - 1, k, points, nu, extrapolate)
        wide = columns >= _WIDE
        grid = row_grid(columns, count) if wide else blocks(columns * count)
        arguments = (c, *longs(columns, k), left, weights, *longs(count), out)
        launch(kernels("sums_at", c_type(c.dtype), wide), grid, arguments)
    return out


def padded(t, c):
    """Coefficients with zeros, so that they are as many as the knots."""
    missing = len(t) - len(c)
    if missing <= 0:
        return c
    return concatenate([c, zeros((missing, *c.shape[1:]), c.dtype, device=c.device)])


def _column(x, c):
    return x.reshape(-1, *[1] * (c.ndim - 1))


def _derived(t, c, k, n):
    """(knots, coefficients, degree) of the derivative of order n."""
    if n > k:
        raise ValueError(
            f"Order of derivative (n = {n!r}) must be <= order of spline (k = {k!r})"
        )
    repeated = []
    for _ in range(n):
        step = t[k + 1 : -1] - t[1 : -k - 1]
        repeated.append((step == 0).any())
        c = (c[1 : -1 - k] - c[: -2 - k]) * k / _column(step, c)
        c = concatenate([c, zeros((k, *c.shape[1:]), c.dtype, device=c.device)])
        t, k = t[1:-1], k - 1
    if any(holds(*repeated)):
        raise ValueError(
            f"The spline has internal repeated knots and is not differentiable {n} times"
        )
    return t, c, k


def _antiderived(t, c, k, n):
    """(knots, coefficients, degree) of the antiderivative of order n."""
    for _ in range(n):
        step = t[k + 1 :] - t[: -k - 1]
        c = cumsum(c[: -k - 1] * _column(step, c), axis=0) / (k + 1)
        first = zeros((1, *c.shape[1:]), c.dtype, device=c.device)
        c = concatenate([first, c, broadcast_to(c[-1:], (k + 2, *c.shape[1:]))])
        t, k = concatenate([t[:1], t, t[-1:]]), k + 1
    return t, c, k


def changed(t, c, k, n):
    """(knots, coefficients, degree) of the derivative of order n, or antiderivative -n.

    There are as many coefficients as knots.
    """
    return _derived(t, c, k, n) if n >= 0 else _antiderived(t, c, k, -n)


class BSpline:
    """Sums of B-splines of degree k with knots `t` and coefficients `c` (n, ...).

    See scipy.interpolate.BSpline.

    >>> from tenorite.scipy.interpolate import BSpline
    >>> BSpline(np.array([0.0, 0.0, 1.0, 2.0, 2.0]), np.array([0.0, 2.0, 0.0]), 1)(0.5)
    array(1.)
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, t, c, k, extrapolate=True, axis=0):
        self.k = operator.index(k)
        c, t = as_operands((c, t))
        t = ascontiguousarray(t.astype("d", copy=False)) if t.ndim else t
        is_periodic = isinstance(extrapolate, str) and extrapolate == "periodic"
        self.extrapolate = extrapolate if is_periodic else bool(extrapolate)
        n = (t.shape[0] if t.ndim else 0) - self.k - 1
        self.axis = axis = normalize_axis_index(axis, c.ndim)
        if axis:
            c = moveaxis(c, axis, 0)
        if k < 0:
            raise ValueError("Spline order cannot be negative.")
        if t.ndim != 1:
            raise ValueError("Knot vector must be one-dimensional.")
        if n < self.k + 1:
            raise ValueError(f"Need at least {2 * k + 2} knots for degree {k}")
        inner = t[k : n + 1]
        falls, differ, finite = holds(
            (diff(t) < 0).any(), (inner[1:] != inner[:-1]).any(), isfinite(t).all()
        )
        if falls:
            raise ValueError("Knots must be in a non-decreasing order.")
        if not differ:
            raise ValueError("Need at least two internal knots.")
        if not finite:
            raise ValueError("Knots should not have nans or infs.")
        if c.shape[0] < n:
            raise ValueError("Knots, coefficients and degree are inconsistent.")
        self.t, self.c = t, ascontiguousarray(floating(c))

    @classmethod
    def construct_fast(cls, t, c, k, extrapolate=True, axis=0):
        """A spline without checks. See scipy.interpolate.BSpline.construct_fast.

        >>> from tenorite.scipy.interpolate import BSpline
        >>> t = np.array([0.0, 0.0, 1.0, 1.0])
        >>> BSpline.construct_fast(t, np.array([0.0, 2.0]), 1)(0.5)
        array(1.)
        """
        self = object.__new__(cls)
        self.t, self.c = as_operands((t, c))
        self.k, self.extrapolate, self.axis = k, extrapolate, axis
        return self

    @property
    def tck(self):
        """(knots, coefficients, degree)."""
        return self.t, self.c, self.k

    @classmethod
    def basis_element(cls, t, extrapolate=True):
        """The one B-spline with knots `t`. See scipy.interpolate.BSpline.basis_element.

        >>> from tenorite.scipy.interpolate import BSpline
        >>> BSpline.basis_element(np.arange(3.0))(1.0)
        array(1.)
        """
        t = as_operand(t).astype("d", copy=False)
        k = t.shape[0] - 2
        t = concatenate([*[t[:1] - 1] * k, t, *[t[-1:] + 1] * k])
        c = (arange(len(t), device=t.device) == k).astype("d")
        return cls.construct_fast(t, c, k, extrapolate)

    @classmethod
    def design_matrix(cls, x, t, k, extrapolate=False):
        """The B-splines at points as a sparse array, (points, B-splines).

        See scipy.interpolate.BSpline.design_matrix.

        >>> from tenorite.scipy.interpolate import BSpline
        >>> t = np.array([0.0, 0.0, 1.0, 2.0, 2.0])
        >>> BSpline.design_matrix(np.array([0.5]), t, 1).toarray()
        array([[0.5, 0.5, 0. ]])
        """
        from ..sparse import csr_array

        t = as_operand(t)
        x, t = (_finite(v.astype("d", copy=False)) for v in (as_operand(x, t), t))
        if k < 0:
            raise ValueError("Spline order cannot be negative.")
        if t.ndim != 1 or bool((t[1:] < t[:-1]).any()):
            raise ValueError(f"Expect t to be a 1-D sorted array_like, but got t={t}.")
        if len(t) < 2 * k + 2:
            raise ValueError(f"Length t is not enough for k={k}.")
        n = len(t) - k - 1
        if isinstance(extrapolate, str) and extrapolate == "periodic":
            x = t[k] + (x - t[k]) % (t[n] - t[k])
        elif not extrapolate and bool((x.min() < t[k]) | (x.max() > t[n])):
            raise ValueError(f"Out of bounds w/ x = {x}.")
        left, weights = basis(t, n, k, ascontiguousarray(x), 0, True)
        kind = "i" if x.size * (k + 1) < 2**31 - 1 else "q"
        number = arange(k + 1, device=t.device)
        indices = (left[:, None] - k + number).reshape(-1).astype(kind)
        indptr = (arange(x.size + 1, device=t.device) * (k + 1)).astype(kind)
        parts = (weights.reshape(-1), indices, indptr)
        return csr_array(parts, shape=(x.size, n))

    def _in_period(self, points):
        first, last = self.t[self.k], self.t[len(self.t) - self.k - 1]
        return first + (points - first) % (last - first)

    def __call__(self, x, nu=0, extrapolate=None):
        """Values or derivatives at points; shaped as SciPy's."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        points, shape = points_in_line(x, self.t)
        if isinstance(extrapolate, str) and extrapolate == "periodic":
            points, extrapolate = self._in_period(points), False
        if nu < 0:
            raise NotImplementedError(f"Cannot do derivative order nu= {nu}")
        t, c = ascontiguousarray(self.t), ascontiguousarray(self.c)
        flat = c.reshape(len(c), math.prod(c.shape[1:]))
        out = values_at(t, flat, self.k, points, operator.index(nu), bool(extrapolate))
        return out_of_line(out, shape, c.shape[1:], self.axis)

    def derivative(self, nu=1):
        """The spline of the derivative. See scipy.interpolate.BSpline.derivative.

        >>> from tenorite.scipy.interpolate import BSpline
        >>> t = np.array([0.0, 0.0, 1.0, 1.0])
        >>> BSpline(t, np.array([0.0, 2.0]), 1).derivative()(0.5)
        array(2.)
        """
        return self._changed(nu, self.extrapolate)

    def antiderivative(self, nu=1):
        """The spline of the antiderivative. See scipy.interpolate.BSpline.antiderivative.

        >>> from tenorite.scipy.interpolate import BSpline
        >>> t = np.array([0.0, 0.0, 1.0, 1.0])
        >>> BSpline(t, np.array([0.0, 2.0]), 1).antiderivative()(1.0)
        array(1.)
        """
        is_periodic = self.extrapolate == "periodic"
        return self._changed(-nu, False if is_periodic else self.extrapolate)

    def _changed(self, nu, extrapolate):
        made = changed(self.t, padded(self.t, self.c), self.k, nu)
        return self.construct_fast(*made, extrapolate=extrapolate, axis=self.axis)

    def integrate(self, a, b, extrapolate=None):
        """Integrals from a to b, of the shape of c[0].

        See scipy.interpolate.BSpline.integrate.

        >>> from tenorite.scipy.interpolate import BSpline
        >>> t = np.array([0.0, 0.0, 1.0, 1.0])
        >>> BSpline(t, np.array([0.0, 2.0]), 1).integrate(0, 1)
        array(1.)
        """
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        a, b, sign = float(a), float(b), 1
        if b < a:
            a, b, sign = b, a, -1
        t, c, k = _antiderived(self.t, padded(self.t, self.c), self.k, 1)
        flat = ascontiguousarray(c.reshape(len(c), math.prod(c.shape[1:])))
        t = ascontiguousarray(t)

        def between(bounds, extrapolate):
            values = values_at(t, flat, k, bounds, 0, extrapolate)
            return values[1] - values[0]

        ends = stack([self.t[self.k], self.t[len(self.t) - self.k - 1]])
        if isinstance(extrapolate, str) and extrapolate == "periodic":
            first, last = ends.get().tolist()
            periods, left = divmod(b - a, last - first)
            start = first + (a - first) % (last - first)
            stop = start + left
            parts = [(start, stop)]
            if stop > last:
                parts = [(start, last), (first, first + stop - last)]
            total = sum(between(own_beside(numpy.array(p), t), False) for p in parts)
            if periods > 0:
                total = total + periods * between(ends, False)
        else:
            bounds = own_beside(numpy.array([a, b]), t)
            if not extrapolate:
                bounds = maximum(minimum(bounds, ends[1]), ends[0])
            total = between(bounds, True)
        return (total * sign).reshape(c.shape[1:])

    @classmethod
    def from_power_basis(cls, pp, bc_type="not-a-knot"):
        """The spline that is a CubicSpline, by interpolation at its breakpoints.

        See scipy.interpolate.BSpline.from_power_basis.

        >>> from tenorite.scipy.interpolate import BSpline, CubicSpline
        >>> cubic = CubicSpline(np.arange(5.0), np.arange(5.0) ** 3)
        >>> BSpline.from_power_basis(cubic)(2.5).round(6)
        np.float64(15.625)
        """
        from ._cubic import CubicSpline

        if not isinstance(pp, CubicSpline):
            raise NotImplementedError(
                "Only CubicSpline objects are accepted for now. Got "
                f"{type(pp)} instead."
            )
        if bc_type not in ("not-a-knot", "natural", "clamped", "periodic"):
            raise TypeError(f"Unknown boundary condition: {bc_type}")
        name = None if bc_type == "not-a-knot" else bc_type
        y = pp(pp.x)
        made = make_interp_spline(pp.x, y.real, 3, bc_type=name)
        c = made.c
        if y.dtype.kind == "c":  # of which SciPy takes the real part if periodic
            c = c + 1j * make_interp_spline(pp.x, y.imag, 3, bc_type=name).c
        return cls.construct_fast(made.t, c, 3, pp.extrapolate, pp.axis)

    def insert_knot(self, x, m=1):
        """The same spline with a knot more, by SciPy on the host.

        See scipy.interpolate.BSpline.insert_knot.

        >>> from tenorite.scipy.interpolate import BSpline
        >>> spline = BSpline(np.array([0.0, 0.0, 2.0, 2.0]), np.array([0.0, 2.0]), 1)
        >>> with np.config.using(fallback="allow"):
        ...     print(spline.insert_knot(1.0).t)
        [0. 0. 1. 2. 2.]
        """
        theirs = scipys("BSpline").construct_fast(
            self.t, self.c, self.k, self.extrapolate, self.axis
        )
        return of_theirs(type(self), theirs.insert_knot(x, m))


def of_theirs(cls, theirs):
    return cls.construct_fast(
        theirs.t, theirs.c, theirs.k, theirs.extrapolate, theirs.axis
    )


def _finite(x):
    if not bool(isfinite(x).all()):
        raise ValueError("Array must not contain infs or nans.")
    return x


# ---- splines through points ----


def _ends(x, count):
    """The first and the last item, `count` times each."""
    return broadcast_to(x[:1], (count,)), broadcast_to(x[-1:], (count,))


def _not_a_knot(x, k):
    half = (k + 1) // 2 if k % 2 else k // 2
    t = x if k % 2 else (x[1:] + x[:-1]) / 2
    first, last = _ends(x, k + 1)
    return concatenate([first, t[half:-half], last])


def _conditions(bc, shape, like):
    """(orders, values) of derivatives at an end."""
    if isinstance(bc, str):
        orders = {"clamped": 1, "natural": 2}
        if bc not in orders:
            raise ValueError(f"Unknown boundary condition : {bc}")
        bc = [(orders[bc], zeros(shape, device=like.device))]
    if bc is None:
        return (), ()
    try:
        orders, values = zip(*bc, strict=True)
    except TypeError as e:
        raise ValueError(
            "Derivatives, `bc_type`, should be specified as a pair of iterables of "
            "pairs of (order, value)."
        ) from e
    return orders, [as_operand(v, like) for v in values]


def _both_ends(bc_type):
    if bc_type is None or (
        isinstance(bc_type, str) and bc_type in ("not-a-knot", "periodic")
    ):
        return None, None
    if isinstance(bc_type, str):
        return bc_type, bc_type
    try:
        left, right = bc_type
    except TypeError as e:
        raise ValueError(f"Unknown boundary condition: {bc_type}") from e
    return left, right


def _checked_points(x, y, periodic):
    """ValueError for points through which there is no spline; one wait."""
    if periodic:
        first, last = y[0], y[-1]
        close = abs(first - last) <= 1e-15 + 1e-5 * abs(last)
        if not bool(close.all()):
            raise ValueError(
                "First and last points does not match while periodic case expected"
            )
    if x.size != y.shape[0]:
        raise ValueError(f"Shapes of x {x.shape} and y {y.shape} are incompatible")
    same, falls = holds((x[1:] == x[:-1]).any(), (x[1:] < x[:-1]).any())
    if same:
        raise ValueError("Expect x to not have duplicates")
    if x.ndim != 1 or falls:
        raise ValueError("Expect x to be a 1D strictly increasing sequence.")


def _of_low_degree(x, y, k, given, axis):
    """The splines of degree 0 and 1, whose coefficients are the values."""
    if given:
        what = "t and bc_type" if k == 0 else "bc_type"
        raise ValueError(f"Too much info for k={k}: {what} can only be None.")
    t = concatenate([x, x[-1:]] if k == 0 else [x[:1], x, x[-1:]])
    return BSpline.construct_fast(t, ascontiguousarray(y), k, axis=axis)


def _checked_knots(t, x, k):
    if k < 0:
        raise ValueError("Expect non-negative k.")
    if t.ndim != 1 or bool((t[1:] < t[:-1]).any()):
        raise ValueError("Expect t to be a 1-D sorted array_like.")
    if t.size < x.size + k + 1:
        raise ValueError(f"Got {t.size} knots, need at least {x.size + k + 1}.")
    if bool((x[0] < t[k]) | (x[-1] > t[-k])):
        raise ValueError(f"Out of bounds w/ x = {x}.")


def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0, check_finite=True):
    """The spline of degree k through points, along an axis of `y`.

    Periodic ones are made by SciPy, on the host. See
    scipy.interpolate.make_interp_spline.

    >>> from tenorite.scipy.interpolate import make_interp_spline
    >>> make_interp_spline(np.arange(5.0), np.arange(5.0) ** 3)(2.5).round(6)
    np.float64(15.625)
    """
    left, right = _both_ends(bc_type)
    periodic = isinstance(bc_type, str) and bc_type == "periodic"
    given = (x, y, t)
    x, y = as_operands((x, y))
    x, y = ascontiguousarray(floating(x)), floating(y)
    if check_finite:
        x, y = _finite(x), _finite(y)
    axis = normalize_axis_index(axis, y.ndim)
    y = moveaxis(y, axis, 0)
    _checked_points(x, y, periodic)
    is_free = t is None and left is None and right is None
    if k == 0 or (k == 1 and t is None):
        return _of_low_degree(x, y, k, not is_free, axis)
    k = operator.index(k)
    if periodic:
        made = scipys("make_interp_spline")(
            *given[:2], k, t, bc_type, axis, check_finite
        )
        return of_theirs(BSpline, made)
    if t is None:
        if is_free:
            t = _not_a_knot(x, k)
        else:
            first, last = _ends(x, k)
            t = concatenate([first, x, last])
    t = ascontiguousarray(as_operand(t, x).astype("d", copy=False))
    t = _finite(t) if check_finite else t
    _checked_knots(t, x, k)
    conditions = [_conditions(bc, y.shape[1:], y) for bc in (left, right)]
    for (orders, _), end in zip(conditions, (0, -1), strict=True):
        if not all(0 <= i <= k for i in orders):
            raise ValueError(f"Bad boundary conditions at {x[end]}.")
    counts = [len(orders) for orders, _ in conditions]
    n = t.size - k - 1
    if n - x.size != sum(counts):
        raise ValueError(
            "The number of derivatives at boundaries does not match: expected "
            f"{n - x.size}, got {counts[0]}+{counts[1]}"
        )
    if y.size == 0:
        c = zeros((n, *y.shape[1:]), device=y.device)
        return BSpline.construct_fast(t, c, k, axis=axis)
    c = _solved(t, n, k, x, y, conditions)
    return BSpline.construct_fast(t, c, k, axis=axis)


def _solved(t, n, k, x, y, conditions):
    """The coefficients, by a system whose rows have k + 1 items beside each other."""
    (left_orders, left_values), (right_orders, right_values) = conditions
    rows = [basis(t, n, k, x[:1], nu, False) for nu in left_orders]
    rows.append(basis(t, n, k, x, 0, False))
    rows += [basis(t, n, k, x[-1:], nu, False) for nu in right_orders]
    left = concatenate([found for found, _ in rows])
    weights = concatenate([w for _, w in rows])
    column = left[:, None] - k + arange(k + 1, device=t.device)
    row = arange(n, device=t.device)[:, None]
    band = zeros((2 * k + 1, n), device=t.device)
    band[k + row - column, column] = weights
    columns = math.prod(y.shape[1:])
    sides = [v.reshape(1, columns) for v in left_values]
    sides.append(y.reshape(len(x), columns))
    sides += [v.reshape(1, columns) for v in right_values]
    sides = concatenate([s.astype(y.dtype, copy=False) for s in sides])
    try:
        c = _banded(k, band, sides)
    except LinAlgError:
        raise LinAlgError("Colocation matrix is singular.") from None
    return ascontiguousarray(c).reshape(n, *y.shape[1:])


def _banded(k, band, sides):
    """Solves for many right sides: some of them together, and those side by side."""
    n, columns = sides.shape
    if columns <= _SIDES:
        return solve_banded((k, k), band, sides, check_finite=False)
    groups = blocks(columns, _SIDES)
    missing = groups * _SIDES - columns
    if missing:
        none = full((n, missing), 0.0, dtype=sides.dtype, device=sides.device)
        sides = concatenate([sides, none], axis=1)
    stacked = sides.reshape(n, groups, _SIDES).swapaxes(0, 1)
    bands = broadcast_to(band, (groups, *band.shape))
    found = solve_banded((k, k), bands, stacked, check_finite=False)
    return found.swapaxes(0, 1).reshape(n, groups * _SIDES)[:, :columns]

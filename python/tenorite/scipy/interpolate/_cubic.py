# SPDX-License-Identifier: Apache-2.0
"""Interpolation by piecewise cubics, each with values and derivatives at its ends."""

import math

import numpy

from ..._array.convert import as_operand, as_operands
from ..._core import ufuncs
from ..._numpy.creation import ascontiguousarray, empty, zeros, zeros_like
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.manipulation import broadcast_to, moveaxis
from ..._numpy.statistics import diff
from .._kernels import c_type
from ._polynomials import PPoly, holds
from ._recursions import eliminate, longs, run_rows, substitute

__all__ = [
    "Akima1DInterpolator",
    "CubicHermiteSpline",
    "CubicSpline",
    "PchipInterpolator",
    "pchip_interpolate",
]


def _is_finite(x):
    return ufuncs["isfinite"](x).all()


def _prepared(x, y, axis, dydx=None, periodic=False):
    """x, y and dydx in double precision, the axis first in C order, and the axis.

    What SciPy checks of values is waited for once.
    """
    given = as_operands((x, y) if dydx is None else (x, y, dydx))
    x, y = given[:2]
    if x.dtype.kind == "c":
        raise ValueError("`x` must contain real values.")
    x = x.astype("d", copy=False)
    if dydx is not None and y.shape != given[2].shape:
        raise ValueError("The shapes of `y` and `dydx` must be identical.")
    dtype = "D" if any(a.dtype.kind == "c" for a in given[1:]) else "d"
    sides = [a.astype(dtype, copy=False) for a in given[1:]]
    axis %= y.ndim
    if x.ndim != 1:
        raise ValueError("`x` must be 1-dimensional.")
    if x.shape[0] < 2:
        raise ValueError("`x` must contain at least 2 elements.")
    if x.shape[0] != y.shape[axis]:
        raise ValueError(
            f"The length of `y` along `axis`={axis} doesn't match the length of `x`"
        )
    x = ascontiguousarray(x)
    sides = [ascontiguousarray(moveaxis(a, axis, 0)) for a in sides]
    checks = [_is_finite(x), *map(_is_finite, sides), (diff(x) > 0).all()]
    if periodic:
        first, last = sides[0][0], sides[0][-1]
        size = ufuncs["absolute"]
        checks.append((size(first - last) <= 1e-15 + 1e-15 * size(last)).all())
    words = [
        f"`{name}` must contain only finite values." for name in ("x", "y", "dydx")
    ]
    words = [*words[: len(given)], "`x` must be strictly increasing sequence."]
    words.append(
        f"The first and last `y` point along axis {axis} must "
        "be identical (within machine precision) when "
        "bc_type='periodic'."
    )
    for is_right, text in zip(holds(*checks), words, strict=False):
        if not is_right:
            raise ValueError(text)
    return x, sides, axis


def _cubics(x, y, s):
    """Coefficients (4, n - 1, ...) of the cubics with values y and derivatives s."""
    n, columns = len(x), math.prod(y.shape[1:])
    c = empty((4, n - 1, *y.shape[1:]), y.dtype, device=y.device)
    arguments = (x, y, ascontiguousarray(s), c, *longs(n, columns))
    run_rows("cubics", (c_type(y.dtype),), n - 1, columns, arguments)
    return c


class CubicHermiteSpline(PPoly):
    """Piecewise cubics with values `y` and derivatives `dydx` at the points `x`.

    See scipy.interpolate.CubicHermiteSpline.

    >>> from tenorite.scipy.interpolate import CubicHermiteSpline
    >>> ends = np.array([0.0, 1.0])
    >>> CubicHermiteSpline(ends, ends, np.array([1.0, 1.0]))(0.5)
    array(0.5)
    """

    def __init__(self, x, y, dydx, axis=0, extrapolate=None):
        x, (y, dydx), axis = _prepared(x, y, axis, dydx)
        self._fill(x, y, dydx, axis, True if extrapolate is None else extrapolate)

    def _fill(self, x, y, dydx, axis, extrapolate):
        if extrapolate != "periodic":
            extrapolate = bool(extrapolate)
        self.c, self.x = _cubics(x, y, dydx), x
        self.axis, self.extrapolate = axis, extrapolate


def _column(x, y):
    return x.reshape(-1, *[1] * (y.ndim - 1))


def _real_only(name, y):
    if y.dtype.kind == "c":
        raise ValueError(
            f"`{name}` only works with real values for `y`. "
            "If you are trying to use the real components of the passed array, "
            f"use `np.real` on the array before passing to `{name}`."
        )


class PchipInterpolator(CubicHermiteSpline):
    """Piecewise cubics that keep the shape of the data: monotonic where these are.

    See scipy.interpolate.PchipInterpolator.

    >>> from tenorite.scipy.interpolate import PchipInterpolator
    >>> PchipInterpolator(np.arange(3.0), np.array([0.0, 1.0, 1.0]))(1.5)
    array(1.)
    """

    __class_getitem__ = None

    def __init__(self, x, y, axis=0, extrapolate=None):
        x, (y,), axis = _prepared(x, y, axis)
        _real_only("PchipInterpolator", y)
        extrapolate = True if extrapolate is None else extrapolate
        self._fill(x, y, _pchip_slopes(_column(x, y), y), axis, extrapolate)


def _pchip_slopes(x, y):
    h = diff(x, axis=0)
    m = diff(y, axis=0) / h
    if y.shape[0] == 2:
        return concatenate([m, m])
    left, right = m[:-1], m[1:]
    w1, w2 = 2 * h[1:] + h[:-1], h[1:] + 2 * h[:-1]
    flat = (_sign(right) != _sign(left)) | (right == 0) | (left == 0)
    mean = (w1 / where(flat, 1.0, left) + w2 / where(flat, 1.0, right)) / (w1 + w2)
    inner = where(flat, 0.0, 1.0 / mean)
    first = _pchip_end(h[0], h[1], m[0], m[1])
    last = _pchip_end(h[-1], h[-2], m[-1], m[-2])
    return concatenate([first[None], inner, last[None]])


def _sign(x):
    return ufuncs["sign"](x)


def _pchip_end(h0, h1, m0, m1):
    """A one-sided estimate from three points that keeps the shape."""
    size = ufuncs["absolute"]
    d = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
    steep = (_sign(m0) != _sign(m1)) & (size(d) > 3.0 * size(m0))
    return where(_sign(d) != _sign(m0), 0.0, where(steep, 3.0 * m0, d))


def pchip_interpolate(xi, yi, x, der=0, axis=0):
    """Values or derivatives at `x` of PchipInterpolator(xi, yi).

    See scipy.interpolate.pchip_interpolate.

    >>> from tenorite.scipy import interpolate
    >>> interpolate.pchip_interpolate(np.arange(3.0), np.arange(3.0), 1.5)
    array(1.5)
    """
    spline = PchipInterpolator(xi, yi, axis=axis)
    if numpy.isscalar(der) or getattr(der, "shape", None) == ():
        return spline(x) if der == 0 else spline.derivative(int(der))(x)
    return [spline.derivative(nu)(x) for nu in der]


class Akima1DInterpolator(CubicHermiteSpline):
    """Piecewise cubics with slopes from five points each, as Akima's method has them.

    See scipy.interpolate.Akima1DInterpolator.

    >>> from tenorite.scipy.interpolate import Akima1DInterpolator
    >>> Akima1DInterpolator(np.arange(4.0), np.arange(4.0))(1.5)
    array(1.5)
    """

    __class_getitem__ = None

    def __init__(self, x, y, axis=0, *, method="akima", extrapolate=None):
        if method not in {"akima", "makima"}:
            raise NotImplementedError(f"`method`={method} is unsupported.")
        x, (y,), axis = _prepared(x, y, axis)
        _real_only("Akima1DInterpolator", y)
        extrapolate = False if extrapolate is None else extrapolate
        slopes = _akima_slopes(_column(x, y), y, method)
        self._fill(x, y, slopes, axis, extrapolate)

    def extend(self, c, x, right=True):
        """NotImplementedError, as SciPy's.

        >>> from tenorite.scipy.interpolate import Akima1DInterpolator
        >>> spline = Akima1DInterpolator(np.arange(4.0), np.arange(4.0))
        >>> try:
        ...     spline.extend(spline.c, spline.x)
        ... except NotImplementedError:
        ...     print("not implemented")
        not implemented
        """
        raise NotImplementedError(
            "Extending a 1-D Akima interpolator is not yet implemented"
        )

    @classmethod
    def from_spline(cls, tck, extrapolate=None):
        """NotImplementedError, as SciPy's.

        >>> from tenorite.scipy.interpolate import Akima1DInterpolator
        >>> try:
        ...     Akima1DInterpolator.from_spline(None)
        ... except NotImplementedError:
        ...     print("not implemented")
        not implemented
        """
        raise NotImplementedError(
            "This method does not make sense for an Akima interpolator."
        )

    @classmethod
    def from_bernstein_basis(cls, bp, extrapolate=None):
        """NotImplementedError, as SciPy's.

        >>> from tenorite.scipy.interpolate import Akima1DInterpolator
        >>> try:
        ...     Akima1DInterpolator.from_bernstein_basis(None)
        ... except NotImplementedError:
        ...     print("not implemented")
        not implemented
        """
        raise NotImplementedError(
            "This method does not make sense for an Akima interpolator."
        )


def _akima_slopes(x, y, method):
    m = diff(y, axis=0) / diff(x, axis=0)
    if y.shape[0] == 2:
        return concatenate([m, m])
    # Two more slopes on each side, along parabolas.
    left = 2.0 * m[:1] - m[1:2]
    right = 2.0 * m[-1:] - m[-2:-1]
    left = [2.0 * left - m[:1], left]
    right = [right, 2.0 * right - m[-1:]]
    m = concatenate([*left, m, *right])
    size = ufuncs["absolute"]
    dm = size(diff(m, axis=0))
    f1, f2 = dm[2:], dm[:-2]
    if method == "makima":
        pm = size(m[1:] + m[:-1])
        f1, f2 = f1 + 0.5 * pm[2:], f2 + 0.5 * pm[:-2]
    f12 = f1 + f2
    middle = 0.5 * (m[3:] + m[:-3])
    if f12.size == 0:
        return middle
    differs = f12 > 1e-9 * f12.max()
    part = f2 / where(differs, f12, 1.0)
    return where(differs, m[1:-2] + part * (m[2:-1] - m[1:-2]), middle)


class CubicSpline(CubicHermiteSpline):
    """The cubic spline through points: two continuous derivatives.

    `bc_type` is 'not-a-knot', 'periodic', 'clamped', 'natural', or a pair, for both
    ends, of one of these or of (order, value) of a derivative.
    See scipy.interpolate.CubicSpline.

    >>> from tenorite.scipy.interpolate import CubicSpline
    >>> CubicSpline(np.arange(4.0), np.arange(4.0) ** 3)(1.5)
    array(3.375)
    """

    def __init__(self, x, y, axis=0, bc_type="not-a-knot", extrapolate=None):
        periodic = isinstance(bc_type, str) and bc_type == "periodic"
        x, (y,), axis = _prepared(x, y, axis, periodic=periodic)
        ends, y = _ends(bc_type, y)
        if extrapolate is None:
            extrapolate = "periodic" if periodic else True
        s = _spline_slopes(x, y, ends) if y.size else zeros_like(y)
        self._fill(x, y, s, axis, extrapolate)


def _ends(bc_type, y):
    """A condition for each end: a name or (order, value); y, complex if these are."""
    if isinstance(bc_type, str):
        bc_type = (bc_type, bc_type)
    else:
        if len(bc_type) != 2:
            raise ValueError(
                "`bc_type` must contain 2 elements to specify start and end conditions."
            )
        if any(isinstance(bc, str) and bc == "periodic" for bc in bc_type):
            raise ValueError(
                "'periodic' `bc_type` is defined for both "
                "curve ends and cannot be used with other "
                "boundary conditions."
            )
    ends = []
    for bc in bc_type:
        if isinstance(bc, str):
            if bc in ("clamped", "natural"):
                value = zeros(y.shape[1:], "d", device=y.device)
                ends.append((1 if bc == "clamped" else 2, value))
            elif bc in ("not-a-knot", "periodic"):
                ends.append(bc)
            else:
                raise ValueError(f"bc_type={bc} is not allowed.")
            continue
        try:
            order, value = bc
        except Exception as e:
            raise ValueError(
                "A specified derivative value must be given in the form (order, value)."
            ) from e
        if order not in (1, 2):
            raise ValueError("The specified derivative order must be 1 or 2.")
        value = as_operand(value, y)
        if value.shape != y.shape[1:]:
            raise ValueError(
                f"`deriv_value` shape {value.shape} is not "
                f"the expected one {y.shape[1:]}."
            )
        if value.dtype.kind == "c":
            y = y.astype("D", copy=False)
        ends.append((order, value))
    return ends, y


def _spline_slopes(x, y, ends):
    """Derivatives at x, of the shape of y, which is not empty."""
    n = len(x)
    dx = diff(x)
    if n == 2:
        slope = (y[1] - y[0]) / dx[0]
        ends = [(1, slope) if isinstance(end, str) else end for end in ends]
    if n == 3 and isinstance(ends[0], str) and ends[0] == ends[1]:
        slope = diff(y, axis=0) / _column(dx, y)
        before, after = dx[0], dx[1]
        if ends[0] == "periodic":
            middle = (slope[0] / before + slope[1] / after) / (1 / before + 1 / after)
            return broadcast_to(middle, y.shape)
        # A parabola through three points.
        middle = (after * slope[0] + before * slope[1]) / (before + after)
        return stack([2 * slope[0] - middle, middle, 2 * slope[1] - middle])
    if ends[0] == "periodic":
        return _periodic_slopes(x, y, dx)
    start = _end_row(ends[0], dx[0], dx[1] if n > 2 else None, y[0], y[1], y[2:3], 1)
    stop = _end_row(
        ends[1], dx[-1], dx[-2] if n > 2 else None, y[-1], y[-2], y[-3:-2], -1
    )
    zero = zeros(1, "d", device=y.device)
    lower = concatenate([zero, dx[1:], stop[1].reshape(1)])
    upper = concatenate([start[1].reshape(1), dx[:-1], zero])
    inner = 2 * (dx[:-1] + dx[1:])
    diagonal = concatenate([start[0].reshape(1), inner, stop[0].reshape(1)])
    ratio, inverse, step = eliminate(lower, diagonal, upper)
    sides = _right_sides(x, y, start[2], stop[2], inverse)
    substitute(ratio, step, sides)
    return sides.reshape(y.shape)


def _end_row(end, h, next_h, y0, y1, y2, sign):
    """(diagonal, item beside it, right side) of an end's equation.

    `h` and `y` count from that end; sign -1 says that they run backwards.
    """
    slope = sign * (y1 - y0) / h
    if isinstance(end, str):  # not-a-knot
        d = h + next_h
        following = sign * (y2[0] - y1) / next_h
        side = ((h + 2 * d) * next_h * slope + h**2 * following) / d
        return next_h, d, side
    order, value = end
    if order == 1:
        zero = h * 0
        return zero + 1, zero, value
    side = 3 * sign * (y1 - y0) - sign * 0.5 * value * h**2
    return 2 * h, h, side


def _right_sides(x, y, first, last, inverse):
    """Right sides of all equations times the inverse pivots, (n, columns)."""
    n, columns = len(x), math.prod(y.shape[1:])
    first, last = (
        ascontiguousarray(broadcast_to(a.astype(y.dtype, copy=False), y.shape[1:]))
        for a in (first, last)
    )
    sides = empty((n, columns), y.dtype, device=y.device)
    arguments = (x, y, first, last, inverse, sides, *longs(n, columns))
    run_rows("right_sides", (c_type(y.dtype),), n, columns, arguments)
    return sides


def _periodic_slopes(x, y, dx):
    """A cyclic system of n - 1 equations: one without its last row and column, twice."""
    n = len(x)
    columns = math.prod(y.shape[1:])
    zero = zeros(1, "d", device=y.device)
    # Rows 0 to n - 3 of the n - 1 equations.
    before, after = concatenate([dx[-1:], dx[:-2]]), dx[:-1]
    before, after = before[: n - 2], after[: n - 2]
    diagonal = 2 * (before + after)
    lower = concatenate([zero, after[1:]])
    upper = concatenate([before[:-1], zero])
    ratio, inverse, step = eliminate(lower, diagonal, upper)
    slope = diff(y.reshape(n, columns), axis=0) / dx[:, None]
    previous = concatenate([slope[-1:], slope[:-1]])
    all_before = concatenate([dx[-1:], dx[:-1]])[:, None]
    sides = 3 * (dx[:, None] * previous + all_before * slope)
    one = ascontiguousarray(sides[:-1] * inverse[:, None])
    # Both items can be in one row, of which SciPy keeps the last.
    two = concatenate([-after[:1], zeros(n - 3, "d", device=y.device)])
    two = concatenate([two[:-1], -before[-1:]]) if n > 3 else two
    two = ascontiguousarray((two * inverse)[:, None])
    substitute(ratio, step, one)
    substitute(ratio, step, two)
    top = sides[-1] - dx[-2] * one[0] - dx[-1] * one[-1]
    bottom = 2 * (dx[-1] + dx[-2]) + dx[-2] * two[0] + dx[-1] * two[-1]
    last = top / bottom
    inner = one + two * last
    return concatenate([inner, last[None], inner[:1]]).reshape(y.shape)

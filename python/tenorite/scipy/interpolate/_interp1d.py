# SPDX-License-Identifier: Apache-2.0
"""scipy.interpolate.interp1d: neighbours, straight lines and cubic splines."""

import math
import types

import numpy

from ..._array.convert import as_operand, as_operands
from ..._core import ndarray, ufuncs
from ..._numpy.indexing import take, where
from ..._numpy.interpolation import interp
from ..._numpy.manipulation import moveaxis
from ..._numpy.sorting import argsort, searchsorted
from ._cubic import CubicSpline
from ._polynomials import holds, scipys

__all__ = ["interp1d"]

_ORDERS = {"zero": 0, "slinear": 1, "quadratic": 2, "cubic": 3}
_PLAIN = ("linear", "nearest", "nearest-up", "previous", "next")


def _extrapolates(fill_value):
    return isinstance(fill_value, str) and fill_value == "extrapolate"


def _fill_row(value, shape, name, like):
    """A fill value as an array that broadcasts with rows of results."""
    value = as_operand(value, like)
    fits = len(shape) >= value.ndim and all(
        have in (1, want)
        for want, have in zip(shape[::-1], value.shape[::-1], strict=False)
    )
    if not fits:
        raise ValueError(
            f"{name} argument must be able to broadcast up "
            f"to shape {shape} but had shape {value.shape}"
        )
    return value


class interp1d:
    """A function through points: between neighbours along an axis of `y`.

    Kinds 'linear', 'nearest', 'nearest-up', 'previous', 'next', 'zero', 'slinear' and
    'cubic' run here; other splines are SciPy's, on the host.
    See scipy.interpolate.interp1d.

    >>> from tenorite.scipy.interpolate import interp1d
    >>> interp1d(np.arange(3.0), np.array([0.0, 2.0, 4.0]))(np.array([0.5, 1.5]))
    array([1., 3.])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(
        self,
        x,
        y,
        kind="linear",
        axis=-1,
        copy=True,
        bounds_error=None,
        fill_value=numpy.nan,
        assume_sorted=False,
    ):
        x, y = as_operands((x, y))
        if (y.shape or (1,))[axis] != len(x):
            raise ValueError(
                "x and y arrays must be equal in length along interpolation axis."
            )
        self.bounds_error, self.copy = bounds_error, copy
        order = _ORDERS.get(kind, kind) if isinstance(kind, (str, int)) else kind
        if order not in _PLAIN and not isinstance(order, int):
            raise NotImplementedError(
                f"{kind} is unsupported: Use fitpack routines for other types."
            )
        if copy:
            x, y = x.copy(), y.copy()
        if not assume_sorted:
            order_of_x = argsort(x, kind="stable")
            x, y = take(x, order_of_x), take(y, order_of_x, axis=axis)
        if x.ndim != 1:
            raise ValueError("the x array must have exactly one dimension.")
        if y.ndim == 0:
            raise ValueError("the y array must have at least one dimension.")
        if y.dtype.kind not in "fc":
            y = y.astype("d")
        self.axis = axis % y.ndim
        self.x, self.y = x, y
        self._kind = order
        self.dtype = numpy.complex128 if y.dtype.kind == "c" else numpy.float64
        rows = moveaxis(y, self.axis, 0)
        self._rest = rows.shape[1:]
        if isinstance(order, int):  # splines are in double precision
            rows = rows.astype("D" if rows.dtype.kind == "c" else "d", copy=False)
        self._rows = rows.reshape(len(x), math.prod(self._rest))
        if order in ("previous", "next") and _extrapolates(fill_value):
            self._forbid_bounds_error()
            edge = take(y, -1 if order == "previous" else 0, self.axis)
            nan = numpy.nan
            fill_value = (nan, edge) if order == "previous" else (edge, nan)
        self._spline = self._make_spline(order)
        least = order + 1 if isinstance(order, int) else 1
        if len(x) < least:
            raise ValueError(f"x and y arrays must have at least {least} entries")
        self.fill_value = fill_value

    def _make_spline(self, order):
        """What evaluates a spline of two orders and more, None for the others."""
        if not isinstance(order, int) or order < 2:
            return None
        n = len(self.x)
        if n <= order:  # SciPy says what is wrong
            scipys("make_interp_spline")(numpy.arange(n), numpy.ones(n), order)
        isnan = ufuncs["isnan"]
        has_nans = holds(isnan(self.x).any(), isnan(self._rows).any())
        if order == 3 and not any(has_nans):
            return CubicSpline(self.x, self._rows)
        return scipys("interp1d")(
            *(self.x, self._rows, order, 0),
            fill_value="extrapolate",
            assume_sorted=True,
        )

    @property
    def fill_value(self):
        """The fill value."""
        return self._fill_value

    @fill_value.setter
    def fill_value(self, fill_value):
        self._extrapolate = _extrapolates(fill_value)
        if self._extrapolate:
            self._forbid_bounds_error()
        else:
            shape = self._rest or (1,)
            if isinstance(fill_value, tuple) and len(fill_value) == 2:
                names = "fill_value (below)", "fill_value (above)"
                pair = zip(fill_value, names, strict=True)
                rows = [_fill_row(x, shape, name, self.y) for x, name in pair]
            else:
                rows = [_fill_row(fill_value, shape, "fill_value", self.y)] * 2
            self._below, self._above = rows
            if self.bounds_error is None:
                self.bounds_error = True
        self._fill_value = fill_value

    def _forbid_bounds_error(self):
        if self.bounds_error:
            raise ValueError("Cannot extrapolate and raise at the same time.")
        self.bounds_error = False

    def __call__(self, x):
        """Values at points, along the axis of `y`."""
        x = as_operand(x, self.x)
        if x.dtype.kind not in "fc":
            x = x.astype("d")
        shape, x = x.shape, x.reshape(-1)
        values = self._values(x)
        if not self._extrapolate:
            values = self._filled(values, x)
        values = values.reshape(shape + self._rest)
        if self.axis and shape:
            axes = list(range(values.ndim))
            last = len(shape) + self.axis
            axes = axes[len(shape) : last] + axes[: len(shape)] + axes[last:]
            values = values.transpose(axes)
        return values

    def _values(self, points):
        kind, x, rows = self._kind, self.x, self._rows
        last = len(x) - 1
        if self._spline is not None:
            return self._spline(points)
        if kind in ("linear", 1):
            return self._between(points)
        if kind in ("nearest", "nearest-up"):
            halves = x / 2.0
            side = "left" if kind == "nearest" else "right"
            at = searchsorted(halves[1:] + halves[:-1], points, side=side)
        elif kind == "next":
            at = searchsorted(x, points, side="left")
        else:  # 'previous' and splines of order 0
            at = searchsorted(x, points, side="right") - 1
        found = take(rows, at.clip(0, last), axis=0)
        if kind == 0:
            found = where(ufuncs["isnan"](points)[:, None], numpy.nan, found)
        return found

    def _between(self, points):
        x, y, rows = self.x, self.y, self._rows
        doubles = x.dtype.char in "dl" and y.dtype.char == "d" and y.ndim == 1
        if doubles and not (self._extrapolate or self._kind == 1):
            return interp(points, x, y)[:, None]  # as SciPy, which has other NaN there
        # A spline has points at a knot in the part that begins there.
        side = "right" if self._kind == 1 else "left"
        high = searchsorted(x, points, side=side).clip(1, len(x) - 1)
        low = high - 1
        x_low, x_high = take(x, low), take(x, high)
        y_low, y_high = take(rows, low, axis=0), take(rows, high, axis=0)
        width = x_high - x_low
        after_low, before_high = (points - x_low) / width, (x_high - points) / width
        return after_low[:, None] * y_high + before_high[:, None] * y_low

    def _filled(self, values, points):
        first, last = self.x[0], self.x[-1]
        below, above = points < first, points > last
        if self.bounds_error:
            self._check(points, below, above)
            return values
        values = values.reshape(points.size, *(self._rest or (1,)))
        below, above = (x.reshape(-1, *[1] * (values.ndim - 1)) for x in (below, above))
        dtype = values.dtype
        values = where(below, self._below.astype(dtype, copy=False), values)
        return where(above, self._above.astype(dtype, copy=False), values)

    def _check(self, points, below, above):
        """ValueError for points outside, for which it waits once."""
        ends = ("below", "minimum", 0), ("above", "maximum", -1)
        found = holds(below.any(), above.any())
        for is_there, mask, (side, end, at) in zip(
            found, (below, above), ends, strict=True
        ):
            if is_there:
                value = points.get()[numpy.argmax(mask.get())]
                limit = self.x[at]
                limit = limit.get()[()] if isinstance(limit, ndarray) else limit
                raise ValueError(
                    f"A value ({value}) in x_new is {side} "
                    f"the interpolation range's {end} value ({limit})."
                )

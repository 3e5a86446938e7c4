# SPDX-License-Identifier: Apache-2.0
"""Integrals of samples along an axis."""

import numpy

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray
from ..._numpy.creation import full
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import broadcast_to, swapaxes
from ..._numpy.math import result_type
from ..._numpy.statistics import cumsum, diff

__all__ = [
    "cumulative_simpson",
    "cumulative_trapezoid",
    "romb",
    "simpson",
    "trapezoid",
]


def _at(ndim, axis, item):
    """The key of items along an axis."""
    key = [slice(None)] * ndim
    key[axis] = item
    return tuple(key)


def _floating(x):
    return x if x.dtype.kind in "fc" else x.astype(float)


def _neighbours(y, axis):
    ndim = y.ndim
    return (
        y[_at(ndim, axis, slice(1, None))] + y[_at(ndim, axis, slice(None, -1))]
    ) / 2.0


def _steps_of_a_line(x, ndim, axis):
    """From each point to the next, along an axis of arrays with `ndim` axes."""
    shape = [1] * ndim
    shape[axis] = -1
    return diff(x).reshape(shape)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The integral of samples `y` by trapezia. See scipy.integrate.trapezoid.

    >>> from tenorite.scipy import integrate
    >>> integrate.trapezoid(np.array([1.0, 2.0, 3.0]))
    np.float64(4.0)
    """
    y = as_operand(y)
    steps = dx
    if x is not None:
        x = as_operand(x, y)
        if x.ndim == 1:
            steps = _steps_of_a_line(x, y.ndim, axis)
        else:
            steps = diff(broadcast_to(x, y.shape), axis=axis)
    dtype = _floating(y[:0] if y.ndim else y).dtype
    return (steps * _neighbours(y, axis)).sum(axis=axis, dtype=dtype)


def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    """Integrals from the first sample to each of the others, by trapezia.

    See scipy.integrate.cumulative_trapezoid.

    >>> from tenorite.scipy import integrate
    >>> integrate.cumulative_trapezoid(np.array([1.0, 2.0, 3.0]), initial=0)
    array([0. , 1.5, 4. ])
    """
    y = as_operand(y)
    if y.shape[axis] == 0:
        raise ValueError("At least one point is required along `axis`.")
    steps = dx
    if x is not None:
        x = as_operand(x, y)
        if x.ndim == 1:
            steps = _steps_of_a_line(x, y.ndim, axis)
        elif x.ndim != y.ndim:
            raise ValueError("If given, shape of x must be 1-D or the same as y.")
        else:
            steps = diff(x, axis=axis)
        if steps.shape[axis] != y.shape[axis] - 1:
            raise ValueError("If given, length of x along axis must be the same as y.")
    result = cumsum(steps * _neighbours(y, axis), axis=axis)
    if initial is not None:
        if not numpy.isscalar(initial) or initial != 0:
            raise ValueError(
                "`initial` must be `None` or `0`."
                if initial != 0
                else "`initial` parameter should be a scalar."
            )
        shape = list(result.shape)
        shape[axis] = 1
        first = full(tuple(shape), initial, dtype=result.dtype, device=result.device)
        result = concatenate([first, result], axis=axis)
    return result


# ---- Simpson's rule ----


def _quotient(a, b):
    """a / b, and 0 where b is 0."""
    return where(b != 0, a / where(b != 0, b, 1.0), 0.0)


def _parabolas(y, stop, x, dx, axis):
    """The integral of parabolas through three points each, up to item stop + 1."""
    ndim = y.ndim
    y0, y1, y2 = (y[_at(ndim, axis, slice(k, stop + k, 2))] for k in range(3))
    if x is None:
        return (y0 + 4.0 * y1 + y2).sum(axis=axis) * (dx / 3.0)
    h = diff(x, axis=axis)
    h0 = h[_at(h.ndim, axis, slice(0, stop, 2))]
    h1 = h[_at(h.ndim, axis, slice(1, stop + 1, 2))]
    both, ratio = h0 + h1, _quotient(h0, h1)
    inner = (
        y0 * (2.0 - _quotient(1.0, ratio))
        + y1 * (both * _quotient(both, h0 * h1))
        + y2 * (2.0 - ratio)
    )
    return (both / 6.0 * inner).sum(axis=axis)


def _last_interval(y, x, dx, axis):
    """What an even number of samples has behind the parabolas (Cartwright, 2017)."""
    ndim = y.ndim
    if x is None:
        h0 = h1 = dx
    else:
        steps = diff(x, axis=axis)
        h0, h1 = (steps[_at(x.ndim, axis, k)] for k in (-2, -1))
    if isinstance(h0, ndarray):
        quotient = _quotient
    else:

        def quotient(a, b):
            return a / b if b else 0.0

    alpha = quotient(2 * h1**2 + 3 * h0 * h1, 6 * (h1 + h0))
    beta = quotient(h1**2 + 3.0 * h0 * h1, 6 * h0)
    eta = quotient(1 * h1**3, 6 * h0 * (h0 + h1))
    y1, y2, y3 = (y[_at(ndim, axis, -k)] for k in (1, 2, 3))
    return alpha * y1 + beta * y2 - eta * y3


def simpson(y, x=None, *, dx=1.0, axis=-1):
    """The integral of samples `y` by Simpson's rule. See scipy.integrate.simpson.

    It is computed in the common dtype of `y`, `x` and `dx`, a Python number being weak.

    >>> from tenorite.scipy import integrate
    >>> integrate.simpson(np.array([0.0, 1.0, 4.0])).round(6)
    np.float64(2.666667)
    """
    y = as_operand(y)
    count = y.shape[axis]
    points = () if x is None else (as_operand(x, y),)
    dtype = result_type(y, *points, dx)
    y = y.astype(dtype, copy=False)
    if isinstance(dx, ndarray):
        dx = dx.astype(dtype, copy=False)
    else:
        dx = dtype.type(dx)
    if points:
        x = points[0].astype(dtype, copy=False)
        if x.ndim == 1:
            shape = [1] * y.ndim
            shape[axis] = x.shape[0]
            x = x.reshape(shape)
        elif x.ndim != y.ndim:
            raise ValueError("If given, shape of x must be 1-D or the same as y.")
        if x.shape[axis] != count:
            raise ValueError("If given, length of x along axis must be the same as y.")
    if count % 2:
        return _parabolas(y, count - 2, x, dx, axis)
    if count == 2:
        y1, y0 = (y[_at(y.ndim, axis, -k)] for k in (1, 2))
        if x is not None:
            dx = x[_at(x.ndim, axis, -1)] - x[_at(x.ndim, axis, -2)]
        return 0.5 * dx * (y1 + y0)
    return _parabolas(y, count - 3, x, dx, axis) + _last_interval(y, x, dx, axis)


def _first_parts(y, h, equal):
    """Integrals over the first interval of each parabola."""
    x21, x32 = h[..., :-1], h[..., 1:]
    f1, f2, f3 = y[..., :-2], y[..., 1:-1], y[..., 2:]
    if equal:
        return x21 / 3 * (5 * f1 / 4 + 2 * f2 - f3 / 4)
    x21_x31 = x21 / (x21 + x32)
    product = x21_x31 * (x21 / x32)
    return (
        x21 / 6 * ((3 - x21_x31) * f1 + (3 + product + x21_x31) * f2 + (-product) * f3)
    )


def _running(y, h, equal):
    """Sums of integrals over intervals, each of a parabola that begins or ends there."""
    ahead = _first_parts(y, h, equal)
    back = _first_parts(y[..., ::-1], h[..., ::-1], equal)[..., ::-1]
    # Intervals take turns; the last one has only the parabola before it.
    count = ahead.shape[-1] + 1
    first = concatenate([ahead, back[..., -1:]], axis=-1)
    second = concatenate([ahead[..., :1], back], axis=-1)
    even = own_beside(numpy.arange(count) % 2 == 0, y)
    even = even & own_beside(numpy.arange(count) < count - 1, y)
    return cumsum(where(even, first, second), axis=-1)


def _swapped(x, axis):
    return swapaxes(x, axis, -1)


def cumulative_simpson(y, *, x=None, dx=1.0, axis=-1, initial=None):
    """Integrals from the first sample to each of the others, by Simpson's rule.

    That `x` ascends is looked at. See scipy.integrate.cumulative_simpson.

    >>> from tenorite.scipy import integrate
    >>> integrate.cumulative_simpson(np.arange(4.0) ** 2, initial=0).round(6)
    array([0.      , 0.333333, 2.666667, 9.      ])
    """
    y = _floating(as_operand(y))
    shape = y.shape
    if not -y.ndim <= axis < y.ndim:
        raise ValueError(f"`axis={axis}` is not valid for `y` with `y.ndim={y.ndim}`.")
    one = list(shape)
    one[axis] = 1
    one = tuple(one)
    lines = _swapped(y, axis)
    if lines.shape[-1] < 3:
        result = _swapped(cumulative_trapezoid(y, x, dx=dx, axis=axis), axis)
    elif x is not None:
        x = _floating(as_operand(x, y))
        if not (x.shape == shape or (x.ndim == 1 and x.shape[0] == shape[axis])):
            raise ValueError(
                "If given, shape of `x` must be the same as `y` or 1-D with the same "
                "length as `y` along `axis`."
            )
        x = broadcast_to(x, lines.shape) if x.ndim == 1 else _swapped(x, axis)
        steps = diff(x, axis=-1)
        if bool((steps <= 0).any()):
            raise ValueError("Input x must be strictly increasing.")
        result = _running(lines, steps, False)
    else:
        steps = _floating(as_operand(dx, y))
        if not (steps.ndim == 0 or steps.shape == one):
            raise ValueError(
                "If provided, `dx` must either be a scalar or have the same shape as "
                "`y` but with only 1 point along `axis`."
            )
        between = list(shape)
        between[axis] -= 1
        steps = _swapped(broadcast_to(steps, tuple(between)), axis)
        result = _running(lines, steps, True)
    if initial is not None:
        initial = _floating(as_operand(initial, y))
        if not (initial.ndim == 0 or initial.shape == one):
            raise ValueError(
                "If provided, `initial` must either be a scalar or have the same shape "
                "as `y` but with only 1 point along `axis`."
            )
        initial = _swapped(broadcast_to(initial, one), axis)
        result = concatenate([initial, result + initial], axis=-1)
    return _swapped(result, axis)


# ---- Romberg's method ----


def _print_table(table, show):
    precision, width = 5, 8
    if not isinstance(show, bool):
        try:
            precision, width = show[0], show[1]
        except (TypeError, IndexError):
            pass
    title = "Richardson Extrapolation Table for Romberg Integration"
    print(title, "=" * len(title), sep="\n")
    for row in table:
        for value in row:
            print(f"{float(value):{width}.{precision}f}", end=" ")
        print()
    print("=" * len(title))


def romb(y, dx=1.0, axis=-1, show=False):
    """The integral of 2**k + 1 samples by Romberg's method. See scipy.integrate.romb.

    >>> from tenorite.scipy import integrate
    >>> integrate.romb(np.arange(5.0) ** 2).round(6)
    np.float64(21.333333)
    """
    y = as_operand(y)
    intervals = y.shape[axis] - 1
    if intervals < 1 or intervals & (intervals - 1):
        raise ValueError(
            "Number of samples must be one plus a non-negative power of 2."
        )
    ndim = y.ndim
    y = y.astype(numpy.result_type(y.dtype, "d"), copy=False)
    h = intervals * float(dx)
    table = [[(y[_at(ndim, axis, 0)] + y[_at(ndim, axis, -1)]) / 2.0 * h]]
    step = intervals
    while step > 1:
        between = y[_at(ndim, axis, slice(step // 2, intervals, step))]
        before = table[-1]
        row = [0.5 * (before[0] + h * between.sum(axis=axis))]
        for j, older in enumerate(before, 1):
            row.append(row[-1] + (row[-1] - older) / ((1 << (2 * j)) - 1))
        table.append(row)
        h, step = h / 2.0, step // 2
    if show:
        if ndim > 1:
            print(
                "*** Printing table only supported for integrals of a single data set."
            )
        else:
            _print_table(table, show)
    return table[-1][-1]

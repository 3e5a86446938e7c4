# SPDX-License-Identifier: Apache-2.0
"""Filters along an axis: lfilter(), sosfilt() and what is made of them."""

import math

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._array.convert import as_operand, as_operands
from ..._core import ndarray
from ..._numpy.broadcast import broadcast_to
from ..._numpy.creation import arange, empty, ones, zeros
from ..._numpy.joining import concatenate, hstack, stack
from ..._numpy.manipulation import moveaxis
from ..._numpy.padding import pad
from ..._numpy.products import matmul
from ..._numpy.statistics import cumsum
from ...linalg import lstsq as _lstsq
from ._convolution import convolve, convolve_lines
from ._extension import (
    constant_extension,
    even_extension,
    odd_extension,
    part,
    reverse,
)
from ._recursion import Filter

__all__ = [
    "deconvolve",
    "filtfilt",
    "lfilter",
    "lfilter_zi",
    "lfiltic",
    "sosfilt",
    "sosfilt_zi",
    "sosfiltfilt",
]


def _check_coefficients(name, c):
    """Whether coefficients begin with 0, as far as that is known without waiting.

    Those of a device are not looked at: there a 0 gives infinities and NaNs.
    """
    on_device = isinstance(c, ndarray)
    c = c if on_device else numpy.asarray(c)
    if c.ndim > 1 or c.size == 0:
        shape = c.shape or (1,)
        raise ValueError(
            f"Parameter {name} is not a non-empty 1d array, since {name}.shape="
            f"{shape!r}!"
        )
    return not on_device and bool(c.flat[0] == 0)


def _at_least_1d(c):
    return c.reshape(1) if c.ndim == 0 else c


def lfilter(b, a, x, axis=-1, zi=None):
    """`x` filtered along an axis by the transfer function b / a.

    With the states `zi` at the beginning also those at the end, a tuple. Long lines
    are filtered in chunks, side by side. See scipy.signal.lfilter.

    >>> from tenorite.scipy import signal
    >>> signal.lfilter([1.0], [1.0, -0.5], np.array([1.0, 0.0, 0.0]))
    array([1.  , 0.5 , 0.25])
    """
    _check_coefficients("b", b)
    is_zero = _check_coefficients("a", a)
    arrays = as_operands([x, b, a] if zi is None else [x, b, a, zi])
    x, b, a = arrays[0], _at_least_1d(arrays[1]), _at_least_1d(arrays[2])
    zi = None if zi is None else arrays[3]
    dtype = numpy.result_type(*(y.dtype for y in arrays))
    if len(a) == 1:
        return _without_recursion(b, a, x, axis, zi, dtype)
    if x.ndim == 0 or not -x.ndim <= axis < x.ndim:
        raise ValueError("selected axis is out of range")
    if dtype.char not in "fdFD":
        raise NotImplementedError(f"input type '{dtype}' not supported\n")
    if is_zero:
        raise ValueError("BUG: filter coefficient a[0] == 0 not supported yet")
    axis = normalize_axis_index(axis, x.ndim)
    order = max(len(a), len(b)) - 1
    together = zeros((2, order + 1), dtype, device=x.device)
    together[0, : len(b)] = b.astype(dtype) / a[0].astype(dtype)
    together[1, : len(a)] = a.astype(dtype) / a[0].astype(dtype)
    start = None
    if zi is not None:
        start = _start_of(zi, x, axis, order, dtype)
    run = Filter("Direct", order, together)
    y, end = run(x.astype(dtype, copy=False), axis, start, zi is not None)
    if zi is None:
        return y
    before, after = x.shape[:axis], x.shape[axis + 1 :]
    end = moveaxis(end.reshape(*before, *after, order), -1, axis)
    return y, end


def _start_of(zi, x, axis, order, dtype):
    """Initial states as lines of their own, from an array of the shape of `x`."""
    if zi.ndim != x.ndim:
        few = "of too small depth" if zi.ndim < x.ndim else "too deep"
        raise ValueError(f"object {few} for desired array")
    shape = (*x.shape[:axis], order, *x.shape[axis + 1 :])
    fits = all(
        n == m or (n == 1 and k != axis)
        for k, (n, m) in enumerate(zip(zi.shape, shape, strict=True))
    )
    if not fits:
        if x.ndim == 1:
            told = f" expected {shape}, found {zi.shape}."
        else:
            expected, found = (",".join(map(str, s)) for s in (shape, zi.shape))
            told = f"  expected ({expected}), found ({found})."
        raise ValueError(f"Unexpected shape for zi:{told}")
    lines = moveaxis(broadcast_to(zi, shape), axis, -1)
    start = empty((math.prod(lines.shape[:-1]), order), dtype, device=x.device)
    start.reshape(lines.shape)[...] = lines
    return start


def _without_recursion(b, a, x, axis, zi, dtype):
    """A filter of which `a` is one number: a convolution of each line."""
    if x.ndim == 0:
        raise ValueError("x must be at least 1-D")
    states = len(b) - 1
    if zi is not None:
        if zi.ndim != x.ndim:
            raise ValueError(
                "Dimensions of parameters x and zi must match, but "
                f"x.ndim={x.ndim!r}, zi.ndim={zi.ndim!r}!"
            )
        shape = list(x.shape)
        shape[axis] = states
        if zi.shape != tuple(shape):
            place = axis % x.ndim
            for k, (n, m) in enumerate(zip(zi.shape, shape, strict=True)):
                if n != m and (k == place or n != 1):
                    raise ValueError(
                        f"Unexpected shape for parameter zi: expected {tuple(shape)}, "
                        f"found {zi.shape}."
                    )
            zi = broadcast_to(zi, tuple(shape))
    if dtype.char not in "fdFD":
        raise NotImplementedError(
            f"Parameter's dtypes produced result type '{dtype}', which is not supported!"
        )
    axis = normalize_axis_index(axis, x.ndim)
    if math.prod(x.shape[:axis] + x.shape[axis + 1 :]) == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    if x.shape[axis] == 0:
        raise ValueError("v cannot be empty")
    b = b.astype(dtype) / a[0].astype(dtype)
    whole = convolve_lines(x.astype(dtype, copy=False), b, axis)
    if zi is not None:
        part(whole, 0, states, axis=axis)[...] += zi
    y = part(whole, 0, whole.shape[axis] - states, axis=axis)
    if zi is None:
        return y
    return y, part(whole, whole.shape[axis] - states, None, axis=axis)


def lfiltic(b, a, y, x=None):
    """States of lfilter() after outputs `y` and inputs `x`, the latest first.

    See scipy.signal.lfiltic.

    >>> from tenorite.scipy import signal
    >>> signal.lfiltic([1.0], [1.0, -0.5], [2.0])
    array([1.])
    """
    arrays = as_operands([a, b, y] if x is None else [a, b, y, x])
    a, b, y = arrays[:3]
    a, b = map(_at_least_1d, (a, b))
    if a.ndim > 1:
        raise ValueError("Filter coefficients `a` must be 1-D.")
    if b.ndim > 1:
        raise ValueError("Filter coefficients `b` must be 1-D.")
    n, m = len(a) - 1, len(b) - 1
    if n < 0:
        raise ValueError("There must be at least one `a` coefficient.")
    dtype = numpy.result_type(*(c.dtype for c in arrays))
    dtype = numpy.dtype(float) if dtype.kind in "?biu" else dtype
    x = zeros(m, dtype, device=a.device) if x is None else arrays[3].astype(dtype)
    y = y.astype(dtype)
    x, y = (
        concatenate([c, zeros(count - c.size, dtype, device=a.device)])
        if c.size < count
        else c
        for c, count in ((x, m), (y, n))
    )
    states = zeros(max(m, n), dtype, device=a.device)
    for count, sign, c, past in ((m, 1, b, x), (n, -1, a, y)):
        if count:
            # Row k: the coefficients from k + 1 on.
            place = arange(count, device=a.device)
            at = place[:, None] + place[None, :] + 1
            rows = (at <= count) * c.astype(dtype)[at % (count + 1)]
            states[:count] += sign * (rows * past[:count]).sum(axis=1)
    if bool(a[0] == 0):
        raise ValueError("First `a` filter coefficient must be non-zero.")
    return states / a[0]


def lfilter_zi(b, a):
    """States of lfilter() in which a constant input of 1 gives a constant output.

    ValueError for a[0] = 0 and for poles at 1, so that `a` is waited for. See
    scipy.signal.lfilter_zi.

    >>> from tenorite.scipy import signal
    >>> signal.lfilter_zi([1.0], [1.0, -0.5])
    array([1.])
    """
    b, a = as_operands([b, a])
    dtype = numpy.result_type(b.dtype, a.dtype, 1.0)
    b, a = (_at_least_1d(c).astype(dtype, copy=False) for c in (b, a))
    if not b.ndim == a.ndim == 1:
        raise ValueError(
            "Numerator `b` and Denominator `a` must be 1-D arrays, "
            f"but b.shape = {b.shape!r}, a.shape = {a.shape!r}!"
        )
    values = a.get()
    if values[0] == 0:
        raise ValueError("First coefficient of parameter `a` must be non-zero!")
    if values[0] != 1:
        b, a, values = b / a[0], a / a[0], values / values[0]
    if values.sum() == 0:
        raise ValueError(
            "Filter not stable due to sum(a) == 0, i.e., having a pole at z = 1!"
        )
    gain = b.sum() / a.sum()
    n = max(len(a), len(b))
    b, a = (pad(c, (0, n - len(c))) for c in (b, a))
    # Each state holds what is to come: sums from the end.
    return cumsum((b - gain * a)[::-1])[::-1][1:]


def _padded(padtype, padlen, x, axis, taps):
    """(items that are added at both ends, `x` with them)."""
    extensions = {
        "even": even_extension,
        "odd": odd_extension,
        "constant": constant_extension,
        None: None,
    }
    if padtype not in extensions:
        raise ValueError(
            f"Unknown value '{padtype}' given to padtype. padtype must be 'even', "
            "'odd', 'constant', or None."
        )
    edge = 0 if padtype is None else 3 * taps if padlen is None else padlen
    if x.shape[axis] <= edge:
        raise ValueError(
            "The length of the input vector x must be greater than padlen, which is "
            f"{edge}."
        )
    if padtype is None or edge <= 0:
        return edge, x
    return edge, extensions[padtype](x, edge, axis)


def _both_ways(run, zi, x, edge, axis):
    """Filters forth and back, from states that suit the first item each time."""
    y, _ = run(x, zi * part(x, 0, 1, axis=axis))
    back, _ = run(reverse(y, axis), zi * part(y, -1, None, axis=axis))
    y = reverse(back, axis)
    return part(y, edge, -edge, axis=axis) if edge > 0 else y


def filtfilt(b, a, x, axis=-1, padtype="odd", padlen=None, method="pad", irlen=None):
    """`x` filtered forth and back, so that nothing is delayed. See scipy.signal.filtfilt.

    >>> from tenorite.scipy import signal
    >>> signal.filtfilt([0.5, 0.5], [1.0], np.ones(8))
    array([1., 1., 1., 1., 1., 1., 1., 1.])
    """
    if method not in ("pad", "gust"):
        raise ValueError("method must be 'pad' or 'gust'.")
    b, a, x = as_operands([b, a, x])
    b, a = map(_at_least_1d, (b, a))
    if method == "gust":
        return _gustafsson(b, a, x, axis, irlen)
    edge, extended = _padded(padtype, padlen, x, axis, max(len(a), len(b)))
    zi = lfilter_zi(b, a)
    shape = [1] * x.ndim
    shape[axis] = zi.size

    def run(x, zi):
        return lfilter(b, a, x, axis, zi)

    return _both_ways(run, zi.reshape(shape), extended, edge, axis)


def _gustafsson(b, a, x, axis, irlen):
    """Gustafsson's choice of initial states (1996): forth and back give what back and
    forth gives, as nearly as possible."""
    order = max(len(b), len(a)) - 1
    if order == 0:
        return (b[0] / a[0]) ** 2 * x
    x = x.swapaxes(axis, -1)
    n = x.shape[-1]
    m = n if irlen is None or n <= 2 * irlen else irlen
    device = x.device
    # Responses to the states: those to the others are delayed ones to the first.
    first = zeros(order, device=device)
    first[:1] = 1
    response = lfilter(b, a, zeros(m, device=device), zi=first)[0]
    observed = zeros((m, order), response.dtype, device=device)
    for k in range(order):
        observed[k:, k] = response[: m - k]
    filtered = lfilter(b, a, observed[::-1], axis=0)
    left, right = filtered[::-1] - observed, observed[::-1] - filtered
    if m == n:
        system, weights = (
            hstack([left, right]),
            hstack([filtered[::-1], observed[::-1]]),
        )
    else:
        system, weights = (
            zeros((2 * m, 2 * order), left.dtype, device=device) for _ in range(2)
        )
        system[:m, :order], system[m:, order:] = left, right
        weights[:m, :order], weights[m:, order:] = filtered[::-1], observed[::-1]
    forth = lfilter(b, a, x)
    y = lfilter(b, a, forth[..., ::-1])[..., ::-1]
    other = lfilter(b, a, lfilter(b, a, x[..., ::-1])[..., ::-1])
    difference = other - y
    if m != n:
        difference = concatenate([difference[..., :m], difference[..., -m:]], axis=-1)
    sides = difference.reshape(-1, difference.shape[-1]).T
    rcond = float(numpy.finfo(sides.dtype).eps)
    states = _lstsq(system, sides, rcond)[0].T
    added = matmul(states, weights.T).reshape(difference.shape)
    y = y.copy()
    if m == n:
        y += added
    else:
        y[..., :m] += added[..., :m]
        y[..., -m:] += added[..., -m:]
    return y.swapaxes(axis, -1)


def check_sos(sos):
    """SciPy's errors for sections; the values of a device are not waited for."""
    on_device = isinstance(sos, ndarray)
    host = sos if on_device else numpy.asarray(sos)
    shape = (1,) * (2 - host.ndim) + host.shape
    if len(shape) != 2:
        raise ValueError("sos array must be 2D")
    if shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    if not on_device and not (host.reshape(shape)[:, 3] == 1).all():
        raise ValueError("sos[:, 3] should be all ones")
    return shape


def sosfilt(sos, x, axis=-1, zi=None):
    """`x` filtered along an axis by sections of order two, (sections, 6).

    With the states `zi` at the beginning, (sections, ..., 2, ...), also those at the
    end, a tuple. See scipy.signal.sosfilt.

    >>> from tenorite.scipy import signal
    >>> sos = [[1.0, 0.0, 0.0, 1.0, -0.5, 0.0]]
    >>> signal.sosfilt(sos, np.array([1.0, 0.0, 0.0]))
    array([1.  , 0.5 , 0.25])
    """
    shape = check_sos(sos)
    arrays = as_operands([x, sos] if zi is None else [x, sos, zi])
    x, sos = arrays[0], arrays[1].reshape(shape)
    if x.ndim == 0:
        raise ValueError("x must be at least 1-D")
    count = len(sos)
    dtype = numpy.result_type(*(y.dtype for y in arrays))
    if dtype.char not in "fdFD":
        raise NotImplementedError(f"input type '{dtype}' not supported")
    shape = list(x.shape)
    shape[axis] = 2
    shape = (count, *shape)
    if x.size == 0:
        raise ValueError("cannot reshape array of size 0 into shape (0)")
    if count == 0:
        raise ValueError("cannot reshape array of size 0 into shape (0,2)")
    place, start = normalize_axis_index(axis, x.ndim), None
    if zi is not None:
        zi = arrays[2]
        if zi.shape != shape:
            raise ValueError(
                f"Invalid zi shape. With axis={axis!r}, an input with shape {x.shape!r}, "
                f"and an sos array with {count} sections, zi must have shape {shape!r}, "
                f"got {zi.shape!r}."
            )
        lines = moveaxis(zi, (0, place + 1), (-2, -1))
        start = empty(lines.shape, dtype, device=x.device)
        start[...] = lines
        start = start.reshape(-1, 2 * count)
    rows = empty(sos.shape, dtype, device=x.device)
    rows[...] = sos
    run = Filter("Sections", count, rows)
    y, end = run(x.astype(dtype, copy=False), place, start, zi is not None)
    if zi is None:
        return y
    others = x.shape[:place] + x.shape[place + 1 :]
    end = end.reshape(*others, count, 2)
    return y, moveaxis(end, (-2, -1), (0, place + 1))


def sosfilt_zi(sos):
    """States of sosfilt() in which a constant input of 1 gives a constant output.

    See scipy.signal.sosfilt_zi.

    >>> from tenorite.scipy import signal
    >>> signal.sosfilt_zi(np.array([[1.0, 0.0, 0.0, 1.0, -0.5, 0.0]]))
    array([[1., 0.]])
    """
    sos = as_operand(sos)
    if sos.ndim != 2 or sos.shape[1] != 6:
        raise ValueError("sos must be shape (n_sections, 6)")
    sos = sos.astype(float) if sos.dtype.kind in "?biu" else sos
    gains = sos[:, :3].sum(axis=1) / sos[:, 3:].sum(axis=1)
    states, scale = [], ones((), sos.dtype, device=sos.device)
    for k in range(len(sos)):
        states.append(scale * lfilter_zi(sos[k, :3], sos[k, 3:]))
        scale = scale * gains[k]
    return stack(states) if states else zeros((0, 2), sos.dtype, device=sos.device)


def sosfiltfilt(sos, x, axis=-1, padtype="odd", padlen=None):
    """`x` filtered forth and back by sections of order two.

    How much is added at the ends depends on their zeros, so that they are waited for.
    See scipy.signal.sosfiltfilt.

    >>> from tenorite.scipy import signal
    >>> sos = [[0.5, 0.5, 0.0, 1.0, 0.0, 0.0]]
    >>> signal.sosfiltfilt(sos, np.ones(8))
    array([1., 1., 1., 1., 1., 1., 1., 1.])
    """
    shape = check_sos(sos)
    x, sos = as_operands([x, sos])
    sos = sos.reshape(shape)
    host = sos.get()
    if x.ndim == 0:
        raise ValueError("x must be at least 1-D")
    count = len(host)
    taps = 2 * count + 1
    taps -= min(int((host[:, 2] == 0).sum()), int((host[:, 5] == 0).sum()))
    edge, extended = _padded(padtype, padlen, x, axis, taps)
    shape = [1] * x.ndim
    shape[axis] = 2
    zi = sosfilt_zi(sos).reshape(count, *shape)

    def run(x, zi):
        return sosfilt(sos, x, axis, zi)

    return _both_ways(run, zi, extended, edge, axis)


def deconvolve(signal, divisor):
    """(quotient, remainder) of `signal` as convolve(divisor, quotient) + remainder.

    See scipy.signal.deconvolve.

    >>> from tenorite.scipy import signal
    >>> signal.deconvolve(np.array([1.0, 3.0, 2.0]), np.array([1.0, 1.0]))[0]
    array([1., 2.])
    """
    num, den = as_operands([signal, divisor])
    num, den = map(_at_least_1d, (num, den))
    for name, c in (("signal", num), ("divisor", den)):
        if not (c.ndim == 1 and c.size > 0):
            raise ValueError(
                f"Parameter {name} must be non-empty 1d array, but its shape is "
                f"{c.shape}!"
            )
    n, d = len(num), len(den)
    if d > n:
        return [], num
    impulse = zeros(n - d + 1, device=num.device)
    impulse[:1] = 1
    quotient = lfilter(num, divisor, impulse)  # which looks at one of the host
    return quotient, num - convolve(den, quotient, mode="full")

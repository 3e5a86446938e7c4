# SPDX-License-Identifier: Apache-2.0
"""Reductions, scans, statistics and differences.

Reductions return arrays (0-d for axis=None) on the device of their argument;
`axis` may be a tuple. AxisError for axes out of range, ValueError for empty
reductions without an identity.
"""

import builtins
import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .. import _core
from .._array.convert import (
    as_operand,
    as_operands,
    asked_operand,
    check_dtype,
    check_line,
    is_weak,
    make_array,
    with_ndmin,
)
from .._core import ndarray, ufuncs
from .._runtime.compiled_paths import compiled
from .joining import concatenate

__all__ = [
    "all",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "average",
    "convolve",
    "corrcoef",
    "correlate",
    "count_nonzero",
    "cov",
    "cumprod",
    "cumsum",
    "cumulative_prod",
    "cumulative_sum",
    "diff",
    "ediff1d",
    "gradient",
    "max",
    "mean",
    "min",
    "prod",
    "ptp",
    "std",
    "sum",
    "trapezoid",
    "var",
]

_NoValue = numpy._NoValue


def _reduce(
    name,
    a,
    axis,
    dtype,
    out,
    keepdims,
    initial=_NoValue,
    where=_NoValue,
    ddof=0.0,
    warns=True,
):
    """A reduction; `warns`: of slices with too few items for a mean or variance."""
    a = asked_operand(a, name)
    return _core.reduce(
        name,
        a,
        axis=axis,
        dtype=dtype,
        out=out,
        keepdims=False if keepdims is _NoValue else keepdims,
        where=True if where is _NoValue else where,
        correction=ddof,
        warns=warns,
        **({} if initial is _NoValue else {"initial": initial}),
    )


@compiled
def sum(
    a,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NoValue,
    initial=_NoValue,
    where=_NoValue,
):
    """Sum of the items along axes. See numpy.sum.

    >>> np.sum(np.array([[1, 2], [3, 4]]), axis=0)
    array([4, 6])
    """
    return _reduce("sum", a, axis, dtype, out, keepdims, initial, where)


@compiled
def prod(
    a,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NoValue,
    initial=_NoValue,
    where=_NoValue,
):
    """Product of the items along axes. See numpy.prod.

    >>> np.prod(np.array([[1, 2], [3, 4]]), axis=0)
    array([3, 8])
    """
    return _reduce("prod", a, axis, dtype, out, keepdims, initial, where)


@compiled
def max(a, axis=None, out=None, keepdims=_NoValue, initial=_NoValue, where=_NoValue):
    """Largest item along axes; NaN if there is one. See numpy.max.

    >>> np.max(np.array([[1, 5], [3, 2]]), axis=0)
    array([3, 5])
    """
    return _reduce("max", a, axis, None, out, keepdims, initial, where)


@compiled
def min(a, axis=None, out=None, keepdims=_NoValue, initial=_NoValue, where=_NoValue):
    """Smallest item along axes; NaN if there is one. See numpy.min.

    >>> np.min(np.array([[1, 5], [3, 2]]), axis=0)
    array([1, 2])
    """
    return _reduce("min", a, axis, None, out, keepdims, initial, where)


amax = max
amin = min


@compiled
def any(a, axis=None, out=None, keepdims=_NoValue, *, where=_NoValue):
    """Whether any item along axes is true. See numpy.any.

    >>> np.any(np.array([[False, False], [True, False]]), axis=1)
    array([False,  True])
    """
    return _reduce("any", a, axis, None, out, keepdims, where=where)


@compiled
def all(a, axis=None, out=None, keepdims=_NoValue, *, where=_NoValue):
    """Whether all items along axes are true. See numpy.all.

    >>> np.all(np.array([[True, False], [True, True]]), axis=1)
    array([False,  True])
    """
    return _reduce("all", a, axis, None, out, keepdims, where=where)


def _position(name, a, axis, out, keepdims, dtype):
    keepdims = keepdims is not _NoValue and bool(keepdims)
    result = _reduce(name, a, axis, None, out, keepdims)
    return result if dtype is None or out is not None else result.astype(dtype)


@compiled
def argmax(a, axis=None, out=None, *, keepdims=_NoValue, dtype=None):
    """Index of the first largest item along an axis. See numpy.argmax.

    `dtype` is that of the result, as in CuPy; int64 by default.

    >>> np.argmax(np.array([[1, 5], [3, 2]]), axis=1)
    array([1, 0])
    """
    return _position("argmax", a, axis, out, keepdims, dtype)


@compiled
def argmin(a, axis=None, out=None, *, keepdims=_NoValue, dtype=None):
    """Index of the first smallest item along an axis. See numpy.argmin.

    `dtype` is that of the result, as in CuPy; int64 by default.

    >>> np.argmin(np.array([[1, 5], [3, 2]]), axis=1)
    array([0, 1])
    """
    return _position("argmin", a, axis, out, keepdims, dtype)


@compiled
def count_nonzero(a, axis=None, *, keepdims=False):
    """Number of items along axes that are not zero. See numpy.count_nonzero.

    >>> np.count_nonzero(np.array([[0, 1], [2, 3]]), axis=0)
    array([1, 2])
    """
    return _reduce("count_nonzero", a, axis, None, None, keepdims)


@compiled
def mean(a, axis=None, dtype=None, out=None, keepdims=_NoValue, *, where=_NoValue):
    """Arithmetic mean along axes. See numpy.mean.

    >>> np.mean(np.array([[1.0, 2.0], [3.0, 5.0]]), axis=1)
    array([1.5, 4. ])
    """
    a = asked_operand(a, "mean")
    if dtype is not None and check_dtype(dtype).kind in "biu" and a.dtype.kind in "fc":
        # Sums of items that are cast first, as in NumPy.
        total = _reduce("sum", a, axis, dtype, out, keepdims, where=where)
        return _divided(total, a, axis, 0, keepdims, where)
    return _reduce("mean", a, axis, dtype, out, keepdims, where=where)


def _ddof(ddof, correction):
    if correction is _NoValue:
        return float(ddof)
    if ddof != 0:
        raise ValueError("ddof and correction can't be provided simultaneously.")
    return float(correction)


def _var_about(a, mean, axis, dtype, out, ddof, keepdims, where):
    """Variance about a mean that the caller has already computed."""
    a = as_operand(a)
    if a.dtype.kind in "biu" and dtype is None:
        a = a.astype(numpy.float64)
    x = a - as_operand(mean, a)
    if x.dtype.kind == "c":
        x = ufuncs["square"](x.real) + ufuncs["square"](x.imag)
    else:
        x = ufuncs["square"](x)
    total = _reduce("sum", x, axis, dtype, out, keepdims, where=where)
    return _divided(total, a, axis, ddof, keepdims, where)


def _divided(total, a, axis, ddof, keepdims, where):
    """Sums over the number of items in them less `ddof`, in the dtype of the sums."""
    if where is _NoValue or where is True:
        axes = range(a.ndim) if axis is None else normalize_axis_tuple(axis, a.ndim)
        count = 1
        for i in axes:
            count *= a.shape[i]
        divisor = numpy.float64(builtins.max(count - ddof, 0))
    else:
        mask = _core.broadcast_to(as_operand(where, a), a.shape)
        count = _reduce("sum", mask, axis, None, None, keepdims)
        divisor = ufuncs["maximum"](count - ddof, 0)
    if total.dtype.kind in "fc":
        divisor = divisor.astype(total.dtype)
    return ufuncs["divide"](total, divisor, out=total, casting="unsafe")


def _rounds_mean(a, dtype):
    """Whether NumPy's variance in `dtype` is that about a mean rounded to it."""
    if dtype is None:
        return False
    return check_dtype(dtype).kind != "f" or a.dtype.kind == "c"


def _spread(name, a, axis, dtype, out, ddof, keepdims, where, about):
    """Variance or standard deviation, about the mean that the caller may give."""
    a = asked_operand(a, name)
    about = _NoValue if about is None else about
    if about is _NoValue and _rounds_mean(a, dtype):
        about = mean(a, axis, dtype, None, True, where=where)
    if about is _NoValue:
        return _reduce(name, a, axis, dtype, out, keepdims, where=where, ddof=ddof)
    result = _var_about(a, about, axis, dtype, out, ddof, keepdims, where)
    if name == "var":
        return result
    if result.ndim == 0 and out is None:
        return ufuncs["sqrt"](result).astype(result.dtype, copy=False)
    return ufuncs["sqrt"](result, out=result)


@compiled
def var(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NoValue,
    *,
    where=_NoValue,
    mean=_NoValue,
    correction=_NoValue,
):
    """Variance along axes: squared deviations over (count - ddof). See numpy.var.

    >>> np.var(np.array([[1.0, 3.0], [2.0, 2.0]]), axis=1)
    array([1., 0.])
    """
    ddof = _ddof(ddof, correction)
    return _spread("var", a, axis, dtype, out, ddof, keepdims, where, mean)


@compiled
def std(
    a,
    axis=None,
    dtype=None,
    out=None,
    ddof=0,
    keepdims=_NoValue,
    *,
    where=_NoValue,
    mean=_NoValue,
    correction=_NoValue,
):
    """Standard deviation along axes: square root of var(). See numpy.std.

    >>> np.std(np.array([[1.0, 3.0], [2.0, 2.0]]), axis=1)
    array([1., 0.])
    """
    ddof = _ddof(ddof, correction)
    return _spread("std", a, axis, dtype, out, ddof, keepdims, where, mean)


def ptp(a, axis=None, out=None, keepdims=_NoValue):
    """Largest minus smallest item along axes. See numpy.ptp.

    >>> np.ptp(np.array([[1, 5], [3, 2]]), axis=1)
    array([4, 1])
    """
    a = asked_operand(a, "ptp")
    high = _reduce("max", a, axis, None, out, keepdims)
    low = _reduce("min", a, axis, None, None, keepdims)
    return ufuncs["subtract"](high, low, out=out)


def _weights(weights, a, axis):
    weights = as_operand(weights, a)
    if a.shape == weights.shape:
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    if weights.shape != tuple(a.shape[ax] for ax in axis):
        raise ValueError(
            "Shape of weights must be consistent with shape of a along specified axis."
        )
    order = sorted(range(len(axis)), key=axis.__getitem__)
    spread = [n if ax in axis else 1 for ax, n in enumerate(a.shape)]
    return weights.transpose(order).reshape(spread)


def average(a, axis=None, weights=None, returned=False, *, keepdims=_NoValue):
    """Weighted mean along axes, and the sum of weights if `returned`.

    ZeroDivisionError if the weights sum to 0. See numpy.average.

    >>> np.average(np.array([1.0, 2.0, 4.0]), weights=[3, 1, 0])
    np.float64(1.25)
    """
    a = as_operand(a)
    if axis is not None:
        axis = normalize_axis_tuple(axis, a.ndim, argname="axis")
    if weights is None:
        avg = _reduce("mean", a, axis, None, None, keepdims)
        scale = avg.dtype.type(a.size / avg.size)
        if not returned:
            return avg
        total = _core.empty(avg.shape, avg.dtype, avg.device)
        total.fill(scale)
        return avg, _core.as_scalar(total)
    weights = _weights(weights, a, axis)
    kinds = [a.dtype, weights.dtype]
    if a.dtype.kind in "biu":
        kinds.append(numpy.dtype("f8"))
    dtype = numpy.result_type(*kinds)
    scale = _reduce("sum", weights, axis, dtype, None, keepdims)
    if bool((scale == 0.0).any()):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    product = ufuncs["multiply"](a, weights, dtype=dtype)
    avg = _reduce("sum", product, axis, None, None, keepdims) / scale
    if returned and scale.shape != avg.shape:
        scale = _core.broadcast_to(scale, avg.shape).copy()
    return (avg, scale) if returned else avg


def cumsum(a, axis=None, dtype=None, out=None):
    """Running sum along an axis (None: of the raveled array). See numpy.cumsum.

    >>> np.cumsum(np.array([1, 2, 3]))
    array([1, 3, 6])
    """
    return asked_operand(a, "cumsum").cumsum(axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Running product along an axis. See numpy.cumprod.

    >>> np.cumprod(np.array([1, 2, 3]))
    array([1, 2, 6])
    """
    return asked_operand(a, "cumprod").cumprod(axis, dtype, out)


def _cumulative(x, ufunc, axis, dtype, out, include_initial):
    x = with_ndmin(as_operand(x), 1)
    if axis is None:
        if x.ndim >= 2:
            raise ValueError(
                "For arrays which have more than one dimension ``axis`` argument "
                "is required."
            )
        axis = 0
    if out is not None and include_initial:
        item = [slice(None)] * x.ndim
        item[axis] = slice(1, None)
        ufunc.accumulate(x, axis=axis, dtype=dtype, out=out[tuple(item)])
        item[axis] = 0
        out[tuple(item)] = ufunc.identity
        return out
    result = ufunc.accumulate(x, axis=axis, dtype=dtype, out=out)
    if include_initial:
        lengths = list(x.shape)
        lengths[axis] = 1
        first = _core.empty(lengths, result.dtype, result.device)
        first.fill(ufunc.identity)
        result = concatenate([first, result], axis)
    return result


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running sum, starting with 0 if `include_initial`. See numpy.cumulative_sum.

    >>> np.cumulative_sum(np.array([1, 2, 3]), include_initial=True)
    array([0, 1, 3, 6])
    """
    return _cumulative(x, ufuncs["add"], axis, dtype, out, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running product, starting with 1 if `include_initial`. See numpy.cumulative_prod.

    >>> np.cumulative_prod(np.array([1, 2, 3]))
    array([1, 2, 6])
    """
    return _cumulative(x, ufuncs["multiply"], axis, dtype, out, include_initial)


@compiled
def diff(a, n=1, axis=-1, prepend=_NoValue, append=_NoValue):
    """n-th difference of neighbours along an axis. See numpy.diff.

    None as `prepend` or `append` is nothing, as in the array API.

    >>> np.diff(np.array([1, 2, 4, 7]))
    array([1, 2, 3])
    """
    if n == 0:
        return a
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    a = as_operand(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = normalize_axis_index(axis, a.ndim)
    lengths = list(a.shape)
    lengths[axis] = 1
    parts = [a]
    for extra, at in ((prepend, 0), (append, len(parts) + 1)):
        if extra is not _NoValue and extra is not None:
            extra = as_operand(extra, a)
            if extra.ndim == 0:
                extra = _core.broadcast_to(extra, tuple(lengths))
            parts.insert(at, extra)
    if len(parts) > 1:
        a = concatenate(parts, axis)
    after = (slice(None),) * axis + (slice(1, None),)
    before = (slice(None),) * axis + (slice(None, -1),)
    step = ufuncs["not_equal" if a.dtype.kind == "b" else "subtract"]
    for _ in range(operator.index(n))[: a.shape[axis]]:
        a = step(a[after], a[before])
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    """Differences of neighbours of the raveled array. See numpy.ediff1d.

    >>> np.ediff1d(np.array([1, 2, 4]), to_begin=[0])
    array([0, 1, 2])
    """
    a = as_operand(ary).ravel()
    parts = [None]
    for extra, name, at in ((to_begin, "to_begin", 0), (to_end, "to_end", 2)):
        if extra is not None:
            extra = as_operand(extra, a)
            if not _core.can_cast(extra.dtype, a.dtype, "same_kind"):
                raise TypeError(
                    f"dtype of `{name}` must be compatible with input `ary` under "
                    "the `same_kind` rule."
                )
            parts.insert(at, extra.ravel().astype(a.dtype, copy=False))
    step = a[1:] - a[:-1]
    if len(parts) == 1:
        return step
    return concatenate([step if part is None else part for part in parts])


def _spacing(distances, length):
    """A scalar spacing, or the differences of a 1-d array of coordinates."""
    if is_weak(distances) or numpy.isscalar(distances):
        return distances
    distances = as_operand(distances)
    if distances.ndim == 0:
        return distances
    if distances.ndim != 1:
        raise ValueError("distances must be either scalars or 1d")
    if len(distances) != length:
        raise ValueError(
            "when 1d, distances must match the length of the corresponding dimension"
        )
    if distances.dtype.kind in "iu":
        distances = distances.astype(numpy.float64)
    steps = diff(distances)
    return steps[0] if bool((steps == steps[0]).all()) else steps


def gradient(f, *varargs, axis=None, edge_order=1):
    """Second-order differences inside, one-sided ones at the edges.

    One array for one axis, else a tuple. ValueError for arrays too small.
    See numpy.gradient.

    >>> np.gradient(np.array([1.0, 2.0, 4.0]))
    array([1. , 1.5, 2. ])
    """
    f = as_operand(f)
    axes = range(f.ndim) if axis is None else normalize_axis_tuple(axis, f.ndim)
    axes = tuple(axes)
    if not varargs:
        spacings = [1.0] * len(axes)
    elif len(varargs) == 1 and numpy.ndim(varargs[0]) == 0:
        spacings = list(varargs) * len(axes)
    elif len(varargs) == len(axes):
        spacings = [
            _spacing(x, f.shape[ax]) for x, ax in zip(varargs, axes, strict=True)
        ]
    else:
        raise TypeError("invalid number of arguments")
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    dtype = f.dtype
    if dtype.kind not in "fc":
        dtype = numpy.dtype(numpy.float64)
        if f.dtype.kind in "iu":
            f = f.astype(dtype)
    outs = []
    for ax, dx in zip(axes, spacings, strict=True):
        if f.shape[ax] < edge_order + 1:
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, "
                "at least (edge_order + 1) elements are required."
            )
        out = _core.empty_like(f, dtype, "K")
        _gradient_axis(f.swapaxes(0, ax), out.swapaxes(0, ax), dx, edge_order)
        outs.append(out)
    return outs[0] if len(outs) == 1 else tuple(outs)


def _gradient_axis(f, out, dx, edge_order):
    uniform = not (isinstance(dx, ndarray) and dx.ndim)
    if uniform:
        out[1:-1] = (f[2:] - f[:-2]) / (2.0 * dx)
    else:
        h1, h2 = (
            part.reshape((-1,) + (1,) * (f.ndim - 1)) for part in (dx[:-1], dx[1:])
        )
        a = -h2 / (h1 * (h1 + h2))
        b = (h2 - h1) / (h1 * h2)
        c = h1 / (h2 * (h1 + h2))
        out[1:-1] = a * f[:-2] + b * f[1:-1] + c * f[2:]
    if edge_order == 1:
        out[0] = (f[1] - f[0]) / (dx if uniform else dx[0])
        out[-1] = (f[-1] - f[-2]) / (dx if uniform else dx[-1])
        return
    if uniform:
        a, b, c = -1.5 / dx, 2.0 / dx, -0.5 / dx
    else:
        h1, h2 = dx[0], dx[1]
        a = -(2.0 * h1 + h2) / (h1 * (h1 + h2))
        b = (h1 + h2) / (h1 * h2)
        c = -h1 / (h2 * (h1 + h2))
    out[0] = a * f[0] + b * f[1] + c * f[2]
    if uniform:
        a, b, c = 0.5 / dx, -2.0 / dx, 1.5 / dx
    else:
        h1, h2 = dx[-2], dx[-1]
        a = h2 / (h1 * (h1 + h2))
        b = -(h2 + h1) / (h1 * h2)
        c = (2.0 * h2 + h1) / (h2 * (h1 + h2))
    out[-1] = a * f[-3] + b * f[-2] + c * f[-1]


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """Integral along an axis by the trapezoidal rule. See numpy.trapezoid.

    >>> np.trapezoid(np.array([1.0, 2.0, 3.0]))
    np.float64(4.0)
    """
    y = as_operand(y)
    place = normalize_axis_index(axis, y.ndim)
    if x is None:
        d = dx
    else:
        x = as_operand(x, y)
        if x.ndim == 1:
            d = diff(x)
            d = d.reshape([d.shape[0] if i == place else 1 for i in range(y.ndim)])
        else:
            d = diff(x, axis=axis)
    prefix = (slice(None),) * place
    pairs = y[(*prefix, slice(1, None))] + y[(*prefix, slice(None, -1))]
    return (d * pairs / 2.0).sum(axis)  # of more axes than y has, if x has them


def _observations(m, rowvar, dtype):
    x = with_ndmin(make_array(m, dtype, True, None, 0, None), 2)
    return x if rowvar or m.ndim == 1 else x.T


def _cov_weights(x, name, n, like):
    w = as_operand(x, like).astype(float)
    if name == "fweights" and not bool((w == ufuncs["rint"](w)).all()):
        raise TypeError("fweights must be integer")
    if w.ndim > 1:
        raise RuntimeError(f"cannot handle multidimensional {name}")
    if w.shape[0] != n:
        raise RuntimeError(f"incompatible numbers of samples and {name}")
    if bool((w < 0).any()):
        raise ValueError(f"{name} cannot be negative")
    return w


def cov(
    m,
    y=None,
    rowvar=True,
    bias=False,
    ddof=None,
    fweights=None,
    aweights=None,
    *,
    dtype=None,
):
    """Covariance matrix of variables in rows (or columns). See numpy.cov.

    >>> np.cov(np.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    m = as_operand(m)
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    if y is not None:
        y = as_operand(y, m)
        if y.ndim > 2:
            raise ValueError("y has more than 2 dimensions")
    if dtype is None:
        kinds = [m.dtype] if y is None else [m.dtype, y.dtype]
        dtype = numpy.result_type(*kinds, numpy.float64)
    x = _observations(m, rowvar, dtype)
    if x.shape[0] == 0:
        return _core.empty((0, 0), None, m.device)
    if y is not None:
        y = with_ndmin(y.astype(check_dtype(dtype), copy=False), 2)
        if not rowvar and y.shape[0] != 1:
            y = y.T
        x = concatenate((x, y), axis=0)
    if ddof is None:
        ddof = 1 if bias == 0 else 0
    w = None
    for given, name in ((fweights, "fweights"), (aweights, "aweights")):
        if given is not None:
            part = _cov_weights(given, name, x.shape[1], x)
            w = part if w is None else w * part
    avg = average(x, axis=1, weights=w)
    factor = _cov_factor(x, w, aweights, ddof)
    if factor <= 0:
        _core.warn("Degrees of freedom <= 0 for slice", RuntimeWarning)
        factor = 0.0
    x -= avg[:, None]
    right = (x if w is None else x * w).T
    c = x @ right.conj()
    if factor:
        c *= 1 / factor
    else:
        # A device that looks for divisions by zero reports this one.
        zero = _core.empty((), c.real.dtype, c.device)
        zero.fill(0)
        c *= ufuncs["divide"](1.0, zero)
    return c.squeeze()


def _cov_factor(x, w, aweights, ddof):
    if w is None:
        return x.shape[1] - ddof
    total = float(w.sum())
    if ddof == 0:
        return total
    if aweights is None:
        return total - ddof
    return total - ddof * float((w * as_operand(aweights, w)).sum()) / total


def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    """Matrix of correlation coefficients. See numpy.corrcoef.

    >>> np.corrcoef(np.array([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    c = cov(x, y, rowvar, dtype=dtype)
    if c.ndim == 0:
        return c / c
    deviations = ufuncs["sqrt"](c.diagonal().real)
    c /= deviations[:, None]
    c /= deviations[None, :]
    _core.clip(c.real, -1, 1, out=c.real)
    if c.dtype.kind == "c":
        _core.clip(c.imag, -1, 1, out=c.imag)
    return c


_EXTENTS = {"valid": 0, "same": 1, "full": 2}


def _extent(mode):
    """0, 1 or 2: how far the shorter operand reaches over the ends of the other."""
    if isinstance(mode, str):
        if mode not in _EXTENTS:
            raise ValueError(
                "Use one of 'valid', 'same', or 'full' for convolve/correlate mode"
                if mode[:1].lower() in {"v", "s", "f"}
                else f"mode must be one of 'valid', 'same', or 'full' (got '{mode}')"
            )
        return _EXTENTS[mode]
    try:
        extent = operator.index(None if isinstance(mode, bool) else mode)
    except TypeError:
        raise TypeError("convolve/correlate mode not understood") from None
    if not 0 <= extent <= 2:
        raise ValueError("integer convolve/correlate mode must be 0, 1, or 2")
    return extent


def _slide(a, v, extent):
    """Sum of v[k] * a[n + k] over k, for every n that the extent asks for."""
    n, m = a.shape[0], v.shape[0]
    before = (0, m // 2, m - 1)[extent]
    length = (n - m + 1, n, n + m - 1)[extent]
    return _core.correlate(a, v, before, length)


def _filter_operands(a, v):
    a, v = as_operands([a, v])
    for x in (a, v):
        check_line(x)
    for x, name in ((a, "first"), (v, "second")):
        if x.shape[0] == 0:
            raise ValueError(f"{name} array argument cannot be empty")
    return a, v


def convolve(a, v, mode="full"):
    """Discrete convolution of two 1-d arrays; best for a short `v`. See numpy.convolve.

    >>> np.convolve(np.array([1, 2, 3]), [0, 1, 2])
    array([0, 1, 4, 7, 6])
    """
    a, v = as_operands([a, v])
    a, v = with_ndmin(a, 1), with_ndmin(v, 1)
    for x, name in ((a, "a"), (v, "v")):
        if x.shape[0] == 0:
            raise ValueError(f"{name} cannot be empty")
    if v.shape[0] > a.shape[0]:
        a, v = v, a
    extent = _extent(mode)
    if a.ndim > 1 or v.ndim > 1:
        raise ValueError("object too deep for desired array")
    return _slide(a, v[::-1], extent)


def correlate(a, v, mode="valid"):
    """Cross-correlation of two 1-d arrays; best for a short `v`. See numpy.correlate.

    >>> np.correlate(np.array([1, 2, 3]), [0, 1, 2])
    array([8])
    """
    extent = _extent(mode)
    a, v = _filter_operands(a, v)
    v = v.conj()
    if v.shape[0] > a.shape[0]:
        return _slide(v, a, extent)[::-1].copy()
    return _slide(a, v, extent)

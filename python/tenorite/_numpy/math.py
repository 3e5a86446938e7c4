# SPDX-License-Identifier: Apache-2.0
"""Mathematical and logical functions composed of ufuncs."""

import math
import warnings

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import (
    as_copy_mode,
    as_operand,
    as_operands,
    as_output,
    asked_operand,
    check_dtype,
    check_plain,
    is_weak,
    make_array,
    to_c_int,
)
from .._array.host_data import or_numpy
from .._array.memory import allocate_like
from .._core import ndarray, special_ufuncs, ufuncs
from .._runtime.compiled_paths import compiled
from .._runtime.numpy_version import FROM_2_5
from .manipulation import moveaxis
from .statistics import diff

__all__ = [
    "allclose",
    "angle",
    "apply_along_axis",
    "apply_over_axes",
    "around",
    "array_equal",
    "array_equiv",
    "can_cast",
    "clip",
    "common_type",
    "cross",
    "fix",
    "i0",
    "imag",
    "isclose",
    "iscomplex",
    "iscomplexobj",
    "isfortran",
    "isneginf",
    "isposinf",
    "isreal",
    "isrealobj",
    "kron",
    "min_scalar_type",
    "nan_to_num",
    "real",
    "real_if_close",
    "result_type",
    "round",
    "sinc",
    "trace",
    "unwrap",
]

_NoValue = numpy._NoValue


def _bound(x, a):
    """A limit for clip(): scalars stay as they are, the rest becomes arrays."""
    if (
        x is None
        or isinstance(x, ndarray)
        or is_weak(x)
        or isinstance(x, numpy.generic)
    ):
        return x
    return as_operand(x, a)


@compiled
def clip(
    a,
    a_min=_NoValue,
    a_max=_NoValue,
    out=None,
    *,
    min=_NoValue,
    max=_NoValue,
    **kwargs,
):
    """Items limited to [min, max]; None leaves a side open. See numpy.clip.

    clip(a, low) limits one side, as in the array API.

    >>> np.clip(np.arange(5), 1, 3)
    array([1, 1, 2, 3, 3])
    """
    if a_min is _NoValue and a_max is _NoValue:
        a_min = None if min is _NoValue else min
        a_max = None if max is _NoValue else max
    elif a_min is _NoValue:
        raise TypeError("clip() missing 1 required positional argument: 'a_min'")
    elif min is not _NoValue or (max is not _NoValue and a_max is not _NoValue):
        raise ValueError(
            "Passing `min` or `max` keyword argument when `a_min` and `a_max` are "
            "provided is forbidden."
        )
    elif a_max is _NoValue:
        a_max = None if max is _NoValue else max
    a = asked_operand(a, "clip")
    low, high = _bound(a_min, a), _bound(a_max, a)
    # Python integers beyond an integer dtype limit nothing on their side.
    if a.dtype.kind in "iu":
        low, high = reachable(low, high, a.dtype)
    if low is None and high is None:
        return ufuncs["positive"](a, out=out, **kwargs)
    if low is None:
        return ufuncs["minimum"](a, high, out=out, **kwargs)
    if high is None:
        return ufuncs["maximum"](a, low, out=out, **kwargs)
    return _core.clip(a, low, high, out=out, **kwargs)


def reachable(low, high, dtype):
    """The limits, with None for each that no integer of `dtype` exceeds."""
    limits = numpy.iinfo(dtype)
    if type(low) is int and low <= limits.min:
        low = None
    if type(high) is int and high >= limits.max:
        high = None
    return low, high


@compiled
def round(a, decimals=0, out=None):
    """Items rounded to `decimals`, halves to even. See numpy.round.

    >>> np.round(np.array([1.234, 5.678]), 1)
    array([1.2, 5.7])
    """
    a = asked_operand(a, "round")
    decimals = to_c_int(decimals)
    if out is not None and not isinstance(out, ndarray):
        if not isinstance(out, numpy.ndarray):
            raise TypeError("output must be an array")
        round(a, decimals, as_output(out, a.device))
        return out
    if out is not None and out.size != a.size:
        raise ValueError("invalid output shape")
    if a.dtype.kind == "c":
        result = allocate_like(a) if out is None else out
        for part in ("real", "imag"):
            rounded = round(getattr(a, part), decimals)
            _core.copyto(getattr(result, part), rounded, casting="same_kind")
        return _core.as_scalar(result) if out is None else result
    integer = a.dtype.kind in "iu"
    if integer and decimals >= 0:
        if out is None:
            return _core.as_scalar(a.copy(order="K"))
        _core.copyto(out, a)
        return out
    if decimals == 0:
        return ufuncs["rint"](a, out=out)
    up, down = ufuncs["multiply"], ufuncs["divide"]
    if decimals < 0:
        up, down = down, up
    scale = 10.0 ** abs(decimals) if abs(decimals) <= 308 else math.inf
    work = out
    if out is None and (a.ndim > 1 or a.dtype.kind == "b"):
        work = allocate_like(a, float if integer else None, order="A")
    work = up(a, scale, out=work)  # there is no loop for bool
    ufuncs["rint"](work, out=work)
    down(work, scale, out=work)
    return work.astype(a.dtype) if integer and out is None else work


around = round


def fix(x, out=None):
    """Items rounded towards zero: trunc, in whose favour NumPy 2.5 deprecates it.

    See numpy.fix.

    >>> np.trunc(np.array([1.7, -1.7]))
    array([ 1., -1.])
    """
    if FROM_2_5:
        _core.warn(
            "numpy.fix is deprecated. Use numpy.trunc instead, which is faster and "
            "follows the Array API standard.",
            DeprecationWarning,
        )
    return ufuncs["trunc"](x, out=out)


def real(val):
    """Real part: a view of an array, a number for a Python number. See numpy.real.

    >>> np.real(np.array([1 + 2j, 3.0]))
    array([1., 3.])
    """
    return (val if is_weak(val) else as_operand(val)).real


def imag(val):
    """Imaginary part; a view of complex arrays, a Python number of those. See numpy.imag.

    >>> np.imag(np.array([1 + 2j, 3.0]))
    array([2., 0.])
    """
    return (val if is_weak(val) else as_operand(val)).imag


def angle(z, deg=False):
    """Angle of complex items in radians, or degrees. See numpy.angle.

    >>> np.angle(np.array([1.0, 1j]), deg=True)
    array([ 0., 90.])
    """
    z = as_operand(z)
    if z.dtype.kind == "c":
        result = ufuncs["arctan2"](z.imag, z.real)
    else:
        result = ufuncs["arctan2"](0, z)
    return result * (180 / math.pi) if deg else result


def real_if_close(a, tol=100):
    """The real part where all imaginary parts are tiny. See numpy.real_if_close.

    >>> np.real_if_close(np.array([1.0 + 1e-20j]))
    array([1.])
    """
    check_plain(a)
    a = make_array(a, None, None, None, 0, None)  # an array, of a scalar too
    if a.dtype.kind != "c":
        return a
    if tol > 1:
        tol = float(numpy.finfo(a.dtype).eps) * tol
    if bool((ufuncs["absolute"](a.imag) < tol).all()):
        return a.real
    return a


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """NaN replaced by 0 and infinities by the largest numbers. See numpy.nan_to_num.

    >>> np.nan_to_num(np.array([np.nan, 1.0]))
    array([0., 1.])
    """
    check_plain(x)
    x = make_array(x, None, True if as_copy_mode(copy) else None, "K", 0, None)
    if x.dtype.kind not in "fc":
        return _core.as_scalar(x)
    parts = (x.real, x.imag) if x.dtype.kind == "c" else (x,)
    limits = numpy.finfo(parts[0].dtype)
    high = float(limits.max) if posinf is None else posinf
    low = float(limits.min) if neginf is None else neginf
    for part in parts:
        infinite = ufuncs["isinf"](part)
        negative = part < 0
        nans = ufuncs["isnan"](part)
        _core.copyto(part, low, where=infinite & negative)
        _core.copyto(part, high, where=infinite & ~negative)
        _core.copyto(part, nan, where=nans)
    return _core.as_scalar(x)


def i0(x):
    """Modified Bessel function of order 0, in the float dtype of x. See numpy.i0.

    >>> np.i0(np.array([0.0, 1.0]))
    array([1.        , 1.26606588])
    """
    x = as_operand(x)
    if x.dtype.kind == "c":
        raise TypeError("i0 not supported for complex values")
    y = special_ufuncs["i0"](x)
    if y.ndim == 0:
        y = y[...]
    return y.astype(x.dtype, copy=False) if x.dtype.kind == "f" else y


def sinc(x):
    """sin(pi x) / (pi x), 1 at 0. See numpy.sinc.

    >>> np.sinc(np.array([0.0, 0.5]))
    array([1.        , 0.63661977])
    """
    x = as_operand(x) * math.pi
    eps = float(numpy.finfo(x.dtype).eps) if x.dtype.kind == "f" else 1e-20
    y = _core.select(x == 0, eps, x)
    return ufuncs["sin"](y) / y


def unwrap(p, discont=None, axis=-1, *, period=2 * math.pi):
    """Angles with jumps of more than half a period removed. See numpy.unwrap.

    >>> np.unwrap(np.array([0.0, 3.0, 6.0, 9.0]) % 4, period=4)
    array([ 0., -1., -2., -3.])
    """
    p = as_operand(p)
    axis = normalize_axis_index(axis, p.ndim)
    step = diff(p, axis=axis)
    if discont is None:
        discont = period / 2
    dtype = numpy.result_type(step.dtype, period)
    if dtype.kind in "iu":
        high, rest = divmod(period, 2)
        ambiguous = rest == 0
    else:
        high, ambiguous = period / 2, True
    low = -high
    wrapped = ufuncs["remainder"](step - low, period) + low
    if ambiguous:
        # A step of exactly half a period keeps its sign.
        _core.copyto(wrapped, high, where=(wrapped == low) & (step > 0))
    correction = wrapped - step
    _core.copyto(correction, 0, where=ufuncs["absolute"](step) < discont)
    up = make_array(p, dtype, True, "K", 0, None)
    after = (slice(None),) * axis + (slice(1, None),)
    up[after] = p[after] + correction.cumsum(axis)
    return up


def isclose(a, b, rtol=1.0e-5, atol=1.0e-8, equal_nan=False):
    """Whether |a - b| <= atol + rtol |b|, item by item. See numpy.isclose.

    >>> np.isclose(np.array([1.0, 2.0]), [1.0, 2.1])
    array([ True, False])
    """
    weak = [is_weak(v) for v in (a, b, atol, rtol)]
    supply = iter(
        as_operands([v for v, w in zip((a, b, atol, rtol), weak, strict=True) if not w])
    )
    x, y, atol, rtol = (
        v if w else next(supply) for v, w in zip((a, b, atol, rtol), weak, strict=True)
    )
    for tolerance in (atol, rtol):
        finite = (
            bool(ufuncs["isfinite"](tolerance).all())
            if isinstance(tolerance, ndarray)
            else math.isfinite(abs(tolerance))
        )
        if not finite:
            _core.warn(
                f"One of rtol or atol is not valid, atol: {atol}, rtol: {rtol}",
                RuntimeWarning,
            )
            break
    if weak[0] and weak[1]:
        x, y = as_operands([x, y])
    # An inexact y keeps abs() of the smallest integer right.
    if isinstance(y, ndarray):
        if y.dtype.kind not in "fc":
            y = y.astype(numpy.result_type(y.dtype, 1.0), copy=False)
    elif isinstance(y, int):
        y = float(y)
    finite = ufuncs["isfinite"](y) if isinstance(y, ndarray) else numpy.isfinite(y)
    with numpy.errstate(invalid="ignore"):  # of equal infinities
        result = abs(x - y) <= atol + rtol * abs(y)
    result = result & finite | (x == y)
    if equal_nan:
        result = result | (ufuncs["isnan"](x) & ufuncs["isnan"](y))
    return result


def allclose(a, b, rtol=1.0e-5, atol=1.0e-8, equal_nan=False):
    """Whether all items are close; a bool. See numpy.allclose.

    >>> np.allclose(np.array([1.0, 2.0]), [1.0, 2.0 + 1e-9])
    True
    """
    return bool(isclose(a, b, rtol, atol, equal_nan).all())


def _both_operands(a1, a2):
    """The two as arrays; None where one is no array, such as a ragged list.

    TypeError for a host array beside an array of ours, ValueError for two devices.
    """
    like = next((x for x in (a1, a2) if isinstance(x, ndarray)), None)
    made = []
    for x in (a1, a2):
        try:
            made.append(as_operand(x, like))
        except TypeError:
            raise
        except Exception:
            return None
    return as_operands(made)


@or_numpy
def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have the same shape and items; a bool. See numpy.array_equal.

    >>> np.array_equal(np.array([1, 2]), [1, 2])
    True
    """
    pair = _both_operands(a1, a2)
    if pair is None or pair[0].shape != pair[1].shape:
        return False
    x, y = pair
    same = x == y
    if equal_nan:
        same = same | (ufuncs["isnan"](x) & ufuncs["isnan"](y))
    return bool(same.all())


@or_numpy
def array_equiv(a1, a2):
    """Whether two arrays broadcast to the same items; a bool. See numpy.array_equiv.

    >>> np.array_equiv(np.array([1, 1]), [[1, 1], [1, 1]])
    True
    """
    pair = _both_operands(a1, a2)
    if pair is None:
        return False
    try:
        numpy.broadcast_shapes(pair[0].shape, pair[1].shape)
    except ValueError:
        return False
    return bool((pair[0] == pair[1]).all())


def isreal(x):
    """Whether the imaginary part is 0, item by item. See numpy.isreal.

    >>> np.isreal(np.array([1 + 1j, 2.0]))
    array([False,  True])
    """
    if type(x) in (bool, int, float, complex):
        return x.imag == 0
    return _has_imaginary(x, False)


def iscomplex(x):
    """Whether the imaginary part is not 0, item by item. See numpy.iscomplex.

    >>> np.iscomplex(np.array([1 + 1j, 2.0]))
    array([ True, False])
    """
    return _has_imaginary(x, True)


def _has_imaginary(x, wanted):
    """Where the imaginary part is not 0, or with `wanted` False where it is 0."""
    x = as_operand(x)
    if x.dtype.kind == "c":
        return x.imag != 0 if wanted else x.imag == 0
    result = _core.empty_like(x, numpy.dtype(bool), "C" if wanted else "K")
    result.fill(not wanted)
    return result[()]


def isrealobj(x):
    """Whether the dtype is not complex. See numpy.isrealobj.

    >>> np.isrealobj(np.array([1.0]))
    True
    """
    return not iscomplexobj(x)


def iscomplexobj(x):
    """Whether the dtype is complex. See numpy.iscomplexobj.

    >>> np.iscomplexobj(np.array([1j]))
    True
    """
    return x.dtype.kind == "c" if isinstance(x, ndarray) else numpy.iscomplexobj(x)


def _infinite(x, out, negative):
    x = as_operand(x)
    if x.dtype.kind == "c":
        name = "isneginf" if negative else "isposinf"
        raise TypeError(
            f"This operation is not supported for {x.dtype} values because it would "
            "be ambiguous."
        ) from TypeError(name)
    if x.dtype.kind != "f":
        none = _core.empty(x.shape, bool, x.device)
        none.fill(False)
        if out is None:
            return _core.as_scalar(none)
        return ufuncs["positive"](none, out=out)
    sign = ufuncs["signbit"](x)
    if not negative:
        sign = ~sign
    return ufuncs["logical_and"](ufuncs["isinf"](x), sign, out=out)


def isposinf(x, out=None):
    """Whether items are positive infinity. See numpy.isposinf.

    >>> np.isposinf(np.array([-np.inf, np.inf, 0.0]))
    array([False,  True, False])
    """
    return _infinite(x, out, False)


def isneginf(x, out=None):
    """Whether items are negative infinity. See numpy.isneginf.

    >>> np.isneginf(np.array([-np.inf, np.inf, 0.0]))
    array([ True, False, False])
    """
    return _infinite(x, out, True)


def isfortran(a):
    """Whether the array is in Fortran order and not in C order. See numpy.isfortran.

    >>> np.isfortran(np.ones((2, 3)).T)
    True
    """
    return a.flags.f_contiguous and not a.flags.c_contiguous


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Cross product of vectors along an axis. See numpy.cross.

    Vectors of 2 components, which is deprecated, lie in the plane of the first
    two axes; the product of two of them is its third component alone.
    ValueError for vectors of other lengths.

    >>> np.cross(np.array([1, 0, 0]), [0, 1, 0])
    array([0, 0, 1])
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = as_operands([a, b])
    if a.ndim < 1 or b.ndim < 1:
        raise ValueError("At least one array has zero dimension")
    a = moveaxis(a, normalize_axis_index(axisa, a.ndim, "axisa"), -1)
    b = moveaxis(b, normalize_axis_index(axisb, b.ndim, "axisb"), -1)
    lengths = {a.shape[-1], b.shape[-1]}
    if not lengths <= {2, 3}:
        raise ValueError(
            "incompatible dimensions for cross product\n(dimension must be 2 or 3)"
        )
    if 2 in lengths:
        warnings.warn(
            "Arrays of 2-dimensional vectors are deprecated. Use arrays of "
            "3-dimensional vectors instead. (deprecated in NumPy 2.0)",
            DeprecationWarning,
            stacklevel=2,
        )
    a0, a1, *a2 = (a[..., i] for i in range(a.shape[-1]))
    b0, b1, *b2 = (b[..., i] for i in range(b.shape[-1]))
    shape = numpy.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    dtype = _core.promote_types(a.dtype, b.dtype)
    if not a2 and not b2:
        out = _core.empty(shape, dtype, a.device)
        return ufuncs["subtract"](a0 * b1, a1 * b0, out=out)
    axisc = normalize_axis_index(axisc, len(shape) + 1, "axisc")
    out = _core.empty((*shape, 3), dtype, a.device)
    if not a2:
        out[..., 0], out[..., 1] = a1 * b2[0], -(a0 * b2[0])
    elif not b2:
        out[..., 0], out[..., 1] = -(a2[0] * b1), a2[0] * b0
    else:
        out[..., 0] = a1 * b2[0] - a2[0] * b1
        out[..., 1] = a2[0] * b0 - a0 * b2[0]
    out[..., 2] = a0 * b1 - a1 * b0
    return moveaxis(out, -1, axisc)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """Sum along the diagonals of a plane. See numpy.trace.

    >>> np.trace(np.array([[1, 2], [3, 4]]))
    np.int64(5)
    """
    return as_operand(a).diagonal(offset, axis1, axis2).sum(-1, dtype, out)


def kron(a, b):
    """Kronecker product. See numpy.kron.

    >>> np.kron(np.array([1, 10]), np.array([1, 2]))
    array([ 1,  2, 10, 20])
    """
    a, b = as_operands([a, b])
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    ndim = max(a.ndim, b.ndim)
    a_shape = (1,) * (ndim - a.ndim) + a.shape
    b_shape = (1,) * (ndim - b.ndim) + b.shape
    left = a.reshape([n for length in a_shape for n in (length, 1)])
    right = b.reshape([n for length in b_shape for n in (1, length)])
    return (left * right).reshape(
        [m * n for m, n in zip(a_shape, b_shape, strict=True)]
    )


@compiled
def result_type(*arrays_and_dtypes):
    """dtype of an operation on the arguments, by NumPy's rules. See numpy.result_type.

    >>> np.result_type(np.float32, np.int64)
    dtype('float64')
    """
    return numpy.result_type(
        *(x.dtype if isinstance(x, ndarray) else x for x in arrays_and_dtypes)
    )


def can_cast(from_, to, casting="safe"):
    """Whether a cast obeys the casting rule. See numpy.can_cast.

    >>> np.can_cast(np.float32, np.float64)
    True
    """
    if isinstance(from_, ndarray):
        from_ = from_.dtype
    return numpy.can_cast(from_, to, casting)


def min_scalar_type(a, /):
    """Smallest dtype that holds a scalar; the dtype of an array. See numpy.min_scalar_type.

    >>> np.min_scalar_type(300)
    dtype('uint16')
    """
    if isinstance(a, ndarray):
        return numpy.min_scalar_type(a.get()) if a.ndim == 0 else a.dtype
    return numpy.min_scalar_type(a)


def common_type(*arrays):
    """Inexact scalar type that holds all the arrays' items. See numpy.common_type.

    >>> np.common_type(np.ones(2, np.float32), np.ones(2))
    <class 'numpy.float64'>
    """
    return numpy.common_type(
        *(numpy.empty(0, x.dtype) if isinstance(x, ndarray) else x for x in arrays)
    )


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """func1d on each 1-d slice along an axis; one call each. See numpy.apply_along_axis.

    >>> np.apply_along_axis(np.sum, 1, np.array([[1, 2], [3, 4]]))
    array([3, 7])
    """
    arr = as_operand(arr)
    axis = normalize_axis_index(axis, arr.ndim)
    lines = moveaxis(arr, axis, -1)
    outer = lines.shape[:-1]
    out = None
    for at in numpy.ndindex(outer):
        result = as_operand(func1d(lines[(*at, ...)], *args, **kwargs), arr)
        if out is None:
            shape = outer + result.shape
            out = _core.empty(shape, check_dtype(result.dtype), arr.device)
        out[at] = result
    if out is None:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    inner = out.ndim - len(outer)
    order = list(range(out.ndim))
    return (
        out.transpose(order[:axis] + order[len(outer) :] + order[axis : len(outer)])
        if inner
        else out
    )


def apply_over_axes(func, a, axes):
    """func(a, axis) over several axes in turn. See numpy.apply_over_axes.

    >>> np.apply_over_axes(np.sum, np.ones((2, 3)), (0, 1))
    array([[6.]])
    """
    value = as_operand(a)
    n = value.ndim
    for axis in numpy.atleast_1d(axes).tolist():
        axis = n + axis if axis < 0 else axis
        result = func(value, axis)
        if result.ndim != value.ndim:
            result = result.reshape(result.shape[:axis] + (1,) + result.shape[axis:])
            if result.ndim != value.ndim:
                raise ValueError(
                    "function is not returning an array of the correct shape"
                )
        value = result
    return value

# SPDX-License-Identifier: Apache-2.0
"""Array creation. Every function takes `device=`; the default device otherwise.

Arrays of dtypes that no device computes with (object, string, datetime, longdouble)
are NumPy's, unless a device is asked for (TypeError); shapes with negative lengths or
too many elements raise ValueError.
"""

import math
import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import (
    as_dtype,
    as_operand,
    as_operands,
    check_dtype,
    check_plain,
    from_host,
    host_scalar,
    is_short_float,
    like_device,
    make_array,
)
from .._array.host_data import or_numpy
from .._array.memory import allocate_like, is_in_host_memory
from .._core import ndarray, ufuncs
from .._runtime.compiled_paths import compiled
from .manipulation import moveaxis

__all__ = [
    "arange",
    "array",
    "asanyarray",
    "asarray",
    "asarray_chkfinite",
    "ascontiguousarray",
    "asfortranarray",
    "astype",
    "copy",
    "empty",
    "empty_like",
    "full",
    "full_like",
    "geomspace",
    "linspace",
    "logspace",
    "ones",
    "ones_like",
    "require",
    "zeros",
    "zeros_like",
]

_NoValue = numpy._NoValue


@compiled
@or_numpy
def array(
    object,
    dtype=None,
    *,
    copy=True,
    order="K",
    subok=False,
    ndmin=0,
    ndmax=0,
    like=None,
    device=None,
    blocking=False,
):
    """Array of `object`: scalars, nested lists, host arrays, arrays, mixed lists.

    Lists that hold device arrays are put together on their device. ValueError
    for ragged lists and where copy=False cannot hold. With `blocking`, as in CuPy,
    copies to a GPU are done when the call returns. See numpy.array.

    >>> np.array([[1, 2], [3, 4]], dtype=np.float32)
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    device = like_device(device, like)
    if subok and device is None:
        check_plain(object)
    if ndmax and ndmin > ndmax:
        raise ValueError(f"ndmin must be <= ndmax ({ndmax})")
    out = make_array(object, dtype, copy, order, ndmin, device, ndmax)
    return _settled(out) if blocking else out


def _settled(a):
    """`a`, after the work of the current stream of its device is done."""
    if not is_in_host_memory(a):
        from ..cuda import get_current_stream

        get_current_stream(a.device.id).synchronize()
    return a


def _as_array(a, dtype, order, device, copy, like, blocking):
    if type(a) is ndarray and dtype is order is device is copy is None:
        return a
    out = make_array(a, dtype, copy, order, 0, like_device(device, like))
    return _settled(out) if blocking else out


@compiled
@or_numpy
def asarray(
    a, dtype=None, order=None, *, device=None, copy=None, like=None, blocking=False
):
    """`a` itself if it is an array as asked for, else a new array.

    `blocking` is that of array(). See numpy.asarray.

    >>> np.asarray([1, 2], dtype=np.float64)
    array([1., 2.])
    """
    return _as_array(a, dtype, order, device, copy, like, blocking)


@or_numpy
def asanyarray(
    a, dtype=None, order=None, *, device=None, copy=None, like=None, blocking=False
):
    """asarray(), but masked arrays, matrices and the like stay what they are.

    Where a device is asked for they give their items. See numpy.asanyarray.

    >>> np.asanyarray(np.ma.array([1, 2], mask=[False, True]))
    masked_array(data=[1, --],
                 mask=[False,  True],
           fill_value=999999)
    """
    if device is None and like is None:
        check_plain(a)
    return _as_array(a, dtype, order, device, copy, like, blocking)


@compiled
@or_numpy
def ascontiguousarray(a, dtype=None, *, like=None, device=None):
    """`a` in C order, with at least one axis. See numpy.ascontiguousarray.

    >>> np.ascontiguousarray(np.ones((2, 3)).T).flags.c_contiguous
    True
    """
    return make_array(a, dtype, None, "C", 1, like_device(device, like))


@or_numpy
def asfortranarray(a, dtype=None, *, like=None, device=None):
    """`a` in Fortran order, with at least one axis. See numpy.asfortranarray.

    >>> np.asfortranarray(np.ones((2, 3))).flags.f_contiguous
    True
    """
    return make_array(a, dtype, None, "F", 1, like_device(device, like))


@or_numpy
def asarray_chkfinite(a, dtype=None, order=None):
    """asarray(); ValueError if an item is infinite or NaN. See numpy.asarray_chkfinite.

    >>> np.asarray_chkfinite([1.0, 2.0])
    array([1., 2.])
    """
    a = asarray(a, dtype, order)
    if a.dtype.kind in "fc" and not bool(ufuncs["isfinite"](a).all()):
        raise ValueError("array must not contain infs or NaNs")
    return a


@or_numpy
def require(a, dtype=None, requirements=None, *, like=None):
    """`a` with the flags asked for: C, F, O, W, A or their names. See numpy.require.

    >>> np.require(np.ones(2), requirements="C").flags.c_contiguous
    True
    """
    names = {
        "C": "C", "C_CONTIGUOUS": "C", "CONTIGUOUS": "C",
        "F": "F", "F_CONTIGUOUS": "F", "FORTRAN": "F",
        "A": "A", "ALIGNED": "A", "W": "W", "WRITEABLE": "W",
        "O": "O", "OWNDATA": "O", "E": "E", "ENSUREARRAY": "E",
    }  # fmt: skip
    asked = {names[r.upper()] for r in requirements or ()}
    if {"C", "F"} <= asked:
        raise ValueError('Cannot specify both "C" and "F" order')
    if "E" not in asked and like is None:
        check_plain(a)
    order = "F" if "F" in asked else "C" if "C" in asked else "A"
    out = make_array(a, dtype, None, order, 0, like_device(None, like))
    if ("O" in asked and out.base is not None) or (
        "W" in asked and not out.flags.writeable
    ):
        out = out.copy(order)
    return out


@or_numpy
def copy(a, order="K", subok=False):
    """Copy of `a` on its device. See numpy.copy.

    >>> np.copy(np.array([1, 2]))
    array([1, 2])
    """
    if subok:
        check_plain(a)
    return make_array(a, None, True, order, 0, None)


def astype(x, dtype, /, *, copy=True, device=None):
    """`x` converted to `dtype`. TypeError unless `x` is an array. See numpy.astype.

    >>> np.astype(np.array([1.5, 2.5]), np.int64)
    array([1, 2])
    """
    if isinstance(x, numpy.ndarray):
        x = make_array(x, None, None, None, 0, device)
    if not isinstance(x, ndarray):
        raise TypeError(
            "Input should be a NumPy array. It is of type "
            f"{type(x)}. Use tenorite.asarray first."
        )
    if device is None:
        return x.astype(dtype, copy=copy)
    x = x.astype(dtype, copy=copy, device=device)  # asked for, so it is not NumPy's
    return make_array(x, None, None, None, 0, device)


def _empty(shape, dtype, order, device):
    if dtype is not None:
        check_dtype(dtype)
    return _core.empty(shape, dtype, device, order)


@compiled
@or_numpy
def empty(shape, dtype=None, order="C", *, device=None, like=None):
    """Array of `shape` with unspecified values. See numpy.empty.

    >>> np.empty((2, 3)).shape
    (2, 3)
    """
    return _empty(shape, dtype, order, like_device(device, like))


@compiled
@or_numpy
def zeros(shape, dtype=None, order="C", *, device=None, like=None):
    """Array of `shape` filled with 0. See numpy.zeros.

    >>> np.zeros((2, 2), dtype=np.int8)
    array([[0, 0],
           [0, 0]], dtype=int8)
    """
    out = _empty(shape, dtype, order, like_device(device, like))
    out.fill(0)
    return out


@compiled
@or_numpy
def ones(shape, dtype=None, order="C", *, device=None, like=None):
    """Array of `shape` filled with 1. See numpy.ones.

    >>> np.ones((2, 2))
    array([[1., 1.],
           [1., 1.]])
    """
    out = _empty(shape, dtype, order, like_device(device, like))
    out.fill(1)
    return out


def _fill(out, value):
    # fill() refuses what numpy.full casts, some of it with a warning: what does not
    # fit integers shows where an array is cast.
    several = numpy.ndim(value) > 0
    is_float = isinstance(value, (float, complex, numpy.inexact))
    if several or (is_float and out.dtype.kind in "iu"):
        value = as_operand(value, out)
    try:
        _core.copyto(out, value, casting="unsafe")
    except (TypeError, ValueError):
        if several or out.size:  # else nothing is converted
            raise
    return out


@compiled
@or_numpy
def full(shape, fill_value, dtype=None, order="C", *, device=None, like=None):
    """Array of `shape` filled with `fill_value` (broadcast). See numpy.full.

    >>> np.full((2, 2), 7)
    array([[7, 7],
           [7, 7]])
    """
    device = like_device(device, like)
    if isinstance(fill_value, ndarray):
        device = fill_value.device if device is None else device
    elif type(fill_value) not in (float, int, bool) and numpy.ndim(fill_value):
        fill_value = asarray(fill_value, device=device)
    if dtype is None:
        if type(fill_value) in (float, bool):
            dtype = type(fill_value)
        elif isinstance(fill_value, ndarray):
            dtype = fill_value.dtype
        else:
            dtype = check_dtype(numpy.asarray(fill_value).dtype)
    return _fill(_empty(shape, dtype, order, device), fill_value)


def _prototype(a, subok, device):
    if isinstance(a, ndarray):
        return a
    if subok and device is None:
        check_plain(a)
    # Only shape, dtype and order are read: the values need not travel.
    h = numpy.asarray(a)
    return _core.empty(h.shape, check_dtype(h.dtype), None, "F" if h.flags.fnc else "C")


@compiled
@or_numpy
def empty_like(
    prototype, /, dtype=None, order="K", subok=True, shape=None, *, device=None
):
    """Array with the shape, dtype, order and device of `prototype`, unspecified values.

    See numpy.empty_like.

    >>> np.empty_like(np.ones((2, 3), np.int8)).dtype
    dtype('int8')
    """
    return allocate_like(
        _prototype(prototype, subok, device), dtype, order, shape, device
    )


@compiled
@or_numpy
def zeros_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Zeros with the shape, dtype, order and device of `a`. See numpy.zeros_like.

    >>> np.zeros_like(np.array([1.5, 2.5]))
    array([0., 0.])
    """
    out = allocate_like(_prototype(a, subok, device), dtype, order, shape, device)
    out.fill(0)
    return out


@compiled
@or_numpy
def ones_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Ones with the shape, dtype, order and device of `a`. See numpy.ones_like.

    >>> np.ones_like(np.zeros(2, np.int8))
    array([1, 1], dtype=int8)
    """
    out = allocate_like(_prototype(a, subok, device), dtype, order, shape, device)
    out.fill(1)
    return out


@or_numpy
def full_like(
    a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None
):
    """`fill_value` in the shape, dtype, order and device of `a`. See numpy.full_like.

    >>> np.full_like(np.ones(2, np.int8), 7)
    array([7, 7], dtype=int8)
    """
    out = allocate_like(_prototype(a, subok, device), dtype, order, shape, device)
    return _fill(out, fill_value)


def _safe_ceil(value):
    if math.isnan(value):
        raise ValueError("arange: cannot compute length")
    if not -(2**63) <= value < 2**63:
        raise OverflowError
    return math.ceil(value)


def _length_and_second(start, stop, step, dtype):
    """The number of values, and the second one where there is any."""
    try:
        length = max(0, _steps(start, stop, step, dtype))
        return length, start + step if length else start
    except OverflowError:
        raise ValueError("Maximum allowed size exceeded") from None


def _steps(start, stop, step, dtype):
    if isinstance(stop, tuple):
        raise TypeError("arange: scalar arguments expected instead of a tuple.")
    span = stop - start
    differs = bool(span != 0)  # ValueError for several numbers
    ratio = span / step
    vanished = bool(ratio == 0) and differs  # the quotient underflowed
    if isinstance(ratio, complex) and dtype.kind == "c":
        return min(_safe_ceil(ratio.real), _safe_ceil(ratio.imag))
    number = math.ldexp(ratio, 0)  # or NumPy's TypeError
    if vanished:
        return 0 if math.copysign(1, number) < 0 else 1
    return _safe_ceil(number)


def _as_int(x):
    """A signed integer without axes as Python's; anything else as it is."""
    is_item = isinstance(x, (ndarray, numpy.signedinteger)) and x.ndim == 0
    return int(x) if is_item and x.dtype.kind == "i" else x


@compiled
@or_numpy
def arange(start=_NoValue, stop=None, step=None, dtype=None, *, device=None, like=None):
    """Evenly spaced values in [start, stop), `step` apart; 1-d. See numpy.arange.

    >>> np.arange(2, 10, 3)
    array([2, 5, 8])
    """
    device = like_device(device, like)
    if start is _NoValue:
        if stop is None:
            raise TypeError("arange() requires stop to be specified.")
        start = 0
    elif stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    if dtype is None:
        limits = first, last, by = _as_int(start), _as_int(stop), _as_int(step)
        if by and all(type(x) is int for x in limits):
            length = (last - first + by - (1 if by > 0 else -1)) // by
            if 0 < length and max(map(abs, limits)) < 2**52:
                return _core.arange_fill(length, first, by, numpy.int64, device)
    start, stop, step = host_scalar(start), host_scalar(stop), host_scalar(step)
    if dtype is not None:
        given = as_dtype(dtype)
    else:
        given = numpy.dtype(numpy.int64)
        for x in (start, stop, step):
            kind = x.dtype if isinstance(x, ndarray) else numpy.asarray(x).dtype
            if kind.kind in "mM":
                check_dtype(kind)
            given = numpy.promote_types(given, kind)
    if given.kind in "mMSU":  # whose arithmetic is NumPy's
        check_dtype(given)
    if any(isinstance(x, str) for x in (start, stop, step)):
        numpy.arange(start, stop, step, dtype)  # NumPy's own TypeError
    length, second = _length_and_second(start, stop, step, given)
    dtype = check_dtype(given)
    if length == 0:
        return _core.empty(0, dtype, device)
    if length > 2 and dtype.kind == "b":
        raise TypeError(
            "arange() is only supported for booleans when the result has at "
            "most length 2."
        )
    # NumPy converts the first two values to the dtype and steps by their
    # difference, so rounding and wrapping follow from them.
    head = numpy.zeros(2, dtype)
    for i, x in enumerate((start, second)[:length]):
        # As a Python number, which must fit.
        head[i] = x.item() if isinstance(x, numpy.generic) else x
    if length <= 2:
        return from_host(head[:length], device)
    wide = head.astype(numpy.float32) if is_short_float(dtype) else head
    with numpy.errstate(all="ignore"):
        delta = wide[1] - wide[0]
        second = (wide[0] + delta).astype(dtype)
    out = _core.arange_fill(length, head[0].item(), delta.item(), dtype, device)
    if not numpy.isfinite(delta):  # 0 times which is not a number
        out[0] = head[0]
    if second != head[1]:
        out[1] = head[1]
    return out


@or_numpy
def linspace(
    start,
    stop,
    num=50,
    endpoint=True,
    retstep=False,
    dtype=None,
    axis=0,
    *,
    device=None,
):
    """`num` evenly spaced values from `start` to `stop` along a new axis.

    Arrays of starts and stops broadcast. ValueError for a negative `num`.
    See numpy.linspace.

    >>> np.linspace(0.0, 1.0, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    num = operator.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    if any(type(x) is int and not -(2**63) <= x < 2**64 for x in (start, stop)):
        numpy.linspace(start, stop, 1)  # NumPy's own TypeError
    div = (num - 1) if endpoint else num
    start, stop = host_scalar(start), host_scalar(stop)
    plain = type(start) in (int, float) and type(stop) in (int, float)
    scalar = plain or not (_is_array_like(start) or _is_array_like(stop))
    if plain:
        dt = numpy.dtype(numpy.float64)
        start, stop = float(start), float(stop)
        delta = device_delta = stop - start
    elif scalar:
        dt = numpy.linspace(start, stop, 0).dtype
        if dt.kind == "O":  # fractions and such, in arithmetic of their own
            dtype = check_dtype(dt if dtype is None else dtype)
            y, step = numpy.linspace(start, stop, num, endpoint, True, dtype, axis)
            return (from_host(y, device), step) if retstep else from_host(y, device)
        delta = numpy.subtract(stop, start, dtype=type(dt))
        device_delta = delta.item()
        start, stop = dt.type(start).item(), dt.type(stop).item()
    else:
        start, stop = as_operands([start, stop])
        device = start.device if device is None else device
        dt = numpy.result_type(start.dtype, stop.dtype, 1.0)
        delta = device_delta = ufuncs["subtract"](stop, start, dtype=dt)
    integer = dtype is not None and numpy.issubdtype(dtype, numpy.integer)
    y = arange(0, num, dtype=dt, device=device)
    if not scalar:
        y = y.reshape((-1,) + (1,) * delta.ndim)
    step = numpy.nan
    if div > 0:
        step = numpy.float64(delta) / div if plain else delta / div
        if bool(step == 0) if scalar else bool((step == 0).any()):
            # A step that underflows: divide first, then scale.
            y /= div
            y = y * device_delta
        else:
            y = y * (step.item() if scalar else step)
    else:
        y = y * device_delta
    y += start
    if endpoint and num > 1:
        y[-1, ...] = stop
    if axis != 0:
        y = moveaxis(y, 0, axis)
    if integer:
        ufuncs["floor"](y, out=y)
    if dtype is not None:
        y = y.astype(check_dtype(dtype), copy=False)
    return (y, step) if retstep else y


def _is_array_like(x):
    return x.ndim > 0 if isinstance(x, ndarray) else numpy.ndim(x) > 0


@or_numpy
def logspace(
    start,
    stop,
    num=50,
    endpoint=True,
    base=10.0,
    dtype=None,
    axis=0,
    *,
    device=None,
):
    """base ** linspace(start, stop). See numpy.logspace.

    >>> np.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    if _is_array_like(base):
        start, stop, base = as_operands([start, stop, base])
        ndim = len(numpy.broadcast_shapes(start.shape, stop.shape, base.shape))
        start, stop, base = (
            make_array(a, None, None, None, ndim, None) for a in (start, stop, base)
        )
        at = normalize_axis_index(axis, ndim + 1)
        base = base.reshape(base.shape[:at] + (1,) + base.shape[at:])
    y = linspace(start, stop, num, endpoint, axis=axis, device=device)
    y = ufuncs["power"](base, y)
    return y if dtype is None else y.astype(check_dtype(dtype), copy=False)


@or_numpy
def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0, *, device=None):
    """`num` values in geometric progression along a new axis.

    ValueError if a start or stop is 0. See numpy.geomspace.

    >>> np.geomspace(1, 1000, 4)
    array([   1.,   10.,  100., 1000.])
    """
    start, stop = host_scalar(start), host_scalar(stop)
    if _is_array_like(start) or _is_array_like(stop):
        start, stop = as_operands([start, stop])
        sign, log10 = ufuncs["sign"], ufuncs["log10"]
    else:
        start, stop = numpy.asarray(start), numpy.asarray(stop)
        sign, log10 = numpy.sign, numpy.log10
    if bool((start == 0).any()) or bool((stop == 0).any()):
        raise ValueError("Geometric sequence cannot include zero")
    float(num)  # or NumPy's TypeError
    kinds = [start.dtype, stop.dtype, numpy.dtype(float)]
    dt = numpy.result_type(*kinds, *([] if dtype is None else [numpy.dtype(dtype)]))
    start, stop = start.astype(dt), stop.astype(dt)
    # Rotate the start onto the positive real axis and back at the end, so that
    # negative and complex ends give the same accuracy.
    out_sign = sign(start)
    start, stop = start / out_sign, stop / out_sign
    y = logspace(log10(start), log10(stop), num, endpoint, dtype=dt, device=device)
    if num > 0:
        y[0] = start
        if num > 1 and endpoint:
            y[-1] = stop
    y *= out_sign
    if axis != 0:
        y = moveaxis(y, 0, axis)
    return y.astype(check_dtype(dt if dtype is None else dtype), copy=False)

# SPDX-License-Identifier: Apache-2.0
"""What becomes an array, and on which device: the rules every function shares."""

import functools
import operator
import warnings

import numpy

from .. import _core
from .._core import ndarray
from .cuda_interface import from_cuda_interface, from_gpu
from .nested_sequences import first_leaf, nested_array

_DTYPES = {numpy.dtype(c): numpy.dtype(c) for c in "?bBhHiIlLefdFD"}
_COPY_REFUSED = (
    "Unable to avoid copy while creating an array as requested.\n"
    "If using `np.array(obj, copy=False)` replace it with `np.asarray(obj)` "
    "to allow a copy when needed (no behavior change in NumPy 1.x).\n"
    "For more details, see https://numpy.org/devdocs/numpy_2_0_migration_guide"
    ".html#adapting-to-changes-in-the-copy-keyword."
)


# Types that answer nothing themselves, and what the memory of others is taken by.
_NEVER_ASKED = (ndarray, list, tuple, int, float, numpy.ndarray, numpy.generic)
_MEMORY_PROTOCOLS = ("__dlpack__", "__cuda_array_interface__", "__cupy_get_ndarray__")

_NO_ARRAY = "object __array__ method not producing an array"


class UnsupportedDtype(TypeError):
    """A dtype that no device computes with."""


class HasOwnOperations(UnsupportedDtype):
    """A masked array, a matrix: a NumPy array whose operations are its own."""


class UnsupportedOperation(NotImplementedError):
    """An operation that a device does not have, or not for these arguments."""


class MixedOperands(TypeError):
    """NumPy arrays beside arrays on a GPU, without a word that they may be copied."""


class HostConversionError(TypeError):
    """An array on a GPU was asked to become a host array without saying so."""


def as_dtype(dtype):
    """numpy.dtype(dtype); TypeError for arrays, whose attribute that would take."""
    if isinstance(dtype, ndarray):
        raise TypeError("Cannot construct a dtype from an array")
    return numpy.dtype(dtype)


def check_dtype(dtype):
    """The supported dtype equal to `dtype`; TypeError if there is none."""
    dtype = as_dtype(dtype)
    found = _DTYPES.get(dtype)
    if found is None:
        raise UnsupportedDtype(_refusal(dtype))
    return found


@functools.lru_cache(maxsize=64)  # NumPy's names of dtypes cost more than its arrays
def _refusal(dtype):
    return (
        f"tenorite does not support dtype {dtype}; its dtypes are bool, integers of "
        "8 to 64 bits, float16, float32, float64, complex64 and complex128"
    )


def is_short_float(dtype):
    """Whether a dtype is a float of two bytes, which is computed in float32."""
    return dtype.char == "e"


def is_supported(dtype):
    """Whether devices compute with a dtype, in whatever byte order."""
    # StringDType has no byte order to change.
    return (dtype if dtype.isnative else dtype.newbyteorder("=")) in _DTYPES


def is_made(dtype):
    """Whether arrays of a dtype are ours: other byte orders are host data, if asked for."""
    return dtype.isnative and is_supported(dtype)


def native_host(h):
    """`h` in a supported dtype of native byte order; TypeError if impossible."""
    dtype = h.dtype
    if type(h) is not numpy.ndarray:
        h = h.view(numpy.ndarray)
    if not dtype.isnative:
        return h.astype(check_dtype(dtype.newbyteorder("=")))
    found = check_dtype(dtype)
    return h if found.char == dtype.char else h.view(found)


def from_host(h, device=None):
    """A new array on `device` with the values and memory order of host array `h`."""
    return _core.from_host(native_host(h), device)


def is_host_array(x):
    """Whether `x` is a NumPy array with at least one axis (0-d ones are scalars)."""
    return isinstance(x, numpy.ndarray) and x.ndim > 0


def check_plain(x):
    """HasOwnOperations for a NumPy array that is more than its items.

    MaskedArray, matrix and the like say so by an `__array_priority__` above 0.
    """
    if isinstance(x, numpy.ndarray) and type(x) is not numpy.ndarray:
        _core.check_plain(x)


def beside(h, device):
    """NumPy array `h` as an operand beside arrays on `device`.

    On the CPU device it is the same memory, read-only. On a GPU it is a TypeError,
    or a copy where `tenorite.config.mixed` says so. HasOwnOperations as check_plain().
    """
    found = _core.numpy_operand(h, device)
    return from_host(h, device) if found is None else found


def as_output(out, device):
    """An `out=` as an array to write to, beside arrays on `device`.

    One of ours as it is; on the CPU device the memory of a NumPy array, ValueError if
    that is read-only. TypeError for anything else.
    """
    return out if isinstance(out, ndarray) else _core.output(out, device)


def mixed_devices(one, other):
    """The ValueError for operands on two devices."""
    return ValueError(
        f"operands are on different devices: {one} and {other}; move one with "
        "to_device()"
    )


def _discards(obj, dtype):
    leaf = first_leaf(obj)
    kind = leaf.dtype.kind if isinstance(leaf, (numpy.ndarray, numpy.generic)) else ""
    return kind == "c" and numpy.dtype(dtype).kind in "iuf"


def _converted(obj, dtype, **options):
    """numpy.array(), whose ComplexWarning names the program's line, not ours."""
    if dtype is None or not _discards(obj, dtype):
        return numpy.array(obj, dtype, copy=None, **options)
    category = numpy.exceptions.ComplexWarning
    _core.warn("Casting complex values to real discards the imaginary part", category)
    with warnings.catch_warnings(action="ignore", category=category):
        return numpy.array(obj, dtype, copy=None, **options)


def _from_foreign(obj, dtype, order, ndmin, ndmax, device):
    """Array of anything that is not an array of ours; always a copy."""
    if not ndmax and order != "F" and (dtype is None or dtype is numpy.intp):
        out = _core.from_numbers(obj, dtype, device)
        if out is not None:
            return with_ndmin(out, ndmin)
    if isinstance(first_leaf(obj), ndarray):
        out = nested_array(obj, check_dtype, dtype, device, order)
    else:
        if not hasattr(obj, "__array__") and hasattr(obj, "__dlpack__"):
            taken = _core.exchange.from_dlpack(obj, None, None)
            if taken.__dlpack_device__()[0] != 1:  # 1 is the host
                return make_array(taken, dtype, None, order, ndmin, device)
            obj = taken.get()
        limit = {"ndmax": ndmax} if ndmax else {}
        dtype = None if dtype is None else check_dtype(dtype)
        try:
            h = _converted(obj, dtype, order=order, **limit)
        except ValueError as error:
            if _NO_ARRAY in str(error):
                obj = _made_by_protocol(obj, error)
                return make_array(obj, dtype, None, order, ndmin, device, ndmax)
            if not holds_ours((obj,)):
                raise
            # NumPy makes no texts and no time spans of numbers of ours.
            out = nested_array(obj, check_dtype, dtype, device, order)
        except HostConversionError:
            if hasattr(obj, "__cuda_array_interface__"):  # as poly1d
                obj = from_cuda_interface(obj)
                return make_array(obj, dtype, None, order, ndmin, device, ndmax)
            if not isinstance(obj, (list, tuple)):
                raise
            out = nested_array(obj, check_dtype, dtype, device, order)
        else:
            out = from_host(h, device)
    return with_ndmin(out, ndmin)


def _made_by_protocol(obj, error):
    """What `__array__` of an object, or of the items of a sequence, gives.

    NumPy takes no arrays of ours from there. Raises `error` where it is no array.
    """
    if type(obj) in (list, tuple):
        return type(obj)(_made_by_protocol(x, error) for x in obj)
    if isinstance(obj, (ndarray, numpy.ndarray)) or not hasattr(obj, "__array__"):
        return obj
    made = obj.__array__()
    if not isinstance(made, (ndarray, numpy.ndarray)):
        raise error
    return made


def order_letter(order, default):
    """C, F, A or K of an `order=`, and `default` of None; NumPy's errors for others."""
    if order is None:
        return default
    if isinstance(order, bytes):
        order = order.decode("latin1")
    if not isinstance(order, str):
        raise TypeError(f"order must be str, not {type(order).__name__}")
    letter = order.upper()
    if letter not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    return letter


def with_ndmin(a, ndmin):
    """`a` with axes of length 1 put before its own until it has `ndmin`."""
    missing = ndmin - a.ndim
    if missing <= 0:
        return a
    if to_c_int(ndmin) > 64:
        raise ValueError("ndmin must be <= ndmax (64)")
    if a.ndim == 0:  # of an item, which is read-only, reshape makes a copy
        return a.reshape((1,) * ndmin)
    step = a.strides[0] * (1 if a.flags.fnc else a.shape[0])
    return _core.as_strided(a, (1,) * missing + a.shape, (step,) * missing + a.strides)


def to_c_int(x):
    """A Python int of 32 bits, as NumPy's C code takes it; OverflowError beyond."""
    value = operator.index(x)
    if not -(1 << 63) <= value < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    if value >= 1 << 31:
        raise OverflowError("signed integer is greater than maximum")
    if value < -(1 << 31):
        raise OverflowError("signed integer is less than minimum")
    return value


def _has_order(a, order):
    if order == "C":
        return a.flags.c_contiguous
    return a.flags.f_contiguous if order == "F" else True


def as_copy_mode(copy):
    """`copy` as True, False or None; ValueError for texts, as in NumPy."""
    if isinstance(copy, str):
        raise ValueError(
            "strings are not allowed for 'copy' keyword. Use True/False/None instead."
        )
    if isinstance(copy, numpy._CopyMode):
        return {"ALWAYS": True, "NEVER": False, "IF_NEEDED": None}[copy.name]
    return None if copy is None else bool(copy)


def _given(obj):
    """The array that an object gives of its own memory; else the object itself."""
    if hasattr(obj, "__cupy_get_ndarray__"):
        obj = obj.__cupy_get_ndarray__()
    if not isinstance(obj, ndarray) and hasattr(obj, "__cuda_array_interface__"):
        obj = from_gpu(obj)
    return obj


def make_array(obj, dtype, copy, order, ndmin, device, ndmax=0):
    """The work of array() and asarray(); `copy` is True, False or None."""
    order = order_letter(order, "K")
    if copy is not None and copy is not True:
        copy = as_copy_mode(copy)
    if not isinstance(obj, ndarray):
        obj = _given(obj)
    if not isinstance(obj, ndarray):
        if copy is False:
            raise ValueError(_COPY_REFUSED)
        return _from_foreign(obj, dtype, order, ndmin, ndmax, device)
    if isinstance(obj, _core.scalar):
        if copy is False:
            raise ValueError(_COPY_REFUSED)
        obj, copy = obj[...], None
    a = obj
    if device is not None and str(a.device) != _device_name(device):
        if copy is False:
            raise ValueError(_COPY_REFUSED)
        a = a.to_device(device)
        copy = None
    if dtype is not None:
        dtype = check_dtype(dtype)
    if dtype is None or dtype == a.dtype:
        if copy or not _has_order(a, order):
            if copy is False:
                raise ValueError(_COPY_REFUSED)
            a = a.copy(order=order)
    elif copy is False:
        raise ValueError(_COPY_REFUSED)
    else:
        a = a.astype(dtype, order=order)
    return with_ndmin(a, ndmin) if ndmin else a


def _device_name(device):
    name = str(device)
    return "cuda:0" if name == "cuda" else name


def as_operand(x, like=None, dtype=None):
    """`x` as an array: itself, or a copy on the device of `like` (or the default).

    `dtype` is that of a copy. A NumPy array beside `like` comes as beside() says.
    HasOwnOperations for masked arrays, matrices and the like without `like`.
    """
    if isinstance(x, ndarray):
        return x
    if like is None:
        check_plain(x)
        return _from_foreign(x, dtype, "K", 0, 0, None)
    if is_host_array(x):
        return beside(x, like.device)
    return _from_foreign(x, dtype, "K", 0, 0, like.device)


def check_answers_not(x, *attributes):
    """HasOwnOperations for an object, a table say, with one of these attributes.

    Such are methods that NumPy's functions leave their work to. Arrays of other
    libraries are taken for their memory: what gives that by a protocol is not asked.
    """
    if isinstance(x, _NEVER_ASKED):
        return
    found = next((a for a in attributes if getattr(x, a, None) is not None), None)
    if found and not any(hasattr(x, name) for name in _MEMORY_PROTOCOLS):
        raise HasOwnOperations(f"{type(x).__name__} has its own {found}")


def asked_operand(x, method):
    """as_operand() in a function that NumPy leaves to that method of its argument.

    HasOwnOperations as check_answers_not(): for objects with the method, and for those
    that compute or wrap results where they have it not.
    """
    check_answers_not(x, method, "__array_ufunc__", "__array_wrap__")
    return as_operand(x)


def own_beside(h, like):
    """A NumPy array that the library itself made, as an array on the device of `like`.

    It may be copied there, where a user's would have to be by the user.
    """
    return from_host(h, like.device) if is_host_array(h) else as_operand(h, like)


def as_operands(items):
    """The items as arrays of one device; ValueError where devices are mixed."""
    first = None
    for x in items:
        if isinstance(x, ndarray):
            if first is None:
                first = x
            elif x.device is not first.device and x.device != first.device:
                raise mixed_devices(first.device, x.device)
    return [as_operand(x, first) for x in items]


def is_weak(x):
    """Whether `x` is a Python scalar, which takes the other operand's dtype."""
    return type(x) in (bool, int, float, complex)


def as_strong(x, dtype):
    """A Python number as an item of `dtype`, as select() does it: integers wrap.

    OverflowError for integers of more than 64 bits; anything else is left alone.
    """
    return numpy.asarray(x).astype(dtype)[()] if is_weak(x) else x


def common_dtype(items):
    """The dtype of arrays and Python numbers together. See numpy.result_type."""
    return check_dtype(
        numpy.result_type(*(x if is_weak(x) else x.dtype for x in items))
    )


def weak_or_arrays(items):
    """The items as arrays of one device, Python numbers as they are."""
    supply = iter(as_operands([x for x in items if not is_weak(x)]))
    return [x if is_weak(x) else next(supply) for x in items]


def like_device(device, like):
    """The device of a creation function called with `device=` and `like=`."""
    if like is None or device is not None:
        return device
    if isinstance(like, ndarray):
        return like.device
    raise TypeError("`like` must be a tenorite.ndarray")


def host_scalar(x):
    """What stands for `x` on the host if it is a 0-d array, else `x` itself."""
    return x.get()[()] if isinstance(x, ndarray) and x.ndim == 0 else x


def array_on_host(x):
    """An array of ours as NumPy's, TypeError on a GPU; anything else as it is."""
    return numpy.asarray(x) if isinstance(x, ndarray) else x


def host_array(x, dtype=None):
    """numpy.asarray(x) of a parameter, which may be or hold arrays of any device."""
    if isinstance(x, ndarray):
        x = x.get()
    try:
        return numpy.asarray(x, dtype)
    except HostConversionError:
        return _from_foreign(x, dtype, "K", 0, 0, None).get()


def check_integers(x, casting="safe"):
    """TypeError unless the array's dtype casts to the dtype of indices."""
    if not numpy.can_cast(x.dtype, numpy.intp, casting):
        raise TypeError(
            f"Cannot cast {'array data' if x.ndim else 'scalar'} from {x.dtype!r} to "
            f"{numpy.dtype(numpy.intp)!r} according to the rule '{casting}'"
        )


def cast_indices(x):
    """Host array of indices by NumPy's rule: arrays must be integer, others are cast."""
    if not isinstance(x, _core.scalar) and isinstance(x, (ndarray, numpy.ndarray)):
        h = host_array(x)
        check_integers(h)
        return h
    return host_array(x, numpy.intp)


def arrays_among(items):
    """The arrays, ours and NumPy's, among the items and in their sequences."""
    pending, seen = list(items), set()
    while pending:
        x = pending.pop()
        if isinstance(x, (ndarray, numpy.ndarray)):
            yield x
        elif type(x) in (list, tuple) and id(x) not in seen:
            seen.add(id(x))
            pending.extend(x)


def holds_ours(items):
    """Whether an array of ours is among the items or in their sequences."""
    return any(isinstance(x, ndarray) for x in arrays_among(items))


def check_host_mix(args):
    """TypeError if NumPy arrays and ours are among `args` or in its sequences, and
    beside() would refuse them."""
    ours = host = None
    for x in arrays_among(args):
        if isinstance(x, ndarray):
            ours = x
        elif x.ndim > 0:
            host = x
    if host is not None and ours is not None:
        beside(host[:0], ours.device)


def check_line(x):
    """ValueError unless an array has one axis."""
    if x.ndim != 1:
        few = "of too small depth" if x.ndim == 0 else "too deep"
        raise ValueError(f"object {few} for desired array")

# SPDX-License-Identifier: Apache-2.0
"""NumPy's protocols: numpy.sin(x) and numpy.concatenate([x, y]) on our arrays."""

import copyreg
import sys

import numpy

from .._core import as_scalar, ndarray, scalar, scalar_type
from .._runtime.package import namespace
from .convert import (
    HostConversionError,
    UnsupportedOperation,
    beside,
    check_dtype,
    check_host_mix,
    check_plain,
    from_host,
    holds_ours,
    is_host_array,
)
from .fallback import REFUSALS, in_numpy, may_fall_back, name_of
from .host_data import instead_of, no_counterpart
from .memory import host_view

# Functions that make arrays: numpy.asarray(h, like=x) arrives here with `like`
# taken away, and the result belongs on the device of x.
_CREATION = frozenset(
    [
        "arange",
        "array",
        "asanyarray",
        "asarray",
        "ascontiguousarray",
        "asfortranarray",
        "empty",
        "eye",
        "frombuffer",
        "fromfile",
        "fromfunction",
        "fromiter",
        "full",
        "genfromtxt",
        "identity",
        "loadtxt",
        "ones",
        "require",
        "tri",
        "zeros",
    ]
)

_NUMBERS = frozenset("?bBhHiIlLqQefdgFDG")

# Functions that may be asked about arrays of ours and of NumPy together.
_MIXING = frozenset(["may_share_memory", "shares_memory"])

# Functions of an array of ours whose other argument is a parameter: read on the host.
_OF_PARAMETERS = frozenset(
    ["nanpercentile", "nanquantile", "percentile", "quantile", "take"]
)


# Revisions of the array API; each has what those before it have.
_REVISIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


def _is_of_host_data(ufunc):
    """Whether all loops of a ufunc are over objects, dates or texts, not numbers."""
    loops = getattr(ufunc, "types", ())
    return bool(loops) and not any(_NUMBERS & {*x.partition("->")[0]} for x in loops)


def _home_of(ufunc):
    """ "numpy" or "scipy.special" if the ufunc is one of theirs, else "".

    Ufuncs of others may have the name of one of ours by chance.
    """
    places = {
        "numpy": numpy._core.umath,
        "scipy.special": sys.modules.get("scipy.special"),
    }
    for home, module in places.items():
        if getattr(module, ufunc.__name__, None) is ufunc:
            return home
    return ""


_counterparts = {}  # of ufuncs and functions, as they are asked for


def _counterpart(ufunc):
    """Ours for one of NumPy's or scipy.special's; None for any other."""
    home, name = _home_of(ufunc), ufunc.__name__
    place = namespace() if home else None
    if home == "scipy.special":
        place = place.special
    ours = getattr(place, name, None)
    if ours is None or ours is ufunc:
        return None
    return _counterparts.setdefault(ufunc, ours)


def _function(func):
    """Ours for a function of NumPy's; None for any other."""
    home, *path = func.__module__.split(".")
    target = namespace() if home == "numpy" else None
    for part in path:
        target = getattr(target, part, None)
    ours = getattr(target, func.__name__, None)
    # NumPy's own function would come back here without end.
    if ours is None or ours is func:
        return None
    return _counterparts.setdefault(func, ours)


def _ufunc_in_numpy(ufunc, method, inputs, kwargs):
    """A method of a ufunc on host copies."""
    home = _home_of(ufunc)
    name = f"{home}.{ufunc.__name__}" if home else name_of(ufunc)
    if method != "__call__":
        name += f".{method}"
    # Numba calls array_ufunc itself, with outputs by position or outside a tuple.
    targets = [kwargs.get("out"), *inputs[ufunc.nin :]]
    if method == "at":
        targets.append(inputs[0])
    return in_numpy(getattr(ufunc, method), inputs, kwargs, name, targets)


def array_ufunc(self, ufunc, method, *inputs, **kwargs):
    """Runs the ufunc of the same name; NotImplemented for unknown types.

    Ufuncs that we do not have, or not for these dtypes, run on host copies as
    `tenorite.config.fallback` says: with "error" they are NotImplemented, but for those
    of objects and of dates.
    """
    out = kwargs.get("out", ())
    if type(out) is not tuple:
        out = (out,)
    for x in (*inputs, *out, kwargs.get("where")):
        known = isinstance(x, ndarray) or isinstance(x, numpy.ndarray)
        if not known and hasattr(type(x), "__array_ufunc__"):
            return NotImplemented
    ours = _counterparts.get(ufunc) or _counterpart(ufunc)
    if ours is None:
        of_host_data = _is_of_host_data(ufunc) and not holds_ours(out)
        if of_host_data or may_fall_back((*inputs, *out)):
            return _ufunc_in_numpy(ufunc, method, inputs, kwargs)
        return NotImplemented
    options = {**kwargs, "out": out[0]} if len(out) == 1 else kwargs
    try:
        for x in (*inputs, *out):
            check_plain(x)
        for x in out:
            if is_host_array(x):
                beside(x[:0], self.device)
        if method != "__call__" and not hasattr(ours, method):  # made of ufuncs
            raise UnsupportedOperation(f"no {method} of {ours.__name__}")
        return (ours if method == "__call__" else getattr(ours, method))(
            *inputs, **options
        )
    except REFUSALS:
        if not may_fall_back((*inputs, *out)):
            raise
    return _ufunc_in_numpy(ufunc, method, inputs, kwargs)


def _may_mix(name, args):
    """Whether a function itself says which arrays of NumPy's it takes beside ours."""
    if name in _OF_PARAMETERS:
        return bool(args) and isinstance(args[0], ndarray)
    return name in _MIXING


def array_function(self, func, types, args, kwargs):
    """Runs the function of the same name; NotImplemented for unknown types.

    A function that is not there, or that refuses its arguments, runs on host copies; a
    TypeError where `tenorite.config.fallback` is "error".
    """
    if not all(issubclass(t, (ndarray, numpy.ndarray)) for t in types):
        return NotImplemented
    ours = _counterparts.get(func) or _function(func)
    if ours is None:
        if may_fall_back((*args, *kwargs.values())):
            return in_numpy(func, args, kwargs, device=self.device)
        raise no_counterpart(func)
    is_mixture = any(issubclass(t, numpy.ndarray) for t in types)
    if func.__name__ in _CREATION and "device" not in kwargs:
        kwargs = {**kwargs, "device": self.device}
    try:
        if is_mixture and not _may_mix(func.__name__, args):
            check_host_mix((*args, *kwargs.values()))
        return ours(*args, **kwargs)
    except REFUSALS as error:
        instead = instead_of(error, func, args, kwargs)
        if instead is None:
            raise
    return instead(func, args, kwargs)


def array_namespace(self, /, *, api_version=None):
    """The module with the array API's functions.

    ValueError for revisions of the standard that it does not follow.
    """
    if api_version is not None and api_version not in _REVISIONS:
        if not isinstance(api_version, str):
            raise ValueError(
                "Only None and strings are allowed as the Array API version, but "
                f"received: {api_version}."
            )
        raise ValueError(
            f'Version "{api_version}" of the Array API Standard is not supported.'
        )
    return namespace()


def to_host_array(self, dtype=None, copy=None):
    """NumPy array on the same memory on the CPU device; TypeError on a GPU.

    ValueError if copy=False cannot hold.
    """
    if str(self.device) != "cpu":
        raise HostConversionError(
            f"this array is on {self.device} and is not copied to the host without "
            "being asked: use x.get() or tenorite.asnumpy(x)"
        )
    h = host_view(self)
    if dtype is not None and numpy.dtype(dtype) != h.dtype:
        if copy is False:
            raise ValueError(
                "Unable to avoid copy while creating an array as requested."
            )
        return h.astype(dtype)
    return h.copy(order="K") if copy else h


def array_interface(self):
    """The memory on the CPU device, for NumPy's array interface."""
    if str(self.device) != "cpu":
        raise AttributeError(f"no __array_interface__ of an array on {self.device}")
    return {
        "version": 3,
        "shape": self.shape,
        "typestr": self.dtype.str,
        "descr": [("", self.dtype.str)],
        "strides": None if self.flags.c_contiguous else self.strides,
        "data": (self._pointer if self.size else 0, not self.flags.writeable),
    }


def _rebuild(shape, dtype, order, device, buffer):
    h = numpy.frombuffer(buffer, check_dtype(dtype)).reshape(shape, order=order)
    try:
        return from_host(h, device)
    except (ValueError, RuntimeError):  # no such device in this process
        return from_host(h, None)


# A scalar's class is pickled as NumPy's type, which it equals.
copyreg.pickle(scalar_type, lambda cls: (getattr, (cls.dtype, "type")))


def _rebuild_scalar(*parts):
    return as_scalar(_rebuild(*parts))


def reduce_ex(self, protocol):
    """Pickles shape, dtype, order, device and the items; out of band from 5 on."""
    order = "F" if self.flags.fnc else "C"
    flat = self.get(order=order).reshape(-1, order=order)
    if protocol >= 5:
        from pickle import PickleBuffer

        buffer = PickleBuffer(flat)
    else:
        buffer = flat.tobytes()
    rebuild = _rebuild_scalar if isinstance(self, scalar) else _rebuild
    return rebuild, (self.shape, self.dtype.str, order, str(self.device), buffer)

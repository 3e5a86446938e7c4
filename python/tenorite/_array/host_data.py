# SPDX-License-Identifier: Apache-2.0
"""Arrays of dtypes that no device computes with: they are NumPy's own.

Texts, objects, dates, structures and long doubles are `numpy.ndarray`, wherever a
function makes or reads arrays. A device that was asked for is a TypeError. NumPy's
functions compute with them; numbers that come of it go to the default device.
"""

import functools
import inspect
import types

import numpy

from .._core import Function
from .._runtime.compiled_paths import compiled
from .convert import UnsupportedDtype, check_dtype, fetched, from_host, holds_ours

# Parameters of ours that NumPy's functions lack.
_OURS = ("device", "like", "blocking")


def or_numpy(function):
    """Decorator: NumPy's function makes what has a dtype that no device computes with.

    It is that of the same name, with host copies of arrays of ours.
    """
    theirs = getattr(numpy, function.__name__)
    names = inspect.unwrap(function).__code__.co_varnames
    place = names.index("dtype") if "dtype" in names else 1 << 30

    @functools.wraps(function)
    def made(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            dtype = args[place] if place < len(args) else kwargs.get("dtype")
            asked = kwargs.get("device") is not None or kwargs.get("like") is not None
            if asked or not _is_refusal(error, dtype):
                raise
        keywords = {k: fetched(x) for k, x in kwargs.items() if k not in _OURS}
        return theirs(*map(fetched, args), **keywords)

    made.takes_host_data = True
    return made


# Functions that change their first argument, which may be an array of NumPy.
_CHANGING = frozenset("copyto fill_diagonal place put put_along_axis putmask".split())


def with_host_data(value):
    """The public form of what a section exports.

    A function that NumPy has too is NumPy's when it is called without any array of
    ours, where no device has a dtype among the arguments or where it is to change a
    NumPy array.
    """
    is_function = isinstance(value, (Function, types.FunctionType))
    return _public_form(value) if is_function else value


@functools.cache  # one function may have several names
def _public_form(function):
    if isinstance(function, Function):
        inner = function.__wrapped__
        public = _public_form(inner)
        return function if public is inner else compiled(public)
    name = function.__name__
    theirs = getattr(numpy, name, None)
    if theirs is None or hasattr(function, "takes_host_data"):
        return function
    caught = TypeError if name in _CHANGING else UnsupportedDtype

    @functools.wraps(function)
    def public(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except caught as error:
            changes = bool(args) and isinstance(args[0], numpy.ndarray)
            if not (changes or isinstance(error, UnsupportedDtype)):
                raise
            if holds_ours(args) or holds_ours(kwargs.values()):
                raise
            if any(kwargs.get(key) is not None for key in _OURS):
                raise
        return _with_numbers_placed(theirs(*args, **kwargs))

    return public


def _with_numbers_placed(result):
    """A result of NumPy, its arrays of numbers on the default device."""
    if isinstance(result, numpy.ndarray):
        return placed(result, None) if result.ndim else result
    if isinstance(result, (list, tuple)):
        items = map(_with_numbers_placed, result)
        named = hasattr(result, "_fields")
        return type(result)(*items) if named else type(result)(items)
    return result


def _is_refusal(error, dtype):
    """Whether an error says that no device computes with a dtype, that asked for or not.

    Compiled paths refuse `dtype` by a TypeError without a class of its own.
    """
    if isinstance(error, UnsupportedDtype):
        return True
    if dtype is None:
        return False
    try:
        check_dtype(dtype)
    except UnsupportedDtype:
        return True
    except TypeError:
        pass
    return False


def placed(h, device):
    """What a function has read: on the device, or `h` if no device has its dtype."""
    if device is None and not is_supported(h.dtype):
        return h
    return from_host(h, device)


def is_supported(dtype):
    """Whether devices compute with a dtype, in whatever byte order."""
    try:
        check_dtype(dtype.newbyteorder("="))
    except UnsupportedDtype:
        return False
    return True

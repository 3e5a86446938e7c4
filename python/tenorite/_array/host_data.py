# SPDX-License-Identifier: Apache-2.0
"""Arrays of dtypes that no device computes with: they are NumPy's own.

Texts, objects, dates, structures and long doubles are `numpy.ndarray`, wherever a
function makes or reads arrays. A device that was asked for is a TypeError.
"""

import functools
import inspect

import numpy

from .._core import ndarray
from .convert import UnsupportedDtype, check_dtype, from_host

# Parameters of ours that NumPy's functions lack.
_OURS = ("device", "like", "blocking")


def _fetched(x):
    return x.get() if isinstance(x, ndarray) else x


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
        keywords = {k: _fetched(x) for k, x in kwargs.items() if k not in _OURS}
        return theirs(*map(_fetched, args), **keywords)

    return made


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

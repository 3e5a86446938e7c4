# SPDX-License-Identifier: Apache-2.0
"""Arrays of dtypes that no device computes with: they are NumPy's own.

Texts, objects, dates, structures and long doubles are `numpy.ndarray`, wherever a
function makes or reads arrays. A device that was asked for is a TypeError. NumPy's
functions compute with them; numbers that come of it go to the default device.
"""

import functools
import types

import numpy

from .._core import Function
from .._runtime.fallbacks import get_setting
from .convert import (
    MixedOperands,
    UnsupportedDtype,
    UnsupportedOperation,
    from_host,
    holds_ours,
    is_made,
)
from .fallback import (
    CHANGING,
    REFUSALS,
    in_numpy,
    is_refusal,
    map_arrays,
    may_fall_back,
    name_of,
    written,
)

# Parameters of ours that NumPy's functions lack.
_OURS = ("device", "like", "blocking")


def or_numpy(function):
    """Decorator: NumPy's function makes what has a dtype that no device computes with.

    It is that of the same name, with host copies of arrays of ours. Numbers that come
    of such a dtype (rows of three, `3f8`) are ours.
    """
    theirs = getattr(numpy, function.__name__)

    def made(error, args, kwargs):
        asked = kwargs.get("device") is not None or kwargs.get("like") is not None
        if asked or not is_refusal(error):
            return NotImplemented
        kwargs = {k: x for k, x in kwargs.items() if k not in _OURS}
        if holds_ours((*args, *kwargs.values())):
            return in_numpy(theirs, args, kwargs)
        return _on_host_data(theirs, args, kwargs)

    return Function(function, False, (UnsupportedDtype,), made)


def with_host_data(value, module=numpy):
    """The public form of what a section exports.

    Where the function of ours refuses its arguments, NumPy's function of that name
    answers: on host data by itself, where none of the arguments is an array of ours,
    else on host copies as `tenorite.config.fallback` allows. `module` is that of NumPy
    with its functions.
    """
    is_function = isinstance(value, (Function, types.FunctionType))
    return _public_form(value, module) if is_function else value


@functools.cache  # one function may have several names
def _public_form(function, module):
    name = function.__name__
    theirs = getattr(module, name, None)
    if theirs is None or getattr(function, "_instead", None) is not None:
        return function
    refusals = (MixedOperands, *REFUSALS)
    if name in CHANGING:
        refusals = (TypeError, UnsupportedOperation)

    def answer(error, args, kwargs):
        is_mixture = isinstance(error, MixedOperands)
        if is_mixture and _are_of_numpy_alone(theirs, args, kwargs):
            # The first of them is on the default device already.
            args, kwargs = (map_arrays(x, _on_default_device) for x in (args, kwargs))
            return function(*args, **kwargs)
        instead = instead_of(error, theirs, args, kwargs)
        return NotImplemented if instead is None else instead(theirs, args, kwargs)

    return Function(function, False, refusals, answer)


def _are_of_numpy_alone(theirs, args, kwargs):
    """Whether arrays are NumPy's, and none is to be changed."""
    changed = any(isinstance(x, numpy.ndarray) for x in written(theirs, args, kwargs))
    return not changed and not holds_ours((*args, *kwargs.values()))


def _on_default_device(x):
    return from_host(x) if isinstance(x, numpy.ndarray) and x.ndim else x


def without_counterpart(name):
    """NumPy's public function of that name in our place, for one that we have not.

    None if there is none, or if the user wants no fallback.
    """
    theirs = getattr(numpy, name) if name in numpy.__all__ else None
    if not isinstance(theirs, (types.FunctionType, type(numpy.sum))):
        return None
    if get_setting() == "error":
        return None

    @functools.wraps(theirs)
    def public(*args, **kwargs):
        if may_fall_back((*args, *kwargs.values())):
            return in_numpy(theirs, args, kwargs)
        raise no_counterpart(theirs)

    return public


def no_counterpart(theirs):
    """The TypeError for a function that we have not."""
    return TypeError(
        f"{name_of(theirs)} has no counterpart for arrays of tenorite yet; call it with "
        "x.get() and bring the result back with tenorite.asarray()"
    )


def instead_of(error, theirs, args, kwargs):
    """What answers with NumPy's function after an error of ours; None if nothing does."""
    if any(kwargs.get(key) is not None for key in _OURS):
        return None
    items = (*args, *kwargs.values())
    targets = written(theirs, args, kwargs)
    changes_host = theirs.__name__ in CHANGING and isinstance(
        targets[-1], numpy.ndarray
    )
    if not is_refusal(error) and not (changes_host and isinstance(error, TypeError)):
        return None
    if not holds_ours(items) and not isinstance(error, UnsupportedOperation):
        return _on_host_data
    return in_numpy if may_fall_back(items) else None


def _on_host_data(theirs, args, kwargs):
    """NumPy's result, its arrays of numbers on the default device."""
    return map_arrays(
        theirs(*args, **kwargs),
        lambda h: placed(h, None) if type(h) is numpy.ndarray else h,
    )


def placed(h, device):
    """What a function has read: on the device, or `h` if no device makes its dtype."""
    if device is None and not is_made(h.dtype):
        return h
    return from_host(h, device)

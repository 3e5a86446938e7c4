# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions on host copies of our arrays: docs/design/fallback.md."""

import copy
import functools
import inspect
import operator

import numpy

from .. import _core
from .._core import as_scalar, ndarray, scalar
from .._runtime import fallbacks
from .convert import (
    UnsupportedDtype,
    UnsupportedOperation,
    arrays_among,
    beside,
    from_host,
    is_host_array,
    is_made,
    mixed_devices,
)
from .memory import host_copy, host_view, is_host, is_in_host_memory

# What the package refuses since no kernel does it.
REFUSALS = (UnsupportedDtype, UnsupportedOperation)

# Functions that change their first argument.
CHANGING = frozenset("copyto fill_diagonal place put put_along_axis putmask".split())


def device_among(items):
    """The device of the arrays of ours among the items and in their sequences.

    None if there are none, ValueError if they are on two.
    """
    found = None
    for x in arrays_among(items):
        if isinstance(x, ndarray):
            if found is not None and x.device != found:
                raise mixed_devices(found, x.device)
            found = x.device
    return found


def may_fall_back(items):
    """Whether NumPy may compute with these arguments: `tenorite.config.fallback`."""
    return fallbacks.policy(_name(device_among(items))) != "error"


def _name(device):
    return _core.device.default() if device is None else str(device)


def is_refusal(error):
    """Whether the package refused, rather than a function of the user's it called."""
    if not isinstance(error, REFUSALS):
        return False
    trace = error.__traceback__
    while trace is not None:
        if not fallbacks.is_inside(trace.tb_frame):
            return False
        trace = trace.tb_next
    return True


@functools.cache
def _parameters(function):
    try:
        return tuple(inspect.signature(function).parameters)
    except ValueError:
        return ()


def written(function, args, kwargs):
    """The arguments that a function of NumPy writes to."""
    names = _parameters(function)
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    targets = [given.get("out")]
    if function.__name__ in CHANGING:
        targets.append(args[0] if args else given.get(names[0]))
    return targets


class _StandIns:
    """Host arrays in the place of arrays of ours, and the way back."""

    def __init__(self, targets):
        self._targets = {id(x) for x in arrays_among(targets)}
        self._of = {}  # by id: the array and its stand-in
        self._for = {}  # the array, or sequence, by the id of its stand-in
        self._copies = []  # of sequences
        self.bytes = 0

    def of(self, x):
        """What stands for an argument; in lists, tuples and dicts for each item."""
        if isinstance(x, ndarray):
            if id(x) not in self._of:
                h = self._made(x)
                self._of[id(x)] = x, h
                self._for[id(h)] = x
                self.bytes += h.nbytes
            return self._of[id(x)][1]
        if type(x) not in (list, tuple, dict):
            return x
        made = with_items(x, self.of)
        if made is not x:
            self._copies.append(made)
            self._for[id(made)] = x
        return made

    def _made(self, x):
        if is_in_host_memory(x):
            h = host_view(x)
        else:
            h = host_copy(x)
            # An unexpected write fails instead of being lost.
            h.flags.writeable = id(x) in self._targets and x.flags.writeable
        return h[()] if isinstance(x, scalar) else h

    def write_back(self):
        """Copies what was written to where it belongs."""
        for x, h in self._of.values():
            if id(x) in self._targets and not is_in_host_memory(x):
                x[...] = from_host(h, x.device)
                self.bytes += h.nbytes

    def back(self, result, device, other=None):
        """A result of NumPy, its arrays and scalars on the device."""
        return map_arrays(result, lambda h: self._placed(h, device), other)

    def _restore(self, h):
        """Puts what was given where its stand-ins are items of an array of objects."""
        for index in numpy.ndindex(h.shape):
            x = self._for.get(id(h[index]))
            if x is not None:
                h[index] = x

    def _placed(self, h, device):
        if id(h) in self._for:
            return self._for[id(h)]
        if id(h) in self._targets:
            return h  # an array of NumPy that was given as out=
        if type(h) is not numpy.ndarray and not isinstance(h, numpy.generic):
            return h  # masked arrays and other subclasses
        if not is_made(h.dtype):
            if h.dtype == object and isinstance(h, numpy.ndarray):
                self._restore(h)
            return h
        self.bytes += h.nbytes
        if isinstance(h, numpy.generic):
            return as_scalar(from_host(numpy.asarray(h), device))
        if is_host(device):
            # The same memory: what is a view stays one.
            return _core.array_on_numpy(h, h.flags.writeable)
        return from_host(h, device)


def with_items(x, convert):
    """A list, tuple or dict of convert(item); `x` itself where no item changes.

    So what a caller's functions write into it reaches the caller.
    """
    items = list(x.values() if type(x) is dict else x)
    made = [convert(item) for item in items]
    if all(map(operator.is_, made, items)):
        return x
    return dict(zip(x, made, strict=True)) if type(x) is dict else type(x)(made)


def map_arrays(result, place, other=None):
    """A result of NumPy, with place(x) for the arrays and scalars in its sequences.

    `other` is called with what is neither, where it is given.
    """

    def mapped(x):
        return map_arrays(x, place, other)

    if isinstance(result, (numpy.ndarray, numpy.generic)):
        return place(result)
    if type(result) in (list, tuple):
        return with_items(result, mapped)
    if isinstance(result, (list, tuple)):
        items = [mapped(x) for x in result]
        if not hasattr(result, "_fields"):
            return type(result)(items)
        made = tuple.__new__(type(result), items)
        if hasattr(result, "__dict__"):  # SciPy's named tuples have more than items
            vars(made).update({k: mapped(v) for k, v in vars(result).items()})
        return made
    if type(result) is dict:
        return with_items(result, mapped)
    if other is None:
        return result
    # SciPy's dok arrays are dicts as well: `other` knows them by their format.
    if isinstance(result, dict) and not hasattr(result, "format"):
        made = with_items(dict(result), mapped)
        if any(made[key] is not x for key, x in result.items()):
            result = copy.copy(result)  # whose class may take other arguments
            result.update(made)
    return other(result)


def name_of(function):
    """The name of a function of NumPy, as the counter shows it."""
    module = getattr(function, "__module__", None)
    return f"{module}.{function.__name__}" if module else function.__name__


def in_numpy(function, args, kwargs, name=None, targets=None, device=None, other=None):
    """A function of NumPy on host copies of arrays of ours, counted.

    On the CPU device they share memory. `targets` are arguments that it writes to,
    by default those that written() finds. Arrays and scalars among the results go to
    the device of the arguments (`device` if there is none), if it has their dtype;
    `other` makes what else there is among them.
    ValueError for arrays on two devices, TypeError for NumPy arrays beside a GPU's.
    NumPy's exceptions come through.
    """
    items = (*args, *kwargs.values())
    found = device_among(items)
    if found is not None:
        device = found
        if any(map(is_host_array, arrays_among(items))):
            beside(numpy.empty(0), device)  # refused on a GPU, as config.mixed says
    stand_ins = _StandIns(
        written(function, args, kwargs) if targets is None else targets
    )
    # Without its dispatcher, which would ask us about arrays inside other objects.
    run = getattr(function, "_implementation", function)
    result = run(*stand_ins.of(args), **stand_ins.of(kwargs))
    stand_ins.write_back()
    result = stand_ins.back(result, _name(device), other)
    name = name or name_of(function)
    warn = fallbacks.policy(_name(device)) == "warn"
    fallbacks.count(name, _name(device), stand_ins.bytes, warn)
    return result


def host_method(self, method, args, kwargs):
    """NumPy's method of an array or ufunc of ours after a refusal; for the core.

    NotImplemented where the user wants no fallback.
    """
    kwargs = kwargs or {}
    if not may_fall_back((self, *args, *kwargs.values())) or kwargs.get("device"):
        return NotImplemented
    if isinstance(self, ndarray):
        name, args = f"numpy.ndarray.{method}", (self, *args)
        owner = numpy.generic if isinstance(self, scalar) else numpy.ndarray
        function = getattr(owner, method)
    else:
        name = f"numpy.{self.__name__}.{method}"
        function = getattr(getattr(numpy, self.__name__), method)
    return in_numpy(function, args, kwargs, name)


def count_mixed_copy(h, device):
    """Counts the copy of a NumPy array to a GPU beside arrays there; for the core."""
    if h.nbytes:
        fallbacks.count("asarray", device, h.nbytes)

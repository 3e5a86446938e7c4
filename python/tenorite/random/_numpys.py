# SPDX-License-Identifier: Apache-2.0
"""NumPy's own numbers: methods that numpy.random runs on the host, for arrays of ours.

Arguments come to NumPy as host arrays, which on the CPU device are the same memory.
Arrays that NumPy makes become arrays of the device, on the CPU device without a copy.
"""

import functools
import inspect

import numpy

from .. import _core
from .._array.convert import (
    UnsupportedDtype,
    from_host,
    mixed_devices,
    native_host,
)
from .._array.memory import host_view, is_host
from .._array.nested_sequences import first_leaf
from .._core import ndarray, scalar
from .._kernels.recording import config


def placed(h, device=None):
    """Host array `h`, which nobody else writes to, as an array of the device.

    The same memory on the CPU device; `h` itself if no device has its dtype.
    """
    try:
        h = native_host(h)
    except UnsupportedDtype:
        return h
    if is_host(device or _core.device.default()):
        return _core.array_on_numpy(h, h.flags.writeable)
    return from_host(h, device)


def which_numbers(numbers, *bit_generators):
    """ "fast" or "numpy": what is asked for, else what `tenorite.config.random` says.

    Bit generators that are not ours have NumPy's numbers alone. ValueError for other
    words, TypeError for fast numbers of such ones.
    """
    foreign = [x for x in bit_generators if not hasattr(x, "_stream")]
    if numbers is None:
        return "numpy" if foreign else config.random
    if numbers not in ("fast", "numpy"):
        raise ValueError(f"numbers must be 'fast' or 'numpy', not {numbers!r}")
    if numbers == "fast" and foreign:
        kind = type(foreign[0])
        raise TypeError(
            "fast numbers need PCG64, PCG64DXSM or Philox of tenorite.random, not "
            f"{kind.__module__}.{kind.__qualname__}"
        )
    return numbers


@functools.cache
def with_numpys(cls, base):
    """The subclass of `cls` whose methods are NumPy's.

    `base` is that of the class to which `cls` belongs; methods that `cls` overrides
    stay what they are.
    """
    if issubclass(cls, base):
        return cls
    if issubclass(base, cls):
        return base
    names = {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
    return type(cls.__name__, (cls, base), {**names, "_public": cls})


def public_class(x):
    """The class by which users know the class of `x`."""
    return vars(type(x)).get("_public", type(x))


def _host_copy(x):
    """A copy for NumPy to write to, contiguous and writable where `x` is."""
    h = x.get(order="A")
    if not x.flags.forc:
        h = numpy.stack([h, h], axis=-1)[..., 0]
    h.flags.writeable = x.flags.writeable
    return h


class _Arguments:
    """The arguments of a call for NumPy, and the device of the arrays among them.

    `changed` is the array of ours that the call writes to, `written` is that of NumPy.
    """

    def __init__(self, changed):
        self.changed = changed
        self.written = None
        self.device = None

    def for_numpy(self, x):
        if isinstance(x, ndarray):
            if self.device is None:
                self.device = x.device
            elif x.device != self.device:
                raise mixed_devices(self.device, x.device)
            if x is self.changed:
                return self._to_write()
            h = host_view(x) if is_host(x.device) else x.get()
            return h[()] if isinstance(x, scalar) else h
        if type(x) in (list, tuple) and isinstance(first_leaf(x), ndarray):
            # Lists that are shuffled hold what they held.
            return x if x is self.changed else type(x)(map(self.for_numpy, x))
        return x

    def _to_write(self):
        if self.written is None:
            x = self.changed
            self.written = host_view(x) if is_host(x.device) else _host_copy(x)
            if not x.flags.writeable:
                self.written.flags.writeable = False
        return self.written

    def result(self, result):
        """What the call returns where NumPy has returned `result`."""
        if self.written is None:
            return result
        if not is_host(self.device):
            self.changed[...] = from_host(self.written, self.device)
        return self.changed if result is self.written else result

    def placed(self, result, name, device):
        """Arrays that NumPy has made: on the device of the arguments, or that one.

        So are items that `choice` takes from an array, and all numbers where an
        argument is an array of ours on a GPU: scalars.
        """
        if isinstance(result, numpy.ndarray):
            return placed(result, self.device or device)
        if self.device is None and name != "choice":
            return result
        is_number = isinstance(result, (int, float)) and not (
            self.device is None or is_host(self.device)
        )
        if is_number or isinstance(result, numpy.generic):
            return placed(numpy.array(result), self.device or device)[()]
        return result


def _forwarded(name, ours, theirs):
    """The method that calls NumPy's; `ours` is that of the fast numbers."""
    code = theirs.__code__  # inspect.signature() is slow, and methods are many
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    changes = "out" if "out" in names else "x" if name == "shuffle" else None
    changed = names.index(changes) if changes else 1 << 30
    # NumPy takes our numbers for them; they say nothing of the device.
    sizes = range(1 << 30) if name in ("rand", "randn") else ()
    if "size" in names:
        sizes = (names.index("size"),)

    @functools.wraps(ours)
    def call(self, *args, **kwargs):
        given = _Arguments(
            args[changed] if changed < len(args) else kwargs.get(changes)
        )
        args = [
            x if place in sizes else given.for_numpy(x) for place, x in enumerate(args)
        ]
        for key, x in kwargs.items():
            if key != "size":
                kwargs[key] = given.for_numpy(x)
        result = given.result(getattr(self._theirs, name)(*args, **kwargs))
        if result is given.changed:
            return result
        return given.placed(result, name, self._device)

    call.__doc__ = f"NumPy's own: see numpy.random.{theirs.__qualname__}."
    return call


def runs_numpys(theirs, but=()):
    """Decorator: the class has the methods of numpy.random's class `theirs`.

    Its objects hold one of that class as `_theirs`. Methods that it defines itself,
    and the names `but`, stay as they are.
    """

    def fill(cls):
        for name, method in inspect.getmembers(theirs, callable):
            if not name.startswith("_") and name not in but and name not in vars(cls):
                setattr(cls, name, _forwarded(name, getattr(cls, name), method))
        return cls

    return fill

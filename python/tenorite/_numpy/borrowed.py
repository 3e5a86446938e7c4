# SPDX-License-Identifier: Apache-2.0
"""NumPy's own functions over our arrays.

Some functions of NumPy are short programs over other functions of NumPy: those of
polynomials, and of `emath`. `Borrowed` makes twins of a module's functions and
classes. A twin runs NumPy's code with globals of its own, which hold our functions
in the place of NumPy's: it computes with our operations, on the device of its
arguments, and has NumPy's checks, dtypes, words and docstrings.
"""

import functools
import inspect
import os
import types

import numpy

from .. import _core
from .._array.convert import check_host_mix
from .._core import ndarray
from .._runtime.device import Device
from .._runtime.package import FOLDER, namespace

_MODULES_OF_ARRAYS = ("numpy", "numpy._core.numeric")


class _Warnings:
    """What stands for the module `warnings`: the program's own line is named."""

    @staticmethod
    def warn(message, category, stacklevel=1):
        _core.warn(message, category)


def _counterpart(name, value):
    """Ours of what one of NumPy's modules has imported; `value` where there is none."""
    if inspect.ismodule(value):
        if value.__name__ in _MODULES_OF_ARRAYS:
            return namespace()
        return _Warnings if value.__name__ == "warnings" else value
    for theirs, ours in ((numpy, ""), (numpy.linalg, "linalg")):
        if getattr(theirs, name, None) is value and callable(value):
            place = getattr(namespace(), ours) if ours else namespace()
            return getattr(place, name, value)
    return value


def _as_code_of_package(code):
    """The code, whose frames are those of the package where warnings look for users."""
    folder = os.path.join(FOLDER, "borrowed", os.path.basename(code.co_filename))
    constants = (
        _as_code_of_package(x) if isinstance(x, types.CodeType) else x
        for x in code.co_consts
    )
    return code.replace(co_filename=folder, co_consts=tuple(constants))


def _device_among(items):
    """The device of the first array among arguments, polynomials and sequences."""
    for x in items:
        if type(x) in (list, tuple):
            found = _device_among(x)
            if found is not None:
                return found
            continue
        held = () if isinstance(x, ndarray) else getattr(x, "__dict__", ())
        for name in ("coef", "coeffs"):  # of polynomials, once they are made
            if name in held:
                x = held[name]
        if isinstance(x, ndarray):
            return x.device
    return None


def _entrance(function, mixing):
    """The function, with the device of its arguments as the default one meanwhile.

    Without `mixing` a TypeError where host arrays stand beside arrays of ours.
    """

    @functools.wraps(function)
    def call(*args, **kwargs):
        items = (*args, *kwargs.values())
        if not mixing:
            check_host_mix(items)
        device = _device_among(items)
        if device is None or str(device) == _core.device.default():
            return function(*args, **kwargs)
        with Device(device):
            return function(*args, **kwargs)

    return call


class Borrowed:
    """Twins of the functions and classes of one of NumPy's modules.

    `name` is the module that they say they are of, `given` has pairs of what NumPy's
    module holds of modules that have twins, and the twin.
    """

    def __init__(self, module, name, given=()):
        self._source = vars(module)
        self._made = {}
        # Relative imports of the twins go by the package, which a spec would contradict.
        self.globals = {**self._source, "__name__": name, "__spec__": None}
        self.globals["__package__"] = name.rpartition(".")[0]
        given = {id(theirs): ours for theirs, ours in given}
        for key, value in self._source.items():
            if id(value) in given:
                self.globals[key] = given[id(value)]
            elif not key.startswith("__"):
                twin = self._twin(value)
                made = twin is not value
                self.globals[key] = twin if made else _counterpart(key, value)

    def _is_theirs(self, function):
        return inspect.isfunction(function) and function.__globals__ is self._source

    def _twin(self, value):
        function = inspect.unwrap(value) if callable(value) else None
        if self._is_theirs(function):
            return self._function(function)
        if isinstance(value, type) and any(
            self._is_theirs(inspect.unwrap(x))
            for x in vars(value).values()
            if callable(x)
        ):
            return self._class(value)
        return value

    def _function(self, function):
        if function not in self._made:
            twin = types.FunctionType(
                _as_code_of_package(function.__code__),
                self.globals,
                function.__name__,
                function.__defaults__,
                function.__closure__,
            )
            twin.__kwdefaults__ = function.__kwdefaults__
            twin.__dict__.update(function.__dict__)
            twin.__qualname__ = function.__qualname__
            twin.__module__ = self.globals["__name__"]
            twin.__doc__ = function.__doc__
            self._made[function] = twin
        return self._made[function]

    def _attribute(self, x):
        """The twin of an attribute of a class."""
        if isinstance(x, staticmethod):
            return staticmethod(self._twin(x.__func__))
        if isinstance(x, classmethod):
            return classmethod(_entrance(self._twin(x.__func__), True))
        if isinstance(x, property):
            parts = (x.fget, x.fset, x.fdel)
            return property(*(f and self._twin(f) for f in parts), doc=x.__doc__)
        return _entrance(self._twin(x), True) if inspect.isfunction(x) else x

    def _class(self, cls):
        bases = tuple(
            self.globals.get(base.__name__, base) if base is not object else base
            for base in cls.__bases__
        )
        made = ("__dict__", "__weakref__", "__abstractmethods__", "_abc_impl")
        body = {k: self._attribute(x) for k, x in vars(cls).items() if k not in made}
        body["__module__"] = self.globals["__name__"]
        return type(cls)(cls.__name__, bases, body)

    def module(self):
        """A module of the twins, for the twins of other modules."""
        module = types.ModuleType(self.globals["__name__"])
        vars(module).update(self.globals)
        return module

    def public(self, names, mixing=False):
        """The twins of these names by name, as users call them.

        Functions take host arrays beside arrays of ours only with `mixing`.
        """
        found = {}
        for name in names:
            value = self.globals[name]
            if (
                inspect.isfunction(value)
                and value.__module__ == self.globals["__name__"]
            ):
                value = _entrance(value, mixing)
            found[name] = value
        return found

# SPDX-License-Identifier: Apache-2.0
"""How many array operations a program makes, by running it with NumPy.

A namespace stands for NumPy, whose functions count; arrays are of a class whose
operators and methods count. What NumPy calls inside a function is not counted. Views
by slices are operations like others; attributes such as `T` are none.
"""

import functools
import types

import numpy

# Methods of arrays that make no array and are no operation of a program.
_LEFT_OUT = {
    "__array__",
    "__array_finalize__",
    "__array_function__",
    "__array_ufunc__",
    "__array_wrap__",
    "__class__",
    "__class_getitem__",
    "__delattr__",
    "__dir__",
    "__getattribute__",
    "__init__",
    "__init_subclass__",
    "__len__",
    "__new__",
    "__repr__",
    "__setattr__",
    "__sizeof__",
    "__str__",
    "__subclasshook__",
    "view",
}


class _Counted(numpy.ndarray):
    """An array whose operators and methods count, by the `counter` of its class."""


class _Namespace:
    """A module, or an object such as a generator, whose functions count."""

    def __init__(self, counter, of):
        self._counter, self._of = counter, of
        self.__name__ = getattr(of, "__name__", "")

    def __getattr__(self, name):
        found = getattr(self._of, name)
        if isinstance(found, types.ModuleType):
            return _Namespace(self._counter, found)
        if isinstance(found, type) or not callable(found):
            return found
        counted = self._counter.counted(found)
        if isinstance(found, numpy.ufunc):
            for method in ("accumulate", "at", "outer", "reduce", "reduceat"):
                setattr(counted, method, self._counter.counted(getattr(found, method)))
        return counted


class Counter:
    """Counts calls; `operations` of them so far."""

    def __init__(self):
        self.operations = 0
        names = set(dir(numpy.ndarray)) - _LEFT_OUT
        plain = {name: getattr(numpy.ndarray, name) for name in names}
        methods = {n: self.counted(f) for n, f in plain.items() if callable(f)}
        # `__hash__` is None, which stays.
        self.array = type("_Counted", (_Counted,), methods)
        self.numpy = _Namespace(self, numpy)

    def counted(self, function):
        """The function, which counts itself; its arrays are plain ones meanwhile."""

        @functools.wraps(function, updated=())
        def call(*args, **kwargs):
            self.operations += 1
            args = [self.plain(x) for x in args]
            kwargs = {name: self.plain(x) for name, x in kwargs.items()}
            return self.wrapped(function(*args, **kwargs))

        return call

    def plain(self, x):
        if isinstance(x, _Counted):
            return numpy.ndarray.view(x, numpy.ndarray)
        if isinstance(x, (tuple, list)):
            return type(x)(self.plain(item) for item in x)
        return x

    def wrapped(self, x):
        """What a function gave, as something that counts."""
        if isinstance(x, (numpy.ndarray, numpy.generic)):
            return numpy.asarray(x).view(self.array)
        if type(x) in (tuple, list):
            return type(x)(self.wrapped(item) for item in x)
        if isinstance(x, numpy.random.Generator):
            return _Namespace(self, x)
        return x


def operations(call, operands):
    """How many array operations `call(numpy, *operands)` makes."""
    counter = Counter()
    call(counter.numpy, *(counter.wrapped(x) for x in operands))
    return counter.operations

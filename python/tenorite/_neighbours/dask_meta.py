# SPDX-License-Identifier: Apache-2.0
"""dask.array: metas without axes stay arrays of ours.

A meta is an array without items, which says of which library and dtype the chunks are.
What a reduction gives for it is a scalar, which dask forgets, or of which it makes an
array by numpy.array(): on the CPU device the meta then is of the wrong library, on a GPU
that is a TypeError, since items of a GPU are not copied to the host unasked.
"""

import importlib
import types

import numpy

from .._core import scalar


class _Numpy(types.ModuleType):
    """NumPy as a module of dask sees it, to whom our scalars are arrays of ours."""

    def __getattr__(self, name):
        value = getattr(numpy, name)
        setattr(self, name, value)  # found without this function from now on
        return value


class _Making(_Numpy):
    """For modules that call array() of a scalar."""

    @staticmethod
    def array(object, *args, **keywords):
        if type(object) is scalar and not args and not keywords:
            return object[...]
        return numpy.array(object, *args, **keywords)


class _Asking(_Numpy):
    """For the module that forgets a meta for which isscalar() holds."""

    @staticmethod
    def isscalar(element):
        return type(element) is not scalar and numpy.isscalar(element)


_MODULES = {
    "dask.array._reductions_generic": _Asking,
    "dask.array.core": _Making,
    "dask.array.utils": _Making,
}


def mend_metas():
    """Gives the modules that NumPy, where this version of dask has them."""
    for name, seen in _MODULES.items():
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        if getattr(module, "np", None) is numpy:
            module.np = seen("numpy", numpy.__doc__)

# SPDX-License-Identifier: Apache-2.0
"""Operands of other types: who answers, and NumPy's answer where no device has one.

Objects, texts and dates have dtypes that no device computes with. NumPy computes
with them on the host; results of a supported dtype come back to the device.
"""

import importlib

import numpy
from numpy._core._exceptions import _UFuncNoLoopError

from .._array.convert import UnsupportedDtype, check_dtype, from_host, make_array
from .._array.fallback import in_numpy, may_fall_back
from .._array.host_data import with_host_data
from .._core import as_scalar, ndarray, ufuncs
from .products import matmul

_absent = object()
_matmul = with_host_data(matmul)  # which NumPy computes of objects

# numpy.ndarray's __array_priority__, which operators compare with; ours is higher, for
# libraries that choose among types of arrays by it.
_PRIORITY = 0.0


# The methods of a right operand, by ufunc.
_REFLECTED = {
    "add": "__radd__",
    "divide": "__rtruediv__",
    "equal": "__eq__",
    "floor_divide": "__rfloordiv__",
    "greater": "__lt__",
    "greater_equal": "__le__",
    "less": "__gt__",
    "less_equal": "__ge__",
    "multiply": "__rmul__",
    "not_equal": "__ne__",
    "power": "__rpow__",
    "remainder": "__rmod__",
    "subtract": "__rsub__",
}

NO_VALUE = numpy._NoValue  # what NumPy's functions give for an `initial` of none


def initial_item(value, dtype):
    """`value` as the item of `dtype` that NumPy's reductions start from."""
    nothing = numpy.empty(0, dtype)
    return numpy.maximum.reduce(nothing, initial=value, dtype=dtype)


def foreign_operand(x, device):
    """`x` as an array on `device`; None if its dtype is one that no device has."""
    try:
        return make_array(x, None, None, None, 0, device)
    except UnsupportedDtype:
        return None


def _on_device(result, device):
    """A result of NumPy as one of a ufunc: without axes a scalar."""
    return as_scalar(from_host(numpy.asarray(result), device))


def host_ufunc(library, name, inputs, device, out, keywords, refused):
    """The ufunc of a host library on host copies; its results, or those in `out`.

    NotImplemented if that library is not installed, or has no such ufunc.

    With `tenorite.config.fallback` "error": NotImplemented if the dtype asked for is
    what was `refused`, else a TypeError where a result has a dtype that no device has.
    """
    allowed = may_fall_back((*inputs, *out))
    if refused and not allowed:
        return NotImplemented
    targets = [x for x in out if x is not None]
    if targets:
        keywords = {**keywords, "out": out}
    try:
        function = getattr(importlib.import_module(library), name)
    except (ModuleNotFoundError, AttributeError):
        return NotImplemented
    results = in_numpy(function, inputs, keywords, f"{library}.{name}", targets, device)
    if not allowed:
        for x in results if isinstance(results, tuple) else (results,):
            check_dtype(x.dtype if hasattr(x, "dtype") else object)
    return results


def _ask(other, ufunc, a, b, keywords):
    answer = other.__array_ufunc__(ufunc, "__call__", a, b, **keywords)
    if answer is NotImplemented:
        raise TypeError(
            "operand type(s) all returned NotImplemented from __array_ufunc__"
            f"({ufunc!r}, '__call__', {a!r}, {b!r}): '{type(a).__name__}', "
            f"'{type(b).__name__}'"
        )
    return answer


def _reflected(name, a, other):
    """The answer of the right operand; NotImplemented where it has none.

    It gets NumPy's array or scalar for ours where it knows no other, as pandas does,
    which asks in C for numbers.
    """
    method = getattr(type(other), _REFLECTED.get(name, ""), None)
    answer = NotImplemented if method is None else method(other, a)
    if answer is NotImplemented and method and may_fall_back((a,)):
        place = f"{type(other).__module__}.{type(other).__name__}"
        answer = in_numpy(method, (other, a), {}, f"{place}.{_REFLECTED[name]}")
    return answer


def foreign_operator(name, a, b, out):
    """The operator of ufunc `name` on an array of ours and something else.

    NotImplemented by NumPy's rule: the left operand gives way to an object with
    __array_ufunc__ = None, or without one but with an __array_priority__ above that
    of NumPy's arrays.
    """
    forward = isinstance(a, ndarray)
    x, other = (a, b) if forward else (b, a)
    keywords = {} if out is None else {"out": (out,)}
    protocol = getattr(type(other), "__array_ufunc__", _absent)
    if isinstance(other, (numpy.generic, numpy.ndarray)):
        protocol = _absent
    if protocol is None and forward and out is None:
        return NotImplemented
    if protocol is _absent and forward:
        if getattr(other, "__array_priority__", -1e6) > _PRIORITY:
            return _reflected(name, a, other) if out is None else NotImplemented
    if name == "matmul":
        if protocol is not _absent and protocol is not None:
            return _ask(other, matmul, a, b, keywords)
        return _matmul(a, b, **keywords)
    try:
        return ufuncs[name](a, b, **keywords)
    except _UFuncNoLoopError:
        if name not in ("equal", "not_equal"):
            raise
    if isinstance(other, numpy.void):
        raise TypeError("Cannot compare structured or void to non-void arrays.")
    # Of types that NumPy cannot compare nothing is equal.
    nothing = [numpy.zeros(numpy.shape(operand), bool) for operand in (a, b)]
    differ = numpy.not_equal(*nothing)
    return _on_device(~differ if name == "not_equal" else differ, x.device)

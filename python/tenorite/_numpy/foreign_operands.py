# SPDX-License-Identifier: Apache-2.0
"""Operands of other types: who answers, and NumPy's answer where no device has one.

Objects, texts and dates have dtypes that no device computes with. NumPy computes
with them on the host; results of a supported dtype (comparisons) come back to the
device, others are a TypeError.
"""

import numpy
from numpy._core._exceptions import _UFuncNoLoopError
from numpy.lib.stride_tricks import as_strided

from .._array.convert import UnsupportedDtype, from_host, make_array
from .._core import as_scalar, ndarray, ufuncs
from .products import matmul

_absent = object()

# numpy.ndarray's __array_priority__, which operators compare with; ours is higher, for
# libraries that choose among types of arrays by it.
_PRIORITY = 0.0


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


def _host(x):
    """A host copy in the memory order of an array of ours; anything else as it is."""
    if not isinstance(x, ndarray):
        return x
    layout = as_strided(numpy.empty(0, x.dtype), x.shape, x.strides)
    return x.get(out=numpy.empty_like(layout))


def _on_device(result, device):
    """A result of NumPy as one of a ufunc: without axes a scalar."""
    return as_scalar(from_host(numpy.asarray(result), device))


def host_ufunc(name, inputs, device, out, keywords):
    """The ufunc of NumPy on host copies; its results, or those written to `out`.

    TypeError where the result has a dtype that no device has.
    """
    targets = tuple(_host(x) for x in out)
    if any(x is not None for x in targets):
        keywords = {**keywords, "out": targets}
    keywords = {key: _host(x) for key, x in keywords.items()}
    results = getattr(numpy, name)(*map(_host, inputs), **keywords)
    if not isinstance(results, tuple):
        results = (results,)
    done = []
    for result, given in zip(results, out, strict=True):
        made = _on_device(result, device)
        if given is not None:
            given[...] = made
        done.append(made if given is None else given)
    return done[0] if len(done) == 1 else tuple(done)


def _ask(other, ufunc, a, b, keywords):
    answer = other.__array_ufunc__(ufunc, "__call__", a, b, **keywords)
    if answer is NotImplemented:
        raise TypeError(
            "operand type(s) all returned NotImplemented from __array_ufunc__"
            f"({ufunc!r}, '__call__', {a!r}, {b!r}): '{type(a).__name__}', "
            f"'{type(b).__name__}'"
        )
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
            return NotImplemented
    if name == "matmul":
        if protocol is not _absent and protocol is not None:
            return _ask(other, matmul, a, b, keywords)
        return matmul(a, b, **keywords)
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

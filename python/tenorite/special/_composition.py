# SPDX-License-Identifier: Apache-2.0
"""Functions that are made of ufuncs and take the keywords of ufuncs."""

import functools
import importlib.util
import inspect

import numpy

from .._array.convert import (
    UnsupportedDtype,
    UnsupportedOperation,
    as_operand,
    as_operands,
    common_dtype,
    is_weak,
    weak_or_arrays,
)
from .._array.fallback import in_numpy, may_fall_back
from .._core import as_scalar, ufuncs
from .._numpy.creation import astype
from .._numpy.ufuncs import ufunc_signature

_positive = ufuncs["positive"]
_KEYWORDS = frozenset("where casting order dtype subok signature".split())


def real(*values):
    """The values as arrays of float32 or float64; integers become float64.

    Python numbers take the precision of the others. TypeError for complex numbers.
    """
    values = weak_or_arrays(values)
    name = _precision(values)
    like = next((x for x in values if not is_weak(x)), None)
    return [
        as_operand(x, like, name) if is_weak(x) else astype(x, name, copy=False)
        for x in values
    ]


def strong_real(*values):
    """As real(), for functions that SciPy computes in double precision beside integers."""
    return real(*as_operands(values))


def _precision(values):
    dtype = common_dtype(values)
    if dtype.kind == "c":
        raise UnsupportedDtype("complex numbers are not supported")
    return "float32" if dtype.char in "ef" else "float64"


def or_scipy(function):
    """The function, and SciPy's of its name on the host for complex numbers."""

    @functools.wraps(function)
    def call(*args, **options):
        try:
            return function(*args, **options)
        except UnsupportedDtype:
            has_scipy = importlib.util.find_spec("scipy") is not None
            if not has_scipy or not may_fall_back((*args, *options.values())):
                raise
        name = function.__name__
        theirs = getattr(importlib.import_module("scipy.special"), name)
        return in_numpy(theirs, args, options, f"scipy.special.{name}")

    return call


def composition(results):
    """Makes a ufunc's counterpart of a function of real operands with that many results.

    Results without axes are scalars. The function is called with operands alone; `out`,
    `where`, `casting`, `order` and `dtype` are seen to here, as a ufunc with loops for
    float32 and float64 does.
    """

    def decorate(function):
        names = list(inspect.signature(function).parameters)
        count = len(names)

        @functools.wraps(function)
        def call(*operands, out=None, **options):
            if len(operands) == count and out is None and not options:
                found = function(*operands)
                return as_scalar(found) if results == 1 else (*map(as_scalar, found),)
            if not count <= len(operands) <= count + results:
                raise TypeError(
                    f"{function.__name__}() takes from {count} to {count + results} "
                    f"positional arguments but {len(operands)} "
                    f"{'was' if len(operands) == 1 else 'were'} given"
                )
            given = operands[count:]
            if given and out is not None:
                raise TypeError(
                    "cannot specify 'out' as both a positional and keyword argument"
                )
            for name in options.keys() - _KEYWORDS:
                raise TypeError(
                    f"{function.__name__}() got an unexpected keyword argument '{name}'"
                )
            outs = _outputs(given or out, results, by_position=bool(given))
            return _computed(function, operands[:count], outs, **options)

        signature = ufunc_signature(count, results)
        parameters = list(signature.parameters.values())
        operands = [
            p.replace(name=name)
            for p, name in zip(parameters[:count], names, strict=True)
        ]
        call.__signature__ = signature.replace(parameters=operands + parameters[count:])
        call.nin, call.nout, call.nargs = count, results, count + results
        call.types = [f"{x * count}->{x * results}" for x in "fd"]
        call.made_of_ufuncs = True
        return or_scipy(call)

    return decorate


def _outputs(out, results, *, by_position):
    """One array or None for each result."""
    if by_position:
        return out + (None,) * (results - len(out))
    if out is None:
        return (None,) * results
    if not isinstance(out, tuple):
        if results > 1:
            raise TypeError("'out' must be a tuple of arrays")
        return (out,)
    if len(out) != results:
        raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
    return out


def _computed(
    function,
    operands,
    outs,
    *,
    where=True,
    casting="same_kind",
    order="K",
    dtype=None,
    subok=True,
    signature=None,
):
    """The results, in `outs` where those are given."""
    name = function.__name__
    if signature is not None:
        raise UnsupportedOperation(f"{name}() takes no signature")
    arrays = as_operands(operands)
    loop = numpy.dtype(_precision(weak_or_arrays(operands)) if dtype is None else dtype)
    if loop.char not in "fd":
        raise UnsupportedDtype(
            f"No loop matching the specified signature and casting was found for "
            f"ufunc {name}"
        )
    for k, a in enumerate(arrays):
        place = "input" if len(arrays) == 1 else f"input {k}"
        _check_cast(a.dtype, loop, casting, f"'{name}' {place}")
    for k, array in enumerate(outs):
        if array is not None and hasattr(array, "dtype"):
            place = "output" if len(outs) == 1 else f"output {k}"
            _check_cast(loop, array.dtype, casting, f"'{name}' {place}")
    values = function(*(astype(a, loop, copy=False) for a in arrays))
    values = values if isinstance(values, tuple) else (values,)
    options = {"where": where, "casting": casting, "order": order, "subok": subok}
    done = tuple(
        _positive(value, out=out, **options)
        for value, out in zip(values, outs, strict=True)
    )
    return done[0] if len(done) == 1 else done


def _check_cast(dtype, to, casting, what):
    if not numpy.can_cast(dtype, to, casting):
        raise TypeError(
            f"Cannot cast ufunc {what} from {dtype!r} to {to!r} with casting rule "
            f"'{casting}'"
        )

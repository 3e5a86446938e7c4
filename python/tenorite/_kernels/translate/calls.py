# SPDX-License-Identifier: Apache-2.0
"""Functions that kernels can call."""

import builtins
import functools
import math
import operator

import numpy

from ... import _core
from ..._array.convert import check_dtype
from ..._core import special_ufuncs, ufuncs
from ..._numpy.math import reachable
from ..._runtime.package import namespace
from .loops import Value, as_type
from .operators import BINARY, apply_operator, fold
from .source import is_python_function
from .types import (
    COMPLEX,
    FLOAT,
    ctype,
    describe,
    is_weak,
    storage,
    type_name,
    weak_of,
)

# math's functions that are ufuncs under another or the same name.
_MATH_UFUNCS = {
    "acos": "arccos",
    "acosh": "arccosh",
    "asin": "arcsin",
    "asinh": "arcsinh",
    "atan": "arctan",
    "atan2": "arctan2",
    "atanh": "arctanh",
    "cbrt": "cbrt",
    "copysign": "copysign",
    "cos": "cos",
    "cosh": "cosh",
    "degrees": "degrees",
    "exp": "exp",
    "exp2": "exp2",
    "expm1": "expm1",
    "fabs": "fabs",
    "fmod": "fmod",
    "hypot": "hypot",
    "log": "log",
    "log10": "log10",
    "log1p": "log1p",
    "log2": "log2",
    "nextafter": "nextafter",
    "pow": "power",
    "radians": "radians",
    "sin": "sin",
    "sinh": "sinh",
    "sqrt": "sqrt",
    "tan": "tan",
    "tanh": "tanh",
}
_MATH_TESTS = ("isfinite", "isinf", "isnan")
_MATH_TO_INT = ("ceil", "floor", "trunc")
_MATH_INTEGERS = ("gcd", "lcm")


def _numbers(lowering, args, node):
    for value in args:
        if not isinstance(value, Value):
            raise lowering.error(
                node, f"a number is needed here, not {describe(value)}"
            )
    return args


def _ufunc(name):
    def handle(lowering, args, node):
        ufunc = _named_ufunc(name)
        _arity(lowering, args, node, ufunc.nin)
        return _apply(lowering, ufunc, args)

    return handle


def _named_ufunc(name):
    return ufuncs.get(name) or special_ufuncs.get(name) or getattr(_core, name)


def _apply(lowering, ufunc, args):
    results = lowering.loops.apply(ufunc, args)
    return tuple(results) if len(results) > 1 else results[0]


def _arity(lowering, args, node, *counts):
    if len(args) not in counts:
        raise lowering.error(
            node,
            f"{' or '.join(map(str, counts))} arguments are needed, not {len(args)}",
        )


def _floating(value):
    """Python's math gives a float for every integer."""
    if is_weak(value.type):
        return as_type(value, value.type if value.type is complex else float)
    return as_type(value, FLOAT) if value.type.kind in "biu" else value


def _math(name):
    def handle(lowering, args, node):
        if all(v.is_constant for v in args):
            folded = fold(getattr(math, name), args)
            if folded is not None:
                return folded
        if name in _MATH_TESTS:
            return _apply(lowering, ufuncs[name], args)
        if name in _MATH_INTEGERS:
            return functools.reduce(
                lambda a, b: _apply(lowering, ufuncs[name], [a, b]), args
            )
        if lowering.rules.math_takes_floats:
            args = [_floating(v) for v in args]
        if name in _MATH_TO_INT:
            result = _apply(lowering, ufuncs[name], args)
            return as_type(_strong(result), int)
        if name == "log" and len(args) == 2:
            top, base = (_apply(lowering, ufuncs["log"], [v]) for v in args)
            return _apply(lowering, ufuncs["divide"], [top, base])
        if name == "modf":
            return _apply(lowering, ufuncs["modf"], args)
        ufunc = ufuncs[_MATH_UFUNCS[name]]
        _arity(lowering, args, node, ufunc.nin)
        weak = all(is_weak(v.type) for v in args)
        result = _apply(lowering, ufunc, args)
        # Floats of Python stay floats of Python.
        return Value(float, result.text) if weak and result.type == FLOAT else result

    return handle


def _strong(value):
    return Value(storage(value.type), value.text) if is_weak(value.type) else value


# ---- builtins ----


def _abs(lowering, args, node):
    _arity(lowering, args, node, 1)
    return apply_operator(lowering.loops, operator.abs, "absolute", args)


def _extreme(name, first_wins):
    def handle(lowering, args, node):
        """Python's rule: a later argument wins only by comparing so."""
        if len(args) == 1 and isinstance(args[0], tuple):
            args = _numbers(lowering, args[0], node)
        if len(args) < 2:
            raise lowering.error(
                node, f"{name}() takes two or more numbers in a kernel"
            )
        best = args[0]
        for other in args[1:]:
            best, other = lowering.temporary(best), lowering.temporary(other)
            wins = apply_operator(
                lowering.loops,
                operator.lt if first_wins == "less" else operator.gt,
                first_wins,
                [other, best],
            )
            if wins.is_constant:
                best = other if wins.constant else best
            else:
                best = lowering.choose(wins.text, (other, best), ([], []))
        return best

    return handle


def _convert(type_):
    def handle(lowering, args, node):
        _arity(lowering, args, node, 0, 1)
        if not args:
            return Value.of(type_(0))
        (value,) = args
        if type_ in (int, float) and storage(value.type).kind == "c":
            raise TypeError(
                f"{type_.__name__}() argument must be a real number, not "
                f"{type_name(value.type)}"
            )
        if value.is_constant:
            return Value.of(type_(value.constant))
        return as_type(value, type_)

    return handle


def _complex(lowering, args, node):
    _arity(lowering, args, node, 0, 1, 2)
    if len(args) < 2 or all(v.is_constant for v in args):
        return (
            _convert(complex)(lowering, args[:1], node)
            if len(args) < 2
            else fold(complex, args)
        )
    parts = [v.to(FLOAT) for v in args]
    return Value(complex, f"{ctype(COMPLEX)}{{{', '.join(parts)}}}")


def _round(lowering, args, node):
    """round(x) is an int, round(x, n) is of x's type: halves go to even."""
    _arity(lowering, args, node, 1, 2)
    value = args[0]
    if all(v.is_constant for v in args):
        return fold(round, args)
    if len(args) == 1:
        if storage(value.type).kind in "biu":
            return as_type(value, int)
        return as_type(_apply(lowering, ufuncs["rint"], [value]), int)
    return round_to(lowering, value, args[1], node)


def round_to(lowering, value, decimals, node):
    """tenorite.round() of one number."""
    if not (decimals.is_constant and decimals.type in (int, bool)):
        raise lowering.error(node, "round() needs a constant number of decimals")
    n = int(decimals.constant)
    weak = value.type if is_weak(value.type) else None
    dtype = storage(value.type)
    if dtype.kind in "iu" and n >= 0:
        return value
    if n == 0 or dtype.kind == "b":
        result = _apply(lowering, ufuncs["rint"], [value])
    else:
        up, down = ("multiply", "divide") if n > 0 else ("divide", "multiply")
        scale = Value.of(10.0 ** abs(n) if abs(n) <= 308 else math.inf)
        result = _apply(lowering, ufuncs[up], [_strong(value), scale])
        result = _apply(lowering, ufuncs["rint"], [result])
        result = _apply(lowering, ufuncs[down], [result, scale])
        if dtype.kind in "iu":
            result = as_type(result, dtype)
    return Value(weak, result.to(storage(weak))) if weak else result


def _divmod(lowering, args, node):
    _arity(lowering, args, node, 2)
    if all(is_weak(v.type) for v in args):
        from ast import FloorDiv, Mod

        return tuple(
            apply_operator(lowering.loops, *BINARY[kind][:2], args)
            for kind in (FloorDiv, Mod)
        )
    return _apply(lowering, ufuncs["divmod"], args)


def _pow(lowering, args, node):
    _arity(lowering, args, node, 2)
    return apply_operator(lowering.loops, operator.pow, "power", args)


# ---- functions of NumPy and Tenorite that are no ufuncs ----


def _where(lowering, args, node):
    _arity(lowering, args, node, 3)
    test = as_type(args[0], numpy.dtype(bool))
    type_ = lowering.rules.common(args[1], args[2])
    if test.is_constant:
        return as_type(args[1 if test.constant else 2], storage(type_))
    # A choice, not the operation: what is not taken is not computed.
    return _strong(lowering.choose(test.text, tuple(args[1:]), ([], [])))


def _clip(lowering, args, node):
    _arity(lowering, args, node, 3)
    value, low, high = args
    ends = [v if isinstance(v, Value) else None for v in (low, high)]
    if storage(value.type).kind in "iu":
        numbers = [v.constant if v is not None and v.is_constant else v for v in ends]
        kept = reachable(*numbers, storage(value.type))
        ends = [v if k is not None else None for v, k in zip(ends, kept, strict=True)]
    low, high = ends
    if low is None and high is None:
        return _apply(lowering, ufuncs["positive"], [value])
    if low is None:
        return _apply(lowering, ufuncs["minimum"], [value, high])
    if high is None:
        return _apply(lowering, ufuncs["maximum"], [value, low])
    return _apply(lowering, _core.clip, [value, low, high])


def _numpy_round(lowering, args, node):
    _arity(lowering, args, node, 1, 2)
    decimals = args[1] if len(args) == 2 else Value.of(0)
    return round_to(lowering, _strong_constant(args[0]), decimals, node)


def _strong_constant(value):
    if value.is_constant:
        return Value.of(numpy.asarray(value.constant)[()])
    return _strong(value)


def _part(name):
    def handle(lowering, args, node):
        _arity(lowering, args, node, 1)
        return part_of(args[0], name)

    return handle


def part_of(value, name):
    """x.real or x.imag."""
    if value.is_constant:
        return Value.of(getattr(value.constant, name))
    dtype = storage(value.type)
    type_ = float if value.type is complex else value.type
    if dtype.kind == "c":
        if not is_weak(type_):
            type_ = numpy.dtype(dtype.char.lower())
        return Value(type_, f"{value.text}.{'re' if name == 'real' else 'im'}")
    if name == "real":
        return value
    zero = Value.of(dtype.type(0)) if not is_weak(type_) else Value.of(type_(0))
    return zero


@functools.cache
def _table():
    """Handlers by function; each takes numbers only."""
    table = {
        builtins.abs: _abs,
        builtins.bool: _convert(bool),
        builtins.complex: _complex,
        builtins.divmod: _divmod,
        builtins.float: _convert(float),
        builtins.int: _convert(int),
        builtins.pow: _pow,
        builtins.round: _round,
    }
    for name in (*_MATH_UFUNCS, *_MATH_TESTS, *_MATH_TO_INT, *_MATH_INTEGERS, "modf"):
        table[getattr(math, name)] = _math(name)
    for module in (numpy, namespace()):
        table[module.where] = _where
        table[module.round] = table[module.around] = _numpy_round
        table[module.real] = _part("real")
        table[module.imag] = _part("imag")
    return table


@functools.cache
def _loose_table():
    """Handlers that take tuples or None as well."""
    return {
        builtins.max: _extreme("max", "greater"),
        builtins.min: _extreme("min", "less"),
        numpy.clip: _clip,
        namespace().clip: _clip,
    }


def _constant_call(function, args):
    """len(), enumerate() and the like of constants, as tuples."""
    if function is len and len(args) == 1 and isinstance(args[0], tuple):
        return Value.of(len(args[0]))
    if function is tuple and len(args) == 1 and isinstance(args[0], tuple):
        return args[0]
    if function in (enumerate, reversed, zip) and all(
        isinstance(a, tuple) for a in args
    ):
        if function is enumerate:
            return tuple((Value.of(k), item) for k, item in enumerate(*args))
        return tuple(function(*args))
    return None


def _hashable(function):
    try:
        hash(function)
    except TypeError:
        return False
    return True


def call(lowering, function, args, keywords, node):
    """The value of a call; KernelSyntaxError for functions unknown to kernels."""
    kernel_function = getattr(function, "_kernel_function", None)
    if kernel_function is not None:
        function = kernel_function
    if is_python_function(function) and not _known(function):
        return lowering.program.call(lowering, function, args, keywords, node)
    if keywords:
        raise lowering.error(node, "keywords are supported for Python functions only")
    if not _hashable(function):
        raise lowering.error(node, "this cannot be called in a kernel")
    found = _constant_call(function, args)
    if found is not None:
        return found
    if handler := _loose_table().get(function):
        return handler(lowering, args, node)
    handler = _table().get(function) or _of_type(function)
    if handler is None:
        name = getattr(function, "__name__", repr(function))
        raise lowering.error(
            node,
            f"{name}() cannot be called in a kernel: use functions of math, ufuncs, "
            "abs, min, max, round, where, clip, or a Python function",
        )
    return handler(lowering, _numbers(lowering, args, node), node)


def _known(function):
    return function in _table() or function in _loose_table()


def _of_type(function):
    if isinstance(function, _core.ufunc):
        return _ufunc(function.__name__)
    if isinstance(function, numpy.ufunc):
        name = function.__name__
        known = name in ufuncs or name in special_ufuncs or name == "clip"
        return _ufunc(name) if known else None
    if isinstance(function, type) and issubclass(function, numpy.generic):
        dtype = check_dtype(function)
        return lambda lowering, args, node: _cast(lowering, args, node, dtype)
    return None


def _cast(lowering, args, node, dtype):
    _arity(lowering, args, node, 1)
    if storage(args[0].type).kind == "c" and dtype.kind not in "cb":
        raise TypeError(f"{dtype} cannot hold a complex number: use .real, or abs()")
    return as_type(args[0], dtype)


# ---- attributes and methods of numbers ----


def number_attribute(lowering, value, node):
    if node.attr in ("real", "imag"):
        return part_of(value, node.attr)
    if node.attr == "dtype" and not is_weak(value.type):
        return value.type
    raise lowering.error(
        node, f"a number has no attribute {node.attr!r} in a kernel, only real and imag"
    )


def number_method(lowering, value, node):
    name = node.func.attr
    args = [lowering.expression(a) for a in node.args]
    if node.keywords:
        raise lowering.error(node, "keywords are not supported here")
    if name in ("conjugate", "conj") and not args:
        if storage(value.type).kind != "c":
            return value
        return apply_operator(
            lowering.loops, lambda x: x.conjugate(), "conjugate", [value]
        )
    if name == "astype" and len(args) == 1 and not isinstance(args[0], Value):
        dtype = lowering.guarded(node, check_dtype, args[0])
        return as_type(value, dtype)
    if name == "item" and not args and not is_weak(value.type):
        return as_type(value, weak_of(value.type))
    raise lowering.error(
        node,
        f"a number has no method {name}() in a kernel, only conjugate(), astype(dtype) "
        "and item()",
    )

# SPDX-License-Identifier: Apache-2.0
"""Python's operators on values of kernels."""

import ast
import operator

import numpy

from ..._core import ufuncs
from .loops import Value
from .types import is_weak, weak_of

# Node of the syntax tree: Python's operator, the ufunc, how the user writes it.
BINARY = {
    ast.Add: (operator.add, "add", "+"),
    ast.Sub: (operator.sub, "subtract", "-"),
    ast.Mult: (operator.mul, "multiply", "*"),
    ast.Div: (operator.truediv, "divide", "/"),
    ast.FloorDiv: (operator.floordiv, "floor_divide", "//"),
    ast.Mod: (operator.mod, "remainder", "%"),
    ast.Pow: (operator.pow, "power", "**"),
    ast.LShift: (operator.lshift, "left_shift", "<<"),
    ast.RShift: (operator.rshift, "right_shift", ">>"),
    ast.BitAnd: (operator.and_, "bitwise_and", "&"),
    ast.BitOr: (operator.or_, "bitwise_or", "|"),
    ast.BitXor: (operator.xor, "bitwise_xor", "^"),
}
UNARY = {
    ast.USub: (operator.neg, "negative"),
    ast.UAdd: (operator.pos, "positive"),
    ast.Invert: (operator.invert, "invert"),
}
COMPARISONS = {
    ast.Eq: (operator.eq, "equal"),
    ast.NotEq: (operator.ne, "not_equal"),
    ast.Lt: (operator.lt, "less"),
    ast.LtE: (operator.le, "less_equal"),
    ast.Gt: (operator.gt, "greater"),
    ast.GtE: (operator.ge, "greater_equal"),
}
_LOGICAL = ("bitwise_and", "bitwise_or", "bitwise_xor")


def fold(function, operands):
    """What Python makes of constants, as a value; None where it makes no number."""
    with numpy.errstate(all="ignore"):
        result = function(*(v.constant for v in operands))
    if isinstance(result, (bool, int, float, complex, numpy.generic)):
        return Value.of(result)
    return None


def power_short_cut(kind, exponent):
    """The ufunc that stands for a power by a Python number, or None: NumPy's rule."""
    if type(exponent) not in (int, float):
        return None
    if exponent == 2 and (kind in "fc" or type(exponent) is int):
        return "square"
    if kind not in "fc":
        return None
    names = {1: "positive", -1: "reciprocal", 0.5: "sqrt"}
    return names.get(exponent)


def _python_arithmetic(loops, name, operands):
    """Operators between Python numbers, whose result is one again."""
    if name not in _LOGICAL or any(v.type is not bool for v in operands):
        # Python counts with bools as with 0 and 1.
        operands = [_as_int(v) for v in operands]
    (result,) = loops.apply(ufuncs[name], operands)
    result.type = weak_of(result.type)
    return result


def _as_int(value):
    if value.type is not bool:
        return value
    if value.is_constant:
        return Value.of(int(value.constant))
    return Value(int, f"cast<long>({value.text})")


def apply_operator(loops, function, name, operands):
    """The value of a unary, binary or comparison operator; NumPy's TypeErrors."""
    if all(v.is_constant for v in operands):
        folded = fold(function, loops.rules.constants(ufuncs[name], operands))
        if folded is not None:
            return folded
    weak = all(is_weak(v.type) for v in operands)
    if weak and name in ("less", "less_equal", "greater", "greater_equal"):
        if any(v.type is complex for v in operands):
            raise TypeError("complex numbers of Python have no order")
    if weak:
        return _python_arithmetic(loops, name, operands)
    if name == "power" and not is_weak(operands[0].type) and operands[1].is_constant:
        base = loops.rules.operands(ufuncs[name], operands)[0]
        short = power_short_cut(base.type.kind, operands[1].constant)
        if short:
            name, operands = short, [base]
    return loops.apply(ufuncs[name], operands)[0]

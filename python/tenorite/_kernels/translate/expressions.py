# SPDX-License-Identifier: Apache-2.0
"""Expressions of Python in C++.

An expression is a Value (a number), a tuple of expressions, or any other
constant of Python as it is: a function, a module, None, a string.
"""

import ast
import types

import numpy

from ..._array.convert import check_dtype
from . import calls
from .loops import Value
from .operators import BINARY, COMPARISONS, UNARY, apply_operator
from .types import BOOL, ctype, describe, join, storage

_PLAIN_HOLDERS = (types.ModuleType, type)


class Expressions:
    """The expressions of a Lowering."""

    def expression(self, node):
        handler = getattr(self, f"of_{type(node).__name__}", None)
        if handler is None:
            raise self.error(node, _refusal(node))
        return handler(node)

    def number(self, node):
        """An expression that has to be a number."""
        value = self.expression(node)
        if not isinstance(value, Value):
            raise self.error(node, f"a number is needed here, not {describe(value)}")
        return value

    def guarded(self, node, function, *args):
        """function(*args), whose exceptions say where they come from."""
        try:
            return function(*args)
        except (TypeError, ValueError, ArithmeticError) as error:
            self.place.note(error, node)
            raise

    # ---- constants and names ----

    def of_Constant(self, node):
        return constant(node.value)

    def of_Name(self, node):
        name = node.id
        if name in self.bindings:
            return self.read(name, node)
        try:
            value = self.scope.get(name)
        except NameError as error:
            self.place.note(error, node)
            raise
        return self.captured(value, node)

    def captured(self, value, node):
        """A value from outside the kernel."""
        if isinstance(value, (list, dict, set, numpy.ndarray)) or hasattr(
            value, "__cuda_array_interface__"
        ):
            raise self.error(
                node,
                f"a kernel holds constants only, and a {type(value).__name__} can "
                "change: use a tuple of numbers, or pass it as an argument",
            )
        return constant(value)

    def of_Tuple(self, node):
        if any(isinstance(item, ast.Starred) for item in node.elts):
            raise self.error(node, "* in a tuple is not supported: name each item")
        return tuple(self.expression(item) for item in node.elts)

    of_List = of_Tuple

    def of_Attribute(self, node):
        return self.attribute(self.expression(node.value), node)

    def attribute(self, value, node):
        """What `value.name` of the node is."""
        if isinstance(value, Value):
            return calls.number_attribute(self, value, node)
        if isinstance(value, _PLAIN_HOLDERS):
            try:
                found = self.scope.attribute(value, node.attr)
            except AttributeError as error:
                self.place.note(error, node)
                raise
            return self.captured(found, node)
        raise self.error(node, f"{describe(value)} has no attributes in a kernel")

    def of_Subscript(self, node):
        return self.item(self.expression(node.value), self.expression(node.slice), node)

    def item(self, value, index, node):
        """What `value[index]` of the node is."""
        if isinstance(value, tuple) and isinstance(index, Value) and index.is_constant:
            return self.guarded(node, lambda: value[index.constant])
        raise self.error(
            node,
            "a kernel works on one item of each array and indexes only tuples, by a "
            "constant: take the items before, or use ElementwiseKernel with raw arrays",
        )

    # ---- operators ----

    def of_BinOp(self, node):
        left, right = self.expression(node.left), self.expression(node.right)
        return self.binary(type(node.op), left, right, node)

    def binary(self, kind, left, right, node):
        if isinstance(left, tuple) and isinstance(right, tuple) and kind is ast.Add:
            return left + right
        if kind not in BINARY:
            raise self.error(node, "@ is no operator of numbers")
        function, name, symbol = BINARY[kind]
        for value in (left, right):
            if not isinstance(value, Value):
                raise self.error(
                    node, f"{describe(value)} is no operand of {symbol} in a kernel"
                )
        return self.guarded(
            node, apply_operator, self.loops, function, name, [left, right]
        )

    def of_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            test = self.condition(node.operand)
            if isinstance(test, bool):
                return Value.of(not test)
            return Value(bool, f"(!{test})")
        function, name = UNARY[type(node.op)]
        operand = self.number(node.operand)
        return self.guarded(node, apply_operator, self.loops, function, name, [operand])

    def of_Compare(self, node):
        left = self.expression(node.left)
        parts = []
        last = len(node.ops) - 1
        for k, (op, right_node) in enumerate(
            zip(node.ops, node.comparators, strict=True)
        ):
            right = self.expression(right_node)
            if k < last and isinstance(right, Value):
                right = self.temporary(right)
            parts.append(self._compare(op, left, right, node))
            left = right
        return self._all(parts)

    def _compare(self, op, left, right, node):
        if isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            return self._identity(op, left, right, node)
        function, name = COMPARISONS[type(op)]
        numbers = isinstance(left, Value) and isinstance(right, Value)
        if not numbers:
            if isinstance(left, Value) or isinstance(right, Value):
                raise self.error(node, "a number compares with numbers only")
            return constant(self.guarded(node, function, left, right))
        return self.guarded(
            node, apply_operator, self.loops, function, name, [left, right]
        )

    def _identity(self, op, left, right, node):
        negate = isinstance(op, (ast.IsNot, ast.NotIn))
        if isinstance(op, (ast.In, ast.NotIn)):
            if isinstance(left, str) and isinstance(right, str):
                return Value.of((left in right) != negate)
            if not isinstance(right, tuple):
                raise self.error(node, "in needs a tuple of numbers in a kernel")
            equal = [self._compare(ast.Eq(), left, item, node) for item in right]
            found = self._any(equal)
            return self._not(found) if negate else found
        if isinstance(left, Value) and isinstance(right, Value):
            raise self.error(node, "numbers have no identity in a kernel: use ==")
        same = left is right
        return Value.of(same != negate)

    def _not(self, value):
        if value.is_constant:
            return Value.of(not value.constant)
        return Value(bool, f"(!{value.to(BOOL)})")

    def _all(self, values):
        return self._combine(values, "&&", False)

    def _any(self, values):
        return self._combine(values, "||", True)

    def _combine(self, values, symbol, decides):
        """Truth values joined; the constant `decides` settles the result."""
        rest = []
        for value in values:
            if not value.is_constant:
                rest.append(value)
            elif bool(value.constant) is decides:
                return Value.of(decides)
        if not rest:
            return Value.of(not decides)
        if len(rest) == 1:
            return rest[0]
        type_ = rest[0].type
        for value in rest:
            type_ = join(type_, value.type)
        return Value(type_, f"({f' {symbol} '.join(v.to(BOOL) for v in rest)})")

    def branch(self, node):
        """An expression that is computed on a condition, and the lines it needs."""
        outer, self.lines = self.lines, []
        self.indent += 1
        value = self.expression(node)
        self.indent -= 1
        lines, self.lines = self.lines, outer
        return value, lines

    def condition(self, node):
        """The text of an expression's truth, or True or False."""
        return self.truth(self.expression(node), node)

    def truth(self, value, node):
        """The text of a value's truth, or True or False."""
        if not isinstance(value, Value):
            return bool(value)
        if value.is_constant:
            return bool(value.constant)
        return value.to(BOOL)

    def of_BoolOp(self, node):
        first, *rest = node.values
        value = self.expression(first)
        stops = isinstance(node.op, ast.Or)
        for other_node in rest:
            if not isinstance(value, Value) or value.is_constant:
                truth = value.constant if isinstance(value, Value) else value
                if bool(truth) is stops:
                    return value
                value = self.expression(other_node)
                continue
            value = self._short_circuit(value, other_node, stops)
        return value

    def _short_circuit(self, value, node, stops):
        other, lines = self.branch(node)
        if not isinstance(other, Value):
            raise self.error(node, f"a number is needed here, not {describe(other)}")
        if storage(value.type) == BOOL == storage(other.type) and not lines:
            text = f"({value.to(BOOL)} {'||' if stops else '&&'} {other.to(BOOL)})"
            return Value(join(value.type, other.type), text)
        value = self.temporary(value)
        test = value.to(BOOL)
        pair = (value, other) if stops else (other, value)
        where = ([], lines) if stops else (lines, [])
        return self.choose(test, pair, where)

    def of_IfExp(self, node):
        test = self.condition(node.test)
        if isinstance(test, bool):
            return self.expression(node.body if test else node.orelse)
        pair, lines = zip(self.branch(node.body), self.branch(node.orelse), strict=True)
        if all(isinstance(v, tuple) for v in pair) and len(pair[0]) == len(pair[1]):
            if any(lines):
                raise self.error(node, "write this choice of tuples with if and else")
            return tuple(
                self.choose(test, items, ([], [])) for items in zip(*pair, strict=True)
            )
        for value, part in zip(pair, (node.body, node.orelse), strict=True):
            if not isinstance(value, Value):
                raise self.error(
                    part, f"a number is needed here, not {describe(value)}"
                )
        return self.choose(test, pair, lines)

    def choose(self, test, pair, lines):
        """One of two numbers by a truth; `lines` are what each needs first."""
        type_ = self.rules.common(*pair)
        dtype = storage(type_)
        texts = [v.to(dtype) for v in pair]
        if not any(lines):
            return Value(type_, f"({test} ? {texts[0]} : {texts[1]})")
        self.temporaries += 1
        name = f"t{self.temporaries}"
        self.emit(f"{ctype(dtype)} {name};")
        self.emit(f"if ({test}) {{")
        self.lines += lines[0]
        self.emit(f"  {name} = {texts[0]};")
        self.emit("} else {")
        self.lines += lines[1]
        self.emit(f"  {name} = {texts[1]};")
        self.emit("}")
        return Value(type_, name)

    # ---- calls ----

    def of_Call(self, node):
        if isinstance(node.func, ast.Attribute):
            owner = self.expression(node.func.value)
            if isinstance(owner, Value):
                return calls.number_method(self, owner, node)
        function = self.expression(node.func)
        if any(isinstance(a, ast.Starred) for a in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            raise self.error(node, "* and ** in calls are not supported: name each one")
        args = [self.expression(a) for a in node.args]
        keywords = {k.arg: self.expression(k.value) for k in node.keywords}
        return self.guarded(node, self.call, function, args, keywords, node)

    def call(self, function, args, keywords, node):
        """What `function(*args, **keywords)` of the node is."""
        return calls.call(self, function, args, keywords, node)


def constant(value):
    """A constant of Python as an expression."""
    if type(value) in (bool, int, float, complex):
        return Value.of(value)
    if isinstance(value, numpy.generic):
        check_dtype(value.dtype)
        return Value.of(value)
    if isinstance(value, tuple):
        return tuple(map(constant, value))
    return value


_REFUSALS = {
    "NamedExpr": "write this assignment on a line of its own",
    "Lambda": "a lambda inside a kernel is not supported: define a function outside",
    "ListComp": "comprehensions are not supported: use a for loop",
    "GeneratorExp": "generators are not supported: use a for loop",
    "DictComp": "comprehensions are not supported: use a for loop",
    "SetComp": "comprehensions are not supported: use a for loop",
    "Dict": "a kernel has no dictionaries: use if and elif",
    "Set": "a kernel has no sets: use a tuple",
    "JoinedStr": "a kernel has no strings",
    "Yield": "a kernel returns numbers: use return",
    "Await": "a kernel waits for nothing",
    "Slice": "a kernel has no slices",
}


def _refusal(node):
    name = type(node).__name__
    return _REFUSALS.get(name, f"{name} is not supported in a kernel")

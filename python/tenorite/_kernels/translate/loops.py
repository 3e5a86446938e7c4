# SPDX-License-Identifier: Apache-2.0
"""Loops of the op table in the text of kernels: functor names, never maths."""

import functools
import types

import numpy

from ... import _core
from .types import BOOL, INT, ctype, is_weak, literal, storage

_NO_CONSTANT = object()

_COMPARISONS = {
    "equal": (False, False),
    "not_equal": (True, True),
    "less": (True, False),
    "less_equal": (True, False),
    "greater": (False, True),
    "greater_equal": (False, True),
}


class Typed:
    """An expression without side effects that has a type: a number, an array."""

    __slots__ = ("text", "type")
    is_constant = False

    def __init__(self, type_, text):
        self.type = type_
        self.text = text


class Value(Typed):
    """A number: its type, its text, its constant.

    A constant has no text until its type is decided.
    """

    __slots__ = ("constant",)

    def __init__(self, type_, text):
        super().__init__(type_, text)
        self.constant = _NO_CONSTANT

    @classmethod
    def of(cls, number):
        """A constant: a Python number, or a NumPy scalar."""
        weak = type(number) in (bool, int, float, complex)
        value = cls(type(number) if weak else number.dtype, None)
        value.constant = number
        return value

    @property
    def is_constant(self):
        return self.constant is not _NO_CONSTANT

    def to(self, dtype):
        """The text of the value in a dtype, converted as astype does."""
        if self.is_constant:
            number = self.constant
            if not is_weak(self.type) and self.type != dtype:
                with numpy.errstate(all="ignore"):
                    number = number.astype(dtype)
            return literal(number, dtype)
        if storage(self.type) == dtype:
            return self.text
        text = self.text
        if self.type is int and dtype.kind in "fc":
            # The nearest double first, as Python does.
            text = text if dtype.char == "d" else f"cast<double>({text})"
        return f"cast<{ctype(dtype)}>({text})"


def varies(value):
    """Whether an expression is known only when the kernel runs."""
    return isinstance(value, Typed) and not value.is_constant


def as_type(value, type_):
    """The value converted as astype does, or to a number of Python's."""
    # dtypes are equal to Python's types, which are weak all the same.
    if value.type == type_ and is_weak(value.type) == is_weak(type_):
        return value
    if value.is_constant:
        number = value.constant
        with numpy.errstate(all="ignore"):
            if is_weak(type_):
                return Value.of(type_(number))
            if is_weak(value.type):
                literal(number, type_)  # the OverflowError of what does not fit
            return Value.of(numpy.asarray(number).astype(type_)[()])
    return Value(type_, value.to(storage(type_)))


@functools.lru_cache(maxsize=4096)
def describe(ufunc, operands, on_cpu):
    """The loop that promotion chooses; TypeError, in NumPy's words, for none."""
    loop = _core.describe_loop(ufunc, operands, on_cpu)
    return types.SimpleNamespace(**loop)


class Loops:
    """Writes applications of loops and collects what their text needs."""

    def __init__(self, on_cpu, rules):
        self.on_cpu = on_cpu
        self.rules = rules
        self.headers = {"ops/device/apply.h"}
        self.vector_elements = {}
        # Whether an application may find an error.
        self.checked = False
        # Whether one costs more than some instructions.
        self.heavy = False
        # Texts of Python ints that have to fit a narrower dtype.
        self.narrowed = set()

    def merge(self, other):
        """Take over what the text of other applications needs."""
        self.headers |= other.headers
        self.vector_elements |= other.vector_elements
        self.checked |= other.checked
        self.heavy |= other.heavy

    def describe(self, ufunc, operands):
        """The loop for operands that are values."""
        asked = tuple(BOOL if v.type is bool else v.type for v in operands)
        return describe(ufunc, asked, self.on_cpu)

    @staticmethod
    def compares_by_value(ufunc, operand, other):
        """Whether a Python int keeps its value, whatever the integers it meets."""
        return (
            ufunc.__name__ in _COMPARISONS
            and operand.type is int
            and not operand.is_constant
            and not is_weak(other.type)
            and other.type.kind in "iu"
        )

    def apply(self, ufunc, operands):
        """The values of a ufunc's outputs for operands that are values."""
        operands = self.rules.operands(ufunc, operands)
        if ufunc.__name__ in _COMPARISONS:
            for k in range(2):
                decided = _beyond_range(ufunc.__name__, operands[1 - k], operands[k], k)
                if decided is not None:
                    return [Value.of(numpy.bool_(decided))]
                if self.compares_by_value(ufunc, operands[k], operands[1 - k]):
                    operands[k] = Value(INT, operands[k].text)
        loop = self.describe(ufunc, operands)
        texts = [v.to(d) for v, d in zip(operands, loop.inputs, strict=True)]
        if symbol := self.rules.symbol(ufunc, loop.inputs):
            return [Value(loop.outputs[0], f"({f' {symbol} '.join(texts)})")]
        self.headers.add(loop.header)
        self.heavy |= loop.heavy
        for value, dtype in zip(operands, loop.inputs, strict=True):
            if value.type is int and not value.is_constant and dtype.kind in "iu":
                self.narrowed.add((value.text, dtype))
        self._use_vector_function(loop)
        outputs = ", ".join(map(ctype, loop.outputs))
        name = f"op::{loop.functor}, {outputs}"
        if len(loop.outputs) == 2:
            text = f"apply_pair<{name}>({', '.join(texts)})"
            parts = zip(loop.outputs, ("first", "second"), strict=True)
            return [Value(d, f"{text}.{part}") for d, part in parts]
        if loop.checked and self.rules.reports and loop.outputs[0].kind in "iu":
            self.checked = True
            text = f"apply_checked<{name}>({', '.join(['error', *texts])})"
        else:
            text = f"apply<{name}>({', '.join(texts)})"
        return [Value(loop.outputs[0], text)]

    def _use_vector_function(self, loop):
        if not (loop.vector_symbol and self.rules.vector_functions):
            return
        types_ = [ctype(d) for d in (*loop.outputs, *loop.inputs)]
        key = (loop.functor, *types_)
        if key in self.vector_elements:
            return
        self.headers.add("jit/prelude/kernels/vector_math.h")
        number = ctype(numpy.dtype(loop.vector_letter))
        family = loop.vector_symbol.partition("::")[0]
        self.headers.add(f"ops/device/vector_{family}.h")
        function = f"{loop.vector_symbol}<Vector<{number}>>"
        # A complex number is two.
        arity = sum(1 + (d.kind == "c") for d in loop.inputs)
        self.vector_elements[key] = (
            f"{function}, {number}, {'v' * arity}, op::{loop.functor}, "
            f"{', '.join(types_)}"
        )

    def wrap(self, functions):
        """The text of functions with all that their applications need."""
        lines = [f'#include "{name}"' for name in sorted(self.headers)]
        lines += [
            f"TENORITE_VECTOR_ELEMENT(vector_{k}, {text})"
            for k, text in enumerate(self.vector_elements.values())
        ]
        lines += ["", "namespace tenorite::generated {", "", functions, ""]
        return "\n".join([*lines, "}  // namespace tenorite::generated", ""])


def _beyond_range(name, other, number, position):
    """What a comparison with a Python int beyond the other's dtype gives, or None."""
    if not (number.is_constant and number.type is int) or is_weak(other.type):
        return None
    if other.type.kind not in "iu":
        return None
    limits = numpy.iinfo(other.type)
    if limits.min <= number.constant <= limits.max:
        return None
    number_is_larger = number.constant > 0
    # Whether the comparison holds where the first operand is the smaller one.
    if_smaller, if_larger = _COMPARISONS[name]
    first_is_smaller = number_is_larger == (position == 1)
    return if_smaller if first_is_smaller else if_larger

# SPDX-License-Identifier: Apache-2.0
"""The types of numbers in kernels with threads: CuPy's two modes.

No number is weak: Python's have a dtype as soon as they meet another, a variable
has that of its first value, and a function's results those of its first return.
"""

import os

import numpy

from ..._array.convert import check_dtype
from ..translate.loops import Value, as_type, describe
from ..translate.rules import Rules
from ..translate.types import BOOL, INT, WEAK, is_weak, storage

_SINGLE = numpy.dtype(numpy.float32)
# C++'s operators, by ufunc.
_COMPARISONS = {
    "equal": "==",
    "not_equal": "!=",
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
}
_ARITHMETIC = {"add": "+", "subtract": "-", "multiply": "*"}
# Python's number types and the kinds of dtypes, each taking in those before it.
_BREADTH = {bool: 0, int: 1, float: 2, complex: 3, "b": 0, "i": 1, "u": 1}
_BREADTH |= {"f": 2, "c": 3}


class ThreadRules(Rules):
    """What both modes have in common."""

    reports = False
    math_takes_floats = False
    #: Whether values are NumPy's to the last bit, without multiply-add in one step.
    exact = False

    @property
    def vector_functions(self):
        # Code of vectors does not run with the checks of each access.
        return os.environ.get("TENORITE_CPU_CHECK", "0") in ("", "0")

    def number_type(self, number):
        """The dtype of a Python number."""
        raise NotImplementedError

    def loop_types(self, ufunc, types):
        """The dtypes that a ufunc takes operands of these dtypes in."""
        raise NotImplementedError

    def promoted(self, a, b):
        """The dtype that holds the values of two dtypes."""
        raise NotImplementedError

    def count_type(self, stop):
        """The dtype of the numbers of a range that ends at one of dtype `stop`."""
        raise NotImplementedError

    def settled(self, value):
        """A number whose type is its own."""
        if not value.is_constant and is_weak(value.type):
            return Value(storage(value.type), value.text)
        return value

    def strong(self, value):
        if value.is_constant and is_weak(value.type):
            number = value.constant
            with numpy.errstate(all="ignore"):
                return Value.of(self.number_type(number).type(number))
        return self.settled(value)

    def operands(self, ufunc, operands):
        operands = [self.strong(v) for v in operands]
        types = self.loop_types(ufunc, [v.type for v in operands])
        return [as_type(v, t) for v, t in zip(operands, types, strict=True)]

    def symbol(self, ufunc, dtypes):
        a, b = dtypes[0], dtypes[-1]
        if a != b or a.kind == "c" or a.char == "e":
            return None
        # Integers of less than 32 bits, and signed ones, do not wrap around in C++.
        plain = a.char in "IL" or (a.kind == "f" and not self.exact)
        if plain and ufunc.__name__ in _ARITHMETIC:
            return _ARITHMETIC[ufunc.__name__]
        if a.kind == "f" and not self.exact and ufunc.__name__ == "divide":
            return "/"
        return _COMPARISONS.get(ufunc.__name__)

    def constants(self, ufunc, operands):
        if all(is_weak(v.type) for v in operands):
            return operands
        return self.operands(ufunc, operands)

    def common(self, a, b):
        for number, other in ((a, b), (b, a)):
            if (
                number.is_constant
                and is_weak(number.type)
                and not is_weak(other.type)
                and _BREADTH[number.type] <= _BREADTH[other.type.kind]
            ):
                return other.type
        a, b = self.strong(a).type, self.strong(b).type
        return a if a == b else self.promoted(a, b)

    def variable(self, old, new):
        if old is None or old == new:
            return new
        if new is not None:
            check_cast(new, old)
        return old

    def result(self, old, new):
        if old is None or old == new:
            return new
        raise ValueError(f"Failed to infer the return type: {old} or {new}")


def check_cast(source, target):
    """TypeError where a value cannot be stored as another type."""
    if not (isinstance(source, numpy.dtype) and isinstance(target, numpy.dtype)):
        raise TypeError(f"Data type mismatch of variable: {target} != {source}")
    both_integers = source.kind in "iu" and target.kind in "iu"
    if not both_integers and not numpy.can_cast(source, target, "same_kind"):
        raise TypeError(
            f"Cannot cast from '{source}' to {target} with casting rule same_kind."
        )


class NumpyRules(ThreadRules):
    """mode="numpy": what NumPy's scalars give; Python's numbers are its widest."""

    exact = True

    def number_type(self, number):
        return WEAK[type(number)]

    def loop_types(self, ufunc, types):
        return describe(ufunc, tuple(types), True).inputs

    def promoted(self, a, b):
        return numpy.promote_types(a, b)

    def count_type(self, stop):
        return INT


# The dtypes of CUDA C++, each taking in those before it.
_RANKS = "?bBhHiIlLfdFD"
_CUDA_NUMBERS = {
    bool: BOOL,
    int: numpy.dtype(numpy.int32),
    float: _SINGLE,
    complex: numpy.dtype(numpy.complex64),
}
# Pairs of integers that divide as float32, and those before them that do not.
_DIVISIONS = ("??", "?i", "i?", "bb", "bi", "BB", "Bi", "hh", "HH")
_SINGLE_DIVISIONS = ("bb", "BB", "hh", "HH")


class CudaRules(ThreadRules):
    """mode="cuda": C++'s. Python's numbers have 32 bits, float16 is memory only."""

    def number_type(self, number):
        if type(number) is int and not -(1 << 31) <= number < 1 << 31:
            return INT
        return _CUDA_NUMBERS[type(number)]

    def settled(self, value):
        if not is_weak(value.type) and value.type.char == "e":
            return as_type(value, _SINGLE)
        return super().settled(value)

    def loop_types(self, ufunc, types):
        if all(t.kind == "b" for t in types):
            # NumPy's errors, for subtract and negative.
            loop = describe(ufunc, tuple(types), True)
            if all(t.kind == "b" for t in loop.inputs):
                return types
        if ufunc.__name__ == "divide" and all(t.kind in "biu" for t in types):
            return [_quotient_type(*types)] * 2
        for loop in ufunc.types:
            letters = loop.partition("->")[0]
            if "e" not in letters and _fits(types, letters):
                return [numpy.dtype(letter) for letter in letters]
        raise TypeError(
            f'"{ufunc.__name__}" does not support for the input types: '
            f"{[str(t) for t in types]}"
        )

    def promoted(self, a, b):
        return max(a, b, key=_rank)

    def count_type(self, stop):
        return stop


def _rank(dtype):
    return _RANKS.index(check_dtype(dtype).char)


def _fits(types, letters):
    return len(types) == len(letters) and all(
        _rank(t) <= _RANKS.index(letter)
        for t, letter in zip(types, letters, strict=True)
    )


def _quotient_type(*types):
    first = next((pair for pair in _DIVISIONS if _fits(types, pair)), None)
    return numpy.dtype("f" if first in _SINGLE_DIVISIONS else "d")


RULES = {"cuda": CudaRules(), "numpy": NumpyRules()}

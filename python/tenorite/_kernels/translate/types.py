# SPDX-License-Identifier: Apache-2.0
"""Types of values in kernels: dtypes, and Python's number types, which are weak.

A value is of a NumPy dtype, or of Python's bool, int, float or complex; those
take the dtype of what they meet (NEP 50). In kernels int is 64 bits wide and
wraps around.
"""

import numpy

from ... import _core

BOOL, INT = numpy.dtype(numpy.bool_), numpy.dtype(numpy.int64)
FLOAT, COMPLEX = numpy.dtype(numpy.float64), numpy.dtype(numpy.complex128)

# Python's number types, each taking in those before it, and what holds them.
WEAK = {bool: BOOL, int: INT, float: FLOAT, complex: COMPLEX}
_RANK = {kind: rank for rank, kind in enumerate(WEAK)}


def is_weak(type_):
    return type_ in _RANK


def storage(type_):
    """The dtype that holds values of a type."""
    return WEAK.get(type_, type_)


def weak_of(dtype):
    """The Python type of a dtype's values."""
    return {"b": bool, "i": int, "u": int, "f": float, "c": complex}[dtype.kind]


def join(a, b):
    """The type that holds values of both types; None holds nothing yet."""
    if a is None or a is b:
        return b
    if b is None:
        return a
    if is_weak(a) and is_weak(b):
        return max(a, b, key=_RANK.__getitem__)
    if is_weak(a):
        a, b = b, a
    return _core.result_type(a, b(0)) if is_weak(b) else _core.promote_types(a, b)


def type_name(type_):
    return type_.__name__ if is_weak(type_) else str(type_)


def ctype(type_):
    """Its name in the kernels' text; types that are no dtypes have a text."""
    return _core.type_text(type_) if isinstance(type_, numpy.dtype) else type_.text


def zero(type_):
    """The text of a first value."""
    return literal(type_.type(0), type_) if isinstance(type_, numpy.dtype) else "{}"


_SUFFIX = {"I": "u", "l": "l", "L": "ul", "f": "f"}


def literal(number, dtype):
    """The text of a Python or NumPy number in a dtype.

    OverflowError, in NumPy's words, for a Python int that does not fit.
    """
    kind = dtype.kind
    if kind in "iu":
        value = int(dtype.type(number)) if type(number) is int else int(number)
        text = f"{value}{_SUFFIX.get(dtype.char, '')}"
        if value < 0:
            smallest = value == numpy.iinfo(dtype).min
            last = _SUFFIX.get(dtype.char, "")
            text = f"({value + 1}{last} - 1)" if smallest else f"({text})"
        return text if dtype.itemsize >= 4 else f"({ctype(dtype)}){text}"
    if kind == "b":
        return "true" if number else "false"
    with numpy.errstate(all="ignore"):
        if type(number) is int:
            number = _nearest(number)
        value = numpy.asarray(number).astype(dtype)[()]
    if kind == "c":
        part = numpy.dtype(dtype.char.lower())
        return f"{ctype(dtype)}{{{literal(value.real, part)}, {literal(value.imag, part)}}}"
    if dtype.char == "e":
        return f"half::from_bits({value.view(numpy.uint16):#06x})"
    name = ctype(dtype)
    if numpy.isnan(value):
        sign = "-" if numpy.signbit(value) else ""
        return f"({sign}math::kNan<{name}>)"
    if numpy.isinf(value):
        return f"({'-' if value < 0 else ''}math::kInf<{name}>)"
    text = repr(value.item()) if dtype == FLOAT else str(value)
    if "." not in text and "e" not in text:
        text += ".0"
    text += _SUFFIX.get(dtype.char, "")
    return f"({text})" if numpy.signbit(value) else text


def _nearest(number):
    try:
        return float(number)
    except OverflowError:
        raise OverflowError("int too large to convert to float") from None


def describe(value):
    """What an expression that is no number is, for messages."""
    if isinstance(value, tuple):
        return "a tuple"
    if value is None:
        return "None"
    return f"a {type(value).__name__}"

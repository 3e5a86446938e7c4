# SPDX-License-Identifier: Apache-2.0
"""Filters along one axis on the device: which kernels of lines.cuh share the work."""

import math
from typing import NamedTuple

import numpy

from ..._numpy.creation import asarray
from .._kernels import (
    KernelFile,
    blocks,
    c_type,
    is_misaligned,
    launch,
    packed,
    per_thread,
    row_grid,
)

_kernels = KernelFile(__file__, "border.cuh", "operations.cuh", "lines.cuh")

# Windows of up to so many items stand in registers, by code made for their length.
LONGEST = 65
# Fewer neighbours than that, or shorter lines, are not worth a block of their own.
_WIDE = 64
_LONG = 256

_LINES = numpy.dtype(
    [(x, "i8") for x in ("outer", "n", "inner", "before", "mode")]
    + [("constant", "f8")]
)
SPAN = 64  # neighbours that a thread of the CPU makes together

_COUNT = numpy.dtype([("count", "i8")])
_COUNT_AND_KIND = numpy.dtype([("count", "i8"), ("kind", "i8")])


class Form(NamedTuple):
    """An operation on windows in C++: its type, its value, what more it reads.

    `fixed` says whether the type knows the length of windows, `spans` whether it makes
    neighbours together.
    """

    expression: str
    value: object
    many: object = None
    fixed: bool = False
    spans: bool = False


class Operation:
    """An operation on windows of `length` items.

    `of_registers` is its form for threads that keep windows in registers, None for
    windows that do not fit; `general` is the form for windows of any length.
    """

    def __init__(self, length, of_registers, general):
        self.length = length
        self.of_registers = of_registers
        self.general = general

    def form(self, x):
        """The form for an array: on the CPU spans are faster than registers."""
        if self.of_registers is None:
            return self.general
        prefers_spans = self.general.spans and per_thread(x, 0)
        return self.general if prefers_spans else self.of_registers


def _symmetry(weights):
    """1 for symmetric weights, -1 for antisymmetric ones, else 0, as SciPy tells."""
    if len(weights) % 2 == 0:
        return 0
    half = len(weights) // 2
    left, right = weights[:half][::-1], weights[half + 1 :]
    epsilon = numpy.finfo(float).eps
    if not (numpy.abs(right - left) > epsilon).any():
        return 1
    return 0 if (numpy.abs(right + left) > epsilon).any() else -1


def packed_weights(weights):
    """The value of an operation that keeps its weights."""
    value = numpy.zeros((), [("weights", "f8", (len(weights),))])
    value["weights"] = weights
    return value[()]


def counted(length):
    """The value of an operation that keeps nothing but the length of its windows."""
    return packed(_COUNT, length)


def correlation(weights):
    """Sums of products with weights, a float64 array of the host."""
    length, kind = len(weights), _symmetry(weights)
    fixed = None
    if length <= LONGEST:
        value = packed_weights(weights)
        fixed = Form(f"Correlate<{length}, {kind}>", value, fixed=True)
    value = packed(_COUNT_AND_KIND, length, kind)
    general = Form("CorrelateMany", value, weights, spans=True)
    return Operation(length, fixed, general)


def _named(name, length, *arguments):
    def form(known, **facts):
        inner = ", ".join((str(known), *arguments))
        return Form(f"{name}<{inner}>", counted(length), **facts)

    fixed = form(length, fixed=True) if length <= LONGEST else None
    return Operation(length, fixed, form(0, spans=True))


def mean(length):
    """Means of windows."""
    return _named("Mean", length)


def extremum(length, least, dtype):
    """The least or greatest items of windows, compared as items of `dtype`."""
    return _named("Extremum", length, "true" if least else "false", c_type(dtype))


def filter_lines(x, y, operation, axis, before, mode, constant):
    """Writes the operation on the windows along an axis to `y`.

    `x` and `y` are arrays of one shape in C order. Windows start `before` items before
    the item that they make; `mode` is a mode's number, `constant` what it takes.
    """
    if x.size == 0:
        return
    outer, n, inner = (
        math.prod(x.shape[:axis]),
        x.shape[axis],
        math.prod(x.shape[axis + 1 :]),
    )
    lines = packed(_LINES, outer, n, inner, before, mode, constant)
    form = operation.form(x)
    many = None if form.many is None else asarray(form.many, device=x.device)
    types = (c_type(x.dtype), c_type(y.dtype), form.expression)
    args = (x, y, form.value, many, lines)
    span = per_thread(x, 1, SPAN if form.spans else 1)
    if _WIDE <= inner < 2**31:
        # Windows that overlap, and what is made of them, have to fit registers.
        count = per_thread(x, 8 if operation.length <= 25 else 4) if form.fixed else 1
        grid = row_grid(blocks(inner, span), outer * blocks(n, count))
        launch(_kernels("columns", *types, count, span), grid, args)
        return
    first, last = 0, 0
    if inner == 1 and _LONG <= n < 2**31:
        first, last = _rows(x, y, operation, form.fixed, span, types, args)
    left, right = (first, n - last) if first < last else (n, 0)
    if left + right:
        grid = blocks(outer * (left + right) * inner)
        both = (numpy.int64(left), numpy.int64(right))
        launch(_kernels("ends", *types), grid, (*args, *both))


def _rows(x, y, operation, is_fixed, span, types, args):
    """Makes the items of contiguous lines whose windows lie inside; says which."""
    n, before = x.shape[-1], int(args[-1]["before"])
    count = per_thread(x, max(4, 8 // x.dtype.itemsize))
    pack = min(count, 16 // x.dtype.itemsize)
    if not is_fixed or n % count or is_misaligned(x, y):
        count = pack = 1
    slack = -before % pack
    end = operation.length - before  # items from the one that is made on
    if count > 1:
        end = -(-(operation.length + count - 1 + slack) // pack) * pack - slack
        end -= before + count - 1
    first = -(-(before + slack) // count) * count
    last = (n - max(end - 1, 0)) // count * count
    if first >= last:
        return 0, 0
    threads = blocks(last - first, count * span)
    block = min(256, 32 * blocks(threads, 32))
    grid = row_grid(threads, x.size // n, block)
    ends = (numpy.int64(first), numpy.int64(last))
    kernel = _kernels("rows", *types, count, pack, slack, span)
    launch(kernel, grid, (*args, *ends), block)
    return first, last


__all__ = [
    "SPAN",
    "Form",
    "Operation",
    "correlation",
    "counted",
    "extremum",
    "filter_lines",
    "mean",
    "packed_weights",
]

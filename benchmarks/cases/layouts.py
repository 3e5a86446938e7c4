# SPDX-License-Identifier: Apache-2.0
"""Elementwise operations on broadcast, strided, reversed and transposed operands."""

from .. import checks
from ..spec import TORCH, Case, Operand
from .elementwise import add

SQUARE, SMALL = (16384, 16384), (123, 77)
LINE, SHORT = (2**27,), (1003,)
CUBE, SMALL_CUBE = (256, 1024, 1024), (11, 13, 17)

ROW = Operand(shape=lambda m, n: (n,))
COLUMN = Operand(shape=lambda m, n: (m, 1))
SCALAR = Operand(shape=lambda *sizes: ())
MATRIX = Operand()
TRANSPOSED = Operand(shape=lambda m, n: (n, m), view=lambda a: a.T)
NO_NEGATIVE = {TORCH: "has no negative strides"}


def every_other(dtype):
    return Operand(dtype, lambda n: (2 * n,), view=lambda a: a[::2])


def backwards(dtype):
    return Operand(dtype, view=lambda a: a[::-1])


WIDE = Operand(shape=lambda m, n: (m, n + 2), view=lambda a: a[:, 1:-1])
HALF_ROWS = Operand(shape=lambda m, n: (2 * m, n), view=lambda a: a[::2])
HALF_COLUMNS = Operand(shape=lambda m, n: (m, 2 * n), view=lambda a: a[:, ::2])
BOTH_BACKWARDS = Operand(view=lambda a: a[::-1, ::-1])
SWAPPED = Operand(
    shape=lambda k, m, n: (m, k, n),
    view=lambda a: a.swapaxes(0, 1),
)


def evens_times_odds(xp, a):
    return a[::2] * a[1::2]


def row(name, operands, sizes=SQUARE, small=SMALL, group="", call=add, **more):
    more.setdefault("sample", checks.elementwise)
    return Case(name, group, call, operands, sizes, small, **more)


BROADCAST, STRIDED = "broadcast operands", "strided operands"
REVERSED, MIXED = "negative strides", "transposed operands"
TYPES = "mixed dtypes"

CASES = (
    row("matrix + row", (MATRIX, ROW), group=BROADCAST, headline=True),
    row("matrix + column", (MATRIX, COLUMN), group=BROADCAST, headline=True),
    row("row + column", (ROW, COLUMN), group=BROADCAST),
    row("matrix + 0-d array", (MATRIX, SCALAR), group=BROADCAST),
    row(
        "cube + plane",
        (MATRIX, Operand(shape=lambda k, m, n: (k, 1, n))),
        CUBE,
        SMALL_CUBE,
        BROADCAST,
    ),
    row(
        "int8 matrix + row",
        (Operand("i1"), Operand("i1", lambda m, n: (n,))),
        group=BROADCAST,
    ),
    row(
        "a[::2] + b[::2] float32",
        (every_other("f4"),) * 2,
        LINE,
        SHORT,
        STRIDED,
        headline=True,
    ),
    row("a[::2] + b[::2] int8", (every_other("i1"),) * 2, (2**29,), SHORT, STRIDED),
    row("a[::2] + b[::2] float64", (every_other("f8"),) * 2, (2**26,), SHORT, STRIDED),
    row(
        "a[::2] * a[1::2] float32",
        (Operand(shape=lambda n: (2 * n,)),),
        LINE,
        SHORT,
        STRIDED,
        evens_times_odds,
        # One operand is seen twice: all of it is read, and half as much written.
        sample=None,
    ),
    row("a[:, 1:-1] + b[:, 1:-1]", (WIDE, WIDE), group=STRIDED, headline=True),
    row("a[::2] + b[::2] of rows", (HALF_ROWS,) * 2, (8192, 16384), SMALL, STRIDED),
    row("a[:, ::2] + b[:, ::2]", (HALF_COLUMNS,) * 2, (16384, 8192), SMALL, STRIDED),
    row("swapped axes + cube", (SWAPPED, MATRIX), CUBE, SMALL_CUBE, STRIDED),
    row(
        "a[::-1] + b float32",
        (backwards("f4"), MATRIX),
        (2**28,),
        SHORT,
        REVERSED,
        absent=NO_NEGATIVE,
        headline=True,
    ),
    row(
        "a[::-1] + b[::-1] float64",
        (backwards("f8"),) * 2,
        (2**27,),
        SHORT,
        REVERSED,
        absent=NO_NEGATIVE,
    ),
    row(
        "a[::-1] + b int8",
        (backwards("i1"), Operand("i1")),
        (2**29,),
        SHORT,
        REVERSED,
        absent=NO_NEGATIVE,
    ),
    row(
        "a[::-1, ::-1] + b",
        (BOTH_BACKWARDS, MATRIX),
        group=REVERSED,
        absent=NO_NEGATIVE,
    ),
    row("a + b.T float32", (MATRIX, TRANSPOSED), group=MIXED, headline=True),
    row("a.T + b.T float32", (TRANSPOSED, TRANSPOSED), group=MIXED),
    row(
        "a + b.T float64",
        (Operand("f8"), Operand("f8", lambda m, n: (n, m), view=lambda a: a.T)),
        (16384, 8192),
        group=MIXED,
    ),
    row(
        "a + b.T int8",
        (Operand("i1"), Operand("i1", lambda m, n: (n, m), view=lambda a: a.T)),
        group=MIXED,
    ),
    row("a + b.T, 10007 x 9973", (MATRIX, TRANSPOSED), (10007, 9973), group=MIXED),
    row("float32 + float64", (MATRIX, Operand("f8")), (2**27,), SHORT, TYPES),
    row("float16 + float32", (Operand("f2"), MATRIX), (2**28,), SHORT, TYPES),
    row("int8 + int32", (Operand("i1"), Operand("i4")), (2**28,), SHORT, TYPES),
    row("int32 + float32", (Operand("i4"), MATRIX), (2**27,), SHORT, TYPES),
)

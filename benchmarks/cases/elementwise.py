# SPDX-License-Identifier: Apache-2.0
"""Elementwise operations on contiguous arrays: at 1 GiB an operand, and middle-sized."""

import numpy

from .. import checks
from ..spec import TORCH, Case, Operand

GIB = 2**30
LARGE = "elementwise, 1 GiB operands"
DTYPES = ("i1", "f2", "f4", "f8", "c8")
NO_ORDER = {TORCH: "complex numbers have no order"}


def named(name):
    """The call of a function that all libraries have under one name."""
    return lambda xp, *operands: getattr(xp, name)(*operands)


def twice(xp, a):
    return a * 2


# name: the call and the number of operands
OPS = {
    **{n: (named(n), 2) for n in ("add", "subtract", "multiply", "divide")},
    **{n: (named(n), 2) for n in ("maximum", "less")},
    **{n: (named(n), 1) for n in ("negative", "absolute", "square", "sqrt", "sign")},
    "a * 2": (twice, 1),
}
HEADLINES = {("add", d) for d in DTYPES} | {("sqrt", "f8"), ("less", "f4")}


def operation(name, dtype):
    call, count = OPS[name]
    complex_order = numpy.dtype(dtype).kind == "c" and name in ("maximum", "less")
    absent = NO_ORDER if complex_order else {}
    spell = {}
    if name == "sign" and numpy.dtype(dtype).kind == "c":
        spell[TORCH] = lambda xp, a: xp.sgn(a)
    return Case(
        f"{name}, {numpy.dtype(dtype)}",
        LARGE,
        call,
        (Operand(dtype),) * count,
        (GIB // numpy.dtype(dtype).itemsize,),
        (2**14 + 3,),
        absent=absent,
        spell=spell,
        sample=checks.elementwise,
        headline=(name, dtype) in HEADLINES,
    )


def middle(label, call, operands, n, **more):
    """A middle-sized case, whose operands take turns so that none is cached."""
    return Case(
        f"{label}, {n:_} elements".replace("_", " "),
        "middle sizes",
        call,
        operands,
        (n,),
        (1003,),
        clock="queued",
        rotate=True,
        sample=more.pop("sample", checks.elementwise),
        **more,
    )


def add(xp, a, b):
    return a + b


def add_in_place(xp, a, b):
    a += b
    return a


def chain(xp, a, b):
    return xp.exp(0.5 * xp.sin(a) + xp.cos(b))


def axpy(xp, x, y):
    return 2.5 * x + y


F4 = Operand()
TRIG = Operand(values=(-3, 3))
SHIFTED = Operand(shape=lambda n: (n + 1,), view=lambda a: a[1:])
BYTES_SHIFTED = Operand("i1", shape=lambda n: (n + 1,), view=lambda a: a[1:])
MIDDLE = (10**5, 10**6, 10**7)

CASES = (
    *(operation(name, dtype) for name in OPS for dtype in DTYPES),
    *(middle("a + b float32", add, (F4, F4), n) for n in MIDDLE),
    *(middle("a + b int8", add, (Operand("i1"),) * 2, n) for n in MIDDLE),
    *(middle("a + b float64", add, (Operand("f8"),) * 2, n) for n in MIDDLE[1:]),
    *(middle("sqrt float32", named("sqrt"), (F4,), n) for n in MIDDLE),
    *(
        middle(
            "sum float32",
            lambda xp, a: a.sum(),
            (Operand(values=(0.5, 1.5)),),
            n,
            rtol=1e-5,
            wide=True,
            sample=checks.repeated_block(lambda v, c, n: numpy.dot(v.astype("f8"), c)),
        )
        for n in MIDDLE
    ),
    *(
        Case(
            name,
            "odd sizes and alignments",
            add,
            operands,
            (n,),
            (1003,),
            sample=checks.elementwise,
        )
        for name, operands, n in (
            ("a + b float32, 2^26 + 3 elements", (F4, F4), 2**26 + 3),
            ("a[1:] + b[1:] float32", (SHIFTED, SHIFTED), 2**26 + 3),
            ("a[1:] + b float32", (SHIFTED, F4), 2**26 + 3),
            ("a[1:] + b[1:] int8", (BYTES_SHIFTED,) * 2, 2**28 + 3),
        )
    ),
    Case(
        "exp(0.5 * sin(a) + cos(b)) float32",
        "chains",
        chain,
        (TRIG, TRIG),
        (2**28,),
        (10007,),
        # Six roundings, of which exp magnifies those of its argument.
        rtol=2e-6,
        wide=True,
        sample=checks.elementwise,
        headline=True,
    ),
    Case(
        "exp(0.5 * sin(a) + cos(b)) float64",
        "chains",
        chain,
        (Operand("f8", values=(-3, 3)),) * 2,
        (2**27,),
        (10007,),
        rtol=1e-14,
        sample=checks.elementwise,
    ),
    Case(
        "2.5 * x + y float32",
        "chains",
        axpy,
        (F4, F4),
        (2**28,),
        (10007,),
        # CuPy's product may stay unrounded in a fused multiply-add.
        sample=checks.elementwise,
    ),
    Case(
        "a += b float32",
        "chains",
        add_in_place,
        (F4, F4),
        (2**28,),
        (10007,),
        sample=checks.elementwise,
    ),
)

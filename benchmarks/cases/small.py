# SPDX-License-Identifier: Apache-2.0
"""Calls on small arrays: what a call costs, whatever it computes."""

import dataclasses

from ..spec import ALL, Case, Operand

F4 = Operand()
FEW = Operand(values=(0.1, 1))
INDEX = Operand("i8", values="random", below=lambda n: n)
NO_GROWTH = Operand(values="zeros")


def add_to(xp, a, b):
    a += b
    return a


ROWS = (
    ("a + b", lambda xp, a, b: a + b, (F4, F4)),
    ("a * 2.0", lambda xp, a: a * 2.0, (F4,)),
    ("a.sum()", lambda xp, a: a.sum(), (F4,)),
    ("a[2:10]", lambda xp, a: a[2:10], (F4,)),
    ("where(a > b, a, b)", lambda xp, a, b: xp.where(a > b, a, b), (F4, F4)),
    ("where(c, a, b)", lambda xp, c, a, b: xp.where(c, a, b), (Operand("?"), F4, F4)),
    ("take(a, i)", lambda xp, a, i: xp.take(a, i), (F4, INDEX)),
    ("a.reshape(4, 4)", lambda xp, a: a.reshape(4, 4), (F4,)),
    (
        "a.T",
        lambda xp, a: a.T,
        (dataclasses.replace(F4, shape=lambda n: (n // 4, 4)),),
    ),
    ("zeros_like(a)", lambda xp, a: xp.zeros_like(a), (F4,)),
    ("sin(a)", lambda xp, a: xp.sin(a), (FEW,)),
    ("a += b", add_to, (F4, NO_GROWTH)),
    ("a > b", lambda xp, a, b: a > b, (F4, F4)),
    ("float(a.sum())", lambda xp, a: float(a.sum()), (F4,)),
)
HEADLINES = {"a + b", "a * 2.0", "a.sum()", "a[2:10]", "where(c, a, b)"}

CASES = (
    *(
        Case(
            name,
            "16 elements",
            call,
            operands,
            (16,),
            (16,),
            libraries=ALL,
            clock="host",
            moved=None,
            # A sum in single precision, in whatever order.
            rtol=1e-6 if "sum" in name else None,
            headline=name in HEADLINES,
        )
        for name, call, operands in ROWS
    ),
    Case(
        "a @ b, 64 x 64",
        "small matrices",
        lambda xp, a, b: a @ b,
        (Operand(values=(0, 1)), Operand(values=(0, 1))),
        (64, 64),
        (64, 64),
        libraries=ALL,
        clock="host",
        moved=None,
        flops=lambda m, n: 2 * m * n * n,
        rtol=1e-5,
        wide=True,
        headline=True,
    ),
)

# SPDX-License-Identifier: Apache-2.0
"""Every ufunc of the op table, and what else is common, on the CPU."""

import dataclasses
import pathlib
import re

import numpy

from ..spec import ON_CPU, Case, Operand
from . import elementwise, moves, products, reductions

OP_TABLE = (
    pathlib.Path(__file__).resolve().parents[2] / "ops" / "table" / "op_table.def"
)
LARGE, FEW = 10**6, 10
# Where functions are defined and do not overflow; the second range is that of
# the second operand.
ANY, ABOVE_0, UNIT, SMALL = (-10, 10), (0.1, 10), (-0.9, 0.9), (-3, 3)
RANGES = {
    **dict.fromkeys(("arcsin", "arccos", "arctanh"), (UNIT,)),
    **dict.fromkeys(("log", "log2", "log10", "log1p", "sqrt"), (ABOVE_0,)),
    **dict.fromkeys(("exp", "exp2", "expm1", "sinh", "cosh", "tanh"), (SMALL,)),
    **dict.fromkeys(("divide", "floor_divide", "divmod"), (ANY, ABOVE_0)),
    **dict.fromkeys(("remainder", "fmod"), (ANY, ABOVE_0)),
    **dict.fromkeys(("power", "float_power"), (ABOVE_0, SMALL)),
    "arccosh": ((1.1, 10),),
    "reciprocal": (ABOVE_0,),
    "ldexp": (ANY, (0, 7)),
}
INTEGERS, COUNTS = (1, 100), (0, 7)
SHIFTS = ("left_shift", "right_shift")


def loops(name):
    """The input letters of the loops to time: double and single, else the first."""
    letters = [t.partition("->")[0] for t in getattr(numpy, name).types]
    real = [x for c in "df" for x in letters if x in (c, 2 * c, c + "i")]
    if real:
        return list(dict.fromkeys(real))
    integers = [x for x in letters if set(x) == {"l"}]
    return integers[:1] or letters[:1]


def ufunc_cases(name):
    """Cases of a ufunc for many elements, and for few of its first loop."""
    call = elementwise.named(name)
    for i, letters in enumerate(loops(name)):
        ranges = RANGES.get(name, (ANY,))
        operands = []
        for k, letter in enumerate(letters):
            values = ranges[min(k, len(ranges) - 1)]
            if numpy.dtype(letter).kind in "iu" and name != "ldexp":
                values = COUNTS if name in SHIFTS and k else INTEGERS
            operands.append(Operand(letter, values=values))
        kinds = " and ".join(dict.fromkeys(numpy.dtype(c).name for c in letters))
        for n, clause in ((LARGE, "10^6"), (FEW, "10"))[: 2 if i == 0 else 1]:
            yield Case(
                f"{name} {kinds}",
                f"CPU: ufuncs, {clause} elements",
                call,
                tuple(operands),
                (n,),
                (min(n, 4099),),
                libraries=ON_CPU,
                clock="host",
                # Both may be off by some units in the last place.
                rtol=1e-5 if "f" in letters else 1e-13 if "d" in letters else 0,
                headline=(name, letters, n) in HEADLINES,
            )


HEADLINES = {
    ("add", "dd", LARGE),
    ("exp", "d", LARGE),
    ("sin", "d", LARGE),
    ("sqrt", "d", LARGE),
    ("add", "dd", FEW),
}
NAMES = [
    name
    for name in re.findall(
        r"^TENORITE_UFUNC\((\w+),", OP_TABLE.read_text(), re.MULTILINE
    )
    if hasattr(numpy, name)  # else there is nothing to compare with
]

# Cases of the GPU that the CPU runs at other sizes.
SIZES = {
    1: (10**6,),
    2: (1000, 1000),
    3: (100, 100, 100),
}


def on_cpu(case, sizes=None, **more):
    """A case for the CPU, at about 10^6 elements."""
    sizes = sizes or SIZES[len(case.sizes)]
    return dataclasses.replace(
        case,
        group=f"CPU: {case.group}, 10^6 elements",
        sizes=sizes,
        libraries=ON_CPU,
        clock="host",
        absent={},
        headline=False,
        sample=None,
        **more,
    )


def chosen():
    """The cases of other modules that the CPU runs too."""
    for case in reductions.CASES:
        if case.group == "reductions":
            yield on_cpu(case)
        elif case.name.startswith("cumsum") and "rows of" not in case.name:
            yield on_cpu(case)
        elif case.name == "softmax of rows":
            yield on_cpu(case)
    for case in moves.CASES:
        if case.group == moves.INDEXING:
            if "scattered" in case.name:
                continue
            sizes = (10**6, 250_000) if case.sizes == moves.GATHER else None
            yield on_cpu(case, (4096, 256) if "rows" in case.name else sizes)
        elif case.group != moves.TURNS:
            yield on_cpu(case)
        elif case.sizes == (16384, 16384):
            yield on_cpu(case, name=f"turned {case.operands[0].dtype} 1000 x 1000")
    for case in products.CASES:
        if case.name.startswith("512"):
            yield on_cpu(case, (512, 512, 512))
    for case in elementwise.CASES:
        if case.group == "chains":
            yield on_cpu(case)


CASES = (
    *(case for name in NAMES for case in ufunc_cases(name)),
    *chosen(),
)

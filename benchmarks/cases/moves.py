# SPDX-License-Identifier: Apache-2.0
"""Copies, conversions, joining, indexing."""

import numpy

from .. import checks
from ..checks import WINDOW
from ..data import repeated_sum
from ..spec import TORCH, Case, Operand
from .layouts import NO_NEGATIVE

F4 = Operand()
LINE, SHORT = (2**28,), (2**12,)
ROWS, FEW_ROWS = (2**20, 256), (2**8, 16)
COPIES, TURNS, JOINING = "copies", "transposed copies", "joining"
INDEXING = "indexing"


def copy(xp, a):
    return a.copy()


def clone(xp, a):
    return a.clone()


def convert(dtype):
    """The call of a conversion, and torch's."""
    name = numpy.dtype(dtype).name
    return {
        "call": lambda xp, a: a.astype(dtype),
        "spell": {TORCH: lambda xp, a: a.to(getattr(xp, name))},
    }


def contiguous(xp, a):
    return xp.ascontiguousarray(a)


IN_TORCH = {TORCH: lambda xp, a: a.contiguous()}


def turned(dtype, sizes, axes=(1, 0), **more):
    """A copy into C order of an array with its axes permuted."""
    small = (67, 45, 33)[: len(sizes)]
    operand = Operand(
        dtype,
        lambda *sizes: tuple(sizes[axes.index(i)] for i in range(len(axes))),
        view=lambda a: a.permute(axes) if hasattr(a, "permute") else a.transpose(axes),
    )
    shape = " x ".join(map(str, sizes))
    name = f"turned {numpy.dtype(dtype)} {shape}"
    if len(axes) > 2:
        name += f", axes {axes}"
    return Case(
        name,
        TURNS,
        contiguous,
        (operand,),
        sizes,
        small,
        spell=IN_TORCH,
        rtol=0,
        sample=checks.elementwise,
        **more,
    )


def line(name, group, call, operands=(F4,), sizes=LINE, small=SHORT, **more):
    more.setdefault("rtol", 0)
    return Case(name, group, call, operands, sizes, small, **more)


def mask_get(xp, a, m):
    return a[m]


def mask_set_scalar(xp, a, m):
    a[m] = 0.0
    return a


def mask_set_array(xp, a, m, v):
    a[m] = v
    return a


def set_scalar(xp, a, i):
    a[i] = 1.0
    return a


def set_array(xp, a, i, v):
    a[i] = v
    return a


def put(xp, a, i, v):
    xp.put(a, i, v)
    return a


def torch_put(xp, a, i, v):
    return a.put_(i, v)


def selected(library, case, operands):
    """The first items of a masked selection, and how many there are."""
    first = [library.download(x[:WINDOW]) for x in operands]
    count = int(library.download(operands[1].sum()))
    expected = first[0][first[1]]

    def check(result):
        yield numpy.array((count,)), numpy.array(tuple(result.shape))
        yield expected, library.download(result[: len(expected)])

    return check


def positions(library, case, operands):
    """The same for nonzero()."""
    (mask,) = operands
    expected = numpy.nonzero(library.download(mask[:WINDOW]))[0]
    count = int(library.download(mask.sum()))

    def check(result):
        (found,) = result
        yield numpy.array((count,)), numpy.array(tuple(found.shape))
        yield expected, library.download(found[: len(expected)])

    return check


def ones_count(n):
    """How many of the first n items of the "half" mask are True."""
    return int(repeated_sum(HALF, n, 1))


HALF = Operand("?", values="half")
HUNDREDTH = Operand("?", values="hundredth")
RANDOM = Operand("i8", lambda n, k: (k,), "random", below=lambda n, k: n)
SCATTERED = Operand("i8", lambda n, k: (k,), "scattered", below=lambda n, k: n)
SOURCE = Operand(shape=lambda n, k: (n,))
VALUES = Operand(shape=lambda n, k: (k,))
ROW_INDEX = Operand("i8", lambda m, n: (m,), "random", below=lambda m, n: m)
GATHER, FEW = (2**28, 2**26), (2**12, 2**9)
gathered = checks.picked(lambda read, i, n: read(0, read(1, i)))


def gather_bytes(touched, result, a, i):
    """A sector is read for every index."""
    return touched(i) + 32 * touched(i) // 8 + touched(result)


def scatter_bytes(touched, result, a, i, *values):
    """A sector is read and written for every index."""
    return touched(i) + 2 * 32 * touched(i) // 8 + sum(map(touched, values))


ROLLED = 12345

CASES = (
    line("copy float32", COPIES, copy, spell={TORCH: clone}, headline=True,
         sample=checks.elementwise),
    line("copy int8", COPIES, copy, (Operand("i1"),), (2**30,), spell={TORCH: clone},
         sample=checks.elementwise),
    line("a[::2].copy()", COPIES, contiguous,
         (Operand(shape=lambda n: (2 * n,), view=lambda a: a[::2]),), (2**27,),
         spell=IN_TORCH, sample=checks.elementwise),
    line("a[::-1].copy()", COPIES, contiguous, (Operand(view=lambda a: a[::-1]),),
         spell=IN_TORCH, absent=NO_NEGATIVE, sample=checks.elementwise),
    line("zeros", COPIES, lambda xp, a: xp.zeros_like(a), sample=checks.elementwise,
         moved=lambda touched, result, a: touched(result)),
    line("float32 to float64", COPIES, **convert("f8"), sizes=(2**27,),
         sample=checks.elementwise, headline=True),
    line("float64 to float32", COPIES, operands=(Operand("f8"),), sizes=(2**27,),
         **convert("f4"), sample=checks.elementwise),
    line("float16 to float32", COPIES, operands=(Operand("f2"),), **convert("f4"),
         sample=checks.elementwise),
    line("int8 to float32", COPIES, operands=(Operand("i1"),), **convert("f4"),
         sample=checks.elementwise),
    turned("f4", (16384, 16384), headline=True),
    turned("f8", (16384, 8192)),
    turned("i1", (32768, 32768)),
    turned("f2", (16384, 16384)),
    turned("f4", (10007, 9973)),
    turned("f8", (10007, 9973)),
    turned("i1", (10007, 9973)),
    turned("f4", (2**24, 16)),
    turned("f4", (2**26, 3)),
    turned("f4", (3, 2**26)),
    turned("i1", (3, 2**28)),
    turned("f4", (256, 1024, 1024), (0, 2, 1)),
    turned("f4", (256, 1024, 1024), (2, 1, 0)),
    turned("f4", (1024, 1000, 100), (1, 2, 0)),
    line("concatenate", JOINING, lambda xp, a, b: xp.concatenate((a, b)), (F4, F4),
         (2**27,), sample=checks.picked(lambda read, i, n: read(i // n, i % n))),
    line("stack, last axis", JOINING, lambda xp, a, b: xp.stack((a, b), -1), (F4, F4),
         (2**27,)),
    line("stack of three, last axis", JOINING,
         lambda xp, a, b, c: xp.stack((a, b, c), -1), (F4, F4, F4), (2**26,)),
    line("repeat 2", JOINING, lambda xp, a: xp.repeat(a, 2), sizes=(2**27,),
         spell={TORCH: lambda xp, a: xp.repeat_interleave(a, 2)},
         sample=checks.picked(lambda read, i, n: read(0, i // 2))),
    line("roll", JOINING, lambda xp, a: xp.roll(a, ROLLED),
         sample=checks.picked(lambda read, i, n: read(0, (i - ROLLED) % n))),
    line("where", INDEXING, lambda xp, c, a, b: xp.where(c, a, b), (HALF, F4, F4),
         sample=checks.elementwise, headline=True),
    line("a[mask], half", INDEXING, mask_get, (F4, HALF), sample=selected,
         headline=True),
    line("a[mask], hundredth", INDEXING, mask_get, (F4, HUNDREDTH), sample=selected),
    line("nonzero(mask)", INDEXING, lambda xp, m: xp.nonzero(m), (HALF,),
         spell={TORCH: lambda xp, m: xp.nonzero(m, as_tuple=True)}, sample=positions),
    line("a[mask] = 0.0", INDEXING, mask_set_scalar, (F4, HALF),
         moved=lambda touched, result, a, m: touched(a) + touched(m),
         sample=checks.elementwise, headline=True),
    line("a[mask] = values", INDEXING, mask_set_array,
         (F4, HALF, Operand(shape=lambda n: (ones_count(n),))),
         moved=lambda touched, result, *operands: sum(map(touched, operands))),
    line("take, random", INDEXING, lambda xp, a, i: xp.take(a, i), (SOURCE, RANDOM),
         GATHER, FEW, moved=gather_bytes, sample=gathered, headline=True),
    line("a[i], random", INDEXING, lambda xp, a, i: a[i], (SOURCE, RANDOM), GATHER,
         FEW, moved=gather_bytes, sample=gathered),
    line("take of rows", INDEXING, lambda xp, a, i: xp.take(a, i, axis=0),
         (F4, ROW_INDEX), ROWS, FEW_ROWS,
         spell={TORCH: lambda xp, a, i: xp.index_select(a, 0, i)}),
    line("a[i] of rows", INDEXING, lambda xp, a, i: a[i], (F4, ROW_INDEX), ROWS,
         FEW_ROWS),
    line("a[i] = 1.0, random", INDEXING, set_scalar, (SOURCE, RANDOM), GATHER, FEW,
         moved=scatter_bytes),
    line("a[i] = values, scattered", INDEXING, set_array, (SOURCE, SCATTERED, VALUES),
         GATHER, FEW, moved=scatter_bytes),
    line("put, scattered", INDEXING, put, (SOURCE, SCATTERED, VALUES), GATHER, FEW,
         spell={TORCH: torch_put}, moved=scatter_bytes),
)  # fmt: skip

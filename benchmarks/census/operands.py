# SPDX-License-Identifier: Apache-2.0
"""What the letters in the calls of the census stand for."""

import dataclasses
import math
from collections.abc import Callable

from ..spec import Operand

# Where most functions are defined, and do not overflow.
REAL, WHOLE = (0.1, 10), (1, 100)


def side(n):
    """Rows and columns of a matrix of about n elements."""
    return math.isqrt(n)


def vector(n):
    return (n,)


def row(n):
    return (side(n),)


def few(n):
    return (min(n, 31),)


def matrix(n):
    return side(n), side(n)


def four_rows(n):
    return 4, n // 4 + 1


def columns(n):
    return n // 3, 3


def stack(n):
    return n // 64 + 1, 8, 8


def in_order(a):
    a.sort()
    return a


def dominant(a):
    """Matrices that are far from singular: something is added to the diagonal."""
    n = a.shape[-1]
    a.reshape((*a.shape[:-2], n * n))[..., :: n + 1] += 3 * n
    return a


def with_nans(a):
    if a.dtype.kind in "fc":
        a.reshape(-1)[::97] = float("nan")
    return a


@dataclasses.dataclass(frozen=True)
class Kind:
    """An operand: of the dtype of the case, or without layouts of one of its own."""

    shape: Callable
    dtype: str | None = None
    finish: Callable | None = None
    below: Callable | None = None  # of indices


KINDS = {
    # ---- of the dtype of the case
    "x": Kind(vector),
    "y": Kind(vector),
    "z": Kind(vector, finish=with_nans),
    "t": Kind(vector, finish=in_order),
    "e": Kind(few, finish=in_order),
    "u": Kind(row),
    "v": Kind(row),
    "m": Kind(matrix),
    "w": Kind(matrix),
    "q": Kind(matrix, finish=with_nans),
    "d": Kind(matrix, finish=dominant),
    "f": Kind(four_rows),
    "p": Kind(columns),
    "l": Kind(columns),
    "s": Kind(stack, finish=dominant),
    # ---- of their own
    "i": Kind(vector, "i8", below=lambda n: n),
    "k": Kind(vector, "i8", below=side),
    "a": Kind(vector, "i8", below=lambda n: 3),
    "j": Kind(row, "i8", below=side),
    "o": Kind(matrix, "i8", below=side),
    "c": Kind(vector, "?"),
    "g": Kind(row, "?"),
    "h": Kind(matrix, "?"),
    "b": Kind(vector, "u1"),
}


def doubled(shape):
    return lambda n: (2 * shape(n)[0], *shape(n)[1:])


def strided(kind):
    """Shape of the base array and the view that is not contiguous."""
    if kind.shape in (matrix, stack):  # the same shape, turned
        return kind.shape, lambda a: a.swapaxes(-1, -2)
    return doubled(kind.shape), lambda a: a[::2]


def chained(finish, view):
    if finish is None or view is None:
        return finish or view
    return lambda a: view(finish(a))


def operand(letter, dtype, layout, values=None):
    """The operand of a letter; `values` in place of those that most calls take."""
    kind = KINDS[letter]
    if kind.below:
        return Operand(kind.dtype, kind.shape, "random", below=kind.below)
    if kind.dtype:
        return Operand(kind.dtype, kind.shape, WHOLE)
    shape, view = (kind.shape, None) if layout == "contiguous" else strided(kind)
    values = values or (REAL if dtype[0] in "fc" else WHOLE)
    return Operand(dtype, shape, values, view=chained(kind.finish, view))

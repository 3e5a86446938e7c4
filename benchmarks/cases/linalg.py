# SPDX-License-Identifier: Apache-2.0
"""Equations, factors, eigenvalues and singular values of matrices of all sizes."""

import functools
import math

import numpy

from ..spec import CUDA, ON_CPU, ON_GPU, Case, Operand

RTOL = {"f4": 2e-4, "f8": 1e-11}
MANY = 10**4


def dominant(a):
    """The matrices with 2 n added to the diagonal: far from singular."""
    n = a.shape[-1]
    a = a * 1
    a.reshape((*a.shape[:-2], n * n))[..., :: n + 1] += 2 * n
    return a


def symmetric(a):
    return a + a.swapaxes(-1, -2)


def positive(a):
    return dominant(symmetric(a))


ROWS = slice(0, 4)


def residual(sides):
    """`sides(call's operands, its result)` gives two arrays that are to agree."""

    def prepare(library, case, operands):
        dtype = case.operands[0].dtype

        def on_host(arrays, window):
            return [library.download(x[window]).astype("f8") for x in arrays]

        # Of many matrices, the first and the last.
        many = len(case.sizes) > 1
        windows = (slice(0, 1), slice(-1, None)) if many else (slice(None),)
        given = [on_host(operands, window) for window in windows]

        def check(result):
            parts = result if isinstance(result, tuple) else (result,)
            for operands, window in zip(given, windows, strict=True):
                both = sides(*operands, *on_host(parts, window))
                yield tuple(x.astype(dtype) for x in both)

        return check

    return prepare


def first(x):
    """The first matrix of a stack."""
    return x.reshape((-1, *x.shape[-2:]))[0]


def rows_of(x):
    return first(x)[ROWS]


def solve_sides(a, b, x):
    return rows_of(b), rows_of(a) @ first(x)


def inv_sides(a, x):
    return numpy.eye(a.shape[-1])[ROWS], rows_of(a) @ first(x)


def cholesky_sides(a, factor):
    return rows_of(a), rows_of(factor) @ first(factor).T


def qr_sides(a, q, r):
    return rows_of(a), rows_of(q) @ first(r)


def eigh_sides(a, w):
    squares = (first(a) ** 2).sum()
    return numpy.asarray(squares), (w.reshape(-1, w.shape[-1])[0] ** 2).sum()


def svd_sides(a, s):
    return eigh_sides(a, s)


def values(name, position, xp, a):
    """The values of a decomposition, whose vectors are computed too."""
    return getattr(xp.linalg, name)(a)[position]


def plain(name, xp, *operands):
    return getattr(xp.linalg, name)(*operands)


def pair(xp, a):
    q, r = xp.linalg.qr(a)
    return q, r


# By name: the call, the view of each operand, the check, operations by n^3.
CALLS = {
    "solve": (functools.partial(plain, "solve"), (dominant, None), solve_sides, 8 / 3),
    "inv": (functools.partial(plain, "inv"), (dominant,), inv_sides, 2),
    "cholesky": (
        functools.partial(plain, "cholesky"),
        (positive,),
        cholesky_sides,
        1 / 3,
    ),
    "qr": (pair, (None,), qr_sides, 8 / 3),
    "eigh": (functools.partial(values, "eigh", 0), (symmetric,), eigh_sides, 9),
    "svd": (functools.partial(values, "svd", 1), (None,), svd_sides, 22),
}


def square(*sizes):
    """The shape of matrices of order n, or of so many of them."""
    return (*sizes, sizes[-1])


def case(name, dtype, sizes, small, group, **more):
    """`sizes` are the order of the matrices, or their number and order."""
    call, views, sides, factor = CALLS[name]
    *many, n = sizes
    size = f"{many[0]} of {n} x {n}" if many else f"{n} x {n}"
    return Case(
        f"{name} of {size} {numpy.dtype(dtype)}",
        group,
        call,
        tuple(Operand(dtype, square, (-1, 1), view) for view in views),
        sizes,
        small,
        moved=None,
        flops=lambda *sizes: factor * sizes[-1] * math.prod(square(*sizes)),
        rtol=RTOL[dtype],
        scaled=True,
        sample=residual(sides),
        **more,
    )


LINALG = (
    *(
        case(name, dtype, (n,), (12,), "linear algebra", headline=n == 1024)
        for name in CALLS
        for n in (64, 1024, 4096)
        for dtype in ("f4", "f8")
    ),
    *(
        case(
            name,
            dtype,
            (MANY, 64),
            (5, 8),
            "many small matrices",
            # The others take them one by one, which takes minutes.
            libraries=(CUDA,) if name == "svd" else ON_GPU,
        )
        for name in CALLS
        for dtype in ("f4", "f8")
    ),
    *(
        case(
            name,
            "f8",
            sizes,
            (12,) if len(sizes) == 1 else (3, 12),
            "CPU: linear algebra",
            libraries=ON_CPU,
            clock="host",
        )
        for name in CALLS
        for sizes in ((3,), (64,), (512,), (1000, 16))
    ),
)


def einsum_case(subscripts, *lengths):
    """A pattern, with the lengths of its labels in the order of the alphabet."""
    terms = subscripts.partition("->")[0].split(",")
    labels = sorted(set("".join(terms)))

    def shape_of(term):
        return lambda *sizes: tuple(sizes[labels.index(label)] for label in term)

    return Case(
        subscripts,
        "einsum",
        functools.partial(einsum, subscripts),
        tuple(Operand("f4", shape_of(term), (-1, 1)) for term in terms),
        lengths,
        tuple(max(2, n // 32) for n in lengths),
        moved=None,
        rtol=1e-5,
        scaled=True,
        headline=True,
    )


def einsum(subscripts, xp, *operands):
    return xp.einsum(subscripts, *operands)


EINSUM = (
    einsum_case("ij,jk->ik", 2048, 2048, 2048),
    einsum_case("bij,bjk->bik", 256, 128, 128, 128),
    einsum_case("bhqd,bhkd->bhqk", 8, 64, 16, 512, 512),
    einsum_case("bqhd,bkhd->bhqk", 8, 64, 16, 512, 512),
    einsum_case("ijk,jil->kl", 128, 128, 256, 256),
    einsum_case("i,j->ij", 8192, 8192),
    einsum_case("ij,ij->i", 8192, 2048),
    einsum_case("ijk->ik", 256, 256, 512),
    einsum_case("ii->i", 8192),
    einsum_case("ij,jk,kl->il", 1024, 512, 1024, 256),
)

CASES = (*LINALG, *EINSUM)

# SPDX-License-Identifier: Apache-2.0
"""Matrix products."""

import numpy

from ..spec import Case, Operand

RTOL = {"f2": 1e-2, "f4": 2e-6, "f8": 1e-13}


def matmul(xp, a, b):
    return a @ b


def corners(library, case, operands):
    """A corner and the middle of a product, from the rows and columns they need."""
    a, b = operands
    m, n = a.shape[-2], b.shape[-1]
    windows = [(slice(i, i + 4), slice(j, j + 4)) for i, j in ((0, 0), (m // 2, n - 4))]
    expected = []
    for rows, columns in windows:
        left = library.download(a[..., rows, :])
        right = library.download(b[..., columns])
        exact = left.astype("f8") @ right.astype("f8")
        expected.append(exact.astype(left.dtype))

    def check(result):
        for want, window in zip(expected, windows, strict=True):
            yield want, library.download(result[(..., *window)])

    return check


def product(name, dtype, sizes, small, left=None, right=None, **more):
    """(m, k) @ (k, n) with `sizes` m, k, n; or other shapes of these."""
    return Case(
        f"{name} {numpy.dtype(dtype)}",
        "matrix products",
        matmul,
        (
            Operand(dtype, left or (lambda m, k, n: (m, k)), (-1, 1)),
            Operand(dtype, right or (lambda m, k, n: (k, n)), (-1, 1)),
        ),
        sizes,
        small,
        moved=None,
        flops=more.pop("flops", lambda m, k, n: 2 * m * k * n),
        rtol=RTOL[dtype],
        scaled=True,
        wide=True,
        **more,
    )


BATCH = 1024


def batched(m, k, n):
    return (BATCH, m, k)


def batched_right(m, k, n):
    return (BATCH, k, n)


CASES = (
    *(
        product(
            "8192",
            dtype,
            (8192,) * 3,
            (128, 96, 64),
            sample=corners,
            headline=dtype != "f2",
        )
        for dtype in ("f4", "f8", "f2")
    ),
    product("1000 x 1003 x 999", "f4", (1000, 1003, 999), (33, 45, 27)),
    product("512", "f4", (512,) * 3, (33, 45, 27)),
    *(
        product(
            f"{BATCH} of 64 x 64",
            dtype,
            (64,) * 3,
            (8, 8, 8),
            batched,
            batched_right,
            flops=lambda m, k, n: 2 * BATCH * m * k * n,
            headline=dtype == "f4",
        )
        for dtype in ("f4", "f8")
    ),
    product(
        "16384 x 16384 by vector",
        "f4",
        (16384, 16384, 1),
        (45, 33, 1),
        right=lambda m, k, n: (k,),
    ),
)

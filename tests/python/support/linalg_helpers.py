# SPDX-License-Identifier: Apache-2.0
"""Matrices for the tests of linear algebra, and what their results must satisfy."""

import numpy as np

DTYPES = "fdFD"
STACKS = [(1, 1), (2, 2), (5, 5), (33, 33), (3, 4, 4), (2, 3, 6, 6), (40, 8, 8)]
SHAPES = [(1, 1), (4, 4), (5, 3), (3, 5), (40, 35), (2, 6, 4), (3, 2, 4, 6), (20, 8, 8)]
EMPTY = [(0, 0), (0, 3), (3, 0), (0, 3, 3), (2, 0, 0), (2, 0, 3), (2, 3, 0)]


def random(shape, dtype, seed=0):
    """Matrices with standard normal items."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return np.asarray(x, dtype)


def adjoint(x):
    return x.swapaxes(-1, -2).conj()


def hermitian(shape, dtype, seed=0):
    x = random(shape, dtype, seed)
    return x + adjoint(x)


def positive(shape, dtype, seed=0):
    x = random(shape, dtype, seed)
    return x @ adjoint(x) + np.eye(shape[-1], dtype=dtype)


def deficient(shape, dtype, rank, seed=0):
    """Matrices of a rank."""
    *batch, m, n = shape
    left = random((*batch, m, rank), dtype, seed)
    return left @ random((*batch, rank, n), dtype, seed + 1)


def layouts(x):
    """The same matrices in several memory layouts."""
    wide = np.zeros((*x.shape[:-1], 2 * x.shape[-1]), x.dtype)
    wide[..., ::2] = x
    return {
        "C": x.copy(),
        "F": np.asfortranarray(x),
        "strided": wide[..., ::2],
        "backwards": x[..., ::-1, ::-1].copy()[..., ::-1, ::-1],
    }


def precise(x):
    """A host copy in double precision."""
    x = x.get() if hasattr(x, "get") else np.asarray(x)
    return x.astype("D" if x.dtype.kind == "c" else "d")


def eps(dtype):
    return float(np.finfo(dtype).eps)


def close(found, expected, dtype, factor, scale=None):
    """The largest difference is at most factor * eps * the largest magnitude."""
    found, expected = precise(found), precise(expected)
    assert found.shape == expected.shape
    if not expected.size:
        return
    if scale is None:
        scale = np.abs(expected).max()
    error = np.abs(found - expected).max()
    bound = factor * eps(dtype) * max(scale, 1e-300)
    assert error <= bound, f"differs by {error:g}, allowed are {bound:g}"


def orthogonal(q, dtype, factor=100):
    """The columns of q are."""
    q = precise(q)
    n = q.shape[-1]
    close(
        adjoint(q) @ q,
        np.broadcast_to(np.eye(n), (*q.shape[:-2], n, n)),
        dtype,
        factor * max(q.shape[-2:], default=1),
        scale=1,
    )

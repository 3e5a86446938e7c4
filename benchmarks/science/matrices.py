# SPDX-License-Identifier: Apache-2.0
"""Sparse matrices of the shapes that programs have, in CSR on the host."""

import functools

import numpy


def _sparse():
    import scipy.sparse

    return scipy.sparse


def _from_columns(columns, width):
    """A matrix with a row's columns in a row of `columns`; repeated ones are added."""
    rows, per_row = columns.shape
    indptr = numpy.arange(rows + 1) * per_row
    return _csr(columns.reshape(-1), indptr, width)


def _csr(indices, indptr, width):
    values = 0.5 + numpy.random.default_rng(7).random(indices.size)
    shape = indptr.size - 1, width
    parts = values, indices.astype(numpy.int32), indptr.astype(numpy.int32)
    made = _sparse().csr_array(parts, shape=shape)
    made.sum_duplicates()
    return made


def banded(entries):
    """Eleven diagonals side by side."""
    n = max(entries // 11, 12)
    diagonals = [numpy.full(n - abs(k), 1.0 / (2 + abs(k))) for k in range(-5, 6)]
    return _sparse().diags_array(diagonals, offsets=range(-5, 6)).tocsr()


def laplacian(axes, length):
    """The stencil of 2 * axes + 1 points of a grid."""
    line = numpy.ones(length)
    one = _sparse().diags_array([-line[1:], 2 * line, -line[1:]], offsets=(-1, 0, 1))
    whole = one
    for _ in range(axes - 1):
        whole = _sparse().kronsum(whole, one, format="csr")
    whole = whole.tocsr()
    whole.sort_indices()
    return whole


def stencil_5(entries):
    return laplacian(2, max(int((entries / 5) ** 0.5), 3))


def stencil_7(entries):
    return laplacian(3, max(int(round((entries / 7) ** (1 / 3))), 3))


def power_law(entries):
    """Numbers of entries in rows, and columns' popularity, fall with a power."""
    rng = numpy.random.default_rng(1)
    n = max(entries // 8, 16)
    degrees = numpy.minimum(rng.zipf(1.8, n), n // 4)
    degrees = numpy.maximum(1, degrees * (entries / degrees.sum())).astype(int)
    columns = (rng.random(degrees.sum()) ** 3 * n).astype(int)
    return _csr(columns, numpy.concatenate([[0], numpy.cumsum(degrees)]), n)


def tall(entries):
    """Twenty times as many rows as columns."""
    rows = max(entries // 5, 20)
    columns = numpy.random.default_rng(2).integers(0, rows // 20, (rows, 5))
    return _from_columns(columns, rows // 20)


def wide(entries):
    """Twenty times as many columns as rows."""
    rows = max(entries // 100, 1)
    columns = numpy.random.default_rng(3).integers(0, 20 * rows, (rows, 100))
    return _from_columns(columns, 20 * rows)


def blocks(entries):
    """Dense blocks of 8 x 8, four in a row of blocks."""
    n = max(entries // 256, 4)
    columns = numpy.random.default_rng(4).integers(0, n, (n, 4))
    columns = (columns[:, :, None] * 8 + numpy.arange(8)).reshape(n, 32)
    return _from_columns(numpy.repeat(columns, 8, axis=0), 8 * n)


def diagonal(entries):
    n = max(entries // 3, 1)
    return _from_columns(numpy.arange(n)[:, None], n)


def scattered(entries):
    """Ten entries in a row, anywhere."""
    n = max(entries // 10, 10)
    return _from_columns(numpy.random.default_rng(5).integers(0, n, (n, 10)), n)


def long_rows(entries):
    """Four entries in a row, but half of all entries in ten rows."""
    n = max(entries // 8, 40)
    rng = numpy.random.default_rng(6)
    degrees = numpy.full(n, 4)
    degrees[rng.choice(n, 10, replace=False)] = max(entries // 20, 1)
    columns = rng.integers(0, n, degrees.sum())
    return _csr(columns, numpy.concatenate([[0], numpy.cumsum(degrees)]), n)


SHAPES = (
    banded,
    stencil_5,
    stencil_7,
    power_law,
    tall,
    wide,
    blocks,
    diagonal,
    scattered,
    long_rows,
)


@functools.lru_cache(maxsize=2)
def _double(shape, entries):
    return shape(entries)


@functools.lru_cache(maxsize=2)
def matrix(shape, entries, dtype):
    """A CSR array of about so many entries; `shape` is one of SHAPES."""
    return _double(shape, entries).astype(dtype)


@functools.lru_cache(maxsize=2)
def grid(length, dtype):
    """The Laplacian of a cube of length**3 unknowns, with seven points."""
    return laplacian(3, length).astype(dtype)


@functools.lru_cache(maxsize=4)
def dense(shape, dtype, seed=0):
    return numpy.random.default_rng(seed).random(shape).astype(dtype)

# SPDX-License-Identifier: Apache-2.0
"""Tridiagonal systems of splines, factored once for all columns."""

import numpy

from ..._numpy.creation import empty
from .._kernels import KernelFile, blocks, c_type, launch, row_grid

kernels = KernelFile(__file__, "splines.cuh")

_THREADS = 1 << 14  # so many fill a GPU
_SHORTEST = 64  # rows of a chunk
_WIDE = 64  # columns that are worth blocks of their own for each row
_SPAN = 32  # rows of the factorization that a thread makes


def longs(*values):
    return [numpy.int64(x) for x in values]


def run_rows(name, types, rows, columns, arguments):
    """A launch with a thread for each row and column, whose last type is WIDE."""
    wide = columns >= _WIDE
    grid = row_grid(columns, rows) if wide else blocks(columns * rows)
    launch(kernels(name, *types, wide), grid, arguments)


def eliminate(lower, diagonal, upper):
    """(ratio, inverse, step) of a tridiagonal matrix, vectors of n items each."""
    n = diagonal.size
    made = empty((3, n), "d", device=diagonal.device)
    spans = blocks(n, _SPAN)
    arguments = (lower, diagonal, upper, *made, *longs(n, _SPAN))
    launch(kernels("eliminate"), blocks(spans, 64), arguments, 64)
    return tuple(made)


def _recur(factor, x, backwards, shortest=_SHORTEST):
    """s[i] = x[i] + factor[i] * s[i - 1] (or i + 1) for x (n, columns), in place."""
    n, columns = x.shape
    chunks = _THREADS // columns
    chunk = n
    if chunks > 3 and n > 4 * shortest:
        chunk = max(blocks(n, chunks), shortest)
    chunks = blocks(n, chunk)
    before = product = None
    types = c_type(x.dtype), backwards
    sizes = longs(n, columns, chunk)
    if chunks > 1:
        before = empty((chunks, columns), x.dtype, device=x.device)
        product = empty(chunks, "d", device=x.device)
        arguments = (factor, x, before, product, *sizes)
        run_rows("recursion", (*types, 1), chunks, columns, arguments)
        _recur(product, before, False)
    arguments = (factor, x, before, product, *sizes)
    run_rows("recursion", (*types, 0), chunks, columns, arguments)


def substitute(ratio, step, x):
    """Solves for the columns of x, which are times the inverse already, in place."""
    if x.size:
        _recur(step, x, False)
        _recur(ratio, x, True)


__all__ = ["eliminate", "kernels", "longs", "run_rows", "substitute"]

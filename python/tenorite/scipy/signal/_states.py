# SPDX-License-Identifier: Apache-2.0
"""States of a linear system along time, as parallel as there are chunks of it.

The chunks are those of recursive filters (`_recursion.py`): powers of the matrix are kept
in twice the precision, so that chunks lose no digits that the plain recursion keeps. The
order of all sums depends on the shape alone.
"""

import numpy

from ..._array.convert import own_beside
from ..._numpy.creation import ascontiguousarray, empty
from .._kernels import KernelFile, blocks, c_type, launch

_kernels = KernelFile(__file__, "wide.cuh", "states.cuh")

_BLOCK = 64
_CHUNKS = 1 << 14  # so many threads fill a GPU
_SHORTEST = 64  # states of a chunk
_GROUP = 32  # chunks whose states one thread follows
_FEW = 8  # states that are kept in registers


def chunk_of(length):
    """States of a chunk, a power of two; all of them where there are few."""
    if length < 4 * _SHORTEST:
        return max(length, 1)
    chunk = _SHORTEST
    while chunk * _CHUNKS < length:
        chunk *= 2
    return chunk


def follow(matrix, added, start):
    """x[0] = start, x[k + 1] = matrix @ x[k] + added[k], as many as `added` has rows.

    `matrix` and `start` are NumPy's, of float64 or complex128 as `added`.
    """
    length, size = added.shape
    if length * size == 0:
        return empty(added.shape, added.dtype, device=added.device)
    start = own_beside(numpy.ascontiguousarray(start, added.dtype), added)
    matrix = numpy.ascontiguousarray(matrix, added.dtype)
    plain = own_beside(matrix.view(float), added)
    wide = numpy.zeros((*matrix.shape, 4 if matrix.dtype.kind == "c" else 2))
    wide[..., 0] = matrix.real
    if matrix.dtype.kind == "c":
        wide[..., 2] = matrix.imag
    wide = own_beside(wide, added)
    return _Recursion(added.dtype, size)(
        plain, wide, ascontiguousarray(added), start, chunk_of(length), False
    )


class _Recursion:
    """Recursions of a dtype and a number of states."""

    def __init__(self, dtype, size):
        self.type, self.size = c_type(dtype), size
        self.wide = f"Wide<{self.type}>"

    def __call__(self, plain, wide, added, start, chunk, is_wide):
        """The states from `start` on; the matrix is `plain`, with more digits `wide`."""
        length = len(added)
        matrix = wide if is_wide else plain
        x = empty(added.shape, added.dtype, device=added.device)
        starts = start
        if length > chunk:
            shape = (blocks(length, chunk), self.size)
            ends = empty(shape, added.dtype, device=added.device)
            self._follow(matrix, added, None, x, ends, chunk, is_wide)
            larger = self._power(wide, chunk)
            group = _GROUP if len(ends) > 2 * _GROUP else len(ends)
            starts = self(None, larger, ends, start, group, True)
        self._follow(matrix, added, starts, x, None, chunk, is_wide)
        return x

    def _follow(self, matrix, added, starts, x, ends, chunk, is_wide):
        type = self.wide if is_wide else self.type
        length = len(added)
        sizes = [numpy.int64(length), numpy.int64(chunk)]
        if self.size <= _FEW:
            kernel = _kernels("follow", self.type, type, self.size)
            x = x if ends is None else None
        else:
            kernel = _kernels("follow_many", self.type, type)
            sizes.append(numpy.int64(self.size))
        arguments = (matrix, added, starts, x, ends, *sizes)
        launch(kernel, blocks(blocks(length, chunk), _BLOCK), arguments, _BLOCK)

    def _power(self, matrix, exponent):
        """A power, by squares: `exponent` is a power of two."""
        kernel = _kernels("square", self.wide)
        while exponent > 1:
            result = empty(matrix.shape, matrix.dtype, device=matrix.device)
            count = self.size * self.size
            arguments = (matrix, result, numpy.int64(self.size))
            launch(kernel, blocks(count, _BLOCK), arguments, _BLOCK)
            matrix, exponent = result, exponent // 2
        return matrix

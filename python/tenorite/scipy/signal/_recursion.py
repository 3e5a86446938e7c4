# SPDX-License-Identifier: Apache-2.0
"""Recursive filters along an axis, as parallel as there are chunks of the lines.

The order of all sums depends on the shape and the filter alone, so results are the
same from run to run and on both devices. Against the plain recursion they differ by
roundings of the states at the beginnings of chunks, which are no larger than those that
the recursion makes of itself: matrices are kept in twice the precision.
"""

import math

import numpy

from ..._numpy.creation import ascontiguousarray, empty
from .._kernels import KernelFile, blocks, c_type, launch

_kernels = KernelFile(__file__, "wide.cuh", "filters.cuh")

_BLOCK = 64
_THREADS = 1 << 14  # so many fill a GPU
_SHORTEST = 64  # items of a chunk
_GROUP = 32  # chunks whose states one thread follows


def chunk_of(lines, length):
    """Items of a chunk of each line; all of them where lines are many or short."""
    chunks = _THREADS // max(lines, 1)
    if chunks < 4 or length < 4 * _SHORTEST:
        return max(length, 1)
    return max(-(-length // chunks), _SHORTEST)


def _numbers(*values):
    return [numpy.int64(x) for x in values]


def _launch(kernel, count, arguments):
    launch(kernel, blocks(count, _BLOCK), arguments, _BLOCK)


class Filter:
    """A filter of one dtype: `kind` "Direct" or "Sections", its order or their number.

    `coefficients` are one contiguous array, as filters.cuh has them.
    """

    def __init__(self, kind, order, coefficients):
        self.coefficients = coefficients
        self.type = c_type(coefficients.dtype)
        self.filter = f"{kind}<{self.type}, {order}>"
        self.size = order if kind == "Direct" else 2 * order

    def __call__(self, x, axis, start=None, wants_end=False, chunk=None):
        """(`x` filtered along an axis, its final states or None).

        `start` and the final states are of shape (lines, size), the lines in C order
        of the other axes.
        """
        length = x.shape[axis]
        x = ascontiguousarray(x)
        outer, inner = math.prod(x.shape[:axis]), math.prod(x.shape[axis + 1 :])
        lines = outer * inner
        y = empty(x.shape, x.dtype, device=x.device)
        end = None
        if wants_end:
            end = empty((lines, self.size), x.dtype, device=x.device)
        if lines == 0:
            return y, end
        if chunk is None:
            chunk = chunk_of(lines, length)
        chunks = max(-(-length // chunk), 1)
        states = start
        if chunks > 1:
            states = self._states(x, start, lines, length, inner, chunk, chunks)
        kernel = _kernels("run", self.type, self.filter)
        sizes = _numbers(lines, length, inner, chunk, chunks)
        arguments = (self.coefficients, x, y, states, end, *sizes)
        _launch(kernel, lines * chunks, arguments)
        return y, end

    def _states(self, x, start, lines, length, inner, chunk, chunks):
        """States at the beginnings of the chunks, (lines, chunks, size)."""
        states = empty((lines, chunks, self.size), x.dtype, device=x.device)
        words = 2 if x.dtype.char in "dF" else 4 if x.dtype.char == "D" else 1
        shape = (self.size, self.size, words)
        matrix = empty(shape, numpy.float64, device=x.device)
        kernel = _kernels("transition", self.type, self.filter)
        _launch(kernel, self.size, (self.coefficients, matrix, numpy.int64(chunk)))
        kernel = _kernels("collect", self.type, self.filter)
        sizes = _numbers(lines, length, inner, chunk, chunks)
        _launch(kernel, lines * chunks, (self.coefficients, x, states, *sizes))
        self._scan(matrix, states, start)
        return states

    def _scan(self, matrix, states, start):
        """What each chunk adds becomes the state before it, in place."""
        lines, chunks, size = states.shape
        group = _GROUP if chunks > 2 * _GROUP else chunks
        groups = -(-chunks // group)
        counts = _numbers(lines, chunks, group, groups)
        starts = start
        if groups > 1:
            starts = empty((lines, groups, size), states.dtype, device=states.device)
            kernel = _kernels("fold", self.type, size)
            _launch(kernel, lines * groups, (matrix, states, starts, *counts))
            larger = empty(matrix.shape, matrix.dtype, device=matrix.device)
            kernel = _kernels("power", self.type, size)
            _launch(kernel, size, (matrix, larger, numpy.int64(group)))
            self._scan(larger, starts, start)
        kernel = _kernels("unfold", self.type, size)
        _launch(kernel, lines * groups, (matrix, states, starts, *counts))

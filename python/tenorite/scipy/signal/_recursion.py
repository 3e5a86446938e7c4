# SPDX-License-Identifier: Apache-2.0
"""Recursive filters along an axis, as parallel as there are chunks of the lines.

The order of all sums depends on the shape, the filter and the kind of device alone, so
results are the same from run to run. Against the plain recursion they differ by
roundings of the states at the beginnings of chunks, which are no larger than those that
the recursion makes of itself: matrices are kept in twice the precision.
"""

import math

import numpy

from ..._numpy.creation import ascontiguousarray, empty
from .._kernels import (
    KernelFile,
    blocks,
    c_type,
    is_misaligned,
    launch,
    packed,
    per_thread,
)

_kernels = KernelFile(__file__, "expansions.cuh", "filters.cuh")

_BLOCK = 64
_THREADS = 1 << 16  # so many fill a GPU
_ON_CPU = 1 << 9  # chunks that keep the cores of a CPU busy
_SHORTEST = 64  # items of a chunk, for each of the states that the scan has to follow
# Items that take as long as the powers of a matrix of one state, on GPU and CPU.
_WORTH = 32, 1024
_DOUBLINGS = 4  # a thread follows the states of 2 ** 4 chunks
_LANES = 32  # bytes of chunks that a thread of the CPU runs together

_CHUNKS = numpy.dtype(
    [(name, "i8") for name in ("lines", "length", "inner", "chunk", "chunks")]
)


def chunk_of(lines, length, size, threads, worth):
    """Items of a chunk of each line; all of them where lines are many or short.

    `size` is that of a state, `threads` the number of chunks that a device wants,
    `worth` its entry of _WORTH.
    """
    shortest = _SHORTEST * size
    chunks = threads // max(lines, 1)
    is_short = length < 4 * shortest or lines * length < worth * size**2
    if chunks < 4 or is_short:
        return max(length, 1)
    chunk = max(-(-length // chunks), shortest)
    # Few bits: powers of the matrix take few products. Whole sectors of memory, too.
    step = 1 << (chunk.bit_length() - 3)
    return -(-chunk // step) * step


def _numbers(*values):
    return [numpy.int64(x) for x in values]


class Filter:
    """A filter of one dtype: `kind` "Direct" or "Sections", its order or their number.

    `coefficients` are one contiguous array, as filters.cuh has them.
    """

    def __init__(self, kind, order, coefficients):
        self.coefficients = coefficients
        self.type = c_type(coefficients.dtype)
        self.filter = f"{kind}<{self.type}, {order}>"
        self.size = order if kind == "Direct" else 2 * order

    def __call__(self, x, axis, start=None, wants_end=False):
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
        device = per_thread(x, (_THREADS, _WORTH[0]), (_ON_CPU, _WORTH[1]))
        chunk = chunk_of(lines, length, self.size, *device)
        chunks = max(-(-length // chunk), 1)
        is_aligned = all(
            size * x.itemsize % 16 == 0
            for size, count in ((chunk, chunks), (length, lines))
            if count > 1
        )
        can_pack = is_aligned and inner == 1 and not is_misaligned(x, y)
        form = self._form(x, can_pack)
        of = packed(_CHUNKS, lines, length, inner, chunk, chunks)
        states = start
        if chunks > 1:
            states = empty((lines, chunks, self.size), x.dtype, device=x.device)
            self._run("collect", form, lines * chunks, x, states, of)
            self._scan(self._powers(chunk, chunks), states, start)
        self._run("run", form, lines * chunks, x, y, states, end, of)
        return y, end

    def _form(self, x, can_pack):
        """(chunks that a thread runs together, items that it loads at once)."""
        lanes = _LANES // x.itemsize if x.dtype.kind == "f" else 1
        return per_thread(x, (1, 16 // x.itemsize if can_pack else 1), (lanes, 1))

    def _run(self, name, form, count, x, *arguments):
        kernel = _kernels(name, self.type, self.filter, *form)
        threads, block = blocks(count, form[0]), per_thread(x, _BLOCK, 1)
        arguments = (self.coefficients, x, *arguments)
        launch(kernel, blocks(threads, block), arguments, block)

    def _powers(self, chunk, chunks):
        """The matrices of chunks, of groups of chunks, of groups of these, ..."""
        levels = 1
        while chunks > 2 << _DOUBLINGS:
            chunks, levels = -(-chunks >> _DOUBLINGS), levels + 1
        dtype, device = self.coefficients.dtype, self.coefficients.device
        words = 2 if dtype.char in "dF" else 4 if dtype.char == "D" else 1
        shape = (self.size, self.size, words)
        matrices = empty((levels, *shape), numpy.float64, device=device)
        # Numbers of twice as many words.
        spare = empty((3, *shape, 2), numpy.float64, device=device)
        kernel = _kernels("powers", self.type, self.filter)
        sizes = (numpy.int64(chunk), numpy.int32(levels), numpy.int32(_DOUBLINGS))
        block = per_thread(matrices, min(256, -(-(self.size**2) // 32) * 32), 1)
        launch(kernel, 1, (self.coefficients, matrices, spare, *sizes), block)
        return list(matrices)

    def _scan(self, matrices, states, start):
        """What each chunk adds becomes the state before it, in place."""
        lines, chunks, size = states.shape
        matrix, *larger = matrices
        group = 1 << _DOUBLINGS if larger else chunks
        groups = -(-chunks // group)
        counts = _numbers(lines, chunks, group, groups)
        grid = blocks(lines * groups, _BLOCK)
        starts = start
        if larger:
            starts = empty((lines, groups, size), states.dtype, device=states.device)
            kernel = _kernels("fold", self.type, self.filter)
            launch(kernel, grid, (matrix, states, starts, *counts), _BLOCK)
            self._scan(larger, starts, start)
        kernel = _kernels("unfold", self.type, self.filter)
        launch(kernel, grid, (matrix, states, starts, *counts), _BLOCK)

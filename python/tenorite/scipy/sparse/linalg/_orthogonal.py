# SPDX-License-Identifier: Apache-2.0
"""Bases that grow by one vector at a time."""

import numpy

from ..._kernels import KernelFile, blocks, c_type, launch, per_thread
from .. import _library as np
from ._steps import inner, norm

__all__ = ["OrthonormalBasis"]

_KERNELS = KernelFile(__file__, "../warps.cuh", "orthogonal.cuh")
_MOST_VECTORS = 32  # whose sums a thread of the kernels has in registers
_THREADS = 512  # as in orthogonal.cuh
_MOST_BLOCKS = 128  # each of which adds up what all have


class OrthonormalBasis:
    """Vectors in the rows of an array, and how they came about.

    Row k of `h` has the products of what vector k + 1 was made of with those before,
    its size without these, and last the size that it had.
    """

    def __init__(self, first, most):
        shape = most + 1, first.size
        self.vectors = np.zeros(shape, first.dtype, device=first.device)
        self.vectors[0] = first
        shape = most, most + 2
        self.h = np.zeros(shape, first.dtype, device=first.device)
        # Sums over registers, in steps of eight.
        self._kernels = per_thread(first, -(-most // 8) * 8, 0)
        if self._kernels > _MOST_VECTORS:
            self._kernels = 0
        self._space = None

    def rest(self, w, count):
        """What `w` has that the first vectors have not, and its products with these.

        Twice, since once leaves what rounding errors of large products are.
        """
        known = self.vectors[:count]
        along = inner(known, w)
        w = w - along @ known
        again = inner(known, w)
        return w - again @ known, along + again

    def append(self, k, w):
        """Makes vector k + 1 of what `w` has that the vectors before have not."""
        w = w.astype(self.vectors.dtype, copy=False)
        if self._kernels:
            self._append_by_kernels(k, np.ascontiguousarray(w))
            return
        self.h[k, -1] = norm(w)
        w, self.h[k, : k + 1] = self.rest(w, k + 1)
        size = norm(w)
        self.h[k, k + 1] = size
        self.vectors[k + 1] = w / np.where(size == 0, 1, size)

    def _append_by_kernels(self, k, w):
        """Three passes over the vectors: the second one subtracts and looks again."""
        vectors, most = self.vectors, self._kernels
        n, dtype = vectors.shape[1], vectors.dtype
        if self._space is None:
            self._space = self._made_space(n, most)
        grid, u, first, second, third = self._space
        sizes = numpy.int64(n), numpy.int32(k + 1)
        project = _KERNELS("project", c_type(dtype), most)
        passes = (w, u, first, False, first, True), (w, u, first, True, second, True)
        for args in (*passes, (u, u, second, True, third, False)):
            launch(project, grid, (vectors, *sizes, *args), _THREADS)
        append = _KERNELS("append", c_type(dtype), most)
        row = self.h[k]
        args = u, first, second, third, row, numpy.int32(row.size - 1)
        launch(append, grid, (vectors, *sizes, *args), _THREADS)

    def _made_space(self, n, most):
        """The number of blocks, a vector, and sums of each block for three passes."""
        dtype, device = self.vectors.dtype, self.vectors.device
        grid = min(blocks(n, _THREADS), _MOST_BLOCKS)
        parts = np.empty((3, most + 1, grid), dtype, device=device)
        return grid, np.empty(n, dtype, device=device), *parts

# SPDX-License-Identifier: Apache-2.0
"""Connected components of images of any dimension."""

import numpy

from ..._numpy.creation import arange, empty, zeros
from .._kernels import KernelFile, blocks, c_type, launch
from ._output import structure_dtype

_kernels = KernelFile(__file__, "labels.cuh")
_MOST_AXES = 9  # the bits of all neighbours are an argument of a launch


def neighbourhood(rank, connectivity):
    """Which items of 3 along each axis are at most `connectivity` steps from the centre."""
    if rank < 1:
        return numpy.array(True)
    distances = numpy.abs(numpy.indices([3] * rank) - 1).sum(axis=0)
    return distances <= max(connectivity, 1)


class Components:
    """The components of a bool array in C order: each item's first item, or -1.

    `structure` is a host array of three items along each axis, symmetric about its
    centre.
    """

    def __init__(self, image, structure):
        if image.ndim > _MOST_AXES:
            raise RuntimeError(f"images of more than {_MOST_AXES} axes have no labels")
        self.count = image.size
        wide = self.count >= 1 << 31
        self.dtype = numpy.dtype("q" if wide else "i")
        self.c_type = c_type(self.dtype)
        self.parents = empty(image.shape, self.dtype, device=image.device)
        rank = image.ndim
        flags = structure.ravel()[: structure.size // 2]
        chained = numpy.int32(flags[-1])
        words = -(-flags.size // 64)
        bits = numpy.zeros(words * 64, bool)
        bits[: flags.size] = flags
        neighbours = numpy.zeros((), structure_dtype(("bits", "u8", (words,))))
        neighbours["bits"] = numpy.packbits(bits, bitorder="little").view("u8")
        shape = numpy.zeros((), structure_dtype(("n", "i8", (rank,))))
        shape["n"] = image.shape
        count = numpy.int64(self.count)
        line = numpy.int64(image.shape[-1])
        self._launch(("find_runs",), image, self.parents, count, line, chained)
        args = image, self.parents, shape[()], neighbours[()], count, chained
        self._launch(("join_neighbours", rank), *args)
        self._launch(("flatten_trees",), self.parents, count)

    def _launch(self, name, *args, more=()):
        kernel = _kernels(name[0], *name[1:], self.c_type, *more)
        launch(kernel, blocks(self.count), args)

    def numbers(self, out):
        """Writes labels from 1, in the order of first items; returns the last one."""
        parents = self.parents.ravel()
        own = arange(self.count, dtype=self.dtype, device=parents.device)
        roots = (parents == own).cumsum(dtype=self.dtype)
        args = self.parents, roots, out, numpy.int64(self.count)
        self._launch(("number_items",), *args, more=(c_type(out.dtype),))
        return int(roots[-1])  # SciPy's functions return a number

    def spread(self, sources, invert):
        """Whether an item's component holds a source, which is in the image."""
        marks = zeros(self.count, bool, device=sources.device)
        out = empty(sources.shape, bool, device=sources.device)
        count = numpy.int64(self.count)
        self._launch(("mark_sources",), self.parents, sources, marks, count)
        args = self.parents, marks, out, count, numpy.int32(invert)
        self._launch(("spread_marks",), *args)
        return out

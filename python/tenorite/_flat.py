# SPDX-License-Identifier: Apache-2.0
"""The `flat` attribute of ndarray."""

import numpy

from ._convert import as_operand
from ._core import ndarray


class FlatIterator:
    """The items of an array in C order: iteration, indexing, assignment.

    Reading gives copies; assignment repeats short values. See numpy.ndarray.flat.
    """

    __slots__ = ("_next", "base")

    def __init__(self, base):
        self.base = base
        self._next = 0

    def __len__(self):
        return self.base.size

    def __iter__(self):
        return self

    def __next__(self):
        if self._next >= self.base.size:
            raise StopIteration
        self._next += 1
        return self[self._next - 1]

    @property
    def index(self):
        """Position of the next item."""
        return self._next

    @property
    def coords(self):
        """Coordinates of the next item; a tuple."""
        return tuple(map(int, numpy.unravel_index(self._next, self.base.shape)))

    def copy(self):
        """1-d array of the items."""
        return self.base.flatten()

    def __getitem__(self, key):
        return self.base.ravel()[key].copy()

    def __setitem__(self, key, value):
        from ._manipulation import cycled

        base = self.base
        in_place = base.flags.c_contiguous
        flat = base.reshape(-1) if in_place else base.ravel()
        if type(value) is ndarray or numpy.ndim(value):
            value = as_operand(value, base).ravel()
            wanted = flat[key].size
            if wanted == 0:
                return
            if value.size != wanted:
                if value.size == 0:
                    raise ValueError("Error setting single item of array.")
                value = cycled(value, wanted)
            value = value.reshape(flat[key].shape)
        flat[key] = value
        if not in_place:
            base[...] = flat.reshape(base.shape)

    def __array__(self, dtype=None, copy=None):
        return self.base.ravel().__array__(dtype, copy)


def set_flat(a, value):
    """a.flat = value: the items of `value`, repeated as needed."""
    FlatIterator(a)[:] = value

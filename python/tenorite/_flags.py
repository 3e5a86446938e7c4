# SPDX-License-Identifier: Apache-2.0
"""The `flags` and `flat` attributes of ndarray."""

import numpy

from ._convert import as_operand
from ._core import ndarray

_BITS = ("c_contiguous", "f_contiguous", "owndata", "writeable", "aligned")
_LETTERS = {"C": "c_contiguous", "F": "f_contiguous", "O": "owndata"}
_LETTERS |= {"W": "writeable", "A": "aligned", "X": "writebackifcopy"}
_LETTERS |= {"CONTIGUOUS": "c_contiguous", "FORTRAN": "f_contiguous"}
_DERIVED = ("fnc", "forc", "behaved", "carray", "farray", "contiguous", "fortran")


class Flags:
    """Memory layout of an array, by attribute or by name. See numpy.ndarray.flags."""

    __slots__ = ("_array", "_bits")

    def __init__(self, array):
        self._array = array
        self._bits = array._flag_bits

    @property
    def c_contiguous(self):
        """Whether the items follow each other in C order."""
        return self._bits[0]

    @property
    def f_contiguous(self):
        """Whether the items follow each other in Fortran order."""
        return self._bits[1]

    @property
    def owndata(self):
        """Whether the array is no view of another."""
        return self._bits[2]

    @property
    def writeable(self):
        """Whether the items may be changed; may be set."""
        return self._bits[3]

    @writeable.setter
    def writeable(self, value):
        self._array._set_writeable(value)
        self._bits = self._array._flag_bits

    @property
    def aligned(self):
        """Whether the items lie at multiples of their size."""
        return self._bits[4]

    contiguous = c_contiguous
    fortran = f_contiguous
    writebackifcopy = False

    @property
    def forc(self):
        """Whether the array is in C or Fortran order."""
        return self.c_contiguous or self.f_contiguous

    @property
    def fnc(self):
        """Whether the array is in Fortran order and not in C order."""
        return self.f_contiguous and not self.c_contiguous

    @property
    def behaved(self):
        """Whether the array is aligned and writeable."""
        return self.aligned and self.writeable

    @property
    def carray(self):
        """Whether the array is behaved and in C order."""
        return self.behaved and self.c_contiguous

    @property
    def farray(self):
        """Whether the array is behaved and in Fortran order, not in C order."""
        return self.behaved and self.fnc

    def _name(self, key):
        if isinstance(key, str):
            name = _LETTERS.get(key, key.lower())
            if name in (*_BITS, "writebackifcopy", *_DERIVED) and key.isupper():
                return name
        raise KeyError("Unknown flag")

    def __getitem__(self, key):
        return getattr(self, self._name(key))

    def __setitem__(self, key, value):
        name = self._name(key)
        if name != "writeable":
            raise KeyError("Unknown flag")
        self.writeable = value

    def __eq__(self, other):
        if isinstance(other, Flags):
            return self._bits == other._bits
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        names = (*_BITS, "writebackifcopy")
        return "".join(f"  {n.upper()} : {getattr(self, n)}\n" for n in names)


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
        in_place = base._flag_bits[0]
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

# SPDX-License-Identifier: Apache-2.0
"""The `flat` attribute of ndarray."""

import operator

import numpy

from .._core import ndarray
from .convert import as_operand, is_host_array, is_supported
from .memory import cycled

__all__ = ["flatiter"]

_INVALID = (
    "only integers, slices (`:`), ellipsis (`...`) and integer or boolean arrays are "
    "valid indices"
)
_BOOLEAN = (
    "boolean indices for iterators are not supported because of previous behavior "
    "that was confusing (valid boolean indices are expected to work in the future)"
)


def _position_key(key, size):
    """A key of `flat` as one of a vector; IndexError for those that `flat` refuses.

    A bool is an index of its own: True the first item, False none.
    """
    if isinstance(key, tuple) and len(key) == 1:
        key = () if key[0] is Ellipsis else key[0]
    if isinstance(key, tuple):
        if not key:
            return key
        raise IndexError(
            "too many indices for flat iterator: flat iterator is 1-dimensional, but "
            f"{len(key)} were indexed"
        )
    if key is None or isinstance(key, (str, bytes)):
        raise IndexError(_INVALID)
    if isinstance(key, (ndarray, numpy.ndarray)):
        if key.dtype != bool:
            return key
        if key.ndim == 0:
            key = bool(key)
        elif key.shape != (size,):
            raise IndexError(
                "boolean index did not match indexed flat iterator along axis 0; size "
                f"of axis is {size} but size of corresponding boolean axis is "
                f"{len(key)}"
            )
    elif isinstance(key, numpy.bool) or (
        isinstance(key, list) and key and numpy.asarray(key).dtype == bool
    ):
        raise IndexError(_BOOLEAN)
    if isinstance(key, bool):
        return 0 if key else slice(0, 0)
    return key


def _in_words_of_flat(error):
    """An IndexError of a vector in the words that NumPy has for `flat`."""
    words = str(error).replace("for axis 0 with size", "for size")
    return IndexError(_INVALID if "valid indices" in words else words)


def _select(flat, key):
    try:
        return flat[key]
    except IndexError as error:
        raise _in_words_of_flat(error) from None


def _place(base, key):
    """Index in `base` itself of one or a few items; None for others.

    Spares the line of all items, which is a copy where `base` is not contiguous.
    """
    if base.flags.c_contiguous:
        return None
    size = base.size
    if isinstance(key, (int, numpy.integer)) and not isinstance(key, bool):
        key = int(key)
        found = key % size if -size <= key < size else None
    elif isinstance(key, slice):
        limits = key.indices(size)
        few = len(range(*limits)) * base.ndim * 4 < size
        found = numpy.arange(*limits) if few else None
    else:
        found = None
    return None if found is None else numpy.unravel_index(found, base.shape)


def _comparison(compare):
    """An operator that compares the items, as NumPy's flat does."""

    def compared(self, other):
        if isinstance(other, FlatIterator):
            other = other.base.ravel()
        return compare(self.base.ravel(), other)

    return compared


class FlatIterator:
    """Iterator over the items of an array in C order, with indexing and assignment.

    Indexing returns copies, comparisons arrays of bools. Assignment repeats the values
    if they are fewer than the items. IndexError for keys that NumPy's flat refuses. See numpy.ndarray.flat.

    >>> x = np.array([[1, 2], [3, 4]])
    >>> x.flat[2]
    np.int64(3)
    >>> x.flat[1:3] = 0
    >>> x
    array([[1, 0],
           [0, 4]])
    """

    __slots__ = {"_next": None, "base": "The array."}

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
        """1-d array of the items.

        >>> np.array([[1, 2], [3, 4]]).flat.copy()
        array([1, 2, 3, 4])
        """
        return self.base.flatten()

    def __getitem__(self, key):
        key = _position_key(key, self.base.size)
        place = _place(self.base, key)
        if place is not None:
            return self.base[place].copy()
        if isinstance(key, slice) and key == slice(None):
            return self.base.flatten()
        return _select(self.base.ravel(), key).copy()

    def __setitem__(self, key, value):
        base = self.base
        key = _position_key(key, base.size)
        if isinstance(key, tuple):
            raise IndexError(
                "Assigning to a flat iterator with a 0-D index is not supported"
            )
        single = isinstance(key, (int, numpy.integer))
        place = _place(base, key)
        in_place = base.flags.c_contiguous or place is not None
        if place is not None:
            flat, key = base, place
        else:
            flat = base.reshape(-1) if in_place else base.ravel()
        if numpy.ndim(value) or (isinstance(value, ndarray) and not single):
            if is_host_array(value) and not is_supported(value.dtype):
                value = value.astype(base.dtype)  # texts, objects
            value = as_operand(value, base).ravel()
            if value.size == 0 and not single:
                return
            chosen = _select(flat, key)
            if chosen.size == 0:
                return
            if chosen.ndim == 0:
                raise ValueError("Error setting single item of array.")
            if value.size != chosen.size:
                value = cycled(value, chosen.size)
            value = value.reshape(chosen.shape)
        try:
            flat[key] = value
        except IndexError as error:
            raise _in_words_of_flat(error) from None
        except (OverflowError, ValueError) as error:
            if not single:
                raise
            raise ValueError("Error setting single item of array.") from error
        if not in_place:
            base[...] = flat.reshape(base.shape)

    __eq__ = _comparison(operator.eq)
    __ne__ = _comparison(operator.ne)
    __lt__ = _comparison(operator.lt)
    __le__ = _comparison(operator.le)
    __gt__ = _comparison(operator.gt)
    __ge__ = _comparison(operator.ge)

    def __array__(self, dtype=None, copy=None):
        h = self.base.ravel().__array__(dtype, copy)
        if not self.base.flags.c_contiguous:
            h.flags.writeable = False  # a write to this copy would be lost
        return h


def set_flat(a, value):
    """a.flat = value: the items of `value`, repeated as needed."""
    FlatIterator(a)[:] = value


flatiter = FlatIterator  # as NumPy calls it

# SPDX-License-Identifier: Apache-2.0
"""Arrays and matrices in COOrdinate format: rows, columns and values of entries."""

import operator

import numpy

from ..._array.memory import is_in_host_memory
from . import _library as np
from ._base import SparseBase
from ._data import DataMethods
from ._kinds import CLASSES, SparseEfficiencyWarning, is_foreign, issparse, sparray
from ._matrix import spmatrix
from ._products import entries_times
from ._reductions import Extremes
from ._structure import (
    is_ascending,
    keys_of,
    order_of,
    places_of,
    starts_of,
    without_repetitions,
)
from ._types import checked_shape, is_shape, not_integers, value_dtype

__all__ = ["coo_array", "coo_matrix", "isspmatrix_coo"]

_MOST_DIAGONALS = 100  # beyond that a DIA array is warned of


def _cut(coordinates):
    """Coordinates that are no integers as int64; NaN is outside of every shape."""
    with numpy.errstate(invalid="ignore"):
        return coordinates.astype("int64")


class Coo(DataMethods, Extremes, SparseBase):
    """COO: what arrays and matrices share; `coords` and `data` are SciPy's."""

    _format = "coo"

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        super().__init__(maxprint)
        if isinstance(self, sparray) and numpy.isscalar(arg1):
            raise ValueError(
                "scipy sparse array classes do not support instantiation from a scalar"
            )
        if is_foreign(arg1):
            entries = arg1.tocoo()
            self._take(
                np.array(entries.data),
                tuple(map(np.array, entries.coords)),
                entries.shape,
                False,
            )
        elif issparse(arg1):
            entries = arg1.tocoo(copy=copy)
            known = entries.has_canonical_format
            self._take(entries.data, entries.coords, entries.shape, known)
        elif isinstance(arg1, tuple) and is_shape(arg1, self._dimensions):
            shape = checked_shape(arg1, dimensions=self._dimensions)
            index = self._index_dtype(largest=max(shape))
            coords = tuple(np.zeros(0, index) for _ in shape)
            data = np.zeros(0, value_dtype(dtype, default=float))
            self._take(data, coords, shape, True)
        elif isinstance(arg1, tuple):
            self._take_entries(arg1, shape, dtype, copy)
        else:
            self._take_dense(arg1, shape, dtype)
        if dtype is not None:
            self.data = self.data.astype(value_dtype(dtype), copy=False)

    @classmethod
    def _made(cls, data, coords, shape, canonical=False):
        """An array of parts that are known to be right."""
        self = cls.__new__(cls)
        SparseBase.__init__(self)
        self._take(data, tuple(coords), shape, canonical)
        return self

    def _take(self, data, coords, shape, canonical):
        self.data, self.coords, self._shape = data, coords, tuple(map(int, shape))
        self.has_canonical_format = bool(canonical)

    def _take_entries(self, given, shape, dtype, copy):
        try:
            data, coords = given
        except (TypeError, ValueError) as error:
            raise TypeError("invalid input format") from error
        coords = tuple(np.asarray(c) for c in coords)
        dtype = None if dtype is None else value_dtype(dtype)
        data = np.array(data, dtype) if copy else np.asarray(data, dtype)
        value_dtype(None, data)
        self._check_entries(data, coords)
        wide = coords if isinstance(self, sparray) else not_integers(coords)
        if shape is not None:  # fractions are cut off, and so are where they belong
            coords = tuple(c if c.dtype.kind in "biu" else _cut(c) for c in coords)
        largest = least = None
        if data.size:
            # Where the entries are decides the shape, and whether they may be there.
            edges = [x[None] for c in coords for x in (c.min(), c.max())]
            edges = np.concatenate(edges).get().tolist()
            least, largest = edges[::2], edges[1::2]
        if shape is None:
            if largest is None:
                raise ValueError("cannot infer dimensions from zero sized index arrays")
            shape = tuple(operator.index(n) + 1 for n in largest)
        shape = checked_shape((shape,), dimensions=self._dimensions)
        if len(coords) != len(shape):
            raise ValueError(
                "mismatching number of index arrays for shape; "
                f"got {len(coords)}, expected {len(shape)}"
            )
        for k, length in enumerate(shape if data.size else ()):
            if largest[k] >= length:
                raise ValueError(
                    f"axis {k} index {largest[k]} exceeds matrix dimension {length}"
                )
            if least[k] < 0:
                raise ValueError(f"negative axis {k} index: {least[k]}")
        index = self._index_dtype(wide, max(shape))
        coords = tuple(c.astype(index, copy=copy) for c in coords)
        self._take(data, coords, shape, False)

    @staticmethod
    def _check_entries(data, coords):
        if data.ndim != 1 or any(c.ndim != 1 for c in coords):
            raise ValueError("coordinates and data arrays must be 1-D")
        if any(c.size != data.size for c in coords):
            raise ValueError("all index and data arrays must have the same length")

    def _take_dense(self, x, shape, dtype):
        x = np.asarray(x)
        if not isinstance(self, sparray):
            x = np.atleast_2d(x)
            if x.ndim != 2:
                raise TypeError(f"expected 2D array or matrix, not {x.ndim}D")
        own = checked_shape((x.shape,), dimensions=self._dimensions)
        wanted = own if shape is None else checked_shape((shape,), dimensions=(1, 2))
        if wanted != own:
            raise ValueError(f"inconsistent shapes: {shape} != {own}")
        value_dtype(None, x)
        coords = np.nonzero(x)
        index = self._index_dtype(largest=max(own))
        data = x[coords]
        self._take(data, tuple(c.astype(index) for c in coords), own, True)

    # ---- coordinates ----

    @property
    def row(self):
        """The rows of the entries."""
        if self.ndim > 1:
            return self.coords[-2]
        return np.zeros_like(self.coords[-1])

    @row.setter
    def row(self, rows):
        if self.ndim < 2:
            raise ValueError("cannot set row attribute of a 1-dimensional sparse array")
        self.coords = (np.asarray(rows, dtype=self.coords[0].dtype), self.coords[1])

    @property
    def col(self):
        """The columns of the entries."""
        return self.coords[-1]

    @col.setter
    def col(self, columns):
        columns = np.asarray(columns, dtype=self.coords[-1].dtype)
        self.coords = (*self.coords[:-1], columns)

    def _count(self):
        self._check_entries(self.data, self.coords)
        return self.data.size

    def _sorted_entries(self):
        """Rows, columns and values in order, without repetitions."""
        rows, columns = self.row, self.col
        if self.has_canonical_format:
            return rows, columns, self.data
        if self.nnz and not bool(is_ascending(rows, columns, strictly=True)):
            # Looked at, since entries that are in order are not to be sorted.
            width = self._rows_and_columns[1]
            order = order_of(rows, columns, width)
            return without_repetitions(rows[order], columns[order], self.data[order])
        return rows, columns, self.data

    def sum_duplicates(self):
        """Sorts entries and adds the values of repeated ones, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sum_duplicates()
        >>> a.nnz
        2
        """
        if self.has_canonical_format:
            return
        rows, columns, self.data = self._sorted_entries()
        self.coords = (rows, columns)[2 - self.ndim :]
        self.has_canonical_format = True

    def _canonical(self):
        if self.has_canonical_format:
            return self
        found = self.copy()
        found.sum_duplicates()
        return found

    def eliminate_zeros(self):
        """Removes the entries that are 0, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.eliminate_zeros()
        >>> a.nnz
        2
        """
        there = places_of(self.data != 0)
        self.data = self.data[there]
        self.coords = tuple(c[there] for c in self.coords)

    # ---- conversions ----

    def _with_data(self, data, copy=True):
        value_dtype(None, of=data)
        coords = tuple(c.copy() for c in self.coords) if copy else self.coords
        return self._made(data, coords, self.shape, self.has_canonical_format)

    def tocoo(self, copy=False):
        """The array in COO format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocoo().format
        'coo'
        """
        return self.copy() if copy else self

    def tocsr(self, copy=False):
        """The array in CSR format; repeated entries are added.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsr().format
        'csr'
        """
        rows, columns, data = self._sorted_entries()
        if copy:
            columns, data = columns.copy(), data.copy()
        index = self._index_dtype(self.coords, max(self.nnz, *self.shape))
        indptr = starts_of(rows, self._rows_and_columns[0], index)
        columns = columns.astype(index, copy=False)
        return self._class("csr")._made(data, columns, indptr, self.shape, True)

    def tocsc(self, copy=False):
        """The array in CSC format; repeated entries are added.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsc().format
        'csc'
        """
        if self.ndim != 2:
            raise ValueError(f"Cannot convert. CSC format must be 2D. Got {self.ndim}D")
        return self.transpose().tocsr(copy=copy).transpose()

    def toarray(self, order=None, out=None):
        """A dense array; repeated entries are added. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.toarray()
        array([[0, 2],
               [3, 0]])
        """
        out = self._dense_target(order, out)
        if not (out.flags.c_contiguous or out.flags.f_contiguous):
            raise ValueError("Output array must be C or F contiguous")
        rows, columns, data = self._sorted_entries()
        out[columns if self.ndim == 1 else (rows, columns)] = data
        return out

    def todia(self, copy=False):
        """The array in DIA format. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.todia().format
        'dia'
        """
        if self.ndim != 2:
            raise ValueError(f"Cannot convert. DIA format must be 2D. Got {self.ndim}D")
        cls, entries = self._class("dia"), self._canonical()
        rows, columns = (c.astype("int64", copy=False) for c in entries.coords)
        index = self.coords[0].dtype
        # How many diagonals there are, and where the last column is, are the shape
        # of the result: the host waits for them.
        offsets, which = np.unique(columns - rows, return_inverse=True)
        if offsets.size > _MOST_DIAGONALS:
            import warnings

            warnings.warn(
                f"Constructing a DIA matrix with {offsets.size} diagonals is "
                "inefficient",
                SparseEfficiencyWarning,
                stacklevel=2,
            )
        length = int(columns.max()) + 1 if entries.nnz else 0
        data = np.zeros((offsets.size, length), self.dtype, device=self.device)
        data[which, columns] = entries.data
        return cls._made(data, offsets.astype(index), self.shape)

    def _on_host(self, cls):
        coords = tuple(c.get() for c in self.coords)
        found = cls((self.data.get(), coords), shape=self.shape)
        found.has_canonical_format = self.has_canonical_format
        return found

    def transpose(self, axes=None, copy=False):
        """The array with its axes exchanged.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.transpose().toarray()
        array([[0, 3],
               [2, 0]])
        """
        if axes is not None and self._is_array:
            if not hasattr(axes, "__len__") or len(axes) != self.ndim:
                raise ValueError("axes don't match matrix dimensions")
            if len(set(axes)) != self.ndim:
                raise ValueError("repeated axis in transpose")
        elif axes is not None and axes != (1, 0):
            raise ValueError(
                "Sparse matrices do not support an 'axes' parameter because swapping "
                "dimensions is the only logical permutation."
            )
        axes = range(self.ndim)[::-1] if axes is None else axes
        data = self.data.copy() if copy else self.data
        coords = (self.coords[k] for k in axes)
        if copy:
            coords = (c.copy() for c in coords)
        return self._made(data, coords, [self.shape[k] for k in axes])

    def _flat(self, order):
        """The places of the entries in the array as a line, and whether in order."""
        if self.ndim == 1:
            return self.coords[0].astype("int64", copy=False)
        rows, columns = self.coords
        if order == "F":
            rows, columns = columns, rows
        elif order != "C":
            raise ValueError("order must be 'C' or 'F'")
        width = self.shape[1 if order == "C" else 0]
        keys = keys_of(rows, columns, width)
        if keys is None:
            keys = rows * numpy.int64(width) + columns
        return keys.astype("int64", copy=False)

    def _reshaped(self, shape, order):
        if order not in ("C", "F"):
            raise ValueError("order must be 'C' or 'F'")
        flat = self._flat(order)
        if len(shape) == 1:
            coords = (flat,)
        elif order == "C":
            coords = np.divmod(flat, numpy.int64(max(shape[1], 1)))
        else:
            coords = np.divmod(flat, numpy.int64(max(shape[0], 1)))[::-1]
        index = self._index_dtype(self.coords, max(shape))
        coords = tuple(c.astype(index, copy=False) for c in coords)
        cls = self._class("coo")
        known = self.has_canonical_format and order == "C"
        return cls._made(self.data, coords, shape, known)

    def resize(self, *shape):
        """Changes the shape in place; entries outside of it go. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.resize(1, 2)
        >>> a.shape
        (1, 2)
        """
        shape = checked_shape(shape, dimensions=self._dimensions)
        if len(shape) != self.ndim:
            self._change_dimensions(shape)
        inside = np.ones(self.nnz, bool, device=self.device)
        for c, length in zip(self.coords, shape, strict=True):
            inside &= c < length
        if any(new < old for new, old in zip(shape, self._shape, strict=True)):
            places = places_of(inside)
            self.coords = tuple(c[places] for c in self.coords)
            self.data = self.data[places]
        self._shape = shape

    def _change_dimensions(self, shape):
        index = self.coords[0].dtype
        if len(shape) == 2:
            flat = self.coords[0]
            inside = places_of(flat < shape[0] * shape[1])
            flat, self.data = flat[inside], self.data[inside]
            width = index.type(max(shape[1], 1))
            self.coords, self._shape = (flat // width, flat % width), shape
        else:
            flat = self.reshape(-1)
            self.coords, self._shape = flat.coords, flat.shape

    def _line(self):
        return self.tocsr()

    def _stored(self, axis=None):
        if axis is None or (axis == 0 and self.ndim == 1):
            return self.nnz
        axis = axis + self.ndim if axis < 0 else axis
        if axis >= self.ndim:
            raise ValueError("axis out of bounds")
        lines = np.sort(self.coords[1 - axis])
        return np.diff(starts_of(lines, self.shape[1 - axis], "int64"))

    # ---- arithmetic ----

    def _times_vector(self, x):
        if is_in_host_memory(self.data):
            height = self._rows_and_columns[0]
            return entries_times(self.row, self.col, self.data, x, height)
        return self._by_rows()._times_vector(x)

    def _times_columns(self, x):
        if is_in_host_memory(self.data):
            return self._times_vector(x)
        return self._by_rows()._times_columns(x)

    def _by_rows(self):
        """The entries by rows, repeated ones beside each other."""
        if self.has_canonical_format:
            return self.tocsr()
        order = np.argsort(self.row, kind="stable")
        rows, columns = self.row[order], self.col[order]
        indptr = starts_of(rows, self._rows_and_columns[0], rows.dtype)
        cls = self._class("csr")
        return cls._made(self.data[order], columns, indptr, self.shape)

    def _spread(self, shape, other):
        """The product with a dense array that is larger along an axis of length 1."""
        if len(shape) == 1:
            shape = (1, *shape)
        other = np.broadcast_to(other, shape)
        rows, columns = shape
        at_row, at_column = self.row, self.col
        index = self._index_dtype(self.coords, max(self.nnz * max(shape), *shape))
        device = self.device
        if self._rows_and_columns[0] == rows:  # copies along columns
            copies = np.arange(columns, dtype=index, device=device)
            at_row = np.repeat(at_row.astype(index), columns)
            data = np.repeat(self.data, columns)
            at_column = np.tile(copies, self.nnz)
        else:
            copies = np.arange(rows, dtype=index, device=device)
            at_row = np.repeat(copies, self.nnz)
            at_column = np.tile(at_column.astype(index), rows)
            data = np.tile(self.data, rows)
        data = data * other[at_row, at_column]
        return self._class("coo")._made(data, (at_row, at_column), shape)

    def diagonal(self, k=0):
        """The k-th diagonal, a dense array.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.diagonal(1)
        array([2])
        """
        if self.ndim != 2:
            raise ValueError("diagonal requires two dimensions")
        return self.tocsr().diagonal(k)

    def _set_diagonal(self, values, k, count):
        if self.ndim != 2:
            raise ValueError("setting a diagonal requires two dimensions")
        index = self.coords[0].dtype
        rows, columns = self.coords
        kept = places_of(columns - rows != index.type(k))
        at = np.arange(count, dtype=index, device=self.device)
        rows = np.concatenate([rows[kept], at + index.type(max(-k, 0))])
        columns = np.concatenate([columns[kept], at + index.type(max(k, 0))])
        values = np.broadcast_to(values, (count,))
        self.data = np.concatenate([self.data[kept], values])
        self.coords = rows, columns
        self.has_canonical_format = False


class coo_array(Coo, sparray):
    """Array in COOrdinate format, of one axis or two.

    `arg1` is a dense or sparse array, a shape, or (data, coordinates), a sequence of
    an array for each axis. See scipy.sparse.coo_array.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.coo_array(([1, 2, 3], ([0, 1, 1], [2, 0, 0])), shape=(2, 3))
    >>> a.toarray()
    array([[0, 0, 1],
           [5, 0, 0]])
    """

    _dimensions = (1, 2)

    def __getitem__(self, key):
        found = self.tocsr()[key]
        if issparse(found):
            return found.tocoo()
        return found if found.ndim == 0 else type(self)(found)

    def __setitem__(self, key, x):
        line = self.tocsr()
        line[key] = x
        entries = line.tocoo()
        self._take(entries.data, entries.coords, self.shape, False)


class coo_matrix(spmatrix, Coo):
    """Matrix in COOrdinate format: `*` is the matrix product.

    `arg1` is as for coo_array. See scipy.sparse.coo_matrix.

    >>> from tenorite.scipy import sparse
    >>> sparse.coo_matrix(([1, 2], ([0, 1], [1, 0]))).shape
    (2, 2)
    """

    def __getitem__(self, key):
        raise TypeError("'coo_matrix' object is not subscriptable")

    def __setitem__(self, key, x):
        raise TypeError("'coo_matrix' object does not support item assignment")


CLASSES["coo", True], CLASSES["coo", False] = coo_array, coo_matrix


def isspmatrix_coo(x):
    """Whether it is a coo_matrix. See scipy.sparse.isspmatrix_coo.

    >>> from tenorite.scipy import sparse
    >>> sparse.isspmatrix_coo(sparse.coo_matrix((2, 3)))
    True
    """
    return isinstance(x, coo_matrix)

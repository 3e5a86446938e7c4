# SPDX-License-Identifier: Apache-2.0
"""Arrays and matrices in DIAgonal format: `data` has a row for each of `offsets`."""

import numpy

from . import _library as np
from ._base import SparseBase
from ._data import DataMethods
from ._kinds import CLASSES, is_foreign, issparse, sparray
from ._matrix import spmatrix
from ._products import diagonals_times
from ._structure import places_of
from ._types import checked_axis, checked_shape, is_shape, upcast, value_dtype

__all__ = ["dia_array", "dia_matrix", "isspmatrix_dia"]


class Dia(DataMethods, SparseBase):
    """DIA: what arrays and matrices share.

    Item j of a diagonal stands in column j, wherever the diagonal begins.
    """

    _format = "dia"

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        super().__init__(maxprint)
        if isinstance(self, sparray) and numpy.isscalar(arg1):
            raise ValueError(
                "scipy sparse array classes do not support instantiation from a scalar"
            )
        if is_foreign(arg1):
            x = arg1.todia()
            self._take(np.array(x.data), np.array(x.offsets), x.shape)
        elif issparse(arg1):
            x = arg1.todia(copy=copy)
            self._take(x.data, x.offsets, x.shape)
        elif isinstance(arg1, tuple) and is_shape(arg1):
            shape = checked_shape(arg1)
            index = self._index_dtype(largest=max(shape))
            data = np.zeros((0, 0), value_dtype(dtype, default=float))
            self._take(data, np.zeros(0, index), shape)
        elif isinstance(arg1, tuple):
            self._take_diagonals(arg1, shape, copy)
        else:
            x = np.asarray(arg1)
            if isinstance(self, sparray) and x.ndim != 2:
                raise ValueError(f"DIA arrays don't support {x.ndim}D input. Use 2D")
            x = self._class("coo")(x, dtype=dtype, shape=shape).todia()
            self._take(x.data, x.offsets, x.shape)
        if dtype is not None:
            self.data = self.data.astype(value_dtype(dtype), copy=False)

    def _take_diagonals(self, given, shape, copy):
        try:
            data, offsets = given
        except Exception as error:
            raise ValueError("unrecognized form for dia_array constructor") from error
        if shape is None:
            raise ValueError("expected a shape argument")
        data = np.atleast_2d(np.asarray(data))
        value_dtype(None, data)
        index = self._index_dtype(largest=max(shape))
        offsets = np.atleast_1d(np.asarray(offsets).astype(index, copy=copy))
        self._take(data.copy() if copy else data, offsets, checked_shape((shape,)))
        if offsets.ndim != 1:
            raise ValueError("offsets array must have rank 1")
        if data.ndim != 2:
            raise ValueError("data array must have rank 2")
        if data.shape[0] != offsets.size:
            raise ValueError(
                f"number of diagonals ({data.shape[0]}) does not match the number "
                f"of offsets ({offsets.size})"
            )
        # Waits: repetitions would count twice wherever the entries are.
        if numpy.unique(offsets.get()).size != offsets.size:
            raise ValueError("offset array contains duplicate values")

    @classmethod
    def _made(cls, data, offsets, shape):
        """An array of parts that are known to be right."""
        self = cls.__new__(cls)
        SparseBase.__init__(self)
        self._take(data, offsets, shape)
        return self

    def _take(self, data, offsets, shape):
        self.data, self.offsets, self._shape = data, offsets, tuple(map(int, shape))

    def _text_of_format(self):
        return f" ({self.data.shape[0]} diagonals)"

    def _rows_of_items(self):
        columns = np.arange(self.data.shape[1], dtype="int64", device=self.device)
        return columns - self.offsets.astype("int64")[:, None]

    def _inside(self):
        """Which items of `data` stand in the array."""
        rows, (height, width) = self._rows_of_items(), self.shape
        columns = np.arange(self.data.shape[1], device=self.device)
        return (rows >= 0) & (rows < height) & (columns < width)

    def _count(self):
        # The offsets decide it, for which the host has to know them.
        height, width = self.shape
        length = min(width, self.data.shape[1])
        offsets = self.offsets.get().tolist()
        return sum(max(0, min(height + k, length) - max(0, k)) for k in offsets)

    def count_nonzero(self, axis=None):
        """Number of entries that are not 0.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.count_nonzero()
        np.int64(2)
        """
        if axis is not None:
            raise NotImplementedError(
                "count_nonzero over an axis is not implemented for DIA format"
            )
        return np.count_nonzero(np.where(self._inside(), self.data, 0))

    def _stored(self, axis=None):
        if axis is not None:
            raise NotImplementedError(
                "_getnnz over an axis is not implemented for DIA format"
            )
        return self._count()

    def sum(self, axis=None, dtype=None, out=None):
        """The sum along an axis or of all, a dense array. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sum(axis=0)
        array([3, 2])
        """
        axis = checked_axis(axis, self.ndim)
        if axis is not None:
            return self.tocoo().sum(axis=axis, dtype=dtype, out=out)
        values = np.where(self._inside(), self.data, self.data.dtype.type(0))
        found = values.sum(dtype=dtype)
        if out is None:
            return found
        out[...] = found
        return out

    # ---- conversions ----

    def _with_data(self, data, copy=True):
        offsets = self.offsets.copy() if copy else self.offsets
        return self._made(data, offsets, self.shape)

    def todia(self, copy=False):
        """The array in DIA format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.todia().format
        'dia'
        """
        return self.copy() if copy else self

    def tocoo(self, copy=False):
        """The array in COO format; items that are 0 are left out.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocoo().format
        'coo'
        """
        there = places_of((self._inside() & (self.data != 0)).reshape(-1))
        index = self._index_dtype((self.offsets,), max(self.shape))
        length = max(self.data.shape[1], 1)
        columns = there % length
        rows = columns - self.offsets.astype("int64")[there // length]
        coords = rows.astype(index), columns.astype(index)
        data = self.data.reshape(-1)[there]
        found = self._class("coo")._made(data, coords, self.shape)
        found.sum_duplicates()  # diagonals become rows
        return found

    def _on_host(self, cls):
        return cls((self.data.get(), self.offsets.get()), shape=self.shape)

    def transpose(self, axes=None, copy=False):
        """The array with its axes exchanged.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.transpose().toarray()
        array([[0, 3],
               [2, 0]])
        """
        self._checked_axes(axes)
        height, width = self.shape
        length = self.data.shape[1]
        offsets = -self.offsets
        # Item j of a transposed diagonal has been in column j - offset.
        at = np.arange(height, dtype="int64", device=self.device)
        at = at - offsets.astype("int64")[:, None]
        there = (at >= 0) & (at < min(length, width))
        zero = self.data.dtype.type(0)
        if length == 0 or self.data.shape[0] == 0:
            data = np.zeros((offsets.size, height), self.dtype, device=self.device)
        else:
            places = np.clip(at, 0, length - 1)
            data = np.where(there, np.take_along_axis(self.data, places, axis=1), zero)
        return self._made(data, offsets, (width, height))

    def resize(self, *shape):
        """Changes the shape in place; entries outside of it go. See scipy.sparse.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.resize(1, 2)
        >>> a.shape
        (1, 2)
        """
        height, width = checked_shape(shape)
        inside = self._inside()
        # What was outside comes into the array as zeros.
        self.data = np.where(inside, self.data, self.data.dtype.type(0))[:, :width]
        self._shape = height, width

    # ---- diagonals ----

    def diagonal(self, k=0):
        """The k-th diagonal, a dense array.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.diagonal(1)
        array([2])
        """
        height, width = self.shape
        if k <= -height or k >= width:
            return np.empty(0, self.dtype, device=self.device)
        first, last = max(0, k), min(height + k, width)
        kind = self.dtype
        chosen = (self.offsets == k)[:, None]
        part = np.where(chosen, self.data[:, first:last], kind.type(0))
        part = part.any(axis=0) if kind.kind == "b" else part.sum(axis=0, dtype=kind)
        missing = last - first - part.size
        return np.pad(part, (0, missing)) if missing else part

    def _set_diagonal(self, values, k, count):
        first, last = max(0, k), max(0, k) + count
        length = max(last, self.data.shape[1])
        offsets = self.offsets.get()  # whether there is room for the diagonal
        at = numpy.flatnonzero(offsets == k)
        rows = self.data.shape[0] + (at.size == 0)
        data = np.zeros((rows, length), self.dtype, device=self.device)
        data[: self.data.shape[0], : self.data.shape[1]] = self.data
        row = int(at[0]) if at.size else rows - 1
        data[row, first:last] = values
        if not at.size:
            new = np.asarray([k], dtype=offsets.dtype, device=self.device)
            self.offsets = np.concatenate([self.offsets, new])
        self.data = data

    # ---- arithmetic ----

    def _sum_of_sparse(self, other, ufunc):
        if other.format != "dia":
            if ufunc is np.add:
                return other._sum_of_sparse(self, ufunc)
            return self.tocsr()._sum_of_sparse(other, ufunc)
        dtype = upcast(self.dtype, other.dtype)
        offsets = np.union1d(self.offsets, other.offsets)
        length = max(self.data.shape[1], other.data.shape[1])
        parts = []
        for x in (self, other):
            part = np.zeros((offsets.size, length), dtype, device=self.device)
            part[np.searchsorted(offsets, x.offsets), : x.data.shape[1]] = x.data
            parts.append(part)
        return self._made(ufunc(*parts), offsets, self.shape)

    def _times_dense(self, other):
        degenerate = 0 in self.shape or 1 in self.shape or other.size <= 1
        if other.ndim > 2 or degenerate:
            return super()._times_dense(other)
        try:
            shape = numpy.broadcast_shapes(self.shape, other.shape)
        except ValueError:
            raise ValueError("inconsistent shapes") from None
        if shape != self.shape:
            return super()._times_dense(other)
        length = min(self.data.shape[1], self.shape[1])
        rows = np.clip(self._rows_of_items()[:, :length], 0, self.shape[0] - 1)
        columns = np.arange(length, device=self.device)
        factors = np.broadcast_to(other, shape)[rows, columns]
        return self._made(self.data[:, :length] * factors, self.offsets, self.shape)

    def _times_sparse(self, other):
        found = super()._times_sparse(other)
        same = other.format == "dia" and self.shape == other.shape
        return found.todia() if same else found

    def _times_vector(self, x):
        return diagonals_times(self.offsets, self.data, x, *self.shape)

    _times_columns = _times_vector

    def _matmul_sparse(self, other):
        found = self.tocsr()._matmul_sparse(other)
        return found.todia() if other.format == "dia" else found


class dia_array(Dia, sparray):
    """Array in DIAgonal format.

    `arg1` is a dense or sparse array, a shape, or (data, offsets), where item j of a
    row of data stands in column j. See scipy.sparse.dia_array.

    >>> from tenorite.scipy import sparse
    >>> sparse.dia_array(([[1, 2, 3]], [1]), shape=(3, 3)).toarray()
    array([[0, 2, 0],
           [0, 0, 3],
           [0, 0, 0]])
    """


class dia_matrix(spmatrix, Dia):
    """Matrix in DIAgonal format: `*` is the matrix product.

    `arg1` is as for dia_array. See scipy.sparse.dia_matrix.

    >>> from tenorite.scipy import sparse
    >>> sparse.dia_matrix(([[1, 2]], [0]), shape=(2, 2)) * np.array([1, 1])
    array([1, 2])
    """


CLASSES["dia", True], CLASSES["dia", False] = dia_array, dia_matrix


def isspmatrix_dia(x):
    """Whether it is a dia_matrix. See scipy.sparse.isspmatrix_dia.

    >>> from tenorite.scipy import sparse
    >>> sparse.isspmatrix_dia(sparse.dia_matrix((2, 3)))
    True
    """
    return isinstance(x, dia_matrix)

# SPDX-License-Identifier: Apache-2.0
"""Arrays and matrices in Block Sparse Row format: entries are small dense blocks.

What is not done block by block goes through CSR and comes back.
"""

import numpy

from . import _library as np
from ._base import SparseBase
from ._compressed import Compressed
from ._csr import csr_array
from ._data import DataMethods
from ._kinds import CLASSES, is_foreign, issparse, sparray
from ._matrix import spmatrix
from ._reductions import Extremes
from ._structure import (
    added_in_groups,
    is_ascending_in_rows,
    order_of,
    places_of,
    regrouped,
    rows_of,
    starts_of,
)
from ._types import checked_shape, is_shape, value_dtype

__all__ = ["bsr_array", "bsr_matrix", "isspmatrix_bsr"]


class Bsr(DataMethods, Extremes, SparseBase):
    """BSR: what arrays and matrices share; `indptr`, `indices` and `data` are SciPy's."""

    _format = "bsr"

    def __init__(
        self, arg1, shape=None, dtype=None, copy=False, blocksize=None, *, maxprint=None
    ):
        super().__init__(maxprint)
        if isinstance(self, sparray) and numpy.isscalar(arg1):
            raise ValueError(
                "scipy sparse array classes do not support instantiation from a scalar"
            )
        if is_foreign(arg1):
            x = arg1.tobsr(blocksize=blocksize)
            self._take(*map(np.array, (x.data, x.indices, x.indptr)), x.shape)
        elif issparse(arg1):
            self._take_like(arg1.tobsr(blocksize=blocksize, copy=copy))
        elif isinstance(arg1, tuple) and is_shape(arg1):
            self._take_empty(checked_shape(arg1), dtype, blocksize)
        elif isinstance(arg1, tuple) and len(arg1) == 2:
            entries = self._class("coo")(arg1, dtype=dtype, shape=shape)
            self._take_like(entries.tobsr(blocksize=blocksize))
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            self._take_blocks(*arg1, shape, blocksize, copy)
        elif isinstance(arg1, tuple):
            raise ValueError("unrecognized bsr_array constructor usage")
        else:
            x = np.asarray(arg1)
            if isinstance(self, sparray) and x.ndim != 2:
                raise ValueError(f"BSR arrays don't support {x.ndim}D input. Use 2D")
            entries = self._class("coo")(x, dtype=dtype)
            self._take_like(entries.tobsr(blocksize=blocksize))
        if dtype is not None:
            self.data = self.data.astype(value_dtype(dtype), copy=False)

    @classmethod
    def _made(cls, data, indices, indptr, shape):
        """An array of parts that are known to be right."""
        self = cls.__new__(cls)
        SparseBase.__init__(self)
        self._take(data, indices, indptr, shape)
        return self

    def _take(self, data, indices, indptr, shape):
        self.data, self.indices, self.indptr = data, indices, indptr
        self._shape = tuple(map(int, shape))

    def _take_like(self, x):
        self._take(x.data, x.indices, x.indptr, x.shape)

    def _take_empty(self, shape, dtype, blocksize):
        if blocksize is not None and not is_shape(tuple(blocksize)):
            raise ValueError(f"invalid blocksize={blocksize}")
        height, width = (1, 1) if blocksize is None else blocksize
        if shape[0] % height or shape[1] % width:
            raise ValueError("shape must be multiple of blocksize")
        lengths = shape[0] // height, shape[1] // width, height, width
        index = self._index_dtype(largest=max(lengths))
        data = np.zeros((0, height, width), value_dtype(dtype, default=float))
        indptr = np.zeros(shape[0] // height + 1, index)
        self._take(data, np.zeros(0, index), indptr, shape)

    def _take_blocks(self, data, indices, indptr, shape, blocksize, copy):
        data = np.array(data) if copy else np.asarray(data)
        value_dtype(None, data)
        if data.ndim != 3:
            raise ValueError(f"BSR data must be 3-dimensional, got shape={data.shape}")
        height, width = data.shape[1:]
        if blocksize is not None:
            if not is_shape(tuple(blocksize)):
                raise ValueError(f"invalid blocksize={blocksize}")
            if tuple(blocksize) != (height, width):
                raise ValueError(
                    f"mismatching blocksize={blocksize} vs {(height, width)}"
                )
        blocks = None
        if shape is not None:
            shape = checked_shape((shape,))
            if shape[0] % height or shape[1] % width:
                raise ValueError("shape must be multiple of blocksize")
            blocks = shape[0] // height, shape[1] // width
        # The structure of blocks is that of a CSR array whose values are their numbers.
        numbers = np.arange(data.shape[0], dtype="int64", device=data.device)
        cls = csr_array if isinstance(self, sparray) else CLASSES["csr", False]
        structure = cls((numbers, indices, indptr), shape=blocks, copy=copy)
        if shape is None:
            shape = structure.shape[0] * height, structure.shape[1] * width
        data = data[: structure.indices.size]
        self._take(data, structure.indices, structure.indptr, shape)

    @property
    def blocksize(self):
        """Lengths of the blocks' axes."""
        return self.data.shape[1:]

    def _text_of_format(self):
        return " (blocksize={}x{})".format(*self.blocksize)

    def _count(self):
        return self.data.size

    def count_nonzero(self, axis=None):
        """Number of entries that are not 0.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.count_nonzero()
        np.int64(2)
        """
        if axis is not None:
            return self.tocsr().count_nonzero(axis)
        return np.count_nonzero(self._canonical_data())

    def _stored(self, axis=None):
        if axis is not None:
            raise NotImplementedError(
                "_getnnz over an axis is not implemented for BSR format"
            )
        return self._count()

    def check_format(self, full_check=True):
        """Raises ValueError for parts that are no array of the format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.check_format()
        >>> a.format
        'csr'
        """
        again = (self.data, self.indices, self.indptr)
        type(self)(again, shape=self.shape)

    # ---- order ----

    @property
    def has_sorted_indices(self):
        """Whether the indices of each row of blocks ascend."""
        return bool(is_ascending_in_rows(self.indptr, self.indices, strictly=False))

    @property
    def has_canonical_format(self):
        """Whether the indices of each row of blocks ascend without repetitions."""
        return bool(is_ascending_in_rows(self.indptr, self.indices, strictly=True))

    def _reordered(self, data, indices, rows):
        self.data, self.indices = data, indices
        self.indptr = starts_of(rows, self.indptr.size - 1, self.indptr.dtype)

    def _block_rows(self):
        return rows_of(self.indptr, self.indices.size)

    def sort_indices(self):
        """Sorts the blocks of each row in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sort_indices()
        >>> a.has_sorted_indices
        True
        """
        rows = self._block_rows()
        order = order_of(rows, self.indices, self.shape[1])
        self._reordered(self.data[order], self.indices[order], rows[order])

    sorted_indices = Compressed.sorted_indices

    def sum_duplicates(self):
        """Adds repeated blocks, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.sum_duplicates()
        >>> a.nnz
        2
        """
        if self.indices.size < 2 or self.has_canonical_format:
            return
        self.sort_indices()
        rows = self._block_rows()
        first = np.ones(rows.size, bool, device=self.device)
        first[1:] = (rows[1:] != rows[:-1]) | (self.indices[1:] != self.indices[:-1])
        starts = places_of(first)
        if starts.size < rows.size:
            data = added_in_groups(self.data, starts)
            self._reordered(data, self.indices[starts], rows[starts])

    def eliminate_zeros(self):
        """Removes the blocks that are 0, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.eliminate_zeros()
        >>> a.nnz
        2
        """
        there = places_of((self.data != 0).any(axis=(1, 2)))
        rows = self._block_rows()[there]
        self._reordered(self.data[there], self.indices[there], rows)

    def prune(self):
        """Drops what stands behind the blocks in `indices` and `data`, in place.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.prune()
        >>> a.nnz
        2
        """
        self.check_format()

    # ---- conversions ----

    def _with_data(self, data, copy=True):
        value_dtype(None, of=data)
        parts = self.indices, self.indptr
        if copy:
            parts = (x.copy() for x in parts)
        return self._made(data, *parts, self.shape)

    def tobsr(self, blocksize=None, copy=False):
        """The array in BSR format, with blocks of `blocksize`.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tobsr((1, 2)).format
        'bsr'
        """
        if blocksize in (None, self.blocksize):
            return self.copy() if copy else self
        return self.tocsr().tobsr(blocksize=blocksize)

    def tocoo(self, copy=True):
        """The array in COO format; all items of the blocks are entries.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocoo().format
        'coo'
        """
        height, width = self.blocksize
        index = self._index_dtype((self.indices,), max(self.shape))
        down = np.arange(height, dtype=index, device=self.device)[None, :, None]
        across = np.arange(width, dtype=index, device=self.device)[None, None, :]
        rows = self._block_rows().astype(index)[:, None, None] * index.type(height)
        columns = self.indices.astype(index)[:, None, None] * index.type(width)
        rows = np.broadcast_to(rows + down, self.data.shape).reshape(-1)
        columns = np.broadcast_to(columns + across, self.data.shape).reshape(-1)
        data = self.data.reshape(-1)
        data = data.copy() if copy else data
        return self._class("coo")._made(data, (rows, columns), self.shape)

    def tocsr(self, copy=False):
        """The array in CSR format; all items of the blocks are entries.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsr().format
        'csr'
        """
        return self.tocoo(copy=copy)._by_rows()

    def tocsc(self, copy=False):
        """The array in CSC format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsc().format
        'csc'
        """
        return self.tocsr(copy=copy).tocsc()

    def _on_host(self, cls):
        parts = (x.get() for x in (self.data, self.indices, self.indptr))
        return cls(tuple(parts), shape=self.shape)

    def transpose(self, axes=None, copy=False):
        """The array with its axes exchanged.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.transpose().toarray()
        array([[0, 3],
               [2, 0]])
        """
        self._checked_axes(axes, "matrices")
        columns = self.shape[1] // max(self.blocksize[1], 1)
        own = self.indptr, self.indices, self.data
        indptr, indices, data = regrouped(*own, columns)
        data = np.ascontiguousarray(data.transpose(0, 2, 1))
        return self._made(data, indices, indptr, self.shape[::-1])

    # ---- arithmetic ----

    def _back(self, found, blocksize=None):
        return found.tobsr(blocksize=blocksize or self.blocksize)

    def _sum_of_sparse(self, other, ufunc):
        return self._back(self.tocsr()._combined(other, ufunc))

    def _times_sparse(self, other):
        found = super()._times_sparse(other)
        kept = self.shape == other.shape or other.shape in ((1, 1), (1,))
        row = other.shape[0] == 1 and other.shape[-1] == self.shape[1]
        return self._back(found) if kept or row else found

    def _matmul_sparse(self, other):
        found = self.tocsr()._matmul_sparse(other)
        if other.ndim == 1:
            return found
        width = other.blocksize[1] if other.format == "bsr" else 1
        if other.format != "bsr" and self.blocksize[1] == self.blocksize[0]:
            width = self.blocksize[0] if other.shape[1] % self.blocksize[0] == 0 else 1
        return self._back(found, (self.blocksize[0], width))

    def _set_diagonal(self, values, k, count):
        raise NotImplementedError

    def __getitem__(self, key):
        raise NotImplementedError

    def __setitem__(self, key, x):
        raise NotImplementedError


class bsr_array(Bsr, sparray):
    """Array in Block Sparse Row format.

    `arg1` is a dense or sparse array, a shape, (data, (row, column)) or (data,
    indices, indptr) with blocks in data. See scipy.sparse.bsr_array.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.bsr_array(np.eye(4), blocksize=(2, 2))
    >>> a.data.shape
    (2, 2, 2)
    """


class bsr_matrix(spmatrix, Bsr):
    """Matrix in Block Sparse Row format: `*` is the matrix product.

    `arg1` is as for bsr_array. See scipy.sparse.bsr_matrix.

    >>> from tenorite.scipy import sparse
    >>> sparse.bsr_matrix(np.eye(4), blocksize=(2, 2)) * np.ones(4)
    array([1., 1., 1., 1.])
    """


CLASSES["bsr", True], CLASSES["bsr", False] = bsr_array, bsr_matrix


def isspmatrix_bsr(x):
    """Whether it is a bsr_matrix. See scipy.sparse.isspmatrix_bsr.

    >>> from tenorite.scipy import sparse
    >>> sparse.isspmatrix_bsr(sparse.bsr_matrix((2, 2)))
    True
    """
    return isinstance(x, bsr_matrix)

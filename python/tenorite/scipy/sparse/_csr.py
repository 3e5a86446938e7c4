# SPDX-License-Identifier: Apache-2.0
"""Arrays and matrices in Compressed Sparse Row format."""

from . import _library as np
from ._compressed import Compressed
from ._kinds import CLASSES, sparray
from ._matrix import spmatrix
from ._structure import order_of, rows_of

__all__ = ["csr_array", "csr_matrix", "isspmatrix_csr"]


class Csr(Compressed):
    """CSR: what arrays and matrices share."""

    _format = "csr"

    @staticmethod
    def _swap(pair):
        return pair

    def __iter__(self):
        for row in super().__iter__():
            yield row.tocsr() if self.ndim == 2 else row

    def tocsr(self, copy=False):
        """The array in CSR format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsr().format
        'csr'
        """
        return self.copy() if copy else self

    def tocsc(self, copy=False):
        """The array in CSC format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsc().format
        'csc'
        """
        if self.ndim != 2:
            raise ValueError("Cannot convert a 1d sparse array to csc format")
        found = self._class("csc")._made(*self._regrouped(), self.shape)
        found._forget(True if self._has_canonical else None, True)
        return found

    def tobsr(self, blocksize=None, copy=True):
        """The array in BSR format, with blocks of `blocksize`, (1, 1) by default.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tobsr((1, 2)).format
        'bsr'
        """
        if self.ndim != 2:
            raise ValueError("Cannot convert a 1d sparse array to bsr format")
        rows, columns = (1, 1) if blocksize is None else map(int, blocksize)
        if rows < 1 or columns < 1 or self.shape[0] % rows or self.shape[1] % columns:
            raise ValueError(f"invalid blocksize {blocksize}")
        index = self.indices.dtype
        if self.nnz == 0:
            empty = np.zeros((0, rows, columns), self.dtype, device=self.device)
            starts = np.zeros(self.shape[0] // rows + 1, index, device=self.device)
            indices = np.zeros(0, index, device=self.device)
            return self._class("bsr")._made(empty, indices, starts, self.shape)
        line = self._canonical()
        major, minor = rows_of(line.indptr, line.nnz), line.indices
        block_row, block_column = major // rows, minor // columns
        width = self.shape[1] // columns
        order = order_of(block_row, block_column, width)
        block_row, block_column = block_row[order], block_column[order]
        first = np.ones(order.size, bool, device=self.device)
        first[1:] = (block_row[1:] != block_row[:-1]) | (
            block_column[1:] != block_column[:-1]
        )
        starts = np.flatnonzero(first)
        block = np.cumsum(first) - 1
        data = np.zeros((starts.size, rows, columns), self.dtype, device=self.device)
        data[block, major[order] % rows, minor[order] % columns] = line.data[order]
        edges = np.arange(self.shape[0] // rows + 1, device=self.device)
        indptr = np.searchsorted(block_row[starts], edges).astype(index)
        cls = self._class("bsr")
        return cls._made(data, block_column[starts].astype(index), indptr, self.shape)


class csr_array(Csr, sparray):
    """Array in Compressed Sparse Row format, of one axis or two.

    `arg1` is a dense or sparse array, a shape, (data, (row, column)) or (data,
    indices, indptr). See scipy.sparse.csr_array.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
    >>> a @ np.array([1, 10])
    array([20,  3])
    """

    _dimensions = (1, 2)


class csr_matrix(spmatrix, Csr):
    """Matrix in Compressed Sparse Row format: `*` is the matrix product.

    `arg1` is as for csr_array. See scipy.sparse.csr_matrix.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
    >>> (a * a).toarray()
    array([[6, 0],
           [0, 6]])
    """


CLASSES["csr", True], CLASSES["csr", False] = csr_array, csr_matrix


def isspmatrix_csr(x):
    """Whether it is a csr_matrix. See scipy.sparse.isspmatrix_csr.

    >>> from tenorite.scipy import sparse
    >>> sparse.isspmatrix_csr(sparse.csr_matrix((2, 3)))
    True
    """
    return isinstance(x, csr_matrix)

# SPDX-License-Identifier: Apache-2.0
"""Arrays and matrices in Compressed Sparse Column format."""

from ._compressed import Compressed
from ._kinds import CLASSES, sparray
from ._matrix import spmatrix

__all__ = ["csc_array", "csc_matrix", "isspmatrix_csc"]


class Csc(Compressed):
    """CSC: what arrays and matrices share."""

    _format = "csc"

    @staticmethod
    def _swap(pair):
        return pair[1], pair[0]

    def tocsc(self, copy=False):
        """The array in CSC format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsc().format
        'csc'
        """
        return self.copy() if copy else self

    def __iter__(self):
        return iter(self.tocsr())

    def tocsr(self, copy=False):
        """The array in CSR format.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.tocsr().format
        'csr'
        """
        found = self._class("csr")._made(*self._regrouped(), self.shape)
        found._forget(True if self._has_canonical else None, True)
        return found

    def nonzero(self):
        """Coordinates of the entries that are not 0, row by row.

        >>> from tenorite.scipy import sparse
        >>> a = sparse.csr_array(np.array([[0, 2], [3, 0]]))
        >>> a.nonzero()[1]
        array([1, 0], dtype=int32)
        """
        return self.tocsr().nonzero()


class csc_array(Csc, sparray):
    """Array in Compressed Sparse Column format.

    `arg1` is a dense or sparse array, a shape, (data, (row, column)) or (data,
    indices, indptr). See scipy.sparse.csc_array.

    >>> from tenorite.scipy import sparse
    >>> sparse.csc_array(np.array([[0, 2], [3, 0]])).indices
    array([1, 0], dtype=int32)
    """


class csc_matrix(spmatrix, Csc):
    """Matrix in Compressed Sparse Column format: `*` is the matrix product.

    `arg1` is as for csc_array. See scipy.sparse.csc_matrix.

    >>> from tenorite.scipy import sparse
    >>> sparse.csc_matrix(np.array([[0, 2], [3, 0]])).sum(axis=0)
    array([[3, 2]])
    """


CLASSES["csc", True], CLASSES["csc", False] = csc_array, csc_matrix


def isspmatrix_csc(x):
    """Whether it is a csc_matrix. See scipy.sparse.isspmatrix_csc.

    >>> from tenorite.scipy import sparse
    >>> sparse.isspmatrix_csc(sparse.csc_matrix((2, 3)))
    True
    """
    return isinstance(x, csc_matrix)

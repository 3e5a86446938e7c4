# SPDX-License-Identifier: Apache-2.0
"""What sparse matrices have and sparse arrays have not."""

import types

from ._kinds import Sparse, issparse
from ._powers import matrix_power
from ._types import checked_shape

__all__ = ["isspmatrix", "spmatrix"]


class spmatrix:
    """What sparse matrices inherit: `*` is the matrix product, `**` its power.

    Dense results have two axes, and are arrays. See scipy.sparse.spmatrix.

    >>> from tenorite.scipy import sparse
    >>> isinstance(sparse.csr_matrix((2, 3)), sparse.spmatrix)
    True
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __mul__(self, other):
        return self._matmul(other)

    def __rmul__(self, other):
        return self._rmatmul(other)

    def __pow__(self, power):
        return matrix_power(self, power)

    def get_shape(self):
        """Lengths of the axes.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.get_shape()
        (2, 2)
        """
        return self._shape

    def set_shape(self, shape):
        """Reshapes in place.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.set_shape((1, 4))
        >>> m.toarray()
        array([[0, 2, 3, 0]])
        """
        shape = checked_shape((shape,), self._shape)
        self.__dict__ = self.reshape(shape).asformat(self.format).__dict__

    shape = property(get_shape, set_shape, doc="Lengths of the axes.")

    def asfptype(self):
        """The matrix with values of a floating-point dtype.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.asfptype().dtype
        dtype('float64')
        """
        if self.dtype.kind in "fc":
            return self
        narrow = self.dtype.kind == "b" or self.dtype.itemsize < 4
        if self.dtype.kind in "iu" and self.dtype.itemsize > 2:
            narrow = False
        return self.astype("float32" if narrow else "float64", copy=False)

    def getmaxprint(self):
        """How many entries a text shows.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.getmaxprint()
        50
        """
        return self.maxprint

    def getformat(self):
        """The name of the format, such as 'csr'.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.getformat()
        'csr'
        """
        return self.format

    def getnnz(self, axis=None):
        """Number of stored entries, along an axis or of all.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.getnnz()
        2
        """
        return self._stored(axis)

    def getH(self):
        """The conjugate transpose.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.getH().toarray()
        array([[0, 3],
               [2, 0]])
        """
        return self.conjugate().transpose()

    def getrow(self, i):
        """Row i, a matrix of one row.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.getrow(0).toarray()
        array([[0, 2]])
        """
        return self._line_at(0, i)

    def getcol(self, j):
        """Column j, a matrix of one column.

        >>> from tenorite.scipy import sparse
        >>> m = sparse.csr_matrix(np.array([[0, 2], [3, 0]]))
        >>> m.getcol(0).toarray()
        array([[0],
               [3]])
        """
        return self._line_at(1, j)

    def _line_at(self, axis, k):
        length, k = self.shape[axis], int(k)
        if not -length <= k < length:
            indexed = self.format in ("csr", "csc")
            raise IndexError(
                f"index ({k}) out of range" if indexed else "index out of bounds"
            )
        k %= length
        part = slice(k, k + 1)
        key = (part, slice(None)) if axis == 0 else (slice(None), part)
        found = self._line()[key]
        if axis == 1:
            return found.tobsr() if self.format == "bsr" else found
        return found.tocsr()


def isspmatrix(x):
    """Whether it is a sparse matrix, not an array. See scipy.sparse.isspmatrix.

    >>> from tenorite.scipy import sparse
    >>> sparse.isspmatrix(sparse.csr_matrix((2, 3)))
    True
    """
    is_of_the_host = not isinstance(x, Sparse) and issparse(x)
    return (
        type(x).__name__.endswith("matrix")
        if is_of_the_host
        else isinstance(x, spmatrix)
    )

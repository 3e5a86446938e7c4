# SPDX-License-Identifier: Apache-2.0
"""Where the entries of a matrix are; inverses."""

import warnings

from .. import _library as np
from .._csr import csr_array
from .._kinds import CLASSES, SparseEfficiencyWarning, issparse, sparray, taken
from . import _direct

__all__ = ["inv", "is_sptriangular", "spbandwidth"]


def _gaps(A, words):
    """How far right of the diagonal each entry is."""
    A = taken(A)
    if not issparse(A) or A.format == "bsr":
        warnings.warn(words, SparseEfficiencyWarning, stacklevel=3)
        A = csr_array(A)
    if A.format == "dia":
        return A.offsets.astype("int64")
    A = A.tocoo()
    return A.col.astype("int64") - A.row.astype("int64")


def is_sptriangular(A):
    """Whether a matrix is a lower, and whether it is an upper triangle.

    Stored zeros count as entries. See scipy.sparse.linalg.is_sptriangular.

    >>> from tenorite.scipy import sparse
    >>> sparse.linalg.is_sptriangular(sparse.csr_array(np.array([[1, 0], [2, 3]])))
    (True, False)
    """
    gaps = _gaps(
        A, "is_sptriangular needs sparse and not BSR format. Converting to CSR."
    )
    # Two bools of Python are what SciPy gives: the host waits for them.
    lower, upper = np.stack([(gaps <= 0).all(), (gaps >= 0).all()]).get().tolist()
    return lower, upper


def spbandwidth(A):
    """How far below and above the diagonal the entries of a matrix reach.

    Stored zeros count as entries. See scipy.sparse.linalg.spbandwidth.

    >>> from tenorite.scipy import sparse
    >>> sparse.linalg.spbandwidth(sparse.csr_array(np.array([[1, 0], [2, 3]])))
    (1, 0)
    """
    gaps = _gaps(
        A, "spbandwidth needs sparse format not LIL and BSR. Converting to CSR."
    )
    if gaps.size == 0:
        return 0, 0
    least, largest = np.stack([gaps.min(), gaps.max()]).get().tolist()
    return max(-least, 0), max(largest, 0)


def inv(A):
    """The inverse of a sparse matrix, sparse too. See scipy.sparse.linalg.inv.

    It is solved for as spsolve() does. TypeError for a dense A.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csc_array(np.array([[2.0, 0.0], [0.0, 4.0]]))
    >>> sparse.linalg.inv(a).toarray()
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    A = taken(A)
    if not issparse(A):
        raise TypeError("Input must be a sparse matrix")
    one = np.ones((1, A.shape[0]), A.dtype, device=A.device)
    offsets = np.zeros(1, "int32", device=A.device)
    cls = CLASSES["dia", isinstance(A, sparray)]
    right = cls._made(one, offsets, (A.shape[0],) * 2).asformat("csc")
    return _direct.spsolve(A, right)

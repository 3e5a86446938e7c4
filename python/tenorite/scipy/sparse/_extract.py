# SPDX-License-Identifier: Apache-2.0
"""Parts of sparse arrays: triangles, entries."""

import numpy

from ._coo import coo_array, coo_matrix
from ._kinds import CLASSES, issparse, sparray, taken
from ._structure import places_of

__all__ = ["find", "tril", "triu"]


def find(A):
    """Rows, columns and values of the entries that are not 0. See scipy.sparse.find.

    >>> from tenorite.scipy import sparse
    >>> sparse.find(np.array([[0, 2], [3, 0]]))[2]
    array([2, 3])
    """
    entries = coo_array(taken(A), copy=True)
    entries.sum_duplicates()
    there = places_of(entries.data != 0)
    return entries.row[there], entries.col[there], entries.data[there]


def _part(A, inside, format):
    A = taken(A)
    cls = coo_array if isinstance(A, sparray) or not issparse(A) else coo_matrix
    if not issparse(A):
        cls = coo_matrix
    entries = cls(A)
    places = places_of(inside(entries.row, entries.col))
    coords = entries.row[places], entries.col[places]
    found = CLASSES["coo", cls is coo_array]._made(
        entries.data[places], coords, entries.shape
    )
    return found.asformat(format)


def tril(A, k=0, format=None):
    """What is on and below the k-th diagonal. See scipy.sparse.tril.

    >>> from tenorite.scipy import sparse
    >>> sparse.tril(np.array([[1, 2], [3, 4]])).toarray()
    array([[1, 0],
           [3, 4]])
    """
    k = numpy.int64(k)
    return _part(A, lambda row, col: row + k >= col, format)


def triu(A, k=0, format=None):
    """What is on and above the k-th diagonal. See scipy.sparse.triu.

    >>> from tenorite.scipy import sparse
    >>> sparse.triu(np.array([[1, 2], [3, 4]])).toarray()
    array([[1, 2],
           [0, 4]])
    """
    k = numpy.int64(k)
    return _part(A, lambda row, col: row + k <= col, format)

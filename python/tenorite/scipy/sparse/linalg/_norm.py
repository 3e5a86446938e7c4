# SPDX-License-Identifier: Apache-2.0
"""Norms of sparse arrays."""

import numpy

from .. import _library as np
from .._kinds import issparse, taken
from . import _steps

__all__ = ["norm"]


def _frobenius(x):
    data = x._canonical_data().reshape(-1)
    return _steps.norm(data if data.dtype.kind in "fc" else data.astype("float64"))


def norm(x, ord=None, axis=None):
    """The norm of a sparse array, or of its rows or columns.

    `ord` is a number, inf or 'fro'; TypeError for a dense array. See
    scipy.sparse.linalg.norm.

    >>> from tenorite.scipy import sparse
    >>> sparse.linalg.norm(sparse.csr_array(np.array([[3.0, 0.0], [0.0, 4.0]])))
    np.float64(5.0)
    """
    x = taken(x)
    if not issparse(x):
        raise TypeError("input is not sparse. use numpy.linalg.norm")
    if axis is None and ord in (None, "fro", "f"):
        return _frobenius(x)
    x = x.tocsr()
    if axis is None:
        axis = tuple(range(x.ndim))
    elif not isinstance(axis, tuple):
        words = "'axis' must be None, an integer or a tuple of integers"
        try:
            number = int(axis)
        except TypeError as error:
            raise TypeError(words) from error
        if axis != number:
            raise TypeError(words)
        axis = (number,)
    for k in axis if len(axis) < 3 else ():
        if not -x.ndim <= k < x.ndim:
            raise ValueError(
                f"Invalid axis {axis!r} for an array with shape {x.shape!r}"
            )
    if len(axis) == 2:
        return _of_matrix(x, ord, *axis)
    if len(axis) == 1:
        found = _of_lines(x, ord, axis[0])
        found = found.toarray() if issparse(found) else found
        return found.reshape(-1)
    raise ValueError("Improper number of dimensions to norm.")


def _in_double(x):
    """The array in double precision, but for complex ones."""
    return x.astype(float) if numpy.can_cast(x.dtype, float) else x


def _of_matrix(x, ord, row, column):
    if row % x.ndim == column % x.ndim:
        raise ValueError("Duplicate axes given.")
    if ord == 2:
        from ._eigen import svds

        return svds(x, k=1, return_singular_vectors=False)[0]
    if ord == -2:
        raise NotImplementedError
    if ord in (None, "f", "fro"):
        return _frobenius(x)
    size = abs(_in_double(x))
    if ord == 1:
        return size.sum(axis=row).max()
    if ord == numpy.inf:
        return size.sum(axis=column).max()
    if ord == -1:
        return size.sum(axis=row).min()
    if ord == -numpy.inf:
        return size.sum(axis=column).min()
    raise ValueError("Invalid norm order for matrices.")


def _of_lines(x, ord, axis):
    if ord == 0:
        return x.count_nonzero(axis=axis).astype("int64", copy=False)
    size = abs(_in_double(x))
    if ord == numpy.inf:
        return size.max(axis=axis)
    if ord == -numpy.inf:
        return size.min(axis=axis)
    if ord == 1:
        return size.sum(axis=axis)
    if ord in (2, None):
        return np.sqrt(size.power(2).sum(axis=axis))
    try:
        ord + 1
    except TypeError as error:
        raise ValueError("Invalid norm order for vectors.") from error
    return np.power(size.power(ord).sum(axis=axis), 1 / ord)

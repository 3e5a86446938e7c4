# SPDX-License-Identifier: Apache-2.0
"""Minkowski's distances: of vectors along the last axis, and of all pairs of points."""

import math

import numpy

from ..._array.convert import as_operands
from ..._numpy.ufuncs import absolute
from .distance import cdist

__all__ = ["distance_matrix", "minkowski_distance", "minkowski_distance_p"]


def minkowski_distance_p(x, y, p=2.0):
    """The power p of the distance of vectors (..., k), of the shape they broadcast to.

    For p of 1 and infinity it is the distance itself. float64, computed in complex128
    where an operand is complex. See scipy.spatial.minkowski_distance_p.

    >>> from tenorite.scipy import spatial
    >>> spatial.minkowski_distance_p(np.array([[0, 0], [0, 1]]), np.array([1, 1]))
    array([2., 1.])
    """
    x, y = as_operands((x, y))
    dtype = numpy.promote_types(numpy.promote_types(x.dtype, y.dtype), "d")
    away = absolute(y.astype(dtype, copy=False) - x.astype(dtype, copy=False))
    if p == math.inf:
        return away.max(axis=-1)
    return (away if p == 1 else away**p).sum(axis=-1)


def minkowski_distance(x, y, p=2.0):
    """The distance of vectors (..., k), of the shape that they broadcast to, float64.

    See scipy.spatial.minkowski_distance.

    >>> from tenorite.scipy import spatial
    >>> spatial.minkowski_distance(np.array([[0, 0], [3, 0]]), np.array([3, 4]))
    array([5., 4.])
    """
    found = minkowski_distance_p(x, y, p)
    return found if p in (1, math.inf) else found ** (1.0 / p)


def distance_matrix(x, y, p=2.0, threshold=1000000):
    """Distances of points (m, k) and (n, k), all pairs of them: (m, n), float64.

    See scipy.spatial.distance_matrix.

    >>> from tenorite.scipy import spatial
    >>> spatial.distance_matrix(np.array([[0, 0], [0, 1]]), np.array([[1, 0]]))
    array([[1.        ],
           [1.41421356]])
    """
    x, y = as_operands((x, y))
    (_, k), (_, other) = x.shape, y.shape
    if k != other:
        raise ValueError(
            f"x contains {k}-dimensional vectors but y contains {other}-dimensional "
            "vectors"
        )
    # The kernel of cdist() has sums of real items, of which there is at least one.
    if k and 1 <= p < math.inf and "c" not in (x.dtype.kind, y.dtype.kind):
        names = {1: "cityblock", 2: "euclidean"}
        named = {} if p in names else {"p": p}
        return cdist(x, y, names.get(p, "minkowski"), **named)
    return minkowski_distance(x[:, None], y[None], p)

# SPDX-License-Identifier: Apache-2.0
"""Nearest neighbours of points.

On a GPU no tree is walked: the distances of all pairs are computed in tiles, of which
the least are kept. In the host's memory this is done for few pairs; for more SciPy's
tree is far faster.
"""

import functools
import math
import operator

import numpy

from ..._array.convert import as_operand, own_beside
from ..._array.memory import is_in_host_memory
from ..._core import ndarray
from ..._numpy.creation import ascontiguousarray, full
from ..._numpy.indexing import take_along_axis, where
from ..._numpy.joining import concatenate
from ..._numpy.sorting import argpartition, argsort
from ..._numpy.ufuncs import isfinite
from ..._runtime import fallbacks
from .. import _host
from .distance import cdist

__all__ = ["KDTree"]

_TILE = 2**25  # pairs whose distances are held
_FEW = 2**22  # pairs that are computed in the host's memory


def _real_points(x, text):
    x = as_operand(x) if not isinstance(x, ndarray) else x
    if x.dtype.kind == "c":
        raise TypeError("KDTree does not work with complex data")
    x = ascontiguousarray(x.astype(float)) if x.ndim else x.astype(float)
    if not bool(isfinite(x).all()):
        raise ValueError(f"{text} must be finite, check for nan or inf values")
    return x


class KDTree(_host.HostObject):
    """Points, of which the nearest to others are looked for.

    `query` is computed here, everything else by SciPy, on the host. See
    scipy.spatial.KDTree.

    >>> from tenorite.scipy.spatial import KDTree
    >>> tree = KDTree(np.array([[0.0, 0.0], [3.0, 4.0]]))
    >>> tree.query(np.array([0.0, 1.0]))
    (np.float64(1.0), np.int64(0))
    """

    def __init__(
        self,
        data,
        leafsize=10,
        compact_nodes=True,
        copy_data=False,
        balanced_tree=True,
        boxsize=None,
    ):
        data = _real_points(data, "data")
        if data.ndim != 2:
            raise ValueError(
                "data must be of shape (n, m), where there are n points of dimension m"
            )
        if leafsize < 1:
            raise ValueError("leafsize must be at least 1")
        options = (leafsize, compact_nodes, copy_data, balanced_tree, boxsize)
        n, m = data.shape
        vars(self).update(
            data=data, n=n, m=m, boxsize=boxsize, _options=options, _device=data.device
        )
        vars(self)["_name"] = "tenorite.scipy.spatial.KDTree"

    @functools.cached_property
    def _theirs(self):
        import scipy.spatial

        return scipy.spatial.KDTree(_host._on_host(self.data), *self._options)

    def __setattr__(self, name, value):
        if name == "_theirs":  # what a cached property keeps
            vars(self)[name] = value
        else:
            super().__setattr__(name, value)

    def __reduce__(self):
        return KDTree, (self.data, *self._options)

    def __repr__(self):
        return f"<tenorite.scipy.spatial.KDTree of {self.n} points>"

    def query(self, x, k=1, eps=0.0, p=2.0, distance_upper_bound=math.inf, workers=1):
        """(distances, numbers) of the points of the tree that are nearest to `x`.

        Of fewer than k points the distances are infinite and the numbers n. See
        scipy.spatial.KDTree.query.

        >>> from tenorite.scipy.spatial import KDTree
        >>> tree = KDTree(np.array([[0.0], [3.0], [5.0]]))
        >>> tree.query(np.array([[4.5]]), k=2)
        (array([[0.5, 1.5]]), array([[2, 1]]))
        """
        given = as_operand(x, self.data)
        if given.dtype.kind == "c":
            raise TypeError("KDTree does not work with complex data")
        if given.ndim == 0 or given.shape[-1] != self.m:
            raise ValueError(
                f"x must consist of vectors of length {self.m} but has shape "
                f"{given.shape}"
            )
        if not p >= 1:
            raise ValueError("Only p-norms with 1<=p<=infinity permitted")
        wanted = _ranks(k)
        if workers != -1 and not workers > 0:
            raise ValueError(f"Invalid number of workers {workers}, must be -1 or > 0")
        points = _real_points(given, "'x'").reshape(-1, self.m)
        if self.boxsize is not None or self._is_for_a_tree(len(points)):
            theirs = _host.HostObject.__getattr__(self, "query")
            return theirs(given, k, eps, p, distance_upper_bound, workers)
        distances, numbers = self._nearest(points, max(wanted, default=1), p)
        if not math.isinf(distance_upper_bound):
            near = distances < distance_upper_bound
            distances = where(near, distances, math.inf)
            numbers = where(near, numbers, self.n)
        before = given.shape[:-1]
        if wanted == ():
            return tuple(_shaped(a[:, 0], before) for a in (distances, numbers))
        if wanted != tuple(range(1, len(wanted) + 1)):
            at = own_beside(numpy.array(wanted) - 1, numbers)
            distances, numbers = distances[:, at], numbers[:, at]
        shape = (*before, len(wanted))
        return distances.reshape(shape), numbers.reshape(shape)

    def _is_for_a_tree(self, count):
        many = count * self.n > _FEW and is_in_host_memory(self.data)
        return many and fallbacks.policy(str(self.data.device)) != "error"

    def _nearest(self, points, k, p):
        """Distances and numbers of k points for each, (points, k), nearest first."""
        metric, how = "minkowski", {"p": p}
        if p in (1, 2) or math.isinf(p):
            metric = {1: "cityblock", 2: "euclidean"}.get(p, "chebyshev")
            how = {}
        step = max(1, _TILE // max(self.n, 1))
        parts = [
            self._least(cdist(points[j : j + step], self.data, metric, **how), k)
            for j in range(0, max(len(points), 1), step)
        ]
        if len(parts) == 1:
            return parts[0]
        return tuple(concatenate(x) for x in zip(*parts, strict=True))

    def _least(self, distances, k):
        some = min(k, self.n)
        if some == 0:
            numbers = full((len(distances), 0), 0, device=distances.device)
            least = distances
        elif some == 1:
            numbers = distances.argmin(axis=1)[:, None]
            least = take_along_axis(distances, numbers, axis=1)
        else:
            numbers = None
            if some < self.n:
                numbers = argpartition(distances, some - 1, axis=1)[:, :some]
                distances = take_along_axis(distances, numbers, axis=1)
            order = argsort(distances, axis=1, stable=True)
            least = take_along_axis(distances, order, axis=1)
            numbers = order if numbers is None else take_along_axis(numbers, order, 1)
        if some < k:
            shape, device = (len(least), k - some), least.device
            least = concatenate([least, full(shape, math.inf, device=device)], axis=1)
            none = full(shape, self.n, dtype=numbers.dtype, device=device)
            numbers = concatenate([numbers, none], axis=1)
        return least, numbers


def _shaped(x, shape):
    x = x.reshape(shape)
    return x if shape else x[()]


def _ranks(k):
    """Which neighbours are wanted: () for the nearest alone, whose axis is left out."""
    if k is None:
        raise ValueError("k must be an integer or a sequence of integers")
    if numpy.iterable(k):
        ranks = tuple(operator.index(i) for i in k)
    else:
        ranks = tuple(range(1, math.floor(k) + (k > math.floor(k)) + 1))
        if k == 1:
            return ()
    if not ranks:
        raise ValueError(
            "zero-size array to reduction operation maximum which has no identity"
        )
    if min(ranks) < 1:
        raise ValueError("k must be greater than or equal to 1")
    return ranks

# SPDX-License-Identifier: Apache-2.0
"""Neighbours of points.

On a GPU no tree is walked: the distances of all pairs are computed in tiles, of which
the least are kept, or those within a radius. In the host's memory this is done for few
pairs; for more SciPy's tree is far faster.
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
from ..._numpy.joining import concatenate, stack
from ..._numpy.sorting import argpartition, argsort
from ..._numpy.ufuncs import isfinite
from ..._runtime import fallbacks
from .. import _host
from ..sparse import coo_matrix
from . import _within
from .distance import cdist

__all__ = ["KDTree", "cKDTree"]

_TILE = 2**25  # pairs whose distances are held
_FEW = 2**22  # pairs that are computed in the host's memory


def _refuse_complex(x):
    if x.dtype.kind == "c":
        raise TypeError("KDTree does not work with complex data")


def _real_points(x, text):
    x = as_operand(x) if not isinstance(x, ndarray) else x
    x = ascontiguousarray(x.astype(float)) if x.ndim else x.astype(float)
    if not bool(isfinite(x).all()):
        raise ValueError(f"{text} must be finite, check for nan or inf values")
    return x


def _checked_workers(workers):
    if workers is not None and workers != -1 and not workers > 0:
        raise ValueError(f"Invalid number of workers {workers}, must be -1 or > 0")


class cKDTree(_host.HostObject):
    """Points, of which those near to others are looked for: KDTree's older name.

    See scipy.spatial.cKDTree.

    >>> from tenorite.scipy.spatial import cKDTree
    >>> tree = cKDTree(np.array([[0.0, 0.0], [3.0, 4.0]]))
    >>> tree.query_pairs(5.0)
    {(0, 1)}
    """

    def __init__(
        self,
        data,
        leafsize=16,
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
        vars(self)["_name"] = f"tenorite.scipy.spatial.{type(self).__name__}"
        if boxsize is not None:  # SciPy's tree refuses points outside the box
            self._theirs  # noqa: B018

    @functools.cached_property
    def _theirs(self):
        import scipy.spatial

        theirs = getattr(scipy.spatial, type(self).__name__)
        return theirs(_host._on_host(self.data), *self._options)

    def __setattr__(self, name, value):
        if name == "_theirs":  # what a cached property keeps
            vars(self)[name] = value
        else:
            super().__setattr__(name, value)

    def __reduce__(self):
        return type(self), (self.data, *self._options)

    def __repr__(self):
        return f"<{self._name} of {self.n} points>"

    def query(self, x, k=1, eps=0.0, p=2.0, distance_upper_bound=math.inf, workers=1):
        """(distances, numbers) of the points of the tree that are nearest to `x`.

        Of fewer than k points the distances are infinite and the numbers n. See
        scipy.spatial.KDTree.query.

        >>> from tenorite.scipy.spatial import KDTree
        >>> tree = KDTree(np.array([[0.0], [3.0], [5.0]]))
        >>> tree.query(np.array([[4.5]]), k=2)
        (array([[0.5, 1.5]]), array([[2, 1]]))
        """
        given = self._vectors(x)
        if not p >= 1:
            raise ValueError("Only p-norms with 1<=p<=infinity permitted")
        wanted = _ranks(k)
        _checked_workers(workers)
        points = _real_points(given, "'x'").reshape(-1, self.m)
        if self.boxsize is not None or self._is_for_a_tree(len(points)):
            theirs = self._of_scipy("query")
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

    def query_ball_point(
        self,
        x,
        r,
        p=2.0,
        eps=0.0,
        workers=1,
        return_sorted=None,
        return_length=False,
    ):
        """Numbers of the points of the tree within a distance of `x`, as lists of ints.

        Lists are ascending, in an array of NumPy's for several `x`. See
        scipy.spatial.KDTree.query_ball_point.

        >>> from tenorite.scipy.spatial import KDTree
        >>> tree = KDTree(np.array([[0.0], [3.0], [5.0]]))
        >>> tree.query_ball_point(np.array([4.5]), 2.0)
        [1, 2]
        """
        given = self._vectors(x)
        points = _real_points(given, "'x'").reshape(-1, self.m)
        _checked_workers(workers)
        shape = given.shape[:-1]
        if self._is_for_scipy(len(points), p):
            theirs = self._of_scipy("query_ball_point")
            return theirs(given, r, p, eps, workers, return_sorted, return_length)
        limit = _within.bound(_within.radii(r, shape, points), p)
        if return_length:
            return _shaped(_within.counts(points, self.data, limit, p), shape)
        lists = _within.lists(points, self.data, limit, p)
        if not shape:
            return lists[0]
        found = numpy.empty(len(lists), dtype=object)
        found[:] = lists
        return found.reshape(shape)

    def query_ball_tree(self, other, r, p=2.0, eps=0.0):
        """For each point the numbers of those of another tree within a distance.

        They are lists of ascending ints. See scipy.spatial.KDTree.query_ball_tree.

        >>> from tenorite.scipy.spatial import KDTree
        >>> tree = KDTree(np.array([[0.0], [3.0], [5.0]]))
        >>> tree.query_ball_tree(tree, 2.0)
        [[0], [1, 2], [1, 2]]
        """
        if self._is_for_scipy(self.n, p, other):
            return self._of_scipy("query_ball_tree")(other, r, p, eps)
        self._check_dimensions(other, "query_ball_tree")
        limit = _within.bound(_within.radius(r), p)
        return _within.lists(self.data, other.data, limit, p)

    def query_pairs(self, r, p=2.0, eps=0.0, output_type="set"):
        """Pairs (i, j) of points within a distance, i < j: a set, or an array (pairs, 2).

        See scipy.spatial.KDTree.query_pairs.

        >>> from tenorite.scipy.spatial import KDTree
        >>> tree = KDTree(np.array([[0.0], [3.0], [5.0]]))
        >>> tree.query_pairs(2.0, output_type="ndarray")
        array([[1, 2]])
        """
        if self._is_for_scipy(self.n, p):
            return self._of_scipy("query_pairs")(r, p, eps, output_type)
        limit = _within.bound(_within.radius(r), p)
        if output_type not in ("set", "ndarray"):
            raise ValueError("Invalid output type")
        rows, columns, _ = _within.pairs(self.data, self.data, limit, p, is_upper=True)
        found = stack([rows, columns], axis=1)
        return found if output_type == "ndarray" else set(map(tuple, found.tolist()))

    def count_neighbors(self, other, r, p=2.0, weights=None, cumulative=True):
        """How many pairs of points of two trees are within a distance, or each of several.

        With `weights` it is the sum of the products of the points' weights. Not
        `cumulative` are pairs within a distance and not within the one before. See
        scipy.spatial.KDTree.count_neighbors.

        >>> from tenorite.scipy.spatial import KDTree
        >>> tree = KDTree(np.array([[0.0], [3.0], [5.0]]))
        >>> tree.count_neighbors(tree, np.array([1.0, 2.0, 4.0]))
        array([3, 5, 7])
        """
        if self._is_for_scipy(self.n, p, other):
            theirs = self._of_scipy("count_neighbors")
            return theirs(other, r, p, weights, cumulative)
        self._check_dimensions(other, "count_neighbors")
        r = _within.ordered_radii(r, cumulative, self.data)
        weights = _within.counting_weights(weights, self, other)
        limit = _within.bound(r, p)
        if isinstance(r, ndarray):
            how = (p, weights, cumulative)
            return _within.totals(self.data, other.data, limit, *how)
        count = _within.total(self.data, other.data, limit, p, weights)
        is_plain = weights[0] is None and weights[1] is None
        return int(count) if is_plain else count.astype(float)

    def sparse_distance_matrix(
        self, other, max_distance, p=2.0, output_type="dok_matrix"
    ):
        """Distances of points of two trees that are within one: a sparse matrix.

        'coo_matrix' stays on the device; 'dok_matrix', 'dict' and 'ndarray', which is a
        record array of NumPy's, are of the host. See
        scipy.spatial.KDTree.sparse_distance_matrix.

        >>> from tenorite.scipy.spatial import KDTree
        >>> tree = KDTree(np.array([[0.0], [3.0], [5.0]]))
        >>> tree.sparse_distance_matrix(tree, 2.0, output_type="coo_matrix").toarray()
        array([[0., 0., 0.],
               [0., 0., 2.],
               [0., 2., 0.]])
        """
        if self._is_for_scipy(self.n, p, other):
            theirs = self._of_scipy("sparse_distance_matrix")
            return theirs(other, max_distance, p, output_type)
        self._check_dimensions(other, "sparse_distance_matrix")
        limit = _within.bound(_within.radius(max_distance), p)
        if output_type not in ("dok_matrix", "coo_matrix", "dict", "ndarray"):
            raise ValueError("Invalid output type")
        i, j, values = _within.pairs(self.data, other.data, limit, p)
        shape = (self.n, other.n)
        if output_type == "coo_matrix":
            return coo_matrix((values, (i, j)), shape=shape)
        i, j, values = i.get(), j.get(), values.get()
        if output_type == "ndarray":
            fields = [("i", numpy.intp), ("j", numpy.intp), ("v", float)]
            found = numpy.empty(len(i), numpy.dtype(fields, align=True))
            found["i"], found["j"], found["v"] = i, j, values
            return found
        if output_type == "dict":
            pairs = zip(i.tolist(), j.tolist(), strict=True)
            return dict(zip(pairs, values.tolist(), strict=True))
        import scipy.sparse

        dok = scipy.sparse.coo_matrix((values, (i, j)), shape=shape).todok()
        return _host._sparse_of_ours(dok, str(self.data.device))

    def _vectors(self, x):
        """Points of a caller's, with as many coordinates as those of the tree."""
        given = as_operand(x, self.data)
        if isinstance(self, KDTree):
            _refuse_complex(given)
        if given.ndim == 0 or given.shape[-1] != self.m:
            raise ValueError(
                f"x must consist of vectors of length {self.m} but has shape "
                f"{given.shape}"
            )
        return given

    def _of_scipy(self, name):
        """A method of SciPy's tree; that it has points of the device is known so."""

        def run(_, *args):
            return getattr(self._theirs, name)(*args)

        def call(*args):
            return _host._call(run, (self.data, *args), {}, f"{self._name}.{name}")

        return call

    def _is_for_scipy(self, count, p, other=None):
        if not p >= 1 or self.boxsize is not None:
            return True
        if other is None:
            return self._is_for_a_tree(count)
        if not isinstance(other, cKDTree) or other.boxsize is not None:
            return True
        return other._is_for_a_tree(count)

    def _check_dimensions(self, other, name):
        if self.m != other.m:
            raise ValueError(f"Trees passed to {name} have different dimensionality")

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


class KDTree(cKDTree):
    """Points, of which those near to others are looked for.

    What has a `boxsize`, and powers less than 1, are SciPy's, on the host. See
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
        data = as_operand(data) if not isinstance(data, ndarray) else data
        _refuse_complex(data)
        options = (leafsize, compact_nodes, copy_data, balanced_tree, boxsize)
        super().__init__(data, *options)


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

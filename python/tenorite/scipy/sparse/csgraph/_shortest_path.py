# SPDX-License-Identifier: Apache-2.0
"""Shortest paths: rounds of Bellman and Ford from all sources at once.

All methods give the lengths of shortest paths, so all are this one; where several paths
are shortest, the nodes on the one that is told may differ from SciPy's. In the host's
memory, where threads are few, it is Dijkstra's where no weight is below 0.
"""

import warnings

import numpy

from ...._array.memory import is_in_host_memory
from ... import _kernels
from .. import _library as np
from .._kinds import issparse, taken
from .._structure import count_of, starts_of
from ._graph import edges_of, graph_of

__all__ = [
    "NegativeCycleError",
    "bellman_ford",
    "dijkstra",
    "floyd_warshall",
    "johnson",
    "shortest_path",
]

_KERNELS = _kernels.KernelFile(__file__, "graphs.cuh")
_SEARCHES = 64  # searches at once, each with a heap of its own
_NONE = -9999  # the node before where there is none, as in SciPy


class NegativeCycleError(Exception):
    """Of a graph with a cycle whose weights add up to less than 0.

    >>> from tenorite.scipy.sparse.csgraph import NegativeCycleError
    >>> issubclass(NegativeCycleError, Exception)
    True
    """

    def __init__(self, message=""):
        super().__init__(message)


class _Paths:
    """The shortest paths of a graph from some nodes."""

    def __init__(self, csgraph, directed, unweighted, indices, may_be_negative):
        graph = graph_of(csgraph)
        self.nodes = n = graph.shape[0]
        rows, columns, weights = edges_of(graph, directed)
        if unweighted:
            weights = np.ones_like(weights)
        elif not may_be_negative and weights.size and bool((weights < 0).any()):
            # Looked at, since SciPy warns of it.
            warnings.warn(
                "Graph has negative weights: dijkstra will give inaccurate results if "
                "the graph contains negative cycles. Consider johnson or bellman_ford.",
                UserWarning,
                stacklevel=4,
            )
        self.has_heap = is_in_host_memory(weights) and not bool((weights < 0).any())
        # The edges that begin at each node, or those that end there.
        near, far = (rows, columns) if self.has_heap else (columns, rows)
        order = np.argsort(near, kind="stable")
        self.others, self.weights = far[order], weights[order]
        self.indptr = starts_of(near[order], n, rows.dtype)
        self.device = graph.device
        self.shape = (n,)  # of the starts
        if indices is None:
            self.starts = numpy.arange(n)
        else:
            self.shape = numpy.shape(_on_host(indices))
            starts = numpy.ravel(_on_host(indices)).astype(int)
            starts = numpy.where(starts < 0, starts + n, starts)
            if starts.size and (starts.min() < 0 or starts.max() >= n):
                raise ValueError("indices out of range 0...N")
            self.starts = starts

    def run(self, together=False, limit=numpy.inf):
        """Lengths and nodes before, of each start or `together` of the nearest one.

        Paths longer than `limit` may be there or not.
        """
        n, starts = self.nodes, self.starts
        lines = 1 if together else starts.size
        shape = lines, n
        lengths = np.full(shape, numpy.inf, device=self.device)
        line = numpy.zeros(starts.size, int) if together else numpy.arange(lines)
        if starts.size:
            lengths[np.asarray(line), np.asarray(starts)] = 0.0
        previous = np.full(shape, _NONE, "int32", device=self.device)
        if self.has_heap:
            self._search(lengths, previous, limit)
            return lengths, previous
        changed = np.zeros(shape, bool, device=self.device)
        kernel = _KERNELS("relax", _kernels.c_type(self.indptr.dtype))
        sizes = count_of(lines), count_of(n)
        look = 1
        for k in range(n + 1):
            after = np.empty_like(lengths)
            args = self.indptr, self.others, self.weights, lengths, after, previous
            _kernels.launch(
                kernel, _kernels.blocks(lines * n), (*args, changed, *sizes)
            )
            lengths = after
            # The host looks ever more rarely whether there was a shorter path.
            if k + 1 == look or k == n:
                moved = changed.any(axis=1)
                if not bool(moved.any()):
                    break
                look += max(1, look // 4)
        else:
            if lines and n:
                row = int(np.argmax(moved))
                raise NegativeCycleError(
                    f"Negative cycle detected on node {starts[row]}"
                )
        return lengths, previous

    def _search(self, lengths, previous, limit):
        lines, n = lengths.shape
        threads = min(lines, _SEARCHES)
        heaps = np.empty((threads, 2, n), "int32", device=self.device)
        kernel = _KERNELS("search", _kernels.c_type(self.indptr.dtype))
        args = self.indptr, self.others, self.weights, lengths, previous, heaps
        sizes = count_of(lines), count_of(n), count_of(threads)
        _kernels.launch(kernel, threads, (*args, numpy.float64(limit), *sizes), block=1)

    def shaped(self, x):
        return x.reshape(*self.shape, self.nodes)


def _on_host(indices):
    return indices.get() if hasattr(indices, "get") else numpy.asarray(indices)


def _paths(csgraph, directed, indices, predecessors, unweighted, may_be_negative=True):
    paths = _Paths(csgraph, directed, unweighted, indices, may_be_negative)
    lengths, previous = paths.run()
    lengths = paths.shaped(lengths)
    return (lengths, paths.shaped(previous)) if predecessors else lengths


def shortest_path(
    csgraph,
    method="auto",
    directed=True,
    return_predecessors=False,
    unweighted=False,
    overwrite=False,
    indices=None,
):
    """Lengths of the shortest paths, inf where there is none.

    With `return_predecessors` also the node before on each path, -9999 for none. See
    scipy.sparse.csgraph.shortest_path.

    >>> from tenorite.scipy.sparse.csgraph import shortest_path
    >>> shortest_path(np.array([[0, 1, 5], [0, 0, 2], [0, 0, 0]]), indices=0)
    array([0., 1., 3.])
    """
    if method not in ("auto", "FW", "D", "BF", "J"):
        raise ValueError(f"unrecognized method '{method}'")
    if method == "FW" and indices is not None:
        raise ValueError("Cannot specify indices with method == 'FW'.")
    csgraph = taken(csgraph)
    if method == "auto" and indices is None and issparse(csgraph):
        method = "FW" if 4 * csgraph.nnz >= csgraph.shape[0] ** 2 else method
    if method == "FW":
        return floyd_warshall(csgraph, directed, return_predecessors, unweighted)
    return _paths(
        csgraph, directed, indices, return_predecessors, unweighted, method != "D"
    )


def dijkstra(
    csgraph,
    directed=True,
    indices=None,
    return_predecessors=False,
    unweighted=False,
    limit=numpy.inf,
    min_only=False,
):
    """Lengths of the shortest paths for weights not below 0, at most `limit`.

    With `min_only` those from the nearest of `indices`. See
    scipy.sparse.csgraph.dijkstra.

    >>> from tenorite.scipy.sparse.csgraph import dijkstra
    >>> dijkstra(np.array([[0, 1, 5], [0, 0, 2], [0, 0, 0]]), indices=0, limit=2)
    array([ 0.,  1., inf])
    """
    paths = _Paths(csgraph, directed, unweighted, indices, False)
    if limit < 0:
        raise ValueError("limit must be >= 0")
    lengths, previous = paths.run(together=min_only, limit=limit)
    beyond = lengths > limit
    lengths = np.where(beyond, numpy.inf, lengths)
    previous = np.where(beyond, numpy.int32(_NONE), previous)
    if not min_only:
        lengths = paths.shaped(lengths)
        return (lengths, paths.shaped(previous)) if return_predecessors else lengths
    if not return_predecessors:
        return lengths[0]
    return lengths[0], previous[0], _nearest(lengths[0], previous[0])


def _nearest(lengths, previous):
    """The start that each path comes from: paths are followed back by doubling."""
    nodes = np.arange(lengths.size, dtype="int32", device=lengths.device)
    up = np.where(previous < 0, nodes, previous)
    for _ in range(max(1, int(lengths.size).bit_length())):
        up = up[up]
    return np.where(np.isinf(lengths), numpy.int32(_NONE), up)


def bellman_ford(
    csgraph,
    directed=True,
    indices=None,
    return_predecessors=False,
    unweighted=False,
):
    """Lengths of the shortest paths; weights may be below 0.

    NegativeCycleError where a cycle makes paths ever shorter. See
    scipy.sparse.csgraph.bellman_ford.

    >>> from tenorite.scipy.sparse.csgraph import bellman_ford
    >>> bellman_ford(np.array([[0, 1, 5], [0, 0, -2], [0, 0, 0]]), indices=0)
    array([ 0.,  1., -1.])
    """
    return _paths(csgraph, directed, indices, return_predecessors, unweighted)


def johnson(
    csgraph,
    directed=True,
    indices=None,
    return_predecessors=False,
    unweighted=False,
):
    """Lengths of the shortest paths; weights may be below 0.

    NegativeCycleError where a cycle makes paths ever shorter. See
    scipy.sparse.csgraph.johnson.

    >>> from tenorite.scipy.sparse.csgraph import johnson
    >>> johnson(np.array([[0, 1, 5], [0, 0, -2], [0, 0, 0]]), indices=0)
    array([ 0.,  1., -1.])
    """
    return _paths(csgraph, directed, indices, return_predecessors, unweighted)


def floyd_warshall(
    csgraph,
    directed=True,
    return_predecessors=False,
    unweighted=False,
    overwrite=False,
):
    """Lengths of the shortest paths between all nodes. See
    scipy.sparse.csgraph.floyd_warshall.

    >>> from tenorite.scipy.sparse.csgraph import floyd_warshall
    >>> floyd_warshall(np.array([[0, 1], [0, 0]]))
    array([[ 0.,  1.],
           [inf,  0.]])
    """
    csgraph = taken(csgraph)
    if issparse(csgraph) and csgraph.format not in ("csr", "csc"):
        raise ValueError("csgraph must be lil, csr, or csc format")
    return _paths(csgraph, directed, None, return_predecessors, unweighted)

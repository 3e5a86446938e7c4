# SPDX-License-Identifier: Apache-2.0
"""Connected components."""

from ...._array.convert import UnsupportedOperation
from ...._array.fallback import in_numpy, may_fall_back
from ... import _kernels
from .. import _library as np
from .._structure import count_of
from ._graph import edges_of, graph_of

__all__ = ["connected_components"]

_KERNELS = _kernels.KernelFile(__file__, "graphs.cuh")


def connected_components(csgraph, directed=True, connection="weak", return_labels=True):
    """How many components a graph has, and the number of each node's component.

    Strong components of directed graphs are found by SciPy on the host, as
    docs/fallback.md says. See scipy.sparse.csgraph.connected_components.

    >>> from tenorite.scipy.sparse.csgraph import connected_components
    >>> connected_components(np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]))
    (2, array([0, 0, 1], dtype=int32))
    """
    connection = connection.lower()
    if connection not in ("weak", "strong"):
        raise ValueError("connection must be 'weak' or 'strong'")
    graph = graph_of(csgraph)
    if directed and connection == "strong":
        count, labels = _strong(graph)
    else:
        count, labels = _weak(graph)
    return (count, labels) if return_labels else count


def _weak(graph):
    rows, columns, _ = edges_of(graph, True)
    nodes, edges = graph.shape[0], rows.size
    parent = np.arange(nodes, dtype="int32", device=graph.device)
    hook = _KERNELS("hook", _kernels.c_type(rows.dtype))
    compress = _KERNELS("compress")
    rounds = 2
    while edges:
        for _ in range(rounds):
            args = rows, columns, parent, count_of(edges)
            _kernels.launch(hook, _kernels.blocks(edges), args)
            _kernels.launch(compress, _kernels.blocks(nodes), (parent, count_of(nodes)))
        # Now and then the host looks whether an edge still joins two trees.
        if not bool((parent[rows] != parent[columns]).any()):
            break
        rounds *= 2
    roots = parent == np.arange(nodes, dtype="int32", device=graph.device)
    numbers = np.cumsum(roots, dtype="int32")
    count = int(numbers[-1]) if nodes else 0  # a number is what SciPy gives
    return count, numbers[parent] - numbers.dtype.type(1)


def _strong(graph):
    if not may_fall_back((graph.data,)):
        raise UnsupportedOperation(
            "scipy.sparse.csgraph.connected_components: strong components are found "
            "on the host, which tenorite.config.fallback does not allow"
        )
    args = graph.data, graph.indices, graph.indptr, graph.shape
    name = "scipy.sparse.csgraph.connected_components"
    return in_numpy(_strong_on_host, args, {}, name=name)


def _strong_on_host(data, indices, indptr, shape):
    import scipy.sparse
    from scipy.sparse import csgraph

    graph = scipy.sparse.csr_array((data, indices, indptr), shape=shape)
    count, labels = csgraph.connected_components(graph, True, "strong")
    return int(count), labels

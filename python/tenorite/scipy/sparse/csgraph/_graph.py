# SPDX-License-Identifier: Apache-2.0
"""What functions of graphs take: sparse arrays, or dense ones where 0 is no edge."""

from .. import _library as np
from .._csr import csr_array
from .._kinds import issparse, taken


def graph_of(csgraph):
    """The edges as a CSR array of float64. In dense arrays 0, inf and NaN are none."""
    csgraph = taken(csgraph)
    if issparse(csgraph):
        if csgraph.ndim != 2:
            raise ValueError("compressed-sparse graph must be 2-D")
        graph = csgraph.tocsr().astype("float64", copy=False)
    else:
        dense = np.asarray(csgraph, dtype="float64")
        if dense.ndim != 2:
            raise ValueError("graph should have two dimensions")
        if dense.shape[0] != dense.shape[1]:
            raise ValueError("graph should be a square array")
        graph = csr_array(np.where(np.isfinite(dense), dense, 0.0))
    if graph.shape[0] != graph.shape[1]:
        raise ValueError("compressed-sparse graph must be shape (N, N)")
    return graph


def edges_of(graph, directed):
    """Where edges begin and end, and their weights; undirected ones both ways."""
    entries = graph.tocoo()
    rows, columns, weights = entries.row, entries.col, entries.data
    if directed:
        return rows, columns, weights
    return (
        np.concatenate([rows, columns]),
        np.concatenate([columns, rows]),
        np.concatenate([weights, weights]),
    )


__all__ = ["edges_of", "graph_of"]

# SPDX-License-Identifier: Apache-2.0
"""Graphs whose edges are the entries of sparse arrays, with SciPy's names."""

from ...._runtime.help import document as _document
from ..._host import attributes_of as _attributes_of
from ._components import connected_components
from ._shortest_path import (
    NegativeCycleError,
    bellman_ford,
    dijkstra,
    floyd_warshall,
    johnson,
    shortest_path,
)

__all__ = [
    "NegativeCycleError",
    "bellman_ford",
    "connected_components",
    "dijkstra",
    "floyd_warshall",
    "johnson",
    "shortest_path",
]

_document([globals()[name] for name in __all__])

__getattr__ = _attributes_of(__name__)

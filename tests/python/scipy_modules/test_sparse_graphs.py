# SPDX-License-Identifier: Apache-2.0
"""Components and shortest paths against SciPy's."""

import numpy as np
import pytest
import scipy.sparse as theirs
import tenorite as tn
from scipy.sparse import csgraph as reference
from support.sparse_cases import compare, outcome
from tenorite.scipy import sparse as ours
from tenorite.scipy.sparse import csgraph
from tenorite.scipy.sparse.csgraph import _shortest_path


def random_graph(nodes, edges, seed=0, negative=False):
    rng = np.random.default_rng(seed)
    # Sums of weights are exact, and differ: one path is the shortest.
    weights = rng.integers(2**36, 2**40, edges) / 2**40
    rows, columns = rng.integers(0, nodes, (2, edges))
    if negative:  # no cycles
        keep = rows < columns
        rows, columns, weights = rows[keep], columns[keep], weights[keep]
        weights = weights - 0.5
    graph = theirs.coo_array((weights, (rows, columns)), shape=(nodes, nodes))
    return graph.tocsr()


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize(("nodes", "edges"), [(1, 0), (5, 0), (60, 40), (300, 900)])
def test_weak_components(device, nodes, edges, directed):
    graph = random_graph(nodes, edges)
    count, labels = csgraph.connected_components(ours.csr_array(graph), directed)
    wanted, their_labels = reference.connected_components(graph, directed)
    assert (count, labels.dtype) == (wanted, their_labels.dtype)
    np.testing.assert_array_equal(labels.get(), their_labels)
    found = csgraph.connected_components(ours.csr_array(graph), return_labels=False)
    assert found == reference.connected_components(graph, return_labels=False)


def test_long_chains_of_components(device):
    """Trees as deep as they get: a path in an order that joins late."""
    order = np.random.default_rng(1).permutation(5000)
    graph = theirs.coo_array((np.ones(4999), (order[:-1], order[1:])), (5000, 5000))
    count, labels = csgraph.connected_components(ours.coo_array(graph))
    assert count == 1 and not labels.any()


def test_strong_components(device):
    graph = random_graph(60, 90)
    with tn.config.using(fallback="allow"):
        count, labels = csgraph.connected_components(
            ours.csr_array(graph), connection="strong"
        )
    wanted = reference.connected_components(graph, connection="strong")
    assert count == wanted[0]
    np.testing.assert_array_equal(labels.get(), wanted[1])
    with pytest.raises(NotImplementedError, match="strong components"):
        csgraph.connected_components(ours.csr_array(graph), connection="strong")


FUNCTIONS = ["shortest_path", "dijkstra", "bellman_ford", "johnson", "floyd_warshall"]


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("unweighted", [True, False])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_lengths(device, name, directed, unweighted):
    graph = random_graph(50, 160)
    how = {"directed": directed, "unweighted": unweighted}
    got = getattr(csgraph, name)(ours.csr_array(graph), **how)
    wanted = getattr(reference, name)(graph, **how)
    np.testing.assert_array_equal(got.get(), wanted)
    if unweighted:
        return
    got, before = getattr(csgraph, name)(
        tn.asarray(graph.toarray()), return_predecessors=True, directed=directed
    )
    wanted, their_before = getattr(reference, name)(
        graph.toarray(), return_predecessors=True, directed=directed
    )
    np.testing.assert_array_equal(got.get(), wanted)
    assert before.dtype == their_before.dtype
    np.testing.assert_array_equal(before.get(), their_before)


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("has_heap", [True, False])
def test_heaps_and_rounds(device, has_heap, directed, monkeypatch):
    """Both ways to the lengths, whatever the device's memory: long ways, equal ones."""
    if not has_heap:
        monkeypatch.setattr(_shortest_path, "is_in_host_memory", lambda x: False)
    elif device != "cpu":
        pytest.skip("heaps are for the host's memory")
    graphs = random_graph(700, 1500), random_graph(200, 4000, seed=2)
    line = theirs.diags_array([0.5], offsets=[1], shape=(300, 300), format="csr")
    for graph in (*graphs, line, 0 * graphs[0]):
        for indices in ([0], [5, 5, 90, 3], None if graph.shape[0] < 400 else [1]):
            how = {"indices": indices, "directed": directed}
            got = csgraph.dijkstra(ours.csr_array(graph), **how)
            np.testing.assert_array_equal(got.get(), reference.dijkstra(graph, **how))
            how["limit"] = 2.0
            got = csgraph.dijkstra(ours.csr_array(graph), **how)
            np.testing.assert_array_equal(got.get(), reference.dijkstra(graph, **how))


@pytest.mark.parametrize(
    "indices", [3, -1, [1, 4, 4], [], [[1]], [[0, 1], [2, 2]], 99, [0, -99]], ids=str
)
def test_sources(device, indices):
    graph = random_graph(30, 80)
    for name in ("dijkstra", "bellman_ford", "shortest_path", "johnson"):
        compare(
            outcome(
                lambda name=name: getattr(csgraph, name)(
                    ours.csr_array(graph), indices=indices
                )
            ),
            outcome(lambda name=name: getattr(reference, name)(graph, indices=indices)),
        )


def test_limit_and_nearest(device):
    graph = random_graph(80, 150)
    mine = ours.csr_array(graph)
    got = csgraph.dijkstra(mine, limit=1.2, return_predecessors=True)
    wanted = reference.dijkstra(graph, limit=1.2, return_predecessors=True)
    for a, b in zip(got, wanted, strict=True):
        np.testing.assert_array_equal(a.get(), b)
    how = {"indices": [3, 17, 40], "min_only": True, "return_predecessors": True}
    for a, b in zip(
        csgraph.dijkstra(mine, **how), reference.dijkstra(graph, **how), strict=True
    ):
        np.testing.assert_array_equal(a.get(), b)
        assert a.dtype == b.dtype


def test_negative_weights(device):
    graph = random_graph(40, 120, negative=True)
    for name in ("bellman_ford", "johnson", "shortest_path"):
        got = getattr(csgraph, name)(ours.csr_array(graph))
        np.testing.assert_array_equal(got.get(), reference.bellman_ford(graph))
    cycle = ours.csr_array(np.array([[0, -1.0], [-1.0, 0]]))
    for name in ("bellman_ford", "johnson", "floyd_warshall"):
        with pytest.raises(csgraph.NegativeCycleError, match="Negative cycle"):
            getattr(csgraph, name)(cycle)
    with pytest.warns(UserWarning, match="Graph has negative weights"):
        csgraph.dijkstra(ours.csr_array(graph))


def test_bad_input(device):
    graph = random_graph(5, 12)
    for call in (
        "g.connected_components(a, connection='x')",
        "g.connected_components(np.ones((2, 3)))",
        "g.shortest_path(a, method='x')",
        "g.shortest_path(a, method='FW', indices=1)",
        "g.bellman_ford(np.ones((2, 3)))",
        # Only some formats become dense, as matrices of many edges do.
        *(
            f"g.{name}(a[:2, :2].asformat({kind!r}){rest})"
            for kind in ("coo", "bsr", "dia", "csc")
            for name, rest in (
                ("floyd_warshall", ""),
                ("shortest_path", ", method='FW'"),
                ("shortest_path", ""),
                ("shortest_path", ", indices=1"),
            )
        ),
    ):
        mine = {"g": csgraph, "np": tn, "a": ours.csr_array(graph)}
        compare(
            outcome(eval, call, mine),
            outcome(eval, call, {"g": reference, "np": np, "a": graph}),
        )

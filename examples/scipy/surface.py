# SPDX-License-Identifier: Apache-2.0
"""A triangle mesh as a graph: parts, distances, triangles, smoothing and ranks."""

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph
from scipy.sparse.linalg import LinearOperator, cg, eigsh


def setup(scale=1.0):
    """Corners and triangles of hilly land from which triangles are missing."""
    n = int(500 * scale**0.5)
    rng = np.random.default_rng(5)
    y, x = np.mgrid[:n, :n].reshape(2, -1).astype(float)
    height = 3 * np.sin(x / 9) * np.cos(y / 7) + rng.normal(0, 0.3, n * n)
    points = np.stack([x, y, height], axis=1)
    a = (np.arange(n - 1)[:, np.newaxis] * n + np.arange(n - 1)).ravel()
    upper = np.stack([a, a + 1, a + n], axis=1)
    lower = np.stack([a + 1, a + n + 1, a + n], axis=1)
    triangles = np.concatenate([upper, lower])
    return points, triangles[rng.random(len(triangles)) < 0.6]


def edges_of(triangles):
    """The two ends of all edges, in both directions."""
    i = triangles[:, [0, 1, 2, 1, 2, 0]].ravel()
    j = triangles[:, [1, 2, 0, 0, 1, 2]].ravel()
    return i, j


def run(points, triangles):
    n = len(points)
    i, j = edges_of(triangles)
    shared = sparse.coo_array((np.ones(len(i)), (i, j)), shape=(n, n)).tocsr()
    near = shared.sign()
    length = np.sqrt(((points[i] - points[j]) ** 2).sum(axis=1))
    lengths = sparse.coo_array((length, (i, j)), shape=(n, n)).tocsr()
    lengths.data /= shared.data  # edges of two triangles were added up

    # Parts, and the largest one alone.
    count, part = csgraph.connected_components(near, directed=False)
    sizes = np.bincount(part)
    keep = np.flatnonzero(part == np.argmax(sizes))
    main = lengths[keep][:, keep]
    m = len(keep)

    # Ways from three corners.
    far, before = csgraph.dijkstra(
        main, directed=False, indices=[0, m // 2, m - 1], return_predecessors=True
    )
    hops = csgraph.shortest_path(main, method="D", unweighted=True, indices=0)
    # Triangles around each corner; how alike neighbours are.
    graph = near[keep][:, keep].astype(np.int32)
    two = graph @ graph
    two.sort_indices()
    around = (two.multiply(graph)).sum(axis=1) // 2
    degree = graph.sum(axis=1)

    # The land smoothed, its three coordinates at once.
    walk = sparse.diags_array(1.0 / degree) @ main.sign()
    smooth = points[keep]
    for _ in range(20):
        smooth = 0.5 * smooth + 0.5 * (walk @ smooth)
    # And implicitly, by the graph's Laplacian.
    laplacian = csgraph.laplacian(main.sign()).tocsr()
    system = sparse.eye_array(m) + 5.0 * laplacian
    implicit, failed = cg(system, smooth[:, 2], rtol=1e-10)
    assert not failed

    # Ranks of the corners, by a hundred steps of a random surfer.
    rank = np.full(m, 1.0 / m)
    for _ in range(100):
        rank = 0.85 * (walk.T @ rank) + 0.15 / m
    # The largest tones of the graph.
    operator = LinearOperator((m, m), matvec=lambda v: laplacian @ v, dtype=float)
    tones = eigsh(operator, k=3, which="LA", v0=rank, return_eigenvectors=False)
    return {
        "counts": np.array([count, m]),
        "part": part,
        "sizes": sizes,
        "far": far,
        "before": before,
        "hops": hops,
        "around": around,
        "degree": degree,
        "two": two.data,
        "smooth": smooth,
        "implicit": implicit,
        "rank": rank,
        "tones": tones,
    }


if __name__ == "__main__":
    points, triangles = setup()
    found = run(points, triangles)
    parts, corners = found["counts"]
    print(f"{len(points)} corners, {len(triangles)} triangles, {parts} parts")
    print(f"the largest: {corners} corners, {found['hops'].max()} hops")
    print(f"farthest {found['far'].max():.5f}, {found['around'].sum() // 3} triangles")
    print(f"height {found['smooth'][:, 2].std():.6f}, tones {found['tones']}")

# SPDX-License-Identifier: Apache-2.0
"""Graphs as matrices and lists of edges."""

from collections import deque

from .program import integers, normal, program, uniform


def roads(np, seed, n, share=0.35):
    """Symmetric whole lengths of roads between n places, 0 where there is none."""
    W = np.triu(np.array(integers(seed, 1, 20, n, n)), 1)
    W = W * (np.array(uniform(seed + 100, n, n)) < share)
    for i in range(n - 1):
        if W[i, i + 1] == 0:
            W[i, i + 1] = 15
    return W + W.T


@program(rounding=64, why="products of a matrix and a vector, which contract errors")
def page_rank(np):
    links = {0: [1, 2], 1: [2], 2: [0], 3: [2, 4], 4: [], 5: [4, 0, 1]}
    n = len(links)
    M = np.zeros((n, n))
    for page, targets in links.items():
        if targets:
            M[targets, page] = 1 / len(targets)
        else:
            M[:, page] = 1 / n
    d = 0.85
    v = np.ones(n) / n
    delta, steps = 1.0, 0
    while delta > 1e-8:
        new = d * M @ v + (1 - d) / n
        delta = np.abs(new - v).sum()
        v = new
        steps += 1
    for rank, page in enumerate(np.argsort(-v), 1):
        print(f"{rank}. page {page} ({v[page]:.4f})")
    return v, steps, v.sum(), np.argmax(v)


@program()
def floyd_warshall(np):
    W = roads(np, 1, 10)
    D = np.where(W > 0, W, np.inf).astype(float)
    np.fill_diagonal(D, 0)
    nxt = np.where(W > 0, np.arange(10)[None, :], -1)
    for k in range(10):
        through = D[:, k, None] + D[None, k, :]
        shorter = through < D
        D[shorter] = through[shorter]
        nxt = np.where(shorter, nxt[:, k, None], nxt)

    def path(i, j):
        nodes = [i]
        while i != j:
            i = nxt[i, j]
            nodes.append(int(i))
        return nodes

    a, b = np.unravel_index(D.argmax(), D.shape)
    eccentricity = D.max(axis=1)
    route = path(int(a), int(b))
    total = 0
    for p, q in zip(route, route[1:], strict=False):
        total += W[p, q]
    return D, nxt, route, total == D[a, b], eccentricity.argmin(), eccentricity.min()


@program()
def breadth_first(np):
    A = roads(np, 2, 16, 0.12) > 0
    levels = np.full(16, -1)
    levels[0] = 0
    queue = deque([0])
    parents = {0: None}
    while queue:
        u = queue.popleft()
        for v in np.nonzero(A[u])[0]:
            if levels[v] < 0:
                levels[v] = levels[u] + 1
                parents[int(v)] = int(u)
                queue.append(int(v))
    frontier = np.zeros(16, dtype=bool)
    frontier[0] = True
    seen = frontier.copy()
    rings = [1]
    while True:
        frontier = A[frontier].any(axis=0) & ~seen
        if not frontier.any():
            break
        seen |= frontier
        rings.append(frontier.sum())
    by_level = {}
    for v, level in enumerate(levels.tolist()):
        by_level.setdefault(level, []).append(v)
    return levels, parents, rings, by_level, levels.max() == len(rings) - 1


@program()
def dijkstra(np):
    W = roads(np, 3, 14, 0.25)
    n = len(W)
    dist = np.full(n, np.inf)
    prev = np.full(n, -1)
    done = np.zeros(n, dtype=bool)
    dist[0] = 0
    for _ in range(n):
        u = np.where(done, np.inf, dist).argmin()
        if dist[u] == np.inf or u == n - 1:
            break
        done[u] = True
        for v in np.flatnonzero(W[u]):
            alternative = dist[u] + W[u, v]
            if alternative < dist[v]:
                dist[v] = alternative
                prev[v] = u
    route = []
    u = n - 1
    while u != -1:
        route.append(u)
        u = prev[u]
    print(" -> ".join(str(v) for v in reversed(route)), f"= {dist[-1]:g}")
    return dist, prev, route[::-1], done.sum()


@program()
def prim(np):
    W = roads(np, 4, 12)
    n = len(W)
    cost = np.where(W > 0, W, 10**6)
    inside = np.zeros(n, dtype=bool)
    inside[0] = True
    edges = []
    total = 0
    while not inside.all():
        part = cost[np.ix_(inside, ~inside)]
        i, j = np.unravel_index(part.argmin(), part.shape)
        u, v = np.where(inside)[0][i], np.where(~inside)[0][j]
        edges.append((int(u), int(v)))
        total += W[u, v]
        inside[v] = True
    degree = np.bincount(np.array(edges).ravel(), minlength=n)
    return edges, total, degree, np.where(degree == 1)[0]


@program()
def kruskal(np):
    W = roads(np, 4, 12)
    i, j = np.nonzero(np.triu(W))
    order = np.argsort(W[i, j], kind="stable")
    root = np.arange(len(W))
    total = used = 0
    longest = W[i[order[0]], j[order[0]]]
    chosen = []
    for k in order:
        a, b = root[i[k]], root[j[k]]
        if a == b:
            continue
        root[root == b] = a
        w = W[i[k], j[k]]
        total += w
        used += 1
        if w > longest:
            longest = w
        chosen.append([i[k], j[k], w])
        if used == len(W) - 1:
            break
    return np.array(chosen), total, used, longest, np.unique(root).size


@program()
def topological_order(np):
    A = np.triu(np.array(uniform(5, 9, 9)) < 0.3, 1)
    shuffle = np.array([4, 2, 7, 0, 8, 1, 3, 6, 5])
    A = A[np.ix_(shuffle, shuffle)]
    degree = A.sum(axis=0)
    ready = [int(v) for v in np.where(degree == 0)[0]]
    order = []
    while ready:
        u = ready.pop()
        order.append(u)
        for v in np.where(A[u])[0]:
            degree[v] -= 1
            if degree[v] == 0:
                ready.append(int(v))
    longest = np.zeros(9, dtype=int)
    for u in order:
        for v in np.where(A[u])[0]:
            longest[v] = max(longest[v], longest[u] + 1)
    if len(order) < 9:
        return "cycle"
    return order, longest, longest.max(), degree.any()


@program()
def maximum_flow(np):
    """Edmonds and Karp's method on a matrix of capacities."""
    C = np.zeros((8, 8), dtype=int)
    for u, v, c in np.array(integers(6, 0, 8, 22, 3)):
        if u != v and v != 0 and u != 7:
            C[u, v] += c + 3
    flow = np.zeros_like(C)
    value, rounds = 0, 0
    while True:
        parent = [-1] * 8
        parent[0] = 0
        queue = deque([0])
        while queue and parent[7] < 0:
            u = queue.popleft()
            for v in np.nonzero(C[u] - flow[u] > 0)[0]:
                if parent[v] < 0:
                    parent[v] = u
                    queue.append(int(v))
        if parent[7] < 0:
            break
        path = [7]
        while path[-1] != 0:
            path.append(int(parent[path[-1]]))
        path.reverse()
        push = min(C[a, b] - flow[a, b] for a, b in zip(path, path[1:], strict=False))
        for a, b in zip(path, path[1:], strict=False):
            flow[a, b] += push
            flow[b, a] -= push
        value += push
        rounds += 1
    reached = [v for v in range(8) if parent[v] >= 0]
    cut = C[reached][:, [v for v in range(8) if v not in reached]].sum()
    return value, rounds, flow, reached, cut == value


@program()
def bellman_ford(np):
    """Vectors of edges, minimum.at, and a cycle of negative length."""
    u = np.array([0, 0, 1, 1, 2, 3, 3, 4, 4])
    v = np.array([1, 2, 2, 3, 3, 1, 4, 2, 0])
    w = np.array([4, 5, -3, 6, 6, -2, 3, 7, 1])

    def run(w):
        dist = np.full(5, 10**9)
        dist[0] = 0
        for sweep in range(5):
            before = dist.copy()
            np.minimum.at(dist, v, dist[u] + w)
            if np.array_equal(dist, before):
                return dist, sweep
        return None, sweep

    good, sweeps = run(w)
    bad, more = run(w + np.where((u == 3) & (v == 1), -5, 0))
    return good, sweeps, bad, more, good.argmin()


@program()
def colouring(np):
    A = roads(np, 7, 18, 0.3) > 0
    degree = A.sum(axis=1)
    colours = np.full(len(A), -1)
    for v in np.argsort(-degree, kind="stable"):
        taken = set(colours[A[v]].tolist())
        c = 0
        while c in taken:
            c += 1
        colours[v] = c
    classes = [np.where(colours == c)[0].tolist() for c in range(colours.max() + 1)]
    clashes = (A & (colours[:, None] == colours[None, :])).sum() // 2
    triangles = np.trace(np.linalg.matrix_power(A.astype(int), 3)) // 6
    return (
        colours,
        classes,
        clashes,
        triangles,
        degree.max(),
        colours.max() <= degree.max(),
    )


@program()
def travelling_salesman(np):
    """The nearest neighbour first, then exchanges until none helps."""
    points = np.array(integers(8, 0, 100, 14, 2))
    D = np.abs(points[:, None] - points[None]).sum(-1)
    left = set(range(1, 14))
    tour = [0]
    while left:
        nxt = min(left, key=lambda k: (D[tour[-1], k], k))
        tour.append(nxt)
        left.remove(nxt)
    cost = lambda t: D[t, np.roll(t, -1)].sum()
    tour = np.array(tour)
    costs = [cost(tour)]
    improved = True
    while improved:
        improved = False
        for i in range(1, 12):
            for j in range(i + 1, 14):
                new = tour.copy()
                new[i:j] = tour[i:j][::-1]
                c = cost(new)
                if c < costs[-1]:
                    tour = new
                    costs.append(c)
                    improved = True
    return tour, costs, costs[0] - costs[-1], sorted(tour) == list(range(14))


@program(rounding=512, why="eigenvectors of a matrix of 24 x 24")
def spectral_partition(np):
    """Two groups from the second eigenvector of the Laplacian."""
    group = np.arange(24) % 2
    chance = np.where(group[:, None] == group[None], 0.6, 0.05)
    A = np.triu(np.array(uniform(9, 24, 24)) < chance, 1)
    A = (A | A.T).astype(float)
    L = np.diag(A.sum(1)) - A
    values, vectors = np.linalg.eigh(L)
    fiedler = vectors[:, 1]
    side = fiedler > 0
    if side[0]:
        side = ~side
    cut = A[side][:, ~side].sum()
    matches = (side == group).sum()
    x = np.ones(24)
    for _ in range(50):
        x = A @ x + x
        x /= x.max()
    return values, side, cut, matches, x, np.abs(fiedler).max(), (values < 1e-9).sum()


@program()
def transitive_closure(np):
    """Warshall on booleans, strongly connected parts, components by labels."""
    A = np.array(uniform(10, 14, 14)) < 0.1
    R = A | np.eye(14, dtype=bool)
    for k in range(14):
        R |= R[:, k : k + 1] & R[k]
    strong = R & R.T
    names = {}
    for v in range(14):
        names.setdefault(strong[v].argmax().item(), []).append(v)
    label = np.arange(14)
    both = A | A.T
    while True:
        spread = np.where(both, label[None, :], 14).min(axis=1)
        new = np.minimum(label, spread)
        if (new == label).all():
            break
        label = new
    return R, names, label, np.unique(label), R.sum(axis=1).max()


@program(rounding=64, why="logarithms and sums of given numbers")
def random_graph(np):
    """Degrees and clustering of a graph that grows by given numbers; a large count."""
    u = np.array(uniform(11, 60))
    ends = [0, 1]
    for step in range(2, 62):
        target = ends[int(u[step - 2] * len(ends))]
        ends += [step, target]
    degree = np.bincount(np.array(ends))
    values, counts = np.unique(degree, return_counts=True)
    hubs = np.argsort(degree)[::-1][:1]
    slope = np.log(counts[counts > 0]).sum() / len(values)
    edges = np.array(integers(12, 0, 500, 100_000, 2))
    edges = edges[edges[:, 0] != edges[:, 1]]
    lo, hi = edges.min(axis=1), edges.max(axis=1)
    distinct = np.unique(lo * 500 + hi)
    weight = np.array(normal(13, 500))
    pull = np.zeros(500)
    np.add.at(pull, lo, weight[hi])
    return degree, values, counts, hubs, slope, distinct.size, pull[:20], pull.argmax()

# SPDX-License-Identifier: Apache-2.0
"""Simulations: automata, walks, physics of many parts."""

from .program import integers, normal, program, uniform


@program()
def game_of_life(np):
    """Runs until the board repeats; a dict keyed by the bytes of boards."""
    board = np.zeros((12, 12), dtype=int)
    board[4:7, 5] = 1
    board[1:3, 1:3] = 1
    board[8, 8:11] = board[9, 7:10] = 1
    glider = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]])
    board[0:3, 8:11] |= glider

    def step(b):
        n = sum(
            np.roll(np.roll(b, i, 0), j, 1)
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if (i, j) != (0, 0)
        )
        return ((n == 3) | ((b == 1) & (n == 2))).astype(int)

    seen = {}
    population = []
    for generation in range(100):
        key = tuple(board.ravel().tolist())
        if key in seen:
            period = generation - seen[key]
            break
        seen[key] = generation
        population.append(board.sum())
        board = step(board)
    else:
        period = None
    print("\n".join("".join(".#"[c] for c in row) for row in board))
    return board, population, period, generation, max(population)


@program()
def life_with_loops(np):
    N = 10
    ON, OFF = 255, 0
    grid = np.where(np.array(uniform(1, N, N)) < 0.3, ON, OFF)
    for _ in range(4):
        new = grid.copy()
        for i in range(N):
            for j in range(N):
                total = int(
                    (
                        grid[i, (j - 1) % N]
                        + grid[i, (j + 1) % N]
                        + grid[(i - 1) % N, j]
                        + grid[(i + 1) % N, j]
                        + grid[(i - 1) % N, (j - 1) % N]
                        + grid[(i - 1) % N, (j + 1) % N]
                        + grid[(i + 1) % N, (j - 1) % N]
                        + grid[(i + 1) % N, (j + 1) % N]
                    )
                    / 255
                )
                if grid[i, j] == ON:
                    if (total < 2) or (total > 3):
                        new[i, j] = OFF
                elif total == 3:
                    new[i, j] = ON
        grid[:] = new[:]
    return grid, (grid == ON).sum(), np.unique(grid)


@program()
def sandpile(np):
    pile = np.zeros((15, 15), dtype=int)
    sizes = []
    for _ in range(60):
        pile[7, 7] += 8
        topplings = 0
        while pile.max() >= 4:
            over = pile >= 4
            topplings += over.sum()
            pile[over] -= 4
            pile[1:, :] += over[:-1, :]
            pile[:-1, :] += over[1:, :]
            pile[:, 1:] += over[:, :-1]
            pile[:, :-1] += over[:, 1:]
        sizes.append(topplings)
    symmetric = (pile == pile.T).all() and (pile == pile[::-1]).all()
    counts = [np.sum(pile == k) for k in range(4)]
    return pile, sizes, symmetric, counts, pile.sum(), sorted(set(sizes))[-3:]


@program()
def percolation(np):
    """The probability at which water gets through, by bisection on one grid."""
    values = np.array(uniform(2, 24, 24))

    def flows(p):
        open_sites = values < p
        wet = np.zeros_like(open_sites)
        wet[0] = open_sites[0]
        n = -1
        while wet.sum() != n:
            n = wet.sum()
            grown = wet.copy()
            grown[1:] |= wet[:-1]
            grown[:-1] |= wet[1:]
            grown[:, 1:] |= wet[:, :-1]
            grown[:, :-1] |= wet[:, 1:]
            wet = grown & open_sites
        return wet[-1].any(), n

    lo, hi = 0.0, 1.0
    log = []
    for _ in range(10):
        p = (lo + hi) / 2
        through, n = flows(p)
        log.append((p, bool(through), n))
        if through:
            hi = p
        else:
            lo = p
    needed = np.sort(values, axis=None)
    rank = (needed < hi).sum()
    return log, hi, rank, rank / values.size


@program(rounding=64, why="acceptance uses exp; means of 40 numbers")
def ising(np):
    """Metropolis sweeps with given numbers; energy is kept up to date."""
    N, steps = 10, 800
    spins = np.where(np.array(uniform(3, N, N)) < 0.5, -1, 1)
    sites = np.array(integers(4, 0, N, steps, 2))
    u = np.array(uniform(5, steps))
    beta = 0.6
    E = -(spins * np.roll(spins, 1, 0)).sum() - (spins * np.roll(spins, 1, 1)).sum()
    M = spins.sum()
    energies, magnets = [], []
    for k in range(steps):
        i, j = sites[k]
        s = spins[i, j]
        nb = (
            spins[(i + 1) % N, j]
            + spins[i, (j + 1) % N]
            + spins[(i - 1) % N, j]
            + spins[i, (j - 1) % N]
        )
        cost = 2 * s * nb
        if cost < 0 or u[k] < np.exp(-cost * beta):
            s *= -1
            spins[i, j] = s
            E += cost
            M += 2 * s
        if k % 20 == 0:
            energies.append(E)
            magnets.append(M)
    check = -(spins * np.roll(spins, 1, 0)).sum() - (spins * np.roll(spins, 1, 1)).sum()
    heat = np.var(energies) * beta**2 / N**2
    return spins, E, M, E == check, energies, np.array(magnets), heat


@program(rounding=16, why="means of squares of 500 walks")
def random_walks(np):
    moves = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
    steps = moves[np.array(integers(6, 0, 4, 500, 100))]
    paths = steps.cumsum(axis=1)
    distance = np.sqrt((paths**2).sum(axis=2))
    msd = (distance**2).mean(axis=0)
    home = (paths == 0).all(axis=2)
    returned = home.any(axis=1)
    first = np.where(returned, home.argmax(axis=1), -1)
    visited = {(0, 0)}
    revisits = 0
    for x, y in paths[0]:
        if (x, y) in visited:
            revisits += 1
        visited.add((int(x), int(y)))
    hit = [int(np.argmax(d > 10)) if (d > 10).any() else None for d in distance[:20]]
    return msd[::10], returned.sum(), first[:50], len(visited), revisits, hit


@program()
def elementary_automata(np):
    def run(rule, width=31, steps=12):
        table = np.array([int(b) for b in np.binary_repr(rule, 8)])[::-1]
        rows = np.zeros((steps, width), dtype=np.int8)
        rows[0, width // 2] = 1
        for i in range(1, steps):
            prev = rows[i - 1]
            rows[i] = table[4 * np.roll(prev, 1) + 2 * prev + np.roll(prev, -1)]
        return rows

    for line in run(90)[:6]:
        print("".join("*" if c else " " for c in line).rstrip())
    density = {rule: run(rule).mean() for rule in (30, 90, 110)}
    centre = "".join(str(c) for c in run(30)[:, 15])
    return run(30), run(110).sum(axis=1), density, centre, int(centre, 2)


@program()
def langtons_ant(np):
    grid = np.zeros((21, 21), dtype=bool)
    pos = np.array([10, 10])
    heading = np.array([-1, 0])
    black = [0]
    steps = 0
    while (pos >= 0).all() and (pos < 21).all() and steps < 400:
        cell = tuple(pos)
        if grid[cell]:
            heading = np.array([-heading[1], heading[0]])
        else:
            heading = np.array([heading[1], -heading[0]])
        grid[cell] = not grid[cell]
        black.append(black[-1] + (1 if grid[cell] else -1))
        pos += heading
        steps += 1
    assert black[-1] == grid.sum()
    return grid, pos, heading, steps, max(black), grid.any(axis=1).sum()


@program()
def traffic(np):
    """Nagel and Schreckenberg's model of cars on a ring."""
    length, vmax, steps = 60, 5, 30
    u = np.array(uniform(7, steps, 15))
    x = np.sort(np.array(integers(8, 0, 4, 15)) + 4 * np.arange(15))
    v = np.zeros(15, dtype=int)
    flow, jams = 0, []
    for t in range(steps):
        gap = (np.roll(x, -1) - x - 1) % length
        v = np.minimum(np.minimum(v + 1, vmax), gap)
        v[(u[t] < 0.25) & (v > 0)] -= 1
        flow += np.count_nonzero(x + v >= length)
        x = (x + v) % length
        jams.append((v == 0).sum())
        if t % 10 == 0:
            road = np.full(length, -1)
            road[x] = v
            print("".join("." if c < 0 else str(c) for c in road))
        if len(np.unique(x)) != len(x):
            raise AssertionError("a crash")
    return x, v, flow, jams, v.mean(), np.round(np.mean(jams), 3)


@program(rounding=512, why="collisions of discs amplify roundings of roots")
def billiards(np):
    """Discs in a box: walls by masks, collisions pair by pair."""
    n, radius, dt = 8, 0.05, 0.02
    pos = np.array(uniform(9, n, 2)) * 0.8 + 0.1
    vel = np.array(normal(10, n, 2)) * 0.3
    hits = walls = 0
    start = (vel**2).sum()
    for _ in range(60):
        pos += vel * dt
        for d in range(2):
            low, high = pos[:, d] < radius, pos[:, d] > 1 - radius
            walls += low.sum() + high.sum()
            vel[low, d] = np.abs(vel[low, d])
            vel[high, d] = -np.abs(vel[high, d])
        for i in range(n):
            for j in range(i + 1, n):
                r = pos[i] - pos[j]
                dist2 = r @ r
                if dist2 > 4 * radius**2:
                    continue
                dv = vel[i] - vel[j]
                approach = dv @ r
                if approach < 0:
                    push = approach / dist2 * r
                    vel[i] -= push
                    vel[j] += push
                    hits += 1
    end = (vel**2).sum()
    return pos, vel, hits, walls, bool(abs(end - start) < 1e-12)


@program()
def forest_fire(np):
    EMPTY, TREE, FIRE = 0, 1, 2
    numbers = np.array(uniform(11, 15, 30, 30))
    forest = np.where(np.array(uniform(12, 30, 30)) < 0.6, TREE, EMPTY)
    forest[15, 15] = FIRE
    record = []
    for u in numbers:
        burning = forest == FIRE
        near = np.zeros_like(burning)
        near[1:] |= burning[:-1]
        near[:-1] |= burning[1:]
        near[:, 1:] |= burning[:, :-1]
        near[:, :-1] |= burning[:, 1:]
        new = forest.copy()
        new[burning] = EMPTY
        new[(forest == TREE) & (near | (u < 0.001))] = FIRE
        new[(forest == EMPTY) & (u > 0.98)] = TREE
        forest = new
        record.append(
            {k: int((forest == v).sum()) for k, v in (("tree", 1), ("fire", 2))}
        )
        if not record[-1]["fire"]:
            break
    worst = max(record, key=lambda r: r["fire"])
    return forest, record, worst, len(record)


@program(rounding=1024, why="directions are normalised in each of 20 steps")
def flock(np):
    """Boids in float32: all pairs by broadcasting."""
    n = 24
    pos = np.array(uniform(13, n, 2).astype("float32")) * 10
    vel = np.array(normal(14, n, 2).astype("float32"))
    order = []
    for _ in range(20):
        d = pos[None] - pos[:, None]
        dist = np.sqrt((d**2).sum(-1)) + np.eye(n, dtype=np.float32) * 100
        near = (dist < 3).astype(np.float32)
        count = np.maximum(near.sum(1, keepdims=True), 1)
        align = (near[:, :, None] * vel[None]).sum(1) / count - vel
        cohere = (near[:, :, None] * d).sum(1) / count
        avoid = -(np.where(dist < 1, 1, 0)[:, :, None] * d).sum(1)
        vel += (0.1 * align + 0.02 * cohere + 0.1 * avoid).astype(np.float32)
        speed = np.sqrt((vel**2).sum(1, keepdims=True))
        vel /= np.maximum(speed, 0.5)
        pos = (pos + 0.1 * vel) % 10
        order.append(np.linalg.norm(vel.mean(axis=0)))
    return pos, vel, np.array(order), order[-1] > order[0], str(vel.dtype)

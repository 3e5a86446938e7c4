# SPDX-License-Identifier: Apache-2.0
"""Optimisation: descent, simplices, and searches with given random numbers."""

from .program import normal, permutation, program, uniform


@program()
def golden_section(np):
    ratio = (np.sqrt(5) - 1) / 2
    f = lambda x: (x - 2) ** 2 * (x + 1) + 0.5 * x
    a, b = np.array([0.0, 4.0])
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    fc, fd = f(c), f(d)
    n = 0
    while abs(b - a) > 1e-6:
        if fc < fd:
            b, d, fd = d, c, fc
            c = b - ratio * (b - a)
            fc = f(c)
        else:
            a, c, fc = c, d, fd
            d = a + ratio * (b - a)
            fd = f(d)
        n += 1
    x = (a + b) / 2
    return {"x": x, "f": f(x), "n": n, "rounded": round(float(x), 4)}


@program()
def momentum_descent(np):
    """Rosenbrock's valley; the best point so far is remembered."""

    def f(p):
        return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2

    def gradient(p):
        x, y = p
        return np.array([-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)])

    p = np.array([-1.0, 1.0])
    velocity = np.zeros_like(p)
    best, best_p = f(p), p.copy()
    losses = [best]
    patience = 0
    for step in range(200):
        velocity *= 0.9
        velocity -= 1e-4 * gradient(p)
        p += velocity
        value = f(p)
        losses.append(value)
        if value < best:
            best, best_p = value, p.copy()
            patience = 0
        else:
            patience += 1
        if patience > 20:
            break
    return best, best_p, step, patience, np.array(losses)[::10], min(losses) == best


@program(rounding=256, why="100 dependent steps with powers and roots of moments")
def adam(np):
    target = np.array([3.0, -1.0, 0.5])
    theta = np.zeros(3)
    m, v = np.zeros(3), np.zeros(3)
    beta1, beta2, lr = 0.9, 0.999, 0.1
    log = {}
    for t in range(1, 101):
        g = 2 * (theta - target)
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        m_hat = m / (1 - beta1**t)
        v_hat = v / (1 - beta2**t)
        theta -= lr * m_hat / (np.sqrt(v_hat) + 1e-8)
        if t % 25 == 0:
            log[t] = np.sum((theta - target) ** 2)
            print("step %3d loss %.3e" % (t, log[t]))
    return theta, log


@program()
def nelder_mead(np):
    f = lambda p: (p[0] - 1) ** 2 + 2 * (p[1] + 0.5) ** 2
    simplex = np.array([[0.0, 0.0], [1.2, 0.0], [0.0, 0.8]])
    values = np.array([f(p) for p in simplex])
    moves = {"reflect": 0, "expand": 0, "contract": 0, "shrink": 0}
    for iteration in range(100):
        order = values.argsort()
        simplex, values = simplex[order], values[order]
        if values[-1] - values[0] < 1e-10:
            break
        centre = simplex[:-1].mean(axis=0)
        xr = centre + (centre - simplex[-1])
        fr = f(xr)
        if values[0] <= fr < values[-2]:
            simplex[-1], values[-1] = xr, fr
            moves["reflect"] += 1
        elif fr < values[0]:
            xe = centre + 2 * (centre - simplex[-1])
            fe = f(xe)
            simplex[-1], values[-1] = (xe, fe) if fe < fr else (xr, fr)
            moves["expand"] += 1
        else:
            xc = centre + 0.5 * (simplex[-1] - centre)
            fc = f(xc)
            if fc < values[-1]:
                simplex[-1], values[-1] = xc, fc
                moves["contract"] += 1
            else:
                for i in range(1, 3):
                    simplex[i] = simplex[0] + 0.5 * (simplex[i] - simplex[0])
                    values[i] = f(simplex[i])
                moves["shrink"] += 1
    return simplex, values, moves, iteration


@program(rounding=1024, why="updates of the inverse divide by small inner products")
def bfgs(np):
    """Quasi-Newton method with backtracking."""
    A = np.array([[3.0, 1.0], [1.0, 2.0]])
    b = np.array([1.0, -1.0])
    f = lambda x: 0.5 * x @ A @ x - b @ x + 0.1 * np.sum(x**4)
    grad = lambda x: A @ x - b + 0.4 * x**3
    x = np.array([2.0, 2.0])
    H = np.eye(2)
    g = grad(x)
    steps = []
    while np.linalg.norm(g) > 1e-6:
        p = -H @ g
        t = 1.0
        while f(x + t * p) > f(x) + 1e-4 * t * (g @ p):
            t *= 0.5
        s = t * p
        x = x + s
        g_new = grad(x)
        y = g_new - g
        rho = 1 / (y @ s)
        I = np.eye(2)
        V = I - rho * np.outer(s, y)
        H = V @ H @ V.T + rho * np.outer(s, s)
        g = g_new
        steps.append(t)
        if len(steps) > 50:
            break
    return x.round(5), len(steps), steps[:3], f(x)


@program()
def simplex_tableau(np):
    """Linear programme: maximise 3x + 5y."""
    T = np.array(
        [
            [1.0, 0.0, 1.0, 0.0, 0.0, 4.0],
            [0.0, 2.0, 0.0, 1.0, 0.0, 12.0],
            [3.0, 2.0, 0.0, 0.0, 1.0, 18.0],
            [-3.0, -5.0, 0.0, 0.0, 0.0, 0.0],
        ]
    )
    basis = [2, 3, 4]
    path = []
    while np.any(T[-1, :-1] < 0):
        col = np.argmin(T[-1, :-1])
        ratios = [
            T[i, -1] / T[i, col] if T[i, col] > 0 else np.inf for i in range(len(basis))
        ]
        row = np.argmin(ratios)
        path.append((int(row), int(col)))
        T[row] /= T[row, col]
        for i in range(T.shape[0]):
            if i != row:
                T[i] -= T[i, col] * T[row]
        basis[row] = col
    solution = [0.0] * (T.shape[1] - 1)
    for i, j in enumerate(basis):
        solution[j] = T[i, -1]
    return T, path, solution, T[-1, -1], [int(j) for j in basis]


@program(rounding=64, why="acceptance uses exp; lengths are sums of 15 roots")
def annealing(np):
    """Shortest tour by simulated annealing with given random numbers."""
    cities = np.array(uniform(4, 15, 2))
    draws = np.array(uniform(5, 600, 3))
    n = len(cities)
    D = np.sqrt(((cities[:, None] - cities[None]) ** 2).sum(-1))
    tour = np.arange(n)

    def length(tour):
        total = 0
        for k in range(n):
            total += D[tour[k - 1], tour[k]]
        return total

    current = best = length(tour)
    best_tour = tour.copy()
    T = 1.0
    accepted = 0
    for a, b, u in draws:
        i, j = sorted((int(a * n), int(b * n)))
        candidate = tour.copy()
        candidate[i : j + 1] = candidate[i : j + 1][::-1]
        new = length(candidate)
        if new < current or u < np.exp((current - new) / T):
            tour, current = candidate, new
            accepted += 1
            if current < best:
                best, best_tour = current, tour.copy()
        T *= 0.99
    return best, best_tour, accepted, sorted(tour.tolist())


@program()
def genetic_algorithm(np):
    """One-max with tournaments, crossing over and mutation."""
    bits, size, generations = 24, 20, 25
    population = (np.array(uniform(6, size, bits)) < 0.5).astype(int)
    numbers = np.array(uniform(7, generations, size, 6))
    best_of = []
    for g in range(generations):
        fitness = population.sum(axis=1)
        champion = population[fitness.argmax()].copy()
        best_of.append(fitness.max())
        if best_of[-1] == bits:
            break
        children = []
        for row in numbers[g]:
            picks = (row[:4] * size).astype(int)
            a, b = picks[:2], picks[2:]
            mother = population[a[np.argmax(fitness[a])]]
            father = population[b[np.argmax(fitness[b])]]
            cut = int(row[4] * bits)
            child = np.concatenate([mother[:cut], father[cut:]])
            spot = int(row[5] * bits)
            child[spot] ^= 1
            children.append(child)
        population = np.array(children)
        population[0] = champion
    average = population.mean()
    print(f"{g + 1} generations, best {best_of[-1]}/{bits}, average {average:.3f}")
    return best_of, population, champion, g, set(best_of)


@program()
def particle_swarm(np):
    n, dim, steps = 12, 3, 30
    r = np.array(uniform(8, steps, 2, n, dim))
    x = np.array(uniform(9, n, dim)) * 10 - 5
    v = np.zeros_like(x)
    f = lambda x: np.abs(x - 1).max(axis=-1)
    personal, personal_f = x.copy(), f(x)
    leader = personal[personal_f.argmin()].copy()
    record = personal_f.min()
    improvements = []
    for step in range(steps):
        r1, r2 = r[step]
        v = 0.7 * v + 1.5 * r1 * (personal - x) + 1.5 * r2 * (leader - x)
        x = np.clip(x + v, -5, 5)
        fx = f(x)
        better = fx < personal_f
        personal[better] = x[better]
        personal_f = np.where(better, fx, personal_f)
        i = personal_f.argmin()
        if personal_f[i] < record:
            record = personal_f[i]
            leader[:] = personal[i]
            improvements.append((step, i, record))
    return leader, record, improvements, better.sum()


@program(rounding=512, why="30 sweeps, each an inner product of 40 terms")
def lasso(np):
    """Coordinate descent with soft thresholds."""
    X = np.array(normal(10, 40, 6))
    y = X @ np.array([2.0, 0.0, -1.0, 0.0, 0.0, 0.5]) + 0.1 * np.array(normal(11, 40))
    w = np.zeros(6)
    lam = 5.0
    norms = (X**2).sum(axis=0)
    for sweep in range(100):
        w_old = w.copy()
        for j in range(6):
            rho = X[:, j] @ (y - X @ w + X[:, j] * w[j])
            w[j] = np.sign(rho) * max(abs(rho) - lam, 0) / norms[j]
        if np.max(np.abs(w - w_old)) < 1e-8:
            break
    chosen = [j for j in range(6) if w[j] != 0]
    return w, sweep, chosen, np.count_nonzero(w), np.flatnonzero(w)


@program()
def hill_climbing(np):
    """Stochastic hill climbing on a table, several restarts, a generator for steps."""
    height = np.array(permutation(12, 400)).reshape(20, 20)

    def neighbours(i, j):
        for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            a, b = i + di, j + dj
            if 0 <= a < height.shape[0] and 0 <= b < height.shape[1]:
                yield a, b

    tops = {}
    for start in np.array(permutation(13, 400))[:12]:
        i, j = divmod(start, 20)
        length = 0
        while True:
            best = max(neighbours(i, j), key=lambda p: height[p])
            if height[best] <= height[i, j]:
                break
            i, j = best
            length += 1
        tops[int(height[i, j])] = tops.get(int(height[i, j]), 0) + 1
    winner = max(tops)
    where = np.argwhere(height == winner)[0]
    return tops, winner, where, length

# SPDX-License-Identifier: Apache-2.0
"""Interpolation, splines, fits of curves."""

from .program import normal, program, uniform


@program()
def divided_differences(np):
    x = np.array([0.0, 1.0, 2.5, 4.0, 5.5])
    y = np.array([1.0, 3.0, -1.0, 2.0, 0.5])
    n = len(x)
    table = np.zeros((n, n))
    table[:, 0] = y
    for j in range(1, n):
        for i in range(n - j):
            table[i, j] = (table[i + 1, j - 1] - table[i, j - 1]) / (x[i + j] - x[i])

    def evaluate(t):
        result = table[0, n - 1]
        for k in range(n - 2, -1, -1):
            result = result * (t - x[k]) + table[0, k]
        return result

    t = np.linspace(0, 5.5, 12)
    values = [evaluate(v) for v in t]
    residual = max(abs(evaluate(a) - b) for a, b in zip(x, y, strict=True))
    return table, np.array(values), evaluate(t), residual < 1e-12


@program(rounding=64, why="products and sums of five quotients that cancel")
def lagrange(np):
    def basis(x, i, t):
        value = 1
        for k in range(len(x)):
            if k != i:
                value *= (t - x[k]) / (x[i] - x[k])
        return value

    f = lambda t: 1 / (1 + 25 * t**2)
    worst = {}
    grid = np.linspace(-1, 1, 201)
    for n in (5, 9):
        for name in ("equal", "chebyshev"):
            if name == "equal":
                x = np.linspace(-1, 1, n)
            else:
                x = np.cos((2 * np.arange(n) + 1) / (2 * n) * np.pi)
            p = sum(f(x[i]) * basis(x, i, grid) for i in range(n))
            error = np.abs(p - f(grid))
            worst[name, n] = error.max()
            print(
                "%-10s n=%d: %.4f at %+.2f"
                % (name, n, error.max(), abs(grid[error.argmax()]))
            )
    best = min(worst, key=worst.get)
    return worst, best, p[::20]


@program(rounding=64, why="a system of equations for the second derivatives")
def natural_spline(np):
    x = np.array([0.0, 0.9, 2.0, 3.1, 4.5, 6.0])
    y = np.sin(x)
    n = len(x) - 1
    h = np.diff(x)
    A = np.zeros((n + 1, n + 1))
    rhs = np.zeros(n + 1)
    A[0, 0] = A[n, n] = 1
    for i in range(1, n):
        A[i, i - 1 : i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
        rhs[i] = 3 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
    c = np.linalg.solve(A, rhs)
    b = np.diff(y) / h - h * (2 * c[:-1] + c[1:]) / 3
    d = np.diff(c) / (3 * h)

    def spline(t):
        i = np.searchsorted(x, t, side="right") - 1
        i = min(max(i, 0), n - 1)
        dt = t - x[i]
        return y[i] + dt * (b[i] + dt * (c[i] + dt * d[i]))

    ts = np.linspace(0, 6, 25)
    values = np.array([spline(t) for t in ts])
    j = np.clip(np.searchsorted(x, ts, side="right") - 1, 0, n - 1)
    dt = ts - x[j]
    at_once = y[j] + dt * (b[j] + dt * (c[j] + dt * d[j]))
    error = np.abs(values - np.sin(ts)).max()
    return values, c, b, d, np.array_equal(values, at_once), f"{error:.3f}"


@program()
def bezier(np):
    """De Casteljau's algorithm, and bisection of a curve until it is flat."""
    control = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 3.0], [4.0, 0.0]])

    def casteljau(points, t):
        points = points.copy()
        left, right = [points[0].copy()], [points[-1].copy()]
        while len(points) > 1:
            points = (1 - t) * points[:-1] + t * points[1:]
            left.append(points[0])
            right.insert(0, points[-1])
        return points[0], np.array(left), np.array(right)

    def flatten(points, depth=0):
        a, b = points[0], points[-1]
        ux, uy = b - a
        distances = np.abs((points[:, 0] - a[0]) * uy - (points[:, 1] - a[1]) * ux)
        if distances.max() < 0.05 or depth > 8:
            yield a
            return
        _, left, right = casteljau(points, 0.5)
        yield from flatten(left, depth + 1)
        yield from flatten(right, depth + 1)

    line = np.array([*flatten(control), control[-1]])
    steps = np.sqrt((np.diff(line, axis=0) ** 2).sum(axis=1))
    length = 0
    for s in steps:
        length += s
    middle = casteljau(control, 0.5)[0]
    return line, len(line), length, middle, line[:, 1].max()


@program(rounding=4096, why="normal equations of powers up to the third")
def curve_fit(np):
    """Gauss and Newton's method for a decaying exponential, damped."""
    t = np.linspace(0, 4, 30)
    y = 2.5 * np.exp(-1.3 * t) + 0.5 + 0.01 * np.array(normal(1, 30))
    p = np.array([1.0, 1.0, 0.0])
    model = lambda p: p[0] * np.exp(-p[1] * t) + p[2]
    lam = 1e-2
    cost = ((y - model(p)) ** 2).sum()
    log = [cost]
    rejected = 0
    for _ in range(30):
        e = np.exp(-p[1] * t)
        J = np.column_stack([e, -p[0] * t * e, np.ones_like(t)])
        r = y - model(p)
        A = J.T @ J
        step = np.linalg.solve(A + lam * np.diag(np.diag(A)), J.T @ r)
        new = ((y - model(p + step)) ** 2).sum()
        if new < cost:
            p += step
            lam /= 10
            if cost - new < 1e-9:
                break
            cost = new
            log.append(cost)
        else:
            lam *= 10
            rejected += 1
    print("a = %.3f, b = %.3f, c = %.3f" % tuple(p))
    return p, len(log), rejected, log[0], log == sorted(log, reverse=True)


@program(rounding=4096, why="least squares of powers up to the fourth")
def polynomial_degrees(np):
    """The degree with the least information criterion; Horner's scheme."""
    x = np.linspace(-1, 1, 40)
    y = 1 - 2 * x + 3 * x**3 + 0.1 * np.array(normal(2, 40))

    def horner(c, x):
        result = 0 * x
        for k in reversed(range(len(c))):
            result = result * x + c[k]
        return result

    best = (np.inf, None)
    table = []
    for degree in range(1, 6):
        V = np.vander(x, degree + 1, increasing=True)
        c, residual, rank, _ = np.linalg.lstsq(V, y, rcond=None)
        rss = residual[0]
        aic = len(x) * np.log(rss / len(x)) + 2 * (degree + 1)
        table.append([degree, rss, aic])
        if aic < best[0]:
            best = aic, degree
            kept = c
    fit = horner(kept, x)
    return np.array(table), best, kept, np.abs(fit - y).max(), int(rank)


@program(rounding=16, why="weights are rounded quotients")
def tables_and_grids(np):
    """interp, a table of two arguments, gaps that are filled, inverse distances."""
    hours = np.array([0, 3, 7, 12, 18, 24.0])
    temperature = np.array([4.0, 3.0, 5.5, 12.0, 9.0, 4.0])
    every = np.interp(np.arange(25), hours, temperature)
    warm = np.where(every > 8)[0]
    first, last = warm[0], warm[-1]
    series = every.copy()
    series[[4, 5, 13, 20]] = np.nan
    bad = np.isnan(series)
    series[bad] = np.interp(np.flatnonzero(bad), np.flatnonzero(~bad), series[~bad])
    gx, gy = np.meshgrid(np.arange(5.0), np.arange(4.0))
    Z = gx**2 + 2 * gy

    def lookup(x, y):
        i, j = int(y), int(x)
        fy, fx = y - i, x - j
        (a, b), (c, d) = Z[i : i + 2, j : j + 2]
        return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy

    some = [lookup(*p) for p in np.array(uniform(3, 6, 2)) * 3]
    stations = np.array(uniform(4, 10, 2))
    values = stations @ np.array([1.0, 2.0])
    targets = np.array(uniform(5, 8, 2))
    d = np.linalg.norm(targets[:, None] - stations[None], axis=2)
    w = 1 / d**2
    idw = (w * values).sum(axis=1) / w.sum(axis=1)
    nearest = values[d.argmin(axis=1)]
    return every, first, last, series, bad.sum(), some, idw, nearest

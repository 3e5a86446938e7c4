# SPDX-License-Identifier: Apache-2.0
"""Integrals."""

from .program import normal, program, uniform


@program(rounding=32, why="a sum of up to 129 terms, some of which cancel")
def simpson(np):
    def integrate(f, a, b, n=16):
        if n % 2:
            raise ValueError("n must be even")
        x = np.linspace(a, b, n + 1)
        y = f(x)
        s = y[0] + y[-1]
        s += 4 * y[1:-1:2].sum()
        s += 2 * y[2:-1:2].sum()
        s *= (b - a) / n / 3
        return s

    results = {n: integrate(np.exp, 0, 1, n) for n in (2, 4, 8, 128)}
    print("n      integral")
    for n, value in results.items():
        print(f"{n:<6d} {value:.12f}")
    return results, integrate(np.sin, 0, np.pi)


@program(rounding=64, why="extrapolation subtracts sums that are close together")
def romberg(np):
    f = lambda x: 4 / (1 + x * x)
    a, b, levels = 0.0, 1.0, 7
    R = np.zeros((levels, levels))
    h = b - a
    R[0, 0] = 0.5 * h * (f(a) + f(b))
    for i in range(1, levels):
        h /= 2
        points = a + h * np.arange(1, 2**i, 2)
        R[i, 0] = 0.5 * R[i - 1, 0] + h * np.sum(f(points))
        for j in range(1, i + 1):
            R[i, j] = R[i, j - 1] + (R[i, j - 1] - R[i - 1, j - 1]) / (4**j - 1)
        if abs(R[i, i] - R[i - 1, i - 1]) < 1e-9:
            return R[: i + 1, : i + 1], i, R[i, i]
    return R, levels, R[-1, -1]


@program(rounding=64, why="about 100 terms of sin and exp are added")
def adaptive_simpson(np):
    calls = 0

    def f(x):
        nonlocal calls
        calls += 1
        return np.sin(10 * x) * np.exp(-x)

    def rule(a, fa, b, fb):
        m = (a + b) / 2
        fm = f(m)
        return m, fm, abs(b - a) / 6 * (fa + 4 * fm + fb)

    def recurse(a, fa, b, fb, eps, whole, m, fm, depth=0):
        lm, flm, left = rule(a, fa, m, fm)
        rm, frm, right = rule(m, fm, b, fb)
        delta = left + right - whole
        if abs(delta) <= 15 * eps or depth > 20:
            return left + right + delta / 15
        return recurse(a, fa, m, fm, eps / 2, left, lm, flm, depth + 1) + recurse(
            m, fm, b, fb, eps / 2, right, rm, frm, depth + 1
        )

    a, b = np.array([0.0, 2.0])
    fa, fb = f(a), f(b)
    m, fm, whole = rule(a, fa, b, fb)
    return recurse(a, fa, b, fb, 1e-4, whole, m, fm), calls


@program(rounding=128, why="nodes come from Newton steps on a recurrence of 12 terms")
def gauss_legendre(np):
    n = 12
    i = np.arange(n)
    x = np.cos(np.pi * (i + 0.75) / (n + 0.5))
    for _ in range(20):
        p0, p1 = np.ones_like(x), x.copy()
        for k in range(2, n + 1):
            p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
        dp = n * (x * p1 - p0) / (x**2 - 1)
        dx = p1 / dp
        x -= dx
        if np.max(np.abs(dx)) < 1e-13:
            break
    w = 2 / ((1 - x**2) * dp**2)
    exact = np.exp(1) - np.exp(-1)
    return {
        "x": x[::-1],
        "w": w[::-1],
        "total": w.sum(),
        "integral": w @ np.exp(x),
        "good": bool(abs(w @ np.exp(x) - exact) < 1e-12),
    }


@program(rounding=16, why="standard deviations are sums of up to 20000 terms")
def monte_carlo_pi(np):
    points = np.array(uniform(1, 20000, 2))
    inside = (points**2).sum(axis=1) < 1
    hits = np.cumsum(inside)
    estimates = []
    for n in [10, 100, 1000, 10000, 20000]:
        estimate = 4 * hits[n - 1] / n
        estimates.append(estimate)
        error = estimate - np.pi
        print("{:6d} {:8.5f} {:+9.5f}".format(n, estimate, error))
    p = inside.mean()
    stderr = 4 * np.sqrt(p * (1 - p) / inside.size)
    n_in = inside.sum()
    n_out = inside.size - n_in
    return estimates, stderr, n_in, n_out, hits[-1] == n_in, points[~inside][:3]


@program(rounding=512, why="means of 100000 exponentials, and differences of them")
def control_variate(np):
    """Price of an average with and without a control variate, on large arrays."""
    z = np.array(normal(2, 100_000))
    paths = 100 * np.exp(0.02 + 0.2 * z)
    payoff = np.maximum(paths - 105, 0)
    plain = payoff.mean()
    c = np.cov(payoff, paths)
    beta = c[0, 1] / c[1, 1]
    adjusted = payoff - beta * (paths - 100 * np.exp(0.04))
    gain = payoff.var() / adjusted.var()
    count = 0
    for batch in np.split(payoff, 10):
        if batch.mean() > plain:
            count += 1
    return plain, beta, adjusted.mean(), gain, count, (payoff > 0).sum()


@program(rounding=32, why="sums of up to 1024 terms of sqrt")
def trapezoid_convergence(np):
    exact = 2 / 3
    errors = []
    last = None
    lines = ["    h        error     order"]
    for k in range(2, 11):
        x = np.linspace(0, 1, 2**k + 1)
        value = np.trapezoid(np.sqrt(x), x)
        error = abs(value - exact)
        order = np.log2(last / error) if last is not None else float("nan")
        lines.append(f"{x[1] - x[0]:8.5f} {error:11.4e} {order:8.3f}")
        errors.append(error)
        last = error
    print("\n".join(lines))
    return value, len(errors), errors == sorted(errors, reverse=True)

# SPDX-License-Identifier: Apache-2.0
"""Roots of equations."""

from .program import program


@program(rounding=8, why="values of cos and sin differ in the last bit")
def newton(np):
    x = np.array([1.0, 2.0, 3.0]).mean()
    history = []
    for iteration in range(50):
        old = x
        history.append(x)
        f = np.cos(x) - x
        x -= f / (-np.sin(x) - 1)
        if abs(x - old) < 1e-10:
            break
    print(f"converged to {x:.10f} after {iteration} steps")
    return {"root": x, "history": np.array(history), "steps": iteration}


@program()
def newton_square_roots(np):
    """Heron's method on a whole vector, each with its own count."""
    a = np.array([2.0, 3.0, 10.0, 1e6, 0.25])
    x = a.copy()
    steps = np.zeros(a.shape, dtype=int)
    active = np.ones(a.shape, dtype=bool)
    while active.any():
        new = 0.5 * (x + a / x)
        converged = np.abs(new - x) <= 1e-14 * new
        x[active] = new[active]
        steps[active] += 1
        active &= ~converged
    return x, steps, steps.max(), int(steps.sum())


@program()
def bisection(np):
    f = lambda x: x**3 - x - 2
    grid = np.linspace(1, 2, 5)
    a, b = grid[0], grid[-1]
    table = []
    n = 0
    while (b - a) / 2 > 1e-8:
        c = (a + b) / 2
        table.append((n, a, b, c))
        if f(c) == 0:
            break
        if f(a) * f(c) < 0:
            b = c
        else:
            a = c
        n += 1
    for row in table[:3]:
        print("%3d %12.8f %12.8f %12.8f" % row)
    return {"root": c, "count": n, "widths": [hi - lo for _, lo, hi, _ in table]}


@program(rounding=16, why="exp differs in the last bit, and the secants amplify it")
def secant(np):
    xs = np.array([0.0, 1.0])
    x0, x1 = xs
    f0, f1 = np.exp(-x0) - x0, np.exp(-x1) - x1
    trace = [x0, x1]
    while abs(f1) > 1e-12:
        slope = (f1 - f0) / (x1 - x0)
        x0, f0 = x1, f1
        x1 -= f1 / slope
        f1 = np.exp(-x1) - x1
        trace.append(x1)
        if len(trace) > 30:
            raise RuntimeError("no convergence")
    return x1, len(trace), np.array(trace)


@program()
def illinois(np):
    """False position that halves the value of the end that stays."""
    coefficients = np.array([1.0, 0.0, -2.0, -5.0])

    def p(x):
        result = coefficients[0]
        for c in coefficients[1:]:
            result = result * x + c
        return result

    a, b = 2.0, 3.0
    fa, fb = p(a), p(b)
    side, steps = 0, 0
    for steps in range(1, 100):
        c = (fa * b - fb * a) / (fa - fb)
        fc = p(c)
        if abs(b - a) < 1e-12 or abs(fc) < 1e-12:
            break
        if fc * fb > 0:
            b, fb = c, fc
            if side == -1:
                fa /= 2
            side = -1
        else:
            a, fa = c, fc
            if side == +1:
                fb /= 2
            side = +1
    return {"root": c, "f": fc, "steps": steps, "side": side, "fa": fa, "fb": fb}


@program(rounding=64, why="a system of equations is solved in every step")
def newton_system(np):
    def F(v):
        x, y = v
        return np.array([x**2 + y**2 - 4, x * y - 1])

    def J(v):
        x, y = v
        return np.array([[2 * x, 2 * y], [y, x]])

    v = np.array([2.0, 0.5])
    norms = []
    for _ in range(20):
        r = F(v)
        norm = np.sqrt((r**2).sum())
        norms.append(norm)
        if norm < 1e-13:
            break
        v -= np.linalg.solve(J(v), r)
    x, y = v
    return {
        "v": v,
        "check": x * y,
        "iterations": len(norms),
        "first": norms[0],
        "decreasing": all(b < a for a, b in zip(norms, norms[1:], strict=False)),
    }


@program(rounding=64, why="Aitken's differences of neighbours lose digits")
def aitken(np):
    """Fixed point of cos, as it is and accelerated."""
    x = np.float64(0.5)
    plain = [x]
    for _ in range(12):
        x = np.cos(x)
        plain.append(x)
    accelerated = []
    for x0, x1, x2 in zip(plain, plain[1:], plain[2:], strict=False):
        denominator = x2 - 2 * x1 + x0
        accelerated.append(x0 - (x1 - x0) ** 2 / denominator)
    best = min(accelerated, key=lambda v: abs(v - np.cos(v)))
    errors = [abs(v - 0.7390851332151607) for v in plain]
    worse = sum(e > 1e-3 for e in errors)
    return np.array(plain), accelerated[:6], round(float(best), 6), int(worse)


@program(rounding=256, why="30 steps of products of differences of complex numbers")
def durand_kerner(np):
    coefficients = np.array([1, -6, 11, -6 + 1e-3], dtype=complex)
    n = len(coefficients) - 1
    roots = (0.4 + 0.9j) ** np.arange(n)
    for sweep in range(100):
        biggest = 0.0
        for i in range(n):
            p = 0
            for c in coefficients:
                p = p * roots[i] + c
            q = np.prod(roots[i] - np.delete(roots, i))
            delta = p / q
            roots[i] -= delta
            biggest = max(biggest, abs(delta))
        if biggest < 1e-9:
            break
    roots = roots[np.argsort(roots.real)]
    print(" ".join("%.5f%+.5fj" % (z.real, z.imag + 0.0) for z in np.round(roots, 8)))
    return roots, sweep, bool(abs(roots.sum() - 6) < 1e-9)

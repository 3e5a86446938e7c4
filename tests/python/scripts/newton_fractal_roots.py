# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 256 roundings: 30 iterations of complex numbers.
import numpy as np

def newton(f, df, z, iterations=30):
    for _ in range(iterations):
        step = np.divide(f(z), df(z), out=np.zeros_like(z), where=df(z) != 0)
        z = z - step
    return z

roots = np.exp(2j * np.pi * np.arange(3) / 3)
X, Y = np.meshgrid(np.linspace(-1.5, 1.5, 30), np.linspace(-1, 1, 12))
z = newton(lambda z: z**3 - 1, lambda z: 3 * z**2, X + 1j * Y)
nearest = np.abs(z[..., None] - roots).argmin(-1)
for row in nearest:
    print("".join("rgb"[k] for k in row))
print(np.bincount(nearest.flat, minlength=3), np.angle(roots, deg=True).round(6), roots.real.round(4))

def bisect(f, a, b, tol=1e-10):
    assert f(a) * f(b) < 0
    while b - a > tol:
        c = (a + b) / 2
        a, b = (a, c) if f(a) * f(c) <= 0 else (c, b)
    return (a + b) / 2

print("%.8f" % bisect(np.cos, 1, 2), "%.8f" % bisect(lambda x: x**3 - x - 2, 1, 2))

def newton_system(F, J, x, tol=1e-12):
    x = np.asarray(x, dtype=float)
    for k in range(50):
        dx = np.linalg.solve(J(*x), -F(*x))
        x += dx
        if np.linalg.norm(dx, np.inf) < tol:
            return x, k
    raise RuntimeError("no convergence")

x, k = newton_system(lambda x, y: np.array([x**2 + y**2 - 4, np.exp(x) + y - 1]),
                     lambda x, y: np.array([[2 * x, 2 * y], [np.exp(x), 1]]), [1, -1.7])
print(x.round(8), k)
try:
    newton_system(lambda x, y: np.array([x - y, x - y]), lambda x, y: np.array([[1, -1], [1, -1]]), [1, 0])
except np.linalg.LinAlgError as err:
    print("LinAlgError:", err)
g = lambda x: np.sqrt(x + 2)
x = 0.0
for n in range(100):
    x, old = g(x), x
    if abs(x - old) < 1e-9: break
print(n, "%.6f" % x, type(x).__name__ in ("float64", "scalar"))
del z, X, Y

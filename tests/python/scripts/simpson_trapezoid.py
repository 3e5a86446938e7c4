# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 1024 roundings: sums of 1000 numbers.
from numpy import linspace, sin, cos, pi, exp, sqrt, sum, abs, arange, zeros, log10, array, diff, trapezoid, inf, float64

def trapz_rule(f, a, b, n):
    x = linspace(a, b, n + 1)
    y = f(x)
    y_right, y_left = y[1:], y[:-1]
    dx = (b - a) / n
    return (dx / 2) * sum(y_right + y_left)

def simps(f, a, b, N=50):
    if N % 2 == 1:
        raise ValueError("N must be an even integer.")
    dx = (b - a) / N
    x = linspace(a, b, N + 1)
    y = f(x)
    return dx / 3 * sum(y[0:-1:2] + 4 * y[1::2] + y[2::2])

for n in (10, 100, 1000):
    T, S = trapz_rule(sin, 0, pi / 2, n), simps(sin, 0, pi / 2, n)
    print("%5d %.10f %.12f %6.2f" % (n, T, S, log10(abs(T - 1))))
R = zeros((5, 5), dtype=float64)
h = 1.0
R[0, 0] = h / 2 * (exp(0.0) + exp(1.0))
for i in range(1, 5):
    h /= 2
    R[i, 0] = R[i - 1, 0] / 2 + h * sum(exp(arange(1, 2**i, 2) * h))
    for j in range(1, i + 1):
        R[i, j] = R[i, j - 1] + (R[i, j - 1] - R[i - 1, j - 1]) / (4**j - 1)
print(R.round(8))
print(abs(R[4, 4] - (exp(1) - 1)) < 1e-12)
x = linspace(0, 1, 101)
arc = sum(sqrt(diff(x)**2 + diff(x**2)**2))
print("%.6f %.6f" % (arc, trapezoid(sqrt(1 + 4 * x**2), x)))
try:
    simps(sin, 0, 1, 3)
except ValueError as e:
    print(e)
def adaptive(f, a, b, tol):
    c = (a + b) / 2
    whole = (b - a) / 6 * (f(a) + 4 * f(c) + f(b))
    left = (c - a) / 6 * (f(a) + 4 * f((a + c) / 2) + f(c))
    right = (b - c) / 6 * (f(c) + 4 * f((c + b) / 2) + f(b))
    if abs(left + right - whole) < 15 * tol:
        return left + right
    return adaptive(f, a, c, tol / 2) + adaptive(f, c, b, tol / 2)
print("%.8f" % adaptive(lambda t: cos(10 * t) * exp(-t), 0, 2, 1e-6), array([inf]) > 1)

# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 512 roundings: roots of a polynomial of degree 4.
import numpy as np
from numpy.polynomial import Polynomial, Chebyshev
from numpy import poly1d

p = poly1d([1, -6, 11, -6])
print(p)
print(p(0.5), p.roots.round(6), p.order, p.coeffs)
q = p.deriv()
print(q, p.integ(k=1)(2), p * q, p + 1, p ** 2)
quotient, remainder = np.polydiv([1, -6, 11, -6], [1, -1])
print(quotient, remainder)
print(np.poly([1, 2, 3]), np.polyval([1, 0, -1], np.arange(4)), np.roots([1, 0, 0, 0, -1]).round(6).size)
x = np.linspace(-1, 1, 9)
y = np.exp(x)
c = np.polyfit(x, y, 3)
print(c.round(4), np.abs(np.polyval(c, x) - y).max().round(6))
fit = Polynomial.fit(x, y, 3)
print(fit.convert().coef.round(4), fit(0.0).round(4), fit.degree())
print(Polynomial([1, 2, 3]), Polynomial([1, 2, 3])(2), Polynomial([-2, 0, 1]).roots().round(6))
print(Chebyshev([0, 0, 1]).convert(kind=Polynomial).coef, Chebyshev.basis(3)(0.5))
P = Polynomial([0, 1])
legendre = [Polynomial([1]), P]
for n in range(1, 4):
    legendre.append(((2 * n + 1) * P * legendre[n] - n * legendre[n - 1]) / (n + 1))
print([l.coef.round(4).tolist() for l in legendre])
nodes, weights = np.polynomial.legendre.leggauss(5)
print(nodes.round(5), (weights * np.cos(nodes)).sum().round(8), (2 * np.sin(1)).round(8))
V = np.vander([1, 2, 3], increasing=True)
print(V, np.linalg.solve(V, [1, 4, 9]).round(6))
def lagrange(xs, ys, at):
    total = 0
    for i, xi in enumerate(xs):
        others = np.delete(xs, i)
        total += ys[i] * np.prod((at - others) / (xi - others))
    return total
print(lagrange(np.array([0., 1, 2]), np.array([1., 3, 7]), 1.5), str(poly1d([2.5, 0, 1], variable='z')))
dd = np.array([1., 3, 7, 13])
while dd.size:
    print(dd, end=" ")
    dd = np.diff(dd)
print()

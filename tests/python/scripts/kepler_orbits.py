# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 64 roundings: iterations of Newton's method.
"""Positions of the planets from orbital elements."""
from numpy import array, abs, arctan2, cos, deg2rad, pi, sin, sqrt, zeros_like, rad2deg
from numpy.linalg import norm

PLANETS = ["Mercury", "Venus", "Earth", "Mars"]
a = array([0.38709927, 0.72333566, 1.00000261, 1.52371034])
e = array([0.20563593, 0.00677672, 0.01671123, 0.09339410])
L = deg2rad(array([252.25032350, 181.97909950, 100.46457166, -4.55343205]))
w = deg2rad(array([77.45779628, 131.60246718, 102.93768193, -23.94362959]))


def kepler(M, e, tol=1e-12):
    E = M + e * sin(M)
    for iteration in range(50):
        dE = (E - e * sin(E) - M) / (1 - e * cos(E))
        E -= dE
        if abs(dE).max() < tol:
            break
    return E


def position(days):
    period = 365.25 * a**1.5
    M = (L - w + 2 * pi * days / period) % (2 * pi)
    E = kepler(M, e)
    nu = 2 * arctan2(sqrt(1 + e) * sin(E / 2), sqrt(1 - e) * cos(E / 2))
    r = a * (1 - e * cos(E))
    return array([r * cos(nu + w), r * sin(nu + w)]).T, r


for days in (0, 100, 365.25):
    xy, r = position(days)
    print("day", days)
    for name, p, dist in zip(PLANETS, xy, r):
        print("  %-8s x=%8.4f y=%8.4f r=%7.4f %7.4f" % (name, p[0], p[1], dist, norm(p)))
    gap = norm(xy[2] - xy[3])
    print("  Earth to Mars: %.3f AU, light takes %.1f minutes" % (gap, gap * 499.004784 / 60))
closest = min((norm(position(d)[0][2] - position(d)[0][3]), d) for d in range(0, 780, 20))
print("closest: %.2f AU on day %d" % closest)
sweep = zeros_like(a)
print(sweep, rad2deg(w).round(1))

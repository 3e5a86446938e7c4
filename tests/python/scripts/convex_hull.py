# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 2 roundings: angles are rounded in another way
from numpy import array, cross, argsort, arctan2, vstack, roll, abs as npabs, random, hypot, ptp, allclose, unique
from functools import reduce
import numpy as np

def area(polygon):
    x, y = polygon.T
    return 0.5 * npabs(np.dot(x, roll(y, 1)) - np.dot(y, roll(x, 1)))

def turn(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

def hull(points):
    points = sorted(map(tuple, points))
    def half(points):
        chain = []
        for p in points:
            while len(chain) > 1 and turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain
    lower, upper = half(points), half(points[::-1])
    return array(lower[:-1] + upper[:-1])

random.seed(8)
P = random.randint(0, 20, (25, 2))
H = hull(P)
print(H.tolist(), area(H))
center = H.mean(axis=0)
angles = arctan2(*(H - center).T[::-1])
print((np.diff(angles[argsort(angles)]) > 0).all(), ptp(P, axis=0))
def inside(p, polygon):
    a, b = polygon, roll(polygon, -1, axis=0)
    return ((b[:, 0] - a[:, 0]) * (p[1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (p[0] - a[:, 0]) >= 0).all()
print(sum(inside(p, H) for p in P), inside((100, 100), H), bool(inside(center, H)))
d = P[:, None] - P
D = hypot(d[..., 0], d[..., 1])
np.fill_diagonal(D, np.inf)
i, j = np.unravel_index(D.argmin(), D.shape)
print(sorted([tuple(map(int, P[i])), tuple(map(int, P[j]))]), D.min().round(4))
triangle = array([[0, 0], [4, 0], [0, 3]])
print(area(triangle), [float(v) for v in reduce(lambda s, p: s + p, triangle) / 3])
sides = hypot(*(triangle - roll(triangle, 1, 0)).T)
s = sides.sum() / 2
print(sides, np.sqrt(s * np.prod(s - sides)))
T = np.linalg.inv(np.c_[triangle, np.ones(3)].T)
print((T @ [1, 1, 1]).round(6), unique(P[:, 0]).size)

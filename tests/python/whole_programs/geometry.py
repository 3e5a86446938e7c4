# SPDX-License-Identifier: Apache-2.0
"""Geometry in the plane and in space."""

import math

from .program import integers, program, uniform


@program()
def convex_hull(np):
    points = np.array(integers(1, 0, 50, 40, 2))
    points = points[np.lexsort((points[:, 1], points[:, 0]))]

    def half(points):
        hull = []
        for p in points:
            while len(hull) > 1:
                (ax, ay), (bx, by) = hull[-2], hull[-1]
                if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0:
                    break
                hull.pop()
            hull.append(p)
        return hull[:-1]

    hull = np.array(half(points) + half(points[::-1]))
    x, y = hull.T
    area = 0.5 * np.abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))
    twice = 0
    for i in range(len(hull)):
        twice += hull[i - 1][0] * hull[i][1] - hull[i][0] * hull[i - 1][1]
    return hull, area, twice, abs(twice) / 2 == area, hull.mean(axis=0), math.sqrt(area)


@program()
def point_in_polygon(np):
    polygon = np.array([(0, 0), (6, 1), (4, 4), (7, 7), (1, 6), (2, 3)], dtype=float)
    points = np.array(uniform(2, 50, 2)) * 8

    def inside(x, y):
        odd = False
        j = len(polygon) - 1
        for i in range(len(polygon)):
            (xi, yi), (xj, yj) = polygon[i], polygon[j]
            if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
                odd = not odd
            j = i
        return odd

    flags = [inside(x, y) for x, y in points]
    a, b = polygon, np.roll(polygon, 1, axis=0)
    above = (a[None, :, 1] > points[:, 1:]) != (b[None, :, 1] > points[:, 1:])
    cross = (b - a)[None, :, 0] * (points[:, 1:] - a[None, :, 1]) / (b - a)[None, :, 1]
    hits = above & (points[:, :1] < cross + a[None, :, 0])
    at_once = hits.sum(axis=1) % 2 == 1
    return flags, at_once, flags == at_once.tolist(), sum(flags), np.mean(flags)


@program()
def closest_pair(np):
    points = np.array(integers(3, 0, 1000, 64, 2))
    points = points[np.argsort(points[:, 0], kind="stable")]

    def closest(p):
        n = len(p)
        if n <= 3:
            best = np.inf
            for i in range(n):
                for j in range(i + 1, n):
                    best = min(best, np.hypot(*(p[i] - p[j])))
            return best
        mid = n // 2
        middle = p[mid, 0]
        d = min(closest(p[:mid]), closest(p[mid:]))
        strip = p[np.abs(p[:, 0] - middle) < d]
        strip = strip[np.argsort(strip[:, 1], kind="stable")]
        for i in range(len(strip)):
            for j in range(i + 1, min(i + 7, len(strip))):
                d = min(d, np.hypot(*(strip[i] - strip[j])))
        return d

    best = closest(points)
    D = ((points[:, None] - points[None]) ** 2).sum(-1)
    np.fill_diagonal(D, D.max() + 1)
    i, j = np.unravel_index(D.argmin(), D.shape)
    return round(float(best) ** 2), D.min(), i, j, D[i, j] == round(float(best) ** 2)


@program(rounding=16, why="sines and cosines, products of 3 x 3 matrices")
def rotations(np):
    def Rz(a):
        c, s = np.cos(a), np.sin(a)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])

    def Rx(a):
        c, s = np.cos(a), np.sin(a)
        R = np.eye(3)
        R[1:, 1:] = [[c, -s], [s, c]]
        return R

    def quaternion(R):
        w = np.sqrt(1 + R[0, 0] + R[1, 1] + R[2, 2]) / 2
        x, y, z = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
        return np.array([w, x / (4 * w), y / (4 * w), z / (4 * w)])

    def rotate(q, v):
        u, w = q[1:], q[0]
        return v + 2 * np.cross(u, np.cross(u, v) + w * v)

    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    R = Rz(np.pi / 6) @ Rx(np.deg2rad(40)) @ Rz(0.3)
    q = quaternion(R)
    turned = cube @ R.T
    again = np.array([rotate(q, v) for v in cube])
    angle = 2 * np.arccos(q[0])
    screen = turned[:, :2] / (turned[:, 2:] + 5)
    order = np.argsort(turned[:, 2])
    return (
        R,
        q,
        turned,
        np.allclose(turned, again),
        angle,
        screen,
        order,
        np.linalg.det(R),
    )


@program(rounding=64, why="roots of discriminants, normals, powers of dot products")
def ray_tracer(np):
    """Two spheres and a plane; the nearest hit of each ray, with shading."""
    w, h = 32, 20
    spheres = [
        {"c": np.array([-0.5, 0.0, 3.0]), "r": 0.7, "colour": 1.0},
        {"c": np.array([0.6, 0.2, 2.2]), "r": 0.4, "colour": 0.6},
    ]
    light = np.array([1.0, 1.0, -1.0]) / np.sqrt(3.0)
    x, y = np.meshgrid(np.linspace(-1, 1, w), np.linspace(0.625, -0.625, h))
    rays = np.stack([x, y, np.ones_like(x)], axis=-1)
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    depth = np.full((h, w), np.inf)
    image = np.zeros((h, w))
    for s in spheres:
        b = rays @ s["c"]
        disc = b**2 - (s["c"] @ s["c"] - s["r"] ** 2)
        hit = disc > 0
        t = np.where(hit, b - np.sqrt(np.where(hit, disc, 0)), np.inf)
        closer = hit & (t < depth)
        depth[closer] = t[closer]
        normals = (rays * np.where(hit, t, 0)[..., None] - s["c"]) / s["r"]
        shade = np.clip(normals @ light, 0.1, 1)
        image[closer] = (s["colour"] * shade)[closer]
    nearest = depth.min()
    for row in image[::3]:
        print("".join(" .:-=+*#"[int(v * 7.99)] for v in row).rstrip())
    return (
        image,
        np.isfinite(depth).sum(),
        nearest,
        np.unravel_index(depth.argmin(), depth.shape),
    )


@program()
def clipping(np):
    """Sutherland and Hodgman's algorithm: lists of points that grow and shrink."""
    subject = [
        np.array(p, dtype=float) for p in ((1, 1), (9, 2), (8, 8), (4, 5), (2, 9))
    ]
    window = np.array([(2, 2), (7, 2), (7, 7), (2, 7)], dtype=float)
    output = subject
    for k in range(len(window)):
        a, b = window[k - 1], window[k]
        edge = b - a
        side = lambda p: edge[0] * (p[1] - a[1]) - edge[1] * (p[0] - a[0])
        polygon, output = output, []
        for i in range(len(polygon)):
            p, q = polygon[i - 1], polygon[i]
            sp, sq = side(p), side(q)
            if (sp < 0) != (sq < 0):
                output.append(p + (q - p) * (sp / (sp - sq)))
            if sq >= 0:
                output.append(q)
    result = np.array(output)
    area = 0.0
    for (x0, y0), (x1, y1) in zip(result, np.roll(result, -1, axis=0), strict=True):
        area += x0 * y1 - x1 * y0
    area /= 2
    return result, area, len(output), result.min(axis=0), np.ptp(result, axis=0)


@program(rounding=32, why="powers of complex numbers and points that are halved again")
def fractals(np):
    """Koch's curve, a dragon of turns, the chaos game with given choices."""
    line = np.array([0, 1], dtype=complex)
    for _ in range(3):
        a, b = line[:-1], line[1:]
        d = (b - a) / 3
        tip = a + d + d * np.exp(1j * np.pi / 3)
        line = np.append(np.stack([a, a + d, tip, b - d], axis=1).ravel(), line[-1])
    length = np.abs(np.diff(line)).sum()
    turns = np.array([], dtype=int)
    for _ in range(6):
        turns = np.concatenate([turns, [1], -turns[::-1]])
    headings = np.cumsum(np.insert(turns, 0, 0)) % 4
    steps = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])[headings]
    dragon = np.cumsum(steps, axis=0)
    corners = np.array([[0, 0], [1, 0], [0.5, 1]])
    p = np.zeros(2)
    trail = []
    for c in np.array(integers(4, 0, 3, 100)):
        p += corners[c]
        p /= 2
        trail.append(p.copy())
    trail = np.array(trail)
    H, _, _ = np.histogram2d(*trail.T, bins=4, range=[[0, 1], [0, 1]])
    return line, length, dragon, np.unique(dragon, axis=0).shape[0], trail, H

# SPDX-License-Identifier: Apache-2.0
"""Bodies, ensembles of differential equations, sweeps."""

import numpy

from ..program import Programs, repeated

_mechanics = Programs("mechanics")
PROGRAMS = _mechanics.all


def bodies(rng, count):
    places, speeds = (
        rng.standard_normal((count, 3)),
        0.1 * rng.standard_normal((count, 3)),
    )
    return places, speeds, rng.uniform(0.5, 1.5, count) / count


@_mechanics.program(bodies, sizes=((32,), (256,), (1000,)), on_gpu=(16_384,))
def n_bodies(np, x, v, mass):
    """Leapfrog with softened gravity between all pairs."""
    dt, softening = 0.01, 0.05

    def acceleration(x):
        apart = x[None, :, :] - x[:, None, :]
        squared = (apart**2).sum(axis=-1) + softening**2
        pull = mass * squared**-1.5
        return (pull[:, :, None] * apart).sum(axis=1)

    def step(state):
        x, v, a = state
        v = v + 0.5 * dt * a
        x = x + dt * v
        a = acceleration(x)
        return x, v + 0.5 * dt * a, a

    x, v, _ = repeated(np, 3, step, (x, v, acceleration(x)))
    return x, v, 0.5 * (mass * (v**2).sum(axis=1)).sum()


def starts(rng, count):
    return tuple(rng.uniform(low, low + 5, count) for low in (-5, -5, 20))


@_mechanics.program(starts, sizes=((100,), (20_000,), (400_000,)), on_gpu=(8_000_000,))
def lorenz_ensemble(np, x, y, z):
    """Runge and Kutta's method for Lorenz' equations, and how far members part."""
    dt = 0.01

    def slope(x, y, z):
        return 10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z

    def step(state):
        x, y, z = state
        ax, ay, az = slope(x, y, z)
        bx, by, bz = slope(x + 0.5 * dt * ax, y + 0.5 * dt * ay, z + 0.5 * dt * az)
        cx, cy, cz = slope(x + 0.5 * dt * bx, y + 0.5 * dt * by, z + 0.5 * dt * bz)
        dx, dy, dz = slope(x + dt * cx, y + dt * cy, z + dt * cz)
        x = x + dt / 6 * (ax + 2 * bx + 2 * cx + dx)
        y = y + dt / 6 * (ay + 2 * by + 2 * cy + dy)
        z = z + dt / 6 * (az + 2 * bz + 2 * cz + dz)
        return x, y, z

    x, y, z = repeated(np, 20, step, (x, y, z))
    return x, y, z, np.sqrt(x.var() + y.var() + z.var())


def orbits(rng, count):
    return (
        rng.uniform(0, 2 * numpy.pi, count),
        rng.uniform(0, 0.9, count),
        rng.uniform(1, 2, count),
    )


@_mechanics.program(
    orbits, sizes=((100,), (50_000,), (1_000_000,)), on_gpu=(8_000_000,)
)
def orbits_of_kepler(np, mean_anomaly, eccentricity, axis):
    """Places and speeds from Kepler's equation, by Newton's method."""
    anomaly = mean_anomaly + eccentricity * np.sin(mean_anomaly)
    for _ in range(8):
        error = anomaly - eccentricity * np.sin(anomaly) - mean_anomaly
        anomaly = anomaly - error / (1 - eccentricity * np.cos(anomaly))
    c, s = np.cos(anomaly), np.sin(anomaly)
    minor = np.sqrt(1 - eccentricity**2)
    radius = axis * (1 - eccentricity * c)
    x, y = axis * (c - eccentricity), axis * minor * s
    speed = np.sqrt(axis) / radius
    true_anomaly = np.arctan2(minor * s, c - eccentricity)
    return x, y, -speed * s, speed * minor * c, true_anomaly


def systems(rng, count, length):
    lower, upper = -rng.random((count, length)), -rng.random((count, length))
    return lower, 3 + rng.random((count, length)), upper, rng.random((count, length))


@_mechanics.program(
    systems, sizes=((4, 50), (500, 100), (10_000, 100)), on_gpu=(100_000, 200)
)
def tridiagonal_systems(np, a, b, c, d):
    """Thomas' algorithm: down and up the columns of many systems."""
    n = b.shape[1]
    c, d = c.copy(), d.copy()
    c[:, 0] /= b[:, 0]
    d[:, 0] /= b[:, 0]
    for i in range(1, n):
        scale = 1 / (b[:, i] - a[:, i] * c[:, i - 1])
        c[:, i] *= scale
        d[:, i] = (d[:, i] - a[:, i] * d[:, i - 1]) * scale
    x = np.empty_like(d)
    x[:, -1] = d[:, -1]
    for i in range(n - 2, -1, -1):
        x[:, i] = d[:, i] - c[:, i] * x[:, i + 1]
    return x


def plasma(rng, particles, cells):
    x = rng.uniform(0, cells, particles)
    return x, rng.standard_normal(particles), numpy.zeros(cells)


@_mechanics.program(
    plasma, sizes=((1000, 32), (100_000, 256), (1_000_000, 1024)), on_gpu=(8_000_000, 4096)
)  # fmt: skip
def particles_in_cells(np, x, v, nodes):
    """Electrons on a ring: charge onto the grid, its field back to the particles."""
    cells = nodes.shape[0]
    dt = 0.1
    for _ in range(3):
        cell = np.floor(x).astype(np.int64)
        share = x - cell
        right = (cell + 1) % cells
        density = np.bincount(cell, weights=1 - share, minlength=cells)
        density = density + np.bincount(right, weights=share, minlength=cells)
        charge = 1 - density / density.mean()
        field = np.cumsum(charge)
        field = field - field.mean()
        v = v - dt * ((1 - share) * field[cell] + share * field[right])
        x = (x + dt * v) % cells
    return x, v, field, (v**2).mean()

# SPDX-License-Identifier: Apache-2.0
"""Grids: stencils by slices and by rolls, and cellular automata."""

import numpy

from ..program import Programs, over, repeated

_grids = Programs("grids")
PROGRAMS = _grids.all


def plate(rng, side):
    return (rng.random((side, side)),)


@_grids.program(plate, sizes=((64,), (512,), (1536,)), on_gpu=(4096,))
def heat_by_slices(np, u):
    """Explicit steps of the heat equation; the rim keeps its temperature."""
    u = u.copy()
    for _ in range(20):
        inner = u[1:-1, 1:-1]
        flow = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * inner
        u[1:-1, 1:-1] = inner + 0.2 * flow
    return u


def pond(rng, side):
    u = rng.standard_normal((side, side))
    return u, u + 0.01 * rng.standard_normal((side, side))


@_grids.program(pond, sizes=((64,), (512,), (1536,)), on_gpu=(4096,))
def wave_by_rolls(np, before, now):
    """The wave equation on a torus, by leapfrog."""

    def step(state):
        before, now = state
        laplacian = (
            np.roll(now, 1, axis=0)
            + np.roll(now, -1, axis=0)
            + np.roll(now, 1, axis=1)
            + np.roll(now, -1, axis=1)
            - 4.0 * now
        )
        return now, 2.0 * now - before + 0.25 * laplacian

    before, now = repeated(np, 20, step, (before, now))
    energy = 0.5 * ((now - before) ** 2).mean()
    return now, energy


def cells(rng, rows, columns):
    return ((rng.random((rows, columns)) < 0.3).astype("u1"),)


@_grids.program(
    cells, sizes=((48, 64), (400, 500), (1500, 1250)), on_gpu=(3000, 2500)
)  # fmt: skip
def game_of_life(np, board):
    def step(board):
        neighbours = sum(
            np.roll(board, (dy, dx), axis=(0, 1))
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
            if dy or dx
        )
        alive = (neighbours == 3) | ((board == 1) & (neighbours == 2))
        return alive.astype(np.uint8)

    return repeated(np, 10, step, board)


def rule_and_row(rng, width):
    rule = ((110 >> numpy.arange(8)) & 1).astype("u1")
    return rule, rng.integers(0, 2, width, "u1")


@_grids.program(
    rule_and_row, sizes=((200,), (20_000,), (500_000,)), on_gpu=(4_000_000,)
)
def elementary_automaton(np, rule, row):
    """Wolfram's rule 110: a cell and its neighbours look the next one up."""

    def step(row):
        left, right = np.roll(row, 1), np.roll(row, -1)
        return rule[4 * left + 2 * row + right]

    return repeated(np, 50, step, row)


def reagents(rng, side):
    u = 1 - 0.5 * rng.random((side, side))
    return u.astype("f4"), (0.25 * rng.random((side, side))).astype("f4")


@_grids.program(
    reagents, sizes=((64,), (384,), (1024,)), on_gpu=(4096,), rtol=1e-4
)  # fmt: skip
def reaction_and_diffusion(np, u, v):
    """Gray and Scott's model, with a frame that wraps around."""

    def laplacian(a):
        b = np.pad(a, 1, mode="wrap")
        cross = b[:-2, 1:-1] + b[2:, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:]
        diagonal = b[:-2, :-2] + b[:-2, 2:] + b[2:, :-2] + b[2:, 2:]
        return 0.2 * cross + 0.05 * diagonal - a

    def step(state):
        u, v = state
        reaction = u * v * v
        du = 0.16 * laplacian(u) - reaction + 0.035 * (1 - u)
        dv = 0.08 * laplacian(v) + reaction - (0.035 + 0.06) * v
        return np.clip(u + du, 0, 1), np.clip(v + dv, 0, 1)

    return repeated(np, 10, step, (u, v))


def basin(rng, side):
    height = 1 + 0.1 * rng.random((side, side))
    return height, 0.01 * rng.random((side, side)), 0.01 * rng.random((side, side))


@_grids.program(basin, sizes=((48,), (256,), (1024,)), on_gpu=(3072,))
def shallow_water(np, h, u, v):
    """Lax and Friedrichs' scheme for the conserved height and momenta."""
    gravity, ratio = 9.81, 0.05

    def moved(q, flux_x, flux_y):
        mean = 0.25 * (
            np.roll(q, 1, 0) + np.roll(q, -1, 0) + np.roll(q, 1, 1) + np.roll(q, -1, 1)
        )
        along = np.roll(flux_x, -1, 1) - np.roll(flux_x, 1, 1)
        across = np.roll(flux_y, -1, 0) - np.roll(flux_y, 1, 0)
        return mean - 0.5 * ratio * (along + across)

    def step(state):
        h, hu, hv = state
        u, v = hu / h, hv / h
        pressure = 0.5 * gravity * h**2
        return (
            moved(h, hu, hv),
            moved(hu, hu * u + pressure, hu * v),
            moved(hv, hv * u, hv * v + pressure),
        )

    h, hu, hv = repeated(np, 10, step, (h, h * u, h * v))
    return h, hu / h, hv / h


def lanes(rng, count, cells):
    return rng.random((count, cells)), rng.uniform(-0.9, 0.9, (count, 1))


@_grids.program(lanes, sizes=((1, 200), (64, 1000), (1000, 1500)), on_gpu=(8000, 2000))
def advection_with_a_limiter(np, q, courant):
    """Finite volumes with van Leer's slopes, and outflow at both ends."""

    def step(q):
        wide = np.concatenate([q[:, :1], q[:, :1], q, q[:, -1:], q[:, -1:]], axis=1)
        jumps = np.diff(wide, axis=1)
        left, right = jumps[:, :-1], jumps[:, 1:]
        product = left * right
        with_slope = product > 0
        total = np.where(with_slope, left + right, 1.0)
        slopes = np.where(with_slope, 2 * product / total, 0.0)
        inner = wide[:, 1:-1]
        from_left = inner[:, :-1] + 0.5 * (1 - courant) * slopes[:, :-1]
        from_right = inner[:, 1:] - 0.5 * (1 + courant) * slopes[:, 1:]
        flux = np.where(courant > 0, courant * from_left, courant * from_right)
        return q - np.diff(flux, axis=1)

    return repeated(np, 20, step, q)


def lattice(rng, side):
    spins = rng.choice(numpy.arange(2) * 2 - 1, (side, side)).astype("i1")
    row, column = numpy.arange(side)[:, None], numpy.arange(side)
    return spins, (row + column) % 2 == 0, rng.random((10, side, side), "f4")


@_grids.program(lattice, sizes=((32,), (256,), (1024,)), on_gpu=(4096,))
def ising_model(np, spins, black, drawn):
    """Metropolis' sweeps over the black and the white squares in turn."""

    def sweep(spins, chance):
        for squares in (black, ~black):
            around = (
                np.roll(spins, 1, 0)
                + np.roll(spins, -1, 0)
                + np.roll(spins, 1, 1)
                + np.roll(spins, -1, 1)
            )
            cost = 2 * spins * around
            accepted = squares & ((cost <= 0) | (chance < np.exp(-0.44 * cost)))
            spins = np.where(accepted, -spins, spins)
        return spins

    spins = over(np, drawn, sweep, spins)
    return spins, spins.mean(dtype=np.float64)

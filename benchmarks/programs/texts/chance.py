# SPDX-License-Identifier: Apache-2.0
"""Monte Carlo: paths, resampling, Markov chains."""

import numpy

from ..program import Programs, over

_chance = Programs("Monte Carlo")
PROGRAMS = _chance.all


def normals(rng, paths, steps):
    return (rng.standard_normal((paths, steps)),)


@_chance.program(
    normals, sizes=((100, 50), (5000, 100), (40_000, 200)), on_gpu=(100_000, 250)
)
def asian_option(np, z):
    """A call on the mean price, with the geometric mean as a control variate."""
    spot, strike, rate, volatility, years = 100.0, 105.0, 0.03, 0.25, 1.0
    dt = years / z.shape[1]
    drift = (rate - 0.5 * volatility**2) * dt
    log_price = np.log(spot) + np.cumsum(drift + volatility * np.sqrt(dt) * z, axis=1)
    mean = np.exp(log_price).mean(axis=1)
    geometric = np.exp(log_price.mean(axis=1))
    discount = np.exp(-rate * years)
    paid = discount * np.maximum(mean - strike, 0)
    control = discount * np.maximum(geometric - strike, 0)
    centred = control - control.mean()
    beta = (centred * (paid - paid.mean())).mean() / (centred**2).mean()
    adjusted = paid - beta * centred
    return adjusted.mean(), adjusted.std() / np.sqrt(z.shape[0]), paid.std()


def parameters(rng, paths):
    return (numpy.full(paths, 0.04),)


@_chance.program(
    parameters, sizes=((2000,), (50_000,), (500_000,)), on_gpu=(5_000_000,),
    draws=True, rtol=0.15,
)  # fmt: skip
def stochastic_volatility(np, variance):
    """Heston's model: the program draws its own numbers."""
    rng = np.random.default_rng(5)
    kappa, theta, xi, rho, dt = 1.5, 0.04, 0.3, -0.7, 0.02
    log_price = np.zeros_like(variance)
    for _ in range(10):
        z1 = rng.standard_normal(variance.shape[0])
        z2 = rho * z1 + np.sqrt(1 - rho**2) * rng.standard_normal(variance.shape[0])
        positive = np.maximum(variance, 0)
        log_price += -0.5 * positive * dt + np.sqrt(positive * dt) * z1
        variance = variance + kappa * (theta - positive) * dt
        variance += xi * np.sqrt(positive * dt) * z2
    return np.exp(log_price).mean(), np.maximum(np.exp(log_price) - 1, 0).mean()


def sample_and_picks(rng, values, rounds):
    return rng.gamma(2.0, size=values), rng.integers(0, values, (rounds, values))


@_chance.program(
    sample_and_picks, sizes=((50, 100), (300, 1000), (1000, 5000)), on_gpu=(4000, 10_000)
)  # fmt: skip
def bootstrap(np, values, picks):
    """Intervals of the mean and of the coefficient of variation."""
    drawn = values[picks]
    means = drawn.mean(axis=1)
    variation = drawn.std(axis=1, ddof=1) / means
    return (
        np.percentile(means, [2.5, 97.5]),
        np.percentile(variation, [2.5, 50, 97.5]),
    )


def chains(rng, count):
    start = rng.standard_normal((count, 2))
    return start, rng.standard_normal((30, count, 2)), rng.random((30, count))


@_chance.program(chains, sizes=((50,), (5000,), (200_000,)), on_gpu=(1_000_000,))
def metropolis_chains(np, start, moves, chances):
    """Many chains on Rosenbrock's density."""

    def log_density(x, y):
        return -((1 - x) ** 2 + 5.0 * (y - x**2) ** 2) / 2

    def step(state, drawn):
        x, y, here, accepted = state
        dx, dy, chance = drawn[:, 0], drawn[:, 1], drawn[:, 2]
        new_x, new_y = x + 0.8 * dx, y + 0.8 * dy
        there = log_density(new_x, new_y)
        taken = np.log(chance) < there - here
        x, y = np.where(taken, new_x, x), np.where(taken, new_y, y)
        return x, y, np.where(taken, there, here), accepted + taken

    drawn = np.concatenate([moves, chances[:, :, None]], axis=2)
    x, y = start[:, 0], start[:, 1]
    state = x, y, log_density(x, y), np.zeros(x.shape[0], np.int64)
    x, y, _, accepted = over(np, drawn, step, state)
    return x, y, accepted.mean()

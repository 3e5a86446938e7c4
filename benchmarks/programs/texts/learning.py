# SPDX-License-Identifier: Apache-2.0
"""Regression, clustering, densities and distances."""

import numpy

from ..program import Programs, repeated

_learning = Programs("learning")
PROGRAMS = _learning.all


def labelled(rng, rows, features):
    x = rng.standard_normal((rows, features))
    chance = 1 / (1 + numpy.exp(-x @ rng.standard_normal(features)))
    return x, (rng.random(rows) < chance).astype("f8")


@_learning.program(
    labelled, sizes=((200, 5), (10_000, 30), (200_000, 50)), on_gpu=(500_000, 50)
)  # fmt: skip
def logistic_regression(np, x, y):
    """Gradient descent with momentum and a penalty."""

    def step(state):
        w, b, velocity = state
        p = 1 / (1 + np.exp(-(x @ w + b)))
        error = p - y
        gradient = x.T @ error / x.shape[0] + 1e-3 * w
        velocity = 0.9 * velocity - 0.1 * gradient
        return w + velocity, b - 0.1 * error.mean(), velocity

    zeros = np.zeros(x.shape[1])
    w, b, _ = repeated(np, 20, step, (zeros, np.zeros(()), zeros))
    p = np.clip(1 / (1 + np.exp(-(x @ w + b))), 1e-12, 1 - 1e-12)
    loss = -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()
    return w, b, loss


def contaminated(rng, rows, features):
    x = rng.standard_normal((rows, features))
    y = x @ rng.standard_normal(features) + rng.standard_normal(rows)
    return x, y + 20 * (rng.random(rows) < 0.05)


@_learning.program(
    contaminated, sizes=((200, 4), (20_000, 10), (400_000, 20)), on_gpu=(1_000_000, 20)
)  # fmt: skip
def robust_regression(np, x, y):
    """Huber's estimate by reweighted least squares."""
    weights = np.ones_like(y)
    for _ in range(8):
        weighted = x * weights[:, None]
        beta = np.linalg.solve(weighted.T @ x, weighted.T @ y)
        residual = y - x @ beta
        scale = 1.4826 * np.median(np.abs(residual))
        relative = np.abs(residual) / (1.345 * scale)
        weights = np.where(relative <= 1, 1.0, 1 / np.maximum(relative, 1))
    return beta, scale


def clouds(rng, points, clusters, dimensions):
    centres = 4 * rng.standard_normal((clusters, dimensions))
    x = centres[rng.integers(0, clusters, points)]
    return x + rng.standard_normal(x.shape), x[:clusters] + 0.1


@_learning.program(
    clouds, sizes=((200, 3, 2), (5000, 8, 4), (100_000, 16, 8)), on_gpu=(1_000_000, 32, 8)
)  # fmt: skip
def k_means(np, x, centres):
    """Lloyd's iterations, with a row of zeros and ones for each point."""

    def step(centres):
        apart = ((x[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        nearest = apart.argmin(axis=1)
        member = (nearest[:, None] == np.arange(centres.shape[0])).astype(x.dtype)
        counts = member.sum(axis=0)
        return (member.T @ x) / np.maximum(counts, 1)[:, None]

    centres = repeated(np, 5, step, centres)
    apart = ((x[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    return centres, apart.argmin(axis=1), apart.min(axis=1).sum()


@_learning.program(
    clouds, sizes=((200, 3, 2), (5000, 8, 4), (100_000, 16, 4)), on_gpu=(2_000_000, 16, 4)
)  # fmt: skip
def gaussian_mixture(np, x, means):
    """Expectation and maximisation, with a variance for each axis."""

    def log_densities(means, variances, shares):
        apart = (x[:, None, :] - means) ** 2 / variances
        norm = np.log(2 * np.pi * variances).sum(axis=1)
        return np.log(shares) - 0.5 * (apart.sum(axis=2) + norm)

    def evidence(log_p):
        top = log_p.max(axis=1, keepdims=True)
        return top + np.log(np.exp(log_p - top).sum(axis=1, keepdims=True))

    def step(state):
        log_p = log_densities(*state)
        share_of = np.exp(log_p - evidence(log_p))
        counts = share_of.sum(axis=0)
        means = share_of.T @ x / counts[:, None]
        variances = share_of.T @ x**2 / counts[:, None] - means**2 + 1e-6
        return means, variances, counts / x.shape[0]

    ones = np.ones_like(means)
    state = means, ones, ones[:, 0] / means.shape[0]
    state = repeated(np, 5, step, state)
    return *state, evidence(log_densities(*state)).mean()


def two_clouds(rng, left, right, dimensions):
    return rng.standard_normal((left, dimensions)), rng.standard_normal(
        (right, dimensions)
    )


@_learning.program(
    two_clouds, sizes=((50, 40, 3), (500, 400, 3), (3000, 2000, 3)), on_gpu=(20_000, 20_000, 3)
)  # fmt: skip
def pairwise_distances(np, x, y):
    """Each point's nearest one in another cloud, and the clouds' energy distance."""
    apart = np.sqrt(((x[:, None, :] - y[None, :, :]) ** 2).sum(axis=-1))
    hausdorff = np.maximum(apart.min(axis=1).max(), apart.min(axis=0).max())
    return apart.argmin(axis=1), hausdorff, apart.mean()


def curve(rng, known, asked):
    x = rng.uniform(0, 10, known)
    return x, numpy.sin(x) + 0.1 * rng.standard_normal(known), rng.uniform(0, 10, asked)


@_learning.program(
    curve, sizes=((60, 50), (1000, 500), (4000, 2000)), on_gpu=(40_000, 20_000)
)  # fmt: skip
def kernel_regression(np, x, y, asked):
    """Nadaraya and Watson's smoother, and how far the known values are from it."""
    weights = np.exp(-0.5 * ((asked[:, None] - x) / 0.3) ** 2)
    total = weights.sum(axis=1)
    smooth = (weights * y).sum(axis=1) / total
    spread = (weights * (y - smooth[:, None]) ** 2).sum(axis=1) / total
    return smooth, np.sqrt(spread)

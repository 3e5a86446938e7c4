# SPDX-License-Identifier: Apache-2.0
"""Statistics of tables: missing values, groups, ranks, counts."""

import numpy

from ..program import Programs

_tables = Programs("tables")
PROGRAMS = _tables.all


def survey(rng, rows, columns):
    x = rng.standard_normal((rows, columns)) * rng.uniform(1, 5, columns)
    x[rng.random(x.shape) < 0.05] = numpy.nan
    return (x,)


@_tables.program(
    survey, sizes=((50, 4), (5000, 20), (200_000, 20)), on_gpu=(1_000_000, 20)
)
def missing_values(np, x):
    """Columns standardised without their gaps and outliers, and correlated."""
    scores = (x - np.nanmean(x, axis=0)) / np.nanstd(x, axis=0)
    kept = np.where(np.abs(scores) < 3, x, np.nan)
    low, high = np.nanmin(kept, axis=0), np.nanmax(kept, axis=0)
    z = (kept - np.nanmean(kept, axis=0)) / np.nanstd(kept, axis=0, ddof=1)
    there = ~np.isnan(z)
    filled = np.where(there, z, 0.0)
    pairs = there.astype(x.dtype)
    correlation = (filled.T @ filled) / (pairs.T @ pairs - 1)
    return correlation, low, high, there.sum(axis=0)


def sales(rng, rows, shops):
    return (
        rng.integers(0, shops, rows),
        rng.gamma(2.0, 10.0, rows),
        rng.integers(1, 9, rows),
    )


@_tables.program(
    sales, sizes=((500, 10), (50_000, 100), (2_000_000, 1000)), on_gpu=(10_000_000, 1000)
)  # fmt: skip
def sums_of_groups(np, shop, price, count):
    """Revenue of each shop: mean, deviation, share, and rows far above the mean."""
    revenue = price * count
    rows = np.bincount(shop, minlength=10)
    total = np.bincount(shop, weights=revenue, minlength=10)
    mean = total / np.maximum(rows, 1)
    centred = revenue - mean[shop]
    squares = np.bincount(shop, weights=centred**2, minlength=10)
    deviation = np.sqrt(squares / np.maximum(rows - 1, 1))
    high = centred > 3 * deviation[shop]
    return total / total.sum(), mean, deviation, high.sum()


def marks(rng, points, bins):
    x, y = rng.standard_normal(points), rng.standard_normal(points)
    return x, y, rng.random(points), numpy.zeros((bins, bins))


@_tables.program(
    marks, sizes=((500, 8), (50_000, 64), (1_000_000, 256)), on_gpu=(8_000_000, 1024)
)  # fmt: skip
def density_map(np, x, y, weight, empty):
    """Weights scattered onto a grid, smoothed, and looked up where the points are."""
    bins = empty.shape[0]
    i = np.clip(np.floor((x + 4) / 8 * bins), 0, bins - 1).astype(np.int64)
    j = np.clip(np.floor((y + 4) / 8 * bins), 0, bins - 1).astype(np.int64)
    grid = empty.copy()
    np.add.at(grid, (i, j), weight)
    smooth = grid.copy()
    smooth[1:-1, 1:-1] = 0.5 * grid[1:-1, 1:-1] + 0.125 * (
        grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:]
    )
    return smooth, smooth[i, j].mean()


def grades(rng, rows, columns):
    shared = rng.standard_normal((rows, 1))
    return (shared + rng.standard_normal((rows, columns)),)


@_tables.program(
    grades, sizes=((50, 3), (5000, 8), (100_000, 16)), on_gpu=(1_000_000, 32)
)
def rank_correlation(np, x):
    """Spearman's coefficients, and quartiles of each column."""
    ranks = np.argsort(np.argsort(x, axis=0), axis=0).astype(np.float64)
    centred = ranks - ranks.mean(axis=0)
    covariance = centred.T @ centred
    deviation = np.sqrt(np.diag(covariance))
    quartiles = np.quantile(x, [0.25, 0.5, 0.75], axis=0)
    return covariance / np.outer(deviation, deviation), quartiles


def prices(rng, assets, days):
    steps = 0.01 * rng.standard_normal((assets, days)) + 2e-4
    return (100 * numpy.exp(numpy.cumsum(steps, axis=1)),)


@_tables.program(
    prices, sizes=((5, 250), (200, 2500), (1000, 5000)), on_gpu=(4000, 5000)
)
def drawdowns(np, price):
    """Risk of assets: returns, deepest falls, days under water, tail losses."""
    returns = np.diff(np.log(price), axis=1)
    mean, deviation = returns.mean(axis=1), returns.std(axis=1, ddof=1)
    sharpe = np.sqrt(252) * mean / deviation
    highest = np.maximum.accumulate(price, axis=1)
    fall = price / highest - 1
    under_water = (fall < -0.05).sum(axis=1)
    threshold = np.quantile(returns, 0.05, axis=1, keepdims=True)
    in_tail = returns <= threshold
    shortfall = np.where(in_tail, returns, 0).sum(axis=1) / in_tail.sum(axis=1)
    return sharpe, fall.min(axis=1), under_water, shortfall

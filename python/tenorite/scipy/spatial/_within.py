# SPDX-License-Identifier: Apache-2.0
"""Pairs of points that are within a distance: all distances are computed, in tiles.

A tile's pairs are compared on the device; what is found is joined at the end. With power
2 squares are compared, as SciPy compares them.
"""

import math

import numpy

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray
from ..._numpy.creation import arange, full, zeros
from ..._numpy.histograms import bincount
from ..._numpy.indexing import nonzero
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import broadcast_to
from ..._numpy.sorting import argsort, searchsorted
from ..._numpy.ufuncs import absolute, sqrt
from .distance import cdist

TILE = 2**25  # pairs whose distances are held


def measured(x, y, p):
    """Distances of all pairs, of which those of power 2 are squares."""
    if p in (1, 2) or math.isinf(p):
        return cdist(x, y, {1: "cityblock", 2: "sqeuclidean"}.get(p, "chebyshev"))
    return cdist(x, y, "minkowski", p=p)


def bound(r, p):
    """What measured() is compared with; even powers make radii positive."""
    if p == 2:
        return r * r
    if p % 2 == 0:
        return absolute(r) if isinstance(r, ndarray) else abs(r)
    return r


def radius(r):
    """One radius as a float, or what SciPy says."""
    return math.copysign(r, r)


def radii(r, shape, like):
    """A radius for each of the points of a shape, in one axis; or one float."""
    if not isinstance(r, (numpy.ndarray, ndarray)) and numpy.ndim(r) == 0:
        return float(r)
    r = as_operand(r, like).astype(float)
    given = r.shape
    beyond = given[: max(len(given) - len(shape), 0)]
    r = r.reshape(given[len(beyond) :]) if set(beyond) <= {1} else r
    ends = shape[len(shape) - r.ndim :]
    fits = r.ndim <= len(shape) and all(
        n in (1, m) for n, m in zip(r.shape, ends, strict=True)
    )
    if not fits:
        one, other = (str(s).replace(" ", "") for s in (given, shape))
        words = f"could not broadcast input array from shape {one} into shape {other}"
        raise ValueError(words)
    return broadcast_to(r, shape).reshape(-1)


def _tiles(x, y):
    step = max(1, TILE // max(len(y), 1))
    for first in range(0, max(len(x), 1), step):
        yield first, x[first : first + step]


def _joined(parts):
    return parts[0] if len(parts) == 1 else concatenate(parts)


def _are_near(distances, limit, first):
    """Whether distances of a tile, the first row of which is `first`, are small."""
    if isinstance(limit, ndarray):
        limit = limit[first : first + len(distances), None]
    return distances <= limit


def pairs(x, y, limit, p, is_upper=False):
    """(rows, columns, distances) of near pairs, row by row; of i < j if `is_upper`."""
    rows, columns, values = [], [], []
    for first, part in _tiles(x, y):
        others = y[first:] if is_upper else y
        distances = measured(part, others, p)
        near = _are_near(distances, limit, first)
        if is_upper:
            number = arange(len(others), device=x.device)
            near = near & (number > number[: len(part), None])
        i, j = nonzero(near)
        values.append(distances[i, j])
        rows.append(i + first)
        columns.append(j + first if is_upper else j)
    rows, columns, values = _joined(rows), _joined(columns), _joined(values)
    return rows, columns, sqrt(values) if p == 2 else values


def counts(x, y, limit, p):
    """How many of `y` are near to each of `x`."""
    return _joined(
        [
            _are_near(measured(part, y, p), limit, first).sum(axis=1)
            for first, part in _tiles(x, y)
        ]
    )


def lists(x, y, limit, p):
    """The numbers of those of `y` that are near to each of `x`, as lists of ints."""
    rows, columns, _ = pairs(x, y, limit, p)
    n = len(x)
    found = concatenate([bincount(rows, minlength=n), columns]).get()
    numbers = found[n:].tolist()
    ends = numpy.cumsum(found[:n]).tolist()
    return [numbers[i:j] for i, j in zip([0, *ends], ends, strict=False)]


# ---- counts of pairs ----


def total(x, y, limit, p, weights):
    """How many pairs are near, or the sum of their weights; a number of the device.

    A radius that is NaN is larger than all.
    """
    u, v = weights
    sums = None
    for first, part in _tiles(x, y):
        near = ~(measured(part, y, p) > limit)
        if v is not None:
            lines = (near * v).sum(axis=1)
        else:
            lines = near.sum(axis=1)
        if u is not None:
            lines = lines * u[first : first + len(part)]
        sums = lines.sum() if sums is None else sums + lines.sum()
    return sums


def totals(x, y, limits, p, weights, cumulative):
    """The same for several limits; those of pairs between two limits by themselves."""
    u, v = weights
    order = argsort(limits)
    ordered = limits[order]
    size = len(limits) + 1
    kind = int if u is None and v is None else float
    sums = zeros(size, kind, device=x.device)
    for first, part in _tiles(x, y):
        distances = measured(part, y, p)
        places = searchsorted(ordered, distances.reshape(-1))
        given = None
        if kind is float:
            one = full(len(part), 1.0, device=x.device)
            one = one if u is None else u[first : first + len(part)]
            other = full(len(y), 1.0, device=x.device) if v is None else v
            given = (one[:, None] * other).reshape(-1)
        sums = sums + bincount(places, given, minlength=size)
    sums = sums[:-1]
    return sums.cumsum()[argsort(order)] if cumulative else sums


def counting_weights(weights, one, other):
    """Weights of the points of two trees, None for ones."""
    if weights is None:
        return None, None
    if isinstance(weights, tuple):
        u, v = weights
    elif one is other:
        u = v = weights
    else:
        raise ValueError(
            "Two different trees are used. Specify weights for both in a tuple."
        )
    return _weights(u, one), _weights(v, other)


def _weights(w, tree):
    if w is None:
        return None
    w = as_operand(w, tree.data).astype(float)
    if w.ndim != 1:
        words = f"Buffer has wrong number of dimensions (expected 1, got {w.ndim})"
        raise ValueError(words)
    if len(w) != tree.n:
        raise ValueError("Number of weights differ from the number of data points")
    return w


def ordered_radii(r, cumulative, like):
    """Radii of counting as a float or an array, or what SciPy says."""
    if not isinstance(r, (numpy.ndarray, ndarray)) and numpy.ndim(r) == 0:
        return float(r)
    if isinstance(r, (ndarray, numpy.ndarray)):
        r = as_operand(r, like).astype(float)
    else:
        r = own_beside(numpy.asarray(r, dtype=float), like)
    if r.ndim > 1:
        raise ValueError(
            "r must be either a single value or a one-dimensional array of values"
        )
    if r.ndim == 0:
        return float(r)
    if not cumulative and bool((r[1:] < r[:-1]).any()):
        raise ValueError("r must be non-decreasing for non-cumulative counting.")
    return r

# SPDX-License-Identifier: Apache-2.0
"""Kendall's rank correlation: pairs that two variables order alike or otherwise.

Pairs are counted on the device, from ranks, bit by bit; the host makes the coefficient
and its p-value of a few counts of each line.
"""

import math

import numpy

from ..._array.convert import as_operands, own_beside
from ..._numpy.creation import arange, empty_like
from ..._numpy.indexing import where
from ..._numpy.joining import stack
from ..._numpy.sorting import sort
from ..._numpy.statistics import cumsum
from ..._numpy.ufuncs import isnan
from ._results import check_alternative, p_normal, significance
from ._samples import Samples, of_scipy, runs, sorted_runs, unsorted

__all__ = ["kendalltau"]


def kendalltau(
    x,
    y,
    *,
    nan_policy="propagate",
    method="auto",
    variant="b",
    alternative="two-sided",
    axis=None,
    keepdims=False,
):
    """Kendall's tau of two variables, and its p-value.

    A few counts of each line are waited for. NaNs that are to be left out, and shapes
    that differ along other axes, are SciPy's. See scipy.stats.kendalltau.

    >>> from tenorite.scipy import stats
    >>> stats.kendalltau(np.array([1, 2, 3, 4]), np.array([1, 3, 2, 4])).statistic.round(4)
    np.float64(0.6667)
    """
    if nan_policy == "omit" and any(a.dtype.kind == "f" for a in as_operands([x, y])):
        options = {"nan_policy": nan_policy, "method": method, "variant": variant}
        options |= {"alternative": alternative, "axis": axis, "keepdims": keepdims}
        return of_scipy("kendalltau")(x, y, **options)
    samples = Samples([x, y], axis, nan_policy, keepdims, paired=True, too_small=1)
    if samples.is_small():
        return significance(*samples.nothing(2))
    if variant not in ("b", "c"):
        raise ValueError(
            f"Unknown `variant` '{variant}' specified. `variant` must be 'b' or 'c'."
        )
    n = samples.each[0].size
    lines = (sample.x.reshape(-1, n) for sample in samples.each)
    results = _of_lines(*lines, method, variant, alternative)
    shape, dtype = (*samples.outer, 1), samples.result_dtype
    return significance(
        *samples.finish(*(r.reshape(shape).astype(dtype, copy=False) for r in results))
    )


def _of_lines(x, y, method, variant, alternative):
    void = [isnan(a).any(-1) for a in (x, y) if a.dtype.kind == "f"]
    x, y = (where(isnan(a), 0, a) if a.dtype.kind == "f" else a for a in (x, y))
    n = x.shape[-1]
    x, y = (_classes(a) for a in (x, y))
    # In the order of x, and of y where x is the same.
    both = sort(x * (n + 1) + y, axis=-1)
    x, y = both // (n + 1), both % (n + 1)
    ordered = sort(y, axis=-1)
    discordant = _inversions(y)
    counts = [discordant, _pairs_of(both)[0], *_pairs_of(x), *_pairs_of(ordered)]
    counts += [x[:, -1], ordered[:, -1]]  # numbers of classes
    table = stack([c.astype(float) for c in counts]).get()
    dis, both_tie, x_tie, x0, x1, y_tie, y0, y1, x_classes, y_classes = table
    total = n * (n - 1) // 2
    with numpy.errstate(invalid="ignore", divide="ignore"):
        more = total - x_tie - y_tie + both_tie - 2 * dis  # concordant than discordant
        if variant == "b":
            tau = more / numpy.sqrt(total - x_tie) / numpy.sqrt(total - y_tie)
        else:
            classes = numpy.minimum(x_classes, y_classes)
            tau = 2 * more / (n**2 * (classes - 1) / classes)
        tau = numpy.minimum(1.0, numpy.maximum(-1.0, tau))
        m = n * (n - 1.0)
        spread = (m * (2 * n + 5) - x1 - y1) / 18 + 2 * x_tie * y_tie / m
        if n != 2:
            spread = spread + x0 * y0 / (9 * m * (n - 2))
        z = more / numpy.sqrt(spread)
    nothing = (x_tie == total) | (y_tie == total)
    tau[nothing] = math.nan
    exact = _are_exact(method, n, total, dis, (x_tie == 0) & (y_tie == 0), nothing)
    check_alternative(alternative)
    p = p_normal(own_beside(z, both), alternative)
    if exact.any():
        values = numpy.zeros(len(dis))
        for k in numpy.flatnonzero(exact):
            values[k] = _exact(n, total - int(dis[k]), alternative)
        p = where(own_beside(exact, both), own_beside(values, both), p)
    void = [*void, own_beside(nothing, both)]
    tau = own_beside(tau, both)
    for mask in void:
        tau, p = where(mask, math.nan, tau), where(mask, math.nan, p)
    return tau, p


def _classes(x):
    """Numbers from 1 of the values of lines, in their order."""
    order, starts, _, _ = sorted_runs(x)
    return unsorted(cumsum(starts, axis=-1, dtype=numpy.int64), order)


def _are_exact(method, n, total, dis, is_plain, nothing):
    """For which lines the p-value is that of all orders."""
    if method == "exact":
        if not (is_plain | nothing).all():
            raise ValueError("Ties found; exact method cannot be used.")
        return is_plain & ~nothing
    if method == "auto":
        few = (n <= 33) | (numpy.minimum(dis, total - dis) <= 1)
        return is_plain & few & ~nothing
    if method != "asymptotic":
        raise ValueError(
            f"Unknown `method` '{method}' specified.  `method` must be'auto', 'exact' or "
            "'asymptotic'."
        )
    return numpy.zeros(len(dis), bool)


def _pairs_of(ordered):
    """Of runs of c equal items in ascending lines the sums of c (c - 1) / 2,
    c (c - 1) (c - 2) and c (c - 1) (2 c + 5)."""
    _, first, last = runs(ordered)
    c = (last + 1 - first).astype(float)
    pairs = (arange(ordered.shape[-1], device=ordered.device) - first).sum(-1)
    return pairs, ((c - 1) * (c - 2)).sum(-1), ((c - 1) * (2 * c + 5)).sum(-1)


def _inversions(ranks):
    """How many pairs of each line descend.

    Items are parted by one bit after the other, from the highest, as a radix sort does
    it; at each bit, those of one prefix are in their first order, and a pair of a one
    before a zero descends.
    """
    lines, n = ranks.shape
    bits = n.bit_length()
    line = arange(lines, device=ranks.device)[:, None]
    items = ((line << bits) + ranks).reshape(-1)
    number = arange(items.size, device=ranks.device)
    total = 0
    for bit in reversed(range(bits)):
        one = (items >> bit) & 1
        _, start, end = runs(items >> (bit + 1))  # of one prefix
        ones = cumsum(one)
        before = ones - one - (ones - one)[start]  # ones of the prefix before an item
        total = total + (before * (1 - one)).reshape(lines, n).sum(-1)
        zeros = end + 1 - start - (ones[end] - (ones - one)[start])  # of the prefix
        place = start + where(one == 1, zeros + before, number - start - before)
        parted = empty_like(items)
        parted[place] = items
        items = parted
    return total


def _exact(n, concordant, alternative):
    """The p-value among all orders of n items, whose concordant pairs are counted."""
    total = n * (n - 1) // 2
    if alternative == "greater":  # the number is distributed symmetrically
        return _at_most(n, total - concordant)
    if alternative == "less":
        return _at_most(n, concordant)
    return min(1.0, 2 * _at_most(n, min(concordant, total - concordant)))


def _at_most(n, count):
    """The share of the orders of n items with at most `count` concordant pairs."""
    total = n * (n - 1) // 2
    if count >= total:
        return 1.0
    if 2 * count > total:
        return 1.0 - _at_most(n, total - count - 1)
    if count <= 1:  # one order, and n - 1 more
        return (n if count else 1) * math.exp(-math.lgamma(n + 1))
    # An item that is put into an order of k makes 0 to k pairs, all as often.
    share = numpy.zeros(count + 1)
    share[0] = 1.0
    for k in range(1, n):
        running = numpy.cumsum(share)
        running[k + 1 :] -= running[: -k - 1].copy() if k + 1 <= count else 0
        share = running / (k + 1)
    return float(share.sum())

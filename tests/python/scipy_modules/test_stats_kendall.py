# SPDX-License-Identifier: Apache-2.0
"""Kendall's tau beside SciPy's, and its counts beside those of all pairs."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats as reference
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_failure
from tenorite.scipy import stats
from tenorite.scipy.stats import _kendall

RNG = np.random.default_rng(7)


@pytest.fixture(autouse=True)
def on(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def compare(x, y, **options):
    with np.errstate(all="ignore"):
        expected = reference.kendalltau(x, y, **options)
    got = stats.kendalltau(tn.asarray(x), tn.asarray(y), **options)
    assert got._fields == expected._fields
    np.testing.assert_array_equal(host(got.correlation), host(got.statistic))
    dtype = np.result_type(x, y)
    dtype = dtype if dtype.kind == "f" else np.dtype(float)
    # Probabilities of tails: SciPy's and ours of the normal distribution, or of sums.
    for ours, theirs, rtol in zip(got, expected, (1e-14, 1e-10), strict=True):
        assert ours.shape == np.shape(theirs) and ours.dtype == dtype
        # SciPy 1.17 has float64 always. Of few bits the last may differ.
        rtol = max(rtol, np.finfo(dtype).eps if dtype.itemsize < 8 else 0)
        np.testing.assert_allclose(host(ours), np.asarray(theirs, dtype), rtol=rtol)


def pair(n, ties):
    """Two variables that are related, with ties in none, the first, or both."""
    x = RNG.integers(0, max(2, n // 2), n) if ties else RNG.permutation(n)
    y = RNG.integers(0, 4, n) if ties == 2 else x + RNG.normal(size=n) * n / 3
    return x, y


@pytest.mark.parametrize("ties", range(3))
@pytest.mark.parametrize("n", [3, 4, 10, 33, 34, 170, 1500])
def test_values(n, ties):
    for variant, alternative in itertools.product(
        "bc", ("two-sided", "less", "greater")
    ):
        x, y = pair(n, ties)
        options = {"variant": variant, "alternative": alternative}
        compare(x, y, **options)
        compare(x, -y, method="asymptotic", **options)


@pytest.mark.parametrize("n", [2, 5, 12, 40])
def test_probabilities_of_all_orders(n):
    for _ in range(8):
        x, y = RNG.permutation(n), RNG.permutation(n)
        for alternative in ("two-sided", "less", "greater"):
            compare(x, y, method="exact", alternative=alternative)
    x = np.arange(n)
    compare(x, x)
    compare(x, -x)
    compare(x, np.r_[x[1::-1], x[2:]], alternative="greater")


def test_probabilities_sum_to_all_orders():
    """The share of orders with k pairs, from every order of six items."""
    orders = list(itertools.permutations(range(6)))
    counts = [
        sum(a < b for a, b in itertools.combinations(order, 2)) for order in orders
    ]
    for k in range(16):
        share = sum(c <= k for c in counts) / len(orders)
        assert math.isclose(_kendall._at_most(6, k), share, rel_tol=1e-13)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, None, (0, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_axes(axis, keepdims):
    x = RNG.normal(size=(4, 21, 5)).round(1)
    y = x + RNG.normal(size=x.shape)
    compare(x, y, axis=axis, keepdims=keepdims)
    compare(x[:, ::-2], np.asfortranarray(y)[:, ::-2], axis=axis, keepdims=keepdims)
    if axis in (1, 2):
        compare(x[:1], y, axis=axis, keepdims=keepdims)


@pytest.mark.parametrize("letter", "?bBhilLefd")
def test_dtypes(letter):
    x = RNG.integers(0, 2 if letter == "?" else 50, 60).astype(letter)
    y = RNG.integers(0, 2 if letter == "?" else 50, 60).astype(letter)
    compare(x, y)


def test_nans_and_constants():
    x = RNG.normal(size=(3, 30))
    y = x + RNG.normal(size=x.shape)
    x[1, 4] = y[2, 7] = np.nan
    compare(x, y, axis=1)
    compare(x[0], np.ones(30))
    compare(x[0] * np.inf, y[0])
    same_failure((stats, reference), "kendalltau", "cpu", x, y, nan_policy="raise")
    with tn.config.using(fallback="allow"):
        compare(x, y, nan_policy="omit", axis=1)


def test_samples_that_are_too_small(device):
    for x in (np.zeros(0), np.zeros(1)):
        with pytest.warns(reference._axis_nan_policy.SmallSampleWarning):
            got = stats.kendalltau(tn.asarray(x), tn.asarray(x))
        assert math.isnan(got.statistic.item()) and math.isnan(got.pvalue.item())


def test_bad_arguments(device):
    modules = stats, reference
    x, y = np.arange(8.0), np.arange(8.0)[::-1].copy()
    tied = np.array([1.0, 1, 2, 3, 4, 5, 6, 7])
    for args, options, words in (
        ((x, y[:5]), {}, True),
        (
            (x, y),
            {"variant": "d"},
            "Unknown `variant` 'd' specified. `variant` must be 'b' or 'c'.",
        ),
        (
            (x, y),
            {"method": "other"},
            "Unknown `method` 'other' specified.  `method` must be'auto', 'exact' or "
            "'asymptotic'.",
        ),
        ((tied, y), {"alternative": "more"}, True),
        (
            (tied, y),
            {"method": "exact"},
            "Ties found; exact method cannot be used.",
        ),
    ):
        same_failure(modules, "kendalltau", device, *args, words=words, **options)
    same_failure(modules, "kendalltau", device, x, y, axis=3, words=False)


def test_counts_of_pairs():
    """Descending pairs of long lines against a count of all of them."""
    for n, top in ((1, 1), (2, 2), (255, 9), (256, 256), (900, 40)):
        ranks = RNG.integers(1, top + 1, (3, n))
        wanted = [(np.triu(line[:, None] > line, 1)).sum() for line in ranks]
        got = _kendall._inversions(tn.asarray(ranks))
        np.testing.assert_array_equal(host(got), wanted)

# SPDX-License-Identifier: Apache-2.0
"""Distributions: against NumPy's by Kolmogorov-Smirnov tests, the same bits anywhere."""

import hashlib
import os

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host

LONG = bool(os.environ.get("TENORITE_LONG_TESTS"))

CASES = [
    ("beta", 2, 3),
    ("beta", 0.4, 0.3),
    ("beta", 5, 0.2),
    ("binomial", 10, 0.3),
    ("binomial", 25, 0.5),
    ("binomial", 1000, 0.7),
    ("binomial", 10**9, 1e-9),
    ("binomial", 10**9, 0.3),
    ("chisquare", 3),
    ("exponential", 2),
    ("f", 5, 7),
    ("gamma", 0.3, 1),
    ("gamma", 3, 2),
    ("gamma", 50, 1),
    ("geometric", 0.2),
    ("geometric", 0.7),
    ("geometric", 1e-6),
    ("gumbel", 1, 2),
    ("hypergeometric", 15, 20, 12),
    ("hypergeometric", 5, 5, 9),
    ("hypergeometric", 1000, 2000, 500),
    ("hypergeometric", 10, 2000, 1500),
    ("hypergeometric", 2000, 100, 50),
    ("laplace", 1, 2),
    ("logistic", 1, 2),
    ("lognormal", 0, 0.5),
    ("logseries", 0.5),
    ("logseries", 0.99),
    ("logseries", 0.9999999),
    ("negative_binomial", 3, 0.4),
    ("negative_binomial", 100, 0.1),
    ("noncentral_chisquare", 3, 2),
    ("noncentral_chisquare", 0.5, 2),
    ("noncentral_chisquare", 1.5, 4),
    ("noncentral_f", 5, 9, 2),
    ("normal", 1, 2),
    ("pareto", 3),
    ("poisson", 3),
    ("poisson", 12),
    ("poisson", 1e9),
    ("power", 3),
    ("rayleigh", 2),
    ("standard_cauchy",),
    ("standard_exponential",),
    ("standard_gamma", 2),
    ("standard_normal",),
    ("standard_t", 5),
    ("triangular", 1, 2, 5),
    ("uniform", 1, 3),
    ("vonmises", 0, 4),
    ("vonmises", 1, 0.3),
    ("vonmises", 3, 2),
    ("vonmises", -100, 1),
    ("vonmises", 0, 2e6),
    ("wald", 2, 3),
    ("weibull", 0.5),
    ("weibull", 2),
    ("zipf", 1.2),
    ("zipf", 2.5),
    ("zipf", 9),
]
SINGLE = [("standard_normal",), ("standard_exponential",), ("standard_gamma", 2)]


def distance(x, y):
    """The Kolmogorov-Smirnov statistic of two samples, scaled for their sizes."""
    x, y = np.sort(x), np.sort(y)
    both = np.concatenate([x, y])
    shares = (np.searchsorted(z, both, "right") / z.size for z in (x, y))
    largest = np.abs(np.subtract(*shares)).max()
    return largest * np.sqrt(x.size * y.size / (x.size + y.size))


# Exceeded by chance with probability 2 exp(-2 * 2.5^2) = 7e-6; seeds are fixed.
LIMIT = 2.5


def numbers(name, parameters, n, seed, dtype=None):
    more = {} if dtype is None else {"dtype": dtype}
    ours = getattr(tn.random.default_rng(seed), name)(*parameters, size=n, **more)
    numpys = getattr(np.random.default_rng(seed + 1), name)(*parameters, size=n, **more)
    assert (ours.dtype, ours.shape) == (numpys.dtype, numpys.shape)
    return host(ours), numpys


def draws(device):
    return 10**7 if LONG else 5 * 10**5 if device == "cpu" else 10**6


@pytest.mark.parametrize("case", CASES, ids=str)
def test_distribution(device, case):
    name, *parameters = case
    n = draws(device)
    assert distance(*numbers(name, parameters, n, 1)) < LIMIT


@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_single_precision(device, case):
    name, *parameters = case
    n = draws(device)
    assert distance(*numbers(name, parameters, n, 2, "f")) < LIMIT


@pytest.mark.parametrize("count", (3, 10, 200, 255))
def test_integers_are_even(device, count):
    """Small words reject often; a chi-square of the counts."""
    for dtype in ("B", "H", "l"):
        x = host(tn.random.default_rng(4).integers(0, count, 300_000, dtype))
        counts = np.bincount(x, minlength=count)
        assert counts.size == count
        expected = x.size / count
        chi_square = ((counts - expected) ** 2 / expected).sum()
        assert abs(chi_square - (count - 1)) < 5 * np.sqrt(2 * (count - 1))


def test_tails(device):
    """Normals beyond 4 deviations come as often as they should, in both precisions."""
    for dtype in "fd":
        x = host(tn.random.default_rng(6).standard_normal(4_000_000, dtype=dtype))
        beyond = int((np.abs(x) > 4).sum())
        assert abs(beyond - 253.4) < 5 * np.sqrt(253.4)
        assert np.abs(x).max() < 6.5
        assert abs(float((x.astype("d") ** 4).mean()) - 3) < 5 * np.sqrt(96 / x.size)


def test_far_zipf_numbers(device):
    """Powers of a little more than 1 reach the last integers; a chi-square."""
    a, n = 1.05, draws(device)
    x = host(tn.random.default_rng(8).zipf(a, n))
    assert x.min() >= 1

    def beyond(k):
        """The sum of j^-a from k on (Euler, Maclaurin)."""
        return k ** (1 - a) / (a - 1) + k**-a / 2 + a * k ** (-a - 1) / 12

    edges = [2.0**e for e in range(5, 63, 2)] + [2.0**63]
    weights = np.array([beyond(k) for k in edges])
    first = sum(j**-a for j in range(1, 32))
    weights = np.concatenate([[first], weights[:-1] - weights[1:]])
    expected = n * weights / weights.sum()
    counts = np.histogram(x.astype("d"), [1.0, *edges])[0]
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - (counts.size - 1)) < 5 * np.sqrt(2 * (counts.size - 1))


def digest(x):
    return hashlib.sha256(np.ascontiguousarray(host(x)).tobytes()).hexdigest()[:12]


def digests():
    """What all devices make of some seeds, for every distribution."""
    found = {}
    for case in CASES:
        name, *parameters = case
        rng = tn.random.default_rng(99)
        found[str(case)] = digest(getattr(rng, name)(*parameters, size=10_007))
    for case in SINGLE:
        name, *parameters = case
        rng = tn.random.default_rng(99)
        x = getattr(rng, name)(*parameters, size=10_007, dtype="f")
        found[f"{case} f"] = digest(x)
    rng = tn.random.default_rng(99)
    found["integers"] = digest(rng.integers(0, 77, 10_007, "B"))
    found["array integers"] = digest(rng.integers(tn.arange(1000) - 5, 2000))
    found["array normal"] = digest(rng.normal(tn.arange(300.0)[:, None], tn.ones(41)))
    found["array poisson"] = digest(rng.poisson(tn.arange(40.0), (30, 40)))
    found["permutation"] = digest(rng.permutation(10_007))
    found["permuted"] = digest(rng.permuted(tn.arange(6000).reshape(60, 100), axis=0))
    found["choice"] = digest(rng.choice(100_000, 500, replace=False))
    found["multinomial"] = digest(rng.multinomial(1000, [0.2, 0.3, 0.5], 500))
    found["colours"] = digest(rng.multivariate_hypergeometric([9, 30, 5], 20, 500))
    return found


EXPECTED = {
    "('beta', 2, 3)": "463892343cf6",
    "('beta', 0.4, 0.3)": "ce3e31f25373",
    "('beta', 5, 0.2)": "3729fc235479",
    "('binomial', 10, 0.3)": "2dd71655895e",
    "('binomial', 25, 0.5)": "bc5107c9c764",
    "('binomial', 1000, 0.7)": "75f3eb0f659c",
    "('binomial', 1000000000, 1e-09)": "7194667605bc",
    "('binomial', 1000000000, 0.3)": "69aa7165e771",
    "('chisquare', 3)": "df242b3d5385",
    "('exponential', 2)": "f6e4232ed9b9",
    "('f', 5, 7)": "b2711dc30fe4",
    "('gamma', 0.3, 1)": "3d518d6ec81a",
    "('gamma', 3, 2)": "9eeea3d1ce07",
    "('gamma', 50, 1)": "2c7e8b63043a",
    "('geometric', 0.2)": "c2edf4425b2a",
    "('geometric', 0.7)": "1a7096e45af7",
    "('geometric', 1e-06)": "e56b44e5580d",
    "('gumbel', 1, 2)": "3f43430ed845",
    "('hypergeometric', 15, 20, 12)": "60c514c335cf",
    "('hypergeometric', 5, 5, 9)": "1984b9c88304",
    "('hypergeometric', 1000, 2000, 500)": "ce87eb3ac91c",
    "('hypergeometric', 10, 2000, 1500)": "ba02d6a916a7",
    "('hypergeometric', 2000, 100, 50)": "fe5de2d3038f",
    "('laplace', 1, 2)": "60b0b1239b18",
    "('logistic', 1, 2)": "0a52e127587e",
    "('lognormal', 0, 0.5)": "62238ec0373a",
    "('logseries', 0.5)": "155fd229628f",
    "('logseries', 0.99)": "bd80208eb5a7",
    "('logseries', 0.9999999)": "61be5196c232",
    "('negative_binomial', 3, 0.4)": "c145521cf487",
    "('negative_binomial', 100, 0.1)": "dd6b8d61dcf2",
    "('noncentral_chisquare', 3, 2)": "58b6d9ecf351",
    "('noncentral_chisquare', 0.5, 2)": "b896b97bf7fd",
    "('noncentral_chisquare', 1.5, 4)": "7b3b2270a84f",
    "('noncentral_f', 5, 9, 2)": "2014fbe334d2",
    "('normal', 1, 2)": "b78d112cb5e6",
    "('pareto', 3)": "e8dbd4b5faf3",
    "('poisson', 3)": "bdb7613f9dae",
    "('poisson', 12)": "a3299a03af87",
    "('poisson', 1000000000.0)": "822557809b16",
    "('power', 3)": "9f8aea98a223",
    "('rayleigh', 2)": "bd575290dd7e",
    "('standard_cauchy',)": "12e708d69f9b",
    "('standard_exponential',)": "91909f2e53db",
    "('standard_gamma', 2)": "313098d3e353",
    "('standard_normal',)": "8195b071ca27",
    "('standard_t', 5)": "072b0e3e0493",
    "('triangular', 1, 2, 5)": "fb18c196978e",
    "('uniform', 1, 3)": "4a83c0775197",
    "('vonmises', 0, 4)": "1b49e8993f55",
    "('vonmises', 1, 0.3)": "874f9653d5af",
    "('vonmises', 3, 2)": "16fc076c6914",
    "('vonmises', -100, 1)": "6cf9440f75c2",
    "('vonmises', 0, 2000000.0)": "05251c9edf8a",
    "('wald', 2, 3)": "3bc194fd5e18",
    "('weibull', 0.5)": "c6ce77a1a43a",
    "('weibull', 2)": "07cd1426a7c5",
    "('zipf', 1.2)": "17b476f9ae92",
    "('zipf', 2.5)": "d20daba73d06",
    "('zipf', 9)": "855a1cf00c6a",
    "('standard_normal',) f": "89565eecb451",
    "('standard_exponential',) f": "bbf2483c74ff",
    "('standard_gamma', 2) f": "bf123f013a79",
    "integers": "3996f5cf6d1e",
    "array integers": "276c472c8aad",
    "array normal": "8634600cf5ac",
    "array poisson": "eb1fbd32e663",
    "permutation": "fbaf460b4754",
    "permuted": "7980721321a7",
    "choice": "522f8ebd45e2",
    "multinomial": "e5a53a56fd68",
    "colours": "302b1d7babef",
}


def test_same_bits_everywhere(device):
    """The digests of one machine's CPU hold on every device."""
    assert digests() == EXPECTED


def test_same_bits_here(device):
    """The CPU's numbers, where the default device is another."""
    for case in CASES:
        name, *parameters = case
        here, there = (
            getattr(tn.random.default_rng(7, d), name)(*parameters, size=(17, 59))
            for d in (None, "cpu")
        )
        np.testing.assert_array_equal(host(here), host(there), err_msg=name)


def test_arrays_and_numbers_agree(device):
    """Parameters given as arrays make the numbers that they make as numbers."""
    for case in CASES:
        name, *parameters = case
        if not parameters or name == "uniform":
            continue
        rngs = [tn.random.default_rng(7) for _ in range(3)]
        expected = getattr(rngs[0], name)(*parameters, size=(6, 5))
        arrays = [tn.full(5, p) for p in parameters]
        got = getattr(rngs[1], name)(*arrays, size=(6, 5))
        np.testing.assert_array_equal(host(got), host(expected), err_msg=name)
        arrays = [np.full((6, 1), p) for p in parameters]
        arrays[0] = np.full((6, 5), parameters[0])
        got = getattr(rngs[2], name)(*arrays)
        np.testing.assert_array_equal(host(got), host(expected), err_msg=name)


# With parameters at and beside the limits of methods.
LIMITS = {
    "gamma": [(0.1, 2.0), (0.99, 1.0), (1.0, 1.0), (2.5, 1.5), (1e8, 1.0)],
    "beta": [(2.0, 3.0), (0.5, 0.5), (1.0, 2.0), (0.3, 7.0), (1.0, 1.0)],
    "f": [(4.0, 5.0), (1.0, 1.5), (0.5, 9.0), (2.0, 2.0)],
    "standard_t": [(0.5,), (2.0,), (5.0,), (1e9,)],
    "normal": [(1.0, 2.0)],
    "exponential": [(3.0,)],
    "poisson": [(0.5,), (9.9,), (50.0,), (1e7,)],
    "binomial": [(9, 0.3), (100, 0.7), (10**6, 0.4)],
    "hypergeometric": [(50, 60, 30), (9, 3, 5), (10**6, 10**5, 10**4)],
    "geometric": [(1e-300,), (1e-9,), (0.3,), (1.0,)],
    "logseries": [(0.0,), (1e-300,), (0.5,), (1 - 2.0**-53,)],
    "noncentral_chisquare": [(0.5, 2.0), (1.0, 3.0), (1.5, 3.0), (5.0, 0.0)],
    "vonmises": [(0.0, 1e-9), (1.0, 1e-8), (3.0, 2.0), (100.0, 4.0), (1.0, 1e7)],
    "wald": [(1e-3, 1.0), (2.0, 3.0)],
    "weibull": [(0.0,), (0.3,), (2.0,)],
    "zipf": [(1 + 2.0**-52,), (1.001,), (2.5,), (40.0,), (1024.9,), (1e6,)],
}


@pytest.mark.parametrize("name", LIMITS)
def test_arrays_and_numbers_agree_at_length(device, name):
    """Elements that are made together, with one set of parameters, are the same."""
    for parameters in LIMITS[name]:
        for n in (1, 255, 256, 257, 5000):
            draw = getattr(tn.random.default_rng(n), name)
            alike = getattr(tn.random.default_rng(n), name)
            arrays = [tn.full(n, x) for x in parameters]
            expected = host(alike(*arrays))
            found = host(draw(*parameters, size=n))
            np.testing.assert_array_equal(found, expected)

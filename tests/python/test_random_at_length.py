# SPDX-License-Identifier: Apache-2.0
"""10^8 numbers of each distribution against its exact distribution function.

They run on the GPU by default; TENORITE_LONG_TESTS=1 runs them on every device,
=0 on none.
"""

import itertools
import math
import os
from statistics import NormalDist

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host

N, CHUNK = 10**8, 10**7
CLASSES = 1000
NORMAL = NormalDist()


@pytest.fixture
def at_length(device):
    asked = os.environ.get("TENORITE_LONG_TESTS")
    if asked == "0" or (asked != "1" and not device.startswith("cuda")):
        pytest.skip("set TENORITE_LONG_TESTS=1")


def erlang(k):
    """The distribution function of gamma numbers of a whole shape."""
    return lambda x: 1 - math.exp(-x) * sum(x**i / math.factorial(i) for i in range(k))


def wald(mean, scale):
    def cdf(x):
        root = math.sqrt(scale / x)
        left = NORMAL.cdf(root * (x / mean - 1))
        return left + math.exp(2 * scale / mean) * NORMAL.cdf(-root * (x / mean + 1))

    return cdf


def student_5(t):
    angle = math.atan(t / math.sqrt(5))
    c = math.cos(angle)
    return 0.5 + (angle + math.sin(angle) * (c + 2 / 3 * c**3)) / math.pi


def vonmises(kappa):
    """By the trapezoidal rule, which is exact for periods but for rounding."""
    grid = np.linspace(-np.pi, np.pi, 100_001)
    density = np.exp(kappa * (np.cos(grid) - 1))
    total = np.concatenate([[0], np.cumsum((density[1:] + density[:-1]) / 2)])
    return lambda x: float(np.interp(x, grid, total / total[-1]))


def triangular(left, mode, right):
    def cdf(x):
        if x < mode:
            return (x - left) ** 2 / (right - left) / (mode - left)
        return 1 - (right - x) ** 2 / (right - left) / (right - mode)

    return cdf


# (method, parameters, the distribution function, where classes begin and end)
CONTINUOUS = [
    ("uniform", (1, 3), lambda x: (x - 1) / 2, (1, 3)),
    ("standard_normal", (), NORMAL.cdf, (-4, 4)),
    ("standard_exponential", (), erlang(1), (0, 12)),
    ("lognormal", (0, 0.5), lambda x: NORMAL.cdf(2 * math.log(x)), (0.15, 6)),
    ("gumbel", (1, 2), lambda x: math.exp(-math.exp((1 - x) / 2)), (-3, 20)),
    (
        "laplace",
        (1, 2),
        lambda x: (
            0.5 * math.exp((x - 1) / 2) if x < 1 else 1 - 0.5 * math.exp((1 - x) / 2)
        ),
        (-16, 18),
    ),
    ("logistic", (1, 2), lambda x: 1 / (1 + math.exp((1 - x) / 2)), (-16, 18)),
    ("pareto", (3,), lambda x: 1 - (1 + x) ** -3, (0, 15)),
    ("power", (3,), lambda x: x**3, (0, 1)),
    ("rayleigh", (2,), lambda x: -math.expm1(-(x**2) / 8), (0, 9)),
    ("weibull", (2,), lambda x: -math.expm1(-(x**2)), (0, 3.2)),
    ("standard_cauchy", (), lambda x: 0.5 + math.atan(x) / math.pi, (-40, 40)),
    ("triangular", (1, 2, 5), triangular(1, 2, 5), (1, 5)),
    ("standard_gamma", (1,), erlang(1), (0, 12)),
    ("gamma", (3, 1), erlang(3), (0, 16)),
    ("gamma", (30, 1), erlang(30), (10, 60)),
    ("gamma", (0.5, 2), lambda x: math.erf(math.sqrt(x / 2)), (0, 14)),
    ("chisquare", (4,), lambda x: erlang(2)(x / 2), (0, 26)),
    ("beta", (2, 3), lambda x: x * x * (6 - 8 * x + 3 * x * x), (0, 1)),
    (
        "beta",
        (0.5, 0.5),
        lambda x: 2 / math.pi * math.asin(math.sqrt(x)),
        (0, 1),
    ),
    ("f", (2, 4), lambda x: 1 - (1 + x / 2) ** -2.0, (0, 60)),
    ("standard_t", (5,), student_5, (-9, 9)),
    ("wald", (2, 3), wald(2, 3), (0.2, 12)),
    ("vonmises", (0, 4), vonmises(4), (-np.pi, np.pi)),
    ("vonmises", (0, 0.3), vonmises(0.3), (-np.pi, np.pi)),
]


def choose(n, k):
    """The logarithm of a binomial coefficient."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


# (method, parameters, the chance of k, the least k)
DISCRETE = [
    ("integers", (0, 1000), lambda k: 1e-3 if k < 1000 else 0.0, 0),
    ("poisson", (3,), lambda k: math.exp(k * math.log(3) - 3 - math.lgamma(k + 1)), 0),
    (
        "poisson",
        (120,),
        lambda k: math.exp(k * math.log(120) - 120 - math.lgamma(k + 1)),
        0,
    ),
    (
        "binomial",
        (25, 0.5),
        lambda k: math.exp(choose(25, k)) * 0.5**25 if k <= 25 else 0.0,
        0,
    ),
    (
        "binomial",
        (1000, 0.7),
        lambda k: (
            math.exp(choose(1000, k) + k * math.log(0.7) + (1000 - k) * math.log(0.3))
            if k <= 1000
            else 0.0
        ),
        0,
    ),
    ("geometric", (0.2,), lambda k: 0.2 * 0.8 ** (k - 1), 1),
    (
        "negative_binomial",
        (3, 0.4),
        lambda k: math.exp(choose(k + 2, k)) * 0.4**3 * 0.6**k,
        0,
    ),
    ("logseries", (0.5,), lambda k: 0.5**k / k / math.log(2), 1),
    ("zipf", (2,), lambda k: 6 / math.pi**2 / k**2, 1),
    (
        "hypergeometric",
        (15, 20, 12),
        lambda k: (
            math.exp(choose(15, k) + choose(20, 12 - k) - choose(35, 12))
            if k <= 12
            else 0.0
        ),
        0,
    ),
]


def chi_square(counts, chances):
    """How many deviations Pearson's sum over classes is off its mean."""
    expected = N * np.asarray(chances)
    wide = expected > 50  # the rest is one class
    counts = np.append(counts[wide], counts[~wide].sum())
    expected = np.append(expected[wide], expected[~wide].sum())
    if expected[-1] < 5:
        assert counts[-1] < 40
        counts, expected = counts[:-1], expected[:-1]
    degrees = len(counts) - 1
    total = ((counts - expected) ** 2 / expected).sum()
    return (total - degrees) / math.sqrt(2 * degrees)


def chunks(method, parameters, **more):
    rng = tn.random.default_rng(20)
    for _ in range(N // CHUNK):
        yield getattr(rng, method)(*parameters, size=CHUNK, **more)


def check_classes(draws, cdf, span, letter="d"):
    """Chi-square and Kolmogorov-Smirnov's distance at the ends of classes."""
    ends = np.linspace(*span, CLASSES + 1).astype(letter)
    at = np.array([min(1.0, max(0.0, cdf(float(x)))) for x in ends])
    lines = tn.asarray(ends)
    counts = np.zeros(CLASSES + 2, int)
    for x in draws:
        assert x.dtype == letter
        places = tn.searchsorted(lines, x, side="right")
        counts += host(tn.bincount(places, minlength=CLASSES + 2))
    chances = np.diff(np.concatenate([[0], at, [1]]))
    off = chi_square(counts, chances)
    distance = np.abs(np.cumsum(counts)[:-1] / N - at).max() * math.sqrt(N)
    print(f"chi-square {off:+.2f} deviations, distance {distance:.2f}")
    # By chance 6e-7 and 7e-6; the seed is fixed.
    assert abs(off) < 5 and distance < 2.5


@pytest.mark.parametrize("case", CONTINUOUS, ids=lambda c: f"{c[0]}{c[1]}")
def test_continuous(at_length, case):
    method, parameters, cdf, span = case
    check_classes(chunks(method, parameters), cdf, span)


@pytest.mark.parametrize("case", DISCRETE, ids=lambda c: f"{c[0]}{c[1]}")
def test_discrete(at_length, case):
    method, parameters, chance, least = case
    chances = [0.0] * least
    for k in itertools.count(least):
        chances.append(chance(k))
        if len(chances) > 2000:
            break
    top = len(chances)
    counts = np.zeros(top + 1, int)
    for x in chunks(method, parameters):
        assert x.dtype == np.int64 and int(x.min()) >= least
        counts += host(tn.bincount(tn.minimum(x, top), minlength=top + 1))
    off = chi_square(counts, [*chances, max(0.0, 1 - math.fsum(chances))])
    print(f"chi-square {off:+.2f} deviations")
    assert abs(off) < 5


@pytest.mark.parametrize("letter", "fd")
def test_uniform(at_length, letter):
    """A power of two of classes, which single precision divides evenly, too."""
    counts = np.zeros(1024, int)
    for x in chunks("random", (), dtype=letter):
        counts += host(tn.bincount((x * 1024).astype("l"), minlength=1024))
    assert abs(chi_square(counts, np.full(1024, 1 / 1024))) < 5


def test_single_precision_normals(at_length):
    draws = chunks("standard_normal", (), dtype="f")
    check_classes(draws, NORMAL.cdf, (-4, 4), "f")


# Central moments of even orders 2 and 4 and what of orders 4 and 8 their own
# deviations are made of.
MOMENTS = [
    ("random", (), 0.5, (1 / 12, 1 / 80, 1 / 2304)),
    ("standard_normal", (), 0.0, (1.0, 3.0, 105.0)),
    ("laplace", (0, 1), 0.0, (2.0, 24.0, 40320.0)),
]


@pytest.mark.parametrize("case", MOMENTS, ids=lambda c: c[0])
def test_moments(at_length, case):
    method, parameters, mean, (second, fourth, eighth) = case
    sums = np.zeros(4)
    for x in chunks(method, parameters):
        x = x - mean
        square = x * x
        parts = (x, square, square * x, square * square)
        sums += [float(part.sum()) for part in parts]
    found = sums / N
    sixth = {"random": 1 / 448, "standard_normal": 15.0, "laplace": 720.0}[method]
    variances = (second, fourth - second**2, sixth, eighth - fourth**2)
    off = (found - [0, second, 0, fourth]) / np.sqrt(np.divide(variances, N))
    print("moments off by", np.round(off, 2), "deviations")
    assert np.abs(off).max() < 5

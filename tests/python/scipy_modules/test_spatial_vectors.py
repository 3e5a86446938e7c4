# SPDX-License-Identifier: Apache-2.0
"""Distances of two vectors beside SciPy's: values, dtypes, weights, words."""

import functools

import numpy as np
import pytest
import scipy.linalg
import scipy.spatial.distance as reference
import tenorite as tn
from support.helpers import host, on_device
from support.scipy_calls import same_failure
from support.scipy_versions import scipy_is
from tenorite.scipy.spatial import distance
from tenorite.scipy.spatial.distance import _pairs, _vectors

MODULES = (distance, reference)
NUMBERS = ["euclidean", "sqeuclidean", "cityblock", "chebyshev", "minkowski", "cosine"]
NUMBERS += ["correlation", "braycurtis", "canberra"]
TRUTH = ["hamming", "jaccard", "dice", "rogerstanimoto", "russellrao", "sokalsneath"]
TRUTH += ["yule"]
NORMS = ["euclidean", "sqeuclidean", "minkowski"]
SUBTRACTING = ["euclidean", "cityblock", "chebyshev", "minkowski"]
W = np.array([0.5, 1, 0, 2, 0.1, 3, 1])


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def norms_of_118():
    """Norms of vectors along the last axis, in their precision, as since SciPy 1.18."""

    def minkowski(u, v, p=2, w=None):
        d = np.asarray(u) - np.asarray(v)
        if w is not None:
            w = reference._validate_weights(w)
            root = {1: lambda: w, 2: lambda: np.sqrt(w), np.inf: lambda: w != 0}
            d = root.get(p, lambda: w ** (1 / p))() * d
        return scipy.linalg.norm(d, ord=p, axis=-1)

    def sqeuclidean(u, v, w=None):
        inexact = [
            x if x.dtype.kind in "fc" else x.astype(float)
            for x in map(np.asarray, (u, v))
        ]
        d = inexact[0] - inexact[1]
        return np.vecdot(d, d if w is None else reference._validate_weights(w) * d)

    euclidean = functools.partial(minkowski, p=2)
    return {"minkowski": minkowski, "sqeuclidean": sqeuclidean, "euclidean": euclidean}


NEWER = {} if scipy_is(">=1.18") else norms_of_118()


def vectors(letter, n=7, seed=0):
    """Two vectors with zeros and common items, small enough for any integers."""
    rng = np.random.default_rng(seed)
    x, y = (rng.integers(0, 2 if letter == "?" else 3, n) for _ in range(2))
    if letter in "fd":
        return (x + x * rng.random(n)).astype(letter), (y * 1.5).astype(letter)
    return (np.maximum(x, y) if letter in "BH" else x).astype(letter), y.astype(letter)


def same(name, *args, rtol=None, **given):
    """Values, dtypes and shapes are SciPy's; a float of Python's is a float64."""
    moved = {k: on_device(x, None) for k, x in given.items()}
    call = lambda: getattr(distance, name)(*on_device(list(args), None), **moved)  # noqa: E731
    try:
        with np.errstate(all="ignore"):
            wanted = NEWER.get(name, getattr(reference, name))(*args, **given)
    except ValueError as error:  # two vectors of zeros
        assert name == "sokalsneath"
        with pytest.raises(ValueError, match=str(error)):
            call()
        return
    got = call()
    assert isinstance(got, (tn.ndarray, np.generic)) and got.shape == np.shape(wanted)
    assert tn.isscalar(got) == np.isscalar(wanted)
    assert got.dtype == np.asarray(wanted).dtype
    if rtol is None:  # sums in another order
        letters = {x.dtype.char for x in args if isinstance(x, np.ndarray)}
        rtol = 4e-3 if "e" in letters else 1e-6 if letters & {*"fF"} else 1e-14
    np.testing.assert_allclose(host(got), wanted, rtol=rtol, atol=rtol, err_msg=name)


@pytest.mark.filterwarnings("ignore:Casting complex")
@pytest.mark.filterwarnings("ignore:Calling norm:DeprecationWarning")  # of halves
@pytest.mark.parametrize("name", NUMBERS + TRUTH)
@pytest.mark.parametrize("letter", "dfeiB?D")
def test_dtypes_and_weights(name, letter):
    if letter in "FD" and name in ("cosine", "correlation"):
        pytest.skip("complex vectors are refused")
    if letter == "?" and name in SUBTRACTING:
        pytest.skip("truth values are not subtracted")
    for seed in range(2):
        u, v = vectors(letter, seed=seed)
        same(name, u, v)
        same(name, u, v, w=W)
        same(name, u[::-1], v[::-1], w=W.astype("f"))
        same(name, u[::2], v[::2], w=np.arange(4))


@pytest.mark.parametrize("name", NUMBERS + TRUTH)
def test_mixed_dtypes_and_lists(name):
    x, y = np.arange(3.0), np.array([4.0, 1, 0])
    same(name, x.astype("f"), y)
    same(name, x.astype("f"), y.astype("i"), rtol=1e-6)
    same(name, x.astype("?"), y.astype("i"))
    same(name, x.astype("B"), y.astype("b"))
    same(name, [1, 0, 1], [0, 1, 1])
    if name not in ("cosine", "correlation", "hamming"):
        same(name, np.array([2.0]), y)


@pytest.mark.parametrize("name", NUMBERS + TRUTH)
def test_long_vectors(name):
    rng = np.random.default_rng(2)
    u, v, w = rng.random((3, 4099))
    if name in TRUTH:
        u, v = u > 0.4, v > 0.5
    same(name, u, v, rtol=1e-12)
    same(name, u, v, w=w, rtol=1e-12)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NUMBERS + TRUTH)
def test_values_that_are_no_numbers(name):
    nothing = np.zeros(0)
    if name not in ("chebyshev", "rogerstanimoto", "russellrao", "sokalsneath"):
        same(name, nothing, nothing)
    zeros = np.zeros(3)
    if name != "sokalsneath":
        same(name, zeros, zeros)
    if name not in ("rogerstanimoto", "sokalsneath"):
        same(name, zeros, zeros + 1, w=zeros)
    if name in ("euclidean", "minkowski"):
        return  # refused
    for bad in (np.nan, np.inf):
        same(name, np.array([1, bad]), np.array([1.0, 2]))
        same(name, np.array([bad, 1]), np.array([1.0, 2]))
        same(name, np.array([1, bad, 3]), zeros, w=np.array([1.0, 0, 1]))
    same(name, np.array([1.0, 2, 0]), zeros + 1, w=np.array([1, np.nan, 2]))


@pytest.mark.parametrize("name", ["canberra", "jaccard", "yule", "hamming", "dice"])
@pytest.mark.parametrize("letter", "di?")
@np.errstate(divide="warn", invalid="warn")
def test_zeros_that_warn_of_nothing(name, letter):
    u, v = np.eye(2, 3).astype(letter)
    if (name, letter) != ("canberra", "?"):
        same(name, u, v)
        if name != "dice":
            same(name, v * 0, v * 0)
            same(name, v, v * 0, w=[1, 0, 1])


@pytest.mark.filterwarnings("ignore:Calling norm:DeprecationWarning")  # of halves
@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 2.0, 3, np.inf])
@pytest.mark.parametrize("letter", "dfeiD")
def test_powers(p, letter):
    u, v = vectors(letter)
    same("minkowski", u, v, p)
    same("minkowski", u, v, p, w=W)
    same("minkowski", np.zeros(0), np.zeros(0), p)


@pytest.mark.parametrize("letter", "dfiD")
def test_norms_along_the_last_axis(letter):
    u, v = (np.stack([x, 2 * x, x]).astype(letter) for x in vectors(letter))
    for one, other in ((u, v), (u, v[0]), (u[0], v), (u[:, None], v), (u[:0], v[:0])):
        for name in NORMS:
            same(name, one, other)
            same(name, one, other, w=W)
        same("minkowski", one, other, 1.5)


@pytest.mark.parametrize("letter", "dfilB")
def test_scales(letter):
    u, v = vectors(letter)
    V = np.arange(1.0, 8)
    VI = np.eye(7) + 0.1 * np.arange(7)
    same("seuclidean", u, v, V)
    same("seuclidean", u, v, V.astype("f"))
    same("mahalanobis", u, v, VI, rtol=1e-6 if letter == "f" else 1e-14)
    same("mahalanobis", u, v, VI.astype("f"), rtol=1e-6)
    same("mahalanobis", u, v, np.eye(7, dtype="l"), rtol=1e-14)
    stacked = np.stack([VI, VI])
    same("mahalanobis", u.astype("d"), v.astype("d"), stacked, rtol=1e-14)
    same("mahalanobis", u[:0], v[:0], np.eye(0))


def test_centers_of_correlation():
    u, v = vectors("d")
    for centered in (True, False):
        same("correlation", u, v, centered=centered)
        same("correlation", u, v, w=W, centered=centered)


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")
@pytest.mark.parametrize("letter", "dfei")
def test_jensenshannon(letter):
    rng = np.random.default_rng(1)
    P, Q = ((rng.random((3, 4)) * 9 + 1).astype(letter) for _ in range(2))
    P[1, 2] = 0
    # Differences of numbers that are nearly equal lose digits before the root.
    tol = {"f": 1e-4, "e": 1e-2}.get(letter, 1e-8)
    for given in (
        {},
        {"axis": 1},
        {"axis": -1, "keepdims": True},
        {"axis": None},
        {"axis": (0, 1)},
        *({"base": b} for b in (2, 2.5, np.float32(3), 1)),
    ):
        same("jensenshannon", P, Q, rtol=tol, **given)
    same("jensenshannon", P[0], Q[0], rtol=tol)
    same("jensenshannon", P[0], P[0], rtol=tol)
    same("jensenshannon", P, Q[:, :1], rtol=tol)
    same("jensenshannon", P, Q.astype("d"), rtol=tol)


def test_hausdorff(monkeypatch):
    rng = np.random.default_rng(0)
    P, Q = rng.random((70, 4)), rng.random((50, 4))
    for tile in (50 * 9, 2**25):
        monkeypatch.setattr(_pairs, "_TILE", tile)
        for u, v in ((P, Q), (Q, P), (P.astype("f"), Q), (P[:1], Q[:1]), (P, P[:20])):
            got = distance.directed_hausdorff(tn.asarray(u), tn.asarray(v))
            wanted = reference.directed_hausdorff(u, v)
            assert got[1:] == wanted[1:] and [*map(type, got)] == [float, int, int]
            assert got[0] == pytest.approx(wanted[0], rel=1e-14)
    assert distance.directed_hausdorff(tn.asarray(P), tn.asarray(P)) == (0.0, 0, 0)
    empty = tn.zeros((0, 4))
    assert distance.directed_hausdorff(empty, tn.asarray(P))[0] == 0
    assert distance.directed_hausdorff(tn.asarray(P), empty)[0] == np.inf


ONE, TWO, NAN = np.ones(2), np.ones((2, 2)), np.array([1, np.nan])
FAILURES = [
    *((name, (TWO, ONE), {}) for name in (*NUMBERS, *TRUTH) if name not in NORMS),
    *((name, (ONE, np.ones(3)), {}) for name in (*NUMBERS, *TRUTH)),
    *((name, (ONE, ONE), {"w": -ONE}) for name in (*NUMBERS, *TRUTH)),
    *((name, (ONE, ONE), {"w": TWO}) for name in (*NUMBERS, *TRUTH)),
    *((name, (ONE, ONE), {"w": np.ones(3)}) for name in (*NUMBERS, *TRUTH)),
    *((name, (ONE > 0, ONE > 0), {}) for name in SUBTRACTING),
    *((name, (ONE * 1j, ONE), {}) for name in ("cosine", "correlation")),
    *((name, (ONE, NAN), {}) for name in ("euclidean", "minkowski")),
    *((name, (ONE, NAN), {"w": -ONE}) for name in ("euclidean", "cosine")),
    ("minkowski", (ONE, ONE, 0), {}),
    ("minkowski", (ONE, NAN, np.inf), {}),
    ("chebyshev", (ONE[:0], ONE[:0]), {}),
    ("rogerstanimoto", (ONE[:0], ONE[:0]), {}),
    ("rogerstanimoto", (ONE, ONE), {"w": 0 * ONE}),
    ("russellrao", (ONE[:0], ONE[:0]), {}),
    ("sokalsneath", (0 * ONE, 0 * ONE), {}),
    ("sokalsneath", (ONE != 1, ONE != 1), {}),
    ("seuclidean", (ONE, ONE, np.ones(3)), {}),
    ("seuclidean", (ONE, np.ones(3), ONE), {}),
    ("seuclidean", (ONE, ONE, TWO), {}),
    ("seuclidean", (ONE, ONE, -ONE), {}),
    ("seuclidean", (ONE, ONE, 0 * ONE), {}),
    ("mahalanobis", (ONE, ONE, np.eye(3)), {}),
    ("mahalanobis", (ONE, ONE, ONE), {}),
    ("mahalanobis", (ONE, np.ones(3), TWO), {}),
    ("jensenshannon", (ONE, np.ones(3)), {}),
    ("jensenshannon", (ONE, ONE), {"axis": 2}),
    ("directed_hausdorff", (TWO, np.ones((2, 3))), {}),
    ("directed_hausdorff", (TWO, TWO), {"rng": 1, "seed": 2}),
    ("directed_hausdorff", (ONE, TWO), {}),
    ("directed_hausdorff", (TWO[None], TWO[None]), {}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:40])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


def test_powers_of_many_vectors(device):
    words = "p must be greater than 0"
    same_failure(MODULES, "minkowski", device, TWO, ONE, -1, words=words)


def test_functions_as_metrics():
    rng = np.random.default_rng(0)
    x, y = rng.random((5, 3)), rng.random((4, 3))
    for name in _vectors.__all__:
        if name not in TRUTH[2:]:  # those are SciPy's, as other functions
            assert _pairs._named(getattr(distance, name), {"w": None}) == name
    for name in ("euclidean", "cosine", "seuclidean", "mahalanobis"):
        their, mine = getattr(reference, name), getattr(distance, name)
        more = {"VI": np.eye(3)} if name == "mahalanobis" else {}
        more |= {"V": np.ones(3)} if name == "seuclidean" else {}
        moved = {k: tn.asarray(v) for k, v in more.items()}
        for got, wanted in (
            (
                distance.cdist(tn.asarray(x), tn.asarray(y), mine, **moved),
                reference.cdist(x, y, their, **more),
            ),
            (
                distance.pdist(tn.asarray(x), mine, **moved),
                reference.pdist(x, their, **more),
            ),
        ):
            np.testing.assert_allclose(host(got), wanted, rtol=1e-13, err_msg=name)
    with tn.config.using(fallback="allow"):
        got = distance.pdist(tn.asarray(x), distance.correlation, centered=False)
        np.testing.assert_allclose(host(got), reference.pdist(x, "cosine"))
        got = distance.pdist(tn.asarray(x), distance.yule)
        np.testing.assert_allclose(host(got), reference.pdist(x, reference.yule))

# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.spatial.distance against SciPy's."""

import inspect

import numpy as np
import pytest
import scipy.spatial
import scipy.spatial.distance
import tenorite as tn
import tenorite.scipy.spatial
from support.helpers import host
from support.scipy_calls import same_call, same_failure, warned
from tenorite.scipy.spatial import distance

MODULES = (distance, scipy.spatial.distance)
NUMERIC = ["euclidean", "sqeuclidean", "cityblock", "chebyshev", "minkowski", "cosine"]
NUMERIC += ["braycurtis", "canberra", "correlation", "hamming", "jaccard"]
TRUTH = ["dice", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]
OTHERS = ["jensenshannon", "seuclidean", "mahalanobis"]


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 4, shape).astype(letter)
    return rng.normal(size=shape).astype(letter)


def test_signatures():
    for name in distance.__all__:
        ours = inspect.signature(getattr(distance, name))
        assert ours == inspect.signature(getattr(scipy.spatial.distance, name))


@pytest.mark.parametrize("metric", NUMERIC + TRUTH + OTHERS)
@pytest.mark.parametrize("letter", "dfi?")
def test_metrics(device, metric, letter):
    x, y = numbers((9, 5), letter), numbers((7, 5), letter, 1)
    x[2], y[3] = x[1], x[1]
    if metric in ("jensenshannon", "cosine"):
        x, y = abs(x) + (letter != "?"), abs(y) + (letter != "?")
        x[:, 0] = y[:, 0] = 1
    if metric == "mahalanobis" and letter in "i?":
        return  # matrices that are nearly singular
    options = {"rtol": 1e-12, "order": False}
    same_call(MODULES, "cdist", device, x, y, metric, **options)
    same_call(MODULES, "pdist", device, x, metric, **options)
    if metric in NUMERIC + TRUTH:
        w = np.array([0.5, 1, 0, 2, 0.1])
        same_call(MODULES, "cdist", device, x, y, metric, w=w, **options)
        same_call(MODULES, "pdist", device, x, metric, w=w, **options)


def test_parameters_of_metrics(device):
    x, y = numbers((9, 5)), numbers((7, 5), seed=1)
    options = {"rtol": 1e-12, "order": False}
    for p in (0.5, 1, 3, np.inf):
        same_call(MODULES, "cdist", device, x, y, "minkowski", p=p, **options)
    V = np.arange(1.0, 6)
    same_call(MODULES, "cdist", device, x, y, "seuclidean", V=V, **options)
    VI = np.eye(5) + 0.1
    same_call(MODULES, "cdist", device, x, y, "mahalanobis", VI=VI, **options)
    for name in (
        "e",
        "Euclid",
        "cb",
        "cheb",
        "m",
        "js",
        "mah",
        "se",
        "sqe",
        "matching",
    ):
        same_call(MODULES, "pdist", device, abs(x), name, **options)


def test_outputs_and_few_points(device):
    x, y = numbers((4, 3)), numbers((2, 3), seed=1)
    out = tn.zeros((4, 2))
    assert distance.cdist(tn.asarray(x), tn.asarray(y), out=out) is out
    expected = scipy.spatial.distance.cdist(x, y)
    np.testing.assert_allclose(host(out), expected, rtol=1e-14)
    for wrong in (tn.zeros((2, 2)), tn.zeros((2, 4)).T, tn.zeros((4, 2), "f")):
        with pytest.raises(ValueError, match="Output array"):
            distance.cdist(tn.asarray(x), tn.asarray(y), out=wrong)
    same_call(MODULES, "cdist", device, x, y[:0])
    same_call(MODULES, "pdist", device, x[:1])


FAILURES = [
    ("cdist", (np.ones(3), np.ones((3, 3))), {}),
    ("cdist", (np.ones((3, 3)), np.ones(3)), {}),
    ("cdist", (np.ones((3, 3)), np.ones((3, 2))), {}),
    ("cdist", (np.ones((3, 3)), np.ones((3, 3)), "x"), {}),
    ("cdist", (np.ones((3, 3)), np.ones((3, 3)), 3), {}),
    ("cdist", (np.ones((3, 3)), np.ones((3, 3)), "seuclidean"), {"V": np.ones(2)}),
    ("cdist", (np.ones((3, 3)), np.ones((3, 3)), "seuclidean"), {"V": np.ones((3, 3))}),
    ("cdist", (np.ones((1, 3)), np.ones((1, 3)), "mahalanobis"), {}),
    ("cdist", (np.ones((3, 3)), np.ones((3, 3))), {"w": -np.ones(3)}),
    ("pdist", (np.ones(3),), {}),
    ("squareform", (np.ones(2),), {}),
    ("squareform", (np.ones((2, 3)),), {}),
    ("squareform", (np.ones((2, 2)),), {}),
    ("squareform", (np.array([[0.0, 1], [2, 0]]),), {}),
    ("squareform", (np.ones((2, 2, 2)),), {}),
    ("squareform", (np.ones((2, 2)), "tomatrix"), {}),
    ("squareform", (np.ones(3), "tovector"), {}),
    ("num_obs_dm", (np.ones(3),), {}),
    ("num_obs_y", (np.ones(2),), {}),
    ("num_obs_y", (np.ones(0),), {}),
]


@pytest.mark.parametrize("letter", "dfi")
def test_rows_without_a_distribution(device, letter):
    x, y = (
        np.array([[0, 0], [1, 2]], letter),
        np.array([[0, 0], [3, 1], [-1, 1]], letter),
    )
    same_call(MODULES, "cdist", device, x, y, "jensenshannon", rtol=1e-12, order=False)
    same_call(MODULES, "pdist", device, x, "jensenshannon", rtol=1e-12, order=False)


@pytest.mark.parametrize("metric", ["cosine", "correlation"])
@pytest.mark.parametrize("letter", "fd?")
def test_directions_that_are_equal(device, metric, letter):
    """A cosine that rounding makes more than 1 is no negative distance."""
    x = abs(numbers((40, 3), "d")).round(1) + 0.1
    x = np.concatenate([x, 3 * x, -7 * x]).astype(letter)
    x[:, 0] += x[:, 0] == x[:, 1]
    options = {"rtol": 1e-12, "order": False}
    for name, given in (("pdist", (x,)), ("cdist", (x, x))):
        found, _ = same_call(MODULES, name, device, *given, metric, **options)
        assert not (host(found) < 0).any() and not (host(found) > 2).any()


def test_inverse_covariances_of_another_size(device):
    x = tn.ones((2, 3))
    with pytest.raises(ValueError, match=r"VI must have shape \(3, 3\)"):
        distance.cdist(x, x, "mahalanobis", VI=tn.eye(2))


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:40])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


def test_forms(device):
    for letter in "dfil?":
        for n in (1, 2, 3, 10):
            v = numbers(n * (n - 1) // 2, letter)
            _, matrix = same_call(MODULES, "squareform", device, v, order=False)
            same_call(MODULES, "squareform", device, matrix, order=False)
    for d in (
        np.zeros((3, 3)),
        np.ones((3, 3)),
        np.zeros(3),
        np.triu(np.ones((3, 3)), 1),
    ):
        for tol in (0.0, 0.5):
            got = warned(lambda: distance.is_valid_dm(tn.asarray(d), tol, warning=True))  # noqa: B023
            expected = warned(
                lambda: scipy.spatial.distance.is_valid_dm(d, tol, warning=True)  # noqa: B023
            )
            assert got == expected
    for n in range(8):
        y = np.zeros(n)
        assert distance.is_valid_y(tn.asarray(y)) == scipy.spatial.distance.is_valid_y(
            y
        )
    assert (
        distance.num_obs_y(tn.zeros(6)) == 4
        and distance.num_obs_dm(tn.zeros((4, 4))) == 4
    )


def test_functions_as_metrics_are_scipys(device):
    x, y = np.arange(12.0).reshape(4, 3), np.arange(6.0).reshape(2, 3) ** 2
    with tn.Device(device), tn.config.using(fallback="allow"):
        mine, other = tn.asarray(x), tn.asarray(y)
        for metric in (lambda u, v: abs(u - v).max(), distance.cosine):
            their = scipy.spatial.distance.cosine
            their = their if metric is distance.cosine else metric
            np.testing.assert_allclose(
                distance.cdist(mine, other, metric).get(),
                scipy.spatial.distance.cdist(x, y, their),
            )
            np.testing.assert_allclose(
                distance.pdist(mine, metric).get(),
                scipy.spatial.distance.pdist(x, their),
            )


SPATIAL = (tenorite.scipy.spatial, scipy.spatial)
POWERS = [1, 2, 2.0, 3, 0.5, 1.5, np.inf]


@pytest.mark.parametrize("letter", "dfiBFD?")
@pytest.mark.parametrize("p", POWERS)
def test_minkowski_distances(p, letter, device):
    x, y = numbers((4, 1, 3), letter), numbers((5, 3), "d", 1)
    if letter in "FD":
        x = x + numbers((4, 1, 3), "d", 2).astype(letter) * 1j
    x[0, 0, 0] = np.nan if letter in "dfFD" else 0
    options = {"rtol": 1e-13, "order": False}
    for name in ("minkowski_distance_p", "minkowski_distance"):
        for args in ((x, y), (x[0, 0], y[0]), (x[:, :0], y[:0]), (x[:0], y)):
            same_call(SPATIAL, name, device, *args, p, **options)
    for args in ((x[:, 0], y), (y, y), (y[:0], y), (x[:0, 0], y[:0])):
        same_call(SPATIAL, "distance_matrix", device, *args, p, **options)
        same_call(SPATIAL, "distance_matrix", device, *args, p, 1, **options)


def test_vectors_of_no_items(device):
    x, y = np.zeros((2, 0)), np.zeros((3, 0))
    for p in (1, 2, 3):
        same_call(SPATIAL, "distance_matrix", device, x, y, p)
    for p in (0, np.inf):
        same_failure(SPATIAL, "distance_matrix", device, x, y, p)


def test_failures_of_minkowski_distances(device):
    x, y = numbers((4, 3)), numbers((5, 2))
    same_failure(SPATIAL, "distance_matrix", device, x, y)
    same_failure(SPATIAL, "distance_matrix", device, x, y[0])
    same_failure(SPATIAL, "distance_matrix", device, x[None], y)
    same_failure(SPATIAL, "minkowski_distance", device, x, y, words=False)
    same_failure(SPATIAL, "minkowski_distance", device, x, x, 0)

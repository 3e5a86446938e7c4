# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.cluster.vq beside scipy.cluster.vq."""

import numpy as np
import pytest
import scipy.cluster.vq as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import cluster
from tenorite.scipy.cluster import vq

RNG = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def points(n, d, groups=4, dtype="d"):
    centres = RNG.normal(size=(groups, d)) * 8
    x = centres[RNG.integers(0, groups, n)] + RNG.normal(size=(n, d))
    return x.astype(dtype)


def equal(got, wanted, rtol=1e-12):
    for one, other in zip(got, wanted, strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape
        np.testing.assert_allclose(host(one), other, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i8"])
@pytest.mark.parametrize("d", [1, 3, 20])
def test_nearest_codes(d, dtype, monkeypatch):
    monkeypatch.setattr(vq, "_TILE", 7 * 10)
    x, codes = points(90, d, dtype=dtype), points(7, d, dtype=dtype)
    got = vq.vq(tn.asarray(x), tn.asarray(codes))
    equal(got, reference.vq(x, codes), rtol=1e-4 if dtype == "f4" else 1e-12)
    turned = tn.asarray(np.asfortranarray(x))[::-1]
    equal(vq.vq(turned, tn.asarray(codes)), reference.vq(x[::-1], codes), rtol=1e-4)


def test_lines_of_numbers_and_nothing():
    x = RNG.normal(size=30)
    equal(vq.vq(tn.asarray(x), tn.asarray(x[:4])), reference.vq(x, x[:4]))
    nothing = np.zeros((0, 2))
    two = np.ones((2, 2))
    equal(vq.vq(tn.asarray(nothing), tn.asarray(two)), reference.vq(nothing, two))
    assert np.isinf(host(vq.vq(tn.asarray(two), tn.asarray(nothing))[1])).all()


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_whiten(dtype):
    x = points(50, 3, dtype=dtype)
    equal([vq.whiten(tn.asarray(x))], [reference.whiten(x)], rtol=1e-5)
    x[:, 1] = 2
    with pytest.warns(RuntimeWarning, match="Some columns have standard deviation"):
        got = vq.whiten(tn.asarray(x))
    with pytest.warns(RuntimeWarning):
        equal([got], [reference.whiten(x)], rtol=1e-5)


@pytest.mark.parametrize("d", [1, 2, 12])
def test_kmeans(d):
    x = points(200, d)
    guess = x[:4]
    equal(vq.kmeans(tn.asarray(x), tn.asarray(guess)), reference.kmeans(x, guess))
    # A code that no point is near to is left out.
    far = np.concatenate([guess, np.full((1, d), 1e6)])
    equal(vq.kmeans(tn.asarray(x), tn.asarray(far)), reference.kmeans(x, far))
    with tn.config.using(random="numpy"):
        for how in ({"rng": 3}, {"seed": 3}, {"rng": np.random.default_rng(3)}):
            got = vq.kmeans(tn.asarray(x), 4, iter=5, **how)
            if "rng" in how:
                how = {"rng": np.random.default_rng(3)}
            equal(got, reference.kmeans(x, 4, iter=5, **how))
    line = x[:, 0]
    got = vq.kmeans(tn.asarray(line), tn.asarray(line[:3]))
    equal(got, reference.kmeans(line, line[:3]))


@pytest.mark.filterwarnings("ignore:One of the clusters")
@pytest.mark.parametrize("minit", ["random", "points", "++", "matrix"])
@pytest.mark.parametrize("shape", [(150, 3), (150, 1), (150,), (5, 9)])
def test_kmeans2(minit, shape, device, monkeypatch):
    def numpys(a, **how):
        return map(tn.asarray, np.linalg.svd(host(a), **how))

    if device != "cpu":  # draws depend on the signs of singular vectors
        monkeypatch.setattr(vq, "svd", numpys)
    x = points(shape[0], shape[-1] if len(shape) > 1 else 1).reshape(shape)
    k = x[:3] if minit == "matrix" else 3
    with tn.config.using(random="numpy"):
        ours = tn.asarray(k) if minit == "matrix" else k
        got = vq.kmeans2(tn.asarray(x), ours, iter=6, minit=minit, rng=5)
    equal(got, reference.kmeans2(x, k, iter=6, minit=minit, rng=5), rtol=1e-9)


def test_empty_clusters():
    x = tn.asarray(points(20, 2))
    codes = tn.asarray(np.array([[0, 0], [1e9, 1e9]]))
    with pytest.warns(UserWarning, match="One of the clusters is empty"):
        found, _ = vq.kmeans2(x, codes, minit="matrix")
    assert host(found)[1].tolist() == [1e9, 1e9]
    with pytest.raises(cluster.vq.ClusterError, match="One of the clusters is empty"):
        vq.kmeans2(x, codes, minit="matrix", missing="raise")


def test_clusters_are_found_from_any_state():
    x = np.concatenate([points(50, 2, 1), points(50, 2, 1) + 100])
    for minit in ("points", "++"):
        _, numbers = vq.kmeans2(tn.asarray(x), 2, minit=minit, iter=20)
        assert len({tuple(host(numbers)[k : k + 50]) for k in (0, 50)}) == 2
    codes, distance = vq.kmeans(tn.asarray(x), 2)
    assert codes.shape == (2, 2) and float(distance) < 3


@pytest.mark.parametrize("given", ["seed", "rng"])
@pytest.mark.parametrize("minit", ["points", "++"])
def test_first_codes_are_scipys(minit, given):
    x = points(50, 2)
    with tn.config.using(random="numpy"):
        found, _ = vq.kmeans2(tn.asarray(x), 3, minit=minit, **{given: 3})
    expected, _ = reference.kmeans2(x, 3, minit=minit, **{given: 3})
    np.testing.assert_allclose(host(found), expected)


X = np.arange(12.0).reshape(6, 2)
Z = X * 1j


@pytest.mark.parametrize(
    "call",
    [
        lambda v, t: v.vq(t(X), t(X[:, :1])),
        lambda v, t: v.vq(t(X), t(X[0])),
        lambda v, t: v.vq(t(np.zeros((2, 2, 2))), t(np.zeros((2, 2, 2)))),
        lambda v, t: v.vq(t(X * np.nan), t(X[:2])),
        lambda v, t: v.vq(t(Z), t(X[:2])),
        lambda v, t: v.vq(t(X), t(Z[:2])),
        lambda v, t: v.kmeans(t(Z), 2),
        lambda v, t: v.kmeans(t(X), t(Z[:2])),
        lambda v, t: v.kmeans2(t(Z), 2, minit="points"),
        lambda v, t: v.kmeans(t(X), 0),
        lambda v, t: v.kmeans(t(X), 2.5),
        lambda v, t: v.kmeans(t(X), t(np.zeros((0, 2)))),
        lambda v, t: v.kmeans(t(X), 2, iter=0),
        lambda v, t: v.kmeans(t(X), 2, seed=0, rng=0),
        lambda v, t: v.kmeans2(t(X), 2, iter=0),
        lambda v, t: v.kmeans2(t(X), 2, minit="x"),
        lambda v, t: v.kmeans2(t(X), 2, missing="x"),
        lambda v, t: v.kmeans2(t(X), t(X[0]), minit="matrix"),
        lambda v, t: v.kmeans2(t(X), t(X[:2, :1]), minit="matrix"),
        lambda v, t: v.kmeans2(t(np.zeros((2, 2, 2))), 2),
        lambda v, t: v.kmeans2(t(X), 0),
        lambda v, t: v.kmeans2(t(np.zeros((0, 2))), 2),
    ],
)
def test_errors(call):
    _, error = outcome(lambda: call(reference, np.asarray))
    _, mine = outcome(lambda: call(vq, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

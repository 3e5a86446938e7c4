# SPDX-License-Identifier: Apache-2.0
"""KDTree beside SciPy's."""

import pickle

import numpy as np
import pytest
import scipy.spatial as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import spatial
from tenorite.scipy.spatial import _kdtree

RNG = np.random.default_rng(0)
DATA = RNG.random((60, 3))
X = RNG.random((25, 3))


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def equal(got, wanted):
    for one, other in zip(got, wanted, strict=True):
        other = np.asarray(other)
        assert one.dtype == other.dtype and one.shape == other.shape
        np.testing.assert_allclose(host(one), other, rtol=1e-13)


@pytest.mark.parametrize("tile", [60 * 7, 2**20])
@pytest.mark.parametrize("p", [1, 1.5, 2, 3, np.inf])
@pytest.mark.parametrize("k", [1, 2, 7, 60, 70, [1], [2, 5], [3, 1], 2.5])
def test_neighbours(k, p, tile, monkeypatch):
    monkeypatch.setattr(_kdtree, "_TILE", tile)
    theirs, ours = reference.KDTree(DATA), spatial.KDTree(tn.asarray(DATA))
    equal(ours.query(tn.asarray(X), k, p=p), theirs.query(X, k, p=p))
    bound = {"distance_upper_bound": 0.3, "p": p}
    equal(ours.query(tn.asarray(X), k, **bound), theirs.query(X, k, **bound))


def test_shapes_and_types():
    data, x = (a.astype("f4") for a in (DATA, X))
    theirs, ours = reference.KDTree(data), spatial.KDTree(tn.asarray(data))
    for points in (x[0], x.reshape(5, 5, 3), x[:0], x[::-2]):
        for k in (1, 3):
            equal(ours.query(tn.asarray(points), k), theirs.query(points, k))
    whole = np.arange(12).reshape(6, 2)
    theirs, ours = reference.KDTree(whole), spatial.KDTree(tn.asarray(whole))
    equal(ours.query(tn.asarray(whole), 2), theirs.query(whole, 2))
    theirs, ours = reference.KDTree(DATA[:0]), spatial.KDTree(tn.asarray(DATA[:0]))
    equal(ours.query(tn.asarray(X), 2), theirs.query(X, 2))
    assert (ours.n, ours.m) == (0, 3)


def test_what_is_scipys(monkeypatch):
    theirs, ours = reference.KDTree(DATA), spatial.KDTree(tn.asarray(DATA))
    round_ours = spatial.KDTree(tn.asarray(DATA), boxsize=1.0)
    with pytest.raises(NotImplementedError, match="KDTree.query"):
        round_ours.query(tn.asarray(X))
    with tn.config.using(fallback="allow"):
        np.testing.assert_array_equal(host(ours.maxes), theirs.maxes)
        box = {"boxsize": 1.0}
        around = spatial.KDTree(tn.asarray(DATA), **box).query(tn.asarray(X), 2)
        equal(around, reference.KDTree(DATA, **box).query(X, 2))
        monkeypatch.setattr(_kdtree, "_FEW", 10)  # the host walks a tree
        equal(ours.query(tn.asarray(X), 3), theirs.query(X, 3))
    again = pickle.loads(pickle.dumps(ours))
    equal(again.query(tn.asarray(X), 3), theirs.query(X, 3))


@pytest.mark.parametrize("box", [0.1, [2.0, 2.0, 0.5], [1.0, 1.0, 1.0, 1.0], -1.0])
def test_boxes_that_do_not_hold_the_points(box):
    wanted = outcome(lambda: reference.KDTree(DATA, boxsize=box))
    with tn.config.using(fallback="allow"):
        got = outcome(lambda: spatial.KDTree(tn.asarray(DATA), boxsize=box))
    assert (type(got[1]), str(got[1])) == (type(wanted[1]), str(wanted[1]))


Z = np.zeros((3, 2))


@pytest.mark.parametrize(
    "call",
    [
        lambda s, t: s.KDTree(t(np.zeros(3))),
        lambda s, t: s.KDTree(t(Z * 1j)),
        lambda s, t: s.KDTree(t(Z * np.nan)),
        lambda s, t: s.KDTree(t(Z), leafsize=0),
        lambda s, t: s.KDTree(t(Z)).query(t(np.zeros(3))),
        lambda s, t: s.KDTree(t(Z)).query(t(Z), k=0),
        lambda s, t: s.KDTree(t(Z)).query(t(Z), k=[]),
        lambda s, t: s.KDTree(t(Z)).query(t(Z), k=None),
        lambda s, t: s.KDTree(t(Z)).query(t(Z), p=0.5),
        lambda s, t: s.KDTree(t(Z)).query(t(Z * np.nan)),
        lambda s, t: s.KDTree(t(Z)).query(t(Z * 1j)),
        lambda s, t: s.KDTree(t(Z)).query(t(Z), workers=0),
    ],
)
def test_errors(call):
    _, error = outcome(lambda: call(reference, np.asarray))
    _, mine = outcome(lambda: call(spatial, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

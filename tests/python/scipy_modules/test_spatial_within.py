# SPDX-License-Identifier: Apache-2.0
"""Points of KDTree within a distance, beside SciPy's."""

import numpy as np
import pytest
import scipy.sparse
import scipy.spatial as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import sparse, spatial
from tenorite.scipy.spatial import _kdtree, _within

RNG = np.random.default_rng(0)
DATA = RNG.random((60, 3))
X = RNG.random((24, 3))
WHOLE = RNG.integers(0, 5, (50, 2))  # many are as far as a radius, or in one place
POWERS = [1, 1.5, 2, 3, 4, np.inf]


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


@pytest.fixture(params=[60 * 7, 2**20], autouse=True)
def tile(request, monkeypatch):
    monkeypatch.setattr(_within, "TILE", request.param)


def trees(data, kind="KDTree", **given):
    theirs, ours = getattr(reference, kind), getattr(spatial, kind)
    return theirs(data, **given), ours(tn.asarray(data), **given)


def equal(got, wanted, rtol=0):
    """The same type, dtype, shape and values."""
    if isinstance(wanted, (np.ndarray, np.generic)):
        assert got.dtype == wanted.dtype and got.shape == wanted.shape
        assert tn.isscalar(got) == np.isscalar(wanted)
        np.testing.assert_allclose(host(got), wanted, rtol=rtol)
    else:
        assert type(got) is type(wanted) and got == wanted


def equal_lists(got, wanted):
    if isinstance(wanted, list):
        assert type(got) is list and got == sorted(wanted)
        assert all(type(i) is int for i in got)
        return
    assert type(got) is np.ndarray and got.shape == wanted.shape
    assert got.dtype == wanted.dtype == object
    for one, other in zip(got.reshape(-1), wanted.reshape(-1), strict=True):
        equal_lists(one, other)


@pytest.mark.parametrize("p", POWERS)
def test_balls(p):
    theirs, ours = trees(DATA)
    for r in (0.3, 0, 0.7, np.inf, np.nan, -0.3, np.linspace(0, 0.6, 24)):
        mine = tn.asarray(r) if isinstance(r, np.ndarray) else r
        for how in ({}, {"return_sorted": True}, {"eps": 0.0, "workers": -1}):
            got = ours.query_ball_point(tn.asarray(X), mine, p, **how)
            equal_lists(got, theirs.query_ball_point(X, r, p, **how))
        got = ours.query_ball_point(tn.asarray(X), mine, p, return_length=True)
        equal(got, theirs.query_ball_point(X, r, p, return_length=True))
    theirs, ours = trees(WHOLE)
    for r in (0, 1, 2, np.arange(50) % 4):
        mine = tn.asarray(r) if isinstance(r, np.ndarray) else r
        got = ours.query_ball_point(tn.asarray(WHOLE), mine, p)
        equal_lists(got, theirs.query_ball_point(WHOLE, r, p))


def test_shapes_of_balls():
    for kind in ("KDTree", "cKDTree"):
        theirs, ours = trees(DATA, kind)
        grid = X.reshape(4, 6, 3)
        for x in (X[0], grid, grid[:, ::2], X[:0], X[:0].reshape(0, 2, 3), X[::-3]):
            n = x.shape[:-1]
            for r in (0.3, np.full(n[-1:], 0.4), np.full((1, *n), 0.2), [0.3]):
                if isinstance(r, list) and not n:
                    continue  # SciPy wants a number
                mine = tn.asarray(r) if isinstance(r, np.ndarray) else r
                equal_lists(
                    ours.query_ball_point(tn.asarray(x), mine),
                    theirs.query_ball_point(x, r),
                )
                how = {"return_length": True}
                equal(
                    ours.query_ball_point(tn.asarray(x), mine, **how),
                    theirs.query_ball_point(x, r, **how),
                )
    theirs, ours = trees(DATA[:0])
    equal_lists(ours.query_ball_point(tn.asarray(X), 1), theirs.query_ball_point(X, 1))


@pytest.mark.parametrize("p", POWERS)
def test_pairs(p):
    for data in (DATA, DATA.astype("f"), WHOLE, DATA[:1], DATA[:0]):
        theirs, ours = trees(data)
        for r in (0.2, 1, np.inf, np.nan, -0.2):
            wanted = theirs.query_pairs(r, p)
            got = ours.query_pairs(r, p)
            assert got == wanted and type(got) is set
            assert all(type(i) is int for pair in got for i in pair)
            array = ours.query_pairs(r, p, output_type="ndarray")
            assert isinstance(array, tn.ndarray) and array.dtype == np.dtype(np.intp)
            assert array.shape == (len(wanted), 2)
            assert [*map(tuple, host(array))] == sorted(wanted)


@pytest.mark.parametrize("p", POWERS)
@pytest.mark.parametrize("data", [DATA, WHOLE], ids=["real", "whole"])
def test_counts(p, data):
    x = X if data is DATA else WHOLE[:20]
    (theirs, ours), (tree, mine) = trees(data), trees(x)
    u, v = RNG.random(len(data)), RNG.random(len(x))
    for r in (0.3, 2, np.inf, np.nan, np.array(0.3)):
        equal(ours.count_neighbors(mine, r, p), theirs.count_neighbors(tree, r, p))
    radii = np.array([0, 0.3, 0.3, 0.9, 2, 3, np.inf])
    for r in (radii, radii[::-2], radii[:0], [0.9, 0.3], radii[2:3]):
        moved = tn.asarray(r) if isinstance(r, np.ndarray) else r
        equal(ours.count_neighbors(mine, moved, p), theirs.count_neighbors(tree, r, p))
    for weights in ((u, v), (u, None), (None, v), (None, None)):
        moved = tuple(None if w is None else tn.asarray(w) for w in weights)
        for r in (0.3, radii):
            for cumulative in (True, False):
                given = tn.asarray(r) if isinstance(r, np.ndarray) else r
                got = ours.count_neighbors(mine, given, p, moved, cumulative)
                wanted = theirs.count_neighbors(tree, r, p, weights, cumulative)
                equal(got, wanted, rtol=1e-12)
    got = ours.count_neighbors(ours, 0.5, p, tn.asarray(u))
    equal(got, theirs.count_neighbors(theirs, 0.5, p, u), rtol=1e-12)
    got = ours.count_neighbors(mine, tn.asarray(radii), p, cumulative=False)
    equal(got, theirs.count_neighbors(tree, radii, p, cumulative=False))


@pytest.mark.parametrize("p", POWERS)
def test_sparse_matrices(p):
    for data, x in ((DATA, X), (WHOLE, WHOLE), (DATA[:0], X), (DATA, X[:0])):
        (theirs, ours), (tree, mine) = trees(data), trees(x)
        for r in (0.4, 1, np.nan):
            wanted = theirs.sparse_distance_matrix(tree, r, p, "dict")
            got = ours.sparse_distance_matrix(mine, r, p, "dict")
            assert type(got) is dict and got.keys() == wanted.keys()
            for (i, j), d in got.items():
                assert (type(i), type(j), type(d)) == (int, int, float)
                assert d == pytest.approx(wanted[i, j], rel=1e-14)
            coo = ours.sparse_distance_matrix(mine, r, p, output_type="coo_matrix")
            other = theirs.sparse_distance_matrix(tree, r, p, output_type="coo_matrix")
            assert isinstance(coo, sparse.coo_matrix)
            assert (coo.shape, coo.dtype, coo.nnz) == (other.shape, "f8", other.nnz)
            np.testing.assert_allclose(
                host(coo.toarray()), other.toarray(), rtol=1e-14, atol=0
            )
            dok = ours.sparse_distance_matrix(mine, r, p)
            assert isinstance(dok, sparse.dok_matrix)
            assert isinstance(dok._theirs, scipy.sparse.dok_matrix)
            assert dict(dok._theirs) == got and dok._theirs.shape == other.shape
            record = ours.sparse_distance_matrix(mine, r, p, output_type="ndarray")
            wanted = theirs.sparse_distance_matrix(tree, r, p, output_type="ndarray")
            assert record.dtype == wanted.dtype and record.shape == wanted.shape
            np.testing.assert_array_equal(
                record[["i", "j"]], np.sort(wanted)[["i", "j"]]
            )
            assert record["v"].tolist() == [*got.values()]


@pytest.mark.parametrize("p", POWERS)
def test_balls_of_trees(p):
    for data, x in ((DATA, X), (WHOLE, WHOLE), (DATA[:0], X), (DATA, X[:0])):
        (theirs, ours), (tree, mine) = trees(data), trees(x)
        for r in (0.4, 1, np.nan, np.inf):
            wanted = [sorted(x) for x in theirs.query_ball_tree(tree, r, p)]
            got = ours.query_ball_tree(mine, r, p)
            assert got == wanted and all(type(x) is list for x in got)


def test_classes():
    ours = spatial.KDTree(tn.asarray(DATA))
    older = spatial.cKDTree(tn.asarray(DATA))
    assert isinstance(ours, spatial.cKDTree) and not isinstance(older, spatial.KDTree)
    assert ours.count_neighbors(older, 0.3) == older.count_neighbors(ours, 0.3)
    assert (older.n, older.m) == (60, 3) and "cKDTree of 60" in repr(older)
    with pytest.warns(np.exceptions.ComplexWarning):
        assert spatial.cKDTree(tn.asarray(DATA * 1j)).n == 60
    for got, wanted in zip(
        older.query(tn.asarray(X), 2), reference.cKDTree(DATA).query(X, 2), strict=True
    ):
        np.testing.assert_allclose(host(got), wanted, rtol=1e-13)


def test_what_is_scipys(monkeypatch):
    box = {"boxsize": 1.0}
    (theirs, ours), (tree, mine) = trees(DATA), trees(X)
    (round_theirs, round_ours), (_, round_mine) = trees(DATA, **box), trees(X, **box)
    names = "query_ball_tree count_neighbors sparse_distance_matrix".split()
    for call in (
        lambda: ours.query_pairs(0.3, p=0.5),
        lambda: round_ours.query_pairs(0.3),
        lambda: round_ours.query_ball_point(tn.asarray(X), 0.3),
        *(lambda n=n: getattr(ours, n)(mine, 0.3, p=0.5) for n in names),
        *(lambda n=n: getattr(round_ours, n)(round_mine, 0.3) for n in names),
    ):
        with pytest.raises(NotImplementedError, match="spatial.KDTree"):
            call()
    with tn.config.using(fallback="allow"):
        assert round_ours.query_pairs(0.3) == round_theirs.query_pairs(0.3)
        found = round_ours.query_ball_point(tn.asarray(X), 0.3)
        equal_lists(found, round_theirs.query_ball_point(X, 0.3))
        with pytest.raises(TypeError, match="Argument 'other' has incorrect type"):
            ours.count_neighbors(tn.asarray(X), 0.3)
        monkeypatch.setattr(_kdtree, "_FEW", 10)  # the host walks a tree
        for name in names[:2]:
            got = getattr(ours, name)(mine, 0.3)
            assert got == getattr(theirs, name)(tree, 0.3)
        got = ours.sparse_distance_matrix(mine, 0.3)
        assert isinstance(got, sparse.dok_matrix)
        wanted = theirs.sparse_distance_matrix(tree, 0.3)
        np.testing.assert_array_equal(host(got.toarray()), wanted.toarray())
        assert ours.query_pairs(0.3) == theirs.query_pairs(0.3)
        equal_lists(
            ours.query_ball_point(tn.asarray(X), 0.3), theirs.query_ball_point(X, 0.3)
        )


FLAT = np.zeros((3, 2))


@pytest.mark.parametrize(
    "call",
    [
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT[0, :1]), 1),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(X), 1),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT * np.nan), 1),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT * 1j), 1),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT), "a"),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT), 1j),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT), 1, workers=0),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT), t(np.ones(2))),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT), t(np.ones((3, 1)))),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_point(t(FLAT[0]), t(np.ones(3))),
        lambda s, t: s.KDTree(t(FLAT)).query_pairs("a"),
        lambda s, t: s.KDTree(t(FLAT)).query_pairs([1.0]),
        lambda s, t: s.KDTree(t(FLAT)).query_pairs(1, output_type="list"),
        lambda s, t: s.KDTree(t(FLAT)).query_ball_tree(s.KDTree(t(X)), 1),
        lambda s, t: s.KDTree(t(FLAT)).count_neighbors(s.KDTree(t(X)), 1),
        lambda s, t: s.KDTree(t(FLAT)).count_neighbors(s.KDTree(t(FLAT)), "a"),
        lambda s, t: s.KDTree(t(FLAT)).count_neighbors(s.KDTree(t(FLAT)), t(FLAT)),
        lambda s, t: s.KDTree(t(FLAT)).count_neighbors(
            s.KDTree(t(FLAT)), [0.3, 0.1], cumulative=False
        ),
        *(
            lambda s, t, w=w: s.KDTree(t(FLAT)).count_neighbors(
                s.KDTree(t(FLAT)), 1, weights=t(w) if not isinstance(w, tuple) else w
            )
            for w in (np.ones(3), np.ones((2, 3)), (1, 2, 3))
        ),
        *(
            lambda s, t, w=w: s.KDTree(t(FLAT)).count_neighbors(
                s.KDTree(t(FLAT)), 1, weights=(t(w), None)
            )
            for w in (np.ones(2), np.ones((3, 1)))
        ),
        lambda s, t: s.KDTree(t(FLAT)).sparse_distance_matrix(s.KDTree(t(X)), 1),
        lambda s, t: s.KDTree(t(FLAT)).sparse_distance_matrix(
            s.KDTree(t(FLAT)), 1, output_type="csr"
        ),
        lambda s, t: s.KDTree(t(FLAT)).sparse_distance_matrix(s.KDTree(t(FLAT)), "a"),
    ],
)
def test_errors(call):
    _, error = outcome(lambda: call(reference, np.asarray))
    _, mine = outcome(lambda: call(spatial, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

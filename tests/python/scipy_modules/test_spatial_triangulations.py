# SPDX-License-Identifier: Apache-2.0
"""Delaunay triangulations: SciPy's, searched on the device."""

import pickle
import warnings

import numpy as np
import pytest
import scipy.spatial as theirs
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import spatial as ours

RNG = np.random.default_rng(0)
COUNTS = {2: 400, 3: 150, 4: 60, 5: 30}
ARRAYS = """points simplices neighbors equations vertex_to_simplex convex_hull
    coplanar min_bound max_bound""".split()


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def both(points, **options):
    """(our triangulation, SciPy's)."""
    with tn.config.using(fallback="allow"):
        mine = ours.Delaunay(tn.asarray(points), **options)
    return mine, theirs.Delaunay(points, **options)


def same(got, wanted):
    assert isinstance(got, tn.ndarray)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    np.testing.assert_array_equal(host(got), wanted)


@pytest.mark.parametrize("ndim", COUNTS)
def test_arrays_and_simplices(ndim):
    points = RNG.random((COUNTS[ndim], ndim))
    mine, other = both(points)
    for name in ARRAYS:
        same(getattr(mine, name), getattr(other, name))
    np.testing.assert_allclose(host(mine.transform), other.transform, 1e-9, 1e-9)
    pairs = zip(
        mine.vertex_neighbor_vertices, other.vertex_neighbor_vertices, strict=True
    )
    for one, two in pairs:
        same(one, two)
    for name in ("ndim", "npoints", "nsimplex", "furthest_site", "paraboloid_scale"):
        assert getattr(mine, name) == getattr(other, name)
    x = RNG.random((3, 700, ndim)) * 1.2 - 0.1
    x[0, :3, 0], x[0, 3] = (np.nan, np.inf, -np.inf), 7
    same(mine.find_simplex(tn.asarray(x)), other.find_simplex(x))
    same(mine.find_simplex(tn.asarray(x), True), other.find_simplex(x, True))
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        wanted = theirs.tsearch(other, x[0])
    same(ours.tsearch(mine, tn.asarray(x[0])), wanted)
    single = x[1].astype("f4")[::-2]
    same(mine.find_simplex(tn.asarray(single)), other.find_simplex(single))
    for some in (x[2, 0], x[:0], x[:, :0]):
        same(mine.find_simplex(tn.asarray(some)), other.find_simplex(some))
    for name in ("lift_points", "plane_distance"):
        got, wanted = (getattr(o, name) for o in (mine, other))
        got, wanted = got(tn.asarray(x[:2, 5:9])), wanted(x[:2, 5:9])
        assert got.shape == wanted.shape and got.dtype == wanted.dtype
        np.testing.assert_allclose(host(got), wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("ndim", [2, 3])
def test_points_on_faces_and_degenerate_simplices(ndim):
    """A grid, some of whose simplices are flat: which one has a point is not unique."""
    axes = [np.arange(6.0)] * ndim
    points = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, ndim)
    points = np.concatenate([points, points[: 20 * ndim] + 1e-14])
    mine, other = both(points)
    flat = np.isnan(other.transform)
    np.testing.assert_array_equal(np.isnan(host(mine.transform)), flat)
    assert flat.any() and not flat.all()
    x = np.concatenate([points, points + 0.25, points + 0.5, points - 5.5])
    found, wanted = host(mine.find_simplex(tn.asarray(x))), other.find_simplex(x)
    assert (found[wanted >= 0] >= 0).all()  # SciPy's walks miss some
    assert (found[((x < -0.1) | (x > 5.1)).any(axis=1)] == -1).all()
    inside = found >= 0
    map_, at = other.transform[found[inside]], x[inside]
    c = np.einsum("pij,pj->pi", map_[:, :ndim], at - map_[:, ndim])
    c = np.concatenate([c, 1 - c.sum(axis=1, keepdims=True)], axis=1)
    c = c[np.isfinite(c).all(axis=1)]
    assert len(c) > 50 and c.min() > -1e-6
    tolerant = mine.find_simplex(tn.asarray(points - 0.01), tol=0.02)
    same(tolerant >= 0, other.find_simplex(points - 0.01, tol=0.02) >= 0)


def test_one_simplex_and_the_farthest_site():
    mine, other = both(np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]))
    x = RNG.random((50, 2)) * 3 - 0.5
    same(mine.find_simplex(tn.asarray(x)), other.find_simplex(x))
    points = RNG.normal(size=(30, 2))
    mine, other = both(points, furthest_site=True)
    same(mine.find_simplex(tn.asarray(points / 9)), other.find_simplex(points / 9))


def test_points_are_added():
    points, x = RNG.random((60, 2)), RNG.random((200, 2))
    mine, other = both(points[:20], incremental=True)
    for part in (points[20:40], points[40:]):
        mine.find_simplex(tn.asarray(x))
        with tn.config.using(fallback="allow"):
            mine.add_points(tn.asarray(part))
        other.add_points(part)
        same(mine.simplices, other.simplices)
        same(mine.find_simplex(tn.asarray(x)), other.find_simplex(x))
    mine.close()


def test_objects():
    points = RNG.random((20, 2))
    mine, other = both(points)
    again = pickle.loads(pickle.dumps(mine))
    same(again.find_simplex(tn.asarray(points * 0.9)), other.find_simplex(points * 0.9))
    assert isinstance(again, ours.Delaunay) and str(mine.points.device) in str(
        tn.Device()
    )
    assert repr(mine) == "<tenorite.scipy.spatial.Delaunay of 20 points>"
    with tn.config.using(fallback="allow"):
        lists = ours.Delaunay(points.tolist(), qhull_options="Qbb Qc")
    same(lists.simplices, theirs.Delaunay(points, qhull_options="Qbb Qc").simplices)


@pytest.mark.parametrize(
    "call",
    [
        lambda s, t: s.Delaunay(t(np.zeros(3))),
        lambda s, t: s.Delaunay(t(np.full((5, 2), np.nan))),
        lambda s, t: s.Delaunay(np.ma.zeros((5, 2))),
        lambda s, t: s.Delaunay(t(np.eye(3))).find_simplex(t(np.zeros(2))),
        lambda s, t: s.Delaunay(t(CORNERS)).find_simplex(t(np.zeros(3))),
        lambda s, t: s.Delaunay(t(CORNERS)).plane_distance(t(np.zeros(3))),
        lambda s, t: s.Delaunay(t(CORNERS)).add_points(t(CORNERS)),
    ],
)
def test_errors(call):
    with tn.config.using(fallback="allow"):
        _, error = outcome(lambda: call(theirs, np.asarray))
        _, mine = outcome(lambda: call(ours, tn.asarray))
    assert error is not None
    first = str(error).partition("\n")[0]  # behind it Qhull names the run
    assert (type(mine), str(mine).partition("\n")[0]) == (type(error), first)


CORNERS = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 3.0]])


def test_triangulations_are_made_on_the_host():
    with pytest.raises(NotImplementedError, match=r"scipy\.spatial\.Delaunay"):
        ours.Delaunay(tn.asarray(CORNERS))

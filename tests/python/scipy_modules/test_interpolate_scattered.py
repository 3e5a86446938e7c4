# SPDX-License-Identifier: Apache-2.0
"""Interpolation of scattered data beside SciPy's; RBFInterpolator has its own tests."""

import pickle

import numpy as np
import pytest
import scipy.interpolate as theirs
import scipy.spatial
import tenorite as tn
from support.helpers import host, on_device, outcome
from support.scipy_calls import warned
from tenorite.scipy import interpolate as ours
from tenorite.scipy import spatial

RNG = np.random.default_rng(0)
TRIANGULATED = ("LinearNDInterpolator", "CloughTocher2DInterpolator")
NAMES = (*TRIANGULATED, "NearestNDInterpolator")
TAILS = [(), (3,), (2, 2), (0,)]


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def numbers(shape, letter):
    y = RNG.random(shape) * 9
    return (y + 1j * RNG.random(shape) if letter in "FD" else y).astype(letter)


def equal(got, wanted, tol=1e-10):
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1e-300)
    np.testing.assert_allclose(host(got), wanted, rtol=0, atol=tol * scale)


def both(name, *args, **options):
    """(our interpolator, SciPy's)."""
    with tn.config.using(fallback="allow"):
        mine = getattr(ours, name)(*on_device(args, tn.Device()), **options)
    return mine, getattr(theirs, name)(*args, **options)


def same(mine, other, *x):
    equal(mine(*on_device(x, tn.Device())), other(*x))


@pytest.mark.parametrize("letter", "dfi?DF")
@pytest.mark.parametrize("name", NAMES)
def test_types_and_shapes(name, letter):
    points, x = RNG.random((80, 2)), RNG.random((20, 30, 2)) * 1.2 - 0.1
    for tail in TAILS:
        mine, other = both(name, points, numbers((80, *tail), letter))
        for at in (x, x[0], x[0, 0], x[:0], x[::-1, ::2].astype("f4"), x[:, :0]):
            same(mine, other, at)
        same(mine, other, x[..., 0], x[..., 1])
        same(mine, other, x[:, :1, 0], x[0, :, 1])
        same(mine, other, (x[..., 0], x[..., 1]))
        equal(mine(0.5, 0.25), np.asarray(other(0.5, 0.25)))
        equal(mine([0.5, 0.25, 0.1, 0.2]), other([0.5, 0.25, 0.1, 0.2]))


@pytest.mark.parametrize("rescale", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_points(name, rescale):
    points, x = RNG.random((150, 2)), RNG.random((300, 2)) * 1.2 - 0.1
    points[:, 1] *= 1e-3
    x[:, 1] *= 1e-3
    values = np.sin(points @ [3, 4000])
    mine, other = both(name, points, values, rescale=rescale)
    same(mine, other, x)
    equal(mine(tn.asarray(points)), values)
    mine, other = both(name, tuple(points.T.copy()), values, rescale=rescale)
    same(mine, other, x)
    same(pickle.loads(pickle.dumps(mine)), other, x)
    whole = np.unique((points * [9, 9000]).astype(int), axis=0)
    mine, other = both(name, whole, whole.sum(axis=1), rescale=rescale)
    if name != "NearestNDInterpolator":  # of which several may be the nearest
        same(mine, other, np.array([[2.3, 4.1], [-1, 5], [3, 3]]))


@pytest.mark.parametrize("ndim, count", [(3, 100), (4, 50), (5, 30)])
def test_more_axes(ndim, count):
    points, x = RNG.random((count, ndim)), RNG.random((200, ndim))
    for name in ("LinearNDInterpolator", "NearestNDInterpolator"):
        same(*both(name, points, numbers((count, 2), "d")), x)


@pytest.mark.parametrize("name", TRIANGULATED)
def test_outside_and_nan(name):
    points = RNG.random((40, 2))
    values = numbers(40, "D")
    x = np.array([[0.5, np.nan], [np.inf, 0.5], [-1, 0.2], [3, 3], [0.5, 0.5]])
    for fill in (np.nan, 7, -1 + 2j):
        same(*both(name, points, values, fill_value=fill), x)
    same(*both(name, points, values.real.copy(), 3), x)
    values[3] = np.nan
    if name == "LinearNDInterpolator":
        same(*both(name, points, values), RNG.random((300, 2)))


@pytest.mark.parametrize("name", TRIANGULATED)
def test_tolerance(name):
    mine, other = both(name, RNG.random((40, 2)), RNG.random(40))
    border = other.tri.points[other.tri.convex_hull].mean(axis=1)
    beyond = tn.asarray(0.5 + (border - 0.5) * (1 + 1e-9))
    assert np.isnan(host(mine(beyond))).all()
    near = host(mine(beyond, simplex_tolerance=1e8))
    np.testing.assert_allclose(near, other(0.5 + (border - 0.5) * (1 - 1e-9)), 1e-6)
    with pytest.raises(ValueError, match="^simplex_tolerance must be positive$"):
        mine(0.5, 0.5, simplex_tolerance=0)


@pytest.mark.parametrize("name", TRIANGULATED)
def test_triangulations_of_the_caller(name):
    points, values = RNG.random((40, 2)), RNG.random(40)
    with tn.config.using(fallback="allow"):
        made = spatial.Delaunay(tn.asarray(points))
        mine = getattr(ours, name)(made, tn.asarray(values))
    other = getattr(theirs, name)(scipy.spatial.Delaunay(points), values)
    same(mine, other, RNG.random((60, 2)))
    if name == "LinearNDInterpolator":  # which needs nothing more of the host
        same(ours.LinearNDInterpolator(made, tn.asarray(values)), other, points * 0.9)


def test_cubics_of_few_rounds():
    points, values = RNG.random((60, 2)), RNG.random((60, 2)) * 1e3
    options = {"maxiter": 1, "tol": 1e-12}
    made = {}

    def make(side):
        args = (points, values)
        args = args if side is theirs else on_device(args, tn.Device())
        made[side] = side.CloughTocher2DInterpolator(*args, **options)

    with tn.config.using(fallback="allow"):
        mine, other = (warned(lambda s=s: make(s))[2] for s in (ours, theirs))
    assert len(other) == 2 and [str(x) for _, x in mine] == [x for _, x in other]
    same(made[ours], made[theirs], RNG.random((60, 2)))
    equal(made[ours].grad, made[theirs].grad)


def test_options_of_neighbours():
    points, values = RNG.random((60, 2)), numbers((60, 2), "i")
    mine, other = both("NearestNDInterpolator", points, values)
    x = RNG.random((4, 5, 2)) * 2
    for options in (
        {"p": 1},
        {"distance_upper_bound": 0.1},
        {"eps": 0.1, "workers": -1},
    ):
        if "eps" not in options:
            equal(mine(tn.asarray(x), **options), other(x, **options))
        else:
            mine(tn.asarray(x), **options)
    both("NearestNDInterpolator", points, values, tree_options={"leafsize": 4})


@pytest.mark.parametrize("method", ["nearest", "linear", "cubic"])
def test_griddata(method):
    points, values = RNG.random((60, 2)), RNG.random(60)
    grid = tuple(np.meshgrid(np.linspace(0, 1, 9), np.linspace(0, 1, 8)))
    for x in (grid, RNG.random((7, 2))):
        for options in ({}, {"fill_value": 3.0}, {"rescale": True}):
            mine, other = both("griddata", points, values, x, method, **options)
            equal(mine, other)
    line = RNG.random(30)
    for given in (line, line[:, None], (line,)):
        for x in (np.linspace(-0.1, 1.1, 9), (np.linspace(-0.1, 1.1, 9),)):
            equal(*both("griddata", given, values[:30], x, method))


def made(name, points=(9, 2), values=9, **options):
    points = RNG.random(points)
    values = np.arange(9.0)[:values]
    return lambda i, t: getattr(i, name)(t(points), t(values), **options)


def called(name, *x):
    return lambda i, t: made(name)(i, t)(*map(t, x))


@pytest.mark.parametrize(
    "call",
    [
        *(made(name, values=8) for name in NAMES),
        *(made(name, (9, 1)) for name in NAMES),
        *(made(name, (9,)) for name in NAMES),
        made("NearestNDInterpolator", (9, 2, 2)),
        made("CloughTocher2DInterpolator", (9, 3)),
        *(made(name, fill_value=1j) for name in TRIANGULATED),
        *(called(name, np.ones((4, 3))) for name in NAMES),
        *(called(name, np.ones(3)) for name in NAMES),
        *(called(name, np.ones(3), np.ones(4)) for name in NAMES),
        called("NearestNDInterpolator", np.full((2, 2), np.nan)),
        lambda i, t: i.griddata(t(np.eye(3)), t(np.ones(3)), t(np.eye(3)), "cubic"),
        lambda i, t: i.griddata(t(np.eye(3)), t(np.ones(3)), t(np.eye(3)), "other"),
        lambda i, t: i.griddata(t(np.ones(3)), t(np.ones(3)), (1, 2), "linear"),
    ],
)
def test_errors(call):
    with tn.config.using(fallback="allow"):
        _, error = outcome(lambda: call(theirs, np.asarray))
        _, mine = outcome(lambda: call(ours, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_triangulations_are_not_scaled():
    points = RNG.random((9, 2))
    with tn.config.using(fallback="allow"):
        made = spatial.Delaunay(tn.asarray(points))
    with pytest.raises(ValueError, match="^Rescaling is not supported when passing a"):
        ours.LinearNDInterpolator(made, tn.ones(9), rescale=True)

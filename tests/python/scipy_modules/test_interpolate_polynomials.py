# SPDX-License-Identifier: Apache-2.0
"""Polynomials through points, Krogh's and barycentric ones, beside SciPy's."""

import pickle

import numpy as np
import pytest
import scipy.interpolate as theirs
import tenorite as tn
from support.helpers import host, on_device, outcome
from support.scipy_calls import same_failure, warned
from tenorite.scipy import interpolate as ours
from tenorite.scipy.interpolate import _polyint

MODULES = ours, theirs
RNG = np.random.default_rng(0)
NODES = np.cos(np.linspace(0, 3, 7))
REPEATED = np.array([0, 0, 0, 1, 2, 2, 3.0])
SHAPES = [((7,), 0), ((7, 3), 0), ((2, 7, 3), 1), ((2, 7), -1), ((7, 0), 0)]
POINTS = [
    np.linspace(-1, 1, 12).reshape(3, 4),
    np.array([np.nan, 1.0, 0.5]),
    np.arange(3),
    np.linspace(-1, 1, 5).astype("f4"),
    NODES[:3],
    np.array(0.3),
]
CASES = {
    "Krogh": ("KroghInterpolator", NODES),
    "Krogh, repeated": ("KroghInterpolator", REPEATED),
    "Krogh, integers": ("KroghInterpolator", np.arange(7)),
    "barycentric": ("BarycentricInterpolator", NODES),
    "barycentric, integers": ("BarycentricInterpolator", np.arange(7)),
}


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def values(shape, letter):
    y = RNG.random(shape) * 9
    return (y + 1j * RNG.random(shape) if letter in "FD" else y).astype(letter)


def equal(got, wanted, tol=1e-10, scale=0):
    wanted = np.asarray(wanted)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=max(scale, 1e-300))
    np.testing.assert_allclose(host(got), wanted, rtol=0, atol=tol * scale)


def both(name, *args, **kwargs):
    """(our object, SciPy's)."""
    moved = on_device(args, tn.Device())
    named = {key: on_device(x, tn.Device()) for key, x in kwargs.items()}
    return getattr(ours, name)(*moved, **named), getattr(theirs, name)(*args, **kwargs)


@pytest.mark.parametrize("letter", "dfiDF")
@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("case", CASES)
def test_values_and_derivatives(case, shape, axis, letter):
    name, xi = CASES[case]
    mine, other = both(name, xi, values(shape, letter), axis)
    assert mine.dtype == other.dtype and (mine.n, mine.r) == (other.n, other.r)
    for x in POINTS:
        # In single precision SciPy's steps are rounded elsewhere.
        tol = 1e-9 if x.dtype.char != "f" else 1e-5
        moved = tn.asarray(x)
        with np.errstate(invalid="ignore"):
            equal(mine(moved), other(x), tol)
            for der in (1, 2, 6, 7, 9) if shape[-1] else ():
                equal(mine.derivative(moved, der), other.derivative(x, der), tol)
            for der in (None, 1, 3, 7, 8):
                wanted = other.derivatives(x, der)
                equal(mine.derivatives(moved, der), wanted, tol)
    for x in (np.zeros(0), np.zeros((2, 0))):
        equal(mine(tn.asarray(x)), other(x))
        wanted = other.derivatives(x, 2)
        equal(mine.derivatives(tn.asarray(x), 2), wanted)


def test_memory_is_that_of_a_tile(monkeypatch):
    mine, other = both("BarycentricInterpolator", NODES, values((7, 2), "d"))
    x = np.concatenate([np.linspace(-1, 1, 50), NODES])
    monkeypatch.setattr(_polyint, "_TILE", 7 * 8)
    equal(mine(tn.asarray(x)), other(x))


@pytest.mark.parametrize("name", ["krogh", "barycentric"])
def test_functions(name):
    y = values((2, 7), "d")
    for x in (np.linspace(-1, 1, 5), 0.25):
        for der in (0, 2, [0, 2], [3], [1, 0], np.int64(1)):
            mine, other = both(f"{name}_interpolate", NODES, y, x, der=der, axis=1)
            equal(mine, other, 1e-9)
    lists = getattr(ours, f"{name}_interpolate")([0.0, 1, 2], [0, 1, 4], [1.5])
    equal(lists, np.array([2.25]))


def test_many_points_of_interpolation():
    xi = np.cos(np.pi * np.arange(400) / 399)
    mine, other = both("BarycentricInterpolator", xi, np.sin(5 * xi), rng=3)
    x = np.linspace(-1, 1, 300)
    equal(mine(tn.asarray(x)), np.sin(5 * x), 1e-12)
    np.testing.assert_allclose(host(mine.wi), other.wi, rtol=1e-10)
    weights = np.where(np.arange(400) % 399 == 0, 0.5, 1.0) * (-1) ** np.arange(400)
    mine, other = both("BarycentricInterpolator", xi, np.sin(5 * xi), wi=weights)
    equal(mine(tn.asarray(x)), other(x), 1e-13)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_points_are_added(count):
    """SciPy's signs are wrong where an even number of points was there before."""
    y = values((7, 2), "d")
    mine = ours.BarycentricInterpolator(*map(tn.asarray, (NODES[:3], y[:3])))
    other = theirs.BarycentricInterpolator(NODES[:3], y[:3])
    x = np.linspace(-1, 1, 9)
    equal(mine.derivative(tn.asarray(x)), other.derivative(x))
    for first, last in ((3, 4), (4, 3 + count))[:count]:
        mine.add_xi(*map(tn.asarray, (NODES[first:last], y[first:last])))
    other = theirs.BarycentricInterpolator(NODES[: 3 + count], y[: 3 + count])
    equal(mine(tn.asarray(x)), other(x))
    equal(mine.derivative(tn.asarray(x)), other.derivative(x), 1e-9)


def test_values_are_set():
    y = values((3, 7), "D")
    for points in (NODES, NODES[:4]):
        mine = ours.BarycentricInterpolator(tn.asarray(points))
        mine.add_xi(tn.asarray(NODES[len(points) :]))
        mine.set_yi(tn.asarray(y), axis=1)
        other = theirs.BarycentricInterpolator(NODES, y, 1)
        equal(mine(tn.asarray(POINTS[0])), other(POINTS[0]))
    again = pickle.loads(pickle.dumps(mine))
    equal(again(tn.asarray(POINTS[0])), other(POINTS[0]))


def test_a_warning():
    x = np.linspace(0, 1, 31)
    wanted = warned(lambda: theirs.KroghInterpolator(x, x))[2]
    got = warned(lambda: ours.KroghInterpolator(tn.asarray(x), tn.asarray(x)))[2]
    assert got == wanted and len(wanted) == 1


@pytest.mark.parametrize(
    "args",
    [
        ("KroghInterpolator", NODES, NODES[1:]),
        ("KroghInterpolator", NODES[[0, 1, 2, 1]], NODES[:4]),
        ("KroghInterpolator", NODES[:0], NODES[:0]),
        ("KroghInterpolator", NODES, np.ones((2, 6)), 1),
        ("BarycentricInterpolator", NODES, NODES[1:]),
        ("BarycentricInterpolator", NODES[[0, 1, 1]], NODES[:3]),
        ("BarycentricInterpolator", NODES, np.ones((2, 6)), 1),
        ("krogh_interpolate", NODES, NODES[1:], 0.5),
        ("barycentric_interpolate", NODES, NODES[1:], 0.5),
    ],
)
def test_errors(args, device):
    same_failure(MODULES, args[0], device, *args[1:])


@pytest.mark.parametrize(
    "call",
    [
        lambda i, t: i(t(NODES)).add_xi(t(NODES[:1]), t(NODES[:1])),
        lambda i, t: i(t(NODES), t(NODES)).add_xi(t(NODES[:1])),
        lambda i, t: i(t(NODES[1:]), t(np.ones((6, 3)))).add_xi(
            t(NODES[:1]), t(np.ones((1, 2)))
        ),
        lambda i, t: i(t(NODES), axis=None).set_yi(t(NODES)),
        lambda i, t: i(t(NODES)).set_yi(t(NODES[1:])),
        lambda i, t: i(t(NODES), rng=1, random_state=2),
    ],
)
def test_errors_of_methods(call):
    _, error = outcome(lambda: call(theirs.BarycentricInterpolator, np.asarray))
    _, mine = outcome(lambda: call(ours.BarycentricInterpolator, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

# SPDX-License-Identifier: Apache-2.0
"""Splines that FITPACK fits: they are evaluated on the device as SciPy does."""

import pickle

import numpy as np
import pytest
import scipy.interpolate as theirs
import tenorite as tn
from support.helpers import host, on_device, outcome
from support.scipy_calls import warned
from support.scipy_versions import needs_scipy
from tenorite.scipy import interpolate as ours

RNG = np.random.default_rng(0)
X = np.cumsum(RNG.random(40) + 0.1)
Y = np.sin(X) + RNG.normal(size=40) / 20
KNOTS = X[[8, 15, 22, 30]]
POINTS = np.concatenate([np.linspace(X[0] - 1, X[-1] + 1, 50), X, [np.nan]])
KINDS = {
    "smoothing": ("UnivariateSpline", (X, Y), {"s": 0.1}),
    "one polynomial": ("UnivariateSpline", (X, Y), {"s": 1e9}),
    "without smoothing": ("UnivariateSpline", (X, Y), {"s": 0}),
    "weights": ("UnivariateSpline", (X, Y), {"w": np.linspace(1, 9, 40), "k": 4}),
    "ends": ("UnivariateSpline", (X, Y), {"bbox": [X[0] - 1, X[-1] + 2]}),
    "one end": ("InterpolatedUnivariateSpline", (X, Y), {"bbox": [None, X[-1] + 2]}),
    "lines": ("InterpolatedUnivariateSpline", (X, Y), {"k": 1}),
    "quintics": ("InterpolatedUnivariateSpline", (X, Y), {"k": 5}),
    "single": ("InterpolatedUnivariateSpline", (X, Y.astype("f4")), {}),
    "integers": ("InterpolatedUnivariateSpline", (np.arange(9), np.arange(9) % 4), {}),
    "knots": ("LSQUnivariateSpline", (X, Y, KNOTS), {}),
    "quadratics": ("LSQUnivariateSpline", (X, Y, KNOTS), {"k": 2}),
}


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def equal(got, wanted, tol=1e-11):
    wanted = np.asarray(wanted)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1e-300)
    np.testing.assert_allclose(host(got), wanted, rtol=0, atol=tol * scale)


def fitted(name, args, options):
    """(our spline, SciPy's)."""
    moved = {k: on_device(x, tn.Device()) for k, x in options.items()}
    with tn.config.using(fallback="allow"):
        mine = getattr(ours, name)(*on_device(args, tn.Device()), **moved)
    return mine, getattr(theirs, name)(*args, **options)


@pytest.mark.parametrize("kind", KINDS)
def test_univariate_splines(kind):
    mine, other = fitted(*KINDS[kind])
    assert type(mine).__name__ == type(other).__name__
    assert mine.get_residual() == other.get_residual()
    equal(mine.get_knots(), other.get_knots())
    equal(mine.get_coeffs(), other.get_coeffs())
    x, k = tn.asarray(POINTS), other._eval_args[2]
    for ext in (0, 1, 3, "extrapolate", "zeros", "const"):
        for nu in range(k):
            equal(mine(x, nu, ext), other(POINTS, nu, ext), 1e-10)
        # In the last derivative SciPy's NaN is none.
        equal(mine(x[:-1], k, ext), other(POINTS[:-1], k, ext), 1e-9)
    inside = np.linspace(X[0], X[5], 12).reshape(3, 4).astype("f4") + 1e-3
    equal(mine(tn.asarray(inside), ext=2), other(inside, ext=2))
    for a, b in ((1.5, 4.2), (4.2, 1.5), (-3, 25), (-9, -8), (100, 200)):
        np.testing.assert_allclose(
            float(mine.integral(a, b)), other.integral(a, b), atol=1e-12
        )
    for at in (X[3], X[0], X[3:5], [X[3]]):
        got, wanted = (
            mine.derivatives(on_device(at, tn.Device())),
            other.derivatives(at),
        )
        assert type(wanted) is not list or len(got) == len(wanted)
        for one, two in zip(got, wanted, strict=True):
            equal(one, two, 1e-9)


@pytest.mark.parametrize("ext", [0, "zeros", "raise", "const"])
def test_derivatives_and_antiderivatives(ext):
    mine, other = fitted("UnivariateSpline", (X, Y), {"s": 0.1, "ext": ext})
    inside = X[2:-2]
    for name, orders in (("derivative", 4), ("antiderivative", 3)):
        for n in range(orders):
            one, two = getattr(mine, name)(n), getattr(other, name)(n)
            assert type(one) is ours.UnivariateSpline and one.ext == two.ext
            equal(one(tn.asarray(inside)), two(inside), 1e-10)
            if ext != "raise":
                equal(one(tn.asarray(POINTS[:-1])), two(POINTS[:-1]), 1e-10)
            equal(one.get_coeffs(), two.get_coeffs(), 1e-10)
            assert one.get_residual() is two.get_residual() is None
    again = pickle.loads(pickle.dumps(mine))
    equal(again(tn.asarray(inside)), other(inside))


def test_another_smoothing():
    mine, other = fitted("UnivariateSpline", (X, Y), {"s": 9})
    for s in (1.0, 0.01, 0.0):
        with tn.config.using(fallback="allow"):
            mine.set_smoothing_factor(s)
        other.set_smoothing_factor(s)
        assert type(mine).__name__ == type(other).__name__
        equal(mine(tn.asarray(X)), other(X))


def test_what_the_host_does():
    mine, other = fitted("UnivariateSpline", (X, Y), {"s": 0.1})
    for call in (
        mine.roots,
        lambda: ours.UnivariateSpline(tn.asarray(X), tn.asarray(Y)),
    ):
        with pytest.raises(NotImplementedError, match="fallback"):
            call()
    with tn.config.using(fallback="allow"):
        equal(mine.roots(), other.roots())
        many = ours.UnivariateSpline(X.tolist(), Y.tolist(), s=0)
    wanted = theirs.UnivariateSpline(X, Y, s=0)
    equal(many(X.tolist()), wanted(X))


def test_empty_points_and_single_ones():
    mine, other = fitted("UnivariateSpline", (X, Y), {"s": 0.1})
    for x in (np.zeros(0), np.zeros((2, 0)), np.array(2.0)):
        equal(mine(tn.asarray(x)), other(x))
    equal(mine(2.5), other(2.5))


@needs_scipy("<1.18", "none of a smoothing factor")
def test_a_warning():
    with tn.config.using(fallback="allow"):
        got = warned(lambda: ours.UnivariateSpline(tn.asarray(X), tn.asarray(Y), s=-1))
        mine, other = fitted("LSQUnivariateSpline", (X, Y, KNOTS), {})
        found = warned(lambda: mine.set_smoothing_factor(1.0))[2]
    wanted = warned(lambda: other.set_smoothing_factor(1.0))[2]
    assert found == wanted and len(wanted) == 1
    error = outcome(lambda: theirs.UnivariateSpline(X, Y, s=-1))[1]
    assert (type(got[1]), str(got[1])) == (type(error), str(error))


def splines(tail=()):
    """A spline with more knots than it needs, some of them equal."""
    t = np.sort(np.concatenate([[0.0] * 4, RNG.random(6), [0.5, 0.5], [1.0] * 4]))
    return t, RNG.random((len(t), *tail)), 3


@pytest.mark.parametrize("letter", "df")
def test_functions_of_splines(letter):
    t, c, k = splines()
    c = c.astype(letter)
    mine = tn.asarray(t), tn.asarray(c), k
    x = np.concatenate([np.linspace(-0.5, 1.5, 43), t, [np.nan]]).reshape(-1, 5)
    for ext in (0, 1, 3):
        for der in range(3):
            got = ours.splev(tn.asarray(x), mine, der, ext)
            equal(got, theirs.splev(x, (t, c, k), der, ext), 1e-10)
    equal(ours.spalde(0.25, mine), theirs.spalde(0.25, (t, c, k)), 1e-10)
    got = ours.spalde(tn.asarray([0.1, 0.9]), mine)
    for one, two in zip(got, theirs.spalde([0.1, 0.9], (t, c, k)), strict=True):
        equal(one, two, 1e-10)
    for bounds in ((0, 1), (0.7, 0.2), (-1, 3)):
        wanted = theirs.splint(*bounds, (t, c, k))
        np.testing.assert_allclose(float(ours.splint(*bounds, mine)), wanted)
    for name in ("splder", "splantider"):
        for n in (0, 1, -1):
            one = getattr(ours, name)(mine, n)
            two = getattr(theirs, name)((t, c.astype("d"), k), n)
            assert one[2] == two[2]
            equal(one[0], two[0])
            np.testing.assert_allclose(host(one[1]), two[1], rtol=1e-5, atol=1e-6)


def test_curves_and_objects():
    t, c, k = splines((2,))
    x = np.linspace(0, 1, 9)
    rows = [tn.asarray(row) for row in c.T]
    curve = tn.asarray(t), rows, k
    for given in (curve, (tn.asarray(t), tn.asarray(c.T), k)):
        got = ours.splev(tn.asarray(x), given)
        for one, two in zip(got, theirs.splev(x, (t, list(c.T), k)), strict=True):
            equal(one, two)
        got = ours.splint(0, 1, given)
        for one, two in zip(got, theirs.splint(0, 1, (t, list(c.T), k)), strict=True):
            np.testing.assert_allclose(float(one), two)
    mine = ours.BSpline(tn.asarray(t), tn.asarray(c[:, 0]), k)
    other = theirs.BSpline(t, c[:, 0], k)
    equal(ours.splev(tn.asarray(x), mine, 1), theirs.splev(x, other, 1), 1e-10)
    equal(ours.splint(0, 0.5, mine), theirs.splint(0, 0.5, other))
    one, two = ours.splantider(mine), theirs.splantider(other)
    equal(one(tn.asarray(x)), two(x))
    equal(ours.splder(one)(tn.asarray(x)), theirs.splder(two)(x))
    got = ours.splev(x.tolist(), (t.tolist(), c[:, 0].tolist(), k))
    equal(got, theirs.splev(x, (t, c[:, 0], k)))


def spline(i, t, **options):
    return i.UnivariateSpline(t(X), t(Y), s=0.1, **options)


@pytest.mark.parametrize(
    "call",
    [
        lambda i, t: i.UnivariateSpline(t(X), t(Y[1:])),
        lambda i, t: i.UnivariateSpline(t(X[::-1].copy()), t(Y)),
        lambda i, t: i.UnivariateSpline(t(X), t(Y), k=6),
        lambda i, t: i.UnivariateSpline(t(X), t(Y), bbox=[1, 2, 3]),
        lambda i, t: i.UnivariateSpline(t(X), t(Y), ext="other"),
        lambda i, t: i.UnivariateSpline(t(X), t(Y * np.nan), check_finite=True),
        lambda i, t: i.InterpolatedUnivariateSpline(t(X * 0), t(Y)),
        lambda i, t: i.LSQUnivariateSpline(t(X), t(Y), t(KNOTS[::-1].copy())),
        lambda i, t: spline(i, t)(t(X), nu=4),
        lambda i, t: spline(i, t)(t(X), nu=-1),
        lambda i, t: spline(i, t)(t(X + 9), ext="raise"),
        lambda i, t: spline(i, t, ext=2)(t(X - 9)),
        lambda i, t: spline(i, t)(t(X), ext=4),
        lambda i, t: spline(i, t).derivatives(X[0] - 1),
        lambda i, t: spline(i, t).derivative(4),
        lambda i, t: spline(i, t, k=4).roots(),
        lambda i, t: i.splev(t(X), (t(KNOTS), t(KNOTS), 1), 2),
        lambda i, t: i.splev(t(X), (t(KNOTS), t(KNOTS), 1), 0, 4),
        lambda i, t: i.splev(t(X), i.BSpline(t(X), t(np.ones((38, 2))), 1)),
        lambda i, t: i.splev(t(X), i.BSpline(t(X), t(X[:38]), 1), ext=1),
        lambda i, t: i.splint(0, 1, i.BSpline(t(X), t(np.ones((38, 2))), 1)),
        lambda i, t: i.spalde(0.5, i.BSpline(t(X), t(X[:38]), 1)),
        lambda i, t: i.spalde(-0.5, (t(KNOTS), t(KNOTS), 1)),
        lambda i, t: i.splder((t(KNOTS), t(KNOTS), 1), 2),
    ],
)
def test_errors(call):
    with tn.config.using(fallback="allow"):
        _, error = outcome(lambda: call(theirs, np.asarray))
        _, mine = outcome(lambda: call(ours, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

# SPDX-License-Identifier: Apache-2.0
"""BSpline and make_interp_spline beside SciPy's."""

import pickle

import numpy as np
import pytest
import scipy.interpolate as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import interpolate

RNG = np.random.default_rng(0)
X = np.cumsum(RNG.random(20) + 0.1)
POINTS = np.linspace(X[0] - 1, X[-1] + 1, 61)
POINTS = np.concatenate([POINTS, X, [np.nan]])


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def equal(got, wanted, tol=1e-11):
    wanted = np.asarray(wanted)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1e-300)
    np.testing.assert_allclose(host(got), wanted, rtol=0, atol=tol * scale)


def both(t, c, k, **options):
    return (
        reference.BSpline(t, c, k, **options),
        interpolate.BSpline(tn.asarray(t), tn.asarray(c), k, **options),
    )


def knots(k, n):
    t = np.sort(RNG.random(n + k + 1)).round(2)  # some of them are equal
    t[: k + 1], t[n:] = 0, 1
    return t


@pytest.mark.parametrize("extrapolate", [True, False, "periodic"])
@pytest.mark.parametrize("k", [0, 1, 2, 3, 5])
def test_values(k, extrapolate):
    for tail in ((), (3,), (70,), (2, 2)):
        t, c = knots(k, 12), RNG.random((12, *tail))
        for coefficients in (c, c * (1 + 0.5j), (c * 9).astype(int)):
            theirs, ours = both(t, coefficients, k, extrapolate=extrapolate)
            points = np.concatenate([np.linspace(-0.5, 1.5, 40), t, [np.nan]])
            for nu in range(min(k + 2, 3)):
                equal(ours(tn.asarray(points), nu), theirs(points, nu), tol=1e-10)
    equal(ours(0.3), theirs(0.3))
    equal(
        ours(tn.asarray(points[:40].reshape(5, 8)), 0, False),
        theirs(points[:40].reshape(5, 8), 0, False),
    )


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_axes(axis):
    t = knots(3, 12)
    c = np.moveaxis(RNG.random((12, 2, 4)), 0, axis)
    theirs, ours = both(t, c, 3, axis=axis)
    x = RNG.random((3, 5))
    equal(ours(tn.asarray(x)), theirs(x))
    equal(ours.derivative()(tn.asarray(x)), theirs.derivative()(x), tol=1e-9)
    equal(ours.integrate(0.1, 0.7), theirs.integrate(0.1, 0.7))
    assert ours.axis == theirs.axis


@pytest.mark.parametrize("extrapolate", [True, False, "periodic"])
@pytest.mark.parametrize("tail", [(), (3,)])
def test_derivatives_and_integrals(tail, extrapolate):
    theirs = reference.make_interp_spline(X, RNG.random((20, *tail)))
    theirs, ours = both(*theirs.tck, extrapolate=extrapolate)
    for nu in (0, 1, 2, 3):
        for name in ("derivative", "antiderivative"):
            one, two = getattr(ours, name)(nu), getattr(theirs, name)(nu)
            for mine, their in zip(one.tck[:2], two.tck[:2], strict=True):
                equal(mine, their)
            equal(one(tn.asarray(X[2:-2])), two(X[2:-2]))
            assert one.extrapolate == two.extrapolate
    for a, b in ((1.5, 4.2), (4.2, 1.5), (-3, 25), (0, 100)):
        equal(ours.integrate(a, b), theirs.integrate(a, b), tol=1e-10)
        if extrapolate is True:
            equal(ours.integrate(a, b, False), theirs.integrate(a, b, False))
    equal(pickle.loads(pickle.dumps(ours))(tn.asarray(X)), theirs(X))


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 5, 7])
def test_splines_through_points(k):
    for tail in ((), (3,), (130,)):
        y = RNG.random((20, *tail))
        for values in (y, y.astype("f4"), y * (1 + 1j)):
            theirs = reference.make_interp_spline(X, values, k)
            ours = interpolate.make_interp_spline(tn.asarray(X), tn.asarray(values), k)
            equal(ours.t, theirs.t)
            equal(ours.c, theirs.c, tol=1e-9)
            equal(ours(tn.asarray(POINTS[10:-30])), theirs(POINTS[10:-30]), tol=1e-9)


ZERO = np.zeros(2)
CONDITIONS = {
    "natural": (3, "natural"),
    "clamped": (3, "clamped"),
    "names": (3, ("natural", "clamped")),
    "values": (3, ([(1, ZERO + 0.5)], [(2, ZERO)])),
    "one end": (2, (None, [(1, ZERO)])),
    "more": (5, ([(1, ZERO), (2, ZERO)], [(1, ZERO + 2), (2, ZERO)])),
    "not-a-knot": (3, "not-a-knot"),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_conditions_at_the_ends(name):
    k, bc_type = CONDITIONS[name]
    y = RNG.random((2, 20))
    theirs = reference.make_interp_spline(X, y, k, bc_type=bc_type, axis=1)
    mine = bc_type
    if not isinstance(bc_type, str):
        mine = tuple(
            side
            and (
                side if isinstance(side, str) else [(n, tn.asarray(v)) for n, v in side]
            )
            for side in bc_type
        )
    ours = interpolate.make_interp_spline(
        tn.asarray(X), tn.asarray(y), k, bc_type=mine, axis=1
    )
    equal(ours.c, theirs.c, tol=1e-9)
    equal(ours(tn.asarray(POINTS[10:-30])), theirs(POINTS[10:-30]), tol=1e-9)


def test_knots_of_the_caller():
    t = np.concatenate([[X[0]] * 4, X[2:-2], [X[-1]] * 4])
    y = RNG.random(20)
    theirs = reference.make_interp_spline(X, y, 3, t)
    ours = interpolate.make_interp_spline(
        tn.asarray(X), tn.asarray(y), 3, tn.asarray(t)
    )
    equal(ours.c, theirs.c, tol=1e-9)
    empty = np.zeros((20, 0))
    theirs = reference.make_interp_spline(X, empty)
    ours = interpolate.make_interp_spline(tn.asarray(X), tn.asarray(empty))
    equal(ours.c, theirs.c)


def test_elements_and_matrices():
    theirs = reference.BSpline.basis_element(X[:5])
    ours = interpolate.BSpline.basis_element(tn.asarray(X[:5]))
    equal(ours(tn.asarray(X[:5])), theirs(X[:5]))
    for k, extrapolate in ((0, False), (3, False), (3, True), (2, "periodic")):
        t = knots(k, 12)
        x = RNG.random(9) if not extrapolate else RNG.random(9) * 3 - 1
        wanted = reference.BSpline.design_matrix(x, t, k, extrapolate)
        got = interpolate.BSpline.design_matrix(
            tn.asarray(x), tn.asarray(t), k, extrapolate
        )
        assert got.indices.dtype == wanted.indices.dtype and got.shape == wanted.shape
        equal(got.toarray(), wanted.toarray())


def test_what_is_scipys():
    y = np.sin(X)
    y[-1] = y[0]
    args = (tn.asarray(X), tn.asarray(y))
    theirs = reference.make_interp_spline(X, y, bc_type="periodic")
    with tn.config.using(fallback="allow"):
        ours = interpolate.make_interp_spline(*args, bc_type="periodic")
        more = ours.insert_knot(X[3] + 0.01)
        pieces = interpolate.PPoly.from_spline(ours)
    equal(ours(tn.asarray(POINTS)), theirs(POINTS))
    equal(more.c, theirs.insert_knot(X[3] + 0.01).c)
    equal(pieces(tn.asarray(X[:-1])), reference.PPoly.from_spline(theirs)(X[:-1]))
    for bc in ("natural", "clamped", "not-a-knot", "periodic"):
        for values in (y, y + 2j * y[::-1]):
            cubic = interpolate.CubicSpline(
                tn.asarray(X), tn.asarray(values), bc_type=bc
            )
            wanted = reference.CubicSpline(X, values, bc_type=bc)
            with tn.config.using(fallback="allow"):
                got = interpolate.BSpline.from_power_basis(cubic, bc)
            wanted = reference.BSpline.from_power_basis(wanted, bc)
            equal(got(tn.asarray(X)), wanted(X))


def products(k, tail, letter="d"):
    """(our sum of products of B-splines, SciPy's)."""
    t = tuple(knots(degree, 9 + d) for d, degree in enumerate(k))
    c = RNG.random(
        (*(len(x) - degree - 1 for x, degree in zip(t, k, strict=True)), *tail)
    )
    c = (c * (1 + 0.5j) if letter == "D" else 9 * c).astype(letter)
    mine = interpolate.NdBSpline(tuple(map(tn.asarray, t)), tn.asarray(c), k)
    return mine, reference.NdBSpline(t, c, k)


@pytest.mark.parametrize("letter", "dfiD")
@pytest.mark.parametrize("k", [(3,), (1, 3), (3, 3), (0, 2, 5), (1, 1, 1, 1)])
def test_products_of_splines(k, letter):
    for tail in ((), (3,), (2, 2), (0,)):
        ours, theirs = products(k, tail, letter)
        assert (ours.k, ours.extrapolate) == (theirs.k, theirs.extrapolate)
        equal(ours.c, theirs.c)
        x = RNG.random((5, 6, len(k))) * 1.6 - 0.3
        x[0, 0, 0] = np.nan
        x[1], x[2] = 0, 1
        for extrapolate in (None, True, False):
            for nu in (None, [0] * len(k), [*k[1:], 1], [7] * len(k)):
                how = {"nu": nu, "extrapolate": extrapolate}
                equal(ours(tn.asarray(x), **how), theirs(x, **how), 1e-9)
        for some in (x[3, 1], x[:0], x[:, :0], x[::-1, ::2].astype("f4")):
            equal(ours(tn.asarray(some)), theirs(some), 1e-10)
    equal(ours(x[4].tolist()), theirs(x[4].tolist()))


@pytest.mark.parametrize("nu", [(0, 0), (1, 0), (1, 2), (0, 3), (4, 1)])
def test_derivatives_of_products(nu):
    t = np.concatenate([[0.0] * 4, [0.2, 0.5, 0.6], [1.0] * 4])
    c = RNG.random((7, 7, 2))
    ours = interpolate.NdBSpline((tn.asarray(t),) * 2, tn.asarray(c), 3)
    theirs = reference.NdBSpline((t, t), c, 3)
    x = RNG.random((9, 2))
    one, two = ours.derivative(nu), theirs.derivative(nu)
    assert one.k == two.k
    equal(one(tn.asarray(x)), two(x), 1e-9)
    again = pickle.loads(pickle.dumps(one))
    equal(again(tn.asarray(x)), two(x), 1e-9)
    with tn.config.using(fallback="allow"):
        got = interpolate.NdBSpline.design_matrix(tn.asarray(x), ours.t, 3)
    equal(got.toarray(), reference.NdBSpline.design_matrix(x, (t, t), 3).toarray())


FITS = {
    "make_lsq_spline": ((np.r_[[X[0]] * 4, X[5:15:3], [X[-1]] * 4],), {}),
    "make_lsq_spline, weights": (
        (np.r_[[X[0]] * 3, X[4:15:3], [X[-1]] * 3], 2, 1 + X),
        {"method": "norm-eq"},
    ),
    "make_smoothing_spline": ((), {}),
    "make_smoothing_spline, curvature": ((1 + X, 0.5), {}),
    "make_splrep": ((), {"s": 0.1}),
    "make_splrep, ends": ((), {"s": 0.1, "k": 2, "xb": X[0] - 1, "xe": X[-1] + 1}),
}


@pytest.mark.parametrize("case", FITS)
def test_fits_of_the_host_are_evaluated_here(case):
    args, options = FITS[case]
    name = case.partition(",")[0]
    y = np.sin(X) + RNG.random(20) / 9
    theirs = getattr(reference, name)(X, y, *args, **options)
    moved = [tn.asarray(a) if isinstance(a, np.ndarray) else a for a in (X, y, *args)]
    with pytest.raises(NotImplementedError, match=rf"scipy\.interpolate\.{name}"):
        getattr(interpolate, name)(*moved, **options)
    with tn.config.using(fallback="allow"):
        ours = getattr(interpolate, name)(*moved, **options)
    assert type(ours) is interpolate.BSpline and ours.k == theirs.k
    equal(ours(tn.asarray(POINTS)), theirs(POINTS), 1e-10)
    equal(ours.derivative()(tn.asarray(X)), theirs.derivative()(X), 1e-10)


def test_curves_of_the_host():
    curve = np.stack([np.sin(X), np.cos(X)])
    theirs, wanted = reference.make_splprep(list(curve), s=0.1)
    with tn.config.using(fallback="allow"):
        ours, u = interpolate.make_splprep([tn.asarray(x) for x in curve], s=0.1)
    equal(u, wanted)
    x = np.linspace(0, 1, 9)
    equal(ours(tn.asarray(x)), theirs(x))


Y = np.arange(6.0)


@pytest.mark.parametrize(
    "call",
    [
        lambda i, t: i.BSpline(t([0, 0, 1, 2, 2.0]), t([1, 2, 3.0]), -1),
        lambda i, t: i.BSpline(t([0, 1, 2.0]), t([1, 2.0]), 3),
        lambda i, t: i.BSpline(t([0, 1, 0, 2.0]), t([1, 2.0]), 1),
        lambda i, t: i.BSpline(t([0, 0, 0, 0.0]), t([1, 2.0]), 1),
        lambda i, t: i.BSpline(t([0, 1, 2, 3.0]), t([1.0]), 1),
        lambda i, t: i.BSpline(t([0, 1, 2, np.inf]), t([1, 2.0]), 1),
        lambda i, t: i.BSpline(t(np.ones((2, 2))), t([1, 2.0]), 0),
        lambda i, t: i.BSpline(t(Y), t(Y[:4]), 1)(0.5, nu=-1),
        lambda i, t: i.BSpline(t(Y), t(Y[:4]), 1).derivative(2),
        lambda i, t: i.BSpline(t([0, 0, 1, 1, 1, 2, 2.0]), t(Y[:5]), 1).derivative(),
        lambda i, t: i.BSpline.design_matrix(t([0.5]), t(Y), -3),
        lambda i, t: i.BSpline.design_matrix(t([0.5]), t(Y[:3]), 3),
        lambda i, t: i.make_interp_spline(t(Y), t(Y[:4])),
        lambda i, t: i.make_interp_spline(t(Y * 0), t(Y)),
        lambda i, t: i.make_interp_spline(t(-Y), t(Y)),
        lambda i, t: i.make_interp_spline(t(Y * np.nan), t(Y)),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), 0, bc_type="natural"),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), 1, bc_type="natural"),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), bc_type="other"),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), bc_type=3),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), bc_type=(3, 4)),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), 3, t(Y)),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), 2, bc_type="natural"),
        lambda i, t: i.make_interp_spline(t(Y), t(Y), bc_type="periodic"),
        lambda i, t: i.NdBSpline(t(Y), t(Y), 1),
        lambda i, t: i.NdBSpline((t(Y), t(Y)), t(np.ones((4, 4))), (1, 1, 1)),
        lambda i, t: i.NdBSpline((t(Y), t(Y)), t(np.ones(4)), 1),
        lambda i, t: i.NdBSpline((t(Y), t(Y)), t(np.ones((4, 5))), 1),
        lambda i, t: i.NdBSpline((t(Y),), t(np.ones(4)), -1),
        lambda i, t: i.NdBSpline((t(Y[:, None]),), t(np.ones(4)), 1),
        lambda i, t: i.NdBSpline((t(Y[:3]),), t(np.ones(1)), 1),
        lambda i, t: i.NdBSpline((t(Y[::-1].copy()),), t(np.ones(4)), 1),
        lambda i, t: i.NdBSpline((t(Y * 0),), t(np.ones(4)), 1),
        lambda i, t: i.NdBSpline((t(np.r_[Y, np.inf]),), t(np.ones(5)), 1),
        lambda i, t: i.NdBSpline((t(Y),), t(np.ones(4)), 1)(t(Y)),
        lambda i, t: i.NdBSpline((t(Y),), t(np.ones(4)), 1)(t(Y[:, None]), nu=[-1]),
        lambda i, t: i.NdBSpline((t(Y),), t(np.ones(4)), 1)(t(Y[:, None]), nu=[1, 1]),
        lambda i, t: i.NdBSpline((t(Y),), t(np.ones(4)), 1).derivative([-1]),
        lambda i, t: i.NdBSpline((t(Y),), t(np.ones(4)), 1).derivative([1, 1]),
    ],
)
def test_errors(call):
    _, error = outcome(lambda: call(reference, np.asarray))
    _, mine = outcome(lambda: call(interpolate, tn.asarray))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

# SPDX-License-Identifier: Apache-2.0
"""L-BFGS-B with bounds beside SciPy's: the same steps, results and words."""

import pickle

import numpy as np
import pytest
import scipy.optimize as reference
import tenorite as tn
from support.helpers import host, outcome, without_device
from support.scipy_versions import scipy_is
from tenorite.scipy import optimize
from tenorite.scipy.optimize import _lbfgs_bounds

from .test_optimize import FIELDS, both, rosen, rosen_gradient

INF = np.inf


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def on(x):
    return tn.asarray(x)


def problem(seed, n, shares=(0.3, 0.3)):
    """(start, bounds) of which some are missing; some variables may be fixed."""
    rng = np.random.default_rng(seed)
    low = rng.normal(size=n) - 0.5
    high = low + 2 * rng.random(n)
    low[rng.random(n) < shares[0]], high[rng.random(n) < shares[1]] = -INF, INF
    return 2 * rng.normal(size=n), low, high


def solved(fun, x0, low, high, **options):
    """SciPy's result and ours, with bounds that are arrays."""
    return (
        reference.minimize(fun, x0, bounds=reference.Bounds(low, high), **options),
        optimize.minimize(
            fun, on(x0), bounds=optimize.Bounds(on(low), on(high)), **options
        ),
    )


def equal(got, wanted, tol=1e-8):
    """`tol` is of points: runs of some ten steps drift apart by rounding."""
    for name in FIELDS:
        assert got[name] == wanted[name], name
    assert set(got) == set(wanted)
    assert got.fun == pytest.approx(wanted.fun, rel=1e-9, abs=1e-12)
    assert isinstance(got.x, tn.ndarray) and got.x.dtype == np.float64
    np.testing.assert_allclose(host(got.x), wanted.x, rtol=0, atol=tol)
    np.testing.assert_allclose(host(got.jac), wanted.jac, rtol=0, atol=1e4 * tol)


@pytest.mark.parametrize("n", [1, 2, 5, 20])
@pytest.mark.parametrize("shares", [(0, 0), (0.3, 0.3), (1, 0.5), (0.9, 0.9)])
def test_the_same_steps(n, shares):
    fun, jac = (
        (rosen, rosen_gradient)
        if n > 1
        else (lambda x: ((x - 1) ** 4).sum(), lambda x: 4 * (x - 1) ** 3)
    )
    for seed in range(3):
        wanted, got = solved(
            fun, *problem(seed, n, shares), jac=jac, options={"maxiter": 30}
        )
        equal(got, wanted, tol=1e-6)
        # The bounds are never left, and those that hold are met exactly.
        _, low, high = problem(seed, n, shares)
        x = host(got.x)
        assert ((x >= low) & (x <= high)).all()
        np.testing.assert_array_equal(x == low, wanted.x == low)
        np.testing.assert_array_equal(x == high, wanted.x == high)


@pytest.mark.parametrize("size", [1, 3])
def test_pieces_of_the_path_in_parts(size, monkeypatch):
    """As if there were more variables than sums are made of at once."""
    monkeypatch.setattr(_lbfgs_bounds, "FIRST_PIECES", size)
    for seed in range(3):
        x0, low, high = problem(seed, 24, (0.1, 0.1))
        how = {"jac": rosen_gradient, "options": {"maxiter": 15}}
        wanted, got = solved(rosen, x0, low, high, **how)
        equal(got, wanted)


def test_many_variables_meet_bounds_at_once():
    """Equal times, zeros of the gradient, starts on bounds and beyond them."""

    def fun(x):
        return ((x - 3) ** 2).sum() + (x.sum() - 1) ** 2

    def jac(x):
        return 2 * (x - 3) + 2 * (x.sum() - 1)

    ones = np.ones(6)
    for x0, low, high in (
        (0 * ones, -ones, ones),
        (0 * ones, -ones, 2 * ones),
        (ones, ones, 4 * ones),
        (9 * ones, -ones, 4 * ones),
        (3 * ones, -9 * ones, 9 * ones),
        (np.arange(6.0), np.arange(6.0), np.arange(6.0) + 1),
        (np.arange(6.0), np.arange(6.0), np.array([0.0, 1, 9, 9, 9, INF])),
    ):
        wanted, got = solved(fun, x0, low, high, jac=jac)
        equal(got, wanted, tol=1e-7)
    wanted, got = solved(fun, ones, 0 * ones, 0 * ones, jac=jac)
    assert got.message == wanted.message and set(got) == set(wanted)
    assert got.fun == wanted.fun and (got.nfev, got.njev) == (1, 0)
    pair = lambda x: (fun(x), jac(x))  # noqa: E731
    assert optimize.minimize(pair, on(ones), jac=True, bounds=[(2, 2)] * 6).fun == 127


@pytest.mark.parametrize(
    "options",
    [{"maxcor": 1}, {"maxcor": 3}, {"ftol": 1e-3}, {"gtol": 1e-1}, {"maxfun": 9}]
    + [{"maxiter": 1}, {"maxls": 2}],
)
def test_options(options):
    for seed in range(3):
        x0, low, high = problem(seed, 6)
        how = {"jac": rosen_gradient, "options": options | {"maxiter": 12}}
        wanted, got = solved(rosen, x0, low, high, method="l-bfgs-b", **how)
        equal(got, wanted)
        if got.nit <= options.get("maxcor", 10):
            inverse, other = got.hess_inv.todense(), wanted.hess_inv.todense()
            scale = np.abs(other).max()
            np.testing.assert_allclose(host(inverse), other, rtol=0, atol=1e-5 * scale)
    wanted, got = solved(rosen, x0, low, high, jac=rosen_gradient, tol=1e-2)
    equal(got, wanted)


@pytest.mark.parametrize(
    "bounds",
    [
        [(0, None), (None, 0.5), (-1, 1), (None, None)],
        ((0, INF), (-INF, 0.5), (-1, 1.5), (0.25, 0.25)),
        np.array([[0, 1], [0, 0.5], [-1, 1], [0.2, 3.0]]),
        [(None, None)] * 4,
    ],
)
def test_sequences_of_pairs(bounds):
    x0 = np.array([0.5, -2.0, 3.0, 0.1])
    how = {"jac": rosen_gradient, "options": {"maxiter": 20}}
    given = on(bounds) if isinstance(bounds, np.ndarray) else bounds
    wanted = reference.minimize(rosen, x0, bounds=bounds, **how)
    equal(optimize.minimize(rosen, on(x0), bounds=given, **how), wanted, tol=1e-6)


@pytest.mark.parametrize(
    "bounds",
    [(-0.5, 0.9), (-INF, 0.5), ([0, -1, 0.2], INF), ([0], [1]), (0, [2, 1, 3])],
)
def test_bounds_of_numbers_and_lists(bounds):
    x0 = np.array([0.5, -2.0, 3.0])
    how = {"jac": rosen_gradient, "options": {"maxiter": 20}}
    wanted = reference.minimize(rosen, x0, bounds=reference.Bounds(*bounds), **how)
    for kind in (optimize.Bounds, reference.Bounds):
        got = optimize.minimize(rosen, on(x0), bounds=kind(*bounds), **how)
        equal(got, wanted, tol=1e-6)


@pytest.mark.parametrize("dtype", ["f4", "i8", "?"])
def test_dtypes_of_starts(dtype):
    x0 = np.array([1, 0, 1]).astype(dtype)
    how = {"jac": rosen_gradient, "bounds": [(0, 0.5)] * 3}
    wanted, got = both(rosen, x0, **how)
    equal(got, wanted)


def test_callbacks():
    x0, low, high = problem(1, 5)
    how = {"jac": rosen_gradient}
    found = []
    for module, move in ((reference, np.asarray), (optimize, on)):

        def stop(intermediate_result):
            values.append(float(intermediate_result.fun))  # noqa: B023
            if len(values) == 3:  # noqa: B023
                raise StopIteration

        values, points = [], []
        bounds = module.Bounds(move(low), move(high))
        module.minimize(
            rosen,
            move(x0),
            bounds=bounds,
            callback=lambda x: points.append(x.copy()),  # noqa: B023
            options={"maxiter": 5},
            **how,
        )
        result = module.minimize(rosen, move(x0), bounds=bounds, callback=stop, **how)
        found.append((result, values, points))
    (wanted, their, there), (got, mine, here) = found
    assert mine == pytest.approx(their, rel=1e-10)
    equal(got, wanted)
    np.testing.assert_allclose([host(x) for x in here], there, rtol=0, atol=1e-9)


def test_large_arrays_wait_rarely():
    n = 200_000
    goal = on(np.random.default_rng(0).normal(size=n))
    looks = []

    def fun(x):
        looks.append(1)
        away = x - goal
        return (away * away * (1 + goal * goal)).sum(), 2 * away * (1 + goal * goal)

    got = optimize.minimize(fun, tn.zeros(n), jac=True, bounds=optimize.Bounds(-1, 0.5))
    assert got.success and got.nfev == len(looks)
    np.testing.assert_allclose(host(got.x), host(goal).clip(-1, 0.5), atol=1e-4)


def test_objects():
    pair = np.array([0.0, 1.0]), np.array([2.0, INF])
    theirs, ours = reference.Bounds(*pair), optimize.Bounds(*map(on, pair))
    assert without_device(repr(ours)) == repr(theirs)
    kept = optimize.Bounds(*map(on, pair), True)
    assert without_device(repr(kept)) == repr(reference.Bounds(*pair, True))
    x = np.array([0.5, 3.0])
    for one, other in zip(ours.residual(on(x)), theirs.residual(x), strict=True):
        np.testing.assert_array_equal(host(one), other)
    again = pickle.loads(pickle.dumps(ours))
    np.testing.assert_array_equal(host(again.ub), theirs.ub)
    wide = optimize.Bounds(0, on(pair[1]), [True])
    assert wide.lb.shape == wide.keep_feasible.shape == (2,)
    with pytest.raises(ValueError, match="must be broadcastable"):
        optimize.Bounds([0, 1], [1, 2, 3])
    for pair in (([], [1]), ([0], []), ([], [])):
        with pytest.raises(ValueError, match="^`lb` and `ub` must be non-empty.$"):
            optimize.Bounds(*pair)
        if scipy_is(">=1.18"):
            with pytest.raises(ValueError, match="^`lb` and `ub` must be non-empty.$"):
                reference.Bounds(*pair)
    # SciPy's functions get SciPy's object.
    with tn.config.using(fallback="allow"):
        for method in ("Powell", "SLSQP"):
            wanted = reference.minimize(rosen, x, bounds=theirs, method=method)
            got = optimize.minimize(rosen, on(x), bounds=ours, method=method)
            np.testing.assert_allclose(host(got.x), wanted.x, atol=1e-5)


@pytest.mark.parametrize(
    "bounds",
    [
        [(0, 1)] * 2,
        [(0, 1)] * 4,
        [(1, 0)] * 3,
        [(0, 1, 2)] * 3,
        [(0,)] * 3,
        [],
        reference.Bounds([0, 0], [1, 1]),
        reference.Bounds([3, 0, 0], 1),
        np.zeros((3, 3)),
        np.zeros((3, 1)),
    ],
)
def test_errors(bounds):
    x0 = np.ones(3)
    mine = bounds
    if isinstance(bounds, reference.Bounds):
        mine = optimize.Bounds(on(bounds.lb), on(bounds.ub))
    elif isinstance(bounds, np.ndarray):
        mine = on(bounds)
    how = {"jac": rosen_gradient}
    _, error = outcome(
        lambda: reference.minimize(rosen, x0, bounds=bounds, **how, method="L-BFGS-B")
    )
    _, ours = outcome(
        lambda: optimize.minimize(rosen, on(x0), bounds=mine, **how, method="L-BFGS-B")
    )
    assert error is not None
    assert (type(ours), str(ours)) == (type(error), str(error))

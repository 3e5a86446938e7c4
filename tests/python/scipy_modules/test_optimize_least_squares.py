# SPDX-License-Identifier: Apache-2.0
"""least_squares beside SciPy's: the same steps, costs and words."""

import numpy as np
import pytest
import scipy.optimize as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import optimize

T = np.linspace(0, 4, 60)
RNG = np.random.default_rng(0)
Y = 2 * np.exp(-1.3 * T) + 0.5 + 0.05 * RNG.normal(size=60)
Y[7] += 3
X0 = np.array([1.0, 1.0, 0.0])


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def residuals(x, t, y):
    return x[0] * np.exp(-x[1] * t) + x[2] - y


def jacobian(x, t, y):
    join = tn.stack if isinstance(x, tn.ndarray) else np.stack
    e = np.exp(-x[1] * t)
    return join([e, -x[0] * t * e, e * 0 + 1], axis=1)


def both(fun=residuals, x0=X0, args=(T, Y), **options):
    moved = {
        k: tn.asarray(v) if isinstance(v, np.ndarray) else v for k, v in options.items()
    }
    mine = tuple(tn.asarray(a) for a in args)
    return (
        reference.least_squares(fun, x0, args=args, **options),
        optimize.least_squares(fun, tn.asarray(x0), args=mine, **moved),
    )


def equal(got, wanted, tol=1e-6, noisy=False):
    """`noisy`: gradients by differences err by about gtol, so either test may hold."""
    if not noisy or {got.status, wanted.status} != {1, 2}:
        assert (got.status, got.message) == (wanted.status, wanted.message)
    assert got.success == wanted.success
    assert abs(got.nfev - wanted.nfev) <= 1 and abs(got.njev - wanted.njev) <= 1
    assert set(got) == set(wanted)
    assert got.cost == pytest.approx(wanted.cost, rel=1e-7, abs=1e-14)
    for name in ("x", "fun", "jac", "active_mask"):
        one, other = got[name], wanted[name]
        assert isinstance(one, tn.ndarray) and one.shape == other.shape, name
        scale = max(1, np.abs(other).max(initial=0))
        np.testing.assert_allclose(host(one), other, rtol=0, atol=tol * scale)


@pytest.mark.parametrize("jac", [jacobian, "2-point", "3-point"])
@pytest.mark.parametrize("loss", ["linear", "soft_l1", "huber", "cauchy", "arctan"])
def test_fits(loss, jac):
    wanted, got = both(jac=jac, loss=loss, f_scale=0.2)
    equal(got, wanted)


def test_options():
    for options in (
        {"x_scale": "jac"},
        {"x_scale": np.array([1.0, 2.0, 0.1])},
        {"x_scale": 3.0},
        {"max_nfev": 3},
        {"ftol": 1e-3},
        {"xtol": 1e-2},
        {"xtol": None},
        {"tr_solver": "exact"},
    ):
        wanted, got = both(jac=jacobian, **options)
        equal(got, wanted)
    named = reference.least_squares(lambda x, a=0: x - a, X0, kwargs={"a": 2.0})
    got = optimize.least_squares(
        lambda x, a=0: x - a, tn.asarray(X0), kwargs={"a": 2.0}
    )
    equal(got, named)


BOUNDS = {
    "wide": ([-9.0] * 3, [9.0] * 3),
    "active": ([0.0, 0.0, -np.inf], [1.5, np.inf, 0.3]),
    "one side": (-np.inf, [1.8, 5.0, 0.4]),
    "numbers": (-1.0, 1.05),
    "start on a bound": ([1.0, 0.5, -np.inf], [np.inf, 1.0, 0.0]),
    "narrow": ([1 - 1e-9, 0.9, -1e-9], [1 + 1e-9, 1.2, 1e-9]),
    "none": (-np.inf, np.inf),
}


@pytest.mark.parametrize("jac", [jacobian, "2-point", "3-point"])
@pytest.mark.parametrize("bounds", BOUNDS.values(), ids=BOUNDS)
def test_bounds(bounds, jac):
    for options in ({}, {"loss": "soft_l1", "f_scale": 0.5}, {"x_scale": "jac"}):
        wanted, got = both(jac=jac, bounds=bounds, **options)
        equal(got, wanted, noisy=jac == "2-point")
        x = host(got.x)
        assert got.active_mask.dtype == wanted.active_mask.dtype
        assert ((x >= bounds[0]) & (x <= bounds[1])).all()


def test_steps_that_are_reflected():
    """Rosenbrock's valley, in which bounds are in the way."""

    def fun(x):
        return join([10 * (x[1:] - x[:-1] ** 2), 1 - x[:-1]])

    def join(parts):
        return (tn if isinstance(parts[0], tn.ndarray) else np).concatenate(parts)

    rng = np.random.default_rng(5)
    for n in (2, 3, 6):
        for _ in range(4):
            low = rng.normal(size=n) - 1
            bounds = low, low + 0.1 + 2 * rng.random(n)
            x0 = low + rng.random(n) * (bounds[1] - low)
            wanted, got = both(fun, x0, args=(), bounds=bounds, jac="3-point")
            equal(got, wanted)
            pair = optimize.Bounds(*(tn.asarray(b) for b in bounds))
            again = optimize.least_squares(
                fun, tn.asarray(x0), bounds=pair, jac="3-point"
            )
            np.testing.assert_array_equal(host(again.x), host(got.x))
    wanted, got = both(fun, x0, args=(), bounds=bounds, jac="3-point", xtol=None)
    equal(got, wanted)


def test_differences_stay_within_bounds():
    """The function has no value beyond; steps are turned, shortened or one-sided."""

    def fun(x):
        return np.sqrt(x - low) * np.sqrt(high - x) - 0.1

    for low, high in ((0.0, 1.0), (0.5, 0.5 + 1e-6), (-3.0, 2.0)):
        for jac in ("2-point", "3-point"):
            for share in (1e-9, 0.5, 1 - 1e-9):
                x0 = np.array([low + share * (high - low)])
                how = {"args": (), "jac": jac, "max_nfev": 5}
                wanted, got = both(fun, x0, bounds=(low, high), **how)
                assert np.isfinite(host(got.jac)).all()
                np.testing.assert_allclose(host(got.x), wanted.x, rtol=1e-6, atol=1e-8)


def test_shapes_of_problems():
    # Fewer residuals than parameters, parameters that do nothing, and one of each.
    for fun, x0 in (
        (lambda x: x[:1] * x[1:2] - 2, np.array([1.0, 1.0, 3.0])),
        (lambda x: x[:2] ** 2 - 4, np.array([1.0, 3.0, 5.0])),
        (lambda x: x - 3, np.array([1.0])),
        (lambda x: x - 3, np.array(1)),
        (lambda x: x * 0 + 1, np.array([0.0, 2.0])),
        (lambda x: 10 * x**2 - 1, np.array([40.0, 1e-3])),
    ):
        wanted, got = both(fun, x0, args=())
        equal(got, wanted)


def test_steps_where_there_is_no_value():
    def fun(x):
        root = np.sqrt(x)
        return root - 0.1

    with np.errstate(invalid="ignore"):
        wanted, got = both(fun, np.array([30.0, 4.0]), args=())
    equal(got, wanted)


def test_many_residuals():
    t = tn.linspace(0, 4, 100_000)
    y = 2 * tn.exp(-1.3 * t) + 0.5
    got = optimize.least_squares(residuals, tn.asarray(X0), jac=jacobian, args=(t, y))
    np.testing.assert_allclose(host(got.x), [2, 1.3, 0.5], rtol=1e-8)


def test_what_is_scipys():
    x0, args = tn.asarray(X0), (tn.asarray(T), tn.asarray(Y))
    for options in ({"method": "lm"}, {"method": "dogbox"}):
        with pytest.raises(NotImplementedError, match="scipy.optimize.least_squares"):
            optimize.least_squares(residuals, x0, args=args, **options)
        with tn.config.using(fallback="allow"):
            got = optimize.least_squares(residuals, x0, args=args, **options)
        wanted = reference.least_squares(residuals, X0, args=(T, Y), **options)
        np.testing.assert_allclose(host(got.x), wanted.x, rtol=1e-5)


@pytest.mark.parametrize(
    "options",
    [
        {"x0": np.ones((2, 2))},
        {"bounds": (0, 1, 2)},
        {"bounds": ([0, 0], 1)},
        {"bounds": reference.Bounds(0, 3)},
        {"bounds": (1, 1)},
        {"bounds": ([0, 0, 0.5], 3)},
        {"max_nfev": 0},
        {"x_scale": -1.0},
        {"x_scale": np.ones(2)},
        {"ftol": None, "xtol": None, "gtol": None},
        {"fun": lambda x: x[:, None] - 1},
        {"fun": lambda x: x[:, None] - 1, "jac": lambda x: x},
        {"fun": lambda x: x * np.nan},
        {"jac": lambda x: x},
    ],
)
def test_errors(options):
    given = {"fun": lambda x: x - 1, "x0": X0} | options
    moved = {
        k: tn.asarray(x) if isinstance(x, np.ndarray) else x for k, x in given.items()
    }
    _, error = outcome(lambda: reference.least_squares(**given))
    _, mine = outcome(lambda: optimize.least_squares(**moved))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_a_tolerance_that_is_too_small():
    with pytest.warns(UserWarning, match="Setting `ftol` below the machine epsilon"):
        optimize.least_squares(lambda x: x - 1, tn.asarray(X0), ftol=1e-20)

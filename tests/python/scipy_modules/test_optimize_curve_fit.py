# SPDX-License-Identifier: Apache-2.0
"""curve_fit beside SciPy's: parameters, covariances, evaluations and words."""

import numpy as np
import pytest
import scipy.optimize as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import optimize

RNG = np.random.default_rng(3)
T = np.linspace(0, 4, 40)
ERRORS = 0.5 + RNG.random(40)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def decay(t, a, b, c):
    return a * np.exp(-b * t) + c


def jacobian_of_decay(t, a, b, c):
    e = np.exp(-b * t)
    join = tn.stack if isinstance(t, tn.ndarray) else np.stack
    return join([e, -a * t * e, e * 0 + 1], axis=1)


def wave(t, a, b):
    return a * np.sin(b * t)


def bell(t, a, mu, s):
    return a * np.exp(-((t - mu) ** 2) / (2 * s * s))


def surface(xy, a, b):
    return a * xy[0] + b * xy[1] ** 2


Y = decay(T, 2, 1.3, 0.5) + 0.05 * RNG.normal(size=40)


def moved(x):
    return tn.asarray(x) if isinstance(x, np.ndarray) else x


def both(f, x, y, **options):
    mine = {k: moved(v) for k, v in options.items()}
    return (
        lambda: reference.curve_fit(f, x, y, **options),
        lambda: optimize.curve_fit(f, moved(x), moved(y), **mine),
    )


def same(f=decay, x=T, y=Y, tol=1e-6, linear=False, **options):
    """`tol` is of parameters; the steps end where changes are of about 1e-8.

    `linear`: a model whose last steps are of rounding errors, which decide how many
    there are, and whether the tests of the sum (1), of the step (2) or both (3) hold.
    """
    theirs, ours = both(f, x, y, full_output=True, **options)
    wanted, got = theirs(), ours()
    if linear:
        assert got[4] in (1, 2, 3) and wanted[4] in (1, 2, 3)
    else:
        assert got[3:] == wanted[3:] and got[2]["nfev"] == wanted[2]["nfev"]
    for one, other in zip(got[:2], wanted[:2], strict=True):
        assert isinstance(one, tn.ndarray) and one.dtype == np.float64
        scale = np.abs(other[np.isfinite(other)]).max(initial=1e-300)
        np.testing.assert_allclose(host(one), other, rtol=0, atol=tol * scale)
    np.testing.assert_allclose(host(got[2]["fvec"]), wanted[2]["fvec"], atol=tol)
    short = both(f, x, y, **options)[1]()
    np.testing.assert_array_equal(host(short[0]), host(got[0]))


@pytest.mark.parametrize("method", [None, "lm", "trf"])
@pytest.mark.parametrize("jac", [None, jacobian_of_decay])
def test_fits(method, jac):
    how = {"method": method, "jac": jac}
    same(**how)
    same(**how, p0=np.array([3.0, 0.5, 0.0]))
    same(**how, p0=[3, 1, 1])
    same(**how, sigma=ERRORS)
    same(**how, sigma=ERRORS, absolute_sigma=True)
    same(**how, sigma=np.diag(ERRORS) + 0.01)
    same(**how, xtol=1e-4, ftol=1e-4)
    same(**how, y=Y.astype("f4"), tol=1e-5)


@pytest.mark.parametrize(
    "bounds",
    [(0, 5), ([0, 1.5, -1], [3, 2, np.inf]), (-np.inf, [9, 9, 0.4]), (0, np.inf)],
)
def test_bounds(bounds):
    same(bounds=bounds)
    same(bounds=bounds, jac=jacobian_of_decay, sigma=ERRORS)
    same(bounds=bounds, loss="soft_l1", f_scale=0.1, x_scale="jac", jac="3-point")
    pair = tuple(np.broadcast_to(np.asarray(b, float), 3).copy() for b in bounds)
    same(bounds=reference.Bounds(*pair))
    got = optimize.curve_fit(
        decay, moved(T), moved(Y), bounds=optimize.Bounds(*map(moved, pair))
    )
    wanted = reference.curve_fit(decay, T, Y, bounds=bounds)
    np.testing.assert_allclose(host(got[0]), wanted[0], rtol=1e-6)


def test_functions():
    same(wave, T, wave(T, 2, 1.7) + 0.1 * np.cos(9 * T), p0=[1, 1.5])
    same(bell, T, bell(T, 3, 2, 0.7) + 0.01 * np.cos(9 * T))
    xy = RNG.random((2, 30))
    same(surface, xy, surface(xy, 2, 3) + 0.01 * RNG.normal(size=30))
    # Residuals of a single number, exact fits.
    same(lambda t, a: a * t, T, np.array([2.0]), sigma=3.0)
    same(lambda t, a, b: a * t + b, T[:3], 2 * T[:3] + 1, tol=1e-5)
    same(lambda t, a, b: a * t + b, T[:2], 2 * T[:2] + 1, absolute_sigma=True)


@pytest.mark.parametrize("f", [decay, wave, bell])
@pytest.mark.parametrize("seed", range(8))
def test_starts_far_away(f, seed):
    rng = np.random.default_rng(seed)
    n = f.__code__.co_argcount - 1
    y = f(T, *(1 + rng.random(n))) + 0.05 * rng.normal(size=40)
    options = {"p0": 3 * rng.random(n), "maxfev": 60}
    theirs, ours = both(f, T, y, full_output=True, **options)
    wanted, error = outcome(theirs)
    got, mine = outcome(ours)
    assert str(mine) == str(error)
    if error is None:
        assert got[2]["nfev"] == wanted[2]["nfev"] and got[3:] == wanted[3:]
        np.testing.assert_allclose(host(got[0]), wanted[0], rtol=1e-5)


def test_nans():
    y, x = Y.copy(), np.stack([T, T + 1])
    y[3], x[1, 7] = np.nan, np.nan
    f = lambda x, a, b: a * x[0] + b * x[1]  # noqa: E731
    for sigma in (None, ERRORS, np.diag(ERRORS)):
        same(f, x, y, nan_policy="omit", check_finite=False, sigma=sigma)
    same(f, np.stack([T, T * T]), Y, linear=True, nan_policy="omit")


def test_warnings():
    for options in (
        {"f": lambda t, a, b: a + 0 * t},
        {"f": lambda t, a, b: a * t + b, "x": T[:2], "y": Y[:2]},
        {"f": lambda t, a: a * t, "x": T[:1], "y": Y[:1], "bounds": (0, 9)},
    ):
        given = {"x": T, "y": Y} | options
        theirs, ours = both(**given)
        words = "Covariance of the parameters could not be estimated"
        with pytest.warns(reference.OptimizeWarning, match=words):
            wanted = theirs()
        with pytest.warns(reference.OptimizeWarning, match=words):
            got = ours()
        np.testing.assert_array_equal(host(got[1]), wanted[1])


@pytest.mark.parametrize(
    "options",
    [
        {"f": lambda t: t},
        {"f": lambda t, *p: t},
        {"y": Y * np.nan},
        {"x": T + np.inf},
        {"y": Y[:0]},
        {"x": T[:2], "y": Y[:2]},
        {"sigma": np.ones(3)},
        {"sigma": -np.eye(40)},
        {"bounds": (0, 5), "method": "lm"},
        {"bounds": (1, 0), "method": "trf"},
        {"bounds": (2, 3), "p0": [1, 1, 1]},
        {"maxfev": 3},
        {"maxfev": 3, "method": "trf"},
        {"nan_policy": "raise", "y": np.where(T > 2, np.nan, Y)},
        {"nan_policy": "no"},
        {"nan_policy": "propagate"},
    ],
)
def test_errors(options):
    given = {"f": decay, "x": T, "y": Y} | options
    theirs, ours = both(**given)
    _, error = outcome(theirs)
    _, mine = outcome(ours)
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_what_is_scipys():
    for options in ({"method": "dogbox"}, {"method": "trf", "verbose": 0}, {"diag": 1}):
        theirs, ours = both(decay, T, Y, **options)
        with pytest.raises(NotImplementedError, match="scipy.optimize.curve_fit"):
            ours()
        if "diag" in options:
            continue
        with tn.config.using(fallback="allow"):
            got = ours()
        np.testing.assert_allclose(host(got[0]), theirs()[0], rtol=1e-6)


def test_many_points():
    t = tn.linspace(0, 4, 200_000)
    got = optimize.curve_fit(decay, t, decay(t, 2, 1.3, 0.5))
    np.testing.assert_allclose(host(got[0]), [2, 1.3, 0.5], rtol=1e-8)

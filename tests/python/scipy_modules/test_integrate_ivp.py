# SPDX-License-Identifier: Apache-2.0
"""solve_ivp beside SciPy's: steps, states, dense output, words."""

import numpy as np
import pytest
import scipy.integrate as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import integrate

METHODS = ["RK23", "RK45", "DOP853"]
Y0 = np.linspace(0.5, 3, 12)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def oscillators(t, y):
    """Pendulums: places in the first half, speeds in the other."""
    n = y.shape[0] // 2
    x, v = y[:n], y[n:]
    f = [v, 0.1 * t - np.sin(x)]
    join = tn.concatenate if isinstance(y, tn.ndarray) else np.concatenate
    return join(f)


def decay(t, y):
    return -y * (1 + t)


def equal(got, wanted, tol=1e-8):
    assert (got.status, got.message, got.nfev) == (
        wanted.status,
        wanted.message,
        wanted.nfev,
    )
    assert got.success == wanted.success
    for one, other in ((got.t, wanted.t), (got.y, wanted.y)):
        assert one.shape == other.shape and one.dtype == other.dtype
        scale = np.abs(other).max(initial=1)
        np.testing.assert_allclose(host(one), other, rtol=0, atol=tol * scale)


def both(fun, span, y0, **options):
    moved = {
        k: tn.asarray(x) if isinstance(x, np.ndarray) else x for k, x in options.items()
    }
    return (
        reference.solve_ivp(fun, span, y0, **options),
        integrate.solve_ivp(fun, span, tn.asarray(y0), **moved),
    )


@pytest.mark.parametrize("method", METHODS)
def test_states(method):
    for span in ((0, 5), (2, -1.5)):
        for options in (
            {},
            {"rtol": 1e-6, "atol": np.full(12, 1e-8)},
            {"rtol": [1e-4] * 12},
        ):
            wanted, got = both(oscillators, span, Y0, method=method, **options)
            equal(got, wanted)
            assert isinstance(got.y, tn.ndarray)
    for options in ({"max_step": 0.1}, {"first_step": 0.01}, {"rtol": 1e-5}):
        wanted, got = both(oscillators, (0, 2), Y0, method=method, **options)
        equal(got, wanted)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("span", [(0, 4), (4, 0)])
def test_times_and_dense_output(method, span):
    times = np.linspace(*span, 23)
    for t_eval in (None, times, times[3:9], times[:0]):
        for dense in (False, True):
            how = {"t_eval": t_eval, "dense_output": dense, "method": method}
            wanted = reference.solve_ivp(oscillators, span, Y0, **how)
            got = integrate.solve_ivp(oscillators, span, tn.asarray(Y0), **how)
            if t_eval is not None and not t_eval.size:
                assert (got.t, got.y) == (wanted.t, wanted.y)
                continue
            equal(got, wanted)
            assert (got.sol is None) == (wanted.sol is None)
    assert got.sol.n_segments == wanted.sol.n_segments
    at = np.random.default_rng(0).random(15) * 5 - 0.5
    for t in (at, at[0], 2.0):
        one, other = got.sol(t), wanted.sol(t)
        np.testing.assert_allclose(host(one), other, rtol=0, atol=1e-7)
    np.testing.assert_allclose(host(got.sol(tn.asarray(at))), wanted.sol(at), atol=1e-7)


def test_types_and_arguments():
    wanted, got = both(decay, (0, 1), Y0 * (1 + 0.5j))
    equal(got, wanted)
    wanted, got = both(decay, (0, 1), Y0.astype("f4"))
    equal(got, wanted)
    wanted, got = both(decay, (0, 1), np.arange(3))
    equal(got, wanted)
    for t_eval in ([0, 1, 2], np.array([0, 2], "f4"), np.array([2], "i1")):
        wanted, got = both(decay, (0, 2), Y0, t_eval=t_eval)
        equal(got, wanted)
    wanted, got = both(lambda t, y, a, b: a * y + b, (0, 1), Y0, args=(-1.0, 2.0))
    equal(got, wanted)
    wanted, got = both(lambda t, y: -2.0 * y, (0, 1), Y0, vectorized=True)
    equal(got, wanted)
    # The derivative as a list of numbers of the device.
    wanted, got = both(lambda t, y: [y[1], -y[0]], (0, 1), np.array([1.0, 0.0]))
    equal(got, wanted)
    wanted, got = both(decay, (0, 1), np.zeros(0))
    equal(got, wanted)
    for dense in (False, True):
        wanted, got = both(decay, (1, 1), Y0, dense_output=dense)
        equal(got, wanted)
    at = np.ones(3)
    np.testing.assert_array_equal(host(got.sol(at)), wanted.sol(at))
    assert "success" in repr(got) and got["status"] == 0 and "nfev" in dir(got)
    with pytest.raises(AttributeError):
        got.nothing  # noqa: B018


@pytest.mark.filterwarnings("ignore")
def test_a_solution_that_ends():
    wanted, got = both(lambda t, y: y * y, (0, 2), np.array([1.0]), method="RK45")
    assert got.status == wanted.status == -1 and got.message == wanted.message
    np.testing.assert_allclose(float(got.t[-1]), wanted.t[-1], rtol=1e-6)


def test_what_is_scipys():
    y0 = tn.asarray(Y0[:2])
    hits = lambda t, y: y[0] - 0.2  # noqa: E731
    for options in ({"method": "LSODA"}, {"method": "LSODA", "events": hits}):
        with pytest.raises(NotImplementedError, match="scipy.integrate.solve_ivp"):
            integrate.solve_ivp(decay, (0, 2), y0, **options)
        with tn.config.using(fallback="allow"):
            got = integrate.solve_ivp(decay, (0, 2), y0, **options)
            wanted = reference.solve_ivp(decay, (0, 2), Y0[:2], **options)
            np.testing.assert_allclose(host(got.y), wanted.y, rtol=1e-6)
    with tn.config.using(fallback="allow"):
        got = integrate.solve_ivp(decay, (0, 2), y0, method=integrate.RK23)
        equal(got, reference.solve_ivp(decay, (0, 2), Y0[:2], method="RK23"))


@pytest.mark.parametrize(
    "options",
    [
        {"y0": np.ones((2, 2))},
        {"y0": np.array([1.0, np.nan])},
        {"t_eval": np.ones((2, 2))},
        {"t_eval": np.array([0.5, 3.0])},
        {"t_eval": np.array([0.5, 0.3])},
        {"args": 3.0},
        {"max_step": -1.0},
        {"first_step": 0.0},
        {"first_step": 9.0},
        {"atol": -1.0},
        {"atol": np.ones(3)},
    ],
)
def test_errors(options):
    given = {"y0": Y0[:2]} | options
    _, error = outcome(lambda: reference.solve_ivp(decay, (0, 1), **given))
    moved = {
        k: tn.asarray(x) if isinstance(x, np.ndarray) else x for k, x in given.items()
    }
    _, mine = outcome(lambda: integrate.solve_ivp(decay, (0, 1), **moved))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_warnings_and_methods():
    y0 = tn.asarray(Y0)
    with pytest.warns(UserWarning, match="At least one element of `rtol`"):
        integrate.solve_ivp(decay, (0, 0.1), y0, rtol=1e-20)
    with pytest.warns(UserWarning, match="arguments have no effect .* `min_step`"):
        integrate.solve_ivp(decay, (0, 0.1), y0, min_step=1)
    with pytest.raises(ValueError, match="`method` must be one of"):
        integrate.solve_ivp(decay, (0, 1), y0, method="Euler")

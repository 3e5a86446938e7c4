# SPDX-License-Identifier: Apache-2.0
"""Events of solve_ivp beside SciPy's: times, states, ends, words."""

import numpy as np
import pytest
import scipy.integrate as reference
import scipy.optimize
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import integrate
from tenorite.scipy.integrate import _events

METHODS = ["RK23", "RK45", "DOP853"]


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def circle(t, y):
    join = tn.stack if isinstance(y, tn.ndarray) else np.stack
    return join([y[1], -y[0]])


def crossing(place=0.0, terminal=None, direction=None, item=0):
    def event(t, y):
        return y[item] - place

    if terminal is not None:
        event.terminal = terminal
    if direction is not None:
        event.direction = direction
    return event


def same(events, span=(0, 10), y0=(1.0, 0.0), fun=circle, tol=1e-10, **options):
    wanted = reference.solve_ivp(fun, span, np.array(y0), events=events, **options)
    got = integrate.solve_ivp(fun, span, tn.asarray(y0), events=events, **options)
    assert (got.status, got.message) == (wanted.status, wanted.message)
    assert (got.nfev, got.success) == (wanted.nfev, wanted.success)
    for one, other in (
        *zip([got.t, got.y], [wanted.t, wanted.y], strict=True),
        *zip(got.t_events, wanted.t_events, strict=True),
        *zip(got.y_events, wanted.y_events, strict=True),
    ):
        assert isinstance(one, tn.ndarray)
        assert one.shape == other.shape and one.dtype == other.dtype
        np.testing.assert_allclose(host(one), other, rtol=tol, atol=tol)
    if wanted.sol is not None:
        assert got.sol.n_segments == wanted.sol.n_segments
        np.testing.assert_allclose(got.sol.ts, wanted.sol.ts, atol=tol)
        at = np.linspace(wanted.sol.t_min, wanted.sol.t_max, 9)
        np.testing.assert_allclose(host(got.sol(at)), wanted.sol(at), atol=tol)
    return got


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("span", [(0, 10), (10, 0)])
def test_zeros(method, span):
    how = {"method": method, "span": span}
    for terminal in (None, False, True, 1, 2, 2.0, np.int64(3), 7):
        for direction in (None, 0, 1, -1):
            same(crossing(0, terminal, direction), **how)
    same([crossing(0.5), crossing(0.1, 3, -1), crossing(-0.5, item=1)], **how)
    same([crossing(0.5, 2), crossing(0.4, 2), crossing(0.3, 2)], **how)
    same([crossing(5.0)], **how)


@pytest.mark.parametrize("method", METHODS)
def test_output(method):
    for events in (crossing(0.2), [crossing(0.2, 2), crossing(0.9)], crossing(0.0, 1)):
        for y0 in ((1.0, 0.0), (0.0, 1.0), (0.2, 0.3)):
            for dense in (True, False):
                how = {"y0": y0, "dense_output": dense, "method": method}
                same(events, **how)
                same(events, t_eval=np.linspace(0, 4, 17), **how)
    got = same(crossing(0.2, 1), y0=(1, 0), method=method)
    assert got.t[-1] == got.t_events[0][-1] and abs(float(got.y[0, -1]) - 0.2) < 1e-14


def test_values_of_events():
    same(lambda t, y: t - 5.0)
    same(lambda t, y: np.nan)
    same(lambda t, y: y[0] * 0)
    same(lambda t, y: y[0] > 0.5)
    same([lambda t, y: t - 5.0, crossing(0.5)])  # a number and one of the device
    same([])
    stiff = lambda t, y, a: circle(t, y) * a  # noqa: E731
    same(lambda t, y, a: y[0] - a / 8, fun=stiff, args=(2.0,))
    same([lambda t, y, a: y[0] - a / 8] * 2, fun=stiff, args=(2.0,))
    same(crossing(0.1), y0=(1.0, 0.0), fun=lambda t, y: -y)
    complex_event = lambda t, y: y[0].real - 0.2  # noqa: E731
    same(complex_event, y0=(1 + 1j, 0.0))
    same(lambda t, y: y[0] - 0.5, y0=(1.0, 0.0), span=(0, 0))


def test_a_flight_that_ends():
    """A projectile hits the ground at the time that is known."""
    fall = lambda t, y: tn.stack([y[1], y[1] * 0 - 9.81])  # noqa: E731
    ground, top = crossing(0.0, True, -1), crossing(0.0, item=1)
    got = integrate.solve_ivp(
        fall, (0, 100), tn.asarray([0.0, 30.0]), events=[ground, top]
    )
    assert float(got.t_events[0][0]) == pytest.approx(2 * 30 / 9.81, rel=1e-9)
    assert float(got.y_events[1][0, 0]) == pytest.approx(30**2 / 2 / 9.81, rel=1e-9)


@pytest.mark.parametrize("terminal", [-1, 1.5, "a"])
def test_errors(terminal):
    events = crossing(0.0, terminal)
    _, error = outcome(
        lambda: reference.solve_ivp(circle, (0, 1), np.ones(2), events=events)
    )
    _, mine = outcome(
        lambda: integrate.solve_ivp(circle, (0, 1), tn.ones(2), events=events)
    )
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


@pytest.mark.parametrize("events", [3, [3], crossing(0.0, None, "a")])
def test_events_that_are_none(events):
    _, error = outcome(
        lambda: reference.solve_ivp(circle, (0, 1), np.ones(2), events=events)
    )
    _, mine = outcome(
        lambda: integrate.solve_ivp(circle, (0, 1), tn.ones(2), events=events)
    )
    assert error is not None and (type(mine), str(mine)) == (type(error), str(error))


def test_a_zero_that_is_not_found():
    with pytest.raises(RuntimeError, match="Failed to converge after 100 iterations."):
        _events._zero(lambda x: (x - 0.1) ** 9, -1, 1)
    with pytest.raises(ValueError, match="must have different signs"):
        _events._zero(lambda x: x, 1, 2)


@pytest.mark.parametrize(
    "f, a, b, most",
    [
        (lambda x: x**3 - 2 * x - 5, 2, 3, 10),
        (lambda x: np.cos(x) - x, 1, 0, 10),
        (lambda x: np.expm1(-8 * x) + 0.5, 0, 3, 15),
        (lambda x: np.sign(x - 0.3), 0, 1, 60),
    ],
)
def test_few_values_of_an_event_are_looked_at(f, a, b, most):
    """Brent's method: superlinear where the function is smooth."""
    calls = []
    x = _events._zero(lambda x: calls.append(x) or float(f(x)), a, b)
    assert len(calls) <= most
    assert x == pytest.approx(scipy.optimize.brentq(f, a, b, xtol=1e-15), abs=2e-15)

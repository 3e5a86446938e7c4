# SPDX-License-Identifier: Apache-2.0
"""Implicit methods of solve_ivp beside SciPy's: steps, states, Jacobians, events."""

import numpy as np
import pytest
import scipy.integrate as reference
import scipy.sparse
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import integrate, sparse
from tenorite.scipy.integrate import _radau

METHODS = ["Radau", "BDF"]
pytestmark = pytest.mark.parametrize("method", METHODS)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def xp(y):
    return tn if isinstance(y, tn.ndarray) else np


def robertson(t, y):
    a, b, c = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] * y[1]
    return xp(y).stack([b - a, a - b - c, c])


def robertson_jacobian(t, y):
    row = lambda *x: xp(y).stack([y[0] * 0 + a for a in x])  # noqa: E731
    b, c, s = 1e4 * y[2], 1e4 * y[1], 6e7 * y[1]
    rows = [row(-0.04, b, c), row(0.04, -b - s, -c), row(0.0, s, 0.0)]
    return xp(y).stack(rows)


def van_der_pol(t, y, mu=30.0):
    return xp(y).stack([y[1], mu * (1 - y[0] * y[0]) * y[1] - y[0]])


MATRIX = np.diag(-np.geomspace(0.1, 1e3, 8)) + np.triu(np.ones((8, 8)), 1)


def linear(t, y):
    matrix = tn.asarray(MATRIX) if isinstance(y, tn.ndarray) else MATRIX
    return matrix @ y + np.cos(t)


def same(
    fun, span, y0, method, tol=1e-9, counts=True, jac=None, our_jac=None, **options
):
    if jac is not None:
        options["jac"] = jac
    wanted = reference.solve_ivp(fun, span, np.array(y0), method, **options)
    if our_jac is not None:
        options["jac"] = our_jac
    got = integrate.solve_ivp(fun, span, tn.asarray(y0), method, **options)
    assert (got.status, got.message) == (wanted.status, wanted.message)
    if counts:
        numbers = "nfev njev nlu".split()
        assert [got[k] for k in numbers] == [wanted[k] for k in numbers]
    pairs = [(got.t, wanted.t), (got.y, wanted.y)]
    if wanted.t_events is not None:
        pairs += [*zip(got.t_events, wanted.t_events, strict=True)]
        pairs += [*zip(got.y_events, wanted.y_events, strict=True)]
    for one, other in pairs:
        assert isinstance(one, tn.ndarray)
        assert one.shape == other.shape and one.dtype == other.dtype
        scale = np.abs(other).max(initial=1e-300)
        np.testing.assert_allclose(host(one), other, rtol=0, atol=tol * scale)
    if wanted.sol is not None:
        assert got.sol.n_segments == wanted.sol.n_segments
        ts = wanted.sol.ts
        for at in (np.linspace(ts[0], ts[-1], 17), ts, ts[len(ts) // 2]):
            one, other = host(got.sol(at)), wanted.sol(at)
            scale = np.abs(other).max(initial=1e-300)
            np.testing.assert_allclose(one, other, rtol=0, atol=tol * scale)
    return got


def test_given_jacobians(method):
    """With the same Jacobian every step and every count is SciPy's."""
    for options in ({}, {"rtol": 1e-7, "atol": 1e-10}, {"first_step": 1e-3}):
        how = {"jac": robertson_jacobian, **options}
        same(robertson, (0, 40), [1.0, 0, 0], method, dense_output=True, **how)
    how = {"jac": MATRIX, "our_jac": tn.asarray(MATRIX)}
    for options in ({}, {"max_step": 0.2}, {"atol": np.full(8, 1e-9).tolist()}):
        same(linear, (0, 2), np.ones(8), method, dense_output=True, **how, **options)
    back = lambda t, y: -linear(t, y)  # noqa: E731
    how = {"jac": -MATRIX, "our_jac": tn.asarray(-MATRIX)}
    same(back, (2, 0.5), np.ones(8), method, dense_output=True, **how)
    same(linear, (0, 1), np.ones(8), method, jac=MATRIX.tolist())
    same(linear, (0, 1), np.ones(8), method, jac=lambda t, y: MATRIX.tolist())


def test_differences(method):
    """Jacobians by differences are not SciPy's to the last digit: nor are the steps."""
    for fun, span, y0 in (
        (van_der_pol, (0, 20), [2.0, 0.0]),
        (linear, (0, 3), np.ones(8)),
        (robertson, (0, 40), [1.0, 0, 0]),
        (lambda t, y: -y * (1 + t), (0, 1), np.arange(3)),
        (lambda t, y: -y, (0, 1), np.ones(2, "f4")),
    ):
        same(fun, span, y0, method, tol=1e-5)
    same(lambda t, y: -2.0 * y, (0, 1), np.ones(4), method, vectorized=True)
    same(van_der_pol, (0, 2), [2.0, 0.0], method, tol=1e-5, args=(5.0,))
    got = integrate.solve_ivp(linear, (0, 1), tn.ones(8), method, rtol=1e-9, atol=1e-12)
    exact = reference.solve_ivp(
        linear, (0, 1), np.ones(8), "DOP853", rtol=1e-12, atol=1e-13
    )
    np.testing.assert_allclose(host(got.y[:, -1]), exact.y[:, -1], rtol=1e-6, atol=1e-9)


def test_arguments_of_jacobians(method):
    def fun(t, y, a, b):
        return -a * y + b * y[::-1]

    def jac(t, y, a, b):
        eye = xp(y).eye(4)
        return -a * eye + b * eye[::-1]

    same(fun, (0, 2), np.arange(4.0), method, jac=jac, args=(3.0, 0.5))


def test_times(method):
    times = np.linspace(0, 10, 41)
    how = {"jac": robertson_jacobian}
    for dense in (True, False):
        for t_eval in (times, times[5:6], times[:1]):
            options = {"t_eval": t_eval, "dense_output": dense, **how}
            same(robertson, (0, 10), [1.0, 0, 0], method, **options)
    got = same(robertson, (1, 1), [1.0, 0, 0], method, **how)
    assert got.t.shape == (2,)
    same(robertson, (1, 1), [1.0, 0, 0], method, dense_output=True, **how)
    same(lambda t, y: -y, (0, 1), np.zeros(0), method)


def test_events(method):
    def event(t, y):
        return y[0] - 0.9

    def other(t, y):
        return y[0]

    other.terminal, other.direction = 2, -1
    jac = lambda t, y: xp(y).stack(  # noqa: E731
        [
            xp(y).stack([y[0] * 0, y[0] * 0 + 1]),
            xp(y).stack([-60.0 * y[0] * y[1] - 1, 30 * (1 - y[0] * y[0])]),
        ]
    )
    for dense in (True, False):
        options = {"events": [event, other], "jac": jac, "dense_output": dense}
        got = same(van_der_pol, (0, 120), [2.0, 0], method, tol=1e-7, **options)
        assert got.status == 1 and got.t_events[1].shape == (2,)


def test_complex_states(method):
    if method == "Radau":
        _, error = outcome(
            lambda: reference.solve_ivp(linear, (0, 1), np.ones(8) * 1j, method)
        )
        _, mine = outcome(
            lambda: integrate.solve_ivp(linear, (0, 1), tn.ones(8) * 1j, method)
        )
        assert (type(mine), str(mine)) == (type(error), str(error)) and error
        return
    y0 = np.ones(8) * (1 + 2j)
    same(linear, (0, 1), y0, method, jac=MATRIX, our_jac=tn.asarray(MATRIX))
    same(linear, (0, 1), y0, method, tol=1e-5)
    turned = lambda t, y: 1j * y - y**2  # noqa: E731
    same(turned, (0, 1), y0, method, tol=1e-5)


@pytest.mark.filterwarnings("ignore")
def test_a_solution_that_ends(method):
    fun = lambda t, y: y * y  # noqa: E731
    jac = lambda t, y: 2 * xp(y).diag(y)  # noqa: E731
    wanted = reference.solve_ivp(fun, (0, 2), np.array([1.0]), method, jac=jac)
    got = integrate.solve_ivp(fun, (0, 2), tn.asarray([1.0]), method, jac=jac)
    assert (
        (got.status, got.message)
        == (wanted.status, wanted.message)
        == (-1, got.message)
    )
    np.testing.assert_allclose(float(got.t[-1]), wanted.t[-1], rtol=1e-6)


def test_what_is_sparse(method):
    y0, matrix = tn.ones(8), sparse.csr_array(tn.asarray(MATRIX))
    theirs = scipy.sparse.csr_array(MATRIX)
    for options in ({"jac": matrix}, {"jac_sparsity": tn.ones((8, 8))}):
        with pytest.raises(NotImplementedError, match="scipy.integrate.solve_ivp"):
            integrate.solve_ivp(linear, (0, 1), y0, method, **options)
    with tn.config.using(fallback="allow"):
        got = integrate.solve_ivp(linear, (0, 1), y0, method, jac=matrix)
        wanted = reference.solve_ivp(linear, (0, 1), np.ones(8), method, jac=theirs)
        np.testing.assert_allclose(host(got.y), wanted.y, rtol=1e-6)
    # One that a function returns becomes dense.
    mine = lambda t, y: matrix if isinstance(y, tn.ndarray) else theirs  # noqa: E731
    same(linear, (0, 1), np.ones(8), method, jac=mine)


@pytest.mark.parametrize(
    "options",
    [
        {"jac": np.eye(3)},
        {"jac": lambda t, y: xp(y).eye(3)},
        {"jac": 1.0},
        {"jac": np.full((2, 2), np.nan)},
        {"max_step": -1.0},
        {"first_step": 9.0},
        {"atol": np.ones(3)},
        {"rtol": np.array([1e-3, 1e-4])},
    ],
)
def test_errors(method, options):
    moved = {
        k: tn.asarray(x) if isinstance(x, np.ndarray) else x for k, x in options.items()
    }
    fun = lambda t, y: -y  # noqa: E731
    _, error = outcome(
        lambda: reference.solve_ivp(fun, (0, 1), np.ones(2), method, **options)
    )
    _, mine = outcome(
        lambda: integrate.solve_ivp(fun, (0, 1), tn.ones(2), method, **moved)
    )
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_tables_of_radau(method):
    """The eigenvectors belong to the inverse of the collocation matrix."""
    c = np.array(_radau._C)
    powers = c[:, None] ** np.arange(3)
    A = (powers * c[:, None] / np.arange(1, 4)) @ np.linalg.inv(powers)
    dense = lambda rows: np.array([[r.get(j, 0) for j in range(3)] for r in rows])  # noqa: E731
    T, inverse = dense(_radau._T), dense(_radau._INVERSE)
    np.testing.assert_allclose(T @ inverse, np.eye(3), atol=1e-15)
    a, b = _radau._COMPLEX.real, -_radau._COMPLEX.imag
    blocks = np.array([[_radau._REAL, 0, 0], [0, a, b], [0, -b, a]])
    np.testing.assert_allclose(np.linalg.inv(A) @ T, T @ blocks, rtol=1e-13, atol=1e-14)

# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.optimize beside scipy.optimize."""

import math
import pickle

import numpy as np
import pytest
import scipy.optimize as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import optimize
from tenorite.scipy.optimize import _line_search

METHODS = ["BFGS", "L-BFGS-B"]
FIELDS = ("status", "nit", "nfev", "njev", "message", "success")
X0 = np.random.default_rng(0).normal(size=6)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def rosen(x):
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def rosen_gradient(x):
    away = x[1:] - x[:-1] ** 2
    first = -400 * x[:-1] * away - 2 * (1 - x[:-1])
    zero = x[:1] * 0
    join = tn.concatenate if isinstance(x, tn.ndarray) else np.concatenate
    return join([first, zero]) + join([zero, 200 * away])


def logistic(x, share=0.3):
    return np.log(1 + np.exp(x)).sum() - share * x.sum()


def logistic_gradient(x, share=0.3):
    return 1 / (1 + np.exp(-x)) - share


PROBLEMS = {"rosen": (rosen, rosen_gradient), "logistic": (logistic, logistic_gradient)}


def both(fun, x0, **options):
    return (
        reference.minimize(fun, x0, **options),
        optimize.minimize(fun, tn.asarray(x0), **options),
    )


def equal(got, wanted, tol=1e-9):
    for name in FIELDS:
        assert got[name] == wanted[name], name
    assert set(got) == set(wanted)
    assert got.fun == pytest.approx(wanted.fun, rel=1e-6, abs=1e-12)
    for name in ("x", "jac"):
        one, other = got[name], wanted[name]
        assert isinstance(one, tn.ndarray) and one.shape == other.shape
        np.testing.assert_allclose(host(one), other, rtol=0, atol=tol)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_same_steps(problem, method):
    """As many steps and evaluations as SciPy's, and the same points."""
    fun, jac = PROBLEMS[problem]
    for n in (2, 5):
        for options in ({}, {"maxiter": 4}, {"gtol": 1e-3}):
            how = {"jac": jac, "method": method, "options": options}
            wanted, got = both(fun, X0[:n], **how)
            equal(got, wanted, tol=1e-8)
            inverse = got.hess_inv
            if method == "L-BFGS-B":
                if got.nit > 10:  # SciPy takes the pairs in the order of its buffer
                    continue
                inverse, wanted.hess_inv = inverse.todense(), wanted.hess_inv.todense()
            scale = np.abs(wanted.hess_inv).max()
            np.testing.assert_allclose(
                host(inverse), wanted.hess_inv, rtol=0, atol=1e-5 * scale
            )


@pytest.mark.parametrize("method", METHODS)
def test_arguments(method):
    how = {"method": method, "args": (0.4,)}
    wanted, got = both(logistic, X0, jac=logistic_gradient, **how)
    equal(got, wanted)
    pair = lambda x, share: (logistic(x, share), logistic_gradient(x, share))  # noqa: E731
    wanted, got = both(pair, X0, jac=True, **how)
    equal(got, wanted)
    wanted, got = both(logistic, X0, jac=logistic_gradient, tol=1e-3, method=method)
    equal(got, wanted)
    wanted, got = both(logistic, np.arange(3), jac=logistic_gradient, method=method)
    equal(got, wanted)
    # The minimum itself, where nothing is to be done.
    least = np.full(3, math.log(0.3 / 0.7))
    wanted, got = both(logistic, least, jac=logistic_gradient, method=method)
    equal(got, wanted)


def test_options_of_bfgs(capsys):
    how = {"jac": rosen_gradient, "method": "BFGS"}
    start = np.diag(np.arange(1.0, 6))
    for options in (
        {"norm": 2},
        {"norm": -np.inf, "gtol": 1e-3},
        {"xrtol": 1e-2},
        {"c1": 1e-3, "c2": 0.5},
        {"return_all": True},
    ):
        wanted, got = both(rosen, X0[:5], options=options, **how)
        equal(got, wanted, tol=1e-5)
    assert len(got.allvecs) == got.nit + 1
    wanted = reference.minimize(rosen, X0[:5], options={"hess_inv0": start}, **how)
    got = optimize.minimize(
        rosen, tn.asarray(X0[:5]), options={"hess_inv0": tn.asarray(start)}, **how
    )
    equal(got, wanted, tol=1e-7)
    capsys.readouterr()
    both(rosen, X0[:2], options={"disp": True}, **how)
    lines = capsys.readouterr().out.splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]


@pytest.mark.parametrize("options", [{"maxcor": 3}, {"ftol": 1e-3}, {"maxfun": 9}])
def test_options_of_lbfgs(options):
    how = {"jac": rosen_gradient, "method": "L-BFGS-B", "options": options}
    wanted, got = both(rosen, X0[:5], **how)
    equal(got, wanted, tol=1e-5)


@pytest.mark.parametrize("method", METHODS)
def test_callbacks(method):
    seen, their = [], []
    how = {"jac": rosen_gradient, "method": method}
    optimize.minimize(rosen, tn.asarray(X0[:3]), callback=seen.append, **how)
    reference.minimize(rosen, X0[:3], callback=lambda x: their.append(x.copy()), **how)
    assert len(seen) == len(their)
    np.testing.assert_allclose(host(seen[-1]), their[-1], atol=1e-8)

    def stop(intermediate_result):
        values.append(float(intermediate_result.fun))
        if len(values) == 3:
            raise StopIteration

    found = []
    for call, x0 in (
        (reference.minimize, X0[:3]),
        (optimize.minimize, tn.asarray(X0[:3])),
    ):
        values = []
        found.append((call(rosen, x0, callback=stop, **how), values))
    (wanted, their), (got, mine) = found
    assert mine == pytest.approx(their)
    equal(got, wanted)


def test_large_arrays_wait_rarely():
    n = 3000
    x0 = tn.zeros(n)
    goal = tn.arange(float(n)) / n
    found = optimize.minimize(
        lambda x: ((x - goal) ** 2 * (1 + goal)).sum(),
        x0,
        jac=lambda x: 2 * (x - goal) * (1 + goal),
        method="L-BFGS-B",
    )
    assert found.success
    np.testing.assert_allclose(host(found.x), host(goal), atol=1e-4)


@pytest.mark.filterwarnings("ignore:The line search")
def test_the_search_behind_the_first_one():
    """Nocedal and Wright's, beside SciPy's line_search."""
    for fun, jac, x0 in (
        (
            lambda x: (x**4).sum() - (3 * x**3).sum(),
            lambda x: 4 * x**3 - 9 * x**2,
            [6.0],
        ),
        (lambda x: np.cos(x).sum(), lambda x: -np.sin(x), [0.1]),
        (lambda x: (x**2).sum(), lambda x: 2 * x, [1.0, 20.0]),
        (lambda x: np.exp(-x).sum(), lambda x: -np.exp(-x), [0.0]),
    ):
        x0 = np.array(x0)
        for factor in (0.01, 1.0, 40.0):
            direction = -factor * jac(x0)
            wanted = reference.line_search(fun, jac, x0, direction, amax=1e100)

            def phi(step):
                x = x0 + step * direction  # noqa: B023
                return fun(x), float(jac(x) @ direction)  # noqa: B023

            value, slope = phi(0.0)
            got = _line_search.nocedal_wright(phi, value, slope, 1.0, 1e-4, 0.9, 1e100)
            if wanted[0] is None:
                assert got is None
            else:
                assert got[0] == pytest.approx(wanted[0])


def test_inverse_hessians():
    s, y = (np.random.default_rng(k).random((3, 5)) for k in (1, 2))
    theirs = reference.LbfgsInvHessProduct(s, y)
    ours = optimize.LbfgsInvHessProduct(tn.asarray(s), tn.asarray(y))
    np.testing.assert_allclose(host(ours.todense()), theirs.todense(), rtol=1e-9)
    x = np.arange(5.0)
    np.testing.assert_allclose(host(ours @ tn.asarray(x)), theirs @ x, rtol=1e-9)
    with pytest.raises(ValueError, match="sk and yk must have matching shape"):
        optimize.LbfgsInvHessProduct(tn.ones(3), tn.ones(3))
    result = optimize.OptimizeResult(x=1, message="m")
    assert pickle.loads(pickle.dumps(result)) == result and "message" in repr(result)


def test_texts_of_results():
    def items(xp):
        return {
            "nfev": 3,
            "jac": xp.linspace(-1, 1, 40).reshape(4, 10),
            "x": xp.asarray([1.0, np.nan, -np.inf]),
            "lowest": {"fun": xp.asarray([1, 2]), "x": xp.zeros((2, 2))},
            "both": (xp.ones(2), xp.zeros(1)),
            "success": True,
            "fun": 1 / 3,
            "message": "as asked for",
            "none": None,
        }

    wanted = repr(reference.OptimizeResult(items(np)))
    assert repr(optimize.OptimizeResult(items(tn))) == wanted
    assert repr(optimize.OptimizeResult()) == repr(reference.OptimizeResult())


def test_results_of_scipys_solvers_are_ours():
    seen = []

    def stop(intermediate_result):
        seen.append(intermediate_result)
        raise StopIteration

    with tn.config.using(fallback="allow"):
        how = {"method": "Nelder-Mead", "callback": stop}
        found = optimize.minimize(rosen, tn.zeros(3), **how)
    for result in (found, *seen):
        assert type(result) is optimize.OptimizeResult
        assert type(result.x) is tn.ndarray
    assert len(seen) == 1


def test_what_is_scipys():
    x0 = tn.asarray(X0[:3])
    with pytest.raises(NotImplementedError, match="scipy.optimize.minimize"):
        optimize.minimize(rosen, x0)
    bounds = [(0, 0.5)] * 3
    with tn.config.using(fallback="allow"):
        for how in (
            {},
            {"bounds": bounds},
            {"jac": rosen_gradient, "bounds": bounds, "method": "TNC"},
            {"method": "Nelder-Mead"},
            {"jac": rosen_gradient, "method": "CG"},
        ):
            wanted = reference.minimize(rosen, X0[:3], **how)
            got = optimize.minimize(rosen, x0, **how)
            np.testing.assert_allclose(host(got.x), wanted.x, atol=1e-3)


def test_errors():
    for call in (
        lambda m, t: m.minimize(rosen, t(np.ones((2, 2))), jac=rosen_gradient),
        lambda m, t: m.minimize(lambda x: x, t(X0), jac=rosen_gradient),
        lambda m, t: m.minimize(
            rosen, t(X0), jac=rosen_gradient, method="L-BFGS-B", options={"maxls": 0}
        ),
    ):
        _, error = outcome(lambda: call(reference, np.asarray))  # noqa: B023
        _, mine = outcome(lambda: call(optimize, tn.asarray))  # noqa: B023
        assert (type(mine), str(mine)) == (type(error), str(error))

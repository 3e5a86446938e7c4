# SPDX-License-Identifier: Apache-2.0
"""Roots of many functions at once: newton and elementwise.find_root beside SciPy's."""

import warnings

import numpy as np
import pytest
import scipy.optimize as reference
import tenorite as tn
from scipy.optimize import elementwise as their_elementwise
from support.helpers import host, outcome
from support.scipy_versions import scipy_is
from tenorite.scipy import optimize
from tenorite.scipy.optimize import elementwise

C = np.linspace(0.2, 30, 12).reshape(3, 4)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def cube(x, c):
    return x * x * x - c


def slope(x, c):
    return 3 * x**2


def bend(x, c):
    return 6 * x


@pytest.mark.parametrize("how", ["newton", "halley", "secant"])
def test_newton(how):
    more = {
        "newton": {"fprime": slope},
        "halley": {"fprime": slope, "fprime2": bend},
        "secant": {},
    }[how]
    start = np.full(C.shape, 1.5)
    for options in ({}, {"tol": 1e-3}, {"full_output": True}):
        wanted = reference.newton(cube, start, args=(C,), **more, **options)
        got = optimize.newton(
            cube, tn.asarray(start), args=(tn.asarray(C),), **more, **options
        )
        if "full_output" not in options:
            wanted, got = [wanted], [got]
        else:
            assert got._fields == wanted._fields
        for one, other in zip(got, wanted, strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_allclose(host(one), other, rtol=1e-12)
    whole = optimize.newton(lambda x: x * x - 4, tn.asarray([1, 3]), lambda x: 2 * x)
    np.testing.assert_allclose(host(whole), [2, 2])
    at = tn.asarray([2.0, 2.0])
    assert optimize.newton(lambda x: x * x - 4, at, lambda x: 2 * x).tolist() == [2, 2]


@pytest.mark.parametrize(
    "call",
    [
        lambda m, t: m.newton(lambda x: x * x + 1, t([1.0, 3.0]), lambda x: 2 * x),
        lambda m, t: m.newton(lambda x: x * x + 1, t([0.0, 0.0]), lambda x: 2 * x),
        lambda m, t: m.newton(lambda x: x * x - 1, t([0.0, 3.0]), lambda x: 2 * x),
        lambda m, t: m.newton(lambda x: x * 0 + 1, t([1.0, 3.0])),
        lambda m, t: m.newton(lambda x: x - 1, t([1.0, 3.0]), tol=-1),
        lambda m, t: m.newton(lambda x: x - 1, t([1.0, 3.0]), maxiter=0),
        lambda m, t: m.newton(lambda x: x**2 - t([1.0, -1.0]), t([2.0, 3.0])),
    ],
)
def test_what_newton_says(call):
    found = []
    for module, make in ((reference, np.asarray), (optimize, tn.asarray)):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            result, error = outcome_of(lambda: call(module, make))  # noqa: B023
        words = [str(w.message) for w in said if "encountered" not in str(w.message)]
        found.append(((type(error), str(error)), words, result))
    (error, words, wanted), (mine, my_words, got) = found
    assert (mine, my_words) == (error, words)
    if wanted is not None:
        np.testing.assert_allclose(host(got), wanted, rtol=1e-9)


def outcome_of(function):
    """As outcome(), with the warnings left to the caller."""
    try:
        return function(), None
    except Exception as error:
        return None, error


def equal(got, wanted):
    assert list(got) == list(wanted._order_keys)
    for key in got:
        one, other = got[key], wanted[key]
        pairs = (
            zip(one, other, strict=True) if isinstance(other, tuple) else [(one, other)]
        )
        for mine, their in pairs:
            assert mine.dtype == their.dtype and mine.shape == their.shape, key
            rtol = 1e-5 if their.dtype == np.float32 else 1e-12
            np.testing.assert_allclose(host(mine), their, rtol=rtol, atol=1e-12)


def both(f, init, args=(), **options):
    moved = [tuple(tn.asarray(x) for x in part) for part in (init, args)]
    return (
        their_elementwise.find_root(f, init, args=args, **options),
        elementwise.find_root(f, moved[0], args=moved[1], **options),
    )


@pytest.mark.filterwarnings("ignore")
def test_find_root():
    low, high = np.array(0.0), np.array(40.0)
    for f in (
        cube,
        lambda x, c: np.exp(-x) - 1 / (1 + c),
        lambda x, c: np.cos(x / 20) - c / 40,
        lambda x, c: (x - c / 10) ** 5,
    ):
        for options in (
            {},
            {"maxiter": 3},
            {"tolerances": {"xatol": 1e-3, "xrtol": 1e-3}},
            {"tolerances": {"fatol": 1e-2, "frtol": 1e-4}},
        ):
            wanted, got = both(f, (low, high), (C,), **options)
            if f is cube:
                equal(got, wanted)
                continue
            # Functions of the machine's libraries differ in their last bits.
            assert host(got.status).tolist() == wanted.status.tolist()
            assert np.abs(host(got.nit) - wanted.nit).max() <= 1
            np.testing.assert_allclose(host(got.x), wanted.x, rtol=1e-6, atol=1e-3)


@pytest.mark.filterwarnings("ignore")
def test_brackets_that_are_none_and_types():
    low = np.array([0.0, 2.0, 0.0, np.nan, 0.0, -1.0])
    high = np.array([3.0, 3.0, np.inf, 3.0, 1.0, 1.0])
    wanted, got = both(lambda x: x * x - 1, (low, high))
    equal(got, wanted)
    assert got.success.tolist() == wanted.success.tolist()
    wanted, got = both(lambda x: x - 1.5, (low[:1].astype("f4"), high[:1].astype("f4")))
    equal(got, wanted)
    wanted, got = both(lambda x, c: x * x - c, (np.array(0), np.array(9)), (C,))
    equal(got, wanted)
    wanted, got = both(lambda x: x - 1.5, (np.array(0.0), np.array(2.0)))
    equal(got, wanted)
    assert got.x == 1.5
    got = elementwise.find_root(lambda x: x * x - 2, (0, 2))
    assert float(got.x) == pytest.approx(2**0.5)


def test_named_arguments():
    def f(x, b, *, c):
        return x * x - b * c

    bracket, b = (np.array(0.0), np.array(40.0)), np.array([[1.0], [2.0], [3.0]])
    got = elementwise.find_root(
        *(f, tuple(map(tn.asarray, bracket))),
        **{"args": (tn.asarray(b),), "kwargs": {"c": tn.asarray(C)}},
    )
    wanted = their_elementwise.find_root(
        lambda x, b, c: f(x, b, c=c), bracket, args=(b, C)
    )
    equal(got, wanted)
    if scipy_is(">=1.18"):
        again = their_elementwise.find_root(f, bracket, args=(b,), kwargs={"c": C})
        equal(got, again)


def test_what_is_scipys():
    seen = []
    with tn.config.using(fallback="allow"):
        found = elementwise.find_root(
            lambda x: x - 1, (tn.zeros(2), tn.full(2, 3.0)), callback=seen.append
        )
        least = elementwise.find_minimum(
            lambda x: (x - 1) ** 2, (tn.zeros(2), tn.full(2, 0.5), tn.full(2, 3.0))
        )
        single = optimize.newton(lambda x: x * x - 4, 1.0)
    np.testing.assert_allclose(host(found.x), [1, 1])
    np.testing.assert_allclose(host(least.x), [1, 1], atol=1e-6)
    assert seen and single == pytest.approx(2)


@pytest.mark.parametrize(
    "options",
    [
        {"tolerances": {"xatol": -1}},
        {"tolerances": {"xrtol": np.nan}},
        {"tolerances": {"frtol": "x"}},
        {"maxiter": -1},
        {"maxiter": 1.5},
        {"f": 3},
    ],
)
def test_errors(options):
    f = options.pop("f", lambda x: x)
    bracket = (-1.0, 1.0)
    _, error = outcome(lambda: their_elementwise.find_root(f, bracket, **options))
    _, mine = outcome(lambda: elementwise.find_root(f, bracket, **options))
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))

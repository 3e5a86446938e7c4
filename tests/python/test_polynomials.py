# SPDX-License-Identifier: Apache-2.0
"""Polynomials, highest power first: numpy.polyfit, polyval, poly1d and their kin."""

import copy
import pickle
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.helpers import SOME_DTYPES, check, host, same, same_or_error, values

RTOL = 1e-12

P = np.array([1.0, -3.0, 2.0, 0.5])
Q = np.array([2, 0, -1])
Z = np.array([1 + 2j, 3, -1j])

CALLS = {
    "poly": lambda xp, p: xp.poly(p),
    "poly of a matrix": lambda xp, p: xp.poly(xp.outer(p, p[::-1])),
    "poly of pairs": lambda xp, p: xp.poly([1 + 2j, 1 - 2j, 3]),
    "poly of nothing": lambda xp, p: xp.poly([]),
    "poly of a cube": lambda xp, p: xp.poly(xp.ones((2, 2, 2))),
    "poly of an oblong": lambda xp, p: xp.poly(xp.ones((2, 3))),
    "roots": lambda xp, p: xp.roots(p),
    "roots with zeros": lambda xp, p: xp.roots([0, 0, 1, -1, 0, 0]),
    "roots of a number": lambda xp, p: xp.roots([3]),
    "roots of zeros": lambda xp, p: xp.roots([0, 0]),
    "roots of a matrix": lambda xp, p: xp.roots(xp.ones((2, 2))),
    "polyval": lambda xp, p: xp.polyval(p, xp.linspace(-1, 1, 7)),
    "polyval of a matrix": lambda xp, p: xp.polyval(p, xp.ones((2, 3), "f4")),
    "polyval of a list": lambda xp, p: xp.polyval(p, [1, 2]),
    "polyval of a number": lambda xp, p: xp.polyval(p, 3),
    "polyval of nothing": lambda xp, p: xp.polyval([], xp.ones(3)),
    "polyval of a poly1d": lambda xp, p: xp.polyval(p, xp.poly1d([1, 2])).coeffs,
    "polyadd": lambda xp, p: (xp.polyadd(p, [1]), xp.polyadd([1, 2, 3, 4, 5], p)),
    "polysub": lambda xp, p: (xp.polysub(p, [1]), xp.polysub([1, 2, 3, 4, 5], p)),
    "polyadd of numbers": lambda xp, p: xp.polyadd(p, 2),
    "polymul": lambda xp, p: xp.polymul(p, [1, -2]),
    "polymul of zeros": lambda xp, p: xp.polymul(p, [0, 0]),
    "polydiv": lambda xp, p: xp.polydiv(p, [2, 1]),
    "polydiv by more": lambda xp, p: xp.polydiv([1, 2], p),
    "polyder": lambda xp, p: (xp.polyder(p), xp.polyder(p, 2), xp.polyder(p, 9)),
    "polyder 0": lambda xp, p: xp.polyder(p, 0),
    "polyder -1": lambda xp, p: xp.polyder(p, -1),
    "polyint": lambda xp, p: (xp.polyint(p), xp.polyint(p, 2, [1, 2])),
    "polyint of one constant": lambda xp, p: xp.polyint(p, 3, 2),
    "polyint 0": lambda xp, p: xp.polyint(p, 0),
    "polyint -1": lambda xp, p: xp.polyint(p, -1),
    "polyint of few": lambda xp, p: xp.polyint(p, 3, [1, 2]),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("p", [P, Q, Z, P.astype("f4"), [3, 2, 1]], ids=str)
def test_calls(device, name, p):
    rtol = 1e-5 if getattr(p, "dtype", None) == "f4" else RTOL
    same_or_error(CALLS[name], device, p, rtol=rtol)


@pytest.mark.parametrize("dtype", SOME_DTYPES)
def test_dtypes(device, dtype):
    p = values(4, dtype)
    p[0] = 1
    for name in ("polyval", "polyadd", "polysub", "polymul", "polyint", "polyder"):
        same_or_error(
            lambda xp, p, n=name: getattr(xp, n)(
                *((p,) if n[4:] in ("int", "der") else (p, p))
            ),
            device,
            p,
            rtol=1e-3 if dtype == "e" else 1e-6,
        )


X = np.linspace(-2.0, 3.0, 12)
Y = np.sin(X) + np.arange(12) / 5
YY = np.stack([Y, Y * X], axis=1)
W = np.linspace(1.0, 2.0, 12)

FITS = [
    lambda xp, x, y, w: xp.polyfit(x, y, 3),
    lambda xp, x, y, w: xp.polyfit(x, y, 0),
    lambda xp, x, y, w: xp.polyfit(x, y, 3, w=w),
    lambda xp, x, y, w: xp.polyfit(x, y, 3, full=True),
    lambda xp, x, y, w: xp.polyfit(x, y, 2, cov=True),
    lambda xp, x, y, w: xp.polyfit(x, y, 2, cov="unscaled", w=w),
    lambda xp, x, y, w: xp.polyfit(x, y, 2, rcond=0.5),
    lambda xp, x, y, w: xp.polyfit(x, y, 11, cov=True),
    lambda xp, x, y, w: xp.polyfit(x, y, -1),
    lambda xp, x, y, w: xp.polyfit(x, y, 2.7),
    lambda xp, x, y, w: xp.polyfit(x[:5], y, 2),
    lambda xp, x, y, w: xp.polyfit(x[:0], y[:0], 2),
    lambda xp, x, y, w: xp.polyfit(y, x[:, None, None], 2),
    lambda xp, x, y, w: xp.polyfit(x[:, None], y, 2),
    lambda xp, x, y, w: xp.polyfit(x, y, 2, w=w[:3]),
    lambda xp, x, y, w: xp.polyfit(x, y, 2, w=y[:, None, None]),
]


@pytest.mark.parametrize("fit", range(len(FITS)))
@pytest.mark.parametrize("y", [Y, YY], ids=["1-d", "2-d"])
def test_fits(device, fit, y):
    same_or_error(FITS[fit], device, X, y, W, rtol=1e-10)


def test_fit_of_lists_and_other_dtypes(device):
    same(lambda xp: xp.polyfit([0, 1, 2], [1, 3, 7], 2), device, rtol=1e-12)
    same(lambda xp, x: xp.polyfit(x, x**2, 2), device, X.astype("f4"), rtol=1e-5)
    same(lambda xp, x: xp.polyfit(x, x + 1j, 2), device, X, rtol=1e-12)


def test_poorly_conditioned_fits_warn_here(device):
    x = tn.asarray(X)
    with pytest.warns(np.exceptions.RankWarning, match="poorly") as found:
        tn.polyfit(x, x, 30)
    assert found[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error", np.exceptions.RankWarning)
        tn.polyfit(x, x, 30, full=True)


def test_results_stay_on_the_device(device):
    tn.set_default_device("cpu")
    x = tn.linspace(0, 1, 9, device=device)
    p = tn.polyfit(x, x**2, 2)
    for got in (
        p,
        tn.polyval([1, 2, 3], x),
        tn.polyval(p, 2.0),
        tn.roots(p),
        tn.poly(x[:3]),
        tn.polyadd(p, [1, 2]),
        tn.polymul([1, 2], p),
        tn.polydiv(p, [1, 2])[0],
        tn.polyint(p),
        tn.polyder(p),
        tn.poly1d(p)(2.0),
        (tn.poly1d(p) + 1).coeffs,
        (tn.poly1d(p) * tn.poly1d(p)).coeffs,
        tn.poly1d(p).integ(k=3).coeffs,
        tn.poly1d(x[:3], True).coeffs,
        tn.emath.sqrt(x - 1),
        tn.asarray(tn.poly1d(p)),
    ):
        assert isinstance(got, tn.ndarray)
        assert str(got.device) == device


def test_host_arrays_beside_ours(device):
    if device == "cpu":
        check(np.polyval(P, np.ones(3)), tn.polyval(P, tn.ones(3)))
        check(np.polyfit(X, Y, 2), tn.polyfit(X, tn.asarray(Y), 2), rtol=RTOL)
        return
    with pytest.raises(TypeError, match="cannot be mixed"):
        tn.polyval(P, tn.ones(3))
    with pytest.raises(TypeError, match="cannot be mixed"):
        tn.polyfit(X, tn.asarray(Y), 2)


# ---- poly1d ----

POLYNOMIALS = [
    ([1, -3, 2],),
    ([0, 0, 4.0, 0.0],),
    ([0],),
    ([],),
    ([1 + 1j, 2, -1j],),
    ([1, 2], True),
    ([1, 2.5], True, "z"),
    (5,),
    ([[1, 2]],),
    ([1e-5, 12345678.0, -1.0],),
]

USES = {
    "coeffs": lambda xp, p: (p.coeffs, p.c, p.coef, p.coefficients, p.order, p.o),
    "roots": lambda xp, p: (p.roots, p.r),
    "call": lambda xp, p: (p(2), p([1, 2]), p(xp.ones((2, 2)))),
    "call of one": lambda xp, p: p(p).coeffs,
    "len": lambda xp, p: len(p),
    "str": lambda xp, p: str(p),
    "items": lambda xp, p: (p[0], p[1], p[9], p[-1]),
    "iteration": lambda xp, p: list(p),
    "negative": lambda xp, p: ((-p).coeffs, (+p).coeffs),
    "sums": lambda xp, p: ((p + 1).coeffs, (1 + p).coeffs, (p + p).coeffs),
    "differences": lambda xp, p: ((p - 1).coeffs, (1 - p).coeffs, (p - [1, 2]).coeffs),
    "products": lambda xp, p: ((p * 2).coeffs, (2 * p).coeffs, (p * p).coeffs),
    "product with a list": lambda xp, p: ((p * [1, 2]).coeffs, ([1, 2] * p).coeffs),
    "power": lambda xp, p: ((p**3).coeffs, (p**0).coeffs),
    "bad power": lambda xp, p: p**-1,
    "power of a fraction": lambda xp, p: p**0.5,
    "quotient": lambda xp, p: (p / 2).coeffs,
    "quotient with one": lambda xp, p: [q.coeffs for q in p / xp.poly1d([1, 2])],
    "quotient of a list": lambda xp, p: [q.coeffs for q in [1, 2] / xp.poly1d([1, 3])],
    "comparisons": lambda xp, p: (p == p, p != p, p == xp.poly1d([9]), p == 3),
    "deriv": lambda xp, p: (p.deriv().coeffs, p.deriv(2).coeffs),
    "integ": lambda xp, p: (p.integ().coeffs, p.integ(2, [1, 2]).coeffs),
    "variable": lambda xp, p: p.variable,
    "copy of one": lambda xp, p: xp.poly1d(p, variable="t").variable,
    "polyadd": lambda xp, p: str(xp.polyadd(p, [1])),
    "array": lambda xp, p: xp.asarray(p),
    "ufunc": lambda xp, p: xp.negative(p),
    "scalar left": lambda xp, p: xp.float64(2) * p,
    "array left": lambda xp, p: xp.asarray([2.0]) * p,
    "hash": lambda xp, p: hash(p),
    "coeffs are kept": lambda xp, p: setattr(p, "coeffs", [1]),
    "negative place": lambda xp, p: p.__setitem__(-1, 2),
}


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("args", POLYNOMIALS, ids=str)
def test_poly1d(device, name, args):
    same_or_error(lambda xp: USES[name](xp, xp.poly1d(*args)), device, rtol=RTOL)


def test_poly1d_of_arrays(device):
    p = tn.poly1d(tn.asarray(Q))
    assert repr(p) == repr(np.poly1d(Q)).replace(
        "])", "])" if device == "cpu" else f"], device={device!r})"
    )
    assert isinstance(p.coeffs, tn.ndarray)
    p[0], p[4] = 5, 7
    check(np.array([7, 0, 2, 0, 5]), p.coeffs)
    for made in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert type(made) is tn.poly1d
        assert made == p
    if device == "cpu":
        assert np.asarray(p).tolist() == [7, 0, 2, 0, 5]
    else:
        with pytest.raises(TypeError, match=r"x\.get\(\)"):
            np.asarray(p)


def test_numpys_functions_come_here(device):
    x = tn.asarray(X)
    check(np.polyval([1.0, 2.0], X), np.polyval([1.0, 2.0], x))
    check(np.roots(P), np.roots(tn.asarray(P)), rtol=RTOL)
    assert host(np.poly(tn.asarray(P))).shape == (5,)


# ---- emath ----

NUMBERS = [-2.0, -0.5, 0.0, 0.5, 2.0]


@pytest.mark.parametrize("name", tn.emath.__all__)
@pytest.mark.parametrize("dtype", "bBilefdFD")
def test_emath(device, name, dtype):
    args = {"logn": (3,), "power": ()}.get(name, ())
    powers = {"power": (-2,)}.get(name, ())
    for numbers in (NUMBERS, NUMBERS[2:4], NUMBERS[1:2]):
        with np.errstate(all="ignore"):
            x = np.array(numbers).astype(dtype)
        same_or_error(
            lambda xp, x: getattr(xp.emath, name)(*args, x, *powers),
            device,
            x,
            rtol=1e-2 if dtype in "bBe" else 1e-6,
        )


def test_emath_of_numbers(device):
    for x in (-1, 2, -1.5, 0.25, 1j, [[-1, 4]], True):
        for name in ("sqrt", "log", "arccos", "arcsin", "arctanh"):
            same_or_error(
                lambda xp, n=name, x=x: getattr(xp.emath, n)(x), device, rtol=RTOL
            )
        same_or_error(lambda xp, x=x: xp.emath.power(x, [2, -1]), device, rtol=RTOL)

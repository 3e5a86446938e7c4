# SPDX-License-Identifier: Apache-2.0
"""Special functions that are made of others, against SciPy's."""

import numpy as np
import pytest
import scipy.special
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_failure
from tenorite.scipy import special

X = np.array([1e-300, 1e-20, 1e-5, 0.3, 0.5, 1, 1.5, 2, 10, 300, 1e10, 1e100])
SIGNED = np.concatenate([-X, X, [0.0, -0.0, -1, -2.5, -3.5]])
LAMBDAS = np.array([-2, -0.5, -1e-10, -1e-25, 0, 1e-25, 1e-8, 0.3, 1, 3])[:, None]

CALLS = [
    ("boxcox", (X, LAMBDAS)),
    ("boxcox1p", (X, LAMBDAS)),
    ("boxcox1p", (-X[:5], LAMBDAS)),
    ("inv_boxcox", (SIGNED[abs(SIGNED) < 20], LAMBDAS)),
    ("inv_boxcox1p", (SIGNED[abs(SIGNED) < 20], LAMBDAS)),
    ("huber", (np.array([-1.0, 0, 0.5, 3, 1e5])[:, None], SIGNED)),
    ("pseudo_huber", (np.array([-1.0, 0, 0.5, 3, 1e5])[:, None], SIGNED)),
    ("cosm1", (np.linspace(-0.7, 0.7, 401),)),
    ("cosm1", (np.array([1e-3, 1e-9, 1e-160, 0.0]),)),
    ("exp10", (np.linspace(-30, 30, 301),)),
    ("round", (np.array([0.5, 1.5, -0.5, 2.4, -2.6, 1e300, np.inf]),)),
    ("radian", (np.arange(-3.0, 4), 20.5, np.array([[0.0], [59.9]]))),
    ("gammasgn", (np.concatenate([SIGNED, [np.inf, -np.inf, np.nan, -7.5]]),)),
]


@pytest.mark.parametrize("name, args", CALLS, ids=lambda x: str(x)[:40])
def test_values(device, name, args):
    for letter, exact in (("d", 1e-14), ("f", 2e-6)):
        # SciPy's takes a logarithm and its exponential.
        exact *= 10 if name == "pseudo_huber" else 1
        given = [np.asarray(a, letter) for a in args]
        with np.errstate(all="ignore"):
            expected = getattr(scipy.special, name)(*given)
        got = getattr(special, name)(*map(tn.asarray, given))
        assert got.dtype == expected.dtype == letter and got.shape == expected.shape
        normal = ~(abs(expected) < np.finfo(letter).tiny)
        np.testing.assert_allclose(host(got)[normal], expected[normal], rtol=exact)


def test_cosines_where_scipy_cancels(device):
    x = np.linspace(-20, 20, 401)
    exact = -2 * np.sin(x.astype("g") / 2) ** 2
    got = host(special.cosm1(tn.asarray(x)))
    np.testing.assert_allclose(got, exact.astype(float), rtol=1e-15)


@pytest.mark.parametrize("name", ["boxcox", "huber", "cosm1", "gammasgn", "round"])
def test_dtypes(device, name):
    count = 2 if name in ("boxcox", "huber") else 1
    for letter in "?bBhilefd":
        args = [np.ones(2, letter)] * count
        expected = getattr(scipy.special, name)(*args)
        got = getattr(special, name)(*map(tn.asarray, args))
        wanted = "f" if letter in "ef" else "d"
        # Of SciPy's loops some take small numbers in the other precision.
        if letter not in "?bBhe":
            assert expected.dtype == wanted
        assert got.dtype == wanted
    with pytest.raises(TypeError):
        getattr(special, name)(*[tn.ones(2, complex)] * count)


def test_gamma_of_several_dimensions(device):
    for d in (1, 2, 3, 7):
        a = np.array([3.1, 5.0, 100.0, 1e6])
        got = special.multigammaln(tn.asarray(a), d)
        np.testing.assert_allclose(
            host(got), scipy.special.multigammaln(a, d), rtol=1e-14
        )
    modules = special, scipy.special
    same_failure(modules, "multigammaln", device, np.array(3.0), 1.5)
    same_failure(modules, "multigammaln", device, np.array(0.4), 2)

# SPDX-License-Identifier: Apache-2.0
"""RBFInterpolator beside SciPy's."""

import pickle
import re

import numpy as np
import pytest
import scipy.interpolate as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import interpolate
from tenorite.scipy.interpolate import _rbf

RNG = np.random.default_rng(0)
Y = RNG.random((60, 2)) * 3
X = RNG.random((40, 2)) * 3
D = np.sin(Y[:, 0]) * np.cos(Y[:, 1])
SCALED = ("multiquadric", "inverse_multiquadric", "inverse_quadratic", "gaussian")


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def both(y, d, **options):
    moved = {
        k: tn.asarray(v) if isinstance(v, np.ndarray) else v for k, v in options.items()
    }
    return (
        outcome(lambda: reference.RBFInterpolator(y, d, **options)),
        outcome(
            lambda: interpolate.RBFInterpolator(tn.asarray(y), tn.asarray(d), **moved)
        ),
    )


def equal(ours, theirs, x, tol=1e-9):
    wanted, got = theirs(x), ours(tn.asarray(x))
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    scale = np.abs(wanted).max(initial=0)
    np.testing.assert_allclose(host(got), wanted, rtol=0, atol=tol * scale)


@pytest.mark.parametrize("neighbors", [None, 12])
@pytest.mark.parametrize("kernel", _rbf._FUNCTIONS)
def test_kernels(kernel, neighbors, monkeypatch):
    monkeypatch.setattr(_rbf, "_TILE", 15 * 15 * 9)
    options = {"kernel": kernel, "neighbors": neighbors}
    if kernel in SCALED:
        options["epsilon"] = 2.0
    for degree in (None, 2, -1):
        (theirs, _), (ours, mine) = both(Y, D, degree=degree, **options)
        assert mine is None
        equal(ours, theirs, X, tol=1e-8)
        if degree is None:
            np.testing.assert_allclose(host(ours(tn.asarray(Y[:9]))), D[:9], atol=1e-8)


def test_dimensions_and_types():
    for ndim in (1, 3):
        y, x = RNG.random((40, ndim)), RNG.random((7, ndim))
        for d in (RNG.random(40).astype("f4"), RNG.random((40, 2, 3))):
            for values in (d, d * (1 + 0.5j), (d * 9).astype(int)):
                (theirs, _), (ours, _) = both(y, values)
                equal(ours, theirs, x)
                equal(ours, theirs, x.astype("f4"))
                equal(ours, theirs, x[:0])
                assert (ours.d_dtype, ours.d_shape) == (theirs.d_dtype, theirs.d_shape)
    turned = tn.asarray(np.asfortranarray(X))[::-1]
    (theirs, _), (ours, _) = both(Y, D)
    np.testing.assert_allclose(host(ours(turned)), theirs(X[::-1]), rtol=0, atol=1e-9)


@pytest.mark.parametrize("neighbors", [None, 20, 1])
def test_smoothing(neighbors):
    degree = 0 if neighbors == 1 else None
    for smoothing in (0.5, RNG.random(60)):
        options = {"smoothing": smoothing, "kernel": "linear", "degree": degree}
        (theirs, _), (ours, _) = both(Y, D, neighbors=neighbors, **options)
        equal(ours, theirs, X)
        np.testing.assert_array_equal(host(ours.powers), theirs.powers)
        equal(pickle.loads(pickle.dumps(ours)), theirs, X)


@pytest.mark.parametrize(
    ("y", "d", "options"),
    [
        (Y[:, 0], D, {}),
        (Y, D[:5], {}),
        (Y, D, {"smoothing": np.ones(3)}),
        (Y, D, {"degree": -2}),
        (Y[:2], D[:2], {}),
        (np.tile([[1.0, 2.0]], (9, 1)), D[:9], {}),
    ],
)
def test_errors(y, d, options):
    (_, error), (_, mine) = both(y, d, **options)
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


def _words(error):
    return sorted(re.findall(r"\w+", str(error)))


def test_more_errors_and_a_warning():
    for options in ({"kernel": "other"}, {"kernel": "gaussian"}):
        (_, error), (_, mine) = both(Y, D, **options)
        assert type(mine) is type(error)
        # The order of a set's names differs from process to process.
        assert _words(mine) == _words(error)
    with pytest.warns(UserWarning, match="`degree` should not be below 1 except"):
        interpolate.RBFInterpolator(tn.asarray(Y), tn.asarray(D), degree=0)
    (theirs, _), (ours, _) = both(Y, D)
    for x in (X[0], np.ones((2, 3))):
        _, error = outcome(lambda: theirs(x))  # noqa: B023
        _, mine = outcome(lambda: ours(tn.asarray(x)))  # noqa: B023
        assert (type(mine), str(mine)) == (type(error), str(error))

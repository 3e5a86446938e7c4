# SPDX-License-Identifier: Apache-2.0
"""sqrtm and logm: SciPy's values and dtypes, and how near they come to the matrix."""

import warnings

import numpy as np
import pytest
import scipy.linalg as reference
import tenorite as tn
from support.helpers import host, outcome
from tenorite.scipy import linalg

N = 12
RNG = np.random.default_rng(3)
G = RNG.normal(size=(N, N))
STEPS = np.abs(G) / np.abs(G).sum(1, keepdims=True)

REAL = {
    "general": G,
    "near the identity": np.eye(N) + 0.05 * G,
    "positive eigenvalues": G + 8 * np.eye(N),
    "positive definite": G @ G.T,
    "symmetric": G + G.T,
    "triangular": np.triu(G) + 3 * np.eye(N),
    "defective": 2 * np.eye(6) + np.eye(6, k=1),
    "Markov": STEPS + np.eye(N),
    "rotation": reference.expm(G - G.T),
    "stack": np.stack([G + 8 * np.eye(N), G + 9 * np.eye(N)]),
    "integers": np.array([[4, 1], [0, 9]]),
    "negative numbers": np.diag([1.0, -2.0, 3.0]),
    "one": np.array([[4.0]]),
    "a negative one": np.array([[[-4.0]]]),
    "none": np.zeros((0, 0)),
}
MATRICES = REAL | {
    "complex": G + 1j * RNG.normal(size=(N, N)),
    "Hermitian": (G + 1j * G.T) @ (G + 1j * G.T).conj().T,
}


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


@pytest.mark.parametrize("single", [False, True], ids=["double", "single"])
@pytest.mark.parametrize("case", MATRICES)
@pytest.mark.parametrize("name", ["sqrtm", "logm"])
def test_values(name, case, single):
    a = MATRICES[case]
    if name == "logm" and not a.size:  # SciPy looks for a largest item
        return
    if single:
        if a.dtype.kind == "i":
            return
        a = a.astype("c8" if a.dtype.kind == "c" else "f4")
    with warnings.catch_warnings(action="ignore"):
        wanted = getattr(reference, name)(a)
    # The eigenvectors of this one are the least accurate; SciPy takes over on some GPUs.
    is_hard = case == "triangular"
    with warnings.catch_warnings(action="ignore" if is_hard else "error"):
        with tn.config.using(fallback="allow" if is_hard else "error"):
            got = getattr(linalg, name)(tn.asarray(a))
    assert got.shape == wanted.shape
    # SciPy leaves rounding errors in the imaginary part of some real logarithms.
    is_real = np.abs(wanted.imag).max(initial=0) <= 1e-5 * np.abs(wanted).max(initial=0)
    if not (single and name == "logm" and is_real):
        assert got.dtype == wanted.dtype
    if a.size:
        tol = 2e-5 if single else 1e-11
        scale = np.abs(wanted).max()
        np.testing.assert_allclose(host(got), wanted, rtol=0, atol=tol * scale)
        x = host(got)
        again = x @ x if name == "sqrtm" else reference.expm(x)
        tol = 3e-6 if single else 1e-13
        assert np.linalg.norm(again - a) <= tol * N * np.linalg.norm(a)


@pytest.mark.parametrize("condition", [1e4, 1e10])
def test_matrices_that_are_not_well_conditioned(condition):
    v = np.eye(N) + 0.2 * G
    a = v @ np.diag(np.geomspace(1, 1 / condition, N)) @ np.linalg.inv(v)
    x = host(linalg.sqrtm(tn.asarray(a)))
    assert np.linalg.norm(x @ x - a) < 1e-13 * np.linalg.norm(a)
    x = host(linalg.logm(tn.asarray(a)))
    assert np.linalg.norm(reference.expm(x) - a) < 1e-11 * np.linalg.norm(a)


@pytest.mark.parametrize("name", ["sqrtm", "logm"])
def test_steep_triangles_are_scipys(name):
    """Each item is right to rounding, however large the others are."""
    a = np.diag([0.32346, 0.30089, 0.3221, 0.30744]) + np.triu(np.full((4, 4), 3e4), 1)
    for x in (a, a.T, np.stack([a, a])):
        with warnings.catch_warnings(action="ignore"):  # of a logarithm's accuracy
            with tn.config.using(fallback="allow"):
                got = getattr(linalg, name)(tn.asarray(x))
            wanted = getattr(reference, name)(x)
        np.testing.assert_allclose(host(got), wanted, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("name", ["sqrtm", "logm"])
def test_what_only_schur_gives_is_scipys(name):
    a = -2 * np.eye(4) + np.eye(4, k=1)
    with pytest.raises(NotImplementedError, match=f"scipy.linalg.{name}"):
        getattr(linalg, name)(tn.asarray(a))
    with tn.config.using(fallback="allow"):
        got = host(getattr(linalg, name)(tn.asarray(a)))
    np.testing.assert_array_equal(got, getattr(reference, name)(a))


@pytest.mark.parametrize("name", ["sqrtm", "logm"])
@pytest.mark.parametrize("shape", [(2, 3), (3,), (2, 3, 2)])
def test_errors(name, shape):
    a = np.ones(shape)
    _, error = outcome(lambda: getattr(reference, name)(a))
    _, mine = outcome(lambda: getattr(linalg, name)(tn.asarray(a)))
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_warnings():
    with pytest.warns(linalg.LinAlgWarning, match="Matrix is singular"):
        linalg.sqrtm(tn.diag(tn.asarray([1.0, 0.0])))
    with pytest.warns(linalg.LinAlgWarning, match="ill-conditioned"):
        linalg.sqrtm(tn.diag(tn.asarray([1.0, 1e-20])))
    assert np.isnan(host(linalg.sqrtm(tn.full((2, 2), np.nan)))).all()

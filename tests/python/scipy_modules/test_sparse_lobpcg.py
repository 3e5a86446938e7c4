# SPDX-License-Identifier: Apache-2.0
"""lobpcg: values, residuals, histories and words of SciPy's."""

import numpy as np
import pytest
import scipy.sparse as theirs
import tenorite as tn
from scipy.sparse import linalg as reference
from support.helpers import outcome
from tenorite.scipy import sparse as ours
from tenorite.scipy.sparse import linalg

N, K = 200, 3
A = theirs.diags_array(np.arange(1.0, N + 1))
A = (A + 0.3 * theirs.diags_array([np.ones(N - 1)] * 2, offsets=(-1, 1))).tocsr()
B = theirs.diags_array(np.linspace(1, 2, N)).tocsr()
M = theirs.diags_array(1 / A.diagonal()).tocsr()
X = np.random.default_rng(0).normal(size=(N, K))
Y = np.eye(N, 2)


@pytest.fixture(autouse=True)
def alone(device):
    with tn.Device(device), tn.config.using(fallback="error"):
        yield


def moved(x):
    if isinstance(x, np.ndarray):
        return tn.asarray(x)
    return ours.csr_array(x) if theirs.issparse(x) else x


def both(A, X, **options):
    """SciPy's results and ours, or their exceptions; SciPy writes into its X."""
    mine = {key: moved(value) for key, value in options.items()}
    return (
        outcome(lambda: reference.lobpcg(A, X.copy(), **options)),
        outcome(lambda: linalg.lobpcg(moved(A), moved(X), **mine)),
    )


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize(
    "options",
    [{"M": M}, {"M": M, "B": B}, {"M": M, "Y": Y}, {"M": M, "B": B, "Y": Y}, {}],
    ids=lambda options: " ".join(options) or "plain",
)
def test_values_and_vectors(options, dtype):
    single = dtype in ("f4", "c8")
    tol = 2e-3 if single else 1e-6
    a, b = A.astype(dtype), options.get("B", theirs.eye_array(N)).astype(dtype)
    options = {key: x.astype(dtype) for key, x in options.items()}
    if "Y" in options:  # a matrix of which these are eigenvectors
        a = theirs.diags_array(a.diagonal()).tocsr()
    largest = not options
    steps = {"maxiter": 200 if largest else 60, "tol": tol, "largest": largest}
    (wanted, error), (got, mine) = both(a, X.astype(dtype), **options, **steps)
    assert error is None and mine is None
    w, v = got[0].get(), got[1].get()
    assert (w.dtype, v.dtype) == (wanted[0].dtype, wanted[1].dtype)
    np.testing.assert_allclose(w, wanted[0], rtol=1e-5 if single else 1e-9)
    assert np.abs(a @ v - (b @ v) * w).max() < 2 * tol
    assert np.abs(v.conj().T @ (b @ v) - np.eye(K)).max() < (1e-5 if single else 1e-12)
    if "Y" in options:
        assert np.abs(Y.T @ (b @ v)).max() < (1e-5 if single else 1e-12)


def test_operators_functions_and_dense_matrices():
    options = {"maxiter": 60, "tol": 1e-7, "largest": False}
    scale = tn.asarray(1 / A.diagonal())[:, None]
    operator = linalg.aslinearoperator(moved(A))
    full = moved(A.toarray())
    found = [
        linalg.lobpcg(a, moved(X), M=lambda v: scale * v, **options)[0].get()
        for a in (moved(A), operator, full, lambda v: full @ v, A)
    ]
    for w in found:
        np.testing.assert_allclose(w, np.linalg.eigvalsh(A.toarray())[:K], rtol=1e-10)


def test_histories():
    options = {"M": M, "largest": False, "maxiter": 60, "tol": 1e-7}
    options |= {"retLambdaHistory": True, "retResidualNormsHistory": True}
    (wanted, _), (got, _) = both(A, X, **options)
    for mine, their in zip(got[2:], wanted[2:], strict=True):
        # Rounding can end it one iteration sooner or later.
        assert abs(len(mine) - len(their)) <= 1
        assert {x.shape for x in mine} == {(K,)}
        count = min(len(mine), len(their)) // 2
        for one, other in zip(mine[:count], their, strict=False):
            np.testing.assert_allclose(one.get(), other, rtol=1e-5)


@pytest.mark.filterwarnings("ignore:The problem size")
@pytest.mark.parametrize("largest", [True, False])
def test_small_problems_are_dense(largest):
    a = (A + 0 * B).toarray()[:8, :8]
    for options in ({}, {"B": B.toarray()[:8, :8]}):
        (wanted, _), (got, _) = both(a, X[:8], largest=largest, **options)
        np.testing.assert_allclose(got[0].get(), wanted[0], rtol=1e-12)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("X", "options"),
    [
        (X[:, 0], {}),
        (np.ones((N, K)), {}),
        (X, {"Y": np.ones((N, 2))}),
        (X[:8], {"Y": Y[:8]}),
    ],
)
def test_errors(X, options):
    (_, error), (_, mine) = both(A[: len(X), : len(X)], X, **options)
    assert error is not None
    assert (type(mine), str(mine)) == (type(error), str(error))


def test_a_shape_that_is_not_kept():
    with pytest.raises(ValueError, match="not preserved\nand changed to"):
        linalg.lobpcg(lambda v: v[:-1], moved(X))


def test_warnings_of_what_did_not_converge():
    with pytest.warns(UserWarning, match="Exited") as found:
        linalg.lobpcg(moved(A), moved(X), maxiter=2, tol=1e-9)
    assert len(found) == 2
    with pytest.warns(UserWarning, match="which is not inexact, so casted to"):
        linalg.lobpcg(moved(A), tn.asarray(np.eye(N, K, dtype=int)), tol=1e9)
    with pytest.warns(UserWarning, match="Expected rank-2 array for argument Y"):
        linalg.lobpcg(moved(A), moved(X), Y=tn.ones(3), tol=1e9)


def test_what_is_printed(capsys):
    for a, x, call in (
        (A, X.copy(), reference.lobpcg),
        (moved(A), moved(X), linalg.lobpcg),
    ):
        call(a, x, M=None, tol=1e9, verbosityLevel=1)
    text = capsys.readouterr().out
    for line in ("Solving standard", "iteration 0", "Final postprocessing"):
        assert text.count(line) == 2

# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.linalg: factors that are not unique, and functions of matrices."""

import numpy as np
import pytest
import scipy.linalg
import tenorite as tn
from support.helpers import host
from support.scipy_calls import same_call, same_failure
from support.scipy_versions import needs_scipy, scipy_is
from tenorite.scipy import linalg

MODULES = (linalg, scipy.linalg)
RTOL = {"f": 2e-4, "F": 2e-4}


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


def rtol(letter):
    return RTOL.get(letter, 1e-11)


def adjoint(a):
    return a.conj().swapaxes(-1, -2)


def shapes_and_dtypes(got, expected):
    for mine, theirs in zip(got, expected, strict=True):
        assert mine.dtype == theirs.dtype and mine.shape == theirs.shape


SHAPES = [
    *[(1, 1), (4, 4), (6, 3), (3, 6), (2, 5, 3), (2, 2, 3, 5), (1, 4), (4, 1)],
    *[(0, 3), (3, 0)],
]


@pytest.mark.parametrize("letter", "ifdFD")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_svd(device, shape, letter):
    a = numbers(shape, letter)
    for full in (True, False):
        expected = scipy.linalg.svd(a, full)
        got = linalg.svd(tn.asarray(a), full)
        shapes_and_dtypes(got, expected)
        u, s, vh = map(host, got)
        np.testing.assert_allclose(s, expected[1], atol=rtol(letter))
        k = s.shape[-1]
        product = (u[..., :k] * s[..., None, :]) @ vh[..., :k, :]
        np.testing.assert_allclose(product, a, atol=rtol(letter) * 10)
    same_call(MODULES, "svdvals", device, a, rtol=rtol(letter), order=False)


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("mode", ["full", "economic", "r"])
def test_qr_and_rq(device, shape, letter, mode):
    a = numbers(shape, letter)
    expected = scipy.linalg.qr(a, mode=mode)
    got = linalg.qr(tn.asarray(a), mode=mode)
    if mode == "r" and isinstance(expected, np.ndarray):
        expected = (expected,)
    shapes_and_dtypes(got, expected)
    if mode != "r":
        q, r = map(host, got)
        np.testing.assert_allclose(q @ r, a, atol=rtol(letter) * 10)
        eye = np.broadcast_to(np.eye(q.shape[-1]), (*q.shape[:-2], *[q.shape[-1]] * 2))
        np.testing.assert_allclose(adjoint(q) @ q, eye, atol=rtol(letter))
        np.testing.assert_array_equal(r, np.triu(r))
    expected, got = (
        scipy.linalg.rq(a, mode=mode),
        linalg.rq(tn.asarray(a), mode=mode),
    )
    if mode == "r":
        expected, got = [expected], [got]
    shapes_and_dtypes(got, expected)
    if mode != "r":
        r, q = map(host, got)
        np.testing.assert_allclose(r @ q, a, atol=rtol(letter) * 10)
        np.testing.assert_array_equal(r, np.triu(r, r.shape[-1] - r.shape[-2]))
    for mine, theirs in zip(got, expected, strict=True):  # the signs too
        np.testing.assert_allclose(host(mine), theirs, atol=rtol(letter) * 10)


def test_rq_reflects_from_the_last_row(device):
    r, q = linalg.rq(tn.asarray([[1.0, 2.0], [3.0, 4.0]]))
    np.testing.assert_allclose(host(r), [[-0.4, -2.2], [0, -5]], atol=1e-12)
    np.testing.assert_allclose(host(q), [[0.8, -0.6], [-0.6, -0.8]], atol=1e-12)


def test_raw_factors(device):
    a = numbers((5, 3))
    (h, tau), r = linalg.qr(tn.asarray(a), mode="raw")
    (h_there, tau_there), r_there = scipy.linalg.qr(a, mode="raw")
    assert h.shape == h_there.shape and tau.shape == tau_there.shape
    assert r.shape == r_there.shape
    np.testing.assert_allclose(abs(host(r)), abs(r_there), atol=1e-12)


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("side", ["right", "left"])
def test_polar(device, side, letter):
    for shape in [(3, 3), (5, 3), (3, 5), (2, 3, 3)]:
        a = numbers(shape, letter)
        same_call(MODULES, "polar", device, a, side, rtol=rtol(letter), order=False)


@pytest.mark.parametrize("letter", "fdFD")
def test_bases(device, letter):
    a = numbers((6, 2), letter) @ numbers((2, 5), letter)
    q = host(linalg.orth(tn.asarray(a), 1e-4))
    assert q.shape == scipy.linalg.orth(a, 1e-4).shape == (6, 2)
    np.testing.assert_allclose(q @ (adjoint(q) @ a), a, atol=rtol(letter) * 10)
    z = host(linalg.null_space(tn.asarray(a), 1e-4))
    assert z.shape == scipy.linalg.null_space(a, 1e-4).shape == (5, 3)
    np.testing.assert_allclose(a @ z, 0, atol=rtol(letter) * 10)
    b = numbers((6, 3), letter)
    for one, other in ((a[:, :2], b), (numbers((2, 6, 3), letter), b[:, :2])):
        same_call(
            MODULES, "subspace_angles", device, one, other, rtol=rtol(letter) * 10
        )
    c = numbers((6, 5), letter)
    same_call(
        MODULES,
        *("orthogonal_procrustes", device, c, numbers((6, 5), letter, 1)),
        **{"rtol": rtol(letter) * 10, "order": False},
    )


def hermitian(shape, letter, seed=0):
    a = numbers(shape, letter, seed)
    return (a + adjoint(a)).astype(letter)


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("lower", [True, False])
def test_hermitian_eigenvalues(device, letter, lower):
    for shape in [(1, 1), (6, 6), (2, 4, 4)]:
        a = hermitian(shape, letter)
        # One half alone is read.
        half = np.tril(a) if lower else np.triu(a)
        expected = scipy.linalg.eigh(half, lower=lower)
        got = linalg.eigh(tn.asarray(half), lower=lower)
        shapes_and_dtypes(got, expected)
        w, v = map(host, got)
        np.testing.assert_allclose(w, expected[0], atol=rtol(letter) * 10)
        np.testing.assert_allclose(a @ v, v * w[..., None, :], atol=rtol(letter) * 10)
        same_call(MODULES, "eigvalsh", device, half, lower=lower, rtol=rtol(letter))
    subset = {"subset_by_index": [1, 3]}
    a = hermitian((6, 6), letter)
    got = linalg.eigh(tn.asarray(a), **subset)
    shapes_and_dtypes(got, scipy.linalg.eigh(a, **subset))
    for given in (subset, {"subset_by_value": (-1.0, 2.0)}):
        same_call(MODULES, "eigvalsh", device, a, rtol=rtol(letter), **given)


@pytest.mark.parametrize("letter", "dD")
@pytest.mark.parametrize("kind", [1, 2, 3])
@pytest.mark.parametrize("lower", [True, False])
def test_generalized_eigenvalues(device, letter, kind, lower):
    a = hermitian((5, 5), letter)
    b = numbers((5, 5), letter)
    b = b @ adjoint(b) + np.eye(5)
    given = {"type": kind, "lower": lower}
    w, v = map(host, linalg.eigh(tn.asarray(a), tn.asarray(b), **given))
    np.testing.assert_allclose(w, scipy.linalg.eigvalsh(a, b, **given), atol=1e-10)
    left, right = {1: (a @ v, b @ v), 2: (a @ b @ v, v), 3: (b @ a @ v, v)}[kind]
    np.testing.assert_allclose(left, right * w, atol=1e-10)
    # Normalised as SciPy's.
    _, there = scipy.linalg.eigh(a, b, **given)
    np.testing.assert_allclose(abs(v), abs(there), atol=1e-10)


@pytest.mark.parametrize("letter", "fdFDi")
def test_eigenvalues(device, letter):
    for shape in [(1, 1), (5, 5), (2, 3, 3), (0, 0)]:
        a = numbers(shape, letter)
        expected = scipy.linalg.eig(a)
        w, v = got = linalg.eig(tn.asarray(a))
        if len(shape) == 2:
            shapes_and_dtypes(got, expected)
        w, v = map(host, got)
        np.testing.assert_allclose(a @ v, v * w[..., None, :], atol=rtol(letter) * 100)
        w = host(linalg.eigvals(tn.asarray(a)))
        np.testing.assert_allclose(
            np.sort_complex(w.ravel()),
            np.sort_complex(expected[0].ravel()),
            atol=rtol(letter) * 100,
        )
    assert linalg.eigvals(tn.eye(3), homogeneous_eigvals=True).shape == (2, 3)


FAILURES = [
    ("svd", (np.eye(2),), {"lapack_driver": "x"}),
    ("svd", (np.eye(2),), {"lapack_driver": 3}),
    ("svd", (np.full((2, 2), np.nan),), {}),
    ("rq", (np.eye(2),), {"mode": "raw"}),
    ("polar", (np.eye(2), "x"), {}),
    ("polar", (np.ones(3),), {}),
    ("diagsvd", (np.ones(3), 2, 2), {}),
    ("diagsvd", (np.array(1.0), 1, 1), {}),
    ("eigh", (np.ones((2, 3)),), {}),
    ("eigh", (np.eye(2), np.ones((2, 3))), {}),
    ("eigh", (np.eye(2), np.eye(3)), {}),
    ("eigh", (np.eye(2), np.eye(2)), {"type": 4}),
    ("eigh", (np.eye(2), -np.eye(2)), {}),
    ("eigh", (np.eye(2),), {"driver": "x"}),
    ("eigh", (np.eye(2),), {"driver": "gv"}),
    ("eigh", (np.eye(2), np.eye(2)), {"driver": "ev"}),
    ("eigh", (np.eye(2),), {"driver": "ev", "subset_by_index": [0, 1]}),
    ("eigh", (np.eye(2),), {"subset_by_index": [0, 2]}),
    ("eigh", (np.eye(2),), {"subset_by_value": (1, 0)}),
    ("eigh", (np.eye(2),), {"subset_by_value": (0, 1), "subset_by_index": [0, 1]}),
    ("expm", (np.ones((2, 3)),), {}),
    ("expm", (np.ones(3),), {}),
    ("cosm", (np.ones((2, 3)),), {}),
    ("issymmetric", (np.ones((2, 3)),), {}),
    ("issymmetric", (np.ones((2, 2, 3)),), {}),
    ("ishermitian", (np.ones((0, 2, 2)),), {}),
    ("norm", (np.eye(2), 3), {}),
    ("norm", (np.full((2, 2), np.nan),), {}),
    ("orthogonal_procrustes", (np.eye(2), np.eye(3)), {}),
    ("subspace_angles", (np.eye(2), np.eye(3)), {}),
    ("subspace_angles", (np.ones((2, 2, 2)), np.ones((2, 3, 2))), {}),
    ("subspace_angles", (np.ones(2), np.ones((2, 2, 2))), {}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:30])
def test_failures(device, name, args, given):
    same_failure(MODULES, name, device, *args, **given)


NEW_WORDS = [
    ("svd", np.ones(3), {}, "Expected at least ndim=2, got a1.ndim=1"),
    ("qr", np.ones(3), {}, "Expected at least a 2-D array"),
    ("bandwidth", np.ones(3), {}, "Input array must be at least 2D."),
    (
        *("qr", np.eye(2), {"mode": "x"}),
        "Mode argument should be one of ['full', 'qr', 'r', 'raw', 'economic']",
    ),
    (
        *("eig", np.ones((2, 3)), {}),
        "Expected a square matrix or a batch of square matrices. Got a.shape = (2, 3)",
    ),
]


@pytest.mark.parametrize("name, a, given, words", NEW_WORDS)
def test_failures_in_new_words(device, name, a, given, words):
    same_failure(MODULES, name, device, a, words=words, **given)


def test_lwork_is_deprecated(device):
    a = numbers((3, 3))
    with pytest.warns(DeprecationWarning, match="`lwork` keyword") as ours:
        linalg.qr(tn.asarray(a), lwork=4)
    with pytest.raises(ValueError, match="^lwork should be None, -1 or > M, got 2$"):
        linalg.qr(tn.asarray(a), lwork=2)
    if scipy_is(">=1.18"):
        with pytest.warns(DeprecationWarning) as theirs:
            scipy.linalg.qr(a, lwork=4)
        assert str(ours[0].message) == str(theirs[0].message)
        with pytest.raises(
            ValueError, match="^lwork should be None, -1 or > M, got 2$"
        ):
            scipy.linalg.qr(a, lwork=2)


# Halves, which SciPy deprecates since 1.18, stay.
@pytest.mark.filterwarnings("ignore:Calling expm:DeprecationWarning")
@pytest.mark.parametrize("letter", "ehifdFD")
@pytest.mark.parametrize("scale", [1e-3, 0.1, 1, 7, 100])
def test_exponentials(device, letter, scale):
    for shape in [(1, 1), (2, 2), (5, 5), (3, 4, 4)]:
        a = (numbers(shape, letter) * scale / shape[-1]).astype(letter)
        with np.errstate(all="ignore"):
            expected = scipy.linalg.expm(a)
        got = host(linalg.expm(tn.asarray(a)))
        assert got.dtype == expected.dtype and got.shape == expected.shape
        if not np.isfinite(expected).all():
            continue
        size = max(abs(expected).max(), 1)
        exact = 2e-4 if expected.dtype.char in "fF" else 1e-11
        np.testing.assert_allclose(got, expected, atol=exact * size)


def test_exponentials_of_stacks_are_those_of_their_members(device):
    a = numbers((4, 3, 3)) * np.array([1e-3, 1, 20, 0])[:, None, None]
    got = host(linalg.expm(tn.asarray(a)))
    for one, x in zip(a, got, strict=True):
        expected = scipy.linalg.expm(one)
        np.testing.assert_allclose(x, expected, atol=1e-11 * abs(expected).max())
    same_call(MODULES, "expm", device, 3.0, rtol=1e-15)
    assert linalg.expm(tn.zeros((0, 0))).shape == (0, 0)


@pytest.mark.parametrize("letter", "ifdD")
@pytest.mark.parametrize("name", ["cosm", "sinm", "tanm", "coshm", "sinhm", "tanhm"])
def test_functions(device, name, letter):
    for shape in [(3, 3), (2, 4, 4)]:
        a = numbers(shape, letter)
        a = a if letter == "i" else (a / shape[-1]).astype(letter)
        exact = 2e-3 if letter == "f" else 1e-9
        same_call(MODULES, name, device, a, rtol=exact, order=False)


def test_looks_of_matrices(device):
    for a in (
        np.eye(3),
        np.triu(np.ones((3, 4))),
        np.tril(np.ones((5, 3)), -1),
        np.zeros((2, 2)),
        np.array([[1, 2j], [-2j, 1]]),
        np.array([[1, 2], [2 + 1e-9, 1]]),
    ):
        same_call(MODULES, "bandwidth", device, a)
        if a.shape[0] == a.shape[1]:
            for name in ("issymmetric", "ishermitian"):
                same_call(MODULES, name, device, a)
                same_call(MODULES, name, device, a, atol=1e-6)
                same_call(MODULES, name, device, np.stack([a, a + np.eye(*a.shape, 1)]))
                same_call(MODULES, name, device, np.stack([a, a.T * 2]), rtol=1e-6)
    assert linalg.bandwidth(tn.zeros((0, 3))) == (0, 0)
    for name in ("bandwidth", "issymmetric", "ishermitian"):
        same_failure(MODULES, name, device, np.eye(2, dtype="e"))
    same_call(MODULES, "issymmetric", device, np.eye(2, dtype="e"), atol=1e-3)
    same_call(MODULES, "issymmetric", device, np.zeros((2, 0, 0)))


@needs_scipy(">=1.18", "it takes matrices alone")
def test_bandwidths_of_stacks(device):
    matrices = np.eye(3, 4, k=2), np.eye(3, 4, k=-1), np.zeros((3, 4)), np.ones((3, 4))
    for a in (np.stack(matrices), np.zeros((2, 0, 3)), np.zeros((0, 3, 3))):
        same_call(MODULES, "bandwidth", device, a)


@pytest.mark.parametrize("letter", "fdFD")
def test_norms_of_what_has_large_or_small_squares(device, letter):
    limits = np.finfo(letter)
    tolerance = {"rtol": 4 * limits.eps, "atol": 2 * limits.smallest_subnormal}
    for size in (limits.max / 16, limits.tiny * 4, limits.smallest_subnormal * 3, 0, 1):
        a = (numbers((4, 3)).clip(-1, 1) * size).astype(letter)
        if letter in "FD":
            a = (a * (0.5 + 0.25j)).astype(letter)
        # SciPy's norm of a vector is infinite on some processors.
        for h, ord in ((a[0], None), (a[0], 2), (a, None), (a, "fro")):
            parts = h.astype(np.clongdouble)
            exact = np.sqrt((parts.real**2 + parts.imag**2).sum())
            got = linalg.norm(tn.array(h, device=device), ord)
            assert got.dtype == limits.dtype
            np.testing.assert_allclose(float(got), float(exact), **tolerance)
    for size in (np.inf, np.nan):
        a = np.array([1, size, 3], letter)
        same_call(MODULES, "norm", device, a, check_finite=False)


def test_norms(device):
    for ord in (None, "fro", 1, -1, 2, -2, np.inf, -np.inf, "nuc"):
        same_call(MODULES, "norm", device, numbers((4, 3)), ord, rtol=1e-13)
    for ord in (None, 1, 2, 3, np.inf, 0):
        same_call(MODULES, "norm", device, numbers(5), ord, rtol=1e-13)
    same_call(MODULES, "norm", device, numbers((2, 3, 4)), axis=(0, 2), rtol=1e-13)
    same_call(
        MODULES, "norm", device, numbers((2, 3)), axis=1, keepdims=True, rtol=1e-13
    )


def test_diagonals(device):
    for M, N in ((3, 3), (5, 3), (3, 5)):
        same_call(MODULES, "diagsvd", device, numbers(3), M, N)
    same_call(MODULES, "diagsvd", device, numbers((2, 3)), 3, 4)

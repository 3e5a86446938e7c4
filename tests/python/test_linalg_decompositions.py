# SPDX-License-Identifier: Apache-2.0
"""cholesky, qr, eig, eigh, svd and their relatives, by residuals and against NumPy."""

import numpy as np
import pytest
import tenorite
from support.helpers import host, same, same_error, same_or_error
from support.linalg_helpers import (
    DTYPES,
    EMPTY,
    SHAPES,
    STACKS,
    adjoint,
    close,
    deficient,
    hermitian,
    layouts,
    orthogonal,
    positive,
    precise,
    random,
)


def on(device, x):
    return tenorite.asarray(x, device=device)


def like_numpy(found, expected):
    """The same dtypes, shapes and memory order."""
    found = found if isinstance(found, tuple) else (found,)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for ours, theirs in zip(found, expected, strict=True):
        theirs = np.asarray(theirs)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        assert ours.flags.c_contiguous == theirs.flags.c_contiguous
        assert ours.flags.f_contiguous == theirs.flags.f_contiguous


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", STACKS)
@pytest.mark.parametrize("upper", [False, True])
def test_cholesky(device, dtype, shape, upper):
    a = positive(shape, dtype)
    # Only one half may be read.
    half = np.triu(a) if upper else np.tril(a)
    factor = tenorite.linalg.cholesky(on(device, half), upper=upper)
    like_numpy(factor, np.linalg.cholesky(half, upper=upper))
    f = precise(factor)
    other = np.tril(f, -1) if upper else np.triu(f, 1)
    assert not other.any()
    close(adjoint(f) @ f if upper else f @ adjoint(f), a, dtype, 20 * shape[-1])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_qr(device, dtype, shape):
    a = random(shape, dtype)
    for mode in ("reduced", "complete"):
        found = tenorite.linalg.qr(on(device, a), mode)
        expected = np.linalg.qr(a, mode)
        assert type(found) is type(expected)
        like_numpy(found, expected)
        orthogonal(found.Q, dtype)
        close(precise(found.Q) @ precise(found.R), a, dtype, 50 * max(shape))
        assert not np.tril(precise(found.R), -1).any()
    r = tenorite.linalg.qr(on(device, a), "r")
    like_numpy(r, np.linalg.qr(a, "r"))
    close(adjoint(precise(r)) @ precise(r), adjoint(a) @ a, dtype, 100 * max(shape))
    raw = tenorite.linalg.qr(on(device, a), "raw")
    like_numpy(raw, np.linalg.qr(a, "raw"))
    k = min(shape[-2:])
    h = precise(raw[0]).swapaxes(-1, -2)
    close(np.triu(h[..., :k, :]), precise(r), dtype, 50 * max(shape))


# Stacks of small matrices, which a GPU decomposes side by side.
SMALL = [(30, 31, 32), (5, 33, 20), (6, 20, 60), (9, 100, 128), (16, 130, 7)]
SMALL += [(17, 256, 10), (16, 9, 256), (6, 1, 1)]


@pytest.mark.parametrize("shape", SMALL)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", ["reduced", "complete"])
def test_qr_of_stacks(device, dtype, shape, mode):
    """The signs are LAPACK's, so that all factors are NumPy's."""
    a = random(shape, dtype)
    for x in (a, np.asfortranarray(a), a[::-1]):
        found, expected = tenorite.linalg.qr(on(device, x), mode), np.linalg.qr(x, mode)
        like_numpy(found, expected)
        orthogonal(found.Q, dtype)
        close(precise(found.Q) @ precise(found.R), x, dtype, 50 * max(shape))
        k = min(shape[-2:])
        q = expected.Q[..., :k]  # others are any that complete the basis
        close(precise(found.Q)[..., :k], q, dtype, 500 * max(shape))


def test_qr_modes_that_numpy_dropped(device):
    a = on(device, random((4, 3), "d"))
    for mode in ("full", "f"):
        with pytest.warns(DeprecationWarning, match="The 'full' option"):
            assert len(tenorite.linalg.qr(a, mode)) == 2
    for mode in ("economic", "e"):
        with pytest.warns(DeprecationWarning, match="The 'economic' option"):
            h = tenorite.linalg.qr(a, mode)
    with pytest.warns(DeprecationWarning):
        expected = np.linalg.qr(host(a), "economic")
    close(h, expected, "d", 100)
    same_error(lambda xp, x: xp.linalg.qr(x, "Q"), device, random((4, 3), "d"))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", STACKS)
@pytest.mark.parametrize("UPLO", ["L", "U", "l"])
def test_eigh(device, dtype, shape, UPLO):
    a = hermitian(shape, dtype)
    half = np.tril(a) if UPLO.upper() == "L" else np.triu(a)
    found = tenorite.linalg.eigh(on(device, half), UPLO=UPLO)
    expected = np.linalg.eigh(half, UPLO=UPLO)
    assert type(found) is type(expected)
    like_numpy(found, expected)
    close(found.eigenvalues, expected.eigenvalues, dtype, 20 * shape[-1])
    orthogonal(found.eigenvectors, dtype)
    v, w = precise(found.eigenvectors), precise(found.eigenvalues)
    close(a @ v, v * w[..., None, :], dtype, 50 * shape[-1], np.abs(w).max())
    values = tenorite.linalg.eigvalsh(on(device, half), UPLO)
    like_numpy(values, np.linalg.eigvalsh(half, UPLO))
    close(values, expected.eigenvalues, dtype, 20 * shape[-1])


def sorted_values(w):
    order = np.lexsort((w.imag.round(3), w.real.round(3)), axis=-1)
    return np.take_along_axis(w, order, axis=-1)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", STACKS)
def test_eig(device, dtype, shape):
    a = random(shape, dtype)
    found = tenorite.linalg.eig(on(device, a))
    expected = np.linalg.eig(a)
    assert type(found) is type(expected)
    like_numpy(found, expected)
    v, w = precise(found.eigenvectors), precise(found.eigenvalues)
    scale = np.abs(a).max() * shape[-1]
    close(a @ v, v * w[..., None, :], dtype, 100, scale)
    close(np.linalg.norm(v, axis=-2), np.ones(w.shape), dtype, 100)
    values = tenorite.linalg.eigvals(on(device, a))
    like_numpy(values, np.linalg.eigvals(a))
    close(
        sorted_values(precise(values).astype("D")),
        sorted_values(w.astype("D")),
        dtype,
        1e3 * shape[-1],
    )


@pytest.mark.parametrize("dtype", "fd")
def test_eig_of_real_eigenvalues_is_real(device, dtype):
    a = np.asarray([[2, 1], [1, 3]], dtype)
    for name in ("eig", "eigvals"):
        found = getattr(tenorite.linalg, name)(on(device, a))
        like_numpy(found, getattr(np.linalg, name)(a))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("full", [True, False])
def test_svd(device, dtype, shape, full):
    a = random(shape, dtype)
    found = tenorite.linalg.svd(on(device, a), full_matrices=full)
    expected = np.linalg.svd(a, full_matrices=full)
    assert type(found) is type(expected)
    like_numpy(found, expected)
    close(found.S, expected.S, dtype, 20 * max(shape))
    orthogonal(found.U, dtype)
    orthogonal(adjoint(precise(found.Vh)), dtype)
    u, s, vh = (precise(x) for x in found)
    k = s.shape[-1]
    close((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], a, dtype, 50 * max(shape))
    for values in (
        tenorite.linalg.svd(on(device, a), compute_uv=False),
        tenorite.linalg.svdvals(on(device, a)),
    ):
        like_numpy(values, np.linalg.svdvals(a))
        close(values, expected.S, dtype, 20 * max(shape))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("rank", [0, 1, 3])
def test_svd_of_deficient_matrices(device, dtype, rank):
    a = deficient((3, 7, 5), dtype, rank)
    u, s, vh = tenorite.linalg.svd(on(device, a))
    orthogonal(u, dtype)
    orthogonal(adjoint(precise(vh)), dtype)
    close(s, np.linalg.svdvals(precise(a)), dtype, 100, scale=np.abs(a).max() * 7)


@pytest.mark.parametrize("dtype", DTYPES)
def test_svd_of_hermitian(device, dtype):
    a = hermitian((3, 6, 6), dtype)
    found = tenorite.linalg.svd(on(device, a), hermitian=True)
    expected = np.linalg.svd(a, hermitian=True)
    assert [x.dtype for x in found] == [x.dtype for x in expected]
    u, s, vh = (precise(x) for x in found)
    close(s, expected.S, dtype, 200)
    close((u * s[..., None, :]) @ vh, a, dtype, 200)
    values = tenorite.linalg.svd(on(device, a), compute_uv=False, hermitian=True)
    close(values, expected.S, dtype, 200)


NAMES = ["cholesky", "qr", "eig", "eigh", "eigvals", "eigvalsh", "svd", "svdvals"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", EMPTY)
def test_empty(device, name, shape):
    for dtype in ("d", "F"):
        same_or_error(
            lambda xp, x: getattr(xp.linalg, name)(x), device, np.zeros(shape, dtype)
        )


@pytest.mark.parametrize("shape", EMPTY)
def test_empty_of_other_forms(device, shape):
    x = np.zeros(shape)
    same(lambda xp, x: xp.linalg.qr(x, "complete"), device, x)
    same(lambda xp, x: xp.linalg.qr(x, "r"), device, x)
    same(lambda xp, x: xp.linalg.svd(x, full_matrices=False), device, x)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (4, 2, 3)])
def test_shapes_that_do_not_fit(device, name, shape):
    if len(shape) > 1 and name in ("qr", "svd", "svdvals"):
        return
    same_error(lambda xp, x: getattr(xp.linalg, name)(x), device, np.ones(shape, "d"))


@pytest.mark.parametrize("name", NAMES)
def test_dtypes_that_do_not_fit(device, name):
    same_error(lambda xp, x: getattr(xp.linalg, name)(x), device, np.eye(3, dtype="e"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", "?bBiL")
def test_integers_are_computed_as_float64(device, name, dtype):
    a = np.eye(3, dtype=dtype)
    found = getattr(tenorite.linalg, name)(on(device, a))
    like_numpy(found, getattr(np.linalg, name)(a))


@pytest.mark.parametrize("layout", ["C", "F", "strided", "backwards"])
@pytest.mark.parametrize("dtype", "dF")
def test_layouts(device, layout, dtype):
    a = layouts(positive((2, 5, 5), dtype))[layout]
    x = on(device, a)
    close(tenorite.linalg.cholesky(x), np.linalg.cholesky(a), dtype, 100)
    close(tenorite.linalg.eigvalsh(x), np.linalg.eigvalsh(a), dtype, 100)
    close(tenorite.linalg.svdvals(x), np.linalg.svdvals(a), dtype, 100)
    q, r = tenorite.linalg.qr(x)
    close(precise(q) @ precise(r), a, dtype, 200)
    np.testing.assert_array_equal(host(x), a)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(3, 3), (40, 40), (10, 4, 4)])
def test_not_positive_definite(device, dtype, shape):
    a = positive(shape, dtype)
    a[..., 1, 1] = -1
    same_error(lambda xp, x: xp.linalg.cholesky(x), device, a)
    # The error came out once.
    x = on(device, positive(shape, dtype))
    host(tenorite.linalg.cholesky(x))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(3, 3), (5, 2), (2, 5), (40, 40), (10, 4, 4)])
def test_nan_has_no_svd(device, dtype, shape):
    a = random(shape, dtype)
    a[..., 0, 1] = np.nan
    same_error(lambda xp, x: xp.linalg.svd(x), device, a)
    same_error(lambda xp, x: xp.linalg.svdvals(x), device, a)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_special_values_have_no_eigenvalues(device, value):
    a = np.eye(3)
    a[0, 1] = value
    same_error(lambda xp, x: xp.linalg.eig(x), device, a)
    same_error(lambda xp, x: xp.linalg.eigvals(x), device, a)


@pytest.mark.parametrize("n", [2, 3, 5, 40])
def test_infinity_gives_nan_singular_values(device, n):
    a = random((n, n), "d")
    a[0, 0] = np.inf
    assert np.isnan(host(tenorite.linalg.svdvals(on(device, a)))).all()


def test_uplo_is_checked(device):
    same_error(lambda xp, x: xp.linalg.eigh(x, UPLO="X"), device, np.eye(2))
    same_error(lambda xp, x: xp.linalg.eigvalsh(x, "X"), device, np.eye(2))

# SPDX-License-Identifier: Apache-2.0
"""tenorite.scipy.linalg: equations and triangular factors, against SciPy's."""

import inspect

import numpy as np
import pytest
import scipy.linalg
import tenorite as tn
from support.helpers import check, host
from support.scipy_calls import same_call, same_failure, warned
from support.scipy_versions import needs_scipy, scipy_is
from tenorite.scipy import linalg

MODULES = (linalg, scipy.linalg)
RTOL = {"f": 2e-3, "F": 2e-3}


def numbers(shape, letter="d", seed=0):
    rng = np.random.default_rng(seed)
    if letter in "?bBhHiIlL":
        return rng.integers(0, 2 if letter == "?" else 9, shape).astype(letter)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if letter in "FD" else x).astype(letter)


def near_identity(shape, letter="d", seed=0):
    n = shape[-1]
    return (numbers(shape, letter, seed) / n + 2 * np.eye(n)).astype(letter)


def positive(shape, letter="d", seed=0):
    x = numbers(shape, letter, seed)
    n = shape[-1]
    return (x @ x.conj().swapaxes(-1, -2) / n + np.eye(n)).astype(letter)


def rtol(letter):
    return RTOL.get(letter, 1e-11)


def parameters(function):
    """(name, kind, default) of each; a bare object() says that nothing was given."""
    return [
        (p.name, p.kind, object if type(p.default) is object else p.default)
        for p in inspect.signature(function).parameters.values()
    ]


# SciPy 1.18 took arguments away, and gave others or other defaults.
CHANGED = () if scipy_is(">=1.18") else ("eigvals", "logm", "qr", "sqrtm")


def test_names_and_signatures():
    for name in linalg.__all__:
        theirs = getattr(scipy.linalg, name, None)
        assert theirs is not None, name
        if inspect.isclass(theirs) or name in CHANGED:
            continue
        assert parameters(getattr(linalg, name)) == parameters(theirs), name


SHAPES = [(1, 1), (2, 2), (31, 31), (33, 33), (64, 64), (97, 97), (2, 3, 5, 5)]
SHAPES += [(5, 3), (3, 5), (100, 70), (70, 100), (3, 70, 40), (2, 1, 1)]


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_lu(device, shape, letter):
    a = numbers(shape, letter)
    options = {"rtol": rtol(letter), "order": False}
    for given in ({}, {"permute_l": True}, {"p_indices": True}):
        got, _ = same_call(MODULES, "lu", device, a, **given, **options)
        if not given:
            p, lower, upper = map(host, got)
            np.testing.assert_allclose(p @ lower @ upper, a, atol=rtol(letter) * 10)
    same_call(MODULES, "lu_factor", device, a, **options)
    if shape[-1] != shape[-2]:
        return
    ours = linalg.lu_factor(tn.asarray(a))
    factors = scipy.linalg.lu_factor(a)
    for b in (numbers(shape[-1:], letter), numbers((*shape[:-1], 3), letter)):
        for trans in (0, 1, 2):
            got = linalg.lu_solve(ours, tn.asarray(b), trans)
            expected = scipy.linalg.lu_solve(factors, b, trans)
            assert got.dtype == expected.dtype and got.shape == expected.shape
            scale = abs(expected).max()
            np.testing.assert_allclose(
                host(got), expected, atol=100 * rtol(letter) * scale
            )


@pytest.mark.parametrize("letter", "?bHilefd")
def test_dtypes_of_factors(device, letter):
    a = (numbers((4, 4), letter) + np.eye(4) * 3).astype(letter)
    letter = "f" if letter in "?bHef" else "d"
    options = {"rtol": rtol(letter), "order": False}
    for name in ("lu", "lu_factor", "inv", "det"):
        same_call(MODULES, name, device, a, **options)
    b = numbers((4,), "f")
    same_call(MODULES, "solve", device, a, b, **options)
    same_call(
        MODULES, "solve_triangular", device, a + np.eye(4, dtype=a.dtype), b, **options
    )


@pytest.mark.parametrize("name", ["lu", "lu_factor", "det", "inv", "cholesky"])
@pytest.mark.parametrize("shape", [(0, 0), (3,), (2, 3), ()], ids=str)
def test_shapes_that_are_unusual(device, name, shape):
    a = np.ones(shape)
    words = True
    if name == "cholesky":
        matrix = np.atleast_2d(a).shape
        words = f"Expected a square matrix or batch thereof, got a1.shape={matrix}"
    try:
        getattr(scipy.linalg, name)(a)
    except ValueError:
        same_failure(MODULES, name, device, a, words=words)
    except Exception:
        return  # SciPy's own code fails
    else:
        if (name, shape) not in [
            ("lu_factor", (3,)),
            ("lu_factor", ()),
            ("cholesky", ()),
        ]:
            same_call(MODULES, name, device, a, order=False)


def test_pivots_of_ties_and_zeros(device):
    for a in (
        np.array([[1.0, 2.0], [-1.0, 3.0]]),
        np.array([[1j, 2.0], [1.0, 3.0]]),
        np.array([[0.0, 1.0], [0.0, 2.0]]),
        np.zeros((3, 3)),
        np.ones((40, 40)),
    ):
        expected = warned(lambda: scipy.linalg.lu_factor(a))  # noqa: B023
        got = warned(lambda: linalg.lu_factor(tn.asarray(a)))  # noqa: B023
        for mine, theirs in zip(got[0], expected[0], strict=True):
            np.testing.assert_array_equal(host(mine), theirs)
        assert [x[1] for x in got[2]] == [x[1] for x in expected[2]]
        assert all(x[0] is linalg.LinAlgWarning for x in got[2])


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("n", [1, 2, 31, 32, 33, 70, 130])
def test_triangular(device, n, letter):
    a = near_identity((n, n), letter)
    options = {"rtol": rtol(letter), "order": False}
    for b in (numbers(n, letter), numbers((n, 3), letter)):
        for trans in (0, 1, 2, "N", "T", "C"):
            for lower in (True, False):
                for unit in (True, False):
                    same_call(
                        MODULES,
                        *("solve_triangular", device, a, b, trans, lower, unit),
                        **options,
                    )


def test_stacks_of_triangular(device):
    a, b = near_identity((2, 1, 4, 4)), numbers((3, 4, 2))
    same_call(MODULES, "solve_triangular", device, a, b, rtol=1e-13, order=False)
    same_call(
        MODULES, "solve_triangular", device, a, b[0, :, 0], rtol=1e-13, order=False
    )
    same_call(MODULES, "solve_triangular", device, a[0, 0], b, rtol=1e-13, order=False)


def test_failures_of_triangular(device):
    for a, b in (
        (np.ones((2, 3)), np.ones(2)),
        (np.eye(3), np.ones(2)),
        (np.zeros((2, 2)), np.ones(2)),
        (np.diag([1.0, 2.0, 0.0]), np.ones(3)),
        (np.full((2, 2), np.nan), np.ones(2)),
        (np.eye(2), np.array([1, np.inf])),
        (np.ones((0, 2, 2)), np.ones((0, 2, 2))),
    ):
        same_failure(MODULES, "solve_triangular", device, a, b)


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (50, 50), (2, 3, 3)], ids=str)
def test_solve_and_inv_and_det(device, shape, letter):
    a = near_identity(shape, letter)
    options = {"rtol": rtol(letter), "order": False}
    same_call(MODULES, "inv", device, a, **options)
    same_call(MODULES, "det", device, a, **options)
    for b in (numbers(shape[-1:], letter), numbers((*shape[:-1], 2), letter)):
        same_call(MODULES, "solve", device, a, b, **options)
        if letter in "fd":
            same_call(MODULES, "solve", device, a, b, transposed=True, **options)


STRUCTURES = ["general", "gen", "diagonal", "tridiagonal", "upper triangular", "pos"]
STRUCTURES += ["lower triangular", "positive definite", "sym", "symmetric", "her"]
STRUCTURES += ["hermitian"]


@pytest.mark.parametrize("assume_a", STRUCTURES)
@pytest.mark.parametrize("letter", "dD")
def test_structures(device, assume_a, letter):
    a = positive((6, 6), letter)
    if assume_a in ("sym", "symmetric"):
        a = near_identity((6, 6), letter)
        a = a + a.T
    elif assume_a not in ("her", "hermitian", "pos", "positive definite"):
        a = near_identity((6, 6), letter)
    options = {"rtol": 1e-12, "order": False, "assume_a": assume_a}
    for lower in (True, False):
        same_call(
            MODULES, "solve", device, a, numbers(6, letter), lower=lower, **options
        )
        if assume_a in ("pos", "sym", "her", "gen", "diagonal", "upper triangular"):
            if assume_a == "diagonal":
                a = np.diag(np.diag(a))
            same_call(MODULES, "inv", device, a, lower=lower, **options)


@pytest.mark.parametrize("letter", "fD")
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize(
    "assume_a",
    ["diagonal", "upper triangular", "lower triangular", "pos", "sym", "her"],
)
def test_what_a_structure_does_not_name_is_not_read(device, assume_a, lower, letter):
    a = positive((6, 6), letter)
    if assume_a == "sym":
        a = near_identity((6, 6), letter)
        a = a + a.T
    strict = np.tri(6, k=-1, dtype=bool)
    unread = strict.T if lower else strict
    if assume_a == "diagonal":
        unread = ~np.eye(6, dtype=bool)
    elif assume_a.endswith("triangular"):
        unread = strict.T if assume_a.startswith("lower") else strict
    a[unread] = np.nan
    if assume_a == "her" and letter == "D":
        a += 5j * np.eye(6)  # the diagonals of Hermitian matrices are real
    options = {"rtol": 1e-4 if letter == "f" else 1e-11, "order": False}
    options |= {"assume_a": assume_a, "lower": lower, "check_finite": False}
    same_call(MODULES, "solve", device, a, numbers(6, letter), **options)
    if assume_a != "diagonal":  # of which SciPy's inverse keeps the other items
        same_call(MODULES, "inv", device, a, **options)
    else:
        found = host(linalg.inv(tn.asarray(a), assume_a=assume_a, check_finite=False))
        np.testing.assert_allclose(found, np.diag(1 / np.diag(a)), rtol=1e-15)


FAILURES = [
    ("solve", (np.ones((2, 3)), np.ones(2)), {}),
    ("solve", (np.eye(3), np.ones(2)), {}),
    ("solve", (np.ones((2, 2)), np.ones(2)), {}),
    ("solve", (np.zeros((2, 2)), np.ones(2)), {}),
    ("solve", (np.stack([np.eye(2), np.zeros((2, 2))]), np.ones(2)), {}),
    ("solve", (np.eye(2), np.ones(2)), {"assume_a": "nothing"}),
    ("solve", (np.eye(2) * 1j, np.ones(2)), {"transposed": True}),
    ("solve", (np.full((2, 2), np.nan), np.ones(2)), {}),
    ("inv", (np.ones((2, 3)),), {}),
    ("inv", (np.zeros((3, 2, 2)),), {}),
    ("inv", (np.full((2, 2), np.inf),), {}),
    ("solve", (-np.eye(2), np.ones(2)), {"assume_a": "pos"}),
    ("inv", (np.arange(9.0).reshape(3, 3),), {"assume_a": "pos"}),
    ("cho_solve", ((np.ones((2, 3)), True), np.ones(2)), {}),
    ("cho_solve", ((np.eye(3), True), np.ones(2)), {}),
    ("lu_solve", ((np.eye(3), np.arange(3)), np.ones(2)), {}),
    ("lstsq", (np.eye(3), np.ones(2)), {}),
    ("lstsq", (np.eye(3), np.ones(3)), {"lapack_driver": "x"}),
    ("pinv", (np.eye(2),), {"atol": -1.0}),
    ("solve_banded", ((1, 1), np.ones((3, 4)), np.ones(3)), {}),
    ("solve_banded", ((1, 0), np.ones((3, 4)), np.ones(4)), {}),
    ("solve_banded", ((2, 1), np.zeros((4, 4)), np.ones(4)), {}),
    ("solveh_banded", (-np.ones((3, 4)), np.ones(4)), {}),
    ("solveh_banded", (np.ones((2, 4)), np.ones(3)), {}),
    ("cholesky_banded", (-np.ones((2, 4)),), {}),
    ("cho_solve_banded", ((np.ones((2, 4)), True), np.ones(3)), {}),
    ("solve_toeplitz", (np.ones(3), np.ones(2)), {}),
    ("solve_toeplitz", (np.zeros(3), np.ones(3)), {}),
    ("solve_circulant", (np.ones(3), np.ones(2)), {}),
    ("solve_circulant", (np.ones(3), np.ones(3)), {}),
]


@pytest.mark.parametrize("name, args, given", FAILURES, ids=lambda x: str(x)[:30])
def test_failures(device, name, args, given):
    # Of a stack SciPy names the first matrix, whichever it is.
    words = isinstance(args[0], tuple) or np.ndim(args[0]) < 3
    same_failure(MODULES, name, device, *args, words=words, **given)


NEW_WORDS = [
    ("cholesky", -np.eye(3), "Internal potrf return info = [1] for slices [0]."),
    (
        *("cholesky", np.diag([1.0, 2.0, -1.0])),
        "Internal potrf return info = [3] for slices [0].",
    ),
    (
        *("cho_factor", np.stack([np.eye(2), -np.eye(2), -np.eye(2)])),
        "Internal potrf return info = [1] for slices [1].",
    ),
    (
        *("cholesky", np.ones((2, 3))),
        "Expected a square matrix or batch thereof, got a1.shape=(2, 3)",
    ),
    ("pinv", np.ones(2), "Expected at least ndim=2, got a1.ndim=1"),
]


@pytest.mark.parametrize("name, a, words", NEW_WORDS, ids=lambda x: str(x)[:30])
def test_failures_in_new_words(device, name, a, words):
    same_failure(MODULES, name, device, a, words=words)


def test_near_singular_matrices_are_told(device):
    a = scipy.linalg.hilbert(14)
    _, _, expected = warned(lambda: scipy.linalg.inv(a))
    _, _, got = warned(lambda: linalg.inv(tn.asarray(a)))
    assert [x[0].__name__ for x in got] == [x[0].__name__ for x in expected]
    assert got[0][1].startswith("An ill-conditioned matrix detected: slice 0 has rcond")


@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (40, 40), (2, 3, 3)], ids=str)
@pytest.mark.parametrize("lower", [True, False])
def test_cholesky(device, shape, letter, lower):
    a = positive(shape, letter)
    options = {"rtol": rtol(letter), "order": False}
    same_call(MODULES, "cholesky", device, a, lower=lower, **options)
    expected = scipy.linalg.cho_factor(a, lower=lower)
    got = linalg.cho_factor(tn.asarray(a), lower=lower)
    # The other half is 0 since SciPy 1.18, and `lower` an array; ours is one for stacks.
    half = np.tril(expected[0]) if lower else np.triu(expected[0])
    check(half, got[0], rtol=rtol(letter), order=False)
    assert np.array_equal(host(got[1]), expected[1])
    if len(shape) == 2:
        assert got[1] is lower
    for b in (numbers(shape[-1:], letter), numbers((*shape[:-1], 2), letter)):
        x = linalg.cho_solve((got[0], lower), tn.asarray(b))
        wanted = scipy.linalg.cho_solve((expected[0], lower), b)
        assert x.dtype == wanted.dtype and x.shape == wanted.shape
        np.testing.assert_allclose(host(x), wanted, atol=rtol(letter))


@pytest.mark.parametrize("shape", [(6, 3), (3, 6), (4, 4), (2, 5, 3)], ids=str)
@pytest.mark.parametrize("letter", "fdD")
def test_least_squares(device, shape, letter):
    a = numbers(shape, letter)
    options = {"rtol": rtol(letter), "order": False}
    for b in (numbers(shape[-2], letter), numbers((*shape[:-1], 2), letter)):
        if len(shape) > 2 and b.ndim == 1:
            b = np.broadcast_to(b, shape[:-1])[..., None].copy()
        expected = scipy.linalg.lstsq(a, b)
        got = linalg.lstsq(tn.asarray(a), tn.asarray(b))
        assert got[2].dtype == int
        for mine, theirs in zip(got, expected, strict=True):
            assert np.shape(theirs) == tuple(mine.shape)
            # SciPy 1.18 leaves residues complex, with nothing but errors beside 0.
            exact = theirs.real if mine.dtype.kind == "f" else theirs
            np.testing.assert_allclose(host(mine), exact, atol=rtol(letter) * 10)
    same_call(MODULES, "pinv", device, a, **options)
    got = linalg.pinv(tn.asarray(a), return_rank=True)[1]
    np.testing.assert_array_equal(host(got), scipy.linalg.pinv(a, return_rank=True)[1])


@needs_scipy(">=1.18", "lstsq() has empty residues there, and no stacks of vectors")
@pytest.mark.parametrize("driver", [None, "gelss", "gelsy"])
def test_residues(device, driver):
    a = np.arange(12.0).reshape(4, 3)  # of rank 2
    b = numbers((4, 2))
    stack = np.stack([a, a + np.eye(4, 3)])
    cases = [(a, b), (a, b[:, 0]), (a[:, :2], b), (a[:, :2], b[:, 0]), (a.T, b[:3])]
    cases += [(stack, b), (stack, b[:, 0]), (stack, np.stack([b, -b]))]
    cases += [(np.zeros((2, 0, 3, 2)), b[:3]), (np.zeros((0, 3)), b[:0])]
    cases += [(np.zeros((3, 0)), b[:3]), (np.zeros((3, 0)), b[:3, 0])]
    cases += [(a.astype("f"), b.astype("f"))]
    for m, sides in cases:
        expected = scipy.linalg.lstsq(m, sides, lapack_driver=driver)
        got = linalg.lstsq(tn.asarray(m), tn.asarray(sides), lapack_driver=driver)
        if driver == "gelsy" and 0 in m.shape[-2:]:
            # SciPy forgets then that this driver has neither.
            expected = *(expected[0], np.zeros(0), expected[2]), None
        for mine, theirs in zip(got, expected, strict=True):
            assert (mine is None) == (theirs is None)
            if mine is not None:
                exact = 1e-4 if m.dtype.char == "f" else 1e-12
                assert np.shape(mine) == np.shape(theirs)
                np.testing.assert_allclose(host(mine), theirs, atol=exact)


@pytest.mark.parametrize("letters", ["bb", "hf", "fh", "fi", "Fd", "fl", "ef", "bD"])
def test_common_dtypes(device, letters):
    one, other = letters
    a, b = np.eye(3).astype(one), np.arange(3).astype(other)
    dtype = {"bb": "d", "hf": "f", "fh": "f", "ef": "f", "Fd": "D", "bD": "D"}
    for name in ("solve", "lstsq"):
        got = getattr(linalg, name)(tn.asarray(a), tn.asarray(b))
        x = got if name == "solve" else got[0]
        assert x.dtype.char == dtype.get(letters, "d")
        np.testing.assert_allclose(host(x), np.arange(3), atol=1e-6)
        if scipy_is(">=1.18") and "e" not in letters:  # deprecated there
            expected = getattr(scipy.linalg, name)(a, b)
            assert x.dtype == (expected if name == "solve" else expected[0]).dtype


def test_words_of_least_squares(device):
    # SciPy 1.18 forgot the f of its f-string.
    with pytest.raises(ValueError, match=r"at least 2D, got a.shape = \(3,\)$"):
        linalg.lstsq(tn.ones(3), tn.ones(3))


@needs_scipy(">=1.18", "it refuses stacks without members")
@pytest.mark.parametrize("name", ["cholesky", "pinv", "svd", "svdvals", "qr", "eig"])
def test_stacks_without_members(device, name):
    for shape in [(0, 3, 3), (2, 0, 3, 3), (4, 0, 0), (0, 0)]:
        same_call(MODULES, name, device, np.zeros(shape), order=False)


def test_pseudo_inverses_of_low_rank(device):
    a = np.outer(np.arange(1.0, 5), np.arange(1.0, 4))
    same_call(MODULES, "pinv", device, a, rtol=1e-13, order=False)
    h = a.T @ a
    same_call(MODULES, "pinvh", device, h, rtol=1e-13, order=False)
    same_call(MODULES, "pinvh", device, h, lower=False, rtol=1e-13, order=False)
    assert int(linalg.pinvh(tn.asarray(h), return_rank=True)[1]) == 1


BANDS = [(1, 1), (0, 0), (2, 1), (1, 3), (0, 2), (3, 0)]


@pytest.mark.parametrize("below, above", BANDS)
@pytest.mark.parametrize("letter", "fdFD")
def test_bands(device, below, above, letter):
    for n in (1, 2, 5, 40):
        ab = numbers((below + above + 1, n), letter, n)
        ab[above] += 3
        options = {"rtol": rtol(letter) * 10, "order": False}
        for b in (numbers(n, letter), numbers((n, 3), letter)):
            same_call(MODULES, "solve_banded", device, (below, above), ab, b, **options)
    stack = numbers((2, below + above + 1, 4), "d")
    same_call(
        MODULES,
        *("solve_banded", device, (below, above), stack, numbers((2, 4, 1))),
        **{"rtol": 1e-11, "order": False},
    )


@pytest.mark.parametrize("letter", "?bBhHil")
def test_bands_of_integers(device, letter):
    """float64 of narrow ones too, as of no other function."""
    ab, b = np.array([[0, 1, 1], [4, 5, 6], [1, 1, 0]], letter), np.ones(3, letter)
    for counts, rows in (((1, 1), ab), ((0, 1), ab[:2])):
        same_call(
            MODULES, "solve_banded", device, counts, rows, b, rtol=1e-12, order=False
        )


@pytest.mark.parametrize(
    "counts",
    [([2, 1, 0], [0, 1, 2]), (1, [1, 1, 1]), ([[1], [0]], [[1], [2]])],
    ids=str,
)
@pytest.mark.parametrize("shape", [(5,), (5, 4), (2, 3, 5, 4)], ids=str)
def test_bands_of_a_stack(device, counts, shape):
    ab = numbers((2, 3, 3, 5)) + 3
    options = {"rtol": 1e-10, "order": False}
    same_call(MODULES, "solve_banded", device, counts, ab, numbers(shape), **options)


@pytest.mark.parametrize("wide", [0, 1, 2, 4])
@pytest.mark.parametrize("letter", "fdFD")
@pytest.mark.parametrize("lower", [True, False])
def test_positive_bands(device, wide, letter, lower):
    for n in (1, 3, 30):
        if n <= wide:
            continue
        ab = numbers((wide + 1, n), letter, n)
        ab[0 if lower else wide] = 4 * wide + 1
        options = {"rtol": rtol(letter), "order": False}
        c, expected = same_call(
            MODULES, "cholesky_banded", device, ab, lower=lower, **options
        )
        for b in (numbers(n, letter), numbers((n, 3), letter)):
            same_call(MODULES, "solveh_banded", device, ab, b, lower=lower, **options)
            x = linalg.cho_solve_banded((c, lower), tn.asarray(b))
            wanted = scipy.linalg.cho_solve_banded((expected, lower), b)
            np.testing.assert_allclose(host(x), wanted, atol=rtol(letter))


@pytest.mark.parametrize("letter", "fdDi")
@pytest.mark.parametrize("n", [1, 2, 7, 200])
def test_toeplitz(device, n, letter):
    c, r = numbers(n, letter, 1), numbers(n, letter, 2)
    c[0] = r[0] = 3 * n
    options = {"rtol": 1e-11, "order": False}
    # Single precision has the bits of NumPy's transforms, but for a GPU's.
    transformed = options | (
        {"rtol": 1e-6} if letter == "f" and device != "cpu" else {}
    )
    for b in (numbers(n, letter), numbers((n, 3), letter)):
        for given in (c, (c, r)):
            same_call(MODULES, "solve_toeplitz", device, given, b, **options)
            same_call(MODULES, "matmul_toeplitz", device, given, b, **options)
        same_call(MODULES, "solve_circulant", device, c, b, **transformed)
    same_call(
        MODULES, "matmul_toeplitz", device, (numbers(9), r), numbers((n, 2)), **options
    )


@pytest.mark.parametrize("letters", ["ff", "fd", "fF", "Fd", "il"])
def test_circulant_of_nothing(device, letters):
    c, b = (np.zeros(0, letter) for letter in letters)
    same_call(MODULES, "solve_circulant", device, c, b, order=False)


def test_circulant_axes(device):
    c, b = numbers((2, 5)), numbers((5, 3, 1))
    given = {"baxis": 0, "outaxis": -1, "rtol": 1e-12, "order": False}
    same_call(MODULES, "solve_circulant", device, c[0], b, **given)
    same_call(MODULES, "solve_circulant", device, c[0] * 1j, b, **given)
    same_call(
        MODULES,
        "solve_circulant",
        device,
        np.ones(5),
        b[:, 0, 0],
        "lstsq",
        rtol=1e-12,
        order=False,
    )

# SPDX-License-Identifier: Apache-2.0
"""Operations of sparse arrays and matrices against SciPy's, one expression a row."""

import io

import numpy as np
import pytest
import scipy.sparse as theirs
import tenorite as tn
from support.scipy_versions import needs_scipy
from support.sparse_cases import FORMATS, KINDS, compare, outcome, values
from tenorite.scipy import sparse as ours

# `a` is the array, `b` another of its shape, `d` and `e` dense ones, `s` the package.
EXPRESSIONS = """
a.copy()
a.T
a.transpose(copy=True)
a.transpose((0, 1))
a.transpose((1, 0))
a.transpose(0)
a.transpose([1, 0])
a.tocsr()
a.tocsc()
a.tocoo()
a.todia()
a.tobsr()
a.toarray()
a.toarray(order='F')
a.asformat('csr')
a.asformat('x')
a.asformat('array')
a.asformat('dense', copy=True)
a.astype('complex64')
a.astype('int8')
a.conj()
a.real
a.imag
abs(a)
-a
round(a)
2 * a
a * 2.5
a * np.float32(2)
a / 2
a / 0.5
a / d
a / b
a + b
a - b
a + d
d + a
a - d
d - a
a + b.tocsc()
a - b.tocsc()
a + b.tobsr((2, 2))
a - b.tobsr((2, 2))
a + 0
0 - a
a + 1
a - 1
1 - a
a.multiply(b)
a.multiply(d)
a.multiply(d[0])
a.multiply(d[:, :1])
a.multiply(d[0, 0])
a.multiply(b.tocsr()[:1])
a.multiply(b.tocsc()[:, :1])
a.multiply(d[:2])
a.maximum(b)
a.minimum(b)
a.maximum(0)
a.maximum(1)
a.minimum(1)
a.minimum(d)
a.maximum(b.T)
a.power(2)
a.power(0)
a.power(d)
a > 1
a >= 1
a < 0
a != 1
a == 1
a == 0
a != b
a == b
a < b
a >= b
a > d
a == b.T
a @ d.T
a @ d[0]
a @ d[:1].T
a @ e
d.T @ a
d[:, 0] @ a
e @ a
a @ b.T
a @ b
a @ b.T.tocsr()
a @ b.T.tocsc()
a @ 2
a.dot(2)
a.dot(d[0])
a @ d
a.sum()
a.sum(axis=0)
a.sum(axis=1)
a.sum(axis=-1)
a.sum(axis=2)
a.sum(axis=0, dtype='complex128')
a.mean()
a.mean(axis=0)
a.mean(axis=1, dtype='float32')
a.max()
a.min()
a.max(axis=0)
a.min(axis=1)
a.max(axis=1, explicit=True)
a.nanmax()
a.nanmin(axis=0)
a.argmax()
a.argmin()
a.argmax(axis=0)
a.argmin(axis=1)
a.argmax(axis=1, explicit=True)
a.max(axis=0, out=d)
a.nnz
a.size
a.count_nonzero()
a.diagonal()
a.diagonal(1)
a.diagonal(-2)
a.diagonal(50)
a.trace()
a.trace(1)
a.nonzero()
a.reshape(6, 4)
a.reshape((2, -1))
a.reshape(6, 4, order='F')
a.reshape(5, 4)
a.sin()
a.tan()
a.arcsinh()
a.sqrt()
a.expm1()
a.log1p()
a.sign()
a.floor()
a.rint()
np.arctan(a)
len(a)
bool(a)
repr(a)
s.find(a)
s.tril(a)
s.triu(a, 1)
s.kron(a, b)
s.kron(a, d[:2], format='csr')
s.hstack([a, b])
s.vstack([a, b], format='csc')
s.bmat([[a, None], [None, b]])
s.block_array([[a, None], [b, b]])
s.block_diag([a, b])
s.hstack([a, b.T])
""".strip().splitlines()
MATRIX_ONLY = """
a * d[0]
d[:, 0] * a
a * b.T
a ** 2
(a @ b.T) ** 3
(a @ b.T) ** 0
a.getrow(1)
a.getcol(-1)
a.getrow(9)
a.getnnz()
a.getnnz(axis=0)
a.getnnz(axis=1)
a.getH()
a.asfptype()
a.getformat()
list(a)[1]
a.get_shape()
""".strip().splitlines()
# Order of sums, or the machine's functions.
INEXACT = (
    "abs",
    "sin",
    "tan",
    "sqrt",
    "expm1",
    "log1p",
    "arc",
    "mean",
    "/",
    "@",
    "**",
    "sum",
)


def run(package, library, name, expression, dtype):
    a, b, d = (values((4, 6), dtype, seed=k) for k in (0, 1, 2))
    e = values((6, 3), dtype, seed=3)
    cls = getattr(package, name)
    names = {
        "a": cls(library.asarray(a)),
        "b": cls(library.asarray(b)),
        "d": library.asarray(d),
        "e": library.asarray(e),
        "s": package,
        "np": np,
    }
    return outcome(lambda: eval(expression, names))


def check(name, expression, dtype):
    mine = run(ours, tn, name, expression, dtype)
    reference = run(theirs, np, name, expression, dtype)
    exact = not any(word in expression for word in INEXACT)
    compare(mine, reference, exact=exact)


NEWER = """
a.mT
s.matrix_transpose(a)
a.sum(dtype='float64')
a.sum(axis=0, dtype='float32')
a.sum(axis=1, dtype='float64')
a.sum(axis=-1, dtype='complex64')
(a * 100).sum(axis=1, dtype='int8')
(a * 100).sum(axis=0, dtype='int8')
a.count_nonzero(axis=1).astype('int64')
a.count_nonzero(axis=0)
""".strip().splitlines()


@needs_scipy(">=1.18", "it sums first, and has no mT")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64"])
@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr"])
@pytest.mark.parametrize("expression", NEWER)
def test_newer_methods(expression, format, dtype):
    check(f"{format}_array", expression, dtype)


def test_transposes_of_vectors():
    words = "^Array must be at least 2-dimensional, but it is 1-D$"
    with pytest.raises(ValueError, match=words):
        _ = ours.coo_array(tn.ones(3)).mT


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_operation(device, expression, format, kind):
    check(f"{format}_{kind}", expression, "f8")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("expression", MATRIX_ONLY)
def test_operation_of_matrices(device, expression, format):
    check(f"{format}_matrix", expression, "f8")


# One kernel for each dtype: those that make products, sums and looks.
TYPED = """
a + b
a - b
a.multiply(b)
a @ d.T
a @ d[0]
a @ b.T
a.sum(axis=0)
a.sum(axis=1)
a.sum()
a.max(axis=0)
a.argmax(axis=1)
a.argmax()
a.argmin()
a.sqrt()
a.arctan()
a.power(2, dtype='float16')
a.diagonal()
2 * a
a / 2
a != b
a.maximum(b)
a.todia() @ d[0]
a.mean(axis=0)
abs(a)
""".strip().splitlines()


@pytest.mark.parametrize(
    "dtype", ["?", "i1", "u2", "i4", "i8", "u8", "f4", "c8", "c16"]
)
@pytest.mark.parametrize("expression", TYPED)
def test_operation_of_dtype(device, expression, dtype):
    check("csr_array", expression, dtype)


INDEXES = [
    0, -1, 9, (1, 2), (-1, -1), (0, 9), slice(1, 3), slice(None, None, -1),
    (slice(None), 1), (1, slice(None)), (slice(0, 3), slice(1, 5)),
    (slice(None, None, 2), slice(5, None, -2)), (slice(3, 1), slice(None)),
    [0, 2, 2], (slice(None), [5, 0, 0]), ([0, 1, 3], [1, 1, 5]),
    ([[0], [2]], [1, 4]), ([0, 1], slice(1, 4)), (2, [1, 5]), ([1, 3], 0),
    ([0, 1], [0, 1, 2]), ([7], [0]), (np.array([[0, 1], [2, 3]]), 1),
    np.array([True, False, True, True]), (slice(None), np.arange(6) > 2),
    np.ones((4, 6), bool), np.ones((3, 6), bool), (..., 1), (1, ...), (None, 1),
    (0, 1, 2), "x", 1.5, [], ([], []), (np.int64(2), np.int32(3)), (1, None),
]  # fmt: skip


@pytest.mark.parametrize("name", ["csr_array", "csc_array", "csr_matrix", "csc_matrix"])
@pytest.mark.parametrize("index", INDEXES, ids=str)
def test_index(device, name, index):
    def run(package, library):
        x = getattr(package, name)(library.asarray(values((4, 6), "f8")))
        return outcome(lambda: x[index])

    compare(run(ours, tn), run(theirs, np))


ASSIGNED = [
    ((1, 2), 5.0), ((0, 0), 0.0), ((9, 0), 1.0), (slice(1, 3), 7.0),
    ((slice(None), 2), [1.0, 2.0, 3.0, 4.0]), ((2, slice(None)), np.arange(6.0)),
    (([0, 1, 3], [1, 1, 5]), [1.0, 2.0, 3.0]), (([0, 0], [1, 1]), [1.0, 2.0]),
    ((slice(0, 2), slice(0, 2)), [[1.0, 2.0], [3.0, 4.0]]), ((1, 1), [1.0, 2.0]),
    ((slice(0, 2), slice(0, 2)), [1.0, 2.0, 3.0]), (([-1], [-1]), 8.0),
]  # fmt: skip


@pytest.mark.parametrize("name", ["csr_array", "csc_array", "csr_matrix", "csc_matrix"])
@pytest.mark.parametrize(("index", "value"), ASSIGNED, ids=str)
def test_assignment(device, name, index, value):
    def run(package, library):
        x = getattr(package, name)(library.asarray(values((4, 6), "f8")))

        def assign():
            x[index] = value
            return x

        return outcome(assign)

    compare(run(ours, tn), run(theirs, np))


@pytest.mark.parametrize("name", ["csr_array", "csc_matrix", "coo_array", "dia_array"])
@pytest.mark.parametrize("k", [0, 2, -1, 9])
@pytest.mark.parametrize("value", [3.0, [1.0, 2.0], np.arange(9.0)], ids=str)
def test_setdiag(device, name, k, value):
    def run(package, library):
        x = getattr(package, name)(library.asarray(values((4, 6), "f8")))

        def assign():
            x.setdiag(value, k)
            return x

        return outcome(assign)

    (mine, error, _), (wanted, their_error, _) = run(ours, tn), run(theirs, np)
    compare((mine, error, []), (wanted, their_error, []))


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
@pytest.mark.parametrize("shape", [(2, 3), (6, 9), (4, 6)])
def test_resize(device, format, shape):
    def run(package, library):
        x = getattr(package, f"{format}_array")(library.asarray(values((4, 6), "f8")))
        x.resize(shape)
        return x

    compare(outcome(run, ours, tn), outcome(run, theirs, np))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
def test_formats_of_the_host(device, format, kind):
    mine = getattr(ours, f"{format}_{kind}")(tn.asarray(values((4, 6), "f8")))
    for name in ("dok", "lil"):
        for found in (getattr(mine, f"to{name}")(), mine.asformat(name)):
            assert repr(found) == repr(mine.get().asformat(name))
            np.testing.assert_array_equal(found.toarray().get(), mine.toarray().get())
        assert ours.issparse(found)
        assert ours.isspmatrix(found) == (kind == "matrix")
        cls, there = getattr(ours, f"csr_{kind}"), mine.get().asformat(name)
        for again in (found.tocsr(), cls(found)):
            assert type(again) is cls
            np.testing.assert_array_equal(again.toarray().get(), mine.toarray().get())
        compare(outcome(type(mine), found), outcome(type(mine.get()), there))
        run = outcome(ours.save_npz, io.BytesIO(), found)
        compare(run, outcome(theirs.save_npz, io.BytesIO(), there))
    compare(outcome(mine.asformat, "x"), outcome(mine.get().asformat, "x"))


def test_blocks_are_sorted_in_a_copy(device):
    parts = np.arange(12.0).reshape(3, 2, 2), [2, 0, 1], [0, 2, 3]
    for name in ("bsr_array", "bsr_matrix"):
        mine = getattr(ours, name)(tuple(map(tn.asarray, parts)), shape=(4, 6))
        wanted = getattr(theirs, name)(parts, shape=(4, 6)).sorted_indices()
        found = mine.sorted_indices()
        np.testing.assert_array_equal(found.indices.get(), wanted.indices)
        np.testing.assert_array_equal(found.data.get(), wanted.data)
        np.testing.assert_array_equal(mine.indices.get(), parts[1])


@pytest.mark.parametrize("width", [0, 2, 7])
@pytest.mark.parametrize("shape", [(4, 4), (3, 6), (6, 3)])
def test_diagonals_shorter_and_longer_than_rows(device, shape, width):
    data = np.arange(1.0, 1 + 3 * width).reshape(3, width)

    def run(package, library):
        parts = library.asarray(data), library.asarray([0, 1, -1])
        a = package.dia_array(parts, shape=shape)
        return [*(a.diagonal(k) for k in range(-4, 5)), a.trace(), a.trace(1)]

    compare(outcome(run, ours, tn), outcome(run, theirs, np))


@pytest.mark.parametrize("format", ["csr", "coo"])
@pytest.mark.parametrize(
    "expression",
    "a;a[2];a[1:4];a[[0, 2]];a + a;a * 2;a @ x;a.sum();a.max();a.reshape(2, 3);"
    "a.toarray();a.tocoo();a.argmax();a.count_nonzero();a * x;repr(a);a.T".split(";"),
)
def test_one_axis(device, format, expression):
    def run(package, library):
        x = np.array([0, 2.0, 0, 3, 0, 1])
        a = getattr(package, f"{format}_array")(library.asarray(x))
        return outcome(lambda: eval(expression, {"a": a, "x": library.asarray(x)}))

    compare(run(ours, tn), run(theirs, np), index_dtype=False)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "dia", "bsr"])
@pytest.mark.parametrize("letters", ["dd", "fd", "?i", "Fd", "bb"])
def test_products_with_few_columns_and_many(device, kind, letters):
    """Numbers of columns around those that kernels have loops of their own for."""
    rng = np.random.default_rng(4)
    shape = (90, 70)
    dense = rng.integers(-4, 5, shape) * (rng.random(shape) < 0.2)
    dense = np.tril(np.triu(dense, -40), 40)
    dense[7] = dense[:, 3] = 0
    a = theirs.coo_array(dense.astype(letters[0])).asformat(kind)
    mine = ours.coo_array(a.tocoo()).asformat(kind)
    for width in (None, 0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 300):
        shape = (70,) if width is None else (70, width)
        x = rng.integers(-9, 10, shape).astype(letters[1])
        for operand in (x, np.asfortranarray(x), np.repeat(x, 2, 0)[::2]):
            wanted = a @ operand
            got = mine @ tn.asarray(operand)
            assert got.dtype == wanted.dtype
            np.testing.assert_array_equal(got.get(), wanted)


def test_products_with_columns_beyond_32_bits(device):
    """SciPy has no memory for them; columns that are left out change nothing else."""
    rng = np.random.default_rng(4)
    far = np.unique(rng.integers(0, 2**40, 60))
    a = theirs.random_array((30, 40), density=0.2, rng=rng, format="csr")
    b = theirs.random_array((40, far.size), density=0.2, rng=rng, format="csr")
    parts = b.data, far[b.indices], b.indptr.astype("i8")
    wide = ours.csr_array(tuple(map(tn.asarray, parts)), shape=(40, 2**41))
    got = ours.csr_array(a) @ wide
    wanted = (a @ b).tocsr()
    wanted.sort_indices()
    assert got.shape == (30, 2**41) and got.indices.dtype == np.int64
    np.testing.assert_array_equal(got.indices.get(), far[wanted.indices])
    np.testing.assert_allclose(got.data.get(), wanted.data, rtol=1e-14)


@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_size_is_the_count_of_stored_items(device, kind):
    a = getattr(ours, f"csr_{kind}")(tn.eye(4, 6))
    assert tn.size(a) == a.size == 4
    assert tn.size(a, 0) == 4 and tn.size(a, 1) == 6 and tn.size(a, (0, 1)) == 24


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
@pytest.mark.parametrize("index", ["i4", "i8"])
def test_dtypes_of_counts(device, format, index):
    def counts(library, xp):
        places = xp.asarray([0, 1, 1], dtype=index)
        made = getattr(library, f"{format}_array")
        a = made((xp.ones(3), (places, places)), shape=(3, 4))
        return [a.count_nonzero(axis=axis) for axis in (0, 1, -1, -2)]

    for got, wanted in zip(counts(ours, tn), counts(theirs, np), strict=True):
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got.get(), wanted)


def test_counts_with_stored_zeros_have_the_same_dtype(device):
    """SciPy's are int64 then: the dtype would depend on values of the device."""
    parts = tn.asarray([1.0, 0.0, 2.0]), tn.asarray([0, 1, 1]), tn.asarray([0, 2, 3])
    a = ours.csr_matrix(parts, shape=(2, 2))
    got = a.count_nonzero(axis=1)
    assert got.dtype == np.int32 and got.get().tolist() == [1, 1]

# SPDX-License-Identifier: Apache-2.0
"""Sparse arrays from all that constructors and functions take, and their formats."""

import io
import pickle

import numpy as np
import pytest
import scipy.sparse as theirs
import tenorite as tn
from support.sparse_cases import (
    FORMATS,
    KINDS,
    compare,
    compare_values,
    outcome,
    values,
)
from tenorite.scipy import sparse as ours

DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", "c8", "c16"]


def check(function, **how):
    """function(package, library) gives the same with both."""
    compare(outcome(function, ours, tn), outcome(function, theirs, np), **how)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_dense(device, format, kind, dtype):
    x = values((4, 6), dtype)
    check(lambda s, np: getattr(s, f"{format}_{kind}")(np.asarray(x)))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (1, 1), (1, 7), (7, 1)])
def test_shapes(device, format, shape):
    x = values(shape, "f8", density=0.7)
    for expression in (
        "a",
        "a.T",
        "a + a",
        "a @ a.T",
        "a.sum(axis=0)",
        "a.tocoo()",
        "a.tocsc()",
        "a.sum()",
        "a.count_nonzero()",
        "2 * a",
        "a > 0",
        "a.tocsr()[:, ::-1]",
    ):

        def run(s, np, expression=expression):
            a = getattr(s, f"{format}_array")(np.asarray(x))
            return eval(expression, {"a": a})

        if format == "bsr" and 0 in shape and "@" in expression:
            continue  # SciPy makes blocks of no length there
        check(run, index_dtype=False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
def test_empty(device, format, kind):
    check(lambda s, np: getattr(s, f"{format}_{kind}")((3, 4)))
    check(lambda s, np: getattr(s, f"{format}_{kind}")((3, 4), dtype="i2"))
    check(lambda s, np: getattr(s, f"{format}_{kind}")((3, -4)))


# Repeated and unsorted entries, zeros among them, an empty row and an empty column.
ROWS = [3, 0, 3, 0, 2, 0, 3, 2]
COLUMNS = [4, 1, 4, 0, 2, 1, 0, 5]
ITEMS = [1, 2, 3, 4, 0, 5, 6, 7]
INDPTR = [0, 3, 3, 5, 8]
INDICES = [4, 1, 4, 0, 2, 5, 0, 5]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("index", ["i4", "i8"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_entries(device, kind, index, dtype):
    rows, columns = (np.array(x, index) for x in (ROWS, COLUMNS))
    data = np.array(ITEMS).astype(dtype)
    for format in ("csr", "csc", "coo"):
        name = f"{format}_{kind}"

        def run(s, np, name=name):
            given = np.asarray(data), (np.asarray(rows), np.asarray(columns))
            return getattr(s, name)(given, shape=(4, 6))

        check(run)
        check(lambda s, np, run=run: run(s, np).tocsr())
        check(lambda s, np, run=run: run(s, np).tocsc())


EXPRESSIONS = (
    "a",
    "a + a",
    "a.sum_duplicates() or a",
    "a.sort_indices() or a",
    "a.eliminate_zeros() or a",
    "a.has_sorted_indices",
    "a.has_canonical_format",
    "a.sorted_indices()",
    "a.nnz",
    "a.tocoo()",
    "a.tocsc()",
    "a.tobsr((2, 2))",
    "a @ a.T",
    "a[0, 4]",
    "a[[0, 3], [4, 5]]",
    "a[2:]",
    "a[:, 4:0:-1]",
    "a.diagonal()",
    "a.max(axis=1)",
    "a.argmax(axis=1)",
    "a * 2",
    "abs(a)",
    "a.power(2)",
    "a.T",
    "a.sum(axis=0)",
    "a.getnnz(axis=0)",
    "a.toarray()",
    "a.todia()",
    "a != 4",
    "s.vstack([a, a])",
    "s.hstack([a, a])",
)


@pytest.mark.parametrize("index", ["i4", "i8"])
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_unsorted_rows_with_repetitions(device, index, expression):
    for name in ("csr_array", "csr_matrix", "csc_array"):
        if "getnnz" in expression and "array" in name:
            continue

        def run(s, np, name=name):
            parts = [
                np.asarray(ITEMS, dtype="f8"),
                np.asarray(INDICES, dtype=index),
                np.asarray(INDPTR, dtype=index),
            ]
            shape = (4, 6) if "csr" in name else (6, 4)
            a = getattr(s, name)(tuple(parts), shape=shape)
            return eval(expression, {"a": a, "s": s})

        check(run, index_dtype="has_" not in expression)


@pytest.mark.parametrize("name", ["csr_array", "csc_matrix", "coo_array", "bsr_array"])
def test_numbers_keep_the_digits_that_a_dtype_has(device, name):
    given = [2**63 + 1, 1], ([0, 1], [0, 1])
    check(lambda s, np: getattr(s, name)(given, dtype="uint64"))


WRONG = {
    "indptr too short": (([1.0], [0], [0, 1]), (2, 2)),
    "indptr from 1": (([1.0], [0], [1, 1, 1]), (2, 2)),
    "lengths": (([1.0, 2.0], [0], [0, 1, 1]), (2, 2)),
    "too many": (([1.0], [0], [0, 1, 2]), (2, 2)),
    "two axes": (([[1.0]], [0], [0, 1, 1]), (2, 2)),
    "four": (([1.0], [0], [0, 1], 3), None),
    "no shape": (([], [], [0, 0]), None),
    "three axes": ((2, 2, 2), None),
    "float16": ((np.ones(1, "f2"), [0], [0, 1, 1]), (2, 2)),
    "row beyond": (([1.0], ([2], [0])), (2, 2)),
    "row below": (([1.0], ([-1], [0])), (2, 2)),
    "no entries": (([], ([], [])), None),
    "lengths of entries": (([1.0, 2.0], ([0], [0])), (2, 2)),
}


@pytest.mark.parametrize("name", ["csr_array", "csc_matrix", "coo_matrix"])
@pytest.mark.parametrize("case", WRONG)
def test_wrong_parts(device, name, case):
    given, shape = WRONG[case]
    if name.startswith("coo") and len(given) != 2:
        return
    if case == "four" or case == "float16":
        with pytest.raises(ValueError, match="unrecognized|does not support"):
            getattr(ours, name)(given, shape=shape)
        return
    check(lambda s, np: getattr(s, name)(given, shape=shape))


@pytest.mark.parametrize("name", ["csr_array", "csc_array"])
def test_indices_outside_are_refused(device, name):
    """SciPy reads and writes beyond its arrays later; here a kernel would."""
    for indices, words in (([5], "indices must be < 2"), ([-1], "must be >= 0")):
        with pytest.raises(ValueError, match=words):
            getattr(ours, name)(([1.0], indices, [0, 1, 1]), shape=(2, 2))
    with pytest.raises(ValueError, match="non-decreasing"):
        getattr(ours, name)(([1.0, 2.0], [0, 1], [0, 2, 1]), shape=(2, 2))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
def test_to_scipy_and_back(device, format, kind):
    reference = getattr(theirs, f"{format}_{kind}")(values((4, 6), "c8"))
    mine = getattr(ours, f"{format}_{kind}")(reference)
    compare_values(mine.get(), reference)
    for other in FORMATS:
        compare_values(
            getattr(ours, f"{other}_{kind}")(reference).get(),
            getattr(theirs, f"{other}_{kind}")(reference),
        )
    compare_values((mine @ theirs.csr_array(reference.T)).toarray().get(),
                   (reference @ reference.T).toarray(), exact=False)  # fmt: skip
    again = pickle.loads(pickle.dumps(mine))
    compare_values(again.get(), reference)


FUNCTIONS = """
s.eye(3)
s.eye(3, 4, k=1, dtype='i4', format='csr')
s.eye(3, format='coo')
s.eye(4, format='csc', dtype='c8')
s.eye_array(3, 5, k=-1)
s.eye_array(2, 2, k=4)
s.identity(3, format='csr')
s.diags([1.0, 2.0, 3.0])
s.diags([[1.0, 2.0], [3.0, 4.0, 5.0]], [1, 0])
s.diags_array([[1.0, 2.0], [3.0, 4.0, 5.0]], offsets=[1, 0])
s.diags_array([1.0, 2.0], offsets=3)
s.diags_array([[1.0], [2.0]], offsets=[0, 1], shape=(4, 5), format='csr')
s.diags_array([[1, 2]], offsets=[0], dtype=None)
s.diags_array([[1.0, 2.0]], offsets=[0, 1])
s.diags_array([[1.0, 2.0, 3.0]], offsets=[9], shape=(3, 3))
s.diags_array([[1.0, 2.0]], offsets=[0], shape=(4, 4))
s.spdiags(np.asarray([[1, 2, 3], [4, 5, 6]]), [0, -1], 3, 4)
s.spdiags(np.asarray([[1, 2, 3]]), [1])
s.spdiags(np.asarray([[1, 2, 3], [4, 5, 6]]), [1, 1], 3, 3)
s.kron(s.eye_array(2), np.asarray([[1.0, 2.0]]))
s.kron(s.eye_array(2), np.asarray([1.0, 2.0]))
s.kron(np.asarray([1.0, 2.0]), s.eye_array(2), format='csr')
s.kron(s.coo_array(np.asarray([0.0, 2.0])), np.asarray([1.0, 0.0, 3.0]))
s.kron(np.asarray([[1, 0], [0, 2]]), np.asarray([0, 0, 1]))
s.kronsum(s.eye_array(2), np.asarray([[1.0, 2.0], [3.0, 4.0]]))
s.kronsum(s.eye(2), s.eye(3), format='csr')
s.kronsum(np.asarray([[1.0, 2.0]]), s.eye(3))
s.hstack([s.eye(2), np.asarray([[1.0], [2.0]])])
s.hstack([s.eye_array(2, format='csr'), s.eye_array(3, format='csr')])
s.vstack([s.eye_array(2, format='csr'), s.eye_array(3, format='csr')])
s.vstack([s.eye_array(2), s.eye_array(3)])
s.hstack([s.eye_array(2), s.eye_array(3)])
s.bmat([[s.eye(2), None]], dtype='f4')
s.block_diag([s.eye(2), 3, [1, 2], np.asarray([[1.0, 2.0]])])
s.tril(np.asarray([[1, 2], [3, 4]]), -1)
s.triu(np.asarray([[1, 2], [3, 4]]), format='csr')
s.find(np.asarray([[0, 2], [3, 0]]))
s.issparse(s.eye(2)), s.isspmatrix(s.eye(2)), s.isspmatrix(s.eye_array(2))
s.isspmatrix_csr(s.eye(2)), s.isspmatrix_dia(s.eye(2)), s.issparse(np.asarray([1]))
s.csr_array(3)
s.coo_array(3)
s.csr_matrix(np.asarray([[[1]]]))
s.csc_array(np.asarray([1, 2]))
s.csr_matrix(np.asarray([1, 0, 2]))
s.bsr_array(s.eye_array(4), blocksize=(2, 2))
s.bsr_array(s.eye_array(4), blocksize=(2, 2)).T @ s.eye_array(4)
s.bsr_array((4, 6), blocksize=(2, 3))
s.bsr_array((4, 6), blocksize=(3, 3))
s.dia_array(([1.0, 2.0], [0]), shape=(3, 2))
s.dia_array(([1.0, 2.0], [0]))
s.dia_array(([[1.0], [2.0]], [0]), shape=(3, 3))
s.dia_array(([[1.0, 2.0, 3.0, 4.0]], [-1]), shape=(3, 9)) @ np.ones((9, 2))
""".strip().splitlines()


@pytest.mark.parametrize("expression", FUNCTIONS)
def test_functions(device, expression):
    check(lambda s, np: eval(expression, {"s": s, "np": np}))


RANDOM = [("rand", (9, 9)), ("random", (9, 9)), ("random_array", ((9, 9),))]


def test_random(device):
    for shape in ((30, 40), (1, 5)):
        for dtype in ("f8", "f4", "c16", "i4"):
            x = ours.random_array(shape, density=0.25, dtype=dtype, rng=3)
            assert x.format == "coo" and x.shape == shape and x.dtype == dtype
            assert x.nnz == round(0.25 * shape[0] * shape[1])
            assert x.tocsr().nnz == x.nnz  # no place twice
    for name, args in RANDOM:
        call = getattr(ours, name)
        for k in ("rng", "random_state"):
            made = [call(*args, density=0.5, **{k: 3}) for _ in range(2)]
            np.testing.assert_array_equal(*(x.toarray().get() for x in made))
        for given in ({"rng": 1, "random_state": 1}, {"seed": 1}):
            compare(
                outcome(lambda c=call, a=args, g=given: c(*a, **g)),
                outcome(lambda n=name, a=args, g=given: getattr(theirs, n)(*a, **g)),
            )
    with pytest.raises(ValueError, match="density expected to be 0 <= density <= 1"):
        ours.rand(3, 3, density=2)


SOURCES = {
    "random_state": lambda np: {"random_state": 3},
    "rng": lambda np: {"rng": 3},
    "state": lambda np: {"random_state": np.random.RandomState(3)},
    "generator": lambda np: {"rng": np.random.default_rng(3)},
    "NumPy's": lambda _: {"random_state": np.random.default_rng(3)},
    "shared": lambda np: np.random.seed(3) or {},
    "module": lambda np: np.random.seed(3) or {"random_state": np.random},
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name, args", RANDOM)
def test_random_numbers_are_scipys(device, name, args, source):
    """SciPy has a RandomState for an old name, a Generator for `rng`."""
    with tn.config.using(random="numpy"):
        for dtype in ("f8", "c16", "i2"):
            check(
                lambda s, np, t=dtype: getattr(s, name)(
                    *args, density=0.5, dtype=t, **SOURCES[source](np)
                )
            )
        check(lambda s, np: s.random(9, 9, 0.5, "csr", None, 3))  # by its place


def test_random_numbers_repeat(device):
    made = []
    for _ in range(2):
        tn.random.seed(3)
        made.append(ours.random(9, 9, 0.5).toarray().get())
    np.testing.assert_array_equal(*made)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
def test_files(device, format, kind):
    mine = getattr(ours, f"{format}_{kind}")(tn.asarray(values((4, 6), "f4")))
    for compressed in (True, False):
        file = io.BytesIO()
        ours.save_npz(file, mine, compressed)
        file.seek(0)
        compare_values(theirs.load_npz(file), mine.get())
        file.seek(0)
        compare_values(ours.load_npz(file).get(), mine.get())
        file = io.BytesIO()
        theirs.save_npz(file, mine.get(), compressed)
        file.seek(0)
        compare_values(ours.load_npz(file).get(), mine.get())


# ---- large ones, long rows ----


@pytest.mark.parametrize("index", ["i4", "i8"])
def test_power_law(device, index):
    """Rows of very different lengths, some longer than a piece; results repeat."""
    rng = np.random.default_rng(0)
    lengths = np.minimum(rng.zipf(1.3, 2000), 30000)
    lengths[[0, 700, 1999]] = 30000, 20001, 12289
    rows = np.repeat(np.arange(2000), lengths).astype(index)
    columns = rng.integers(0, 20000, rows.size).astype(index)
    data = rng.integers(-8, 9, rows.size) / 8  # sums are exact
    reference = theirs.coo_array((data, (rows, columns)), shape=(2000, 20000))
    mine = ours.coo_array(reference)
    x, several = rng.integers(-4, 5, 20000) / 4, rng.integers(-4, 5, (20000, 3)) / 4
    for a, b in ((mine, reference), (mine.tocsr(), reference.tocsr())):
        for operand in (x, several, np.asfortranarray(several), several[:, ::2]):
            wanted = b @ operand
            order = "F" if operand.flags.fnc else "C"
            given = tn.asarray(operand, order=order)
            for _ in range(2):
                np.testing.assert_array_equal((a @ given).get(), wanted)
    np.testing.assert_array_equal(
        (tn.asarray(several[:2000].T.copy()) @ mine.tocsc()).get(),
        several[:2000].T @ reference,
    )
    product = mine.tocsr()[:, :3000] @ mine.tocsr()[:1000].T[:3000]
    wanted = reference.tocsr()[:, :3000] @ reference.tocsr()[:1000].T[:3000]
    compare_values(product.toarray().get(), wanted.toarray())


PLACES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


def _index_dtypes(a):
    parts = a.coords if a.format == "coo" else (a.indices, a.indptr)
    return [part.dtype.str for part in parts]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", ["coo", "csr", "csc"])
@pytest.mark.parametrize("dtype", PLACES)
def test_index_dtypes_of_places(device, format, kind, dtype):
    def made(library, xp, rows, columns, **options):
        data = xp.ones(len(rows))
        a = getattr(library, f"{format}_{kind}")((data, (rows, columns)), **options)
        return a.toarray(), _index_dtypes(a)

    places = np.array([0, 1, 0], dtype)
    for other in (places, places.astype("i4"), places.astype("i8")):
        mine = tn.asarray(places), tn.asarray(other)
        got, indices = made(ours, tn, *mine, shape=(2, 3))
        wanted, theirs_indices = made(theirs, np, places, other, shape=(2, 3))
        assert indices == theirs_indices
        np.testing.assert_array_equal(got.get(), wanted)
    none = places[:0]
    mine = tn.asarray(none), tn.asarray(none)
    assert (
        made(ours, tn, *mine, shape=(2, 2))[1]
        == (made(theirs, np, none, none, shape=(2, 2))[1])
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", PLACES)
def test_index_dtypes_of_parts(device, kind, dtype):
    def made(library, xp):
        parts = xp.asarray([0, 1, 0], dtype=dtype), xp.asarray([0, 1, 1, 1], dtype="i4")
        a = getattr(library, f"csr_{kind}")(
            (xp.ones(1), parts[0][:1], parts[1]), (3, 2)
        )
        return _index_dtypes(a)

    assert made(ours, tn) == made(theirs, np)


def test_fractions_of_places_are_cut_off(device):
    def made(library, xp, places):
        places = xp.asarray(places)
        return library.coo_array((xp.ones(3), (places, places)), shape=(2, 2)).toarray()

    got = made(ours, tn, [0.0, -0.5, 1.5])
    np.testing.assert_array_equal(got.get(), made(theirs, np, [0.0, -0.5, 1.5]))
    with pytest.raises(ValueError, match="negative axis 0 index"):
        made(ours, tn, [0.0, -1.5, 1.5])
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        ours.coo_array((tn.ones(1), (tn.ones(1), tn.ones(1))))

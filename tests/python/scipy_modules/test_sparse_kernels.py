# SPDX-License-Identifier: Apache-2.0
"""What the kernels do on a GPU alone, run on the CPU with the barriers by their names.

The texts have plain loops for the CPU beside warps and shared memory for GPUs. Here the
emulator of threads runs the latter.
"""

import re

import numpy as np
import pytest
import scipy.sparse as theirs
import tenorite as tn
from scipy.sparse import linalg as reference
from tenorite._kernels.raw_kernels import RawModule
from tenorite.scipy import sparse as ours
from tenorite.scipy.sparse import _products, _structure, linalg
from tenorite.scipy.sparse.linalg import _direct, _orthogonal

NAMED = """
__device__ inline void wait_for_warp() { __syncwarp(); }
__device__ inline void wait_for_lanes(unsigned mask) { __syncwarp(mask); }
__device__ inline void wait_for_block() { __syncthreads(); }
__device__ inline bool wait_for_any(bool it) { return __syncthreads_or(it); }
__device__ inline unsigned votes(int vote) { return __ballot_sync(~0u, vote); }
__device__ inline unsigned streamed_word(const unsigned* word) { return *word; }
__device__ inline unsigned long long streamed_word(const unsigned long long* word) {
  return *word;
}
__device__ inline unsigned from_behind(unsigned word, int lanes) {
  return __shfl_down_sync(~0u, word, lanes);
}
__device__ inline void fence() { __threadfence(); }
__device__ inline void pause() { __nanosleep(20); }
"""


def for_gpus(file):
    """A file's text as NVRTC sees it, with barriers that the emulator knows."""
    text = file.text
    text, count = re.subn(
        r"#ifdef __CUDACC_RTC__\n__device__ .*?#endif\n", NAMED, text, flags=re.S
    )
    assert count == 1 and "asm" not in text.replace(NAMED, "")
    return text.replace("#ifdef __CUDACC_RTC__", "#if 1")


def emulate(file, monkeypatch):
    """The kernels of a file are those for GPUs."""
    text = for_gpus(file)

    def instance(name, arguments):
        shown = (("true" if x else "false") if isinstance(x, bool) else str(x)
                 for x in arguments)  # fmt: skip
        expression = f"{name}<{', '.join(shown)}>" if arguments else name
        module = RawModule(
            code=text, options=("-fmad=false",), name_expressions=(expression,)
        )
        return module.get_function(expression)

    monkeypatch.setattr(file, "_instances", {})
    monkeypatch.setattr(file, "_instance", instance)


@pytest.fixture(autouse=True)
def emulated(monkeypatch):
    for file in (
        _structure.KERNELS,
        _products._ROW_PRODUCTS,
        _direct._KERNELS,
        _orthogonal._KERNELS,
    ):
        emulate(file, monkeypatch)
    for module in (_products, _structure):
        monkeypatch.setattr(module, "is_in_host_memory", lambda x: False)
    for module in (_products, _structure, _orthogonal):
        monkeypatch.setattr(module, "per_thread", lambda x, on_gpu, on_cpu=1: on_gpu)


def irregular(rows, columns, longest, seed=0):
    """Rows of all lengths, some of which span several pieces."""
    rng = np.random.default_rng(seed)
    lengths = np.minimum(rng.zipf(1.5, rows), 60)
    lengths[rng.integers(0, rows, 5)] = 0
    if longest:
        # At the beginning, side by side, and one that ends with the array.
        lengths[[0, rows // 2, rows // 2 + 1, rows - 1]] = longest
    at = np.repeat(np.arange(rows), lengths)
    data = rng.integers(-8, 9, at.size) / 8
    return theirs.coo_array((data, (at, rng.integers(0, columns, at.size))),
                            shape=(rows, columns))  # fmt: skip


@pytest.mark.parametrize(
    "longest", [0, 256, 257, 511, 512, 513, 1024, 1025, 4096, 4097, 9000]
)
def test_products_with_dense_arrays(longest):
    graph = irregular(70, 300, longest)
    a = ours.coo_array(graph)._by_rows()
    rng = np.random.default_rng(1)
    x, several = rng.integers(-4, 5, 300) / 4, rng.integers(-4, 5, (300, 3)) / 4
    np.testing.assert_array_equal((a @ tn.asarray(x)).get(), graph @ x)
    np.testing.assert_array_equal((a @ tn.asarray(several)).get(), graph @ several)


def test_rows_without_entries():
    rng = np.random.default_rng(4)
    at = np.sort(rng.choice(30_000, 200, replace=False))
    entries = rng.integers(-8, 9, 200) / 8, (at, rng.integers(0, 50, 200))
    a = theirs.csr_array(entries, shape=(30_000, 50))
    x = rng.integers(-4, 5, 50) / 4
    np.testing.assert_array_equal((ours.csr_array(a) @ tn.asarray(x)).get(), a @ x)
    none = theirs.csr_array((5000, 3))
    np.testing.assert_array_equal(
        (ours.csr_array(none) @ tn.ones(3)).get(), none @ np.ones(3)
    )


@pytest.mark.parametrize("index", ["i4", "i8"])
def test_rows_of_entries(index):
    rng = np.random.default_rng(5)
    for lengths in (
        rng.integers(0, 4, 3000),
        np.where(rng.random(6000) < 0.002, 300, 0),  # more rows than a block holds
        np.array([0, 0, 5000, 0, 1, 0]),
    ):
        indptr = np.concatenate([[0], np.cumsum(lengths)]).astype(index)
        got = _structure.rows_of(tn.asarray(indptr), int(indptr[-1]))
        np.testing.assert_array_equal(
            got.get(), np.repeat(range(lengths.size), lengths)
        )


@pytest.mark.parametrize("dtype", ["?", "i2", "f8", "c16"])
def test_the_other_order(dtype):
    a = irregular(70, 90, 400).tocsr()
    a.sum_duplicates()
    a.data = a.data.astype(dtype)
    got, wanted = ours.csr_array(a).tocsc(), a.tocsc()
    for name in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(got, name).get(), getattr(wanted, name))
    x = np.arange(90).astype(dtype)
    np.testing.assert_array_equal((got @ tn.asarray(x)).get(), wanted @ x)
    blocks, theirs_too = ours.csr_array(a).tobsr((2, 3)), a.tobsr((2, 3))
    np.testing.assert_array_equal(
        blocks.T.tobsr((3, 2)).toarray().get(), theirs_too.T.toarray()
    )


@pytest.mark.parametrize("columns", [20, 31, 32, 60, 255, 511, 512, 900])
@pytest.mark.parametrize("mean", [1, 12, 60])
def test_products_in_tables(columns, mean):
    rng = np.random.default_rng(columns)
    a, b = (
        theirs.random_array(
            shape, density=min(1, mean / shape[1]), rng=rng, format="csr"
        )
        for shape in ((90, 70), (70, columns))
    )
    wanted = a @ b
    wanted.sort_indices()
    for index in ("i4", "i8"):
        for x in (a, b):
            x.indptr, x.indices = x.indptr.astype(index), x.indices.astype(index)
        got = ours.csr_array(a) @ ours.csr_array(b)
        for name in ("indptr", "indices", "data"):  # sums in SciPy's order
            np.testing.assert_array_equal(
                getattr(got, name).get(), getattr(wanted, name)
            )


@pytest.mark.parametrize("mean", [1, 3, 9, 20, 40, 90])
def test_threads_that_share_a_row(mean):
    rng = np.random.default_rng(mean)
    a = theirs.random_array((50, 100), density=mean / 100, rng=rng, format="csr")
    a.data = rng.integers(-8, 9, a.nnz) / 8
    x = rng.integers(-4, 5, 100) / 4
    for dtype in ("f8", "c8"):
        got = ours.csr_array(a.astype(dtype)) @ tn.asarray(x.astype(dtype))
        np.testing.assert_array_equal(got.get(), a.astype(dtype) @ x.astype(dtype))


def test_structure_and_products_of_sparse_arrays():
    a, b = irregular(40, 60, 0, 1).tocsr(), irregular(60, 50, 0, 2).tocsr()
    mine, other = ours.csr_array(a), ours.csr_array(b)
    np.testing.assert_array_equal((mine @ other).toarray().get(), (a @ b).toarray())
    np.testing.assert_array_equal(
        (mine + ours.csr_array(b)[:40, :50] @ ours.eye_array(50, 60)).toarray().get(),
        (a + b[:40, :50] @ theirs.eye_array(50, 60)).toarray(),
    )
    np.testing.assert_array_equal(mine.tocoo().row.get(), a.tocoo().row)


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangles(lower, unit):
    rng = np.random.default_rng(0)
    a = theirs.random_array((60, 60), density=0.2, rng=rng) + theirs.eye_array(60) * 4
    a = (theirs.tril if lower else theirs.triu)(a, format="csr")
    if unit:
        a.setdiag(1)
    for b in (rng.random(60), rng.random((60, 3))):
        x = linalg.spsolve_triangular(
            ours.csr_array(a), tn.asarray(b), lower, unit_diagonal=unit
        )
        wanted = reference.spsolve_triangular(a, b, lower, unit_diagonal=unit)
        np.testing.assert_allclose(x.get(), wanted, rtol=1e-10)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("count, most", [(700, 5), (3000, 20), (70_000, 3)])
def test_orthonormal_bases(dtype, count, most):
    rng = np.random.default_rng(most)
    # Alike, so that one pass over the basis would leave much.
    vectors = 1 + 1e-2 * rng.random((most + 1, count))
    if dtype[0] == "c":
        vectors = vectors + 1e-2j * rng.random((most + 1, count))
    vectors = vectors.astype(dtype)
    first = vectors[0] / np.linalg.norm(vectors[0])
    basis = _orthogonal.OrthonormalBasis(tn.asarray(first), most)
    for k in range(most):
        basis.append(k, tn.asarray(vectors[k + 1]))
    made, h = basis.vectors.get(), basis.h.get()
    eps = np.finfo(dtype).eps
    np.testing.assert_allclose(
        made @ made.conj().T, np.eye(most + 1), atol=30 * eps, rtol=0
    )
    for k in range(most):
        again = h[k, : k + 2] @ made[: k + 2]
        np.testing.assert_allclose(again, vectors[k + 1], rtol=30 * eps)
        size = np.linalg.norm(vectors[k + 1])
        np.testing.assert_allclose(h[k, -1], size, rtol=100 * eps)

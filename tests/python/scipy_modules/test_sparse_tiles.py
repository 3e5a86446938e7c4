# SPDX-License-Identifier: Apache-2.0
"""The GPU's product of a sparse array and a vector, run by the CPU's threads in turn.

Its text is changed in what names barriers alone, so that its tiles and carries are
tested where there is no GPU.
"""

import re

import numpy
import pytest
import scipy.sparse
import tenorite as np
from tenorite.scipy.sparse._structure import KERNELS

TILE = 512


def text():
    whole = KERNELS.text
    begin = whole.index("#ifdef __CUDACC_RTC__")
    end = whole.index("typedef long long Count")
    barriers = """
__device__ inline void wait_for_warp() { __syncwarp(); }
__device__ inline void wait_for_block() { __syncthreads(); }
"""
    whole = whole[:begin] + barriers + whole[end:]
    whole, votes = re.subn(
        r'unsigned which;\s*asm volatile\(.*?: "r"\(ended\)\);',
        "const unsigned which = __ballot_sync(0xffffffff, ended);",
        whole,
        flags=re.DOTALL,
    )
    assert votes == 1
    whole = whole[: whole.index("// The part of a row of Y = A X")]
    return whole.replace("__CUDACC_RTC__", "ON_A_GPU")


@pytest.fixture(scope="module")
def kernels():
    names = f"multiply_tiles<double, int, {TILE}>", "add_carries<double>"
    module = np.RawModule(
        code=text(), options=("-DON_A_GPU", "-fmad=false"), name_expressions=names
    )
    return [module.get_function(name) for name in names]


def product(kernels, a, x):
    multiply, add = kernels
    rows, count = a.shape[0], a.nnz
    tiles = -(-(rows + count) // TILE)
    y = np.full(rows, numpy.nan, device="cpu")
    carry_rows = np.full(tiles, -7, device="cpu")
    carries = np.full(tiles, numpy.nan, device="cpu")
    arrays = (
        np.asarray(v, device="cpu")
        for v in (a.indptr.astype("i"), a.indices.astype("i"), a.data, x)
    )
    sizes = numpy.int64(rows), numpy.int64(count)
    multiply((tiles,), (256,), (*arrays, y, carry_rows, carries, *sizes))
    add((-(-tiles // 8),), (256,), (carry_rows, carries, y, numpy.int64(tiles)))
    return y.get()


@pytest.mark.parametrize(
    "shape, density",
    [
        ((3000, 400), 0.01),
        ((10, 5000), 0.5),
        ((1, 30000), 0.9),
        ((5000, 3), 0.2),
        ((20000, 10), 0.001),
        ((5, 0), 0.1),
        ((64, 64), 1.0),
    ],
    ids=str,
)
def test_shapes(kernels, shape, density):
    rng = numpy.random.default_rng(1)
    a = scipy.sparse.random_array(shape, density=density, rng=rng, format="csr")
    x = rng.random(shape[1])
    numpy.testing.assert_allclose(product(kernels, a, x), a @ x, rtol=1e-12)


def test_long_and_empty_rows(kernels):
    rng = numpy.random.default_rng(2)
    lengths = numpy.zeros(4000, int)
    lengths[[0, 7, 1999, 3999]] = 5000, 1, 20000, 600
    lengths[100:200], lengths[300:340] = 31, TILE + 1
    indptr = numpy.concatenate([[0], numpy.cumsum(lengths)])
    data = rng.random(indptr[-1]), rng.integers(0, 900, indptr[-1]), indptr
    a = scipy.sparse.csr_array(data, shape=(4000, 900))
    x = rng.random(900)
    numpy.testing.assert_allclose(product(kernels, a, x), a @ x, rtol=1e-12)

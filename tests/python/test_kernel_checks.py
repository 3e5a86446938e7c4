# SPDX-License-Identifier: Apache-2.0
"""Debug mode of raw kernels on the CPU, and what goes wrong in kernels there."""

import pickle
import re
import subprocess
import sys

import numpy
import pytest
import tenorite
from support.host_kernel_texts import KERNELS


@pytest.fixture(autouse=True)
def on_cpu():
    before = tenorite.get_default_device()
    tenorite.set_default_device("cpu")
    yield
    tenorite.set_default_device(before)


def run(text, *args, grid=(1,), block=(32,), shared=0, error=None, match="", **more):
    kernel = tenorite.RawKernel(text, "k", debug=True, **more)
    arrays = [tenorite.asarray(a) if isinstance(a, numpy.ndarray) else a for a in args]
    if error is None:
        kernel(grid, block, tuple(arrays), shared_mem=shared)
        return [a.get() for a in arrays if isinstance(a, tenorite.ndarray)]
    with pytest.raises(error) as caught:
        kernel(grid, block, tuple(arrays), shared_mem=shared)
    text = str(caught.value)
    assert re.search(match, text), text
    # The process and its arrays are as before.
    assert int(tenorite.arange(10).sum()) == 45
    return text


WRITE = """__global__ void k(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = n;
}"""


def test_correct_kernels_pass():
    out = run(WRITE, numpy.zeros(64, "i"), 5, grid=(2,))[0]
    numpy.testing.assert_array_equal(out, 5)


def test_pickles_keep_the_mode():
    kernel = pickle.loads(pickle.dumps(tenorite.RawKernel(WRITE, "k", debug=True)))
    with pytest.raises(IndexError):
        kernel((2,), (32,), (tenorite.zeros(40, dtype="i4"), 5))


def test_checks_agree_with_the_fast_mode():
    x = numpy.arange(1000, dtype=numpy.int32)
    total = tenorite.zeros(1, dtype=numpy.int32)
    kernel = tenorite.RawKernel(KERNELS["block_sum"], "block_sum", debug=True)
    kernel((4,), (256,), (tenorite.asarray(x), total, 1000))
    assert int(total[0]) == x.sum()
    a = numpy.ones((32, 32), "f")
    out = tenorite.empty((32, 32), dtype="f")
    kernel = tenorite.RawKernel(KERNELS["matmul"], "matmul", debug=True)
    kernel(
        (2, 2), (16, 16), (tenorite.asarray(a), tenorite.asarray(a), out, 32, 32, 32)
    )
    numpy.testing.assert_array_equal(out.get(), 32)


def test_write_behind_an_array():
    text = run(WRITE, numpy.zeros(40, "i"), 5, grid=(2,), error=IndexError)
    assert "'k'" in text
    assert "thread (8, 0, 0), block (1, 0, 0) writes 4 bytes out of bounds" in text
    assert "byte 160 of array 1 of the arguments, which has 160 bytes" in text


def test_the_line_is_that_of_the_fault():
    text = run(WRITE, numpy.zeros(31, "i"), 5, error=IndexError)
    # This file's text starts at WRITE; the store stands two lines below.
    with open(__file__) as file:
        lines = file.read().split("\n")
    line = next(i for i, text in enumerate(lines, 1) if text.startswith("WRITE"))
    assert f":{line + 2}: " in text or ":3: " in text, text


def test_read_before_an_array():
    run(
        "__global__ void k(const float* x, float* y) { y[0] = x[-1]; }",
        numpy.zeros(4, "f"),
        numpy.zeros(4, "f"),
        block=(1,),
        error=IndexError,
        match=r"reads 4 bytes out of bounds",
    )


def test_atomic_out_of_bounds():
    run(
        "__global__ void k(int* x) { atomicAdd(&x[threadIdx.x], 1); }",
        numpy.zeros(31, "i"),
        error=IndexError,
        match=r"thread \(31, 0, 0\).* updates 4 bytes out of bounds",
    )


def test_shared_array_out_of_bounds():
    run(
        """__global__ void k(int* x, int n) {
  __shared__ int first[32];
  __shared__ int second[32];
  first[threadIdx.x] = second[threadIdx.x] = 1;
  __syncthreads();
  x[threadIdx.x] = first[threadIdx.x + n] + second[threadIdx.x];
}""",
        numpy.zeros(32, "i"),
        32,
        error=IndexError,
        match="reads 4 bytes out of bounds",
    )


def test_dynamic_shared_memory_out_of_bounds():
    text = """__global__ void k(int* x) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x];
}"""
    run(text, numpy.zeros(32, "i"), shared=128)
    run(
        text,
        numpy.zeros(32, "i"),
        shared=64,
        error=IndexError,
        match="dynamic shared memory, which has 64 bytes",
    )


def test_shared_race():
    run(
        """__global__ void k(int* x) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[63 - threadIdx.x];
}""",
        numpy.zeros(64, "i"),
        block=(64,),
        error=RuntimeError,
        match=r"shared 's', which .*(no barrier between them|has written)",
    )


def test_write_after_read_without_barrier():
    run(
        """__global__ void k(int* x) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int other = s[63 - threadIdx.x];
  s[threadIdx.x] = other;
  x[threadIdx.x] = other;
}""",
        numpy.zeros(64, "i"),
        block=(64,),
        error=RuntimeError,
        match=r"shared 's', which thread \(\d+, 0, 0\) (reads|writes) at .*:[56] with no",
    )


def test_warps_are_ordered_by_their_own_barriers():
    text = """__global__ void k(int* x, int wait) {
  __shared__ int s[32];
  s[threadIdx.x] = x[threadIdx.x];
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    int other = s[(threadIdx.x + d) % 32];
    if (wait) __syncwarp();
    s[threadIdx.x] += other;
    __syncwarp();
  }
  x[threadIdx.x] = s[threadIdx.x];
}"""
    x = numpy.arange(32, dtype=numpy.int32)
    numpy.testing.assert_array_equal(run(text, x, 1)[0], x.sum())
    run(text, x, 0, error=RuntimeError, match="no barrier between them")


def test_atomics_on_shared_memory_do_not_race():
    out = run(
        """__global__ void k(int* x) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, threadIdx.x);
  __syncthreads();
  x[threadIdx.x] = sum;
}""",
        numpy.zeros(64, "i"),
        block=(64,),
    )[0]
    numpy.testing.assert_array_equal(out, 64 * 63 // 2)


def test_uninitialised_shared_memory():
    text = """__global__ void k(int* x) {
  __shared__ int s[32];
  if (threadIdx.x < 16) s[threadIdx.x] = 1;
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x];
}"""
    run(
        text,
        numpy.zeros(32, "i"),
        error=RuntimeError,
        match=r":5: thread \(\d+, 0, 0\).* reads byte \d+ of shared 's', which no thread of",
    )


def test_divergent_barrier():
    run(
        """__global__ void k(int* x) {
  if (threadIdx.x < 16) {
    x[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
  }
}""",
        numpy.zeros(32, "i"),
        error=RuntimeError,
        match=r":6: thread \(16, 0, 0\).* thread \(0, 0, 0\) of the block .*:4",
    )


def test_local_arrays_and_globals_pass():
    out = run(
        """__device__ int counter = 0;
__constant__ int table[4] = {1, 2, 3, 4};
struct Pair { int a, b; };
__device__ int sum(const int* p, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += p[i];
  return total;
}
__global__ void k(int* x, int n) {
  int local[8];
  for (int i = 0; i < 8; ++i) local[i] = table[(i + n) % 4];
  atomicAdd(&counter, 1);
  Pair pair{local[n % 8], local[(n + 1) % 8]};
  x[threadIdx.x] = sum(local, 8) + pair.a * 0 + pair.b * 0;
}""",
        numpy.zeros(32, "i"),
        3,
    )[0]
    numpy.testing.assert_array_equal(out, 20)


def test_all_kernels_by_the_environment():
    code = (
        "import tenorite as tn; tn.set_default_device('cpu');"
        "k = tn.RawKernel('__global__ void k(int* x) { x[threadIdx.x] = 1; }', 'k');"
        "k((1,), (5,), (tn.zeros(4, dtype='i'),))"
    )
    import os

    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TENORITE_CPU_CHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert "IndexError" in done.stderr
    assert "thread (4, 0, 0)" in done.stderr


# Without debug mode.
def fails(text, error, match, *args, grid=(1,), block=(32,), **settings):
    kernel = tenorite.RawKernel(text, "k", **settings)
    for _ in range(2):
        with pytest.raises(error, match=match):
            kernel(grid, block, args)
    assert int(tenorite.arange(10).sum()) == 45


def test_assertion():
    x = tenorite.arange(32, dtype=numpy.int32)
    fails(
        "__global__ void k(int* x) {\n  assert(x[threadIdx.x] < 20);\n}",
        RuntimeError,
        r":2: k: thread \(20, 0, 0\), block \(0, 0, 0\): assertion 'x\[",
        x,
    )


def test_trap_between_barriers():
    fails(
        """__global__ void k(int* x) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 7) __trap();
  __syncthreads();
}""",
        RuntimeError,
        r"kernel 'k': __trap\(\) in thread \(7, 0, 0\), block \(0, 0, 0\)",
        tenorite.zeros(32, dtype=numpy.int32),
        grid=(3,),
    )


def test_threads_that_wait_forever():
    fails(
        """__global__ void k(int* x) {
  if (threadIdx.x == 0) __syncwarp();
  else __syncthreads();
}""",
        RuntimeError,
        "wait for each other forever: .* at a barrier, .* at a warp operation",
        tenorite.zeros(32, dtype=numpy.int32),
    )


def test_mask_without_the_caller():
    fails(
        "__global__ void k(int* x) { x[0] = __shfl_sync(1u, x[0], 0); }",
        RuntimeError,
        "mask 0x00000001, which lacks its own lane 1",
        tenorite.zeros(32, dtype=numpy.int32),
    )


def test_grid_barrier_outside_of_cooperative_launches():
    text = """#include <cooperative_groups.h>
__global__ void k(int* x) { cooperative_groups::this_grid().sync(); }"""
    x = tenorite.zeros(32, dtype=numpy.int32)
    fails(text, RuntimeError, "cooperative launches only", x)
    kernel = tenorite.RawKernel(text, "k", enable_cooperative_groups=True)
    kernel((64,), (1024,), (x,))
    with pytest.raises(ValueError, match="at most 64"):
        kernel((13, 5), (1024,), (x,))


@pytest.mark.parametrize(
    ("statement", "match"),
    [
        ('asm volatile("trap;");', "inline assembly"),
        ("k<<<1, 1>>>(x);", "cannot launch kernels"),
        ("x[0] = nothing;", "nothing"),
    ],
)
def test_text_that_cannot_run(statement, match):
    text = f"__global__ void k(int* x) {{\n  x[0] = 1;\n  {statement}\n}}"
    kernel = tenorite.RawKernel(text, "k")
    with pytest.raises(tenorite.CompileError, match=match) as caught:
        kernel((1,), (1,), (tenorite.zeros(1, dtype=numpy.int32),))
    assert caught.value.line > 0
    assert statement in str(caught.value)


def test_assembly_that_is_not_compiled():
    text = """__global__ void k(int* x) {
#ifdef __CUDACC_RTC__
  asm volatile("mov.u32 %0, 7;" : "=r"(x[0]));
#else
  x[0] = 7;
#endif
}"""
    x = tenorite.zeros(1, dtype=numpy.int32)
    tenorite.RawKernel(text, "k")((1,), (1,), (x,))
    assert int(x[0]) == 7

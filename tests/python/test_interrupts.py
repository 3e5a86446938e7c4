# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends whatever runs on the CPU device within 100 ms."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="needs a compiler"
)

PROGRAM = """
import sys, time
import numpy
import tenorite as tn
tn.set_default_device("cpu")
{setup}
print("ready", flush=True)
try:
    while True:
        {work}
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
x = tn.arange(1000.0)
assert float((x + 1).sum()) == 500500.0
k = tn.RawKernel("__global__ void f(int* a) {{ a[threadIdx.x] += 1; }}", "f")
{after}
"""

RAW = """
k = tn.RawKernel('''__global__ void f(int* a, int n) {{
  {body}
}}''', "f"{options})
a = tn.zeros(64, "i4")
k(({grid},), (32,), (a, 0){launch})
tn.zeros(1) + 1
"""
AFTER_RAW = """
b = tn.zeros(32, "i4")
for i in range(2):
    k((1,), (32,), (b,))
assert int(b.sum()) == 64
"""


def raw(body, grid=1, options="", launch=""):
    setup = RAW.format(body=body, grid=grid, options=options, launch=launch)
    work = f"k(({grid},), (32,), (a, 1){launch})"
    return setup, work, AFTER_RAW


KERNELS = {
    "endless loop": raw("if (n) for (;;) ;"),
    "endless loop in all blocks": raw("if (n) for (;;) ;", grid=64),
    "endless loop in one block": raw("if (n && blockIdx.x == 7) for (;;) ;", grid=64),
    "endless loop in the last block": raw(
        "if (n && blockIdx.x == 63) for (;;) ;", grid=64
    ),
    "endless loop that writes": raw(
        "volatile int* p = a; while (n) p[threadIdx.x] += 1;"
    ),
    "endless loop in a library": raw(
        "float x = n; while (n) { x = sinf(x) + 1.5f; if (x == 100.f) a[0] = 1; }"
    ),
    "endless barriers": raw("while (n) __syncthreads();"),
    "endless loop behind a barrier": raw(
        "__syncthreads(); if (n && threadIdx.x == 5) for (;;) ; __syncthreads();"
    ),
    "endless spinning with yields": raw("while (n) __nanosleep(100);"),
    "checked": raw("if (n) for (;;) a[threadIdx.x] += 1;", options=", debug=True"),
    "checked, empty": raw("if (n) for (;;) ;", options=", debug=True"),
    "cooperative": raw(
        "__shared__ int s; s = n; if (n && blockIdx.x == 1) for (;;) ; __syncthreads();",
        grid=4,
        options=", enable_cooperative_groups=True",
    ),
    "ElementwiseKernel": (
        "k1 = tn.ElementwiseKernel('T x, int32 n', 'T y', 'y = x; while (n) ;', 'e')\n"
        "k1(tn.ones(10), 0)",
        "k1(tn.ones(10), 1)",
        "",
    ),
    "ElementwiseKernel of many": (
        "k1 = tn.ElementwiseKernel('T x, int32 n', 'T y',"
        " 'y = x; while (n && x == 0) ;', 'e')\n"
        "k1(tn.ones(10), 0)\nmany = tn.ones(10**6)\nmany[700000] = 0",
        "k1(many, 1)",
        "",
    ),
    "ReductionKernel": (
        "k1 = tn.ReductionKernel('T x, int32 n', 'T y', 'x',"
        " '[&] { while (n) ; return a + b; }()', 'y = a', '0', 'r')\n"
        "k1(tn.ones(10), 0)",
        "k1(tn.ones(10), 1)",
        "",
    ),
    "vectorize": (
        "@tn.vectorize\n"
        "def k1(x):\n"
        "    while x > 0:\n"
        "        x = x + 1\n"
        "    return x\n"
        "k1(tn.asarray([0.0]))",
        "k1(tn.asarray([1.0]))",
        "",
    ),
}

BUILT_IN = {
    "elementwise": ("x = tn.ones(3 * 10**7)", "y = tn.special.gammaln(x)"),
    "elementwise of strided rows": (
        "x = tn.ones((5000, 4000))[:, ::2]",
        "y = tn.arctan2(x.T, 2.0) + 0",
    ),
    "group": ("x = tn.ones(10**8)", "y = float((tn.exp(x) * 2 + tn.sin(x)).sum())"),
    # Seconds for one thread, so that the end of it is no answer.
    "long group": (
        "x = tn.ones(10**8)",
        "y = float(sum(tn.sin(x + k) for k in range(20)).sum())",
    ),
    "reduction": ("x = tn.ones((3, 5 * 10**7))", "y = x.std(axis=0)"),
    "sum": ("x = tn.ones(2 * 10**8, 'f4')", "y = x.sum()"),
    "cumsum": ("x = tn.ones(10**8)", "y = tn.cumsum(x)"),
    "sort": ("x = tn.random.rand(2 * 10**7)", "y = tn.sort(x)"),
    "argsort": ("x = tn.random.rand(10**7)", "y = tn.argsort(x)"),
    "sort of rows": ("x = tn.random.rand(10, 2 * 10**6)", "y = tn.sort(x, axis=1)"),
    "sort of integers": (
        "x = tn.random.randint(0, 2**60, 2 * 10**7)",
        "y = tn.sort(x)",
    ),
    "unique": ("x = tn.random.randint(0, 2**60, 10**7)", "y = tn.unique(x)"),
    "partition": ("x = tn.random.rand(3 * 10**7)", "y = tn.partition(x, 10**7)"),
    "matmul": ("x = tn.ones((4000, 4000))", "y = x @ x"),
    "matmul in place": (
        "x = tn.ones((4000, 4000)); z = x + 1",
        "tn.matmul(x, x, out=z)",
    ),
    "matmul of integers": ("x = tn.ones((2000, 2000), 'i8')", "y = x @ x"),
    "matmul of halves": ("x = tn.ones((3000, 3000), 'f2')", "y = x @ x"),
    "many matmuls": ("x = tn.ones((50000, 60, 60))", "y = x @ x"),
    "solve": ("x = tn.random.rand(4000, 4000)", "y = tn.linalg.solve(x, x)"),
    "svd": ("x = tn.random.rand(1500, 1500)", "y = tn.linalg.svd(x)"),
    "many inverses": ("x = tn.random.rand(100000, 20, 20)", "y = tn.linalg.inv(x)"),
    "convolve": ("x = tn.ones(10**6)", "y = tn.convolve(x, x[:10000])"),
    "take": (
        "x = tn.ones(10**7); i = tn.random.randint(0, 10**7, 3 * 10**7)",
        "y = x[i]",
    ),
    "random": ("", "y = tn.random.default_rng(1).gamma(2.0, size=3 * 10**7)"),
    "copy": ("x = tn.ones((10000, 10000)).T", "y = tn.ascontiguousarray(x)"),
    "histogram": ("x = tn.random.rand(3 * 10**7)", "y = tn.histogram(x, 1000)"),
    "add.at": (
        "x = tn.ones(10**6); i = tn.random.randint(0, 10**6, 2 * 10**7)",
        "tn.add.at(x, i, 1)",
    ),
}


def latency(folder, setup, work, after, threads=None):
    """Seconds from SIGINT to KeyboardInterrupt in a process of its own."""
    program = folder / "program.py"
    program.write_text(PROGRAM.format(setup=setup, work=work, after=after))
    environment = {"TENORITE_NUM_THREADS": threads} if threads else {}
    child = subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.4)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        assert child.returncode == 0
        return float(out) - sent
    finally:
        child.kill()
        child.wait()


# Seconds until Ctrl-C is answered; beside other tests, which take the cores too, it
# is seen only that it is answered at all.
MOST = 1.5 if "PYTEST_XDIST_WORKER" in os.environ else 0.1


def best_latency(*case):
    """That of the best of some tries: other processes may be busy as well."""
    best = 1e9
    for _ in range(5):
        best = min(best, latency(*case))
        if best < MOST:
            break
    return best


@needs_compiler
@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name, tmp_path):
    assert best_latency(tmp_path, *KERNELS[name]) < MOST


@pytest.mark.parametrize("threads", ["1", "4"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_operations(name, threads, tmp_path):
    assert best_latency(tmp_path, *BUILT_IN[name], "", threads) < MOST

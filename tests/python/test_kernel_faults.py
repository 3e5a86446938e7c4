# SPDX-License-Identifier: Apache-2.0
"""Kernels on the CPU that fault: an error that names the kernel, in checked and in
other kernels, whatever fault it is; the process goes on."""

import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="needs a compiler"
)

PROGRAM = """
import faulthandler, sys
import numpy
import tenorite as tn
tn.set_default_device("cpu")
x, a, n = tn.zeros(16, "f4"), tn.zeros(64, "i4"), -40
k = tn.RawKernel(r'''{text}''', "k", debug={debug})
for tries in range(2):
    try:
        k((2,), (16,), {args})
        print("nothing")
    except Exception as e:
        print(type(e).__name__, e)
# The same thread, its stacks and the kernel's module work as before.
good = tn.RawKernel("__global__ void good(int* a) {{ __shared__ int s[64];"
    "s[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x] = s[63 - threadIdx.x]; }}", "good")
good((1,), (64,), (a,))
assert int(a.sum()) == 64
assert float((x + 1).sum()) == 16 + float(x.sum())
"""


def run(text, args, debug, environment=None):
    """What two launches say, in a process of their own."""
    program = PROGRAM.format(text=text, args=args, debug=debug)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert done.stderr == ""
    first, second = done.stdout.splitlines()
    return first


RECURSION = (
    "__device__ __noinline__ int r(int n, int* a) { volatile int big[64];"
    " big[n % 64] = n; if (n == 123456789) return 0;"
    " return r(n + 1, a) + big[(n + 1) % 64]; } "
)

# text, arguments, the error without checks and with them
FAULTS = {
    "null pointer": (
        "__global__ void k(float* x) { x[threadIdx.x] = 1; }",
        "(None,)",
        "RuntimeError kernel 'k' follows a null pointer",
        "RuntimeError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) "
        "follows a null pointer",
    ),
    "null pointer behind a barrier": (
        "__global__ void k(float* x) { __syncthreads(); x[threadIdx.x] = 1; }",
        "(None,)",
        "RuntimeError kernel 'k': thread (15, 0, 0), block (0, 0, 0) "
        "follows a null pointer",
        "RuntimeError kernel 'k', k:1: thread (15, 0, 0), block (0, 0, 0) "
        "follows a null pointer",
    ),
    "null pointer in a loop that clears": (
        "__global__ void k(int* x) { for (int i = 0; i < 999; ++i) x[i] = 0; }",
        "(None,)",
        "RuntimeError kernel 'k' follows a null pointer",
        "RuntimeError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) "
        "follows a null pointer",
    ),
    "far away": (
        "__global__ void k(int* x, long long n) { x[n] = 1; }",
        "(a, 1 << 40)",
        "RuntimeError kernel 'k' uses a",
        "RuntimeError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) uses a",
    ),
    "division": (
        "__global__ void k(int* x, int n) { x[threadIdx.x] = 100 / n; }",
        "(a, 0)",
        "RuntimeError kernel 'k' divides integers by zero",
        "RuntimeError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) divides",
    ),
    "division behind a barrier": (
        "__global__ void k(int* x, int n) { __syncthreads(); x[0] = 100 % n; }",
        "(a, 0)",
        "RuntimeError kernel 'k': thread (15, 0, 0), block (0, 0, 0) divides",
        "RuntimeError kernel 'k', k:1: thread (15, 0, 0), block (0, 0, 0) divides",
    ),
    "instruction": (
        "__global__ void k(int* x) { if (x[0] == 0) __builtin_trap(); x[1] = 1; }",
        "(a,)",
        "RuntimeError kernel 'k' comes to an instruction",
        "RuntimeError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) comes to",
    ),
    "recursion": (
        RECURSION + "__global__ void k(int* x) { x[0] = r(1, x); }",
        "(a,)",
        "RuntimeError kernel 'k' needs more stack than there is",
        "RuntimeError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) needs more",
    ),
    "recursion behind a barrier": (
        RECURSION + "__global__ void k(int* x) { __syncthreads(); x[0] = r(1, x); }",
        "(a,)",
        "RuntimeError kernel 'k': thread (15, 0, 0), block (0, 0, 0) needs more stack",
        "RuntimeError kernel 'k', k:1: thread (15, 0, 0), block (0, 0, 0) needs more",
    ),
}

# What only checked kernels find.
CHECKED = {
    "below an array": (
        "__global__ void k(float* a, int n) { a[threadIdx.x + n] = 1.f; }",
        "(x, -40)",
        "IndexError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) writes 4 bytes",
    ),
    "below an array, signed": (
        "__global__ void k(float* a, int n) { a[(int)threadIdx.x + n] = 1.f; }",
        "(x, -40)",
        "IndexError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) writes 4 bytes "
        "out of bounds, at byte -160 of array 1",
    ),
    "below an array, 64 bits": (
        "__global__ void k(float* a, long long n) { a[threadIdx.x + n] = 1.f; }",
        "(x, -40)",
        "IndexError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) writes 4 bytes "
        "out of bounds, at byte -160 of array 1",
    ),
    "far below an array, 64 bits": (
        "__global__ void k(float* a, long long n) { a[threadIdx.x + n] = 1.f; }",
        "(x, -40000)",
        "IndexError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) writes 4 bytes "
        "out of bounds, at byte -160000 of array 1",
    ),
    "a loop that clears": (
        "__global__ void k(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }",
        "(a, 999)",
        "IndexError kernel 'k', k:1: thread (0, 0, 0), block (0, 0, 0) writes ",
    ),
    "a barrier without some": (
        "__global__ void k(int* a, int n) {\n"
        "  if (threadIdx.x >= n) return;\n  __syncthreads();\n  a[0] = 1;\n}",
        "(a, 4)",
        "RuntimeError kernel 'k', k:3: only 4 of the 16 threads of block (0, 0, 0) "
        "come to this barrier, and the others have returned",
    ),
    "a barrier that some leave": (
        "__global__ void k(int* a, int n) {\n"
        "  __syncthreads();\n  if (threadIdx.x < n) return;\n  __syncthreads();\n}",
        "(a, 4)",
        "RuntimeError kernel 'k', k:4: only 12 of the 16 threads of block (0, 0, 0) "
        "come to this barrier, and the others have returned",
    ),
}


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("name", FAULTS)
def test_faults(name, debug):
    text, args, plain, checked = FAULTS[name]
    assert run(text, args, debug).startswith(checked if debug else plain)


@pytest.mark.parametrize("name", CHECKED)
def test_checked(name):
    text, args, expected = CHECKED[name]
    assert run(text, args, True).startswith(expected)


GENERATED = {
    "ElementwiseKernel": (
        "tn.ElementwiseKernel('raw int32 p, int32 n', 'int32 y', 'y = 7 / n', 'e')"
        "(a, 0, tn.zeros(8, 'i4'))",
        "kernel 'e' divides integers by zero",
    ),
    "ReductionKernel": (
        "tn.ReductionKernel('int32 x', 'int32 y', '7 / x', 'a + b', 'y = a', '0', 'r')"
        "(tn.zeros(8, 'i4'))",
        "kernel 'r' divides integers by zero",
    ),
}


@pytest.mark.parametrize("name", GENERATED)
def test_generated_kernels(name):
    call, expected = GENERATED[name]
    program = (
        "import tenorite as tn\ntn.set_default_device('cpu')\na = tn.zeros(8, 'i4')\n"
        f"try:\n  {call}\nexcept RuntimeError as e:\n  print(e)\n"
        "assert int((a + 1).sum()) == 8\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(expected)


def test_faults_elsewhere_end_the_process():
    """Handlers of others, and faults outside of kernels, are as without us."""
    program = (
        "import ctypes, faulthandler, tenorite as tn\n"
        "tn.set_default_device('cpu')\n"
        "k = tn.RawKernel('__global__ void k(int* a) { a[0] = 1; }', 'k')\n"
        "k((1,), (1,), (tn.zeros(1, 'i4'),))\n"
        "faulthandler.enable()\n"
        "ctypes.string_at(8)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == -11
    assert "Segmentation fault" in done.stderr

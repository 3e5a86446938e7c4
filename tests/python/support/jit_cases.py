# SPDX-License-Identifier: Apache-2.0
"""Kernels of cupyx.jit with their arguments and what they compute, so that one test
runs each of them and another compiles it for GPUs that need not be there."""

import dataclasses
import math

import numpy as np
import tenorite as tn
from tenorite.cupyx import jit

CASES = {}


@dataclasses.dataclass
class Case:
    """A launch: kernel(grid, block, args, shared_mem), then (array, values) pairs."""

    kernel: object
    grid: object
    block: object
    args: tuple
    results: list
    shared_mem: int = 0
    rtol: float = 0


def case(build):
    CASES[build.__name__] = build
    return build


def numbers(shape, dtype, seed=0):
    """Items of all signs that the dtype holds."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return rng.integers(max(limits.min, -100), 100, shape).astype(dtype)
    made = rng.standard_normal(shape) * 10
    if dtype.kind == "c":
        made = made + 1j * rng.standard_normal(shape)
    return made.astype(dtype)


# ---- what CuPy documents ----


@case
def elementwise_copy(mode):
    @jit.rawkernel(mode=mode)
    def elementwise_copy(x, y, size):
        tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
        ntid = jit.gridDim.x * jit.blockDim.x
        for i in range(tid, size, ntid):
            y[i] = x[i]

    x = numbers(1000, "f4")
    y = tn.empty(1000, "f4")
    size = np.uint32(1000)
    return Case(elementwise_copy, 7, 32, (tn.asarray(x), y, size), [(y, x)])


@case
def block_reduction(mode):
    @jit.rawkernel(mode=mode)
    def reduction(x, y, size):
        tid = jit.threadIdx.x
        ntid = jit.blockDim.x

        value = np.float32(0)
        for i in range(tid, size, ntid):
            value += x[i]

        smem = jit.shared_memory(np.float32, 1024)
        smem[tid] = value

        jit.syncthreads()

        if tid == np.uint32(0):
            value = np.float32(0)
            for i in range(ntid):
                value += smem[i]
            y[0] = value

    x = np.arange(500, dtype="f4")
    y = tn.zeros(1, "f4")
    args = (tn.asarray(x), y, np.uint32(500))
    return Case(reduction, (1,), (128,), args, [(y, [x.sum()])])


@case
def warp_reduction(mode):
    @jit.rawkernel(mode=mode, device=True)
    def warp_sum(value):
        offset = 16
        while offset > 0:
            value += jit.shfl_down_sync(0xFFFFFFFF, value, offset)
            offset //= 2
        return value

    @jit.rawkernel(mode=mode)
    def total(x, out):
        i = jit.grid(1)
        value = np.float64(0)
        while i < x.size:
            value += x[i]
            i += jit.gridsize(1)
        value = warp_sum(value)
        if jit.laneid() == 0:
            jit.atomic_add(out, 0, value)

    x = np.arange(3000.0)
    out = tn.zeros(1)
    return Case(total, 4, 64, (tn.asarray(x), out), [(out, [x.sum()])])


@case
def two_axes(mode):
    @jit.rawkernel(mode=mode)
    def scale(x, y, factor):
        i, j = jit.grid(2)
        rows, columns = x.shape
        if i < rows and j < columns:
            y[i, j] = x[i, j] * factor

    x = numbers((13, 21), "f4")
    y = tn.zeros((13, 21), "f4")
    args = (tn.asarray(x), y, np.float32(3))
    return Case(scale, (2, 3), (8, 8), args, [(y, x * np.float32(3))])


@case
def three_axes(mode):
    @jit.rawkernel(mode=mode)
    def copy(x, y):
        i, j, k = jit.grid(3)
        if i < x.shape[0] and j < x.shape[1] and k < x.shape[2]:
            y[i, j, k] = x[i, j, k]

    x = np.arange(24).reshape(2, 3, 4)
    y = tn.zeros((2, 3, 4), int)
    return Case(copy, (2, 2, 2), (2, 2, 2), (tn.asarray(x), y), [(y, x)])


@case
def dynamic_shared_memory(mode):
    @jit.rawkernel(mode=mode)
    def reverse(x, y):
        tid = jit.threadIdx.x
        ntid = jit.blockDim.x
        i = tid + jit.blockIdx.x * ntid
        smem = jit.shared_memory(np.int32, None)
        smem[tid] = x[i]
        jit.syncthreads()
        y[i] = smem[ntid - tid - 1]

    x = numbers(1024, "i4")
    y = tn.zeros(1024, "i4")
    expected = x.reshape(32, 32)[:, ::-1].ravel()
    return Case(reverse, 32, 32, (tn.asarray(x), y), [(y, expected)], shared_mem=128)


@case
def matrix_product(mode):
    size = 16

    @jit.rawkernel(mode=mode)
    def product(a, b, c):
        tile_a = jit.shared_memory(np.float32, size * size)
        tile_b = jit.shared_memory(np.float32, size * size, alignment=16)
        tx, ty = jit.threadIdx.x, jit.threadIdx.y
        row = jit.blockIdx.y * size + ty
        column = jit.blockIdx.x * size + tx
        total = np.float32(0)
        for k in range(0, a.shape[1], size):
            tile_a[ty * size + tx] = a[row, k + tx]
            tile_b[ty * size + tx] = b[k + ty, column]
            jit.syncthreads()
            for q in jit.range(size, unroll=True):
                total += tile_a[ty * size + q] * tile_b[q * size + tx]
            jit.syncthreads()
        c[row, column] = total

    a, b = (np.arange(32 * 48) % n - 3 for n in (7, 11))
    a, b = a.reshape(32, 48).astype("f4"), b.reshape(48, 32).astype("f4")
    c = tn.zeros((32, 32), "f4")
    args = (tn.asarray(a), tn.asarray(b), c)
    return Case(product, (2, 2), (size, size), args, [(c, a @ b)])


# ---- arrays ----


def _strided(mode, view):
    @jit.rawkernel(mode=mode)
    def copy(x, y):
        i, j = jit.grid(2)
        if i < x.shape[0] and j < x.shape[1]:
            y[i, j] = x[i, j] + i * 100

    whole = np.arange(96).reshape(8, 12)
    x = view(tn.asarray(whole))
    base = tn.zeros((8, 12), int)
    y = view(base)
    expected = np.zeros((8, 12), int)
    inner = view(expected)
    inner[...] = view(whole) + 100 * np.arange(inner.shape[0])[:, None]
    return Case(copy, (2, 2), (8, 8), (x, y), [(base, expected), (y, inner)])


@case
def fortran_order(mode):
    return _strided(mode, lambda x: x.T)


@case
def steps(mode):
    return _strided(mode, lambda x: x[1::3, 2::2])


@case
def backwards(mode):
    return _strided(mode, lambda x: x[::-2, ::-1])


@case
def one_column(mode):
    return _strided(mode, lambda x: x[:, 3:4])


@case
def broadcast_rows(mode):
    @jit.rawkernel(mode=mode)
    def copy(x, y):
        i = jit.grid(1)
        for j in range(x.shape[0]):
            y[j, i] = x[j, i]

    x = np.broadcast_to(np.arange(5), (3, 5))
    y = tn.zeros((3, 5), int)
    return Case(copy, 1, 5, (tn.broadcast_to(tn.arange(5), (3, 5)), y), [(y, x)])


@case
def no_axes(mode):
    @jit.rawkernel(mode=mode)
    def copy(x, y):
        y[()] = x[()] * 2

    y = tn.zeros((), "i4")
    return Case(copy, 1, 1, (tn.asarray(np.int32(21)), y), [(y, 42)])


@case
def parts(mode):
    @jit.rawkernel(mode=mode, device=True)
    def total(row, out):
        n = len(row)
        s = row[0] * 0
        for k in range(n):
            s += row[k]
        out[0] = s
        return s

    @jit.rawkernel(mode=mode)
    def rows(x, sums, copies):
        i = jit.threadIdx.x
        row = x[i, 1]
        last = x[i][x.shape[1] - 1]
        sums[i] = total(row, copies[i]) + last[0]
        row = last
        copies[i][1] = row[1]

    x = np.arange(24).reshape(4, 2, 3) ** 2
    sums, copies = tn.zeros(4, int), tn.zeros((4, 2), int)
    expected = np.stack([x[:, 1].sum(1), x[:, 1, 1]], 1)
    args = (tn.asarray(x), sums, copies)
    results = [(sums, x[:, 1].sum(1) + x[:, 1, 0]), (copies, expected)]
    return Case(rows, 1, 4, args, results)


@case
def attributes(mode):
    @jit.rawkernel(mode=mode)
    def describe(x, y):
        y[0], y[1], y[2] = x.ndim, x.size, len(x)
        a, b, c = x.shape
        y[3], y[4], y[5] = a, b, c
        y[6], y[7], y[8] = x.strides
        y[9] = x.dtype == np.float32

    x = tn.zeros((4, 3, 8), "f4")[::2, :, ::-1]
    y = tn.zeros(10, int)
    expected = [3, 48, 2, 2, 3, 8, 192, 32, -4, 1]
    return Case(describe, 1, 1, (x, y), [(y, expected)])


def _items(dtype):
    def build(mode):
        @jit.rawkernel(mode=mode)
        def swap(x, y):
            i = jit.grid(1)
            j = x.size - 1 - i
            y[i], y[j] = x[j], x[i]
            shared = jit.shared_memory(x.dtype, 5)
            shared[i] = x[i]
            jit.syncthreads()
            if i == 0:
                y[5] = shared[4]

        x = numbers(10, dtype)
        y = tn.zeros(10, dtype)
        expected = x[::-1].copy()
        expected[5] = x[4]
        return Case(swap, 1, 5, (tn.asarray(x), y), [(y, expected)])

    CASES[f"items_{dtype}"] = build


for dtype in ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
    _items(dtype)
for dtype in ("f2", "f4", "f8", "c8", "c16"):
    _items(dtype)


# ---- numbers ----


@case
def arguments(mode):
    @jit.rawkernel(mode=mode)
    def store(a, b, c, d, e, f, g, out):
        out[0] = a
        out[1] = b
        out[2] = c
        out[3] = d
        out[4] = e
        out[5] = f
        out[6] = g

    values = (True, -3, 2.5, 1 + 2j, np.float16(0.5), np.uint8(200), 1 << 40)
    out = tn.zeros(7, complex)
    return Case(store, 1, 1, (*values, out), [(out, np.array(values, complex))])


ANSWER, FACTORS, HALF = 42, (2, 3, 5), np.float64(0.5)


@case
def constants(mode):
    here = 7

    @jit.rawkernel(mode=mode)
    def use(out):
        out[0] = ANSWER + here
        total = 0
        for factor in FACTORS:
            total += factor
        out[1] = total
        out[2] = FACTORS[1] * HALF
        out[3] = math.pi
        if ANSWER == 42:
            out[4] = np.int32(3) / np.int32(2)
        else:
            out[4] = "never looked at"

    pi = np.float32(math.pi) if mode == "cuda" else math.pi
    out = tn.zeros(5)
    return Case(use, 1, 1, (out,), [(out, [49, 10, 1.5, pi, 1.5])])


@case
def control_flow(mode):
    @jit.rawkernel(mode=mode)
    def collatz(n, steps, kinds):
        i = jit.grid(1)
        if i >= n.size:
            return
        value = n[i]
        count = 0
        while True:
            if value == 1:
                break
            count += 1
            if value % 2 == 0:
                value //= 2
                continue
            value = 3 * value + 1
        steps[i] = count
        if 5 <= count < 10:
            kinds[i] = 1
        elif count > 100 or not count:
            kinds[i] = 2
        else:
            kinds[i] = -1 if count % 2 else -2

    def steps_of(n):
        count = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            count += 1
        return count

    n = np.arange(1, 60)
    expected = np.array([steps_of(k) for k in n])
    kinds = [
        1 if 5 <= k < 10 else 2 if k > 100 or k == 0 else -1 if k % 2 else -2
        for k in expected
    ]
    steps, found = tn.zeros(59, "i4"), tn.zeros(59, "i4")
    args = (tn.asarray(n), steps, found)
    return Case(collatz, 2, 32, args, [(steps, expected), (found, kinds)])


@case
def loops_over_tuples(mode):
    @jit.rawkernel(mode=mode)
    def search(x, out):
        i = jit.grid(1)
        v = x[i]
        for k, factor in enumerate((3, 5, 7)):
            if v % (factor + 1) == 0:
                continue
            rest = v % factor
            if rest == 0 and x[i] > 0:
                out[i] = 10 * k + factor
                break
            out[i] = -rest
        while x[i] > 3 and x[i - i] == 0:
            x[i] -= 3
            if x[i] == 10:
                continue
            if x[i] == 20:
                break

    def found(v):
        result = 0
        for k, factor in enumerate((3, 5, 7)):
            if v % (factor + 1) == 0:
                continue
            if v % factor == 0 and v > 0:
                return 10 * k + factor
            result = -(v % factor)
        return result

    def reduced(v):
        while v > 3:
            v -= 3
            if v == 20:
                break
        return v

    n = np.arange(64)
    x, out = tn.arange(64), tn.zeros(64, int)
    results = [(out, [found(v) for v in n]), (x, [reduced(v) for v in n])]
    return Case(search, 2, 32, (x, out), results)


@case
def ranges(mode):
    @jit.rawkernel(mode=mode)
    def count(out, n, step):
        k = 0
        for i in range(n):
            out[k] = i
            k += 1
        for i in range(n, 0, -3):
            out[k] = i
            k += 1
        for i in range(n, -n, step):
            out[k] = i
            k += 1
        for i in jit.range(1, 9, 2, unroll=2):
            out[k] = i
            k += 1
        for i in jit.range(3, unroll=False):
            out[k] = i
            k += 1
        for i in range(0, 9, step + 5):
            out[k] = i
            k += 1
        for _ in range(5, 5):
            out[0] = -1
        out[k] = k

    n, step = 7, -5
    expected = [*range(n), *range(n, 0, -3), *range(n, -n, step), *range(1, 9, 2)]
    expected += [*range(3)]  # a step of 0 counts nothing
    expected += [len(expected)]
    out = tn.zeros(len(expected), "i4")
    return Case(count, 1, 1, (out, n, step), [(out, expected)])


@case
def functions(mode):
    @jit.rawkernel(mode=mode)
    def compute(x, out):
        i = jit.grid(1)
        v = x[i]
        out[0, i] = np.sin(v)
        out[1, i] = tn.exp(-v * v)
        out[2, i] = math.sqrt(abs(v))
        out[3, i] = min(v, 0.5, 2 * v)
        out[4, i] = max(v, -v)
        out[5, i] = float(int(v))
        out[6, i] = np.float32(v)
        out[7, i] = math.atan2(v, 2.0)
        out[8, i] = np.where(v > 0, v, 0.0)
        out[9, i] = v**2
        out[10, i] = np.power(v, 3)
        out[11, i] = np.floor(v) + math.floor(v)

    x = np.linspace(-3, 3, 32)
    expected = [
        np.sin(x),
        np.exp(-x * x),
        np.sqrt(abs(x)),
        np.minimum(np.minimum(x, 0.5), 2 * x),
        abs(x),
        np.trunc(x),
        x.astype("f4"),
        np.arctan2(x, 2),
        np.where(x > 0, x, 0),
        x**2,
        x**3,
        2 * np.floor(x),
    ]
    out = tn.zeros((12, 32))
    return Case(compute, 1, 32, (tn.asarray(x), out), [(out, expected)], rtol=1e-14)


@case
def complex_numbers(mode):
    @jit.rawkernel(mode=mode)
    def compute(z, out, parts):
        i = jit.grid(1)
        w = z[i]
        out[i] = w * w + w.conjugate() / complex(1, 2)
        parts[i, 0] = w.real
        parts[i, 1] = w.imag
        parts[i, 2] = abs(w)

    z = numbers(16, "c16")
    out, parts = tn.zeros(16, complex), tn.zeros((16, 3))
    expected = z * z + z.conj() / (1 + 2j)
    args = (tn.asarray(z), out, parts)
    results = [(out, expected), (parts, np.stack([z.real, z.imag, abs(z)], 1))]
    return Case(compute, 1, 16, args, results, rtol=1e-13)


def _plain(value, power):
    result = value
    for _ in range(power - 1):
        result *= value
    return result


@case
def callees(mode):
    @jit.rawkernel(mode=mode, device=True)
    def divide(a, b):
        if b == 0:
            return a, a * 0
        return a // b, a % b

    @jit.rawkernel(mode=mode, device=True)
    def store(array, index, value):
        array[index] = value

    @jit.rawkernel(mode=mode)
    def main(x, y, out):
        i = jit.grid(1)
        quotient, rest = divide(x[i], y[i])
        store(out, (i, 0), quotient)
        store(out, (i, 1), rest)
        out[i, 2] = _plain(x[i], 3)
        out[i, 3] = _plain(power=2, value=x[i])

    x, y = numbers(50, "i8"), numbers(50, "i8", 1) % 7
    with np.errstate(all="ignore"):
        expected = np.stack(
            [np.where(y, x // y, x), np.where(y, x % y, 0), x**3, x**2], 1
        )
    out = tn.zeros((50, 4), int)
    args = (tn.asarray(x), tn.asarray(y), out)
    return Case(main, 1, 50, args, [(out, expected)])


@case
def order_of_effects(mode):
    @jit.rawkernel(mode=mode, device=True)
    def bump(x):
        x[0] += 1
        return x[0]

    @jit.rawkernel(mode=mode)
    def main(x, out):
        out[0] = x[0] * 100 + bump(x) * 10 + x[0]
        a = x[0]
        x[0] = 7
        out[1] = a
        x[0], x[1] = x[1], x[0]
        out[2] = x[0] * 10 + x[1]
        out[3] = 1 if x[0] == 9 and bump(x) == 9 else 2
        out[4] = x[0]
        out[5] = x[0] == 9 or bump(x) > 0
        x[bump(x) - 10] += 5
        out[6] = x[0]

    x = tn.asarray([1, 8])
    out = tn.zeros(7, int)
    # x[0]: 1, 2 after bump, 7, 8 after the exchange, which is not 9.
    expected = [122, 2, 87, 2, 8, 1, 15]
    return Case(main, 1, 1, (x, out), [(out, expected)])

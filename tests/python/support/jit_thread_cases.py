# SPDX-License-Identifier: Apache-2.0
"""Kernels of cupyx.jit in which threads meet: barriers, atomics, shuffles, groups."""

import numpy as np
import tenorite as tn
from tenorite.cupyx import jit

from support.jit_cases import CASES, Case, case, numbers

__all__ = ["CASES"]


@case
def indices(mode):
    @jit.rawkernel(mode=mode)
    def store(out):
        x, y, z = jit.grid(3)
        nx, ny, nz = jit.gridsize(3)
        k = x + nx * (y + ny * z)
        out[k, 0] = jit.threadIdx.x + 10 * jit.threadIdx.y + 100 * jit.threadIdx.z
        out[k, 1] = jit.blockIdx.x + 10 * jit.blockIdx.y + 100 * jit.blockIdx.z
        out[k, 2] = jit.blockDim.x + 10 * jit.blockDim.y + 100 * jit.blockDim.z
        out[k, 3] = jit.gridDim.x + 10 * jit.gridDim.y + 100 * jit.gridDim.z
        out[k, 4] = nx * ny * nz
        place = jit.threadIdx
        out[k, 5] = place.x

    grid, block = (2, 3, 2), (4, 2, 3)
    z, y, x = np.indices((6, 6, 8)).reshape(3, -1)
    expected = np.stack(
        [
            x % 4 + 10 * (y % 2) + 100 * (z % 3),
            x // 4 + 10 * (y // 2) + 100 * (z // 3),
            np.full(288, 324),
            np.full(288, 232),
            np.full(288, 288),
            x % 4,
        ],
        1,
    )
    out = tn.zeros((288, 6), int)
    return Case(store, grid, block, (out,), [(out, expected)])


@case
def lanes(mode):
    @jit.rawkernel(mode=mode)
    def store(out):
        k = jit.threadIdx.x + jit.threadIdx.y * jit.blockDim.x
        out[k] = jit.laneid() + jit.warpsize * 100

    out = tn.zeros(96, int)
    expected = np.arange(96) % 32 + 3200
    return Case(store, 1, (8, 12), (out,), [(out, expected)])


@case
def barriers(mode):
    @jit.rawkernel(mode=mode)
    def exchange(x, y, buffer):
        tid = jit.threadIdx.x + jit.threadIdx.y * jit.blockDim.x
        ntid = jit.blockDim.x * jit.blockDim.y
        buffer[tid] = x[ntid - tid - 1]
        jit.syncthreads()
        y[tid] = buffer[ntid - tid - 1]

    x = numbers(1024, "i4")
    y, buffer = tn.zeros(1024, "i4"), tn.zeros(1024, "i4")
    args = (tn.asarray(x), y, buffer)
    return Case(exchange, 1, (32, 32), args, [(y, x), (buffer, x[::-1])])


@case
def warp_barriers(mode):
    @jit.rawkernel(mode=mode)
    def shared(y, m):
        lane = jit.threadIdx.x
        s = jit.shared_memory(np.int32, 32)
        s[lane] = lane
        jit.syncwarp()
        if lane < 4:
            other = s[lane ^ 1]
            jit.syncwarp(mask=m)
            s[lane] = other * 10
        jit.syncwarp(mask=0xFFFFFFFF)
        y[lane] = s[lane]

    lane = np.arange(32)
    x = tn.zeros(32, "i4")
    expected = np.where(lane < 4, (lane ^ 1) * 10, lane)
    return Case(shared, 1, 32, (x, 15), [(x, expected)])


@case
def barriers_in_functions(mode):
    add = jit.rawkernel(mode=mode, device=True)(lambda a, b: a + b)

    @jit.rawkernel(mode=mode, device=True)
    def block_sum(value, n):
        partial = jit.shared_memory(np.float64, 64)
        i = jit.threadIdx.x
        partial[i] = value
        jit.syncthreads()
        while n > 1:
            n = n // 2
            if i < n:
                partial[i] = add(partial[i], partial[i + n])
            jit.syncthreads()
        total = partial[0]
        jit.syncthreads()
        return total

    @jit.rawkernel(mode=mode)
    def sums(x, out):
        i = jit.grid(1)
        out[0, i] = block_sum(x[i], 64)
        out[1, i] = block_sum(x[i] * 2.0, jit.blockDim.x)

    x = np.arange(128.0)
    out = tn.zeros((2, 128))
    each = np.repeat(x.reshape(2, 64).sum(1), 64)
    return Case(sums, 2, 64, (tn.asarray(x), out), [(out, [each, each * 2])])


@case
def pending_operands(mode):
    @jit.rawkernel(mode=mode)
    def add(x, y):
        i = jit.grid(1)
        y[i] += x[i]

    a = tn.arange(20)
    x, base = (a * 3 + 1)[::-2], a + 5
    y = base[1::2]
    expected = np.arange(20) + 5
    expected[1::2] += (np.arange(20) * 3 + 1)[::-2]
    return Case(add, 1, 10, (x, y), [(base, expected), (y, expected[1::2])])


# ---- atomic functions ----

_OPERATIONS = {
    "add": (np.add, "i4 u4 u8 f2 f4 f8"),
    "sub": (np.subtract, "i4 u4"),
    "min": (np.minimum, "i4 u4 u8"),
    "max": (np.maximum, "i4 u4 u8"),
    "and": (np.bitwise_and, "i4 u4 u8"),
    "or": (np.bitwise_or, "i4 u4 u8"),
    "xor": (np.bitwise_xor, "i4 u4 u8"),
}


def _atomic(name, ufunc, dtype):
    function = getattr(jit, f"atomic_{name}")

    def build(mode):
        @jit.rawkernel(mode=mode)
        def gather(x, index, out):
            i = jit.grid(1)
            function(out, index[i], x[i])
            function(out, (0,), x[i])

        x = numbers(96, dtype).astype("i8").astype(dtype) % 16
        index = np.arange(96) % 3 + 1
        start = np.array([9, 5, 12, 7], dtype)
        out = tn.asarray(start.copy())
        expected = start.copy()
        ufunc.at(expected, index, x)
        ufunc.at(expected, np.zeros(96, int), x)
        args = (tn.asarray(x), tn.asarray(index), out)
        return Case(gather, 3, 32, args, [(out, expected)])

    CASES[f"atomic_{name}_{dtype}"] = build


for _name, (_ufunc, _dtypes) in _OPERATIONS.items():
    for _dtype in _dtypes.split():
        _atomic(_name, _ufunc, _dtype)


def _exchange(dtype):
    def build(mode):
        @jit.rawkernel(mode=mode)
        def exchange(out, seen):
            i = jit.grid(1)
            seen[i] = jit.atomic_exch(out, (1, i), i + 1)

        out = tn.asarray(np.arange(20).reshape(2, 10).astype(dtype))
        seen = tn.zeros(10, dtype)
        expected = [np.arange(10), np.arange(1, 11)]
        results = [(out, expected), (seen, np.arange(10, 20))]
        return Case(exchange, 1, 10, (out, seen), results)

    CASES[f"atomic_exch_{dtype}"] = build


for _dtype in ("i4", "u4", "u8", "f4"):
    _exchange(_dtype)


def _compare(dtype):
    def build(mode):
        @jit.rawkernel(mode=mode)
        def lock(out, seen):
            i = jit.threadIdx.x
            seen[i] = jit.atomic_cas(out, i, 3, 100)

        out = tn.asarray((np.arange(8) % 4).astype(dtype))
        seen = tn.zeros(8, dtype)
        before = np.arange(8) % 4
        results = [(out, np.where(before == 3, 100, before)), (seen, before)]
        return Case(lock, 1, 8, (out, seen), results)

    CASES[f"atomic_cas_{dtype}"] = build


for _dtype in ("u2", "i4", "u4", "u8"):
    _compare(_dtype)


@case
def atomic_counters(mode):
    @jit.rawkernel(mode=mode)
    def count(out):
        jit.atomic_inc(out, 0, 6)
        jit.atomic_dec(out, 1, 6)

    out = tn.zeros(2, "u4")
    # 40 steps round a circle of 7.
    return Case(count, 2, 20, (out,), [(out, [40 % 7, -40 % 7])])


@case
def atomics_in_shared_memory(mode):
    @jit.rawkernel(mode=mode)
    def histogram(x, out):
        bins = jit.shared_memory(np.uint32, 10)
        tid = jit.threadIdx.x
        if tid < 10:
            bins[tid] = 0
        jit.syncthreads()
        jit.atomic_add(bins, x[jit.grid(1)], 1)
        jit.syncthreads()
        if tid < 10:
            jit.atomic_add(out, tid, bins[tid])

    x = np.arange(256) ** 2 % 10
    out = tn.zeros(10, "u4")
    expected = np.bincount(x, minlength=10)
    return Case(histogram, 4, 64, (tn.asarray(x), out), [(out, expected)])


# ---- shuffles ----


def _shuffles(dtype):
    def build(mode):
        @jit.rawkernel(mode=mode)
        def shuffle(x, out, width):
            i = jit.threadIdx.x
            value = x[i]
            out[0, i] = jit.shfl_sync(0xFFFFFFFF, value, 5)
            out[1, i] = jit.shfl_up_sync(0xFFFFFFFF, value, 5)
            out[2, i] = jit.shfl_down_sync(0xFFFFFFFF, value, 5)
            out[3, i] = jit.shfl_xor_sync(0xFFFFFFFF, value, 5)
            out[4, i] = jit.shfl_sync(0xFFFFFFFF, value, 1, width=width)
            out[5, i] = jit.shfl_xor_sync(0xFFFFFFFF, value, 1, width=8)

        x = (np.arange(32) + 0.5).astype(dtype) * 3
        i = np.arange(32)
        sources = [
            np.full(32, 5),
            np.where(i < 5, i, i - 5),
            np.where(i + 5 > 31, i, i + 5),
            i ^ 5,
            i // 4 * 4 + 1,
            i ^ 1,
        ]
        out = tn.zeros((6, 32), dtype)
        args = (tn.asarray(x), out, 4)
        return Case(shuffle, 1, 32, args, [(out, x[np.array(sources)])])

    CASES[f"shuffles_{dtype}"] = build


for _dtype in ("i4", "u4", "i8", "u8", "f2", "f4", "f8"):
    _shuffles(_dtype)


# ---- cooperative groups ----


@case
def group_numbers(mode):
    @jit.rawkernel(mode=mode)
    def store(out):
        grid, block = jit.cg.this_grid(), jit.cg.this_thread_block()
        k = grid.thread_rank()
        out[k, 0] = k
        out[k, 1] = grid.block_rank()
        out[k, 2] = grid.num_threads() + grid.size() * np.uint64(1000)
        out[k, 3] = grid.num_blocks()
        out[k, 4] = grid.dim_blocks().x + grid.group_dim().y * 10
        out[k, 5] = grid.block_index().x + grid.block_index().y * 10
        out[k, 6] = (
            block.thread_rank() + block.num_threads() * 100 + block.size() * 1000
        )
        out[k, 7] = block.group_index().x + block.thread_index().y * 10
        out[k, 8] = block.dim_threads().x + block.group_dim().y * 10

    k = np.arange(24)
    rank, block = k % 6, k // 6
    expected = [
        k,
        block,
        np.full(24, 24024),
        np.full(24, 4),
        np.full(24, 22),
        block % 2 + block // 2 * 10,
        rank + 6600,
        block % 2 + rank // 3 * 10,
        np.full(24, 23),
    ]
    out = tn.zeros((24, 9), int)
    results = [(out, np.stack(expected, 1))]
    return Case(store, (2, 2), (3, 2), (out,), results)


@case
def grid_barrier(mode):
    @jit.rawkernel(mode=mode)
    def gather(counts, out):
        grid = jit.cg.this_grid()
        if jit.threadIdx.x == 0:
            jit.atomic_add(counts, 0, 1)
        grid.sync()
        if grid.is_valid():
            out[jit.grid(1)] = counts[0]
        jit.cg.sync(grid)
        jit.cg.sync(jit.cg.this_thread_block())

    counts, out = tn.zeros(1, "i4"), tn.zeros(64, "i4")
    return Case(gather, 4, 16, (counts, out), [(out, np.full(64, 4))])


@case
def block_group(mode):
    @jit.rawkernel(mode=mode)
    def reverse(x):
        block = jit.cg.this_thread_block()
        s = jit.shared_memory(np.int64, 32)
        i = block.thread_rank()
        s[i] = x[i]
        block.sync()
        x[i] = s[31 - i]

    x = tn.arange(32)
    return Case(reverse, 1, 32, (x,), [(x, np.arange(32)[::-1])])

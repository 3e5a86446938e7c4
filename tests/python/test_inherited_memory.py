# SPDX-License-Identifier: Apache-2.0
"""Results that take the place of arrays which nobody reads any more."""

import gc

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import MODES, fusion
from support.helpers import host

N = 1 << 22
SLACK = 64 << 10  # of bytes, beside arrays of 32 MiB, which no cache keeps


def step(x, v):
    """New positions and speeds, of which the old ones are not needed any more."""
    v = v * 0.999 - x * 0.01
    return x + v * 0.01, v


@pytest.mark.parametrize("mode", ["auto", "wait"])
def test_steps_take_no_memory(device, mode):
    pools = tn._core.memory.PoolSet.shared()
    rng = np.random.default_rng(1)
    expected = rng.random(N), rng.random(N)
    state = [tn.array(a, device=device) for a in expected]

    def advance():
        state[:] = step(*state)
        return host(state[0])

    def taken():
        gc.collect()
        pools.trim(device, 0)
        pools.reset_peak(device)
        before = pools.statistics(device)["used_bytes"]
        advance()
        return pools.statistics(device)["peak_used"] - before

    with fusion("wait"):  # kernels are there afterwards
        for _ in range(3):
            advance()
    with fusion(mode):
        assert max(taken() for _ in range(5)) <= SLACK
    for _ in range(8):
        expected = step(*expected)
    for got, want in zip(state, expected, strict=True):
        np.testing.assert_allclose(host(got), want, rtol=1e-12)


def named(xp, x, y):
    old = x
    x = x * 2 + y
    x = x * y - 1
    return x, old


def viewed(xp, x, y):
    x = x * 2 + y
    part = x[1:]
    float(x[0, 0])
    x = x * y - 1
    return x, part


def transposed(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    return (x.T * 3 - x.T / 4,)


def of_two_orders(xp, x, y):
    x = xp.asfortranarray(x * 2 + y)
    float(x[0, 0])
    x = x * y - x
    return (x,)


def reversed_rows(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    x = x[::-1] * 3 - x
    return (x,)


def shifted(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    z = y.copy()
    z[1:] = x[:-1] * 2 - x[1:]
    return (z,)


def rolled(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    x = xp.roll(x, 1, axis=0) * 3 - x
    return (x,)


def of_other_dtypes(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    x = ((x > 1) * 2.5 + x).astype(xp.float32) * xp.float32(2)
    whole = (x * 8).astype(xp.int32) + 1
    return x, whole


def read_by_two_groups(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    total = (x * x).sum(axis=0)
    z = x * y - 1
    return z, total, z - total


def two_results_of_one(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    low, high = x * 0.5 - y, x * 1.5 + y
    del x
    return low, high


def swapped(xp, x, y):
    x, y = x * 2 + y, y * 3 - x
    float(x[0, 0]), float(y[0, 0])
    for _ in range(3):
        x, y = y * 0.5 + 1, x * 0.25 - y
        float(x[0, 0])
    return x, y


def read_after_it_is_written(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    z = x * 3 + 1
    w = z * x - x
    del x
    return z, w


def looked_up(xp, x, y):
    table = xp.arange(7.0) * 2 + 1
    float(table[0])
    index = (x * 7).astype(xp.int64)
    x = table[index] * 2 + 1
    table = table * 3 - 1
    return x, table


def masked(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    z = xp.where(x > 1.5, x * 2, y)
    z[z > 3] = 0
    return (z,)


def into_results(xp, x, y):
    x = x * 2 + y
    z = xp.empty_like(x)
    float(x[0, 0])
    xp.multiply(x, y + 1, out=z)
    z += 1
    del x
    return (z,)


def parts_of_larger_ones(xp, x, y):
    large = xp.concatenate([x, y])
    large = large * 2 + 1
    float(large[0, 0])
    part = large[: x.shape[0]]
    del large
    part = part * 3 - y
    return (part,)


def broadcast(xp, x, y):
    row = x[0] * 2 + 1
    float(row[0])
    x = x * row - y
    row = row * 2 - 1
    return x, row


def complex_parts(xp, x, y):
    z = x + 1j * y
    float(z.real[0, 0])
    z = z * z + 1
    return z.real * 2 + 1, z


def across_looks(xp, x, y):
    kept = []
    for i in range(6):
        x = x * 0.5 + y
        y = y - x * 0.1
        if i % 2:
            kept.append(x)
        float(y[0, 0])
    return (x, y, *kept)


def with_errors(xp, x, y):
    x = x * 2 + y
    float(x[0, 0])
    with xp.errstate(divide="ignore", invalid="ignore"):
        x = (x - x) / (x - x) + 1
    return (x,)


CASES = [
    named, viewed, transposed, of_two_orders, reversed_rows, shifted, rolled,
    of_other_dtypes, read_by_two_groups, two_results_of_one, swapped,
    read_after_it_is_written, looked_up, masked, into_results, parts_of_larger_ones,
    broadcast, complex_parts, across_looks, with_errors,
]  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", CASES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("shape", [(3, 5), (257, 129), (2049, 1025)], ids=str)
def test_others_keep_what_they_have(device, case, shape, mode):
    """NumPy's results, whoever else refers to what is read for the last time."""
    if shape[0] > 2000 and mode != "wait":
        pytest.skip("the CPU device passes on memory of large arrays alone")
    rng = np.random.default_rng(7)
    x, y = rng.random(shape), rng.random(shape)
    expected = case(np, x.copy(), y.copy())
    ours = [tn.array(a, device=device) for a in (x, y)]
    with fusion(mode):
        for _ in range(3):  # kernels may be ready at the second or third time
            got = case(tn, *ours)
            for have, want in zip(got, expected, strict=True):
                assert have.dtype == want.dtype and have.shape == want.shape
                np.testing.assert_allclose(host(have), want, rtol=1e-6)
            for have, want in zip(ours, (x, y), strict=True):
                np.testing.assert_array_equal(host(have), want)

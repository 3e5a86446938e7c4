# SPDX-License-Identifier: Apache-2.0
"""cumsum, cumprod and accumulate along lanes of many tiles.

On GPUs lanes that are dense have a kernel of their own, by which tiles are added up
ahead; it takes millions of items. What it gives has the bits of the kernel for all
other lanes, and so does every repetition.
"""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host

# (dtype of the items, dtype asked for)
SUMS = [
    ("f2", None), ("f4", None), ("f8", None), ("f4", "f8"), ("i4", None), ("i4", "i4"),
    ("i8", None), ("u4", None), ("u4", "u4"), ("u8", None), ("?", None), ("u1", None),
    ("i2", None), ("c8", None),
]  # fmt: skip
EXTREMES = ["f4", "f8", "i4", "i8", "u4", "u8"]


def length(device, dtype):
    """Items of a lane that fills every block of a large GPU several times."""
    items = 16384 if np.dtype(dtype).itemsize <= 2 else 8192
    return items * 132 * 2 * 3 + 777 if device.startswith("cuda") else 70_777


def items(dtype, shape, seed=0):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        return rng.integers(0, 100, shape, dtype)
    if dtype.kind == "c":
        return (rng.random(shape) + 1j * rng.random(shape)).astype(dtype)
    return (rng.random(shape) - 0.25).astype(dtype)


def exact_sums(x, dtype):
    """Sums in a wider type, rounded to the dtype."""
    wide = {"f": np.longdouble, "c": np.clongdouble}.get(dtype.kind)
    return np.cumsum(x, axis=-1, dtype=wide or dtype).astype(dtype)


def agree(expected, sums):
    """Equal integers; floats within four roundings of the largest sum.

    The items' signs do not cancel it.
    """
    assert sums.dtype == expected.dtype
    if sums.dtype.kind in "iu":
        np.testing.assert_array_equal(sums, expected)
        return
    finite = np.isfinite(expected)
    assert (np.isfinite(sums) == finite).all()
    error = np.abs(sums - expected)[finite].astype(float)
    assert error.max() <= 4 * np.finfo(sums.dtype).eps * np.abs(expected[finite]).max()


def apart(x):
    """The same items, two apart in memory."""
    spread = tn.zeros((*x.shape[:-1], 2 * x.shape[-1]), x.dtype, device=x.device)
    spread[..., ::2] = x
    return spread[..., ::2]


def same_bits(a, b):
    assert a.dtype == b.dtype and a.shape == b.shape
    assert host(a).tobytes() == host(b).tobytes()


@pytest.mark.parametrize("dtype,asked", SUMS)
def test_sums(device, dtype, asked):
    x = items(dtype, length(device, dtype))
    ours = tn.asarray(x, device=device)
    result = tn.cumsum(ours, dtype=asked)
    assert result.dtype == np.cumsum(x[:2], dtype=asked).dtype
    expected = exact_sums(x, result.dtype)
    agree(expected, host(result))
    same_bits(tn.cumsum(apart(ours), dtype=asked), result)
    for _ in range(3):
        same_bits(tn.cumsum(ours, dtype=asked), result)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "?"])
@pytest.mark.parametrize("rest", [0, 1, 5])
def test_lanes(device, dtype, rest):
    n = length(device, dtype) // 3
    x = items(dtype, (3, n - n % 16 + rest), 1)
    ours = tn.asarray(x, device=device)
    result = tn.cumsum(ours, axis=1)
    for row, sums in zip(x, host(result), strict=True):
        agree(exact_sums(row, sums.dtype), sums)
    same_bits(tn.cumsum(apart(ours), axis=1), result)


@pytest.mark.parametrize("name", ["maximum", "minimum", "fmax", "fmin"])
@pytest.mark.parametrize("dtype", EXTREMES)
def test_extremes(device, name, dtype):
    x = items(dtype, length(device, dtype), 2)
    if x.dtype.kind == "i":
        x -= 50
    if x.dtype.kind == "f":
        x[len(x) // 2] = np.nan
        x[7] = -0.0
    ours = tn.asarray(x, device=device)
    result = getattr(tn, name).accumulate(ours)
    np.testing.assert_array_equal(host(result), getattr(np, name).accumulate(x))
    same_bits(getattr(tn, name).accumulate(apart(ours)), result)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "i8", "u8"])
def test_products(device, dtype):
    n = length(device, dtype)
    x = np.ones(n, dtype)
    x[:: n // 40] = 2
    x[:: n // 9] *= -1 if dtype[0] != "u" else 1
    ours = tn.asarray(x, device=device)
    result = tn.cumprod(ours)
    np.testing.assert_array_equal(host(result), np.cumprod(x))
    same_bits(tn.cumprod(apart(ours)), result)


def test_values_that_are_not_finite(device):
    x = items("f4", length(device, "f4"), 3)
    n = len(x)
    x[n // 3], x[n // 2] = np.inf, -np.inf
    result = host(tn.cumsum(tn.asarray(x, device=device)))
    assert np.isfinite(result[: n // 3]).all()
    assert (result[n // 3 : n // 2] == np.inf).all()
    assert np.isnan(result[n // 2 :]).all()


def test_into_its_operand(device):
    x = tn.asarray(items("f4", length(device, "f4"), 4), device=device)
    expected = tn.cumsum(x)
    tn.cumsum(x, out=x)
    same_bits(x, expected)


def test_on_several_streams(device):
    """Scans whose blocks share the GPU with those of another one."""
    x = tn.asarray(items("f8", length(device, "f8"), 5), device=device)
    expected = tn.cumsum(x)
    if not device.startswith("cuda"):
        return same_bits(tn.cumsum(x), expected)
    streams = [tn.cuda.Stream(non_blocking=True) for _ in range(4)]
    tn.cuda.Device().synchronize()
    results = []
    for _ in range(6):
        for stream in streams:
            with stream:
                results.append(tn.cumsum(x))
    for stream in streams:
        stream.synchronize()
    for result in results:
        same_bits(result, expected)

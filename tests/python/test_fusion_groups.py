# SPDX-License-Identifier: Apache-2.0
"""Groups that one kernel runs, or one pass over blocks: bits of the operations one by one."""

import numpy as np
import pytest
import tenorite as tn
from fusion_modes import MODES, fusion

SHAPES = [
    (7, 3),
    (300, 16),
    (64, 31),
    (500, 128),
    (1000, 511),
    (300, 513),
    (200, 1000),
    (5, 7, 300),
    (1300, 1024),
    (600, 4096),
    (70, 5000),
    (40, 16384),
]


def softmax(x):
    e = tn.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def standardise(x):
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)


def layer_norm(x):
    weights = tn.linspace(0.5, 2, x.shape[-1], dtype=x.dtype, device=x.device)
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) / tn.sqrt(variance + 1e-5) * weights + weights


def in_place(x):
    y = x.copy()
    y -= y.mean(axis=-1, keepdims=True)
    total = (y * y).sum(axis=-1)
    return y, total


def of_a_slice(x):
    return softmax(x[..., 1:])


def of_integers(x):
    n = (x * 50).astype("i2")
    return n - n.mean(axis=-1, keepdims=True), (n > 3).sum(axis=-1), n.argmax(axis=-1)


def of_columns(x):
    y = tn.sin(x)
    return y - y.mean(axis=0), y.max(axis=0)


def as_bytes(results):
    results = results if isinstance(results, tuple) else (results,)
    return [np.ascontiguousarray(r.get()).tobytes() for r in results]


@pytest.mark.parametrize("dtype", ["f4", "f8", "f2"])
@pytest.mark.parametrize(
    "function",
    [softmax, standardise, layer_norm, in_place, of_a_slice, of_integers, of_columns],
)
def test_rows(device, function, dtype):
    rng = np.random.default_rng(7)
    for shape in SHAPES:
        if shape[0] * shape[-1] > 70_000 and device == "cpu":
            continue
        x = tn.array(rng.standard_normal(shape).astype(dtype), device=device)
        results = {}
        for mode in MODES:
            with fusion(mode):
                results[mode] = as_bytes(function(x))
        for mode in MODES:
            assert results[mode] == results["off"], (mode, shape)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_rows_with_special_values(device, bad):
    x = np.random.default_rng(8).standard_normal((90, 700)).astype("f4")
    x[::7, 3] = bad
    x[5] = bad
    x[6] = -0.0
    x = tn.array(x, device=device)
    results = {}
    for mode in MODES:
        with fusion(mode):
            results[mode] = as_bytes(
                (softmax(x), standardise(x), x.min(-1), x.argmin(-1))
            )
    for mode in MODES:
        assert results[mode] == results["off"], mode

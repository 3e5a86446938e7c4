# SPDX-License-Identifier: Apache-2.0
"""Functions of small integers in groups, which kernels may look up: the results have
the bits of operations that run one by one."""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion
from support.helpers import host

LAYOUTS = ["whole", "reversed", "turned", "every other", "boxes", "one row"]


def integers(dtype, shape=(260, 515)):
    """All values of the dtype, in no order."""
    info = np.iinfo(dtype)
    rng = np.random.default_rng(3)
    return rng.integers(info.min, info.max, shape, dtype, endpoint=True)


def laid_out(np, x, layout):
    if layout == "reversed":
        return x[::-1, ::-1]
    if layout == "turned":
        return x.T
    if layout == "every other":
        return x[:, ::2]
    if layout == "boxes":
        return np.roll(x, (3, 5), (0, 1))
    return x[7] if layout == "one row" else x


def gamma(np, x):
    value = x / np.float32(255)
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return light, light * np.float32(0.18)


def chances(np, x):
    around = x + np.roll(x, 1, 0)
    cost = 2 * x * around
    return (np.exp(-0.44 * cost) > 0.5) & (x > 3), np.where(cost <= 0, -x, x)


def halves(np, x):
    return np.sin(x) + np.cos(x) * 2, np.sqrt(abs(x))


def by_parts(np, x):
    """Results that replace what they were made of, and others where a mask says so."""
    y = x + np.float64(0)
    np.exp(x / 50.0, out=y, where=x > 20)
    x = x.copy()
    x[...] = (np.tanh(x / 9.0) * 100 + 0.25).astype(x.dtype)
    return y, x, np.hypot(x, np.log1p(np.abs(x / 2.0)))


def sums(np, x):
    y = np.exp(x / 100.0)
    return (y * y).sum(), (y + x).max(axis=0), np.log(y).mean(axis=-1), y.argmax()


def many(np, x):
    """More functions than tables have room for."""
    results = [np.exp(x / (20.0 + k)) + np.cos(k * x / 8.0) for k in range(12)]
    return (sum(results[:6]), *results)


PROGRAMS = [gamma, chances, halves, by_parts, sums, many]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["u1", "i1"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_bits_are_equal(device, program, dtype, layout):
    x = laid_out(np, integers(dtype), layout)
    if x.ndim < 2 and program is sums:
        x = x[None]
    with np.errstate(all="ignore"):
        expected = program(np, x)
        with fusion("off"):
            eager = [host(a) for a in program(tn, tn.array(x, device=device))]
    for a, b in zip(eager, expected, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=2e-2 if a.dtype == "f2" else 1e-5)
    for mode in RECORDED:
        with fusion(mode), np.errstate(all="ignore"):
            for _ in range(2):
                ours = laid_out(
                    tn, tn.array(integers(dtype), device=device), layout
                ).reshape(x.shape)
                for a, b in zip(program(tn, ours), eager, strict=True):
                    np.testing.assert_array_equal(host(a), b, strict=True)

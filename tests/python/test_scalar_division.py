# SPDX-License-Identifier: Apache-2.0
"""Quotients that are found by other means than a division each: NumPy's, all bits."""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion
from support.helpers import host

DIVISORS = [
    *(3.0, 0.1, 0.02, -12.92, 255.0, 1.055, 1e-3, 8.0, -0.25, 1.9999998807907104),
    *(0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 5e-324, 1e-38, 3e38, 1e300, 2.0**-40),
]


def numerators(dtype):
    """Of every exponent, and the unusual ones."""
    info = np.finfo(dtype)
    rng = np.random.default_rng(1)
    exponents = rng.integers(info.minexp - info.nmant, info.maxexp, 20_000)
    with np.errstate(all="ignore"):
        x = np.ldexp(rng.uniform(-2, 2, 20_000), exponents).astype(dtype)
    near_one = rng.uniform(0.5, 2, 20_000).astype(dtype)
    unusual = [0.0, -0.0, np.inf, -np.inf, np.nan, info.tiny, info.max]
    subnormal = np.array([1, 2, 3], f"u{info.bits // 8}").view(dtype)
    return np.concatenate(
        [x, near_one, np.array(unusual, dtype), subnormal, -subnormal]
    )


@pytest.mark.parametrize("divisor", DIVISORS)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_quotients(device, dtype, divisor):
    x = numerators(dtype)
    with np.errstate(all="ignore"):
        divisor = np.dtype(dtype).type(divisor)
        expected = x / divisor, np.abs(x / divisor), divisor - x / divisor
        ours = tn.array(x, device=device)
        for mode in ["off", *RECORDED]:
            with fusion(mode):
                for _ in range(2):
                    quotient = ours / divisor
                    found = quotient, np.abs(quotient), divisor - quotient
                    for a, b in zip(found, expected, strict=True):
                        np.testing.assert_array_equal(host(a), b, strict=True)
                        if not np.isnan(divisor):
                            signs = np.where(np.isnan(b), False, np.signbit(b))
                            ok = np.where(np.isnan(b), False, np.signbit(host(a)))
                            np.testing.assert_array_equal(ok, signs)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_many_divisors(device, dtype):
    """More than a kernel has room for, and elements of folds and of rows."""
    x = np.random.default_rng(2).standard_normal((300, 40)).astype(dtype)
    divisors = [np.dtype(dtype).type(d) for d in np.linspace(0.1, 9.7, 40)]

    def total(x):
        y = x / divisors[0]
        for d in divisors[1:]:
            y = y / divisors[3] + x / d
        return y

    def spread(x):
        y = x / divisors[7]
        return (y - y.max(axis=1, keepdims=True)) / divisors[9], (y / divisors[5]).max()

    with fusion("off"):
        ours = tn.array(x, device=device)
        eager = [host(total(ours)), *map(host, spread(ours))]
    np.testing.assert_array_equal(eager[0], total(x))
    np.testing.assert_array_equal(eager[1], spread(x)[0])
    for mode in RECORDED:
        with fusion(mode):
            found = [host(total(ours)), *map(host, spread(ours))]
            for a, b in zip(found, eager, strict=True):
                np.testing.assert_array_equal(a, b, strict=True)


def in_place(xp, x, divisor):
    y = x[:20_000] * 1
    y *= 2
    y /= divisor
    y -= 1 / divisor
    return y


def in_place_rows(xp, x, divisor):
    y = (x[:20_000] * 1).reshape(100, 200)
    inner = y[1:-1, 3:-2]
    inner *= 2
    inner /= divisor
    inner += x[:195]
    return y


def in_place_transposed(xp, x, divisor):
    y = (x[:20_000] * 1).reshape(100, 200)
    turned = (x[20_000:40_000] * 1).reshape(200, 100)
    y /= divisor
    y -= turned.T
    y /= divisor
    return y


def rolled(xp, x, divisor):
    """Boxes, also of what is changed in place."""
    y = x[:20_000].reshape(100, 200)
    total = xp.roll(y, (1, -2), axis=(0, 1)) / divisor + y
    total /= divisor
    return total, xp.roll(y, 1, axis=1) / divisor


@pytest.mark.parametrize("divisor", [3.0, 0.1, -12.92])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(
    "program",
    [in_place, in_place_rows, in_place_transposed, rolled],
    ids=lambda f: f.__name__,
)
def test_of_every_layout(device, program, dtype, divisor):
    """Quotients that are found in another way are found from the former elements."""
    x = numerators(dtype)
    with np.errstate(all="ignore"):
        divisor = np.dtype(dtype).type(divisor)
        expected = program(np, x, divisor)
        for mode in ["off", *RECORDED]:
            with fusion(mode):
                for _ in range(2):
                    found = program(tn, tn.array(x, device=device), divisor)
                    for a, b in zip(
                        *(
                            y if isinstance(y, tuple) else (y,)
                            for y in (found, expected)
                        ),
                        strict=True,
                    ):
                        np.testing.assert_array_equal(host(a), b, strict=True)


# On both sides of where numbers are small, of the ends of the range, and zeros.
NEAR = [0, 1, 2, 3, 7, 10, 2**31, 2**50, 2**51 - 1, 2**51, 2**52 + 1, 2**53 + 1, 2**62]


def integers(dtype, size, largest):
    info = np.iinfo(dtype)
    rng = np.random.default_rng(size)
    near = np.array([n for n in NEAR if n <= largest], dtype)
    if largest > 2**52:
        near = np.append(near, np.array([info.max, info.max - 1], dtype))
    x = np.where(
        rng.random(size) < 0.5,
        rng.choice(near, size),
        rng.integers(0, largest, size, dtype, endpoint=True),
    )
    if dtype == "u8":
        return x
    return np.where((x == info.max) | (rng.random(size) < 0.5), ~x, x)


@pytest.mark.parametrize("size", [1, 3, 4, 511, 512, 1030])
@pytest.mark.parametrize("largest", [12, 2**51 - 1, 2**51, 2**63 - 1])
@pytest.mark.parametrize("dtype", ["i8", "u8"])
@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod", "divmod"])
def test_quotients_of_64_bits(device, name, dtype, largest, size):
    a, b = integers(dtype, size, largest), integers(dtype, 2 * size, largest)
    x, y = tn.array(a, device=device), tn.array(b, device=device)
    calls = [lambda f, a, b: f(a, b[:size]), lambda f, a, b: f(b[::2], b[1::2])]
    calls += [lambda f, a, b: f(a[::-1], b[size:])]
    for n in (*b[:4].tolist(), 7, 0, *([-1, -7] if dtype == "i8" else [])):
        calls.append(lambda f, a, b, n=n: f(a, n))
        calls.append(lambda f, a, b, n=n: f(n, a))
    with np.errstate(all="ignore"):
        for call in calls:
            expected, found = (
                call(getattr(np, name), a, b),
                call(getattr(tn, name), x, y),
            )
            if name != "divmod":
                expected, found = (expected,), (found,)
            for theirs, ours in zip(expected, found, strict=True):
                np.testing.assert_array_equal(host(ours), theirs, strict=True)


def test_quotients_in_place(device):
    a = np.random.default_rng(5).integers(-(10**6), 10**6, 5000)
    x = tn.array(a, device=device)
    a //= 7
    x //= 7
    x %= 11
    a %= 11
    np.testing.assert_array_equal(host(x), a, strict=True)

# SPDX-License-Identifier: Apache-2.0
"""cumsum and its kin among recorded operations: on GPUs with what feeds and follows
them, in rows that a block holds and in tiles of longer ones; everywhere with the bits
that they have alone."""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion, groups_of
from support.helpers import host

SHAPES = [
    (1000,), (70, 250), (33, 2), (5, 4099), (40, 4099), (3, 20_000), (100_003,),
    (2, 3, 17_000), (4, 1), (0, 5), (3, 0), (600_001,),
]  # fmt: skip


def operands(dtype, shape):
    rng = np.random.default_rng(6)
    if np.dtype(dtype).kind in "iub":
        return rng.integers(0, 5, shape).astype(dtype)
    x = rng.standard_normal(shape) / max(shape[-1], 1)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape) / max(shape[-1], 1)
    return x.astype(dtype)


def feeds_and_follows(np, x):
    total = np.cumsum(2 * x + x, axis=-1)
    return total * x + 1, np.cumsum(x, axis=-1) * 2


def several(np, x):
    """Sums of an array and of its square, as moving averages take them."""
    sums, squares = np.cumsum(x, axis=-1), np.cumsum(x * x, axis=-1)
    return squares[..., 2:] - squares[..., :-2] - (sums[..., 2:] - sums[..., :-2])


def one_after_the_other(np, x):
    twice = np.cumsum(np.cumsum(x, axis=-1), axis=-1)
    return twice, np.cumprod(1 + x, axis=-1) - twice


def in_place(np, x):
    y = x * 2
    np.cumsum(y, axis=-1, out=y)
    y += 1
    z = y.copy()
    np.add.accumulate(z, axis=-1, out=z)
    first = z[..., :1] + 0
    z -= first
    return y, z, first


def of_parts(np, x):
    """Of what is put together, turned, left out or repeated."""
    turned = np.cumsum(np.roll(x, 3, axis=-1), axis=-1)
    part = np.cumsum(x[..., ::-1][..., : x.shape[-1] // 2] * 2, axis=-1)
    return turned, part, np.cumsum(np.broadcast_to(x[..., :1], x.shape), axis=-1)


def along_other_axes(np, x):
    return np.cumsum(x * 2, axis=0) + 1, np.cumsum(x + 1), np.cumsum(x.T, axis=-1) * 2


def narrow_and_wide(np, x):
    positive = np.cumsum(x == x, axis=-1)
    wide = np.cumsum(x + x, axis=-1, dtype="c16" if x.dtype.kind == "c" else "f8")
    return positive * 2, wide + 1


def paths(np, x):
    """Means over time of what each path of prices becomes."""
    log_price = 0.5 + np.cumsum(1e-6 + 0.2 * x, axis=-1)
    return np.exp(log_price).mean(axis=-1), log_price.mean(axis=-1), log_price[..., -1:]


def falls(np, x):
    highest = np.maximum.accumulate(x, axis=-1)
    fall = x - highest - 1
    return fall.min(axis=-1), (fall < -1.2).sum(axis=-1), np.minimum.accumulate(fall)


def from_means(np, x):
    apart = np.cumsum(x - x.mean(axis=-1, keepdims=True), axis=-1)
    scaled = apart / x.std(axis=-1, keepdims=True)
    return apart.max(axis=-1) - apart.min(axis=-1), scaled


PROGRAMS = {
    feeds_and_follows: ["f4", "f8", "f2", "c8", "c16", "i4", "i8", "u1", "?"],
    several: ["f4", "f8", "i8"],
    one_after_the_other: ["f8", "i4"],
    in_place: ["f4", "f8", "i8"],
    of_parts: ["f4", "f8"],
    along_other_axes: ["f8", "i4"],
    narrow_and_wide: ["f4", "c8"],
    paths: ["f4", "f8"],
    falls: ["f4", "f8"],
    from_means: ["f8"],
}
FOLDS = {paths, falls, from_means}  # which are of no empty axis


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "program, dtype", [(p, dtype) for p, dtypes in PROGRAMS.items() for dtype in dtypes]
)
def test_results(device, program, dtype, shape):
    if program in FOLDS and 0 in shape:
        pytest.skip("NumPy has no extremes of nothing")
    x = operands(dtype, shape)
    ours = tn.array(x, device=device)
    with fusion("off"):
        eager = [host(a) for a in as_tuple(program(tn, ours))]
    # NumPy rounds each sum to a narrow dtype: far more than we do.
    wide = x.astype({"f2": "f8", "f4": "f8", "c8": "c16"}.get(dtype, dtype))
    rtol = {"f2": 2e-2, "f4": 2e-4, "c8": 2e-4}.get(dtype, 1e-9)
    types = as_tuple(program(np, x))
    for a, b, like in zip(eager, as_tuple(program(np, wide)), types, strict=True):
        assert (a.dtype, a.shape) == (like.dtype, like.shape)
        largest = np.abs(b).max(initial=1e-3)
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * largest)
    for mode in RECORDED:
        with fusion(mode):
            for _ in range(2):
                found = [host(a) for a in as_tuple(program(tn, ours))]
                for a, b in zip(found, eager, strict=True):
                    assert (a.dtype, a.tobytes()) == (b.dtype, b.tobytes()), mode


def as_tuple(results):
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize("shape", [(70, 250), (2, 100_000)])
def test_groups(device, shape):
    """One pass on GPUs; on the CPU device a scan runs at the call."""
    x = tn.array(operands("f8", shape), device=device)
    groups = groups_of(lambda: tn.sqrt(tn.cumsum(x * x, axis=-1)) + 1)
    if device.startswith("cuda"):
        assert groups == [["multiply", "accumulate", "sqrt", "add"]]
    else:
        assert groups == [["multiply"], ["sqrt", "add"]]


def test_rows_with_folds(device):
    if not device.startswith("cuda"):
        pytest.skip("a scan runs at the call on the CPU device")
    x = tn.array(operands("f8", (500, 250)), device=device)
    (group,) = groups_of(lambda: tn.stack(paths(tn, x)[:2]))[:1]
    assert group.count("mean") == 2 and "accumulate" in group


def test_errors_come_at_the_call(device):
    x = tn.array(operands("f8", (6, 7)), device=device)
    with fusion("auto"):
        twice = x * 2
        with pytest.raises(np.exceptions.AxisError):
            tn.cumsum(twice, axis=2)
        with pytest.raises(ValueError, match="provided out is the wrong size"):
            tn.add.accumulate(twice, axis=1, out=tn.empty((6, 6), device=device))
        np.testing.assert_array_equal(host(twice), host(x) * 2)


def test_what_nobody_wants(device):
    """A scan that is dropped does not run, where it is recorded."""
    x = tn.array(operands("f8", (70, 250)), device=device)

    def program():
        dropped = tn.cumsum(x, axis=-1) * 2
        wanted = x + 1
        del dropped
        return wanted

    assert groups_of(program) == [["add"]]


def test_values_that_are_not_finite(device):
    for shape in [(3, 300), (2, 40_000)]:
        x = operands("f8", shape)
        x[0, 50], x[1, 60], x[1, 90] = np.inf, -np.inf, np.inf
        x[0, 200] = np.nan
        ours = tn.array(x, device=device)
        with fusion("wait"):
            sums = host(tn.cumsum(ours * 2, axis=-1) + 1)
            most = host(tn.fmax.accumulate(ours * 2, axis=-1) + 1)
            products = host(tn.cumprod(ours + 1, axis=-1) * 2)
        with np.errstate(invalid="ignore"):
            np.testing.assert_allclose(sums, np.cumsum(x * 2, axis=-1) + 1, rtol=1e-9)
            np.testing.assert_array_equal(most, np.fmax.accumulate(x * 2, axis=-1) + 1)
            expected = np.cumprod(x + 1, axis=-1) * 2
        np.testing.assert_allclose(products, expected, rtol=1e-9)

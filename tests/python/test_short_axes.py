# SPDX-License-Identifier: Apache-2.0
"""Folds of what smaller arrays make where the last axis is short, such as distances
between points: the bits are those of the fold run by itself, whatever runs."""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion, groups_of
from support.helpers import host

LENGTHS = [2, 3, 4, 5, 7, 8, 9]
DTYPES = ["f4", "f8"]


def points(dtype, length, rows=230, columns=210):
    rng = np.random.default_rng(length)
    x, y = rng.standard_normal((rows, length)), rng.standard_normal((columns, length))
    for a in (x, y):
        a *= 10.0 ** rng.integers(-3, 4, a.shape)
    return x.astype(dtype), y.astype(dtype)


def apart(xp, x, y):
    return x[:, None, :] - y[None, :, :]


def distances(xp, x, y):
    return xp.sqrt((apart(xp, x, y) ** 2).sum(axis=-1))


def nearest(xp, x, y):
    d = (apart(xp, x, y) ** 2).sum(axis=2)
    return d.argmin(axis=1), d.min(axis=0), d.mean()


def extremes(xp, x, y):
    d = apart(xp, x, y)
    return d.max(axis=-1), xp.abs(d).min(axis=-1), d.mean(axis=-1)


def numbers_first(xp, x, y):
    return (1 - apart(xp, x, y)).sum(axis=-1), (2 / (3 + apart(xp, x, y) ** 2)).max(
        axis=-1
    )


def weighted(xp, x, y):
    scale = xp.arange(1, x.shape[1] + 1).astype(x.dtype)
    return (apart(xp, x, y) ** 2 / scale).sum(axis=-1) * 0.5


def gravity(xp, x, y):
    """Of which the whole is used once more."""
    d = apart(xp, x, y)
    pull = 1 / ((d**2).sum(axis=-1) + 0.5)
    return (pull[:, :, None] * d).sum(axis=1), d


def kept(xp, x, y):
    """The short axis, behind one that is folded or is not."""
    d = apart(xp, x, y)
    pulls = (1 / ((d**2).sum(axis=-1) + 0.5))[:, :, None] * d
    return pulls.sum(axis=1), pulls.mean(axis=0), pulls.sum(axis=(0, 1)), d.max(axis=1)


def kept_in_place(xp, x, y):
    """The fold is stored where it is still read."""
    x = x + 0
    (apart(xp, x, y) * 0.25).sum(axis=1, out=x)
    wide = xp.zeros((y.shape[0], 2 * y.shape[1]), y.dtype)
    apart(xp, x, y).mean(axis=0, out=wide[:, ::2])
    return x, wide


def columns_of_memory(xp, x, y):
    x, y = xp.asarray(x.T.copy()).T, y[::-1]
    return xp.abs(apart(xp, x, y)).sum(axis=-1)


def broadcast_inside(xp, x, y):
    wide = xp.broadcast_to(y, (x.shape[0], *y.shape))
    return (x[:, None, :] * wide).sum(axis=-1), (x[:, None, :1] * wide).mean(axis=-1)


def pending_operands(xp, x, y):
    x = x + 1
    y = xp.roll(y, 3, axis=0) * 2
    return ((x[:, None] + y) ** 2).sum(axis=-1)


def operand_changes(xp, x, y):
    """What the fold is of was computed from the array as it was."""
    x = x + 0
    d = apart(xp, x, y)
    x *= 2
    first = d.sum(axis=-1)
    d += 1
    x += 1
    return first, d.sum(axis=-1), x, (d * d).sum(axis=-1)


def result_in_place(xp, x, y):
    d = apart(xp, x, y) * 3
    out = xp.zeros(d.shape[:2], d.dtype)
    d.sum(axis=-1, out=out)
    out[1:] = (d + 1).max(axis=-1)[1:]
    return out, d[..., 0]


def unusual_values(xp, x, y):
    x, y = x.copy(), y.copy()
    x[0, 0], x[1, 1], x[2, :], y[3, -1] = np.nan, np.inf, -0.0, -np.inf
    y[4, :], y[5, 0] = 0.0, np.inf
    product = x[:, None, :] * y[None, :, :]
    return product.sum(axis=-1), product.max(axis=-1), product.mean(axis=-1)


PROGRAMS = [
    distances,
    nearest,
    extremes,
    numbers_first,
    weighted,
    gravity,
    kept,
    kept_in_place,
    columns_of_memory,
    broadcast_inside,
    pending_operands,
    operand_changes,
    result_in_place,
    unusual_values,
]


def results(call, inputs, xp=tn):
    with np.errstate(all="ignore"):
        got = call(xp, *inputs)
    return got if isinstance(got, tuple) else (got,)


def signs(x):
    """Of zeros too; those of NaNs are no part of the bits."""
    x = host(x)
    return np.where(np.isnan(x), False, np.signbit(x))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_bits_in_every_mode(device, program, dtype, length):
    inputs = points(dtype, length)
    expected = results(program, inputs, np)
    with fusion("off"):
        ours = [tn.array(a, device=device) for a in inputs]
        arrays = results(program, ours)
        eager, strides = [host(a) for a in arrays], [a.strides for a in arrays]
    for found, theirs in zip(eager, expected, strict=True):
        rtol = 1e-5 if found.dtype == np.float32 else 1e-12
        np.testing.assert_allclose(found, theirs, rtol=rtol, atol=rtol * 1e6)
        assert (found.dtype, found.shape) == (theirs.dtype, theirs.shape)
    for mode in RECORDED:
        with fusion(mode):
            for _ in range(2):
                again = results(program, ours)
                assert [a.strides for a in again] == strides
                for found, bits in zip(again, eager, strict=True):
                    np.testing.assert_array_equal(host(found), bits, strict=True)
                    np.testing.assert_array_equal(signs(found), signs(bits))


def test_one_pass(device):
    """From the points to the nearest one, without an array of all pairs."""
    inputs = [tn.array(a, device=device) for a in points("f8", 3, 1000, 900)]
    groups = groups_of(lambda: nearest(tn, *inputs)[0])
    assert groups[-1][-1] == "argmin" and groups[-1].count("subtract") == 3
    assert all("sum" not in group for group in groups)


def test_one_pass_over_pairs(device):
    """From the points to what pulls them, without an array of all pairs."""
    x, y = (tn.array(a, device=device) for a in points("f8", 3, 1000, 900))
    groups = groups_of(lambda: gravity(tn, x, y)[0])
    assert groups[-1].count("sum") == 3 and groups[-1].count("square") == 3
    assert all(set(group) == {"copy"} for group in groups[:-1])


def test_what_has_memory_is_read_once(device):
    """Nothing is gained where the fold is of whole arrays, or of few elements."""
    x = tn.array(np.ones((300, 200, 3)), device=device)
    assert ["multiply", "sum"] in groups_of(lambda: (x * x).sum(axis=-1))
    few = [tn.array(a, device=device) for a in points("f8", 3, 10, 9)]
    assert any("sum" in group for group in groups_of(lambda: distances(tn, *few)))

# SPDX-License-Identifier: Apache-2.0
"""Groups that one kernel runs, or one pass over blocks: bits of the operations one by one."""

import warnings

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import MODES, RECORDED, fusion
from support.helpers import check

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
    (1100, 9001),
    (1101, 12000),
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


def check_modes(function, x):
    results = {}
    for mode in MODES:
        with fusion(mode):
            results[mode] = as_bytes(function(x))
    for mode in MODES:
        assert results[mode] == results["off"], (mode, x.shape)


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
        check_modes(function, x)


def squares(x):
    return (x * x).sum(), tn.sqrt((x * x).sum(axis=0)), (x * x).sum(axis=-1)


def centred(x):
    y = x - x.mean(axis=0)
    return y, (y * y).mean(axis=0), abs(y).max()


def distance(x):
    return tn.sqrt(((x - x[..., :1]) ** 2).sum()), (x - x[:1]).var(axis=0)


def truths(x):
    above = x > 0.5
    return above.sum(), above.any(axis=0), (x == x).all(), (abs(x) < 1).sum(axis=0)


def positions(x):
    return (x * 3).argmax(), (x + 1).argmin(axis=0)


def converted(x):
    n = (x * 50).astype("i4")
    return (n * n).sum(), (n * n).mean(axis=0), (n + 1).var(), n.sum(dtype="f4")


def several(x):
    y = tn.exp(x)
    return y.sum() / y.max(), y.std(axis=0), y.min(axis=0), y


def moments(x):
    squares = x * x
    return tuple(
        fold
        for axis in (None, 0, -1)
        for fold in (
            x.sum(axis),
            x.max(axis),
            squares.mean(axis),
            squares.min(axis),
            x.var(axis),
        )
    )


def ranges(x):
    return x.min(), x.max(), x.argmin(0), x.min(0), x.max(0), x.max() - x.min()


def scores(x):
    above = x > 0.25
    hits = (
        above.sum(axis=0),
        above.any(axis=0),
        above.all(axis=0),
        tn.count_nonzero(above),
    )
    n = (x * 50).astype("i2")
    return (*hits, n.sum(), n.max(), n.mean(), n.std(0), n.sum(0, dtype="f8"))


def masked(x):
    y, above = x * 3, x > 0.25
    sums = [y.sum(axis=axis, where=above) for axis in (None, 0, -1)]
    means = [y.mean(axis=axis, where=above) for axis in (None, 0, -1)]
    most = (
        y.max(where=above, initial=-1),
        x.min(axis=0, where=x[..., :1] > 0, initial=1),
    )
    counts = above.sum(axis=0, where=x < 1), (x < 1).any(axis=-1, where=above)
    return (
        *sums,
        *means,
        *most,
        *counts,
        x.sum(axis=0) / (y * y).sum(axis=0, where=above),
    )


def stored_and_folded_again(x):
    """One kernel stores it; those of other folds read it, or make it of less."""
    kept = tn.where(tn.abs(x / 3) < 0.4, x, 5)
    there = kept != 5
    small = (x > 0) & there
    return (
        tn.fmin.reduce(kept, axis=0),
        kept.mean(axis=0, where=there),
        kept.std(axis=0, where=there),
        kept.var(axis=0, where=x > 0),
        small.sum(axis=0, where=there),
        kept,
        small,
    )


def of_written_parts(x):
    y = x.copy()
    tn.multiply(x, 2, out=y, where=x > 0)
    y[y < -1] = 0
    return y.sum(), y.max(axis=0), y


def transposed(x):
    y = x.T * 2
    whole = y.sum(), (y * y).max(), y.argmax(), y.mean(where=y > 0)
    rows = y.sum(axis=-1), (y + 1).var(axis=-1), y.argmin(axis=-1)
    columns = y.sum(axis=0), (y - 1).max(axis=0), y[::-1].sum(axis=0), y
    return (*whole, *rows, *columns)


def partly_transposed(x):
    y = abs(x.swapaxes(0, -1)) + x.swapaxes(0, -1)
    out = tn.zeros((*y.shape[1:], 2), dtype=x.dtype, device=x.device)
    tn.sum(y * 3, axis=0, out=out[..., 1])
    return (
        y.sum(axis=(0, y.ndim - 1)) if y.ndim > 1 else y.sum(),
        (y * y).sum(axis=0),
        y.min(),
        out,
        y.sum(axis=tuple(range(1, y.ndim))),
    )


def halved_with_sums(x):
    y = x.copy()
    y *= 0.5
    return y.sum(initial=3), y.max(initial=1), (y * y).sum(), y


def halved_in_place(x):
    y = x.copy()
    y *= 0.5
    return y.sum(axis=0), y


# Too long for rows; columns; runs of each; what vectors do not divide.
LARGE = [(70_001,), (3, 20_000), (5, 20_011), (2_000, 96), (777, 33), (9, 40, 700)]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # means of empty slices
@pytest.mark.parametrize("dtype", ["f4", "f8", "f2", "c8"])
@pytest.mark.parametrize(
    "function",
    [
        squares,
        centred,
        distance,
        truths,
        positions,
        converted,
        several,
        moments,
        ranges,
        scores,
        masked,
        stored_and_folded_again,
        of_written_parts,
        transposed,
        partly_transposed,
        halved_with_sums,
        halved_in_place,
    ],
)
def test_elements_that_are_made_up(device, function, dtype):
    if dtype == "c8" and function in (
        truths,
        converted,
        scores,
        masked,
        stored_and_folded_again,
        of_written_parts,
        transposed,
        partly_transposed,
    ):
        pytest.skip("complex numbers have no such order")
    rng = np.random.default_rng(9)
    for shape in LARGE:
        a = rng.standard_normal(shape).astype(dtype)
        for x in (tn.array(a, device=device), tn.array(a, device=device)[..., 1:]):
            check_modes(function, x)


def test_reductions_of_many_calls(device):
    """More than a kernel takes are shared out among kernels; none goes without."""
    x, y = (tn.asarray(np.random.default_rng(i).random(70_001)) for i in (1, 2))

    def distances():
        return [tn.sqrt(((x - i * y) ** 2).mean()) for i in range(14)]

    with fusion("off"):
        expected = [float(d) for d in distances()]
    with fusion("wait"), tn.profile() as p:
        found = distances()
        found[-1].get()
    assert [float(d) for d in found] == expected
    assert {group.tier for group in p.groups} == {"fused"}
    assert len(p.groups) <= 3


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_rows_with_special_values(device, bad):
    x = np.random.default_rng(8).standard_normal((90, 700)).astype("f4")
    x[::7, 3] = bad
    x[5] = bad
    x[6] = -0.0
    check_modes(
        lambda x: (softmax(x), standardise(x), x.min(-1), x.argmin(-1)),
        tn.array(x, device=device),
    )


@np.errstate(all="ignore")
def test_rows_over_what_is_the_same_along_them(device):
    """Divisors and numerators of all sizes: none has another quotient."""
    rng = np.random.default_rng(9)
    x = rng.standard_normal((512, 300)).astype("f4")
    x = np.ldexp(x, np.arange(512)[:, None] // 2 - 130)
    x[:, ::9] = np.ldexp(x[:, ::9], rng.integers(-80, 80, (512, 34)))
    x[:, 4::9] = 0.0
    x[:, 5::18] = -0.0
    scale = np.ldexp(rng.standard_normal(512).astype("f4"), np.arange(512) // 2 - 140)
    scale[::50] = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3e38, 1, -2, 0]
    scale = tn.array(scale[:, None], device=device)

    def function(x):
        total = x.sum(-1, keepdims=True)
        return x / total, (x - 1) / scale, x / 3, x.max(-1)

    check_modes(function, tn.array(x, device=device))
    found = function(tn.array(x, device=device))[1].get()
    np.testing.assert_array_equal(found, (x - 1) / scale.get())


NO_AXES = {
    "sum": lambda xp, x: x.sum(axis=()),
    "prod": lambda xp, x: x.prod(axis=()),
    "max": lambda xp, x: x.max(axis=()),
    "mean": lambda xp, x: x.mean(axis=()),
    "std": lambda xp, x: x.std(axis=()),
    "any": lambda xp, x: x.any(axis=()),
    "reduce": lambda xp, x: xp.add.reduce(x, axis=(), initial=2),
    "masked": lambda xp, x: x.sum(axis=(), where=x > 2),
}
OTHERS = {
    "columns": lambda xp, x: x.sum(axis=0),
    "rows": lambda xp, x: x.max(axis=-1, keepdims=True),
    "all": lambda xp, x: x.sum(),
    "elementwise": lambda xp, x: x * 2 + 1,
    "no axes": lambda xp, x: x.var(axis=()),
}


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("name", NO_AXES)
def test_reductions_over_no_axes_stand_alone(name, other, device, recorded):
    """Their results have the whole shape, beside other reductions too."""
    host = np.arange(6.0).reshape(2, 3)
    calls = [NO_AXES[name], OTHERS[other]]
    for order in (calls, calls[::-1]):
        x = tn.asarray(host, device=device)
        got = [call(tn, x + 0) for call in order]
        check([call(np, host + 0) for call in order], got)


@pytest.mark.parametrize("name", ["any", "all", "sum", "max", "mean"])
@pytest.mark.parametrize("shape", [(20,), (6, 5), (4, 300)])
def test_masks_that_are_results_of_reductions(name, shape, device, recorded):
    """A group's masks are those of this run, not what the last one left."""

    def program(xp, x):
        rest = {"initial": -1} if name == "max" else {}
        y = x * 2
        mask = (y != 4).all(axis=-1, keepdims=True)
        return mask, getattr(xp, name)(y, axis=-1, where=mask, **rest), y + mask

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for value in (2.0, 3.0, 2.0):
            host = np.full(shape, 3.0)
            host[..., 0] = value
            got = program(tn, tn.asarray(host, device=device))
            check(program(np, host), got)


KEPT_MASKS = {
    "result": lambda xp, m: m.any(),
    "inverted": lambda xp, m: ~(~m).all(),
    "compared": lambda xp, m: m.sum() > 1,
    "converted": lambda xp, m: m.sum().astype(bool),
    "with axes": lambda xp, m: ~~m.max(axis=-1, keepdims=True),
    "chain": lambda xp, m: (m.sum() * 2 - 1 > 0) & m.any(),
}


@pytest.mark.parametrize("name", KEPT_MASKS)
def test_masks_computed_from_results_of_reductions(name, device, recorded):
    """Without axes beside the fold's, in the group of the fold that they are for."""

    def program(xp, x, m):
        return x.sum(where=KEPT_MASKS[name](xp, m)), (x * 2.5).var()

    for truth in (True, False, True):
        x, m = np.arange(8), np.full(8, truth)
        theirs = [tn.asarray(a, device=device) for a in (x, m)]
        check(program(np, x, m), program(tn, *theirs))


def test_a_group_waits_for_what_is_made_in_between(device):
    """A mask of other shape, that the last step needs, runs before all of it."""
    x = tn.array(np.random.default_rng(5).random((40, 30, 30)), device=device)

    def masked():
        scores = x / 3
        later = tn.triu(tn.ones((30, 30), bool, device=device), k=1)
        return tn.where(later, -1.0, scores) * 2

    expected = np.where(np.triu(np.ones((30, 30), bool), 1), -1.0, x.get() / 3) * 2
    for mode in RECORDED:
        with fusion(mode):
            for _ in range(3):
                np.testing.assert_array_equal(masked().get(), expected, strict=True)
    with fusion("wait"), tn.profile() as p:
        masked().get()
    assert [len(g.operations) for g in p.groups if g.bytes > 100_000] == [3]


def test_groups_that_need_each_other_stay_apart(device):
    """Neither order of two groups serves: a value goes from one to the other and back."""
    x = np.random.default_rng(6).random((50, 60))

    def back_and_forth(x):
        a = x * 2
        b = a.T + 1  # of another shape
        c = b.T - a
        b += 1
        return a, b, c

    y = tn.array(x, device=device)
    for mode in RECORDED:
        with fusion(mode):
            for _ in range(3):
                for got, want in zip(back_and_forth(y), back_and_forth(x), strict=True):
                    np.testing.assert_array_equal(got.get(), want)

# SPDX-License-Identifier: Apache-2.0
"""Results that several groups compute, each for itself, in place of memory."""

import gc
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import MODES, fusion, groups_of
from support.helpers import host

ROWS, COLUMNS = 700, 512  # a result of one byte is worth its while


def squares_in_turn(xp, x, mask):
    """The second mask belongs to the second step, which reads neighbours of the first."""
    for chosen in (mask, ~mask):
        around = xp.roll(x, 1, 0) + xp.roll(x, -1, 1)
        x = xp.where(chosen & (around > 0), -x, x)
    return x


def centred_and_scaled(xp, x, mask):
    centred = x - x.mean(axis=0)
    return centred / xp.sqrt((centred * centred).mean(axis=0))


def chain(xp, x, mask):
    """What two groups read is made of what nobody else reads."""
    level = (x * 2 - 1) > 0.5
    total = xp.where(level, x, 0.0).sum(axis=0)
    return total, xp.where(level, x - total, 1.0)


def chain_of_two(xp, x, mask):
    """The second result is made of the first, and both are wanted twice."""
    one = x + 1
    two = one * one
    low = (two - one).min(axis=0)
    high = (two + one - low).max(axis=0)
    return low, high, two * one - high


def changes_meanwhile(xp, x, mask):
    """What it is made of is written to before the second group reads the result."""
    y = x + 0.0
    kept = y * 2
    mean = kept.mean(axis=0)
    y += 1
    return kept - mean, y


def converted(xp, x, mask):
    """One byte in place of eight."""
    number = mask.astype("f8")
    share = number.mean(axis=0)
    return number - share


def is_kept(xp, x, mask):
    """Somebody wants the result itself."""
    centred = x - x.mean(axis=0)
    return centred, centred / centred.std(axis=0)


def takes_long(xp, x, mask):
    """A function that is not worth its while again."""
    y = xp.sin(x)
    return y - y.mean(axis=0)


def is_a_table(xp, x, mask):
    rule = x[0] * 2
    first = (rule + 1).sum()
    return rule[xp.arange(COLUMNS) // 2] - first


def looked_up_twice(xp, x, mask):
    """Where it is masked, of other strides, or of other axes, memory is read."""
    y = x * 2
    low = y.min(axis=0)
    z = xp.zeros_like(x)
    xp.add(y, low, out=z, where=mask)
    return z, y.T + low[:, None], y[::2] - low


def is_multiplied(xp, x, mask):
    y = x * 2
    low = y.min(axis=0)
    return (y - low) @ y.T[:, :16]


PROGRAMS = [
    squares_in_turn,
    centred_and_scaled,
    chain,
    chain_of_two,
    changes_meanwhile,
    converted,
    is_kept,
    takes_long,
    is_a_table,
    looked_up_twice,
    is_multiplied,
]


def operands(xp, dtype="f8", **where):
    rng = np.random.default_rng(3)
    x = rng.standard_normal((ROWS, COLUMNS)).astype(dtype)
    mask = rng.random((ROWS, COLUMNS)) < 0.5
    return xp.asarray(x, **where), xp.asarray(mask, **where)


def results_of(program, *operands):
    results = program(tn, *operands)
    results = results if isinstance(results, tuple) else (results,)
    return [host(r) for r in results]


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_results(program, dtype, device):
    expected = program(np, *operands(np, dtype))
    expected = expected if isinstance(expected, tuple) else (expected,)
    given = operands(tn, dtype, device=device)
    found = {}
    for mode in MODES:
        with fusion(mode):
            found[mode] = results_of(program, *given)
            again = results_of(program, *given)  # with a plan that is kept
        for one, two in zip(found[mode], again, strict=True):
            assert one.tobytes() == two.tobytes(), mode
    scale = 1e-6 if dtype == "f4" else 1e-14
    for want, off in zip(expected, found["off"], strict=True):
        assert (off.dtype, off.shape) == (want.dtype, want.shape)
        largest = np.abs(want).max()  # of products: terms cancel
        np.testing.assert_allclose(off, want, rtol=0, atol=scale * largest)
    for mode in MODES:
        for off, other in zip(found["off"], found[mode], strict=True):
            assert off.tobytes() == other.tobytes(), mode


@pytest.mark.parametrize(
    ("program", "name", "groups"),
    [
        (squares_in_turn, "invert", 1),
        (centred_and_scaled, "subtract", 2),
        (converted, "copy", 2),
        (is_kept, "subtract", 1),
        (takes_long, "sin", 1),
    ],
)
def test_which_groups_compute_it(program, name, groups, device):
    given = operands(tn, device=device)

    def looked_at():
        results_of(program, *given)
        return given[0]

    names = groups_of(looked_at)
    assert sum(name in group for group in names) == groups, names


def test_the_mask_is_computed_where_it_is_used(device):
    given = operands(tn, device=device)
    names = groups_of(lambda: squares_in_turn(tn, *given))
    assert {"invert", "select"} <= set(names[-1])


def test_memory_that_is_not_needed(device):
    """Neither the deviations nor their squares have any."""
    x, mask = operands(tn, device=device)
    with fusion("wait"):
        for _ in range(3):
            host(centred_and_scaled(tn, x, mask))
        with tn.profile() as p:
            result = centred_and_scaled(tn, x, mask)
            host(result)
    gc.collect()
    own = [e for e in p.memory if e.pool == device]
    large = [e for e in own if e.bytes >= x.nbytes]
    assert len(large) == 1


def test_an_error_is_reported_once():
    x = tn.full((ROWS, COLUMNS), 1e308, device="cpu")
    with np.errstate(over="warn"), warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        y = x * 10
        low = y.min(axis=0)
        host(y * 0.5 + low)
    assert [str(w.message) for w in found] == ["overflow encountered in multiply"]

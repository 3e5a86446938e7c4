# SPDX-License-Identifier: Apache-2.0
"""Items that are read by indices, which groups of recorded operations compute.

The CPU device tells of an index out of bounds at once, so that it records what is
known to have none (test_value_ranges.py); GPUs tell of it at the next look.
"""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import RECORDED, fusion, groups_of
from support.helpers import host

ROWS, COLUMNS = 60, 70


def rotated(xp, image, table, i):
    rows, columns = image.shape
    y, x = xp.arange(rows)[:, None], xp.arange(columns)[None, :]
    up = xp.clip((y * 3 - x) // 2, 0, rows - 1)
    left = xp.clip(x + y // 3, 0, columns - 1)
    return image[up, left] * 0.5 + image[up, xp.minimum(left + 1, columns - 1)]


def automaton(xp, image, table, i):
    row = i % 2
    rule = xp.array([0, 1, 1, 1, 0, 1, 1, 0], "u1")
    for _ in range(5):
        row = rule[4 * xp.roll(row, 1) + 2 * row + xp.roll(row, -1)]
    return row


def clipped(xp, image, table, i):
    return xp.take(table, i * 3 - 50, mode="clip") + 1


def wrapped(xp, image, table, i):
    return xp.take(table, i * 3 - 50, mode="wrap") * xp.take(image, i, mode="wrap")


def of_lookups(xp, image, table, i):
    order = (i * 7) % len(i)
    return table[xp.take(order, order[order], mode="wrap") % len(table)] - 1


def negative(xp, image, table, i):
    return table[-1 - i % len(table)] * 2


def reduced(xp, image, table, i):
    looked_up = xp.take(table, i.reshape(-1, 20) * 5, mode="wrap")
    rest = looked_up - looked_up.max(axis=1, keepdims=True)
    return rest, rest.sum(axis=1), looked_up.sum()


def table_changes(xp, image, table, i):
    """Before it is read, and afterwards."""
    t = table * 2
    before = xp.take(t, i + 1, mode="wrap") + 1
    t[::2] = 7
    t += 1
    after = xp.take(t, i + 1, mode="wrap") + 1
    t[...] = 0
    return before, after, t


def indices_change(xp, image, table, i):
    j = i + 1
    before = xp.take(table, j, mode="clip") + 1
    j *= 2
    return before, xp.take(table, j, mode="clip") + 1, j


def in_place(xp, image, table, i):
    """The array whose items are read is written to, at every place and in parts."""
    t = table[: len(i)] + 0.0
    t += xp.take(t, (i * 5) % len(t), mode="wrap")
    t[3:] = xp.take(t, i[3:] - 3, mode="clip") * 2
    return t


def put_together(xp, image, table, i):
    """Of what exists in parts alone."""
    r = xp.roll(table, 3)
    return xp.take(r, i * 2, mode="wrap") + r[0], r * 2


def views(xp, image, table, i):
    flat, t = image.ravel()[::3], image.T[::-1, ::2]
    j = i % 20
    return (
        xp.take(flat, i - 2, mode="clip") + 1,
        t[j, (j * 3) % t.shape[1]] * 2,
        xp.take(table[::-1], j, mode="wrap") - 1,
        xp.take(i[::-1], i + 1, mode="clip")[::2] * 2,
    )


def masked(xp, image, table, i):
    out = xp.zeros_like(table[: len(i)])
    xp.add(xp.take(table, i + 5, mode="wrap"), 1, out=out, where=i % 3 == 0)
    return out, xp.where(i > 9, xp.take(table, -i, mode="wrap"), 3.5)


def one_item(xp, image, table, i):
    return table[i[3] % 5] * 2 + table[xp.array(2)]


def dtypes(xp, image, table, i):
    results = []
    for index in ("i1", "u1", "i2", "u4", "i8", "u8"):
        j = (i % 50).astype(index)
        results.append(xp.take(table, j + j, mode="clip") * 2)
    for item in ("?", "i1", "f2", "f4", "c8", "c16"):
        results.append(xp.take(table.astype(item), i * 2, mode="wrap") == 1)
        results.append(-xp.take(table.astype(item), i).astype("c16"))
    return tuple(results)


PROGRAMS = [
    rotated,
    automaton,
    clipped,
    wrapped,
    of_lookups,
    negative,
    reduced,
    table_changes,
    indices_change,
    in_place,
    put_together,
    views,
    masked,
    one_item,
    dtypes,
]


def arguments(xp, length, **keywords):
    rng = np.random.default_rng(3)
    values = (
        rng.standard_normal((ROWS, COLUMNS)),
        rng.integers(-3, 9, 240).astype("f8"),
        np.arange(length),
    )
    return [xp.array(x, **keywords) for x in values]


def results(call, inputs, xp=tn):
    got = call(xp, *inputs)
    return got if isinstance(got, tuple) else (got,)


@pytest.mark.parametrize("length", [200, 20])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_values_in_every_mode(device, program, length):
    expected = results(program, arguments(np, length), np)
    for mode in ("off", *RECORDED):
        with fusion(mode):
            inputs = arguments(tn, length, device=device)
            for _ in range(3):
                for ours, theirs in zip(
                    results(program, inputs), expected, strict=True
                ):
                    np.testing.assert_array_equal(host(ours), theirs, strict=True)
                    if hasattr(ours, "strides") and ours.ndim > 1:
                        assert ours.strides == theirs.strides


def test_one_pass(device):
    """Indices, items, and what is made of them."""
    _, table, i = arguments(tn, 200, device=device)
    (group,) = groups_of(lambda: tn.take(table, i * 3 + 1, mode="wrap") + 1)
    assert group == ["multiply", "add", "take", "add"]


def test_one_pass_by_brackets(device):
    image, *_ = arguments(tn, 200, device=device)
    i, j = tn.arange(ROWS, device=device)[:, None], tn.arange(9, device=device)
    groups = groups_of(lambda: image[(i * 7) % ROWS, j + 1] * 2 + image[i, j])
    fused = [group for group in groups if "take" in group and len(group) > 1]
    assert [group.count("take") for group in fused] == [2]
    j[0] = 99  # one index may be out of bounds now
    if device.startswith("cuda"):
        return
    with pytest.raises(IndexError, match="index 99 is out of bounds for axis 1"):
        image[i, j]


def test_of_what_is_still_to_be_computed(device):
    """It is in memory by then: of a group that comes before."""
    image, table, i = arguments(tn, 200, device=device)
    groups = groups_of(lambda: tn.take(table * 2 + 1, i + 1, mode="wrap") * 3)
    assert groups == [["multiply", "add"], ["add", "take", "multiply"]]

    def program(np, image, table, i):
        steps = np.take(table * 2.0, i % 3, mode="clip")
        again = np.take(steps[::-1] + 1, i[:9], mode="wrap")
        rolled = np.take(np.roll(again, 2), np.arange(9), mode="wrap")
        table = table + 0.0
        before = np.take(table, i, mode="clip")
        table *= 2
        table[1:] += table[:-1]
        picked = np.take(table, i, mode="wrap") + before
        scores = image / image.max(axis=1, keepdims=True)
        flat = np.take(scores, i, mode="clip").sum() + scores
        return steps, again, rolled, before, picked, flat, table

    expected = program(np, *arguments(np, 200))
    for mode in ["off", *RECORDED]:
        with fusion(mode):
            for _ in range(2):
                found = program(tn, image, table, i)
                for a, b in zip(found, expected, strict=True):
                    np.testing.assert_allclose(host(a), b, rtol=1e-12, strict=True)


def test_out_of_bounds(device):
    """In NumPy's words: at once on the CPU, at the next look on a GPU."""
    image, table, i = arguments(tn, 200, device=device)
    for text, call in [
        ("index 240 is out of bounds for axis 0 with size 240", lambda: table[i + 41]),
        (
            "index -241 is out of bounds for axis 0 with size 240",
            lambda: table[i - 241],
        ),
        (
            f"index {COLUMNS} is out of bounds for axis 1 with size {COLUMNS}",
            lambda: image[i % ROWS, i % (COLUMNS + 1)],
        ),
    ]:
        for mode in RECORDED:
            with fusion(mode):
                for _ in range(3):
                    with pytest.raises(IndexError) as error:
                        host(call() * 2 + 1)
                    assert str(error.value) == text
                    assert (
                        host(table[i % 9] + 1).sum()
                        == (host(table)[host(i) % 9] + 1).sum()
                    )

# SPDX-License-Identifier: Apache-2.0
"""What indices lie within is found out without computing them.

The CPU device records a lookup by indices that are known to be within bounds.
Random expressions ask whether what it knows is true: an index that is not
within has to raise, in NumPy's words, and all others find NumPy's items.
"""

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import fusion, groups_of
from support.helpers import host

ROWS = 300
INTEGERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")
FLOATS = ("f4", "f8")


def leaf(rng):
    """An array, of any real dtype, which may broadcast; or a number."""
    kind = rng.integers(10)
    if kind < 2:
        return int(rng.integers(-4, 9))
    if kind < 3:
        return float(rng.choice([-1.5, 0.25, 2.0, 3.7]))
    shape = (ROWS,) if kind < 8 else (1,)
    if kind % 2:
        values = rng.integers(-5, 40, shape)
        return abs(values).astype(rng.choice(INTEGERS))
    values = rng.uniform(-3, 30, shape).astype(rng.choice(FLOATS))
    if rng.random() < 0.1:
        values[rng.integers(len(values))] = rng.choice([np.nan, np.inf, -np.inf])
    return values


UNARY = (
    "negative absolute square floor ceil trunc rint sign sin cos positive sqrt exp "
    "isnan invert logical_not"
).split()
BINARY = (
    "add subtract multiply divide floor_divide remainder minimum maximum fmin fmax "
    "bitwise_and bitwise_or bitwise_xor left_shift right_shift less equal fmod"
).split()
INTEGER_ALONE = ("invert", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift")


def recipe(rng):
    """A call of xp and of the leaves, as it is for NumPy and for ours."""
    leaves = [leaf(rng) for _ in range(rng.integers(1, 4))]
    if not any(np.size(x) > 1 for x in leaves):
        leaves[0] = rng.integers(0, 20, ROWS)
    steps = []
    for _ in range(rng.integers(1, 8)):
        pick = rng.integers(0, len(leaves) + len(steps), 3)
        how = rng.integers(13)
        if how < 3:
            steps.append((str(rng.choice(UNARY)), pick[:1]))
        elif how < 8:
            steps.append((str(rng.choice(BINARY)), pick[:2]))
        elif how < 9:
            steps.append(("clip", pick[:1]))
        elif how < 10:
            steps.append(("where", pick))
        elif how < 11:
            steps.append(("astype", pick[:1], str(rng.choice(INTEGERS + FLOATS))))
        elif how < 12:
            moves = ["roll", "pad", "flip", "complex", "half", "real"]
            steps.append((str(rng.choice(moves)), pick[:1]))
        else:
            steps.append(("take", pick[:1]))
    ends = sorted(rng.integers(-2, 25, 2).tolist())
    small = rng.integers(0, 12, 7)

    def run(xp, leaves, table_size):
        values = list(leaves)
        for name, at, *more in steps:
            x = [values[k] for k in at]
            if name == "clip":
                values.append(xp.clip(xp.asarray(x[0]), *ends))
            elif name == "where":
                values.append(xp.where(xp.asarray(x[0]) != 0, x[1], x[2]))
            elif name == "astype":
                values.append(xp.asarray(x[0]).astype(more[0]))
            elif name == "complex":
                values.append(xp.absolute(xp.asarray(x[0]) + 1j))
            elif name == "half":
                values.append(xp.asarray(x[0]).astype("f2") + 1)
            elif name == "real":
                values.append(xp.asarray(x[0]).astype("c8").real)
            elif name == "roll":
                values.append(xp.roll(xp.asarray(x[0]), 3))
            elif name == "flip":
                values.append(xp.flip(xp.asarray(x[0])))
            elif name == "pad":
                padded = xp.pad(xp.atleast_1d(xp.asarray(x[0])), 1, mode="edge")
                values.append(padded[1:-1])
            elif name == "take":
                i = xp.clip(xp.asarray(x[0]), 0, 6).astype("i8")
                values.append(xp.asarray(small)[i])
            else:
                values.append(getattr(xp, name)(*x))
        i = xp.asarray(values[-1]) + xp.zeros(ROWS, "i1")
        return i, xp.arange(table_size) * 2 + 1

    return leaves, run


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except (TypeError, IndexError, ValueError, OverflowError) as error:
        return error


def as_index(xp, i):
    return i.astype("i8") if i.dtype != "?" else i * 1


def arrays(leaves):
    return [tn.array(x) if isinstance(x, np.ndarray) else x for x in leaves]


def looked_up(xp, table, i):
    return table[as_index(xp, i)] * 3


def run_and_look_up(run, leaves, table_size):
    i, table = run(tn, arrays(leaves), table_size)
    return looked_up(tn, table, i)


@pytest.mark.parametrize("part", range(8))
def test_random_expressions(part):
    rng = np.random.default_rng(part)
    found = recorded = raised = 0
    with np.errstate(all="ignore"):
        for _ in range(120):
            leaves, run = recipe(rng)
            with fusion("off"):
                computed = outcome(run, tn, arrays(leaves), 1)
            if isinstance(computed, Exception):
                continue
            i = host(computed[0])
            most = np.max(np.abs(as_index(np, i)))
            size = int(min(max(most, 0), 500)) + int(rng.integers(-1, 3))
            size = max(size, 1)
            expected = outcome(looked_up, np, np.arange(size) * 2 + 1, i)
            for mode in ("wait", "check"):
                with fusion(mode), tn.profile() as p:
                    got = outcome(run_and_look_up, run, leaves, size)
                    if isinstance(expected, Exception):
                        assert type(got) is type(expected)
                        assert str(got) == str(expected)
                        raised += 1
                        continue
                    assert not isinstance(got, Exception), got
                    np.testing.assert_array_equal(host(got), expected, strict=True)
                    found += 1
                    names = [group.names for group in p.groups]
                    recorded += any("take" in group for group in names)
    assert raised > 5 and recorded > found / 4


def test_a_rotation_is_one_pass():
    """Of an image by a place for each pixel, in floats, down to whole pixels."""
    image = tn.arange(60.0 * 70).reshape(60, 70)
    angle = tn.array(0.3)

    def rotated():
        y, x = tn.arange(60)[:, None] - 30.0, tn.arange(70)[None, :] - 35.0
        up = tn.cos(angle) * y - tn.sin(angle) * x + 30
        left = tn.sin(angle) * y + tn.cos(angle) * x + 35
        i = tn.clip(tn.floor(up), 0, 59).astype("i8")
        j = tn.clip(tn.floor(left), 0, 69).astype("i8")
        return image[i, j] + image[tn.minimum(i + 1, 59), j] * 2

    assert [group.count("take") for group in groups_of(rotated)][-1] == 2
    angle[...] = tn.nan  # no index any more
    with pytest.raises(IndexError, match=f"index {np.iinfo('i8').min} is out of"):
        rotated()


@pytest.mark.parametrize(
    "shape", [1, 5, 17, 512, 513, 300_000, (3, 70_000), (5, 3, 99)]
)
def test_arrays_are_looked_through(shape):
    """Whole, in any layout; the last element may be the one that is not within."""
    table = tn.arange(10.0)
    x = np.random.default_rng(0).uniform(0, 9.9, shape)
    for bad in (None, np.nan, np.inf, 10.0, 1e300):
        if bad is not None:
            x.flat[-1] = bad
        for view in (lambda a: a, lambda a: a[..., ::-1], lambda a: a.T):
            with fusion("wait"), np.errstate(all="ignore"):
                i = view(tn.array(x)).astype("i8")
                found = outcome(lambda: host(table[i] * 2))  # noqa: B023
                if bad is None:
                    np.testing.assert_array_equal(found, view(x).astype("i8") * 2.0)
                else:
                    assert isinstance(found, IndexError)


def test_what_is_known_ends_with_what_is_written():
    table = tn.arange(10.0)
    with fusion("wait"):
        i = tn.arange(300) % 10
        first = table[i] + 1
        i[7] = 10  # in place, recorded
        with pytest.raises(IndexError, match="index 10 is out of bounds"):
            table[i]
        i[7] = -10
        assert host(table[i])[7] == 0
        j = tn.array(np.arange(300) % 10)
        second = table[j] + 1
        j += 1
        with pytest.raises(IndexError, match="index 10 is out of bounds"):
            table[j] + 1
        np.testing.assert_array_equal(host(first), host(second))


def test_parts_that_nobody_wrote_are_not_taken_for_known():
    """Memory that is not written holds anything."""
    table = tn.arange(10.0)
    with fusion("wait"):
        i = tn.full(300, 77)
        del i
        i = tn.empty(300, "i8")
        i[:299] = 3
        got = outcome(lambda: host(table[i]))
        last = int(i[299])
        assert isinstance(got, IndexError) == (not -10 <= last < 10)

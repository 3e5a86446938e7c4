# SPDX-License-Identifier: Apache-2.0
"""Indexing case by case: duplicates, casts, wrong indices, scalars, iteration."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    SOME_DTYPES,
    host,
    outcome,
    same,
    same_error,
    same_or_error,
    values,
)


def numbered(shape, letter="i4"):
    return np.arange(int(np.prod(shape))).reshape(shape).astype(letter)


def test_duplicates_last_wins(device):
    rng = np.random.default_rng(0)
    for n, kinds, columns in (
        (10, 3, 2),
        (5000, 7, 1),
        (100_000, 900, 1),
        (300, 5, 40),
    ):
        index = rng.integers(-kinds, kinds, n)
        value = np.arange(n * columns).reshape(n, columns)

        def write(xp, i, v, kinds=kinds, columns=columns):
            x = xp.zeros((kinds, columns), "i8")
            x[i] = v
            y = xp.zeros((columns, kinds), "f4")
            y[:, i] = v.T
            z = xp.zeros(kinds, "i2")
            z[i] = v[:, 0] % 1000
            return [x, y, z]

        same(write, device, index, value)


@pytest.mark.parametrize("letter", DTYPES)
def test_values_are_cast_as_by_numpy(device, letter):
    """Scalars, lists, NumPy values and arrays of each other type."""
    targets = [0, slice(1, 3), [0, 2], np.array([True, False, True, False]), ...]

    def write(xp, x, value, index):
        x[index] = value
        return x

    for index in targets:
        x = numbered((4, 2), letter)
        for value in (
            True,
            3,
            2.5,
            [1, 0],
            np.float32(3),
            np.int8(2),
        ):
            same_or_error(write, device, x, value, index)
        for other in SOME_DTYPES:
            same_or_error(write, device, x, np.ones((), other), index)
            same_or_error(write, device, x, np.ones(2, other), index)
    same_or_error(lambda xp, x: write(xp, x, 1j, 0), device, x)


# Reads and writes with these must raise what NumPy raises (or work as there).
WRONG = [
    3, -4, (0, 4), (0, -5), (0, 0, 0), (3, 0), (..., ...), (0, ..., 4), 1.0, "x", 1.5,
    [0, 3], [-4], ([0, 1], [0, 4]), ([0, 1], [0, 1, 2]), ([0, 1], [[0], [1]]), [0.5],
    [True], [True, False], [True] * 4, (0, [True] * 3), [[True] * 4] * 2, [[True]],
    (slice(None), [4]), slice(0, 2, 0), slice("a"), slice(1.0), slice(None, 2.5), [],
    [[]], ([], []), [[], []], True, False, (True, 0), (False, 0), np.array(True), (),
    np.array([1.0]), np.array(["a"]), np.int8(2), np.uint8(3), np.array(2), None, {},
    (None, None, 0, None), (0, None, [1, 2]), ([0, 2], None, [1, 2]), (1, ..., [0, 3]),
    (slice(None), None, [0, 1], 0), ([[0], [2]], [1, 3]), (np.array(1), [0, 1]),
    (np.ones((3, 4), bool),), (np.ones((3, 4), bool), 0), object(),
    (np.zeros(3, bool), np.zeros(4, bool)), ([True, True, False], [0, 1]), np.float32(1),
    ([True, True, True], [0, 1]), ([0, 5], slice(None)),
    np.zeros((3, 4, 1), bool), np.zeros(0, "i4"), np.zeros((2, 0), "i8"), (1, False),
]  # fmt: skip


@pytest.mark.parametrize(
    "index",
    WRONG,
    ids=lambda i: type(i).__name__ if type(i) is object else repr(i)[:40],
)
def test_wrong_and_odd_indices(device, index):
    def read(xp, x):
        return host(x[index])

    def write(xp, x, value=9):
        x[index] = value
        return host(x)

    x = numbered((3, 4))
    same_or_error(read, device, x)
    same_or_error(write, device, x)
    if outcome(lambda: read(np, x))[1] is not None:
        return
    # One fault at a time: which of two is found first is nobody's business.
    same_or_error(lambda xp, x: write(xp, x, xp.arange(7)), device, x)
    same_or_error(lambda xp, x: write(xp, x, xp.zeros((2, 5, 1))), device, x)
    same_or_error(lambda xp, x: write(xp, x, [1, 2, 3]), device, x)
    same_or_error(lambda xp, x: read(xp, x[1, 1, ...]), device, x)
    same_or_error(lambda xp, x: read(xp, x[:, :0]), device, x)


def test_lists_deeper_than_their_target(device):
    def write(xp, x):
        x[0] = [[1.0]]

    same_error(write, device, numbered((4, 2)))
    same_or_error(
        lambda xp, x: x.__setitem__(0, xp.ones((1, 1, 2))), device, numbered((4, 2))
    )


def test_huge_integers_are_out_of_bounds(device):
    x = tn.asarray(numbered((3, 4)), device=device)
    for index in (2**31, 2**63 - 1, -(2**63), 2**63, 10**30, -(10**30)):
        for key in (index, (0, index), ([0, index],)):
            with pytest.raises((IndexError, OverflowError, TypeError)):
                host(x[key])


def test_items_are_copies(device):
    """A single item does not change with the array, as NumPy's scalars do not."""

    def swap(xp, x):
        first = x[0, 0]
        x[0, 0], x[1, 1] = x[1, 1], x[0, 0]
        y = x[0]
        y[0], y[2] = y[2], y[0]
        items = list(y)
        least = y[y.argmin()]
        y -= least
        x[0] = 7
        return [x, y, items, first, least]

    same(swap, device, numbered((3, 4)) + 3)


@pytest.mark.parametrize("letter", "bBhHiIlL")
def test_index_arrays_of_every_type_on_the_device(device, letter):
    x = values((5, 3), "f4")
    index = np.array([[0, 4], [2, 2]], letter)
    same(lambda xp, x, i: [x[i], x[i, 0], x[1, i[1] % 3]], device, x, index)
    same(lambda xp, x, i: x[..., i % 3], device, x, index, order=False)


@pytest.mark.parametrize("letter", "?hfD")
def test_writes_through_an_index_array_on_the_device(device, letter):
    def write(xp, x, index, value):
        x[index] = value
        return [x]

    for x in (values((6,), letter), values((6, 3), letter)[::-1]):
        for index in (np.array([4, 0, -2]), np.array([[1], [1], [5]], "u1")):
            shape = index.shape + x.shape[1:]
            for value in (1, True, 2.5, 1j, "3", [1, 0, 1], values((), "d")):
                same_or_error(write, device, x, index, value)
            for given in (shape, (1, 1, *shape), shape[1:], (1,), (2, *shape), (3, 7)):
                same_or_error(write, device, x, index, values(given, "b"))
            same_or_error(write, device, x[:0], index * 0, values(shape, letter))
    x = np.arange(8)
    same(lambda xp, x: [x.__setitem__(x[::-1], x), x], device, x)
    same(lambda xp, x: [x[1:].__setitem__(x[:4], x[4:]), x], device, x)


def test_a_failed_write_changes_nothing(device):
    """An index out of range writes no item at all."""
    for index in ([0, 1, 7], [-9, 0], np.array([0, 9])):
        x = tn.asarray(numbered((3, 4)), device=device)
        with pytest.raises(IndexError):
            x[index] = -1
            host(x)
        np.testing.assert_array_equal(host(x), numbered((3, 4)))


def test_augmented_assignment(device):
    def body(xp, x, m):
        x[1] += 1
        x[:, ::2] *= 2
        x[m] -= 3
        x[[0, 0, 2]] += 10
        x[..., -1] //= 2
        x[x > 5] = 0
        return x

    same(body, device, numbered((3, 4)), values((3, 4), "?", 5))


def test_overlapping_assignment(device):
    def body(xp, x):
        x[1:] = x[:-1]
        x[:, ::-1] = x
        x[[0, 1, 2]] = x[[2, 1, 0]]
        x[x.T[0] > 3] = x[0]
        x[0] = x[:, 0].sum()
        return x

    same(body, device, numbered((4, 4)))


def test_scalars_and_iteration(device):
    x = numbered((2, 3))
    same(lambda xp, x: [x[0, 1], x[()], x[1][2], *x, *x[0]], device, x)
    same_or_error(lambda xp, x: list(x[0, 0, ...]), device, x)
    same_or_error(lambda xp, x: len(x[0, 0, ...]), device, x)
    same(
        lambda xp, x: [x.item(4), x.item(1, 2), x.item((0, 1)), x[0, 0].item()],
        device,
        x,
    )
    same_or_error(lambda xp, x: x.item(), device, x)
    same_or_error(lambda xp, x: x.item(6), device, x)
    same_or_error(lambda xp, x: x.item(0, 3), device, x)
    same_or_error(lambda xp, x: x.item(0, 0, 0), device, x)
    same_or_error(lambda xp, x: [10, 20, 30][x[0, 2]], device, x)
    same_or_error(lambda xp, x: [10, 20, 30][x[0]], device, x)
    same_or_error(lambda xp, x: [10, 20][xp.asarray(1.0)], device, x)
    assert 5 in tn.asarray(x, device=device) and 6 not in tn.asarray(x, device=device)

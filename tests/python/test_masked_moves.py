# SPDX-License-Identifier: Apache-2.0
"""Items that a mask lets through are written, and no others."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import DTYPES, same, values

LENGTHS = (1, 7, 511, 512, 513, 1500)
MASKS = {
    "nothing": lambda n: np.zeros(n, bool),
    "all": lambda n: np.ones(n, bool),
    "every other": lambda n: np.arange(n) % 2 == 0,
    "the last": lambda n: np.arange(n) == n - 1,
    "a run": lambda n: np.arange(n) // 3 == n // 6,
    "any": lambda n: np.random.default_rng(n).random(n) < 0.5,
}


def of_masks(x, y, mask):
    """(body, arguments) that write items of `y` or 3 into `x`."""
    n = len(x)
    two = np.stack([x, y])

    def copied(xp, x, y, mask):
        xp.copyto(x, y, where=mask)
        return x

    def put(xp, x, y, mask):
        xp.putmask(x, mask, y)
        return x

    def assigned(xp, x, y, mask):
        x[mask] = y[mask]
        return x

    def filled(xp, x, y, mask):
        x[mask] = 3
        return x

    for body in (copied, put, assigned, filled):
        yield body, (x, y, mask)
    # Steps of each operand, backwards and of 0.
    yield lambda xp, x, y, m: copied(xp, x[::2], y[: -(-n // 2)], m[::2]), (x, y, mask)
    yield lambda xp, x, y, m: copied(xp, x, y[::-1], m[::-1]), (x, y, mask)
    yield lambda xp, x, y, m: copied(xp, x, y[:1], m), (x, y, mask)
    yield lambda xp, t, y, m: copied(xp, t, y, m), (two, y, mask)
    yield lambda xp, t, y, m: copied(xp, t.T, y[:, None], m[:, None]), (two, y, mask)
    yield lambda xp, t, y, m: copied(xp, t, y, m[:2, None]), (two, y, mask[[0, -1]])


@pytest.mark.parametrize("letter", DTYPES)
def test_writes_by_masks(device, letter):
    for n in LENGTHS:
        x, y = values(n, letter, 1), values(n, letter, 2)
        for mask in MASKS.values():
            for body, args in of_masks(x, y, mask(n)):
                same(body, device, *args)


@pytest.mark.parametrize("letter", "?Hfd")
def test_what_a_mask_leaves_out_is_never_written(device, letter):
    """NaN and bytes of other kinds stay as they are, by their bits."""
    x = np.arange(1000).view("u1")[: 1000 * np.dtype(letter).itemsize]
    x = (x % 2 if letter == "?" else x).view(letter).copy()
    for mask in MASKS.values():
        m = mask(x.size)
        ours = tn.asarray(x, device=device, copy=True)
        ours[tn.asarray(m, device=device)] = 0
        expected = x.copy()
        expected[m] = 0
        assert ours.get().tobytes() == expected.tobytes()

# SPDX-License-Identifier: Apache-2.0
"""Bools whose bytes are not 0 or 1, as views of integers have them: all but 0 is true."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import outcome

BYTES = np.array([[3, 1, 4, 0, -1, 2, 0, 8] * 5, [-1, -5, -9, 0, 1, 0, 7, 1] * 5], "i1")
NUMBERS = np.arange(80, dtype="i1").reshape(2, 40)


def changed(a, change):
    a = a.copy()
    change(a)
    return a


# Calls of bools b and c, and integers a.
CALLS = {
    "astype i8": lambda xp, b, a, c: b.astype("i8"),
    "astype f4": lambda xp, b, a, c: b.astype("f4"),
    "astype e": lambda xp, b, a, c: b.astype("e"),
    "astype D": lambda xp, b, a, c: b.astype("D"),
    "b+a": lambda xp, b, a, c: b + a,
    "b+b": lambda xp, b, a, c: b + c,
    "b&b": lambda xp, b, a, c: b & c,
    "b|b": lambda xp, b, a, c: b | c,
    "b^b": lambda xp, b, a, c: b ^ c,
    "b*b": lambda xp, b, a, c: b * c,
    "~b": lambda xp, b, a, c: ~b,
    "eq": lambda xp, b, a, c: b == c,
    "ne": lambda xp, b, a, c: b != c,
    "lt": lambda xp, b, a, c: b < c,
    "max": lambda xp, b, a, c: xp.maximum(b, c),
    "min": lambda xp, b, a, c: xp.minimum(b, c),
    "land": lambda xp, b, a, c: xp.logical_and(b, c),
    "lor": lambda xp, b, a, c: xp.logical_or(b, c),
    "lxor": lambda xp, b, a, c: xp.logical_xor(b, c),
    "lnot": lambda xp, b, a, c: xp.logical_not(b),
    "sum": lambda xp, b, a, c: b.sum(),
    "sum0": lambda xp, b, a, c: b.sum(0),
    "sum1": lambda xp, b, a, c: b.sum(1),
    "any0": lambda xp, b, a, c: b.any(0),
    "all0": lambda xp, b, a, c: b.all(0),
    "all1": lambda xp, b, a, c: b.all(1),
    "mean": lambda xp, b, a, c: b.mean(),
    "max0": lambda xp, b, a, c: b.max(0),
    "min1": lambda xp, b, a, c: b.min(1),
    "argmax": lambda xp, b, a, c: b.argmax(1),
    "argmin": lambda xp, b, a, c: b.argmin(1),
    "cumsum": lambda xp, b, a, c: b.cumsum(1),
    "cnz": lambda xp, b, a, c: xp.count_nonzero(b),
    "cnz1": lambda xp, b, a, c: xp.count_nonzero(b, axis=1),
    "nonzero": lambda xp, b, a, c: xp.nonzero(b)[1],
    "mask": lambda xp, b, a, c: a[b],
    "where": lambda xp, b, a, c: xp.where(b, a, -a),
    "addwhere": lambda xp, b, a, c: xp.add(a, 1, where=b, out=a.copy()),
    "sumwhere": lambda xp, b, a, c: a.sum(where=b),
    "sort": lambda xp, b, a, c: xp.sort(b, axis=1),
    "unique": lambda xp, b, a, c: xp.unique(b),
    "prod": lambda xp, b, a, c: b.prod(1),
    "var": lambda xp, b, a, c: b.var(1),
    "isin": lambda xp, b, a, c: xp.isin(b, [True]),
    "sin": lambda xp, b, a, c: xp.sin(b),
    "sqrt": lambda xp, b, a, c: xp.sqrt(b),
    "cumprod": lambda xp, b, a, c: b.cumprod(1),
    "acc": lambda xp, b, a, c: xp.logical_or.accumulate(b, axis=1),
    "item": lambda xp, b, a, c: b[0, 0],
    "shift": lambda xp, b, a, c: xp.left_shift(b, c),
    "xor.reduce": lambda xp, b, a, c: xp.logical_xor.reduce(b, axis=1),
    "bxor.reduce": lambda xp, b, a, c: xp.bitwise_xor.reduce(b, axis=1),
    "setmask": lambda xp, b, a, c: changed(a, lambda z: z.__setitem__(b, 9)),
    "copyto": lambda xp, b, a, c: changed(a, lambda z: xp.copyto(z, 0, where=b)),
    "matmul": lambda xp, b, a, c: b @ c.T,
    "dot": lambda xp, b, a, c: xp.dot(b, c.T),
    "bincount": lambda xp, b, a, c: xp.bincount(b[0]),
    "text": lambda xp, b, a, c: str(b),
    "tolist": lambda xp, b, a, c: b.tolist(),
    "diff": lambda xp, b, a, c: xp.diff(b),
    "take": lambda xp, b, a, c: xp.take(a[0], b[0].astype("i8")),
    "setitem": lambda xp, b, a, c: changed(
        a.astype("f8"), lambda z: z.__setitem__(slice(None), b)
    ),
    "concat": lambda xp, b, a, c: xp.concatenate([b, c]).astype("i4"),
    "packs": lambda xp, b, a, c: xp.cumsum(b.ravel()),
    "sign": lambda xp, b, a, c: xp.absolute(b),
    "choose": lambda xp, b, a, c: xp.choose(b[0].astype(int), [a[0], -a[0]]),
}


@pytest.mark.parametrize("name", CALLS)
def test_all_bytes_but_zero_are_true(name, device, mode):
    def arrays(xp, **where):
        b = xp.asarray(BYTES, **where).view(bool)
        c = xp.asarray(np.roll(BYTES, 1, 1), **where).view(bool)
        return b, xp.asarray(NUMBERS, **where), c

    expected, error = outcome(lambda: CALLS[name](np, *arrays(np)))
    got, our_error = outcome(lambda: CALLS[name](tn, *arrays(tn, device=device)))
    assert type(our_error) is type(error), our_error
    got = got.get() if isinstance(got, tn.ndarray) else got
    if getattr(expected, "dtype", None) == np.dtype(bool):
        # NumPy keeps some of the bytes.
        assert got.view("u1").max() <= 1
        expected = expected.view("u1") != 0
    np.testing.assert_array_equal(got, expected)


def test_bytes_written_through_another_view(device, mode):
    x = tn.zeros((4, 8), bool, device=device)
    y = x | False
    y.view("i1")[1] = 6
    assert y.sum() == 8
    assert (y & True).sum() == 8
    assert tn.nonzero(y)[0].tolist() == [1] * 8


def test_bytes_that_come_from_the_host(device):
    b = BYTES.view(bool)
    for x in (tn.array(b, device=device), tn.zeros(b.shape, bool, device=device)):
        x[...] = tn.array(b, device=device)
        assert x.sum() == 60
        x.set(b)
        assert x.sum() == 60
        assert x.view("i1").max() == 1

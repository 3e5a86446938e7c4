# SPDX-License-Identifier: Apache-2.0
"""Loops whose machine code is that of wider numbers or of other dtypes' bits.

Their numbers are converted in blocks of 512: lengths around that, layouts, operands
that are one number, and outputs that are inputs.
"""

import itertools
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host
from support.op_table import LETTERS, by_name, special_rows, ufunc_rows
from support.samples import sample, special

LENGTHS = (1, 2, 511, 512, 513, 1300)


# (row, loop) of halves, and of floats that are computed in double precision.
NARROW = [
    pytest.param(row, loop, id=f"{row.name}-{loop}")
    for rows, letter in ((ufunc_rows(nout=1), "e"), (special_rows(), "f"))
    for row in rows
    for loop in row.loops
    if loop[0] == letter
]


def function(row):
    return (
        tn._core.special_ufuncs[row.name]
        if row.kind == "SPECIAL"
        else getattr(tn, row.name)
    )


def bits(x):
    x = host(x)
    return x.view(f"u{x.itemsize}")


@pytest.mark.parametrize("row, loop", NARROW)
def test_blocks(device, row, loop):
    """Items do not depend on the length, the layout and the place of the result."""
    letters, out = loop.split("->")
    f = function(row)
    n = max(LENGTHS)
    with np.errstate(all="ignore"):
        given = [tn.asarray(sample(c, n, 3 + k)) for k, c in enumerate(letters)]
        # Items one by one, as the other axis of an array that is not contiguous.
        rows = [tn.asarray(np.repeat(host(x)[:, None], 2, 1))[:, :1] for x in given]
        wanted = bits(f(*rows))[:, 0]
        for length in LENGTHS:
            part = [x[:length] for x in given]
            np.testing.assert_array_equal(bits(f(*part)), wanted[:length])
            backward = [x[:length][::-1] for x in given]
            np.testing.assert_array_equal(bits(f(*backward))[::-1], wanted[:length])
            result = tn.zeros(2 * length, out)[::2]
            assert f(*part, out=result) is result
            np.testing.assert_array_equal(bits(result), wanted[:length])
            for k, x in enumerate(part):
                if letters[k] == out:
                    target = x.copy()
                    now = [*part[:k], target, *part[k + 1 :]]
                    f(*now, out=target)
                    np.testing.assert_array_equal(bits(target), wanted[:length])
        for k in range(row.nin) if row.nin > 1 else ():
            one = [*given[:k], given[k][7:8], *given[k + 1 :]]
            many = [
                *given[:k],
                tn.asarray(host(given[k])[7].repeat(n)),
                *given[k + 1 :],
            ]
            np.testing.assert_array_equal(bits(f(*one)), bits(f(*many)))


def test_all_narrow_loops_are_there():
    loops = {p.values[1] for p in NARROW}
    assert {"ee->e", "ee->?", "e->?", "f->f", "ff->f"} <= loops


def values_for(source, target):
    """Values that a cast of the dtypes takes without a choice of its own."""
    x = np.concatenate([special(source), sample(source, 1300, 5)])
    kind = np.dtype(target).kind
    if np.dtype(source).kind in "fc" and kind in "iu":
        info = np.iinfo(target)
        low, high = float(info.min), float(info.max) * (1 - 2.0**-11)
        real = x.real.astype("d")
        x = x[(real >= low) & (real <= high)]
    return x


@pytest.mark.parametrize("source, target", [*itertools.permutations(LETTERS, 2)])
def test_casts(device, source, target):
    x = values_for(source, target)
    layouts = (x, x[::2], x[::-3], x[:1], x[:513], np.stack([x, x], 1)[:, 1])
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
        for h in layouts:
            wanted = h.astype(target)
            got = host(tn.asarray(h).astype(target))
            assert got.dtype == wanted.dtype
            np.testing.assert_array_equal(got, wanted)
            spread = tn.zeros(2 * h.size, target)[::2]
            spread[...] = tn.asarray(h)
            np.testing.assert_array_equal(host(spread), wanted)
    assert x.size > 50 or np.dtype(source).itemsize == 1


@pytest.mark.parametrize("row", ufunc_rows(nin=2, nout=1), ids=by_name)
def test_signs_of_integers(device, row):
    """Loops of signed and unsigned integers that share their code, against NumPy."""
    ufunc = getattr(np, row.name)
    for loop in row.loops:
        letters, _ = loop.split("->")
        if not set(letters) <= set("bBhHiIlL"):
            continue
        x, y = (
            np.concatenate([special(c), sample(c, 1100, 11 + k)])[:1100]
            for k, c in enumerate(letters)
        )
        if row.name in ("left_shift", "right_shift"):
            y = y % (8 * y.itemsize)
        if row.name == "power":
            y = abs(y % 5)
        if row.name in ("matmul", "ldexp"):
            continue
        with np.errstate(all="ignore"):
            wanted = ufunc(x, y)
            got = host(getattr(tn, row.name)(tn.asarray(x), tn.asarray(y)))
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)

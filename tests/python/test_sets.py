# SPDX-License-Identifier: Apache-2.0
"""Unique items and set operations against NumPy."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    check,
    host,
    on_device,
    same,
    same_error,
    same_or_error,
)
from support.samples import with_ties

FLAGS = ("return_index", "return_inverse", "return_counts")


def few(shape, dtype, seed=0):
    """Items with many repetitions."""
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 2 if dtype.kind == "b" else 7, shape).astype(dtype)
    if dtype.kind == "c":
        x = x + 1j * rng.integers(0, 3, shape).astype(dtype)
    return x.astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_unique(device, dtype):
    for a in (with_ties(1000, dtype), few((30, 7), dtype), few(0, dtype)):
        same(lambda xp, x: xp.unique(x), device, a)
        for flag in FLAGS:
            same(lambda xp, x, f=flag: xp.unique(x, **{f: True}), device, a)
        same(lambda xp, x: xp.unique(x, True, True, True), device, a)
        same(lambda xp, x: xp.unique(x, True, True, True, equal_nan=False), device, a)
    large = few(1 << 20, dtype)
    same(lambda xp, x: xp.unique(x, False, True, True), device, large)


@pytest.mark.parametrize("dtype", DTYPES)
def test_unique_along_an_axis(device, dtype):
    a = few((40, 3, 2), dtype)
    for axis in range(-3, 3):
        same(lambda xp, x, ax=axis: xp.unique(x, True, True, True, ax), device, a)
        same(lambda xp, x, ax=axis: xp.unique(x, axis=ax), device, a)
    same(lambda xp, x: xp.unique(x[:, 0, 0], axis=-1), device, a)
    same(lambda xp, x: xp.unique(x[:, :0], axis=0), device, a)


def test_unique_rows_with_nans(device):
    a = np.array([[1, np.nan], [1, np.nan], [0, 1], [0, 1]])
    same(lambda xp, x: xp.unique(x, axis=0), device, a)


def test_array_api(device):
    for dtype in ("f4", "i8", "D"):
        a = with_ties((20, 5), dtype)
        for name in ("unique_all", "unique_counts", "unique_inverse"):
            if name == "unique_inverse":  # NumPy numbers its NaNs by chance
                a = a[~np.isnan(a)]
            expected = getattr(np, name)(a)
            got = getattr(tn, name)(on_device(a, device))
            assert type(got).__name__ == type(expected).__name__
            assert got._fields == expected._fields
            check(tuple(expected), tuple(got))
        expected = np.sort(np.unique_values(a))
        check(expected, tn.unique_values(on_device(a, device)))


def _sets(dtype):
    return few(50, dtype), few((4, 6), dtype, 1)[:, :3] + np.ones(1, dtype).astype(
        dtype
    )


@pytest.mark.parametrize("dtype", "bHilLfdD")
def test_operations(device, dtype):
    a, b = _sets(dtype)
    for name in ("union1d", "intersect1d", "setdiff1d", "setxor1d"):
        same(lambda xp, a, b, n=name: getattr(xp, n)(a, b), device, a, b)
        same(lambda xp, a, b, n=name: getattr(xp, n)(b, a[:0]), device, a, b)
    unique_a, unique_b = np.unique(a)[::-1].copy(), np.unique(b)
    for name in ("intersect1d", "setdiff1d", "setxor1d"):
        same(
            lambda xp, a, b, n=name: getattr(xp, n)(a, b, assume_unique=True),
            device,
            unique_a,
            unique_b,
        )
    same(lambda xp, a, b: xp.intersect1d(a, b, return_indices=True), device, a, b)
    same(lambda xp, a, b: xp.intersect1d(a, b, True, True), device, unique_a, unique_b)


def test_operations_on_two_dtypes(device):
    a, b = few(30, "i4"), few(30, "f4", 1)
    for name in ("union1d", "intersect1d", "setdiff1d", "setxor1d", "isin"):
        same(lambda xp, a, b, n=name: getattr(xp, n)(a, b), device, a, b)


@pytest.mark.parametrize("dtype", DTYPES)
def test_isin(device, dtype):
    a, b = with_ties((20, 50), dtype), with_ties(30, dtype, 3)
    for kind in (None, "sort"):
        same(lambda xp, a, b, k=kind: xp.isin(a, b, kind=k), device, a, b)
        same(lambda xp, a, b, k=kind: xp.isin(a, b, invert=True, kind=k), device, a, b)
    same(lambda xp, a, b: xp.isin(a, b[:0]), device, a, b)
    same(lambda xp, a, b: xp.isin(a, a[0, 0]), device, a, b)
    same(lambda xp, a, b: xp.isin(a[0, 0], b), device, a, b)


def test_isin_by_a_table_of_too_wide_a_range(device):
    a, narrow = np.array([1, 300], "i2"), np.array([-127, 127], "i1")
    wide = np.array([-(2**63), 2**63 - 1])
    for b in (narrow, wide, narrow[:0], narrow > 0, wide[:1]):
        same_or_error(lambda xp, a, b: xp.isin(a, b, kind="table"), device, a, b)


def test_isin_of_wide_integers(device):
    big = 2**63 + np.arange(3, dtype="u8")
    mixed = np.array([-1, 5, 2**62 + 1])
    x, y = on_device((big, mixed), device)
    assert not host(tn.isin(x, y)).any()
    assert not host(tn.isin(y, x)).any()
    z = on_device(np.array([5, 2**62], "u8"), device)
    assert host(tn.isin(y, z)).tolist() == [False, True, False]
    assert host(tn.isin(z, y)).tolist() == [True, False]


BAD = {
    "axis": lambda xp, a: xp.unique(a, axis=2),
    "kind": lambda xp, a: xp.isin(a, a, kind="hash"),
    "table of floats": lambda xp, a: xp.isin(a, a, kind="table"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(device, name):
    same_error(BAD[name], device, np.ones((2, 3)))

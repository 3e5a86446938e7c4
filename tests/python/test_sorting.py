# SPDX-License-Identifier: Apache-2.0
"""Sorting and searching against NumPy: every dtype, length, axis, layout and error."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import DTYPES, check, host, on_device, same, same_error
from support.layouts import LAYOUTS
from support.samples import with_ties

# Short rows, the sizes of tiles and those beside them, lines sorted together.
LENGTHS = (1, 2, 3, 8, 9, 31, 64, 100, 1000, 1025, 2048, 4097, 8192, 8193, 20000)
WRITEABLE = [name for name in LAYOUTS if name not in ("row", "column", "single")]


def same_bits(expected, got):
    got = host(got)
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    unsigned = np.dtype(f"u{min(expected.itemsize, 8)}")
    np.testing.assert_array_equal(
        np.ascontiguousarray(got).view(unsigned),
        np.ascontiguousarray(expected).view(unsigned),
    )


@pytest.mark.parametrize("dtype", DTYPES)
def test_lines(device, dtype):
    for n in LENGTHS:
        a = with_ties(n, dtype, n)
        x = tn.asarray(a)
        expected = np.sort(a)
        np.testing.assert_array_equal(host(tn.sort(x)), expected)
        same_bits(np.sort(a, kind="stable"), tn.sort(x, kind="stable"))
        same_bits(np.argsort(a, kind="stable"), tn.argsort(x))
        same_bits(a, x)  # is as it was
        x.sort()
        np.testing.assert_array_equal(host(x), expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_axes(device, dtype):
    for shape in ((7, 5, 9), (3, 1100, 2), (2, 3, 9000), (300, 40)):
        a = with_ties(shape, dtype)
        for axis in (*range(-len(shape), len(shape)), None):
            same(lambda xp, x, ax=axis: xp.sort(x, axis=ax), device, a)
            same(lambda xp, x, ax=axis: xp.argsort(x, ax, "stable"), device, a)
            same(lambda xp, x, ax=axis: xp.sort(x, ax, stable=True), device, a)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["f4", "i2", "F", "D", "u8"])
def test_layouts(device, layout, dtype):
    a = with_ties((6, 5, 40), dtype)
    # NumPy's copies of repeated rows have an order of their own.
    order = layout in WRITEABLE
    for axis in (0, 1, 2):
        same(
            lambda xp, x, ax=axis: xp.sort(LAYOUTS[layout](xp, x), ax),
            device,
            a,
            order=order,
        )
        same(
            lambda xp, x, ax=axis: xp.argsort(
                LAYOUTS[layout](xp, x), ax, kind="stable"
            ),
            device,
            a,
        )


def _sorted_in_place(xp, x, layout, axis):
    y = LAYOUTS[layout](xp, x)
    assert y.sort(axis, kind="stable") is None
    return y


@pytest.mark.parametrize("layout", WRITEABLE)
def test_in_place(device, layout):
    for dtype in ("f8", "i4", "e", "F"):
        a = with_ties((6, 5, 40), dtype)
        for axis in (0, 1, -1):
            same(lambda xp, x, ax=axis: _sorted_in_place(xp, x, layout, ax), device, a)


def test_in_place_on_views(device):
    def body(xp, x):
        x[3:9:2, ::-1].sort(axis=0)
        x[:, 4].sort()
        x.T[2:5].sort(axis=-1)
        return x

    same(body, device, with_ties((20, 11), "f4"))
    same(body, device, with_ties((9000, 9), "i8"))


def test_no_items(device):
    for shape in ((0,), (0, 3), (3, 0), (1, 1)):
        a = np.ones(shape, "f4")
        for axis in range(len(shape)):
            same(lambda xp, x, ax=axis: xp.sort(x, ax), device, a)
            same(lambda xp, x, ax=axis: xp.argsort(x, ax), device, a)
    same(lambda xp, x: xp.argsort(x), device, np.array(5.0))
    same(lambda xp, x: xp.sort(x, None), device, np.array(5.0))


@pytest.mark.parametrize("dtype", DTYPES)
def test_descending(device, dtype):
    for n in (5, 700, 9001):
        a = with_ties(n, dtype)
        if np.dtype(dtype).kind == "c":
            a = a[~np.isnan(a)]
        # Equal items keep their order, and NaNs stay last.
        backwards = np.argsort(a[::-1], kind="stable")
        order = (a.size - 1 - backwards)[::-1]
        nan = np.isnan(a[order])
        order = np.concatenate([order[~nan], np.sort(order[nan])])
        same_bits(order, tn.argsort(tn.asarray(a), descending=True))
        x = tn.asarray(a)
        same_bits(a[order], tn.sort(x, stable=True, descending=True))
        np.testing.assert_array_equal(host(tn.sort(x, descending=True)), a[order])
        x.sort(descending=True)
        np.testing.assert_array_equal(host(x), a[order])


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "i8", "u4", "u2", "D"])
def test_large_lines(device, dtype):
    for shape in ((1 << 20,), (3, 300001), (2, (1 << 19) + 3)):
        a = with_ties(shape, dtype)
        x = tn.asarray(a)
        order = np.argsort(a, kind="stable")
        items = np.take_along_axis(a, order, -1)
        np.testing.assert_array_equal(host(tn.sort(x)), items)
        same_bits(order, tn.argsort(x))


def long_items(kind, n):
    """Items of 64 bits that differ in high bits, in low ones, or in both here and there."""
    rng = np.random.default_rng(n)
    low = rng.integers(0, 1 << 32, n)
    one = {
        "low": low,
        "outlier": np.where(np.arange(n) == n // 2, 1 << 62, low),
        "few": rng.integers(-3, 3, n) << 40 | low,
        "pairs": rng.integers(0, max(n // 2, 1), n) << 33 | low & 1,
        "same": np.full(n, 1 << 50),
        "last": 7 - (np.arange(n) == 0),
    }
    if kind in one:
        return one[kind]
    x = 1 + rng.integers(0, 99, n) * np.finfo(float).eps
    x[rng.random(n) < 0.1] = -np.nan
    return x


@pytest.mark.parametrize(
    "kind", ["low", "outlier", "few", "pairs", "same", "last", "float"]
)
def test_long_items(device, kind):
    for n in (2, 5, 95, 96, 97, 1000, 40000, 300001):
        a = long_items(kind, n)
        x = tn.asarray(a)
        same_bits(np.argsort(a, kind="stable"), tn.argsort(x))
        same_bits(np.sort(a, kind="stable"), tn.sort(x, kind="stable"))
        backwards = -a if a.dtype.kind == "f" else ~a
        same_bits(np.argsort(backwards, kind="stable"), tn.argsort(x, descending=True))


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "i8", "u4", "u8"])
def test_lines_of_few_values(device, dtype):
    n = 300001
    random = np.random.default_rng(1).integers(0, 2, n).astype(dtype)
    ascending = np.arange(n).astype(dtype)
    for a in (np.full(n, 7, dtype), random, ascending, ascending[::-1].copy()):
        if a.dtype.kind == "f":
            a[: n // 2] *= -0.0
            a[::3] = np.nan
        x = tn.asarray(a)
        np.testing.assert_array_equal(host(tn.sort(x)), np.sort(a))
        np.testing.assert_array_equal(host(x), a)
        x.sort()
        np.testing.assert_array_equal(host(x), np.sort(a))


def test_many_short_rows(device):
    for n in (2, 3, 5, 8, 17, 40, 47, 48, 49, 96, 97, 191, 192, 193):
        a = with_ties((5003, n), "f4")
        same(lambda xp, x: xp.sort(x), device, a)
        same(lambda xp, x: xp.argsort(x, kind="stable"), device, a)
        same(lambda xp, x: xp.sort(x, 0), device, a)


def test_sort_complex(device):
    for dtype in DTYPES:
        same(lambda xp, x: xp.sort_complex(x), device, with_ties((3, 8), dtype))


def test_lexsort(device):
    keys = [with_ties((4, 300), d, i) % 5 for i, d in enumerate(("i1", "i8", "i2"))]
    keys.append(with_ties((4, 300), "f4"))
    for axis in (0, 1, -1):
        same(lambda xp, *k, ax=axis: xp.lexsort(k, axis=ax), device, *keys)
    same(lambda xp, x: xp.lexsort(x), device, with_ties((3, 1000), "i1") % 4)
    same(lambda xp, x: xp.lexsort((x[0], x[1])), device, with_ties((3, 1000), "i1") % 4)
    same(lambda xp, x: xp.lexsort((x[0, 0], x[1, 0])), device, with_ties((3, 2), "i1"))


def in_order(a, axis):
    """By a stable sort: NumPy's own of float16 with AVX-512 leaves NaNs in disorder."""
    return np.sort(a, axis, kind="stable")


def partitioned(expected, got, kth, axis):
    """Whether `got` is partitioned so; `expected` are its items in order."""
    got = host(got)
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(in_order(got, axis), expected)
    got, expected = np.moveaxis(got, axis, 0), np.moveaxis(expected, axis, 0)
    for k in kth:
        np.testing.assert_array_equal(got[k], expected[k])
        if k >= 0:
            below = in_order(got[:k], 0)
            np.testing.assert_array_equal(below, expected[:k])


@pytest.mark.parametrize("dtype", DTYPES)
def test_partition(device, dtype):
    for shape in ((1000,), (13, 40), (3, 9000)):
        a = with_ties(shape, dtype)
        for axis in range(len(shape)):
            n, items = shape[axis], in_order(a, axis)
            for kth in ((n // 2,), (0, n - 1), (-1, 2, n // 3)):
                x = tn.asarray(a)
                partitioned(items, tn.partition(x, kth, axis), kth, axis)
                order = tn.argpartition(x, kth, axis)
                assert order.dtype == np.int64
                taken = np.take_along_axis(a, host(order), axis)
                partitioned(items, taken, kth, axis)
                x.partition(kth, axis)
                partitioned(items, x, kth, axis)
    same(
        lambda xp, x: xp.partition(x, x.size - 1, None)[-1], device, with_ties(9, "i4")
    )


# On CUDA: columns that blocks keep, rows that they read again, and a line that
# is shared by blocks.
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1500, 7), (5, 20000), (200001,)])
def test_selections(device, dtype, shape):
    axis = 1 if shape[0] == 5 else 0
    n = shape[axis]
    some = ((n // 2,), (0, n // 2, n // 2 + 1, n - 1), tuple(range(0, n, n // 12)))
    mixed = with_ties(shape, dtype, 5)
    for a in (mixed, np.sort(mixed, axis), np.full(shape, with_ties(9, dtype, 2)[4])):
        items = in_order(a, axis)
        for kth in some:
            x = tn.asarray(a)
            partitioned(items, tn.partition(x, kth, axis), kth, axis)
            order = host(tn.argpartition(x, kth, axis))
            np.testing.assert_array_equal(
                np.sort(order, axis), np.broadcast_to(ordinals(n, axis, a.ndim), shape)
            )
            partitioned(items, np.take_along_axis(a, order, axis), kth, axis)
            same_bits(a, x)
            x.partition(kth, axis)
            partitioned(items, x, kth, axis)
            assert tn.argpartition(x, kth, axis).flags.c_contiguous
    wide = with_ties((*shape[:-1], 2 * shape[-1]), dtype)
    x = tn.asarray(wide)
    x[..., ::2].partition(n // 3, axis)
    partitioned(in_order(wide[..., ::2], axis), x[..., ::2], (n // 3,), axis)
    same_bits(wide[..., 1::2], x[..., 1::2])


def ordinals(n, axis, ndim):
    return np.arange(n).reshape([-1 if i == axis else 1 for i in range(ndim)])


@pytest.mark.parametrize("dtype", DTYPES)
def test_top_k_of_many(device, dtype):
    for shape, axis in (((1500, 7), 0), ((5, 20000), 1), ((200001,), 0)):
        n = shape[axis]
        x = tn.asarray(with_ties(shape, dtype, 5))
        for largest in (True, False):
            order = host(tn.argsort(x, axis, descending=largest))
            for k in (1, 50, n // 2, n - 1):
                first = np.take(order, range(k), axis)
                values, places = tn.top_k(x, k, axis=axis, largest=largest)
                same_bits(first, places)
                same_bits(np.take_along_axis(host(x), first, axis), values)


def test_top_k(device):
    a = with_ties((5, 300, 3), "f4")
    for largest in (True, False):
        for axis in (0, 1, 2, -1):
            order = np.argsort(-a if largest else a, axis, kind="stable")
            for k in (0, 1, 3):
                first = np.take(order, range(k), axis)
                values, places = tn.top_k(tn.asarray(a), k, axis=axis, largest=largest)
                same_bits(first, places)
                same_bits(np.take_along_axis(a, first, axis), values)
    with pytest.raises(ValueError, match="out of bounds"):
        tn.top_k(tn.asarray(a), 4)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("side", ["left", "right"])
def test_searchsorted(device, dtype, side):
    for n, m in ((0, 3), (1, 5), (1000, 3000), (70000, 5)):
        a, v = np.sort(with_ties(n, dtype)), with_ties(m, dtype, 1)
        same(lambda xp, a, v: xp.searchsorted(a, v, side), device, a, v)
        same(lambda xp, a, v: xp.searchsorted(a, a, side), device, a, v)
        same(lambda xp, a, v: a.searchsorted(v.reshape(1, -1), side), device, a, v)


def test_searchsorted_of_other_kinds(device):
    a = np.sort(with_ties(100, "i4"))
    same(lambda xp, a: xp.searchsorted(a, 3.5), device, a)
    same(lambda xp, a: xp.searchsorted(a, [[1, 2], [3, 4]]), device, a)
    same(lambda xp, a: xp.searchsorted(a[::-1][::-1][::2], 7, "right"), device, a)
    b = with_ties(100, "f4")
    order = np.argsort(b)
    same(lambda xp, b, o: xp.searchsorted(b, b, sorter=o), device, b, order)
    same(lambda xp, b, o: xp.searchsorted(b, 1e-9, sorter=o), device, b, order)


BAD = {
    "no axis": lambda xp, a: xp.sort(a[0, 0]),
    "axis": lambda xp, a: xp.sort(a, 2),
    "argsort axis": lambda xp, a: xp.argsort(a, -3),
    "method axis": lambda xp, a: a.sort(2),
    "method without axis": lambda xp, a: a.sort(axis=None),
    "axis of text": lambda xp, a: xp.sort(a, "x"),
    "kind": lambda xp, a: xp.sort(a, kind="foo"),
    "kind of number": lambda xp, a: xp.argsort(a, kind=3),
    "kind and stable": lambda xp, a: xp.sort(a, kind="quick", stable=True),
    "order": lambda xp, a: xp.sort(a, order="x"),
    "kth": lambda xp, a: xp.partition(a, 5),
    "negative kth": lambda xp, a: xp.argpartition(a, [-4]),
    "float kth": lambda xp, a: xp.partition(a, 1.0),
    "bool kth": lambda xp, a: xp.partition(a, True),
    "no kth": lambda xp, a: xp.partition(a, []),
    "select kind": lambda xp, a: xp.partition(a, 1, kind="foo"),
    "select order": lambda xp, a: xp.partition(a, 1, order="x"),
    "partition without axis": lambda xp, a: a.partition(1, axis=None),
    "partition of one": lambda xp, a: xp.partition(a[0, 0], 0),
    "searched too deep": lambda xp, a: xp.searchsorted(a, 1),
    "side": lambda xp, a: xp.searchsorted(a[0], 1, side="x"),
    "side in short": lambda xp, a: xp.searchsorted(a[0], 1, side="l"),
    "sorter out of range": lambda xp, a: xp.searchsorted(a[0], 1, sorter=[0, 5, 5]),
    "sorter too short": lambda xp, a: xp.searchsorted(a[0], 1, sorter=[0]),
    "sorter of floats": lambda xp, a: xp.searchsorted(a[0], 1, sorter=[0.0, 1, 2]),
    "sorter too deep": lambda xp, a: xp.searchsorted(a[0], 1, sorter=[[0, 1, 2]]),
    "no keys": lambda xp, a: xp.lexsort([]),
    "a key": lambda xp, a: xp.lexsort(5),
    "keys of two shapes": lambda xp, a: xp.lexsort((a[0], a[0, :2])),
    "axis of keys": lambda xp, a: xp.lexsort(a, axis=5),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(device, name):
    same_error(BAD[name], device, np.arange(6.0).reshape(2, 3))


def test_read_only(device):
    def body(xp, a, method):
        a.flags.writeable = False
        getattr(a, method)(1)

    for method in ("sort", "partition"):
        same_error(
            lambda xp, a, m=method: body(xp, a, m), device, with_ties((3, 4), "f4")
        )


def test_devices_are_not_mixed(device):
    other = np.arange(3.0)
    x = on_device(other, device)
    if device == "cpu":
        return check(np.searchsorted(other, other), tn.searchsorted(x, other))
    with pytest.raises(TypeError, match="NumPy array"):
        tn.searchsorted(x, other)


def test_same_on_every_run(device):
    a = with_ties((2, 1 << 17), "f4")
    x = tn.asarray(a)
    first = host(tn.argsort(x))
    for _ in range(3):
        same_bits(first, tn.argsort(x))

# SPDX-License-Identifier: Apache-2.0
"""Counting and histograms against NumPy."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    check,
    host,
    on_device,
    outcome,
    same,
    same_error,
    same_or_error,
)
from tenorite._numpy import histograms

REAL = "bBhHiIlLefd"


def numbers(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "iu":
        return rng.integers(0, 100, shape).astype(dtype)
    return (rng.standard_normal(shape) * 10).astype(dtype)


def rounding(device):
    """Sums are NumPy's to the bit on the CPU, elsewhere to a few roundings."""
    return 0 if device == "cpu" else 1e-12


@pytest.mark.parametrize("dtype", REAL)
def test_even_bins(device, dtype):
    a = numbers(5000, dtype)
    for bins in (1, 7, 10, 100):
        same(lambda xp, x, b=bins: xp.histogram(x, b), device, a)
        same(lambda xp, x, b=bins: xp.histogram(x, b, (3, 40)), device, a)
        same(lambda xp, x, b=bins: xp.histogram_bin_edges(x, b), device, a)
    same(lambda xp, x: xp.histogram(x, 10, density=True), device, a)
    same(lambda xp, x: xp.histogram(x[:0]), device, a)
    same(lambda xp, x: xp.histogram(x[:1]), device, a)
    same(lambda xp, x: xp.histogram(x.reshape(50, 100)[::2, 1::3]), device, a)


def test_items_at_edges(device):
    """Items that rounding would put beside their bins."""
    for bins in (3, 7, 10, 49, 1000):
        edges = np.linspace(0.1, 0.7, bins + 1)
        near = np.concatenate([edges, np.nextafter(edges, 0), np.nextafter(edges, 1)])
        same(lambda xp, x, b=bins: xp.histogram(x, b, (0.1, 0.7)), device, near)
        near = near.astype("f4")
        same(lambda xp, x, b=bins: xp.histogram(x, b, (0.1, 0.7)), device, near)


@pytest.mark.parametrize("count", [1, 2, 3, 31, 1000])
def test_edges_of_any_distance(device, count):
    """Repeated edges, and items outside, at edges, beside them and not heights."""
    rng = np.random.default_rng(count)
    edges = np.sort(rng.integers(0, 5 * count, count + 1) / 7.0)
    near = np.concatenate([edges, np.nextafter(edges, -1), np.nextafter(edges, 1e9)])
    others = [-np.inf, np.inf, -1.0, 1e9]
    for n in (0, 1, 63, 64, 65, 3000):
        x = np.concatenate([rng.choice(near, n), others])
        same(lambda xp, x, e: xp.histogram(x, e), device, x, edges)
        heights = np.arange(x.size, dtype="f8")
        same(
            lambda xp, *a: xp.histogram(*a[:2], weights=a[2]), device, x, edges, heights
        )
        whole = rng.integers(-3, 5 * count, n)
        same(lambda xp, x, e: xp.histogram(x, e), device, whole, edges)
    x = np.concatenate([near, [np.nan]])
    same(lambda xp, x, e: xp.histogram(x, e), device, x, edges)


def test_many_bins(device):
    for bins in (8192, 8193, 100000):
        a = numbers(1 << 18, "f8")
        same(lambda xp, x, b=bins: xp.histogram(x, b), device, a)


@pytest.mark.parametrize("dtype", REAL)
def test_given_edges(device, dtype):
    a = numbers(3000, dtype)
    for edges in ([-3, 0, 1, 10, 50], [0.5, 0.5, 2.5, 2.5], [1, 9], [4]):
        e = np.array(edges)
        same(lambda xp, x, e: xp.histogram(x, e), device, a, e)
        same(lambda xp, x, e=edges: xp.histogram(x, e), device, a)
        same(
            lambda xp, x, e: xp.histogram(x, e, density=True),
            device,
            a,
            e[:2] + [0, 1] if e.size > 1 else np.array([0, 9]),
        )


def test_nans_and_infinities(device):
    a = np.array([1, np.nan, 2, np.inf, -np.inf, 3.0])
    same(lambda xp, x: xp.histogram(x, 4, (0, 4)), device, a)
    same(lambda xp, x: xp.histogram(x, [0, 1, 2, 3]), device, a)
    same_error(lambda xp, x: xp.histogram(x), device, a)


def test_wide_integers(device):
    a = np.array([2**62, 2**62 + 1, 2**62 + 2, 5])
    same(lambda xp, x: xp.histogram(x, x[:3]), device, a)


@pytest.mark.parametrize("weight", ["i4", "f4", "f8", "F", "D", "u8"])
def test_weights(device, weight):
    a = numbers(2000, "f8")
    w = numbers(2000, "f8", 5)
    w = (abs(w) if weight == "u8" else w).astype(weight)
    rtol = 1e-6 if weight in ("f4", "F") and device != "cpu" else rounding(device)
    same(lambda xp, x, w: xp.histogram(x, 13, weights=w), device, a, w, rtol=rtol)
    same(
        lambda xp, x, w: xp.histogram(x, 13, (-5, 5), weights=w),
        device,
        a,
        w,
        rtol=rtol,
    )
    # NumPy takes differences of running sums here, which round.
    e = np.array([-10, -1.0, 2, 30])
    same(
        lambda xp, x, w: xp.histogram(x, e.tolist(), weights=w),
        device,
        a,
        w,
        rtol=1e-4 if weight in ("f4", "F") else 1e-12,
    )


def test_sums_are_the_same_in_every_run(device):
    a = on_device(numbers(1 << 18, "f8"), device)
    w = on_device(numbers(1 << 18, "f8", 1), device)
    first = host(tn.histogram(a, 20, weights=w)[0])
    for _ in range(3):
        np.testing.assert_array_equal(host(tn.histogram(a, 20, weights=w)[0]), first)


@pytest.mark.parametrize(
    "name", ["auto", "doane", "fd", "rice", "scott", "sqrt", "sturges", "stone"]
)
def test_estimators(device, name):
    for dtype in ("f8", "i4"):
        a = numbers(500, dtype)
        same(lambda xp, x: xp.histogram_bin_edges(x, name), device, a)
        same(lambda xp, x: xp.histogram(x, name, (-3, 4)), device, a)
    same(lambda xp, x: xp.histogram(x[:0], name), device, a)
    same(lambda xp, x: xp.histogram(x[:1], name), device, a)


def test_bools(device):
    with pytest.warns(RuntimeWarning, match="Converting input from bool"):
        n, edges = tn.histogram(on_device(np.array([True, False, True]), device))
    check(np.histogram(np.array([1, 0, 1], "u1")), (n, edges))


def test_points(device):
    p = numbers((500, 3), "f8")
    w = numbers(500, "f8", 3)
    same(lambda xp, p: xp.histogramdd(p), device, p)
    same(lambda xp, p: xp.histogramdd(p, (2, 3, 4)), device, p)
    same(
        lambda xp, p: xp.histogramdd(p, (2, [0, 1, 5.0], 4), density=True),
        device,
        p,
        rtol=1e-14,
    )
    same(lambda xp, p: xp.histogramdd(p, 3, ((-5, 5), (0, 3), (-9, 1))), device, p)
    same(
        lambda xp, p, w: xp.histogramdd(p, 3, weights=w),
        device,
        p,
        w,
        rtol=rounding(device),
    )
    x, y = p[:, 0].copy(), p[:, 1].copy()
    same(lambda xp, x, y: xp.histogram2d(x, y), device, x, y)
    same(lambda xp, x, y: xp.histogram2d(x, y, [3, 4]), device, x, y)
    same(lambda xp, x, y: xp.histogram2d(x, y, [0, 1, 2, 3.5]), device, x, y)
    same(lambda xp, x, y: xp.histogramdd((x, y), 4), device, x, y)
    for dtypes in ("fd", "df", "if", "ld", "ef"):
        mixed = [v.astype(dtype) for v, dtype in zip((x, y), dtypes, strict=True)]
        same(lambda xp, x, y: xp.histogram2d(x, y, 3), device, *mixed)


@pytest.mark.parametrize("dtype", "?bBhHiIl")
def test_bincount(device, dtype):
    a = np.random.default_rng(0).integers(0, 100, 4000).astype(dtype)
    same(lambda xp, x: xp.bincount(x), device, a)
    same(lambda xp, x: xp.bincount(x, minlength=300), device, a)
    same(lambda xp, x: xp.bincount(x[::-3]), device, a)
    same(lambda xp, x: xp.bincount(x[:0], minlength=3), device, a)
    w = numbers(4000, "f4")
    same(lambda xp, x, w: xp.bincount(x, w), device, a, w, rtol=rounding(device))
    same(lambda xp, x, w: xp.bincount(x, w > 0, 200), device, a, w)


def test_bincount_of_lists(device):
    tn.set_default_device(device)
    check(np.bincount([1, 5, 1]), tn.bincount([1, 5, 1]))
    check(np.bincount([]), tn.bincount([]))
    large = np.random.default_rng(0).integers(0, 1 << 20, 1 << 20)
    same(lambda xp, x: xp.bincount(x), device, large)


def test_digitize(device):
    a = numbers(1000, "f8")
    for edges in ([-5, 0, 0, 3.5, 20], [20, 3.5, 0, 0, -5], [1], []):
        e = np.array(edges, float)
        for right in (False, True):
            same(lambda xp, x, e, r=right: xp.digitize(x, e, r), device, a, e)
    same(lambda xp, e: xp.digitize(1, e), device, np.array([0, 1, 2]))


BAD = {
    "negative": lambda xp, a: xp.bincount(xp.asarray([1, -1])),
    "of floats": lambda xp, a: xp.bincount(a),
    "two axes": lambda xp, a: xp.bincount(xp.asarray([[1]])),
    "rows": lambda xp, a: xp.bincount([[2, 2]]),
    "rows of weights": lambda xp, a: xp.bincount([1], [[1]]),
    "complex weights": lambda xp, a: xp.bincount([1], [1j]),
    "array of complex weights": lambda xp, a: xp.bincount([1], xp.asarray([1j])),
    "no axis": lambda xp, a: xp.bincount(xp.asarray(1)),
    "weights": lambda xp, a: xp.bincount(xp.asarray([1]), xp.asarray([1, 2])),
    "minlength": lambda xp, a: xp.bincount(xp.asarray([1]), minlength=-1),
    "no minlength": lambda xp, a: xp.bincount(xp.asarray([1]), minlength=None),
    "minlength of text": lambda xp, a: xp.bincount(xp.asarray([1]), minlength="a"),
    "not monotonic": lambda xp, a: xp.digitize(a, [1, 3, 2]),
    "complex": lambda xp, a: xp.digitize(a * 1j, [1, 2]),
    "deep bins": lambda xp, a: xp.digitize(a, [[1, 2]]),
    "no bins": lambda xp, a: xp.histogram(a, 0),
    "bins of floats": lambda xp, a: xp.histogram(a, 2.5),
    "falling bins": lambda xp, a: xp.histogram(a, [3, 1]),
    "bins too deep": lambda xp, a: xp.histogram(a, [[1, 2]]),
    "range": lambda xp, a: xp.histogram(a, range=(3, 1)),
    "endless range": lambda xp, a: xp.histogram(a, range=(0, np.inf)),
    "estimator": lambda xp, a: xp.histogram(a, "best"),
    "weighted estimator": lambda xp, a: xp.histogram(a, "fd", weights=a),
    "shape of weights": lambda xp, a: xp.histogram(a, weights=a[:2]),
    "too many bins": lambda xp, a: xp.histogram(a, 10, (1, 1 + 2**-52)),
    "dimensions": lambda xp, a: xp.histogramdd((a, a), (1, 2, 3)),
    "ranges": lambda xp, a: xp.histogramdd((a, a), 3, ((0, 1),)),
    "dimension without bins": lambda xp, a: xp.histogramdd((a, a), (1, 0)),
    "falling dimension": lambda xp, a: xp.histogramdd((a, a), (1, [2, 1])),
    "lengths": lambda xp, a: xp.histogram2d(a, a[:2]),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(device, name):
    same_error(BAD[name], device, np.arange(5.0))


def test_other_devices(device):
    x = on_device(np.arange(3.0), device)
    _, error = outcome(lambda: tn.histogram(x, weights=np.arange(3.0)))
    assert device == "cpu" and error is None or isinstance(error, TypeError)


@pytest.mark.parametrize("few", [0, 1 << 14])
@pytest.mark.parametrize(
    "edges",
    [[1.0, 2, 3], [3.0, 2, 1], [2.0, 2, 2], [1.0], [], [1.0, 3, 2], [3.0, 1, 2],
     [1.0, 1, 2, 2], [2.0, 2, 1, 1], [np.nan, 1.0]],
)  # fmt: skip
def test_edges_of_digitize_on_the_host_and_on_the_device(
    device, edges, few, monkeypatch
):
    """Few edges are looked at by the host: the answers and errors are the same."""
    monkeypatch.setattr(histograms, "_FEW_EDGES", few)
    x, edges = np.array([0.5, 1, 1.5, 2, 2.5, 3, 4]), np.array(edges)
    for right in (False, True):
        same_or_error(lambda xp, x, e, r=right: xp.digitize(x, e, r), device, x, edges)

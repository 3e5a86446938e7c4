# SPDX-License-Identifier: Apache-2.0
"""Medians and quantiles against NumPy, to the bit."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import same, same_error, same_or_class

METHODS = (
    "inverted_cdf averaged_inverted_cdf closest_observation "
    "interpolated_inverted_cdf hazen weibull linear median_unbiased "
    "normal_unbiased lower higher midpoint nearest"
).split()
AXES = (None, 0, 1, -1, (0, 2), (2, 1), (0, 1, 2))


def numbers(shape, dtype, nans=0.0, seed=0):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        return rng.integers(0, 100, shape).astype(dtype)
    x = rng.standard_normal(shape)
    if dtype.kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    x = x.astype(dtype)
    x[rng.random(shape) < nans] = np.nan
    return x


@pytest.mark.parametrize("dtype", "?bBhilLefdFD")
def test_median(device, dtype):
    for shape in ((5, 4, 6), (3, 7, 5)):
        for nans in (0, 0.02) if dtype in "efdFD" else (0,):
            a = numbers(shape, dtype, nans)
            for axis in AXES:
                same(lambda xp, x, ax=axis: xp.median(x, ax), device, a)
                same(
                    lambda xp, x, ax=axis: xp.median(x, ax, keepdims=True),
                    device,
                    a,
                    order=False,
                )


@pytest.mark.parametrize("dtype", "efd")
def test_nanmedian(device, dtype):
    for shape in ((5, 4, 6), (3, 7, 5), (2, 700)):
        a = numbers(shape, dtype, 0.3)
        a[0] = np.nan
        for axis in (None, 0, 1, -1):
            same(lambda xp, x, ax=axis: xp.nanmedian(x, ax), device, a)
            same(
                lambda xp, x, ax=axis: xp.nanmedian(x, ax, keepdims=True),
                device,
                a,
                order=False,
            )
    same(lambda xp, x: xp.nanmedian(x, 0), device, numbers((5, 4), "i4"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["quantile", "nanquantile"])
def test_methods(device, method, name):
    for dtype in "bilefd":
        for n in (1, 2, 5, 10):
            a = numbers((n, 3), dtype, 0.1 if name == "nanquantile" else 0)
            a[0] = 3  # NumPy gives slices without numbers dtypes of their own
            for q in (0.3, 0, 1, 0.5, [0.1, 0.5, 0.9], np.float64(0.7)):
                if dtype == "b" and method == "midpoint":
                    continue
                for axis in (0, None):
                    same(
                        lambda xp, x, q=q, ax=axis: getattr(xp, name)(
                            x, q, ax, method=method
                        ),
                        device,
                        a,
                        order=False,
                    )


@pytest.mark.parametrize("name", ["percentile", "nanpercentile"])
def test_percentiles(device, name):
    a = numbers((4, 5, 6), "f8", 0.01)
    # NumPy's nanpercentile puts the axes of such quantiles apart.
    deep = ([[25, 75], [1, 99]],) if name == "percentile" else ()
    for q in (30, 12.5, [0, 50, 100], *deep):
        for axis in AXES[:5]:
            for keepdims in (False, True):
                same(
                    lambda xp, x, q=q, ax=axis, k=keepdims: getattr(xp, name)(
                        x, q, ax, keepdims=k
                    ),
                    device,
                    a,
                    order=False,
                )


def test_large(device):
    for dtype in ("f4", "f8", "i4"):
        a = numbers((3, 200001), dtype)
        for axis in (None, 0, 1):
            same(lambda xp, x, ax=axis: xp.median(x, ax), device, a)
            same(
                lambda xp, x, ax=axis: xp.percentile(x, [5, 50.5, 99.9], ax), device, a
            )


# Lines that are long enough for selections on CUDA: by few and by many ranks.
@pytest.mark.parametrize("dtype", "?bBhHiIlLefd")
def test_selected(device, dtype):
    for shape, axis in (((3, 1501), 1), ((3000, 5), 0), ((4, 20011), 1), ((70001,), 0)):
        for nans in (0, 1e-4) if dtype in "efd" else (0,):
            a = numbers(shape, dtype, nans)
            same(lambda xp, x, ax=axis: xp.median(x, ax), device, a)
            if dtype == "?":
                continue
            for q in (0.3, [0.25, 0.5, 0.75], np.linspace(0, 1, 11)):
                same(
                    lambda xp, x, q=q, ax=axis: xp.quantile(x, q, ax),
                    device,
                    a,
                    order=False,
                )


@pytest.mark.parametrize("method", METHODS)
def test_methods_of_selected(device, method):
    for dtype in "ifd":
        a = numbers((2, 2050), dtype)
        a[0] -= 50
        for q in (0.3, 0, 1, [0.1, 0.5, 0.9]):
            same(
                lambda xp, x, q=q: xp.quantile(x, q, 1, method=method),
                device,
                a,
                order=False,
            )


def test_orders_of_selected(device):
    a = numbers((3, 1201, 4), "f4")
    for order in "CF":
        same(
            lambda xp, x, o=order: xp.median(xp.asarray(x, order=o), 1),
            device,
            a,
        )
    same(lambda xp, x: xp.median(x[::-1, :, ::2], (1, 2)), device, a)


def test_layouts(device):
    a = numbers((6, 8), "f8")
    same(lambda xp, x: xp.median(x.T, 0), device, a)
    same(lambda xp, x: xp.quantile(x[::-2, 1::3], [0.2, 0.7], 1), device, a)
    same(lambda xp, x: xp.median(xp.asarray(x, order="F"), 1), device, a)
    same(lambda xp, x: xp.median(xp.broadcast_to(x[0], (3, 8)), 0), device, a)


def test_out(device):
    def body(xp, a, function, *args, shape=(5,)):
        out = xp.zeros(shape)
        assert getattr(xp, function)(a, *args, axis=0, out=out) is out
        return out

    a = numbers((4, 5), "f8", 0.1)
    for args in (("median",), ("nanmedian",), ("quantile", 0.3), ("percentile", 30)):
        same(lambda xp, x, args=args: body(xp, x, *args), device, a)
    same(lambda xp, x: body(xp, x, "quantile", [0.3, 0.5], shape=(2, 5)), device, a)


def test_results_are_broadcast_to_out(device):
    def body(xp, a, function, *args, shape=(3, 5)):
        out = xp.zeros(shape)
        getattr(xp, function)(a, *args, axis=0, out=out)
        return out

    for share in (0, 0.1):  # without NaNs, and with some
        a = numbers((4, 5), "f8", share)
        for name, q in (("quantile", 0.3), ("percentile", 30)):
            for args in ((name, q), ("nan" + name, q), ("nanmedian",), ("median",)):
                for shape in ((3, 5), (3, 4), ()):
                    same_or_class(
                        lambda xp, x, args=args, shape=shape: body(
                            xp, x, *args, shape=shape
                        ),
                        device,
                        a,
                    )
            same(
                lambda xp, x, f=name, q=q: body(xp, x, f, [q, q], shape=(3, 2, 5)),
                device,
                a,
            )


def test_overwritten_input(device):
    def body(xp, a):
        x = a.copy()
        m = xp.median(x, axis=1, overwrite_input=True)
        return m, xp.sort(x, axis=1)

    same(body, device, numbers((5, 300), "f4"))
    a = numbers((5, 300), "f4")
    same(lambda xp, x: (xp.median(x), xp.quantile(x, 0.3), x), device, a)


def test_weights(device):
    a = numbers((40, 3), "f8")
    rng = np.random.default_rng(1)
    for w in (rng.integers(0, 9, (40, 3)), rng.integers(1, 5, 40)):
        for q in (0.3, [0, 0.25, 1.0]):
            same(
                lambda xp, x, w, q=q: xp.quantile(
                    x, q, 0, method="inverted_cdf", weights=w
                ),
                device,
                a,
                w,
                order=False,
            )
    w = rng.integers(1, 9, (40, 3)).astype(float)
    same(
        lambda xp, x, w: xp.percentile(x, 40, method="inverted_cdf", weights=w),
        device,
        a,
        w,
    )
    b = numbers((40, 3), "f8", 0.2)
    same(
        lambda xp, x, w: xp.nanquantile(
            x, [0.2, 0.8], 0, method="inverted_cdf", weights=w
        ),
        device,
        b,
        w,
        order=False,
    )


@pytest.mark.parametrize("items", ([1.0, 2.0, 3.0], [1.0, np.nan, 3.0], [1, 2, 3]))
@pytest.mark.parametrize("q", (50, [50], [50, 75]))
def test_one_number_of_weights(items, q):
    """An array without axes in NumPy, but for NaN: a scalar."""
    want, got = (
        xp.percentile(xp.asarray(items), q, method="inverted_cdf", weights=[1, 1, 1])
        for xp in (np, tn)
    )
    assert repr(got) == repr(want)


BAD = {
    "axis": lambda xp, a: xp.median(a, 2),
    "axes twice": lambda xp, a: xp.quantile(a, 0.5, (0, 0)),
    "quantile": lambda xp, a: xp.quantile(a, 1.5),
    "quantiles": lambda xp, a: xp.nanquantile(a, [0.5, -1]),
    "percentile": lambda xp, a: xp.percentile(a, 101),
    "nan percentile": lambda xp, a: xp.nanpercentile(a, -1),
    "nan quantile": lambda xp, a: xp.quantile(a, np.nan),
    "method": lambda xp, a: xp.quantile(a, 0.5, method="none"),
    "complex": lambda xp, a: xp.quantile(a * 1j, 0.5),
    "weights and method": lambda xp, a: xp.quantile(a, 0.5, weights=a),
    "negative weights": lambda xp, a: xp.quantile(
        a, 0.5, method="inverted_cdf", weights=a - 2
    ),
    "no weights": lambda xp, a: xp.quantile(
        a, 0.5, method="inverted_cdf", weights=a * 0
    ),
    "shape of weights": lambda xp, a: xp.quantile(
        a, 0.5, axis=0, method="inverted_cdf", weights=a[0]
    ),
    "axis of weights": lambda xp, a: xp.quantile(
        a, 0.5, method="inverted_cdf", weights=a[0]
    ),
    "no items": lambda xp, a: xp.quantile(a[:0], 0.5),
    "quantiles too deep": lambda xp, a: xp.quantile(a, [[[0.5]]]),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(device, name):
    same_error(BAD[name], device, np.arange(6.0).reshape(2, 3))


def test_no_items(device):
    for axis in (None, 0, 1):
        same(lambda xp, x, ax=axis: xp.median(x, ax), device, np.ones((0, 3)))
        same(lambda xp, x, ax=axis: xp.nanmedian(x, ax), device, np.ones((0, 3)))

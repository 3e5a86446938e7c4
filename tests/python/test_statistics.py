# SPDX-License-Identifier: Apache-2.0
"""Reductions, scans, statistics and small mathematics against NumPy."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    SOME_DTYPES,
    check,
    host,
    same,
    same_error,
    same_or_error,
    values,
)

A = values((2, 3, 4), "f8")
B = values((3, 4), "i4", 1)
V = values(6, "f8", 2)
N = np.where(values((3, 4), "?", 3), np.nan, values((3, 4), "f8", 4))
N[1] = [1, 2, 3, np.nan]
C = values((3, 4), "D", 5)
RTOL = {"e": 2e-3, "f": 1e-5, "F": 1e-5}

AXES = [None, 0, -1, (0, 2), (), (2, 1, 0)]
REDUCTIONS = ["sum", "prod", "max", "min", "any", "all", "mean", "var", "std"]
REDUCTIONS += ["ptp", "count_nonzero", "amax", "amin"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(device, name, dtype):
    a = values((2, 3, 4), dtype)
    if name == "prod":
        a = a // 25 + 1 if a.dtype.kind in "iu" else a / a.dtype.type(4)
    rtol = RTOL.get(dtype, 1e-12)
    for axis in AXES:
        for keepdims in (False, True):
            for view in (lambda x: x, lambda x: x.T, lambda x: x[:, ::-1, ::2]):
                same_or_error(
                    lambda xp, x, ax=axis, k=keepdims, v=view: getattr(xp, name)(
                        v(x), axis=ax, keepdims=k
                    ),
                    device,
                    a,
                    rtol=rtol,
                    order=False,
                )


@pytest.mark.parametrize("dtype", DTYPES)
def test_arg_reductions_and_scans(device, dtype):
    a = values((3, 4), dtype)
    rtol = RTOL.get(dtype, 1e-12)
    for axis in (None, 0, -1):
        for name in ("argmax", "argmin"):
            same(lambda xp, x, n=name, ax=axis: getattr(xp, n)(x, ax), device, a)
        for name in ("cumsum", "cumprod"):
            b = a if name == "cumsum" or a.dtype.kind != "f" else a / a.dtype.type(4)
            same(
                lambda xp, x, n=name, ax=axis: getattr(xp, n)(x, axis=ax),
                device,
                b,
                rtol=rtol,
            )
    same(
        lambda xp, x: xp.cumulative_sum(x, axis=1, include_initial=True),
        device,
        a,
        rtol=rtol,
    )


BODIES = {
    "reduce_options": lambda xp, a, b, v, n, c: [
        xp.sum(a, axis=1, dtype="f4"),
        xp.sum(b, initial=10),
        xp.sum(b, axis=0, where=b > 0),
        xp.sum(b, where=[True, False, True, False]),
        xp.prod(v, initial=2.0),
        xp.max(b, axis=0, initial=5, where=b > 0),
        xp.min(b, initial=-1000),
        xp.sum(b, axis=1, out=xp.zeros(3, int)),
        xp.mean(b, axis=0, where=b > 0),
        xp.mean(b, dtype="f4"),
        xp.any(b > 100, axis=1),
        xp.all(b, where=b > 0),
        xp.sum([1, 2, 3]),
        xp.max([[1, 2], [3, 0]], axis=1),
        xp.sum(5),
        xp.argmax(b, axis=1, keepdims=True),
        xp.count_nonzero(b > 0, axis=(0, 1)),
        xp.ptp(b, axis=1, out=xp.zeros(3, int)),
    ],
    "var": lambda xp, a, b, v, n, c: [
        xp.var(a, axis=1, ddof=1),
        xp.var(a, correction=1),
        xp.std(b, axis=0, ddof=1),
        xp.var(c, axis=0),
        xp.var(b, axis=0, mean=xp.mean(b, axis=0, keepdims=True)),
        xp.std(b, axis=1, mean=xp.mean(b, axis=1, keepdims=True), ddof=1),
        xp.var(c, axis=1, mean=xp.mean(c, axis=1, keepdims=True)),
        xp.var(b, where=b > 0),
        xp.var(b, axis=0, dtype="f4"),
        xp.var(
            b, axis=0, where=b > 0, mean=xp.mean(b, axis=0, where=b > 0, keepdims=True)
        ),
    ],
    "average": lambda xp, a, b, v, n, c: [
        xp.average(b),
        xp.average(b, axis=0),
        xp.average(b, axis=1, weights=[1, 2, 3, 4]),
        xp.average(b, weights=b * b, returned=True),
        xp.average(a, axis=(0, 2), weights=xp.ones((2, 4)), returned=True),
        xp.average(v, returned=True),
        xp.average(b, axis=0, weights=[1, 0, 1], keepdims=True),
    ],
    "nan": lambda xp, a, b, v, n, c: [
        xp.nansum(n),
        xp.nansum(n, axis=0),
        xp.nanprod(n, axis=1, keepdims=True),
        xp.nanmax(n, axis=1),
        xp.nanmin(n),
        xp.nanmean(n, axis=1),
        xp.nanmean(b, axis=0),
        xp.nanvar(n, axis=1),
        xp.nanvar(n, axis=0, ddof=1),
        xp.nanstd(n),
        xp.nanvar(b),
        xp.nanargmax(n[1:2], axis=1),
        xp.nanargmin(n[1:2]),
        xp.nanargmax(b, axis=0),
        xp.nancumsum(n, axis=1),
        xp.nancumprod(n),
        xp.nansum(n, where=[True, False, True, True]),
        xp.nansum(b),
        xp.nanmax(n * xp.nan),
        xp.nanmean(n * xp.nan),
    ],
    "cumulative": lambda xp, a, b, v, n, c: [
        xp.cumsum(b, axis=0, dtype="f4"),
        xp.cumulative_sum(v),
        xp.cumulative_prod(v, include_initial=True),
        xp.cumulative_sum(b, axis=1, include_initial=True, out=xp.zeros((3, 5), int)),
        xp.cumsum(b, axis=1, out=xp.zeros((3, 4), int)),
    ],
    "diff": lambda xp, a, b, v, n, c: [
        xp.diff(v),
        xp.diff(b, axis=0),
        xp.diff(b, n=2),
        xp.diff(b > 0),
        xp.diff(v, prepend=0),
        xp.diff(v, prepend=[1, 2], append=3),
        xp.diff(b, append=0, axis=0),
        xp.diff(v, n=0),
        xp.diff(v, n=9),
        xp.ediff1d(b),
        xp.ediff1d(b, to_begin=-1, to_end=[7, 8]),
        xp.trapezoid(v),
        xp.trapezoid(b, dx=0.5, axis=0),
        xp.trapezoid(b, x=[1, 2, 4, 8]),
        xp.trapezoid(b, x=[1, 2, 4], axis=0),
        xp.unwrap(v * 3),
        xp.unwrap(b, period=25),
        xp.unwrap(v * 3, discont=4),
    ],
    "gradient": lambda xp, a, b, v, n, c: [
        xp.gradient(v),
        xp.gradient(b),
        xp.gradient(b, 2.0, axis=0),
        xp.gradient(b, 2, 3),
        xp.gradient(v, [0, 1, 3, 6, 7, 9]),
        xp.gradient(v, [0, 1, 3, 6, 7, 9], edge_order=2),
        xp.gradient(v, [0.0, 2, 4, 6, 8, 10]),
        xp.gradient(a, edge_order=2, axis=2),
        xp.gradient(c, axis=(0, 1)),
        xp.gradient(v.astype("f4"), 0.5),
    ],
    "cov": lambda xp, a, b, v, n, c: [
        xp.cov(b),
        xp.cov(b, rowvar=False),
        xp.cov(v),
        xp.cov(v[:3], v[3:]),
        xp.cov(b, bias=True),
        xp.cov(b, fweights=[1, 2, 1, 3]),
        xp.cov(b, aweights=[1, 0.5, 2, 1]),
        xp.cov(b, fweights=[1, 2, 1, 3], aweights=[1, 0.5, 2, 1], ddof=2),
        xp.cov(c),
        xp.cov(b, dtype="f4"),
        xp.corrcoef(b),
        xp.corrcoef(v[:3], v[3:]),
        xp.corrcoef(v),
        xp.corrcoef(c),
    ],
    "convolve": lambda xp, a, b, v, n, c: (
        [
            xp.convolve(x, y, mode)
            for x, y in ((v, v[:3]), (v[:2], v), (c[0], v), (b[0], b[1]), ([1, 2], 3))
            for mode in ("full", "same", "valid")
        ]
        + [
            xp.correlate(x, y, mode)
            for x, y in ((v, v[:3]), (v[:2], v), (c[0], c[1]), (c[0, :2], c[1]))
            for mode in ("full", "same", "valid")
        ]
    ),
    "rounding": lambda xp, a, b, v, n, c: [
        xp.round(a),
        xp.round(a, 1),
        xp.round(a / 3, 2),
        xp.round(a * 30, -1),
        xp.round(b),
        xp.round(b, -1),
        xp.round(b, 2),
        xp.round(c / 3, 1),
        xp.around(v, out=xp.zeros(6)),
        xp.round(v * 1.37, 1, out=xp.zeros(6)),
        xp.round(b > 0),
        xp.fix(v),
        xp.fix(b),
        xp.clip(b, -5, 10),
        xp.clip(b, None, 10),
        xp.clip(b, -5, None),
        xp.clip(b, min=3),
        xp.clip(b, [-5, 0, 1, 2], 10),
        xp.clip(b),
        xp.clip(v, 0, 1, out=v.copy()),
        xp.clip(b.astype("u1"), -5, 300),
        xp.clip(b, -0.5, 2),
        xp.clip(c, -1, 1),
    ],
    "complex": lambda xp, a, b, v, n, c: [
        xp.real(c),
        xp.imag(c),
        xp.imag(b),
        xp.real(3),
        xp.angle(c),
        xp.angle(v),
        xp.angle(v, deg=True),
        xp.isreal(c),
        xp.iscomplex(c),
        xp.isreal(b),
        xp.iscomplex(b),
        xp.iscomplexobj(c),
        xp.isrealobj(c),
        xp.real_if_close(c),
        xp.real_if_close(c * 0 + 1e-20j),
        xp.conj(c),
    ],
    "special_values": lambda xp, a, b, v, n, c: [
        xp.nan_to_num(n),
        xp.nan_to_num(xp.asarray([xp.inf, -xp.inf, xp.nan, 1.0])),
        xp.nan_to_num(xp.asarray([xp.inf, -xp.inf, xp.nan]), nan=1, posinf=2),
        xp.nan_to_num(xp.asarray([complex(xp.nan, xp.inf)])),
        xp.nan_to_num(b),
        xp.isposinf(v / 0),
        xp.isneginf(v / 0),
        xp.isposinf(b),
        xp.sinc(v),
        xp.sinc(xp.asarray([0, 1, 2])),
        xp.sinc(xp.zeros(2, "f4")),
    ],
    "comparison": lambda xp, a, b, v, n, c: [
        xp.isclose(v, v + 1e-9),
        xp.isclose(v, 2),
        xp.isclose(n, n, equal_nan=True),
        xp.isclose(b, b + 1, atol=1),
        xp.isclose(1.0, 1.0 + 1e-9),
        xp.isclose([1, 2], [1, 2.1]),
        xp.isclose(c, c),
        xp.allclose(v, v),
        xp.allclose(n, n),
        xp.allclose(n, n, equal_nan=True),
        xp.array_equal(v, v),
        xp.array_equal(v, b),
        xp.array_equal(n, n),
        xp.array_equal(n, n, equal_nan=True),
        xp.array_equal([1, 2], [1, 2]),
        xp.array_equiv(b, b[None]),
        xp.array_equiv(b, v),
        xp.result_type(b, 1.5),
        xp.result_type(b, v),
        xp.can_cast(b.dtype, "f4"),
        xp.min_scalar_type(300),
        xp.min_scalar_type(b),
        xp.common_type(b, v) is np.float64,
    ],
    "interp": lambda xp, a, b, v, n, c: [
        xp.interp(v, [-4.0, 0, 1, 5], [1, 2, -3, 4]),
        xp.interp(b, [-4.0, 0, 1, 5], [1, 2, -3, 4], left=-9, right=xp.nan),
        xp.interp(2.5, [1, 2, 3], [3, 2, 0]),
        xp.interp(0.5, [xp.nan, 1], [0, 10]),
        xp.interp(0.5, [0, xp.nan], [0, 10]),
        xp.interp(0.5, [0, 1], [0, complex(-xp.inf, xp.inf)]),
        xp.interp(0.5, [0, 1], [complex(xp.inf, 2), complex(xp.inf, 3)]),
        xp.interp([1.0, 2, 3, 3.5, xp.nan], [1, 2, 3], [3, 2, 0]),
        xp.interp(v, [1.0], [7.0]),
        xp.interp(v, xp.arange(100.0) / 7 - 8, xp.sin(xp.arange(100.0))),
        xp.interp(v, [0.0, 1, 2], [1 + 2j, 3, 4j]),
        xp.interp(
            [-180, 190, 370, 5], [190, -190, 350, -350], [5, 10, 3, 4], period=360
        ),
        xp.interp([0.5, 1.5], [0, 1, 2], [xp.inf, xp.inf, 1]),
    ],
    "products": lambda xp, a, b, v, n, c: [
        xp.cross(b[:, :3], b[:, 1:]),
        xp.cross(v[:3], v[3:]),
        xp.cross(b, v[:3], axisa=0, axisc=0),
        xp.kron(b, v),
        xp.kron(v, b),
        xp.kron(b[:2, :2], b),
        xp.kron(2, v),
        xp.trace(b),
        xp.trace(a, 1, 1, 2),
        xp.trace(b, dtype="f4"),
        xp.apply_along_axis(lambda x: x.sum(), 0, b),
        xp.apply_along_axis(lambda x: x * 2, 1, a),
        xp.apply_along_axis(lambda x: xp.outer(x, x), 1, b),
        xp.apply_over_axes(xp.sum, a, [0, 2]),
    ],
}


@pytest.mark.parametrize("name", BODIES)
def test_functions(device, name):
    order = name in ("cumulative", "diff", "special_values")
    same(BODIES[name], device, A, B, V, N, C, rtol=1e-6, order=order)


ERRORS = [
    lambda xp, a, b, v, n: xp.sum(a, axis=3),
    lambda xp, a, b, v, n: xp.sum(a, axis=(0, 0)),
    lambda xp, a, b, v, n: xp.max(v[:0]),
    lambda xp, a, b, v, n: xp.min(a[:, :0], axis=1),
    lambda xp, a, b, v, n: xp.argmax(v[:0]),
    lambda xp, a, b, v, n: xp.max(b, where=b > 0),
    lambda xp, a, b, v, n: xp.var(v, ddof=1, correction=1),
    lambda xp, a, b, v, n: xp.average(v, weights=[1, 2]),
    lambda xp, a, b, v, n: xp.average(b, axis=0, weights=[1, 2]),
    lambda xp, a, b, v, n: xp.average(v, weights=v * 0),
    lambda xp, a, b, v, n: xp.nanargmax(n * xp.nan),
    lambda xp, a, b, v, n: xp.nanargmin(n * xp.nan, axis=0),
    lambda xp, a, b, v, n: xp.nanmean(n, dtype=int),
    lambda xp, a, b, v, n: xp.nanvar(n, ddof=1, correction=1),
    lambda xp, a, b, v, n: xp.cumulative_sum(b),
    lambda xp, a, b, v, n: xp.cumsum(b, axis=2),
    lambda xp, a, b, v, n: xp.diff(v, n=-1),
    lambda xp, a, b, v, n: xp.diff(xp.asarray(1)),
    lambda xp, a, b, v, n: xp.diff(b, axis=2),
    lambda xp, a, b, v, n: xp.ediff1d(b, to_end=1.5),
    lambda xp, a, b, v, n: xp.gradient(v[:1]),
    lambda xp, a, b, v, n: xp.gradient(v, 1, 2),
    lambda xp, a, b, v, n: xp.gradient(v, edge_order=3),
    lambda xp, a, b, v, n: xp.gradient(v, [1, 2]),
    lambda xp, a, b, v, n: xp.gradient(b, [[1]], 2),
    lambda xp, a, b, v, n: xp.cov(a),
    lambda xp, a, b, v, n: xp.cov(b, ddof=1.5),
    lambda xp, a, b, v, n: xp.cov(b, fweights=[1.5, 1, 1, 1]),
    lambda xp, a, b, v, n: xp.cov(b, aweights=[1, 1]),
    lambda xp, a, b, v, n: xp.cov(b, aweights=[1, 1, -1, 1]),
    lambda xp, a, b, v, n: xp.convolve(v, []),
    lambda xp, a, b, v, n: xp.convolve(v, v, "other"),
    lambda xp, a, b, v, n: xp.correlate([], v),
    lambda xp, a, b, v, n: xp.clip(b, 1, 2, max=3),
    lambda xp, a, b, v, n: xp.cross(v[0], v),
    lambda xp, a, b, v, n: xp.cross(b[:, :3], b[:, :3], axisa=5),
    lambda xp, a, b, v, n: xp.trace(v),
    lambda xp, a, b, v, n: xp.apply_along_axis(sum, 0, b[:, :0]),
    lambda xp, a, b, v, n: xp.isposinf(b * 1j),
    lambda xp, a, b, v, n: xp.interp(v, [], []),
    lambda xp, a, b, v, n: xp.interp(v, [1, 2], [1]),
    lambda xp, a, b, v, n: xp.interp(v, [1, 2], [1, 2], period=0),
    lambda xp, a, b, v, n: xp.interp(v, [1, 2], [1], period=3),
]


@pytest.mark.parametrize("body", ERRORS, ids=range(len(ERRORS)))
def test_errors(device, body):
    same_error(body, device, A, B, V, N)


NO_PLANE = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 5)


@pytest.mark.skipif(NO_PLANE, reason="this NumPy refuses two components")
@pytest.mark.parametrize("shapes", [(2, 2), (2, 3), (3, 2), ((4, 2), 3), ((4, 2), 2)])
@pytest.mark.parametrize("dtype", ["i4", "f4", "D", "u1"])
def test_cross_in_the_plane(device, shapes, dtype):
    a, b = (values(s, dtype, seed) for seed, s in enumerate(shapes))
    same(lambda xp, x, y: xp.cross(x, y), device, a, b)
    same(lambda xp, x, y: xp.cross(x, y, axisc=0), device, a, b)


@pytest.mark.skipif(NO_PLANE, reason="this NumPy has other words")
def test_cross_of_other_lengths(device):
    for n, m in ((4, 4), (2, 4), (1, 3)):
        same_error(lambda xp, x, y: xp.cross(x, y), device, np.ones(n), np.ones((2, m)))


def test_cross_in_the_plane_is_deprecated(device):
    x = tn.ones((3, 2), device=device)
    with pytest.warns(DeprecationWarning, match="Arrays of 2-dimensional vectors"):
        tn.cross(x, x)


def test_reductions_stay_on_the_device(device):
    x = tn.asarray(A)
    for name in ("sum", "mean", "max", "std", "count_nonzero", "argmax", "ptp"):
        result = getattr(tn, name)(x)
        assert isinstance(result, tn.ndarray)
        assert result.shape == ()
        assert str(result.device) == device


def test_out_is_returned(device):
    x, out = tn.asarray(A), tn.zeros(())
    assert tn.sum(x, out=out) is out
    check(np.asarray(np.sum(A)), out, rtol=1e-14)
    y = tn.zeros(6)
    assert tn.round(tn.asarray(V), 1, out=y) is y
    assert tn.clip(tn.asarray(V), 0, 1, out=y) is y


def test_convolve_errors(device):
    for a, v in [([], []), ([], [1]), ([1], []), ([[1]], [1]), ([1], [[1, 2]])]:
        same_error(lambda xp, a=a, v=v: xp.convolve(a, v), device)


def test_round_arguments(device):
    for decimals in (400, -400, 308, np.int8(1)):
        same(lambda xp, x, n=decimals: xp.round(x, n), device, np.array([1.26, 3e10]))
    for decimals in (1.0, "a"):
        same_error(lambda xp, n=decimals: xp.round(xp.ones(2), n), device)


def slid(a, v):
    """numpy.convolve(a, v), each sum in the order of `a`."""
    dtype = np.result_type(a.dtype, v.dtype)
    sums = np.float32 if dtype == np.float16 else dtype
    out = np.zeros(len(a) + len(v) - 1, sums)
    a, v = a.astype(sums), v.astype(sums)
    for k in reversed(range(len(v))):
        part = out[k : k + len(a)]
        if dtype.kind == "c":
            part.real += a.real * v[k].real - a.imag * v[k].imag
            part.imag += a.real * v[k].imag + a.imag * v[k].real
        else:
            part += a * v[k]
    return out.astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n, m", [(1, 1), (9, 7), (40, 40), (257, 3), (3000, 700)])
def test_convolve_dtypes(device, dtype, n, m):
    """Sums of one order, on every device."""
    rng, scale = np.random.default_rng(n), 3 if dtype == "e" else 60
    a, v = (abs(rng.standard_normal(size) * scale).astype(dtype) for size in (n, m))
    if a.dtype.kind == "c":
        a *= 1 - 2j
        v *= 3 + 1j
    x, y = tn.asarray(a), tn.asarray(v)
    full = host(tn.convolve(x, y))
    np.testing.assert_array_equal(full, slid(a, v))
    assert full.dtype == a.dtype
    for mode in ("same", "valid"):
        first = (m - 1) // 2 if mode == "same" else m - 1
        length = n if mode == "same" else n - m + 1
        found = host(tn.convolve(x, y, mode))
        np.testing.assert_array_equal(found, full[first : first + length])


@pytest.mark.parametrize("n, m", [(1, 1), (9, 7), (7, 9), (64, 64), (3000, 700)])
def test_sums_of_float16_are_of_float32(device, n, m):
    """In NumPy's bits: a sum in half precision would be another."""
    rng = np.random.default_rng(n)
    a, v = (rng.standard_normal(size).astype("e") for size in (n, m))
    for mode in ("full", "same", "valid"):
        for name in ("convolve", "correlate"):
            same(lambda xp, x, y, f=name, m=mode: getattr(xp, f)(x, y, m), device, a, v)
    # Ones that a sum of halves loses, and sums past its largest number.
    ones, large = np.ones(3000, "e"), np.full(3000, 300, "e")
    large[::2] *= -1
    for x in (ones, large):
        same(lambda xp, x: xp.correlate(x, x[:2999], "full"), device, x)


@pytest.mark.parametrize("dtype", SOME_DTYPES)
@pytest.mark.parametrize("n, m", [(5000, 5000), (5003, 4990), (200_000, 199_950)])
def test_few_results_of_long_filters(device, dtype, n, m):
    rng = np.random.default_rng(m)
    a, v = (rng.integers(0, 2, size).astype(dtype) for size in (n, m))
    same(lambda xp, x, y: xp.correlate(x, y), device, a, v)
    same(lambda xp, x, y: xp.convolve(x, y, "valid"), device, a, v)


def test_convolve_of_many_items(device):
    """More than one item of each thread, and edges in the midst of blocks."""
    rng = np.random.default_rng(3)
    a, v = rng.standard_normal(700_001), rng.standard_normal(33)
    np.testing.assert_array_equal(
        host(tn.convolve(tn.asarray(a), tn.asarray(v))), slid(a, v)
    )


def test_convolve_keeps_infinities_where_they_are(device):
    a, v = np.ones(300), np.ones(40)
    a[100], v[3] = np.inf, 0
    x, y = tn.asarray(a), tn.asarray(v)
    with np.errstate(invalid="ignore"):
        expected = np.convolve(a, v)
    np.testing.assert_array_equal(host(tn.convolve(x, y)), expected)


@pytest.mark.parametrize("name", ["nanvar", "nanstd"])
@pytest.mark.parametrize("ddof", [0, 1, 1.5, 2, 3, -1])
@pytest.mark.filterwarnings("ignore:Degrees of freedom")
def test_spread_of_few_numbers(device, name, ddof):
    """Slices with as many numbers as are lacking, or fewer, are NaN."""
    a = np.full((5, 6), np.nan)
    for column in range(6):
        a[: min(column, 5), column] = np.arange(min(column, 5)) * 3.0 + column
    a[0, 5] = np.inf
    b = tn.array(a, device=device)
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(a, axis=0, ddof=ddof)
        found = host(getattr(tn, name)(b, axis=0, ddof=ddof))
        np.testing.assert_allclose(found, expected, rtol=1e-14, strict=True)
        np.testing.assert_allclose(
            host(getattr(tn, name)(b, axis=0, ddof=ddof, mean=b[:1] * 0 + 1)),
            getattr(np, name)(a, axis=0, ddof=ddof, mean=a[:1] * 0 + 1),
            rtol=1e-14,
        )

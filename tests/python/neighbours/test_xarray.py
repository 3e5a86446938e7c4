# SPDX-License-Identifier: Apache-2.0
"""xarray over arrays of ours: results stay on their device."""

import pickle

import numpy as np
import pytest
import tenorite as tn
import xarray as xr

A = np.random.default_rng(1).random((4, 6))


def wrapped(a):
    coords = {"t": np.arange(4.0), "s": list("abcdef")}
    return xr.DataArray(a, dims=("t", "s"), coords=coords, name="v")


def items_set(d):
    d = d.copy(deep=True)
    d[0] = 5.0
    d[{"t": 1}] = d.isel(t=2)
    d.loc[{"t": 3.0}] = 7.0
    return d


CALLS = {
    "d + 1": lambda d: d + 1,
    "alignment": lambda d: d + d.mean("t"),
    "x + d": lambda d: d.data + d,
    "comparison": lambda d: (d > 0.2) & (d < 0.8),
    "ufunc": lambda d: np.sin(d),
    "clip": lambda d: d.clip(0.2, 0.8),
    "round": lambda d: d.round(1),
    "astype": lambda d: d.astype("f4"),
    "isin": lambda d: d.isin([d.data[0, 0]]),
    "sum": lambda d: d.sum("s"),
    "mean": lambda d: d.mean("t"),
    "std": lambda d: d.std("t"),
    "var": lambda d: d.var("t", ddof=1),
    "min": lambda d: d.min("t"),
    "prod": lambda d: d.prod("t"),
    "median": lambda d: d.median("t"),
    "quantile": lambda d: d.quantile(0.3, "t"),
    "count": lambda d: d.count("t"),
    "argmax": lambda d: d.argmax("t"),
    "cumsum": lambda d: d.cumsum("t"),
    "diff": lambda d: d.diff("t"),
    "weighted": lambda d: d.weighted(d.t + 1).mean("t"),
    "mean of some": lambda d: d.where(d > 0.5).mean("t"),
    "std of some": lambda d: d.where(d > 0.5).std("t"),
    "isel": lambda d: d.isel(t=1),
    "isel slice and list": lambda d: d.isel(t=slice(1, 3), s=[0, 2]),
    "isel lists": lambda d: d.isel(t=[0, 1], s=[2, 3, 4]),
    "sel": lambda d: d.sel(t=2.0, s=["a", "c"]),
    "sel nearest": lambda d: d.sel(t=1.7, method="nearest"),
    "mask": lambda d: d[d.t > 1],
    "head": lambda d: d.head(t=2),
    "reindex": lambda d: d.reindex(t=[0.0, 5.0]),
    "items set": items_set,
    "where": lambda d: d.where(d > 0.5, 0.0),
    "where drop": lambda d: d.where(d.t > 1, drop=True),
    "xr.where": lambda d: xr.where(d > 0.5, d, -d),
    "fillna": lambda d: d.where(d > 0.5).fillna(0),
    "dropna": lambda d: d.where(d.t > 1).dropna("t"),
    "transpose": lambda d: d.transpose("s", "t"),
    "stack": lambda d: d.stack(z=("t", "s")).unstack("z"),
    "expand_dims": lambda d: d.expand_dims("k").squeeze("k"),
    "concat": lambda d: xr.concat([d, d], "t"),
    "merge": lambda d: xr.merge([d.rename("a"), (d + 1).rename("b")]).b,
    "roll": lambda d: d.roll(t=1),
    "shift": lambda d: d.shift(t=1),
    "pad": lambda d: d.pad(t=1, constant_values=0),
    "sortby": lambda d: d.sortby("t", ascending=False),
    "groupby": lambda d: d.groupby(d.t % 2).mean(),
    "groupby_bins": lambda d: d.groupby_bins("t", [-1, 1, 4]).mean(),
    "rolling": lambda d: d.rolling(t=2).mean(),
    "coarsen": lambda d: d.coarsen(t=2).mean(),
    "apply_ufunc": lambda d: xr.apply_ufunc(
        lambda v: v.mean(-1), d, input_core_dims=[["t"]]
    ),
    "dot": lambda d: xr.dot(d, d, dim="s"),
    "corr": lambda d: xr.corr(d, d**2, "t"),
    "integrate": lambda d: d.integrate("t"),
    "differentiate": lambda d: d.differentiate("t"),
    "polyfit": lambda d: d.polyfit("t", 1).polyfit_coefficients,
    "dataset": lambda d: (d.to_dataset(name="v") * 2 - 1).mean("t").v,
    "to_array": lambda d: d.to_dataset(name="v").to_array(),
    "copy": lambda d: d.copy(deep=True),
    "pickle": lambda d: pickle.loads(pickle.dumps(d)),
    "chunks": lambda d: d.chunk(t=2).mean("t").compute(),
    "zeros_like": lambda d: xr.zeros_like(d),
}


@pytest.fixture(autouse=True)
def mixed():
    """Coordinates are NumPy's, and operands beside arrays on a GPU."""
    with tn.config.using(mixed="copy"):
        yield


# xarray asks for host arrays in these.
ON_THE_HOST = ("polyfit",)


@pytest.mark.parametrize("name", CALLS)
def test_calls(name, device):
    if name == "chunks":
        pytest.importorskip("dask")
    if name in ON_THE_HOST and device != "cpu":
        with pytest.raises(TypeError):
            CALLS[name](wrapped(tn.asarray(A)))
        return
    expected = CALLS[name](wrapped(A))
    got = CALLS[name](wrapped(tn.asarray(A)))
    assert isinstance(got.data, tn.ndarray)
    assert got.data.device == device
    assert got.dtype == expected.dtype
    xr.testing.assert_allclose(got.copy(data=got.data.get()), expected, rtol=1e-12)


def test_new_coordinates():
    """interp() at points that are an array of ours, a scalar and a list."""
    d = wrapped(tn.asarray(A, device="cpu"))
    for at in (tn.asarray([0.5, 2.5], device="cpu"), tn.asarray([1.5])[0], [0.5]):
        host = at.get() if isinstance(at, tn.ndarray) else at
        got, expected = d.interp(t=at), wrapped(A).interp(t=host)
        xr.testing.assert_allclose(got.copy(data=np.asarray(got.data)), expected)


def test_values_and_text(device):
    d = wrapped(tn.asarray(A))
    if device != "cpu":
        with pytest.raises(TypeError, match="get"):
            _ = d.values
        return
    assert isinstance(d.values, np.ndarray)
    np.testing.assert_array_equal(d.values, A)
    assert "tenorite.ndarray" in repr(d) or "array(" in repr(d)
    assert d.equals(wrapped(tn.asarray(A)))


def points(*places):
    return xr.DataArray(np.array(places), dims="p")


def points_set(d):
    d = d.copy(deep=True)
    d[{"t": points(0, 1), "s": points(2, 3)}] = 9.0
    d[{"t": [2, 3], "s": [0, 5]}] = -1.0
    return d


POINTS = {
    "isel": lambda d: d.isel(t=points(0, 1), s=points(2, 3)),
    "isel and slice": lambda d: d.isel(t=points(0, 1), s=slice(1, 3)),
    "sel": lambda d: d.sel(t=points(0.0, 3.0), s=xr.DataArray(["a", "f"], dims="p")),
    "grid of points": lambda d: d.isel(
        t=xr.DataArray([[0, 1], [2, 3]], dims=("p", "q"))
    ),
    "set": points_set,
}


@pytest.mark.parametrize("name", POINTS)
def test_points(name, device):
    expected = POINTS[name](wrapped(A))
    got = POINTS[name](wrapped(tn.asarray(A)))
    assert isinstance(got.data, tn.ndarray)
    xr.testing.assert_identical(got.copy(data=got.data.get()), expected)


def test_others_keep_their_adapter():
    import array_api_strict
    from xarray.core.indexing import ArrayApiIndexingAdapter, as_indexable

    strict = as_indexable(array_api_strict.ones(3))
    assert isinstance(strict, ArrayApiIndexingAdapter)
    assert strict.array.shape == (3,)

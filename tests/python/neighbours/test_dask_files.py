# SPDX-License-Identifier: Apache-2.0
"""Chunks of ours in files, and xarray over dask over arrays of ours."""

import dask
import dask.array as da
import numpy as np
import pytest
import tenorite as tn
import xarray as xr
from support.helpers import on_device
from support.neighbours import DEVICE, check_part

rng = np.random.default_rng(1)
A = rng.normal(size=(12, 8))


@pytest.fixture(autouse=True)
def synchronous():
    with dask.config.set(scheduler="synchronous"):
        yield


def chunked(a, device, chunks=4):
    return da.from_array(on_device(a, device), chunks=chunks)


ZARR = {
    "float64": A,
    "float32": A.astype("f4"),
    "int8": A.astype("i1"),
    "complex128": A + 1j,
    "bool": A > 0,
}


@pytest.mark.parametrize("name", ZARR)
def test_zarr(name, device, tmp_path):
    pytest.importorskip("zarr", reason="it writes the files")
    a = ZARR[name]
    chunked(a, device).to_zarr(str(tmp_path / "a.zarr"))
    read = da.from_zarr(str(tmp_path / "a.zarr"))
    np.testing.assert_array_equal(read.compute(), a, strict=True)
    assert read.chunks == ((4, 4, 4), (4, 4))
    moved = read.to_backend("tenorite")
    assert type(moved._meta) is tn.ndarray
    check_part((moved[2:] + moved[2:]).compute(), a[2:] + a[2:], DEVICE, device, 0)


def test_targets_that_take_arrays_of_numpys(device):
    """da.store(), by which HDF5 is written as well."""

    class Target:
        def __init__(self):
            self.items = np.zeros((12, 8))

        def __setitem__(self, key, x):
            assert type(x) is np.ndarray
            self.items[key] = x

    one, two = Target(), Target()
    x = chunked(A, device)
    da.store([x, x * 2], [one, two])
    np.testing.assert_array_equal(one.items, A)
    np.testing.assert_array_equal(two.items, A * 2)
    da.store(x + 1, one)
    np.testing.assert_array_equal(one.items, A + 1)
    da.store(da.from_array(A, chunks=4), two)
    np.testing.assert_array_equal(two.items, A)


def test_stacks_of_npy_files(device, tmp_path):
    da.to_npy_stack(str(tmp_path), chunked(A, device))
    np.testing.assert_array_equal(da.from_npy_stack(str(tmp_path)).compute(), A)


XARRAY = {
    "mean": lambda d: d.mean("t"),
    "std of all": lambda d: d.std(),
    "groupby": lambda d: d.groupby("g").mean(),
    "rolling": lambda d: d.rolling(t=3).mean(),
    "coarsen": lambda d: d.coarsen(t=4).mean(),
    "labels": lambda d: d.sel(t=slice(3, 9)),
    "where": lambda d: d.where(d > 0.5),
    "fillna": lambda d: d.where(d > 0.5).fillna(0.0),
    "shift": lambda d: d.shift(t=1),
    "diff": lambda d: d.diff("t"),
    "cumsum": lambda d: d.cumsum("t"),
    "argmax": lambda d: d.argmax("t"),
    "quantile": lambda d: d.chunk(t=-1).quantile(0.5, "t"),
    "median": lambda d: d.chunk(t=-1).median("t"),
    "dot": lambda d: xr.dot(d, d + 1, dim="t"),
    "corr": lambda d: xr.corr(d, d + d**2, "t"),
    "concat": lambda d: xr.concat([d, d + 1], "t"),
    "apply_ufunc": lambda d: xr.apply_ufunc(
        np.sin, d, dask="parallelized", output_dtypes=["f8"]
    ),
    "map_blocks": lambda d: d.map_blocks(lambda b: b * 2, template=d),
}


@pytest.mark.parametrize("name", XARRAY)
def test_xarray(name, device):
    def array(x):
        coords = {"t": np.arange(12.0), "g": ("t", np.arange(12) % 3)}
        return xr.DataArray(x, dims=("t", "s"), coords=coords)

    with tn.config.using(mixed="copy"):  # coordinates are NumPy's
        expected = XARRAY[name](array(da.from_array(A, chunks=4)))
        got = XARRAY[name](array(chunked(A, device)))
        assert isinstance(got.data, da.Array)
        assert got.chunks == expected.chunks
        got, expected = got.compute(), expected.compute()
    assert isinstance(got.data, tn.ndarray)
    assert got.data.device == device
    assert got.dtype == expected.dtype
    xr.testing.assert_allclose(got.copy(data=got.data.get()), expected, rtol=1e-12)


def test_results_of_xarray_without_axes(device):
    d = xr.DataArray(tn.asarray(A), dims=("t", "s"))
    for found in (d.std(), d.sum(), d.mean(), d[0, 0]):
        assert type(found.data) is tn.ndarray
        assert found.data.device == device
        assert found.ndim == 0

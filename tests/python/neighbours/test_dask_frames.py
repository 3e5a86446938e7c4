# SPDX-License-Identifier: Apache-2.0
"""Arrays of ours in dask.distributed: frames, tokens, metas, results of a worker."""

import numpy as np
import pytest
import tenorite as tn

pytest.importorskip("distributed", reason="it has the serialisers")

import dask.array as da
from dask.sizeof import sizeof
from dask.tokenize import tokenize
from distributed.protocol import (
    deserialize,
    deserialize_bytes,
    serialize,
    serialize_bytelist,
)
from distributed.spill import SpillBuffer
from support.helpers import on_device
from tenorite._neighbours import dask_frames
from tenorite.dask import _spill

rng = np.random.default_rng(1)
ARRAYS = {
    "a line": np.arange(6.0),
    "F order": np.asfortranarray(rng.normal(size=(3, 4))),
    "strided": rng.normal(size=(6, 4))[::2, 1:3],
    "backwards": np.arange(5)[::-1],
    "repeated": np.broadcast_to(np.arange(3.0), (4, 3)),
    "no axes": np.array(3.5),
    "no items": np.ones((0, 3)),
    "bool": np.array([True, False]),
    "float16": np.ones(5, "f2"),
    "complex64": np.ones((2, 2), "c8"),
    "uint8": np.arange(200, dtype="u1"),
}


def check(got, h, device):
    assert type(got) is tn.ndarray
    assert got.device == device
    assert got.dtype == h.dtype
    np.testing.assert_array_equal(got.get(), h, strict=True)


@pytest.mark.parametrize("name", ARRAYS)
def test_frames(name, device):
    h = ARRAYS[name]
    x = on_device(h, device)
    header, frames = serialize(x, on_error="raise")
    assert header["serializer"] == "dask"
    check(deserialize(header, frames), h, device)
    # As it comes from a socket or a file: in the middle of other bytes.
    check(deserialize_bytes(b"".join(serialize_bytelist(x))), h, device)


@pytest.mark.parametrize("name", ["a line", "F order", "repeated"])
def test_frames_are_the_memory_of_the_array(name):
    x = on_device(ARRAYS[name], "cpu")
    header, [frame] = serialize(x)
    assert np.shares_memory(np.asarray(x), np.frombuffer(frame, "u1"))
    back = deserialize(header, [frame])
    assert np.shares_memory(np.asarray(back), np.asarray(x))
    # Those that repeat go over the wire once.
    assert memoryview(frame).nbytes == sizeof(x)


def test_pending_work_is_in_the_frame(device):
    x = tn.arange(4.0)
    header, frames = serialize(x * 2 + 1)
    check(deserialize(header, frames), np.arange(4.0) * 2 + 1, device)


def test_a_frame_that_is_not_aligned_is_copied():
    header, [frame] = serialize(tn.arange(4.0, device="cpu"))
    memory = bytearray(b"?" + bytes(frame) + b"?")
    back = deserialize(header, [memoryview(memory)[1:-1]])
    check(back, np.arange(4.0), "cpu")
    assert not np.shares_memory(np.asarray(back), np.frombuffer(memory, "u1"))


def test_memory_that_is_read_only(device):
    header, [frame] = serialize(tn.arange(4.0))
    back = deserialize(header, [bytes(frame)])  # as distributed's own for NumPy
    back += 1
    check(back, np.arange(1.0, 5.0), device)


def test_scalars_and_arrays_inside_others(device):
    x = {"a": [tn.arange(3.0), "text"], "b": (tn.arange(3.0).sum(),)}
    back = deserialize(*serialize(x, on_error="raise"))
    check(back["a"][0], np.arange(3.0), device)
    assert back["a"][1] == "text"
    assert type(back["b"][0]) is type(x["b"][0])
    assert back["b"][0] == 3.0


def test_an_array_of_a_device_that_is_not_here(device):
    header, frames = serialize(tn.arange(3.0))
    back = deserialize({**header, "sub-header": header["sub-header"]}, frames)
    check(back, np.arange(3.0), device)
    header["sub-header"]["device"] = "cuda:99"
    check(deserialize(header, frames), np.arange(3.0), device)


def test_memory_of_a_gpu_as_a_frame(device):
    """What UCX sends; arrays of the CPU device are left to the other serialiser."""
    x = tn.arange(6.0).reshape(2, 3).T
    if device == "cpu":
        header, _ = serialize(x, serializers=("cuda", "dask", "pickle"))
        assert header["serializer"] == "dask"
        return
    for y in (x, tn.arange(12.0)[::2], tn.ones((0, 3))):
        header, [frame] = serialize(y, serializers=("cuda",), on_error="raise")
        assert header["serializer"] == "cuda"
        assert frame.__cuda_array_interface__["typestr"] == "|u1"
        check(deserialize(header, [frame]), y.get(), device)


def test_the_order_of_frames_from_a_gpu():
    """The arithmetic of gpu_loads, on memory of the CPU device."""
    for h in (np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2).T):
        x = tn.asarray(h, device="cpu")
        order = "C" if x.flags.c_contiguous else "F"
        frame = x.reshape(-1, order=order).view(np.uint8)
        header = {"shape": x.shape, "dtype": x.dtype.str, "order": order}
        back = dask_frames.gpu_loads(header, [frame])
        check(back, h, "cpu")
        assert back.strides == x.strides


@pytest.mark.parametrize("name", ARRAYS)
def test_tokens(name, device):
    h = ARRAYS[name]
    x = on_device(h, device)
    token = tokenize(x, ensure_deterministic=True)
    assert token == tokenize(on_device(h, device), ensure_deterministic=True)
    assert token != tokenize(h)
    if h.size:
        assert token != tokenize(x.astype("c16") + 1)
    assert tokenize(tn.add, tn.mean) == tokenize(tn.add, tn.mean)


# Reductions that leave no axes, of which dask would make metas of NumPy's.
REDUCED = {
    "sum": lambda x: x.sum(),
    "mean": lambda x: x.mean(),
    "min": lambda x: x.min(),
    "var": lambda x: x.var(),
    "moment": lambda x: x.moment(3),
    "any": lambda x: (x > 1).any(),
    "argmax": lambda x: x.argmax(),
    "count_nonzero": lambda x: da.count_nonzero(x),
    "nanstd": lambda x: da.nanstd(x),
    "nanmin": lambda x: da.nanmin(x),
    "median": lambda x: da.median(x, axis=0),
    "norm": lambda x: da.linalg.norm(x),
    "dot": lambda x: da.dot(x, x),
    "einsum": lambda x: da.einsum("i,i", x, x),
    "item": lambda x: x[2],
    "percentile": lambda x: da.percentile(x, 50),
    "searchsorted": lambda x: da.searchsorted(x, x),
}


@pytest.mark.parametrize("name", REDUCED)
def test_metas_are_ours(name, device):
    reduced = REDUCED[name](da.from_array(tn.arange(6.0), chunks=3))
    expected = REDUCED[name](da.from_array(np.arange(6.0), chunks=3))
    assert type(reduced._meta) is tn.ndarray
    assert reduced._meta.device == device
    assert reduced.dtype == expected.dtype
    assert reduced._meta.ndim == expected._meta.ndim
    if reduced.dtype.kind == "f":
        assert type((reduced * 2)._meta) is tn.ndarray


# ---- results of a worker: a GPU, the host, files


@pytest.fixture
def results(tmp_path):
    """400 bytes "on a GPU", which arrays of float64 take here, and 400 on the host."""
    host = SpillBuffer(str(tmp_path / "storage"), target=400)

    def weight(value):
        is_gpus = isinstance(value, tn.ndarray) and value.dtype == "f8"
        return value.nbytes if is_gpus else 0

    return _spill.Results(400, host, weight)


def test_results_go_to_the_host_and_to_files(results, device):
    arrays = {f"k{i}": np.arange(20.0) + i for i in range(7)}  # of 160 bytes
    for key, h in arrays.items():
        results[key] = tn.asarray(h)
    assert list(results.on_gpu) == ["k5", "k6"]
    assert all(type(x) is _spill.Packed for x in results.host.fast.values())
    results["text"] = "on the host"
    assert len(results.host.slow) >= 2  # on disk
    assert len(results) == 8
    assert set(results) == {*arrays, "text"}
    for key, h in arrays.items():
        assert key in results
        check(results[key], h, device)
    assert results["text"] == "on the host"
    assert list(results.on_gpu) == ["k5", "k6"]
    check(results["k0"], arrays["k0"], device)
    assert list(results.on_gpu) == ["k6", "k0"]
    while results.fast:
        assert results.evict() > 0
    assert results.evict() == -1
    for key in list(results):
        del results[key]
    assert not results
    with pytest.raises(KeyError):
        results["k0"]


def test_a_result_that_is_too_large_for_the_gpu(results, device):
    h = np.arange(100.0)
    results["large"] = tn.asarray(h)
    assert not results.on_gpu
    check(results["large"], h, device)
    assert not results.on_gpu
    results["large"] = "another"
    assert results["large"] == "another"
    assert len(results) == 1


def test_bytes_on_a_gpu():
    """Nothing of the CPU device counts."""
    x = tn.ones(10, device="cpu")
    assert _spill.gpu_memory_of([x, {"a": x}, "text"]) == 0
    assert sizeof(_spill.pack([x, x])) >= 160


def test_results_of_a_worker_without_a_limit(tmp_path):
    made = _spill.results(100, None, str(tmp_path))
    made["a"] = 1
    assert made["a"] == 1
    assert made.evict() == -1

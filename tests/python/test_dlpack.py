# SPDX-License-Identifier: Apache-2.0
"""DLPack: arrays that others see, and others' memory as arrays."""

import ctypes
import gc
import threading
import weakref

import numpy as np
import pytest
import tenorite as tn
from support.dlpack_capsules import Producer

NAMES = "?bBhHiIlLqQefdFD"
VERSIONED = {"max_version": (1, 0)}

_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]


def capsule_name(capsule):
    names = "dltensor", "dltensor_versioned", "used_dltensor", "used_dltensor_versioned"
    return next(name for name in names if _is_valid(capsule, name.encode()))


LAYOUTS = {
    "C": lambda x: x,
    "F": lambda x: x.T,
    "strided": lambda x: x[:, ::2],
    "reversed": lambda x: x[::-1, ::-1],
    "repeated": lambda x: tn.broadcast_to(x[:, :1], (4, 6)),
    "column": lambda x: x[:, 2],
    "empty": lambda x: x[:0],
    "0-d": lambda x: x[1, 1, ...],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", NAMES)
def test_there_and_back(device, layout, name):
    x = LAYOUTS[layout](tn.arange(24, device=device).reshape(4, 6).astype(name))
    y = tn.from_dlpack(x.__dlpack__(**VERSIONED))
    assert (y.shape, y.dtype, y.device) == (x.shape, x.dtype, x.device)
    assert x.size == 0 or (y.strides, y.data_ptr()) == (x.strides, x.data_ptr())
    assert y.flags.writeable == x.flags.writeable
    np.testing.assert_array_equal(y.get(), x.get())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_numpy_sees_the_memory(layout):
    x = LAYOUTS[layout](tn.arange(24.0, device="cpu").reshape(4, 6))
    h = np.from_dlpack(x)
    assert (h.shape, h.dtype) == (x.shape, x.dtype)
    assert x.size == 0 or (h.strides, h.ctypes.data) == (x.strides, x.data_ptr())
    assert h.flags.writeable == x.flags.writeable
    np.testing.assert_array_equal(h, x.get())


@pytest.mark.parametrize("name", NAMES)
def test_numpys_memory_is_seen(name):
    h = np.arange(6).astype(name).reshape(2, 3)[:, ::-1]
    x = tn.from_dlpack(h)
    assert str(x.device) == "cpu"
    assert (x.strides, x.dtype, x.data_ptr()) == (h.strides, h.dtype, h.ctypes.data)
    h[0, 0] = 1
    assert x.tolist() == h.tolist()
    x[1] = 0
    assert not h[1].any()


def test_capsules(device):
    x = tn.arange(3, device=device)
    assert capsule_name(x.__dlpack__()) == "dltensor"
    assert capsule_name(x.__dlpack__(max_version=None)) == "dltensor"
    assert capsule_name(x.__dlpack__(max_version=(0, 8))) == "dltensor"
    for version in ((1, 0), (1, 3), (2, 0)):
        capsule = x.__dlpack__(max_version=version)
        assert capsule_name(capsule) == "dltensor_versioned"
    assert tn.from_dlpack(capsule).tolist() == [0, 1, 2]
    assert capsule_name(capsule) == "used_dltensor_versioned"
    with pytest.raises(BufferError, match="used before"):
        tn.from_dlpack(capsule)
    legacy = x.__dlpack__()
    assert tn.from_dlpack(legacy).tolist() == [0, 1, 2]
    with pytest.raises(BufferError, match="used before"):
        tn.from_dlpack(legacy)


def test_the_memory_lives_as_long_as_a_capsule(device):
    x = tn.arange(1000.0, device=device)
    sums = float(x.sum())
    capsule = x.__dlpack__(**VERSIONED)
    del x
    gc.collect()
    other = [tn.zeros(1000, device=device) for _ in range(8)]
    y = tn.from_dlpack(capsule)
    del capsule
    gc.collect()
    other += [tn.zeros(1000, device=device) for _ in range(8)]
    assert float(y.sum()) == sums
    assert len(other) == 16


def test_capsules_that_nobody_takes_leak_nothing(device):
    x = tn.zeros(10, device=device)
    x.__dlpack__()
    used = tn.get_default_memory_pool().used_bytes() if device != "cpu" else 0
    for _ in range(1000):
        tn.zeros(1000, device=device).__dlpack__(**VERSIONED)
        tn.zeros(1000, device=device).__dlpack__()
    gc.collect()
    if device != "cpu":
        assert tn.get_default_memory_pool().used_bytes() <= used + 16000


def test_the_owner_lives_as_long_as_the_array():
    h = np.arange(4.0)
    gone = weakref.ref(h)
    x = tn.from_dlpack(h)[1:]
    del h
    gc.collect()
    assert x.tolist() == [1, 2, 3]
    assert gone() is not None
    del x
    gc.collect()
    assert gone() is None


def test_read_only(device):
    x = tn.arange(3, device=device)
    x.flags.writeable = False
    y = tn.from_dlpack(x.__dlpack__(**VERSIONED))
    assert not y.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        y[0] = 1
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        y.flags.writeable = True
    with pytest.raises(BufferError, match="readonly array"):
        x.__dlpack__()
    assert tn.from_dlpack(x.__dlpack__(copy=True)).flags.writeable


def test_recorded_work_is_done(device):
    x = tn.arange(1000.0, device=device)
    y = x * 2 + 1
    z = tn.from_dlpack(y.__dlpack__(**VERSIONED))
    y += 1  # nothing of it is deferred any more
    assert z.get()[:3].tolist() == [2, 4, 6]
    z *= 10
    assert y.get()[:3].tolist() == [20, 40, 60]


def test_copies(device):
    x = tn.arange(6, device=device).reshape(2, 3).T
    y = tn.from_dlpack(x.__dlpack__(copy=True, **VERSIONED))
    assert y.data_ptr() != x.data_ptr()
    assert y.tolist() == x.tolist()
    z = tn.from_dlpack(Array(x), copy=True)
    assert z.data_ptr() != x.data_ptr()
    assert z.strides == x.strides
    same = tn.from_dlpack(Array(x), copy=False)
    assert same.data_ptr() == x.data_ptr()


class Array:
    """An array of ours as one of another library."""

    def __init__(self, array):
        self.array = array
        self.__dlpack__ = array.__dlpack__
        self.__dlpack_device__ = array.__dlpack_device__


def test_devices(device):
    x = tn.arange(3, device=device)
    assert x.__dlpack_device__() == ((1, 0) if device == "cpu" else (2, 0))
    here = tn.from_dlpack(Array(x))
    assert here.device == x.device
    own = x.__dlpack_device__()
    assert tn.from_dlpack(x.__dlpack__(dl_device=own)).data_ptr() == x.data_ptr()
    host = x.__dlpack__(dl_device=(1, 0), **VERSIONED)
    assert str(tn.from_dlpack(host).device) == "cpu"
    moved = tn.from_dlpack(Array(x), device="cpu")
    assert str(moved.device) == "cpu"
    assert moved.tolist() == [0, 1, 2]
    with pytest.raises(BufferError, match="unsupported device"):
        x.__dlpack__(dl_device=(8, 0))
    if device != "cpu":
        with pytest.raises(BufferError, match="without a copy"):
            x.__dlpack__(dl_device=(1, 0), copy=False)
        with pytest.raises(BufferError, match="without a copy"):
            tn.from_dlpack(Array(x), device="cpu", copy=False)
        back = tn.from_dlpack(np.arange(3), device=device)
        assert back.device == device
        with pytest.raises(BufferError, match="without a copy"):
            tn.from_dlpack(np.arange(3), device=device, copy=False)


# What NumPy says of the same call on an array of its own.
CALLS = {
    "device": {"dl_device": 5},
    "device number": {"dl_device": (1, "x")},
    "other device": {"dl_device": (2, 7)},
    "version": {"max_version": 5},
    "version text": {"max_version": ("a", 1)},
    "copy": {"copy": "never"},
}


@pytest.mark.parametrize("call", CALLS)
def test_refusals_of_numpy(call):
    def said_by(array):
        with pytest.raises((TypeError, ValueError, BufferError)) as error:
            array.__dlpack__(**CALLS[call])
        return type(error.value), str(error.value)

    assert said_by(tn.arange(3, device="cpu")) == said_by(np.arange(3))


def test_streams_of_the_cpu():
    x = tn.arange(3, device="cpu")
    x.__dlpack__(stream=None)
    with pytest.raises(RuntimeError, match="stream must be None"):
        x.__dlpack__(stream=1)


def test_no_positions():
    with pytest.raises(TypeError, match="positional"):
        tn.arange(3).__dlpack__(None)
    with pytest.raises(TypeError, match="lanes"):
        tn.arange(3).__dlpack__(lanes=1)


def test_strides_between_items():
    pairs = np.zeros(4, [("a", "i4"), ("b", "i2")])["a"]
    x = tn.ndarray(4, "i4", buffer=pairs.base, strides=(6,), device="cpu")
    with pytest.raises(BufferError, match="multiple of itemsize"):
        x.__dlpack__()


@pytest.mark.parametrize("legacy", [False, True])
class TestTensorsOfOthers:
    def test_values(self, legacy):
        producer = Producer(legacy)
        x = tn.from_dlpack(producer)
        assert x.tolist() == [1, 2, 3]
        assert x.data_ptr() == producer.items.ctypes.data
        view = x[1:]
        del x
        gc.collect()
        assert producer.deleted == 0
        del view
        gc.collect()
        assert producer.deleted == 1

    def test_deleter_on_another_thread(self, legacy):
        producer = Producer(legacy)
        held = [tn.from_dlpack(producer)]
        thread = threading.Thread(target=held.clear)
        thread.start()
        thread.join()
        gc.collect()
        assert producer.deleted == 1

    def test_no_deleter(self, legacy):
        assert tn.from_dlpack(Producer(legacy, deleter=False)).tolist() == [1, 2, 3]

    def test_strides_and_offsets(self, legacy):
        backwards = Producer(legacy, strides=(-1,), byte_offset=16)
        assert tn.from_dlpack(backwards).tolist() == [3, 2, 1]
        repeated = Producer(legacy, shape=(2, 2), strides=(0, 1))
        assert tn.from_dlpack(repeated).tolist() == [[1, 2], [1, 2]]
        dense = Producer(legacy, shape=(3, 1))
        assert tn.from_dlpack(dense).strides == (8, 8)
        assert tn.from_dlpack(Producer(legacy, shape=())).tolist() == 1
        nothing = Producer(legacy, shape=(0, 5), data=None)
        assert tn.from_dlpack(nothing).shape == (0, 5)

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"shape": (-1,)}, r"shape\[0\] is -1"),
            ({"shape": (3, 1 << 62, 4)}, "too big|too large"),
            ({"shape": (2,), "strides": (1 << 62,)}, r"strides\[0\]"),
            ({"shape": (1 << 61, 0)}, "too big"),
            ({"shape": (1 << 40,), "strides": (1 << 55,)}, "strides"),
            ({"data": None}, "data"),
            ({"ndim": -1}, "ndim"),
            ({"ndim": 65}, "ndim"),
            ({"no_shape": True}, "shape"),
            ({"lanes": 4}, "lanes"),
            ({"code": 4, "bits": 16}, "dtype.*bfloat"),
            ({"bits": 4}, "dtype"),
            ({"code": 99}, "dtype"),
            ({"device_type": 8}, "device"),
            ({"device_type": 99}, "device"),
            ({"device_type": 2, "device_id": -3}, "device_id"),
        ],
    )
    def test_lies(self, legacy, fields, field):
        producer = Producer(legacy, **fields)
        with pytest.raises((BufferError, ValueError), match=field):
            tn.from_dlpack(producer)
        gc.collect()
        # One that was refused by its device was never asked for.
        assert producer.deleted == len(producer.asked)
        capsule = producer.capsule()
        with pytest.raises((BufferError, ValueError), match=field):
            tn.from_dlpack(capsule)
        with pytest.raises(BufferError, match="used before"):
            tn.from_dlpack(capsule)
        assert producer.deleted == len(producer.asked) + 1


def test_read_only_tensors():
    assert not tn.from_dlpack(Producer(flags=1)).flags.writeable


def test_copies_of_the_producer():
    producer = Producer(flags=2)
    x = tn.from_dlpack(producer, copy=True)
    assert x.data_ptr() == producer.items.ctypes.data  # nobody else has it
    with pytest.raises(BufferError, match="only as a copy"):
        tn.from_dlpack(Producer(flags=2), copy=False)


def test_unknown_versions():
    producer = Producer(major=2)
    with pytest.raises(BufferError, match=r"version 2\.0"):
        tn.from_dlpack(producer)
    assert producer.deleted == 1


def test_keywords_that_producers_are_called_with():
    new = Producer()
    tn.from_dlpack(new)
    assert new.asked == [{"max_version": (1, 1)}]
    asked = Producer()
    tn.from_dlpack(asked, copy=False)
    assert asked.asked == [{"max_version": (1, 1), "copy": False}]
    old = Producer(legacy=True, refuses=["max_version"])
    assert tn.from_dlpack(old).tolist() == [1, 2, 3]
    assert old.asked == [{"max_version": (1, 1)}, {}]


@pytest.mark.parametrize("value", [[1], object(), 3, None])
def test_what_is_no_producer(value):
    with pytest.raises(AttributeError) as ours:
        tn.from_dlpack(value)
    with pytest.raises(AttributeError) as theirs:
        np.from_dlpack(value)
    assert str(ours.value) == str(theirs.value)


class Strange:
    def __init__(self, where=(1, 0), capsule=5):
        self.where, self.capsule = where, capsule

    def __dlpack_device__(self):
        return self.where

    def __dlpack__(self, **_):
        if isinstance(self.capsule, Exception):
            raise self.capsule
        return self.capsule


@pytest.mark.parametrize(
    ("producer", "error", "text"),
    [
        (Strange(where=3), BufferError, "no pair"),
        (Strange(where=("a", 0)), TypeError, "integer"),
        (Strange(where=(1 << 40, 0)), BufferError, "device"),
        (Strange(), BufferError, "no DLPack capsule but int"),
        (Strange(capsule=ZeroDivisionError("own")), ZeroDivisionError, "own"),
        (Strange(capsule=TypeError("own")), TypeError, "own"),
    ],
)
def test_strange_producers(producer, error, text):
    with pytest.raises(error, match=text):
        tn.from_dlpack(producer)


def test_copy_and_device_arguments():
    with pytest.raises(ValueError, match="strings are not allowed"):
        tn.from_dlpack(np.arange(3), copy="never")
    with pytest.raises((TypeError, ValueError)):
        tn.from_dlpack(np.arange(3), device="tpu")
    with pytest.raises(TypeError):
        tn.from_dlpack()


# ---- the functions in C ----


class Api(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        (
            "from_object",
            ctypes.PYFUNCTYPE(
                ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p)
            ),
        ),
        (
            "to_object",
            ctypes.PYFUNCTYPE(
                ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.py_object)
            ),
        ),
        ("view_object", ctypes.c_void_p),
        (
            "current_stream",
            ctypes.PYFUNCTYPE(
                ctypes.c_int,
                ctypes.c_int32,
                ctypes.c_int32,
                ctypes.POINTER(ctypes.c_void_p),
            ),
        ),
    ]


@pytest.fixture
def api():
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    capsule = type(tn.ones(1, device="cpu")).__dlpack_c_exchange_api__
    return Api.from_address(get(capsule, b"dlpack_exchange_api"))


def test_c_functions(device, api):
    assert api.major == 1
    x = tn.arange(6, device=device).reshape(2, 3) * 2
    tensor = ctypes.c_void_p()
    assert api.from_object(x, ctypes.byref(tensor)) == 0
    out = ctypes.py_object()
    assert api.to_object(tensor, ctypes.byref(out)) == 0
    y = out.value
    assert (y.shape, y.data_ptr(), y.device) == (x.shape, x.data_ptr(), x.device)
    assert y.tolist() == x.tolist()


def test_c_functions_refuse_other_objects(api):
    tensor = ctypes.c_void_p()
    with pytest.raises(TypeError, match="expected an array, got list"):
        api.from_object([1], ctypes.byref(tensor))


def test_c_streams(device, api):
    stream = ctypes.c_void_p(5)
    kind, number = tn.ones(1, device=device).__dlpack_device__()
    assert api.current_stream(kind, number, ctypes.byref(stream)) == 0
    assert stream.value is None
    with pytest.raises(BufferError, match="device"):
        api.current_stream(8, 0, ctypes.byref(stream))
    if device != "cpu":
        with tn.cuda.Stream() as own:
            api.current_stream(2, 0, ctypes.byref(stream))
            assert stream.value == own.ptr


def test_c_allocation(device, api):
    allocate = ctypes.CFUNCTYPE(
        ctypes.c_int,
        ctypes.c_void_p,
        ctypes.POINTER(ctypes.c_void_p),
        ctypes.c_void_p,
        ctypes.c_void_p,
    )(api.allocate)
    said = []
    report = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)(
        lambda _, kind, message: said.append((kind, message))
    )
    kind, number = tn.ones(1, device=device).__dlpack_device__()
    wanted = Producer(shape=(4, 5), device_type=kind, device_id=number).managed.tensor

    def call():
        tensor = ctypes.c_void_p()
        rc = allocate(
            ctypes.addressof(wanted),
            ctypes.byref(tensor),
            None,
            ctypes.cast(report, ctypes.c_void_p),
        )
        return rc, tensor

    rc, tensor = call()
    assert rc == 0
    out = ctypes.py_object()
    assert api.to_object(tensor, ctypes.byref(out)) == 0
    assert (out.value.shape, out.value.dtype, out.value.device) == ((4, 5), "d", device)
    wanted.lanes = 3
    assert call()[0] == -1
    assert said[0][0] == b"BufferError"
    assert b"lanes" in said[0][1]


def test_no_interface_of_the_cpu():
    x = tn.ones(3, device="cpu")
    with pytest.raises(AttributeError, match="__cuda_array_interface__ of an array on"):
        x.__cuda_array_interface__  # noqa: B018
    assert x.__dlpack_device__() == x[1:].__dlpack_device__() == (1, 0)


def test_strides_of_every_item_size():
    for dtype in ("?", "i1", "u2", "f2", "i4", "f4", "i8", "f8", "c8", "c16"):
        x = tn.zeros((4, 6), dtype, device="cpu")
        x[...] = (np.arange(24).reshape(4, 6) % 2).astype(dtype)
        for view in (x, x.T, x[::-1, ::2], x[1:3, ::-3]):
            there = np.from_dlpack(view)
            assert there.strides == view.strides
            np.testing.assert_array_equal(there, view.get())
    for stride in (9, 4, -12):
        odd = tn.ndarray(
            (2,), "f8", bytearray(64), offset=32, strides=(stride,), device="cpu"
        )
        with pytest.raises(BufferError, match="multiple of itemsize"):
            odd.__dlpack__()


def test_cupys_older_names(device):
    x = tn.arange(5.0, device=device)
    capsule = x.toDlpack()
    taken = tn.fromDlpack(capsule)
    taken[1] = 9
    assert x.tolist() == [0, 9, 2, 3, 4] and taken.device == x.device
    with pytest.raises(BufferError, match="used before"):
        tn.fromDlpack(capsule)  # it was taken
    with pytest.raises(TypeError):
        x.toDlpack(1)

# SPDX-License-Identifier: Apache-2.0
"""Devices, the runtime functions, and the package's life in a process."""

import copy
import ctypes
import os
import pickle
import subprocess
import sys

import numpy
import pytest
import tenorite
from tenorite import cuda
from tenorite.cuda import runtime

needs_gpu = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")
no_gpu = pytest.mark.skipif(cuda.is_available(), reason="needs a machine without GPU")
needs_two = pytest.mark.skipif(runtime.getDeviceCount() < 2, reason="needs two GPUs")


@pytest.fixture(autouse=True)
def on_gpu():
    if not cuda.is_available():
        yield
        return
    with tenorite.Device("cuda:0"):
        yield


def test_import_makes_no_context_and_needs_no_gpu():
    code = """
import tenorite
maps = open("/proc/self/maps").read()
print("libcuda.so" in maps)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


@no_gpu
class TestWithoutGpu:
    def test_counts(self):
        assert runtime.getDeviceCount() == 0
        assert not cuda.is_available()
        assert runtime.driverGetVersion() >= 0
        assert runtime.runtimeGetVersion() >= 0

    @pytest.mark.parametrize(
        "call",
        [
            lambda: cuda.Device("cuda:0").use(),
            lambda: cuda.Device("cuda:0").__enter__(),
            lambda: cuda.Device(1).use(),
            lambda: cuda.Device(0).mem_info,
            lambda: cuda.Device(0).attributes,
            lambda: cuda.Device(0).compute_capability,
            lambda: cuda.Device.from_pci_bus_id("0000:00:00.0"),
            lambda: cuda.ExternalStream(1234),
            lambda: cuda.get_current_stream(0),
            lambda: runtime.getDevice(),
            lambda: runtime.setDevice(0),
            lambda: runtime.memGetInfo(),
            lambda: runtime.getDeviceProperties(0),
            lambda: runtime.deviceGetAttribute(75, 0),
            lambda: runtime.malloc(16),
            lambda: runtime.hostAlloc(16),
            lambda: runtime.free(1234),
            lambda: runtime.freeHost(1234),
            lambda: runtime.streamCreate(),
            lambda: runtime.eventCreate(),
            lambda: runtime.eventQuery(1234),
            lambda: runtime.eventSynchronize(1234),
            lambda: runtime.pointerGetAttributes(1234),
            lambda: runtime.deviceCanAccessPeer(0, 1),
            lambda: cuda.profiler.start(),
        ],
    )
    def test_one_clear_sentence(self, call):
        with pytest.raises(runtime.CUDARuntimeError, match="is not available: ") as e:
            call()
        assert "\n" not in str(e.value) and e.value.status == 100

    @pytest.mark.parametrize(
        "wait",
        [
            lambda: cuda.synchronize(),
            lambda: runtime.deviceSynchronize(),
            lambda: cuda.Device().synchronize(),
            lambda: cuda.Device(0).synchronize(),
            lambda: cuda.Stream.null.synchronize(),
            lambda: cuda.get_current_stream().synchronize(),
        ],
    )
    def test_waits_are_for_the_cpu(self, wait):
        """As programs for GPUs wait before they look at a clock."""
        with tenorite.profile() as profile:
            wait()
        assert [word for word in str(profile).split() if word == "cpu"]

    def test_pools_answer(self):
        pool = tenorite.get_default_memory_pool()
        assert pool.total_bytes() >= pool.used_bytes() >= 0
        pool.free_all_blocks()
        pinned = tenorite.get_default_pinned_memory_pool()
        pinned.free_all_blocks()
        assert pinned.n_free_blocks() == 0

    @pytest.mark.parametrize("number", [0, None, numpy.int64(0)])
    def test_the_cpu_stands_for_device_0(self, number):
        device = cuda.Device(number)
        with tenorite.Device("cpu"), device as entered:
            assert entered is device and device.id == cuda.get_device_id() == 0
            assert tenorite.ones(3).device == "cpu"
            assert device.use() is device
            assert tenorite.get_default_device() == "cpu"
        assert device == cuda.Device("cuda:0") == "cuda:0"
        assert pickle.loads(pickle.dumps(device)) is copy.copy(device) is device


def test_names():
    for name in cuda.__all__:
        assert hasattr(cuda, name), name
    assert issubclass(cuda.OutOfMemoryError, MemoryError)
    assert cuda.memory.OutOfMemoryError is cuda.OutOfMemoryError
    assert issubclass(runtime.CUDARuntimeError, RuntimeError)
    assert issubclass(cuda.DeviceLostError, runtime.CUDARuntimeError)


def test_bad_devices():
    with pytest.raises(ValueError, match="'cpu' is not a CUDA device"):
        cuda.Device("cpu")
    with pytest.raises(ValueError):
        cuda.Device(-1)


@needs_gpu
class TestDevice:
    def test_current(self):
        assert cuda.Device() == cuda.Device(0)
        assert runtime.getDevice() == 0
        assert int(cuda.Device()) == 0
        assert cuda.Device().use() is cuda.Device(0)

    def test_is_found_while_the_cpu_is_default(self):
        with tenorite.Device("cpu"):
            assert cuda.Device() == cuda.Device(0)

    def test_properties(self):
        device = cuda.Device(0)
        free, total = device.mem_info
        assert 0 < free <= total
        assert runtime.memGetInfo()[1] == total
        assert device.compute_capability.isdigit()
        attributes = device.attributes
        assert attributes["WarpSize"] == 32
        major = attributes["ComputeCapabilityMajor"]
        assert device.compute_capability.startswith(str(major))
        assert runtime.deviceGetAttribute(75, 0) == major
        properties = runtime.getDeviceProperties(0)
        assert isinstance(properties["name"], bytes)
        assert properties["major"] == major
        assert properties["totalGlobalMem"] >= total
        assert len(properties["maxGridSize"]) == 3
        assert len(properties["uuid"]) == 16

    def test_pci_bus_id(self):
        name = cuda.Device(0).pci_bus_id
        assert cuda.Device.from_pci_bus_id(name) == cuda.Device(0)
        assert runtime.deviceGetByPCIBusId(name) == 0
        assert runtime.deviceGetPCIBusId(0) == name

    def test_versions(self):
        assert runtime.driverGetVersion() >= runtime.runtimeGetVersion() // 1000 * 1000
        assert runtime.runtimeGetVersion() >= 12000

    def test_order(self):
        assert cuda.Device(0) < cuda.Device(1) <= cuda.Device(1)
        assert cuda.Device(1) > cuda.Device(0) >= cuda.Device(0)

    def test_no_such_device(self):
        n = runtime.getDeviceCount()
        for call in (cuda.Device(n).use, cuda.Device(n).synchronize):
            with pytest.raises(ValueError, match="does not exist"):
                call()


@needs_gpu
class TestRuntime:
    def test_memory(self):
        data = numpy.arange(1000, dtype="i4")
        back = numpy.zeros_like(data)
        a, b = runtime.malloc(4000), runtime.malloc(4000)
        try:
            runtime.memcpy(a, data.ctypes.data, 4000, runtime.memcpyHostToDevice)
            runtime.memcpy(b, a, 4000, runtime.memcpyDeviceToDevice)
            runtime.memcpy(back.ctypes.data, b, 4000, runtime.memcpyDeviceToHost)
            assert (back == data).all()
            runtime.memset(b, 0xFF, 4000)
            runtime.memcpy(back.ctypes.data, b, 4000, runtime.memcpyDefault)
            assert (back == -1).all()
            attributes = runtime.pointerGetAttributes(a)
            assert attributes.type == runtime.memoryTypeDevice
            assert attributes.device == 0
            assert cuda.from_pointer(a) == cuda.Device(0)
        finally:
            runtime.free(a)
            runtime.free(b)

    def test_async_copies(self):
        host = runtime.hostAlloc(800, 0)
        device = runtime.malloc(800)
        stream = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
        try:
            view = numpy.ctypeslib.as_array(
                ctypes.cast(host, ctypes.POINTER(ctypes.c_double)), (100,)
            )
            view[:] = numpy.arange(100)
            runtime.memcpyAsync(device, host, 800, runtime.memcpyHostToDevice, stream)
            runtime.streamSynchronize(stream)
            view[:] = 0
            runtime.memcpyAsync(host, device, 800, runtime.memcpyDeviceToHost, stream)
            runtime.streamSynchronize(stream)
            assert runtime.streamQuery(stream) == 0
            assert (view == numpy.arange(100)).all()
            runtime.memsetAsync(device, 0, 800, stream)
            runtime.memcpyAsync(host, device, 800, runtime.memcpyDeviceToHost, stream)
            runtime.streamSynchronize(stream)
            assert (view == 0).all()
            assert runtime.streamGetFlags(stream) == runtime.streamNonBlocking
        finally:
            runtime.streamDestroy(stream)
            runtime.free(device)
            runtime.freeHost(host)

    def test_events(self):
        start, end = runtime.eventCreate(), runtime.eventCreate()
        runtime.eventRecord(start, 0)
        runtime.eventRecord(end, 0)
        runtime.eventSynchronize(end)
        assert runtime.eventQuery(end) == 0
        assert runtime.eventElapsedTime(start, end) >= 0
        runtime.streamWaitEvent(0, end)
        runtime.eventDestroy(start)
        runtime.eventDestroy(end)

    def test_too_much(self):
        with pytest.raises(cuda.OutOfMemoryError):
            runtime.malloc(1 << 50)
        assert float(tenorite.ones(5).sum()) == 5

    def test_set_device(self):
        runtime.setDevice(0)
        assert runtime.getDevice() == 0
        runtime.deviceSynchronize()


@needs_gpu
def test_exit_with_everything_alive():
    code = """
import tenorite, threading
from tenorite import cuda
a = tenorite.ones(1000)
stream = cuda.Stream(non_blocking=True)
stream.use()
b = tenorite.ones(1 << 20) + 1
event = stream.record()
p = cuda.alloc(100)
pinned = cuda.alloc_pinned_memory(100)
pool = cuda.MemoryPool()
c = pool.malloc(100)
threading.Thread(target=lambda: cuda.Stream.ptds.use()).start()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_profile():
    with cuda.profile():
        tenorite.ones(3).sum()


@needs_two
class TestTwoDevices:
    def test_current_device_and_streams(self):
        with cuda.Device(1) as device:
            assert runtime.getDevice() == 1
            stream = cuda.Stream()
            assert stream.device_id == 1
            with stream:
                assert cuda.get_current_stream() is stream
                assert cuda.get_current_stream(0) is cuda.Stream.null
                a = tenorite.ones(10)
                assert a.device == device
        assert runtime.getDevice() == 0
        with pytest.raises(
            RuntimeError, match="does not match with the current device"
        ):
            stream.use()

    def test_peer_copy(self):
        p = cuda.alloc(800)
        p.memset(3, 800)
        with cuda.Device(1):
            q = cuda.alloc(800)
            q.memset(0, 800)
        cuda.Device(1).synchronize()
        runtime.memcpyPeer(q.ptr, 1, p.ptr, 0, 800)
        back = numpy.zeros(800, "u1")
        with cuda.Device(1):
            q.copy_to_host(back, 800)
        assert (back == 3).all()
        assert runtime.deviceCanAccessPeer(0, 1) in (0, 1)

    def test_pools_are_apart(self):
        pool = cuda.MemoryPool()
        p = pool.malloc(1000)
        with cuda.Device(1):
            assert pool.used_bytes() == 0
            q = pool.malloc(1000)
            assert q.device_id == 1
            assert pool.used_bytes() > 0
        del p, q


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_import_survives_fork():
    child = os.fork()
    if child == 0:
        ok = tenorite.Device("cpu") == "cpu"
        with tenorite.Device("cpu"):
            pass
        os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0

# SPDX-License-Identifier: Apache-2.0
import ctypes
import gc
import os
import subprocess
import sys
import threading
import time

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
            lambda: cuda.Device(),
            lambda: cuda.Device(0).use(),
            lambda: cuda.Device(0).mem_info,
            lambda: cuda.Device(0).attributes,
            lambda: cuda.Device(0).compute_capability,
            lambda: cuda.Device.from_pci_bus_id("0000:00:00.0"),
            lambda: cuda.Stream(),
            lambda: cuda.Stream.null.synchronize(),
            lambda: cuda.Stream.null.use(),
            lambda: cuda.Stream.ptds.__enter__(),
            lambda: cuda.ExternalStream(1234),
            lambda: cuda.Event(),
            lambda: cuda.get_current_stream(),
            lambda: cuda.get_current_stream(0),
            lambda: cuda.synchronize(),
            lambda: cuda.alloc(16),
            lambda: cuda.MemoryPool().malloc(16),
            lambda: cuda.Memory(16),
            lambda: cuda.malloc_managed(16),
            lambda: cuda.UnownedMemory(1234, 16, None),
            lambda: cuda.alloc_pinned_memory(16),
            lambda: cuda.PinnedMemory(16),
            lambda: runtime.getDevice(),
            lambda: runtime.setDevice(0),
            lambda: runtime.deviceSynchronize(),
            lambda: runtime.memGetInfo(),
            lambda: runtime.getDeviceProperties(0),
            lambda: runtime.deviceGetAttribute(75, 0),
            lambda: runtime.malloc(16),
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
        with pytest.raises(RuntimeError, match="is not available: ") as e:
            call()
        assert "\n" not in str(e.value)

    def test_pools_answer(self):
        pool = tenorite.get_default_memory_pool()
        assert pool.total_bytes() >= pool.used_bytes() >= 0
        pool.free_all_blocks()
        pinned = tenorite.get_default_pinned_memory_pool()
        assert pinned.n_free_blocks() == 0
        pinned.free_all_blocks()


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


def test_null_streams_without_cuda():
    assert cuda.Stream.null.ptr == 0
    assert cuda.Stream.ptds.ptr == 2
    assert cuda.Stream(null=True) == cuda.Stream.null
    assert cuda.Stream.null != cuda.Stream.ptds
    with pytest.raises(ValueError, match="cannot be both set"):
        cuda.Stream(null=True, ptds=True)


def test_interprocess_events_take_no_time():
    with pytest.raises(ValueError, match="Timing must be disabled"):
        cuda.Event(interprocess=True)


class TestLimits:
    """Of the default pool, on whichever device is the default one."""

    @pytest.fixture(autouse=True)
    def pool(self):
        self.pool = tenorite.get_default_memory_pool()
        before = self.pool.get_limit()
        yield
        self.pool.set_limit(size=before)

    def test_size(self):
        self.pool.set_limit(size=1 << 40)
        assert self.pool.get_limit() == 1 << 40
        self.pool.set_limit(0)
        assert self.pool.get_limit() == 0

    def test_fraction(self):
        self.pool.set_limit(fraction=0.5)
        half = self.pool.get_limit()
        self.pool.set_limit(fraction=1.0)
        assert half == self.pool.get_limit() // 2 > 0

    def test_refused(self):
        for wrong in ({}, {"size": 1, "fraction": 0.5}, {"size": -1}):
            with pytest.raises(ValueError):
                self.pool.set_limit(**wrong)
        for fraction in (-0.1, 1.1, float("nan")):
            with pytest.raises(ValueError, match="fraction out of range"):
                self.pool.set_limit(fraction=fraction)


class TestAllocators:
    @pytest.fixture(autouse=True)
    def restore(self):
        before = cuda.get_allocator()
        yield
        cuda.set_allocator(before)

    def test_get_and_set(self):
        default = tenorite.get_default_memory_pool().malloc
        assert cuda.get_allocator() == default
        own = cuda.MemoryPool()
        cuda.set_allocator(own.malloc)
        assert cuda.get_allocator() == own.malloc
        with cuda.using_allocator(default):
            assert cuda.get_allocator() == default
            with cuda.using_allocator():
                assert cuda.get_allocator() != default
            with pytest.raises(ValueError, match="using_allocator"):
                cuda.set_allocator(default)
        assert cuda.get_allocator() == own.malloc

    def test_using_is_of_the_thread(self):
        seen = []
        with cuda.using_allocator(cuda.MemoryPool().malloc):
            thread = threading.Thread(target=lambda: seen.append(cuda.get_allocator()))
            thread.start()
            thread.join()
        assert seen == [tenorite.get_default_memory_pool().malloc]

    def test_not_callable(self):
        with pytest.raises(TypeError, match="allocator must be callable"):
            cuda.set_allocator(3)

    @needs_gpu
    def test_arrays_use_a_pool(self):
        own = cuda.MemoryPool()
        cuda.set_allocator(own.malloc)
        a = tenorite.empty(1000, "f8")
        assert own.used_bytes() >= 8000
        del a
        assert own.used_bytes() == 0
        assert own.total_bytes() > 0
        own.free_all_blocks()
        assert own.total_bytes() == 0

    @needs_gpu
    def test_arrays_use_a_function(self):
        sizes = []

        def allocator(size):
            sizes.append((size, cuda.Device().id))
            return cuda.memory.MemoryPointer(cuda.Memory(size), 0)

        with cuda.using_allocator(allocator):
            a = tenorite.ones(1000, "f4")
        assert (4000, 0) in sizes
        assert float(a.sum()) == 1000
        del a

    @needs_gpu
    def test_errors_of_a_function_come_through(self):
        def allocator(size):
            raise KeyError("mine")

        with cuda.using_allocator(allocator), pytest.raises(KeyError, match="mine"):
            tenorite.empty(10)
        with (
            cuda.using_allocator(lambda size: size),
            pytest.raises((TypeError, AttributeError)),
        ):
            tenorite.empty(10)
        assert float(tenorite.ones(3).sum()) == 3


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
class TestStream:
    def test_new_ones_differ(self):
        a, b = cuda.Stream(), cuda.Stream(non_blocking=True)
        assert a != b
        assert a.ptr != 0
        assert hash(a) != hash(b)
        assert not a.is_non_blocking
        assert b.is_non_blocking
        assert a.device_id == 0
        assert a.__cuda_stream__() == (0, a.ptr)
        assert repr(a) == f"<Stream {a.ptr} (device 0)>"

    @pytest.mark.parametrize("kind", ["own", "short-lived", "thread"])
    def test_split_reductions_at_the_same_time(self, kind):
        """Blocks that share an output count each other, stream by stream."""
        x = tenorite.arange(3_000_000, dtype="f8", device="cuda:0")
        rows = x[: 12 * 250_000].reshape(12, 250_000)
        total, sums = float(x.sum()), rows.sum(axis=1).get()
        owners = [cuda.Stream(non_blocking=True) for _ in range(4)]
        cuda.Device(0).synchronize()
        found = []
        for i in range(40):
            stream = owners[i % len(owners)]
            if kind == "short-lived":
                stream = cuda.Stream(non_blocking=True)
            elif kind == "thread":
                stream = cuda.Stream.ptds
            with stream:
                found.append((x.sum(), rows.sum(axis=1), stream))
        cuda.Device(0).synchronize()
        for a, b, _ in found:
            assert float(a) == total
            assert b.get().tolist() == sums.tolist()

    def test_priority(self):
        assert cuda.Stream(priority=-1).priority == -1
        assert cuda.Stream().priority == 0

    def test_with(self):
        assert cuda.get_current_stream() == cuda.Stream.null
        a, b = cuda.Stream(non_blocking=True), cuda.Stream()
        with a as entered:
            assert entered is a
            assert cuda.get_current_stream() is a
            with b:
                assert cuda.get_current_stream() is b
            assert cuda.get_current_stream(0) is a
        assert cuda.get_current_stream() == cuda.Stream.null

    def test_use(self):
        stream = cuda.Stream()
        assert stream.use() is stream
        assert cuda.get_current_stream() is stream
        cuda.Stream.null.use()
        assert cuda.get_current_stream() is cuda.Stream.null

    def test_current_one_is_kept_alive(self):
        cuda.Stream().use()
        gc.collect()
        assert cuda.get_current_stream().done
        tenorite.ones(10).sum()
        cuda.Stream.null.use()

    def test_current_is_of_the_thread(self):
        seen = []
        with cuda.Stream():
            thread = threading.Thread(
                target=lambda: seen.append(cuda.get_current_stream(0))
            )
            thread.start()
            thread.join()
        assert seen == [cuda.Stream.null]

    def test_synchronize(self):
        stream = cuda.Stream(non_blocking=True)
        stream.synchronize()
        assert stream.done
        cuda.Stream.null.synchronize()
        cuda.synchronize()

    def test_external(self):
        stream = cuda.Stream(non_blocking=True)
        external = cuda.ExternalStream(stream.ptr)
        assert external == stream
        assert external.is_non_blocking
        with external:
            assert cuda.get_current_stream() == stream
        handle = runtime.streamCreate()
        foreign = cuda.ExternalStream(handle)
        assert foreign.ptr == handle
        foreign.synchronize()
        runtime.streamDestroy(handle)
        assert cuda.ExternalStream(0).ptr == 0

    def test_per_thread_default_stream(self):
        results = []

        def work(value):
            with cuda.Stream.ptds:
                results.append(float(tenorite.full(1000, value).sum()))
                cuda.Stream.ptds.synchronize()

        threads = [threading.Thread(target=work, args=(v,)) for v in (1, 2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(results) == [1000, 2000, 3000]

    def test_host_function(self):
        called = []
        stream = cuda.Stream()
        stream.launch_host_func(called.append, 5)
        stream.add_callback(lambda *args: called.append(args), "x")
        stream.synchronize()
        for _ in range(6000):
            if len(called) == 2:
                break
            time.sleep(0.01)
        assert called == [5, (stream, 0, "x")]

    def test_many(self):
        for _ in range(200):
            with cuda.Stream(non_blocking=True):
                tenorite.ones(100).sum()

    def test_arrays_outlive_their_stream(self):
        with cuda.Stream(non_blocking=True):
            a = tenorite.arange(1000)
        gc.collect()
        assert int(a.sum()) == 499500
        del a
        assert int(tenorite.arange(1000).sum()) == 499500

    def test_memory_crosses_streams(self):
        one, two = cuda.Stream(non_blocking=True), cuda.Stream(non_blocking=True)
        for i in range(50):
            with one:
                a = tenorite.full(1 << 16, i, "i8")
                event = one.record()
            two.wait_event(event)
            with two:
                total = a.sum()
                del a
            with one:
                tenorite.full(1 << 16, -1, "i8")
            assert int(total) == i << 16


@needs_gpu
class TestEvent:
    def test_time(self):
        start, end = cuda.Event(), cuda.Event()
        start.record()
        tenorite.ones(1 << 20).sum()
        end.record()
        end.synchronize()
        assert start.done and end.done
        assert 0 < cuda.get_elapsed_time(start, end) < 1000

    def test_record_on(self):
        stream = cuda.Stream(non_blocking=True)
        event = stream.record()
        stream.wait_event(event)
        assert stream.record(event) is event
        event.record(stream)
        event.synchronize()
        assert event.done
        cuda.Stream.null.wait_event(event)

    def test_without_time(self):
        events = [cuda.Event(disable_timing=True) for _ in range(2)]
        for event in events:
            event.record()
            event.synchronize()
        with pytest.raises(runtime.CUDARuntimeError):
            cuda.get_elapsed_time(*events)
        assert float(tenorite.ones(5).sum()) == 5

    def test_flags(self):
        cuda.Event(block=True).record()
        cuda.Event(disable_timing=True, interprocess=True).record()


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
class TestMemory:
    def test_pool(self):
        pool = cuda.MemoryPool()
        assert pool.total_bytes() == 0
        p = pool.malloc(1000)
        assert p.ptr % 512 == 0
        assert p.device == cuda.Device(0)
        used = pool.used_bytes()
        assert used >= 1000
        ptr = int(p)
        del p
        assert pool.used_bytes() == 0
        assert pool.free_bytes() == pool.total_bytes() > 0
        assert pool.n_free_blocks() >= 1
        again = pool.malloc(1000)
        assert again.ptr == ptr
        again.mem.free()
        pool.free_all_blocks()
        assert pool.total_bytes() == 0
        statistics = pool.statistics()
        assert statistics["allocations"] == statistics["frees"] == 2

    def test_limit(self):
        pool = cuda.MemoryPool()
        pool.set_limit(size=64 << 20)
        kept = pool.malloc(1 << 20)
        with pytest.raises(cuda.OutOfMemoryError, match="(?i)limit"):
            pool.malloc(128 << 20)
        assert pool.malloc(1 << 20).ptr != kept.ptr

    def test_pool_on_an_allocator(self):
        pool = cuda.MemoryPool(cuda.malloc_managed)
        p = pool.malloc(100)
        kind = runtime.pointerGetAttributes(p.ptr).type
        assert kind == runtime.memoryTypeManaged
        del p
        pool.free_all_blocks()
        assert pool.total_bytes() == 0

    def test_pool_may_die_before_its_memory(self):
        p = cuda.MemoryPool().malloc(1000)
        gc.collect()
        p.memset(0, 1000)
        cuda.synchronize()

    def test_pointers(self):
        p = cuda.alloc(800)
        q = p + 80
        assert q.ptr == p.ptr + 80
        assert (q - 80).ptr == p.ptr
        assert (8 + p).ptr == p.ptr + 8
        q += 8
        q -= 88
        assert q.ptr == p.ptr
        data = numpy.arange(100, dtype="f8")
        p.copy_from_host(data, 800)
        other = cuda.alloc(800)
        other.copy_from(p, 800)
        back = numpy.zeros(100)
        other.copy_to_host(ctypes.c_void_p(back.ctypes.data), 800)
        assert (back == data).all()
        (other + 400).memset(0, 400)
        other.copy_to_host(back.ctypes.data, 800)
        assert (back[:50] == data[:50]).all() and (back[50:] == 0).all()
        other.copy_from(data, 800)
        p.copy_from_device(other, 0)

    def test_kinds_of_memory(self):
        for mem in (cuda.Memory(64), cuda.ManagedMemory(64)):
            assert mem.ptr and mem.size == 64
            assert mem.device == cuda.Device(0)
            assert int(mem) == mem.ptr
        assert cuda.Memory(0).ptr == 0
        unowned = cuda.UnownedMemory(mem.ptr, 64, mem)
        assert unowned.device_id == 0

    def test_get_and_set_on_a_stream(self):
        n = 1 << 20
        pinned = [cuda.alloc_pinned_memory(8 * n) for _ in range(2)]
        source, target = (numpy.frombuffer(p, "f8", n) for p in pinned)
        source[:] = numpy.arange(n)
        target[:] = -1
        a = tenorite.zeros(n)
        stream = cuda.Stream(non_blocking=True)
        go_on = threading.Event()
        stream.launch_host_func(go_on.wait, 60)
        a.set(source, stream=stream)
        a.get(stream=stream, out=target, blocking=False)
        # Whoever had waited would find it done: nothing else ends the wait.
        assert not stream.done
        assert target[0] == -1
        go_on.set()
        assert cuda.get_current_stream() == cuda.Stream.null
        stream.synchronize()
        numpy.testing.assert_array_equal(target, source)
        # A blocking copy waits for its stream alone.
        stream.launch_host_func(time.sleep, 0.2)
        target[:] = -1
        a.get(stream=stream, out=target)
        numpy.testing.assert_array_equal(target, source)

    def test_get_without_blocking_of_other_layouts(self):
        rows = numpy.frombuffer(cuda.alloc_pinned_memory(800), "f8", 100)
        rows = rows.reshape(10, 10)
        a = tenorite.arange(200.0).reshape(10, 20)[:, ::2].T
        for out in (rows, rows.T, rows[::-1], numpy.empty((10, 10))):
            out[...] = -1
            assert a.get(out=out, blocking=False) is out
            cuda.get_current_stream().synchronize()
            numpy.testing.assert_array_equal(out, a.get())
        for order in "CFA":
            host = a.get(order=order)
            assert host.flags.f_contiguous == (order == "F")
            numpy.testing.assert_array_equal(host, tenorite.asnumpy(a))

    def test_streams_refused(self):
        a = tenorite.zeros(3)
        with pytest.raises(TypeError, match="stream must be a tenorite.cuda.Stream"):
            a.get(stream=7)
        with pytest.raises(TypeError, match="stream must be a tenorite.cuda.Stream"):
            a.set(numpy.ones(3), stream="x")
        assert float(a.sum()) == 0
        stream = cuda.Stream()
        stream.device_id = 63
        with pytest.raises(RuntimeError, match="does not match with the device"):
            a.get(stream=stream)

    def test_pinned(self):
        p = cuda.alloc_pinned_memory(800)
        a = numpy.frombuffer(p, "f8", 100)
        a[:] = 7
        assert a.ctypes.data == p.ptr
        device = cuda.alloc(800)
        device.copy_from_host_async(p, 800)
        a2 = numpy.frombuffer(cuda.PinnedMemoryPointer(cuda.PinnedMemory(800), 0), "f8")
        device.copy_to_host(a2, 800)
        assert (a2 == 7).all()
        assert (p + 80).size() == 720
        pool = cuda.PinnedMemoryPool()
        del p, a
        ptr = pool.malloc(64).ptr
        assert pool.malloc(64).ptr == ptr
        assert pool.n_free_blocks() >= 1
        pool.free_all_blocks()
        assert pool.n_free_blocks() == 0

    def test_pinned_allocator(self):
        sizes = []

        def allocator(size):
            sizes.append(size)
            return cuda.PinnedMemoryPointer(cuda.PinnedMemory(size), 0)

        cuda.set_pinned_memory_allocator(allocator)
        try:
            cuda.alloc_pinned_memory(100)
        finally:
            cuda.set_pinned_memory_allocator(
                tenorite.get_default_pinned_memory_pool().malloc
            )
        assert sizes == [100]


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


@needs_gpu
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


HOST_FUNCTIONS = """
import threading, time
import numpy
import tenorite as tn
a = tn.arange(1000.0, device="cuda:0")
big = tn.zeros(1 << 22, device="cuda:0")
ran = []
s = tn.cuda.Stream()
e = tn.cuda.Event()
slow = tn.RawKernel("__global__ void f(long long n) {{"
    "long long t = clock64(); while (clock64() - t < n) ; }}", "f")
for i in range(100):
    with s:
        slow((1,), (1,), (100000,))
    s.add_callback(lambda stream, status, i: ran.append(i), i)
    {wait}
s.synchronize()
assert ran == list(range(100)), ran
"""


@needs_gpu
@pytest.mark.parametrize(
    "wait",
    [
        "n = a.get(stream=s)",
        "n = big.get(stream=s)",
        "s.synchronize()",
        "e.record(s); e.synchronize()",
        "tn.cuda.Device(0).synchronize()",
        "tn.cuda.runtime.deviceSynchronize()",
        "tn.cuda.runtime.free(tn.cuda.runtime.malloc(1 << 22))",
        "tn.cuda.runtime.freeHost(tn.cuda.runtime.hostAlloc(1 << 22))",
        "tn.get_default_memory_pool().free_all_blocks()",
        "with s: float(a.sum())",
        "with s: a[3].item()",
        "with s: tn.linalg.inv(tn.eye(8, device='cuda:0'))",
        "with s: tn.asarray(numpy.ones(1 << 20), device='cuda:0')",
        "with s: tn.asarray(numpy.ones(7), device='cuda:0')",
        "with s: tn.add.at(a, tn.asarray([1, 1], device='cuda:0'), 1)",
        # More launches than a stream takes before it blocks.
        "if i % 20 == 0:\n      with s:\n        for k in range(3000): a += 1",
        "if i % 20 == 0:\n      with s:\n        for k in range(3000): slow((1,), (1,), (1,))",
    ],
)
def test_waits_let_host_functions_run(wait):
    """A host function needs the interpreter's lock while another thread waits."""
    subprocess.run(
        [sys.executable, "-c", HOST_FUNCTIONS.format(wait=wait)],
        check=True,
        timeout=120,
    )

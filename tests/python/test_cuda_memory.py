# SPDX-License-Identifier: Apache-2.0
"""Memory of devices: allocators, pools, limits and pointers."""

import ctypes
import gc
import hashlib
import threading
import time

import numpy
import pytest
import tenorite
from tenorite import cuda
from tenorite.cuda import runtime

needs_gpu = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")


@pytest.fixture(autouse=True)
def on_gpu():
    if not cuda.is_available():
        yield
        return
    with tenorite.Device("cuda:0"):
        yield


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


# Without a GPU it is memory of the CPU device.
HERE = cuda.Device(0) if cuda.is_available() else tenorite.Device("cpu")


class TestMemory:
    def test_pool(self):
        pool = cuda.MemoryPool()
        assert pool.total_bytes() == 0
        p = pool.malloc(1000)
        assert p.ptr % 512 == 0
        assert p.device == HERE
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
        if cuda.is_available():
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
            assert mem.device == HERE
            assert tenorite.ndarray(8, "f8", cuda.MemoryPointer(mem, 0)).device == HERE
            assert int(mem) == mem.ptr
        assert cuda.Memory(0).ptr == 0
        unowned = cuda.UnownedMemory(mem.ptr, 64, mem)
        assert unowned.device == HERE

    def test_pointers_see_what_was_recorded(self):
        """Copies and fills are queued among the operations of arrays."""
        p, q = cuda.alloc(800), cuda.MemoryPool().malloc(800)
        a, b = (tenorite.ndarray(100, "f8", pointer) for pointer in (p, q))
        a[:] = tenorite.arange(100.0) * 2 + 1
        q.copy_from(p, 800)
        a *= 0
        numpy.testing.assert_array_equal(b.get(), numpy.arange(100.0) * 2 + 1)
        b += 1
        q.memset(0, 400)
        b -= 1
        expected = numpy.arange(100.0) * 2 + 1
        expected[:50] = -1
        numpy.testing.assert_array_equal(b.get(), expected)
        kernel = tenorite.RawKernel(
            "__global__ void f(double* a) { a[threadIdx.x] += 1; }", "f"
        )
        kernel((1,), (100,), (q,))
        numpy.testing.assert_array_equal(b.get(), expected + 1)

    def test_data_of_arrays(self, device):
        """CuPy's pointer everywhere, and NumPy's memoryview on the CPU device."""
        x = tenorite.arange(12.0, device=device).reshape(3, 4)
        part = x[1:, ::2]
        assert isinstance(x.data, cuda.MemoryPointer)
        assert x.data.ptr == int(x.data) == x.data_ptr()
        assert part.data.ptr - x.data.ptr == 32 and x.data.device == x.device
        assert (x.data + 8).ptr == x.data.ptr + 8
        y = tenorite.zeros((3, 4), device=device)
        y.data.copy_from(x.data, x.nbytes)
        y.data.memset(0, 8)
        numpy.testing.assert_array_equal(y.get()[1:], x.get()[1:])
        second = cuda.UnownedMemory(x.data.ptr, x.nbytes, x, x.data.device_id)
        row = tenorite.ndarray(4, "f8", cuda.MemoryPointer(second, 32))
        assert row.device == x.device and row.tolist() == [4, 5, 6, 7]
        pointers = tenorite.array([x.data.ptr, y.data.ptr], "u8", device=device)
        kernel = tenorite.RawKernel(
            "__global__ void f(double** p) { p[1][0] = p[0][5] + 1; }", "f"
        )
        kernel((1,), (1,), (pointers,))
        assert float(y[0, 0]) == 6
        kernel = tenorite.RawKernel("__global__ void f(double* a) { *a = -1; }", "f")
        kernel((1,), (1,), (x.data,))
        assert float(x[0, 0]) == -1

    @pytest.mark.parametrize("dtype", ["?", "b", "u8", "e", "f", "D"])
    def test_data_is_a_memoryview_too(self, dtype):
        h = numpy.arange(12).reshape(3, 4).astype(dtype)
        x = tenorite.asarray(h, device="cpu")
        for ours, theirs in (
            (x, h),
            (x[:, ::2], h[:, ::2]),
            (x.T, h.T),
            (x[0, 0], h[0, 0]),
        ):
            data, view = ours.data, memoryview(theirs)
            for name in "nbytes itemsize ndim shape strides format readonly".split():
                assert getattr(data, name) == getattr(view, name), name
            assert data.tobytes() == bytes(data) == view.tobytes()
            assert data.c_contiguous == view.c_contiguous
            numpy.testing.assert_array_equal(numpy.asarray(data), theirs)
        assert hashlib.sha1(x.data).digest() == hashlib.sha1(h.data).digest()
        assert len(x.data) == 3
        numpy.asarray(x.data)[0, 0] = 1
        assert bool(x[0, 0] == 1) and not hasattr(x.data, "nothing")
        flat = tenorite.arange(3, device="cpu")
        flat.data[1] = 7
        assert flat.data[1] == 7 and list(flat.data) == flat.tolist() == [0, 7, 2]
        assert flat.data == numpy.array([0, 7, 2]).data

    def test_arrays_stay_within_their_memory(self):
        p = cuda.alloc(80)
        with pytest.raises(ValueError, match="needs the bytes"):
            tenorite.ndarray(11, "f8", p)
        with pytest.raises(ValueError, match="needs the bytes"):
            tenorite.ndarray(10, "f8", p + 8)

    @needs_gpu
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
        if not cuda.is_available():
            return
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

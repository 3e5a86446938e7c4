# SPDX-License-Identifier: Apache-2.0
"""Streams and events, and what waits for them."""

import gc
import subprocess
import sys
import threading
import time

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

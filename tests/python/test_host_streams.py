# SPDX-License-Identifier: Apache-2.0
"""Streams and events where there is no GPU: those of the CPU device."""

import threading
import time

import numpy as np
import pytest
import tenorite as tn
from tenorite import cuda

pytestmark = pytest.mark.skipif(cuda.is_available(), reason="streams are the GPU's")


def test_streams_are_current_in_their_blocks():
    one, other = cuda.Stream(non_blocking=True), cuda.Stream()
    assert one != other and one != cuda.Stream.null and hash(one) != hash(other)
    assert cuda.get_current_stream() == cuda.Stream.null
    with one as entered:
        assert entered is one and cuda.get_current_stream() is one
        with other:
            assert cuda.get_current_stream() is other
        assert cuda.get_current_stream() is one
    assert cuda.get_current_stream() == cuda.Stream.null
    assert other.use() is other and cuda.get_current_stream() is other
    cuda.Stream.null.use()
    assert cuda.get_current_stream() == cuda.Stream.null


def test_each_thread_has_its_own():
    found = []
    with cuda.Stream():
        thread = threading.Thread(
            target=lambda: found.append(cuda.get_current_stream())
        )
        thread.start()
        thread.join()
    assert found == [cuda.Stream.null]


def test_waiting_executes_what_is_recorded():
    stream = cuda.Stream()
    for wait in (
        stream.synchronize,
        cuda.Stream.null.synchronize,
        cuda.Stream.ptds.synchronize,
        lambda: stream.done,
        lambda: stream.record().synchronize(),
        lambda: cuda.Event().record(stream),
    ):
        with stream:
            x = tn.arange(100.0, device="cpu")
            y = x * 2 + 1
        wait()
        np.testing.assert_array_equal(y.get(stream=stream), np.arange(100.0) * 2 + 1)


def test_events_measure_time():
    start, end = cuda.Event(), cuda.Event()
    start.record()
    time.sleep(0.05)
    end.record()
    end.synchronize()
    assert start.done and end.done
    assert 50 <= cuda.get_elapsed_time(start, end) < 5000
    assert cuda.get_elapsed_time(end, start) <= -50
    cuda.Stream().wait_event(end)


@pytest.mark.parametrize("options", [{}, {"disable_timing": True}])
def test_times_that_there_are_not(options):
    timed, other = cuda.Event(), cuda.Event(**options)
    timed.record()
    if options:
        other.record()
    with pytest.raises(tn.CudaError, match="invalid resource handle"):
        cuda.get_elapsed_time(timed, other)


def test_callbacks_come_after_the_work():
    called = threading.Event()
    stream = cuda.Stream()
    stream.add_callback(lambda s, status, x: x.set() if s is stream else None, called)
    assert called.wait(60)
    called.clear()
    stream.launch_host_func(lambda x: x.set(), called)
    assert called.wait(60)


def test_kernels_take_streams():
    kernel = tn.RawKernel("__global__ void f(double* a) { a[threadIdx.x] += 1; }", "f")
    x = tn.arange(3.0, device="cpu")
    kernel((1,), (3,), (x,), stream=cuda.Stream())
    assert x.tolist() == [1, 2, 3]


def test_what_needs_a_gpu():
    stream = cuda.Stream()
    for call in (
        stream.begin_capture,
        stream.is_capturing,
        lambda: cuda.ExternalStream(stream.ptr),
        lambda: cuda.get_current_stream(0),
        cuda.runtime.streamCreate,
    ):
        with pytest.raises(tn.CudaError):
            call()
    with pytest.raises(ValueError, match="cannot be both set"):
        cuda.Stream(null=True, ptds=True)
    with pytest.raises(ValueError, match="Timing must be disabled"):
        cuda.Event(interprocess=True)

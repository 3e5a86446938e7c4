# SPDX-License-Identifier: Apache-2.0
"""Capture of streams, graphs, and functions that become graphs."""

import gc
import os
import threading

import numpy as np
import pytest
import tenorite as tn
from tenorite import cuda

needs_gpu = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")


@pytest.fixture
def stream():
    with tn.Device("cuda:0"), cuda.Stream(non_blocking=True) as made:
        yield made


def test_without_cuda():
    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(RuntimeError, match="not available|no NVIDIA"):
        cuda.Stream.null.begin_capture()
    with pytest.raises(RuntimeError, match="not being captured"):
        cuda.Stream.null.end_capture()


def test_graphs_come_from_captures():
    with pytest.raises(RuntimeError, match="end_capture"):
        cuda.Graph()


def test_functions_on_the_cpu_are_called_as_they_are():
    calls = []

    @cuda.graph
    def f(x, *, by=2):
        calls.append(by)
        return x * by

    x = tn.arange(3, device="cpu")
    for _ in range(4):
        assert f(x, by=3).tolist() == [0, 3, 6]
    assert f(np.arange(2)).tolist() == [0, 2]
    assert calls == [3, 3, 3, 3, 2]
    assert f.__name__ == "f"


class FakeCapture:
    """Stands for a graph: says that there was a capture, and calls the function."""

    made = []

    def __init__(self, function, args, names):
        self._function, self._n = function, len(args) - len(names)
        self._names = names
        FakeCapture.made.append(tuple(x.shape for x in args if hasattr(x, "shape")))

    def __call__(self, args):
        keywords = dict(zip(self._names, args[self._n :], strict=True))
        return self._function(*args[: self._n], **keywords)


@pytest.fixture
def captures(monkeypatch):
    """Shapes of the calls that were captured, where no GPU is needed for it."""
    monkeypatch.setattr(cuda._graphs, "_Captured", FakeCapture)
    monkeypatch.setattr(cuda._graphs, "_is_on_gpu", lambda x: isinstance(x, tn.ndarray))
    monkeypatch.setattr(FakeCapture, "made", [])
    return FakeCapture.made


class TestCacheOfGraphs:
    def test_second_calls_are_captured(self, captures):
        f = cuda.graph(lambda x, k=1: x * k)
        x = tn.ones(3)
        for _ in range(4):
            assert f(x).tolist() == [1, 1, 1]
            assert f(x, k=2).tolist() == [2, 2, 2]
        assert captures == [((3,),)] * 2
        assert f.count() == 2

    def test_the_least_recently_used_one_goes(self, captures):
        f = cuda.graph(lambda x: x + 1, limit=3)

        def call(n, times):
            for _ in range(times):
                assert f(tn.zeros(n)).tolist() == [1] * n
            return [shapes[0][0] for shapes in captures]

        for n in (1, 2, 3):
            call(n, 2)
        assert call(1, 1) == [1, 2, 3]  # 2 is the oldest one now
        assert call(4, 2) == [1, 2, 3, 4]
        assert f.count() == 3
        assert call(1, 1) == call(3, 1) == call(4, 1) == [1, 2, 3, 4]
        assert call(2, 1) == [1, 2, 3, 4]  # as it is, once more
        assert call(2, 1) == [1, 2, 3, 4, 2]
        assert f.count() == 3

    def test_clear(self, captures):
        f = cuda.graph(limit=2)(lambda x: x + 1)
        for _ in range(2):
            f(tn.zeros(3))
            f(tn.zeros(3))
            assert f.count() == 1
            f.clear()
            assert f.count() == 0
        assert len(captures) == 2

    def test_calls_that_never_come_again(self, captures):
        f = cuda.graph(lambda x, k: x)
        x = tn.zeros(3)
        f(x, -1)
        for k in range(5000):
            f(x, k)
        f(x, -1)  # forgotten meanwhile
        assert captures == [] and f.count() == 0
        f(x, -1)
        assert f.count() == 1

    def test_captures_that_fail(self, monkeypatch, captures):
        def fail(*args):
            raise RuntimeError("cannot be captured")

        f = cuda.graph(lambda x: x)
        f(tn.zeros(3))
        with monkeypatch.context() as patch:
            patch.setattr(cuda._graphs, "_Captured", fail)
            for _ in range(2):
                with pytest.raises(RuntimeError, match="cannot be captured"):
                    f(tn.zeros(3))
        assert f.count() == 0
        f(tn.zeros(3))
        assert f.count() == 1

    def test_limits(self):
        for limit, error in ((0, ValueError), (-1, ValueError), (1.5, TypeError)):
            with pytest.raises(error):
                cuda.graph(len, limit=limit)
        with pytest.raises(TypeError, match="function"):
            cuda.graph(3)


@needs_gpu
class TestCapture:
    def test_nothing_is_done_before_the_launch(self, stream):
        x = tn.zeros(1000)
        stream.begin_capture()
        assert stream.is_capturing()
        x += 1
        y = x * 2
        graph = stream.end_capture()
        assert not stream.is_capturing()
        assert not x.any()
        for _ in range(3):
            graph.launch()
        assert (x == 3).all()
        assert (y == 6).all()

    def test_many_operations(self, stream):
        def program(a, b):
            c = tn.sin(a) @ b
            d = tn.sort(c, axis=1) - c.mean(axis=0)
            e = tn.fft.rfft(d, axis=1).real.cumsum(axis=0)
            return tn.where(e > 0, e, -e).sum(axis=1), d[:, ::-1]

        rng = np.random.default_rng(1)
        a, b = tn.array(rng.random((64, 64))), tn.array(rng.random((64, 64)))
        wanted = [x.get() for x in program(a, b)]  # and all is compiled
        stream.begin_capture()
        results = program(a, b)
        graph = stream.end_capture()
        graph.upload()
        for _ in range(2):
            graph.launch()
        for result, x in zip(results, wanted, strict=True):
            np.testing.assert_array_equal(result.get(), x)
        a[...] = rng.random((64, 64))
        graph.launch()
        for result, x in zip(results, program(a, b), strict=True):
            np.testing.assert_array_equal(result.get(), x.get())

    def test_memory_lives_as_long_as_the_graph(self, stream):
        x = tn.arange(100_000.0)
        stream.begin_capture()
        y = (tn.sort(x) * 2).cumsum()
        graph = stream.end_capture()
        wanted = (x * 2).cumsum()
        del x
        gc.collect()
        others = [tn.full(100_000, -1.0) for _ in range(32)]
        graph.launch()
        assert (y == wanted).all()
        assert all((other == -1).all() for other in others)
        del graph
        gc.collect()
        others += [tn.full(100_000, -2.0) for _ in range(32)]
        assert (y == wanted).all()

    @pytest.mark.skipif(
        "PYTEST_XDIST_WORKER" in os.environ,
        reason="other processes use the memory of the GPU meanwhile",
    )
    def test_the_pool_goes_with_the_graph(self, stream):
        x = tn.ones(1 << 20)
        cuda.runtime.deviceSynchronize()
        for _ in range(3):
            stream.begin_capture()
            y = tn.sort(x)
            graph = stream.end_capture()
            graph.launch()
            stream.synchronize()
            del y, graph
        tn.get_default_memory_pool().free_all_blocks()
        before = cuda.runtime.memGetInfo()[0]
        for _ in range(20):
            stream.begin_capture()
            y = tn.sort(x)
            graph = stream.end_capture()
            graph.launch()
            stream.synchronize()
            del y, graph
        tn.get_default_memory_pool().free_all_blocks()
        assert cuda.runtime.memGetInfo()[0] > before - (64 << 20)

    def test_recorded_work_before_stays_outside(self, stream):
        x = tn.zeros(10)
        x += 1  # recorded, not done
        stream.begin_capture()
        x *= 3
        graph = stream.end_capture()
        assert (x == 1).all()
        graph.launch()
        graph.launch()
        assert (x == 9).all()

    def test_random_state_of_threads(self, stream):
        """Another thread works on as if nothing were captured."""
        x = tn.ones(1000)
        stream.begin_capture()
        y = x + 1
        found = []

        def work():
            with tn.Device("cuda:0"), cuda.Stream(non_blocking=True):
                found.append((tn.arange(1000.0) * 2).sum().item())

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        graph = stream.end_capture()
        graph.launch()
        assert found == [999000.0]
        assert (y == 2).all()

    @pytest.mark.parametrize(
        "work",
        [
            lambda x, stream: float(x.sum()),
            lambda x, stream: x.get(),
            lambda x, stream: tn.array([1.0, 2.0]),
            lambda x, stream: x[x > 0].shape,
            lambda x, stream: tn.nonzero(x),
            lambda x, stream: stream.synchronize(),
            lambda x, stream: cuda.runtime.deviceSynchronize(),
            lambda x, stream: bool((x > 0).all()),
        ],
        ids="item get host mask nonzero stream device truth".split(),
    )
    def test_what_cannot_be_captured(self, stream, work):
        x = tn.arange(10.0)
        x.sum().item()
        stream.begin_capture()
        y = x + 1
        with pytest.raises(RuntimeError, match="captured in a graph|capture of"):
            work(x, stream)
        z = y * 2
        graph = stream.end_capture()
        graph.launch()
        assert z.tolist() == [2.0 * (i + 1) for i in range(10)]

    def test_the_default_stream(self):
        with tn.Device("cuda:0"):
            with pytest.raises(RuntimeError, match="default stream"):
                cuda.Stream.null.begin_capture()
            assert not cuda.Stream.null.is_capturing()
            assert (tn.ones(3) * 2).tolist() == [2, 2, 2]

    def test_order_of_calls(self, stream):
        with pytest.raises(RuntimeError, match="not being captured"):
            stream.end_capture()
        with pytest.raises(ValueError, match="mode"):
            stream.begin_capture(7)
        stream.begin_capture()
        with pytest.raises(RuntimeError, match="being captured already"):
            stream.begin_capture()
        errors = []

        def end():
            try:
                stream.end_capture()
            except RuntimeError as error:
                errors.append(str(error))

        thread = threading.Thread(target=end)
        with tn.Device("cuda:0"):
            thread.start()
            thread.join()
        assert errors == ["a capture ends in the thread where it began"]
        assert stream.is_capturing()
        stream.end_capture().launch()
        stream.synchronize()

    def test_captures_that_are_given_up(self):
        x = tn.zeros(4, device="cuda:0")
        with tn.Device("cuda:0"):
            for in_thread in (False, True):
                with cuda.Stream(non_blocking=True) as stream:
                    stream.begin_capture()
                    x += 1
                if in_thread:
                    held = [stream]
                    del stream
                    thread = threading.Thread(target=held.clear)
                    thread.start()
                    thread.join()
                else:
                    del stream
                gc.collect()
                cuda.runtime.deviceSynchronize()
                assert not x.any()
            assert (tn.ones(4) * 2).tolist() == [2] * 4

    def test_launch_on_another_stream(self, stream):
        x = tn.zeros(1 << 20)
        stream.begin_capture()
        x += 1
        y = x * 2
        graph = stream.end_capture()
        other = cuda.Stream(non_blocking=True)
        with other:
            x += 10
            graph.launch()
            z = y + 1
        graph.launch(other)
        assert (z == 23).all()
        assert (y == 24).all()

    def test_events_join_streams(self, stream):
        x = tn.ones(1000)
        other = cuda.Stream(non_blocking=True)
        stream.begin_capture()
        y = x + 1
        other.wait_event(stream.record(cuda.Event(disable_timing=True)))
        with other:
            assert other.is_capturing()
            z = y * 3
        stream.wait_event(other.record(cuda.Event(disable_timing=True)))
        w = z - 1
        graph = stream.end_capture()
        graph.launch()
        assert (w == 5).all()

    @pytest.mark.parametrize("is_current", [False, True])
    def test_memory_of_joined_streams(self, stream, is_current):
        """What a stream that joins has used before is held, too."""
        other = cuda.Stream(non_blocking=True)
        with other:
            x = tn.arange(100_000.0) + 1
            wanted = (x * 3 - 1).get()  # and all is compiled
        event = cuda.Event(disable_timing=True)
        stream.begin_capture()
        event.record(stream)
        if not is_current:
            other.wait_event(event)
        with other:
            if is_current:
                other.wait_event(event)
            y = x * 3
            done = other.record(cuda.Event(disable_timing=True))
        stream.wait_event(done)
        z = y - 1
        graph = stream.end_capture()
        del x, y
        gc.collect()
        with other:
            others = [tn.full(100_000, -1.0) for _ in range(32)]
            other.synchronize()
        for _ in range(2):
            graph.launch()
        np.testing.assert_array_equal(z.get(), wanted)
        assert all((o == -1).all() for o in others)

    def test_joined_streams_afterwards(self, stream):
        """They work on when the capture is over, and when the graph has gone."""
        other = cuda.Stream(non_blocking=True)
        x = tn.ones(1000)
        stream.begin_capture()
        with other:
            other.wait_event(stream.record(cuda.Event(disable_timing=True)))
            y = x + 1
            stream.wait_event(other.record(cuda.Event(disable_timing=True)))
            graph = stream.end_capture()
            assert not other.is_capturing()
            assert (tn.ones(3) * 2).tolist() == [2, 2, 2]
            graph.launch()
            z = y * 10  # waits for the launch
            assert (z == 20).all()
            del graph
            gc.collect()
            assert (y * 10 + x == 21).all()
        assert (y == 2).all()

    def test_work_that_does_not_join_back(self, stream):
        other = cuda.Stream(non_blocking=True)
        x = tn.ones(1000)
        stream.begin_capture()
        other.wait_event(stream.record(cuda.Event(disable_timing=True)))
        with other:
            y = x + 1
        with pytest.raises(cuda.CudaError, match="Unjoined"):
            stream.end_capture()
        del y
        assert not stream.is_capturing() and not other.is_capturing()
        assert (tn.ones(3) * 2).tolist() == [2, 2, 2]

    def test_raw_kernels(self, stream):
        kernel = tn.RawKernel(
            'extern "C" __global__ void add(float* x, float y) { x[threadIdx.x] += y; }',
            "add",
        )
        x = tn.zeros(32, "f")
        kernel((1,), (32,), (x, np.float32(1)))
        stream.begin_capture()
        kernel((1,), (32,), (x, np.float32(2)))
        graph = stream.end_capture()
        graph.launch()
        graph.launch()
        assert (x == 5).all()


@needs_gpu
class TestFunctions:
    def test_results(self):
        def f(x, y, k=1):
            return {"sum": x + y * k, "rest": [x - y, (y.sum(axis=0), k)]}

        g = cuda.graph(f)
        rng = np.random.default_rng(2)
        results = []
        for i in range(6):
            x, y = (tn.array(rng.random((30, 40)), device="cuda:0") for _ in range(2))
            k = 1 + i % 2
            results.append((g(x, y, k=k), f(x, y, k=k)))
        for found, wanted in results:
            np.testing.assert_array_equal(found["sum"].get(), wanted["sum"].get())
            np.testing.assert_array_equal(
                found["rest"][0].get(), wanted["rest"][0].get()
            )
            np.testing.assert_array_equal(
                found["rest"][1][0].get(), wanted["rest"][1][0].get()
            )
            assert found["rest"][1][1] == wanted["rest"][1][1]

    def test_it_is_captured_once(self):
        calls = []

        @cuda.graph
        def f(x):
            calls.append(x.shape)
            return x + 1

        for _ in range(5):
            assert (f(tn.zeros(4, device="cuda:0")) == 1).all()
        assert calls == [(4,), (4,)]
        f(tn.zeros(5, device="cuda:0"))
        assert calls == [(4,), (4,), (5,)]

    def test_arguments_may_not_be_changed(self):
        @cuda.graph
        def f(x):
            x += 1
            return x

        x = tn.zeros(4, device="cuda:0")
        f(x)
        with pytest.raises(ValueError, match="read-only"):
            f(x)
        assert (x == 1).all()
        assert (tn.ones(3, device="cuda:0") * 2).tolist() == [2, 2, 2]

    def test_unhashable_arguments(self):
        with pytest.raises(TypeError, match="hashable"):
            cuda.graph(lambda x, y: x)(tn.ones(3, device="cuda:0"), [1])

    def test_loops(self):
        @cuda.graph
        def step(u):
            return u + 0.1 * (tn.roll(u, 1) - 2 * u + tn.roll(u, -1))

        u = v = tn.array(np.random.default_rng(3).random(1000), device="cuda:0")
        for _ in range(100):
            u = step(u)
            v = v + 0.1 * (tn.roll(v, 1) - 2 * v + tn.roll(v, -1))
        np.testing.assert_array_equal(u.get(), v.get())

    @pytest.mark.skipif(
        "PYTEST_XDIST_WORKER" in os.environ,
        reason="other processes use the memory of the GPU meanwhile",
    )
    def test_graphs_that_go_give_their_memory_back(self):
        f = cuda.graph(lambda x, k: tn.sort(x * k), limit=2)
        x = tn.ones(1 << 20, device="cuda:0")

        def left():
            cuda.runtime.deviceSynchronize()
            gc.collect()
            tn.get_default_memory_pool().free_all_blocks()
            return cuda.runtime.memGetInfo()[0]

        for k in range(3):
            f(x, k), f(x, k)
        before = left()
        for k in range(3, 20):
            y = f(x, k), f(x, k), f(x, k)
            assert (y[2] == k).all()
        assert f.count() == 2
        del y
        assert left() > before - (64 << 20)
        f.clear()
        assert (f(x, 5) == 5).all()

# SPDX-License-Identifier: Apache-2.0
"""Recorded calls of several threads, streams and processes, and at the end of each."""

import gc
import multiprocessing
import os
import queue
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
import tenorite as tn
from support.fusion_modes import MODES, flushes, fusion
from support.helpers import in_python, waited

N = 1000
VALUES = np.arange(N) * 2.0 + 1


def pending():
    return tn.arange(N) * 2.0 + 1


def in_thread(work):
    """What `work` returns or raises in a thread of its own, which then ends."""
    outcome = queue.Queue()

    def body():
        try:
            outcome.put((work(), None))
        except BaseException as error:
            outcome.put((None, error))

    thread = threading.Thread(target=body)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    result, error = outcome.get()
    if error:
        raise error
    return result


def test_array_of_a_thread_that_ended(device, mode):
    x = in_thread(pending)
    y = x * 2
    assert x.tolist() == VALUES.tolist() and y.tolist() == (VALUES * 2).tolist()


def test_writes_of_a_thread_that_ended(device, mode):
    x = tn.zeros(N)
    in_thread(lambda: tn.add(x, 1, out=x))
    x += 1
    in_thread(lambda: x.__setitem__(slice(None, None, 2), 7))
    expected = np.full(N, 2.0)
    expected[::2] = 7
    assert x.tolist() == expected.tolist()


def test_thread_that_ends_with_an_exception(device, mode):
    kept = []

    def work():
        kept.append(pending())
        kept.append(kept[0] - 1)
        raise KeyError("on purpose")

    with pytest.raises(KeyError):
        in_thread(work)
    assert kept[1].tolist() == (VALUES - 1).tolist()


@pytest.mark.parametrize("look", ["read", "compute", "write", "view"])
def test_array_of_a_thread_that_waits(device, mode, look):
    """The owner of the log does nothing while others need what it recorded."""
    given, done, back = queue.Queue(), threading.Event(), queue.Queue()

    def owner():
        x = pending()
        given.put(x)
        assert done.wait(60)
        back.put((x + 1).tolist())

    thread = threading.Thread(target=owner)
    thread.start()
    x = given.get(timeout=60)
    expected = VALUES.copy()
    if look == "read":
        assert x.tolist() == VALUES.tolist()
    elif look == "compute":
        assert (x * 2).tolist() == (VALUES * 2).tolist()
    elif look == "write":
        x[::3] *= 5
        expected[::3] *= 5
        assert x[0].item() == 5
    else:
        assert x[5:9].tolist() == VALUES[5:9].tolist()
    done.set()
    thread.join(60)
    assert back.get(timeout=60) == (expected + 1).tolist()


def test_operand_pending_on_another_thread_flushes(device, recorded):
    given, done = queue.Queue(), threading.Event()

    def owner():
        given.put(pending())
        done.wait(60)

    thread = threading.Thread(target=owner)
    thread.start()
    x = given.get(timeout=60)
    with flushes(at_least=1):
        y = x + 1
    done.set()
    thread.join(60)
    assert y.tolist() == (VALUES + 1).tolist()


def test_many_readers_of_one_pending_array(device, mode):
    for _ in range(20):
        x = pending()
        start, seen = threading.Barrier(4), queue.Queue()

        def read(i, x=x, start=start, seen=seen):
            start.wait(60)
            seen.put(float((x * i).sum()) == float(VALUES.sum()) * i)

        threads = [threading.Thread(target=read, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert [seen.get_nowait() for _ in threads] == [True] * 4


def test_last_reference_dies_in_another_thread(device, mode):
    for _ in range(50):
        x = pending()
        y = x[::2] * 3
        box = [x]
        del x
        thread = threading.Thread(target=box.clear)
        thread.start()
        y += 1
        thread.join(60)
        assert y[1].item() == 3 * VALUES[2] + 1


def test_ring_of_threads(device, mode):
    """An array goes round; each thread adds to it without looking."""
    count, rounds = 4, 30
    queues = [queue.Queue() for _ in range(count)]
    errors = []

    def work(i):
        try:
            for _ in range(rounds):
                x = queues[i].get(timeout=60)
                x += i
                x[i::count] *= 1.0
                queues[(i + 1) % count].put(x * 1)
                del x
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    queues[0].put(tn.zeros(64))
    for thread in threads:
        thread.join(120)
    assert not errors
    assert queues[0].get(timeout=60).tolist() == [rounds * sum(range(count))] * 64


def test_each_thread_has_its_own_log(device, mode):
    """Eight threads record, look, drop and hand over at once."""
    shared, errors = queue.Queue(), []
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)

    def work(i):
        try:
            x = tn.full(50, float(i))
            for step in range(60):
                x = x + 1
                y = x[::2] * 2
                y -= 1
                if step % 7 == i % 7:
                    shared.put((x * 1, i + step + 1))
                if step % 5 == 0 and not shared.empty():
                    try:
                        other, value = shared.get_nowait()
                    except queue.Empty:
                        continue
                    assert other.tolist() == [value] * 50
                if step % 11 == 0:
                    assert y[3].item() == 2 * (i + step + 1) - 1
            assert float(x.sum()) == 50 * (i + 60)
        except BaseException as error:
            errors.append(error)

    try:
        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
    finally:
        sys.setswitchinterval(before)
    assert not errors
    while not shared.empty():
        other, value = shared.get_nowait()
        assert other.tolist() == [value] * 50


def test_mode_is_changed_while_threads_record(device):
    stop, errors = threading.Event(), []

    def work():
        try:
            while not stop.is_set():
                x = tn.arange(100.0)
                for _ in range(10):
                    x = x * 2 - x
                    x[1:] += 0
                assert x.tolist() == list(range(100))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    before, end = tn.config.fusion, time.monotonic() + 2
    try:
        while time.monotonic() < end:
            for m in MODES:
                tn.config.fusion = m
                time.sleep(0.002)
    finally:
        tn.config.fusion = before
        stop.set()
        for thread in threads:
            thread.join(60)
    assert not errors


# Streams


@pytest.fixture
def streams(device):
    if device == "cpu":
        pytest.skip("the CPU device has no streams")
    return [tn.cuda.Stream(non_blocking=True) for _ in range(3)]


def test_arrays_of_several_streams(streams, mode):
    x = tn.zeros(N)
    for i, stream in enumerate(streams):
        with stream:
            x += i + 1
            y = x * 2
    with streams[0]:
        z = y - x
        x[0] = 100
    assert z.tolist() == [6.0] * N
    assert x[0].item() == 100 and y[0].item() == 12


SYNCHRONISATIONS = {
    "device": lambda stream: tn.cuda.Device().synchronize(),
    "runtime": lambda stream: tn.cuda.runtime.deviceSynchronize(),
    "stream": lambda stream: stream.synchronize(),
    "stream.done": lambda stream: stream.done,
    "event record": lambda stream: tn.cuda.Event().record(stream),
    "stream.record": lambda stream: stream.record(),
    "switch": lambda stream: _in_other_stream(),
}


def _in_other_stream():
    with tn.cuda.Stream(non_blocking=True):
        tn.zeros(1)


@pytest.mark.parametrize("name", SYNCHRONISATIONS)
def test_synchronisation_flushes(streams, recorded, name):
    with streams[0] as stream:
        x = pending()
        with flushes(at_least=1):
            SYNCHRONISATIONS[name](stream)
    assert x.tolist() == VALUES.tolist()


def test_events_mean_what_was_recorded_before(streams, mode):
    """An event comes after all calls before it, though nobody looked at them."""
    large = tn.ones(1 << 24)
    with streams[0] as stream:
        start = stream.record()
        for _ in range(20):
            large = large * 1.0001
        end = stream.record()
    end.synchronize()
    assert tn.cuda.get_elapsed_time(start, end) > 20 * (1 << 24) * 16 / 10e12 * 1e3 / 30


def test_waiting_for_an_event_of_another_stream(streams, mode):
    x = tn.zeros(1 << 20)
    with streams[0] as first:
        for _ in range(30):
            x += 1
        event = first.record()
    with streams[1] as second:
        second.wait_event(event)
        y = x * 2
    assert float(y.min()) == float(y.max()) == 60


def test_stream_that_dies_with_recorded_work(streams, mode):
    with tn.cuda.Stream(non_blocking=True):
        x = pending()
    gc.collect()
    assert x.tolist() == VALUES.tolist()


def test_null_stream_is_entered_again(streams, mode):
    x = pending()
    with streams[0]:
        y = x + 1
        with tn.cuda.Stream.null:
            z = y * 2
        w = z - y
    assert w.tolist() == (VALUES + 1).tolist()


def test_raw_kernels_see_what_was_recorded(streams, mode):
    kernel = tn.ElementwiseKernel("float64 x", "float64 y", "y = 2 * x + y", "twice")
    x, y = pending(), tn.ones(N)
    y *= 3
    kernel(x, y)
    y -= 1
    assert y.tolist() == (2 * VALUES + 2).tolist()


# Processes, on the CPU device


@pytest.fixture
def on_the_cpu():
    with tn.Device("cpu"):
        yield


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("owner", ["this thread", "another one", "an ended one"])
def test_fork_with_recorded_work(on_the_cpu, mode, owner):
    """Parent and child both have what was recorded before, and go their own ways."""
    done, given = threading.Event(), queue.Queue()

    def on_this_device():  # each thread has a current device of its own
        with tn.Device("cpu"):
            return pending()

    def work():
        given.put(on_this_device())
        done.wait(60)

    if owner == "this thread":
        x, thread = pending(), None
    elif owner == "an ended one":
        x, thread = in_thread(on_this_device), None
    else:
        thread = threading.Thread(target=work)
        thread.start()
        x = given.get(timeout=60)
    y = x * 2
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            x += 5
            z = y + x
            right = z.tolist() == (VALUES * 3 + 5).tolist()
            right &= x.tolist() == (VALUES + 5).tolist()
            code = 0 if right else 2
        finally:
            os._exit(code)
    x -= 1
    assert (y + x).tolist() == (VALUES * 3 - 1).tolist()
    assert waited(pid) == 0
    done.set()
    if thread:
        thread.join(60)


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork_while_others_record(on_the_cpu, mode):
    stop = threading.Event()

    def hammer():
        x = tn.ones(100)
        while not stop.is_set():
            x = x * 1 + 0
            y = x[1:] - x[:-1]
            y += 1
            if not stop.is_set() and float(y[0]) != 1:
                raise AssertionError

    threads = [threading.Thread(target=hammer) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(5):
            x = pending()
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    y = (x + 1) * 2
                    code = 0 if y.tolist() == ((VALUES + 1) * 2).tolist() else 2
                finally:
                    os._exit(code)
            assert waited(pid) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)


def _double(x):
    return x * 2


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_pending_arrays_travel(on_the_cpu, method):
    for m in MODES if method == "fork" else MODES[:2]:
        with fusion(m), multiprocessing.get_context(method).Pool(1) as pool:
            x = pending()
            assert pool.map(_double, [x])[0].tolist() == (VALUES * 2).tolist()


# The end of a process

HEAD = """
import atexit, gc, os, sys, threading, weakref
import numpy as np
import tenorite as tn
"""
ENDS = {
    # A pending array that nobody looks at is no reason to fail.
    "nothing": ("x = tn.arange(9.0) * 2\nprint('end')", "end"),
    "atexit before": (
        "x = tn.arange(4.0) * 2\natexit.register(lambda: print(x.tolist()))",
        "[0.0, 2.0, 4.0, 6.0]",
    ),
    "atexit records": (
        "x = tn.arange(4.0) * 2\n"
        "def last():\n"
        "    y = x + 1\n"
        "    y[0] = 9\n"
        "    print(y.tolist())\n"
        "atexit.register(last)",
        "[9.0, 3.0, 5.0, 7.0]",
    ),
    "sys.exit": (
        "x = tn.ones(3) + 1\nprint(x.sum().item())\ny = x * 2\nsys.exit(0)",
        "6.0",
    ),
    "destructor": (
        "class Owner:\n"
        "    def __init__(self): self.x = tn.ones(3) + 1\n"
        "    def __del__(self): print(float(self.x.sum()))\n"
        "owner = Owner()\n"
        "del owner",
        "6.0",
    ),
    "finalizer": (
        "x = tn.ones(3) + 1\n"
        "class Thing: pass\n"
        "thing = Thing()\n"
        "weakref.finalize(thing, lambda y: print(y.tolist()), x * 2)",
        "[4.0, 4.0, 4.0]",
    ),
    "daemon": (
        "started = threading.Event()\n"
        "def work():\n"
        "    x = tn.ones(100)\n"
        "    while True:\n"
        "        x = x * 1 + 0\n"
        "        started.set()\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "started.wait(60)\n"
        "print('end')",
        "end",
    ),
    "thread": (
        "def work():\n"
        "    x = tn.ones(5)\n"
        "    x += 1\n"
        "    kept.append(x)\n"
        "kept = []\n"
        "thread = threading.Thread(target=work)\n"
        "thread.start()\n"
        "thread.join()\n"
        "atexit.register(lambda: print(kept[0].tolist()))",
        "[2.0, 2.0, 2.0, 2.0, 2.0]",
    ),
    "cycle": (
        "x = [tn.ones(3) * 2]\nx.append(x)\ndel x\ny = tn.ones(3) * 3\ngc.collect()\n"
        "print(y.tolist())",
        "[3.0, 3.0, 3.0]",
    ),
}


@pytest.mark.parametrize("how", MODES)
@pytest.mark.parametrize("name", ENDS)
def test_end_of_the_interpreter(device, name, how):
    code, printed = ENDS[name]
    environment = {"TENORITE_DEVICE": device, "TENORITE_FUSION": how}
    assert in_python(HEAD + code, **environment) == printed


@pytest.mark.parametrize("how", MODES)
def test_file_is_written_at_the_end(device, tmp_path, how):
    """Computed in one call, written by the last one before the process ends."""
    path = tmp_path / "values"
    np.zeros(N).tofile(path)
    code = HEAD + textwrap.dedent(
        f"""
        file = np.memmap({str(path)!r}, dtype="f8", mode="r+")
        x = tn.arange({N}) * 2.0
        x += 1
        atexit.register(lambda: x.get(out=np.asarray(file)))
        """
    )
    in_python(code, TENORITE_DEVICE=device, TENORITE_FUSION=how)
    assert np.fromfile(path).tolist() == VALUES.tolist()


@pytest.mark.parametrize("how", MODES)
def test_mode_of_the_environment(how):
    code = "import tenorite as tn\nprint(tn.config.fusion)"
    assert in_python(code, TENORITE_FUSION=how) == how


def test_wrong_mode_in_the_environment():
    """It is named when it matters, and importing works."""
    code = (
        "import tenorite as tn\n"
        "try:\n"
        "    x = tn.ones(3, device='cpu') + 1\n"
        "    x.tolist()\n"
        "except ValueError as error:\n"
        "    print(error)\n"
    )
    printed = in_python(code, TENORITE_FUSION="bogus")
    assert "TENORITE_FUSION" in printed and "bogus" in printed

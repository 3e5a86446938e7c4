# SPDX-License-Identifier: Apache-2.0
"""Many threads on the same arrays, signals, and the order in which things die."""

import gc
import os
import random
import signal
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import tenorite as tn
from support.helpers import in_python


@pytest.fixture
def quick_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def _in_threads(work, count):
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))


@pytest.mark.parametrize("size", [100, 200_000])
def test_results_are_those_of_one_thread(device, quick_switches, size):
    x = tn.arange(size, dtype="f8", device=device)

    def work(i):
        for _ in range(20):
            total = ((x + i) * 2).sum()
        return float(total)

    expected = [float(((np.arange(size) + i) * 2.0).sum()) for i in range(8)]
    assert _in_threads(work, 8) == expected


def test_threads_write_parts_of_one_array(device, quick_switches):
    out = tn.zeros((8, 5000), device=device)

    def work(i):
        for _ in range(50):
            out[i] += i
            out[i, ::2] -= i
            out[i, ::2] += i

    _in_threads(work, 8)
    assert np.array_equal(out.get(), np.arange(8.0)[:, None] * 50 + np.zeros(5000))


def _actions(shared, arrays, rng):
    i = rng.randrange(len(arrays))

    def replace():
        arrays[i] = arrays[i] * 1.0

    def fancy():
        part = arrays[i][[1, 2, 3]]
        part[:] = 3
        assert part.tolist() == [3, 3, 3]

    def large():
        x = tn.ones(100_000, device=shared.device) * 2
        x += 1
        assert float(x.min()) == float(x.max()) == 3

    return [
        replace,
        fancy,
        large,
        lambda: shared.__setitem__(i, 1),
        lambda: shared.__setitem__(shared > 3, 0),
        lambda: shared[:, :: rng.choice([1, 2, -1])].sum(axis=rng.choice([0, 1, None])),
        lambda: shared.T.copy().reshape(-1),
        lambda: (shared @ shared.T).max(),
        lambda: tn.concatenate([arrays[i], arrays[i - 1]])[::-1],
        lambda: tn.add.at(shared, (0, [1, 1]), 1),
        lambda: shared.cumsum(1),
        lambda: shared.get(),
        lambda: str(arrays[i]),
        lambda: list(shared[:3]),
        lambda: (shared.flags, shared.shape, shared.setflags(write=True)),
        gc.collect,
    ]


def test_everything_at_once(device, quick_switches):
    shared = tn.zeros((40, 300), device=device)
    arrays = [tn.ones(100, device=device) for _ in range(20)]

    def work(seed):
        rng = random.Random(seed)
        for _ in range(60):
            rng.choice(_actions(shared, arrays, rng))()

    _in_threads(work, 6)
    assert all(a.tolist() == [1] * 100 for a in arrays)


def test_default_devices_belong_to_threads():
    def work(i):
        with tn.Device("cpu"):
            return str(tn.zeros(2).device)

    assert set(_in_threads(work, 4)) == {"cpu"}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs setitimer")
def test_an_interrupt_ends_a_loop(device):
    x = tn.ones((300, 300), device=device)

    def interrupt(*args):
        raise KeyboardInterrupt

    def endless():
        while True:
            x @ x

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            endless()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert float((x @ x)[0, 0]) == 300


def test_memory_outlives_its_owner(device):
    x = tn.arange(10, device=device)
    view = x[2:5]
    iterator = iter(x[7:])
    watch = weakref.ref(x)
    del x
    gc.collect()
    assert view.tolist() == [2, 3, 4]
    assert [int(item) for item in iterator] == [7, 8, 9]
    assert watch() is view.base
    del view, iterator
    gc.collect()
    assert watch() is None


def test_host_views_outlive_the_array():
    x = tn.arange(10, device="cpu")
    host, memory = np.asarray(x[2:5]), memoryview(x[2:5])
    del x
    gc.collect()
    host[0] = 99
    assert list(memory) == [99, 3, 4]


def test_views_of_views(device):
    x = view = tn.arange(3, device=device)
    for _ in range(10_000):
        view = view[:]
    assert view.base is x
    assert view.tolist() == [0, 1, 2]


def test_cycles_are_collected(device):
    items = [tn.ones(3, device=device)]
    items.append(items)
    watch = weakref.ref(items[0])
    del items
    gc.collect()
    assert watch() is None


def test_objects_that_misbehave(device):
    class Broken:
        def __array__(self, *args, **kwargs):
            raise RuntimeError("broken")

        def __index__(self):
            raise ZeroDivisionError

    x = tn.arange(4, device=device)
    for body in [
        lambda: tn.array(Broken()),
        lambda: tn.array([1, Broken()]),
        lambda: x.__setitem__(0, Broken()),
        lambda: x[Broken()],
        lambda: tn.zeros(Broken()),
        lambda: x.sum(axis=Broken()),
        lambda: x + Broken(),
    ]:
        with pytest.raises((RuntimeError, ZeroDivisionError, TypeError, IndexError)):
            body()
    assert x.tolist() == [0, 1, 2, 3]


def test_the_array_type_is_final():
    for base in (tn.ndarray, tn.ufunc):
        with pytest.raises(TypeError, match="not an acceptable base type"):
            type("Derived", (base,), {})
    with pytest.raises(TypeError):
        object.__new__(tn.ndarray)
    with pytest.raises(AttributeError):
        tn.ones(1).anything = 1


@pytest.mark.parametrize(
    "size",
    [pytest.param(100, id="small"), pytest.param(1_000_000, id="large")],
)
def test_daemon_threads_at_exit(device, size):
    in_python(
        "import tenorite as tn, threading, time\n"
        f"x = tn.ones({size})\n"
        "def work():\n"
        "    while True:\n"
        "        (x * 2).sum()\n"
        "for _ in range(3):\n"
        "    threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(0.2)\n",
        TENORITE_DEVICE=device,
    )


def test_arrays_alive_at_exit(device):
    printed = in_python(
        "import atexit, tenorite as tn\n"
        "x = tn.ones(1000_000)\n"
        "keep = [x[::2], x * 2, tn.add]\n"
        "keep.append(keep)\n"
        "class Late:\n"
        "    def __init__(self): self.x = tn.ones(1000_000)\n"
        "    def __del__(self): self.x += 1\n"
        "late = Late()\n"
        "cycle = Late(); cycle.me = cycle\n"
        "atexit.register(lambda: print(float((x * 2).sum())))\n",
        TENORITE_DEVICE=device,
    )
    assert printed == "2000000.0"


#: Prints by how many bytes a process grows while it repeats what it did before.
GROWTH = """
import gc, os
import tenorite as tn

x, y = tn.arange(10.0), tn.ones((3, 4))
mask, index = y > 0, tn.array([0, 1])

def refused():
    for body in (lambda: x + y, lambda: tn.zeros(1 << 62), lambda: x.sum(9)):
        try:
            body()
        except ValueError:
            pass

def round_of_calls():
    for _ in range(500):
        x + x, x[1:5] * 2, y.sum(0), y[mask], y[index], y @ y.T, float(x[2])
        y[mask] = 5
        x[1:3] = tn.array([1, 2])
        x.get(), str(y), x.reshape(2, 5), (y.shape, y.strides, y.flags, y.T)
        refused()

def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

round_of_calls()
before = resident()
for _ in range(6):
    round_of_calls()
print(resident() - before)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_memory_stays_flat(device):
    assert int(in_python(GROWTH, TENORITE_DEVICE=device)) < 4 << 20


def test_thread_churn(device):
    x = tn.ones(100, device=device)
    for _ in range(100):
        thread = threading.Thread(target=lambda: (x + x).sum())
        thread.start()
        thread.join()
    assert float(x.sum()) == 100

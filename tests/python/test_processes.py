# SPDX-License-Identifier: Apache-2.0
"""Other processes on the CPU device: fork, spawn, and settings in the environment."""

import multiprocessing
import os
import sys
import sysconfig
import threading

import numpy as np
import pytest
import tenorite as tn
from support.helpers import in_python, waited


def _double(x):
    return x * 2


def _sum_to(n):
    with tn.Device("cpu"):
        return float(tn.arange(n).sum())


@pytest.fixture(autouse=True)
def on_the_cpu():
    with tn.Device("cpu"):
        yield


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_pool_of_processes(method):
    float((tn.ones(1_000_000) * 2).sum())  # the threads of the CPU device are up
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_sum_to, [10, 1_000_000]) == [45.0, 499999500000.0]
        small, large = pool.map(_double, [tn.ones((2, 3)), tn.ones(200_000)])
    assert small.tolist() == [[2, 2, 2], [2, 2, 2]]
    assert large.shape == (200_000,)
    assert float(large.sum()) == 400_000


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork_while_other_threads_compute():
    x = tn.ones(500_000)
    stop = threading.Event()

    def hammer():
        while not stop.is_set():
            (x * 2).sum()
            x[:10].reshape(2, 5) @ x[:5]

    threads = [threading.Thread(target=hammer) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(5):
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    a = x[:250_000].reshape(500, 500)
                    right = float((x + 1).sum()) == 1_000_000
                    right &= float((a @ a)[0, 0]) == 500
                    code = 0 if right else 2
                finally:
                    os._exit(code)
            assert waited(pid) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


FILL = """
import tenorite as tn
keep = []
try:
    for _ in range(30):
        keep.append(tn.ones(1 << 20, device="cpu"))
except MemoryError as error:
    print(len(keep), type(error).__name__, error)
keep.clear()
print(tn.ones(1 << 20, device="cpu").sum())
"""


@pytest.mark.parametrize(
    "limit, fit", [("100MB", 11), ("64MiB", 8), ("104857600", 12), ("0", 30)]
)
def test_memory_limit(limit, fit):
    printed = in_python(FILL, TENORITE_DEVICE="cpu", TENORITE_MEMORY_LIMIT=limit)
    lines = printed.splitlines()
    assert lines[-1] == "1048576.0"
    if fit < 30:
        assert lines[0].startswith(
            f"{fit} OutOfMemoryError Unable to allocate 8.00 MiB"
        )
        assert "limit" in lines[0]
        assert lines[1].startswith("largest live arrays: float64 (1048576,) 8.0 MiB")
    else:
        assert len(lines) == 1


@pytest.mark.parametrize("limit", ["-5", "bogus", "150%", "1e400"])
def test_bad_memory_limit(limit):
    printed = in_python(
        "import tenorite as tn\n"
        "try:\n"
        "    tn.ones(3, device='cpu')\n"
        "except ValueError as error:\n"
        "    print(error)\n",
        TENORITE_DEVICE="cpu",
        TENORITE_MEMORY_LIMIT=limit,
    )
    assert "TENORITE_MEMORY_LIMIT" in printed
    assert repr(limit) in printed


@pytest.mark.parametrize("name", ["bogus", "cuda:x", "cuda:99"])
def test_bad_default_device(name):
    printed = in_python(
        "import tenorite as tn\n"
        "try:\n"
        "    tn.ones(3)\n"
        "except (ValueError, RuntimeError) as error:\n"
        "    print(error)\n"
        "print(tn.ones(3, device='cpu').sum())\n"
        "tn.show_config()\n",
        TENORITE_DEVICE=name,
    )
    first, second, *config = printed.splitlines()
    assert name in first
    assert second == "3.0"
    assert any(line.startswith("Default device: none") for line in config)


def test_poisoned_memory_changes_no_result():
    printed = in_python(
        "import tenorite as tn\n"
        "for i in range(300):\n"
        "    a = tn.ones((i % 50 + 1, 7), device='cpu')\n"
        "    c = a.T[::2] + a.T[::2]\n"
        "    view = c[:, : i % 5 + 1]\n"
        "    size = view.size\n"
        "    del a, c\n"
        "    assert float(view.sum()) == 2 * size\n"
        "print('right')\n",
        TENORITE_DEVICE="cpu",
        TENORITE_POISON="1",
    )
    assert printed == "right"


def test_files_travel_between_processes(tmp_path):
    path = tmp_path / "x.npy"
    tn.save(path, tn.arange(6, device="cpu").reshape(2, 3).T)
    printed = in_python(
        "import sys, tenorite as tn\n"
        f"x = tn.load({str(path)!r}, device='cpu')\n"
        "print(x.tolist(), x.flags.f_contiguous)\n",
        TENORITE_DEVICE="cpu",
    )
    assert printed == "[[0, 3], [1, 4], [2, 5]] True"
    assert np.load(path).shape == (3, 2)


@pytest.mark.parametrize("order", ["first", "after", "between"])
def test_sub_interpreters_are_refused(order):
    """At once, before anything is imported that the main interpreter needs."""
    interpreters = (
        "_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters"
    )
    pytest.importorskip(interpreters)
    code = f"""
import {interpreters} as interpreters
def refused():
    interpreter = interpreters.create()
    interpreters.run_string(interpreter, '''
try:
    import tenorite
except ImportError as error:
    print(error, flush=True)
''')
    interpreters.destroy(interpreter)
def used():
    import tenorite
    print(float(tenorite.ones(3).sum()), flush=True)
for step in {{"first": [refused, refused, used], "after": [used, refused],
              "between": [used, refused, used, refused]}}[{order!r}]:
    step()
"""
    lines = in_python(code, TENORITE_DEVICE="cpu").splitlines()
    refused = "tenorite cannot be imported in a sub-interpreter, only in the main "
    refused += "interpreter of a process"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):  # CPython does so itself
        refused = "module tenorite._core does not support loading in subinterpreters"
    assert (
        lines
        == {
            "first": [refused, refused, "3.0"],
            "after": ["3.0", refused],
            "between": ["3.0", refused, "3.0", refused],
        }[order]
    )

# SPDX-License-Identifier: Apache-2.0
"""tenorite.dask.LocalCluster: workers of this machine, and dask.array on them."""

import sys
import types

import dask
import dask.array as da
import numpy as np
import pytest
import tenorite as tn

pytest.importorskip("distributed", reason="it has the workers")

import distributed
from support.helpers import in_python
from support.neighbours import ANY, DEVICE, check_part, parts
from tenorite.dask import LocalCluster, _cluster, _cores, _worker

# Workers log to the terminal; their sockets are closed by loops that end later.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

rng = np.random.default_rng(1)
A = rng.normal(size=(40, 20))


@pytest.fixture(scope="module")
def client():
    """A client of one worker, whose tasks are threads of this process."""
    with (
        LocalCluster(
            processes=False, threads_per_worker=2, dashboard_address=":0"
        ) as c,
        distributed.Client(c) as client,
    ):
        yield client


CALLS = {
    "chain": lambda x: da.exp(da.sin(x) * 2 + x / 3),
    "sum": lambda x: x.sum(axis=0),
    "std": lambda x: x.std(),
    "matmul": lambda x: x @ x.T,
    "rechunk": lambda x: x.rechunk((7, 9)) + 1,
    "map_blocks": lambda x: x.map_blocks(lambda b: b * 2),
    "map_overlap": lambda x: x.map_overlap(lambda b: b - b.mean(), depth=1),
    "reduction": lambda x: da.reduction(x, np.max, np.max, axis=1, dtype=x.dtype),
    "svd": lambda x: da.linalg.svd(x.rechunk((10, 20)))[1],
    "qr": lambda x: abs(da.linalg.qr(x.rechunk((10, 20)))[1]),
    "fft": lambda x: da.fft.fft(x.rechunk((10, 20))),
    "histogram": lambda x: da.histogram(x, bins=5, range=(-3, 3))[0],
    "stack": lambda x: da.stack([x, x + 1]),
    "mask": lambda x: x[x > 0.5],
}


@pytest.mark.parametrize("name", CALLS)
def test_calls(name, device, client):
    expected = CALLS[name](da.from_array(A, chunks=10)).compute(scheduler="sync")
    found = CALLS[name](da.from_array(tn.asarray(A), chunks=10)).compute()
    (got,), (wanted,) = parts(found), parts(expected)
    check_part(got, wanted, DEVICE, device, 1e-9)


def test_futures_and_persisted_arrays(device, client):
    x = client.scatter(tn.arange(1000.0))
    doubled = client.submit(lambda a: a * 2, x, pure=False)
    check_part(doubled.result(), np.arange(1000.0) * 2, DEVICE, device, 0)
    # Workers count the bytes of what they hold.
    held = client.run_on_scheduler(
        lambda dask_scheduler: dask_scheduler.tasks[doubled.key].nbytes
    )
    assert held == 8000
    kept = da.from_array(tn.asarray(A), chunks=10).persist()
    check_part((kept + 1).compute(), A + 1, ANY, device, 0)


def recorded():
    x = tn.arange(1e6) * 2 + 1
    return {"a": [x], "b": (x[1:], 3)}


def test_results_are_computed_in_their_task(device, client):
    """They keep no operands alive, and cost whoever takes them nothing."""
    with tn.config.using(fusion="auto"):
        made = recorded()
        assert "pending work" in made["a"][0]._repr_html_()
        found = client.submit(recorded, pure=False).result()
    assert found["a"][0].device == device
    for x in (found["a"][0], found["b"][0]):
        assert "pending work" not in x._repr_html_()


def test_a_worker_looks_after_its_memory(client):
    def runs(dask_worker):
        return dask_worker.periodic_callbacks["tenorite"].is_running()

    assert all(client.run(runs).values())


def test_errors_of_tasks(device, client):
    x = da.from_array(tn.asarray(A), chunks=10)
    with pytest.raises(ValueError, match="shape"):
        x.map_blocks(lambda b: b.reshape(3, 7), dtype="f8", meta=x._meta).compute()


PROCESSES = """
import os
import numpy as np

def where(a):
    return a.device.type, os.getpid()

def main():
    import dask, distributed, dask.array as da, tenorite as tn
    from tenorite.dask import LocalCluster

    tn.set_default_device("cpu")
    with (
        LocalCluster(2, device="cpu", dashboard_address=":0", memory_limit="400MB",
                     local_directory=FOLDER) as cluster,
        distributed.Client(cluster) as client,
    ):
        # One worker keeps what it makes, the other takes it from there.
        one, two = sorted(client.scheduler_info()["workers"])
        made = client.submit(tn.arange, 1e5, workers=[one])
        moved = client.submit(lambda a: a + 1, made, workers=[two])
        assert float(moved.result().sum()) == float(np.arange(1e5).sum() + 1e5)
        assert client.submit(where, moved).result()[0] == "cpu"

        # More than may stay in memory: 20 arrays of 20 MB, of 480 MB for both.
        with dask.config.set({"array.backend": "tenorite"}):
            x = da.random.default_rng(1).random((20, 2_500_000), chunks=(1, -1))
        x = x.persist()
        distributed.wait(x)
        held = client.run(lambda dask_worker: len(dask_worker.data.disk))
        assert sum(held.values()) > 0, held
        assert abs(float(x.mean().compute()) - 0.5) < 1e-3

        def setup(dask_worker):
            import tenorite
            return (
                os.environ["TENORITE_NUM_THREADS"],
                len(os.sched_getaffinity(0)),
                str(tenorite.get_default_device()),
                dask_worker.memory_manager.memory_limit,
            )
        for threads, cores, device, limit in client.run(setup).values():
            assert (device, limit) == ("cpu", 400_000_000)
            assert int(threads) >= 1
            assert cores <= max(1, len(os.sched_getaffinity(0)) // 2) + 1
    print("done")

if __name__ == "__main__":
    main()
"""


def test_processes(tmp_path):
    code = PROCESSES.replace("FOLDER", repr(str(tmp_path)))
    assert in_python(code).strip().endswith("done")


# ---- places


def machine(folder, caches):
    """A tree as /sys has it: for each core, which cores share each of its caches."""
    for core, levels in enumerate(caches):
        for level, shared in enumerate(levels):
            cache = folder / f"cpu{core}" / "cache" / f"index{level}"
            cache.mkdir(parents=True)
            (cache / "shared_cpu_list").write_text(f"{shared}\n")
    return folder


def test_core_groups(tmp_path):
    two = machine(tmp_path, [("0", "0-1"), ("1", "0-1"), ("2", "2-3"), ("3", "2-3")])
    assert _cores.core_groups([0, 1, 2, 3], two) == [[0, 1], [2, 3]]
    assert _cores.core_groups([1, 2], two) == [[1], [2]]
    assert _cores.core_groups([0, 1, 5, 6], tmp_path / "none") == [[0, 1, 5, 6]]


@pytest.mark.parametrize(
    "n, wanted",
    [
        (1, [[0, 1, 2, 3]]),
        (2, [[0, 1], [2, 3]]),
        (3, [[0], [1], [2, 3]]),
        (5, [[0], [1], [2], [3], [0]]),
    ],
)
def test_split(n, wanted):
    assert _cores.split([[0, 1], [2, 3]], n) == wanted


def test_places_on_cores(monkeypatch):
    monkeypatch.setattr(_cluster, "usable_cores", lambda limit: list(range(8)))
    monkeypatch.setattr(_cluster, "core_groups", lambda x: [x[:4], x[4:]])

    def seen(*arguments):
        return [
            (p.cores, p.threads, p.env["TENORITE_NUM_THREADS"], p.device)
            for p in _cluster._on_cores(*arguments)
        ]

    halves = [0, 1, 2, 3], [4, 5, 6, 7]
    assert seen(None, None) == [(half, 4, "1", "cpu") for half in halves]
    assert seen(None, 1) == [(half, 1, "4", "cpu") for half in halves]
    assert seen(1, 2) == [(None, 2, "4", "cpu")]
    assert seen(4, None)[1] == ([2, 3], 2, "1", "cpu")


@pytest.fixture
def two_gpus(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3, 5")
    monkeypatch.setattr(tn.cuda.runtime, "getDeviceCount", lambda: 2)
    monkeypatch.setattr(_cluster, "_gpu_memory", lambda index: 1000 * (index + 1))
    monkeypatch.setattr(_cluster, "_kind", lambda device: "cuda")


def test_places_on_gpus(two_gpus):
    places = _cluster._on_gpus(None, None, 0.5)
    assert [p.env["CUDA_VISIBLE_DEVICES"] for p in places] == ["3", "5"]
    assert [p.gpu_memory for p in places] == [500, 1000]
    assert {(p.threads, p.device, p.cores) for p in places} == {(1, "cuda:0", None)}
    assert [p.gpu_memory for p in _cluster._on_gpus(1, 2, "2kB")] == [2000]
    assert _cluster._on_gpus(1, 1, None)[0].gpu_memory is None
    with pytest.raises(ValueError, match="3 workers, but 2 GPUs"):
        LocalCluster(3)


def test_dask_cuda_is_asked_where_it_is(two_gpus, monkeypatch):
    asked = {}
    fake = types.ModuleType("dask_cuda")
    fake.LocalCUDACluster = lambda **keywords: asked.update(keywords) or "a cluster"
    monkeypatch.setitem(sys.modules, "dask_cuda", fake)
    assert LocalCluster(1, protocol="ucx", memory_limit="1GB") == "a cluster"
    assert asked == {
        "CUDA_VISIBLE_DEVICES": ["3"],
        "threads_per_worker": 1,
        "memory_limit": "1GB",
        "device_memory_limit": 0.8,
        "protocol": "ucx",
    }


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ({"n_workers": 0}, ValueError, "n_workers must be at least 1"),
        ({"threads_per_worker": -1}, ValueError, "threads_per_worker must be"),
        ({"device": "tpu"}, ValueError, "'cpu' or 'cuda', not 'tpu'"),
    ],
)
def test_bad_arguments(arguments, error, words):
    with pytest.raises(error, match=words):
        LocalCluster(**arguments)


@pytest.mark.skipif(tn.cuda.is_available(), reason="there is a GPU")
def test_no_gpu():
    with pytest.raises(RuntimeError, match="not available"):
        LocalCluster(device="cuda")


@pytest.mark.parametrize("limit", [0, "0B", -5])
def test_bad_device_memory_limit(limit):
    with pytest.raises(ValueError, match="device_memory_limit"):
        _cluster.gpu_bytes(limit, lambda: 100)


def test_without_distributed(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"pip install .tenorite\[dask\]"):
        LocalCluster()


def test_nothing_is_imported_before_it_is_called():
    in_python(
        "import sys, tenorite, tenorite.dask\n"
        "tenorite.dask.LocalCluster\n"
        "assert not {'dask', 'distributed', 'zict'} & set(sys.modules)\n"
    )


def test_memory_of_the_pool_is_given_back():
    worker = types.SimpleNamespace(
        memory_manager=types.SimpleNamespace(
            memory_limit=1000, memory_target_fraction=0.5, memory_spill_fraction=0.7
        ),
        monitor=types.SimpleNamespace(get_process_memory=lambda: 400),
    )
    x = tn.empty(1_000_000, device="cpu")
    x.fill(1)
    float(x[0])
    del x
    assert _worker.give_back(worker) == 0  # nobody is short of memory
    worker.monitor.get_process_memory = lambda: 501
    assert _worker.give_back(worker) >= 8_000_000
    statistics = tn._core.memory.PoolSet.shared().statistics("cpu")
    unused = statistics["reserved_bytes"] - statistics["used_bytes"]
    assert unused < 8_000_000
    worker.memory_manager.memory_limit = None
    assert _worker.give_back(worker) == 0


def test_names_of_dask_are_dasks():
    """The package has the name of the library that it serves."""
    assert tn.dask is not dask
    assert tn.dask.LocalCluster is LocalCluster

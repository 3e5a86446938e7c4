# SPDX-License-Identifier: Apache-2.0
"""A cluster of workers on this machine: one per GPU, or per group of cores."""

import importlib
import os

from .. import _core
from .._runtime.package import namespace
from ._cores import core_groups, split, usable_cores

__all__ = ["LocalCluster"]


def LocalCluster(
    n_workers=None,
    *,
    device=None,
    threads_per_worker=None,
    processes=True,
    memory_limit="auto",
    device_memory_limit=0.8,
    **keywords,
):
    """A scheduler and workers on this machine, whose arrays are ours.

    One worker for each GPU, or on the CPU device for each group of cores that share a
    cache. The cluster is of ``distributed`` and goes where its clusters do; on GPUs it is
    that of ``dask_cuda``, where that is installed.

    Parameters
    ----------
    n_workers : int, optional
        How many workers; by default one for each GPU or group of cores.
    device : str, optional
        'cuda' or 'cpu', where workers make their arrays; by default that of the default
        device.
    threads_per_worker : int, optional
        How many tasks a worker runs at a time. By default 1 on a GPU, and on the CPU
        device one for each of its cores, each of which then computes on one core.
    processes : bool, optional
        Whether each worker is a process; else all are threads of this one, which share
        its device and its cores.
    memory_limit : str, float, int or None, optional
        Memory of the host for each worker, as ``distributed`` has it: 'auto' is its share
        of the machine's. Results are written to files before it is reached, and the
        worker is started again when it is.
    device_memory_limit : str, float, int or None, optional
        Memory of the GPU, or the share of it, that results of a worker may take; those
        that were used longest ago then go to memory of the host. None for no limit.
        It means nothing on the CPU device.
    **keywords : object
        What ``distributed.LocalCluster`` or ``dask_cuda.LocalCUDACluster`` takes:
        ``local_directory=`` for the files, ``dashboard_address=``, ``asynchronous=``.

    Returns
    -------
    distributed.LocalCluster
        The cluster, for ``distributed.Client(cluster)``; a context manager.

    Raises
    ------
    ImportError
        ``distributed`` is not installed.
    RuntimeError
        No GPU works, and `device` is 'cuda'.
    ValueError
        Another `device`, more workers than GPUs, a number that is not above 0.

    Notes
    -----
    Workers are bound to their cores, whose number is also that of the threads of the CPU
    device over all tasks that run at a time. A program that starts processes must be one
    that can be imported: ``if __name__ == "__main__":``.

    Examples
    --------
    >>> import tenorite as np
    >>> import dask.array as da, distributed
    >>> from tenorite.dask import LocalCluster
    >>> with (
    ...     LocalCluster(1, processes=False, dashboard_address=None) as cluster,
    ...     distributed.Client(cluster),
    ... ):
    ...     x = da.from_array(np.arange(6.0), chunks=3, asarray=False)
    ...     print((x * 2).sum().compute())
    30.0
    """
    distributed = _distributed()
    kind = _kind(device)
    for name, number in (
        ("n_workers", n_workers),
        ("threads_per_worker", threads_per_worker),
    ):
        if number is not None and number < 1:
            raise ValueError(f"{name} must be at least 1, not {number}")
    if not processes:
        from ._worker import Setup

        keywords["plugins"] = [*keywords.get("plugins", ()), Setup()]
        return distributed.LocalCluster(
            n_workers=n_workers or 1,
            threads_per_worker=threads_per_worker or _limit(),
            processes=False,
            memory_limit=memory_limit,
            **keywords,
        )
    if kind == "cpu":
        places = _on_cores(n_workers, threads_per_worker)
    else:
        places = _on_gpus(n_workers, threads_per_worker, device_memory_limit)
        if (theirs := _dask_cuda()) is not None:
            return theirs.LocalCUDACluster(
                CUDA_VISIBLE_DEVICES=[p.env["CUDA_VISIBLE_DEVICES"] for p in places],
                threads_per_worker=threads_per_worker or 1,
                memory_limit=memory_limit,
                device_memory_limit=device_memory_limit,
                **keywords,
            )
    from ._placed import PlacedCluster

    return PlacedCluster(places, memory_limit=memory_limit, **keywords)


def _distributed():
    try:
        import distributed
    except ImportError as error:
        raise ImportError(
            f'no cluster without distributed: pip install "tenorite[dask]" ({error})'
        ) from error
    return distributed


def _dask_cuda():
    """dask-cuda, where it is installed, else None."""
    try:
        return importlib.import_module("dask_cuda")
    except ImportError:
        return None


def _limit():
    """How many cores this process may use at a time, as dask counts them."""
    from dask.system import CPU_COUNT

    return CPU_COUNT


def _kind(device):
    """'cpu' or 'cuda'; ValueError for others, RuntimeError without a GPU that works."""
    if device is None:
        return namespace().get_default_device().type
    if str(device) not in ("cpu", "cuda"):
        raise ValueError(f"device must be 'cpu' or 'cuda', not {str(device)!r}")
    if str(device) == "cuda":
        _core.device.check("cuda:0")
    return str(device)


class Place:
    """Where a worker runs: what its environment says and what `Setup` takes.

    `gpu_memory` is how many bytes of a GPU its results may take, None for no bound.
    """

    def __init__(self, threads, env, device=None, cores=None, gpu_memory=None):
        self.threads = threads
        self.env = env
        self.device = device
        self.cores = cores
        self.gpu_memory = gpu_memory


def _on_cores(n_workers, threads_per_worker):
    """Places on the groups of cores, or on equal parts of the cores."""
    groups = core_groups(usable_cores(_limit()))
    parts = groups if n_workers is None else split(groups, n_workers)
    places = []
    for cores in parts:
        threads = threads_per_worker or len(cores)
        # Together the tasks keep each core busy once.
        each = max(1, len(cores) // threads)
        env = {"TENORITE_DEVICE": "cpu", "TENORITE_NUM_THREADS": str(each)}
        pinned = cores if len(parts) > 1 else None
        places.append(Place(threads, env, "cpu", pinned))
    return places


def _visible():
    """The names of the GPUs of this process, as CUDA_VISIBLE_DEVICES has them."""
    count = namespace().cuda.runtime.getDeviceCount()
    named = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    names = [name.strip() for name in named.split(",") if name.strip()]
    return (names or [str(i) for i in range(count)])[:count]


def _on_gpus(n_workers, threads_per_worker, device_memory_limit):
    """A place on each of the first `n_workers` GPUs, which is all that it sees."""
    names = _visible()
    if n_workers is not None and n_workers > len(names):
        raise ValueError(f"{n_workers} workers, but {len(names)} GPUs: one for each")
    places = []
    for i, name in enumerate(names[:n_workers]):
        env = {"TENORITE_DEVICE": "cuda:0", "CUDA_VISIBLE_DEVICES": name}
        limit = gpu_bytes(device_memory_limit, lambda i=i: _gpu_memory(i))
        places.append(Place(threads_per_worker or 1, env, "cuda:0", gpu_memory=limit))
    return places


def _gpu_memory(index):
    return _core.memory.PoolSet.shared().total_memory(f"cuda:{index}")


def gpu_bytes(limit, total):
    """A limit in bytes; `total()` is asked where it is a share of all memory."""
    if limit is None:
        return None
    if isinstance(limit, float) and 0 < limit <= 1:
        return int(limit * total())
    from dask.utils import parse_bytes

    found = int(parse_bytes(limit))
    if found < 1:
        raise ValueError(f"device_memory_limit must be above 0, not {limit!r}")
    return found

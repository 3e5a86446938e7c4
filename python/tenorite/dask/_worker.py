# SPDX-License-Identifier: Apache-2.0
"""What a worker does when it starts: its cores, ends of tasks, memory given back.

The module is imported by workers, where distributed is there.
"""

import os

from distributed.diagnostics.plugin import WorkerPlugin
from tornado.ioloop import PeriodicCallback

from .. import _core
from .._core import ndarray
from .._runtime.package import namespace

_INTERVAL = 200  # milliseconds


def pin(cores):
    """Binds the threads of this process, and those to come, to the cores."""
    if not cores or not hasattr(os, "sched_setaffinity"):
        return
    for thread in os.listdir("/proc/self/task"):
        try:
            os.sched_setaffinity(int(thread), cores)
        except ProcessLookupError:  # it has ended
            continue


def make_real(value):
    """Queues what is recorded for an array, or for arrays in lists, tuples and dicts.

    Nobody waits for a GPU.
    """
    if isinstance(value, ndarray):
        value._pointer  # noqa: B018  computes what is pending
    elif isinstance(value, dict):
        make_real(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for x in value:
            make_real(x)


def _finished(function, *args, **keywords):
    """Runs a task of a worker to its end.

    A result that were only recorded would keep the operands alive that the scheduler has
    let go, and whoever takes it would do the work.
    """
    message = function(*args, **keywords)
    if isinstance(message, dict):
        make_real(message.get("result"))
    return message


class Setup(WorkerPlugin):
    """Sets a worker up: its cores, its default device, its care for memory."""

    name = "tenorite"

    def __init__(self, device=None, cores=None):
        self.device = device
        self.cores = cores

    def setup(self, worker):
        pin(self.cores)
        if self.device is not None:
            namespace().set_default_device(self.device)
        executor = worker.executors["default"]
        submit = executor.submit
        executor.submit = lambda *args, **keywords: submit(_finished, *args, **keywords)
        callback = PeriodicCallback(lambda: give_back(worker), _INTERVAL)
        worker.periodic_callbacks["tenorite"] = callback


def give_back(worker):
    """Gives the memory that the pool keeps back, where the process is short of it.

    distributed looks at what the process holds, and would spill or pause for memory that
    no array uses. Returns how many bytes the pool kept.
    """
    manager = worker.memory_manager
    share = manager.memory_target_fraction or manager.memory_spill_fraction
    if not manager.memory_limit or not share:
        return 0
    if worker.monitor.get_process_memory() <= manager.memory_limit * share:
        return 0
    pools = _core.memory.PoolSet.shared()
    statistics = pools.statistics("cpu")
    unused = statistics["reserved_bytes"] - statistics["used_bytes"]
    if unused:
        pools.trim("cpu", 0)
    return unused

# SPDX-License-Identifier: Apache-2.0
"""What a worker does when it starts: its cores, and memory given back.

The module is imported by workers, where distributed is there.
"""

import os

from distributed.diagnostics.plugin import WorkerPlugin
from tornado.ioloop import PeriodicCallback

from .. import _core
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

# SPDX-License-Identifier: Apache-2.0
"""A hook that prints allocations. Mirrors cupy.cuda.memory_hooks.debug_print."""

import json
import sys

from ..memory_hook import MemoryHook

__all__ = ["DebugPrintHook"]


class DebugPrintHook(MemoryHook):
    """Prints a line of JSON for each allocation and each end of one.

    `file` is what print() writes to. See cupy.cuda.memory_hooks.DebugPrintHook.

    >>> hook = np.cuda.memory_hooks.DebugPrintHook()
    >>> hook.alloc_postprocess(device_id=0, mem_size=512, mem_ptr=4096)
    {"hook": "alloc", "device_id": 0, "mem_size": 512, "mem_ptr": 4096}
    """

    name = "DebugPrintHook"

    def __init__(self, file=None, flush=True):
        self.file = file
        self.flush = flush

    def _print(self, hook, names, facts):
        line = {"hook": hook, **{name: facts[name] for name in names}}
        file = sys.stdout if self.file is None else self.file
        print(json.dumps(line), file=file)
        if self.flush and hasattr(file, "flush"):
            file.flush()

    def alloc_postprocess(self, **kwargs):
        """Prints `device_id`, `mem_size` and `mem_ptr`.

        >>> hook = np.cuda.memory_hooks.DebugPrintHook()
        >>> hook.alloc_postprocess(device_id=0, mem_size=512, mem_ptr=4096)
        {"hook": "alloc", "device_id": 0, "mem_size": 512, "mem_ptr": 4096}
        """
        self._print("alloc", ["device_id", "mem_size", "mem_ptr"], kwargs)

    def malloc_postprocess(self, **kwargs):
        """Prints `device_id`, `size`, `mem_size`, `mem_ptr` and `pmem_id`.

        >>> hook = np.cuda.memory_hooks.DebugPrintHook()
        >>> facts = {"device_id": 0, "size": 8, "mem_size": 512, "mem_ptr": 0, "pmem_id": 1}
        >>> hook.malloc_postprocess(**facts)
        {"hook": "malloc", "device_id": 0, "size": 8, "mem_size": 512, "mem_ptr": 0, "pmem_id": 1}
        """
        names = ["device_id", "size", "mem_size", "mem_ptr", "pmem_id"]
        self._print("malloc", names, kwargs)

    def free_postprocess(self, **kwargs):
        """Prints `device_id`, `mem_size`, `mem_ptr` and `pmem_id`.

        >>> hook = np.cuda.memory_hooks.DebugPrintHook()
        >>> hook.free_postprocess(device_id=0, mem_size=512, mem_ptr=0, pmem_id=1)
        {"hook": "free", "device_id": 0, "mem_size": 512, "mem_ptr": 0, "pmem_id": 1}
        """
        names = ["device_id", "mem_size", "mem_ptr", "pmem_id"]
        self._print("free", names, kwargs)

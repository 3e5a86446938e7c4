# SPDX-License-Identifier: Apache-2.0
"""What is told of allocations. Mirrors cupy.cuda.memory_hook."""

from .. import _core
from . import memory
from ._hooks import active_hooks, add_hook, remove_hook

__all__ = ["MemoryHook"]


class MemoryHook:
    """The base of classes that are told of allocations of GPU memory.

    Within a `with` block the methods of the object are called in the calling thread:
    `malloc_preprocess` and `malloc_postprocess` around each allocation,
    `free_preprocess` and `free_postprocess` around the end of each that was made in
    such a block, `alloc_preprocess` and `alloc_postprocess` where memory came from the
    device. All arguments are named. See cupy.cuda.MemoryHook.

    >>> class Sizes(np.cuda.MemoryHook):
    ...     name = "Sizes"
    ...     def malloc_preprocess(self, **kwargs):
    ...         print(kwargs["size"])
    >>> with Sizes():
    ...     pass
    """

    name = "MemoryHook"

    def __enter__(self):
        first = not active_hooks()
        add_hook(self)
        if first:
            native = _core.memory.python_allocator(memory._hooked_malloc)
            self._former = _core.memory.exchange_thread_allocator(native)
        return self

    def __exit__(self, *exc_info):
        remove_hook(self)
        if not active_hooks():
            _core.memory.exchange_thread_allocator(self._former)

    def alloc_preprocess(self, **kwargs):
        """Called before memory comes from the device: `device_id`, `mem_size`.

        >>> np.cuda.MemoryHook().alloc_preprocess(device_id=0, mem_size=512)
        """

    def alloc_postprocess(self, **kwargs):
        """Called after memory came from the device: also `mem_ptr`.

        >>> np.cuda.MemoryHook().alloc_postprocess(device_id=0, mem_size=512, mem_ptr=0)
        """

    def malloc_preprocess(self, **kwargs):
        """Called before an allocation: `device_id`, `size`, `mem_size` (rounded up).

        >>> np.cuda.MemoryHook().malloc_preprocess(device_id=0, size=8, mem_size=512)
        """

    def malloc_postprocess(self, **kwargs):
        """Called after an allocation: also `mem_ptr` and `pmem_id`.

        >>> np.cuda.MemoryHook().malloc_postprocess(device_id=0, size=8, mem_size=512)
        """

    def free_preprocess(self, **kwargs):
        """Called before memory goes back: `device_id`, `mem_size`, `mem_ptr`, `pmem_id`.

        >>> np.cuda.MemoryHook().free_preprocess(device_id=0, mem_size=512, pmem_id=1)
        """

    def free_postprocess(self, **kwargs):
        """Called after memory went back: `device_id`, `mem_size`, `mem_ptr`, `pmem_id`.

        >>> np.cuda.MemoryHook().free_postprocess(device_id=0, mem_size=512, pmem_id=1)
        """

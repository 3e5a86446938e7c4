# SPDX-License-Identifier: Apache-2.0
"""The hooks of a thread, and allocations of which they are told."""

import threading

_UNIT = 512  # bytes: what pools round sizes up to


class _Hooks(threading.local):
    def __init__(self):
        self.by_name = {}


_thread = _Hooks()


def add_hook(hook):
    """Tells a hook of the thread's allocations. KeyError where its name is taken."""
    if hook.name in _thread.by_name:
        raise KeyError(f"memory hook {hook.name} already exists")
    _thread.by_name[hook.name] = hook


def remove_hook(hook):
    """Tells the hook no more."""
    del _thread.by_name[hook.name]


def active_hooks():
    """The hooks of the calling thread, in the order of their blocks."""
    return list(_thread.by_name.values())


def _tell(method, **facts):
    for hook in active_hooks():
        getattr(hook, method)(**facts)


class HookedMemory:
    """Memory of an allocator, of whose end the hooks of the thread are told."""

    def __init__(self, memory, size):
        self.memory = memory
        self.size = size
        self.ptr = memory.ptr
        self.device_id = memory.device_id

    @property
    def device(self):
        return self.memory.device

    def __int__(self):
        return self.ptr

    def facts(self):
        """What hooks are told of it."""
        return {
            "device_id": self.device_id,
            "mem_size": _rounded(self.size),
            "mem_ptr": self.ptr,
            "pmem_id": id(self),
        }

    def free(self):
        """Gives the memory back now."""
        memory, self.memory = self.memory, None
        if memory is None:
            return
        facts = self.facts()
        _tell("free_preprocess", **facts)
        del memory  # the last reference
        _tell("free_postprocess", **facts)

    __del__ = free


def _rounded(size):
    return -(-size // _UNIT) * _UNIT


def _reserved(allocator):
    """Bytes that the pool of an allocator has; None for one without a pool."""
    total_bytes = getattr(getattr(allocator, "__self__", None), "total_bytes", None)
    return None if total_bytes is None else total_bytes()


def allocate_hooked(allocator, device_id, size):
    """A pointer from an allocator; the hooks of the thread are told.

    Whether a pool had to grow is known when it has: `alloc_preprocess` comes then, too.
    """
    before = _reserved(allocator)
    facts = {"device_id": device_id, "size": size, "mem_size": _rounded(size)}
    _tell("malloc_preprocess", **facts)
    pointer = allocator(size)
    grown = facts["mem_size"] if before is None else _reserved(allocator) - before
    if grown > 0:
        _tell("alloc_preprocess", device_id=device_id, mem_size=grown)
        _tell(
            "alloc_postprocess",
            device_id=device_id,
            mem_size=grown,
            mem_ptr=pointer.mem.ptr,
        )
    memory = HookedMemory(pointer.mem, size)
    offset = pointer.ptr - pointer.mem.ptr
    made = type(pointer)(memory, offset)
    _tell(
        "malloc_postprocess",
        **facts,
        mem_ptr=memory.ptr,
        pmem_id=id(memory),
    )
    return made

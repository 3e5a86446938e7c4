# SPDX-License-Identifier: Apache-2.0
"""Device memory, its pools and allocators. Mirrors cupy.cuda.memory.

Without a GPU it is memory of the CPU device.
"""

import contextlib
import importlib
import threading

import numpy

from .. import _core
from .._runtime.device import device_of
from . import runtime
from ._hooks import active_hooks, allocate_hooked
from ._limits import limit_in_bytes as _limit_in_bytes
from ._place import NO_DEVICE, current_place, driver_of, name_of_place
from .stream import get_current_stream

OutOfMemoryError = _core.OutOfMemoryError


class BaseMemory:
    """A piece of memory: address `ptr`, `size` in bytes, `device_id`.

    >>> issubclass(np.cuda.Memory, np.cuda.memory.BaseMemory)
    True
    """

    ptr = 0
    size = 0
    device_id = -1

    @property
    def device(self):
        """The device the memory belongs to."""
        return device_of(name_of_place(self.device_id))

    def __int__(self):
        return self.ptr


class Memory(BaseMemory):
    """New memory of the current device, past every pool; freed with the object.

    >>> memory = np.cuda.Memory(1024)
    >>> memory.size
    1024
    """

    def __init__(self, size):
        self.size = size
        self.device_id = current_place()
        self._driver = driver_of(self.device_id)
        self.ptr = self._allocate(size) if size > 0 else 0

    def _allocate(self, size):
        return self._driver.malloc(self.device_id, size)

    def __del__(self):
        if self.ptr:
            self._driver.free(self.device_id, self.ptr)


class ManagedMemory(Memory):
    """New memory that host and devices can address; freed with the object.

    >>> memory = np.cuda.ManagedMemory(1024)
    >>> memory.size
    1024
    """

    def _allocate(self, size):
        flags = runtime.memAttachGlobal
        return self._driver.malloc_managed(self.device_id, size, flags)


class UnownedMemory(BaseMemory):
    """Memory of somebody else, who is kept alive with `owner`.

    `device_id` is found out when it is -1.

    >>> memory = np.cuda.UnownedMemory(4096, 256, owner=None, device_id=0)
    >>> int(memory), memory.size
    (4096, 256)
    """

    def __init__(self, ptr, size, owner, device_id=-1):
        if device_id < 0:
            device_id = current_place()
            if ptr != 0 and device_id != NO_DEVICE:
                device_id = runtime.pointerGetAttributes(ptr).device
        self.ptr = ptr
        self.size = size
        self.device_id = device_id
        self._owner = owner


class PooledMemory(BaseMemory):
    """Memory of a MemoryPool, to which it goes back.

    >>> type(np.cuda.MemoryPool().malloc(1024).mem).__name__
    'PooledMemory'
    """

    def __init__(self, size, pool, device_id, ptr):
        self.size = size
        self.pool = pool
        self.device_id = device_id
        self.ptr = ptr

    def free(self):
        """Gives the memory back now.

        >>> pool = np.cuda.MemoryPool()
        >>> pool.malloc(1024).mem.free()
        >>> pool.used_bytes()
        0
        """
        ptr, self.ptr = self.ptr, 0
        if ptr:
            self.pool.free(name_of_place(self.device_id), ptr)

    __del__ = free


class MemoryPointer:
    """A device pointer: `offset` bytes into a memory object `mem`.

    >>> memory = np.cuda.UnownedMemory(4096, 256, owner=None, device_id=0)
    >>> int(np.cuda.MemoryPointer(memory, 16) + 8)
    4120
    """

    def __init__(self, mem, offset):
        self.mem = mem
        self.device_id = mem.device_id
        self.ptr = mem.ptr + offset

    @property
    def device(self):
        """The device the pointer refers to."""
        return self.mem.device

    def __int__(self):
        return self.ptr

    def __add__(self, offset):
        return MemoryPointer(self.mem, self.ptr - self.mem.ptr + offset)

    __radd__ = __add__

    def __iadd__(self, offset):
        self.ptr += offset
        return self

    def __sub__(self, offset):
        return self + -offset

    def __isub__(self, offset):
        return self.__iadd__(-offset)

    @property
    def _driver(self):
        return driver_of(self.device_id)

    def _stream(self, stream):
        """The device and id of a stream, of the current one where None."""
        if self.device_id == NO_DEVICE:
            return NO_DEVICE, 0  # the one queue of the CPU device
        if stream is None:
            stream = get_current_stream(self.device_id)
        return self.device_id, stream._id_on(self.device_id)

    def copy_from_device_async(self, src, size, stream=None):
        """Queues a copy of `size` bytes from another device pointer.

        >>> source, target = np.cuda.alloc(16), np.cuda.alloc(16)
        >>> source.memset(7, 16)
        >>> target.copy_from_device_async(source, 16)
        """
        if size <= 0:
            return
        if NO_DEVICE in (src.device_id, self.device_id):
            if self.device_id == NO_DEVICE:
                src.copy_to_host_async(self, size, stream)
            else:
                self.copy_from_host_async(src, size, stream)
        elif src.device_id == self.device_id:
            kind = runtime.memcpyDeviceToDevice
            self._driver.copy(self.ptr, src.ptr, size, kind, *self._stream(stream))
        else:
            _core.cuda.copy_peer(
                self.ptr,
                self.device_id,
                src.ptr,
                src.device_id,
                size,
                *self._stream(stream),
            )

    def copy_from_device(self, src, size):
        """Copies `size` bytes from another device pointer, in stream order.

        >>> source, target = np.cuda.alloc(16), np.cuda.alloc(16)
        >>> source.memset(7, 16)
        >>> target.copy_from_device(source, 16)
        """
        self.copy_from_device_async(src, size)

    def copy_from_host_async(self, mem, size, stream=None):
        """Queues a copy of `size` bytes from host memory.

        `mem` is an address (an integer or ctypes.c_void_p) or has a `ptr`; it
        must be page-locked and stay untouched until the copy is done.

        >>> host = np.cuda.alloc_pinned_memory(16)
        >>> pointer = np.cuda.alloc(16)
        >>> pointer.copy_from_host_async(host, 16)
        >>> np.cuda.get_current_stream().synchronize()
        """
        if size > 0:
            kind = runtime.memcpyHostToDevice
            self._driver.copy(
                self.ptr, _address(mem), size, kind, *self._stream(stream)
            )

    def copy_from_host(self, mem, size):
        """Copies `size` bytes from host memory and waits.

        >>> host = np.zeros(16, np.uint8).get()
        >>> pointer = np.cuda.alloc(16)
        >>> pointer.copy_from_host(host, 16)
        """
        if size > 0:
            self.copy_from_host_async(mem, size)
            self._driver.stream_synchronize(*self._stream(None))

    def copy_from_async(self, mem, size, stream=None):
        """Queues a copy from a device pointer or from host memory.

        >>> source, target = np.cuda.alloc(16), np.cuda.alloc(16)
        >>> source.memset(7, 16)
        >>> target.copy_from_async(source, 16)
        """
        if isinstance(mem, MemoryPointer):
            self.copy_from_device_async(mem, size, stream)
        else:
            self.copy_from_host_async(mem, size, stream)

    def copy_from(self, mem, size):
        """Copies from a device pointer or from host memory.

        >>> source, target = np.cuda.alloc(16), np.cuda.alloc(16)
        >>> source.memset(7, 16)
        >>> target.copy_from(source, 16)
        """
        if isinstance(mem, MemoryPointer):
            self.copy_from_device(mem, size)
        else:
            self.copy_from_host(mem, size)

    def copy_to_host_async(self, mem, size, stream=None):
        """Queues a copy of `size` bytes to page-locked host memory.

        >>> host = np.cuda.alloc_pinned_memory(16)
        >>> pointer = np.cuda.alloc(16)
        >>> pointer.copy_to_host_async(host, 16)
        >>> np.cuda.get_current_stream().synchronize()
        """
        if size > 0:
            kind = runtime.memcpyDeviceToHost
            self._driver.copy(
                _address(mem), self.ptr, size, kind, *self._stream(stream)
            )

    def copy_to_host(self, mem, size):
        """Copies `size` bytes to host memory and waits.

        >>> host = np.zeros(16, np.uint8).get()
        >>> pointer = np.cuda.alloc(16)
        >>> pointer.memset(7, 16)
        >>> pointer.copy_to_host(host, 16)
        >>> int(host[0])
        7
        """
        if size > 0:
            self.copy_to_host_async(mem, size)
            self._driver.stream_synchronize(*self._stream(None))

    def memset_async(self, value, size, stream=None):
        """Queues setting `size` bytes to `value`.

        >>> pointer = np.cuda.alloc(16)
        >>> pointer.memset_async(0, 16)
        """
        if size > 0:
            self._driver.fill(self.ptr, value, size, *self._stream(stream))

    def memset(self, value, size):
        """Sets `size` bytes to `value`, in stream order.

        >>> pointer = np.cuda.alloc(16)
        >>> pointer.memset(0, 16)
        """
        self.memset_async(value, size)


def _address(mem):
    for name in ("ptr", "value"):  # our pinned memory, ctypes.c_void_p
        value = getattr(mem, name, None)
        if value is not None:
            return value
    if isinstance(mem, numpy.ndarray):
        return mem.ctypes.data
    return mem.__index__()


class MemoryPool:
    """A caching pool of device memory, one for each device.

    Arrays use it after `set_allocator(pool.malloc)`. With an `allocator` (such
    as malloc_managed) the pool grows by that. Numbers are of the current
    device, for the default pool that is the default device, the CPU included.

    >>> pool = np.cuda.MemoryPool()
    >>> np.cuda.set_allocator(pool.malloc)
    >>> np.cuda.set_allocator(np.get_default_memory_pool().malloc)
    """

    def __init__(self, allocator=None):
        self._pools = _core.memory.PoolSet(allocator)

    def _device(self):
        return current_place()

    def _name(self):
        return name_of_place(self._device())

    def _statistics(self):
        return self._pools.statistics(self._name())

    def malloc(self, size):
        """A MemoryPointer to `size` bytes on the current device.

        >>> pool = np.cuda.MemoryPool()
        >>> pool.malloc(1024).mem.size
        1024
        """
        device_id = self._device()
        ptr = self._pools.allocate(name_of_place(device_id), size)
        return MemoryPointer(PooledMemory(size, self._pools, device_id, ptr), 0)

    def free_all_blocks(self, stream=None):
        """Gives all cached memory back. `stream` is accepted for CuPy's sake.

        >>> pool = np.get_default_memory_pool()
        >>> pool.free_all_blocks()
        """
        self._pools.trim(self._name(), 0)

    def trim(self, keep=0):
        """Gives cached memory back, but keeps `keep` bytes in all.

        >>> pool = np.get_default_memory_pool()
        >>> pool.trim(keep=1 << 20)
        """
        self._pools.trim(self._name(), keep)

    def used_bytes(self):
        """Bytes in use.

        >>> x = np.empty(1000)
        >>> np.get_default_memory_pool().used_bytes() >= x.nbytes
        True
        """
        return self._statistics()["used_bytes"]

    def free_bytes(self):
        """Bytes cached, including those still waiting for another stream.

        >>> np.get_default_memory_pool().free_bytes() >= 0
        True
        """
        statistics = self._statistics()
        return statistics["reserved_bytes"] - statistics["used_bytes"]

    def total_bytes(self):
        """Bytes taken from the device.

        >>> x = np.empty(1000)
        >>> np.get_default_memory_pool().total_bytes() >= x.nbytes
        True
        """
        return self._statistics()["reserved_bytes"]

    def n_free_blocks(self):
        """The number of cached blocks.

        >>> np.get_default_memory_pool().n_free_blocks() >= 0
        True
        """
        return self._statistics()["n_free_blocks"]

    def statistics(self):
        """All counters: bytes, peaks, allocations, hits and failures.

        >>> x = np.empty(1000)
        >>> np.get_default_memory_pool().statistics()["peak_used"] >= x.nbytes
        True
        """
        return self._statistics()

    def reset_peak(self):
        """Starts the peaks anew from what is in use now.

        >>> pool = np.get_default_memory_pool()
        >>> pool.reset_peak()
        >>> pool.statistics()["peak_used"] == pool.used_bytes()
        True
        """
        self._pools.reset_peak(self._name())

    def set_limit(self, size=None, fraction=None):
        """Bounds the memory taken from the current device; 0 is no bound.

        `size` is in bytes, `fraction` a share of the device's memory. The
        TENORITE_MEMORY_LIMIT environment variable sets it at the start.

        >>> pool = np.get_default_memory_pool()
        >>> pool.set_limit(size=1 << 40)
        >>> pool.get_limit() == 1 << 40
        True
        >>> pool.set_limit(size=0)
        """
        name = self._name()
        limit = _limit_in_bytes(size, fraction, lambda: self._pools.total_memory(name))
        self._pools.set_limit(name, limit)

    def get_limit(self):
        """The bound in bytes, 0 for none.

        >>> np.get_default_memory_pool().get_limit()
        0
        """
        return self._pools.limit(self._name())


class SingleDeviceMemoryPool(MemoryPool):
    """A caching pool of the memory of one device: that which is current when it is made.

    >>> pool = np.cuda.memory.SingleDeviceMemoryPool()
    >>> pool.malloc(1024).mem.size
    1024
    """

    def __init__(self, allocator=None):
        super().__init__(allocator)
        self._device_id = current_place()

    def _device(self):
        return self._device_id


class _DefaultMemoryPool(MemoryPool):
    """The pool of arrays; on a machine without a GPU it is that of the CPU."""

    def __init__(self):
        self._pools = _core.memory.PoolSet.shared()

    def _name(self):
        return _core.device.default()


_default_pool = _DefaultMemoryPool()


def get_default_memory_pool():
    """The pool that arrays use unless set_allocator said otherwise.

    >>> type(np.get_default_memory_pool()).__name__
    '_DefaultMemoryPool'
    """
    return _default_pool


def _malloc(size):
    return MemoryPointer(Memory(size), 0)


def malloc_managed(size):
    """A MemoryPointer to new managed memory; for set_allocator or MemoryPool.

    >>> np.cuda.malloc_managed(1024).mem.size
    1024
    """
    return MemoryPointer(ManagedMemory(size), 0)


class _ThreadAllocators(threading.local):
    def __init__(self):
        self.stack = []


_thread = _ThreadAllocators()
_process_allocator = _default_pool.malloc


def _hooked_malloc(size):
    """Memory from the thread's allocator, of which the thread's hooks are told."""
    return allocate_hooked(get_allocator(), current_place(), size)


def _native(allocator):
    """The core's form of an allocator; pools are called without Python."""
    if active_hooks():
        return _core.memory.python_allocator(_hooked_malloc)
    if allocator is None or allocator is _malloc:
        return _core.memory.unpooled_allocator()
    pool = getattr(allocator, "__self__", None)
    if isinstance(pool, MemoryPool) and allocator == pool.malloc:
        return _core.memory.pool_allocator(pool._pools)
    if not callable(allocator):
        raise TypeError("allocator must be callable or None")
    return _core.memory.python_allocator(allocator)


def set_allocator(allocator=None):
    """Sets where new CUDA arrays get their memory, for the whole process.

    `allocator(size)` returns a MemoryPointer; None takes memory from CUDA
    without a pool. Arrays that exist keep theirs.

    >>> pool = np.cuda.MemoryPool(np.cuda.malloc_managed)
    >>> np.cuda.set_allocator(pool.malloc)
    >>> np.cuda.set_allocator(np.get_default_memory_pool().malloc)
    """
    global _process_allocator
    if _thread.stack:
        raise ValueError(
            "Can't change the global allocator inside `using_allocator` context manager"
        )
    if allocator is None:
        allocator = _malloc
    if allocator == _default_pool.malloc:
        native = _core.memory.default_allocator()
    else:
        native = _native(allocator)
    _core.memory.set_allocator(native)
    _process_allocator = allocator


def get_allocator():
    """The allocator of new CUDA arrays in this thread.

    >>> np.cuda.get_allocator() == np.get_default_memory_pool().malloc
    True
    """
    return _thread.stack[-1] if _thread.stack else _process_allocator


@contextlib.contextmanager
def using_allocator(allocator=None):
    """Sets the allocator for the calling thread within a block.

    >>> pool = np.cuda.MemoryPool()
    >>> with np.cuda.using_allocator(pool.malloc):
    ...     np.cuda.get_allocator() == pool.malloc
    True
    """
    if allocator is None:
        allocator = _malloc
    former = _core.memory.exchange_thread_allocator(_native(allocator))
    _thread.stack.append(allocator)
    try:
        yield
    finally:
        _thread.stack.pop()
        _core.memory.exchange_thread_allocator(former)


def alloc(size):
    """A MemoryPointer to `size` bytes from the current allocator.

    >>> np.cuda.alloc(1024).mem.size
    1024
    """
    return (_hooked_malloc if active_hooks() else get_allocator())(size)


# Public names of other modules, which stand on this one.
_LATE = {
    "CFunctionAllocator": "function_allocators",
    "MemoryAsync": "memory_async",
    "MemoryAsyncPool": "memory_async",
    "PythonFunctionAllocator": "function_allocators",
    "malloc_async": "memory_async",
}


def __getattr__(name):
    if name in _LATE:
        module = importlib.import_module(f".{_LATE[name]}", __package__)
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)

# SPDX-License-Identifier: Apache-2.0
"""Page-locked host memory. Mirrors cupy.cuda.pinned_memory.

Without a GPU it is memory of the CPU device, from which nothing has to be copied.
"""

import functools

import numpy

from .. import _core
from . import runtime
from ._host_driver import HostPool
from ._place import driver


class PinnedMemory:
    """New page-locked host memory; freed with the object.

    >>> memory = np.cuda.PinnedMemory(1024)
    >>> memory.size
    1024
    """

    ptr = 0

    def __init__(self, size, flags=0):
        self.size = size
        if size > 0:
            self._driver = driver()
            self.ptr = self._driver.host_alloc(size, flags)

    def __int__(self):
        return self.ptr

    def __del__(self):
        if self.ptr:
            self._driver.host_free(self.ptr)


class PooledPinnedMemory:
    """Memory of a PinnedMemoryPool, to which it goes back.

    >>> type(np.cuda.alloc_pinned_memory(1024).mem).__name__
    'PooledPinnedMemory'
    """

    def __init__(self, size, pool, ptr):
        self.size = size
        self.ptr = ptr
        self._pool = pool

    def __int__(self):
        return self.ptr

    def free(self):
        """Gives the memory back now; no queued copy may still use it.

        >>> np.cuda.alloc_pinned_memory(1024).mem.free()
        """
        ptr, self.ptr = self.ptr, 0
        if ptr:
            self._pool.free(ptr)

    __del__ = free


class PinnedMemoryPointer(_core.memory.HostBuffer):
    """A pointer into page-locked memory and a buffer of what is behind it.

    numpy.frombuffer(pointer, dtype, count) is an array on the memory.

    >>> import numpy
    >>> pointer = np.cuda.alloc_pinned_memory(1024)
    >>> numpy.frombuffer(pointer, np.float64, 128).shape
    (128,)
    """

    def __init__(self, mem, offset):
        super().__init__(mem.ptr + offset, mem.size - offset, mem)
        self.mem = mem

    def size(self):
        """Bytes from the pointer to the end of the memory.

        >>> pointer = np.cuda.alloc_pinned_memory(1024)
        >>> (pointer + 24).size()
        1000
        """
        return self.mem.size - (self.ptr - self.mem.ptr)

    def __int__(self):
        return self.ptr

    def __add__(self, offset):
        return PinnedMemoryPointer(self.mem, self.ptr - self.mem.ptr + offset)

    def __sub__(self, offset):
        return self + -offset


class PinnedMemoryPool:
    """A caching pool of page-locked host memory.

    >>> pool = np.cuda.PinnedMemoryPool()
    >>> pool.n_free_blocks()
    0
    """

    _shared = False

    def __init__(self, allocator=None):
        if allocator is not None:
            raise TypeError("a pool of pinned memory takes no allocator")

    @functools.cached_property
    def _pool(self):
        has_gpu = _core.device.cuda_count() > 0
        return _core.memory.PinnedPool(self._shared) if has_gpu else HostPool()

    def malloc(self, size):
        """A PinnedMemoryPointer to `size` bytes.

        >>> pool = np.cuda.PinnedMemoryPool()
        >>> pool.malloc(1024).size()
        1024
        """
        ptr = self._pool.allocate(size)
        return PinnedMemoryPointer(PooledPinnedMemory(size, self._pool, ptr), 0)

    def free_all_blocks(self):
        """Gives all cached memory back.

        >>> pool = np.cuda.PinnedMemoryPool()
        >>> pool.free_all_blocks()
        >>> pool.n_free_blocks()
        0
        """
        self._pool.trim()

    def n_free_blocks(self):
        """The number of cached blocks.

        >>> np.cuda.PinnedMemoryPool().n_free_blocks()
        0
        """
        return self._pool.statistics()["n_free_blocks"]

    def statistics(self):
        """All counters: bytes, peaks, allocations, hits and failures.

        >>> np.cuda.PinnedMemoryPool().statistics()["used_bytes"]
        0
        """
        return self._pool.statistics()


class _DefaultPinnedMemoryPool(PinnedMemoryPool):
    """The pool behind alloc_pinned_memory."""

    _shared = True


_default_pool = _DefaultPinnedMemoryPool()
_allocator = _default_pool.malloc


def get_default_pinned_memory_pool():
    """The pool of page-locked memory that alloc_pinned_memory uses by default.

    >>> type(np.get_default_pinned_memory_pool()).__name__
    '_DefaultPinnedMemoryPool'
    """
    return _default_pool


def _malloc(size):
    return PinnedMemoryPointer(PinnedMemory(size), 0)


def set_pinned_memory_allocator(allocator=None):
    """Sets what alloc_pinned_memory calls; None takes no pool.

    >>> pool = np.cuda.PinnedMemoryPool()
    >>> np.cuda.set_pinned_memory_allocator(pool.malloc)
    >>> default = np.get_default_pinned_memory_pool()
    >>> np.cuda.set_pinned_memory_allocator(default.malloc)
    """
    global _allocator
    _allocator = _malloc if allocator is None else allocator


def is_memory_pinned(data):
    """Whether the memory of an object with a buffer, as arrays of NumPy, is page-locked.

    >>> import numpy
    >>> np.cuda.pinned_memory.is_memory_pinned(numpy.ones(3))
    False
    """
    address = numpy.frombuffer(data, numpy.uint8).ctypes.data
    if not _core.device.cuda_count():
        return False
    kind = runtime.pointerGetAttributes(address).type
    return kind == runtime.memoryTypeHost


def alloc_pinned_memory(size):
    """A PinnedMemoryPointer to `size` bytes of page-locked host memory.

    >>> np.cuda.alloc_pinned_memory(1024).size()
    1024
    """
    return _allocator(size)

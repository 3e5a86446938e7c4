# SPDX-License-Identifier: Apache-2.0
"""Allocators made of two functions, of Python or of C."""

import ctypes

from .device import current_device_id
from .memory import BaseMemory, MemoryPointer

__all__ = ["CFunctionAllocator", "PythonFunctionAllocator"]


class _FunctionMemory(BaseMemory):
    """Memory of such an allocator, to which it goes back."""

    def __init__(self, allocate, free, size):
        self.size = size
        self.device_id = current_device_id()
        self._free = free
        if size > 0:
            self.ptr = allocate(size, self.device_id)

    def __del__(self):
        ptr, self.ptr = self.ptr, 0
        if ptr:
            self._free(ptr, self.device_id)


class PythonFunctionAllocator:
    """An allocator of two Python functions; for `set_allocator(allocator.malloc)`.

    `malloc_func(size, device_id)` returns an address, `free_func(ptr, device_id)` takes
    it back. See cupy.cuda.PythonFunctionAllocator.

    >>> malloc = lambda size, device_id: np.cuda.runtime.malloc(size)
    >>> free = lambda ptr, device_id: np.cuda.runtime.free(ptr)
    >>> np.cuda.PythonFunctionAllocator(malloc, free).malloc(1024).mem.size
    1024
    """

    def __init__(self, malloc_func, free_func):
        self._malloc = malloc_func
        self._free = free_func

    def malloc(self, size):
        """A MemoryPointer to `size` bytes on the current device.

        >>> malloc = lambda size, device_id: np.cuda.runtime.malloc(size)
        >>> free = lambda ptr, device_id: np.cuda.runtime.free(ptr)
        >>> allocator = np.cuda.PythonFunctionAllocator(malloc, free)
        >>> allocator.malloc(16).mem.size
        16
        """
        return MemoryPointer(_FunctionMemory(self._malloc, self._free, size), 0)


_MALLOC = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
)
_FREE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)


class CFunctionAllocator(PythonFunctionAllocator):
    """An allocator of two C functions, given by their addresses.

    `void* malloc_func(void* param, size_t size, int device_id)` and
    `void free_func(void* param, void* ptr, int device_id)`; `owner` is kept alive with
    the allocator. See cupy.cuda.CFunctionAllocator.

    >>> import ctypes
    >>> take = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    >>> give = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    >>> malloc = take(lambda param, size, device: np.cuda.runtime.malloc(size))
    >>> free = give(lambda param, ptr, device: np.cuda.runtime.free(ptr))
    >>> addresses = [ctypes.cast(f, ctypes.c_void_p).value for f in (malloc, free)]
    >>> allocator = np.cuda.CFunctionAllocator(0, *addresses, (malloc, free))
    >>> allocator.malloc(16).mem.size
    16
    """

    def __init__(self, param, malloc_func, free_func, owner):
        self._owner = owner
        allocate, free = _MALLOC(malloc_func), _FREE(free_func)

        def malloc(size, device_id):
            ptr = allocate(param, size, device_id)
            if not ptr:
                raise MemoryError(f"the allocator has no {size} bytes")
            return ptr

        def release(ptr, device_id):
            free(param, ptr, device_id)

        super().__init__(malloc, release)

# SPDX-License-Identifier: Apache-2.0
"""Memory in the order of streams, from the driver's pools (cudaMallocAsync)."""

from .. import _core
from ._limits import limit_in_bytes
from .device import current_device_id
from .memory import BaseMemory, MemoryPointer
from .stream import get_current_stream

__all__ = ["MemoryAsync", "MemoryAsyncPool", "malloc_async"]

_calls = _core.cuda_resources
# cudaMemPoolAttr
_RELEASE_THRESHOLD, _RESERVED, _USED = 4, 5, 7


class MemoryAsync(BaseMemory):
    """New memory of the driver's pool, from when a stream comes to it; freed likewise.

    `pool` is a handle, 0 for the device's current pool. See cupy.cuda.MemoryAsync.

    >>> memory = np.cuda.MemoryAsync(1024, np.cuda.Stream.null)
    >>> memory.size
    1024
    """

    def __init__(self, size, stream, pool=0):
        self.size = size
        self.device_id, where = stream._where()
        self.stream = stream
        if size > 0:
            self.ptr = _calls.malloc_async(self.device_id, size, where, pool)

    def free(self, stream=None):
        """Gives the memory back when a stream comes to it: its own by default.

        >>> np.cuda.MemoryAsync(1024, np.cuda.Stream.null).free()
        """
        ptr, self.ptr = self.ptr, 0
        if ptr:
            stream = self.stream if stream is None else stream
            _calls.free_async(self.device_id, ptr, stream._id_on(self.device_id))

    def __del__(self):
        self.free()


def malloc_async(size):
    """A MemoryPointer to new memory in the order of the current stream.

    For set_allocator and MemoryPool. See cupy.cuda.malloc_async.

    >>> np.cuda.malloc_async(1024).mem.size
    1024
    """
    return MemoryPointer(MemoryAsync(size, get_current_stream()), 0)


class MemoryAsyncPool:
    """Pools of the driver, one for each device; for `set_allocator(pool.malloc)`.

    `pool_handles` is "current" or "default", the pools of that name, or handles of
    pools by device. See cupy.cuda.MemoryAsyncPool.

    >>> pool = np.cuda.MemoryAsyncPool()
    >>> pool.malloc(1024).mem.size
    1024
    """

    memoryAsyncHasStat = True

    def __init__(self, pool_handles="current"):
        if isinstance(pool_handles, str) and pool_handles not in ("current", "default"):
            raise ValueError("pool_handles must be 'current', 'default', or handles")
        _core.device.check("cuda:0")
        self._handles = pool_handles

    def _pool(self):
        """The device that is current, and the handle of its pool."""
        device_id = current_device_id()
        if isinstance(self._handles, str):
            is_current = self._handles == "current"
            return device_id, _calls.memory_pool(device_id, is_current)
        if isinstance(self._handles, int):
            return device_id, self._handles
        return device_id, self._handles[device_id]

    def malloc(self, size):
        """A MemoryPointer to `size` bytes in the order of the current stream.

        >>> np.cuda.MemoryAsyncPool().malloc(1024).mem.size
        1024
        """
        memory = MemoryAsync(size, get_current_stream(), self._pool()[1])
        return MemoryPointer(memory, 0)

    def free_all_blocks(self, stream=None):
        """Gives what nobody uses back to the device, once `stream` is done.

        Without `stream` that is the current one.

        >>> np.cuda.MemoryAsyncPool().free_all_blocks()
        """
        (get_current_stream() if stream is None else stream).synchronize()
        _calls.trim_pool(*self._pool(), 0)

    def n_free_blocks(self):
        """NotImplementedError: the driver does not tell.

        >>> try:
        ...     np.cuda.MemoryAsyncPool().n_free_blocks()
        ... except NotImplementedError:
        ...     print("unknown")
        unknown
        """
        raise NotImplementedError("the driver does not tell how many blocks are free")

    def used_bytes(self):
        """Bytes in use.

        >>> np.cuda.MemoryAsyncPool().used_bytes() >= 0
        True
        """
        return _calls.pool_attribute(*self._pool(), _USED)

    def free_bytes(self):
        """Bytes that the pool has and nobody uses.

        >>> np.cuda.MemoryAsyncPool().free_bytes() >= 0
        True
        """
        return self.total_bytes() - self.used_bytes()

    def total_bytes(self):
        """Bytes taken from the device.

        >>> np.cuda.MemoryAsyncPool().total_bytes() >= 0
        True
        """
        return _calls.pool_attribute(*self._pool(), _RESERVED)

    def set_limit(self, size=None, fraction=None):
        """Sets how many bytes the pool keeps at synchronisations.

        The driver has no other limit: allocations beyond it do not fail. `fraction` is
        of the device's memory, `size` 0 for no limit.

        >>> pool = np.cuda.MemoryAsyncPool()
        >>> pool.set_limit(size=1 << 30)
        >>> pool.get_limit()
        1073741824
        """
        device_id, pool = self._pool()
        limit = limit_in_bytes(
            size, fraction, lambda: _core.cuda.memory_info(device_id)[1]
        )
        kept = limit or (1 << 64) - 1
        _calls.set_pool_attribute(device_id, pool, _RELEASE_THRESHOLD, kept)

    def get_limit(self):
        """How many bytes the pool keeps at synchronisations.

        >>> np.cuda.MemoryAsyncPool().get_limit() >= 0
        True
        """
        return _calls.pool_attribute(*self._pool(), _RELEASE_THRESHOLD)

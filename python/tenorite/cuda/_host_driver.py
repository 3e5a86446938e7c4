# SPDX-License-Identifier: Apache-2.0
"""The driver's calls for streams, events and memory, where there is no GPU but the CPU.

It does its work in the order of the program, so all streams are one queue: an event is
the moment at which what came before is done. Memory is the host's.
"""

import ctypes
import itertools
import threading
import time

import numpy

from .. import _core

_DISABLE_TIMING = 2
_UNTIMED = object()

_handles = itertools.count(16)  # after those that CUDA gives a meaning
# Of events, by their handles: when they were recorded, None before.
_moments = {}

_ALIGNMENT = 512  # bytes: that of CUDA's memory
# The memory that was asked for, by its address.
_blocks = {}


def _finish():
    _core.device.synchronize("cpu")


def set_current_stream(device_id, stream_id):
    """Nothing: there is one queue."""


def stream_create(device_id, non_blocking, priority):
    """A number that no other stream has."""
    return next(_handles)


def stream_release(stream_id):
    """Nothing: streams hold nothing."""


def stream_handle(device_id, stream_id):
    """The number itself."""
    return stream_id


def stream_of_thread(device_id):
    """That of all threads."""
    return 0


def stream_done(device_id, stream_id):
    """True, after all work is."""
    _finish()
    return True


def stream_synchronize(device_id, stream_id):
    """Waits for the CPU device."""
    _finish()


def stream_wait_event(device_id, stream_id, event):
    """Nothing: what was queued before the event comes first anyway."""


def stream_flags(device_id, stream_id):
    """No flags: a stream is part of the queue."""
    return 0


def stream_priority(device_id, stream_id):
    """The priority that all have."""
    return 0


def launch_host_func(device_id, stream_id, call):
    """Calls a function on another thread, after all work is done."""
    _finish()
    threading.Thread(target=call, daemon=True).start()


def event_create(device_id, flags):
    """The handle of an event that is not recorded."""
    handle = next(_handles)
    _moments[handle] = _UNTIMED if flags & _DISABLE_TIMING else None
    return handle


def event_destroy(handle):
    """Forgets the event."""
    _moments.pop(handle, None)


def event_record(device_id, handle, stream_id):
    """Waits for all work and notes the time."""
    _finish()
    if _moments[handle] is not _UNTIMED:
        _moments[handle] = time.perf_counter()


def event_done(handle):
    """True: recording waits."""
    return True


def event_synchronize(handle):
    """Nothing: recording waits."""


def event_elapsed(start, end):
    """Milliseconds between two events; CudaError unless both were recorded and timed."""
    moments = _moments[start], _moments[end]
    if not all(isinstance(moment, float) for moment in moments):
        raise _core.CudaError("cudaErrorInvalidResourceHandle: invalid resource handle")
    return (moments[1] - moments[0]) * 1e3


def malloc(device_id, size):
    """The address of new memory; OutOfMemoryError."""
    try:
        block = numpy.empty(size + _ALIGNMENT, numpy.uint8)
    except MemoryError as error:
        raise _core.OutOfMemoryError(str(error)) from None
    ptr = -(-block.ctypes.data // _ALIGNMENT) * _ALIGNMENT
    _blocks[ptr] = block
    return ptr


def malloc_managed(device_id, size, flags):
    """As malloc: all memory is the host's."""
    return malloc(device_id, size)


def free(device_id, ptr):
    """Gives memory back, once the work that may use it is done."""
    _finish()
    _blocks.pop(ptr)


def copy(target, source, size, kind, device_id, stream_id):
    """Copies bytes, after all work."""
    _finish()
    ctypes.memmove(target, source, size)


def fill(ptr, value, size, device_id, stream_id):
    """Sets bytes, after all work."""
    _finish()
    ctypes.memset(ptr, value, size)


def host_alloc(size, flags):
    """As malloc."""
    return malloc(None, size)


def host_free(ptr):
    """As free."""
    free(None, ptr)


class HostPool:
    """A caching pool with the methods of one of page-locked memory."""

    def __init__(self):
        self._pools = _core.memory.PoolSet(None)

    def allocate(self, size):
        """The address of memory; OutOfMemoryError."""
        return self._pools.allocate("cpu", size)

    def free(self, ptr):
        """Takes memory back."""
        self._pools.free("cpu", ptr)

    def trim(self):
        """Gives cached memory back."""
        self._pools.trim("cpu", 0)

    def statistics(self):
        """The counters."""
        return self._pools.statistics("cpu")

# SPDX-License-Identifier: Apache-2.0
"""Arrays on GPU memory of other libraries, by the CUDA array interface."""

import numpy

from .._core import ndarray


def from_cuda_interface(foreign):
    """Array on the memory of an object with __cuda_array_interface__; no copy.

    Work queued on the current stream waits for the stream that the object names.
    """
    # Takes long to import.
    from ..cuda import ExternalStream, MemoryPointer, UnownedMemory, get_current_stream

    layout = foreign.__cuda_array_interface__
    address, readonly = layout["data"]
    dtype = numpy.dtype(layout["typestr"])
    shape, strides = layout["shape"], layout.get("strides")
    extents = zip(shape, strides or (), strict=False)
    size = (
        sum((n - 1) * abs(step) for n, step in extents) + dtype.itemsize
        if strides
        else int(numpy.prod(shape, dtype=numpy.int64)) * dtype.itemsize
    )
    memory = UnownedMemory(address or 0, size, foreign)
    stream = layout.get("stream")
    if stream is not None:
        producer = ExternalStream(stream, memory.device_id)
        current = get_current_stream(memory.device_id)
        if producer.ptr != current.ptr:
            current.wait_event(producer.record())
    array = ndarray(shape, dtype, MemoryPointer(memory, 0), strides)
    if readonly:
        array.flags.writeable = False
    return array

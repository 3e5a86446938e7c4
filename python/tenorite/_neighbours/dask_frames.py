# SPDX-License-Identifier: Apache-2.0
"""dask.distributed: our arrays as frames, without pickle.

A frame is memory that a worker sends or spills. On the CPU device it is the array's
own memory, on a GPU page-locked memory, of which the library counts the copies as all
others. Where the connection takes memory of GPUs itself (UCX, which uses CUDA IPC
between processes of one host) the frame is that memory.
"""

import numpy

from .. import _core
from .._array.convert import from_host
from .._array.cuda_interface import from_gpu
from .._array.memory import host_view, is_host, is_in_host_memory
from .._core import ndarray, scalar


def tell(module):
    """Registers the serialisers."""
    from distributed.protocol import cuda, numpy

    def dumps(x, context=None):
        h = host_view(x) if is_in_host_memory(x) else _pinned_copy(x)
        header, frames = numpy.serialize_numpy_ndarray(h, context)
        return {**header, "device": str(x.device)}, frames

    def loads(header, frames):
        h = numpy.deserialize_numpy_ndarray(header, frames)
        device = header["device"]
        return on_memory(h) if is_host(device) else _on_gpu(h, device)

    module.dask_serialize.register(ndarray, dumps)
    module.dask_deserialize.register(ndarray, loads)
    cuda.cuda_serialize.register(ndarray, gpu_dumps)
    cuda.cuda_deserialize.register(ndarray, gpu_loads)
    for serialisers in (module.dask_serialize, cuda.cuda_serialize):
        serialisers.register(scalar, _left_to_pickle)


def _left_to_pickle(x):
    """One item is no frame: the next serialiser, pickle, is asked."""
    raise NotImplementedError("scalars are pickled")


def on_memory(h):
    """An array of the CPU device on the memory of a NumPy array, which it keeps alive.

    A copy where the memory is not aligned for its items: a frame begins where the one
    before it ends.
    """
    if not h.flags.aligned or not h.size:
        return from_host(h, "cpu")
    return _core.exchange.from_dlpack(h, None, None)


def _on_gpu(h, device):
    """A copy on a GPU; on the default device where this process has no such GPU."""
    try:
        return from_host(h, device)
    except (ValueError, RuntimeError):
        return from_host(h, None)


def _dense(x):
    """The array itself if its items lie without gaps, in C or F order; else a copy."""
    return x if x.flags.c_contiguous or x.flags.f_contiguous else x.copy(order="C")


def _pinned_copy(x):
    """NumPy array in page-locked memory with the items of an array on a GPU."""
    from ..cuda.pinned_memory import alloc_pinned_memory

    x = _dense(x)
    memory = alloc_pinned_memory(max(x.nbytes, 1))
    order = "C" if x.flags.c_contiguous else "F"
    return x.get(out=numpy.ndarray(x.shape, x.dtype, memory, order=order))


def gpu_dumps(x):
    """Header and the memory of an array on a GPU, for connections that take that.

    NotImplementedError for arrays of the CPU device: another serialiser is asked then.
    """
    if is_in_host_memory(x):
        raise NotImplementedError("an array of the CPU device has no memory of a GPU")
    x = _dense(x)
    order = "C" if x.flags.c_contiguous else "F"
    header = {"shape": x.shape, "dtype": x.dtype.str, "order": order}
    frame = x.reshape(-1, order=order).view(numpy.uint8)
    # Whoever sends the memory knows nothing of streams.
    x.device.synchronize()
    return header, [frame]


def gpu_loads(header, frames):
    """The array on the memory of a GPU that has been received."""
    (frame,) = frames
    flat = frame if isinstance(frame, ndarray) else from_gpu(frame)
    flat = flat.view(numpy.dtype(header["dtype"]))
    return flat.reshape(header["shape"], order=header["order"])

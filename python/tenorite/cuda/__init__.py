# SPDX-License-Identifier: Apache-2.0
"""CUDA devices, streams, events and memory, under cupy.cuda's names.

Importing this needs no GPU: functions that need one raise a RuntimeError that
says what is missing.
"""

from .. import _core
from .._runtime.help import document as _document
from . import (
    compiler,
    driver,
    function,
    function_allocators,
    memory,
    memory_async,
    memory_hook,
    memory_hooks,
    nvrtc,
    nvtx,
    pinned_memory,
    profiler,
    runtime,
    stream,
    texture,
)
from . import device as _device
from ._graphs import graph
from ._toolkit import (
    get_cuda_path,
    get_hipcc_path,
    get_local_runtime_version,
    get_nvcc_path,
    get_rocm_path,
)
from .device import Device, from_pointer, get_device_id
from .function import Function, Module
from .function_allocators import CFunctionAllocator, PythonFunctionAllocator
from .memory import (
    BaseMemory,
    ManagedMemory,
    Memory,
    MemoryPointer,
    MemoryPool,
    OutOfMemoryError,
    UnownedMemory,
    alloc,
    get_allocator,
    malloc_managed,
    set_allocator,
    using_allocator,
)
from .memory_async import MemoryAsync, MemoryAsyncPool, malloc_async
from .memory_hook import MemoryHook
from .pinned_memory import (
    PinnedMemory,
    PinnedMemoryPointer,
    PinnedMemoryPool,
    alloc_pinned_memory,
    set_pinned_memory_allocator,
)
from .profiler import profile
from .stream import (
    Event,
    ExternalStream,
    Graph,
    Stream,
    get_current_stream,
    get_elapsed_time,
)

CudaError = _core.CudaError
DeviceLostError = _core.DeviceLostError


def is_available():
    """Whether a CUDA device can be used here.

    >>> np.cuda.is_available() == (np.cuda.runtime.getDeviceCount() > 0)
    True
    """
    return runtime.getDeviceCount() > 0


def synchronize():
    """Waits for all work queued on the current device.

    >>> y = np.ones(4, device="cuda:0") * 2
    >>> np.cuda.synchronize()
    """
    runtime.deviceSynchronize()


__all__ = [
    "BaseMemory",
    "CFunctionAllocator",
    "CudaError",
    "Device",
    "DeviceLostError",
    "Event",
    "ExternalStream",
    "Function",
    "Graph",
    "ManagedMemory",
    "Memory",
    "MemoryAsync",
    "MemoryAsyncPool",
    "MemoryHook",
    "MemoryPointer",
    "MemoryPool",
    "Module",
    "OutOfMemoryError",
    "PinnedMemory",
    "PinnedMemoryPointer",
    "PinnedMemoryPool",
    "PythonFunctionAllocator",
    "Stream",
    "UnownedMemory",
    "alloc",
    "alloc_pinned_memory",
    "compiler",
    "driver",
    "from_pointer",
    "function",
    "get_allocator",
    "get_cuda_path",
    "get_current_stream",
    "get_device_id",
    "get_elapsed_time",
    "get_hipcc_path",
    "get_local_runtime_version",
    "get_nvcc_path",
    "get_rocm_path",
    "graph",
    "is_available",
    "malloc_async",
    "malloc_managed",
    "memory",
    "memory_hook",
    "memory_hooks",
    "nvrtc",
    "nvtx",
    "pinned_memory",
    "profile",
    "profiler",
    "runtime",
    "set_allocator",
    "set_pinned_memory_allocator",
    "stream",
    "synchronize",
    "texture",
    "using_allocator",
]

for _module in (
    *(_device, stream, memory, pinned_memory, runtime, nvtx, profiler, nvrtc, driver),
    *(function, function_allocators, memory_async, memory_hook, memory_hooks, texture),
):
    _document(vars(_module).values())
_document(globals()[name] for name in __all__)

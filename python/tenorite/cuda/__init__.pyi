# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable
from typing import Any

from tenorite import CudaError as CudaError
from tenorite import DeviceLostError as DeviceLostError
from tenorite import OutOfMemoryError as OutOfMemoryError
from tenorite.cuda import compiler as compiler
from tenorite.cuda import driver as driver
from tenorite.cuda import function as function
from tenorite.cuda import memory as memory
from tenorite.cuda import memory_hook as memory_hook
from tenorite.cuda import memory_hooks as memory_hooks
from tenorite.cuda import nvrtc as nvrtc
from tenorite.cuda import nvtx as nvtx
from tenorite.cuda import pinned_memory as pinned_memory
from tenorite.cuda import profiler as profiler
from tenorite.cuda import runtime as runtime
from tenorite.cuda import stream as stream
from tenorite.cuda import texture as texture
from tenorite.cuda.device import Device as Device
from tenorite.cuda.device import from_pointer as from_pointer
from tenorite.cuda.device import get_device_id as get_device_id
from tenorite.cuda.function import Function as Function
from tenorite.cuda.function import Module as Module
from tenorite.cuda.function_allocators import CFunctionAllocator as CFunctionAllocator
from tenorite.cuda.function_allocators import (
    PythonFunctionAllocator as PythonFunctionAllocator,
)
from tenorite.cuda.memory import BaseMemory as BaseMemory
from tenorite.cuda.memory import ManagedMemory as ManagedMemory
from tenorite.cuda.memory import Memory as Memory
from tenorite.cuda.memory import MemoryPointer as MemoryPointer
from tenorite.cuda.memory import MemoryPool as MemoryPool
from tenorite.cuda.memory import UnownedMemory as UnownedMemory
from tenorite.cuda.memory import alloc as alloc
from tenorite.cuda.memory import get_allocator as get_allocator
from tenorite.cuda.memory import malloc_managed as malloc_managed
from tenorite.cuda.memory import set_allocator as set_allocator
from tenorite.cuda.memory import using_allocator as using_allocator
from tenorite.cuda.memory_async import MemoryAsync as MemoryAsync
from tenorite.cuda.memory_async import MemoryAsyncPool as MemoryAsyncPool
from tenorite.cuda.memory_async import malloc_async as malloc_async
from tenorite.cuda.memory_hook import MemoryHook as MemoryHook
from tenorite.cuda.pinned_memory import PinnedMemory as PinnedMemory
from tenorite.cuda.pinned_memory import PinnedMemoryPointer as PinnedMemoryPointer
from tenorite.cuda.pinned_memory import PinnedMemoryPool as PinnedMemoryPool
from tenorite.cuda.pinned_memory import alloc_pinned_memory as alloc_pinned_memory
from tenorite.cuda.pinned_memory import (
    set_pinned_memory_allocator as set_pinned_memory_allocator,
)
from tenorite.cuda.profiler import profile as profile
from tenorite.cuda.stream import Event as Event
from tenorite.cuda.stream import ExternalStream as ExternalStream
from tenorite.cuda.stream import Graph as Graph
from tenorite.cuda.stream import Stream as Stream
from tenorite.cuda.stream import get_current_stream as get_current_stream
from tenorite.cuda.stream import get_elapsed_time as get_elapsed_time

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

def get_cuda_path() -> None: ...
def get_hipcc_path() -> None: ...
def get_local_runtime_version() -> None: ...
def get_nvcc_path() -> None: ...
def get_rocm_path() -> None: ...
def graph(
    function: Callable[..., Any] | None = None, *, limit: int = 32
) -> Callable[..., Any]: ...
def is_available() -> builtins.bool: ...
def synchronize() -> None: ...

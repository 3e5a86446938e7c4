# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins

from tenorite import CudaError as CudaError
from tenorite.cuda.runtime import driverGetVersion as driverGetVersion

__all__ = [
    "CUDADriverError",
    "CUDA_ERROR_INVALID_VALUE",
    "CU_FUNC_ATTRIBUTE_BINARY_VERSION",
    "CU_FUNC_ATTRIBUTE_CACHE_MODE_CA",
    "CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES",
    "CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES",
    "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    "CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK",
    "CU_FUNC_ATTRIBUTE_NUM_REGS",
    "CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT",
    "CU_FUNC_ATTRIBUTE_PTX_VERSION",
    "CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES",
    "CU_JIT_INPUT_CUBIN",
    "CU_JIT_INPUT_FATBINARY",
    "CU_JIT_INPUT_LIBRARY",
    "CU_JIT_INPUT_OBJECT",
    "CU_JIT_INPUT_PTX",
    "check_status",
    "ctxCreate",
    "ctxDestroy",
    "ctxGetCurrent",
    "ctxGetDevice",
    "ctxSetCurrent",
    "driverGetVersion",
    "funcGetAttribute",
    "funcSetAttribute",
    "get_build_version",
    "launchCooperativeKernel",
    "launchKernel",
    "linkAddData",
    "linkAddFile",
    "linkComplete",
    "linkCreate",
    "linkDestroy",
    "moduleGetFunction",
    "moduleGetGlobal",
    "moduleLoad",
    "moduleLoadData",
    "moduleUnload",
    "occupancyMaxActiveBlocksPerMultiprocessor",
    "occupancyMaxPotentialBlockSize",
    "streamGetCtx",
]
CUDADriverError = CudaError
CUDA_ERROR_INVALID_VALUE: int
CU_FUNC_ATTRIBUTE_BINARY_VERSION: int
CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: int
CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: int
CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: int
CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: int
CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: int
CU_FUNC_ATTRIBUTE_NUM_REGS: int
CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: int
CU_FUNC_ATTRIBUTE_PTX_VERSION: int
CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: int
CU_JIT_INPUT_CUBIN: int
CU_JIT_INPUT_FATBINARY: int
CU_JIT_INPUT_LIBRARY: int
CU_JIT_INPUT_OBJECT: int
CU_JIT_INPUT_PTX: int

def check_status(status: int) -> None: ...
def ctxCreate(dev: int) -> int: ...
def ctxDestroy(ctx: int) -> None: ...
def ctxGetCurrent() -> int: ...
def ctxGetDevice() -> int: ...
def ctxSetCurrent(ctx: int) -> None: ...
def funcGetAttribute(attribute: int, f: int) -> int: ...
def funcSetAttribute(f: int, attribute: int, value: int) -> None: ...
def get_build_version() -> int: ...
def launchCooperativeKernel(
    f: int,
    grid_dim_x: int,
    grid_dim_y: int,
    grid_dim_z: int,
    block_dim_x: int,
    block_dim_y: int,
    block_dim_z: int,
    shared_mem_bytes: int,
    stream: int,
    kernel_params: int,
) -> None: ...
def launchKernel(
    f: int,
    grid_dim_x: int,
    grid_dim_y: int,
    grid_dim_z: int,
    block_dim_x: int,
    block_dim_y: int,
    block_dim_z: int,
    shared_mem_bytes: int,
    stream: int,
    kernel_params: int,
    extra: int,
) -> None: ...
def linkAddData(
    state: int, input_type: int, data: builtins.bytes, name: str
) -> None: ...
def linkAddFile(state: int, input_type: int, path: str) -> None: ...
def linkComplete(state: int) -> builtins.bytes: ...
def linkCreate() -> int: ...
def linkDestroy(state: int) -> None: ...
def moduleGetFunction(module: int, funcname: str) -> int: ...
def moduleGetGlobal(module: int, varname: str) -> int: ...
def moduleLoad(filename: str) -> int: ...
def moduleLoadData(image: builtins.bytes) -> int: ...
def moduleUnload(module: int) -> None: ...
def occupancyMaxActiveBlocksPerMultiprocessor(
    func: int, blockSize: int, dynamicSMemSize: int
) -> int: ...
def occupancyMaxPotentialBlockSize(
    func: int, dynamicSMemSize: int, blockSizeLimit: int
) -> tuple[int, int]: ...
def streamGetCtx(stream: int) -> int: ...

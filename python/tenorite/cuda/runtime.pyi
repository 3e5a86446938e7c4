# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable
from typing import Any

from tenorite import CudaError as CudaError

CUDARuntimeError = CudaError
CUDA_C_16F: int
CUDA_C_32F: int
CUDA_C_64F: int
CUDA_C_8I: int
CUDA_C_8U: int
CUDA_R_16F: int
CUDA_R_32F: int
CUDA_R_64F: int
CUDA_R_8I: int
CUDA_R_8U: int

class MemPoolProps:
    allocType: int
    devId: int
    handleType: int
    locationType: int
    def __init__(
        self, allocType: int, handleType: int, locationType: int, devId: int
    ) -> None: ...

class PointerAttributes:
    device: int
    devicePointer: int
    hostPointer: int
    type: int
    def __init__(
        self, type: int, device: int, devicePointer: Any, hostPointer: Any
    ) -> None: ...

def check_status(status: int) -> None: ...
def createSurfaceObject(ResDescPtr: int) -> int: ...
def createTextureObject(ResDescPtr: int, TexDescPtr: int) -> int: ...

cudaAddressModeBorder: int
cudaAddressModeClamp: int
cudaAddressModeMirror: int
cudaAddressModeWrap: int
cudaArrayDefault: int
cudaArraySurfaceLoadStore: int
cudaChannelFormatKindFloat: int
cudaChannelFormatKindNone: int
cudaChannelFormatKindSigned: int
cudaChannelFormatKindUnsigned: int
cudaCpuDeviceId: int
cudaDevAttrAsyncEngineCount: int
cudaDevAttrCanFlushRemoteWrites: int
cudaDevAttrCanMapHostMemory: int
cudaDevAttrCanUseHostPointerForRegisteredMem: int
cudaDevAttrClockRate: int
cudaDevAttrComputeCapabilityMajor: int
cudaDevAttrComputeCapabilityMinor: int
cudaDevAttrComputeMode: int
cudaDevAttrComputePreemptionSupported: int
cudaDevAttrConcurrentKernels: int
cudaDevAttrConcurrentManagedAccess: int
cudaDevAttrCooperativeLaunch: int
cudaDevAttrCooperativeMultiDeviceLaunch: int
cudaDevAttrDirectManagedMemAccessFromHost: int
cudaDevAttrEccEnabled: int
cudaDevAttrGPUDirectRDMAFlushWritesOptions: int
cudaDevAttrGPUDirectRDMASupported: int
cudaDevAttrGPUDirectRDMAWritesOrdering: int
cudaDevAttrGlobalL1CacheSupported: int
cudaDevAttrGlobalMemoryBusWidth: int
cudaDevAttrGpuOverlap: int
cudaDevAttrHostNativeAtomicSupported: int
cudaDevAttrHostRegisterReadOnlySupported: int
cudaDevAttrHostRegisterSupported: int
cudaDevAttrIntegrated: int
cudaDevAttrIsMultiGpuBoard: int
cudaDevAttrKernelExecTimeout: int
cudaDevAttrL2CacheSize: int
cudaDevAttrLocalL1CacheSupported: int
cudaDevAttrManagedMemory: int
cudaDevAttrMaxBlockDimX: int
cudaDevAttrMaxBlockDimY: int
cudaDevAttrMaxBlockDimZ: int
cudaDevAttrMaxBlocksPerMultiprocessor: int
cudaDevAttrMaxGridDimX: int
cudaDevAttrMaxGridDimY: int
cudaDevAttrMaxGridDimZ: int
cudaDevAttrMaxPitch: int
cudaDevAttrMaxRegistersPerBlock: int
cudaDevAttrMaxRegistersPerMultiprocessor: int
cudaDevAttrMaxSharedMemoryPerBlock: int
cudaDevAttrMaxSharedMemoryPerBlockOptin: int
cudaDevAttrMaxSharedMemoryPerMultiprocessor: int
cudaDevAttrMaxSurface1DLayeredLayers: int
cudaDevAttrMaxSurface1DLayeredWidth: int
cudaDevAttrMaxSurface1DWidth: int
cudaDevAttrMaxSurface2DHeight: int
cudaDevAttrMaxSurface2DLayeredHeight: int
cudaDevAttrMaxSurface2DLayeredLayers: int
cudaDevAttrMaxSurface2DLayeredWidth: int
cudaDevAttrMaxSurface2DWidth: int
cudaDevAttrMaxSurface3DDepth: int
cudaDevAttrMaxSurface3DHeight: int
cudaDevAttrMaxSurface3DWidth: int
cudaDevAttrMaxSurfaceCubemapLayeredLayers: int
cudaDevAttrMaxSurfaceCubemapLayeredWidth: int
cudaDevAttrMaxSurfaceCubemapWidth: int
cudaDevAttrMaxTexture1DLayeredLayers: int
cudaDevAttrMaxTexture1DLayeredWidth: int
cudaDevAttrMaxTexture1DLinearWidth: int
cudaDevAttrMaxTexture1DMipmappedWidth: int
cudaDevAttrMaxTexture1DWidth: int
cudaDevAttrMaxTexture2DGatherHeight: int
cudaDevAttrMaxTexture2DGatherWidth: int
cudaDevAttrMaxTexture2DHeight: int
cudaDevAttrMaxTexture2DLayeredHeight: int
cudaDevAttrMaxTexture2DLayeredLayers: int
cudaDevAttrMaxTexture2DLayeredWidth: int
cudaDevAttrMaxTexture2DLinearHeight: int
cudaDevAttrMaxTexture2DLinearPitch: int
cudaDevAttrMaxTexture2DLinearWidth: int
cudaDevAttrMaxTexture2DMipmappedHeight: int
cudaDevAttrMaxTexture2DMipmappedWidth: int
cudaDevAttrMaxTexture2DWidth: int
cudaDevAttrMaxTexture3DDepth: int
cudaDevAttrMaxTexture3DDepthAlt: int
cudaDevAttrMaxTexture3DHeight: int
cudaDevAttrMaxTexture3DHeightAlt: int
cudaDevAttrMaxTexture3DWidth: int
cudaDevAttrMaxTexture3DWidthAlt: int
cudaDevAttrMaxTextureCubemapLayeredLayers: int
cudaDevAttrMaxTextureCubemapLayeredWidth: int
cudaDevAttrMaxTextureCubemapWidth: int
cudaDevAttrMaxThreadsPerBlock: int
cudaDevAttrMaxThreadsPerMultiProcessor: int
cudaDevAttrMaxTimelineSemaphoreInteropSupported: int
cudaDevAttrMemoryClockRate: int
cudaDevAttrMemoryPoolSupportedHandleTypes: int
cudaDevAttrMemoryPoolsSupported: int
cudaDevAttrMultiGpuBoardGroupID: int
cudaDevAttrMultiProcessorCount: int
cudaDevAttrPageableMemoryAccess: int
cudaDevAttrPageableMemoryAccessUsesHostPageTables: int
cudaDevAttrPciBusId: int
cudaDevAttrPciDeviceId: int
cudaDevAttrPciDomainId: int
cudaDevAttrReserved92: int
cudaDevAttrReserved93: int
cudaDevAttrReserved94: int
cudaDevAttrReservedSharedMemoryPerBlock: int
cudaDevAttrSingleToDoublePrecisionPerfRatio: int
cudaDevAttrSparseCudaArraySupported: int
cudaDevAttrStreamPrioritiesSupported: int
cudaDevAttrSurfaceAlignment: int
cudaDevAttrTccDriver: int
cudaDevAttrTextureAlignment: int
cudaDevAttrTexturePitchAlignment: int
cudaDevAttrTotalConstantMemory: int
cudaDevAttrUnifiedAddressing: int
cudaDevAttrWarpSize: int
cudaFilterModeLinear: int
cudaFilterModePoint: int
cudaGraphDebugDotFlagsConditionalNodeParams: int
cudaGraphDebugDotFlagsEventNodeParams: int
cudaGraphDebugDotFlagsExtSemasSignalNodeParams: int
cudaGraphDebugDotFlagsExtSemasWaitNodeParams: int
cudaGraphDebugDotFlagsHandles: int
cudaGraphDebugDotFlagsHostNodeParams: int
cudaGraphDebugDotFlagsKernelNodeAttributes: int
cudaGraphDebugDotFlagsKernelNodeParams: int
cudaGraphDebugDotFlagsMemcpyNodeParams: int
cudaGraphDebugDotFlagsMemsetNodeParams: int
cudaGraphDebugDotFlagsVerbose: int
cudaInvalidDeviceId: int
cudaIpcMemLazyEnablePeerAccess: int
cudaLimitDevRuntimePendingLaunchCount: int
cudaLimitDevRuntimeSyncDepth: int
cudaLimitMallocHeapSize: int
cudaLimitMaxL2FetchGranularity: int
cudaLimitPrintfFifoSize: int
cudaLimitStackSize: int
cudaMemAdviseSetAccessedBy: int
cudaMemAdviseSetPreferredLocation: int
cudaMemAdviseSetReadMostly: int
cudaMemAdviseUnsetAccessedBy: int
cudaMemAdviseUnsetPreferredLocation: int
cudaMemAdviseUnsetReadMostly: int
cudaMemAllocationTypePinned: int
cudaMemAttachGlobal: int
cudaMemAttachHost: int
cudaMemAttachSingle: int
cudaMemHandleTypeNone: int
cudaMemHandleTypePosixFileDescriptor: int
cudaMemLocationTypeDevice: int
cudaMemLocationTypeHost: int
cudaMemLocationTypeHostNuma: int
cudaMemLocationTypeHostNumaCurrent: int
cudaMemLocationTypeInvalid: int
cudaMemPoolAttrReleaseThreshold: int
cudaMemPoolAttrReservedMemCurrent: int
cudaMemPoolAttrReservedMemHigh: int
cudaMemPoolAttrUsedMemCurrent: int
cudaMemPoolAttrUsedMemHigh: int
cudaMemPoolReuseAllowInternalDependencies: int
cudaMemPoolReuseAllowOpportunistic: int
cudaMemPoolReuseFollowEventDependencies: int
cudaMemoryTypeDevice: int
cudaMemoryTypeHost: int
cudaReadModeElementType: int
cudaReadModeNormalizedFloat: int
cudaResourceTypeArray: int
cudaResourceTypeLinear: int
cudaResourceTypeMipmappedArray: int
cudaResourceTypePitch2D: int

def destroySurfaceObject(surfObject: int) -> None: ...
def destroyTextureObject(texObject: int) -> None: ...
def deviceCanAccessPeer(device: int, peerDevice: int) -> int: ...
def deviceDisablePeerAccess(peerDevice: int) -> None: ...
def deviceEnablePeerAccess(peerDevice: int) -> None: ...
def deviceGetAttribute(attrib: int, device: int) -> int: ...
def deviceGetByPCIBusId(pciBusId: str) -> int: ...
def deviceGetDefaultMemPool(device: int) -> int: ...
def deviceGetLimit(limit: int) -> int: ...
def deviceGetMemPool(device: int) -> int: ...
def deviceGetPCIBusId(device: int) -> str: ...
def deviceSetLimit(limit: int, value: int) -> None: ...
def deviceSetMemPool(device: int, pool: int) -> None: ...
def deviceSynchronize() -> None: ...
def driverGetVersion() -> int: ...

eventBlockingSync: int

def eventCreate() -> int: ...
def eventCreateWithFlags(flags: int) -> int: ...

eventDefault: int

def eventDestroy(event: int) -> None: ...

eventDisableTiming: int

def eventElapsedTime(start: int, end: int) -> float: ...

eventInterprocess: int

def eventQuery(event: int) -> int: ...
def eventRecord(event: int, stream: int) -> None: ...
def eventSynchronize(event: int) -> None: ...
def free(ptr: int) -> None: ...
def freeArray(ptr: int) -> None: ...
def freeAsync(ptr: int, stream: int) -> None: ...
def freeHost(ptr: int) -> None: ...
def getDevice() -> int: ...
def getDeviceCount() -> int: ...
def getDeviceProperties(device: int) -> dict[str, Any]: ...

graphDebugDotFlagsConditionalNodeParams: int
graphDebugDotFlagsEventNodeParams: int
graphDebugDotFlagsExtSemasSignalNodeParams: int
graphDebugDotFlagsExtSemasWaitNodeParams: int
graphDebugDotFlagsHandles: int
graphDebugDotFlagsHostNodeParams: int
graphDebugDotFlagsKernelNodeAttributes: int
graphDebugDotFlagsKernelNodeParams: int
graphDebugDotFlagsMemcpyNodeParams: int
graphDebugDotFlagsMemsetNodeParams: int
graphDebugDotFlagsVerbose: int

def graphDebugDotPrint(graph: int, path: str, flags: int) -> None: ...
def graphDestroy(graph: int) -> None: ...
def graphExecDestroy(graphExec: int) -> None: ...
def graphInstantiate(graph: int) -> int: ...
def graphLaunch(graphExec: int, stream: int) -> None: ...
def graphUpload(graphExec: int, stream: int) -> None: ...
def hostAlloc(size: int, flags: int = 0) -> int: ...

hostAllocDefault: int
hostAllocMapped: int
hostAllocPortable: int
hostAllocWriteCombined: int

def hostRegister(ptr: int, size: int, flags: int = 0) -> None: ...
def hostUnregister(ptr: int) -> None: ...
def ipcCloseMemHandle(devPtr: int) -> None: ...
def ipcGetEventHandle(event: int) -> builtins.bytes: ...
def ipcGetMemHandle(devPtr: int) -> builtins.bytes: ...
def ipcOpenEventHandle(handle: Any) -> int: ...
def ipcOpenMemHandle(handle: Any, flags: int = 1) -> int: ...

is_hip: builtins.bool

def launchHostFunc(stream: int, callback: Callable[..., Any], arg: Any) -> None: ...
def malloc(size: int) -> int: ...
def malloc3DArray(
    descPtr: int, width: int, height: int, depth: int, flags: int = 0
) -> int: ...
def mallocArray(descPtr: int, width: int, height: int, flags: int = 0) -> int: ...
def mallocAsync(size: int, stream: int) -> int: ...
def mallocFromPoolAsync(size: int, pool: int, stream: int) -> int: ...
def mallocManaged(size: int, flags: int = 1) -> int: ...
def memAdvise(devPtr: int, count: int, advice: int, device: int) -> None: ...

memAttachGlobal: int
memAttachHost: int
memAttachSingle: int

def memGetInfo() -> tuple[int, int]: ...
def memPoolCreate(props: MemPoolProps) -> int: ...
def memPoolDestroy(pool: int) -> None: ...
def memPoolGetAttribute(pool: int, attr: int) -> int: ...
def memPoolSetAttribute(pool: int, attr: int, value: int) -> None: ...
def memPoolTrimTo(pool: int, size: int) -> None: ...
def memPrefetchAsync(devPtr: int, count: int, dstDevice: int, stream: int) -> None: ...
def memcpy(dst: int, src: int, size: int, kind: int) -> None: ...
def memcpy2D(
    dst: int, dpitch: int, src: int, spitch: int, width: int, height: int, kind: int
) -> None: ...
def memcpy2DAsync(
    dst: int,
    dpitch: int,
    src: int,
    spitch: int,
    width: int,
    height: int,
    kind: int,
    stream: int,
) -> None: ...
def memcpy2DFromArray(
    dst: int,
    dpitch: int,
    src: int,
    wOffset: int,
    hOffset: int,
    width: int,
    height: int,
    kind: int,
) -> None: ...
def memcpy2DFromArrayAsync(
    dst: int,
    dpitch: int,
    src: int,
    wOffset: int,
    hOffset: int,
    width: int,
    height: int,
    kind: int,
    stream: int,
) -> None: ...
def memcpy2DToArray(
    dst: int,
    wOffset: int,
    hOffset: int,
    src: int,
    spitch: int,
    width: int,
    height: int,
    kind: int,
) -> None: ...
def memcpy2DToArrayAsync(
    dst: int,
    wOffset: int,
    hOffset: int,
    src: int,
    spitch: int,
    width: int,
    height: int,
    kind: int,
    stream: int,
) -> None: ...
def memcpy3D(Memcpy3DParmsPtr: int) -> None: ...
def memcpy3DAsync(Memcpy3DParmsPtr: int, stream: int) -> None: ...
def memcpyAsync(dst: int, src: int, size: int, kind: int, stream: int) -> None: ...

memcpyDefault: int
memcpyDeviceToDevice: int
memcpyDeviceToHost: int
memcpyHostToDevice: int
memcpyHostToHost: int

def memcpyPeer(
    dst: int, dstDevice: int, src: int, srcDevice: int, size: int
) -> None: ...
def memcpyPeerAsync(
    dst: int, dstDevice: int, src: int, srcDevice: int, size: int, stream: int
) -> None: ...

memoryTypeDevice: int
memoryTypeHost: int
memoryTypeManaged: int
memoryTypeUnregistered: int

def memset(ptr: int, value: int, size: int) -> None: ...
def memsetAsync(ptr: int, value: int, size: int, stream: int) -> None: ...
def pointerGetAttributes(ptr: int) -> PointerAttributes: ...
def profilerStart() -> None: ...
def profilerStop() -> None: ...
def runtimeGetVersion() -> int: ...
def setDevice(device: int) -> None: ...
def streamAddCallback(
    stream: int, callback: Callable[..., Any], arg: Any, flags: int = 0
) -> None: ...
def streamBeginCapture(stream: int, mode: int = 2) -> None: ...

streamCaptureModeGlobal: int
streamCaptureModeRelaxed: int
streamCaptureModeThreadLocal: int
streamCaptureStatusActive: int
streamCaptureStatusInvalidated: int
streamCaptureStatusNone: int

def streamCreate() -> int: ...
def streamCreateWithFlags(flags: int) -> int: ...
def streamCreateWithPriority(flags: int, priority: int) -> int: ...

streamDefault: int

def streamDestroy(stream: int) -> None: ...
def streamEndCapture(stream: int) -> int: ...
def streamGetFlags(stream: int) -> int: ...
def streamGetPriority(stream: int) -> int: ...
def streamIsCapturing(stream: int) -> builtins.bool: ...

streamLegacy: int
streamNonBlocking: int
streamPerThread: int

def streamQuery(stream: int) -> int: ...
def streamSynchronize(stream: int) -> None: ...
def streamWaitEvent(stream: int, event: int, flags: int = 0) -> None: ...

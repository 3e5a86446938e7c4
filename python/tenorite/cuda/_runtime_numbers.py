# SPDX-License-Identifier: Apache-2.0
"""Numbers of the CUDA runtime that have a name in tenorite.cuda.runtime."""

# By what they begin with; those without a number follow the one before.
_TABLE = """
memAttach: Global=1 Host=2 Single=4
cudaMemAttach: Global=1 Host=2 Single=4
cudaMemoryType: Host=1 Device=2
cuda: CpuDeviceId=-1 InvalidDeviceId=-2
cudaMemAdvise: SetReadMostly=1 UnsetReadMostly SetPreferredLocation
    UnsetPreferredLocation SetAccessedBy UnsetAccessedBy
CUDA_: R_32F=0 R_64F R_16F R_8I C_32F C_64F C_16F C_8I R_8U C_8U
cudaLimit: StackSize=0 PrintfFifoSize MallocHeapSize DevRuntimeSyncDepth
    DevRuntimePendingLaunchCount MaxL2FetchGranularity
cudaMemPool: ReuseFollowEventDependencies=1 ReuseAllowOpportunistic
    ReuseAllowInternalDependencies AttrReleaseThreshold AttrReservedMemCurrent
    AttrReservedMemHigh AttrUsedMemCurrent AttrUsedMemHigh
cudaMemAllocationType: Pinned=1
cudaMemHandleType: None=0 PosixFileDescriptor=1
cudaMemLocationType: Invalid=0 Device Host HostNuma HostNumaCurrent
streamCaptureMode: Global=0 ThreadLocal Relaxed
streamCaptureStatus: None=0 Active Invalidated
graphDebugDotFlags: Verbose=1 KernelNodeParams=4 MemcpyNodeParams=8
    MemsetNodeParams=16 HostNodeParams=32 EventNodeParams=64
    ExtSemasSignalNodeParams=128 ExtSemasWaitNodeParams=256
    KernelNodeAttributes=512 Handles=1024 ConditionalNodeParams=32768
cudaGraphDebugDotFlags: Verbose=1 KernelNodeParams=4 MemcpyNodeParams=8
    MemsetNodeParams=16 HostNodeParams=32 EventNodeParams=64
    ExtSemasSignalNodeParams=128 ExtSemasWaitNodeParams=256
    KernelNodeAttributes=512 Handles=1024 ConditionalNodeParams=32768
cudaDevAttr: MaxThreadsPerBlock=1 MaxBlockDimX MaxBlockDimY MaxBlockDimZ MaxGridDimX
    MaxGridDimY MaxGridDimZ MaxSharedMemoryPerBlock TotalConstantMemory WarpSize
    MaxPitch MaxRegistersPerBlock ClockRate TextureAlignment GpuOverlap
    MultiProcessorCount KernelExecTimeout Integrated CanMapHostMemory ComputeMode
    MaxTexture1DWidth MaxTexture2DWidth MaxTexture2DHeight MaxTexture3DWidth
    MaxTexture3DHeight MaxTexture3DDepth MaxTexture2DLayeredWidth
    MaxTexture2DLayeredHeight MaxTexture2DLayeredLayers SurfaceAlignment
    ConcurrentKernels EccEnabled PciBusId PciDeviceId TccDriver MemoryClockRate
    GlobalMemoryBusWidth L2CacheSize MaxThreadsPerMultiProcessor AsyncEngineCount
    UnifiedAddressing MaxTexture1DLayeredWidth MaxTexture1DLayeredLayers
    MaxTexture2DGatherWidth=45 MaxTexture2DGatherHeight MaxTexture3DWidthAlt
    MaxTexture3DHeightAlt MaxTexture3DDepthAlt PciDomainId TexturePitchAlignment
    MaxTextureCubemapWidth MaxTextureCubemapLayeredWidth
    MaxTextureCubemapLayeredLayers MaxSurface1DWidth MaxSurface2DWidth
    MaxSurface2DHeight MaxSurface3DWidth MaxSurface3DHeight MaxSurface3DDepth
    MaxSurface1DLayeredWidth MaxSurface1DLayeredLayers MaxSurface2DLayeredWidth
    MaxSurface2DLayeredHeight MaxSurface2DLayeredLayers MaxSurfaceCubemapWidth
    MaxSurfaceCubemapLayeredWidth MaxSurfaceCubemapLayeredLayers
    MaxTexture1DLinearWidth MaxTexture2DLinearWidth MaxTexture2DLinearHeight
    MaxTexture2DLinearPitch MaxTexture2DMipmappedWidth MaxTexture2DMipmappedHeight
    ComputeCapabilityMajor ComputeCapabilityMinor MaxTexture1DMipmappedWidth
    StreamPrioritiesSupported GlobalL1CacheSupported LocalL1CacheSupported
    MaxSharedMemoryPerMultiprocessor MaxRegistersPerMultiprocessor ManagedMemory
    IsMultiGpuBoard MultiGpuBoardGroupID HostNativeAtomicSupported
    SingleToDoublePrecisionPerfRatio PageableMemoryAccess ConcurrentManagedAccess
    ComputePreemptionSupported CanUseHostPointerForRegisteredMem Reserved92 Reserved93
    Reserved94 CooperativeLaunch CooperativeMultiDeviceLaunch
    MaxSharedMemoryPerBlockOptin CanFlushRemoteWrites HostRegisterSupported
    PageableMemoryAccessUsesHostPageTables DirectManagedMemAccessFromHost
    MaxBlocksPerMultiprocessor=106 ReservedSharedMemoryPerBlock=111
    SparseCudaArraySupported HostRegisterReadOnlySupported
    MaxTimelineSemaphoreInteropSupported MemoryPoolsSupported GPUDirectRDMASupported
    GPUDirectRDMAFlushWritesOptions GPUDirectRDMAWritesOrdering
    MemoryPoolSupportedHandleTypes
"""


def _numbers():
    named, prefix, last = {}, "", 0
    for word in _TABLE.split():
        if word.endswith(":"):
            prefix = word[:-1]
            continue
        name, _, number = word.partition("=")
        last = int(number) if number else last + 1
        named[prefix + name] = last
    return named


NUMBERS = _numbers()

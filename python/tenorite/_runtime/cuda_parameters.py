# SPDX-License-Identifier: Apache-2.0
"""What parameters of calls of CUDA mean, by handles and addresses; see parameter_texts.py."""

OF_CUDAS_CALLS = """
graph.function|callable|What is done; left out for a decorator with a limit.
graph.limit|int|The most graphs that are kept.
cuda.status|int|The code.
cuda.limit|int|Number of the limit, such as `cudaLimitStackSize`.
deviceSetLimit.value|int|The limit, in bytes.
cuda.props|MemPoolProps|What the pool is to be.
cuda.attr|int|Number of the attribute in cudaMemPoolAttr.
memPoolSetAttribute.value|int|The value.
memPoolTrimTo.pool|int|Handle of the pool.
memPoolTrimTo.size|int|Bytes that stay with the pool.
memPoolDestroy.pool|int|Handle of the pool.
memPoolGetAttribute.pool|int|Handle of the pool.
memPoolSetAttribute.pool|int|Handle of the pool.
mallocFromPoolAsync.pool|int|Handle of the pool.
deviceSetMemPool.pool|int|Handle of the pool.
MemPoolProps.allocType|int|What memory, such as `cudaMemAllocationTypePinned`.
MemPoolProps.handleType|int|What handles it is shared by, such as `cudaMemHandleTypeNone`.
MemPoolProps.locationType|int|Where it is, such as `cudaMemLocationTypeDevice`.
MemPoolProps.devId|int|Number of the device.
cuda.devPtr|int|Address of the memory.
cuda.count|int|Number of bytes.
memPrefetchAsync.dstDevice|int|Number of the device; `cudaCpuDeviceId` for the host.
cuda.advice|int|How it is used, such as `cudaMemAdviseSetReadMostly`.
memAdvise.device|int|Number of the device; `cudaCpuDeviceId` for the host.
cuda.dpitch|int|Bytes from row to row of what is written to.
cuda.spitch|int|Bytes from row to row of what is read.
cuda.width|int|Bytes of a row.
cuda.height|int|Number of rows.
cuda.depth|int|Number of slices.
cuda.wOffset|int|Bytes before the first one in a row of the CUDA array.
cuda.hOffset|int|Rows before the first one of the CUDA array.
malloc3DArray.width|int|Items of a row.
malloc3DArray.height|int|Number of rows; 0 for no axis.
malloc3DArray.depth|int|Number of slices; 0 for no axis.
mallocArray.width|int|Items of a row.
mallocArray.height|int|Number of rows; 0 for no axis.
cuda.descPtr|int|Address of a cudaChannelFormatDesc, such as the `ptr` of a ChannelFormatDescriptor.
freeArray.ptr|int|Handle of the CUDA array.
cuda.Memcpy3DParmsPtr|int|Address of a cudaMemcpy3DParms.
cuda.ResDescPtr|int|Address of a cudaResourceDesc, such as the `ptr` of a ResourceDescriptor.
cuda.TexDescPtr|int|Address of a cudaTextureDesc, such as the `ptr` of a TextureDescriptor.
cuda.texObject|int|Number of the texture.
cuda.surfObject|int|Number of the surface.
streamAddCallback.callback|callable|What is called with the stream, 0 and `arg`; it must not use the GPU.
streamBeginCapture.mode|int|Accepted, such as `streamCaptureModeRelaxed`, which all captures are.
cuda.graph|int|What streamEndCapture() gave.
cuda.graphExec|int|What graphInstantiate() gave, or the `graphExec` of a Graph.
graphDebugDotPrint.path|str|Name of the file.
graphDebugDotPrint.flags|int|What is shown, such as `graphDebugDotFlagsVerbose`; added up.
cuda.ctx|int|Handle of the context.
cuda.dev|int|Number of the device.
cuda.state|int|Handle of the linker.
cuda.input_type|int|What it is, such as `CU_JIT_INPUT_PTX`.
cuda.data|bytes|The code.
linkAddData.name|str|Its name in messages.
linkAddFile.path|str|Name of the file.
cuda.filename|str|Name of the file.
cuda.image|bytes|The code.
cuda.module|int|Handle of the module.
cuda.funcname|str|Name of the kernel, as the linker sees it.
cuda.varname|str|Name of the variable, as the linker sees it.
cuda.f|int|Handle of the kernel.
cuda.func|int|Handle of the kernel.
cuda.grid_dim_x|int|Blocks along the first axis.
cuda.grid_dim_y|int|Blocks along the second axis.
cuda.grid_dim_z|int|Blocks along the third axis.
cuda.block_dim_x|int|Threads of a block along the first axis.
cuda.block_dim_y|int|Threads of a block along the second axis.
cuda.block_dim_z|int|Threads of a block along the third axis.
cuda.shared_mem_bytes|int|Bytes of dynamic shared memory.
cuda.kernel_params|int|Address of an array of pointers to the arguments; 0 for none.
cuda.extra|int|Address of what cuLaunchKernel takes instead of these; 0 for none.
cuda.attribute|int|Number of the attribute, such as `CU_FUNC_ATTRIBUTE_NUM_REGS`.
funcSetAttribute.value|int|The value.
cuda.blockSize|int|Threads of a block.
cuda.dynamicSMemSize|int|Bytes of dynamic shared memory of a block.
cuda.blockSizeLimit|int|The most threads of a block; 0 for any number.
"""

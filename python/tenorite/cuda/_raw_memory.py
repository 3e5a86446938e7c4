# SPDX-License-Identifier: Apache-2.0
"""Memory by addresses, pools by handles: functions of tenorite.cuda.runtime."""

from .. import _core
from ._stream_id import StreamId
from .device import current_device_id

__all__ = [
    "MemPoolProps",
    "createSurfaceObject",
    "createTextureObject",
    "destroySurfaceObject",
    "destroyTextureObject",
    "deviceGetDefaultMemPool",
    "deviceGetLimit",
    "deviceGetMemPool",
    "deviceSetLimit",
    "deviceSetMemPool",
    "freeArray",
    "freeAsync",
    "malloc3DArray",
    "mallocArray",
    "mallocAsync",
    "mallocFromPoolAsync",
    "memAdvise",
    "memPoolCreate",
    "memPoolDestroy",
    "memPoolGetAttribute",
    "memPoolSetAttribute",
    "memPoolTrimTo",
    "memPrefetchAsync",
    "memcpy2D",
    "memcpy2DAsync",
    "memcpy2DFromArray",
    "memcpy2DFromArrayAsync",
    "memcpy2DToArray",
    "memcpy2DToArrayAsync",
    "memcpy3D",
    "memcpy3DAsync",
]

_calls = _core.cuda_resources


def _and_wait(queue, *args):
    """A call that queues, on the default stream, and a wait for it."""
    queue(*args, 0)
    _core.cuda.stream_synchronize(current_device_id(), 0)


def deviceGetLimit(limit):
    """A limit of the current device, such as cudaLimitStackSize, in bytes.

    >>> from tenorite.cuda import runtime
    >>> runtime.deviceGetLimit(runtime.cudaLimitStackSize) > 0
    True
    """
    return _calls.limit(current_device_id(), limit)


def deviceSetLimit(limit, value):
    """Sets a limit of the current device; the driver may round it up.

    >>> from tenorite.cuda import runtime
    >>> runtime.deviceSetLimit(runtime.cudaLimitStackSize, 2048)
    >>> runtime.deviceGetLimit(runtime.cudaLimitStackSize) >= 2048
    True
    """
    _calls.set_limit(current_device_id(), limit, value)


# ---- memory in the order of streams, pools of the driver ----


def mallocAsync(size, stream):
    """New memory of the device's current pool, for work after this on a stream.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.mallocAsync(1024, 0)
    >>> runtime.freeAsync(pointer, 0)
    """
    with StreamId(stream) as (device_id, stream_id):
        return _calls.malloc_async(device_id, size, stream_id, 0)


def mallocFromPoolAsync(size, pool, stream):
    """New memory of a pool, by its handle, for work after this on a stream.

    >>> from tenorite.cuda import runtime
    >>> pool = runtime.deviceGetDefaultMemPool(0)
    >>> pointer = runtime.mallocFromPoolAsync(1024, pool, 0)
    >>> runtime.freeAsync(pointer, 0)
    """
    with StreamId(stream) as (device_id, stream_id):
        # 0 is the current pool in the core, and no handle of CUDA.
        return _calls.malloc_async(device_id, size, stream_id, pool or 1)


def freeAsync(ptr, stream):
    """Gives memory of a pool of the driver back, after the work on a stream.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.mallocAsync(1024, 0)
    >>> runtime.freeAsync(pointer, 0)
    """
    with StreamId(stream) as (device_id, stream_id):
        _calls.free_async(device_id, ptr, stream_id)


def deviceGetDefaultMemPool(device):
    """The handle of the pool that a device comes with.

    >>> np.cuda.runtime.deviceGetDefaultMemPool(0) != 0
    True
    """
    return _calls.memory_pool(device, False)


def deviceGetMemPool(device):
    """The handle of the pool that mallocAsync() takes memory from.

    >>> from tenorite.cuda import runtime
    >>> runtime.deviceGetMemPool(0) == runtime.deviceGetDefaultMemPool(0)
    True
    """
    return _calls.memory_pool(device, True)


def deviceSetMemPool(device, pool):
    """Makes mallocAsync() take memory from a pool, by its handle.

    >>> from tenorite.cuda import runtime
    >>> runtime.deviceSetMemPool(0, runtime.deviceGetDefaultMemPool(0))
    """
    _calls.set_memory_pool(device, pool)


class MemPoolProps:
    """What a pool is to be; the numbers are those of cudaMemPoolProps.

    >>> from tenorite.cuda import runtime
    >>> pinned, device = runtime.cudaMemAllocationTypePinned, 1
    >>> runtime.MemPoolProps(pinned, runtime.cudaMemHandleTypeNone, device, 0).devId
    0
    """

    def __init__(self, allocType, handleType, locationType, devId):
        self.allocType = allocType
        self.handleType = handleType
        self.locationType = locationType
        self.devId = devId


def memPoolCreate(props):
    """The handle of a new pool.

    >>> from tenorite.cuda import runtime
    >>> device = runtime.cudaMemLocationTypeDevice
    >>> props = runtime.MemPoolProps(1, runtime.cudaMemHandleTypeNone, device, 0)
    >>> pool = runtime.memPoolCreate(props)
    >>> runtime.memPoolDestroy(pool)
    """
    if not isinstance(props, MemPoolProps):
        raise TypeError(f"props must be a MemPoolProps, not {type(props).__name__}")
    _core.device.check("cuda:0")
    return _calls.make_pool(
        props.allocType, props.handleType, props.locationType, props.devId
    )


def memPoolDestroy(pool):
    """Destroys a pool that memPoolCreate() made, once its memory is given back.

    >>> from tenorite.cuda import runtime
    >>> device = runtime.cudaMemLocationTypeDevice
    >>> props = runtime.MemPoolProps(1, runtime.cudaMemHandleTypeNone, device, 0)
    >>> runtime.memPoolDestroy(runtime.memPoolCreate(props))
    """
    _calls.free_pool(pool)


def memPoolTrimTo(pool, size):
    """Gives the system back what a pool keeps beyond `size` bytes.

    >>> from tenorite.cuda import runtime
    >>> runtime.memPoolTrimTo(runtime.deviceGetDefaultMemPool(0), 0)
    """
    _calls.trim_pool(current_device_id(), pool, size)


def memPoolGetAttribute(pool, attr):
    """An attribute of a pool, such as cudaMemPoolAttrUsedMemCurrent.

    >>> from tenorite.cuda import runtime
    >>> pool = runtime.deviceGetDefaultMemPool(0)
    >>> runtime.memPoolGetAttribute(pool, runtime.cudaMemPoolAttrUsedMemCurrent) >= 0
    True
    """
    return _calls.pool_attribute(current_device_id(), pool, attr)


def memPoolSetAttribute(pool, attr, value):
    """Sets an attribute of a pool, such as cudaMemPoolAttrReleaseThreshold.

    >>> from tenorite.cuda import runtime
    >>> pool = runtime.deviceGetDefaultMemPool(0)
    >>> runtime.memPoolSetAttribute(pool, runtime.cudaMemPoolAttrReleaseThreshold, 0)
    """
    _calls.set_pool_attribute(current_device_id(), pool, attr, value)


# ---- managed memory ----


def memPrefetchAsync(devPtr, count, dstDevice, stream):
    """Moves managed memory to a device, or to the host (cudaCpuDeviceId).

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.mallocManaged(1 << 20)
    >>> attribute = runtime.cudaDevAttrConcurrentManagedAccess
    >>> if runtime.deviceGetAttribute(attribute, 0):
    ...     runtime.memPrefetchAsync(pointer, 1 << 20, 0, 0)
    >>> runtime.free(pointer)
    """
    with StreamId(stream) as (device_id, stream_id):
        _calls.prefetch(device_id, devPtr, count, dstDevice, stream_id)


def memAdvise(devPtr, count, advice, device):
    """Tells how managed memory will be used, such as cudaMemAdviseSetReadMostly.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.mallocManaged(1 << 20)
    >>> attribute = runtime.cudaDevAttrConcurrentManagedAccess
    >>> if runtime.deviceGetAttribute(attribute, 0):
    ...     runtime.memAdvise(pointer, 1 << 20, runtime.cudaMemAdviseSetReadMostly, 0)
    >>> runtime.free(pointer)
    """
    _calls.advise(current_device_id(), devPtr, count, advice, device)


# ---- copies of rows ----


def memcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream):
    """Queues a copy of rows of `width` bytes, a pitch apart on either side.

    >>> from tenorite.cuda import runtime
    >>> x = np.zeros((4, 8), np.uint8, device="cuda:0")
    >>> y = np.ones((4, 4), np.uint8, device="cuda:0")
    >>> kind = runtime.memcpyDeviceToDevice
    >>> runtime.memcpy2DAsync(x.data_ptr(), 8, y.data_ptr(), 4, 4, 4, kind, 0)
    >>> int(x.sum())
    16
    """
    with StreamId(stream) as (device_id, stream_id):
        to, from_ = (dst, dpitch), (src, spitch)
        _calls.copy_rows(device_id, to, from_, width, height, kind, stream_id)


def memcpy2D(dst, dpitch, src, spitch, width, height, kind):
    """Copies rows of `width` bytes, a pitch apart on either side, and waits.

    >>> from tenorite.cuda import runtime
    >>> x = np.zeros((4, 8), np.uint8, device="cuda:0")
    >>> y = np.ones((4, 4), np.uint8, device="cuda:0")
    >>> kind = runtime.memcpyDeviceToDevice
    >>> runtime.memcpy2D(x.data_ptr(), 8, y.data_ptr(), 4, 4, 4, kind)
    >>> int(x.sum())
    16
    """
    _and_wait(memcpy2DAsync, dst, dpitch, src, spitch, width, height, kind)


def memcpy2DFromArrayAsync(
    dst, dpitch, src, wOffset, hOffset, width, height, kind, stream
):
    """Queues a copy of rows of a CUDA array; offsets are bytes and rows.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(8, 0, 0, 0, 1)
    >>> array, x = texture.CUDAarray(desc, 4, 2), np.ones((2, 4), np.uint8).get()
    >>> array.copy_from(x)
    >>> y = np.zeros(2, np.uint8, device="cuda:0")
    >>> kind = runtime.memcpyDeviceToDevice
    >>> runtime.memcpy2DFromArrayAsync(y.data_ptr(), 2, array.ptr, 2, 1, 2, 1, kind, 0)
    >>> int(y.sum())
    2
    """
    with StreamId(stream) as (device_id, stream_id):
        to, from_ = (dst, dpitch), (src, wOffset, hOffset)
        _calls.copy_rows_from_array(
            device_id, to, from_, width, height, kind, stream_id
        )


def memcpy2DFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind):
    """Copies rows of a CUDA array and waits; offsets are bytes and rows.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(8, 0, 0, 0, 1)
    >>> array, x = texture.CUDAarray(desc, 4, 2), np.ones((2, 4), np.uint8).get()
    >>> array.copy_from(x)
    >>> y = np.zeros(2, np.uint8, device="cuda:0")
    >>> kind = runtime.memcpyDeviceToDevice
    >>> runtime.memcpy2DFromArray(y.data_ptr(), 2, array.ptr, 2, 1, 2, 1, kind)
    >>> int(y.sum())
    2
    """
    _and_wait(
        memcpy2DFromArrayAsync,
        *(dst, dpitch, src, wOffset, hOffset, width, height, kind),
    )


def memcpy2DToArrayAsync(
    dst, wOffset, hOffset, src, spitch, width, height, kind, stream
):
    """Queues a copy of rows into a CUDA array; offsets are bytes and rows.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(8, 0, 0, 0, 1)
    >>> array = texture.CUDAarray(desc, 4, 2)
    >>> x = np.ones((2, 4), np.uint8, device="cuda:0")
    >>> kind = runtime.memcpyDeviceToDevice
    >>> runtime.memcpy2DToArrayAsync(array.ptr, 0, 0, x.data_ptr(), 4, 4, 2, kind, 0)
    """
    with StreamId(stream) as (device_id, stream_id):
        to, from_ = (dst, wOffset, hOffset), (src, spitch)
        _calls.copy_rows_to_array(device_id, to, from_, width, height, kind, stream_id)


def memcpy2DToArray(dst, wOffset, hOffset, src, spitch, width, height, kind):
    """Copies rows into a CUDA array and waits; offsets are bytes and rows.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(8, 0, 0, 0, 1)
    >>> array = texture.CUDAarray(desc, 4, 2)
    >>> x = np.ones((2, 4), np.uint8, device="cuda:0")
    >>> kind = runtime.memcpyDeviceToDevice
    >>> runtime.memcpy2DToArray(array.ptr, 0, 0, x.data_ptr(), 4, 4, 2, kind)
    """
    _and_wait(
        memcpy2DToArrayAsync,
        *(dst, wOffset, hOffset, src, spitch, width, height, kind),
    )


def memcpy3DAsync(Memcpy3DParmsPtr, stream):
    """Queues the copy that a cudaMemcpy3DParms describes, by its address.

    >>> try:
    ...     np.cuda.runtime.memcpy3DAsync(0, 0)
    ... except np.cuda.CudaError:
    ...     print("no parameters")
    no parameters
    """
    with StreamId(stream) as (device_id, stream_id):
        _calls.copy_3d(device_id, Memcpy3DParmsPtr, stream_id)


def memcpy3D(Memcpy3DParmsPtr):
    """Does the copy that a cudaMemcpy3DParms describes, by its address, and waits.

    >>> try:
    ...     np.cuda.runtime.memcpy3D(0)
    ... except np.cuda.CudaError:
    ...     print("no parameters")
    no parameters
    """
    _and_wait(memcpy3DAsync, Memcpy3DParmsPtr)


# ---- CUDA arrays, textures, surfaces ----


def malloc3DArray(descPtr, width, height, depth, flags=0):
    """The handle of a new CUDA array; a height or depth of 0 is no axis.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, 2)
    >>> array = runtime.malloc3DArray(desc.ptr, 4, 3, 2)
    >>> runtime.freeArray(array)
    """
    device_id = current_device_id()
    channels = _calls.channels_at(descPtr)
    return _calls.make_array(device_id, channels, width, height, depth, flags)


def mallocArray(descPtr, width, height, flags=0):
    """The handle of a new CUDA array of one or two axes.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, 2)
    >>> array = runtime.mallocArray(desc.ptr, 4, 3)
    >>> runtime.freeArray(array)
    """
    return malloc3DArray(descPtr, width, height, 0, flags)


def freeArray(ptr):
    """Frees a CUDA array that mallocArray() made.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, 2)
    >>> runtime.freeArray(runtime.mallocArray(desc.ptr, 4, 3))
    """
    _calls.free_array(current_device_id(), ptr)


def createTextureObject(ResDescPtr, TexDescPtr):
    """The number of a new texture, by the addresses of its descriptors.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, 2)
    >>> array = texture.CUDAarray(desc, 4, 3)
    >>> what = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, array)
    >>> how = texture.TextureDescriptor()
    >>> number = runtime.createTextureObject(what.ptr, how.ptr)
    >>> runtime.destroyTextureObject(number)
    """
    return _calls.texture_of(current_device_id(), ResDescPtr, TexDescPtr)


def destroyTextureObject(texObject):
    """Ends a texture that createTextureObject() made.

    >>> try:
    ...     np.cuda.runtime.destroyTextureObject(12345)
    ... except np.cuda.CudaError:
    ...     print("no texture")
    no texture
    """
    _calls.free_texture(current_device_id(), texObject)


def createSurfaceObject(ResDescPtr):
    """The number of a new surface, by the address of its descriptor.

    >>> from tenorite.cuda import runtime, texture
    >>> desc = texture.ChannelFormatDescriptor(32, 0, 0, 0, 2)
    >>> store = runtime.cudaArraySurfaceLoadStore
    >>> array = texture.CUDAarray(desc, 4, 3, flags=store)
    >>> what = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, array)
    >>> runtime.destroySurfaceObject(runtime.createSurfaceObject(what.ptr))
    """
    return _calls.surface_of(current_device_id(), ResDescPtr)


def destroySurfaceObject(surfObject):
    """Ends a surface that createSurfaceObject() made.

    >>> try:
    ...     np.cuda.runtime.destroySurfaceObject(12345)
    ... except np.cuda.CudaError:
    ...     print("no surface")
    no surface
    """
    _calls.free_surface(current_device_id(), surfObject)


for _name in __all__:
    globals()[_name].__module__ = f"{__package__}.runtime"

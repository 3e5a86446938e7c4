# SPDX-License-Identifier: Apache-2.0
"""The CUDA runtime's functions under cupy.cuda.runtime's names.

Pointers, streams and events are integers; sizes are bytes. A failing call
raises CUDARuntimeError, which is the one class of all CUDA errors.
"""

from .. import _core
from ._interprocess import (
    ipcCloseMemHandle,
    ipcGetEventHandle,
    ipcGetMemHandle,
    ipcOpenEventHandle,
    ipcOpenMemHandle,
)
from ._raw_graphs import (
    graphDebugDotPrint,
    graphDestroy,
    graphExecDestroy,
    graphInstantiate,
    graphLaunch,
    graphUpload,
    streamAddCallback,
    streamBeginCapture,
    streamEndCapture,
    streamIsCapturing,
)
from ._raw_memory import (
    MemPoolProps,
    createSurfaceObject,
    createTextureObject,
    destroySurfaceObject,
    destroyTextureObject,
    deviceGetDefaultMemPool,
    deviceGetLimit,
    deviceGetMemPool,
    deviceSetLimit,
    deviceSetMemPool,
    freeArray,
    freeAsync,
    malloc3DArray,
    mallocArray,
    mallocAsync,
    mallocFromPoolAsync,
    memAdvise,
    memcpy2D,
    memcpy2DAsync,
    memcpy2DFromArray,
    memcpy2DFromArrayAsync,
    memcpy2DToArray,
    memcpy2DToArrayAsync,
    memcpy3D,
    memcpy3DAsync,
    memPoolCreate,
    memPoolDestroy,
    memPoolGetAttribute,
    memPoolSetAttribute,
    memPoolTrimTo,
    memPrefetchAsync,
)
from ._runtime_numbers import NUMBERS as _NUMBERS
from ._stream_id import StreamId as _StreamId
from .device import current_device_id

CUDARuntimeError = _core.CudaError

is_hip = False

globals().update(_NUMBERS)
memAttachGlobal = _NUMBERS["memAttachGlobal"]

memcpyHostToHost = 0
memcpyHostToDevice = 1
memcpyDeviceToHost = 2
memcpyDeviceToDevice = 3
memcpyDefault = 4

hostAllocDefault = 0
hostAllocPortable = 1
hostAllocMapped = 2
hostAllocWriteCombined = 4

streamDefault = 0
streamNonBlocking = 1
streamLegacy = 1
streamPerThread = 2

eventDefault = 0
eventBlockingSync = 1
eventDisableTiming = 2
eventInterprocess = 4

memoryTypeUnregistered = 0
memoryTypeHost = 1
memoryTypeDevice = 2
memoryTypeManaged = 3

cudaIpcMemLazyEnablePeerAccess = 1

cudaChannelFormatKindSigned = 0
cudaChannelFormatKindUnsigned = 1
cudaChannelFormatKindFloat = 2
cudaChannelFormatKindNone = 3

cudaResourceTypeArray = 0
cudaResourceTypeMipmappedArray = 1
cudaResourceTypeLinear = 2
cudaResourceTypePitch2D = 3

cudaAddressModeWrap = 0
cudaAddressModeClamp = 1
cudaAddressModeMirror = 2
cudaAddressModeBorder = 3

cudaFilterModePoint = 0
cudaFilterModeLinear = 1

cudaReadModeElementType = 0
cudaReadModeNormalizedFloat = 1

cudaArrayDefault = 0
cudaArraySurfaceLoadStore = 2

_SUCCESS = 0
_NOT_READY = 600


def check_status(status):
    """Raises what a code of the runtime means, a CUDARuntimeError; nothing for 0.

    >>> np.cuda.runtime.check_status(0)
    """
    _core.cuda_driver.check_status(status, False)


def driverGetVersion():
    """1000 * major + 10 * minor of the CUDA that the driver supports; 0: none.

    >>> np.cuda.runtime.driverGetVersion() >= 0
    True
    """
    return _core.cuda.driver_version()


def runtimeGetVersion():
    """1000 * major + 10 * minor of the CUDA runtime; 0 in a build without.

    >>> np.cuda.runtime.runtimeGetVersion() >= 0
    True
    """
    return _core.cuda.runtime_version()


def getDeviceCount():
    """The number of usable CUDA devices; 0 where there is no GPU.

    >>> np.cuda.runtime.getDeviceCount() >= 0
    True
    """
    return _core.device.cuda_count()


def getDevice():
    """The number of the calling thread's current device.

    >>> with np.cuda.Device(0):
    ...     np.cuda.runtime.getDevice()
    0
    """
    return current_device_id()


def setDevice(device):
    """Makes a device current for the calling thread.

    >>> np.cuda.runtime.setDevice(0)
    >>> np.cuda.runtime.getDevice()
    0
    """
    _core.device.use(f"cuda:{int(device)}")


def deviceSynchronize():
    """Waits for all work queued on the current device; without a GPU, the CPU.

    >>> np.cuda.runtime.deviceSynchronize()
    """
    here = current_device_id() if _core.device.cuda_count() else 0
    _core.device.synchronize(f"cuda:{here}")


def deviceGetAttribute(attrib, device):
    """One attribute, by the number cudaDeviceAttr gives it.

    >>> from tenorite.cuda import runtime
    >>> major = runtime.cudaDevAttrComputeCapabilityMajor
    >>> runtime.deviceGetAttribute(major, 0) >= 7
    True
    """
    return _core.cuda.attribute(attrib, device)


def getDeviceProperties(device):
    """A dictionary of what cudaDeviceProp says of a device.

    >>> np.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"] > 0
    True
    """
    return _core.cuda.device_info(device)


def deviceGetByPCIBusId(pciBusId):
    """The number of the device with a PCI bus id.

    >>> from tenorite.cuda import runtime
    >>> runtime.deviceGetByPCIBusId(runtime.deviceGetPCIBusId(0))
    0
    """
    _core.device.check("cuda:0")
    return _core.cuda.device_by_pci_bus_id(pciBusId)


def deviceGetPCIBusId(device):
    """The PCI bus id of a device, such as "0000:3b:00.0".

    >>> np.cuda.runtime.deviceGetPCIBusId(0).count(":")
    2
    """
    return _core.cuda.device_info(device)["pciBusIDString"]


def deviceCanAccessPeer(device, peerDevice):
    """1 if work on `device` can address memory of `peerDevice`, else 0.

    >>> np.cuda.runtime.deviceCanAccessPeer(0, 0) in (0, 1)
    True
    """
    return int(_core.cuda.can_access_peer(device, peerDevice))


def deviceEnablePeerAccess(peerDevice):
    """Lets work on the current device address memory of another one.

    >>> from tenorite.cuda import runtime
    >>> if runtime.getDeviceCount() > 1 and runtime.deviceCanAccessPeer(0, 1):
    ...     runtime.deviceEnablePeerAccess(1)
    ...     runtime.deviceDisablePeerAccess(1)
    """
    _core.cuda.enable_peer_access(current_device_id(), peerDevice)


def deviceDisablePeerAccess(peerDevice):
    """Takes back deviceEnablePeerAccess.

    >>> from tenorite.cuda import runtime
    >>> if runtime.getDeviceCount() > 1 and runtime.deviceCanAccessPeer(0, 1):
    ...     runtime.deviceEnablePeerAccess(1)
    ...     runtime.deviceDisablePeerAccess(1)
    """
    _core.cuda.disable_peer_access(current_device_id(), peerDevice)


def memGetInfo():
    """Free and total memory of the current device.

    >>> free, total = np.cuda.runtime.memGetInfo()
    >>> free <= total
    True
    """
    return _core.cuda.memory_info(current_device_id())


def malloc(size):
    """New device memory, past every pool. OutOfMemoryError when there is none.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.malloc(1024)
    >>> runtime.free(pointer)
    """
    return _core.cuda.malloc(current_device_id(), size)


def mallocManaged(size, flags=memAttachGlobal):
    """New memory that the host and all devices can address.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.mallocManaged(1024)
    >>> runtime.free(pointer)
    """
    return _core.cuda.malloc_managed(current_device_id(), size, flags)


def free(ptr):
    """Frees device or managed memory, after all work of the device.

    >>> from tenorite.cuda import runtime
    >>> runtime.free(runtime.malloc(1024))
    """
    _core.cuda.free(current_device_id(), ptr)


def hostAlloc(size, flags=hostAllocDefault):
    """New page-locked host memory.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.hostAlloc(1024)
    >>> runtime.freeHost(pointer)
    """
    _core.device.check("cuda:0")
    return _core.cuda.host_alloc(size, flags)


def freeHost(ptr):
    """Frees page-locked host memory.

    >>> from tenorite.cuda import runtime
    >>> runtime.freeHost(runtime.hostAlloc(1024))
    """
    _core.device.check("cuda:0")
    _core.cuda.host_free(ptr)


def hostRegister(ptr, size, flags=0):
    """Page-locks existing host memory.

    >>> from tenorite.cuda import runtime
    >>> host = np.zeros(4096, np.uint8).get()
    >>> runtime.hostRegister(host.ctypes.data, host.nbytes)
    >>> runtime.hostUnregister(host.ctypes.data)
    """
    _core.device.check("cuda:0")
    _core.cuda.host_register(ptr, size, flags)


def hostUnregister(ptr):
    """Takes back hostRegister.

    >>> from tenorite.cuda import runtime
    >>> host = np.zeros(4096, np.uint8).get()
    >>> runtime.hostRegister(host.ctypes.data, host.nbytes)
    >>> runtime.hostUnregister(host.ctypes.data)
    """
    _core.device.check("cuda:0")
    _core.cuda.host_unregister(ptr)


class PointerAttributes:
    """What the driver knows of a pointer: type, device and its two addresses.

    >>> from tenorite.cuda import runtime
    >>> runtime.PointerAttributes(runtime.memoryTypeDevice, 0, 4096, 0).device
    0
    """

    def __init__(self, type, device, devicePointer, hostPointer):
        self.type = type
        self.device = device
        self.devicePointer = devicePointer
        self.hostPointer = hostPointer


def pointerGetAttributes(ptr):
    """PointerAttributes of a host or device pointer.

    >>> from tenorite.cuda import runtime
    >>> x = np.ones(4, device="cuda:0")
    >>> runtime.pointerGetAttributes(x.data_ptr()).type == runtime.memoryTypeDevice
    True
    """
    _core.device.check("cuda:0")
    return PointerAttributes(*_core.cuda.pointer_info(ptr))


def memcpy(dst, src, size, kind):
    """Copies and waits until the data has arrived.

    >>> from tenorite.cuda import runtime
    >>> a, b = runtime.malloc(16), runtime.malloc(16)
    >>> runtime.memcpy(b, a, 16, runtime.memcpyDeviceToDevice)
    >>> runtime.free(a)
    >>> runtime.free(b)
    """
    device_id = current_device_id()
    _core.cuda.copy(dst, src, size, kind, device_id, 0)
    _core.cuda.stream_synchronize(device_id, 0)


def memcpyAsync(dst, src, size, kind, stream):
    """Queues a copy on a stream.

    >>> from tenorite.cuda import runtime
    >>> a, b = runtime.malloc(16), runtime.malloc(16)
    >>> runtime.memcpyAsync(b, a, 16, runtime.memcpyDeviceToDevice, 0)
    >>> runtime.free(a)
    >>> runtime.free(b)
    """
    with _StreamId(stream) as (device_id, stream_id):
        _core.cuda.copy(dst, src, size, kind, device_id, stream_id)


def memcpyPeer(dst, dstDevice, src, srcDevice, size):
    """Copies between two devices and waits until the data has arrived.

    >>> from tenorite.cuda import runtime
    >>> a, b = runtime.malloc(16), runtime.malloc(16)
    >>> runtime.memcpyPeer(b, 0, a, 0, 16)
    >>> runtime.free(a)
    >>> runtime.free(b)
    """
    device_id = current_device_id()
    _core.cuda.copy_peer(dst, dstDevice, src, srcDevice, size, device_id, 0)
    _core.cuda.stream_synchronize(device_id, 0)


def memcpyPeerAsync(dst, dstDevice, src, srcDevice, size, stream):
    """Queues a copy between two devices on a stream.

    >>> from tenorite.cuda import runtime
    >>> a, b = runtime.malloc(16), runtime.malloc(16)
    >>> runtime.memcpyPeerAsync(b, 0, a, 0, 16, 0)
    >>> runtime.free(a)
    >>> runtime.free(b)
    """
    with _StreamId(stream) as (device_id, stream_id):
        _core.cuda.copy_peer(dst, dstDevice, src, srcDevice, size, device_id, stream_id)


def memset(ptr, value, size):
    """Sets every byte and waits.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.malloc(16)
    >>> runtime.memset(pointer, 0, 16)
    >>> runtime.free(pointer)
    """
    device_id = current_device_id()
    _core.cuda.fill(ptr, value, size, device_id, 0)
    _core.cuda.stream_synchronize(device_id, 0)


def memsetAsync(ptr, value, size, stream):
    """Queues setting every byte on a stream.

    >>> from tenorite.cuda import runtime
    >>> pointer = runtime.malloc(16)
    >>> runtime.memsetAsync(pointer, 0, 16, 0)
    >>> runtime.free(pointer)
    """
    with _StreamId(stream) as (device_id, stream_id):
        _core.cuda.fill(ptr, value, size, device_id, stream_id)


def streamCreate():
    """The handle of a new stream.

    >>> from tenorite.cuda import runtime
    >>> stream = runtime.streamCreate()
    >>> runtime.streamDestroy(stream)
    """
    return streamCreateWithFlags(streamDefault)


def streamCreateWithFlags(flags):
    """The handle of a new stream with streamDefault or streamNonBlocking.

    >>> from tenorite.cuda import runtime
    >>> stream = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
    >>> runtime.streamDestroy(stream)
    """
    return streamCreateWithPriority(flags, 0)


def streamCreateWithPriority(flags, priority):
    """The handle of a new stream; lower priorities go first.

    >>> from tenorite.cuda import runtime
    >>> stream = runtime.streamCreateWithPriority(runtime.streamNonBlocking, 0)
    >>> runtime.streamGetPriority(stream)
    0
    >>> runtime.streamDestroy(stream)
    """
    device_id = current_device_id()
    stream_id = _core.cuda.stream_create(
        device_id, bool(flags & streamNonBlocking), priority
    )
    return _core.cuda.stream_handle(device_id, stream_id)


def streamDestroy(stream):
    """Destroys a stream made by streamCreate, once its work is done.

    >>> from tenorite.cuda import runtime
    >>> runtime.streamDestroy(runtime.streamCreate())
    """
    with _StreamId(stream) as (_, stream_id):
        _core.cuda.stream_release(stream_id)


def streamSynchronize(stream):
    """Waits for all work queued on a stream.

    >>> np.cuda.runtime.streamSynchronize(0)
    """
    with _StreamId(stream) as where:
        _core.cuda.stream_synchronize(*where)


def streamQuery(stream):
    """0 when all work of a stream is done, else 600 (cudaErrorNotReady).

    >>> from tenorite.cuda import runtime
    >>> stream = runtime.streamCreate()
    >>> runtime.streamQuery(stream)
    0
    >>> runtime.streamDestroy(stream)
    """
    with _StreamId(stream) as where:
        return _SUCCESS if _core.cuda.stream_done(*where) else _NOT_READY


def streamGetFlags(stream):
    """The flags a stream was made with.

    >>> from tenorite.cuda import runtime
    >>> stream = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
    >>> runtime.streamGetFlags(stream) == runtime.streamNonBlocking
    True
    >>> runtime.streamDestroy(stream)
    """
    with _StreamId(stream) as where:
        return _core.cuda.stream_flags(*where)


def streamGetPriority(stream):
    """The priority a stream was made with.

    >>> from tenorite.cuda import runtime
    >>> stream = runtime.streamCreateWithPriority(runtime.streamNonBlocking, 0)
    >>> runtime.streamGetPriority(stream)
    0
    >>> runtime.streamDestroy(stream)
    """
    with _StreamId(stream) as where:
        return _core.cuda.stream_priority(*where)


def streamWaitEvent(stream, event, flags=0):
    """Makes later work of a stream wait for an event. `flags` must be 0.

    >>> from tenorite.cuda import runtime
    >>> event = runtime.eventCreate()
    >>> runtime.eventRecord(event, 0)
    >>> runtime.streamWaitEvent(0, event)
    >>> runtime.eventDestroy(event)
    """
    if flags != 0:
        raise ValueError("flags must be 0")
    with _StreamId(stream) as where:
        _core.cuda.stream_wait_event(*where, event)


def launchHostFunc(stream, callback, arg):
    """Calls `callback(arg)` on another thread after the work now queued.

    >>> import threading
    >>> called = threading.Event()
    >>> np.cuda.runtime.launchHostFunc(0, lambda event: event.set(), called)
    >>> called.wait(60)
    True
    """
    with _StreamId(stream) as where:
        _core.cuda.launch_host_func(*where, lambda: callback(arg))


def eventCreate():
    """The handle of a new event.

    >>> from tenorite.cuda import runtime
    >>> event = runtime.eventCreate()
    >>> runtime.eventDestroy(event)
    """
    return eventCreateWithFlags(eventDefault)


def eventCreateWithFlags(flags):
    """The handle of a new event with flags such as eventDisableTiming.

    >>> from tenorite.cuda import runtime
    >>> event = runtime.eventCreateWithFlags(runtime.eventDisableTiming)
    >>> runtime.eventDestroy(event)
    """
    return _core.cuda.event_create(current_device_id(), flags)


def eventDestroy(event):
    """Destroys an event.

    >>> from tenorite.cuda import runtime
    >>> runtime.eventDestroy(runtime.eventCreate())
    """
    _core.cuda.event_destroy(event)


def eventRecord(event, stream):
    """Records an event on a stream.

    >>> from tenorite.cuda import runtime
    >>> event = runtime.eventCreate()
    >>> runtime.eventRecord(event, 0)
    >>> runtime.eventDestroy(event)
    """
    with _StreamId(stream) as (device_id, stream_id):
        _core.cuda.event_record(device_id, event, stream_id)


def eventQuery(event):
    """0 when the event has happened, else 600 (cudaErrorNotReady).

    >>> from tenorite.cuda import runtime
    >>> event = runtime.eventCreate()
    >>> runtime.eventRecord(event, 0)
    >>> runtime.eventSynchronize(event)
    >>> runtime.eventQuery(event)
    0
    >>> runtime.eventDestroy(event)
    """
    _core.device.check("cuda:0")
    return _SUCCESS if _core.cuda.event_done(event) else _NOT_READY


def eventSynchronize(event):
    """Waits for an event.

    >>> from tenorite.cuda import runtime
    >>> event = runtime.eventCreate()
    >>> runtime.eventRecord(event, 0)
    >>> runtime.eventSynchronize(event)
    >>> runtime.eventDestroy(event)
    """
    _core.device.check("cuda:0")
    _core.cuda.event_synchronize(event)


def eventElapsedTime(start, end):
    """Milliseconds between two events.

    >>> from tenorite.cuda import runtime
    >>> start, end = runtime.eventCreate(), runtime.eventCreate()
    >>> runtime.eventRecord(start, 0)
    >>> runtime.eventRecord(end, 0)
    >>> runtime.eventSynchronize(end)
    >>> runtime.eventElapsedTime(start, end) >= 0
    True
    >>> runtime.eventDestroy(start)
    >>> runtime.eventDestroy(end)
    """
    _core.device.check("cuda:0")
    return _core.cuda.event_elapsed(start, end)


def profilerStart():
    """Lets an attached profiler record.

    >>> from tenorite.cuda import runtime
    >>> runtime.profilerStart()
    >>> runtime.profilerStop()
    """
    _core.device.check("cuda:0")
    _core.cuda.profiler_start()


def profilerStop():
    """Ends profilerStart.

    >>> from tenorite.cuda import runtime
    >>> runtime.profilerStart()
    >>> runtime.profilerStop()
    """
    _core.device.check("cuda:0")
    _core.cuda.profiler_stop()

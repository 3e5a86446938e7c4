# SPDX-License-Identifier: Apache-2.0
"""Memory and events of other processes: functions of tenorite.cuda.runtime."""

from .. import _core
from .device import current_device_id

__all__ = [
    "ipcCloseMemHandle",
    "ipcGetEventHandle",
    "ipcGetMemHandle",
    "ipcOpenEventHandle",
    "ipcOpenMemHandle",
]

_calls = _core.cuda_resources
_LAZY_PEER_ACCESS = 1


def ipcGetMemHandle(devPtr):
    """64 bytes by which another process opens the memory that an address is in.

    The handle is of all the memory that was taken from CUDA at once: that of
    `runtime.malloc` or `cuda.Memory`, while pools give out parts of it.

    >>> memory = np.cuda.Memory(1024)
    >>> len(np.cuda.runtime.ipcGetMemHandle(memory.ptr))
    64
    """
    return _calls.memory_handle(current_device_id(), int(devPtr))


def ipcOpenMemHandle(handle, flags=_LAZY_PEER_ACCESS):
    """The address here of memory of another process, by its handle.

    >>> try:
    ...     np.cuda.runtime.ipcOpenMemHandle(bytes(64))
    ... except np.cuda.CudaError:
    ...     print("no handle of another process")
    no handle of another process
    """
    return _calls.open_memory(current_device_id(), bytes(handle), flags)


def ipcCloseMemHandle(devPtr):
    """Lets memory of another process go, at the address that ipcOpenMemHandle gave.

    >>> try:
    ...     np.cuda.runtime.ipcCloseMemHandle(np.cuda.alloc(16).ptr)
    ... except np.cuda.CudaError:
    ...     print("not of another process")
    not of another process
    """
    _core.device.check("cuda:0")
    _calls.close_memory(current_device_id(), int(devPtr))


def ipcGetEventHandle(event):
    """64 bytes by which another process opens an event.

    >>> event = np.cuda.Event(disable_timing=True, interprocess=True)
    >>> len(np.cuda.runtime.ipcGetEventHandle(event.ptr))
    64
    """
    return _calls.event_handle(current_device_id(), int(event))


def ipcOpenEventHandle(handle):
    """The handle here of an event of another process; eventDestroy() ends it.

    >>> try:
    ...     np.cuda.runtime.ipcOpenEventHandle(bytes(64))
    ... except np.cuda.CudaError:
    ...     print("no handle of another process")
    no handle of another process
    """
    return _calls.open_event(current_device_id(), bytes(handle))


for _name in __all__:
    globals()[_name].__module__ = f"{__package__}.runtime"

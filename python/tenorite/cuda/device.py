# SPDX-License-Identifier: Apache-2.0
"""CUDA devices."""

from .. import _core
from .._runtime.device import CudaDevice as Device
from .._runtime.device import current_cuda_device as current_device_id
from .._runtime.device import device_of

__all__ = ["Device", "from_pointer", "get_compute_capability", "get_device_id"]


def from_pointer(ptr):
    """The device whose memory a device pointer refers to.

    >>> x = np.ones(4, device="cuda:0")
    >>> np.cuda.from_pointer(x.data_ptr())
    <CUDA Device 0>
    """
    _core.device.check("cuda:0")
    kind, index, _, _ = _core.cuda.pointer_info(ptr)
    if kind not in (2, 3):
        raise ValueError("the pointer is not to device memory")
    return device_of(f"cuda:{index}")


def get_compute_capability():
    """Major and minor number of the current device in one string, such as "90".

    >>> np.cuda.device.get_compute_capability() == np.cuda.Device().compute_capability
    True
    """
    return Device().compute_capability


def get_device_id():
    """The number of the current device, as `Device().id`.

    >>> with np.cuda.Device(0):
    ...     np.cuda.get_device_id()
    0
    """
    return current_device_id() if _core.device.cuda_count() else 0

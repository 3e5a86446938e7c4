# SPDX-License-Identifier: Apache-2.0
"""CUDA devices."""

from .. import _core
from .._device import Device as _Device
from .._device import device_of


def current_device_id():
    """The CUDA device that is current in this thread.

    That is the default device or, while that is the CPU, device 0.
    RuntimeError without a usable GPU.
    """
    kind, _, index = _core.device.default().partition(":")
    if kind == "cuda":
        return int(index)
    _core.device.check("cuda:0")
    return 0


class Device(_Device):
    """A CUDA device: a number, a name such as "cuda:1", or None for the current.

    As a context manager it is the current device of the calling thread.
    Mirrors cupy.cuda.Device.
    """

    __slots__ = ()

    def __new__(cls, device=None):
        if device is None:
            device = current_device_id()
        made = _Device(device)
        if made.type != "cuda":
            raise ValueError(f"'{made.name}' is not a CUDA device")
        return made

    @classmethod
    def from_pci_bus_id(cls, pci_bus_id):
        """The device with a PCI bus id such as "0000:3b:00.0"."""
        _core.device.check("cuda:0")
        return cls(_core.cuda.device_by_pci_bus_id(pci_bus_id))

    def use(self):
        """Makes this the calling thread's device; returns it."""
        _core.device.use(self.name)
        return self

    @property
    def mem_info(self):
        """Free and total device memory in bytes."""
        return _core.cuda.memory_info(self.id)

    @property
    def attributes(self):
        """All attributes of the device, by the names of cudaDeviceAttr."""
        return _core.cuda.attributes(self.id)

    @property
    def compute_capability(self):
        """Major and minor number in one string, such as "90"."""
        major = _core.cuda.attribute(75, self.id)
        minor = _core.cuda.attribute(76, self.id)
        return f"{major}{minor}"

    @property
    def pci_bus_id(self):
        """The PCI bus id, such as "0000:3b:00.0"."""
        return _core.cuda.device_info(self.id)["pciBusIDString"]

    def __int__(self):
        return self.id

    def __lt__(self, other):
        return self.id < other.id if isinstance(other, Device) else NotImplemented

    def __le__(self, other):
        return self.id <= other.id if isinstance(other, Device) else NotImplemented

    def __gt__(self, other):
        return self.id > other.id if isinstance(other, Device) else NotImplemented

    def __ge__(self, other):
        return self.id >= other.id if isinstance(other, Device) else NotImplemented

    def __repr__(self):
        return f"<CUDA Device {self.id}>"


def from_pointer(ptr):
    """The device whose memory a device pointer refers to."""
    _core.device.check("cuda:0")
    kind, index, _, _ = _core.cuda.pointer_info(ptr)
    if kind not in (2, 3):
        raise ValueError("the pointer is not to device memory")
    return device_of(f"cuda:{index}")


def get_device_id():
    """The number of the current device."""
    return current_device_id()

# SPDX-License-Identifier: Apache-2.0
"""Devices and the default device."""

import operator

from .. import _core

__all__ = ["Device", "get_default_device", "set_default_device"]

_known = {}


class Device:
    """A device, "cpu" or "cuda:N"; as a context manager, this thread's default.

    `Device(None)` is the default device, `Device(n)` is "cuda:n". A device of
    CUDA is a `tenorite.cuda.Device`. ValueError for any other name; whether the
    device exists is checked when it is used.

    >>> np.Device("cuda:0").type
    'cuda'
    >>> with np.Device("cpu"):
    ...     np.ones(1).device
    Device('cpu')
    """

    __slots__ = {"name": 'The name, "cpu" or "cuda:N".'}

    def __new__(cls, device=None):
        if isinstance(device, Device):
            return device
        if isinstance(device, str) and device in _known:
            return _known[device]
        if device is None:
            name = _core.device.default()
        elif isinstance(device, str):
            name = _core.device.normalise(device)
        elif hasattr(device, "__index__"):
            name = _core.device.normalise(f"cuda:{device.__index__()}")
        else:
            raise TypeError(
                f"device must be a Device, 'cpu', 'cuda:N' or an integer, not {type(device).__name__}"
            )
        return device_of(name)

    @property
    def type(self):
        """ "cpu" or "cuda"."""
        return self.name.partition(":")[0]

    @property
    def id(self):
        """The number of the device among those of its type."""
        return int(self.name.partition(":")[2] or 0)

    def use(self):
        """Makes this the calling thread's default device.

        >>> before = np.Device()
        >>> np.Device("cpu").use()
        >>> np.ones(1).device
        Device('cpu')
        >>> _ = before.use()
        """
        _core.device.use(self.name)

    def synchronize(self):
        """Waits until all work queued on the device is done.

        >>> y = np.ones(4) * 2
        >>> y.device.synchronize()
        """
        _core.device.synchronize(self.name)

    def __enter__(self):
        _core.device.push(self.name)
        return self

    def __exit__(self, *exc_info):
        _core.device.pop()

    def __eq__(self, other):
        if isinstance(other, Device):
            return self.name == other.name
        if isinstance(other, str):
            return self.name == other
        return NotImplemented

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"Device('{self.name}')"

    def __reduce__(self):
        return Device, (self.name,)


def current_cuda_device():
    """The CUDA device that is current in this thread.

    That is the default device or, while that is the CPU, device 0.
    RuntimeError without a usable GPU.
    """
    kind, _, index = _core.device.default().partition(":")
    if kind == "cuda":
        return int(index)
    _core.device.check("cuda:0")
    return 0


class CudaDevice(Device):
    """A CUDA device: a number, a name such as "cuda:1", or None for the current.

    As a context manager it is the current device of the calling thread. On a machine
    without a GPU the CPU device stands for number 0: it is current, and waited for.
    See cupy.cuda.Device.

    >>> np.cuda.Device(0)
    <CUDA Device 0>
    >>> np.cuda.Device("cuda:1").id
    1
    """

    __slots__ = ()
    __module__ = "tenorite.cuda.device"
    __qualname__ = "Device"

    def __new__(cls, device=None):
        counted = device is None or hasattr(device, "__index__")
        if counted and not _core.device.cuda_count():
            if device is None or operator.index(device) == 0:
                return _stand_in
        made = Device(current_cuda_device() if device is None else device)
        if made.type != "cuda":
            raise ValueError(f"'{made.name}' is not a CUDA device")
        return made

    @classmethod
    def from_pci_bus_id(cls, pci_bus_id):
        """The device with a PCI bus id such as "0000:3b:00.0".

        >>> device = np.cuda.Device(0)
        >>> np.cuda.Device.from_pci_bus_id(device.pci_bus_id) == device
        True
        """
        _core.device.check("cuda:0")
        return cls(_core.cuda.device_by_pci_bus_id(pci_bus_id))

    def use(self):
        """Makes this the calling thread's device; returns it.

        >>> np.cuda.Device(0).use()
        <CUDA Device 0>
        >>> np.cuda.get_device_id()
        0
        """
        _core.device.use(self._place)
        return self

    def __enter__(self):
        _core.device.push(self._place)
        return self

    @property
    def _place(self):
        """The name of what is current when the device is."""
        return self.name

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
        return self.id < other.id if isinstance(other, CudaDevice) else NotImplemented

    def __le__(self, other):
        return self.id <= other.id if isinstance(other, CudaDevice) else NotImplemented

    def __gt__(self, other):
        return self.id > other.id if isinstance(other, CudaDevice) else NotImplemented

    def __ge__(self, other):
        return self.id >= other.id if isinstance(other, CudaDevice) else NotImplemented

    def __repr__(self):
        return f"<CUDA Device {self.id}>"


CudaDevice.__name__ = "Device"  # tenorite.cuda.Device, as its users know it


class _StandInDevice(CudaDevice):
    """Device 0 of programs that were written for GPUs, where there is none.

    It is equal to `Device("cuda:0")`, whose use is an error there.
    """

    __slots__ = ()

    def __new__(cls):
        device = object.__new__(cls)
        device.name = "cuda:0"
        return device

    def __reduce__(self):
        return CudaDevice, (0,)

    @property
    def _place(self):
        return "cpu"


_stand_in = _StandInDevice()


def device_of(name):
    """The one Device object of a valid device name; what `x.device` returns."""
    device = _known.get(name)
    if device is None:
        device = object.__new__(Device if name == "cpu" else CudaDevice)
        device.name = name
        device = _known.setdefault(name, device)
    return device


def get_default_device():
    """The device on which creation functions place arrays in this thread.

    >>> np.get_default_device().type in ("cpu", "cuda")
    True
    """
    return device_of(_core.device.default())


def set_default_device(device):
    """Sets the default device of the process (see also TENORITE_DEVICE).

    An enclosing `with Device(...)` and a device made current by `use()` go
    before it. RuntimeError or ValueError when there is no such device.

    >>> np.set_default_device(np.get_default_device())
    """
    _core.device.set_default(Device(device).name)

# SPDX-License-Identifier: Apache-2.0
"""Devices and the default device."""

from . import _core

_known = {}


class Device:
    """A device, "cpu" or "cuda:N"; as a context manager, this thread's default.

    `Device(None)` is the default device, `Device(n)` is "cuda:n". A device of
    CUDA is a `tenorite.cuda.Device`. ValueError for any other name; whether the
    device exists is checked when it is used.
    """

    __slots__ = ("name",)

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
        """Makes this the calling thread's default device."""
        _core.device.use(self.name)

    def synchronize(self):
        """Waits until all work queued on the device is done."""
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


def device_of(name):
    """The one Device object of a valid device name; what `x.device` returns."""
    device = _known.get(name)
    if device is None:
        cls = Device
        if name != "cpu":
            from .cuda.device import Device as cls
        device = object.__new__(cls)
        device.name = name
        device = _known.setdefault(name, device)
    return device


def get_default_device():
    """The device on which creation functions place arrays in this thread."""
    return device_of(_core.device.default())


def set_default_device(device):
    """Sets the default device of the process (see also TENORITE_DEVICE).

    An enclosing `with Device(...)` and a device made current by `use()` go
    before it. RuntimeError or ValueError when there is no such device.
    """
    _core.device.set_default(Device(device).name)

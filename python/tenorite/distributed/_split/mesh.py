# SPDX-License-Identifier: Apache-2.0
"""Devices that share arrays, and what is moved between them."""

import weakref
import zlib

import numpy

from ... import _core
from ..._numpy.creation import array, empty
from ..._runtime.device import Device
from ..._runtime.environment import is_on
from .._communicator import Communicator


class Mesh:
    """Devices over which arrays are split: those of this process, or of many.

    Parameters
    ----------
    devices : sequence of str or Device, or Communicator, optional
        The devices, one for each shard; a device may be named several times. Or a
        communicator, whose ranks are the shards: then every process runs the same program,
        and has those of its ranks. By default all GPUs of the process, or the CPU
        device where there are none.

    Attributes
    ----------
    size : int
        How many shards there are.
    devices : list of Device
        Of the shards that this process has.
    local : list of int
        The numbers of these shards.
    type : str
        "cpu" or "cuda".
    communicator : Communicator or None
        What connects the processes.

    Raises
    ------
    ValueError
        If there are no devices, or there is no such device.

    Notes
    -----
    NumPy has none. Arrays of CPUs and GPUs are not mixed in a mesh.

    Examples
    --------
    >>> import tenorite as np
    >>> mesh = np.distributed.Mesh(["cpu", "cpu"])
    >>> mesh.size
    2
    """

    def __init__(self, devices=None):
        if devices is None:
            devices = _all_devices()
        if isinstance(devices, Communicator):
            self.communicator = devices
            self.devices = list(devices.devices)
            self.local = list(devices.ranks)
            self.size = devices.size
        else:
            if isinstance(devices, (str, Device)):
                raise ValueError("devices must be a sequence of devices")
            self.communicator = None
            self.devices = [Device(device) for device in devices]
            if not self.devices:
                raise ValueError("devices must not be empty")
            if len({device.type for device in self.devices}) > 1:
                raise ValueError("the devices of a mesh are all CPUs or all GPUs")
            for device in self.devices:
                _core.device.check(str(device))
            self.local = list(range(len(self.devices)))
            self.size = len(self.local)
        self.type = self.devices[0].type
        self._has_several_devices = len(set(self.devices)) > 1
        self._device_of = dict(zip(self.local, self.devices, strict=True))
        self._products_by_block = _core.distributed.wants_blocks_of_products(
            str(self.devices[0])
        )
        self._compares = is_on("TENORITE_COMM_CHECK") and self.communicator is not None
        self._layouts = weakref.WeakValueDictionary()
        self._plans = {}

    def __repr__(self):
        devices = ", ".join(map(str, self.devices))
        if self.communicator is None:
            return f"Mesh([{devices}])"
        return f"<Mesh of {self.size} shards, here {self.local} on {devices}>"

    def _device(self, shard):
        """The device of a shard of this process."""
        return self._device_of[shard]

    def _has(self, shard):
        """Whether this process has the shard."""
        return shard in self._device_of

    def _move(self, messages, parts=()):
        """Sends arrays between shards: what each message brings, None for others' ones.

        A message is (from, to, shape, dtype, array), of which a process has the array
        where it has the shard it comes from. All processes have the same messages.

        What the parts of the array are waiting for begins on all devices before anything
        is sent: a device that waits for another one's message does not wait with its own
        work still to come.
        """
        if self._has_several_devices and messages:
            _core.distributed.execute([x for x in parts if x is not None])
        if self._compares:
            plan = [(*ends, shape, str(dtype)) for *ends, shape, dtype, _ in messages]
            text = f"{len(plan)} messages {zlib.crc32(repr(plan).encode()):08x}"
            self.communicator._compare(text)
        arrived = [None] * len(messages)
        elsewhere = []
        for i, (source, target, *_, x) in enumerate(messages):
            if self._has(source) and self._has(target):
                arrived[i] = moved(x, self._device(target))
            elif self._has(source) or self._has(target):
                elsewhere.append(i)
        if not elsewhere:
            return arrived
        comm = self.communicator
        with comm.group():
            for i in elsewhere:
                source, target, shape, dtype, x = messages[i]
                if self._has(source):
                    comm.send(x, target, rank=source)
                else:
                    out = empty(shape, dtype, device=self._device(target))
                    arrived[i] = comm.recv(out, source, rank=target)
        return arrived

    def _tell(self, values):
        """Whole numbers that every process has to know: a row for each shard.

        `values` has those of this process's shards, as many of each.
        """
        if self.communicator is None:
            return [list(map(int, values[shard])) for shard in self.local]
        rows = [
            array(numpy.array(values[shard], "int64"), device=self._device(shard))
            for shard in self.local
        ]
        comm = self.communicator
        gathered = comm.all_gather(rows if comm.takes_lists else rows[0])
        return (gathered[0] if comm.takes_lists else gathered).get().tolist()


def _all_devices():
    count = _core.device.cuda_count()
    return [f"cuda:{i}" for i in range(count)] or ["cpu"]


def moved(x, device):
    """A copy on a device, which later writes to `x` do not change."""
    if x.device is device:
        return x.copy()
    return _core.distributed.copied_to(x, str(device))


class Split:
    """As `device=`: cuts an array along an axis, a part for each device of a mesh.

    Parameters
    ----------
    mesh : Mesh
        The devices.
    axis : int, optional
        The axis that is cut, 0 by default; negative ones count from the last.

    Notes
    -----
    NumPy has none. Parts are as long as each other, to within some items of long axes:
    cuts are where they keep sums the same for all numbers of devices.

    Examples
    --------
    >>> import tenorite as np
    >>> mesh = np.distributed.Mesh(["cpu", "cpu"])
    >>> x = np.arange(10, device=np.distributed.Split(mesh))
    >>> x.local(1)
    array([5, 6, 7, 8, 9])
    >>> x[2:] + x[:-2]
    array([ 2,  4,  6,  8, 10, 12, 14, 16])
    """

    __slots__ = {"axis": "The axis that is cut.", "mesh": "The devices."}

    def __init__(self, mesh, axis=0):
        self.mesh = _checked_mesh(mesh)
        self.axis = axis.__index__()

    def __repr__(self):
        return f"Split({self.mesh!r}, axis={self.axis})"

    def __eq__(self, other):
        same = isinstance(other, Split)
        return same and (self.mesh, self.axis) == (other.mesh, other.axis)

    def __hash__(self):
        return hash((id(self.mesh), self.axis))


class Replicated:
    """As `device=`: the whole array on each device of a mesh.

    Parameters
    ----------
    mesh : Mesh
        The devices.

    Notes
    -----
    NumPy has none. What is computed of such arrays alone is computed on each device.

    Examples
    --------
    >>> import tenorite as np
    >>> mesh = np.distributed.Mesh(["cpu", "cpu"])
    >>> x = np.ones(2, device=np.distributed.Replicated(mesh))
    >>> x.local(1)
    array([1., 1.])
    """

    __slots__ = {"mesh": "The devices."}

    def __init__(self, mesh):
        self.mesh = _checked_mesh(mesh)

    def __repr__(self):
        return f"Replicated({self.mesh!r})"

    def __eq__(self, other):
        return isinstance(other, Replicated) and self.mesh == other.mesh

    def __hash__(self):
        return hash((id(self.mesh), "replicated"))


def _checked_mesh(mesh):
    if not isinstance(mesh, Mesh):
        raise TypeError(f"mesh must be a Mesh, not {type(mesh).__name__}")
    return mesh

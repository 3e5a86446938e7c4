# SPDX-License-Identifier: Apache-2.0
"""What `x.data` is on the CPU device: NumPy's memoryview and CuPy's pointer in one."""

from .. import _core
from ._place import NO_DEVICE
from .memory import BaseMemory, MemoryPointer


class _MemoryOfArray(BaseMemory):
    """The memory of an array on the CPU device, which it keeps alive."""

    device_id = NO_DEVICE

    def __init__(self, array):
        self.ptr = array.data_ptr()
        self.size = array.nbytes
        self._owner = array


class HostPointer(MemoryPointer, _core.memory.LentBuffer):
    """A pointer to the items of an array on the CPU device, and a buffer of them.

    It has the attributes and methods of a memoryview of the array, items included,
    beside those of MemoryPointer.

    >>> x = np.array([1.0, 2.0], device="cpu")
    >>> x.data.ptr == x.data_ptr(), x.data.format, x.data[1]
    (True, 'd', 2.0)
    """

    def __init__(self, array):
        _core.memory.LentBuffer.__init__(self, array)
        MemoryPointer.__init__(self, _MemoryOfArray(array), 0)

    def __getattr__(self, name):
        return getattr(memoryview(self), name)

    def __dir__(self):
        return sorted({*super().__dir__(), *dir(memoryview)})

    def __len__(self):
        return len(memoryview(self))

    def __getitem__(self, index):
        return memoryview(self)[index]

    def __setitem__(self, index, value):
        memoryview(self)[index] = value

    def __iter__(self):
        return iter(memoryview(self))

    def __eq__(self, other):
        return memoryview(self) == other

    def __hash__(self):
        return hash(memoryview(self))

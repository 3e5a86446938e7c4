# SPDX-License-Identifier: Apache-2.0
"""Arrays of the CPU device on memory that a NumPy array owns, such as a mapped file."""

from .._core import ndarray


class _Memory:
    """The bytes from the first to the last that an array of NumPy reaches."""

    def __init__(self, h):
        from numpy.lib.array_utils import byte_bounds

        low, high = byte_bounds(h)
        self.owner = h
        self.ptr = low
        self.size = high - low


class _Pointer:
    """The place of an array's first item in its memory."""

    device = "cpu"

    def __init__(self, h):
        self.mem = _Memory(h)
        self.ptr = h.ctypes.data


def on_host_memory(h):
    """Array of the CPU device on the memory of `h`, which it keeps; no copy.

    `h` has a supported dtype of native byte order. Read-only if `h` is.
    """
    array = ndarray(h.shape, h.dtype, _Pointer(h), h.strides)
    if not h.flags.writeable:
        array.flags.writeable = False
    return array

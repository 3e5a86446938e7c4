# SPDX-License-Identifier: Apache-2.0
"""Arrays of what other objects, files and libraries hold, and the way back."""

import numpy

from .. import _core
from .._array.convert import (
    as_copy_mode,
    as_dtype,
    is_made,
    like_device,
    make_array,
)
from .._array.host_data import placed
from .._array.memory import is_host
from .._core import ndarray
from .._runtime.compiled_paths import compiled
from .._runtime.device import Device
from .._runtime.package import namespace

__all__ = [
    "asnumpy",
    "fromDlpack",
    "from_dlpack",
    "frombuffer",
    "fromfile",
    "fromiter",
    "fromstring",
    "get_array_module",
]


def fromiter(iter, dtype, count=-1, *, like=None, device=None):
    """1-d array of the items of an iterable. See numpy.fromiter.

    >>> np.fromiter((x * x for x in range(4)), np.int64)
    array([0, 1, 4, 9])
    """
    return placed(
        numpy.fromiter(iter, as_dtype(dtype), count), like_device(device, like)
    )


def frombuffer(buffer, dtype=None, count=-1, offset=0, *, like=None, device=None):
    """1-d array over a buffer: its memory on the CPU device, a copy on a GPU.

    It is a copy on the CPU device as well where items are not aligned.
    Of a dtype that no device computes with, as those of the other byte order, it is
    the buffer itself. See numpy.frombuffer.

    >>> np.frombuffer(b"abc", np.uint8)
    array([97, 98, 99], dtype=uint8)
    """
    h = numpy.frombuffer(buffer, float if dtype is None else dtype, count, offset)
    device = like_device(device, like)
    if is_host(Device(device)) and is_made(h.dtype) and h.flags.aligned:
        return _core.array_on_numpy(h, h.flags.writeable)
    return placed(h, device)


def fromfile(file, dtype=None, count=-1, sep="", offset=0, *, like=None, device=None):
    """1-d array of the items in a text or binary file. See numpy.fromfile.

    >>> import tempfile
    >>> file = tempfile.TemporaryFile()
    >>> file.write(bytes([1, 2]))
    2
    >>> file.seek(0)
    0
    >>> np.fromfile(file, np.uint8)
    array([1, 2], dtype=uint8)
    """
    dtype = float if dtype is None else dtype
    return placed(
        numpy.fromfile(file, dtype, count, sep, offset), like_device(device, like)
    )


def fromstring(string, dtype=float, count=-1, *, sep="", like=None, device=None):
    """1-d array of the numbers in a text. See numpy.fromstring.

    >>> np.fromstring("1 2 3", sep=" ")
    array([1., 2., 3.])
    """
    return placed(
        numpy.fromstring(string, dtype, count, sep=sep), like_device(device, like)
    )


@compiled
def from_dlpack(x, /, *, device=None, copy=None):
    """Array on the memory of an object with __dlpack__; on its device by default.

    Nothing is copied, and no host waits: work on the array comes after what its owner
    has queued. With another `device`, or `copy=True`, it is a copy; BufferError where
    `copy=False` does not allow one. See numpy.from_dlpack.

    >>> import numpy
    >>> h = numpy.zeros(3)
    >>> np.from_dlpack(h)[1] = 5
    >>> h
    array([0., 5., 0.])
    """
    if isinstance(x, ndarray):
        return make_array(x, None, copy, None, 0, device)
    return _core.exchange.from_dlpack(x, device, as_copy_mode(copy))


def fromDlpack(dltensor):
    """Array on the memory of a DLPack capsule: CuPy's older name of from_dlpack().

    >>> np.fromDlpack(np.ones(2).toDlpack())
    array([1., 1.])
    """
    return from_dlpack(dltensor)


def asnumpy(a, stream=None, order="C", out=None, *, blocking=True):
    """Host copy of an array; host arrays and scalars pass through. See cupy.asnumpy.

    >>> type(np.asnumpy(np.ones(2)))
    <class 'numpy.ndarray'>
    """
    if not isinstance(a, ndarray):
        h = numpy.asarray(a, order=order)
        if out is None:
            return h
        out[...] = h
        return out
    order = "A" if order in ("K", None) else order
    return a.get(stream=stream, order=order, out=out, blocking=blocking)


def get_array_module(*args):
    """The module whose functions suit the arguments: this one or numpy.

    >>> np.get_array_module(np.ones(2)).__name__
    'tenorite'
    """
    found = any(isinstance(a, ndarray) for a in args)
    return namespace() if found else numpy

# SPDX-License-Identifier: Apache-2.0
"""Memory of arrays: NumPy's view of it, and new memory laid out like an array's."""

import numpy
from numpy.lib.stride_tricks import as_strided

from .. import _core
from .._core import ndarray
from .convert import check_dtype, from_host, order_letter

_FEW = 512  # items that NumPy's one pass takes less time for than several calls of ours


def is_host(device):
    """Whether NumPy can work on the memory of a device."""
    return str(device) == "cpu"


def is_in_host_memory(a):
    """Whether NumPy can work on the memory of an array; a look at items is no copy."""
    return is_host(a.device)


def host_view(a):
    """NumPy array on the host memory of an array; no copy."""
    if a.size == 0:
        return numpy.empty(a.shape, a.dtype)
    a._pointer  # noqa: B018  computes what is pending: NumPy hides KeyboardInterrupt
    return numpy.asarray(a)


def host_items(a):
    """NumPy array of the items, to be read: a copy where the host lacks their memory."""
    return host_view(a) if is_in_host_memory(a) else a.get()


def few_in_host_memory(arrays):
    """Whether arrays of ours have so few items there that NumPy's function is fastest."""
    return all(a.size <= _FEW and is_in_host_memory(a) for a in arrays)


def on_host(function, *arguments):
    """A result of NumPy's function, of arrays in host memory, as a new array or scalar.

    Of a tuple each item.
    """
    given = [host_view(x) if isinstance(x, ndarray) else x for x in arguments]
    found = function(*given)
    return tuple(map(_taken, found)) if isinstance(found, tuple) else _taken(found)


def _taken(found):
    return _core.as_scalar(from_host(numpy.asarray(found), "cpu"))


def host_copy(a):
    """NumPy copy of an array, in its memory order."""
    layout = as_strided(numpy.empty(0, a.dtype), a.shape, a.strides)
    return a.get(out=numpy.empty_like(layout))


def view_of_host(a, dtype):
    """NumPy array on the memory of an array, its bytes read as items of any dtype.

    For dtypes that no device computes with. See numpy.ndarray.view.
    """
    return host_view(a).view(dtype)


def allocate_like(a, dtype=None, order="K", shape=None, device=None):
    """Uninitialised array in the memory order of `a` (order "K"), or C or F."""
    order = order_letter(order, "K")
    if dtype is not None:
        check_dtype(dtype)
    if shape is None and device is None:
        return _core.empty_like(a, dtype, order)
    dtype = a.dtype if dtype is None else dtype
    device = a.device if device is None else device
    if shape is None:
        shape = a.shape
    else:
        shape = (shape,) if not hasattr(shape, "__len__") else tuple(shape)
        if len(shape) != a.ndim and order == "K":
            order = "C"
    if order in ("C", "F"):
        return _core.empty(shape, dtype, device, order)
    if a.flags.c_contiguous:
        return _core.empty(shape, dtype, device, "C")
    if a.flags.f_contiguous:
        return _core.empty(shape, dtype, device, "F")
    if order == "A":
        return _core.empty(shape, dtype, device, "C")
    strides = a.strides
    outer_first = sorted(range(a.ndim), key=lambda axis: -abs(strides[axis]))
    return empty_permuted(shape, dtype, device, outer_first)


def empty_permuted(shape, dtype, device, outer_first):
    """Uninitialised array whose axes lie in that order in memory, the outermost first."""
    out = _core.empty([shape[axis] for axis in outer_first], dtype, device, "C")
    inverse = [0] * len(shape)
    for position, axis in enumerate(outer_first):
        inverse[axis] = position
    return out.transpose(inverse)


def cycled(a, n):
    """The first `n` items of the 1-d array `a` repeated without end; a copy."""
    out = _core.empty(n, a.dtype, a.device)
    whole = n // a.size
    if whole:
        out[: whole * a.size].reshape(whole, a.size)[...] = a
    out[whole * a.size :] = a[: n - whole * a.size]
    return out

# SPDX-License-Identifier: Apache-2.0
"""The few things that the package asks of the compiled core in roundabout ways."""

import numpy

from . import _core


class _HostMemory:
    """The array interface of an array's memory; keeps the array alive."""

    def __init__(self, a):
        self.owner = a
        self.__array_interface__ = {
            "version": 3,
            "shape": a.shape,
            "strides": a.strides,
            "typestr": a.dtype.str,
            "data": (a.ptr, not a.flags.writeable),
        }


def host_view(a):
    """NumPy array on the memory of an array of the CPU device; no copy."""
    if a.size == 0:
        return numpy.empty(a.shape, a.dtype)
    _core.synchronize(a.device)
    return numpy.asarray(_HostMemory(a))


def empty_like(a, dtype=None, order="K", shape=None, device=None):
    """Uninitialised array in the memory order of `a` (order "K"), or C or F."""
    dtype = a.dtype if dtype is None else dtype
    device = a.device if device is None else device
    order = "K" if order is None else order.upper()
    if shape is None:
        shape = a.shape
    else:
        shape = (shape,) if not hasattr(shape, "__len__") else tuple(shape)
        if len(shape) != a.ndim and order == "K":
            order = "C"
    flags = a.flags
    if order in ("C", "F"):
        return _core.empty(shape, dtype, device, order)
    if flags.c_contiguous:
        return _core.empty(shape, dtype, device, "C")
    if flags.f_contiguous:
        return _core.empty(shape, dtype, device, "F")
    if order == "A":
        return _core.empty(shape, dtype, device, "C")
    if order != "K":
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    strides = a.strides
    outer_first = sorted(range(a.ndim), key=lambda axis: -abs(strides[axis]))
    out = _core.empty([shape[axis] for axis in outer_first], dtype, device, "C")
    inverse = [0] * a.ndim
    for position, axis in enumerate(outer_first):
        inverse[axis] = position
    return out.transpose(inverse)

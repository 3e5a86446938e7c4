# SPDX-License-Identifier: Apache-2.0
"""The few things that the package asks of the compiled core in roundabout ways."""

import numpy

from . import _core


def host_view(a):
    """NumPy array on the memory of an array of the CPU device; no copy."""
    if a.size == 0:
        return numpy.empty(a.shape, a.dtype)
    return numpy.asarray(memoryview(a))


def is_c_order(a):
    """a.flags.c_contiguous, without the object between."""
    return a._flag_bits[0]


def is_f_order(a):
    """a.flags.f_contiguous, without the object between."""
    return a._flag_bits[1]


def is_only_f_order(a):
    """Whether the array is in Fortran order and not in C order."""
    in_c, in_f, *_ = a._flag_bits
    return in_f and not in_c


def empty_like(a, dtype=None, order="K", shape=None, device=None):
    """Uninitialised array in the memory order of `a` (order "K"), or C or F."""
    order = "K" if order is None else order.upper()
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
    if is_c_order(a):
        return _core.empty(shape, dtype, device, "C")
    if is_f_order(a):
        return _core.empty(shape, dtype, device, "F")
    if order == "A":
        return _core.empty(shape, dtype, device, "C")
    if order != "K":
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    strides = a.strides
    outer_first = sorted(range(a.ndim), key=lambda axis: -abs(strides[axis]))
    return _empty_permuted(shape, dtype, device, outer_first)


def _empty_permuted(shape, dtype, device, outer_first):
    out = _core.empty([shape[axis] for axis in outer_first], dtype, device, "C")
    inverse = [0] * len(shape)
    for position, axis in enumerate(outer_first):
        inverse[axis] = position
    return out.transpose(inverse)


def empty_for(arrays, shape, dtype):
    """Uninitialised array in the common memory order of arrays of like shapes.

    NumPy's rule: axes go by falling stride; where arrays disagree, or no array
    tells (axes of length 1), C order wins.
    """
    device = arrays[0].device
    if all(map(is_c_order, arrays)):
        return _core.empty(shape, dtype, device, "C")
    order = []
    for axis in range(len(shape)):
        at = len(order)
        for before in range(at - 1, -1, -1):
            votes = [
                abs(a.strides[axis]) > abs(a.strides[order[before]])
                for a in arrays
                if a.shape[axis] != 1 and a.shape[order[before]] != 1
            ]
            if votes and not all(votes):
                break
            if votes:
                at = before
        order.insert(at, axis)
    return _empty_permuted(shape, dtype, device, order)

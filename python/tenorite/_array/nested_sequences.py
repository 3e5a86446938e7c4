# SPDX-License-Identifier: Apache-2.0
"""Arrays from nested sequences in which arrays of ours stand among other items."""

import itertools
import math

import numpy

from .. import _core
from .._core import ndarray, scalar

_MAX_NDIM = 64
_SEQUENCE = "setting an array element with a sequence. "


def first_leaf(obj):
    """The first innermost item of nested lists and tuples."""
    for _ in range(_MAX_NDIM):
        if not isinstance(obj, (list, tuple)) or not obj:
            break
        obj = obj[0]
    return obj


def _common(shapes):
    """The lengths at the start of all the shapes, and whether that is all of them."""
    shared = []
    for lengths in itertools.zip_longest(*shapes):
        if len(set(lengths)) > 1:
            return tuple(shared), False
        shared.append(lengths[0])
    return tuple(shared), True


class _Leaves:
    """The arrays and scalars in nested sequences, with their positions."""

    def __init__(self, obj):
        self.ours = []
        self.others = []
        self._regular = True
        self.shape = self._visit(obj, ())
        if not self._regular:
            raise ValueError(
                f"{_SEQUENCE}The requested array has an inhomogeneous shape after "
                f"{len(self.shape)} dimensions. The detected shape was {self.shape} "
                "+ inhomogeneous part."
            )

    def _visit(self, x, position):
        if isinstance(x, ndarray):
            self.ours.append((position, x))
            return x.shape
        if not isinstance(x, (list, tuple)):
            x = numpy.asarray(x)
            self.others.append((position, x))
            return x.shape
        if len(position) >= _MAX_NDIM:
            raise ValueError(
                f"{_SEQUENCE}The requested array would exceed the maximum number of "
                f"dimension of {_MAX_NDIM}."
            )
        shapes = [self._visit(item, (*position, i)) for i, item in enumerate(x)]
        shared, regular = _common(shapes)
        self._regular &= regular
        return (len(x), *shared)

    def read_scalars(self, dtype):
        """Makes NumPy's of scalars that may not fit the dtype: it refuses those."""
        kept = []
        for position, leaf in self.ours:
            if isinstance(leaf, scalar) and not numpy.can_cast(leaf.dtype, dtype):
                self.others.append((position, leaf.get()[()]))
            else:
                kept.append((position, leaf))
        self.ours = kept


def _common_dtype(leaves):
    """The dtype of all leaves: object where they have none, as of dates and numbers."""
    try:
        return numpy.result_type(*{leaf.dtype for _, leaf in leaves})
    except numpy.exceptions.DTypePromotionError:
        return numpy.dtype(object)


def nested_array(obj, check_dtype, dtype, device, order):
    """Array of nested sequences, put together on the device.

    The device is by default that of the first array among the items; the
    result is in C order unless `order` is "F".
    """
    if dtype is not None:
        dtype = check_dtype(dtype)  # before the shape: objects may be ragged
    leaves = _Leaves(obj)
    if device is None:
        device = leaves.ours[0][1].device
    if dtype is None:
        dtype = check_dtype(_common_dtype(leaves.ours + leaves.others))
    order = "F" if order == "F" else "C"
    out = _core.empty(leaves.shape, dtype, device, order)
    if dtype.kind in "iu":
        leaves.read_scalars(dtype)
    if leaves.others and math.prod(leaves.shape):
        host = numpy.zeros(leaves.shape, dtype, order)
        for position, leaf in leaves.others:
            host[position] = leaf
        out = _core.from_host(host, device)
    for position, leaf in leaves.ours:
        out[position] = leaf if leaf.device == out.device else leaf.to_device(device)
    return out

# SPDX-License-Identifier: Apache-2.0
"""Grids of coordinates, and arrays that are functions of them."""

import numpy

from .. import _core
from .._array.convert import (
    as_operands,
    check_dtype,
    from_host,
    like_device,
)
from .._array.host_data import or_numpy
from .._core import ndarray
from .creation import arange

__all__ = [
    "fromfunction",
    "indices",
    "meshgrid",
    "mgrid",
    "ogrid",
]


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Coordinate arrays from coordinate vectors; a tuple. See numpy.meshgrid.

    >>> np.meshgrid(np.array([1, 2]), np.array([3, 4]))
    (array([[1, 2],
           [1, 2]]), array([[3, 3],
           [4, 4]]))
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    ndim = len(xi)
    out = [
        x.reshape((1,) * i + (-1,) + (1,) * (ndim - 1 - i))
        for i, x in enumerate(as_operands(xi))
    ]
    if indexing == "xy" and ndim > 1:
        out[0] = out[0].reshape((1, -1) + (1,) * (ndim - 2))
        out[1] = out[1].reshape((-1, 1) + (1,) * (ndim - 2))
    if not sparse:
        shape = numpy.broadcast_shapes(*(x.shape for x in out))
        out = [x if x.shape == shape else _core.broadcast_to(x, shape) for x in out]
    if copy:
        out = [x.copy() for x in out]
    return tuple(out)


def _with_newaxes(axis):
    """An axis of an open grid, from NumPy's; new axes have no step."""
    index = tuple(None if n == 0 else slice(None) for n in axis.strides)
    return from_host(axis.reshape(-1))[index]


def _host_slice(key):
    """A slice whose limits are on the host; anything else as it is."""
    if not isinstance(key, slice):
        return key
    limits = (key.start, key.stop, key.step)
    return slice(
        *(x.get()[()] if isinstance(x, ndarray) else x for x in limits),
    )


class _Grid:
    """numpy.mgrid (dense) or numpy.ogrid (sparse), on the default device."""

    def __init__(self, sparse):
        self.sparse = sparse

    def __getitem__(self, key):
        if not isinstance(key, (tuple, list)):
            return self._line(_host_slice(key))
        # The axes themselves are short: NumPy makes them.
        axes = numpy.ogrid[tuple(_host_slice(axis) for axis in key)]
        if self.sparse:
            return tuple(_with_newaxes(axis) for axis in axes)
        if not axes:
            return from_host(numpy.mgrid[()])
        shape = numpy.broadcast_shapes(*(axis.shape for axis in axes))
        out = _core.empty((len(axes), *shape), check_dtype(axes[0].dtype))
        for i, axis in enumerate(axes):
            out[i] = from_host(axis, out.device)
        return out

    @staticmethod
    def _line(key):
        if any(isinstance(x, numpy.ndarray) for x in (key.start, key.stop, key.step)):
            return from_host(numpy.asarray(numpy.ogrid[key]))
        start, stop = key.start or 0, key.stop
        step = 1 if key.step is None else key.step
        if not isinstance(step, (complex, numpy.complexfloating)):
            return arange(start, stop, step)
        length = int(abs(step))
        step = abs(step)
        if step != 1:
            step = (stop - start) / float(step - 1)
        dtype = numpy.result_type(start, stop, step)
        return arange(0, length, 1, dtype=dtype) * step + start


mgrid = _Grid(False)
ogrid = _Grid(True)


@or_numpy
def indices(dimensions, dtype=int, sparse=False, *, device=None):
    """Index grid of shape (ndim, *dimensions), or a tuple if sparse. See numpy.indices.

    >>> np.indices((2, 2)).shape
    (2, 2, 2)
    """
    dimensions = tuple(dimensions)
    ndim = len(dimensions)
    out = None if sparse else _core.empty((ndim, *dimensions), dtype, device)
    axes = [
        arange(n, dtype=dtype, device=device).reshape(
            (1,) * i + (n,) + (1,) * (ndim - i - 1)
        )
        for i, n in enumerate(dimensions)
    ]
    if sparse:
        return tuple(axes)
    for i, axis in enumerate(axes):
        out[i] = axis
    return out


def fromfunction(function, shape, *, dtype=float, like=None, device=None, **kwargs):
    """function(*indices(shape)). See numpy.fromfunction.

    >>> np.fromfunction(lambda i, j: i + 2 * j, (2, 3))
    array([[0., 2., 4.],
           [1., 3., 5.]])
    """
    device = like_device(device, like)
    return function(*indices(shape, dtype=dtype, device=device), **kwargs)

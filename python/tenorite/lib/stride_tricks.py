# SPDX-License-Identifier: Apache-2.0
"""Views with any shape and strides. Mirrors numpy.lib.stride_tricks."""

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from .. import _core
from .._array.convert import as_operand
from .._array.host_data import with_host_data
from .._numpy.manipulation import broadcast_arrays, broadcast_shapes, broadcast_to
from .._runtime.help import document

__all__ = [
    "as_strided",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "sliding_window_view",
]


def as_strided(
    x, shape=None, strides=None, subok=False, writeable=True, *, check_bounds=None
):
    """View of `x` with this shape and these strides in bytes.

    ValueError if an item would lie outside the memory of `x`; this is always
    checked, so `check_bounds` changes nothing. See numpy.lib.stride_tricks.as_strided.

    >>> np.lib.stride_tricks.as_strided(np.arange(3), (2, 2), (8, 8))
    array([[0, 1],
           [1, 2]])
    """
    x = as_operand(x)
    shape = x.shape if shape is None else tuple(shape)
    strides = x.strides if strides is None else tuple(strides)
    view = _core.as_strided(x, shape, strides)
    if not writeable:
        view._set_writeable(False)
    return view


def _axes_of(x, window_shape, axis):
    if axis is None:
        if len(window_shape) != x.ndim:
            raise ValueError(
                "Since axis is `None`, must provide window_shape for all dimensions "
                f"of `x`; got {len(window_shape)} window_shape elements and "
                f"`x.ndim` is {x.ndim}."
            )
        return tuple(range(x.ndim))
    axis = normalize_axis_tuple(axis, x.ndim, allow_duplicate=True)
    if len(window_shape) != len(axis):
        raise ValueError(
            "Must provide matching length window_shape and axis; got "
            f"{len(window_shape)} window_shape elements and {len(axis)} axes elements."
        )
    return axis


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """View whose last axes are the windows that slide over `axis` of `x`.

    ValueError if a window is larger than its axis.
    See numpy.lib.stride_tricks.sliding_window_view.

    >>> np.lib.stride_tricks.sliding_window_view(np.arange(4), 3)
    array([[0, 1, 2],
           [1, 2, 3]])
    """
    window_shape = (
        tuple(window_shape) if numpy.iterable(window_shape) else (window_shape,)
    )
    x = as_operand(x)
    if any(length < 0 for length in window_shape):
        raise ValueError("`window_shape` cannot contain negative values")
    axis = _axes_of(x, window_shape, axis)
    steps = list(x.shape)
    for i, length in zip(axis, window_shape, strict=True):
        if steps[i] < length:
            raise ValueError("window shape cannot be larger than input array shape")
        steps[i] -= length - 1
    strides = x.strides + tuple(x.strides[i] for i in axis)
    return as_strided(x, (*steps, *window_shape), strides, writeable=writeable)


as_strided = with_host_data(as_strided, numpy.lib.stride_tricks)
sliding_window_view = with_host_data(sliding_window_view, numpy.lib.stride_tricks)
document([as_strided, broadcast_arrays, broadcast_to, sliding_window_view])

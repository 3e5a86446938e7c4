# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays in page-locked memory, which GPUs copy from and to while others run.

Without a GPU it is memory like any other.
"""

import math
import operator

import numpy
from numpy.lib.stride_tricks import as_strided

from .. import cuda


def _array(shape, dtype, **layout):
    if dtype.hasobject:
        raise TypeError("page-locked memory holds no Python objects")
    size = math.prod(shape) * dtype.itemsize
    memory = cuda.alloc_pinned_memory(max(size, 1))
    return numpy.ndarray(shape, dtype, memory, **layout)


def empty_pinned(shape, dtype=float, order="C"):
    """A new NumPy array in page-locked memory, with whatever is there.

    Copies between it and a GPU (`x.set(a)`, `x.get(out=a)`) can run beside other work.
    See cupyx.empty_pinned.

    >>> from tenorite import cupyx
    >>> cupyx.empty_pinned((2, 3)).shape
    (2, 3)
    """
    try:
        shape = (operator.index(shape),)
    except TypeError:
        shape = tuple(operator.index(n) for n in shape)
    if any(n < 0 for n in shape):
        raise ValueError("negative dimensions are not allowed")
    dtype = numpy.dtype(dtype)
    if 0 in shape and not dtype.hasobject:  # no memory, but NumPy's strides
        return numpy.empty(shape, dtype, order)
    return _array(shape, dtype, order=order)


def empty_like_pinned(a, dtype=None, order="K", subok=None, shape=None):
    """A new NumPy array in page-locked memory, with shape and dtype of another.

    `a` is an array of ours or of NumPy's. See cupyx.empty_like_pinned.

    >>> from tenorite import cupyx
    >>> cupyx.empty_like_pinned(np.ones((2, 3), np.float32)).dtype
    dtype('float32')
    """
    if subok is not None:
        raise TypeError("subok is not supported yet")
    # Neither has memory that is touched: they tell what NumPy makes of the strides.
    model = as_strided(numpy.empty((), a.dtype), a.shape, a.strides)
    like = numpy.empty_like(model, dtype, order, shape=shape)
    return _array(like.shape, like.dtype, strides=like.strides)


def zeros_pinned(shape, dtype=float, order="C"):
    """A new NumPy array of zeros in page-locked memory. See cupyx.zeros_pinned.

    >>> from tenorite import cupyx
    >>> cupyx.zeros_pinned(2)
    array([0., 0.])
    """
    made = empty_pinned(shape, dtype, order)
    made[...] = 0
    return made


def zeros_like_pinned(a, dtype=None, order="K", subok=None, shape=None):
    """A new NumPy array of zeros in page-locked memory, with shape and dtype of another.

    See cupyx.zeros_like_pinned.

    >>> from tenorite import cupyx
    >>> cupyx.zeros_like_pinned(np.ones(2, np.int8))
    array([0, 0], dtype=int8)
    """
    made = empty_like_pinned(a, dtype, order, subok, shape)
    made[...] = 0
    return made

# SPDX-License-Identifier: Apache-2.0
"""dask.sizeof: the bytes of our arrays, by which workers limit memory and spill."""

import math

from .._core import ndarray


def tell(module):
    """Registers ndarray; dask's own rule sees Python's object alone."""
    module.sizeof.register(ndarray, bytes_of)


def bytes_of(x):
    """Bytes of the items of an array or a view; those that repeat count once.

    Nothing is computed for it: results that are still pending count as what they will
    take.
    """
    sizes = [n for n, step in zip(x.shape, x.strides, strict=True) if step]
    return math.prod(sizes) * x.itemsize

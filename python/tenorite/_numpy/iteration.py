# SPDX-License-Identifier: Apache-2.0
"""NumPy's iterators over several operands, on the memory of the CPU device."""

import numpy

from .._core import ndarray

__all__ = ["nditer", "nested_iters"]


def _on_host(operand):
    """The memory of an array of ours; anything else as it is. TypeError on a GPU."""
    return operand.__array__() if isinstance(operand, ndarray) else operand


def _all_on_host(op):
    return [_on_host(x) for x in op] if isinstance(op, (list, tuple)) else _on_host(op)


def nditer(
    op,
    flags=None,
    op_flags=None,
    op_dtypes=None,
    order="K",
    casting="safe",
    op_axes=None,
    itershape=None,
    buffersize=0,
):
    """Iterator over host arrays and arrays of the CPU device, whose memory it uses.

    What it hands out and allocates are host arrays. TypeError for arrays on a GPU.
    See numpy.nditer.

    >>> [int(x) for x in np.nditer(np.array([1, 2], device="cpu"))]
    [1, 2]
    """
    return numpy.nditer(
        _all_on_host(op),
        flags,
        op_flags,
        op_dtypes,
        order,
        casting,
        op_axes,
        itershape,
        buffersize,
    )


def nested_iters(
    op,
    axes,
    flags=None,
    op_flags=None,
    op_dtypes=None,
    order="K",
    casting="safe",
    buffersize=0,
):
    """Iterators over groups of axes, one within the other, of operands as for nditer().

    See numpy.nested_iters.

    >>> x = np.array([[0, 1], [2, 3]], device="cpu")
    >>> outer, inner = np.nested_iters(x, [[1], [0]])
    >>> [[int(item) for item in inner] for _ in outer]
    [[0, 2], [1, 3]]
    """
    return numpy.nested_iters(
        _all_on_host(op), axes, flags, op_flags, op_dtypes, order, casting, buffersize
    )

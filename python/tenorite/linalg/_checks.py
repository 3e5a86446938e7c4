# SPDX-License-Identifier: Apache-2.0
"""What NumPy asks of the shapes of matrices, in its words."""

import math

from numpy.linalg import LinAlgError


def check_stacked(*arrays):
    """LinAlgError unless all have two axes or more."""
    for a in arrays:
        if a.ndim < 2:
            raise LinAlgError(
                f"{a.ndim}-dimensional array given. Array must be at least "
                "two-dimensional"
            )


def check_matrices(*arrays):
    """LinAlgError unless all have two axes."""
    for a in arrays:
        if a.ndim != 2:
            raise LinAlgError(
                f"{a.ndim}-dimensional array given. Array must be two-dimensional"
            )


def check_square(a):
    """LinAlgError unless the last two axes are equally long."""
    check_stacked(a)
    if a.shape[-2] != a.shape[-1]:
        raise LinAlgError("Last 2 dimensions of the array must be square")


def has_empty_matrices(a):
    """Whether the last two axes hold no items."""
    return math.prod(a.shape[-2:]) == 0


def conjugate_transpose(a):
    """The adjoints of a stack of matrices."""
    a = a.swapaxes(-1, -2)
    return a.conj() if a.dtype.kind == "c" else a

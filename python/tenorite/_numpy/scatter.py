# SPDX-License-Identifier: Apache-2.0
"""Changes of an array at positions that may be there more than once: CuPy's scatter."""

from .._array.convert import as_operand
from .._core import ndarray
from .ufuncs import add, maximum, minimum


def _scatter(ufunc, a, slices, value):
    if not isinstance(a, ndarray):
        raise TypeError(f"expected a tenorite.ndarray, not {type(a).__name__}")
    # Values are converted to the dtype of the array, in whatever direction.
    value = as_operand(value, a, a.dtype).astype(a.dtype, copy=False)
    ufunc.at(a, slices, value)


def scatter_add(a, slices, value):
    """Adds values to items of an array, each as often as its index is there.

    `a[slices] += value` adds once to an item whose index is there twice. Values are
    converted to the dtype of `a`. It is numpy.add.at. See cupyx.scatter_add.

    >>> from tenorite import cupyx
    >>> x = np.zeros(3)
    >>> cupyx.scatter_add(x, np.array([0, 2, 2]), 1)
    >>> x
    array([1., 0., 2.])
    """
    _scatter(add, a, slices, value)


def scatter_max(a, slices, value):
    """Sets items of an array to the larger of themselves and the values there.

    It is numpy.maximum.at. See cupyx.scatter_max.

    >>> from tenorite import cupyx
    >>> x = np.zeros(3)
    >>> cupyx.scatter_max(x, np.array([0, 2, 2]), np.array([1.0, 5.0, 3.0]))
    >>> x
    array([1., 0., 5.])
    """
    _scatter(maximum, a, slices, value)


def scatter_min(a, slices, value):
    """Sets items of an array to the smaller of themselves and the values there.

    It is numpy.minimum.at. See cupyx.scatter_min.

    >>> from tenorite import cupyx
    >>> x = np.zeros(3)
    >>> cupyx.scatter_min(x, np.array([0, 2, 2]), np.array([-1.0, 5.0, -3.0]))
    >>> x
    array([-1.,  0., -3.])
    """
    _scatter(minimum, a, slices, value)

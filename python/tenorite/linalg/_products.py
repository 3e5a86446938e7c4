# SPDX-License-Identifier: Apache-2.0
"""Products of matrices and vectors, with the signatures of the array API."""

import operator

from numpy.lib.array_utils import normalize_axis_index

from .._array.convert import as_operand, as_operands
from .._numpy import math, products
from .._numpy.creation import empty_like
from .._numpy.diagonals import eye
from .._numpy.manipulation import atleast_2d
from .._numpy.manipulation import matrix_transpose as _matrix_transpose
from .._numpy.products import dot
from ._checks import check_matrices, check_square
from ._solve import inv

__all__ = [
    "cross",
    "diagonal",
    "matmul",
    "matrix_power",
    "matrix_transpose",
    "multi_dot",
    "outer",
    "tensordot",
    "trace",
    "vecdot",
]


def matrix_power(a, n):
    """(..., n, n) matrices multiplied by themselves; inverted for negative `n`.

    TypeError unless `n` is an integer. See numpy.linalg.matrix_power.

    >>> np.linalg.matrix_power(np.array([[1, 1], [0, 1]]), 3)
    array([[1, 3],
           [0, 1]])
    """
    a = as_operand(a)
    check_square(a)
    try:
        n = operator.index(n)
    except TypeError as error:
        raise TypeError("exponent must be an integer") from error
    if n == 0:
        result = empty_like(a)
        result[...] = eye(a.shape[-1], dtype=a.dtype, device=a.device)
        return result
    if n < 0:
        a, n = inv(a), -n
    if n == 3:
        return products.matmul(products.matmul(a, a), a)
    power, result = a, None
    while True:
        n, bit = divmod(n, 2)
        if bit:
            result = power if result is None else products.matmul(result, power)
        if n == 0:
            return result
        power = products.matmul(power, power)


def multi_dot(arrays, *, out=None):
    """The product of two or more matrices, in the order of the fewest operations.

    The first and the last may be vectors. See numpy.linalg.multi_dot.

    >>> np.linalg.multi_dot([np.ones((1, 2)), np.ones((2, 3)), np.ones((3, 1))])
    array([[6.]])
    """
    count = len(arrays)
    if count < 2:
        raise ValueError("Expecting at least two arrays.")
    if count == 2:
        return dot(arrays[0], arrays[1], out=out)
    arrays = as_operands(list(arrays))
    first, last = arrays[0].ndim, arrays[-1].ndim
    if first == 1:
        arrays[0] = atleast_2d(arrays[0])
    if last == 1:
        arrays[-1] = arrays[-1][:, None]
    check_matrices(*arrays)
    split = _best_splits([*(a.shape[0] for a in arrays), arrays[-1].shape[1]])

    def product(i, j, out=None):
        if i == j:
            return arrays[i]
        k = split[i, j]
        return dot(product(i, k), product(k + 1, j), out=out)

    result = product(0, count - 1, out)
    if first == 1 and last == 1:
        return result[0, 0]
    return result.ravel() if 1 in (first, last) else result


def _best_splits(sizes):
    """Where to split each product of matrices i to j, whose shapes follow in `sizes`.

    Cormen et al., Introduction to Algorithms, chapter 15.2.
    """
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    split = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            cost[i, j], split[i, j] = min(
                (
                    cost[i, k]
                    + cost[k + 1, j]
                    + sizes[i] * sizes[k + 1] * sizes[j + 1],
                    k,
                )
                for k in range(i, j)
            )
    return split


def outer(x1, x2, /):
    """Products of all pairs of items of two vectors. See numpy.linalg.outer.

    >>> np.linalg.outer(np.array([1, 2]), np.array([1, 10]))
    array([[ 1, 10],
           [ 2, 20]])
    """
    x1, x2 = as_operands([x1, x2])
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(
            "Input arrays must be one-dimensional, but they are "
            f"x1.ndim={x1.ndim!r} and x2.ndim={x2.ndim!r}."
        )
    return products.outer(x1, x2)


def diagonal(x, /, *, offset=0):
    """Diagonals of (..., m, n) matrices. See numpy.linalg.diagonal.

    >>> np.linalg.diagonal(np.array([[1, 2], [3, 4]]))
    array([1, 4])
    """
    return as_operand(x).diagonal(offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    """Sums of the diagonals of (..., m, n) matrices. See numpy.linalg.trace.

    >>> np.linalg.trace(np.array([[1, 2], [3, 4]]))
    np.int64(5)
    """
    return math.trace(x, offset, -2, -1, dtype)


def cross(x1, x2, /, *, axis=-1):
    """Cross products of 3-vectors along an axis. See numpy.linalg.cross.

    >>> np.linalg.cross(np.array([1, 0, 0]), np.array([0, 1, 0]))
    array([0, 0, 1])
    """
    x1, x2 = as_operands([x1, x2])
    if x1.ndim and x2.ndim:  # or math.cross() has NumPy's words
        n = x1.shape[normalize_axis_index(axis, x1.ndim, "axisa")]
        m = x2.shape[normalize_axis_index(axis, x2.ndim, "axisb")]
        if n != 3 or m != 3:
            raise ValueError(
                "Both input arrays must be (arrays of) 3-dimensional vectors, but "
                f"they are {n} and {m} dimensional instead."
            )
    return math.cross(x1, x2, axis=axis)


def matmul(x1, x2, /):
    """Matrix products. See numpy.linalg.matmul.

    >>> np.linalg.matmul(np.array([[1, 2]]), np.array([[1], [1]]))
    array([[3]])
    """
    return products.matmul(x1, x2)


def tensordot(x1, x2, /, *, axes=2):
    """Sums of products over the given axes. See numpy.linalg.tensordot.

    >>> np.linalg.tensordot(np.ones((2, 3)), np.ones((3, 2)), axes=1)
    array([[3., 3.],
           [3., 3.]])
    """
    return products.tensordot(x1, x2, axes)


def matrix_transpose(x, /):
    """The last two axes swapped. See numpy.linalg.matrix_transpose.

    >>> np.linalg.matrix_transpose(np.array([[1, 2], [3, 4]]))
    array([[1, 3],
           [2, 4]])
    """
    return _matrix_transpose(x)


def vecdot(x1, x2, /, *, axis=-1):
    """Vector products along an axis, x1 conjugated. See numpy.linalg.vecdot.

    >>> np.linalg.vecdot(np.array([1, 2]), np.array([3, 4]))
    np.int64(11)
    """
    return products.vecdot(x1, x2, axis=axis)

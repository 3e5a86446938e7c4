# SPDX-License-Identifier: Apache-2.0
"""Norms, condition numbers, ranks and determinants."""

import math

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple
from numpy.linalg import LinAlgError
from numpy.linalg._linalg import SlogdetResult

from .. import _core as _library
from .._array.convert import as_operand
from .._core import linalg as _core
from .._core import ufuncs
from .._numpy.indexing import where
from .._numpy.manipulation import moveaxis
from .._numpy.statistics import count_nonzero
from ._checks import check_square, check_stacked, has_empty_matrices
from ._decompositions import svd

__all__ = [
    "cond",
    "det",
    "matrix_norm",
    "matrix_rank",
    "norm",
    "slogdet",
    "vector_norm",
]

_abs = ufuncs["absolute"]
_sqrt = ufuncs["sqrt"]


def _squares(x):
    """|x|^2 of every item."""
    if x.dtype.kind != "c":
        return x * x
    re, im = x.real, x.imag
    return re * re + im * im


def norm(x, ord=None, axis=None, keepdims=False):
    """Norms of vectors along an axis, or of matrices along two.

    `ord`: None (2-norm of all items), a number, inf or -inf; for matrices "fro",
    "nuc", 1, -1, 2, -2, inf and -inf. ValueError for others. See numpy.linalg.norm.

    >>> np.linalg.norm(np.array([3.0, 4.0]))
    np.float64(5.0)
    """
    x = as_operand(x)
    if x.dtype.kind not in "fc":
        x = x.astype(float)
    ndim = x.ndim
    if axis is None:
        is_flat = ord is None or (ord in ("f", "fro") and ndim == 2)
        if is_flat or (ord == 2 and ndim == 1):
            return _flat_norm(x, keepdims)
        axis = tuple(range(ndim))
    elif not isinstance(axis, tuple):
        try:
            axis = (int(axis),)
        except Exception as error:
            raise TypeError(
                "'axis' must be None, an integer or a tuple of integers"
            ) from error
    if len(axis) == 1:
        return _norm_of_vectors(x, ord, axis, keepdims)
    if len(axis) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    rows, columns = (normalize_axis_index(item, ndim) for item in axis)
    if rows == columns:
        raise ValueError("Duplicate axes given.")
    result = _norm_of_matrices(x, ord, rows, columns)
    if keepdims:
        result = result.reshape(
            [1 if i in (rows, columns) else n for i, n in enumerate(x.shape)]
        )
    return result


def _flat_norm(x, keepdims):
    flat = x.ravel(order="K")
    if flat.dtype.kind == "c":  # the products of parts have no sum of inf and nan
        flat = flat.copy() if flat.strides[0] != flat.itemsize else flat
        flat = flat.view(flat.real.dtype)
    result = _sqrt(_library.dot(flat, flat))
    return result.reshape((1,) * x.ndim) if keepdims else result


def _norm_of_vectors(x, ord, axis, keepdims):
    if ord == numpy.inf:
        return _abs(x).max(axis=axis, keepdims=keepdims, initial=0)
    if ord == -numpy.inf:
        return _abs(x).min(axis=axis, keepdims=keepdims)
    if ord == 0:
        return (x != 0).astype(x.real.dtype).sum(axis=axis, keepdims=keepdims)
    if ord == 1:
        return _abs(x).sum(axis=axis, keepdims=keepdims)
    if ord is None or ord == 2:
        return _sqrt(_squares(x).sum(axis=axis, keepdims=keepdims))
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    powers = _abs(x)
    powers **= ord
    result = powers.sum(axis=axis, keepdims=keepdims)
    result **= numpy.reciprocal(ord, dtype=result.dtype)
    return result


# By order: which axis is summed (the other is searched), and how.
_SUM_ORDERS = {
    1: ("rows", "max"),
    -1: ("rows", "min"),
    numpy.inf: ("columns", "max"),
    -numpy.inf: ("columns", "min"),
}


def _norm_of_matrices(x, ord, rows, columns):
    if ord is None or (isinstance(ord, str) and ord in ("fro", "f")):
        return _sqrt(_squares(x).sum(axis=(rows, columns)))
    if isinstance(ord, str) and ord == "nuc":
        return _singular_values(x, rows, columns).sum(axis=-1)
    if isinstance(ord, str):
        raise ValueError("Invalid norm order for matrices.")
    if ord == 2:
        return _singular_values(x, rows, columns).max(axis=-1, initial=0)
    if ord == -2:
        return _singular_values(x, rows, columns).min(axis=-1)
    if ord not in _SUM_ORDERS:
        raise ValueError("Invalid norm order for matrices.")
    summed, extreme = _SUM_ORDERS[ord]
    first, second = (rows, columns) if summed == "rows" else (columns, rows)
    sums = _abs(x).sum(axis=first)
    second -= second > first
    if extreme == "max":
        return sums.max(axis=second, initial=0)
    return sums.min(axis=second)


def _singular_values(x, rows, columns):
    return svd(moveaxis(x, (rows, columns), (-2, -1)), compute_uv=False)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Norms of (..., m, n) matrices, `ord` as in norm. See numpy.linalg.matrix_norm.

    >>> np.linalg.matrix_norm(np.array([[3.0, 0.0], [0.0, 4.0]]))
    np.float64(5.0)
    """
    return norm(x, axis=(-2, -1), keepdims=keepdims, ord=ord)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """Norms of vectors along one or several axes (default: all items as one vector).

    `ord` is a number, inf or -inf. See numpy.linalg.vector_norm.

    >>> np.linalg.vector_norm(np.array([3.0, 4.0]))
    np.float64(5.0)
    """
    x = as_operand(x)
    shape = x.shape
    along = axis
    if axis is None:
        x, along = x.ravel(), 0
    elif isinstance(axis, tuple):
        axes = normalize_axis_tuple(axis, x.ndim)
        rest = [i for i in range(x.ndim) if i not in axes]
        size = math.prod(shape[i] for i in axes)
        x = x.transpose([*axes, *rest]).reshape([size, *(shape[i] for i in rest)])
        along = 0
    result = norm(x, axis=along, ord=ord)
    if keepdims:
        axes = range(len(shape)) if axis is None else axis
        axes = normalize_axis_tuple(axes, len(shape))
        result = result.reshape([1 if i in axes else n for i, n in enumerate(shape)])
    return result


def _singular_values_or_nan(x):
    """Singular values, NaN of matrices that hold infinities or NaNs."""
    finite = ufuncs["isfinite"](x).all(axis=(-2, -1), keepdims=True)
    s = svd(where(finite, x, x.dtype.type(0)), compute_uv=False)
    return where(finite[..., 0], s, s.dtype.type(numpy.nan))


def cond(x, p=None):
    """Condition numbers of (..., m, n) matrices in a norm (default: 2).

    inf where a matrix is singular, NaN where it holds one. LinAlgError for matrices
    without items. See numpy.linalg.cond.

    >>> np.linalg.cond(np.array([[2.0, 0.0], [0.0, 1.0]]), 1)
    np.float64(2.0)
    """
    x = as_operand(x)
    if x.size == 0 and has_empty_matrices(x):
        raise LinAlgError("cond is not defined on empty arrays")
    if p is None or p in (2, -2):
        check_stacked(x)
        s = _singular_values_or_nan(x)
        first, last = (-1, 0) if p == -2 else (0, -1)
        with numpy.errstate(all="ignore"):
            result = s[..., first] / s[..., last]
    else:
        check_square(x)
        inverse = _core.inv(x, True)

        def size(a):
            if p == "nuc":
                return _singular_values_or_nan(a).sum(axis=-1)
            return norm(a, p, axis=(-2, -1))

        with numpy.errstate(all="ignore"):
            result = size(x) * size(inverse)
        result = result.astype(inverse.real.dtype, copy=False)
    isnan = ufuncs["isnan"]
    is_singular = isnan(result) & ~isnan(x).any(axis=(-2, -1))
    infinity = result.dtype.type(numpy.inf)
    return _library.as_scalar(where(is_singular, infinity, result))


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    """How many singular values of (..., m, n) matrices are above `tol`.

    Default: `rtol` (max(m, n) * eps) times the largest. Of vectors: whether any item
    is not 0. LinAlgError for NaNs. See numpy.linalg.matrix_rank.

    >>> np.linalg.matrix_rank(np.ones((2, 2)))
    np.int64(1)
    """
    if rtol is not None and tol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    A = as_operand(A)
    if A.ndim < 2:
        return int(bool((A != 0).any()))
    s = svd(A, compute_uv=False, hermitian=hermitian)
    if tol is not None:
        tol = as_operand(tol, A)[..., None]
    else:
        if rtol is None:
            rtol = max(A.shape[-2:]) * float(numpy.finfo(s.dtype).eps)
        else:
            rtol = as_operand(rtol, A)[..., None]
        tol = s.max(axis=-1, keepdims=True, initial=0) * rtol
    return count_nonzero(s > tol, axis=-1)


def slogdet(a):
    """Sign and logarithm of the absolute determinants of (..., n, n) matrices.

    A SlogdetResult; 0 and -inf where one is singular. See numpy.linalg.slogdet.

    >>> np.linalg.slogdet(np.array([[1.0, 0.0], [0.0, -1.0]])).sign
    np.float64(-1.0)
    """
    a = as_operand(a)
    check_square(a)
    return SlogdetResult(*_core.slogdet(a))


def det(a):
    """Determinants of (..., n, n) matrices. See numpy.linalg.det.

    >>> np.linalg.det(np.array([[2.0, 0.0], [0.0, 3.0]])).round(6)
    np.float64(6.0)
    """
    sign, logarithm = slogdet(a)
    return sign * ufuncs["exp"](logarithm)

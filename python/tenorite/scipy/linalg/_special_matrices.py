# SPDX-License-Identifier: Apache-2.0
"""Matrices with a name, most of them made of a vector of items."""

import math

import numpy

from ..._array.convert import as_operand, as_operands, from_host
from ..._core import special_ufuncs, ufuncs
from ..._numpy.creation import arange, empty, zeros
from ..._numpy.indexing import take, where
from ..._numpy.joining import concatenate
from ..._numpy.products import matmul
from ._arguments import stacks_of

__all__ = [
    "block_diag",
    "circulant",
    "companion",
    "convolution_matrix",
    "dft",
    "fiedler",
    "fiedler_companion",
    "hadamard",
    "hankel",
    "helmert",
    "hilbert",
    "invhilbert",
    "invpascal",
    "khatri_rao",
    "leslie",
    "pascal",
    "toeplitz",
]


def _at_least_1d(x):
    x = as_operand(x)
    return x.reshape(1) if x.ndim == 0 else x


def _grid(rows, columns, device):
    """Numbers of rows, as a column, and of columns."""
    numbers = arange(max(rows, columns), device=device)
    return numbers[:rows, None], numbers[:columns]


def toeplitz(c, r=None):
    """Matrices with constant diagonals, of the first column and row (conj(c)).

    See scipy.linalg.toeplitz.

    >>> from tenorite.scipy import linalg
    >>> linalg.toeplitz(np.array([1, 2]), np.array([1, 3]))
    array([[1, 3],
           [2, 1]])
    """
    c = _at_least_1d(c)
    r = c.conj() if r is None else _at_least_1d(as_operand(r, c))
    c, r = stacks_of("_toeplitz", (c, 1), (r, 1))
    rows, columns = c.shape[-1], r.shape[-1]
    if rows == 0 or columns == 0:
        shape = (*c.shape[:-1], rows, columns)
        return empty(shape, numpy.result_type(c.dtype, r.dtype), device=c.device)
    values = concatenate([c[..., ::-1], r[..., 1:]], axis=-1)
    i, j = _grid(rows, columns, c.device)
    return take(values, j - i + (rows - 1), axis=-1)


def circulant(c):
    """Matrices whose columns are `c`, turned further and further.

    See scipy.linalg.circulant.

    >>> from tenorite.scipy import linalg
    >>> linalg.circulant(np.array([1, 2, 3]))
    array([[1, 3, 2],
           [2, 1, 3],
           [3, 2, 1]])
    """
    c = _at_least_1d(c)
    n = c.shape[-1]
    i, j = _grid(n, n, c.device)
    return take(c, (i - j) % max(n, 1), axis=-1)


def hankel(c, r=None):
    """The matrix with constant antidiagonals, of the first column and last row (0).

    See scipy.linalg.hankel.

    >>> from tenorite.scipy import linalg
    >>> linalg.hankel(np.array([1, 2]), np.array([2, 3]))
    array([[1, 2],
           [2, 3]])
    """
    c = as_operand(c)
    r = zeros(c.shape, c.dtype, device=c.device) if r is None else as_operand(r, c)
    c, r = c.ravel(), r.ravel()
    i, j = _grid(len(c), len(r), c.device)
    return take(concatenate([c, r[1:]]), i + j)


def hadamard(n, dtype=int):
    """Hadamard's matrix of 1 and -1, for a power of two. See scipy.linalg.hadamard.

    >>> from tenorite.scipy import linalg
    >>> linalg.hadamard(2)
    array([[ 1,  1],
           [ 1, -1]])
    """
    order = 0 if n < 1 else int(math.log(n, 2))
    if 2**order != n:
        raise ValueError("n must be a positive integer, and n must be a power of 2")
    i, j = _grid(n, n, None)
    common = i & j
    for shift in (32, 16, 8, 4, 2, 1):  # to the parity of the bits
        common = common ^ (common >> shift)
    return (1 - 2 * (common & 1)).astype(dtype)


def leslie(f, s):
    """Leslie's matrix of fecundities `f` and survivals `s`. See scipy.linalg.leslie.

    >>> from tenorite.scipy import linalg
    >>> linalg.leslie(np.array([0.1, 2.0]), np.array([0.5]))
    array([[0.1, 2. ],
           [0.5, 0. ]])
    """
    f, s = as_operands([f, s])
    f, s = (x.reshape(1) if x.ndim == 0 else x for x in (f, s))
    f, s = stacks_of("leslie", (f, 1), (s, 1))
    n = f.shape[-1]
    if n != s.shape[-1] + 1:
        raise ValueError(
            "Incorrect lengths for f and s. The length of s along the last axis must be "
            "one less than the length of f."
        )
    if n == 1:
        raise ValueError("The length of s must be at least 1.")
    dtype = numpy.result_type(f.dtype, s.dtype)
    a = zeros((*f.shape[:-1], n, n), dtype, device=f.device)
    a[..., 0, :] = f
    _diagonal(a[..., 1:, :-1])[...] = s
    return a


def _diagonal(a):
    """The diagonals of a stack of matrices, which can be written to."""
    n = min(a.shape[-2:])
    step = a.strides[-1] + a.strides[-2]
    from ...lib.stride_tricks import as_strided

    return as_strided(a, (*a.shape[:-2], n), (*a.strides[:-2], step))


def block_diag(*arrs):
    """The matrix with these matrices along its diagonal. See scipy.linalg.block_diag.

    >>> from tenorite.scipy import linalg
    >>> linalg.block_diag(np.array([[1, 2]]), 3)
    array([[1, 2, 0],
           [0, 0, 3]])
    """
    arrays = as_operands(arrs or ([],))
    arrays = [
        a.reshape((1,) * (2 - a.ndim) + a.shape) if a.ndim < 2 else a for a in arrays
    ]
    before = numpy.broadcast_shapes(*(a.shape[:-2] for a in arrays))
    rows, columns = (sum(a.shape[k] for a in arrays) for k in (-2, -1))
    dtype = numpy.result_type(*(a.dtype for a in arrays))
    out = zeros((*before, rows, columns), dtype, device=arrays[0].device)
    row = column = 0
    for a in arrays:
        below, right = row + a.shape[-2], column + a.shape[-1]
        out[..., row:below, column:right] = a
        row, column = below, right
    return out


def companion(a):
    """Companion matrices of polynomials, the highest power first.

    ValueError where the first coefficient is 0, so that it is waited for. See
    scipy.linalg.companion.

    >>> from tenorite.scipy import linalg
    >>> linalg.companion(np.array([1.0, -3.0, 2.0]))
    array([[ 3., -2.],
           [ 1.,  0.]])
    """
    a = _at_least_1d(a)
    n = a.shape[-1]
    if n < 2:
        raise ValueError("The length of `a` along the last axis must be at least 2.")
    if bool((a[..., 0] == 0).any()):
        raise ValueError(
            "The first coefficient(s) of `a` (i.e. elements of `a[..., 0]`) must not "
            "be zero."
        )
    first = -a[..., 1:] / (1.0 * a[..., :1])
    c = zeros((*a.shape[:-1], n - 1, n - 1), first.dtype, device=a.device)
    c[..., 0, :] = first
    if n > 2:
        _diagonal(c[..., 1:, :-1])[...] = 1
    return c


def helmert(n, full=False):
    """Helmert's matrix of contrasts; `full` with the constant row.

    See scipy.linalg.helmert.

    >>> from tenorite.scipy import linalg
    >>> linalg.helmert(2).round(4)
    array([[ 0.7071, -0.7071]])
    """
    i, j = _grid(n, n, None)
    H = where(j < i, 1.0, where(i == j, -i, 0.0))
    d = i * (i + 1)
    H = where(i == 0, 1.0, H) / ufuncs["sqrt"](where(i == 0, n, d))
    return H if full else H[1:]


def hilbert(n):
    """Hilbert's matrix 1 / (i + j + 1). See scipy.linalg.hilbert.

    >>> from tenorite.scipy import linalg
    >>> linalg.hilbert(2)
    array([[1.        , 0.5       ],
           [0.5       , 0.33333333]])
    """
    i, j = _grid(n, n, None)
    return 1.0 / (1.0 + (i + j))


def _of_whole_numbers(items):
    """Rows of Python's ints as an array of int64, or NumPy's of objects if too large."""
    largest = max((abs(x) for row in items for x in row), default=0)
    if largest < 1 << 63:
        return from_host(numpy.array(items, numpy.int64))
    return numpy.array(items, object)


def invhilbert(n, exact=False):
    """The inverse of hilbert(n); `exact` with integers, NumPy's objects above 14.

    See scipy.linalg.invhilbert.

    >>> from tenorite.scipy import linalg
    >>> linalg.invhilbert(2)
    array([[ 4., -6.],
           [-6., 12.]])
    """
    if exact:
        comb = math.comb
        items = [
            [
                (-1) ** (i + j)
                * (i + j + 1)
                * comb(n + i, n - j - 1)
                * comb(n + j, n - i - 1)
                * comb(i + j, i) ** 2
                for j in range(n)
            ]
            for i in range(n)
        ]
        return (
            from_host(numpy.array(items, numpy.int64))
            if n <= 14
            else numpy.array(items, object)
        )
    binom = special_ufuncs["binom"]
    i, j = (x.astype(float) for x in _grid(n, n, None))
    sign = 1 - 2 * ((i + j) % 2)
    square = binom(i + j, i) ** 2
    factor = binom(n + i, n - j - 1) * binom(n + j, n - i - 1)
    return sign * (i + j + 1) * factor * square


_KINDS = ("symmetric", "lower", "upper")


def pascal(n, kind="symmetric", exact=True):
    """Pascal's matrix of binomial coefficients, "symmetric", "lower" or "upper".

    uint64 where it is `exact`, NumPy's objects from 35 on. See scipy.linalg.pascal.

    >>> from tenorite.scipy import linalg
    >>> linalg.pascal(3)
    array([[1, 1, 1],
           [1, 2, 3],
           [1, 3, 6]], dtype=uint64)
    """
    if kind not in _KINDS:
        raise ValueError("kind must be 'symmetric', 'lower', or 'upper'")
    if exact:
        lower = [[math.comb(i, j) for j in range(n)] for i in range(n)]
        lower = numpy.array(lower, object if n >= 35 else numpy.uint64)
        lower = lower.reshape(n, n)
        found = {"lower": lower, "upper": lower.T}.get(kind)
        found = lower.dot(lower.T) if found is None else found
        return found if n >= 35 else from_host(found)
    i, j = (x.astype(float) for x in _grid(n, n, None))
    lower = where(j <= i, special_ufuncs["binom"](i, j), 0.0)
    if kind == "lower":
        return lower
    return lower.T if kind == "upper" else matmul(lower, lower.T)


def invpascal(n, kind="symmetric", exact=True):
    """The inverse of pascal(n, kind); int64 where it is `exact`, objects from 35 on.

    See scipy.linalg.invpascal.

    >>> from tenorite.scipy import linalg
    >>> linalg.invpascal(2)
    array([[ 2, -1],
           [-1,  1]])
    """
    if kind not in _KINDS:
        raise ValueError("'kind' must be 'symmetric', 'lower' or 'upper'.")
    # The numbers are exact in any case: they are few.
    lower = [[(-1) ** (i + j) * math.comb(i, j) for j in range(n)] for i in range(n)]
    lower = numpy.array(lower, object).reshape(n, n)
    found = {"lower": lower, "upper": lower.T}.get(kind)
    if found is None:
        found = lower.T.dot(lower)
    limit = 34 if kind == "symmetric" else 34
    if exact and n > limit:
        return found
    return from_host(found.astype(numpy.int64 if exact else float))


def dft(n, scale=None):
    """The matrix of the discrete Fourier transform; `scale` "n" or "sqrtn" divides it.

    See scipy.linalg.dft.

    >>> from tenorite.scipy import linalg
    >>> linalg.dft(2).real.round(6)
    array([[ 1.,  1.],
           [ 1., -1.]])
    """
    if scale not in (None, "sqrtn", "n"):
        raise ValueError(
            f"scale must be None, 'sqrtn', or 'n'; {scale!r} is not valid."
        )
    i, j = _grid(n, n, None)
    # Powers of the root, reduced so that the angle is exact.
    angles = (i * j % max(n, 1)) * (-2 * math.pi / max(n, 1))
    m = empty((n, n), complex)
    m.real, m.imag = ufuncs["cos"](angles), ufuncs["sin"](angles)
    return m if scale is None else m / (n if scale == "n" else math.sqrt(n))


def fiedler(a):
    """Matrices |a[i] - a[j]|. See scipy.linalg.fiedler.

    >>> from tenorite.scipy import linalg
    >>> linalg.fiedler(np.array([1, 4]))
    array([[0, 3],
           [3, 0]])
    """
    a = _at_least_1d(a)
    if a.size == 0:
        return empty((0, 0), float, device=a.device)
    if a.size == 1:
        return zeros((1, 1), float, device=a.device)
    return ufuncs["absolute"](a[..., :, None] - a[..., None, :])


def fiedler_companion(a):
    """Pentadiagonal companion matrices, the highest power first.

    ValueError where that is 0. See scipy.linalg.fiedler_companion.

    >>> from tenorite.scipy import linalg
    >>> linalg.fiedler_companion(np.array([1.0, -3.0, 2.0]))
    array([[ 3., -2.],
           [ 1.,  0.]])
    """
    a = _at_least_1d(a)
    n = a.shape[-1] - 1
    if n < 1:  # no matrix of no coefficients, one without items of a constant
        shape = (0,) * (n + 2)
        return empty((*a.shape[:-1], *shape), a.dtype, device=a.device)
    if n > 1 and bool((a[..., 0] == 0).any()):
        raise ValueError("Leading coefficient is zero.")
    a = a / a[..., :1]
    c = zeros((*a.shape[:-1], n, n), a.dtype, device=a.device)
    if n == 1:
        c[..., 0, 0] = -a[..., 1]
        return c
    # Ones two rows below odd columns and two columns right of even rows, and
    # coefficients beside the diagonal.
    c[..., 0, 0] = -a[..., 1]
    c[..., 1, 0] = 1
    for k in range(1, n):
        row, column = (k, k - 1) if k % 2 == 0 else (k - 1, k)
        c[..., row, column] = -a[..., k + 1]
    for k in range(0, n - 2):
        row, column = (k, k + 2) if k % 2 == 0 else (k + 2, k)
        c[..., row, column] = 1
    return c


def convolution_matrix(a, n, mode="full"):
    """The matrix that convolves `n` items with `a`: "full", "same" or "valid".

    See scipy.linalg.convolution_matrix.

    >>> from tenorite.scipy import linalg
    >>> linalg.convolution_matrix(np.array([1, 2]), 2)
    array([[1, 0],
           [2, 1],
           [0, 2]])
    """
    if n <= 0:
        raise ValueError("n must be a positive integer.")
    a = as_operand(a)
    if a.size == 0:
        raise ValueError("len(a) must be at least 1.")
    if mode not in ("full", "valid", "same"):
        raise ValueError("'mode' argument must be one of ('full', 'valid', 'same')")
    m = a.shape[-1]
    rows, _ = m + n - 1, n
    first = 0
    if mode == "same":
        trim = min(n, m) - 1
        first, rows = trim // 2, rows - trim
    elif mode == "valid":
        first = min(n, m) - 1
        rows -= 2 * first
    i, j = _grid(rows, n, a.device)
    at = i + first - j
    inside = (at >= 0) & (at < m)
    items = take(a, where(inside, at, 0), axis=-1)
    return where(inside, items, 0).astype(a.dtype, copy=False)


def khatri_rao(a, b):
    """Kronecker's products of the columns of two matrices. See scipy.linalg.khatri_rao.

    >>> from tenorite.scipy import linalg
    >>> linalg.khatri_rao(np.array([[1, 2]]), np.array([[3, 4], [5, 6]]))
    array([[ 3,  8],
           [ 5, 12]])
    """
    a, b = as_operands([a, b])
    a, b = stacks_of("khatri_rao", (a, 2), (b, 2))
    if a.ndim < 2 or b.ndim < 2:
        raise ValueError("The both arrays should be 2-dimensional.")
    if a.shape[-1] != b.shape[-1]:
        raise ValueError("The number of columns for both arrays should be equal.")
    shape = (*a.shape[:-2], a.shape[-2] * b.shape[-2], a.shape[-1])
    if a.size == 0 or b.size == 0:
        return empty(shape, a.dtype, device=a.device)
    return (a[..., :, None, :] * b[..., None, :, :]).reshape(shape)

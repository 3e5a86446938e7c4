# SPDX-License-Identifier: Apache-2.0
"""Operations of BLAS under cupy.cublas's names, on any device.

Arrays are of one dtype: float32, float64, complex64 or complex128. `trans` of a matrix
is "N", "T", or "H" for the conjugate transpose; scalars are numbers or arrays without
axes. Products go to cuBLAS on a GPU and to OpenBLAS on the CPU.
"""

import numpy

from ._core import ndarray
from ._numpy.creation import arange, empty, zeros
from ._numpy.indexing import where
from ._numpy.manipulation import copyto
from ._numpy.math import imag, real
from ._numpy.products import matmul, vdot
from ._numpy.statistics import argmax, argmin
from ._numpy.statistics import sum as _sum
from ._numpy.ufuncs import absolute, conjugate, multiply, sqrt
from ._runtime.help import document

__all__ = [
    "asum",
    "axpy",
    "batched_gesv",
    "dgmm",
    "dot",
    "dotc",
    "dotu",
    "geam",
    "gemm",
    "gemv",
    "ger",
    "gerc",
    "geru",
    "iamax",
    "iamin",
    "nrm2",
    "sbmv",
    "scal",
    "syrk",
]

_TRANSPOSED = {"N": "N", "T": "T", "H": "H", "C": "H", 0: "N", 1: "T", 2: "H"}


def _dtype(*arrays, letters="fdFD"):
    """The dtype of all the arrays; TypeError where there is none that BLAS has."""
    for x in arrays:
        if not isinstance(x, ndarray):
            raise TypeError(f"expected a tenorite.ndarray, not {type(x).__name__}")
    dtype = arrays[0].dtype
    if any(x.dtype != dtype for x in arrays):
        names = ", ".join(str(x.dtype) for x in arrays)
        raise TypeError(f"dtype mismatch ({names})")
    if dtype.char not in letters:
        raise TypeError("invalid dtype")
    return dtype


def _check_ndim(x, ndim, name):
    if x.ndim != ndim:
        raise ValueError(f"{name} must be a {ndim}D array (actual: {x.ndim})")


def _vectors(x, y, letters="fdFD"):
    dtype = _dtype(x, y, letters=letters)
    _check_ndim(x, 1, "x")
    _check_ndim(y, 1, "y")
    if x.size != y.size:
        raise TypeError(
            f"x and y must be the same size (actual: {x.size} and {y.size})"
        )
    return dtype


def _op(a, trans):
    """A matrix as `trans` says: a view, or for "H" of complex numbers a copy."""
    letter = _TRANSPOSED.get(trans) if isinstance(trans, (str, int)) else None
    if letter is None:
        raise TypeError(f"invalid trans (actual: {trans})")
    if letter == "N":
        return a
    return conjugate(a).T if letter == "H" and a.dtype.kind == "c" else a.T


def _scalar(value, like):
    """A factor as a number of Python, or as an array without axes of the dtype."""
    if isinstance(value, (ndarray, numpy.ndarray)):
        if value.size != 1:
            raise ValueError("a factor must have one item")
        value = value.reshape(())
        if isinstance(value, ndarray):
            return value.astype(like.dtype, copy=False)
        return value.item()
    return value


def _is(value, number):
    return not isinstance(value, ndarray) and value == number


def _combined(product, alpha, beta, out):
    """Writes alpha * product + beta * out to `out`, which is not read for beta = 0."""
    alpha, beta = _scalar(alpha, product), _scalar(beta, product)
    if not _is(alpha, 1):
        product = product * alpha
    if not _is(beta, 0):
        product = product + out * beta
    copyto(out, product, casting="unsafe")
    return out


def _checked_out(out, shape, dtype):
    if not isinstance(out, ndarray):
        raise TypeError(f"out must be a tenorite.ndarray, not {type(out).__name__}")
    if out.shape != shape:
        raise ValueError(f"shape mismatch (out: {out.shape}, needed: {shape})")
    if out.dtype != dtype:
        raise TypeError(f"dtype mismatch (out: {out.dtype}, needed: {dtype})")
    return out


def _result(value, out, dtype):
    """A number in `out`, an array of ours or of NumPy's without axes, or by itself."""
    value = value.astype(dtype, copy=False)
    if out is None:
        return value
    if isinstance(out, numpy.ndarray):
        out[...] = value.get()
    elif isinstance(out, ndarray):
        out[...] = value
    else:
        raise TypeError("out must be either cupy or numpy ndarray")
    return out


# ---- vectors ----


def _place(a, out, function):
    dtype = _dtype(a)
    _check_ndim(a, 1, "a")
    size = absolute(real(a)) + absolute(imag(a)) if dtype.kind == "c" else absolute(a)
    return _result(function(size) + 1, out, numpy.int32)


def iamax(a, out=None):
    """The number, from 1, of the first item whose parts are largest in sum.

    See cupy.cublas.iamax.

    >>> int(np.cublas.iamax(np.array([1.0, -5.0, 3.0])))
    2
    """
    return _place(a, out, argmax)


def iamin(a, out=None):
    """The number, from 1, of the first item whose parts are smallest in sum.

    See cupy.cublas.iamin.

    >>> int(np.cublas.iamin(np.array([4.0, -5.0, 3.0])))
    3
    """
    return _place(a, out, argmin)


def asum(a, out=None):
    """The sum of the sizes of real and imaginary parts. See cupy.cublas.asum.

    >>> float(np.cublas.asum(np.array([1.0, -5.0, 3.0])))
    9.0
    """
    dtype = _dtype(a)
    _check_ndim(a, 1, "a")
    total = _sum(absolute(real(a)))
    if dtype.kind == "c":
        total = total + _sum(absolute(imag(a)))
    return _result(total, out, dtype.char.lower())


def axpy(a, x, y):
    """Adds `a` * x to y. See cupy.cublas.axpy.

    >>> np.cublas.axpy(2.0, np.array([1.0, 2.0]), np.ones(2))
    array([3., 5.])
    """
    _vectors(x, y)
    y += x * _scalar(a, x)
    return y


def dot(x, y, out=None):
    """The product of two real vectors. See cupy.cublas.dot.

    >>> float(np.cublas.dot(np.array([1.0, 2.0]), np.ones(2)))
    3.0
    """
    if isinstance(x, ndarray) and x.dtype.char in "FD":
        raise TypeError("Use dotu() or dotc() for complex dtype")
    return _result(matmul(x, y), out, _vectors(x, y, "fd"))


def dotu(x, y, out=None):
    """The product of two vectors, neither conjugated. See cupy.cublas.dotu.

    >>> complex(np.cublas.dotu(np.array([1j, 2.0]), np.array([1j, 1.0])))
    (1+0j)
    """
    return _result(matmul(x, y), out, _vectors(x, y))


def dotc(x, y, out=None):
    """The product of two vectors, of which the first is conjugated.

    See cupy.cublas.dotc.

    >>> complex(np.cublas.dotc(np.array([1j, 2.0]), np.array([1j, 1.0])))
    (3+0j)
    """
    dtype = _vectors(x, y)
    return _result(vdot(x, y), out, dtype)


def nrm2(x, out=None):
    """The Euclidean length of a vector. See cupy.cublas.nrm2.

    >>> float(np.cublas.nrm2(np.array([3.0, 4.0])))
    5.0
    """
    dtype = _dtype(x)
    _check_ndim(x, 1, "x")
    size = absolute(x)
    largest = size.max(initial=0)
    # Scaled, so that no square leaves the range; 0 and infinities as they are.
    scale = where((largest == 0) | (largest == numpy.inf), 1, largest)
    size = size / scale
    length = sqrt(_sum(size * size)) * scale
    return _result(length, out, dtype.char.lower())


def scal(a, x):
    """Multiplies x by `a`. See cupy.cublas.scal.

    >>> np.cublas.scal(2.0, np.array([1.0, 2.0]))
    array([2., 4.])
    """
    _dtype(x)
    _check_ndim(x, 1, "x")
    x *= _scalar(a, x)
    return x


# ---- matrices and vectors ----


def gemv(transa, alpha, a, x, beta, y):
    """Sets y to alpha * op(a) @ x + beta * y. See cupy.cublas.gemv.

    >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> y = np.zeros(2)
    >>> np.cublas.gemv("N", 1.0, a, np.ones(2), 0.0, y)
    >>> y
    array([3., 7.])
    """
    _dtype(a, x, y)
    _check_ndim(a, 2, "a")
    a = _op(a, transa)
    if x.shape != a.shape[1:] or y.shape != a.shape[:1]:
        raise ValueError(f"shapes {a.shape}, {x.shape} and {y.shape} do not fit")
    _combined(matmul(a, x), alpha, beta, y)


def ger(alpha, x, y, a):
    """Adds alpha * outer(x, y) of real vectors to a. See cupy.cublas.ger.

    >>> a = np.zeros((2, 2))
    >>> np.cublas.ger(1.0, np.array([1.0, 2.0]), np.ones(2), a)
    >>> a
    array([[1., 1.],
           [2., 2.]])
    """
    if isinstance(a, ndarray) and a.dtype.char in "FD":
        raise TypeError("Use geru or gerc for complex dtypes")
    geru(alpha, x, y, a)


def geru(alpha, x, y, a):
    """Adds alpha * outer(x, y) to a. See cupy.cublas.geru.

    >>> a = np.zeros((1, 1), complex)
    >>> np.cublas.geru(1.0, np.array([2j]), np.array([1j]), a)
    >>> a
    array([[-2.+0.j]])
    """
    _dtype(a, x, y)
    _check_ndim(a, 2, "a")
    if x.shape + y.shape != a.shape:
        raise ValueError(f"shapes {a.shape}, {x.shape} and {y.shape} do not fit")
    a += multiply.outer(x * _scalar(alpha, x), y)


def gerc(alpha, x, y, a):
    """Adds alpha * outer(x, conj(y)) to a. See cupy.cublas.gerc.

    >>> a = np.zeros((1, 1), complex)
    >>> np.cublas.gerc(1.0, np.array([2j]), np.array([1j]), a)
    >>> a
    array([[2.+0.j]])
    """
    _dtype(a, x, y)
    geru(alpha, x, conjugate(y), a)


def sbmv(k, alpha, a, x, beta, y, lower=False):
    """Sets y to alpha * A @ x + beta * y, of a symmetric matrix of 2 k + 1 diagonals.

    `a` has shape (k + 1, n), the diagonals as LAPACK stores them: of the upper half,
    the main one last, or of the lower half, the main one first. See cupy.cublas.sbmv.

    >>> y = np.zeros(3)
    >>> np.cublas.sbmv(1, 1.0, np.array([[0.0, 1, 1], [2, 2, 2]]), np.ones(3), 0.0, y)
    array([3., 4., 3.])
    """
    _dtype(a, x, y, letters="fd")
    n = x.size
    if a.shape != (k + 1, n) or x.shape != (n,) or y.shape != (n,):
        raise ValueError(f"shapes {a.shape}, {x.shape} and {y.shape} do not fit")
    product = a[0 if lower else k] * x
    for distance in range(1, min(k, n - 1) + 1):
        row = a[distance, : n - distance] if lower else a[k - distance, distance:]
        product[distance:] += row * x[: n - distance]
        product[: n - distance] += row * x[distance:]
    return _combined(product, alpha, beta, y)


# ---- matrices ----


def gemm(transa, transb, a, b, out=None, alpha=1.0, beta=0.0):
    """alpha * op(a) @ op(b), plus beta * out where `out` is given, which it is set to.

    Without `out` the result is in Fortran order. See cupy.cublas.gemm.

    >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> np.cublas.gemm("N", "T", a, a)
    array([[ 5., 11.],
           [11., 25.]])
    """
    dtype = _dtype(a, b)
    _check_ndim(a, 2, "a")
    _check_ndim(b, 2, "b")
    a, b = _op(a, transa), _op(b, transb)
    if a.shape[1] != b.shape[0]:
        raise ValueError(f"shapes {a.shape} and {b.shape} do not fit")
    shape = a.shape[0], b.shape[1]
    if out is None:
        out, beta = empty(shape, dtype, order="F", device=a.device), 0.0
    return _combined(matmul(a, b), alpha, beta, _checked_out(out, shape, dtype))


def geam(transa, transb, alpha, a, beta, b, out=None):
    """alpha * op(a) + beta * op(b). See cupy.cublas.geam.

    Without `out` the result is in Fortran order.

    >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> np.cublas.geam("N", "T", 1.0, a, 10.0, a)
    array([[11., 32.],
           [23., 44.]])
    """
    dtype = _dtype(a, b)
    _check_ndim(a, 2, "a")
    _check_ndim(b, 2, "b")
    a, b = _op(a, transa), _op(b, transb)
    if a.shape != b.shape:
        raise ValueError(f"shapes {a.shape} and {b.shape} do not fit")
    if out is None:
        out = empty(a.shape, dtype, order="F", device=a.device)
    alpha, beta = _scalar(alpha, a), _scalar(beta, a)
    _checked_out(out, a.shape, dtype)
    # As in BLAS, what is multiplied by 0 is not read.
    parts = [x * f for x, f in ((a, alpha), (b, beta)) if not _is(f, 0)]
    out[...] = sum(parts[1:], parts[0]) if parts else 0
    return out


def dgmm(side, a, x, out=None, incx=1):
    """diag(x) @ a for `side` "L", a @ diag(x) for "R". See cupy.cublas.dgmm.

    `incx` is the step between the items of `x` that count; from the end if negative.
    Without `out` the result is in the memory order of `a`.

    >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> np.cublas.dgmm("L", a, np.array([10.0, 1.0]))
    array([[10., 20.],
           [ 3.,  4.]])
    """
    dtype = _dtype(a, x)
    _check_ndim(a, 2, "a")
    _check_ndim(x, 1, "x")
    if side not in ("L", "R", 0, 1):
        raise ValueError(f"side must be either 'L' or 'R' (actual: {side})")
    if incx == 0:
        raise ValueError("incx must not be 0")
    is_left = side in ("L", 0)
    n = a.shape[0 if is_left else 1]
    factors = x[::incx][:n]
    if factors.size != n:
        raise ValueError(f"x has {factors.size} items of step {incx}, not {n}")
    if out is None:
        order = "F" if a.flags.fnc else "C"
        out = empty(a.shape, dtype, order=order, device=a.device)
    _checked_out(out, a.shape, dtype)
    return multiply(a, factors[:, None] if is_left else factors, out=out)


def syrk(trans, a, out=None, alpha=1.0, beta=0.0, lower=False):
    """One half of alpha * op(a) @ op(a).T, plus beta * out where `out` is given.

    The other half of `out` stays as it is, without `out` it is 0. See cupy.cublas.syrk.

    >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> np.cublas.syrk("N", a, lower=True)
    array([[ 5.,  0.],
           [11., 25.]])
    """
    dtype = _dtype(a)
    _check_ndim(a, 2, "a")
    a = _op(a, trans)
    n = a.shape[0]
    if out is None:
        out, beta = zeros((n, n), dtype, order="F", device=a.device), 0.0
    _checked_out(out, (n, n), dtype)
    rows = arange(n, device=a.device)
    half = rows[:, None] >= rows if lower else rows[:, None] <= rows
    whole = _combined(matmul(a, a.T), alpha, beta, out.copy())
    copyto(out, whole, where=half)
    return out


def batched_gesv(a, b):
    """Solutions of a @ x = b, of shape (..., m, m) and (..., m) or (..., m, k).

    LinAlgError for singular matrices. See cupy.cublas.batched_gesv.

    >>> np.cublas.batched_gesv(np.array([[[2.0, 0.0], [0.0, 4.0]]]), np.ones((1, 2)))
    array([[0.5 , 0.25]])
    """
    from .linalg import solve

    for x in (a, b):
        if not isinstance(x, ndarray):
            raise TypeError(f"expected a tenorite.ndarray, not {type(x).__name__}")
    fits = a.ndim in (b.ndim, b.ndim + 1) and a.shape[:-1] == b.shape[: a.ndim - 1]
    if a.ndim < 2 or a.shape[-1] != a.shape[-2] or not fits:
        raise ValueError(
            "a must have (..., M, M) shape and b must have (..., M) or (..., M, K)"
        )
    dtype = numpy.promote_types(a.dtype, "f")
    if dtype.char not in "fdFD":
        raise TypeError("invalid dtype")
    is_vector = a.ndim == b.ndim + 1
    solved = solve(a.astype(dtype), (b[..., None] if is_vector else b).astype(dtype))
    return solved[..., 0] if is_vector else solved


document(globals()[name] for name in __all__)

# SPDX-License-Identifier: Apache-2.0
"""Functions of matrices, norms, and what a matrix looks like."""

import functools
import math

import numpy
from numpy.linalg import LinAlgError

from ..._array.convert import is_short_float
from ..._core import linalg as _core
from ..._core import ufuncs
from ..._numpy.creation import arange, empty, zeros
from ..._numpy.diagonals import eye
from ..._numpy.indexing import where
from ..._numpy.math import isclose
from ..._numpy.products import matmul
from ...linalg import norm as _norm
from ._arguments import as_arrays, stacks_of

__all__ = [
    "bandwidth",
    "coshm",
    "cosm",
    "expm",
    "ishermitian",
    "issymmetric",
    "norm",
    "sinhm",
    "sinm",
    "tanhm",
    "tanm",
]

# Degrees of Padé's approximants, and the 1-norms up to which their error is a rounding
# (Higham, "The scaling and squaring method for the matrix exponential revisited", 2005).
_DEGREES = {
    True: ((3, 4.258730016922831e-1), (5, 1.880152677804762), (7, 3.925724783138660)),
    False: (
        (3, 1.495585217958292e-2),
        (5, 2.539398330063230e-1),
        (7, 9.504178996162932e-1),
        (9, 2.097847961257068),
        (13, 5.371920351148152),
    ),
}


def _pade(a, degree):
    """Even and odd part of the numerator of the approximant of that degree."""
    f = math.factorial
    b = [f(2 * degree - k) // (f(degree - k) * f(k)) for k in range(degree + 1)]
    one = eye(a.shape[-1], dtype=a.dtype, device=a.device)
    # Coefficients are scaled so that the first is 1.
    b = [float(x / b[0]) for x in b]
    squares = [None, matmul(a, a)]
    if degree < 13:
        while 2 * len(squares) <= degree:
            squares.append(matmul(squares[-1], squares[1]))
        odd, even = one * b[1], one * b[0]
        for k, square in list(enumerate(squares))[1:]:
            odd = odd + square * b[2 * k + 1]
            even = even + square * b[2 * k]
        return even, matmul(a, odd)
    two = squares[1]
    four = matmul(two, two)
    six = matmul(four, two)
    odd = matmul(six, six * b[13] + four * b[11] + two * b[9])
    odd = odd + six * b[7] + four * b[5] + two * b[3] + one * b[1]
    even = matmul(six, six * b[12] + four * b[10] + two * b[8])
    even = even + six * b[6] + four * b[4] + two * b[2] + one * b[0]
    return even, matmul(a, odd)


def expm(A):
    """Exponentials of (..., n, n) matrices, by Padé's approximants and squaring.

    How often is squared depends on the norms, which are waited for. See
    scipy.linalg.expm.

    >>> from tenorite.scipy import linalg
    >>> linalg.expm(np.array([[0.0, 1.0], [0.0, 0.0]]))
    array([[1., 1.],
           [0., 1.]])
    """
    (a,) = as_arrays(A, check_finite=False)
    if a.size == 1 and a.ndim < 2:
        return ufuncs["exp"](
            a.reshape(1, 1).astype("D" if a.dtype.kind == "c" else "d")
        )
    if a.ndim < 2:
        raise LinAlgError("The input array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if a.shape[-1] == 1 and a.size:
        return ufuncs["exp"](a)
    if a.dtype.kind not in "fc":
        a = a.astype(float)
    elif a.itemsize == 2:
        a = a.astype("f")
    if a.size == 0:
        return empty(a.shape, a.dtype, device=a.device)
    single = a.dtype.char in "fF"
    sizes = numpy.atleast_1d(_norm(a, 1, axis=(-2, -1)).get()).astype(float)
    known = sizes[numpy.isfinite(sizes)]
    largest = known.max() if known.size else 0.0
    degree, limit = next(
        (x for x in _DEGREES[single] if largest <= x[1]), _DEGREES[single][-1]
    )
    with numpy.errstate(all="ignore"):
        times = numpy.ceil(numpy.log2(sizes / limit))
    times = numpy.where(numpy.isfinite(times), numpy.maximum(times, 0), 0).astype(int)
    (times_there,) = as_arrays(times, check_finite=False)
    times_there = times_there.to_device(a.device).reshape(*a.shape[:-2], 1, 1)
    if times.any():
        a = a * ufuncs["exp2"](-times_there.astype(a.real.dtype))
    even, odd = _pade(a, degree)
    x = _core.solve(even - odd, even + odd)
    for k in range(times.max()):
        squared = matmul(x, x)
        x = squared if (times > k).all() else where(times_there > k, squared, x)
    return x


def _square(name, A):
    (A,) = as_arrays(A, check_finite=False)
    stacks_of(name, (A, 2))
    if A.ndim < 2 or A.shape[-1] != A.shape[-2]:
        raise ValueError("expected square array_like input")
    return A


def cosm(A):
    """Cosines of (..., n, n) matrices, by expm(). See scipy.linalg.cosm.

    >>> from tenorite.scipy import linalg
    >>> linalg.cosm(np.zeros((2, 2)))
    array([[1., 0.],
           [0., 1.]])
    """
    A = _square("cosm", A)
    if A.dtype.kind == "c":
        return 0.5 * (expm(1j * A) + expm(-1j * A))
    return expm(1j * A).real


def sinm(A):
    """Sines of (..., n, n) matrices, by expm(). See scipy.linalg.sinm.

    >>> from tenorite.scipy import linalg
    >>> linalg.sinm(np.zeros((2, 2)))
    array([[0., 0.],
           [0., 0.]])
    """
    A = _square("sinm", A)
    if A.dtype.kind == "c":
        return -0.5j * (expm(1j * A) - expm(-1j * A))
    return expm(1j * A).imag


def tanm(A):
    """Tangents of (..., n, n) matrices, by expm(). See scipy.linalg.tanm.

    >>> from tenorite.scipy import linalg
    >>> abs(linalg.tanm(np.zeros((2, 2))))
    array([[0., 0.],
           [0., 0.]])
    """
    A = _square("tanm", A)
    return _core.solve(cosm(A), sinm(A))


def coshm(A):
    """Hyperbolic cosines of (..., n, n) matrices. See scipy.linalg.coshm.

    >>> from tenorite.scipy import linalg
    >>> linalg.coshm(np.zeros((2, 2)))
    array([[1., 0.],
           [0., 1.]])
    """
    A = _square("coshm", A)
    return 0.5 * (expm(A) + expm(-A))


def sinhm(A):
    """Hyperbolic sines of (..., n, n) matrices. See scipy.linalg.sinhm.

    >>> from tenorite.scipy import linalg
    >>> linalg.sinhm(np.zeros((2, 2)))
    array([[0., 0.],
           [0., 0.]])
    """
    A = _square("sinhm", A)
    return 0.5 * (expm(A) - expm(-A))


def tanhm(A):
    """Hyperbolic tangents of (..., n, n) matrices. See scipy.linalg.tanhm.

    >>> from tenorite.scipy import linalg
    >>> abs(linalg.tanhm(np.zeros((2, 2))))
    array([[0., 0.],
           [0., 0.]])
    """
    A = _square("tanhm", A)
    return _core.solve(coshm(A), sinhm(A))


def _scaled_norm(parts):
    """The 2-norm of all items of real arrays, whose squares may be out of range.

    Items are scaled by a power of two, which is exact.
    """
    largest = functools.reduce(ufuncs["maximum"], [abs(part).max() for part in parts])
    exponent = ufuncs["frexp"](largest)[1]
    most = 1000 if largest.dtype.itemsize == 8 else 120
    exponent = where(ufuncs["isfinite"](largest), exponent, 0).clip(-most, most)
    scale = ufuncs["ldexp"](largest.dtype.type(1), -exponent)
    norms = [_norm((part * scale).ravel(order="K")) for part in parts]
    return functools.reduce(ufuncs["hypot"], norms) / scale


def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    """Norms of vectors and matrices. See scipy.linalg.norm.

    >>> from tenorite.scipy import linalg
    >>> linalg.norm(np.array([3.0, 4.0]))
    np.float64(5.0)
    """
    (a,) = as_arrays(a, check_finite=check_finite)
    squares = (None, 2) if a.ndim == 1 else (None, "fro", "f") if a.ndim == 2 else ()
    if a.size and a.dtype.char in "fdFD" and axis is None and not keepdims:
        if ord in squares:
            return _scaled_norm((a.real, a.imag) if a.dtype.kind == "c" else (a,))
    return _norm(a, ord, axis, keepdims)


def _check_no_half(a):
    if is_short_float(a.dtype):  # SciPy's loops over items have none
        raise TypeError("No matching signature found")


def bandwidth(a):
    """How far items other than 0 lie below and above the diagonals of (..., m, n).

    Of one matrix as ints, which are waited for. See scipy.linalg.bandwidth.

    >>> from tenorite.scipy import linalg
    >>> linalg.bandwidth(np.array([[1.0, 2.0], [0.0, 1.0]]))
    (0, 1)
    """
    (a,) = as_arrays(a, check_finite=False)
    if a.ndim < 2:
        raise ValueError("Input array must be at least 2D.")
    _check_no_half(a)
    *before, m, n = a.shape
    if a.size == 0:
        below, above = zeros((2, *before), int, device=a.device)
    else:
        numbers = arange(max(m, n), device=a.device)
        distance = where(a != 0, numbers[:n] - numbers[:m, None], 0)
        below = -distance.min(axis=(-2, -1))
        above = distance.max(axis=(-2, -1))
    return (below, above) if before else (int(below), int(above))


def _equals(name, a, atol, rtol):
    """Whether matrices are their adjoints, or transposes for "issymmetric"."""
    (a,) = as_arrays(a, check_finite=False)
    stacks_of(name, (a, 2))
    if a.ndim < 2:
        raise ValueError("Input array must be a 2D NumPy array.")
    if a.shape[-1] != a.shape[-2]:
        raise ValueError("Input array must be square.")
    other = a.swapaxes(-1, -2)
    if name == "ishermitian" and a.dtype.kind == "c":
        other = other.conj()
    if atol is None and rtol is None:
        _check_no_half(a)
        same = a == other
    else:
        same = isclose(a, other, rtol or 0.0, atol or 0.0)
    same = same.all(axis=(-2, -1))
    return same if same.ndim else bool(same)


def issymmetric(a, atol=None, rtol=None):
    """Whether (..., n, n) matrices are their transposes, exactly or nearly.

    Of one matrix a bool, which is waited for. See scipy.linalg.issymmetric.

    >>> from tenorite.scipy import linalg
    >>> linalg.issymmetric(np.array([[1, 2], [2, 1]]))
    True
    """
    return _equals("issymmetric", a, atol, rtol)


def ishermitian(a, atol=None, rtol=None):
    """Whether (..., n, n) matrices are their adjoints, as issymmetric().

    See scipy.linalg.ishermitian.

    >>> from tenorite.scipy import linalg
    >>> linalg.ishermitian(np.array([[1, 2j], [-2j, 1]]))
    True
    """
    return _equals("ishermitian", a, atol, rtol)

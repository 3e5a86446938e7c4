# SPDX-License-Identifier: Apache-2.0
"""Square roots and logarithms of matrices.

Hermitian matrices go by their eigenvalues. Of others the root is found by Denman and
Beavers' iteration in its product form, scaled (S. H. Cheng, N. J. Higham, C. S. Kenney
and A. J. Laub, SIAM Journal on Matrix Analysis 22, 2001), and the logarithm by such roots
until Padé's approximant serves. What this does not reach, such as matrices with negative
eigenvalues, goes by eig(), and what that does not reach by SciPy's Schur decomposition.
So do triangular matrices whose roots by iteration are good for the largest item alone:
recurrences give each item to rounding.
"""

import warnings

import numpy
from numpy.linalg import LinAlgError

from ..._core import ufuncs
from ..._numpy.creation import empty
from ..._numpy.diagonals import eye, tril, triu
from ..._numpy.indexing import where
from ..._numpy.joining import stack
from ..._numpy.products import matmul
from ...linalg import eig, eigh, inv, solve
from .. import _host
from .._failures import raised_here
from ._arguments import LinAlgWarning, as_arrays
from ._functions import _norm, expm

__all__ = ["logm", "sqrtm"]

_ITERATIONS = 30  # of Denman and Beavers
_ROOTS = 60  # that a logarithm takes
# Padé's approximant of this degree is exact to rounding for ||x|| up to the bound.
_DEGREE, _BOUND = 8, 0.25


def _adjoint(a):
    a = a.swapaxes(-1, -2)
    return ufuncs["conjugate"](a) if a.dtype.kind == "c" else a


def _size(a):
    """Frobenius' norm of each matrix, (..., 1, 1)."""
    return _norm(a, axis=(-2, -1), keepdims=True)


def _identity(a):
    return eye(a.shape[-1], dtype=a.dtype, device=a.device)


def _is_hermitian(a):
    """Whether all of them are; waits for the values."""
    return bool((a == _adjoint(a)).all())


def _by_eigenvalues(w, v, inverse):
    """V diag(w) V^-1."""
    return matmul(v * w[..., None, :], inverse)


def _root_step(m, x, one):
    """A step of the product form; m goes to the identity and x to the root."""
    inverse = inv(m)
    scale = ufuncs["sqrt"](_size(inverse) / _size(m))  # the square of the factor
    x = 0.5 * ufuncs["sqrt"](scale) * matmul(x, one + inverse / scale)
    m = 0.5 * (one + 0.5 * (scale * m + inverse / scale))
    return m, x


def _iterated_root(a):
    """The roots, or None where the iteration breaks down or goes on too long."""
    one = _identity(a)
    m = x = a
    enough = 10 * a.shape[-1] * float(numpy.finfo(a.dtype).eps)
    try:
        with raised_here(a):
            for k in range(_ITERATIONS):
                m, x = _root_step(m, x, one)
                if k < 5 or k % 2:
                    continue
                distance = float(_size(m - one).max())
                if distance <= enough:
                    return x
                if not numpy.isfinite(distance):
                    return None
    except LinAlgError:
        pass
    return None


def _worst_residual(x, a):
    """The worst of || x x - a || in units of what a root in this precision has."""
    unit = float(numpy.finfo(a.dtype).eps) * a.shape[-1]
    allowed = unit * ufuncs["maximum"](_size(x) ** 2, _size(a))
    ratio = _size(matmul(x, x) - a) / where(allowed > 0, allowed, 1)
    worst = float(ratio.max())
    return worst if numpy.isfinite(worst) else numpy.inf


_GOOD, _BEARABLE = 2.0, 1e4


def _is_coarse(x, a):
    """Whether they are triangular and some item of x x is not that of `a` to rounding."""
    is_triangular = (triu(a, 1) == 0).all() | (tril(a, -1) == 0).all()
    sizes = abs(x)
    allowed = 10 * a.shape[-1] * numpy.finfo(a.dtype).eps * matmul(sizes, sizes)
    is_near = (abs(matmul(x, x) - a) <= allowed).all()
    return bool(is_triangular & ~is_near)


def _decomposed(a):
    """Eigenvalues, vectors and their inverse; None where eig() or inv() fails."""
    try:
        with raised_here(a):
            w, v = eig(a)
            return w, v, inv(v)
    except LinAlgError:
        return None


def _complex_sqrt(w):
    """Principal roots; negative numbers have theirs on the imaginary axis."""
    return ufuncs["sqrt"](w.astype("F" if w.dtype.char in "fF" else "D"))


def _root_of_hermitian(a):
    w, v = eigh(a)
    # One look: the smallest value decides about the dtype, and the ratio warns.
    low, least, most = (
        float(x)
        for x in stack(
            [w.min(), (abs(w).min(-1) / abs(w).max(-1)).min(), abs(w).max()]
        ).get()
    )
    if not most or not numpy.isfinite(least) or least == 0:
        _warn_of("singular")
    elif least < numpy.finfo(w.dtype).eps:
        _warn_of("ill-conditioned")
    if low < 0:
        w = _complex_sqrt(w)
        v = v.astype(w.dtype)
    else:
        w = ufuncs["sqrt"](w)
    return _by_eigenvalues(w, v, _adjoint(v))


def _warn_of(what):
    warnings.warn(
        f"Matrix is {what}. The result might be inaccurate or the array might not "
        "have a square root.",
        LinAlgWarning,
        stacklevel=5,
    )


def _corrected(x, a, roots, v, inverse):
    """After a step of Newton's method, whose equation the eigenvectors solve."""
    sums = roots[..., :, None] + roots[..., None, :]
    residual = matmul(matmul(inverse, a - matmul(x, x)), v)
    step = matmul(matmul(v, residual / where(sums == 0, 1, sums)), inverse)
    return x + (step if x.dtype.kind == "c" else step.real)


def _root_of_general(a):
    x = _iterated_root(a)
    best = numpy.inf if x is None else _worst_residual(x, a)
    if best <= _GOOD:
        return x
    parts = _decomposed(a)
    if parts is not None:
        w, v, inverse = parts
        roots = _complex_sqrt(w)
        other = _by_eigenvalues(roots, v, inverse)
        if a.dtype.kind != "c" and not bool(((w.imag == 0) & (w.real < 0)).any()):
            other = other.real
        found = _worst_residual(other, a)
        if found < best:
            x, best = other, found
        if x is not None and best > _GOOD:
            other = _corrected(x, a, roots, v, inverse)
            found = _worst_residual(other, a)
            if found < best:
                x, best = other, found
    if best <= _BEARABLE:
        return x
    return None


def _root(a):
    """The roots, or None where only a Schur decomposition has them."""
    if not bool(ufuncs["isfinite"](a).all()):
        return a * numpy.nan
    if _is_hermitian(a):
        return _root_of_hermitian(a)
    x = _root_of_general(a)
    return None if x is not None and _is_coarse(x, a) else x


def _inexact(a):
    if a.dtype.kind not in "fc":
        return a.astype(float)
    return a.astype("f") if a.dtype.itemsize == 2 else a


def sqrtm(A):
    """Principal square roots of (..., n, n) matrices.

    Whether they are real depends on the values, which are waited for. Matrices that
    have no eigenvectors to speak of and no root by iteration go to SciPy on the host.
    See scipy.linalg.sqrtm.

    >>> from tenorite.scipy import linalg
    >>> linalg.sqrtm(np.array([[4.0, 1.0], [0.0, 9.0]])).round(6)
    array([[2. , 0.2],
           [0. , 3. ]])
    """
    (a,) = as_arrays(A, check_finite=False)
    if a.size == 1 and a.ndim < 2:
        return ufuncs["exp"](a.reshape(1, 1).astype(numpy.result_type(a.dtype, float)))
    if a.ndim < 2:
        raise LinAlgError("The input array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    a = _inexact(a)
    if a.size == 0:
        return empty(a.shape, a.dtype, device=a.device)
    with numpy.errstate(all="ignore"):
        result = _root(a)
    if result is None:
        result = _host._attribute(__package__, "sqrtm")(a)
    return result


# ---- logarithms ----


def _pade(z):
    """log(1 + z) for small z, as a sum of partial fractions (Gauss and Legendre)."""
    nodes, weights = numpy.polynomial.legendre.leggauss(_DEGREE)
    one = _identity(z)
    total = 0
    for x, w in zip((nodes + 1) / 2, weights / 2, strict=True):
        total = total + float(w) * solve(one + float(x) * z, z)
    return total


def _log_by_roots(a):
    """The logarithms, or None where a root is not found."""
    one = _identity(a)
    z, x = a - one, a
    for count in range(_ROOTS):
        if float(_size(z).max()) <= _BOUND:
            return _pade(z) * 2.0**count
        square, x = x, _iterated_root(x)
        if x is None or _is_coarse(x, square):
            return None
        # a - 1 = (root - 1) (root + 1), without the cancellation of root - 1.
        z = solve(x + one, z)
    return None


def _log_error(x, a):
    """The relative error of exp(x); infinite where there is none."""
    found = float(
        (_norm(expm(x) - a, 1, axis=(-2, -1)) / _norm(a, 1, axis=(-2, -1))).max()
    )
    return found if numpy.isfinite(found) else numpy.inf


def _log_of_general(a, bound):
    x = _log_by_roots(a)
    best = numpy.inf if x is None else _log_error(x, a)
    if best <= bound:
        return x, best
    parts = _decomposed(a)
    if parts is not None and not bool((parts[0] == 0).any()):
        w, v, inverse = parts
        other = _by_eigenvalues(ufuncs["log"](w), v, inverse)
        if a.dtype.kind != "c" and not bool(((w.imag == 0) & (w.real < 0)).any()):
            other = other.real
        error = _log_error(other, a)
        if error < best:
            x, best = other, error
    return x, best


def _log(a):
    """(logarithms or None, relative error of their exponentials)."""
    bound = 1e3 * float(numpy.finfo(a.dtype).eps)
    if _is_hermitian(a):
        w, v = eigh(a)
        low, size = (float(x) for x in stack([w.min(), abs(w).min()]).get())
        if not size > 0:
            return None, numpy.inf
        if low < 0:
            w, v = w.astype("D"), v.astype("D")
        x = _by_eigenvalues(ufuncs["log"](w), v, _adjoint(v))
        return x, _log_error(x, a)
    x, error = _log_of_general(a, bound)
    return (x, error) if error <= 1e3 * bound else (None, error)


def logm(A):
    """Principal logarithms of (..., n, n) matrices.

    Whether they are real depends on the values, which are waited for, as for the
    warning of a logarithm that is not accurate. Singular matrices go to SciPy on the
    host. See scipy.linalg.logm.

    >>> from tenorite.scipy import linalg
    >>> linalg.logm(linalg.expm(np.array([[0.5, 1.0], [-1.0, 0.5]]))).round(6)
    array([[ 0.5,  1. ],
           [-1. ,  0.5]])
    """
    (a,) = as_arrays(A, check_finite=False)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError("expected a square matrix")
    a = _inexact(a)
    if a.size == 0:
        return empty(a.shape, a.dtype, device=a.device)
    if not bool(ufuncs["isfinite"](a).all()):
        raise ValueError("array must not contain infs or NaNs")
    # SciPy computes these in double precision, whatever the matrix is of.
    a = a.astype("D" if a.dtype.kind == "c" else "d", copy=False)
    with numpy.errstate(all="ignore"):
        x, error = _log(a)
    if x is None:
        # Singular, or with no eigenvectors to speak of.
        return _host._attribute(__package__, "logm")(a)
    if not error < 1e3 * float(numpy.finfo(float).eps):
        warnings.warn(
            f"logm result may be inaccurate, approximate err = {error}",
            RuntimeWarning,
            stacklevel=2,
        )
    return x

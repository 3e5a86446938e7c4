# SPDX-License-Identifier: Apache-2.0
"""Equations, inverses, determinants and least squares of general matrices."""

import numpy
from numpy.linalg import LinAlgError

from ..._core import linalg as _core
from ..._core import ufuncs, warn
from ..._numpy.broadcast import broadcast_to
from ..._numpy.creation import empty, full, ones, zeros
from ..._numpy.diagonals import eye
from ..._numpy.diagonals import tril as _tril
from ..._numpy.diagonals import triu as _triu
from ..._numpy.indexing import where
from ..._numpy.joining import stack as _stacked
from ..._numpy.products import matmul
from ...linalg import eigh as _eigh
from ...linalg import lstsq as _lstsq
from ...linalg import norm as _norm
from ...linalg import slogdet as _slogdet
from ...linalg import svd as _svd
from .._failures import raised_here
from ._arguments import (
    LinAlgWarning,
    as_arrays,
    in_common_dtype,
    in_lapack_dtype,
    stacks_of,
)
from ._cholesky import cho_factor, cho_solve, first_not_positive
from ._triangular import solve_triangular

__all__ = ["det", "inv", "lstsq", "pinv", "pinvh", "solve"]

_STRUCTURES = {
    None: "general",
    "general": "general",
    "gen": "general",
    "diagonal": "diagonal",
    "tridiagonal": "tridiagonal",
    "banded": "general",
    "upper triangular": "upper",
    "lower triangular": "lower",
    "pos": "positive",
    "positive definite": "positive",
    "sym": "symmetric",
    "symmetric": "symmetric",
    "her": "hermitian",
    "hermitian": "hermitian",
}


def _whole(a, lower, conjugated):
    """The symmetric or Hermitian matrices of which one half is given and read.

    Hermitian ones have real diagonals, whatever stands there.
    """
    half, strict = (_tril(a), _tril(a, -1)) if lower else (_triu(a), _triu(a, 1))
    if conjugated and a.dtype.kind == "c":
        real = where(eye(a.shape[-1], dtype=bool, device=a.device), half.real, half)
        return real + strict.swapaxes(-1, -2).conj()
    return half + strict.swapaxes(-1, -2)


def _singular(found):
    """The error for the numbers in a stack of matrices that are singular."""
    return LinAlgError(f"A singular matrix detected: slice(s) {found} are singular.")


def _where(flags):
    return numpy.flatnonzero(flags.reshape(-1).get()).tolist()


def _solved(a, b):
    try:
        with raised_here(a):
            return _core.solve(a, b)
    except LinAlgError:
        raise _singular(_where(_slogdet(a)[0] == 0)) from None


def solve(
    a,
    b,
    lower=False,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    assume_a=None,
    transposed=False,
):
    """x with a @ x = b for (..., n, n) and (n,) or (..., n, k); stacks broadcast.

    `assume_a` says what `a` is, of which one half is read then. LinAlgError where a
    matrix is singular. See scipy.linalg.solve.

    >>> from tenorite.scipy import linalg
    >>> linalg.solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 4.0]))
    array([1., 1.])
    """
    if assume_a not in _STRUCTURES:
        raise ValueError(f"{assume_a} is not a recognized matrix structure")
    structure = _STRUCTURES[assume_a]
    a, b = as_arrays(a, b, check_finite=check_finite)
    a = a.reshape((1,) * (2 - a.ndim) + a.shape) if a.ndim < 2 else a
    b = b.reshape(1) if b.ndim == 0 else b
    a, b = in_common_dtype(a, b)
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(f"Expected square matrix, got a1.shape={a.shape!r}")
    if a.dtype.kind == "c" and transposed:
        raise NotImplementedError(
            "scipy.linalg.solve can currently not solve a^T x = b or a^H x = b for "
            "complex matrices."
        )
    is_vector = b.ndim == 1
    if is_vector:
        b = b[:, None]
    n, is_number = a.shape[-1], a.size == 1
    if b.shape[-2] != n and not is_number:
        raise ValueError(
            f"incompatible shapes: a1.shape={a.shape!r} and b1.shape={b.shape!r}"
        )
    before = numpy.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    if 0 in (*before, a.size, b.size):
        x = empty(before + b.shape[-2:], b.dtype, device=b.device)
    elif is_number:
        if complex(a.item()) == 0:
            raise LinAlgError("A singular matrix detected.")
        x = b / a.reshape(1)
    else:
        x = _by_structure(a, b, structure, lower, transposed)
    return x[..., 0] if is_vector else x


def _by_structure(a, b, structure, lower, transposed):
    if structure == "positive":
        try:
            factors = cho_factor(a, lower, check_finite=False)
        except LinAlgError:
            half = a if lower else a.swapaxes(-1, -2).conj()
            raise _singular([first_not_positive(half)[0]]) from None
        return cho_solve(factors, b, check_finite=False)
    if structure in ("upper", "lower"):
        zero = (a.diagonal(0, -2, -1) == 0).any(axis=-1)
        if bool(zero.any()):
            raise _singular(_where(zero))
        return solve_triangular(
            a, b, int(transposed), structure == "lower", check_finite=False
        )
    if structure == "diagonal":
        diagonal = a.diagonal(0, -2, -1)
        zero = (diagonal == 0).any(axis=-1)
        if bool(zero.any()):
            raise _singular(_where(zero))
        return b / diagonal[..., None]
    if structure == "tridiagonal":
        a = _triu(_tril(a, 1), -1)
    elif structure in ("symmetric", "hermitian"):
        a = _whole(a, lower, structure == "hermitian")
    return _solved(a.swapaxes(-1, -2) if transposed else a, b)


def inv(a, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False):
    """Inverses of (..., n, n) matrices.

    LinAlgError where one is singular, LinAlgWarning where one nearly is, so that the
    values are waited for. See scipy.linalg.inv.

    >>> from tenorite.scipy import linalg
    >>> linalg.inv(np.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    (a,) = as_arrays(a, check_finite=check_finite)
    if a.ndim < 2:
        raise ValueError(f"Expected at least ndim=2, got a1.ndim={a.ndim!r}")
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(f"Expected square matrix, got a1.shape={a.shape!r}")
    (a,) = in_lapack_dtype(a)
    if a.size == 0:
        return empty(a.shape, a.dtype, device=a.device)
    kinds = (None, "general", "gen", "diagonal", "upper triangular")
    if assume_a not in (*kinds, "lower triangular", "pos", "sym", "her"):
        raise KeyError(assume_a)
    structure = _STRUCTURES[assume_a]
    if structure == "upper":
        a = _triu(a)
    elif structure == "lower":
        a = _tril(a)
    elif structure == "diagonal":
        a = _tril(_triu(a))
    elif structure in ("symmetric", "hermitian", "positive"):
        a = _whole(a, lower, structure != "symmetric")
    if structure == "positive":
        one = eye(a.shape[-1], dtype=a.dtype, device=a.device)
        inverse = _by_structure(a, one, structure, lower, False)
    else:
        inverse = _core.inv(a, True)
    _check_condition(a, inverse)
    return inverse


def _check_condition(a, inverse):
    """What SciPy says of matrices by their condition numbers, here in the 1-norm."""
    axes = {"ord": 1, "axis": (-2, -1)}
    condition = _norm(a, **axes) * _norm(inverse, **axes)
    epsilon = numpy.finfo(a.dtype).eps
    values = numpy.asarray((1 / condition).get()).reshape(-1)
    singular = numpy.flatnonzero(numpy.isnan(values))
    if singular.size:
        raise _singular(singular.tolist())
    near = numpy.flatnonzero(values < epsilon)
    if near.size:
        text = ",".join(f"slice {i} has rcond = {values[i]}" for i in near)
        warn(f"An ill-conditioned matrix detected: {text}.", LinAlgWarning)


def det(a, overwrite_a=False, check_finite=True):
    """Determinants of (..., n, n) matrices, in double precision.

    See scipy.linalg.det.

    >>> from tenorite.scipy import linalg
    >>> linalg.det(np.array([[2.0, 0.0], [0.0, 3.0]])).round(6)
    np.float64(6.0)
    """
    (a,) = as_arrays(a, check_finite=check_finite)
    if a.ndim < 2:
        raise ValueError("The input array must be at least two-dimensional.")
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(
            "Last 2 dimensions of the array must be square but received shape "
            f"{a.shape}."
        )
    dtype = "D" if a.dtype.kind == "c" else "d"
    if a.size == 0:
        if a.ndim == 2:
            return numpy.dtype(dtype).type(1)
        return ones(a.shape[:-2], dtype, device=a.device)
    sign, logarithm = _slogdet(in_lapack_dtype(a)[0].astype(dtype))
    return sign * ufuncs["exp"](logarithm)


_DRIVERS = ("gelsd", "gelsy", "gelss")


def lstsq(
    a,
    b,
    cond=None,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    lapack_driver=None,
):
    """x with the least norms of a @ x - b and of x: (x, residues, rank, s).

    Singular values up to `cond` (eps) times the largest count as 0. Residues are NaN
    where the rank is less than n, and empty unless m > n. See scipy.linalg.lstsq.

    >>> from tenorite.scipy import linalg
    >>> linalg.lstsq(np.array([[1.0], [1.0]]), np.array([1.0, 3.0]))[0].round(6)
    array([2.])
    """
    driver = "gelsd" if lapack_driver is None else lapack_driver
    if driver not in _DRIVERS:
        raise ValueError(f'LAPACK driver "{driver}" is not found')
    a, b = as_arrays(a, b, check_finite=check_finite)
    if a.ndim < 2:
        raise ValueError(f"Input array a should be at least 2D, got {a.shape = }")
    a, b = in_common_dtype(a, b)
    is_vector = b.ndim < 2
    if is_vector:
        b = b.reshape(-1, 1)
    m, n = a.shape[-2:]
    if m != b.shape[-2]:
        raise ValueError(
            "Shape mismatch: a and b should have the same number of rows "
            f"({m} != {b.shape[-2]})."
        )
    before = numpy.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = (broadcast_to(x, before + x.shape[-2:]) for x in (a, b))
    if 0 in (*before, m, n):
        x, residues, rank, s = _lstsq_of_nothing(a, b)
    else:
        cond = float(numpy.finfo(a.dtype).eps if cond is None else cond)
        x, residues, rank, s = _lstsq_of_stack(a, b, cond)
    if driver == "gelsy":
        s = None
    if driver == "gelsy" or (m <= n and n):
        residues = zeros((*before, 0), residues.dtype, device=a.device)
    elif is_vector and residues.shape[-1]:
        residues = residues[..., 0]
    return x[..., 0] if is_vector else x, residues, rank, s


def _lstsq_of_stack(a, b, cond):
    if a.ndim == 2:
        return _one_lstsq(a, b, cond)
    parts = [_one_lstsq(a[at], b[at], cond) for at in numpy.ndindex(a.shape[:-2])]
    columns = (_stacked([*column]) for column in zip(*parts, strict=True))
    return tuple(x.reshape(*a.shape[:-2], *x.shape[1:]) for x in columns)


def _one_lstsq(a, b, cond):
    x, sums, rank, s = _lstsq(a, b, cond)
    rank = rank.astype(int)
    if sums.size == 0:
        sums = full(b.shape[1:], numpy.nan, sums.dtype, device=a.device)
    return x, sums, rank, s


def _lstsq_of_nothing(a, b):
    """lstsq() where there are no matrices, or matrices without items."""
    *before, m, n = a.shape
    given = {"device": a.device}
    x = zeros((*before, n, b.shape[-1]), a.dtype, **given)
    s = zeros((*before, min(m, n)), a.real.dtype, **given)
    if n == 0:
        residues = _norm(b, axis=-2) ** 2
    else:
        residues = zeros((*before, b.shape[-1]), s.dtype, **given)
    return x, residues, zeros(before, int, **given) if before else 0, s


def _cutoff(size, s, dtype, atol, rtol):
    """The sizes below which singular values count as 0, one for each matrix."""
    atol = 0.0 if atol is None else atol
    rtol = size * float(numpy.finfo(dtype).eps) if rtol is None else rtol
    if atol < 0.0 or rtol < 0.0:
        raise ValueError("atol and rtol values must be positive.")
    return atol + s.max(axis=-1, keepdims=True, initial=0.0) * rtol


def _reciprocals(s, large):
    """1 / s where that is asked for, else 0."""
    inverse = zeros(s.shape, s.dtype, device=s.device)
    return ufuncs["divide"](1, s, out=inverse, where=large)


def pinv(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    """Pseudo-inverses of (..., m, n) matrices by singular values; (..., n, m).

    Values up to `atol` + `rtol` (max(m, n) * eps) times the largest count as 0.
    See scipy.linalg.pinv.

    >>> from tenorite.scipy import linalg
    >>> linalg.pinv(np.array([[2.0, 0.0], [0.0, 4.0]])).round(6)
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    (a,) = as_arrays(a, check_finite=check_finite)
    if a.ndim < 2:
        raise ValueError(f"Expected at least ndim=2, got a1.ndim={a.ndim!r}")
    (a,) = in_lapack_dtype(a)
    if a.size == 0:
        *before, m, n = a.shape
        inverse = zeros((*before, n, m), a.dtype, device=a.device)
        rank = zeros(before, int, device=a.device) if before else numpy.int64(0)
        return (inverse, rank) if return_rank else inverse
    u, s, vh = _svd(a, full_matrices=False)
    large = s > _cutoff(max(a.shape[-2:]), s, a.dtype, atol, rtol)
    inverse = matmul(u * _reciprocals(s, large)[..., None, :], vh)
    inverse = inverse.conj().swapaxes(-1, -2)
    return (inverse, large.sum(axis=-1)) if return_rank else inverse


def pinvh(a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True):
    """Pseudo-inverses of Hermitian (..., n, n) matrices by their eigenvalues.

    See scipy.linalg.pinvh.

    >>> from tenorite.scipy import linalg
    >>> linalg.pinvh(np.array([[2.0, 0.0], [0.0, 4.0]])).round(6)
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    (a,) = as_arrays(a, check_finite=check_finite)
    stacks_of("pinvh", (a, 2))
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError('expected square "a" matrix')
    (a,) = in_lapack_dtype(a)
    if a.size == 0:
        inverse = empty(a.shape, a.dtype, device=a.device)
        return (inverse, 0) if return_rank else inverse
    s, u = _eigh(a, "L" if lower else "U")
    size = ufuncs["absolute"](s)
    large = size > _cutoff(a.shape[-1], size, a.dtype, atol, rtol)
    adjoint = u.swapaxes(-1, -2).conj() if u.dtype.kind == "c" else u.swapaxes(-1, -2)
    inverse = matmul(u * _reciprocals(s, large)[..., None, :], adjoint)
    return (inverse, large.sum(axis=-1)) if return_rank else inverse

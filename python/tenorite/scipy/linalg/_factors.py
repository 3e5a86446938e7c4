# SPDX-License-Identifier: Apache-2.0
"""Singular values, orthogonal factors and eigenvalues, with SciPy's arguments."""

import math
import warnings

import numpy
from numpy.linalg import LinAlgError

from ..._core import linalg as _core
from ..._core import ufuncs
from ..._numpy.creation import empty, zeros
from ..._numpy.diagonals import eye, triu
from ..._numpy.indexing import where
from ..._numpy.products import matmul
from ...linalg import eigh as _eigh
from ...linalg import eigvalsh as _eigvalsh
from ...linalg import svd as _svd
from .._host import attributes_of
from ._arguments import as_arrays, in_lapack_dtype, stacks_of
from ._cholesky import cholesky, first_not_positive
from ._triangular import solve_triangular

__all__ = [
    "diagsvd",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "null_space",
    "orth",
    "orthogonal_procrustes",
    "polar",
    "qr",
    "rq",
    "subspace_angles",
    "svd",
    "svdvals",
]

_of_scipy = attributes_of(__package__)


def _adjoint(a):
    a = a.swapaxes(-1, -2)
    return a.conj() if a.dtype.kind == "c" else a


def _matrix(name, a, check_finite, text="expected matrix", square=False):
    (a,) = as_arrays(a, check_finite=check_finite)
    stacks_of(name, (a, 2))
    if a.ndim < 2 or (square and a.shape[-1] != a.shape[-2]):
        raise ValueError(text)
    return a


def _identity(n, dtype, device):
    return eye(n, dtype=dtype, device=device)


def _eyes(a, before, m, n):
    """A stack of the first columns or rows of identities, of the dtype of `a`."""
    out = empty((*before, m, n), a.dtype, device=a.device)
    out[...] = eye(m, n, dtype=a.dtype, device=a.device)
    return out


# ---- singular values ----


def svd(
    a,
    full_matrices=True,
    compute_uv=True,
    overwrite_a=False,
    check_finite=True,
    lapack_driver="gesdd",
):
    """U, s and Vh with a = U diag(s) Vh of (..., m, n) matrices, s descending.

    Of `lapack_driver` only the name is checked. See scipy.linalg.svd.

    >>> from tenorite.scipy import linalg
    >>> linalg.svd(np.array([[3.0, 0.0], [0.0, 2.0]]))[1].round(6)
    array([3., 2.])
    """
    if not isinstance(lapack_driver, str):
        raise TypeError("lapack_driver must be a string")
    if lapack_driver not in ("gesdd", "gesvd"):
        raise ValueError(
            f'lapack_driver must be "gesdd" or "gesvd", not "{lapack_driver}"'
        )
    (a,) = as_arrays(a, check_finite=check_finite)
    if a.ndim < 2:
        raise ValueError(f"Expected at least ndim=2, got a1.ndim={a.ndim!r}")
    (a,) = in_lapack_dtype(a)
    *before, m, n = a.shape
    if a.size == 0:
        s = empty((*before, 0), a.real.dtype, device=a.device)
        if not compute_uv:
            return s
        rows, columns = (m, n) if full_matrices else (0, 0)
        return _eyes(a, before, m, rows), s, _eyes(a, before, columns, n)
    if not compute_uv:
        return _svd(a, compute_uv=False)
    return tuple(_svd(a, full_matrices=bool(full_matrices)))


def svdvals(a, overwrite_a=False, check_finite=True):
    """Singular values of (..., m, n) matrices, descending. See scipy.linalg.svdvals.

    >>> from tenorite.scipy import linalg
    >>> linalg.svdvals(np.array([[3.0, 0.0], [0.0, 2.0]])).round(6)
    array([3., 2.])
    """
    return svd(a, compute_uv=False, check_finite=check_finite)


def diagsvd(s, M, N):
    """The (M, N) matrix with `s` on its diagonal. See scipy.linalg.diagsvd.

    >>> from tenorite.scipy import linalg
    >>> linalg.diagsvd(np.array([3.0, 2.0]), 2, 3)
    array([[3., 0., 0.],
           [0., 2., 0.]])
    """
    (s,) = as_arrays(s, check_finite=False)
    if not s.ndim:
        raise ValueError("Input must be 1- or 2-d.")
    stacks_of("diagsvd", (s, 1))
    count = s.shape[-1]
    if count not in (M, N):
        raise ValueError("Length of s must be M or N.")
    out = zeros((*s.shape[:-1], M, N), s.dtype, device=s.device)
    out[..., :count, :count] = s[..., None] * _identity(count, s.dtype, s.device)
    return out


def _rank(s, size, rcond):
    """How many singular values count: a number on the host, since shapes depend on it.

    Of stacks it has to be the same everywhere, as in SciPy, which stacks the results.
    """
    if rcond is None:
        rcond = float(numpy.finfo(s.dtype).eps) * size
    limit = s.max(axis=-1, keepdims=True, initial=0.0) * rcond
    counts = (s > limit).sum(axis=-1).reshape(-1).get()
    if (counts != counts[0]).any():
        raise ValueError("all input arrays must have the same shape")
    return int(counts[0])


def orth(A, rcond=None):
    """An orthonormal basis of what the columns of A span. See scipy.linalg.orth.

    >>> from tenorite.scipy import linalg
    >>> linalg.orth(np.ones((2, 2))).shape
    (2, 1)
    """
    (A,) = as_arrays(A)
    stacks_of("orth", (A, 2))
    u, s, vh = svd(A, full_matrices=False, check_finite=False)
    return u[..., : _rank(s, max(u.shape[-2], vh.shape[-1]), rcond)]


def null_space(
    A, rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver="gesdd"
):
    """An orthonormal basis of what A takes to 0. See scipy.linalg.null_space.

    >>> from tenorite.scipy import linalg
    >>> linalg.null_space(np.ones((2, 2))).shape
    (2, 1)
    """
    (A,) = as_arrays(A, check_finite=False)
    stacks_of("null_space", (A, 2))
    u, s, vh = svd(A, True, check_finite=check_finite, lapack_driver=lapack_driver)
    count = _rank(s, max(u.shape[-2], vh.shape[-1]), rcond)
    return _adjoint(vh[..., count:, :])


def _within_one(x):
    return ufuncs["maximum"](ufuncs["minimum"](x, 1.0), -1.0)


def subspace_angles(A, B):
    """Angles between what the columns of two matrices span, descending.

    See scipy.linalg.subspace_angles.

    >>> from tenorite.scipy import linalg
    >>> linalg.subspace_angles(np.eye(2)[:, :1], np.eye(2)[:, 1:]).round(4)
    array([1.5708])
    """
    A, B = as_arrays(A, B)
    for x in (A, B):
        if x.ndim < 2:
            raise ValueError(f"expected 2D array, got shape {x.shape}")
    A, B = stacks_of("subspace_angles", (A, 2), (B, 2))
    one, other = orth(A), orth(B)
    if B.shape[-2] != one.shape[-2]:
        raise ValueError(
            f"A and B must have the same number of rows, got {one.shape[-2]} "
            f"and {B.shape[-2]}"
        )
    common = matmul(_adjoint(one), other)
    cosines = svdvals(common)
    if one.shape[-1] >= other.shape[-1]:
        rest = other - matmul(one, common)
    else:
        rest = one - matmul(other, _adjoint(common))
    sines = _within_one(svdvals(rest))
    by_cosine = ufuncs["arccos"](_within_one(cosines[..., ::-1]))
    return where(cosines**2 >= 0.5, ufuncs["arcsin"](sines), by_cosine)


def orthogonal_procrustes(A, B, check_finite=True):
    """The unitary R with the least norm of A @ R - B, and the sum of singular values.

    See scipy.linalg.orthogonal_procrustes.

    >>> from tenorite.scipy import linalg
    >>> linalg.orthogonal_procrustes(np.eye(2), np.eye(2))[1].round(6)
    np.float64(2.0)
    """
    A, B = as_arrays(A, B, check_finite=check_finite)
    A, B = stacks_of("orthogonal_procrustes", (A, 2), (B, 2))
    if A.ndim < 2:
        raise ValueError(f"expected ndim to be 2, but observed {A.ndim}")
    if A.shape != B.shape:
        raise ValueError(f"the shapes of A and B differ ({A.shape} vs {B.shape})")
    product = matmul(B.swapaxes(-1, -2), A.conj()).swapaxes(-1, -2)
    u, s, vh = svd(product, check_finite=False)
    return matmul(u, vh), s.sum(axis=-1)


def polar(a, side="right"):
    """U and P with a = U P (`side`: "right") or a = P U ("left"), U unitary.

    See scipy.linalg.polar.

    >>> from tenorite.scipy import linalg
    >>> linalg.polar(np.array([[0.0, -2.0], [2.0, 0.0]]))[1].round(6)
    array([[2., 0.],
           [0., 2.]])
    """
    if side not in ("right", "left"):
        raise ValueError("`side` must be either 'right' or 'left'")
    a = _matrix("polar", a, True, "`a` must be a 2-D array.")
    w, s, vh = svd(a, full_matrices=False, check_finite=False)
    s = s[..., None, :]
    if side == "right":
        return matmul(w, vh), matmul(_adjoint(vh) * s, vh)
    return matmul(w, vh), matmul(w * s, _adjoint(w))


# ---- orthogonal factors ----

_MODES = ["full", "qr", "r", "raw", "economic"]
_UNDEFINED = object()


def _check_lwork(lwork, m):
    """What SciPy says of an argument that nothing reads any more."""
    if lwork is not None and lwork != -1 and lwork <= m:
        raise ValueError(f"lwork should be None, -1 or > M, got {lwork}")
    warnings.warn(
        "scipy.linalg: the `lwork` keyword is deprecated and no longer in use as of "
        "SciPy 1.18.0 and will be removed in SciPy 1.20.0",
        DeprecationWarning,
        stacklevel=3,
    )


def qr(
    a,
    overwrite_a=False,
    lwork=_UNDEFINED,
    mode="full",
    pivoting=False,
    check_finite=True,
):
    """Q and R with a = Q R of (..., m, n) matrices.

    `mode`: "full", "economic", "r" (a tuple of R), "raw" (reflectors and factors, and
    R). With `pivoting` by SciPy on the host; `lwork` is deprecated. See scipy.linalg.qr.

    >>> from tenorite.scipy import linalg
    >>> linalg.qr(np.ones((3, 2)), mode="economic")[1].shape
    (2, 2)
    """
    if mode not in _MODES:
        raise ValueError(f"Mode argument should be one of {_MODES}")
    if pivoting:
        return _of_scipy("qr")(a, mode=mode, pivoting=True, check_finite=check_finite)
    (a,) = as_arrays(a, check_finite=check_finite)
    if a.ndim < 2:
        raise ValueError("Expected at least a 2-D array")
    *before, m, n = a.shape
    if lwork is not _UNDEFINED:
        _check_lwork(lwork, m)
    few = mode in ("economic", "raw")
    if a.size == 0:
        k = min(m, n) if few else m
        R = empty((*before, k, n), a.dtype, device=a.device)
        if mode == "r":
            return (R,)
        if mode == "raw":
            tau = zeros((*before, min(m, n)), a.dtype, device=a.device)
            return (empty(a.shape, a.dtype, device=a.device), tau), R
        return _eyes(a, before, m, k), R
    (a,) = in_lapack_dtype(a)
    columns = m if not few else min(m, n)
    h, tau, q = _core.qr(a, columns if mode not in ("r", "raw") else 0)
    R = triu(h[..., : columns if mode != "r" else m, :])
    if mode == "r":
        return (R,)
    if mode == "raw":
        return (h, tau), R
    return (h[..., :columns] if q is None else q), R


def rq(a, overwrite_a=False, lwork=None, mode="full", check_finite=True):
    """R and Q with a = R Q of (..., m, n) matrices, by qr() of `a` turned around.

    Rows and columns both are reversed before the transposition, as LAPACK's gerqf
    reflects from the last row and column on: so the signs are those of SciPy's.
    `mode`: "full", "economic", "r" (R alone). See scipy.linalg.rq.

    >>> from tenorite.scipy import linalg
    >>> linalg.rq(np.ones((2, 3)), mode="economic")[0].shape
    (2, 2)
    """
    if mode not in ("full", "r", "economic"):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    a = _matrix("rq", a, check_finite)
    m, n = a.shape[-2:]
    if a.size == 0:
        k = min(m, n) if mode == "economic" else n
        R = empty((m, k), a.dtype, device=a.device)
        return R if mode == "r" else (R, eye(k, n, dtype=a.dtype, device=a.device))
    turned = _adjoint(a[..., ::-1, ::-1])
    q, r = qr(
        turned, mode="economic" if mode == "economic" else "full", check_finite=False
    )
    R = _adjoint(r)[..., ::-1, ::-1].copy()
    return R if mode == "r" else (R, _adjoint(q)[..., ::-1, ::-1].copy())


# ---- eigenvalues ----

_DRIVERS = ("ev", "evd", "evr", "evx", "gv", "gvd", "gvx")


def _check_subset(n, by_index, by_value):
    """(first, last) of the eigenvalues that are asked for, or bounds of them."""
    if by_index and by_value:
        raise ValueError("Either index or value subset can be requested.")
    if by_index:
        low, high = (int(x) for x in by_index)
        if not 0 <= low <= high < n:
            raise ValueError(
                "Requested eigenvalue indices are not valid. Valid range is "
                f"[0, {n - 1}] and start <= end, but start={low}, end={high} is given"
            )
    if by_value:
        low, high = by_value
        if not -math.inf <= low < high <= math.inf:
            raise ValueError(
                "Requested eigenvalue bounds are not valid. Valid range is (-inf, inf) "
                f"and low < high, but low={low}, high={high} is given"
            )


def _check_driver(driver, b, subset):
    if driver is None:
        return
    if driver not in _DRIVERS:
        names = '", "'.join(_DRIVERS)
        raise ValueError(
            f'"{driver}" is unknown. Possible values are "None", "{names}".'
        )
    if b is None and driver in ("gv", "gvd", "gvx"):
        raise ValueError(
            f"{driver} requires input b array to be supplied for generalized eigenvalue "
            "problems."
        )
    if b is not None and driver in ("ev", "evd", "evr", "evx"):
        raise ValueError(
            f'"{driver}" does not accept input b array for standard eigenvalue '
            "problems."
        )
    if subset and driver in ("ev", "evd", "gv", "gvd"):
        raise ValueError(f'"{driver}" cannot compute subsets of eigenvalues')


def eigh(
    a,
    b=None,
    *,
    lower=True,
    eigvals_only=False,
    overwrite_a=False,
    overwrite_b=False,
    type=1,
    check_finite=True,
    subset_by_index=None,
    subset_by_value=None,
    driver=None,
):
    """Ascending eigenvalues and eigenvectors of Hermitian (..., n, n) matrices.

    With a positive definite `b` those of a @ v = w * b @ v (`type` 1), a @ b @ v =
    w * v (2) or b @ a @ v = w * v (3). Subsets are taken from all of them; of `driver`
    only the name is checked. See scipy.linalg.eigh.

    >>> from tenorite.scipy import linalg
    >>> linalg.eigh(np.array([[2.0, 0.0], [0.0, 3.0]]), eigvals_only=True)
    array([2., 3.])
    """
    if driver is not None and driver not in _DRIVERS:
        _check_driver(driver, b, False)
    a = _matrix("eigh", a, check_finite, 'expected square "a" matrix', square=True)
    if b is not None:
        _, b = as_arrays(a, b, check_finite=False)
        if check_finite:
            as_arrays(b)
        a, b = stacks_of("eigh", (a, 2), (b, 2))
        if b.ndim < 2 or b.shape[-1] != b.shape[-2]:
            raise ValueError('expected square "b" matrix')
        if b.shape != a.shape:
            raise ValueError(
                f"wrong b dimensions {b.shape[-2:]}, should be {a.shape[-2:]}"
            )
        if type not in (1, 2, 3):
            raise ValueError('"type" keyword only accepts 1, 2, and 3.')
        a, b = in_lapack_dtype(a, b)
    else:
        (a,) = in_lapack_dtype(a)
    n = a.shape[-1]
    if n == 0:
        w = empty(0, a.real.dtype, device=a.device)
        return w if eigvals_only else (w, empty((0, 0), a.dtype, device=a.device))
    _check_subset(n, subset_by_index, subset_by_value)
    subset = subset_by_index is not None or subset_by_value is not None
    _check_driver(driver, b, subset)
    uplo = "L" if lower else "U"
    if b is not None:
        w, v = _generalized(a, b, uplo, type)
    elif eigvals_only:
        w, v = _eigvalsh(a, uplo), None
    else:
        w, v = _eigh(a, uplo)
    first, last = 0, n
    if subset_by_index:
        first, last = int(subset_by_index[0]), int(subset_by_index[1]) + 1
    elif subset_by_value:
        # The shape of the result depends on the values, so they are waited for.
        low, high = subset_by_value
        inside = ((w > low) & (w <= high)).get()
        counts = inside.sum(axis=-1)
        if numpy.ndim(counts) and (counts != counts.flat[0]).any():
            raise ValueError("all input arrays must have the same shape")
        first = int(numpy.argmax(inside.reshape(-1, n)[0])) if counts.any() else 0
        last = first + int(numpy.ravel(counts)[0])
    if subset:
        w = w[..., first:last]
        v = None if v is None else v[..., first:last]
    return w if eigvals_only else (w, v)


def _generalized(a, b, uplo, kind):
    """By the Cholesky factor of b, as LAPACK reduces it to a standard problem."""
    lower = uplo == "L"
    if not lower:
        a, b = _adjoint(a), _adjoint(b)
    try:
        factor = cholesky(b, lower=True, check_finite=False)
    except LinAlgError:
        order = first_not_positive(b)[1]
        raise LinAlgError(
            f"The leading minor of order {order} of B is not positive definite. The "
            "factorization of B could not be completed and no eigenvalues or "
            "eigenvectors were computed."
        ) from None
    below = a - triu(a)
    diagonal = (triu(a) - triu(a, 1)).real.astype(a.dtype)
    whole = below + _adjoint(below) + diagonal
    options = {"lower": True, "check_finite": False}
    if kind == 1:
        half = solve_triangular(factor, whole, **options)
        reduced = _adjoint(solve_triangular(factor, _adjoint(half), **options))
        w, v = _eigh(reduced)
        return w, solve_triangular(factor, v, 2, **options)
    reduced = matmul(_adjoint(factor), matmul(whole, factor))
    w, v = _eigh(reduced)
    if kind == 2:
        return w, solve_triangular(factor, v, 2, **options)
    return w, matmul(factor, v)


def eigvalsh(
    a,
    b=None,
    *,
    lower=True,
    overwrite_a=False,
    overwrite_b=False,
    type=1,
    check_finite=True,
    subset_by_index=None,
    subset_by_value=None,
    driver=None,
):
    """Ascending eigenvalues of Hermitian matrices, as eigh(). See scipy.linalg.eigvalsh.

    >>> from tenorite.scipy import linalg
    >>> linalg.eigvalsh(np.array([[2.0, 0.0], [0.0, 3.0]]))
    array([2., 3.])
    """
    return eigh(
        a,
        b,
        lower=lower,
        eigvals_only=True,
        type=type,
        check_finite=check_finite,
        subset_by_index=subset_by_index,
        subset_by_value=subset_by_value,
        driver=driver,
    )


def eig(
    a,
    b=None,
    left=False,
    right=True,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    homogeneous_eigvals=False,
):
    """Complex eigenvalues and right eigenvectors of (..., n, n) matrices.

    The vectors are columns, real where everything is. On GPUs computed by the host.
    With `b` or `left` SciPy computes, on the host. See scipy.linalg.eig.

    >>> from tenorite.scipy import linalg
    >>> linalg.eig(np.array([[1.0, -1.0], [1.0, 1.0]]))[0]
    array([1.+1.j, 1.-1.j])
    """
    if b is not None or left:
        return _of_scipy("eig")(
            *(a, b, left, right),
            check_finite=check_finite,
            homogeneous_eigvals=homogeneous_eigvals,
        )
    (a,) = as_arrays(a, check_finite=check_finite)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(
            "Expected a square matrix or a batch of square matrices. "
            f"Got a.shape = {a.shape!r}"
        )
    (a,) = in_lapack_dtype(a)
    if a.size == 0:
        dtype = "F" if a.dtype.char in "fF" else "D"
        w = empty(a.shape[:-1], dtype, device=a.device)
        w = _homogeneous(w, homogeneous_eigvals)
        return (w, empty(a.shape, a.dtype, device=a.device)) if right else w
    w, v = _core.eig(a, True) if right else (_core.eig(a, False)[0], None)
    if v is not None and a.dtype.kind != "c":
        # The dtype depends on the values, as in SciPy.
        real = (w.imag == 0).reshape(-1, a.shape[-1]).all(axis=-1)
        v = v.real.copy() if bool(real.all()) else v
    w = _homogeneous(w, homogeneous_eigvals)
    return (w, v) if right else w


def _homogeneous(w, wanted):
    if not wanted:
        return w
    pair = empty((*w.shape[:-1], 2, w.shape[-1]), w.dtype, device=w.device)
    pair[..., 0, :] = w
    pair[..., 1, :] = 1
    return pair


def eigvals(
    a,
    b=None,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    homogeneous_eigvals=False,
):
    """Complex eigenvalues of (..., n, n) matrices, as eig(). See scipy.linalg.eigvals.

    >>> from tenorite.scipy import linalg
    >>> linalg.eigvals(np.array([[1.0, -1.0], [1.0, 1.0]]))
    array([1.+1.j, 1.-1.j])
    """
    return eig(
        a,
        b,
        right=False,
        check_finite=check_finite,
        homogeneous_eigvals=homogeneous_eigvals,
    )

# SPDX-License-Identifier: Apache-2.0
"""Factors, eigenvalues and singular values of stacks of matrices."""

from numpy.linalg import LinAlgError
from numpy.linalg._linalg import EighResult, EigResult, QRResult, SVDResult

from .._array.convert import as_operand
from .._core import linalg as _core
from .._core import ufuncs, warn
from .._numpy.diagonals import triu
from .._numpy.indexing import take_along_axis
from .._numpy.sorting import argsort, sort
from .._runtime.numpy_version import FROM_2_5
from ._checks import check_square, check_stacked, conjugate_transpose

__all__ = ["cholesky", "eig", "eigh", "eigvals", "eigvalsh", "qr", "svd", "svdvals"]


def cholesky(a, /, *, upper=False):
    """L with a = L L^H (`upper`: U with a = U^H U) of (..., n, n) matrices.

    One half of `a` is read. LinAlgError where one is not positive definite.
    See numpy.linalg.cholesky.

    >>> np.linalg.cholesky(np.array([[4.0, 0.0], [0.0, 9.0]]))
    array([[2., 0.],
           [0., 3.]])
    """
    a = as_operand(a)
    check_square(a)
    return _core.cholesky(a, bool(upper))


_QR_MODES = {
    "f": (
        "reduced",
        "The 'full' option is deprecated in favor of 'reduced'.\n"
        "For backward compatibility let mode default.",
    ),
    "e": ("economic", "The 'economic' option is deprecated."),
}
_QR_MODES |= {"full": _QR_MODES["f"], "economic": _QR_MODES["e"]}


def qr(a, mode="reduced"):
    """Q and R of (..., m, n) matrices, a = Q R, as a QRResult.

    `mode`: "reduced" (Q has min(m, n) columns), "complete" (m), "r" (R alone), "raw"
    (Householder's reflectors transposed, and their factors). See numpy.linalg.qr.

    >>> np.linalg.qr(np.ones((3, 2))).R.shape
    (2, 2)
    """
    if mode not in ("reduced", "complete", "r", "raw"):
        if mode not in _QR_MODES:
            raise ValueError(f"Unrecognized mode '{mode}'")
        mode, text = _QR_MODES[mode]
        warn(text, DeprecationWarning)
    a = as_operand(a)
    check_stacked(a)
    m, n = a.shape[-2:]
    columns = m if mode == "complete" and m > n else min(m, n)
    h, tau, q = _core.qr(a, columns if mode in ("reduced", "complete") else 0)
    if mode == "economic":
        return h
    if mode == "raw":
        return h.swapaxes(-1, -2), tau
    r = triu(h[..., :columns, :])
    if mode == "r":
        return r
    if q is None:
        q = h[..., :columns]
    return QRResult(q, r)


def _uses_upper(UPLO):
    UPLO = UPLO.upper()
    if UPLO not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return UPLO == "U"


def eigh(a, UPLO="L"):
    """Real ascending eigenvalues and eigenvectors of Hermitian (..., n, n) matrices.

    The lower half is read, or the upper one. An EighResult; the vectors are columns.
    LinAlgError where they do not converge. See numpy.linalg.eigh.

    >>> np.linalg.eigh(np.array([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
    array([2., 3.])
    """
    upper = _uses_upper(UPLO)
    a = as_operand(a)
    check_square(a)
    return EighResult(*_core.eigh(a, upper, True))


def eigvalsh(a, UPLO="L"):
    """Real ascending eigenvalues of Hermitian matrices. See numpy.linalg.eigvalsh.

    >>> np.linalg.eigvalsh(np.array([[2.0, 0.0], [0.0, 3.0]]))
    array([2., 3.])
    """
    upper = _uses_upper(UPLO)
    a = as_operand(a)
    check_square(a)
    return _core.eigh(a, upper, False)[0]


def _general(a):
    """`a` for eig and eigvals, which look at its values."""
    a = as_operand(a)
    check_square(a)
    if a.dtype.kind in "fc" and not ufuncs["isfinite"](a).all():
        raise LinAlgError("Array must not contain infs or NaNs")
    return a


def _narrowed(a, *found):
    """The complex results for `a`; before NumPy 2.5, real where everything is."""
    if FROM_2_5 or a.dtype.kind == "c" or not (found[0].imag == 0).all():
        return found
    # Of double precision NumPy returns views.
    return [x.real if x.dtype.char == "D" else x.real.copy() for x in found]


def eig(a):
    """Eigenvalues and right eigenvectors of (..., n, n) matrices, as an EigResult.

    Complex; with a NumPy before 2.5 real if `a` and all eigenvalues are, so that the
    values are waited for. LinAlgError for infinities and NaNs. On GPUs computed by the host. See numpy.linalg.eig.

    >>> np.linalg.eig(np.array([[1.0, -1.0], [1.0, 1.0]])).eigenvalues
    array([1.+1.j, 1.-1.j])
    """
    a = _general(a)
    return EigResult(*_narrowed(a, *_core.eig(a, True)))


def eigvals(a):
    """Eigenvalues of any square matrices, as eig. See numpy.linalg.eigvals.

    >>> np.linalg.eigvals(np.array([[1.0, -1.0], [1.0, 1.0]]))
    array([1.+1.j, 1.-1.j])
    """
    a = _general(a)
    return _narrowed(a, _core.eig(a, False)[0])[0]


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    """a = U diag(S) Vh of (..., m, n) matrices, S descending, as an SVDResult.

    U and Vh are square, or have min(m, n) columns and rows. `compute_uv=False`: S.
    `hermitian`: by eigh. LinAlgError for NaNs. See numpy.linalg.svd.

    >>> np.linalg.svd(np.array([[3.0, 0.0], [0.0, 2.0]])).S.round(6)
    array([3., 2.])
    """
    a = as_operand(a)
    if hermitian:
        return _svd_of_hermitian(a, compute_uv)
    check_stacked(a)
    if not compute_uv:
        return _core.svdvals(a)
    return SVDResult(*_core.svd(a, bool(full_matrices)))


def _svd_of_hermitian(a, compute_uv):
    if not compute_uv:
        s = ufuncs["absolute"](eigvalsh(a))
        return sort(s)[..., ::-1]
    w, u = eigh(a)
    sign = ufuncs["copysign"](1.0, w).astype(w.dtype, copy=False)
    s = ufuncs["absolute"](w)
    order = argsort(s)[..., ::-1]
    sign = take_along_axis(sign, order, axis=-1)
    s = take_along_axis(s, order, axis=-1)
    u = take_along_axis(u, order[..., None, :], axis=-1)
    return SVDResult(u, s, conjugate_transpose(u * sign[..., None, :]))


def svdvals(x, /):
    """Singular values of (..., m, n) matrices, descending. See numpy.linalg.svdvals.

    >>> np.linalg.svdvals(np.array([[3.0, 0.0], [0.0, 2.0]])).round(6)
    array([3., 2.])
    """
    return svd(x, compute_uv=False)

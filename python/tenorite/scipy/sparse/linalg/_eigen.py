# SPDX-License-Identifier: Apache-2.0
"""Eigenvalues and singular values: the Lanczos method with thick restarts.

A cycle extends an orthonormal basis on the device (twice orthogonalised). The host gets
the projected matrix once for each cycle, solves its small eigenproblem, and keeps the
wanted Ritz vectors as the beginning of the next basis (Wu and Simon, 2000).
"""

import math
import warnings

import numpy

from .... import linalg as dense
from ..._host import attributes_of
from ..._random_state import numpy_generator, with_random_state
from .. import _library as np
from .._kinds import issparse, taken
from .._types import is_dense
from . import _direct
from ._interface import LinearOperator, aslinearoperator
from ._orthogonal import OrthonormalBasis
from ._steps import norm

__path__ = []  # SciPy's is a package, whose modules _host finds

__all__ = ["ArpackError", "ArpackNoConvergence", "eigsh", "svds"]


_of_scipy = attributes_of(__package__)


class ArpackError(RuntimeError):
    """Of an eigenvalue solver.

    >>> from tenorite.scipy.sparse.linalg import ArpackError
    >>> issubclass(ArpackError, RuntimeError)
    True
    """


class ArpackNoConvergence(ArpackError):
    """Not all eigenvalues were found; those that were are its attributes.

    >>> from tenorite.scipy.sparse.linalg import ArpackError, ArpackNoConvergence
    >>> issubclass(ArpackNoConvergence, ArpackError)
    True
    """

    def __init__(self, msg, eigenvalues, eigenvectors):
        super().__init__(f"ARPACK error -1: {msg}")
        self.eigenvalues = eigenvalues
        self.eigenvectors = eigenvectors


def _wanted(values, k, which):
    """The places of the k wanted values, the most wanted first."""
    if which == "BE":
        order = numpy.argsort(values)
        ends = [order[-1 - j // 2] if j % 2 == 0 else order[j // 2] for j in range(k)]
        return numpy.asarray(ends)
    keys = {
        "LM": -numpy.abs(values),
        "SM": numpy.abs(values),
        "LA": -values,
        "SA": values,
    }
    return numpy.argsort(keys[which], kind="stable")[:k]


class _Lanczos:
    """A basis of rows and the projection of the operator onto it."""

    def __init__(self, operator, dtype, size, first, random):
        self.operator, self.size, self.random = operator, size, random
        self.dtype = dtype
        self._basis = OrthonormalBasis(first / norm(first), size)
        self.basis = self._basis.vectors
        self.small = numpy.zeros((size, size), dtype)

    def extend(self, start):
        """Fills the basis from vector `start` on; returns what is left of the last."""
        eps = numpy.finfo(self.dtype).eps
        while True:
            for j in range(start, self.size):
                self._basis.append(j, self.operator(self.basis[j]))
            found = self._basis.h[start:].get()
            scale = max(numpy.abs(self.small).max(initial=0), 0.0)
            for j, row in enumerate(found, start):
                self.small[: j + 1, j] = row[: j + 1]
                self.small[j, : j + 1] = row[: j + 1].conj()
                if j > start:
                    before = found[j - 1 - start, j].real
                    self.small[j, j - 1] = self.small[j - 1, j] = before
                scale = max(scale, numpy.abs(row[: j + 1]).max())
                if abs(row[j + 1]) <= 4 * eps * max(
                    scale, numpy.finfo(self.dtype).tiny
                ):
                    # An invariant space: another direction begins a new one.
                    if j + 1 == self.size:
                        return 0.0
                    w = self.random()
                    w, _ = self._basis.rest(w, j + 1)
                    w, _ = self._basis.rest(w / norm(w), j + 1)
                    self.basis[j + 1] = w / norm(w)
                    self.small[j + 1 :, : j + 1] = self.small[: j + 1, j + 1 :] = 0
                    start = j + 1
                    break
            else:
                return float(found[-1, self.size].real)

    def restart(self, vectors, values):
        """Keeps Ritz vectors; the last vector of the basis comes behind them."""
        count = len(values)
        kept = np.asarray(numpy.ascontiguousarray(vectors.T)) @ self.basis[: self.size]
        self.basis[:count] = kept
        self.basis[count] = self.basis[self.size]
        self.small[:] = 0
        self.small[range(count), range(count)] = values


def _hermitian(operator, dtype, n, k, which, v0, size, most, tol):
    """k eigenvalues and vectors (rows) of an operator, and how many are exact."""
    rng = numpy.random.default_rng(0)

    def random():
        x = rng.uniform(-1, 1, n)
        if dtype.kind == "c":
            x = x + 1j * rng.uniform(-1, 1, n)
        return np.asarray(x.astype(dtype))

    first = random() if v0 is None else np.asarray(v0).astype(dtype).reshape(-1)
    eps = float(numpy.finfo(dtype).eps)
    tol = max(tol, eps)
    lanczos = _Lanczos(operator, dtype, size, first, random)
    start = 0
    for _ in range(most):
        left = lanczos.extend(start)
        values, vectors = numpy.linalg.eigh(lanczos.small)
        chosen = _wanted(values, k, which)
        errors = abs(left * vectors[-1, chosen])
        # ARPACK's test; less than the rounding of the small problem is not asked for.
        bounds = tol * numpy.maximum(eps ** (2 / 3), abs(values[chosen]))
        exact = errors <= numpy.maximum(bounds, 4 * eps * abs(values).max())
        if exact.all():
            break
        # More than are wanted, so that those converge sooner.
        more = min(k + int(exact.sum()), (k + size) // 2, size - 1)
        kept = _wanted(values, max(more, k), which)
        start = len(kept)
        lanczos.restart(vectors[:, kept], values[kept])
        chosen_vectors = None
    else:
        chosen_vectors = (
            np.asarray(numpy.eye(start, dtype=dtype)[: min(k, start)])
            @ lanczos.basis[:start]
        )
        return values[kept[:k]], chosen_vectors, exact
    chosen_vectors = (
        np.asarray(numpy.ascontiguousarray(vectors[:, chosen].T))
        @ lanczos.basis[: lanczos.size]
    )
    return values[chosen], chosen_vectors, exact


def eigsh(
    A,
    k=6,
    M=None,
    sigma=None,
    which="LM",
    v0=None,
    ncv=None,
    maxiter=None,
    tol=0,
    return_eigenvectors=True,
    Minv=None,
    OPinv=None,
    mode="normal",
    rng=None,
):
    """k eigenvalues of a Hermitian matrix or operator, and their vectors.

    `which` is 'LM', 'SM', 'LA', 'SA' or 'BE'; with `sigma` those nearest to it, by
    solves with A - sigma. Values are ascending; those alone have the most wanted last
    where there is no `sigma`. Problems with M and other modes are solved by SciPy on the
    host, as are operators with `sigma` and no `OPinv`. See scipy.sparse.linalg.eigsh.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.diags_array(np.arange(1.0, 101.0))
    >>> sparse.linalg.eigsh(a, k=2, return_eigenvectors=False).round(6)
    array([ 99., 100.])
    """
    A = taken(A)
    if not (issparse(A) or isinstance(A, LinearOperator)):
        A = np.asarray(A) if is_dense(A) or isinstance(A, list) else aslinearoperator(A)
    if A.ndim > 2:
        raise ValueError(f"{A.ndim}-dimensional `A` is unsupported, expected 2-D.")
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"expected square matrix (shape={A.shape})")
    is_solvable = OPinv is not None or not isinstance(A, LinearOperator)
    if M is not None or mode != "normal" or (sigma is not None and not is_solvable):
        args = A, k, M, sigma, which, v0, ncv, maxiter, tol, return_eigenvectors
        how = {"mode": mode, "rng": numpy_generator(rng)}
        return _of_scipy("eigsh")(*args, Minv, OPinv, **how)
    n = A.shape[0]
    if k <= 0:
        raise ValueError("k must be greater than 0.")
    if k >= n:
        warnings.warn(
            "k >= N for N * N square matrix. Attempting to use scipy.linalg.eigh "
            "instead.",
            RuntimeWarning,
            stacklevel=2,
        )
        if issparse(A):
            raise TypeError(
                "Cannot use scipy.linalg.eigh for sparse A with k >= N. "
                "Use scipy.linalg.eigh(A.toarray()) or reduce k."
            )
        if isinstance(A, LinearOperator):
            raise TypeError(
                "Cannot use scipy.linalg.eigh for LinearOperator A with k >= N."
            )
        return dense.eigh(A) if return_eigenvectors else dense.eigvalsh(A)
    if which == "BE" and A.dtype.kind == "c":
        raise ValueError("which='BE' cannot be used with complex matrix A")
    if which not in ("LM", "SM", "LA", "SA", "BE"):
        raise ValueError("which must be one of LM SM LA SA BE")
    size = min(n, max(2 * k + 1, 20)) if ncv is None else ncv
    if size > n or size <= k:
        raise ValueError(f"ncv must be k<ncv<=n, ncv={ncv}")
    most = 10 * n if maxiter is None else maxiter
    if most <= 0:
        raise ValueError(f"maxiter must be positive, maxiter={maxiter}")
    if tol < 0:
        raise ValueError("tol must not be negative")
    given = A.dtype
    dtype = given if given.char in "fdFD" else numpy.dtype(float)
    if sigma is None:
        function = aslinearoperator(A).matvec
    elif OPinv is not None:
        function = aslinearoperator(OPinv).matvec
    else:
        function = _shifted(A, sigma, dtype)
    found = _hermitian(function, dtype, n, k, which, v0, size, most, tol)
    values, vectors, exact = found
    if sigma is not None:
        values = sigma + 1 / values
    order = numpy.argsort(values)
    if sigma is None and not return_eigenvectors and which != "BE":
        order = _wanted(values, k, which)[::-1]  # as ARPACK leaves them
    values = np.asarray(values[order].astype(numpy.zeros(0, dtype).real.dtype))
    vectors = vectors[np.asarray(order)].T
    if not exact.all():
        some = exact[order]
        raise ArpackNoConvergence(
            f"No convergence ({most} iterations, {int(exact.sum())}/{k} "
            "eigenvectors converged)",
            values[some],
            vectors[:, some],
        )
    return (values, vectors) if return_eigenvectors else values


def _shifted(A, sigma, dtype):
    """The function that solves with the matrix A - sigma."""
    if isinstance(A, LinearOperator):
        raise NotImplementedError("sigma of an operator needs OPinv")
    n = A.shape[0]
    if not issparse(A) or n <= _direct.DENSE:
        full = A.toarray() if issparse(A) else A
        one = np.eye(n, dtype=dtype, device=full.device)
        inverse = dense.inv(full.astype(dtype) - sigma * one)
        return lambda x: inverse @ x
    from .._construct import eye_array

    shift = eye_array(n, dtype=dtype, format="csc") * sigma
    return _direct.splu((A.tocsc().astype(dtype) - shift).tocsc()).solve


@with_random_state("random_state")
def svds(
    A,
    k=6,
    ncv=None,
    tol=0,
    which="LM",
    v0=None,
    maxiter=None,
    return_singular_vectors=True,
    solver="arpack",
    rng=None,
    options=None,
    *,
    random_state=None,
):
    """k singular values of a matrix or operator, ascending, and their vectors.

    Other solvers than 'arpack' are SciPy's, on the host. See scipy.sparse.linalg.svds.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.diags_array(np.arange(1.0, 101.0))
    >>> sparse.linalg.svds(a, k=2, return_singular_vectors=False).round(6)
    array([ 99., 100.])
    """
    if str(solver).lower() not in ("arpack", "lobpcg", "propack"):
        raise ValueError("solver must be one of {'arpack', 'lobpcg', 'propack'}.")
    if str(solver).lower() != "arpack":
        args = A, k, ncv, tol, which, v0, maxiter, return_singular_vectors, solver
        return _of_scipy("svds")(*args, numpy_generator(rng), options)
    A = aslinearoperator(A)
    if math.prod(A.shape) == 0:
        raise ValueError("`A` must not be empty.")
    if A.ndim != 2:
        raise ValueError("Only 2-D input is supported for `A` (a single matrix)")
    if int(k) != k or not 0 < k < min(A.shape):
        raise ValueError("`k` must be an integer satisfying `0 < k < min(A.shape)`.")
    if ncv is not None and (int(ncv) != ncv or not k < ncv < min(A.shape)):
        raise ValueError(
            "`ncv` must be an integer satisfying `k < ncv < min(A.shape)`."
        )
    if tol < 0 or not math.isfinite(tol):
        raise ValueError("`tol` must be a non-negative floating point value.")
    which = str(which).upper()
    if which not in ("LM", "SM"):
        raise ValueError("`which` must be in {'LM', 'SM'}.")
    if maxiter is not None and (int(maxiter) != maxiter or maxiter <= 0):
        raise ValueError("`maxiter` must be a positive integer.")
    tall = A.shape[0] >= A.shape[1]
    one, two = (A, A.H) if tall else (A.H, A)
    n = one.shape[1]
    square = LinearOperator((n, n), lambda x: two.matvec(one.matvec(x)), dtype=A.dtype)
    _, vectors = eigsh(
        square, k=int(k), tol=tol**2, maxiter=maxiter, ncv=ncv, which=which, v0=v0
    )
    vectors = dense.qr(vectors)[0]
    projected = one.matmat(vectors)
    if not return_singular_vectors:
        return dense.svd(projected, compute_uv=False)[::-1]
    u, s, vh = dense.svd(projected, full_matrices=False)
    u, s, vh = u[:, ::-1], s[::-1], vh[::-1]
    has_u = return_singular_vectors in (True, "u")
    has_v = return_singular_vectors in (True, "vh")
    if tall:
        return u if has_u else None, s, vh @ vectors.T.conj() if has_v else None
    return (
        vectors @ vh.T.conj() if has_u else None,
        s,
        u.T.conj() if has_v else None,
    )

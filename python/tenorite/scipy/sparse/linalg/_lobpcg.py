# SPDX-License-Identifier: Apache-2.0
"""Eigenvalues by LOBPCG: Knyazev's locally optimal block preconditioned gradients.

Blocks of vectors stay on the device. In each iteration the host looks at norms of the
residuals and at Gram matrices, of a few times the block's size, and solves what is that
small (A. V. Knyazev, SIAM Journal on Scientific Computing 23, 2001, 517-541).
"""

import warnings

import numpy

from .. import _library as np
from .._kinds import issparse, taken
from ._interface import LinearOperator

__all__ = ["lobpcg"]


def _adjoint(x):
    return np.conj(x.T) if x.dtype.kind == "c" else x.T


def _warn(text):
    warnings.warn(text, UserWarning, stacklevel=4)


class _Block:
    """Vectors v (columns), A v and B v; the last is v itself without a matrix B."""

    def __init__(self, v, av, bv):
        self.v, self.av, self.bv = v, av, bv

    def __matmul__(self, small):
        """The block times a small matrix of the host."""
        small = np.asarray(small, dtype=self.v.dtype, device=self.v.device)
        bv = self.bv @ small if self.bv is not self.v else None
        v = self.v @ small
        return _Block(v, self.av @ small, v if bv is None else bv)

    def __add__(self, other):
        v = self.v + other.v
        bv = v if self.bv is self.v else self.bv + other.bv
        return _Block(v, self.av + other.av, bv)

    def columns(self, mask):
        if mask.all():
            return self
        at = np.asarray(numpy.flatnonzero(mask), device=self.v.device)
        v = self.v[:, at]
        return _Block(v, self.av[:, at], v if self.bv is self.v else self.bv[:, at])


def _joined(blocks):
    if len(blocks) == 1:
        return blocks[0]
    v, av = (
        np.concatenate([getattr(b, key) for b in blocks], axis=1) for key in ("v", "av")
    )
    if blocks[0].bv is blocks[0].v:
        return _Block(v, av, v)
    return _Block(v, av, np.concatenate([b.bv for b in blocks], axis=1))


def _on_host(*small):
    """Small matrices or vectors of the device, in double precision; one wait."""
    sizes = [x.size for x in small]
    joined = np.concatenate([x.reshape(-1) for x in small]).get()
    joined = joined.astype("D" if joined.dtype.kind == "c" else "d")
    parts = numpy.split(joined, numpy.cumsum(sizes)[:-1])
    return [x.reshape(s.shape) for x, s in zip(parts, small, strict=True)]


def _inverse_factor(gram):
    """What makes vectors of that Gram matrix orthonormal; None where none does."""
    try:
        return numpy.linalg.inv(numpy.linalg.cholesky(gram)).conj().T
    except numpy.linalg.LinAlgError:
        return None


def _eigh(a, b):
    """Values and vectors of a v = w b v on the host; None where b is not positive."""
    scale = numpy.sqrt(numpy.abs(numpy.diagonal(b)))
    if not (numpy.isfinite(a).all() and numpy.isfinite(b).all() and (scale > 0).all()):
        return None
    factor = _inverse_factor(b / scale[:, None] / scale)
    if factor is None:
        return None
    factor = factor / scale[:, None]
    a = factor.conj().T @ ((a + a.conj().T) / 2) @ factor
    values, vectors = numpy.linalg.eigh(a)
    return values, factor @ vectors


class _Solver:
    """The problem and what is done with its blocks."""

    def __init__(self, A, B, M, Y, dtype):
        self.A, self.B, self.M = (
            self._product(A, "primary"),
            self._product(B, "secondary"),
            self._product(M, "preconditioner"),
        )
        self.Y = Y
        self.dtype = dtype
        if Y is None:
            return
        BY = Y if self.B is None else self.B(Y, "constraint")
        (gram,) = _on_host(_adjoint(Y) @ BY)
        factor = _inverse_factor(gram)
        if factor is None:
            raise ValueError("Linearly dependent constraints")
        inverse = factor @ factor.conj().T
        if inverse.dtype.kind == "c" and Y.dtype.kind != "c":
            inverse = inverse.real
        self.projected = np.asarray(inverse.astype(Y.dtype)) @ _adjoint(BY)

    @staticmethod
    def _product(m, which):
        if m is None:
            return None
        function = m if callable(m) else lambda v: m @ v

        def product(v, name):
            found = np.asarray(function(v))
            if which != "preconditioner" and found.shape != v.shape:
                raise ValueError(
                    f"The shape {v.shape} of the {name} not preserved\n"
                    f"and changed to {found.shape} after multiplying by the "
                    f"{which} matrix.\n"
                )
            return found

        return product

    def constrained(self, v):
        return v if self.Y is None else v - self.Y @ (self.projected @ v)

    def times_b(self, v, name="orthogonalized matrix"):
        return v if self.B is None else self.B(v, name)

    def orthonormal(self, v):
        """(v, B v) with orthonormal columns, or None where they are dependent."""
        bv = self.times_b(v)
        (gram,) = _on_host(_adjoint(v) @ bv)
        return self._normalized(v, bv, gram)

    def _normalized(self, v, bv, gram):
        factor = _inverse_factor(gram)
        if factor is None or not numpy.isfinite(factor).all():
            return None
        factor = np.asarray(factor.astype(self.dtype), device=v.device)
        made = v @ factor
        return made, made if bv is v else bv @ factor

    def block(self, v, name):
        return _Block(v, self.A(v, name), self.times_b(v, name))

    def residual(self, x, values):
        values = np.asarray(values.astype(x.v.real.dtype), device=x.v.device)
        return x.av - x.bv * values

    def norms(self, r):
        squares = r.real * r.real + r.imag * r.imag if r.dtype.kind == "c" else r * r
        return numpy.sqrt(_on_host(squares.sum(axis=0))[0])

    def ritz(self, block):
        """Values and coefficients of the block's vectors; None if that fails."""
        left = _adjoint(block.v)
        return _eigh(*_on_host(left @ block.av, left @ block.bv))


def _chosen(found, count, largest):
    values, vectors = found
    at = numpy.argsort(values)
    at = at[: -count - 1 : -1] if largest else at[:count]
    return values[at], vectors[:, at]


def _dense_matrix(m, n, which, device):
    try:
        if isinstance(m, LinearOperator) or callable(m):
            m = m(np.eye(n, dtype=int, device=device))
            if m.shape != (n, n):
                raise ValueError(
                    f"The shape {m.shape} of the {which} matrix\n"
                    f"defined by a callable object is wrong.\nExpected {(n, n)}."
                )
            return m
        return m.toarray() if issparse(m) else np.asarray(m)
    except Exception as error:
        name = which.capitalize()
        raise Exception(f"{name} MatMul call failed with error\n{error}\n") from error


def _by_dense_solver(A, B, Y, X, largest):
    from ...linalg import eigh

    n, count = X.shape
    _warn(
        f"The problem size {n} minus the constraints size "
        f"{0 if Y is None else Y.shape[1]} is too small relative to the block size "
        f"{count}. Using a dense eigensolver instead of LOBPCG iterations."
        "No output of the history of the iterations."
    )
    count = min(count, n)
    if Y is not None:
        raise NotImplementedError("The dense eigensolver does not support constraints.")
    A = _dense_matrix(A, n, "primary", X.device)
    B = None if B is None else _dense_matrix(B, n, "secondary", X.device)
    part = (n - count, n - 1) if largest else (0, count - 1)
    try:
        values, vectors = eigh(A, B, subset_by_index=part, check_finite=False)
    except Exception as error:
        raise Exception(f"Dense eigensolver failed with error\n{error}\n") from error
    return (values[::-1], vectors[:, ::-1]) if largest else (values, vectors)


class _Progress:
    """What is known of the iterations: the best of them, histories, what is printed."""

    def __init__(self, verbose):
        self.verbose = verbose
        self.values, self.norms = [], []
        self.smallest, self.best, self.iteration = numpy.inf, None, None

    def say(self, *lines):
        if self.verbose:
            print(*lines, sep="\n")

    def is_best(self, iteration, norms, x):
        mean = norms.mean()
        if mean < self.smallest:
            self.smallest, self.best, self.iteration = mean, x, iteration
            return True
        return False


def _iterate(solver, x, values, tolerance, most, largest, control, progress):
    """The last block, its values, and after how many iterations."""
    count = x.v.shape[1]
    active = numpy.ones(count, bool)
    p, restarts = None, False
    iteration = -1
    while iteration < most:
        iteration += 1
        r = solver.residual(x, values)
        norms = solver.norms(r)
        progress.norms.append(norms)
        better = progress.is_best(iteration, norms, x)
        if not better and norms.mean() > 2**control * progress.smallest:
            restarts = True
            x = solver.block(x.v, "restarted iterate")
        active &= norms > tolerance
        progress.say(
            f"iteration {iteration}",
            f"current block size: {active.sum()}",
            f"eigenvalue(s):\n{values}",
            f"residual norm(s):\n{norms}",
        )
        if not active.any():
            break
        at = np.asarray(numpy.flatnonzero(active), device=r.device)
        r = r if active.all() else r[:, at]
        if solver.M is not None:
            r = solver.M(r, "residuals").astype(r.dtype, copy=False)
        r = solver.constrained(r)
        r = r - x.v @ (_adjoint(x.bv) @ r)
        # Short residuals lose nothing by that.
        made = solver.orthonormal(r / _lengths(r))
        if made is None:
            _warn(
                f"Failed at iteration {iteration} with accuracies {norms}\n not "
                f"reaching the requested tolerance {tolerance}."
            )
            break
        blocks = [x, _Block(made[0], solver.A(made[0], "residuals"), made[1])]
        found = None
        if p is not None and not restarts:
            direction = p.columns(active)
            blocks.append(_scaled(direction, _lengths(direction.v)))
            found = solver.ritz(_joined(blocks))
        if found is None:
            blocks = blocks[:2]
            found = solver.ritz(_joined(blocks))
        if found is None:
            _warn(
                f"eigh failed at iteration {iteration} with error\nthe matrix is not "
                "positive definite\n"
            )
            break
        values, vectors = _chosen(found, count, largest)
        progress.values.append(values)
        p = _joined(blocks[1:]) @ vectors[count:]
        x = x @ vectors[:count] + p
    return x, values, iteration


def _lengths(v):
    """The norms of columns, 1 for those that are 0."""
    squares = v.real * v.real + v.imag * v.imag if v.dtype.kind == "c" else v * v
    sizes = np.sqrt(squares.sum(axis=0))
    return np.where(sizes > 0, sizes, 1)


def _scaled(block, sizes):
    v = block.v / sizes
    return _Block(v, block.av / sizes, v if block.bv is block.v else block.bv / sizes)


def _checked(X, Y):
    """X as an inexact array and Y as one or None, in SciPy's words."""
    if Y is not None:
        Y = np.asarray(Y)
        if Y.ndim != 2:
            _warn(
                f"Expected rank-2 array for argument Y, instead got {Y.ndim}, so "
                "ignore it and use no constraints."
            )
            Y = None
    if X is None:
        raise ValueError("The mandatory initial matrix X cannot be None")
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError("expected rank-2 array for argument X")
    if X.dtype.kind not in "fc":
        _warn(
            f"Data type for argument X is {X.dtype}, which is not inexact, so casted "
            "to np.float32."
        )
        X = X.astype("f")
    return X, Y


def _introduction(X, B, M, Y):
    kind = "standard" if B is None else "generalized"
    constraints = "No" if Y is None else Y.shape[1]
    plural = "" if Y is not None and Y.shape[1] == 1 else "s"
    return (
        f"Solving {kind} eigenvalue problem with{'out' if M is None else ''} "
        f"preconditioning\n\nmatrix size {X.shape[0]}\nblock size {X.shape[1]}\n\n"
        f"{constraints} constraint{plural}\n\n"
    )


def lobpcg(
    A,
    X,
    B=None,
    M=None,
    Y=None,
    tol=None,
    maxiter=None,
    largest=True,
    verbosityLevel=0,
    retLambdaHistory=False,
    retResidualNormsHistory=False,
    restartControl=20,
):
    """Some eigenvalues of a Hermitian matrix or operator, and their vectors.

    As many as X has columns, which are the first approximations; those of A v = w B v
    with `B`. The host waits for small matrices in each iteration. See
    scipy.sparse.linalg.lobpcg.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.diags_array(np.arange(1.0, 101.0))
    >>> x = np.random.default_rng(0).normal(size=(100, 2))
    >>> sparse.linalg.lobpcg(a, x, maxiter=60)[0].round(2)
    array([100.,  99.])
    """
    X, Y = _checked(X, Y)
    A, B, M = taken(A), taken(B), taken(M)
    most = 20 if maxiter is None else maxiter
    n, count = X.shape
    progress = _Progress(verbosityLevel)
    progress.say(_introduction(X, B, M, Y))
    if n - (0 if Y is None else Y.shape[1]) < 5 * count:
        return _by_dense_solver(A, B, Y, X, largest)
    tolerance = tol
    if tol is None or tol <= 0.0:
        tolerance = float(numpy.sqrt(numpy.finfo(X.dtype).eps)) * n
    solver = _Solver(A, B, M, Y, X.dtype)
    made = solver.orthonormal(solver.constrained(X))
    if made is None:
        raise ValueError("Linearly dependent initial approximations")
    # An operator of complex numbers may make the block complex.
    x = _Block(made[0], solver.A(made[0], "initial approximations"), made[1])
    (gram,) = _on_host(_adjoint(x.v) @ x.av)
    found = _chosen(numpy.linalg.eigh((gram + gram.conj().T) / 2), count, largest)
    values, x = found[0], x @ found[1]
    progress.values.append(values)
    last = _iterate(
        solver, x, values, tolerance, most, largest, restartControl, progress
    )
    x, values, iteration = last
    norms = solver.norms(solver.residual(x, values))
    progress.values.append(values)
    progress.norms.append(norms)
    progress.is_best(iteration + 1, norms, x)
    if norms.max() > tolerance:
        _warn(
            f"Exited at iteration {iteration} with accuracies \n{norms}\nnot reaching "
            f"the requested tolerance {tolerance}.\nUse iteration "
            f"{progress.iteration} instead with accuracy \n{progress.smallest}.\n"
        )
    progress.say(
        f"Final iterative eigenvalue(s):\n{values}",
        f"Final iterative residual norm(s):\n{norms}",
    )
    x = solver.block(solver.constrained(progress.best.v), "postprocessing iterate")
    found = solver.ritz(x)
    if found is None:
        raise ValueError("eigh has failed in lobpcg postprocessing")
    values, vectors = _chosen(found, count, largest)
    x = x @ vectors
    norms = solver.norms(solver.residual(x, values))
    if norms.max() > tolerance:
        _warn(
            f"Exited postprocessing with accuracies \n{norms}\nnot reaching the "
            f"requested tolerance {tolerance}."
        )
    progress.say(
        f"Final postprocessing eigenvalue(s):\n{values}",
        f"Final residual norm(s):\n{norms}",
    )

    def on_device(row):
        return np.asarray(row.astype(x.v.real.dtype), device=x.v.device)

    results = [on_device(values), x.v]
    for rows, final, wanted in (
        (progress.values, values, retLambdaHistory),
        (progress.norms, norms, retResidualNormsHistory),
    ):
        if wanted:
            kept = rows[: progress.iteration + 1]
            results.append([on_device(row) for row in [*kept, final]])
    return tuple(results)

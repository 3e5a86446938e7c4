# SPDX-License-Identifier: Apache-2.0
"""Generalised minimal residuals.

The basis of a cycle is made on the device. Of the small Hessenberg matrix the host
gets a copy now and then, turns it by Givens rotations and sees at which column the
residual has been small enough; columns that were made beyond that one are not used.
"""

import warnings

import numpy

from .. import _library as np
from ._orthogonal import OrthonormalBasis
from ._steps import checked_atol, norm, residual, system

__all__ = ["gmres"]


def _rotation(f, g):
    """c, s, r with [c s; -conj(s) c] [f, g] = [r, 0]."""
    if g == 0:
        return 1.0, 0.0 * g, f
    if f == 0:
        size = abs(g)
        return 0.0, numpy.conj(g) / size, size
    size = numpy.hypot(abs(f), abs(g))
    phase = f / abs(f)
    return abs(f) / size, phase * numpy.conj(g) / size, phase * size


class _Hessenberg:
    """The small problem of a cycle, on the host."""

    def __init__(self, restart, beta, dtype):
        self.r = numpy.zeros((restart, restart + 1), dtype)
        self.right = numpy.zeros(restart + 1, dtype)
        self.right[0] = beta
        self.turns = []

    def add(self, k, column):
        """Turns column k; returns the size of the residual."""
        column = column.copy()
        for j, (c, s) in enumerate(self.turns):
            a, b = column[j], column[j + 1]
            column[j], column[j + 1] = c * a + s * b, -numpy.conj(s) * a + c * b
        c, s, size = _rotation(column[k], column[k + 1])
        self.turns.append((c, s))
        column[k], column[k + 1] = size, 0
        self.r[k, : k + 2] = column[: k + 2]
        first = self.right[k]
        self.right[k], self.right[k + 1] = c * first, -numpy.conj(s) * first
        return abs(self.right[k + 1])

    def solution(self, count):
        y = self.right[:count].copy()
        if self.r[count - 1, count - 1] == 0:
            y[count - 1] = 0
        for k in range(count - 1, -1, -1):
            if y[k] != 0:
                y[k] /= self.r[k, k]
                y[:k] -= y[k] * self.r[k, :k]
        return y


def gmres(
    A,
    b,
    x0=None,
    *,
    rtol=1e-5,
    atol=0.0,
    restart=None,
    maxiter=None,
    M=None,
    callback=None,
    callback_type=None,
):
    """Solves A x = b by generalised minimal residuals, restarted after `restart` steps.

    Returns x and 0, or `maxiter` where these cycles did not suffice. See
    scipy.sparse.linalg.gmres.

    >>> from tenorite.scipy.sparse.linalg import gmres
    >>> gmres(np.array([[2.0, 1.0], [0.0, 4.0]]), np.array([3.0, 4.0]))[1]
    0
    """
    if callback is not None and callback_type is None:
        warnings.warn(
            "scipy.sparse.linalg.gmres called without specifying `callback_type`. "
            "The default value will be changed in a future release. For "
            "compatibility, specify a value for `callback_type` explicitly, e.g., "
            "``gmres(..., callback_type='pr_norm')``, or to retain the old behavior "
            "``gmres(..., callback_type='legacy')``",
            category=DeprecationWarning,
            stacklevel=3,
        )
    callback_type = "legacy" if callback_type is None else callback_type
    if callback_type not in ("x", "pr_norm", "legacy"):
        raise ValueError(f"Unknown callback_type: {callback_type!r}")
    if callback is None:
        callback_type = None
    A, M, x, b = system(A, M, x0, b)
    atol = checked_atol("gmres", atol)
    eps = float(numpy.finfo(b.dtype).eps)
    maxiter = 10 * b.size if maxiter is None else maxiter
    restart = min(20 if restart is None else restart, b.size)
    r = residual(A, x, b, x0)
    # What the tolerances are, the host has to know.
    sizes = np.stack([norm(b), norm(M.matvec(b)), norm(r)]).get().tolist()
    b_norm, Mb_norm, r_norm = sizes
    if b_norm == 0:
        return b, 0
    atol = max(atol, float(rtol) * b_norm)
    if r_norm < atol:
        return x, 0
    factor, inner = 1.0, 0
    tolerance = Mb_norm * min(factor, atol / b_norm)
    for _ in range(maxiter):
        v = M.matvec(r)
        most = restart
        if callback_type == "legacy":
            most = min(restart, maxiter - inner)
        cycle = _Cycle(A, M, v, restart)
        found = cycle.run(most, tolerance, eps)
        sizes, count, breakdown = found
        for size in sizes:
            inner += 1
            if callback_type in ("legacy", "pr_norm"):
                callback(numpy.float64(size / b_norm))
        x = x + np.asarray(cycle.small.solution(count)) @ cycle.basis.vectors[:count]
        r = b - A.matvec(x)
        r_norm = float(norm(r))  # whether another cycle is needed
        if callback_type == "legacy" and inner == maxiter:
            return x, 0 if r_norm <= atol else maxiter
        if callback_type == "x":
            callback(x)
        if r_norm <= atol or breakdown:
            break
        if sizes[-1] <= tolerance:
            factor = max(eps, 0.25 * factor)
        else:
            factor = min(1.0, 1.5 * factor)
        tolerance = sizes[-1] * min(factor, atol / r_norm)
    return x, 0 if r_norm <= atol else maxiter


class _Cycle:
    """A basis of the Krylov space, and the projection of the operator onto it."""

    def __init__(self, A, M, first, restart):
        self.A, self.M, self.restart = A, M, restart
        beta = norm(first)
        self.basis = OrthonormalBasis(first / beta, restart)
        self.beta = beta

    def run(self, most, tolerance, eps):
        """Sizes of the residuals, how many columns count, and whether it broke down."""
        self.small, sizes, looked = None, [], 0
        look = min(most, 4)
        for k in range(most):
            self.basis.append(k, self.M.matvec(self.A.matvec(self.basis.vectors[k])))
            if k + 1 != look:
                continue
            # The host looks at the columns that are new.
            rows = self.basis.h[looked : k + 1].get()
            if self.small is None:
                beta = self.beta.get() if hasattr(self.beta, "get") else self.beta
                self.small = _Hessenberg(self.restart, beta, rows.dtype)
            for j, row in enumerate(rows, looked):
                column, whole = row[:-1].copy(), abs(row[-1])
                breakdown = abs(column[j + 1]) <= eps * whole
                if breakdown:
                    column[j + 1] = 0
                sizes.append(float(self.small.add(j, column)))
                if sizes[-1] <= tolerance or breakdown:
                    return sizes, j + 1, breakdown
            looked, look = k + 1, min(most, look + max(4, look))
        return sizes, most, False

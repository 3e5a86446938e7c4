# SPDX-License-Identifier: Apache-2.0
"""Conjugate gradients and the biconjugate methods.

Each is a step between two tests of the residual, as in Barrett et al., "Templates for
the Solution of Linear Systems" (1994); which tests there are, and what they return, is
SciPy's. Nothing is read by the host but the status, now and then.
"""

import numpy

from .. import _library as np
from ._interface import LinearOperator
from ._steps import (
    RUNNING,
    answer,
    checked_atol,
    dot,
    norm,
    residual,
    run,
    status_of,
    system,
)

__all__ = ["bicg", "bicgstab", "cg", "cgs", "qmr"]


class _Problem:
    """What all of these begin with."""

    def __init__(self, name, A, b, x0, M, rtol, atol, maxiter, callback):
        self.A, self.M, self.x, self.b = system(A, M, x0, b)
        size = norm(self.b)
        self.atol = np.maximum(checked_atol(name, atol), float(rtol) * size)
        self.most = 10 * self.b.size if maxiter is None else maxiter
        # For a right side of 0 that is the answer, whatever the guess.
        self.x = np.where(size == 0, self.b, self.x)
        status = np.where(size == 0, 0, RUNNING)
        self.state = {"x": self.x, "status": status}
        self.state["r"] = residual(self.A, self.x, self.b, x0)
        self.callback = None if callback is None else lambda s: callback(s["x"])
        self.tiny = float(numpy.finfo(self.b.dtype).eps) ** 2

    def solved(self, step):
        return answer(run(step, self.state, self.most, self.callback), self.most)


def cg(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    """Solves A x = b for a Hermitian positive definite A by conjugate gradients.

    Returns x and 0, or the number of steps where these did not suffice. See
    scipy.sparse.linalg.cg.

    >>> from tenorite.scipy.sparse.linalg import cg
    >>> cg(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 4.0]))[1]
    0
    """
    problem = _Problem("cg", A, b, x0, M, rtol, atol, maxiter, callback)
    A, M, atol = problem.A, problem.M, problem.atol

    def step(s, k):
        r = s["r"]
        z = M.matvec(r)
        rho = dot(r, z)
        p = z if k == 0 else s["p"] * (rho / s["rho"]) + z
        q = A.matvec(p)
        alpha = rho / dot(p, q)
        return {
            "status": status_of((norm(r) < atol, 0)),
            "x": s["x"] + alpha * p,
            "r": r - alpha * q,
            "p": p,
            "rho": rho,
        }

    return problem.solved(step)


def cgs(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    """Solves A x = b by conjugate gradients squared. See scipy.sparse.linalg.cgs.

    >>> from tenorite.scipy.sparse.linalg import cgs
    >>> cgs(np.array([[2.0, 1.0], [0.0, 4.0]]), np.array([3.0, 4.0]))[1]
    0
    """
    problem = _Problem("cgs", A, b, x0, M, rtol, atol, maxiter, callback)
    A, M, b, atol, tiny = (getattr(problem, n) for n in ("A", "M", "b", "atol", "tiny"))
    shadow = problem.state["r"]

    def step(s, k):
        r = s["r"]
        rho = dot(shadow, r)
        if k == 0:
            u = p = r
        else:
            beta = rho / s["rho"]
            u = r + beta * s["q"]
            p = u + beta * (s["q"] + beta * s["p"])
        v = A.matvec(M.matvec(p))
        rv = dot(shadow, v)
        alpha = rho / rv
        q = u - alpha * v
        x = s["x"] + alpha * M.matvec(u + q)
        status = status_of(
            (norm(r) < atol, 0), (np.absolute(rho) < tiny, -10), (rv == 0, -11)
        )
        return {
            "status": status,
            "x": x,
            "r": b - A.matvec(x),
            "p": p,
            "q": q,
            "rho": rho,
        }

    return problem.solved(step)


def bicg(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    """Solves A x = b by biconjugate gradients. See scipy.sparse.linalg.bicg.

    >>> from tenorite.scipy.sparse.linalg import bicg
    >>> bicg(np.array([[2.0, 1.0], [0.0, 4.0]]), np.array([3.0, 4.0]))[1]
    0
    """
    problem = _Problem("bicg", A, b, x0, M, rtol, atol, maxiter, callback)
    A, M, atol, tiny = (getattr(problem, n) for n in ("A", "M", "atol", "tiny"))
    problem.state["shadow"] = problem.state["r"]

    def step(s, k):
        r, shadow = s["r"], s["shadow"]
        z, z_shadow = M.matvec(r), M.rmatvec(shadow)
        rho = dot(shadow, z)
        p, p_shadow = z, z_shadow
        if k > 0:
            beta = rho / s["rho"]
            p = s["p"] * beta + z
            p_shadow = s["p_shadow"] * np.conj(beta) + z_shadow
        q, q_shadow = A.matvec(p), A.rmatvec(p_shadow)
        rv = dot(p_shadow, q)
        alpha = rho / rv
        status = status_of(
            (norm(r) < atol, 0), (np.absolute(rho) < tiny, -10), (rv == 0, -11)
        )
        return {
            "status": status,
            "x": s["x"] + alpha * p,
            "r": r - alpha * q,
            "shadow": shadow - np.conj(alpha) * q_shadow,
            "p": p,
            "p_shadow": p_shadow,
            "rho": rho,
        }

    return problem.solved(step)


def bicgstab(
    A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None
):
    """Solves A x = b by stabilised biconjugate gradients.

    See scipy.sparse.linalg.bicgstab.

    >>> from tenorite.scipy.sparse.linalg import bicgstab
    >>> bicgstab(np.array([[2.0, 1.0], [0.0, 4.0]]), np.array([3.0, 4.0]))[1]
    0
    """
    problem = _Problem("bicgstab", A, b, x0, M, rtol, atol, maxiter, callback)
    A, M, atol, tiny = (getattr(problem, n) for n in ("A", "M", "atol", "tiny"))
    shadow = problem.state["r"]

    def step(s, k):
        r = s["r"]
        rho = dot(shadow, r)
        found = [(norm(r) < atol, 0), (np.absolute(rho) < tiny, -10)]
        p = r
        if k > 0:
            found.append((np.absolute(s["omega"]) < tiny, -11))
            beta = rho / s["rho"] * (s["alpha"] / s["omega"])
            p = (s["p"] - s["omega"] * s["v"]) * beta + r
        p_hat = M.matvec(p)
        v = A.matvec(p_hat)
        rv = dot(shadow, v)
        found.append((rv == 0, -11))
        alpha = rho / rv
        half = r - alpha * v
        # Half a step may be enough; then x gets that half.
        before = status_of(*found)
        early = (before == RUNNING) & (norm(half) < atol)
        half_hat = M.matvec(half)
        t = A.matvec(half_hat)
        omega = dot(t, half) / dot(t, t)
        x_half = s["x"] + alpha * p_hat
        return {
            "status": np.where(early, 0, before),
            "counts": before == RUNNING,
            "x": np.where(early, x_half, x_half + omega * half_hat),
            "r": half - omega * t,
            "p": p,
            "v": v,
            "rho": rho,
            "alpha": alpha,
            "omega": omega,
        }

    return problem.solved(step)


def qmr(
    A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M1=None, M2=None, callback=None
):
    """Solves A x = b by quasi-minimal residuals. See scipy.sparse.linalg.qmr.

    >>> from tenorite.scipy.sparse.linalg import qmr
    >>> qmr(np.array([[2.0, 1.0], [0.0, 4.0]]), np.array([3.0, 4.0]))[1]
    0
    """
    problem = _Problem("qmr", A, b, x0, None, rtol, atol, maxiter, callback)
    A, atol = problem.A, problem.atol
    if M1 is None and M2 is None:
        M1 = M2 = LinearOperator(
            A.shape, lambda x: x, rmatvec=lambda x: x, dtype=A.dtype
        )
    eps = float(numpy.finfo(problem.b.dtype).eps)
    s, r = problem.state, problem.state["r"]
    real = r.real.dtype
    y, z = M1.matvec(r), M2.rmatvec(r)
    one = np.ones((), real, device=r.device)
    s.update(v=r, w=r, y=y, z=z, rho=norm(y), xi=norm(z), gamma=one, theta=one * 0)
    s["eta"] = -np.ones((), r.dtype, device=r.device)

    def step(s, k):
        r, rho, xi = s["r"], s["rho"], s["xi"]
        found = [(norm(r) < atol, 0), (np.absolute(rho) < eps, -10)]
        found.append((np.absolute(xi) < eps, -15))
        v, y = s["v"] / rho, s["y"] / rho
        w, z = s["w"] / xi, s["z"] / xi
        delta = dot(z, y)
        found.append((np.absolute(delta) < eps, -13))
        p, q = M2.matvec(y), M1.rmatvec(z)
        if k > 0:
            p = p - (xi * delta / s["epsilon"]) * s["p"]
            q = q - (rho * np.conj(delta / s["epsilon"])) * s["q"]
        Ap = A.matvec(p)
        epsilon = dot(q, Ap)
        found.append((np.absolute(epsilon) < eps, -14))
        beta = epsilon / delta
        found.append((np.absolute(beta) < eps, -11))
        v_next = Ap - beta * v
        y = M1.matvec(v_next)
        rho_next = norm(y)
        w_next = A.rmatvec(q) - np.conj(beta) * w
        z = M2.rmatvec(w_next)
        theta = rho_next / (s["gamma"] * np.absolute(beta))
        gamma = 1 / np.sqrt(1 + theta**2)
        found.append((np.absolute(gamma) < eps, -12))
        eta = s["eta"] * (-(rho / beta) * (gamma / s["gamma"]) ** 2)
        d, change = eta * p, eta * Ap
        if k > 0:
            keep = (s["theta"] * gamma) ** 2
            d, change = d + keep * s["d"], change + keep * s["change"]
        return {
            "status": status_of(*found),
            "x": s["x"] + d,
            "r": r - change,
            **{"v": v_next, "w": w_next, "y": y, "z": z, "p": p, "q": q},
            **{"d": d, "change": change, "rho": rho_next, "xi": norm(z)},
            **{"epsilon": epsilon, "eta": eta, "gamma": gamma, "theta": theta},
        }

    return problem.solved(step)

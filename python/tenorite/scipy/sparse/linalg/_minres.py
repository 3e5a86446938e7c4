# SPDX-License-Identifier: Apache-2.0
"""Minimal residuals for Hermitian systems, after Paige and Saunders (1975)."""

import numpy

from .. import _library as np
from ._steps import RUNNING, dot, norm, run, system

__all__ = ["minres"]

_MESSAGES = {
    -1: " beta2 = 0.  If M = I, b and x are eigenvectors    ",
    0: " beta1 = 0.  The exact solution is x0          ",
    1: " A solution to Ax = b was found, given rtol        ",
    2: " A least-squares solution was found, given rtol    ",
    3: " Reasonable accuracy achieved, given eps           ",
    4: " x has converged to an eigenvector                 ",
    5: " acond has exceeded 0.1/eps                        ",
    6: " The iteration limit was reached                   ",
}
# Statuses beside SciPy's `istop`, which come with 10 added.
_NOT_SYMMETRIC = 100


def _double(x):
    """A number of the device in double, without the rest of an imaginary part."""
    return np.asarray(x).real.astype("float64")


def minres(
    A,
    b,
    x0=None,
    *,
    rtol=1e-5,
    shift=0.0,
    maxiter=None,
    M=None,
    callback=None,
    show=False,
    check=False,
):
    """Solves (A - shift) x = b for a Hermitian A by minimal residuals.

    Numbers are in double, vectors of the dtype of the system. Returns x and 0, or `maxiter` where these steps did not suffice; `show` prints how
    it ended. See scipy.sparse.linalg.minres.

    >>> from tenorite.scipy.sparse.linalg import minres
    >>> minres(np.array([[2.0, 1.0], [1.0, -4.0]]), np.array([3.0, -3.0]))[1]
    0
    """
    A, M, x, b = system(A, M, x0, b)
    most = 5 * b.size if maxiter is None else maxiter
    eps = float(numpy.finfo(b.dtype).eps)
    r1 = b.copy() if x0 is None else b - A.matvec(x)
    y = M.matvec(r1)
    # These two say whether there is anything to do.
    beta1, b_norm = np.stack([_double(dot(r1, y)), _double(norm(b))]).get().tolist()
    if beta1 < 0:
        raise ValueError("indefinite preconditioner")
    if beta1 == 0:
        return x, 0
    if b_norm == 0:
        return b, 0
    beta1 = beta1**0.5
    if check:
        _check(A.matvec, y, y, eps, "non-symmetric matrix")
        _check(M.matvec, y, r1, eps, "non-symmetric preconditioner")
    zero = np.zeros((), "float64", device=b.device)
    none = np.zeros(b.size, b.dtype, device=b.device)
    state = {
        **{"x": x, "y": y, "r1": r1, "r2": r1, "w": none, "w2": none},
        **{"old_beta": zero, "beta": zero + beta1, "dbar": zero, "epsln": zero},
        **{"phibar": zero + beta1, "rhs1": zero + beta1, "rhs2": zero},
        **{"tnorm2": zero, "gmax": zero, "cs": zero - 1, "sn": zero},
        "gmin": zero + float(numpy.finfo(b.dtype).max),
        "status": np.asarray(RUNNING, dtype="int64"),
    }
    kind = b.dtype

    def step(s, k):
        beta, old_beta = s["beta"], s["old_beta"]
        v = (1.0 / beta).astype(kind) * s["y"]
        y = A.matvec(v)
        if shift:
            y = y - shift * v
        if k > 0:
            y = y - (beta / old_beta).astype(kind) * s["r1"]
        alfa = _double(dot(v, y))
        y = y - (alfa / beta).astype(kind) * s["r2"]
        r1, r2 = s["r2"], y
        y = M.matvec(r2)
        square = _double(dot(r2, y))
        new_beta = np.sqrt(np.maximum(square, 0))
        tnorm2 = s["tnorm2"] + alfa**2 + beta**2 + new_beta**2
        stop = np.asarray(0, dtype="int64")
        if k == 0:
            stop = np.where(new_beta / beta1 <= 10 * eps, -1, stop)
        old_eps = s["epsln"]
        delta = s["cs"] * s["dbar"] + s["sn"] * alfa
        gbar = s["sn"] * s["dbar"] - s["cs"] * alfa
        epsln, dbar = s["sn"] * new_beta, -s["cs"] * new_beta
        root = np.hypot(gbar, dbar)
        gamma = np.maximum(np.hypot(gbar, new_beta), eps)
        cs, sn = gbar / gamma, new_beta / gamma
        phi, phibar = cs * s["phibar"], sn * s["phibar"]
        w1, w2 = s["w2"], s["w"]
        w = v - old_eps.astype(kind) * w1 - delta.astype(kind) * w2
        w = w * (1.0 / gamma).astype(kind)
        x = s["x"] + phi.astype(kind) * w
        gmax, gmin = np.maximum(s["gmax"], gamma), np.minimum(s["gmin"], gamma)
        z = s["rhs1"] / gamma
        Anorm, ynorm = np.sqrt(tnorm2), _double(norm(x))
        size = Anorm * ynorm
        test1 = np.where(size == 0, numpy.inf, phibar / size)
        test2 = np.where(Anorm == 0, numpy.inf, root / Anorm)
        tests = (
            (1 + test2 <= 1, 2),
            (1 + test1 <= 1, 1),
            (k + 1 >= most, 6),
            (gmax / gmin >= 0.1 / eps, 4),
            (size * eps >= beta1, 3),
            (test2 <= rtol, 2),
            (test1 <= rtol, 1),
        )
        found = np.asarray(0, dtype="int64")
        for condition, code in tests:
            found = np.where(condition, code, found)
        stop = np.where(stop == 0, found, stop)
        status = np.where(stop == 0, RUNNING, stop + 10)
        status = np.where(square < 0, _NOT_SYMMETRIC, status)
        return {
            "status": status,
            "counts": ~(square < 0),
            **{"x": x, "y": y, "r1": r1, "r2": r2, "w": w, "w2": w2},
            **{"old_beta": beta, "beta": new_beta, "dbar": dbar, "epsln": epsln},
            **{"phibar": phibar, "rhs1": s["rhs2"] - delta * z, "rhs2": -epsln * z},
            **{"tnorm2": tnorm2, "gmax": gmax, "gmin": gmin, "cs": cs, "sn": sn},
        }

    def told(state):
        callback(state["x"])

    state = run(step, state, most, None if callback is None else told, last=True)
    status = int(state["status"])
    if status == _NOT_SYMMETRIC:
        raise ValueError("non-symmetric matrix")
    stop = 0 if status == RUNNING else status - 10
    if show:
        print("Exit  minres.   " + _MESSAGES[stop])
    return state["x"], most if stop == 6 else 0


def _check(function, y, first, eps, words):
    """Raises where <w, w> and <first, f(f(y))> differ."""
    w = function(y)
    again = function(w)
    if first is not y:  # of the preconditioner
        s, t = dot(y, y), dot(first, w)
    else:
        s, t = dot(w, w), dot(y, again)
    s, t = np.stack([s, t]).get().tolist()
    if abs(s - t) > (abs(s) + eps) * eps ** (1.0 / 3.0):
        raise ValueError(words)

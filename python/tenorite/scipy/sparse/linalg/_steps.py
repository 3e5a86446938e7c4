# SPDX-License-Identifier: Apache-2.0
"""What iterative solvers share: the system, and steps that nobody waits for.

A solver is a function of its state, a dict of arrays on the device. One item is
`status`: RUNNING, or what the solver found out. Neither it nor the results change once
the state no longer runs, so steps may go on until the host looks, which it does ever
more rarely; what these steps make of the other items nobody reads.
"""

import numpy

from .. import _library as np
from .._kinds import taken
from ._interface import IdentityOperator, LinearOperator, aslinearoperator, single

RUNNING = 1
_FLOATING = "fdFD"
_MOST_STEPS = 64  # between two looks


def _inexact(dtype):
    return dtype if dtype.char in _FLOATING else numpy.dtype(float)


def system(A, M, x0, b):
    """The operators A and M, the first guess and the right side, of one dtype."""
    A = taken(A)
    given, A = A, single(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"expected square matrix, but got shape={(A.shape,)}")
    n = A.shape[0]
    b = np.asarray(b)
    if b.shape not in ((n, 1), (n,)):
        raise ValueError(f"shapes of A {A.shape} and b {b.shape} are incompatible")
    kind = A.dtype
    if kind is None:
        kind = A.matvec(b.astype(_inexact(b.dtype))).dtype
    dtype = numpy.result_type(_inexact(kind), _inexact(b.dtype))
    b = b.astype(dtype, copy=False).reshape(-1)
    if M is None:
        M = IdentityOperator(A.shape, A.dtype)
        if hasattr(given, "psolve"):
            back = getattr(given, "rpsolve", None)
            M = LinearOperator(A.shape, given.psolve, back, dtype=A.dtype)
    else:
        M = aslinearoperator(M)
        if A.shape != M.shape:
            raise ValueError("matrix and preconditioner have different shapes")
    if x0 is None:
        x = np.zeros(n, dtype, device=b.device)
    elif isinstance(x0, str):
        if x0 != "Mb":
            raise ValueError("x0 must be an array or 'Mb'")
        x = M.matvec(b)
    else:
        x = np.array(x0, dtype=dtype)
        if x.shape not in ((n, 1), (n,)):
            raise ValueError(f"shapes of A {A.shape} and x0 {x.shape} are incompatible")
        x = x.reshape(-1)
    return A, M, x, b


def checked_atol(name, atol):
    """The tolerance as a float; ValueError for what is none."""
    if atol is None or atol == "legacy" or atol < 0:
        raise ValueError(
            f"'scipy.sparse.linalg.{name}' called with invalid `atol`={atol}; "
            "if set, `atol` must be a real, non-negative number."
        )
    return float(atol)


def dot(x, y):
    """The inner product, conjugating the first vector.

    A sum, no call of BLAS: it is made in one pass with what gives the vectors.
    """
    return (np.conj(x) * y).sum() if x.dtype.kind == "c" else (x * y).sum()


def inner(basis, x):
    """Inner products of the rows of a basis with a vector, conjugating the basis."""
    if basis.dtype.kind != "c":
        return basis @ x
    return np.conj(basis @ np.conj(x))


def norm(x):
    """The Euclidean norm, a number of the device."""
    if x.dtype.kind == "c":
        squares = x.real * x.real + x.imag * x.imag
        return np.sqrt(squares.sum())
    return np.sqrt(dot(x, x))


def residual(A, x, b, x0):
    """b - A x, which is b for the guess 0."""
    return b.copy() if x0 is None else b - A.matvec(x)


def _stepped(step, state, k, results):
    after = step(state, k)
    # A status that changes says whether the step itself counts.
    status = after.pop("status", state["status"])
    counts = after.pop("counts", status == RUNNING)
    lives = state["status"] == RUNNING
    moves = lives & counts
    for name in results:
        after[name] = np.where(moves, after[name], state[name])
    return {**state, **after, "status": np.where(lives, status, state["status"])}


def run(step, state, most, callback=None, last=False, results=("x",)):
    """Steps until the status tells why to stop, `most` of them at most.

    `step(state, k)` returns the items that change; those named in `results` stay what
    they were when the state stopped. `callback` is called with the state after each step; with
    `last` also after the one that stopped it.
    """
    look = 1
    for k in range(most):
        # Steps after the end divide by 0, and those that choose between quotients.
        with numpy.errstate(divide="ignore", invalid="ignore"):
            state = _stepped(step, state, k, results)
        if callback is not None:
            over = int(state["status"]) != RUNNING
            if last or not over:
                callback(state)
            if over:
                return state
        elif k + 1 == look:
            # The only place where the host waits for the device.
            if int(state["status"]) != RUNNING:
                return state
            look += min(max(1, look // 4), _MOST_STEPS)
    return state


def status_of(*found):
    """The status after conditions (condition, code), of which the first counts."""
    status = np.asarray(RUNNING, dtype="int64")
    for condition, code in reversed(found):
        status = np.where(condition, code, status)
    return status


def answer(state, most):
    """SciPy's (x, info): 0 where it converged, `most` where it did not come to an end."""
    status = int(state["status"])
    return state["x"], most if status == RUNNING else status

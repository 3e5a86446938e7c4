# SPDX-License-Identifier: Apache-2.0
"""exp(A) B without exp(A): Taylor sums of scaled steps (Al-Mohy and Higham, 2011)."""

import math

import numpy

from ..._host import attributes_of
from .. import _library as np
from .._kinds import issparse, taken
from ._interface import LinearOperator, aslinearoperator

__all__ = ["expm_multiply"]

# For sums of so many terms the 1-norm up to which they are exact in double precision:
# table 3.1 of the paper.
_THETA = {
    **{5: 2.4e-3, 10: 1.4e-1, 15: 6.4e-1, 20: 1.4, 25: 2.4, 30: 3.5},
    **{35: 4.7, 40: 6.0, 45: 7.2, 50: 8.5, 55: 9.9},
}


def _norm(A):
    """The 1-norm of a matrix, which the host has to know."""
    if issparse(A):
        return float(abs(A).sum(axis=0).max()) if A.nnz else 0.0
    return float(np.absolute(A).sum(axis=0).max())


def _plan(size):
    """Terms of a sum, and how many steps, so that few products are made."""
    if size == 0:
        return 0, 1
    counts = {m: max(1, math.ceil(size / theta)) for m, theta in _THETA.items()}
    terms = min(counts, key=lambda m: m * counts[m])
    return terms, counts[terms]


class _Exponential:
    """exp(t A) B for several t."""

    def __init__(self, A, trace):
        A = taken(A)
        self.n = A.shape[0]
        A = A if issparse(A) else np.asarray(A)
        total = A.trace() if trace is None else trace
        self.shift = complex(total) / self.n
        if self.shift.imag == 0:
            self.shift = self.shift.real
        # Without its mean diagonal the matrix is smaller.
        A = A.astype(numpy.result_type(A.dtype, float, type(self.shift)))
        if issparse(A):
            from .._construct import eye_array

            A = A.tocsr() - eye_array(self.n, dtype=A.dtype, format="csr") * self.shift
        else:
            A = A - self.shift * np.eye(self.n, dtype=A.dtype, device=A.device)
        self.size = _norm(A)
        self.operator, self.dtype = aslinearoperator(A), A.dtype

    def times(self, t, B):
        terms, steps = _plan(abs(t) * self.size)
        factor = numpy.exp(t * self.shift / steps)
        product = self.operator.matvec if B.ndim == 1 else self.operator.matmat
        kind = numpy.result_type(self.dtype, B.dtype, numpy.asarray(factor).dtype)
        B = B.astype(kind)
        for _ in range(steps):
            term, total = B, B
            for k in range(1, terms + 1):
                term = product(term) * (t / (steps * k))
                total = total + term
            B = total * factor
        return B.astype(kind, copy=False)


def expm_multiply(A, B, start=None, stop=None, num=None, endpoint=None, traceA=None):
    """exp(A) B, or exp(t A) B for `num` times t from `start` to `stop`.

    LinearOperators go to SciPy on the host. See scipy.sparse.linalg.expm_multiply.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.diags_array([0.0, 1.0])
    >>> sparse.linalg.expm_multiply(a, np.array([1.0, 1.0]))
    array([1.        , 2.71828183])
    """
    if isinstance(A, LinearOperator):
        theirs = attributes_of(__package__)("expm_multiply")
        return theirs(A, B, start, stop, num, endpoint, traceA)
    if A.shape[0] != A.shape[1]:
        raise ValueError("expected A to be like a square matrix")
    B = np.asarray(B)
    if A.shape[1] != B.shape[0]:
        raise ValueError(
            f"shapes of matrices A {A.shape} and B {B.shape} are incompatible"
        )
    if B.ndim > 2:
        raise ValueError("expected B to be like a matrix or a vector")
    exponential = _Exponential(A, traceA)
    if all(x is None for x in (start, stop, num, endpoint)):
        return exponential.times(1.0, B)
    # NumPy's defaults and words, of times on the host.
    given = {"num": num, "endpoint": endpoint}
    given = {k: v for k, v in given.items() if v is not None}
    times = numpy.linspace(start, stop, **given)
    if times.size < 2:
        raise ValueError("at least two time points are required")
    found = [exponential.times(times[0], B)]
    step = (times[-1] - times[0]) / (times.size - 1)
    for _ in times[1:]:
        found.append(exponential.times(step, found[-1]))
    return np.stack(found)

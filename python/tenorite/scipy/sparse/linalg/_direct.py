# SPDX-License-Identifier: Apache-2.0
"""Direct solvers: triangles, small systems, and factors that SuperLU makes.

No library of NVIDIA factorizes sparse matrices without C++ of its own. So systems of at
most `DENSE` rows are solved as dense ones on the device, but for those of the CPU device
with so few entries that SuperLU takes less time; larger ones are factorized by
SciPy's SuperLU on the host, as docs/fallback.md says of what no kernel does: it is
counted, warned of or refused. The factors come to the device, and solving is done there.
"""

import importlib.util
import warnings

import numpy

from ...._array.convert import UnsupportedOperation
from ...._array.fallback import in_numpy, may_fall_back
from ...._array.memory import host_view, is_in_host_memory
from ...._runtime import fallbacks
from ....linalg import LinAlgError
from ... import _kernels
from ..._failures import raised_here
from .. import _library as np
from .._coo import coo_array
from .._csc import csc_array
from .._csr import csr_array
from .._kinds import SparseEfficiencyWarning, issparse, taken
from .._structure import count_of

__all__ = [
    "MatrixRankWarning",
    "SuperLU",
    "factorized",
    "spilu",
    "splu",
    "spsolve",
    "spsolve_triangular",
]

DENSE = 1024  # rows of a system that is solved as a dense one
# With fewer rows the dense solver takes less time than SuperLU, whatever the matrix.
_FEW_ROWS = 64
# Factors of matrices with at most so many entries a row, or with a band that is at most
# this part of the rows, have few entries enough. Others fill up: of 1000 rows with 5
# random entries each SuperLU takes as long as the dense solver, of 30 three times that.
_FEW_ENTRIES, _PART_OF_ROWS = 4, 8
_KERNELS = _kernels.KernelFile(__file__, "../warps.cuh", "triangular.cuh")


class MatrixRankWarning(UserWarning):
    """Of a matrix that is singular.

    >>> from tenorite.scipy.sparse.linalg import MatrixRankWarning
    >>> issubclass(MatrixRankWarning, UserWarning)
    True
    """


def _square(A, words):
    if A.shape[0] != A.shape[1]:
        raise ValueError(words.format(A.shape))


def _floating(A):
    if A.dtype.kind in "fc":
        return A
    small = A.dtype.kind == "b" or A.dtype.itemsize < 4
    return A.astype("float32" if small and A.dtype.kind != "b" else "float64")


# ---- triangles ----


def _solve_triangle(A, b, lower, unit):
    """Solves with the rows of a canonical CSR array; b is a matrix, and not kept."""
    x = np.array(b, order="C", copy=True)
    rows, width = x.shape
    ready = np.zeros(rows, "int32", device=x.device)
    types = _kernels.c_type(x.dtype), _kernels.c_type(A.indptr.dtype)
    kernel = _KERNELS("solve_triangle", *types, bool(lower), bool(unit))
    args = A.indptr, A.indices, np.ascontiguousarray(A.data), x, ready
    grid = _kernels.blocks(rows, _kernels.BLOCK // 32) if width else 0
    _kernels.launch(kernel, grid, (*args, count_of(rows), count_of(width)))
    return x


def spsolve_triangular(
    A, b, lower=True, overwrite_A=False, overwrite_b=False, unit_diagonal=False
):
    """Solves A x = b for a triangular A. See scipy.sparse.linalg.spsolve_triangular.

    LinAlgError for a 0 on the diagonal. What stands in the other triangle does not
    count.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csr_array(np.array([[2.0, 0.0], [1.0, 4.0]]))
    >>> sparse.linalg.spsolve_triangular(a, np.array([2.0, 5.0]))
    array([1., 1.])
    """
    A = taken(A)
    if not (issparse(A) and A.format in ("csc", "csr")):
        warnings.warn(
            "CSC or CSR matrix format is required. Converting to CSC matrix.",
            SparseEfficiencyWarning,
            stacklevel=2,
        )
        A = csc_array(A)
    if A.shape[0] != A.shape[1]:
        shape = A.shape[::-1] if A.format == "csr" else A.shape  # as SciPy sees it
        raise ValueError(f"A must be a square matrix but its shape is {shape}.")
    A = A.tocsr()._canonical()
    # Whether there is an error, the host has to know.
    if not unit_diagonal and bool((A.diagonal() == 0).any()):
        raise LinAlgError("A is singular: zero entry on diagonal.")
    b = np.asarray(b)
    if b.ndim not in (1, 2):
        raise ValueError(f"b must have 1 or 2 dims but its shape is {b.shape}.")
    if A.shape[0] != b.shape[0]:
        raise ValueError(
            "The size of the dimensions of A must be equal to the size of the first "
            f"dimension of b but the shape of A is {A.shape} and the shape of b is "
            f"{b.shape}."
        )
    dtype = numpy.promote_types(numpy.promote_types(A.dtype, numpy.float32), b.dtype)
    A, b = A.astype(dtype, copy=False), b.astype(dtype, copy=False)
    x = _solve_triangle(A, b.reshape(b.shape[0], -1), lower, unit_diagonal)
    return x.reshape(b.shape)


# ---- factors ----


def _superlu(data, indices, indptr, shape, name, options):
    """SuperLU's factors of a CSC matrix, as NumPy arrays."""
    import scipy.sparse as host
    from scipy.sparse import linalg

    indices, indptr = (x.astype(numpy.intc) for x in (indices, indptr))
    A = host.csc_array((data, indices, indptr), shape=shape)
    made = getattr(linalg, name)(A, **options)
    parts = []
    for factor in (made.L, made.U):
        factor = factor.tocsr()
        factor.sort_indices()
        parts += [factor.data, factor.indices, factor.indptr]
    return (*parts, made.perm_r, made.perm_c, int(made.nnz))


class SuperLU:
    """Factors of a sparse matrix: Pr A Pc = L U. What splu() and spilu() return.

    `L` and `U` are on the device, `perm_r` and `perm_c` the permutations.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csc_array(np.array([[2.0, 1.0], [0.0, 4.0]]))
    >>> with np.config.using(fallback="allow"):
    ...     lu = sparse.linalg.splu(a)
    >>> lu.solve(np.array([3.0, 4.0]))
    array([1., 1.])
    """

    def __init__(self, A, name, options):
        if not may_fall_back((A.data,)):
            raise UnsupportedOperation(
                f"scipy.sparse.linalg.{name}: sparse matrices are factorized on the "
                "host, which tenorite.config.fallback does not allow"
            )
        args = (A.data, A.indices, A.indptr, A.shape, name, options)
        made = in_numpy(_superlu, args, {}, name=f"scipy.sparse.linalg.{name}")
        self.shape = A.shape
        self._L = csr_array._made(*made[:3], A.shape, True)
        self._U = csr_array._made(*made[3:6], A.shape, True)
        self.perm_r, self.perm_c, self.nnz = made[6:]
        self._turned = None

    @property
    def L(self):
        """The lower factor, with ones on its diagonal, in CSC format."""
        return self._L.tocsc()

    @property
    def U(self):
        """The upper factor, in CSC format."""
        return self._U.tocsc()

    def solve(self, rhs, trans="N"):
        """Solves A x = rhs, or with the transpose ('T') or the adjoint ('H').

        >>> from tenorite.scipy import sparse
        >>> with np.config.using(fallback="allow"):
        ...     lu = sparse.linalg.splu(sparse.eye_array(2, format="csc") * 2.0)
        >>> lu.solve(np.array([2.0, 4.0]))
        array([1., 2.])
        """
        if trans not in ("N", "T", "H"):
            raise ValueError("trans must be N, T, or H")
        b = np.asarray(rhs)
        if b.ndim not in (1, 2) or b.shape[0] != self.shape[0]:
            raise ValueError(f"rhs is of incompatible size {b.shape}")
        dtype = numpy.promote_types(self._L.dtype, b.dtype)
        x = b.astype(dtype, copy=False).reshape(b.shape[0], -1)
        L, U = (f.astype(dtype, copy=False) for f in (self._L, self._U))
        if trans == "N":
            # Row i of A is row perm_r[i] of L U.
            x = self._moved(x, self.perm_r)
            x = _solve_triangle(L, x, True, True)
            x = _solve_triangle(U, x, False, False)
            x = x[self.perm_c]
        else:
            if self._turned is None:
                self._turned = L.T.tocsr(), U.T.tocsr()
            L, U = (f.astype(dtype, copy=False) for f in self._turned)
            if trans == "H":
                L, U = L.conj(), U.conj()
            x = self._moved(x, self.perm_c)
            x = _solve_triangle(U, x, True, False)
            x = _solve_triangle(L, x, False, True)
            x = x[self.perm_r]
        return x.reshape(b.shape)

    @staticmethod
    def _moved(x, to):
        out = np.empty_like(x)
        out[to] = x
        return out


def _factors(A, name, options):
    A = taken(A)
    if not (issparse(A) and A.format == "csc"):
        warnings.warn(
            f"{name} converted its input to CSC format",
            SparseEfficiencyWarning,
            stacklevel=3,
        )
        A = csc_array(A)
    A = _floating(A._canonical())
    _square(A, "can only factor square matrices")
    return SuperLU(A, name, {k: v for k, v in options.items() if v is not None})


def splu(
    A,
    permc_spec=None,
    diag_pivot_thresh=None,
    relax=None,
    panel_size=None,
    options=None,
):
    """Factors of a sparse matrix, made on the host and kept on the device.

    See scipy.sparse.linalg.splu.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csc_array(np.array([[2.0, 1.0], [0.0, 4.0]]))
    >>> with np.config.using(fallback="allow"):
    ...     lu = sparse.linalg.splu(a)
    >>> lu.solve(np.array([3.0, 4.0]))
    array([1., 1.])
    """
    named = locals()
    named.pop("A")
    return _factors(A, "splu", named)


def spilu(
    A,
    drop_tol=None,
    fill_factor=None,
    drop_rule=None,
    permc_spec=None,
    diag_pivot_thresh=None,
    relax=None,
    panel_size=None,
    options=None,
):
    """Incomplete factors of a sparse matrix, for preconditioners.

    Made on the host and kept on the device. See scipy.sparse.linalg.spilu.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csc_array(np.array([[2.0, 1.0], [0.0, 4.0]]))
    >>> with np.config.using(fallback="allow"):
    ...     lu = sparse.linalg.spilu(a)
    >>> lu.solve(np.array([3.0, 4.0]))
    array([1., 1.])
    """
    named = locals()
    named.pop("A")
    return _factors(A, "spilu", named)


def factorized(A):
    """A function that solves A x = b for any b. See scipy.sparse.linalg.factorized.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csc_array(np.array([[2.0, 1.0], [0.0, 4.0]]))
    >>> with np.config.using(fallback="allow"):
    ...     solve = sparse.linalg.factorized(a)
    >>> solve(np.array([3.0, 4.0]))
    array([1., 1.])
    """
    return splu(A).solve


def _is_for_superlu(A):
    """Whether SuperLU is to solve a system: it has to, or takes less time on the host."""
    n = A.shape[0]
    if n > DENSE or n <= _FEW_ROWS:
        return n > DENSE
    if not is_in_host_memory(A.data) or fallbacks.policy(str(A.device)) != "allow":
        return False
    if importlib.util.find_spec("scipy") is None:
        return False
    if A.nnz <= _FEW_ENTRIES * n:
        return True
    if A.nnz > n * n // _PART_OF_ROWS:
        return False
    starts, indices = host_view(A.indptr), host_view(A.indices)
    away = indices - numpy.repeat(numpy.arange(n), numpy.diff(starts))
    return 2 * int(abs(away).max()) + 1 <= n // _PART_OF_ROWS


def _solved_on_the_host(data, indices, indptr, b, shape, is_csr, options):
    """SuperLU's solution, of arrays of NumPy's. RuntimeError for a singular matrix."""
    import scipy.sparse as host
    from scipy.sparse import linalg

    # The rows of CSR are the columns of the transpose, which SuperLU solves with too.
    indices, indptr = (x.astype(numpy.intc, copy=False) for x in (indices, indptr))
    A = host.csc_array((data, indices, indptr), shape=shape)
    return linalg.splu(A, **options).solve(b, "T" if is_csr else "N")


def spsolve(A, b, permc_spec=None, use_umfpack=True):
    """Solves A x = b, b dense or sparse. See scipy.sparse.linalg.spsolve.

    Systems of at most 1024 rows are solved as dense ones, but on the CPU device by
    SciPy where a system is sparse enough for it to take less time; for larger ones A is
    factorized on the host. A singular A gives NaN and a MatrixRankWarning; with several
    sparse right sides it is a RuntimeError.

    >>> from tenorite.scipy import sparse
    >>> a = sparse.csr_array(np.array([[2.0, 1.0], [0.0, 4.0]]))
    >>> sparse.linalg.spsolve(a, np.array([3.0, 4.0]))
    array([1., 1.])
    """
    A, b = taken(A), taken(b)
    if not (issparse(A) and A.format in ("csc", "csr")):
        A = csc_array(A)
        warnings.warn(
            "spsolve requires A be CSC or CSR matrix format",
            SparseEfficiencyWarning,
            stacklevel=2,
        )
    sparse_b = issparse(b)
    if not sparse_b:
        b = np.asarray(b)
    vector = b.ndim == 1 or (b.ndim == 2 and b.shape[1] == 1)
    A = _floating(A)
    dtype = numpy.promote_types(A.dtype, b.dtype)
    _square(A, "matrix must be square (has shape {})")
    if A.shape[0] != b.shape[0]:
        raise ValueError(f"matrix - rhs dimension mismatch ({A.shape} - {b.shape[0]})")
    if sparse_b and not vector and b.format != "csc":
        warnings.warn(
            "spsolve is more efficient when sparse b is in the CSC matrix format",
            SparseEfficiencyWarning,
            stacklevel=2,
        )
    A = A.astype(dtype, copy=False)
    dense = (b.toarray() if sparse_b else b).astype(dtype, copy=False)
    right = dense.reshape(dense.shape[0], -1)
    try:
        options = {} if permc_spec is None else {"permc_spec": permc_spec}
        if not _is_for_superlu(A):
            from .... import linalg

            with raised_here(right):
                x = linalg.solve(A.toarray(), right)
        elif A.shape[0] <= DENSE:
            A = A._canonical()
            args = A.data, A.indices, A.indptr, right, A.shape, A.format == "csr"
            name = "scipy.sparse.linalg.spsolve"
            x = in_numpy(_solved_on_the_host, (*args, options), {}, name=name)
        else:
            x = _factors(A.tocsc(), "splu", options).solve(right)
    except (numpy.linalg.LinAlgError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "singular" not in str(error):
            raise
        if sparse_b and not vector:
            raise RuntimeError("Factor is exactly singular") from error
        warnings.warn("Matrix is exactly singular", MatrixRankWarning, stacklevel=2)
        x = np.full_like(right, numpy.nan)
    if vector:
        return x.reshape(-1)
    if not sparse_b:
        return x
    return type(A)(coo_array(x).asformat(A.format))

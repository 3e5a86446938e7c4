# SPDX-License-Identifier: Apache-2.0
"""Linear algebra of sparse arrays and linear operators, with SciPy's names."""

from ...._runtime.help import document as _document
from ..._host import attributes_of as _attributes_of
from .._powers import matrix_power
from ._direct import (
    MatrixRankWarning,
    SuperLU,
    factorized,
    spilu,
    splu,
    spsolve,
    spsolve_triangular,
)
from ._eigen import ArpackError, ArpackNoConvergence, eigsh, svds
from ._expm_multiply import expm_multiply
from ._gmres import gmres
from ._interface import LinearOperator, aslinearoperator
from ._krylov import bicg, bicgstab, cg, cgs, qmr
from ._least_squares import lsmr, lsqr
from ._lobpcg import lobpcg
from ._minres import minres
from ._norm import norm
from ._shape import inv, is_sptriangular, spbandwidth

__all__ = [
    "ArpackError",
    "ArpackNoConvergence",
    "LinearOperator",
    "MatrixRankWarning",
    "SuperLU",
    "aslinearoperator",
    "bicg",
    "bicgstab",
    "cg",
    "cgs",
    "eigsh",
    "expm_multiply",
    "factorized",
    "gmres",
    "inv",
    "is_sptriangular",
    "lobpcg",
    "lsmr",
    "lsqr",
    "matrix_power",
    "minres",
    "norm",
    "qmr",
    "spbandwidth",
    "spilu",
    "splu",
    "spsolve",
    "spsolve_triangular",
    "svds",
]

_document([globals()[name] for name in __all__])

__getattr__ = _attributes_of(__name__)

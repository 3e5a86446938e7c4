# SPDX-License-Identifier: Apache-2.0
"""Sparse arrays and matrices, with SciPy's names and semantics, on both devices.

An array or matrix has its parts (`data`, `indices`, `indptr`, ...) on one device. The
constructors take those of scipy.sparse, and `x.get()` is one of these. Dense results
are arrays of the library; what is `numpy.matrix` in SciPy has two axes.

Other than in SciPy, constructors refuse indices outside of the shape, products of sparse
arrays are sorted, and the dtype of count_nonzero(axis) does not depend on whether zeros
are stored. Entries are in the formats CSR, CSC, COO, DIA and BSR; CSR and COO arrays may
have one axis, none has more than two.
"""

import importlib

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from ._bsr import bsr_array, bsr_matrix, isspmatrix_bsr
from ._construct import (
    block_array,
    block_diag,
    bmat,
    diags,
    diags_array,
    eye,
    eye_array,
    hstack,
    identity,
    kron,
    kronsum,
    matrix_transpose,
    rand,
    random,
    random_array,
    spdiags,
    vstack,
)
from ._coo import coo_array, coo_matrix, isspmatrix_coo
from ._csc import csc_array, csc_matrix, isspmatrix_csc
from ._csr import csr_array, csr_matrix, isspmatrix_csr
from ._dia import dia_array, dia_matrix, isspmatrix_dia
from ._extract import find, tril, triu
from ._io import load_npz, save_npz
from ._kinds import SparseEfficiencyWarning, SparseWarning, issparse, sparray
from ._matrix import isspmatrix, spmatrix

_MODULES = ("csgraph", "linalg")

__all__ = [
    *_MODULES,
    "SparseEfficiencyWarning",
    "SparseWarning",
    "block_array",
    "block_diag",
    "bmat",
    "bsr_array",
    "bsr_matrix",
    "coo_array",
    "coo_matrix",
    "csc_array",
    "csc_matrix",
    "csr_array",
    "csr_matrix",
    "dia_array",
    "dia_matrix",
    "diags",
    "diags_array",
    "eye",
    "eye_array",
    "find",
    "hstack",
    "identity",
    "issparse",
    "isspmatrix",
    "isspmatrix_bsr",
    "isspmatrix_coo",
    "isspmatrix_csc",
    "isspmatrix_csr",
    "isspmatrix_dia",
    "kron",
    "kronsum",
    "load_npz",
    "matrix_transpose",
    "rand",
    "random",
    "random_array",
    "save_npz",
    "sparray",
    "spdiags",
    "spmatrix",
    "tril",
    "triu",
    "vstack",
]

_attribute_of_scipy = _attributes_of(__name__)


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    return _attribute_of_scipy(name)


def __dir__():
    return sorted({*globals(), *__all__})


_document([globals()[name] for name in __all__ if name not in _MODULES])

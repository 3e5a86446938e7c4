# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, Literal, NamedTuple, SupportsIndex, overload

import numpy as np
from numpy.linalg import LinAlgError as LinAlgError
from numpy.typing import ArrayLike, DTypeLike

from tenorite.typing import (
    _DT,
    _T,
    NDArray,
    _Array,
    _Axes,
    _Axis,
    _DType,
    _Indices,
    _InexactT,
    _OutT,
    _Triangle,
)

class _EigResult(NamedTuple):
    eigenvalues: NDArray[Any]
    eigenvectors: NDArray[Any]

class _EighResult(NamedTuple):
    eigenvalues: NDArray[Any]
    eigenvectors: NDArray[Any]

class _QRResult(NamedTuple):
    Q: NDArray[Any]
    R: NDArray[Any]

class _SlogdetResult(NamedTuple):
    sign: NDArray[Any]
    logabsdet: NDArray[Any]

class _SVDResult(NamedTuple):
    U: NDArray[Any]
    S: NDArray[Any]
    Vh: NDArray[Any]

@overload
def qr(a: ArrayLike, mode: Literal["reduced", "complete"] = "reduced") -> _QRResult: ...
@overload
def qr(a: ArrayLike, mode: Literal["r"]) -> NDArray[Any]: ...
@overload
def qr(a: ArrayLike, mode: Literal["raw"]) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def svd(
    a: ArrayLike,
    full_matrices: builtins.bool = True,
    compute_uv: Literal[True] = True,
    hermitian: builtins.bool = False,
) -> _SVDResult: ...
@overload
def svd(
    a: ArrayLike,
    full_matrices: builtins.bool = True,
    *,
    compute_uv: Literal[False],
    hermitian: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def svd(
    a: ArrayLike,
    full_matrices: builtins.bool,
    compute_uv: Literal[False],
    hermitian: builtins.bool = False,
) -> NDArray[Any]: ...

__all__ = [
    "LinAlgError",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]

def cholesky(a: ArrayLike, /, *, upper: builtins.bool = False) -> NDArray[Any]: ...
def cond(x: ArrayLike, p: ArrayLike | None = None) -> NDArray[Any]: ...
def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: _Axis = -1) -> NDArray[Any]: ...
def det(a: ArrayLike) -> NDArray[Any]: ...
@overload
def diagonal(x: _Array[_T], /, *, offset: SupportsIndex = 0) -> NDArray[_T]: ...
@overload
def diagonal(x: ArrayLike, /, *, offset: SupportsIndex = 0) -> NDArray[Any]: ...
def eig(a: ArrayLike) -> _EigResult: ...
def eigh(a: ArrayLike, UPLO: _Triangle = "L") -> _EighResult: ...
def eigvals(a: ArrayLike) -> NDArray[Any]: ...
def eigvalsh(a: ArrayLike, UPLO: _Triangle = "L") -> NDArray[Any]: ...
def inv(a: ArrayLike) -> NDArray[Any]: ...
def lstsq(a: ArrayLike, b: ArrayLike, rcond: float | None = None) -> Any: ...
def matmul(x1: ArrayLike, x2: ArrayLike, /) -> NDArray[Any]: ...
def matrix_norm(
    x: ArrayLike, /, *, keepdims: builtins.bool = False, ord: Any = "fro"
) -> NDArray[Any]: ...
def matrix_power(a: ArrayLike, n: SupportsIndex) -> NDArray[Any]: ...
def matrix_rank(
    A: ArrayLike,
    tol: float | None = None,
    hermitian: builtins.bool = False,
    *,
    rtol: float | None = None,
) -> NDArray[np.int64]: ...
@overload
def matrix_transpose(x: _Array[_T], /) -> NDArray[_T]: ...
@overload
def matrix_transpose(x: ArrayLike, /) -> NDArray[Any]: ...
@overload
def multi_dot(arrays: ArrayLike, *, out: None = None) -> NDArray[Any]: ...
@overload
def multi_dot(arrays: ArrayLike, *, out: _OutT) -> _OutT: ...
def norm(
    x: ArrayLike,
    ord: Any = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool = False,
) -> NDArray[Any]: ...
def outer(x1: ArrayLike, x2: ArrayLike, /) -> NDArray[Any]: ...
def pinv(
    a: ArrayLike,
    rcond: float | None = None,
    hermitian: builtins.bool = False,
    *,
    rtol: float = ...,
) -> NDArray[Any]: ...
def slogdet(a: ArrayLike) -> _SlogdetResult: ...
def solve(a: ArrayLike, b: ArrayLike) -> NDArray[Any]: ...
def svdvals(x: ArrayLike, /) -> NDArray[Any]: ...
def tensordot(x1: ArrayLike, x2: ArrayLike, /, *, axes: _Axes = 2) -> NDArray[Any]: ...
def tensorinv(a: ArrayLike, ind: _Indices = 2) -> NDArray[Any]: ...
def tensorsolve(
    a: ArrayLike, b: ArrayLike, axes: _Axes | None = None
) -> NDArray[Any]: ...
@overload
def trace(
    x: _Array[_InexactT], /, *, offset: SupportsIndex = 0, dtype: None = None
) -> NDArray[_InexactT]: ...
@overload
def trace(
    x: _Array[np.signedinteger | np.bool],
    /,
    *,
    offset: SupportsIndex = 0,
    dtype: None = None,
) -> NDArray[np.int64]: ...
@overload
def trace(
    x: _Array[np.unsignedinteger], /, *, offset: SupportsIndex = 0, dtype: None = None
) -> NDArray[np.uint64]: ...
@overload
def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: None = None
) -> NDArray[Any]: ...
@overload
def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: _DType[_DT]
) -> NDArray[_DT]: ...
@overload
def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: builtins.type[builtins.bool]
) -> NDArray[np.bool]: ...
@overload
def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: builtins.type[int]
) -> NDArray[np.int64]: ...
@overload
def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: builtins.type[float]
) -> NDArray[np.float64]: ...
@overload
def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: builtins.type[complex]
) -> NDArray[np.complex128]: ...
@overload
def trace(
    x: ArrayLike, /, *, offset: SupportsIndex = 0, dtype: DTypeLike | None = None
) -> NDArray[Any]: ...
def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis: _Axis = -1) -> NDArray[Any]: ...
def vector_norm(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    keepdims: builtins.bool = False,
    ord: Any = 2,
) -> NDArray[Any]: ...

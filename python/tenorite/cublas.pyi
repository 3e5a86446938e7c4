# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, SupportsIndex

from numpy.typing import ArrayLike

from tenorite.typing import (
    NDArray,
)

__all__ = [
    "asum",
    "axpy",
    "batched_gesv",
    "dgmm",
    "dot",
    "dotc",
    "dotu",
    "geam",
    "gemm",
    "gemv",
    "ger",
    "gerc",
    "geru",
    "iamax",
    "iamin",
    "nrm2",
    "sbmv",
    "scal",
    "syrk",
]

def asum(a: ArrayLike, out: Any = None) -> NDArray[Any]: ...
def axpy(a: ArrayLike, x: ArrayLike, y: ArrayLike) -> NDArray[Any]: ...
def batched_gesv(a: ArrayLike, b: ArrayLike) -> NDArray[Any]: ...
def dgmm(
    side: str, a: ArrayLike, x: ArrayLike, out: Any = None, incx: int = 1
) -> NDArray[Any]: ...
def dot(x: ArrayLike, y: ArrayLike, out: Any = None) -> NDArray[Any]: ...
def dotc(x: ArrayLike, y: ArrayLike, out: Any = None) -> NDArray[Any]: ...
def dotu(x: ArrayLike, y: ArrayLike, out: Any = None) -> NDArray[Any]: ...
def geam(
    transa: str,
    transb: str,
    alpha: ArrayLike,
    a: ArrayLike,
    beta: ArrayLike,
    b: ArrayLike,
    out: Any = None,
) -> NDArray[Any]: ...
def gemm(
    transa: str,
    transb: str,
    a: ArrayLike,
    b: ArrayLike,
    out: Any = None,
    alpha: ArrayLike = 1.0,
    beta: ArrayLike = 0.0,
) -> NDArray[Any]: ...
def gemv(
    transa: str,
    alpha: ArrayLike,
    a: ArrayLike,
    x: ArrayLike,
    beta: ArrayLike,
    y: ArrayLike,
) -> None: ...
def ger(alpha: ArrayLike, x: ArrayLike, y: ArrayLike, a: ArrayLike) -> None: ...
def gerc(alpha: ArrayLike, x: ArrayLike, y: ArrayLike, a: ArrayLike) -> None: ...
def geru(alpha: ArrayLike, x: ArrayLike, y: ArrayLike, a: ArrayLike) -> None: ...
def iamax(a: ArrayLike, out: Any = None) -> NDArray[Any]: ...
def iamin(a: ArrayLike, out: Any = None) -> NDArray[Any]: ...
def nrm2(x: ArrayLike, out: Any = None) -> NDArray[Any]: ...
def sbmv(
    k: SupportsIndex,
    alpha: ArrayLike,
    a: ArrayLike,
    x: ArrayLike,
    beta: ArrayLike,
    y: ArrayLike,
    lower: builtins.bool = False,
) -> NDArray[Any]: ...
def scal(a: ArrayLike, x: ArrayLike) -> NDArray[Any]: ...
def syrk(
    trans: str,
    a: ArrayLike,
    out: Any = None,
    alpha: ArrayLike = 1.0,
    beta: ArrayLike = 0.0,
    lower: builtins.bool = False,
) -> NDArray[Any]: ...

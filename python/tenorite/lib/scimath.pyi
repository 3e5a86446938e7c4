# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from typing import Any, SupportsIndex

from numpy.typing import ArrayLike

from tenorite.typing import NDArray

__all__ = [
    "arccos",
    "arcsin",
    "arctanh",
    "log",
    "log10",
    "log2",
    "logn",
    "power",
    "sqrt",
]

def arccos(x: ArrayLike) -> NDArray[Any]: ...
def arcsin(x: ArrayLike) -> NDArray[Any]: ...
def arctanh(x: ArrayLike) -> NDArray[Any]: ...
def log(x: ArrayLike) -> NDArray[Any]: ...
def log10(x: ArrayLike) -> NDArray[Any]: ...
def log2(x: ArrayLike) -> NDArray[Any]: ...
def logn(n: SupportsIndex, x: ArrayLike) -> NDArray[Any]: ...
def power(x: ArrayLike, p: ArrayLike) -> NDArray[Any]: ...
def sqrt(x: ArrayLike) -> NDArray[Any]: ...

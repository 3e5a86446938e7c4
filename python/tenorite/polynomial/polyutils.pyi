# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any

from numpy.polynomial.polyutils import format_float as format_float
from numpy.typing import ArrayLike

__all__ = [
    "as_series",
    "format_float",
    "getdomain",
    "mapdomain",
    "mapparms",
    "trimcoef",
    "trimseq",
]

def as_series(alist: Any, trim: builtins.bool = True) -> Any: ...
def getdomain(x: ArrayLike) -> Any: ...
def mapdomain(x: ArrayLike, old: ArrayLike, new: ArrayLike) -> Any: ...
def mapparms(old: ArrayLike, new: ArrayLike) -> Any: ...
def trimcoef(c: ArrayLike, tol: float = 0) -> Any: ...
def trimseq(seq: ArrayLike) -> Any: ...

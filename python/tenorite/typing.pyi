# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable, Sequence
from os import PathLike
from typing import IO, Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike as ArrayLike
from numpy.typing import DTypeLike as DTypeLike
from numpy.typing import NBitBase as NBitBase
from typing_extensions import TypeVar

from tenorite import Device, ndarray
from tenorite.cuda.stream import BaseStream

# Of dtypes. A variable with several types, unlike one with a bound, takes arguments of
# different dtypes for none of these: what such operands give is not said.
_T = TypeVar("_T", bound=np.generic)
_DT = TypeVar("_DT", bound=np.generic)
_NumberT = TypeVar("_NumberT", bound=np.number)
_RealT = TypeVar("_RealT", bound=np.integer | np.floating | np.bool)
_InexactT = TypeVar("_InexactT", bound=np.inexact)
_FloatingT = TypeVar("_FloatingT", bound=np.floating)
_ComplexT = TypeVar("_ComplexT", bound=np.complexfloating)
_WideFloatT = TypeVar("_WideFloatT", np.float32, np.float64)
_FloatOrComplexT = TypeVar(
    "_FloatOrComplexT", np.float16, np.float32, np.float64, np.complex64, np.complex128
)
_NumericT = TypeVar(
    "_NumericT",
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint16,
    np.uint32,
    np.uint64,
    np.float16,
    np.float32,
    np.float64,
    np.complex64,
    np.complex128,
)
_OutT = TypeVar("_OutT", bound=ndarray | np.ndarray)
_CallableT = TypeVar("_CallableT", bound=Callable[..., Any])

NDArray = ndarray[tuple[Any, ...], np.dtype[_T]]

# Arrays whose dtype decides about that of a result, and dtypes that do.
_Array = ndarray[Any, np.dtype[_T]] | np.ndarray[Any, np.dtype[_T]]
_DType = builtins.type[_T] | np.dtype[_T]
_IntegerOrBool = np.integer | np.bool
_WideInteger = np.int32 | np.int64 | np.uint32 | np.uint64

_Axis = SupportsIndex | tuple[SupportsIndex, ...]
_Axes = SupportsIndex | Sequence[SupportsIndex]
_Shape = SupportsIndex | Sequence[SupportsIndex]
_Indices = ArrayLike
_Index = Any
_Number = complex | np.number | np.bool | ndarray
_DeviceLike = Device | str
_AnyStream = BaseStream | int
_Out = ndarray | np.ndarray
_Order = Literal["C", "F", "A", "K"]
_Casting = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
_IndexMode = Literal["raise", "wrap", "clip"]
_Norm = Literal["backward", "ortho", "forward"]
_Triangle = Literal["L", "U", "l", "u"]
_File = str | PathLike[str] | IO[Any]
__all__ = ["ArrayLike", "DTypeLike", "NDArray"]

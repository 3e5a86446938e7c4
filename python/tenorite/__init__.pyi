# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, Self, SupportsIndex, overload

import numpy as np
import numpy.char as char
import numpy.core as core
import numpy.dtypes as dtypes
import numpy.exceptions as exceptions
import numpy.f2py as f2py
import numpy.ma as ma
import numpy.rec as rec
import numpy.strings as strings
from numpy import asmatrix as asmatrix
from numpy import base_repr as base_repr
from numpy import binary_repr as binary_repr
from numpy import bmat as bmat
from numpy import bool as bool
from numpy import bool_ as bool_
from numpy import broadcast_shapes as broadcast_shapes
from numpy import busday_count as busday_count
from numpy import busday_offset as busday_offset
from numpy import busdaycalendar as busdaycalendar
from numpy import byte as byte
from numpy import bytes_ as bytes_
from numpy import cdouble as cdouble
from numpy import character as character
from numpy import clongdouble as clongdouble
from numpy import complex64 as complex64
from numpy import complex128 as complex128
from numpy import complex256 as complex256
from numpy import complexfloating as complexfloating
from numpy import csingle as csingle
from numpy import datetime64 as datetime64
from numpy import datetime_as_string as datetime_as_string
from numpy import datetime_data as datetime_data
from numpy import double as double
from numpy import dtype as dtype
from numpy import errstate as errstate
from numpy import finfo as finfo
from numpy import flexible as flexible
from numpy import float16 as float16
from numpy import float32 as float32
from numpy import float64 as float64
from numpy import float128 as float128
from numpy import floating as floating
from numpy import frompyfunc as frompyfunc
from numpy import generic as generic
from numpy import get_include as get_include
from numpy import get_printoptions as get_printoptions
from numpy import getbufsize as getbufsize
from numpy import geterr as geterr
from numpy import geterrcall as geterrcall
from numpy import half as half
from numpy import iinfo as iinfo
from numpy import index_exp as index_exp
from numpy import inexact as inexact
from numpy import int8 as int8
from numpy import int16 as int16
from numpy import int32 as int32
from numpy import int64 as int64
from numpy import int_ as int_
from numpy import intc as intc
from numpy import integer as integer
from numpy import intp as intp
from numpy import is_busday as is_busday
from numpy import isdtype as isdtype
from numpy import isnat as isnat
from numpy import isscalar as isscalar
from numpy import issubdtype as issubdtype
from numpy import iterable as iterable
from numpy import long as long
from numpy import longdouble as longdouble
from numpy import longlong as longlong
from numpy import matrix as matrix
from numpy import memmap as memmap
from numpy import mintypecode as mintypecode
from numpy import ndindex as ndindex
from numpy import number as number
from numpy import object_ as object_
from numpy import printoptions as printoptions
from numpy import promote_types as promote_types
from numpy import recarray as recarray
from numpy import record as record
from numpy import s_ as s_
from numpy import set_printoptions as set_printoptions
from numpy import setbufsize as setbufsize
from numpy import seterr as seterr
from numpy import seterrcall as seterrcall
from numpy import short as short
from numpy import signedinteger as signedinteger
from numpy import single as single
from numpy import str_ as str_
from numpy import test as test
from numpy import timedelta64 as timedelta64
from numpy import typename as typename
from numpy import ubyte as ubyte
from numpy import uint as uint
from numpy import uint8 as uint8
from numpy import uint16 as uint16
from numpy import uint32 as uint32
from numpy import uint64 as uint64
from numpy import uintc as uintc
from numpy import uintp as uintp
from numpy import ulong as ulong
from numpy import ulonglong as ulonglong
from numpy import unsignedinteger as unsignedinteger
from numpy import ushort as ushort
from numpy import void as void
from numpy.typing import ArrayLike, DTypeLike
from typing_extensions import CapsuleType, TypeVar

from tenorite import ctypeslib as ctypeslib
from tenorite import cublas as cublas
from tenorite import cuda as cuda
from tenorite import cupy_compat as cupy_compat
from tenorite import cupyx as cupyx
from tenorite import dask as dask
from tenorite import distributed as distributed
from tenorite import fft as fft
from tenorite import kernel_cache as kernel_cache
from tenorite import lib as lib
from tenorite import linalg as linalg
from tenorite import memory as memory
from tenorite import polynomial as polynomial
from tenorite import profiler as profiler
from tenorite import random as random
from tenorite import scipy as scipy
from tenorite import special as special
from tenorite import testing as testing
from tenorite import typing as typing
from tenorite import version as version
from tenorite.cuda.memory import MemoryPool
from tenorite.cuda.pinned_memory import PinnedMemoryPool
from tenorite.lib import scimath as emath
from tenorite.profiler import time_range as time_range
from tenorite.typing import (
    _DT,
    _T,
    NDArray,
    _AnyStream,
    _Array,
    _Axes,
    _Axis,
    _CallableT,
    _Casting,
    _ComplexT,
    _DeviceLike,
    _DType,
    _File,
    _FloatingT,
    _FloatOrComplexT,
    _IndexMode,
    _Indices,
    _InexactT,
    _IntegerOrBool,
    _Number,
    _NumberT,
    _NumericT,
    _Order,
    _OutT,
    _RealT,
    _Shape,
    _WideFloatT,
    _WideInteger,
)

_ShapeT_co = TypeVar(
    "_ShapeT_co", bound=tuple[Any, ...], default=tuple[Any, ...], covariant=True
)
_DTypeT_co = TypeVar(
    "_DTypeT_co", bound=np.dtype[Any], default=np.dtype[Any], covariant=True
)
__version__: str

class ndarray(Generic[_ShapeT_co, _DTypeT_co]):
    @overload
    def __new__(
        cls,
        shape: _Shape,
        dtype: None = ...,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: _Shape | None = None,
        order: _Order | None = None,
    ) -> ndarray[tuple[Any, ...], np.dtype[np.float64]]: ...
    @overload
    def __new__(
        cls,
        shape: _Shape,
        dtype: _DType[_DT],
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: _Shape | None = None,
        order: _Order | None = None,
    ) -> ndarray[tuple[Any, ...], np.dtype[_DT]]: ...
    @overload
    def __new__(
        cls,
        shape: _Shape,
        dtype: DTypeLike,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: _Shape | None = None,
        order: _Order | None = None,
    ) -> ndarray: ...
    @property
    def T(self) -> Self: ...
    @property
    def mT(self) -> Self: ...
    @property
    def dtype(self) -> _DTypeT_co: ...
    @property
    def shape(self) -> _ShapeT_co: ...
    @shape.setter
    def shape(self, value: _Shape, /) -> None: ...
    @property
    def real(self) -> ndarray[_ShapeT_co]: ...
    @real.setter
    def real(self, value: ArrayLike, /) -> None: ...
    @property
    def imag(self) -> ndarray[_ShapeT_co]: ...
    @imag.setter
    def imag(self, value: ArrayLike, /) -> None: ...
    @property
    def flat(self) -> flatiter: ...
    @flat.setter
    def flat(self, value: ArrayLike, /) -> None: ...
    def __array__(
        self, dtype: Any = None, copy: builtins.bool | None = None
    ) -> np.ndarray[_ShapeT_co, _DTypeT_co]: ...
    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any
    ) -> Any: ...
    def __array_function__(
        self, func: Any, types: Any, args: Any, kwargs: Any
    ) -> Any: ...
    def __array_wrap__(
        self,
        array: ndarray,
        context: Any = None,
        return_scalar: builtins.bool = False,
        /,
    ) -> ndarray: ...
    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any: ...
    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: builtins.bool | None = None,
    ) -> CapsuleType: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    @overload
    def __getitem__(
        self,
        key: slice
        | EllipsisType
        | None
        | ndarray[Any, np.dtype[np.bool]]
        | np.ndarray[Any, np.dtype[np.bool]]
        | list[int],
        /,
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def __getitem__(
        self, key: tuple[slice | EllipsisType | None, ...], /
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def __getitem__(self, key: Any, /) -> Any: ...
    def __setitem__(self, key: Any, value: ArrayLike, /) -> None: ...
    def __delitem__(self, key: Any, /) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __contains__(self, key: object, /) -> builtins.bool: ...
    def __bool__(self) -> builtins.bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __conform__(self, protocol: type) -> float | None: ...
    def __index__(self) -> int: ...
    def __round__(self, ndigits: SupportsIndex | None = None) -> Any: ...
    def __trunc__(self) -> int: ...
    def __bytes__(self, order: _Order = "C") -> builtins.bytes: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def __neg__(self) -> Self: ...
    def __pos__(self) -> Self: ...
    def __invert__(self) -> Self: ...
    @overload
    def __abs__(
        self: ndarray[Any, np.dtype[_RealT]],
    ) -> ndarray[tuple[Any, ...], np.dtype[_RealT]]: ...
    @overload
    def __abs__(self) -> ndarray[_ShapeT_co]: ...
    @overload
    def astype(
        self,
        dtype: _DType[_DT],
        order: _Order = "K",
        casting: _Casting = "unsafe",
        subok: builtins.bool = True,
        copy: builtins.bool = True,
    ) -> ndarray[_ShapeT_co, np.dtype[_DT]]: ...
    @overload
    def astype(
        self,
        dtype: DTypeLike,
        order: _Order = "K",
        casting: _Casting = "unsafe",
        subok: builtins.bool = True,
        copy: builtins.bool = True,
    ) -> ndarray[_ShapeT_co]: ...
    @overload
    def view(self) -> Self: ...
    @overload
    def view(self, dtype: _DType[_DT]) -> ndarray[tuple[Any, ...], np.dtype[_DT]]: ...
    @overload
    def view(self, dtype: DTypeLike) -> ndarray: ...
    @overload
    def reshape(
        self,
        shape: SupportsIndex | Sequence[SupportsIndex],
        /,
        *,
        order: _Order = "C",
        copy: builtins.bool | None = None,
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def reshape(
        self,
        *shape: SupportsIndex,
        order: _Order = "C",
        copy: builtins.bool | None = None,
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def transpose(
        self, axes: None | Sequence[SupportsIndex] = None, /
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def transpose(
        self, *axes: SupportsIndex
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    def item(self, *args: Any) -> Any: ...
    @overload
    def __add__(
        self: NDArray[np.bool], other: _Array[np.bool] | np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __add__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __add__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __add__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __add__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __add__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __add__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __and__(
        self: NDArray[np.bool], other: _Array[np.bool] | np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __and__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __and__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __and__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __and__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __and__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __and__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    @overload
    def __divmod__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> tuple[NDArray[_NumericT], NDArray[_NumericT]]: ...
    @overload
    def __divmod__(
        self: NDArray[Any], other: np.generic, /
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __divmod__(
        self: NDArray[_NumberT], other: int, /
    ) -> tuple[NDArray[_NumberT], NDArray[_NumberT]]: ...
    @overload
    def __divmod__(
        self: NDArray[_InexactT], other: float, /
    ) -> tuple[NDArray[_InexactT], NDArray[_InexactT]]: ...
    @overload
    def __divmod__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> tuple[NDArray[_ComplexT], NDArray[_ComplexT]]: ...
    @overload
    def __divmod__(self, other: ArrayLike, /) -> tuple[NDArray[Any], NDArray[Any]]: ...
    def __eq__(self, other: object, /) -> NDArray[np.bool]: ...  # type: ignore[override]
    @overload
    def __floordiv__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __floordiv__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __floordiv__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __floordiv__(
        self: NDArray[_InexactT], other: float, /
    ) -> NDArray[_InexactT]: ...
    @overload
    def __floordiv__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __floordiv__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    def __ge__(self, other: object, /) -> NDArray[np.bool]: ...
    def __gt__(self, other: object, /) -> NDArray[np.bool]: ...
    def __iadd__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __iand__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __ifloordiv__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __ilshift__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __imatmul__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __imod__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __imul__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __ior__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __ipow__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __irshift__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __isub__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __itruediv__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __ixor__(self, other: ArrayLike, /) -> Self: ...  # type: ignore[misc]
    def __le__(self, other: object, /) -> NDArray[np.bool]: ...
    @overload
    def __lshift__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __lshift__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __lshift__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __lshift__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __lshift__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __lshift__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    def __lt__(self, other: object, /) -> NDArray[np.bool]: ...
    @overload
    def __matmul__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __matmul__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __mod__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __mod__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __mod__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __mod__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __mod__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __mod__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __mul__(
        self: NDArray[np.bool], other: _Array[np.bool] | np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __mul__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __mul__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __mul__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __mul__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __mul__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __mul__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    def __ne__(self, other: object, /) -> NDArray[np.bool]: ...  # type: ignore[override]
    @overload
    def __or__(
        self: NDArray[np.bool], other: _Array[np.bool] | np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __or__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __or__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __or__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __or__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __or__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __or__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __pow__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __pow__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __pow__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __pow__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __pow__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __pow__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __radd__(
        self: NDArray[np.bool], other: _Array[np.bool], /
    ) -> NDArray[np.bool]: ...
    @overload
    def __radd__(
        self: NDArray[np.bool], other: np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __radd__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __radd__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __radd__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __radd__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __radd__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __radd__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __radd__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rand__(
        self: NDArray[np.bool], other: _Array[np.bool], /
    ) -> NDArray[np.bool]: ...
    @overload
    def __rand__(
        self: NDArray[np.bool], other: np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __rand__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rand__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rand__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rand__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rand__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __rand__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __rand__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rdivmod__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> tuple[NDArray[_NumericT], NDArray[_NumericT]]: ...
    @overload
    def __rdivmod__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> tuple[NDArray[_NumericT], NDArray[_NumericT]]: ...
    @overload
    def __rdivmod__(
        self: NDArray[Any], other: np.generic, /
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __rdivmod__(
        self: NDArray[_NumberT], other: int, /
    ) -> tuple[NDArray[_NumberT], NDArray[_NumberT]]: ...
    @overload
    def __rdivmod__(
        self: NDArray[_InexactT], other: float, /
    ) -> tuple[NDArray[_InexactT], NDArray[_InexactT]]: ...
    @overload
    def __rdivmod__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> tuple[NDArray[_ComplexT], NDArray[_ComplexT]]: ...
    @overload
    def __rdivmod__(self, other: ArrayLike, /) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __rfloordiv__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rfloordiv__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rfloordiv__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rfloordiv__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rfloordiv__(
        self: NDArray[_InexactT], other: float, /
    ) -> NDArray[_InexactT]: ...
    @overload
    def __rfloordiv__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __rfloordiv__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rlshift__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rlshift__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rlshift__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rlshift__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rlshift__(
        self: NDArray[_InexactT], other: float, /
    ) -> NDArray[_InexactT]: ...
    @overload
    def __rlshift__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __rlshift__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rmatmul__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rmatmul__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rmatmul__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rmod__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rmod__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rmod__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rmod__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rmod__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __rmod__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __rmod__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rmul__(
        self: NDArray[np.bool], other: _Array[np.bool], /
    ) -> NDArray[np.bool]: ...
    @overload
    def __rmul__(
        self: NDArray[np.bool], other: np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __rmul__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rmul__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rmul__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rmul__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rmul__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __rmul__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __rmul__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __ror__(
        self: NDArray[np.bool], other: _Array[np.bool], /
    ) -> NDArray[np.bool]: ...
    @overload
    def __ror__(
        self: NDArray[np.bool], other: np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __ror__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __ror__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __ror__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __ror__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __ror__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __ror__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __ror__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rpow__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rpow__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rpow__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rpow__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rpow__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __rpow__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __rpow__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rrshift__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rrshift__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rrshift__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rrshift__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rrshift__(
        self: NDArray[_InexactT], other: float, /
    ) -> NDArray[_InexactT]: ...
    @overload
    def __rrshift__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __rrshift__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rshift__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rshift__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rshift__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rshift__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __rshift__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __rshift__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rsub__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rsub__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rsub__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rsub__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rsub__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __rsub__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __rsub__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rtruediv__(
        self: NDArray[_FloatOrComplexT], other: _Array[_FloatOrComplexT], /
    ) -> NDArray[_FloatOrComplexT]: ...
    @overload
    def __rtruediv__(
        self: NDArray[_FloatOrComplexT], other: _FloatOrComplexT, /
    ) -> NDArray[_FloatOrComplexT]: ...
    @overload
    def __rtruediv__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rtruediv__(
        self: NDArray[_InexactT], other: float, /
    ) -> NDArray[_InexactT]: ...
    @overload
    def __rtruediv__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __rtruediv__(
        self: NDArray[_WideInteger], other: _Array[_WideInteger], /
    ) -> NDArray[np.float64]: ...
    @overload
    def __rtruediv__(
        self: NDArray[_WideInteger], other: float, /
    ) -> NDArray[np.float64]: ...
    @overload
    def __rtruediv__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __rxor__(
        self: NDArray[np.bool], other: _Array[np.bool], /
    ) -> NDArray[np.bool]: ...
    @overload
    def __rxor__(
        self: NDArray[np.bool], other: np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __rxor__(
        self: NDArray[_NumericT], other: _Array[_NumericT], /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rxor__(
        self: NDArray[_NumericT], other: _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __rxor__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __rxor__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __rxor__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __rxor__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __rxor__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __sub__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __sub__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __sub__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __sub__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __sub__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __sub__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __truediv__(
        self: NDArray[_FloatOrComplexT],
        other: _Array[_FloatOrComplexT] | _FloatOrComplexT,
        /,
    ) -> NDArray[_FloatOrComplexT]: ...
    @overload
    def __truediv__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __truediv__(
        self: NDArray[_InexactT], other: float, /
    ) -> NDArray[_InexactT]: ...
    @overload
    def __truediv__(
        self: NDArray[_ComplexT], other: complex, /
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __truediv__(
        self: NDArray[_WideInteger], other: _Array[_WideInteger] | float, /
    ) -> NDArray[np.float64]: ...
    @overload
    def __truediv__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def __xor__(
        self: NDArray[np.bool], other: _Array[np.bool] | np.bool | builtins.bool, /
    ) -> NDArray[np.bool]: ...
    @overload
    def __xor__(
        self: NDArray[_NumericT], other: _Array[_NumericT] | _NumericT, /
    ) -> NDArray[_NumericT]: ...
    @overload
    def __xor__(self: NDArray[Any], other: np.generic, /) -> NDArray[Any]: ...
    @overload
    def __xor__(self: NDArray[_NumberT], other: int, /) -> NDArray[_NumberT]: ...
    @overload
    def __xor__(self: NDArray[_InexactT], other: float, /) -> NDArray[_InexactT]: ...
    @overload
    def __xor__(self: NDArray[_ComplexT], other: complex, /) -> NDArray[_ComplexT]: ...
    @overload
    def __xor__(self, other: ArrayLike, /) -> NDArray[Any]: ...
    @overload
    def all(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        keepdims: builtins.bool = False,
        *,
        where: Any = True,
    ) -> NDArray[np.bool]: ...
    @overload
    def all(
        self,
        /,
        axis: _Axis | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
        where: Any = True,
    ) -> _OutT: ...
    @overload
    def all(
        self,
        /,
        axis: _Axis | None,
        out: _OutT,
        keepdims: builtins.bool = False,
        *,
        where: Any = True,
    ) -> _OutT: ...
    @overload
    def any(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        keepdims: builtins.bool = False,
        *,
        where: Any = True,
    ) -> NDArray[np.bool]: ...
    @overload
    def any(
        self,
        /,
        axis: _Axis | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
        where: Any = True,
    ) -> _OutT: ...
    @overload
    def any(
        self,
        /,
        axis: _Axis | None,
        out: _OutT,
        keepdims: builtins.bool = False,
        *,
        where: Any = True,
    ) -> _OutT: ...
    @overload
    def argmax(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
    ) -> NDArray[np.int64]: ...
    @overload
    def argmax(
        self,
        /,
        axis: _Axis | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
    ) -> _OutT: ...
    @overload
    def argmax(
        self, /, axis: _Axis | None, out: _OutT, *, keepdims: builtins.bool = False
    ) -> _OutT: ...
    @overload
    def argmin(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
    ) -> NDArray[np.int64]: ...
    @overload
    def argmin(
        self,
        /,
        axis: _Axis | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
    ) -> _OutT: ...
    @overload
    def argmin(
        self, /, axis: _Axis | None, out: _OutT, *, keepdims: builtins.bool = False
    ) -> _OutT: ...
    def argpartition(
        self,
        kth: _Indices,
        /,
        axis: _Axis = -1,
        kind: str = "introselect",
        order: _Order | None = None,
    ) -> NDArray[np.int64]: ...
    def argsort(
        self,
        /,
        axis: _Axis = -1,
        kind: str | None = None,
        order: _Order | None = None,
        *,
        stable: builtins.bool | None = None,
        descending: builtins.bool | None = None,
    ) -> NDArray[np.int64]: ...
    @property
    def base(self) -> Any: ...
    def byteswap(
        self, /, inplace: builtins.bool = False
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def choose(
        self, /, choices: ArrayLike, out: None = None, mode: _IndexMode = "raise"
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def choose(
        self, /, choices: ArrayLike, out: _OutT, mode: _IndexMode = "raise"
    ) -> _OutT: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        out: None = None,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        out: None = None,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
    ) -> NDArray[_DT]: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        out: None = None,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: builtins.type[builtins.bool],
    ) -> NDArray[np.bool]: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        out: None = None,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: builtins.type[int],
    ) -> NDArray[np.int64]: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        out: None = None,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: builtins.type[float],
    ) -> NDArray[np.float64]: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        out: None = None,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: builtins.type[complex],
    ) -> NDArray[np.complex128]: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        out: None = None,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
    ) -> NDArray[Any]: ...
    @overload
    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        *,
        out: _OutT,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
    ) -> _OutT: ...
    @overload
    def clip(
        self,
        /,
        min: Any,
        max: Any,
        out: _OutT,
        *,
        where: Any = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
    ) -> _OutT: ...
    @overload
    def compress(
        self, /, condition: ArrayLike, axis: _Axis | None = None, out: None = None
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def compress(
        self, /, condition: ArrayLike, axis: _Axis | None = None, *, out: _OutT
    ) -> _OutT: ...
    @overload
    def compress(
        self, /, condition: ArrayLike, axis: _Axis | None, out: _OutT
    ) -> _OutT: ...
    def conj(self, /) -> Self: ...
    def conjugate(self, /) -> Self: ...
    def copy(self, /, order: _Order = "C") -> Self: ...
    @property
    def ctypes(self) -> Any: ...
    @overload
    def cumprod(
        self: NDArray[_InexactT],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def cumprod(
        self: NDArray[np.signedinteger | np.bool],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def cumprod(
        self: NDArray[np.unsignedinteger],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[np.uint64]: ...
    @overload
    def cumprod(
        self, /, axis: _Axis | None = None, dtype: None = None, out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def cumprod(
        self, /, axis: _Axis | None = None, *, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def cumprod(
        self, /, axis: _Axis | None, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def cumprod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def cumprod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def cumprod(
        self, /, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    @overload
    def cumsum(
        self: NDArray[_InexactT],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def cumsum(
        self: NDArray[np.signedinteger | np.bool],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def cumsum(
        self: NDArray[np.unsignedinteger],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[np.uint64]: ...
    @overload
    def cumsum(
        self, /, axis: _Axis | None = None, dtype: None = None, out: None = None
    ) -> NDArray[Any]: ...
    @overload
    def cumsum(
        self, /, axis: _Axis | None = None, *, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def cumsum(
        self, /, axis: _Axis | None, dtype: _DType[_DT], out: None = None
    ) -> NDArray[_DT]: ...
    @overload
    def cumsum(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def cumsum(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def cumsum(
        self, /, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT
    ) -> _OutT: ...
    @property
    def data(self) -> Any: ...
    def data_ptr(self) -> int: ...
    @property
    def device(self) -> Device: ...
    def diagonal(
        self,
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def dot(self, other: object, /, out: None = None) -> NDArray[Any]: ...
    @overload
    def dot(self, other: object, /, out: _OutT) -> _OutT: ...
    def dump(self, /, file: _File) -> None: ...
    def dumps(self, /) -> builtins.bytes: ...
    def fill(self, /, value: ArrayLike) -> None: ...
    @property
    def flags(self) -> Any: ...
    def flatten(
        self, /, order: _Order = "C"
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def get(
        self, order: _Order = "C", out: None = None, blocking: builtins.bool = True
    ) -> np.ndarray[_ShapeT_co, _DTypeT_co]: ...
    @overload
    def get(
        self, order: _Order = "C", *, out: _OutT, blocking: builtins.bool = True
    ) -> _OutT: ...
    @overload
    def get(
        self, order: _Order, out: _OutT, blocking: builtins.bool = True
    ) -> _OutT: ...
    def getfield(
        self, /, dtype: DTypeLike, offset: SupportsIndex = 0
    ) -> NDArray[Any]: ...
    @property
    def itemsize(self) -> int: ...
    @overload
    def max(
        self: NDArray[_T],
        /,
        axis: _Axis | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_T]: ...
    @overload
    def max(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def max(
        self,
        /,
        axis: _Axis | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    @overload
    def max(
        self,
        /,
        axis: _Axis | None,
        out: _OutT,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    def mdspan(
        self, *, index_type: Any = None, allow_unsafe: builtins.bool = False
    ) -> Any: ...
    @overload
    def mean(
        self: NDArray[_InexactT],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> NDArray[_InexactT]: ...
    @overload
    def mean(
        self: NDArray[_IntegerOrBool],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> NDArray[np.float64]: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None = None,
        *,
        dtype: _DType[_DT],
        out: None = None,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None,
        dtype: _DType[_DT],
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> _OutT: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None,
        dtype: DTypeLike | None,
        out: _OutT,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
    ) -> _OutT: ...
    @overload
    def min(
        self: NDArray[_T],
        /,
        axis: _Axis | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_T]: ...
    @overload
    def min(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def min(
        self,
        /,
        axis: _Axis | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    @overload
    def min(
        self,
        /,
        axis: _Axis | None,
        out: _OutT,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def ndim(self) -> int: ...
    def nonzero(self, /) -> tuple[NDArray[np.int64], ...]: ...
    def partition(
        self,
        kth: _Indices,
        /,
        axis: _Axis = -1,
        kind: str = "introselect",
        order: _Order | None = None,
    ) -> None: ...
    @overload
    def prod(
        self: NDArray[_InexactT],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_InexactT]: ...
    @overload
    def prod(
        self: NDArray[np.signedinteger | np.bool],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[np.int64]: ...
    @overload
    def prod(
        self: NDArray[np.unsignedinteger],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[np.uint64]: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None = None,
        *,
        dtype: _DType[_DT],
        out: None = None,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None,
        dtype: _DType[_DT],
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None,
        dtype: DTypeLike | None,
        out: _OutT,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    @overload
    def ptp(
        self: NDArray[_T],
        /,
        axis: _Axis | None = None,
        out: None = None,
        keepdims: builtins.bool = ...,
    ) -> NDArray[_T]: ...
    @overload
    def ptp(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        keepdims: builtins.bool = ...,
    ) -> NDArray[Any]: ...
    @overload
    def ptp(
        self, /, axis: _Axis | None = None, *, out: _OutT, keepdims: builtins.bool = ...
    ) -> _OutT: ...
    @overload
    def ptp(
        self, /, axis: _Axis | None, out: _OutT, keepdims: builtins.bool = ...
    ) -> _OutT: ...
    def put(
        self, indices: _Indices, values: ArrayLike, /, mode: _IndexMode = "raise"
    ) -> None: ...
    def ravel(self, /, order: _Order = "C") -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    def reduced_view(self, /) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    def repeat(
        self, repeats: _Indices, /, axis: _Axis | None = None
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    def resize(self, /, *new_shape: _Shape, refcheck: builtins.bool = True) -> None: ...
    @overload
    def round(self, /, decimals: SupportsIndex = 0, out: None = None) -> Self: ...
    @overload
    def round(self, /, decimals: SupportsIndex = 0, *, out: _OutT) -> _OutT: ...
    @overload
    def round(self, /, decimals: SupportsIndex, out: _OutT) -> _OutT: ...
    def scatter_add(self, /, slices: Any, value: ArrayLike) -> None: ...
    def scatter_max(self, /, slices: Any, value: ArrayLike) -> None: ...
    def scatter_min(self, /, slices: Any, value: ArrayLike) -> None: ...
    def searchsorted(
        self, v: ArrayLike, /, side: str = "left", sorter: ArrayLike | None = None
    ) -> NDArray[np.int64]: ...
    def set(self, stream: Any = None) -> None: ...
    def setfield(
        self, val: ArrayLike, /, dtype: DTypeLike, offset: SupportsIndex = 0
    ) -> None: ...
    def setflags(
        self,
        /,
        *,
        write: builtins.bool | None = None,
        align: builtins.bool | None = None,
        uic: builtins.bool | None = None,
    ) -> None: ...
    @property
    def size(self) -> int: ...
    def sort(
        self,
        /,
        axis: _Axis = -1,
        kind: str | None = None,
        order: _Order | None = None,
        *,
        stable: builtins.bool | None = None,
        descending: builtins.bool | None = None,
    ) -> None: ...
    def squeeze(
        self, /, axis: _Axis | None = None
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def std(
        self: NDArray[_FloatingT],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[_FloatingT]: ...
    @overload
    def std(
        self: NDArray[_IntegerOrBool],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[np.float64]: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[Any]: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None = None,
        *,
        dtype: _DType[_DT],
        out: None = None,
        ddof: float = 0,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None,
        dtype: _DType[_DT],
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[Any]: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        ddof: float = 0,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> _OutT: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None,
        dtype: DTypeLike | None,
        out: _OutT,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> _OutT: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @overload
    def sum(
        self: NDArray[_InexactT],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_InexactT]: ...
    @overload
    def sum(
        self: NDArray[np.signedinteger | np.bool],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[np.int64]: ...
    @overload
    def sum(
        self: NDArray[np.unsignedinteger],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[np.uint64]: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None = None,
        *,
        dtype: _DType[_DT],
        out: None = None,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None,
        dtype: _DType[_DT],
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> NDArray[Any]: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None,
        dtype: DTypeLike | None,
        out: _OutT,
        *,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: Any = ...,
    ) -> _OutT: ...
    def swapaxes(
        self, axis1: SupportsIndex, axis2: SupportsIndex, /
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def take(
        self,
        indices: _Indices,
        /,
        axis: _Axis | None = None,
        out: None = None,
        mode: _IndexMode = "raise",
    ) -> ndarray[tuple[Any, ...], _DTypeT_co]: ...
    @overload
    def take(
        self,
        indices: _Indices,
        /,
        axis: _Axis | None = None,
        *,
        out: _OutT,
        mode: _IndexMode = "raise",
    ) -> _OutT: ...
    @overload
    def take(
        self,
        indices: _Indices,
        /,
        axis: _Axis | None,
        out: _OutT,
        mode: _IndexMode = "raise",
    ) -> _OutT: ...
    def toDlpack(self, /) -> Any: ...
    def to_device(
        self, device: _DeviceLike, /, *, stream: _AnyStream | None = None
    ) -> Self: ...
    def to_numpy(
        self,
        dtype: DTypeLike | None = None,
        copy: builtins.bool = True,
        na_value: object = None,
    ) -> np.ndarray: ...
    def tobytes(self, /, order: _Order = "C") -> builtins.bytes: ...
    def tofile(self, fid: _File, /, sep: str = "", format: str = "%s") -> None: ...
    def tolist(self, /) -> Any: ...
    @overload
    def trace(
        self: NDArray[_InexactT],
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def trace(
        self: NDArray[np.signedinteger | np.bool],
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def trace(
        self: NDArray[np.unsignedinteger],
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[np.uint64]: ...
    @overload
    def trace(
        self,
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: None = None,
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def trace(
        self,
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        *,
        dtype: _DType[_DT],
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def trace(
        self,
        /,
        offset: SupportsIndex,
        axis1: SupportsIndex,
        axis2: SupportsIndex,
        dtype: _DType[_DT],
        out: None = None,
    ) -> NDArray[_DT]: ...
    @overload
    def trace(
        self,
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: DTypeLike | None = None,
        out: None = None,
    ) -> NDArray[Any]: ...
    @overload
    def trace(
        self,
        /,
        offset: SupportsIndex = 0,
        axis1: SupportsIndex = 0,
        axis2: SupportsIndex = 1,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def trace(
        self,
        /,
        offset: SupportsIndex,
        axis1: SupportsIndex,
        axis2: SupportsIndex,
        dtype: DTypeLike | None,
        out: _OutT,
    ) -> _OutT: ...
    @overload
    def var(
        self: NDArray[_FloatingT],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[_FloatingT]: ...
    @overload
    def var(
        self: NDArray[_IntegerOrBool],
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[np.float64]: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None = None,
        dtype: None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[Any]: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None = None,
        *,
        dtype: _DType[_DT],
        out: None = None,
        ddof: float = 0,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None,
        dtype: _DType[_DT],
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[_DT]: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> NDArray[Any]: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        ddof: float = 0,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> _OutT: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None,
        dtype: DTypeLike | None,
        out: _OutT,
        ddof: float = 0,
        *,
        keepdims: builtins.bool = False,
        where: Any = ...,
        mean: Any = ...,
        correction: float = ...,
    ) -> _OutT: ...

class ufunc:
    @property
    def __name__(self) -> str: ...
    @property
    def __qualname__(self) -> str: ...
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def nargs(self) -> int: ...
    @property
    def ntypes(self) -> int: ...
    @property
    def types(self) -> list[str]: ...
    @property
    def identity(self) -> Any: ...
    @property
    def signature(self) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def reduce(
        self,
        array: ArrayLike,
        axis: _Axis | None = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
        keepdims: builtins.bool = False,
        initial: Any = ...,
        where: ArrayLike = True,
    ) -> ndarray: ...
    def accumulate(
        self,
        array: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
    ) -> ndarray: ...
    def reduceat(
        self,
        array: ArrayLike,
        indices: ArrayLike,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
    ) -> ndarray: ...
    def outer(self, A: ArrayLike, B: ArrayLike, /, **kwargs: Any) -> ndarray: ...
    def at(self, a: ndarray, indices: Any, b: ArrayLike | None = None, /) -> None: ...
    def resolve_dtypes(
        self,
        /,
        dtypes: tuple[Any, ...],
        *,
        signature: Any = None,
        casting: _Casting | None = None,
        reduction: builtins.bool = False,
    ) -> tuple[np.dtype[Any], ...]: ...

class ElementwiseKernel:
    def __new__(
        cls,
        in_params: str,
        out_params: str,
        operation: str,
        name: str = "kernel",
        reduce_dims: builtins.bool = True,
        preamble: str = "",
        no_return: builtins.bool = False,
        return_tuple: builtins.bool = False,
        *,
        options: Iterable[str] = (),
        loop_prep: str = "",
        after_loop: str = "",
    ) -> Self: ...
    def __call__(
        self,
        *args: Any,
        size: SupportsIndex | None = None,
        block_size: int = ...,
        stream: Any = None,
    ) -> Any: ...
    @property
    def cached_code(self) -> str: ...
    @property
    def cached_codes(self) -> dict[str, str]: ...
    @property
    def in_params(self) -> tuple[Any, ...]: ...
    @property
    def kwargs(self) -> Any: ...
    @property
    def name(self) -> str: ...
    @property
    def nargs(self) -> int: ...
    @property
    def nin(self) -> int: ...
    @property
    def no_return(self) -> builtins.bool: ...
    @property
    def nout(self) -> int: ...
    @property
    def operation(self) -> str: ...
    @property
    def out_params(self) -> tuple[Any, ...]: ...
    @property
    def params(self) -> tuple[Any, ...]: ...
    @property
    def preamble(self) -> str: ...
    @property
    def reduce_dims(self) -> builtins.bool: ...
    @property
    def return_tuple(self) -> builtins.bool: ...

class ReductionKernel:
    def __new__(
        cls,
        in_params: str,
        out_params: str,
        map_expr: str,
        reduce_expr: str,
        post_map_expr: str,
        identity: Any,
        name: str = "reduce_kernel",
        reduce_type: str | None = None,
        reduce_dims: builtins.bool = True,
        preamble: str = "",
        options: Iterable[str] = (),
    ) -> Self: ...
    def __call__(
        self,
        *args: Any,
        out: ndarray | None = None,
        axis: _Axis | None = None,
        keepdims: builtins.bool = False,
        stream: Any = None,
    ) -> ndarray: ...
    @property
    def cached_code(self) -> str: ...
    @property
    def cached_codes(self) -> dict[str, str]: ...
    @property
    def identity(self) -> Any: ...
    @property
    def in_params(self) -> tuple[Any, ...]: ...
    @property
    def map_expr(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def nargs(self) -> int: ...
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def out_params(self) -> tuple[Any, ...]: ...
    @property
    def params(self) -> tuple[Any, ...]: ...
    @property
    def post_map_expr(self) -> str: ...
    @property
    def preamble(self) -> str: ...
    @property
    def reduce_dims(self) -> builtins.bool: ...
    @property
    def reduce_expr(self) -> str: ...
    @property
    def reduce_type(self) -> str | None: ...

class RawKernel:
    def __new__(
        cls,
        code: str,
        name: str,
        options: Iterable[str] = (),
        backend: str = "nvrtc",
        *,
        translate_cucomplex: builtins.bool = False,
        enable_cooperative_groups: builtins.bool = False,
        jitify: builtins.bool | None = None,
        debug: builtins.bool = False,
    ) -> Self: ...
    @overload
    def __call__(
        self,
        grid: Sequence[SupportsIndex] | SupportsIndex,
        block: Sequence[SupportsIndex] | SupportsIndex,
        args: Sequence[Any] = (),
        *,
        shared_mem: SupportsIndex = 0,
        stream: Any = None,
    ) -> None: ...
    @overload
    def __call__(
        self,
        *args: Any,
        block: Sequence[SupportsIndex],
        grid: Sequence[SupportsIndex] = ...,
        shared: SupportsIndex = 0,
        stream: Any = None,
    ) -> None: ...
    def __getitem__(self, key: Any, /) -> Callable[..., None]: ...
    @property
    def attributes(self) -> Any: ...
    @property
    def backend(self) -> str: ...
    @property
    def binary_version(self) -> int: ...
    @property
    def cache_mode_ca(self) -> int: ...
    @property
    def code(self) -> str | None: ...
    def compile(self, /, log_stream: Any = None) -> None: ...
    @property
    def const_size_bytes(self) -> int: ...
    @property
    def enable_cooperative_groups(self) -> builtins.bool: ...
    @property
    def file_path(self) -> str | None: ...
    @property
    def local_size_bytes(self) -> int: ...
    @property
    def max_dynamic_shared_size_bytes(self) -> int: ...
    @property
    def max_threads_per_block(self) -> int: ...
    @property
    def module(self) -> Any: ...
    @property
    def name(self) -> str: ...
    @property
    def num_regs(self) -> int: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def preferred_shared_memory_carveout(self) -> int: ...
    @property
    def ptx_version(self) -> int: ...
    @property
    def shared_size_bytes(self) -> int: ...
    @property
    def signature(self) -> Any: ...
    @property
    def source(self) -> str: ...
    @property
    def translate_cucomplex(self) -> builtins.bool: ...

class vectorize:
    __name__: str
    pyfunc: Callable[..., Any] | None
    otypes: str | None
    excluded: set[int | str]
    cache: builtins.bool
    signature: None
    __wrapped__: Any
    def __init__(
        self,
        pyfunc: Callable[..., Any] = ...,
        otypes: str | Iterable[DTypeLike] | None = None,
        doc: str | None = None,
        excluded: Iterable[int | str] | None = None,
        cache: builtins.bool = False,
        signature: None = None,
    ) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def source(self) -> str: ...
    def source_for(
        self, dtypes: Iterable[DTypeLike], device: _DeviceLike | None = None
    ) -> str: ...

class _Fused(Generic[_CallableT]):
    __name__: str
    function: _CallableT
    kernel_name: str
    __call__: _CallableT
    def clear_cache(self) -> None: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any: ...

@overload
def fuse(function: _CallableT, /) -> _Fused[_CallableT]: ...
@overload
def fuse(
    *, kernel_name: str | None = None
) -> Callable[[_CallableT], _Fused[_CallableT]]: ...

class _Config:
    @property
    def fusion(self) -> str: ...
    @fusion.setter
    def fusion(
        self, mode: Literal["off", "tier0", "auto", "wait", "check"], /
    ) -> None: ...
    @property
    def mixed(self) -> str: ...
    @mixed.setter
    def mixed(self, what: Literal["error", "copy"], /) -> None: ...
    @property
    def random(self) -> str: ...
    @random.setter
    def random(self, numbers: Literal["fast", "numpy"], /) -> None: ...
    @property
    def fallback(self) -> str: ...
    @fallback.setter
    def fallback(
        self, setting: Literal["auto", "allow", "warn", "error"], /
    ) -> None: ...
    @property
    def matmul_precision(self) -> str: ...
    @matmul_precision.setter
    def matmul_precision(self, precision: Literal["highest", "tf32"], /) -> None: ...
    def using(self, **settings: Any) -> AbstractContextManager[_Config]: ...
    def __init__(self) -> None: ...

config: _Config

@overload
def unique(
    ar: _Array[_T],
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: builtins.bool = True,
    sorted: builtins.bool = True,
) -> NDArray[_T]: ...
@overload
def unique(
    ar: ArrayLike,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: builtins.bool = True,
    sorted: builtins.bool = True,
) -> NDArray[Any]: ...
@overload
def unique(
    ar: ArrayLike,
    return_index: builtins.bool = False,
    return_inverse: builtins.bool = False,
    return_counts: builtins.bool = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: builtins.bool = True,
    sorted: builtins.bool = True,
) -> Any: ...

class _UniqueAll(NamedTuple):
    values: ndarray
    indices: NDArray[np.int64]
    inverse_indices: NDArray[np.int64]
    counts: NDArray[np.int64]

class _UniqueCounts(NamedTuple):
    values: ndarray
    counts: NDArray[np.int64]

class _UniqueInverse(NamedTuple):
    values: ndarray
    inverse_indices: NDArray[np.int64]

@overload
def where(condition: ArrayLike, /) -> tuple[NDArray[np.int64], ...]: ...
@overload
def where(
    condition: ArrayLike, x: _Array[_NumericT], y: _Array[_NumericT], /
) -> NDArray[_NumericT]: ...
@overload
def where(
    condition: ArrayLike, x: _Array[_InexactT], y: float, /
) -> NDArray[_InexactT]: ...
@overload
def where(
    condition: ArrayLike, x: float, y: _Array[_InexactT], /
) -> NDArray[_InexactT]: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> NDArray[Any]: ...

class _BinaryAny(ufunc):
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _BinaryBool(ufunc):
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.bool]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _BinaryFloat(ufunc):
    @overload
    def __call__(
        self,
        x1: _Array[_FloatOrComplexT],
        x2: _Array[_FloatOrComplexT] | _FloatOrComplexT,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_FloatOrComplexT]: ...
    @overload
    def __call__(
        self,
        x1: _FloatOrComplexT,
        x2: _Array[_FloatOrComplexT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_FloatOrComplexT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[Any],
        x2: np.generic,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: np.generic,
        x2: _Array[Any],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_InexactT],
        x2: float,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def __call__(
        self,
        x1: float,
        x2: _Array[_InexactT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_ComplexT],
        x2: complex,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __call__(
        self,
        x1: complex,
        x2: _Array[_ComplexT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_WideInteger],
        x2: _Array[_WideInteger] | float,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def __call__(
        self,
        x1: float,
        x2: _Array[_WideInteger],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _BinaryNumber(ufunc):
    @overload
    def __call__(
        self,
        x1: _Array[_NumericT],
        x2: _Array[_NumericT] | _NumericT,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumericT]: ...
    @overload
    def __call__(
        self,
        x1: _NumericT,
        x2: _Array[_NumericT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumericT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[Any],
        x2: np.generic,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: np.generic,
        x2: _Array[Any],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_NumberT],
        x2: int,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumberT]: ...
    @overload
    def __call__(
        self,
        x1: int,
        x2: _Array[_NumberT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumberT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_InexactT],
        x2: float,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def __call__(
        self,
        x1: float,
        x2: _Array[_InexactT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_ComplexT],
        x2: complex,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __call__(
        self,
        x1: complex,
        x2: _Array[_ComplexT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _BinaryNumberPair(ufunc):
    @overload
    def __call__(
        self,
        x1: _Array[_NumericT],
        x2: _Array[_NumericT] | _NumericT,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_NumericT], NDArray[_NumericT]]: ...
    @overload
    def __call__(
        self,
        x1: _NumericT,
        x2: _Array[_NumericT],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_NumericT], NDArray[_NumericT]]: ...
    @overload
    def __call__(
        self,
        x1: _Array[Any],
        x2: np.generic,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __call__(
        self,
        x1: np.generic,
        x2: _Array[Any],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_NumberT],
        x2: int,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_NumberT], NDArray[_NumberT]]: ...
    @overload
    def __call__(
        self,
        x1: int,
        x2: _Array[_NumberT],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_NumberT], NDArray[_NumberT]]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_InexactT],
        x2: float,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_InexactT], NDArray[_InexactT]]: ...
    @overload
    def __call__(
        self,
        x1: float,
        x2: _Array[_InexactT],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_InexactT], NDArray[_InexactT]]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_ComplexT],
        x2: complex,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_ComplexT], NDArray[_ComplexT]]: ...
    @overload
    def __call__(
        self,
        x1: complex,
        x2: _Array[_ComplexT],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_ComplexT], NDArray[_ComplexT]]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: tuple[_OutT, _OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[_OutT, _OutT]: ...

class _BinarySame(ufunc):
    @overload
    def __call__(
        self,
        x1: _Array[np.bool],
        x2: _Array[np.bool] | np.bool | builtins.bool,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.bool]: ...
    @overload
    def __call__(
        self,
        x1: np.bool | builtins.bool,
        x2: _Array[np.bool],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.bool]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_NumericT],
        x2: _Array[_NumericT] | _NumericT,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumericT]: ...
    @overload
    def __call__(
        self,
        x1: _NumericT,
        x2: _Array[_NumericT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumericT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[Any],
        x2: np.generic,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: np.generic,
        x2: _Array[Any],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_NumberT],
        x2: int,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumberT]: ...
    @overload
    def __call__(
        self,
        x1: int,
        x2: _Array[_NumberT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumberT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_InexactT],
        x2: float,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def __call__(
        self,
        x1: float,
        x2: _Array[_InexactT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def __call__(
        self,
        x1: _Array[_ComplexT],
        x2: complex,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __call__(
        self,
        x1: complex,
        x2: _Array[_ComplexT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_ComplexT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _BinaryWide(ufunc):
    @overload
    def __call__(
        self,
        x1: _Array[_WideFloatT],
        x2: _Array[_WideFloatT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_WideFloatT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _BinaryWideFour(ufunc):
    @overload
    def __call__(
        self,
        x1: _Array[_WideFloatT],
        x2: _Array[_WideFloatT],
        /,
        out: None | tuple[None, None, None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[
        NDArray[_WideFloatT],
        NDArray[_WideFloatT],
        NDArray[_WideFloatT],
        NDArray[_WideFloatT],
    ]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: None | tuple[None, None, None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: tuple[_OutT, _OutT, _OutT, _OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[_OutT, _OutT, _OutT, _OutT]: ...

class _TernaryWide(ufunc):
    @overload
    def __call__(
        self,
        x1: _Array[_WideFloatT],
        x2: _Array[_WideFloatT],
        x3: _Array[_WideFloatT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_WideFloatT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        x3: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        x3: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        x3: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnaryAny(ufunc):
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnaryAnyPair(ufunc):
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: tuple[_OutT, _OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[_OutT, _OutT]: ...

class _UnaryBool(ufunc):
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.bool]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnaryFloat(ufunc):
    @overload
    def __call__(
        self,
        x: _Array[_InexactT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_InexactT]: ...
    @overload
    def __call__(
        self,
        x: _Array[_WideInteger],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnaryFloatPair(ufunc):
    @overload
    def __call__(
        self,
        x: _Array[_InexactT],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_InexactT], NDArray[_InexactT]]: ...
    @overload
    def __call__(
        self,
        x: _Array[_WideInteger],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: tuple[_OutT, _OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[_OutT, _OutT]: ...

class _UnaryNumber(ufunc):
    @overload
    def __call__(
        self,
        x: _Array[_NumberT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_NumberT]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnaryReal(ufunc):
    @overload
    def __call__(
        self,
        x: _Array[_RealT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_RealT]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnarySame(ufunc):
    @overload
    def __call__(
        self,
        x: _Array[_T],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_T]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnaryWide(ufunc):
    @overload
    def __call__(
        self,
        x: _Array[_WideFloatT],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_WideFloatT]: ...
    @overload
    def __call__(
        self,
        x: _Array[_WideInteger],
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[np.float64]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: _DType[_DT],
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[_DT]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None = None,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> NDArray[Any]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: _OutT | tuple[_OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> _OutT: ...

class _UnaryWidePair(ufunc):
    @overload
    def __call__(
        self,
        x: _Array[_WideFloatT],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[_WideFloatT], NDArray[_WideFloatT]]: ...
    @overload
    def __call__(
        self,
        x: _Array[_WideInteger],
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: None | tuple[None, None] = ...,
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        /,
        out: tuple[_OutT, _OutT],
        *,
        where: ArrayLike = True,
        casting: _Casting = "same_kind",
        order: _Order = "K",
        dtype: DTypeLike | None = None,
        subok: builtins.bool = True,
        signature: Any = None,
    ) -> tuple[_OutT, _OutT]: ...

__all__ = [
    "Artifact",
    "CompileError",
    "CompilerNotFound",
    "CudaError",
    "Device",
    "DeviceLostError",
    "ElementwiseKernel",
    "False_",
    "In",
    "InOut",
    "KernelSyntaxError",
    "NpzFile",
    "Out",
    "OutOfMemoryError",
    "PerformanceWarning",
    "RawKernel",
    "RawModule",
    "ReductionKernel",
    "ScalarType",
    "SourceModule",
    "True_",
    "__array_api_version__",
    "__array_namespace_info__",
    "__version__",
    "abs",
    "absolute",
    "acos",
    "acosh",
    "add",
    "all",
    "allclose",
    "amax",
    "amin",
    "angle",
    "any",
    "append",
    "apply_along_axis",
    "apply_over_axes",
    "arange",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "argmax",
    "argmin",
    "argpartition",
    "argsort",
    "argwhere",
    "around",
    "array",
    "array2string",
    "array_equal",
    "array_equiv",
    "array_repr",
    "array_split",
    "array_str",
    "asanyarray",
    "asarray",
    "asarray_chkfinite",
    "ascontiguousarray",
    "asfortranarray",
    "asin",
    "asinh",
    "asmatrix",
    "asnumpy",
    "astype",
    "atan",
    "atan2",
    "atanh",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "average",
    "bartlett",
    "base_repr",
    "benchmark",
    "binary_repr",
    "bincount",
    "bitwise_and",
    "bitwise_count",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "blackman",
    "block",
    "bmat",
    "bool",
    "bool_",
    "broadcast",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "busday_count",
    "busday_offset",
    "busdaycalendar",
    "byte",
    "bytes_",
    "c_",
    "can_cast",
    "cbrt",
    "cdouble",
    "ceil",
    "char",
    "character",
    "choose",
    "clear_memo",
    "clip",
    "clongdouble",
    "column_stack",
    "common_type",
    "compile",
    "complex128",
    "complex256",
    "complex64",
    "complexfloating",
    "compress",
    "concat",
    "concatenate",
    "config",
    "conj",
    "conjugate",
    "convolve",
    "copy",
    "copysign",
    "copyto",
    "core",
    "corrcoef",
    "correlate",
    "cos",
    "cosh",
    "count_nonzero",
    "cov",
    "cross",
    "csingle",
    "ctypeslib",
    "cublas",
    "cuda",
    "cumprod",
    "cumsum",
    "cumulative_prod",
    "cumulative_sum",
    "cupy_compat",
    "cupyx",
    "dask",
    "datetime64",
    "datetime_as_string",
    "datetime_data",
    "deg2rad",
    "degrees",
    "delete",
    "diag",
    "diag_indices",
    "diag_indices_from",
    "diagflat",
    "diagonal",
    "diff",
    "digitize",
    "distributed",
    "divide",
    "divmod",
    "dot",
    "double",
    "dsplit",
    "dstack",
    "dtype",
    "dtypes",
    "e",
    "ediff1d",
    "einsum",
    "einsum_path",
    "emath",
    "empty",
    "empty_like",
    "equal",
    "errstate",
    "euler_gamma",
    "exceptions",
    "exp",
    "exp2",
    "expand_dims",
    "explain",
    "expm1",
    "extract",
    "eye",
    "f2py",
    "fabs",
    "fallbacks",
    "fft",
    "fill_diagonal",
    "finfo",
    "fix",
    "flatiter",
    "flatnonzero",
    "flexible",
    "flip",
    "fliplr",
    "flipud",
    "float128",
    "float16",
    "float32",
    "float64",
    "float_power",
    "floating",
    "floor",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "format_float_positional",
    "format_float_scientific",
    "frexp",
    "fromDlpack",
    "from_dlpack",
    "frombuffer",
    "fromfile",
    "fromfunction",
    "fromiter",
    "frompyfunc",
    "fromregex",
    "fromstring",
    "full",
    "full_like",
    "fuse",
    "gcd",
    "generic",
    "genfromtxt",
    "geomspace",
    "get_array_module",
    "get_default_device",
    "get_default_memory_pool",
    "get_default_pinned_memory_pool",
    "get_include",
    "get_printoptions",
    "getbufsize",
    "geterr",
    "geterrcall",
    "gradient",
    "greater",
    "greater_equal",
    "half",
    "hamming",
    "hanning",
    "heaviside",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
    "hsplit",
    "hstack",
    "hypot",
    "i0",
    "identity",
    "iinfo",
    "imag",
    "index_exp",
    "indices",
    "inexact",
    "inf",
    "info",
    "inner",
    "insert",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "integer",
    "interp",
    "intersect1d",
    "intp",
    "invert",
    "is_busday",
    "isclose",
    "iscomplex",
    "iscomplexobj",
    "isdtype",
    "isfinite",
    "isfortran",
    "isin",
    "isinf",
    "isnan",
    "isnat",
    "isneginf",
    "isposinf",
    "isreal",
    "isrealobj",
    "isscalar",
    "issubdtype",
    "iterable",
    "ix_",
    "kaiser",
    "kernel_cache",
    "kron",
    "lcm",
    "ldexp",
    "left_shift",
    "less",
    "less_equal",
    "lexsort",
    "lib",
    "linalg",
    "linspace",
    "little_endian",
    "load",
    "loadtxt",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logaddexp2",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logspace",
    "long",
    "longdouble",
    "longlong",
    "ma",
    "mask_indices",
    "matmul",
    "matrix",
    "matrix_transpose",
    "matvec",
    "max",
    "maximum",
    "may_share_memory",
    "mean",
    "median",
    "memmap",
    "memoize",
    "memory",
    "meshgrid",
    "mgrid",
    "min",
    "min_scalar_type",
    "minimum",
    "mintypecode",
    "mod",
    "modf",
    "moveaxis",
    "multiply",
    "nan",
    "nan_to_num",
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanpercentile",
    "nanprod",
    "nanquantile",
    "nanstd",
    "nansum",
    "nanvar",
    "ndarray",
    "ndenumerate",
    "ndim",
    "ndindex",
    "nditer",
    "negative",
    "nested_iters",
    "newaxis",
    "nextafter",
    "nonzero",
    "not_equal",
    "number",
    "object_",
    "ogrid",
    "ones",
    "ones_like",
    "outer",
    "packbits",
    "pad",
    "partition",
    "percentile",
    "permute_dims",
    "pi",
    "piecewise",
    "place",
    "poly",
    "poly1d",
    "polyadd",
    "polyder",
    "polydiv",
    "polyfit",
    "polyint",
    "polymul",
    "polynomial",
    "polysub",
    "polyval",
    "positive",
    "pow",
    "power",
    "printoptions",
    "prod",
    "profile",
    "profiler",
    "promote_types",
    "ptp",
    "put",
    "put_along_axis",
    "putmask",
    "quantile",
    "r_",
    "rad2deg",
    "radians",
    "random",
    "ravel",
    "ravel_multi_index",
    "real",
    "real_if_close",
    "rec",
    "recarray",
    "reciprocal",
    "record",
    "remainder",
    "repeat",
    "require",
    "reshape",
    "resize",
    "result_type",
    "right_shift",
    "rint",
    "roll",
    "rollaxis",
    "roots",
    "rot90",
    "round",
    "row_stack",
    "rsqrt",
    "s_",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
    "scipy",
    "sctypeDict",
    "searchsorted",
    "select",
    "set_default_device",
    "set_printoptions",
    "setbufsize",
    "setdiff1d",
    "seterr",
    "seterrcall",
    "setxor1d",
    "shape",
    "shares_memory",
    "short",
    "show_config",
    "show_runtime",
    "sign",
    "signbit",
    "signedinteger",
    "sin",
    "sinc",
    "single",
    "sinh",
    "size",
    "sort",
    "sort_complex",
    "spacing",
    "special",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "str_",
    "strings",
    "subtract",
    "sum",
    "swapaxes",
    "take",
    "take_along_axis",
    "tan",
    "tanh",
    "tensordot",
    "test",
    "testing",
    "tile",
    "time_range",
    "timedelta64",
    "top_k",
    "trace",
    "transpose",
    "trapezoid",
    "tri",
    "tril",
    "tril_indices",
    "tril_indices_from",
    "trim_zeros",
    "triu",
    "triu_indices",
    "triu_indices_from",
    "true_divide",
    "trunc",
    "typecodes",
    "typename",
    "typing",
    "ubyte",
    "ufunc",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
    "unpackbits",
    "unravel_index",
    "unsignedinteger",
    "unstack",
    "unwrap",
    "ushort",
    "vander",
    "var",
    "vdot",
    "vecdot",
    "vecmat",
    "vectorize",
    "version",
    "void",
    "vsplit",
    "vstack",
    "where",
    "zeros",
    "zeros_like",
]

class Artifact:
    code: builtins.bytes
    kind: str
    log: str
    name: str
    options: tuple[str, ...]
    source: str
    symbols: dict[str, str]
    target: str
    def __bytes__(self) -> builtins.bytes: ...
    def __init__(
        self,
        kind: str,
        code: Any,
        symbols: Any,
        log: str,
        *,
        source: Any,
        target: str,
        options: Iterable[str],
        name: str,
    ) -> None: ...
    def save(self, file: _File) -> None: ...

class CompileError(RuntimeError):
    backend: str
    column: int
    command: str
    compiler: str
    file: str | None
    kernel: str
    line: int
    log: str
    name: str
    options: tuple[str, ...]
    source: str
    target: str
    def dump(self, f: ArrayLike) -> None: ...
    def get_message(self) -> str: ...

class CompilerNotFound(RuntimeError): ...
class CudaError(RuntimeError): ...

class Device:
    def __enter__(self) -> Self: ...
    def __eq__(self, other: object) -> builtins.bool: ...
    def __exit__(self, *exc_info: object) -> None: ...
    def __new__(cls, device: _DeviceLike | None = None) -> Self: ...
    @property
    def id(self) -> int: ...
    name: str
    def synchronize(self) -> None: ...
    @property
    def type(self) -> str: ...
    def use(self) -> Self | None: ...

class DeviceLostError(CudaError): ...

False_: Any

class In:
    array: Any
    def __init__(self, array: ArrayLike) -> None: ...
    copies_in: builtins.bool
    copies_out: builtins.bool

class InOut:
    array: Any
    def __init__(self, array: ArrayLike) -> None: ...
    copies_in: builtins.bool
    copies_out: builtins.bool

class KernelSyntaxError(SyntaxError): ...

class NpzFile(Mapping[str, Any]):
    f: Any
    fid: Any
    files: Any
    zip: Any
    def __contains__(self, key: Any) -> builtins.bool: ...
    def __enter__(self) -> Self: ...
    def __eq__(self, other: object) -> builtins.bool: ...
    def __exit__(self, *error: object) -> None: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __init__(
        self, fp: Any, own: Any, max_header_size: int, device: _DeviceLike
    ) -> None: ...
    def __iter__(self) -> Any: ...
    def __len__(self) -> int: ...
    def close(self) -> None: ...
    def get(self, key: Any, default: Any = None) -> Any: ...
    def items(self) -> Any: ...
    def keys(self) -> Any: ...
    def values(self) -> Any: ...

class Out:
    array: Any
    def __init__(self, array: ArrayLike) -> None: ...
    copies_in: builtins.bool
    copies_out: builtins.bool

class OutOfMemoryError(MemoryError): ...
class PerformanceWarning(RuntimeWarning): ...

class RawModule:
    def __init__(
        self,
        *,
        code: Any = None,
        path: _File | None = None,
        options: Iterable[str] = ...,
        backend: str = "nvrtc",
        translate_cucomplex: builtins.bool = False,
        enable_cooperative_groups: builtins.bool = False,
        name_expressions: Iterable[str] | None = None,
        jitify: Any = None,
        debug: builtins.bool = False,
    ) -> None: ...
    @property
    def backend(self) -> str: ...
    @property
    def code(self) -> str | None: ...
    def compile(self, log_stream: Any = None) -> None: ...
    @property
    def enable_cooperative_groups(self) -> builtins.bool: ...
    @property
    def file_path(self) -> str | None: ...
    def get_function(self, name: str) -> RawKernel: ...
    def get_global(self, name: str) -> Any: ...
    @property
    def module(self) -> Any: ...
    @property
    def name_expressions(self) -> tuple[str, ...] | None: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def translate_cucomplex(self) -> builtins.bool: ...

ScalarType: Any

class SourceModule(RawModule):
    def __init__(
        self,
        source: Any,
        nvcc: str = "nvcc",
        options: Iterable[str] | None = None,
        keep: builtins.bool = False,
        no_extern_c: builtins.bool = False,
        arch: str | None = None,
        code: Any = None,
        cache_dir: str | None = None,
        include_dirs: Any = ...,
    ) -> None: ...
    def get_global(self, name: str) -> Any: ...

True_: Any
__array_api_version__: str

class __array_namespace_info__:
    def capabilities(self) -> dict[str, Any]: ...
    def default_device(self) -> Device: ...
    def default_dtypes(
        self, *, device: _DeviceLike | None = None
    ) -> dict[str, Any]: ...
    def devices(self) -> tuple[Device, ...]: ...
    def dtypes(
        self, *, device: _DeviceLike | None = None, kind: str | None = None
    ) -> dict[str, Any]: ...

abs: _UnaryReal
absolute: _UnaryReal
acos: _UnaryFloat
acosh: _UnaryFloat
add: _BinarySame

@overload
def all(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[np.bool]: ...
@overload
def all(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def all(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> _OutT: ...
def allclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: builtins.bool = False,
) -> builtins.bool: ...
@overload
def amax(
    a: _Array[_T],
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_T]: ...
@overload
def amax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def amax(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def amax(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def amin(
    a: _Array[_T],
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_T]: ...
@overload
def amin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def amin(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def amin(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
def angle(z: ArrayLike, deg: SupportsIndex = False) -> NDArray[Any]: ...
@overload
def any(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[np.bool]: ...
@overload
def any(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def any(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> _OutT: ...
def append(
    arr: ArrayLike, values: ArrayLike, axis: _Axis | None = None
) -> NDArray[Any]: ...
def apply_along_axis(
    func1d: Callable[..., Any], axis: _Axis, arr: ArrayLike, *args: Any, **kwargs: Any
) -> NDArray[Any]: ...
def apply_over_axes(
    func: Callable[..., Any], a: ArrayLike, axes: _Axes
) -> NDArray[Any]: ...
@overload
def arange(
    start: _Number = ...,
    stop: _Number | None = None,
    step: _Number | None = None,
    dtype: None = None,
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...
@overload
def arange(
    start: _Number = ...,
    stop: _Number | None = None,
    step: _Number | None = None,
    *,
    dtype: _DType[_DT],
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def arange(
    start: _Number,
    stop: _Number | None,
    step: _Number | None,
    dtype: _DType[_DT],
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def arange(
    start: _Number = ...,
    stop: _Number | None = None,
    step: _Number | None = None,
    dtype: DTypeLike | None = None,
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...

arccos: _UnaryFloat
arccosh: _UnaryFloat
arcsin: _UnaryFloat
arcsinh: _UnaryFloat
arctan: _UnaryFloat
arctan2: _BinaryFloat
arctanh: _UnaryFloat

@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: None = None,
) -> NDArray[np.int64]: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    dtype: DTypeLike | None = None,
) -> _OutT: ...
@overload
def argmax(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    *,
    keepdims: builtins.bool = ...,
    dtype: DTypeLike | None = None,
) -> _OutT: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: None = None,
) -> NDArray[np.int64]: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    dtype: DTypeLike | None = None,
) -> _OutT: ...
@overload
def argmin(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    *,
    keepdims: builtins.bool = ...,
    dtype: DTypeLike | None = None,
) -> _OutT: ...
def argpartition(
    a: ArrayLike,
    kth: _Indices,
    axis: _Axis = -1,
    kind: str = "introselect",
    order: _Order | None = None,
) -> NDArray[np.int64]: ...
def argsort(
    a: ArrayLike,
    axis: _Axis = -1,
    kind: str | None = None,
    order: _Order | None = None,
    *,
    stable: builtins.bool | None = None,
    descending: builtins.bool = ...,
) -> NDArray[np.int64]: ...
def argwhere(a: ArrayLike) -> NDArray[np.int64]: ...
@overload
def around(
    a: _Array[_NumberT], decimals: SupportsIndex = 0, out: None = None
) -> NDArray[_NumberT]: ...
@overload
def around(
    a: ArrayLike, decimals: SupportsIndex = 0, out: None = None
) -> NDArray[Any]: ...
@overload
def around(a: ArrayLike, decimals: SupportsIndex = 0, *, out: _OutT) -> _OutT: ...
@overload
def around(a: ArrayLike, decimals: SupportsIndex, out: _OutT) -> _OutT: ...
@overload
def array(
    object: object,
    dtype: None = None,
    *,
    copy: builtins.bool = True,
    order: _Order = "K",
    subok: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
    blocking: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def array(
    object: object,
    dtype: _DType[_DT],
    *,
    copy: builtins.bool = True,
    order: _Order = "K",
    subok: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
    blocking: builtins.bool = False,
) -> NDArray[_DT]: ...
@overload
def array(
    object: object,
    dtype: builtins.type[builtins.bool],
    *,
    copy: builtins.bool = True,
    order: _Order = "K",
    subok: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
    blocking: builtins.bool = False,
) -> NDArray[np.bool]: ...
@overload
def array(
    object: object,
    dtype: builtins.type[int],
    *,
    copy: builtins.bool = True,
    order: _Order = "K",
    subok: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
    blocking: builtins.bool = False,
) -> NDArray[np.int64]: ...
@overload
def array(
    object: object,
    dtype: builtins.type[float],
    *,
    copy: builtins.bool = True,
    order: _Order = "K",
    subok: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
    blocking: builtins.bool = False,
) -> NDArray[np.float64]: ...
@overload
def array(
    object: object,
    dtype: builtins.type[complex],
    *,
    copy: builtins.bool = True,
    order: _Order = "K",
    subok: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
    blocking: builtins.bool = False,
) -> NDArray[np.complex128]: ...
@overload
def array(
    object: object,
    dtype: DTypeLike | None = None,
    *,
    copy: builtins.bool = True,
    order: _Order = "K",
    subok: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
    blocking: builtins.bool = False,
) -> NDArray[Any]: ...
def array2string(
    a: ArrayLike,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: builtins.bool | None = None,
    separator: str = " ",
    prefix: str = "",
    *,
    formatter: Any = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    sign: str | None = None,
    floatmode: str | None = None,
    suffix: str = "",
    legacy: builtins.bool | None = None,
) -> str: ...
def array_equal(
    a1: ArrayLike, a2: ArrayLike, equal_nan: builtins.bool = False
) -> builtins.bool: ...
def array_equiv(a1: ArrayLike, a2: ArrayLike) -> builtins.bool: ...
def array_repr(
    arr: ArrayLike,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: builtins.bool | None = None,
) -> str: ...
@overload
def array_split(
    ary: _Array[_T], indices_or_sections: _Indices, axis: _Axis = 0
) -> list[NDArray[_T]]: ...
@overload
def array_split(
    ary: ArrayLike, indices_or_sections: _Indices, axis: _Axis = 0
) -> list[NDArray[Any]]: ...
def array_str(
    a: ArrayLike,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: builtins.bool | None = None,
) -> str: ...
@overload
def asanyarray(
    a: ArrayLike,
    dtype: None = None,
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def asanyarray(
    a: ArrayLike,
    dtype: _DType[_DT],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[_DT]: ...
@overload
def asanyarray(
    a: ArrayLike,
    dtype: builtins.type[builtins.bool],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.bool]: ...
@overload
def asanyarray(
    a: ArrayLike,
    dtype: builtins.type[int],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.int64]: ...
@overload
def asanyarray(
    a: ArrayLike,
    dtype: builtins.type[float],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.float64]: ...
@overload
def asanyarray(
    a: ArrayLike,
    dtype: builtins.type[complex],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.complex128]: ...
@overload
def asanyarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def asarray(
    a: ArrayLike,
    dtype: None = None,
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def asarray(
    a: ArrayLike,
    dtype: _DType[_DT],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[_DT]: ...
@overload
def asarray(
    a: ArrayLike,
    dtype: builtins.type[builtins.bool],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.bool]: ...
@overload
def asarray(
    a: ArrayLike,
    dtype: builtins.type[int],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.int64]: ...
@overload
def asarray(
    a: ArrayLike,
    dtype: builtins.type[float],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.float64]: ...
@overload
def asarray(
    a: ArrayLike,
    dtype: builtins.type[complex],
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[np.complex128]: ...
@overload
def asarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order | None = None,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
    like: Any = None,
    blocking: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def asarray_chkfinite(
    a: _Array[_T], dtype: None = None, order: _Order | None = None
) -> NDArray[_T]: ...
@overload
def asarray_chkfinite(
    a: ArrayLike, dtype: None = None, order: _Order | None = None
) -> NDArray[Any]: ...
@overload
def asarray_chkfinite(
    a: ArrayLike, dtype: _DType[_DT], order: _Order | None = None
) -> NDArray[_DT]: ...
@overload
def asarray_chkfinite(
    a: ArrayLike, dtype: builtins.type[builtins.bool], order: _Order | None = None
) -> NDArray[np.bool]: ...
@overload
def asarray_chkfinite(
    a: ArrayLike, dtype: builtins.type[int], order: _Order | None = None
) -> NDArray[np.int64]: ...
@overload
def asarray_chkfinite(
    a: ArrayLike, dtype: builtins.type[float], order: _Order | None = None
) -> NDArray[np.float64]: ...
@overload
def asarray_chkfinite(
    a: ArrayLike, dtype: builtins.type[complex], order: _Order | None = None
) -> NDArray[np.complex128]: ...
@overload
def asarray_chkfinite(
    a: ArrayLike, dtype: DTypeLike | None = None, order: _Order | None = None
) -> NDArray[Any]: ...
@overload
def ascontiguousarray(
    a: _Array[_T],
    dtype: None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_T]: ...
@overload
def ascontiguousarray(
    a: ArrayLike,
    dtype: None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def ascontiguousarray(
    a: ArrayLike,
    dtype: _DType[_DT],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def ascontiguousarray(
    a: ArrayLike,
    dtype: builtins.type[builtins.bool],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def ascontiguousarray(
    a: ArrayLike,
    dtype: builtins.type[int],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def ascontiguousarray(
    a: ArrayLike,
    dtype: builtins.type[float],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def ascontiguousarray(
    a: ArrayLike,
    dtype: builtins.type[complex],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def ascontiguousarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def asfortranarray(
    a: _Array[_T],
    dtype: None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_T]: ...
@overload
def asfortranarray(
    a: ArrayLike,
    dtype: None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def asfortranarray(
    a: ArrayLike,
    dtype: _DType[_DT],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def asfortranarray(
    a: ArrayLike,
    dtype: builtins.type[builtins.bool],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def asfortranarray(
    a: ArrayLike,
    dtype: builtins.type[int],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def asfortranarray(
    a: ArrayLike,
    dtype: builtins.type[float],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def asfortranarray(
    a: ArrayLike,
    dtype: builtins.type[complex],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def asfortranarray(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

asin: _UnaryFloat
asinh: _UnaryFloat

@overload
def asnumpy(
    a: ArrayLike,
    stream: _AnyStream | None = None,
    order: _Order = "C",
    out: None = None,
    *,
    blocking: builtins.bool = True,
) -> np.ndarray: ...
@overload
def asnumpy(
    a: ArrayLike,
    stream: _AnyStream | None = None,
    order: _Order = "C",
    *,
    out: _OutT,
    blocking: builtins.bool = True,
) -> _OutT: ...
@overload
def asnumpy(
    a: ArrayLike,
    stream: _AnyStream | None,
    order: _Order,
    out: _OutT,
    *,
    blocking: builtins.bool = True,
) -> _OutT: ...
def astype(
    x: ArrayLike,
    dtype: DTypeLike,
    /,
    *,
    copy: builtins.bool = True,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

atan: _UnaryFloat
atan2: _BinaryFloat
atanh: _UnaryFloat

def atleast_1d(*arys: Any) -> Any: ...
def atleast_2d(*arys: Any) -> Any: ...
def atleast_3d(*arys: Any) -> Any: ...
def average(
    a: ArrayLike,
    axis: _Axis | None = None,
    weights: ArrayLike | None = None,
    returned: builtins.bool = False,
    *,
    keepdims: builtins.bool = ...,
) -> NDArray[Any]: ...
def bartlett(
    M: SupportsIndex, *, device: _DeviceLike | None = None
) -> NDArray[np.float64]: ...
def benchmark(
    func: Callable[..., Any],
    args: Any = ...,
    kwargs: Any = ...,
    n_repeat: int = 10000,
    *,
    name: str | None = None,
    n_warmup: int = 10,
    max_duration: float = ...,
    devices: Any = None,
) -> Any: ...
def bincount(
    x: ArrayLike, /, weights: ArrayLike | None = None, minlength: SupportsIndex = 0
) -> NDArray[Any]: ...

bitwise_and: _BinarySame
bitwise_count: _UnaryAny
bitwise_invert: _UnarySame
bitwise_left_shift: _BinaryNumber
bitwise_not: _UnarySame
bitwise_or: _BinarySame
bitwise_right_shift: _BinaryNumber
bitwise_xor: _BinarySame

def blackman(
    M: SupportsIndex, *, device: _DeviceLike | None = None
) -> NDArray[np.float64]: ...
@overload
def block(arrays: Sequence[_Array[_T]]) -> NDArray[_T]: ...
@overload
def block(arrays: ArrayLike) -> NDArray[Any]: ...

class broadcast:
    shape: tuple[int, ...]
    values: tuple[ndarray, ...]
    def __init__(self, *args: Any) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...
    @property
    def index(self) -> int: ...
    @property
    def iters(self) -> tuple[Any, ...]: ...
    @property
    def nd(self) -> int: ...
    @property
    def ndim(self) -> int: ...
    @property
    def numiter(self) -> int: ...
    def reset(self) -> None: ...
    @property
    def size(self) -> int: ...

def broadcast_arrays(
    *args: ArrayLike, subok: builtins.bool = False
) -> tuple[NDArray[Any], ...]: ...
@overload
def broadcast_to(
    array: _Array[_T], shape: _Shape, subok: builtins.bool = False
) -> NDArray[_T]: ...
@overload
def broadcast_to(
    array: ArrayLike, shape: _Shape, subok: builtins.bool = False
) -> NDArray[Any]: ...

c_: Any

def can_cast(from_: Any, to: Any, casting: _Casting = "safe") -> builtins.bool: ...

cbrt: _UnaryFloat
ceil: _UnarySame

@overload
def choose(
    a: ArrayLike, choices: ArrayLike, out: None = None, mode: _IndexMode = "raise"
) -> NDArray[Any]: ...
@overload
def choose(
    a: ArrayLike, choices: ArrayLike, out: _OutT, mode: _IndexMode = "raise"
) -> _OutT: ...
def clear_memo() -> None: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    out: None = None,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: None = None,
) -> NDArray[Any]: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    out: None = None,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    out: None = None,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    out: None = None,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    out: None = None,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    out: None = None,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    out: None = None,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any = ...,
    a_max: Any = ...,
    *,
    out: _OutT,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
) -> _OutT: ...
@overload
def clip(
    a: ArrayLike,
    a_min: Any,
    a_max: Any,
    out: _OutT,
    *,
    min: Any = ...,
    max: Any = ...,
    where: Any = True,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
) -> _OutT: ...
@overload
def column_stack(tup: Sequence[_Array[_T]]) -> NDArray[_T]: ...
@overload
def column_stack(tup: ArrayLike) -> NDArray[Any]: ...
def common_type(*arrays: ArrayLike) -> builtins.type[Any]: ...
def compile(
    source: Any,
    *,
    target: str | None = None,
    options: Iterable[str] = ...,
    name_expressions: Iterable[str] = ...,
    output: Any = None,
    backend: str = "nvrtc",
    name: str = "kernel",
) -> Artifact: ...
@overload
def compress(
    condition: ArrayLike, a: _Array[_T], axis: _Axis | None = None, out: None = None
) -> NDArray[_T]: ...
@overload
def compress(
    condition: ArrayLike, a: ArrayLike, axis: _Axis | None = None, out: None = None
) -> NDArray[Any]: ...
@overload
def compress(
    condition: ArrayLike, a: ArrayLike, axis: _Axis | None = None, *, out: _OutT
) -> _OutT: ...
@overload
def compress(
    condition: ArrayLike, a: ArrayLike, axis: _Axis | None, out: _OutT
) -> _OutT: ...
@overload
def concat(
    arrays: Sequence[_Array[_T]],
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: None = None,
    casting: _Casting = "same_kind",
) -> NDArray[_T]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: None = None,
    casting: _Casting = "same_kind",
) -> NDArray[Any]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: _DType[_DT],
    casting: _Casting = "same_kind",
) -> NDArray[_DT]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[builtins.bool],
    casting: _Casting = "same_kind",
) -> NDArray[np.bool]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[int],
    casting: _Casting = "same_kind",
) -> NDArray[np.int64]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[float],
    casting: _Casting = "same_kind",
) -> NDArray[np.float64]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[complex],
    casting: _Casting = "same_kind",
) -> NDArray[np.complex128]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> NDArray[Any]: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    *,
    out: _OutT,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> _OutT: ...
@overload
def concat(
    arrays: ArrayLike,
    /,
    axis: _Axis,
    out: _OutT,
    *,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> _OutT: ...
@overload
def concatenate(
    arrays: Sequence[_Array[_T]],
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: None = None,
    casting: _Casting = "same_kind",
) -> NDArray[_T]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: None = None,
    casting: _Casting = "same_kind",
) -> NDArray[Any]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: _DType[_DT],
    casting: _Casting = "same_kind",
) -> NDArray[_DT]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[builtins.bool],
    casting: _Casting = "same_kind",
) -> NDArray[np.bool]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[int],
    casting: _Casting = "same_kind",
) -> NDArray[np.int64]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[float],
    casting: _Casting = "same_kind",
) -> NDArray[np.float64]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[complex],
    casting: _Casting = "same_kind",
) -> NDArray[np.complex128]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> NDArray[Any]: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis = 0,
    *,
    out: _OutT,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> _OutT: ...
@overload
def concatenate(
    arrays: ArrayLike,
    /,
    axis: _Axis,
    out: _OutT,
    *,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> _OutT: ...

conj: _UnaryNumber
conjugate: _UnaryNumber

def convolve(a: ArrayLike, v: ArrayLike, mode: str = "full") -> NDArray[Any]: ...
@overload
def copy(
    a: _Array[_T], order: _Order = "K", subok: builtins.bool = False
) -> NDArray[_T]: ...
@overload
def copy(
    a: ArrayLike, order: _Order = "K", subok: builtins.bool = False
) -> NDArray[Any]: ...

copysign: _BinaryFloat

def copyto(
    dst: ndarray | np.ndarray,
    src: ArrayLike,
    casting: _Casting = "same_kind",
    where: Any = True,
) -> None: ...
@overload
def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    *,
    dtype: None = None,
) -> NDArray[Any]: ...
@overload
def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    *,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    *,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    *,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    *,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    *,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def corrcoef(
    x: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    *,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
def correlate(a: ArrayLike, v: ArrayLike, mode: str = "valid") -> NDArray[Any]: ...

cos: _UnaryFloat
cosh: _UnaryFloat

def count_nonzero(
    a: ArrayLike, axis: _Axis | None = None, *, keepdims: builtins.bool = False
) -> NDArray[np.int64]: ...
@overload
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    bias: builtins.bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: None = None,
) -> NDArray[Any]: ...
@overload
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    bias: builtins.bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    bias: builtins.bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    bias: builtins.bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    bias: builtins.bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    bias: builtins.bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: builtins.bool = True,
    bias: builtins.bool = False,
    ddof: float | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
def cross(
    a: ArrayLike,
    b: ArrayLike,
    axisa: SupportsIndex = -1,
    axisb: SupportsIndex = -1,
    axisc: SupportsIndex = -1,
    axis: _Axis | None = None,
) -> NDArray[Any]: ...
@overload
def cumprod(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[_InexactT]: ...
@overload
def cumprod(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.int64]: ...
@overload
def cumprod(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.uint64]: ...
@overload
def cumprod(
    a: ArrayLike, axis: _Axis | None = None, dtype: None = None, out: None = None
) -> NDArray[Any]: ...
@overload
def cumprod(
    a: ArrayLike, axis: _Axis | None = None, *, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def cumprod(
    a: ArrayLike, axis: _Axis | None, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def cumprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def cumprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def cumprod(
    a: ArrayLike, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT
) -> _OutT: ...
@overload
def cumsum(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[_InexactT]: ...
@overload
def cumsum(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.int64]: ...
@overload
def cumsum(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.uint64]: ...
@overload
def cumsum(
    a: ArrayLike, axis: _Axis | None = None, dtype: None = None, out: None = None
) -> NDArray[Any]: ...
@overload
def cumsum(
    a: ArrayLike, axis: _Axis | None = None, *, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def cumsum(
    a: ArrayLike, axis: _Axis | None, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def cumsum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def cumsum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def cumsum(
    a: ArrayLike, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT
) -> _OutT: ...
@overload
def cumulative_prod(
    x: _Array[_InexactT],
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[_InexactT]: ...
@overload
def cumulative_prod(
    x: _Array[np.signedinteger | np.bool],
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.int64]: ...
@overload
def cumulative_prod(
    x: _Array[np.unsignedinteger],
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.uint64]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: _DType[_DT],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[_DT]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[builtins.bool],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.bool]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[int],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.int64]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[float],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.float64]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[complex],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.complex128]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: _OutT,
    include_initial: builtins.bool = False,
) -> _OutT: ...
@overload
def cumulative_sum(
    x: _Array[_InexactT],
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[_InexactT]: ...
@overload
def cumulative_sum(
    x: _Array[np.signedinteger | np.bool],
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.int64]: ...
@overload
def cumulative_sum(
    x: _Array[np.unsignedinteger],
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.uint64]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: _DType[_DT],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[_DT]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[builtins.bool],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.bool]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[int],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.int64]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[float],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.float64]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: builtins.type[complex],
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[np.complex128]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    include_initial: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: _OutT,
    include_initial: builtins.bool = False,
) -> _OutT: ...

deg2rad: _UnaryFloat
degrees: _UnaryFloat

@overload
def delete(arr: _Array[_T], obj: Any, axis: _Axis | None = None) -> NDArray[_T]: ...
@overload
def delete(arr: ArrayLike, obj: Any, axis: _Axis | None = None) -> NDArray[Any]: ...
@overload
def diag(v: _Array[_T], k: SupportsIndex = 0) -> NDArray[_T]: ...
@overload
def diag(v: ArrayLike, k: SupportsIndex = 0) -> NDArray[Any]: ...
def diag_indices(
    n: int, ndim: SupportsIndex = 2, *, device: _DeviceLike | None = None
) -> tuple[NDArray[np.int64], ...]: ...
def diag_indices_from(arr: ArrayLike) -> tuple[NDArray[np.int64], ...]: ...
@overload
def diagflat(v: _Array[_T], k: SupportsIndex = 0) -> NDArray[_T]: ...
@overload
def diagflat(v: ArrayLike, k: SupportsIndex = 0) -> NDArray[Any]: ...
@overload
def diagonal(
    a: _Array[_T],
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
) -> NDArray[_T]: ...
@overload
def diagonal(
    a: ArrayLike,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
) -> NDArray[Any]: ...
def diff(
    a: ArrayLike,
    n: SupportsIndex = 1,
    axis: _Axis = -1,
    prepend: ArrayLike = ...,
    append: ArrayLike = ...,
) -> NDArray[Any]: ...
def digitize(
    x: ArrayLike, bins: Any, right: ArrayLike = False
) -> NDArray[np.int64]: ...

divide: _BinaryFloat
divmod: _BinaryNumberPair

@overload
def dot(a: ArrayLike, b: ArrayLike, out: None = None) -> NDArray[Any]: ...
@overload
def dot(a: ArrayLike, b: ArrayLike, out: _OutT) -> _OutT: ...
@overload
def dsplit(ary: _Array[_T], indices_or_sections: _Indices) -> list[NDArray[_T]]: ...
@overload
def dsplit(ary: ArrayLike, indices_or_sections: _Indices) -> list[NDArray[Any]]: ...
@overload
def dstack(tup: Sequence[_Array[_T]]) -> NDArray[_T]: ...
@overload
def dstack(tup: ArrayLike) -> NDArray[Any]: ...

e: float

def ediff1d(
    ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None
) -> NDArray[Any]: ...
@overload
def einsum(
    *operands: Any, out: None = None, optimize: Any = False, **kwargs: Any
) -> NDArray[Any]: ...
@overload
def einsum(
    *operands: Any, out: _OutT, optimize: Any = False, **kwargs: Any
) -> _OutT: ...
def einsum_path(
    *operands: Any, optimize: Any = "greedy", einsum_call: builtins.bool = False
) -> tuple[list[Any], str]: ...
@overload
def empty(
    shape: _Shape,
    dtype: None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def empty(
    shape: _Shape,
    dtype: _DType[_DT],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def empty(
    shape: _Shape,
    dtype: builtins.type[builtins.bool],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.bool]: ...
@overload
def empty(
    shape: _Shape,
    dtype: builtins.type[int],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.int64]: ...
@overload
def empty(
    shape: _Shape,
    dtype: builtins.type[float],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def empty(
    shape: _Shape,
    dtype: builtins.type[complex],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.complex128]: ...
@overload
def empty(
    shape: _Shape,
    dtype: DTypeLike | None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...
@overload
def empty_like(
    prototype: _Array[_T],
    /,
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_T]: ...
@overload
def empty_like(
    prototype: ArrayLike,
    /,
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def empty_like(
    prototype: ArrayLike,
    /,
    dtype: _DType[_DT],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def empty_like(
    prototype: ArrayLike,
    /,
    dtype: builtins.type[builtins.bool],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def empty_like(
    prototype: ArrayLike,
    /,
    dtype: builtins.type[int],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def empty_like(
    prototype: ArrayLike,
    /,
    dtype: builtins.type[float],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def empty_like(
    prototype: ArrayLike,
    /,
    dtype: builtins.type[complex],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def empty_like(
    prototype: ArrayLike,
    /,
    dtype: DTypeLike | None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

equal: _BinaryBool
euler_gamma: float
exp: _UnaryFloat
exp2: _UnaryFloat

@overload
def expand_dims(a: _Array[_T], axis: _Axis) -> NDArray[_T]: ...
@overload
def expand_dims(a: ArrayLike, axis: _Axis) -> NDArray[Any]: ...
def explain(function: Callable[..., Any], *args: Any, **kwargs: Any) -> None: ...

expm1: _UnaryFloat

@overload
def extract(condition: ArrayLike, arr: _Array[_T]) -> NDArray[_T]: ...
@overload
def extract(condition: ArrayLike, arr: ArrayLike) -> NDArray[Any]: ...
@overload
def eye(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: None = ...,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def eye(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    *,
    dtype: _DType[_DT],
    order: _Order = "C",
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def eye(
    N: SupportsIndex,
    M: SupportsIndex | None,
    k: SupportsIndex,
    dtype: _DType[_DT],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def eye(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike = ...,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...

fabs: _UnaryFloat

def fallbacks() -> list[Any]: ...
def fill_diagonal(
    a: ArrayLike, val: ArrayLike, wrap: builtins.bool = False
) -> None: ...
@overload
def fix(x: ArrayLike, out: None = None) -> NDArray[Any]: ...
@overload
def fix(x: ArrayLike, out: _OutT) -> _OutT: ...

class flatiter:
    def __array__(
        self, dtype: DTypeLike | None = None, copy: builtins.bool | None = None
    ) -> np.ndarray: ...
    def __eq__(self, other: object) -> NDArray[np.bool]: ...  # type: ignore[override]
    def __ge__(self, other: object) -> NDArray[np.bool]: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __gt__(self, other: object) -> NDArray[np.bool]: ...
    def __init__(self, base: float) -> None: ...
    def __iter__(self) -> Self: ...
    def __le__(self, other: object) -> NDArray[np.bool]: ...
    def __len__(self) -> int: ...
    def __lt__(self, other: object) -> NDArray[np.bool]: ...
    def __ne__(self, other: object) -> NDArray[np.bool]: ...  # type: ignore[override]
    def __next__(self) -> Any: ...
    def __setitem__(self, key: Any, value: ArrayLike) -> None: ...
    base: Any
    @property
    def coords(self) -> tuple[int, ...]: ...
    def copy(self) -> NDArray[Any]: ...
    @property
    def index(self) -> int: ...

def flatnonzero(a: ArrayLike) -> NDArray[np.int64]: ...
@overload
def flip(m: _Array[_T], axis: _Axis | None = None) -> NDArray[_T]: ...
@overload
def flip(m: ArrayLike, axis: _Axis | None = None) -> NDArray[Any]: ...
@overload
def fliplr(m: _Array[_T]) -> NDArray[_T]: ...
@overload
def fliplr(m: ArrayLike) -> NDArray[Any]: ...
@overload
def flipud(m: _Array[_T]) -> NDArray[_T]: ...
@overload
def flipud(m: ArrayLike) -> NDArray[Any]: ...

float_power: _BinaryAny
floor: _UnarySame
floor_divide: _BinaryNumber
fmax: _BinarySame
fmin: _BinarySame
fmod: _BinaryNumber

def format_float_positional(
    x: ArrayLike,
    precision: int | None = None,
    unique: builtins.bool = True,
    fractional: builtins.bool = True,
    trim: Literal["k", ".", "0", "-"] = "k",
    sign: builtins.bool = False,
    pad_left: SupportsIndex | None = None,
    pad_right: SupportsIndex | None = None,
    min_digits: SupportsIndex | None = None,
) -> str: ...
def format_float_scientific(
    x: ArrayLike,
    precision: int | None = None,
    unique: builtins.bool = True,
    trim: Literal["k", ".", "0", "-"] = "k",
    sign: builtins.bool = False,
    pad_left: SupportsIndex | None = None,
    exp_digits: SupportsIndex | None = None,
    min_digits: SupportsIndex | None = None,
) -> str: ...

frexp: _UnaryAnyPair

def fromDlpack(dltensor: object) -> NDArray[Any]: ...
def from_dlpack(
    x: object,
    /,
    *,
    device: _DeviceLike | None = None,
    copy: builtins.bool | None = None,
) -> NDArray[Any]: ...
@overload
def frombuffer(
    buffer: Any,
    dtype: None = None,
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def frombuffer(
    buffer: Any,
    dtype: _DType[_DT],
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def frombuffer(
    buffer: Any,
    dtype: builtins.type[builtins.bool],
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def frombuffer(
    buffer: Any,
    dtype: builtins.type[int],
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def frombuffer(
    buffer: Any,
    dtype: builtins.type[float],
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def frombuffer(
    buffer: Any,
    dtype: builtins.type[complex],
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def frombuffer(
    buffer: Any,
    dtype: DTypeLike | None = None,
    count: SupportsIndex = -1,
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def fromfile(
    file: _File,
    dtype: None = None,
    count: SupportsIndex = -1,
    sep: str = "",
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def fromfile(
    file: _File,
    dtype: _DType[_DT],
    count: SupportsIndex = -1,
    sep: str = "",
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def fromfile(
    file: _File,
    dtype: builtins.type[builtins.bool],
    count: SupportsIndex = -1,
    sep: str = "",
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def fromfile(
    file: _File,
    dtype: builtins.type[int],
    count: SupportsIndex = -1,
    sep: str = "",
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def fromfile(
    file: _File,
    dtype: builtins.type[float],
    count: SupportsIndex = -1,
    sep: str = "",
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def fromfile(
    file: _File,
    dtype: builtins.type[complex],
    count: SupportsIndex = -1,
    sep: str = "",
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def fromfile(
    file: _File,
    dtype: DTypeLike | None = None,
    count: SupportsIndex = -1,
    sep: str = "",
    offset: SupportsIndex = 0,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def fromfunction(
    function: Callable[..., Any],
    shape: _Shape,
    *,
    dtype: None = ...,
    like: Any = None,
    device: _DeviceLike | None = None,
    **kwargs: Any,
) -> NDArray[Any]: ...
@overload
def fromfunction(
    function: Callable[..., Any],
    shape: _Shape,
    *,
    dtype: _DType[_DT],
    like: Any = None,
    device: _DeviceLike | None = None,
    **kwargs: Any,
) -> NDArray[_DT]: ...
@overload
def fromfunction(
    function: Callable[..., Any],
    shape: _Shape,
    *,
    dtype: builtins.type[builtins.bool],
    like: Any = None,
    device: _DeviceLike | None = None,
    **kwargs: Any,
) -> NDArray[np.bool]: ...
@overload
def fromfunction(
    function: Callable[..., Any],
    shape: _Shape,
    *,
    dtype: builtins.type[int],
    like: Any = None,
    device: _DeviceLike | None = None,
    **kwargs: Any,
) -> NDArray[np.int64]: ...
@overload
def fromfunction(
    function: Callable[..., Any],
    shape: _Shape,
    *,
    dtype: builtins.type[float],
    like: Any = None,
    device: _DeviceLike | None = None,
    **kwargs: Any,
) -> NDArray[np.float64]: ...
@overload
def fromfunction(
    function: Callable[..., Any],
    shape: _Shape,
    *,
    dtype: builtins.type[complex],
    like: Any = None,
    device: _DeviceLike | None = None,
    **kwargs: Any,
) -> NDArray[np.complex128]: ...
@overload
def fromfunction(
    function: Callable[..., Any],
    shape: _Shape,
    *,
    dtype: DTypeLike = ...,
    like: Any = None,
    device: _DeviceLike | None = None,
    **kwargs: Any,
) -> NDArray[Any]: ...
def fromiter(
    iter: Any,
    dtype: DTypeLike,
    count: SupportsIndex = -1,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
def fromregex(
    file: _File, regexp: Any, dtype: DTypeLike, encoding: str | None = None
) -> NDArray[Any]: ...
@overload
def fromstring(
    string: str | builtins.bytes,
    dtype: None = ...,
    count: SupportsIndex = -1,
    *,
    sep: str = "",
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def fromstring(
    string: str | builtins.bytes,
    dtype: _DType[_DT],
    count: SupportsIndex = -1,
    *,
    sep: str = "",
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def fromstring(
    string: str | builtins.bytes,
    dtype: builtins.type[builtins.bool],
    count: SupportsIndex = -1,
    *,
    sep: str = "",
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def fromstring(
    string: str | builtins.bytes,
    dtype: builtins.type[int],
    count: SupportsIndex = -1,
    *,
    sep: str = "",
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def fromstring(
    string: str | builtins.bytes,
    dtype: builtins.type[float],
    count: SupportsIndex = -1,
    *,
    sep: str = "",
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def fromstring(
    string: str | builtins.bytes,
    dtype: builtins.type[complex],
    count: SupportsIndex = -1,
    *,
    sep: str = "",
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def fromstring(
    string: str | builtins.bytes,
    dtype: DTypeLike = ...,
    count: SupportsIndex = -1,
    *,
    sep: str = "",
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def full(
    shape: _Shape,
    fill_value: ArrayLike,
    dtype: None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...
@overload
def full(
    shape: _Shape,
    fill_value: ArrayLike,
    dtype: _DType[_DT],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def full(
    shape: _Shape,
    fill_value: ArrayLike,
    dtype: builtins.type[builtins.bool],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.bool]: ...
@overload
def full(
    shape: _Shape,
    fill_value: ArrayLike,
    dtype: builtins.type[int],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.int64]: ...
@overload
def full(
    shape: _Shape,
    fill_value: ArrayLike,
    dtype: builtins.type[float],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def full(
    shape: _Shape,
    fill_value: ArrayLike,
    dtype: builtins.type[complex],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.complex128]: ...
@overload
def full(
    shape: _Shape,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...
@overload
def full_like(
    a: _Array[_T],
    fill_value: ArrayLike,
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_T]: ...
@overload
def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: _DType[_DT],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: builtins.type[builtins.bool],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: builtins.type[int],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: builtins.type[float],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: builtins.type[complex],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

gcd: _BinaryNumber

@overload
def genfromtxt(
    fname: _File,
    dtype: None = ...,
    comments: str = "#",
    delimiter: str | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True,
    defaultfmt: str = "f%i",
    unpack: builtins.bool | None = None,
    usemask: builtins.bool = False,
    loose: builtins.bool = True,
    invalid_raise: builtins.bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def genfromtxt(
    fname: _File,
    dtype: _DType[_DT],
    comments: str = "#",
    delimiter: str | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True,
    defaultfmt: str = "f%i",
    unpack: builtins.bool | None = None,
    usemask: builtins.bool = False,
    loose: builtins.bool = True,
    invalid_raise: builtins.bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def genfromtxt(
    fname: _File,
    dtype: builtins.type[builtins.bool],
    comments: str = "#",
    delimiter: str | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True,
    defaultfmt: str = "f%i",
    unpack: builtins.bool | None = None,
    usemask: builtins.bool = False,
    loose: builtins.bool = True,
    invalid_raise: builtins.bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def genfromtxt(
    fname: _File,
    dtype: builtins.type[int],
    comments: str = "#",
    delimiter: str | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True,
    defaultfmt: str = "f%i",
    unpack: builtins.bool | None = None,
    usemask: builtins.bool = False,
    loose: builtins.bool = True,
    invalid_raise: builtins.bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def genfromtxt(
    fname: _File,
    dtype: builtins.type[float],
    comments: str = "#",
    delimiter: str | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True,
    defaultfmt: str = "f%i",
    unpack: builtins.bool | None = None,
    usemask: builtins.bool = False,
    loose: builtins.bool = True,
    invalid_raise: builtins.bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def genfromtxt(
    fname: _File,
    dtype: builtins.type[complex],
    comments: str = "#",
    delimiter: str | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True,
    defaultfmt: str = "f%i",
    unpack: builtins.bool | None = None,
    usemask: builtins.bool = False,
    loose: builtins.bool = True,
    invalid_raise: builtins.bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def genfromtxt(
    fname: _File,
    dtype: DTypeLike = ...,
    comments: str = "#",
    delimiter: str | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: builtins.bool = False,
    case_sensitive: builtins.bool = True,
    defaultfmt: str = "f%i",
    unpack: builtins.bool | None = None,
    usemask: builtins.bool = False,
    loose: builtins.bool = True,
    invalid_raise: builtins.bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: SupportsIndex = 0,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def geomspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    dtype: None = None,
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def geomspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    *,
    dtype: _DType[_DT],
    axis: _Axis = 0,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def geomspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex,
    endpoint: builtins.bool,
    dtype: _DType[_DT],
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def geomspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    dtype: DTypeLike | None = None,
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
def get_array_module(*args: Any) -> Any: ...
def get_default_device() -> Device: ...
def get_default_memory_pool() -> MemoryPool: ...
def get_default_pinned_memory_pool() -> PinnedMemoryPool: ...
def gradient(
    f: ArrayLike,
    *varargs: Any,
    axis: _Axis | None = None,
    edge_order: SupportsIndex = 1,
) -> Any: ...

greater: _BinaryBool
greater_equal: _BinaryBool

def hamming(
    M: SupportsIndex, *, device: _DeviceLike | None = None
) -> NDArray[np.float64]: ...
def hanning(
    M: SupportsIndex, *, device: _DeviceLike | None = None
) -> NDArray[np.float64]: ...

heaviside: _BinaryFloat

def histogram(
    a: ArrayLike,
    bins: Any = 10,
    range: Any = None,
    density: builtins.bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...
def histogram2d(
    x: ArrayLike,
    y: ArrayLike,
    bins: Any = 10,
    range: Any = None,
    density: builtins.bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...
def histogram_bin_edges(
    a: ArrayLike, bins: Any = 10, range: Any = None, weights: ArrayLike | None = None
) -> NDArray[Any]: ...
def histogramdd(
    sample: ArrayLike,
    bins: Any = 10,
    range: Any = None,
    density: builtins.bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[NDArray[Any], list[NDArray[Any]]]: ...
@overload
def hsplit(ary: _Array[_T], indices_or_sections: _Indices) -> list[NDArray[_T]]: ...
@overload
def hsplit(ary: ArrayLike, indices_or_sections: _Indices) -> list[NDArray[Any]]: ...
@overload
def hstack(
    tup: Sequence[_Array[_T]], *, dtype: None = None, casting: _Casting = "same_kind"
) -> NDArray[_T]: ...
@overload
def hstack(
    tup: ArrayLike, *, dtype: None = None, casting: _Casting = "same_kind"
) -> NDArray[Any]: ...
@overload
def hstack(
    tup: ArrayLike, *, dtype: _DType[_DT], casting: _Casting = "same_kind"
) -> NDArray[_DT]: ...
@overload
def hstack(
    tup: ArrayLike,
    *,
    dtype: builtins.type[builtins.bool],
    casting: _Casting = "same_kind",
) -> NDArray[np.bool]: ...
@overload
def hstack(
    tup: ArrayLike, *, dtype: builtins.type[int], casting: _Casting = "same_kind"
) -> NDArray[np.int64]: ...
@overload
def hstack(
    tup: ArrayLike, *, dtype: builtins.type[float], casting: _Casting = "same_kind"
) -> NDArray[np.float64]: ...
@overload
def hstack(
    tup: ArrayLike, *, dtype: builtins.type[complex], casting: _Casting = "same_kind"
) -> NDArray[np.complex128]: ...
@overload
def hstack(
    tup: ArrayLike, *, dtype: DTypeLike | None = None, casting: _Casting = "same_kind"
) -> NDArray[Any]: ...

hypot: _BinaryFloat

def i0(x: ArrayLike) -> NDArray[Any]: ...
@overload
def identity(
    n: SupportsIndex,
    dtype: None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def identity(
    n: SupportsIndex,
    dtype: _DType[_DT],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def identity(
    n: SupportsIndex,
    dtype: builtins.type[builtins.bool],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def identity(
    n: SupportsIndex,
    dtype: builtins.type[int],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def identity(
    n: SupportsIndex,
    dtype: builtins.type[float],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def identity(
    n: SupportsIndex,
    dtype: builtins.type[complex],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def identity(
    n: SupportsIndex,
    dtype: DTypeLike | None = None,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
def imag(val: ArrayLike) -> NDArray[Any]: ...
@overload
def indices(
    dimensions: _Shape,
    dtype: None = ...,
    sparse: builtins.bool = False,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def indices(
    dimensions: _Shape,
    dtype: _DType[_DT],
    sparse: builtins.bool = False,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def indices(
    dimensions: _Shape,
    dtype: builtins.type[builtins.bool],
    sparse: builtins.bool = False,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def indices(
    dimensions: _Shape,
    dtype: builtins.type[int],
    sparse: builtins.bool = False,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def indices(
    dimensions: _Shape,
    dtype: builtins.type[float],
    sparse: builtins.bool = False,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def indices(
    dimensions: _Shape,
    dtype: builtins.type[complex],
    sparse: builtins.bool = False,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def indices(
    dimensions: _Shape,
    dtype: DTypeLike = ...,
    sparse: builtins.bool = False,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

inf: float

def info(
    object: object = None,
    maxwidth: int = 76,
    output: Any = None,
    toplevel: str = "numpy",
) -> None: ...
def inner(a: ArrayLike, b: ArrayLike, /) -> NDArray[Any]: ...
@overload
def insert(
    arr: _Array[_T], obj: Any, values: ArrayLike, axis: _Axis | None = None
) -> NDArray[_T]: ...
@overload
def insert(
    arr: ArrayLike, obj: Any, values: ArrayLike, axis: _Axis | None = None
) -> NDArray[Any]: ...
def interp(
    x: ArrayLike,
    xp: ArrayLike,
    fp: Any,
    left: ArrayLike | None = None,
    right: ArrayLike | None = None,
    period: float | None = None,
) -> NDArray[Any]: ...
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: builtins.bool = False,
    return_indices: builtins.bool = False,
) -> NDArray[Any]: ...

invert: _UnarySame

def isclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: builtins.bool = False,
) -> NDArray[np.bool]: ...
def iscomplex(x: ArrayLike) -> NDArray[np.bool]: ...
def iscomplexobj(x: ArrayLike) -> builtins.bool: ...

isfinite: _UnaryBool

def isfortran(a: ArrayLike) -> builtins.bool: ...
def isin(
    element: ArrayLike,
    test_elements: ArrayLike,
    assume_unique: builtins.bool = False,
    invert: builtins.bool = False,
    *,
    kind: str | None = None,
) -> NDArray[np.bool]: ...

isinf: _UnaryBool
isnan: _UnaryBool

@overload
def isneginf(x: ArrayLike, out: None = None) -> NDArray[np.bool]: ...
@overload
def isneginf(x: ArrayLike, out: _OutT) -> _OutT: ...
@overload
def isposinf(x: ArrayLike, out: None = None) -> NDArray[np.bool]: ...
@overload
def isposinf(x: ArrayLike, out: _OutT) -> _OutT: ...
def isreal(x: ArrayLike) -> NDArray[np.bool]: ...
def isrealobj(x: ArrayLike) -> builtins.bool: ...
def ix_(*args: ArrayLike) -> tuple[NDArray[Any], ...]: ...
def kaiser(
    M: SupportsIndex, beta: ArrayLike, *, device: _DeviceLike | None = None
) -> NDArray[np.float64]: ...
def kron(a: ArrayLike, b: ArrayLike) -> NDArray[Any]: ...

lcm: _BinaryNumber
ldexp: _BinaryAny
left_shift: _BinaryNumber
less: _BinaryBool
less_equal: _BinaryBool

def lexsort(keys: ArrayLike, axis: _Axis = -1) -> NDArray[np.int64]: ...
@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    retstep: builtins.bool = False,
    dtype: None = None,
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    retstep: builtins.bool = False,
    *,
    dtype: _DType[_DT],
    axis: _Axis = 0,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex,
    endpoint: builtins.bool,
    retstep: builtins.bool,
    dtype: _DType[_DT],
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    retstep: builtins.bool = False,
    dtype: DTypeLike | None = None,
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

little_endian: builtins.bool

def load(
    file: _File,
    mmap_mode: Any = None,
    allow_pickle: builtins.bool = False,
    fix_imports: builtins.bool = True,
    encoding: str = "ASCII",
    *,
    max_header_size: int = 10000,
    device: _DeviceLike | None = None,
) -> Any: ...
@overload
def loadtxt(
    fname: _File,
    dtype: None = ...,
    comments: str = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def loadtxt(
    fname: _File,
    dtype: _DType[_DT],
    comments: str = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def loadtxt(
    fname: _File,
    dtype: builtins.type[builtins.bool],
    comments: str = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def loadtxt(
    fname: _File,
    dtype: builtins.type[int],
    comments: str = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def loadtxt(
    fname: _File,
    dtype: builtins.type[float],
    comments: str = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def loadtxt(
    fname: _File,
    dtype: builtins.type[complex],
    comments: str = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def loadtxt(
    fname: _File,
    dtype: DTypeLike = ...,
    comments: str = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: builtins.bool = False,
    ndmin: SupportsIndex = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

log: _UnaryFloat
log10: _UnaryFloat
log1p: _UnaryFloat
log2: _UnaryFloat
logaddexp: _BinaryFloat
logaddexp2: _BinaryFloat
logical_and: _BinaryBool
logical_not: _UnaryBool
logical_or: _BinaryBool
logical_xor: _BinaryBool

@overload
def logspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    base: ArrayLike = 10.0,
    dtype: None = None,
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def logspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    base: ArrayLike = 10.0,
    *,
    dtype: _DType[_DT],
    axis: _Axis = 0,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def logspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex,
    endpoint: builtins.bool,
    base: ArrayLike,
    dtype: _DType[_DT],
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def logspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: builtins.bool = True,
    base: ArrayLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: _Axis = 0,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
def mask_indices(
    n: SupportsIndex, mask_func: Callable[..., Any], k: SupportsIndex = 0
) -> tuple[NDArray[np.int64], ...]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> NDArray[Any]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: _DType[_DT],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> NDArray[_DT]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[builtins.bool],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> NDArray[np.bool]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[int],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> NDArray[np.int64]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[float],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> NDArray[np.float64]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[complex],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> NDArray[np.complex128]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> NDArray[Any]: ...
@overload
def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: _OutT,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
    precision: Literal["highest", "tf32"] | None = None,
) -> _OutT: ...
@overload
def matrix_transpose(x: _Array[_T], /) -> NDArray[_T]: ...
@overload
def matrix_transpose(x: ArrayLike, /) -> NDArray[Any]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[Any]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: _DType[_DT],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[_DT]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[builtins.bool],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.bool]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[int],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.int64]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[float],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.float64]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[complex],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.complex128]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[Any]: ...
@overload
def matvec(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: _OutT,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> _OutT: ...
@overload
def max(
    a: _Array[_T],
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_T]: ...
@overload
def max(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def max(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def max(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...

maximum: _BinarySame

def may_share_memory(
    a: ArrayLike, b: ArrayLike, /, max_work: int = 0
) -> builtins.bool: ...
@overload
def mean(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[_InexactT]: ...
@overload
def mean(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[np.float64]: ...
@overload
def mean(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def mean(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def mean(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def mean(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def mean(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def mean(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> _OutT: ...
@overload
def median(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = False,
) -> NDArray[_InexactT]: ...
@overload
def median(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = False,
) -> NDArray[np.float64]: ...
@overload
def median(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = False,
) -> NDArray[Any]: ...
@overload
def median(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = False,
) -> _OutT: ...
@overload
def median(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = False,
) -> _OutT: ...
def memoize(for_each_device: builtins.bool = False) -> Callable[[Any], Any]: ...
def meshgrid(
    *xi: ArrayLike,
    copy: builtins.bool = True,
    sparse: builtins.bool = False,
    indexing: str = "xy",
) -> tuple[NDArray[Any], ...]: ...

mgrid: Any

@overload
def min(
    a: _Array[_T],
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_T]: ...
@overload
def min(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def min(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def min(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
def min_scalar_type(a: ArrayLike, /) -> np.dtype[Any]: ...

minimum: _BinarySame
mod: _BinaryNumber
modf: _UnaryFloatPair

@overload
def moveaxis(a: _Array[_T], source: _Axes, destination: _Axes) -> NDArray[_T]: ...
@overload
def moveaxis(a: ArrayLike, source: _Axes, destination: _Axes) -> NDArray[Any]: ...

multiply: _BinarySame
nan: float

@overload
def nan_to_num(
    x: _Array[_T],
    copy: builtins.bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> NDArray[_T]: ...
@overload
def nan_to_num(
    x: ArrayLike,
    copy: builtins.bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> NDArray[Any]: ...
@overload
def nanargmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
) -> NDArray[np.int64]: ...
@overload
def nanargmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
) -> _OutT: ...
@overload
def nanargmax(
    a: ArrayLike, axis: _Axis | None, out: _OutT, *, keepdims: builtins.bool = ...
) -> _OutT: ...
@overload
def nanargmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    *,
    keepdims: builtins.bool = ...,
) -> NDArray[np.int64]: ...
@overload
def nanargmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
) -> _OutT: ...
@overload
def nanargmin(
    a: ArrayLike, axis: _Axis | None, out: _OutT, *, keepdims: builtins.bool = ...
) -> _OutT: ...
@overload
def nancumprod(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[_InexactT]: ...
@overload
def nancumprod(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.int64]: ...
@overload
def nancumprod(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.uint64]: ...
@overload
def nancumprod(
    a: ArrayLike, axis: _Axis | None = None, dtype: None = None, out: None = None
) -> NDArray[Any]: ...
@overload
def nancumprod(
    a: ArrayLike, axis: _Axis | None = None, *, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def nancumprod(
    a: ArrayLike, axis: _Axis | None, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def nancumprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def nancumprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def nancumprod(
    a: ArrayLike, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT
) -> _OutT: ...
@overload
def nancumsum(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[_InexactT]: ...
@overload
def nancumsum(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.int64]: ...
@overload
def nancumsum(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.uint64]: ...
@overload
def nancumsum(
    a: ArrayLike, axis: _Axis | None = None, dtype: None = None, out: None = None
) -> NDArray[Any]: ...
@overload
def nancumsum(
    a: ArrayLike, axis: _Axis | None = None, *, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def nancumsum(
    a: ArrayLike, axis: _Axis | None, dtype: _DType[_DT], out: None = None
) -> NDArray[_DT]: ...
@overload
def nancumsum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def nancumsum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def nancumsum(
    a: ArrayLike, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT
) -> _OutT: ...
@overload
def nanmax(
    a: _Array[_T],
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_T]: ...
@overload
def nanmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nanmax(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanmax(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanmean(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[_InexactT]: ...
@overload
def nanmean(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[np.float64]: ...
@overload
def nanmean(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nanmean(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def nanmean(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def nanmean(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nanmean(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanmean(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanmedian(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = ...,
) -> NDArray[_InexactT]: ...
@overload
def nanmedian(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = ...,
) -> NDArray[np.float64]: ...
@overload
def nanmedian(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = ...,
) -> NDArray[Any]: ...
@overload
def nanmedian(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = ...,
) -> _OutT: ...
@overload
def nanmedian(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    keepdims: builtins.bool = ...,
) -> _OutT: ...
@overload
def nanmin(
    a: _Array[_T],
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_T]: ...
@overload
def nanmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nanmin(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanmin(
    a: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanpercentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = ...,
    *,
    weights: ArrayLike | None = None,
) -> NDArray[Any]: ...
@overload
def nanpercentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = ...,
    weights: ArrayLike | None = None,
) -> _OutT: ...
@overload
def nanpercentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = ...,
    *,
    weights: ArrayLike | None = None,
) -> _OutT: ...
@overload
def nanprod(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_InexactT]: ...
@overload
def nanprod(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.int64]: ...
@overload
def nanprod(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.uint64]: ...
@overload
def nanprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nanprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def nanprod(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def nanprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nanprod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanprod(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanquantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = ...,
    *,
    weights: ArrayLike | None = None,
) -> NDArray[Any]: ...
@overload
def nanquantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = ...,
    weights: ArrayLike | None = None,
) -> _OutT: ...
@overload
def nanquantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = ...,
    *,
    weights: ArrayLike | None = None,
) -> _OutT: ...
@overload
def nanstd(
    a: _Array[_FloatingT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_FloatingT]: ...
@overload
def nanstd(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[np.float64]: ...
@overload
def nanstd(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def nanstd(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def nanstd(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def nanstd(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def nanstd(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...
@overload
def nanstd(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...
@overload
def nansum(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_InexactT]: ...
@overload
def nansum(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.int64]: ...
@overload
def nansum(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.uint64]: ...
@overload
def nansum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nansum(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def nansum(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def nansum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def nansum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nansum(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def nanvar(
    a: _Array[_FloatingT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_FloatingT]: ...
@overload
def nanvar(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[np.float64]: ...
@overload
def nanvar(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def nanvar(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def nanvar(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def nanvar(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def nanvar(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...
@overload
def nanvar(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...

class ndenumerate:
    def __init__(self, arr: ArrayLike) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...

def ndim(a: ArrayLike) -> int: ...
def nditer(
    op: Any,
    flags: int | None = None,
    op_flags: Any = None,
    op_dtypes: Any = None,
    order: _Order = "K",
    casting: _Casting = "safe",
    op_axes: Any = None,
    itershape: Any = None,
    buffersize: int = 0,
) -> Any: ...

negative: _UnaryNumber

def nested_iters(
    op: Any,
    axes: _Axes,
    flags: int | None = None,
    op_flags: Any = None,
    op_dtypes: Any = None,
    order: _Order = "K",
    casting: _Casting = "safe",
    buffersize: int = 0,
) -> Any: ...

newaxis: None
nextafter: _BinaryFloat

def nonzero(a: ArrayLike) -> tuple[NDArray[np.int64], ...]: ...

not_equal: _BinaryBool
ogrid: Any

@overload
def ones(
    shape: _Shape,
    dtype: None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def ones(
    shape: _Shape,
    dtype: _DType[_DT],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def ones(
    shape: _Shape,
    dtype: builtins.type[builtins.bool],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.bool]: ...
@overload
def ones(
    shape: _Shape,
    dtype: builtins.type[int],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.int64]: ...
@overload
def ones(
    shape: _Shape,
    dtype: builtins.type[float],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def ones(
    shape: _Shape,
    dtype: builtins.type[complex],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.complex128]: ...
@overload
def ones(
    shape: _Shape,
    dtype: DTypeLike | None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...
@overload
def ones_like(
    a: _Array[_T],
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_T]: ...
@overload
def ones_like(
    a: ArrayLike,
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def ones_like(
    a: ArrayLike,
    dtype: _DType[_DT],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def ones_like(
    a: ArrayLike,
    dtype: builtins.type[builtins.bool],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def ones_like(
    a: ArrayLike,
    dtype: builtins.type[int],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def ones_like(
    a: ArrayLike,
    dtype: builtins.type[float],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def ones_like(
    a: ArrayLike,
    dtype: builtins.type[complex],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def ones_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def outer(a: ArrayLike, b: ArrayLike, out: None = None) -> NDArray[Any]: ...
@overload
def outer(a: ArrayLike, b: ArrayLike, out: _OutT) -> _OutT: ...
def packbits(
    a: ArrayLike, /, axis: _Axis | None = None, bitorder: str = "big"
) -> NDArray[np.uint8]: ...
@overload
def pad(
    array: _Array[_T], pad_width: Any, mode: str = "constant", **kwargs: Any
) -> NDArray[_T]: ...
@overload
def pad(
    array: ArrayLike, pad_width: Any, mode: str = "constant", **kwargs: Any
) -> NDArray[Any]: ...
@overload
def partition(
    a: _Array[_T],
    kth: _Indices,
    axis: _Axis = -1,
    kind: str = "introselect",
    order: _Order | None = None,
) -> NDArray[_T]: ...
@overload
def partition(
    a: ArrayLike,
    kth: _Indices,
    axis: _Axis = -1,
    kind: str = "introselect",
    order: _Order | None = None,
) -> NDArray[Any]: ...
@overload
def percentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = False,
    *,
    weights: ArrayLike | None = None,
) -> NDArray[Any]: ...
@overload
def percentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = False,
    weights: ArrayLike | None = None,
) -> _OutT: ...
@overload
def percentile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = False,
    *,
    weights: ArrayLike | None = None,
) -> _OutT: ...
@overload
def permute_dims(a: _Array[_T], axes: _Axes | None = None) -> NDArray[_T]: ...
@overload
def permute_dims(a: ArrayLike, axes: _Axes | None = None) -> NDArray[Any]: ...

pi: float

@overload
def piecewise(
    x: _Array[_T], condlist: ArrayLike, funclist: Any, *args: Any, **kw: Any
) -> NDArray[_T]: ...
@overload
def piecewise(
    x: ArrayLike, condlist: ArrayLike, funclist: Any, *args: Any, **kw: Any
) -> NDArray[Any]: ...
def place(arr: ArrayLike, mask: ArrayLike, vals: ArrayLike) -> None: ...
def poly(seq_of_zeros: ArrayLike) -> NDArray[Any]: ...

class poly1d:
    def __add__(self, other: object) -> poly1d: ...
    def __array__(
        self, t: Any = None, copy: builtins.bool | None = None
    ) -> np.ndarray: ...
    def __call__(self, val: ArrayLike) -> Any: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __eq__(self, other: object) -> builtins.bool: ...
    def __getitem__(self, val: ArrayLike) -> Any: ...
    def __init__(
        self, c_or_r: Any, r: ArrayLike = False, variable: Any = None
    ) -> None: ...
    def __iter__(self) -> poly1d: ...
    def __len__(self) -> int: ...
    def __mul__(self, other: object) -> poly1d: ...
    def __ne__(self, other: object) -> builtins.bool: ...
    def __neg__(self) -> poly1d: ...
    def __pos__(self) -> poly1d: ...
    def __pow__(self, val: ArrayLike) -> poly1d: ...
    def __radd__(self, other: object) -> poly1d: ...
    def __rmul__(self, other: object) -> poly1d: ...
    def __rsub__(self, other: object) -> poly1d: ...
    def __rtruediv__(self, other: object) -> Any: ...
    def __setitem__(self, key: Any, val: ArrayLike) -> None: ...
    def __sub__(self, other: object) -> poly1d: ...
    def __truediv__(self, other: object) -> Any: ...
    @property
    def c(self) -> ndarray: ...
    @c.setter
    def c(self, value: ndarray) -> None: ...
    @property
    def coef(self) -> ndarray: ...
    @coef.setter
    def coef(self, value: ndarray) -> None: ...
    @property
    def coefficients(self) -> ndarray: ...
    @coefficients.setter
    def coefficients(self, value: ndarray) -> None: ...
    @property
    def coeffs(self) -> ndarray: ...
    @coeffs.setter
    def coeffs(self, value: ndarray) -> None: ...
    def deriv(self, m: SupportsIndex = 1) -> poly1d: ...
    def integ(self, m: SupportsIndex = 1, k: SupportsIndex = 0) -> poly1d: ...
    @property
    def o(self) -> int: ...
    @property
    def order(self) -> int: ...
    @property
    def r(self) -> ndarray: ...
    @property
    def roots(self) -> ndarray: ...
    @property
    def variable(self) -> str: ...

def polyadd(a1: ArrayLike | poly1d, a2: ArrayLike | poly1d) -> NDArray[Any]: ...
def polyder(p: ArrayLike | poly1d, m: ArrayLike = 1) -> NDArray[Any]: ...
def polydiv(
    u: ArrayLike | poly1d, v: ArrayLike | poly1d
) -> tuple[NDArray[Any], NDArray[Any]]: ...
def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: SupportsIndex,
    rcond: float | None = None,
    full: builtins.bool = False,
    w: ArrayLike | None = None,
    cov: Any = False,
) -> Any: ...
def polyint(
    p: ArrayLike | poly1d, m: ArrayLike = 1, k: SupportsIndex | None = None
) -> NDArray[Any]: ...
def polymul(a1: ArrayLike | poly1d, a2: ArrayLike | poly1d) -> NDArray[Any]: ...
def polysub(a1: ArrayLike | poly1d, a2: ArrayLike | poly1d) -> NDArray[Any]: ...
def polyval(p: ArrayLike | poly1d, x: ArrayLike | poly1d) -> NDArray[Any]: ...

positive: _UnaryNumber
pow: _BinaryNumber
power: _BinaryNumber

@overload
def prod(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_InexactT]: ...
@overload
def prod(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.int64]: ...
@overload
def prod(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.uint64]: ...
@overload
def prod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def prod(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def prod(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def prod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def prod(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def prod(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...

class profile:
    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __init__(self) -> None: ...
    @property
    def bytes_allocated(self) -> int: ...
    def chrome_trace(self) -> str: ...
    @property
    def compiled(self) -> int: ...
    @property
    def copies(self) -> int: ...
    @property
    def device_seconds(self) -> dict[str, float]: ...
    @property
    def duration(self) -> float: ...
    @property
    def fallbacks(self) -> list[Any]: ...
    @property
    def flushes(self) -> Any: ...
    @property
    def from_disk(self) -> int: ...
    @property
    def groups(self) -> Any: ...
    @property
    def host_seconds(self) -> dict[str, float]: ...
    @property
    def kernels(self) -> int: ...
    @property
    def memory(self) -> Any: ...
    @property
    def peak_memory(self) -> dict[str, dict[str, int]]: ...
    def plot(self, file: _File) -> None: ...
    @property
    def rows(self) -> Any: ...
    def save(self, file: _File) -> None: ...
    @property
    def spans(self) -> Any: ...
    @property
    def synchronisations(self) -> int: ...
    def table(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...

@overload
def ptp(
    a: _Array[_T],
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
) -> NDArray[_T]: ...
@overload
def ptp(
    a: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
) -> NDArray[Any]: ...
@overload
def ptp(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
) -> _OutT: ...
@overload
def ptp(
    a: ArrayLike, axis: _Axis | None, out: _OutT, keepdims: builtins.bool = ...
) -> _OutT: ...
def put(
    a: ArrayLike, ind: _Indices, v: ArrayLike, mode: _IndexMode = "raise"
) -> None: ...
def put_along_axis(
    arr: ArrayLike, indices: _Indices, values: ArrayLike, axis: _Axis
) -> None: ...
def putmask(a: ArrayLike, /, mask: ArrayLike, values: ArrayLike) -> None: ...
@overload
def quantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    out: None = None,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = False,
    *,
    weights: ArrayLike | None = None,
) -> NDArray[Any]: ...
@overload
def quantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = False,
    weights: ArrayLike | None = None,
) -> _OutT: ...
@overload
def quantile(
    a: ArrayLike,
    q: ArrayLike,
    axis: _Axis | None,
    out: _OutT,
    overwrite_input: builtins.bool = False,
    method: str = "linear",
    keepdims: builtins.bool = False,
    *,
    weights: ArrayLike | None = None,
) -> _OutT: ...

r_: Any
rad2deg: _UnaryFloat
radians: _UnaryFloat

@overload
def ravel(a: _Array[_T], order: _Order = "C") -> NDArray[_T]: ...
@overload
def ravel(a: ArrayLike, order: _Order = "C") -> NDArray[Any]: ...
def ravel_multi_index(
    multi_index: ArrayLike,
    dims: _Shape,
    mode: _IndexMode | tuple[_IndexMode, ...] = "raise",
    order: _Order = "C",
) -> NDArray[np.int64]: ...
def real(val: ArrayLike) -> NDArray[Any]: ...
def real_if_close(a: ArrayLike, tol: float = 100) -> NDArray[Any]: ...

reciprocal: _UnaryNumber
remainder: _BinaryNumber

@overload
def repeat(
    a: _Array[_T], repeats: _Indices, axis: _Axis | None = None
) -> NDArray[_T]: ...
@overload
def repeat(
    a: ArrayLike, repeats: _Indices, axis: _Axis | None = None
) -> NDArray[Any]: ...
@overload
def require(
    a: _Array[_T], dtype: None = None, requirements: Any = None, *, like: Any = None
) -> NDArray[_T]: ...
@overload
def require(
    a: ArrayLike, dtype: None = None, requirements: Any = None, *, like: Any = None
) -> NDArray[Any]: ...
@overload
def require(
    a: ArrayLike, dtype: _DType[_DT], requirements: Any = None, *, like: Any = None
) -> NDArray[_DT]: ...
@overload
def require(
    a: ArrayLike,
    dtype: builtins.type[builtins.bool],
    requirements: Any = None,
    *,
    like: Any = None,
) -> NDArray[np.bool]: ...
@overload
def require(
    a: ArrayLike,
    dtype: builtins.type[int],
    requirements: Any = None,
    *,
    like: Any = None,
) -> NDArray[np.int64]: ...
@overload
def require(
    a: ArrayLike,
    dtype: builtins.type[float],
    requirements: Any = None,
    *,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def require(
    a: ArrayLike,
    dtype: builtins.type[complex],
    requirements: Any = None,
    *,
    like: Any = None,
) -> NDArray[np.complex128]: ...
@overload
def require(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    requirements: Any = None,
    *,
    like: Any = None,
) -> NDArray[Any]: ...
@overload
def reshape(
    a: _Array[_T],
    /,
    shape: _Shape,
    order: _Order = "C",
    *,
    copy: builtins.bool | None = None,
) -> NDArray[_T]: ...
@overload
def reshape(
    a: ArrayLike,
    /,
    shape: _Shape,
    order: _Order = "C",
    *,
    copy: builtins.bool | None = None,
) -> NDArray[Any]: ...
@overload
def resize(a: _Array[_T], new_shape: _Shape) -> NDArray[_T]: ...
@overload
def resize(a: ArrayLike, new_shape: _Shape) -> NDArray[Any]: ...
def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]: ...

right_shift: _BinaryNumber
rint: _UnaryFloat

@overload
def roll(a: _Array[_T], shift: _Indices, axis: _Axis | None = None) -> NDArray[_T]: ...
@overload
def roll(a: ArrayLike, shift: _Indices, axis: _Axis | None = None) -> NDArray[Any]: ...
@overload
def rollaxis(a: _Array[_T], axis: _Axis, start: SupportsIndex = 0) -> NDArray[_T]: ...
@overload
def rollaxis(a: ArrayLike, axis: _Axis, start: SupportsIndex = 0) -> NDArray[Any]: ...
def roots(p: ArrayLike | poly1d) -> NDArray[Any]: ...
@overload
def rot90(m: _Array[_T], k: SupportsIndex = 1, axes: _Axes = ...) -> NDArray[_T]: ...
@overload
def rot90(m: ArrayLike, k: SupportsIndex = 1, axes: _Axes = ...) -> NDArray[Any]: ...
@overload
def round(
    a: _Array[_NumberT], decimals: SupportsIndex = 0, out: None = None
) -> NDArray[_NumberT]: ...
@overload
def round(
    a: ArrayLike, decimals: SupportsIndex = 0, out: None = None
) -> NDArray[Any]: ...
@overload
def round(a: ArrayLike, decimals: SupportsIndex = 0, *, out: _OutT) -> _OutT: ...
@overload
def round(a: ArrayLike, decimals: SupportsIndex, out: _OutT) -> _OutT: ...
@overload
def row_stack(
    tup: Sequence[_Array[_T]], *, dtype: None = None, casting: _Casting = "same_kind"
) -> NDArray[_T]: ...
@overload
def row_stack(
    tup: ArrayLike, *, dtype: None = None, casting: _Casting = "same_kind"
) -> NDArray[Any]: ...
@overload
def row_stack(
    tup: ArrayLike, *, dtype: _DType[_DT], casting: _Casting = "same_kind"
) -> NDArray[_DT]: ...
@overload
def row_stack(
    tup: ArrayLike,
    *,
    dtype: builtins.type[builtins.bool],
    casting: _Casting = "same_kind",
) -> NDArray[np.bool]: ...
@overload
def row_stack(
    tup: ArrayLike, *, dtype: builtins.type[int], casting: _Casting = "same_kind"
) -> NDArray[np.int64]: ...
@overload
def row_stack(
    tup: ArrayLike, *, dtype: builtins.type[float], casting: _Casting = "same_kind"
) -> NDArray[np.float64]: ...
@overload
def row_stack(
    tup: ArrayLike, *, dtype: builtins.type[complex], casting: _Casting = "same_kind"
) -> NDArray[np.complex128]: ...
@overload
def row_stack(
    tup: ArrayLike, *, dtype: DTypeLike | None = None, casting: _Casting = "same_kind"
) -> NDArray[Any]: ...

rsqrt: _UnaryFloat

def save(file: _File, arr: ArrayLike, allow_pickle: builtins.bool = True) -> None: ...
def savetxt(
    fname: _File,
    X: ArrayLike,
    fmt: str = "%.18e",
    delimiter: str = " ",
    newline: str = "\n",
    header: str = "",
    footer: str = "",
    comments: str = "# ",
    encoding: str | None = None,
) -> None: ...
def savez(
    file: _File, *args: Any, allow_pickle: builtins.bool = True, **kwds: Any
) -> None: ...
def savez_compressed(
    file: _File, *args: Any, allow_pickle: builtins.bool = True, **kwds: Any
) -> None: ...

sctypeDict: Any

def searchsorted(
    a: ArrayLike, v: ArrayLike, side: str = "left", sorter: ArrayLike | None = None
) -> NDArray[np.int64]: ...
def select(
    condlist: ArrayLike, choicelist: ArrayLike, default: Any = 0
) -> NDArray[Any]: ...
def set_default_device(device: _DeviceLike) -> None: ...
@overload
def setdiff1d(
    ar1: _Array[_T], ar2: ArrayLike, assume_unique: builtins.bool = False
) -> NDArray[_T]: ...
@overload
def setdiff1d(
    ar1: ArrayLike, ar2: ArrayLike, assume_unique: builtins.bool = False
) -> NDArray[Any]: ...
def setxor1d(
    ar1: ArrayLike, ar2: ArrayLike, assume_unique: builtins.bool = False
) -> NDArray[Any]: ...
def shape(a: ArrayLike) -> tuple[int, ...]: ...
def shares_memory(
    a: ArrayLike, b: ArrayLike, /, max_work: int = -1
) -> builtins.bool: ...
def show_config(mode: str | None = None) -> Any: ...
def show_runtime() -> None: ...

sign: _UnaryNumber
signbit: _UnaryBool
sin: _UnaryFloat

def sinc(x: ArrayLike) -> NDArray[Any]: ...

sinh: _UnaryFloat

def size(a: ArrayLike, axis: _Axis | None = None) -> int: ...
@overload
def sort(
    a: _Array[_T],
    axis: _Axis = -1,
    kind: str | None = None,
    order: _Order | None = None,
    *,
    stable: builtins.bool | None = None,
    descending: builtins.bool = ...,
) -> NDArray[_T]: ...
@overload
def sort(
    a: ArrayLike,
    axis: _Axis = -1,
    kind: str | None = None,
    order: _Order | None = None,
    *,
    stable: builtins.bool | None = None,
    descending: builtins.bool = ...,
) -> NDArray[Any]: ...
def sort_complex(a: ArrayLike) -> NDArray[Any]: ...

spacing: _UnaryFloat

@overload
def split(
    ary: _Array[_T], indices_or_sections: _Indices, axis: _Axis = 0
) -> list[NDArray[_T]]: ...
@overload
def split(
    ary: ArrayLike, indices_or_sections: _Indices, axis: _Axis = 0
) -> list[NDArray[Any]]: ...

sqrt: _UnaryFloat
square: _UnaryNumber

@overload
def squeeze(a: _Array[_T], axis: _Axis | None = None) -> NDArray[_T]: ...
@overload
def squeeze(a: ArrayLike, axis: _Axis | None = None) -> NDArray[Any]: ...
@overload
def stack(
    arrays: Sequence[_Array[_T]],
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: None = None,
    casting: _Casting = "same_kind",
) -> NDArray[_T]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: None = None,
    casting: _Casting = "same_kind",
) -> NDArray[Any]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: _DType[_DT],
    casting: _Casting = "same_kind",
) -> NDArray[_DT]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[builtins.bool],
    casting: _Casting = "same_kind",
) -> NDArray[np.bool]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[int],
    casting: _Casting = "same_kind",
) -> NDArray[np.int64]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[float],
    casting: _Casting = "same_kind",
) -> NDArray[np.float64]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: builtins.type[complex],
    casting: _Casting = "same_kind",
) -> NDArray[np.complex128]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    out: None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> NDArray[Any]: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis = 0,
    *,
    out: _OutT,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> _OutT: ...
@overload
def stack(
    arrays: ArrayLike,
    axis: _Axis,
    out: _OutT,
    *,
    dtype: DTypeLike | None = None,
    casting: _Casting = "same_kind",
) -> _OutT: ...
@overload
def std(
    a: _Array[_FloatingT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_FloatingT]: ...
@overload
def std(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[np.float64]: ...
@overload
def std(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def std(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def std(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def std(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def std(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...
@overload
def std(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...

subtract: _BinaryNumber

@overload
def sum(
    a: _Array[_InexactT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_InexactT]: ...
@overload
def sum(
    a: _Array[np.signedinteger | np.bool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.int64]: ...
@overload
def sum(
    a: _Array[np.unsignedinteger],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[np.uint64]: ...
@overload
def sum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def sum(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def sum(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[_DT]: ...
@overload
def sum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> NDArray[Any]: ...
@overload
def sum(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def sum(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    keepdims: builtins.bool = ...,
    initial: Any = ...,
    where: Any = ...,
) -> _OutT: ...
@overload
def swapaxes(
    a: _Array[_T], axis1: SupportsIndex, axis2: SupportsIndex
) -> NDArray[_T]: ...
@overload
def swapaxes(
    a: ArrayLike, axis1: SupportsIndex, axis2: SupportsIndex
) -> NDArray[Any]: ...
@overload
def take(
    a: _Array[_T],
    indices: _Indices,
    axis: _Axis | None = None,
    out: None = None,
    mode: _IndexMode = "raise",
) -> NDArray[_T]: ...
@overload
def take(
    a: ArrayLike,
    indices: _Indices,
    axis: _Axis | None = None,
    out: None = None,
    mode: _IndexMode = "raise",
) -> NDArray[Any]: ...
@overload
def take(
    a: ArrayLike,
    indices: _Indices,
    axis: _Axis | None = None,
    *,
    out: _OutT,
    mode: _IndexMode = "raise",
) -> _OutT: ...
@overload
def take(
    a: ArrayLike,
    indices: _Indices,
    axis: _Axis | None,
    out: _OutT,
    mode: _IndexMode = "raise",
) -> _OutT: ...
@overload
def take_along_axis(
    arr: _Array[_T], indices: _Indices, axis: _Axis = -1
) -> NDArray[_T]: ...
@overload
def take_along_axis(
    arr: ArrayLike, indices: _Indices, axis: _Axis = -1
) -> NDArray[Any]: ...

tan: _UnaryFloat
tanh: _UnaryFloat

def tensordot(a: ArrayLike, b: ArrayLike, axes: _Axes = 2) -> NDArray[Any]: ...
@overload
def tile(A: _Array[_T], reps: _Shape) -> NDArray[_T]: ...
@overload
def tile(A: ArrayLike, reps: _Shape) -> NDArray[Any]: ...
@overload
def top_k(
    a: _Array[_T],
    k: SupportsIndex,
    /,
    *,
    axis: _Axis = -1,
    largest: builtins.bool = True,
    sorted: builtins.bool = True,
) -> tuple[NDArray[_T], NDArray[np.int64]]: ...
@overload
def top_k(
    a: ArrayLike,
    k: SupportsIndex,
    /,
    *,
    axis: _Axis = -1,
    largest: builtins.bool = True,
    sorted: builtins.bool = True,
) -> tuple[NDArray[Any], NDArray[np.int64]]: ...
@overload
def trace(
    a: _Array[_InexactT],
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: None = None,
    out: None = None,
) -> NDArray[_InexactT]: ...
@overload
def trace(
    a: _Array[np.signedinteger | np.bool],
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.int64]: ...
@overload
def trace(
    a: _Array[np.unsignedinteger],
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: None = None,
    out: None = None,
) -> NDArray[np.uint64]: ...
@overload
def trace(
    a: ArrayLike,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def trace(
    a: ArrayLike,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    *,
    dtype: _DType[_DT],
    out: None = None,
) -> NDArray[_DT]: ...
@overload
def trace(
    a: ArrayLike,
    offset: SupportsIndex,
    axis1: SupportsIndex,
    axis2: SupportsIndex,
    dtype: _DType[_DT],
    out: None = None,
) -> NDArray[_DT]: ...
@overload
def trace(
    a: ArrayLike,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: DTypeLike | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def trace(
    a: ArrayLike,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def trace(
    a: ArrayLike,
    offset: SupportsIndex,
    axis1: SupportsIndex,
    axis2: SupportsIndex,
    dtype: DTypeLike | None,
    out: _OutT,
) -> _OutT: ...
@overload
def transpose(a: _Array[_T], axes: _Axes | None = None) -> NDArray[_T]: ...
@overload
def transpose(a: ArrayLike, axes: _Axes | None = None) -> NDArray[Any]: ...
def trapezoid(
    y: ArrayLike, x: ArrayLike | None = None, dx: float = 1.0, axis: _Axis = -1
) -> NDArray[Any]: ...
@overload
def tri(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: None = ...,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def tri(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    *,
    dtype: _DType[_DT],
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def tri(
    N: SupportsIndex,
    M: SupportsIndex | None,
    k: SupportsIndex,
    dtype: _DType[_DT],
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def tri(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike = ...,
    *,
    like: Any = None,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def tril(m: _Array[_T], k: SupportsIndex = 0) -> NDArray[_T]: ...
@overload
def tril(m: ArrayLike, k: SupportsIndex = 0) -> NDArray[Any]: ...
def tril_indices(
    n: SupportsIndex,
    k: SupportsIndex = 0,
    m: ArrayLike | None = None,
    *,
    device: _DeviceLike | None = None,
) -> tuple[NDArray[np.int64], ...]: ...
def tril_indices_from(
    arr: ArrayLike, k: SupportsIndex = 0
) -> tuple[NDArray[np.int64], ...]: ...
@overload
def trim_zeros(
    filt: _Array[_T], trim: str = "fb", axis: _Axis | None = None
) -> NDArray[_T]: ...
@overload
def trim_zeros(
    filt: ArrayLike, trim: str = "fb", axis: _Axis | None = None
) -> NDArray[Any]: ...
@overload
def triu(m: _Array[_T], k: SupportsIndex = 0) -> NDArray[_T]: ...
@overload
def triu(m: ArrayLike, k: SupportsIndex = 0) -> NDArray[Any]: ...
def triu_indices(
    n: SupportsIndex,
    k: SupportsIndex = 0,
    m: ArrayLike | None = None,
    *,
    device: _DeviceLike | None = None,
) -> tuple[NDArray[np.int64], ...]: ...
def triu_indices_from(
    arr: ArrayLike, k: SupportsIndex = 0
) -> tuple[NDArray[np.int64], ...]: ...

true_divide: _BinaryFloat
trunc: _UnarySame
typecodes: Any

def union1d(ar1: ArrayLike, ar2: ArrayLike) -> NDArray[Any]: ...
def unique_all(x: ArrayLike) -> _UniqueAll: ...
def unique_counts(x: ArrayLike) -> _UniqueCounts: ...
def unique_inverse(x: ArrayLike) -> _UniqueInverse: ...
@overload
def unique_values(x: _Array[_T]) -> NDArray[_T]: ...
@overload
def unique_values(x: ArrayLike) -> NDArray[Any]: ...
def unpackbits(
    a: ArrayLike,
    /,
    axis: _Axis | None = None,
    count: SupportsIndex | None = None,
    bitorder: str = "big",
) -> NDArray[np.uint8]: ...
def unravel_index(
    indices: _Indices, shape: _Shape, order: _Order = "C"
) -> tuple[NDArray[np.int64], ...]: ...
@overload
def unstack(x: _Array[_T], /, *, axis: _Axis = 0) -> tuple[NDArray[_T], ...]: ...
@overload
def unstack(x: ArrayLike, /, *, axis: _Axis = 0) -> tuple[NDArray[Any], ...]: ...
def unwrap(
    p: ArrayLike,
    discont: float | None = None,
    axis: _Axis = -1,
    *,
    period: float = 6.283185307179586,
) -> NDArray[Any]: ...
def vander(
    x: ArrayLike, N: SupportsIndex | None = None, increasing: builtins.bool = False
) -> NDArray[Any]: ...
@overload
def var(
    a: _Array[_FloatingT],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_FloatingT]: ...
@overload
def var(
    a: _Array[_IntegerOrBool],
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[np.float64]: ...
@overload
def var(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def var(
    a: ArrayLike,
    axis: _Axis | None = None,
    *,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def var(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: _DType[_DT],
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[_DT]: ...
@overload
def var(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> NDArray[Any]: ...
@overload
def var(
    a: ArrayLike,
    axis: _Axis | None = None,
    dtype: DTypeLike | None = None,
    *,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...
@overload
def var(
    a: ArrayLike,
    axis: _Axis | None,
    dtype: DTypeLike | None,
    out: _OutT,
    ddof: float = 0,
    keepdims: builtins.bool = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: float = ...,
) -> _OutT: ...
def vdot(a: ArrayLike, b: ArrayLike, /) -> NDArray[Any]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[Any]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: _DType[_DT],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[_DT]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[builtins.bool],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.bool]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[int],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.int64]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[float],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.float64]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[complex],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.complex128]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[Any]: ...
@overload
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: _OutT,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> _OutT: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[Any]: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: _DType[_DT],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[_DT]: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[builtins.bool],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.bool]: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[int],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.int64]: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[float],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.float64]: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: builtins.type[complex],
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[np.complex128]: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: None = None,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> NDArray[Any]: ...
@overload
def vecmat(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: _OutT,
    *,
    casting: _Casting = "same_kind",
    order: _Order = "K",
    dtype: DTypeLike | None = None,
    subok: builtins.bool = True,
    axes: _Axes | None = None,
    axis: _Axis | None = None,
    keepdims: builtins.bool | None = None,
    signature: Any = ...,
    sig: Any = ...,
) -> _OutT: ...
@overload
def vsplit(ary: _Array[_T], indices_or_sections: _Indices) -> list[NDArray[_T]]: ...
@overload
def vsplit(ary: ArrayLike, indices_or_sections: _Indices) -> list[NDArray[Any]]: ...
@overload
def vstack(
    tup: Sequence[_Array[_T]], *, dtype: None = None, casting: _Casting = "same_kind"
) -> NDArray[_T]: ...
@overload
def vstack(
    tup: ArrayLike, *, dtype: None = None, casting: _Casting = "same_kind"
) -> NDArray[Any]: ...
@overload
def vstack(
    tup: ArrayLike, *, dtype: _DType[_DT], casting: _Casting = "same_kind"
) -> NDArray[_DT]: ...
@overload
def vstack(
    tup: ArrayLike,
    *,
    dtype: builtins.type[builtins.bool],
    casting: _Casting = "same_kind",
) -> NDArray[np.bool]: ...
@overload
def vstack(
    tup: ArrayLike, *, dtype: builtins.type[int], casting: _Casting = "same_kind"
) -> NDArray[np.int64]: ...
@overload
def vstack(
    tup: ArrayLike, *, dtype: builtins.type[float], casting: _Casting = "same_kind"
) -> NDArray[np.float64]: ...
@overload
def vstack(
    tup: ArrayLike, *, dtype: builtins.type[complex], casting: _Casting = "same_kind"
) -> NDArray[np.complex128]: ...
@overload
def vstack(
    tup: ArrayLike, *, dtype: DTypeLike | None = None, casting: _Casting = "same_kind"
) -> NDArray[Any]: ...
@overload
def zeros(
    shape: _Shape,
    dtype: None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def zeros(
    shape: _Shape,
    dtype: _DType[_DT],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[_DT]: ...
@overload
def zeros(
    shape: _Shape,
    dtype: builtins.type[builtins.bool],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.bool]: ...
@overload
def zeros(
    shape: _Shape,
    dtype: builtins.type[int],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.int64]: ...
@overload
def zeros(
    shape: _Shape,
    dtype: builtins.type[float],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.float64]: ...
@overload
def zeros(
    shape: _Shape,
    dtype: builtins.type[complex],
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[np.complex128]: ...
@overload
def zeros(
    shape: _Shape,
    dtype: DTypeLike | None = None,
    order: _Order = "C",
    *,
    device: _DeviceLike | None = None,
    like: Any = None,
) -> NDArray[Any]: ...
@overload
def zeros_like(
    a: _Array[_T],
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_T]: ...
@overload
def zeros_like(
    a: ArrayLike,
    dtype: None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...
@overload
def zeros_like(
    a: ArrayLike,
    dtype: _DType[_DT],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[_DT]: ...
@overload
def zeros_like(
    a: ArrayLike,
    dtype: builtins.type[builtins.bool],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.bool]: ...
@overload
def zeros_like(
    a: ArrayLike,
    dtype: builtins.type[int],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.int64]: ...
@overload
def zeros_like(
    a: ArrayLike,
    dtype: builtins.type[float],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.float64]: ...
@overload
def zeros_like(
    a: ArrayLike,
    dtype: builtins.type[complex],
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[np.complex128]: ...
@overload
def zeros_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order = "K",
    subok: builtins.bool = True,
    shape: _Shape | None = None,
    *,
    device: _DeviceLike | None = None,
) -> NDArray[Any]: ...

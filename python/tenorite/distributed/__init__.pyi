# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Self, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from tenorite import Device
from tenorite.typing import (
    NDArray,
    _AnyStream,
    _Axes,
    _Axis,
    _Casting,
    _DeviceLike,
    _Indices,
    _Order,
    _OutT,
    _Shape,
)

__all__ = [
    "Communicator",
    "CommunicatorError",
    "Mesh",
    "Replicated",
    "Split",
    "SplitArray",
    "gathers",
    "ready",
    "run_on_dask",
    "using",
]

class Communicator:
    device: Device
    devices: list[Device]
    rank: int
    ranks: list[int]
    size: int
    takes_lists: builtins.bool
    timeout: float
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc_info: object) -> None: ...
    def __init__(
        self,
        device: _DeviceLike | None = None,
        *,
        devices: Sequence[_DeviceLike] | None = None,
        rank: int | None = None,
        size: int | None = None,
        address: str | None = None,
        timeout: float = 300.0,
        in_rank_order: builtins.bool = True,
    ) -> None: ...
    def abort(self, reason: str = "it was told to") -> None: ...
    def all_gather(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def all_reduce(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        op: str = "sum",
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def all_to_all(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def barrier(self) -> None: ...
    def broadcast(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        root: int = 0,
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def close(self) -> None: ...
    def gather(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        root: int = 0,
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def group(self) -> AbstractContextManager[None]: ...
    @classmethod
    def of_threads(
        cls,
        devices: int | Sequence[_DeviceLike],
        *,
        timeout: float = 300.0,
        in_rank_order: builtins.bool = True,
    ) -> list[Callable[[], Communicator]]: ...
    def recv(
        self, out: NDArray[Any], source: int, *, rank: int | None = None
    ) -> NDArray[Any]: ...
    def reduce(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        op: str = "sum",
        root: int = 0,
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def reduce_scatter(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        op: str = "sum",
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def scatter(
        self,
        x: ArrayLike | Sequence[ArrayLike | None] | None,
        root: int = 0,
        *,
        out: NDArray[Any] | Sequence[NDArray[Any] | None] | None = None,
    ) -> Any: ...
    def send(self, x: ArrayLike, to: int, *, rank: int | None = None) -> None: ...
    def split(
        self, color: int | Sequence[int | None] | None, key: int | Sequence[int] = 0
    ) -> Any: ...

class CommunicatorError(RuntimeError): ...

class Mesh:
    communicator: Communicator | None
    devices: list[Device]
    local: list[int]
    size: int
    type: str
    def __init__(
        self, devices: Communicator | Sequence[_DeviceLike] | None | None = None
    ) -> None: ...

class Replicated:
    def __eq__(self, other: object) -> builtins.bool: ...
    def __init__(self, mesh: Mesh) -> None: ...
    mesh: Mesh

class Split:
    def __eq__(self, other: object) -> builtins.bool: ...
    def __init__(self, mesh: Mesh, axis: int = 0) -> None: ...
    axis: int
    mesh: Mesh

class SplitArray:
    @property
    def T(self) -> SplitArray: ...
    def __abs__(self) -> SplitArray: ...
    def __add__(self, other: object) -> SplitArray: ...
    def __and__(self, other: object) -> SplitArray: ...
    def __array__(
        self, dtype: DTypeLike | None = None, copy: builtins.bool | None | None = None
    ) -> np.ndarray[Any, Any]: ...
    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any: ...
    def __bool__(self) -> builtins.bool: ...
    def __complex__(self) -> complex: ...
    def __contains__(self, x: ArrayLike) -> builtins.bool: ...
    def __cupy_get_ndarray__(self) -> NDArray[Any]: ...
    def __cupy_override_elementwise_kernel__(
        self, kernel: Any, *args: Any, **keywords: Any
    ) -> SplitArray: ...
    @overload
    def __cupy_override_reduction_kernel__(
        self,
        kernel: Any,
        *args: Any,
        axis: _Axis | None = None,
        out: None = None,
        keepdims: builtins.bool = False,
        **keywords: Any,
    ) -> SplitArray: ...
    @overload
    def __cupy_override_reduction_kernel__(
        self,
        kernel: Any,
        *args: Any,
        axis: _Axis | None = None,
        out: _OutT,
        keepdims: builtins.bool = False,
        **keywords: Any,
    ) -> _OutT: ...
    def __divmod__(self, other: object) -> tuple[SplitArray, SplitArray]: ...
    def __eq__(self, other: object) -> SplitArray: ...  # type: ignore[override]
    def __float__(self) -> float: ...
    def __floordiv__(self, other: object) -> SplitArray: ...
    def __ge__(self, other: object) -> SplitArray: ...
    def __getitem__(self, key: Any) -> SplitArray: ...
    def __gt__(self, other: object) -> SplitArray: ...
    def __iadd__(self, other: object) -> SplitArray: ...
    def __iand__(self, other: object) -> SplitArray: ...
    def __ifloordiv__(self, other: object) -> SplitArray: ...
    def __ilshift__(self, other: object) -> SplitArray: ...
    def __imatmul__(self, other: object) -> SplitArray: ...
    def __imod__(self, other: object) -> SplitArray: ...
    def __imul__(self, other: object) -> SplitArray: ...
    def __index__(self) -> int: ...
    def __int__(self) -> int: ...
    def __invert__(self) -> SplitArray: ...
    def __ior__(self, other: object) -> SplitArray: ...
    def __ipow__(self, other: object) -> SplitArray: ...
    def __irshift__(self, other: object) -> SplitArray: ...
    def __isub__(self, other: object) -> SplitArray: ...
    def __iter__(self) -> Iterator[SplitArray]: ...
    def __itruediv__(self, other: object) -> SplitArray: ...
    def __ixor__(self, other: object) -> SplitArray: ...
    def __le__(self, other: object) -> SplitArray: ...
    def __len__(self) -> int: ...
    def __lshift__(self, other: object) -> SplitArray: ...
    def __lt__(self, other: object) -> SplitArray: ...
    def __matmul__(self, other: object) -> SplitArray: ...
    def __mod__(self, other: object) -> SplitArray: ...
    def __mul__(self, other: object) -> SplitArray: ...
    def __ne__(self, other: object) -> SplitArray: ...  # type: ignore[override]
    def __neg__(self) -> SplitArray: ...
    def __or__(self, other: object) -> SplitArray: ...
    def __pos__(self) -> SplitArray: ...
    def __pow__(self, other: object) -> SplitArray: ...
    def __radd__(self, other: object) -> SplitArray: ...
    def __rand__(self, other: object) -> SplitArray: ...
    def __rdivmod__(self, other: object) -> tuple[SplitArray, SplitArray]: ...
    def __rfloordiv__(self, other: object) -> SplitArray: ...
    def __rlshift__(self, other: object) -> SplitArray: ...
    def __rmatmul__(self, other: object) -> SplitArray: ...
    def __rmod__(self, other: object) -> SplitArray: ...
    def __rmul__(self, other: object) -> SplitArray: ...
    def __ror__(self, other: object) -> SplitArray: ...
    def __rpow__(self, other: object) -> SplitArray: ...
    def __rrshift__(self, other: object) -> SplitArray: ...
    def __rshift__(self, other: object) -> SplitArray: ...
    def __rsub__(self, other: object) -> SplitArray: ...
    def __rtruediv__(self, other: object) -> SplitArray: ...
    def __rxor__(self, other: object) -> SplitArray: ...
    def __setitem__(self, key: Any, value: ArrayLike) -> None: ...
    def __sub__(self, other: object) -> SplitArray: ...
    def __truediv__(self, other: object) -> SplitArray: ...
    def __xor__(self, other: object) -> SplitArray: ...
    @overload
    def all(
        self,
        /,
        axis: _Axis | None = None,
        out: None = None,
        keepdims: builtins.bool = False,
        *,
        where: Any = True,
    ) -> SplitArray: ...
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
    ) -> SplitArray: ...
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
    ) -> SplitArray: ...
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
    ) -> SplitArray: ...
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
    def argsort(
        self,
        /,
        axis: _Axis = -1,
        kind: str | None = None,
        order: _Order | None = None,
        *,
        stable: builtins.bool | None = None,
        descending: builtins.bool | None = None,
    ) -> SplitArray: ...
    def astype(
        self,
        /,
        dtype: DTypeLike,
        order: _Order = "K",
        casting: _Casting = "unsafe",
        subok: builtins.bool = True,
        copy: builtins.bool = True,
    ) -> SplitArray: ...
    @overload
    def clip(
        self, /, min: Any = None, max: Any = None, out: None = None, **kwargs: Any
    ) -> SplitArray: ...
    @overload
    def clip(
        self, /, min: Any = None, max: Any = None, *, out: _OutT, **kwargs: Any
    ) -> _OutT: ...
    @overload
    def clip(self, /, min: Any, max: Any, out: _OutT, **kwargs: Any) -> _OutT: ...
    def conj(self, /) -> SplitArray: ...
    def conjugate(self, /) -> SplitArray: ...
    def copy(self, /, order: _Order = "C") -> SplitArray: ...
    @overload
    def cumprod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
    ) -> SplitArray: ...
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
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
    ) -> SplitArray: ...
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
    def device(self) -> Split | Replicated: ...
    @overload
    def dot(self, other: object, /, out: None = None) -> SplitArray: ...
    @overload
    def dot(self, other: object, /, out: _OutT) -> _OutT: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    def fill(self, /, value: ArrayLike) -> None: ...
    def flatten(self, /, order: _Order = "C") -> SplitArray: ...
    @overload
    def get(
        self, order: _Order = "C", out: None = None, blocking: builtins.bool = True
    ) -> np.ndarray[Any, Any]: ...
    @overload
    def get(
        self, order: _Order = "C", *, out: _OutT, blocking: builtins.bool = True
    ) -> _OutT: ...
    @overload
    def get(
        self, order: _Order, out: _OutT, blocking: builtins.bool = True
    ) -> _OutT: ...
    @property
    def imag(self) -> SplitArray: ...
    @imag.setter
    def imag(self, value: SplitArray) -> None: ...
    def item(self, /, *args: Any) -> Any: ...
    @property
    def itemsize(self) -> int: ...
    def local(self, shard: int) -> NDArray[Any]: ...
    @property
    def mT(self) -> SplitArray: ...
    @overload
    def max(
        self, /, axis: _Axis | None = None, out: None = None, **kwargs: Any
    ) -> SplitArray: ...
    @overload
    def max(
        self, /, axis: _Axis | None = None, *, out: _OutT, **kwargs: Any
    ) -> _OutT: ...
    @overload
    def max(self, /, axis: _Axis | None, out: _OutT, **kwargs: Any) -> _OutT: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        **kwargs: Any,
    ) -> SplitArray: ...
    @overload
    def mean(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        **kwargs: Any,
    ) -> _OutT: ...
    @overload
    def mean(
        self, /, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT, **kwargs: Any
    ) -> _OutT: ...
    @property
    def mesh(self) -> Mesh: ...
    @overload
    def min(
        self, /, axis: _Axis | None = None, out: None = None, **kwargs: Any
    ) -> SplitArray: ...
    @overload
    def min(
        self, /, axis: _Axis | None = None, *, out: _OutT, **kwargs: Any
    ) -> _OutT: ...
    @overload
    def min(self, /, axis: _Axis | None, out: _OutT, **kwargs: Any) -> _OutT: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def ndim(self) -> int: ...
    def nonzero(self, /) -> tuple[SplitArray, ...]: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        **kwargs: Any,
    ) -> SplitArray: ...
    @overload
    def prod(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        **kwargs: Any,
    ) -> _OutT: ...
    @overload
    def prod(
        self, /, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT, **kwargs: Any
    ) -> _OutT: ...
    def ravel(self, /, order: _Order = "C") -> SplitArray: ...
    @property
    def real(self) -> SplitArray: ...
    @real.setter
    def real(self, value: SplitArray) -> None: ...
    def repeat(self, repeats: _Indices, /, axis: _Axis | None = None) -> SplitArray: ...
    def reshape(
        self, /, *shape: _Shape, order: _Order = "C", copy: builtins.bool | None = None
    ) -> SplitArray: ...
    @overload
    def round(self, /, decimals: SupportsIndex = 0, out: None = None) -> SplitArray: ...
    @overload
    def round(self, /, decimals: SupportsIndex = 0, *, out: _OutT) -> _OutT: ...
    @overload
    def round(self, /, decimals: SupportsIndex, out: _OutT) -> _OutT: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
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
    def squeeze(self, /, axis: _Axis | None = None) -> SplitArray: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        ddof: float = 0,
        **kwargs: Any,
    ) -> SplitArray: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        ddof: float = 0,
        **kwargs: Any,
    ) -> _OutT: ...
    @overload
    def std(
        self,
        /,
        axis: _Axis | None,
        dtype: DTypeLike | None,
        out: _OutT,
        ddof: float = 0,
        **kwargs: Any,
    ) -> _OutT: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        **kwargs: Any,
    ) -> SplitArray: ...
    @overload
    def sum(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        **kwargs: Any,
    ) -> _OutT: ...
    @overload
    def sum(
        self, /, axis: _Axis | None, dtype: DTypeLike | None, out: _OutT, **kwargs: Any
    ) -> _OutT: ...
    def swapaxes(self, axis1: SupportsIndex, axis2: SupportsIndex, /) -> SplitArray: ...
    def to_device(
        self, device: _DeviceLike, /, *, stream: _AnyStream | None = None
    ) -> SplitArray: ...
    def tolist(self, /) -> Any: ...
    def transpose(self, /, *axes: _Axes) -> SplitArray: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        ddof: float = 0,
        **kwargs: Any,
    ) -> SplitArray: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None = None,
        dtype: DTypeLike | None = None,
        *,
        out: _OutT,
        ddof: float = 0,
        **kwargs: Any,
    ) -> _OutT: ...
    @overload
    def var(
        self,
        /,
        axis: _Axis | None,
        dtype: DTypeLike | None,
        out: _OutT,
        ddof: float = 0,
        **kwargs: Any,
    ) -> _OutT: ...
    def view(self, /, *args: Any, **kwargs: Any) -> SplitArray: ...

def gathers() -> list[Any]: ...
def ready(*arrays: ArrayLike) -> Any: ...
def run_on_dask(
    client: Any,
    function: Callable[..., Any],
    *args: Any,
    timeout: float = 300.0,
    **keywords: Any,
) -> list[Any]: ...
def using(mesh: Mesh, above: int | str = "64MiB") -> AbstractContextManager[Mesh]: ...

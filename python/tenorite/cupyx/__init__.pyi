# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Self, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from tenorite import rsqrt as rsqrt
from tenorite import scipy as scipy
from tenorite.cupyx import jit as jit
from tenorite.cupyx import profiler as profiler
from tenorite.cupyx import signal as signal
from tenorite.typing import (
    _Axes,
    _Axis,
    _Casting,
    _Order,
    _OutT,
    _Shape,
)

__all__ = [
    "DeviceSynchronized",
    "GeneralizedUFunc",
    "allow_synchronize",
    "empty_like_pinned",
    "empty_pinned",
    "errstate",
    "get_runtime_info",
    "geterr",
    "jit",
    "profiler",
    "rsqrt",
    "scatter_add",
    "scatter_max",
    "scatter_min",
    "scipy",
    "seterr",
    "signal",
    "zeros_like_pinned",
    "zeros_pinned",
]

class DeviceSynchronized(RuntimeError): ...

class GeneralizedUFunc:
    @overload
    def __call__(
        self,
        *args: Any,
        out: None = None,
        axes: _Axes | None = None,
        axis: _Axis | None = None,
        keepdims: builtins.bool = False,
        casting: _Casting = "same_kind",
        dtype: DTypeLike | None = None,
        order: _Order = "K",
    ) -> Any: ...
    @overload
    def __call__(
        self,
        *args: Any,
        out: _OutT,
        axes: _Axes | None = None,
        axis: _Axis | None = None,
        keepdims: builtins.bool = False,
        casting: _Casting = "same_kind",
        dtype: DTypeLike | None = None,
        order: _Order = "K",
    ) -> _OutT: ...
    def __init__(
        self,
        func: Callable[..., Any],
        signature: Any,
        supports_batched: builtins.bool = False,
        supports_out: builtins.bool = False,
        signatures: Any = ...,
        name: str = "",
        doc: str = "",
    ) -> None: ...
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def signature(self) -> str: ...
    @property
    def types(self) -> list[str]: ...

def allow_synchronize(allow: builtins.bool) -> AbstractContextManager[None]: ...
def empty_like_pinned(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order = "K",
    subok: builtins.bool | None = None,
    shape: _Shape | None = None,
) -> np.ndarray: ...
def empty_pinned(
    shape: _Shape, dtype: DTypeLike = ..., order: _Order = "C"
) -> np.ndarray: ...

class errstate:
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc_info: object) -> None: ...
    def __init__(
        self,
        *,
        divide: Any = None,
        over: Any = None,
        under: Any = None,
        invalid: Any = None,
        linalg: str | None = None,
        fallback_mode: Any = None,
    ) -> None: ...

def get_runtime_info(*, full: builtins.bool = True) -> Any: ...
def geterr() -> dict[str, Any]: ...
def scatter_add(a: ArrayLike, slices: Any, value: ArrayLike) -> None: ...
def scatter_max(a: ArrayLike, slices: Any, value: ArrayLike) -> None: ...
def scatter_min(a: ArrayLike, slices: Any, value: ArrayLike) -> None: ...
def seterr(
    *,
    divide: Any = None,
    over: Any = None,
    under: Any = None,
    invalid: Any = None,
    linalg: str | None = None,
    fallback_mode: Any = None,
) -> dict[str, Any]: ...
def zeros_like_pinned(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: _Order = "K",
    subok: builtins.bool | None = None,
    shape: _Shape | None = None,
) -> np.ndarray: ...
def zeros_pinned(
    shape: _Shape, dtype: DTypeLike = ..., order: _Order = "C"
) -> np.ndarray: ...

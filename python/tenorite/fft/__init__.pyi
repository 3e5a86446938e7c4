# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from tenorite.fft import config as config
from tenorite.fft import plans as plans
from tenorite.typing import (
    _DT,
    _T,
    NDArray,
    _Array,
    _Axes,
    _Axis,
    _DeviceLike,
    _DType,
    _Norm,
    _OutT,
    _Shape,
)

__all__ = [
    "config",
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "plans",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]

@overload
def fft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def fft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def fft(
    a: ArrayLike, n: SupportsIndex | None, axis: _Axis, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def fft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def fft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def fft2(
    a: ArrayLike, s: _Shape | None, axes: _Axes, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: None = None,
) -> NDArray[np.float64]: ...
@overload
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def fftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def fftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def fftn(
    a: ArrayLike, s: _Shape | None, axes: _Axes | None, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def fftshift(x: _Array[_T], axes: _Axes | None = None) -> NDArray[_T]: ...
@overload
def fftshift(x: ArrayLike, axes: _Axes | None = None) -> NDArray[Any]: ...
@overload
def hfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def hfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def hfft(
    a: ArrayLike, n: SupportsIndex | None, axis: _Axis, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def ifft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def ifft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def ifft(
    a: ArrayLike, n: SupportsIndex | None, axis: _Axis, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def ifft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def ifft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def ifft2(
    a: ArrayLike, s: _Shape | None, axes: _Axes, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def ifftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def ifftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def ifftn(
    a: ArrayLike, s: _Shape | None, axes: _Axes | None, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def ifftshift(x: _Array[_T], axes: _Axes | None = None) -> NDArray[_T]: ...
@overload
def ifftshift(x: ArrayLike, axes: _Axes | None = None) -> NDArray[Any]: ...
@overload
def ihfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def ihfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def ihfft(
    a: ArrayLike, n: SupportsIndex | None, axis: _Axis, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def irfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def irfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def irfft(
    a: ArrayLike, n: SupportsIndex | None, axis: _Axis, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def irfft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def irfft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def irfft2(
    a: ArrayLike, s: _Shape | None, axes: _Axes, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def irfftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def irfftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def irfftn(
    a: ArrayLike, s: _Shape | None, axes: _Axes | None, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def rfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def rfft(
    a: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def rfft(
    a: ArrayLike, n: SupportsIndex | None, axis: _Axis, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def rfft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def rfft2(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def rfft2(
    a: ArrayLike, s: _Shape | None, axes: _Axes, norm: _Norm | None, out: _OutT
) -> _OutT: ...
@overload
def rfftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: None = None,
) -> NDArray[np.float64]: ...
@overload
def rfftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: _DType[_DT],
) -> NDArray[_DT]: ...
@overload
def rfftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[builtins.bool],
) -> NDArray[np.bool]: ...
@overload
def rfftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[int],
) -> NDArray[np.int64]: ...
@overload
def rfftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[float],
) -> NDArray[np.float64]: ...
@overload
def rfftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: builtins.type[complex],
) -> NDArray[np.complex128]: ...
@overload
def rfftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: _DeviceLike | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> NDArray[Any]: ...
@overload
def rfftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    out: None = None,
) -> NDArray[Any]: ...
@overload
def rfftn(
    a: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    *,
    out: _OutT,
) -> _OutT: ...
@overload
def rfftn(
    a: ArrayLike, s: _Shape | None, axes: _Axes | None, norm: _Norm | None, out: _OutT
) -> _OutT: ...

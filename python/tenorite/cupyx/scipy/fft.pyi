# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, SupportsIndex

from numpy.typing import ArrayLike

from tenorite.fft import fftfreq as fftfreq
from tenorite.fft import fftshift as fftshift
from tenorite.fft import ifftshift as ifftshift
from tenorite.fft import rfftfreq as rfftfreq
from tenorite.fft.plans import get_fft_plan as get_fft_plan
from tenorite.typing import (
    NDArray,
    _Axes,
    _Axis,
    _Norm,
    _Shape,
)

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "get_fft_plan",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "next_fast_len",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]

def fft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def fft2(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def fftn(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def hfft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def ifft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def ifft2(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def ifftn(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def ihfft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def irfft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def irfft2(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def irfftn(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def next_fast_len(target: str, real: builtins.bool = False) -> int: ...
def rfft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def rfft2(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes = ...,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...
def rfftn(
    x: ArrayLike,
    s: _Shape | None = None,
    axes: _Axes | None = None,
    norm: _Norm | None = None,
    overwrite_x: builtins.bool = False,
    *,
    plan: Any = None,
) -> NDArray[Any]: ...

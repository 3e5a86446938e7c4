# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, SupportsIndex

from numpy.typing import ArrayLike

from tenorite.fft.plans import get_fft_plan as get_fft_plan
from tenorite.typing import (
    NDArray,
    _Axes,
    _Axis,
    _Shape,
)

__all__ = ["fft", "fft2", "fftn", "get_fft_plan", "ifft", "ifft2", "ifftn"]

def fft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    overwrite_x: builtins.bool = False,
    plan: Any = None,
) -> NDArray[Any]: ...
def fft2(
    x: ArrayLike,
    shape: _Shape | None = None,
    axes: _Axes = ...,
    overwrite_x: builtins.bool = False,
    plan: Any = None,
) -> NDArray[Any]: ...
def fftn(
    x: ArrayLike,
    shape: _Shape | None = None,
    axes: _Axes | None = None,
    overwrite_x: builtins.bool = False,
    plan: Any = None,
) -> NDArray[Any]: ...
def ifft(
    x: ArrayLike,
    n: SupportsIndex | None = None,
    axis: _Axis = -1,
    overwrite_x: builtins.bool = False,
    plan: Any = None,
) -> NDArray[Any]: ...
def ifft2(
    x: ArrayLike,
    shape: _Shape | None = None,
    axes: _Axes = ...,
    overwrite_x: builtins.bool = False,
    plan: Any = None,
) -> NDArray[Any]: ...
def ifftn(
    x: ArrayLike,
    shape: _Shape | None = None,
    axes: _Axes | None = None,
    overwrite_x: builtins.bool = False,
    plan: Any = None,
) -> NDArray[Any]: ...

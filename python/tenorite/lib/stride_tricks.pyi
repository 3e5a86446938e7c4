# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, overload

from numpy import broadcast_shapes as broadcast_shapes
from numpy.typing import ArrayLike

from tenorite.typing import (
    _T,
    NDArray,
    _Array,
    _Axis,
    _Shape,
)

__all__ = [
    "as_strided",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "sliding_window_view",
]

@overload
def as_strided(
    x: _Array[_T],
    shape: _Shape | None = None,
    strides: _Shape | None = None,
    subok: builtins.bool = False,
    writeable: builtins.bool = True,
    *,
    check_bounds: builtins.bool | None = None,
) -> NDArray[_T]: ...
@overload
def as_strided(
    x: ArrayLike,
    shape: _Shape | None = None,
    strides: _Shape | None = None,
    subok: builtins.bool = False,
    writeable: builtins.bool = True,
    *,
    check_bounds: builtins.bool | None = None,
) -> NDArray[Any]: ...
def broadcast_arrays(
    *args: Any, subok: builtins.bool = False
) -> tuple[NDArray[Any], ...]: ...
@overload
def broadcast_to(
    array: _Array[_T], shape: _Shape, subok: builtins.bool = False
) -> NDArray[_T]: ...
@overload
def broadcast_to(
    array: ArrayLike, shape: _Shape, subok: builtins.bool = False
) -> NDArray[Any]: ...
@overload
def sliding_window_view(
    x: _Array[_T],
    window_shape: _Shape,
    axis: _Axis | None = None,
    *,
    subok: builtins.bool = False,
    writeable: builtins.bool = False,
) -> NDArray[_T]: ...
@overload
def sliding_window_view(
    x: ArrayLike,
    window_shape: _Shape,
    axis: _Axis | None = None,
    *,
    subok: builtins.bool = False,
    writeable: builtins.bool = False,
) -> NDArray[Any]: ...

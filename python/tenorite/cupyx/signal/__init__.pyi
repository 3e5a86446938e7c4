# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, SupportsIndex

from numpy.typing import ArrayLike

from tenorite.typing import (
    NDArray,
    _Axis,
)

__all__ = [
    "cfar_alpha",
    "convolve1d2o",
    "convolve1d3o",
    "firfilter",
    "firfilter2",
    "firfilter_zi",
    "minimum_phase",
    "pulse_compression",
    "pulse_doppler",
    "real_cepstrum",
]

def cfar_alpha(pfa: Any, N: SupportsIndex) -> Any: ...
def convolve1d2o(
    in1: Any, in2: Any, mode: str = "valid", method: str = "direct"
) -> NDArray[Any]: ...
def convolve1d3o(
    in1: Any, in2: Any, mode: str = "valid", method: str = "direct"
) -> NDArray[Any]: ...
def firfilter(b: ArrayLike, x: ArrayLike, axis: _Axis = -1, zi: Any = None) -> Any: ...
def firfilter2(
    b: ArrayLike,
    x: ArrayLike,
    axis: _Axis = -1,
    padtype: Any = "odd",
    padlen: int | None = None,
    method: str = "pad",
    irlen: int | None = None,
) -> NDArray[Any]: ...
def firfilter_zi(b: ArrayLike) -> NDArray[Any]: ...
def minimum_phase(x: ArrayLike, n: SupportsIndex | None = None) -> NDArray[Any]: ...
def pulse_compression(
    x: ArrayLike,
    template: Any,
    normalize: builtins.bool = False,
    window: Any = None,
    nfft: int | None = None,
) -> NDArray[Any]: ...
def pulse_doppler(
    x: ArrayLike, window: Any = None, nfft: int | None = None
) -> NDArray[Any]: ...
def real_cepstrum(
    x: ArrayLike, n: SupportsIndex | None = None, axis: _Axis = -1
) -> NDArray[Any]: ...

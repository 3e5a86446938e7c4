# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from typing import Any, Self

from numpy.typing import ArrayLike

from tenorite.typing import NDArray, _Axes, _Order, _Shape

__all__ = [
    "CUFFT_C2C",
    "CUFFT_C2R",
    "CUFFT_D2Z",
    "CUFFT_FORWARD",
    "CUFFT_INVERSE",
    "CUFFT_R2C",
    "CUFFT_Z2D",
    "CUFFT_Z2Z",
    "Plan1d",
    "PlanNd",
    "get_fft_plan",
]
CUFFT_C2C: int
CUFFT_C2R: int
CUFFT_D2Z: int
CUFFT_FORWARD: int
CUFFT_INVERSE: int
CUFFT_R2C: int
CUFFT_Z2D: int
CUFFT_Z2Z: int

class Plan1d:
    axes: Any
    batch: Any
    fft_type: Any
    nx: Any
    value_type: Any
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc_info: object) -> None: ...
    def __init__(
        self,
        nx: int,
        fft_type: int,
        batch: int,
        *,
        devices: Any = None,
        out: Any = None,
    ) -> None: ...
    def check(self, a: ArrayLike) -> None: ...
    def fft(self, a: ArrayLike, out: Any, direction: int) -> None: ...
    def get_output_array(self, a: ArrayLike) -> NDArray[Any]: ...

class PlanNd:
    axes: Any
    batch: Any
    fft_type: Any
    last_axis: Any
    last_size: Any
    order: Any
    shape: Any
    value_type: Any
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc_info: object) -> None: ...
    def __init__(
        self,
        shape: _Shape,
        inembed: Any,
        istride: int,
        idist: int,
        onembed: Any,
        ostride: int,
        odist: int,
        fft_type: int,
        batch: int,
        order: _Order,
        last_axis: Any,
        last_size: int,
    ) -> None: ...
    def check(self, a: ArrayLike) -> None: ...
    def fft(self, a: ArrayLike, out: Any, direction: int) -> None: ...
    def get_output_array(self, a: ArrayLike) -> NDArray[Any]: ...

def get_fft_plan(
    a: ArrayLike,
    shape: _Shape | None = None,
    axes: _Axes | None = None,
    value_type: str = "C2C",
) -> Plan1d | PlanNd: ...

# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable, Sequence
from typing import Any, Literal

from tenorite.cupyx.jit import cg as cg

# SPDX-License-Identifier: Apache-2.0
# Kernels are not run by Python: what their names give is of no type of Python's.

class _Dim3:
    x: Any
    y: Any
    z: Any

class _Kernel:
    __name__: str
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __getitem__(
        self, grid_and_block: tuple[int | Sequence[int], int | Sequence[int]]
    ) -> Callable[..., None]: ...
    @property
    def cached_code(self) -> str: ...
    @property
    def cached_codes(self) -> dict[Any, str]: ...

threadIdx: _Dim3
blockIdx: _Dim3
blockDim: _Dim3
gridDim: _Dim3
warpsize: Any

def rawkernel(
    *, mode: Literal["cuda", "numpy"] = "cuda", device: builtins.bool = False
) -> Callable[[Callable[..., Any]], _Kernel]: ...
def grid(ndim: int) -> Any: ...
def gridsize(ndim: int) -> Any: ...
def laneid() -> Any: ...
def syncthreads() -> None: ...
def syncwarp(*, mask: Any = 0xFFFFFFFF) -> None: ...
def shared_memory(
    dtype: Any, size: int | None, alignment: int | None = None
) -> Any: ...
def range(*args: Any, unroll: builtins.bool | int | None = None) -> builtins.range: ...
def atomic_add(array: Any, index: Any, value: Any) -> Any: ...
def atomic_sub(array: Any, index: Any, value: Any) -> Any: ...
def atomic_exch(array: Any, index: Any, value: Any) -> Any: ...
def atomic_min(array: Any, index: Any, value: Any) -> Any: ...
def atomic_max(array: Any, index: Any, value: Any) -> Any: ...
def atomic_inc(array: Any, index: Any, value: Any) -> Any: ...
def atomic_dec(array: Any, index: Any, value: Any) -> Any: ...
def atomic_cas(array: Any, index: Any, value: Any, alt_value: Any) -> Any: ...
def atomic_and(array: Any, index: Any, value: Any) -> Any: ...
def atomic_or(array: Any, index: Any, value: Any) -> Any: ...
def atomic_xor(array: Any, index: Any, value: Any) -> Any: ...
def shfl_sync(mask: int, var: Any, val_id: Any, *, width: Any = 32) -> Any: ...
def shfl_up_sync(mask: int, var: Any, val_id: Any, *, width: Any = 32) -> Any: ...
def shfl_down_sync(mask: int, var: Any, val_id: Any, *, width: Any = 32) -> Any: ...
def shfl_xor_sync(mask: int, var: Any, val_id: Any, *, width: Any = 32) -> Any: ...

__all__ = [
    "atomic_add",
    "atomic_and",
    "atomic_cas",
    "atomic_dec",
    "atomic_exch",
    "atomic_inc",
    "atomic_max",
    "atomic_min",
    "atomic_or",
    "atomic_sub",
    "atomic_xor",
    "blockDim",
    "blockIdx",
    "cg",
    "grid",
    "gridDim",
    "gridsize",
    "laneid",
    "range",
    "rawkernel",
    "shared_memory",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "syncthreads",
    "syncwarp",
    "threadIdx",
    "warpsize",
]

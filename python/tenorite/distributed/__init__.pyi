# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Self

from numpy.typing import ArrayLike

from tenorite import Device
from tenorite.typing import (
    NDArray,
    _DeviceLike,
)

__all__ = ["Communicator", "CommunicatorError", "ready", "run_on_dask"]

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

def ready(*arrays: ArrayLike) -> Any: ...
def run_on_dask(
    client: Any,
    function: Callable[..., Any],
    *args: Any,
    timeout: float = 300.0,
    **keywords: Any,
) -> list[Any]: ...

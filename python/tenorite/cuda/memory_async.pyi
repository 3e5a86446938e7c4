# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any

from tenorite.cuda.memory import BaseMemory as BaseMemory

# SPDX-License-Identifier: Apache-2.0
from tenorite.cuda.memory import MemoryPointer
from tenorite.cuda.stream import BaseStream
from tenorite.typing import (
    _AnyStream,
)

__all__ = ["MemoryAsync", "MemoryAsyncPool", "malloc_async"]

class MemoryAsync(BaseMemory):
    stream: BaseStream
    def __init__(self, size: int, stream: _AnyStream, pool: Any = 0) -> None: ...
    def free(self, stream: _AnyStream | None = None) -> None: ...

class MemoryAsyncPool:
    def __init__(self, pool_handles: Any = "current") -> None: ...
    def free_all_blocks(self, stream: _AnyStream | None = None) -> None: ...
    def free_bytes(self) -> int: ...
    def get_limit(self) -> int: ...
    def malloc(self, size: int) -> MemoryPointer: ...
    memoryAsyncHasStat: builtins.bool
    def n_free_blocks(self) -> int: ...
    def set_limit(
        self, size: int | None = None, fraction: float | None = None
    ) -> None: ...
    def total_bytes(self) -> int: ...
    def used_bytes(self) -> int: ...

def malloc_async(size: int) -> MemoryPointer: ...

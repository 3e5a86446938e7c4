# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from typing import Any

# SPDX-License-Identifier: Apache-2.0
from tenorite.cuda.memory import MemoryPointer

__all__ = ["CFunctionAllocator", "PythonFunctionAllocator"]

class CFunctionAllocator(PythonFunctionAllocator):
    def __init__(
        self, param: int, malloc_func: int, free_func: int, owner: Any
    ) -> None: ...

class PythonFunctionAllocator:
    def __init__(self, malloc_func: int, free_func: int) -> None: ...
    def malloc(self, size: int) -> MemoryPointer: ...

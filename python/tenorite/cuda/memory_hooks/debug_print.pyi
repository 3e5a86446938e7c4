# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any

from tenorite.cuda.memory_hook import MemoryHook as MemoryHook
from tenorite.typing import (
    _File,
)

__all__ = ["DebugPrintHook"]

class DebugPrintHook(MemoryHook):
    file: Any
    flush: builtins.bool
    def __init__(
        self, file: _File | None = None, flush: builtins.bool = True
    ) -> None: ...
    def alloc_postprocess(self, **kwargs: Any) -> None: ...
    def free_postprocess(self, **kwargs: Any) -> None: ...
    def malloc_postprocess(self, **kwargs: Any) -> None: ...
    name: str

# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from typing import Any

from tenorite.cuda.memory_hook import MemoryHook as MemoryHook
from tenorite.typing import _File

__all__ = ["LineProfileHook"]

class LineProfileHook(MemoryHook):
    def __init__(self, max_depth: int = 0) -> None: ...
    def alloc_preprocess(self, **kwargs: Any) -> None: ...
    def malloc_preprocess(self, **kwargs: Any) -> None: ...
    name: str
    def print_report(self, file: _File | None = None) -> None: ...

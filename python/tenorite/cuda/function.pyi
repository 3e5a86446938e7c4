# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any

# SPDX-License-Identifier: Apache-2.0
from tenorite.cuda.memory import MemoryPointer
from tenorite.typing import (
    _AnyStream,
)

__all__ = ["Function", "Module"]

class Function:
    module: Module
    name: str
    def __call__(
        self,
        grid: Any,
        block: builtins.bool,
        args: Any,
        shared_mem: int = 0,
        stream: _AnyStream | None = None,
        enable_cooperative_groups: builtins.bool = False,
    ) -> None: ...
    def __init__(self, module: Any, funcname: str) -> None: ...
    @property
    def attributes(self) -> dict[str, int]: ...
    def linear_launch(
        self,
        size: int,
        args: Any,
        shared_mem: int = 0,
        block_max_size: int = 128,
        stream: _AnyStream | None = None,
        enable_cooperative_groups: builtins.bool = False,
    ) -> None: ...

class Module:
    def get_function(self, name: str) -> Function: ...
    def get_global_var(self, name: str) -> MemoryPointer: ...
    def load(self, cubin: Any) -> None: ...
    def load_file(self, filename: Any) -> None: ...

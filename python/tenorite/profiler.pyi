# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Callable
from typing import Any, Self

from tenorite import benchmark as benchmark
from tenorite.cuda.profiler import profile as profile
from tenorite.cuda.runtime import profilerStart as profilerStart
from tenorite.cuda.runtime import profilerStop as profilerStop

__all__ = ["benchmark", "profile", "start", "stop", "time_range"]
start = profilerStart
stop = profilerStop

class time_range:
    argb_color: int | None
    color_id: int | None
    message: str | None
    sync: builtins.bool
    def __call__(self, func: Callable[..., Any]) -> int | None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc_info: object) -> None: ...
    def __init__(
        self,
        message: str | None = None,
        color_id: int | None = None,
        argb_color: int | None = None,
        sync: builtins.bool = False,
    ) -> None: ...

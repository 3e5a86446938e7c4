# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any

from tenorite.typing import (
    _DeviceLike,
)

__all__ = ["LocalCluster"]

def LocalCluster(
    n_workers: int | None = None,
    *,
    device: _DeviceLike | None = None,
    threads_per_worker: int | None = None,
    processes: builtins.bool = True,
    memory_limit: str | float | None = "auto",
    device_memory_limit: str | float | None = 0.8,
    **keywords: Any,
) -> Any: ...

# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from typing import Any

# SPDX-License-Identifier: Apache-2.0

def this_grid() -> Any: ...
def this_thread_block() -> Any: ...
def sync(group: Any) -> None: ...

__all__ = ["sync", "this_grid", "this_thread_block"]

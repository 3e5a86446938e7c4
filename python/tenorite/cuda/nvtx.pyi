# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins

__all__ = ["Mark", "MarkC", "RangePop", "RangePush", "RangePushC", "available"]

def Mark(message: str, id_color: int = -1) -> None: ...
def MarkC(message: str, color: int = 0) -> None: ...
def RangePop() -> None: ...
def RangePush(message: str, id_color: int = -1) -> None: ...
def RangePushC(message: str, color: int = 0) -> None: ...

available: builtins.bool

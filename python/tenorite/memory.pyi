# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from typing import Any, NamedTuple

from tenorite.typing import (
    _File,
)

__all__ = ["Line", "Snapshot", "is_recording", "record_history", "snapshot"]

class Line(NamedTuple):
    file: str
    line: int
    device: str
    arrays: int
    bytes: int
    recorded_bytes: int

class Snapshot:
    events: list[Any]
    lines: list[Line]
    def __init__(self, lines: list[Line], events: list[Any]) -> None: ...
    def compare_to(self, earlier: Snapshot) -> list[Line]: ...
    def plot(self, file: _File) -> None: ...
    def save(self, file: _File) -> None: ...
    def to_dict(self) -> dict[str, Any]: ...

def is_recording() -> builtins.bool: ...
def record_history(enabled: builtins.bool = True) -> None: ...
def snapshot(events: builtins.bool = True) -> Snapshot: ...

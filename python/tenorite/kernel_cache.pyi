# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from typing import NamedTuple

__all__ = ["CacheEntry", "CacheInfo", "clear", "dir", "entries", "info"]

class CacheEntry(NamedTuple):
    file: str
    kind: str
    name: str
    bytes: int
    used: float

class CacheInfo(NamedTuple):
    dir: str
    mode: str
    trouble: str
    entries: int
    bytes: int
    limit: int
    memory_entries: int
    memory_bytes: int
    memory_hits: int
    disk_hits: int
    compiled: int
    rejected: int

def clear() -> None: ...

dir: str

def entries() -> list[CacheEntry]: ...
def info() -> CacheInfo: ...

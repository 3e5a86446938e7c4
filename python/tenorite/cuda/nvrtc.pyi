# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins
from collections.abc import Iterable
from typing import Any

from numpy.typing import ArrayLike

__all__ = [
    "NVRTCError",
    "addNameExpression",
    "compileProgram",
    "createProgram",
    "destroyProgram",
    "getCUBIN",
    "getLoweredName",
    "getPTX",
    "getProgramLog",
    "getSupportedArchs",
    "getVersion",
]

class NVRTCError(RuntimeError):
    status: int

def addNameExpression(prog: int, name: str) -> None: ...
def compileProgram(prog: int, options: Iterable[str]) -> None: ...
def createProgram(
    src: ArrayLike, name: str, headers: Any, include_names: Any
) -> int: ...
def destroyProgram(prog: int) -> None: ...
def getCUBIN(prog: int) -> builtins.bytes: ...
def getLoweredName(prog: int, name: str) -> str: ...
def getPTX(prog: int) -> builtins.bytes: ...
def getProgramLog(prog: int) -> str: ...
def getSupportedArchs() -> list[int]: ...
def getVersion() -> tuple[int, int]: ...

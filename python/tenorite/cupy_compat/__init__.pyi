# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

import builtins

__all__ = ["CUPY_VERSION", "install", "is_installed", "uninstall"]
CUPY_VERSION: str

def install() -> None: ...
def is_installed() -> builtins.bool: ...
def uninstall() -> None: ...

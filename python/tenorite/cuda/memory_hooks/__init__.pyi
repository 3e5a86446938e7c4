# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from tenorite.cuda.memory_hooks.debug_print import DebugPrintHook as DebugPrintHook
from tenorite.cuda.memory_hooks.line_profile import LineProfileHook as LineProfileHook

__all__ = ["DebugPrintHook", "LineProfileHook"]

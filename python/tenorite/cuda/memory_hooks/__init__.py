# SPDX-License-Identifier: Apache-2.0
"""Hooks that print or count allocations. Mirrors cupy.cuda.memory_hooks."""

from .debug_print import DebugPrintHook
from .line_profile import LineProfileHook

__all__ = ["DebugPrintHook", "LineProfileHook"]

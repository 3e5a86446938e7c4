# SPDX-License-Identifier: Apache-2.0
"""Cooperative groups in kernels: CuPy's `cupyx.jit.cg`."""

from ..._kernels.simt.groups import sync, this_grid, this_thread_block

__all__ = ["sync", "this_grid", "this_thread_block"]

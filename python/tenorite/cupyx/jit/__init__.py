# SPDX-License-Identifier: Apache-2.0
"""Kernels with threads, written in Python: CuPy's `cupyx.jit`."""

from ..._kernels.simt.atomics import (
    atomic_add,
    atomic_and,
    atomic_cas,
    atomic_dec,
    atomic_exch,
    atomic_inc,
    atomic_max,
    atomic_min,
    atomic_or,
    atomic_sub,
    atomic_xor,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
)
from ..._kernels.simt.builtins import (
    blockDim,
    blockIdx,
    grid,
    gridDim,
    gridsize,
    laneid,
    range,
    shared_memory,
    syncthreads,
    syncwarp,
    threadIdx,
    warpsize,
)
from ..._kernels.simt.kernel import rawkernel
from ..._runtime.help import document as _document
from . import cg

__all__ = [
    "atomic_add",
    "atomic_and",
    "atomic_cas",
    "atomic_dec",
    "atomic_exch",
    "atomic_inc",
    "atomic_max",
    "atomic_min",
    "atomic_or",
    "atomic_sub",
    "atomic_xor",
    "blockDim",
    "blockIdx",
    "cg",
    "grid",
    "gridDim",
    "gridsize",
    "laneid",
    "range",
    "rawkernel",
    "shared_memory",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "syncthreads",
    "syncwarp",
    "threadIdx",
    "warpsize",
]

_document(globals()[name] for name in __all__)
_document(getattr(cg, name) for name in cg.__all__)

# SPDX-License-Identifier: Apache-2.0
"""Kernels of Triton, which reads their source from a file."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, n, block: tl.constexpr):
    at = tl.program_id(0) * block + tl.arange(0, block)
    inside = at < n
    tl.store(y + at, tl.load(x + at, mask=inside) + 1, mask=inside)

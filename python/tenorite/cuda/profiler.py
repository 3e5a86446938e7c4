# SPDX-License-Identifier: Apache-2.0
"""Switches an attached CUDA profiler on and off. Mirrors cupy.cuda.profiler."""

import contextlib

from .. import _core
from .runtime import profilerStart as start
from .runtime import profilerStop as stop

__all__ = ["profile", "start", "stop"]


@contextlib.contextmanager
def profile():
    """Records what runs within the block; without a GPU, nothing.

    >>> with np.cuda.profile():
    ...     y = np.ones(4, device="cuda:0") * 2
    """
    if not _core.device.cuda_count():
        yield
        return
    start()
    try:
        yield
    finally:
        stop()

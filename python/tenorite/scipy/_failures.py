# SPDX-License-Identifier: Apache-2.0
"""Failures of matrices where SciPy raises them: in the call, not at a later look."""

import contextlib

from .._array.memory import is_in_host_memory


@contextlib.contextmanager
def raised_here(a):
    """What the device of `a` finds wrong within the block is raised by the block.

    A GPU reports a singular matrix when somebody looks at a result. Who has to tell it
    from other errors waits for it; what was wrong before is raised first.
    """
    if is_in_host_memory(a):
        yield
        return
    a.device.synchronize()
    yield
    a.device.synchronize()


__all__ = ["raised_here"]

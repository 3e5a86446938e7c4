# SPDX-License-Identifier: Apache-2.0
"""What the text of an OutOfMemoryError says about live arrays."""

import gc

from .. import _core

_SHOWN = 5


def describe_live(device):
    """One line that names the largest arrays alive on a device, '' if none."""
    owners = [
        array
        for array in gc.get_objects()
        if isinstance(array, _core.ndarray)
        and array.base is None
        and str(array.device) == device
    ]
    owners.sort(key=lambda array: array.nbytes, reverse=True)
    lines = [
        f"{array.dtype} {array.shape} {array.nbytes / 2**20:,.1f} MiB"
        for array in owners[:_SHOWN]
        if array.nbytes
    ]
    return "largest live arrays: " + "; ".join(lines) if lines else ""

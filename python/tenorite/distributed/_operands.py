# SPDX-License-Identifier: Apache-2.0
"""Arrays of a communicator's calls: checked, and in C order where they are moved."""

from .. import _core
from .._numpy.creation import asarray, empty


def checked(x, device):
    """An array on the device; TypeError or ValueError for others."""
    if not isinstance(x, _core.ndarray):
        if device.type == "cuda":
            raise TypeError(
                f"an array on {device} is needed, not {type(x).__name__}; "
                "tenorite.asarray() makes one"
            )
        x = asarray(x, device=device)
    elif str(x.device) != str(device):
        raise ValueError(f"the array is on {x.device}, and the rank on {device}")
    return x


def checked_out(out, shape, dtype, device):
    """An out= of that shape and dtype, or None."""
    if out is None:
        return None
    if type(out) is not _core.ndarray:  # a scalar has no memory to write to
        raise TypeError(f"out must be a tenorite.ndarray, not {type(out).__name__}")
    if str(out.device) != str(device):
        raise ValueError(f"out is on {out.device}, and the rank on {device}")
    if tuple(out.shape) != tuple(shape) or out.dtype != dtype:
        raise ValueError(
            f"out is {describe(out)}, and the result {dtype} {tuple(shape)}"
        )
    if not out.flags.writeable:
        raise ValueError("out is read-only")
    return out


def in_order(x):
    """The array in C order: itself or a copy."""
    return x if x.flags.c_contiguous else x.copy(order="C")


def describe(x):
    return f"{x.dtype} {tuple(x.shape)}"


class Result:
    """Where a result is received: `out` itself if it is in C order, else what is copied there."""

    def __init__(self, out, shape, dtype, device, apart_from=None):
        self.out = out
        whole = out is not None and out.flags.c_contiguous
        if whole and apart_from is not None and may_overlap(out, apart_from):
            whole = False
        self.array = out if whole else empty(shape, dtype=dtype, device=device)

    def give(self):
        if self.out is None or self.out is self.array:
            return self.array
        self.out[...] = self.array
        return self.out


def may_overlap(a, b):
    return _core.may_share_memory(a, b)

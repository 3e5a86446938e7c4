# SPDX-License-Identifier: Apache-2.0
"""What functions of images check, in SciPy's words: axes, modes, origins, outputs."""

import operator
from collections.abc import Iterable

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..._array.convert import is_supported
from ..._array.overlap import may_share_memory
from ..._numpy.creation import asarray, empty
from ._output import writable

# The numbers of border.cuh. Padding is the same for the names that SciPy tells apart
# between the items of a grid.
_MODES = {
    "nearest": 0,
    "wrap": 1,
    "grid-wrap": 1,
    "reflect": 2,
    "grid-mirror": 2,
    "mirror": 3,
    "constant": 4,
    "grid-constant": 4,
}


def mode_number(mode):
    """The number of a mode in the kernels; RuntimeError if there is none."""
    number = _MODES.get(mode) if isinstance(mode, str) else None
    if number is None:
        raise RuntimeError("boundary mode not supported")
    return number


def check_axes(axes, ndim):
    """The axes as a tuple of indices from 0 on; None stands for all."""
    if axes is None:
        return tuple(range(ndim))
    if numpy.isscalar(axes):
        return (normalize_axis_index(operator.index(axes), ndim),)
    if isinstance(axes, Iterable):
        axes = tuple(operator.index(axis) for axis in axes)
    else:
        raise ValueError("axes must be an integer, iterable of integers, or None")
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise ValueError(f"specified axis: {axis} is out of range")
    axes = tuple(axis % ndim for axis in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("axes must be unique")
    return axes


def check_dtype(dtype, kinds="biuf"):
    """RuntimeError for the dtypes that SciPy's images cannot have."""
    if dtype.char == "e" or dtype.kind not in kinds or not is_supported(dtype):
        raise RuntimeError(f"array type {dtype!r} not supported")


def run_steps(steps, source, output):
    """Runs steps `step(source, target)` one after the other; the last fills `output`.

    Steps get arrays in C order that share no memory, with results of the dtype of
    `output` between them. Without steps the items are copied.
    """
    if not steps:
        output[...] = source
        return output
    wanted, output = output, writable(output, source)
    source = asarray(source, order="C")
    if not source.flags.aligned:
        source = source.copy()
    is_usable = output.flags.c_contiguous and output.flags.aligned
    is_direct = is_usable and not may_share_memory(output, source)
    # Steps write to these in turn, so that the last one comes to the first.
    targets = [output if is_direct else _beside(output), None]
    for k, step in enumerate(steps):
        turn = (len(steps) - 1 - k) % 2
        if targets[turn] is None:
            targets[turn] = _beside(output)
        step(source, targets[turn])
        source = targets[turn]
    if not is_direct:
        output[...] = source
    return wanted


def _beside(output):
    return empty(output.shape, output.dtype, device=output.device)


__all__ = [
    "check_axes",
    "check_dtype",
    "mode_number",
    "run_steps",
]

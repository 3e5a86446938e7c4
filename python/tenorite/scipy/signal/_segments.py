# SPDX-License-Identifier: Apache-2.0
"""Overlapping segments of signals: cut, and added up again."""

from ..._array.convert import as_operand
from ..._core import warn
from ..._numpy.creation import zeros
from ...lib.stride_tricks import sliding_window_view
from .windows import get_window


def is_name(window):
    """Whether a window is given by its name, with parameters or without."""
    return isinstance(window, (str, tuple))


def cut(x, length, step):
    """Segments of the last axis, (..., segments, length): a view where it can be."""
    return sliding_window_view(x, length, axis=-1)[..., ::step, :]


def added_up(segments, step):
    """The sum of segments (..., segments, length), each `step` items after another."""
    count, length = segments.shape[-2:]
    rows = -(-length // step)
    before = segments.shape[:-2]
    out = zeros(
        (*before, (count + rows) * step), segments.dtype, device=segments.device
    )
    pieces = out.reshape(*before, count + rows, step)
    for k in range(rows):
        part = segments[..., k * step : (k + 1) * step]
        pieces[..., k : k + count, : part.shape[-1]] += part
    return out[..., : (count - 1) * step + length]


def check_segments(window, nperseg, length, like):
    """(window, its length) for signals of so many items; SciPy's errors and warnings."""
    if is_name(window):
        nperseg = 256 if nperseg is None else nperseg
        if nperseg > length:
            warn(
                f"nperseg = {nperseg:d} is greater than input length  = {length:d}, "
                f"using nperseg = {length:d}",
                UserWarning,
            )
            nperseg = length
        return get_window(window, nperseg, device=like.device), nperseg
    window = as_operand(window, like)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    if length < len(window):
        raise ValueError("window is longer than input signal")
    if nperseg is not None and nperseg != len(window):
        raise ValueError(
            "value specified for nperseg is different from length of window"
        )
    return window, len(window)


def whole_window(window, nperseg, like=None):
    """The window of so many items that checks of windows look at."""
    if is_name(window):
        device = None if like is None else like.device
        return get_window(window, nperseg, device=device)
    window = as_operand(window) if like is None else as_operand(window, like)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    return window


def in_precision_of(window, x):
    """The window in the precision of the signal, complex if it is itself."""
    single = x.dtype.char in "efF"
    if window.dtype.kind == "c":
        return window.astype("F" if single else "D", copy=False)
    return window.astype("f" if single else "d", copy=False)

# SPDX-License-Identifier: Apache-2.0
"""Transforms as the core plans and runs them."""

from .. import _core
from .._array.convert import is_short_float
from .._numpy.manipulation import copyto


def run(a, steps, out, consume):
    """`a` transformed by the steps in turn, in a new array or in `out`.

    All is checked; `out` may be of another dtype and of a wider batch. With `consume`
    the items of `a` may be overwritten.
    """
    last = steps[-1]
    calls = [(step.kind, step.n, step.axis, step.factor) for step in steps]
    target = None
    if out is not None:
        target = _target(out, last, _core.has_operation(a, "fft_lines"), a.device)
    result = _core.fft(a, calls, target, consume)
    if out is None:
        return result if result.dtype == last.dtype else result.astype(last.dtype)
    if target is not out:
        copyto(out, result)
    return out


def _target(out, last, takes_any_dtype, device):
    """What transforms can be written to on the way to `out`; None if nothing serves."""
    whole = out.shape == last.shape
    if takes_any_dtype:
        return out if whole else _core.empty(last.shape, out.dtype, device)
    # The library computes float16 in single precision.
    fits = whole and out.dtype == last.dtype and not is_short_float(last.dtype)
    return out if fits else None

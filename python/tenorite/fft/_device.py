# SPDX-License-Identifier: Apache-2.0
"""Transforms on GPUs: planned and run by the core."""

from .. import _core
from .._array.convert import is_short_float
from .._numpy.manipulation import copyto


def run(a, steps, out, consume):
    """`a` transformed by the steps in turn, in a new array or in `out`.

    All is checked; `out` may be of another dtype and of a wider batch. With `consume`
    the items of `a` may be overwritten.
    """
    last = steps[-1]
    # The library computes float16 in single precision.
    plain = out is not None and not is_short_float(last.dtype)
    plain = plain and (out.shape, out.dtype) == (last.shape, last.dtype)
    calls = [(step.kind, step.n, step.axis, step.factor) for step in steps]
    result = _core.fft(a, calls, out if plain else None, consume)
    if out is not None and not plain:
        copyto(out, result)
        return out
    return result if result.dtype == last.dtype else result.astype(last.dtype)

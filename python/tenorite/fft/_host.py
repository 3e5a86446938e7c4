# SPDX-License-Identifier: Apache-2.0
"""Transforms on the CPU device: NumPy's, on the same memory, on several threads."""

import numpy

from .. import _core
from .._array.memory import allocate_like, host_view
from .._runtime.threads import in_parts, threads_for


def run(a, steps, out, consume):
    """`a` transformed by the steps in turn, in a new array or in `out`.

    All is checked; `out` may be of another dtype and of a wider batch.
    """
    x = host_view(a)
    for step in steps[:-1]:
        y = numpy.empty_like(x, step.dtype, shape=step.shape)
        _transform(x, step, y)
        x = y
    last = steps[-1]
    if out is None:
        if a.flags.c_contiguous:
            out = _core.empty(last.shape, last.dtype, a.device)
        else:
            out = allocate_like(x, last.dtype, "K", last.shape, a.device)
    if out.size:
        _transform(x, last, host_view(out))
    return out


def _transform(x, step, out):
    if x.shape[step.axis] == 0:
        # NumPy's irfft would read an item that is not there.
        out[...] = 0
        return
    threads = threads_for(out.size)
    if threads == 1 or numpy.may_share_memory(x, out):
        return _call(x, step, out)
    lengths = [0 if i == step.axis else n for i, n in enumerate(out.shape)]
    longest = max(lengths)
    before = (slice(None),) * lengths.index(longest)

    def piece(along):
        _call(x[(*before, along)], step, out[(*before, along)])

    in_parts(piece, longest, max(1, min(threads, longest)), out.size)


@numpy.errstate(all="ignore")
def _call(x, step, out):
    getattr(numpy.fft, step.kind)(x, step.n, step.axis, step.norm, out=out)

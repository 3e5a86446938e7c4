# SPDX-License-Identifier: Apache-2.0
"""Transforms on the CPU device: NumPy's, on the same memory, on several threads."""

import threading

import numpy

from .. import _core, _primitives

# Items for which a thread of one's own pays.
_ITEMS_PER_THREAD = 1 << 15


def run(a, steps, out, consume):
    """`a` transformed by the steps in turn, in a new array or in `out`.

    All is checked; `out` may be of another dtype and of a wider batch.
    """
    x = _primitives.host_view(a)
    for step in steps[:-1]:
        y = numpy.empty_like(x, step.dtype, shape=step.shape)
        _transform(x, step, y)
        x = y
    last = steps[-1]
    if out is None:
        out = _primitives.empty_like(x, last.dtype, "K", last.shape, a.device)
    if out.size:
        _transform(x, last, _primitives.host_view(out))
    return out


def _transform(x, step, out):
    if x.shape[step.axis] == 0:
        # NumPy's irfft would read an item that is not there.
        out[...] = 0
        return
    function = getattr(numpy.fft, step.kind)

    def part(x, out):
        with numpy.errstate(all="ignore"):
            function(x, step.n, step.axis, step.norm, out=out)

    lengths = [0 if i == step.axis else n for i, n in enumerate(out.shape)]
    longest = max(lengths, default=0)
    threads = min(
        _core.device.num_threads("cpu"), out.size // _ITEMS_PER_THREAD, longest
    )
    if threads <= 1 or numpy.may_share_memory(x, out):
        part(x, out)
    else:
        _in_parts(part, x, out, lengths.index(longest), threads)


def _in_parts(part, x, out, axis, threads):
    """Calls part(x, out) for pieces along the axis; its exceptions are raised here."""
    failures = []

    def work(piece):
        try:
            part(x[piece], out[piece])
        except BaseException as error:
            failures.append(error)

    n = out.shape[axis]
    ends = [n * i // threads for i in range(threads + 1)]
    pieces = [
        (*(slice(None),) * axis, slice(begin, end))
        for begin, end in zip(ends[:-1], ends[1:], strict=True)
    ]
    others = [threading.Thread(target=work, args=(piece,)) for piece in pieces[1:]]
    for thread in others:
        thread.start()
    work(pieces[0])
    for thread in others:
        thread.join()
    if failures:
        raise failures[0]

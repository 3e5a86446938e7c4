# SPDX-License-Identifier: Apache-2.0
"""Work of NumPy's on memory of the CPU device, divided among threads."""

import threading

from . import _core

# Items for which a thread of one's own pays.
_ITEMS_PER_THREAD = 1 << 15


def threads_for(items):
    """How many threads are worth waking for so many items."""
    if items < 2 * _ITEMS_PER_THREAD:
        return 1
    return min(_core.device.num_threads("cpu"), items // _ITEMS_PER_THREAD)


def in_parts(work, n, parts):
    """Calls work(slice) for parts of n items, each in a thread; raises what it does."""
    if parts == 1:
        return work(slice(None))
    ends = [n * (i + 1) // parts for i in range(parts)]
    pieces = [slice(*pair) for pair in zip([0, *ends[:-1]], ends, strict=True)]
    for_pieces(work, pieces)


def for_pieces(work, pieces):
    """Calls work(piece) for each, in a thread each; raises what it does."""
    failures = []

    def run(piece):
        try:
            work(piece)
        except BaseException as error:
            failures.append(error)

    others = [threading.Thread(target=run, args=(piece,)) for piece in pieces[1:]]
    for thread in others:
        thread.start()
    run(pieces[0])
    for thread in others:
        thread.join()
    if failures:
        raise failures[0]

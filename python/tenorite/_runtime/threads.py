# SPDX-License-Identifier: Apache-2.0
"""Work of NumPy's on memory of the CPU device, divided among threads."""

import collections
import math
import threading

from .. import _core

# Items for which two threads pay. Each one more costs as much to start, and leaves
# less to the others: the best number grows with the square root.
_ITEMS_PER_THREAD = 1 << 15
# More parts than threads, so that one late thread does not hold up the rest.
_PARTS_PER_THREAD = 4


def threads_for(items):
    """How many threads are worth waking for so many items."""
    if items < 2 * _ITEMS_PER_THREAD:
        return 1
    most = math.ceil(math.sqrt(items / _ITEMS_PER_THREAD))
    return min(_core.device.num_threads("cpu"), most)


def in_parts(work, n, threads):
    """Calls work(slice) for parts of n items, in so many threads; raises what it does."""
    if threads == 1:
        return work(slice(None))
    parts = min(n, _PARTS_PER_THREAD * threads)
    ends = [n * (i + 1) // parts for i in range(parts)]
    left = collections.deque(
        slice(*pair) for pair in zip([0, *ends[:-1]], ends, strict=True)
    )
    failures = []

    def run():
        while left and not failures:
            try:
                piece = left.popleft()
            except IndexError:  # another thread was faster
                return
            try:
                work(piece)
            except BaseException as error:
                failures.append(error)

    others = []
    for _ in range(threads - 1):
        thread = threading.Thread(target=run)
        try:
            thread.start()
        except RuntimeError:  # fewer threads do all the work
            break
        others.append(thread)
    run()
    for thread in others:
        thread.join()
    if failures:
        raise failures[0]

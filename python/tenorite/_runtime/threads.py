# SPDX-License-Identifier: Apache-2.0
"""Work of NumPy's on memory of the CPU device, divided among threads."""

import collections
import math
import threading

from .. import _core

# Two threads pay from twice so many items on. Each one more costs as much to
# start, and leaves less to the others: the best number grows with the square root.
_ITEMS_PER_THREAD = 1 << 16
# Large work has more parts than threads, so that one late thread does not hold up
# the rest. Parts of fewer items cost more time than they save.
_PARTS_PER_THREAD = 4
_ITEMS_PER_PART = 1 << 19


def threads_for(items):
    """How many threads are worth waking for so many items."""
    if items < 2 * _ITEMS_PER_THREAD:
        return 1
    most = math.ceil(math.sqrt(items / _ITEMS_PER_THREAD))
    return min(_core.device.num_threads("cpu"), most)


def in_parts(work, n, threads, items):
    """Calls work(slice) for parts of n lines, in so many threads; raises what it does.

    The lines hold `items` items together.
    """
    if threads == 1:
        return work(slice(None))
    most = _PARTS_PER_THREAD * threads
    parts = min(n, max(threads, min(most, items // _ITEMS_PER_PART)))
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

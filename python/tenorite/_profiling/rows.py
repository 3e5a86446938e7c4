# SPDX-License-Identifier: Apache-2.0
"""From notes to the rows of a profile's table."""

import collections
from typing import NamedTuple

from .notes import Group, timed

_MOST_NAMES = 4  # of a group's operations that its row shows


class Row(NamedTuple):
    """All that one line of the program did of one kind, on one device.

    `what`: "fused", "one by one", "operation", "kernel", "copy" or "compile".
    `seconds`: of the device; of the host for compilations. `bytes`: read and written, 0
    if that is not known.
    """

    name: str
    what: str
    device: str
    where: str
    calls: int
    seconds: float
    bytes: int


def _labels(x):
    """(name, what, where) of the row of a group or span."""
    if not isinstance(x, Group):
        return x.name, x.kind, x.place
    names = collections.Counter(x.names)
    shown = [
        f"{n} {name}" if n > 1 else name
        for name, n in list(names.items())[:_MOST_NAMES]
    ]
    if len(names) > _MOST_NAMES:
        shown.append("...")
    places = x.places
    where = places[0] + (f" and {len(places) - 1} more" if len(places) > 1 else "")
    return " + ".join(shown), {"tier0": "one by one"}.get(x.tier, x.tier), where


def own_seconds(flushes, spans):
    """(device, thing, seconds) of all groups and spans, without what is inside them.

    A compilation that is waited for in the midst of a group is a row of its own, and
    not the group's time.
    """
    by_thread = collections.defaultdict(list)
    for device, thread, x in timed(flushes, spans):
        by_thread[thread].append((device, x))
    for all in by_thread.values():
        all.sort(key=lambda item: (item[1].begin, -item[1].end))
        open = []  # [device, thing, seconds], the innermost last
        for device, x in all:
            while open and open[-1][1].end <= x.begin:
                yield tuple(open.pop())
            seconds = x.end - x.begin if x.seconds is None else x.seconds
            if open:  # a GPU that waits for the host is not at work either
                open[-1][2] = max(0.0, open[-1][2] - (x.end - x.begin))
            open.append([device, x, seconds])
        yield from map(tuple, reversed(open))


def rows_of(flushes, spans):
    """A list of `Row`, those that took longest first."""
    found = {}
    for device, x, seconds in own_seconds(flushes, spans):
        name, what, where = _labels(x)
        key = name, what, "host" if what == "compile" else device, where
        calls, before, bytes = found.get(key, (0, 0.0, 0))
        found[key] = calls + 1, before + seconds, bytes + getattr(x, "bytes", 0)
    rows = [Row(*key, *numbers) for key, numbers in found.items()]
    return sorted(rows, key=lambda row: (-row.seconds, row.name, row.where))


def covered(intervals):
    """Seconds that lie in at least one of (begin, end)."""
    total, until = 0.0, float("-inf")
    for begin, end in sorted(intervals):
        if end > until:
            total += end - max(begin, until)
            until = end
    return total

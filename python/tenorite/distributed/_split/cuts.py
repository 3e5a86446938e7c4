# SPDX-License-Identifier: Apache-2.0
"""Where an axis is cut: which of its items each shard has. Knows no array.

A *range* is (begin, end). An axis has one for each shard; together they are all its
items. Slices of an axis leave items where they are, so their ranges are unlike those of
a new array.
"""

# An axis of a new array is cut between units of items, so that sums over units are the
# same however many shards there are. There are up to 64 of them, of a power of two items
# each; of 8 or more, by which processors take the rows of matrix products, where there are
# 64 items.
_MOST_UNITS = 64
_LEAST_UNIT = 8

# Bytes up to which an array is brought together for what has to see all of it: moving
# that much costs less than a second step.
SMALL = 1 << 20


def unit_of(n):
    """How many items of an axis of n make a unit; the last one may have fewer."""
    unit = 1 if n < _MOST_UNITS else _LEAST_UNIT
    while unit * _MOST_UNITS < n:
        unit *= 2
    return unit


def has_whole_units(n):
    """Whether units of an axis have enough items for matrix products."""
    return n >= _MOST_UNITS


def standard(n, shards):
    """The ranges of an axis of a new array: as many units for each, but for one."""
    unit = unit_of(n)
    units = -(-n // unit)
    cuts = [min(n, (s * units // shards) * unit) for s in range(shards)] + [n]
    return tuple(zip(cuts[:-1], cuts[1:], strict=True))


def by_counts(counts, like=None):
    """The ranges of an axis of which each shard has so many items.

    They follow each other as the shards do, or as the ranges `like` do.
    """
    order = range(len(counts))
    if like is not None:
        order = sorted(order, key=lambda shard: like[shard])
    ranges, begin = [None] * len(counts), 0
    for shard in order:
        ranges[shard] = (begin, begin + counts[shard])
        begin += counts[shard]
    return tuple(ranges)


def length_of(ranges):
    return max((end for _, end in ranges), default=0)


def is_ascending(ranges):
    return all(a[1] == b[0] for a, b in zip(ranges[:-1], ranges[1:], strict=True))


def between(several):
    """Ranges to which arrays with these ranges are brought, with little to move.

    Each cut is in the middle of theirs: for x[:-2] and x[2:] it is that of x[1:-1].
    """
    first = several[0]
    if all(ranges == first for ranges in several[1:]):
        return first
    several = [ranges for ranges in several if is_ascending(ranges)]
    if not several:
        return first
    n = length_of(first)
    cuts = [0]
    for one in zip(*(ranges[1:] for ranges in several), strict=True):
        begins = [begin for begin, _ in one]
        cuts.append((min(begins) + max(begins)) // 2)
    cuts.append(n)
    return tuple(zip(cuts[:-1], cuts[1:], strict=True))


def sliced(ranges, start, step, length):
    """What start, start + step, ... (`length` items) have of ranges.

    The ranges of the slice, and for each shard where it begins in the shard's own items.
    """
    found, begins = [], []
    for begin, end in ranges:
        if step > 0:
            low, high = -((start - begin) // step), -((start - end) // step)
        else:
            low = -((end - 1 - start) // -step) if end > begin else 0
            high = (start - begin) // -step + 1
        low, high = (min(max(x, 0), length) for x in (low, high))
        if end <= begin or high <= low:
            found.append((min(low, length),) * 2)
            begins.append(0)
            continue
        found.append((low, high))
        begins.append(start + low * step - begin)
    return tuple(found), begins


def pieces(ranges, begin, end):
    """(shard, begin, end) of the items of [begin, end), in their order."""
    found = [
        (max(begin, low), min(end, high), shard)
        for shard, (low, high) in enumerate(ranges)
        if max(begin, low) < min(end, high)
    ]
    return [(shard, low, high) for low, high, shard in sorted(found)]


def place_of(ranges, index):
    """(shard, index there) of an item."""
    for shard, (begin, end) in enumerate(ranges):
        if begin <= index < end:
            return shard, index - begin
    raise AssertionError("every item is somewhere")

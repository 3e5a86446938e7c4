# SPDX-License-Identifier: Apache-2.0
"""Selection networks: the minima and maxima that give an item's rank in windows.

A window is a box of columns. Columns are sorted once for all windows that have them;
groups of neighbouring columns are merged by Batcher's odd-even merges, and windows share
groups; of what remains, an item of one rank in two sorted lists, little is needed. What
leads to no result is left out (Adams, "Fast median filters using separable sorting
networks", ACM Transactions on Graphics 40(4), 2021).
"""

import functools

import numpy

LEAST, GREATEST, BOTH = 0, 1, 2


class _Steps:
    """Minima and maxima of wires, each made once.

    A wire is (number, shift): the item `shift` places behind that of the number. Numbers
    from 0 on are given ones.
    """

    def __init__(self, given):
        self.made = [None] * given
        self._numbers = {}

    def _make(self, kind, a, b):
        shift = min(a[1], b[1])
        pair = sorted([(a[0], a[1] - shift), (b[0], b[1] - shift)])
        key = (kind, *pair)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.made)
            self.made.append(key)
        return number, shift

    def least(self, a, b):
        return self._make(LEAST, a, b)

    def greatest(self, a, b):
        return self._make(GREATEST, a, b)

    def merge(self, a, b):
        """Two sorted lists of wires as one."""
        if not a or not b:
            return a or b
        if len(a) == len(b) == 1:
            return [self.least(a[0], b[0]), self.greatest(a[0], b[0])]
        evens, odds = self.merge(a[::2], b[::2]), self.merge(a[1::2], b[1::2])
        merged = evens[:1]
        pairs = min(len(odds), len(evens) - 1)
        for odd, even in zip(odds, evens[1:], strict=False):
            merged += [self.least(odd, even), self.greatest(odd, even)]
        return merged + evens[1 + pairs :] + odds[pairs:]

    def sort(self, wires):
        if len(wires) < 2:
            return wires
        half = (len(wires) + 1) // 2
        return self.merge(self.sort(wires[:half]), self.sort(wires[half:]))

    def select(self, a, b, rank):
        """Item `rank` of two sorted lists together.

        However many of the first rank + 1 items come from `a`, the last of them is one
        of the wires that the least is taken of.
        """
        candidates = []
        for k in range(max(rank + 1 - len(b), 0), min(len(a), rank + 1) + 1):
            last = [*a[:k][-1:], *b[: rank + 1 - k][-1:]]
            candidates.append(functools.reduce(self.greatest, last))
        return functools.reduce(self.least, candidates)

    def needed(self, results):
        """The numbers that results are made of, in order, without the given ones."""
        found, open_ones = set(), {number for number, _ in results}
        while open_ones:
            number = open_ones.pop()
            if self.made[number] is not None:
                found.add(number)
                open_ones |= {wire[0] for wire in self.made[number][1:]} - found
        return sorted(found)


def _results(steps, columns, rank, windows):
    """Item `rank` of each window, of which there are so many side by side."""
    sorted_columns = [steps.sort(column) for column in columns]
    width = len(columns) - windows + 1

    @functools.cache
    def group(first, count):
        """The columns from `first` on, together."""
        if count == 1:
            return sorted_columns[first]
        half = 1 << ((count - 1).bit_length() - 1)  # a power of two, so groups are few
        return steps.merge(group(first, half), group(first + half, count - half))

    def halves(first):
        if width == 1:
            column = columns[first]
            half = (len(column) + 1) // 2
            return steps.sort(column[:half]), steps.sort(column[half:])
        if width % 2 == 0:
            half = 1 << ((width - 1).bit_length() - 1)
            return group(first, half), group(first + half, width - half)
        # Two neighbours share all columns but one.
        if first % 2 == 0:
            return group(first + 1, width - 1), sorted_columns[first]
        return group(first, width - 1), sorted_columns[first + width - 1]

    return [steps.select(*halves(first), rank) for first in range(windows)]


@functools.lru_cache(maxsize=64)
def network_text(rows, width, rank, windows):
    """C++ that selects in `windows` neighbouring boxes: the function of ranks.cuh."""
    columns = width + windows - 1
    steps = _Steps(rows * columns)
    given = [[(r * columns + c, 0) for r in range(rows)] for c in range(columns)]
    results = _results(steps, given, rank, windows)

    def name(number):
        return f"x[{number}]" if steps.made[number] is None else f"v{number}"

    lines = ["template <typename T>", "__device__ void select(const T* x, T* y) {"]
    for number in steps.needed(results):
        kind, (a, _), (b, _) = steps.made[number]
        word = "greater" if kind == GREATEST else "lesser"
        lines.append(f"  const T v{number} = {word}({name(a)}, {name(b)});")
    lines += [f"  y[{k}] = {name(n)};" for k, (n, _) in enumerate(results)]
    return "\n".join([*lines, "}", ""])


def _in_pairs(steps, numbers):
    """(kind, numbers that are made, wire, wire), minima and maxima of two together."""
    done, made = set(), []
    wanted = {steps.made[number]: number for number in numbers}
    for number in numbers:
        if number in done:
            continue
        kind, a, b = steps.made[number]
        other = wanted.get((GREATEST if kind == LEAST else LEAST, a, b))
        if other is None:
            made.append((kind, [number], a, b))
        else:
            pair = [number, other] if kind == LEAST else [other, number]
            made.append((BOTH, pair, a, b))
            done.add(other)
    return made


@functools.lru_cache(maxsize=64)
def network_of_lines(rows, width, rank, stride):
    """(steps, lines, the result's line): a network on lines of neighbours.

    Line r of the first ones has the items of a box's row r for its neighbours, and as
    many more as the box is wider than one. Steps are rows of int32: kind, places of the
    line that is made (of the least, then of the greatest), places of both operands,
    and how many items more than there are neighbours are needed. Line k is at
    k * stride; lines are used again.
    """
    steps = _Steps(rows)
    columns = [[(r, c) for r in range(rows)] for c in range(width)]
    (result,) = _results(steps, columns, rank, 1)
    # Whatever is made for the window at 0 serves the others: a shift is a neighbour.
    assert result[1] == 0
    numbers = steps.needed([result])
    reach = dict.fromkeys(numbers, 0)
    for number in reversed(numbers):
        for wire, shift in steps.made[number][1:]:
            if wire in reach:
                reach[wire] = max(reach[wire], reach[number] + shift)
    made = _in_pairs(steps, numbers)
    last_use = {}
    for k, (_, _, *wires) in enumerate(made):
        last_use |= {wire: k for wire, _ in wires}
    place = {r: r for r in range(rows)}
    free, lines, table = [], rows, []
    for k, (kind, targets, *wires) in enumerate(made):
        for target in targets:
            if not free:
                free.append(lines)
                lines += 1
            place[target] = free.pop()
        at = [place[target] * stride for target in targets]
        operands = [place[wire] * stride + shift for wire, shift in wires]
        more = max(reach[target] for target in targets)
        table.append([kind, at[0], at[-1], *operands, more])
        free += [place[wire] for wire in {w for w, _ in wires} if last_use[wire] == k]
    return numpy.array(table, numpy.int32), lines, place[result[0]]


__all__ = ["network_of_lines", "network_text"]

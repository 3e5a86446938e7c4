# SPDX-License-Identifier: Apache-2.0
"""The shortest program that still fails."""

import math
import re
import time

import numpy as np

from .steps import Maker, Mismatch

HEAD = """import numpy as np  # or: import tenorite as np
from programs.runtime import Runtime

globals().update(Runtime(np).names())
"""


def reduced(items, fails):
    """A sublist that still fails, from which no item can be left out."""
    size = max(1, len(items) // 2)
    while size:
        start = len(items)
        while start > 0:
            start -= size
            shorter = items[: max(0, start)] + items[max(0, start) + size :]
            if shorter != items and fails(shorter):
                items = shorter
                start = min(start, len(items))
        size //= 2
    return items


def mismatch(steps, xp, twin=None):
    """What differs from NumPy when these steps run, or None."""
    m = Maker(0, xp, twin=twin)
    m.errors = 0
    with np.errstate(all="ignore"):
        try:
            for step in steps:
                m.perform(step)
        except Mismatch as error:
            return str(error)
        except Exception:
            return None
    return None


def shortest_steps(steps, xp, twin=None, until=math.inf):
    """The text of the fewest steps with a mismatch, and what it is.

    From time `until` (of time.monotonic()) on they stay as they are.
    """

    def fails(some):
        return time.monotonic() < until and mismatch(some, xp, twin) is not None

    steps = reduced(steps, fails)
    text = HEAD + "\n".join(step.text for step in steps)
    return f"{text}\n# {mismatch(steps, xp, twin)}\n"


def _apart(statement):
    """A look at several arrays as a statement for each, so that few may stay."""
    found = re.fullmatch(r"look\((\w+(?:, \w+)+)\)", statement)
    return [f"look({x})" for x in found[1].split(", ")] if found else [statement]


def shortest_statements(threads, differs):
    """A program with as few statements as still `differs(threads)`."""
    apart = [[s for one in statements for s in _apart(one)] for statements in threads]
    threads = apart if differs(apart) else [list(one) for one in threads]
    for i in range(len(threads)):

        def fails(statements, i=i):
            return differs([*threads[:i], statements, *threads[i + 1 :]])

        threads[i] = reduced(threads[i], fails)
    return threads

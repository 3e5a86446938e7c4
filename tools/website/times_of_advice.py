#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures docs/guide/performance.md: `python tools/website/times_of_advice.py`.

Each program of the page that defines `before` and `after` is run, both are called in
turn, and the least times are printed as the rows of the page's table.
"""

import os
import pathlib
import re
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guide" / "performance.md"
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests" / "python"), str(ROOT)]

from support import document_blocks  # noqa: E402

from benchmarks.machine import host_facts  # noqa: E402
from benchmarks.records import time_text  # noqa: E402

SECONDS = 1.0  # for each function


def least_time(function):
    """Seconds of a call, with a look at its result."""
    function()
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        result = function()
        float(result if not getattr(result, "ndim", 0) else result.ravel()[0])
        best = min(best, time.perf_counter() - start)
    return best


def main():
    text = PAGE.read_text("utf-8")
    os.chdir(tempfile.mkdtemp())
    print(", ".join(f"{name} {value}" for name, value in host_facts().items()))
    for program in document_blocks.programs_of(text):
        scope = {"__name__": "__main__"}
        list(document_blocks.run(program, scope))
        if {"before", "after"} <= scope.keys():
            above = "\n".join(text.split("\n")[: program.line])
            title = re.findall(r"^## (.*)$", above, re.MULTILINE)[-1]
            before, after = least_time(scope["before"]), least_time(scope["after"])
            times = f"{time_text(before)} | {time_text(after)} | {before / after:.1f}"
            print(f"| {title} | {times} |")


if __name__ == "__main__":
    main()

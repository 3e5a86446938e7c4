# SPDX-License-Identifier: Apache-2.0
"""Ratios of the times in result files, worst first, and the goals."""

import json
import pathlib
import statistics

from .goals import GOALS
from .records import SCHEMA, failures, key, time_text
from .spec import CPU, CUDA, CUPY, JAX, NUMPY, TORCH

# Share of a copy's speed: what only reads reaches about 1.1.
FASTEST = 1.25
# Whom each device of Tenorite is compared with.
RIVALS = {CUDA: (CUPY, TORCH, JAX), CPU: (NUMPY,)}


def read(path):
    """The report in a file; ValueError if it is none."""
    report = json.loads(pathlib.Path(path).read_text())
    if report.get("schema") != SCHEMA:
        raise ValueError(f"{path} is no report of {SCHEMA}")
    return report


def ratios(report, ours, rival):
    """(rival's time over ours, lowest and highest by the spread, key); worst first.

    Below 1 the rival is faster.
    """
    found = []
    for record in report["cases"]:
        a, b = (record["runs"].get(name, {}) for name in (ours, rival))
        if "seconds" in a and "seconds" in b:
            # Without a spread (a start is timed once): the time itself.
            low = b.get("min", b["seconds"]) / a.get("max", a["seconds"])
            high = b.get("max", b["seconds"]) / a.get("min", a["seconds"])
            found.append((b["seconds"] / a["seconds"], low, high, key(record)))
    return sorted(found)


def changes(report, earlier, name):
    """(earlier time over the present one, key) of one library; worst first."""
    before = {key(r): r["runs"].get(name, {}) for r in earlier["cases"]}
    found = []
    for record in report["cases"]:
        now, then = record["runs"].get(name, {}), before.get(key(record), {})
        if "seconds" in now and "seconds" in then:
            found.append((then["seconds"] / now["seconds"], key(record)))
    return sorted(found)


def goal_lines(report):
    """A line for each goal that the results have figures for."""
    lines = []
    for goal in GOALS:
        found = goal.evaluate(report["cases"])
        if found is None:
            continue
        figure, text, met = found
        bound = f">= {goal.at_least}" if goal.at_least else f"<= {goal.at_most}"
        verdict = "met   " if met else "MISSED"
        lines.append(f"{verdict} {goal.title} {bound}: {figure:.4g} ({text})")
    return lines


def group_means(report, ours, rival):
    """(geometric mean of the ratios, how many) of every group."""
    groups = {}
    for ratio, _, _, name in ratios(report, ours, rival):
        groups.setdefault(name.rpartition(": ")[0], []).append(ratio)
    return {g: (statistics.geometric_mean(r), len(r)) for g, r in groups.items()}


def too_fast(report):
    """(share, library, key) of what no memory can do: work that was not done."""
    return [
        (run["share_of_copy"], name, key(record))
        for record in report["cases"]
        for name, run in record["runs"].items()
        if run.get("share_of_copy", 0) > FASTEST
    ]


def summary_lines(report):
    """The goals, the means and all that failed, in few lines."""
    lines = [""]
    copy = report["device_copy"]["bytes_per_second"]
    if copy:
        lines.append(f"device copy: {copy / 1e9:.0f} GB/s, read and written")
    for ours, rivals in RIVALS.items():
        for rival in rivals:
            found = [r for r, *_ in ratios(report, ours, rival)]
            if found:
                mean = statistics.geometric_mean(found)
                slower = sum(r < 1 for r in found)
                lines.append(
                    f"{ours} over {rival}: geometric mean {mean:.2f}x,"
                    f" slower in {slower} of {len(found)} cases"
                )
    lines += goal_lines(report)
    for share, name, where in too_fast(report):
        lines.append(f"too fast: {where}: {name}: {share:.2f} of the copy's speed")
    for kind, name, where, text in failures(report):
        lines.append(f"{kind}: {where}: {name}: {text}")
    return lines


def ratio_lines(report):
    """All ratios, in the order of RIVALS."""
    lines = []
    for ours, rivals in RIVALS.items():
        for rival in rivals:
            found = ratios(report, ours, rival)
            if not found:
                continue
            lines += ["", f"{ours}: {rival}'s time over its own (lowest to highest)"]
            times = {key(r): r["runs"] for r in report["cases"]}
            for ratio, low, high, name in found:
                run = times[name][ours]
                share = run.get("share_of_copy")
                more = f"{time_text(run['seconds']):>8}"
                more += f" {share:5.2f} of copy" if share else " " * 14
                lines.append(f"{ratio:7.2f}x ({low:.2f} to {high:.2f})  {more}  {name}")
    return lines


def share_lines(report):
    """The shares of the device copy's speed that Tenorite reaches, lowest first."""
    shares = [
        (r["runs"][CUDA]["share_of_copy"], key(r))
        for r in report["cases"]
        if r["runs"].get(CUDA, {}).get("share_of_copy")
    ]
    lines = [f"{share:7.2f}   {name}" for share, name in sorted(shares)]
    return ["", f"{CUDA}: share of the device copy's speed", *lines] if lines else []


def main(path, earlier_path=None):
    report = read(path)
    if earlier_path:
        earlier = read(earlier_path)
        for name in RIVALS:
            found = changes(report, earlier, name)
            if found:
                print(f"{name}: time in {earlier_path} over that in {path}")
                for ratio, where in found:
                    print(f"{ratio:7.2f}x  {where}")
        return 0
    for line in ratio_lines(report) + share_lines(report) + summary_lines(report):
        print(line)
    return 0

# SPDX-License-Identifier: Apache-2.0
"""What a report of programs says in lines: each program, then ratios, worst first."""

import json
import pathlib
import statistics

from ..records import time_text
from ..spec import NUMPY
from .program import SIZES
from .runner import OURS, SCHEMA, failed

SOON = 0.5  # seconds in which calls should have settled


def read(path):
    """The report in a file; ValueError if it is none."""
    report = json.loads(pathlib.Path(path).read_text())
    if report.get("schema") != SCHEMA:
        raise ValueError(f"{path} is no report of {SCHEMA}")
    return report


def title(record):
    return f"{record['name']}, {record['size']}"


def _settled_text(run):
    if run["settled"] is None:
        return f"> {time_text(run['watched'])}"
    return time_text(run["settled"]) if run["settled"] else "at once"


def run_line(name, run, operations):
    """A library's run of a program in one line."""
    if failed(run):
        kind = "wrong" if "wrong" in run else "error"
        return f"  {name:<14} {kind}: {run[kind][:150]}"
    host = run["host_seconds"]
    each = f"{host / operations * 1e6:8.2f} us each" if operations else ""
    line = (
        f"  {name:<14} steady {time_text(run['min']):>8}  first"
        f" {time_text(run['first']):>8}  settled {_settled_text(run):>9}"
        f"  host {time_text(host):>8} {each}"
    )
    eager = run.get("eager_peak_bytes")
    if eager:
        line += f"  peak {run['peak_bytes'] / eager:.2f} of eager"
    return line


def record_lines(record):
    """A program of one size: a line for each library."""
    count = record["operations"]
    head = f"{title(record)} {tuple(record['arguments'])}"
    head += f", {count} operations" if count else ""
    runs = record["runs"].items()
    return [head, *(run_line(name, run, count) for name, run in runs)]


def ratios(report, rival, size=None):
    """(rival's time over ours, title) of all programs, worst first.

    The least of the rounds counts, since others may use the machine meanwhile.
    """
    ours, found = OURS[report["device"]], []
    for record in report["programs"]:
        a, b = (record["runs"].get(name, {}) for name in (ours, rival))
        if "min" in a and "min" in b and size in (None, record["size"]):
            found.append((b["min"] / a["min"], title(record)))
    return sorted(found)


def mean_lines(report, rival):
    """Geometric means of the ratios, by size and of all."""
    lines = []
    for size in (*SIZES, None):
        found = [ratio for ratio, _ in ratios(report, rival, size)]
        if found:
            mean = statistics.geometric_mean(found)
            lines.append(
                f"{rival}'s time over ours, {size or 'all'}: geometric mean {mean:.2f}x,"
                f" worst {found[0]:.2f}x, slower in {sum(r < 1 for r in found)} of"
                f" {len(found)}"
            )
    return lines


def settling_lines(report):
    """What settled late, latest first."""
    ours, found = OURS[report["device"]], []
    for record in report["programs"]:
        run = record["runs"].get(ours, {})
        if "min" in run and (run["settled"] is None or run["settled"] > SOON):
            seconds = float("inf") if run["settled"] is None else run["settled"]
            found.append((seconds, f"{_settled_text(run):>10}  {title(record)}"))
    lines = [text for _, text in sorted(found, reverse=True)]
    return ["", f"{ours}: settled after more than {SOON} s", *lines] if lines else []


def memory_lines(report):
    """Where our peak of memory is above that of eager execution, worst first."""
    ours, found = OURS[report["device"]], []
    for record in report["programs"]:
        run = record["runs"].get(ours, {})
        if run.get("eager_peak_bytes") and run["peak_bytes"] > run["eager_peak_bytes"]:
            found.append((run["peak_bytes"] / run["eager_peak_bytes"], title(record)))
    lines = [f"{ratio:7.2f}x  {name}" for ratio, name in sorted(found, reverse=True)]
    return (
        ["", f"{ours}: peak of memory above eager execution", *lines] if lines else []
    )


def failures(report):
    """(kind, library, record, text) of all runs that failed or were wrong."""
    return [
        (kind, name, record, run[kind])
        for record in report["programs"]
        for name, run in record["runs"].items()
        for kind in ("wrong", "error")
        if kind in run
    ]


def failure_lines(report):
    """What was wrong, or beyond what a library takes: a line for all sizes."""
    sizes = {}
    for kind, name, record, text in failures(report):
        where = (kind, record["name"], name, text.partition(".")[0][:100])
        sizes.setdefault(where, []).append(record["size"])
    lines = [
        f"{kind}: {program} ({', '.join(found)}): {name}: {text}"
        for (kind, program, name, text), found in sizes.items()
    ]
    return ["", "wrong, or beyond what a library takes", *lines] if lines else []


def lines(report):
    """The summary: ratios worst first, means, what settled late, what failed."""
    ours = OURS[report["device"]]
    rivals = [name for name in report["libraries"] if name != ours]
    rivals = [name for name in rivals if ratios(report, name)]
    times = {title(r): r["runs"].get(ours, {}) for r in report["programs"]}
    found = []
    for rival in rivals:
        found += ["", f"{rival}'s time over that of {ours}, worst first"]
        for ratio, name in ratios(report, rival):
            found.append(f"{ratio:7.2f}x  {time_text(times[name]['min']):>8}  {name}")
    found += settling_lines(report) + memory_lines(report)
    alone = [title(r) for r in report["programs"] if r["reference"] == ours]
    if alone:
        found += ["", "no other library had a result to compare with: "]
        found[-1] += "; ".join(alone)
    if report["not_reached"]:
        found += ["", "left out for time: " + "; ".join(report["not_reached"])]
    found += failure_lines(report)
    found.append("")
    for rival in rivals:
        found += mean_lines(report, rival)
    return found


def faults(report):
    """The failures that are ours, NumPy's, or wrong results of anybody."""
    own = (OURS[report["device"]], NUMPY)
    return [f for f in failures(report) if f[1] in own or f[0] == "wrong"]

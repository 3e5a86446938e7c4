# SPDX-License-Identifier: Apache-2.0
"""What stands in a result file: records of cases, with a run for each library."""

import statistics

from .spec import CPU, NUMPY

SCHEMA = "tenorite-benchmarks-1"


def key(record):
    return f"{record['group']}: {record['name']}"


def summary(times):
    """Median and spread of the seconds of several rounds."""
    return {
        "seconds": statistics.median(times),
        "min": min(times),
        "max": max(times),
        "rounds": list(times),
    }


def add_speeds(record, copy_speed):
    """Bytes and operations per second of a record's runs, and shares of the copy."""
    for name, run in record["runs"].items():
        if "seconds" not in run:
            continue
        if record.get("flops"):
            run["flops_per_second"] = record["flops"] / run["seconds"]
        if run.get("bytes"):
            speed = run["bytes_per_second"] = run["bytes"] / run["seconds"]
            if copy_speed and record["on_device"] and name not in (NUMPY, CPU):
                run["share_of_copy"] = speed / copy_speed


def time_text(seconds):
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1.0:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def outcome(run):
    """A run in few words: its time, or why it has none."""
    if "seconds" in run:
        return time_text(run["seconds"])
    return next(kind for kind in ("absent", "wrong", "error") if kind in run)


def failures(report, prefix=""):
    """(kind, library, key, text) of all runs that failed or were wrong.

    `prefix`: only of libraries whose names start so.
    """
    return [
        (kind, name, key(record), run[kind])
        for record in report["cases"]
        for name, run in record["runs"].items()
        for kind in ("wrong", "error")
        if kind in run and name.startswith(prefix)
    ]

# SPDX-License-Identifier: Apache-2.0
"""What a fresh process waits for: the import, and the first call of each operation."""

import json
import statistics
import subprocess
import sys
import tempfile

from .machine import environment
from .records import summary
from .spec import CUDA, CUPY

TIME_LIMIT = 120  # seconds
SLOW = 0.5  # seconds of an import after which one is enough


def in_process(mode, name, **variables):
    """What one of the modes prints in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.startup_worker", mode, name]
    try:
        done = subprocess.run(
            command,
            env=environment(**variables),
            capture_output=True,
            text=True,
            timeout=TIME_LIMIT,
        )
    except subprocess.TimeoutExpired:
        return {"error": f"no result within {TIME_LIMIT} s"}
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        return {"error": lines[-1] if lines else f"exit status {done.returncode}"}
    return json.loads(done.stdout.splitlines()[-1])


def measure_import(names, rounds):
    """The runs of the imports of libraries that were imported once before.

    Their files are in memory then, and Python's modules are compiled to bytecode, as
    they are after an installation, whatever the environment says.
    """
    times = {name: [] for name in names}
    runs = {}
    with tempfile.TemporaryDirectory() as folder:
        kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}
        for name in names:
            found = in_process("import", name, **kept)
            if "error" in found:
                runs[name] = found
        for _ in range(rounds):
            for name in names:
                if name in runs or (times[name] and times[name][0] > SLOW):
                    continue
                times[name].append(in_process("import", name, **kept)["seconds"])
    return {name: runs.get(name) or summary(times[name]) for name in names}


def measure_first_calls(names):
    """The runs of the first calls: the median as seconds, the slowest as max."""
    runs = {}
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            cache = {"CUPY_CACHE_DIR": folder}
            runs[name] = _first(in_process("first", name, **cache))
            if name == CUPY and "error" not in runs[name]:
                again = _first(in_process("first", name, **cache))
                runs[name]["warm disk cache"] = again
    return runs


def measure_first_kernels(names):
    """The runs of the first calls of users' kernels: (new, from disk)."""
    new, kept = {}, {}
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            cache = {"CUPY_CACHE_DIR": folder, "TENORITE_CACHE_DIR": folder}
            new[name] = in_process("kernels", name, **cache)
            kept[name] = in_process("kernels", name, **cache)
    return new, kept


def measure_unseen(names):
    """The runs of an unseen expression: the total, and the slowest beginning.

    `prefix` is the largest ratio of the time of the first calls, however many, to
    that of as many calls of a warm CuPy.
    """
    found = {}
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            cache = {"CUPY_CACHE_DIR": folder, "TENORITE_CACHE_DIR": folder}
            found[name] = in_process("unseen", name, **cache)
    warm = found.get(CUPY, {}).get("warm")
    runs = {}
    for name, run in found.items():
        runs[name] = {"error": run["error"]} if "error" in run else None
        if runs[name] is None:
            runs[name] = {"seconds": run["ends"][-1], "warm": run["warm"]}
            if warm and name == CUDA:
                ratios = (t / (warm * i) for i, t in enumerate(run["ends"], 1))
                runs[name]["prefix"] = max(ratios)
    return runs


def _first(found):
    if "error" in found:
        return found
    times = sorted(found["calls"].values())
    return {
        "seconds": statistics.median(times),
        "min": times[0],
        "max": times[-1],
        "total": sum(times),
        "calls": found["calls"],
    }

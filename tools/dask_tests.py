#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs dask.array's own tests over arrays of ours, and counts.

    python tools/dask_tests.py [--output counts.json] [pytest's arguments ...]

The tests are those of the installed dask. Where they make a dask array of one of
NumPy's, it is made of ours, and `array.backend` is "tenorite". A test counts as ours
if it made such an array. Each runs over NumPy's as well: what fails there too is not
counted against ours. "No array of ours" are tests that make none: of graphs and chunks,
of dtypes that no device has, of masked and sparse arrays.
"""

import argparse
import collections
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]

# ---- in the process of the tests ----

_touched = set()
_running = [None]


def pytest_configure(config):
    if os.environ.get("DASK_TESTS_LIBRARY") == "tenorite":
        _take_over()


def pytest_runtest_logstart(nodeid):
    _running[0] = nodeid


def _take_over():
    """dask makes its arrays of ours from now on."""
    import dask
    import dask.array as da
    import numpy
    import tenorite

    tenorite.set_default_device("cpu")
    # Values, dtypes, chunks and metas are compared, not the types of ours with NumPy's.
    compare = functools.partial(da.utils.assert_eq, check_type=False)
    da.utils.assert_eq = da.assert_eq = compare
    original = da.core.from_array

    def from_array(x, *args, **keywords):
        if type(x) is numpy.ndarray or isinstance(x, (list, tuple)):
            h = numpy.asarray(x)
            if h.dtype.char in "?bBhHiIlLefdFD" and h.dtype.isnative:
                x = tenorite.asarray(h)
                _touched.add(_running[0])
        return original(x, *args, **keywords)

    da.from_array = da.core.from_array = from_array
    dask.config.set({"array.backend": "tenorite"})
    backend = da.backends.array_creation_dispatch.dispatch("tenorite")
    for name in ("ones", "zeros", "empty", "full", "arange"):
        setattr(backend, name, _noted(getattr(backend, name)))
    da.random._wrap_func = _noted(da.random._wrap_func)


def _noted(function):
    def call(*args, **keywords):
        _touched.add(_running[0])
        return function(*args, **keywords)

    return call


def pytest_runtest_logreport(report):
    path = os.environ.get("DASK_TESTS_RESULTS")
    if not path or (report.when != "call" and report.passed):
        return
    text = "" if report.passed or report.skipped else report.longreprtext
    last = [line for line in text.splitlines() if line.startswith("E  ")]
    row = {
        "test": report.nodeid,
        "outcome": "xfailed" if hasattr(report, "wasxfail") else report.outcome,
        "ours": report.nodeid in _touched,
        "error": " | ".join(line[4:].strip() for line in last[:8])[:600],
    }
    with open(path, "a") as file:
        file.write(json.dumps(row) + "\n")


# ---- in the process that starts them ----

# What a failure says where the test asks for NumPy's own types.
_NUMPYS_TYPE = re.compile(
    r"isinstance\(.*<class 'numpy\.ndarray'>|== <class 'numpy\.|is <class 'numpy\."
)


_META = "results in a different type than implied by its metadata"


def run(library, more):
    """Outcome rows by test of one run."""
    import dask.array

    tests = pathlib.Path(dask.array.__file__).parent / "tests"
    with tempfile.TemporaryDirectory() as folder:
        results = pathlib.Path(folder) / "results"
        environment = {
            **os.environ,
            "DASK_TESTS_LIBRARY": library,
            "DASK_TESTS_RESULTS": str(results),
            "PYTHONPATH": os.pathsep.join(
                [str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")]
            ),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "dask_tests"]
        command += ["-p", "no:cacheprovider", "-n0", "--rootdir", folder]
        command += ["-o", "xfail_strict=false", *(more or [str(tests)])]
        subprocess.run(command, env=environment, cwd=folder, stdout=sys.stderr)
        rows = map(json.loads, results.read_text().splitlines())
        return {row["test"]: row for row in rows}


def judged(ours, theirs):
    """What became of each test: a word, by its name."""
    verdicts = {}
    for name, row in ours.items():
        before = theirs.get(name, {"outcome": "failed"})["outcome"]
        if before != "passed":
            verdict = f"{before} with NumPy"
        elif not row["ours"]:
            verdict = f"no array of ours, {row['outcome']}"
        elif row["outcome"] == "failed" and _NUMPYS_TYPE.search(row["error"]):
            verdict = "failed, since it asks for numpy.ndarray"
        elif row["outcome"] == "failed" and _META in row["error"]:
            verdict = "failed, since a meta is of the other library"
        else:
            verdict = row["outcome"]
        verdicts[name] = verdict
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=pathlib.Path)
    arguments, more = parser.parse_known_args()
    theirs = run("numpy", more)
    ours = run("tenorite", more)
    verdicts = judged(ours, theirs)
    for verdict, count in collections.Counter(verdicts.values()).most_common():
        print(f"{count:6} {verdict}")
    failed = [name for name, verdict in verdicts.items() if verdict == "failed"]
    for name in failed:
        print(name, "--", ours[name]["error"])
    if arguments.output:
        text = json.dumps(
            {"verdicts": verdicts, "failed": {n: ours[n]["error"] for n in failed}}
        )
        arguments.output.write_text(text)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of examples/ with NumPy and with Tenorite, and compares.

The source text of a program is executed twice, unchanged: once as it is, and
once with `import numpy` importing Tenorite. Results are compared and times are
shown in a table, in a JSON file and in a plot. Times leave out set-up, copies
of the inputs to the device and the first call, and include waiting for results.
"""

import argparse
import datetime
import json
import pathlib
import platform
import sys
import tempfile
import time

import numpy
from machine import cpu_name, probe, usable_cores
from report import Progress, plot, print_table
from rows import ROWS, compare
from worker import NUMPY, read_results, run_worker


def run_row(row, targets, scale, budget, path, progress):
    """One program on all targets, NumPy first, with its results compared."""
    size = row.size if row.fixed else row.size * scale
    entry = {"title": row.title, "program": row.program, "scale": size}
    entry |= {"rtol": row.rtol, "atol": row.atol, "why": row.why}
    entry |= {"differing_allowed": row.differing, "runs": {}}
    expected = None
    for target in targets:
        progress.step(f"{row.title}: {target}")
        run = run_worker(row.program, target, size, budget, path)
        entry["runs"][target] = run
        if "error" in run:
            continue
        found = read_results(path)
        if target == NUMPY:
            expected = found
            entry["shapes"] = [list(x.shape) for x in found]
        elif expected is not None:
            problem, run["largest_relative_error"] = compare(row, expected, found)
            if problem:
                run["error"] = problem
    return entry


def run_all(rows, targets, scale, budget):
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(len(rows) * len(targets)) as progress,
    ):
        path = pathlib.Path(folder, "result")
        return [run_row(r, targets, scale, budget, path, progress) for r in rows]


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="python examples/demo", description=__doc__.splitlines()[0]
    )
    names = list(dict.fromkeys(row.program for row in ROWS))
    parser.add_argument(
        "programs",
        nargs="*",
        metavar="program",
        help=f"which programs (default: all): {', '.join(names)}",
    )
    parser.add_argument(
        "--device",
        action="append",
        help="'cpu' or 'cuda:N', may be repeated (default: each device present)",
    )
    parser.add_argument(
        "--scale",
        type=float,
        help="size relative to that for a laptop (default: 1, with a GPU 16)",
    )
    parser.add_argument(
        "--budget", type=float, default=1.5, help="seconds of timed calls per program"
    )
    parser.add_argument(
        "--output", default="build/demo", help="folder of demo.json and demo.png"
    )
    args = parser.parse_args()
    for name in args.programs:
        if name not in names:
            parser.error(f"no program {name!r}; there are: {', '.join(names)}")
    return args


def choose_targets(found, asked):
    """NumPy and the devices asked for, else all; with a name for each device."""
    devices = {name: text or cpu_name() for name, text in found["devices"].items()}
    for name in asked or ():
        if name not in devices:
            sys.exit(f"no device {name!r}; there are: {', '.join(devices) or 'none'}")
    return [NUMPY, *(asked or devices)], devices


def write_report(report, output):
    """Writes the JSON file and the plot, and says so."""
    output.mkdir(parents=True, exist_ok=True)
    (output / "demo.json").write_text(json.dumps(report, indent=1) + "\n")
    why_not = plot(report, output / "demo.png")
    if why_not:
        print(f"No plot: {why_not}.")
    written = "demo.json" if why_not else "demo.json and demo.png"
    print(f"{report['total_seconds']:.0f} s; {written} written to {output}")


def main():
    begin = time.perf_counter()
    args = parse_arguments()
    found = probe()
    if "error" in found:
        print(f"Tenorite cannot be imported, so NumPy runs alone: {found['error']}")
    targets, devices = choose_targets(found, args.device)
    has_gpu = any(target.startswith("cuda") for target in targets)
    scale = args.scale or (16.0 if has_gpu else 1.0)
    print(f"CPU: {cpu_name()}, {usable_cores()} cores; scale {scale:g}")
    for name, text in devices.items():
        if name != "cpu":
            print(f"{name}: {text}")
    rows = [r for r in ROWS if not args.programs or r.program in args.programs]
    report = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu": cpu_name(),
        "cores": usable_cores(),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "tenorite": found.get("tenorite"),
        "devices": devices,
        "scale": scale,
        "targets": targets,
        "programs": run_all(rows, targets, scale, args.budget),
        "total_seconds": time.perf_counter() - begin,
    }
    print_table(report)
    problems = [
        f"{entry['title']} on {target}: {run['error']}"
        for entry in report["programs"]
        for target, run in entry["runs"].items()
        if "error" in run
    ]
    if not problems and len(targets) > 1:
        print("All results agree with NumPy's.")
    for problem in problems:
        print(problem)
    write_report(report, pathlib.Path(args.output))
    return 1 if problems or "error" in found else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""`python -m benchmarks programs`."""

import fnmatch
import json
import pathlib
import time

from ..spec import CUPY, JAX, NUMPY, TORCH
from . import runner, summary
from .program import SIZES
from .texts import PROGRAMS


def add_arguments(parser):
    parser.add_argument("--device", choices=runner.DEVICES, default="cpu")
    parser.add_argument(
        "--library",
        action="append",
        choices=(NUMPY, CUPY, JAX, TORCH),
        help="beside NumPy and ours; may be repeated; by default all but torch",
    )
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=SIZES)
    parser.add_argument(
        "--only", action="append", metavar="PATTERN", help="names; may be repeated"
    )
    parser.add_argument("--first", type=int, help="so many programs alone")
    parser.add_argument("--skip", type=int, default=0, help="so many programs before")
    parser.add_argument("--rounds", type=int, default=9, help="of batches of calls")
    parser.add_argument(
        "--watch", type=float, default=0.7, help="seconds of first calls in a row"
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="seconds after which no program is begun; what is left is listed",
    )
    parser.add_argument(
        "--caches", help="a folder of compiled kernels; by default a new one"
    )
    parser.add_argument("--output", default="build/benchmarks/programs.json")
    parser.add_argument("--list", action="store_true", help="print the names")
    parser.add_argument(
        "--show", metavar="JSON", help="print the summary of an earlier run"
    )


def chosen(only, skip, first):
    """The programs that match a pattern, or have it in their names."""
    found = [
        program
        for program in PROGRAMS
        if not only
        or any(p in program.name or fnmatch.fnmatchcase(program.name, p) for p in only)
    ]
    return found[skip:][:first]


def libraries(device, wanted):
    """Those of a device that are wanted, NumPy and ours always, in their order.

    torch.compile needs minutes for long programs: it is asked on demand.
    """
    every = runner.DEVICES[device]
    return [x for x in every if x in (NUMPY, runner.OURS[device], *wanted)]


def measure(args, programs):
    """The report of programs, with lines for each as it is measured."""
    begin, found, left = time.perf_counter(), [], []
    names = libraries(args.device, args.library or (NUMPY, CUPY, JAX))
    todo = [(program, size) for program in programs for size in args.sizes]
    with runner.Runner(
        args.device, names, args.rounds, args.watch, args.caches, say
    ) as running:
        for i, (program, size) in enumerate(todo):
            seconds = time.perf_counter() - begin
            if seconds > args.limit:
                left = [f"{program.name}, {size}" for program, size in todo[i:]]
                break
            found.append(running.run(program, size))
            lines = summary.record_lines(found[-1])
            say(f"[{i + 1}/{len(todo)}, {seconds:.0f} s]", "\n".join(lines))
        return running.report(found, left, begin)


def say(*text):
    print(*text, flush=True)


def main(args):
    programs = chosen(args.only, args.skip, args.first)
    if args.list:
        say("\n".join(program.name for program in programs))
        return 0
    if args.show:
        say("\n".join(summary.lines(summary.read(args.show))))
        return 0
    report = measure(args, programs)
    path = pathlib.Path(args.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n")
    say("\n".join(summary.lines(report)))
    say(f"{report['total_seconds']:.0f} s; {path} written")
    measured = runner.OURS[args.device] in report["libraries"]
    return 1 if summary.faults(report) or not measured else 0

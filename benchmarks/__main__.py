# SPDX-License-Identifier: Apache-2.0
"""The command line of the benchmarks."""

import argparse
import fnmatch
import json
import pathlib
import sys
import time

from . import accounts, comparison, plotting, readme, records
from .cases import TABLE
from .census import command as census
from .programs import command as whole_programs
from .runner import Runner
from .spec import ALL


def add_pair_options(parser, output):
    """The options of a comparison with one peer."""
    parser.add_argument("--output", default=output)
    parser.add_argument("--only", action="append", help="cases with this in their name")
    parser.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="seconds after which no case is begun; what is left is listed",
    )
    parser.add_argument(
        "--rehearse",
        action="store_true",
        help="the sizes of the checks: tries the cases, measures nothing of use",
    )


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Times of array operations with NumPy, Tenorite, CuPy and torch.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="measure, and write a JSON file")
    run.add_argument(
        "--only",
        action="append",
        metavar="PATTERN",
        help="cases whose 'group: name' has this in it, or matches it with * and ?",
    )
    run.add_argument("--library", action="append", choices=ALL, help="may be repeated")
    run.add_argument("--quick", action="store_true", help="a few cases alone")
    run.add_argument("--rounds", type=int, default=3, help="of batches of calls")
    run.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="seconds after which no case is begun; what is left is listed",
    )
    run.add_argument("--output", default="build/benchmarks/results.json")
    run.add_argument(
        "--rehearse",
        action="store_true",
        help="small sizes, on the CPU too: tries the cases, measures nothing of use",
    )
    run.add_argument("--list", action="store_true", help="print the cases' names")
    compare = commands.add_parser(
        "compare", help="ratios of times, worst first, and the goals"
    )
    compare.add_argument("results", help="a JSON file")
    compare.add_argument("other", nargs="?", help="an earlier one, to compare with")
    programs = commands.add_parser(
        "programs", help="whole programs: first call, time to settle, steady time"
    )
    whole_programs.add_arguments(programs)
    plot = commands.add_parser("plot", help="draw a PNG file")
    plot.add_argument("results")
    plot.add_argument("--output", help="by default beside the JSON file")
    census.add_options(
        commands.add_parser("census", help="every public function and method")
    )
    passing = commands.add_parser(
        "exchange", help="what passing arrays between libraries costs the host"
    )
    passing.add_argument("--output", default="build/benchmarks/exchange.json")
    images = commands.add_parser(
        "images", help="filters of images, beside CuPy or SciPy"
    )
    add_pair_options(images, "build/benchmarks/images.json")
    science = commands.add_parser(
        "science",
        help="sparse, signal, interpolate and special, beside CuPy or SciPy",
    )
    add_pair_options(science, "build/benchmarks/science.json")
    commands.add_parser("readme", help="write the results into README.md")
    return parser.parse_args(arguments)


def chosen_cases(only, quick, libraries=None):
    """The cases that match a pattern and are for a library; all without any."""

    def wanted(case):
        return (
            (case.quick or not quick)
            and (not libraries or set(libraries) & set(case.libraries))
            and (
                not only
                or any(p in case.key or fnmatch.fnmatchcase(case.key, p) for p in only)
            )
        )

    return [case for case in TABLE if wanted(case)]


def run(args):
    begin = time.perf_counter()
    # NumPy and Tenorite's CPU device rehearse every case.
    libraries = None if args.rehearse else args.library
    cases = chosen_cases(args.only, args.quick, libraries)
    if args.list:
        print("\n".join(case.key for case in cases))
        return 0

    def say(text):
        print(text, flush=True)

    with Runner(
        args.library or ALL, args.rounds, args.rehearse, say, args.limit
    ) as runner:
        found = runner.run_cases(cases)
        if not args.only:
            rounds = 1 if args.quick else args.rounds
            found += runner.run_startup(rounds, args.quick)
        report = runner.report(found, time.perf_counter() - begin)
    path = pathlib.Path(args.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n")
    for line in comparison.summary_lines(report) + accounts.lines(report["spent"]):
        print(line)
    print(f"{report['total_seconds']:.0f} s; {path} written")
    return 1 if records.failures(report, "tenorite") else 0


def main(arguments=None):
    args = parse_arguments(arguments)
    if args.command == "run":
        return run(args)
    if args.command == "programs":
        return whole_programs.main(args)
    if args.command == "compare":
        return comparison.main(args.results, args.other)
    if args.command == "plot":
        return plotting.main(args.results, args.output)
    if args.command == "census":
        return census.main(args)
    if args.command == "exchange":
        from . import exchange  # which imports the libraries

        return exchange.main(args)
    if args.command == "images":
        from . import images  # likewise

        return images.main(args)
    if args.command == "science":
        from . import science  # likewise

        return science.main(args)
    return readme.main()


if __name__ == "__main__":
    sys.exit(main())

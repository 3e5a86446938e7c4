# SPDX-License-Identifier: Apache-2.0
"""The command `python -m benchmarks census`."""

import itertools
import json
import pathlib
import random
import re
import time

from ..records import key as record_key
from ..runner import Runner
from ..spec import CPU, CUDA, CUPY, NUMPY
from . import report
from .cases import LAYOUTS, SIZES, case_of, dtypes_of, has_layouts, key_of
from .derive import COMMON, all_calls, calls_of

LIBRARIES = {"cpu": (NUMPY, CPU), "cuda:0": (CUDA, CUPY)}
SHARE = 0.85  # of the time limit for the first measurements
AGAIN = 2  # times that slow cases are measured once more
AT_ONCE = 100  # cases that are checked before they are timed
QUICK_AT = 10**6  # elements of quick runs' other dtypes and layouts
LARGEST = 10**6  # elements, unless more are asked for
METHOD = re.compile(r"np\.(\w+)\.(reduce|accumulate|reduceat|outer|at)\(")


def add_options(command):
    command.add_argument("--device", choices=LIBRARIES, default="cpu")
    command.add_argument("--names", help="functions, separated by commas: sum,fft.fft")
    command.add_argument("--calls", help="a regular expression that calls match")
    command.add_argument("--sizes", help="numbers of elements, separated by commas")
    command.add_argument(
        "--largest", type=float, default=LARGEST, help="number of elements"
    )
    command.add_argument(
        "--quick", action="store_true", help="float64, and other dtypes at one size"
    )
    command.add_argument("--rounds", type=int, default=3)
    command.add_argument(
        "--skip", type=int, default=0, help="cases that an earlier run has reached"
    )
    command.add_argument("--limit", type=float, default=float("inf"), help="seconds")
    command.add_argument("--output", default="build/benchmarks/census.json")
    command.add_argument("--list", action="store_true", help="print the cases")


def is_rare(text):
    """Whether a call is a method of a ufunc that few programs use so."""
    match = METHOD.match(text)
    return match and match[1] not in COMMON


def variants(text, most, sizes, quick):
    """(dtype, layout, size) of the cases of a call.

    If `quick`: one dtype and layout, and at QUICK_AT elements another of each.
    """
    dtypes, layouts = dtypes_of(text), LAYOUTS[: 2 if has_layouts(text) else 1]
    every = list(itertools.product(dtypes, layouts))
    few = every[:1]
    more = few + [(dtype, layouts[-1]) for dtype in dtypes[:1] if len(layouts) > 1]
    if len(dtypes) > 1:
        more.append((dtypes[1 + len(text) % (len(dtypes) - 1)], layouts[0]))
    for n in sizes:
        if n <= most:
            chosen = every if not quick else more if n == QUICK_AT else few
            yield from ((dtype, layout, n) for dtype, layout in chosen)


def chosen_cases(args):
    """The cases that the options ask for, in an order that mixes the calls."""
    sizes = SIZES if args.sizes is None else map(int, map(float, args.sizes.split(",")))
    sizes = [n for n in sizes if args.sizes or n <= args.largest]
    calls = all_calls()
    if args.names:
        named = calls_of()
        names = args.names.split(",")
        if unknown := [name for name in names if name not in named]:
            raise SystemExit(f"no calls of {', '.join(unknown)}")
        wanted = {text for name in names for text in named[name]}
        calls = {text: most for text, most in calls.items() if text in wanted}
    if args.calls:
        calls = {t: most for t, most in calls.items() if re.search(args.calls, t)}
    if args.quick and not (args.names or args.calls):
        calls = {text: most for text, most in calls.items() if not is_rare(text)}
    found = [
        case_of(key_of(text, dtype, layout, n))
        for text, most in calls.items()
        for dtype, layout, n in variants(text, most, sizes, args.quick)
    ]
    # So that a limit of time leaves out a part of every kind.
    random.Random(1).shuffle(found)
    return found[args.skip :]


def measure(runner, cases, say):
    """The records of cases, as many as the runner's limit allows."""
    records, begin = [], time.perf_counter()
    for at in range(0, len(cases), AT_ONCE):
        end = begin + SHARE * runner.limit
        some = cases[at : at + AT_ONCE]
        runner.check(some, end)
        for case in some:
            if time.perf_counter() > end:
                break
            records.append(runner.run_case(case))
        seconds = time.perf_counter() - begin
        say(f"{len(records)} of {len(cases)} cases in {seconds:.0f} s")
        if seconds > SHARE * runner.limit:
            runner.not_reached = [case.key for case in cases[len(records) :]]
            break
    return records


def measure_again(runner, cases, records, ours, end):
    """Has what seems slow measured again, and keeps the best of each library.

    On a machine with other work a case is often slow by chance.
    """
    by_key = {case.key: case for case in cases}
    doubtful = [record for _, record in report.slow(records, ours)]
    for record in doubtful:
        if time.perf_counter() > end:
            break
        again = runner.run_case(by_key[record_key(record)])
        for name, run in again["runs"].items():
            before = report.fastest(record["runs"][name])
            if before and (report.fastest(run) or before) < before:
                record["runs"][name] = run
    return len(doubtful)


def main(args):
    ours = LIBRARIES[args.device][args.device == "cpu"]
    cases = chosen_cases(args)
    if args.list:
        print("\n".join(case.key for case in cases))
        return 0

    def say(text):
        print(text, flush=True)

    begin, names = time.perf_counter(), LIBRARIES[args.device]
    with Runner(names, args.rounds, say=say, limit=args.limit) as runner:
        records = measure(runner, cases, say)
        for _ in range(AGAIN):
            count = measure_again(runner, cases, records, ours, begin + args.limit)
            say(f"{count} slow cases measured again")
        found = runner.report(records, time.perf_counter() - begin)
    found |= {"schema": report.SCHEMA, "device": args.device}
    path = pathlib.Path(args.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found) + "\n")
    print("\n".join(report.lines(found, ours)))
    print(f"{found['total_seconds']:.0f} s; {path} written")
    return 1 if report.wrong(records, ours) else 0

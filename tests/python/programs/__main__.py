# SPDX-License-Identifier: Apache-2.0
"""Random programs by hand and for the tests.

python -m programs [--device cuda:0] [--first SEED] [--count N] [--seconds S]
                   [--processes P] [--runs "auto wait/4 fresh/10"]
                   [--without "truths objects"]
    makes and runs programs, prints failures as they are found, and at last how
    many programs there were in each mode; the exit code is 1 if one failed
python -m programs --show SEED [--device cuda:0]
    prints a program, and what it sees otherwise in a mode than in off

runs.py says what runs there are.
"""

import argparse
import collections
import difflib
import os
import queue
import sys
import threading
import time
import warnings


def arguments():
    parser = argparse.ArgumentParser(prog="python -m programs")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seconds", type=float, help="no program begins later")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--runs", help="such as 'auto wait/4 fresh/10'")
    parser.add_argument("--without", help="kinds of steps, such as 'truths objects'")
    parser.add_argument("--show", type=int, metavar="SEED")
    asked = parser.parse_args()
    if asked.count is None:
        asked.count = 1000 if asked.seconds is None else 1 << 40
    return asked


def environment(asked):
    """What Tenorite and the libraries of NumPy read when they are imported."""
    os.environ["TENORITE_DEVICE"] = asked.device
    os.environ["TENORITE_FUSION"] = "off"
    os.environ["TENORITE_ERRORS"] = "immediate"  # as NumPy, on GPUs too
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def seeds_of(asked, process):
    last = asked.first + asked.count
    return range(asked.first + process, last, asked.processes)


def messages(asked):
    """What the processes say about their seeds, as it comes."""
    from .processes import Died, Forked
    from .runs import CPU, GPU, Worker

    runs = asked.runs or (CPU if asked.device == "cpu" else GPU)
    deadline = time.monotonic() + (asked.seconds or 1e6)
    if asked.processes == 1:
        yield from Worker(runs, deadline).messages(seeds_of(asked, 0))
        return
    coming = queue.SimpleQueue()

    def listen(process):
        try:
            for message in process:
                coming.put(message)
        except Died as error:
            coming.put({"seed": "?", "done": {"process": str(error)}})
        coming.put(None)

    def work(i):
        return Worker(runs, deadline).messages(seeds_of(asked, i))

    # All processes before the first thread: they are as this one is.
    processes = [
        Forked(lambda i=i: work(i), deadline + 40) for i in range(asked.processes)
    ]
    for process in processes:
        threading.Thread(target=listen, args=(process,), daemon=True).start()
    for _ in processes:
        yield from iter(coming.get, None)


def run(asked):
    """Print failures and counts; how many failed."""
    begin = shown = time.monotonic()
    ran, failed, seeds = collections.Counter(), collections.Counter(), 0
    for message in messages(asked):
        seeds += 1
        for name, failure in message["done"].items():
            ran[name] += 1
            if failure:
                failed[name] += 1
                print(
                    f"seed {message['seed']} on {asked.device}: {failure}", flush=True
                )
        if time.monotonic() > shown + 60:
            shown = time.monotonic()
            print(f"{seeds} programs, {failed.total()} failures", flush=True)
    seconds = time.monotonic() - begin
    for name in ran:
        print(
            f"{asked.device:8} {name:8} {ran[name]:9} programs {failed[name]:5} failed"
        )
    print(
        f"{asked.device}: {seeds} programs from seed {asked.first} on in"
        f" {seconds:.0f} s, {ran.total()} runs, {failed.total()} failed"
    )
    return failed.total()


def show(asked):
    """Print a program, and where modes see something else than off."""
    import tenorite

    from .generator import generate
    from .replay import compiled, replay

    program, _ = generate(asked.show, tenorite)
    print(program.text(), f"# {program.failure}", sep="\n")
    code, expected = compiled(program.threads), None
    for mode in ("off", "tier0", "auto", "check", "wait"):
        with tenorite.config.using(fusion=mode):
            try:
                found = [x for one in replay(code, tenorite).records for x in one]
            except Exception as error:
                found = [repr(error)]
        expected = expected or found
        print(
            *difflib.unified_diff(expected, found, "off", mode, lineterm=""), sep="\n"
        )


if __name__ == "__main__":
    asked = arguments()
    environment(asked)
    warnings.simplefilter("ignore")
    if asked.without:
        from .generator import leave_out

        leave_out(asked.without.split())
    if asked.show is not None:
        show(asked)
    else:
        sys.exit(run(asked) > 0)

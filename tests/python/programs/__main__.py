# SPDX-License-Identifier: Apache-2.0
"""The processes of the program tests.

python -m programs make FIRST COUNT FILE   programs of seeds, made beside NumPy
python -m programs run FILE                their digests in one mode, one a line
python -m programs look FILE SEED          what one of them looks at, one a line

Device and mode of fusion are those of the environment. The last line of stderr is
the seed at work, for the reader of a crash.
"""

import json
import sys
import warnings

import tenorite

from . import shrink
from .generator import generate
from .replay import compiled, digest, replay


def at_work(seed):
    sys.stderr.write(f"{seed}\n")
    sys.stderr.flush()


def make(first, count, path):
    """Write programs as JSON; those that differ from NumPy have a `failure`."""
    failures = 0
    with open(path, "w") as file:
        for seed in range(first, first + count):
            at_work(seed)
            program, steps = generate(seed, tenorite)
            if program.failure and failures < 3:
                failures += 1
                program.failure = shrink.shortest_steps(steps, tenorite)
            json.dump(vars(program) | {"code": compiled(program.threads)}, file)
            file.write("\n")


def run(path):
    with open(path) as file:
        for line in file:
            program = json.loads(line)
            at_work(program["seed"])
            print(program["seed"], digest(program, tenorite), flush=True)


def look(path, seed):
    with open(path) as file:
        programs = map(json.loads, file)
        program = next(p for p in programs if p["seed"] == seed)
    for records in replay(program, tenorite).records:
        print(*records, sep="\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    command, *arguments = sys.argv[1:]
    commands = {"make": make, "run": run, "look": look}
    commands[command](*(int(a) if a.isdigit() else a for a in arguments))

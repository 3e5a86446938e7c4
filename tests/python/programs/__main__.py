# SPDX-License-Identifier: Apache-2.0
"""The processes of the program tests.

python -m programs make FIRST COUNT FILE MODE...
    programs of seeds, made beside NumPy in the environment's mode, then run in
    each MODE; in every 20th program only for a mode written as "wait/20"
python -m programs run FILE                their digests in one mode, one a line
python -m programs look FILE SEED          what one of them looks at, one a line

The device is that of the environment, and so is the mode of `run` and `look`. The
last line of stderr is the seed and mode at work, for the reader of a crash.
"""

import json
import sys
import warnings

import tenorite

from . import shrink
from .generator import generate
from .replay import compiled, digest, replay


def at_work(*what):
    sys.stderr.write(" ".join(map(str, what)) + "\n")
    sys.stderr.flush()


def make(first, count, path, *modes):
    """Write programs as JSON, with their digests by mode.

    Those that differ from NumPy have a `failure`, and are not run again.
    """
    failures = 0
    every = [mode.partition("/") for mode in modes]
    every = [(mode, int(part or 1)) for mode, _, part in every]
    with open(path, "w") as file:
        for seed in range(first, first + count):
            at_work(seed)
            program, steps = generate(seed, tenorite)
            if program.failure and failures < 3:
                failures += 1
                program.failure = shrink.shortest_steps(steps, tenorite)
            if not program.failure:
                code = compiled(program.threads)
                for mode, part in every:
                    if seed % part == 0:
                        at_work(seed, mode)
                        with tenorite.config.using(fusion=mode):
                            program.digests[mode] = digest(code, tenorite)
            json.dump(vars(program), file)
            file.write("\n")


def run(path):
    with open(path) as file:
        for line in file:
            program = json.loads(line)
            at_work(program["seed"])
            code = compiled(program["threads"])
            print(program["seed"], digest(code, tenorite), flush=True)


def look(path, seed):
    with open(path) as file:
        programs = map(json.loads, file)
        program = next(p for p in programs if p["seed"] == seed)
    for records in replay(compiled(program["threads"]), tenorite).records:
        print(*records, sep="\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    command, *arguments = sys.argv[1:]
    commands = {"make": make, "run": run, "look": look}
    commands[command](*(int(a) if a.isdigit() else a for a in arguments))

# SPDX-License-Identifier: Apache-2.0
"""Runs one program on one target, in a process of its own.

`python worker.py PROGRAM TARGET SCALE BUDGET RESULT` writes RESULT.npz and
RESULT.json; a target is "numpy" or a device of Tenorite.
"""

import builtins
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import types

import numpy

PROGRAMS = pathlib.Path(__file__).resolve().parents[1]
NUMPY = "numpy"
TIME_LIMIT = 300


def load_program(name, library):
    """Executes a program's source with `import numpy` importing the library."""

    def substitute(target, *args):
        return library if target == "numpy" else builtins.__import__(target, *args)

    path = PROGRAMS / f"{name}.py"
    program = types.ModuleType(name)
    program.__file__ = str(path)
    program.__builtins__ = {**vars(builtins), "__import__": substitute}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), vars(program))
    return program


def library_of(target):
    """The module; what has recorded calls executed; what waits for the device."""
    if target == NUMPY:
        return numpy, lambda: None, lambda: None
    import tenorite

    wait = tenorite.Device(target).synchronize
    if target == "cpu":
        return tenorite, wait, wait
    return tenorite, tenorite.cuda.Event(disable_timing=True).record, wait


def to_device(library, inputs):
    """The inputs with host arrays copied to arrays of the library."""
    return [library.array(x) if isinstance(x, numpy.ndarray) else x for x in inputs]


def to_host(results):
    """Copies of the results as NumPy arrays."""
    if not isinstance(results, tuple):
        results = (results,)
    return [numpy.array(x.get() if hasattr(x, "get") else x) for x in results]


def measure(call, launch, wait, budget):
    """Seconds per call of several batches of calls, within about the budget."""

    def repeat(calls):
        for _ in range(calls):
            result = call()
            launch()  # while there is a result: nobody else would look at it
        wait()
        del result

    begin = time.perf_counter()
    repeat(1)
    once = max(time.perf_counter() - begin, 1e-7)
    calls = max(1, min(10000, int(budget / 10 / once)))
    batches = max(1, min(7, int(budget / (once * calls))))
    times = []
    for _ in range(batches):
        begin = time.perf_counter()
        repeat(calls)
        times.append((time.perf_counter() - begin) / calls)
    return times, calls


def run_program(program_name, target, scale):
    """The host results and seconds of one call; what makes, launches and awaits more."""
    library, launch, wait = library_of(target)
    inputs = load_program(program_name, numpy).setup(scale)
    program = load_program(program_name, library)
    inputs = to_device(library, inputs)
    wait()
    begin = time.perf_counter()
    results = program.run(*inputs)
    wait()
    first = time.perf_counter() - begin
    return to_host(results), first, lambda: program.run(*inputs), launch, wait


def read_results(path):
    with numpy.load(f"{path}.npz") as file:
        return [file[name] for name in file.files]


def run_worker(program_name, target, scale, budget, path):
    """Times of one program on one target, or why there are none."""
    command = [sys.executable, __file__, program_name, target]
    environment = dict(os.environ)
    if target != NUMPY:
        environment["TENORITE_DEVICE"] = target
    try:
        done = subprocess.run(
            [*command, str(scale), str(budget), str(path)],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIME_LIMIT,
        )
    except subprocess.TimeoutExpired:
        return {"error": f"no result within {TIME_LIMIT} s"}
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        return {"error": lines[-1] if lines else f"exit status {done.returncode}"}
    return json.loads(pathlib.Path(f"{path}.json").read_text())


def main(program_name, target, scale, budget, path):
    results, first, *timed = run_program(program_name, target, float(scale))
    numpy.savez(f"{path}.npz", *results)
    del results
    times, calls = measure(*timed, float(budget))
    record = {
        "seconds": statistics.median(times),
        "batches": times,
        "calls_per_batch": calls,
        "first_call_seconds": first,
    }
    pathlib.Path(f"{path}.json").write_text(json.dumps(record))


if __name__ == "__main__":
    main(*sys.argv[1:])

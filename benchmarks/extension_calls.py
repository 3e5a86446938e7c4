# SPDX-License-Identifier: Apache-2.0
"""What a call of an extension costs, beside an empty function of its binding library.

`python -m benchmarks.extension_calls` builds tests/python/extension and prints
nanoseconds: the best of some rounds, and the first call of a process, the median
of some processes. On the CPU device, where no launch hides it.
"""

import importlib
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = ROOT / "tests" / "python" / "extension"
FOLDER = ROOT / "build" / "extension-calls"
MODULES = ("bound_by_pybind11", "bound_by_nanobind")
# Function of the modules: how many arguments it takes.
FUNCTIONS = {
    "empty1": 1,
    "cast1": 1,
    "checked1": 1,
    "used1": 1,
    "empty2": 2,
    "cast2": 2,
    "checked2": 2,
}
ROUNDS, CALLS, PROCESSES = 15, 20_000, 9


def build():
    """The modules, optimised."""
    options = ["-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}"]
    for package, option in (
        ("tenorite", "--cmakedir"),
        ("pybind11", "--cmakedir"),
        ("nanobind", "--cmake_dir"),
    ):
        asked = [sys.executable, "-m", package, option]
        done = subprocess.run(asked, capture_output=True, text=True)
        if done.returncode == 0:
            options.append(f"-D{package}_DIR={done.stdout.strip()}")
    cmake = ["cmake", "-S", SOURCE, "-B", FOLDER, *options]
    for command in (cmake, ["cmake", "--build", FOLDER]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def arguments(function):
    import tenorite

    return [tenorite.arange(10.0, device="cpu") for _ in range(FUNCTIONS[function])]


def load(module):
    sys.path.insert(0, str(FOLDER))
    return importlib.import_module(module)


def cost(call, args):
    """Nanoseconds of a call among many."""

    def seconds(function):
        start = time.perf_counter_ns()
        for _ in range(CALLS):
            function(*args)
        return time.perf_counter_ns() - start

    return min(seconds(call) for _ in range(ROUNDS)) / CALLS


def first_call(module, function):
    """Nanoseconds of the first call in this process."""
    call, args = getattr(load(module), function), arguments(function)
    time.perf_counter_ns()
    start = time.perf_counter_ns()
    call(*args)
    return time.perf_counter_ns() - start


def first_calls(module, function):
    """The median of some processes."""
    command = [sys.executable, "-m", __spec__.name, module, function]
    return statistics.median(
        int(subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout)
        for _ in range(PROCESSES)
    )


def main(argv):
    if argv:
        print(first_call(*argv))
        return
    build()
    for module in MODULES:
        if not list(FOLDER.glob(f"{module}.*.so")):
            continue
        functions = load(module)
        for name in FUNCTIONS:
            each = cost(getattr(functions, name), arguments(name))
            print(f"{module} {name:9} {each:6.0f} first {first_calls(module, name)}")


if __name__ == "__main__":
    main(sys.argv[1:])

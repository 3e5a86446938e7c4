# SPDX-License-Identifier: Apache-2.0
"""Times what a fresh process waits for, in this process.

`python -m benchmarks.startup_worker import LIBRARY` prints the seconds of the
import after NumPy's; `... first LIBRARY` those of the first calls, with the
device's context up; `... kernels LIBRARY` those of kernels that users write;
`... unseen LIBRARY` how long an expression that was never seen takes from its
first call on. All print JSON. What is imported here is little, so that it is not
missing in the time of an import.
"""

import json
import sys
import time

from .spec import CPU, CUDA, CUPY, JAX, NUMPY, TORCH

MODULES = {NUMPY: "numpy", CPU: "tenorite", CUDA: "tenorite", CUPY: CUPY, TORCH: TORCH}
MODULES[JAX] = "jax.numpy"
SIZE = (1000,)


def import_seconds(name):
    """The seconds of `import`, in this process, after numpy's."""
    import numpy  # noqa: F401

    begin = time.perf_counter()
    __import__(MODULES[name])
    return {"seconds": time.perf_counter() - begin}


def first_calls(name):
    """The seconds of the first call of each (operation, dtype), in this process."""
    from .cases import elementwise
    from .data import device_operand
    from .libraries import open_library

    library = open_library(name, rehearsal=True)
    calls = {}
    for case in elementwise.CASES:
        if case.group == elementwise.LARGE and name not in case.absent:
            operands = [
                device_operand(library, o, SIZE, i) for i, o in enumerate(case.operands)
            ]
            calls[case.name] = case.spelling(name), operands
    library.wait()
    seconds = {}
    for label, (call, operands) in calls.items():
        begin = time.perf_counter()
        call(library.xp, *operands)
        library.wait()
        seconds[label] = time.perf_counter() - begin
    return {"calls": seconds}


def first_kernels(name):
    """The seconds of the first call of kernels, the second of which counts.

    The first one also waits for the compiler to be loaded.
    """
    from .data import device_operand
    from .libraries import open_library
    from .spec import Operand

    library = open_library(name, rehearsal=True)
    x, y = (device_operand(library, Operand(), SIZE, i) for i in range(2))
    library.wait()
    bodies = {
        "first in the process": "z = x * y + 1",
        "next": "z = (x - y) * x + y",
        "with functions": "z = exp(sin(x) + cos(y))",
    }
    seconds = {}
    for label, body in bodies.items():
        kernel = library.xp.ElementwiseKernel("T x, T y", "T z", body, "fresh")
        begin = time.perf_counter()
        kernel(x, y)
        library.wait()
        seconds[label] = time.perf_counter() - begin
    return {"seconds": seconds["next"], "calls": seconds}


UNSEEN_SIZE, UNSEEN_CALLS = (4_000_000,), 2000


def unseen(name):
    """Seconds from the start until the end of each call of an expression.

    And the seconds of a call once all is warm. Needs events: a GPU. The single
    operations have been called before, which is what first_calls() is about.
    """
    from .cases.fusion import twenty
    from .data import device_operand
    from .libraries import open_library
    from .spec import Operand

    library = open_library(name, rehearsal=True)
    operand = Operand(values=(0.5, 1.5))
    x, y = (device_operand(library, operand, UNSEEN_SIZE, i) for i in range(2))
    for result in (x + y, x * 0.5, x - 1, x * y):
        library.download(result)
    library.wait()
    begin, *ends = (library.cuda.Event() for _ in range(UNSEEN_CALLS + 1))

    def run():
        begin.record()
        for end in ends:
            result = twenty(library.xp, x, y)
            end.record()
        end.synchronize()
        del result
        return [library.milliseconds(begin, end) * 1e-3 for end in ends]

    return {"ends": run(), "warm": run()[-1] / UNSEEN_CALLS}


MODES = {"import": import_seconds, "first": first_calls, "kernels": first_kernels}
MODES["unseen"] = unseen


if __name__ == "__main__":
    print(json.dumps(MODES[sys.argv[1]](sys.argv[2])))

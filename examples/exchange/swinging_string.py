# SPDX-License-Identifier: Apache-2.0
"""A string that swings, on memory which Tenorite, NumPy and PyTorch have together.

NumPy plucks it, Tenorite lets it swing, a neighbour damps it in place, and NumPy checks
every item. On a GPU the steps are one graph that is launched again and again; on the CPU
device they are calls. The neighbour is PyTorch where it is installed, else NumPy, which
has the memory of the CPU device alone: on a GPU it then works on a copy, and says so.
"""

import contextlib
import importlib
import types
from typing import Any

import numpy
import tenorite as np

SPEED = 0.25
DAMPED = 0.5


def step(xp: types.ModuleType, u: Any, v: Any) -> None:
    """One step in place, of displacement and velocity: NumPy's arrays, or ours."""
    v += SPEED * (xp.roll(u, 1) - 2 * u + xp.roll(u, -1))
    u += v


def swing(u: np.ndarray, v: np.ndarray, steps: int) -> str:
    """That many steps on the arrays' device; how they were done."""
    if u.device.type == "cpu":
        for _ in range(steps):
            step(np, u, v)
        return f"{steps} calls"
    with np.cuda.Stream(non_blocking=True) as stream:
        step(np, u, v)  # compiles what is missing
        stream.begin_capture()
        step(np, u, v)  # queues nothing
        graph = stream.end_capture()
        for _ in range(steps - 1):
            graph.launch()
    return f"1 call and {steps - 1} launches of a graph"


def damp(u: np.ndarray) -> str:
    """Damps the string in its own memory; who has done it."""
    torch: types.ModuleType | None = None
    with contextlib.suppress(ImportError):
        torch = importlib.import_module("torch")
    if torch and (u.device.type == "cpu" or torch.cuda.is_available()):
        tensor = torch.from_dlpack(u)  # the same memory; nobody waits
        tensor *= DAMPED
        again = np.from_dlpack(tensor)
        assert again.data_ptr() == u.data_ptr()
        return "PyTorch, in place"
    if u.device.type == "cpu":
        view = numpy.from_dlpack(u).view(numpy.float64)
        view *= DAMPED
        assert numpy.shares_memory(view, numpy.asarray(u))
        return "NumPy, in place"
    u[...] = np.asarray(u.get() * DAMPED)
    return "NumPy, on a copy"


def main(n: int = 1000, steps: int = 200) -> None:
    x = numpy.linspace(0, 2 * numpy.pi, n, endpoint=False)
    expected, velocity = numpy.sin(x) + 0.1 * numpy.sin(40 * x), numpy.zeros(n)
    u, v = np.array(expected), np.array(velocity)
    print(f"{n} items on {u.device}")
    for _ in range(2):
        done = swing(u, v, steps)
        who = damp(u)
        for _ in range(steps):
            step(numpy, expected, velocity)
        expected *= DAMPED
        numpy.testing.assert_allclose(u.get(), expected, rtol=1e-11, atol=1e-13)
        print(f"swung by {done}; damped by {who}; highest {float(u.max()):.6f}")


if __name__ == "__main__":
    main()

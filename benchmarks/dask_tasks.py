# SPDX-License-Identifier: Apache-2.0
"""What a task of dask.array costs over our chunks and over NumPy's, on the CPU device.

    python -m benchmarks.dask_tasks [--chunks 64] [--repeats 7]

Each program runs on the synchronous scheduler over both kinds of chunks in turn; the
least time of the repeats is divided by the number of tasks that dask ran. Results are
looked at, so that nothing is left pending.
"""

import argparse
import time

import dask
import dask.array as da
import numpy as np
import tenorite as tn
from dask.callbacks import Callback

PROGRAMS = {
    "x + 1": lambda x: x + 1,
    "chain of 6": lambda x: da.exp(da.sin(x) * 0.5 + da.cos(x) / 3),
    "sum": lambda x: x.sum(),
    "std": lambda x: x.std(),
    "x - mean": lambda x: x - x.mean(),
}


class Counted(Callback):
    """Counts the tasks that a scheduler runs."""

    def __init__(self):
        self.tasks = 0
        super().__init__(pretask=self._one_more)

    def _one_more(self, key, graph, state):
        self.tasks += 1


def look(result):
    """Makes what is pending real; the chunks are the array's."""
    return float(result.reshape(-1)[0]) if result.ndim else float(result)


def seconds(program, x):
    with dask.config.set(scheduler="synchronous"):
        made = program(x)
        start = time.perf_counter()
        look(made.compute())
        return time.perf_counter() - start


def tasks(program, x):
    with dask.config.set(scheduler="synchronous"), Counted() as counted:
        program(x).compute()
    return counted.tasks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chunks", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    tn.set_default_device("cpu")
    print("| items of a chunk | program | tasks | NumPy, us | tenorite, us | ratio |")
    print("| --: | --- | --: | --: | --: | --: |")
    for items in (10, 10_000, 1_000_000):
        chunks = arguments.chunks if items < 1_000_000 else arguments.chunks // 4
        h = np.random.default_rng(1).random(chunks * items)
        arrays = [da.from_array(a, chunks=items) for a in (h, tn.asarray(h))]
        arrays = [x.persist(scheduler="synchronous") for x in arrays]
        for name, program in PROGRAMS.items():
            count = tasks(program, arrays[0])
            # In turns, so that what else the machine does meets both.
            times = [
                [seconds(program, x) for x in arrays] for _ in range(arguments.repeats)
            ]
            theirs, ours = (
                min(each) / count * 1e6 for each in zip(*times, strict=True)
            )
            print(
                f"| {items} | `{name}` | {count} | {theirs:.1f} | {ours:.1f} "
                f"| {ours / theirs:.2f} |"
            )


if __name__ == "__main__":
    main()

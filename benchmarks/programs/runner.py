# SPDX-License-Identifier: Apache-2.0
"""Runs programs with each library in a process of its own, taking turns."""

import pathlib
import tempfile
import time

from .. import machine
from ..records import summary
from ..spec import CPU, CUDA, CUPY, JAX, NUMPY, TORCH
from ..worker_process import Dead, WorkerProcess

SCHEMA = "tenorite-programs-1"
# Results are compared with those of the first one: ours are the last.
DEVICES = {"cpu": (NUMPY, JAX, TORCH, CPU), "cuda:0": (NUMPY, CUPY, JAX, TORCH, CUDA)}
OURS = {device: names[-1] for device, names in DEVICES.items()}
FIRST_LIMIT, LIMIT = 300, 120  # seconds
# The pause before a batch on the CPU: OpenBLAS's threads in NumPy's process keep
# their cores busy for 30 ms after a product.
QUIET = 0.05  # seconds
SLOW, FEW = 0.3, 3  # seconds per call after which so many rounds are enough


class Runner:
    """The workers of the libraries that work here, and what they measure.

    `watch`: seconds for which the first calls follow each other. `caches` is the
    folder of compiled kernels; a new one means that none are there.
    """

    def __init__(self, device, names, rounds=5, watch=0.7, caches=None, say=print):
        self.device, self.rounds, self.watch, self.say = device, rounds, watch, say
        self.folder = tempfile.TemporaryDirectory()
        self.caches = pathlib.Path(caches or self.folder.name)
        self.workers, self.missing, self.environment = {}, {}, machine.host_facts()
        for name in names:
            self._open(name)

    def _open(self, name):
        """Starts the process of a library; it is missing if that fails."""
        variables = {
            "CUPY_CACHE_DIR": str(self.caches / "cupy"),
            "TENORITE_CACHE_DIR": str(self.caches / "tenorite"),
        }
        options = []
        if self.device == "cpu":
            variables |= {"CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu"}
            options = ["cpu"]
        module = "benchmarks.programs.worker"
        worker = WorkerProcess(name, options, module, **variables).wait()
        if worker.missing:
            self.missing[name] = worker.missing
            self.say(f"{name} is left out: {worker.missing}")
            worker.stop()
            self.workers.pop(name, None)
            return
        self.workers[name] = worker
        self.environment |= {k: v for k, v in worker.facts.items() if k != "on_gpu"}

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        for worker in self.workers.values():
            worker.stop()
        self.folder.cleanup()

    def _ask(self, name, do, limit=LIMIT, **request):
        """The answer of a library; that of one which died is an error."""
        worker = self.workers[name]
        worker.send(do, **request)
        try:
            return worker.receive(limit)
        except Dead as error:
            self._open(name)
            return {"error": str(error)}

    def _names(self, program, size):
        """Who takes part: NumPy does not where there is a larger size for GPUs."""
        larger = self.device != "cpu" and f"{size} on a GPU" in program.sizes
        return [name for name in self.workers if not (larger and name == NUMPY)]

    def run(self, program, size):
        """The record of a program of one size, with a run for each library."""
        names = self._names(program, size)
        request = {"program": program.name, "size": size, "least": self.watch}
        runs, reference = {}, None
        for name in names:
            runs[name] = self._ask(name, "start", FIRST_LIMIT, **request)
            if "error" in runs[name]:
                continue
            path = str(pathlib.Path(self.folder.name) / "results.npz")
            if reference is None:
                answer = self._ask(name, "keep", path=path)
                reference = name
            else:
                answer = self._ask(name, "check", path=path)
            runs[name] |= answer
        ready = [name for name in names if not failed(runs[name])]
        self._time(ready, runs)
        count = None
        for name in ready:
            if not failed(runs[name]):
                runs[name] |= self._ask(name, "finish")
                count = runs[name].pop("operations", count)
        return {
            "name": program.name,
            "domain": program.domain,
            "size": size,
            "arguments": list(program.arguments(size, self.device != "cpu")),
            "operations": count,
            "reference": reference,
            "runs": runs,
        }

    def _time(self, names, runs):
        """Adds the seconds of batches, for which the libraries take turns."""
        times, used = ({name: [] for name in names} for _ in range(2))
        for i in range(self.rounds):
            for name in names:
                done = times[name]
                if failed(runs[name]) or (i >= FEW and done[0] > SLOW):
                    continue
                if self.device == "cpu":
                    time.sleep(QUIET)
                answer = self._ask(name, "time")
                if failed(answer):
                    runs[name] |= answer
                else:
                    done.append(answer["seconds"])
                    used[name].append(answer["cpu_seconds"])
        for name in names:
            if not failed(runs[name]):
                runs[name] |= summary(times[name])
                runs[name]["cpu_seconds"] = min(used[name])

    def report(self, found, left, begin):
        """All results, as they are written."""
        return {
            "schema": SCHEMA,
            "environment": self.environment,
            "device": self.device,
            "libraries": list(self.workers),
            "left_out": self.missing,
            "not_reached": left,
            "rounds": self.rounds,
            "watched": self.watch,
            "total_seconds": time.perf_counter() - begin,
            "programs": found,
        }


def failed(run):
    return "error" in run or "wrong" in run

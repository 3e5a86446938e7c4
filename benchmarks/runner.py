# SPDX-License-Identifier: Apache-2.0
"""Runs cases with each library in a process of its own, taking turns."""

import collections
import concurrent.futures
import itertools
import statistics
import time

from . import machine, records, startup
from .accounts import Accounts
from .spec import ALL, CPU, CUDA, CUPY, NUMPY, TORCH
from .worker_process import Dead, WorkerProcess

HAVE_KERNELS = (CPU, CUDA, CUPY)
UNSEEN = "2000 calls of an unseen expression"

CHECK_LIMIT, ANSWER_LIMIT = 180, 60  # seconds
COPY_EVERY = 40  # cases between measurements of the device copy
SLOW = 0.5  # seconds per call after which one round is enough
# How many more processes check a library's results, and how many cases each of them
# is for. What CuPy compiles in one of them the others find on disk.
HELPERS, HELPED = {CUDA: 2, CUPY: 5, TORCH: 2}, 20


class Runner:
    """The workers of the libraries that work here, and what they have measured."""

    def __init__(
        self, names=ALL, rounds=3, rehearsal=False, say=print, limit=float("inf")
    ):
        self.rounds, self.rehearsal, self.say = rounds, rehearsal, say
        self.limit, self.not_reached = limit, []
        self.options = ["rehearsal"] if rehearsal else []
        self.workers, self.missing, self.environment = {}, {}, machine.host_facts()
        self.copies, self.accounts = {}, Accounts()
        self.checked = {}  # what checks found, by case and library
        with self.accounts.waits.on("start"):
            self._start(names)
        self.environment.pop("on_gpu", None)

    def _start(self, names):
        started = [WorkerProcess(name, self.options) for name in names]
        for name, worker in zip(names, started, strict=True):
            if worker.wait().missing:
                self.missing[name] = worker.missing
                self.say(f"{name} is left out: {worker.missing}")
                worker.stop()
            else:
                self.workers[name] = worker
                self.environment |= worker.facts

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        for worker in self.workers.values():
            worker.connection.close()  # so that all end at once
        for worker in self.workers.values():
            worker.stop()

    def _ask(self, name, do, **request):
        self.workers[name].send(do, **request)
        return self._answer(name)

    def _received(self, worker, check=None):
        """A worker's answer, less what it spent: this goes into the accounts."""
        answer = worker.receive(CHECK_LIMIT if check else ANSWER_LIMIT)
        self.accounts.add(worker.name, answer.pop("spent"), check)
        return answer

    def _answer(self, name, check=None):
        """A worker's answer. A dead worker is an error, and is replaced.

        `check` is the key of the case that it checks, if it does.
        """
        try:
            return self._received(self.workers[name], check)
        except Dead as error:
            worker = WorkerProcess(name, self.options).wait()
            if worker.missing:
                worker.stop()
                del self.workers[name]
                self.missing[name] = f"its process died: {error}"
            else:
                self.workers[name] = worker
            return {"error": str(error)}

    def on_gpu(self):
        return [n for n, w in self.workers.items() if w.facts["on_gpu"]]

    def measure_copies(self):
        """The speed of the device's own copy, once more."""
        for name in self.on_gpu():
            with self.accounts.waits.on("copies"):
                answer = self._ask(name, "copy_speed")
            self.copies.setdefault(name, []).extend(answer.get("speeds", ()))

    def _names(self, case):
        """The libraries that a case is for, of those that work here."""
        wanted = (*case.libraries, NUMPY, CPU) if self.rehearsal else case.libraries
        return [name for name in list(self.workers) if name in wanted]

    def check(self, cases, end=float("inf")):
        """Has all libraries check the results of cases, each at its own pace.

        This is not timed, and so they all may do it at once. `end`: on time's
        performance counter; after that no check is begun.
        """
        with (
            self.accounts.waits.on("check"),
            concurrent.futures.ThreadPoolExecutor(32) as threads,
        ):
            done, left = [], []
            for name in list(self.workers):
                own, todo = collections.deque(), collections.deque()
                for case in spread(cases):
                    if name in self._names(case) and name not in case.absent:
                        (own if case.compiled_by(name) else todo).append(case)
                left += [own, todo]
                helpers = min(HELPERS.get(name, 0), len(todo) // HELPED)
                done.append(threads.submit(self._check, name, own, todo, end))
                for _ in range(helpers):
                    done.append(threads.submit(self._help_check, name, todo, end))
            try:
                for each in done:
                    each.result()
            finally:
                for rest in left:
                    rest.clear()  # if interrupted

    def _check(self, name, own, todo, end):
        """Has the worker that will be timed check its own cases, then others."""
        for case in itertools.chain(taken(own, end), taken(todo, end)):
            self.workers[name].send("check", key=case.key)
            self._note(name, case, self._answer(name, case.key))
            if name not in self.workers:
                return

    def _help_check(self, name, todo, end):
        """Has another process check; what it leaves when it dies is for others."""
        helper = WorkerProcess(name, self.options).wait()
        if not helper.missing:
            for case in taken(todo, end):
                helper.send("check", key=case.key)
                try:
                    self._note(name, case, self._received(helper, case.key))
                except Dead:
                    todo.append(case)
                    break
        helper.stop()

    def _note(self, name, case, answer):
        """Keeps what a check found."""
        if not lacked_memory(answer):
            self.checked[case.key, name] = answer

    def run_case(self, case):
        """The record of a case, with the runs of its libraries."""
        with self.accounts.case(case.key):
            return self._record(case, self._runs(case))

    def _runs(self, case):
        """By library, the times of a case or why there are none."""
        runs, ready, times = {}, [], {}
        names, waits = self._names(case), self.accounts.waits
        for name in names:
            if name in case.absent:
                runs[name] = {"absent": case.absent[name]}
            elif failed(self.checked.get((case.key, name), {})):
                runs[name] = self.checked[case.key, name]
        names = [name for name in names if name not in runs]
        # All make their operands at once, which is not timed.
        with waits.on("prepare"):
            for name in names:
                facts = self.checked.get((case.key, name))
                self.workers[name].send("prepare", key=case.key, facts=facts)
            prepared = {name: self._answer(name) for name in names}
        for name, answer in prepared.items():
            if not failed(answer):
                with waits.on("count"):
                    answer |= self._ask(name, "count")
            found = answer.pop("seconds", None)
            runs[name] = {k: v for k, v in answer.items() if v is not None}
            if not failed(answer):
                ready.append(name)
                times[name] = [] if found is None else [found]
        for _ in range(self.rounds):
            for name in ready:
                done = times[name]
                if done and done[0] > SLOW or "error" in runs[name]:
                    continue
                with waits.on("time"):
                    answer = self._ask(name, "time")
                if "error" in answer:
                    runs[name] = {"error": answer["error"]}
                else:
                    done.append(answer["seconds"])
        ready = [name for name in ready if "error" not in runs[name]]
        with waits.on("release"):
            for name in ready:
                self.workers[name].send("release")
            for name in ready:
                self._answer(name)
        for name in ready:
            runs[name] |= records.summary(times[name])
        for name in case.libraries:
            if name not in runs:
                why = self.missing.get(name, "was not asked for")
                runs[name] = {"absent": why}
        return runs

    def _record(self, case, runs):
        sizes = case.small if self.rehearsal else case.sizes
        record = {"group": case.group, "name": case.name, "sizes": list(sizes)}
        if case.flops:
            record["flops"] = case.flops(*sizes)
        on_device = case.clock not in ("host", "launch")
        return record | {
            "on_device": on_device,
            "headline": case.headline,
            "runs": runs,
        }

    def run_cases(self, cases):
        """The records of cases, with a line of progress for each."""
        found = []
        begin = time.perf_counter()
        self.check(cases, begin + self.limit)
        self.say(f"checked in {time.perf_counter() - begin:.0f} s")
        for i, case in enumerate(cases):
            if time.perf_counter() - begin > self.limit:
                self.not_reached = [case.key for case in cases[i:]]
                self.say(f"{len(self.not_reached)} cases are left out for time")
                self._say_failed(cases[i:])
                break
            if i % COPY_EVERY == 0 and case.clock not in ("host", "launch"):
                self.measure_copies()
            record = self.run_case(case)
            found.append(record)
            seconds = time.perf_counter() - begin
            self.say(f"[{i + 1}/{len(cases)}, {seconds:.0f} s] {progress(record)}")
        self.measure_copies()
        return found

    def _say_failed(self, cases):
        """What checks found wrong in cases that are not timed."""
        for case in cases:
            runs = {n: self.checked.get((case.key, n), {}) for n in self.workers}
            for problem in problems(runs):
                self.say(f"{case.key}: {problem}")

    def run_startup(self, rounds, quick=False):
        """The records of imports and first calls; of Tenorite alone if `quick`."""
        self.say("imports and first calls")
        names = [name for name in self.workers if name != NUMPY]
        if quick:
            names = [name for name in names if name in (CPU, CUDA)]
        runs = self._startup_runs(rounds, names)
        for found in runs.values():
            found |= {n: {"absent": why} for n, why in self.missing.items()}
        return [
            {
                "group": "start",
                "name": name,
                "sizes": [],
                "on_device": False,
                "headline": True,
                "runs": found,
            }
            for name, found in runs.items()
        ]

    def _startup_runs(self, rounds, names):
        waits, runs = self.accounts.waits, {}
        # Both are the same module.
        imported = [n for n in names if n != CPU or CUDA not in names]
        on_gpu = [n for n in self.on_gpu() if n in names]
        with_kernels = [n for n in on_gpu or self.workers if n in HAVE_KERNELS]
        with waits.on("imports"):
            runs["import, beyond numpy"] = startup.measure_import(imported, rounds)
        with waits.on("first calls"):
            runs["first calls of 60 operations, median"] = startup.measure_first_calls(
                on_gpu or names
            )
        with waits.on("first kernels"):
            new, kept = startup.measure_first_kernels(with_kernels)
        runs["first call of a kernel, new"] = new
        runs["first call of a kernel, on disk"] = kept
        # Tenorite's begin is compared with a warm CuPy.
        with_events = [n for n in self.on_gpu() if n in HAVE_KERNELS]
        with waits.on("unseen calls"):
            runs[UNSEEN] = startup.measure_unseen(with_events)
        return runs

    def report(self, cases, seconds):
        """All results, as they are written."""
        copies = {
            name: {
                "bytes_per_second": statistics.median(speeds),
                "min": min(speeds),
                "max": max(speeds),
            }
            for name, speeds in self.copies.items()
            if speeds
        }
        fastest = max((c["bytes_per_second"] for c in copies.values()), default=None)
        for record in cases:
            records.add_speeds(record, fastest)
        return {
            "schema": records.SCHEMA,
            "environment": self.environment,
            "libraries": list(self.workers),
            "left_out": self.missing,
            "not_reached": self.not_reached,
            "rehearsal": self.rehearsal,
            "device_copy": {"bytes_per_second": fastest, "libraries": copies},
            "total_seconds": seconds,
            "spent": self.accounts.report(),
            "cases": cases,
        }


def spread(cases):
    """Cases in turns of their groups: neighbours in one compile the same kernels."""
    before = collections.Counter()
    turns = []
    for case in cases:
        turns.append(before[case.group])
        before[case.group] += 1
    order = sorted(range(len(cases)), key=lambda i: turns[i])
    return [cases[i] for i in order]


def taken(todo, end):
    """What is left to do, taken one by one before a time."""
    while todo and time.perf_counter() < end:
        try:
            yield todo.popleft()
        except IndexError:
            return  # another thread took it


def lacked_memory(answer):
    """Whether a call may succeed when fewer share the memory."""
    text = answer.get("error", "").lower()
    return "memory" in text or "alloc" in text


def failed(answer):
    return "error" in answer or "wrong" in answer


def progress(record):
    """A record in one line, with lines for what went wrong."""
    parts = [f"{name} {records.outcome(run)}" for name, run in record["runs"].items()]
    text = f"{records.key(record)}: {', '.join(parts)}"
    return "\n    ".join([text, *problems(record["runs"])])


def problems(runs):
    """A line for each run that failed or was wrong."""
    return [
        f"{name}: {kind}: {run[kind]}"
        for name, run in runs.items()
        for kind in ("wrong", "error")
        if kind in run
    ]

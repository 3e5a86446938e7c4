# SPDX-License-Identifier: Apache-2.0
"""Seconds per call of a case whose operands are ready."""

import gc
import itertools
import time

from . import checks
from .accounts import Stopwatch
from .data import device_operand

BATCH = 0.015  # seconds that a batch of calls should take
MOST_CALLS = 4000
MOST_QUEUED = 500  # a device takes about 1000 calls before one has to wait
ROTATED = 2**28  # bytes of operands that calls take turns among
KEPT = 2**24  # bytes of results that are kept until recorded calls are launched


class Prepared:
    """A case with operands on the device, checked and ready to be timed.

    checks.Wrong where the result is not NumPy's. `watch` is told what the time is
    spent on.
    """

    def __init__(self, case, library, large=True, watch=None):
        self.case, self.library = case, library
        self.sizes = case.sizes if large else case.small
        self.clock = case.clock if library.on_gpu else "host"
        self.call = case.spelling(library.name)
        self.note = None
        watch = watch or Stopwatch()
        with watch.on("small check"):
            self._check_small()
        with watch.on("operands"):
            operands = self._operands()
            library.wait()
        check = None
        with watch.on("NumPy's result"):
            if large and case.sample:
                check = case.sample(library, case, operands)
        with watch.on("first call"):
            result = self.call(library.xp, *operands)
            library.wait()
        with watch.on("large check"):
            if check:
                self._fail(checks.large_problem(case, library, check, result))
        self.together = max(1, min(64, KEPT // max(1, library.touched(result))))
        self.bytes = self._bytes(operands, result)
        with watch.on("more operands"):
            self.sets, self.results = self._sets(operands, result)
            library.wait()

    def _operands(self, sizes=None):
        sizes = sizes or self.sizes
        specs = enumerate(self.case.operands)
        return [device_operand(self.library, o, sizes, i) for i, o in specs]

    def _check_small(self):
        case, library = self.case, self.library
        found = library.download(self.call(library.xp, *self._operands(case.small)))
        operands = checks.small_operands(case)
        expected = checks.numpy_result(case, operands)
        self._fail(checks.small_problem(case, library, operands, expected, found))
        # torch promotes in ways of its own, so that it may move other bytes.
        if getattr(expected, "dtype", None) != getattr(found, "dtype", None):
            self.note = f"gives {found.dtype}"

    @staticmethod
    def _fail(problem):
        if problem:
            raise checks.Wrong(problem)

    def _bytes(self, operands, result):
        moved, touched = self.case.moved, self.library.touched
        if moved is None:
            return None
        if moved == "touched":
            return sum(map(touched, operands)) + touched(result)
        return moved(touched, result, *operands)

    def _sets(self, operands, result):
        """Operands to take turns among, and a list for as many results."""
        if not self.case.rotate:
            return [operands], None
        each = sum(map(self.library.touched, (*operands, result)))
        count = min(512, -(-ROTATED // max(1, each)))
        sets = [operands, *(self._operands() for _ in range(count - 1))]
        return sets, [None] * count

    def _batch(self, calls):
        """Makes so many calls, and leaves waiting for them to the caller."""
        call, xp = self.call, self.library.xp
        if self.results is None:
            (operands,) = self.sets
            if self.clock == "launch" or not self.library.records:
                for _ in itertools.repeat(None, calls):
                    call(xp, *operands)
                return
            # Recorded calls whose results nobody reads would never run.
            alive = []
            for _ in itertools.repeat(None, calls):
                alive.append(call(xp, *operands))
                if len(alive) >= self.together:
                    self.library.launch()
                    alive.clear()
            self.library.launch()
            return
        turns = len(self.sets)
        for i in range(calls):
            i %= turns
            self.results[i] = call(xp, *self.sets[i])

    def _host_seconds(self, calls):
        begin = time.perf_counter()
        self._batch(calls)
        self.library.wait()
        return time.perf_counter() - begin

    def _launch_seconds(self, calls):
        begin = time.perf_counter()
        self._batch(calls)
        seconds = time.perf_counter() - begin
        self.library.wait()
        return seconds

    def _device_seconds(self, calls):
        library = self.library
        if self.clock == "queued":
            library.keep_busy(calls * self.launch)
        library.begin.record()
        self._batch(calls)
        library.end.record()
        return library.elapsed()

    def count_calls(self):
        """Finds how many calls fill a batch, which has to be known for time()."""
        with self.library.compiling():
            self._batch(1)
        calls, seconds = 1, self._host_seconds(1)
        while seconds < BATCH / 5 and calls < MOST_CALLS:
            calls = min(MOST_CALLS, calls * 4)
            seconds = self._host_seconds(calls)
        self.launch = seconds / calls
        most = MOST_QUEUED if self.clock == "queued" else MOST_CALLS
        self.calls = max(1, min(most, round(BATCH / self.launch)))
        # As many calls as these may be recorded into other groups than one.
        with self.library.compiling():
            self._batch(self.calls)
        self.library.wait()

    def time(self):
        """Seconds per call of one batch."""
        measure = {"host": self._host_seconds, "launch": self._launch_seconds}.get(
            self.clock, self._device_seconds
        )
        gc.disable()
        try:
            self._batch(1)  # what others left in the caches goes
            self.library.wait()
            return measure(self.calls) / self.calls
        finally:
            gc.enable()

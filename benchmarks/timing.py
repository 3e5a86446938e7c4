# SPDX-License-Identifier: Apache-2.0
"""Seconds per call of a case whose results are checked."""

import gc
import itertools
import time

from .accounts import Stopwatch
from .verify import device_operands

MOST_CALLS = 4000
MOST_QUEUED = 400  # a device takes about 1000 calls before one has to wait
ROTATED = 2**28  # bytes of operands that calls take turns among
FEW = 2**16  # bytes that calls touch which may be recorded together
TOGETHER = 64  # so many of them
ENOUGH = 1.0  # seconds per call that are measured once; what compiles, again
LONG = 0.1  # seconds per call beside which the state of the caches is nothing


class Prepared:
    """A case with operands on the device, ready to be timed.

    `facts` is what verify() found. `watch` is told what the time is spent on.
    """

    def __init__(self, case, library, facts, large=True, watch=None):
        self.case, self.library = case, library
        self.sizes = case.sizes if large else case.small
        self.clock = case.clock if library.on_gpu else "host"
        self.call = case.spelling(library.name)
        with (watch or Stopwatch()).on("operands again"):
            operands = device_operands(library, case, self.sizes)
            each = sum(map(library.touched, operands)) + facts.result_bytes
            self.sets, self.results = self._sets(operands, each)
            library.wait()
        # Recorded together, calls would read their operands once for all of them:
        # this is no matter where the call itself is what costs.
        self.together = TOGETHER if each <= FEW else 1

    def _sets(self, operands, each):
        """Operands to take turns among, and a list for as many results.

        A call touches `each` bytes.
        """
        if not self.case.rotate:
            return [operands], None
        count = min(512, -(-ROTATED // max(1, each)))
        more = (
            device_operands(self.library, self.case, self.sizes)
            for _ in range(count - 1)
        )
        return [operands, *more], [None] * count

    def _batch(self, calls):
        """Makes so many calls, and leaves waiting for them to the caller."""
        call, xp = self.call, self.library.xp
        if self.results is not None:
            self._rotating_batch(calls)
            return
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

    def _rotating_batch(self, calls):
        call, library, turns = self.call, self.library, len(self.sets)
        for i in range(calls):
            i %= turns
            self.results[i] = call(library.xp, *self.sets[i])
            if library.records:
                library.launch()

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
        """Finds how many calls fill a batch, which has to be known for time().

        Returns the seconds of a call if it is so slow that this one was enough.
        """
        with self.library.compiling():
            first = self._host_seconds(1)
        if first > ENOUGH and not self.case.compiled_by(self.library.name):
            return first
        calls, seconds = 1, self._host_seconds(1)
        while seconds < self.case.batch / 5 and calls < MOST_CALLS:
            calls = min(MOST_CALLS, calls * 4)
            seconds = self._host_seconds(calls)
        self.launch = seconds / calls
        most = MOST_QUEUED if self.clock == "queued" else MOST_CALLS
        self.calls = max(1, min(most, round(self.case.batch / self.launch)))
        if self.library.records and min(self.calls, self.together) > 1:
            # As many calls as these may be recorded into other groups than one.
            with self.library.compiling():
                self._batch(self.calls)
            self.library.wait()
        return None

    def time(self):
        """Seconds per call of one batch."""
        measure = {"host": self._host_seconds, "launch": self._launch_seconds}.get(
            self.clock, self._device_seconds
        )
        gc.disable()
        try:
            if self.launch < LONG:
                self._batch(1)  # what others left in the caches goes
                self.library.wait()
            return measure(self.calls) / self.calls
        finally:
            gc.enable()

# SPDX-License-Identifier: Apache-2.0
"""Seconds of a program with one library: the first call, later ones, the host's."""

import gc
import itertools
import statistics
import time

BATCH = 0.01  # seconds that a batch of calls should take
MOST_CALLS = 2000
WITHIN = 1.1  # of the time per call once all has settled
NEIGHBOURS = 7  # calls that are looked at together
FEWEST, PATIENCE = 5, 5.0  # calls in a row at first, unless they take so many seconds


def settled(ends, seconds, steady):
    """Seconds from the start of the first call until calls take their steady time.

    `ends` and `seconds`: when each call ended, and how long it took; `steady`: what
    they take in the end. The call that is found is within 10 % of that, and so is one
    of any few neighbours that follow: others may be delayed by something else on the
    machine. None if it is so for no call.
    """
    allowed, count = WITHIN * steady, len(seconds)
    last_slow = -1
    for i in range(max(1, count - NEIGHBOURS + 1)):
        if min(seconds[i : i + NEIGHBOURS]) > allowed:
            last_slow = i
    for i in range(last_slow + 1, count):
        if seconds[i] <= allowed:
            return ends[i - 1] if i else 0.0
    return None


class Measured:
    """A program with its operands on a device, as a library runs it."""

    def __init__(self, library, program, size, on_gpu=False):
        self.library = library
        self.run = library.program(program.call)
        hosts = program.operands(size, on_gpu)
        self.operands = [library.upload(x) for x in hosts]
        library.wait()
        self.ends, self.seconds = [], []

    def _call(self):
        """A result that is there, and the seconds that it took."""
        begin = time.perf_counter()
        result = self.run(*self.operands)
        self.library.finish(result)
        return result, time.perf_counter() - begin

    def first_calls(self, least):
        """The results of the first call and of the last one, a time later.

        Calls follow the first one for at least so many seconds.
        """
        begin = time.perf_counter()
        first = last = None
        spent, enough = 0.0, least
        while spent < enough or len(self.seconds) < FEWEST and spent < PATIENCE:
            last, seconds = self._call()
            spent = time.perf_counter() - begin
            self.ends.append(spent)
            self.seconds.append(seconds)
            if first is None:
                first, enough = last, spent + least
        few = statistics.median(self.seconds[-NEIGHBOURS:])
        self.calls = max(1, min(MOST_CALLS, round(BATCH / few)))
        return first, last

    def batch_seconds(self):
        """Seconds per call of a batch, at whose end there is one wait.

        Of the clock, and of all threads of the process on the CPU.
        """
        library, result = self.library, None
        gc.disable()
        try:
            begin, used = time.perf_counter(), time.process_time()
            for _ in itertools.repeat(None, self.calls):
                result = self.run(*self.operands)
                if library.records:
                    library.launch()  # else nobody would ever need it
            library.finish(result)
            seconds, used = time.perf_counter() - begin, time.process_time() - used
            return seconds / self.calls, used / self.calls
        finally:
            gc.enable()

    def host_seconds(self):
        """Seconds until a call returns, whatever the device still has to do."""
        spent = 0.0
        gc.disable()
        try:
            for _ in itertools.repeat(None, self.calls):
                begin = time.perf_counter()
                result = self.run(*self.operands)
                if self.library.on_gpu and self.library.records:
                    self.library.launch()  # the host's work too
                spent += time.perf_counter() - begin
                self.library.finish(result)
            return spent / self.calls
        finally:
            gc.enable()

    def settle_seconds(self):
        """When the first calls had settled; after these, and other work."""
        few = max(3, min(NEIGHBOURS, self.calls))
        steady = statistics.median(self._call()[1] for _ in range(few))
        return settled(self.ends, self.seconds, steady)

    def peak_bytes(self):
        """The most memory beside the operands, as it runs and operation by operation."""
        library = self.library
        own = library.peak_bytes(lambda: self.run(*self.operands))
        if own is None or not library.records:
            return own, None
        with library.xp.config.using(fusion="off"):
            return own, library.peak_bytes(lambda: self.run(*self.operands))

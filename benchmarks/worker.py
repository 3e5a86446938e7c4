# SPDX-License-Identifier: Apache-2.0
"""Runs the cases of one library, in a process of its own, as it is told.

`python -m benchmarks.worker LIBRARY FD` answers requests that come over the
connection FD, a dict each, with a dict each.
"""

import dataclasses
import gc
import sys

from . import libraries
from .accounts import Stopwatch
from .cases import by_key
from .census import cases as census
from .checks import Wrong
from .serving import serve
from .timing import Prepared
from .verify import Facts, verify

COPIED = 2**30  # bytes


def case_of(key):
    """The case of a key: one of the table, or of the census."""
    return census.case_of(key) if census.is_key(key) else by_key()[key]


class Worker:
    def __init__(self, name, rehearsal):
        self.library = libraries.open_library(name, rehearsal)
        self.rehearsal = rehearsal
        self.prepared, self.watch = None, Stopwatch()

    def facts(self):
        return self.library.facts() | {"on_gpu": self.library.on_gpu}

    def check(self, key):
        """Checks the results of a case; the Facts found."""
        large = not self.rehearsal
        facts = verify(case_of(key), self.library, large, self.watch)
        self.release()
        return dataclasses.asdict(facts)

    def prepare(self, key, facts=None):
        """Makes the operands of a case, and checks it if its facts are not given."""
        if self.prepared:
            self.release()
        facts = Facts(**(facts or self.check(key)))
        case, large = case_of(key), not self.rehearsal
        self.prepared = Prepared(case, self.library, facts, large, self.watch)
        return {"bytes": facts.bytes, "note": facts.note}

    def count(self):
        """Finds how many calls make a batch; of slow ones, the seconds at once."""
        with self.watch.on("count"):
            seconds = self.prepared.count_calls()
        if seconds is not None:
            return {"calls": 1, "seconds": seconds}
        return {"calls": self.prepared.calls}

    def time(self):
        with self.watch.on("time"):
            return {"seconds": self.prepared.time()}

    def release(self):
        """Frees all that a case held, cached memory too."""
        with self.watch.on("release"):
            self.prepared = None
            gc.collect()
            gc.freeze()  # so that the next collection is short
            self.library.free()
        return {}

    def copy_speed(self):
        """Bytes per second, read and written, of a copy on the device."""
        library = self.library
        with self.watch.on("copies"):
            x, out = (library.empty(COPIED, "u1") for _ in range(2))
            speeds = []
            for _ in range(3):
                library.copy_bytes(out, x)
                library.wait()
                library.begin.record()
                for _ in range(5):
                    library.copy_bytes(out, x)
                library.end.record()
                speeds.append(2 * 5 * COPIED / library.elapsed())
            del x, out
        self.release()
        return {"speeds": speeds}

    def answer(self, request):
        """The reply to a request: what it returns, or what went wrong."""
        try:
            reply = getattr(self, request.pop("do"))(**request)
        except Wrong as problem:
            reply = {"wrong": str(problem)}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        if "error" in reply or "wrong" in reply:
            self.release()
        return reply | {"spent": self.watch.take()}


def main(name, descriptor, *options):
    serve(descriptor, lambda: Worker(name, "rehearsal" in options))


if __name__ == "__main__":
    main(*sys.argv[1:])

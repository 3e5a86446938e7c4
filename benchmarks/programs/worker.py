# SPDX-License-Identifier: Apache-2.0
"""Runs programs with one library, in a process of its own, as it is told.

`python -m benchmarks.programs.worker LIBRARY FD [cpu]` answers requests that come over
the connection FD, a dict each, with a dict each.
"""

import functools
import gc
import sys
import warnings

import numpy

from .. import checks, libraries
from ..serving import serve
from ..spec import JAX, NUMPY, TORCH
from .counting import operations
from .measure import Measured
from .texts import by_name


def problem(program, expected, found, any_dtype=False):
    """What is wrong with results, or None; tuples of host arrays.

    `any_dtype` is for libraries that have promotion rules of their own.
    """
    if len(found) != len(expected):
        return f"{len(found)} results instead of {len(expected)}"
    for i, (want, have) in enumerate(zip(expected, found, strict=True)):
        if have.shape != want.shape:
            return f"the shape of result {i} is {have.shape} instead of {want.shape}"
        if have.dtype != want.dtype and not any_dtype:
            return f"the dtype of result {i} is {have.dtype} instead of {want.dtype}"
        text = checks.difference(want, have, program.rtol, scaled=True)
        if text:
            return f"in result {i}, {text}"
    return None


def identical(one, two):
    """Whether two tuples of host arrays have the same values."""
    return all(map(functools.partial(numpy.array_equal, equal_nan=True), one, two))


def dtypes(results):
    return ", ".join(str(x.dtype) for x in results)


class Worker:
    def __init__(self, name, on_cpu):
        self.library = libraries.open_library(name, rehearsal=on_cpu)
        self.on_gpu = not on_cpu  # which chooses the sizes, for JAX as well
        self.measured = self.first = self.last = None

    def facts(self):
        return self.library.facts() | {"on_gpu": self.library.on_gpu}

    def _host(self, result):
        """Results as a tuple of host arrays."""
        many = result if isinstance(result, (tuple, list)) else (result,)
        return tuple(self.library.download(x) for x in many)

    def start(self, program, size, least):
        """Calls a program for the first time, and again for at least some seconds."""
        self.release()
        self.program = by_name()[program]
        self.measured = Measured(self.library, self.program, size, self.on_gpu)
        first, last = self.measured.first_calls(least)
        self.first, self.last = self._host(first), self._host(last)
        return {"first": self.measured.seconds[0], "calls": len(self.measured.ends)}

    def keep(self, path):
        """Writes the first results, with which others compare theirs."""
        numpy.savez(path, *self.first)
        return {}

    def check(self, path):
        """Compares the results of the first call and of the last one with a file's."""
        with numpy.load(path) as kept:
            expected = tuple(kept[f"arr_{i}"] for i in range(len(kept.files)))
        any_dtype = self.library.name in (JAX, TORCH)
        text = problem(self.program, expected, self.first, any_dtype)
        if text is None and not identical(self.first, self.last):
            text = problem(self.program, expected, self.last, any_dtype)
            text = text and f"after some calls, {text}"
        if text:
            return {"wrong": text}
        others = dtypes(self.first)
        self.first = self.last = None
        return {} if others == dtypes(expected) else {"note": f"gives {others}"}

    def time(self):
        seconds, used = self.measured.batch_seconds()
        return {"seconds": seconds, "cpu_seconds": used}

    def finish(self):
        """What is measured once: the host's time, memory, when all had settled."""
        measured = self.measured
        answer = {
            "settled": measured.settle_seconds(),
            "watched": measured.ends[-1],
            "host_seconds": measured.host_seconds(),
        }
        answer["peak_bytes"], answer["eager_peak_bytes"] = measured.peak_bytes()
        if self.library.name == NUMPY:
            answer["operations"] = operations(self.program.call, measured.operands)
        self.release()
        return answer

    def release(self):
        """Frees all that a program held, cached memory too."""
        self.measured = self.first = self.last = None
        gc.collect()
        self.library.free()
        return {}

    def answer(self, request):
        """The reply to a request: what it returns, or what went wrong."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return getattr(self, request.pop("do"))(**request)
        except Exception as error:
            text = str(error).strip().partition("\n")[0]
            self.release()
            return {"error": f"{type(error).__name__}: {text}"}


def main(name, descriptor, *options):
    serve(descriptor, lambda: Worker(name, "cpu" in options))


if __name__ == "__main__":
    main(*sys.argv[1:])

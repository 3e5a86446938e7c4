# SPDX-License-Identifier: Apache-2.0
"""What programs call besides NumPy's names: data, observation, threads, streams."""

import contextlib
import fractions
import functools
import hashlib
import queue
import re
import threading

import numpy
from support.helpers import host, public_class
from support.layouts import real_strides
from support.samples import sample, special

from .bits import canonical

TAME, WILD = 6144, 2048  # values in the pool of a dtype: moderate, then any
PATIENCE = 60  # seconds until threads that wait for each other are given up


@functools.cache
def pool(letter):
    """Values of a dtype: TAME moderate ones, and WILD ones with all extremes."""
    dtype = numpy.dtype(letter)
    rng = numpy.random.default_rng(7)
    if dtype.kind == "b":
        return rng.integers(0, 2, TAME + WILD).astype(bool)
    if dtype.kind in "iu":
        tame = rng.integers(-9 if dtype.kind == "i" else 0, 12, TAME).astype(dtype)
    else:
        tame = rng.integers(-96, 96, TAME) / 32 + rng.random(TAME) / 64
        if dtype.kind == "c":
            tame = tame + 1j * (rng.integers(-96, 96, TAME) / 32)
        tame = tame.astype(dtype)
    wild = numpy.concatenate([special(letter)[:512], sample(letter, WILD, 3)])
    return numpy.concatenate([tame, rng.permutation(wild)[:WILD]])


def values(letter, shape, start):
    """A host array of values of the pool, from `start` on."""
    count = 1
    for n in shape:
        count *= n
    there = pool(letter)
    region = there[:TAME] if start < TAME else there
    picked = region[start : start + count]
    if picked.size < count:
        picked = numpy.resize(numpy.roll(region, -start), count)
    return picked.reshape(shape)


class Lender:
    """What another library sees of an array."""

    def __init__(self, x):
        self.__dlpack__, self.__dlpack_device__ = x.__dlpack__, x.__dlpack_device__


class Clash(Exception):
    """Threads of a program wait for each other, or one did not end."""


class Runtime:
    """One run of one program with `xp`, on the default device.

    `records` has, for each thread of the program, one text per array, number or
    exception that the program looked at.
    """

    def __init__(self, xp, keep=False):
        self.xp, self.keep = xp, keep
        self.records = [[]]
        self.kept = []
        self.here = threading.local()
        self.queues = {}
        self.lock = threading.Lock()
        self.streams = {}

    def names(self):
        """The namespace of a program."""
        own = "data truths look lent fail host repr give take run stream".split()
        own = {name: getattr(self, name) for name in own}
        return {"np": self.xp, "numpy": numpy, "Fraction": fractions.Fraction, **own}

    def data(self, letter, shape, start, order="C"):
        """A new array of varied values."""
        return self.xp.array(values(letter, shape, start), order=order)

    def truths(self, shape, start):
        """A new boolean array made by view(), with bytes other than 0 and 1.

        NumPy's has 1 for each of them: any byte but 0 is true, and results say so.
        """
        bytes_ = values("b", shape, start)
        bytes_ = numpy.where(bytes_ % 3 == 0, 0, bytes_).astype("i1")
        if self.xp is numpy:
            return numpy.asarray(bytes_ != 0)
        return self.xp.array(bytes_).view(bool)

    def look(self, *things):
        """Record arrays (dtype, shape, strides, bytes) and anything else by repr."""
        records = self.records[getattr(self.here, "index", 0)]
        for x in things:
            if isinstance(x, (self.xp.ndarray, numpy.ndarray)):
                here = canonical(numpy.asarray(host(x)))
                # The quickest of hashlib's; a copy only where it is needed.
                bits = hashlib.sha1(numpy.ascontiguousarray(here)).hexdigest()[:16]
                strides = real_strides(x)
                records.append(f"{here.dtype.str} {here.shape} {strides} {bits}")
                if self.keep:
                    self.kept.append(here.copy())
            else:
                records.append(f"{type(x).__name__} {x!r}")

    def fail(self, error):
        """Record the class of an exception, or that there was none."""
        self.look("no exception" if error is None else public_class(error).__name__)

    def lent(self, x):
        """The array as another library has it: what concerns it has run, alone."""
        return x if self.xp is numpy else self.xp.from_dlpack(Lender(x))

    def host(self, x):
        return host(x)

    def repr(self, x):
        """repr() without an array's device, and the line break that it may cause."""
        return re.sub(r"\s+", " ", re.sub(r",\s+device='[^']*'", "", repr(x)))

    def stream(self, index):
        """A context: stream `index` of this run, where there are streams."""
        if self.xp is numpy or self.xp.get_default_device() == "cpu":
            return contextlib.nullcontext()
        with self.lock:
            if index not in self.streams:
                self.streams[index] = self.xp.cuda.Stream(non_blocking=True)
        return self.streams[index]

    def _queue(self, source, target):
        with self.lock:
            return self.queues.setdefault((source, target), queue.Queue())

    def give(self, target, *arrays):
        """Hand arrays over to thread `target`."""
        source = getattr(self.here, "index", 0)
        self._queue(source, target).put(arrays[0] if len(arrays) == 1 else arrays)

    def take(self, source):
        """What thread `source` hands over next."""
        waiting = self._queue(source, getattr(self.here, "index", 0))
        try:
            return waiting.get(timeout=PATIENCE)
        except queue.Empty:
            raise Clash(f"nothing came from thread {source}") from None

    def run(self, *bodies):
        """Run each in a thread of its own; raise what the first failing one raises."""
        self.records = [[] for _ in bodies]
        errors = {}

        def work(index, body):
            self.here.index = index
            try:
                body()
            except BaseException as error:
                errors[index] = error

        threads = [
            threading.Thread(target=work, args=pair, daemon=True)
            for pair in enumerate(bodies)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(2 * PATIENCE)
            if thread.is_alive():
                raise Clash("a thread does not end")
        for index in sorted(errors):
            raise errors[index]

    def digest(self):
        """One text for everything that was recorded."""
        text = "\n".join("|".join(records) for records in self.records)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

# SPDX-License-Identifier: Apache-2.0
"""A program while it is being made: its variables, its steps and its lines.

Every step is a statement. NumPy runs it first, which says whether it is valid and
what the variables are; then Tenorite runs it, and what it made or wrote is held
against NumPy's within the step's check. NumPy's arrays then take over Tenorite's
bits.

A result may stay pending: if the next step uses it once, it becomes a part of that
step's expression in the program's text, a temporary without a name.
"""

import dataclasses
import functools
import random
import re
import textwrap
from collections.abc import Callable

import numpy as np
from support.helpers import host
from support.layouts import real_strides

from . import oracle
from .bits import canonical, same_bits
from .runtime import Runtime
from .twin import Mismatch, Twin

TRY = """try:
{text}
except Exception as error:
    fail(error)
else:
    fail(None)"""

# What sees the sign of NaN, which is not promised.
SIGNS = re.compile(r"signbit|copysign")

# What programs may catch; other exceptions are mistakes of the generator.
ORDINARY = (TypeError, ValueError, IndexError, OverflowError)


def _plain(record):
    """What two libraries agree on: a GPU's array names its device, and lines are
    broken elsewhere; of two zeros either is the larger."""
    record = re.sub(r",\s*device='cuda:\d+'", "", record.replace("\\n", ""))
    record = re.sub(r",\s*device=\\\\'cuda:\d+\\\\'", "", record)
    return re.sub(r"-(0\.0*)(?![\d.e])", r"\1", re.sub(r"\s+", "", record))


def _has_nan(x):
    x = np.asarray(x)
    return x.dtype.kind == "f" and bool(np.isnan(x).any())


@functools.lru_cache(1 << 15)
def _code(text, how):
    """The code of a text, of which programs have many in common."""
    return compile(text, "<step>", how)


def exact(operands):
    return ("exact",)


def free(operands):
    return ("free",)


def bits(operands):
    return ("bits",)


@dataclasses.dataclass
class Step:
    """One statement, what it makes or writes, and how that is checked.

    `check` makes a check of oracle.py from the values of `operands`, which are
    expressions. `region` is the expression of the view that is written, of the
    variable `written`.
    """

    text: str
    makes: tuple[str, ...] = ()
    region: str | None = None
    written: str | None = None
    check: Callable = exact
    operands: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    strides: bool = True
    theirs: str | None = None  # what NumPy runs instead, where it errs


class Maker:
    """Runs steps and collects the lines of a program, for one thread or several."""

    def __init__(self, seed, xp, threads=1, twin=None):
        self.rng = random.Random(seed)
        self.ours, self.theirs = Runtime(xp), Runtime(np)
        self.ours.records = [[] for _ in range(threads)]
        self.theirs.records = [[] for _ in range(threads)]
        self.ns, self.np_ns = self.ours.names(), self.theirs.names()
        self.twin = Twin(xp, twin) if twin else None
        self.lines = [[] for _ in range(threads)]
        self.owners = {}  # live variables: the threads that know each
        self.frozen = []  # arrays that no thread may write any more
        self.stream = None
        self.pending = None  # (name, expression) of a result that has no line yet
        self.count = 0
        self.errors = 2  # exceptions that the program may still see
        self.body = None  # in a loop: the steps done so far
        self.history = []  # all steps, in the order in which they ran
        self.switch(0)

    def switch(self, thread):
        """Go on with another thread of the program."""
        self.settle()
        self.thread = thread
        self.ours.here.index = self.theirs.here.index = thread

    def spaces(self):
        """The variables of all who run the program."""
        return [self.np_ns, self.ns, *([self.twin.ns] if self.twin else [])]

    # Variables

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def value(self, text):
        """NumPy's value of a variable or expression."""
        found = self.np_ns.get(text)
        return eval(_code(text, "eval"), self.np_ns) if found is None else found

    def array(self, text):
        """The same, as an array."""
        return np.asarray(self.value(text))

    def names(self, test=None):
        """Variables of the current thread whose array passes `test`."""
        return [
            name
            for name, owners in self.owners.items()
            if self.thread in owners and (test is None or test(self.np_ns[name]))
        ]

    def is_scalar(self, x):
        return isinstance(x, np.generic)

    def is_pending(self, name):
        return self.pending is not None and self.pending[0] == name

    def pick(self, test=None):
        """A variable for reading, first of all the pending one; None without any."""
        if self.pending and (test is None or test(self.np_ns[self.pending[0]])):
            return self.pending[0]
        names = self.names(test)
        if not names:
            return None
        # Recent results are read more often: chains, rather than stars.
        return names[-1 - min(int(self.rng.expovariate(0.4)), len(names) - 1)]

    def may_write(self, x):
        return x.flags.writeable and not any(
            np.may_share_memory(x, other) for other in self.frozen
        )

    def pick_target(self, test=None):
        """A variable for writing: not the pending one, nor one that is shared."""
        names = [
            name
            for name in self.names(
                lambda x: self.may_write(x) and (test is None or test(x))
            )
            if not self.is_pending(name)
        ]
        return self.rng.choice(names) if names else None

    def family(self, name):
        """Variables of the current thread whose memory may overlap that of one."""
        x = self.np_ns[name]
        return [n for n in self.names() if np.may_share_memory(self.np_ns[n], x)]

    # Lines

    def emit(self, text):
        """Append a statement to the current thread's part of the program."""
        if self.stream is not None:
            text = f"with stream({self.stream}):\n" + textwrap.indent(text, "    ")
        self.lines[self.thread].append(text)

    def settle(self):
        """Give the pending result a line and a name."""
        if self.pending:
            name, expression = self.pending
            self.pending = None
            self.emit(f"{name} = {expression}")

    def _say(self, text, pending=None):
        """Append a statement, or keep `pending` instead of one that makes a result.

        The pending result of before goes into the statement, if it is used once.
        """
        used = 0
        if self.pending:
            name, expression = self.pending
            used = len(re.findall(rf"\b{name}\b", text))
        if used == 1:
            self.pending = None
            text = re.sub(rf"\b{name}\b", lambda _: f"({expression})", text)
        else:
            self.settle()
        if pending and used < 2:
            self.pending = (pending, text.partition(" = ")[2])
        else:
            self.emit(text)
        if used > 1:
            self.emit(f"del {name}")
        if used:
            self.forget(name)

    def forget(self, name):
        """A variable dies; its line, if it has one, is somebody else's task."""
        step = Step(f"del {name}")
        for ns in self.spaces():
            del ns[name]
        del self.owners[name]
        self._remember(step)

    # Steps

    def _remember(self, step):
        self.history.append(step)
        if self.body is not None:
            self.body.append(step)

    def perform(self, step, keep=True):
        """Run a step with both; False, and nothing done, if NumPy refuses.

        Without `keep`, neither is a step done whose results are of no use.
        """
        code = their_code = _code(step.text, "exec")
        if step.theirs:
            their_code = _code(step.theirs, "exec")
        try:
            values = [self.value(text) for text in step.operands]
        except IndexError:  # of an array that has become empty, in a loop
            return False
        values = [np.asarray(x) if isinstance(x, np.generic) else x for x in values]
        # A number that was replaced may be an array the next time.
        if step.region or not set(step.makes).isdisjoint(step.operands):
            values = [x.copy() if isinstance(x, np.ndarray) else x for x in values]
        if SIGNS.search(step.text) and any(_has_nan(x) for x in values):
            return False
        marks = [len(r.records[self.thread]) for r in (self.ours, self.theirs)]
        try:
            exec(their_code, self.np_ns)
        except Exception as error:
            if self.rng.random() < 0.3 and isinstance(error, ORDINARY):
                self.refuse(step.text)
            return False
        for name in step.makes:
            made = self.np_ns[name]
            if isinstance(made, np.generic):
                continue
            # 1j * float64 and 1j == float64 are numbers of Python's own.
            number = isinstance(made, complex | bool)
            self.np_ns[name] = np.asarray(made)[()] if number else np.asarray(made)
        if not keep and any(useless(self.np_ns[n], self.rng) for n in step.makes):
            for name in step.makes:
                del self.np_ns[name]
            return False
        self._remember(step)
        try:
            exec(code, self.ns)
        except Exception as error:
            raise Mismatch(f"{step.text!r} raises {error!r}") from error
        if self.twin:
            self.twin.run(step, code)
        for position, name in enumerate(step.makes):
            self._compare(step, name, values, position)
        if step.region:
            self._compare(step, step.region, values, 0)
            self._same(step.written, step.text)
        for name in step.looks:
            self._same(name, step.text)
        self._same_records(step, marks)
        return True

    def refuse(self, text):
        """A step that NumPy refuses: the program catches the exception."""
        if not self.errors or self.body is not None:
            return False
        self.errors -= 1
        self.settle()
        step = Step(TRY.format(text=textwrap.indent(text, "    ")))
        self.emit(step.text)
        self.perform(step)
        for name in self.owners:
            self._same(name, f"after an exception of {text!r}")
        return True

    def _compare(self, step, text, values, position):
        """Hold a result against NumPy's, which then takes over its bits."""
        ours = self.ns[text] if text in self.ns else eval(_code(text, "eval"), self.ns)
        if not isinstance(ours, self.ours.xp.ndarray | np.generic):
            raise Mismatch(f"{step.text!r} makes {ours!r}, no array")
        theirs, got = self.value(text), canonical(np.asarray(host(ours)))
        expected = np.asarray(theirs)
        how = step.check(values)
        if how[0] == "ufunc" and len(step.makes) > 1:
            how = (*how[:3], position, *how[4:])
        try:
            if how == ("bits",):
                assert same_bits(expected, got), "a view has other values"
            else:
                oracle.check(how, expected, got)
            if step.makes and real_strides(ours) != real_strides(expected):
                assert not step.strides, (
                    f"strides {ours.strides}, not {expected.strides}"
                )
                expected = self.np_ns[text] = arranged(expected, ours.strides)
            if step.makes:
                scalar = self.ours.xp.isscalar(ours)
                assert scalar == self.is_scalar(theirs), f"scalar: {scalar}"
        except AssertionError as error:
            raise Mismatch(f"{step.text!r}: {error}") from error
        if self.twin:
            self.twin.compare(step, text, got, how)
        if not same_bits(expected, got):
            if self.is_scalar(theirs):
                self.np_ns[text] = got[()]
            else:
                expected[...] = got

    def _same(self, name, what):
        theirs, ours = (np.asarray(host(ns[name])) for ns in (self.np_ns, self.ns))
        if not same_bits(theirs, ours):
            raise Mismatch(f"{what}: {name} is not as with NumPy")

    def _same_records(self, step, marks):
        if step.looks:
            return
        ours, theirs = (
            r.records[self.thread][mark:]
            for r, mark in zip((self.ours, self.theirs), marks, strict=True)
        )
        if ours != theirs and [*map(_plain, ours)] != [*map(_plain, theirs)]:
            raise Mismatch(f"{step.text!r} sees {ours}, not {theirs}")

    # What kinds of steps call

    def make(
        self, expression, check=exact, operands=(), *, names=1, keep=False, strides=True
    ):
        """A step that makes arrays; False if NumPy refuses or they are of no use."""
        made = tuple(self.fresh() for _ in range(names))
        text = f"{', '.join(made)} = {expression}"
        step = Step(text, made, check=check, operands=tuple(operands), strides=strides)
        if not self.perform(step, keep):
            return False
        for name in made:
            self.owners[name] = {self.thread}
        wait = names == 1 and self.rng.random() < 0.45
        self._say(text, made[0] if wait else None)
        return True

    def write(self, text, region, written, check=exact, operands=(), theirs=None):
        """A step that writes to `region`, a view of the variable `written`."""
        step = Step(
            text,
            region=region,
            written=written,
            check=check,
            operands=tuple(operands),
            theirs=theirs,
        )
        if not self.perform(step):
            return False
        self._say(text)
        return True

    def replace(self, name, text, check, operands):
        """A step that makes a new value of a variable out of the old one."""
        step = Step(text, (name,), check=check, operands=tuple(operands), strides=False)
        if not self.perform(step):
            return False
        self._say(text)
        return True

    def see(self, text, looks=()):
        """A step that observes."""
        if not self.perform(Step(text, looks=tuple(looks))):
            return False
        self._say(text)
        return True

    def drop(self, name):
        """A step that deletes a variable."""
        if self.is_pending(name):
            self.settle()
        self.settle()
        self.emit(f"del {name}")
        self.forget(name)
        return True

    def rename(self, name, new):
        """A step `new = name`, for a variable that exists or is new."""
        text = f"{new} = {name}"
        if not self.perform(Step(text, (new,), check=bits)):
            return False
        self.owners.setdefault(new, {self.thread})
        self._say(text)
        return True

    def hand_over(self, name, thread, shared):
        """A step that gives an array to another thread; if `shared`, for reading."""
        self.settle()
        here, new = self.thread, self.fresh()
        self.emit(f"give({thread}, {name})")
        self.perform(Step(f"{new} = {name}", (new,), check=bits))
        self.owners[new] = {thread}
        if shared:
            self.frozen.append(self.np_ns[name])
        else:
            self.drop(name)
        self.lines[thread].append(f"{new} = take({here})")
        return True


def arranged(x, strides):
    """A copy whose axes lie in memory in the order that strides say."""
    axes = sorted(range(x.ndim), key=lambda i: -strides[i])
    there = np.empty([x.shape[i] for i in axes], x.dtype).transpose(np.argsort(axes))
    there[...] = x
    return there


def useless(x, rng):
    """Results that would make what follows from them pointless, most of the time."""
    if x.size > 1 << 21:
        return True
    if x.dtype.kind in "fc" and x.size:
        with np.errstate(all="ignore"):
            size = np.abs(x)
            bad = np.count_nonzero(~(size < float(np.finfo(x.dtype).max) ** 0.5))
        if bad > 0.2 * x.size:
            return rng.random() < 0.9
    return False

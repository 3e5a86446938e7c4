# SPDX-License-Identifier: Apache-2.0
"""Programs from seeds."""

import dataclasses
import textwrap

import numpy as np

from . import folds, foreign, items, patterns, scalars, views, writes  # noqa: F401 (add kinds)
from .kinds import KINDS, data
from .steps import Maker, Mismatch

PALETTES = [
    "f",
    "d",
    "fd",
    "fl",
    "di",
    "ef",
    "F",
    "dD",
    "?l",
    "?bBf",
    "hHiI",
    "lLd",
    "?bBhHiIlLefdFD",
]
LENGTHS = [1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 33, 64, 100, 129, 257, 1000, 1025, 4097]


@dataclasses.dataclass
class Program:
    """A program's statements by thread, and what it looked at: as it was made, and
    by mode."""

    seed: int
    threads: list[list[str]]
    digest: str | None = None
    failure: str | None = None
    digests: dict[str, str] = dataclasses.field(default_factory=dict)

    def text(self):
        return source(self.threads)


def source(threads):
    """The text of a program: its statements, in functions of one thread each."""
    if len(threads) == 1:
        return _function("program", threads[0]) + "\nprogram()\n"
    names = [f"thread{i}" for i in range(len(threads))]
    parts = [_function(*pair) for pair in zip(names, threads, strict=True)]
    return "\n".join([*parts, f"run({', '.join(names)})\n"])


def _function(name, statements):
    body = textwrap.indent("\n".join(statements) or "pass", "    ")
    return f"def {name}():\n{body}\n"


def _settings(m):
    """Few dtypes and lengths, so that arrays of a program go together."""
    rng = m.rng
    m.palette = rng.choice(PALETTES)
    m.budget, steps = 5000, rng.choice([5, 6, 8, 10, 12, 15, 20, 25, 30, 60])
    m.lengths = rng.sample(LENGTHS, rng.choice([1, 2, 2, 3]))
    if rng.random() < 0.05:
        m.lengths.append(0)
    if rng.random() < 0.5:
        m.lengths = [n for n in m.lengths if n < 40] or [5]
    if rng.random() < 0.003:
        m.budget, steps = 1 << 20, 12
        m.lengths = rng.choice(
            [[1000, 1024], [(1 << 20) - 3], [65536, 16], [1023, 1025]]
        )
    return steps


def _loop(m):
    """A body of a few steps that runs several times."""
    m.settle()
    lines, outside = m.lines[m.thread], m.names()
    first, wanted, stream = len(lines), m.rng.randrange(2, 7), m.stream
    m.body, m.stream = [], None
    for _ in range(8 * wanted):
        if len(lines) - first + bool(m.pending) >= wanted:
            break
        one_step(m)
    m.settle()
    body, statements = m.body, lines[first:]
    m.body = []
    times = m.rng.randrange(1, 4) if statements else 0
    complete = all(name in m.owners for name in outside) and all(
        _again(m, step) for _ in range(times) for step in body
    )
    if complete and times:
        inner = textwrap.indent("\n".join(statements), "    ")
        lines[first:] = [f"for _ in range({times + 1}):\n{inner}"]
    else:
        lines.extend(step.text for step in m.body)
    m.body, m.stream = None, stream


def _again(m, step):
    """Run a step of a loop once more; False if that is not possible."""
    if step.text.startswith("del "):
        name = step.text[4:]
        if name not in m.owners:
            return False
        m.forget(name)
        return True
    if not m.perform(step):
        return False
    for name in step.makes:
        m.owners.setdefault(name, {m.thread})
    return True


def one_step(m):
    """Try one kind of step."""
    return bool(m.rng.choices(KINDS_ALONE, WEIGHTS)[0](m))


WEIGHTS, KINDS_ALONE = map(list, zip(*KINDS, strict=True))


def leave_out(names):
    """Make no steps of these kinds, so that what they find hides nothing else."""
    unknown = set(names) - {kind.__name__ for kind in KINDS_ALONE}
    if unknown:
        raise ValueError(f"no such kinds of steps: {sorted(unknown)}")
    for i, kind in enumerate(KINDS_ALONE):
        if kind.__name__ in names:
            WEIGHTS[i] = 0


def _change_of_thread(m):
    """Another thread goes on, perhaps with an array of this one."""
    m.settle()
    others = [i for i in range(len(m.lines)) if i != m.thread]
    other = m.rng.choice(others)
    if m.rng.random() < 0.4:
        name = m.pick()
        shared = m.rng.random() < 0.5
        if name and (shared or m.family(name) == [name]):
            m.hand_over(name, other, shared)
    m.switch(other)


def _steps(m, count):
    threads = len(m.lines)
    for thread in range(threads):
        m.switch(thread)
        for _ in range(m.rng.randrange(1, 4)):
            data(m)
    use_streams = m.rng.random() < 0.12
    for _ in range(4 * count):
        if sum(map(len, m.lines)) >= count:
            break
        if threads > 1 and m.rng.random() < 0.15:
            _change_of_thread(m)
        if use_streams and m.rng.random() < 0.2:
            m.stream = m.rng.choice([None, 0, 1])
        if threads == 1 and m.rng.random() < 0.03:
            _loop(m)
        else:
            one_step(m)
    m.stream = None
    for thread in range(threads):
        m.settle()
        m.switch(thread)
        if m.names():
            m.see(f"look({', '.join(m.names())})", m.names())


def generate(seed, xp, twin=None):
    """The program of a seed, run with NumPy and `xp` step by step, and once more
    with `xp` on the device `twin` if one is given."""
    m = Maker(seed, xp, twin=twin)
    if m.rng.random() < 0.1:
        m = Maker(seed, xp, m.rng.choice([2, 2, 3]), twin)
    count = _settings(m)
    failure = None
    with np.errstate(all="ignore"):
        try:
            _steps(m, count)
        except Mismatch as error:
            failure = str(error)
            m.settle()
    program = Program(seed, m.lines, m.ours.digest(), failure)
    return program, m.history

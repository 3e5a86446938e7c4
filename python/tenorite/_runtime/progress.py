# SPDX-License-Identifier: Apache-2.0
"""A line on the terminal about what takes long: compilations, large files.

It is there while stderr is a terminal and the work takes longer than `DELAY`, and
leaves nothing behind. TENORITE_PROGRESS=0 never shows it, TENORITE_PROGRESS=1 always
does. With `rich` installed the line is one of its bars.
"""

import contextlib
import functools
import os
import sys
import threading
import time

from .. import _core
from .units import size_text

DELAY = 0.5  # seconds until something is shown
INTERVAL = 0.1  # seconds between two looks at what was done
#: Files with fewer bytes are never worth a line, nor a thread that draws it.
LARGE = 16 << 20


def is_wanted():
    """Whether the line may be shown now."""
    asked = os.environ.get("TENORITE_PROGRESS")
    if asked:
        return asked != "0"
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # None, or closed
        return False


class Task:
    """Something that takes long: a title and, where known, bytes in all.

    `done` is how many of them there are by now: the work adds to it, or `measure()`
    is asked. A thread draws; the work itself pays for nothing but its start.
    """

    def __init__(self, title, total=None, measure=None):
        self.title = title
        self.total = total
        self.done = 0
        self._measure = measure
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._draw, daemon=True)

    def __enter__(self):
        self._begin = time.monotonic()
        self._thread.start()
        return self

    def __exit__(self, *exception):
        self._over.set()
        self._thread.join()

    def text(self):
        """What the line says: "saving a.npy: 1.0 of 3.2 GiB, 3 s"."""
        seconds = f"{time.monotonic() - self._begin:.0f} s"
        if not self.total:
            return f"{self.title}: {seconds}"
        share = min(1, self._fraction())
        return f"{self.title}: {share:.0%} of {size_text(self.total)}, {seconds}"

    def _fraction(self):
        if self._measure:
            with contextlib.suppress(OSError):
                self.done = self._measure()
        return self.done / self.total

    def _draw(self):
        if self._over.wait(DELAY):
            return
        with contextlib.suppress(Exception):  # a closed terminal is no error
            _renderer()(self)

    def wait(self):
        """Whether the work is over, after `INTERVAL` at most."""
        return self._over.wait(INTERVAL)

    def draw_plain(self):
        """Draws a line of text over itself until the work is over."""
        stream = sys.stderr
        width = 0
        while True:
            text = self.text()
            stream.write("\r" + text.ljust(width))
            stream.flush()
            width = len(text)
            if self.wait():
                break
        stream.write("\r" + " " * width + "\r")
        stream.flush()

    def draw_rich(self):
        """The same as a bar of rich."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
        console = Console(file=sys.stderr, force_terminal=True)
        with Progress(*columns, console=console, transient=True) as bars:
            bar = bars.add_task(self.title, total=self.total)
            while not self.wait():
                if self.total:
                    self._fraction()
                    bars.update(bar, completed=self.done)


def _renderer():
    import importlib.util

    with_rich = sys.stderr.isatty() and importlib.util.find_spec("rich")
    return Task.draw_rich if with_rich else Task.draw_plain


def of_file(verb, file, nbytes, done="told"):
    """A context manager around work on a file and so many bytes.

    How much was done is "told" (its value has a `done` to add to), the "size" of the
    file of that path, or "unknown".
    """
    if nbytes < LARGE or not is_wanted():
        return contextlib.nullcontext(Untold())
    path = file if isinstance(file, (str, bytes, os.PathLike)) else None
    name = "a file" if path is None else os.path.basename(os.fsdecode(path))
    if done == "size" and path is not None:
        return Task(f"{verb} {name}", nbytes, functools.partial(os.path.getsize, path))
    return Task(f"{verb} {name}", nbytes if done == "told" else None)


class Untold:
    """Stands for a `Task` that nobody is told of."""

    done = 0


def file_size(file):
    """Bytes of the file of a path; 0 of anything else."""
    try:
        return os.stat(file).st_size
    except (OSError, TypeError, ValueError):
        return 0


# ---- compilers that a thread waits for ----

_waiting = {}  # thread -> its tasks, the innermost last


def _watch(kernel, begins):
    """Told by the core when a thread begins to wait for a compiler, and when it ends."""
    thread = threading.get_ident()
    if begins:
        # One line: what is compiled inside of a wait is a part of it.
        outer = _waiting.setdefault(thread, [])
        task = Task(f"compiling {kernel}") if not outer and is_wanted() else None
        outer.append(task)
        if task:
            task.__enter__()
        return
    task = _waiting[thread].pop()
    if not _waiting[thread]:
        del _waiting[thread]
    if task:
        task.__exit__()


def watch_compilers():
    """Shows compilations from now on, where anything is shown at all."""
    if is_wanted():
        _core.set_compile_watch(_watch)


watch_compilers()

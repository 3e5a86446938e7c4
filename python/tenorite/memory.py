# SPDX-License-Identifier: Apache-2.0
"""Which lines of a program hold memory, and how much there was when.

`record_history()` has the line noted that makes each array, and every allocation and
free of the pools; until then nothing is noted and nothing is slower. `snapshot()` says
which arrays are alive:

    tenorite.memory.record_history()
    ...
    print(tenorite.memory.snapshot())

TENORITE_MEMORY_TRACE=1 in the environment records from the import on.
"""

import os
import threading
from typing import NamedTuple

from . import _core
from ._profiling.memory_events import events_from
from ._runtime.help import document
from ._runtime.units import size_text

__all__ = ["Line", "Snapshot", "is_recording", "record_history", "snapshot"]

_memory = _core.recording.memory


class Line(NamedTuple):
    """What one line of the program has made that is alive, on one device.

    `file`, `line`: where; "" and 0 where no line of a program made it. `arrays`: how
    many. `bytes`: their memory. `recorded_bytes`: of those that are only recorded, and
    have no memory yet.

    >>> np.memory.Line("a.py", 3, "cpu", 1, 800, 0).bytes
    800
    """

    file: str
    line: int
    device: str
    arrays: int
    bytes: int
    recorded_bytes: int


class Snapshot:
    """The arrays that were alive at a time, by the lines that made them.

    `lines` is a list of `Line`, most bytes first, `events` the allocations and frees
    until then. print() shows a table. Views are their base's. Arrays that were made
    before record_history() are in the pools' sizes alone.

    >>> import io
    >>> np.memory.snapshot().lines == [] or np.memory.is_recording()
    True
    """

    def __init__(self, lines, events):
        self.lines = lines
        self.events = events

    def __str__(self):
        head = f"{'bytes':>10} {'arrays':>7} {'recorded':>10}  {'device':<8} where"
        rows = [
            f"{size_text(x.bytes):>10} {x.arrays:>7} {size_text(x.recorded_bytes):>10}"
            f"  {x.device:<8} {_place(x)}"
            for x in self.lines
        ]
        return "\n".join([head, *rows])

    def compare_to(self, earlier):
        """What came (or, negative, went) since an earlier snapshot: a list of `Line`.

        Those with the greatest change of bytes come first. See tracemalloc.Snapshot.

        >>> before = np.memory.snapshot()
        >>> np.memory.snapshot().compare_to(before)
        []
        """
        before = {x[:3]: x[3:] for x in earlier.lines}
        now = {x[:3]: x[3:] for x in self.lines}
        found = []
        for key in before | now:
            pairs = zip(
                now.get(key, (0, 0, 0)), before.get(key, (0, 0, 0)), strict=True
            )
            change = [a - b for a, b in pairs]
            if any(change):
                found.append(Line(*key, *change))
        return sorted(found, key=lambda x: (-abs(x.bytes), x[:3]))

    def to_dict(self):
        """All of it as dictionaries, lists, numbers and texts.

        >>> sorted(np.memory.snapshot().to_dict())
        ['events', 'lines']
        """
        return {
            "lines": [x._asdict() for x in self.lines],
            "events": [x._asdict() for x in self.events],
        }

    def save(self, file):
        """Writes to_dict() as JSON to a file (its path).

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     np.memory.snapshot().save(os.path.join(folder, "memory.json"))
        """
        import json  # slow to import

        with open(os.fspath(file), "w") as f:
            json.dump(self.to_dict(), f)

    def plot(self, file):
        """Draws the memory of each pool over time to a file (its path).

        In use, and cached: taken from the system and free. ImportError without
        matplotlib.

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     np.memory.snapshot().plot(os.path.join(folder, "memory.png"))
        """
        from ._profiling.pictures import draw_memory

        draw_memory(self.events, file)


def _place(x):
    return f"{x.file}:{x.line}" if x.line else "(no line of a program)"


_lock = threading.Lock()


def record_history(enabled=True):
    """Has the line noted that makes each array, and the allocations of the pools.

    With False no more is noted, and what was is forgotten. It is for all threads; each
    array then costs about half a microsecond more. See also TENORITE_MEMORY_TRACE.

    >>> np.memory.record_history()
    >>> x = np.ones(1000) * 2
    >>> sum(line.bytes + line.recorded_bytes for line in np.memory.snapshot().lines) >= 8000
    True
    >>> np.memory.record_history(False)
    """
    with _lock:
        was = _memory.note_origins(bool(enabled))
        if enabled and not was:
            _memory.watch()
        elif was and not enabled:
            _memory.unwatch()
            _memory.forget_origins()


def is_recording():
    """Whether record_history() is on.

    >>> np.memory.is_recording() in (True, False)
    True
    """
    return _memory.notes_origins()


def snapshot(events=True):
    """The arrays alive now, by the lines that made them: a `Snapshot`.

    Empty unless record_history() is on. A recorded operation's result belongs to the
    line that called the operation, wherever it is executed; temporaries of operations
    to the line that they run for. Without `events` it has the lines alone, and costs
    nothing for what happened before.

    >>> np.memory.snapshot().compare_to(np.memory.snapshot())
    []
    """
    found = {}
    for file, line, device, size, allocated, _ in _memory.live():
        arrays, bytes, recorded = found.get((file, line, device), (0, 0, 0))
        found[file, line, device] = (
            arrays + 1,
            bytes + (size if allocated else 0),
            recorded + (0 if allocated else size),
        )
    lines = [Line(*key, *numbers) for key, numbers in found.items()]
    lines.sort(key=lambda x: (-x.bytes, -x.recorded_bytes, x[:3]))
    return Snapshot(lines, events_from(0) if events and is_recording() else [])


document([Line, Snapshot, record_history, is_recording, snapshot])

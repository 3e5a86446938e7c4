# SPDX-License-Identifier: Apache-2.0
"""tenorite.profile(): what a block of code ran, how long that took, what it moved."""

import functools
import os
import threading
import time

from .. import _core
from .._runtime import fallbacks
from . import chrome
from .memory_events import events_from, peaks_of
from .notes import Flush, Span, place_on_host_clock
from .rows import covered, rows_of
from .table import text_of

__all__ = ["profile"]

_recording = _core.recording


class profile:
    """Context manager or decorator that tells what its block ran, by any thread.

    print() of it is a table: for each line of the program and each kind of work the
    calls, the device's time, bytes and GB/s; then where the time of the block went,
    compilations, copies, memory and what NumPy did on the host. Operations recorded
    before the block that run inside it are included; what the block records and nobody
    looks at in it is not. As a decorator, each call of the function is profiled, and
    the last one's profile is its attribute `profile`.

    Times of a GPU are those between two events around each kernel or group. `plot()`
    draws a picture, `chrome_trace()` is for Perfetto, `explain()` shows the kernels.

    >>> with np.profile() as p:
    ...     y = (np.ones(8) * 2).sum().item()
    >>> print(p).splitlines()[0].split()[:2]  # doctest: +SKIP
    ['what', 'name']
    >>> p.fallbacks
    []
    """

    _sources = False  # whether groups come with their kernels' texts

    def __init__(self):
        self._notes = None
        self._end = None

    def __enter__(self):
        self._notes = None
        self._end = None
        _recording.start_notes(self._sources)
        self._first = _recording.count_notes()
        self._thread = threading.get_ident()
        self._begin = self._state()
        return self

    def __exit__(self, *exception):
        self._end = self._state()
        self._notes = self._collected()
        _recording.stop_notes(self._sources)

    def __call__(self, function):
        @functools.wraps(function)
        def profiled(*args, **kwargs):
            profiled.profile = type(self)()
            with profiled.profile:
                return function(*args, **kwargs)

        profiled.profile = None
        return profiled

    @staticmethod
    def _state():
        """What counts all along."""
        cache = _core.kernel_cache_counts()
        return {
            "time": time.perf_counter(),
            "counters": _recording.counters(),
            "fallbacks": fallbacks.counts(),
            "compiled": cache["compiled"],
            "disk_hits": cache["disk_hits"],
        }

    def _collected(self):
        """(flushes, spans, memory events) so far."""
        flush, span, event = self._first
        flushes, spans = _recording.notes_from(flush, span)
        flushes = [Flush(note) for note in flushes]
        spans = [Span(note) for note in spans]
        place_on_host_clock(flushes, spans)
        return flushes, spans, events_from(event)

    @property
    def _known(self):
        return self._collected() if self._notes is None else self._notes

    def _counted(self, name, which=None):
        end = self._end or self._state()
        if which is None:
            return end[name] - self._begin[name]
        return end[name][which] - self._begin[name][which]

    # ---- what was noted ----

    @property
    def flushes(self):
        """A list of `Flush`, in the order in which they ended."""
        return self._known[0]

    @property
    def spans(self):
        """A list of `Span`: operations, kernels, copies, compilations, waits."""
        return self._known[1]

    @property
    def memory(self):
        """Allocations and frees of all pools, in order: a list of `MemoryEvent`."""
        return self._known[2]

    @property
    def groups(self):
        """The groups of all flushes."""
        return [group for flush in self.flushes for group in flush.groups]

    @property
    def rows(self):
        """The table: a list of `Row`, those that took longest first."""
        return rows_of(*self._known[:2])

    # ---- sums ----

    @property
    def duration(self):
        """Seconds from the begin of the block to its end, or until now."""
        return self._counted("time")

    @property
    def device_seconds(self):
        """Seconds that each device worked, by its name."""
        found = {}
        for row in self.rows:
            if row.what not in ("compile", "wait"):
                found[row.device] = found.get(row.device, 0.0) + row.seconds
        return found

    @property
    def host_seconds(self):
        """Where the time of the thread that ran the block went, by what it did.

        "running" operations (on a GPU: queueing them), "copying" between devices,
        "compiling" kernels that were waited for, "waiting" for devices, and "Python",
        which is all else, the recording of operations too.
        """
        flushes, spans, _ = self._known
        labels = {"compile": "compiling", "wait": "waiting", "copy": "copying"}
        found = {label: [] for label in ("compiling", "waiting", "copying", "running")}
        for flush in flushes:
            if flush.thread == self._thread:
                found["running"].append((flush.begin, flush.end))
        for span in spans:
            if span.thread == self._thread:
                label = labels.get(span.kind, "running")
                found[label].append((span.begin, span.end))
        seconds, seen, before = {}, [], 0.0
        for label, intervals in found.items():
            seen += intervals
            total = covered(seen)
            seconds[label] = total - before  # what an earlier label has is its own
            before = total
        seconds["Python"] = max(0.0, self.duration - before)
        return seconds

    @property
    def kernels(self):
        """How many kernels the groups launched."""
        return sum(group.kernels for group in self.groups)

    @property
    def bytes_allocated(self):
        """Bytes that were allocated for results and temporaries."""
        return sum(flush.bytes_allocated for flush in self.flushes)

    @property
    def peak_memory(self):
        """Most bytes "used" and "reserved" in the block, by pool; of pools in use."""
        return peaks_of(self.memory)

    @property
    def copies(self):
        """Copies between devices, or between a device and the host."""
        return self._counted("counters", 0)

    @property
    def synchronisations(self):
        """How often the host waited for a device."""
        return self._counted("counters", 1)

    @property
    def compiled(self):
        """Kernels that were compiled meanwhile, in the background too."""
        return self._counted("compiled")

    @property
    def from_disk(self):
        """Kernels that were loaded from the cache on disk meanwhile."""
        return self._counted("disk_hits")

    @property
    def fallbacks(self):
        """What NumPy did on the host meanwhile: a list as of tenorite.fallbacks()."""
        end = self._end or self._state()
        return fallbacks.between(self._begin["fallbacks"], end["fallbacks"])

    # ---- texts, files, pictures ----

    def __str__(self):
        return text_of(self)

    def table(self):
        """Text with one line per group: flush, tier, bytes, lines of the program.

        Calls that NumPy did on the host follow. print() of the profile sums up instead.

        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> print(p.table().splitlines()[0].split()[:3])
        ['flush', 'tier', 'ops']
        """
        lines = [
            f"{'flush':<28} {'tier':<6} {'ops':>4} {'kernels':>7} {'MB':>10}  where"
        ]
        for flush in self.flushes:
            for group in flush.groups:
                lines.append(
                    f"{flush.reason[:28]:<28} {group.tier:<6} {group.instructions:>4} "
                    f"{group.kernels:>7} {group.bytes / 1e6:>10.3f}  "
                    f"{', '.join(group.places)}"
                )
        lines.append(
            f"{len(self.flushes)} flushes, {self.kernels} kernels, "
            f"{self.bytes_allocated / 1e6:.3f} MB allocated, {self.copies} copies, "
            f"{self.synchronisations} synchronisations"
        )
        if self.fallbacks:
            lines.append(str(self.fallbacks))
        return "\n".join(lines)

    def to_dict(self):
        """All of it as dictionaries, lists, numbers and texts.

        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> sorted(p.to_dict())[:4]
        ['compiled', 'copies', 'device_seconds', 'duration']
        """
        flushes, spans, memory = self._known
        return {
            "duration": self.duration,
            "rows": [row._asdict() for row in rows_of(flushes, spans)],
            "host_seconds": self.host_seconds,
            "device_seconds": self.device_seconds,
            "peak_memory": self.peak_memory,
            "flushes": [
                vars(flush) | {"groups": [vars(group) for group in flush.groups]}
                for flush in flushes
            ],
            "spans": [vars(span) for span in spans],
            "memory": [event._asdict() for event in memory],
            "copies": self.copies,
            "synchronisations": self.synchronisations,
            "compiled": self.compiled,
            "from_disk": self.from_disk,
            "fallbacks": [x._asdict() for x in self.fallbacks],
        }

    def to_json(self):
        """to_dict() as JSON text.

        >>> import json
        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> json.loads(p.to_json())["fallbacks"]
        []
        """
        import json  # slow to import

        return json.dumps(self.to_dict())

    def save(self, file):
        """Writes to_json() to a file (its path).

        >>> import os, tempfile
        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     p.save(os.path.join(folder, "profile.json"))
        """
        with open(os.fspath(file), "w") as f:
            f.write(self.to_json())

    def chrome_trace(self):
        """JSON text for chrome://tracing and Perfetto: host, GPUs and memory over time.

        >>> import json
        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> list(json.loads(p.chrome_trace()))
        ['traceEvents']
        """
        import json  # slow to import

        return json.dumps({"traceEvents": list(chrome.events_of(*self._known))})

    def plot(self, file):
        """Draws a picture to a file (its path; PNG, SVG or PDF by its ending).

        Above, what the threads of the host and the GPUs did over time; below, the
        memory of each pool. ImportError without matplotlib.

        >>> import os, tempfile
        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     p.plot(os.path.join(folder, "profile.png"))
        """
        from .pictures import draw_profile

        draw_profile(self, file)

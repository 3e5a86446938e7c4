# SPDX-License-Identifier: Apache-2.0
"""Recorded execution: when it runs what, what it ran, and `tenorite.config`."""

import atexit
import contextlib
import os

from .. import _core
from .._runtime import fallbacks
from .._runtime.package import FOLDER

__all__ = ["config", "explain", "profile"]

_recording = _core.recording
_core.set_package_folder(FOLDER)


class Config:
    """Settings of this process.

    `fusion`: how NumPy code is run; TENORITE_FUSION sets it, else it is "auto":

    - "off": every operation runs when it is called.
    - "tier0": operations are recorded, and run one by one when somebody looks.
    - "auto": recorded operations run in groups, each as one kernel, as soon as
      that kernel is there; until then one by one.
    - "wait": like "auto", but waits for kernels that have to be compiled.
    - "check": like "wait", and one by one, and compares: RuntimeError where a
      bit differs.

    The results are the same, bit for bit.

    `mixed`: what NumPy arrays are beside arrays on a GPU: "error" (a TypeError that
    says how to copy; the default) or "copy". On the CPU device they share memory.

    `random`: the numbers of `tenorite.random`: "fast" or "numpy" (those of NumPy, drawn
    on the host); TENORITE_RANDOM sets it, else it is "fast". Functions of the module
    look at it when they are called, generators when they are made.

    `fallback`: what happens to calls that no kernel of ours does; TENORITE_FALLBACK
    sets it, else it is "auto":

    - "allow": NumPy does it on host copies, and the results go back to the device.
    - "warn": the same, with one PerformanceWarning for each function and line.
    - "auto": "allow" on the CPU device, where nothing is copied, "warn" on a GPU.
    - "error": the call raises a TypeError or NotImplementedError.

    tenorite.fallbacks() counts them.

    `matmul_precision`: of matrix products of float32 and complex64 on a GPU: "highest"
    (the default; TENORITE_MATMUL_PRECISION sets it) or "tf32", as frameworks have it,
    whose factors keep 10 bits after the point: several times as fast, and exact to
    about 1e-3. `matmul(..., precision=...)` is for one call.

    >>> with np.config.using(fusion="off"):
    ...     np.config.fusion
    'off'
    """

    __slots__ = ("_random",)

    def __init__(self):
        self.random = os.environ.get("TENORITE_RANDOM") or "fast"
        self.matmul_precision = os.environ.get("TENORITE_MATMUL_PRECISION") or "highest"

    @property
    def fusion(self):
        """The mode: "off", "tier0", "auto", "wait" or "check"; ValueError for others."""
        return _recording.mode()

    @fusion.setter
    def fusion(self, mode):
        _recording.set_mode(mode)

    @property
    def mixed(self):
        """ "error" or "copy"; ValueError for others."""
        return "copy" if _core.copies_mixed() else "error"

    @mixed.setter
    def mixed(self, what):
        if what not in ("error", "copy"):
            raise ValueError(f"mixed must be 'error' or 'copy', not {what!r}")
        _core.set_copies_mixed(what == "copy")

    @property
    def random(self):
        """ "fast" or "numpy"; ValueError for others."""
        return self._random

    @random.setter
    def random(self, numbers):
        if numbers not in ("fast", "numpy"):
            raise ValueError(f"random must be 'fast' or 'numpy', not {numbers!r}")
        self._random = numbers

    @property
    def fallback(self):
        """ "auto", "allow", "warn" or "error"; ValueError for others."""
        return fallbacks.get_setting()

    @fallback.setter
    def fallback(self, setting):
        fallbacks.set_setting(setting)

    @property
    def matmul_precision(self):
        """ "highest" or "tf32"; ValueError for others."""
        return _core.matmul_precision()

    @matmul_precision.setter
    def matmul_precision(self, precision):
        _core.set_matmul_precision(precision)

    @contextlib.contextmanager
    def using(self, **settings):
        """Context manager that changes settings in all threads until its block ends.

        >>> with np.config.using(fallback="error"):
        ...     np.config.fallback
        'error'
        """
        former = {name: getattr(self, name) for name in settings}
        try:
            for name, value in settings.items():
                setattr(self, name, value)
            yield self
        finally:
            for name, value in former.items():
                setattr(self, name, value)

    def __repr__(self):
        return (
            f"Config(fusion={self.fusion!r}, mixed={self.mixed!r}, "
            f"random={self.random!r}, fallback={self.fallback!r}, "
            f"matmul_precision={self.matmul_precision!r})"
        )


config = Config()


class Group:
    """Operations that ran together.

    `tier`: "fused" (one generated kernel) or "tier0" (precompiled kernels, one by
    one). `kernels`: the number of kernels launched. `bytes`: bytes read and written,
    each view counted once. `operations`: (text, file, line) of each operation, in
    call order. `source`: the generated kernel's source if explain() asked for it.
    """

    def __init__(self, note):
        self.tier = note["tier"]
        self.kernels = note["kernels"]
        self.bytes = note["bytes"]
        self.operations = note["operations"]
        self.source = note["source"]

    @property
    def instructions(self):
        """The number of operations."""
        return len(self.operations)


class Flush:
    """One execution of recorded operations.

    `reason`: the event that started it. `device`: the device's name. `recorded`: the
    number of operations, including those whose results were never used.
    `bytes_allocated`: bytes for results and temporaries. `begin`, `end`: seconds on
    the host's steady clock; a GPU may finish later. `groups`: a list of `Group`.
    """

    def __init__(self, note):
        self.reason = note["reason"]
        self.device = note["device"]
        self.recorded = note["recorded"]
        self.bytes_allocated = note["bytes_allocated"]
        self.begin = note["begin"]
        self.end = note["end"]
        self.groups = [Group(group) for group in note["groups"]]


class profile:
    """Context manager that reports the operations run in its block, by any thread.

    Operations recorded before the block that run inside it are included. With
    fusion "off" nothing is recorded. `fallbacks` has what NumPy did on the host;
    print() of `table()` shows all of it.

    >>> with np.profile() as p:
    ...     y = (np.ones(8) * 2).sum().item()
    >>> p.fallbacks
    []
    """

    _sources = False  # whether groups come with their kernels' texts

    def __enter__(self):
        self._notes = None
        _recording.start_notes(self._sources)
        self._first = _recording.count_notes()
        self._counters = _recording.counters()
        self._fallbacks = fallbacks.counts()
        return self

    def __exit__(self, *exception):
        self._end_counters = _recording.counters()
        self._end_fallbacks = fallbacks.counts()
        self._notes = _recording.notes_from(self._first)
        _recording.stop_notes(self._sources)

    @property
    def flushes(self):
        """A list of `Flush`, in the order in which they ended."""
        notes = self._notes
        if notes is None:
            notes = _recording.notes_from(self._first)
        return [Flush(note) for note in notes]

    @property
    def groups(self):
        """The groups of all flushes."""
        return [group for flush in self.flushes for group in flush.groups]

    @property
    def kernels(self):
        """How many kernels the groups launched."""
        return sum(group.kernels for group in self.groups)

    @property
    def bytes_allocated(self):
        """Bytes that were allocated for results and temporaries."""
        return sum(flush.bytes_allocated for flush in self.flushes)

    def _counted(self, which):
        end = self._end_counters if self._notes is not None else _recording.counters()
        return end[which] - self._counters[which]

    @property
    def copies(self):
        """Copies between devices, or between a device and the host."""
        return self._counted(0)

    @property
    def synchronisations(self):
        """How often the host waited for a device."""
        return self._counted(1)

    @property
    def fallbacks(self):
        """What NumPy did on the host meanwhile: a list as of tenorite.fallbacks()."""
        end = fallbacks.counts() if self._notes is None else self._end_fallbacks
        return fallbacks.between(self._fallbacks, end)

    def table(self):
        """Text with one line per group: flush, tier, bytes, lines of the program.

        Calls that NumPy did on the host follow.

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
                where = []
                for _, file, line in group.operations:
                    place = f"{os.path.basename(file)}:{line}" if line else "?"
                    if place not in where:
                        where.append(place)
                lines.append(
                    f"{flush.reason[:28]:<28} {group.tier:<6} {group.instructions:>4} "
                    f"{group.kernels:>7} {group.bytes / 1e6:>10.3f}  {', '.join(where)}"
                )
        lines.append(
            f"{len(self.flushes)} flushes, {self.kernels} kernels, "
            f"{self.bytes_allocated / 1e6:.3f} MB allocated, {self.copies} copies, "
            f"{self.synchronisations} synchronisations"
        )
        if self.fallbacks:
            lines.append(str(self.fallbacks))
        return "\n".join(lines)

    def _as_dict(self):
        return {
            "flushes": [
                {
                    **{k: v for k, v in vars(flush).items() if k != "groups"},
                    "groups": [vars(group) for group in flush.groups],
                }
                for flush in self.flushes
            ],
            "copies": self.copies,
            "synchronisations": self.synchronisations,
            "fallbacks": [x._asdict() for x in self.fallbacks],
        }

    def to_json(self):
        """All of it as JSON text.

        >>> import json
        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> sorted(json.loads(p.to_json()))
        ['copies', 'fallbacks', 'flushes', 'synchronisations']
        """
        import json  # slow to import

        return json.dumps(self._as_dict())

    def chrome_trace(self):
        """JSON text for chrome://tracing and Perfetto: flushes on the host's clock.

        >>> import json
        >>> with np.profile() as p:
        ...     y = (np.ones(8) * 2).sum().item()
        >>> list(json.loads(p.chrome_trace()))
        ['traceEvents']
        """
        import json  # slow to import

        events = [
            {
                "name": flush.reason,
                "cat": "flush",
                "ph": "X",
                "ts": flush.begin * 1e6,
                "dur": (flush.end - flush.begin) * 1e6,
                "pid": flush.device,
                "tid": 0,
                "args": {"groups": [vars(group) for group in flush.groups]},
            }
            for flush in self.flushes
        ]
        return json.dumps({"traceEvents": events})


class _ProfileWithSources(profile):
    _sources = True


def explain(function, *args, **kwargs):
    """Call a function, and print how its operations were grouped.

    With the source of each kernel that was generated; the CPU device needs none.
    What the function prints comes first, its result is dropped, and its
    exceptions are raised. With fusion "off" it is called as with "wait".

    >>> tenorite.explain(lambda x: np.exp(x) + 1, np.ones(8))
    flush (flush) on cpu: 2 operations
      group 1: fused, 0.000 MB of memory
        exp float64 (8,)                                 <stdin>:1
        add float64 (8,)                                 <stdin>:1
    """
    mode = "wait" if config.fusion == "off" else config.fusion
    _recording.flush()
    with config.using(fusion=mode), _ProfileWithSources() as p:
        result = function(*args, **kwargs)
        _recording.flush()
        del result
    print("\n".join(_explanation(p.flushes)) or "nothing was recorded")


def _explanation(flushes):
    """The lines that explain() prints."""
    for flush in flushes:
        ran = sum(group.instructions for group in flush.groups)
        dropped = flush.recorded - ran
        yield (
            f"flush ({flush.reason}) on {flush.device}: {flush.recorded} operations"
            + (f", {dropped} of them not needed" if dropped else "")
        )
        for number, group in enumerate(flush.groups, 1):
            yield f"  group {number}: {group.tier}, {group.bytes / 1e6:.3f} MB of memory"
            for text, file, line in group.operations:
                place = f"{os.path.basename(file)}:{line}" if line else "?"
                yield f"    {text:<48} {place}".rstrip()
            if group.source:
                yield "    kernel:"
                for line in group.source.rstrip().splitlines():
                    if not line.startswith("#line"):
                        yield f"      {line}".rstrip()


atexit.register(_recording.flush)
os.register_at_fork(
    before=_recording.before_fork,
    after_in_parent=lambda: _recording.after_fork(in_child=False),
    after_in_child=lambda: _recording.after_fork(in_child=True),
)

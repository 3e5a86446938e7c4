# SPDX-License-Identifier: Apache-2.0
"""What the core has noted of a stretch of a program, as objects."""


def _place(file, line):
    """ "script.py:12"; "?" where nobody knows."""
    return f"{file.replace(chr(92), '/').rpartition('/')[2]}:{line}" if line else "?"


class _Timed:
    """What took time: on the host from `begin` to `end`, seconds of its steady clock.

    `seconds`: what the device took, for a GPU between two events; None if that is not
    known. `device_begin`: when it began on a GPU, on the host's clock, as nearly as can
    be told; None on the CPU.
    """

    def _take_times(self, note):
        self.begin = note["begin"]
        self.end = note["end"]
        known = note["device_seconds"] >= 0
        self.seconds = note["device_seconds"] if known else None
        offset = note["device_offset"]
        self.device_begin = offset if known and offset >= 0 else None


class Group(_Timed):
    """Recorded operations that ran together.

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
        self._take_times(note)

    @property
    def instructions(self):
        """The number of operations."""
        return len(self.operations)

    @property
    def names(self):
        """Of the operations, as NumPy calls them."""
        return [text.partition(" ")[0] for text, _, _ in self.operations]

    @property
    def places(self):
        """Where the program called the operations, each line once."""
        return list(dict.fromkeys(_place(f, n) for _, f, n in self.operations))


class Flush:
    """One execution of recorded operations.

    `reason`: the event that started it. `device`: the device's name. `recorded`: the
    number of operations, including those whose results were never used.
    `bytes_allocated`: bytes for results and temporaries. `begin`, `end`: seconds on
    the host's steady clock; a GPU may finish later. `thread`: a number of the thread
    that executed it. `groups`: a list of `Group`.
    """

    def __init__(self, note):
        self.reason = note["reason"]
        self.device = note["device"]
        self.recorded = note["recorded"]
        self.bytes_allocated = note["bytes_allocated"]
        self.begin = note["begin"]
        self.end = note["end"]
        self.thread = note["thread"]
        self.groups = [Group(group) for group in note["groups"]]


class Span(_Timed):
    """What ran when it was called, or was waited for.

    `kind`: "operation" (of ours, such as a sort), "kernel" (the program's own), "copy"
    (between devices) or "compile". `bytes`: read and written, 0 if that is not known.
    `file`, `line`: where the program called it. `thread`: as of a `Flush`.
    """

    def __init__(self, note):
        self.kind = note["kind"]
        self.name = note["name"]
        self.device = note["device"]
        self.bytes = note["bytes"]
        self.file = note["file"]
        self.line = note["line"]
        self.thread = note["thread"]
        self._take_times(note)

    @property
    def place(self):
        """The line of the program, "script.py:12"."""
        return _place(self.file, self.line)


def timed(flushes, spans):
    """(device, thread, group or span) of all that took time on its own account."""
    for flush in flushes:
        for group in flush.groups:
            yield flush.device, flush.thread, group
    for span in spans:
        yield span.device, span.thread, span


def place_on_host_clock(flushes, spans):
    """Turns `device_begin`, which counts from a device's first event, into host times.

    Nothing begins on a device before the host asks for it: the first event was as late
    as the tightest of these bounds says, which is exact where the device was idle once.
    """
    first = {}
    for device, _, x in timed(flushes, spans):
        if x.device_begin is not None:
            bound = x.begin - x.device_begin
            first[device] = max(first.get(device, bound), bound)
    for device, _, x in timed(flushes, spans):
        if x.device_begin is not None:
            x.device_begin += first[device]

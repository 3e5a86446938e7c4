# SPDX-License-Identifier: Apache-2.0
"""The text of a profile."""

from .._runtime.units import size_text, time_text

_HEAD = ("what", "name", "device", "calls", "time", "share", "moved", "GB/s", "where")
_LEFT = {"what", "name", "device", "where"}


def _columns(head, lines):
    """Lines with the cells under each other."""
    widths = [max(map(len, cells)) for cells in zip(head, *lines, strict=True)]
    for line in (head, *lines):
        cells = [
            cell.ljust(width) if name in _LEFT else cell.rjust(width)
            for cell, width, name in zip(line, widths, head, strict=True)
        ]
        yield "  ".join(cells).rstrip()


def _cells(row, total):
    rate = row.bytes / row.seconds / 1e9 if row.bytes and row.seconds else 0
    return (
        row.what,
        row.name,
        row.device,
        f"{row.calls:,}",
        time_text(row.seconds),
        f"{row.seconds / total:.0%}" if total else "-",
        size_text(row.bytes) if row.bytes else "-",
        f"{rate:.1f}" if rate else "-",
        row.where,
    )


def text_of(profile, most=30):
    """The table of a profile: its `most` longest rows, then where the time went."""
    rows = profile.rows
    total = sum(row.seconds for row in rows)
    lines = list(_columns(_HEAD, [_cells(row, total) for row in rows[:most]]))
    if len(rows) > most:
        rest = sum(row.seconds for row in rows[most:])
        lines.append(f"and {len(rows) - most} shorter rows, {time_text(rest)} together")
    lines += ["", *_summary(profile)]
    if profile.fallbacks:
        lines += ["", str(profile.fallbacks)]
    return "\n".join(lines)


def _summary(profile):
    """Where the time of the block went, and what it did in numbers."""
    parts = ", ".join(
        f"{label} {time_text(seconds)}"
        for label, seconds in profile.host_seconds.items()
        if seconds > 0
    )
    yield f"block: {time_text(profile.duration)}; of the host: {parts or 'nothing'}"
    for device, seconds in profile.device_seconds.items():
        share = seconds / profile.duration if profile.duration else 0
        yield f"{device}: worked {time_text(seconds)}, {share:.0%} of the block"
    flushes = profile.flushes
    recorded = sum(flush.recorded for flush in flushes)
    ran = sum(group.instructions for group in profile.groups)
    yield (
        f"recorded: {len(flushes):,} flushes, {ran:,} operations executed by "
        f"{profile.kernels:,} kernels, {recorded - ran:,} not needed"
    )
    yield (
        f"kernels: {profile.compiled} compiled, {profile.from_disk} loaded from the "
        f"cache on disk"
    )
    yield (
        f"{profile.copies} copies between devices, {profile.synchronisations} waits for "
        f"a device, {size_text(profile.bytes_allocated)} for recorded results"
    )
    for pool, peak in profile.peak_memory.items():
        yield (
            f"memory of {pool}: at most {size_text(peak['used'])} in use, "
            f"{size_text(peak['reserved'])} taken from the system"
        )

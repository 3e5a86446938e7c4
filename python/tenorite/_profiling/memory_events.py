# SPDX-License-Identifier: Apache-2.0
"""Allocations and frees of the pools, as the core notes them while somebody listens."""

from typing import NamedTuple

from .. import _core


class MemoryEvent(NamedTuple):
    """One allocation, or the end of one.

    `time`: seconds of the host's steady clock. `pool`: the device's name, with a number
    behind it if it is not the first pool there. `bytes`: that were asked for; negative,
    and of the whole block, where they went back. `used`, `reserved`: bytes of the pool
    afterwards, in use and taken from the system.
    """

    time: float
    pool: str
    bytes: int
    used: int
    reserved: int


def events_from(first):
    """A list of `MemoryEvent`, from number `first` on."""
    found, names, count = [], {}, {}
    for time, device, number, *sizes in _core.recording.memory.events_from(first):
        name = names.get(number)
        if name is None:
            count[device] = count.get(device, 0) + 1
            many = f" pool {count[device]}" if count[device] > 1 else ""
            name = names[number] = device + many
        found.append(MemoryEvent(time, name, *sizes))
    return found


def peaks_of(events):
    """{pool: {"used": most bytes, "reserved": most bytes}} of events."""
    peaks = {}
    for event in events:
        peak = peaks.setdefault(event.pool, {"used": 0, "reserved": 0})
        peak["used"] = max(peak["used"], event.used)
        peak["reserved"] = max(peak["reserved"], event.reserved)
    return peaks

# SPDX-License-Identifier: Apache-2.0
"""What a census found: cases that are slow beside a peer or beside the memory."""

import math

from ..records import key, time_text
from ..spec import CPU, CUDA, CUPY, NUMPY

SCHEMA = "tenorite-census-1"
PEERS = {CPU: NUMPY, CUDA: CUPY}
LEAST = 0.9  # of a peer's speed
SHARE = 0.5  # of the speed at which the device copies as many items
# Fewer elements do not keep a device busy, and are in a cache.
FROM = 10**6
COPY = "np.copy(x), {}, contiguous"


def fastest(run):
    """Seconds of a run's best round; None without a time."""
    return run.get("min", run.get("seconds"))


def ratio(record, ours):
    """A peer's time over ours; None where one of them has none."""
    runs = record["runs"]
    a, b = fastest(runs.get(ours, {})), fastest(runs.get(PEERS[ours], {}))
    return b / a if a and b else None


def copy_speeds(records, ours):
    """Bytes per second of copies on the device, by the number of elements."""
    found = {}
    for record in records:
        run = record["runs"].get(ours, {})
        if record["name"] == COPY.format("f8") and run.get("bytes"):
            found[record["sizes"][0]] = run["bytes"] / fastest(run)
    return found


def share(record, ours, speeds):
    """The share of a copy's speed; None where nothing tells it."""
    run, speed = record["runs"].get(ours, {}), speeds.get(record["sizes"][0])
    if not (speed and run.get("bytes") and fastest(run)):
        return None
    return run["bytes"] / fastest(run) / speed if record["sizes"][0] >= FROM else None


def line(record, ours, figure):
    times = ", ".join(
        f"{name} {time_text(fastest(record['runs'][name]))}"
        for name in (ours, PEERS[ours])
        if fastest(record["runs"].get(name, {}))
    )
    return f"{figure:7.3f}  {key(record)}  ({times})"


def slow(records, ours, least=LEAST):
    """(ratio, record) below a share of the peer's speed, worst first."""
    found = [(ratio(record, ours), record) for record in records]
    found = [pair for pair in found if pair[0] is not None and pair[0] < least]
    return sorted(found, key=lambda pair: pair[0])


def idle(records, ours):
    """(share, record) of what leaves memory idle, worst first."""
    speeds = copy_speeds(records, ours)
    found = [(share(record, ours, speeds), record) for record in records]
    found = [pair for pair in found if pair[0] is not None and pair[0] < SHARE]
    return sorted(found, key=lambda pair: pair[0])


def wrong(records, ours):
    """Lines for what did not run, or gave other values than NumPy."""
    return [
        f"{kind}: {key(record)}: {record['runs'][ours][kind]}"
        for record in records
        for kind in ("wrong", "error")
        if kind in record["runs"].get(ours, {})
    ]


def lines(report, ours, bounds=True):
    """The census in lines: what is slow, worst first, and the sums."""
    records, peer = report["cases"], PEERS[ours]
    found = [x for x in (ratio(record, ours) for record in records) if x]
    out = wrong(records, ours)
    if bounds:
        out.append(f"below {SHARE} of the speed of a copy, worst first:")
        out += [line(record, ours, figure) for figure, record in idle(records, ours)]
    out.append(f"below {LEAST} of {peer}'s speed, worst first:")
    out += [line(record, ours, figure) for figure, record in slow(records, ours)]
    if found:
        mean = math.exp(sum(map(math.log, found)) / len(found))
        below = {x: sum(r < x for r in found) for x in (0.5, 0.8, LEAST)}
        text = ", ".join(f"{count} below {x}x" for x, count in below.items())
        out.append(f"{len(found)} cases beside {peer}: {text}; mean {mean:.2f}x")
    return out

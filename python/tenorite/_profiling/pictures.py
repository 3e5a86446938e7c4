# SPDX-License-Identifier: Apache-2.0
"""Pictures of profiles and of memory over time, by matplotlib."""

import os

_COLOURS = {
    "fused": "#1b7837",
    "tier0": "#7fbf7b",
    "operation": "#2166ac",
    "kernel": "#67a9cf",
    "copy": "#ef8a62",
    "compile": "#b2182b",
    "wait": "#999999",
}
_LABELS = {
    "fused": "fused group",
    "tier0": "recorded operation",
    "operation": "operation",
    "kernel": "kernel of the program",
    "copy": "copy",
    "compile": "compilation",
    "wait": "wait",
}
_MIB = 1 << 20
_BESIDE = {"loc": "upper left", "bbox_to_anchor": (1, 1), "fontsize": "small"}


def _figure(rows):
    """A figure and its axes, one below the other with one scale of time."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            "pictures of profiles and memory are drawn by matplotlib, which is not "
            "installed: pip install matplotlib"
        ) from error
    figure = Figure(figsize=(11, 2.2 + 2.2 * sum(rows)), layout="constrained")
    axes = figure.subplots(len(rows), 1, sharex=True, height_ratios=rows, squeeze=False)
    return figure, [x for (x,) in axes]


def _lanes(profile):
    """Label of each line of the time line -> its bars (begin, seconds, kind)."""
    from .notes import timed

    threads, lanes = {}, {}
    for device, thread, x in timed(profile.flushes, profile.spans):
        kind = getattr(x, "kind", None) or x.tier
        number = threads.setdefault(thread, len(threads))
        host = "host" if number == 0 else f"host, thread {number + 1}"
        lanes.setdefault(host, []).append((x.begin, x.end - x.begin, kind))
        if x.device_begin is not None:
            lanes.setdefault(device, []).append((x.device_begin, x.seconds, kind))
    return lanes


def draw_profile(profile, file):
    """The time line of a profile above the memory of its pools, to a file."""
    lanes = _lanes(profile)
    events = profile.memory
    figure, (above, below) = _figure([0.5 + 0.4 * max(1, len(lanes)), 1.2])
    starts = [begin for bars in lanes.values() for begin, _, _ in bars]
    start = min([*starts, *(event.time for event in events)], default=0.0)
    seen = []
    for height, bars in enumerate(lanes.values()):
        for kind in dict.fromkeys(kind for _, _, kind in bars):
            own = [((t - start) * 1e3, s * 1e3) for t, s, k in bars if k == kind]
            label = None if kind in seen else _LABELS[kind]
            seen.append(kind)
            above.broken_barh(
                own, (height - 0.4, 0.8), color=_COLOURS[kind], label=label
            )
    above.set_yticks(range(len(lanes)), list(lanes))
    above.invert_yaxis()
    above.set_title("what ran")
    if seen:
        above.legend(**_BESIDE)
    _draw_memory(below, events, start)
    figure.savefig(os.fspath(file))


def draw_memory(events, file):
    """The memory of pools over time, to a file."""
    figure, (axes,) = _figure([1.2])
    _draw_memory(axes, events, min((event.time for event in events), default=0.0))
    figure.savefig(os.fspath(file))


def _draw_memory(axes, events, start):
    by_pool = {}
    for event in events:
        by_pool.setdefault(event.pool, []).append(event)
    for pool, own in by_pool.items():
        times = [(event.time - start) * 1e3 for event in own]
        used = [event.used / _MIB for event in own]
        reserved = [event.reserved / _MIB for event in own]
        (line,) = axes.step(times, used, where="post", label=f"{pool}: in use")
        colour = line.get_color()
        axes.step(
            times, reserved, where="post", linestyle=":", color=colour, label="reserved"
        )
        axes.fill_between(
            times, used, reserved, step="post", alpha=0.15, color=colour, label="cached"
        )
    axes.set_title("memory")
    axes.set_ylabel("MiB")
    axes.set_xlabel("ms")
    axes.set_ylim(bottom=0)
    if by_pool:
        axes.legend(**_BESIDE)

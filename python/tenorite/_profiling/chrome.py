# SPDX-License-Identifier: Apache-2.0
"""A profile as the JSON of chrome://tracing and Perfetto.

Format: "Trace Event Format", complete events (X) and counters (C), in microseconds.
"""


def events_of(flushes, spans, memory):
    """The events: the host's work by thread, each GPU's own, and memory by pool."""
    for flush in flushes:
        yield _event(flush.reason, "flush", flush, "host", flush.thread) | {
            "args": {"device": flush.device, "recorded": flush.recorded}
        }
        for group in flush.groups:
            yield from _both(group, flush.device, flush.thread, _facts(group))
    for span in spans:
        facts = {"bytes": span.bytes, "where": f"{span.file}:{span.line}"}
        yield from _both(span, span.device, span.thread, facts)
    for event in memory:
        yield {
            "name": f"memory of {event.pool}",
            "ph": "C",
            "ts": event.time * 1e6,
            "pid": "host",
            "args": {"used": event.used, "cached": event.reserved - event.used},
        }


def _facts(group):
    return {
        "tier": group.tier,
        "kernels": group.kernels,
        "bytes": group.bytes,
        "operations": group.operations,
    }


def _name(x):
    return getattr(x, "name", None) or " + ".join(x.names)


def _both(x, device, thread, facts):
    """On the host's line of a thread and, where it was there, on the device's."""
    kind = getattr(x, "kind", "group")
    yield _event(_name(x), kind, x, "host", thread) | {"args": facts}
    if x.device_begin is not None:
        yield {
            "name": _name(x),
            "cat": kind,
            "ph": "X",
            "ts": x.device_begin * 1e6,
            "dur": x.seconds * 1e6,
            "pid": device,
            "tid": 0,
            "args": facts,
        }


def _event(name, category, x, process, thread):
    return {
        "name": name,
        "cat": category,
        "ph": "X",
        "ts": x.begin * 1e6,
        "dur": (x.end - x.begin) * 1e6,
        "pid": process,
        "tid": thread % 2**31,
    }

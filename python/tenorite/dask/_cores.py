# SPDX-License-Identifier: Apache-2.0
"""Groups of cores that share a cache, and the cores of each worker."""

import os
import pathlib

_CPUS = pathlib.Path("/sys/devices/system/cpu")


def usable_cores(limit):
    """Numbers of the cores that this process may use, at most `limit`, in order."""
    if hasattr(os, "sched_getaffinity"):
        cores = sorted(os.sched_getaffinity(0))
    else:
        cores = list(range(os.cpu_count() or 1))
    return cores[:limit]


def _shared(core, root):
    """What the system says of who shares the outermost cache of a core."""
    levels = sorted((root / f"cpu{core}" / "cache").glob("index[0-9]*"))
    try:
        return (levels[-1] / "shared_cpu_list").read_text().strip() if levels else ""
    except OSError:
        return ""


def core_groups(cores, root=_CPUS):
    """The cores in groups that share their outermost cache; one where none is known."""
    groups = {}
    for core in cores:
        groups.setdefault(_shared(core, root), []).append(core)
    return list(groups.values())


def split(groups, n_workers):
    """The cores of each of `n_workers`, neighbours together.

    Workers beyond the number of cores share them.
    """
    cores = [core for group in groups for core in group]
    if n_workers > len(cores):
        return [[cores[i % len(cores)]] for i in range(n_workers)]
    edges = [i * len(cores) // n_workers for i in range(n_workers + 1)]
    return [cores[a:b] for a, b in zip(edges[:-1], edges[1:], strict=True)]

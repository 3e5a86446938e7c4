# SPDX-License-Identifier: Apache-2.0
"""tenorite.explain: how the operations of a call were grouped."""

import os

from .. import _core
from .._kernels.recording import config
from .profile import profile

__all__ = ["explain"]

_recording = _core.recording


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

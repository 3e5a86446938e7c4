# SPDX-License-Identifier: Apache-2.0
"""Modes of recorded execution, for the tests of what is recorded and when it runs."""

import contextlib

import tenorite

from .helpers import host

MODES = ("off", "tier0", "auto", "wait", "check")
RECORDED = MODES[1:]


def fusion(mode):
    """A context: calls of the block run in a mode."""
    return tenorite.config.using(fusion=mode)


def groups_of(call):
    """The names of the operations of each group that a call runs, once it has settled."""
    with fusion("wait"):
        for _ in range(3):
            host(call())
        with tenorite.profile() as p:
            host(call())
    return [group.names for group in p.groups]


@contextlib.contextmanager
def flushes(at_least=None, exactly=None):
    """The block causes so many flushes, each of which names its reason."""
    with tenorite.profile() as p:
        before = len(p.flushes)
        yield p
        count = len(p.flushes) - before
    for flush in p.flushes:
        assert isinstance(flush.reason, str) and flush.reason
    if exactly is not None:
        assert count == exactly, [f.reason for f in p.flushes]
    if at_least is not None:
        assert count >= at_least


def memory_of(device):
    """The pool that arrays of a device live in."""
    return tenorite._core.memory.PoolSet.shared().statistics(device)

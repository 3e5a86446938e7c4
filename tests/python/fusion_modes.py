# SPDX-License-Identifier: Apache-2.0
"""Modes of recorded execution, for the tests of what is recorded and when it runs."""

import contextlib

import pytest
import tenorite


def fusion_available():
    """Whether calls can be recorded; else everything runs at once, as in mode off."""
    return hasattr(getattr(tenorite, "config", None), "fusion")


needs_fusion = pytest.mark.skipif(
    not fusion_available(), reason="calls are not recorded yet"
)
needs_profile = pytest.mark.skipif(
    not hasattr(tenorite, "profile"), reason="flushes are not counted yet"
)
MODES = ("off", "tier0", "auto", "wait", "check") if fusion_available() else ("off",)
RECORDED = tuple(m for m in MODES if m != "off")


@contextlib.contextmanager
def fusion(mode):
    """Calls of the block run in a mode."""
    if not fusion_available():
        assert mode == "off"
        yield
        return
    before = tenorite.config.fusion
    tenorite.config.fusion = mode
    try:
        yield
    finally:
        tenorite.config.fusion = before


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

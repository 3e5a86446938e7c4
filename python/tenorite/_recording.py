# SPDX-License-Identifier: Apache-2.0
"""Recorded execution: when it runs what, and `tenorite.config`."""

import atexit
import contextlib
import os

from . import _core


class Config:
    """Settings of this process.

    `fusion`: how NumPy code is run, by default what TENORITE_FUSION says:

    - "off": every operation runs when it is called.
    - "tier0": operations are recorded, and run one by one when somebody looks.
    - "auto": recorded operations run in groups, each as one kernel, as soon as
      that kernel is there; until then one by one.
    - "wait": like "auto", but waits for kernels that have to be compiled.
    - "check": like "wait", and one by one, and compares: RuntimeError where a
      bit differs.

    The results are the same, bit for bit.
    """

    __slots__ = ()

    @property
    def fusion(self):
        """ "off", "tier0", "auto", "wait" or "check"; ValueError for others."""
        return _core.recording.mode()

    @fusion.setter
    def fusion(self, mode):
        _core.recording.set_mode(mode)

    @contextlib.contextmanager
    def using(self, **settings):
        """Other settings until the end of the `with` block, for all threads."""
        former = {name: getattr(self, name) for name in settings}
        try:
            for name, value in settings.items():
                setattr(self, name, value)
            yield self
        finally:
            for name, value in former.items():
                setattr(self, name, value)

    def __repr__(self):
        return f"Config(fusion={self.fusion!r})"


config = Config()

atexit.register(_core.recording.flush)
os.register_at_fork(before=_core.recording.flush)

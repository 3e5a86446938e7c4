# SPDX-License-Identifier: Apache-2.0
"""Recorded execution: when it runs what: `tenorite.config`."""

import atexit
import contextlib
import os

from .. import _core
from .._runtime import fallbacks
from .._runtime.package import FOLDER

__all__ = ["config"]

_recording = _core.recording
_core.set_package_folder(FOLDER)
_MIXED = ("error", "copy", "strict")  # by the numbers of the core


class Config:
    """Settings of this process.

    `fusion`: how NumPy code is run; TENORITE_FUSION sets it, else it is "auto":

    - "off": every operation runs when it is called.
    - "tier0": operations are recorded, and run one by one when somebody looks.
    - "auto": recorded operations run in groups, each as one kernel, as soon as
      that kernel is there; until then one by one.
    - "wait": like "auto", but waits for kernels that have to be compiled.
    - "check": like "wait", and one by one, and compares: RuntimeError where a
      bit differs.

    The results are the same, bit for bit.

    `mixed`: what NumPy arrays are beside arrays on a GPU: "error" (a TypeError that
    says how to copy) or "copy". On the CPU device they share memory; with "strict"
    they are a TypeError there too, so that a program can be prepared for a GPU where
    there is none. TENORITE_MIXED sets it, else it is "error".

    `random`: the numbers of `tenorite.random`: "fast" or "numpy" (those of NumPy, drawn
    on the host); TENORITE_RANDOM sets it, else it is "fast". Functions of the module
    look at it when they are called, generators when they are made.

    `fallback`: what happens to calls that no kernel of ours does; TENORITE_FALLBACK
    sets it, else it is "auto":

    - "allow": NumPy does it on host copies, and the results go back to the device.
    - "warn": the same, with one PerformanceWarning for each function and line.
    - "auto": "allow" on the CPU device, where nothing is copied, "warn" on a GPU.
    - "error": the call raises a TypeError or NotImplementedError.

    tenorite.fallbacks() counts them.

    `matmul_precision`: of matrix products of float32 and complex64 on a GPU: "highest"
    (the default; TENORITE_MATMUL_PRECISION sets it) or "tf32", as frameworks have it,
    whose factors keep 10 bits after the point: several times as fast, and exact to
    about 1e-3. `matmul(..., precision=...)` is for one call.

    >>> with np.config.using(fusion="off"):
    ...     np.config.fusion
    'off'
    """

    __slots__ = ("_random",)

    def __init__(self):
        self.mixed = os.environ.get("TENORITE_MIXED") or "error"
        self.random = os.environ.get("TENORITE_RANDOM") or "fast"
        self.matmul_precision = os.environ.get("TENORITE_MATMUL_PRECISION") or "highest"

    @property
    def fusion(self):
        """The mode: "off", "tier0", "auto", "wait" or "check"; ValueError for others."""
        return _recording.mode()

    @fusion.setter
    def fusion(self, mode):
        _recording.set_mode(mode)

    @property
    def mixed(self):
        """ "error", "copy" or "strict"; ValueError for others."""
        return _MIXED[_core.mixed()]

    @mixed.setter
    def mixed(self, what):
        if what not in _MIXED:
            raise ValueError(f"mixed must be 'error', 'copy' or 'strict', not {what!r}")
        _core.set_mixed(_MIXED.index(what))

    @property
    def random(self):
        """ "fast" or "numpy"; ValueError for others."""
        return self._random

    @random.setter
    def random(self, numbers):
        if numbers not in ("fast", "numpy"):
            raise ValueError(f"random must be 'fast' or 'numpy', not {numbers!r}")
        self._random = numbers

    @property
    def fallback(self):
        """ "auto", "allow", "warn" or "error"; ValueError for others."""
        return fallbacks.get_setting()

    @fallback.setter
    def fallback(self, setting):
        fallbacks.set_setting(setting)

    @property
    def matmul_precision(self):
        """ "highest" or "tf32"; ValueError for others."""
        return _core.matmul_precision()

    @matmul_precision.setter
    def matmul_precision(self, precision):
        _core.set_matmul_precision(precision)

    @contextlib.contextmanager
    def using(self, **settings):
        """Context manager that changes settings in all threads until its block ends.

        >>> with np.config.using(fallback="error"):
        ...     np.config.fallback
        'error'
        """
        former = {name: getattr(self, name) for name in settings}
        try:
            for name, value in settings.items():
                setattr(self, name, value)
            yield self
        finally:
            for name, value in former.items():
                setattr(self, name, value)

    def __repr__(self):
        return (
            f"Config(fusion={self.fusion!r}, mixed={self.mixed!r}, "
            f"random={self.random!r}, fallback={self.fallback!r}, "
            f"matmul_precision={self.matmul_precision!r})"
        )


config = Config()


atexit.register(_recording.flush)
os.register_at_fork(
    before=_recording.before_fork,
    after_in_parent=lambda: _recording.after_fork(in_child=False),
    after_in_child=lambda: _recording.after_fork(in_child=True),
)

# SPDX-License-Identifier: Apache-2.0
"""The cache of kernels that were compiled at run time.

Compiled kernels are kept in memory and, for the next process, on disk: one
checked file per kernel in ``dir``, readable by its owner alone. Deleting files
there is always safe. The environment is read when the first kernel is compiled:

- ``TENORITE_CACHE``: ``on`` (default), ``ro`` (read only) or ``off``;
- ``TENORITE_CACHE_DIR``: the directory, else ``tenorite`` in
  ``$XDG_CACHE_HOME`` or ``~/.cache``;
- ``TENORITE_CACHE_SIZE``: the bound in bytes, or with K, M or G; default 1G.
  Kernels that were used longest ago are removed first.

A disk that is full, slow, read-only or broken is never an error: kernels are
compiled anew, and one RuntimeWarning says why.
"""

from typing import NamedTuple

from . import _core


class CacheInfo(NamedTuple):
    """What is in the cache, and what this process has had of it."""

    #: The directory, and how it is used: "on", "ro" or "off".
    dir: str
    mode: str
    #: Why the directory is not of use; empty when it is.
    trouble: str
    #: Files in the directory, their bytes, and the bound on these.
    entries: int
    bytes: int
    limit: int
    #: Compiled kernels held in memory, and bytes of code.
    memory_entries: int
    memory_bytes: int
    #: Requests of this process that memory, the disk and a compiler answered.
    memory_hits: int
    disk_hits: int
    compiled: int
    #: Damaged or foreign files that were met and not used.
    rejected: int


def info():
    """The state of the cache, a `CacheInfo`."""
    return CacheInfo(**_core.kernel_cache_info())


def clear():
    """Forgets every compiled kernel, in memory and on disk.

    Kernels that are loaded already go on working.
    """
    _core.kernel_cache_clear()


def __getattr__(name):
    if name == "dir":
        return info().dir
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["CacheInfo", "clear", "dir", "info"]

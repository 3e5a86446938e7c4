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
from ._runtime.help import document


class CacheInfo(NamedTuple):
    """What is in the cache, and what this process has had of it.

    >>> np.kernel_cache.info().mode in ("on", "ro", "off")
    True
    """

    dir: str
    mode: str
    trouble: str
    entries: int
    bytes: int
    limit: int
    memory_entries: int
    memory_bytes: int
    memory_hits: int
    disk_hits: int
    compiled: int
    rejected: int


def info():
    """The state of the cache, a `CacheInfo`.

    >>> np.kernel_cache.info().entries >= 0
    True
    """
    return CacheInfo(**_core.kernel_cache_info())


def clear():
    """Forgets every compiled kernel, in memory and on disk.

    Kernels that are loaded already go on working.

    >>> np.kernel_cache.clear()
    """
    _core.kernel_cache_clear()


def __getattr__(name):
    if name == "dir":
        return info().dir
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["CacheInfo", "clear", "dir", "info"]

document([CacheInfo, clear, info])

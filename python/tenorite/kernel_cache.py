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

import os
import struct
from typing import NamedTuple

from . import _core
from ._runtime.help import document


class CacheEntry(NamedTuple):
    """A kernel on disk: its file's name, what it is, when it was last used.

    `kind`: "cubin", "ptx" or "so", or "?" for what is no kernel, such as the version of
    a compiler. `name`: the kernel's; "" for what is none. `bytes`: of the file. `used`:
    seconds since the epoch, to the hour.

    >>> np.kernel_cache.CacheEntry("1f.kernel", "so", "f", 512, 0.0).name
    'f'
    """

    file: str
    kind: str
    name: str
    bytes: int
    used: float


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


# The beginning of a file, as jit/compile writes it: magic, format, key, length of what
# follows; then the kind and the name with its length.
_BEGIN = struct.Struct("=8sI32sQQQ")
_KINDS = ("cubin", "ptx", "so")


def _contents(path):
    """(kind, name) of a file; ("?", "") where it is no kernel."""
    try:
        with open(path, "rb") as file:
            magic, version, _, _, kind, length = _BEGIN.unpack(file.read(_BEGIN.size))
            if magic == b"TENOKRNL" and version == 2 and length < 1 << 16:
                return _KINDS[kind], file.read(length).decode(errors="replace")
    except (OSError, struct.error, IndexError):
        pass
    return "?", ""


def entries():
    """The kernels that are on disk: a list of `CacheEntry`, in no order.

    >>> all(entry.bytes > 0 for entry in np.kernel_cache.entries())
    True
    """
    found = []
    state = info()
    try:
        listing = list(os.scandir(state.dir)) if state.mode != "off" else []
    except OSError:
        return found
    for item in listing:
        if not item.name.endswith(".kernel"):
            continue
        try:
            status = item.stat(follow_symlinks=False)
        except OSError:
            continue  # another process has removed it
        found.append(
            CacheEntry(
                item.name, *_contents(item.path), status.st_size, status.st_mtime
            )
        )
    return found


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


__all__ = ["CacheEntry", "CacheInfo", "clear", "dir", "entries", "info"]

document([CacheEntry, CacheInfo, clear, entries, info])

# SPDX-License-Identifier: Apache-2.0
"""Saving and loading: .npy, .npz and text files. Nothing is ever unpickled."""

import collections.abc
import contextlib
import io
import os

import numpy

from .._array.convert import as_operand, from_host
from .._core import ndarray
from .npy import MAGIC, read_array

__all__ = ["NpzFile", "load", "loadtxt", "save", "savetxt", "savez", "savez_compressed"]

_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
# Deflate cannot grow data by more; a member that claims more is hostile.
_MAX_EXPANSION = 1032


def _to_host(x):
    return (x if isinstance(x, ndarray) else as_operand(x)).get(order="A")


def save(file, arr, allow_pickle=True):
    """Write an array to a .npy file (path or binary file). See numpy.save."""
    numpy.save(file, _to_host(arr), allow_pickle=False)


def savez(file, *args, allow_pickle=True, **kwds):
    """Write arrays to an uncompressed .npz file. See numpy.savez."""
    named = {name: _to_host(x) for name, x in kwds.items()}
    numpy.savez(file, *map(_to_host, args), allow_pickle=False, **named)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """Write arrays to a compressed .npz file. See numpy.savez_compressed."""
    named = {name: _to_host(x) for name, x in kwds.items()}
    numpy.savez_compressed(file, *map(_to_host, args), allow_pickle=False, **named)


class NpzFile(collections.abc.Mapping):
    """The arrays of an .npz file by name, each read when asked for.

    See numpy.lib.npyio.NpzFile.
    """

    def __init__(self, fp, own, max_header_size, device):
        import zipfile  # slow to import, and rarely needed

        self.zip = zipfile.ZipFile(fp)
        self.fid = fp if own else None
        self._max_header_size = max_header_size
        self._device = device
        self._members = {}
        for name in self.zip.namelist():
            self._members[name.removesuffix(".npy")] = name
        self.files = list(self._members)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        """Close the file."""
        self.zip.close()
        if self.fid is not None:
            self.fid.close()
            self.fid = None

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self._members or key in self._members.values()

    def __getitem__(self, key):
        if key not in self:
            raise KeyError(f"{key} is not a file in the archive")
        info = self.zip.getinfo(self._members.get(key, key))
        if info.file_size > info.compress_size * _MAX_EXPANSION + 1024:
            raise ValueError(
                f"{key}: {info.file_size} bytes cannot come from "
                f"{info.compress_size} compressed ones"
            )
        with self.zip.open(info) as fp:
            start = fp.read(len(MAGIC))
            if start != MAGIC:
                whole = io.BytesIO(start)
                whole.seek(0, os.SEEK_END)
                while piece := fp.read(1 << 20):
                    whole.write(piece)
                return whole.getvalue()
            fp.seek(0)
            return read_array(
                fp, self._max_header_size, self._device, total=info.file_size
            )

    def __repr__(self):
        names = ", ".join(self.files[:5]) + ("..." if len(self.files) > 5 else "")
        return f"NpzFile with keys: {names}"


_READ_ONLY = ("r", "readonly")
_COPIES = (*_READ_ONLY, "c", "copyonwrite")


def _check_map(mode, own):
    """ValueError unless a copy of the file behaves as a map of it."""
    if mode is None:
        return
    if not own:
        raise ValueError(
            "Filename must be a string or a path-like object.  Memmap cannot use "
            "existing file handles."
        )
    if mode not in _COPIES:
        raise ValueError(
            f"tenorite.load copies files: mmap_mode must be one of {_COPIES} or None "
            f"(got {mode!r})"
        )


def load(
    file,
    mmap_mode=None,
    allow_pickle=False,
    fix_imports=True,
    encoding="ASCII",
    *,
    max_header_size=10000,
    device=None,
):
    """Array of a .npy file, or mapping of the arrays of an .npz file.

    `file` is a path or a binary file that can seek. The arrays are copies, which
    `mmap_mode` "r" makes read-only. EOFError for empty files; ValueError for
    malformed, truncated or pickled ones, and for a `mmap_mode` that writes to
    the file. See numpy.load.
    """
    if allow_pickle:
        raise ValueError("tenorite.load does not unpickle: allow_pickle must be False")
    with contextlib.ExitStack() as stack:
        own = not hasattr(file, "read")
        fp = stack.enter_context(open(os.fspath(file), "rb")) if own else file
        start = fp.read(len(MAGIC))
        if not start:
            raise EOFError("No data left in file")
        fp.seek(-len(start), os.SEEK_CUR)
        if start == MAGIC:
            _check_map(mmap_mode, own)
            out = read_array(fp, max_header_size, device)
            if mmap_mode in _READ_ONLY:
                out.setflags(write=False)
            return out
        if start.startswith(_ZIP_STARTS):
            archive = NpzFile(fp, own, max_header_size, device)
            stack.pop_all()
            return archive
    raise ValueError(
        "This file contains pickled (object) data. If you trust the file you can "
        "load it unsafely using the `allow_pickle=` keyword argument or "
        "`pickle.load()`."
    )


def loadtxt(
    fname,
    dtype=float,
    comments="#",
    delimiter=None,
    converters=None,
    skiprows=0,
    usecols=None,
    unpack=False,
    ndmin=0,
    encoding=None,
    max_rows=None,
    *,
    quotechar=None,
    like=None,
    device=None,
):
    """Array of the numbers in a text file. See numpy.loadtxt."""
    h = numpy.loadtxt(
        fname,
        dtype,
        comments,
        delimiter,
        converters,
        skiprows,
        usecols,
        unpack,
        ndmin,
        encoding,
        max_rows,
        quotechar=quotechar,
    )
    device = like.device if device is None and isinstance(like, ndarray) else device
    return from_host(h, device)


def savetxt(
    fname,
    X,
    fmt="%.18e",
    delimiter=" ",
    newline="\n",
    header="",
    footer="",
    comments="# ",
    encoding=None,
):
    """Write a 1-d or 2-d array to a text file. See numpy.savetxt."""
    numpy.savetxt(
        fname, _to_host(X), fmt, delimiter, newline, header, footer, comments, encoding
    )

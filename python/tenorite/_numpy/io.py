# SPDX-License-Identifier: Apache-2.0
"""Saving and loading: .npy, .npz and text files. Nothing is ever unpickled.

What has a dtype that no device computes with is a NumPy array, both ways.
"""

import collections.abc
import contextlib
import io
import os

import numpy
from numpy.lib._npyio_impl import BagObj

from .. import _core
from .._array.convert import host_array, is_supported
from .._array.host_data import placed
from .._core import ndarray
from .._runtime.device import Device
from .._runtime.progress import file_size, of_file
from .npy import MAGIC, read_array

__all__ = [
    "NpzFile",
    "fromregex",
    "genfromtxt",
    "load",
    "loadtxt",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
]

_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
# Deflate cannot grow data by more; a member that claims more is hostile.
_MAX_EXPANSION = 1032


def _to_host(x):
    return x.get(order="A") if isinstance(x, ndarray) else host_array(x)


def _npy_path(file, ending=".npy"):
    """Where NumPy writes what it is told to write there."""
    if not isinstance(file, (str, os.PathLike)):
        return file
    path = os.fspath(file)
    is_whole = isinstance(path, bytes) or path.endswith(ending)
    return path if is_whole else path + ending


def _bytes_of(arrays):
    """Of arrays; what is no array counts as nothing."""
    return sum(getattr(x, "nbytes", 0) for x in arrays)


def save(file, arr, allow_pickle=True):
    """Write an array to a .npy file (path or binary file). See numpy.save.

    >>> import io
    >>> file = io.BytesIO()
    >>> np.save(file, np.array([1, 2]))
    >>> file.seek(0)
    0
    >>> np.load(file)
    array([1, 2])
    """
    with of_file("saving", _npy_path(file), getattr(arr, "nbytes", 0), done="size"):
        numpy.save(file, _to_host(arr), allow_pickle=False)


def savez(file, *args, allow_pickle=True, **kwds):
    """Write arrays to an uncompressed .npz file. See numpy.savez.

    >>> import io
    >>> file = io.BytesIO()
    >>> np.savez(file, a=np.array([1, 2]))
    >>> file.seek(0)
    0
    >>> np.load(file)["a"]
    array([1, 2])
    """
    total = _bytes_of([*args, *kwds.values()])
    with of_file("saving", _npy_path(file, ".npz"), total, done="size"):
        named = {name: _to_host(x) for name, x in kwds.items()}
        numpy.savez(file, *map(_to_host, args), allow_pickle=False, **named)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """Write arrays to a compressed .npz file. See numpy.savez_compressed.

    >>> import io
    >>> file = io.BytesIO()
    >>> np.savez_compressed(file, a=np.array([1, 2]))
    >>> file.seek(0)
    0
    >>> np.load(file)["a"]
    array([1, 2])
    """
    total = _bytes_of([*args, *kwds.values()])
    with of_file("compressing", _npy_path(file, ".npz"), total, done="unknown"):
        named = {name: _to_host(x) for name, x in kwds.items()}
        numpy.savez_compressed(file, *map(_to_host, args), allow_pickle=False, **named)


class NpzFile(collections.abc.Mapping):
    """The arrays of an .npz file by name, each read when asked for.

    See numpy.lib.npyio.NpzFile.

    >>> import io
    >>> file = io.BytesIO()
    >>> np.savez(file, x=np.arange(3))
    >>> _ = file.seek(0)
    >>> with np.load(file) as arrays:
    ...     print(list(arrays), arrays["x"].sum())
    ['x'] 3
    """

    def __init__(self, fp, own, max_header_size, device):
        import zipfile  # slow to import, and rarely needed

        self.fid = fp if own else None
        self.zip = None
        self.zip = zipfile.ZipFile(fp)
        self._max_header_size = max_header_size
        self._device = device
        self._members = {}
        for name in self.zip.namelist():
            self._members[name.removesuffix(".npy")] = name
        self.files = list(self._members)
        self.f = BagObj(self)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __del__(self):
        self.close()

    def close(self):
        """Close the file.

        >>> import io
        >>> file = io.BytesIO()
        >>> np.savez(file, x=np.arange(3))
        >>> _ = file.seek(0)
        >>> arrays = np.load(file)
        >>> arrays.close()
        """
        if self.zip is not None:
            self.zip.close()
        if self.fid is not None:
            self.fid.close()
            self.fid = None
        self.f = None

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
        of = getattr(self.fid, "name", "object")
        return f"NpzFile {of!r} with keys: {names}"


_MAP_MODES = {
    "r": "r",
    "readonly": "r",
    "c": "c",
    "copyonwrite": "c",
    "r+": "r+",
    "readwrite": "r+",
}


def _load_map(file, mode, max_header_size, device):
    """The array of a .npy file: the file itself on the CPU device, else a copy."""
    if mode not in tuple(_MAP_MODES):  # NumPy empties the file for "w+"
        raise ValueError(
            f"mmap_mode must be one of {tuple(_MAP_MODES)} or None (got {mode!r})"
        )
    h = numpy.load(file, _MAP_MODES[mode], max_header_size=max_header_size)
    if device is None and not is_supported(h.dtype):
        return h
    device = Device(device)
    if device.type == "cpu" and h.dtype.isnative and h.size:
        return _core.array_on_numpy(h, h.flags.writeable)
    if h.mode == "r+" and h.size:
        raise ValueError(
            f"an array of dtype {h.dtype} on {device} does not write to its file: "
            "mmap_mode must be 'r' or 'c'"
        )
    out = placed(h, device)
    out.setflags(write=h.flags.writeable)
    return out


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

    `file` is a path or a binary file that can seek. With `mmap_mode` the array of a
    .npy file is the file on the CPU device, and a copy on a GPU, which "r" makes
    read-only. EOFError for empty files; ValueError for malformed, truncated or
    pickled ones, and for a `mmap_mode` that would write from a GPU. See numpy.load.

    >>> import io
    >>> file = io.BytesIO()
    >>> np.save(file, np.array([1, 2]))
    >>> file.seek(0)
    0
    >>> np.load(file)
    array([1, 2])
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
            if mmap_mode is not None:
                return _load_map(file, mmap_mode, max_header_size, device)
            return read_array(fp, max_header_size, device)
        if start.startswith(_ZIP_STARTS):
            archive = NpzFile(fp, own, max_header_size, device)
            stack.pop_all()
            return archive
    raise ValueError(
        "This file contains pickled (object) data. If you trust the file you can "
        "load it unsafely using the `allow_pickle=` keyword argument or "
        "`pickle.load()`."
    )


def _reading(file):
    """Around the reading of a text file, of which nobody tells how far it is."""
    return of_file("reading", file, file_size(file), done="unknown")


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
    """Array of the items in a text file. See numpy.loadtxt.

    >>> import io
    >>> np.loadtxt(io.StringIO("1 2\\n3 4"))
    array([[1., 2.],
           [3., 4.]])
    """
    with _reading(fname):
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
    return _all_placed(h, device, like)


def _all_placed(read, device, like):
    """What NumPy has read, or each array of a list, where placed() puts it."""
    device = like.device if device is None and isinstance(like, ndarray) else device
    if isinstance(read, (list, tuple)):
        return type(read)(placed(h, device) for h in read)
    return placed(read, device)


def genfromtxt(
    fname,
    dtype=float,
    comments="#",
    delimiter=None,
    skip_header=0,
    skip_footer=0,
    converters=None,
    missing_values=None,
    filling_values=None,
    usecols=None,
    names=None,
    excludelist=None,
    deletechars=" !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space="_",
    autostrip=False,
    case_sensitive=True,
    defaultfmt="f%i",
    unpack=None,
    usemask=False,
    loose=True,
    invalid_raise=True,
    max_rows=None,
    encoding=None,
    *,
    ndmin=0,
    like=None,
    device=None,
):
    """Array of the items in a text file with gaps; with `usemask` a masked one.

    Columns with names are a structured NumPy array. See numpy.genfromtxt.

    >>> import io
    >>> np.genfromtxt(io.StringIO("1,2\\n3,"), delimiter=",")
    array([[ 1.,  2.],
           [ 3., nan]])
    """
    with _reading(fname):
        h = numpy.genfromtxt(
            fname,
            dtype,
            comments,
            delimiter,
            skip_header,
            skip_footer,
            converters,
            missing_values,
            filling_values,
            usecols,
            names,
            excludelist,
            deletechars,
            replace_space,
            autostrip,
            case_sensitive,
            defaultfmt,
            unpack,
            usemask,
            loose,
            invalid_raise,
            max_rows,
            encoding,
            ndmin=ndmin,
        )
    return h if usemask else _all_placed(h, device, like)


def fromregex(file, regexp, dtype, encoding=None):
    """Structured NumPy array of the groups of each match in a file. See numpy.fromregex.

    >>> import io
    >>> text = io.StringIO("1 2\\n3 4\\n")
    >>> np.fromregex(text, r"(\\d) (\\d)", [("a", int), ("b", int)])["b"]
    array([2, 4])
    """
    return numpy.fromregex(file, regexp, dtype, encoding)


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
    """Write a 1-d or 2-d array to a text file. See numpy.savetxt.

    >>> import sys
    >>> np.savetxt(sys.stdout, np.array([1.0, 2.0]), fmt="%.1f")
    1.0
    2.0
    """
    with of_file("writing", fname, getattr(X, "nbytes", 0), done="unknown"):
        h = _to_host(X)
        numpy.savetxt(
            fname, h, fmt, delimiter, newline, header, footer, comments, encoding
        )

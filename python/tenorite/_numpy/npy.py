# SPDX-License-Identifier: Apache-2.0
"""The .npy format, read with suspicion: no pickles, nothing allocated unchecked.

Format: numpy.lib.format (NEP 1, versions 1.0, 2.0 and 3.0).
"""

import ast
import os
import struct

import numpy
from numpy.lib import format as numpy_format

from .. import _core
from .._array.convert import check_dtype, from_host, is_supported, native_host
from .._runtime.progress import of_file

MAGIC = b"\x93NUMPY"
_LENGTH_FORMATS = {(1, 0): "<H", (2, 0): "<I", (3, 0): "<I"}
_KEYS = {"descr", "fortran_order", "shape"}
# Bytes read at once.
_PIECE = 1 << 22


def _read_up_to(fp, size):
    """`size` bytes, fewer if the file ends before."""
    data = fp.read(size)
    if len(data) == size:
        return data
    data = bytearray(data)
    while len(data) < size and (more := fp.read(size - len(data))):
        data += more
    return data


def _check_complete(got, wanted, what):
    if got < wanted:
        raise ValueError(f"EOF: reading {what}, expected {wanted} bytes got {got}")


def _read_bytes(fp, size, what):
    """Exactly `size` bytes; ValueError if the file ends before."""
    data = _read_up_to(fp, size)
    _check_complete(len(data), size, what)
    return bytes(data)


def _read_version(fp):
    magic = _read_bytes(fp, len(MAGIC) + 2, "magic string")
    if magic[:-2] != MAGIC:
        raise ValueError(
            f"the magic string is not correct; expected {MAGIC!r}, got {magic[:-2]!r}"
        )
    version = tuple(magic[-2:])
    if version not in _LENGTH_FORMATS:
        raise ValueError(
            f"we only support format version (1,0), (2,0), and (3,0), not {version}"
        )
    return version


def _header_text(fp, version, max_header_size):
    layout = _LENGTH_FORMATS[version]
    raw = _read_bytes(fp, struct.calcsize(layout), "array header length")
    (length,) = struct.unpack(layout, raw)
    if length > max_header_size:
        raise ValueError(
            f"Header info length ({length}) is large and may not be safe to load "
            "securely.\nTo allow loading, adjust `max_header_size` or fully trust "
            "the `.npy` file using `allow_pickle=True`."
        )
    text = _read_bytes(fp, length, "array header")
    return text.decode("utf8" if version == (3, 0) else "latin1")


def _read_header(fp, max_header_size):
    """(shape, fortran_order, dtype) of the array that follows."""
    version = _read_version(fp)
    text = _header_text(fp, version, max_header_size)
    try:
        header = ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(f"Cannot parse header: {text!r}") from error
    if not isinstance(header, dict):
        raise ValueError(f"Header is not a dictionary: {header!r}")
    if header.keys() != _KEYS:
        keys = sorted(map(str, header))
        raise ValueError(f"Header does not contain the correct keys: {keys!r}")
    shape = header["shape"]
    if not isinstance(shape, tuple) or not all(
        type(n) is int and n >= 0 for n in shape
    ):
        raise ValueError(f"shape is not valid: {shape!r}")
    if len(shape) > 64:
        raise ValueError("maximum supported dimension for an ndarray is currently 64")
    if not isinstance(header["fortran_order"], bool):
        raise ValueError(
            f"fortran_order is not a valid bool: {header['fortran_order']!r}"
        )
    try:
        dtype = numpy_format.descr_to_dtype(header["descr"])
    except Exception as error:
        raise ValueError(
            f"descr is not a valid dtype descriptor: {header['descr']!r}"
        ) from error
    return shape, header["fortran_order"], dtype


def _bytes_left(fp, total):
    """Bytes from the position to the end: of `total` if known, else by seeking."""
    if total is not None:
        return total - fp.tell()
    try:
        here = fp.tell()
        end = fp.seek(0, os.SEEK_END)
        fp.seek(here)
    except (OSError, AttributeError, ValueError):
        return None
    return end - here


def read_array(fp, max_header_size, device, total=None):
    """Array of the .npy data in a binary file; `total` is the file's size.

    Data of known size go to the array piece by piece: they are never held twice.
    Of dtypes that no device computes with it is NumPy's, and a TypeError if a device
    is asked for. ValueError for anything malformed, truncated or pickled.
    """
    shape, fortran, dtype = _read_header(fp, max_header_size)
    if dtype.hasobject:
        raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
    count = 1
    for n in shape:
        count *= n
    wanted = count * dtype.itemsize
    if wanted >= 2**63:
        raise ValueError(
            "array is too big; `arr.size * arr.dtype.itemsize` is larger than the "
            "maximum possible size."
        )
    left = _bytes_left(fp, total)
    if left is not None:
        _check_complete(max(left, 0), wanted, "array data")
    if left is None or not is_supported(dtype):
        # From a pipe nothing vouches for the size, so memory grows with the data.
        data = bytearray(_read_bytes(fp, wanted, "array data"))
        h = numpy.ndarray(shape, dtype, data, order="F" if fortran else "C")
        return h if device is None and not is_supported(dtype) else from_host(h, device)
    native = check_dtype(dtype.newbyteorder("="))
    out = _core.empty(shape, native, device, "F" if fortran else "C")
    _fill((out.T if fortran else out).reshape(-1), fp, dtype)
    return out


def _fill(line, fp, dtype):
    """Sets a contiguous line to the items of that dtype that the file goes on with."""
    items = _PIECE // dtype.itemsize
    with of_file("loading", getattr(fp, "name", None), line.nbytes) as task:
        for start in range(0, line.size, items):
            part = line[start : start + items]
            data = _read_up_to(fp, part.nbytes)
            if len(data) < part.nbytes:
                got = start * dtype.itemsize + len(data)
                _check_complete(got, line.nbytes, "array data")
            part.set(native_host(numpy.frombuffer(data, dtype)))
            task.done += part.nbytes

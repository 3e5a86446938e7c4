# SPDX-License-Identifier: Apache-2.0
"""Saving and loading: NumPy's files both ways, and hostile ones."""

import io
import os
import struct
import zipfile

import numpy as np
import pytest
import tenorite as tn
from support.helpers import DTYPES, PEAK, check, in_python, same_error, values
from tenorite._numpy import npy as reader

ARRAYS = [
    values((3, 4), "f4"),
    values((3, 4), "i2").T,
    np.zeros((0, 3)),
    np.array(2.5),
    values((2, 3, 4), "D")[:, ::-1],
]


@pytest.mark.parametrize("dtype", DTYPES)
def test_npy_of_every_dtype(device, tmp_path, dtype):
    a, path = values((3, 4), dtype), tmp_path / "a.npy"
    np.save(path, a)
    check(a, tn.load(path))
    np.save(path, a.astype(a.dtype.newbyteorder()))
    check(a, tn.load(path))
    tn.save(path, tn.asarray(a))
    check(a, np.load(path))


@pytest.mark.parametrize("a", ARRAYS, ids=range(len(ARRAYS)))
def test_npy_layouts(device, tmp_path, a):
    path = tmp_path / "a.npy"
    np.save(path, a)
    x = tn.load(str(path))
    check(np.load(path), x, order=a.size > 0)
    assert str(x.device) == device
    tn.save(path, tn.asarray(a))
    check(a, np.load(path), order=False)
    buffer = io.BytesIO()
    tn.save(buffer, tn.asarray(a))
    tn.save(buffer, [1, 2])
    buffer.seek(0)
    check(a, tn.load(buffer), order=False)
    check(np.array([1, 2]), tn.load(buffer))


def test_suffix_and_device(device, tmp_path):
    tn.save(tmp_path / "plain", tn.arange(3))
    x = tn.load(tmp_path / "plain.npy", device="cpu")
    assert str(x.device) == "cpu"


@pytest.mark.parametrize("save", ["savez", "savez_compressed"])
def test_npz(device, tmp_path, save):
    path = tmp_path / "a.npz"
    getattr(tn, save)(path, tn.arange(3), named=tn.eye(2), listed=[1, 2])
    with np.load(path) as theirs, tn.load(path) as ours:
        assert sorted(ours) == sorted(theirs.files)
        assert len(ours) == 3
        assert "named" in ours
        assert "named.npy" in ours
        for name in theirs.files:
            check(theirs[name], ours[name])
        check(np.eye(2), ours["named.npy"])
        with pytest.raises(KeyError, match="missing is not a file in the archive"):
            ours["missing"]
        assert repr(ours) == repr(theirs)
        check(theirs.f.named, ours.f.named)
        assert dir(ours.f) == dir(theirs.f)
        with pytest.raises(AttributeError, match="missing"):
            _ = ours.f.missing
    assert repr(ours) == repr(theirs)
    with pytest.raises(ValueError, match="closed"):
        ours["named"]


def test_npz_keeps_other_members(device, tmp_path):
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("note.txt", "hello")
    with tn.load(path) as ours:
        assert ours["note.txt"] == b"hello"


def _npy(header, data=b"", version=(1, 0), length=None):
    text = header.encode() if isinstance(header, str) else header
    layout = "<H" if version == (1, 0) else "<I"
    size = struct.pack(layout, len(text) if length is None else length)
    return b"\x93NUMPY" + bytes(version) + size + text + data


def _header(descr="<f8", order=False, shape=(2,)):
    return repr({"descr": descr, "fortran_order": order, "shape": shape})


GOOD = _npy(_header(), bytes(16))

HOSTILE = {
    "empty": (b"", EOFError, "No data left in file"),
    "text": (b"hello world", ValueError, "This file contains pickled"),
    "magic only": (b"\x93NUMPY", ValueError, "EOF: reading magic string"),
    "version": (b"\x93NUMPY\x09\x00" + bytes(20), ValueError, "format version"),
    "cut length": (GOOD[:9], ValueError, "EOF: reading array header length"),
    "cut header": (GOOD[:30], ValueError, "EOF: reading array header"),
    "cut data": (GOOD[:-1], ValueError, "reading array data, expected 16 bytes got 15"),
    "not a dict": (_npy("[1, 2]"), ValueError, "Header is not a dictionary"),
    "no literal": (_npy("__import__('os')"), ValueError, "Cannot parse header"),
    "bad syntax": (_npy("{'descr': "), ValueError, "Cannot parse header"),
    "nested": (_npy("(" * 5000), ValueError, "Cannot parse header"),
    "keys": (_npy("{'descr': '<f8'}"), ValueError, "does not contain the correct keys"),
    "int keys": (_npy("{1: 2, 'a': 3}"), ValueError, "correct keys"),
    "shape type": (_npy(_header(shape=[2])), ValueError, "shape is not valid"),
    "shape items": (_npy(_header(shape=(2.0,))), ValueError, "shape is not valid"),
    "negative": (_npy(_header(shape=(-1,))), ValueError, "shape is not valid"),
    "bool shape": (_npy(_header(shape=(True,))), ValueError, "shape is not valid"),
    "65 axes": (_npy(_header(shape=(1,) * 65)), ValueError, "maximum supported dim"),
    "order": (_npy(_header(order=2)), ValueError, "fortran_order is not a valid bool"),
    "descr": (_npy(_header(descr="<q9")), ValueError, "not a valid dtype descriptor"),
    "descr code": (_npy(_header(descr=(1, 2))), ValueError, "not a valid dtype desc"),
    "huge": (_npy(_header(shape=(2**40,))), ValueError, "expected 8796093022208"),
    "overflow": (_npy(_header(shape=(2**40, 2**40))), ValueError, "array is too big"),
    "pickle": (
        _npy(_header(descr="|O")),
        ValueError,
        "Object arrays cannot be loaded when allow_pickle=False",
    ),
    "strings": (_npy(_header(descr="<U3")), ValueError, "expected 24 bytes got 0"),
    "fields": (_npy(_header(descr=[("a", "<f8")])), ValueError, "16 bytes got 0"),
    "long header": (
        _npy(_header() + " " * 20000, bytes(16)),
        ValueError,
        "Header info length",
    ),
    "claimed header": (
        _npy(_header(), version=(2, 0), length=2**32 - 1),
        ValueError,
        "Header info length",
    ),
    "zip": (b"PK\x03\x04" + bytes(50), zipfile.BadZipFile, "zip"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(device, tmp_path, name):
    data, error, words = HOSTILE[name]
    path = tmp_path / "hostile"
    path.write_bytes(data)
    for source in (path, io.BytesIO(data)):
        with pytest.raises(error, match=words):
            tn.load(source)


def test_every_truncation_is_an_error(device):
    for end in range(len(GOOD)):
        with pytest.raises((ValueError, EOFError)):
            tn.load(io.BytesIO(GOOD[:end]))


@pytest.mark.parametrize("dtype", ["?", "i1", ">i2", "f4", "<f8", ">c16"])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(), (0, 3), (7,), (5, 3, 2)])
def test_data_arrive_in_pieces(device, monkeypatch, shape, order, dtype):
    monkeypatch.setattr(reader, "_PIECE", 48)
    a = np.asarray(values(shape, np.dtype(dtype).newbyteorder("=")), dtype, order=order)
    file = io.BytesIO()
    np.save(file, a)
    data = file.getvalue()
    got = tn.load(io.BytesIO(data))
    check(a.astype(a.dtype.newbyteorder("=")), got)
    assert got.flags.owndata
    if a.nbytes > 1:
        words = f"expected {a.nbytes} bytes got {a.nbytes - 1}"
        with pytest.raises(ValueError, match=words):
            tn.load(io.BytesIO(data[:-1]))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux")
@pytest.mark.parametrize("name", ["a.npy", "a.npz", "raw.npz"])
def test_files_are_held_once(tmp_path, name):
    """Also those that are a thousand times smaller than what is in them."""
    path = tmp_path / name
    a = np.zeros(1 << 23)  # 64 MiB
    if name == "a.npz":
        np.savez_compressed(path, a=a)
    elif name == "raw.npz":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("a", bytes(a.nbytes))
    else:
        np.save(path, a)
    code = f"""
import tenorite as tn
{PEAK}
before = peak()
x = tn.load({str(path)!r})
x = x["a"] if hasattr(x, "files") else x
print(peak() - before)
"""
    grown = float(in_python(code, TENORITE_DEVICE="cpu"))
    assert 60 < grown < 96


def test_members_that_claim_too_much(device, tmp_path):
    path = tmp_path / "a.npz"
    np.savez_compressed(path, a=np.zeros(100))
    data = bytearray(path.read_bytes())
    size = zipfile.ZipFile(path).infolist()[0].file_size
    claimed = struct.pack("<I", 2**31)
    data = data.replace(struct.pack("<I", size), claimed)
    path.write_bytes(data)
    with tn.load(path) as ours, pytest.raises((ValueError, zipfile.BadZipFile)):
        ours["a"]


def test_pickles_are_refused(device, tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.array([None]), allow_pickle=True)
    with pytest.raises(ValueError, match="allow_pickle=False"):
        tn.load(path)
    with pytest.raises(ValueError, match=r"tenorite\.load"):
        tn.load(path, allow_pickle=True)


@pytest.mark.parametrize("mode", ["r", "readonly", "c", "copyonwrite"])
def test_maps_do_not_write_to_files(device, tmp_path, mode):
    path = tmp_path / "a.npy"
    for order in "=>":
        a = values((3, 4), "i4").T
        np.save(path, a.astype(a.dtype.newbyteorder(order)))
        x = tn.load(path, mmap_mode=mode)
        check(a, x)
        assert x.flags.writeable == mode.startswith("c")
        if x.flags.writeable:
            x += 1
            check(a + 1, x)
        else:
            with pytest.raises(ValueError, match="read-only"):
                x += 1
        check(a, tn.load(path))
    with open(path, "rb") as file:
        same_error(lambda xp: xp.load(file, mmap_mode=mode[:1]), device)


@pytest.mark.parametrize("mode", ["r+", "readwrite"])
def test_maps_that_write_to_files(device, tmp_path, mode):
    path = tmp_path / "a.npy"
    a = np.arange(6.0).reshape(2, 3)
    np.save(path, a)
    if device != "cpu":
        with pytest.raises(ValueError, match="does not write to its file"):
            tn.load(path, mmap_mode=mode)
    x = tn.load(path, mmap_mode=mode, device="cpu")
    x[1] *= 2
    check(np.array([[0.0, 1, 2], [6, 8, 10]]), x)
    x[0] = 7  # nobody looks at it
    del x
    check(np.array([[7.0, 7, 7], [6, 8, 10]]), tn.load(path))
    np.save(path, a.astype(">f8"))
    with pytest.raises(ValueError, match="does not write to its file"):
        tn.load(path, mmap_mode=mode)


def test_maps_read_what_others_write(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.zeros(3))
    x = tn.load(path, mmap_mode="r", device="cpu")
    np.load(path, mmap_mode="r+")[:] = 7
    assert x.get().tolist() == [7, 7, 7]


@pytest.mark.parametrize("mode", ["w+", "x", 3, ["r"]])
def test_modes_of_maps(device, tmp_path, mode):
    path = tmp_path / "a.npz"
    np.savez(path, a=np.arange(3))
    with tn.load(path, mmap_mode=mode) as archive:  # as in NumPy without effect
        check(np.arange(3), archive["a"])
    path = tmp_path / "a.npy"
    np.save(path, np.arange(3))
    with pytest.raises(ValueError, match="mmap_mode must be one of"):
        tn.load(path, mmap_mode=mode)
    check(np.arange(3), tn.load(path))


def test_missing_file(device, tmp_path):
    with pytest.raises(FileNotFoundError):
        tn.load(tmp_path / "missing.npy")


def test_text(device, tmp_path):
    path = tmp_path / "a.txt"
    a = values((3, 4), "f8")
    tn.savetxt(path, tn.asarray(a))
    check(np.loadtxt(path), tn.loadtxt(path))
    a.tofile(tmp_path / "a.bin")
    check(a.ravel(), tn.fromfile(tmp_path / "a.bin"))
    tn.asarray(a).tofile(tmp_path / "b.bin")
    check(a.ravel(), tn.fromfile(tmp_path / "b.bin"))

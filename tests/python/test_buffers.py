# SPDX-License-Identifier: Apache-2.0
"""numpy.ndarray(shape, dtype, buffer, offset, strides, order) over ours."""

import array
import hashlib
import io
import math
import zlib

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, outcome, public_class

BYTES = bytes(range(64))

CALLS = {
    "all of it": ((8,), "f8", BYTES),
    "part": ((3,), "i4", BYTES),
    "offset": ((3, 2), "i2", BYTES, 10),
    "strides": ((3, 2), "i2", BYTES, 4, (8, 2)),
    "negative strides": ((3,), "i2", BYTES, 8, (-4,)),
    "no strides": ((2, 3), "u1", BYTES, 0, None),
    "order": ((2, 3), "i4", BYTES, 0, None, "F"),
    "unaligned": ((3,), "f8", BYTES, 3),
    "empty": ((0, 3), "f8", b""),
    "no axes": ((), "f8", BYTES),
    "an int": (4, "f4", BYTES),
    "array": ((2,), "i4", array.array("i", [1, 2, 3])),
    "ndarray": ((2, 2), "i4", np.arange(6, dtype="i4").reshape(2, 3)),
    "too long": ((9,), "f8", BYTES),
    "too long from there": ((8,), "f8", BYTES, 8),
    "behind the end": ((1,), "f8", BYTES, 99),
    "strides too long": ((3,), "f8", BYTES, 0, (32,)),
    "strides before": ((3,), "f8", BYTES, 0, (-8,)),
    "other strides": ((3,), "f8", BYTES, 0, (8, 8)),
    "text": ((3,), "f8", "text"),
    "not contiguous": ((3,), "i1", np.arange(9, dtype="i1")[::2]),
}


@pytest.mark.parametrize("args", CALLS.values(), ids=CALLS)
def test_as_in_numpy(args):
    wanted, expected = outcome(lambda: np.ndarray(*args))
    with tn.Device("cpu"):
        got, error = outcome(lambda: tn.ndarray(*args))
    if expected is not None:
        assert isinstance(error, public_class(expected)), repr(error)
        return
    assert error is None, error
    check(wanted, got)
    assert got.strides == wanted.strides
    assert got.flags.writeable == wanted.flags.writeable


def test_keywords_and_memory():
    memory = bytearray(BYTES)
    x = tn.ndarray((4,), buffer=memory, offset=8, dtype="f4", device="cpu")
    x[...] = 1.5
    assert np.frombuffer(memory, "f4")[2:6].tolist() == [1.5] * 4
    with pytest.raises(BufferError):
        memory.append(1)  # it is in use
    del x
    memory.append(1)
    fixed = tn.ndarray(3, "i1", BYTES, device="cpu")
    with pytest.raises(ValueError, match="read-only"):
        fixed[0] = 1
    with pytest.raises(ValueError, match="non-negative"):  # NumPy reads before it
        tn.ndarray((1,), buffer=BYTES, offset=-1, device="cpu")


def test_gpus_have_memory_of_their_own(device):
    if device == "cpu":
        pytest.skip("shares it")
    with pytest.raises(TypeError, match=f"on {device} cannot have; use device='cpu'"):
        tn.ndarray((2,), buffer=BYTES)


def test_bytes_of_arrays_with_axes():
    """hashlib and its like ask for bytes alone, and learn of no axes."""
    for shape in ((3, 4), (2, 1, 2), (5,), (), (0, 3)):
        h = np.arange(math.prod(shape), dtype="d").reshape(shape)
        x = tn.asarray(h, device="cpu")
        assert hashlib.sha1(x).digest() == hashlib.sha1(h).digest()
        assert hashlib.new("md5", x.astype("i2")).digest()
        assert zlib.crc32(x) == zlib.crc32(h)


def test_what_is_not_contiguous_has_no_bytes():
    for make in (lambda x: x.T, lambda x: x[:, ::2]):
        for xp in (np, tn):
            x = make(xp.arange(12.0).reshape(3, 4))
            for take in (hashlib.sha1, io.BytesIO().write):
                with pytest.raises(ValueError, match="ndarray is not C-contiguous"):
                    take(x)

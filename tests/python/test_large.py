# SPDX-License-Identifier: Apache-2.0
"""Arrays of more than 2**31 items, where indices of 32 bits would wrap.

They run on the GPU by default; TENORITE_TEST_LARGE=1 runs them on every device,
=0 on none.
"""

import os

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host

N = 2**31 + 5
GIB = 1 << 30
MARKS = [0, 2**31 - 1, 2**31, 2**31 + 1, N - 1]


def _available(device):
    """Bytes that the device could give now."""
    if device.startswith("cuda"):
        return tn.cuda.runtime.memGetInfo()[0]
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0


@pytest.fixture
def room(device):
    """Skips a test unless it may run; asks for memory with room(bytes)."""
    asked = os.environ.get("TENORITE_TEST_LARGE")
    if asked == "0" or (asked != "1" and not device.startswith("cuda")):
        pytest.skip("set TENORITE_TEST_LARGE=1")

    def need(gibibytes):
        if _available(device) < (gibibytes + 1) * GIB:
            pytest.skip(f"needs {gibibytes} GiB of free memory on {device}")

    yield need
    if device.startswith("cuda"):
        tn.get_default_memory_pool().free_all_blocks()


def marked(value=1, letter="i1"):
    """Zeros but for `value` at both ends and around 2**31."""
    x = tn.zeros(N, letter)
    for at in MARKS:
        x[at] = value
    return x


def test_elementwise(room):
    room(9)
    x = marked()
    y = x + x
    assert y.size == N and y.nbytes == N
    assert host(y[MARKS]).tolist() == [2] * 5
    y *= 3
    assert host(y[2**31 - 2 :]).tolist() == [0, 6, 6, 6, 0, 0, 6]
    z = tn.add(x[1:], y[:-1], dtype="i1")
    assert host(z[2**31 - 2 :]).tolist() == [1, 7, 7, 6, 0, 1]
    tn.add(x, 1, out=y, where=x > 0)
    assert host(y[MARKS]).tolist() == [2] * 5
    del y, z
    x[1:] = x[:-1]
    assert host(x[2**31 - 1 :]).tolist() == [0, 1, 1, 1, 0, 0]


def test_reductions(room):
    room(5)
    x = marked()
    assert int(x.sum(dtype="i8")) == 5
    assert int(tn.count_nonzero(x)) == 5
    assert int(x.max()) == 1 and int(x.min()) == 0
    assert int(x[1:].argmax()) == 2**31 - 2
    assert int(x[2**31 + 2 :].argmax()) == N - 1 - (2**31 + 2)
    assert bool(x.any()) and not bool(x.all())
    assert int((x == 0).sum()) == N - 5
    assert [int(i) for i in tn.nonzero(x)[0]] == MARKS
    wide = tn.broadcast_to(x[2**31 :][:5], (2**29 + 1, 5))
    assert host(wide.sum(axis=0, dtype="i8")).tolist() == [2**29 + 1] * 2 + [0, 0] + [
        2**29 + 1
    ]
    assert abs(float(tn.broadcast_to(tn.ones(1, "f4"), N).mean()) - 1) < 1e-6


def test_scan(room):
    room(21)
    total = tn.cumsum(marked(), dtype="i8")
    assert host(total[MARKS]).tolist() == [1, 2, 3, 4, 5]


def test_views_and_copies(room):
    room(9)
    x = marked()[: N - N % 5].reshape(5, -1)
    n = x.shape[1]
    y = tn.ascontiguousarray(x.T)
    assert y.shape == (n, 5)
    for at in MARKS[:-1]:
        assert int(y[at % n, at // n]) == 1
    assert int(y.sum(dtype="i8")) == int(x.sum(dtype="i8"))
    del y
    flipped = tn.copy(x[::-1, ::-1])
    assert int(flipped[-1, -1]) == 1
    del flipped
    strided = x.reshape(-1)[::3]
    assert int(strided.sum(dtype="i8")) == sum(at % 3 == 0 for at in MARKS[:-1])
    assert strided.nbytes == strided.size == (x.size + 2) // 3


def test_narrow_rows(room):
    room(11)
    x = marked()
    rows = tn.stack((x, x + x), -1)
    assert rows.shape == (N, 2)
    assert [host(rows[at]).tolist() for at in MARKS] == [[1, 2]] * 5
    assert int(rows.sum(dtype="i8")) == 15
    lines = tn.ascontiguousarray(rows.T)
    del rows
    assert host(lines[:, MARKS]).tolist() == [[1] * 5, [2] * 5]
    assert int(lines.sum(dtype="i8")) == 15


def test_indexing(room):
    room(9)
    x = marked()
    assert host(x[[0, -1, 2**31, -5, 5]]).tolist() == [1, 1, 1, 1, 0]
    x[[2**31 + 2, -2]] = 7
    assert host(x[-3:]).tolist() == [7, 7, 1]
    mask = x > 1
    assert [int(i) for i in tn.flatnonzero(mask)] == [2**31 + 2, N - 2]
    x[mask] = 3
    assert host(x[mask]).tolist() == [3, 3]
    tn.add.at(x, [N - 1, N - 1], 2)
    assert int(x[-1]) == 5
    for wrong in (N, -N - 1, [N], [0, 2**32]):
        with pytest.raises(IndexError):
            host(x[wrong])
    assert host(tn.take(x, [2**31, 2**31 + 2])).tolist() == [1, 3]


def test_bytes_beyond_32_bits(room):
    """Few enough items, but more than 2**32 bytes."""
    room(19)
    n = 2**29 + 3
    x = tn.arange(n, dtype="f8")
    assert x.nbytes > 2**32
    y = tn.sqrt(x * x)
    assert host(y[[0, 2**29 - 1, 2**29, n - 1]]).tolist() == [
        0,
        2**29 - 1,
        2**29,
        n - 1,
    ]
    assert float(y.max()) == n - 1 and int(y.argmax()) == n - 1
    assert host(x[::-1][:2]).tolist() == [n - 1, n - 2]
    assert abs(float(x.sum()) / (n * (n - 1) / 2) - 1) < 1e-12


def test_columns_of_a_tall_matrix(room):
    room(13)
    x = tn.zeros((2**30 + 1, 3), "i1")
    x[-1] = [1, 2, 3]
    x[2**30 - 1, 1] = 9
    assert host(x.max(axis=0)).tolist() == [1, 9, 3]
    assert host(x.argmax(axis=0)).tolist() == [2**30, 2**30 - 1, 2**30]
    rows = x.sum(axis=1, dtype="i2")
    assert host(rows[[2**30 - 1, 2**30]]).tolist() == [9, 6]
    total = x + np.int8(1)
    assert host(total[-1]).tolist() == [2, 3, 4]


def test_long_transform(room):
    """An impulse becomes a wave of known phase."""
    n, at = 1 << 31, 3
    room(60)
    x = tn.zeros(n, "F")
    x[at] = 1
    y = tn.fft.fft(x)
    for k in (0, 1, 5, n // 2, n - 1):
        wanted = np.exp(-2j * np.pi * (at * k % n) / n)
        assert abs(complex(y[k]) - wanted) < 1e-4


def test_many_transforms(room):
    room(52)
    rows, n = (1 << 21) + 3, 1025
    x = tn.zeros((rows, n), "F")
    marks = np.random.default_rng(1).standard_normal((3, n)).astype("F")
    places = [0, rows // 2, rows - 1]
    for place, row in zip(places, marks, strict=True):
        x[place] = tn.asarray(row)
    y = tn.fft.fft(x)
    del x
    for place, row in zip(places, marks, strict=True):
        np.testing.assert_allclose(host(y[place]), np.fft.fft(row), atol=1e-3)
    assert not host(y[1]).any()
    tn.fft.ifft(y, out=y)
    np.testing.assert_allclose(host(y[rows - 1]), marks[2], atol=1e-5)

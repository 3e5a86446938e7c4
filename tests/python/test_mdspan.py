# SPDX-License-Identifier: Apache-2.0
"""Arrays as arguments of kernels that take an mdspan."""

import struct

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host

# What a strided mdspan of two axes is in memory.
TEXT = """
template <class T, class I> struct Span {
  T* data;
  I extents[2], strides[2];
};
template <class I>
__device__ void total_of(Span<const float, I> x, float* out) {
  float sum = 0;
  for (I i = 0; i < x.extents[0]; ++i)
    for (I k = 0; k < x.extents[1]; ++k)
      sum += x.data[i * x.strides[0] + k * x.strides[1]] * (i * 10 + k);
  *out = sum;
}
__global__ void total4(Span<const float, int> x, float* out) { total_of(x, out); }
__global__ void total8(Span<const float, long long> x, float* out) {
  total_of(x, out);
}
"""

ARRAYS = [
    lambda xp: xp.arange(12, dtype=np.float32).reshape(3, 4),
    lambda xp: xp.arange(12, dtype=np.float32).reshape(4, 3).T,
    lambda xp: xp.arange(48, dtype=np.float32).reshape(6, 8)[::2, ::2],
    lambda xp: xp.arange(12, dtype=np.float32).reshape(3, 4)[:1],
    lambda xp: xp.zeros((0, 4), np.float32),
]


@pytest.mark.parametrize("make", ARRAYS)
@pytest.mark.parametrize("index_type", [None, np.int32, np.int64])
def test_kernels(device, make, index_type):
    x = make(tn)
    name = "total4" if index_type is np.int32 else "total8"
    out = tn.zeros(1, np.float32)
    kernel = tn.RawModule(code=TEXT).get_function(name)
    kernel(1, 1, (x.mdspan(index_type=index_type), out))
    factors = np.arange(x.shape[0])[:, None] * 10 + np.arange(x.shape[1])
    assert host(out)[0] == (make(np) * factors).sum()


def test_recorded_values_are_there(device):
    x = tn.arange(4, dtype=np.float32).reshape(1, 4) * 2
    out = tn.zeros(1, np.float32)
    tn.RawModule(code=TEXT).get_function("total8")(1, 1, (x.mdspan(), out))
    assert host(out)[0] == 28


@pytest.mark.parametrize("letter", "if")
def test_bytes(device, letter):
    x = tn.zeros((2, 3, 4), letter)
    span = x[:, 1:].mdspan(index_type=np.int32)
    assert span.ptr == x[:, 1:].data_ptr()
    assert struct.unpack("Q6i", bytes(span)) == (span.ptr, 2, 2, 4, 12, 4, 1)
    whole = x.mdspan()
    assert struct.unpack("Q6q", bytes(whole)) == (whole.ptr, 2, 3, 4, 12, 4, 1)
    assert struct.unpack("Q", bytes(x[:1, :1, :1].reshape(()).mdspan())) == (
        x.data_ptr(),
    )
    one = tn.zeros(3, letter).mdspan(index_type=np.int32)
    assert len(bytes(one)) == 16


@pytest.mark.parametrize(
    "make, given, words",
    [
        (lambda: tn.ones(3), {"index_type": np.int16}, "int32 or int64"),
        (lambda: tn.ones(3), {"index_type": np.uint64}, "int32 or int64"),
        (lambda: tn.ones(3)[::-1], {}, "no negative strides"),
        (lambda: tn.broadcast_to(tn.ones(1), (3,)), {}, "share memory"),
        (
            lambda: tn.broadcast_to(tn.ones(1, "b"), (1 << 31,)),
            {"index_type": np.int32, "allow_unsafe": True},
            "too large",
        ),
    ],
)
def test_what_cannot_be(device, make, given, words):
    with pytest.raises(ValueError, match=words):
        make().mdspan(**given)


def test_unsafe_layouts(device):
    x = tn.arange(3, dtype="d")[::-1]
    span = x.mdspan(allow_unsafe=True)
    assert struct.unpack("Q2q", bytes(span)) == (x.data_ptr(), 3, -1)


def test_sizes_are_checked(device):
    x = tn.ones((2, 2, 2), np.float32)
    kernel = tn.RawModule(code=TEXT).get_function("total8")
    with pytest.raises(TypeError, match="has 40 bytes and cannot take"):
        kernel(1, 1, (x.mdspan(), tn.zeros(1, np.float32)))

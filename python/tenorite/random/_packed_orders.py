# SPDX-License-Identifier: Apache-2.0
"""Places that sort random words, on the CPU device.

The low bits of each word give way to its place, so that the fast sort of numbers
sorts the places along. Few words agree in their other bits; these are looked at
again, so that the order is that of the whole words, as on other devices.
"""

import numpy

from .._array.memory import host_view
from .._numpy.creation import arange
from .._numpy.sorting import partition, sort

# Fewer words are sorted with their places as fast.
_FEW = 4096
# Up to here, rows have few words that agree in what 32 bits have of them.
_NARROW_ROW = 4096


def packs(words):
    """Whether that is the faster way."""
    return words.size >= _FEW and str(words.device) == "cpu"


def packed_orders(words, bits, count=None):
    """Of each row, the places that sort `words >> bits` stably, int64; or the first."""
    n = words.shape[1]
    width = (n - 1).bit_length()
    if n <= _NARROW_ROW and bits <= 32:
        packed, low = (words >> numpy.uint64(32)).astype("I"), numpy.uint32
    else:
        packed, low, width = words, numpy.uint64, max(bits, width)
    low = low((1 << width) - 1)
    packed = packed & ~low | arange(n, dtype=packed.dtype, device="cpu")
    if count is not None and 0 < count < n and words.shape[0] == 1:
        packed = partition(packed, count - 1)
        last, after = packed[0, count - 1], packed[0, count:].min()
        if int(last) >> width == int(after) >> width:
            return packed_orders(words, bits)[:, :count]
        packed = packed[:, :count]
    packed = sort(packed)
    order = (packed & low).astype("l")
    packed >>= packed.dtype.type(width)
    again = packed[:, 1:] == packed[:, :-1]
    if bool(again.any()):
        _look_again(host_view(order), host_view(words), bits, host_view(again))
    return order if count is None else order[:, :count]


def _look_again(order, words, bits, again):
    n = order.shape[1]
    line, at = divmod(numpy.flatnonzero(again), n - 1)
    first = line * n + at
    tied = numpy.union1d(first, first + 1)
    line = tied // n
    flat = order.reshape(-1)
    places = flat[tied]
    keys = words.reshape(-1)[line * n + places] >> numpy.uint64(bits)
    flat[tied] = places[numpy.lexsort((keys, line))]

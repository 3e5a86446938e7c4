# SPDX-License-Identifier: Apache-2.0
"""Bits packed into bytes, and bytes unpacked into bits."""

import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import as_operand, to_c_int
from .._array.memory import host_view, is_in_host_memory
from .._core import ufuncs

__all__ = ["packbits", "unpackbits"]


# Eight bytes of 0 or 1 in a word (the first one lowest, as on all processors served):
# times these its highest byte is those bits, since no two products share a place.
_PACK = {"big": 0x8040201008040201, "little": 0x0102040810204080}
# The bit that each of the eight bytes of a word keeps of a byte repeated in it.
_KEEP = {"big": 0x0102040810204080, "little": 0x8040201008040201}
_REPEAT = 0x0101010101010101


def _order(bitorder, argument, letters, words):
    """ "big" or "little", of which the first `letters` count; ValueError for others."""
    if not isinstance(bitorder, str):
        given = "None" if bitorder is None else type(bitorder).__name__
        raise TypeError(f"{argument} must be str, not {given}")
    for order in ("big", "little"):
        if bitorder.startswith(order[:letters]):
            return order
    raise ValueError(f"'order' must {words}")


def _along(a, axis):
    """(the array with `axis` as the last one, flat for None; where that axis was)."""
    if axis is None or a.ndim == 0:
        if axis is not None:
            normalize_axis_index(axis, 1)
        return a.reshape(-1), 0
    axis = normalize_axis_index(axis, a.ndim)
    return a.swapaxes(axis, -1), axis


def _checked(axis):
    """An axis as a C int, or None; bools are no axes."""
    if isinstance(axis, (bool, numpy.bool)):
        raise TypeError("an integer is required for the axis")
    return None if axis is None else to_c_int(axis)


def packbits(a, /, axis=None, bitorder="big"):
    """Bytes (uint8) of eight items each along `axis`, true ones as bits that are 1.

    The last byte is filled with zeros. TypeError unless the items are integers or
    bools. See numpy.packbits.

    >>> np.packbits(np.array([1, 0, 0, 0, 0, 0, 0, 1]))
    array([129], dtype=uint8)
    """
    a = as_operand(a)
    axis = _checked(axis)
    order = _order(bitorder, "pack() argument 3", 6, "be either 'little' or 'big'")
    if a.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    if a.size and is_in_host_memory(a):
        return _core.array_on_numpy(numpy.packbits(host_view(a), axis, order), True)
    line, axis = _along(a, axis)
    n = line.shape[-1]
    count = -(-n // 8)
    bits = _core.empty((*line.shape[:-1], count * 8), bool, a.device)
    bits[..., n:] = False
    bits[..., :n] = line != 0
    packed = (bits.view(numpy.uint64) * _PACK[order]) >> 56
    return _as_axis(packed.astype(numpy.uint8), axis, a)


def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """Bits (uint8) of the bytes of `a`, eight for each along `axis`.

    `count` bits of each line, zeros where there are not so many; all but `-count`
    if it is negative. TypeError unless the items are uint8. See numpy.unpackbits.

    >>> np.unpackbits(np.array([129], np.uint8))
    array([1, 0, 0, 0, 0, 0, 0, 1], dtype=uint8)
    """
    a = as_operand(a)
    axis = _checked(axis)
    order = _order(bitorder, "unpack() argument 4", 1, "begin with 'l' or 'b'")
    if a.dtype != numpy.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if a.size and is_in_host_memory(a):  # NumPy leaves bits that no byte has unset
        return _core.array_on_numpy(
            numpy.unpackbits(host_view(a), axis, count, order), True
        )
    line, axis = _along(a, axis)
    n = line.shape[-1] * 8
    length = n
    if count is not None:
        length = operator.index(count)
        if length < 0:
            length += n
            if length < 0:
                raise ValueError("-count larger than number of elements")
    words = (line.astype(numpy.uint64, order="C") * _REPEAT) & _KEEP[order]
    bits = ufuncs["minimum"](words.view(numpy.uint8), 1)
    if length < n:
        bits = bits[..., :length]
    elif length > n:
        wide = _core.empty((*line.shape[:-1], length), numpy.uint8, a.device)
        wide[..., n:] = 0
        wide[..., :n] = bits
        bits = wide
    return _as_axis(bits, axis, a)


def _as_axis(lines, axis, a):
    """The lines along `axis`, in Fortran order where `a` is, else in C order."""
    fortran = a.flags.fnc and lines.ndim > 1
    if lines.base is None and axis == lines.ndim - 1 and not fortran:
        return lines
    return ufuncs["positive"](lines.swapaxes(axis, -1), order="F" if fortran else "C")

# SPDX-License-Identifier: Apache-2.0
"""Bits packed into bytes, and bytes unpacked into bits."""

import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .. import _core
from .._array.convert import as_operand, to_c_int
from .._core import ufuncs

__all__ = ["packbits", "unpackbits"]


def _shifts(bitorder, argument, letters, words):
    """By how much each of eight bits is shifted.

    Of "big" and "little" the first `letters` count; ValueError for other orders.
    """
    if not isinstance(bitorder, str):
        given = "None" if bitorder is None else type(bitorder).__name__
        raise TypeError(f"{argument} must be str, not {given}")
    if bitorder.startswith("big"[:letters]):
        return range(7, -1, -1)
    if bitorder.startswith("little"[:letters]):
        return range(8)
    raise ValueError(f"'order' must {words}")


def _along(a, axis):
    """(the array with `axis` as the last one, flat for None; where that axis was)."""
    if axis is None or a.ndim == 0:
        if axis is not None:
            normalize_axis_index(axis, 1)
        return a.reshape(-1), 0
    axis = normalize_axis_index(axis, a.ndim)
    return a.swapaxes(axis, -1), axis


def packbits(a, /, axis=None, bitorder="big"):
    """Bytes (uint8) of eight items each along `axis`, true ones as bits that are 1.

    The last byte is filled with zeros. TypeError unless the items are integers or
    bools. See numpy.packbits.
    """
    a = as_operand(a)
    axis = None if axis is None else to_c_int(axis)
    shifts = _shifts(bitorder, "pack() argument 3", 6, "be either 'little' or 'big'")
    if a.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    line, axis = _along(a, axis)
    n = line.shape[-1]
    count = -(-n // 8)
    bits = _core.empty((*line.shape[:-1], count * 8), numpy.uint8, a.device)
    bits[..., n:] = 0
    bits[..., :n] = line != 0
    bits = bits.reshape((*line.shape[:-1], count, 8))
    packed = bits[..., 0] << shifts[0]
    for i, shift in enumerate(shifts[1:], 1):
        packed = packed | (bits[..., i] << shift)
    return _laid_out(packed.swapaxes(axis, -1), a)


def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """Bits (uint8) of the bytes of `a`, eight for each along `axis`.

    `count` bits of each line, zeros where there are not so many; all but `-count`
    if it is negative. TypeError unless the items are uint8. See numpy.unpackbits.
    """
    a = as_operand(a)
    axis = None if axis is None else to_c_int(axis)
    shifts = _shifts(bitorder, "unpack() argument 4", 1, "begin with 'l' or 'b'")
    if a.dtype != numpy.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    line, axis = _along(a, axis)
    n = line.shape[-1] * 8
    length = n
    if count is not None:
        length = operator.index(count)
        if length < 0:
            length += n
            if length < 0:
                raise ValueError("-count larger than number of elements")
    bits = _core.empty((*line.shape, 8), numpy.uint8, a.device)
    for i, shift in enumerate(shifts):
        bits[..., i] = (line >> shift) & 1
    bits = bits.reshape((*line.shape[:-1], n))
    if length <= n:
        bits = bits[..., :length]
    else:
        wide = _core.empty((*line.shape[:-1], length), numpy.uint8, a.device)
        wide[..., n:] = 0
        wide[..., :n] = bits
        bits = wide
    return _laid_out(bits.swapaxes(axis, -1), a)


def _laid_out(result, a):
    """The result, contiguous in Fortran order where `a` is, else in C order."""
    fortran = a.flags.fnc and result.ndim > 1
    return ufuncs["positive"](result, order="F" if fortran else "C")

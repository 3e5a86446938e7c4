# SPDX-License-Identifier: Apache-2.0
"""Operands: a block of random numbers of the host, repeated on the device."""

import functools
import math

import numpy

# A prime, so that no axis of a large array sees the same values again and again.
PERIOD = 1048573
SEED = 20240


@functools.lru_cache(maxsize=12)
def block(dtype, values, count, seed):
    """`count` host values of an operand; always the same ones."""
    dtype = numpy.dtype(dtype)
    rng = numpy.random.default_rng([SEED, seed])
    if values == "zeros":
        return numpy.zeros(count, dtype)
    if values in ("half", "hundredth"):
        return rng.random(count) < (0.5 if values == "half" else 0.01)
    low, high = values
    if dtype.kind == "b":
        return rng.random(count) < 0.5
    if dtype.kind in "iu":
        return rng.integers(low, high, count, dtype, endpoint=True)
    numbers = rng.uniform(low, high, count)
    if dtype.kind == "c":
        numbers = numbers + 1j * rng.uniform(low, high, count)
    return numbers.astype(dtype)


def indices(operand, sizes, count, seed):
    """`count` integers below a bound, in no order."""
    below = operand.below(*sizes)
    if operand.values == "random":
        rng = numpy.random.default_rng([SEED, seed])
        return rng.integers(0, below, count, operand.dtype)
    # An odd factor makes a permutation of the numbers below a power of two.
    assert below & (below - 1) == 0, "scattered indices need a power of two"
    return numpy.arange(count, dtype=operand.dtype) * 0x9E3779B1 % below


def host_values(operand, sizes, seed):
    """The base array of an operand on the host, before its view, flat."""
    count = math.prod(operand.shape(*sizes))
    if operand.below:
        return indices(operand, sizes, count, seed)
    part = block(operand.dtype, operand.values, min(count, PERIOD), seed)
    return numpy.resize(part, count)


def host_operand(operand, sizes, seed):
    """An operand as a NumPy array, with its view."""
    base = host_values(operand, sizes, seed).reshape(operand.shape(*sizes))
    return operand.view(base) if operand.view else base


def device_operand(library, operand, sizes, seed):
    """An operand as an array of the library, where the operand has its place."""
    shape = operand.shape(*sizes)
    count = math.prod(shape)
    if operand.place != "device":
        base = host_values(operand, sizes, seed)
        if operand.place == "pinned":
            base = library.pinned(base)
    elif operand.below or count <= PERIOD:
        base = library.upload(host_values(operand, sizes, seed))
    else:
        base = library.empty(count, operand.dtype)
        part = block(operand.dtype, operand.values, PERIOD, seed)
        base[:PERIOD] = (
            part if isinstance(base, numpy.ndarray) else library.upload(part)
        )
        filled = PERIOD
        while filled < count:
            more = min(filled, count - filled)
            base[filled : filled + more] = base[:more]
            filled += more
        base = library.placed(base)
    base = base.reshape(shape)
    return operand.view(base) if operand.view else base

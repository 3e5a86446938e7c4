# SPDX-License-Identifier: Apache-2.0
"""Operands: a block of random numbers of the host, repeated on the device."""

import functools
import math

import numpy

# A prime, so that no axis of a large array sees the same values again and again.
PERIOD = 1048573
SEED = 20240
FACTOR = 0x9E3779B1  # odd


@functools.lru_cache(maxsize=32)
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


def indices(operand, below, count, seed):
    """`count` integers below a bound, in no order."""
    if operand.values == "random":
        rng = numpy.random.default_rng([SEED, seed])
        return rng.integers(0, below, count, operand.dtype)
    # An odd factor makes a permutation of the numbers below a power of two.
    assert below & (below - 1) == 0, "scattered indices need a power of two"
    return numpy.arange(count, dtype=operand.dtype) * FACTOR % below


def first_values(operand, sizes, seed):
    """The first values of an operand on the host, at most PERIOD of them."""
    count = min(math.prod(operand.shape(*sizes)), PERIOD)
    if operand.below:
        return indices(operand, operand.below(*sizes), count, seed)
    return block(operand.dtype, operand.values, count, seed)


def fill(base, operand, sizes, filled):
    """Fills a flat array with what follows its first values.

    These are repeated; indices with shifts, so that what they point to is not.
    """
    count = math.prod(operand.shape(*sizes))
    while filled < count:
        more = min(filled, count - filled)
        values = base[:more]
        if operand.below:
            below = operand.below(*sizes)
            values = (values + filled * FACTOR % below) % below
        base[filled : filled + more] = values
        filled += more


def host_values(operand, sizes, seed):
    """The base array of an operand on the host, before its view, flat."""
    part = first_values(operand, sizes, seed)
    base = numpy.empty(math.prod(operand.shape(*sizes)), part.dtype)
    base[: len(part)] = part
    fill(base, operand, sizes, len(part))
    return base


def repeated_sum(operand, count, seed):
    """The sum of so many values of an operand."""
    values = block(operand.dtype, operand.values, min(count, PERIOD), seed)
    whole, rest = divmod(count, len(values))
    return whole * values.sum() + values[:rest].sum()


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
    elif count <= PERIOD:
        base = library.upload(first_values(operand, sizes, seed))
    else:
        part = library.upload(first_values(operand, sizes, seed))
        base = library.extended(
            part, count, lambda base: fill(base, operand, sizes, PERIOD)
        )
    base = base.reshape(shape)
    return operand.view(base) if operand.view else base

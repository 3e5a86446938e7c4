# SPDX-License-Identifier: Apache-2.0
"""Operands for tests of functions: random, special, and all there are."""

import functools

import numpy as np


@functools.cache
def sample(letter, n, seed):
    """Varied values of a type: small, large, near 1 and near multiples of pi/2."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(letter)
    if dtype.kind == "b":
        return rng.integers(0, 2, n).astype(bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        wide = rng.integers(info.min, info.max, n, dtype, endpoint=True)
        small = rng.integers(-5 if dtype.kind == "i" else 0, 12, n).astype(dtype)
        return np.where(rng.random(n) < 0.5, wide, small)
    if dtype.kind == "c":
        real = dtype.char.lower()
        out = sample(real, n, seed + 100) + 0j
        out.imag = sample(real, n, seed + 101)
        return out.astype(dtype)
    top = np.log(float(np.finfo(dtype).max)) - 0.1
    sign = rng.choice([-1.0, 1.0], n)
    choices = [
        rng.uniform(-10, 10, n),
        sign * np.exp(rng.uniform(-top, top, n)),
        sign * np.exp(rng.uniform(-3, 5, n)),
        sign * (1 + rng.uniform(-1, 1, n) * 2.0 ** -rng.integers(1, 20, n)),
        rng.integers(-20, 20, n) * (np.pi / 2),
        rng.integers(-20, 20, n) * 0.5,
    ]
    return np.choose(rng.integers(0, len(choices), n), choices).astype(dtype)


def everything(letters):
    """All values that operands of small types can have together."""
    every = [np.arange(2 ** (16 if c == "e" else 8), dtype="u2") for c in letters]
    every = np.meshgrid(*every, indexing="ij")
    small = {"e": "u2", "b": "u1", "B": "u1"}[letters[0]]
    return [x.ravel().astype(small).view(letters[0]) for x in every]


def special(letter):
    """Where functions change their mind, for one type."""
    dtype = np.dtype(letter)
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        info, bits = np.iinfo(dtype), 8 * dtype.itemsize
        some = [0, 1, 2, 3, 7, 12, bits - 1, bits, bits + 1, info.max, info.max - 1]
        some += [info.min, info.min + 1, info.max // 2 + 1]
        if dtype.kind == "i":
            some += [-1, -2, -3, -7, -bits]
        return np.array(sorted(set(some)), dtype)
    if dtype.kind == "c":
        real = np.finfo(dtype).dtype
        tiny = np.finfo(real).smallest_subnormal
        one = np.array([0, tiny, 0.5, 1, 2, np.finfo(real).max, np.inf], real)
        one = np.concatenate([one, -one, np.array([np.nan], real)])
        out = np.empty((one.size, one.size), dtype)
        out.real, out.imag = one[:, None], one
        return out.ravel()
    info = np.finfo(dtype)
    some = [0, info.smallest_subnormal, info.tiny, info.eps, 0.5, 1, 1.5, 2, 2.5, 3]
    some += [10, np.pi / 2, np.pi, 1 - info.epsneg, 1 + info.eps, info.max / 2]
    some += [1 / info.eps, info.max, np.inf]
    some = np.array(some, dtype)
    return np.concatenate([some, -some, np.array([np.nan], dtype)])


def with_ties(shape, dtype, seed=0):
    """Items with ties; both zeros, infinities and NaNs of both signs."""
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(seed)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        x = rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)
        few = rng.integers(limits.min // 4, limits.min // 4 + 9, shape).astype(dtype)
        return np.where(rng.random(shape) < 0.5, x, few)
    if dtype.kind == "c":
        real = np.dtype(f"f{dtype.itemsize // 2}")
        x = np.empty(shape, dtype)
        x.real, x.imag = with_ties(shape, real, seed), with_ties(shape, real, seed + 1)
        return x
    x = (rng.standard_normal(shape) * 50).astype(dtype)
    for value in (0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 3.0):
        x[rng.random(shape) < 0.06] = value
    return x

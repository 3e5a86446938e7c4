# SPDX-License-Identifier: Apache-2.0
"""Random numbers: numpy.random, the same numbers on every device.

`default_rng(seed)` makes a Generator. The functions of the module draw from one
RandomState that all of them share. MT19937 and SFC64 are NumPy's own, for their raw
numbers: they have no way to a place far ahead, so no Generator here draws from them.
"""

from numpy.random import MT19937, SFC64, SeedSequence

from . import _legacy
from ._bit_generators import PCG64, PCG64DXSM, BitGenerator, Philox
from ._generator import Generator, default_rng
from ._legacy import RandomState, get_bit_generator, ranf, sample, set_bit_generator

globals().update(_legacy.FUNCTIONS)

__all__ = [
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "SFC64",
    "BitGenerator",
    "Generator",
    "Philox",
    "RandomState",
    "SeedSequence",
    "default_rng",
    "get_bit_generator",
    "ranf",
    "sample",
    "set_bit_generator",
    *_legacy.NAMES,
]

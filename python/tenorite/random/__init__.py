# SPDX-License-Identifier: Apache-2.0
"""Random numbers: numpy.random, the same numbers on every device.

`default_rng(seed)` makes a Generator. The functions of the module draw from one
RandomState that all of them share.
"""

from numpy.random import SeedSequence

from . import _legacy
from ._bit_generators import PCG64, PCG64DXSM, BitGenerator, Philox
from ._generator import Generator, default_rng
from ._legacy import RandomState, get_bit_generator, ranf, sample, set_bit_generator

globals().update(_legacy.FUNCTIONS)

__all__ = [
    "PCG64",
    "PCG64DXSM",
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

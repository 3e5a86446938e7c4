# SPDX-License-Identifier: Apache-2.0
"""Random numbers: numpy.random, the same numbers on every device.

`default_rng(seed)` makes a Generator. The functions of the module draw from one
RandomState that all of them share. `default_rng(seed, numbers="numpy")` has NumPy's
own numbers, `tenorite.config.random = "numpy"` makes them the default, for the
functions of the module too.
"""

from numpy.random import BitGenerator, SeedSequence

from .._runtime.help import document as _document
from . import _legacy, mtrand
from ._bit_generators import (
    MT19937,
    PCG64,
    PCG64DXSM,
    SFC64,
    XORWOW,
    MRG32k3a,
    Philox,
    Philox4x3210,
)
from ._generator import Generator, default_rng
from ._legacy import (
    RandomState,
    get_bit_generator,
    get_random_state,
    reset_states,
    set_bit_generator,
    set_random_state,
)

globals().update(_legacy.FUNCTIONS)

__all__ = [
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "SFC64",
    "XORWOW",
    "BitGenerator",
    "Generator",
    "MRG32k3a",
    "Philox",
    "Philox4x3210",
    "RandomState",
    "SeedSequence",
    "default_rng",
    "get_bit_generator",
    "get_random_state",
    "mtrand",
    "reset_states",
    "set_bit_generator",
    "set_random_state",
    *_legacy.FUNCTIONS,
]

_document(globals()[name] for name in __all__)

# SPDX-License-Identifier: Apache-2.0
"""scipy._lib._util: random states are those of tenorite.random."""

from ... import random as _random
from .. import _random_state
from .._host import attributes_of

__all__ = ["check_random_state"]


def check_random_state(seed):
    """A RandomState for None (the shared one) or an int, or the generator given.

    Generators of tenorite and of NumPy are as they are. ValueError for what is no seed.
    """
    if seed is None or seed is _random:
        return _random.mtrand._rand
    return _random_state.check_random_state(seed)


__getattr__ = attributes_of(__name__)

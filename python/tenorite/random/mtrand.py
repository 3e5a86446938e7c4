# SPDX-License-Identifier: Apache-2.0
"""numpy.random.mtrand: the functions of `random`, and `_rand`, the state behind them.

That is where libraries look for it that take `np.random` for a state.
"""

from ._legacy import FUNCTIONS, RandomState, shared_state

globals().update(FUNCTIONS)

__all__ = ["RandomState", *FUNCTIONS]


def __getattr__(name):
    if name == "_rand":
        return shared_state()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

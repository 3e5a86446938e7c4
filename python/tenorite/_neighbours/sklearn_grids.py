# SPDX-License-Identifier: Apache-2.0
"""scikit-learn: grids of parameters, whose values it wants in NumPy arrays or lists."""

import functools
from collections.abc import Mapping

from .._array.convert import array_on_host


def _on_host(grid):
    """A grid, or a list of them, with NumPy's arrays for ours."""
    if isinstance(grid, Mapping):
        return {key: array_on_host(values) for key, values in grid.items()}
    return list(map(_on_host, grid)) if isinstance(grid, (list, tuple)) else grid


def tell(module):
    """Grids and samplers of parameters read arrays of ours from the host."""
    for kind in (module.ParameterGrid, module.ParameterSampler):
        kind.__init__ = _reading(kind.__init__)


def _reading(original):
    @functools.wraps(original)
    def __init__(self, grid, *args, **keywords):
        original(self, _on_host(grid), *args, **keywords)

    return __init__

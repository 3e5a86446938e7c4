# SPDX-License-Identifier: Apache-2.0
"""xarray: new coordinates of interp(), which it wants as NumPy arrays.

Coordinates are NumPy's anyway; arrays of a GPU are a TypeError, as in numpy.asarray.
"""

import functools

from .._array.convert import array_on_host


def tell(module):
    """interp() takes arrays of ours for NumPy's."""
    original = module.Dataset._validate_interp_indexers

    @functools.wraps(original)
    def validate(self, indexers):
        return original(self, {k: array_on_host(x) for k, x in indexers.items()})

    module.Dataset._validate_interp_indexers = validate

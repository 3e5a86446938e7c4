# SPDX-License-Identifier: Apache-2.0
"""xarray: indexing by points.

For arrays with __array_namespace__ it refuses what the array API does not have; ours
index as NumPy's arrays do, for which it has an adapter as well.
"""

from .._core import ndarray


def tell(module):
    """Our arrays get the adapter of those with __array_function__."""
    like_numpy = module.NdArrayLikeIndexingAdapter

    def adapter(cls, array):
        return like_numpy(array) if isinstance(array, ndarray) else object.__new__(cls)

    module.ArrayApiIndexingAdapter.__new__ = staticmethod(adapter)

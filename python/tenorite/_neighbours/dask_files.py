# SPDX-License-Identifier: Apache-2.0
"""dask.array: chunks on their way to files come from their device as NumPy's arrays.

Who writes a file asks for the items, so that they are copied from a GPU unasked; on the
CPU device it is the same memory. Zarr and HDF5 take NumPy's arrays alone.
"""

import functools

from .._array.memory import host_items
from .._core import ndarray


def host_chunk(x):
    """A chunk in memory of the host: NumPy's array on it, or a copy from a GPU."""
    if not isinstance(x, ndarray):
        return x
    return host_items(x)


def mend_files(dask_array):
    """Has store(), by which all formats but .npy are written, convert its sources."""
    core = dask_array.core
    original = core.store

    def converted(source):
        if isinstance(getattr(source, "_meta", None), ndarray):
            return source.map_blocks(host_chunk, meta=host_chunk(source._meta))
        return source

    @functools.wraps(original)
    def store(sources, *args, **keywords):
        if isinstance(sources, (list, tuple)):
            sources = type(sources)(map(converted, sources))
        else:
            sources = converted(sources)
        return original(sources, *args, **keywords)

    core.store = dask_array.store = store

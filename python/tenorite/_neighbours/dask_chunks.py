# SPDX-License-Identifier: Apache-2.0
"""dask.array: functions of chunks that stand in graphs, for chunks of ours.

Workers find them by their names here, by which they import the package.
"""

import importlib

from .._core import ndarray, scalar
from .._runtime.package import namespace

_originals = {}  # dask's own, by name


def mend_chunks(places):
    """Puts the functions into the places of dask's own, in its modules `places`."""
    for home, ours in _FUNCTIONS.items():
        module = importlib.import_module(home)
        original = getattr(module, ours.__name__, None)
        if original is None or original is ours:
            continue
        _originals[ours.__name__] = original
        for place in (module, *places):
            if getattr(place, ours.__name__, None) is original:
                setattr(place, ours.__name__, ours)


def _original(name):
    importlib.import_module("dask.array")  # which calls mend_chunks()
    return _originals[name]


def solve_triangular_safe(a, b, lower=False):
    """SciPy's for arrays of ours is ours, which stays on their device."""
    if isinstance(a, ndarray) and isinstance(b, ndarray):
        return namespace().scipy.linalg.solve_triangular(a, b, lower=lower)
    return _original("solve_triangular_safe")(a, b, lower=lower)


def setitem(x, v, indices):
    """x[indices] = v on a copy of a chunk.

    dask marks indices of other chunks by the length of the axis, and takes them out of
    NumPy's arrays; a chunk without axes may be a scalar, which it makes NumPy's.
    """
    if isinstance(x, ndarray):
        indices = [
            _valid(index, n) for index, n in zip(indices, x.shape, strict=False)
        ] + list(indices[x.ndim :])
    if isinstance(x, scalar):
        x = x[...]
    return _original("setitem")(x, v, indices)


def _valid(index, length):
    if isinstance(index, ndarray) and index.ndim and index.dtype.kind in "iu":
        return index[index < length]
    return index


_FUNCTIONS = {
    "dask.array.slicing": setitem,
    "dask.array.utils": solve_triangular_safe,
}

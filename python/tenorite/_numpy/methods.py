# SPDX-License-Identifier: Apache-2.0
"""Methods of ndarray that are functions as well: the array is an argument."""

from .._core import ndarray
from . import indexing, manipulation, math, products, sorting, statistics


def _clip(self, min=None, max=None, out=None, **kwargs):
    """Items limited to [min, max]. See numpy.ndarray.clip."""
    return math.clip(self, min, max, out, **kwargs)


def _compress(self, condition, axis=None, out=None):
    """Slices where `condition` holds. See numpy.ndarray.compress."""
    return indexing.compress(condition, self, axis, out)


_METHODS = {
    "choose": indexing.choose,
    "clip": _clip,
    "compress": _compress,
    "dot": products.dot,
    "ptp": statistics.ptp,
    "put": indexing.put,
    "repeat": manipulation.repeat,
    "round": math.round,
    "take": indexing.take,
    "trace": math.trace,
}


def attach():
    """Give ndarray the methods of this module."""
    for name, function in (_METHODS | sorting.METHODS).items():
        setattr(ndarray, name, function)

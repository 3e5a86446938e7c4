# SPDX-License-Identifier: Apache-2.0
"""pandas: its entrances, which ask isinstance(x, numpy.ndarray), see host arrays.

Arrays of the CPU device share their memory; those of a GPU are a TypeError, as in
numpy.asarray.
"""

import functools
import importlib

import numpy

from .._core import ndarray

# Functions of pandas, by module, and which argument may be an array.
_ENTRANCES = (
    ("pandas", "factorize", 0),
    ("pandas", "unique", 0),
    # Keys, masks and values.
    ("pandas.core.common", "apply_if_callable", 0),
    ("pandas.core.common", "convert_to_list_like", 0),
    # Operands, keys and items; NumPy's arrays without axes become scalars there.
    ("pandas._libs.lib", "item_from_zerodim", 0),
    ("pandas.core.indexing", "item_from_zerodim", 0),
    ("pandas.core.ops.common", "item_from_zerodim", 0),
    ("pandas.core.groupby.grouper", "_convert_grouper", 1),
)


def _seen(function, place):
    @functools.wraps(function)
    def entrance(*args, **keywords):
        if place < len(args) and isinstance(args[place], ndarray):
            shared = numpy.asarray(args[place])
            args = (*args[:place], shared, *args[place + 1 :])
        return function(*args, **keywords)

    return entrance


def tell(module):
    """Converts at the entrances that this version of pandas has."""
    for path, name, place in _ENTRANCES:
        home = importlib.import_module(path)
        if hasattr(home, name):
            setattr(home, name, _seen(getattr(home, name), place))
